//! Notifications that a process has posted since an operation: a process that finds one may know that the operation has
//! arrived (theory, 7.3).

use rma_skeleton::skeleton::paths::is_barrier_of_all;
use rma_skeleton::skeleton::{Event, OrderKind};
use rma_term::ids::EventRef;

/// The notifications that were posted up to the last barrier, the barrier itself, then those posted after it; each part in the order of
/// the program text. The order of the posts has no other influence.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Posted {
    places: Vec<EventRef>,
    /// How many of them the barrier makes known, itself included.
    before_barrier: usize,
    /// Some are forgotten.
    forgot: bool,
}

impl Posted {
    /// The places of the notifications. A place from which several were posted occurs several times, as far as they are remembered.
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
        let (mut mine, mut theirs) = (self.places.clone(), other.places.clone());
        let mut before = Vec::new();
        if let (Some((barrier, mine_before)), Some((same, theirs_before))) =
            (self.told_by_barrier(), other.told_by_barrier())
            && barrier == same
        {
            before = in_both(&mut mine_before.to_vec(), &mut theirs_before.to_vec());
            before.push(barrier);
            for place in &before {
                take(&mut mine, *place);
                take(&mut theirs, *place);
            }
        }
        let mut after = in_both(&mut mine, &mut theirs);
        after.sort_unstable();
        self.before_barrier = before.len();
        before.extend(after);
        (self.places, self.forgot) = (before, true);
    }

    /// Adds a notification or a barrier; `room` says whether there is room for one more beside that many. `false`: a notification was
    /// forgotten, and no newer one of the same place is remembered from which the arrival of the operation could be concluded.
    pub(super) fn add(&mut self, event: &Event, at: EventRef, room: &dyn Fn(usize) -> bool) -> bool {
        let Event::Order(order) = event else { return true };
        let mut all_places = true;
        if matches!(order.kind, OrderKind::Notify { .. }) {
            if !room(self.places.len()) && !self.places.is_empty() && !self.forget_repeated() {
                all_places = self.places[0] == at;
                self.places.remove(0);
                self.before_barrier = self.before_barrier.saturating_sub(1);
                self.forgot = true;
            }
            let since = &self.places[self.before_barrier..];
            self.places.insert(self.before_barrier + since.partition_point(|other| *other <= at), at);
        }
        // A barrier makes known what had been found before it; the last barrier makes known all that the earlier ones
        // did.
        if is_barrier_of_all(order)
            && self.places.last().is_some_and(|last| *last != at)
            && (room(self.places.len()) || self.forget_repeated())
        {
            if self.before_barrier > 0 {
                self.places.remove(self.before_barrier - 1);
            }
            self.places.sort_unstable();
            self.places.push(at);
            self.before_barrier = self.places.len();
        }
        all_places
    }

    /// Forgets the oldest notification that was posted at a place from which a newer one is remembered in the same part. `false`: no
    /// place occurs twice.
    fn forget_repeated(&mut self) -> bool {
        let again = |n: &usize| {
            let end = if *n < self.before_barrier { self.before_barrier } else { self.places.len() };
            self.places[n + 1..end].contains(&self.places[*n])
        };
        let Some(oldest) = (0..self.places.len()).find(again) else { return false };
        self.places.remove(oldest);
        self.before_barrier -= usize::from(oldest < self.before_barrier);
        self.forgot = true;
        true
    }
}

/// Takes one occurrence of a place out of a list; whether there was one.
fn take(list: &mut Vec<EventRef>, place: EventRef) -> bool {
    let found = list.iter().position(|p| *p == place);
    found.map(|n| list.remove(n)).is_some()
}

/// The elements that both lists contain, as often as both contain them.
fn in_both(mine: &mut Vec<EventRef>, theirs: &mut Vec<EventRef>) -> Vec<EventRef> {
    mine.drain(..).filter(|place| take(theirs, *place)).collect()
}
