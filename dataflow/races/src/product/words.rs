//! Order by values in windows and symmetric memory: which process stores a word, and which process waits for it
//! (theory, 7.3).

use super::Product;
use super::state::{At, Flag, ProductState};
use crate::sync::stale::fits;
use crate::sync::waits::Update;
use rma_skeleton::facts::Facts;
use rma_skeleton::skeleton::{Event, Location, OrderKind, Wanted};
use rma_term::ids::{EventRef, TermId};
use rma_term::limits::Limit;
use rma_term::term::Process;

impl Product<'_, '_> {
    /// A process is about to write a location that others wait for; from now on, others may see the value. If the process had claimed the
    /// location as a lock, it releases it.
    pub(super) fn update(
        &mut self,
        state: &ProductState,
        who: usize,
        (at, here): (EventRef, &At),
    ) -> Vec<(ProductState, Vec<TermId>)> {
        let Some(flag) = self.flag(who, at, here) else { return vec![(state.clone(), Vec::new())] };
        let mut next = state.clone();
        next.channels.claims[who].retain(|c| (c.window, c.target, c.offset) != (flag.window, flag.target, flag.offset));
        // The other process has seen an earlier execution of this update, not this one.
        if let Some(seen) = next.channels.seen[1 - who].get_mut(&at) {
            seen.last = false;
        }
        let flags = &mut next.channels.flags[who];
        // What the same update has stored before is not there any more.
        flags.retain(|f| (f.by, f.target, f.offset, f.len) != (flag.by, flag.target, flag.offset, flag.len));
        if !self.facts.terms.limits.room(Limit::Flags, flags.len()) {
            next.saturate(&self.facts.terms.limits);
            return vec![(next, Vec::new())];
        }
        flags.push(flag);
        flags.sort_unstable();
        self.forget_flags_of_others(&mut next, who, &[]);
        vec![(next, Vec::new())]
    }

