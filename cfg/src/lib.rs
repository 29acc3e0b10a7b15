//! Control-flow and call graphs over a program (theory, 3).
//!
//! A [`Supergraph`] holds one [`FunctionGraph`] for each function (order, dominance, post-dominance, loops) and the
//! [`CallGraph`] of the program. It borrows the program and adds nothing to it. Everything is computed once. No
//! algorithm recurses. The time is nearly linear in the size of the call graph and of each function, where a block
//! counts once for each loop that it is in.
//!
//! Invariants:
//! - Without back edges (from inside a loop to its header, also in irreducible code) a function has no cycle. So
//!   whoever handles values at the ends of back edges has handled every cycle.
//! - The header of a loop is its first block in reverse post-order, and a loop has a smaller number than those inside it.
//! - Every reachable block reaches the virtual exit, also from endless loops ([`FunctionGraph::ipdom`] says how).
//! - Components of the call graph, and so [`CallGraph::bottom_up`], list callees before callers.
//! - The same program gives the same result, down to the order of every list.
//!
//! **Not included:** values (which edge a branch takes, which function a pointer holds: pointers are resolved by
//! signature and position in tables of virtual functions); knowledge of libraries (a call that never returns ends a block only if the program has an
//! `unreachable` after it; nothing is known of callbacks that a library calls later); and edges between calls and
//! returns: an analysis that follows calls decides how much of the calling context it keeps.

mod adjacency;
mod callgraph;
mod calls;
mod dominance;
mod function;
mod loops;
mod mentions;
mod reducible;
mod signature;
mod tables;
mod tree;

pub use callgraph::{CallGraph, SccId};
pub use function::FunctionGraph;
pub use loops::{Loop, LoopId};
pub use reducible::make_reducible;

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
