//! Which pointers the program has stored in which cells, in any order: the possible values of a cell whose content was lost
//! (theory, 4.3).
//!
//! The analysis loses the content of some cells: the links of a tree that grows in a loop, or the members of an object that was
//! written at an index that depends on data. But a pointer that is read from a cell was stored there before. So it is one of a few
//! pointers, and a store through it changes no other memory. Objects are distinguished by creation site, and cells by their bytes.
//! If the bytes of an object may change in another way (by a call that is not followed, by a message), nothing is known of its
//! content.
//!
//! The record only grows. A loop gets another pass when the record has grown in the last pass, so in the end each load knows all
//! pointers that are stored.

use super::cells::gcd;
use super::{Frame, Interp, ObjKey};
use crate::memory::Mem;
use rma_frontend::ir::{Const, ConstId, TypeKind, ValueId};
use rma_skeleton::facts::{ALL, Base, Bytes, Role, is_memory, widen};
use rma_skeleton::skeleton::Place;
use rma_term::ids::{ObjId, TermId};
use rma_term::limits::{Limit, Watch};
use rma_term::object::{ObjKind, Object};
use rma_term::term::{SymKind, Term};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Bytes of a pointer.
const POINTER: u64 = 8;

/// Pointers that the same bytes may contain.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Targets {
    /// Something else than these pointers was stored, too: null, or a number.
    others: bool,
    bases: BTreeSet<Base>,
}

#[derive(Debug, Clone)]
struct Slot {
    bytes: Bytes,
    /// Nothing if the bytes may contain any pointer.
    targets: Option<Targets>,
}

/// The pointers stored so far.
#[derive(Debug)]
pub(super) struct Stored {
    limits: Arc<Watch>,
    slots: FxHashMap<ObjId, Vec<Slot>>,
    /// Values stored through unknown pointers: they may be in any memory whose address has escaped.
    anywhere: Option<Targets>,
    /// Bytes whose content calls and messages have made.
    foreign: FxHashMap<ObjId, Vec<Bytes>>,
    /// Bytes to which single parts of a pointer may have been stored. Only the screening uses this, because it must not miss a pointer
    /// that is copied byte by byte.
    parts: FxHashMap<ObjId, Vec<Bytes>>,
    /// Objects whose initialiser the program has read at an index that is not known.
    read_anywhere: FxHashSet<ObjId>,
    /// Counts the changes.
    version: u64,
    /// A loop did not become stable.
    given_up: bool,
}

impl Stored {
    /// Nothing is stored yet.
    pub(super) fn new(limits: Arc<Watch>) -> Stored {
        Stored {
            limits,
            slots: FxHashMap::default(),
            anywhere: Some(Targets::default()),
            foreign: FxHashMap::default(),
            parts: FxHashMap::default(),
            read_anywhere: FxHashSet::default(),
            version: 0,
            given_up: false,
        }
    }
}

impl Stored {
    /// Another number whenever more is stored.
    pub(super) fn version(&self) -> u64 {
        self.version
    }

    /// From now on nothing is known.
    pub(super) fn give_up(&mut self) {
        self.given_up = true;
    }

    fn add(&mut self, obj: ObjId, bytes: Bytes, targets: Option<&Targets>) {
        let slots = self.slots.entry(obj).or_default();
        let at = match slots.iter().position(|s| s.bytes == bytes) {
            Some(at) => at,
            None => {
                if slots.iter().any(|s| s.targets.is_none() && s.bytes.0 <= bytes.0 && bytes.1 <= s.bytes.1) {
                    return;
                }
                if !self.limits.room(Limit::StoredRanges, slots.len()) {
                    slots.clear();
                    slots.push(Slot { bytes: ALL, targets: None });
                    self.version += 1;
                    return;
                }
                self.version += 1;
                slots.push(Slot { bytes, targets: Some(Targets::default()) });
                slots.len() - 1
            }
        };
        if merge(&self.limits, &mut slots[at].targets, targets) {
            self.version += 1;
        }
    }

    fn add_part(&mut self, obj: ObjId, bytes: Bytes) {
        let parts = self.parts.entry(obj).or_default();
        if parts.iter().any(|p| p.0 <= bytes.0 && bytes.1 <= p.1) {
            return;
        }
        self.version += 1;
        if self.limits.room(Limit::StoredRanges, parts.len()) {
            parts.push(bytes);
        } else {
            *parts = vec![ALL];
        }
    }

