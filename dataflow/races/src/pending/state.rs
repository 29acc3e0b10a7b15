//! States of a walk, and their merging at a node (theory, 6.4).
//!
//! Two states with the conditions c ∧ x and c ∧ ¬x become one with c. A state is dropped if its conditions include all conditions of another
//! state that is not less certain. Beyond a limit, the states at a place become one lossy state with the conditions that they share. Merging
//! only removes conditions, so no path is lost.

use super::intervals::leave_nothing;
use super::{Posted, Walk};
use rma_skeleton::skeleton::Event;
use rma_term::ids::{EventRef, LoopId, TermId, ThreadId};
use rma_term::limits::Limit;
use rma_term::term::Terms;
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::collections::BTreeSet;
use std::hash::BuildHasher;

/// The present iteration of a loop around the issue, relative to the iteration of the issue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Rel {
    /// This many iterations later; 0 is the iteration of the issue.
    Ahead(u8),
    /// More than the followed number of iterations later, or after an iteration of a loop further out.
    Far,
}

/// Which thread of its process a walk follows, from an operation that one of them has issued.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Follows {
    /// The thread that has issued it.
    Issuer,
    /// The team as a whole, after a barrier: what any of its threads has completed is complete at the next one.
    Team(ThreadId),
    /// Any thread of the team, from a barrier to the next.
    Any(ThreadId),
    /// The code after the creation of the task or thread that has issued the operation; no completion of that thread counts
    /// there.
    Creator(ThreadId),
}

/// A state of the walk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct State {
    /// Which thread is followed.
    pub follows: Follows,
    /// The code of a task or thread that was entered from where it is made.
    pub inside: Option<ThreadId>,
    /// Threads that may complete the operation, and that were made since its issue.
    pub beside: BTreeSet<ThreadId>,
    /// Bit n: effect n is alive.
    pub alive: u32,
    /// The relative iteration of each loop around the issue.
    pub rel: Vec<Rel>,
    /// Loops not around the issue (or entered again) that are in their first iteration.
    pub first: BTreeSet<LoopId>,
    /// The cell that the request was stored to still holds it.
    pub cell: bool,
    /// The access epoch has ended: writes at the target are complete when the target's exposure epoch ends.
    pub closed: bool,
    /// A completion was passed that may be the operation's.
    pub done: bool,
    /// The first synchronisation passed since then.
    pub since: Option<EventRef>,
    /// Since then, the process has waited for one of its own exposure epochs.
    pub waited: bool,
    /// The process knows that the operation is complete, if it is its own target.
    pub itself: bool,
    /// A fence has been passed: what the operation has written is at the target before anything that its process writes
    /// there from now on.
    pub fenced: bool,
    /// Updates of locations at its target: a process that has seen one of them knows that the operation is complete.
    pub announced: BTreeSet<EventRef>,
    /// The same of updates in loops, all of which come after the fence: those for the process itself, if that is its target.
    pub acknowledged_itself: BTreeSet<EventRef>,
    /// Notifications that the process has posted since.
    pub posted: Posted,
    /// The last synchronisation that it has passed since (of operations that notifications complete).
    pub last: Option<EventRef>,
    /// For each loop around the issue, as it was there.
    pub rel_at_last: Vec<Rel>,
    /// A condition was dropped that might have ruled this state out.
    pub lossy: bool,
    /// Branches taken, in ascending order.
    pub branches: Vec<TermId>,
    /// Completions that did not cover the operation, in ascending order.
    pub survived: Vec<TermId>,
}

