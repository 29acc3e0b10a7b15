//! What must not happen while an operation is pending, other than accesses: the window is freed, a fence says that
//! nothing precedes, a target is locked (theory, 6.6).

use super::Walk;
use super::state::State;
use rma_frontend::api::{Bank, Epoch, Scope};
use rma_skeleton::candidate::{Candidate, Conflict, Misuse, Overlap, Pair, Processes};
use rma_skeleton::facts::Facts;
use rma_skeleton::overlap::counter_bounds;
use rma_skeleton::skeleton::{Covers, EpochKind, Event, OrderKind};
use rma_term::ids::{EventRef, PairId, TermId};
use rma_term::term::Knowledge;

/// A broken rule, with what it needs.
pub(super) struct Broken {
    pub misuse: Misuse,
    pub first: EventRef,
    pub second: EventRef,
    /// Conditions at the current point.
    pub conds: Vec<TermId>,
    pub overlaps: Vec<Overlap>,
}

impl Walk<'_, '_> {
    /// Looks at an event for what must not happen there; `false` when the operation is not followed any further.
    pub(super) fn misuse(&mut self, state: &mut State, event: &Event, here: EventRef) -> bool {
        let (misuse, win, mut conds) = match event {
            Event::Complete(c) if c.routine.completes.iter().any(|c| c.scope == Scope::FreedWindow) => {
                let Covers::Window { win, .. } = c.covers else { return true };
                (Misuse::FreedPending, win, vec![c.cond])
            }
            Event::Epoch(e) if e.change == Epoch::Fence => {
                let (Some(assert), Some(abi)) = (e.assert, self.facts.abi) else { return true };
                let lacks = self.facts.lacks_bit(assert, abi.constants().mode_noprecede);
                (Misuse::NoPrecede, e.win, vec![self.facts.terms.not(lacks)])
            }
            Event::Epoch(e) if matches!(e.change, Epoch::Lock | Epoch::LockAll) => {
                if self.epoch_kind() != Some(EpochKind::Fence as i64) {
                    return true;
                }
                (Misuse::Locked, e.win, vec![e.cond])
            }
            // An epoch between fences is open only with operations in it.
            Event::Order(o) if o.routine.name == "MPI_Finalize" => {
                let Some(win) = self.issue.target.win else { return true };
                if self.epoch_kind() != Some(EpochKind::Fence as i64) {
                    return true;
                }
                (Misuse::LeftOpen, win, vec![o.cond])
            }
            _ => return true,
        };
        // An operation has two walks. This selects the one that knows when the operation is complete.
        let bank = match self.epoch_kind() {
            Some(k) if k == EpochKind::Fence as i64 || k == EpochKind::Passive as i64 => Bank::Target,
            _ => Bank::Own,
        };
        let Some(own) = self.issue.target.win.filter(|_| self.bank == bank) else { return true };
        let own = self.at_issue(state, own);
        let win = self.now(state, win);
        if misuse != Misuse::LeftOpen {
            conds.push(self.facts.terms.eq(own, win));
        }
        if let Some(e) = self.issue.effects.iter().find(|e| e.bank == Bank::Target) {
            let cond = self.at_issue(state, e.cond);
            conds.push(cond);
        }
        let at = EventRef { effect: 0, ..self.at };
        let first = if misuse == Misuse::Locked { here } else { at };
        let broken = self.facts.terms.all(&conds);
        let second = if misuse == Misuse::LeftOpen { at } else { here };
        self.broken(state, here, Broken { misuse, first, second, conds, overlaps: Vec::new() });
        if misuse != Misuse::NoPrecede || self.bank != Bank::Target {
            return true;
        }
        // A conflict of the operation at its target after the broken assertion is not a second mistake.
        let kept = self.facts.terms.not(broken);
        !self.facts.terms.is_false(kept) && state.survive(&mut self.facts.terms, kept)
    }

    fn epoch_kind(&self) -> Option<i64> {
        self.issue.epoch.kind.and_then(|e| self.facts.terms.as_const(e))
    }

    /// Makes a candidate of what was found at `here`.
    pub(super) fn broken(&mut self, state: &State, here: EventRef, broken: Broken) {
        let mut reach: Vec<TermId> = Vec::new();
        for r in self.reach.clone() {
            reach.push(self.at_issue(state, r));
        }
        for b in counter_bounds(self.facts, self.skeleton, self.at.node) {
            reach.push(self.at_issue(state, b));
        }
        let mut path = state.branches.clone();
        path.extend(&state.survived);
        path.extend(self.links(state));
        for b in counter_bounds(self.facts, self.skeleton, here.node) {
            path.push(self.now(state, b));
        }
        for c in broken.conds {
            path.push(self.now(state, c));
        }
        let pair = Pair {
            first: broken.first,
            second: broken.second,
            conflict: Conflict::Misuse(broken.misuse),
            processes: Processes::Same,
            later_iteration: !state.same_iteration(),
        };
        let (overlaps, lossy) = (broken.overlaps, state.lossy);
        let none = PairId::from_raw(0);
        let turned = self.turned_between(state, broken.second.node);
        let candidate = Candidate { pair: none, reach, path, overlaps, lossy, unknown_pointer: false, turned };
        if let Some(candidate) = normal(self.facts, candidate) {
            self.paths.add(self.found, pair, candidate);
        }
    }
}

/// The candidate without conditions that hold anyway; `None` when one never holds.
///
/// If they contain data that the analysis does not follow, the finding is at most unproven: the data may be correlated,
/// and a rule that is broken on no real path must not be reported.
pub(crate) fn normal(facts: &mut Facts, mut candidate: Candidate) -> Option<Candidate> {
    for list in [&mut candidate.reach, &mut candidate.path] {
        if list.iter().any(|t| facts.terms.is_false(*t)) {
            return None;
        }
        list.retain(|t| facts.terms.as_const(*t).is_none());
        list.sort_unstable();
        list.dedup();
    }
    let lost = |t: &TermId| facts.terms.knowledge(*t) == Knowledge::Lost;
    candidate.lossy |= candidate.reach.iter().chain(&candidate.path).any(lost);
    Some(candidate)
}

/// The window that a call frees.
pub(super) fn frees(event: &Event) -> Option<TermId> {
    match event {
        Event::Order(o) => match o.kind {
            OrderKind::Collective { frees, .. } => frees,
            _ => None,
        },
        _ => None,
    }
}
