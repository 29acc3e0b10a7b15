//! Paths through the skeleton: which event comes before which on every path, or on some; barriers that all pass (theory, 5.1).

use crate::facts::Facts;
use crate::skeleton::{Direction, Edge, Event, OrderCall, OrderKind, Skeleton};
use fixedbitset::FixedBitSet;
use index_vec::IndexVec;
use rma_frontend::api::{Compare, Epoch};
use rma_term::ids::{EventRef, LoopId, NodeId, TermId};
use rma_term::term::{CommId, Substitution};
use rustc_hash::FxHashSet;
use std::cell::OnceCell;

/// Whether every path to a place on which conditions hold passes another place before.
pub fn precedes(facts: &mut Facts, skeleton: &Skeleton, first: EventRef, then: EventRef, given: &[TermId]) -> bool {
    if first.node == then.node {
        return first.item < then.item;
    }
    let mut reached = false;
    walk_around(facts, skeleton, first.node, given, |node| {
        reached = node == then.node;
        !reached
    });
    !reached
}

/// Visits the nodes to which a path on which conditions hold leads from the entry without a node, until `visit` says no.
fn walk_around(
    facts: &mut Facts,
    skeleton: &Skeleton,
    without: NodeId,
    given: &[TermId],
    mut visit: impl FnMut(NodeId) -> bool,
) {
    let Some(entry) = skeleton.entry else { return };
    let never: Vec<TermId> = given.iter().map(|c| facts.terms.not(*c)).collect();
    // Nodes, each with the loop whose first iteration begins there.
    let mut seen: FxHashSet<(NodeId, Option<LoopId>)> = FxHashSet::default();
    let mut work = vec![(entry, None)];
    while let Some((node, entered)) = work.pop() {
        if node == without || !seen.insert((node, entered)) {
            continue;
        }
        if !visit(node) {
            return;
        }
        for e in skeleton.nodes[node].succs.iter().filter(|e| !never.contains(&e.cond)) {
            if entered.is_some_and(|l| is_not_taken_first(facts, skeleton, l, e)) {
                continue;
            }
            let begins = skeleton.nodes[e.to].loops.last().copied();
            let begins =
                begins.filter(|l| skeleton.loops[*l].begins_at(e.to) && !skeleton.nodes[node].loops.contains(l));
            work.push((e.to, begins));
        }
    }
}

/// Whether a loop is not left by an edge of its header in its first iteration: what its variables begin with excludes that.
fn is_not_taken_first(facts: &mut Facts, skeleton: &Skeleton, l: LoopId, edge: &Edge) -> bool {
    if skeleton.nodes[edge.to].loops.contains(&l) || facts.terms.as_const(edge.cond).is_some() {
        return false;
    }
    let data = &skeleton.loops[l];
    let mut s = Substitution::new();
    s.insert(data.counter, facts.terms.int(0));
    for v in &data.values {
        s.insert(v.sym, v.init);
    }
    let cond = facts.terms.subst(edge.cond, &mut s);
    facts.terms.is_false(cond)
}

/// Whether some path to a place passes another place before.
pub fn may_precede(skeleton: &Skeleton, first: EventRef, then: EventRef) -> bool {
    if first.node == then.node && first.item < then.item {
        return true;
    }
    let mut reached = false;
    walk_from(skeleton, first.node, |node| {
        reached = node == then.node;
        !reached
    });
    reached
}

/// Visits the nodes to which a path of at least one edge leads from a node, until `visit` says no.
fn walk_from(skeleton: &Skeleton, from: NodeId, mut visit: impl FnMut(NodeId) -> bool) {
    let mut seen: FxHashSet<NodeId> = FxHashSet::default();
    let mut work: Vec<NodeId> = skeleton.nodes[from].succs.iter().map(|e| e.to).collect();
    while let Some(node) = work.pop() {
        if seen.insert(node) {
            if !visit(node) {
                return;
            }
            work.extend(skeleton.nodes[node].succs.iter().map(|e| e.to));
        }
    }
}

/// [`precedes`] and [`may_precede`] for a skeleton that does not change: one walk for each first place.
#[derive(Debug)]
pub struct Precedence {
    /// For each node, the nodes that a path from it leads to.
    after: IndexVec<NodeId, OnceCell<FixedBitSet>>,
    /// For each node, the nodes that a path from the entry leads to without passing it.
    around: IndexVec<NodeId, OnceCell<FixedBitSet>>,
}

impl Precedence {
    /// Nothing is computed yet.
    pub fn new(skeleton: &Skeleton) -> Precedence {
        let none = || skeleton.nodes.iter().map(|_| OnceCell::new()).collect();
        Precedence { after: none(), around: none() }
    }

    /// Whether every path to a place passes another place before.
    pub fn always(&self, facts: &mut Facts, skeleton: &Skeleton, first: EventRef, then: EventRef) -> bool {
        if first.node == then.node {
            return first.item < then.item;
        }
        let around = self.around[first.node].get_or_init(|| {
            let mut set = FixedBitSet::with_capacity(skeleton.nodes.len());
            walk_around(facts, skeleton, first.node, &[], |node| {
                set.insert(node.index());
                true
            });
            set
        });
        !around.contains(then.node.index())
    }

