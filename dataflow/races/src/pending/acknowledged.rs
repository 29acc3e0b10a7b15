//! Completion by an answer: a write is complete at both sides when its origin knows that it has arrived (theory, 6.3).
//!
//! Suppose that the target finds the notification of a write, and then posts a notification that the origin finds. The
//! origin may then use its buffer again, without any completion call. Only the product of the two processes knows
//! whether the origin has found that notification. So a candidate after such a notification is kept until the product
//! has visited all states in which it could happen.

use super::state::{Rel, State};
use super::{Posted, Walk};
use rma_frontend::api::AccessKind;
use rma_skeleton::candidate::{Candidate, Pair};
use rma_skeleton::facts::Facts;
use rma_skeleton::skeleton::paths::precedes;
use rma_skeleton::skeleton::{Covers, Event, Issue, NoteRef, OrderKind, Skeleton};
use rma_term::ids::{EventRef, LoopId, NodeId, TermId};
use rma_term::term::Terms;
use rustc_hash::FxHashSet;

/// A candidate of one process that is valid only if the operation may not have arrived.
#[derive(Debug, Clone)]
pub(crate) struct Deferred {
    pub pair: Pair,
    pub candidate: Candidate,
    /// The synchronisation after which the second access happens.
    pub at: EventRef,
    /// Notifications that the process has posted since the operation.
    pub posted: Posted,
    /// Loops around the operation, with their iterations from that synchronisation to the second access, where they are counted.
    pub iterated: Vec<(LoopId, u8)>,
}

/// Whether another operation may raise the same notification at its caller before the process has found the notification of this
/// one.
pub(super) fn shares_note(terms: &Terms, skeleton: &Skeleton, at: EventRef, issue: &Issue) -> bool {
    let Some(own) = issue.completion.note else { return false };
    let differ = |a: TermId, b: TermId| terms.as_const(a).zip(terms.as_const(b)).is_some_and(|(a, b)| a != b);
    let alike = |n: &NoteRef| !differ(n.segment, own.segment) && !differ(n.id, own.id);
    let mut others = Vec::new();
    for (node, n) in skeleton.nodes.iter_enumerated() {
        for (item, i) in n.items.iter().enumerate() {
            let here = EventRef { node, item: item as u32, effect: 0 };
            if let Event::Issue(other) = &i.event
                && here != at
                && other.completion.note.is_some_and(|n| alike(&n))
            {
                others.push(here);
            }
        }
    }
    let found = |event: &Event| matches!(event, Event::Complete(c) if matches!(&c.covers, Covers::Note(n) if alike(n)));
    others.iter().any(|other| reaches(skeleton, at, *other, found) || reaches(skeleton, *other, at, found))
}

/// Whether a wait for one of several notifications can find only that of an operation: it waits for this notification, and
/// nothing else in the program sets one of them.
pub(super) fn is_only_note(
    terms: &mut Terms,
    skeleton: &Skeleton,
    at: EventRef,
    own: &NoteRef,
    waited: &NoteRef,
) -> bool {
    let (asked, id) = (terms.range(waited.id), terms.as_const(own.id));
    let within = asked.lo.zip(asked.hi).zip(id).is_some_and(|((lo, hi), id)| (lo..=hi).contains(&id));
    let segments = terms.as_const(own.segment).zip(terms.as_const(waited.segment));
    if !within || segments.is_none_or(|(a, b)| a != b) {
        return false;
    }
    let mut may_be = |n: &NoteRef| {
        let range = terms.range(n.id);
        let below = |x: Option<i64>, y: Option<i64>| x.zip(y).is_some_and(|(x, y)| x < y);
        let segment = terms.as_const(n.segment).zip(terms.as_const(waited.segment));
        !below(range.hi, asked.lo) && !below(asked.hi, range.lo) && segment.is_none_or(|(a, b)| a == b)
    };
    skeleton.nodes.iter_enumerated().all(|(node, n)| {
        n.items.iter().enumerate().all(|(item, i)| match &i.event {
            Event::Issue(other) => {
                (node, item as u32) == (at.node, at.item) || other.completion.note.is_none_or(|n| !may_be(&n))
            }
            Event::Order(o) => match &o.kind {
                OrderKind::Notify { note, .. } => !may_be(note),
                _ => true,
            },
            _ => true,
        })
    })
}

/// Whether the notification that an operation raises is there already when the operation is issued: a notification stays until it is
/// reset, and each wait for it ends at once until then (GASPI 17.1, 8.3.2 and 8.3.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Stale {
    /// The analysis knows of no answer.
    No,
    /// On some paths.
    Perhaps,
    /// Except in the first iteration of a loop.
    AfterFirst(LoopId),
    /// Whenever the operation is issued.
    Yes,
}

