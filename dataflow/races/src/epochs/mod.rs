//! Rules of epochs (MPI 4.1, 12.5): what breaks them, whether or not two accesses overlap (theory, 6.6).
//!
//! There are three kinds of findings. First, cells of the window contain the epochs that are open at an operation or at a
//! closing call; if the condition under which no epoch is open is satisfiable, a rule is broken ([`find`]). Second, the
//! walks of [`crate::pending`] find the events at which an epoch may still be open, or an operation pending. Third,
//! promises of assertions are compared with accesses of the same process and of other processes
//! ([`crate::pending::promise`]).
//!
//! Invariant: where the state on a path is not known, nothing is reported.

mod beyond;
mod level;
mod polls;

pub(crate) use polls::name_polls;

use crate::pending::misuse::normal;
use crate::pending::{Found, FoundPairs};
use rma_frontend::api::Epoch;
use rma_skeleton::candidate::{Candidate, Conflict, Misuse, Pair, Processes};
use rma_skeleton::facts::Facts;
use rma_skeleton::overlap::counter_bounds;
use rma_skeleton::skeleton::{Event, Skeleton};
use rma_term::ids::{EventRef, PairId, TermId};

/// Finds the operations and calls at places where they are forbidden.
pub(crate) fn find(facts: &mut Facts, skeleton: &Skeleton, found: &mut Found, paths: &mut FoundPairs) {
    for (node, data) in skeleton.nodes.iter_enumerated() {
        for (i, item) in data.items.iter().enumerate() {
            let at = EventRef { node, item: i as u32, effect: 0 };
            match &item.event {
                Event::Issue(issue) => {
                    if let Some(cond) = issue.epoch.outside {
                        misplaced(facts, skeleton, at, Misuse::Outside, cond, (found, paths));
                    }
                    if let Some(cond) = issue.epoch.active_only.filter(|_| issue.completion.request.is_some()) {
                        misplaced(facts, skeleton, at, Misuse::RequestInActive, cond, (found, paths));
                    }
                }
                Event::Epoch(e) => {
                    // Whether a test is made with or without success is all the same.
                    let cond = if e.change == Epoch::Test { facts.terms.truth(true) } else { e.cond };
                    if let Some(unmatched) = e.unmatched {
                        let cond = facts.terms.all(&[cond, unmatched]);
                        misplaced(facts, skeleton, at, Misuse::Unmatched, cond, (found, paths));
                    }
                    if let Some(mixed) = e.mixed {
                        misplaced(facts, skeleton, at, Misuse::Between, mixed, (found, paths));
                    }
                }
                _ => {}
            }
        }
    }
    beyond::find(facts, skeleton, found, paths);
    crate::pending::promise::posts(facts, skeleton, found, paths);
    level::find(facts, skeleton, found, paths);
}

fn misplaced(
    facts: &mut Facts,
    skeleton: &Skeleton,
    at: EventRef,
    misuse: Misuse,
    cond: TermId,
    (found, paths): (&mut Found, &mut FoundPairs),
) {
    if facts.terms.is_false(cond) {
        return;
    }
    let mut reach = skeleton.nodes[at.node].reach.clone();
    reach.extend(counter_bounds(facts, skeleton, at.node));
    let conflict = Conflict::Misuse(misuse);
    let pair = Pair { first: at, second: at, conflict, processes: Processes::Same, later_iteration: false };
    let (path, none) = (vec![cond], PairId::from_raw(0));
    let candidate = Candidate {
        pair: none,
        reach,
        path,
        overlaps: Vec::new(),
        lossy: false,
        unknown_pointer: false,
        turned: Vec::new(),
    };
    if let Some(candidate) = normal(facts, candidate) {
        paths.add(found, pair, candidate);
    }
}
