//! Segments: the events of a process from one synchronisation to the next (theory, 7.1).
//!
//! From a synchronisation (or the start of the program) control is followed forward up to the next ones. Every event
//! on the path is recorded with the conditions of the branches taken. Terms refer to the iterations at the start: in a
//! loop around the start the counter is `k + d` after d iterations; a loop that is entered on the path may be in any
//! iteration.

mod arrivals;

use crate::pending::leave_nothing;
use arrivals::Arrivals;
use rma_frontend::api::Epoch;
use rma_skeleton::awaited::{Waited, awaited};
use rma_skeleton::facts::{Facts, SymKey};
use rma_skeleton::skeleton::paths::TopologicalOrder;
use rma_skeleton::skeleton::{Direction, Event, OrderKind, Skeleton, TeamEvent, TeamKind};
use rma_term::ids::{EventRef, LoopId, NodeId, SymId, TermId, ThreadId};
use rma_term::limits::Limit;
use rma_term::term::{Knowledge, Substitution, Sym, SymKind, Term};
use rustc_hash::FxHashSet;
use std::collections::{BTreeMap, BTreeSet};

/// Code of more iterations than that.
pub(crate) const FAR: u8 = u8::MAX;

/// A place of a process: after a synchronisation, or at the start of the program.
pub(crate) type Point = Option<EventRef>;

/// A path from the start of a segment.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct SegmentPath {
    /// Iterations of each loop around the start, outermost first.
    pub iterations: Vec<u8>,
    /// Loops with synchronisations entered on the path, perhaps again, that are in this one of their first iterations.
    pub entered: BTreeMap<LoopId, u8>,
    /// Loops with synchronisations around the start that the path has left and entered again, with the number of iterations
    /// before it left.
    pub left: BTreeMap<LoopId, u8>,
    /// Branches taken, in terms of the start.
    pub conds: Vec<TermId>,
    /// The path contains a branch on which another process may take the other edge.
    pub diverged: bool,
    /// Calls passed that may synchronise, up to [`Limit::ForeignCalls`].
    pub foreign: u8,
    /// Conditions were dropped, or the path may pass a synchronisation in an iteration that is not counted.
    pub lossy: bool,
}

/// A node, and the properties of a path to it that are distinguished. In the order in which places are visited.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    iterations: Vec<u8>,
    /// The node's number in the [`TopologicalOrder`].
    order: u32,
    node: NodeId,
    entered: BTreeMap<LoopId, u8>,
    left: BTreeMap<LoopId, u8>,
    foreign: u8,
}

/// A node of a segment: its items `from..to` are in it.
#[derive(Debug, Clone)]
pub(crate) struct Visit {
    pub node: NodeId,
    pub from: u32,
    pub to: u32,
    pub path: SegmentPath,
}

/// A synchronisation at the end of a segment.
#[derive(Debug, Clone)]
pub(crate) struct Exit {
    /// Which.
    pub at: EventRef,
    /// The path to it.
    pub path: SegmentPath,
    /// The event, in terms of the segment's start.
    pub event: Event,
}

/// A segment.
#[derive(Debug, Clone, Default)]
pub(crate) struct Segment {
    /// Loops around the start, outermost first.
    pub loops: Vec<LoopId>,
    /// The events in it.
    pub visits: Vec<Visit>,
    /// The synchronisations that end it.
    pub exits: Vec<Exit>,
    /// The segment was not followed to its end.
    pub cut: bool,
}

/// How much of the order between processes is followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Followed {
    /// All of it.
    All,
    /// Blocking collectives to which all contribute, and the epochs of windows.
    Epochs,
    /// As before, and fences are the only epoch calls that end segments.
    Barriers,
}

/// Whether an event synchronises with other processes, at this level of detail.
pub(crate) fn synchronises(event: &Event, followed: Followed) -> bool {
    match event {
        Event::Order(o) if followed != Followed::All => {
            matches!(o.kind, OrderKind::Collective { direction: Direction::AllToAll, request: None, .. })
        }
        Event::Epoch(e) if followed == Followed::Barriers => e.change == Epoch::Fence,
        Event::Order(o) => !matches!(o.kind, OrderKind::Collective { direction: Direction::None, .. }),
        Event::Epoch(e) => {
            matches!(e.change, Epoch::Fence | Epoch::Post | Epoch::Start | Epoch::Complete | Epoch::Wait | Epoch::Test)
        }
        _ => false,
    }
}

