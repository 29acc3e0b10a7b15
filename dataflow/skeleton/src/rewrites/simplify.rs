//! Removes branches and loops without events from the skeleton (theory, 5.2).
//!
//! Where both paths of a branch meet again without an event between, it does not matter which was taken; nor does it matter how
//! many iterations a loop without events had. Without this pass, walks would distinguish such conditions and drop them again, for
//! every operation that is pending there. Nodes keep their numbers; some have no path to them any more.
//!
//! Invariants: every path of events remains, in the same iterations of the same loops; the pass removes only conditions
//! of branches whose paths have met again. The condition that ends a loop remains where a value of the loop is used behind it. Loops are
//! assumed to end, as in the walks.

use super::shortcuts::each_term;
use crate::skeleton::{Edge, Node, Skeleton};
use rma_term::ids::{LoopId, NodeId, SymId, TermId};
use rma_term::limits::Limit;
use rma_term::term::{Knowledge, Substitution, Terms};
use rustc_hash::FxHashSet;

/// Simplifies the paths between events.
pub fn shorten(terms: &mut Terms, skeleton: &mut Skeleton) {
    let ids: Vec<NodeId> = skeleton.nodes.indices().rev().collect();
    let rounds = terms.limits.get::<u32>(Limit::SimplifyRounds);
    let used = used_behind(terms, skeleton);
    for round in 0.. {
        if round >= rounds {
            terms.limits.reached(Limit::SimplifyRounds);
            break;
        }
        let mut changed = false;
        for &id in &ids {
            changed |= bypass(terms, skeleton, id) | merge(terms, skeleton, id) | leave(terms, skeleton, &used, id);
        }
        if !changed {
            break;
        }
    }
}

fn header_of(skeleton: &Skeleton, id: NodeId) -> Option<LoopId> {
    skeleton.nodes[id].loops.last().copied().filter(|l| skeleton.loops[*l].header == Some(id))
}

fn is_plain(terms: &Terms, edge: &Edge) -> bool {
    edge.iterations.is_none() && terms.is_true(edge.cond)
}

/// The only path on from a node without events, if it is in the same iterations.
fn only_path(terms: &Terms, skeleton: &Skeleton, node: &Node) -> Option<NodeId> {
    let [edge] = node.succs[..] else { return None };
    let alike = node.items.is_empty() && is_plain(terms, &edge) && skeleton.nodes[edge.to].loops == node.loops;
    alike.then_some(edge.to)
}

/// Edges to nodes without events lead to what comes after them.
fn bypass(terms: &Terms, skeleton: &mut Skeleton, id: NodeId) -> bool {
    let mut changed = false;
    for n in 0..skeleton.nodes[id].succs.len() {
        let edge = skeleton.nodes[id].succs[n];
        if edge.iterations.is_some() {
            continue;
        }
        let mut to = edge.to;
        // A cycle of such nodes is a loop without an exit.
        for _ in 0..skeleton.nodes.len() {
            let Some(next) = only_path(terms, skeleton, &skeleton.nodes[to]).filter(|x| *x != to) else { break };
            let iterations = header_of(skeleton, next);
            let enters = iterations.is_some_and(|l| !skeleton.nodes[id].loops.contains(&l));
            if header_of(skeleton, to).is_some() || enters {
                break;
            }
            to = next;
        }
        changed |= to != edge.to;
        skeleton.nodes[id].succs[n].to = to;
    }
    changed
}

/// Merges edges to one node if one of them is always taken.
fn merge(terms: &mut Terms, skeleton: &mut Skeleton, id: NodeId) -> bool {
    let succs = &skeleton.nodes[id].succs;
    let Some(first) = succs.first().copied().filter(|_| succs.len() > 1) else { return false };
    if succs.iter().any(|e| e.iterations.is_some() || e.to != first.to) {
        return false;
    }
    let conds: Vec<_> = succs.iter().map(|e| e.cond).collect();
    if !terms.exhaust(&conds) {
        return false;
    }
    skeleton.nodes[id].succs = vec![Edge { cond: terms.truth(true), ..first }];
    true
}

/// Loops with a value that later code uses.
fn used_behind(terms: &Terms, skeleton: &Skeleton) -> FxHashSet<LoopId> {
    let mut used = FxHashSet::default();
    let mut mentions = |loops: &[LoopId], t: TermId| {
        terms.for_each_sym(t, &mut |s| used.extend(terms.syms[s].def_loop.filter(|l| !loops.contains(l))));
    };
    for node in &skeleton.nodes {
        for item in &node.items {
            each_term(&item.event, &mut |t| mentions(&node.loops, t));
        }
        for edge in &node.succs {
            mentions(&node.loops, edge.cond);
        }
    }
    used
}

