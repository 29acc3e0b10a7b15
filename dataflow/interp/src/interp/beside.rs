//! What threads store in memory that other threads read beside them, and what a thread finds there when it has waited (theory, 5.1).
//!
//! The code of a thread is interpreted where the thread is made, so memory does not contain yet what its creator stores afterwards. A run of
//! the interpretation records which instruction stores which value where, and which threads run meanwhile. If a loop waits for another
//! thread, the program is interpreted again with the records of the run before, until they stay the same. In each iteration of such
//! a loop, the thread forgets the cells that threads beside it store to; a load from such a cell gives one of the values that these threads
//! store, or what was there before.

use super::speculated::block_of;
use super::{Frame, Interp, layout};
use crate::memory::{Dirty, Mem};
use rma_frontend::api::{Routine, Thread, catalog};
use rma_frontend::ir::{Module, ValueId};
use rma_skeleton::facts::{ALL, Base, Bytes, Read, Role, is_memory, widen};
use rma_skeleton::skeleton::Place;
use rma_skeleton::thread::ThreadKind;
use rma_term::ids::{CtxId, LoopId, ObjId, SymId, TermId, ThreadId};
use rma_term::limits::Limit;
use rma_term::object::ObjKind;
use rma_term::term::{Knowledge, SymKind, Term};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};

/// Bytes of a pointer.
const POINTER: u64 = 8;

/// The instruction that stores, in its instance.
pub(crate) type Site = (CtxId, ValueId);

/// A value that an instruction stores in some bytes of an object.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Stored {
    /// The value, and the size of the cell that the bytes are; only if the value is known and the bytes are one cell.
    value: Option<(TermId, u64)>,
    /// All the bytes are filled with zero.
    zero: bool,
    /// The thread that stores it; the initial one if none.
    by: Option<ThreadId>,
    /// Threads that may run meanwhile.
    beside: BTreeSet<ThreadId>,
    /// When it was first stored in a run, by the order in which the code is interpreted.
    first: u32,
}

type Cells = BTreeMap<ObjId, BTreeMap<(Bytes, Site), Stored>>;

/// The stores of threads.
#[derive(Debug, Default)]
pub(crate) struct Beside {
    /// The program makes threads.
    threads: bool,
    /// The instruction that is being interpreted.
    pub site: Option<Site>,
    /// The stores that this interpretation has found.
    found: Cells,
    /// The stores that the previous interpretation has found.
    known: Cells,
    /// Threads that run at the place that the interpretation has reached.
    running: BTreeSet<ThreadId>,
    /// The joins that have ended threads, with the thread.
    ended: FxHashMap<ThreadId, Site>,
    /// Pairs of threads that may run at the same time.
    at_once: FxHashSet<(ThreadId, ThreadId)>,
    /// Counts the stores of a run.
    clock: u32,
    /// The value that a cell had for a thread before it waited for others.
    before: FxHashMap<(Option<ThreadId>, ObjId, Bytes), Option<TermId>>,
    /// The values that loads of threads have read from memory.
    loads: BTreeMap<Site, Vec<(ObjId, Bytes, TermId)>>,
    /// Symbols for pointers that other threads have stored, where the possible values are not known; for each, whether the objects that it
    /// may point to are known.
    pointers: FxHashMap<SymId, bool>,
    /// The objects are known for other symbols than before.
    pointers_changed: bool,
    /// In this interpretation, a loop was found that waits for a cell.
    awaits_more: bool,
    /// The symbols that choose among stored values.
    choices: FxHashSet<SymId>,
    /// A thread of a team tests what others of the team may store, without waiting for it.
    tested_in_team: bool,
}

impl Beside {
    /// Nothing is stored yet.
    pub(super) fn new(module: &Module) -> Beside {
        let makes = |routine: &Routine| {
            matches!(routine.thread, Some(Thread::Create | Thread::CreateOfState | Thread::Fork | Thread::ForkGnu))
        };
        let called = module.functions.iter().filter(|f| f.is_declaration());
        let threads = called.filter_map(|f| catalog().lookup(&f.name)).any(makes);
        Beside { threads, ..Beside::default() }
    }