/// Condition under which a call of a program synchronises.
fn passed_if(event: &Event) -> Option<TermId> {
    match event {
        Event::Order(o) => Some(o.cond),
        Event::Epoch(e) => Some(e.cond),
        _ => None,
    }
}

/// The events that end a segment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ends {
    /// Synchronisations with other processes.
    Processes,
    /// Barriers of a team, and its end.
    Team(ThreadId),
    /// The end of the code of a task or thread.
    Spawned(ThreadId),
    /// The wait of the creator for this thread.
    Awaited(ThreadId),
}

impl Ends {
    fn is_at(self, facts: &mut Facts, event: &Event) -> Waited {
        let Event::Team(t) = event else { return Waited::No };
        let ends = match self {
            Ends::Processes => false,
            Ends::Team(s) => t.thread == Some(s) && matches!(t.kind, TeamKind::Barrier | TeamKind::Join),
            Ends::Spawned(s) => t.thread == Some(s) && matches!(t.kind, TeamKind::SpawnEnd),
            Ends::Awaited(s) => return awaited(facts, s, t),
        };
        if ends { Waited::Yes } else { Waited::No }
    }
}

/// Walks segments.
pub(crate) struct Walker<'w, 'a> {
    pub facts: &'w mut Facts<'a>,
    pub skeleton: &'w Skeleton,
    /// Loops that contain synchronisations.
    pub sync_loops: &'w FxHashSet<LoopId>,
    followed: Followed,
    ends: Ends,
    /// The segment is that of a process, not of one of its threads.
    of_process: bool,
    loops: Vec<LoopId>,
    substitutions: BTreeMap<Vec<u8>, Substitution>,
}

impl<'w, 'a> Walker<'w, 'a> {
    pub fn new(
        facts: &'w mut Facts<'a>,
        skeleton: &'w Skeleton,
        sync_loops: &'w FxHashSet<LoopId>,
        followed: Followed,
        start: Point,
    ) -> Walker<'w, 'a> {
        let loops = start.map_or_else(Vec::new, |p| skeleton.nodes[p.node].loops.clone());
        let (ends, substitutions) = (Ends::Processes, BTreeMap::new());
        Walker { facts, skeleton, sync_loops, followed, ends, of_process: false, loops, substitutions }
    }

    /// Speaks of a whole process: of a worksharing loop it executes all iterations.
    pub fn of_process(self) -> Walker<'w, 'a> {
        Walker { of_process: true, ..self }
    }

    /// Makes its segments end at other events.
    pub fn until(self, ends: Ends) -> Walker<'w, 'a> {
        Walker { ends, ..self }
    }

    /// The segment from a point; `order` is that of [`TopologicalOrder`].
    pub fn segment(&mut self, start: Point, order: &TopologicalOrder) -> Segment {
        let mut out = Segment { loops: self.loops.clone(), ..Segment::default() };
        let (node, item) = match (start, self.skeleton.entry) {
            (Some(p), _) => (p.node, p.item + 1),
            (None, Some(entry)) => (entry, 0),
            _ => return out,
        };
        let mut path = SegmentPath { iterations: vec![0; self.loops.len()], ..SegmentPath::default() };
        for c in self.skeleton.nodes[node].reach.clone() {
            assume(self.facts, &mut path, c);
        }
        // The call at which the segment begins has done what it does: its result is not one that says otherwise.
        if let Some(cond) = start.and_then(|at| passed_if(&self.skeleton.nodes[at.node].items[at.item as usize].event))
        {
            let cond = self.canonical(&path, cond);
            assume(self.facts, &mut path, cond);
        }
        let mut arrived: BTreeMap<Place, Arrivals> = BTreeMap::new();
        let mut work: BTreeSet<Place> = BTreeSet::new();
        let mut steps = 0;
        let first = self.pass(node, item, path, Some(&mut out));
        let mut passed: Vec<(NodeId, SegmentPath)> = first.into_iter().map(|path| (node, path)).collect();
        loop {
            for (from, path) in passed.drain(..) {
                for edge in self.skeleton.nodes[from].succs.clone() {
                    let Some(next) = self.along(from, &path, &edge) else { continue };
                    let place = Place {
                        iterations: next.iterations.clone(),
                        order: order.nodes[edge.to],
                        node: edge.to,
                        entered: next.entered.clone(),
                        left: next.left.clone(),
                        foreign: next.foreign,
                    };
                    if arrived.entry(place.clone()).or_default().add(self.facts, next) {
                        work.insert(place);
                    }
                }
            }
            let Some(place) = work.pop_first() else { break };
            for path in arrived.get_mut(&place).map(Arrivals::take_new).unwrap_or_default() {
                steps += 1;
                if !self.facts.terms.limits.allows(Limit::SegmentSteps, steps) {
                    out.cut = true;
                }
                passed.extend(self.pass(place.node, 0, path, None).map(|path| (place.node, path)));
            }
            if out.cut {
                break;
            }
        }
        for (place, arrivals) in arrived {
            for (path, _) in arrivals.paths {
                self.pass(place.node, 0, path, Some(&mut out));
            }
        }
        out
    }
}

