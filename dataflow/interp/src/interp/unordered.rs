//! Pointers that one thread loads while another one may store into the same cell (theory, 4.3).
//!
//! The code of a thread is interpreted once, where the thread is created or joined. So a load sees values that were stored before
//! that point, and not values that another thread stores later (assumption 10). This is not enough for screening: a thread may load
//! a pointer to other memory than the interpreter has seen. [`super::stored`] records which pointers are ever stored in which
//! cells, in any order. So after the interpretation, each such load is compared with that record.

use super::{Frame, Interp};
use crate::relevant::Relevant;
use rma_frontend::ir::{TypeKind, ValueId};
use rma_skeleton::skeleton::Place;
use rma_term::ids::{ObjId, TermId};
use std::collections::BTreeSet;

/// Bytes of a pointer.
const POINTER: u64 = 8;

impl<'a> Interp<'a> {
    /// Notes what a load of a pointer has given, where there are threads.
    pub(super) fn note_pointer_load(&mut self, frame: &Frame<'a>, v: ValueId, n: usize, place: &Place, value: TermId) {
        let is_pointer = match self.facts.module.types[frame.func.insts[v].ty].kind {
            TypeKind::Ptr => true,
            TypeKind::Int(bits) => u64::from(bits) == 8 * POINTER,
            _ => false,
        };
        if self.facts.options.screening && is_pointer && !self.facts.threads.ids.is_empty() {
            self.recording.followed.loads.insert((frame.ctx, v, n), (*place, value));
        }
    }

    /// Whether some load of a pointer from memory that threads share may return a pointer to relevant memory that the interpreter did not
    /// see it return.
    pub(crate) fn finds_other_pointers(&mut self, shared: &BTreeSet<ObjId>, relevant: &Relevant) -> bool {
        for (place, value) in self.recording.followed.loads.values().copied().collect::<Vec<_>>() {
            if !shared.contains(&place.obj) {
                continue;
            }
            let seen = self.facts.places(value);
            if seen.unknown {
                continue;
            }
            let mut known: BTreeSet<ObjId> = seen.list.iter().map(|p| p.obj).collect();
            known.extend(self.facts.objects_in(value));
            let Some(stored) = self.ever_stored(&place, POINTER) else { return true };
            let others: BTreeSet<ObjId> = stored.difference(&known).copied().collect();
            match self.reachable(others) {
                Some(reached) if !reached.iter().any(|obj| relevant.concerns(*obj)) => {}
                _ => return true,
            }
        }
        false
    }

    /// Objects that pointers lead to from these, in one step or several; nothing where not all of them are known.
    fn reachable(&mut self, from: BTreeSet<ObjId>) -> Option<BTreeSet<ObjId>> {
        let mut reached = BTreeSet::new();
        let mut work: Vec<ObjId> = from.into_iter().collect();
        while let Some(obj) = work.pop() {
            if reached.insert(obj) {
                work.extend(self.ever_stored_in(obj)?);
            }
        }
        Some(reached)
    }
}