    /// A process leaves a loop because of what it has fetched, or has waited for an update.
    pub(super) fn observe(
        &mut self,
        state: &ProductState,
        who: usize,
        (at, here): (EventRef, &At),
    ) -> Vec<(ProductState, Vec<TermId>)> {
        let lossy = || ProductState { lossy: true, ..state.clone() };
        let varies = |i: &Facts, t: TermId| i.has_several_values(t);
        let Event::Order(call) = self.event(at) else { return Vec::new() };
        let OrderKind::Observe { location: l, claims, wanted: awaited } = call.kind else { return Vec::new() };
        let Some(flag) = self.flag(who, at, here) else { return vec![(lossy(), Vec::new())] };
        let wanted = awaited.map(|w| {
            let mut copy = self.made.at(Process::of(who), here);
            let initial = w.initial.map(|t| copy.of(self.facts, t));
            Wanted { value: copy.of(self.facts, w.value), initial, ..w }
        });
        let changing = awaited.is_some_and(|w| varies(self.facts, w.value));
        let mut out = Vec::new();
        // A process that holds the location as a lock keeps others out.
        let mut apart = Vec::new();
        for held in state.channels.claims[1 - who].clone() {
            let same = self.same_flag(&held, &flag);
            apart.push(self.facts.terms.not(same));
        }
        // A swap that needs a value that is not there at first waits for a store of that value.
        let ends_at_first = wanted.map(|w| self.fits(w.initial, Some(w)));
        let swaps = claims && ends_at_first.is_some_and(|ends| self.facts.terms.is_false(ends));
        if claims && !swaps {
            let mut next = state.clone();
            next.lossy |= changing;
            // Which of several locations each has claimed is not remembered after the loop.
            next.lossy |= !apart.is_empty() && (varies(self.facts, l.offset) || varies(self.facts, l.target));
            next.channels.claims[who].push(self.claim(who, here, &l, flag));
            if !self.facts.terms.limits.allows(Limit::Ahead, next.channels.claims[who].len()) {
                next.gives_up_messages(&self.facts.terms.limits);
            }
            out.push((next, apart));
            return out;
        }
        let counted = self.counted(state, who, (&flag, here), wanted);
        // By what is not remembered.
        if state.channels.lost {
            out.push((lossy(), Vec::new()));
        }
        // Because of what is there from a wait elsewhere that it has ended.
        if self.sync.waits.is_ended_by_old_value(at) {
            out.push((lossy(), Vec::new()));
        }
        // Because of what the other has stored.
        for (n, seen) in state.channels.flags[1 - who].clone().into_iter().enumerate() {
            let same = self.same_flag(&seen, &flag);
            let fits = self.fits(seen.value, wanted);
            let found = self.facts.terms.all(&[same, fits]);
            // A sum needs the addition of this iteration.
            if self.facts.terms.is_false(found) || counted.is_some() && seen.was_stored_before(here) {
                continue;
            }
            let mut next = state.clone();
            next.lossy |= counted.is_some() && seen.is_behind(here);
            // In which iteration it was stored, if in any, is not always remembered.
            let places = [seen.offset, seen.target, flag.offset, flag.target];
            let anywhere = places.iter().any(|t| varies(self.facts, *t));
            let any_value = seen.value.is_some_and(|v| varies(self.facts, v));
            next.lossy |= anywhere && self.facts.terms.as_const(same).is_none();
            next.lossy |= any_value && self.facts.terms.as_const(fits).is_none();
            // The awaited value is not known: it may differ from the value of an earlier iteration.
            let unknown = wanted.is_none_or(|w| self.facts.speaks_of_windows(w.value));
            next.lossy |= unknown && seen.is_behind(here) && self.stores_anew(seen.by);
            // What it stores is not known: it may be what an earlier iteration waits for.
            let sums = self.adds(seen.by) && self.sync.waits.uses_up(at);
            next.lossy |= seen.value.is_none() && changing && seen.is_behind(here) && !sums;
            // Whether the process has set the location back since it has found this is not followed.
            next.lossy |= seen.found && self.sync.waits.is_set_back(at);
            if seen.repeated && (swaps || self.sync.waits.uses_up(at)) {
                next.channels.flags[1 - who].remove(n);
            } else {
                next.channels.flags[1 - who][n].found = true;
            }
            next.channels.saw[who] = true;
            self.sees(&mut next, who, &seen, flag.target);
            self.forget_flags_of_others(&mut next, 1 - who, &[found]);
            out.push((next, vec![found]));
        }
        // Because of what a third process has stored: certainly so, if the other never does.
        let (never, ever) = self.never_updates(1 - who, &flag, wanted);
        // A sum to which the other process adds is handled separately.
        if let Some(paths) = counted {
            out.extend(paths);
            return self.with_claim(out, who, here, swaps.then_some((&l, &flag)), &apart);
        }
        if let Some(never) = never {
            out.extend(self.by_others(state, who, &flag, wanted, never));
        }
        // Because of what the process has stored itself, or what has been there from the start.
        if let Some(w) = wanted {
            // What is not known may end it.
            let ends = self.fits(w.initial, Some(w));
            let replaced = self.sync.waits.never_ends_at_first(at) && !self.sets_itself(state, who, (at, here), &flag);
            if !self.facts.terms.is_false(ends) && !replaced {
                // A value that changes in a loop may be another one by now.
                let lossy = w.initial.is_none() || self.facts.terms.as_const(ends).is_none();
                out.push((ProductState { lossy: state.lossy || lossy, ..state.clone() }, vec![ends]));
            }
        }
        // The wait is for several locations, those of the other process among them; or either of the two may be the only one that stores there.
        let ever = ever && flag.len.is_none() && !self.has_one_writer(who, &flag, wanted);
        let free = self.third_updates(state, who, &flag, wanted, true);
        if ever && wanted.is_some() && !self.facts.terms.is_false(free) {
            out.push((self.with_third(state, who, free), vec![free]));
        }
        let third = self.third_updates(state, who, &flag, wanted, false);
        if ever && !self.facts.terms.is_false(third) {
            let mut next = ProductState { lossy: true, ..self.with_third(state, who, third) };
            // A process that has only waited holds nothing.
            if wanted.is_none() {
                let claim = self.claim(who, here, &l, flag.clone());
                next.channels.claims[who].push(claim);
            }
            if !self.facts.terms.limits.allows(Limit::Ahead, next.channels.claims[who].len()) {
                next.gives_up_messages(&self.facts.terms.limits);
            }
            out.push((next, [&apart[..], &[third]].concat()));
        }
        self.with_claim(out, who, here, swaps.then_some((&l, &flag)), &apart)
    }

