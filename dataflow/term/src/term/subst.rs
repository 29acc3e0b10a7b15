//! Substitution of symbols (theory, 4.1).

use super::{Term, Terms};
use crate::ids::{SymId, TermId};
use rustc_hash::FxHashMap;

/// A mapping of symbols to terms, applied to all at once; with its cache.
#[derive(Debug, Clone, Default)]
pub struct Substitution {
    map: FxHashMap<SymId, TermId>,
    cache: FxHashMap<TermId, TermId>,
    /// A symbol whose multiple is replaced by another term.
    multiple: Option<(SymId, i64, TermId)>,
    failed: bool,
}

impl Substitution {
    /// Maps nothing.
    pub fn new() -> Substitution {
        Substitution::default()
    }

    /// Maps `by · sym` to `to`, wherever the symbol occurs in such multiples.
    pub fn of_multiple(sym: SymId, by: i64, to: TermId) -> Substitution {
        Substitution { multiple: Some((sym, by, to)), ..Substitution::default() }
    }

    /// A symbol occurred outside of the multiples that are mapped.
    pub fn failed(&self) -> bool {
        self.failed
    }

    /// Maps `from` to `to` (the last one wins).
    pub fn insert(&mut self, from: SymId, to: TermId) {
        self.cache.clear();
        self.map.insert(from, to);
    }

    /// What a symbol is mapped to.
    pub fn get(&self, from: SymId) -> Option<TermId> {
        self.map.get(&from).copied()
    }

    /// The result for a term, if it was computed since the last symbol was mapped.
    pub fn done(&self, t: TermId) -> Option<TermId> {
        self.cache.get(&t).copied()
    }

    /// Whether the substitution changes no term.
    pub fn is_empty(&self) -> bool {
        self.map.is_empty()
    }
}

impl Terms {
    /// `t` with every mapped symbol replaced, normalised again.
    pub fn subst(&mut self, t: TermId, s: &mut Substitution) -> TermId {
        if s.map.is_empty() && s.multiple.is_none() {
            return t;
        }
        if let Some(&done) = s.cache.get(&t) {
            return done;
        }
        let out = match self.get(t).clone() {
            Term::Const(_) => t,
            Term::Sym(sym) => {
                s.failed |= s.multiple.is_some_and(|(x, ..)| x == sym);
                s.map.get(&sym).copied().unwrap_or(t)
            }
            Term::Addr(o, i) => {
                let i = self.subst(i, s);
                self.addr_of(o, i)
            }
            Term::Lin(c, ts) => {
                let mut sum = self.int(c);
                for (a, k) in &ts {
                    let a = match s.multiple {
                        Some((x, by, to)) if *self.get(*a) == Term::Sym(x) && k % by == 0 => self.scale(to, k / by),
                        _ => {
                            let a = self.subst(*a, s);
                            self.scale(a, *k)
                        }
                    };
                    sum = self.add(sum, a);
                }
                sum
            }
            Term::Op(op, a, b) => {
                let (a, b) = (self.subst(a, s), self.subst(b, s));
                self.op(op, a, b)
            }
            Term::Ite(c, a, b) => {
                let c = self.subst(c, s);
                let (a, b) = (self.subst(a, s), self.subst(b, s));
                self.ite(c, a, b)
            }
            Term::Le0(x) => {
                let x = self.subst(x, s);
                self.le0(x)
            }
            Term::Eq0(x) => {
                let x = self.subst(x, s);
                self.eq0(x)
            }
            Term::Not(x) => {
                let x = self.subst(x, s);
                self.not(x)
            }
            Term::All(ts) => {
                let ts: Vec<TermId> = ts.iter().map(|t| self.subst(*t, s)).collect();
                self.all(&ts)
            }
            Term::Any(ts) => {
                let ts: Vec<TermId> = ts.iter().map(|t| self.subst(*t, s)).collect();
                self.any(&ts)
            }
            Term::Apply(f, ts) => {
                let ts: Box<[TermId]> = ts.iter().map(|t| self.subst(*t, s)).collect();
                self.reapply(f, ts)
            }
        };
        s.cache.insert(t, out);
        out
    }
}
