//! Waits for locations and updates of them, in the whole program: what a wait proves about other processes (theory, 7.5).
//!
//! Suppose that a process writes data, announces them by an update, and waits for an answer. If only the target of the
//! announcement gives the answer, and only after it has seen the announcement, then the end of the wait proves that the data
//! have arrived. Whether this holds is tried for small numbers of processes, with the ranks as numbers.
//!
//! If for some rank of these processes the initial value of the location ends the wait, the wait is no answer.

use crate::sync::passed::{PROCESSES, after_waits, by_rank, is_reached, number, passed_before};
use crate::sync::stale::{
    at_first, comes_each_time, ends_at_start, fits, is_left_over, is_set_back, is_stale, serves_another,
    starts_as_zeros, stored,
};
use rma_frontend::api::Compare;
use rma_skeleton::facts::Facts;
use rma_skeleton::skeleton::paths::{is_barrier_of_all, may_precede};
use rma_skeleton::skeleton::{Event, Location, OrderCall, OrderKind, Skeleton, Wanted};
use rma_term::ids::{EventRef, TermId};
use rustc_hash::{FxHashMap, FxHashSet};

/// An update of a location.
#[derive(Debug, Clone)]
pub(crate) struct Update {
    pub at: EventRef,
    pub location: Location,
    pub value: Option<TermId>,
    /// The number that an addition adds; `None` for other updates.
    pub adds: Option<TermId>,
    /// Conditions under which it is reached.
    pub reach: Vec<TermId>,
    /// The update is in a loop.
    pub repeats: bool,
    /// Its process may have waited for other processes before.
    pub dependent: bool,
    /// Waits that its process passes before the first execution of the update, and between any two executions.
    after: FxHashSet<EventRef>,
    /// Waits that a process does not pass after it has made the update.
    behind: FxHashSet<EventRef>,
    /// Waits that have ended before any process makes it: all processes pass a barrier in between.
    late: FxHashSet<EventRef>,
    /// On some paths the process passes further waits before it.
    pub perhaps_after: bool,
    /// The waits of `after` for small numbers of processes, by number and rank, if some paths pass more waits than others.
    after_by_rank: FxHashMap<(i64, i64), FxHashSet<EventRef>>,
}

/// A wait.
#[derive(Debug, Clone)]
struct Wait {
    location: Location,
    /// An update that has ended this wait ends no later one: neither this wait in the next iteration nor another one.
    uses_up: bool,
    /// The initial value of the location does not end it.
    needs_update: bool,
    /// The value that the location has at first ends it.
    at_once: bool,
    /// The initial value ends the wait in no iteration: it does not end it in the first one, and another value has replaced it
    /// before the next.
    never_at_first: bool,
    /// The value that ends the wait in the first iteration, if it is not known whether the initial value ends it.
    first: Option<Wanted>,
    /// The wait is in a loop.
    repeats: bool,
    /// A value that has ended an earlier wait elsewhere may end it, too.
    left_over: bool,
    /// Its process may have stored there itself since it has waited.
    set_back: bool,
    wanted: Option<Wanted>,
}

impl Wait {
    /// Whether the initial value of the location ends the wait of a process; `false` if that is not known.
    fn ends_at_start_for(&self, facts: &mut Facts, me: i64, n: i64) -> bool {
        let Some(Wanted { compare, value, initial: Some(initial), .. }) = self.first else { return false };
        let (Some(value), Some(initial)) = (number(facts, value, me, n), number(facts, initial, me, n)) else {
            return false;
        };
        let (value, initial) = (facts.terms.int(value), facts.terms.int(initial));
        let ends = fits(facts, initial, compare, value);
        facts.terms.is_true(ends)
    }
}

/// All of the program.
#[derive(Debug, Default)]
pub(crate) struct Waits {
    pub updates: Vec<Update>,
    waits: FxHashMap<EventRef, Wait>,
    known: FxHashMap<(EventRef, EventRef, Asked), Answer>,
}

