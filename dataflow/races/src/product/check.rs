//! In one state of the product: the operations of one process are checked against the accesses of the other (theory, 7.4).
//!
//! Two operations that are both pending from before are not compared: an earlier state has one of them in its segment, and finds the pair.

use super::Product;
use super::active::{Active, Lock};
use super::copy::{Copy, exchanged};
use super::endings::Ending;
use super::sides::Sides;
use super::state::ProductState;
use rma_skeleton::apart::keep_apart;
use rma_skeleton::candidate::{Candidate, Conflict, Extent, Overlap, Pair, Processes};
use rma_skeleton::conflict::{Compatibility, by_parts, compatibility};
use rma_skeleton::facts::Facts;
use rma_skeleton::overlap::apart;
use rma_skeleton::skeleton::Place;
use rma_term::ids::{ObjId, PairId, TermId};
use rma_term::limits::Limit;
use rma_term::term::Process;
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::rc::Rc;

/// Terms about both processes in one state.
pub(super) struct Views {
    /// The values of each, as terms of the product.
    pub copies: [Copy; 2],
    /// Whether locks exclude each other, by the locks of both processes, the windows of their operations, and the owner of the
    /// memory.
    pub excluded: FxHashMap<Exclusion, TermId>,
    /// The conflicts of effects, by their numbers in the contents of both segments, on an object; and how many places
    /// a comparison of offsets rules out.
    conflicts: FxHashMap<(usize, usize, ObjId), Conflicts>,
}

/// The locks of both processes, the windows of their operations, and the owner of the memory.
type Exclusion = (Vec<Lock>, Vec<Lock>, Option<TermId>, Option<TermId>, TermId);

/// The conflicts of two effects, and how many places a comparison of offsets rules out.
type Conflicts = (Rc<[Case]>, u64);

/// A conflict, the condition under which it is one in addition to the circumstances, and the bytes.
type Case = (Conflict, Option<TermId>, Vec<Overlap>);

fn pair_of(a: &Active, b: &Active, conflict: Conflict) -> Pair {
    Pair { first: a.at, second: b.at, conflict, processes: Processes::Two, later_iteration: a.pending_at_sync }
}

