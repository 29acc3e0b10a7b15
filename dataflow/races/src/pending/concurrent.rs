//! Two threads of one process between the same two barriers of their team (theory, 6.5).
//!
//! An operation that one thread issues there is concurrent with all events of the other thread there, whether they come before or
//! after it in the program text: nothing orders them. The same holds for the code of a task or thread and the events of its creator
//! until the creator waits for it. The path of each thread from the barrier is a [`Segment`]. So the terms of both paths refer to
//! the same iterations of the loops in which the team synchronises. Private values of threads are those of the issuer on one path
//! and those of the other thread on the other path.

use super::depend::TaskOrder;
use super::state::State;
use super::team::ISSUER;
use super::{PRECISIONS, Walk};
use crate::pending::search::Search;
use crate::segment::{Ends, FAR, Followed, Point, Segment, SegmentPath, Walker};
use rma_frontend::api::Bank;
use rma_skeleton::candidate::Overlap;
use rma_skeleton::facts::Facts;
use rma_skeleton::skeleton::paths::TopologicalOrder;
use rma_skeleton::skeleton::{Event, Issue, Skeleton, TeamEvent, TeamKind};
use rma_skeleton::thread::Handing;
use rma_term::ids::{EventRef, LoopId, SymId, TermId, ThreadId};
use rma_term::limits::Limit;
use rma_term::term::{Substitution, SymKind};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;
use std::rc::Rc;

/// Two paths from one place.
#[derive(Debug, Clone)]
pub(super) struct Concurrent {
    /// The point at which both paths begin.
    start: Point,
    /// The team that both threads are of.
    pub team: Option<ThreadId>,
    sync_loops: Rc<FxHashSet<LoopId>>,
    /// The path to the operation.
    pub first: Rc<SegmentPath>,
    /// The path to the access.
    pub second: Rc<SegmentPath>,
}

/// Pairs of places that run side by side: in a team both are on the first of the paths.
#[derive(Debug)]
pub(crate) struct ParallelPair {
    start: Point,
    pub team: Option<ThreadId>,
    pub paths: [Segment; 2],
}

impl ParallelPair {
    /// Loops around the place where it begins, outermost first.
    pub fn loops<'s>(&self, skeleton: &'s Skeleton) -> &'s [LoopId] {
        self.start.map_or(&[], |p| &skeleton.nodes[p.node].loops)
    }
}

impl ParallelPair {
    /// A term of an event on a path, in the iterations at the place where the paths part.
    pub fn canonical(&self, facts: &mut Facts, skeleton: &Skeleton, path: &SegmentPath, t: TermId) -> TermId {
        let sync_loops = facts.threads.lockstep.clone();
        Walker::new(facts, skeleton, &sync_loops, Followed::All, self.start).canonical(path, t)
    }
}

/// A term of an event on a path, in the iterations at the place where the paths part, of another thread of the team.
pub(crate) fn in_frame(
    facts: &mut Facts,
    skeleton: &Skeleton,
    parallel_pair: &ParallelPair,
    path: &SegmentPath,
    t: TermId,
) -> TermId {
    let t = parallel_pair.canonical(facts, skeleton, path, t);
    match parallel_pair.team {
        Some(team) => of_another(facts, team, t),
        None => t,
    }
}

/// A term in which the private values of each thread are those of another thread.
pub(crate) fn of_another(facts: &mut Facts, team: ThreadId, t: TermId) -> TermId {
    let mut own: Vec<SymId> = Vec::new();
    facts.terms.for_each_sym(t, &mut |x| own.push(x));
    own.retain(|x| facts.is_private(*x, team));
    if own.is_empty() {
        return t;
    }
    let mut s = Substitution::new();
    for x in own {
        let to = of_other_thread(facts, team, x);
        s.insert(x, to);
    }
    facts.terms.subst(t, &mut s)
}

/// A private value of another thread. What always holds for the value of a thread holds for that of the other one, with
/// the private values of that one.
pub(super) fn of_other_thread(facts: &mut Facts, team: ThreadId, x: SymId) -> TermId {
    if let Some(&known) = facts.earlier.get(&(x, ISSUER)) {
        return facts.terms.sym(known);
    }
    let fact = facts.terms.syms[x].fact.filter(|fact| facts.is_always_so(x, *fact));
    let other = super::step::earlier(facts, x, ISSUER);
    if let Some(fact) = fact {
        let fact = of_another(facts, team, fact);
        let id = facts.earlier[&(x, ISSUER)];
        facts.terms.syms[id].fact = Some(fact);
    }
    other
}

