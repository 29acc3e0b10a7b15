//! A number for the sum that a comparison compares with 0, without the constant of the sum: comparisons of one sum or of its negation have one
//! number, so they are found without a look at the summands (theory, 4.1).

use super::{Term, Terms};
use crate::ids::TermId;

/// The relation of a comparison to 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Relation {
    /// No comparison.
    None,
    /// `t = 0`
    Equal,
    /// `t ≤ 0`
    AtMost,
    /// `t ≠ 0`
    Differs,
}

/// A comparison: the relation, and a number for the compared sum without its constant, the same for the negated sum.
#[derive(Debug, Clone, Copy)]
pub(super) struct Compared {
    pub relation: Relation,
    pub digest: u64,
}

impl Terms {
    /// The comparison that a new node makes.
    pub(super) fn compared_by(&self, term: &Term) -> Compared {
        let (relation, sum) = match term {
            Term::Eq0(x) => (Relation::Equal, *x),
            Term::Le0(x) => (Relation::AtMost, *x),
            Term::Not(n) => match self.get(*n) {
                Term::Eq0(_) => return Compared { relation: Relation::Differs, ..self.compared[n.index()] },
                _ => return Compared { relation: Relation::None, digest: 0 },
            },
            _ => return Compared { relation: Relation::None, digest: 0 },
        };
        let digest = match self.get(sum) {
            Term::Const(_) => 0,
            Term::Lin(_, parts) => {
                parts.iter().fold(0u64, |all, (t, k)| all.wrapping_add(spread(*t).wrapping_mul(*k as u64)))
            }
            _ => spread(sum),
        };
        Compared { relation, digest: digest.min(digest.wrapping_neg()) }
    }

    /// The conditions that say what a sum is equal to, each with the number of the sum.
    pub(super) fn equations(&self, conds: &[TermId]) -> Vec<(u64, TermId)> {
        let compared = conds.iter().map(|c| (self.compared[c.index()], *c));
        compared.filter(|(is, _)| is.relation == Relation::Equal).map(|(is, c)| (is.digest, c)).collect()
    }
}

/// A number for a term that is spread over all bits.
fn spread(t: TermId) -> u64 {
    let x = (t.index() as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (x ^ x >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9)
}