impl<'w> Product<'w, '_> {
    /// Checks in both roles, unless the search takes for granted which process executes the operations.
    pub(super) fn check(&mut self, state: &ProductState) {
        self.check_ordered(state);
        if !state.symmetric() && self.premise.is_empty() {
            let other = state.exchanged(|t| exchanged(self.facts, t));
            self.check_ordered(&other);
        }
    }

    /// Terms about both processes in their iterations, which many states have in common.
    fn views(&mut self, state: &ProductState) -> Rc<RefCell<Views>> {
        if let Some(known) = self.views.get(&state.at) {
            return known.clone();
        }
        let views =
            Views { copies: self.copies(state), excluded: FxHashMap::default(), conflicts: FxHashMap::default() };
        let views = Rc::new(RefCell::new(views));
        self.views.insert(state.at.clone(), views.clone());
        views
    }

    /// Operations of the first process against everything of the second.
    fn check_ordered(&mut self, state: &ProductState) {
        let (a, b) = (self.contents(state.at[0].point), self.contents(state.at[1].point));
        let views = self.views(state);
        let views = &mut *views.borrow_mut();
        let sides = &mut [Sides::new(&a), Sides::new(&b)];
        for (obj, (ops, _)) in &a.by_object {
            if self.considered > self.most_pairs {
                return;
            }
            if self.paths.is_full(self.found) {
                self.found.limited = true;
                return;
            }
            let Some((others, own)) = b.by_object.get(obj) else { continue };
            for n in ops.near(None) {
                let x = &a.all[n];
                if self.considered > self.most_pairs {
                    return;
                }
                if !x.folded && self.suspects.skip_all_of(x.at) {
                    continue;
                }
                if self.side(state, views, (&mut sides[0], 0), (n, x)).is_none() {
                    continue;
                }
                for (row, from) in [(others, Some(x.at)), (own, None)] {
                    let mut near = row.near(if self.synced.is_some() { None } else { x.fixed.as_ref() });
                    near.retain(|y| from.is_none_or(|at| at <= b.all[*y].at));
                    if x.fixed.is_some() {
                        let conflicts = |y: &&usize| {
                            row.holds_fixed(**y) && self.compatibility(x, &b.all[**y]) != Compatibility::None
                        };
                        let found_by_all = near.iter().filter(conflicts).count();
                        self.found.apart += row.conflicting(&x.effect, from).saturating_sub(found_by_all) as u64;
                    }
                    for y in near {
                        if self.need_not_be_looked_at(x, &b.all[y]) {
                            continue;
                        }
                        self.consider(state, (views, sides), (n, x), (y, &b.all[y]), *obj);
                    }
                }
            }
        }
        // An operation whose memory is not known may overlap anything of the other process' windows, an access through an
        // unknown pointer any operation on memory whose address went somewhere.
        for x in a.anywhere.iter().map(|n| (*n, &a.all[*n])) {
            if self.considered > self.most_pairs {
                return;
            }
            for y in b.all.iter().enumerate() {
                self.consider_unknown(state, (views, sides), x, y);
            }
        }
        let escaped: Vec<usize> = a.operations.iter().copied().filter(|n| self.escaped(&a.all[*n])).collect();
        for y in b.own_anywhere.iter().map(|n| (*n, &b.all[*n])) {
            for x in escaped.iter().map(|n| (*n, &a.all[*n])) {
                self.consider_unknown(state, (views, sides), x, y);
            }
        }
    }

    /// Whether the survey has shown that two effects do not race. An effect that stands for several is always examined.
    fn need_not_be_looked_at(&self, a: &Active, b: &Active) -> bool {
        match self.suspects.are_surveyed() {
            true => self.suspects.skip(a.at, b.at),
            false => !a.folded && !b.folded && self.suspects.skip(a.at, b.at),
        }
    }

    /// A pair of effects on one object.
    fn consider(
        &mut self,
        state: &ProductState,
        (views, sides): (&mut Views, &mut [Sides; 2]),
        (m, a): (usize, &Active),
        (n, b): (usize, &Active),
        obj: ObjId,
    ) {
        if a.pending_at_sync && b.pending_at_sync || !self.both_there(a, b) || self.unpublished.comes_before(a, b, obj)
        {
            return;
        }
        let compatibility = self.compatibility(a, b);
        if compatibility == Compatibility::None {
            return;
        }
        let [first, second] = sides;
        let Some(first) = self.side(state, views, (first, 0), (m, a)) else { return };
        let Some(second) = self.side(state, views, (second, 1), (n, b)) else { return };
        let conflicts = self.conflicts_once(views, (m, a), (n, b), obj, compatibility);
        if conflicts.is_empty() || self.is_given_up(a, b, &conflicts) {
            return;
        }
        let lossy = self.is_coarse() || state.lossy;
        let settled =
            |(conflict, _, overlaps): &Case| self.paths.is_settled(&pair_of(a, b, *conflict), overlaps, lossy);
        if conflicts.iter().all(settled) {
            return;
        }
        self.considered += 1;
        let said = self.circumstances(state, views, (a, &first), (b, &second));
        let Some((mut reach, mut path, lossy)) = said else { return };
        if !self.normalise(&mut reach, &mut path) {
            return;
        }
        // Cases that earlier candidates cover are not checked for contradictions.
        let new = |(conflict, cond, overlaps): &&Case| {
            let conds = reach.iter().chain(&path).chain(cond).copied();
            !self.paths.covers(&pair_of(a, b, *conflict), conds, overlaps)
        };
        let conflicts: Vec<&Case> = conflicts.iter().filter(new).collect();
        if conflicts.is_empty() || self.contradict(&reach, &path) {
            return;
        }
        if self.suspects.are_surveyed() {
            return self.suspects.add(conflicts.iter().map(|(conflict, ..)| pair_of(a, b, *conflict)).collect());
        }
        // What only the letter forbids is worth no more than a note.
        let lossy = lossy || matches!(compatibility, Compatibility::UnknownTypes | Compatibility::Letter);
        for (conflict, cond, overlaps) in conflicts {
            let path = path.iter().chain(cond).copied().collect();
            self.propose((a, b), *conflict, reach.clone(), path, overlaps.clone(), lossy);
        }
    }

    /// Whether a coarse search has examined so many paths to a pair that it stops: the pair then counts as possible without
    /// conditions, and as unproven.
    fn is_given_up(&mut self, a: &Active, b: &Active, conflicts: &[Case]) -> bool {
        if !self.is_coarse() {
            return false;
        }
        let paths = self.paths_of.entry((a.at, b.at)).or_default();
        *paths += 1;
        let limits = &self.facts.terms.limits;
        if limits.allows(Limit::CoarsePairPaths, *paths) {
            return false;
        }
        if *paths > limits.get::<usize>(Limit::CoarsePairPaths) + 1 {
            return true;
        }
        if self.suspects.are_surveyed() {
            self.suspects.add(conflicts.iter().map(|(conflict, ..)| pair_of(a, b, *conflict)).collect());
            return true;
        }
        self.given_up.extend(conflicts.iter().map(|(conflict, ..)| pair_of(a, b, *conflict)));
        true
    }

    /// The last search was cut off: every pair that the survey has met counts as possible without conditions, and as unproven.
    pub(super) fn give_up_suspects(&mut self) {
        match self.suspects.all() {
            Some(pairs) => self.given_up = pairs,
            None => self.found.limited = true,
        }
    }

    /// Makes unproven candidates of the pairs that the search has given up.
    pub(super) fn add_given_up(&mut self) {
        for pair in std::mem::take(&mut self.given_up) {
            let none = PairId::from_raw(0);
            let (reach, path, overlaps) = (Vec::new(), Vec::new(), Vec::new());
            let candidate = Candidate {
                pair: none,
                reach,
                path,
                overlaps,
                lossy: true,
                unknown_pointer: false,
                turned: Vec::new(),
            };
            self.paths.add(self.found, pair, candidate);
        }
    }

    /// The conflicts of a pair, computed once: of a state, they depend only on the iterations of the two processes.
    fn conflicts_once(
        &mut self,
        views: &mut Views,
        (m, a): (usize, &Active),
        (n, b): (usize, &Active),
        obj: ObjId,
        compatibility: Compatibility,
    ) -> Rc<[Case]> {
        let key = (m, n, obj);
        if let Some((known, apart)) = views.conflicts.get(&key) {
            self.found.apart += apart;
            return known.clone();
        }
        let before = self.found.apart;
        let mut conflicts = match &b.ending {
            Some(ending) => self.unreachable(views, a, b, ending, obj),
            None => self.conflicts(views, a, b, obj, compatibility),
        };
        if self.synced.is_some() && b.ending.is_none() {
            conflicts = self.between_copies(views, a, b, obj, conflicts);
        }
        let conflicts: Rc<[Case]> = conflicts.into();
        views.conflicts.insert(key, (conflicts.clone(), self.found.apart - before));
        conflicts
    }

    fn compatibility(&self, a: &Active, b: &Active) -> Compatibility {
        compatibility(&self.facts.terms, self.facts.options.strict_spec, (a.issue, &a.effect), (b.issue, &b.effect))
    }

    /// The cases in which two effects on the same bytes conflict, each with its condition.
    fn conflicts(
        &mut self,
        views: &mut Views,
        a: &Active,
        b: &Active,
        obj: ObjId,
        compatibility: Compatibility,
    ) -> Vec<Case> {
        let Compatibility::Atomic { size, types, ops } = compatibility else {
            let overlaps = self.overlaps(views, a, b, obj, None);
            let some = !overlaps.is_empty();
            let conflict = if compatibility == Compatibility::Letter { Conflict::Letter } else { Conflict::AtTarget };
            return some.then_some((conflict, None, overlaps)).into_iter().collect();
        };
        let mut out = Vec::new();
        // Of one type, where elements overlap by parts.
        out.push((Conflict::AtTarget, None, self.overlaps(views, a, b, obj, Some(size))));
        // Of different types, not atomic at all; with different reductions.
        for (conflict, pair) in [(Conflict::AtTarget, Some(types)), (Conflict::Reductions, ops)] {
            let Some((x, y)) = pair else { continue };
            let (x, y) = (views.copies[0].of(self.facts, x), views.copies[1].of(self.facts, y));
            let mut differ = self.facts.terms.ne(x, y);
            if conflict == Conflict::Reductions {
                // Different types are another finding.
                let (s, t) = (views.copies[0].of(self.facts, types.0), views.copies[1].of(self.facts, types.1));
                let alike = self.facts.terms.eq(s, t);
                differ = self.facts.terms.all(&[differ, alike]);
            }
            if !self.facts.terms.is_false(differ) {
                out.push((conflict, Some(differ), self.overlaps(views, a, b, obj, None)));
            }
        }
        out.retain(|(.., overlaps)| !overlaps.is_empty());
        out
    }

    fn propose(
        &mut self,
        (a, b): (&Active, &Active),
        conflict: Conflict,
        reach: Vec<TermId>,
        mut path: Vec<TermId>,
        mut overlaps: Vec<Overlap>,
        lossy: bool,
    ) {
        let pair = pair_of(a, b, conflict);
        // What several paths have in common decides less than each of them.
        if conflict != Conflict::Copies && self.paths.is_crowded(&pair, lossy) {
            let conds: Vec<TermId> = reach.iter().chain(&path).copied().collect();
            overlaps.retain(|o| !keep_apart(&mut self.facts.terms, &conds, o));
        }
        if overlaps.is_empty() && conflict != Conflict::Copies || path.iter().any(|t| self.facts.terms.is_false(*t)) {
            return;
        }
        path.retain(|t| self.facts.terms.as_const(*t).is_none());
        let none = PairId::from_raw(0);
        let candidate =
            Candidate { pair: none, reach, path, overlaps, lossy, unknown_pointer: false, turned: Vec::new() };
        self.paths.add(self.found, pair, candidate);
    }

    /// The address of the memory went somewhere.
    fn escaped(&self, x: &Active) -> bool {
        x.effect.area.places.iter().any(|p| self.facts.objects[p.obj].escaped)
    }

    /// A pair in which the memory of one side is not known.
    fn consider_unknown(
        &mut self,
        state: &ProductState,
        (views, sides): (&mut Views, &mut [Sides; 2]),
        (m, a): (usize, &Active),
        (n, b): (usize, &Active),
    ) {
        if a.pending_at_sync && b.pending_at_sync
            || self.need_not_be_looked_at(a, b)
            || !self.both_there(a, b)
            || self.compatibility(a, b) == Compatibility::None
        {
            return;
        }
        // A pair whose bytes are not known is not reported at the end of memory.
        if b.ending.is_some() || self.paths.is_unproven(a.at, b.at, Conflict::AtTarget, Processes::Two) {
            return;
        }
        let [first, second] = sides;
        let Some(first) = self.side(state, views, (first, 0), (m, a)) else { return };
        let Some(second) = self.side(state, views, (second, 1), (n, b)) else { return };
        self.considered += 1;
        let said = self.circumstances(state, views, (a, &first), (b, &second));
        let Some((mut reach, mut path, lossy)) = said else { return };
        if !self.normalise(&mut reach, &mut path) || self.contradict(&reach, &path) {
            return;
        }
        let pair = pair_of(a, b, Conflict::AtTarget);
        if self.suspects.are_surveyed() {
            return self.suspects.add(vec![pair]);
        }
        let none = PairId::from_raw(0);
        let candidate = Candidate {
            pair: none,
            reach,
            path,
            overlaps: Vec::new(),
            lossy,
            unknown_pointer: true,
            turned: Vec::new(),
        };
        self.paths.add(self.found, pair, candidate);
    }

    /// Conditions in order, without those that always hold; `false` if one never does.
    fn normalise(&mut self, reach: &mut Vec<TermId>, path: &mut Vec<TermId>) -> bool {
        for list in [&mut *reach, &mut *path] {
            if list.iter().any(|t| self.facts.terms.is_false(*t)) {
                return false;
            }
            list.retain(|t| self.facts.terms.as_const(*t).is_none());
            list.sort_unstable();
            list.dedup();
        }
        true
    }

    fn contradict(&mut self, reach: &[TermId], path: &[TermId]) -> bool {
        let together: Vec<TermId> = reach.iter().chain(path).copied().collect();
        self.facts.terms.is_contradiction(&together)
    }

    /// Conditions under which the two accesses have a common byte. `granule`: only parts of elements of this size conflict.
    pub(super) fn overlaps(
        &mut self,
        views: &mut Views,
        a: &Active,
        b: &Active,
        obj: ObjId,
        granule: Option<i64>,
    ) -> Vec<Overlap> {
        let mut third = self.made.elsewhere(Process::Target);
        let mut out = Vec::new();
        for x in a.effect.area.places.iter().filter(|p| p.obj == obj) {
            for y in b.effect.area.places.iter().filter(|p| p.obj == obj) {
                // The window's memory is the owner's: the second process, or a third one. Symmetric memory is named by
                // addresses of the process that uses it.
                let [first, second] = &mut views.copies;
                let own = b.target.is_none();
                let x = match (a.effect.symmetric, own) {
                    (true, _) => x.map(|t| first.of(self.facts, t)),
                    (false, true) => at_target(self.facts, x, first, second),
                    (false, false) => at_target(self.facts, x, first, &mut third),
                };
                let y = match b.effect.symmetric || own {
                    true => y.map(|t| second.of(self.facts, t)),
                    false => at_target(self.facts, y, second, &mut third),
                };
                let same = self.facts.terms.eq(x.inst, y.inst);
                let guard = self.facts.terms.all(&[x.guard, x.named, y.guard, y.named, same]);
                if self.facts.terms.is_false(guard) {
                    continue;
                }
                for s in &a.effect.area.blocks {
                    let first =
                        Extent { inst: x.inst, offset: x.offset, block: s.map(|u| views.copies[0].of(self.facts, u)) };
                    if b.ending.as_ref().is_some_and(Ending::is_of_all) {
                        out.push(Overlap { obj, guards: vec![guard], first, second: None });
                        continue;
                    }
                    for t in &b.effect.area.blocks {
                        let first = first.clone();
                        let second = Extent {
                            inst: y.inst,
                            offset: y.offset,
                            block: t.map(|u| views.copies[1].of(self.facts, u)),
                        };
                        if apart(&mut self.facts.terms, &first, &second) {
                            self.found.apart += 1;
                            continue;
                        }
                        let mut guards = vec![guard];
                        if let Some(size) = granule {
                            match by_parts(&mut self.facts.terms, &first, &second, size) {
                                Some(parts) => guards.push(parts),
                                None => continue,
                            }
                        }
                        out.push(Overlap { obj, guards, first, second: Some(second) });
                    }
                }
            }
        }
        out
    }
}

/// A place at the target of an operation: the memory is that of the target, and the origin determines the window.
pub(super) fn at_target(facts: &mut Facts, p: &Place, origin: &mut Copy, target: &mut Copy) -> Place {
    Place {
        guard: target.of(facts, p.guard),
        named: origin.of(facts, p.named),
        obj: p.obj,
        inst: origin.of(facts, p.inst),
        offset: target.of(facts, p.offset),
    }
}
