//! Walks from the calls that open epochs: where an epoch may still be open (theory, 6.6).
//!
//! The walks are those of pending operations. Here the call that ends the epoch is the completion, and the events that
//! must not be reached before it are a second lock, the free of the window, and the end of the program. Local stores to
//! window memory are followed in the same way up to the next synchronisation, for fences and posts that assert that
//! there were none.

use super::misuse::{Broken, frees};
use super::state::State;
use super::{PRECISIONS, Walk};
use crate::pending::promise;
use crate::pending::search::Search;
use rma_frontend::api::{AccessKind, Bank, Epoch, Routine};
use rma_skeleton::candidate::{Extent, Misuse, Overlap};
use rma_skeleton::skeleton::{Access, Actor, Complete, EpochCall, Event, Issue, OrderKind, Target};
use rma_term::ids::{EventRef, TermId};

/// What a walk follows when it does not follow an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Opening {
    /// An epoch, by the kind of call that opens it.
    Epoch(Epoch),
    /// A store to window memory.
    Store,
    /// Changes that are in one copy of a window and not yet in the other (separate memory model).
    Copy,
}

impl Opening {
    /// The completion is one of a call that ends the epoch.
    pub(super) fn ended_by(self, c: &Complete) -> bool {
        matches!(
            (self, c.routine.epoch),
            (Opening::Epoch(Epoch::Lock), Some(Epoch::Unlock))
                | (Opening::Epoch(Epoch::LockAll), Some(Epoch::UnlockAll))
                | (Opening::Epoch(Epoch::Start), Some(Epoch::Complete))
        )
    }

    /// A call that changes epochs may end what is followed.
    pub(super) fn ended_by_call(self, change: Epoch) -> bool {
        match self {
            Opening::Epoch(kind) => {
                matches!((kind, change), (Epoch::Post, Epoch::Wait | Epoch::Test) | (Epoch::Fence, Epoch::Fence))
            }
            Opening::Store => !matches!(change, Epoch::Attach | Epoch::Detach | Epoch::Flush),
            Opening::Copy => true,
        }
    }
}

/// Walks from every opening call, and from the stores to which a promise refers.
pub(super) fn find(search: &mut Search) {
    let skeleton = search.skeleton;
    let promises = promise::Promises::new(search.facts, skeleton);
    let mut starts: Vec<(EventRef, Opening, Issue)> = Vec::new();
    for (node, data) in skeleton.nodes.iter_enumerated() {
        for (i, item) in data.items.iter().enumerate() {
            let at = EventRef { node, item: i as u32, effect: 0 };
            match &item.event {
                Event::Epoch(e) => {
                    let follow = match e.change {
                        Epoch::Lock | Epoch::LockAll | Epoch::Start | Epoch::Post => true,
                        Epoch::Fence => promises.no_put(at),
                        _ => false,
                    };
                    if follow {
                        let rank = e.rank.filter(|_| e.change == Epoch::Lock);
                        starts.push((at, Opening::Epoch(e.change), stand_in(e.routine, Some(e.win), rank, Vec::new())));
                    }
                }
                Event::Access(a) if promises.about(a) => {
                    if let Some(routine) = promises.routine {
                        starts.push((at, Opening::Store, stand_in(routine, None, None, vec![a.clone()])));
                    }
                }
                _ => {}
            }
        }
    }
    for (at, opening, issue) in &starts {
        let start = search.opening(*at, issue, Bank::Own, *opening);
        search.descend(&start, &PRECISIONS);
    }
}

/// The followed epoch, store or change, in the form of an operation.
pub(super) fn stand_in(
    routine: &'static Routine,
    win: Option<TermId>,
    target: Option<TermId>,
    effects: Vec<Access>,
) -> Issue {
    Issue { target: Target { win, rank: target, ..Target::default() }, ..Issue::of(routine, effects) }
}

