//! Events of other threads of a process while one thread synchronises with other processes (theory, 6.5).
//!
//! A segment follows the thread that synchronises. Events of the other threads of its team between the same two barriers of the
//! team may come before or after that synchronisation. The same holds for the code of a task or thread, and for the code after its
//! creation. So these events are active in the segments on both sides.
//!
//! If the order of the two threads may matter (a flag that one waits for, depend clauses, synchronisations of a task's own), the candidate is
//! lossy. So it is where several threads of the team may synchronise with other processes: then the paths of all of them are followed.

use super::Product;
use crate::pending::awaited::Handover;
use crate::pending::concurrent::{ParallelPair, in_frame, parallel_pairs};
use crate::segment::{FAR, Followed, Point, Segment, SegmentPath, synchronises};
use rma_frontend::api::Bank;
use rma_skeleton::skeleton::paths::may_precede;
use rma_skeleton::skeleton::{Event, Skeleton, TeamKind};
use rma_term::ids::{EventRef, LoopId, NodeId, SymId, TermId};
use rma_term::limits::Limit;
use rma_term::term::{Knowledge, Substitution};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use std::rc::Rc;

/// Marks values of the iteration in which a thread was made, where the synchronisation is in a later one.
const BEFORE: u32 = 1 << 25;

/// An event of another thread that is concurrent with a synchronisation.
#[derive(Debug, Clone)]
pub(super) struct Other {
    /// The event.
    pub at: EventRef,
    /// The pair of paths of the two threads, with the place where they part.
    parallel_pair: Rc<ParallelPair>,
    /// The path to the event.
    path: Rc<SegmentPath>,
    /// The path to the synchronisation.
    to: Rc<SegmentPath>,
    /// Synchronisation at which it is.
    of: EventRef,
    pub lossy: bool,
}

/// Iterations of a path, of the loops around its start and of those that it has entered.
type Iterations = (Vec<u8>, BTreeMap<LoopId, u8>);

/// The number of paths of two threads to a synchronisation and a concurrent event, in the same iterations.
type United = (usize, [EventRef; 2], [Iterations; 2]);

/// Events of other threads by the synchronisations that they may come before or after.
pub(super) type Others = FxHashMap<EventRef, Vec<Other>>;

impl Product<'_, '_> {
    /// Finds the events that are concurrent with each synchronisation.
    pub(super) fn find_others(&mut self) {
        if !self.facts.threads.any {
            return;
        }
        let skeleton = self.skeleton;
        let mut out: Others = Others::default();
        let mut united: FxHashSet<United> = FxHashSet::default();
        for (number, parallel_pair) in parallel_pairs(self.facts, skeleton).into_iter().enumerate() {
            let parallel_pair = Rc::new(parallel_pair);
            let orders: &[[usize; 2]] = if parallel_pair.team.is_some() { &[[0, 0]] } else { &[[0, 1], [1, 0]] };
            for [a, b] in orders {
                // Order by synchronisations of its own thread is not followed where another thread synchronises.
                let ordered = parallel_pair.team.is_none() && synchronises_in(skeleton, &parallel_pair.paths[*b]);
                for v in &parallel_pair.paths[*a].visits {
                    let syncs: Vec<u32> = (v.from..v.to)
                        .filter(|i| synchronises(&skeleton.nodes[v.node].items[*i as usize].event, Followed::All))
                        .collect();
                    if syncs.is_empty() {
                        continue;
                    }
                    let one = parallel_pair.team.is_none() || self.by_one_thread(v.node);
                    for i in syncs {
                        let of = EventRef { node: v.node, item: i, effect: 0 };
                        let list = out.entry(of).or_default();
                        for w in &parallel_pair.paths[*b].visits {
                            for j in w.from..w.to {
                                let at = EventRef { node: w.node, item: j, effect: 0 };
                                let event = &skeleton.nodes[w.node].items[j as usize].event;
                                let counts = match event {
                                    Event::Access(_) => true,
                                    Event::Issue(issue) => issue
                                        .effects
                                        .iter()
                                        .any(|e| e.bank == Bank::Target || issue.completion.queue.is_some()),
                                    _ => false,
                                };
                                if !counts {
                                    continue;
                                }
                                let each = self.facts.terms.limits.room(Limit::ConcurrentEffects, list.len());
                                let (mut path, mut to) = (w.path.clone(), v.path.clone());
                                if !each {
                                    path.conds.clear();
                                    to.conds.clear();
                                    let iterations =
                                        [&v.path, &w.path].map(|p| (p.iterations.clone(), p.entered.clone()));
                                    if !united.insert((number, [of, at], iterations)) {
                                        continue;
                                    }
                                }
                                let paths = [*a, *b].map(|n| &parallel_pair.paths[n]);
                                let lossy = !each
                                    || ordered
                                    || self.are_in_order([of, at], paths)
                                    || !one
                                    || w.path.lossy
                                    || v.path.lossy
                                    || w.path.foreign > 0
                                    || v.path.foreign > 0;
                                let other = Other {
                                    at,
                                    parallel_pair: parallel_pair.clone(),
                                    path: Rc::new(path),
                                    to: Rc::new(to),
                                    of,
                                    lossy,
                                };
                                list.push(other);
                            }
                        }
                    }
                }
            }
        }
        self.others = Rc::new(out);
    }

