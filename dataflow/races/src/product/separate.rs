//! The separate memory model: the synchronisations since which a process has synchronised the copies of a window (theory, 2.7).

use super::Product;
use super::active::Active;
use super::check::Views;
use super::check::at_target;
use crate::pending::separate::brings_in;
use crate::sync::held::epoch_call;
use rma_frontend::api::AccessKind;
use rma_skeleton::candidate::{Conflict, Overlap};
use rma_skeleton::skeleton::Skeleton;
use rma_term::ids::{EventRef, NodeId, ObjId, TermId};
use rma_term::term::Process;
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// For each synchronisation that may have been passed (`None`: whichever was the last one): the calls that every path since then
/// passes and that synchronise the copies of their windows.
type Since = BTreeMap<Option<EventRef>, BTreeSet<EventRef>>;

/// The calls at every node.
#[derive(Debug, Default)]
pub(super) struct Synced {
    nodes: FxHashMap<NodeId, Since>,
}

impl Synced {
    pub fn new(skeleton: &Skeleton) -> Synced {
        let mut synced = Synced::default();
        let Some(entry) = skeleton.entry else { return synced };
        synced.nodes.insert(entry, Since::from([(None, BTreeSet::new())]));
        let mut work = VecDeque::from([entry]);
        while let Some(node) = work.pop_front() {
            let mut state = synced.nodes[&node].clone();
            for item in 0..skeleton.nodes[node].items.len() {
                step(skeleton, EventRef { node, item: item as u32, effect: 0 }, &mut state);
            }
            for edge in &skeleton.nodes[node].succs {
                match synced.nodes.get_mut(&edge.to) {
                    None => {
                        synced.nodes.insert(edge.to, state.clone());
                        work.push_back(edge.to);
                    }
                    Some(old) => {
                        if merge(old, &state) {
                            work.push_back(edge.to);
                        }
                    }
                }
            }
        }
        synced
    }

    /// The calls passed since synchronisation `since`, or since the last one where that is not passed on the path to `at`.
    pub fn calls(&self, skeleton: &Skeleton, at: EventRef, since: EventRef) -> Vec<EventRef> {
        let Some(state) = self.nodes.get(&at.node) else { return Vec::new() };
        let mut state = state.clone();
        for item in 0..at.item {
            step(skeleton, EventRef { item, effect: 0, ..at }, &mut state);
        }
        let calls = state.get(&Some(since)).or_else(|| state.get(&None));
        calls.into_iter().flatten().copied().collect()
    }
}

fn step(skeleton: &Skeleton, at: EventRef, state: &mut Since) {
    let event = &skeleton.nodes[at.node].items[at.item as usize].event;
    if crate::segment::synchronises(event, crate::segment::Followed::All) {
        state.insert(None, BTreeSet::new());
        state.insert(Some(at), BTreeSet::new());
    }
    if epoch_call(skeleton, at).is_some_and(|e| brings_in(e.change)) {
        for calls in state.values_mut() {
            calls.insert(at);
        }
    }
}

/// Adds another path to a node; returns whether this changes anything.
fn merge(old: &mut Since, new: &Since) -> bool {
    let mut changed = false;
    for (since, calls) in new {
        match old.get_mut(since) {
            None => {
                old.insert(*since, calls.clone());
                changed = true;
            }
            Some(have) => {
                let n = have.len();
                have.retain(|c| calls.contains(c));
                changed |= have.len() < n;
            }
        }
    }
    changed
}

impl Product<'_, '_> {
    /// Whether the two can conflict: a change that the private copy lacks conflicts with accesses of the owner, a change that the
    /// public copy lacks conflicts with operations of other processes.
    pub(super) fn both_there(&self, a: &Active, b: &Active) -> bool {
        match (a.hidden, b.hidden) {
            (None, None) => true,
            (Some(_), None) => b.target.is_none(),
            (None, Some(_)) => b.target.is_none(),
            (Some(_), Some(_)) => false,
        }
    }

    /// Conflicts of an operation and an access of the owner in the separate memory model, derived from the conflicts on the same
    /// bytes in the unified model.
    pub(super) fn between_copies(
        &mut self,
        views: &mut Views,
        a: &Active,
        b: &Active,
        obj: ObjId,
        same_bytes: Vec<(Conflict, Option<TermId>, Vec<Overlap>)>,
    ) -> Vec<(Conflict, Option<TermId>, Vec<Overlap>)> {
        let mut hidden = same_bytes;
        if let Some(since) = a.hidden {
            let Some(synced) = &self.synced else { return Vec::new() };
            let calls = synced.calls(self.skeleton, b.at, since);
            let wins: Vec<TermId> = calls.into_iter().filter_map(|c| Some(epoch_call(self.skeleton, c)?.win)).collect();
            let mut seen = Vec::new();
            for win in wins {
                let (x, y) = (a.win.map(|w| views.copies[0].of(self.facts, w)), views.copies[1].of(self.facts, win));
                seen.extend(x.map(|x| self.facts.terms.eq(x, y)));
            }
            let seen = self.facts.terms.any(&seen);
            let unseen = self.facts.terms.not(seen);
            for (_, cond, _) in &mut hidden {
                *cond = Some(cond.map_or(unseen, |c| self.facts.terms.all(&[c, unseen])));
            }
        }
        if a.hidden.or(b.hidden).is_some() {
            for (conflict, ..) in &mut hidden {
                *conflict = Conflict::Copies;
            }
            return hidden;
        }
        // A store and a put or accumulate at the same time, wherever in the window they are.
        let writes = |x: &Active| x.effect.kind != AccessKind::Read;
        if b.target.is_none() && writes(a) && writes(b) {
            let same = self.same_memory(views, a, b, obj);
            if !self.facts.terms.is_false(same) {
                hidden.push((Conflict::Copies, Some(same), Vec::new()));
            }
        }
        hidden
    }

    /// Condition that both effects touch the same instance of an object of the second process.
    fn same_memory(&mut self, views: &mut Views, a: &Active, b: &Active, obj: ObjId) -> TermId {
        let mut paths = Vec::new();
        for x in a.effect.area.places.iter().filter(|p| p.obj == obj) {
            for y in b.effect.area.places.iter().filter(|p| p.obj == obj) {
                let [first, second] = &mut views.copies;
                let x = at_target(self.facts, x, first, second);
                let y = match b.target {
                    Some(_) => at_target(self.facts, y, second, &mut self.made.elsewhere(Process::Target)),
                    None => y.map(|t| second.of(self.facts, t)),
                };
                let same = self.facts.terms.eq(x.inst, y.inst);
                paths.push(self.facts.terms.all(&[x.guard, x.named, y.guard, y.named, same]));
            }
        }
        self.facts.terms.any(&paths)
    }
}
