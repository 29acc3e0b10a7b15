//! Paths through the skeleton: which event comes before which on every path, or on some; barriers that all pass.

use crate::facts::Facts;
use crate::skeleton::{Direction, Event, OrderCall, OrderKind, Skeleton};
use rma_frontend::api::{Compare, Epoch};
use rma_term::ids::{EventRef, NodeId, TermId};
use rma_term::term::CommId;
use rustc_hash::FxHashSet;

/// Whether every path to a place on which conditions hold passes another place before.
pub fn precedes(facts: &mut Facts, skeleton: &Skeleton, first: EventRef, then: EventRef, given: &[TermId]) -> bool {
    if first.node == then.node {
        return first.item < then.item;
    }
    let Some(entry) = skeleton.entry else { return false };
    let never: Vec<TermId> = given.iter().map(|c| facts.terms.not(*c)).collect();
    let mut seen: FxHashSet<NodeId> = FxHashSet::default();
    let mut work = vec![entry];
    while let Some(node) = work.pop() {
        if node == first.node || !seen.insert(node) {
            continue;
        }
        if node == then.node {
            return false;
        }
        work.extend(skeleton.nodes[node].succs.iter().filter(|e| !never.contains(&e.cond)).map(|e| e.to));
    }
    true
}

/// Whether some path to a place passes another place before.
pub fn may_precede(skeleton: &Skeleton, first: EventRef, then: EventRef) -> bool {
    if first.node == then.node && first.item < then.item {
        return true;
    }
    let mut seen: FxHashSet<NodeId> = FxHashSet::default();
    let mut work: Vec<NodeId> = skeleton.nodes[first.node].succs.iter().map(|e| e.to).collect();
    while let Some(node) = work.pop() {
        if node == then.node {
            return true;
        }
        if seen.insert(node) {
            work.extend(skeleton.nodes[node].succs.iter().map(|e| e.to));
        }
    }
    false
}

/// A barrier of all processes.
pub fn is_barrier_of_all(call: &OrderCall) -> bool {
    call.comm == CommId::World && call.is_barrier()
}

/// Whether nobody gets past an event, or past the end of what it starts, before all have come.
pub fn synchronises_all(event: &Event) -> bool {
    let nonblocking = |o: &OrderCall| matches!(o.kind, OrderKind::Collective { direction: Direction::AllToAll, .. });
    is_barrier(event) || matches!(event, Event::Order(o) if o.empty.is_none() && nonblocking(o))
}

/// Whether an event is passed by all processes of a group at once.
pub fn is_barrier(event: &Event) -> bool {
    match event {
        Event::Order(o) => o.is_barrier(),
        Event::Epoch(e) => e.change == Epoch::Fence,
        _ => false,
    }
}

/// What a condition on `k * x + c`, with `k` 1 or -1, says of `x` and `-c * k`: that the sum is zero, or `at_most` that; or not so.
pub fn comparison(at_most: bool, k: i64, negated: bool) -> Compare {
    match (at_most, k, negated) {
        (false, _, false) => Compare::Eq,
        (false, _, true) => Compare::Ne,
        (true, 1, false) => Compare::Le,
        (true, 1, true) => Compare::Gt,
        (true, _, false) => Compare::Ge,
        (true, _, true) => Compare::Lt,
    }
}