/// Whether the process has found the notification of an operation before it issues the operation, and has not reset it since.
pub(super) fn is_stale(facts: &mut Facts, skeleton: &Skeleton, at: EventRef, issue: &Issue) -> Stale {
    let Some(own) = issue.completion.note else { return Stale::No };
    let varies = |t| facts.terms.any_sym(t, |x| facts.terms.syms[x].def_loop.is_some());
    if varies(own.segment) || varies(own.id) {
        return Stale::No;
    }
    let differ =
        |facts: &Facts, a, b| facts.terms.as_const(a).zip(facts.terms.as_const(b)).is_some_and(|(a, b)| a != b);
    let mut waits = Vec::new();
    let mut resets = Vec::new();
    for (node, n) in skeleton.nodes.iter_enumerated() {
        for (item, i) in n.items.iter().enumerate() {
            let here = EventRef { node, item: item as u32, effect: 0 };
            match &i.event {
                Event::Complete(c) if matches!(&c.covers, Covers::Note(n) if *n == own) => {
                    waits.push((here, facts.terms.is_true(c.cond)));
                }
                Event::Order(o) => {
                    if let OrderKind::Reset { note } = &o.kind
                        && !differ(facts, note.segment, own.segment)
                        && !differ(facts, note.id, own.id)
                    {
                        resets.push(here);
                    }
                }
                _ => {}
            }
        }
    }
    let leads = |from, to, stops: &[EventRef]| passes(skeleton, from, to, |here, _| stops.contains(&here));
    let at = EventRef { effect: 0, ..at };
    let threads = facts.threads.around(skeleton, at);
    let mut answer = Stale::No;
    for (wait, succeeds) in waits {
        // The code of another thread stands where the thread is made, but may run later.
        let before = threads.starts_with(&facts.threads.around(skeleton, wait));
        if !before || !leads(wait, at, &resets) {
            continue;
        }
        let loops = &skeleton.nodes[at.node].loops;
        let around = loops.iter().zip(&skeleton.nodes[wait.node].loops).take_while(|(a, b)| a == b).map(|(l, _)| *l);
        let found = if precedes(facts, skeleton, wait, at, &[]) {
            let reset = resets.iter().any(|r| leads(wait, *r, &[]) && leads(*r, at, &[]));
            if reset { Stale::Perhaps } else { Stale::Yes }
        } else {
            match around.last() {
                Some(l) => {
                    let reset = resets.iter().any(|r| skeleton.nodes[r.node].loops.contains(&l));
                    let skipped = leads(at, at, &[wait]);
                    if reset || skipped { Stale::Perhaps } else { Stale::AfterFirst(l) }
                }
                None => Stale::Perhaps,
            }
        };
        answer = answer.max(if succeeds { found } else { Stale::Perhaps });
    }
    answer
}

/// Whether some path leads from one event to another without passing an event of a kind.
fn reaches(skeleton: &Skeleton, from: EventRef, to: EventRef, stops: impl Fn(&Event) -> bool) -> bool {
    passes(skeleton, from, to, |_, event| stops(event))
}

/// Whether some path leads from one event to another without passing an event, with its place, for which `stops` is true.
fn passes(skeleton: &Skeleton, from: EventRef, to: EventRef, stops: impl Fn(EventRef, &Event) -> bool) -> bool {
    let mut seen = FxHashSet::default();
    let mut work = vec![(from.node, from.item as usize + 1)];
    while let Some((node, first)) = work.pop() {
        let items = &skeleton.nodes[node].items;
        let stopped = |n: &usize| stops(EventRef { node, item: *n as u32, effect: 0 }, &items[*n].event);
        let stop = (first..items.len()).find(stopped).unwrap_or(items.len());
        if node == to.node && (first..stop).contains(&(to.item as usize)) {
            return true;
        }
        if stop == items.len() {
            work.extend(skeleton.nodes[node].succs.iter().map(|e| e.to).filter(|n| seen.insert(*n)).map(|n| (n, 0)));
        }
    }
    false
}

impl Walk<'_, '_> {
    /// The operation is one of those that are known to have arrived when a notification is.
    fn is_notified(&self) -> bool {
        self.issue.completion.queue.is_some()
            && self.issue.effects.iter().all(|e| e.bank == rma_frontend::api::Bank::Own || e.kind == AccessKind::Write)
    }