    /// The program is interpreted again.
    pub(super) fn begin_again(&mut self) {
        self.found.clear();
        self.running.clear();
        self.ended.clear();
        self.before.clear();
        self.loads.clear();
        self.clock = 0;
    }

    /// A thread begins to run.
    pub(super) fn begin(&mut self, thread: ThreadId) {
        for other in &self.running {
            self.at_once.extend([(thread, *other), (*other, thread)]);
        }
        self.running.insert(thread);
        self.ended.remove(&thread);
    }

    /// The threads that run at the current point of the interpretation, or that this very join has ended, among some; all of these if none
    /// does.
    pub(super) fn those_running(&self, threads: Vec<ThreadId>, join: Site) -> Vec<ThreadId> {
        let here = |s: &ThreadId| self.running.contains(s) || self.ended.get(s) == Some(&join);
        let running: Vec<ThreadId> = threads.iter().copied().filter(here).collect();
        if running.is_empty() { threads } else { running }
    }

    /// Records that a loop waits for a store which this interpretation may not have seen.
    pub(super) fn note_awaited(&mut self) {
        self.awaits_more = true;
    }

    /// Records that a thread of a team tests a cell that others of the team may store to; `unseen`: its stores were not looked for so far.
    pub(super) fn note_tested(&mut self, unseen: bool) {
        self.tested_in_team = true;
        self.awaits_more |= unseen;
    }

    /// Remembers the content of a cell without the stores of other threads.
    pub(super) fn note_before(&mut self, cell: (Option<ThreadId>, ObjId, Bytes), content: Option<TermId>) {
        self.before.entry(cell).or_insert(content);
    }

    /// A thread is over.
    pub(super) fn end(&mut self, threads: &[ThreadId], join: Site) {
        for thread in threads {
            if self.running.remove(thread) {
                self.ended.insert(*thread, join);
            }
        }
    }
}

impl<'a> Interp<'a> {
    /// Whether a thread has waited for another, and this run has found other stores than the run before. What differs still is not known for
    /// the last run.
    pub(crate) fn finds_other_stores(&mut self, last: bool) -> bool {
        let changed = std::mem::take(&mut self.beside.pointers_changed) | std::mem::take(&mut self.beside.awaits_more);
        let matters = self.polls.waits_for_a_thread() || self.beside.tested_in_team;
        if !matters || self.beside.found == self.beside.known && !changed {
            return false;
        }
        let mut found = std::mem::take(&mut self.beside.found);
        if last {
            self.facts.terms.limits.reached(Limit::LoopPasses);
            for (obj, stores) in &mut found {
                for (key, stored) in stores.iter_mut() {
                    if self.beside.known.get(obj).and_then(|s| s.get(key)) != Some(stored) {
                        (stored.value, stored.zero) = (None, false);
                    }
                }
            }
        }
        self.beside.known = found;
        true
    }

    /// Records that a value is stored at a place, or that unknown values are stored in that many bytes from there on.
    pub(super) fn note_store(&mut self, p: &Place, size: Option<u64>, value: Option<TermId>) {
        self.note_stored_bytes(p, size, value, false);
    }

    /// Records that equal bytes are stored from a place on.
    pub(super) fn note_fill(&mut self, p: &Place, size: Option<u64>, zero: bool) {
        self.note_stored_bytes(p, size, None, zero);
    }

