//! What the thread level that a program asks for allows (MPI 4.1, 11.6; OpenSHMEM 1.6, 9.2) (theory, 6.6).
//!
//! Below the highest level either one thread alone makes all calls, or no two threads make calls at the same time. Only calls
//! that communicate or synchronise are considered.

use super::misplaced;
use crate::pending::concurrent::{ParallelPair, in_frame, of_another, parallel_pairs};
use crate::pending::locks::{ThreadLocks, held};
use crate::pending::misuse::normal;
use crate::pending::{Found, FoundPairs};
use crate::segment::Visit;
use rma_frontend::api::{Model, Routine};
use rma_frontend::ir::LocId;
use rma_skeleton::candidate::{Candidate, Conflict, Misuse, Pair, Processes};
use rma_skeleton::facts::Facts;
use rma_skeleton::overlap::counter_bounds;
use rma_skeleton::skeleton::{Actor, Event, OrderKind, Skeleton};
use rma_skeleton::thread::{Share, ThreadKind};
use rma_term::ids::{EventRef, PairId, SymId, TermId};
use std::collections::BTreeSet;

/// Calls of one thread at a time.
const SERIALIZED: i64 = 2;

/// The call of a communication library that an event belongs to. The event of a process that continues because of a fetched value has
/// none: the operation that fetched the value has its own event.
fn call(event: &Event) -> Option<&'static Routine> {
    let routine = match event {
        Event::Order(o) if matches!(o.kind, OrderKind::Observe { .. }) && o.routine.is_rma() => return None,
        Event::Epoch(e) => e.routine,
        Event::Order(o) => o.routine,
        Event::Issue(i) => i.routine,
        Event::Complete(c) => c.routine,
        Event::Access(a) => match &a.actor {
            Actor::Argument { routine, .. } => routine,
            Actor::Instruction(_) => return None,
        },
        _ => return None,
    };
    matches!(routine.model, Model::Mpi | Model::Shmem).then_some(routine)
}

/// Finds the calls that the level forbids.
pub(super) fn find(facts: &mut Facts, skeleton: &Skeleton, found: &mut Found, paths: &mut FoundPairs) {
    let Some(level) = facts.threads.level.filter(|l| facts.threads.any && *l <= SERIALIZED) else { return };
    if level < SERIALIZED {
        by_one(facts, skeleton, found, paths);
    } else {
        one_at_a_time(facts, skeleton, found, paths);
    }
}

/// Calls that another than the main thread may make.
fn by_one(facts: &mut Facts, skeleton: &Skeleton, found: &mut Found, paths: &mut FoundPairs) {
    let mut seen: BTreeSet<Option<LocId>> = BTreeSet::new();
    for (node, data) in skeleton.nodes.iter_enumerated() {
        for (i, item) in data.items.iter().enumerate() {
            let at = EventRef { node, item: i as u32, effect: 0 };
            if call(&item.event).is_none() || seen.contains(&item.loc) {
                continue;
            }
            let mut others = Vec::new();
            for s in facts.threads.around(skeleton, at) {
                let thread = &facts.threads.all[s];
                // Also those that are a team have been made by the main thread, and are others.
                if thread.kind == ThreadKind::Thread || facts.threads.handles.values().any(|t| *t == s) {
                    others.push(facts.terms.truth(true));
                } else {
                    let (number, zero) = (thread.number, facts.terms.int(0));
                    others.push(facts.terms.ne(number, zero));
                }
            }
            if others.is_empty() {
                continue;
            }
            let other = facts.terms.any(&others);
            let below = provided_below(facts, SERIALIZED);
            let other = facts.terms.all(&[vec![other], below].concat());
            seen.insert(item.loc);
            misplaced(facts, skeleton, at, Misuse::ThreadLevel, other, (found, paths));
        }
    }
}

/// Pairs of calls that two threads may make at the same time.
fn one_at_a_time(facts: &mut Facts, skeleton: &Skeleton, found: &mut Found, paths: &mut FoundPairs) {
    let locks = held(facts, skeleton);
    let mut seen: BTreeSet<(EventRef, EventRef)> = BTreeSet::new();
    for parallel_pair in parallel_pairs(facts, skeleton) {
        let second = usize::from(parallel_pair.team.is_none());
        let (first, second) =
            (calls(skeleton, &parallel_pair.paths[0].visits), calls(skeleton, &parallel_pair.paths[second].visits));
        for (a, v) in &first {
            for (b, w) in &second {
                let calls = (*a.min(b), *a.max(b));
                if parallel_pair.team.is_some() && a > b || seen.contains(&calls) {
                    continue;
                }
                if let Some(candidate) = concurrent(facts, skeleton, &parallel_pair, &locks, (*a, v), (*b, w)) {
                    seen.insert(calls);
                    let conflict = Conflict::Misuse(Misuse::ThreadLevel);
                    let pair =
                        Pair { first: *a, second: *b, conflict, processes: Processes::Same, later_iteration: false };
                    paths.add(found, pair, candidate);
                }
            }
        }
    }
}

