//! Verdicts in words: the only module that uses both the analysis' types and the report's.
//!
//! [`code`] translates positions, objects and symbols of the bitcode into text of the source: calls with their arguments,
//! variables, loops. [`story`] describes the steps of both processes, [`reason`] the reason of the race, [`help`] the repair.

mod chain;
mod code;
mod help;
mod in_vain;
mod link;
mod members;
mod memory;
mod misuse;
mod place;
mod reason;
mod reverse;
mod route;
mod signal;
mod steps;
mod still_open;
mod story;
mod target;
mod threads;
mod values;
mod why;
mod witness;
mod words;

pub use place::location;
pub use why::{Line, why};

use crate::finding::{Access, Call, Finding, Level, quoted};
use crate::location::SourceLocation;
use crate::rules::RuleId;
use crate::source::Sources;
use chain::CallSites;
use code::Code;
use index_vec::IndexVec;
use place::Places;
use rma_dataflow::Analysis;
use rma_dataflow::candidate::{Conflict, Misuse, Pair, Processes};
use rma_dataflow::ids::{EventRef, ObjId, PairId};
use rma_dataflow::object::TEMPORARY;
use rma_dataflow::skeleton::{Access as Effect, Death, Event, Issue, Item};
use rma_frontend::api::{Bank, Epoch};
use rma_frontend::ir::Module;
use rma_solver::Verdict;
use std::cell::OnceCell;
use story::Told;

/// Findings of every pair that is not safe.
pub fn findings(
    module: &Module,
    analysis: &Analysis,
    verdicts: &IndexVec<PairId, Verdict>,
    sources: &Sources,
) -> Vec<Finding> {
    let code = Code { module, sources };
    let describer = Describer::new(module, analysis, code);
    let frees: Vec<(&Pair, &Verdict)> = analysis
        .found
        .pairs
        .iter_enumerated()
        .filter(|(_, pair)| pair.conflict == Conflict::Misuse(Misuse::FreedPending))
        .filter_map(|(id, pair)| Some((pair, verdicts.get(id)?)))
        .collect();
    let one = |id: PairId, pair: &Pair| {
        let verdict = verdicts.get(id)?;
        let named = misuse::named_by_operation(pair, verdict, &frees)
            || misuse::named_by_lock(pair, analysis, verdicts)
            || target::named_without_copies(pair, analysis, verdicts);
        if named { None } else { describer.finding(pair, verdict) }
    };
    analysis.found.pairs.iter_enumerated().filter_map(|(id, pair)| one(id, pair)).collect()
}

/// The position of an event of the skeleton, in the form of findings.
pub fn place_of(module: &Module, analysis: &Analysis, event: EventRef) -> Option<SourceLocation> {
    let item = analysis.skeleton.nodes.get(event.node)?.items.get(event.item as usize)?;
    Some(Places { module, analysis }.location(item))
}

struct Describer<'d> {
    module: &'d Module,
    analysis: &'d Analysis<'d>,
    places: Places<'d>,
    code: Code<'d>,
    call_sites: OnceCell<CallSites>,
    /// The calls of the program that open an epoch: the window, if it is known, and the kind.
    epochs: OnceCell<Vec<(Option<ObjId>, Epoch)>>,
}

impl<'d> Describer<'d> {
    fn new(module: &'d Module, analysis: &'d Analysis<'d>, code: Code<'d>) -> Describer<'d> {
        let places = Places { module, analysis };
        Describer { module, analysis, places, code, call_sites: OnceCell::new(), epochs: OnceCell::new() }
    }
}