/// Condition after a loop that ends when one of `ends` is true: one is true in the last iteration, and none is true in the first iteration
/// and in the last but one, if these are other iterations. If `ends` contain values that are not known, the condition is true.
fn end_of(terms: &mut Terms, skeleton: &Skeleton, l: LoopId, ends: &[TermId]) -> TermId {
    let end = terms.any(ends);
    let counter = skeleton.loops[l].counter;
    let other = |s: SymId| s != counter && terms.syms[s].def_loop == Some(l);
    if terms.knowledge(end) != Knowledge::Known || terms.any_sym(end, other) || !terms.any_sym(end, |s| s == counter) {
        return terms.truth(true);
    }
    let now = terms.sym(counter);
    let first = terms.eq0(now);
    let mut holds = vec![end];
    for earlier in [terms.int(0), terms.add_int(now, -1)] {
        let mut at = Substitution::new();
        at.insert(counter, earlier);
        let ended = terms.subst(end, &mut at);
        let goes_on = terms.not(ended);
        holds.push(terms.any(&[first, goes_on]));
    }
    terms.all(&holds)
}

/// A loop without events is one node outside it.
fn leave(terms: &mut Terms, skeleton: &mut Skeleton, used: &FxHashSet<LoopId>, id: NodeId) -> bool {
    let Some(l) = header_of(skeleton, id).filter(|l| !skeleton.loops[*l].recursion) else { return false };
    let node = &skeleton.nodes[id];
    if !node.items.is_empty() {
        return false;
    }
    if let Some(body) = only_path(terms, skeleton, node).filter(|b| *b != id) {
        // The exit is further down.
        let next = &skeleton.nodes[body];
        if next.items.is_empty() && header_of(skeleton, body).is_none() {
            skeleton.nodes[id].succs = next.succs.clone();
            return true;
        }
        return false;
    }
    let outside = &node.loops[..node.loops.len() - 1];
    let mut exits = node.succs.iter().filter(|e| e.to != id);
    let Some(exit) = exits.next().copied() else { return false };
    let elsewhere = exits.any(|e| e.to != exit.to) || skeleton.nodes[exit.to].loops != outside;
    if elsewhere || node.succs.iter().any(|e| e.iterations.is_some()) {
        return false;
    }
    let ends: Vec<TermId> = node.succs.iter().filter(|e| e.to == exit.to).map(|e| e.cond).collect();
    let cond = if used.contains(&l) { end_of(terms, skeleton, l, &ends) } else { terms.truth(true) };
    skeleton.nodes[id].loops.pop();
    skeleton.nodes[id].succs = vec![Edge { cond, ..exit }];
    skeleton.loops[l].header = None;
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::skeleton::{Area, Event, Item, Loop};
    use rma_frontend::ir::FuncId;
    use rma_term::ids::CtxId;
    use rma_term::term::{Sym, SymKind};

    /// An edge: source, destination, and the outcome of a named condition.
    type EdgeRow = (u32, u32, Option<(&'static str, bool)>);

    struct Graph {
        terms: Terms,
        skeleton: Skeleton,
    }

    impl Graph {
        /// Nodes with edges by number; `None` for a condition that always holds.
        fn new(edges: &[EdgeRow], loops: &[(u32, &[u32])], events: &[u32]) -> Graph {
            let mut made = Graph { terms: Terms::default(), skeleton: Skeleton::default() };
            let last = edges.iter().map(|e| e.0.max(e.1)).max().unwrap();
            for n in 0..=last {
                let mut node = Node::default();
                if events.contains(&n) {
                    let cell = Area { places: Vec::new(), unknown: false, blocks: Vec::new() };
                    let event = Event::ForgetRequest { cell };
                    node.items.push(Item { event, loc: None, ctx: CtxId::from_raw(0), inst: None });
                }
                made.skeleton.nodes.push(node);
            }
            for (header, body) in loops {
                let counter = made.terms.add_sym(Sym::new(SymKind::Index, "k", Knowledge::Known));
                let l = made.skeleton.loops.push(Loop {
                    header: Some(NodeId::from_raw(*header)),
                    states: Vec::new(),
                    parent: None,
                    ctx: CtxId::from_raw(0),
                    func: FuncId::from_raw(0),
                    counter,
                    values: Vec::new(),
                    trips: None,
                    bounds: Vec::new(),
                    body_at_last: false,
                    loc: None,
                    recursion: false,
                    finals: Vec::new(),
                });
                made.terms.syms[counter].def_loop = Some(l);
                for n in *body {
                    made.skeleton.nodes[NodeId::from_raw(*n)].loops.push(l);
                }
            }
            for (from, to, cond) in edges {
                let cond = made.condition(*cond);
                let edge = Edge { to: NodeId::from_raw(*to), cond, iterations: None };
                made.skeleton.nodes[NodeId::from_raw(*from)].succs.push(edge);
            }
            made.skeleton.entry = Some(NodeId::from_raw(0));
            shorten(&mut made.terms, &mut made.skeleton);
            made
        }

        fn condition(&mut self, cond: Option<(&str, bool)>) -> TermId {
            let Some((name, holds)) = cond else { return self.terms.truth(true) };
            let known = self.terms.syms.position(|s| s.name == name);
            let sym = known.unwrap_or_else(|| self.terms.add_sym(Sym::new(SymKind::Parameter, name, Knowledge::Known)));
            let sym = self.terms.sym(sym);
            let zero = self.terms.eq0(sym);
            if holds { zero } else { self.terms.not(zero) }
        }

        fn paths(&self, from: u32) -> Vec<(u32, bool)> {
            let node = &self.skeleton.nodes[NodeId::from_raw(from)];
            node.succs.iter().map(|e| (e.to.raw(), is_plain(&self.terms, e))).collect()
        }
    }

    const X: Option<(&str, bool)> = Some(("x", true));
    const NOT_X: Option<(&str, bool)> = Some(("x", false));

    #[test]
    fn a_branch_without_events_is_gone() {
        let made = Graph::new(&[(0, 1, X), (0, 2, NOT_X), (1, 3, None), (2, 3, None)], &[], &[0, 3]);
        assert_eq!(made.paths(0), [(3, true)]);
    }

    #[test]
    fn a_branch_with_an_event_on_one_side_stays() {
        let made = Graph::new(&[(0, 1, X), (0, 2, NOT_X), (1, 3, None), (2, 3, None)], &[], &[0, 1, 3]);
        assert_eq!(made.paths(0), [(1, false), (3, false)]);
        assert_eq!(made.paths(1), [(3, true)]);
    }

    #[test]
    fn a_branch_that_ends_the_program_stays() {
        let made = Graph::new(&[(0, 1, X), (0, 2, NOT_X), (2, 3, None)], &[], &[0, 3]);
        assert_eq!(made.paths(0), [(1, false), (3, false)]);
    }

    #[test]
    fn a_loop_with_a_branch_without_events_is_gone() {
        let edges = [
            (0, 1, None),
            (1, 2, Some(("go", true))),
            (1, 6, Some(("go", false))),
            (2, 3, X),
            (2, 4, NOT_X),
            (3, 5, None),
            (4, 5, None),
            (5, 1, None),
            (6, 7, None),
        ];
        let made = Graph::new(&edges, &[(1, &[1, 2, 3, 4, 5])], &[0, 7]);
        assert_eq!(made.paths(0), [(7, true)]);
    }

    #[test]
    fn the_end_of_a_loop_holds_where_its_values_are_used() {
        const END: Option<(&str, bool)> = Some(("k", true));
        let loops: &[(u32, &[u32])] = &[(1, &[1, 2])];
        let edges = [(0, 1, None), (1, 2, Some(("k", false))), (1, 3, END), (2, 1, None)];
        let made = Graph::new(&edges, loops, &[0, 3]);
        assert_eq!(made.paths(0), [(3, true)]);
        let used = [&edges[..], &[(3, 4, END), (3, 5, Some(("k", false)))]].concat();
        let made = Graph::new(&used, loops, &[0, 3, 4, 5]);
        assert_eq!((made.paths(0), made.paths(1)), (vec![(1, true)], vec![(3, false)]));
        assert!(made.skeleton.nodes[NodeId::from_raw(1)].loops.is_empty());
    }

    #[test]
    fn a_loop_with_its_exit_at_the_end_is_gone() {
        let edges = [(0, 1, None), (1, 2, None), (2, 1, X), (2, 3, NOT_X)];
        let made = Graph::new(&edges, &[(1, &[1, 2])], &[0, 3]);
        assert_eq!(made.paths(0), [(3, true)]);
    }

    #[test]
    fn a_loop_with_an_event_stays() {
        let edges = [(0, 1, None), (1, 2, X), (1, 4, NOT_X), (2, 3, None), (3, 1, None)];
        let made = Graph::new(&edges, &[(1, &[1, 2, 3])], &[0, 2, 4]);
        assert_eq!(made.paths(0), [(1, true)]);
        assert_eq!(made.paths(1), [(2, false), (4, false)]);
        assert_eq!(made.paths(2), [(1, true)]);
        assert!(made.skeleton.loops.iter().all(|l| l.header.is_some()));
    }
}
