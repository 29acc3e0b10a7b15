//! Threads that one loop makes and another waits for: `for (t = 0; t < n; t++) pthread_create(..)`, then `for (..) pthread_join(..)`
//! (theory, 5.2).
//!
//! These threads are a team: all of them run the same code, the number of a thread is the number of the iteration that creates it,
//! and code after the second loop runs after all of them. In the original skeleton the code of a thread is inside an iteration, as
//! if the threads ran one after the other. This pass replaces the first loop by the begin of a team, and the end of the thread's
//! code by the end of the team. A barrier object that is initialised for as many threads as the loop creates is a barrier of the
//! team (POSIX.1-2017, `pthread_barrier_wait`).
//!
//! Invariants: a loop is not changed if the creating thread has any other event that matters before it has waited for all threads,
//! if the two loops differ in the number of their iterations, if an iteration may wait for no thread, or if a term after the loop refers to its iterations.

use super::shortcuts::each_term;
use crate::facts::Facts;
use crate::skeleton::{Edge, Event, Item, Node, Skeleton, TeamEvent, TeamKind};
use crate::thread::ThreadKind;
use rma_term::ids::{LoopId, NodeId, TermId, ThreadId};
use rma_term::term::{SymKind, Term};
use rustc_hash::FxHashSet;

/// A loop that makes threads and does nothing else.
struct Making {
    l: LoopId,
    header: NodeId,
    thread: ThreadId,
    /// The first and the last node of the code of a thread.
    code: (NodeId, NodeId),
    /// What follows the loop.
    next: NodeId,
    /// How many threads it makes.
    size: TermId,
}

/// Makes teams of the threads of such loops.
pub fn unite(facts: &mut Facts, skeleton: &mut Skeleton) {
    if !facts.threads.any {
        return;
    }
    for l in skeleton.loops.indices() {
        if let Some(making) = making(facts, skeleton, l)
            && all_joined(facts, skeleton, &making)
            && !is_spoken_of(facts, skeleton, l)
        {
            begin_team(facts, skeleton, &making);
            find_barriers(facts, skeleton, &making);
        }
    }
    super::joined_threads::tell_apart(facts, skeleton);
}

/// The loops around a node that are not around another one.
pub(super) fn own_loops(skeleton: &Skeleton, at: NodeId, other: NodeId) -> Vec<LoopId> {
    let around = &skeleton.nodes[other].loops;
    skeleton.nodes[at].loops.iter().copied().filter(|l| !around.contains(l)).collect()
}

/// Events that do not synchronise with another thread and touch no memory that another thread may touch.
fn is_quiet(item: &Item) -> bool {
    matches!(item.event, Event::Death { .. })
}

fn team(item: &Item) -> Option<&TeamEvent> {
    match &item.event {
        Event::Team(t) => Some(t),
        _ => None,
    }
}

/// The number of iterations of a loop, if the loop is executed at all.
pub(super) fn turns(facts: &mut Facts, skeleton: &Skeleton, l: LoopId) -> Option<TermId> {
    let data = &skeleton.loops[l];
    let trips = data.trips?;
    let whole = facts.terms.add_int(trips, i64::from(data.body_at_last));
    let Term::Ite(_, some, none) = *facts.terms.get(trips) else { return Some(whole) };
    if facts.terms.as_const(none) != Some(0) {
        return Some(whole);
    }
    let some = facts.terms.add_int(some, i64::from(data.body_at_last));
    // A body before the exit is executed once if not more often.
    let known = !data.body_at_last || is_positive(facts, &skeleton.nodes[data.header?], some);
    Some(if known { some } else { whole })
}

/// Whether a number is known to be positive at a node.
fn is_positive(facts: &mut Facts, node: &Node, t: TermId) -> bool {
    let one = facts.terms.int(1);
    let positive = facts.terms.le(one, t);
    facts.terms.is_true(positive) || node.reach.contains(&positive)
}