    /// Remembers a synchronisation that is passed with the operation pending.
    pub(super) fn remember(&self, state: &mut State, event: &Event, here: EventRef) {
        if self.opening.is_none() && self.is_notified() {
            let (limits, notes) = (&self.facts.terms.limits, self.precision.notes);
            state.posts(&|many| limits.room(notes, many), event, here);
        }
    }

    /// Whether the call at a place posts the notification that it is to post: its result tells. If it may or may not, the walk continues
    /// with two states, of which the other one passes the call as if it were not there.
    pub(super) fn is_posted(&mut self, state: &mut State, event: &Event, here: EventRef) -> bool {
        let Event::Order(o) = event else { return true };
        if !matches!(o.kind, OrderKind::Notify { .. }) || self.opening.is_some() || !self.is_notified() {
            return true;
        }
        let cond = self.now(state, o.cond);
        if let Some(posted) = self.facts.terms.as_const(cond) {
            return posted != 0;
        }
        let not = self.facts.terms.not(cond);
        let mut without = state.clone();
        let may_fail = without.assume(&mut self.facts.terms, not);
        let may_succeed = state.assume(&mut self.facts.terms, cond);
        if !may_succeed {
            *state = without;
        } else if may_fail {
            self.more.push((here.node, here.item + 1, without));
        }
        may_succeed
    }

    /// Whether a later operation uses the same queue, and a notification on that queue to the target was posted between the two
    /// operations. At the target, the first operation then arrives before the second one.
    pub(super) fn follows_notification(&mut self, state: &State, other: &Issue) -> bool {
        let (Some(queue), Some(target)) = (self.issue.completion.queue, self.issue.target.rank) else { return false };
        let terms = &self.facts.terms;
        let lasting = |t| !terms.any_sym(t, |x| terms.syms[x].def_loop.is_some());
        let same = |a: TermId, b: TermId| a == b && (state.same_iteration() || lasting(a));
        if !other.completion.queue.is_some_and(|q| same(q, queue)) {
            return false;
        }
        let skeleton = self.skeleton;
        let between = |at: &EventRef| match &skeleton.nodes[at.node].items[at.item as usize].event {
            Event::Order(o) => match o.kind {
                OrderKind::Notify { to, queue: Some(q), .. } if same(q, queue) => {
                    Some((to, &skeleton.nodes[at.node].reach))
                }
                _ => None,
            },
            _ => None,
        };
        let notes: Vec<_> = state.posted.places().iter().filter_map(between).collect();
        // Two names of one process.
        let told = notes.iter().any(|(to, _)| same(*to, target));
        told || notes.iter().any(|(to, reach)| crate::sync::passed::same_target(self.facts, reach, *to, target))
    }

    /// Iterations of the loops around the operation since the last synchronisation, of those whose iterations are counted.
    pub(super) fn turned_since(&self, state: &State) -> Vec<(LoopId, u8)> {
        let mut out = Vec::new();
        for ((l, then), now) in self.loops.iter().zip(&state.rel_at_last).zip(&state.rel) {
            let (Rel::Ahead(a), Rel::Ahead(b)) = (then, now) else { break };
            out.push((*l, b - a));
            // Inner loops start again.
            if *b != 0 {
                break;
            }
        }
        out
    }

    /// Loops around the issue and a node that are in another iteration than at the issue. A loop that was left for good has no other
    /// iteration, however many it has had.
    pub(super) fn turned_between(&self, state: &State, node: NodeId) -> Vec<LoopId> {
        let around = &self.skeleton.nodes[node].loops;
        let both = self.loops.iter().zip(&state.rel).filter(|(l, _)| around.contains(l));
        both.filter(|(_, rel)| **rel != Rel::Ahead(0)).map(|(l, _)| *l).collect()
    }

    /// The last synchronisation before an access, if a notification that may cover the operation was posted.
    pub(super) fn may_be_heard_of(&self, state: &State) -> Option<EventRef> {
        let queue = self.issue.completion.queue?;
        let number = |t| self.facts.terms.as_const(t);
        let covers = |at: &EventRef| match &self.skeleton.nodes[at.node].items[at.item as usize].event {
            Event::Order(o) => match o.kind {
                OrderKind::Notify { queue: Some(q), .. } => {
                    q == queue || number(q).is_none() || number(q) != number(queue) && number(queue).is_none()
                }
                OrderKind::Notify { queue: None, .. } => o.routine.name == self.issue.routine.name,
                _ => false,
            },
            _ => false,
        };
        state.last.filter(|_| state.posted.places().iter().any(covers))
    }
}
