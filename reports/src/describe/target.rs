//! Races at a target, in words: an operation of one process and an access of another process, or of itself, to the same
//! memory.

use super::link::Place;
use super::route::{self, End};
use super::story::Told;
use super::values::Values;
use super::{Describer, Memory, help, words};
use crate::finding::{Access, Binding, Finding, Level};
use crate::rules::RuleId;
use index_vec::IndexVec;
use rma_dataflow::Analysis;
use rma_dataflow::candidate::{Conflict, Pair, Processes};
use rma_dataflow::ids::{EventRef, PairId};
use rma_dataflow::skeleton::{Access as Effect, Death, Event, Issue};
use rma_dataflow::term::Process;
use rma_frontend::api::{AccessKind, Bank, Epoch};
use rma_solver::Verdict;

/// The processes of the two accesses.
pub(super) const SIDES: [Process; 2] = [Process::FIRST, Process::SECOND];

impl Describer<'_> {
    /// A finding about memory at a target.
    pub(super) fn at_target(&self, pair: &Pair, level: Level, verdict: &Verdict) -> Option<Finding> {
        let turned_round = self.second_is_late(pair, verdict);
        let (swapped, sides) = match turned_round {
            true => {
                (Pair { first: pair.second, second: pair.first, ..pair.clone() }, [Process::SECOND, Process::FIRST])
            }
            false => (pair.clone(), SIDES),
        };
        let pair = &swapped;
        let (first, second) = (self.effect(pair.first)?, self.effect(pair.second)?);
        let memory = self.memory(pair, first.1, verdict);
        let rule = rule(pair.conflict, first, second);
        // Different reductions are allowed by some implementations and forbidden by none at compile time.
        let level = if rule == RuleId::RMA302 { level.min(Level::Warning) } else { level };
        let (a, b) = (self.access_at(pair.first, first, &memory), self.access_at(pair.second, second, &memory));
        let mut told = self.told_at_target(pair, [first.0, second.0], (verdict, sides), &a, &b);
        told.epoch = told.epoch.or_else(|| self.only_epoch(first.0.or(second.0)?));
        self.tell_threads(&mut told, pair, verdict);
        let message = self.message_at_target(rule, pair, [first, second], &memory, verdict);
        let mut finding = Finding::new(rule, level, message, a, b);
        finding.reason = self.reason_at_target(pair, first, second, verdict, &told);
        finding.help = remedy(rule, pair, first, second, &told);
        finding.witness = self.witness_of(pair, sides, verdict);
        // The first process is an iteration ahead: one number for both would contradict that.
        if let (Some(witness), Some(at)) = (&mut finding.witness, told.turned.and_then(|l| self.loop_at(l))) {
            let of_both = |binding: &Binding| binding.whose.is_none() && binding.location.as_ref() == Some(&at);
            witness.iterations.retain(|binding| pair.processes == Processes::Same || !of_both(binding));
        }
        finding.story = told.steps;
        self.complete(&mut finding, pair, verdict);
        Some(finding)
    }

    fn told_at_target(
        &self,
        pair: &Pair,
        issues: [Option<&Issue>; 2],
        (verdict, sides): (&Verdict, [Process; 2]),
        a: &Access,
        b: &Access,
    ) -> Told {
        match (verdict, pair.processes, issues[0]) {
            (Verdict::Race { witness, .. }, Processes::Two, _) => {
                self.told_of_two(pair, issues, (witness, sides), a, b)
            }
            (Verdict::Race { .. }, Processes::Same, Some(issue)) => self.told_of_one(pair, issue, verdict, a, b),
            _ => Told { turned: self.turned(pair, verdict), ..Told::default() },
        }
    }

    /// Whether the second operation is the one that is not complete when its process lets the other one go on.
    fn second_is_late(&self, pair: &Pair, verdict: &Verdict) -> bool {
        let (Verdict::Race { witness, .. }, Processes::Two) = (verdict, pair.processes) else { return false };
        let [first, second] = [pair.first, pair.second].map(|at| self.issue(at).map(|(issue, _)| issue));
        if first.is_none() || second.is_none_or(|issue| issue.completion.over) || pair.first == pair.second {
            return false;
        }
        let [a, b] = SIDES.map(|side| Values::of(self.analysis, witness, side, false));
        let a = Place { at: pair.first, issue: first, values: &a };
        let b = Place { at: pair.second, issue: second, values: &b };
        let is_late = |from: Place<'_, '_>, to: Place<'_, '_>| {
            let before = route::stops(self.analysis, End::Open, to.at, to.values).unwrap_or_default();
            self.link(from, to, &before).is_some_and(|link| !link.holds)
        };
        is_late(b, a) && !is_late(a, b)
    }

    /// A finding about window memory that is gone when an operation of another process comes.
    pub(super) fn gone(&self, pair: &Pair, how: Death, level: Level, verdict: &Verdict) -> Option<Finding> {
        let first = self.effect(pair.first)?;
        let issue = first.0?;
        let memory = self.memory(pair, first.1, verdict);
        let (a, b) = (self.access_at(pair.first, first, &memory), self.second_access(pair, &memory));
        let name = &issue.routine.name;
        let mut told = self.told_at_target(pair, [Some(issue), None], (verdict, SIDES), &a, &b);
        told.epoch = told.epoch.or_else(|| self.only_epoch(issue));
        let possibly = if matches!(verdict, Verdict::Unproven { .. }) { "possibly, " } else { "" };
        let message = format!(
            "{possibly}{} {} (2) while `{name}` (1) of another process may still reach it",
            memory.words,
            words::ends(how)
        );
        let mut finding = Finding::new(self.rule(pair, issue), level, message, a, b);
        finding.reason = if told.why.is_empty() {
            format!("nothing makes the process wait for the completion of `{name}` at its target before (2)")
        } else {
            told.why.clone()
        };
        finding.reason.push_str(&self.undecided(verdict));
        let complete = help::at_target(first.0, told.epoch);
        finding.help = match issue.target.win {
            _ if issue.completion.queue.is_some() => {
                "let the target find a notification that is posted after the operation, on its queue (`gaspi_notify_waitsome`, `gaspi_notify_reset`), or complete a read with `gaspi_wait` and then pass a barrier, before the segment is deleted".to_owned()
            }
            Some(_) if !issue.routine.is_symmetric() && how != Death::Detach => format!(
                "{complete} and free the window before its memory: `MPI_Win_free` returns only when all processes of the window have called it"
            ),
            _ => format!("{complete} and then synchronise the processes before the memory is freed"),
        };
        finding.witness = self.witness(pair, verdict);
        finding.story = told.steps;
        self.complete(&mut finding, pair, verdict);
        Some(finding)
    }

    /// The effect that a reference names, with its operation if it is one's.
    pub(super) fn effect(&self, at: EventRef) -> Option<(Option<&Issue>, &Effect)> {
        match &self.item(at).event {
            Event::Access(a) => Some((None, a)),
            Event::Issue(i) => i.effects.get(at.effect as usize).map(|e| (Some(&**i), e)),
            _ => None,
        }
    }

    fn access_at(&self, at: EventRef, (issue, effect): (Option<&Issue>, &Effect), memory: &Memory) -> Access {
        let item = self.item(at);
        let shown = &memory.words;
        let (label, kind, word) = match issue {
            Some(i) if effect.bank == Bank::Target => {
                let what = if effect.kind == AccessKind::Atomic { "updates" } else { words::verb(effect.kind) };
                let label = format!("`{}` {what} {shown} at its target", i.routine.name);
                (label, format!("{} target", i.routine.name), Some(i.routine.name.as_str()))
            }
            Some(i) => {
                let role = words::role(effect);
                let label = format!("`{}` uses {shown} as its {role}", i.routine.name);
                (label, format!("{} {role}", i.routine.name), Some(i.routine.name.as_str()))
            }
            None => {
                let (label, kind) = words::access(effect, shown);
                (label, kind, words::routine(effect))
            }
        };
        self.access(item, label, kind, memory.stable.clone(), word)
    }

    fn message_at_target(
        &self,
        rule: RuleId,
        pair: &Pair,
        [first, second]: [(Option<&Issue>, &Effect); 2],
        memory: &Memory,
        verdict: &Verdict,
    ) -> String {
        let race = words::race(verdict);
        let words = &memory.words;
        let what = match rule {
            RuleId::RMA302 => format!("different reductions on {words}"),
            RuleId::RMA303 => format!("one accumulate operation beside another access on {words}"),
            _ => format!("{race} on {words}"),
        };
        let operation = |(issue, effect): (Option<&Issue>, &Effect)| match issue {
            Some(i) => format!("`{}`", i.routine.name),
            None => words::bare(effect),
        };
        let (a, b) = (operation(first), operation(second));
        match pair.processes {
            Processes::Same => format!("{what}: {b} (2) while {a} (1) of the same process is pending"),
            Processes::Two if a == b && pair.first == pair.second => {
                format!("{what}: {a} of two processes, (1) and (2), on the same bytes")
            }
            Processes::Two => format!("{what}: {a} (1) of one process and {b} (2) of another are not ordered"),
        }
    }

    fn reason_at_target(
        &self,
        pair: &Pair,
        first: (Option<&Issue>, &Effect),
        second: (Option<&Issue>, &Effect),
        verdict: &Verdict,
        told: &Told,
    ) -> String {
        if pair.conflict == Conflict::Letter {
            return "both read, one of them as an accumulate operation: implementations make no conflict of it, the letter of the standard does".to_owned();
        }
        let name = first.0.map_or("the first access", |i| i.routine.name.as_str());
        let text = match pair.processes {
            _ if pair.conflict == Conflict::Copies => {
                "windows have a public and a private copy in the separate memory model, and no call of the owner brings them together between the two accesses".to_owned()
            }
            _ if !told.why.is_empty() => told.why.clone(),
            Processes::Same => match &told.completed {
                Some(call) => format!("(1) is complete at its target only at {call}"),
                None => format!("`{name}` is not complete at its target before (2)"),
            },
            Processes::Two if first.0.is_some_and(|i| i.completion.queue.is_some()) && second.0.is_none() => {
                "the process of (2) finds no notification that says that (1) has arrived".to_owned()
            }
            Processes::Two if first.0.is_some_and(|i| i.completion.over) && second.1.bank != Bank::Target => {
                "nothing orders (1) of one process and (2) of the other".to_owned()
            }
            Processes::Two if first.0.is_none() => {
                "one process may still do (1) while the other does (2); `MPI_Win_sync` and a barrier between them order them".to_owned()
            }
            Processes::Two if second.1.bank == Bank::Target => {
                "whichever of the two comes first, no call completes it at its target and makes the other process wait for that".to_owned()
            }
            Processes::Two => format!("no call completes `{name}` at its target and makes the other process wait for that"),
        };
        text + &self.undecided(verdict)
    }
}