    fn has_part(&self, obj: ObjId, bytes: Bytes) -> bool {
        self.parts.get(&obj).is_some_and(|parts| parts.iter().any(|p| p.0 < bytes.1 && bytes.0 < p.1))
    }

    fn add_anywhere(&mut self, targets: Option<&Targets>) {
        if merge(&self.limits, &mut self.anywhere, targets) {
            self.version += 1;
        }
    }
}

/// Adds pointers; whether they are more than before.
fn merge(limits: &Watch, have: &mut Option<Targets>, more: Option<&Targets>) -> bool {
    let Some(old) = have else { return false };
    let Some(more) = more else {
        *have = None;
        return true;
    };
    let bases = widen(limits, &old.bases.union(&more.bases).copied().collect());
    let new = bases.map(|bases| Targets { others: old.others || more.others, bases });
    if new.as_ref() == Some(old) {
        return false;
    }
    *have = new;
    true
}

impl<'a> Interp<'a> {
    /// A value is stored in a place.
    pub(crate) fn note_stored(&mut self, p: &Place, size: u64, val: TermId, float: bool) {
        self.note_store(p, Some(size), Some(val));
        if self.facts.options.screening && size < POINTER && self.may_be_part(val) {
            let bytes = self.facts.bytes_of(p, Some(size));
            self.stored.add_part(p.obj, bytes);
        }
        if float || size < POINTER || self.puts_off(val) {
            return;
        }
        self.note_stored_address(Some(p.obj), size, val);
        let targets = if size == POINTER { self.targets_of(val) } else { None };
        // Only `others` distinguishes a stored number from bytes that were never stored.
        let bytes = self.facts.bytes_of(p, Some(size));
        self.stored.add(p.obj, bytes, targets.as_ref());
    }

    /// Records that a value was stored through a pointer to unknown memory.
    pub(super) fn note_stored_anywhere(&mut self, size: u64, val: TermId, float: bool) {
        // Characters may be parts of anything (C17, 6.5).
        if self.facts.options.screening && size == 1 && self.may_be_part(val) {
            self.stored.add_anywhere(None);
        }
        if float || size < POINTER || self.puts_off(val) {
            return;
        }
        self.note_stored_address(None, size, val);
        let targets = if size == POINTER { self.targets_of(val) } else { None };
        self.stored.add_anywhere(targets.as_ref());
    }

    /// Whether a value that is shorter than a pointer may be a part of one: it is computed from an address or from a value that is not
    /// followed, or it was read from memory that others write and in which the process itself may have left a pointer.
    fn may_be_part(&self, val: TermId) -> bool {
        let may_be = |kind: &SymKind| matches!(kind, SymKind::Lost | SymKind::LoopPhi(_) | SymKind::Input);
        self.facts.mentions_address(val) || self.facts.terms.any_sym(val, |s| may_be(&self.facts.terms.syms[s].kind))
    }

    /// Any pointers may have been stored, wherever addresses of memory have got.
    pub(super) fn anything_stored_anywhere(&mut self) {
        self.stored.add_anywhere(None);
    }

    /// Any value may have been stored in this many bytes from here; to the end of the object or member array, if the number is not
    /// known.
    pub(super) fn anything_stored(&mut self, p: &Place, len: Option<u64>) {
        self.note_store(p, len, None);
        let bytes = self.facts.bytes_of(p, len);
        self.stored.add(p.obj, bytes, None);
        let foreign = self.stored.foreign.entry(p.obj).or_default();
        if self.facts.terms.limits.room(Limit::StoredRanges, foreign.len()) && !foreign.contains(&bytes) {
            foreign.push(bytes);
        }
    }

    /// Whether only the program itself has stored in a place, as far as is known: no call and no message has stored
    /// there.
    pub(super) fn keeps(&mut self, p: &Place, size: u64) -> bool {
        let bytes = self.facts.bytes_of(p, Some(size));
        let foreign = self.stored.foreign.get(&p.obj).map_or(&[][..], |f| f);
        foreign.len() < self.facts.terms.limits.get::<usize>(Limit::StoredRanges)
            && !foreign.iter().any(|f| f.0 < bytes.1 && bytes.0 < f.1)
    }