/// Which process, and what it waits for, a question is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Asked {
    /// Any.
    Anybody,
    /// One that is its own target.
    Itself,
    /// As `Itself`, if the process waits for the very location of its update.
    ItselfThere,
}

/// Whether a wait proves that an update has been seen by its target.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Answer {
    /// The wait is no answer.
    No,
    /// It may be one, but the analysis has no proof that its update comes after the other one.
    Perhaps,
    /// The wait is an answer.
    Yes,
}

impl Update {
    /// The waits that a process passes before each execution of it, by number of processes and rank.
    fn after_of(&self, rank: i64, size: i64) -> &FxHashSet<EventRef> {
        self.after_by_rank.get(&(size, rank)).unwrap_or(&self.after)
    }

    /// Whether a process makes the update too late to end a wait of its own.
    fn comes_behind(&self, at: EventRef, wait: &Wait) -> bool {
        self.behind.contains(&at) || !wait.repeats && self.after.contains(&at)
    }

    /// Whether every process that makes the update makes it too late to end a wait.
    pub fn is_late_for(&self, wait: EventRef) -> bool {
        self.late.contains(&wait)
    }

    /// The waits that its process passes before each time that it is made.
    pub fn waited_for(&self) -> Vec<EventRef> {
        sorted(&self.after)
    }
}

/// Events in the order of the skeleton.
fn sorted(events: &FxHashSet<EventRef>) -> Vec<EventRef> {
    let mut list: Vec<EventRef> = events.iter().copied().collect();
    list.sort_unstable();
    list
}

impl Waits {
    pub fn new(facts: &mut Facts, skeleton: &Skeleton) -> Waits {
        let mut out = Waits::default();
        let stored = stored(skeleton);
        for (node, n) in skeleton.nodes.iter_enumerated() {
            for (item, i) in n.items.iter().enumerate() {
                let at = EventRef { node, item: item as u32, effect: 0 };
                let Event::Order(o) = &i.event else { continue };
                match o.kind {
                    OrderKind::Update { location, value, adds } => out.updates.push(Update {
                        at,
                        location,
                        value,
                        adds,
                        reach: n.reach.clone(),
                        repeats: !n.loops.is_empty(),
                        dependent: false,
                        after: FxHashSet::default(),
                        behind: FxHashSet::default(),
                        late: FxHashSet::default(),
                        perhaps_after: false,
                        after_by_rank: FxHashMap::default(),
                    }),
                    OrderKind::Observe { location, wanted, .. } => {
                        let stale = is_stale(facts, skeleton, &stored, node, &location, wanted);
                        let uses_up = stale && !serves_another(facts, skeleton, at, &location, wanted);
                        let stored_before = is_set_back(facts, skeleton, at, &location, false);
                        let set_back = stored_before && is_set_back(facts, skeleton, at, &location, true);
                        // Where the process itself has stored nothing its words are what they are at first.
                        let zero = (!stored_before && starts_as_zeros(facts, &location)).then(|| facts.terms.int(0));
                        let wanted = wanted.map(|w| Wanted { initial: w.initial.or(zero), ..w });
                        let at_start = ends_at_start(facts, skeleton, node, wanted);
                        let (needs_update, at_once) = (stale && at_start == Some(false), at_start == Some(true));
                        let first = at_first(facts, skeleton, node, wanted).filter(|_| at_start.is_none());
                        let repeats = !n.loops.is_empty();
                        let never_at_first =
                            at_start == Some(false) && !set_back && comes_each_time(facts, skeleton, node, &location);
                        let wait = Wait {
                            location,
                            uses_up,
                            needs_update,
                            at_once,
                            never_at_first,
                            first,
                            repeats,
                            left_over: false,
                            set_back,
                            wanted,
                        };
                        out.waits.insert(at, wait);
                    }
                    _ => {}
                }
            }
        }
        if out.updates.is_empty() {
            return out;
        }
        out.find_left_over(facts, skeleton);
        let dependent = after_waits(skeleton);
        for u in &mut out.updates {
            u.dependent = dependent.get(&u.at.node).is_some_and(|item| *item <= u.at.item);
            let takes = |facts: &Facts, o: &OrderCall| {
                matches!(o.kind, OrderKind::Observe { .. }) && facts.terms.is_true(o.cond)
            };
            (u.after, u.perhaps_after) = passed_before(facts, skeleton, u.at, None, takes);
            if u.perhaps_after {
                let known = by_rank(facts, skeleton, u.at, takes);
                u.after_by_rank = known.into_iter().map(|(who, passed, _)| (who, passed)).collect();
            }
            u.behind = out.waits.keys().copied().filter(|w| !may_precede(skeleton, u.at, *w)).collect();
            let (mut barriers, _) = passed_before(facts, skeleton, u.at, None, |_, o| is_barrier_of_all(o));
            barriers.retain(|b| skeleton.nodes[b.node].loops.is_empty());
            let over = |w: &EventRef| barriers.iter().any(|b| !may_precede(skeleton, *b, *w));
            u.late = out.waits.keys().copied().filter(over).collect();
        }
        out
    }