    /// Whether some path to a place passes another place before.
    pub fn perhaps(&self, skeleton: &Skeleton, first: EventRef, then: EventRef) -> bool {
        let after = self.after[first.node].get_or_init(|| {
            let mut set = FixedBitSet::with_capacity(skeleton.nodes.len());
            walk_from(skeleton, first.node, |node| {
                set.insert(node.index());
                true
            });
            set
        });
        first.node == then.node && first.item < then.item || after.contains(then.node.index())
    }
}

/// Whether a process that continues from one place passes another place before the next iteration of the innermost loop around both
/// begins.
pub fn follows_in_iteration(skeleton: &Skeleton, first: EventRef, then: EventRef) -> bool {
    let loops = &skeleton.nodes[first.node].loops;
    if *loops != skeleton.nodes[then.node].loops {
        return false;
    }
    if first.node == then.node {
        return first.item < then.item;
    }
    let Some(around) = loops.last() else { return true };
    let mut seen: FxHashSet<NodeId> = FxHashSet::default();
    let mut work: Vec<NodeId> = skeleton.nodes[first.node].succs.iter().map(|e| e.to).collect();
    while let Some(node) = work.pop() {
        if node == then.node || !seen.insert(node) {
            continue;
        }
        if !skeleton.nodes[node].loops.contains(around) || skeleton.loops[*around].begins_at(node) {
            return false;
        }
        work.extend(skeleton.nodes[node].succs.iter().map(|e| e.to));
    }
    true
}

/// Numbers for nodes and loops, so that a node comes after those that lead to it, and code after a loop comes after all of the
/// loop: an algorithm that visits nodes in this order knows all paths to a node when it visits the node, except for those around
/// its loops.
#[derive(Debug)]
pub struct TopologicalOrder {
    /// Number of each node; nodes that are not reached come last.
    pub nodes: IndexVec<NodeId, u32>,
    /// Number of each loop: the number of its first node.
    pub loops: IndexVec<LoopId, u32>,
}

impl TopologicalOrder {
    /// The order of a skeleton.
    pub fn new(skeleton: &Skeleton) -> TopologicalOrder {
        let found = node_order(skeleton);
        let first = first_of_loops(skeleton, &found);
        // A search may come to code after a loop before it has seen all of the loop: loops stay together.
        let mut all: Vec<(Vec<u32>, NodeId)> = skeleton
            .nodes
            .iter_enumerated()
            .filter(|(node, _)| found[*node] != u32::MAX)
            .map(|(node, data)| (data.loops.iter().map(|l| first[*l]).chain([found[node]]).collect(), node))
            .collect();
        all.sort_unstable();
        let mut nodes = index_vec::index_vec![u32::MAX; skeleton.nodes.len()];
        for ((_, node), number) in all.into_iter().zip(0..) {
            nodes[node] = number;
        }
        let loops = first_of_loops(skeleton, &nodes);
        TopologicalOrder { nodes, loops }
    }
}

/// The least number of a node in each loop.
fn first_of_loops(skeleton: &Skeleton, nodes: &IndexVec<NodeId, u32>) -> IndexVec<LoopId, u32> {
    let mut loops = index_vec::index_vec![u32::MAX; skeleton.loops.len()];
    for (node, data) in skeleton.nodes.iter_enumerated() {
        for l in &data.loops {
            loops[*l] = nodes[node].min(loops[*l]);
        }
    }
    loops
}

fn node_order(skeleton: &Skeleton) -> IndexVec<NodeId, u32> {
    let mut order = index_vec::index_vec![u32::MAX; skeleton.nodes.len()];
    let Some(entry) = skeleton.entry else { return order };
    // The successors inside of the most common loops last, so that the search takes them first out of the list: those outside are
    // finished first, and so come later in the order.
    let successors = |node: NodeId| {
        let data = &skeleton.nodes[node];
        let common = |n: NodeId| skeleton.nodes[n].loops.iter().zip(&data.loops).take_while(|(a, b)| a == b).count();
        let mut next: Vec<(usize, NodeId)> = data.succs.iter().map(|e| (common(e.to), e.to)).collect();
        next.sort_by_key(|(common, _)| std::cmp::Reverse(*common));
        next
    };
    let mut finished: Vec<NodeId> = Vec::new();
    let mut seen: IndexVec<NodeId, bool> = index_vec::index_vec![false; skeleton.nodes.len()];
    // A node, and those of its successors that were not visited yet.
    let mut stack = vec![(entry, successors(entry))];
    seen[entry] = true;
    while let Some((node, left)) = stack.last_mut() {
        match left.pop() {
            Some((_, next)) if !seen[next] => {
                seen[next] = true;
                stack.push((next, successors(next)));
            }
            Some(_) => {}
            None => {
                finished.push(*node);
                stack.pop();
            }
        }
    }
    for (node, number) in finished.into_iter().rev().zip(0..) {
        order[node] = number;
    }
    order
}

/// A barrier of all processes.
pub fn is_barrier_of_all(call: &OrderCall) -> bool {
    call.comm == CommId::World && call.is_barrier()
}

/// Whether no process passes an event, or the end of a collective that it starts, before all have entered.
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

/// What a condition on `k * x + c`, with `k` 1 or -1, implies for `x` and `-c * k`: that the sum is zero, or `at_most` that; or not
/// so.
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
