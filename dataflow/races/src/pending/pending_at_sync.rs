//! Synchronisations at which operations are still pending at their targets: the product of two processes uses them (theory, 6.1).
//!
//! Operations that are pending at one synchronisation on many paths become one for each range of bytes.

use super::remote::location;
use super::state::{Rel, State};
use super::{Posted, Walk};
use crate::product::own_notes::{NoteAt, own_post};
use crate::segment::leaves_all_out;
use crate::sync::waits::{Answer, Asked};
use crate::tickets::tickets_of_iterations;
use rma_frontend::api::{AccessKind, Bank, Epoch, Scope, Side};
use rma_skeleton::overlap::{buffer_bounds, counter_bounds};
use rma_skeleton::skeleton::{
    Access, Area, Complete, Direction, Event, Location, OrderCall, OrderKind, Place, Skeleton,
};
use rma_term::ids::{EventRef, TermId};
use rma_term::limits::Limit;
use rma_term::term::{CommId, Term, Terms};

/// An operation that may still be pending at its target when its process passes a synchronisation.
///
/// Its terms are expressed in terms of that point of the process.
#[derive(Debug, Clone)]
pub(crate) struct PendingAtSync {
    /// The operation's effect at the target.
    pub op: EventRef,
    /// The synchronisation.
    pub at: EventRef,
    /// The effect.
    pub effect: Access,
    /// Target rank; `None`: the effect is on the process' own memory.
    pub target: Option<TermId>,
    /// Target rank of the operation.
    pub to: Option<TermId>,
    /// Window handle.
    pub win: Option<TermId>,
    /// The queue that it is posted to.
    pub queue: Option<TermId>,
    /// The notification of its own call.
    pub own_note: Option<NoteAt>,
    /// Notifications that its process has posted since.
    pub posted: Posted,
    /// Conditions under which it is reached and still pending.
    pub conds: Vec<TermId>,
    /// Conditions were dropped.
    pub lossy: bool,
    /// Its access epoch has ended.
    pub closed: bool,
    /// It was issued in an earlier iteration of a loop around it.
    pub earlier: bool,
    /// Tickets in its bytes and conditions, from counters that change in loops.
    pub drawn: Vec<(TermId, Location)>,
    /// A process that has seen one of these updates at the operation's target knows that it is complete.
    pub announced: Vec<EventRef>,
    /// The change is complete, but one copy of the window does not have it yet (separate memory model); this is the first synchronisation
    /// passed since then. A store of the owner is such a change without a target.
    pub hidden: Option<EventRef>,
}

/// The product of two processes is at this place, or may be.
pub(super) fn is_passed(event: &Event) -> bool {
    match event {
        Event::Order(_) => true,
        Event::Epoch(e) => {
            matches!(
                e.change,
                Epoch::Fence
                    | Epoch::Wait
                    | Epoch::Test
                    | Epoch::Post
                    | Epoch::Start
                    | Epoch::Complete
                    // What outlasts a lock is not protected by it.
                    | Epoch::Release
            )
        }
        _ => false,
    }
}

impl PendingAtSync {
    /// Whether the two differ only in their conditions.
    fn is_like(&self, other: &PendingAtSync) -> bool {
        let of = |c: &PendingAtSync| (c.target, c.to, c.win, c.closed, c.earlier, c.hidden);
        of(self) == of(other)
            && self.effect.area == other.effect.area
            && (self.queue, &self.posted, &self.announced) == (other.queue, &other.posted, &other.announced)
    }

    /// Whether the two affect the same bytes of the same process. They may differ in what has been posted and announced since, and in
    /// whether their epochs have ended.
    fn has_bytes_of(&self, other: &PendingAtSync) -> bool {
        let of = |c: &PendingAtSync| (c.target, c.to, c.win, c.closed, c.hidden, c.queue);
        of(self) == of(other) && self.effect.area == other.effect.area && self.own_note == other.own_note
    }