    /// Finds the waits that a value may end which has ended an earlier wait for the same location.
    fn find_left_over(&mut self, facts: &mut Facts, skeleton: &Skeleton) {
        let number = |facts: &Facts, t: TermId| facts.terms.as_const(t);
        let mut found = Vec::new();
        let mut places: Vec<EventRef> = self.waits.keys().copied().collect();
        places.sort_unstable();
        for at in places {
            let wait = &self.waits[&at];
            let Some(wanted) = wait.wanted.filter(|_| !wait.set_back) else { continue };
            let there = |facts: &Facts, other: &Location| {
                let apart = number(facts, other.offset).zip(number(facts, wait.location.offset));
                other.memory == wait.location.memory && apart.is_none_or(|(a, b)| a == b)
            };
            let ended_before = self.waits.iter().any(|(&other, w)| {
                other != at && w.uses_up && there(facts, &w.location) && may_precede(skeleton, other, at)
            });
            let stays = |facts: &mut Facts, u: &Update| {
                let Some(value) = u.value.filter(|_| there(facts, &u.location)) else { return false };
                is_left_over(facts, skeleton, (u.at, value), (at, wanted))
            };
            if ended_before && self.updates.iter().any(|u| stays(facts, u)) {
                found.push(at);
            }
        }
        for at in found {
            self.waits.entry(at).and_modify(|w| w.left_over = true);
        }
    }

    /// Whether a value that has ended an earlier wait elsewhere may end a wait, too.
    pub fn is_ended_by_old_value(&self, at: EventRef) -> bool {
        self.waits.get(&at).is_some_and(|w| w.left_over)
    }

    /// Whether each return of a wait is due to a change since its last, and what has ended it ends no other.
    pub fn uses_up(&self, at: EventRef) -> bool {
        self.waits.get(&at).is_none_or(|w| w.uses_up)
    }

    /// The initial value of the location of a wait, if it is known.
    pub fn initial_of(&self, at: EventRef) -> Option<TermId> {
        self.waits.get(&at)?.wanted?.initial
    }

    /// Whether the value that its location has at first ends a wait in no iteration.
    pub fn never_ends_at_first(&self, at: EventRef) -> bool {
        self.waits.get(&at).is_some_and(|w| w.never_at_first)
    }

    /// Whether the process that waits may have stored there itself since an earlier wait.
    pub fn is_set_back(&self, at: EventRef) -> bool {
        self.waits.get(&at).is_some_and(|w| w.set_back)
    }

    /// Whether a process that has made the update `announced`, and then passed the wait `at`, knows that the target has seen the
    /// update.
    pub fn answered(&mut self, facts: &mut Facts, announced: EventRef, at: EventRef, asked: Asked) -> Answer {
        let key = (announced, at, asked);
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        // In the first iteration the process need not have waited.
        let at_once = self.waits.get(&at).filter(|w| w.at_once);
        let known = match self.tried(facts, announced, at, asked).filter(|_| at_once.is_none()) {
            Some(true) => Answer::Yes,
            _ if at_once.is_none_or(|w| w.repeats) && self.may_answer(facts, announced, at) => Answer::Perhaps,
            _ => Answer::No,
        };
        self.known.insert(key, known);
        known
    }

