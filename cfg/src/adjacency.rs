//! A directed graph over `0..n` in two flat arrays, for algorithms that walk edges often (theory, 3.1).

/// Edges of a graph over `0..len`, grouped by source; parallel edges are kept.
pub(crate) struct Adjacency {
    starts: Vec<u32>,
    ends: Vec<u32>,
}

impl Adjacency {
    /// Groups `edges` by source; the edges of one source keep their order.
    pub(crate) fn new(len: usize, edges: &[(u32, u32)]) -> Self {
        let mut starts = vec![0u32; len + 1];
        for &(from, _) in edges {
            starts[from as usize + 1] += 1;
        }
        for i in 0..len {
            starts[i + 1] += starts[i];
        }
        let mut next = starts.clone();
        let mut ends = vec![0; edges.len()];
        for &(from, to) in edges {
            let slot = &mut next[from as usize];
            ends[*slot as usize] = to;
            *slot += 1;
        }
        Self { starts, ends }
    }

    /// Number of vertices.
    pub(crate) fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// Ends of the edges that leave `vertex`.
    pub(crate) fn of(&self, vertex: u32) -> &[u32] {
        let v = vertex as usize;
        &self.ends[self.starts[v] as usize..self.starts[v + 1] as usize]
    }

    /// All edges, by source.
    pub(crate) fn edges(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        (0..self.len() as u32).flat_map(|v| self.of(v).iter().map(move |&w| (v, w)))
    }

    /// The same graph with every edge reversed.
    pub(crate) fn reversed(&self) -> Self {
        let edges: Vec<_> = self.edges().map(|(a, b)| (b, a)).collect();
        Self::new(self.len(), &edges)
    }
}
