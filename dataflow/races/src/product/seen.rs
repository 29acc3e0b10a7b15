//! Which updates of locations a process has seen, and which operations of the other process are therefore complete (theory, 7.3).
//!
//! A process that loops over targets puts to each of them and then sets a flag there. The target that has seen its flag knows that the put to
//! it is complete, in whichever iteration the first process is by now: no two iterations go to the same process.
//!
//! *Lemma.* Let q have seen the update u by p of a word of q, outside of threads, and let a be an operation of p such that (1) on every path a
//! fence is between a and u, and (2) no path leads from u to a in one iteration of the innermost loop around both. If (3) this loop takes u and a
//! to one target, and to each target at most once, or if p has begun no further iteration since this u, then no pending operation from a goes to
//! q.

use super::Product;
use super::active::Active;
use super::copy::Copy;
use super::state::{Flag, Iter, ProductState};
use super::third_messages::visits_once;
use crate::pending::pending_at_sync::own_update;
use crate::segment::SegmentPath;
use crate::sync::Synchronisation;
use rma_skeleton::facts::Facts;
use rma_skeleton::skeleton::{Event, OrderKind, Skeleton};
use rma_term::ids::{EventRef, LoopId, NodeId, TermId};
use rma_term::term::CommId;

/// What is known of an update that the other process has seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Seen {
    /// The process has not made this update again since.
    pub last: bool,
    /// The process that has seen the update is its target, and so many of the outermost loops around the update have had no further iteration
    /// since.
    pub steady: Option<usize>,
}

/// Whether a store into a word of a third process lets only that process pass a wait: every process waits only for words in its own memory,
/// and none waits before it updates a word.
pub(super) fn wait_at_home(facts: &mut Facts, sync: &Synchronisation, skeleton: &Skeleton) -> bool {
    if sync.waits.updates.iter().any(|u| u.dependent) {
        return false;
    }
    let own = facts.rank_in_comm(CommId::World);
    let mut events = skeleton.nodes.iter().flat_map(|n| &n.items).map(|i| &i.event);
    events.all(|e| match e {
        Event::Order(o) => !matches!(o.kind, OrderKind::Observe { location, .. } if location.target != own),
        _ => true,
    })
}

impl Product<'_, '_> {
    /// Forgets updates of the process `who` that the other process never looks at: they go to third processes.
    pub(super) fn forget_flags_of_others(&mut self, next: &mut ProductState, who: usize, conds: &[TermId]) {
        if !self.wait_at_home {
            return;
        }
        let known: Vec<TermId> = next.conds.iter().chain(conds).chain(&self.premise).copied().collect();
        let rank = self.rank(1 - who, CommId::World);
        let mut flags = std::mem::take(&mut next.channels.flags[who]);
        flags.retain(|flag| {
            let there = self.facts.terms.eq(flag.target, rank);
            let all = self.all_of(known.iter().copied().chain([there]).collect());
            !self.facts.terms.is_false(all) && !self.is_of_nobody(all)
        });
        next.channels.flags[who] = flags;
    }

    /// Notes that the process `who` has seen an update of the other process, at this target.
    pub(super) fn sees(&mut self, next: &mut ProductState, who: usize, flag: &Flag, target: TermId) {
        let update = flag.by;
        let itself = target == self.rank(who, CommId::World);
        let node = &self.skeleton.nodes[update.node];
        let around = node.loops.len();
        // Later iterations go to other processes: they change nothing.
        let once = match &node.items[update.item as usize].event {
            Event::Order(o) if itself => match (&o.kind, node.loops.last()) {
                (OrderKind::Update { location, .. }, Some(l)) => {
                    visits_once(self.facts, self.skeleton, location.target, *l)
                }
                _ => false,
            },
            _ => false,
        };
        // Iterations that the process has begun since it has made the update.
        let now = &next.at[1 - who].iters;
        let same = |(l, then): &(LoopId, Iter)| {
            matches!(then, Iter::Together(_) | Iter::Fixed(_)) && now.iter().any(|(m, now)| m == l && now == then)
        };
        let unmoved = flag.iters.iter().take_while(|iter| same(iter)).count();
        let steady = itself.then_some(unmoved.min(around - usize::from(once)));
        next.channels.seen[who].insert(update, Seen { last: !once, steady });
    }

    /// A process has made further iterations of loops around the updates that the other has seen, or enters such loops again.
    pub(super) fn iterate_seen(&self, next: &mut ProductState, who: usize, loops: &[LoopId], path: &SegmentPath) {
        for (update, seen) in &mut next.channels.seen[1 - who] {
            let around = &self.skeleton.nodes[update.node].loops;
            let again = |l: &LoopId| {
                let iterated = loops.iter().position(|x| x == l).is_some_and(|i| path.iterations[i] != 0);
                iterated || path.entered.contains_key(l)
            };
            if let (Some(steady), Some(n)) = (&mut seen.steady, around.iter().position(again)) {
                *steady = n.min(*steady);
            }
        }
    }