impl State {
    pub(super) fn start(walk: &Walk) -> State {
        let mut alive = 0;
        for (n, e) in walk.issue.effects.iter().enumerate().take(32) {
            if e.bank == walk.bank {
                alive |= 1 << n;
            }
        }
        State {
            follows: Follows::Issuer,
            inside: None,
            beside: BTreeSet::new(),
            alive,
            rel: vec![Rel::Ahead(0); walk.loops.len()],
            first: BTreeSet::new(),
            cell: true,
            closed: false,
            done: false,
            since: None,
            waited: false,
            fenced: false,
            itself: false,
            announced: walk.own_update().into_iter().collect(),
            acknowledged_itself: BTreeSet::new(),
            posted: Posted::default(),
            last: None,
            rel_at_last: Vec::new(),
            lossy: false,
            branches: Vec::new(),
            survived: Vec::new(),
        }
    }

    /// Control is in the very iterations of the issue.
    pub(super) fn same_iteration(&self) -> bool {
        self.rel.iter().all(|r| *r == Rel::Ahead(0))
    }

    /// Records a synchronisation; `room` tells whether there is room for a notification besides this many.
    pub(super) fn posts(&mut self, room: &dyn Fn(usize) -> bool, event: &Event, at: EventRef) {
        self.last = Some(at);
        self.rel_at_last.clone_from(&self.rel);
        self.lossy |= !self.posted.add(event, at, room);
    }

    /// Adds a branch condition; `false` when it contradicts the others.
    pub(super) fn assume(&mut self, terms: &mut Terms, cond: TermId) -> bool {
        add(terms, &mut self.branches, cond) && !contradicts(terms, &self.survived, cond)
    }

    /// Adds the condition that a completion did not cover the operation.
    pub(super) fn survive(&mut self, terms: &mut Terms, cond: TermId) -> bool {
        add(terms, &mut self.survived, cond) && !contradicts(terms, &self.branches, cond)
    }

    fn same_place(&self, o: &State) -> bool {
        self.alive == o.alive
            && (self.follows, self.inside, &self.beside) == (o.follows, o.inside, &o.beside)
            && self.rel == o.rel
            && self.first == o.first
            && self.cell == o.cell
            && (self.closed, self.waited, self.done, self.since) == (o.closed, o.waited, o.done, o.since)
            && (self.fenced, self.itself) == (o.fenced, o.itself)
            && (&self.announced, &self.acknowledged_itself) == (&o.announced, &o.acknowledged_itself)
            && (&self.posted, self.last, &self.rel_at_last) == (&o.posted, o.last, &o.rel_at_last)
    }

    /// A number that is equal for states at the same node and in the same iterations.
    fn place(&self) -> u64 {
        let loops = (&self.rel, &self.first, &self.rel_at_last);
        let flags = (self.cell, self.closed, self.waited, self.done, self.fenced, self.itself, &self.beside);
        let events = (&self.announced, &self.acknowledged_itself, &self.posted, self.since, self.last);
        FxBuildHasher.hash_one((self.alive, self.follows, self.inside, loops, flags, events))
    }

    /// The conditions that this state has and the other one does not, two at most.
    fn only_here(&self, o: &State) -> Few {
        let mut few = Few::default();
        let lists = [(&self.branches, &o.branches), (&self.survived, &o.survived)];
        for (mine, theirs) in lists {
            if mine == theirs {
                continue;
            }
            for t in mine.iter().filter(|t| theirs.binary_search(t).is_err()) {
                few.count += 1;
                few.first.get_or_insert(*t);
                if few.count > 1 {
                    return few;
                }
            }
        }
        few
    }
}

/// Up to two conditions, of which the first is of interest.
#[derive(Debug, Default)]
struct Few {
    count: usize,
    first: Option<TermId>,
}

impl Few {
    fn only(&self) -> Option<TermId> {
        self.first.filter(|_| self.count == 1)
    }
}

/// Whether a condition and those of a list (in ascending order) cannot hold together.
fn contradicts(terms: &mut Terms, list: &[TermId], cond: TermId) -> bool {
    let n = terms.not(cond);
    list.binary_search(&n).is_ok() || leave_nothing(terms, list, cond)
}

