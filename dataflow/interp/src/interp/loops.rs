//! Loops: the values that change from iteration to iteration, in closed form where there is one (theory, 4.5).
//!
//! A *loop variable* is a phi of the header, or a cell of memory that an iteration changes. Each starts as a symbol; after a pass
//! over the body its value at the back edge shows its form: unchanged, linear in the counter (`init + step·k`), a function of the
//! last iteration's number, doubled or halved, periodic (pointer swaps, `cur = 1 - cur`, `i = (i + 1) % 3`, also with steps that
//! depend on a modulus of the counter), or without closed form, which keeps the symbol. Passes continue until nothing changes,
//! or up to a limit, after which all that the loop changes is unknown.
//!
//! In the last pass, all forms but the periodic ones are proved by induction over the iterations: the entry value is the form in iteration 0,
//! and if the value at the header is the form in iteration k, the value at the back edge is the form in iteration k + 1. A variable that
//! fails becomes a symbol. A symbol gets a form at most once more (a copy of another variable whose form was found meanwhile), so the passes
//! end. A periodic form results from applying the step to itself, as this step was found while the variable was a symbol; that no later pass
//! changes the step is not proved.
//!
//! Forms that depend on an option (`form_cases`) and copies of another variable are proved in the same way. Code after an endless loop
//! only adds events.

use super::form_cases::Cases;
use super::recording::Joining;
use super::zeros::Span;
use super::{Frame, Interp};
use crate::memory::{Dirty, Entry, Family, Mem, ObjMem, Sort, holds_text};
use rma_frontend::ir::{BlockId, InstKind, ValueId};
use rma_skeleton::facts::{Joined, Role, SymKey};
use rma_term::ids::{CtxId, LoopId, ObjId, SymId, TermId};
use rma_term::limits::Limit;
use rma_term::term::{Knowledge, Substitution, Sym, SymKind};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};

/// The loops of all instances.
#[derive(Debug, Default)]
pub(crate) struct LoopTable {
    /// The skeleton's loop of each.
    pub ids: FxHashMap<(CtxId, rma_cfg::LoopId), LoopId>,
    /// Loop of the calling instance around each instance's call.
    pub outer: FxHashMap<CtxId, Option<LoopId>>,
    /// The results of the latest visit.
    states: FxHashMap<LoopId, LoopState>,
    /// Values that symbols of loops have in the first iteration.
    pub entered: FxHashMap<SymId, TermId>,
    /// Loops with a known number of iterations, and whether they are left at their header only.
    pub iterations: FxHashMap<LoopId, (i64, bool)>,
    /// Greatest values of their counters at the current block.
    pub tops: FxHashMap<SymId, i64>,
    /// Loops that read elements of long tables, if the analysis knows no bound of the index before the end.
    pub unbounded: FxHashSet<LoopId>,
}

/// The register or memory cell that a loop variable is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Key {
    /// A phi; of a vector, one of its lanes.
    Phi(ValueId, Option<u32>),
    Cell {
        obj: ObjId,
        inst: TermId,
        off: TermId,
        size: u64,
        sort: Sort,
    },
}

impl Key {
    /// Whether it is this cell of an object.
    fn is_cell(self, object: ObjId, e: &Entry) -> bool {
        matches!(self, Key::Cell { obj, inst, off, size, .. } if (obj, inst, off, size) == (object, e.inst, e.off, e.size))
    }
}

