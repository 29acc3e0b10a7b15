//! Intervals of terms, for the cheap filters (theory, 4.1).

use super::{Op, Term, Terms};
use crate::ids::TermId;

/// Inclusive bounds; `None` is unbounded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Range {
    /// Lower bound.
    pub lo: Option<i64>,
    /// Upper bound.
    pub hi: Option<i64>,
}

impl Range {
    pub(super) const ALL: Range = Range { lo: None, hi: None };

    fn of(lo: i64, hi: i64) -> Range {
        Range { lo: Some(lo), hi: Some(hi) }
    }

    fn add(self, o: Range) -> Range {
        let sum = |a: Option<i64>, b: Option<i64>| a.zip(b).and_then(|(a, b)| a.checked_add(b));
        Range { lo: sum(self.lo, o.lo), hi: sum(self.hi, o.hi) }
    }

    fn scale(self, c: i64) -> Range {
        let m = |a: Option<i64>| a.and_then(|a| a.checked_mul(c));
        if c >= 0 { Range { lo: m(self.lo), hi: m(self.hi) } } else { Range { lo: m(self.hi), hi: m(self.lo) } }
    }

    fn meet(self, o: Range) -> Range {
        let one =
            |a: Option<i64>, b: Option<i64>, pick: fn(i64, i64) -> i64| a.zip(b).map(|(a, b)| pick(a, b)).or(a).or(b);
        Range { lo: one(self.lo, o.lo, i64::max), hi: one(self.hi, o.hi, i64::min) }
    }

    fn join(self, o: Range) -> Range {
        Range { lo: self.lo.zip(o.lo).map(|(a, b)| a.min(b)), hi: self.hi.zip(o.hi).map(|(a, b)| a.max(b)) }
    }

    /// No negative value.
    pub fn is_nonneg(self) -> bool {
        self.lo.is_some_and(|l| l >= 0)
    }
}

impl Terms {
    /// An interval that contains every value of the term.
    pub fn range(&mut self, t: TermId) -> Range {
        if let Some(r) = self.ranges[t.index()] {
            return r;
        }
        // Marked before the descent; terms are acyclic, so this only caches.
        let r = match self.get(t).clone() {
            Term::Const(c) => Range::of(c, c),
            Term::Sym(s) => Range { lo: self.syms[s].lo, hi: self.syms[s].hi },
            Term::Addr(..) => Range { lo: Some(1), hi: None },
            Term::Lin(c, ts) => {
                let mut r = Range::of(c, c);
                for (a, k) in &ts {
                    r = r.add(self.range(*a).scale(*k));
                }
                r
            }
            Term::Op(op, a, b) => self.op_range(op, a, b),
            Term::Ite(c, a, b) => self.range_where(a, c, true).join(self.range_where(b, c, false)),
            Term::Le0(_) | Term::Eq0(_) | Term::Not(_) | Term::All(_) | Term::Any(_) => Range::of(0, 1),
            Term::Apply(f, args) => self.integer_range(f, &args),
        };
        self.ranges[t.index()] = Some(r);
        r
    }

    /// An interval of a term where a condition holds, or does not hold: of `n` in `if (n < 2 || n > 16) n = 6;`.
    fn range_where(&mut self, t: TermId, cond: TermId, holds: bool) -> Range {
        let whole = self.range(t);
        let told = whole.meet(self.range_by(t, cond, holds));
        // A case that does not occur.
        if told.lo.zip(told.hi).is_some_and(|(lo, hi)| lo > hi) { whole } else { told }
    }

    /// The range that a condition implies for a term.
    fn range_by(&self, t: TermId, cond: TermId, holds: bool) -> Range {
        match (self.get(cond), holds) {
            (Term::Not(c), _) => self.range_by(t, *c, !holds),
            (Term::All(parts), true) | (Term::Any(parts), false) => {
                parts.iter().fold(Range::ALL, |r, c| r.meet(self.range_by(t, *c, holds)))
            }
            (Term::Le0(x), _) | (Term::Eq0(x), true) => {
                let is_equation = matches!(self.get(cond), Term::Eq0(_));
                // `x` is `t + c` or `c - t`.
                let ((of_x, xs), (of_t, ts)) = (self.linear(*x), self.linear(t));
                let alike = |k: i64| xs.len() == ts.len() && xs.iter().zip(&ts).all(|(x, t)| *x == (t.0, k * t.1));
                let Some(k) = [1, -1].into_iter().find(|k| !ts.is_empty() && alike(*k)) else { return Range::ALL };
                let Some(c) = of_t.checked_mul(k).and_then(|of_t| of_x.checked_sub(of_t)) else { return Range::ALL };
                let at_most = |hi: Option<i64>| Range { lo: None, hi };
                let at_least = |lo: Option<i64>| Range { lo, hi: None };
                match (k, holds) {
                    (1, _) if is_equation => Range { lo: c.checked_neg(), hi: c.checked_neg() },
                    (_, _) if is_equation => Range { lo: Some(c), hi: Some(c) },
                    (1, true) => at_most(c.checked_neg()),
                    (1, false) => at_least(1i64.checked_sub(c)),
                    (_, true) => at_least(Some(c)),
                    (_, false) => at_most(c.checked_sub(1)),
                }
            }
            _ => Range::ALL,
        }
    }

    fn op_range(&mut self, op: Op, a: TermId, b: TermId) -> Range {
        let (ra, rb) = (self.range(a), self.range(b));
        match op {
            Op::Mul if ra.is_nonneg() && rb.is_nonneg() => {
                let product = |x: Option<i64>, y: Option<i64>| x.zip(y).and_then(|(x, y)| x.checked_mul(y));
                Range { lo: product(ra.lo, rb.lo).or(Some(0)), hi: product(ra.hi, rb.hi) }
            }
            Op::Mod => Range { lo: Some(0), hi: rb.hi.filter(|_| rb.is_nonneg()).map(|h| (h - 1).max(0)) },
            Op::Rem if ra.is_nonneg() => Range { lo: Some(0), hi: ra.hi },
            Op::Div | Op::Quot | Op::Shr if ra.is_nonneg() && rb.is_nonneg() => Range { lo: Some(0), hi: ra.hi },
            Op::And if ra.is_nonneg() || rb.is_nonneg() => {
                Range { lo: Some(0), hi: if ra.is_nonneg() { ra.hi } else { rb.hi } }
            }
            Op::Or | Op::Xor if ra.is_nonneg() && rb.is_nonneg() => Range { lo: Some(0), hi: None },
            Op::Shl if ra.is_nonneg() => Range { lo: ra.lo, hi: None },
            Op::Shr if ra.is_nonneg() => Range { lo: Some(0), hi: ra.hi },
            _ => Range::ALL,
        }
    }
}
