//! Changes verdicts by runs of the program itself: a pair that was not proved safe, and races in a run, is a race
//! (theory, 9.4).
//!
//! The same holds for a call outside of epochs: an operation, or a call that ends or flushes an epoch, while none is open.
//!
//! What was unproven and races in a run becomes an error, or likely if a value that the program has read in the run (fetched,
//! received, from a clock, a random number) is part of an address, of a target, or of the condition of a branch whose paths have
//! not met again.
//!
//! A race that no run shows becomes unproven if a run contradicts it. Such a run
//! - has the number of processes of the witness, and for each argument the text that the witness gives to it;
//! - makes both accesses, and they touch common bytes;
//! - reaches its end, or is cut off after it has made each access four times.
//!
//! The accesses need not touch common bytes in the run, but the run must end, if the witness gives a value to a symbol that the analysis does
//! not know, consists of ranks, sizes and counters alone, or depends on the placement on nodes (then one of the runs must be on two nodes).
//!
//! No order in the run may come from a choice that other runs make differently: a lock, a load or get that no synchronisation has put after the
//! store that it reads, a counter that others could have filled, a collective that need not wait. If processes see words of each other, the run
//! in the opposite order must agree. Witnesses with late iterations are judged by runs without arguments alone. Not judged: races with buffers
//! of collectives, between two atomic updates, of programs with threads, and those in which a variable of the environment, a number that the
//! program reads, or a test without success takes part. The numbers that witnesses give to arguments are among the arguments of further runs.
//!
//! A run never makes a pair safe: a run with other values may race. A run that is cut off contradicts a race only if it has reached the
//! iterations of the witness.

use crate::confirm::witness_of;
use crate::eval::Evaluation;
use crate::verdict::{UnprovenReason, Verdict};
use index_vec::IndexVec;
use rma_dataflow::Analysis;
use rma_dataflow::candidate::{Conflict, Misuse, Pair, Processes};
use rma_dataflow::ids::{EventRef, LoopId, PairId, SymId, TermId};
use rma_dataflow::skeleton::Event;
use rma_dataflow::term::{CHARACTER_OF_ARGUMENT, CommId, GROUP_OF_PROCESS, Knowledge, NODE_OF_PROCESS, SymKind, Term};
use rma_dataflow::{Role, SymKey};
use rma_frontend::api::{Bank, Returns, catalog};
use rma_frontend::ir::{Callee, InstKind, LocId};
use rma_simulate::{Kind, Question, Race, Runs, Site};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

/// Whether a pair is one of two accesses to common bytes, so that runs can show it to race.
fn is_of_bytes(pair: &Pair) -> bool {
    matches!(
        pair.conflict,
        Conflict::AtTarget
            | Conflict::WriteWhileRead
            | Conflict::ReadWhileWritten
            | Conflict::WriteWhileWritten
            | Conflict::BothPending
    )
}

/// The rule that a call breaks outside of epochs, which runs can show to be broken.
fn rule(pair: &Pair) -> Option<Kind> {
    match pair.conflict {
        Conflict::Misuse(Misuse::Outside) => Some(Kind::Outside),
        Conflict::Misuse(Misuse::Unmatched) => Some(Kind::Unmatched),
        _ => None,
    }
}

/// The requests to the runs: the races that are not proved safe, and broken rules that are not decided.
pub fn wanted(analysis: &Analysis, verdicts: &IndexVec<PairId, Verdict>) -> Vec<Question> {
    let pairs = analysis.found.pairs.iter_enumerated();
    let open = pairs.filter(|(id, pair)| match verdicts[*id] {
        Verdict::Safe { .. } | Verdict::Unproven { reason: UnprovenReason::NoElements, .. } => false,
        Verdict::Unproven { .. } => is_of_bytes(pair) || rule(pair).is_some(),
        Verdict::Race { .. } => is_of_bytes(pair),
    });
    let mut questions: Vec<Question> =
        open.filter_map(|(id, pair)| Some(question(analysis, pair, race(analysis, pair)?, &verdicts[id]))).collect();
    questions.sort_unstable();
    questions.dedup();
    questions
}

