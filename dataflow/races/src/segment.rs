//! Segments: the events of a process from one synchronisation to the next (theory, 7.1).
//!
//! From a synchronisation (or the start of the program) control is followed forward up to the next ones. Every event
//! on the path is recorded with the conditions of the branches taken. Terms refer to the iterations at the start: in a
//! loop around the start the counter is `k + d` after d iterations; a loop that is entered on the path may be in any
//! iteration.
//!
//! Others cannot observe control inside of a segment. A call that may fail is a synchronisation point only where it succeeds, and the segment
//! behind it goes by this result. What an iteration leaves to the next one for a variable of its loop (a truth value, a constant, or another
//! variable) is what that one starts with.

mod arrivals;
mod iterations;
mod joins;

use crate::pending::leave_nothing;
use arrivals::Arrivals;
use index_vec::IndexVec;
pub(crate) use iterations::{is_of_one_turn, later};
use joins::{Avoids, Joins, join_of};
use rma_frontend::api::{Epoch, Returns};
use rma_skeleton::awaited::Waited;
use rma_skeleton::facts::Facts;
use rma_skeleton::skeleton::paths::TopologicalOrder;
use rma_skeleton::skeleton::{Direction, Event, OrderKind, Skeleton, TeamEvent, TeamKind};
use rma_term::ids::{EventRef, LoopId, NodeId, TermId, ThreadId};
use rma_term::limits::Limit;
use rma_term::term::{Knowledge, Substitution, SymKind, Term};
use rustc_hash::FxHashSet;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

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

/// Whether an event that does not happen is a wait for one of several variables, all of which the program has left out.
pub(crate) fn leaves_all_out(event: &Event) -> bool {
    matches!(event, Event::Order(o) if o.routine.returns == Returns::Index && matches!(o.kind, OrderKind::Observe { .. }))
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
    fn is_at(self, event: &Event) -> Waited {
        let Event::Team(t) = event else { return Waited::No };
        let ends = match self {
            Ends::Processes => false,
            Ends::Team(s) => t.thread == Some(s) && matches!(t.kind, TeamKind::Barrier | TeamKind::Join),
            Ends::Spawned(s) => t.thread == Some(s) && matches!(t.kind, TeamKind::SpawnEnd),
            // Which thread a join waits for depends on the path.
            Ends::Awaited(_) => false,
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
    start: Point,
    /// The number of each node in the [`TopologicalOrder`], where a segment is walked.
    order: IndexVec<NodeId, u32>,
    joins: Option<Rc<Joins>>,
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
        let (order, joins) = (IndexVec::new(), None);
        let of_process = false;
        Walker { facts, skeleton, sync_loops, followed, ends, of_process, loops, start, order, joins, substitutions }
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
        if matches!(self.ends, Ends::Awaited(_)) {
            self.order = order.nodes.clone();
        }
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
                let at = EventRef { node, item: i, effect: 0 };
                let (ends, join) = match self.ends {
                    Ends::Awaited(s) => (self.waited(s, at, &path), join_of(self.facts, item).is_some()),
                    ends => (ends.is_at(&item.event), false),
                };
                if ends != Waited::No && i > from {
                    visit(&mut out, node, from..i, &path);
                }
                match ends {
                    Waited::Yes => return None,
                    Waited::Perhaps => (from, path.lossy) = (i, true),
                    Waited::No => {}
                }
                if matches!(&item.event, Event::Team(t) if matches!(t.kind, TeamKind::Visible | TeamKind::Meet(_)))
                    && !join
                {
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
            // Which variables a wait leaves out, the program decides; it has waited for all of them before.
            path.lossy |= leaves_all_out(&item.event) && !self.facts.terms.is_false(not);
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
        if let Ends::Awaited(s) = self.ends {
            match self.avoids_join(s, path, edge) {
                Avoids::Known => {}
                Avoids::Perhaps => next.lossy = true,
                Avoids::Never => return None,
            }
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

/// A condition without the cases that the conditions of the path exclude; `None` when no case is left.
fn admitted(facts: &mut Facts, path: &SegmentPath, part: TermId) -> Option<TermId> {
    let Term::Any(cases) = facts.terms.get(part).clone() else {
        return (!contradicts(facts, path, part)).then_some(part);
    };
    let left: Vec<TermId> = cases.iter().copied().filter(|c| !is_excluded(facts, path, *c)).collect();
    match left.len() {
        0 => None,
        n if n == cases.len() => Some(part),
        _ => Some(facts.terms.any(&left)),
    }
}

/// Adds the parts of a condition; `false` when it contradicts the conditions of the path. Of a disjunction, also of one
/// that the path already has, the path keeps the cases that its other conditions admit.
fn assume(facts: &mut Facts, path: &mut SegmentPath, cond: TermId) -> bool {
    if let Some(c) = facts.terms.as_const(cond) {
        return c != 0;
    }
    let mut parts = facts.terms.conjuncts(cond);
    while let Some(part) = parts.pop() {
        if path.conds.contains(&part) {
            continue;
        }
        let Some(left) = admitted(facts, path, part) else { return false };
        if left != part {
            parts.extend(facts.terms.conjuncts(left));
            continue;
        }
        if !facts.terms.limits.room(Limit::SegmentConditions, path.conds.len()) {
            path.lossy = true;
            continue;
        }
        let is_disjunction = |facts: &Facts, c: TermId| matches!(facts.terms.get(c), Term::Any(_));
        if !is_disjunction(facts, part) {
            // It may exclude cases of the disjunctions that the path already has.
            let (again, kept) = path.conds.iter().partition(|c| is_disjunction(facts, **c));
            path.conds = kept;
            parts.extend::<Vec<TermId>>(again);
        }
        path.conds.push(part);
    }
    path.conds.sort_unstable();
    true
}
