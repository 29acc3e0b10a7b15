//! The paths that arrive at one place of a segment, and how they are merged (theory, 7.1).

use super::{SegmentPath, assume};
use rma_skeleton::facts::Facts;
use rma_term::ids::TermId;
use rma_term::limits::Limit;

/// The paths to one place, each with whether it was followed further.
#[derive(Debug, Default)]
pub(super) struct Arrivals {
    pub paths: Vec<(SegmentPath, bool)>,
}

impl Arrivals {
    /// The paths that were not followed yet.
    pub fn take_new(&mut self) -> Vec<SegmentPath> {
        let new = self.paths.iter_mut().filter(|(_, followed)| !*followed);
        new.map(|(path, followed)| {
            *followed = true;
            path.clone()
        })
        .collect()
    }

    /// Adds a path; returns whether it is new.
    pub fn add(&mut self, facts: &mut Facts, mut path: SegmentPath) -> bool {
        loop {
            let mut merged = None;
            for (n, (old, _)) in self.paths.iter().enumerate() {
                let covers = (old.diverged || !path.diverged) && (path.lossy || !old.lossy);
                if covers && old.conds.iter().all(|c| path.conds.contains(c)) {
                    return false;
                }
                if old.lossy != path.lossy {
                    continue;
                }
                let mut mine = path.conds.iter().copied().filter(|c| !old.conds.contains(c));
                let mut theirs = old.conds.iter().copied().filter(|c| !path.conds.contains(c));
                if let (Some(a), None, Some(b), None) = (mine.next(), mine.next(), theirs.next(), theirs.next())
                    && facts.terms.not(a) == b
                {
                    merged = Some((n, a));
                    break;
                }
            }
            let Some((n, drop)) = merged else { break };
            let (old, _) = self.paths.remove(n);
            path.diverged |= old.diverged;
            path.conds.retain(|c| *c != drop);
        }
        // Whether an earlier path has at least the conditions of the new one and is no more certain.
        let says_it = |old: &SegmentPath| {
            path.conds.iter().all(|c| old.conds.contains(c))
                && (path.diverged || !old.diverged)
                && (old.lossy || !path.lossy)
        };
        self.paths.retain(|(old, _)| !says_it(old));
        if !self.has_room(facts, &path) {
            // Most paths of one node differ by conditions on ranks; those that no process can take together are dropped first.
            if facts.terms.is_contradiction(&path.conds) {
                return false;
            }
            self.paths.retain(|(old, _)| !facts.terms.is_contradiction(&old.conds));
        }
        if self.has_room(facts, &path) {
            self.paths.push((path, false));
            return true;
        }
        if !path.lossy {
            if let Some(united) = self.united(facts, &path) {
                self.paths.retain(|(old, _)| old.lossy);
                self.paths.push((united, false));
                return true;
            }
            path.lossy = true;
        }
        // One path for all paths that are not distinguished; it proves nothing.
        match self.paths.iter_mut().find(|(old, _)| old.lossy) {
            Some((rest, followed)) => {
                let before = (rest.conds.len(), rest.diverged);
                rest.conds.retain(|c| path.conds.contains(c));
                rest.diverged |= path.diverged;
                let new = before != (rest.conds.len(), rest.diverged);
                *followed &= !new;
                new
            }
            None => {
                self.paths.push((path, false));
                true
            }
        }
    }

    /// Whether a path can be kept beside the others.
    fn has_room(&self, facts: &Facts, path: &SegmentPath) -> bool {
        let alike = self.paths.iter().filter(|(old, _)| old.lossy == path.lossy).count();
        if path.lossy { alike == 0 } else { facts.terms.limits.room(Limit::SegmentPaths, alike) }
    }

    /// One path for the exact ones here and another one, as long as the condition that one of them is taken is short.
    fn united(&self, facts: &mut Facts, path: &SegmentPath) -> Option<SegmentPath> {
        let all: Vec<&SegmentPath> =
            self.paths.iter().map(|(old, _)| old).filter(|old| !old.lossy).chain([path]).collect();
        let (common, rest): (Vec<TermId>, Vec<TermId>) =
            path.conds.iter().partition(|c| all.iter().all(|p| p.conds.contains(c)));
        debug_assert!(!rest.is_empty(), "a path without conditions of its own covers the others");
        let mut cases = Vec::new();
        for p in &all {
            let own: Vec<TermId> = p.conds.iter().copied().filter(|c| !common.contains(c)).collect();
            cases.push(facts.terms.all(&own));
        }
        let any = facts.terms.disjoin(&cases);
        if !facts.terms.limits.allows(Limit::PathsWeight, facts.terms.weight(any)) {
            return None;
        }
        let mut united = SegmentPath { conds: common, diverged: all.iter().any(|p| p.diverged), ..path.clone() };
        assume(facts, &mut united, any).then_some(united)
    }
}
