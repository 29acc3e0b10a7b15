//! The synchronisations that a process passes before it reaches an event: on every path, on some path, and for each rank of small
//! numbers of processes (theory, 7.5).

use rma_skeleton::facts::Facts;
use rma_skeleton::skeleton::{Event, OrderCall, OrderKind, Skeleton};
use rma_term::ids::{EventRef, NodeId, TermId};
use rma_term::limits::Limit;
use rma_term::term::{CommId, Substitution, Term};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;

/// Numbers of processes that are tried.
pub(super) const PROCESSES: std::ops::RangeInclusive<i64> = 1..=6;

/// The value of a term in the process with this rank, for this number of processes.
pub(crate) fn number(facts: &mut Facts, t: TermId, rank: i64, size: i64) -> Option<i64> {
    if let Some(c) = facts.terms.as_const(t) {
        return Some(c);
    }
    let mut s = Substitution::new();
    for (symbol, value) in [(facts.rank_in_comm(CommId::World), rank), (facts.size_of_comm(CommId::World), size)] {
        if let Term::Sym(x) = *facts.terms.get(symbol) {
            let value = facts.terms.int(value);
            s.insert(x, value);
        }
    }
    let t = facts.terms.subst(t, &mut s);
    facts.terms.as_const(t)
}

/// Whether a process, by number of processes and rank, can reach a place according to the conditions on ranks alone.
pub(crate) fn is_reached(facts: &mut Facts, reach: &[TermId], (size, rank): (i64, i64)) -> bool {
    reach.iter().all(|c| number(facts, *c, rank, size) != Some(0))
}

fn waits_for_others(event: &Event) -> bool {
    matches!(event, Event::Order(o) if matches!(o.kind, OrderKind::Observe { .. } | OrderKind::Receive { .. }))
}

/// Nodes that may be reached after a wait, each with the first item that is after one.
pub(super) fn after_waits(skeleton: &Skeleton) -> FxHashMap<NodeId, u32> {
    let mut out: FxHashMap<NodeId, u32> = FxHashMap::default();
    let mut work = VecDeque::new();
    for (id, node) in skeleton.nodes.iter_enumerated() {
        if let Some(n) = node.items.iter().position(|i| waits_for_others(&i.event)) {
            out.insert(id, n as u32 + 1);
            work.push_back(id);
        }
    }
    while let Some(id) = work.pop_front() {
        for edge in &skeleton.nodes[id].succs {
            if out.insert(edge.to, 0) != Some(0) {
                work.push_back(edge.to);
            }
        }
    }
    out
}

/// Calls that every path to an event passes, from the start and from the event's last time.
///
/// With these, whether some paths pass more. `who`: of one process, by number of processes and rank.
pub(crate) fn passed_before(
    facts: &mut Facts,
    skeleton: &Skeleton,
    target: EventRef,
    who: Option<(i64, i64)>,
    takes: impl Fn(&Facts, &OrderCall) -> bool,
) -> (FxHashSet<EventRef>, bool) {
    let Some(entry) = skeleton.entry else { return (FxHashSet::default(), false) };
    let mut some: FxHashSet<EventRef> = FxHashSet::default();
    let mut at_start: FxHashMap<NodeId, FxHashSet<EventRef>> = FxHashMap::default();
    let mut result: Option<FxHashSet<EventRef>> = None;
    let perhaps = if who.is_none() { passed_on_some_path(facts, skeleton, &takes) } else { FxHashMap::default() };
    at_start.insert(entry, FxHashSet::default());
    let mut work = VecDeque::from([entry]);
    while let Some(id) = work.pop_front() {
        let mut have = at_start[&id].clone();
        for (n, item) in skeleton.nodes[id].items.iter().enumerate() {
            let at = EventRef { node: id, item: n as u32, effect: 0 };
            if at == target {
                some.extend(perhaps.get(&id).into_iter().flatten());
                some.extend(&have);
                match &mut result {
                    None => result = Some(have.clone()),
                    Some(old) => old.retain(|x| have.contains(x)),
                }
                have.clear();
            } else if matches!(&item.event, Event::Order(o) if takes(facts, o)) {
                have.insert(at);
            }
        }
        for edge in &skeleton.nodes[id].succs {
            if who.is_some_and(|(size, rank)| number(facts, edge.cond, rank, size) == Some(0)) {
                continue;
            }
            match at_start.get_mut(&edge.to) {
                None => {
                    at_start.insert(edge.to, have.clone());
                    work.push_back(edge.to);
                }
                Some(old) => {
                    let n = old.len();
                    old.retain(|x| have.contains(x));
                    if old.len() != n {
                        work.push_back(edge.to);
                    }
                }
            }
        }
    }
    let result = result.unwrap_or_default();
    let more = some.iter().any(|w| !result.contains(w));
    (result, more)
}

/// The result of [`passed_before`] for each process, for small numbers of processes, by number and rank.
pub(crate) fn by_rank(
    facts: &mut Facts,
    skeleton: &Skeleton,
    target: EventRef,
    takes: impl Fn(&Facts, &OrderCall) -> bool,
) -> Vec<((i64, i64), FxHashSet<EventRef>, bool)> {
    let mut out = Vec::new();
    if !facts.terms.limits.allows(Limit::WaitNodes, skeleton.nodes.len()) {
        return out;
    }
    for size in PROCESSES {
        for rank in 0..size {
            let (passed, perhaps) = passed_before(facts, skeleton, target, Some((size, rank)), &takes);
            out.push(((size, rank), passed, perhaps));
        }
    }
    out
}

/// For each node, the waits that at least one path from the start to it passes.
fn passed_on_some_path(
    facts: &Facts,
    skeleton: &Skeleton,
    takes: impl Fn(&Facts, &OrderCall) -> bool,
) -> FxHashMap<NodeId, FxHashSet<EventRef>> {
    let mut out: FxHashMap<NodeId, FxHashSet<EventRef>> = FxHashMap::default();
    let Some(entry) = skeleton.entry else { return out };
    out.insert(entry, FxHashSet::default());
    let mut work = VecDeque::from([entry]);
    while let Some(id) = work.pop_front() {
        let mut have = out[&id].clone();
        for (n, item) in skeleton.nodes[id].items.iter().enumerate() {
            if matches!(&item.event, Event::Order(o) if takes(facts, o)) {
                have.insert(EventRef { node: id, item: n as u32, effect: 0 });
            }
        }
        for edge in &skeleton.nodes[id].succs {
            let known = out.contains_key(&edge.to);
            let at = out.entry(edge.to).or_default();
            let before = at.len();
            at.extend(&have);
            if !known || at.len() != before {
                work.push_back(edge.to);
            }
        }
    }
    out
}

/// Whether two terms of a process that reaches an update denote the same rank, for every rank of the process (with few
/// processes).
pub(crate) fn same_target(facts: &mut Facts, reach: &[TermId], a: TermId, b: TermId) -> bool {
    let mut some = false;
    for n in PROCESSES {
        for me in 0..n {
            if reach.iter().any(|c| number(facts, *c, me, n) == Some(0)) {
                continue;
            }
            let (Some(x), Some(y)) = (number(facts, a, me, n), number(facts, b, me, n)) else { return false };
            // No such process: the call itself is an error.
            if (0..n).contains(&x) && (0..n).contains(&y) {
                if x != y {
                    return false;
                }
                some = true;
            }
        }
    }
    some
}
