//! Dominance, post-dominance and edge dominance.

mod support;

use proptest::prelude::*;
use rma_cfg::FunctionGraph;
use rma_frontend::ir::BlockId;
use support::{Named, Successors, any_graph, block, naive};

#[test]
fn diamond() {
    let g = Named::parse("a->b c; b->d; c->d; d->e");
    assert_eq!(g.show(&g.graph.rpo), "a b c d e");
    assert_eq!(["a", "b", "c", "d", "e"].map(|b| g.idom(b)), [None, Some("a"), Some("a"), Some("a"), Some("d")]);
    assert_eq!(["a", "b", "c", "d", "e"].map(|b| g.ipdom(b)), [Some("d"), Some("d"), Some("d"), Some("e"), None]);
    let (a, b, d) = (g.id("a"), g.id("b"), g.id("d"));
    assert!(g.graph.dominates(a, d) && !g.graph.dominates(b, d) && g.graph.dominates(b, b));
    assert!(g.graph.post_dominates(d, a) && g.graph.post_dominates(d, b) && !g.graph.post_dominates(b, a));
}

#[test]
fn several_ends_meet_in_the_virtual_exit() {
    let g = Named::parse("a->b c; b->ret1; c->ret2");
    assert_eq!(g.ipdom("a"), None);
    assert_eq!(g.ipdom("b"), Some("ret1"));
}

#[test]
fn endless_loop_ends_after_each_iteration() {
    // An event loop with a condition inside: the join post-dominates the branch, and not the other way round.
    let g = Named::parse("entry->head; head->work join; work->join; join->head");
    assert_eq!(g.ipdom("head"), Some("join"));
    assert_eq!(g.ipdom("work"), Some("join"));
    assert_eq!(g.ipdom("join"), None);
    // What stands after the other way of a branch into an endless loop does not always run.
    let g = Named::parse("entry->spin out; spin->spin; out->ret");
    assert_eq!(g.ipdom("entry"), None);
    assert!(!g.graph.post_dominates(g.id("out"), g.id("entry")));
}

#[test]
fn edges_dominate_what_lies_behind_them_only() {
    let g = Named::parse("a->b c; b->d; c->d; d->e e f; e->f");
    let (a, b, c, d, e) = (g.id("a"), g.id("b"), g.id("c"), g.id("d"), g.id("e"));
    assert!(g.graph.edge_dominates(a, 0, b) && !g.graph.edge_dominates(a, 1, b));
    assert!(!g.graph.edge_dominates(a, 0, d) && !g.graph.edge_dominates(a, 0, c));
    // Two parallel edges to e: neither is always taken, though d dominates e.
    assert!(!g.graph.edge_dominates(d, 0, e) && !g.graph.edge_dominates(d, 1, e));
    assert!(!g.graph.edge_dominates(d, 7, e), "no such edge");
}

#[test]
fn loop_entry_and_exit_edges() {
    let g = Named::parse("entry->head; head->body exit; body->head; exit->");
    let (entry, head, body, exit) = (g.id("entry"), g.id("head"), g.id("body"), g.id("exit"));
    assert!(g.graph.edge_dominates(entry, 0, exit), "the back edge is no other way in");
    assert!(g.graph.edge_dominates(head, 0, body) && g.graph.edge_dominates(head, 1, exit));
    assert!(!g.graph.edge_dominates(body, 0, head));
}

#[test]
fn unreachable_blocks_take_no_part() {
    let g = Named::parse("a->b; dead->b dead; b->");
    let (a, b, dead) = (g.id("a"), g.id("b"), g.id("dead"));
    assert_eq!(g.graph.rpo_index[dead], None);
    assert_eq!(g.graph.preds[b], [a]);
    assert!(g.graph.succs[dead].is_empty() && g.graph.loops.is_empty());
    assert!(!g.graph.dominates(dead, dead) && !g.graph.dominates(a, dead) && !g.graph.post_dominates(b, dead));
    assert!(g.graph.edge_dominates(a, 0, b) && !g.graph.edge_dominates(a, 0, dead));
}

