//! The separate memory model (MPI 4.1, 12.4 and 12.7): changes that one copy of a window has and the other does not have yet
//! (theory, 2.7).
//!
//! An operation of passive target synchronisation that is complete at its target has changed the public copy; the owner sees it
//! after its next call that synchronises the copies. A store of the owner has changed the private copy; operations see it after
//! the owner's next such call. Walks like those of pending operations find the synchronisations that are passed before that
//! call, and the product compares the changes that are not visible there with the other process' accesses.

use super::opened::{Opening, is_store, stand_in};
use super::state::State;
use super::{PRECISIONS_AT_TARGET, Walk};
use crate::pending::pending_at_sync::is_passed;
use crate::pending::search::Search;
use rma_frontend::api::{AccessKind, Bank, Epoch};
use rma_skeleton::facts::Facts;
use rma_skeleton::skeleton::{EpochKind, Event, Issue, OrderKind};
use rma_term::ids::{EventRef, ObjId};
use std::collections::BTreeSet;

/// A call of the owner after which its loads see what is in the public copy.
pub(crate) fn brings_in(change: Epoch) -> bool {
    matches!(change, Epoch::Sync | Epoch::Lock | Epoch::LockAll | Epoch::Wait | Epoch::Test | Epoch::Fence)
}

/// Whether a call of the owner makes its stores visible to operations of other processes.
fn brings_out(change: Epoch) -> bool {
    matches!(change, Epoch::Sync | Epoch::Post | Epoch::Fence | Epoch::Unlock | Epoch::UnlockAll)
}

/// Walks from operations of passive target synchronisation and from stores to window memory.
pub(super) fn find(search: &mut Search) {
    let skeleton = search.skeleton;
    let memory = windows(search.facts);
    let calls = skeleton.nodes.iter().flat_map(|n| &n.items);
    let Some(routine) = calls.into_iter().find_map(|i| match &i.event {
        Event::Issue(i) if i.target.win.is_some() => Some(i.routine),
        _ => None,
    }) else {
        return;
    };
    for (node, data) in skeleton.nodes.iter_enumerated() {
        for (item, i) in data.items.iter().enumerate() {
            let at = EventRef { node, item: item as u32, effect: 0 };
            let store;
            let (issue, bank): (&Issue, Bank) = match &i.event {
                Event::Issue(issue) if writes_passively(search.facts, issue) => (&**issue, Bank::Target),
                Event::Access(a) if is_store(a) && a.area.places.iter().any(|p| memory.contains(&p.obj)) => {
                    store = stand_in(routine, None, None, vec![a.clone()]);
                    (&store, Bank::Own)
                }
                _ => continue,
            };
            let start = search.opening(at, issue, bank, Opening::Copy);
            // Only the places where it is pending matter.
            let (published, deferred) = (search.at_targets.published.len(), search.deferred.len());
            search.descend(&start, &PRECISIONS_AT_TARGET);
            search.at_targets.published.truncate(published);
            search.deferred.truncate(deferred);
        }
    }
}

/// Memory that the caller has made a window of.
fn windows(facts: &mut Facts) -> BTreeSet<ObjId> {
    let bases: Vec<_> = facts.windows.values().filter_map(|w| w.base).collect();
    bases.into_iter().flat_map(|b| facts.places(b).list).map(|p| p.obj).collect()
}

/// Epochs of active target synchronisation end with calls that synchronise the copies.
fn writes_passively(facts: &Facts, issue: &Issue) -> bool {
    let kind = issue.epoch.kind.and_then(|e| facts.terms.as_const(e));
    let active = [EpochKind::Fence, EpochKind::Start].iter().any(|k| kind == Some(*k as i64));
    !active && issue.effects.iter().any(|e| e.bank == Bank::Target && e.kind != AccessKind::Read)
}

impl Walk<'_, '_> {
    /// Passes an event with a change that one copy of the window does not have yet; `false` when the event brings the change to
    /// that copy.
    pub(super) fn pass_hidden(&mut self, state: &mut State, event: &Event, here: EventRef) -> bool {
        let of_owner = self.bank == Bank::Own;
        match event {
            Event::Complete(c) if !of_owner => {
                let covered = self.covers(state, c);
                state.done |= covered.is_none_or(|c| !self.facts.terms.is_false(c));
                return true;
            }
            Event::Order(o) => match o.kind {
                OrderKind::Collective { frees: Some(win), .. } if self.is_own_window(state, win) => return false,
                OrderKind::Collective { makes: Some(win), .. } if of_owner => {
                    let base = self.facts.windows.get(&win).and_then(|w| w.base);
                    if base.is_some_and(|b| self.stored_in(b)) {
                        return false;
                    }
                }
                _ => {}
            },
            Event::Epoch(e) => {
                let over = if of_owner { brings_out(e.change) } else { e.change == Epoch::Fence };
                if over && self.is_own_window(state, e.win) {
                    return false;
                }
            }
            _ => return true,
        }
        if (of_owner || state.done) && is_passed(event) {
            state.since = state.since.or(Some(here));
            self.carry(state, here);
        }
        true
    }

    /// Whether a window is that of the operation, or that of the memory that the store changed.
    fn is_own_window(&mut self, state: &State, win: rma_term::ids::TermId) -> bool {
        let win = self.now(state, win);
        if let Some(own) = self.issue.target.win {
            let own = self.at_issue(state, own);
            let same = self.facts.terms.eq(own, win);
            return self.facts.terms.is_true(same);
        }
        let base = self.facts.window(win).and_then(|(_, w)| w.base);
        base.is_some_and(|b| self.stored_in(b))
    }

    fn stored_in(&mut self, base: rma_term::ids::TermId) -> bool {
        let places = self.facts.places(base).list;
        let stored = &self.issue.effects[0].area.places;
        places.iter().any(|p| stored.iter().any(|q| q.obj == p.obj))
    }
}
