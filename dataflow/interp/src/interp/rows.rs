//! Cells of the memory that each iteration of a loop allocates: one row for all instances (theory, 4.3).
//!
//! Iteration k stores at a fixed offset of instance k. Behind the loop, the same cell of any instance has the value of its iteration: there
//! are no instances but those that an iteration has made. If another loop stores in the instances, some of them may have been left out.
//!
//! A row belongs to a loop. When the loop is interpreted again, the row is kept only if iteration k stores the value of index k in the cell
//! of instance k; otherwise it is given up.

use super::Interp;
use super::cells::CellOverlap;
use crate::memory::{Dirty, Entry, Family, Mem, ObjMem, Sort};
use rma_skeleton::facts::SymKey;
use rma_term::ids::{LoopId, ObjId, TermId};
use rma_term::object::ObjKind;
use rma_term::term::{Knowledge, Substitution, Sym, SymKind, Term};

/// What such a row says about a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum InRow {
    /// The cell is in no instance of the row, or has no byte in common with its cells.
    Apart,
    Value(TermId),
    /// The cell may be one of the row, or share bytes with one.
    Perhaps,
}

impl Interp<'_> {
    /// The row of the cells that the iterations so far have stored, each in the memory that it has allocated.
    pub(super) fn row_of_instances(&mut self, lid: LoopId, obj: ObjId, e: &Entry) -> Option<Family> {
        if e.is_text() || self.facts.objects[obj].kind != ObjKind::Heap || self.facts.varies_in(e.off, lid) {
            return None;
        }
        if self.is_in_recursion(lid) {
            return None;
        }
        let counter = self.facts.loops[lid].counter;
        let index = self.facts.symbol(SymKey::InstanceIndex(lid, obj), |_| Sym {
            lo: Some(0),
            ..Sym::new(SymKind::Index, "index", Knowledge::Known)
        });
        let k = self.facts.terms.sym(counter);
        if self.parts_of_instance(e.inst).into_iter().filter(|t| *t == k).count() != 1 {
            return None;
        }
        let mut s = Substitution::new();
        let i = self.facts.terms.sym(index);
        s.insert(counter, i);
        let [inst, val] = [e.inst, e.val].map(|t| self.facts.terms.subst(t, &mut s));
        if self.facts.varies_in(inst, lid) || self.facts.varies_in(val, lid) {
            return None;
        }
        let whole = self.objects.made.get(&obj) == Some(&e.inst);
        let span = self.facts.bounds(e.off).and_then(|(lo, hi)| Some((lo, hi.checked_add_unsigned(e.size)?)));
        Some(Family { inst, base: e.off, stride: 0, index, bound: k, size: e.size, span, val, whole })
    }

    /// Whether a loop is in a recursion: activations that share an instance of the function make objects with the same numbers.
    fn is_in_recursion(&self, lid: LoopId) -> bool {
        std::iter::successors(Some(lid), |l| self.facts.loops[*l].parent).any(|l| self.facts.loops[l].recursion)
    }

    /// An iteration adds the next cell to a row that the loop stores.
    pub(super) fn is_continued(&mut self, lid: LoopId, obj: ObjId, f: &Family, after: &ObjMem) -> bool {
        let k = self.facts.terms.sym(self.facts.loops[lid].counter);
        let mut s = Substitution::new();
        s.insert(f.index, k);
        let [inst, val] = [f.inst, f.val].map(|t| self.facts.terms.subst(t, &mut s));
        let grown = self.facts.terms.scale(k, f.stride);
        let off = self.facts.terms.add(f.base, grown);
        self.cell_of(after, obj, inst, off, f.size, false) == Some(val)
    }

    fn parts_of_instance(&self, inst: TermId) -> Vec<TermId> {
        match self.facts.terms.get(inst) {
            Term::Apply(_, parts) => parts.to_vec(),
            _ => vec![inst],
        }
    }

    /// Which of its instances this one is, if the row is of instances.
    pub(crate) fn index_of_instance(&mut self, f: &Family, inst: TermId) -> Option<TermId> {
        let (row, this) = (self.parts_of_instance(f.inst), self.parts_of_instance(inst));
        if row.len() != this.len() {
            return None;
        }
        let is_index = |t: TermId| *self.facts.terms.get(t) == Term::Sym(f.index);
        let mut found = None;
        for (row, this) in row.into_iter().zip(this) {
            match (is_index(row), row == this) {
                (true, _) => found = Some(this),
                (false, true) => {}
                (false, false) => return None,
            }
        }
        found
    }

    /// The value in a row for this index.
    pub(super) fn value_in_row(&mut self, f: &Family, index: TermId) -> TermId {
        let mut s = Substitution::new();
        s.insert(f.index, index);
        self.facts.terms.subst(f.val, &mut s)
    }

    /// What a row of instances says about a cell.
    pub(crate) fn in_row(
        &mut self,
        content: &ObjMem,
        f: &Family,
        inst: TermId,
        off: TermId,
        size: u64,
        float: bool,
    ) -> InRow {
        if self.cell_overlap(f.base, f.size, off, size) == CellOverlap::Apart {
            return InRow::Apart;
        }
        let Some(index) = self.index_of_instance(f, inst) else { return InRow::Perhaps };
        let zero = self.facts.terms.int(0);
        let (low, high) = (self.facts.terms.le(zero, index), self.facts.terms.lt(index, f.bound));
        let row = self.facts.terms.all(&[low, high]);
        if self.facts.terms.is_false(row) {
            return InRow::Apart;
        }
        if !f.whole && !self.facts.terms.is_true(row) {
            return InRow::Perhaps;
        }
        let val = self.value_in_row(f, index);
        if (f.base, f.size) != (off, size) {
            // A part of bytes that were filled with zero.
            let at = self.facts.terms.sub(off, f.base);
            let inside = self.facts.terms.as_const(at).is_some_and(|at| at >= 0 && at + size as i64 <= f.size as i64);
            let zeros = inside && self.facts.terms.as_const(f.val) == Some(0);
            return if zeros { InRow::Value(self.zero(float)) } else { InRow::Perhaps };
        }
        // The current iteration may have stored something else in the instance so far.
        for e in content.entries.iter().filter(|e| e.inst != inst && !e.is_text()) {
            let same = self.facts.terms.eq(e.inst, inst);
            if self.facts.terms.is_false(same) || self.cell_overlap(e.off, e.size, off, size) == CellOverlap::Apart {
                continue;
            }
            let alike = match self.index_of_instance(f, e.inst) {
                Some(index) if (e.off, e.size) == (off, size) => self.value_in_row(f, index) == e.val,
                _ => false,
            };
            if !alike {
                return InRow::Perhaps;
            }
        }
        InRow::Value(val)
    }

    /// Whether a write of `len` bytes (`None`: any number) at an offset of an instance does not change a row.
    pub(super) fn beyond_row(&mut self, f: &Family, inst: TermId, off: TermId, len: Option<u64>) -> bool {
        if let Some(len) = len
            && self.cell_overlap(f.base, f.size, off, len) == CellOverlap::Apart
        {
            return true;
        }
        let Some(i) = self.index_of_instance(f, inst) else { return false };
        let past = self.facts.terms.sub(i, f.bound);
        self.facts.terms.range(past).lo.is_some_and(|l| l >= 0) || self.facts.terms.range(i).hi.is_some_and(|h| h < 0)
    }

    /// The bytes in which instances have cells of a row.
    pub(super) fn bytes_of_row(f: &Family) -> Dirty {
        f.span.map_or(Dirty::ALL, |(from, to)| Dirty::between(from, to))
    }

    /// The content of an object as another instance of it is allocated: that of the instances before.
    pub(crate) fn rows_of_others(&mut self, mem: &Mem, obj: ObjId, inst: TermId) -> Vec<Family> {
        let Some(content) = mem.get(obj) else { return Vec::new() };
        let rows: Vec<Family> = content.families.iter().filter(|f| f.of_instances()).copied().collect();
        rows.into_iter().filter(|f| self.beyond_row(f, inst, f.base, None)).collect()
    }

    /// The cells of one instance that rows of instances describe.
    pub(super) fn cells_in_rows(&mut self, content: &ObjMem, inst: TermId) -> Vec<Entry> {
        let mut out = Vec::new();
        for f in content.families.iter().filter(|f| f.of_instances()) {
            if let InRow::Value(val) = self.in_row(content, f, inst, f.base, f.size, false) {
                out.push(Entry { inst, off: f.base, size: f.size, val, sort: Sort::Either, only_read: false });
            }
        }
        out
    }
}
