//! Races at a target, in words: an operation of one process and what another, or itself, does to the same memory.

use super::{Describer, help, words};
use crate::finding::{Access, Actor, Finding, Level, Step};
use crate::rules::RuleId;
use index_vec::IndexVec;
use rma_dataflow::Analysis;
use rma_dataflow::candidate::{Conflict, Pair, Processes};
use rma_dataflow::ids::{EventRef, PairId};
use rma_dataflow::skeleton::{Access as Effect, Death, Event, Issue};
use rma_dataflow::term::Process;
use rma_dataflow::term::{SymKind, Term};
use rma_frontend::api::{AccessKind, Bank};
use rma_solver::Verdict;

impl Describer<'_> {
    /// A finding about memory at a target.
    pub(super) fn at_target(&self, pair: &Pair, level: Level, verdict: &Verdict) -> Option<Finding> {
        let (first, second) = (self.effect(pair.first)?, self.effect(pair.second)?);
        let memory = self.memory(first.1, verdict);
        let rule = rule(pair.conflict, first, second);
        // Different reductions are allowed by some implementations and forbidden by none at compile time.
        let level = if rule == RuleId::RMA302 { level.min(Level::Warning) } else { level };
        let (a, b) = (self.access_at(pair.first, first, &memory), self.access_at(pair.second, second, &memory));
        let message = message(rule, pair, &a, &b, &memory);
        let mut finding = Finding::new(rule, level, message, a.clone(), b.clone());
        finding.reason = reason(pair, first, second, verdict);
        finding.help = remedy(rule, pair, first, second);
        finding.witness = self.witness(verdict);
        finding.story = self.two_stories(pair, first, second, verdict, &a, &b);
        Some(finding)
    }

    /// A finding about window memory that is gone when an operation of another process comes.
    pub(super) fn gone(&self, pair: &Pair, how: Death, level: Level, verdict: &Verdict) -> Option<Finding> {
        let first = self.effect(pair.first)?;
        let issue = first.0?;
        let memory = self.memory(first.1, verdict);
        let (a, b) = (self.access_at(pair.first, first, &memory), self.second_access(pair, &memory));
        let name = &issue.routine.name;
        let message = format!("{memory} {} while `{name}` of another process may still reach it", words::ends(how));
        let mut finding = Finding::new(self.rule(pair, issue), level, message, a.clone(), b.clone());
        finding.reason = format!(
            "no completion of `{name}` at the target followed by a synchronisation of the two processes stands before that"
        );
        if let Verdict::Unproven { reason, .. } = verdict {
            finding.reason.push_str(&words::unproven(reason));
        }
        let complete = help::at_target(first.0);
        finding.help = match issue.target.win {
            Some(_) if !issue.routine.is_symmetric() && how != Death::Detach => format!(
                "{complete} and let the window go first: `MPI_Win_free` returns only when all processes of the window have called it"
            ),
            _ => format!("{complete} and then synchronise the processes before the memory goes"),
        };
        finding.witness = self.witness(verdict);
        finding.story = self.two_stories(pair, first, (None, first.1), verdict, &a, &b);
        Some(finding)
    }

    /// The effect behind a reference, with its operation if it is one's.
    fn effect(&self, at: EventRef) -> Option<(Option<&Issue>, &Effect)> {
        match &self.item(at).event {
            Event::Access(a) => Some((None, a)),
            Event::Issue(i) => i.effects.get(at.effect as usize).map(|e| (Some(&**i), e)),
            _ => None,
        }
    }

    fn access_at(&self, at: EventRef, (issue, effect): (Option<&Issue>, &Effect), memory: &str) -> Access {
        let item = self.item(at);
        let (label, kind) = match issue {
            Some(i) if effect.bank == Bank::Target => {
                let what = if effect.kind == AccessKind::Atomic { "updates" } else { words::verb(effect.kind) };
                (format!("`{}` {what} {memory} at its target", i.routine.name), format!("{} target", i.routine.name))
            }
            Some(i) => {
                let role = words::role(effect);
                let what = format!("`{}` uses {memory} as its {role}", i.routine.name);
                (what, format!("{} {role}", i.routine.name))
            }
            None => words::access(effect, memory),
        };
        Access {
            location: self.places.location(item),
            inlined_at: self.places.inlined_at(item),
            label,
            kind,
            variable: self.variable(memory),
        }
    }

    fn two_stories(
        &self,
        pair: &Pair,
        first: (Option<&Issue>, &Effect),
        second: (Option<&Issue>, &Effect),
        verdict: &Verdict,
        a: &Access,
        b: &Access,
    ) -> Vec<Step> {
        let Verdict::Race { witness, .. } = verdict else { return Vec::new() };
        let terms = &self.analysis.terms;
        let rank = |process: Process| {
            let known = witness
                .ranks
                .iter()
                .find(|(s, _)| terms.syms[*s].process == process && matches!(terms.syms[*s].kind, SymKind::Rank(_)));
            let name = if process == Process::SECOND { "q" } else { "p" };
            known.and_then(|(_, r)| u64::try_from(*r).ok()).map_or_else(|| Actor::Symbol(name.to_owned()), Actor::Rank)
        };
        let (p, q) = match pair.processes {
            Processes::Two => (rank(Process::FIRST), rank(Process::SECOND)),
            Processes::Same => (rank(Process::All), rank(Process::All)),
        };
        let to = |issue: Option<&Issue>| {
            let target = issue.and_then(|i| i.target.rank).map(|t| terms.get(t));
            match target {
                Some(Term::Const(c)) => format!(" to rank {c}"),
                _ => String::new(),
            }
        };
        let who = self.executors(pair, verdict);
        let say = |issue: Option<&Issue>, access: &Access, who: &str| match issue {
            Some(i) => format!("{who}calls `{}`{}: {}", i.routine.name, to(issue), access.label),
            None => format!("{}{}", words::does(who), access.label),
        };
        let meanwhile = match pair.processes {
            Processes::Two => "nothing orders this after the completion of the first access",
            Processes::Same => "the operation is not complete at its target",
        };
        vec![
            Step { actor: Some(p), location: a.location.clone(), text: say(first.0, a, &who[0]) },
            Step {
                actor: Some(q),
                location: b.location.clone(),
                text: format!("{}; {meanwhile}", say(second.0, b, &who[1])),
            },
        ]
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

/// The two meet as they do with one copy of the window, which is reported as such.
pub(super) fn named_without_copies(pair: &Pair, analysis: &Analysis, verdicts: &IndexVec<PairId, Verdict>) -> bool {
    let places = |p: &Pair| (p.first, p.second, p.processes);
    pair.conflict == Conflict::Copies
        && analysis.found.pairs.iter_enumerated().any(|(id, other)| {
            other.conflict == Conflict::AtTarget
                && places(other) == places(pair)
                && verdicts.get(id).is_some_and(|v| !matches!(v, Verdict::Safe { .. }))
        })
}

fn message(rule: RuleId, pair: &Pair, a: &Access, b: &Access, memory: &str) -> String {
    let who = match pair.processes {
        Processes::Two => "another process",
        Processes::Same => "the same process",
    };
    let what = match rule {
        RuleId::RMA302 => "different reductions on",
        RuleId::RMA303 => "one accumulate operation beside another access on",
        _ => "data race on",
    };
    format!("{what} {memory}: {}, and {} of {who}", a.label, b.label)
}

fn reason(
    pair: &Pair,
    first: (Option<&Issue>, &Effect),
    second: (Option<&Issue>, &Effect),
    verdict: &Verdict,
) -> String {
    let name = first.0.map_or("the first access", |i| i.routine.name.as_str());
    if pair.conflict == Conflict::Letter {
        return "both read, one of them as an accumulate operation: implementations make no conflict of it, the letter of the standard does".to_owned();
    }
    let mut text = match pair.processes {
        _ if pair.conflict == Conflict::Copies => {
            "windows have a public and a private copy in the separate memory model, and no call of the owner brings them together between the two accesses".to_owned()
        }
        Processes::Same => format!("`{name}` is not complete at its target before the second access"),
        Processes::Two if second.1.bank == Bank::Target => {
            "neither is complete at the target and synchronised with the other process before the other begins"
                .to_owned()
        }
        Processes::Two => format!(
            "no completion of `{name}` at the target followed by a synchronisation of the two processes stands between them"
        ),
    };
    if let Verdict::Unproven { reason, .. } = verdict {
        text.push_str(&words::unproven(reason));
    }
    text
}

/// The way to complete an operation on a queue for those who access its target.
fn help_with_notifications(first: (Option<&Issue>, &Effect)) -> &'static str {
    if first.1.kind == AccessKind::Read {
        return "wait for the queue of the read with `gaspi_wait`, and then synchronise the processes (notification, barrier) before the other access";
    }
    "post a notification after the write, on its queue and to its target (`gaspi_notify`, `gaspi_write_notify`), and let the target find it (`gaspi_notify_waitsome`, `gaspi_notify_reset`) before the other access: `gaspi_wait` and barriers do not complete a write at its target"
}