/// Accumulate operations, with whatever reduction.
fn accumulates(issue: Option<&Issue>, effect: &Effect) -> bool {
    let at_target = |i: &Issue| i.atomicity.atomic;
    effect.bank == Bank::Target && issue.is_some_and(at_target)
}

fn rule(conflict: Conflict, first: (Option<&Issue>, &Effect), second: (Option<&Issue>, &Effect)) -> RuleId {
    match conflict {
        Conflict::Reductions => return RuleId::RMA302,
        Conflict::Letter => return RuleId::RMA303,
        Conflict::Copies => return RuleId::RMA204,
        _ => {}
    }
    if accumulates(first.0, first.1) || accumulates(second.0, second.1) {
        return RuleId::RMA301;
    }
    // A direct access to another process' part of a shared window counts as one of the target.
    match (first.1.bank, second.1.bank) {
        (Bank::Target, Bank::Target) => RuleId::RMA203,
        (Bank::Target, Bank::Own) if first.1.kind == AccessKind::Read => RuleId::RMA202,
        (Bank::Own, Bank::Target) if second.1.kind == AccessKind::Read => RuleId::RMA202,
        _ => RuleId::RMA201,
    }
}

/// The two conflict also with one copy of the window; the race is reported as such.
pub(super) fn named_without_copies(pair: &Pair, analysis: &Analysis, verdicts: &IndexVec<PairId, Verdict>) -> bool {
    let places = |p: &Pair| (p.first, p.second, p.processes);
    pair.conflict == Conflict::Copies
        && analysis.found.pairs.iter_enumerated().any(|(id, other)| {
            other.conflict == Conflict::AtTarget
                && places(other) == places(pair)
                && verdicts.get(id).is_some_and(|v| !matches!(v, Verdict::Safe { .. }))
        })
}

