//! Tasks that wait for other tasks by their depend clauses (OpenMP 5.2, 15.9.5) (theory, 6.5).
//!
//! Two tasks of one creator that name a common storage location, at least one of them to write it, are ordered: the later one waits
//! for the earlier one. A task may also wait for another through further tasks, if those are made between the two on every path.
//!
//! If the clauses name computed addresses, two tasks are unordered only under the condition that these addresses differ.

use super::Walk;
use super::concurrent::spawn_of;
use super::state::State;
use rma_skeleton::skeleton::Skeleton;
use rma_skeleton::thread::Dependence;
use rma_term::ids::{EventRef, NodeId, TermId, ThreadId};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;

/// Whether one of two tasks waits for the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TaskOrder {
    No,
    Perhaps,
    Yes,
}

impl Walk<'_, '_> {
    /// Whether one of the tasks that contain the operation and the event waits for the other task. If this depends on addresses in their
    /// depend clauses, the conditions under which these differ are added to `differ`.
    pub(super) fn dependent_tasks(&mut self, here: EventRef, differ: &mut Vec<TermId>) -> TaskOrder {
        let tasks = |walk: &Self, at: EventRef| -> Vec<ThreadId> {
            let threads = &walk.facts.threads;
            threads.around(walk.skeleton, at).into_iter().filter(|s| threads.all[*s].depends.is_some()).collect()
        };
        // Tasks of two threads of a team are no siblings.
        if self.concurrent.as_ref().is_none_or(|b| b.team.is_some()) {
            return TaskOrder::No;
        }
        let state = State::start(self);
        let mut answer = TaskOrder::No;
        for s in tasks(self, self.at) {
            for t in tasks(self, here) {
                if !self.facts.threads.siblings(s, t) {
                    continue;
                }
                let [a, b] = [s, t].map(|s| self.facts.threads.all[s].depends.clone().unwrap_or_default());
                for x in &a {
                    for y in &b {
                        let ordered = x.orders(y) || s == t && self.is_written_between(s, x);
                        if !ordered {
                            continue;
                        }
                        let (p, q) = (self.at_issue(&state, x.address), self.now(&state, y.address));
                        let same = self.facts.terms.eq(p, q);
                        if self.facts.terms.is_true(same) {
                            return TaskOrder::Yes;
                        }
                        differ.push(self.facts.terms.not(same));
                    }
                }
                if s == t {
                    let mut others = self.with_dependences().into_iter().filter(|m| *m != s);
                    if others.any(|m| self.linked(s, m) != Some(0)) {
                        answer = TaskOrder::Perhaps;
                    }
                    continue;
                }
                if !self.may_be_chained(s, t) && !self.may_be_chained(t, s) {
                    continue;
                }
                if !self.made_in_iterations(s, t) && (self.chained(s, t) || self.chained(t, s)) {
                    return TaskOrder::Yes;
                }
                answer = TaskOrder::Perhaps;
            }
        }
        answer
    }

    /// Whether each iteration that makes a task also makes another one that writes a location which the first one names, at the same address:
    /// two tasks of different iterations with this address are ordered through the other one.
    fn is_written_between(&mut self, s: ThreadId, x: &Dependence) -> bool {
        let Some(made) = spawn_of(self.skeleton, s) else { return false };
        let loops = &self.skeleton.nodes[made.node].loops;
        let Some(header) = loops.last().and_then(|l| self.skeleton.loops[*l].header) else { return false };
        for m in self.with_dependences() {
            if m == s || !self.facts.threads.siblings(m, s) {
                continue;
            }
            let list = self.facts.threads.all[m].depends.clone().unwrap_or_default();
            let Some(other) = spawn_of(self.skeleton, m) else { continue };
            let in_iteration = &self.skeleton.nodes[other.node].loops == loops
                && (!reaches(self.skeleton, header, made.node, Some(other.node))
                    || !reaches(self.skeleton, made.node, header, Some(other.node)));
            if in_iteration && list.iter().any(|z| z.writes && z.orders(x) && z.address == x.address) {
                return true;
            }
        }
        false
    }

    /// Whether the depend clauses of two tasks name a common location that at least one task writes: `Some(0)` means never, `Some(1)`
    /// always.
    fn linked(&mut self, s: ThreadId, t: ThreadId) -> Option<i64> {
        let [a, b] = [s, t].map(|s| self.facts.threads.all[s].depends.clone().unwrap_or_default());
        let mut answer = Some(0);
        for x in &a {
            for y in b.iter().filter(|y| x.orders(y)) {
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

    fn with_dependences(&self) -> Vec<ThreadId> {
        let all = self.facts.threads.all.iter_enumerated();
        all.filter(|(_, thread)| thread.depends.is_some()).map(|(id, _)| id).collect()
    }

    /// Whether dependences may lead from a task to a later one through those that are made in between.
    fn may_be_chained(&mut self, from: ThreadId, to: ThreadId) -> bool {
        let all = self.with_dependences();
        let mut seen = BTreeSet::from([from]);
        let mut work = vec![from];
        while let Some(task) = work.pop() {
            for next in &all {
                let in_iteration = self.may_follow(task, *next) && (*next == to || self.may_follow(*next, to));
                if in_iteration && self.linked(task, *next) != Some(0) && seen.insert(*next) {
                    work.push(*next);
                }
            }
        }
        seen.contains(&to)
    }

    /// Whether a task waits for an earlier one through tasks that are created between the two, on every path.
    fn chained(&mut self, from: ThreadId, to: ThreadId) -> bool {
        let all = self.with_dependences();
        let mut seen = BTreeSet::from([from]);
        let mut work = vec![from];
        while let Some(task) = work.pop() {
            for next in &all {
                if seen.contains(next) || !self.facts.threads.siblings(*next, from) {
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

    /// Whether a loop can create the two tasks alternately between two barriers of their team: it contains the creation of both, and the
    /// team does not synchronise in it.
    fn made_in_iterations(&self, s: ThreadId, t: ThreadId) -> bool {
        let loops = |task| spawn_of(self.skeleton, task).map_or(&[][..], |e| &self.skeleton.nodes[e.node].loops);
        let threads = &self.facts.threads;
        loops(s).iter().any(|l| {
            let inside = self.facts.terms.syms[self.skeleton.loops[*l].counter].thread.is_some();
            loops(t).contains(l) && inside && !threads.lockstep.contains(l)
        })
    }

    /// Whether a task may be made after another.
    fn may_follow(&self, first: ThreadId, then: ThreadId) -> bool {
        let spawns = [first, then].map(|s| spawn_of(self.skeleton, s));
        let [Some(first), Some(then)] = spawns else { return true };
        first.node == then.node && first.item < then.item || reaches(self.skeleton, first.node, then.node, None)
    }

    /// Whether a task is created after another, and each path there passes the creation of a third one.
    fn made_between(&self, from: ThreadId, between: ThreadId, to: ThreadId) -> bool {
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

/// Whether a path leads from a node to another one without passing the node `avoid`.
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
