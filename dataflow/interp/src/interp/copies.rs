//! Copies of memory, and bytes that are set (theory, 4.3).

use super::Interp;
use super::layout::{self, ScalarRun};
use crate::memory::{Entry, Family, Mem, Sort};
use rma_skeleton::skeleton::Place;
use rma_term::ids::TermId;
use rma_term::limits::Limit;
use rma_term::object::ObjKind;

impl<'a> Interp<'a> {
    /// Copies known cells from one place to another.
    pub(crate) fn copy(&mut self, mem: &mut Mem, dst: TermId, src: TermId, len: TermId) {
        if self.puts_off(dst) {
            return;
        }
        let (from, to) = (self.facts.places(src), self.facts.places(dst));
        self.overwrite(mem, dst, Some(len));
        let bytes = self.facts.terms.as_const(len).and_then(|l| u64::try_from(l).ok());
        self.note_moved(src, bytes);
        if to.unknown {
            self.anything_stored_anywhere();
        }
        for d in &to.list {
            if from.unknown {
                self.note_copied_addresses(None, d.obj);
                self.anything_stored(d, bytes);
            }
            for s in &from.list {
                self.note_copied(s, d, bytes);
            }
        }
        let ([s], [d]) = (&from.list[..], &to.list[..]) else {
            for p in &from.list {
                let entries = mem.get(p.obj).map(|c| c.entries.clone()).unwrap_or_default();
                for e in entries {
                    self.escape(e.val);
                    self.note_moved_thread(&e, p, &to.list);
                }
            }
            return;
        };
        if from.unknown || to.unknown || s.obj == d.obj {
            return;
        }
        let content = mem.get(s.obj).cloned().unwrap_or_default();
        let limit = self.facts.terms.as_const(len);
        let mut moved: Vec<Entry> = Vec::new();
        let of_rows = self.cells_in_rows(&content, s.inst);
        for e in content.entries.iter().filter(|e| e.inst == s.inst).chain(&of_rows) {
            let rel = self.facts.terms.sub(e.off, s.offset);
            let r = self.facts.terms.range(rel);
            let inside =
                r.is_nonneg() && (limit.is_none() || r.hi.zip(limit).is_some_and(|(h, l)| h + e.size as i64 <= l));
            if inside {
                let off = self.facts.terms.add(d.offset, rel);
                self.escape(e.val);
                moved.push(Entry { inst: d.inst, off, only_read: false, ..*e });
            }
        }
        if let (ObjKind::Global(g), Some(0), Some(n), false) =
            (self.facts.objects[s.obj].kind, self.facts.terms.as_const(s.offset), limit, content.dirty.any())
            && self.facts.starts_as_written(g)
        {
            moved.extend(self.initial_entries(g, d.inst, d.offset, n));
        }
        for f in content.families.iter().filter(|f| f.inst == s.inst) {
            let moved = if self.is_same_bytes(f) {
                self.copy_of_same_bytes(f, s, d, limit)
            } else {
                self.moved_family(f, s, d, len)
            };
            if let Some(f) = moved {
                self.escape(f.val);
                mem.get_mut(d.obj).families.push(f);
            }
        }
        for e in moved {
            let place = Place { inst: e.inst, offset: e.off, ..*d };
            self.note_store(&place, Some(e.size), Some(e.val));
            self.note_handle_of_thread(&[place], e.val);
            let target = mem.get_mut(d.obj);
            if target.find(e.inst, e.off, e.size).is_none() {
                target.put(&self.facts.terms.limits, e);
            }
        }
    }

    /// A cell may be copied from one place to one of several: its content may be the handle of a thread.
    fn note_moved_thread(&mut self, e: &Entry, from: &Place, to: &[Place]) {
        let rel = self.facts.terms.sub(e.off, from.offset);
        if e.inst != from.inst || !self.facts.terms.range(rel).is_nonneg() {
            return;
        }
        for d in to {
            let guard = self.facts.terms.all(&[from.guard, d.guard]);
            let place = Place { guard, offset: self.facts.terms.add(d.offset, rel), ..*d };
            self.note_handle_of_thread(&[place], e.val);
        }
    }

    /// A row of cells after a copy of this many bytes that includes the whole row.
    fn moved_family(&mut self, f: &Family, src: &Place, dst: &Place, len: TermId) -> Option<Family> {
        let rel = self.facts.terms.sub(f.base, src.offset);
        let bytes = self.facts.terms.scale(f.bound, f.stride);
        let end = self.facts.terms.add(rel, bytes);
        let beyond = self.facts.terms.sub(end, len);
        let inside = f.stride > 0
            && self.facts.terms.as_const(rel).is_some_and(|r| r >= 0)
            && self.facts.terms.range(beyond).hi.is_some_and(|h| h <= 0);
        inside.then(|| Family { inst: dst.inst, base: self.facts.terms.add(dst.offset, rel), span: None, ..*f })
    }

    /// The scalars of a global's initialiser, shifted to another place.
    fn initial_entries(&mut self, g: rma_frontend::ir::GlobalId, inst: TermId, base: TermId, len: i64) -> Vec<Entry> {
        self.facts.terms.limits.allows(Limit::InitialBytes, len);
        let end = len.clamp(0, self.facts.terms.limits.get(Limit::InitialBytes)) as u64;
        let runs = layout::runs(&self.facts.terms.limits, self.facts.module, self.facts.module.globals[g].ty, end)
            .unwrap_or_default();
        let Some(init) = self.facts.module.globals[g].init else { return Vec::new() };
        let mut out = Vec::new();
        for ScalarRun { at, size, count, float, .. } in runs {
            for at in (0..count).map(|n| at + n * size).take_while(|at| *at < end) {
                if let Some(val) = self.constant_at(init, at, size) {
                    let off = self.facts.terms.add_int(base, at as i64);
                    out.push(Entry { inst, off, size, val, sort: Sort::of(float), only_read: false });
                }
            }
        }
        out
    }

    pub(super) fn fill(&mut self, mem: &mut Mem, dst: TermId, value: TermId, len: TermId) {
        if self.puts_off(dst) {
            return;
        }
        self.overwrite(mem, dst, Some(len));
        let places = self.facts.places(dst);
        let zero = self.facts.terms.as_const(value) == Some(0);
        for p in &places.list {
            self.note_filled(p, len, zero);
        }
        if !zero || places.unknown {
            return;
        }
        for p in &places.list {
            self.fill_with_zero(mem, p, len);
        }
    }
}