/// The form of a loop variable's value at the header.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    /// A symbol, to be classified after the pass.
    Open,
    /// A symbol, finally.
    Symbol,
    /// The value of another variable in every iteration; this is the symbol of that variable.
    Copy(SymId),
    /// The value on entry.
    Invariant,
    /// The entry value in the first iteration, this value in all others.
    PeeledConstant(TermId),
    /// The entry value in the first iteration; in all others the value that the previous iteration has left, as a function of its
    /// number.
    PreviousIteration(TermId),
    /// Entry value plus so much an iteration.
    Affine(TermId),
    /// A bound of a chunk, after that of the thread's first one, whose first iteration this is.
    Chunk(SymId),
    /// Entry value shifted left by this many bits in each iteration (`d *= 2`); to the right, if negative.
    Geometric(i32),
    /// Entry value plus so much an iteration, modulo a number (`slot = (slot + 1) % slots`).
    Remainder { step: TermId, modulus: TermId },
    /// Entry value, then functions of it, returning to it after this many iterations.
    Periodic(usize),
    /// Entry value, then functions of it, this many values in all, and then always the last of them (`while (state !=
    /// DONE)`).
    EventuallyConstant(usize),
    /// One form for each value of an option: [`LoopState::cases`] has them at this index.
    Cases(usize),
}

#[derive(Debug, Clone)]
pub(super) struct Var {
    pub(super) key: Key,
    pub(super) sym: SymId,
    pub(super) shape: Shape,
    pub(super) init: TermId,
    /// Value at the back edge over the symbols of all variables, from the last pass in which this was a symbol.
    pub(super) step: Option<TermId>,
    /// A form was found for it after it had none.
    pub(super) late: bool,
    /// The form was found under the assumption that the variable points to the object that it pointed to on entry.
    pub(super) tried: bool,
    pub(super) back: Option<TermId>,
}

/// What the interpreter keeps about a loop between two passes.
#[derive(Debug, Clone, Default)]
pub(crate) struct LoopState {
    pub(super) vars: Vec<Var>,
    pub(super) cases: Vec<Cases>,
    /// Condition, over the symbols of the variables, under which an iteration is followed by another one.
    pub(super) iterations: Option<TermId>,
    dirty: BTreeMap<ObjId, Dirty>,
    /// The positions at which ranges of zeros are cut, because the loop writes parts of them.
    cuts: Vec<(ObjId, Vec<Span>)>,
    pub(super) gone: Vec<(ObjId, TermId, TermId, u64)>,
    pub(super) families: Vec<(ObjId, Family)>,
    pub(super) broken_families: Vec<(ObjId, Family)>,
    /// Bytes that a call before the loop has made the same on all processes, and that an iteration changes.
    changed_bytes: Vec<(ObjId, Family)>,
    /// The loop did not become stable: all that is known of these objects and of the variables is forgotten in each iteration.
    unknown: Option<BTreeSet<ObjId>>,
}

impl LoopTable {
    /// Forgets the forms of variables, so that they are determined again.
    pub(super) fn forget_forms(&mut self) {
        self.states.clear();
        self.tops.clear();
    }
}

impl LoopState {
    /// Records that an iteration changes these bytes of an object; `known` are the bytes that earlier iterations may have changed.
    /// Returns whether bytes are new. If so for the second time, all bytes of the object count as changed.
    fn spoil(&mut self, obj: ObjId, known: Dirty, bytes: Dirty) -> bool {
        if known.or(bytes) == known {
            return false;
        }
        let bytes = if self.dirty.contains_key(&obj) { Dirty::ALL } else { bytes };
        self.dirty.insert(obj, bytes);
        true
    }

    /// Forgets all forms, and the content of all objects that the loop changes.
    fn forget(&mut self, changed: impl Iterator<Item = ObjId>) {
        let mut unknown: BTreeSet<ObjId> = changed.collect();
        let of_cells =
            self.vars.iter().filter_map(|v| if let Key::Cell { obj, .. } = v.key { Some(obj) } else { None });
        unknown.extend(of_cells);
        unknown.extend(self.gone.iter().map(|(o, ..)| *o));
        unknown.extend(self.cuts.iter().map(|(o, _)| *o));
        unknown.extend(self.families.iter().chain(&self.broken_families).map(|(o, _)| *o));
        unknown.extend(std::mem::take(&mut self.dirty).into_keys());
        self.vars.retain(|v| matches!(v.key, Key::Phi(..)));
        self.vars.iter_mut().for_each(|v| v.shape = Shape::Symbol);
        *self = LoopState {
            vars: std::mem::take(&mut self.vars),
            iterations: self.iterations,
            unknown: Some(unknown),
            ..LoopState::default()
        };
    }
}

