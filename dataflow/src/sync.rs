//! What is asked of synchronisations over the whole program, before any search: waits for locations and updates of them, and
//! where exposure epochs may be open.

use crate::facts::Facts;
use crate::ids::{EventRef, TermId};
use crate::skeleton::Skeleton;
use crate::waits::Waits;
use rustc_hash::FxHashMap;

/// Synchronisations of the whole program.
#[derive(Debug, Default)]
pub(crate) struct Synchronisation {
    /// Waits for locations, and updates of them.
    pub waits: Waits,
    /// The windows of which an exposure epoch may be open, at synchronisations at which there is one.
    open_exposures: FxHashMap<EventRef, Vec<TermId>>,
}

impl Synchronisation {
    /// That of a program.
    pub fn new(facts: &mut Facts, skeleton: &Skeleton) -> Synchronisation {
        let waits = Waits::new(facts, skeleton);
        Synchronisation { waits, open_exposures: crate::product::open_exposures(facts, skeleton) }
    }

    /// Whether an exposure epoch of a window may be open at a collective or fence.
    pub fn may_be_exposed(&self, at: EventRef, win: TermId) -> bool {
        self.open_exposures.get(&at).is_some_and(|windows| windows.contains(&win))
    }
}
