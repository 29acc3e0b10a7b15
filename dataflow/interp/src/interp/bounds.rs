//! Upper bounds of values at a place of the program, from the conditions that it has tested on the path to this place (theory, 4.1).

use super::{Frame, Interp};
use rma_term::ids::TermId;
use rma_term::term::Term;

impl<'a> Interp<'a> {
    /// An upper bound of a value at the current block; `None` if there is none.
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

    /// Whether a value is not negative at the present place: by its range, or by one test on the way there, as `rank - k + size` is after
    /// `k < size`.
    pub(super) fn is_nonneg_here(&mut self, frame: &Frame<'a>, value: TermId) -> bool {
        if self.facts.terms.range(value).is_nonneg() {
            return true;
        }
        let (_, parts) = self.facts.terms.linear(value);
        let reach = frame.reach.get(&frame.block).map_or(&[][..], |r| r);
        for cond in reach {
            // `sum <= 0`, so the value is not less than itself and a multiple of the sum.
            let Term::Le0(sum) = *self.facts.terms.get(*cond) else { continue };
            let (_, tested) = self.facts.terms.linear(sum);
            for (atom, n) in parts.iter().filter(|(_, n)| *n < 0) {
                let Some((_, m)) = tested.iter().find(|(x, m)| x == atom && *m > 0 && n % m == 0) else { continue };
                let scaled = self.facts.terms.scale(sum, -n / m);
                let least = self.facts.terms.add(value, scaled);
                if self.facts.terms.range(least).is_nonneg() {
                    return true;
                }
            }
        }
        false
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