    fn note_stored_bytes(&mut self, p: &Place, size: Option<u64>, value: Option<TermId>, zero: bool) {
        let Some(site) = self.beside.site.filter(|_| self.beside.threads) else { return };
        let object = &self.facts.objects[p.obj];
        let may_be_shared = match object.kind {
            ObjKind::Global(_) | ObjKind::Heap => true,
            ObjKind::Stack => {
                object.escaped
                    || self.polls.handed.contains(&p.obj)
                    || self.polls.awaited_cells.iter().any(|(obj, _)| *obj == p.obj)
            }
            _ => false,
        };
        if !may_be_shared {
            return;
        }
        let bytes = self.bytes_in_member(p, size);
        let by = self.facts.threads.current.last().copied();
        self.beside.clock += 1;
        let (first, running) = (self.beside.clock, &self.beside.running);
        let value = value.zip(size);
        let stored = self.beside.found.entry(p.obj).or_default().entry((bytes, site)).or_insert_with(|| Stored {
            value,
            zero,
            by,
            beside: BTreeSet::new(),
            first,
        });
        (stored.value, stored.zero) = (value, zero);
        stored.beside.extend(running);
    }

    /// The bytes that a store may change. One into a member array stays inside, whatever its index or length (assumption 3).
    fn bytes_in_member(&mut self, p: &Place, size: Option<u64>) -> Bytes {
        let (lo, hi) = self.facts.bytes_of(p, size);
        let constant = self.facts.terms.as_const(p.offset).is_some();
        // The index of an array is bounded by the array's type: then the first byte is in the array.
        let loose = if constant { size.is_none() } else { self.facts.spans.contains_key(&p.offset) };
        let member = u64::try_from(lo).ok().filter(|_| loose).and_then(|at| {
            let ty = self.declared_type(p.obj)?;
            layout::member_array(self.facts.module, ty, at)
        });
        let end = member.and_then(|m| i64::try_from(m.end).ok());
        (lo, end.map_or(hi, |end| hi.min(end)))
    }

    /// Some of several like it may run at once.
    pub(super) fn is_one_of_many(&self, thread: ThreadId) -> bool {
        let data = &self.facts.threads.all[thread];
        data.kind == ThreadKind::Team || data.instance.iter().any(|t| self.facts.terms.any_sym(*t, |_| true))
    }

    /// Whether a thread may find what another one, or another one of its kind, has stored meanwhile.
    fn is_beside(&self, stored: &Stored, obj: ObjId, thread: Option<ThreadId>) -> bool {
        match (stored.by, thread) {
            (None, None) => false,
            (Some(by), None) => self.beside.running.contains(&by),
            (Some(by), Some(thread)) if by == thread => {
                let made_by = self.facts.objects[obj].ctx.and_then(|ctx| self.facts.threads.of.get(&ctx));
                let own = self.facts.objects[obj].kind == ObjKind::Stack && made_by == Some(&thread);
                self.is_one_of_many(thread) && !own
            }
            (by, Some(thread)) => {
                let mut above = self.facts.threads.all[thread].parent;
                while above.is_some() && above != by {
                    above = above.and_then(|t| self.facts.threads.all[t].parent);
                }
                let waits_for_none = by.is_none() || above == by;
                stored.beside.contains(&thread)
                    || by.is_some_and(|by| !waits_for_none && self.beside.at_once.contains(&(by, thread)))
            }
        }
    }

    /// The current thread.
    pub(super) fn this_thread(&self) -> Option<ThreadId> {
        self.facts.threads.current.last().copied()
    }

    /// Whether concurrent threads store pointers in a cell.
    pub(super) fn others_store_pointers(&mut self, p: &Place, size: u64) -> bool {
        if size != POINTER || !self.others_store(p, size) {
            return false;
        }
        let values: Vec<TermId> = self.stores_to(p, size).iter().filter_map(|(_, _, s)| s.value).map(|v| v.0).collect();
        values.into_iter().any(|v| self.facts.mentions_address(v))
    }

    /// Whether concurrent threads may store in a cell; true in the first interpretation, when nothing is known.
    pub(super) fn may_be_stored_by_others(&mut self, p: &Place, size: u64) -> bool {
        self.beside.known.is_empty() || self.others_store(p, size)
    }

