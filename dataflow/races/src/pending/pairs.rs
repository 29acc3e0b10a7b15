//! Pairs, and the paths to them that are kept (theory, 8.1).
//!
//! If a pair is reached on very many paths, each of the first paths becomes a candidate. The conditions that the other
//! paths have in common become one more candidate, which is at most unproven. So no path is dropped silently, and a
//! pair is safe if all its candidates are contradictory.

use super::Found;
use rma_skeleton::candidate::{Candidate, Conflict, Overlap, Pair, Processes};
use rma_term::ids::{EventRef, LoopId, PairId, TermId};
use rma_term::limits::{Limit, Watch};
use rustc_hash::FxHashMap;
use std::sync::Arc;

type PairKey = (EventRef, EventRef, Conflict, Processes);

/// All pairs found so far.
#[derive(Debug, Default)]
pub(crate) struct FoundPairs {
    limits: Arc<Watch>,
    pairs: FxHashMap<PairKey, PairEntry>,
}

#[derive(Debug)]
struct PairEntry {
    pair: PairId,
    /// How many paths of one thread, and of two threads, are kept.
    kept: [usize; 2],
    lossy: usize,
    /// Conditions, in ascending order, and overlaps of those kept that are not lossy.
    precise: Vec<(Vec<TermId>, Vec<Overlap>)>,
    rest: Option<Rest>,
}

/// The conditions that all paths share that are not kept separately.
#[derive(Debug)]
struct Rest {
    conds: Vec<TermId>,
    overlaps: Vec<Overlap>,
    unknown_pointer: bool,
    /// Paths through a pointer that is not known.
    unknown: usize,
    turned: Vec<LoopId>,
}

impl PairEntry {
    /// Whether a path with these conditions, in ascending order, has all conditions of a path that is kept, so that it adds
    /// nothing.
    fn covers(&self, conds: &[TermId], overlaps: &[Overlap]) -> bool {
        let within = |have: &[TermId]| {
            let mut rest = conds.iter();
            have.len() <= conds.len() && have.iter().all(|c| rest.by_ref().find(|d| *d >= c) == Some(c))
        };
        self.precise.iter().any(|(have, of)| within(have) && *of == overlaps)
    }
}

/// Conditions in ascending order, each once.
fn in_order(conds: impl Iterator<Item = TermId>) -> Vec<TermId> {
    let mut out: Vec<TermId> = conds.collect();
    out.sort_unstable();
    out.dedup();
    out
}

impl FoundPairs {
    /// No pairs.
    pub fn new(limits: Arc<Watch>) -> FoundPairs {
        FoundPairs { limits, pairs: FxHashMap::default() }
    }

    /// Adds a path to a pair; `candidate.pair` is set here. Gives the position among the candidates if it is kept.
    pub fn add(&mut self, found: &mut Found, pair: Pair, candidate: Candidate) -> Option<usize> {
        self.keep(found, pair, candidate, false)
    }

    /// Adds one of two threads at once: those of a thread alone do not keep it out.
    pub fn add_concurrent(&mut self, found: &mut Found, pair: Pair, candidate: Candidate) -> Option<usize> {
        self.keep(found, pair, candidate, true)
    }

    fn keep(&mut self, found: &mut Found, pair: Pair, mut candidate: Candidate, concurrent: bool) -> Option<usize> {
        let key = (pair.first, pair.second, pair.conflict, pair.processes);
        if self.is_full(found) && !self.pairs.contains_key(&key) {
            found.limited = true;
            return None;
        }
        let entry = self.pairs.entry(key).or_insert_with(|| PairEntry {
            pair: found.pairs.push(pair),
            kept: [0; 2],
            lossy: 0,
            precise: Vec::new(),
            rest: None,
        });
        candidate.pair = entry.pair;
        // What is found once the time is up is found with less than is known otherwise.
        candidate.lossy |= !self.limits.goes_on();
        let conds = || candidate.reach.iter().chain(&candidate.path).copied();
        let all = in_order(conds());
        if !candidate.unknown_pointer && entry.covers(&all, &candidate.overlaps) {
            return None;
        }
        let (kept, most) = if candidate.lossy {
            (&mut entry.lossy, Limit::LossyPaths)
        } else {
            (&mut entry.kept[usize::from(concurrent)], Limit::CandidatePaths)
        };
        if self.limits.room(most, *kept) {
            *kept += 1;
            if !candidate.lossy && !candidate.unknown_pointer {
                entry.precise.push((all, candidate.overlaps.clone()));
            }
            found.candidates.push(candidate);
            return Some(found.candidates.len() - 1);
        }
        let rest = entry.rest.get_or_insert_with(|| Rest {
            conds: conds().collect(),
            overlaps: Vec::new(),
            unknown_pointer: false,
            unknown: 0,
            turned: candidate.turned.clone(),
        });
        rest.turned.retain(|l| candidate.turned.contains(l));
        rest.conds.retain(|c| all.binary_search(c).is_ok());
        // Without overlaps the conditions alone decide; so they do where the overlaps are too many.
        rest.unknown_pointer |=
            candidate.unknown_pointer || !self.limits.room(Limit::RestOverlaps, rest.overlaps.len());
        if candidate.unknown_pointer {
            rest.unknown += 1;
            if !self.limits.allows(Limit::UnknownPaths, rest.unknown) {
                rest.conds.clear();
            }
        }
        for o in candidate.overlaps {
            if !rest.overlaps.contains(&o) {
                rest.overlaps.push(o);
            }
        }
        None
    }

