//! How a race happens: numbered steps of both processes, interleaved, and why the synchronisation between the two accesses does
//! not order them.

use super::Describer;
use super::route::{self, End, Stop};
use super::steps::Counts;
use super::values::Values;
use crate::finding::{Access, Actor, Step, StepKind};
use rma_dataflow::candidate::{Pair, Processes};
use rma_dataflow::skeleton::{Event, Issue, OrderKind};
use rma_dataflow::term::{Process, SymKind};
use rma_frontend::api::{AccessKind, Epoch};
use rma_solver::Witness;

/// The largest number of steps shown between the two accesses; more are left out.
const BETWEEN: usize = 6;

/// The steps to a race, with their text.
#[derive(Debug, Default)]
pub(super) struct Told {
    /// The steps.
    pub steps: Vec<Step>,
    /// Why nothing on the path completes or orders the two; empty if there is no special reason.
    pub why: String,
    /// The call that completes the first operation, too late; in a few words.
    pub completed: Option<String>,
    /// The second access comes first in every run that is shown, and only a synchronisation between the two is missing.
    pub only_barrier: bool,
    /// The kind of epoch that the first operation is in.
    pub epoch: Option<Epoch>,
}

impl Describer<'_> {
    /// Who makes an access: the rank of the witness, or a letter.
    pub(super) fn actor(&self, witness: &Witness, process: Process) -> Actor {
        let terms = &self.analysis.terms;
        let of = |world: bool| {
            witness.ranks.iter().find(|(s, _)| {
                let is = |kind: &SymKind| match kind {
                    SymKind::Rank(comm) => !world || *comm == rma_dataflow::term::CommId::World,
                    _ => false,
                };
                terms.syms[*s].process == process && is(&terms.syms[*s].kind)
            })
        };
        let known = of(true).or_else(|| of(false)).and_then(|(_, rank)| u64::try_from(*rank).ok());
        let name = if process == Process::SECOND { "q" } else { "p" };
        known.map_or_else(|| Actor::Symbol(name.to_owned()), Actor::Rank)
    }

    /// The story of a race of one process.
    pub(super) fn told_of_one(&self, pair: &Pair, issue: &Issue, w: &Witness, a: &Access, b: &Access) -> Told {
        let who = self.actor(w, Process::All);
        let (first, second) =
            (Values::of(self.analysis, w, Process::All, true), Values::of(self.analysis, w, Process::All, false));
        let mut told = Told::default();
        let before = route::stops(self.analysis, End::Open, pair.first, &first).unwrap_or_default();
        self.tell_opening(&mut told, &before, issue, &who, &first);
        told.steps.push(self.access_step(pair, true, &who, a, Some(issue), &first));
        if !matches!(pair.conflict, rma_dataflow::candidate::Conflict::OneCall) {
            let between = route::stops(self.analysis, End::At(pair.first), pair.second, &second).unwrap_or_default();
            let mut because = Vec::new();
            for stop in between.iter().filter(|stop| self.is_told(stop)).take(BETWEEN) {
                let counts = self.counts(stop, issue, &first, &second);
                let text = self.not_complete(stop, &counts, issue);
                if !text.is_empty() {
                    because.push(format!("`{}`{} {text}", stop.routine, self.near(stop, &b.location)));
                }
                told.steps.push(self.passing(stop, Some(&who), &second, &text));
            }
            because.dedup();
            told.why = because.into_iter().take(2).collect::<Vec<_>>().join("; ");
            let completing = |stop: &Stop<'_>| {
                matches!(self.counts(stop, issue, &first, &second), Counts::AtTarget | Counts::AtOrigin)
                    || issue.completion.request.is_some() && is_wait(stop)
            };
            let late = route::stops_until(self.analysis, pair.second, &second, completing);
            told.completed = late.and_then(|stops| {
                stops.last().map(|stop| format!("`{}`{}", stop.routine, self.near(stop, &b.location)))
            });
        }
        told.steps.push(self.access_step(pair, false, &who, b, None, &second));
        told
    }

    /// The story of a race of two processes.
    pub(super) fn told_of_two(
        &self,
        pair: &Pair,
        issues: [Option<&Issue>; 2],
        w: &Witness,
        a: &Access,
        b: &Access,
    ) -> Told {
        let (p, q) = (self.actor(w, Process::FIRST), self.actor(w, Process::SECOND));
        let (first, second) =
            (Values::of(self.analysis, w, Process::FIRST, false), Values::of(self.analysis, w, Process::SECOND, false));
        let mut told = Told::default();
        let before_a = route::stops(self.analysis, End::Open, pair.first, &first).unwrap_or_default();
        let before_b = route::stops(self.analysis, End::Open, pair.second, &second).unwrap_or_default();
        let after_a = issues[0].and_then(|issue| {
            // The end of an access epoch lets the target's wait return, which is when the operation is complete there.
            let ends = |stop: &Stop<'_>| {
                stop.epoch.is_some_and(|epoch| {
                    epoch.change == Epoch::Complete
                        && issue.target.win.and_then(|win| self.handle_object(win)) == self.handle_object(epoch.win)
                })
            };
            let completes =
                |stop: &Stop<'_>| ends(stop) || self.counts(stop, issue, &first, &first) == Counts::AtTarget;
            route::stops_until(self.analysis, pair.first, &first, completes)
        });
        let completes_late = after_a.as_ref().and_then(|stops| stops.last().cloned());
        let after_a = after_a.unwrap_or_default();
        let barrier = before_b.iter().rev().find(|stop| self.is_barrier(stop));
        let same = |stop: &&Stop<'_>| barrier.is_some_and(|b| b.loc == stop.loc && b.routine == stop.routine);
        let times = |stops: &[Stop<'_>]| stops.iter().filter(same).count();
        let shared_before = times(&before_a) > 0;
        let passed_after = after_a.iter().position(|stop| same(&stop)).filter(|at| *at + 1 < after_a.len());
        let passed_after = passed_after.filter(|_| times(&before_b) > times(&before_a));
        let barrier_before = barrier.filter(|stop| !makes_window(stop));
        if let (Some(barrier), true, None) = (barrier_before, shared_before, passed_after) {
            told.steps.push(self.passing(barrier, None, &second, "is passed by both"));
        }
        if let Some(issue) = issues[0] {
            self.tell_opening(&mut told, &before_a, issue, &p, &first);
        }
        told.steps.push(self.access_step(pair, true, &p, a, issues[0], &first));
        if let (Some(at), Some(issue)) = (passed_after, issues[0]) {
            for stop in after_a.iter().take(at).filter(|stop| self.is_told(stop)).take(BETWEEN) {
                let counts = self.counts(stop, issue, &first, &first);
                told.steps.push(self.passing(stop, Some(&p), &first, &self.not_complete_at_target(&counts)));
            }
            if let Some(barrier) = barrier {
                told.steps.push(self.passing(barrier, None, &second, "is passed by both, while (1) is pending"));
            }
        }
        if let Some(issue) = issues[1] {
            let mut other = Told::default();
            self.tell_opening(&mut other, &before_b, issue, &q, &second);
            for step in other.steps {
                // A fence is the same call of both.
                let same = |known: &&mut Step| known.location == step.location && known.text == step.text;
                match told.steps.iter_mut().find(same).filter(|_| step.text.contains("fence")) {
                    Some(known) => known.actor = None,
                    None => told.steps.push(step),
                }
            }
        }
        told.steps.push(self.access_step(pair, false, &q, b, issues[1], &second));
        let stores = matches!(&self.item(pair.second).event, Event::Access(a) if a.kind == AccessKind::Write);
        told.only_barrier = stores
            && passed_after.is_none()
            && route::stops(self.analysis, End::At(pair.second), pair.first, &first).is_some();
        if let Some(late) = &completes_late {
            self.tell_lateness(&mut told, late, passed_after.and(barrier), &[p, q], &first, a);
        }
        told
    }

    fn tell_lateness(
        &self,
        told: &mut Told,
        late: &Stop<'_>,
        barrier: Option<&Stop<'_>>,
        [p, q]: &[Actor; 2],
        first: &Values<'_>,
        a: &Access,
    ) {
        let (call, near) = (format!("`{}`", late.routine), self.near(late, &a.location));
        if late.epoch.is_some_and(|epoch| epoch.change == Epoch::Complete) {
            told.steps.push(self.passing(late, Some(p), first, "ends the epoch of (1) only now"));
            told.why = format!(
                "(1) is pending until {call}{near} ends its epoch, and nothing makes {q} wait for that before (2)"
            );
            return;
        }
        told.steps.push(self.passing(late, Some(p), first, "completes (1) only now"));
        told.completed = Some(format!("{call}{near}"));
        told.why = match barrier {
            Some(barrier) => format!(
                "{call}{near} completes (1) only after `{}`{}, which lets {q} go on",
                barrier.routine,
                self.near(barrier, &a.location)
            ),
            None if self.is_barrier(late) => {
                format!("(1) is complete only at {call}{near}, which {q} reaches after (2)")
            }
            None => format!("(1) is complete only at {call}{near}, and nothing makes {q} wait for that before (2)"),
        };
    }

    fn tell_opening(&self, told: &mut Told, before: &[Stop<'_>], issue: &Issue, who: &Actor, values: &Values<'_>) {
        let Some(stop) = before.iter().rev().find(|stop| self.opens_for(stop, issue)) else { return };
        told.epoch = stop.epoch.map(|epoch| epoch.change);
        let told_already = told.steps.iter().any(|step| step.location == self.stop_at(stop));
        if let Some(step) = self.opening(stop, who, values).filter(|_| !told_already) {
            told.steps.push(step);
        }
    }

    /// Whether a call between the two accesses is worth a step.
    fn is_told(&self, stop: &Stop<'_>) -> bool {
        let epoch = stop.epoch.is_some_and(|epoch| !matches!(epoch.change, Epoch::Attach | Epoch::Detach));
        !stop.complete.is_empty() || epoch || self.is_barrier(stop)
    }

    /// Why a call does not complete an operation at its origin.
    fn not_complete(&self, stop: &Stop<'_>, counts: &Counts, issue: &Issue) -> String {
        match counts {
            Counts::Not(why) => why.clone(),
            Counts::Nothing if self.is_barrier(stop) && !issue.routine.is_symmetric() => {
                "completes no one-sided operation".to_owned()
            }
            Counts::Nothing if stop.epoch.is_some_and(|e| e.change == Epoch::Sync) => {
                "completes no operation".to_owned()
            }
            _ => String::new(),
        }
    }

    fn not_complete_at_target(&self, counts: &Counts) -> String {
        match counts {
            Counts::AtOrigin => "completes (1) at its origin only".to_owned(),
            Counts::Not(why) => why.clone(),
            _ => String::new(),
        }
    }

    fn access_step(
        &self,
        pair: &Pair,
        first: bool,
        who: &Actor,
        access: &Access,
        issue: Option<&Issue>,
        values: &Values<'_>,
    ) -> Step {
        let target = issue.and_then(|issue| values.value(issue.target.rank?));
        let to = target.map(|rank| format!(" (to rank {rank})")).unwrap_or_default();
        let meanwhile = match (first, pair.processes) {
            (false, Processes::Same) if pair.first != pair.second => ", while (1) is pending",
            _ => "",
        };
        let number = if first { 1 } else { 2 };
        Step {
            actor: Some(who.clone()),
            location: access.location.clone(),
            text: format!("({number}) {}{to}{meanwhile}", access.label),
            kind: if first { StepKind::First } else { StepKind::Second },
            target: target.and_then(|rank| u64::try_from(rank).ok()),
        }
    }
}

/// A collective that makes a window: both pass it, which does not matter for the race.
fn makes_window(stop: &Stop<'_>) -> bool {
    stop.order.iter().any(|order| matches!(order.kind, OrderKind::Collective { makes: Some(_), .. }))
}

/// A call that waits for requests.
fn is_wait(stop: &Stop<'_>) -> bool {
    stop.complete.iter().any(|complete| matches!(complete.covers, rma_dataflow::skeleton::Covers::Requests(_)))
}
