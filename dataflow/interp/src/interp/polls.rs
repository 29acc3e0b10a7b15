//! Loops that wait, with plain loads, for values that other processes write into window memory (theory, 5.1).
//!
//! A loop that nothing in the program ends, and that loads window memory, is interpreted again with these loads as
//! values that are learned at run time. If there are threads, another thread may store what the loop waits for (`while (jobs == 0)
//! pthread_cond_wait(..)`), so the same holds for loads of numbers from memory that threads share.

use crate::interp::{Frame, Interp, Record, Site, Step};
use crate::memory::{Entry, Mem, Sort};
use rma_frontend::api::AccessKind;
use rma_frontend::ir::{LocId, TypeKind, ValueId};
use rma_skeleton::facts::{Bytes, Role};
use rma_skeleton::skeleton::{Event, Item, Place, TeamEvent, TeamKind};
use rma_term::ids::{CtxId, LoopId, ObjId, SymId, TermId};
use rma_term::object::ObjKind;
use rma_term::term::{Knowledge, SymKind, Term};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};

/// How many instructions may be between a load and an operation that uses its value.
const STEPS_TO_OPERAND: u32 = 3;

/// Loads of window memory.
#[derive(Debug, Default)]
pub(crate) struct Polls {
    /// Objects that windows are made of.
    pub memory: FxHashSet<ObjId>,
    /// Loops that load window memory.
    loading: FxHashSet<LoopId>,
    /// Loops that wait.
    waiting: FxHashSet<LoopId>,
    /// Loops that load numbers from memory that threads share.
    loading_shared: FxHashSet<LoopId>,
    /// Loops with a call in which a thread waits for a signal of another one.
    pub blocking: FxHashSet<LoopId>,
    /// Loops that wait for another thread.
    waiting_for_threads: FxHashSet<LoopId>,
    /// Loops that load pointers from memory that threads share.
    loading_pointers: FxHashSet<LoopId>,
    /// A loop waits for a pointer, and it is not known yet which thread stores the pointer.
    waits_for_pointer: bool,
    /// The objects and bytes from which loops load that wait for another thread.
    pub awaited_cells: BTreeSet<(ObjId, Bytes)>,
    /// Addresses from which loops load that wait for another thread.
    pub awaited: FxHashSet<TermId>,
    /// Objects whose address a thread was given when it was made.
    pub handed: FxHashSet<ObjId>,
    /// Window memory was read, and held what the process itself had stored.
    own: bool,
    /// For each value that a polling load returns: where the load stands, and what it reads.
    pub places: BTreeMap<SymId, Polled>,
    /// The values that the loads at a position return.
    pub values: FxHashMap<(CtxId, Option<LocId>), Vec<SymId>>,
    /// For loops that wait for another thread, the questions, by instance, load and cell.
    pub questions: FxHashMap<(CtxId, Option<ValueId>, TermId), Question>,
}

/// A load of a loop that waits for another thread, and the comparison with the loaded value.
#[derive(Debug, Clone)]
pub(crate) struct Question {
    /// The loop.
    pub of: LoopId,
    /// The value that the load gives.
    pub value: Option<TermId>,
    /// The initial value of the cell, if it is known.
    pub initial: Option<TermId>,
    /// The stores of this thread and of those that made it, with their values, where they are known.
    pub own: BTreeMap<Site, Option<TermId>>,
}

/// A polling load.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Polled {
    /// The place that it loads from.
    pub place: Place,
    /// The place of the value.
    pub at: (CtxId, Option<LocId>),
}

impl Polls {
    /// Records that the loop was found to have no end, so that it must wait for stores of others; `false` if it loads nothing that others
    /// may store, or if it was recorded before.
    pub fn wait_in(&mut self, l: LoopId) -> bool {
        if self.loading.contains(&l) {
            return self.waiting.insert(l);
        }
        self.waits_for_pointer |= self.loading_pointers.contains(&l);
        self.loading_shared.contains(&l) && self.waiting_for_threads.insert(l)
    }

    /// Whether a thread waits in this loop for a signal of another thread.
    pub fn blocks(&self, l: LoopId) -> bool {
        self.blocking.contains(&l)
    }

    /// Some loop waits for another thread.
    pub fn waits_for_a_thread(&self) -> bool {
        self.waits_for_pointer || !self.waiting_for_threads.is_empty()
    }

    /// This loop waits for another thread.
    pub fn is_wait_for_threads(&self, l: LoopId) -> bool {
        self.waiting_for_threads.contains(&l)
    }

    /// Whether the program reads again what the process has stored in its window memory, and no loop waits for stores of others.
    pub fn relies_on_own(&self) -> bool {
        self.own && self.waiting.is_empty()
    }
}

