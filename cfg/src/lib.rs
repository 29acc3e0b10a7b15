//! Control-flow and call graphs over a program (theory, 3).
//!
//! A [`Supergraph`] holds one [`FunctionGraph`] a function (order, dominance, post-dominance, loops) and the
//! [`CallGraph`] that ties them together. It borrows the program and adds nothing to it; everything is computed
//! once, by algorithms that do not recurse and take time near to linear in the size of a function, with its blocks
//! counted once per loop that they lie in, and of the call graph.
//!
//! Invariants:
//! - Without back edges (from inside a loop to its header, also in irreducible code) a function has no cycle. So the ends
//!   of back edges are enough as widening points.
//! - The header of a loop is its first block in reverse post-order, and a loop has a smaller number than those inside it.
//! - Every reachable block reaches the virtual exit, also from endless loops ([`FunctionGraph::ipdom`] says how).
//! - Components of the call graph, and so [`CallGraph::bottom_up`], list callees before callers.
//! - The same program gives the same result, down to the order of every list.
//!
//! **Deliberately lacking:** values (which way a branch goes, what a function pointer holds: pointers are resolved by
//! signature alone), knowledge of libraries (calls that never return end a block only when the program's
//! `unreachable` says so; who calls a registered function back later), and any edges between calls and returns:
//! those who walk across calls decide how much of the calling context they keep.

mod adjacency;
mod callgraph;
mod calls;
mod dominance;
mod function;
mod loops;
mod mentions;
mod signature;
mod tree;

pub use callgraph::{CallGraph, SccId};
pub use function::FunctionGraph;
pub use loops::{Loop, LoopId};

use adjacency::Adjacency;
use index_vec::IndexVec;
use rma_frontend::ir::{FuncId, Module};

/// A program with the graphs over it.
#[derive(Debug, Clone)]
pub struct Supergraph<'p> {
    /// The program.
    pub module: &'p Module,
    /// Control flow, function by function; empty graphs for declarations.
    pub functions: IndexVec<FuncId, FunctionGraph>,
    /// Calls.
    pub calls: CallGraph,
}

impl Supergraph<'_> {
    /// Builds all graphs of a program.
    pub fn build(module: &Module) -> Supergraph<'_> {
        Supergraph {
            module,
            functions: module.functions.iter().map(FunctionGraph::new).collect(),
            calls: CallGraph::new(module),
        }
    }
}

/// Immediate dominators of the vertices `0..len` of a graph with these edges; `None` for the root and for what it does not reach.
pub fn immediate_dominators(len: usize, edges: &[(u32, u32)], root: u32) -> Vec<Option<u32>> {
    let succs = Adjacency::new(len, edges);
    dominance::immediate_dominators(root, &succs, &succs.reversed())
}
