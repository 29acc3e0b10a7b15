//! The shape of a query: everything that determines its answer, without names (theory, 8.2).
//!
//! Two queries of one shape have the same symbols under the same numbers, so that an answer for one is one for the other.

use crate::query::Query;
use rma_dataflow::ids::{SymId, TermId};
use rma_dataflow::term::{CommId, Op, Sym, SymKind, Term, Terms};
use rustc_hash::FxHashMap;

/// Order in which symbols are made small in a witness: processes, ranks, loop counters, the rest, choices of bytes.
pub(crate) fn class(sym: &Sym) -> u8 {
    match sym.kind {
        SymKind::Size(CommId::World) => 0,
        SymKind::Size(_) => 1,
        SymKind::Rank(_) => 2,
        SymKind::Thread => 2,
        SymKind::Share | SymKind::Counter(_) | SymKind::LoopPhi(_) => 3,
        SymKind::Parameter | SymKind::Earlier(..) => 4,
        SymKind::Input | SymKind::RequestIndex | SymKind::Sender => 5,
        SymKind::Lost => 6,
        SymKind::Index => 7,
    }
}

/// The symbols of a query in that order, and by first occurrence within a class.
pub(crate) fn symbols(terms: &Terms) -> Vec<SymId> {
    let mut all: Vec<SymId> = terms.syms.indices().collect();
    all.sort_by_key(|s| (class(&terms.syms[*s]), *s));
    all
}

/// The shape as a word.
pub(crate) fn shape(query: &Query) -> Box<[i64]> {
    let mut w = Writer { terms: &query.terms, numbers: FxHashMap::default(), out: Vec::with_capacity(64) };
    for sym in &query.terms.syms {
        let below = sym.below.map(|t| w.node(t));
        let comm = match sym.kind {
            SymKind::Rank(c) | SymKind::Size(c) => match c {
                CommId::World => 1,
                CommId::SelfComm => 2,
                CommId::Unknown => 3,
                CommId::Object(o) => 4 + i64::from(o.raw()),
            },
            _ => 0,
        };
        w.out.push(-1);
        w.out.push(i64::from(class(sym)));
        w.out.push(comm);
        w.option(sym.lo);
        w.option(sym.hi);
        w.option(below);
    }
    let roots: Vec<i64> = query.conds.iter().map(|c| w.node(c.term)).collect();
    w.out.push(-2);
    w.out.extend(roots);
    w.out.into()
}

struct Writer<'a> {
    terms: &'a Terms,
    numbers: FxHashMap<TermId, i64>,
    out: Vec<i64>,
}

impl Writer<'_> {
    fn option(&mut self, value: Option<i64>) {
        self.out.push(i64::from(value.is_some()));
        self.out.push(value.unwrap_or(0));
    }

    /// Writes the node once, operands first, and gives its number.
    fn node(&mut self, t: TermId) -> i64 {
        if let Some(&n) = self.numbers.get(&t) {
            return n;
        }
        let mut word = Vec::new();
        match self.terms.get(t) {
            Term::Const(c) => word.extend([0, *c]),
            Term::Sym(s) => word.extend([1, i64::from(s.raw())]),
            Term::Addr(o, i) => {
                let i = self.node(*i);
                word.extend([2, i64::from(o.raw()), i]);
            }
            Term::Lin(c, ts) => {
                word.extend([3, *c, ts.len() as i64]);
                for (a, k) in ts {
                    let a = self.node(*a);
                    word.extend([a, *k]);
                }
            }
            Term::Op(op, a, b) => {
                let (a, b) = (self.node(*a), self.node(*b));
                word.extend([4, operator(*op), a, b]);
            }
            Term::Ite(c, a, b) => {
                let (c, a, b) = (self.node(*c), self.node(*a), self.node(*b));
                word.extend([5, c, a, b]);
            }
            Term::Le0(x) => word.extend([6, self.node(*x)]),
            Term::Eq0(x) => word.extend([7, self.node(*x)]),
            Term::Not(x) => word.extend([8, self.node(*x)]),
            Term::All(ts) => self.list(9, 0, ts, &mut word),
            Term::Any(ts) => self.list(10, 0, ts, &mut word),
            Term::Apply(f, ts) => {
                let tuple = i64::from(self.terms.function_name(*f) == "tuple");
                self.list(11 + tuple, i64::from(*f), ts, &mut word);
            }
        }
        self.out.extend(word);
        let n = self.numbers.len() as i64;
        self.numbers.insert(t, n);
        n
    }

    fn list(&mut self, tag: i64, f: i64, ts: &[TermId], word: &mut Vec<i64>) {
        word.extend([tag, f, ts.len() as i64]);
        for t in ts {
            let n = self.node(*t);
            word.push(n);
        }
    }
}

fn operator(op: Op) -> i64 {
    match op {
        Op::Mul => 0,
        Op::Mod => 1,
        Op::Div => 2,
        Op::Rem => 3,
        Op::Quot => 4,
        Op::And => 5,
        Op::Or => 6,
        Op::Xor => 7,
        Op::Shl => 8,
        Op::Shr => 9,
    }
}
