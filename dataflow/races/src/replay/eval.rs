//! Values of terms in one process of a run (theory, 9.1).

use super::act::Wish;
use super::group::Groups;
use rma_frontend::api::Compare;
use rma_term::ids::{ObjId, SymId, TermId};
use rma_term::limits::Limit;
use rma_term::term::{CommId, Knowledge, Op, Process, SymKind, Term, Terms};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// A value: an integer, or an integer beyond the address of an object.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub(super) struct Value {
    /// Addresses that are part of a sum, by object and instance; one with the factor 1 in an address.
    bases: BTreeMap<(ObjId, i64), i64>,
    int: i64,
}

impl Value {
    /// A plain integer.
    pub fn int(int: i64) -> Value {
        Value { bases: BTreeMap::new(), int }
    }

    /// The number that it is.
    pub fn as_int(&self) -> Option<i64> {
        self.bases.is_empty().then_some(self.int)
    }

    /// If the value is an address: its object and instance, and the offset in bytes.
    pub fn as_address(&self) -> Option<((ObjId, i64), i64)> {
        match self.bases.iter().next() {
            Some((base, 1)) if self.bases.len() == 1 => Some((*base, self.int)),
            _ => None,
        }
    }

    fn add(&mut self, other: &Value, factor: i64) -> Option<()> {
        self.int = self.int.checked_add(other.int.checked_mul(factor)?)?;
        for (base, n) in &other.bases {
            let sum = self.bases.entry(*base).or_default();
            *sum = sum.checked_add(n.checked_mul(factor)?)?;
        }
        self.bases.retain(|_, n| *n != 0);
        Some(())
    }
}

/// The symbols that one process of a run has values for.
#[derive(Debug, Clone)]
pub(super) struct Env<'a> {
    pub(super) terms: &'a Terms,
    groups: &'a Groups,
    /// Number among all processes.
    pub process: usize,
    values: FxHashMap<SymId, Option<Value>>,
    done: FxHashMap<TermId, Option<Value>>,
}

