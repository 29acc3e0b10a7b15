//! Verdicts in words: the one place that knows both the analysis' types and the report's.

mod help;
mod misuse;
mod place;
pub use place::location;
mod target;
mod threads;
mod words;

use crate::finding::{Access, Actor, Binding, ByteRange, Finding, Level, Step, Witness};
use crate::location::SourceLocation;
use crate::rules::RuleId;
use index_vec::IndexVec;
use place::Places;
use rma_dataflow::Analysis;
use rma_dataflow::candidate::{Conflict, Misuse, Pair, Processes};
use rma_dataflow::ids::{EventRef, PairId};
use rma_dataflow::skeleton::{Access as Effect, Death, Event, Issue, Item};
use rma_dataflow::term::Process;
use rma_dataflow::term::{SymKind, Term};
use rma_frontend::ir::Module;
use rma_frontend::load::qualified;
use rma_solver::Verdict;

/// Findings of every pair that is not safe.
pub fn findings(module: &Module, analysis: &Analysis, verdicts: &IndexVec<PairId, Verdict>) -> Vec<Finding> {
    let describer = Describer { module, analysis, places: Places { module, analysis } };
    let frees: Vec<(&Pair, &Verdict)> = analysis
        .found
        .pairs
        .iter_enumerated()
        .filter(|(_, pair)| pair.conflict == Conflict::Misuse(Misuse::FreedPending))
        .filter_map(|(id, pair)| Some((pair, verdicts.get(id)?)))
        .collect();
    let one = |id: PairId, pair: &Pair| {
        let verdict = verdicts.get(id)?;
        let named =
            misuse::named_by_operation(pair, verdict, &frees) || target::named_without_copies(pair, analysis, verdicts);
        if named { None } else { describer.finding(pair, verdict) }
    };
    analysis.found.pairs.iter_enumerated().filter_map(|(id, pair)| one(id, pair)).collect()
}

/// Where an event of the skeleton stands, as findings have it.
pub fn place_of(module: &Module, analysis: &Analysis, event: EventRef) -> Option<SourceLocation> {
    let item = analysis.skeleton.nodes.get(event.node)?.items.get(event.item as usize)?;
    Some(Places { module, analysis }.location(item))
}

