//! Races of a process against its own pending operations.
//!
//! From each issue of a pending operation the skeleton is walked forward for as long as the operation may be
//! pending. A [`State`] on the way knows which of the operation's effects are alive, in which iteration of the
//! enclosing loops control is relative to the issue, and under which conditions it got there: the branches taken
//! and, for every completion that does not cover the operation for sure, that it did not. Accesses
//! that meet a living effect become candidates with those conditions; the solver decides.
//!
//! Relative iterations are exact for the first [`MAX_AHEAD`] rounds and summarised after that; a loop that completes one
//! operation an iteration (`for i: wait(&req[i])`) is summarised by what it completes over all its iterations ([`summary`]).
//!
//! Invariant: conditions may be dropped (the walk then covers more than the program does), and where one is
//! dropped that might have ruled the pair out the candidate says so (`lossy`) and is at most unproven.

mod meet;
mod state;
mod step;
mod summary;

use crate::build::Placement;
use crate::candidate::{Candidate, Conflict, EventRef, Pair, PairId};
use crate::interp::Interp;
use crate::skeleton::{Event, Issue, LoopId, NodeId, Skeleton};
use crate::term::{Substitution, TermId};
use index_vec::IndexVec;
use rma_frontend::api::Bank;
use rustc_hash::FxHashMap;
use state::{Arrivals, State};
use std::collections::BTreeMap;
pub(crate) use summary::Summaries;

/// Rounds of a loop that are told apart after the issue.
pub(crate) const MAX_AHEAD: u8 = 8;
/// States after which the walk of one operation gives up.
const MAX_STATES: usize = 40_000;
/// Ways to one pair that are kept.
const MAX_CANDIDATES: usize = 24;

/// What the walks found.
#[derive(Debug, Default)]
pub struct Found {
    /// Pairs, in order of discovery.
    pub pairs: IndexVec<PairId, Pair>,
    /// Ways to them.
    pub candidates: Vec<Candidate>,
    /// Pairs that a cheap comparison of offsets ruled out.
    pub apart: u64,
    /// Operations whose walk was given up.
    pub gave_up: Vec<EventRef>,
}

/// The walk of one operation.
pub(crate) struct Walk<'w, 'a> {
    pub interp: &'w mut Interp<'a>,
    pub skeleton: &'w Skeleton,
    pub summaries: &'w Summaries,
    pub found: &'w mut Found,
    pub ids: &'w mut FxHashMap<(EventRef, EventRef, Conflict), (PairId, usize)>,
    pub issue: &'w Issue,
    pub at: EventRef,
    /// Loops around the issue, outermost first.
    pub loops: Vec<LoopId>,
    /// Conditions under which the issue is reached.
    pub reach: Vec<TermId>,
    /// First-iteration values, by loop.
    first: FxHashMap<LoopId, Substitution>,
    /// The operation's terms at a relative iteration.
    shifted: FxHashMap<Vec<state::Rel>, Substitution>,
}

/// Walks from every pending operation.
pub(crate) fn find(interp: &mut Interp, skeleton: &Skeleton, placement: &Placement) -> Found {
    let summaries = Summaries::new(interp, skeleton, placement);
    let mut found = Found::default();
    let mut ids = FxHashMap::default();
    for (node_id, node) in skeleton.nodes.iter_enumerated() {
        for (i, item) in node.items.iter().enumerate() {
            let Event::Issue(issue) = &item.event else { continue };
            if !issue.effects.iter().any(|e| e.bank == Bank::Own) {
                continue;
            }
            let at = EventRef { node: node_id, item: i as u32, effect: 0 };
            let mut walk = Walk {
                interp,
                skeleton,
                summaries: &summaries,
                found: &mut found,
                ids: &mut ids,
                issue,
                at,
                loops: node.loops.clone(),
                reach: node.reach.clone(),
                first: FxHashMap::default(),
                shifted: FxHashMap::default(),
            };
            walk.run();
        }
    }
    found
}

impl Walk<'_, '_> {
    fn run(&mut self) {
        let mut work: Vec<(NodeId, u32, State)> = Vec::new();
        let mut arrivals: BTreeMap<NodeId, Arrivals> = BTreeMap::new();
        work.push((self.at.node, self.at.item + 1, State::start(self)));
        let mut steps = 0usize;
        while let Some((node, item, state)) = work.pop() {
            steps += 1;
            if steps > MAX_STATES {
                self.found.gave_up.push(self.at);
                return;
            }
            let Some(state) = self.pass(node, item, state) else { continue };
            for next in self.leave(node, &state) {
                let (to, next) = next;
                if let Some(kept) = arrivals.entry(to).or_default().add(&mut self.interp.terms, next) {
                    work.push((to, 0, kept));
                }
            }
        }
    }
}
