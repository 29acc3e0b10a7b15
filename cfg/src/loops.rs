//! The loop forest of one function (theory, 3.1).
//!
//! A loop is a strongly connected region; the loops inside it are the strongly connected regions that remain when its
//! header is removed. For reducible code these are the natural loops, where natural loops with the same header are one
//! loop. So each cycle passes through the header of some loop, reducible or not.
//!
//! In irreducible code, loops can be nested as deep as there are blocks, and the result would be quadratic in size. So
//! there is a limit, which only very irregular code reaches: above it a loop is not split further and counts as
//! irreducible.

use crate::adjacency::Adjacency;
use crate::tree::TreeIntervals;
use index_vec::{IndexVec, define_index_type};
use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use rma_frontend::ir::BlockId;
use std::collections::VecDeque;

/// Loops are split until the blocks of all loops together come to this many times the blocks of the function ...
const SIZE_PER_BLOCK: usize = 64;
/// ... or to this number, whichever is more; functions of up to a thousand blocks never reach it.
const SIZE_ALWAYS: usize = 1 << 20;

define_index_type! {
    /// A loop of one function. Numbered by header in reverse post-order: outer loops come before inner ones.
    pub struct LoopId = u32;
}

/// A strongly connected region of a function.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Loop {
    /// The entry that comes first in reverse post-order; the only entry unless the loop is irreducible.
    /// A block is the header of at most one loop.
    pub header: BlockId,
    /// The loop around this one.
    pub parent: Option<LoopId>,
    /// 1 for outermost loops.
    pub depth: u32,
    /// Blocks, those of nested loops included, in reverse post-order; the first is the header.
    pub blocks: Vec<BlockId>,
    /// Blocks of the loop with an edge to the header, each once, in reverse post-order.
    pub latches: Vec<BlockId>,
    /// Edges that leave the loop, one entry per edge, by source in reverse post-order and then by successor.
    pub exits: Vec<(BlockId, BlockId)>,
    /// Can be entered at another block than the header, or was left unsplit because the function is a huge tangle: then
    /// there may be cycles inside that pass through no header. [`FunctionGraph::is_back_edge`] holds in this case too.
    ///
    /// [`FunctionGraph::is_back_edge`]: crate::FunctionGraph::is_back_edge
    pub irreducible: bool,
}

/// The loops of a function over block positions in reverse post-order.
pub(crate) struct LoopForest {
    pub(crate) loops: IndexVec<LoopId, Loop>,
    /// Innermost loop of each position.
    pub(crate) innermost: Vec<Option<LoopId>>,
    pub(crate) nesting: TreeIntervals,
}

/// A loop before its edges are known: blocks by position, ascending.
struct Region {
    parent: Option<usize>,
    blocks: Vec<u32>,
    unsplit: bool,
}

impl LoopForest {
    /// Vertices of the graph are positions in `rpo`; position 0 is the entry.
    ///
    /// Time and space are linear in the blocks and edges, counted once for every loop that they lie in.
    pub(crate) fn new(rpo: &[BlockId], succs: &Adjacency, preds: &Adjacency) -> Self {
        let regions = find_regions(succs);
        let mut innermost = vec![None; rpo.len()];
        let mut parents = Vec::with_capacity(regions.len());
        let mut loops: IndexVec<LoopId, Loop> = IndexVec::with_capacity(regions.len());
        for (id, region) in regions.iter().enumerate() {
            let parent = region.parent.map(LoopId::from_usize);
            parents.push(parent.map(LoopId::raw));
            for &b in &region.blocks {
                // Outer loops come first, so the innermost one is written last.
                innermost[b as usize] = Some(LoopId::from_usize(id));
            }
            loops.push(Loop {
                header: rpo[region.blocks[0] as usize],
                parent,
                depth: parent.map_or(1, |p| loops[p].depth + 1),
                blocks: region.blocks.iter().map(|&b| rpo[b as usize]).collect(),
                latches: Vec::new(),
                exits: Vec::new(),
                irreducible: region.unsplit,
            });
        }
        let mut forest = Self { loops, innermost, nesting: TreeIntervals::new(&parents) };
        for (id, region) in regions.iter().enumerate() {
            forest.add_edges(LoopId::from_usize(id), &region.blocks, rpo, succs, preds);
        }
        forest
    }

