//! The locks that a process certainly holds, and the exposure epochs that may be open, at each event (theory, 7.6).
//!
//! A lock that is held on every path excludes the holders of conflicting locks; while an exposure epoch is open on some
//! path, operations of active target synchronisation may access the window.

use rma_frontend::api::Epoch;
use rma_skeleton::facts::Facts;
use rma_skeleton::skeleton::paths::synchronises_all;
use rma_skeleton::skeleton::{Edge, EpochCall, Event, Skeleton};
use rma_term::ids::{EventRef, NodeId, SymId, TermId};
use rma_term::term::{SymKind, Term};
use rustc_hash::FxHashMap;
use std::collections::{BTreeSet, VecDeque};

/// The locks that are held at the start of a node.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
struct HeldState {
    locks: BTreeSet<EventRef>,
    /// Held on some of the paths here only.
    doubtful: BTreeSet<EventRef>,
    exposures: BTreeSet<EventRef>,
}

/// Locks and exposure epochs at every node.
#[derive(Debug, Default)]
pub(crate) struct Held {
    nodes: FxHashMap<NodeId, HeldState>,
    /// Positions of the synchronisation calls of each node that has any.
    calls: FxHashMap<NodeId, Vec<u32>>,
}

impl Held {
    pub fn new(facts: &mut Facts, skeleton: &Skeleton) -> Held {
        let mut held = Held::default();
        let any = skeleton.nodes.iter().flat_map(|n| &n.items).any(
            |i| matches!(&i.event, Event::Epoch(e) if matches!(e.change, Epoch::Lock | Epoch::LockAll | Epoch::Post | Epoch::Acquire)),
        );
        let Some(entry) = skeleton.entry.filter(|_| any) else { return held };
        for (id, node) in skeleton.nodes.iter_enumerated() {
            let calls = node.items.iter().zip(0..).filter(|(i, _)| matches!(i.event, Event::Epoch(_)));
            let calls: Vec<u32> = calls.map(|(_, n)| n).collect();
            if !calls.is_empty() {
                held.calls.insert(id, calls);
            }
        }
        held.nodes.insert(entry, HeldState::default());
        let mut work = VecDeque::from([entry]);
        while let Some(node) = work.pop_front() {
            let mut state = held.nodes[&node].clone();
            for i in held.calls.get(&node).into_iter().flatten() {
                step(facts, skeleton, node, *i, &mut state);
            }
            for edge in &skeleton.nodes[node].succs {
                // What one thread of a team locks, its process holds.
                let by_one = skeleton.nodes[node].succs.iter().any(|e| facts.selects(e.cond));
                if by_one && facts.selects_others(edge.cond) {
                    continue;
                }
                let mut next = state.clone();
                let inside = &skeleton.nodes[edge.to].loops;
                // In the next iteration, or outside the loop, terms of this one mean something else.
                for l in &skeleton.nodes[node].loops {
                    let iterated = skeleton.loops[*l].begins_at(edge.to);
                    if !inside.contains(l) || iterated {
                        next.locks.retain(|at| !stale(facts, skeleton, *at, *l));
                    }
                }
                next.locks.extend(taken_by_branch(facts, skeleton, node, edge.cond));
                next.exposures.retain(|post| !excludes(facts, skeleton, *post, node, edge));
                match held.nodes.get_mut(&edge.to) {
                    None => {
                        held.nodes.insert(edge.to, next);
                        work.push_back(edge.to);
                    }
                    Some(old) => {
                        let locks: BTreeSet<EventRef> = old.locks.intersection(&next.locks).copied().collect();
                        let exposures: BTreeSet<EventRef> = old.exposures.union(&next.exposures).copied().collect();
                        let any = [&old.locks, &next.locks, &old.doubtful, &next.doubtful].into_iter().flatten();
                        let doubtful: BTreeSet<EventRef> = any.filter(|l| !locks.contains(l)).copied().collect();
                        let merged = HeldState { locks, doubtful, exposures };
                        if merged != *old {
                            *old = merged;
                            work.push_back(edge.to);
                        }
                    }
                }
            }
        }
        held
    }

    /// The lock calls in effect at an event, and whether that is so on some of the paths only.
    pub fn locks(&self, facts: &Facts, skeleton: &Skeleton, at: EventRef) -> Vec<(EventRef, bool)> {
        let HeldState { locks, doubtful, .. } = self.at(facts, skeleton, at);
        let sure = locks.into_iter().map(|l| (l, false));
        sure.chain(doubtful.into_iter().map(|l| (l, true))).collect()
    }

    /// The post calls whose exposure epochs may be open at an event.
    pub fn exposures(&self, facts: &Facts, skeleton: &Skeleton, at: EventRef) -> Vec<EventRef> {
        self.at(facts, skeleton, at).exposures.into_iter().collect()
    }

    fn at(&self, facts: &Facts, skeleton: &Skeleton, at: EventRef) -> HeldState {
        let mut state = self.nodes.get(&at.node).cloned().unwrap_or_default();
        if self.nodes.is_empty() {
            return state;
        }
        for i in self.calls.get(&at.node).into_iter().flatten().take_while(|i| **i < at.item) {
            step(facts, skeleton, at.node, *i, &mut state);
        }
        state
    }
}

