//! Calls in sight that a reader takes for the order or the exclusion of two accesses of two processes, and why they are neither.

use super::Describer;
use super::link::Place;
use super::route::{self, End, Stop};
use super::story::makes_window;
use super::values::Values;
use crate::finding::{Access, Actor, Step, StepKind};
use rma_dataflow::ids::TermId;
use rma_dataflow::skeleton::{Direction, Issue, OrderCall, OrderKind};
use rma_dataflow::term::CommId;
use rma_frontend::api::Epoch;

/// What such calls say about a race.
#[derive(Debug, Default)]
pub(super) struct InVain {
    /// Steps before the first access.
    pub before: Vec<Step>,
    /// Steps between the two accesses.
    pub between: Vec<Step>,
    /// Why they do not help; the whole reason.
    pub why: String,
    /// The same as the end of a sentence about the completion of the first access.
    pub besides: String,
    /// What to do, if that is special.
    pub help: Option<String>,
}

impl Describer<'_> {
    /// The calls of both processes that do not order or exclude the two accesses; `before` are the ways to the two.
    pub(super) fn in_vain(
        &self,
        places: [Place<'_, '_>; 2],
        before: [&[Stop<'_>]; 2],
        who: [&Actor; 2],
        beside: &Access,
    ) -> Option<InVain> {
        let exposed = self.exposed(places, before[1], who, beside);
        let locked = || self.locked(places, before, who, beside);
        exposed.or_else(locked).or_else(|| self.collective(places, before[1], who, beside))
    }

    fn call(&self, stop: &Stop<'_>, beside: &Access) -> String {
        format!("`{}`{}", stop.routine, self.near(stop, &beside.location))
    }

    /// Whether a call is about the window of an operation.
    pub(super) fn is_of_window(&self, stop: &Stop<'_>, issue: Option<&Issue>) -> bool {
        let own = issue.and_then(|issue| issue.target.win);
        let object = |t: Option<TermId>| t.and_then(|t| self.handle_object(t));
        let same = |win: TermId| Some(win) == own || object(own).is_some() && object(Some(win)) == object(own);
        stop.epoch.is_some_and(|epoch| same(epoch.win))
    }

    /// The lock of an operation's window that is held at the end of a way.
    pub(super) fn held<'s>(&self, way: &[Stop<'s>], issue: Option<&Issue>) -> Option<Stop<'s>> {
        let is = |stop: &Stop<'_>, change: Epoch| stop.epoch.is_some_and(|epoch| epoch.change == change);
        let of_lock =
            |stop: &&Stop<'s>| (is(stop, Epoch::Lock) || is(stop, Epoch::Unlock)) && self.is_of_window(stop, issue);
        way.iter().rev().find(of_lock).filter(|stop| is(stop, Epoch::Lock)).cloned()
    }

    /// Whether a lock is taken with an assertion that makes it wait for nobody.
    pub(super) fn is_unchecked(&self, lock: &Stop<'_>, values: &Values<'_>) -> bool {
        let nocheck = self.analysis.facts.abi.map_or(0, |abi| i128::from(abi.constants().mode_nocheck));
        lock.epoch.and_then(|epoch| values.value(epoch.assert?)).is_some_and(|bits| bits & nocheck != 0)
    }

    /// The second access lies in the exposure epoch in which the first one may come.
    fn exposed(
        &self,
        [first, second]: [Place<'_, '_>; 2],
        before: &[Stop<'_>],
        [p, q]: [&Actor; 2],
        beside: &Access,
    ) -> Option<InVain> {
        if second.issue.is_some() {
            return None;
        }
        let is = |stop: &Stop<'_>, change: Epoch| {
            stop.epoch.is_some_and(|epoch| epoch.change == change) && self.is_of_window(stop, first.issue)
        };
        let at = before.iter().rposition(|stop| is(stop, Epoch::Post))?;
        let (post, later) = (before.get(at)?, before.get(at + 1..)?);
        let ends = |stop: &Stop<'_>| is(stop, Epoch::Wait) || is(stop, Epoch::Test);
        let mut out = InVain::default();
        let mut tested = String::new();
        if let Some(end) = later.iter().find(|stop| ends(stop)) {
            // A test ends the exposure only if its flag is true.
            if end.epoch.is_none_or(|epoch| second.values.value(epoch.cond) != Some(0)) {
                return None;
            }
            out.between.push(self.passing(end, Some(q), second.values, "does not end the exposure: its flag is false"));
            tested = format!("; {} before (2) finds that it has not ended", self.call(end, beside));
        }
        out.before.extend(self.opening(post, q, second.values));
        let wait = route::stops_until(self.analysis, second.at, second.values, |stop| is(stop, Epoch::Wait));
        let wait = wait.and_then(|mut stops| stops.pop());
        let until = match &wait {
            Some(wait) => format!("and before {}, which waits for its end", self.call(wait, beside)),
            None => "and no `MPI_Win_wait` before it waits for its end".to_owned(),
        };
        out.why = format!("(2) comes after {}, which lets {p} begin (1), {until}", self.call(post, beside));
        out.why.push_str(&tested);
        out.help = Some(
            "move (2) before `MPI_Win_post`, or behind `MPI_Win_wait` (or a `MPI_Win_test` whose flag is true)"
                .to_owned(),
        );
        Some(out)
    }

    /// Locks that both processes hold, and that do not exclude each other.
    fn locked(
        &self,
        [first, second]: [Place<'_, '_>; 2],
        before: [&[Stop<'_>]; 2],
        [p, q]: [&Actor; 2],
        beside: &Access,
    ) -> Option<InVain> {
        let [a, b] = before.map(|way| self.held(way, first.issue));
        let b = b?;
        let of_b = b.epoch?;
        let mut out = InVain { between: self.opening(&b, q, second.values).into_iter().collect(), ..InVain::default() };
        let target = first.issue.and_then(|issue| first.values.value(issue.target.rank?));
        let rank = of_b.rank.and_then(|rank| second.values.value(rank));
        let careless = match &a {
            Some(a) if self.is_unchecked(a, first.values) => Some((a.clone(), p)),
            _ => self.is_unchecked(&b, second.values).then(|| (b.clone(), q)),
        };
        if let (Some(target), Some(rank)) = (target, rank)
            && target != rank
        {
            out.why = format!(
                "{} of {q} takes the lock of rank {rank}, not that of rank {target}, whose memory it is",
                self.call(&b, beside)
            );
            out.help = Some(format!(
                "take the exclusive lock of rank {target} on both sides, or synchronise the two processes (barrier, message) between a completed (1) and (2)"
            ));
            return Some(out);
        }
        if let Some((stop, who)) = careless {
            out.why = format!(
                "{} of {who} has `MPI_MODE_NOCHECK`: it promises that nobody else holds the lock, and waits for nobody",
                self.call(&stop, beside)
            );
            out.help = Some("leave `MPI_MODE_NOCHECK` out, so that the exclusive locks exclude each other".to_owned());
            return Some(out);
        }
        let shared = |stop: &Stop<'_>, of: Place<'_, '_>| {
            stop.epoch.is_some_and(|epoch| of.values.value(epoch.exclusive) == Some(0))
        };
        if a.as_ref().is_some_and(|a| shared(a, first)) && shared(&b, second) {
            out.why = "both locks are shared: they do not exclude each other".to_owned();
            return Some(out);
        }
        None
    }

    /// A collective call after (1) and before (2) that does not make the process of (2) wait.
    fn collective(
        &self,
        [first, second]: [Place<'_, '_>; 2],
        before: &[Stop<'_>],
        [p, q]: [&Actor; 2],
        beside: &Access,
    ) -> Option<InVain> {
        let collective = |stop: &Stop<'_>| {
            stop.order
                .iter()
                .find(|order| matches!(order.kind, OrderKind::Collective { .. }))
                .map(|order| (*order).clone())
        };
        let ways = before.iter().rev().take_while(|stop| !self.is_barrier(stop));
        let is_after = |stop: &Stop<'_>| {
            let same = |other: &Stop<'_>| other.loc == stop.loc && other.routine == stop.routine;
            route::stops_until(self.analysis, first.at, first.values, same).is_some()
                && !route::stops(self.analysis, End::Open, first.at, first.values)
                    .is_some_and(|way| way.iter().any(same))
        };
        let (stop, text) = ways
            .filter(|stop| !makes_window(stop) && is_after(stop))
            .find_map(|stop| Some((stop, self.lets_pass(&collective(stop)?, [first, second], [p, q])?)))?;
        let mut step = self.passing(stop, Some(q), second.values, &text);
        step.kind = StepKind::Other;
        Some(InVain {
            between: vec![step],
            besides: format!("{} {text}", self.call(stop, beside)),
            ..InVain::default()
        })
    }

    /// Why a process passes a collective call before another one has come to it.
    fn lets_pass(&self, order: &OrderCall, [_, second]: [Place<'_, '_>; 2], [p, q]: [&Actor; 2]) -> Option<String> {
        let OrderKind::Collective { direction, root, request, .. } = &order.kind else { return None };
        if order.comm == CommId::SelfComm {
            return Some("is of `MPI_COMM_SELF`: only the process itself takes part".to_owned());
        }
        if request.is_some() {
            return Some(format!("only starts: {q} does not wait for its request before (2)"));
        }
        let root =
            root.and_then(|root| second.values.value(root)).map(|root| format!(" (rank {root})")).unwrap_or_default();
        match direction {
            Direction::RootToAll => Some(format!("makes processes wait for its root{root} only, not for {p}")),
            Direction::AllToRoot => Some(format!("makes only its root{root} wait, not {q}")),
            Direction::Scan => Some(format!("makes processes wait for lower ranks only, not for {p}")),
            _ => None,
        }
    }
}
