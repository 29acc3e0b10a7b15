//! How a race happens: numbered steps of both processes, interleaved, and why the synchronisation between the two accesses does
//! not order them.

use super::Describer;
use super::route::{self, End, Stop};
use super::steps::Counts;
use super::values::Values;
use crate::finding::{Access, Actor, Step, StepKind};
use rma_dataflow::candidate::{Conflict, Pair, Processes};
use rma_dataflow::ids::{EventRef, LoopId, SymId};
use rma_dataflow::skeleton::{Event, Issue, OrderKind};
use rma_dataflow::term::{Process, SymKind};
use rma_frontend::api::{AccessKind, Epoch};
use rma_solver::{Verdict, Witness};

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
    /// What would make the thread of the second access wait, if another thread makes it.
    pub wait: Option<&'static str>,
}

impl Describer<'_> {
    /// Who makes an access: the rank of the witness, or a letter.
    pub(super) fn actor(&self, witness: &Witness, process: Process) -> Actor {
        let terms = &self.analysis.facts.terms;
        let of = |world: bool| {
            witness.ranks.iter().chain(&witness.assignment).find(|(s, _)| {
                let is = |kind: &SymKind| match kind {
                    SymKind::Rank(comm) => !world || *comm == rma_dataflow::term::CommId::World,
                    _ => false,
                };
                terms.syms[*s].process == process && is(&self.original(*s).1)
            })
        };
        // The one process of a race may have its rank as that of one of several.
        let any = || witness.ranks.first().filter(|(_, rank)| witness.ranks.iter().all(|(_, other)| other == rank));
        let alone = || if process == Process::All { any() } else { None };
        let known = of(true).or_else(|| of(false)).or_else(alone).and_then(|(_, rank)| u64::try_from(*rank).ok());
        let name = if process == Process::SECOND { "q" } else { "p" };
        known.map_or_else(|| Actor::Symbol(name.to_owned()), Actor::Rank)
    }

    /// The story of a race of one process.
    pub(super) fn told_of_one(&self, pair: &Pair, issue: &Issue, verdict: &Verdict, a: &Access, b: &Access) -> Told {
        let Verdict::Race { witness: w, .. } = verdict else { return Told::default() };
        let who = self.actor(w, Process::All);
        let (first, second) =
            (Values::of(self.analysis, w, Process::All, true), Values::of(self.analysis, w, Process::All, false));
        let mut told = Told { wait: self.thread_wait(pair, verdict), ..Told::default() };
        let at_target = pair.conflict == Conflict::AtTarget;
        let before = route::stops(self.analysis, End::Open, pair.first, &first).unwrap_or_default();
        self.tell_opening(&mut told, &before, issue, &who, &first);
        told.steps.push(self.access_step(pair, true, &who, a, Some(issue), &first));
        let completing = |stop: &Stop<'_>| match self.counts(stop, issue, &first, &second) {
            Counts::AtTarget => true,
            Counts::AtOrigin => !at_target,
            _ => issue.completion.request.is_some() && is_wait(stop),
        };
        let mut late = None;
        if pair.conflict != Conflict::OneCall {
            // Between accesses of two threads lies nothing: they happen at the same time.
            let between = match told.wait {
                Some(_) => Vec::new(),
                None => route::stops(self.analysis, End::At(pair.first), pair.second, &second).unwrap_or_default(),
            };
            let mut because = Vec::new();
            for stop in between.iter().filter(|stop| self.is_told(stop)).take(BETWEEN) {
                let counts = self.counts(stop, issue, &first, &second);
                let text = match counts {
                    Counts::AtOrigin if at_target => self.not_complete_at_target(&counts),
                    _ => self.not_complete(stop, &counts, issue),
                };
                if !text.is_empty() {
                    because.push(format!("`{}`{} {text}", stop.routine, self.near(stop, &b.location)));
                }
                told.steps.push(self.passing(stop, Some(&who), &second, &text));
            }
            because.dedup();
            told.why = because.into_iter().take(2).collect::<Vec<_>>().join("; ");
            let from = if told.wait.is_some() { pair.first } else { pair.second };
            let stops = route::stops_until(self.analysis, from, &second, completing);
            late = stops.and_then(|stops| stops.last().cloned());
            told.completed = late.as_ref().map(|stop| format!("`{}`{}", stop.routine, self.near(stop, &b.location)));
        }
        let mut step = self.access_step(pair, false, &who, b, None, &second);
        if issue.is_blocking() {
            step.text = step.text.replace("while (1) is pending", "while (1) runs");
        }
        if let Some(place) = self.later_turn(pair, w) {
            step.text = step.text.replace(", while (1) is pending", "");
            step.text.push_str(&format!(" in a later iteration{place}, while (1) is pending"));
        }
        told.steps.push(step);
        if let Some(late) = late.filter(|_| told.wait.is_some() && !issue.is_blocking()) {
            told.steps.push(self.passing(&late, Some(&who), &second, "completes (1) only now"));
        }
        told
    }

    /// The loop in a later iteration of which a process makes the second access, as ` of the loop at line 8`.
    fn later_turn(&self, pair: &Pair, w: &Witness) -> Option<String> {
        if !pair.later_iteration {
            return None;
        }
        let skeleton = &self.analysis.skeleton;
        let of = |at: EventRef| &skeleton.nodes[at.node].loops;
        let shared: Vec<LoopId> = of(pair.first).iter().copied().filter(|l| of(pair.second).contains(l)).collect();
        let value = |s: SymId| w.assignment.iter().find(|(x, _)| *x == s).map(|(_, value)| *value);
        let earlier = |s: SymId| {
            let is = |x: &SymId| matches!(self.analysis.facts.terms.syms[*x].kind, SymKind::Earlier(of, _) if of == s);
            w.assignment.iter().find(|(x, _)| is(x)).map(|(_, value)| *value)
        };
        let counter = |l: &LoopId| skeleton.loops[*l].counter;
        // An iteration that a witness does not have is the first one.
        let turns = |l: &&LoopId| earlier(counter(l)).unwrap_or(0) != value(counter(l)).unwrap_or(0);
        let which = shared.iter().find(turns).or(shared.last())?;
        Some(self.of_loop(*which))
    }

    /// ` of the loop at line 8`; empty if the place is not known.
    pub(super) fn of_loop(&self, l: LoopId) -> String {
        let at =
            self.analysis.skeleton.loops[l].loc.map(|loc| self.code.at(loc)).filter(crate::SourceLocation::is_known);
        at.map(|at| format!(" of the loop at line {}", at.line)).unwrap_or_default()
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
        // The last barrier before (2) stands behind (1), and a loop leads back to it.
        let here = |stop: &Stop<'_>| same(&stop) && barrier.is_some_and(|b| b.ctx == stop.ctx);
        let back = barrier_before.filter(|_| passed_after.is_none() && !before_a.iter().any(here));
        let turn = back.and_then(|barrier| self.turn(barrier, pair.first, &first));
        if let (Some(barrier), true, None) = (barrier_before, shared_before || turn.is_some(), passed_after) {
            told.steps.push(self.passing(barrier, None, &second, "is passed by both"));
        }
        if let Some((_, l)) = &turn {
            let text = format!("goes on to the next iteration{}", self.of_loop(*l));
            let location = barrier.map(|stop| self.stop_at(stop)).unwrap_or_default();
            let location = self.analysis.skeleton.loops[*l].loc.map_or(location, |loc| self.code.at(loc));
            told.steps.push(Step { actor: Some(p.clone()), location, text, kind: StepKind::Other, target: None });
        }
        if let Some(issue) = issues[0] {
            let opened = barrier.filter(|stop| turn.is_some() && self.opens_for(stop, issue));
            let since =
                turn.as_ref().map(|(since, _)| since).filter(|all| all.iter().any(|s| self.opens_for(s, issue)));
            match opened {
                Some(stop) => told.epoch = stop.epoch.map(|epoch| epoch.change),
                None => self.tell_opening(&mut told, since.unwrap_or(&before_a), issue, &p, &first),
            }
        }
        let message = match (passed_after, issues[0]) {
            (None, Some(issue)) => self.signal(pair, issue, &before_b, [&first, &second]),
            _ => None,
        };
        // What the other process opens before it receives the message.
        if let (Some(message), Some(issue)) = (&message, issues[1]) {
            let until = before_b.iter().position(|stop| stop.at == message.received.at).unwrap_or(0);
            self.tell_opening_too(&mut told, &before_b[..until], issue, &q, &second);
        }
        told.steps.push(self.access_step(pair, true, &p, a, issues[0], &first));
        if let (Some(message), Some(issue)) = (&message, issues[0]) {
            for stop in message.between.iter().filter(|stop| self.is_told(stop)).take(BETWEEN) {
                let counts = self.counts(stop, issue, &first, &first);
                told.steps.push(self.passing(stop, Some(&p), &first, &self.not_complete_at_target(&counts)));
            }
            told.steps.push(self.passing(&message.sent, Some(&p), &first, ""));
            told.steps.push(self.passing(&message.received, Some(&q), &second, ""));
        }
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
            self.tell_opening_too(&mut told, &before_b, issue, &q, &second);
        }
        told.steps.push(self.access_step(pair, false, &q, b, issues[1], &second));
        let stores = matches!(&self.item(pair.second).event, Event::Access(a) if a.kind == AccessKind::Write);
        told.only_barrier = stores
            && passed_after.is_none()
            && route::stops(self.analysis, End::At(pair.second), pair.first, &first).is_some();
        if let Some(late) = &completes_late {
            self.tell_lateness(&mut told, late, passed_after.and(barrier), &[p, q.clone()], &first, a);
        }
        if let (Some(message), Some(issue)) = (&message, issues[0]) {
            told.why = self.why_not_message(message, issue, &told, &q, &first, a);
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

    /// The epoch that the second process opens for its operation.
    fn tell_opening_too(&self, told: &mut Told, before: &[Stop<'_>], issue: &Issue, who: &Actor, values: &Values<'_>) {
        let mut other = Told::default();
        self.tell_opening(&mut other, before, issue, who, values);
        for step in other.steps {
            // A fence is the same call of both.
            let same = |known: &&mut Step| known.location == step.location && known.text == step.text;
            match told.steps.iter_mut().find(same) {
                Some(known) if step.text.contains("fence") => known.actor = None,
                Some(known) if known.actor == step.actor => {}
                _ => told.steps.push(step),
            }
        }
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