/// How to complete an operation on a queue, for processes that access its target.
fn help_with_notifications(
    pair: &Pair,
    first: (Option<&Issue>, &Effect),
    second: (Option<&Issue>, &Effect),
) -> &'static str {
    if pair.processes == Processes::Same && second.0.is_some() {
        return match first.1.kind {
            AccessKind::Read => "wait for the queue of the read with `gaspi_wait` before (2)",
            _ if first.0.is_some_and(|i| i.routine.arg("notification_id").is_some()) => {
                "use disjoint bytes, or let the target answer when it has found the notification of (1) (`gaspi_notify_waitsome`, `gaspi_notify_reset`), and make (2) wait for that answer: what one process writes to another arrives in any order"
            }
            _ => {
                "use disjoint bytes, or notify the target after (1) (`gaspi_notify`, `gaspi_write_notify`) and make (2) wait for its answer: what one process writes to another arrives in any order"
            }
        };
    }
    if first.1.kind == AccessKind::Read {
        return "wait for the queue of the read with `gaspi_wait`, and then synchronise the processes (notification, barrier) before the other access";
    }
    if first.0.is_some_and(|i| i.routine.arg("notification_id").is_some()) {
        return "let the process of (2) find the notification of (1) (`gaspi_notify_waitsome`, `gaspi_notify_reset`) before (2): `gaspi_wait` and barriers do not complete a write at its target";
    }
    "post a notification after the write, on its queue and to its target (`gaspi_notify`, `gaspi_write_notify`), and let the target find it (`gaspi_notify_waitsome`, `gaspi_notify_reset`) before the other access: `gaspi_wait` and barriers do not complete a write at its target"
}

