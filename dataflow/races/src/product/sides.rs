//! The conditions of one of the two effects of a pair in a state of the product, which do not depend on the other effect: they are
//! computed once for each state (theory, 7.4).

use super::Product;
use super::active::{Active, Contents};
use super::check::Views;
use super::notes::{Arrival, Sent};
use super::state::ProductState;
use rma_term::ids::TermId;
use std::rc::Rc;

/// The conditions and values of an effect.
pub(super) struct Side {
    /// The conditions of the path to it, as terms of the product.
    pub conds: Vec<TermId>,
    /// The condition of the effect itself.
    pub cond: TermId,
    /// The conditions under which no notification of its process proves that it has arrived. `None`: one certainly
    /// does.
    pub arrival: Option<Arrival>,
    /// Values that were fetched from a window have decided that it takes place.
    pub fetched: bool,
    /// Findings with this side are unproven at most.
    pub lossy: bool,
}

/// The sides of one process, by the numbers of the effects. The outer `None`: not computed yet. The inner `None`: the effect
/// cannot race with anything in this state.
pub(super) struct Sides(Vec<Option<Option<Rc<Side>>>>);

impl Sides {
    /// None computed yet.
    pub fn new(contents: &Contents) -> Sides {
        Sides(vec![None; contents.all.len()])
    }
}

impl Product<'_, '_> {
    /// The side of an effect of the process `who`, 0 or 1; `None` if it cannot race with an effect of the other in this
    /// state.
    pub(super) fn side(
        &mut self,
        state: &ProductState,
        views: &mut Views,
        (sides, who): (&mut Sides, usize),
        (n, x): (usize, &Active),
    ) -> Option<Rc<Side>> {
        if let Some(known) = &sides.0[n] {
            return known.clone();
        }
        let side = self.new_side(state, views, who, x).map(Rc::new);
        sides.0[n] = Some(side.clone());
        side
    }

    fn new_side(&mut self, state: &ProductState, views: &mut Views, who: usize, x: &Active) -> Option<Side> {
        if self.knows_complete(state, 1 - who, x) {
            return None;
        }
        let copy = &mut views.copies[who];
        let mut conds: Vec<TermId> = x.conds.iter().map(|c| copy.of(self.facts, *c)).collect();
        conds.extend(self.goes_elsewhere(state, copy, 1 - who, x));
        let cond = copy.of(self.facts, x.effect.cond);
        let together: Vec<TermId> =
            conds.iter().chain([&cond]).chain(&state.conds).chain(&self.premise).copied().collect();
        if self.is_contradiction(together) {
            return None;
        }
        let mut arrival = Some(Arrival::default());
        if x.pending_at_sync && x.hidden.is_none() {
            arrival = self.not_arrived(state, copy, who, &Sent::of(x));
            if let Some(arrival) = &mut arrival {
                arrival.lossy |= state.channels.forgot && !x.posted.is_empty();
            }
        }
        let fetched = x.conds.iter().any(|c| self.facts.speaks_of_windows(*c));
        // The arguments of deeper calls of a recursive function are not known, nor how deep each process goes.
        let lossy = x.lossy || state.beyond_exit(who, &x.iterated) || self.skeleton.in_recursion(x.at.node);
        Some(Side { conds, cond, arrival, fetched, lossy })
    }
}
