//! Two numbers of 32 bits that the program loads as one of 64 bits: how compilers copy small structures (theory, 4.3).
//!
//! Where the content of the memory is not known, each half is a number of its own. As one number, its lower half would be taken for the whole,
//! which is assumed to fit (assumption 2), and the upper half for zero.

use super::{Frame, Interp};
use crate::memory::Mem;
use rma_frontend::ir::{BinaryOp, CastOp, Const, InstKind, Operand, TypeKind, ValueId};
use rma_skeleton::facts::Read;
use rma_term::ids::TermId;

/// Bytes of a half.
const HALF: u64 = 4;
/// Values that are looked at behind a load, at most.
const VALUES: usize = 32;

impl<'a> Interp<'a> {
    /// The value of a load of a number of 64 bits of which the program uses both halves; `None` if it does not, or if the content is known.
    pub(super) fn load_pair(&mut self, frame: &Frame<'a>, v: ValueId, mem: &mut Mem, ptr: TermId) -> Option<TermId> {
        if !matches!(self.facts.module.types[frame.func.insts[v].ty].kind, TypeKind::Int(64)) || !self.is_pair(frame, v)
        {
            return None;
        }
        let places = self.facts.places(ptr);
        let known = |interp: &mut Self, p: &rma_skeleton::skeleton::Place| {
            let content = mem.get(p.obj).cloned().unwrap_or_default();
            interp.cell_of(&content, p.obj, p.inst, p.offset, 2 * HALF, false).is_some()
        };
        if places.list.iter().any(|p| known(self, p)) {
            return None;
        }
        let low = self.load_part(frame, (v, Read::Whole), mem, ptr, HALF, false);
        let behind = self.facts.terms.add_int(ptr, HALF as i64);
        let high = self.load_part(frame, (v, Read::Member(1)), mem, behind, HALF, false);
        Some(self.word(low, high))
    }

    /// Whether the program moves the upper half of a number of 64 bits down, and truncates the number to the lower half.
    fn is_pair(&mut self, frame: &Frame<'a>, v: ValueId) -> bool {
        let uses = self.uses_in(frame);
        let by_half = |op: Operand| match op {
            Operand::Const(c) => matches!(self.facts.module.consts[c], Const::Int { value: 32, .. }),
            _ => false,
        };
        let half = |u: ValueId| self.facts.module.types[frame.func.insts[u].ty].size <= HALF;
        let (mut low, mut high) = (false, false);
        let mut values = vec![v];
        let mut next = 0;
        while let Some(value) = values.get(next).copied() {
            next += 1;
            for &u in uses.get(&value).into_iter().flatten() {
                match frame.func.insts[u].kind {
                    InstKind::Cast { op: CastOp::Trunc, .. } => low |= half(u),
                    InstKind::Binary { op: BinaryOp::LShr | BinaryOp::AShr, rhs, .. } => high |= by_half(rhs),
                    InstKind::Phi { .. } | InstKind::Select { .. } | InstKind::Freeze { .. }
                        if values.len() < VALUES && !values.contains(&u) =>
                    {
                        values.push(u);
                    }
                    _ => {}
                }
            }
        }
        low && high
    }
}
