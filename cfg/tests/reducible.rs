//! Loops with several entries are given one; every path through a function stays a path.

mod support;

use index_vec::IndexVec;
use proptest::prelude::*;
use rma_cfg::{FunctionGraph, make_reducible};
use rma_frontend::ir::{Block, BlockId, Const, ConstId, Function, Inst, InstKind, Module, Operand, TypeId, ValueId};
use support::program::Builder;
use support::{Successors, any_graph, block};

/// A function of this shape. Each block begins with a phi that tells from which block it was entered, if there are any.
fn function(succs: &Successors) -> Module {
    let mut b = Builder::default();
    let f = b.define("f");
    let (void, number) = (b.ty("void"), b.ty("i32"));
    let one = Const::Int { ty: number, value: 1 };
    let cond = b.constant(one);
    let from: Vec<Operand> =
        succs.indices().map(|s| b.constant(Const::Int { ty: number, value: 100 + s.index() as i64 })).collect();
    let mut insts: IndexVec<ValueId, Inst> = IndexVec::new();
    let mut blocks: IndexVec<BlockId, Block> = IndexVec::new();
    let inst = |kind, ty: TypeId| Inst { kind, ty, loc: None, var: None };
    for (id, next) in succs.iter_enumerated() {
        let start = insts.len_idx();
        let preds: Vec<BlockId> = succs.indices().filter(|p| succs[*p].contains(&id)).collect();
        if !preds.is_empty() {
            let incoming = preds.iter().map(|p| (*p, from[p.index()])).collect();
            insts.push(inst(InstKind::Phi { incoming }, number));
        }
        let end = match next[..] {
            [] => InstKind::Ret { value: None },
            [to] => InstKind::Br { to },
            [then, otherwise] => InstKind::CondBr { cond, then, otherwise },
            _ => {
                let cases = (1..).zip(&next[1..]).map(|(n, to)| (n, *to)).collect();
                InstKind::Switch { value: cond, default: next[0], cases }
            }
        };
        insts.push(inst(end, void));
        blocks.push(Block { start, end: insts.len_idx() });
    }
    let function = &mut b.module.functions[f];
    (function.blocks, function.insts) = (blocks, insts);
    b.module
}

/// A run of a program that follows only the blocks of the original function: each block with the value of its first phi. `choices` say
/// which successor each block takes, and are repeated.
fn run(module: &Module, original: usize, choices: &[usize]) -> Vec<(usize, Option<i64>)> {
    let f: &Function = &module.functions[rma_frontend::ir::FuncId::from_raw(0)];
    let number = |id: ConstId| match module.consts[id] {
        Const::Int { value, .. } => Some(value),
        _ => None,
    };
    let mut values: IndexVec<ValueId, Option<i64>> = f.insts.iter().map(|_| None).collect();
    let (mut at, mut came): (BlockId, Option<BlockId>) = (block(0), None);
    let mut seen = Vec::new();
    let mut choice = choices.iter().cycle();
    for _ in 0..200 {
        let of = |o: Operand, values: &IndexVec<ValueId, Option<i64>>| match o {
            Operand::Const(id) => number(id),
            Operand::Value(v) => values[v],
            _ => None,
        };
        let mut new = Vec::new();
        for v in f.block_values(at) {
            let InstKind::Phi { incoming } = &f.insts[v].kind else { break };
            let value = incoming.iter().find(|(from, _)| Some(*from) == came).and_then(|(_, o)| of(*o, &values));
            new.push((v, value));
        }
        for (v, value) in &new {
            values[*v] = *value;
        }
        let end = &f.terminator(at).kind;
        let next = end.successors();
        let is_new = at.index() >= original;
        if !is_new {
            seen.push((at.index(), new.first().and_then(|(_, value)| *value)));
        }
        if next.is_empty() || seen.len() > 60 {
            break;
        }
        came = Some(at);
        at = match end {
            InstKind::Switch { value, default, cases } if is_new => {
                let value = of(*value, &values).expect("the new block knows which entry is meant");
                cases.iter().find(|(n, _)| *n == value).map_or(*default, |(_, to)| *to)
            }
            _ if is_new => next[0],
            _ => next[choice.next().expect("choices go on") % next.len()],
        };
    }
    seen
}

#[test]
fn a_switch_into_a_loop_gets_a_header() {
    let succs: Successors =
        [vec![1, 2], vec![2], vec![1, 3], vec![]].iter().map(|s| s.iter().map(|&n| block(n)).collect()).collect();
    let mut module = function(&succs);
    make_reducible(&mut module);
    assert_eq!(module.validate(), Ok(()));
    let graph = FunctionGraph::new(&module.functions[rma_frontend::ir::FuncId::from_raw(0)]);
    assert_eq!(graph.loops.len(), 1);
    assert!(!graph.loops[rma_cfg::LoopId::from_raw(0)].irreducible);
    assert!(graph.loops[rma_cfg::LoopId::from_raw(0)].header.index() >= succs.len());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn every_loop_has_one_entry_and_every_path_stays(
        succs in any_graph(9),
        choices in proptest::collection::vec(0_usize..6, 1..40),
    ) {
        let before = function(&succs);
        let mut after = before.clone();
        make_reducible(&mut after);
        prop_assert_eq!(after.validate(), Ok(()));
        let graph = FunctionGraph::new(&after.functions[rma_frontend::ir::FuncId::from_raw(0)]);
        prop_assert!(graph.loops.iter().all(|l| !l.irreducible));
        let n = succs.len();
        let (expected, seen) = (run(&before, n, &choices), run(&after, n, &choices));
        let steps = expected.len().min(seen.len());
        prop_assert_eq!(&expected[..steps], &seen[..steps]);
        prop_assert!(seen.len() == expected.len() || steps > 20);
        // Who can be come to is come to.
        for &(b, _) in &expected {
            prop_assert!(graph.is_reachable(block(b)));
        }
    }
}
