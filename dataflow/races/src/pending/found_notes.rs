//! Notifications that another thread of the same process finds (theory, 6.5).
//!
//! A read with a notification is over for the thread that finds this notification. A write to the process itself has arrived for the
//! thread that finds the notification posted behind it.

use super::Walk;
use super::state::State;
use crate::segment::Segment;
use rma_frontend::api::Bank;
use rma_skeleton::skeleton::{Covers, Event, NoteRef, OrderKind};
use rma_term::ids::{EventRef, TermId};
use rma_term::term::{CommId, Term};

/// Notifications that a thread finds before an event.
struct FoundBefore {
    note: NoteRef,
    /// On every path to the event, the thread finds this notification in the same iteration.
    always: bool,
}

impl Walk<'_, '_> {
    /// The other thread finds the notification that the operation itself raises. What that thread does later in the same iteration happens
    /// after the operation. `differ` gets the conditions under which the thread finds another notification.
    pub(super) fn found_notification(
        &mut self,
        state: &mut State,
        other: &Segment,
        here: EventRef,
        differ: &mut Vec<TermId>,
    ) {
        if self.issue.completion.note.is_none() {
            return;
        }
        let skeleton = self.skeleton;
        for v in &other.visits {
            for item in v.from..v.to {
                let wait = EventRef { node: v.node, item, effect: 0 };
                let Event::Complete(c) = &skeleton.nodes[v.node].items[item as usize].event else { continue };
                if !matches!(c.covers, Covers::Note(_)) || !self.may_precede(wait, here) {
                    continue;
                }
                let around = &skeleton.nodes[here.node].loops;
                let in_same = around.starts_with(&skeleton.nodes[wait.node].loops);
                match self.covers(state, c).filter(|_| in_same && self.always_precedes(wait, here)) {
                    Some(covered) => differ.push(self.facts.terms.not(covered)),
                    None => state.lossy |= self.may_cover(c),
                }
            }
        }
    }

    /// The states in which a write of the process to itself may conflict with an event of another thread. In the first, that thread has
    /// not found a notification that was posted after the write; in the others, the notification that it has found may be another one.
    pub(super) fn unless_told(&mut self, state: State, other: &Segment, here: EventRef) -> Vec<State> {
        if self.bank != Bank::Target {
            return vec![state];
        }
        let waits: Vec<EventRef> = self.waits_before(other, here);
        let mut state = state;
        state.lossy |= waits.into_iter().any(|wait| self.may_hear_itself(wait));
        let own = self.notes_behind_it();
        let found = if own.is_empty() { Vec::new() } else { self.found_before(other, here) };
        if found.is_empty() {
            return vec![state];
        }
        let mut told = Vec::new();
        let mut lossy = false;
        for f in &found {
            for (own, at) in &own {
                let same = self.is_found(&state, own, &f.note);
                if f.always && self.is_of_one_iteration(own, *at) {
                    told.push(same);
                } else {
                    lossy |= !self.facts.terms.is_false(same);
                }
            }
        }
        state.lossy |= lossy;
        let told = self.facts.terms.any(&told);
        let alone = self.is_alone();
        let certain = self.facts.terms.all(&[told, alone]);
        let mut out = Vec::new();
        let (untold, company) = (self.facts.terms.not(told), self.facts.terms.not(certain));
        let mut not_told = state.clone();
        if not_told.assume(&mut self.facts.terms, untold) {
            out.push(not_told);
        }
        state.lossy = true;
        if state.assume(&mut self.facts.terms, told) && state.assume(&mut self.facts.terms, company) {
            out.push(state);
        }
        out
    }

    /// Condition under which what a thread finds now is a notification that belongs to the operation.
    fn is_found(&mut self, state: &State, own: &NoteRef, found: &NoteRef) -> TermId {
        let (posted, asked) = (own.map(|t| self.at_issue(state, t)), found.map(|t| self.now(state, t)));
        let same = [self.facts.terms.eq(posted.segment, asked.segment), self.facts.terms.eq(posted.id, asked.id)];
        self.facts.terms.all(&same)
    }

