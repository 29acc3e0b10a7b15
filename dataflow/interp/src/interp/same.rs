//! Bytes of memory that a call has made the same on all processes: what a broadcast, an allreduce or an allgather delivers (theory, 4.3).
//!
//! A row of cells stands for them, with one value for each byte: a function of the call's symbol and of the byte's position. A load of any size at
//! any offset inside of the row gets the value of this function there. At an offset that is the same on all processes this is a symbol of
//! its own, which is then the same, too. The rows say nothing of what the values are, so they stand beside cells that do.

use super::Interp;
use crate::memory::{Family, Mem, ObjMem};
use rma_skeleton::facts::SymKey;
use rma_skeleton::skeleton::{Block, Place};
use rma_term::ids::{ObjId, SymId, TermId};
use rma_term::term::{CommId, Knowledge, SAME_BYTES, Sym, SymKind, Term};

/// What is read beyond such bytes, as a function of the position and of the reading process.
const BEYOND: &str = "beyond received bytes";

impl Interp<'_> {
    /// Whether a row stands for bytes that a call has made the same on all processes.
    pub(super) fn is_same_bytes(&self, f: &Family) -> bool {
        matches!(self.facts.terms.get(f.val), Term::Apply(of, _) if self.facts.terms.function_name(*of) == SAME_BYTES)
    }

    /// A call has written a block after a place, the same on all processes. `made`: the symbol for all that it has written; `index`: that for a
    /// position.
    pub(crate) fn put_same_bytes(&mut self, mem: &mut Mem, p: &Place, block: &Block, (made, index): (TermId, SymId)) {
        let one = self.facts.terms.int(1);
        let (stride, size, bound) = match (&block.dims[..], block.len) {
            ([], Some(len)) => (1, 1, len),
            ([dim], Some(len)) => {
                let (stride, len) = (self.facts.terms.as_const(dim.stride), self.facts.terms.as_const(len));
                let Some((stride, len)) = stride.zip(len).filter(|(stride, len)| 0 < *len && len <= stride) else {
                    return;
                };
                (stride, len, dim.count)
            }
            _ => return,
        };
        let base = self.facts.terms.add(p.offset, block.offset);
        let by = self.facts.terms.sym(index);
        let by = self.facts.terms.scale(by, stride);
        let at = self.facts.terms.add(block.offset, by);
        let val = self.facts.terms.apply(SAME_BYTES, &[made, at, one]);
        let mut row =
            Family { inst: p.inst, base, stride, index, bound, size: size as u64, span: None, val, whole: false };
        row.span = self.span_of_same_bytes(&row);
        mem.get_mut(p.obj).families.push(row);
    }

    fn span_of_same_bytes(&self, f: &Family) -> Option<(i64, i64)> {
        let (base, bound) = (self.facts.terms.as_const(f.base)?, self.facts.terms.as_const(f.bound)?);
        Some((base, bound.checked_mul(f.stride)?.checked_add(base)?))
    }

    /// The content of a cell in such bytes.
    pub(super) fn same_bytes(
        &mut self,
        content: &ObjMem,
        obj: ObjId,
        inst: TermId,
        off: TermId,
        size: u64,
    ) -> Option<TermId> {
        let rows: Vec<Family> = content.families.iter().filter(|f| self.is_same_bytes(f)).copied().collect();
        rows.iter().filter(|f| f.inst == inst).find_map(|f| self.in_same_bytes(f, obj, off, size))
    }

    fn in_same_bytes(&mut self, f: &Family, obj: ObjId, off: TermId, size: u64) -> Option<TermId> {
        let at = self.facts.terms.sub(off, f.base);
        let (zero, bytes) = (self.facts.terms.int(0), size as i64);
        // The first byte is in the row, and so is the last.
        let (first, end) = if f.stride == 1 {
            (at, self.facts.terms.add_int(at, bytes - 1))
        } else {
            let (c, parts) = self.facts.terms.linear(at);
            let within = c.rem_euclid(f.stride);
            if within + bytes > f.size as i64 || parts.iter().any(|(_, k)| k % f.stride != 0) {
                return None;
            }
            let start = self.facts.terms.add_int(at, -within);
            let index = self.facts.terms.exact_div(start, f.stride)?;
            (index, index)
        };
        let (low, high) = (self.facts.terms.le(zero, first), self.facts.terms.lt(end, f.bound));
        let inside = self.facts.terms.all(&[low, high]);
        if self.facts.terms.is_false(inside) {
            return None;
        }
        let value = self.value_of_same_bytes(f, at, size)?;
        // Accesses stay inside the object (assumption 3).
        let all = self.facts.terms.scale(f.bound, f.stride);
        let whole = self.facts.objects[obj].size == Some(all) && self.facts.terms.as_const(f.base) == Some(0);
        if whole || self.facts.terms.is_true(inside) {
            return Some(value);
        }
        let rank = self.facts.rank_in_comm(CommId::World);
        let other = self.facts.terms.apply(BEYOND, &[off, f.inst, rank]);
        Some(self.facts.terms.ite(inside, value, other))
    }

    /// The value of so many bytes at a distance from the begin of a row.
    fn value_of_same_bytes(&mut self, f: &Family, at: TermId, size: u64) -> Option<TermId> {
        let zero = self.facts.terms.int(0);
        let first = self.value_in_row(f, zero);
        let Term::Apply(_, parts) = self.facts.terms.get(first) else { return None };
        let [made, start, _] = parts[..] else { return None };
        let position = self.facts.terms.add(start, at);
        let size_term = self.facts.terms.int(size as i64);
        let value = self.facts.terms.apply(SAME_BYTES, &[made, position, size_term]);
        if !self.alike(&[position]) {
            return Some(value);
        }
        let (name, knowledge, loc) = match *self.facts.terms.get(made) {
            Term::Sym(s) => {
                let sym = &self.facts.terms.syms[s];
                (sym.name.clone(), sym.knowledge, sym.loc)
            }
            _ => (String::from("a received value"), Knowledge::Input, None),
        };
        let knowledge = knowledge.max(self.facts.terms.knowledge(position)).max(Knowledge::Input);
        let def_loop = self.facts.innermost(value);
        let s = self.facts.symbol(SymKey::Parameter(value), |_| Sym {
            uniform: true,
            def_loop,
            loc,
            ..Sym::new(SymKind::Input, name, knowledge)
        });
        if size == 1 {
            let sym = &mut self.facts.terms.syms[s];
            (sym.lo, sym.hi) = (Some(i64::from(i8::MIN)), Some(i64::from(u8::MAX)));
        }
        Some(self.facts.terms.sym(s))
    }

    /// A term for all such bytes from a place on: it determines the text there.
    pub(crate) fn same_bytes_from(&mut self, content: &ObjMem, p: &Place) -> Option<TermId> {
        let rows: Vec<Family> = content.families.iter().filter(|f| self.is_same_bytes(f)).copied().collect();
        for f in rows.iter().filter(|f| f.inst == p.inst && f.stride == 1) {
            let at = self.facts.terms.sub(p.offset, f.base);
            let zero = self.facts.terms.int(0);
            let (low, high) = (self.facts.terms.le(zero, at), self.facts.terms.lt(at, f.bound));
            let inside = self.facts.terms.all(&[low, high]);
            if !self.facts.terms.is_false(inside) && self.alike(&[at]) {
                return self.value_of_same_bytes(f, at, 0);
            }
        }
        None
    }

    /// What a copy of so many bytes makes of such a row at its target; of a row of unknown length, if the copy begins in it.
    pub(super) fn copy_of_same_bytes(
        &mut self,
        f: &Family,
        from: &Place,
        to: &Place,
        len: Option<i64>,
    ) -> Option<Family> {
        let at = self.facts.terms.sub(from.offset, f.base);
        let all = self.facts.terms.scale(f.bound, f.stride);
        let whole = self.facts.objects[from.obj].size == Some(all) && self.facts.terms.as_const(f.base) == Some(0);
        let end = self.facts.terms.as_const(all);
        // Bytes of the copy before the row begins, and then those in it.
        let (skipped, most) = match (self.facts.terms.as_const(at), f.stride) {
            (Some(at), 1) => (at.min(0).checked_neg()?, end.map(|end| end - at.max(0))),
            (None, 1) if whole => (0, None),
            (_, stride) => {
                let (c, parts) = self.facts.terms.linear(at);
                let aligned = c.rem_euclid(stride) == 0 && parts.iter().all(|(_, k)| k % stride == 0);
                if !whole || !aligned || len.is_none_or(|len| len > stride) {
                    return None;
                }
                (0, Some(f.size as i64))
            }
        };
        let bound = match (len.map(|len| len - skipped), most) {
            (Some(len), Some(most)) => self.facts.terms.int(len.min(most)),
            (Some(len), None) if whole => self.facts.terms.int(len),
            (None, None) if whole && self.facts.terms.as_const(at) == Some(0) => all,
            _ => return None,
        };
        if self.facts.terms.range(bound).hi.is_some_and(|hi| hi <= 0) {
            return None;
        }
        let (zero, one) = (self.facts.terms.int(0), self.facts.terms.int(1));
        let first = self.value_in_row(f, zero);
        let Term::Apply(_, parts) = self.facts.terms.get(first) else { return None };
        let [made, start, _] = parts[..] else { return None };
        let index = self.facts.terms.sym(f.index);
        let at = self.facts.terms.add_int(at, skipped);
        let start = self.facts.terms.add(start, at);
        let position = self.facts.terms.add(start, index);
        let val = self.facts.terms.apply(SAME_BYTES, &[made, position, one]);
        let base = self.facts.terms.add_int(to.offset, skipped);
        let mut row = Family { inst: to.inst, base, stride: 1, bound, size: 1, span: None, val, ..*f };
        row.span = self.span_of_same_bytes(&row);
        Some(row)
    }

    /// What a write of `len` bytes at an offset leaves of such a row.
    pub(super) fn left_of_same_bytes(
        &mut self,
        f: &Family,
        inst: Option<TermId>,
        off: Option<(TermId, Option<u64>)>,
    ) -> Vec<Family> {
        let (Some(inst), Some((off, len))) = (inst, off) else { return Vec::new() };
        let same = self.facts.terms.eq(f.inst, inst);
        if self.facts.terms.is_false(same) {
            return vec![*f];
        }
        let at = self.facts.terms.sub(off, f.base);
        let len = len.and_then(|len| i64::try_from(len).ok());
        let range = self.facts.terms.range(at);
        let end = self.facts.terms.scale(f.bound, f.stride);
        let behind = self.facts.terms.sub(at, end);
        let after = self.facts.terms.range(behind).lo.is_some_and(|lo| lo >= 0);
        let before = len.zip(range.hi).is_some_and(|(len, hi)| hi.checked_add(len).is_some_and(|end| end <= 0));
        let apart = match (self.facts.bounds(off), f.span, len) {
            (Some((lo, hi)), Some((start, end)), Some(len)) => hi.saturating_add(len) <= start || lo >= end,
            _ => false,
        };
        if after || before || apart {
            return vec![*f];
        }
        // Between the bytes of a type with gaps.
        if let (Some(len), true) = (len, f.stride > 1) {
            let (c, parts) = self.facts.terms.linear(at);
            let within = c.rem_euclid(f.stride);
            if parts.iter().all(|(_, k)| k % f.stride == 0) && within >= f.size as i64 && within + len <= f.stride {
                return vec![*f];
            }
        }
        // The bytes before and after it.
        let (Some(len), Some(at), Some(bound)) =
            (len, self.facts.terms.as_const(at), self.facts.terms.as_const(f.bound))
        else {
            return Vec::new();
        };
        let mut left = Vec::new();
        let first = at.max(0).div_euclid(f.stride);
        let next = (at + len + f.stride - 1).div_euclid(f.stride).max(0);
        if first > 0 {
            let mut start = Family { bound: self.facts.terms.int(first), ..*f };
            start.span = self.span_of_same_bytes(&start);
            left.push(start);
        }
        if next < bound {
            let by = self.facts.terms.int(next);
            let index = self.facts.terms.sym(f.index);
            let shifted = self.facts.terms.add(index, by);
            let val = self.value_in_row(f, shifted);
            let base = self.facts.terms.add_int(f.base, next * f.stride);
            let mut rest = Family { base, bound: self.facts.terms.int(bound - next), val, ..*f };
            rest.span = self.span_of_same_bytes(&rest);
            left.push(rest);
        }
        left
    }
}
