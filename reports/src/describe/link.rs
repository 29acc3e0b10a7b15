//! Whether the calls of the program order two accesses of two processes in one direction, as far as these calls show.

use super::Describer;
use super::route::{self, End, Stop};
use super::steps::Counts;
use super::story::makes_window;
use super::values::Values;
use rma_dataflow::ids::{EventRef, TermId};
use rma_dataflow::skeleton::{Complete, Covers, Event, Issue, OrderKind};
use rma_frontend::api::{Epoch, Side};

/// The largest number of calls before an access that are tried.
const WAITS: usize = 8;

/// A call of one process after its access, and the call of the other process before its own access that waits for it.
pub(super) struct Link<'d> {
    /// The calls between the first access and the one that lets the other process go on.
    pub between: Vec<Stop<'d>>,
    /// Which of them completes the first access, if one does.
    pub completed: Option<usize>,
    /// The call that lets the other process go on.
    pub release: Stop<'d>,
    /// The call that waits for it.
    pub wait: Stop<'d>,
    /// Whether the first access is complete by then.
    pub holds: bool,
}

/// One of the two accesses.
#[derive(Clone, Copy)]
pub(super) struct Place<'v, 'd> {
    pub at: EventRef,
    pub issue: Option<&'v Issue>,
    /// The values of its process.
    pub values: &'v Values<'d>,
}

/// How a process waits for another one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wait {
    /// A collective that all leave only when all have come.
    Barrier,
    /// From the rank, if it is known.
    Message(Option<TermId>),
    /// A word of this memory.
    Flag(TermId),
    Notification,
    /// The end of the exposure of this window.
    Exposure(TermId),
    /// The begin of the exposure of this window.
    Access(TermId),
}