impl<'a> Interp<'a> {
    /// Interprets a loop from the state on entry until its header state is stable.
    pub(super) fn run_loop(&mut self, frame: &mut Frame<'a>, l: rma_cfg::LoopId, entry: Option<Mem>) {
        let lid = self.loop_id(frame, l);
        let blocks = frame.graph.loops[l].blocks.clone();
        let Some(entry) = entry else {
            for &b in &blocks {
                self.visit(frame, b, None);
            }
            return;
        };
        self.facts.loops[lid].trips = None;
        self.facts.loops[lid].body_at_last = false;
        self.facts.loops[lid].finals.clear();
        // What a variable was no less than follows from what it began with the last time.
        for v in self.facts.loops[lid].values.clone() {
            self.facts.terms.syms[v.sym].lo = None;
        }
        self.loops.iterations.remove(&lid);
        if self.is_seen_to_wait(frame, l) {
            self.polls.blocking.insert(lid);
        }
        if !self.polls.blocks(lid) && self.run_concretely(frame, l, lid, &entry) {
            self.facts.loops[lid].values = Vec::new();
            self.facts.loops[lid].bounds = Vec::new();
            return;
        }
        self.run_passes(frame, l, lid, &entry);
        // The number of iterations bounds the memory that the loop's stores reach, and the elements of a table that it reads: with
        // this bound, more cells keep their values.
        let reads_far = self.loops.unbounded.remove(&lid);
        let forgotten = reads_far
            || self.loops.states.get(&lid).is_some_and(|s| !s.gone.is_empty() || !s.broken_families.is_empty());
        if forgotten
            && let Some(trips) = self.facts.loops[lid].trips
            && let Some(trips) = self.facts.terms.as_const(trips).filter(|n| *n > 0)
        {
            self.loops.iterations.insert(lid, (trips, !self.facts.loops[lid].body_at_last));
            self.loops.states.remove(&lid);
            self.facts.loops[lid].trips = None;
            self.facts.loops[lid].finals.clear();
            self.run_passes(frame, l, lid, &entry);
        }
    }

