//! Operations against later accesses and operations of the same process at the same target: in its own window, or in
//! another process' part of a shared window (theory, 6.1).

use super::Walk;
use super::state::{Follows, Rel, State};
use crate::product::third_messages::visits_once;
use crate::sync::waits::{Answer, Asked};
use rma_frontend::api::{AccessKind, Bank, Compare};
use rma_skeleton::candidate::{Conflict, Overlap, Processes};
use rma_skeleton::conflict::{Compatibility, by_parts, compatibility};
use rma_skeleton::facts::{Facts, Owned};
use rma_skeleton::skeleton::{Access, Actor, Area, EpochKind, Event, Issue, Location, OrderKind, Skeleton};
use rma_term::ids::{EventRef, LoopId, TermId};

impl Walk<'_, '_> {
    /// An access of the process to its own window, or directly to that of another process, while its operation on it is
    /// pending.
    pub(super) fn check_at_target(&mut self, state: &State, access: &Access, here: EventRef) {
        let Some(n) = self.issue.effects.iter().position(|e| e.bank == Bank::Target) else { return };
        if state.waited || state.itself {
            return;
        }
        let issue = self.issue;
        let effect = &issue.effects[n];
        if compatibility(&self.facts.terms, false, (Some(issue), effect), (None, access)) == Compatibility::None
            || matches!(access.actor, Actor::Instruction("unknown call"))
        {
            return;
        }
        for Owned { part, cond: leads_there, area } in self.facts.by_owner(&access.area) {
            let overlaps = self.overlaps(state, &effect.area, &area);
            let unknown = self.may_meet_unknown(&effect.area, &area);
            if overlaps.is_empty() && !unknown {
                continue;
            }
            let owner = match part {
                Some(part) => Some(self.now(state, part.rank)),
                None => self.own_rank(),
            };
            let mut parts = vec![access.cond, leads_there];
            let mut state = self.doubted(state);
            // In a window whose members are not known.
            state.lossy |= owner.is_none();
            if let (Some(target), Some(owner)) = (self.issue.target.rank, owner) {
                let target = self.at_issue(&state, target);
                parts.push(self.facts.terms.eq(target, owner));
            }
            let cond = self.facts.terms.all(&parts);
            if unknown {
                self.propose_unknown(&state, n, here, cond);
            }
            if !overlaps.is_empty() {
                self.propose(&state, n, here, Conflict::AtTarget, overlaps, effect.cond, Some(cond), false);
            }
        }
    }

    /// Whether bytes at a target and other bytes may be the same although the location of one of them is unknown: an operation at an
    /// unknown place may access all windows.
    fn may_meet_unknown(&mut self, at_target: &Area, other: &Area) -> bool {
        let escaped = |area: &Area, facts: &Facts| area.places.iter().any(|p| facts.objects[p.obj].escaped);
        if other.unknown && (at_target.unknown || escaped(at_target, self.facts)) {
            return true;
        }
        if !at_target.unknown {
            return false;
        }
        let bases: Vec<Option<TermId>> = self.facts.windows.values().map(|w| w.base).collect();
        bases.into_iter().any(|base| match base {
            Some(base) => {
                let objects = self.facts.objects_in(base);
                other.places.iter().any(|p| objects.contains(&p.obj))
            }
            None => escaped(other, self.facts),
        })
    }

    /// A pair whose bytes are not known.
    fn propose_unknown(&mut self, state: &State, effect: usize, here: EventRef, cond: TermId) {
        let first = EventRef { effect: effect as u32, ..self.at };
        if !self.paths.is_unproven(first, here, Conflict::AtTarget, Processes::Same) {
            let takes_place = self.issue.effects[effect].cond;
            self.propose(state, effect, here, Conflict::AtTarget, Vec::new(), takes_place, Some(cond), true);
        }
    }

    /// A branch on a value from a window may imply more order than its condition expresses.
    fn doubted(&self, state: &State) -> State {
        let mut conds = self.reach.iter().chain(&state.branches);
        let lossy = state.lossy || conds.any(|c| self.facts.speaks_of_windows(*c));
        State { lossy, ..state.clone() }
    }