/// Finds what two threads of a process do to each other.
pub(super) fn find(search: &mut Search) {
    if !search.facts.threads.any {
        return;
    }
    let skeleton = search.skeleton;
    let sync_loops: Rc<FxHashSet<LoopId>> = Rc::new(search.facts.threads.lockstep.clone());
    let held = super::locks::held(search.facts, skeleton);
    for parallel_pair in parallel_pairs(search.facts, skeleton) {
        search.found.limited |= parallel_pair.paths.iter().any(|w| w.cut);
        let orders: &[[usize; 2]] = if parallel_pair.team.is_some() { &[[0, 0]] } else { &[[0, 1], [1, 0]] };
        for [a, b] in orders {
            let (first, second) = (&parallel_pair.paths[*a], &parallel_pair.paths[*b]);
            for (at, path, issue) in issues(skeleton, first) {
                for bank in [Bank::Own, Bank::Target] {
                    if issue.effects.iter().any(|e| e.bank == bank) {
                        // Only its conflicts in this pair matter, so its buffers may count as in no window.
                        let start = search.start(at, issue, bank);
                        let path = Rc::new(path.clone());
                        let pending = search.set_aside();
                        search.walk(&start, PRECISIONS[0]).check_concurrent(
                            &parallel_pair,
                            &sync_loops,
                            &path,
                            [first, second],
                            &held,
                        );
                        search.take_back(pending);
                    }
                }
            }
        }
    }
}

/// Every place where a team continues, and every task or thread with the code after its creation.
pub(crate) fn parallel_pairs(facts: &mut Facts, skeleton: &Skeleton) -> Vec<ParallelPair> {
    let mut out = Vec::new();
    let order = TopologicalOrder::new(skeleton);
    // Their first iterations are distinguished.
    let sync_loops: FxHashSet<LoopId> = facts.threads.lockstep.union(&facts.threads.waiting).copied().collect();
    for (node, data) in skeleton.nodes.iter_enumerated() {
        for (i, item) in data.items.iter().enumerate() {
            let Event::Team(TeamEvent { kind, thread: Some(s) }) = &item.event else { continue };
            let start = Some(EventRef { node, item: i as u32, effect: 0 });
            let mut from = |ends: Ends, start: Point| {
                Walker::new(facts, skeleton, &sync_loops, Followed::All, start).until(ends).segment(start, &order)
            };
            match kind {
                TeamKind::Fork | TeamKind::Barrier => {
                    let path = from(Ends::Team(*s), start);
                    out.push(ParallelPair { start, team: Some(*s), paths: [path, Segment::default()] });
                }
                TeamKind::SpawnEnd => {
                    let Some(begin) = spawn_of(skeleton, *s) else { continue };
                    let paths = [from(Ends::Spawned(*s), Some(begin)), from(Ends::Awaited(*s), start)];
                    out.push(ParallelPair { start, team: None, paths });
                }
                _ => {}
            }
        }
    }
    out.retain(|s| s.team.is_none_or(|t| facts.terms.as_const(facts.threads.all[t].number).is_none()));
    out
}

/// The event at which the code of a task or thread begins.
pub(super) fn spawn_of(skeleton: &Skeleton, s: ThreadId) -> Option<EventRef> {
    skeleton.nodes.iter_enumerated().find_map(|(node, data)| {
        let is =
            |e: &Event| matches!(e, Event::Team(TeamEvent { kind: TeamKind::Spawn, thread }) if *thread == Some(s));
        let item = data.items.iter().position(|i| is(&i.event))? as u32;
        Some(EventRef { node, item, effect: 0 })
    })
}

fn issues<'w>(skeleton: &'w Skeleton, segment: &'w Segment) -> Vec<(EventRef, &'w SegmentPath, &'w Issue)> {
    let mut out = Vec::new();
    for v in &segment.visits {
        for i in v.from..v.to {
            if let Event::Issue(issue) = &skeleton.nodes[v.node].items[i as usize].event {
                out.push((EventRef { node: v.node, item: i, effect: 0 }, &v.path, &**issue));
            }
        }
    }
    out
}