    /// Whether a process has seen an update that proves that an operation of the other process is complete.
    pub(super) fn knows_complete(&self, state: &ProductState, who: usize, op: &Active) -> bool {
        let seen = &state.channels.seen[who];
        op.announced.iter().any(|u| seen.get(u).is_some_and(|seen| seen.last || op.earlier))
    }

    /// The condition that an operation goes to another process than `who`, if that process has seen an update that proves that all
    /// operations that went to it are complete.
    pub(super) fn goes_elsewhere(
        &mut self,
        state: &ProductState,
        copy: &mut Copy,
        who: usize,
        op: &Active,
    ) -> Option<TermId> {
        let target = op.target.filter(|_| op.comm == CommId::World)?;
        let seen: Vec<(EventRef, usize)> =
            state.channels.seen[who].iter().filter_map(|(u, seen)| Some((*u, seen.steady?))).collect();
        let tells = seen.into_iter().any(|(update, steady)| {
            let around = &self.skeleton.nodes[update.node].loops;
            let of_round = |n: usize| !op.iterated.iter().any(|(l, _)| around[..n].contains(l));
            let at = EventRef { effect: 0, ..op.at };
            self.tells_target(update, at).is_some_and(|n| n <= steady && of_round(n))
        });
        if !tells {
            return None;
        }
        let (target, rank) = (copy.of(self.facts, target), self.rank(who, CommId::World));
        Some(self.facts.terms.ne(target, rank))
    }

    /// Whether an update proves to its target that an operation of the same process to this target is complete: on every path, the operation
    /// comes first and a fence is between the two. The result says in how many of the outermost loops around the update this
    /// needs the same iteration.
    fn tells_target(&mut self, update: EventRef, op: EventRef) -> Option<usize> {
        if let Some(known) = self.told_targets.get(&(update, op)) {
            return *known;
        }
        let tells = self.find_tells_target(update, op);
        self.told_targets.insert((update, op), tells);
        tells
    }

    fn find_tells_target(&mut self, update: EventRef, op: EventRef) -> Option<usize> {
        let skeleton = self.skeleton;
        let (of_update, of_op) = (&skeleton.nodes[update.node], &skeleton.nodes[op.node]);
        let recursive = [update.node, op.node].iter().any(|n| skeleton.in_recursion(*n));
        // Among threads, one may be at the update while another one has not come to the operation.
        let threads = [update, op].iter().any(|at| !self.facts.threads.around(skeleton, *at).is_empty());
        if recursive || threads || self.unfenced.contains(&(op, update)) {
            return None;
        }
        let Event::Order(o) = &of_update.items[update.item as usize].event else { return None };
        let OrderKind::Update { location, .. } = o.kind else { return None };
        let Event::Issue(issue) = &of_op.items[op.item as usize].event else { return None };
        let around: Vec<LoopId> =
            of_update.loops.iter().zip(&of_op.loops).take_while(|(a, b)| a == b).map(|(l, _)| *l).collect();
        let Some(inner) = around.last().copied() else {
            return (!self.leads_to(update, op, &[])).then_some(0);
        };
        // Another iteration goes to another process.
        let same = of_update.loops == of_op.loops && issue.target.rank == Some(location.target);
        let once = same && visits_once(self.facts, skeleton, location.target, inner);
        (!self.leads_to(update, op, &[inner])).then_some(around.len() - usize::from(once))
    }

    /// Whether a path leads from one event to another in the same iteration of these loops.
    fn leads_to(&self, from: EventRef, to: EventRef, within: &[LoopId]) -> bool {
        let skeleton = self.skeleton;
        if from.node == to.node && from.item < to.item && own_update(skeleton, to) != Some(from) {
            return true;
        }
        let begins = |n: NodeId| {
            within.iter().any(|l| skeleton.loops[*l].header == Some(n) || skeleton.loops[*l].states.contains(&n))
        };
        if within.iter().any(|l| skeleton.loops[*l].header.is_none()) {
            return true;
        }
        let (mut seen, mut work) = (vec![from.node], vec![from.node]);
        while let Some(node) = work.pop() {
            for to_node in skeleton.nodes[node].succs.iter().map(|e| e.to).filter(|n| !begins(*n)) {
                if to_node == to.node {
                    return true;
                }
                if !seen.contains(&to_node) {
                    seen.push(to_node);
                    work.push(to_node);
                }
            }
        }
        false
    }
}