#[test]
fn no_blocks_no_graph() {
    let g = FunctionGraph::from_successors(Successors::new());
    assert!(g.rpo.is_empty() && g.entry().is_none() && g.loops.is_empty());
}

fn immediate(strict: impl Fn(usize, usize) -> bool, blocks: &[usize], b: usize) -> Option<BlockId> {
    let above: Vec<usize> = blocks.iter().copied().filter(|&a| strict(a, b)).collect();
    // The immediate one is the strict dominator that all the others dominate.
    above.iter().copied().find(|&a| above.iter().all(|&c| c == a || strict(c, a))).map(block)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn order_and_predecessors(succs in any_graph(12)) {
        let g = FunctionGraph::from_successors(succs.clone());
        let (reachable, edges) = naive::reachable_edges(&succs);
        let mut order: Vec<usize> = g.rpo.iter().map(|b| b.index()).collect();
        order.sort_unstable();
        prop_assert!(order.into_iter().eq(reachable.iter().copied()));
        for (i, &b) in g.rpo.iter().enumerate() {
            prop_assert_eq!(g.rpo_index[b], Some(i as u32));
            let mut expected: Vec<usize> = edges.iter().filter(|e| e.1 == b.index()).map(|e| e.0).collect();
            let mut preds: Vec<usize> = g.preds[b].iter().map(|p| p.index()).collect();
            expected.sort_unstable();
            preds.sort_unstable();
            prop_assert_eq!(preds, expected);
            prop_assert_eq!(&g.succs[b], &succs[b]);
        }
    }

    #[test]
    fn dominance_is_as_defined(succs in any_graph(12)) {
        let n = succs.len();
        let g = FunctionGraph::from_successors(succs.clone());
        let (reachable, edges) = naive::reachable_edges(&succs);
        let dom = |a: usize, b: usize| {
            reachable.contains(&a) && reachable.contains(&b) && naive::dominates(0, &edges, a, b)
        };
        let blocks: Vec<usize> = reachable.iter().copied().collect();
        for b in 0..n {
            for a in 0..n {
                prop_assert_eq!(g.dominates(block(a), block(b)), dom(a, b), "{} over {}", a, b);
            }
            prop_assert_eq!(g.idom[block(b)], immediate(|a, b| a != b && dom(a, b), &blocks, b));
        }
    }

    #[test]
    fn post_dominance_is_as_defined(succs in any_graph(12)) {
        let n = succs.len();
        let g = FunctionGraph::from_successors(succs.clone());
        let (reachable, edges) = naive::reachable_edges(&succs);
        let loops = naive::loops(&reachable, &edges, &g.rpo, None);
        let with_exit = naive::edges_with_exit(&reachable, &edges, n, &loops);
        for &b in &reachable {
            prop_assert!(naive::reach(b, &with_exit, None).contains(&n), "the exit is reached from everywhere");
        }
        let pdom = |a: usize, b: usize| {
            let known = reachable.contains(&a) && reachable.contains(&b);
            known && !naive::reach(b, &with_exit, Some(a)).contains(&n)
        };
        let blocks: Vec<usize> = reachable.iter().copied().collect();
        for b in 0..n {
            for a in 0..n {
                prop_assert_eq!(g.post_dominates(block(a), block(b)), pdom(a, b), "{} after {}", a, b);
            }
            prop_assert_eq!(g.ipdom[block(b)], immediate(|a, b| a != b && pdom(a, b), &blocks, b));
        }
    }

    #[test]
    fn edge_dominance_is_as_defined(succs in any_graph(10)) {
        let g = FunctionGraph::from_successors(succs.clone());
        let (reachable, edges) = naive::reachable_edges(&succs);
        let mut succ_index = 0;
        for (i, &(from, _)) in edges.iter().enumerate() {
            succ_index = if i > 0 && edges[i - 1].0 == from { succ_index + 1 } else { 0 };
            for &to in &reachable {
                let expected = naive::edge_dominates(&edges, i, to);
                prop_assert_eq!(g.edge_dominates(block(from), succ_index, block(to)), expected);
            }
        }
    }
}