impl<'a> Env<'a> {
    /// At the start of the program.
    pub fn new(terms: &'a Terms, groups: &'a Groups, process: usize) -> Env<'a> {
        Env { terms, groups, process, values: FxHashMap::default(), done: FxHashMap::default() }
    }

    /// Gives symbols new values, all at once.
    pub fn set(&mut self, values: impl IntoIterator<Item = (SymId, Option<Value>)>) {
        self.values.extend(values);
        self.done.clear();
    }

    /// The value that a symbol was given.
    pub fn get(&self, x: SymId) -> Option<&Value> {
        self.values.get(&x)?.as_ref()
    }

    /// The value of a term; `None` where it is not a function of ranks and iterations alone.
    pub fn value(&mut self, t: TermId) -> Option<Value> {
        if let Some(known) = self.done.get(&t) {
            return known.clone();
        }
        let value = self.compute(t);
        self.done.insert(t, value.clone());
        value
    }

    /// The value of a term that is a number.
    pub fn int(&mut self, t: TermId) -> Option<i64> {
        self.value(t)?.as_int()
    }

    /// Whether something happens that a test may find or not: it is taken to be found. Also the test's answer, in that case, and what
    /// the answer would be otherwise.
    pub fn happens(&mut self, cond: TermId) -> Option<(bool, Option<(SymId, i64)>)> {
        if let Some(known) = self.holds(cond) {
            return Some((known, None));
        }
        let flag = self.open(cond).filter(|x| self.terms.syms[*x].kind == SymKind::Input)?;
        for (yes, no) in [(1, 0), (0, 1)] {
            self.set([(flag, Some(Value::int(yes)))]);
            if self.holds(cond)? {
                return Some((true, Some((flag, no))));
            }
        }
        None
    }

    /// The only symbol of a term that has no value.
    fn open(&self, t: TermId) -> Option<SymId> {
        let mut open = Vec::new();
        self.terms.for_each_sym(t, &mut |x| open.push(x));
        open.retain(|x| self.symbol(*x).is_none());
        let [x] = open[..] else { return None };
        Some(x)
    }

    /// The results of `f` for each value that the only open symbol of a term can have; empty if these values are not known, or are
    /// too many.
    pub fn each<T>(&mut self, t: TermId, mut f: impl FnMut(&mut Self) -> Option<T>) -> Vec<T> {
        let Some(x) = self.open(t) else { return f(self).into_iter().collect() };
        let sym = &self.terms.syms[x];
        let (lo, hi, below) = (sym.lo, sym.hi, sym.below);
        let last = hi.or_else(|| self.int(below?)?.checked_sub(1));
        let Some((lo, last)) =
            lo.zip(last).filter(|(lo, last)| self.terms.limits.room(Limit::RunValues, last.saturating_sub(*lo)))
        else {
            return Vec::new();
        };
        let given: Option<Vec<T>> = (lo..=last)
            .map(|v| {
                self.set([(x, Some(Value::int(v)))]);
                f(self)
            })
            .collect();
        self.set([(x, None)]);
        given.unwrap_or_default()
    }

    /// The comparison that a truth value implies for the number that its only free symbol stands for.
    pub fn wish(&mut self, cond: TermId) -> Option<Wish> {
        let x = self.open(cond)?;
        let (cond, negated) = match self.terms.get(cond) {
            Term::Not(inner) => (*inner, true),
            _ => (cond, false),
        };
        let (Term::Eq0(t) | Term::Le0(t)) = *self.terms.get(cond) else { return None };
        let mut at = |v: i64| {
            self.set([(x, Some(Value::int(v)))]);
            self.int(t)
        };
        let values = (at(0), at(1), at(2));
        self.set([(x, None)]);
        // k * x + c
        let (Some(c), Some(b), Some(d)) = values else { return None };
        let (k, is_linear) = (b - c, d - b == b - c);
        if !is_linear || k.abs() != 1 {
            return None;
        }
        let compare =
            rma_skeleton::skeleton::paths::comparison(matches!(self.terms.get(cond), Term::Le0(_)), k, negated);
        let wish = (compare, -c * k);
        if compare == Compare::Eq {
            self.set([(x, Some(Value::int(wish.1)))]);
        }
        Some(wish)
    }

    /// Whether a truth value holds.
    pub fn holds(&mut self, t: TermId) -> Option<bool> {
        self.int(t).map(|v| v != 0)
    }

    fn compute(&mut self, t: TermId) -> Option<Value> {
        let terms = self.terms;
        let truth = |b: bool| Value::int(b.into());
        match terms.get(t) {
            Term::Const(c) => Some(Value::int(*c)),
            Term::Sym(x) => self.symbol(*x),
            Term::Addr(obj, inst) => {
                let inst = self.int(*inst)?;
                Some(Value { bases: BTreeMap::from([((*obj, inst), 1)]), int: 0 })
            }
            Term::Lin(c, parts) => {
                let mut sum = Value::int(*c);
                for (atom, factor) in parts {
                    let value = self.value(*atom)?;
                    sum.add(&value, *factor)?;
                }
                Some(sum)
            }
            Term::Op(op, a, b) => apply(*op, self.int(*a)?, self.int(*b)?).map(Value::int),
            Term::Ite(c, a, b) => {
                let chosen = if self.holds(*c)? { a } else { b };
                self.value(*chosen)
            }
            Term::Le0(x) => Some(truth(self.int(*x)? <= 0)),
            // Addresses of different objects differ, and no address is null.
            Term::Eq0(x) => Some(truth(self.value(*x)? == Value::default())),
            Term::Not(x) => Some(truth(!self.holds(*x)?)),
            Term::All(parts) => self.until(parts, false).map(truth),
            Term::Any(parts) => self.until(parts, true).map(truth),
            Term::Apply(..) => None,
        }
    }

    /// One part may decide the whole condition, even if other parts are not known.
    fn until(&mut self, parts: &[TermId], decisive: bool) -> Option<bool> {
        let mut open = false;
        for p in parts {
            match self.holds(*p) {
                Some(v) if v == decisive => return Some(decisive),
                Some(_) => {}
                None => open = true,
            }
        }
        (!open).then_some(!decisive)
    }

    fn symbol(&self, x: SymId) -> Option<Value> {
        let rank = |comm: CommId| self.groups.rank(comm, self.process);
        let size = |comm: CommId| Some(self.groups.members(comm, self.process)?.len() as i64);
        let sym = &self.terms.syms[x];
        match sym.kind {
            _ if sym.process != Process::All => None,
            SymKind::Rank(comm) if sym.knowledge() == Knowledge::Known => rank(comm).map(Value::int),
            SymKind::Size(comm) if sym.knowledge() == Knowledge::Known => size(comm).map(Value::int),
            _ => self.get(x).cloned(),
        }
    }
}

/// An operator on values; `None` where it is undefined or beyond 64 bits.
fn apply(op: Op, x: i64, y: i64) -> Option<i64> {
    match op {
        Op::Mul => x.checked_mul(y),
        Op::Mod => x.checked_rem_euclid(y),
        Op::Div => {
            let (q, r) = (x.checked_div(y)?, x.checked_rem(y)?);
            Some(if r != 0 && (r < 0) != (y < 0) { q - 1 } else { q })
        }
        Op::Rem => x.checked_rem(y),
        Op::Quot => x.checked_div(y),
        Op::And => Some(x & y),
        Op::Or => Some(x | y),
        Op::Xor => Some(x ^ y),
        Op::Shl => (0..=62).contains(&y).then(|| x.checked_mul(1 << y)).flatten(),
        Op::Shr => (0..=62).contains(&y).then(|| x >> y),
    }
}
