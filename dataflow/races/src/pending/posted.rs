//! Notifications that a process has posted since an operation: a process that finds one may know that the operation has
//! arrived (theory, 6.4).

use rma_skeleton::skeleton::paths::is_barrier_of_all;
use rma_skeleton::skeleton::{Event, OrderKind};
use rma_term::ids::EventRef;

/// Notifications: those before the last barrier and the barrier, then those after it, each in the order of the program. In which order
/// they were posted decides nothing else.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Posted {
    places: Vec<EventRef>,
    /// How many of them the barrier makes known, itself included.
    before_barrier: usize,
    /// Some are forgotten.
    forgot: bool,
}

impl Posted {
    /// Their places: one that was posted several times as often, as far as it is remembered.
    pub fn places(&self) -> &[EventRef] {
        &self.places
    }

    /// Whether none was posted.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// Whether some are forgotten.
    pub fn forgot(&self) -> bool {
        self.forgot
    }

    /// The last barrier, and what was posted before it.
    pub fn told_by_barrier(&self) -> Option<(EventRef, &[EventRef])> {
        let (last, before) = self.places[..self.before_barrier].split_last()?;
        Some((*last, before))
    }

    /// Keeps what another path has posted, too.
    pub(super) fn forget_more_than(&mut self, other: &Posted) {
        let mut theirs = other.places.clone();
        self.places.retain(|place| {
            let found = theirs.iter().position(|p| p == place);
            found.map(|n| theirs.remove(n)).is_some()
        });
        self.places.sort_unstable();
        (self.before_barrier, self.forgot) = (0, true);
    }

    /// Adds a synchronisation, where it is a notification or a barrier; `room` says whether there is room beside so many. `false`: one is
    /// forgotten of whose place no newer one is remembered, by which it might be known that the operation has arrived.
    pub(super) fn add(&mut self, event: &Event, at: EventRef, room: &dyn Fn(usize) -> bool) -> bool {
        let Event::Order(order) = event else { return true };
        let mut all_places = true;
        if matches!(order.kind, OrderKind::Notify { .. }) {
            if !room(self.places.len()) && !self.places.is_empty() {
                // Of each place the newest ones matter.
                let again = |n: &usize| self.places[n + 1..].contains(&self.places[*n]);
                let oldest = (0..self.places.len()).find(again);
                all_places = oldest.is_some() || self.places[0] == at;
                let oldest = oldest.unwrap_or(0);
                self.places.remove(oldest);
                self.before_barrier -= usize::from(oldest < self.before_barrier);
                self.forgot = true;
            }
            let since = &self.places[self.before_barrier..];
            self.places.insert(self.before_barrier + since.partition_point(|other| *other <= at), at);
        }
        // A barrier makes known what had been found before it; the last barrier makes known all that the earlier ones
        // did.
        if is_barrier_of_all(order) && self.places.last().is_some_and(|last| *last != at) && room(self.places.len()) {
            if self.before_barrier > 0 {
                self.places.remove(self.before_barrier - 1);
            }
            self.places.sort_unstable();
            self.places.push(at);
            self.before_barrier = self.places.len();
        }
        all_places
    }
}