    /// Makes this what it has in common with another path.
    fn fold(&mut self, other: &PendingAtSync, terms: &mut Terms) {
        self.lossy = true;
        self.earlier |= other.earlier;
        self.announced.retain(|u| other.announced.contains(u));
        if self.posted != other.posted {
            self.posted.forget_more_than(&other.posted);
        }
        self.conds.retain(|c| other.conds.contains(c));
        if self.effect.cond != other.effect.cond {
            self.effect.cond = terms.truth(true);
        }
    }
}

impl Walk<'_, '_> {
    /// Whether a completion counts for the side that is walked for: at the target when it is one for both sides, or when the
    /// effect reads: what was read has arrived.
    pub(super) fn ends_at(&self, c: &Complete) -> bool {
        c.side == Side::Both || c.side != Side::Order && (self.bank != Bank::Target || self.reads_only())
    }

    /// A completion of the origin alone: the end of an access epoch leaves writes to the target's wait.
    pub(super) fn closes(&mut self, state: &mut State, c: &Complete) {
        if c.routine.completes.iter().any(|c| c.scope == Scope::StartEpoch)
            && let Some(covered) = self.covers(state, c)
            && self.facts.terms.is_true(covered)
        {
            state.closed = true;
        }
    }

    /// The operation changes nothing at its target.
    pub(super) fn reads_only(&self) -> bool {
        self.issue.effects.iter().all(|e| e.bank != Bank::Target || e.kind == AccessKind::Read)
    }

    /// A synchronisation is passed with the operation pending; `false` when it cannot be pending after it.
    pub(super) fn pass_synchronisation(&mut self, state: &mut State, here: EventRef) -> bool {
        let event = &self.skeleton.nodes[here.node].items[here.item as usize].event;
        if !is_passed(event) {
            return true;
        }
        let barrier = match event {
            Event::Order(o) => {
                o.empty.is_none() && matches!(o.kind, OrderKind::Collective { direction: Direction::AllToAll, .. })
            }
            Event::Epoch(e) => match e.change {
                Epoch::Fence => true,
                Epoch::Wait | Epoch::Test => {
                    state.waited |= state.closed;
                    false
                }
                _ => false,
            },
            _ => false,
        };
        if let Event::Order(o) = event
            && rma_skeleton::skeleton::paths::is_barrier_of_all(o)
            && !self.outlasts(state, here)
        {
            return false;
        }
        self.carry(state, here);
        // Which exposure epoch of the target it is in is known until its process starts the next access epoch.
        if let Event::Epoch(e) = &self.skeleton.nodes[here.node].items[here.item as usize].event
            && e.change == Epoch::Start
            && Some(e.win) == self.issue.target.win
        {
            state.lossy |= state.closed;
        }
        // Any message or collective may prove that the target has waited for the operation.
        let tells = |o: &OrderCall| {
            !matches!(o.kind, OrderKind::Send { .. } | OrderKind::Update { .. } | OrderKind::Notify { .. })
        };
        state.lossy |= state.closed && !barrier && matches!(event, Event::Order(o) if tells(o));
        // The targets have waited for it before they pass a barrier outside of their exposure epochs.
        let exposed = self.issue.target.win.is_none_or(|win| self.sync.may_be_exposed(here, win));
        !(state.closed && barrier && (state.waited || !exposed))
    }

    /// Whether the operation may be pending behind a barrier: its target may have waited for its announcement before.
    fn outlasts(&mut self, state: &mut State, barrier: EventRef) -> bool {
        let mut answers = Vec::new();
        for u in &state.announced {
            answers.push(self.sync.waits.found_before_barrier(self.facts, self.skeleton, *u, barrier));
        }
        state.lossy |= answers.contains(&Answer::Perhaps);
        !answers.contains(&Answer::Yes)
    }