    /// Checks the operation against a later operation of the process on the same target.
    pub(super) fn check_operation(&mut self, state: &State, other: &Issue, here: EventRef) {
        for (m, e) in other.effects.iter().enumerate() {
            let here = EventRef { effect: m as u32, ..here };
            if e.bank == Bank::Own {
                self.check_at_target(state, e, here);
                continue;
            }
            let Some(n) = self.issue.effects.iter().position(|e| e.bank == Bank::Target) else { return };
            let issue = self.issue;
            let effect = &issue.effects[n];
            // Operations of a later access epoch come after the target has waited for the first. An option may choose between this way to
            // synchronise and others.
            let otherwise;
            let state = match other.epoch.kind.filter(|_| state.closed && other.target.win == self.issue.target.win) {
                Some(kind) => {
                    let kind = self.now(state, kind);
                    let start = self.facts.terms.int(EpochKind::Start as i64);
                    let not = self.facts.terms.ne(kind, start);
                    let mut here = state.clone();
                    if self.facts.terms.is_false(not) || !here.assume(&mut self.facts.terms, not) {
                        continue;
                    }
                    otherwise = here;
                    &otherwise
                }
                None => state,
            };
            // A fence orders what is written through one context.
            if state.fenced && e.kind != AccessKind::Read && other.target.win == self.issue.target.win {
                continue;
            }
            // The order of a notification is one of writes (thesis, rule R6).
            if e.kind != AccessKind::Read && self.follows_notification(state, other) {
                continue;
            }
            let (mut differ, mut element, mut reductions) = (None, None, None);
            match compatibility(&self.facts.terms, false, (Some(issue), effect), (Some(other), e)) {
                Compatibility::Conflict => {}
                // Accumulate operations of one origin are ordered if they are of one type.
                Compatibility::Atomic { size, types: (s, t), ops } => {
                    let s = self.at_issue(state, s);
                    element = Some(size);
                    differ = Some(self.facts.terms.ne(s, t));
                    let ops = ops.map(|(p, q)| (self.at_issue(state, p), self.now(state, q)));
                    reductions = ops.and_then(|ops| self.unordered_reductions(state, other, ops, (s, t)));
                }
                _ => continue,
            }
            let overlaps = self.overlaps(state, &effect.area, &e.area);
            let unknown = self.may_meet_unknown(&effect.area, &e.area);
            if overlaps.is_empty() && !unknown {
                continue;
            }
            let mut parts = vec![e.cond];
            if let (Some(a), Some(b)) = (self.issue.target.rank, other.target.rank) {
                let (a, b) = (self.at_issue(state, a), self.now(state, b));
                parts.push(self.facts.terms.eq(a, b));
            }
            let state = self.doubted(state);
            if unknown {
                let cond = self.facts.terms.all(&parts);
                self.propose_unknown(&state, n, here, cond);
            }
            if overlaps.is_empty() {
                continue;
            }
            if let Some(size) = element {
                // Of one type, where elements overlap by parts.
                let partly = self.by_parts(&overlaps, size);
                if !partly.is_empty() {
                    let cond = self.facts.terms.all(&parts);
                    self.propose(&state, n, here, Conflict::AtTarget, partly, effect.cond, Some(cond), false);
                }
            }
            if let Some(apart) = reductions {
                let cond = self.facts.terms.all(&[&parts[..], &[apart]].concat());
                self.propose(&state, n, here, Conflict::Reductions, overlaps.clone(), effect.cond, Some(cond), false);
            }
            parts.extend(differ);
            let cond = self.facts.terms.all(&parts);
            self.propose(&state, n, here, Conflict::AtTarget, overlaps, effect.cond, Some(cond), false);
        }
    }

    /// Condition under which a later accumulate operation has another operator through another window: operations of one origin are in order
    /// on one window only (MPI 4.1, 12.7.2).
    fn unordered_reductions(
        &mut self,
        state: &State,
        other: &Issue,
        ops: (TermId, TermId),
        types: (TermId, TermId),
    ) -> Option<TermId> {
        let (first, then) = (self.at_issue(state, self.issue.target.win?), self.now(state, other.target.win?));
        let terms = &mut self.facts.terms;
        let parts = [terms.ne(first, then), terms.ne(ops.0, ops.1), terms.eq(types.0, types.1)];
        let all = terms.all(&parts);
        (!terms.is_false(all)).then_some(all)
    }

    /// The overlaps in which elements of this many bytes have only a part in common.
    fn by_parts(&mut self, overlaps: &[Overlap], size: i64) -> Vec<Overlap> {
        let mut out = Vec::new();
        for o in overlaps {
            let Some(second) = &o.second else { continue };
            if let Some(parts) = by_parts(&mut self.facts.terms, &o.first, second, size) {
                out.push(Overlap { guards: o.guards.iter().copied().chain([parts]).collect(), ..o.clone() });
            }
        }
        out
    }

