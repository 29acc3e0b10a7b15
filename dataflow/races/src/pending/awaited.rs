//! Loops in which a thread waits until another one has stored something (`while (jobs == 0) pthread_cond_wait(..)`) (theory, 6.5).
//!
//! Whoever has left such a loop comes after a store to the address that it loads from. So what precedes each of these stores in the other
//! thread is over, and what the other thread has issued before them is pending only if nothing completes it first.
//!
//! The loop may also do something for what was stored before, and go on (`for (;;) { if (block < filled) send(block++); else if (done) break; }`).
//! Inside it, a wait counts only if the thread does nothing there as long as it finds the values from before.
//!
//! If the loop may be left without such a store, because of another condition or a value that is in memory from the start, the order is not
//! certain. If a third thread may store to the address as well, it may let the waiting thread go on before the other one does: then the order is
//! not certain.
//!
//! After a wait that is certain, an operation of the other thread is complete if that thread completes it on every path to each of these
//! stores. If the two threads name the elements of one array by different terms, the store may be to another element: then the order is not
//! certain.

use super::Walk;
use super::concurrent::spawn_of;
use super::depend::TaskOrder;
use super::state::State;
use crate::segment::Segment;
use rma_frontend::api::Bank;
use rma_skeleton::skeleton::{Event, OrderCall, OrderKind, Skeleton, TeamEvent, TeamKind};
use rma_term::ids::{EventRef, LoopId, NodeId, TermId, ThreadId};
use rustc_hash::FxHashSet;

/// A wait for a store to an address, or such a store.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Handover {
    /// The event.
    pub at: EventRef,
    /// The addresses: of a store one, of a wait all at which a store may end it.
    pub cells: Vec<TermId>,
    /// For a store, the constant that it stores; for a wait, the constants that do not end it when they are stored to its first address.
    pub values: Vec<TermId>,
    /// A wait: nobody passes it before another thread has stored at one of them.
    pub certain: bool,
    /// Nor does anybody access memory or communicate in its loop behind it.
    pub guards: bool,
}

impl Handover {
    /// The wait or store that an event is; `None` for other events.
    pub fn of(at: EventRef, kind: &TeamKind) -> Option<Handover> {
        match kind {
            TeamKind::AwaitStore { cell, others, not, certain, guards } => {
                let cells = [&[*cell], &others[..]].concat();
                Some(Handover { at, cells, values: not.clone(), certain: *certain, guards: *guards })
            }
            TeamKind::Raise { cell, value } => {
                let values = value.iter().copied().collect();
                Some(Handover { at, cells: vec![*cell], values, certain: true, guards: true })
            }
            _ => None,
        }
    }

    /// A store that may end a wait.
    pub fn ends(&self, wait: &Handover) -> bool {
        let in_vain = self.cells.first() == wait.cells.first() && self.values.iter().any(|v| wait.values.contains(v));
        self.cells.iter().any(|cell| wait.cells.contains(cell)) && !in_vain
    }
}

/// Whether one of the two paths contains an event.
fn is_in(segments: [&Segment; 2], at: EventRef) -> bool {
    segments.iter().flat_map(|s| &s.visits).any(|v| v.node == at.node && (v.from..v.to).contains(&at.item))
}

impl Walk<'_, '_> {
    /// Whether the operation and an event of another thread are in order because one of the two threads waits in a loop for a store of the
    /// other thread. `mine` is the path of the operation, `other` that of the event.
    pub(super) fn by_awaited_store(&mut self, [mine, other]: [&Segment; 2], here: EventRef) -> TaskOrder {
        let waits =
            |segment: &Segment| marks(self.skeleton, segment, |kind| matches!(kind, TeamKind::AwaitStore { .. }));
        let (own, theirs) = (waits(mine), waits(other));
        let raised = marks(self.skeleton, other, |kind| matches!(kind, TeamKind::Raise { .. }));
        let mut answer = self.issued_after(&own, &raised, here);
        if answer == TaskOrder::Yes {
            return self.unless_raised_elsewhere(answer, &own, [mine, other], here);
        }
        let mut passed: FxHashSet<LoopId> = FxHashSet::default();
        for wait in &theirs {
            if self.always_precedes(wait.at, here) {
                passed.extend(self.skeleton.nodes[wait.at.node].loops.last());
            }
        }
        for wait in theirs {
            let raises = raises(self.skeleton, mine, &wait);
            if raises.is_empty() {
                // The stores to a cell of an array, whose index changes, may be those to the cell that is waited for.
                let stored = marks(self.skeleton, mine, |kind| matches!(kind, TeamKind::Raise { .. }));
                let some = stored.iter().any(|m| self.may_be_one_cell(&m.cells, &wait.cells));
                // A loop that is left before its first turn has found the value that it waits for.
                let told = self.may_precede(wait.at, here) && self.third_thread_tells(&wait, [mine, other]);
                if told || some && self.always_precedes(wait.at, here) {
                    answer = TaskOrder::Perhaps;
                }
                continue;
            }
            if !self.always_precedes(wait.at, here) {
                // A loop that asks for several values may skip this one in some iterations (`while (!first || !second)`).
                if self.skeleton.nodes[wait.at.node].loops.last().is_some_and(|l| passed.contains(l)) {
                    answer = TaskOrder::Perhaps;
                }
                continue;
            }
            match self.sides(&raises, self.at) {
                (true, false) if raises.iter().all(|r| !self.is_pending_at(*r)) => {
                    if self.is_over(&wait, here) {
                        return self.unless_raised_elsewhere(TaskOrder::Yes, &[wait], [mine, other], here);
                    }
                    answer = TaskOrder::Perhaps;
                }
                (true, true) => answer = TaskOrder::Perhaps,
                _ => {}
            }
        }
        answer
    }

