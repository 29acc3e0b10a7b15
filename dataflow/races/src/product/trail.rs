//! Collectives that one process has passed alone, from the place where both processes were last together (theory, 7.3).
//!
//! From one place with the same values both processes take the same path to their next collective, unless a branch depends on their
//! ranks or on timing ([`crate::segment::diverges`]). A process that passes a rooted collective, or a fence that is no barrier, need
//! not wait for the other one. The state then remembers which paths it has taken, so that the other process follows on these.

use super::Product;
use super::state::ProductState;
use crate::segment::Exit;
use rma_frontend::api::Epoch;
use rma_skeleton::skeleton::{Event, OrderKind};
use rma_term::ids::EventRef;
use rma_term::limits::{Limit, Watch};
use std::collections::BTreeSet;

/// A collective, and for each loop around the place before it the iterations that began on the path there.
type Passed = (EventRef, Vec<u8>);

/// The collectives that one process has passed and the other has not, since both were at one place.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Trail {
    /// The process that is ahead.
    leader: u8,
    /// In the order in which it passed them.
    passed: Vec<Passed>,
    /// It has passed something since that the other process may pass in another way.
    closed: bool,
}

impl Trail {
    /// The same trail with the processes exchanged.
    pub fn exchanged(&self) -> Trail {
        Trail { leader: 1 - self.leader, ..self.clone() }
    }
}

impl Product<'_, '_> {
    /// Whether a process that leaves a segment in this way leaves the path that the other process has taken from the same place.
    pub(super) fn strays(&self, state: &ProductState, who: usize, exit: &Exit) -> bool {
        let Some(trail) = &state.trail else { return false };
        usize::from(trail.leader) != who
            && is_collective(&exit.event)
            && trail
                .passed
                .first()
                .is_some_and(|(at, iterations)| *at != exit.at || *iterations != exit.path.iterations)
    }

    /// The trail after a step of one process or of both.
    pub(super) fn trail_after(&self, state: &ProductState, exits: [Option<&Exit>; 2]) -> Option<Trail> {
        let alike = |e: &Exit| is_collective(&e.event) && !e.path.diverged;
        let passed = |e: &Exit| (e.at, e.path.iterations.clone());
        let Some(mut trail) = state.trail.clone() else {
            let (leader, exit) = match exits {
                [Some(exit), None] => (0, exit),
                [None, Some(exit)] => (1, exit),
                _ => return None,
            };
            let begins = state.aligned() && alike(exit);
            return begins.then(|| Trail { leader, passed: vec![passed(exit)], closed: false });
        };
        let leader = usize::from(trail.leader);
        if let Some(exit) = exits[1 - leader] {
            if self.strays(state, 1 - leader, exit) || !is_collective(&exit.event) {
                return None;
            }
            trail.passed.remove(0);
        }
        if let Some(exit) = exits[leader] {
            trail.closed |= !alike(exit) || !self.facts.terms.limits.room(Limit::Ahead, trail.passed.len());
            if !trail.closed {
                trail.passed.push(passed(exit));
            }
        }
        (!trail.passed.is_empty()).then_some(trail)
    }
}

/// Forgets the trail of a further state at the same points when the states there have several already.
pub(super) fn forget_beyond_limit(limits: &Watch, have: &[ProductState], next: &mut ProductState) {
    let trails: BTreeSet<&Trail> = have.iter().filter_map(|s| s.trail.as_ref()).collect();
    if next.trail.as_ref().is_some_and(|t| !trails.contains(t)) && !limits.room(Limit::Trails, trails.len()) {
        next.trail = None;
    }
}

/// Whether an event is a call that all processes of a communicator make: they also make it alike.
fn is_collective(event: &Event) -> bool {
    match event {
        Event::Order(o) => matches!(o.kind, OrderKind::Collective { .. }),
        Event::Epoch(e) => e.change == Epoch::Fence,
        _ => false,
    }
}
