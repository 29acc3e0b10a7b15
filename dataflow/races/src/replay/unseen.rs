//! The parts of the skeleton that a run skips: loops and branches without any event that matters to it (theory, 9.1).

use super::eval::Env;
use super::trace::Tracer;
use rma_skeleton::skeleton::{Edge, Event, Skeleton};
use rma_term::ids::{EventRef, LoopId, NodeId};
use rustc_hash::{FxHashMap, FxHashSet};

impl<'r> Tracer<'r, '_> {
    /// The step past a branch that data decide, if no event that matters is on any of its paths: to the place where the paths that
    /// do not end the program meet.
    pub(super) fn past_branch(&self, env: &mut Env<'r>, node: NodeId) -> Option<Edge> {
        let data = &self.skeleton.nodes[node];
        let straight = |edge: &Edge| {
            let mut path = vec![edge.to];
            let mut at = edge.to;
            while !is_looked_at_in(self.skeleton, at, self.wanted) {
                let n = &self.skeleton.nodes[at];
                match n.succs[..] {
                    // It ends there.
                    [] => return None,
                    [next] if n.loops == data.loops && next.iterations.is_none() && !path.contains(&next.to) => {
                        at = next.to;
                        path.push(at);
                    }
                    _ => break,
                }
            }
            Some(path)
        };
        let open: Vec<&Edge> = data.succs.iter().filter(|e| env.holds(e.cond) != Some(false)).collect();
        let paths: Vec<Vec<NodeId>> = open.into_iter().filter_map(straight).collect();
        let (first, others) = paths.split_first()?;
        let to = *first.iter().find(|n| others.iter().all(|p| p.contains(n)))?;
        let edge = data.succs.first()?;
        (self.skeleton.nodes[to].loops == data.loops && !others.is_empty()).then_some(Edge {
            to,
            iterations: None,
            ..*edge
        })
    }
}

/// Whether a node has an event that matters to a run.
fn is_looked_at_in(skeleton: &Skeleton, id: NodeId, wanted: &FxHashSet<EventRef>) -> bool {
    let is_looked_at = |n: usize, event: &Event| match event {
        Event::Access(_) | Event::Death { .. } => wanted.contains(&EventRef { node: id, item: n as u32, effect: 0 }),
        Event::ForgetRequest { .. } => false,
        _ => true,
    };
    skeleton.nodes[id].items.iter().enumerate().any(|(n, item)| is_looked_at(n, &item.event))
}

/// Loops without an event that matters and with one exit edge, by their headers.
pub(super) fn loops_without_sync(
    skeleton: &Skeleton,
    wanted: &FxHashSet<EventRef>,
) -> FxHashMap<NodeId, (LoopId, (NodeId, Edge))> {
    let mut sync_loops: FxHashSet<LoopId> = FxHashSet::default();
    let mut exits: FxHashMap<LoopId, Vec<(NodeId, Edge)>> = FxHashMap::default();
    for (id, node) in skeleton.nodes.iter_enumerated() {
        if is_looked_at_in(skeleton, id, wanted) {
            sync_loops.extend(&node.loops);
        }
        for edge in &node.succs {
            for l in node.loops.iter().filter(|l| !skeleton.nodes[edge.to].loops.contains(l)) {
                exits.entry(*l).or_default().push((id, *edge));
            }
        }
    }
    let without_sync = skeleton.loops.iter_enumerated().filter(|(l, data)| !sync_loops.contains(l) && !data.recursion);
    let out = without_sync.filter_map(|(l, data)| match exits.get(&l).map(Vec::as_slice) {
        Some([exit]) => Some((data.header?, (l, *exit))),
        _ => None,
    });
    out.collect()
}
