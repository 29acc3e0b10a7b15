//! Graphs from text, random graphs, and the textbook definitions that the algorithms are checked against.

// Every test binary compiles this file and uses a part of it.
#![allow(dead_code)]

pub mod naive;
pub mod program;

use index_vec::IndexVec;
use proptest::prelude::*;
use rma_cfg::FunctionGraph;
use rma_frontend::ir::BlockId;

pub type Successors = IndexVec<BlockId, Vec<BlockId>>;

pub fn block(i: usize) -> BlockId {
    BlockId::from_usize(i)
}

/// A control-flow graph with named blocks.
pub struct Named {
    pub names: Vec<String>,
    pub graph: FunctionGraph,
}

impl Named {
    /// Reads `a->b c; b->d`: blocks in the order in which they are first named, the first one the entry; the targets of
    /// one block in operand order. A block that only stands on the right has no successors.
    pub fn parse(text: &str) -> Self {
        let mut names: Vec<String> = Vec::new();
        let mut succs = Successors::new();
        let mut id = |name: &str, succs: &mut Successors| match names.iter().position(|n| n == name) {
            Some(i) => block(i),
            None => {
                names.push(name.to_owned());
                succs.push(Vec::new())
            }
        };
        for rule in text.split(';').map(str::trim).filter(|r| !r.is_empty()) {
            let (from, to) = rule.split_once("->").expect("each rule has the form a->b c");
            let from = id(from.trim(), &mut succs);
            for name in to.split_whitespace() {
                let to = id(name, &mut succs);
                succs[from].push(to);
            }
        }
        Self { names, graph: FunctionGraph::from_successors(succs) }
    }

    pub fn id(&self, name: &str) -> BlockId {
        block(self.names.iter().position(|n| n == name).expect("a block of the graph"))
    }

    pub fn name(&self, block: BlockId) -> &str {
        &self.names[block.index()]
    }

    /// Names of blocks, joined by spaces.
    pub fn show(&self, blocks: &[BlockId]) -> String {
        blocks.iter().map(|&b| self.name(b)).collect::<Vec<_>>().join(" ")
    }

    pub fn idom(&self, name: &str) -> Option<&str> {
        self.graph.idom[self.id(name)].map(|b| self.name(b))
    }

    pub fn ipdom(&self, name: &str) -> Option<&str> {
        self.graph.ipdom[self.id(name)].map(|b| self.name(b))
    }

    /// The forest in one line each: `header[parent] blocks | latches | exits`, with `!` when irreducible.
    pub fn loops(&self) -> Vec<String> {
        let g = &self.graph;
        let line = |l: &rma_cfg::Loop| {
            let parent = l.parent.map_or("-", |p| self.name(g.loops[p].header));
            let exits: Vec<_> = l.exits.iter().map(|&(a, b)| format!("{}>{}", self.name(a), self.name(b))).collect();
            let mark = if l.irreducible { "!" } else { "" };
            let (blocks, latches) = (self.show(&l.blocks), self.show(&l.latches));
            format!("{mark}{}[{parent}] {blocks} | {latches} | {}", self.name(l.header), exits.join(" "))
        };
        g.loops.iter().map(line).collect()
    }
}

/// Random graphs of up to `max` blocks: sparse and dense ones, with unreachable blocks, parallel edges, self-loops,
/// endless and irreducible regions.
pub fn any_graph(max: usize) -> impl Strategy<Value = Successors> {
    (1..=max).prop_flat_map(|n| {
        let out = prop_oneof![
            1 => proptest::collection::vec(0..n, 0..=0),
            3 => proptest::collection::vec(0..n, 1..=1),
            4 => proptest::collection::vec(0..n, 2..=2),
            1 => proptest::collection::vec(0..n, 3..=4),
        ];
        proptest::collection::vec(out, n)
            .prop_map(|rows| rows.into_iter().map(|row| row.into_iter().map(block).collect()).collect())
    })
}
