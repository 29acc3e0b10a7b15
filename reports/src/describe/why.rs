//! Why two places race or not: which event orders them, which lock excludes them, or why they are disjoint.

use super::route::{self, Stop};
use super::steps::Counts;
use super::values::Values;
use super::{Describer, words};
use crate::source::Sources;
use crate::text::wrap;
use index_vec::IndexVec;
use rma_dataflow::Analysis;
use rma_dataflow::candidate::{Pair, Processes};
use rma_dataflow::ids::{EventRef, ObjId, PairId, TermId};
use rma_dataflow::skeleton::{Access as Effect, Event, Issue, Item};
use rma_dataflow::term::Term;
use rma_frontend::api::{AccessKind, Bank};
use rma_frontend::ir::Module;
use rma_solver::Verdict;
use std::collections::BTreeSet;
use std::fmt::Write;

/// The width of answers, in columns.
const WIDTH: usize = 100;

/// A line of a source file, as a person names it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// The end of its path.
    pub file: String,
    /// From 1.
    pub line: u32,
}

impl std::str::FromStr for Line {
    type Err = String;

    fn from_str(text: &str) -> Result<Line, String> {
        let (file, line) = text.rsplit_once(':').ok_or_else(|| format!("`{text}` is no FILE:LINE"))?;
        let line = line.parse().ok().filter(|line| *line > 0).ok_or_else(|| format!("`{text}` is no FILE:LINE"))?;
        Ok(Line { file: file.trim_start_matches("./").to_owned(), line })
    }
}

impl Line {
    /// Whether a path is that of the file.
    fn is_in(&self, path: &str) -> bool {
        path == self.file || path.strip_suffix(self.file.as_str()).is_some_and(|folder| folder.ends_with('/'))
    }
}

/// The answer for two lines.
pub fn why(
    module: &Module,
    analysis: &Analysis,
    verdicts: &IndexVec<PairId, Verdict>,
    sources: &Sources,
    lines: [&Line; 2],
) -> String {
    let code = super::Code { module, sources };
    let describer = Describer::new(module, analysis, code);
    describer.answer(verdicts, lines)
}

/// An access at one of the lines.
type At<'d> = (EventRef, Option<&'d Issue>, &'d Effect);