    /// An atomic operation after a fence, which is complete when its call returns: operations that the fence orders before
    /// it at its target have arrived (OpenSHMEM 1.6, 9.11.1).
    pub(super) fn overtaken(&self, state: &State, other: &Issue) -> bool {
        let changes = |e: &Access| e.bank == Bank::Target && e.kind != AccessKind::Read;
        let lasting = |t| !self.facts.terms.any_sym(t, |x| self.facts.terms.syms[x].def_loop.is_some());
        let same = self
            .issue
            .target
            .rank
            .zip(other.target.rank)
            .is_some_and(|(a, b)| a == b && (lasting(a) || state.same_iteration()));
        state.fenced
            && same
            && other.completion.over
            && other.atomicity.atomic
            && other.target.win == self.issue.target.win
            && other.effects.iter().any(changes)
    }

    /// Condition under which the process is its own target, where the operation may still be pending there.
    pub(super) fn is_itself(&mut self, state: &State) -> Option<TermId> {
        if state.waited || state.itself {
            return None;
        }
        let (owner, target) = (self.own_rank()?, self.issue.target.rank?);
        let target = self.at_issue(state, target);
        Some(self.facts.terms.eq(target, owner))
    }

    /// An update in a loop over targets, after the loop of the operation: once for the process itself, if that is its own target.
    /// All of its iterations come after the operation and the fence, except those in earlier iterations of a loop around both.
    pub(super) fn tell_itself(&mut self, state: &mut State, here: EventRef, place: TermId) {
        let loops = &self.skeleton.nodes[here.node].loops;
        let counted =
            self.facts.terms.any_sym(place, |x| self.facts.terms.syms[x].def_loop.is_some_and(|l| loops.contains(&l)));
        let shared = self.loops.iter().zip(loops).take_while(|(a, b)| a == b).count();
        let before = match shared {
            0 => self.may_precede(here, self.at),
            _ => shared > 1 || state.rel[0] != Rel::Ahead(0),
        };
        if self.bank == Bank::Target
            && matches!(state.follows, Follows::Issuer)
            && counted
            && loops[shared..].iter().all(|l| state.first.contains(l))
            && !before
        {
            state.acknowledged_itself.insert(here);
        }
    }

    /// Whether what an update stores in a step of a loop around it and the operation ends the wait of that step, and what it has stored in
    /// earlier ones does not: a number that grows with each. Without such a loop there are no earlier ones.
    pub(super) fn is_of_this_step(&mut self, state: &State, update: EventRef, wait: EventRef) -> bool {
        let around = |at: EventRef| self.skeleton.nodes[at.node].loops.first().copied();
        let Some(step) = self.loops.first().copied().filter(|l| around(update) == Some(*l)) else { return true };
        let kind = |at: EventRef| match &self.skeleton.nodes[at.node].items[at.item as usize].event {
            Event::Order(o) => Some(o.kind.clone()),
            _ => None,
        };
        let (Some(OrderKind::Update { value: Some(value), .. }), Some(OrderKind::Observe { wanted: Some(wanted), .. })) =
            (kind(update), kind(wait))
        else {
            return false;
        };
        let (least, parts) = self.facts.terms.linear(value);
        let counter = self.facts.terms.sym(self.skeleton.loops[step].counter);
        let grows = matches!(parts[..], [(x, by)] if x == counter && by > 0);
        let at_first = self.sync.waits.initial_of(wait).and_then(|t| self.facts.terms.as_const(t));
        around(wait) == Some(step)
            && state.rel[0] == Rel::Ahead(0)
            && value == wanted.value
            && matches!(wanted.compare, Compare::Eq | Compare::Ge)
            && grows
            && at_first.is_some_and(|n| n < least)
    }

    /// Whether an update in the iteration of the operation, which announces it to its target, is the only one that the process makes for
    /// itself and that may end a wait after the loop: no two iterations go to one target.
    fn tells_itself_once(&mut self, state: &State, update: EventRef, wait: EventRef) -> bool {
        let loops = &self.skeleton.nodes[wait.node].loops;
        let shared = self.loops.iter().zip(loops).take_while(|(a, b)| a == b).count();
        if self.skeleton.nodes[update.node].loops != self.loops
            || shared > 1
            || shared == 1 && !self.is_of_this_step(state, update, wait)
        {
            return false;
        }
        let target = location(self.skeleton, update).map(|made| made.target);
        match (target, &self.loops[shared..]) {
            (Some(_), []) => true,
            (Some(target), [l]) => visits_once(self.facts, self.skeleton, target, *l),
            _ => false,
        }
    }