impl Walk<'_, '_> {
    /// Passes an event with the epoch open; `false` when the epoch has ended.
    pub(super) fn pass_open(&mut self, state: &mut State, opening: Opening, here: EventRef) -> bool {
        let skeleton = self.skeleton;
        let event = &skeleton.nodes[here.node].items[here.item as usize].event;
        let kind = match opening {
            Opening::Store => return self.pass_stored(state, event, here),
            Opening::Copy => return self.pass_hidden(state, event, here),
            Opening::Epoch(kind) => kind,
        };
        match event {
            Event::Complete(c) if opening.ended_by(c) => return self.complete(state, c, here),
            Event::Epoch(e) => return self.pass_call(state, kind, e, here),
            Event::Foreign => state.lossy = true,
            Event::Issue(issue) if kind == Epoch::Fence => self.put_despite_promise(state, issue, here),
            Event::Order(o) => {
                if let Some(win) = frees(event) {
                    let same = self.same_window(state, win);
                    if kind != Epoch::Fence {
                        let (misuse, first) = (Misuse::FreedOpen, self.at);
                        let conds = vec![same];
                        self.broken(state, here, Broken { misuse, first, second: here, conds, overlaps: Vec::new() });
                    }
                    let other = self.facts.terms.not(same);
                    return !self.facts.terms.is_true(same) && state.survive(&mut self.facts.terms, other);
                }
                if o.routine.name == "MPI_Finalize" {
                    if kind != Epoch::Fence {
                        let (misuse, first) = (Misuse::LeftOpen, self.at);
                        let broken = Broken { misuse, first, second: first, conds: Vec::new(), overlaps: Vec::new() };
                        self.broken(state, here, broken);
                    }
                    return false;
                }
            }
            _ => {}
        }
        true
    }

    /// Another synchronisation call while the epoch is open.
    fn pass_call(&mut self, state: &mut State, kind: Epoch, e: &EpochCall, here: EventRef) -> bool {
        let mut same = self.same_window(state, e.win);
        let ends = match (kind, e.change) {
            _ if Opening::Epoch(kind).ended_by_call(e.change) => true,
            // Access epochs are disjoint, and so are exposure epochs (MPI 4.1, 12.5).
            (
                Epoch::Lock | Epoch::LockAll | Epoch::Start,
                Epoch::Lock | Epoch::LockAll | Epoch::Start | Epoch::Fence,
            )
            | (Epoch::Post, Epoch::Lock | Epoch::LockAll | Epoch::Post)
            | (Epoch::Lock | Epoch::LockAll, Epoch::Post) => false,
            _ => return true,
        };
        if ends {
            let cond = self.now(state, e.cond);
            same = self.facts.terms.all(&[same, cond]);
            let other = self.facts.terms.not(same);
            return !self.facts.terms.is_true(same) && state.survive(&mut self.facts.terms, other);
        }
        let mut conds = vec![same];
        if let (Epoch::Fence, Some(assert), Some(abi)) = (e.change, e.assert, self.facts.abi) {
            // With both assertions it neither ends nor opens an epoch (12.5.1).
            let constants = abi.constants();
            let ends = self.facts.lacks_bit(assert, constants.mode_noprecede);
            let opens = self.facts.lacks_bit(assert, constants.mode_nosucceed);
            conds.push(self.facts.terms.any(&[ends, opens]));
        }
        let own = self.issue.target.rank.filter(|_| kind == Epoch::Lock);
        let own = own.map(|t| self.at_issue(state, t));
        let there = e.rank.map(|t| self.now(state, t));
        if let (Some(own), Some(abi)) = (own, self.facts.abi) {
            let null = self.facts.terms.int(abi.constants().proc_null);
            conds.push(self.facts.terms.ne(own, null));
        }
        match (own, there) {
            (Some(own), Some(there)) => conds.push(self.facts.terms.eq(own, there)),
            // The process exposes its own memory, which is forbidden while it is locked (12.5.3).
            (Some(locked), None) | (None, Some(locked)) if [kind, e.change].contains(&Epoch::Post) => {
                let rank = self.facts.rank_in_comm(e.comm);
                conds.push(self.facts.terms.eq(locked, rank));
            }
            _ => {}
        }
        let misuse = Misuse::Locked;
        self.broken(state, here, Broken { misuse, first: here, second: here, conds, overlaps: Vec::new() });
        true
    }

    fn same_window(&mut self, state: &State, win: TermId) -> TermId {
        let win = self.now(state, win);
        match self.issue.target.win {
            Some(own) => {
                let own = self.at_issue(state, own);
                self.facts.terms.eq(own, win)
            }
            None => self.facts.terms.truth(false),
        }
    }

