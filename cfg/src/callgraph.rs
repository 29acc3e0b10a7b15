//! Who may call whom (theory, 3.2).

use crate::calls::{CallTable, PointerTargets, Target};
use crate::mentions::Mentions;
use index_vec::{IndexVec, define_index_type, index_vec};
use petgraph::Direction;
use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use rma_frontend::ir::{FuncId, Module, ValueId};
use std::collections::BTreeSet;

define_index_type! {
    /// A strongly connected component of the call graph. Callees come before their callers.
    pub struct SccId = u32;
}

/// The call graph of a program.
///
/// An edge leads from a function to each of the possible callees of its calls, and to each function whose address it
/// passes to a callee without a body, through a pointer or to assembly code, which may call it back.
#[derive(Debug, Clone)]
pub struct CallGraph {
    /// One node a function, in the order of the module (node index = function index); at most one edge per pair.
    pub graph: DiGraph<FuncId, ()>,
    calls: CallTable,
    /// Every function at its own index, to give slices of one.
    identity: Vec<FuncId>,
    components: IndexVec<SccId, Vec<FuncId>>,
    scc_of: IndexVec<FuncId, SccId>,
    bottom_up: Vec<FuncId>,
    mentions: Mentions,
}

impl CallGraph {
    /// Call graph of a program.
    pub fn new(module: &Module) -> Self {
        let calls = CallTable::new(module);
        let graph = build_graph(module, &calls);
        let mut components: IndexVec<SccId, Vec<FuncId>> = kosaraju_scc(&graph)
            .into_iter()
            .map(|component| component.into_iter().map(|n| graph[n]).collect())
            .collect();
        let mut scc_of = index_vec![SccId::from_raw(0); module.functions.len()];
        for (id, component) in components.iter_mut_enumerated() {
            component.sort_unstable();
            component.iter().for_each(|&f| scc_of[f] = id);
        }
        let bottom_up =
            components.iter().flatten().copied().filter(|&f| !module.functions[f].is_declaration()).collect();
        Self {
            identity: module.functions.indices().collect(),
            mentions: Mentions::new(module),
            graph,
            calls,
            components,
            scc_of,
            bottom_up,
        }
    }

    /// The call and invoke instructions of a function, in order.
    pub fn calls_of(&self, func: FuncId) -> impl DoubleEndedIterator<Item = ValueId> + '_ {
        self.calls.sites[func].iter().map(|s| s.value)
    }

    /// What the call at `value` of `func` can call: its one callee, defined or not, when it is direct; through a pointer,
    /// all defined functions of a fitting signature whose address is taken, ascending. Empty for assembly and for
    /// instructions that are no calls.
    ///
    /// A signature fits when the number of parameters is the same (further arguments need a variadic callee) and each
    /// parameter is passed in the same way: integers of any width, floating point of one format, pointers, aggregates.
    /// A function whose address stands in tables of virtual functions and nowhere else is called through its position there.
    pub fn callees_of_call(&self, func: FuncId, value: ValueId) -> &[FuncId] {
        match self.calls.site(func, value).map(|s| s.target) {
            Some(Target::Direct(f)) => &self.identity[f.index()..=f.index()],
            Some(Target::Pointer(i)) => &self.calls.pointer_targets[i].defined,
            Some(Target::Asm) | None => &[],
        }
    }

    /// Functions without a body that the call at `value` can reach through a pointer, by the rules of
    /// [`CallGraph::callees_of_call`]: `fn = MPI_Put; fn(...)`.
    pub fn external_callees_of_call(&self, func: FuncId, value: ValueId) -> &[FuncId] {
        match self.calls.site(func, value).map(|s| s.target) {
            Some(Target::Pointer(i)) => &self.calls.pointer_targets[i].declared,
            _ => &[],
        }
    }

    /// Functions whose address is an argument of the call at `value`, each once, in the order of the arguments: those
    /// that a callee like `qsort` calls back. Addresses that come through memory, variables or parameters are not seen.
    pub fn callbacks_of_call(&self, func: FuncId, value: ValueId) -> &[FuncId] {
        self.calls.site(func, value).map_or(&[], |s| &s.callbacks)
    }

    /// The component of a function.
    pub fn scc_of(&self, func: FuncId) -> SccId {
        self.scc_of[func]
    }

    /// The components with their functions in ascending order; callees before callers.
    pub fn components(&self) -> &IndexVec<SccId, Vec<FuncId>> {
        &self.components
    }

    /// Whether a call of the function can lead to another call of it before it returns.
    pub fn is_recursive(&self, func: FuncId) -> bool {
        self.components[self.scc_of[func]].len() > 1 || self.graph.contains_edge(node(func), node(func))
    }

    /// Functions that may run when the roots do, the roots included, defined or not.
    ///
    /// Besides the edges of the graph this follows every function address in the code of a reached function and in the
    /// globals that it names, because such an address may reach a library that calls the function back, which this
    /// graph does not show.
    pub fn reachable_from(&self, roots: impl IntoIterator<Item = FuncId>) -> BTreeSet<FuncId> {
        let mut reached = BTreeSet::new();
        let mut seen = self.mentions.start();
        let mut work: Vec<FuncId> = roots.into_iter().collect();
        while let Some(f) = work.pop() {
            if reached.insert(f) {
                work.extend(self.graph.neighbors(node(f)).map(|n| self.graph[n]));
                work.extend(self.mentions.new_functions(f, &mut seen));
            }
        }
        reached
    }

    /// Defined functions, callees before callers; the functions of one component are adjacent.
    pub fn bottom_up(&self) -> &[FuncId] {
        &self.bottom_up
    }

    /// Functions with an edge to `func`, ascending.
    pub fn callers(&self, func: FuncId) -> Vec<FuncId> {
        self.neighbours(func, Direction::Incoming)
    }

    /// Functions that `func` has an edge to, ascending.
    pub fn callees(&self, func: FuncId) -> Vec<FuncId> {
        self.neighbours(func, Direction::Outgoing)
    }

    fn neighbours(&self, func: FuncId, direction: Direction) -> Vec<FuncId> {
        let mut found: Vec<_> = self.graph.neighbors_directed(node(func), direction).map(|n| self.graph[n]).collect();
        found.sort_unstable();
        found
    }
}

fn node(func: FuncId) -> NodeIndex {
    NodeIndex::new(func.index())
}

fn build_graph(module: &Module, calls: &CallTable) -> DiGraph<FuncId, ()> {
    let mut graph = DiGraph::with_capacity(module.functions.len(), 0);
    for f in module.functions.indices() {
        graph.add_node(f);
    }
    let mut callees = BTreeSet::new();
    for (caller, sites) in calls.sites.iter_enumerated() {
        let mut pointer_shapes = BTreeSet::new();
        for site in sites {
            let callee_has_body = match site.target {
                Target::Direct(f) => {
                    callees.insert(f);
                    !module.functions[f].is_declaration()
                }
                Target::Pointer(i) => {
                    if pointer_shapes.insert(i) {
                        let PointerTargets { defined, declared } = &calls.pointer_targets[i];
                        callees.extend(defined.iter().chain(declared));
                    }
                    false
                }
                Target::Asm => false,
            };
            // A callee with a body shows by itself what it does with the pointer.
            if !callee_has_body {
                callees.extend(&site.callbacks);
            }
        }
        for f in std::mem::take(&mut callees) {
            graph.add_edge(node(caller), node(f), ());
        }
    }
    graph
}
