//! The most certain verdict that a candidate can get, and the order in which a pair's candidates are decided (theory,
//! 8.2).

use rma_dataflow::candidate::Candidate;
use rma_dataflow::ids::TermId;
use rma_dataflow::term::{Knowledge, Term, Terms};
use rustc_hash::FxHashSet;

/// The highest severity that the candidate can have (see `Verdict::severity`).
pub(crate) fn ceiling(terms: &Terms, candidate: &Candidate) -> u8 {
    if candidate.lossy || candidate.unknown_pointer {
        return 1;
    }
    let open = candidate.reach.iter().chain(&candidate.path).any(|c| stays_open(terms, *c));
    if open { 2 } else { 3 }
}

/// Whether the condition depends on data that are read or lost, whatever the known symbols are: a comparison of a sum
/// with an unbounded symbol that occurs nowhere else in it.
fn stays_open(terms: &Terms, condition: TermId) -> bool {
    let sum = match terms.get(condition) {
        Term::Le0(x) | Term::Eq0(x) => *x,
        Term::Not(x) => match terms.get(*x) {
            Term::Eq0(x) => *x,
            _ => return false,
        },
        _ => return false,
    };
    let (_, atoms) = terms.linear(sum);
    atoms.iter().any(|(atom, _)| match terms.get(*atom) {
        Term::Sym(s) => {
            let sym = &terms.syms[*s];
            sym.knowledge() != Knowledge::Known
                && (sym.lo, sym.hi, sym.below) == (None, None, None)
                && atoms.iter().all(|(other, _)| other == atom || !terms.any_sym(*other, |x| x == *s))
        }
        _ => false,
    })
}

/// Sorts the most promising candidate first: nothing dropped, little that is not known, light.
pub(crate) fn promise(terms: &Terms, candidate: &Candidate) -> (bool, usize, u32) {
    let mut unknown = FxHashSet::default();
    let mut weight = 0u32;
    for c in candidate.reach.iter().chain(&candidate.path) {
        weight = weight.saturating_add(terms.weight(*c));
        terms.for_each_sym(*c, &mut |s| {
            if terms.syms[s].knowledge() != Knowledge::Known {
                unknown.insert(s);
            }
        });
    }
    (candidate.lossy || candidate.unknown_pointer, unknown.len(), weight)
}
