//! Everything known about the control flow of one function (theory, 3.1).

use crate::adjacency::Adjacency;
use crate::dominance::immediate_dominators;
use crate::loops::{Loop, LoopForest, LoopId};
use crate::tree::TreeIntervals;
use index_vec::{IndexVec, index_vec};
use rma_frontend::ir::{BlockId, Function, LocId, Module, ValueId};

/// Control-flow graph of one function with its dominance relations and loops; empty for a declaration.
///
/// Blocks that the entry does not reach take no part: they have no order, predecessors, dominators or loops, and every
/// query about them answers `false`.
#[derive(Debug, Clone, Default)]
pub struct FunctionGraph {
    /// Reachable blocks in reverse post-order from the entry. First successors come first, so that the body of a loop
    /// comes before the code after the loop where the order allows it.
    pub rpo: Vec<BlockId>,
    /// Position of a block in `rpo`; `None` when it is unreachable.
    pub rpo_index: IndexVec<BlockId, Option<u32>>,
    /// Successors in operand order, one entry per edge; empty for unreachable blocks.
    pub succs: IndexVec<BlockId, Vec<BlockId>>,
    /// Reachable predecessors, one entry per edge, by source in reverse post-order.
    pub preds: IndexVec<BlockId, Vec<BlockId>>,
    /// Immediate dominator; `None` for the entry and unreachable blocks.
    pub idom: IndexVec<BlockId, Option<BlockId>>,
    /// Immediate post-dominator. A virtual exit joins all blocks without successors (`ret`, `unreachable`, `resume`)
    /// and the latches of outermost loops that nothing leaves, so that it is reached from everywhere: an endless
    /// loop counts as ending after each of its iterations. `None` when only the virtual exit post-dominates the block.
    pub ipdom: IndexVec<BlockId, Option<BlockId>>,
    /// Loops, outer ones before inner ones.
    pub loops: IndexVec<LoopId, Loop>,
    /// Innermost loop of a block.
    pub loop_of: IndexVec<BlockId, Option<LoopId>>,
    dom_tree: TreeIntervals,
    postdom_tree: TreeIntervals,
    nesting: TreeIntervals,
    /// The source of the only edge into a block that does not come from a block it dominates. `None` when there are
    /// several, and for the entry, which dominates all its predecessors.
    sole_entry: IndexVec<BlockId, Option<BlockId>>,
}

impl FunctionGraph {
    /// Graph of a function.
    pub fn new(function: &Function) -> Self {
        let succs = function.blocks.indices().map(|b| function.terminator(b).kind.successors()).collect();
        Self::from_successors(succs)
    }

    /// Graph of the blocks `0..succs.len()` with block 0 as entry, from the successors of each block in operand order.
    pub fn from_successors(mut succs: IndexVec<BlockId, Vec<BlockId>>) -> Self {
        if succs.is_empty() {
            return Self::default();
        }
        let rpo = reverse_post_order(&succs);
        let mut rpo_index = index_vec![None; succs.len()];
        for (&b, i) in rpo.iter().zip(0u32..) {
            rpo_index[b] = Some(i);
        }
        let mut edges = Vec::new();
        let mut preds: IndexVec<BlockId, Vec<BlockId>> = index_vec![Vec::new(); succs.len()];
        for (b, out) in succs.iter_mut_enumerated() {
            if rpo_index[b].is_none() {
                out.clear();
            }
        }
        for (&b, i) in rpo.iter().zip(0u32..) {
            for &to in &succs[b] {
                preds[to].push(b);
                edges.push((i, rpo_index[to].expect("a successor of a reachable block is reachable")));
            }
        }
        let forward = Adjacency::new(rpo.len(), &edges);
        let backward = forward.reversed();
        let forest = LoopForest::new(&rpo, &forward, &backward);
        let idom = immediate_dominators(0, &forward, &backward);
        let ipdom = post_dominators(&rpo, &rpo_index, &forward, &forest);

        let by_block = |of: &[Option<u32>]| -> IndexVec<BlockId, Option<BlockId>> {
            rpo_index.iter().map(|i| i.and_then(|i| of[i as usize]).map(|d| rpo[d as usize])).collect()
        };
        let mut graph = Self {
            idom: by_block(&idom),
            ipdom: by_block(&ipdom),
            loop_of: rpo_index.iter().map(|i| i.and_then(|i| forest.innermost[i as usize])).collect(),
            loops: forest.loops,
            dom_tree: TreeIntervals::new(&idom),
            postdom_tree: TreeIntervals::new(&ipdom),
            nesting: forest.nesting,
            sole_entry: IndexVec::new(),
            rpo,
            rpo_index,
            succs,
            preds,
        };
        graph.sole_entry = graph.rpo_index.indices().map(|b| graph.find_sole_entry(b)).collect();
        graph
    }

    /// The first block, unless this is a declaration.
    pub fn entry(&self) -> Option<BlockId> {
        self.rpo.first().copied()
    }