/// The library provides no higher level than the requested one: the level that it returns decides (MPI 4.1, 11.6.2).
fn provided_below(facts: &mut Facts, level: i64) -> Vec<TermId> {
    let said: Vec<_> = facts.threads.provided.iter().copied().collect();
    let level = facts.terms.int(level);
    said.into_iter()
        .map(|x| {
            let x = facts.terms.sym(x);
            facts.terms.lt(x, level)
        })
        .collect()
}

fn calls<'v>(skeleton: &Skeleton, visits: &'v [Visit]) -> Vec<(EventRef, &'v Visit)> {
    let mut out = Vec::new();
    for v in visits {
        for i in v.from..v.to {
            if call(&skeleton.nodes[v.node].items[i as usize].event).is_some() {
                out.push((EventRef { node: v.node, item: i, effect: 0 }, v));
            }
        }
    }
    out
}

/// The conditions under which two threads make two calls, if nothing excludes it.
fn concurrent(
    facts: &mut Facts,
    skeleton: &Skeleton,
    parallel_pair: &ParallelPair,
    locks: &ThreadLocks,
    (a, v): (EventRef, &Visit),
    (b, w): (EventRef, &Visit),
) -> Option<Candidate> {
    let mut reach = v.path.conds.clone();
    let mut path = w.path.conds.clone();
    if let Some(team) = parallel_pair.team {
        reach = reach.into_iter().map(|c| of_another(facts, team, c)).collect();
        let number = facts.threads.all[team].number;
        let other = of_another(facts, team, number);
        path.push(facts.terms.ne(number, other));
    }
    for (at, visit, first, list) in [(a, v, true, &mut reach), (b, w, false, &mut path)] {
        let mut conds = skeleton.nodes[at.node].reach.clone();
        conds.extend(counter_bounds(facts, skeleton, at.node));
        list.extend(conds.into_iter().map(|c| said(facts, skeleton, parallel_pair, visit, first, c)));
    }
    for (l, of_a) in locks.at(a).into_iter().flatten() {
        for (m, of_b) in locks.at(b).into_iter().flatten() {
            let (x, y) =
                (said(facts, skeleton, parallel_pair, v, true, *l), said(facts, skeleton, parallel_pair, w, false, *m));
            if x == y && !(of_a.shared && of_b.shared) {
                return None;
            }
        }
    }
    // Each iteration of a worksharing loop, or section, is executed by one thread.
    let mut shares: Vec<(SymId, Share)> = facts.threads.shares.iter().map(|(x, share)| (*x, *share)).collect();
    shares.sort_unstable_by_key(|(x, _)| *x);
    for (lower, share) in shares {
        if parallel_pair.team.is_none() || facts.terms.syms[lower].thread != parallel_pair.team {
            continue;
        }
        let bounds = [lower, share.upper].map(|x| facts.terms.sym(x));
        let [[first_of_a, last_of_a], [first_of_b, last_of_b]] = [(v, true), (w, false)]
            .map(|(visit, first)| bounds.map(|t| said(facts, skeleton, parallel_pair, visit, first, t)));
        let [last_of_a, last_of_b] = [last_of_a, last_of_b].map(|last| facts.terms.add_int(last, -share.behind));
        let apart = [facts.terms.lt(last_of_a, first_of_b), facts.terms.lt(last_of_b, first_of_a)];
        path.push(facts.terms.any(&apart));
    }
    path.extend(provided_below(facts, SERIALIZED + 1));
    let lossy = [v, w].iter().any(|v| v.path.lossy || v.path.foreign > 0);
    let pair = PairId::from_raw(0);
    normal(
        facts,
        Candidate { pair, reach, path, overlaps: Vec::new(), lossy, unknown_pointer: false, turned: Vec::new() },
    )
}

/// A term at one of the calls, in the frame of both; of the first one as another thread's.
fn said(
    facts: &mut Facts,
    skeleton: &Skeleton,
    parallel_pair: &ParallelPair,
    v: &Visit,
    first: bool,
    t: TermId,
) -> TermId {
    if first {
        return in_frame(facts, skeleton, parallel_pair, &v.path, t);
    }
    parallel_pair.canonical(facts, skeleton, &v.path, t)
}
