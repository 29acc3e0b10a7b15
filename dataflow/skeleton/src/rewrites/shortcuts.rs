//! Edges past regions of the program in which nothing changes for pending operations (theory, 5.2).
//!
//! Suppose that all paths from a branch meet again, and that in between there are only accesses to memory, but no issue, completion
//! or synchronisation. Then it does not matter after the region which path was taken: every path leads to its end, and to the same
//! state. An edge that is always taken leads past such a region. Walks also enter the region, only up to its end, to find the
//! accesses in it. So the branches of a search in a table do not lead to different states of each pending operation.
//!
//! Invariants: nodes and events do not change, and neither do the paths up to each event, except for conditions of regions that the
//! path has left. A region gets no such edge if a term after it refers to a loop in it, because the path out of the loop then
//! restricts this term. Loops are assumed to end, as in the walks.

use crate::facts::Facts;
use crate::skeleton::{Access, Area, Covers, Edge, Event, Issue, Skeleton};
use rma_cfg::immediate_dominators;
use rma_term::ids::{LoopId, NodeId, TermId};
use rma_term::limits::{Limit, Watch};
use rma_term::term::Terms;
use rustc_hash::FxHashSet;
use std::sync::Arc;

/// The skeleton with such edges.
pub fn add(facts: &mut Facts, skeleton: &Skeleton) -> Skeleton {
    let mut out = skeleton.clone();
    // Order between the threads of a process depends on paths through the code of each thread.
    if !facts.threads.all.is_empty() {
        return out;
    }
    let pieces = Pieces::new(facts, skeleton);
    let (mut ends, mut inside) = (FxHashSet::default(), FxHashSet::default());
    let mut found = Vec::new();
    for from in skeleton.nodes.indices() {
        let Some((to, piece)) = pieces.from(from) else { continue };
        ends.extend(piece.iter().map(|n| (*n, to)));
        ends.insert((from, to));
        inside.extend(piece.into_iter().map(|n| (n, to)));
        found.push((from, to));
    }
    #[allow(clippy::iter_over_hash_type)] // What is left is the same in any order.
    for (from, to) in &ends {
        out.nodes[*from].succs.retain(|e| e.to != *to);
    }
    let cond = facts.terms.truth(true);
    for (from, to) in found.into_iter().filter(|piece| !inside.contains(piece)) {
        out.nodes[from].succs.insert(0, Edge { to, cond, iterations: None });
    }
    out
}

struct Pieces<'s> {
    limits: Arc<Watch>,
    skeleton: &'s Skeleton,
    /// The nodes that come after a node on all paths to an end of the program.
    after: Vec<Option<NodeId>>,
    /// Nodes from which there may be no edge that can be taken.
    open: Vec<bool>,
    /// Nodes of `open`, and nodes with an event that may change what is pending.
    busy: Vec<bool>,
    /// Nodes from which a node is reached directly, of those that the program gets to.
    before: Vec<Vec<NodeId>>,
    /// Loops to which a term outside of them refers.
    spoken_of: FxHashSet<LoopId>,
}

