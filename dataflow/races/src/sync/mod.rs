//! Facts about synchronisations of the whole program, computed before any search: waits for locations and updates of them,
//! and where exposure epochs may be open (theory, 7.5).

pub(crate) mod held;
pub(crate) mod passed;
pub(crate) mod stale;
pub(crate) mod waits;

use crate::sync::waits::Waits;
use rma_skeleton::facts::Facts;
use rma_skeleton::skeleton::Skeleton;
use rma_term::ids::{EventRef, TermId};
use rustc_hash::FxHashMap;

/// Synchronisations of the whole program.
#[derive(Debug, Default)]
pub(crate) struct Synchronisation {
    /// Waits for locations, and updates of them.
    pub waits: Waits,
    /// For synchronisations: the windows that may have an open exposure epoch there.
    open_exposures: FxHashMap<EventRef, Vec<TermId>>,
}

impl Synchronisation {
    /// Computes the facts for a program.
    pub fn new(facts: &mut Facts, skeleton: &Skeleton) -> Synchronisation {
        let waits = Waits::new(facts, skeleton);
        Synchronisation { waits, open_exposures: crate::sync::held::open_exposures(facts, skeleton) }
    }

    /// Whether an exposure epoch of a window may be open at a collective or fence.
    pub fn may_be_exposed(&self, at: EventRef, win: TermId) -> bool {
        self.open_exposures.get(&at).is_some_and(|windows| windows.contains(&win))
    }
}
