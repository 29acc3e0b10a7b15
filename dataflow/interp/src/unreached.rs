//! Code with one-sided calls that, according to the interpretation, no run reaches (theory, 4.7).
//!
//! Code that was not analysed must not silently count as safe. The report says so, and the analysis is incomplete, in two cases:
//! the interpretation never reaches an end of the program, although the program has one, and there are calls after the last place
//! that it reaches; or a loop is entered at another block than its header.

use crate::interp::{Interp, Notice, Record, Step};
use rma_cfg::FunctionGraph;
use rma_frontend::api::catalog;
use rma_frontend::ir::{BlockId, Callee, FuncId, InstKind, LocId};
use rma_term::ids::CtxId;
use rustc_hash::FxHashSet;

/// Looks for it, when the program has been run from its entry.
pub(crate) fn tell(interp: &mut Interp, root: CtxId) {
    let seen = visited(interp);
    let mut places: Vec<(FuncId, Option<LocId>)> = entered_past_header(interp);
    if !interp.ends_as_meant() {
        places.extend(dead_end(interp, root));
    }
    places.extend(entries_of_threads(interp).into_iter().filter_map(|ctx| dead_end(interp, ctx)));
    for (function, loc) in places {
        let calls = calls_left_out(interp, &seen);
        if calls > 0 {
            let name = interp.facts.module.functions[function].display_name().to_owned();
            interp.notice(Notice::Unreached(name, calls), loc);
        }
    }
}

/// The blocks that some instance reaches.
fn visited(interp: &Interp) -> FxHashSet<(FuncId, BlockId)> {
    let of = |ctx: CtxId| interp.facts.contexts.all[ctx].func;
    interp.recording.records.iter().filter(|(_, r)| is_alive(r)).map(|((ctx, b), _)| (of(*ctx), *b)).collect()
}

fn is_alive(record: &Record) -> bool {
    record.returns || record.throws || !record.steps.is_empty() || record.edges.iter().any(Option::is_some)
}

/// The functions that the threads of the program begin with.
fn entries_of_threads(interp: &Interp) -> Vec<CtxId> {
    let threads = &interp.facts.threads;
    let mut entries: Vec<CtxId> = threads.of.keys().copied().collect();
    entries.retain(|ctx| {
        let caller = interp.facts.contexts.all[*ctx].caller;
        caller.is_some_and(|(caller, _)| threads.of.get(&caller) != threads.of.get(ctx))
    });
    entries.sort_unstable();
    entries
}

/// The last place that the program or a thread comes to, when it does not return from its entry function.
fn dead_end(interp: &Interp, root: CtxId) -> Option<(FuncId, Option<LocId>)> {
    let function = interp.facts.contexts.all[root].func;
    let graph = &interp.facts.graph.functions[function];
    let record = |b: BlockId| interp.recording.records.get(&(root, b));
    let returns = |b: &BlockId| record(*b).is_some_and(|r| r.returns);
    let has_end = |b: &BlockId| matches!(terminator(interp, function, *b), InstKind::Ret { .. });
    if graph.rpo.iter().any(returns) || !graph.rpo.iter().any(has_end) {
        return None;
    }
    // In the entry function, or in the last one that does not come back.
    let stuck = |b: &&BlockId| {
        record(**b).is_some_and(|r| {
            is_alive(r) && (r.edges.iter().any(Option::is_none) || r.steps.iter().any(|s| matches!(s, Step::Stop)))
        })
    };
    let last = graph.rpo.iter().rev().find(stuck).or(graph.rpo.first())?;
    let func = &interp.facts.module.functions[function];
    let loc = func.block_values(*last).rev().find_map(|v| func.insts[v].loc);
    Some((function, loc))
}

/// Functions in which a loop is entered at another block than its header, and never there.
fn entered_past_header(interp: &Interp) -> Vec<(FuncId, Option<LocId>)> {
    let mut found = Vec::new();
    let mut instances: Vec<CtxId> = interp.facts.contexts.all.indices().collect();
    instances.sort_unstable();
    for ctx in instances {
        let function = interp.facts.contexts.all[ctx].func;
        let graph: &FunctionGraph = &interp.facts.graph.functions[function];
        for (id, l) in graph.loops.iter_enumerated().filter(|(_, l)| l.irreducible) {
            let alive = |b: BlockId| interp.recording.records.get(&(ctx, b)).is_some_and(is_alive);
            let leads = |from: BlockId, to: BlockId| {
                let record = interp.recording.records.get(&(ctx, from));
                let next = terminator(interp, function, from).successors();
                record.is_some_and(|r| next.iter().zip(&r.edges).any(|(s, e)| *s == to && e.is_some()))
            };
            let entered = |b: &BlockId| graph.preds[*b].iter().any(|p| !graph.loop_contains(id, *p) && leads(*p, *b));
            if !alive(l.header) && l.blocks.iter().any(entered) {
                let func = &interp.facts.module.functions[function];
                let loc = func.block_values(l.header).find_map(|v| func.insts[v].loc);
                found.push((function, loc));
            }
        }
    }
    found
}

fn terminator<'i>(interp: &'i Interp, function: FuncId, b: BlockId) -> &'i InstKind {
    &interp.facts.module.functions[function].terminator(b).kind
}

/// One-sided operations and epochs in code that the program could reach by its control flow, and does not.
fn calls_left_out(interp: &Interp, seen: &FxHashSet<(FuncId, BlockId)>) -> usize {
    let module = interp.facts.module;
    let mut work: Vec<FuncId> = seen.iter().map(|(f, _)| *f).collect();
    work.sort_unstable();
    work.dedup();
    let mut known: FxHashSet<FuncId> = work.iter().copied().collect();
    let mut calls = 0;
    while let Some(f) = work.pop() {
        let func = &module.functions[f];
        for &b in interp.facts.graph.functions[f].rpo.iter().filter(|b| !seen.contains(&(f, **b))) {
            for v in func.block_values(b) {
                let Some((Callee::Direct(callee), _)) = func.insts[v].kind.as_call() else { continue };
                let called = &module.functions[callee];
                if let Some(routine) = catalog().lookup(&called.name) {
                    calls += usize::from(routine.is_rma() || routine.epoch.is_some());
                } else if !called.is_declaration() && known.insert(callee) {
                    work.push(callee);
                }
            }
        }
    }
    calls
}
