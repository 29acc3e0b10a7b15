//! Words that a process stores for others to find while an operation of its own is still pending at its target (theory, 7.6).
//!
//! A process that finds such a word and continues because of it is not ordered after the operation: for example, a lock was
//! released too early. The product of two processes ([`crate::product`]) examines the accesses of the other process.

use super::Walk;
use super::state::State;
use rma_frontend::api::{AccessKind, Bank};
use rma_skeleton::skeleton::Issue;
use rma_term::ids::{EventRef, TermId};

/// An atomic operation that stores a known value while another operation of its process is pending.
#[derive(Debug, Clone)]
pub(crate) struct PublishedWord {
    /// The pending operation's effect at its target.
    pub op: EventRef,
    /// The effect that stores the value.
    pub by: EventRef,
    /// Conditions on the path from `op` to `by`, within one iteration of all loops.
    pub conds: Vec<TermId>,
}

impl Walk<'_, '_> {
    /// Passes another operation with the followed one pending.
    pub(super) fn hands_over(&mut self, state: &State, other: &Issue, here: EventRef) {
        if other.written.stores.is_none() || !state.same_iteration() || state.lossy || state.closed {
            return;
        }
        let at_target = |i: &Issue| i.effects.iter().position(|e| e.bank == Bank::Target);
        let (Some(n), Some(m)) = (at_target(self.issue), at_target(other)) else { return };
        let inside = &self.skeleton.nodes[here.node].loops;
        if other.effects[m].kind != AccessKind::Atomic || !self.loops.starts_with(inside) {
            return;
        }
        let (op, by) = (EventRef { effect: n as u32, ..self.at }, EventRef { effect: m as u32, ..here });
        // The first path to it is the shortest.
        if self.at_targets.published.iter().rev().take_while(|h| h.op == op).any(|h| h.by == by) {
            return;
        }
        let conds = state.branches.iter().chain(&state.survived).copied().collect();
        self.at_targets.published.push(PublishedWord { op, by, conds });
    }
}