    /// Whether a process that waits for a location may also update it.
    fn sets_itself(&mut self, state: &ProductState, who: usize, (at, here): (EventRef, &At), flag: &Flag) -> bool {
        let mut copy = self.made.at(Process::of(who), here);
        let mut known = state.conds.clone();
        known.extend(self.skeleton.nodes[at.node].reach.iter().map(|c| copy.of(self.facts, *c)));
        let updates = self.updated_by(Process::of(who), flag, None, None);
        updates.iter().any(|u| !self.facts.terms.is_contradiction(&[&known[..], &[u.cond]].concat()))
    }

    /// The states after a wait, where the process also holds the location from then on.
    fn with_claim(
        &mut self,
        mut paths: Vec<(ProductState, Vec<TermId>)>,
        who: usize,
        here: &At,
        claimed: Option<(&Location, &Flag)>,
        apart: &[TermId],
    ) -> Vec<(ProductState, Vec<TermId>)> {
        let Some((location, flag)) = claimed else { return paths };
        for (next, conds) in &mut paths {
            next.channels.claims[who].push(self.claim(who, here, location, flag.clone()));
            if !self.facts.terms.limits.allows(Limit::Ahead, next.channels.claims[who].len()) {
                next.gives_up_messages(&self.facts.terms.limits);
            }
            conds.extend(apart);
        }
        paths
    }

    /// An update stores something else in each iteration.
    fn stores_anew(&self, at: EventRef) -> bool {
        let varies = |t: TermId| self.facts.has_several_values(t);
        match self.event(at) {
            Event::Order(o) => matches!(o.kind, OrderKind::Update { value: Some(v), .. } if varies(v)),
            _ => false,
        }
    }

    /// An update adds a known number.
    fn adds(&self, at: EventRef) -> bool {
        matches!(self.event(at), Event::Order(o) if matches!(o.kind, OrderKind::Update { adds: Some(_), .. }))
    }

    /// The location that an event changes or waits for, at the place where a process arrives.
    fn flag(&mut self, who: usize, at: EventRef, here: &At) -> Option<Flag> {
        let Event::Order(call) = self.event(at) else { return None };
        let (OrderKind::Update { location, .. } | OrderKind::Observe { location, .. }) = call.kind else { return None };
        let window = self.window(location.memory)?;
        let repeated = !self.skeleton.nodes[at.node].loops.is_empty();
        let (target, offset, iters) = (location.target, location.offset, here.iters.clone());
        let flag = Flag { window, target, offset, repeated, len: None, value: None, by: at, iters, found: false };
        self.said_flag(who, flag)
    }

    /// A location that a process holds as a lock from now on, in all later iterations.
    fn claim(&mut self, who: usize, here: &At, l: &Location, flag: Flag) -> Flag {
        let mut copy = self.made.remembered(Process::of(who), here);
        let mut of = |t: TermId| copy.of(self.facts, t);
        Flag { target: of(l.target), offset: of(l.offset), len: l.len.map(&mut of), ..flag }
    }

    /// Condition that the changed location is the awaited one, or is inside it.
    pub(super) fn same_flag(&mut self, changed: &Flag, looked_at: &Flag) -> TermId {
        if changed.window != looked_at.window {
            return self.facts.terms.truth(false);
        }
        let target = self.facts.terms.eq(changed.target, looked_at.target);
        let offset = match looked_at.len {
            None => self.facts.terms.eq(changed.offset, looked_at.offset),
            Some(len) => {
                let end = self.facts.terms.add(looked_at.offset, len);
                let low = self.facts.terms.le(looked_at.offset, changed.offset);
                let high = self.facts.terms.lt(changed.offset, end);
                self.facts.terms.all(&[low, high])
            }
        };
        self.facts.terms.all(&[target, offset])
    }

    /// Condition under which a value ends a wait; true if the value or the wait is not known.
    pub(super) fn fits(&mut self, value: Option<TermId>, wanted: Option<Wanted>) -> TermId {
        match (value, wanted) {
            (Some(x), Some(w)) => fits(self.facts, x, w.compare, w.value),
            _ => self.facts.terms.truth(true),
        }
    }