impl Describer<'_> {
    pub(super) fn waits(&self, stop: &Stop<'_>) -> Option<Wait> {
        if self.is_barrier(stop) {
            return Some(Wait::Barrier);
        }
        let epoch = stop.epoch.and_then(|epoch| match epoch.change {
            Epoch::Wait | Epoch::Test => Some(Wait::Exposure(epoch.win)),
            Epoch::Start => Some(Wait::Access(epoch.win)),
            _ => None,
        });
        let order = || {
            stop.order.iter().find_map(|order| match &order.kind {
                OrderKind::Receive { from, .. } => Some(Wait::Message(*from)),
                OrderKind::Observe { location, .. } => Some(Wait::Flag(location.memory)),
                OrderKind::Notified { .. } => Some(Wait::Notification),
                _ => None,
            })
        };
        epoch.or_else(order)
    }

    /// Whether a call of one process lets another one go on that waits in this way.
    pub(super) fn releases(&self, stop: &Stop<'_>, wait: &Stop<'_>, how: Wait, [own, other]: [&Values<'_>; 2]) -> bool {
        let same = |a: TermId, b: TermId| {
            a == b || self.handle_object(a).is_some_and(|object| self.handle_object(b) == Some(object))
        };
        // A rank that is not known may be that of the process.
        let may_be = |named: Option<i128>, of: &Values<'_>| {
            let ranks = of.ranks();
            ranks.len() != 1 || named.is_none_or(|named| named == ranks[0])
        };
        if how == Wait::Barrier {
            let same = stop.loc == wait.loc && stop.ctx == wait.ctx && stop.routine == wait.routine;
            return same && !self.is_of_others(stop, [own, other]);
        }
        if let (Some(epoch), Wait::Exposure(win) | Wait::Access(win)) = (stop.epoch, how) {
            let change = if matches!(how, Wait::Access(_)) { Epoch::Post } else { Epoch::Complete };
            return epoch.change == change && same(epoch.win, win);
        }
        stop.order.iter().any(|order| match (&order.kind, how) {
            (OrderKind::Send { to, .. }, Wait::Message(from)) => {
                may_be(own.value(*to), other) && may_be(from.and_then(|from| other.value(from)), own)
            }
            (OrderKind::Update { location, .. }, Wait::Flag(memory)) => {
                may_be(own.value(location.target), other) && same(location.memory, memory)
            }
            (OrderKind::Notify { to, .. }, Wait::Notification) => may_be(own.value(*to), other),
            _ => false,
        })
    }

    /// Whether a collective call is of a communicator that the two processes are not in together.
    pub(super) fn is_of_others(&self, stop: &Stop<'_>, [own, other]: [&Values<'_>; 2]) -> bool {
        let of_order = stop.order.iter().find(|order| order.joins_all()).map(|order| order.comm);
        let comm = of_order.or_else(|| stop.epoch.map(|epoch| epoch.comm));
        let colour = comm.and_then(|comm| self.analysis.facts.communicators.object(comm)?.colour);
        let of = |values: &Values<'_>| colour.and_then(|colour| values.value(colour));
        match (of(own), of(other)) {
            (Some(a), Some(b)) => a != b || a < 0,
            (Some(one), None) | (None, Some(one)) => one < 0,
            _ => false,
        }
    }

    /// Whether the two processes are known to be in the communicator of a collective call.
    pub(super) fn is_of_both(&self, stop: &Stop<'_>, both: [&Values<'_>; 2]) -> bool {
        let of_order = stop.order.iter().find(|order| order.joins_all()).map(|order| order.comm);
        let Some(comm) = of_order.or_else(|| stop.epoch.map(|epoch| epoch.comm)) else { return false };
        let facts = &self.analysis.facts;
        let colour = facts.communicators.object(comm).and_then(|comm| comm.colour);
        let [one, other] = both.map(|values| colour.and_then(|colour| values.value(colour)));
        let same = one.is_some_and(|one| one >= 0 && other == Some(one));
        let has_ranks = both.iter().all(|values| values.is_in(comm)) && !self.is_of_others(stop, both);
        facts.is_of_all(comm) || same || has_ranks
    }

    /// The order from the access `from` of one process to the access `to` of another; `before` is the way to `to`.
    pub(super) fn link<'s>(&'s self, from: Place<'_, '_>, to: Place<'_, '_>, before: &[Stop<'s>]) -> Option<Link<'s>> {
        let is_wait = |stop: &Stop<'s>| self.waits(stop).is_some() && !makes_window(stop);
        let mut found: Option<Link<'s>> = None;
        for wait in before.iter().rev().filter(|stop| is_wait(stop)).take(WAITS) {
            let link = self.link_at(from, to.values, wait.clone());
            match link {
                Some(link) if link.holds => return Some(link),
                link => found = found.or(link),
            }
        }
        // The first execution may differ from later ones.
        let again = route::stops_until(self.analysis, to.at, to.values, |stop| is_wait(stop) && self.leads(stop, to));
        if let Some(link) = again.and_then(|mut way| self.link_at(from, to.values, way.pop()?))
            && (link.holds || found.is_none())
        {
            found = Some(link);
        }
        found
    }

    /// The notification of an operation that its target looks for in a loop, which the shortest way leaves out.
    pub(super) fn skipped_notification(&self, from: Place<'_, '_>, to: Place<'_, '_>) -> Option<Link<'_>> {
        let entry = EventRef { node: self.analysis.skeleton.entry?, item: 0, effect: 0 };
        let is_wait = |stop: &Stop<'_>| self.waits(stop) == Some(Wait::Notification) && self.leads(stop, to);
        let wait = route::stops_until(self.analysis, entry, to.values, is_wait)?.pop()?;
        let loops = |at: EventRef| &self.analysis.skeleton.nodes[at.node].loops;
        let again =
            loops(from.at).iter().any(|l| loops(to.at).contains(l) && wait.at.is_some_and(|at| loops(at).contains(l)));
        self.link_at(from, to.values, wait).filter(|_| again)
    }

    /// Whether an access follows a call.
    pub(super) fn leads(&self, stop: &Stop<'_>, to: Place<'_, '_>) -> bool {
        stop.at.is_some_and(|at| route::possible(self.analysis, End::At(at), to.at, to.values).is_some())
    }

    /// The order from an access to a call of another process that waits.
    pub(super) fn link_at<'s>(&'s self, from: Place<'_, '_>, other: &Values<'_>, wait: Stop<'s>) -> Option<Link<'s>> {
        let how = self.waits(&wait)?;
        let lets_go = |stop: &Stop<'_>| self.releases(stop, &wait, how, [from.values, other]);
        if let Some(release) = self.own_call(from.at).filter(lets_go) {
            return Some(Link { between: Vec::new(), completed: None, release, wait, holds: true });
        }
        let mut between = route::stops_until(self.analysis, from.at, from.values, lets_go)?;
        let release = between.pop()?;
        let Some(issue) = from.issue.filter(|issue| !issue.completion.over) else {
            return Some(Link { between, completed: None, release, wait, holds: true });
        };
        let completes = |stop: &Stop<'_>| {
            let orders = matches!(how, Wait::Flag(_)) && self.orders(stop, issue);
            orders || self.counts(stop, issue, from.values, from.values) == Counts::AtTarget
        };
        let by_release = matches!(how, Wait::Exposure(_))
            || completes(&release)
            || how == Wait::Notification && arrives_with(&release, issue, from.values);
        let completed = between.iter().position(completes).filter(|_| !by_release);
        Some(Link { holds: by_release || completed.is_some(), between, completed, release, wait })
    }

    /// Whether a call puts an operation before what is written behind it.
    pub(super) fn orders(&self, stop: &Stop<'_>, issue: &Issue) -> bool {
        stop.complete.iter().any(|complete| complete.side == Side::Order && self.is_of_context(complete, issue))
    }

    /// Whether an operation is of the context of a call that completes or orders.
    pub(super) fn is_of_context(&self, complete: &Complete, issue: &Issue) -> bool {
        let own = issue.target.win.and_then(|win| self.handle_object(win));
        let covered = match &complete.covers {
            Covers::Window { win, .. } => self.handle_object(*win),
            _ => None,
        };
        covered.is_none() || own.is_none() || covered == own
    }

    /// What the call of an operation orders itself.
    fn own_call(&self, at: EventRef) -> Option<Stop<'_>> {
        let call = self.item(at);
        let mut out: Option<Stop<'_>> = None;
        for item in &self.analysis.skeleton.nodes[at.node].items {
            let Event::Order(order) = &item.event else { continue };
            if item.loc == call.loc && item.ctx == call.ctx {
                let fresh = || Stop {
                    at: Some(at),
                    routine: &order.routine.name,
                    loc: item.loc,
                    ctx: Some(item.ctx),
                    ..Stop::default()
                };
                out.get_or_insert_with(fresh).order.push(order);
            }
        }
        out
    }
}

/// Whether a notification arrives behind what was written before it.
fn arrives_with(stop: &Stop<'_>, issue: &Issue, values: &Values<'_>) -> bool {
    let queue = stop.order.iter().find_map(|order| match &order.kind {
        OrderKind::Notify { queue: Some(queue), .. } => values.value(*queue),
        _ => None,
    });
    queue.is_some() && issue.completion.queue.and_then(|own| values.value(own)) == queue
}