    /// Records that equal bytes were stored, which are zero or no part of a pointer.
    pub(super) fn note_filled(&mut self, p: &Place, len: TermId, zero: bool) {
        let len = self.facts.terms.as_const(len).and_then(|l| u64::try_from(l).ok());
        self.note_fill(p, len, zero);
        let bytes = self.facts.bytes_of(p, len);
        self.stored.add(p.obj, bytes, Some(&Targets { others: true, bases: BTreeSet::new() }));
    }

    /// Content has been copied from one place to another: the pointers in it, too.
    pub(super) fn note_copied(&mut self, from: &Place, to: &Place, len: Option<u64>) {
        self.note_copied_addresses(Some(from.obj), to.obj);
        self.note_store(to, len, None);
        let (source, target) = (self.facts.bytes_of(from, len), self.facts.bytes_of(to, len));
        if self.holds_unknown(from.obj) {
            return self.stored.add(to.obj, target, None);
        }
        if self.stored.has_part(from.obj, source) {
            self.stored.add(to.obj, target, None);
        }
        let shift = self.facts.terms.sub(to.offset, from.offset);
        let shift = self.facts.terms.as_const(shift);
        if let ObjKind::Global(_) = self.facts.objects[from.obj].kind {
            let initial = self.initial_targets(from.obj, source);
            self.stored.add(to.obj, target, initial.as_ref());
        }
        if self.facts.objects[from.obj].escaped && self.stored.anywhere != Some(Targets::default()) {
            let anywhere = self.stored.anywhere.clone();
            self.stored.add(to.obj, target, anywhere.as_ref());
        }
        for Slot { bytes: (lo, hi), targets } in self.stored.slots.get(&from.obj).cloned().unwrap_or_default() {
            if hi <= source.0 || source.1 <= lo {
                continue;
            }
            let bytes = match shift {
                Some(by) if (lo, hi) != ALL => {
                    (lo.saturating_add(by).max(target.0), hi.saturating_add(by).min(target.1))
                }
                _ => target,
            };
            self.stored.add(to.obj, bytes, targets.as_ref());
        }
    }

    /// The pointer in a cell whose content is lost: one of those that were ever stored there. `None` if not all of them are known.
    pub(super) fn stored_pointer(
        &mut self,
        frame: &Frame<'a>,
        v: ValueId,
        role: Role,
        p: &Place,
        size: u64,
    ) -> Option<TermId> {
        let is_word = match self.facts.module.types[frame.func.insts[v].ty].kind {
            TypeKind::Ptr => true,
            TypeKind::Int(bits) => u64::from(bits) == 8 * POINTER,
            // Calls of routines with rows read links of their own data structures.
            TypeKind::Void => true,
            _ => false,
        };
        if !self.tells_stored() || size != POINTER || !is_word {
            return None;
        }
        let Targets { others, bases } = self.targets_in(p, size)?;
        if bases.is_empty() && self.facts.module.types[frame.func.insts[v].ty].kind != TypeKind::Ptr {
            return None;
        }
        if let (false, [Base { obj, inst: Some(inst), off: Some(off) }]) =
            (others, &Vec::from_iter(bases.iter().copied())[..])
        {
            let to = self.facts.terms.addr_of(*obj, *inst);
            return Some(self.facts.terms.add_int(to, *off));
        }
        let value = self.lost(frame, v, role);
        // A pointer that may be nothing but null, as far as is known, leads nowhere.
        if let Term::Sym(s) = *self.facts.terms.get(value)
            && bases.iter().all(|b| is_memory(&self.facts.objects[b.obj].kind))
        {
            self.facts.bases.insert(s, bases);
            return Some(value);
        }
        None
    }

    /// Threads store in no order that the passes over the program follow.
    fn tells_stored(&self) -> bool {
        !self.stored.given_up && self.facts.threads.current.is_empty()
    }

    /// A symbol stands for a node, or for one of the nodes that are reached from it by links at these offsets, in one step or
    /// several.
    pub(crate) fn is_linked_with(&mut self, node: TermId, links: &[i64], linked: TermId) {
        let (&Term::Sym(sym), true) = (self.facts.terms.get(linked), self.tells_stored()) else { return };
        let mut all = self.facts.bases_of(node);
        while let Some(have) = all.clone() {
            let mut more = have.clone();
            for base in &have {
                for link in links {
                    match self.targets_at(base, *link) {
                        Some(targets) => more.extend(targets.bases),
                        None => return,
                    }
                }
            }
            all = widen(&self.facts.terms.limits, &more)
                .filter(|b| b.iter().all(|b| is_memory(&self.facts.objects[b.obj].kind)));
            if all.as_ref() == Some(&have) {
                self.facts.bases.insert(sym, have);
                return;
            }
        }
    }