    /// Records that the update of a location announces the operation: a fence is between the two, or the update is part of the operation's
    /// own call, and both go to the same target. If the targets may or may not be the same, the walk continues with two states. `false`:
    /// this state is contradictory.
    pub(super) fn announce(&mut self, state: &mut State, here: EventRef) -> bool {
        let Event::Order(o) = &self.skeleton.nodes[here.node].items[here.item as usize].event else { return true };
        let OrderKind::Update { location, .. } = o.kind else { return true };
        let own = self.issue.completion.announced && here.node == self.at.node && here.item == self.at.item + 1;
        if !own && (!state.fenced || !self.of_same_context(&mut state.clone(), here)) {
            self.at_targets.unfenced.insert((self.at, here));
        }
        let Some(target) = self.issue.target.rank.filter(|_| own || state.fenced) else { return true };
        if state.announced.contains(&here) || !own && !self.of_same_context(state, here) {
            return true;
        }
        let (target, place) = (self.at_issue(state, target), self.now(state, location.target));
        let reach = &self.skeleton.nodes[here.node].reach;
        if target == place || crate::sync::passed::same_target(self.facts, reach, target, place) {
            state.announced.insert(here);
            return true;
        }
        if own {
            return true;
        }
        let same = self.facts.terms.eq(target, place);
        if self.facts.terms.as_const(same).is_none() {
            let mut told = state.clone();
            if told.assume(&mut self.facts.terms, same) {
                told.announced.insert(here);
                self.more.push((here.node, here.item, told));
            }
            let differ = self.facts.terms.not(same);
            if !state.assume(&mut self.facts.terms, differ) {
                return false;
            }
        }
        self.tell_itself(state, here, location.target);
        true
    }

    /// The operation that an update belongs to is issued through the context of this one: a fence orders nothing between two contexts
    /// (OpenSHMEM 1.6, 9.11.1).
    fn of_same_context(&self, state: &mut State, update: EventRef) -> bool {
        let next = self.skeleton.nodes[update.node].items.get(update.item as usize + 1);
        let Some(Event::Issue(other)) = next.map(|i| &i.event) else { return false };
        if other.target.win == self.issue.target.win {
            return true;
        }
        let context = |win: Option<TermId>| match self.facts.terms.get(self.facts.the_object(win?)) {
            Term::Addr(o, _) => Some(*o),
            _ => None,
        };
        let known = context(self.issue.target.win).zip(context(other.target.win));
        // It may be the same.
        state.lossy |= known.is_none();
        known.is_some_and(|(a, b)| a == b)
    }

    /// A wait that the operation's announcement is answered by; `false` when it is complete then.
    pub(super) fn answered(&mut self, state: &mut State, here: EventRef) -> bool {
        let event = &self.skeleton.nodes[here.node].items[here.item as usize].event;
        let Event::Order(o) = event else { return true };
        if !matches!(o.kind, OrderKind::Observe { .. })
            || state.announced.is_empty() && state.acknowledged_itself.is_empty()
        {
            return true;
        }
        if self.facts.terms.is_true(o.cond) {
            self.hears_itself(state, here);
            return self.found(state, here);
        }
        let cond = self.now(state, o.cond);
        let mut behind = state.clone();
        if self.found(&mut behind, here) {
            state.lossy |= behind.lossy || behind.survived != state.survived;
            return true;
        }
        state.lossy |= leaves_all_out(event);
        // Nothing was waited for, or else it would be complete.
        let not = self.facts.terms.not(cond);
        state.survive(&mut self.facts.terms, not)
    }

