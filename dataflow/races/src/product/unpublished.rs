//! What a process does to memory before it gives the address to anybody: another process that reaches this memory by an address which it
//! has fetched does so later (theory, 7.3).
//!
//! Not used with threads, nor with the separate memory model, where a store need not be seen.

use super::active::Active;
use rma_skeleton::facts::Facts;
use rma_skeleton::options::MemoryModel;
use rma_skeleton::skeleton::{Actor, Event, Skeleton};
use rma_term::ids::{EventRef, LoopId, NodeId, ObjId, TermId};
use rma_term::term::{SymKind, Term};
use rustc_hash::{FxHashMap, FxHashSet};

/// For each object whose address is given away by instructions that are known, what may come after one of them.
#[derive(Debug, Default)]
pub(super) struct Unpublished {
    given: FxHashMap<ObjId, After>,
    /// Accesses to memory that the same iteration of a loop has made, before the iteration gives its address away.
    made_now: FxHashSet<(EventRef, ObjId)>,
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
        for (obj, given) in &facts.given_by {
            let mut items = Vec::new();
            let mut found = FxHashSet::default();
            for (id, node) in skeleton.nodes.iter_enumerated() {
                for (n, item) in node.items.iter().enumerate() {
                    let Some(inst) = item.inst else { continue };
                    if given.by.contains(&(item.ctx, inst)) {
                        found.insert((item.ctx, inst));
                        items.push((id, n as u32));
                    }
                }
            }
            if found.len() < given.by.len() {
                continue;
            }
            if let Some((inst, l)) = given.inst.and_then(|inst| Some((inst, iteration(facts, skeleton, inst)?))) {
                let after = After::of(skeleton, items.clone(), Some(l));
                out.add_made_now(skeleton, *obj, (inst, l), &after);
            }
            out.given.insert(*obj, After::of(skeleton, items, None));
        }
        out
    }

    /// Finds the accesses of an iteration to the instance of the object that it has made itself. `after`: what comes after it has given away
    /// the address.
    fn add_made_now(&mut self, skeleton: &Skeleton, obj: ObjId, (inst, l): (TermId, LoopId), after: &After) {
        for (id, node) in skeleton.nodes.iter_enumerated().filter(|(_, node)| node.loops.contains(&l)) {
            for (n, item) in node.items.iter().enumerate() {
                let at = EventRef { node: id, item: n as u32, effect: 0 };
                let Event::Access(access) = &item.event else { continue };
                let mut of_it = access.area.places.iter().filter(|place| place.obj == obj);
                if !access.area.unknown && of_it.all(|place| place.inst == inst) && !after.contains(at) {
                    self.made_now.insert((at, obj));
                }
            }
        }
    }

    /// Whether one of the two is an operation through an address that its process has received, and the other one an access of the owner before
    /// it has given this address to anybody.
    pub(super) fn comes_before(&self, a: &Active, b: &Active, obj: ObjId) -> bool {
        let Some(after) = self.given.get(&obj) else { return false };
        let received = |x: &Active| x.issue.is_some_and(|i| i.target.which.is_some()) && x.target.is_some();
        let own = |x: &Active| {
            x.target.is_none() && !x.folded && !x.pending_at_sync && matches!(x.effect.actor, Actor::Instruction(_))
        };
        let before = |x: &Active| own(x) && (!after.contains(x.at) || self.made_now.contains(&(x.at, obj)));
        received(a) && before(b) || received(b) && before(a)
    }
}

/// The loop whose iteration alone makes an instance: the instance is numbered by the counters of this loop and of all around it.
fn iteration(facts: &Facts, skeleton: &Skeleton, inst: TermId) -> Option<LoopId> {
    let terms = &facts.terms;
    let parts = match terms.get(inst) {
        Term::Sym(_) => vec![inst],
        Term::Apply(f, parts) if terms.function_name(*f) == "tuple" => parts.to_vec(),
        _ => return None,
    };
    let counted = |part: &TermId| match *terms.get(*part) {
        Term::Sym(s) => match terms.syms[s].kind {
            SymKind::Counter(l) if skeleton.loops[l].counter == s => Some(l),
            _ => None,
        },
        _ => None,
    };
    let loops = parts.iter().map(counted).collect::<Option<Vec<LoopId>>>()?;
    let around = |l: LoopId| std::iter::successors(Some(l), |l| skeleton.loops[*l].parent);
    loops.iter().copied().find(|l| around(*l).count() == loops.len() && around(*l).all(|outer| loops.contains(&outer)))
}

impl After {
    /// What may come after one of the items; with a loop, in the same iteration of it.
    fn of(skeleton: &Skeleton, items: Vec<(NodeId, u32)>, iteration: Option<LoopId>) -> After {
        let begins = |id: NodeId| {
            iteration.is_some_and(|l| {
                let l = &skeleton.loops[l];
                l.header == Some(id) || l.states.contains(&id)
            })
        };
        let mut nodes = FxHashSet::default();
        let successors = |id: NodeId| skeleton.nodes[id].succs.iter().map(|e| e.to).filter(|to| !begins(*to));
        let mut work: Vec<NodeId> = items.iter().flat_map(|(id, _)| successors(*id)).collect();
        while let Some(id) = work.pop() {
            if nodes.insert(id) {
                work.extend(successors(id));
            }
        }
        After { nodes, items }
    }

    fn contains(&self, at: EventRef) -> bool {
        self.nodes.contains(&at.node) || self.items.iter().any(|(node, item)| *node == at.node && *item <= at.item)
    }
}