    /// The updates of a location (`only` one of them) by one of the processes, or a third: for each the condition that it is reached, and
    /// whether its location changes from iteration to iteration.
    pub(super) fn updated_by(
        &mut self,
        process: Process,
        flag: &Flag,
        wanted: Option<Wanted>,
        only: Option<EventRef>,
    ) -> Vec<ReachableUpdate> {
        let mut out = Vec::new();
        for update in self.sync.waits.updates.clone() {
            // What all synchronise at before is no part of it.
            if update.is_late_for(flag.by) {
                continue;
            }
            let Update { at, location, value, reach, dependent, .. } = update;
            if self.window(location.memory) != Some(flag.window) || only.is_some_and(|only| only != at) {
                continue;
            }
            let mut copy = self.made.elsewhere(process);
            let target = copy.of(self.facts, location.target);
            let offset = copy.of(self.facts, location.offset);
            let varying = |product: &Self, t: TermId| product.facts.has_several_values(t);
            let fixed = value.filter(|v| !varying(self, *v)).map(|v| copy.of(self.facts, v));
            let other = Flag { target, offset, value: fixed, len: None, ..flag.clone() };
            let wanted = wanted.filter(|w| !varying(self, w.value));
            let same = self.same_flag(&other, flag);
            let mut reached = vec![self.fits(fixed, wanted)];
            // What it goes to in every iteration.
            let mut lasting = Vec::new();
            if !varying(self, target) {
                lasting.push(self.facts.terms.eq(target, flag.target));
            }
            let (about_rank, more): (Vec<TermId>, Vec<TermId>) = reach.into_iter().partition(|c| self.about_rank(*c));
            for c in about_rank {
                reached.push(copy.of(self.facts, c));
            }
            lasting.extend(&reached);
            reached.push(same);
            let [reached, lasting] = [reached, lasting].map(|conds| self.facts.terms.all(&conds));
            if !self.facts.terms.is_false(reached) {
                let varies = varying(self, target) || varying(self, offset);
                // It is made whatever other processes do.
                let free = !dependent && more.is_empty() && !varies && fixed.is_some() == value.is_some();
                out.push(ReachableUpdate { cond: reached, lasting, varies, free });
            }
        }
        out
    }

    /// Condition under which a process reaches none of the updates of a location, and whether it may reach one.
    pub(super) fn never_updates(&mut self, who: usize, flag: &Flag, wanted: Option<Wanted>) -> (Option<TermId>, bool) {
        let updates = self.updated_by(Process::of(who), flag, wanted, None);
        // A location that changes from iteration to iteration may be this one in some iteration.
        let parts: Vec<TermId> = updates
            .iter()
            .map(|u| if u.varies { self.facts.terms.truth(false) } else { self.facts.terms.not(u.cond) })
            .collect();
        let never = self.facts.terms.all(&parts);
        ((!self.facts.terms.is_false(never)).then_some(never), !updates.is_empty())
    }

    /// Condition under which some third process updates a location; `free`: only updates count that no other process can delay or
    /// prevent.
    pub(super) fn third_updates(
        &mut self,
        state: &ProductState,
        who: usize,
        flag: &Flag,
        wanted: Option<Wanted>,
        free: bool,
    ) -> TermId {
        let number = state.third(&self.facts.terms.limits, who).unwrap_or(Process::Third);
        let mut updates = Vec::new();
        for u in self.updated_by(number, flag, wanted, None) {
            // One whose location changes from iteration to iteration may be there or not.
            if u.free && !u.varies || !free {
                updates.push(self.some_third(number, if u.varies { u.lasting } else { u.cond }));
            }
        }
        self.facts.terms.any(&updates)
    }
}

/// An update of a location that a process may reach.
pub(super) struct ReachableUpdate {
    /// Condition.
    pub cond: TermId,
    /// The part of it that does not depend on the iteration.
    lasting: TermId,
    /// Its location changes from iteration to iteration.
    varies: bool,
    /// Nothing that other processes do, and no condition that is not known of every process, keeps it from being made.
    free: bool,
}
