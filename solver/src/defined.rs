//! Operators that are certain to be evaluated, whose second operands are valid therefore: no divisor is zero (theory, 8.2).

use rma_dataflow::ids::TermId;
use rma_dataflow::term::{Op, Term, Terms};
use rustc_hash::FxHashSet;

/// The operators in a condition that are evaluated whenever it is, with their second operands.
///
/// Inside case distinctions and disjunctions the branch may exclude the bad value, so nothing follows there.
pub(crate) fn evaluated(terms: &Terms, condition: TermId) -> Vec<(Op, TermId)> {
    let mut seen = FxHashSet::default();
    let mut stack = vec![condition];
    let mut out = Vec::new();
    while let Some(t) = stack.pop() {
        if !seen.insert(t) {
            continue;
        }
        match terms.get(t) {
            Term::Op(op, a, b) => {
                out.push((*op, *b));
                stack.extend([*a, *b]);
            }
            Term::Lin(_, ts) => stack.extend(ts.iter().map(|(a, _)| *a)),
            Term::Le0(x) | Term::Eq0(x) | Term::Not(x) | Term::Addr(_, x) | Term::Ite(x, _, _) => stack.push(*x),
            Term::Apply(_, ts) => stack.extend(ts.iter()),
            Term::Const(_) | Term::Sym(_) | Term::All(_) | Term::Any(_) => {}
        }
    }
    out
}