impl Walk<'_, '_> {
    fn check_concurrent(
        &mut self,
        parallel_pair: &ParallelPair,
        sync_loops: &Rc<FxHashSet<LoopId>>,
        path: &Rc<SegmentPath>,
        [mine, other]: [&Segment; 2],
        held: &super::locks::ThreadLocks,
    ) {
        let skeleton = self.skeleton;
        for v in &other.visits {
            let interesting =
                |i: &u32| matches!(skeleton.nodes[v.node].items[*i as usize].event, Event::Access(_) | Event::Issue(_));
            let items: Vec<u32> = (v.from..v.to).filter(interesting).collect();
            if items.is_empty() {
                continue;
            }
            self.concurrent = Some(Concurrent {
                start: parallel_pair.start,
                team: parallel_pair.team,
                sync_loops: sync_loops.clone(),
                first: path.clone(),
                second: Rc::new(v.path.clone()),
            });
            let Some(state) = self.side_by_side(parallel_pair.team, path, &v.path) else { continue };
            for i in items {
                let here = EventRef { node: v.node, item: i, effect: 0 };
                let mut differ = Vec::new();
                let waits = [
                    self.dependent_tasks(here, &mut differ),
                    self.in_one_lock(held, here),
                    self.runs_once(held, here),
                    self.by_awaited_store([mine, other], here),
                ];
                if waits.contains(&TaskOrder::Yes) {
                    continue;
                }
                let mut state = state.clone();
                state.lossy |= waits.contains(&TaskOrder::Perhaps);
                self.found_notification(&mut state, other, here, &mut differ);
                if !differ.into_iter().all(|cond| state.assume(&mut self.facts.terms, cond)) {
                    continue;
                }
                for state in self.unless_told(state, other, here) {
                    self.check_against(&state, held, here);
                }
            }
        }
        self.concurrent = None;
    }

    /// Checks the operation against an event of the other thread.
    fn check_against(&mut self, state: &State, held: &super::locks::ThreadLocks, here: EventRef) {
        match &self.skeleton.nodes[here.node].items[here.item as usize].event {
            Event::Access(a) if self.bank == Bank::Target => self.check_at_target(state, a, here),
            Event::Access(a) => self.check(state, a, here, false),
            // Pairs of operations are found from the first of them, unless that is complete when another thread gets there.
            // A blocking call's use of its buffers is an access of its own; a pair of it and an operation is found from the operation.
            Event::Issue(op) if op.is_blocking() || self.issue.is_blocking() => {}
            Event::Issue(_) if here < self.at && !self.is_over_in_lock(held, here) => {}
            Event::Issue(op) if self.bank == Bank::Target => self.check_operation(state, op, here),
            Event::Issue(op) => {
                for (n, e) in op.effects.iter().enumerate().filter(|(_, e)| e.bank == Bank::Own) {
                    self.check(state, e, EventRef { effect: n as u32, ..here }, true);
                }
            }
            _ => {}
        }
    }

    /// The state in which the two threads run concurrently; `None` if they never do.
    fn side_by_side(&mut self, team: Option<ThreadId>, first: &Rc<SegmentPath>, second: &SegmentPath) -> Option<State> {
        let mut state = State::start(self);
        // What may have waited for the other thread is no proof of a race.
        state.lossy = first.lossy || second.lossy || first.foreign > 0 || second.foreign > 0;
        if let Some(team) = team {
            let number = self.facts.threads.all[team].number;
            let issuer = self.rename_private(team, number);
            let differ = self.facts.terms.ne(issuer, number);
            state.assume(&mut self.facts.terms, differ).then_some(())?;
        }
        for c in &first.conds {
            let c = match team {
                Some(team) => self.rename_private(team, *c),
                None => *c,
            };
            state.assume(&mut self.facts.terms, c).then_some(())?;
        }
        for c in &second.conds {
            state.assume(&mut self.facts.terms, *c).then_some(())?;
        }
        // Iterations that are not counted any more come after those that are.
        let loops = self.concurrent.as_ref().and_then(|b| b.start).map(|p| self.skeleton.nodes[p.node].loops.clone());
        for path in [&**first, second] {
            let Some(i) = path.iterations.iter().position(|t| *t != 0).filter(|i| path.iterations[*i] == FAR) else {
                continue;
            };
            let Some(l) = loops.as_ref().and_then(|l| l.get(i)) else { continue };
            let k = self.facts.terms.sym(self.skeleton.loops[*l].counter);
            let far = self.as_second(path, k);
            let least = self.facts.terms.add_int(k, self.facts.terms.limits.get::<i64>(Limit::SegmentIterations) + 1);
            let later = self.facts.terms.le(least, far);
            state.assume(&mut self.facts.terms, later).then_some(())?;
        }
        Some(state)
    }

    /// A term of the operation, expressed in terms of the place where both begin.
    pub(super) fn as_first(&mut self, path: &SegmentPath, t: TermId) -> TermId {
        let Some(Concurrent { start, team, sync_loops, .. }) = self.concurrent.clone() else { return t };
        let t = Walker::new(self.facts, self.skeleton, &sync_loops, Followed::All, start).canonical(path, t);
        match team {
            Some(team) => self.rename_private(team, t),
            None => t,
        }
    }

