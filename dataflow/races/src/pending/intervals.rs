//! Whether comparisons of one value with constants contradict each other: `k == 0` and `1 <= k` (theory, 6.2).

use rma_term::ids::TermId;
use rma_term::term::{Term, Terms};

/// How a condition compares a term with a constant.
#[derive(Debug, Clone, Copy)]
enum Compared {
    AtMost(i64),
    AtLeast(i64),
    Equal(i64),
    Other(i64),
}

/// Whether a condition, together with the conditions of a list that compare the same term, leaves no value for
/// this term.
pub(crate) fn leave_nothing(terms: &Terms, list: &[TermId], cond: TermId) -> bool {
    let Some((term, first)) = compared(terms, cond) else { return false };
    let (mut lo, mut hi) = match terms.get(term) {
        Term::Sym(s) => (terms.syms[*s].lo.unwrap_or(i64::MIN), terms.syms[*s].hi.unwrap_or(i64::MAX)),
        _ => (i64::MIN, i64::MAX),
    };
    let others = list.iter().filter_map(|t| compared(terms, *t)).filter(|(t, _)| *t == term).map(|(_, c)| c);
    let mut without = Vec::new();
    for c in std::iter::once(first).chain(others) {
        match c {
            Compared::AtMost(n) => hi = hi.min(n),
            Compared::AtLeast(n) => lo = lo.max(n),
            Compared::Equal(n) => (lo, hi) = (lo.max(n), hi.min(n)),
            Compared::Other(n) => without.push(n),
        }
    }
    // A value at an end that is excluded is none.
    while lo <= hi && lo < i64::MAX && without.contains(&lo) {
        lo += 1;
    }
    while lo <= hi && hi > i64::MIN && without.contains(&hi) {
        hi -= 1;
    }
    lo > hi
}

/// The term that a condition compares, and with what.
fn compared(terms: &Terms, cond: TermId) -> Option<(TermId, Compared)> {
    match *terms.get(cond) {
        Term::Le0(t) => {
            let (x, c, positive) = alone(terms, t)?;
            Some((x, if positive { Compared::AtMost(c.checked_neg()?) } else { Compared::AtLeast(c) }))
        }
        Term::Eq0(t) => equal(terms, t).map(|(x, n)| (x, Compared::Equal(n))),
        Term::Not(inner) => match *terms.get(inner) {
            Term::Eq0(t) => equal(terms, t).map(|(x, n)| (x, Compared::Other(n))),
            _ => None,
        },
        _ => None,
    }
}

fn equal(terms: &Terms, t: TermId) -> Option<(TermId, i64)> {
    let (x, c, positive) = alone(terms, t)?;
    Some((x, if positive { c.checked_neg()? } else { c }))
}

/// A sum of a constant and one term, which is added (`true`) or subtracted.
fn alone(terms: &Terms, t: TermId) -> Option<(TermId, i64, bool)> {
    match terms.get(t) {
        Term::Lin(c, parts) => match parts[..] {
            [(x, 1)] => Some((x, *c, true)),
            [(x, -1)] => Some((x, *c, false)),
            _ => None,
        },
        Term::Const(_) => None,
        _ => Some((t, 0, true)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rma_term::limits::{Budget, Limits};
    use rma_term::term::{Knowledge, Sym, SymKind};

    #[test]
    fn brute_force_agrees() {
        let mut terms = Terms::new(Limits::default(), Budget::default());
        let k = terms.add_sym(Sym::new(SymKind::Input, "k", Knowledge::Known));
        let k = terms.sym(k);
        let mut conds = Vec::new();
        for n in -2..=2 {
            let n = terms.int(n);
            let (at_most, at_least, equal) = (terms.le(k, n), terms.le(n, k), terms.eq(k, n));
            let other = terms.not(equal);
            conds.extend([at_most, at_least, equal, other]);
        }
        let holds = |terms: &Terms, cond: TermId, value: i64| match compared(terms, cond) {
            Some((_, Compared::AtMost(n))) => value <= n,
            Some((_, Compared::AtLeast(n))) => value >= n,
            Some((_, Compared::Equal(n))) => value == n,
            Some((_, Compared::Other(n))) => value != n,
            None => panic!("every one of these compares"),
        };
        for a in &conds {
            for b in &conds {
                for c in &conds {
                    let some = (-9..=9).any(|v| [a, b, c].iter().all(|t| holds(&terms, **t, v)));
                    // Two values left out of more than one are no business of intervals.
                    if leave_nothing(&terms, &[*a, *b], *c) {
                        assert!(!some);
                    }
                    if leave_nothing(&terms, &[*a], *b) {
                        assert!(!(-9..=9).any(|v| holds(&terms, *a, v) && holds(&terms, *b, v)));
                    } else {
                        assert!((-9..=9).any(|v| holds(&terms, *a, v) && holds(&terms, *b, v)));
                    }
                }
            }
        }
    }
}
