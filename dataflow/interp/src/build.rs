//! The skeleton from the records of the interpretation (theory, 5.1).

use crate::interp::{Interp, Record, Step, Unwinds};
use crate::relevant;
use crate::screening::{self, Screening};
use rma_frontend::ir::BlockId;
use rma_skeleton::skeleton::{Edge, Event, Item, Node, Placement, Skeleton, TeamKind};
use rma_term::ids::{CtxId, LoopId, NodeId, TermId};
use rma_term::term::Knowledge;
use rustc_hash::{FxHashMap, FxHashSet};

/// Builds the skeleton of everything that is reached from `entry`.
pub(crate) fn skeleton(interp: &mut Interp, entry: CtxId) -> (Skeleton, Placement, Option<Screening>) {
    let reached = reached(interp, entry);
    interp.let_lost_pointers_escape();
    let screening = interp.facts.options.screening.then(|| screening::screen(interp));
    relevant::prune(interp, &reached);
    let silent = silent(interp, &reached);
    let mut b = Builder {
        interp,
        out: Skeleton::default(),
        first: FxHashMap::default(),
        exits: FxHashMap::default(),
        throws: FxHashMap::default(),
        splits: FxHashMap::default(),
        placement: Placement::default(),
    };
    let instances: Vec<CtxId> = reached.iter().copied().filter(|c| *c == entry || !silent.contains(c)).collect();
    for &ctx in &instances {
        b.allocate(ctx);
    }
    for &ctx in &instances {
        b.fill(ctx, &silent);
    }
    for &ctx in &instances {
        b.connect(ctx);
    }
    b.out.entry = b.entry_of(entry);
    b.finish_loops();
    (b.out, b.placement, screening)
}

/// Instances that are called from `entry`, in order of first call.
fn reached(interp: &Interp, entry: CtxId) -> Vec<CtxId> {
    let mut out = vec![entry];
    let mut seen: FxHashSet<CtxId> = out.iter().copied().collect();
    let mut n = 0;
    while n < out.len() {
        let ctx = out[n];
        n += 1;
        let graph = &interp.facts.graph.functions[interp.facts.contexts.all[ctx].func];
        for b in &graph.rpo {
            let Some(record) = interp.recording.records.get(&(ctx, *b)) else { continue };
            for step in &record.steps {
                if let Step::Call { callees, .. } = step {
                    out.extend(callees.iter().copied().filter(|c| seen.insert(*c)));
                }
            }
        }
    }
    out
}

fn records<'i>(interp: &'i Interp, ctx: CtxId) -> impl Iterator<Item = (BlockId, &'i Record)> {
    let graph = &interp.facts.graph.functions[interp.facts.contexts.all[ctx].func];
    graph.rpo.iter().filter_map(move |b| interp.recording.records.get(&(ctx, *b)).map(|r| (*b, r)))
}

/// Instances in which, and below which, nothing happens that matters, and which return: they need no nodes.
fn silent(interp: &Interp, reached: &[CtxId]) -> FxHashSet<CtxId> {
    let mut sync_loops: FxHashSet<CtxId> = FxHashSet::default();
    for &ctx in reached {
        let speaks = records(interp, ctx).any(|(_, r)| {
            r.throws
                || r.steps.iter().any(|s| match s {
                    Step::Item(_) | Step::Stop => true,
                    Step::Call { merged, .. } => *merged,
                })
        });
        if speaks {
            // Callers of what matters matter.
            let mut at = Some(ctx);
            while let Some(c) = at {
                if !sync_loops.insert(c) {
                    break;
                }
                at = interp.facts.contexts.all[c].caller.map(|(up, _)| up);
            }
        }
    }
    reached.iter().copied().filter(|c| !sync_loops.contains(c)).collect()
}

struct Builder<'i, 'a> {
    interp: &'i mut Interp<'a>,
    out: Skeleton,
    first: FxHashMap<(CtxId, BlockId), NodeId>,
    /// Nodes that return.
    exits: FxHashMap<CtxId, Vec<NodeId>>,
    /// Nodes that exceptions leave their instances from.
    throws: FxHashMap<CtxId, Vec<NodeId>>,
    splits: FxHashMap<CtxId, Vec<Split>>,
    placement: Placement,
}