    /// Whether nothing shows if a process that is its own target, and waits for the word of its update, has seen the update then: numbers of
    /// loops or processes that are not known decide, or how often each process adds to the word.
    pub fn is_undecided_itself(&self, facts: &mut Facts, announced: EventRef, at: EventRef) -> bool {
        let own = self.updates.iter().find(|u| u.at == announced);
        let Some((own, wait)) = own.zip(self.waits.get(&at)) else { return false };
        let adds = own.adds.is_some() && own.repeats && wait.wanted.is_some_and(|w| w.compare != Compare::Ne);
        own.location.memory == wait.location.memory
            && (adds || self.tried(facts, announced, at, Asked::Itself).is_none())
    }

    /// Whether an update that may end the wait is made by a process that has waited before for the location of the update
    /// `announced`, or for a word of a process that has.
    fn may_answer(&self, facts: &Facts, announced: EventRef, at: EventRef) -> bool {
        let (Some(own), Some(wait)) = (self.updates.iter().find(|u| u.at == announced), self.waits.get(&at)) else {
            return false;
        };
        let may_be = |a: &Location, b: &Location| {
            let number = |t: TermId| facts.terms.as_const(t);
            let differ = number(a.offset).zip(number(b.offset)).is_some_and(|(x, y)| x != y);
            a.memory == b.memory && (!differ || a.len.is_some() || b.len.is_some())
        };
        // What the location holds at first is not known.
        if wait.wanted.is_some_and(|w| w.initial.is_none()) && may_be(&own.location, &wait.location) {
            return true;
        }
        // Each process in a chain of them has waited for the one before.
        let mut work = vec![wait];
        let mut seen: FxHashSet<EventRef> = FxHashSet::default();
        while let Some(wait) = work.pop() {
            for u in self.updates.iter().filter(|u| may_be(&u.location, &wait.location)) {
                for w in u.after.iter().chain(u.after_by_rank.values().flatten()) {
                    let Some(before) = self.waits.get(w).filter(|_| seen.insert(*w)) else { continue };
                    if may_be(&own.location, &before.location) {
                        return true;
                    }
                    work.push(before);
                }
            }
        }
        false
    }

    /// Whether the target of an update has seen it when any process has passed a barrier of all that its process passes later:
    /// because it waits for it before.
    pub fn found_before_barrier(
        &mut self,
        facts: &mut Facts,
        skeleton: &Skeleton,
        announced: EventRef,
        barrier: EventRef,
    ) -> Answer {
        let key = (announced, barrier, Asked::Anybody);
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        let known = self.tried_to_check(facts, skeleton, announced, barrier).unwrap_or(Answer::Perhaps);
        self.known.insert(key, known);
        known
    }

    fn tried_to_check(
        &self,
        facts: &mut Facts,
        skeleton: &Skeleton,
        announced: EventRef,
        barrier: EventRef,
    ) -> Option<Answer> {
        let Some(own) = self.updates.iter().find(|u| u.at == announced) else { return Some(Answer::No) };
        let loops = |at: EventRef| &skeleton.nodes[at.node].loops;
        let alike = |w: &EventRef| loops(*w) == loops(announced) && loops(*w) == loops(barrier);
        let takes = |_: &Facts, o: &OrderCall| matches!(o.kind, OrderKind::Observe { .. });
        let before = by_rank(facts, skeleton, barrier, takes);
        let (mut some, mut all) = (false, true);
        for n in PROCESSES {
            for me in 0..n {
                if !reached(facts, own, me, n) {
                    continue;
                }
                let target = number(facts, own.location.target, me, n)?;
                let passed = before.iter().find(|(who, ..)| *who == (n, target)).map(|(_, passed, _)| passed)?;
                let mut found_before_barrier = false;
                // In order, as the search ends where a number is not known.
                for at in &sorted(passed) {
                    let Some(wait) = self.waits.get(at) else { continue };
                    if hits(facts, own, me, &wait.location, target, n)? {
                        some = true;
                        found_before_barrier |= wait.needs_update
                            && alike(at)
                            && self.is_alone(facts, own, (*at, wait), (me, target), n)?;
                    }
                }
                all &= found_before_barrier;
            }
        }
        Some(match (some, all) {
            (true, true) => Answer::Yes,
            (true, false) => Answer::Perhaps,
            (false, _) => Answer::No,
        })
    }

