//! What a process does to memory before it gives the address to anybody: another process that reaches this memory by an address which it
//! has fetched does so later (theory, 7.3).
//!
//! Not used with threads, nor with the separate memory model, where a store need not be seen.

use super::active::Active;
use rma_skeleton::facts::Facts;
use rma_skeleton::options::MemoryModel;
use rma_skeleton::skeleton::{Actor, Skeleton};
use rma_term::ids::{EventRef, NodeId, ObjId};
use rustc_hash::{FxHashMap, FxHashSet};

/// For each object whose address is given away by instructions that are known, what may come after one of them.
#[derive(Debug, Default)]
pub(super) struct Unpublished {
    given: FxHashMap<ObjId, After>,
}

/// What may come after one of several events.
#[derive(Debug, Default)]
struct After {
    nodes: FxHashSet<NodeId>,
    /// The events, in their own nodes.
    items: Vec<(NodeId, u32)>,
}

impl Unpublished {
    pub(super) fn new(facts: &Facts, skeleton: &Skeleton) -> Unpublished {
        let mut out = Unpublished::default();
        // In two copies of the window, a store need not be seen.
        if facts.options.memory_model == MemoryModel::Separate {
            return out;
        }
        for (obj, by) in &facts.given_by {
            let mut after = After::default();
            let mut found = FxHashSet::default();
            for (id, node) in skeleton.nodes.iter_enumerated() {
                for (n, item) in node.items.iter().enumerate() {
                    let Some(inst) = item.inst else { continue };
                    if by.contains(&(item.ctx, inst)) {
                        found.insert((item.ctx, inst));
                        after.items.push((id, n as u32));
                    }
                }
            }
            if found.len() < by.len() {
                continue;
            }
            let mut work: Vec<NodeId> =
                after.items.iter().flat_map(|(id, _)| skeleton.nodes[*id].succs.iter().map(|e| e.to)).collect();
            while let Some(id) = work.pop() {
                if after.nodes.insert(id) {
                    work.extend(skeleton.nodes[id].succs.iter().map(|e| e.to));
                }
            }
            out.given.insert(*obj, after);
        }
        out
    }

    /// Whether one of the two is an operation through an address that its process has received, and the other one an access of the owner before
    /// it has given this address to anybody.
    pub(super) fn comes_before(&self, a: &Active, b: &Active, obj: ObjId) -> bool {
        let Some(after) = self.given.get(&obj) else { return false };
        let received = |x: &Active| x.issue.is_some_and(|i| i.target.which.is_some()) && x.target.is_some();
        let own = |x: &Active| {
            x.target.is_none() && !x.folded && !x.pending_at_sync && matches!(x.effect.actor, Actor::Instruction(_))
        };
        received(a) && own(b) && !after.contains(b.at) || received(b) && own(a) && !after.contains(a.at)
    }
}

impl After {
    fn contains(&self, at: EventRef) -> bool {
        self.nodes.contains(&at.node) || self.items.iter().any(|(node, item)| *node == at.node && *item <= at.item)
    }
}
