//! Loops, reducible and not.

mod support;

use proptest::prelude::*;
use rma_cfg::{FunctionGraph, LoopId};
use std::collections::BTreeSet;
use support::{Named, any_graph, block, naive};

#[test]
fn nested_loops() {
    let g = Named::parse("e->h1; h1->h2 x; h2->b l1; b->h2; l1->h1; x->");
    assert_eq!(g.show(&g.graph.rpo), "e h1 h2 b l1 x");
    assert_eq!(g.loops(), ["h1[-] h1 h2 b l1 | l1 | h1>x", "h2[h1] h2 b | b | h2>l1"]);
    let (outer, inner) = (LoopId::from_raw(0), LoopId::from_raw(1));
    assert_eq!((g.graph.loops[outer].depth, g.graph.loops[inner].depth), (1, 2));
    assert_eq!(g.graph.loop_of[g.id("b")], Some(inner));
    assert_eq!(g.graph.loop_of[g.id("l1")], Some(outer));
    assert_eq!(g.graph.loop_of[g.id("x")], None);
    assert!(g.graph.loop_contains(outer, g.id("b")) && !g.graph.loop_contains(inner, g.id("l1")));
    assert!(g.graph.is_back_edge(g.id("b"), g.id("h2")) && !g.graph.is_back_edge(g.id("h1"), g.id("h2")));
    assert!(!g.graph.is_back_edge(g.id("b"), g.id("h1")), "no such edge");
}

#[test]
fn continue_makes_a_second_latch_of_the_same_loop() {
    let g = Named::parse("e->h; h->a x; a->h b; b->h; x->");
    assert_eq!(g.loops(), ["h[-] h a b | a b | h>x"]);
}

#[test]
fn rotated_loop_and_self_loop() {
    let g = Named::parse("e->b; b->b x; x->");
    assert_eq!(g.loops(), ["b[-] b | b | b>x"]);
    let g = Named::parse("b->b");
    assert_eq!(g.loops(), ["b[-] b | b | "]);
}

#[test]
fn break_out_of_two_loops_leaves_both() {
    let g = Named::parse("e->h1; h1->h2 x; h2->b h1; b->h2 x; x->");
    assert_eq!(g.loops(), ["h1[-] h1 h2 b | h2 | h1>x b>x", "h2[h1] h2 b | b | h2>h1 b>x"]);
}

#[test]
fn siblings_are_numbered_in_order() {
    let g = Named::parse("e->a; a->a b; b->b x; x->");
    assert_eq!(g.loops(), ["a[-] a | a | a>b", "b[-] b | b | b>x"]);
}

#[test]
fn two_entries_make_an_irreducible_loop() {
    let g = Named::parse("e->a b; a->b x; b->a; x->");
    assert_eq!(g.show(&g.graph.rpo), "e b a x");
    assert_eq!(g.loops(), ["!b[-] b a | a | a>x"]);
    assert_eq!(g.idom("b"), Some("e"));
}

#[test]
fn irreducible_region_inside_a_natural_loop() {
    let g = Named::parse("e->h; h->a b; a->b; b->a l; l->h x; x->");
    assert_eq!(g.loops(), ["h[-] h b a l | l | l>x", "!b[h] b a | a | b>l"]);
}

#[test]
fn natural_loop_inside_an_irreducible_region() {
    let g = Named::parse("e->a b; a->b; b->c; c->c d; d->a x; x->");
    assert_eq!(g.loops(), ["!b[-] b c d a | a | d>x", "c[b] c | c | c>d"]);
}

#[test]
fn cycles_that_avoid_the_header_of_an_irreducible_region_have_their_own() {
    // A dispatcher where each handler jumps to each other one.
    let g = Named::parse("e->a b c; a->b c; b->a c; c->a b");
    assert_eq!(g.loops(), ["!c[-] c b a | b a | ", "!b[c] b a | a | b>c a>c"]);
}

#[test]
fn entry_block_as_header() {
    // LLVM has no such code, but nothing depends on that.
    let g = Named::parse("a->b; b->a c; c->b");
    assert_eq!(g.loops(), ["a[-] a b c | b | ", "b[a] b c | c | b>a"]);
    assert!(!g.graph.edge_dominates(g.id("b"), 0, g.id("a")));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn loops_are_as_defined(succs in any_graph(11)) {
        let g = FunctionGraph::from_successors(succs.clone());
        let (reachable, edges) = naive::reachable_edges(&succs);
        let mut expected = naive::loops(&reachable, &edges, &g.rpo, None);
        expected.sort_by_key(|l| g.rpo_index[l.header]);
        prop_assert_eq!(g.loops.len(), expected.len());
        for ((id, l), e) in g.loops.iter_enumerated().zip(&expected) {
            prop_assert_eq!(l.header, e.header);
            prop_assert_eq!(l.parent.map(|p| g.loops[p].header), e.parent);
            prop_assert_eq!(l.depth, l.parent.map_or(1, |p| g.loops[p].depth + 1));
            prop_assert!(l.parent.is_none_or(|p| p < id));
            prop_assert_eq!(l.irreducible, e.irreducible);
            let in_order: Vec<_> = g.rpo.iter().copied().filter(|b| e.blocks.contains(&b.index())).collect();
            prop_assert_eq!(&l.blocks, &in_order);
            prop_assert_eq!(l.blocks[0], l.header);
            let latches: Vec<_> = in_order.iter().copied().filter(|&b| succs[b].contains(&l.header)).collect();
            prop_assert_eq!(&l.latches, &latches);
            let leaving = |&(a, b): &(_, _)| g.loop_contains(id, a) && !g.loop_contains(id, b);
            let exits: Vec<_> = g.rpo.iter().flat_map(|&b| succs[b].iter().map(move |&to| (b, to))).filter(leaving).collect();
            prop_assert_eq!(&l.exits, &exits);
            for b in 0..succs.len() {
                prop_assert_eq!(g.loop_contains(id, block(b)), e.blocks.contains(&b));
            }
            // A loop is irreducible exactly when its header does not dominate it.
            prop_assert_eq!(l.irreducible, l.blocks.iter().any(|&b| !g.dominates(l.header, b)));
        }
        for &(a, b) in &edges {
            let to_header = |l: &naive::NaiveLoop| l.header == block(b) && l.blocks.contains(&a);
            prop_assert_eq!(g.is_back_edge(block(a), block(b)), expected.iter().any(to_header));
        }
        for b in 0..succs.len() {
            let innermost = expected.iter().filter(|l| l.blocks.contains(&b)).min_by_key(|l| l.blocks.len());
            prop_assert_eq!(g.loop_of[block(b)].map(|l| g.loops[l].header), innermost.map(|l| l.header));
        }
    }

    #[test]
    fn every_cycle_takes_a_back_edge(succs in any_graph(14)) {
        let g = FunctionGraph::from_successors(succs.clone());
        let (reachable, edges) = naive::reachable_edges(&succs);
        let forward: Vec<_> = edges.into_iter().filter(|&(a, b)| !g.is_back_edge(block(a), block(b))).collect();
        prop_assert_eq!(naive::cyclic_components(&reachable, &forward), Vec::<BTreeSet<usize>>::new());
    }
}