/// Adds the conjuncts of a condition to a list in ascending order.
fn add(terms: &mut Terms, list: &mut Vec<TermId>, cond: TermId) -> bool {
    if let Some(c) = terms.as_const(cond) {
        return c != 0;
    }
    let parts = terms.conjuncts(cond);
    for p in parts {
        if contradicts(terms, list, p) {
            return false;
        }
        if let Err(at) = list.binary_search(&p) {
            list.insert(at, p);
        }
    }
    true
}

/// States that arrived at a node.
#[derive(Debug, Default)]
pub(super) struct Arrivals {
    /// The states by [`State::place`], each with whether the walk has continued from it.
    places: FxHashMap<u64, Vec<(State, bool)>>,
    /// Places with states that were not followed yet, in the order of their arrival.
    new: Vec<u64>,
    /// How often an exact state was merged with others.
    pub(super) united: usize,
}

impl Arrivals {
    /// Among the states that are next in order, those that were not followed yet.
    pub(super) fn take_new(&mut self, whose_turn: impl Fn(&State) -> bool) -> Vec<State> {
        let mut out = Vec::new();
        let places = &mut self.places;
        self.new.retain(|place| {
            let mut left = false;
            for (state, followed) in places.get_mut(place).into_iter().flatten().filter(|(_, followed)| !followed) {
                if whose_turn(state) {
                    *followed = true;
                    out.push(state.clone());
                } else {
                    left = true;
                }
            }
            left
        });
        out
    }

    /// Adds a state; returns whether it is new. At most `limit` states are distinguished by their conditions alone.
    pub(super) fn add(&mut self, terms: &mut Terms, state: State, limit: Limit) -> bool {
        let mut state = state;
        let many = state.branches.len() + state.survived.len();
        if !terms.limits.allows(Limit::WalkConditions, many) {
            let half = terms.limits.get::<usize>(Limit::WalkConditions) / 2;
            state.lossy = true;
            state.branches.truncate(half);
            state.survived.truncate(half);
        }
        let place = state.place();
        let states = self.places.entry(place).or_default();
        loop {
            let mut merged = None;
            for (n, (old, _)) in states.iter().enumerate().filter(|(_, o)| o.0.same_place(&state)) {
                let (mine, theirs) = (state.only_here(old), old.only_here(&state));
                // Already covered by a state with fewer conditions.
                if theirs.count == 0 && (state.lossy || !old.lossy) {
                    return false;
                }
                // x and y, x and not y: x.
                if old.lossy == state.lossy
                    && let (Some(a), Some(b)) = (mine.only(), theirs.only())
                    && terms.not(a) == b
                {
                    merged = Some((n, a));
                    break;
                }
            }
            let Some((n, drop)) = merged else { break };
            states.remove(n);
            state.branches.retain(|t| *t != drop);
            state.survived.retain(|t| *t != drop);
        }
        // Whether an earlier state adds nothing to this one and is no more certain.
        let says_it = |o: &State| (o.lossy || !state.lossy) && state.only_here(o).count == 0;
        states.retain(|o| !(o.0.same_place(&state) && says_it(&o.0)));
        let alike = |states: &[(State, bool)], state: &State| {
            states.iter().filter(|o| o.0.lossy == state.lossy && o.0.same_place(state)).count()
        };
        if !terms.limits.room(limit, alike(states, &state)) {
            if !state.lossy {
                self.united += 1;
            }
            state.lossy = true;
            if !terms.limits.room(limit, alike(states, &state)) {
                // One state for all states that are not distinguished; it proves nothing.
                let (alike, others): (Vec<_>, Vec<_>) =
                    states.drain(..).partition(|o| o.0.lossy && o.0.same_place(&state));
                *states = others;
                for (old, _) in alike {
                    state.branches.retain(|t| old.branches.binary_search(t).is_ok());
                    state.survived.retain(|t| old.survived.binary_search(t).is_ok());
                }
            }
        }
        states.push((state, false));
        if !self.new.contains(&place) {
            self.new.push(place);
        }
        true
    }
}
