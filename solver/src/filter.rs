//! Filters that need no solver. Intervals and contradictions are found by the constructors of terms; this one is about strides (theory, 8.2).

use rma_dataflow::ids::TermId;
use rma_dataflow::term::Terms;

/// Whether no value of `distance` is in `(-first, second)`, by its residue modulo the gcd of its coefficients.
///
/// Atoms are integers, so the distance is congruent to its constant modulo the gcd.
pub(crate) fn residues_disjoint(terms: &Terms, distance: TermId, first: TermId, second: TermId) -> bool {
    let (Some(first), Some(second)) = (terms.as_const(first), terms.as_const(second)) else { return false };
    let (c, atoms) = terms.linear(distance);
    let g = atoms.iter().fold(0u64, |g, (_, k)| gcd(g, k.unsigned_abs()));
    if g < 2 {
        return false;
    }
    let (c, g) = (i128::from(c), i128::from(g));
    let above = c.rem_euclid(g);
    above >= i128::from(second) && above - g <= -i128::from(first)
}

fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
