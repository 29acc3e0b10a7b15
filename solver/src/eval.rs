//! Exact evaluation of terms: the check of every model (theory, 8.2).

use index_vec::IndexVec;
use rma_dataflow::ids::{SymId, TermId};
use rma_dataflow::term::{Op, Term, Terms};
use rustc_hash::FxHashMap;

/// Values for symbols and for uninterpreted terms (addresses, uninterpreted functions).
pub(crate) struct Evaluation<'a> {
    terms: &'a Terms,
    syms: &'a IndexVec<SymId, i128>,
    opaque: &'a FxHashMap<TermId, i128>,
    done: FxHashMap<TermId, Option<i128>>,
}

impl<'a> Evaluation<'a> {
    pub fn new(
        terms: &'a Terms,
        syms: &'a IndexVec<SymId, i128>,
        opaque: &'a FxHashMap<TermId, i128>,
    ) -> Evaluation<'a> {
        Evaluation { terms, syms, opaque, done: FxHashMap::default() }
    }

    /// The value; `None` where it is undefined (division by zero, shift out of range) or beyond 128 bits.
    pub fn value(&mut self, t: TermId) -> Option<i128> {
        if let Some(&v) = self.done.get(&t) {
            return v;
        }
        let v = self.compute(t);
        self.done.insert(t, v);
        v
    }

    /// The value of a symbol.
    pub fn symbol(&self, s: SymId) -> Option<i128> {
        self.syms.get(s).copied()
    }

    fn compute(&mut self, t: TermId) -> Option<i128> {
        let terms = self.terms;
        match terms.get(t) {
            Term::Const(c) => Some(i128::from(*c)),
            Term::Sym(s) => self.syms.get(*s).copied(),
            Term::Addr(..) => self.opaque.get(&t).copied(),
            Term::Apply(f, args) => {
                let computed = terms.integer_of(*f, args, &mut |x| self.value(x));
                computed.or_else(|| self.opaque.get(&t).copied())
            }
            Term::Lin(c, ts) => ts
                .iter()
                .try_fold(i128::from(*c), |sum, (a, k)| sum.checked_add(self.value(*a)?.checked_mul(i128::from(*k))?)),
            Term::Op(op, a, b) => apply(*op, self.value(*a)?, self.value(*b)?),
            Term::Ite(c, a, b) => {
                if self.value(*c)? != 0 {
                    self.value(*a)
                } else {
                    self.value(*b)
                }
            }
            Term::Le0(x) => Some((self.value(*x)? <= 0).into()),
            Term::Eq0(x) | Term::Not(x) => Some((self.value(*x)? == 0).into()),
            Term::All(ts) => self.until(ts, false),
            Term::Any(ts) => self.until(ts, true),
        }
    }

    /// The value of a conjunction or disjunction: a part that decides it does so even if other parts are
    /// undefined.
    fn until(&mut self, parts: &[TermId], decisive: bool) -> Option<i128> {
        let mut undefined = false;
        for p in parts {
            match self.value(*p) {
                Some(v) if (v != 0) == decisive => return Some(decisive.into()),
                Some(_) => {}
                None => undefined = true,
            }
        }
        (!undefined).then_some((!decisive).into())
    }
}

/// An operator on values; `None` where it is undefined (division by zero, shift out of range) or beyond 128 bits.
pub fn apply(op: Op, x: i128, y: i128) -> Option<i128> {
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