    /// Whether concurrent threads store in a cell.
    pub(super) fn others_store(&mut self, p: &Place, size: u64) -> bool {
        let bytes = self.facts.bytes_of(p, Some(size));
        let thread = self.this_thread();
        self.beside
            .known
            .get(&p.obj)
            .is_some_and(|stores| stores.iter().any(|((b, _), s)| meet(*b, bytes) && self.is_beside(s, p.obj, thread)))
    }

    /// The thread waits in a loop, so the content of cells that other threads store to becomes unknown.
    pub(super) fn forget_stores_of_others(&mut self, l: LoopId, mem: &mut Mem) {
        if !self.polls.is_wait_for_threads(l) {
            return;
        }
        let thread = self.this_thread();
        let mut ranges: Vec<(ObjId, Bytes)> = Vec::new();
        for (obj, stores) in &self.beside.known {
            for ((bytes, _), stored) in stores {
                if self.is_beside(stored, *obj, thread) && !ranges.contains(&(*obj, *bytes)) {
                    ranges.push((*obj, *bytes));
                }
            }
        }
        ranges.sort_unstable();
        for (obj, bytes) in ranges {
            let before = self.content_before(mem, obj, bytes);
            self.beside.before.entry((thread, obj, bytes)).or_insert(before);
            let same = |s: &Stored| before.is_some() && s.value.map(|v| v.0) == before;
            let stores = &self.beside.known[&obj];
            if stores.iter().filter(|((b, _), _)| meet(*b, bytes)).all(|(_, s)| same(s)) {
                continue;
            }
            let content = mem.get_mut(obj);
            let entries = std::mem::take(&mut content.entries);
            let families = std::mem::take(&mut content.families);
            content.spoil_where(Dirty::between(bytes.0, bytes.1));
            let mut kept = Vec::new();
            for e in entries {
                let cell = self.facts.bounds(e.off).map_or(ALL, |(lo, hi)| (lo, hi.saturating_add(e.size as i64)));
                if !meet(cell, bytes) {
                    kept.push(e);
                }
            }
            let content = mem.get_mut(obj);
            content.entries = kept;
            content.families = families.into_iter().filter(|f| f.span.is_some_and(|span| !meet(span, bytes))).collect();
        }
    }

    /// The content of a cell, if its object has only one instance.
    fn content_before(&mut self, mem: &Mem, obj: ObjId, bytes: Bytes) -> Option<TermId> {
        let size = bytes.1.checked_sub(bytes.0).and_then(|n| u64::try_from(n).ok()).filter(|n| *n <= 8)?;
        let content = mem.get(obj).cloned().unwrap_or_default();
        let off = self.facts.terms.int(bytes.0);
        let inst = match content.entries.iter().find(|e| e.off == off && e.size == size) {
            Some(e) => e.inst,
            None => self.facts.terms.int(0),
        };
        self.cell_of(&content, obj, inst, off, size, false)
    }

    /// The value that a load reads from a cell that has become unknown because other threads store to it.
    pub(super) fn stored_by_others(
        &mut self,
        frame: &Frame<'a>,
        (v, part, n): (ValueId, Read, u32),
        p: &Place,
        size: u64,
    ) -> Option<TermId> {
        if !self.others_store(p, size) {
            return None;
        }
        let role = Role::Stored(part, n);
        let awaited = self.is_awaited(p);
        if let Some(l) = self.tested_before_wait(frame, v).filter(|_| awaited) {
            let l = self.loop_id(frame, l);
            self.awaits_store(frame, v, p, l);
        }
        match self.possible_values(frame, p, size) {
            Some(values) => Some(self.one_of(frame, v, role, &values, awaited)),
            None => {
                let name = frame.func.insts[v].var.map_or("?", |x| &self.facts.module.vars[x].name);
                let role = part.at(n as usize);
                let s = self.site_symbol(frame, v, role, SymKind::Lost, Knowledge::Lost, name);
                let bases = self.possible_bases(frame, p, size);
                // Nothing so far, where only what is being looked for itself is stored.
                let found = bases.clone().filter(|b| !b.is_empty());
                self.beside.pointers_changed |= self.facts.bases.get(&s) != found.as_ref();
                match found {
                    Some(found) => self.facts.bases.insert(s, found),
                    None => self.facts.bases.remove(&s),
                };
                self.beside.pointers_changed |=
                    self.beside.pointers.insert(s, bases.is_some()) != Some(bases.is_some());
                Some(self.facts.terms.sym(s))
            }
        }
    }