    /// Whether there may be an order between two events of two threads: one thread stores, after its event, a value for which the other
    /// thread waits before its event; or the two events are in tasks that depend on each other.
    fn are_in_order(&mut self, at: [EventRef; 2], paths: [&Segment; 2]) -> bool {
        let skeleton = self.skeleton;
        let handed_over = |first: usize, then: usize| {
            let raised: Vec<Handover> = marks(skeleton, paths[first])
                .filter(|(raise, kind)| {
                    matches!(kind, TeamKind::Raise { .. }) && may_precede(skeleton, at[first], *raise)
                })
                .filter_map(|(raise, kind)| Handover::of(raise, kind))
                .collect();
            marks(skeleton, paths[then])
                .filter(|(wait, kind)| {
                    matches!(kind, TeamKind::AwaitStore { .. }) && may_precede(skeleton, *wait, at[then])
                })
                .filter_map(|(wait, kind)| Handover::of(wait, kind))
                .any(|wait| raised.iter().any(|r| r.ends(&wait)))
        };
        handed_over(0, 1) || handed_over(1, 0) || self.are_in_dependent_tasks(at)
    }

    /// Whether two events are in tasks of one creator whose depend clauses may name a common location that one of them writes
    /// (OpenMP 5.2, 15.9.5).
    fn are_in_dependent_tasks(&mut self, at: [EventRef; 2]) -> bool {
        let threads = &self.facts.threads;
        let [own, others] = at.map(|at| threads.around(self.skeleton, at));
        let mut shared = Vec::new();
        for (s, t) in own.iter().flat_map(|s| others.iter().map(move |t| (*s, *t))) {
            let (Some(a), Some(b)) = (&threads.all[s].depends, &threads.all[t].depends) else { continue };
            if s != t && threads.siblings(s, t) {
                let both = a.iter().flat_map(|x| b.iter().map(move |y| (x, y)));
                shared.extend(both.filter(|(x, y)| x.orders(y)).map(|(x, y)| (x.address, y.address)));
            }
        }
        let terms = &mut self.facts.terms;
        shared.into_iter().any(|(x, y)| {
            let same = terms.eq(x, y);
            !terms.is_false(same)
        })
    }

    /// A node is executed by one thread of its team.
    pub(super) fn by_one_thread(&mut self, node: NodeId) -> bool {
        let reach = self.skeleton.nodes[node].reach.clone();
        reach.iter().any(|c| self.facts.selection(*c).is_some_and(|s| s.taken))
    }

    /// Events of other threads that are concurrent with the synchronisations at the start and at the ends of a segment; for an end, with
    /// the path to it.
    pub(super) fn others_around(&mut self, start: Point) -> Vec<(Other, Option<SegmentPath>)> {
        let others = self.others.clone();
        if others.is_empty() {
            return Vec::new();
        }
        let segment = self.segment(start);
        let mut out: Vec<(Other, Option<SegmentPath>)> = Vec::new();
        let at_start = start.and_then(|s| others.get(&s)).into_iter().flatten();
        out.extend(at_start.map(|o| (o.clone(), None)));
        for exit in &segment.exits {
            let at_end = others.get(&exit.at).into_iter().flatten();
            out.extend(at_end.map(|o| (o.clone(), Some(exit.path.clone()))));
        }
        out
    }

    /// A term of an event of another thread, in terms of the start of the segment; and whether it cannot be expressed
    /// there.
    pub(super) fn of_other(
        &mut self,
        start: Point,
        other: &Other,
        exit: Option<&SegmentPath>,
        t: TermId,
    ) -> (TermId, bool) {
        if self.facts.terms.as_const(t).is_some() {
            return (t, false);
        }
        let t = in_frame(self.facts, self.skeleton, &other.parallel_pair, &other.path, t);
        let (t, lossy) = self.at_synchronisation(other, t);
        (self.at_exit(start, exit, t), lossy)
    }

    /// Expresses a term in the iterations of the synchronisation, instead of those of the place where the two paths part. The flag says
    /// whether this was not possible.
    fn at_synchronisation(&mut self, other: &Other, t: TermId) -> (TermId, bool) {
        let loops = other.parallel_pair.loops(self.skeleton);
        let Some(iterated) = other.to.iterations.iter().position(|n| *n != 0) else { return (t, false) };
        let mut all: Vec<SymId> = Vec::new();
        self.facts.terms.for_each_sym(t, &mut |x| all.push(x));
        let mut s = Substitution::new();
        let mut lossy = false;
        for x in all {
            let def = self.facts.terms.syms[x].def_loop;
            let Some(i) = (iterated..loops.len()).rev().find(|i| self.facts.loop_within(def, loops[*i])) else {
                continue;
            };
            let to = self.before_synchronisation(other, x);
            // A value of a loop inside of the thread is its own in any case.
            let of_start = def.is_none_or(|l| loops.contains(&l));
            let counter = self.skeleton.loops[loops[i]].counter == x;
            lossy |= i != iterated || other.to.iterations[i] == FAR || of_start && !counter;
            s.insert(x, to);
        }
        (self.facts.terms.subst(t, &mut s), lossy)
    }