    /// A term of the access.
    pub(super) fn as_second(&mut self, path: &SegmentPath, t: TermId) -> TermId {
        let Some(Concurrent { start, sync_loops, .. }) = self.concurrent.clone() else { return t };
        Walker::new(self.facts, self.skeleton, &sync_loops, Followed::All, start).canonical(path, t)
    }

    /// A term in which the private values of each thread are those of the issuing thread.
    fn rename_private(&mut self, team: ThreadId, t: TermId) -> TermId {
        of_another(self.facts, team, t)
    }

    /// Whether the event has run before the operation in code that runs once, or the other way round, or only one thread runs both. An
    /// operation that may outlast such code is still pending behind it.
    fn runs_once(&self, held: &super::locks::ThreadLocks, here: EventRef) -> TaskOrder {
        let ends = |l: TermId| !self.outlasting.contains(&(EventRef { effect: 0, ..self.at }, self.bank, l));
        let before = held.of_code_run_before(self.at, here).any(ends);
        let after = held.of_code_run_before(here, self.at).next().is_some();
        if before || after || held.in_one_run(self.at, here) { TaskOrder::Yes } else { TaskOrder::No }
    }

    /// Whether the operation and the event are inside one lock, so that the operation is complete before the event: either before its
    /// thread releases the lock, or perhaps because the thread that takes the lock next completes it first.
    fn in_one_lock(&mut self, held: &super::locks::ThreadLocks, here: EventRef) -> TaskOrder {
        let (Some(first), Some(second)) = (held.at(self.at), held.at(here)) else { return TaskOrder::No };
        let at = EventRef { effect: 0, ..self.at };
        let state = State::start(self);
        let mut answer = TaskOrder::No;
        for (l, of_first) in first {
            for (m, of_second) in second.iter().filter(|(_, of_second)| !(of_first.shared && of_second.shared)) {
                let (x, y) = (self.at_issue(&state, *l), self.now(&state, *m));
                let same = self.facts.terms.eq(x, y);
                if !self.facts.terms.is_true(same) {
                    continue;
                }
                if !self.outlasting.contains(&(at, self.bank, *l)) {
                    return TaskOrder::Yes;
                }
                if of_second.completed {
                    answer = TaskOrder::Perhaps;
                }
            }
        }
        answer
    }

    /// Whether an event is in a lock of the operation's, in which what is issued there is completed too.
    fn is_over_in_lock(&self, held: &super::locks::ThreadLocks, here: EventRef) -> bool {
        let (Some(own), Some(there)) = (held.at(self.at), held.at(here)) else { return false };
        let ends = |l: &TermId| !self.outlasting.contains(&(EventRef { effect: 0, ..here }, self.bank, *l));
        there.iter().any(|(l, x)| own.get(l).is_some_and(|y| !(x.shared && y.shared)) && ends(l))
    }

    /// Different threads have different parts of the iterations of a worksharing loop, and each chunk is distributed
    /// once.
    pub(super) fn of_shares(&mut self, state: &State, path: &mut Vec<TermId>, reach: &[TermId], overlaps: &[Overlap]) {
        if self.facts.threads.shares.is_empty() {
            return;
        }
        let mut seen: BTreeSet<SymId> = BTreeSet::new();
        let terms = &self.facts.terms;
        let mut look = |t: TermId| terms.for_each_sym(t, &mut |x| _ = seen.insert(x));
        path.iter().chain(reach).for_each(|t| look(*t));
        for o in overlaps {
            for e in std::iter::once(&o.first).chain(&o.second) {
                look(e.offset);
                look(e.inst);
                look(e.block.offset);
                e.block.dims.iter().for_each(|d| {
                    look(d.count);
                    look(d.stride);
                });
                e.block.len.into_iter().for_each(&mut look);
            }
        }
        let mut versions: Vec<(SymId, Vec<(u32, bool)>)> = Vec::new();
        for x in seen {
            let (root, chain) = self.chain(x);
            let shares = &self.facts.threads.shares;
            let lower = if shares.contains_key(&root) {
                Some(root)
            } else {
                shares.iter().find(|(_, s)| s.upper == root).map(|(l, _)| *l)
            };
            if let Some(l) = lower
                && !versions.contains(&(l, chain.clone()))
            {
                versions.push((l, chain));
            }
        }
        versions.sort();
        // What another thread has follows from its number.
        for (l, chain) in versions.iter().filter(|(_, chain)| chain.iter().any(|(round, _)| *round == ISSUER)) {
            for x in [*l, self.facts.threads.shares[l].upper] {
                path.extend(self.fact_of_version(x, chain));
            }
        }
        for (n, (l, a)) in versions.iter().enumerate() {
            for (m, b) in &versions[n + 1..] {
                path.extend(self.apart_as_shares(state, (*l, a), (*m, b)));
            }
        }
    }