    /// Updates of the same memory that may end a wait.
    fn updates_of(&self, location: &Location, wait: EventRef) -> impl Iterator<Item = &Update> {
        let memory = location.memory;
        self.updates.iter().filter(move |u| u.location.memory == memory && !u.is_late_for(wait))
    }

    /// Whether an update by one process is all that ends a wait of its target.
    fn is_alone(
        &self,
        facts: &mut Facts,
        own: &Update,
        (at, wait): (EventRef, &Wait),
        (me, target): (i64, i64),
        n: i64,
    ) -> Option<bool> {
        for other in self.updates_of(&own.location, at) {
            for p in (0..n).filter(|p| (*p, other.at) != (me, own.at)) {
                if hits(facts, other, p, &wait.location, target, n)? {
                    return Some(false);
                }
            }
        }
        Some(true)
    }

    fn tried(&self, facts: &mut Facts, announced: EventRef, at: EventRef, asked: Asked) -> Option<bool> {
        let own = self.updates.iter().find(|u| u.at == announced)?;
        let wait = self.waits.get(&at)?;
        let mut some = false;
        for n in PROCESSES {
            for me in 0..n {
                if !reached(facts, own, me, n) {
                    continue;
                }
                let target = match number(facts, own.location.target, me, n) {
                    Some(target) => target,
                    // Of the iterations of a loop, one in which the process itself is the target.
                    None if asked != Asked::Anybody => me,
                    None => return None,
                };
                if asked != Asked::Anybody && target != me {
                    continue;
                }
                if wait.ends_at_start_for(facts, me, n) {
                    return Some(false);
                }
                // Of several locations, all of which are waited for, the own one is enough.
                let mut location = wait.location;
                if asked == Asked::ItselfThere
                    || location.len.is_some() && hits_there(facts, own, (me, target), &location, me, n)?
                {
                    let offset = number(facts, own.location.offset, me, n)?;
                    location = Location { offset: facts.terms.int(offset), len: None, ..location };
                }
                if target == me && self.all_must_add(facts, own, (at, wait), &location, (me, n)) == Some(true) {
                    some = true;
                    continue;
                }
                for answer in self.updates_of(&wait.location, at) {
                    for other in 0..n {
                        let to = number(facts, answer.location.target, other, n);
                        let to = if asked == Asked::Anybody { to? } else { to.unwrap_or(me) };
                        if !hits_there(facts, answer, (other, to), &location, me, n)?
                            || stores_other_value(facts, answer, other, wait, me, n)
                        {
                            continue;
                        }
                        let is_it = answer.at == announced && other == me && target == me && wait.needs_update;
                        let is_later = other == me && answer.at != announced && answer.comes_behind(at, wait);
                        let is_answer = other == target && self.answers(facts, answer, own, (me, target), (at, n))?;
                        if !(is_it || is_later || is_answer) {
                            return Some(false);
                        }
                        some = true;
                    }
                }
            }
        }
        Some(some)
    }

