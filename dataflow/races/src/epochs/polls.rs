//! Loops that wait, with plain loads, for what other processes write into window memory: if the load of
//! a cell decides whether a loop goes on, a put to this cell sets the flag of the loop, and is reported as no other race (theory, 6.6).
//!
//! This does not apply to a loop that itself stores to the cell: it waits for no other process. Nor does it apply to a loop in which all
//! processes synchronise, to one that ends of itself and loads another element in each iteration or compares what it loads with the number
//! of its iterations, or where each iteration waits for another process before the load.

use crate::pending::Found;
use rma_frontend::api::{AccessKind, Bank};
use rma_skeleton::candidate::{Conflict, Misuse, Processes};
use rma_skeleton::facts::Facts;
use rma_skeleton::skeleton::paths::synchronises_all;
use rma_skeleton::skeleton::{Actor, Edge, Event, Item, Node, OrderKind, Skeleton};
use rma_term::ids::{CtxId, EventRef, LoopId, NodeId, ObjId, SymId, TermId};
use rma_term::limits::Limit;
use rma_term::term::Term;
use rustc_hash::{FxHashMap, FxHashSet};

/// Pairs of a put and a polling load of another process are findings of a separate rule.
pub(crate) fn name_polls(facts: &Facts, skeleton: &Skeleton, found: &mut Found) {
    let polling = polling_loads(facts, skeleton);
    let item = |at: EventRef| &skeleton.nodes[at.node].items[at.item as usize];
    for pair in &mut found.pairs {
        let (first, second) = (item(pair.first), item(pair.second));
        let is_put = matches!(&first.event, Event::Issue(i) if i.effects.get(pair.first.effect as usize)
            .is_some_and(|e| e.bank == Bank::Target && e.kind != AccessKind::Read));
        let polls = is_load(&second.event) && position(facts, second).is_some_and(|p| polling.contains(&p));
        if pair.conflict == Conflict::AtTarget && pair.processes == Processes::Two && is_put && polls {
            pair.conflict = Conflict::Misuse(Misuse::Polling);
        }
    }
}

/// Positions of loads that decide whether a loop continues. The load before a rotated loop has the same position.
fn polling_loads(facts: &Facts, skeleton: &Skeleton) -> FxHashSet<(CtxId, u32, u32)> {
    let mut out = FxHashSet::default();
    if facts.window_loads.is_empty() {
        return out;
    }
    let deciding = deciding(facts, skeleton);
    let together = together(skeleton);
    let changing = changing(facts, skeleton, &deciding);
    for (id, node) in skeleton.nodes.iter_enumerated().filter(|(_, n)| !n.loops.is_empty()) {
        for (n, item) in node.items.iter().enumerate().filter(|(_, i)| is_load(&i.event)) {
            let Some(values) = facts.window_loads.get(&(item.ctx, item.loc)) else { continue };
            let decides = |l: &LoopId| {
                deciding.get(l).is_some_and(|d| values.iter().any(|x| d.contains(x)))
                    && !together.contains(l)
                    && !changing.contains(l)
                    && !looks_once(facts, skeleton, item, *l)
                    && !waits_first(facts, skeleton, (id, n), *l)
            };
            if node.loops.iter().any(decides) {
                out.extend(position(facts, item));
            }
        }
    }
    out
}

/// Loops that store to what they load to decide whether they go on: the end of a queue that the process itself fills and empties. They do
/// not wait for another process.
fn changing(facts: &Facts, skeleton: &Skeleton, deciding: &FxHashMap<LoopId, FxHashSet<SymId>>) -> FxHashSet<LoopId> {
    let mut cells: FxHashMap<LoopId, FxHashSet<(ObjId, TermId, TermId)>> = FxHashMap::default();
    let cells_of = |item: &Item| match &item.event {
        Event::Access(a) => a.area.places.iter().map(|p| (p.obj, p.inst, p.offset)).collect::<Vec<_>>(),
        _ => Vec::new(),
    };
    let inside = || skeleton.nodes.iter().flat_map(|n| n.items.iter().map(move |item| (&n.loops, item)));
    for (loops, item) in inside().filter(|(_, item)| is_load(&item.event)) {
        let Some(values) = facts.window_loads.get(&(item.ctx, item.loc)) else { continue };
        for l in loops.iter().filter(|l| deciding.get(l).is_some_and(|d| values.iter().any(|x| d.contains(x)))) {
            cells.entry(*l).or_default().extend(cells_of(item));
        }
    }
    let stores = |item: &Item| matches!(&item.event, Event::Access(a) if a.kind == AccessKind::Write);
    let mut out = FxHashSet::default();
    for (loops, item) in inside().filter(|(_, item)| stores(item)) {
        let stored = cells_of(item);
        out.extend(loops.iter().filter(|l| cells.get(l).is_some_and(|c| stored.iter().any(|cell| c.contains(cell)))));
    }
    out
}