    /// Whether the entry reaches a block.
    pub fn is_reachable(&self, block: BlockId) -> bool {
        self.rpo_index[block].is_some()
    }

    /// Whether every path from the entry to `b` passes through `a`; a block dominates itself.
    pub fn dominates(&self, a: BlockId, b: BlockId) -> bool {
        self.in_tree(&self.dom_tree, a, b)
    }

    /// Whether every path from `b` to the virtual exit (see [`FunctionGraph::ipdom`]) passes through `a`; a block
    /// post-dominates itself.
    pub fn post_dominates(&self, a: BlockId, b: BlockId) -> bool {
        self.in_tree(&self.postdom_tree, a, b)
    }

    /// Whether a block lies in a loop or in one nested in it.
    pub fn loop_contains(&self, l: LoopId, b: BlockId) -> bool {
        self.loop_of[b].is_some_and(|inner| self.nesting.is_ancestor(l.raw(), inner.raw()))
    }

    /// The loop that a block is the header of.
    pub fn loop_headed_by(&self, block: BlockId) -> Option<LoopId> {
        // The header lies in no loop inside its own, so its own is the innermost.
        self.loop_of[block].filter(|&l| self.loops[l].header == block)
    }

    /// A position in the source that stands for a loop: that of its first instruction with a line, in reverse post-order.
    pub fn loop_position(&self, module: &Module, function: &Function, l: LoopId) -> Option<LocId> {
        let located = |v: ValueId| function.insts[v].loc.filter(|loc| module.locs[*loc].line != 0);
        self.loops[l].blocks.iter().flat_map(|b| function.block_values(*b)).find_map(located)
    }

    /// Whether there is an edge that leads against the reverse post-order: one from inside a loop to the header of this
    /// loop. Without back edges the graph has no cycle.
    pub fn is_back_edge(&self, from: BlockId, to: BlockId) -> bool {
        let against_order = matches!((self.rpo_index[from], self.rpo_index[to]), (Some(a), Some(b)) if b <= a);
        against_order && self.succs[from].contains(&to)
    }

    /// Whether every path from the entry to `to` takes this very edge: the `succ_index`-th successor edge of `from`.
    /// Neither of two parallel edges dominates anything. False when there is no such edge.
    pub fn edge_dominates(&self, from: BlockId, succ_index: usize, to: BlockId) -> bool {
        let Some(&end) = self.succs[from].get(succ_index) else { return false };
        self.sole_entry[end] == Some(from) && self.dominates(end, to)
    }

    fn in_tree(&self, tree: &TreeIntervals, a: BlockId, b: BlockId) -> bool {
        match (self.rpo_index[a], self.rpo_index[b]) {
            (Some(a), Some(b)) => tree.is_ancestor(a, b),
            _ => false,
        }
    }

    fn find_sole_entry(&self, block: BlockId) -> Option<BlockId> {
        let mut entering = self.preds[block].iter().copied().filter(|&p| !self.dominates(block, p));
        let first = entering.next();
        if entering.next().is_some() { None } else { first }
    }
}

/// Blocks that block 0 reaches, in reverse post-order.
fn reverse_post_order(succs: &IndexVec<BlockId, Vec<BlockId>>) -> Vec<BlockId> {
    let entry = BlockId::from_raw(0);
    let mut seen: IndexVec<BlockId, bool> = index_vec![false; succs.len()];
    seen[entry] = true;
    let mut order = Vec::new();
    // Successors are walked from the last to the first; the number counts those still to be walked.
    let mut stack = vec![(entry, succs[entry].len())];
    while let Some((b, left)) = stack.last_mut() {
        if *left == 0 {
            order.push(*b);
            stack.pop();
            continue;
        }
        *left -= 1;
        let next = succs[*b][*left];
        if !seen[next] {
            seen[next] = true;
            stack.push((next, succs[next].len()));
        }
    }
    order.reverse();
    order
}

/// Immediate post-dominators by position in reverse post-order; `None` where it is the virtual exit.
fn post_dominators(
    rpo: &[BlockId],
    rpo_index: &IndexVec<BlockId, Option<u32>>,
    forward: &Adjacency,
    forest: &LoopForest,
) -> Vec<Option<u32>> {
    let exit = rpo.len() as u32;
    let mut edges: Vec<_> = forward.edges().collect();
    edges.extend((0..exit).filter(|&v| forward.of(v).is_empty()).map(|v| (v, exit)));
    // These are outermost: from an inner loop edges lead at least to the loop around it.
    let endless = forest.loops.iter().filter(|l| l.exits.is_empty());
    edges.extend(endless.flat_map(|l| &l.latches).filter_map(|&b| rpo_index[b]).map(|v| (v, exit)));
    let forward = Adjacency::new(rpo.len() + 1, &edges);
    let mut ipdom = immediate_dominators(exit, &forward.reversed(), &forward);
    ipdom.pop();
    ipdom.into_iter().map(|d| d.filter(|&d| d != exit)).collect()
}