impl Walker<'_, '_> {
    /// Passes the events of a node, which are written to `out`; `None` when a synchronisation ends the segment there.
    fn pass(
        &mut self,
        node: NodeId,
        from: u32,
        mut path: SegmentPath,
        mut out: Option<&mut Segment>,
    ) -> Option<SegmentPath> {
        let skeleton = self.skeleton;
        let items = &skeleton.nodes[node].items;
        let mut from = from;
        for (i, item) in items.iter().enumerate().skip(from as usize) {
            let i = i as u32;
            if matches!(item.event, Event::Foreign) {
                visit(&mut out, node, from..i, &path);
                (from, path.foreign) = (i, self.one_more_foreign(path.foreign));
            }
            if let Event::Team(TeamEvent { kind: TeamKind::Barrier | TeamKind::Join, thread: Some(team) }) = &item.event
                && self.ends == Ends::Processes
            {
                // After it any thread of the team continues, not only the one that came here.
                if i > from {
                    visit(&mut out, node, from..i, &path);
                }
                from = i;
                let (facts, team) = (&*self.facts, *team);
                path.conds.retain(|c| !facts.terms.any_sym(*c, |x| facts.is_private(x, team)));
            }
            if matches!(&item.event, Event::Team(t) if matches!(t.kind, TeamKind::Meet(_))) {
                // What the others have done before they came is not followed.
                if i > from {
                    visit(&mut out, node, from..i, &path);
                }
                (from, path.lossy) = (i, true);
            }
            if self.ends != Ends::Processes {
                let ends = self.ends.is_at(self.facts, &item.event);
                if ends != Waited::No && i > from {
                    visit(&mut out, node, from..i, &path);
                }
                match ends {
                    Waited::Yes => return None,
                    Waited::Perhaps => (from, path.lossy) = (i, true),
                    Waited::No => {}
                }
                if matches!(&item.event, Event::Team(t) if matches!(t.kind, TeamKind::Visible | TeamKind::Meet(_))) {
                    visit(&mut out, node, from..i, &path);
                    (from, path.foreign) = (i, self.one_more_foreign(path.foreign));
                }
                continue;
            }
            if !synchronises(&item.event, self.followed) {
                continue;
            }
            if i > from {
                visit(&mut out, node, from..i, &path);
            }
            from = i + 1;
            let Some(cond) = passed_if(&item.event) else { continue };
            let cond = self.canonical(&path, cond);
            let at = EventRef { node, item: i, effect: 0 };
            let diverged = path.diverged || diverges(self.facts, cond);
            let mut taken = SegmentPath { diverged, ..path.clone() };
            if let Some(out) = &mut out
                && assume(self.facts, &mut taken, cond)
            {
                let event = self.said(&taken, &item.event);
                out.exits.push(Exit { at, path: taken, event });
            }
            let not = self.facts.terms.not(cond);
            path.diverged = diverged;
            if !assume(self.facts, &mut path, not) {
                return None;
            }
        }
        if (from as usize) < items.len() {
            visit(&mut out, node, from..items.len() as u32, &path);
        }
        Some(path)
    }