    /// Passes over a loop until its header state is stable.
    fn run_passes(&mut self, frame: &mut Frame<'a>, l: rma_cfg::LoopId, lid: LoopId, entry: &Mem) {
        let header = frame.graph.loops[l].header;
        let blocks = frame.graph.loops[l].blocks.clone();
        let mut state = self.loops.states.remove(&lid).unwrap_or_default();
        let outside = |b: BlockId| !blocks.contains(&b);
        self.enter_loop(frame, lid, header, entry, &mut state, &outside);
        self.assume_bases(&state);
        for pass in 0.. {
            let header_mem = self.header_state(frame, lid, entry, &mut state);
            let stored = self.stored.version();
            self.begin_tentative(&state);
            self.run_region(frame, &blocks, Some(l), header, Some(header_mem.clone()));
            let passed_over = self.end_tentative();
            let inside = |b: BlockId| blocks.contains(&b);
            let back = self.join_back(frame, header, &inside);
            let edges = self.edges_into(frame, header, inside);
            let gates = self.gates(frame, &edges, header);
            state.iterations = Some(self.facts.terms.any(&gates));
            frame.block = header;
            let most = self.facts.terms.limits.get::<u32>(Limit::LoopPasses);
            let mut changed = self.update(frame, lid, header, &header_mem, back.as_ref(), &mut state, &inside);
            let gives_up = pass >= most || state.unknown.is_some();
            changed |= if gives_up { self.give_up_bases(&state) } else { self.find_bases(&mut state) };
            changed |= self.stored.version() != stored;
            changed |= passed_over;
            if back.is_none() && state.unknown.is_none() {
                // There is one iteration only.
                for v in state.vars.iter_mut().filter(|v| v.shape != Shape::Invariant) {
                    v.shape = Shape::Invariant;
                    changed = true;
                }
            }
            if !changed {
                // A loop that nothing ends waits for what others write into its window memory.
                let ends = frame.edges.keys().any(|(p, i)| {
                    let to = frame.func.terminator(*p).kind.successors().into_iter().nth(*i as usize);
                    blocks.contains(p) && to.is_none_or(|b| !blocks.contains(&b))
                });
                let ends = ends || frame.rets.iter().any(|(b, ..)| blocks.contains(b));
                // One that waits for a condition variable waits for other threads, even if it could end without them.
                if ends && !self.polls.blocks(lid) || !self.polls.wait_in(lid) {
                    break;
                }
                continue;
            }
            if pass >= most {
                self.facts.terms.limits.reached(Limit::LoopPasses);
                for v in &mut state.vars {
                    if v.shape != Shape::Invariant {
                        v.shape = Shape::Symbol;
                    }
                }
                if pass >= 2 * most && state.unknown.is_none() {
                    self.stored.give_up();
                    let changed = back.iter().flat_map(|b| b.changed(entry));
                    state.forget(changed);
                }
            }
        }
        self.note_variables(&state);
        self.finish_loop(frame, l, lid, &state, entry);
        self.loops.states.insert(lid, state);
    }

    /// Brings the entry values up to date; phis that are new become variables.
    fn enter_loop(
        &mut self,
        frame: &mut Frame<'a>,
        lid: LoopId,
        header: BlockId,
        entry: &Mem,
        state: &mut LoopState,
        outside: &dyn Fn(BlockId) -> bool,
    ) {
        frame.block = header;
        for v in frame.func.block_values(header) {
            if !matches!(frame.func.insts[v].kind, InstKind::Phi { .. }) {
                break;
            }
            let init = self.phi_value(frame, v, outside, None).unwrap_or_else(|| self.lost(frame, v, Role::Value));
            for (lane, init) in self.lanes_of_phi(frame, v, init) {
                let key = Key::Phi(v, lane);
                match state.vars.iter_mut().find(|x| x.key == key) {
                    Some(var) => {
                        var.tried &= var.init == init;
                        var.init = init;
                    }
                    None => {
                        let name = frame.func.insts[v].var.map_or("?", |x| &self.facts.module.vars[x].name).to_owned();
                        let sym = self.loop_symbol(SymKey::Phi(lid, v, lane), lid, name);
                        state.vars.push(Var {
                            key,
                            sym,
                            shape: Shape::Open,
                            init,
                            step: None,
                            late: false,
                            tried: false,
                            back: None,
                        });
                    }
                }
            }
        }
        let mut gone = Vec::new();
        for var in &mut state.vars {
            if let Key::Cell { obj, inst, off, size, sort } = var.key {
                let content = entry.get(obj).cloned().unwrap_or_default();
                match self.cell_of(&content, obj, inst, off, size, sort == Sort::Float) {
                    Some(init) => {
                        var.tried &= var.init == init;
                        var.init = init;
                    }
                    None => gone.push(var.key),
                }
            }
        }
        for key in gone {
            forget_var(state, key);
        }
    }

    fn loop_symbol(&mut self, key: SymKey, lid: LoopId, name: String) -> SymId {
        let loc = self.facts.loops[lid].loc;
        self.facts.symbol(key, |_| Sym {
            def_loop: Some(lid),
            loc,
            ..Sym::new(SymKind::LoopPhi(lid), name, Knowledge::Lost)
        })
    }