    /// Whether a third thread stores to the cell after it has waited for other processes: then it may know that the operation has arrived.
    fn third_thread_tells(&self, wait: &Handover, segments: [&Segment; 2]) -> bool {
        let skeleton = self.skeleton;
        let mut raises = self.summaries.raises.iter().filter(|r| r.ends(wait) && !is_in(segments, r.at)).peekable();
        if raises.peek().is_none() {
            return false;
        }
        let waits = |event: &Event| match event {
            Event::Order(o) => {
                matches!(o.kind, OrderKind::Notified { .. } | OrderKind::Observe { .. } | OrderKind::Receive { .. })
            }
            _ => false,
        };
        let waited: Vec<EventRef> = skeleton
            .nodes
            .iter_enumerated()
            .flat_map(|(node, data)| {
                let items = (0..).zip(&data.items).filter(|(_, item)| waits(&item.event));
                items.map(move |(item, _)| EventRef { node, item, effect: 0 })
            })
            .collect();
        raises.any(|raise| waited.iter().any(|wait| self.may_precede(*wait, raise.at)))
    }

    /// Weakens the answer if a third thread also stores to an address of the wait: that store may end the wait before the other thread
    /// stores.
    fn unless_raised_elsewhere(
        &self,
        answer: TaskOrder,
        waits: &[Handover],
        segments: [&Segment; 2],
        here: EventRef,
    ) -> TaskOrder {
        // What was stored before the threads began is no answer to a wait.
        let before = |at: EventRef| {
            let begin = segments.iter().filter_map(|s| s.visits.first()).map(|v| EventRef {
                node: v.node,
                item: v.from,
                effect: 0,
            });
            begin.into_iter().all(|b| self.may_precede(at, b) && !self.may_precede(b, at))
        };
        let around = |at: EventRef| self.facts.threads.around(self.skeleton, at);
        let own = [around(self.at), around(here)];
        let third = self.summaries.raises.iter().filter(|r| waits.iter().any(|w| r.ends(w))).any(|r| {
            let spawned = around(r.at);
            // A path past the place where a thread is made leads through the thread's code.
            let elsewhere = !own.contains(&spawned) && !spawned.is_empty();
            elsewhere || !is_in(segments, r.at) && (!spawned.is_empty() || !before(r.at))
        });
        if third { TaskOrder::Perhaps } else { answer }
    }

    /// Whether an event of the creator of the operation's thread, which is still pending at the thread's end, precedes the store that the
    /// thread has waited for before it issued the operation.
    pub(super) fn before_awaited_store(&mut self, thread: ThreadId, here: EventRef) -> TaskOrder {
        let skeleton = self.skeleton;
        let summaries = self.summaries;
        if summaries.awaits.is_empty() {
            return TaskOrder::No;
        }
        let own = |walk: &Self, at: EventRef| walk.facts.threads.around(skeleton, at).contains(&thread);
        let mut waits = summaries.awaits.clone();
        waits.retain(|w| own(self, w.at));
        let mut raised = summaries.raises.clone();
        raised.retain(|r| !own(self, r.at));
        // What was stored before the thread was made it does not wait for.
        let spawned = spawn_of(skeleton, thread);
        raised.retain(|r| spawned.is_none_or(|spawn| !self.may_precede(r.at, spawn)));
        self.issued_after(&waits, &raised, here)
    }

    /// Whether the operation is issued after one of these waits for a store that an event precedes.
    fn issued_after(&mut self, waits: &[Handover], raised: &[Handover], here: EventRef) -> TaskOrder {
        let mut answer = TaskOrder::No;
        for wait in waits {
            let raises: Vec<EventRef> = raised.iter().filter(|r| r.ends(wait)).map(|r| r.at).collect();
            let some = !raises.is_empty() || raised.iter().any(|r| self.may_be_one_cell(&r.cells, &wait.cells));
            if !some || !self.always_precedes(wait.at, self.at) {
                continue;
            }
            if raises.is_empty() {
                answer = TaskOrder::Perhaps;
                continue;
            }
            match self.sides(&raises, here) {
                (_, false) if self.is_over(wait, self.at) => return TaskOrder::Yes,
                (_, false) | (true, true) => answer = TaskOrder::Perhaps,
                (false, true) => {}
            }
        }
        answer
    }