    fn along(&mut self, from: NodeId, path: &SegmentPath, edge: &rma_skeleton::skeleton::Edge) -> Option<SegmentPath> {
        let mut next = path.clone();
        let cond = self.canonical(path, edge.cond);
        let team = self.ends == Ends::Processes;
        // A process makes all the synchronisations of its tasks and threads.
        if team && self.passes_by(from, edge.to) {
            return None;
        }
        // What one thread of a team does, its process does.
        next.lossy |= team && self.facts.asks_for_chunk(edge.cond, self.sync_loops);
        let mut selection = if team { self.facts.selection(cond) } else { None };
        if selection.as_ref().is_some_and(|s| !s.taken) && self.synchronises_where(edge.cond) {
            // The other threads synchronise with other processes, too. What the one does meanwhile is beside that.
            let one = self.facts.terms.not(edge.cond);
            next.lossy |= self.synchronises_where(one);
            selection = None;
        }
        let cond = selection.map_or(cond, |s| s.cond(&mut self.facts.terms));
        next.diverged |= diverges(self.facts, cond);
        if !assume(self.facts, &mut next, cond) {
            return None;
        }
        let (here, there) = (&self.skeleton.nodes[from].loops, &self.skeleton.nodes[edge.to].loops);
        let common = here.iter().zip(there).take_while(|(a, b)| a == b).count();
        let iterated = edge.iterations.or_else(|| {
            there.last().copied().filter(|l| common == there.len() && self.skeleton.loops[*l].begins_at(edge.to))
        });
        for l in &here[common..] {
            let data = &self.skeleton.loops[*l];
            let (counter, trips) = (data.counter, data.trips);
            next.entered.remove(l);
            self.leave(&mut next, *l);
            if let Some(trips) = trips {
                let k = self.facts.terms.sym(counter);
                let last = self.facts.terms.eq(k, trips);
                let last = self.canonical(path, last);
                if !assume(self.facts, &mut next, last) {
                    return None;
                }
            }
        }
        if let Some(l) = iterated {
            self.iteration(&mut next, l);
        }
        for l in &there[common..] {
            if !self.loops.contains(l) {
                self.forget(&mut next, *l);
            }
            if self.sync_loops.contains(l) {
                next.entered.insert(*l, 0);
            }
        }
        Some(next)
    }

    /// Whether a process may synchronise with others at a place that is reached under a condition.
    fn synchronises_where(&self, cond: TermId) -> bool {
        let there = self.skeleton.nodes.iter().filter(|n| n.reach.contains(&cond));
        there.flat_map(|n| &n.items).any(|item| synchronises(&item.event, Followed::All))
    }

    /// A loop around the start is left: how many iterations it had since is remembered while its number is known.
    fn leave(&self, path: &mut SegmentPath, l: LoopId) {
        let Some(i) = self.loops.iter().position(|x| *x == l) else { return };
        let first_time = path.iterations[..i].iter().all(|t| *t == 0) && path.iterations[i] != FAR;
        if first_time && i > 0 && self.sync_loops.contains(&l) {
            path.left.insert(l, path.iterations[i]);
        }
    }

    /// The path past the code of a task or thread that reaches its end.
    fn passes_by(&self, from: NodeId, to: NodeId) -> bool {
        let begun = self.skeleton.nodes[from].items.last().and_then(|i| rma_skeleton::thread::spawned(&i.event));
        begun.is_some_and(|s| {
            let first = self.skeleton.nodes[to].items.first().map(|i| &i.event);
            let past =
                matches!(first, Some(Event::Team(t)) if matches!(t.kind, TeamKind::SpawnEnd) && t.thread == Some(s));
            past && self.facts.threads.ending.contains(&s)
        })
    }

    /// This number of calls that may synchronise plus one; the last number represents all higher ones.
    fn one_more_foreign(&self, passed: u8) -> u8 {
        let limits = &self.facts.terms.limits;
        if !limits.room(Limit::ForeignCalls, passed.saturating_add(1)) {
            return limits.get(Limit::ForeignCalls);
        }
        passed + 1
    }

