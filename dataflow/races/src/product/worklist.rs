//! The states that are still to be looked at, in the order of the program (theory, 7.2).
//!
//! A step takes at least one of the two processes forward, or back to the begin of a loop. States are therefore taken by the sum of
//! the numbers of their two points in the [`TopologicalOrder`]: a state is looked at after all states that come before it in the same
//! iteration, when the conditions of the paths to it have been merged. Without this order `n` parts of a program that are left out
//! under `n` conditions would be looked at under all combinations of the conditions.

use super::state::ProductState;
use crate::segment::Point;
use rma_skeleton::skeleton::paths::TopologicalOrder;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// States that are still to be looked at.
pub(super) struct Worklist<'o> {
    order: &'o TopologicalOrder,
    states: Vec<Option<ProductState>>,
    /// Whether a state proves nothing, the sum of the numbers of its points, and its index in `states`; the least one is next.
    next: BinaryHeap<Reverse<(bool, u64, usize)>>,
}

impl<'o> Worklist<'o> {
    pub fn new(order: &'o TopologicalOrder) -> Worklist<'o> {
        Worklist { order, states: Vec::new(), next: BinaryHeap::new() }
    }

    pub fn push(&mut self, state: ProductState) {
        let number =
            |point: Point| point.map_or(0, |p| (u64::from(self.order.nodes[p.node]) << 24) + u64::from(p.item) + 1);
        let reached = number(state.at[0].point) + number(state.at[1].point);
        self.next.push(Reverse((state.lossy, reached, self.states.len())));
        self.states.push(Some(state));
    }

    /// The next state. States that may prove something come before those that do not.
    pub fn pop(&mut self) -> Option<ProductState> {
        let Reverse((_, _, index)) = self.next.pop()?;
        self.states[index].take()
    }
}