    /// Whether a further path to a pair would not be kept separately, only in what it shares with others.
    pub fn is_crowded(&self, pair: &Pair, lossy: bool) -> bool {
        let entry = self.pairs.get(&(pair.first, pair.second, pair.conflict, pair.processes));
        entry.is_some_and(|e| match lossy {
            true => !self.limits.room(Limit::LossyPaths, e.lossy),
            false => e.kept.iter().any(|kept| !self.limits.room(Limit::CandidatePaths, *kept)),
        })
    }

    /// Whether the limit of pairs is reached, so that the search looks for no further ones.
    pub fn is_full(&self, found: &Found) -> bool {
        !self.limits.room(Limit::Pairs, found.pairs.len())
    }

    /// Whether a path with these conditions and overlaps adds nothing new to a pair.
    pub fn covers(&self, pair: &Pair, conds: impl Iterator<Item = TermId>, overlaps: &[Overlap]) -> bool {
        let entry = self.pairs.get(&(pair.first, pair.second, pair.conflict, pair.processes));
        entry.is_some_and(|e| e.covers(&in_order(conds), overlaps))
    }

    /// Whether a pair is unproven whatever else is found of it through a pointer that is not known.
    pub fn is_unproven(&self, first: EventRef, second: EventRef, conflict: Conflict, processes: Processes) -> bool {
        let entry = self.pairs.get(&(first, second, conflict, processes));
        entry.and_then(|e| e.rest.as_ref()).is_some_and(|rest| rest.conds.is_empty() && rest.unknown_pointer)
    }

    /// Whether further paths with these overlaps cannot change the result for a pair, because the paths that were not kept share no
    /// condition. `lossy`: a path on which conditions were dropped.
    pub fn is_settled(&self, pair: &Pair, overlaps: &[Overlap], lossy: bool) -> bool {
        let entry = self.pairs.get(&(pair.first, pair.second, pair.conflict, pair.processes));
        entry.is_some_and(|entry| {
            !self.limits.room(Limit::LossyPaths, entry.lossy)
                && (lossy || !self.limits.room(Limit::CandidatePaths, entry.kept[0]))
                && entry.rest.as_ref().is_some_and(|rest| {
                    let all = || overlaps.iter().all(|o| rest.overlaps.contains(o));
                    rest.conds.is_empty() && (rest.unknown_pointer || all())
                })
        })
    }

    /// Forgets the paths to pairs from the `pairs`-th on: they are looked for again, less finely.
    pub fn forget_from(&mut self, pairs: usize) {
        for entry in self.pairs.values_mut().filter(|e| e.pair.index() >= pairs) {
            (entry.kept, entry.lossy, entry.rest) = ([0; 2], 0, None);
            entry.precise.clear();
        }
    }

    /// Forgets the unproven paths to pairs of two processes, and those that were not kept: they are looked for again, less finely.
    pub fn forget_unproven(&mut self) {
        let of_two = self.pairs.iter_mut().filter(|((.., processes), _)| *processes == Processes::Two);
        of_two.for_each(|(_, entry)| (entry.lossy, entry.rest) = (0, None));
    }

    /// Makes candidates of the paths that were not kept.
    pub fn finish(self, found: &mut Found) {
        let mut rest: Vec<(PairId, Rest)> =
            self.pairs.into_values().filter_map(|e| e.rest.map(|rest| (e.pair, rest))).collect();
        rest.sort_by_key(|(pair, _)| *pair);
        found.candidates.extend(rest.into_iter().map(|(pair, rest)| Candidate {
            pair,
            reach: Vec::new(),
            path: rest.conds,
            overlaps: if rest.unknown_pointer { Vec::new() } else { rest.overlaps },
            lossy: true,
            unknown_pointer: rest.unknown_pointer,
            turned: rest.turned,
        }));
    }
}