    pub(crate) fn contains(&self, l: LoopId, position: u32) -> bool {
        self.innermost[position as usize].is_some_and(|inner| self.nesting.is_ancestor(l.raw(), inner.raw()))
    }

    fn add_edges(&mut self, id: LoopId, blocks: &[u32], rpo: &[BlockId], succs: &Adjacency, preds: &Adjacency) {
        let header = blocks[0];
        let block = |position: u32| rpo[position as usize];
        let mut latches = Vec::new();
        let mut exits = Vec::new();
        for &b in blocks {
            if succs.of(b).contains(&header) {
                latches.push(block(b));
            }
            exits.extend(succs.of(b).iter().filter(|&&to| !self.contains(id, to)).map(|&to| (block(b), block(to))));
        }
        let second_entry = blocks[1..].iter().any(|&b| preds.of(b).iter().any(|&from| !self.contains(id, from)));
        let l = &mut self.loops[id];
        (l.latches, l.exits) = (latches, exits);
        l.irreducible |= second_entry;
    }
}

/// All loops, by header position.
///
/// The block of a strongly connected region that comes first in reverse post-order is an entry of the region: the
/// traversal that gave the order reached it first, from outside, and reached all other blocks of the region from it. So
/// it is the header.
fn find_regions(succs: &Adjacency) -> Vec<Region> {
    let mut found: Vec<Region> = Vec::new();
    let mut member_of = vec![usize::MAX; succs.len()];
    let mut local = vec![0u32; succs.len()];
    let limit = SIZE_ALWAYS.max(SIZE_PER_BLOCK * succs.len());
    let mut size = 0;
    // Sets of blocks still to be split, with the loop around them; a queue, so that the limit cuts off the deepest loops.
    let mut work: VecDeque<(Option<usize>, Vec<u32>)> = VecDeque::from([(None, (0..succs.len() as u32).collect())]);
    let mut round = 0;
    while let Some((parent, blocks)) = work.pop_front() {
        if let Some(parent) = parent
            && size + blocks.len() > limit
        {
            found[parent].unsplit = true;
            continue;
        }
        for (&b, i) in blocks.iter().zip(0..) {
            member_of[b as usize] = round;
            local[b as usize] = i;
        }
        let inside = |b: u32| succs.of(b).iter().filter(|&&to| member_of[to as usize] == round);
        let edges = blocks.iter().flat_map(|&b| inside(b).map(move |&to| (b, to)));
        let mut graph: DiGraph<(), ()> = DiGraph::with_capacity(blocks.len(), 0);
        for _ in &blocks {
            graph.add_node(());
        }
        graph.extend_with_edges(edges.map(|(a, b)| (local[a as usize], local[b as usize])));
        for component in kosaraju_scc(&graph) {
            if !is_cyclic(&graph, &component) {
                continue;
            }
            let mut inner: Vec<u32> = component.iter().map(|n| blocks[n.index()]).collect();
            inner.sort_unstable();
            if inner.len() > 1 {
                work.push_back((Some(found.len()), inner[1..].to_vec()));
            }
            size += inner.len();
            found.push(Region { parent, blocks: inner, unsplit: false });
        }
        round += 1;
    }
    sort_by_header(found)
}

fn is_cyclic(graph: &DiGraph<(), ()>, component: &[NodeIndex]) -> bool {
    component.len() > 1 || graph.contains_edge(component[0], component[0])
}

fn sort_by_header(found: Vec<Region>) -> Vec<Region> {
    let mut order: Vec<usize> = (0..found.len()).collect();
    order.sort_unstable_by_key(|&i| found[i].blocks[0]);
    let mut position = vec![0; found.len()];
    for (new, &old) in order.iter().enumerate() {
        position[old] = new;
    }
    let mut regions: Vec<Region> =
        found.into_iter().map(|r| Region { parent: r.parent.map(|p| position[p]), ..r }).collect();
    regions.sort_unstable_by_key(|r| r.blocks[0]);
    regions
}