    /// The value of a symbol of a loop in the iteration in which the paths part.
    fn before_synchronisation(&mut self, other: &Other, x: SymId) -> TermId {
        let loops = other.parallel_pair.loops(self.skeleton);
        let iterated = other.to.iterations.iter().position(|n| *n != 0);
        if let Some(i) = iterated
            && self.skeleton.loops[loops[i]].counter == x
            && other.to.iterations[i] != FAR
        {
            let k = self.facts.terms.sym(x);
            return self.facts.terms.add_int(k, -i64::from(other.to.iterations[i]));
        }
        crate::segment::later(self.facts, x, BEFORE)
    }

    /// The iteration in which the paths part is one of the loop's, before that of the synchronisation.
    fn iterations_before(&mut self, other: &Other) -> Option<TermId> {
        let i = other.to.iterations.iter().position(|n| *n != 0)?;
        let counter = self.skeleton.loops[other.parallel_pair.loops(self.skeleton)[i]].counter;
        let then = self.before_synchronisation(other, counter);
        let (zero, now) = (self.facts.terms.int(0), self.facts.terms.sym(counter));
        let (begun, earlier) = (self.facts.terms.le(zero, then), self.facts.terms.lt(then, now));
        Some(self.facts.terms.all(&[begun, earlier]))
    }

    fn at_exit(&mut self, start: Point, exit: Option<&SegmentPath>, t: TermId) -> TermId {
        let Some(path) = exit else { return t };
        let sync_loops = &self.sync_loops;
        crate::segment::Walker::new(self.facts, self.skeleton, sync_loops, self.followed, start)
            .of_process()
            .canonical(path, t)
    }

    /// Conditions under which the event and the synchronisation are of two threads.
    pub(super) fn two_threads(
        &mut self,
        start: Point,
        other: &Other,
        exit: Option<&SegmentPath>,
    ) -> (Vec<TermId>, bool) {
        let mut out = Vec::new();
        let mut lossy = false;
        // The conditions of the synchronisation are added at its own place.
        for c in self.skeleton.nodes[other.of.node].reach.clone() {
            out.push(self.at_exit(start, exit, c));
        }
        if let Some(within) = self.iterations_before(other) {
            out.push(self.at_exit(start, exit, within));
        }
        // The path to the synchronisation enters a loop around it, and has counted its iterations.
        let around = &self.skeleton.nodes[other.of.node].loops;
        for (l, turn) in other.to.entered.iter().filter(|(l, _)| around.contains(l)) {
            let (now, turn) = (self.facts.terms.sym(self.skeleton.loops[*l].counter), i64::from(*turn));
            let turn = self.facts.terms.int(turn);
            let counted = self.facts.terms.eq(now, turn);
            out.push(self.at_exit(start, exit, counted));
        }
        let mut conds = other.path.conds.clone();
        if let Some(team) = other.parallel_pair.team {
            let number = self.facts.threads.all[team].number;
            let theirs = crate::pending::concurrent::of_another(self.facts, team, number);
            conds = conds.into_iter().map(|c| crate::pending::concurrent::of_another(self.facts, team, c)).collect();
            conds.push(self.facts.terms.ne(theirs, number));
        }
        for c in conds {
            let (c, unsure) = self.at_synchronisation(other, c);
            lossy |= unsure;
            out.push(self.at_exit(start, exit, c));
        }
        // The branches on the way to the synchronisation, as far as they are known and can be expressed there.
        for c in other.to.conds.clone().into_iter().filter(|_| other.parallel_pair.team.is_none()) {
            let known = !self.facts.terms.any_sym(c, |x| self.facts.terms.syms[x].knowledge == Knowledge::Lost);
            let (c, unsure) = self.at_synchronisation(other, c);
            if known && !unsure {
                out.push(self.at_exit(start, exit, c));
            }
        }
        (out, lossy)
    }
}

/// The events on a path that order the threads of a process.
fn marks<'s>(skeleton: &'s Skeleton, segment: &'s Segment) -> impl Iterator<Item = (EventRef, &'s TeamKind)> {
    let all = segment.visits.iter().flat_map(|v| (v.from..v.to).map(|item| EventRef { node: v.node, item, effect: 0 }));
    all.filter_map(|at| match &skeleton.nodes[at.node].items[at.item as usize].event {
        Event::Team(team) => Some((at, &team.kind)),
        _ => None,
    })
}

/// Whether a path has synchronisations with other processes on it.
fn synchronises_in(skeleton: &Skeleton, segment: &Segment) -> bool {
    let events = segment.visits.iter().flat_map(|v| &skeleton.nodes[v.node].items[v.from as usize..v.to as usize]);
    events.into_iter().any(|i| synchronises(&i.event, Followed::All))
}
