//! Large graphs: no recursion over blocks or functions, and time near to linear.
//!
//! Tests run in threads with a small stack. Each shape has 100,000 blocks; a quadratic step would take minutes.

mod support;

use rma_cfg::{CallGraph, FunctionGraph, LoopId};
use support::program::Builder;
use support::{Successors, block};

const N: usize = 100_000;

fn build(succs: impl Fn(usize) -> Vec<usize>) -> FunctionGraph {
    let succs: Successors = (0..N).map(|i| succs(i).into_iter().map(block).collect()).collect();
    on_small_stack(move || FunctionGraph::from_successors(succs))
}

fn on_small_stack<T: Send + 'static>(run: impl FnOnce() -> T + Send + 'static) -> T {
    let thread = std::thread::Builder::new().stack_size(128 << 10).spawn(run).expect("a thread");
    thread.join().expect("no overflow")
}

#[test]
fn chain() {
    let g = build(|i| if i + 1 < N { vec![i + 1] } else { vec![] });
    assert!(g.dominates(block(1), block(N - 1)) && !g.dominates(block(N - 1), block(1)));
    assert_eq!(g.ipdom[block(0)], Some(block(1)));
    assert!(g.edge_dominates(block(7), 0, block(N - 1)));
}

#[test]
fn chain_in_one_loop() {
    let g = build(|i| {
        if i + 2 < N {
            vec![i + 1]
        } else if i + 2 == N {
            vec![0, N - 1]
        } else {
            vec![]
        }
    });
    assert_eq!(g.loops.len(), 1);
    assert_eq!(g.loops[LoopId::from_raw(0)].blocks.len(), N - 1);
}

#[test]
fn ladder_of_error_exits() {
    // Every block can leave for the last one, first or second.
    for exit_first in [false, true] {
        let g = build(|i| match i {
            _ if i + 2 >= N => (i + 1 < N).then_some(i + 1).into_iter().collect(),
            _ if exit_first => vec![N - 1, i + 1],
            _ => vec![i + 1, N - 1],
        });
        assert_eq!(g.idom[block(N - 1)], Some(block(0)));
        assert_eq!(g.ipdom[block(0)], Some(block(N - 1)));
        assert!(!g.edge_dominates(block(5), 0, block(N - 1)));
    }
}

#[test]
fn many_diamonds_and_small_loops() {
    // i: 0 branch, 1 and 2 arms, 3 join that loops back to the branch or goes on.
    let g = build(|i| match i % 4 {
        0 => vec![i + 1, i + 2],
        1 => vec![i + 2],
        2 => vec![i + 1],
        _ if i + 1 < N => vec![i - 3, i + 1],
        _ => vec![i - 3],
    });
    assert_eq!(g.loops.len(), N / 4);
    assert_eq!(g.idom[block(7)], Some(block(4)));
    assert_eq!(g.ipdom[block(4)], Some(block(7)));
}

#[test]
fn one_large_switch() {
    let g = build(|i| match i {
        0 => (1..N - 1).collect(),
        _ if i + 1 < N => vec![N - 1],
        _ => vec![0],
    });
    assert_eq!(g.idom[block(N - 1)], Some(block(0)));
    assert_eq!(g.loops[LoopId::from_raw(0)].latches, [block(N - 1)]);
    assert_eq!(g.ipdom[block(N - 1)], None);
}

#[test]
fn huge_tangle() {
    // Each block goes on or jumps to some other: one region with entries everywhere, thousands of levels deep.
    let g = build(|i| vec![(i + 1) % N, i.wrapping_mul(0x9E37_79B9_7F4A_7C15) % N]);
    let size: usize = g.loops.iter().map(|l| l.blocks.len()).sum();
    assert!(size < 70 * N, "the depth is limited: {size}");
    // The deepest loops that were left unsplit say so.
    assert!(g.loops.iter().any(|l| l.irreducible && l.depth > 10));
    let mut headers = 0;
    for (from, to) in g.rpo.iter().flat_map(|&b| g.succs[b].iter().map(move |&to| (b, to))) {
        if g.is_back_edge(from, to) {
            // The ends lie in a loop together, though the limit may have left `to` without a loop of its own.
            let inner = g.loop_of[to].expect("a back edge closes a cycle");
            assert!(g.loop_contains(inner, from));
            match g.loop_headed_by(to) {
                Some(_) => headers += 1,
                None => assert!(g.loops[inner].irreducible),
            }
        }
    }
    assert!(headers > 0);
}

#[test]
fn deep_calls() {
    let mut b = Builder::default();
    let functions: Vec<_> = (0..N).map(|i| b.define(&i.to_string())).collect();
    for pair in functions.windows(2) {
        b.calls(pair[0], &[pair[1]]);
    }
    let reached = on_small_stack(move || {
        let calls = CallGraph::new(&b.module);
        assert!(calls.bottom_up().iter().rev().eq(&functions));
        calls.reachable_from([functions[0]]).len()
    });
    assert_eq!(reached, N);
}
