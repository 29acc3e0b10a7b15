//! Tasks that wait for other tasks by their depend clauses (OpenMP 5.2, 15.9.5).
//!
//! Of two tasks of one creator with a storage location in common, which one of them at least writes, the one that is made later waits
//! for the other. So one task also waits for another through further ones, if those are made between the two on every way.

use super::Walk;
use super::beside::spawn_of;
use super::state::State;
use rma_skeleton::skeleton::Skeleton;
use rma_term::ids::EventRef;
use rma_term::ids::NodeId;
use rma_term::ids::StrandId;
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;

/// Whether one of two tasks waits for the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Waits {
    No,
    Perhaps,
    Yes,
}

impl Walk<'_, '_> {
    /// Whether the operation and an event are in tasks of which one waits for the other.
    pub(super) fn dependent_tasks(&mut self, here: EventRef) -> Waits {
        let tasks = |walk: &Self, at: EventRef| -> Vec<StrandId> {
            let strands = &walk.facts.strands;
            strands.around(walk.skeleton, at).into_iter().filter(|s| strands.all[*s].depends.is_some()).collect()
        };
        // Tasks of two threads of a team are no siblings.
        if self.beside.as_ref().is_none_or(|b| b.team.is_some()) {
            return Waits::No;
        }
        let state = State::start(self);
        let mut answer = Waits::No;
        for s in tasks(self, self.at) {
            for t in tasks(self, here) {
                if !self.facts.strands.siblings(s, t) {
                    continue;
                }
                let [a, b] = [s, t].map(|s| self.facts.strands.all[s].depends.clone().unwrap_or_default());
                for x in &a {
                    for y in b.iter().filter(|y| x.writes || y.writes) {
                        let (p, q) = (self.at_issue(&state, x.address), self.now(&state, y.address));
                        let same = self.facts.terms.eq(p, q);
                        if self.facts.terms.is_true(same) {
                            return Waits::Yes;
                        }
                    }
                }
                if s == t || !self.may_be_chained(s, t) && !self.may_be_chained(t, s) {
                    continue;
                }
                if !self.made_in_turns(s, t) && (self.chained(s, t) || self.chained(t, s)) {
                    return Waits::Yes;
                }
                answer = Waits::Perhaps;
            }
        }
        answer
    }

    /// Whether two tasks have a location in common, of which one at least writes it: `Some(0)` is never, `Some(1)` always.
    fn linked(&mut self, s: StrandId, t: StrandId) -> Option<i64> {
        let [a, b] = [s, t].map(|s| self.facts.strands.all[s].depends.clone().unwrap_or_default());
        let mut answer = Some(0);
        for x in &a {
            for y in b.iter().filter(|y| x.writes || y.writes) {
                let same = self.facts.terms.eq(x.address, y.address);
                match self.facts.terms.as_const(same) {
                    Some(1) => return Some(1),
                    Some(0) => {}
                    _ => answer = None,
                }
            }
        }
        answer
    }

    fn with_dependences(&self) -> Vec<StrandId> {
        let all = self.facts.strands.all.iter_enumerated();
        all.filter(|(_, strand)| strand.depends.is_some()).map(|(id, _)| id).collect()
    }

    /// Whether dependences may lead from a task to a later one through those that are made in between.
    fn may_be_chained(&mut self, from: StrandId, to: StrandId) -> bool {
        let all = self.with_dependences();
        let mut seen = BTreeSet::from([from]);
        let mut work = vec![from];
        while let Some(task) = work.pop() {
            for next in &all {
                let in_turn = self.may_follow(task, *next) && (*next == to || self.may_follow(*next, to));
                if in_turn && self.linked(task, *next) != Some(0) && seen.insert(*next) {
                    work.push(*next);
                }
            }
        }
        seen.contains(&to)
    }

    /// Whether a task waits for an earlier one through tasks that are made between the two, whatever way is taken.
    fn chained(&mut self, from: StrandId, to: StrandId) -> bool {
        let all = self.with_dependences();
        let mut seen = BTreeSet::from([from]);
        let mut work = vec![from];
        while let Some(task) = work.pop() {
            for next in &all {
                if seen.contains(next) || !self.facts.strands.siblings(*next, from) {
                    continue;
                }
                if self.linked(task, *next) != Some(1) {
                    continue;
                }
                if *next == to {
                    return true;
                }
                if self.made_between(task, *next, to) {
                    seen.insert(*next);
                    work.push(*next);
                }
            }
        }
        false
    }

    /// Whether the two may be made in turns between two barriers of their team: a loop is around both, in which the team does not meet.
    fn made_in_turns(&self, s: StrandId, t: StrandId) -> bool {
        let loops = |task| spawn_of(self.skeleton, task).map_or(&[][..], |e| &self.skeleton.nodes[e.node].loops);
        let strands = &self.facts.strands;
        loops(s).iter().any(|l| {
            let inside = self.facts.terms.syms[self.skeleton.loops[*l].counter].strand.is_some();
            loops(t).contains(l) && inside && !strands.lockstep.contains(l)
        })
    }

    /// Whether a task may be made behind another.
    fn may_follow(&self, first: StrandId, then: StrandId) -> bool {
        let spawns = [first, then].map(|s| spawn_of(self.skeleton, s));
        let [Some(first), Some(then)] = spawns else { return true };
        first.node == then.node && first.item < then.item || reaches(self.skeleton, first.node, then.node, None)
    }

    /// Whether a task is made behind another, and each way there leads past the creation of a third one.
    fn made_between(&self, from: StrandId, between: StrandId, to: StrandId) -> bool {
        let spawns = [from, between, to].map(|s| spawn_of(self.skeleton, s));
        let [Some(from), Some(between), Some(to)] = spawns else { return false };
        // In one node events come in their order.
        if from.node == between.node || between.node == to.node {
            return (from.node != between.node || from.item < between.item)
                && (between.node != to.node || between.item < to.item);
        }
        reaches(self.skeleton, from.node, to.node, None)
            && !reaches(self.skeleton, from.node, to.node, Some(between.node))
    }
}

/// Whether a node leads to another, without one that is avoided.
fn reaches(skeleton: &Skeleton, from: NodeId, to: NodeId, avoid: Option<NodeId>) -> bool {
    let mut seen: FxHashSet<NodeId> = avoid.into_iter().chain([from]).collect();
    let mut work = vec![from];
    while let Some(node) = work.pop() {
        for edge in &skeleton.nodes[node].succs {
            if edge.to == to {
                return true;
            }
            if seen.insert(edge.to) {
                work.push(edge.to);
            }
        }
    }
    false
}