    fn iteration(&mut self, path: &mut SegmentPath, l: LoopId) {
        match self.loops.iter().position(|x| *x == l) {
            Some(i) if path.iterations[..i].iter().all(|t| *t == 0) => {
                // Without conditions of states, and with barriers alone, it matters whether there was one, and nothing else.
                let far = self.skeleton.loops[l].recursion
                    || !self.facts.terms.limits.room(Limit::SegmentIterations, path.iterations[i])
                    || self.followed == Followed::Barriers && path.iterations[i] > 0;
                path.iterations[i] = if far { FAR } else { path.iterations[i] + 1 };
                for t in &mut path.iterations[i + 1..] {
                    *t = FAR;
                }
            }
            // Entered again on the path: only its first iteration is distinguished from the others.
            Some(_) => {
                path.entered.remove(&l);
            }
            None => {
                let left = self.left_behind(path, l);
                let next = path
                    .entered
                    .remove(&l)
                    .map(|n| n + 1)
                    .filter(|n| self.facts.terms.limits.allows(Limit::SegmentInnerIterations, *n));
                self.hand_over(path, l);
                if let Some(n) = next {
                    path.entered.insert(l, n);
                }
                for (x, value) in left {
                    let now = self.facts.terms.sym(x);
                    let now = self.canonical(path, now);
                    let known = self.facts.terms.eq(now, value);
                    assume(self.facts, path, known);
                }
            }
        }
    }

    /// The next iteration of a loop that was entered on the path: facts about values that the last iteration passed on
    /// become facts about the header's values, other facts are dropped.
    fn hand_over(&mut self, path: &mut SegmentPath, l: LoopId) {
        let mut s = Substitution::new();
        let skeleton = self.skeleton;
        for v in &skeleton.loops[l].values {
            if !matches!(self.facts.terms.get(v.back), Term::Sym(_)) {
                continue;
            }
            // In later iterations of the loops around it, both are values of later times.
            let now = self.facts.terms.sym(v.sym);
            let (back, now) = (self.canonical(path, v.back), self.canonical(path, now));
            if let Term::Sym(x) = *self.facts.terms.get(back) {
                s.insert(x, now);
            }
        }
        let conds = std::mem::take(&mut path.conds);
        for c in conds {
            let facts = &*self.facts;
            let changes = |x: SymId| facts.loop_within(facts.terms.syms[x].def_loop, l);
            if facts.terms.any_sym(c, |x| changes(x) && s.get(x).is_none()) {
                let counter = self.skeleton.loops[l].counter;
                path.lossy |= self.sync_loops.contains(&l) && facts.terms.any_sym(c, |x| x == counter);
                continue;
            }
            let c = self.facts.terms.subst(c, &mut s);
            assume(self.facts, path, c);
        }
    }

    /// The variables of a loop of which the conditions of the path tell the constant that this iteration leaves.
    fn left_behind(&mut self, path: &SegmentPath, l: LoopId) -> Vec<(SymId, TermId)> {
        let skeleton = self.skeleton;
        let mut out = Vec::new();
        for v in &skeleton.loops[l].values {
            let back = self.canonical(path, v.back);
            if self.facts.terms.as_const(back).is_some() {
                out.push((v.sym, back));
            } else if self.facts.terms.is_bool(back) {
                let not = self.facts.terms.not(back);
                let told = [(not, true), (back, false)].into_iter().find(|(c, _)| is_excluded(self.facts, path, *c));
                out.extend(told.map(|(_, value)| (v.sym, self.facts.terms.truth(value))));
            }
        }
        out
    }

    /// Drops conditions on values of a loop, because the path enters the loop or begins its next iteration.
    fn forget(&mut self, path: &mut SegmentPath, l: LoopId) {
        let facts = &*self.facts;
        path.conds.retain(|c| !facts.varies_in(*c, l));
    }

    /// A synchronisation in terms of the iterations at the start.
    fn said(&mut self, path: &SegmentPath, event: &Event) -> Event {
        match event {
            Event::Order(o) => Event::Order(Box::new(o.map(|t| self.canonical(path, t)))),
            Event::Epoch(e) => Event::Epoch(Box::new(e.map(|t| self.canonical(path, t)))),
            other => other.clone(),
        }
    }