/// Changes verdicts by what simulated runs show. A pair that was unproven and races in a run becomes a race; it is certain if no value
/// takes part that the program reads. A race that does not happen in a run of the kind that its witness describes becomes unproven.
pub fn show(analysis: &Analysis, runs: &Runs, verdicts: &mut IndexVec<PairId, Verdict>) {
    for (id, pair) in analysis.found.pairs.iter_enumerated() {
        let candidate = match &verdicts[id] {
            Verdict::Unproven { reason: UnprovenReason::NoElements, .. } => continue,
            Verdict::Unproven { candidate, .. } => *candidate,
            Verdict::Race { witness, .. } => witness.candidate,
            Verdict::Safe { .. } => continue,
        };
        let open = matches!(verdicts[id], Verdict::Unproven { .. });
        let asked = is_of_bytes(pair) || open && rule(pair).is_some();
        let Some(race) = race(analysis, pair).filter(|_| asked) else { continue };
        match (&verdicts[id], runs.of(&race)) {
            (Verdict::Race { .. }, Some(_)) => {}
            // Another run has shown it.
            (Verdict::Race { witness, .. }, None) if witness.by_run => {}
            (verdict @ Verdict::Race { .. }, None) => {
                if let Some(processes) = refuted(analysis, runs, pair, race, verdict) {
                    let reason = UnprovenReason::Apart { processes };
                    verdicts[id] = Verdict::Unproven { reason, candidate, witness: None };
                }
            }
            (_, Some(shown)) => {
                let [a, b] = shown.ranks;
                // The sites of a run are in order; those of a pair in the order of the pair.
                let swapped = site(analysis, pair.first) != Some(race.sites[0]);
                let ranks = if swapped { [b, a] } else { [a, b] };
                let witness = witness_of(&analysis.facts.terms, shown.processes, ranks, None, candidate);
                verdicts[id] = Verdict::Race { certain: shown.certain, witness };
            }
            (_, None) => {}
        }
    }
}

/// Iterations of loops that a run with small numbers as its arguments certainly executes.
const TURNS: i64 = 8;

/// The value of a symbol, or of its earlier version.
fn kind<'a>(analysis: &'a Analysis, x: SymId) -> &'a SymKind {
    &analysis.facts.terms.syms[analysis.facts.terms.now(x)].kind
}

/// Whether a value is unknown to the analysis. A value that known conditions choose from known values is not.
fn is_unknown(analysis: &Analysis, x: SymId) -> bool {
    *kind(analysis, x) == SymKind::Lost && analysis.facts.terms.syms[x].knowledge != Knowledge::Known
}

/// What a value comes from, besides the arguments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Outside {
    /// A variable of the environment.
    Environment,
    /// A number that the program reads from a file or a terminal.
    Input,
}

/// Whether a value comes from outside, or is what the program makes of such a value.
fn is_from(outside: Outside, analysis: &Analysis, mut x: SymId) -> bool {
    while let (Some(of), _) | (None, Some(SymKey::AtRoot(of))) =
        (analysis.facts.copied.get(&x), analysis.origins.get(&x))
    {
        x = *of;
    }
    let of = match analysis.origins.get(&x) {
        Some(SymKey::Site(.., Role::Scanned(_))) => return outside == Outside::Input,
        Some(SymKey::Parameter(of)) => of,
        _ => return false,
    };
    let terms = &analysis.facts.terms;
    let is_setting = match terms.get(*of) {
        Term::Apply(f, _) => {
            catalog().lookup(terms.function_name(*f)).is_some_and(|routine| routine.returns == Returns::Setting)
        }
        _ => false,
    };
    is_setting && outside == Outside::Environment || terms.any_sym(*of, |y| y != x && is_from(outside, analysis, y))
}