fn making(facts: &mut Facts, skeleton: &Skeleton, l: LoopId) -> Option<Making> {
    let data = &skeleton.loops[l];
    if data.recursion || !data.values.is_empty() || !data.states.is_empty() {
        return None;
    }
    let header = data.header?;
    let (mut begins, mut exits): (Option<(ThreadId, NodeId, NodeId)>, Vec<NodeId>) = (None, Vec::new());
    // The nodes of the loop but those of the thread's code.
    let mut seen: FxHashSet<NodeId> = FxHashSet::from_iter([header]);
    let mut work = vec![header];
    while let Some(node) = work.pop() {
        let data = &skeleton.nodes[node];
        if data.loops.last() != Some(&l) {
            return None;
        }
        let mut inside = None;
        for item in &data.items {
            match team(item).map(|t| (&t.kind, t.thread)) {
                Some((TeamKind::Spawn, Some(s))) if begins.is_none() => {
                    let ends = |n: &NodeId| ends_thread(skeleton, *n, s);
                    let mut to = data.succs.iter().map(|e| e.to);
                    let (past, code) = (to.clone().find(ends)?, to.find(|n| !ends(n))?);
                    begins = Some((s, code, past));
                    inside = Some(code);
                }
                Some((TeamKind::SpawnEnd, Some(_))) => {}
                _ if is_quiet(item) => {}
                _ => return None,
            }
        }
        for edge in data.succs.iter().filter(|e| Some(e.to) != inside) {
            match skeleton.nodes[edge.to].loops.contains(&l) {
                true if seen.insert(edge.to) => work.push(edge.to),
                true => {}
                false => exits.push(edge.to),
            }
        }
    }
    let (thread, code, end) = begins?;
    let [next] = exits[..] else { return None };
    let posix = facts.threads.all[thread].kind == ThreadKind::Thread;
    let size = turns(facts, skeleton, l)?;
    posix.then_some(Making { l, header, thread, code: (code, end), next, size })
}

fn ends_thread(skeleton: &Skeleton, node: NodeId, s: ThreadId) -> bool {
    let first = skeleton.nodes[node].items.first().and_then(team);
    first.is_some_and(|t| matches!(t.kind, TeamKind::SpawnEnd) && t.thread == Some(s))
}

/// Between the loop that creates the threads and any event that matters there is only a loop that waits for as many
/// threads.
fn all_joined(facts: &mut Facts, skeleton: &Skeleton, making: &Making) -> bool {
    let around = skeleton.nodes[making.header].loops.len() - 1;
    let mut at = making.next;
    // A path without branches, as far as it goes.
    for _ in 0..skeleton.nodes.len() {
        let data = &skeleton.nodes[at];
        if data.loops.len() > around {
            let Some(l) = data.loops.get(around).copied().filter(|l| skeleton.loops[*l].begins_at(at)) else {
                return false;
            };
            let Some(joined) = turns(facts, skeleton, l) else { return false };
            let same = facts.terms.eq(joined, making.size);
            return facts.terms.is_true(same) && waits_in(skeleton, l, making.thread);
        }
        for item in &data.items {
            match team(item).map(|t| &t.kind) {
                Some(TeamKind::AwaitThreads(threads)) if threads[..] == [making.thread] => {
                    return facts.terms.as_const(making.size) == Some(1);
                }
                _ if is_quiet(item) => {}
                _ => return false,
            }
        }
        // An edge against what is known there is none.
        let known = |e: &&Edge| {
            let not = facts.terms.not(e.cond);
            !data.reach.contains(&not)
        };
        let open: Vec<NodeId> = data.succs.iter().filter(known).map(|e| e.to).collect();
        let [next] = open[..] else { return false };
        at = next;
    }
    false
}