/// A call that splits a block.
struct Split {
    from: NodeId,
    after: NodeId,
    callees: Vec<CtxId>,
    merged: bool,
    /// The node that exceptions of the callees lead to.
    unwinds: Option<NodeId>,
}

impl Builder<'_, '_> {
    fn entry_of(&self, ctx: CtxId) -> Option<NodeId> {
        let graph = &self.interp.facts.graph.functions[self.interp.facts.contexts.all[ctx].func];
        self.first.get(&(ctx, *graph.rpo.first()?)).copied()
    }

    fn new_node(&mut self, ctx: CtxId, b: BlockId, loops: Vec<LoopId>) -> NodeId {
        let reach = self.interp.recording.records[&(ctx, b)].reach.clone();
        let node = self.out.nodes.push(Node { loops, reach, ..Node::default() });
        self.placement.block.insert(node, (ctx, b));
        node
    }

    /// Loops around a block, outermost first.
    fn loops_around(&self, ctx: CtxId, b: BlockId) -> Vec<LoopId> {
        let graph = &self.interp.facts.graph.functions[self.interp.facts.contexts.all[ctx].func];
        let mut at = match graph.loop_of[b] {
            Some(l) => self.interp.loops.ids.get(&(ctx, l)).copied(),
            None => self.interp.loops.outer.get(&ctx).copied().flatten(),
        };
        let mut out = Vec::new();
        while let Some(l) = at {
            out.push(l);
            at = self.interp.facts.loops[l].parent;
        }
        out.reverse();
        out
    }

    fn allocate(&mut self, ctx: CtxId) {
        let graph = &self.interp.facts.graph.functions[self.interp.facts.contexts.all[ctx].func];
        for &b in &graph.rpo {
            if self.interp.recording.records.contains_key(&(ctx, b)) {
                let loops = self.loops_around(ctx, b);
                let node = self.new_node(ctx, b, loops);
                self.first.insert((ctx, b), node);
            }
        }
    }

    fn fill(&mut self, ctx: CtxId, silent: &FxHashSet<CtxId>) {
        let graph = &self.interp.facts.graph.functions[self.interp.facts.contexts.all[ctx].func];
        for &b in &graph.rpo {
            let Some(record) = self.interp.recording.records.get(&(ctx, b)) else { continue };
            let record = record.clone();
            let loops = self.loops_around(ctx, b);
            let mut node = self.first[&(ctx, b)];
            let mut stopped = false;
            // What holds because calls have returned.
            let mut returned: Vec<TermId> = Vec::new();
            for step in record.steps {
                match step {
                    Step::Item(item) => self.out.nodes[node].items.push(item),
                    Step::Stop => stopped = true,
                    Step::Call { callees, merged, unwinds, given } => {
                        if self.interp.facts.terms.as_const(given).is_none() {
                            returned.push(given);
                        }
                        let (quiet, callees): (Vec<CtxId>, Vec<CtxId>) =
                            callees.into_iter().partition(|c| silent.contains(c));
                        if callees.is_empty() {
                            continue;
                        }
                        let after = self.new_node(ctx, b, loops.clone());
                        self.out.nodes[after].reach.extend(&returned);
                        let spawned = matches!(self.out.nodes[node].items.last(), Some(Item { event: Event::Team(t), .. })
                            if matches!(t.kind, TeamKind::Spawn));
                        if !quiet.is_empty() || spawned {
                            // One of them does nothing that matters, or it runs beside what follows.
                            let conds: Vec<TermId> = quiet.iter().map(|c| self.taken_if(node, *c)).collect();
                            let cond = if spawned {
                                self.interp.facts.terms.truth(true)
                            } else {
                                self.interp.facts.terms.any(&conds)
                            };
                            self.out.nodes[node].succs.push(Edge { to: after, cond, iterations: None });
                        }
                        let unwinds = match unwinds {
                            Unwinds::Nowhere => None,
                            Unwinds::To(pad) => self.first.get(&(ctx, pad)).copied(),
                            Unwinds::Through(deaths) => {
                                let left = self.new_node(ctx, b, loops.clone());
                                self.out.nodes[left].items = deaths;
                                self.throws.entry(ctx).or_default().push(left);
                                Some(left)
                            }
                        };
                        self.splits.entry(ctx).or_default().push(Split { from: node, after, callees, merged, unwinds });
                        node = after;
                    }
                }
            }
            if record.throws {
                self.throws.entry(ctx).or_default().push(node);
            }
            if stopped {
                continue;
            }
            if record.returns {
                self.exits.entry(ctx).or_default().push(node);
            }
            let succs = &graph.succs[b];
            for (i, cond) in record.edges.iter().enumerate() {
                if let (Some(cond), Some(to)) = (cond, succs.get(i))
                    && let Some(&to) = self.first.get(&(ctx, *to))
                {
                    let cond = self.with_chosen((ctx, b, i as u32), *cond);
                    self.out.nodes[node].succs.push(Edge { to, cond, iterations: None });
                }
            }
        }
    }

