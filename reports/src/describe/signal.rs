//! Messages, flags and notifications after the first access of a race, which a reader takes for the order of the two.

use super::Describer;
use super::link::Place;
use super::route::{self, End, Stop};
use super::steps::Counts;
use super::story::Told;
use super::values::Values;
use crate::finding::{Access, Actor};
use rma_dataflow::candidate::Pair;
use rma_dataflow::ids::{EventRef, LoopId, TermId};
use rma_dataflow::skeleton::{Issue, OrderKind};
use rma_frontend::api::{AccessKind, Bank, Side};

/// A message of the process of (1), sent after (1) and before it is complete, that the process of (2) receives before (2).
pub(super) struct Message<'d> {
    /// The calls between (1) and the sending one.
    pub between: Vec<Stop<'d>>,
    /// The call that sends it.
    pub sent: Stop<'d>,
    /// The call that receives it.
    pub received: Stop<'d>,
    /// The rank that hands it on, where that is a third one.
    pub by_way_of: Option<i128>,
}

/// Ways to tell another process something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    Message,
    Flag,
    Notification,
}

fn sends(stop: &Stop<'_>) -> Option<(Way, TermId)> {
    stop.order.iter().find_map(|order| match &order.kind {
        OrderKind::Send { to, .. } => Some((Way::Message, *to)),
        OrderKind::Update { location, .. } => Some((Way::Flag, location.target)),
        OrderKind::Notify { to, .. } => Some((Way::Notification, *to)),
        _ => None,
    })
}

fn receives(stop: &Stop<'_>) -> Option<(Way, Option<TermId>)> {
    stop.order.iter().find_map(|order| match &order.kind {
        OrderKind::Receive { from, .. } => Some((Way::Message, *from)),
        OrderKind::Observe { .. } => Some((Way::Flag, None)),
        OrderKind::Notified { .. } => Some((Way::Notification, None)),
        _ => None,
    })
}

