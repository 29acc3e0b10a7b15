//! In one state of the product: the operations of one process are checked against the accesses of the other.

use super::Product;
use super::active::{Active, Lock};
use super::copy::{Copy, exchanged};
use super::endings::Ending;
use super::state::{Flag, Iter, ProductState, Sequence};
use crate::segment::Followed;
use rma_skeleton::candidate::{Candidate, Conflict, Extent, Overlap, Pair, Processes};
use rma_skeleton::conflict::{Compatibility, by_parts, compatibility};
use rma_skeleton::facts::Facts;
use rma_skeleton::overlap::{apart, conditions_that_matter};
use rma_skeleton::skeleton::paths::precedes;
use rma_skeleton::skeleton::{Members, Place};
use rma_term::ids::{EventRef, ObjId, PairId, TermId};
use rma_term::limits::Limit;
use rma_term::term::{CommId, Distinct, Process};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// What is said of both processes in one state.
pub(super) struct Views {
    /// The values of each, as terms of the product.
    pub copies: [Copy; 2],
    /// Locks of the one and the other, the windows by which they operate, and who owns the memory: whether the locks
    /// exclude each other.
    excluded: FxHashMap<Exclusion, TermId>,
    /// The conflicts of effects, by their numbers in the contents of both segments, on an object; and how many places
    /// a comparison of offsets rules out.
    conflicts: FxHashMap<(usize, usize, ObjId), Conflicts>,
}

/// Locks of the one and the other, the windows by which they operate, and who owns the memory.
type Exclusion = (Vec<Lock>, Vec<Lock>, Option<TermId>, Option<TermId>, TermId);

/// The conflicts of two effects, and how many places a comparison of offsets rules out.
type Conflicts = (Rc<[Case]>, u64);

/// A conflict, under which condition beside the circumstances, and the bytes.
type Case = (Conflict, Option<TermId>, Vec<Overlap>);

fn pair_of(a: &Active, b: &Active, conflict: Conflict) -> Pair {
    Pair { first: a.at, second: b.at, conflict, processes: Processes::Two, later_iteration: a.pending_at_sync }
}