    /// One of several values; which one depends on timing.
    fn one_of(&mut self, frame: &Frame<'a>, v: ValueId, role: Role, values: &[TermId], awaited: bool) -> TermId {
        let [rest @ .., last] = values else { return self.lost(frame, v, role) };
        if rest.is_empty() {
            return *last;
        }
        // Which of several values come together is not followed.
        let knowledge = if awaited { Knowledge::Known } else { Knowledge::Lost };
        let s = self.site_symbol(frame, v, role, SymKind::Input, knowledge, "what another thread has stored");
        self.beside.choices.insert(s);
        let sym = &mut self.facts.terms.syms[s];
        sym.knowledge = knowledge;
        (sym.lo, sym.hi) = (Some(0), Some(rest.len() as i64));
        let which = self.facts.terms.sym(s);
        let mut out = *last;
        for (i, value) in rest.iter().enumerate().rev() {
            let i = self.facts.terms.int(i as i64);
            let this = self.facts.terms.eq(which, i);
            out = self.facts.terms.ite(this, *value, out);
        }
        out
    }

    /// The stores of other threads, and of this thread, that a load may see.
    fn stores_to(&mut self, p: &Place, size: u64) -> Vec<(Bytes, Site, Stored)> {
        let bytes = self.facts.bytes_of(p, Some(size));
        let thread = self.this_thread();
        let Some(stores) = self.beside.known.get(&p.obj) else { return Vec::new() };
        // Of the initial thread's stores, those that come before the others run are in the content from before.
        let own = |s: &Stored| s.by == thread && (thread.is_some() || !s.beside.is_empty());
        let seen = stores.iter().filter(|((b, _), s)| meet(*b, bytes) && (self.is_beside(s, p.obj, thread) || own(s)));
        let all: Vec<(Bytes, Site, Stored)> = seen.map(|((b, site), s)| (*b, *site, s.clone())).collect();
        // An instruction that copies cells of which some are known.
        let known = |site: Site| all.iter().any(|(b, s, x)| *s == site && x.value.is_some() && contains(*b, bytes));
        all.iter().filter(|(_, site, s)| s.value.is_some() || !known(*site)).cloned().collect()
    }

    /// All values that a cell may hold; `None` if not all of them are known, or make sense here.
    pub(super) fn possible_values(&mut self, frame: &Frame<'a>, p: &Place, size: u64) -> Option<Vec<TermId>> {
        let bytes = self.facts.bytes_of(p, Some(size));
        let mut values = Vec::new();
        if !self.was_stored_first(p, size) {
            let thread = self.this_thread();
            let before = self.beside.before.get(&(thread, p.obj, bytes)).copied().flatten()?;
            values.push(before);
            // The code of a thread is interpreted where it is made, so this may be what the thread stores only later.
            let others = self.stores_to(p, size).into_iter().filter(|(_, _, s)| s.value.map(|v| v.0) == Some(before));
            if others.map(|(_, _, s)| s).any(|s| self.is_beside(&s, p.obj, thread)) {
                values.push(self.initial(p.obj, p.offset, size, false)?);
                for value in self.stores_without_others(frame, p, size).into_values() {
                    values.push(value?);
                }
                values.sort_unstable();
                values.dedup();
            }
        }
        for (_, _, stored) in self.stores_to(p, size) {
            let (value, _) = stored.value.filter(|(_, s)| *s == size)?;
            if !values.contains(&value) {
                values.push(value);
            }
        }
        let here = self.current_loop(frame);
        let told = values.iter().all(|t| self.makes_sense_in(*t, here));
        let few = self.facts.terms.limits.allows(Limit::PointerCases, values.len() as u32);
        (told && few && !values.is_empty()).then_some(values)
    }