/// Whether a call has this result in no run, or only in some that are not looked for: the time of a waiting call is over before what it waits
/// for has happened, a queue is full, a call fails, or a test does not find what it asks for. How much is in a queue depends on the library.
fn is_otherwise(analysis: &Analysis, x: SymId, value: i64) -> bool {
    match analysis.origins.get(&original(analysis, x)) {
        Some(SymKey::Site(.., Role::TimedOut | Role::QueueFull | Role::Failed)) => value != 0,
        Some(SymKey::Site(.., Role::Flag)) => value == 0,
        Some(SymKey::Site(.., Role::UpdatedIndex)) => value < 0,
        Some(SymKey::Site(ctx, call, Role::Output(_))) => {
            let (facts, func) = (&analysis.facts, analysis.facts.contexts.all[*ctx].func);
            let InstKind::Call { callee: Callee::Direct(f), .. } = facts.module.functions[func].insts[*call].kind
            else {
                return false;
            };
            let routine = catalog().lookup(&facts.module.functions[f].name);
            value != 0
                && routine.is_some_and(|r| r.arg("queue").is_some() && r.effects.is_empty() && r.completes.is_empty())
        }
        _ => false,
    }
}

/// The symbol of the program that a symbol is a copy of, for one of two processes or another iteration.
fn original(analysis: &Analysis, mut x: SymId) -> SymId {
    loop {
        x = analysis.facts.terms.now(x);
        let Some(of) = analysis.facts.copied.get(&x) else { return x };
        x = *of;
    }
}

/// The question about a race for the runs, made from its verdict.
fn question(analysis: &Analysis, pair: &Pair, race: Race, verdict: &Verdict) -> Question {
    let question = Question {
        race,
        held: matches!(verdict, Verdict::Race { .. }),
        processes: None,
        least: least_processes(analysis, pair),
        arguments: None,
        text: None,
        unknown: false,
        exact: false,
        placed: false,
        late: 0,
        of_environment: false,
        of_input: false,
        turns: 0,
        iterations: [Vec::new(), Vec::new()],
        barred: Vec::new(),
    };
    let Verdict::Race { witness, .. } = verdict else { return question };
    let later = |n: i64| u32::try_from(n).unwrap_or(u32::MAX).saturating_add(1);
    // A loop with a constant number of iterations has them in every run.
    let late = |(x, n): &(SymId, i64)| match kind(analysis, *x) {
        SymKind::Counter(l) => {
            let trips = analysis.skeleton.loops[*l].trips;
            *n >= TURNS && trips.and_then(|trips| analysis.facts.terms.as_const(trips)).is_none()
        }
        _ => false,
    };
    let of_launch =
        |x: SymId| [NODE_OF_PROCESS, GROUP_OF_PROCESS].contains(&analysis.facts.terms.syms[x].name.as_str());
    let is_parameter = |(x, _): &&(SymId, i64)| *kind(analysis, *x) == SymKind::Parameter && !of_launch(*x);
    let mut parameters = witness.assignment.iter().filter(is_parameter).peekable();
    // The characters of an argument are requested one after the other.
    let mut characters: Vec<(SymId, i64)> = witness.assignment.clone();
    characters.retain(|(x, _)| analysis.facts.terms.syms[*x].name == CHARACTER_OF_ARGUMENT);
    characters.sort_unstable();
    let text: String =
        characters.iter().map_while(|(_, n)| u8::try_from(*n).ok().filter(|n| *n > 0)).map(char::from).collect();
    let of_a_run = |(x, _): &(SymId, i64)| match kind(analysis, *x) {
        SymKind::Rank(_) | SymKind::Size(_) | SymKind::Counter(_) | SymKind::Index => true,
        // The order of arrival matters: the processes take turns in both orders.
        SymKind::RequestIndex | SymKind::Sender => true,
        SymKind::Parameter => analysis.facts.terms.syms[*x].name == GROUP_OF_PROCESS,
        _ => false,
    };
    Question {
        text: (!characters.is_empty()).then_some(text),
        exact: witness.assignment.iter().all(of_a_run),
        processes: witness.processes.and_then(|n| usize::try_from(n).ok()),
        arguments: parameters.peek().is_some().then(|| parameters.map(|(_, n)| *n).collect()),
        unknown: witness.assignment.iter().any(|(x, _)| is_unknown(analysis, *x)),
        placed: witness.assignment.iter().any(|(x, _)| analysis.facts.terms.syms[*x].name == NODE_OF_PROCESS),
        late: witness.assignment.iter().filter(|of| late(of)).map(|(_, n)| later(*n)).max().unwrap_or_default(),
        of_environment: witness
            .assignment
            .iter()
            .any(|(x, n)| is_from(Outside::Environment, analysis, *x) || is_otherwise(analysis, *x, *n)),
        of_input: witness.assignment.iter().any(|(x, _)| is_from(Outside::Input, analysis, *x)),
        turns: turns(analysis, pair, &witness.assignment),
        iterations: iterations(analysis, pair, &race, &witness.assignment),
        barred: barred(analysis, &witness.assignment),
        ..question
    }
}

