//! Happens-before: the calls of all processes as nodes of a graph, and what reaches what.
//!
//! Every step has two nodes, its begin and its end. Signals leave at the begin and arrive at the end (thesis, Definitions
//! 3.4 and 3.6 to 3.8), so that a call that does both has a place between the two for its own accesses.

/// Index of a node.
pub type Node = usize;

/// A set of edges over the nodes of an execution.
#[derive(Debug, Clone)]
pub struct Graph {
    edges: Vec<Vec<Node>>,
}

/// The transitive closure of a graph without cycles.
#[derive(Debug)]
pub struct Order {
    reach: Vec<Vec<u64>>,
}

impl Graph {
    /// The program order of processes with these numbers of steps, and the first node of each process.
    pub fn new(steps: &[usize]) -> (Graph, Vec<Node>) {
        let mut bases = Vec::new();
        let mut edges = Vec::new();
        for count in steps {
            bases.push(edges.len());
            for k in 1..=2 * count {
                let last = k == 2 * count;
                edges.push(if last { vec![] } else { vec![edges.len() + 1] });
            }
        }
        (Graph { edges }, bases)
    }

    /// Adds an edge.
    pub fn edge(&mut self, from: Node, to: Node) {
        self.edges[from].push(to);
    }

    /// The reachability relation; `None` when there is a cycle.
    pub fn close(&self) -> Option<Order> {
        let count = self.edges.len();
        let mut missing = vec![0; count];
        self.edges.iter().flatten().for_each(|&to| missing[to] += 1);
        let mut topological: Vec<Node> = (0..count).filter(|&node| missing[node] == 0).collect();
        let mut next = 0;
        while let Some(&node) = topological.get(next) {
            next += 1;
            for &to in &self.edges[node] {
                missing[to] -= 1;
                if missing[to] == 0 {
                    topological.push(to);
                }
            }
        }
        if topological.len() < count {
            return None;
        }
        let mut reach = vec![vec![0; count.div_ceil(64)]; count];
        for &node in topological.iter().rev() {
            let mut set = std::mem::take(&mut reach[node]);
            set[node / 64] |= 1 << (node % 64);
            for &to in &self.edges[node] {
                set.iter_mut().zip(&reach[to]).for_each(|(word, other)| *word |= other);
            }
            reach[node] = set;
        }
        Some(Order { reach })
    }
}

impl Order {
    /// Whether `from` is `to` or happens before it.
    pub fn before(&self, from: Node, to: Node) -> bool {
        self.reach[from][to / 64] & (1 << (to % 64)) != 0
    }
}