    /// A put or accumulate at its target, in the epoch of a fence that may promise that none comes.
    fn put_despite_promise(&mut self, state: &State, issue: &Issue, here: EventRef) {
        let Some(n) = issue.effects.iter().position(|e| e.bank == Bank::Target && e.kind != AccessKind::Read) else {
            return;
        };
        let (Some(win), Some(target)) = (issue.target.win, issue.target.rank) else { return };
        let Event::Epoch(fence) = &self.skeleton.nodes[self.at.node].items[self.at.item as usize].event else { return };
        let mut conds = vec![self.same_window(state, win)];
        conds.push(issue.effects[n].cond);
        let mut there: Vec<TermId> = self.reach.clone();
        there.extend(promise::bit(self.facts, fence, promise::Promise::NoPut));
        let mut at_fence = Vec::new();
        for t in there {
            at_fence.push(self.at_issue(state, t));
        }
        let rank = self.facts.rank_in_comm(fence.comm);
        let owner = self.now(state, target);
        conds.extend(promise::at_owner(self.facts, &at_fence, rank, owner));
        let first = EventRef { effect: n as u32, ..here };
        let misuse = Misuse::NoPut;
        self.broken(state, here, Broken { misuse, first, second: self.at, conds, overlaps: Vec::new() });
    }

    /// An event after a local store to window memory; `false` at the next synchronisation of the window.
    fn pass_stored(&mut self, state: &mut State, event: &Event, here: EventRef) -> bool {
        if self.becomes_window(event) {
            return false;
        }
        let Event::Epoch(e) = event else { return true };
        if !Opening::Store.ended_by_call(e.change) {
            return true;
        }
        let Some((_, window)) = self.facts.window_used(e.win) else { return true };
        let (Some(base), size) = (window.base, window.size) else { return true };
        let stored = self.issue.effects[0].area.clone();
        let places = self.facts.places(base).list;
        let mut met = false;
        for p in &places {
            for q in stored.places.iter().filter(|q| q.obj == p.obj) {
                // Of several windows that one call in a loop has made, each has its own memory.
                let inst = self.place_at_issue(state, q).inst;
                let same = self.facts.terms.eq(p.inst, inst);
                met |= !self.facts.terms.is_false(same);
            }
        }
        if !met {
            return true;
        }
        if let Some(bit) = promise::bit(self.facts, e, promise::Promise::NoStore) {
            let mut overlaps = Vec::new();
            let zero = self.facts.terms.int(0);
            for p in &places {
                for q in stored.places.iter().filter(|q| q.obj == p.obj) {
                    let own = self.place_at_issue(state, q);
                    let guard = self.facts.terms.all(&[p.guard, own.guard]);
                    for block in &stored.blocks {
                        let first = self.extent_at_issue(state, &own, block);
                        let whole = rma_skeleton::skeleton::Block { offset: zero, dims: Vec::new(), len: size };
                        let second = Extent { inst: p.inst, offset: p.offset, block: whole };
                        overlaps.push(Overlap { obj: p.obj, guards: vec![guard], first, second: Some(second) });
                    }
                }
            }
            let takes_place = self.issue.effects[0].cond;
            let takes_place = self.at_issue(state, takes_place);
            let (misuse, first, conds) = (Misuse::NoStore, self.at, vec![bit, takes_place]);
            if !overlaps.is_empty() && size.is_some() {
                self.broken(state, here, Broken { misuse, first, second: here, conds, overlaps });
            }
        }
        false
    }
}

impl Walk<'_, '_> {
    /// The memory that was stored to becomes that of a window: what was there before is no store to the window (MPI 4.1, 12.5.5).
    fn becomes_window(&mut self, event: &Event) -> bool {
        let Event::Order(o) = event else { return false };
        let OrderKind::Collective { makes: Some(window), .. } = o.kind else { return false };
        let Some(base) = self.facts.windows.get(&window).and_then(|w| w.base) else { return false };
        let places = self.facts.places(base).list;
        places.iter().any(|p| self.issue.effects[0].area.places.iter().any(|q| q.obj == p.obj))
    }
}

/// A store that a program makes itself: an instruction, or a call whose effect ends when it returns.
pub(crate) fn is_store(a: &Access) -> bool {
    a.bank == Bank::Own && a.kind != AccessKind::Read && !matches!(a.actor, Actor::Instruction("unknown call"))
}