impl Describer<'_> {
    fn item(&self, at: EventRef) -> &Item {
        &self.analysis.skeleton.nodes[at.node].items[at.item as usize]
    }

    fn issue(&self, at: EventRef) -> Option<(&Issue, &Effect)> {
        match &self.item(at).event {
            Event::Issue(i) => i.effects.get(at.effect as usize).map(|e| (&**i, e)),
            _ => None,
        }
    }

    fn finding(&self, pair: &Pair, verdict: &Verdict) -> Option<Finding> {
        let level = match verdict {
            Verdict::Safe { .. } => return None,
            Verdict::Unproven { .. } => Level::Note,
            Verdict::Race { certain, .. } => {
                if *certain {
                    Level::Error
                } else {
                    Level::Warning
                }
            }
        };
        if is_at_target(pair.conflict) {
            return self.at_target(pair, level, verdict);
        }
        if let Conflict::Misuse(misuse) = pair.conflict {
            return Some(self.misuse(pair, misuse, level, verdict));
        }
        if let (Conflict::EndOfLife(how), Processes::Two) = (pair.conflict, pair.processes) {
            return self.gone(pair, how, level, verdict);
        }
        let (issue, effect) = self.issue(pair.first)?;
        let rule = self.rule(pair, issue);
        let memory = self.memory(pair, effect, verdict);
        let first = self.first_access(pair, issue, effect, &memory);
        let second = self.second_access(pair, &memory);
        let mut told = match verdict {
            Verdict::Race { .. } => self.told_of_one(pair, issue, verdict, &first, &second),
            _ => Told { wait: self.thread_wait(pair, verdict), turned: self.turned(pair, verdict), ..Told::default() },
        };
        told.epoch = told.epoch.or_else(|| self.only_epoch(issue));
        self.tell_threads(&mut told, pair, verdict);
        let message = self.message(pair, issue, &memory, verdict);
        let mut finding = Finding::new(rule, level, message, first, second);
        finding.reason = self.reason(pair, issue, verdict, &told);
        finding.help = help::fix(issue, pair, &told);
        finding.witness = self.witness(pair, verdict);
        finding.story = told.steps;
        self.complete(&mut finding, pair, verdict);
        Some(finding)
    }

    /// Adds the parts that all kinds of findings have: memory, window, and what would decide a note.
    fn complete(&self, finding: &mut Finding, pair: &Pair, verdict: &Verdict) {
        let effect = self.effect(pair.first).or_else(|| self.effect(pair.second));
        let window = self.effect(pair.first).and_then(|(issue, _)| self.window(issue?));
        finding.window = window.or_else(|| self.effect(pair.second).and_then(|(issue, _)| self.window(issue?)));
        finding.memory = effect.and_then(|(_, effect)| self.memory_of(self.object(effect, verdict)?));
        if let Some(memory) = &mut finding.memory
            && let Some(member) = self.member_of(pair, &memory.name)
        {
            memory.name = member;
        }
        finding.queue = self.effect(pair.first).and_then(|(issue, _)| self.queue(issue?));
        finding.reason.push_str(&self.depends(pair, verdict));
        if let Verdict::Unproven { reason, candidate, .. } = verdict {
            finding.settle = self.settle(reason, *candidate, pair);
        }
    }

    /// The queue or the context of an operation, which tells it from others.
    fn queue(&self, issue: &Issue) -> Option<String> {
        let context = || Some(format!("context {}", self.handle_object(issue.target.win?)?.index()));
        match issue.completion.queue {
            Some(queue) => Some(format!("queue {}", queue.index())),
            None if issue.routine.is_symmetric() => context(),
            None => None,
        }
    }

    /// The calls that lead to an event.
    fn calls(&self, item: &Item) -> Vec<Call> {
        let sites = self.call_sites.get_or_init(|| CallSites::of(self.module));
        chain::calls(self.analysis, self.code, sites, item.ctx, item.loc)
    }

    /// An access of an event, by its words.
    fn access(&self, item: &Item, label: String, kind: String, variable: Option<String>, word: Option<&str>) -> Access {
        Access {
            location: self.places.location(item),
            inlined_at: self.places.inlined_at(item),
            label,
            kind,
            variable,
            word: word.map(str::to_owned),
            calls: self.calls(item),
            number: 0,
        }
    }

    fn rule(&self, pair: &Pair, issue: &Issue) -> RuleId {
        match pair.conflict {
            Conflict::EndOfLife(Death::Return | Death::Block) => RuleId::RMA401,
            Conflict::EndOfLife(_) => RuleId::RMA402,
            Conflict::OneCall => RuleId::RMA104,
            Conflict::BothPending => {
                let other = self.issue(pair.second).is_some_and(|(i, _)| i.routine.is_rma());
                if issue.routine.is_rma() || other { RuleId::RMA104 } else { RuleId::RMA105 }
            }
            _ if !issue.routine.is_rma() => RuleId::RMA105,
            Conflict::WriteWhileRead
            | Conflict::AtTarget
            | Conflict::Reductions
            | Conflict::Letter
            | Conflict::Copies
            | Conflict::Misuse(_) => RuleId::RMA101,
            Conflict::ReadWhileWritten => RuleId::RMA102,
            Conflict::WriteWhileWritten => RuleId::RMA103,
        }
    }

    /// The memory that the two accesses share.
    fn object(&self, effect: &Effect, verdict: &Verdict) -> Option<rma_dataflow::ids::ObjId> {
        let obj = match verdict {
            Verdict::Race { witness, .. } => witness.bytes.map(|b| b.obj),
            _ => None,
        };
        obj.or_else(|| effect.area.places.first().map(|p| p.obj))
    }

    /// Its name in the source.
    fn memory(&self, pair: &Pair, effect: &Effect, verdict: &Verdict) -> Memory {
        let obj = self.object(effect, verdict);
        let stable = obj.map(|obj| self.analysis.facts.objects[obj].name.clone()).filter(|name| !name.is_empty());
        let shown = obj.and_then(|obj| self.memory_of(obj)).map(|memory| memory.name);
        let shown = shown.map(|name| self.member_of(pair, &name).unwrap_or(name));
        let shown = shown.or_else(|| stable.clone().filter(|name| name != TEMPORARY && name != "window memory"));
        let is_window = effect.bank == Bank::Target || stable.as_deref() == Some("window memory");
        let nameless = if is_window { "window memory" } else { "the buffer" };
        let words = shown.map_or_else(|| nameless.to_owned(), |name| quoted(&name));
        Memory { stable, words }
    }

    fn first_access(&self, pair: &Pair, issue: &Issue, effect: &Effect, memory: &Memory) -> Access {
        let verb = words::verb(effect.kind);
        let name = &issue.routine.name;
        let end = if issue.is_blocking() { "until it returns" } else { "until completed" };
        let label = format!("`{name}` {verb} {} {end}", memory.words);
        let kind = format!("{name} {}", words::role(effect));
        self.access(self.item(pair.first), label, kind, memory.stable.clone(), Some(name))
    }

    fn second_access(&self, pair: &Pair, memory: &Memory) -> Access {
        let item = self.item(pair.second);
        // The end of a block has no line; the line of the operation is used instead.
        let item_of_place =
            if pair.conflict == Conflict::EndOfLife(Death::Block) { self.item(pair.first) } else { item };
        let mut word = None;
        let (label, kind) = match &item.event {
            Event::Access(a) => {
                word = words::routine(a);
                words::access(a, &memory.words)
            }
            Event::Issue(i) => {
                word = Some(i.routine.name.as_str());
                let effect = i.effects.get(pair.second.effect as usize);
                let verb = effect.map_or("uses", |e| words::verb(e.kind));
                let role = effect.map_or("buffer", words::role);
                (format!("`{}` {verb} {} too", i.routine.name, memory.words), format!("{} {role}", i.routine.name))
            }
            Event::Death { how, .. } => words::death(*how, &memory.words),
            Event::Epoch(call) => {
                word = Some(call.routine.name.as_str());
                words::death(Death::Detach, &memory.words)
            }
            _ => (String::new(), String::new()),
        };
        self.access(item_of_place, label, kind, memory.stable.clone(), word)
    }

    fn message(&self, pair: &Pair, issue: &Issue, memory: &Memory, verdict: &Verdict) -> String {
        let name = &issue.routine.name;
        let race = words::race(verdict);
        let words = &memory.words;
        match pair.conflict {
            Conflict::EndOfLife(how) => {
                let possibly = if matches!(verdict, Verdict::Unproven { .. }) { "possibly, " } else { "" };
                format!("{possibly}{words} {} (2) while `{name}` (1), which uses it, is pending", words::ends(how))
            }
            Conflict::OneCall => {
                let role = |at: EventRef| self.issue(at).map_or("buffer", |(_, e)| words::role(e));
                let (a, b) = (role(pair.first), role(pair.second));
                format!("{race} on {words}: the {a} (1) and the {b} (2) of `{name}` overlap")
            }
            Conflict::BothPending => {
                let other = self.issue(pair.second).map_or("", |(i, _)| i.routine.name.as_str());
                format!(
                    "{race} on {words}: `{name}` (1) and `{other}` (2) are pending on the same bytes, and one writes"
                )
            }
            _ => {
                let shorter = Memory { stable: None, words: "it".to_owned() };
                let label = match &self.item(pair.second).event {
                    Event::Access(a) => words::bare(a),
                    _ => self.second_access(pair, &shorter).label,
                };
                let lasts = if issue.is_blocking() { "runs in another thread" } else { "is pending" };
                format!("{race} on {words}: {label} (2) while `{name}` (1) {lasts}")
            }
        }
    }
}

/// Whether the bytes that two accesses share are at a target.
fn is_at_target(conflict: Conflict) -> bool {
    matches!(conflict, Conflict::AtTarget | Conflict::Reductions | Conflict::Letter | Conflict::Copies)
}

/// A name of memory.
#[derive(Debug, Clone)]
struct Memory {
    /// The name in the analysis. It does not depend on source files, so identities do not depend on them either.
    stable: Option<String>,
    /// The name in the source, in quotes; or words for memory without a name.
    words: String,
}
