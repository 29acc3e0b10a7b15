//! How a race happens: numbered steps of both processes, interleaved, and why the synchronisation between the two accesses does
//! not order them.

use super::Describer;
use super::link::{Link, Place};
use super::route::{self, End, Stop};
use super::steps::Counts;
use super::values::Values;
use crate::finding::{Access, Actor, Lasts, Step, StepKind};
use rma_dataflow::candidate::{Conflict, Pair, Processes};
use rma_dataflow::ids::LoopId;
use rma_dataflow::skeleton::{Event, Issue, OrderKind};
use rma_dataflow::term::{Process, SymKind};
use rma_frontend::api::{AccessKind, Bank, Epoch};
use rma_solver::{Verdict, Witness};

/// The largest number of steps shown between the two accesses; more are left out.
const BETWEEN: usize = 6;

/// The steps to a race, with their text.
#[derive(Debug, Default)]
pub(super) struct Told {
    /// The steps.
    pub steps: Vec<Step>,
    /// Why nothing on the path completes the first access or orders the two; empty if there is no special reason.
    pub why: String,
    /// The call that completes the first operation, too late; in a few words.
    pub completed: Option<String>,
    /// In every run that is shown the second access comes first, and only a synchronisation between the two is missing.
    pub only_barrier: bool,
    /// The kind of epoch that the first operation is in.
    pub epoch: Option<Epoch>,
    /// What would make the thread of the second access wait, if another thread makes it.
    pub wait: Option<&'static str>,
    /// The loop that began another iteration between the two accesses of one process, or before the access of the first process.
    pub turned: Option<LoopId>,
    /// The call that completes the first operation is a collective that the other process does not come to.
    pub alone: bool,
    /// The call behind the first operation that lets the process of the second access go on too early; in a few words.
    pub before: Option<String>,
    /// What to do, where the order from the second access to the first is the one that is missing.
    pub missing: Option<String>,
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
        let mut told =
            Told { wait: self.thread_wait(pair, verdict), turned: self.turned(pair, verdict), ..Told::default() };
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
                None => {
                    let turned =
                        told.turned.and_then(|l| route::stops_by(self.analysis, pair.first, l, pair.second, &second));
                    let direct = || route::stops(self.analysis, End::At(pair.first), pair.second, &second);
                    turned.or_else(direct).unwrap_or_default()
                }
            };
            let mut because = Vec::new();
            for stop in between.iter().filter(|stop| self.is_told(stop)).take(BETWEEN) {
                let counts = self.counts(stop, issue, &first, &second);
                let text = match at_target {
                    true => self.not_complete_at_target(stop, &counts),
                    false => self.not_complete(stop, &counts),
                };
                // It does not complete (1), which is pending still.
                let text = match completing(stop) {
                    true if self.fails(stop, &second) => "returns without completing (1)".to_owned(),
                    true => may_be_for_another(stop).to_owned(),
                    false => text,
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
            // A call between the two that is for another operation may be so behind them, too.
            let same = |stop: &Stop<'_>| {
                late.as_ref().is_some_and(|late| late.loc == stop.loc && late.routine == stop.routine)
            };
            if between.iter().any(same) {
                late = None;
            }
            told.completed = late.as_ref().map(|stop| format!("`{}`{}", stop.routine, self.near(stop, &b.location)));
        }
        let mut step = self.access_step(pair, false, &who, b, None, &second);
        if issue.is_blocking() {
            step.text = step.text.replace("while (1) is pending", "while (1) runs");
        }
        if let Some(place) = told.turned.map(|l| self.of_loop(l)) {
            step.text = step.text.replace(", while (1) is pending", "");
            step.text.push_str(&format!(" in a later iteration{place}, while (1) is pending"));
        }
        told.steps.push(step);
        if let Some(late) = late.filter(|_| !issue.is_blocking()) {
            told.steps.push(self.passing(&late, Some(&who), &second, "completes (1) only now"));
        }
        once(&mut told.steps);
        told
    }

    /// The loop around both accesses of one process that began another iteration between them; `None` if both are in the same
    /// iterations.
    pub(super) fn turned(&self, pair: &Pair, verdict: &Verdict) -> Option<LoopId> {
        if pair.processes != Processes::Same {
            return None;
        }
        let (index, by_run) = match verdict {
            Verdict::Race { witness: w, .. } => (w.candidate, w.by_run && w.assignment.len() <= w.ranks.len()),
            Verdict::Unproven { candidate, .. } => (*candidate, false),
            Verdict::Safe { .. } => return None,
        };
        let all = &self.analysis.found.candidates;
        let candidate = all.get(index)?;
        // A run shows the race and not the path to it, which may be any.
        let stays = || all.iter().any(|other| other.pair == candidate.pair && other.turned.is_empty());
        if by_run && stays() {
            return None;
        }
        let turned = candidate.turned.first().copied()?;
        // So may the loop be another one than that of the path: one that does not change the target.
        let other = || self.loop_of(pair.first, self.issue(pair.first).map(|(issue, _)| issue), pair.second);
        let other = if by_run { other() } else { None };
        let changes = self.issue(pair.first).is_some_and(|(issue, _)| self.changes_target(turned, issue));
        Some(other.filter(|_| changes).unwrap_or(turned))
    }

    /// ` of the loop at main.c:8`; empty if the place is not known.
    pub(super) fn of_loop(&self, l: LoopId) -> String {
        let at = self.loop_at(l);
        at.map(|at| format!(" of the loop at {}:{}", super::memory::short_file(&at.file), at.line)).unwrap_or_default()
    }

    /// The location of the begin of a loop, if that is known.
    pub(super) fn loop_at(&self, l: LoopId) -> Option<crate::SourceLocation> {
        self.analysis.skeleton.loops[l].loc.map(|loc| self.code.at(loc)).filter(crate::SourceLocation::is_known)
    }

    /// The story of a race of two processes.
    pub(super) fn told_of_two(
        &self,
        pair: &Pair,
        issues: [Option<&Issue>; 2],
        (w, sides): (&Witness, [Process; 2]),
        a: &Access,
        b: &Access,
    ) -> Told {
        let [p, q] = sides.map(|side| self.actor(w, side));
        let [first, second] = sides.map(|side| Values::of(self.analysis, w, side, false));
        let mut told = Told::default();
        let before_a = route::stops(self.analysis, End::Open, pair.first, &first).unwrap_or_default();
        let before_b = route::stops(self.analysis, End::Open, pair.second, &second).unwrap_or_default();
        // What is over when its call returns is completed by no later call.
        let pending = issues[0].filter(|issue| !issue.completion.over);
        let after_a = pending.and_then(|issue| {
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
        let places = [
            Place { at: pair.first, issue: issues[0], values: &first },
            Place { at: pair.second, issue: issues[1], values: &second },
        ];
        let reverse = self.reverse(places[0], places[1], &before_b);
        let barrier =
            before_b.iter().rev().find(|stop| self.is_barrier(stop) && !self.is_of_others(stop, [&first, &second]));
        let same = |stop: &&Stop<'_>| barrier.is_some_and(|b| b.loc == stop.loc && b.routine == stop.routine);
        let times = |stops: &[Stop<'_>]| stops.iter().filter(same).count();
        let shared_before = times(&before_a) > 0;
        let passed_after = after_a.iter().position(|stop| same(&stop)).filter(|at| *at + 1 < after_a.len());
        let passed_after = passed_after.filter(|_| times(&before_b) > times(&before_a) && reverse.is_none());
        // All processes start: that orders nothing that matters.
        let barrier_before = barrier.filter(|stop| !makes_window(stop) && !is_preparation(stop));
        // The last barrier before (2) stands behind (1), and a loop leads back to it.
        let here = |stop: &Stop<'_>| same(&stop) && barrier.is_some_and(|b| b.ctx == stop.ctx);
        let back = barrier_before.filter(|_| passed_after.is_none() && !before_a.iter().any(here));
        let turn = match &reverse {
            Some(reverse) => Some((reverse.way.clone(), reverse.turned)),
            None => back.and_then(|barrier| self.turn(barrier, pair.first, &first)),
        };
        let mut met: Vec<Step> = Vec::new();
        if let Some(reverse) = &reverse {
            told.turned = Some(reverse.turned);
            met = self.tell_reverse(reverse, [&p, &q], places);
        } else if let (Some(barrier), true, None) = (barrier_before, shared_before || turn.is_some(), passed_after) {
            met.push(self.passing(barrier, None, &second, "is passed by both"));
        }
        if let Some((_, l)) = turn.as_ref().filter(|_| reverse.is_none()) {
            told.turned = Some(*l);
            let text = "goes on to the next iteration of the loop".to_owned();
            let location = barrier.map(|stop| self.stop_at(stop)).unwrap_or_default();
            let location = self.loop_at(*l).unwrap_or(location);
            met.push(Step {
                actor: Some(p.clone()),
                location,
                text,
                kind: StepKind::Other,
                target: None,
                lasts: Lasts::Nothing,
            });
        }
        let message = match (passed_after, issues[0], &reverse) {
            (None, Some(issue), None) => self.signal(pair, issue, &before_b, places),
            _ => None,
        };
        let stale = match (&reverse, &message) {
            (None, None) => {
                let stale = |link: &Link<'_>| self.is_stale(link, places[1]);
                let link = self.link(places[0], places[1], &before_b).filter(stale);
                link.or_else(|| self.skipped_notification(places[0], places[1]).filter(stale))
            }
            _ => None,
        };
        let vain = match (&reverse, passed_after, &message) {
            (None, None, None) if stale.is_none() => self.in_vain(places, [&before_a, &before_b], [&p, &q], a),
            _ => None,
        };
        met.extend(vain.iter().flat_map(|vain| vain.before.iter().cloned()));
        // Epochs that were opened before the barrier are told before it.
        let is_before = |stops: &[Stop<'_>], issue: &Issue| {
            let opened = stops.iter().rposition(|stop| self.opens_for(stop, issue));
            opened.zip(stops.iter().rposition(|stop| same(&stop))).is_some_and(|(opened, met)| opened < met)
        };
        let mut opening = Told::default();
        let mut opened_first = false;
        if let Some(issue) = issues[0] {
            let opened = barrier.filter(|stop| turn.is_some() && self.opens_for(stop, issue));
            let since =
                turn.as_ref().map(|(since, _)| since).filter(|all| all.iter().any(|s| self.opens_for(s, issue)));
            opened_first = since.is_none() && (turn.is_some() || is_before(&before_a, issue));
            match opened {
                Some(stop) => told.epoch = stop.epoch.map(|epoch| epoch.change),
                None => {
                    self.tell_opening(&mut opening, since.unwrap_or(&before_a), issue, &p, &first);
                    told.epoch = opening.epoch;
                }
            }
        }
        opening.steps.retain(|step| !met.iter().any(|known| known.location == step.location));
        let told_barrier = !met.is_empty() || passed_after.is_some();
        let in_order = if opened_first { [opening.steps, met] } else { [met, opening.steps] };
        told.steps.extend(in_order.into_iter().flatten());
        if let Some(issue) = issues[1].filter(|issue| told_barrier && is_before(&before_b, issue)) {
            let at = told.steps.iter().position(|step| step.actor.is_none()).unwrap_or(told.steps.len());
            let later = told.steps.split_off(at);
            self.tell_opening_too(&mut told, &before_b, issue, &q, &second);
            told.steps.extend(later);
        }
        // What the other process opens before it receives the message.
        if let (Some(message), Some(issue)) = (&message, issues[1]) {
            let until = before_b.iter().position(|stop| stop.at == message.received.at).unwrap_or(before_b.len());
            self.tell_opening_too(&mut told, &before_b[..until], issue, &q, &second);
        }
        told.steps.push(self.access_step(pair, true, &p, a, issues[0], &first));
        if let (Some(message), Some(issue)) = (&message, issues[0]) {
            for stop in message.between.iter().filter(|stop| self.is_told(stop)).take(BETWEEN) {
                let counts = self.counts(stop, issue, &first, &first);
                told.steps.push(self.passing(stop, Some(&p), &first, &self.not_complete_at_target(stop, &counts)));
            }
            told.steps.push(self.passing(&one_way(&message.sent, true), Some(&p), &first, ""));
            told.steps.push(self.passing(&one_way(&message.received, false), Some(&q), &second, ""));
        }
        if let Some(link) = &stale {
            let text = "may find the notification of an earlier (1)";
            told.steps.push(self.passing(&one_way(&link.wait, false), Some(&q), &second, text));
        }
        if let (Some(at), Some(issue)) = (passed_after, issues[0]) {
            for stop in after_a.iter().take(at).filter(|stop| self.is_told(stop)).take(BETWEEN) {
                let counts = self.counts(stop, issue, &first, &first);
                told.steps.push(self.passing(stop, Some(&p), &first, &self.not_complete_at_target(stop, &counts)));
            }
            if let Some(barrier) = barrier {
                told.steps.push(self.passing(barrier, None, &second, "is passed by both, while (1) is pending"));
            }
        }
        if let Some(issue) = issues[1] {
            self.tell_opening_too(&mut told, &before_b, issue, &q, &second);
        }
        // A call of another window seems to complete (1).
        let seems = |stop: &Stop<'_>| self.other_window_of(stop, pending, &first).is_some();
        let seeming = match (&reverse, &message, &vain) {
            (None, None, None) => route::stops_until(self.analysis, pair.first, &first, seems),
            _ => None,
        };
        let seeming = seeming.filter(|way| {
            let completes =
                |stop: &&Stop<'_>| pending.is_some_and(|i| self.counts(stop, i, &first, &first) == Counts::AtTarget);
            !way.iter().any(|stop| completes(&stop))
        });
        let seeming = seeming.and_then(|mut stops| stops.pop());
        if let Some((stop, text)) = seeming.as_ref().and_then(|s| Some((s, self.other_window_of(s, pending, &first)?)))
        {
            told.steps.push(self.passing(stop, Some(&p), &first, &text));
        }
        told.steps.extend(vain.iter().flat_map(|vain| vain.between.iter().cloned()));
        told.steps.push(self.access_step(pair, false, &q, b, issues[1], &second));
        let stores = matches!(&self.item(pair.second).event, Event::Access(a) if a.kind == AccessKind::Write);
        let reaches = |from, to, values| route::possible(self.analysis, End::At(from), to, values).is_some();
        told.only_barrier = passed_after.is_none()
            && message.is_none()
            && route::stops(self.analysis, End::At(pair.second), pair.first, &first)
                .is_some_and(|way| !way.iter().any(|stop| self.is_barrier(stop)))
            && issues[1].is_none()
            && (stores || !reaches(pair.first, pair.second, &Values::nothing(self.analysis)));
        // What is complete, or in order, before the process of (2) goes on is not late.
        let is_late = |late: &&Stop<'_>| {
            reverse.as_ref().is_none_or(|reverse| {
                let link = &reverse.link;
                let by = link.completed.and_then(|at| link.between.get(at)).unwrap_or(&link.release);
                by.loc == late.loc && by.routine == late.routine
            })
        };
        if let Some((stop, text)) = seeming.as_ref().and_then(|s| Some((s, self.other_window_of(s, pending, &first)?)))
        {
            told.why = format!("`{}`{} {text}: it does not complete (1)", stop.routine, self.near(stop, &a.location));
        } else if let Some(late) = completes_late.as_ref().filter(is_late) {
            self.tell_lateness(&mut told, late, passed_after.and(barrier), &[p.clone(), q.clone()], places, a);
        }
        if let Some(reverse) = &reverse {
            self.why_reverse(&mut told, reverse, [&p, &q], a, issues[0]);
        } else if let Some(link) = &stale {
            told.why = format!(
                "`{}`{} may find the notification of an earlier (1): nothing takes that back",
                link.wait.routine,
                self.near(&link.wait, &a.location)
            );
            told.missing = Some("take the notification back when it is found (`gaspi_notify_reset`), so that each wait finds that of its own iteration".to_owned());
        } else if let Some(vain) = vain {
            if !vain.why.is_empty() {
                told.why = vain.why;
            } else if !vain.besides.is_empty() && !told.why.is_empty() {
                told.why =
                    told.completed.as_ref().map_or(String::new(), |call| format!("(1) is complete only at {call}; "));
                told.why.push_str(&vain.besides);
            }
            told.missing = vain.help;
        } else if told.only_barrier {
            told.why = format!("nothing makes {p} wait for (2) before (1)");
        }
        if let (Some(message), Some(issue)) = (&message, issues[0]) {
            told.why = self.why_not_message(message, issue, &told, &q, &first, a);
            self.mend_message(&mut told, message, issue, a);
        }
        once(&mut told.steps);
        told
    }

    fn tell_lateness(
        &self,
        told: &mut Told,
        late: &Stop<'_>,
        barrier: Option<&Stop<'_>>,
        [p, q]: &[Actor; 2],
        [first, second]: [Place<'_, '_>; 2],
        a: &Access,
    ) {
        let same = |stop: &Stop<'_>| stop.loc == late.loc && stop.routine == late.routine;
        let meets = self.is_barrier(late)
            && self.is_of_both(late, [first.values, second.values])
            && route::stops_until(self.analysis, second.at, second.values, same).is_some();
        told.alone = self.is_barrier(late) && !meets;
        let first = first.values;
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
        told.before = barrier.map(|stop| format!("`{}`{}", stop.routine, self.near(stop, &a.location)));
        told.why = match barrier {
            Some(barrier) => format!(
                "{call}{near} completes (1) only after `{}`{}, which lets {q} go on",
                barrier.routine,
                self.near(barrier, &a.location)
            ),
            None if meets => format!("(1) is complete only at {call}{near}, which {q} reaches after (2)"),
            None => format!("(1) is complete only at {call}{near}, and nothing makes {q} wait for that before (2)"),
        };
    }

    /// The epoch that the second process opens for its operation.
    fn tell_opening_too(&self, told: &mut Told, before: &[Stop<'_>], issue: &Issue, who: &Actor, values: &Values<'_>) {
        let mut other = Told::default();
        self.tell_opening(&mut other, before, issue, who, values);
        for step in other.steps {
            let is_told = |known: &Step| known.actor.is_none() || known.actor == step.actor && known.text == step.text;
            if told.steps.iter().any(|known| known.location == step.location && is_told(known)) {
                continue;
            }
            // A fence is the same call of both.
            let same = |known: &&mut Step| known.location == step.location && known.text == step.text;
            match told.steps.iter_mut().find(same) {
                Some(known) if step.text.contains("fence") => known.actor = None,
                // What the process does in the epoch comes after it.
                _ => {
                    let opened = before.iter().rposition(|stop| self.stop_at(stop) == step.location);
                    let inside = before.get(opened.map_or(before.len(), |at| at + 1)..).unwrap_or_default();
                    let is_inside = |known: &Step| {
                        known.actor == step.actor && inside.iter().any(|stop| self.stop_at(stop) == known.location)
                    };
                    let at = told.steps.iter().position(is_inside).unwrap_or(told.steps.len());
                    told.steps.insert(at, step);
                }
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

    /// Why a call does not complete an operation, if it is about another window.
    fn other_window_of(&self, stop: &Stop<'_>, issue: Option<&Issue>, values: &Values<'_>) -> Option<String> {
        let issue = issue.filter(|issue| issue.completion.queue.is_none() && !issue.routine.is_symmetric())?;
        match self.counts(stop, issue, values, values) {
            Counts::Not(why) if why.contains("window") => Some(why),
            _ => None,
        }
    }

    /// Whether a call that may complete something does not in the run of the witness: a test, or a wait with a time limit.
    fn fails(&self, stop: &Stop<'_>, values: &Values<'_>) -> bool {
        !stop.complete.is_empty() && stop.complete.iter().all(|complete| values.value(complete.cond) == Some(0))
    }

    /// Whether a call between the two accesses is worth a step.
    fn is_told(&self, stop: &Stop<'_>) -> bool {
        let epoch = stop.epoch.is_some_and(|epoch| !matches!(epoch.change, Epoch::Attach | Epoch::Detach));
        // A blocking operation completes nothing but itself.
        let completes = stop.complete.iter().any(|complete| !complete.routine.is_rma());
        completes || epoch || self.is_barrier(stop)
    }

    /// Why a call does not complete an operation at its origin.
    fn not_complete(&self, stop: &Stop<'_>, counts: &Counts) -> String {
        match counts {
            Counts::Not(why) => why.clone(),
            Counts::Nothing if self.is_barrier(stop) => "completes no one-sided operation".to_owned(),
            Counts::Nothing if stop.epoch.is_some_and(|e| e.change == Epoch::Sync) => {
                "completes no operation".to_owned()
            }
            _ => String::new(),
        }
    }

    fn not_complete_at_target(&self, stop: &Stop<'_>, counts: &Counts) -> String {
        match counts {
            Counts::AtOrigin => "completes (1) at its origin only".to_owned(),
            _ => self.not_complete(stop, counts),
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
        // What only reads at its target gets something from there.
        let gets = issue.is_some_and(|issue| {
            let mut there = issue.effects.iter().filter(|effect| effect.bank == Bank::Target).peekable();
            there.peek().is_some() && there.all(|effect| effect.kind == AccessKind::Read)
        });
        let to = target.map(|rank| format!(" ({} rank {rank})", if gets { "from" } else { "to" })).unwrap_or_default();
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
            lasts: match issue {
                Some(issue) if first && !issue.completion.over => Lasts::Operation,
                _ => Lasts::Nothing,
            },
        }
    }
}

/// A collective that makes a window: both pass it, which does not matter for the race.
pub(super) fn makes_window(stop: &Stop<'_>) -> bool {
    stop.order.iter().any(|order| matches!(order.kind, OrderKind::Collective { makes: Some(_), .. }))
}

/// One of the two directions of a call that both sends and receives.
pub(super) fn one_way<'d>(stop: &Stop<'d>, sends: bool) -> Stop<'d> {
    let of_way = |kind: &OrderKind| match kind {
        OrderKind::Send { .. } | OrderKind::Update { .. } | OrderKind::Notify { .. } => sends,
        OrderKind::Receive { .. } | OrderKind::Observe { .. } | OrderKind::Notified { .. } => !sends,
        _ => true,
    };
    let mut out = stop.clone();
    out.order.retain(|order| of_way(&order.kind));
    out
}

/// Calls of one line that say the same, as those of a loop over targets, are one step.
fn once(steps: &mut Vec<Step>) {
    let is_access = |step: &Step| matches!(step.kind, StepKind::First | StepKind::Second);
    steps.dedup_by(|b, a| {
        !is_access(a) && a.location == b.location && a.text == b.text && a.actor == b.actor && a.kind == b.kind
    });
}

/// A collective that starts the library or allocates memory.
fn is_preparation(stop: &Stop<'_>) -> bool {
    stop.routine.contains("_init") || stop.routine.contains("alloc")
}

/// Why a call that seems to complete an operation does not.
fn may_be_for_another(stop: &Stop<'_>) -> &'static str {
    use rma_dataflow::skeleton::Covers;
    let covers = |is: fn(&Covers) -> bool| stop.complete.iter().any(|complete| is(&complete.covers));
    match () {
        () if covers(|covers| matches!(covers, Covers::Target { .. })) => "may be for another rank",
        () if covers(|covers| matches!(covers, Covers::Requests(_))) => "may be for another request",
        () => "",
    }
}

/// A call that waits for requests.
fn is_wait(stop: &Stop<'_>) -> bool {
    stop.complete.iter().any(|complete| matches!(complete.covers, rma_dataflow::skeleton::Covers::Requests(_)))
}