impl Describer<'_> {
    fn answer(&self, verdicts: &IndexVec<PairId, Verdict>, lines: [&Line; 2]) -> String {
        let mut out = String::new();
        let found = lines.map(|line| self.accesses(line));
        for (line, found) in lines.iter().zip(&found) {
            if found.is_empty() && !self.module.files.iter().any(|file| line.is_in(file)) {
                let _ = writeln!(out, "{}: the debug information names no such file", line.file);
            } else if found.is_empty() {
                let _ = writeln!(
                    out,
                    "{}:{}: no access here that the analysis keeps: nothing in it can touch window memory, or the buffer of an operation that is pending",
                    line.file, line.line
                );
            }
        }
        let mut said: BTreeSet<String> = BTreeSet::new();
        for a in &found[0] {
            for b in &found[1] {
                let text = self.pair_of(verdicts, a, b);
                if said.insert(text.clone()) {
                    let line = format!("{} and {}: {text}", self.words_of(a), self.words_of(b));
                    let _ = writeln!(out, "{}", wrap::text(&line, WIDTH, 4));
                }
            }
        }
        out
    }

    /// The accesses at a line; if it has none itself, those of the functions that it calls.
    fn accesses(&self, line: &Line) -> Vec<At<'_>> {
        let is_here = |at: &crate::SourceLocation| at.line == line.line && line.is_in(&at.file);
        let own = self.accesses_where(|item| is_here(&self.places.location(item)));
        match own.is_empty() {
            true => self.accesses_where(|item| self.calls(item).iter().any(|call| is_here(&call.location))),
            false => own,
        }
    }

    fn accesses_where(&self, is_meant: impl Fn(&Item) -> bool) -> Vec<At<'_>> {
        let mut out: Vec<At<'_>> = Vec::new();
        for (node, data) in self.analysis.skeleton.nodes.iter_enumerated() {
            for (item, number) in data.items.iter().zip(0..) {
                if !matches!(item.event, Event::Access(_) | Event::Issue(_)) || !is_meant(item) {
                    continue;
                }
                match &item.event {
                    Event::Access(access) => out.push((EventRef { node, item: number, effect: 0 }, None, access)),
                    Event::Issue(issue) => {
                        let effects = issue.effects.iter().zip(0..);
                        out.extend(
                            effects.map(|(e, effect)| (EventRef { node, item: number, effect }, Some(&**issue), e)),
                        );
                    }
                    _ => {}
                }
            }
        }
        out
    }

    fn words_of(&self, (_, issue, effect): &At<'_>) -> String {
        match issue {
            Some(issue) if effect.bank == Bank::Target => format!("`{}` at its target", issue.routine.name),
            Some(issue) => format!("the {} of `{}`", words::role(effect), issue.routine.name),
            None => words::bare(effect),
        }
    }

    /// The answer for two accesses.
    fn pair_of(&self, verdicts: &IndexVec<PairId, Verdict>, a: &At<'_>, b: &At<'_>) -> String {
        let is = |pair: &Pair| (pair.first, pair.second) == (a.0, b.0) || (pair.first, pair.second) == (b.0, a.0);
        let known = self.analysis.found.pairs.iter_enumerated().filter(|(_, pair)| is(pair));
        let mut verdict: Option<(&Pair, &Verdict)> = None;
        for (id, pair) in known {
            let Some(this) = verdicts.get(id) else { continue };
            let worse =
                |old: &Verdict| matches!((old, this), (Verdict::Safe { .. }, v) if !matches!(v, Verdict::Safe { .. }));
            if verdict.is_none_or(|(_, old)| worse(old)) {
                verdict = Some((pair, this));
            }
        }
        match verdict {
            Some((pair, Verdict::Race { certain, .. })) => {
                let sure =
                    if *certain { "they race" } else { "they race, when a value that is read at run time is so" };
                format!("{sure} ({}); the report has the finding", processes(pair))
            }
            Some((pair, verdict @ Verdict::Unproven { .. })) => {
                let why = self.undecided(verdict);
                format!("they may race ({}){why}; --show-notes shows the note", processes(pair))
            }
            Some((_, Verdict::Safe { by })) => {
                let bytes = self.disjoint(a, b).unwrap_or_default();
                format!(
                    "no race: the conditions under which both happen, on the same bytes, exclude each other ({}){bytes}",
                    by.describe()
                )
            }
            None => self.excluded(a, b),
        }
    }

    /// Why the analysis has formed no pair of two accesses.
    fn excluded(&self, a: &At<'_>, b: &At<'_>) -> String {
        if a.2.kind == AccessKind::Read && b.2.kind == AccessKind::Read {
            return "no race: both only read".to_owned();
        }
        if let Some(text) = self.disjoint(a, b) {
            return format!("no race{text}");
        }
        if a.1.is_none() && b.1.is_none() {
            return "no race: neither is a one-sided operation; plain accesses of one process are ordered".to_owned();
        }
        let (first, second) = if a.1.is_some() { (a, b) } else { (b, a) };
        if let Some(text) = self.both_locked(first, second) {
            return text;
        }
        let atomic = |at: &At<'_>| at.2.bank == Bank::Target && at.1.is_some_and(|issue| issue.atomicity.atomic);
        if atomic(first) && atomic(second) {
            return "no race: both are accumulate operations, which are atomic to each other".to_owned();
        }
        self.ordered(first, second).unwrap_or_else(|| {
            "no race found: no state of the program was reached in which both may touch the same bytes at once"
                .to_owned()
        })
    }

    /// Different memory.
    fn disjoint(&self, a: &At<'_>, b: &At<'_>) -> Option<String> {
        if let Some(text) = self.different_bytes(a, b) {
            return Some(text);
        }
        let objects = |at: &At<'_>| at.2.area.places.iter().map(|place| place.obj).collect::<BTreeSet<ObjId>>();
        let (of_a, of_b) = (objects(a), objects(b));
        if a.2.area.unknown || b.2.area.unknown || of_a.is_empty() || of_b.is_empty() || !of_a.is_disjoint(&of_b) {
            return None;
        }
        let name = |all: &BTreeSet<ObjId>| {
            let names: Vec<String> =
                all.iter().filter_map(|obj| self.memory_of(*obj)).map(|memory| format!("`{}`", memory.name)).collect();
            if names.is_empty() { "memory without a name".to_owned() } else { names.join(", ") }
        };
        Some(format!(": different memory, {} and {}", name(&of_a), name(&of_b)))
    }

    /// Bytes of one object that are known and do not meet.
    fn different_bytes(&self, a: &At<'_>, b: &At<'_>) -> Option<String> {
        let [x, y] = [self.bytes(a)?, self.bytes(b)?];
        let apart = x.0 == y.0 && (x.2 <= y.1 || y.2 <= x.1);
        let name = self.memory_of(x.0).map_or_else(|| "the memory".to_owned(), |memory| format!("`{}`", memory.name));
        apart.then(|| format!(": different bytes of {name}, {}..{} and {}..{}", x.1, x.2, y.1, y.2))
    }

    /// The object and the bytes of an access, where both are known.
    fn bytes(&self, at: &At<'_>) -> Option<(ObjId, i64, i64)> {
        let area = &at.2.area;
        let ([place], [block], false) = (&area.places[..], &area.blocks[..], area.unknown) else { return None };
        let number = |t: TermId| match *self.analysis.facts.terms.get(t) {
            Term::Const(number) => Some(number),
            _ => None,
        };
        let start = number(place.offset)?.checked_add(number(block.offset)?)?;
        let end = start.checked_add(number(block.len?)?)?;
        block.dims.is_empty().then_some((place.obj, start, end))
    }

    /// Whether a process comes to both accesses before a call.
    fn is_before(&self, first: &At<'_>, second: &At<'_>, call: EventRef, values: &Values<'_>) -> bool {
        [(first, second), (second, first)].iter().any(|(from, to)| {
            let stops = route::possible(self.analysis, route::End::At(from.0), to.0, values);
            stops.is_some_and(|stops| stops.iter().all(|stop| stop.at != Some(call)))
        })
    }

    /// The exclusive lock that both processes hold.
    fn both_locked(&self, first: &At<'_>, second: &At<'_>) -> Option<String> {
        let values = Values::nothing(self.analysis);
        let issue = first.1.or(second.1);
        let held = |at: &At<'_>| {
            let way = route::possible(self.analysis, route::End::Open, at.0, &values)?;
            let lock = self.held(&way, issue).filter(|lock| !self.is_unchecked(lock, &values))?;
            let epoch = lock.epoch.filter(|epoch| values.value(epoch.exclusive) == Some(1))?;
            values.value(epoch.rank?)
        };
        let rank = held(first)?;
        (held(second)? == rank).then(|| format!("no race: both hold the exclusive lock of rank {rank}"))
    }

    /// The completion and the synchronisation between an operation and another access.
    fn ordered(&self, first: &At<'_>, second: &At<'_>) -> Option<String> {
        let issue = first.1?;
        let values = Values::nothing(self.analysis);
        let completes = |stop: &Stop<'_>| {
            matches!(self.counts(stop, issue, &values, &values), Counts::AtTarget | Counts::AtOrigin)
                || issue.completion.request.is_some() && !stop.complete.is_empty()
        };
        let behind = route::stops_until(self.analysis, first.0, &values, completes)?;
        let completion = behind.last()?.clone();
        let at = completion.at?;
        let place = self.places.location(self.item(first.0));
        let mut text =
            format!("no race: `{}`{} completes the operation", completion.routine, self.near(&completion, &place));
        let barrier = if self.is_barrier(&completion) {
            Some(completion)
        } else {
            let after =
                route::stops_until(self.analysis, at, &values, |stop| self.is_barrier(stop) || !stop.order.is_empty());
            after.and_then(|stops| stops.last().cloned())
        };
        if first.2.bank == Bank::Target {
            // A barrier orders the two only if the other access follows it.
            let reaches = |stop: &Stop<'_>| {
                stop.at.is_some_and(|at| route::stops(self.analysis, route::End::At(at), second.0, &values).is_some())
            };
            match barrier.filter(reaches) {
                Some(barrier) => {
                    let _ =
                        write!(text, ", and `{}`{} orders the processes", barrier.routine, self.near(&barrier, &place));
                }
                // The other access comes while the operation is pending, and something else keeps the two apart.
                None if self.is_before(first, second, at, &values) => return None,
                None => text.push_str(", and no state was reached in which the other access comes before that"),
            }
        }
        Some(text)
    }
}

fn processes(pair: &Pair) -> &'static str {
    match pair.processes {
        Processes::Two => "of two processes",
        Processes::Same => "of one process",
    }
}