fn remedy(
    rule: RuleId,
    pair: &Pair,
    first: (Option<&Issue>, &Effect),
    second: (Option<&Issue>, &Effect),
    told: &Told,
) -> String {
    let by_rule = matches!(rule, RuleId::RMA302 | RuleId::RMA303 | RuleId::RMA204);
    if let Some(missing) = told.missing.as_ref().filter(|_| !by_rule) {
        return missing.clone();
    }
    if told.only_barrier && first.0.is_some() {
        let how = help::meetings(first.0);
        return format!(
            "synchronise the two processes ({how}) between (2) and (1): the access must be over before the operation begins, and the operation complete before the next one"
        );
    }
    let queued = |(issue, _): (Option<&Issue>, &Effect)| issue.is_some_and(|i| i.routine.arg("queue").is_some());
    if queued(first) {
        return help_with_notifications(pair, first, second).to_owned();
    }
    if first.0.is_some_and(|i| i.completion.queue.is_some()) {
        return "synchronise the processes (barrier, notification) between the two, use disjoint bytes, or make both atomic operations on the same value".to_owned();
    }
    if first.0.is_none() && second.0.is_none() {
        return "order the two accesses: `MPI_Win_sync`, a barrier of the processes that share the memory, `MPI_Win_sync` again, between (1) and (2)".to_owned();
    }
    // A plain access is over when the next statement begins, but the other process does not know that.
    if let (None, Some(issue), false) = (first.0, second.0, by_rule) {
        return help::beside_operation(issue, told.epoch);
    }
    let complete = help::at_target(first.0, told.epoch);
    // The target's wait cannot come before a call of the origin.
    let synchronise = match &told.before {
        Some(call) if told.epoch != Some(Epoch::Start) => format!("before {call}, which lets the other process go on"),
        _ => help::synchronisations(first.0, told.epoch, told.alone).to_owned(),
    };
    let atomic = match first.0.is_some_and(|i| i.routine.is_symmetric()) {
        true => "`shmem_atomic_*`",
        false => "accumulate operations",
    };
    match (pair.processes, rule) {
        (_, RuleId::RMA302) => {
            "use one reduction operation, or order the two by a completion and a synchronisation".to_owned()
        }
        (_, RuleId::RMA303) => "order the two, or make both accumulate operations".to_owned(),
        (_, RuleId::RMA204) => "let the owner of the memory call `MPI_Win_sync`, in an epoch and in order with the operation, between the two accesses, and keep its stores out of epochs in which others write to the window".to_owned(),
        (Processes::Same, _) if told.wait.is_none() && both_put(first, second) => {
            "order the two with `shmem_fence` (`shmem_ctx_fence` for a context of its own), or complete (1) with `shmem_quiet`, before (2)".to_owned()
        }
        (Processes::Same, _) => match told.wait {
            Some(wait) => format!("{complete}, and let the thread of (2) wait for that ({wait})"),
            None => format!("{complete} before (2)"),
        },
        (Processes::Two, RuleId::RMA203 | RuleId::RMA301) if second.1.bank == Bank::Target => {
            let order = match first.0.is_some_and(|i| i.completion.over) {
                true => help::between(second.0),
                false => format!("{complete} {synchronise}"),
            };
            format!("{order}; or use disjoint bytes, or make both atomic to each other ({atomic})")
        }
        (Processes::Two, _) if first.0.is_some_and(|i| i.completion.over) => help::between(second.0),
        (Processes::Two, _) if first.0.is_some_and(|i| i.routine.arg("sig_addr").is_some()) => {
            format!("let the process of (2) wait for the signal of (1) (`shmem_signal_wait_until`), or {complete} {synchronise}")
        }
        (Processes::Two, _) => format!("{complete} {synchronise}"),
    }
}

/// Whether both are operations of OpenSHMEM that write at their target, which a fence orders.
fn both_put(first: (Option<&Issue>, &Effect), second: (Option<&Issue>, &Effect)) -> bool {
    [first, second].iter().all(|(issue, effect)| {
        issue.is_some_and(|i| i.routine.is_symmetric())
            && effect.bank == Bank::Target
            && effect.kind != AccessKind::Read
    })
}
