//! Atomic updates of memory that nobody else can change: reference counts of objects in a program of one thread (theory, 4.3).

use super::{Frame, Interp};
use crate::memory::Mem;
use rma_frontend::ir::{BinaryOp, InstKind, RmwOp, ValueId};
use rma_skeleton::facts::{Read, Role};
use rma_term::ids::TermId;
use rma_term::object::ObjKind;

impl<'a> Interp<'a> {
    /// Memory of a process that has no further thread, outside of all windows.
    pub(super) fn is_private(&mut self, ptr: TermId) -> bool {
        let places = self.facts.places(ptr);
        let [place] = places.list[..] else { return false };
        if places.unknown || !self.facts.threads.all.is_empty() || self.facts.shared.contains_key(&place.obj) {
            return false;
        }
        matches!(self.facts.objects[place.obj].kind, ObjKind::Heap | ObjKind::Stack)
            && !self.polls.memory.contains(&place.obj)
    }

    /// The value before an update that nobody else takes part in.
    pub(super) fn update_alone(
        &mut self,
        frame: &Frame<'a>,
        v: ValueId,
        ptr: TermId,
        size: u64,
        mem: &mut Mem,
    ) -> TermId {
        let old = self.load_part(frame, (v, Read::Whole), mem, ptr, size, false);
        match &frame.func.insts[v].kind {
            InstKind::AtomicRmw { op, value, .. } => {
                let value = self.operand(frame, *value);
                let new = match op {
                    RmwOp::Xchg => Some(value),
                    RmwOp::Add => Some(self.binary(BinaryOp::Add, old, value)),
                    RmwOp::Sub => Some(self.binary(BinaryOp::Sub, old, value)),
                    RmwOp::And => Some(self.binary(BinaryOp::And, old, value)),
                    RmwOp::Or => Some(self.binary(BinaryOp::Or, old, value)),
                    RmwOp::Xor => Some(self.binary(BinaryOp::Xor, old, value)),
                    RmwOp::Other => None,
                };
                match new {
                    Some(new) => self.store(mem, ptr, size, new, false),
                    None => {
                        let bytes = self.facts.terms.int(size as i64);
                        self.clobber(mem, ptr, Some(bytes));
                    }
                }
                old
            }
            InstKind::CmpXchg { expected, new, .. } => {
                let (expected, new) = (self.operand(frame, *expected), self.operand(frame, *new));
                let same = self.facts.terms.eq(old, expected);
                let stored = self.facts.terms.ite(same, new, old);
                self.store(mem, ptr, size, stored, false);
                self.facts.terms.vector(&[old, same])
            }
            _ => self.lost(frame, v, Role::Value),
        }
    }
}
