//! A survey before the search: which pairs of effects the order of barriers and fences alone leaves (theory, 7.7).
//!
//! The survey visits the states of two processes without conditions, and without the order of messages, words, notifications and
//! other epochs. These states represent more cuts than those of the exact search, so a pair that the survey does not meet cannot
//! race: the searches after it look at the others only. If it meets none, there is no other search.
//!
//! In the survey only fences and blocking collectives synchronise in which all processes wait for all. Beyond a limit it merges effects of
//! one source line (it *folds* them, [`super::active`]): later searches examine all pairs of an event that was folded with another one. A
//! pair that the survey has met is no suspect if its [premises](super::premise) contradict each other. If the survey does not come to its
//! end, every pair is suspect.

use super::Product;
use crate::segment::Followed;
use rma_skeleton::candidate::Pair;
use rma_skeleton::skeleton::Event;
use rma_term::ids::EventRef;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// The pairs that the survey has met.
#[derive(Debug, Default)]
pub(super) struct Suspects {
    stage: Stage,
    /// Which conflicts they are where they were met first.
    pairs: FxHashMap<(EventRef, EventRef), Vec<Pair>>,
    /// The operations of these pairs.
    operations: FxHashSet<EventRef>,
    /// The effects that form pairs with these.
    others: FxHashSet<EventRef>,
    /// Events that the survey did not examine separately from other events of their source lines.
    folded: FxHashSet<EventRef>,
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

    /// Adds two effects that the survey could not show to be free of races.
    pub fn add(&mut self, conflicts: Vec<Pair>) {
        let Some(pair) = conflicts.first() else { return };
        self.operations.insert(pair.first);
        self.others.insert(pair.second);
        self.pairs.entry((pair.first, pair.second)).or_insert(conflicts);
    }

    /// All pairs that the survey has met, in order; `None`: it did not come to its end.
    pub fn all(&self) -> Option<Vec<Pair>> {
        let mut places: Vec<&(EventRef, EventRef)> = self.pairs.keys().collect();
        places.sort_unstable();
        (self.stage == Stage::Known).then(|| places.into_iter().flat_map(|p| self.pairs[p].iter().cloned()).collect())
    }

    /// Whether later searches need to examine no pair of this operation.
    pub fn skip_all_of(&self, operation: EventRef) -> bool {
        self.stage == Stage::Known && !self.operations.contains(&operation) && !self.folded.contains(&operation)
    }

    /// Whether later searches need to examine no pair of this event.
    pub fn skip_event(&self, event: EventRef) -> bool {
        self.skip_all_of(event) && !self.others.contains(&event)
    }

    /// Marks an event that the survey does not examine separately from other events of its source line; later searches examine
    /// all pairs of this event.
    pub fn fold(&mut self, event: EventRef) {
        self.folded.insert(event);
    }

    /// A pair that cannot race.
    fn forget(&mut self, pair: &(EventRef, EventRef)) {
        self.pairs.remove(pair);
        self.operations = self.pairs.keys().map(|(first, _)| *first).collect();
        self.others = self.pairs.keys().map(|(_, second)| *second).collect();
    }

    /// The pairs by what their operations have in common.
    fn divided<K: Ord>(&mut self, mut key: impl FnMut(EventRef) -> K) -> Vec<Suspects> {
        let mut parts: BTreeMap<K, Suspects> = BTreeMap::new();
        #[allow(clippy::iter_over_hash_type)] // Each pair has its own entry.
        for (_, conflicts) in std::mem::take(&mut self.pairs) {
            let Some(pair) = conflicts.first() else { continue };
            let part = parts.entry(key(pair.first)).or_default();
            part.stage = self.stage;
            part.add(conflicts);
        }
        parts.into_values().collect()
    }

    /// Whether there are events that the survey does not tell apart from others of their lines.
    pub fn have_folded(&self) -> bool {
        !self.folded.is_empty()
    }

    /// Whether a pair need not be examined: while the survey runs, because it has met the pair already; afterwards, because it
    /// has not met it.
    pub fn skip(&self, first: EventRef, second: EventRef) -> bool {
        match self.stage {
            Stage::Without => false,
            Stage::Surveying => self.pairs.contains_key(&(first, second)),
            Stage::Known => {
                !self.pairs.contains_key(&(first, second))
                    && !self.folded.contains(&first)
                    && !self.folded.contains(&second)
            }
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
        let mut pairs: Vec<(EventRef, EventRef)> = self.suspects.pairs.keys().copied().collect();
        pairs.retain(|(first, second)| complete && self.needs_nobody(*first, *second));
        pairs.iter().for_each(|pair| self.suspects.forget(pair));
    }

    /// The suspects in parts, each with the operations on windows of one communicator: two processes that race on a window are members of its
    /// communicator, and the search of one part leaves the others out. One part where the search has to find more than the suspects.
    pub(super) fn suspects_by_communicator(&mut self) -> Vec<Suspects> {
        let mut suspects = std::mem::take(&mut self.suspects);
        if suspects.stage != Stage::Known || suspects.have_folded() || !self.waiting.is_empty() {
            return vec![suspects];
        }
        suspects.divided(|operation| match self.event(operation) {
            Event::Issue(issue) => issue.target.win.map(|win| self.facts.comm_of_window(win)),
            _ => None,
        })
    }
}
