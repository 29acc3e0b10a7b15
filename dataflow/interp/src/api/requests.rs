//! Request handles that the program copies: which handle a cell contains at a completion (theory, 4.6).
//!
//! A request is a handle, and a copy of it names the same operation (MPI 4.1, 2.5.1). The interpreter reads the cells that a
//! completion names from its memory at that point. If their content is not known and handles have been copied, the cells may
//! contain any handle.

use crate::api::HANDLE;
use crate::api::arrivals::Arrival;
use crate::api::persistent::Persistent;
use crate::interp::{InRow, Interp};
use crate::memory::{Mem, ObjMem, Sort};
use rma_skeleton::skeleton::{Held, HeldRow, Requests};
use rma_term::ids::{ObjId, TermId};
use rma_term::limits::Limit;
use rma_term::object::ObjKind;
use rma_term::term::{Knowledge, Term};
use std::collections::{BTreeMap, BTreeSet};

/// Facts about requests.
#[derive(Debug, Default)]
pub(crate) struct RequestTable {
    /// The order between processes that the completion of each request gives.
    pub arrivals: BTreeMap<ObjId, Arrival>,
    /// What each persistent request does when it is started.
    pub persistent: BTreeMap<ObjId, Persistent>,
    /// Requests that the program cancels somewhere.
    pub cancelled: BTreeSet<ObjId>,
    /// Condition that the receive that a call completes has got a message, until its status is written.
    pub got_message: Option<TermId>,
}