    /// Whether a wait is certainly over at a place behind it: the loop is left, or lets nobody come there before.
    fn is_over(&self, wait: &Handover, place: EventRef) -> bool {
        let nodes = &self.skeleton.nodes;
        let inside = nodes[wait.at.node].loops.last().is_some_and(|l| nodes[place.node].loops.contains(l));
        wait.certain && (wait.guards || !inside)
    }

    /// Whether a store and a wait are about addresses of one object, whose distance is not known.
    fn may_be_one_cell(&mut self, stored: &[TermId], awaited: &[TermId]) -> bool {
        stored.iter().any(|a| awaited.iter().any(|b| self.may_be_same_address(*a, *b)))
    }

    fn may_be_same_address(&mut self, a: TermId, b: TermId) -> bool {
        let (x, y) = (self.facts.objects_in(a), self.facts.objects_in(b));
        let distance = self.facts.terms.sub(a, b);
        x == y && !x.is_empty() && self.facts.terms.as_const(distance).is_none_or(|d| d == 0)
    }

    /// Whether a thread that stores what is waited for here may have completed the operation before that.
    pub(super) fn completed_before_store(&mut self, state: &State, cell: TermId, here: EventRef) -> bool {
        let skeleton = self.skeleton;
        let around = |walk: &Self, at: EventRef| walk.facts.threads.around(skeleton, at);
        let waits = around(self, here);
        let summaries = self.summaries;
        for raise in summaries.raises.iter().filter(|r| r.cells.contains(&cell)) {
            let raises = around(self, raise.at);
            if raises == waits {
                continue;
            }
            for (node, data) in skeleton.nodes.iter_enumerated() {
                for (i, item) in data.items.iter().enumerate() {
                    let at = EventRef { node, item: i as u32, effect: 0 };
                    let told = |o: &OrderCall| {
                        self.bank == Bank::Target
                            && matches!(o.kind, OrderKind::Observe { .. } | OrderKind::Notified { .. })
                    };
                    let ends = match &item.event {
                        Event::Complete(c) => self.ends_at(c),
                        // It has heard that the operation has arrived.
                        Event::Order(o) => told(o),
                        _ => false,
                    };
                    if !ends || around(self, at) != raises || !self.may_precede(at, raise.at) {
                        continue;
                    }
                    let Event::Complete(c) = &item.event else { return true };
                    if self.covers(state, c).is_none_or(|covered| !self.facts.terms.is_false(covered)) {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// Whether an event may come before one of the stores, and after one of them.
    fn sides(&self, raises: &[EventRef], at: EventRef) -> (bool, bool) {
        let before = raises.iter().any(|r| self.may_precede(at, *r));
        let after = raises.iter().any(|r| self.may_precede(*r, at));
        (before, after)
    }

    /// Whether some path leads from the operation to a place without a completion. A blocking call is over wherever its thread continues.
    fn is_pending_at(&self, place: EventRef) -> bool {
        if self.issue.is_blocking() {
            return false;
        }
        let mut seen: FxHashSet<NodeId> = FxHashSet::default();
        let mut open = vec![(self.at.node, self.at.item + 1)];
        while let Some((node, from)) = open.pop() {
            let data = &self.skeleton.nodes[node];
            let mut items = (from..data.items.len() as u32).map(|item| EventRef { node, item, effect: 0 });
            let ends = |at: &EventRef| {
                *at == place || matches!(&data.items[at.item as usize].event, Event::Complete(c) if self.ends_at(c))
            };
            match items.find(ends) {
                Some(at) if at == place => return true,
                Some(_) => {}
                None => open.extend(data.succs.iter().filter(|e| seen.insert(e.to)).map(|e| (e.to, 0))),
            }
        }
        false
    }
}

/// The stores of a segment that may end a wait.
fn raises(skeleton: &Skeleton, segment: &Segment, wait: &Handover) -> Vec<EventRef> {
    let all = marks(skeleton, segment, |kind| matches!(kind, TeamKind::Raise { .. }));
    all.into_iter().filter(|r| r.ends(wait)).map(|r| r.at).collect()
}

/// Events of a segment about addresses that loops wait for.
fn marks(skeleton: &Skeleton, segment: &Segment, takes: impl Fn(&TeamKind) -> bool) -> Vec<Handover> {
    let mut out = Vec::new();
    for v in &segment.visits {
        for item in v.from..v.to {
            let at = EventRef { node: v.node, item, effect: 0 };
            match &skeleton.nodes[v.node].items[item as usize].event {
                Event::Team(TeamEvent { kind, .. }) if takes(kind) => out.extend(Handover::of(at, kind)),
                _ => {}
            }
        }
    }
    out.sort_unstable();
    out.dedup();
    out
}