    /// The stores to a cell of this thread and of those that made it, with their values, where they are known.
    pub(super) fn stores_without_others(
        &mut self,
        frame: &Frame<'a>,
        p: &Place,
        size: u64,
    ) -> BTreeMap<Site, Option<TermId>> {
        let bytes = self.facts.bytes_of(p, Some(size));
        let (thread, here, zero) = (self.this_thread(), self.current_loop(frame), self.facts.terms.int(0));
        let stores = self.beside.known.get(&p.obj).into_iter().flatten();
        let own = stores.filter(|((b, _), s)| meet(*b, bytes) && !self.is_beside(s, p.obj, thread));
        own.map(|((b, site), s)| {
            let zeros = s.zero || s.value.is_some_and(|v| v.0 == zero);
            let filled = (zeros && contains(*b, bytes)).then_some(zero);
            let value = s.value.filter(|(value, s)| *s == size && self.makes_sense_in(*value, here));
            (*site, value.map(|v| v.0).or(filled))
        })
        .collect()
    }

    /// The constant that an instruction stores in a place.
    pub(super) fn stored_constant(&mut self, p: &Place, site: Site) -> Option<TermId> {
        let stores = self.beside.found.get(&p.obj)?;
        let mut values = stores.iter().filter(|((_, s), _)| *s == site).map(|(_, stored)| stored.value);
        let (value, _) = values.next()??;
        (values.next().is_none() && self.facts.terms.as_const(value).is_some()).then_some(value)
    }

    /// Whether the symbols of a value have the same meaning wherever a thread reads it.
    fn makes_sense_in(&self, value: TermId, here: Option<LoopId>) -> bool {
        !self.facts.terms.any_sym(value, |s| {
            let sym = &self.facts.terms.syms[s];
            let outside = sym.def_loop.is_some_and(|l| !self.facts.loop_within(here, l));
            let of_another =
                sym.thread.is_some_and(|t| self.is_one_of_many(t) && !self.facts.threads.current.contains(&t));
            let chosen = self.beside.choices.contains(&s) || self.polls.places.contains_key(&s);
            outside || of_another || chosen || matches!(sym.kind, SymKind::Lost | SymKind::LoopPhi(_))
        })
    }

    /// The objects that a pointer stored by other threads may point into.
    fn possible_bases(&mut self, frame: &Frame<'a>, p: &Place, size: u64) -> Option<BTreeSet<Base>> {
        if size != POINTER {
            return None;
        }
        let here = self.current_loop(frame);
        let mut bases = BTreeSet::new();
        let bytes = self.facts.bytes_of(p, Some(size));
        let before = self.beside.before.get(&(self.this_thread(), p.obj, bytes)).copied().flatten();
        let stores = self.stores_to(p, size);
        let values = stores.iter().map(|(_, _, s)| s.value.map(|v| v.0)).chain(before.map(Some));
        for value in values.collect::<Vec<_>>() {
            let value = value?;
            // One of those that are being looked for adds nothing of its own, as far as is known.
            if matches!(self.facts.terms.get(value), Term::Sym(s)
                if self.beside.pointers.get(s) == Some(&true) && !self.facts.bases.contains_key(s))
            {
                continue;
            }
            for mut base in self.facts.bases_of(value)? {
                base.inst = base.inst.filter(|i| self.makes_sense_in(*i, here));
                bases.insert(base);
            }
        }
        let bases = widen(&self.facts.terms.limits, &bases)?;
        bases.iter().all(|b| is_memory(&self.facts.objects[b.obj].kind)).then_some(bases)
    }

