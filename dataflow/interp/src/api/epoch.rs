//! The kind of epoch that is open on a window, as the content of a cell of the window object (theory, 6.6).

use super::CallSite;
use crate::api::epoch_state::KIND;
use crate::interp::Interp;
use crate::memory::{Entry, Mem, Sort};
use rma_frontend::api::{Bank, Epoch};
use rma_skeleton::skeleton::{EpochKind, Issue};
use rma_term::ids::TermId;
use rma_term::limits::Limit;
use rma_term::term::Term;

impl Interp<'_> {
    /// A call opens or ends an epoch.
    pub(super) fn change_epoch(&mut self, call: &CallSite, mem: &mut Mem) {
        let kind = match call.routine.epoch {
            Some(Epoch::Fence) => EpochKind::Fence,
            Some(Epoch::Start) => EpochKind::Start,
            Some(Epoch::Lock | Epoch::LockAll) => EpochKind::Passive,
            Some(Epoch::Complete | Epoch::Unlock | Epoch::UnlockAll) => EpochKind::Unknown,
            _ => return,
        };
        let Some(win) = call.named("win") else { return };
        let off = self.facts.terms.int(KIND);
        for (guard, handle) in self.window_choices(win).unwrap_or_default() {
            let Term::Addr(obj, inst) = *self.facts.terms.get(handle) else { continue };
            let new = self.facts.terms.int(kind as i64);
            let old = self.epoch_of(handle, mem).unwrap_or(off);
            let val = self.facts.terms.ite(guard, new, old);
            mem.get_mut(obj).put(
                &self.facts.terms.limits,
                Entry { inst, off, size: 1, val, sort: Sort::Integer, only_read: false },
            );
        }
    }

    /// The windows that a handle may be where it is used, each with its condition. A handle that is no window on other
    /// paths is not used there.
    pub(crate) fn window_choices(&mut self, win: TermId) -> Option<Vec<(TermId, TermId)>> {
        let mut out = Vec::new();
        let yes = self.facts.terms.truth(true);
        self.choose_windows(win, yes, &mut out);
        (!out.is_empty() && self.facts.terms.limits.allows(Limit::WindowChoices, out.len())).then_some(out)
    }

    fn choose_windows(&mut self, win: TermId, guard: TermId, out: &mut Vec<(TermId, TermId)>) {
        match *self.facts.terms.get(win) {
            Term::Addr(..) => out.push((guard, win)),
            Term::Ite(c, a, b) if out.len() <= self.facts.terms.limits.get::<usize>(Limit::WindowChoices) => {
                let windows = |i: &Self, t: TermId| !i.facts.objects_in(t).is_empty();
                match (windows(self, a), windows(self, b)) {
                    (true, true) => {
                        let not = self.facts.terms.not(c);
                        let (first, second) = (self.facts.terms.all(&[guard, c]), self.facts.terms.all(&[guard, not]));
                        self.choose_windows(a, first, out);
                        self.choose_windows(b, second, out);
                    }
                    (true, false) => self.choose_windows(a, guard, out),
                    (false, true) => self.choose_windows(b, guard, out),
                    (false, false) => {}
                }
            }
            _ => {}
        }
    }

    /// An operation outside of epochs has no effect to analyse.
    pub(super) fn inside_epochs(&mut self, issue: &mut Issue, mem: &Mem) {
        let (Some(win), Some(target)) = (issue.target.win, issue.target.rank) else { return };
        (issue.epoch.outside, issue.epoch.active_only) = self.outside_epochs(win, target, mem);
        let Some(outside) = issue.epoch.outside else { return };
        let inside = self.facts.terms.not(outside);
        let at_target = issue.effects.iter().find(|e| e.bank == Bank::Target).map(|e| e.cond);
        for e in &mut issue.effects {
            e.cond = self.facts.terms.all(&[e.cond, inside]);
        }
        let Some(takes_place) = at_target else { return };
        issue.epoch.outside = Some(self.facts.terms.all(&[takes_place, outside]));
        issue.epoch.active_only = issue.epoch.active_only.map(|a| self.facts.terms.all(&[takes_place, a]));
    }

    /// The kind of epoch on a window, if one is known.
    pub(super) fn epoch_of(&mut self, win: TermId, mem: &Mem) -> Option<TermId> {
        let off = self.facts.terms.int(KIND);
        let Term::Addr(obj, inst) = *self.facts.terms.get(win) else {
            let choices = self.window_choices(win)?;
            let (last, rest) = choices.split_last()?;
            let mut kind = self.epoch_of(last.1, mem)?;
            for (guard, handle) in rest {
                let this = self.epoch_of(*handle, mem)?;
                kind = self.facts.terms.ite(*guard, this, kind);
            }
            return Some(kind);
        };
        mem.get(obj)?.find(inst, off, 1).map(|e| e.val)
    }
}