/// A loop that ends of itself and loads another element in each iteration waits for none: it checks a result.
fn looks_once(facts: &Facts, skeleton: &Skeleton, item: &Item, l: LoopId) -> bool {
    let Event::Access(a) = &item.event else { return false };
    let moves = a.area.places.iter().any(|p| facts.varies_in(p.offset, l))
        || a.area.blocks.iter().any(|b| facts.varies_in(b.offset, l));
    moves && !skeleton.loops[l].bounds.is_empty()
}

/// Whether every iteration waits for another process before it reaches an event. The value that the event loads has then arrived by this
/// wait.
fn waits_first(facts: &Facts, skeleton: &Skeleton, (node, item): (NodeId, usize), l: LoopId) -> bool {
    let waits = |i: &Item| match &i.event {
        Event::Order(o) => {
            facts.terms.is_true(o.cond) && matches!(o.kind, OrderKind::Observe { .. } | OrderKind::Notified { .. })
        }
        _ => false,
    };
    let Some(header) = skeleton.loops[l].header else { return false };
    let mut seen = FxHashSet::default();
    let mut work = vec![header];
    while let Some(at) = work.pop() {
        let data = &skeleton.nodes[at];
        if !data.loops.contains(&l) || !seen.insert(at) {
            continue;
        }
        let end = if at == node { item } else { data.items.len() };
        if data.items[..end].iter().any(waits) {
            continue;
        }
        if at == node {
            return false;
        }
        work.extend(data.succs.iter().map(|e| e.to));
    }
    true
}

/// Loops whose body synchronises all processes. All processes make the same iterations of such a loop, so a process that leaves it has
/// not waited for a value that it loaded.
fn together(skeleton: &Skeleton) -> FxHashSet<LoopId> {
    let meets = |n: &&Node| n.items.iter().any(|i| synchronises_all(&i.event));
    skeleton.nodes.iter().filter(meets).flat_map(|n| n.loops.iter().copied()).collect()
}

fn is_load(event: &Event) -> bool {
    matches!(event, Event::Access(a) if a.kind == AccessKind::Read
        && matches!(a.actor, Actor::Instruction("load" | "atomic load")))
}

fn position(facts: &Facts, item: &Item) -> Option<(CtxId, u32, u32)> {
    let loc = &facts.module.locs[item.loc?];
    Some((item.ctx, loc.line, loc.col))
}

/// For each loop, the values that decide whether it continues.
fn deciding(facts: &Facts, skeleton: &Skeleton) -> FxHashMap<LoopId, FxHashSet<SymId>> {
    let mut out: FxHashMap<LoopId, FxHashSet<SymId>> = FxHashMap::default();
    for node in &skeleton.nodes {
        // The end of the program is no end of a wait.
        let goes_on = |e: &&Edge| {
            let to = &skeleton.nodes[e.to];
            !(to.succs.is_empty() && to.items.is_empty())
        };
        for e in node.succs.iter().filter(goes_on) {
            for l in node.loops.iter().filter(|l| !skeleton.nodes[e.to].loops.contains(l)) {
                let values = out.entry(*l).or_default();
                add_deciding(facts, e.cond, skeleton.loops[*l].counter, values);
            }
        }
    }
    #[allow(clippy::iter_over_hash_type)] // Each loop has its own values.
    for (l, values) in &mut out {
        // The value that an iteration passes to the next.
        for v in skeleton.loops[*l]
            .values
            .iter()
            .filter(|v| facts.terms.limits.allows(Limit::PollWeight, facts.terms.weight(v.back)))
        {
            if values.contains(&v.sym) {
                facts.terms.for_each_sym(v.back, &mut |x| _ = values.insert(x));
            }
        }
    }
    out
}

/// The values in a condition to leave a loop. A comparison with the number of iterations so far holds after some of them, whatever was
/// loaded: it waits for nobody.
fn add_deciding(facts: &Facts, cond: TermId, counter: SymId, values: &mut FxHashSet<SymId>) {
    let terms = &facts.terms;
    let counts = |t: TermId| {
        let (_, parts) = terms.linear(t);
        parts.iter().any(|(part, _)| matches!(terms.get(*part), Term::Sym(x) if *x == counter))
    };
    match terms.get(cond) {
        Term::Not(t) => add_deciding(facts, *t, counter, values),
        Term::All(parts) | Term::Any(parts) => parts.iter().for_each(|t| add_deciding(facts, *t, counter, values)),
        Term::Le0(t) | Term::Eq0(t) if counts(*t) => {}
        _ => terms.for_each_sym(cond, &mut |x| _ = values.insert(x)),
    }
}