impl Describer<'_> {
    /// The message that seems to order the two accesses, if there is one; `before` is the path of the other process to (2).
    pub(super) fn signal<'s>(
        &'s self,
        pair: &Pair,
        issue: &Issue,
        before: &[Stop<'s>],
        [from, to]: [Place<'_, '_>; 2],
    ) -> Option<Message<'s>> {
        let direct = self.last_signal(pair, issue, before, [from.values, to.values]).or_else(|| {
            let link = self.link(from, to, before).filter(|link| !link.holds)?;
            let told = sends(&link.release).is_some() && receives(&link.wait).is_some();
            let (between, sent, received) = (link.between, link.release, link.wait);
            told.then_some(Message { between, sent, received, by_way_of: None })
        });
        direct.or_else(|| self.handed_by_third(issue, before, [from, to]))
    }

    /// A message to a third process, which sends the process of (2) one.
    fn handed_by_third<'s>(
        &'s self,
        issue: &Issue,
        before: &[Stop<'s>],
        [from, to]: [Place<'_, '_>; 2],
    ) -> Option<Message<'s>> {
        let received = before.iter().rev().find(|stop| receives(stop).is_some_and(|(way, _)| way == Way::Message))?;
        let third = to.values.value(receives(received)?.1?)?;
        let is_of = |rank: i128, values: &Values<'_>| values.ranks().contains(&rank);
        if is_of(third, from.values) || is_of(third, to.values) {
            return None;
        }
        let to_third = |stop: &Stop<'_>| {
            sends(stop).is_some_and(|(way, to)| way == Way::Message && from.values.value(to) == Some(third))
        };
        let mut between = route::stops_until(self.analysis, from.at, from.values, to_third)?;
        let sent = between.pop()?;
        let complete =
            between.iter().any(|stop| self.counts(stop, issue, from.values, from.values) == Counts::AtTarget);
        let received = received.clone();
        (!complete).then_some(Message { between, sent, received, by_way_of: Some(third) })
    }

    /// The one that the process of (2) receives last on its way.
    fn last_signal<'s>(
        &'s self,
        pair: &Pair,
        issue: &Issue,
        before: &[Stop<'s>],
        [first, second]: [&Values<'_>; 2],
    ) -> Option<Message<'s>> {
        let barrier = before.iter().rposition(|stop| self.is_barrier(stop)).map_or(0, |at| at + 1);
        let (received, (way, from)) =
            before.get(barrier..)?.iter().rev().find_map(|stop| Some((stop.clone(), receives(stop)?)))?;
        let mut between =
            route::stops_until(self.analysis, pair.first, first, |stop| sends(stop).is_some_and(|(by, _)| by == way))?;
        let sent = between.pop()?;
        // What one call writes and signals is in order.
        let call = self.item(pair.first);
        if sent.loc == call.loc && sent.ctx == Some(call.ctx) {
            return None;
        }
        let (_, to) = sends(&sent)?;
        let rank = |values: &Values<'_>| {
            let known = values.ranks();
            (known.len() == 1).then(|| known[0])
        };
        let other = |named: Option<i128>, values: &Values<'_>| {
            named.zip(rank(values)).is_some_and(|(named, rank)| named != rank)
        };
        let elsewhere =
            way == Way::Message && (other(first.value(to), second) || other(from.and_then(|t| second.value(t)), first));
        let complete = between.iter().any(|stop| self.counts(stop, issue, first, first) == Counts::AtTarget);
        (!elsewhere && !complete).then_some(Message { between, sent, received, by_way_of: None })
    }

    /// Why a message does not order the two accesses.
    pub(super) fn why_not_message(
        &self,
        message: &Message<'_>,
        issue: &Issue,
        told: &Told,
        q: &Actor,
        first: &Values<'_>,
        a: &Access,
    ) -> String {
        let sent = format!("`{}`{}", message.sent.routine, self.near(&message.sent, &a.location));
        let queue = message.sent.order.iter().find_map(|order| match &order.kind {
            OrderKind::Notify { queue: Some(queue), .. } => first.value(*queue),
            _ => None,
        });
        let own = issue.completion.queue.and_then(|own| first.value(own));
        if let Some((queue, own)) = queue.zip(own).filter(|(queue, own)| queue != own) {
            return format!("{sent} is on queue {queue}, and (1) on queue {own}: it may arrive before (1)");
        }
        if self.is_of_another_queue(&message.sent, issue) {
            return format!("{sent} is on another queue than (1): it may arrive before (1)");
        }
        let ordered = message.between.iter().any(|stop| self.orders(stop, issue));
        let fence = message.between.iter().find(|stop| stop.complete.iter().any(|c| c.side == Side::Order));
        if let Some(fence) = fence.filter(|_| !ordered) {
            let fence = format!("`{}`{}", fence.routine, self.near(fence, &a.location));
            return format!("{sent} may arrive before (1), and lets {q} go on: {fence} orders another context");
        }
        if issue.routine.is_symmetric() && !ordered && sends(&message.sent).is_some_and(|(way, _)| way == Way::Flag) {
            return format!(
                "{sent} may arrive before (1), and lets {q} go on: no `shmem_fence` or `shmem_quiet` is between the two"
            );
        }
        match &told.completed {
            Some(call) => {
                let by = message.by_way_of.map(|rank| format!(", by way of rank {rank},")).unwrap_or_default();
                format!("{sent} lets {q} go on{by} before {call} completes (1)")
            }
            None => format!("{sent} lets {q} go on, and (1) may not be complete at its target"),
        }
    }

    /// What to do so that a message orders the two accesses: complete the operation before it, or put it in order with it.
    pub(super) fn mend_message(&self, told: &mut Told, message: &Message<'_>, issue: &Issue, a: &Access) {
        let sent = format!("`{}`{}", message.sent.routine, self.near(&message.sent, &a.location));
        let is_flag = sends(&message.sent).is_some_and(|(way, _)| way == Way::Flag);
        let ordered = message.between.iter().any(|stop| self.orders(stop, issue));
        if issue.completion.queue.is_some() || issue.routine.arg("sig_addr").is_some() {
            return;
        }
        let writes = issue.effects.iter().any(|e| e.bank == Bank::Target && e.kind != AccessKind::Read);
        if issue.routine.is_symmetric() && is_flag && writes && !ordered {
            told.missing = Some(format!(
                "call `shmem_fence` or `shmem_quiet` (of a context of its own: `shmem_ctx_fence`, `shmem_ctx_quiet`) between (1) and {sent}"
            ));
        } else {
            told.before = Some(sent);
        }
    }

    /// Whether a notification is posted to another queue than an operation, where the numbers of the queues are not known.
    fn is_of_another_queue(&self, stop: &Stop<'_>, issue: &Issue) -> bool {
        let queue = stop.order.iter().find_map(|order| match &order.kind {
            OrderKind::Notify { queue, .. } => *queue,
            _ => None,
        });
        queue.zip(issue.completion.queue).is_some_and(|(queue, own)| queue != own)
    }

    /// The way from a barrier to an access in the next iteration of a loop around both, and that loop; `None` if there is no
    /// way without another barrier.
    pub(super) fn turn<'s>(
        &'s self,
        barrier: &Stop<'s>,
        to: EventRef,
        values: &Values<'_>,
    ) -> Option<(Vec<Stop<'s>>, LoopId)> {
        let from = barrier.at?;
        let nodes = &self.analysis.skeleton.nodes;
        let loops = &nodes[to.node].loops;
        let shared = loops.iter().rev().find(|l| nodes[from.node].loops.contains(l))?;
        let stops = route::stops(self.analysis, End::At(from), to, values)?;
        let free = !stops.iter().any(|stop| self.is_barrier(stop));
        free.then_some((stops, *shared))
    }
}