    /// A term of the current point, expressed in terms of the iterations at the start.
    pub fn canonical(&mut self, path: &SegmentPath, t: TermId) -> TermId {
        if self.facts.terms.as_const(t).is_some() {
            return t;
        }
        let mut t = if self.of_process { self.facts.of_all_parts(t, None) } else { t };
        for (l, n) in &path.entered {
            let mut s = values_in(self.facts, self.skeleton, *l, *n, t);
            t = self.facts.terms.subst(t, &mut s);
        }
        self.moved(&path.iterations, t)
    }

    /// A term of these iterations, expressed in terms of those at the start.
    fn moved(&mut self, iterations: &[u8], t: TermId) -> TermId {
        if iterations.iter().all(|n| *n == 0) {
            return t;
        }
        let mut s = self.substitutions.remove(iterations).unwrap_or_default();
        let mut entered: Vec<SymId> = Vec::new();
        self.facts.terms.for_each_sym(t, &mut |x| {
            if s.get(x).is_none() {
                entered.push(x);
            }
        });
        for x in entered {
            let to = self.shifted(iterations, x);
            s.insert(x, to);
        }
        let out = self.facts.terms.subst(t, &mut s);
        self.substitutions.insert(iterations.to_vec(), s);
        out
    }

    fn shifted(&mut self, iterations: &[u8], x: SymId) -> TermId {
        let def = self.facts.terms.syms[x].def_loop;
        let Some(i) = (0..self.loops.len()).rev().find(|i| self.facts.loop_within(def, self.loops[*i])) else {
            return self.facts.terms.sym(x);
        };
        let Some(iterated) = iterations[..=i].iter().position(|t| *t != 0) else { return self.facts.terms.sym(x) };
        if iterated == i && iterations[i] != FAR {
            if self.skeleton.loops[self.loops[i]].counter == x {
                let k = self.facts.terms.sym(x);
                return self.facts.terms.add_int(k, i64::from(iterations[i]));
            }
            if let Some(value) = self.passed_on(iterations, i, x) {
                return value;
            }
        }
        let moment = iterations[..=i].iter().fold(0u32, |n, t| n.wrapping_mul(16).wrapping_add(u32::from(*t & 15)));
        later(self.facts, x, moment)
    }

    /// The value of a loop's variable in a later iteration: what the iteration before has left, where this is a truth value or a constant,
    /// or another variable's value.
    fn passed_on(&mut self, iterations: &[u8], i: usize, x: SymId) -> Option<TermId> {
        let skeleton = self.skeleton;
        let back = skeleton.loops[self.loops[i]].values.iter().find(|v| v.sym == x)?.back;
        let (terms, inner) = (&self.facts.terms, &self.loops[i + 1..]);
        let plain = terms.as_const(back).is_some() || terms.is_bool(back) || matches!(terms.get(back), Term::Sym(_));
        // In which of its iterations a loop inside of this one, around the start, was left is forgotten.
        let of_inner = |s: SymId| inner.iter().any(|l| self.facts.loop_within(terms.syms[s].def_loop, *l));
        let of_thread = self.of_process && terms.syms[x].thread.is_some();
        if !plain
            || of_thread
            || terms.any_sym(back, of_inner)
            || self.of_process && self.facts.of_all_parts(back, None) != back
        {
            return None;
        }
        let mut before = iterations.to_vec();
        before[i] -= 1;
        if before[i] == 0 {
            before.fill(0);
        }
        let value = self.moved(&before, back);
        self.facts.terms.limits.allows(Limit::PathsWeight, self.facts.terms.weight(value)).then_some(value)
    }
}

/// A symbol's value at a later moment.
pub(crate) fn later(facts: &mut Facts, x: SymId, moment: u32) -> TermId {
    let of = facts.terms.syms[x].clone();
    let later = facts.symbol(SymKey::Later(x, moment), |_| Sym { kind: SymKind::Earlier(x, moment), fact: None, ..of });
    facts.terms.sym(later)
}

