//! Definitions, computed by deleting blocks and edges and looking what is still reached.

use super::{Successors, block};
use rma_frontend::ir::BlockId;
use std::collections::BTreeSet;

pub type Edges = Vec<(usize, usize)>;

/// What `start` reaches over `edges` without entering `removed`.
pub fn reach(start: usize, edges: &[(usize, usize)], removed: Option<usize>) -> BTreeSet<usize> {
    let mut seen = BTreeSet::new();
    if Some(start) == removed {
        return seen;
    }
    seen.insert(start);
    loop {
        let before = seen.len();
        for &(a, b) in edges {
            if seen.contains(&a) && Some(b) != removed {
                seen.insert(b);
            }
        }
        if seen.len() == before {
            return seen;
        }
    }
}

/// Edges between reachable blocks, in order of source and operand.
pub fn reachable_edges(succs: &Successors) -> (BTreeSet<usize>, Edges) {
    let all: Edges =
        succs.iter_enumerated().flat_map(|(b, out)| out.iter().map(move |to| (b.index(), to.index()))).collect();
    let reachable = reach(0, &all, None);
    let edges = all.into_iter().filter(|(a, _)| reachable.contains(a)).collect();
    (reachable, edges)
}

/// `a` dominates `b`: without `a`, nothing leads from `root` to `b`.
pub fn dominates(root: usize, edges: &[(usize, usize)], a: usize, b: usize) -> bool {
    !reach(root, edges, Some(a)).contains(&b)
}

/// The edge at `index` of `edges` lies on every path from block 0 to `to`.
pub fn edge_dominates(edges: &[(usize, usize)], index: usize, to: usize) -> bool {
    let mut without = edges.to_vec();
    without.remove(index);
    !reach(0, &without, None).contains(&to)
}

/// Maximal sets of `blocks` in which each member reaches each, itself included, over at least one edge inside `blocks`.
pub fn cyclic_components(blocks: &BTreeSet<usize>, edges: &[(usize, usize)]) -> Vec<BTreeSet<usize>> {
    let inside: Edges = edges.iter().copied().filter(|(a, b)| blocks.contains(a) && blocks.contains(b)).collect();
    let after = |b: usize| -> BTreeSet<usize> {
        inside.iter().filter(|e| e.0 == b).flat_map(|e| reach(e.1, &inside, None)).collect()
    };
    let mut found: Vec<BTreeSet<usize>> = Vec::new();
    for &b in blocks {
        if !after(b).contains(&b) || found.iter().any(|c| c.contains(&b)) {
            continue;
        }
        let there = after(b);
        found.push(there.into_iter().filter(|&c| after(c).contains(&b)).collect());
    }
    found
}

/// A loop by definition: its blocks, its header and the header of the loop around it.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct NaiveLoop {
    pub header: BlockId,
    pub parent: Option<BlockId>,
    pub blocks: BTreeSet<usize>,
    pub irreducible: bool,
}

/// Strongly connected regions, and those inside them once the entry that comes first in `rpo` is taken out.
pub fn loops(
    blocks: &BTreeSet<usize>,
    edges: &[(usize, usize)],
    rpo: &[BlockId],
    parent: Option<BlockId>,
) -> Vec<NaiveLoop> {
    let mut found = Vec::new();
    for region in cyclic_components(blocks, edges) {
        let is_entry = |b: usize| b == 0 || edges.iter().any(|&(from, to)| to == b && !region.contains(&from));
        let entries: Vec<BlockId> =
            rpo.iter().copied().filter(|b| region.contains(&b.index()) && is_entry(b.index())).collect();
        let header = entries[0];
        let mut inner = region.clone();
        inner.remove(&header.index());
        found.extend(loops(&inner, edges, rpo, Some(header)));
        found.push(NaiveLoop { header, parent, irreducible: entries.len() > 1, blocks: region });
    }
    found
}

/// Edges with the virtual exit: from blocks without successors, and from the blocks that lead back to the header of a
/// region of `regions` that nothing leaves.
pub fn edges_with_exit(
    reachable: &BTreeSet<usize>,
    edges: &[(usize, usize)],
    exit: usize,
    loops: &[NaiveLoop],
) -> Edges {
    let mut all = edges.to_vec();
    all.extend(reachable.iter().filter(|&&b| !edges.iter().any(|e| e.0 == b)).map(|&b| (b, exit)));
    for l in loops.iter().filter(|l| l.parent.is_none()) {
        let closed = !edges.iter().any(|(a, b)| l.blocks.contains(a) && !l.blocks.contains(b));
        if closed {
            let back = edges.iter().filter(|(a, b)| block(*b) == l.header && l.blocks.contains(a));
            all.extend(back.map(|e| (e.0, exit)));
        }
    }
    all
}