    /// The condition of an edge, together with the values that this edge gives to symbols of a later join.
    fn with_chosen(&mut self, edge: (CtxId, BlockId, u32), cond: TermId) -> TermId {
        let chosen = self.interp.recording.chosen.get(&edge).cloned().unwrap_or_default();
        let terms = &mut self.interp.facts.terms;
        let mut parts = vec![cond];
        for (symbol, value) in chosen {
            // What the loop has turned out not to know says nothing behind it.
            if terms.knowledge(value) == Knowledge::Lost {
                continue;
            }
            let symbol = terms.sym(symbol);
            parts.push(terms.eq(symbol, value));
        }
        terms.all(&parts)
    }

    /// The condition under which one of several functions is called from a node.
    fn taken_if(&mut self, from: NodeId, callee: CtxId) -> TermId {
        let graph = &self.interp.facts.graph.functions[self.interp.facts.contexts.all[callee].func];
        let entry = graph.rpo.first().and_then(|b| self.interp.recording.records.get(&(callee, *b)));
        let outside = &self.out.nodes[from].reach;
        let own: Vec<TermId> =
            entry.map_or_else(Vec::new, |r| r.reach.iter().copied().filter(|c| !outside.contains(c)).collect());
        self.interp.facts.terms.all(&own)
    }

    fn connect(&mut self, ctx: CtxId) {
        let yes = self.interp.facts.terms.truth(true);
        for split in self.splits.remove(&ctx).unwrap_or_default() {
            for callee in split.callees {
                let iterations = if split.merged { self.recursion_of(callee) } else { None };
                if let Some(entry) = self.entry_of(callee) {
                    let cond = if split.merged { yes } else { self.taken_if(split.from, callee) };
                    self.out.nodes[split.from].succs.push(Edge { to: entry, cond, iterations });
                }
                for exit in self.exits.get(&callee).cloned().unwrap_or_default() {
                    self.out.nodes[exit].succs.push(Edge { to: split.after, cond: yes, iterations });
                }
                if let Some(to) = split.unwinds {
                    for from in self.throws.get(&callee).cloned().unwrap_or_default() {
                        self.out.nodes[from].succs.push(Edge { to, cond: yes, iterations });
                    }
                }
            }
        }
    }

    fn recursion_of(&self, ctx: CtxId) -> Option<LoopId> {
        self.interp.loops.outer.get(&ctx).copied().flatten().filter(|l| self.interp.facts.loops[*l].recursion)
    }

    fn finish_loops(&mut self) {
        let mut loops = self.interp.facts.loops.clone();
        for (id, l) in loops.iter_mut_enumerated() {
            if let Some(cfg) = self.interp.facts.cfg_loops.get(&id) {
                let header = self.interp.facts.graph.functions[l.func].loops[*cfg].header;
                l.header = self.first.get(&(l.ctx, header)).copied();
            }
        }
        self.out.loops = loops;
    }
}