impl<'a> Interp<'a> {
    /// A load of this object gives what another process may have written meanwhile, or another thread.
    pub(crate) fn is_polled(
        &mut self,
        frame: &Frame<'a>,
        v: ValueId,
        place: &Place,
        size: u64,
        known: Option<TermId>,
    ) -> bool {
        let obj = place.obj;
        let in_window = !self.polls.waiting.is_empty() && self.polls.memory.contains(&obj);
        let is_number = matches!(self.facts.module.types[frame.func.insts[v].ty].kind, TypeKind::Int(_));
        let guarded = if is_number && !self.facts.threads.ids.is_empty() && self.is_of_threads(frame, obj, known) {
            self.tested_before_wait(frame, v)
        } else {
            None
        };
        let guarded = guarded.map(|l| self.loop_id(frame, l));
        if let Some(l) = guarded {
            self.polls.blocking.insert(l);
            self.polls.waiting_for_threads.insert(l);
        }
        let shared = is_number
            && !self.others_store_pointers(place, size)
            && !self.polls.waiting_for_threads.is_empty()
            && self.is_of_threads(frame, obj, known)
            && self.may_be_stored_by_others(place, size);
        if !in_window && !shared {
            return false;
        }
        if let Some(l) = guarded.filter(|_| shared) {
            self.awaits_store(frame, v, place, l);
            return true;
        }
        let mut at = self.current_loop(frame);
        while let Some(l) = at {
            if in_window && self.polls.waiting.contains(&l) {
                return true;
            }
            if shared && self.polls.waiting_for_threads.contains(&l) {
                self.awaits_store(frame, v, place, l);
                return true;
            }
            at = self.facts.loops[l].parent;
        }
        false
    }

    /// A loop waits until this cell holds another value.
    pub(super) fn awaits_store(&mut self, frame: &Frame<'a>, v: ValueId, place: &Place, of: LoopId) {
        let cell = self.address(place);
        self.polls.awaited.insert(cell);
        let bytes = self.cell_bytes(place);
        if self.polls.awaited_cells.insert((place.obj, bytes)) {
            self.beside.note_awaited();
        }
        let question = Question { of, value: None, initial: None, own: BTreeMap::new() };
        self.polls.questions.insert((frame.ctx, frame.inst, cell), question);
        self.thread_event(
            frame,
            v,
            TeamKind::AwaitStore { cell, others: Vec::new(), not: Vec::new(), certain: true, guards: true },
        );
    }

    /// The value that a load has returned in a loop that waits for another thread.
    pub(super) fn note_answer(&mut self, frame: &Frame<'a>, place: &Place, size: u64, value: TermId) {
        if self.polls.questions.is_empty() {
            return;
        }
        let key = (frame.ctx, frame.inst, self.address(place));
        if self.polls.questions.contains_key(&key) {
            let own = self.stores_without_others(frame, place, size);
            let initial = self.initial(place.obj, place.offset, size, false);
            let question = self.polls.questions.get_mut(&key);
            question.into_iter().for_each(|q| (q.value, q.initial, q.own) = (Some(value), initial, own.clone()));
        }
    }

    /// Records that a loop that waits for another thread loads a pointer that other threads store.
    pub(crate) fn note_awaited_pointer(&mut self, frame: &Frame<'a>, v: ValueId, place: &Place, size: u64) {
        let is_pointer = self.facts.module.types[frame.func.insts[v].ty].kind == TypeKind::Ptr;
        let stored = if is_pointer { self.others_store(place, size) } else { self.others_store_pointers(place, size) };
        if let Some(l) = self.wait_for_threads(frame).filter(|_| stored) {
            self.awaits_store(frame, v, place, l);
        }
    }

    /// The address of a place.
    fn address(&mut self, place: &Place) -> TermId {
        let base = self.facts.terms.addr_of(place.obj, place.inst);
        self.facts.terms.add(base, place.offset)
    }

    /// Marks the stores to addresses from which loops load that wait for another thread.
    pub(crate) fn mark_raises(&mut self, record: &mut Record) {
        if self.polls.awaited.is_empty() {
            return;
        }
        let mut steps = Vec::new();
        for step in std::mem::take(&mut record.steps) {
            let mut raised = Vec::new();
            if let Step::Item(Item { event: Event::Access(a), ctx, inst, .. }) = &step
                && a.kind != AccessKind::Read
            {
                for p in &a.area.places {
                    let cell = self.address(p);
                    if self.polls.awaited.contains(&cell) {
                        raised.push((cell, inst.and_then(|inst| self.stored_constant(p, (*ctx, inst)))));
                    }
                }
            }
            let marks = raised.into_iter().filter_map(|(cell, value)| {
                let Step::Item(store) = &step else { return None };
                let thread = self.facts.threads.of.get(&store.ctx).copied();
                let kind = TeamKind::Raise { cell, value };
                Some(Item { event: Event::Team(TeamEvent { kind, thread }), ..store.clone() })
            });
            let marks: Vec<Step> = marks.map(Step::Item).collect();
            steps.push(step);
            steps.extend(marks);
        }
        record.steps = steps;
    }