    /// A wait for all of several words, if the process itself has set one of them.
    pub(super) fn hears_itself(&mut self, state: &mut State, here: EventRef) {
        let told = state.acknowledged_itself.clone();
        state.itself |=
            told.iter().any(|u| self.is_of_this_step(state, *u, here) && self.knows(*u, here, Asked::Itself));
        state.lossy |= !state.itself && self.may_hear_itself(here);
    }

    /// Whether, in a program with threads, a wait may be ended by an update that the process itself makes after the operation. The analysis
    /// does not know which thread makes this update, and in which iteration.
    pub(super) fn may_hear_itself(&mut self, wait: EventRef) -> bool {
        if !self.facts.threads.any || self.bank != Bank::Target {
            return false;
        }
        let skeleton = self.skeleton;
        let Some(seen) = location(skeleton, wait) else { return false };
        let places = skeleton
            .nodes
            .iter_enumerated()
            .flat_map(|(node, n)| (0..n.items.len()).map(move |item| EventRef { node, item: item as u32, effect: 0 }));
        let set = |at: &EventRef| match &skeleton.nodes[at.node].items[at.item as usize].event {
            Event::Order(o) => matches!(o.kind, OrderKind::Update { .. }) && self.may_precede(self.at, *at),
            _ => false,
        };
        let updates: Vec<EventRef> = places.filter(set).collect();
        updates.into_iter().filter_map(|at| location(skeleton, at)).any(|made| {
            let apart = self.facts.terms.sub(made.offset, seen.offset);
            let apart = self.facts.terms.range(apart);
            let meet = seen.len.is_some() || apart.lo.is_none_or(|d| d <= 0) && apart.hi.is_none_or(|d| d >= 0);
            made.memory == seen.memory && meet
        })
    }

    /// After a loop of waits, each for another word: in one of the iterations the process has waited for a word that it has set itself.
    /// `false`: this is so for every target.
    pub(super) fn heard_itself(&mut self, state: &mut State, l: LoopId) -> bool {
        if state.itself || self.bank != Bank::Target || !matches!(state.follows, Follows::Issuer) {
            return true;
        }
        let behind = state.acknowledged_itself.iter().map(|u| (*u, false));
        let told: Vec<(EventRef, bool)> = behind.chain(state.announced.iter().map(|u| (*u, true))).collect();
        if told.is_empty() {
            return true;
        }
        let Some(trips) = self.skeleton.loops[l].trips else { return true };
        let rounds = if self.skeleton.loops[l].body_at_last { self.facts.terms.add_int(trips, 1) } else { trips };
        let waits = self.summaries.waits.get(&l).cloned().unwrap_or_default();
        for (node, item) in waits {
            let here = EventRef { node, item, effect: 0 };
            let Some(seen) = location(self.skeleton, here) else { continue };
            for (u, announces) in told.clone() {
                let Some(made) = location(self.skeleton, u) else { continue };
                let apart = seen.len.is_some() || !self.lasts(made.offset);
                let is_it = match announces {
                    true => self.tells_itself_once(state, u, here),
                    false => self.is_of_this_step(state, u, here),
                };
                if apart || !is_it || !self.knows(u, here, Asked::ItselfThere) {
                    continue;
                }
                let met = self.facts.terms.eq(made.offset, seen.offset);
                let Some(met) = self.holds_in_some_iteration(l, met, rounds) else { continue };
                let Some(itself) = self.is_itself(state) else { continue };
                let both = self.facts.terms.all(&[met, itself]);
                let not = self.facts.terms.not(both);
                if !state.survive(&mut self.facts.terms, not) {
                    return false;
                }
            }
        }
        true
    }

    /// A value does not change from iteration to iteration.
    pub(super) fn lasts(&self, t: TermId) -> bool {
        !self.facts.terms.any_sym(t, |x| self.facts.terms.syms[x].def_loop.is_some())
    }

    fn knows(&mut self, update: EventRef, wait: EventRef, asked: Asked) -> bool {
        let answer = self.sync.waits.answered(self.facts, update, wait, asked);
        answer == Answer::Yes
    }

    /// The caller's rank in the window's communicator.
    fn own_rank(&mut self) -> Option<TermId> {
        let comm = self.facts.window(self.issue.target.win?)?.1.comm;
        Some(self.facts.rank_in_comm(comm))
    }
}

/// The location that an update changes, or that a wait waits for.
pub(super) fn location(skeleton: &Skeleton, at: EventRef) -> Option<Location> {
    let Event::Order(o) = &skeleton.nodes[at.node].items[at.item as usize].event else { return None };
    match o.kind {
        OrderKind::Update { location, .. } | OrderKind::Observe { location, .. } => Some(location),
        _ => None,
    }
}