/// Whether the iterations of a loop wait for a thread each, and do nothing else.
fn waits_in(skeleton: &Skeleton, l: LoopId, s: ThreadId) -> bool {
    let mut waits = Vec::new();
    for (at, node) in skeleton.nodes.iter_enumerated().filter(|(_, n)| n.loops.contains(&l)) {
        if node.loops.last() != Some(&l) {
            return false;
        }
        for item in &node.items {
            match team(item).map(|t| &t.kind) {
                Some(TeamKind::AwaitThreads(threads)) if threads[..] == [s] => waits.push(at),
                _ if is_quiet(item) => {}
                _ => return false,
            }
        }
    }
    matches!(waits[..], [at] if is_in_each_turn(skeleton, l, at))
}

/// Whether each iteration of a loop but the one that leaves it leads through a node, and the loop is left at one place.
pub(super) fn is_in_each_turn(skeleton: &Skeleton, l: LoopId, node: NodeId) -> bool {
    let Some(header) = skeleton.loops[l].header else { return false };
    let inside = |n: NodeId| skeleton.nodes[n].loops.contains(&l);
    let exits = skeleton.nodes.iter().filter(|n| n.loops.contains(&l));
    let exits = exits.flat_map(|n| &n.succs).filter(|e| !inside(e.to)).count();
    let mut seen: FxHashSet<NodeId> = FxHashSet::default();
    let mut work = vec![header];
    while let Some(at) = work.pop().filter(|_| header != node) {
        for edge in skeleton.nodes[at].succs.iter().filter(|e| inside(e.to)) {
            if edge.to == header {
                return false;
            }
            if edge.to != node && seen.insert(edge.to) {
                work.push(edge.to);
            }
        }
    }
    exits == 1
}

/// Whether any term outside of a loop refers to its iterations.
fn is_spoken_of(facts: &Facts, skeleton: &Skeleton, l: LoopId) -> bool {
    let mut found = false;
    let mut look = |t: TermId| {
        found |= facts.terms.any_sym(t, |x| {
            let sym = &facts.terms.syms[x];
            sym.def_loop == Some(l) || x == skeleton.loops[l].counter
        });
    };
    for node in skeleton.nodes.iter().filter(|n| !n.loops.contains(&l)) {
        node.items.iter().for_each(|i| each_term(&i.event, &mut look));
        node.succs.iter().for_each(|e| look(e.cond));
        node.reach.iter().for_each(|t| look(*t));
    }
    found
}

/// The loop's header begins the team, the end of a thread's code ends it.
fn begin_team(facts: &mut Facts, skeleton: &mut Skeleton, making: &Making) {
    let Making { l, header, thread, code: (code, end), next, size } = *making;
    let parent = skeleton.loops[l].parent;
    let counter = skeleton.loops[l].counter;
    for sym in facts.terms.syms.iter_mut().filter(|s| s.def_loop == Some(l)) {
        sym.def_loop = parent;
        sym.thread = sym.thread.or(Some(thread));
    }
    let sym = &mut facts.terms.syms[counter];
    (sym.kind, sym.thread, sym.lo, sym.below) = (SymKind::Thread, Some(thread), Some(0), Some(size));
    let number = facts.terms.sym(counter);
    let data = &mut facts.threads.all[thread];
    (data.kind, data.number, data.size) = (ThreadKind::Team, number, size);
    let parents = facts.loops.iter_mut().map(|x| &mut x.parent);
    for p in parents.chain(skeleton.loops.iter_mut().map(|x| &mut x.parent)).filter(|p| **p == Some(l)) {
        *p = parent;
    }
    skeleton.loops[l].header = None;
    for node in &mut skeleton.nodes {
        node.loops.retain(|x| *x != l);
        for item in &mut node.items {
            if let Event::Team(TeamEvent { kind: TeamKind::AwaitThreads(threads), .. }) = &mut item.event {
                threads.retain(|s| *s != thread);
            }
        }
    }
    let place =
        skeleton.nodes.iter().flat_map(|n| &n.items).find(
            |i| matches!(&i.event, Event::Team(t) if matches!(t.kind, TeamKind::Spawn) && t.thread == Some(thread)),
        );
    let Some((loc, ctx)) = place.map(|i| (i.loc, i.ctx)) else { return };
    let item = |kind| Item { event: Event::Team(TeamEvent { kind, thread: Some(thread) }), loc, ctx, inst: None };
    let yes = facts.terms.truth(true);
    let step = |to: NodeId, cond: TermId| Edge { to, cond, iterations: None };
    let own = |t: &TermId, facts: &Facts| !facts.terms.any_sym(*t, |x| x == counter);
    let one = facts.terms.int(1);
    let some = facts.terms.le(one, size);
    let none = facts.terms.not(some);
    if facts.terms.is_true(some) || skeleton.nodes[header].reach.contains(&some) {
        let node = &mut skeleton.nodes[header];
        (node.items, node.succs) = (vec![item(TeamKind::Fork)], vec![step(code, yes)]);
    } else {
        let mut reach = skeleton.nodes[header].reach.clone();
        reach.push(some);
        let loops = skeleton.nodes[header].loops.clone();
        let begin = Node { items: vec![item(TeamKind::Fork)], succs: vec![step(code, yes)], loops, reach };
        let begin = skeleton.nodes.push(begin);
        let node = &mut skeleton.nodes[header];
        (node.items, node.succs) = (Vec::new(), vec![step(begin, some), step(next, none)]);
    }
    skeleton.nodes[header].reach.retain(|t| own(t, facts));
    let node = &mut skeleton.nodes[end];
    (node.items, node.succs) = (vec![item(TeamKind::Join)], vec![step(next, yes)]);
    node.reach.retain(|t| own(t, facts));
}