    /// Condition under which the process runs alone: nobody else notifies it.
    fn is_alone(&mut self) -> TermId {
        let size = self.facts.size_of_comm(CommId::World);
        let one = self.facts.terms.int(1);
        self.facts.terms.eq(size, one)
    }

    /// Notifications that the thread of the operation posts immediately after it, to the same process and on the same queue.
    fn notes_behind_it(&self) -> Vec<(NoteRef, EventRef)> {
        let mut out = Vec::new();
        for (item, i) in self.skeleton.nodes[self.at.node].items.iter().enumerate().skip(self.at.item as usize + 1) {
            let Event::Order(o) = &i.event else { continue };
            let OrderKind::Notify { note, to, queue } = &o.kind else { continue };
            let on_it = match queue {
                None => o.routine.name == self.issue.routine.name,
                Some(q) => self.issue.completion.queue == Some(*q),
            };
            if on_it && self.issue.target.rank == Some(*to) {
                out.push((*note, EventRef { node: self.at.node, item: item as u32, effect: 0 }));
            }
        }
        out
    }

    /// Waits for words before an event.
    fn waits_before(&self, other: &Segment, here: EventRef) -> Vec<EventRef> {
        let skeleton = self.skeleton;
        let visited =
            other.visits.iter().flat_map(|v| (v.from..v.to).map(|item| EventRef { node: v.node, item, effect: 0 }));
        let waits = |at: &EventRef| match &skeleton.nodes[at.node].items[at.item as usize].event {
            Event::Order(o) => matches!(o.kind, OrderKind::Observe { .. }) && self.may_precede(*at, here),
            _ => false,
        };
        visited.filter(waits).collect()
    }

    fn found_before(&mut self, other: &Segment, here: EventRef) -> Vec<FoundBefore> {
        let skeleton = self.skeleton;
        let mut out = Vec::new();
        for v in &other.visits {
            for item in v.from..v.to {
                let wait = EventRef { node: v.node, item, effect: 0 };
                let Event::Order(o) = &skeleton.nodes[v.node].items[item as usize].event else { continue };
                let OrderKind::Notified { note } = &o.kind else { continue };
                if !self.may_precede(wait, here) {
                    continue;
                }
                let in_same = skeleton.nodes[here.node].loops.starts_with(&skeleton.nodes[wait.node].loops);
                out.push(FoundBefore { note: *note, always: in_same && self.always_precedes(wait, here) });
            }
        }
        out
    }

    /// Whether a notification is posted in one iteration at most: no other place posts one like it, and the only loop around this place
    /// gives each of its iterations another one.
    fn is_of_one_iteration(&mut self, note: &NoteRef, at: EventRef) -> bool {
        let skeleton = self.skeleton;
        let terms = &mut self.facts.terms;
        let mut may_be = |n: &NoteRef| {
            let mut meet = |a: TermId, b: TermId| {
                let (a, b) = (terms.range(a), terms.range(b));
                let below = |x: Option<i64>, y: Option<i64>| x.zip(y).is_some_and(|(x, y)| x < y);
                !below(a.hi, b.lo) && !below(b.hi, a.lo)
            };
            meet(n.segment, note.segment) && meet(n.id, note.id)
        };
        let posted_elsewhere = skeleton.nodes.iter_enumerated().any(|(node, n)| {
            n.items.iter().enumerate().any(|(item, i)| match &i.event {
                Event::Order(o) => match &o.kind {
                    OrderKind::Notify { note: n, .. } => (node, item as u32) != (at.node, at.item) && may_be(n),
                    _ => false,
                },
                Event::Issue(read) => read.completion.note.is_some_and(|n| may_be(&n)),
                _ => false,
            })
        });
        if posted_elsewhere {
            return false;
        }
        match skeleton.nodes[at.node].loops[..] {
            [] => true,
            [l] => {
                let counter = skeleton.loops[l].counter;
                let (_, parts) = self.facts.terms.linear(note.id);
                let is_counter = |t: TermId| matches!(self.facts.terms.get(t), Term::Sym(x) if *x == counter);
                matches!(parts[..], [(t, by)] if by != 0 && is_counter(t))
            }
            _ => false,
        }
    }
}
