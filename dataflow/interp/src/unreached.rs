//! Code with one-sided calls that, according to the interpretation, no run reaches (theory, 4.7).
//!
//! Code that was not analysed must not silently count as safe. The report says so, and the analysis is incomplete, in four cases:
//! the interpretation never reaches an end of the program, although the program has one, and there are calls after the last place
//! that it reaches; a loop is entered at another block than its header; a call through a pointer is not resolved, and a function
//! whose address is taken is reached in no other way; or a thread does not take a branch because of what it reads
//! in memory where another thread stores another value meanwhile (assumption 10).

use crate::interp::{Interp, Notice, Record, Step};
use rma_cfg::FunctionGraph;
use rma_frontend::api::catalog;
use rma_frontend::ir::{BlockId, Callee, FuncId, InstKind, LocId, Operand, ValueId};
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
        say(interp, function, loc, calls);
    }
    for (function, loc, calls) in behind_stale_values(interp, &seen).into_iter().chain(behind_open_calls(interp, &seen))
    {
        say(interp, function, loc, calls);
    }
}

/// A call through a pointer that was not resolved, with the number of calls in functions whose address is taken and that are reached in no
/// other way.
fn behind_open_calls(interp: &Interp, seen: &FxHashSet<(FuncId, BlockId)>) -> Option<(FuncId, Option<LocId>, usize)> {
    let module = interp.facts.module;
    let &(function, v) = interp.recording.followed.open.iter().min()?;
    let mut known: FxHashSet<FuncId> = seen.iter().map(|(f, _)| *f).collect();
    let mut blocks = Vec::new();
    for (f, func) in module.functions.iter_enumerated() {
        if func.address_taken && !func.is_declaration() && known.insert(f) {
            blocks.extend(interp.facts.graph.functions[f].rpo.iter().map(|b| (f, *b)));
        }
    }
    let calls = calls_in(interp, blocks, seen, &mut known);
    Some((function, module.functions[function].insts[v].loc, calls))
}

fn say(interp: &mut Interp, function: FuncId, loc: Option<LocId>, calls: usize) {
    if calls > 0 {
        let name = interp.facts.module.functions[function].display_name().to_owned();
        interp.notice(Notice::Unreached(name, calls), loc);
    }
}

/// Branches that the analysis does not follow in a thread because of a value that another thread may have replaced, with the number of
/// calls in the code after them.
fn behind_stale_values(interp: &Interp, seen: &FxHashSet<(FuncId, BlockId)>) -> Vec<(FuncId, Option<LocId>, usize)> {
    let of = |ctx: CtxId| interp.facts.contexts.all[ctx].func;
    let stale: FxHashSet<(FuncId, ValueId)> =
        interp.loads_of_stale_values().into_iter().map(|(ctx, v)| (of(ctx), v)).collect();
    if stale.is_empty() {
        return Vec::new();
    }
    let mut instances: Vec<CtxId> = interp.facts.threads.of.keys().copied().collect();
    instances.sort_unstable();
    let mut out = Vec::new();
    for ctx in instances {
        let function = of(ctx);
        let func = &interp.facts.module.functions[function];
        for &b in &interp.facts.graph.functions[function].rpo {
            let Some(record) = interp.recording.records.get(&(ctx, b)).filter(|r| is_alive(r)) else { continue };
            let next = func.terminator(b).kind.successors();
            let left: Vec<BlockId> =
                next.iter().zip(&record.edges).filter(|(_, e)| e.is_none()).map(|(to, _)| *to).collect();
            let stopped = record.steps.iter().any(|s| matches!(s, Step::Stop));
            if left.is_empty() || stopped || !depends_on(interp, function, b, &stale) {
                continue;
            }
            let blocks = not_seen_from(interp, function, &left, seen);
            let calls = calls_in(interp, blocks, seen, &mut seen.iter().map(|(f, _)| *f).collect());
            let loc = func.block_values(b).rev().find_map(|v| func.insts[v].loc);
            out.push((function, loc, calls));
        }
    }
    out
}

