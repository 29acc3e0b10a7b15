//! Which locks between threads are certainly held at an event, whether something has been completed since they were taken, and which
//! code that runs once has certainly run (theory, 6.5).
//!
//! A lock is held by the thread that has taken it: a team or thread that begins holds none, and its creator has its locks again
//! behind the end of that code.

use rma_skeleton::facts::Facts;
use rma_skeleton::skeleton::{Event, Skeleton, TeamEvent, TeamKind};
use rma_term::ids::{EventRef, NodeId, TermId, ThreadId};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// How a lock is held.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Holding {
    /// Operations were completed since it was taken, on every path.
    pub completed: bool,
    /// Others may hold it at the same time, as far as they share it.
    pub shared: bool,
}

/// Locks, and how they are held.
pub(crate) type Locks = BTreeMap<TermId, Holding>;

/// What holds on every path to an event.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
struct Held {
    /// Locks of the thread that executes it.
    own: Locks,
    /// Locks of the threads that have made this one, by what they have made, outermost first.
    outer: Vec<(ThreadId, Locks)>,
    /// Locks whose code that runs once has run.
    ran: BTreeSet<TermId>,
}

impl Held {
    fn pass(&mut self, facts: &Facts, event: &Event) {
        match event {
            Event::Team(TeamEvent { kind: TeamKind::Acquire(lock), .. }) => {
                self.own.insert(*lock, Holding { completed: false, shared: false });
            }
            Event::Team(TeamEvent { kind: TeamKind::Share(lock), .. }) => {
                self.own.insert(*lock, Holding { completed: false, shared: true });
            }
            Event::Team(TeamEvent { kind: TeamKind::Release(lock), .. }) => {
                self.own.remove(lock);
            }
            Event::Team(TeamEvent { kind: TeamKind::RanOnce(lock), .. }) if is_one_lock(facts, *lock) => {
                self.ran.insert(*lock);
            }
            Event::Team(TeamEvent { kind: TeamKind::Fork | TeamKind::Spawn, thread: Some(s) }) => {
                self.outer.push((*s, std::mem::take(&mut self.own)));
            }
            Event::Team(TeamEvent { kind: TeamKind::Join | TeamKind::SpawnEnd, thread: Some(s) }) => {
                if let Some(i) = self.outer.iter().rposition(|(t, _)| t == s) {
                    self.own = self.outer.swap_remove(i).1;
                    self.outer.truncate(i);
                }
            }
            Event::Complete(_) => self.own.values_mut().for_each(|holding| holding.completed = true),
            _ => {}
        }
    }

    /// What holds on both of two paths.
    fn and(&self, other: &Held) -> Held {
        let outer = self.outer.iter().zip(&other.outer).take_while(|(a, b)| a.0 == b.0);
        Held {
            own: both(&self.own, &other.own),
            outer: outer.map(|(a, b)| (a.0, both(&a.1, &b.1))).collect(),
            ran: &self.ran & &other.ran,
        }
    }
}

/// Whether a term denotes one lock in all iterations, and for all threads.
fn is_one_lock(facts: &Facts, lock: TermId) -> bool {
    !facts.terms.any_sym(lock, |_| true)
}

/// What is held at events.
#[derive(Debug, Default)]
pub(crate) struct ThreadLocks {
    at: FxHashMap<EventRef, Held>,
    /// Locks of code that runs once.
    once: BTreeSet<TermId>,
}

impl ThreadLocks {
    /// The locks that are held at an event, if any.
    pub fn at(&self, event: EventRef) -> Option<&Locks> {
        self.at.get(&EventRef { effect: 0, ..event }).map(|held| &held.own)
    }

    /// Whether both events are in one code that runs once in a process.
    pub fn in_one_run(&self, a: EventRef, b: EventRef) -> bool {
        let (Some(a), Some(b)) = (self.at(a), self.at(b)) else { return false };
        a.keys().any(|lock| self.once.contains(lock) && b.contains_key(lock))
    }

    /// The locks of code that runs once in a process, contains one event, and has run before another event.
    pub fn of_code_run_before(&self, first: EventRef, then: EventRef) -> impl Iterator<Item = TermId> {
        let ran = self.at.get(&EventRef { effect: 0, ..then }).map(|held| &held.ran);
        let held = self.at(first).into_iter().flat_map(|held| held.keys());
        held.copied().filter(move |lock| ran.is_some_and(|ran| ran.contains(lock)))
    }
}

/// The locks that are held on both of two paths.
fn both(a: &Locks, b: &Locks) -> Locks {
    let of_both =
        |x: &Holding, y: &Holding| Holding { completed: x.completed && y.completed, shared: x.shared || y.shared };
    a.iter().filter_map(|(lock, x)| b.get(lock).map(|y| (*lock, of_both(x, y)))).collect()
}

/// Locks that are held on every path to an event.
pub(crate) fn held(facts: &Facts, skeleton: &Skeleton) -> ThreadLocks {
    let mut out = ThreadLocks::default();
    let takes = |e: &Event| matches!(e, Event::Team(TeamEvent { kind: TeamKind::Acquire(_) | TeamKind::Share(_), .. }));
    if !skeleton.nodes.iter().flat_map(|n| &n.items).any(|i| takes(&i.event)) {
        return out;
    }
    let mut before: FxHashMap<NodeId, Held> = FxHashMap::default();
    let Some(entry) = skeleton.entry else { return out };
    before.insert(entry, Held::default());
    let mut work = VecDeque::from([entry]);
    while let Some(n) = work.pop_front() {
        let mut now = before[&n].clone();
        skeleton.nodes[n].items.iter().for_each(|i| now.pass(facts, &i.event));
        for edge in &skeleton.nodes[n].succs {
            let next = match before.get(&edge.to) {
                Some(old) => old.and(&now),
                None => now.clone(),
            };
            if before.get(&edge.to) != Some(&next) {
                before.insert(edge.to, next);
                work.push_back(edge.to);
            }
        }
    }
    #[allow(clippy::iter_over_hash_type)] // Each node has its own entry.
    for (node, mut now) in before {
        for (i, item) in skeleton.nodes[node].items.iter().enumerate() {
            if let Event::Team(TeamEvent { kind: TeamKind::RanOnce(lock), .. }) = &item.event
                && is_one_lock(facts, *lock)
            {
                out.once.insert(*lock);
            }
            if !now.own.is_empty() || !now.ran.is_empty() {
                out.at.insert(EventRef { node, item: i as u32, effect: 0 }, now.clone());
            }
            now.pass(facts, &item.event);
        }
    }
    out
}
