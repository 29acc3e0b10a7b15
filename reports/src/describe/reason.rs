//! Why two accesses race, why a pair was not decided, and what would decide it.

use super::story::Told;
use super::{Describer, help};
use rma_dataflow::candidate::{Conflict, Pair};
use rma_dataflow::ids::{EventRef, SymId};
use rma_dataflow::skeleton::{Actor, Event, Issue, Item};
use rma_dataflow::term::Knowledge;
use rma_frontend::api::Bank;
use rma_solver::{UnprovenReason, Verdict};
use std::collections::BTreeSet;

/// Values that are named as what is not followed.
const NAMED: usize = 3;

impl Describer<'_> {
    /// Why an operation of one process races with what that process does.
    pub(super) fn reason(&self, pair: &Pair, issue: &Issue, verdict: &Verdict, told: &Told) -> String {
        let name = &issue.routine.name;
        if issue.is_blocking() {
            let text = "(1) is complete when it returns; another thread makes (2), and nothing orders the two";
            return text.to_owned() + &self.undecided(verdict);
        }
        let mut text = if pair.conflict == Conflict::OneCall {
            format!("`{name}` may write the one before it has read all of the other")
        } else if !told.why.is_empty() {
            told.why.clone()
        } else {
            let later = if told.turned.is_some() { " of a later iteration" } else { "" };
            match &told.completed {
                Some(call) => format!("(1) is complete only at {call}; nothing before (2){later} completes it"),
                None => format!("no {} completes (1) on the way to (2){later}", help::completions(issue)),
            }
        };
        if pair.conflict != Conflict::OneCall && self.is_of_two(pair, verdict) {
            text.push_str("; another thread makes (2)");
        }
        text.push_str(&self.undecided(verdict));
        text
    }

    /// Why a pair was not decided, as the end of a sentence.
    pub(super) fn undecided(&self, verdict: &Verdict) -> String {
        let Verdict::Unproven { reason, candidate, .. } = verdict else { return String::new() };
        let why = match reason {
            UnprovenReason::LostData { names } => match self.lost(*candidate) {
                lost if !lost.is_empty() => format!("the analysis does not know {}", listed(&lost)),
                _ => {
                    let names: Vec<&str> = names.iter().map(String::as_str).filter(|name| is_word(name)).collect();
                    match names.is_empty() {
                        true => "it depends on data in memory that the analysis does not follow".to_owned(),
                        false => format!("the analysis does not follow what becomes of {}", names.join(", ")),
                    }
                }
            },
            UnprovenReason::UnknownPointer => "it is not known which memory an access reaches".to_owned(),
            UnprovenReason::Lossy => "an order or a condition between the two was not followed".to_owned(),
            UnprovenReason::Apart { processes } => {
                format!("a simulated run with {processes} processes shows no race; other runs are not decided")
            }
            UnprovenReason::NoElements => {
                "only runs were found with an empty array, or with fewer elements than the processes that share them"
                    .to_owned()
            }
            UnprovenReason::SolverGaveUp => "undecided within the steps of --solver-timeout".to_owned(),
            UnprovenReason::RunEnded => "the time or memory of the run was used up".to_owned(),
        };
        format!("; not decided: {why}")
    }

    /// What to do so that the next run decides.
    pub(super) fn settle(&self, reason: &UnprovenReason, candidate: usize, pair: &Pair) -> String {
        match reason {
            UnprovenReason::LostData { .. } => match self.lost(candidate).first() {
                Some((name, _)) if self.calls_unknown() => format!(
                    "say what fills the memory that {name} is read from: give its bitcode, or describe the function with --models"
                ),
                _ => {
                    "run it under a dynamic checker, or see by hand whether the two can touch the same bytes: the analysis does not follow the values that decide it".to_owned()
                }
            },
            UnprovenReason::UnknownPointer => {
                let calls = [pair.first, pair.second].into_iter().find_map(|at| self.unknown_call(at));
                if let Some(function) = calls {
                    return format!("give the bitcode of `{function}`, or describe it with --models");
                }
                let of = [pair.first, pair.second].into_iter().find_map(|at| self.unknown_pointer(at));
                match of {
                    Some(name) => format!(
                        "say what {name} refers to: give the bitcode that sets it, or describe it with --models"
                    ),
                    None => "give the bitcode of what sets the pointer, or describe it with --models".to_owned(),
                }
            }
            UnprovenReason::Lossy => {
                "run it under a dynamic checker; or analyse a smaller part of the program with --entry".to_owned()
            }
            UnprovenReason::Apart { processes } => {
                format!("run it with other input or more than {processes} processes under a dynamic checker")
            }
            UnprovenReason::NoElements => "test the size where the program reads it, or divides it".to_owned(),
            UnprovenReason::SolverGaveUp => "raise --solver-timeout (milliseconds; 250 is the default)".to_owned(),
            UnprovenReason::RunEnded => "raise --time-limit or --memory-limit".to_owned(),
        }
    }

    /// The values of a candidate that the analysis has lost, by name and place.
    fn lost(&self, candidate: usize) -> Vec<(String, String)> {
        let Some(candidate) = self.analysis.found.candidates.get(candidate) else { return Vec::new() };
        let terms = &self.analysis.facts.terms;
        let mut symbols: BTreeSet<SymId> = BTreeSet::new();
        let mut add = |t| terms.for_each_sym(t, &mut |s| _ = symbols.insert(s));
        for overlap in &candidate.overlaps {
            [overlap.first.offset, overlap.first.block.offset].into_iter().for_each(&mut add);
            overlap.second.iter().flat_map(|second| [second.offset, second.block.offset]).for_each(&mut add);
        }
        candidate.reach.iter().chain(&candidate.path).copied().for_each(&mut add);
        let mut out: Vec<(String, String)> = Vec::new();
        for s in symbols.into_iter().filter(|s| terms.syms[*s].knowledge() == Knowledge::Lost) {
            let (of, _) = self.original(s);
            let Some((name, Some(loc))) = self.value_name(of) else { continue };
            let at = self.code.at(loc);
            let entry = (name, format!("{}:{}", super::memory::short_file(&at.file), at.line));
            if at.is_known() && !out.contains(&entry) {
                out.push(entry);
            }
        }
        out.truncate(NAMED);
        out
    }

    /// Whether the program calls a function without code and without a model.
    fn calls_unknown(&self) -> bool {
        let unknown = |item: &Item| match &item.event {
            Event::Access(a) => matches!(a.actor, Actor::Instruction("unknown call")),
            Event::Foreign => true,
            _ => false,
        };
        self.analysis.skeleton.nodes.iter().flat_map(|node| &node.items).any(unknown)
    }

    /// The function without a model whose call the access represents.
    fn unknown_call(&self, at: EventRef) -> Option<String> {
        let item = self.item(at);
        match &item.event {
            Event::Access(a) if matches!(a.actor, Actor::Instruction("unknown call")) => {
                self.callee_at(item.ctx, item.loc?)
            }
            _ => None,
        }
    }

    /// The pointer of an access whose memory is not known, as in the source.
    fn unknown_pointer(&self, at: EventRef) -> Option<String> {
        let item = self.item(at);
        let (unknown, routine) = match &item.event {
            Event::Access(a) => (a.area.unknown, super::words::routine(a)),
            Event::Issue(i) => (i.effects.get(at.effect as usize)?.area.unknown, Some(i.routine.name.as_str())),
            _ => return None,
        };
        let loc = item.loc.filter(|_| unknown)?;
        let name = match (&item.event, routine) {
            (Event::Issue(i), Some(routine)) => {
                let effect = i.effects.get(at.effect as usize)?;
                let own = match &effect.actor {
                    Actor::Argument { arg, .. } => i.routine.arg(arg),
                    Actor::Instruction(_) => None,
                };
                // Memory at a target is that of the window.
                let which = if effect.bank == Bank::Target { i.routine.arg("win") } else { own };
                self.code.arguments(loc, routine)?.into_iter().nth(which.unwrap_or(0))?
            }
            (_, Some(routine)) => self.code.arguments(loc, routine)?.into_iter().next()?,
            (_, None) => self.code.path(loc)?,
        };
        let place = self.code.at(loc);
        Some(format!("`{name}` ({}:{})", super::memory::short_file(&place.file), place.line))
    }
}

fn listed(values: &[(String, String)]) -> String {
    let all: Vec<String> = values.iter().map(|(name, at)| format!("{name} ({at})")).collect();
    all.join(", ")
}

fn is_word(name: &str) -> bool {
    !name.is_empty() && !name.contains('?') && !name.contains("(earlier)") && name != rma_dataflow::object::TEMPORARY
}