    fn apart_as_shares(
        &mut self,
        state: &State,
        (l, a): (SymId, &[(u32, bool)]),
        (m, b): (SymId, &[(u32, bool)]),
    ) -> Option<TermId> {
        let shares = &self.facts.threads.shares;
        let (first, second) = (shares[&l], shares[&m]);
        if first.family != second.family {
            return None;
        }
        let issuer = |c: &[(u32, bool)]| c.iter().any(|(r, _)| *r == ISSUER);
        let threads = issuer(a) != issuer(b);
        if !threads {
            // Chunks of one thread differ during one execution of the loop.
            let def = self.facts.terms.syms[l].def_loop?;
            let i = self.loops.iter().position(|x| *x == def)?;
            let same = state.rel.get(..i)?.iter().all(|r| *r == super::state::Rel::Ahead(0));
            if l != m || first.handing == Handing::Part || !same || self.concurrent.is_some() {
                return None;
            }
        } else if first.handing == Handing::OnRequest && self.concurrent.is_none() {
            return None;
        }
        let (la, lb) = (self.version(l, a), self.version(m, b));
        let (ua, ub) = (self.version(first.upper, a), self.version(second.upper, b));
        let terms = &mut self.facts.terms;
        let (ua, ub) = (terms.add_int(ua, -first.behind), terms.add_int(ub, -second.behind));
        let mut paths = vec![terms.lt(ua, lb), terms.lt(ub, la)];
        if !threads && first.handing == Handing::RoundRobin {
            // A thread's later chunk comes after its earlier ones.
            let of_issue = |c: &[(u32, bool)]| !c.is_empty() && c.iter().all(|(_, walk)| *walk);
            match (of_issue(a), of_issue(b)) {
                (true, false) if b.is_empty() => paths.truncate(1),
                (false, true) if a.is_empty() => _ = paths.remove(0),
                _ => {}
            }
        }
        if threads && self.concurrent.is_none() {
            // It may be the very thread.
            let thread = self.facts.terms.syms[l].thread?;
            let number = self.facts.threads.all[thread].number;
            let issuer = self.rename_private(thread, number);
            paths.push(self.facts.terms.eq(number, issuer));
        }
        Some(self.facts.terms.any(&paths))
    }

    /// The symbol that a symbol is a version of, and how, the first step first; whether a walk or a segment has made it.
    fn chain(&self, x: SymId) -> (SymId, Vec<(u32, bool)>) {
        let (mut x, mut chain) = (x, Vec::new());
        while let SymKind::Earlier(of, round) = self.facts.terms.syms[x].kind {
            chain.push((round, self.facts.earlier.get(&(of, round)) == Some(&x)));
            x = of;
        }
        chain.reverse();
        (x, chain)
    }

    /// The fact about a symbol, rewritten for a version of the symbol. Symbols in the fact that may have another
    /// version get one.
    fn fact_of_version(&mut self, x: SymId, chain: &[(u32, bool)]) -> Option<TermId> {
        let (fact, thread) = (self.facts.terms.syms[x].fact?, self.facts.terms.syms[x].thread?);
        let (mut fact, mut own) = (fact, x);
        for step in chain {
            let mut all = Vec::new();
            self.facts.terms.for_each_sym(fact, &mut |y| all.push(y));
            let mut s = Substitution::new();
            for y in all {
                let sym = &self.facts.terms.syms[y];
                let varies = match step.0 {
                    ISSUER => self.facts.is_private(y, thread),
                    _ => sym.def_loop.is_some() || matches!(sym.kind, SymKind::Earlier(..)),
                };
                if varies || y == own {
                    let t = self.version(y, std::slice::from_ref(step));
                    s.insert(y, t);
                }
            }
            fact = self.facts.terms.subst(fact, &mut s);
            let next = self.version(own, std::slice::from_ref(step));
            if let rma_term::term::Term::Sym(y) = *self.facts.terms.get(next) {
                own = y;
            }
        }
        Some(fact)
    }

    fn version(&mut self, x: SymId, chain: &[(u32, bool)]) -> TermId {
        let mut t = self.facts.terms.sym(x);
        let mut x = x;
        for (round, walk) in chain {
            t = if *walk { self.earlier(x, *round) } else { crate::segment::later(self.facts, x, *round) };
            if let rma_term::term::Term::Sym(y) = *self.facts.terms.get(t) {
                x = y;
            }
        }
        t
    }
}
