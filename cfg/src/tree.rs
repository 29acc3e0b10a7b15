//! Ancestor queries on a forest in constant time (theory, 3.1).

use crate::adjacency::Adjacency;

/// Nested intervals of a depth-first walk: a vertex is an ancestor of those whose entry number lies in its interval.
#[derive(Debug, Clone, Default)]
pub(crate) struct TreeIntervals {
    /// Entry number, and one past the last entry number below.
    spans: Vec<(u32, u32)>,
}

impl TreeIntervals {
    /// `parents[v]` is the parent of `v`; the relation must be free of cycles.
    pub(crate) fn new(parents: &[Option<u32>]) -> Self {
        let len = parents.len();
        // Vertex `len` is the parent of all roots, so that one traversal covers the forest.
        let edges: Vec<_> = parents.iter().zip(0u32..).map(|(p, v)| (p.unwrap_or(len as u32), v)).collect();
        let children = Adjacency::new(len + 1, &edges);
        let mut spans = vec![(0, 0); len + 1];
        let mut clock = 0;
        let mut stack = vec![(len as u32, 0usize)];
        while let Some((v, child)) = stack.last_mut() {
            if *child == 0 {
                spans[*v as usize].0 = clock;
                clock += 1;
            }
            match children.of(*v).get(*child) {
                Some(&next) => {
                    *child += 1;
                    stack.push((next, 0));
                }
                None => {
                    spans[*v as usize].1 = clock;
                    stack.pop();
                }
            }
        }
        spans.pop();
        Self { spans }
    }

    /// Whether `above` is `below` or one of its ancestors.
    pub(crate) fn is_ancestor(&self, above: u32, below: u32) -> bool {
        let (start, end) = self.spans[above as usize];
        (start..end).contains(&self.spans[below as usize].0)
    }
}
