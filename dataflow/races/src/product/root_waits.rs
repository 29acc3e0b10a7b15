//! Waits of the root of a collective: a process that has got data from the root continues after all that the root has waited for
//! (theory, 7.5).
//!
//! A process passes a broadcast after its root has entered it, and the root may have waited for the other process before: for a
//! word or for a message. Whether the root has waited is tried for small numbers of processes.

use super::Product;
use super::state::ProductState;
use crate::sync::passed::{by_rank, number};
use rma_skeleton::facts::Facts;
use rma_skeleton::skeleton::paths::is_barrier_of_all;
use rma_skeleton::skeleton::{Event, OrderCall, OrderKind, Skeleton};
use rma_term::ids::{EventRef, NodeId, TermId};
use rma_term::term::{CommId, Process};
use rustc_hash::FxHashSet;
use std::rc::Rc;

/// The events that the root of a collective waits for before it, since the last barrier of all.
#[derive(Debug)]
pub(super) struct RootWaits {
    waits: Vec<EventRef>,
    /// Every root waits for all of them, once.
    certain: bool,
}

fn is_wait(_: &Facts, o: &OrderCall) -> bool {
    matches!(o.kind, OrderKind::Observe { .. } | OrderKind::Receive { takes: true, .. } | OrderKind::Notified { .. })
}

/// Whether some path from one place to another passes no barrier of all.
fn unmet(skeleton: &Skeleton, first: EventRef, then: EventRef) -> bool {
    let mut seen: FxHashSet<NodeId> = FxHashSet::default();
    let mut work = vec![(first.node, first.item as usize + 1)];
    while let Some((node, from)) = work.pop() {
        let items = &skeleton.nodes[node].items;
        let found_by_all = (from..items.len()).find(|n| {
            (node, *n) == (then.node, then.item as usize)
                || matches!(&items[*n].event, Event::Order(o) if is_barrier_of_all(o))
        });
        match found_by_all {
            Some(n) if (node, n) == (then.node, then.item as usize) => return true,
            Some(_) => {}
            None => {
                let next = skeleton.nodes[node].succs.iter().map(|e| e.to);
                work.extend(next.filter(|to| seen.insert(*to)).map(|to| (to, 0)));
            }
        }
    }
    false
}

impl Product<'_, '_> {
    /// Cases in which a third process, the root of a collective, has entered it: without waiting for the other process, or after
    /// the other process has done what the root waits for.
    pub(super) fn by_root(
        &mut self,
        state: &ProductState,
        who: usize,
        (at, o): (EventRef, &OrderCall),
        root: TermId,
    ) -> Vec<(ProductState, Vec<TermId>)> {
        let known = self.root_waits(at, root);
        let waits: Vec<EventRef> =
            known.waits.iter().copied().filter(|w| self.may_let_go(state, 1 - who, *w)).collect();
        if waits.is_empty() {
            return vec![(state.clone(), Vec::new())];
        }
        let lossy = ProductState { lossy: true, ..state.clone() };
        if o.comm != CommId::World || !known.certain {
            return vec![(lossy, Vec::new())];
        }
        let mut copy = self.made.at(Process::of(who), &state.at[who]);
        let root = copy.of(self.facts, root);
        let me = self.rank(who, CommId::World);
        let mut paths = vec![(state.clone(), vec![self.facts.terms.eq(me, root)])];
        if let Some(empty) = o.empty {
            paths.push((state.clone(), vec![copy.of(self.facts, empty)]));
        }
        let own = self.facts.rank_in_comm(CommId::World);
        let third = self
            .made
            .elsewhere(state.third(&self.facts.terms.limits, who).unwrap_or(Process::Third))
            .of(self.facts, own);
        let is_root = self.facts.terms.eq(third, root);
        let always = self.facts.terms.truth(true);
        paths.extend(self.after_waits(state, who, &waits, vec![always, is_root]));
        paths.retain(|(_, conds)| conds.iter().all(|c| !self.facts.terms.is_false(*c)));
        paths
    }

    fn root_waits(&mut self, at: EventRef, root: TermId) -> Rc<RootWaits> {
        if let Some(known) = self.root_waits.get(&at) {
            return known.clone();
        }
        let mut of_all: Option<FxHashSet<EventRef>> = None;
        let mut certain = self.skeleton.nodes[at.node].loops.is_empty();
        let mut any: FxHashSet<EventRef> = FxHashSet::default();
        for ((size, rank), passed, more) in by_rank(self.facts, self.skeleton, at, is_wait) {
            if number(self.facts, root, rank, size).is_some_and(|root| root != rank) {
                continue;
            }
            certain &= !more && of_all.as_ref().is_none_or(|all| *all == passed);
            any.extend(&passed);
            of_all = Some(passed);
        }
        if of_all.is_none() || !certain {
            certain = false;
            let all = self.skeleton.nodes.iter_enumerated().flat_map(|(node, n)| {
                let waits = n.items.iter().enumerate().filter(|(_, i)| match &i.event {
                    Event::Order(o) => is_wait(self.facts, o),
                    _ => false,
                });
                waits.map(move |(item, _)| EventRef { node, item: item as u32, effect: 0 })
            });
            any.extend(all);
        }
        let mut waits: Vec<EventRef> = any.into_iter().filter(|w| unmet(self.skeleton, *w, at)).collect();
        waits.sort_unstable();
        certain &= waits.iter().all(|w| self.skeleton.nodes[w.node].loops.is_empty());
        let known = Rc::new(RootWaits { waits, certain });
        self.root_waits.insert(at, known.clone());
        known
    }

    /// Whether a process may do what a wait of another one ends by.
    fn may_let_go(&mut self, state: &ProductState, who: usize, wait: EventRef) -> bool {
        let Event::Order(call) = self.event(wait) else { return false };
        let reaches: Vec<Vec<TermId>> = match &call.kind {
            OrderKind::Observe { location, .. } => {
                let window = self.window(location.memory);
                let updates = self.sync.waits.updates.clone();
                let there = updates.into_iter().filter(|u| self.window(u.location.memory) == window);
                there.map(|u| u.reach).collect()
            }
            OrderKind::Receive { .. } => self.third_senders.iter().map(|r| r.reach.clone()).collect(),
            _ => return true,
        };
        let mut copy = self.made.elsewhere(Process::of(who));
        reaches.into_iter().any(|reach| {
            let reach: Vec<TermId> = reach.into_iter().filter(|c| self.about_rank(*c)).collect();
            let mut conds: Vec<TermId> = reach.into_iter().map(|c| copy.of(self.facts, c)).collect();
            conds.extend(&state.conds);
            let all = self.facts.terms.all(&conds);
            !self.facts.terms.is_false(all)
        })
    }
}