    /// Whether a concurrent thread always stores in the cell before it stores in a cell that this thread waits for.
    fn was_stored_first(&mut self, p: &Place, size: u64) -> bool {
        if self.is_awaited(p) {
            return false;
        }
        let bytes = self.facts.bytes_of(p, Some(size));
        let thread = self.this_thread();
        let Some(stores) = self.beside.known.get(&p.obj) else { return false };
        let here = stores.iter().filter(|((b, _), s)| meet(*b, bytes) && self.is_beside(s, p.obj, thread));
        let here: Vec<(Site, &Stored)> = here.map(|((_, site), s)| (*site, s)).collect();
        self.polls.awaited_cells.iter().any(|(obj, cell)| {
            let stores = self.beside.known.get(obj).into_iter().flatten();
            let raises = stores.filter(|((b, _), s)| meet(*b, *cell) && self.is_beside(s, *obj, thread));
            raises.into_iter().any(|((_, raise), r)| {
                here.iter().any(|(store, s)| s.by == r.by && s.first < r.first && self.always_before(*store, *raise))
            })
        })
    }

    /// Whether every path to an instruction, in its function or in one that this function calls, passes another instruction of the
    /// function.
    fn always_before(&self, first: Site, then: Site) -> bool {
        let (mut ctx, mut at) = then;
        while ctx != first.0 {
            let Some(caller) = self.facts.contexts.all[ctx].caller else { return false };
            (ctx, at) = caller;
        }
        let of = self.facts.contexts.all[ctx].func;
        let func = &self.facts.module.functions[of];
        match (block_of(func, first.1), block_of(func, at)) {
            (Some(a), Some(b)) if a == b => first.1 < at,
            (Some(a), Some(b)) => self.facts.graph.functions[of].dominates(a, b),
            _ => false,
        }
    }

    /// A loop of this program waits for what is stored in this cell.
    fn is_awaited(&mut self, p: &Place) -> bool {
        let cell = self.cell_bytes(p);
        self.polls.awaited_cells.iter().any(|(obj, b)| *obj == p.obj && meet(*b, cell))
    }

    /// The first byte of a place, or all where it may be.
    pub(super) fn cell_bytes(&mut self, p: &Place) -> Bytes {
        self.facts.bytes_of(p, Some(1))
    }

    /// A thread has loaded a value.
    pub(super) fn note_thread_load(&mut self, frame: &Frame<'a>, v: ValueId, p: &Place, size: u64, value: TermId) {
        if self.facts.threads.current.is_empty() {
            return;
        }
        let bytes = self.facts.bytes_of(p, Some(size));
        let known = !self.facts.terms.any_sym(value, |_| true) && !matches!(self.facts.terms.get(value), Term::Ite(..));
        if !self.beside.threads || !known {
            return;
        }
        let loads = self.beside.loads.entry((frame.ctx, v)).or_default();
        let load = (p.obj, bytes, value);
        if !loads.contains(&load) {
            loads.push(load);
        }
    }

    /// Loads of threads that may read another value than the interpreter has found, because a concurrent thread stores it.
    pub(crate) fn loads_of_stale_values(&self) -> Vec<(CtxId, ValueId)> {
        let mut out = Vec::new();
        for (site, loads) in &self.beside.loads {
            let Some(&thread) = self.facts.threads.of.get(&site.0) else { continue };
            let stale = loads.iter().any(|(obj, bytes, value)| {
                self.beside.found.get(obj).into_iter().flatten().any(|((b, _), stored)| {
                    meet(*b, *bytes)
                        && self.is_beside(stored, *obj, Some(thread))
                        && stored.value.map(|v| v.0) != Some(*value)
                })
            });
            if stale {
                out.push(*site);
            }
        }
        out
    }
}

fn meet(a: Bytes, b: Bytes) -> bool {
    a.0 < b.1 && b.0 < a.1
}

fn contains(a: Bytes, b: Bytes) -> bool {
    a.0 <= b.0 && b.1 <= a.1
}
