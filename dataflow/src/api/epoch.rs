//! The kind of epoch that is open on a window, as the content of a cell of the window object.

use super::CallSite;
use crate::interp::Interp;
use crate::memory::{Entry, Mem};
use crate::skeleton::EpochKind;
use crate::term::{Term, TermId};
use rma_frontend::api::Epoch;

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

    /// The kind of epoch on a window, as far as one is known.
    pub(super) fn epoch_of(&mut self, win: TermId, mem: &Mem) -> Option<TermId> {
        let Term::Addr(obj, inst) = *self.terms.get(win) else { return None };
        let off = self.terms.int(0);
        mem.get(obj)?.find(inst, off, 1).map(|e| e.val)
    }
}