/// The least number of processes with which the program reaches both places of a pair, as far as conditions on this number alone say.
fn least_processes(analysis: &Analysis, pair: &Pair) -> usize {
    let (terms, skeleton) = (&analysis.facts.terms, &analysis.skeleton);
    let is_size =
        |t: TermId| matches!(*terms.get(t), Term::Sym(x) if terms.syms[x].kind == SymKind::Size(CommId::World));
    let least = |cond: TermId| {
        let (at_least, t) = match *terms.get(cond) {
            Term::Le0(t) => (true, t),
            Term::Eq0(t) => (false, t),
            _ => return None,
        };
        match (terms.linear(t), at_least) {
            ((c, parts), _) if matches!(parts[..], [(t, -1)] if is_size(t)) => Some(c),
            ((c, parts), false) if matches!(parts[..], [(t, 1)] if is_size(t)) => Some(-c),
            _ => None,
        }
    };
    let conditions = [pair.first, pair.second].into_iter().flat_map(|at| &skeleton.nodes[at.node].reach);
    conditions.filter_map(|cond| usize::try_from(least(*cond)?).ok()).max().unwrap_or(1)
}

/// How many iterations of the synchronising loops around the two accesses the witness needs, as far as runs count them. If data decide when
/// a loop ends, a run with one iteration implies nothing for two.
fn turns(analysis: &Analysis, pair: &Pair, assignment: &[(SymId, i64)]) -> u32 {
    let skeleton = &analysis.skeleton;
    let around = [pair.first, pair.second].into_iter().flat_map(|at| &skeleton.nodes[at.node].loops);
    let around: BTreeSet<LoopId> = around.copied().collect();
    let synchronises = |l: LoopId| {
        let inside = skeleton.nodes.iter().filter(|n| n.loops.contains(&l)).flat_map(|n| &n.items);
        inside.into_iter().any(|item| matches!(item.event, Event::Order(_) | Event::Epoch(_)))
    };
    let around: BTreeSet<LoopId> = around.into_iter().filter(|l| synchronises(*l)).collect();
    let by_data = around.iter().any(|l| skeleton.loops[*l].trips.is_none());
    let iterations = assignment.iter().filter_map(|(x, n)| match kind(analysis, *x) {
        SymKind::Counter(l) if around.contains(l) => Some((*n).clamp(0, TURNS - 1) as u32 + 1),
        _ => None,
    });
    iterations.max().unwrap_or_default().max(if by_data { 2 } else { 0 })
}

