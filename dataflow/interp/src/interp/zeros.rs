//! Ranges of bytes that were filled with zero: cells of any size, cut where a part of them is written (theory, 4.3).
//!
//! `memset` clears the members of an object at once, but the program reads and writes them one by one. A range is one entry until
//! something is written into it. A store removes the bytes that it writes, or may write, from the range; the parts before and after
//! them stay.

use super::{Interp, layout};
use crate::memory::{Entry, Mem, ObjMem, Sort};
use rma_frontend::ir::TypeId;
use rma_skeleton::skeleton::Place;
use rma_term::ids::{ObjId, TermId};
use rma_term::object::ObjKind;

/// Bytes of an object: where they begin, and how many there are.
pub(super) type Span = (TermId, TermId, u64);

impl Interp<'_> {
    /// A number of bytes from a place on are zero; of an object as a whole, or of a part of it.
    pub(super) fn fill_with_zero(&mut self, mem: &mut Mem, p: &Place, len: TermId) {
        let whole = self.facts.terms.as_const(p.offset) == Some(0) && self.facts.objects[p.obj].size == Some(len);
        if whole && self.facts.terms.is_true(p.guard) {
            mem.set(p.obj, ObjMem { zero: true, ..ObjMem::default() });
            return;
        }
        if let Some(len) = self.facts.terms.as_const(len).and_then(|l| u64::try_from(l).ok()).filter(|l| *l > 0) {
            let zero = self.facts.terms.int(0);
            self.write_cell(mem, p, len, zero, Sort::Either);
        }
    }

    /// Whether an entry is such a range.
    pub(super) fn is_filled(&self, e: &Entry) -> bool {
        e.sort == Sort::Either && self.facts.terms.as_const(e.val) == Some(0)
    }

    /// Whether this many bytes are inside a range.
    pub(super) fn lies_in_filled(&mut self, e: &Entry, off: TermId, size: u64) -> bool {
        self.is_filled(e)
            && self.hits(e, off, Some(size)).is_some_and(|(start, end)| start >= 0 && end <= e.size as i64)
    }

    /// The bytes of an entry that an access of `len` bytes (nothing: to the end) may touch, counted from the entry's start.
    fn hits(&mut self, e: &Entry, off: TermId, len: Option<u64>) -> Option<(i64, i64)> {
        let at = self.facts.terms.sub(off, e.off);
        let (lo, hi) = match self.facts.terms.as_const(at) {
            Some(at) => (at, at),
            None => {
                let (start, (lo, hi)) = (self.facts.terms.as_const(e.off)?, self.facts.bounds(off)?);
                (lo.checked_sub(start)?, hi.checked_sub(start)?)
            }
        };
        Some((lo, len.map_or(i64::MAX, |l| hi.saturating_add_unsigned(l))))
    }

    /// The parts of a range outside of the bytes of an access.
    pub(super) fn left_of_filled(&mut self, e: &Entry, off: TermId, len: Option<u64>) -> Vec<Entry> {
        let whole = e.size as i64;
        match self.is_filled(e).then(|| self.hits(e, off, len)).flatten() {
            Some((start, end)) => vec![(0, start.clamp(0, whole)), (end.clamp(0, whole), whole)],
            None => Vec::new(),
        }
        .into_iter()
        .filter(|(from, to)| from < to)
        .map(|(from, to)| self.piece(e, from, to))
        .collect()
    }

    /// The parts of a range that a store of an integer, or of a floating-point number, at an unknown offset does not change: the members
    /// that are declared with the other sort (strict aliasing; C 6.5.1, C++ [basic.lval]).
    pub(super) fn left_by_declaration(&mut self, obj: ObjId, e: &Entry, float: bool) -> Vec<Entry> {
        let start = self.facts.terms.as_const(e.off).and_then(|o| u64::try_from(o).ok());
        let (true, Some(start), Some(ty)) = (self.is_filled(e), start, self.declared_type(obj)) else {
            return Vec::new();
        };
        let end = start + e.size;
        let Some(runs) = layout::runs(&self.facts.terms.limits, self.facts.module, ty, end) else { return Vec::new() };
        let mut left: Vec<(u64, u64)> = Vec::new();
        for run in runs.into_iter().filter(|r| r.sure && r.float != float) {
            let (from, to) = (run.at.max(start), (run.at + run.count * run.size).min(end));
            match left.last_mut() {
                Some(last) if last.1 == from => last.1 = to,
                _ if from < to => left.push((from, to)),
                _ => {}
            }
        }
        left.into_iter().map(|(from, to)| self.piece(e, (from - start) as i64, (to - start) as i64)).collect()
    }

    /// The type that the program declares a variable with.
    pub(super) fn declared_type(&self, obj: ObjId) -> Option<TypeId> {
        match self.facts.objects[obj].kind {
            ObjKind::Global(g) => Some(self.facts.module.globals[g].ty),
            _ => self.objects.declared.get(&obj).copied(),
        }
    }

    fn piece(&mut self, e: &Entry, from: i64, to: i64) -> Entry {
        Entry { off: self.facts.terms.add_int(e.off, from), size: (to - from) as u64, ..*e }
    }

    /// Cuts ranges at the ends of other cells; `true` if there is one to be cut.
    pub(super) fn cut_filled(&mut self, content: &mut ObjMem, cells: &[Span]) -> bool {
        let mut any = false;
        for &(inst, off, size) in cells {
            let mut pieces = Vec::with_capacity(content.entries.len());
            for e in std::mem::take(&mut content.entries) {
                let at = self.facts.terms.sub(off, e.off);
                let at = self.facts.terms.as_const(at).filter(|_| e.inst == inst && self.is_filled(&e));
                let (start, end) = match at {
                    Some(at) => (at.max(0), at.saturating_add_unsigned(size).min(e.size as i64)),
                    None => (0, 0),
                };
                if start >= end || end - start == e.size as i64 {
                    pieces.push(e);
                    continue;
                }
                any = true;
                pieces.extend(self.left_of_filled(&e, off, Some(size)));
                pieces.push(self.piece(&e, start, end));
            }
            content.entries = pieces;
        }
        any
    }

    /// The cells at which ranges of other states must be cut.
    pub(super) fn cuts(&self, content: &ObjMem) -> Vec<Span> {
        content.entries.iter().map(|e| (e.inst, e.off, e.size)).collect()
    }

    /// Cuts the ranges of several states of an object at the same positions, so that two pieces are equal or have no byte in common.
    pub(super) fn cut_alike(&mut self, parts: &mut [ObjMem]) {
        if !parts.iter().any(|p| p.entries.iter().any(|e| self.is_filled(e))) {
            return;
        }
        let all: Vec<Vec<Span>> = parts.iter().map(|p| self.cuts(p)).collect();
        for (n, part) in parts.iter_mut().enumerate() {
            for (_, cells) in all.iter().enumerate().filter(|(m, _)| *m != n) {
                self.cut_filled(part, cells);
            }
        }
    }

    /// The cells at which the ranges at the header of a loop must be cut, because the loop writes to them; `None` if there are none.
    pub(super) fn cuts_in_loop(&mut self, obj: ObjId, before: &ObjMem, after: &ObjMem) -> Option<(ObjId, Vec<Span>)> {
        let cells = self.cuts(after);
        self.cut_filled(&mut before.clone(), &cells).then_some((obj, cells))
    }
}
