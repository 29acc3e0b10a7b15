//! Immediate dominators after Lengauer and Tarjan (TOPLAS 1979), the variant with path compression: O(m log n) (theory, 3.1).
//!
//! petgraph's `simple_fast` is not used here: its intersection step is quadratic on sequences of `if (err) goto out`,
//! which are common in C code: one block has a predecessor in every step of the sequence.

use crate::adjacency::Adjacency;

const NONE: u32 = u32::MAX;

/// Immediate dominators of the vertices of `succs` that `root` reaches; `None` for the root and for vertices that it does not
/// reach.
///
/// `preds` must be `succs` reversed.
pub(crate) fn immediate_dominators(root: u32, succs: &Adjacency, preds: &Adjacency) -> Vec<Option<u32>> {
    let tree = SpanningTree::walk(root, succs);
    // From here on vertices are their numbers in the depth-first walk.
    let reached = tree.order.len();
    let mut forest = Forest::new(reached);
    let mut semi: Vec<u32> = (0..reached as u32).collect();
    let mut idom = vec![0u32; reached];
    // Vertices by semidominator, as linked lists: each vertex is in one bucket at a time.
    let mut bucket_head = vec![NONE; reached];
    let mut bucket_next = vec![NONE; reached];

    for w in (1..reached as u32).rev() {
        for &pred in preds.of(tree.order[w as usize]) {
            let v = tree.number[pred as usize];
            if v != NONE {
                let best = forest.eval(v, &semi);
                semi[w as usize] = semi[w as usize].min(semi[best as usize]);
            }
        }
        let s = semi[w as usize] as usize;
        bucket_next[w as usize] = bucket_head[s];
        bucket_head[s] = w;

        let parent = tree.parent[w as usize];
        forest.link(parent, w);
        let mut v = std::mem::replace(&mut bucket_head[parent as usize], NONE);
        while v != NONE {
            let best = forest.eval(v, &semi);
            idom[v as usize] = if semi[best as usize] < semi[v as usize] { best } else { parent };
            v = bucket_next[v as usize];
        }
    }
    let mut result = vec![None; succs.len()];
    for w in 1..reached {
        if idom[w] != semi[w] {
            idom[w] = idom[idom[w] as usize];
        }
        result[tree.order[w] as usize] = Some(tree.order[idom[w] as usize]);
    }
    result
}

/// The depth-first spanning tree, by number in preorder.
struct SpanningTree {
    /// Vertices in preorder.
    order: Vec<u32>,
    /// Position of a vertex in `order`, or `NONE`.
    number: Vec<u32>,
    /// The parent's number, by number; the root is its own parent.
    parent: Vec<u32>,
}

impl SpanningTree {
    fn walk(root: u32, succs: &Adjacency) -> Self {
        let mut tree = Self { order: Vec::new(), number: vec![NONE; succs.len()], parent: Vec::new() };
        tree.enter(root, 0);
        let mut stack = vec![(root, 0usize)];
        while let Some((v, edge)) = stack.last_mut() {
            let Some(&to) = succs.of(*v).get(*edge) else {
                stack.pop();
                continue;
            };
            *edge += 1;
            if tree.number[to as usize] == NONE {
                let parent = tree.number[*v as usize];
                tree.enter(to, parent);
                stack.push((to, 0));
            }
        }
        tree
    }

    fn enter(&mut self, vertex: u32, parent: u32) {
        self.number[vertex as usize] = self.order.len() as u32;
        self.order.push(vertex);
        self.parent.push(parent);
    }
}

/// The part of the spanning tree whose vertices are done, with compressed paths.
struct Forest {
    ancestor: Vec<u32>,
    /// Vertex with the least semidominator on the path that was compressed.
    label: Vec<u32>,
    path: Vec<u32>,
}

impl Forest {
    fn new(len: usize) -> Self {
        Self { ancestor: vec![NONE; len], label: (0..len as u32).collect(), path: Vec::new() }
    }

    fn link(&mut self, parent: u32, child: u32) {
        self.ancestor[child as usize] = parent;
    }

    /// The vertex with the least semidominator on the path from `v` up to, but without, the root of its tree.
    fn eval(&mut self, v: u32, semi: &[u32]) -> u32 {
        if self.ancestor[v as usize] == NONE {
            return v;
        }
        // Collect the vertices that are at least two below the root, then compress from the top down.
        let mut u = v;
        while self.ancestor[self.ancestor[u as usize] as usize] != NONE {
            self.path.push(u);
            u = self.ancestor[u as usize];
        }
        while let Some(x) = self.path.pop() {
            let above = self.ancestor[x as usize] as usize;
            if semi[self.label[above] as usize] < semi[self.label[x as usize] as usize] {
                self.label[x as usize] = self.label[above];
            }
            self.ancestor[x as usize] = self.ancestor[above];
        }
        self.label[v as usize]
    }
}