    /// Values and memory at the header for the coming pass.
    fn header_state(&mut self, frame: &mut Frame<'a>, lid: LoopId, entry: &Mem, state: &mut LoopState) -> Mem {
        let mut mem = entry.clone();
        for &obj in state.unknown.iter().flatten() {
            let content = mem.get_mut(obj);
            content.entries.clear();
            content.families.clear();
            content.spoil();
        }
        for (obj, cells) in &state.cuts {
            self.cut_filled(mem.get_mut(*obj), cells);
        }
        for (obj, bytes) in &state.dirty {
            mem.get_mut(*obj).spoil_where(*bytes);
        }
        for &(obj, inst, off, size) in &state.gone {
            let content = mem.get_mut(obj);
            content.entries.retain(|e| !(e.inst == inst && e.off == off && e.size == size));
            if !holds_text(size) {
                content.spoil();
            }
        }
        for (obj, f) in &state.broken_families {
            let content = mem.get_mut(*obj);
            content.families.retain(|g| g != f);
            content.spoil_where(if f.of_instances() { Self::bytes_of_row(f) } else { Dirty::ALL });
        }
        for (obj, f) in &state.changed_bytes {
            mem.get_mut(*obj).families.retain(|g| g != f);
        }
        for n in 0..state.vars.len() {
            let value = self.header_value(lid, state, n);
            self.loops.entered.insert(state.vars[n].sym, state.vars[n].init);
            match state.vars[n].key {
                Key::Phi(v, lane) => self.set_phi(frame, v, lane, value),
                Key::Cell { obj, inst, off, size, sort } => {
                    mem.get_mut(obj)
                        .put(&self.facts.terms.limits, Entry { inst, off, size, val: value, sort, only_read: false });
                }
            }
        }
        for (obj, f) in &state.families {
            let content = mem.get_mut(*obj);
            if !f.of_instances() {
                content.spoil();
            }
            if !content.families.contains(f) {
                content.families.push(*f);
            }
        }
        self.forget_stores_of_others(lid, &mut mem);
        mem
    }

    /// Joins the states at the back edges.
    fn join_back(&mut self, frame: &mut Frame<'a>, header: BlockId, inside: &dyn Fn(BlockId) -> bool) -> Option<Mem> {
        let edges = self.edges_into(frame, header, inside);
        match edges.len() {
            0 => None,
            1 => Some(frame.edges[&edges[0]].0.clone()),
            _ => {
                let gates = self.gates(frame, &edges, header);
                let states: Vec<Mem> = edges.iter().map(|e| frame.edges[e].0.clone()).collect();
                Some(self.join_states(frame, header, frame.ctx, &gates, &states))
            }
        }
    }

    /// The value of a phi over the edges from blocks that `keep` accepts.
    pub(super) fn phi_value(
        &mut self,
        frame: &mut Frame<'a>,
        v: ValueId,
        keep: &dyn Fn(BlockId) -> bool,
        stop: Option<BlockId>,
    ) -> Option<TermId> {
        let InstKind::Phi { incoming } = &frame.func.insts[v].kind else { return None };
        let b = frame.block;
        let edges = self.edges_into(frame, b, keep);
        let mut values = Vec::new();
        for (p, _) in &edges {
            let op = incoming.iter().find(|(from, _)| from == p)?.1;
            values.push(self.operand(frame, op));
        }
        if values.is_empty() {
            return None;
        }
        let stop = stop.or(frame.graph.idom[b]).unwrap_or(b);
        let gates = self.gates(frame, &edges, stop);
        self.recording.joining = Some(Joining::new(edges, stop));
        let value = self.select(frame, &gates, &values, SymKey::Site(frame.ctx, v, Role::Joined(Joined::Edges)));
        self.recording.joining = None;
        Some(value)
    }

    /// A phi that is not at a loop header.
    pub(super) fn phi(&mut self, frame: &mut Frame<'a>, v: ValueId) {
        if frame.graph.loop_headed_by(frame.block).is_some() {
            return;
        }
        let value = self.phi_value(frame, v, &|_| true, None).unwrap_or_else(|| self.lost(frame, v, Role::Value));
        self.set(frame, v, value);
    }