/// Whether the branch at the end of a block depends on one of these loads, also by way of variables of the function, or of a function that
/// is called.
fn depends_on(interp: &Interp, function: FuncId, b: BlockId, loads: &FxHashSet<(FuncId, ValueId)>) -> bool {
    let module = interp.facts.module;
    let func = &module.functions[function];
    let mut seen: FxHashSet<ValueId> = FxHashSet::default();
    let mut work: Vec<ValueId> = Vec::new();
    let operands = |kind: &InstKind, work: &mut Vec<ValueId>| {
        kind.for_each_operand(|op| {
            if let Operand::Value(v) = op {
                work.push(v);
            }
        });
    };
    operands(&func.terminator(b).kind, &mut work);
    while let Some(v) = work.pop() {
        if !seen.insert(v) {
            continue;
        }
        if loads.contains(&(function, v)) {
            return true;
        }
        let kind = &func.insts[v].kind;
        match kind {
            InstKind::Load { ptr: Operand::Value(cell), .. } => {
                let stores = func.insts.iter().filter_map(|i| match &i.kind {
                    InstKind::Store { ptr: Operand::Value(p), value: Operand::Value(x), .. } if p == cell => Some(*x),
                    _ => None,
                });
                work.extend(stores);
            }
            InstKind::Phi { incoming } => {
                operands(kind, &mut work);
                incoming.iter().for_each(|(from, _)| operands(&func.terminator(*from).kind, &mut work));
            }
            InstKind::Call { .. } | InstKind::Invoke { .. } => {
                let called = kind.as_call().and_then(|(callee, _)| match callee {
                    Callee::Direct(f) => Some(f),
                    _ => None,
                });
                if called.is_some_and(|f| loads_below(interp, f, loads)) {
                    return true;
                }
            }
            _ => operands(kind, &mut work),
        }
    }
    false
}

/// Whether a function, or one that it calls, has one of these loads.
fn loads_below(interp: &Interp, function: FuncId, loads: &FxHashSet<(FuncId, ValueId)>) -> bool {
    let module = interp.facts.module;
    let mut known: FxHashSet<FuncId> = FxHashSet::default();
    let mut work = vec![function];
    while let Some(f) = work.pop() {
        if !known.insert(f) {
            continue;
        }
        if loads.iter().any(|(of, _)| *of == f) {
            return true;
        }
        work.extend(module.functions[f].insts.iter().filter_map(|i| match i.kind.as_call() {
            Some((Callee::Direct(callee), _)) => Some(callee),
            _ => None,
        }));
    }
    false
}

/// The blocks that control reaches from these, and that no instance has reached.
fn not_seen_from(
    interp: &Interp,
    function: FuncId,
    from: &[BlockId],
    seen: &FxHashSet<(FuncId, BlockId)>,
) -> Vec<(FuncId, BlockId)> {
    let graph = &interp.facts.graph.functions[function];
    let mut out: Vec<(FuncId, BlockId)> = Vec::new();
    let mut work = from.to_vec();
    while let Some(b) = work.pop() {
        if seen.contains(&(function, b)) || out.contains(&(function, b)) {
            continue;
        }
        out.push((function, b));
        work.extend(graph.succs[b].iter().copied());
    }
    out
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
    let mut functions: Vec<FuncId> = seen.iter().map(|(f, _)| *f).collect();
    functions.sort_unstable();
    functions.dedup();
    let mut blocks = Vec::new();
    for f in &functions {
        blocks.extend(interp.facts.graph.functions[*f].rpo.iter().map(|b| (*f, *b)));
    }
    calls_in(interp, blocks, seen, &mut functions.into_iter().collect())
}

/// One-sided operations and epochs in blocks that no instance reaches, and in the functions that these call, other than the known ones.
fn calls_in(
    interp: &Interp,
    mut blocks: Vec<(FuncId, BlockId)>,
    seen: &FxHashSet<(FuncId, BlockId)>,
    known: &mut FxHashSet<FuncId>,
) -> usize {
    let module = interp.facts.module;
    let mut calls = 0;
    while let Some((f, b)) = blocks.pop() {
        if seen.contains(&(f, b)) {
            continue;
        }
        let func = &module.functions[f];
        for v in func.block_values(b) {
            let Some((Callee::Direct(callee), _)) = func.insts[v].kind.as_call() else { continue };
            let called = &module.functions[callee];
            if let Some(routine) = catalog().lookup(&called.name) {
                calls += usize::from(routine.is_rma() || routine.epoch.is_some());
            } else if !called.is_declaration() && known.insert(callee) {
                blocks.extend(interp.facts.graph.functions[callee].rpo.iter().map(|b| (callee, *b)));
            }
        }
    }
    calls
}