    /// Like [`Walk::answered`], for a wait that has found a value.
    fn found(&mut self, state: &mut State, here: EventRef) -> bool {
        let mut ask = |u: EventRef, asked| self.sync.waits.answered(self.facts, u, here, asked);
        let answers: Vec<Answer> = state.announced.iter().map(|u| ask(*u, Asked::Anybody)).collect();
        let itself =
            |ask: &mut dyn FnMut(EventRef, Asked) -> Answer, u: &EventRef, asked| ask(*u, asked) == Answer::Yes;
        state.itself |= self.bank == Bank::Target && state.announced.iter().any(|u| itself(&mut ask, u, Asked::Itself));
        let there: Vec<EventRef> =
            state.announced.iter().copied().filter(|u| itself(&mut ask, u, Asked::ItselfThere)).collect();
        if answers.contains(&Answer::Yes) {
            return false;
        }
        let announced = state.announced.clone();
        if !state.itself && announced.iter().any(|u| self.waits_for_own(state, *u, here)) && !self.is_not_itself(state)
        {
            return false;
        }
        // Whether the value is new in each step is not known.
        let perhaps_own = !state.itself && announced.iter().any(|u| self.waits_for_word(state, *u, here));
        state.lossy |= perhaps_own && self.may_be_itself(state) || answers.contains(&Answer::Perhaps);
        there.iter().all(|u| state.itself || self.waited_elsewhere(state, *u, here))
            && self.perhaps_heard_itself(state, here)
    }

    /// A process that is its own target has perhaps waited for what the operation's own call adds or stores: the walk continues with two
    /// states, of which the one for this case proves nothing. `false`: the other one is contradictory.
    fn perhaps_heard_itself(&mut self, state: &mut State, here: EventRef) -> bool {
        let update = EventRef { item: self.at.item + 1, effect: 0, ..self.at };
        if !self.issue.completion.announced || state.itself || !state.announced.contains(&update) {
            return true;
        }
        let (Some(made), Some(seen)) = (location(self.skeleton, update), location(self.skeleton, here)) else {
            return true;
        };
        if state.lossy
            || self.bank != Bank::Target
            || !self.may_be_itself(state)
            || !self.sync.waits.is_undecided_itself(self.facts, update, here)
        {
            return true;
        }
        let Some(to) = self.issue.target.rank else { return true };
        let (to, place, offset) =
            (self.at_issue(state, to), self.at_issue(state, made.offset), self.now(state, seen.offset));
        let me = self.facts.rank_in_comm(CommId::World);
        let itself = self.facts.terms.eq(to, me);
        let there = match seen.len {
            Some(_) => self.facts.terms.truth(true),
            None => self.facts.terms.eq(place, offset),
        };
        let both = self.facts.terms.all(&[there, itself]);
        let mut heard = State { lossy: true, ..state.clone() };
        if heard.assume(&mut self.facts.terms, both) {
            self.more.push((here.node, here.item, heard));
        }
        let not = self.facts.terms.not(both);
        state.survive(&mut self.facts.terms, not)
    }

    /// Whether a process that is its own target waits for the value that the update has just stored: the same word, by any
    /// expression, in the same iteration.
    fn waits_for_own(&mut self, state: &State, update: EventRef, here: EventRef) -> bool {
        self.waits_for_word(state, update, here) && self.is_of_this_step(state, update, here)
    }

    /// Whether update and wait use the same word in the same iteration.
    fn waits_for_word(&self, state: &State, update: EventRef, here: EventRef) -> bool {
        let (Some(made), Some(seen)) = (location(self.skeleton, update), location(self.skeleton, here)) else {
            return false;
        };
        let one = made.len.is_none() && seen.len.is_none();
        one && (made.memory, made.offset) == (seen.memory, seen.offset)
            && self.bank == Bank::Target
            && state.same_iteration()
    }

    /// The process may be its own target.
    fn may_be_itself(&mut self, state: &State) -> bool {
        let Some(to) = self.issue.target.rank else { return true };
        let to = self.at_issue(state, to);
        let me = self.facts.rank_in_comm(CommId::World);
        let itself = self.facts.terms.eq(to, me);
        !self.facts.terms.is_false(itself)
    }