/// Finds barrier objects that are barriers of a team: they are for as many threads as the team has, and all threads pass each of their
/// calls.
fn find_barriers(facts: &mut Facts, skeleton: &mut Skeleton, making: &Making) {
    let meets = |kind: &TeamKind| match kind {
        TeamKind::Meet(barrier) => Some(*barrier),
        _ => None,
    };
    let mut calls: Vec<NodeId> = Vec::new();
    for (id, node) in skeleton.nodes.iter_enumerated() {
        for t in node.items.iter().filter_map(team).filter(|t| t.thread == Some(making.thread)) {
            let Some(barrier) = meets(&t.kind) else { continue };
            let mut made = facts.threads.barriers.iter().filter(|(b, _)| *b == barrier).map(|(_, count)| *count);
            let (Some(count), None) = (made.next(), made.next()) else { return };
            let same = facts.terms.eq(count, making.size);
            if !facts.terms.is_true(same) {
                return;
            }
            calls.push(id);
        }
    }
    if !calls.iter().all(|id| is_passed_by_all(skeleton, making, *id)) {
        return;
    }
    for id in calls {
        for item in &mut skeleton.nodes[id].items {
            if let Event::Team(t) = &mut item.event
                && t.thread == Some(making.thread)
                && meets(&t.kind).is_some()
            {
                t.kind = TeamKind::Barrier;
            }
        }
    }
}

/// Whether each path through the code of a thread, or through an iteration of the innermost loop around a node, leads through the node.
fn is_passed_by_all(skeleton: &Skeleton, making: &Making, node: NodeId) -> bool {
    let (from, to) = match skeleton.nodes[node].loops.last() {
        Some(l) if !skeleton.nodes[making.header].loops.contains(l) => match skeleton.loops[*l].header {
            Some(header) => (header, header),
            None => return false,
        },
        _ => making.code,
    };
    if from == node {
        return true;
    }
    let mut seen: FxHashSet<NodeId> = FxHashSet::from_iter([from]);
    let mut work = vec![from];
    while let Some(at) = work.pop() {
        for edge in &skeleton.nodes[at].succs {
            if edge.to == to {
                return false;
            }
            if edge.to != node && seen.insert(edge.to) {
                work.push(edge.to);
            }
        }
    }
    true
}