fn remedy(rule: RuleId, pair: &Pair, first: (Option<&Issue>, &Effect), second: (Option<&Issue>, &Effect)) -> String {
    let queued = |(issue, _): (Option<&Issue>, &Effect)| issue.is_some_and(|i| i.routine.arg("queue").is_some());
    if queued(first) {
        return help_with_notifications(first).to_owned();
    }
    if first.0.is_some_and(|i| i.completion.queue.is_some()) {
        return "synchronise the processes (barrier, notification) between the two, use disjoint bytes, or make both atomic operations on the same value".to_owned();
    }
    let complete = help::at_target(first.0);
    let synchronise = help::synchronisations(first.0);
    match (pair.processes, rule) {
        (_, RuleId::RMA302) => {
            "use one reduction operation, or order the two by a completion and a synchronisation".to_owned()
        }
        (_, RuleId::RMA303) => "order the two, or make both accumulate operations".to_owned(),
        (_, RuleId::RMA204) => "let the owner of the memory call `MPI_Win_sync`, in an epoch and in order with the operation, between the two accesses, and keep its stores out of epochs in which others write to the window".to_owned(),
        (Processes::Same, _) => format!("{complete} before the second access"),
        (Processes::Two, RuleId::RMA203 | RuleId::RMA301) if second.1.bank == Bank::Target => format!(
            "{complete} and synchronise the processes before the other operation, use disjoint bytes, or make both atomic to each other"
        ),
        (Processes::Two, _) => format!("{complete} and then synchronise the processes {synchronise}"),
    }
}
