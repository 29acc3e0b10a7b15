//! Reading and writing cells of objects (theory, 4.3).

use super::Interp;
use super::rows::InRow;
use crate::memory::{Dirty, Entry, Family, LONG_TEXT, Mem, ObjMem, Sort, holds_text};
use rma_frontend::ir::{Const, ConstId, TypeId, TypeKind};
use rma_skeleton::skeleton::Place;
use rma_term::ids::{ObjId, TermId};
use rma_term::object::ObjKind;
use rma_term::term::Term;

/// How two byte ranges lie to each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CellOverlap {
    Same,
    Apart,
    Maybe,
}

impl Interp<'_> {
    /// How `[a, a+la)` and `[b, b+lb)` overlap, as far as cheap arithmetic can decide.
    pub(crate) fn cell_overlap(&mut self, a: TermId, la: u64, b: TermId, lb: u64) -> CellOverlap {
        if a == b {
            return if la == lb { CellOverlap::Same } else { CellOverlap::Maybe };
        }
        let (la, lb) = (la as i64, lb as i64);
        let d = self.facts.terms.sub(a, b);
        let r = self.facts.terms.range(d);
        if r.lo.is_some_and(|l| l >= lb) || r.hi.is_some_and(|h| h <= -la) {
            return CellOverlap::Apart;
        }
        if let (Some((alo, ahi)), Some((blo, bhi))) = (self.facts.bounds(a), self.facts.bounds(b))
            && (ahi.saturating_add(la) <= blo || bhi.saturating_add(lb) <= alo)
        {
            return CellOverlap::Apart;
        }
        if let Some((lo, hi)) = self.bounds_here(d)
            && (lo >= lb || hi <= -la)
        {
            return CellOverlap::Apart;
        }
        let (c, ts) = self.facts.terms.linear(d);
        let g = ts.iter().fold(0i64, |g, (_, k)| gcd(g, *k));
        if g > 1 {
            let m = c.rem_euclid(g);
            if m >= lb && m <= g - la {
                return CellOverlap::Apart;
            }
        }
        CellOverlap::Maybe
    }

    /// Least and greatest value of a difference at the current block, by the iterations of the loops around it.
    fn bounds_here(&mut self, t: TermId) -> Option<(i64, i64)> {
        if self.loops.tops.is_empty() {
            return None;
        }
        let (c, ts) = self.facts.terms.linear(t);
        ts.iter().try_fold((c, c), |(lo, hi), (t, k)| {
            let (first, last) = match *self.facts.terms.get(*t) {
                Term::Sym(s) if self.loops.tops.contains_key(&s) => (0, self.loops.tops[&s]),
                _ => {
                    let r = self.facts.terms.range(*t);
                    (r.lo?, r.hi?)
                }
            };
            let ends = (first.checked_mul(*k)?, last.checked_mul(*k)?);
            Some((lo.checked_add(ends.0.min(ends.1))?, hi.checked_add(ends.0.max(ends.1))?))
        })
    }

    /// The index of a family's row at an offset: `(off - base) / stride`.
    fn family_index(&mut self, f: &Family, inst: TermId, off: TermId, size: u64) -> Option<TermId> {
        if f.inst != inst || f.size != size {
            return None;
        }
        let d = self.facts.terms.sub(off, f.base);
        self.facts.terms.exact_div(d, f.stride)
    }

    /// Content of a cell, or `None` when it is not known.
    pub(crate) fn cell_of(
        &mut self,
        content: &ObjMem,
        obj: ObjId,
        inst: TermId,
        off: TermId,
        size: u64,
        float: bool,
    ) -> Option<TermId> {
        if let Some(e) = content.find(inst, off, size) {
            return Some(e.val);
        }
        if holds_text(size) {
            return self.text_in(content, obj, inst, off);
        }
        // What the program stores there later ends such a row, so cells that share bytes with it say nothing else.
        if let Some(same) = self.same_bytes(content, obj, inst, off, size) {
            return Some(same);
        }
        for e in &content.entries {
            if e.inst == inst && self.cell_overlap(e.off, e.size, off, size) != CellOverlap::Apart {
                if e.is_text() {
                    return None;
                }
                if self.lies_in_filled(e, off, size) {
                    return Some(self.zero(float));
                }
                return self.part_of(e, off, size).filter(|_| !float);
            }
        }
        for f in &content.families {
            if self.is_same_bytes(f) {
                continue;
            }
            if let (Some((lo, hi)), Some((start, end))) = (self.facts.bounds(off), f.span)
                && (hi.saturating_add(size as i64) <= start || lo >= end)
            {
                continue;
            }
            if f.of_instances() {
                match self.in_row(content, f, inst, off, size, float) {
                    InRow::Apart => continue,
                    InRow::Value(val) => return Some(val),
                    InRow::Perhaps => return None,
                }
            }
            if let Some(i) = self.family_index(f, inst, off, size) {
                let zero = self.facts.terms.int(0);
                let (low, high) = (self.facts.terms.le(zero, i), self.facts.terms.lt(i, f.bound));
                let row = self.facts.terms.all(&[low, high]);
                if self.facts.terms.is_false(row) {
                    continue;
                }
                let val = self.value_in_row(f, i);
                // Beyond the rows is the content from before; only a handle is never read from there (a program that
                // uses a handle has made it).
                let sure = self.facts.terms.as_const(row).is_some()
                    || self.is_handle(val)
                    || !self.facts.objects_in(val).is_empty();
                return sure.then_some(val);
            }
        }
        if content.dirty.any() {
            let (first, last) = self.facts.bounds(off).unwrap_or((i64::MIN, i64::MAX));
            if content.dirty.meets(first, last.saturating_add(size as i64)) {
                return None;
            }
        }
        if content.zero {
            return Some(self.zero(float));
        }
        self.initial(obj, off, size, float)
    }

    /// The number that distinguishes the symbols of a cell: its offset, or one greater than all offsets, if the cell holds the
    /// number of a text.
    pub(super) fn named_by(&mut self, off: TermId, size: u64) -> TermId {
        if holds_text(size) { self.facts.terms.add_int(off, LONG_TEXT as i64) } else { off }
    }

    /// Whether the content of a cell without a known value was read at run time.
    pub(crate) fn is_learned(&mut self, content: &ObjMem, p: &Place, size: u64) -> bool {
        content.learned
            && content.families.iter().all(|f| self.is_same_bytes(f))
            && content
                .entries
                .iter()
                .filter(|e| !e.is_text())
                .all(|e| e.inst == p.inst && self.cell_overlap(e.off, e.size, p.offset, size) == CellOverlap::Apart)
    }

    /// A part of a cell that holds an integer constant (two counts stored as one word by the optimiser), or a word whose
    /// parts are known.
    fn part_of(&mut self, e: &Entry, off: TermId, size: u64) -> Option<TermId> {
        let at = self.facts.terms.sub(off, e.off);
        let at = u64::try_from(self.facts.terms.as_const(at)?).ok()?;
        if let Some(parts) = self.facts.terms.word_parts(e.val) {
            let whole = e.size == 8 && size * parts.len() as u64 == 8 && at.is_multiple_of(size);
            return parts.get(usize::try_from(at / size).ok()?).copied().filter(|_| whole);
        }
        let word = self.facts.terms.as_const(e.val)?;
        if e.sort == Sort::Float || at + size > e.size || size > 4 {
            return None;
        }
        let bits = 8 * size as u32;
        let part = (word >> (8 * at)) & ((1i64 << bits) - 1);
        let signed = (part << (64 - bits)) >> (64 - bits);
        Some(self.facts.terms.int(signed))
    }

    /// Content of an untouched cell.
    pub(super) fn initial(&mut self, obj: ObjId, off: TermId, size: u64, float: bool) -> Option<TermId> {
        let zero_at_start = self.facts.objects[obj].zeroed;
        if zero_at_start {
            return Some(self.zero(float));
        }
        let ObjKind::Global(g) = self.facts.objects[obj].kind else { return None };
        if let Some(handle) = self.runtime_handle(&self.facts.module.globals[g].name) {
            return Some(handle);
        }
        if !self.facts.starts_as_written(g) {
            return None;
        }
        let at = u64::try_from(self.facts.terms.as_const(off)?).ok()?;
        let init = self.facts.module.globals[g].init?;
        self.constant_at(init, at, size)
    }

    pub(crate) fn zero(&mut self, float: bool) -> TermId {
        if float { self.float_const(0) } else { self.facts.terms.int(0) }
    }

    /// A scalar inside a constant.
    pub(crate) fn constant_at(&mut self, c: ConstId, at: u64, size: u64) -> Option<TermId> {
        let module = self.facts.module;
        match &module.consts[c] {
            Const::Zero(ty) => {
                let float = self.is_float_at(*ty, at);
                Some(self.zero(float))
            }
            Const::Aggregate { ty, elems } => {
                let ty = &module.types[*ty];
                match &ty.kind {
                    TypeKind::Struct { fields, .. } => fields.iter().zip(elems).rev().find_map(|(f, e)| {
                        (f.offset <= at && at + size <= f.offset + module.types[f.ty].size)
                            .then(|| self.constant_at(*e, at - f.offset, size))
                    })?,
                    TypeKind::Array { elem, .. } | TypeKind::Vector { elem, .. } => {
                        let n = module.types[*elem].size.max(1);
                        let e = *elems.get(usize::try_from(at / n).ok()?)?;
                        self.constant_at(e, at % n, size)
                    }
                    _ => None,
                }
            }
            Const::Data { ty, bytes } => {
                let start = usize::try_from(at).ok()?;
                let raw = bytes.get(start..start.checked_add(usize::try_from(size).ok()?)?)?;
                if self.is_float_at(*ty, at) {
                    return match *raw {
                        [a, b, c, d] => Some(self.float_const(f64::from(f32::from_le_bytes([a, b, c, d])).to_bits())),
                        _ => Some(self.float_const(u64::from_le_bytes(raw.try_into().ok()?))),
                    };
                }
                let value = match *raw {
                    [a] => i64::from(a as i8),
                    [a, b] => i64::from(i16::from_le_bytes([a, b])),
                    [a, b, c, d] => i64::from(i32::from_le_bytes([a, b, c, d])),
                    _ => i64::from_le_bytes(raw.try_into().ok()?),
                };
                Some(self.facts.terms.int(value))
            }
            Const::Undef(_) => Some(self.facts.terms.int(0)),
            _ if at == 0 => Some(self.constant(c)),
            _ => None,
        }
    }

    pub(super) fn is_float_at(&self, ty: TypeId, at: u64) -> bool {
        match &self.facts.module.types[ty].kind {
            TypeKind::Float(_) => true,
            TypeKind::Array { elem, .. } | TypeKind::Vector { elem, .. } => {
                let n = self.facts.module.types[*elem].size.max(1);
                self.is_float_at(*elem, at % n)
            }
            TypeKind::Struct { fields, .. } => {
                fields.iter().rev().find(|f| f.offset <= at).is_some_and(|f| self.is_float_at(f.ty, at - f.offset))
            }
            _ => false,
        }
    }

    /// Forgets the cells that a write of `len` bytes (unknown: any number) at `off` may change.
    /// `only`: where it is not certain what is written, by strict aliasing only cells of this sort (floating point or not).
    pub(crate) fn forget(
        &mut self,
        mem: &mut Mem,
        obj: ObjId,
        inst: Option<TermId>,
        off: Option<(TermId, Option<u64>)>,
        only: Option<bool>,
    ) {
        let mut content = mem.get(obj).cloned().unwrap_or_default();
        let mut kept = Vec::with_capacity(content.entries.len());
        for e in content.entries.drain(..) {
            let cell_overlap = match (inst, off) {
                (Some(i), Some((o, Some(len)))) => {
                    let same = self.facts.terms.eq(i, e.inst);
                    if self.facts.terms.is_false(same) {
                        CellOverlap::Apart
                    } else {
                        self.cell_overlap(e.off, e.size, o, len)
                    }
                }
                // From `o` to an unknown end.
                (Some(_), Some((o, None))) => {
                    let d = self.facts.terms.sub(o, e.off);
                    if self.facts.terms.range(d).lo.is_some_and(|l| l >= e.size as i64) {
                        CellOverlap::Apart
                    } else {
                        CellOverlap::Maybe
                    }
                }
                _ => CellOverlap::Maybe,
            };
            let other_sort = only.is_some_and(|f| e.sort != Sort::Either && Sort::of(f) != e.sort);
            if cell_overlap == CellOverlap::Apart
                || other_sort && off.is_none_or(|(o, _)| !self.at_fixed_distance(o, e.off))
            {
                kept.push(e);
            } else if let Some((o, len)) = off
                && inst == Some(e.inst)
            {
                let concurrent = self.left_of_filled(&e, o, len);
                match only.filter(|_| concurrent.is_empty() && !self.at_fixed_distance(o, e.off)) {
                    Some(float) => kept.extend(self.left_by_declaration(obj, &e, float)),
                    None => kept.extend(concurrent),
                }
            }
        }
        content.entries = kept;
        let mut families = Vec::new();
        for f in std::mem::take(&mut content.families) {
            let beyond = match (inst, off) {
                _ if self.is_same_bytes(&f) => {
                    families.extend(self.left_of_same_bytes(&f, inst, off));
                    continue;
                }
                (Some(i), Some((o, len))) if f.of_instances() => self.beyond_row(&f, i, o, len),
                (Some(i), Some((o, Some(len)))) => self.beyond_family(&f, i, o, len),
                _ => false,
            };
            if beyond {
                families.push(f);
            } else if f.of_instances() {
                content.spoil_where(Self::bytes_of_row(&f));
            }
        }
        content.families = families;
        // An untouched cell in the written range no longer has its initial content.
        let written = match off.filter(|_| inst.is_some()) {
            Some((from, len)) => self.may_be_written(from, len),
            None => Dirty::ALL,
        };
        content.spoil_where(written);
        mem.set(obj, content);
    }

    /// All bytes that this many bytes from an offset on may occupy.
    fn may_be_written(&mut self, from: TermId, len: Option<u64>) -> Dirty {
        let len = len.and_then(|len| i64::try_from(len).ok());
        match self.facts.bounds(from) {
            Some((first, last)) => Dirty::between(first, len.map_or(i64::MAX, |len| last.saturating_add(len))),
            None => Dirty::ALL,
        }
    }

    /// Whether the distance of two offsets is known as a number.
    fn at_fixed_distance(&mut self, a: TermId, b: TermId) -> bool {
        let d = self.facts.terms.sub(a, b);
        self.facts.terms.as_const(d).is_some()
    }

    /// Whether a range is after the end of a family's cells, or between two of them.
    fn beyond_family(&mut self, f: &Family, inst: TermId, off: TermId, len: u64) -> bool {
        if f.inst != inst {
            let same = self.facts.terms.eq(f.inst, inst);
            return self.facts.terms.is_false(same);
        }
        if let (Some((lo, hi)), Some((start, end))) = (self.facts.bounds(off), f.span)
            && (hi.saturating_add(len as i64) <= start || lo >= end)
        {
            return true;
        }
        let d = self.facts.terms.sub(off, f.base);
        if let Some(i) = self.facts.terms.exact_div(d, f.stride) {
            if len > f.stride.unsigned_abs() {
                return false;
            }
            let past = self.facts.terms.sub(i, f.bound);
            return self.facts.terms.range(past).lo.is_some_and(|l| l >= 0)
                || self.facts.terms.range(i).hi.is_some_and(|h| h < 0);
        }
        let (c, ts) = self.facts.terms.linear(d);
        let g = ts.iter().fold(f.stride, |g, (_, k)| gcd(g, *k));
        let m = if g > 1 { c.rem_euclid(g) } else { 0 };
        g > 1 && m >= f.size as i64 && m <= g - len as i64
    }

    /// Writes a value into one place; [`Interp::note_filled`] handles zeros, of either sort.
    pub(crate) fn write_cell(&mut self, mem: &mut Mem, p: &Place, size: u64, val: TermId, sort: Sort) {
        let (mut sort, float) = (sort, sort == Sort::Float);
        if sort != Sort::Either {
            self.note_stored(p, size, val, float);
        }
        let mut old = mem.get(p.obj).cloned().unwrap_or_default();
        if old.families.iter().any(|f| self.is_same_bytes(f)) {
            let (same, rest): (Vec<Family>, Vec<Family>) =
                std::mem::take(&mut old.families).into_iter().partition(|f| self.is_same_bytes(f));
            old.families = rest;
            let mut left = Vec::new();
            for f in &same {
                left.extend(self.left_of_same_bytes(f, Some(p.inst), Some((p.offset, Some(size)))));
            }
            let before = mem.get_mut(p.obj);
            before.families = old.families.iter().copied().chain(left).collect();
            // What the cell has held is known from there.
            if !self.facts.terms.is_true(p.guard) {
                old.families.extend(same);
            }
        }
        let certain = self.facts.terms.is_true(p.guard);
        if float && !certain && self.holds_pointer(&old, p, size) {
            return;
        }
        let before = if certain { None } else { Some(self.cell_of(&old, p.obj, p.inst, p.offset, size, float)) };
        let (was_dirty, was_learned) = (old.dirty, old.learned);
        let exact = old.find(p.inst, p.offset, size).is_some();
        let fixed = self.facts.terms.as_const(p.offset).is_some();
        if exact && self.others_apart(&old, p, size) {
            // Nothing else changes.
        } else {
            self.forget(
                mem,
                p.obj,
                Some(p.inst),
                Some((p.offset, Some(size))),
                (sort != Sort::Either).then_some(float),
            );
            if fixed && self.others_apart(&old, p, size) {
                let content = mem.get_mut(p.obj);
                (content.dirty, content.learned) = (was_dirty, was_learned);
            }
        }
        let val = match before {
            None => val,
            Some(Some(b)) => {
                sort = old.find(p.inst, p.offset, size).map_or(sort, |e| e.sort.or(sort));
                self.facts.terms.ite(p.guard, val, b)
            }
            Some(None) => {
                let content = mem.get_mut(p.obj);
                content.entries.retain(|e| !(e.inst == p.inst && e.off == p.offset && e.size == size));
                content.spoil();
                return;
            }
        };
        mem.get_mut(p.obj)
            .put(&self.facts.terms.limits, Entry { inst: p.inst, off: p.offset, size, val, sort, only_read: false });
    }

    /// The place holds a pointer: by strict aliasing, a floating-point number that may be stored in one of several places is stored
    /// in another place.
    fn holds_pointer(&mut self, content: &ObjMem, p: &Place, size: u64) -> bool {
        let pointers = content
            .entries
            .iter()
            .filter(|e| e.inst == p.inst && e.sort != Sort::Float && self.facts.mentions_address(e.val));
        let pointers: Vec<(TermId, u64)> = pointers.map(|e| (e.off, e.size)).collect();
        pointers.into_iter().any(|(off, len)| {
            self.at_fixed_distance(off, p.offset) && self.cell_overlap(off, len, p.offset, size) != CellOverlap::Apart
        })
    }

    /// No other known cell of the object shares bytes with this one.
    fn others_apart(&mut self, content: &ObjMem, p: &Place, size: u64) -> bool {
        content
            .families
            .iter()
            .all(|f| self.is_same_bytes(f) || f.of_instances() && self.beyond_row(f, p.inst, p.offset, Some(size)))
            && content.entries.iter().all(|e| {
                (e.inst == p.inst && e.off == p.offset && e.size == size)
                    || self.cell_overlap(e.off, e.size, p.offset, size) == CellOverlap::Apart
            })
    }
}

pub(crate) fn gcd(a: i64, b: i64) -> i64 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a as i64
}