    /// Whether a wait ends only when every process that adds to its location has, so that an own addition is among them.
    fn all_must_add(
        &self,
        facts: &mut Facts,
        own: &Update,
        (at, wait): (EventRef, &Wait),
        location: &Location,
        (me, n): (i64, i64),
    ) -> Option<bool> {
        let Wanted { compare, value, initial, .. } = wait.wanted?;
        let (value, initial) = (number(facts, value, me, n)?, number(facts, initial?, me, n)?);
        let mut added = Vec::new();
        for u in self.updates_of(location, at) {
            for p in 0..n {
                if hits(facts, u, p, location, me, n)? {
                    let step = number(facts, u.adds.filter(|_| !u.repeats)?, p, n)?;
                    added.push((u.at == own.at && p == me, step));
                }
            }
        }
        let least = added.iter().find(|a| a.0)?.1;
        let most = initial + added.iter().map(|a| a.1).sum::<i64>() - least;
        let upwards = matches!(compare, Compare::Ge | Compare::Gt | Compare::Eq);
        let (most, value) = (facts.terms.int(most), facts.terms.int(value));
        let compare = if compare == Compare::Eq { Compare::Ge } else { compare };
        let ends = fits(facts, most, compare, value);
        Some(upwards && added.iter().all(|a| a.1 > 0) && facts.terms.is_false(ends))
    }

    /// Whether an update is made only after the process `target` has seen the update that `me` has made there.
    fn answers(
        &self,
        facts: &mut Facts,
        answer: &Update,
        own: &Update,
        (me, target): (i64, i64),
        (at, n): (EventRef, i64),
    ) -> Option<bool> {
        for seen in &sorted(answer.after_of(target, n)) {
            let Some(wait) = self.waits.get(seen).filter(|w| w.needs_update) else { continue };
            if wait.location.memory != own.location.memory || !hits(facts, own, me, &wait.location, target, n)? {
                continue;
            }
            // Nobody else ends that wait.
            let mut alone = true;
            for other in self.updates_of(&own.location, *seen) {
                // What the process itself stores after the wait comes too late for that.
                let behind = self.waits.get(&at).is_some_and(|w| other.comes_behind(at, w));
                let late = |p: i64| p == me && (other.at == own.at || behind);
                for p in (0..n).filter(|p| !late(*p)) {
                    alone &= !hits(facts, other, p, &wait.location, target, n)?;
                }
            }
            if alone {
                return Some(true);
            }
        }
        Some(false)
    }
}

/// Whether process `p` may make an update of what process `q` waits for.
fn hits(facts: &mut Facts, update: &Update, p: i64, wanted: &Location, q: i64, n: i64) -> Option<bool> {
    let to =
        if reached(facts, update, p, n) { number(facts, update.location.target, p, n)? } else { return Some(false) };
    hits_there(facts, update, (p, to), wanted, q, n)
}

/// Whether what process `p` stores is known not to be what process `q` waits for.
fn stores_other_value(facts: &mut Facts, update: &Update, p: i64, wait: &Wait, q: i64, n: i64) -> bool {
    let (Some(value), Some(wanted)) = (update.value, wait.wanted) else { return false };
    let (Some(value), Some(least)) = (number(facts, value, p, n), number(facts, wanted.value, q, n)) else {
        return false;
    };
    let (value, least) = (facts.terms.int(value), facts.terms.int(least));
    let ends = fits(facts, value, wanted.compare, least);
    facts.terms.is_false(ends)
}

/// Like [`hits`], for an update with the target `to`.
fn hits_there(
    facts: &mut Facts,
    update: &Update,
    (p, to): (i64, i64),
    wanted: &Location,
    q: i64,
    n: i64,
) -> Option<bool> {
    if to != q || !reached(facts, update, p, n) {
        return Some(false);
    }
    let at = number(facts, update.location.offset, p, n)?;
    let start = number(facts, wanted.offset, q, n)?;
    Some(match wanted.len {
        None => at == start,
        Some(len) => (start..start + number(facts, len, q, n)?).contains(&at),
    })
}

/// Whether a process can reach an update according to the conditions on ranks alone.
fn reached(facts: &mut Facts, update: &Update, rank: i64, size: i64) -> bool {
    is_reached(facts, &update.reach, (size, rank))
}