impl Interp<'_> {
    /// A value is stored: a handle in it is in two places now.
    pub(crate) fn note_copied_handle(&mut self, value: TermId) {
        if self.facts.objects_in(value).is_empty() {
            return;
        }
        for part in self.parts_of_value(value) {
            for (obj, ..) in self.request_objects(part) {
                if self.facts.objects[obj].kind == ObjKind::Request {
                    self.facts.copies.requests.insert(obj);
                }
            }
        }
    }

    /// A constant is stored. If it replaces a request handle, the cell no longer tells which operation a completion refers
    /// to.
    pub(crate) fn note_overwritten_handle(&mut self, mem: &Mem, ptr: TermId, size: u64, value: TermId) {
        if size != self.facts.abi.map_or(HANDLE, rma_frontend::api::Abi::handle_size)
            || self.facts.terms.as_const(value).is_none()
        {
            return;
        }
        for p in self.facts.places(ptr).list {
            let Some(content) = mem.get(p.obj) else { continue };
            let mut replaced = Vec::new();
            for e in content.entries.iter().filter(|e| e.size == size) {
                let apart = self.facts.terms.sub(e.off, p.offset);
                replaced.extend((self.facts.terms.as_const(apart) == Some(0)).then_some(e.val));
            }
            let of_instances = content.families.iter().filter(|f| f.of_instances());
            replaced.extend(of_instances.filter(|f| f.size == size && f.base == p.offset).map(|f| f.val));
            for f in content.families.iter().filter(|f| f.size == size && f.stride > 0) {
                let from_start = self.facts.terms.sub(p.offset, f.base);
                let to_end = self.facts.terms.scale(f.bound, f.stride);
                let to_end = self.facts.terms.sub(to_end, from_start);
                let (start, end) = (self.facts.terms.range(from_start), self.facts.terms.range(to_end));
                let outside = start.hi.is_some_and(|hi| hi < 0) || end.hi.is_some_and(|hi| hi <= 0);
                replaced.extend((!outside).then_some(f.val));
            }
            replaced.into_iter().for_each(|old| self.note_copied_handle(old));
        }
    }

    /// A value that is not known was read through a pointer: perhaps a handle, or several side by side.
    pub(crate) fn note_read_handle(&mut self, ptr: TermId, size: u64, value: TermId) {
        let parts = self.parts_of_value(value);
        let lost = |t: &TermId| {
            matches!(self.facts.terms.get(*t), Term::Sym(_)) && self.facts.terms.knowledge(*t) == Knowledge::Lost
        };
        if matches!(size / parts.len().max(1) as u64, 4 | 8) && parts.iter().any(lost) {
            self.note_moved(ptr, Some(size));
        }
    }

    /// The lanes of a vector, the halves of a word, or a value itself.
    fn parts_of_value(&self, value: TermId) -> Vec<TermId> {
        let parts = self.facts.terms.parts(value).or_else(|| self.facts.terms.word_parts(value));
        parts.map_or_else(|| vec![value], <[TermId]>::to_vec)
    }

    /// This many bytes from a pointer on are copied, or all bytes to the end of the object.
    pub(crate) fn note_moved(&mut self, ptr: TermId, len: Option<u64>) {
        for p in self.facts.places(ptr).list {
            let bytes = self.facts.bytes_of(&p, len);
            self.facts.copies.memory.entry(p.obj).or_default().insert(bytes);
        }
    }

    /// The content of `count` cells from a pointer on.
    pub(super) fn requests_at(&mut self, ptr: TermId, count: TermId, size: i64, value: TermId, mem: &Mem) -> Requests {
        let cell = self.area(ptr, None);
        let mut out = Requests { known: !cell.unknown, held: Vec::new(), cell, count, size, value, partition: None };
        for p in out.cell.places.clone() {
            let content = mem.get(p.obj).cloned().unwrap_or_default();
            let mut held = Vec::new();
            for e in content.entries.iter().filter(|e| e.size == size as u64 && e.sort != Sort::Float) {
                let same = self.facts.terms.eq(e.inst, p.inst);
                let guard = self.facts.terms.all(&[p.guard, same]);
                let at = self.facts.terms.sub(e.off, p.offset);
                held.push(Held { guard, at, handle: e.val, row: None });
            }
            for f in content.families.iter().filter(|f| f.size == size as u64) {
                if f.of_instances() {
                    match self.in_row(&content, f, p.inst, f.base, f.size, false) {
                        InRow::Apart => {}
                        InRow::Value(handle) => {
                            let at = self.facts.terms.sub(f.base, p.offset);
                            held.push(Held { guard: p.guard, at, handle, row: None });
                        }
                        InRow::Perhaps => out.known = false,
                    }
                    continue;
                }
                let same = self.facts.terms.eq(f.inst, p.inst);
                let guard = self.facts.terms.all(&[p.guard, same]);
                let at = self.facts.terms.sub(f.base, p.offset);
                let row = Some(HeldRow { index: f.index, stride: f.stride, bound: f.bound });
                held.push(Held { guard, at, handle: f.val, row });
            }
            held.retain(|h| !self.facts.terms.is_false(h.guard));
            out.known &=
                held.iter().all(|h| self.names_request(h.handle)) && self.all_held(&content, &held, count, size);
            out.held.extend(held);
        }
        if !self.facts.terms.limits.allows(Limit::HeldRequests, out.held.len()) {
            out.held.clear();
            out.known = false;
        }
        out
    }

    /// A handle of a known call, or of no request.
    fn names_request(&self, t: TermId) -> bool {
        match *self.facts.terms.get(t) {
            Term::Const(_) => true,
            Term::Addr(o, _) => !matches!(self.facts.objects[o].kind, ObjKind::Anonymous),
            Term::Ite(_, a, b) => self.names_request(a) && self.names_request(b),
            _ => false,
        }
    }

    /// Each of this many cells is one of the listed cells, or was never stored to.
    fn all_held(&mut self, content: &ObjMem, held: &[Held], count: TermId, size: i64) -> bool {
        if !content.dirty.any() {
            return true;
        }
        let yes = |this: &Self, h: &Held| this.facts.terms.is_true(h.guard);
        for h in held {
            if let Some(row) = h.row
                && (yes(self, h), self.facts.terms.as_const(h.at), row.stride) == (true, Some(0), size)
            {
                let more = self.facts.terms.sub(row.bound, count);
                if self.facts.terms.range(more).is_nonneg() {
                    return true;
                }
            }
        }
        let Some(count) = self
            .facts
            .terms
            .as_const(count)
            .filter(|c| *c >= 0 && self.facts.terms.limits.allows(Limit::HeldRequests, *c))
        else {
            return false;
        };
        (0..count).all(|i| {
            held.iter().any(|h| h.row.is_none() && yes(self, h) && self.facts.terms.as_const(h.at) == Some(i * size))
        })
    }
}