    /// Adds that the process is not its own target; `false`: it is.
    fn is_not_itself(&mut self, state: &mut State) -> bool {
        let Some(to) = self.issue.target.rank else { return true };
        let to = self.at_issue(state, to);
        let me = self.facts.rank_in_comm(CommId::World);
        let not = self.facts.terms.ne(to, me);
        state.survive(&mut self.facts.terms, not)
    }

    /// Adds the condition that a process which is its own target has waited for another location than that of its update; `false` if it
    /// has not.
    fn waited_elsewhere(&mut self, state: &mut State, update: EventRef, here: EventRef) -> bool {
        let (Some(made), Some(seen)) = (location(self.skeleton, update), location(self.skeleton, here)) else {
            return true;
        };
        // The update goes where the operation went.
        let Some(to) = self.issue.target.rank else { return true };
        if self.bank != Bank::Target || !self.lasts(made.offset) || seen.len.is_some() {
            return true;
        }
        let (to, offset) = (self.at_issue(state, to), self.now(state, seen.offset));
        let me = self.facts.rank_in_comm(CommId::World);
        let (there, itself) = (self.facts.terms.eq(made.offset, offset), self.facts.terms.eq(to, me));
        let both = self.facts.terms.all(&[there, itself]);
        let not = self.facts.terms.not(both);
        state.survive(&mut self.facts.terms, not)
    }

    /// The update that the operation itself makes, if other processes can wait for it.
    pub(super) fn own_update(&self) -> Option<EventRef> {
        own_update(self.skeleton, self.at)
    }

    /// Notes that the operation is pending at a synchronisation.
    pub(super) fn carry(&mut self, state: &State, here: EventRef) {
        // At the target an operation has one effect; at its origin it may have several buffers.
        let of_bank = |(n, e): (usize, &Access)| (e.bank == self.bank && state.alive & (1 << n) != 0).then_some(n);
        let effects: Vec<usize> = self.issue.effects.iter().take(32).enumerate().filter_map(of_bank).collect();
        for n in effects {
            self.carry_effect(state, here, n);
        }
    }

    fn carry_effect(&mut self, state: &State, here: EventRef, n: usize) {
        let effect = self.issue.effects[n].clone();
        let mut conds = Vec::new();
        let mut reach = self.reach.clone();
        reach.extend(counter_bounds(self.facts, self.skeleton, self.at.node));
        reach.extend(buffer_bounds(self.facts, self.skeleton, self.at));
        for r in reach {
            conds.push(self.at_issue(state, r));
        }
        conds.extend(&state.branches);
        conds.extend(&state.survived);
        conds.extend(self.links(state));
        for l in self.skeleton.nodes[here.node].loops.clone() {
            if self.loops.contains(&l) {
                continue;
            }
            let k = self.facts.terms.sym(self.skeleton.loops[l].counter);
            let first = self.facts.terms.eq0(k);
            if state.first.contains(&l) {
                conds.push(first);
            } else {
                conds.push(self.facts.terms.not(first));
            }
        }
        let (left, unsaid) = self.left_by_earlier_iterations(state, here.node);
        conds.extend(left);
        let mut area = effect.area.clone();
        let places: Vec<Place> = area.places.iter().map(|p| self.place_at_issue(state, p)).collect();
        let blocks = std::mem::take(&mut area.blocks);
        area.blocks = blocks.iter().map(|b| self.block_at_issue(state, b)).collect();
        area.places = places;
        let cond = self.at_issue(state, effect.cond);
        let places = effect.area.places.iter().map(|p| p.offset);
        let offsets = places.chain(effect.area.blocks.iter().map(|b| b.offset));
        let drawn = tickets_of_iterations(self.facts, self.skeleton, offsets.chain(self.reach.iter().copied()));
        let drawn = drawn
            .into_iter()
            .map(|(x, from)| {
                let x = self.facts.terms.sym(x);
                (self.at_issue(state, x), from.map(|t| self.at_issue(state, t)))
            })
            .collect();
        let target = self.issue.target.rank.map(|t| self.at_issue(state, t));
        let win = self.issue.target.win.map(|t| self.at_issue(state, t));
        let queue = self.issue.completion.queue.map(|t| self.at_issue(state, t));
        let post = own_post(self.skeleton, self.at).filter(|_| effect.bank == Bank::Target);
        let own_note = post.and_then(|post| NoteAt::of(self.facts, self.skeleton, post));
        let own_note = own_note.map(|note| note.map(|t| self.at_issue(state, t)));
        conds.sort_unstable();
        conds.dedup();
        let pending_at_sync = PendingAtSync {
            op: EventRef { effect: n as u32, ..self.at },
            at: here,
            target: target.filter(|_| effect.bank == Bank::Target),
            effect: Access { area, cond, ..effect },
            to: target,
            win,
            queue,
            own_note,
            posted: state.posted.clone(),
            conds,
            // The arguments of deeper calls of a recursive function are not known.
            lossy: state.lossy || unsaid || self.loops.iter().any(|l| self.skeleton.loops[*l].recursion),
            closed: state.closed,
            earlier: state.rel.iter().any(|r| *r != Rel::Ahead(0)),
            drawn,
            announced: state.announced.iter().copied().collect(),
            hidden: state.since,
        };
        self.keep(pending_at_sync);
    }