/// For each of the two accesses, the iterations of its loops in the witness; empty if all loops but the innermost one are in their first
/// iteration. A run that is cut off may not have reached these iterations.
fn iterations(analysis: &Analysis, pair: &Pair, race: &Race, assignment: &[(SymId, i64)]) -> [Vec<(LocId, u32)>; 2] {
    let skeleton = &analysis.skeleton;
    // The iteration of a loop; if the accesses have different ones, the later one.
    let of = |l: LoopId| {
        let numbers = assignment.iter().filter(|(x, _)| *kind(analysis, *x) == SymKind::Counter(l)).map(|(_, n)| *n);
        u32::try_from(numbers.max().unwrap_or_default()).unwrap_or_default()
    };
    let of_one = |at: EventRef| -> Vec<(LocId, u32)> {
        let loops = &skeleton.nodes[at.node].loops;
        let outer = &loops[..loops.len().saturating_sub(1)];
        if outer.iter().all(|l| of(*l) == 0) {
            return Vec::new();
        }
        loops.iter().filter_map(|l| Some((skeleton.loops[*l].loc?, of(*l)))).collect()
    };
    let mut out = [of_one(pair.first), of_one(pair.second)];
    if site(analysis, pair.first) != Some(race.sites[0]) {
        out.reverse();
    }
    out
}

/// Calls that the program makes with other parameters only than those of a witness: a mode that it does not have.
fn barred(analysis: &Analysis, assignment: &[(SymId, i64)]) -> Vec<LocId> {
    let terms = &analysis.facts.terms;
    let is_given = |x: SymId| *kind(analysis, x) == SymKind::Parameter || is_from(Outside::Input, analysis, x);
    let parameters: BTreeMap<SymId, i64> = assignment.iter().filter(|(x, _)| is_given(*x)).copied().collect();
    if parameters.is_empty() {
        return Vec::new();
    }
    let mut syms: IndexVec<SymId, i128> = terms.syms.iter().map(|_| 0).collect();
    for (x, value) in &parameters {
        syms[*x] = i128::from(*value);
    }
    let none = FxHashMap::default();
    let mut values = Evaluation::new(terms, &syms, &none);
    let mut is_not = |t: TermId| {
        terms.any_sym(t, |_| true) && !terms.any_sym(t, |x| !parameters.contains_key(&x)) && values.value(t) == Some(0)
    };
    let (mut barred, mut made) = (BTreeSet::new(), BTreeSet::new());
    for node in &analysis.skeleton.nodes {
        let of_others = node.reach.iter().any(|t| is_not(*t));
        let calls = node.items.iter().filter(|item| !matches!(item.event, Event::Access(_)));
        let locs = calls.filter_map(|item| item.loc);
        if of_others { barred.extend(locs) } else { made.extend(locs) }
    }
    barred.difference(&made).copied().collect()
}

/// The number of processes of runs in which the race of a verdict does not happen.
fn refuted(analysis: &Analysis, runs: &Runs, pair: &Pair, race: Race, verdict: &Verdict) -> Option<usize> {
    // Threads of a run come one after the other.
    if !analysis.facts.threads.all.is_empty() {
        return None;
    }
    runs.refutes(&question(analysis, pair, race, verdict))
}

/// The two places of a pair in the program.
fn race(analysis: &Analysis, pair: &Pair) -> Option<Race> {
    if let Some(access) = rule(pair) {
        let loc = analysis.skeleton.nodes[pair.first.node].items.get(pair.first.item as usize)?.loc?;
        return Some(Race { sites: [Site { loc, at_target: false, access }; 2], one_process: true });
    }
    let mut sites = [site(analysis, pair.first)?, site(analysis, pair.second)?];
    sites.sort_unstable();
    Some(Race { sites, one_process: pair.processes == Processes::Same })
}

fn site(analysis: &Analysis, at: EventRef) -> Option<Site> {
    let item = analysis.skeleton.nodes[at.node].items.get(at.item as usize)?;
    let loc = item.loc?;
    match &item.event {
        Event::Access(access) => Some(Site { loc, at_target: false, access: access.kind.into() }),
        Event::Issue(issue) => {
            let effect = issue.effects.get(at.effect as usize)?;
            Some(Site { loc, at_target: effect.bank == Bank::Target, access: effect.kind.into() })
        }
        _ => None,
    }
}