struct Describer<'d> {
    module: &'d Module,
    analysis: &'d Analysis,
    places: Places<'d>,
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
        if matches!(pair.conflict, Conflict::AtTarget | Conflict::Reductions | Conflict::Letter | Conflict::Copies) {
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
        let memory = self.memory(effect, verdict);
        let first = self.first_access(pair, issue, effect, &memory);
        let second = self.second_access(pair, &memory);
        let message = self.message(pair, issue, &first, &second, &memory);
        let mut finding = Finding::new(rule, level, message, first.clone(), second.clone());
        finding.reason = self.reason(pair, issue, verdict);
        finding.help = help::fix(issue, pair.conflict);
        finding.witness = self.witness(verdict);
        finding.story = self.story(pair, issue, verdict, &first, &second);
        Some(finding)
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

    /// Source name of the memory that the two share.
    fn memory(&self, effect: &Effect, verdict: &Verdict) -> String {
        let obj = match verdict {
            Verdict::Race { witness, .. } => witness.bytes.map(|b| b.obj),
            _ => None,
        };
        let obj = obj.or_else(|| effect.area.places.first().map(|p| p.obj));
        let name = obj.map(|o| self.analysis.objects[o].name.clone()).unwrap_or_default();
        if name.is_empty() { "the buffer".to_owned() } else { format!("`{name}`") }
    }

    fn variable(&self, memory: &str) -> Option<String> {
        memory.strip_prefix('`').and_then(|m| m.strip_suffix('`')).map(str::to_owned)
    }

    fn first_access(&self, pair: &Pair, issue: &Issue, effect: &Effect, memory: &str) -> Access {
        let item = self.item(pair.first);
        let verb = words::verb(effect.kind);
        Access {
            location: self.places.location(item),
            inlined_at: self.places.inlined_at(item),
            label: format!("`{}` {verb} {memory} until it is completed", issue.routine.name),
            kind: format!("{} {}", issue.routine.name, words::role(effect)),
            variable: self.variable(memory),
        }
    }

    fn second_access(&self, pair: &Pair, memory: &str) -> Access {
        let item = self.item(pair.second);
        // A block has no line of its own that ends it; the operation's stands for it.
        let item_of_place =
            if pair.conflict == Conflict::EndOfLife(Death::Block) { self.item(pair.first) } else { item };
        let (label, kind) = match &item.event {
            Event::Access(a) => words::access(a, memory),
            Event::Issue(i) => {
                let effect = i.effects.get(pair.second.effect as usize);
                let verb = effect.map_or("uses", |e| words::verb(e.kind));
                let role = effect.map_or("buffer", words::role);
                (format!("`{}` {verb} {memory} too", i.routine.name), format!("{} {role}", i.routine.name))
            }
            Event::Death { how, .. } => words::death(*how, memory),
            Event::Epoch(_) => words::death(Death::Detach, memory),
            _ => (String::new(), String::new()),
        };
        Access {
            location: self.places.location(item_of_place),
            inlined_at: self.places.inlined_at(item_of_place),
            label,
            kind,
            variable: self.variable(memory),
        }
    }

    fn message(&self, pair: &Pair, issue: &Issue, first: &Access, second: &Access, memory: &str) -> String {
        let name = &issue.routine.name;
        match pair.conflict {
            Conflict::EndOfLife(how) => {
                format!("{memory} {} while `{name}` on it is pending", words::ends(how))
            }
            Conflict::OneCall => {
                let role = |at: EventRef| self.issue(at).map_or("buffer", |(_, e)| words::role(e));
                let (a, b) = (role(pair.first), role(pair.second));
                format!("data race on {memory}: the {a} and the {b} of `{name}` overlap")
            }
            Conflict::BothPending => {
                let other = self.issue(pair.second).map_or("", |(i, _)| i.routine.name.as_str());
                format!(
                    "data race on {memory}: `{name}` and `{other}` are pending on the same bytes and one of them writes"
                )
            }
            _ => {
                let _ = first;
                format!("data race on {memory}: {} while `{name}` on it is pending", second.label)
            }
        }
    }

    fn reason(&self, pair: &Pair, issue: &Issue, verdict: &Verdict) -> String {
        if pair.conflict == Conflict::OneCall {
            let mut text = format!("`{}` may write the one before it has read all of the other", issue.routine.name);
            if let Verdict::Unproven { reason, .. } = verdict {
                text.push_str(&words::unproven(reason));
            }
            return text;
        }
        let later = if pair.later_iteration { " of a later iteration" } else { "" };
        let completes = help::completions(issue);
        let mut text =
            format!("no {completes} completes `{}` on every path to the second access{later}", issue.routine.name);
        if self.is_of_two(pair, verdict) {
            text.push_str(", which another thread makes");
        }
        if let Verdict::Unproven { reason, .. } = verdict {
            text.push_str(&words::unproven(reason));
        }
        text
    }

    fn witness(&self, verdict: &Verdict) -> Option<Witness> {
        let Verdict::Race { witness: w, .. } = verdict else { return None };
        let terms = &self.analysis.terms;
        let mut out = Witness { processes: w.processes.and_then(|p| u64::try_from(p).ok()), ..Witness::default() };
        for (s, value) in &w.assignment {
            let sym = &terms.syms[*s];
            let mut kind = &sym.kind;
            while let SymKind::Earlier(of, _) = kind {
                kind = &terms.syms[*of].kind;
            }
            let list = match kind {
                SymKind::Rank(_) => &mut out.ranks,
                SymKind::Counter(_) => &mut out.iterations,
                SymKind::Size(_) | SymKind::Index => continue,
                _ if sym.name == "?" => continue,
                _ => &mut out.assignments,
            };
            let name = qualified(&sym.name).unwrap_or_else(|| sym.name.clone());
            let name = match sym.process {
                Process::Racing(0) => format!("{name} (first access)"),
                Process::Racing(_) => format!("{name} (second access)"),
                Process::Target => format!("{name} (target)"),
                _ => name,
            };
            list.push(match self.analysis.texts.named(*value) {
                Some(text) => Binding::new(name, format!("\"{text}\"")),
                None => Binding::new(name, value),
            });
        }
        out.bytes = w.bytes.map(|b| {
            let name = &self.analysis.objects[b.obj].name;
            ByteRange {
                object: if name.is_empty() { "the buffer".to_owned() } else { name.clone() },
                start: b.start,
                end: b.start + b.len,
            }
        });
        Some(out)
    }

    fn story(&self, pair: &Pair, issue: &Issue, verdict: &Verdict, first: &Access, second: &Access) -> Vec<Step> {
        let Verdict::Race { witness, .. } = verdict else { return Vec::new() };
        let rank = witness.ranks.first().map(|(_, r)| *r).and_then(|r| u64::try_from(r).ok());
        let actor = Some(rank.map_or_else(|| Actor::Symbol("p".to_owned()), Actor::Rank));
        let target = issue.target.rank.map(|t| match self.analysis.terms.get(t) {
            Term::Const(c) => format!(" to rank {c}"),
            _ => String::new(),
        });
        let who = self.executors(pair, verdict);
        vec![
            Step {
                actor: actor.clone(),
                location: first.location.clone(),
                text: format!(
                    "{}calls `{}`{}: {}",
                    who[0],
                    issue.routine.name,
                    target.unwrap_or_default(),
                    first.label
                ),
            },
            Step {
                actor,
                location: second.location.clone(),
                text: match pair.conflict {
                    Conflict::OneCall => format!("{}{}", words::does(&who[1]), second.label),
                    _ => format!("{}{}, which is not completed", words::does(&who[1]), second.label),
                },
            },
        ]
    }
}