    /// Adds a path on which the operation is pending. Beyond a limit, the paths become one path with the conditions that they share;
    /// beyond a second limit, only paths with the same bytes do, and paths with other bytes are dropped.
    fn keep(&mut self, mut pending_at_sync: PendingAtSync) {
        let known = self.at_targets.by_place.get(&(pending_at_sync.op, pending_at_sync.at));
        let paths = known.into_iter().flatten().map(|n| (*n, &self.at_targets.pending_at_sync[*n]));
        let (alike, others): (Vec<_>, Vec<_>) = paths.partition(|(_, c)| c.is_like(&pending_at_sync));
        let (precise, lossy): (Vec<_>, Vec<_>) = alike.iter().partition(|(_, c)| !c.lossy);
        let mut into = lossy.first().map(|(n, _)| *n);
        if !pending_at_sync.lossy && self.facts.terms.limits.room(Limit::PendingAtSyncPaths, precise.len()) {
            into = None;
        } else {
            pending_at_sync.lossy = true;
        }
        if into.is_none() && !self.facts.terms.limits.room(Limit::PendingAtSyncPlaces, alike.len() + others.len()) {
            pending_at_sync.lossy = true;
            let all = alike.len() + others.len();
            let mut of_bytes = others.iter().filter(|(_, c)| c.has_bytes_of(&pending_at_sync)).peekable();
            let known = of_bytes.peek().is_some();
            into = of_bytes.find(|(_, c)| c.lossy).map(|(n, _)| *n);
            // Bytes that are known anyway have one path of this kind.
            if into.is_none() && !(known && self.facts.terms.limits.room(Limit::PendingAtSyncPlaces, all / 2)) {
                pending_at_sync.effect.area = Area { places: Vec::new(), unknown: true, blocks: Vec::new() };
                into = others.iter().find(|(_, c)| c.is_like(&pending_at_sync)).map(|(n, _)| *n);
            }
        }
        match into {
            Some(n) => self.at_targets.pending_at_sync[n].fold(&pending_at_sync, &mut self.facts.terms),
            None => self.at_targets.add(pending_at_sync),
        }
    }
}

/// The update of a polled location that an operation is.
pub(crate) fn own_update(skeleton: &Skeleton, at: EventRef) -> Option<EventRef> {
    let before = EventRef { item: at.item.checked_sub(1)?, effect: 0, ..at };
    match &skeleton.nodes[before.node].items[before.item as usize].event {
        Event::Order(o) if matches!(o.kind, OrderKind::Update { .. }) => Some(before),
        _ => None,
    }
}
