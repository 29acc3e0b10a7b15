//! Which locks between threads are certainly held at an event, and whether something has been completed since they were taken (theory, 6.5).

use rma_skeleton::facts::Facts;
use rma_skeleton::skeleton::{Event, Skeleton, TeamEvent, TeamKind};
use rma_term::ids::{EventRef, NodeId, TermId};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, VecDeque};

/// Locks, and whether operations were completed since each was taken, on every path.
pub(crate) type Locks = BTreeMap<TermId, bool>;

/// Locks held at the beginning of nodes, and by events after a change.
#[derive(Debug, Default)]
pub(crate) struct ThreadLocks {
    at: FxHashMap<EventRef, Locks>,
}

impl ThreadLocks {
    /// The locks that are held at an event, if any.
    pub fn at(&self, event: EventRef) -> Option<&Locks> {
        self.at.get(&EventRef { effect: 0, ..event })
    }
}

fn change(held: &mut Locks, event: &Event) {
    match event {
        Event::Team(TeamEvent { kind: TeamKind::Acquire(lock), .. }) => {
            held.insert(*lock, false);
        }
        Event::Team(TeamEvent { kind: TeamKind::Release(lock), .. }) => {
            held.remove(lock);
        }
        Event::Complete(_) => held.values_mut().for_each(|completed| *completed = true),
        _ => {}
    }
}

/// The locks that are held on both of two paths.
fn both(a: &Locks, b: &Locks) -> Locks {
    a.iter().filter_map(|(lock, completed)| b.get(lock).map(|other| (*lock, *completed && *other))).collect()
}

/// Locks that are held on every path to an event.
pub(crate) fn held(facts: &Facts, skeleton: &Skeleton) -> ThreadLocks {
    let mut out = ThreadLocks::default();
    let takes = |e: &Event| matches!(e, Event::Team(TeamEvent { kind: TeamKind::Acquire(_), .. }));
    if !skeleton.nodes.iter().flat_map(|n| &n.items).any(|i| takes(&i.event)) {
        return out;
    }
    let _ = facts;
    let mut before: FxHashMap<NodeId, Locks> = FxHashMap::default();
    let Some(entry) = skeleton.entry else { return out };
    before.insert(entry, Locks::new());
    let mut work = VecDeque::from([entry]);
    while let Some(n) = work.pop_front() {
        let mut now = before[&n].clone();
        skeleton.nodes[n].items.iter().for_each(|i| change(&mut now, &i.event));
        for edge in &skeleton.nodes[n].succs {
            let next = match before.get(&edge.to) {
                Some(old) => both(old, &now),
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
            if !now.is_empty() {
                out.at.insert(EventRef { node, item: i as u32, effect: 0 }, now.clone());
            }
            change(&mut now, &item.event);
        }
    }
    out
}