/// For collectives and fences: the windows that may have an open exposure epoch there.
pub(crate) fn open_exposures(facts: &mut Facts, skeleton: &Skeleton) -> FxHashMap<EventRef, Vec<TermId>> {
    let mut out = FxHashMap::default();
    let posts = |i: &rma_skeleton::skeleton::Item| matches!(&i.event, Event::Epoch(e) if e.change == Epoch::Post);
    if !skeleton.nodes.iter().flat_map(|n| &n.items).any(posts) {
        return out;
    }
    let held = Held::new(facts, skeleton);
    for (node, data) in skeleton.nodes.iter_enumerated() {
        for (item, i) in (0..).zip(&data.items) {
            if synchronises_all(&i.event) {
                let at = EventRef { node, item, effect: 0 };
                let posts = held.exposures(facts, skeleton, at);
                let windows: Vec<TermId> =
                    posts.iter().filter_map(|p| epoch_call(skeleton, *p)).map(|e| e.win).collect();
                if !windows.is_empty() {
                    out.insert(at, windows);
                }
            }
        }
    }
    out
}

/// The call that a reference names.
pub(crate) fn epoch_call(skeleton: &Skeleton, at: EventRef) -> Option<&EpochCall> {
    match &skeleton.nodes[at.node].items[at.item as usize].event {
        Event::Epoch(e) => Some(e),
        _ => None,
    }
}

/// Whether no run that has passed a call follows an edge: what the whole run is made with, such as an option of the program, decides both, and
/// it decides them differently.
fn excludes(facts: &mut Facts, skeleton: &Skeleton, call: EventRef, from: NodeId, edge: &Edge) -> bool {
    let to = &skeleton.nodes[edge.to].reach;
    let told = skeleton.nodes[call.node].reach.iter().chain(to).copied().chain(facts.terms.conjuncts(edge.cond));
    let fixed = |s: SymId| {
        let sym = &facts.terms.syms[s];
        let kind = matches!(
            sym.kind,
            SymKind::Parameter | SymKind::Rank(_) | SymKind::Size(_) | SymKind::Input | SymKind::LoopPhi(_)
        );
        // The value that a loop has left which is run once, or has not come to yet.
        let outside = |l| [call.node, from, edge.to].iter().all(|n| !skeleton.nodes[*n].loops.contains(&l));
        kind && sym.def_loop.is_none_or(|l| skeleton.loops[l].parent.is_none() && outside(l))
    };
    let told: Vec<TermId> = told.filter(|t| !facts.terms.any_sym(*t, |s| !fixed(s))).collect();
    facts.threads.around(skeleton, call).is_empty() && facts.terms.is_contradiction(&told)
}

/// Locks that calls at the end of a node have taken where an edge with this condition is followed.
fn taken_by_branch(facts: &Facts, skeleton: &Skeleton, node: NodeId, cond: TermId) -> Option<EventRef> {
    let calls = skeleton.nodes[node].items.iter().zip(0..).filter_map(|(i, n)| match &i.event {
        Event::Epoch(e) => Some((n, e)),
        _ => None,
    });
    let (item, last) = calls.last()?;
    let implied = match facts.terms.get(cond) {
        Term::All(parts) => parts.contains(&last.cond),
        _ => cond == last.cond,
    };
    let tried = last.change == Epoch::Acquire && facts.terms.as_const(last.cond).is_none();
    (tried && implied).then_some(EventRef { node, item, effect: 0 })
}

fn stale(facts: &Facts, skeleton: &Skeleton, at: EventRef, l: rma_term::ids::LoopId) -> bool {
    let Some(e) = epoch_call(skeleton, at) else { return true };
    let varies = |t: TermId| facts.varies_in(t, l);
    varies(e.win) || e.rank.is_some_and(varies) || varies(e.exclusive)
}

fn step(facts: &Facts, skeleton: &Skeleton, node: NodeId, item: u32, state: &mut HeldState) {
    let at = EventRef { node, item, effect: 0 };
    let Some(e) = epoch_call(skeleton, at) else { return };
    match e.change {
        Epoch::Lock | Epoch::LockAll => {
            state.locks.insert(at);
        }
        // The branches that follow determine whether a conditional lock is taken.
        Epoch::Acquire if facts.terms.is_true(e.cond) => {
            state.locks.insert(at);
        }
        Epoch::Release => {
            let of = |l: &EventRef| epoch_call(skeleton, *l).filter(|l| l.change == Epoch::Acquire);
            let same = |l: &EpochCall| (l.win, l.rank) == (e.win, e.rank);
            let known = state.locks.iter().any(|l| of(l).is_some_and(same));
            state.locks.retain(|l| of(l).is_none_or(|l| known && !same(l)));
        }
        Epoch::Unlock => {
            let of = |l: &EventRef| epoch_call(skeleton, *l).filter(|l| l.change == Epoch::Lock);
            let exact = |l: &EventRef| of(l).is_some_and(|l| l.win == e.win && l.rank == e.rank);
            state.doubtful.retain(|l| of(l).is_none());
            if state.locks.iter().any(exact) {
                state.locks.retain(|l| !exact(l));
            } else {
                // Another handle or rank may mean the same target.
                state.locks.retain(|l| of(l).is_none());
            }
        }
        Epoch::UnlockAll => {
            let other =
                |l: &EventRef| epoch_call(skeleton, *l).is_some_and(|l| l.change != Epoch::LockAll || l.win != e.win);
            state.locks.retain(other);
            state.doubtful.retain(other);
        }
        Epoch::Post => {
            state.exposures.insert(at);
        }
        Epoch::Wait => state.exposures.retain(|p| epoch_call(skeleton, *p).is_some_and(|p| p.win != e.win)),
        _ => {}
    }
}
