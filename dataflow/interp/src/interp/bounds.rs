//! Upper bounds of values where the program is, from what it has tested on the way there (theory, 4.1).

use super::{Frame, Interp};
use rma_term::ids::TermId;
use rma_term::term::Term;

impl<'a> Interp<'a> {
    /// A number that a value does not exceed at the present place; `None` if there is none.
    pub(crate) fn at_most_here(&mut self, frame: &Frame<'a>, value: TermId) -> Option<i64> {
        let known = self.facts.terms.range(value).hi;
        let tested = self.sum_of_bounds(frame, value);
        known.into_iter().chain(tested).min()
    }

    /// The bounds of the parts of a linear term, together.
    fn sum_of_bounds(&mut self, frame: &Frame<'a>, value: TermId) -> Option<i64> {
        let reach = frame.reach.get(&frame.block).map_or(&[][..], |r| r);
        let (mut most, parts) = self.facts.terms.linear(value);
        for (atom, n) in parts {
            let range = self.facts.terms.range(atom);
            let tested = self.tested(reach, atom, n > 0);
            let end = match n > 0 {
                true => range.hi.into_iter().chain(tested).min(),
                false => range.lo.into_iter().chain(tested).max(),
            }?;
            most = most.checked_add(end.checked_mul(n)?)?;
        }
        Some(most)
    }

    /// The tightest constant that conditions compare a term with: an upper bound, or a lower one.
    fn tested(&self, conds: &[TermId], atom: TermId, upper: bool) -> Option<i64> {
        let terms = &self.facts.terms;
        let bounds = conds.iter().filter_map(|cond| {
            let Term::Le0(t) = *terms.get(*cond) else { return None };
            // `c + n·atom <= 0`
            let (c, parts) = terms.linear(t);
            match parts[..] {
                [(x, 1)] if x == atom && upper => c.checked_neg(),
                [(x, -1)] if x == atom && !upper => Some(c),
                _ => None,
            }
        });
        if upper { bounds.min() } else { bounds.max() }
    }
}
