//! The kind of epoch that is open on a window, as the content of a cell of the window object.

use super::CallSite;
use crate::interp::Interp;
use crate::memory::{Entry, Mem};
use crate::skeleton::{EpochKind, Issue};
use crate::term::{Term, TermId};
use rma_frontend::api::{Bank, Epoch};

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
        let Term::Addr(obj, inst) = *self.terms.get(win) else { return };
        let off = self.terms.int(0);
        let val = self.terms.int(kind as i64);
        mem.get_mut(obj).put(Entry { inst, off, size: 1, val, float: false });
    }

    /// An operation outside of epochs does nothing that could be looked at.
    pub(super) fn inside_epochs(&mut self, issue: &mut Issue, mem: &Mem) {
        let (Some(win), Some(target)) = (issue.win, issue.target) else { return };
        (issue.outside, issue.active_only) = self.outside_epochs(win, target, mem);
        let Some(outside) = issue.outside else { return };
        let inside = self.terms.not(outside);
        let at_target = issue.effects.iter().find(|e| e.bank == Bank::Target).map(|e| e.cond);
        for e in &mut issue.effects {
            e.cond = self.terms.all(&[e.cond, inside]);
        }
        let Some(takes_place) = at_target else { return };
        issue.outside = Some(self.terms.all(&[takes_place, outside]));
        issue.active_only = issue.active_only.map(|a| self.terms.all(&[takes_place, a]));
    }

    /// The kind of epoch on a window, as far as one is known.
    pub(super) fn epoch_of(&mut self, win: TermId, mem: &Mem) -> Option<TermId> {
        let Term::Addr(obj, inst) = *self.terms.get(win) else { return None };
        let off = self.terms.int(0);
        mem.get(obj)?.find(inst, off, 1).map(|e| e.val)
    }
}
