//! Which threads a join waits for, where it may be one of several (theory, 5.2).
//!
//! A join waits for one thread. Where its handle may be that of several threads, a single join is no wait for all of them; a loop of
//! joins may be one. So the loop is followed from its first iteration on, with the values of this iteration in each term: that tells
//! which handles it reads and where it ends. Where a step is not known, it counts as a wait for all only if it has as many iterations
//! as there are threads.
//!
//! Invariant: what is not shown to be a wait for a thread counts as an order that is not followed ([`TeamKind::Visible`]).

use super::thread_loops::{is_in_each_turn, own_loops, turns};
use crate::facts::Facts;
use crate::skeleton::paths::TopologicalOrder;
use crate::skeleton::{Event, Item, Node, Skeleton, TeamEvent, TeamKind};
use rma_term::ids::{LoopId, NodeId, SymId, TermId, ThreadId};
use rma_term::term::{Substitution, Term};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

/// Says of each join in a loop, and of each join of one of several threads, for which threads it is a wait.
pub(super) fn tell_apart(facts: &mut Facts, skeleton: &mut Skeleton) {
    let mut found: Vec<(NodeId, usize, Vec<ThreadId>)> = Vec::new();
    for (at, node) in skeleton.nodes.iter_enumerated() {
        for (n, item) in node.items.iter().enumerate() {
            let Event::Team(TeamEvent { kind: TeamKind::AwaitThreads(threads), .. }) = &item.event else { continue };
            let Some(join) = item.inst.and_then(|v| facts.threads.joins.get(&(item.ctx, v))) else { continue };
            // Which thread has this handle the paths tell.
            let known = matches!(*facts.terms.get(join.handle), Term::Sym(x)
                if facts.threads.handles.contains_key(&facts.threads.root(&facts.terms, x)));
            if !known && (threads.len() > 1 || threads.iter().any(|s| is_in_own_loop(skeleton, at, *s))) {
                found.push((at, n, threads.clone()));
            }
        }
    }
    let mut told: Vec<(NodeId, usize, Vec<ThreadId>, bool)> = Vec::new();
    for (at, n, threads) in found {
        let known = joined(facts, skeleton, at, &threads);
        let item = &skeleton.nodes[at].items[n];
        let site = item.inst.map(|v| (item.ctx, v));
        let over = known.clone().unwrap_or_default();
        let all = threads.iter().all(|s| over.contains(s));
        if known.is_some() && !all {
            facts.threads.short.extend(site);
        }
        told.push((at, n, over, all));
    }
    // Later events of a node first, so that the places of the others stay the same.
    for (at, n, over, all) in told.into_iter().rev() {
        let item = skeleton.nodes[at].items[n].clone();
        let with = |kind: TeamKind| {
            let mut item = item.clone();
            if let Event::Team(event) = &mut item.event {
                event.kind = kind;
            }
            item
        };
        let mut parts = Vec::new();
        if !over.is_empty() {
            parts.push(with(TeamKind::AwaitThreads(over)));
        }
        if !all {
            parts.push(with(TeamKind::Visible));
        }
        skeleton.nodes[at].items.splice(n..=n, parts);
    }
}

/// Whether a node is in a loop that does not contain the place where a thread is made.
fn is_in_own_loop(skeleton: &Skeleton, at: NodeId, s: ThreadId) -> bool {
    let makes = |node: &&Node| node.items.iter().any(|i| crate::thread::spawned(&i.event) == Some(s));
    let around = skeleton.nodes.iter().find(makes).map(|node| &node.loops);
    around.is_some_and(|around| skeleton.nodes[at].loops.iter().any(|l| !around.contains(l)))
}

/// The threads of a list that are over where the loop around a join of one of them has ended, where that is known.
fn joined(facts: &mut Facts, skeleton: &Skeleton, at: NodeId, threads: &[ThreadId]) -> Option<Vec<ThreadId>> {
    let mut loops: Option<Vec<LoopId>> = None;
    // Where they are made, by the loop that makes them.
    let mut places: BTreeMap<Option<LoopId>, Vec<NodeId>> = BTreeMap::new();
    for (made, node) in skeleton.nodes.iter_enumerated() {
        let makes = |item: &Item| crate::thread::spawned(&item.event).is_some_and(|s| threads.contains(&s));
        if !node.items.iter().any(makes) {
            continue;
        }
        let around = own_loops(skeleton, at, made);
        if loops.get_or_insert_with(|| around.clone()) != &around {
            return None;
        }
        let by = own_loops(skeleton, made, at);
        if by.len() > 1 {
            return None;
        }
        places.entry(by.first().copied()).or_default().push(made);
    }
    let mut all = Some(facts.terms.int(0));
    for (by, made) in places {
        let times = match by {
            None => Some(facts.terms.int(1)),
            Some(l) => turns(facts, skeleton, l),
        };
        let each = most_on_a_path(skeleton, &made, by);
        all = all.zip(times).map(|(all, times)| {
            let times = facts.terms.scale(times, each);
            facts.terms.add(all, times)
        });
    }
    let all = all?;
    let [l] = loops?[..] else { return None };
    let cells = followed(facts, skeleton, l, all);
    if let Some(over) = cells.and_then(|cells| threads_of(facts, skeleton, at, &cells, threads)) {
        return Some(over);
    }
    let rounds = turns(facts, skeleton, l).filter(|_| is_in_each_turn(skeleton, l, at))?;
    let (same, fewer) = (facts.terms.eq(rounds, all), facts.terms.lt(rounds, all));
    if facts.terms.is_true(fewer) {
        return Some(Vec::new());
    }
    facts.terms.is_true(same).then(|| threads.to_vec())
}

