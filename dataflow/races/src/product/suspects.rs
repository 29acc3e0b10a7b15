//! A survey before the search: which pairs of effects the order of barriers and fences alone leaves (theory, 7.7).
//!
//! The survey visits the states of two processes without conditions, and without the order of messages, words, notifications and
//! other epochs. These states represent more cuts than those of the exact search, so a pair that the survey does not meet cannot
//! race: the searches after it look at the others only. If it meets none, there is no other search.

use super::Product;
use crate::segment::Followed;
use rma_term::ids::EventRef;
use rustc_hash::FxHashSet;

/// The pairs that the survey has met.
#[derive(Debug, Default)]
pub(super) struct Suspects {
    stage: Stage,
    pairs: FxHashSet<(EventRef, EventRef)>,
    /// The operations of these pairs.
    operations: FxHashSet<EventRef>,
}

#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// There was no survey, or it did not come to its end: every pair is suspect.
    #[default]
    Without,
    Surveying,
    Known,
}

impl Suspects {
    /// Whether the survey is under way.
    pub fn are_surveyed(&self) -> bool {
        self.stage == Stage::Surveying
    }

    /// Whether the survey has met no pair.
    pub fn are_none(&self) -> bool {
        self.stage == Stage::Known && self.pairs.is_empty()
    }

    /// A pair that may race as far as the survey can tell.
    pub fn add(&mut self, first: EventRef, second: EventRef) {
        self.pairs.insert((first, second));
        self.operations.insert(first);
    }

    /// Whether no pair of this operation needs to be looked at.
    pub fn skip_all_of(&self, operation: EventRef) -> bool {
        self.stage == Stage::Known && !self.operations.contains(&operation)
    }

    /// Whether a pair need not be looked at: the survey has met it already, or is over and has not met it.
    pub fn skip(&self, first: EventRef, second: EventRef) -> bool {
        match self.stage {
            Stage::Without => false,
            Stage::Surveying => self.pairs.contains(&(first, second)),
            Stage::Known => !self.pairs.contains(&(first, second)),
        }
    }
}

impl Product<'_, '_> {
    /// Visits the states of two processes coarsely, and remembers the pairs that may race.
    pub(super) fn survey(&mut self) {
        // What is hidden in one copy of a window is known at the synchronisations of the exact search alone.
        if self.synced.is_some() {
            return;
        }
        self.suspects.stage = Stage::Surveying;
        self.follow_only(Followed::Barriers);
        let limited = std::mem::take(&mut self.found.limited);
        let complete = self.explore() && !self.found.limited;
        self.found.limited = limited;
        self.suspects.stage = if complete { Stage::Known } else { Stage::Without };
        self.follow_only(Followed::All);
    }
}