    /// Compares the state at the back edge with the header's; `true` when another pass is needed.
    #[allow(clippy::too_many_arguments, reason = "all are the state of one pass")]
    fn update(
        &mut self,
        frame: &mut Frame<'a>,
        lid: LoopId,
        header: BlockId,
        header_mem: &Mem,
        back: Option<&Mem>,
        state: &mut LoopState,
        inside: &dyn Fn(BlockId) -> bool,
    ) -> bool {
        let Some(back) = back else {
            // No iteration is followed by another one, as far as is known.
            state.vars.iter_mut().for_each(|v| v.back = None);
            return false;
        };
        let mut changed = false;
        for n in 0..state.vars.len() {
            let value = match state.vars[n].key {
                Key::Phi(v, lane) => {
                    let whole = self.phi_value(frame, v, inside, Some(header));
                    whole.map(|t| lane.map_or(t, |n| self.facts.terms.lane(t, n as usize)))
                }
                Key::Cell { obj, inst, off, size, sort } => {
                    let content = back.get(obj).cloned().unwrap_or_default();
                    self.cell_of(&content, obj, inst, off, size, sort == Sort::Float)
                }
            };
            state.vars[n].back = value;
        }
        if let Some(unknown) = &mut state.unknown {
            // Such variables are symbols whatever they hold.
            let before = unknown.len();
            unknown.extend(back.changed(header_mem).into_iter().filter(|o| back.get(*o).is_some()));
            return unknown.len() > before;
        }
        let lost: Vec<Key> = state.vars.iter().filter(|v| v.back.is_none()).map(|v| v.key).collect();
        for key in lost {
            forget_var(state, key);
            changed = true;
        }
        changed |= self.classify(frame, lid, state);
        changed | self.compare_memory(lid, header_mem, back, state)
    }

    fn compare_memory(&mut self, lid: LoopId, header: &Mem, back: &Mem, state: &mut LoopState) -> bool {
        let mut changed = false;
        for obj in back.changed(header) {
            if back.get(obj).is_none() {
                continue;
            }
            let h = header.get(obj).cloned().unwrap_or_default();
            let b = back.get(obj).cloned().unwrap_or_default();
            if let Some(cuts) = self.cuts_in_loop(obj, &h, &b) {
                state.cuts.push(cuts);
                changed = true;
                continue;
            }
            changed |= self.compare_object(lid, obj, &h, &b, state);
        }
        changed
    }