impl<'s> Pieces<'s> {
    fn new(facts: &mut Facts, skeleton: &'s Skeleton) -> Pieces<'s> {
        let end = skeleton.nodes.len() as u32;
        let mut back = Vec::new();
        for (id, node) in skeleton.nodes.iter_enumerated() {
            back.extend(node.succs.iter().map(|e| (e.to.raw(), id.raw())));
            if node.succs.is_empty() {
                back.push((end, id.raw()));
            }
        }
        let mut before = vec![Vec::new(); skeleton.nodes.len()];
        let mut seen: FxHashSet<NodeId> = skeleton.entry.into_iter().collect();
        let mut work: Vec<NodeId> = seen.iter().copied().collect();
        while let Some(at) = work.pop() {
            for e in &skeleton.nodes[at].succs {
                before[e.to.index()].push(at);
                if seen.insert(e.to) {
                    work.push(e.to);
                }
            }
        }
        let after = immediate_dominators(end as usize + 1, &back, end);
        let after = after.into_iter().map(|n| n.filter(|n| *n != end).map(NodeId::from_raw)).collect();
        let open: Vec<bool> = skeleton.nodes.iter().map(|n| is_open(&mut facts.terms, &n.succs)).collect();
        let harmless = |e: &Event| matches!(e, Event::Access(a) if !is_shared(facts, &a.area));
        let busy =
            skeleton.nodes.iter().zip(&open).map(|(n, open)| *open || !n.items.iter().all(|i| harmless(&i.event)));
        let busy = busy.collect();
        let limits = facts.terms.limits.clone();
        Pieces { limits, skeleton, after, open, busy, before, spoken_of: spoken_of(facts, skeleton) }
    }

    /// The region that starts at a node: the node at its end, and the nodes in between.
    fn from(&self, from: NodeId) -> Option<(NodeId, Vec<NodeId>)> {
        let node = &self.skeleton.nodes[from];
        let speaks = |i: &crate::skeleton::Item| matches!(i.event, Event::Team(_) | Event::Foreign);
        if node.items.iter().any(speaks) || self.open[from.index()] {
            return None;
        }
        let iterated = |n: NodeId| node.loops.last().is_some_and(|l| self.skeleton.loops[*l].begins_at(n));
        let mut to = self.after[from.index()]?;
        // Into a loop, and out of it again.
        while self.skeleton.nodes[to].loops != node.loops {
            if !self.skeleton.nodes[to].loops.starts_with(&node.loops) {
                return None;
            }
            to = self.after[to.index()]?;
        }
        if iterated(to) || iterated(from) || node.succs.iter().all(|e| e.to == to) {
            return None;
        }
        let mut piece: Vec<NodeId> = Vec::new();
        let mut seen: FxHashSet<NodeId> = FxHashSet::default();
        let mut work = vec![from];
        while let Some(at) = work.pop() {
            for e in &self.skeleton.nodes[at].succs {
                if e.to == to || !seen.insert(e.to) {
                    continue;
                }
                let inner = &self.skeleton.nodes[e.to].loops;
                let described = inner.iter().skip(node.loops.len()).any(|l| self.spoken_of.contains(l));
                if self.busy[e.to.index()] || described || !inner.starts_with(&node.loops) || iterated(e.to) {
                    return None;
                }
                if !self.limits.room(Limit::PieceNodes, piece.len()) {
                    return None;
                }
                piece.push(e.to);
                work.push(e.to);
            }
        }
        // Nothing else leads into it.
        let within = |n: &NodeId| *n == from || seen.contains(n);
        piece.iter().all(|n| self.before[n.index()].iter().all(within)).then_some((to, piece))
    }
}

/// Whether, according to their conditions, it is possible that no edge is taken, or one leads into another activation.
fn is_open(terms: &mut Terms, edges: &[Edge]) -> bool {
    let conds: Vec<TermId> = edges.iter().map(|e| e.cond).collect();
    edges.iter().any(|e| e.iterations.is_some()) || !terms.exhaust(&conds)
}

/// Loads and stores of a window that processes share are operations on others' memory.
fn is_shared(facts: &Facts, area: &Area) -> bool {
    area.places.iter().any(|p| facts.shared.contains_key(&p.obj))
}

/// Loops whose symbols occur in terms outside of them.
fn spoken_of(facts: &Facts, skeleton: &Skeleton) -> FxHashSet<LoopId> {
    let mut out = FxHashSet::default();
    for node in &skeleton.nodes {
        let mut note = |t: TermId| {
            facts.terms.for_each_sym(t, &mut |s| {
                let mut at = facts.terms.syms[s].def_loop;
                while let Some(l) = at.filter(|l| !node.loops.contains(l)) {
                    out.insert(l);
                    at = skeleton.loops[l].parent;
                }
            });
        };
        node.succs.iter().for_each(|e| note(e.cond));
        node.items.iter().for_each(|i| each_term(&i.event, &mut note));
    }
    out
}

/// Calls `f` for the terms of an event.
pub(super) fn each_term(event: &Event, f: &mut impl FnMut(TermId)) {
    match event {
        Event::Access(a) => of_access(a, f),
        Event::Issue(issue) => of_issue(issue, f),
        Event::Complete(c) => {
            f(c.cond);
            match &c.covers {
                Covers::Window { win, .. } => f(*win),
                Covers::Target { win, rank } => [*win, *rank].into_iter().for_each(f),
                Covers::Requests(r) => {
                    of_area(&r.cell, f);
                    [r.count, r.value].into_iter().chain(r.partition).for_each(&mut *f);
                    for h in &r.held {
                        [h.guard, h.at, h.handle].into_iter().for_each(&mut *f);
                        h.row.iter().for_each(|row| f(row.bound));
                    }
                }
                Covers::Queue(queue) => f(*queue),
                Covers::Note(note) => [note.segment, note.id].into_iter().for_each(f),
            }
        }
        Event::Epoch(e) => drop(e.map(|t| same(t, f))),
        Event::Order(o) => drop(o.map(|t| same(t, f))),
        Event::Death { places, .. } => places.iter().for_each(|p| _ = p.map(|t| same(t, f))),
        Event::ForgetRequest { cell } => of_area(cell, f),
        Event::Team(_) | Event::Foreign => {}
    }
}

fn same(t: TermId, f: &mut impl FnMut(TermId)) -> TermId {
    f(t);
    t
}

fn of_area(area: &Area, f: &mut impl FnMut(TermId)) {
    drop(area.map(|t| same(t, f)));
}

fn of_access(access: &Access, f: &mut impl FnMut(TermId)) {
    f(access.cond);
    of_area(&access.area, f);
}

fn of_issue(issue: &Issue, f: &mut impl FnMut(TermId)) {
    issue.effects.iter().for_each(|e| of_access(e, f));
    let words = [
        issue.target.win,
        issue.target.rank,
        issue.target.disp,
        issue.target.which,
        issue.epoch.kind,
        issue.epoch.outside,
        issue.epoch.active_only,
    ];
    let data = [issue.written.stores, issue.written.value, issue.written.adds, issue.completion.queue];
    issue.completion.partition.into_iter().for_each(&mut *f);
    words.into_iter().chain(data).flatten().for_each(&mut *f);
    issue.completion.note.iter().for_each(|note| [note.segment, note.id].into_iter().for_each(&mut *f));
    issue.completion.request.iter().for_each(|r| f(r.inst));
    issue.completion.request.iter().flat_map(|r| &r.cell).for_each(|p| _ = p.map(|t| same(t, f)));
}