impl<'w> Product<'w, '_> {
    /// Checks in both roles.
    pub(super) fn check(&mut self, state: &ProductState) {
        self.check_ordered(state);
        if !state.symmetric() {
            let other = state.exchanged(|t| exchanged(self.facts, t));
            self.check_ordered(&other);
        }
    }

    /// What is said of both processes in their iterations, which many states have in common.
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
        let copies = &mut *views.borrow_mut();
        for (obj, (ops, _)) in &a.by_object {
            if self.paths.is_full(self.found) {
                self.found.limited = true;
                return;
            }
            let Some((others, own)) = b.by_object.get(obj) else { continue };
            for n in ops.near(None) {
                let x = &a.all[n];
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
                        self.consider(state, copies, (n, x), (y, &b.all[y]), *obj);
                    }
                }
            }
        }
        // An operation whose memory is not known may overlap anything of the other process' windows, an access through an
        // unknown pointer any operation on memory whose address went somewhere.
        for x in a.anywhere.iter().map(|x| &a.all[*x]) {
            for y in &b.all {
                self.consider_unknown(state, copies, x, y);
            }
        }
        for y in b.own_anywhere.iter().map(|y| &b.all[*y]) {
            for x in a.all.iter().filter(|x| x.target.is_some() && !x.effect.area.unknown) {
                if self.escaped(x) {
                    self.consider_unknown(state, copies, x, y);
                }
            }
        }
    }

    /// A pair of effects on one object.
    fn consider(
        &mut self,
        state: &ProductState,
        copies: &mut Views,
        (m, a): (usize, &Active),
        (n, b): (usize, &Active),
        obj: ObjId,
    ) {
        if a.pending_at_sync && b.pending_at_sync || !self.both_there(a, b) {
            return;
        }
        let compatibility = self.compatibility(a, b);
        if compatibility == Compatibility::None {
            return;
        }
        self.considered += 1;
        let conflicts = self.conflicts_once(copies, (m, a), (n, b), obj, compatibility);
        if conflicts.is_empty() {
            return;
        }
        let Some((mut reach, mut path, lossy)) = self.circumstances(state, copies, a, b) else { return };
        if !self.normalise(&mut reach, &mut path) {
            return;
        }
        // What is there already is not asked for contradictions.
        let new = |(conflict, cond, overlaps): &&Case| {
            let conds = reach.iter().chain(&path).chain(cond).copied();
            !self.paths.covers(&pair_of(a, b, *conflict), conds, overlaps)
        };
        let conflicts: Vec<&Case> = conflicts.iter().filter(new).collect();
        if conflicts.is_empty() || self.contradict(&reach, &path) {
            return;
        }
        // What only the letter forbids is worth no more than a note.
        let lossy = lossy || matches!(compatibility, Compatibility::UnknownTypes | Compatibility::Letter);
        for (conflict, cond, overlaps) in conflicts {
            let path = path.iter().chain(cond).copied().collect();
            self.propose((a, b), *conflict, reach.clone(), path, overlaps.clone(), lossy);
        }
    }

    /// The conflicts of a pair, which hang on the iterations of the two but on nothing else of a state.
    fn conflicts_once(
        &mut self,
        copies: &mut Views,
        (m, a): (usize, &Active),
        (n, b): (usize, &Active),
        obj: ObjId,
        compatibility: Compatibility,
    ) -> Rc<[Case]> {
        let key = (m, n, obj);
        if let Some((known, apart)) = copies.conflicts.get(&key) {
            self.found.apart += apart;
            return known.clone();
        }
        let before = self.found.apart;
        let mut conflicts = match &b.ending {
            Some(ending) => self.unreachable(copies, a, b, ending, obj),
            None => self.conflicts(copies, a, b, obj, compatibility),
        };
        if self.synced.is_some() && b.ending.is_none() {
            conflicts = self.between_copies(copies, a, b, obj, conflicts);
        }
        let conflicts: Rc<[Case]> = conflicts.into();
        copies.conflicts.insert(key, (conflicts.clone(), self.found.apart - before));
        conflicts
    }

    /// Whether an operation is issued behind a synchronisation that its process passes once.
    fn comes_behind(&mut self, synchronisation: EventRef, operation: EventRef) -> bool {
        self.skeleton.nodes[synchronisation.node].loops.is_empty()
            && precedes(self.facts, self.skeleton, synchronisation, operation, &[])
    }

    fn compatibility(&self, a: &Active, b: &Active) -> Compatibility {
        compatibility(&self.facts.terms, self.facts.options.strict_spec, (a.issue, &a.effect), (b.issue, &b.effect))
    }

    /// In which cases two effects on the same bytes are a conflict, each with its condition.
    fn conflicts(
        &mut self,
        copies: &mut Views,
        a: &Active,
        b: &Active,
        obj: ObjId,
        compatibility: Compatibility,
    ) -> Vec<Case> {
        let Compatibility::Atomic { size, types, ops } = compatibility else {
            let overlaps = self.overlaps(copies, a, b, obj, None);
            let some = !overlaps.is_empty();
            let conflict = if compatibility == Compatibility::Letter { Conflict::Letter } else { Conflict::AtTarget };
            return some.then_some((conflict, None, overlaps)).into_iter().collect();
        };
        let mut out = Vec::new();
        // Of one type, where elements overlap by parts.
        out.push((Conflict::AtTarget, None, self.overlaps(copies, a, b, obj, Some(size))));
        // Of different types, not atomic at all; with different reductions.
        for (conflict, pair) in [(Conflict::AtTarget, Some(types)), (Conflict::Reductions, ops)] {
            let Some((x, y)) = pair else { continue };
            let (x, y) = (copies.copies[0].of(self.facts, x), copies.copies[1].of(self.facts, y));
            let mut differ = self.facts.terms.ne(x, y);
            if conflict == Conflict::Reductions {
                // What is of different types is no matter of reductions.
                let (s, t) = (copies.copies[0].of(self.facts, types.0), copies.copies[1].of(self.facts, types.1));
                let alike = self.facts.terms.eq(s, t);
                differ = self.facts.terms.all(&[differ, alike]);
            }
            if !self.facts.terms.is_false(differ) {
                out.push((conflict, Some(differ), self.overlaps(copies, a, b, obj, None)));
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
        overlaps: Vec<Overlap>,
        lossy: bool,
    ) {
        if overlaps.is_empty() && conflict != Conflict::Copies || path.iter().any(|t| self.facts.terms.is_false(*t)) {
            return;
        }
        path.retain(|t| self.facts.terms.as_const(*t).is_none());
        let none = PairId::from_raw(0);
        let candidate = Candidate { pair: none, reach, path, overlaps, lossy, unknown_pointer: false };
        self.paths.add(self.found, pair_of(a, b, conflict), candidate);
    }

    /// The address of the memory went somewhere.
    fn escaped(&self, x: &Active) -> bool {
        x.effect.area.places.iter().any(|p| self.facts.objects[p.obj].escaped)
    }

    /// A pair of which one side's memory is not known.
    fn consider_unknown(&mut self, state: &ProductState, copies: &mut Views, a: &Active, b: &Active) {
        if a.pending_at_sync && b.pending_at_sync
            || !self.both_there(a, b)
            || self.compatibility(a, b) == Compatibility::None
        {
            return;
        }
        // What is not known to be in that memory is not said to be.
        if b.ending.is_some() || self.paths.is_unproven(a.at, b.at, Conflict::AtTarget, Processes::Two) {
            return;
        }
        self.considered += 1;
        let Some((mut reach, mut path, lossy)) = self.circumstances(state, copies, a, b) else { return };
        if !self.normalise(&mut reach, &mut path) || self.contradict(&reach, &path) {
            return;
        }
        let pair = pair_of(a, b, Conflict::AtTarget);
        let none = PairId::from_raw(0);
        let candidate = Candidate { pair: none, reach, path, overlaps: Vec::new(), lossy, unknown_pointer: true };
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

    /// A process in an iteration that is not counted is behind the counted ones of the same loop that it has updated something in.
    fn iterations_passed(&mut self, state: &ProductState) -> Vec<TermId> {
        let mut out = Vec::new();
        for who in [0, 1] {
            for (l, _) in state.at[who].iters.iter().filter(|(_, i)| *i == Iter::Own) {
                // A loop inside another one is entered several times.
                let count = |f: &Flag| match f.iters.iter().find(|(m, _)| m == l) {
                    Some((_, Iter::Fixed(c))) => Some(*c),
                    _ => None,
                };
                let Some(last) = state.channels.flags[who].iter().filter_map(count).max() else { continue };
                if self.skeleton.loops[*l].parent.is_none() {
                    let k = self.facts.terms.sym(self.skeleton.loops[*l].counter);
                    let k = self.made.at(Process::of(who), &state.at[who]).of(self.facts, k);
                    let least = self.facts.terms.int(last + 1);
                    out.push(self.facts.terms.le(least, k));
                }
            }
        }
        out
    }

    /// Conditions of the two, of their being in different processes, in the same memory, and not excluded.
    fn circumstances(
        &mut self,
        state: &ProductState,
        copies: &mut Views,
        a: &Active,
        b: &Active,
    ) -> Option<(Vec<TermId>, Vec<TermId>, bool)> {
        let mut lossy = self.is_coarse() || state.lossy || a.lossy || b.lossy;
        lossy |= state.beyond_exit(0, &a.iterated) || state.beyond_exit(1, &b.iterated);
        // Of a deeper call of a recursive function the arguments are not known any more, nor how deep each process goes.
        lossy |= [a.at, b.at].iter().any(|at| self.skeleton.in_recursion(at.node));
        // Calls that are not followed may have synchronised the two.
        lossy |= a.foreign != b.foreign || a.foreign == self.facts.terms.limits.get::<u8>(Limit::ForeignCalls);
        // Operations after a fence touch a process only after that process' fence.
        if let Some(window) = a.win.and_then(|w| self.window(w))
            && b.target.is_none()
            && let Some((0, ahead)) = state.channels.ahead.get(&Sequence::Fences(window))
            && let Some(fence) = ahead.first()
            && (!a.pending_at_sync || self.comes_behind(*fence, a.at))
        {
            return None;
        }
        if knows_complete(state, 1, a) || knows_complete(state, 0, b) {
            return None;
        }
        let mut reach: Vec<TermId> = a.conds.iter().map(|c| copies.copies[0].of(self.facts, *c)).collect();
        let mut path: Vec<TermId> = b.conds.iter().map(|c| copies.copies[1].of(self.facts, *c)).collect();
        path.extend(&state.conds);
        path.extend(self.iterations_passed(state));
        let (p, q) = (self.rank(0, CommId::World), self.rank(1, CommId::World));
        path.push(self.facts.terms.ne(p, q));
        let target = copies.copies[0].of(self.facts, a.target?);
        let comm = a.comm;
        let (more, unknown) = self.members_alike(state, comm)?;
        path.extend(more);
        lossy |= unknown;
        if comm != CommId::World {
            let (p, q) = (self.rank(0, comm), self.rank(1, comm));
            path.push(self.facts.terms.ne(p, q));
            // One communicator has one size.
            let size = self.facts.size_of_comm(comm);
            let sizes =
                [Process::FIRST, Process::SECOND, Process::Target].map(|n| self.made.elsewhere(n).of(self.facts, size));
            path.push(self.facts.terms.eq(sizes[0], sizes[1]));
            path.push(self.facts.terms.eq(sizes[0], sizes[2]));
        }
        let owner = match b.target {
            Some(t) => {
                // Ranks of different communicators do not compare.
                lossy |= b.comm != comm;
                copies.copies[1].of(self.facts, t)
            }
            None => self.rank(1, comm),
        };
        path.push(self.facts.terms.eq(target, owner));
        if !self.posts_of.is_empty() {
            path.push(self.same_rank(target, owner));
        }
        if a.hidden.is_none() && b.hidden.is_none() {
            for (who, x) in [(0, a), (1, b)] {
                if x.pending_at_sync {
                    let known_of = super::notes::Sent::of(x);
                    lossy |= self.not_arrived(state, &mut copies.copies[who], who, &known_of, &mut path)?;
                    lossy |= state.channels.forgot && !x.posted.is_empty();
                }
            }
        }
        path.extend(state.channels.found.iter().flatten());
        if a.hidden.is_none() {
            self.active_target(state, copies, a, b, &mut path, &mut lossy)?;
        }
        // Who goes on because of what it has fetched may know that the other is through: unless it is the other's doing
        // that lets it go on, with the operation still pending.
        let decided =
            !(a.pending_at_sync && state.channels.saw[1]) && (self.fetched(&a.conds) || self.fetched(&b.conds));
        // Where words are not followed, something else may have let it go on.
        let given_up = self.is_coarse() || state.lossy && state.channels.any;
        let entered = if decided && !given_up { self.entered(state, &mut copies.copies, a, b) } else { None };
        lossy |= decided && entered.is_none();
        let mut spoken_of = vec![target, owner];
        for (x, n) in [(a, 0), (b, 1)] {
            spoken_of.extend(x.effect.area.blocks.iter().map(|b| copies.copies[n].of(self.facts, b.offset)));
            let places = x.effect.area.places.iter().filter(|_| x.effect.symmetric);
            spoken_of.extend(places.map(|p| copies.copies[n].of(self.facts, p.offset)));
        }
        path.extend(self.distinct(&reach, &path, &spoken_of));
        // A lock does not keep an operation from coming when the memory is gone.
        if b.ending.is_none() {
            let excluded = self.excluded(copies, a, b, owner, false);
            path.push(self.facts.terms.not(excluded));
            if a.locks.iter().chain(&b.locks).any(|l| l.doubtful) {
                let perhaps = self.excluded(copies, a, b, owner, true);
                lossy |= perhaps != excluded && !self.facts.terms.is_false(perhaps);
            }
        }
        let cond = copies.copies[0].of(self.facts, a.effect.cond);
        let more = conditions_that_matter(&self.facts.terms, cond, &reach, &path);
        reach.extend(more);
        let cond = copies.copies[1].of(self.facts, b.effect.cond);
        let more = conditions_that_matter(&self.facts.terms, cond, &reach, &path);
        path.extend(more);
        if let Some((mut values, more)) = entered {
            path.extend(more);
            for t in reach.iter_mut().chain(&mut path) {
                *t = self.facts.terms.subst(*t, &mut values);
            }
        }
        Some((reach, path, lossy))
    }

    /// Whether conditions speak of values that were fetched from a window.
    fn fetched(&self, conds: &[TermId]) -> bool {
        conds.iter().any(|c| self.facts.speaks_of_windows(*c))
    }

    /// Facts about values that differ from process to process.
    fn distinct(&mut self, reach: &[TermId], path: &[TermId], more: &[TermId]) -> Vec<TermId> {
        let mut seen: BTreeMap<rma_term::ids::SymId, [Option<rma_term::ids::SymId>; 2]> = BTreeMap::new();
        let facts = &self.facts;
        for t in reach.iter().chain(path).chain(more) {
            facts.terms.for_each_sym(*t, &mut |x| {
                let process = facts.terms.syms[x].process.racing();
                if facts.terms.syms[x].distinct.is_some()
                    && let Some(who) = process
                    && let Some(of) = facts.copied.get(&x)
                {
                    seen.entry(*of).or_default()[who] = Some(x);
                }
            });
        }
        let mut out = Vec::new();
        for (of, copies) in seen {
            let [Some(x), Some(y)] = copies else { continue };
            let terms = &mut self.facts.terms;
            let (x, y) = (terms.sym(x), terms.sym(y));
            match terms.syms[of].distinct {
                Some(Distinct::Unless(c)) => {
                    let c = terms.int(c);
                    let (differ, exempt) = (terms.ne(x, y), terms.eq(x, c));
                    out.push(terms.any(&[differ, exempt]));
                }
                Some(Distinct::By(step)) => {
                    let (x_end, y_end) = (terms.add_int(x, step), terms.add_int(y, step));
                    let (below, above) = (terms.le(x_end, y), terms.le(y_end, x));
                    // Of one counter: those of different places have nothing to do with each other.
                    let Some(l) = self.facts.fetched.get(&of).copied() else { continue };
                    let mut differ = vec![below, above];
                    for t in [l.target, l.offset] {
                        let [t1, t2] =
                            [Process::FIRST, Process::SECOND].map(|n| self.made.elsewhere(n).of(self.facts, t));
                        differ.push(self.facts.terms.ne(t1, t2));
                    }
                    out.push(self.facts.terms.any(&differ));
                }
                None => {}
            }
        }
        out
    }

    /// Operations between start and complete touch their target only while it exposes its window to them.
    fn active_target(
        &mut self,
        state: &ProductState,
        copies: &mut Views,
        a: &Active,
        b: &Active,
        path: &mut Vec<TermId>,
        lossy: &mut bool,
    ) -> Option<()> {
        if self.followed == Followed::Barriers {
            return Some(());
        }
        if a.target.is_some() && b.target.is_some() {
            if self.is_over(state, 0, a) || self.is_over(state, 1, b) {
                return None;
            }
            // Whether their target has waited for the one, and told the process of the other, is not followed.
            *lossy |= (a.closed || b.closed) && a.win != b.win;
        }
        if !a.in_access_epoch(self) {
            return Some(());
        }
        let win = a.win?;
        if b.target.is_none() {
            let window = self.window(win)?;
            let epochs = state.channels.exposures[0].get(&window).copied().unwrap_or_default();
            if a.closed && epochs.complete == 0 {
                return None;
            }
            // What is of the last epoch begins when its target exposes the window; what is of those before is at most unproven.
            if epochs.early > 0 && !(a.closed && a.lossy) {
                return None;
            }
            let origin = self.rank(0, a.comm);
            let mut paths = Vec::new();
            for e in &b.exposed {
                let (x, y) = (copies.copies[0].of(self.facts, win), copies.copies[1].of(self.facts, e.win));
                let same = self.facts.terms.eq(x, y);
                let (member, unknown) = self.member(&mut copies.copies[1], &e.members, origin);
                *lossy |= unknown;
                paths.push(self.facts.terms.all(&[same, member]));
            }
            path.push(self.facts.terms.any(&paths));
            return Some(());
        }
        if b.in_access_epoch(self) && b.win != a.win {
            // Whether their target has waited for the one before it exposes the other window, is not followed.
            *lossy = true;
        } else if b.in_access_epoch(self) {
            // Both come in one exposure epoch of the target only if that is for both.
            let (p, q) = (self.rank(0, a.comm), self.rank(1, a.comm));
            let mut third = self.made.elsewhere(Process::Target);
            let mut paths = Vec::new();
            for members in self.posts.clone().iter() {
                let (x, unknown) = self.member(&mut third, members, p);
                let (y, _) = self.member(&mut third, members, q);
                *lossy |= unknown;
                paths.push(self.facts.terms.all(&[x, y]));
            }
            path.push(self.facts.terms.any(&paths));
        }
        Some(())
    }

    /// Whether the target of an operation has waited for it before all met at the barrier behind which its process stands.
    fn is_over(&self, state: &ProductState, who: usize, x: &Active) -> bool {
        let (Some(at), Some(win)) = (state.at[who].point, x.win) else { return false };
        x.pending_at_sync
            && x.closed
            && rma_skeleton::skeleton::paths::is_barrier(self.event(at))
            && !self.sync.may_be_exposed(at, win)
    }

    /// Whether a rank is in the group that a call of the copied process names; and whether that is not known.
    pub(super) fn member(&mut self, copy: &mut Copy, members: &Members, rank: TermId) -> (TermId, bool) {
        let mut any_of = |list: &[TermId], product: &mut Self| {
            let same: Vec<TermId> = list
                .iter()
                .map(|r| {
                    let r = copy.of(product.facts, *r);
                    product.facts.terms.eq(r, rank)
                })
                .collect();
            product.facts.terms.any(&same)
        };
        match members {
            Members::All => (self.facts.terms.truth(true), false),
            Members::Unknown => (self.facts.terms.truth(true), true),
            Members::Only(list) => (any_of(list, self), false),
            Members::Except(list) => {
                let out = any_of(list, self);
                (self.facts.terms.not(out), false)
            }
        }
    }

    /// Both are inside locks on the same window and target, one of them exclusive. `doubtful`: locks that are held on
    /// some of the cases only count, too.
    fn excluded(&mut self, copies: &mut Views, a: &Active, b: &Active, owner: TermId, doubtful: bool) -> TermId {
        // What is pending when a lock variable is given back is not protected by it.
        let outlasts = |e: &Active| self.outlasting.contains(&EventRef { effect: 0, ..e.at });
        let covers = |e: &Active, l: &Lock| (doubtful || !l.doubtful) && !(l.variable && outlasts(e));
        let first: Vec<Lock> = a.locks.iter().filter(|l| covers(a, l)).cloned().collect();
        let second: Vec<Lock> = b.locks.iter().filter(|l| covers(b, l)).cloned().collect();
        if first.is_empty() || second.is_empty() {
            return self.facts.terms.truth(false);
        }
        // Very many effects are between the same locks.
        let by = |e: &Active| e.win.filter(|_| e.target.is_some());
        let key = (first, second, by(a), by(b), owner);
        if let Some(known) = copies.excluded.get(&key) {
            return *known;
        }
        let (first, second, ..) = &key;
        let mut paths = Vec::new();
        for x in first {
            for y in second.iter().filter(|y| y.comm == x.comm) {
                let mut parts = Vec::new();
                for (lock, copy, e) in [(x, 0, a), (y, 1, b)] {
                    // The lock of a window protects what is done by way of this window (MPI 4.1, 12.5.3).
                    if let Some(win) = e.win.filter(|_| e.target.is_some() && !lock.variable) {
                        let (by, of) =
                            (copies.copies[copy].of(self.facts, win), copies.copies[copy].of(self.facts, lock.win));
                        parts.push(self.facts.terms.eq(by, of));
                    }
                    if let Some(rank) = lock.rank {
                        let rank = copies.copies[copy].of(self.facts, rank);
                        parts.push(self.facts.terms.eq(rank, owner));
                    }
                }
                let (v, w) = (copies.copies[0].of(self.facts, x.win), copies.copies[1].of(self.facts, y.win));
                parts.push(self.facts.terms.eq(v, w));
                let exclusive =
                    [copies.copies[0].of(self.facts, x.exclusive), copies.copies[1].of(self.facts, y.exclusive)];
                parts.push(self.facts.terms.any(&exclusive));
                paths.push(self.facts.terms.all(&parts));
            }
        }
        let excluded = self.facts.terms.any(&paths);
        copies.excluded.insert(key, excluded);
        excluded
    }

    /// Paths in which the bytes may be the same. `granule`: only parts of elements of this size are a conflict.
    pub(super) fn overlaps(
        &mut self,
        copies: &mut Views,
        a: &Active,
        b: &Active,
        obj: ObjId,
        granule: Option<i64>,
    ) -> Vec<Overlap> {
        let mut third = self.made.elsewhere(Process::Target);
        let mut out = Vec::new();
        for x in a.effect.area.places.iter().filter(|p| p.obj == obj) {
            for y in b.effect.area.places.iter().filter(|p| p.obj == obj) {
                // The window's memory is the owner's: the second process, or a third one. Symmetric memory is named by who
                // uses it.
                let [first, second] = &mut copies.copies;
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
                        Extent { inst: x.inst, offset: x.offset, block: s.map(|u| copies.copies[0].of(self.facts, u)) };
                    if b.ending.as_ref().is_some_and(Ending::is_of_all) {
                        out.push(Overlap { obj, guards: vec![guard], first, second: None });
                        continue;
                    }
                    for t in &b.effect.area.blocks {
                        let first = first.clone();
                        let second = Extent {
                            inst: y.inst,
                            offset: y.offset,
                            block: t.map(|u| copies.copies[1].of(self.facts, u)),
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

/// A place at the target of an operation: the memory is the target's, which window it is in the origin says.
pub(super) fn at_target(facts: &mut Facts, p: &Place, origin: &mut Copy, target: &mut Copy) -> Place {
    Place {
        guard: target.of(facts, p.guard),
        named: origin.of(facts, p.named),
        obj: p.obj,
        inst: origin.of(facts, p.inst),
        offset: target.of(facts, p.offset),
    }
}

/// Whether a process has seen an update that tells it that an operation of the other is complete.
fn knows_complete(state: &ProductState, who: usize, op: &Active) -> bool {
    let seen = &state.channels.seen[who];
    op.announced.iter().any(|u| seen.get(u).is_some_and(|last| *last || op.earlier))
}