    /// The pointers that may be this many bytes after a base.
    fn targets_at(&mut self, base: &Base, by: i64) -> Option<Targets> {
        let offset = self.facts.terms.int(base.off?.checked_add(by)?);
        let yes = self.facts.terms.truth(true);
        let inst = base.inst.unwrap_or(yes);
        self.targets_in(&Place { guard: yes, named: yes, obj: base.obj, inst, offset }, POINTER)
    }

    /// The pointers that a cell may hold.
    fn targets_in(&mut self, p: &Place, size: u64) -> Option<Targets> {
        if self.holds_unknown(p.obj) {
            return None;
        }
        let bytes = self.facts.bytes_of(p, Some(size));
        if self.stored.has_part(p.obj, bytes) {
            return None;
        }
        let initial = self.initial_targets(p.obj, bytes);
        let mut out = initial.or_else(|| self.targets_in_table(p, size, bytes));
        if out.is_none() {
            self.escape_initial(p.obj);
        }
        if self.facts.objects[p.obj].escaped {
            let anywhere = self.stored.anywhere.clone();
            merge(&self.facts.terms.limits, &mut out, anywhere.as_ref());
        }
        for slot in self.stored.slots.get(&p.obj).into_iter().flatten() {
            if slot.bytes.0 < bytes.1 && bytes.0 < slot.bytes.1 {
                merge(&self.facts.terms.limits, &mut out, slot.targets.as_ref());
            }
        }
        out
    }

    /// The objects of the pointers that a cell has ever contained; nothing if not all of them are known.
    pub(super) fn ever_stored(&mut self, p: &Place, size: u64) -> Option<BTreeSet<ObjId>> {
        if self.stored.given_up {
            return None;
        }
        Some(self.targets_in(p, size)?.bases.into_iter().map(|b| b.obj).collect())
    }

    /// The pointers ever stored in any cell of an object.
    pub(super) fn ever_stored_in(&mut self, obj: ObjId) -> Option<BTreeSet<ObjId>> {
        if self.holds_unknown(obj) || self.stored.given_up {
            return None;
        }
        let mut out = BTreeSet::new();
        let anywhere = self.facts.objects[obj].escaped.then(|| self.stored.anywhere.clone());
        let slots = self.stored.slots.get(&obj).into_iter().flatten().map(|slot| slot.targets.clone());
        for targets in slots.chain(anywhere) {
            out.extend(targets?.bases.into_iter().map(|b| b.obj));
        }
        if let ObjKind::Global(g) = self.facts.objects[obj].kind
            && let Some(init) = self.facts.module.globals[g].init
            && !matches!(self.facts.module.consts[init], Const::Zero(_) | Const::Data { .. })
        {
            return None;
        }
        Some(out)
    }

    /// Memory that the program has not filled itself.
    fn holds_unknown(&self, obj: ObjId) -> bool {
        !matches!(self.facts.objects[obj].kind, ObjKind::Heap | ObjKind::Stack | ObjKind::Global(_))
            || self.is_written_by_others(obj)
    }

    /// The pointers with which an object's life begins.
    fn initial_targets(&mut self, obj: ObjId, (lo, hi): Bytes) -> Option<Targets> {
        let zero = Targets { others: true, bases: BTreeSet::new() };
        let ObjKind::Global(g) = self.facts.objects[obj].kind else {
            return Some(if self.facts.objects[obj].zeroed { zero } else { Targets::default() });
        };
        let global = &self.facts.module.globals[g];
        if !self.facts.starts_as_written(g) {
            return None;
        }
        if matches!(self.facts.module.consts[global.init?], Const::Zero(_)) {
            return Some(zero);
        }
        if hi.checked_sub(lo) != Some(POINTER as i64) {
            return None;
        }
        let init = global.init?;
        match self.constant_at(init, u64::try_from(lo).ok()?, POINTER) {
            Some(value) => self.targets_of(value),
            None => Some(zero),
        }
    }