    fn compare_object(&mut self, lid: LoopId, obj: ObjId, h: &ObjMem, b: &ObjMem, state: &mut LoopState) -> bool {
        let mut changed = false;
        changed |= state.spoil(obj, h.dirty, if b.zero == h.zero { b.dirty } else { Dirty::ALL });
        for e in &h.entries {
            let sort = b.find(e.inst, e.off, e.size).map_or(e.sort, |after| e.sort.or(after.sort));
            let key = Key::Cell { obj, inst: e.inst, off: e.off, size: e.size, sort };
            if state.vars.iter().any(|v| v.key.is_cell(obj, e)) {
                continue;
            }
            match self.cell_of(b, obj, e.inst, e.off, e.size, e.sort == Sort::Float) {
                Some(val) if val == e.val => {}
                Some(_) => {
                    self.new_cell_var(lid, key, e.val, state);
                    changed = true;
                }
                None => {
                    state.gone.push((obj, e.inst, e.off, e.size));
                    changed = true;
                }
            }
        }
        for e in &b.entries {
            if h.find(e.inst, e.off, e.size).is_some() || state.gone.contains(&(obj, e.inst, e.off, e.size)) {
                continue;
            }
            if self.facts.varies_in(e.off, lid) || self.facts.varies_in(e.inst, lid) {
                if e.only_read {
                    continue;
                }
                let family = self.family_of(lid, obj, e);
                let told = |f: &Family| f.of_instances() && !state.broken_families.contains(&(obj, *f));
                if !family.as_ref().is_some_and(told) {
                    changed |= state.spoil(obj, h.dirty, Dirty::ALL);
                }
                if let Some(f) = family
                    && !h.families.contains(&f)
                    && !state.families.contains(&(obj, f))
                    && !state.broken_families.contains(&(obj, f))
                {
                    state.families.push((obj, f));
                    changed = true;
                }
            } else if let Some(init) = self.cell_of(h, obj, e.inst, e.off, e.size, e.sort == Sort::Float)
                && init != e.val
            {
                let key = Key::Cell { obj, inst: e.inst, off: e.off, size: e.size, sort: e.sort };
                self.new_cell_var(lid, key, init, state);
                changed = true;
            }
        }
        if b.families.iter().any(|f| f.of_instances() && !h.families.contains(f)) {
            changed |= state.spoil(obj, h.dirty, Dirty::ALL);
        }
        for f in &h.families {
            if self.is_same_bytes(f) {
                if !b.families.contains(f) && !state.changed_bytes.contains(&(obj, *f)) {
                    state.changed_bytes.push((obj, *f));
                    changed = true;
                }
                continue;
            }
            let stored =
                b.families.contains(f) && (!state.families.contains(&(obj, *f)) || self.is_continued(lid, obj, f, b));
            if !stored && !state.broken_families.contains(&(obj, *f)) {
                state.families.retain(|(o, g)| !(*o == obj && g == f));
                state.broken_families.push((obj, *f));
                changed = true;
            }
        }
        changed
    }

    fn new_cell_var(&mut self, lid: LoopId, key: Key, init: TermId, state: &mut LoopState) {
        let Key::Cell { obj, inst, off, size, .. } = key else { return };
        let name = self.facts.objects[obj].name.clone();
        let off = self.named_by(off, size);
        let sym = self.loop_symbol(SymKey::Cell(lid, obj, inst, off), lid, name);
        state.vars.push(Var { key, sym, shape: Shape::Open, init, step: None, late: false, tried: false, back: None });
    }

    /// The row that an entry at `a + s·k` makes over all iterations so far.
    fn family_of(&mut self, lid: LoopId, obj: ObjId, e: &Entry) -> Option<Family> {
        if self.facts.varies_in(e.inst, lid) {
            return self.row_of_instances(lid, obj, e);
        }
        let counter = self.facts.loops[lid].counter;
        let k = self.facts.terms.sym(counter);
        let (c, ts) = self.facts.terms.linear(e.off);
        let (_, stride) = *ts.iter().find(|(t, _)| *t == k)?;
        let rest = ts.into_iter().filter(|(t, _)| *t != k).collect();
        let base = self.facts.terms.from_linear(c, rest);
        if stride.unsigned_abs() < e.size || self.facts.varies_in(base, lid) {
            return None;
        }
        let index = self.facts.symbol(SymKey::FamilyIndex(lid, obj, e.off), |_| Sym {
            lo: Some(0),
            ..Sym::new(SymKind::Index, "index", Knowledge::Known)
        });
        let mut s = Substitution::new();
        let i = self.facts.terms.sym(index);
        s.insert(counter, i);
        let val = self.facts.terms.subst(e.val, &mut s);
        if self.facts.varies_in(val, lid) {
            return None;
        }
        let span = self.facts.spans.get(&e.off).map(|(lo, hi)| (*lo, *hi + e.size as i64));
        Some(Family { inst: e.inst, base, stride, index, bound: k, size: e.size, span, val, whole: false })
    }
}

fn forget_var(state: &mut LoopState, key: Key) {
    state.vars.retain(|v| v.key != key);
    if let Key::Cell { obj, inst, off, size, .. } = key {
        state.gone.push((obj, inst, off, size));
    }
}
