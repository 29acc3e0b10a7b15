//! What other threads of a process may do while one of them synchronises with other processes.
//!
//! A segment follows the thread that synchronises. What the other threads of its team do between the same two barriers of the team
//! may come before that synchronisation or after it, and so may the code of a task or thread and what follows its creation:
//! it is active in the segments on both sides.

use super::Product;
use crate::pending::beside::{Stretch, in_frame, stretches};
use crate::segment::{FAR, Point, Way};
use rma_frontend::api::Bank;
use rma_skeleton::skeleton::Event;
use rma_term::ids::EventRef;
use rma_term::ids::NodeId;
use rma_term::ids::TermId;
use rma_term::limits::Limit;
use rma_term::term::Substitution;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// An event of another thread, beside a synchronisation.
#[derive(Debug, Clone)]
pub(super) struct Other {
    /// The event.
    pub at: EventRef,
    /// Where the two ways part.
    stretch: Rc<Stretch>,
    /// The way to the event.
    way: Rc<Way>,
    /// The way to the synchronisation.
    to: Rc<Way>,
    /// Synchronisation at which it is.
    of: EventRef,
    pub lossy: bool,
}

/// Events of other threads by the synchronisations that they may come before or after.
pub(super) type Others = FxHashMap<EventRef, Vec<Other>>;

impl Product<'_, '_> {
    /// Finds the events beside each synchronisation.
    pub(super) fn find_others(&mut self) {
        if !self.facts.strands.any {
            return;
        }
        let skeleton = self.skeleton;
        let mut out: Others = Others::default();
        for stretch in stretches(self.facts, skeleton) {
            let stretch = Rc::new(stretch);
            let orders: &[[usize; 2]] = if stretch.team.is_some() { &[[0, 0]] } else { &[[0, 1], [1, 0]] };
            for [a, b] in orders {
                for v in &stretch.ways[*a].visits {
                    let syncs: Vec<u32> = (v.from..v.to)
                        .filter(|i| {
                            crate::segment::synchronises(
                                &skeleton.nodes[v.node].items[*i as usize].event,
                                crate::segment::Followed::All,
                            )
                        })
                        .collect();
                    if syncs.is_empty() {
                        continue;
                    }
                    let one = stretch.team.is_none() || self.by_one_thread(v.node);
                    for i in syncs {
                        let of = EventRef { node: v.node, item: i, effect: 0 };
                        let list = out.entry(of).or_default();
                        for w in &stretch.ways[*b].visits {
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
                                if !counts || !self.facts.terms.limits.room(Limit::EffectsBeside, list.len()) {
                                    continue;
                                }
                                let lossy =
                                    !one || w.way.lossy || v.way.lossy || w.way.foreign > 0 || v.way.foreign > 0;
                                let other = Other {
                                    at,
                                    stretch: stretch.clone(),
                                    way: Rc::new(w.way.clone()),
                                    to: Rc::new(v.way.clone()),
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

    /// A node is executed by one thread of its team.
    fn by_one_thread(&mut self, node: NodeId) -> bool {
        let reach = self.skeleton.nodes[node].reach.clone();
        reach.iter().any(|c| self.facts.selection(*c).is_some_and(|s| s.taken))
    }

    /// What may happen beside the synchronisations around a segment: with the way to the one at its end.
    pub(super) fn others_around(&mut self, start: Point) -> Vec<(Other, Option<Way>)> {
        let others = self.others.clone();
        if others.is_empty() {
            return Vec::new();
        }
        let segment = self.segment(start);
        let mut out: Vec<(Other, Option<Way>)> = Vec::new();
        let at_start = start.and_then(|s| others.get(&s)).into_iter().flatten();
        out.extend(at_start.map(|o| (o.clone(), None)));
        for exit in &segment.exits {
            let at_end = others.get(&exit.at).into_iter().flatten();
            out.extend(at_end.map(|o| (o.clone(), Some(exit.way.clone()))));
        }
        out
    }

    /// A term of an event of another thread, said in terms of the start of the segment; and whether that is not known.
    pub(super) fn of_other(&mut self, start: Point, other: &Other, exit: Option<&Way>, t: TermId) -> (TermId, bool) {
        if self.facts.terms.as_const(t).is_some() {
            return (t, false);
        }
        let t = in_frame(self.facts, self.skeleton, &other.stretch, &other.way, t);
        let (t, lossy) = self.at_synchronisation(other, t);
        (self.at_exit(start, exit, t), lossy)
    }

    /// From the iterations at the place where the ways part to those at the synchronisation.
    fn at_synchronisation(&mut self, other: &Other, t: TermId) -> (TermId, bool) {
        if other.to.turns.iter().all(|n| *n == 0) {
            return (t, false);
        }
        let loops = other.stretch.loops(self.skeleton);
        let mut s = Substitution::new();
        let (mut lossy, mut outer) = (false, false);
        for (l, turns) in loops.iter().zip(&other.to.turns) {
            let counter = self.skeleton.loops[*l].counter;
            if outer || *turns == FAR {
                lossy |= self.facts.terms.any_sym(t, |x| x == counter);
            } else if *turns > 0 {
                let k = self.facts.terms.sym(counter);
                let then = self.facts.terms.add_int(k, -i64::from(*turns));
                s.insert(counter, then);
            }
            outer |= *turns > 0;
        }
        (self.facts.terms.subst(t, &mut s), lossy)
    }

    fn at_exit(&mut self, start: Point, exit: Option<&Way>, t: TermId) -> TermId {
        let Some(way) = exit else { return t };
        let loud = &self.loud;
        crate::segment::Walker::new(self.facts, self.skeleton, loud, self.followed, start).canonical(way, t)
    }

    /// Conditions under which the event and the synchronisation are of two threads.
    pub(super) fn two_threads(&mut self, start: Point, other: &Other, exit: Option<&Way>) -> (Vec<TermId>, bool) {
        let mut out = Vec::new();
        let mut lossy = false;
        // Those of the synchronisation are said where it is.
        for c in self.skeleton.nodes[other.of.node].reach.clone() {
            out.push(self.at_exit(start, exit, c));
        }
        let mut conds = other.way.conds.clone();
        if let Some(team) = other.stretch.team {
            let number = self.facts.strands.all[team].number;
            let theirs = crate::pending::beside::of_another(self.facts, team, number);
            conds = conds.into_iter().map(|c| crate::pending::beside::of_another(self.facts, team, c)).collect();
            conds.push(self.facts.terms.ne(theirs, number));
        }
        for c in conds {
            let (c, unsure) = self.at_synchronisation(other, c);
            lossy |= unsure;
            out.push(self.at_exit(start, exit, c));
        }
        (out, lossy)
    }
}