    /// Which of the addresses in an initialiser the program reads is not known: it may reach the memory of each of them.
    fn escape_initial(&mut self, obj: ObjId) {
        let module = self.facts.module;
        let ObjKind::Global(g) = self.facts.objects[obj].kind else { return };
        let Some(init) = module.globals[g].init.filter(|_| self.stored.read_anywhere.insert(obj)) else { return };
        let Some(size) = module.consts[init].ty().map(|ty| module.types[ty].size) else { return };
        if matches!(module.consts[init], Const::Zero(_) | Const::Data { .. }) {
            return;
        }
        for at in (0..size).step_by(POINTER as usize) {
            if let Some(value) = self.constant_at(init, at, POINTER) {
                self.escape(value);
            }
        }
    }

    /// A constant without pointers: a text, a table of numbers.
    fn is_constant_data(&self, obj: ObjId) -> bool {
        let ObjKind::Global(g) = self.facts.objects[obj].kind else { return false };
        let global = &self.facts.module.globals[g];
        let data = |init: ConstId| matches!(self.facts.module.consts[init], Const::Data { .. } | Const::Zero(_));
        global.is_const && global.init.is_some_and(data)
    }

    /// The pointers in a table, at an index that is not constant. No process writes to constants, and constants without pointers lead to
    /// no other memory: one object of unknown content stands for all of them (a table of names).
    fn targets_in_table(&mut self, p: &Place, size: u64, (lo, hi): Bytes) -> Option<Targets> {
        let module = self.facts.module;
        let ObjKind::Global(g) = self.facts.objects[p.obj].kind else { return None };
        let table = module.globals[g].init.filter(|_| self.facts.starts_as_written(g) && size == POINTER)?;
        let size = i64::try_from(module.types[module.consts[table].ty()?].size).ok()?;
        let (start, ts) = self.facts.terms.linear(p.offset);
        let stride = ts.iter().fold(0, |g, (_, k)| gcd(g, *k));
        if stride < POINTER as i64 {
            return None;
        }
        let (start, end) = (start.rem_euclid(stride), hi.min(size));
        let first = start + lo.saturating_sub(start).max(0).saturating_add(stride - 1).div_euclid(stride) * stride;
        if !self.facts.terms.limits.room(Limit::InitialRuns, (end - first) / stride) {
            return None;
        }
        let mut out = Some(Targets::default());
        let mut constants = false;
        for at in (first..=end - POINTER as i64).step_by(usize::try_from(stride).ok()?) {
            let value = self.constant_at(table, u64::try_from(at).ok()?, POINTER)?;
            let mut targets = self.targets_of(value)?;
            targets.bases.retain(|b| {
                let data = self.is_constant_data(b.obj);
                constants |= data;
                !data
            });
            merge(&self.facts.terms.limits, &mut out, Some(&targets));
        }
        if constants {
            let obj = self.object(ObjKey::Constants, || Object::of_kind(ObjKind::Heap));
            let bases = BTreeSet::from([Base { obj, inst: None, off: None }]);
            merge(&self.facts.terms.limits, &mut out, Some(&Targets { others: false, bases }));
        }
        out
    }

    /// The objects that a value may point to; a number points to none.
    fn targets_of(&mut self, val: TermId) -> Option<Targets> {
        let bases = self.facts.bases_of(val)?;
        if bases.is_empty() && (self.facts.mentions_address(val) || self.facts.may_be_a_pointer(val)) {
            return None;
        }
        let told = |b: &Base| {
            is_memory(&self.facts.objects[b.obj].kind) || matches!(self.facts.objects[b.obj].kind, ObjKind::Function(_))
        };
        if !bases.iter().all(told) {
            return None;
        }
        let (_, ts) = self.facts.terms.linear(val);
        let others = !ts.iter().any(|(t, _)| matches!(self.facts.terms.get(*t), Term::Addr(..)));
        Some(Targets { others, bases })
    }

    /// A cell takes another pointer, out of those that it has held already or of these.
    pub(crate) fn relink(&mut self, mem: &mut Mem, at: TermId, more: &[TermId]) {
        let places = self.facts.places(at);
        if places.unknown {
            more.iter().for_each(|link| self.note_stored_anywhere(POINTER, *link, false));
        }
        for p in &places.list {
            for link in more {
                self.escape(*link);
                self.note_stored(p, POINTER, *link, false);
            }
            self.forget(mem, p.obj, Some(p.inst), Some((p.offset, Some(POINTER))), None);
        }
    }
}