/// The known values of a loop in its `n`-th iteration, for the symbols that a term contains.
fn values_in(facts: &mut Facts, skeleton: &Skeleton, l: LoopId, n: u8, t: TermId) -> Substitution {
    let data = &skeleton.loops[l];
    let mut s = Substitution::new();
    let number = facts.terms.int(i64::from(n));
    s.insert(data.counter, number);
    for v in data.values.iter().filter(|_| n == 0) {
        s.insert(v.sym, v.init);
    }
    if facts.loops[l].parent.is_none() {
        let mut alike: Vec<SymId> = Vec::new();
        facts.terms.for_each_sym(t, &mut |x| {
            let sym = &facts.terms.syms[x];
            if sym.uniform && sym.def_loop == Some(l) && s.get(x).is_none() {
                alike.push(x);
            }
        });
        for x in alike {
            let to = in_turn(facts, x, n);
            s.insert(x, to);
        }
    }
    s
}

/// Moments from here on are iterations of a loop that is entered once, counted from its first one.
const TURNS: u32 = 1 << 26;

/// The symbol for a value that every process reads alike in the `n`-th iteration of a loop that is entered once.
fn in_turn(facts: &mut Facts, x: SymId, n: u8) -> TermId {
    let (of, moment) = (facts.terms.syms[x].clone(), TURNS + u32::from(n));
    let sym = Sym { kind: SymKind::Earlier(x, moment), fact: None, def_loop: None, ..of };
    let then = facts.symbol(SymKey::Later(x, moment), |_| sym);
    facts.terms.sym(then)
}

/// Whether a symbol is a value that all processes read alike in one given iteration.
pub(crate) fn is_of_one_turn(kind: &SymKind) -> bool {
    matches!(kind, SymKind::Earlier(_, moment) if (TURNS..=TURNS + u32::from(u8::MAX)).contains(moment))
}

/// Whether two processes may decide a condition differently although they have taken the same path: it depends on their
/// ranks or on timing. Data that the analysis does not follow count as the same for both where they guard collectives
/// (assumption 19).
pub(crate) fn diverges(facts: &Facts, cond: TermId) -> bool {
    facts.terms.any_sym(cond, |x| {
        let sym = &facts.terms.syms[x];
        sym.knowledge == Knowledge::Known
            && !sym.uniform
            && !matches!(sym.kind, SymKind::Counter(_) | SymKind::Size(rma_term::term::CommId::World) | SymKind::Index)
            && !matches!(sym.kind, SymKind::Earlier(of, _)
                if matches!(facts.terms.syms[of].kind, SymKind::Counter(_)))
    })
}

/// Writes down a part of a node that a path passes.
fn visit(out: &mut Option<&mut Segment>, node: NodeId, items: std::ops::Range<u32>, path: &SegmentPath) {
    if let Some(out) = out {
        out.visits.push(Visit { node, from: items.start, to: items.end, path: path.clone() });
    }
}

/// Whether a condition, no disjunction, cannot hold together with the conditions of a path.
fn contradicts(facts: &mut Facts, path: &SegmentPath, part: TermId) -> bool {
    let not = facts.terms.not(part);
    path.conds.contains(&not) || leave_nothing(&facts.terms, &path.conds, part)
}

/// Whether the conditions of a path exclude another condition.
fn is_excluded(facts: &mut Facts, path: &SegmentPath, cond: TermId) -> bool {
    facts.terms.conjuncts(cond).into_iter().any(|part| {
        let Term::Any(cases) = facts.terms.get(part).clone() else { return contradicts(facts, path, part) };
        cases.iter().all(|c| facts.terms.conjuncts(*c).into_iter().any(|part| contradicts(facts, path, part)))
    })
}

/// Adds the parts of a condition; `false` when it contradicts the conditions of the path.
fn assume(facts: &mut Facts, path: &mut SegmentPath, cond: TermId) -> bool {
    if let Some(c) = facts.terms.as_const(cond) {
        return c != 0;
    }
    let parts = facts.terms.conjuncts(cond);
    for p in parts {
        if path.conds.contains(&p) {
            continue;
        }
        if is_excluded(facts, path, p) {
            return false;
        }
        if facts.terms.limits.room(Limit::SegmentConditions, path.conds.len()) {
            path.conds.push(p);
        } else {
            path.lossy = true;
        }
    }
    path.conds.sort_unstable();
    true
}