    /// The loop around the current block that waits for what another thread stores.
    pub(crate) fn wait_for_threads(&mut self, frame: &Frame<'a>) -> Option<LoopId> {
        let mut at = self.current_loop(frame);
        while let Some(l) = at {
            if self.polls.waiting_for_threads.contains(&l) {
                return Some(l);
            }
            at = self.facts.loops[l].parent;
        }
        None
    }

    /// Memory that other threads may reach, which holds a number, if the value is given.
    pub(super) fn is_of_threads(&self, frame: &Frame<'a>, obj: ObjId, val: Option<TermId>) -> bool {
        let object = &self.facts.objects[obj];
        let reached = match object.kind {
            ObjKind::Global(g) => !self.facts.module.globals[g].is_const,
            ObjKind::Heap => true,
            ObjKind::Stack => object.escaped || object.ctx != Some(frame.ctx) || self.polls.handed.contains(&obj),
            _ => false,
        };
        reached && !self.facts.threads.ids.is_empty() && val.is_none_or(|t| self.facts.objects_in(t).is_empty())
    }

    /// The value that a polling load returns: it depends on timing. If other threads store to the cell, the cell keeps this value until the
    /// next wait.
    pub(crate) fn polled(
        &mut self,
        frame: &Frame<'a>,
        v: ValueId,
        role: Role,
        place: Place,
        size: u64,
        mem: &mut Mem,
    ) -> TermId {
        let s = self.site_symbol(frame, v, role, SymKind::Input, Knowledge::Known, "a polled value");
        self.polls.places.insert(s, Polled { place, at: (frame.ctx, frame.func.insts[v].loc) });
        let value = self.facts.terms.sym(s);
        if !self.others_store(&place, size) {
            return value;
        }
        let values = self.possible_values(frame, &place, size);
        let cases = values.map(|values| values.iter().map(|x| self.facts.terms.eq(value, *x)).collect::<Vec<_>>());
        // Where an operation goes, as another thread hands it over: which of several values goes with which wait is not followed.
        let one = cases.as_ref().is_some_and(|cases| cases.len() == 1);
        if !one && self.is_operand_of_operation(frame.func, v, STEPS_TO_OPERAND) {
            self.facts.terms.syms[s].knowledge = Knowledge::Lost;
        }
        let fact = cases.map(|cases| self.facts.terms.any(&cases));
        self.facts.terms.syms[s].fact = fact;
        if fact.is_some() {
            let entry = Entry {
                inst: place.inst,
                off: place.offset,
                size,
                val: value,
                sort: Sort::of(false),
                only_read: false,
            };
            mem.get_mut(place.obj).put(&self.facts.terms.limits, entry);
        }
        value
    }

    /// Remembers a load of memory that threads share.
    fn note_shared_load(&mut self, frame: &Frame<'a>, v: ValueId, place: &Place, size: u64, val: TermId) {
        let is_number = self.is_of_threads(frame, place.obj, Some(val));
        let is_pointer = self.facts.module.types[frame.func.insts[v].ty].kind == TypeKind::Ptr
            && self.is_of_threads(frame, place.obj, None);
        let stored = is_number || is_pointer && self.others_store(place, size);
        let mut at = self.current_loop(frame);
        while let Some(l) = at {
            if stored {
                self.polls.loading_shared.insert(l);
            }
            if is_pointer {
                self.polls.loading_pointers.insert(l);
            }
            at = self.facts.loops[l].parent;
        }
    }

    /// Records a load of memory that others may write to: of a window, or of other threads.
    pub(crate) fn note_shared_or_window_load(
        &mut self,
        frame: &Frame<'a>,
        v: ValueId,
        place: &Place,
        size: u64,
        val: TermId,
    ) {
        let obj = place.obj;
        if !self.polls.memory.contains(&obj) {
            self.note_shared_load(frame, v, place, size, val);
            return;
        }
        self.polls.own |= self.facts.terms.knowledge(val) == Knowledge::Known;
        let mut at = self.current_loop(frame);
        while let Some(l) = at {
            self.polls.loading.insert(l);
            at = self.facts.loops[l].parent;
        }
        if let Term::Sym(x) = *self.facts.terms.get(val) {
            let values = self.polls.values.entry((frame.ctx, frame.func.insts[v].loc)).or_default();
            if !values.contains(&x) {
                values.push(x);
            }
        }
    }
}