/// The greatest number of these nodes on a path through an iteration of a loop, or through the program.
fn most_on_a_path(skeleton: &Skeleton, nodes: &[NodeId], l: Option<LoopId>) -> i64 {
    let order = TopologicalOrder::new(skeleton).nodes;
    let mut all: Vec<NodeId> = skeleton.nodes.indices().filter(|n| order[*n] != u32::MAX).collect();
    all.sort_unstable_by_key(|n| order[*n]);
    let mut most: FxHashMap<NodeId, i64> = FxHashMap::default();
    for node in all.into_iter().filter(|n| l.is_none_or(|l| skeleton.nodes[*n].loops.contains(&l))) {
        let here = most.get(&node).copied().unwrap_or(0) + i64::from(nodes.contains(&node));
        most.insert(node, here);
        for edge in skeleton.nodes[node].succs.iter().filter(|e| order[e.to] > order[node]) {
            let there = most.entry(edge.to).or_insert(0);
            *there = here.max(*there);
        }
    }
    most.into_values().max().unwrap_or(0)
}

/// The cells whose handles the joins in a loop read, one after another, where each step of the loop is known.
fn followed(facts: &mut Facts, skeleton: &Skeleton, l: LoopId, all: TermId) -> Option<Vec<TermId>> {
    let data = &skeleton.loops[l];
    // More joins than threads are no loop that is known.
    let rounds = facts.terms.as_const(all).filter(|_| !data.recursion && data.states.is_empty())?;
    let header = data.header?;
    let mut now: BTreeMap<SymId, TermId> = data.values.iter().map(|v| (v.sym, v.init)).collect();
    let mut cells = Vec::new();
    for round in 0..=rounds {
        now.insert(data.counter, facts.terms.int(round));
        let mut at = header;
        for _ in 0..skeleton.nodes.len() {
            let node = &skeleton.nodes[at];
            if node.loops.last() != Some(&l) {
                return None;
            }
            for item in &node.items {
                let Event::Team(event) = &item.event else { continue };
                if let TeamKind::AwaitThreads(_) = event.kind {
                    let cell = facts.threads.joins.get(&(item.ctx, item.inst?))?.cell?;
                    cells.push(in_round(facts, &now, cell));
                }
            }
            let mut next = None;
            for edge in &node.succs {
                let cond = in_round(facts, &now, edge.cond);
                match facts.terms.as_const(cond)? {
                    0 => {}
                    _ if next.is_some() => return None,
                    _ => next = Some(edge.to),
                }
            }
            at = next?;
            if at == header {
                break;
            }
            if !skeleton.nodes[at].loops.contains(&l) {
                return Some(cells);
            }
        }
        let back: Vec<(SymId, TermId)> = data.values.iter().map(|v| (v.sym, in_round(facts, &now, v.back))).collect();
        now = back.into_iter().collect();
    }
    None
}

/// A term with the values of an iteration.
fn in_round(facts: &mut Facts, now: &BTreeMap<SymId, TermId>, t: TermId) -> TermId {
    let mut s = Substitution::new();
    for (x, value) in now {
        s.insert(*x, *value);
    }
    let mut parts = Vec::new();
    facts.terms.for_each_sym(t, &mut |x| parts.push(x));
    for x in parts {
        let Some(behind) = facts.behind.get(&x).cloned().filter(|_| !now.contains_key(&x)) else { continue };
        let mut of = Substitution::new();
        for (y, value) in now {
            of.insert(*y, *value);
        }
        let pointer = facts.terms.subst(behind.pointer(), &mut of);
        if let Some(value) = facts.resolve_behind(&behind, pointer) {
            s.insert(x, value);
        }
    }
    facts.terms.subst(t, &mut s)
}

/// The threads whose handles are in some of these cells, all of those that a loop has made; `None` if that is not known.
fn threads_of(
    facts: &mut Facts,
    skeleton: &Skeleton,
    at: NodeId,
    cells: &[TermId],
    threads: &[ThreadId],
) -> Option<Vec<ThreadId>> {
    let mut read = BTreeSet::new();
    for cell in cells {
        let [place] = facts.places(*cell).list[..] else { return None };
        read.insert((place.obj, place.inst, facts.terms.as_const(place.offset)?));
    }
    let mut out = Vec::new();
    for s in threads {
        let spawn = skeleton
            .nodes
            .iter_enumerated()
            .find(|(_, node)| node.items.last().and_then(|i| crate::thread::spawned(&i.event)) == Some(*s));
        let [handle] = facts.threads.all[*s].handle[..] else { return None };
        let (counter, times) = match own_loops(skeleton, spawn?.0, at)[..] {
            [] => (None, 1),
            [l] => {
                let times = turns(facts, skeleton, l)?;
                (Some(skeleton.loops[l].counter), facts.terms.as_const(times)?)
            }
            _ => return None,
        };
        let mut over = true;
        for k in 0..times {
            let mut round = Substitution::new();
            if let Some(x) = counter {
                round.insert(x, facts.terms.int(k));
            }
            let (inst, offset) =
                (facts.terms.subst(handle.inst, &mut round), facts.terms.subst(handle.offset, &mut round));
            over &= read.contains(&(handle.obj, inst, facts.terms.as_const(offset)?));
        }
        if over {
            out.push(*s);
        }
    }
    Some(out)
}
