//! Loops: what changes from iteration to iteration, in closed form where there is one.
//!
//! A *loop variable* is a phi of the header, or a cell of memory that an iteration changes. Each starts as a symbol; after
//! a pass over the body its value at the back edge says what it is: unchanged, linear in the counter (`init + step·k`),
//! periodic (pointer swaps, `cur = 1 - cur`, `i = (i + 1) % 3`), or without closed form, which keeps the symbol.
//! Passes go on until nothing changes; every variable can only lose its form once, so this ends.

use super::{Frame, Interp, SymKey};
use crate::memory::{Entry, Family, Mem, ObjMem};
use crate::object::ObjId;
use crate::skeleton::{LoopId, LoopValue};
use crate::term::{Knowledge, Op, Substitution, Sym, SymId, SymKind, Term, TermId};
use rma_frontend::ir::{BlockId, InstKind, ValueId};
use std::collections::BTreeSet;

/// Passes over a loop's body before every variable without a stable form becomes a symbol.
const MAX_PASSES: u32 = 8;
/// Longest period that is recognised.
const MAX_PERIOD: usize = 4;

/// What a loop variable is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Key {
    Phi(ValueId),
    Cell { obj: ObjId, inst: TermId, off: TermId, size: u64, float: bool },
}

/// The form of a loop variable's value at the header.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shape {
    /// A symbol, to be classified after the pass.
    Open,
    /// A symbol for good.
    Symbol,
    /// The value on entry.
    Invariant,
    /// Entry value in the first iteration, this one in all others.
    Settled(TermId),
    /// Entry value plus so much an iteration.
    Linear(TermId),
    /// Entry value, then functions of it, returning after so many iterations.
    Periodic(usize),
}

#[derive(Debug, Clone)]
struct Var {
    key: Key,
    sym: SymId,
    shape: Shape,
    init: TermId,
    /// Value at the back edge over the symbols of all variables, from the last pass in which this was a symbol.
    step: Option<TermId>,
    back: Option<TermId>,
}

/// What is known of a loop between passes over it.
#[derive(Debug, Clone, Default)]
pub(crate) struct LoopState {
    vars: Vec<Var>,
    dirty: BTreeSet<ObjId>,
    gone: Vec<(ObjId, TermId, TermId, u64)>,
    families: Vec<(ObjId, Family)>,
    broken_families: Vec<(ObjId, Family)>,
}

impl<'a> Interp<'a> {
    /// Interprets a loop from the state on entry until its header state is stable.
    pub(super) fn run_loop(&mut self, frame: &mut Frame<'a>, l: rma_cfg::LoopId, entry: Option<Mem>) {
        let lid = self.loop_id(frame, l);
        let header = frame.graph.loops[l].header;
        let blocks = frame.graph.loops[l].blocks.clone();
        let Some(entry) = entry else {
            for &b in &blocks {
                self.visit(frame, b, None);
            }
            return;
        };
        self.loops[lid].trips = None;
        let mut state = self.loop_states.remove(&lid).unwrap_or_default();
        let outside = |b: BlockId| !blocks.contains(&b);
        self.enter_loop(frame, lid, header, &entry, &mut state, &outside);
        for pass in 0.. {
            let header_mem = self.header_state(frame, lid, &entry, &mut state);
            self.run_region(frame, &blocks, Some(l), header, Some(header_mem.clone()));
            let inside = |b: BlockId| blocks.contains(&b);
            let back = self.join_back(frame, header, &inside);
            frame.block = header;
            let changed = self.update(frame, lid, header, &header_mem, back.as_ref(), &mut state, &inside);
            if !changed {
                break;
            }
            if pass >= MAX_PASSES {
                for v in &mut state.vars {
                    if matches!(v.shape, Shape::Open | Shape::Settled(_) | Shape::Linear(_) | Shape::Periodic(_)) {
                        v.shape = Shape::Symbol;
                    }
                }
                if pass >= 2 * MAX_PASSES {
                    break;
                }
            }
        }
        self.finish_loop(frame, l, lid, &state);
        self.loop_states.insert(lid, state);
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
            let init = self.phi_value(frame, v, outside, None).unwrap_or_else(|| self.lost(frame, v, 0));
            match state.vars.iter_mut().find(|x| x.key == Key::Phi(v)) {
                Some(var) => var.init = init,
                None => {
                    let name = frame.func.insts[v].var.map_or("?", |x| &self.module.vars[x].name).to_owned();
                    let sym = self.loop_symbol(SymKey::Phi(lid, v), lid, name);
                    state.vars.push(Var { key: Key::Phi(v), sym, shape: Shape::Open, init, step: None, back: None });
                }
            }
        }
        let mut gone = Vec::new();
        for var in &mut state.vars {
            if let Key::Cell { obj, inst, off, size, float } = var.key {
                let content = entry.get(obj).cloned().unwrap_or_default();
                match self.cell_of(&content, obj, inst, off, size, float) {
                    Some(init) => var.init = init,
                    None => gone.push(var.key),
                }
            }
        }
        for key in gone {
            forget_var(state, key);
        }
    }

    fn loop_symbol(&mut self, key: SymKey, lid: LoopId, name: String) -> SymId {
        let loc = self.loops[lid].loc;
        self.symbol(key, |_| Sym { def_loop: Some(lid), loc, ..Sym::new(SymKind::LoopPhi(lid), name, Knowledge::Lost) })
    }

    /// Values and memory at the header for the coming pass.
    fn header_state(&mut self, frame: &mut Frame<'a>, lid: LoopId, entry: &Mem, state: &mut LoopState) -> Mem {
        let mut mem = entry.clone();
        for &obj in &state.dirty {
            mem.get_mut(obj).dirty = true;
        }
        for &(obj, inst, off, size) in &state.gone {
            let content = mem.get_mut(obj);
            content.entries.retain(|e| !(e.inst == inst && e.off == off && e.size == size));
            content.dirty = true;
        }
        for (obj, f) in &state.broken_families {
            let content = mem.get_mut(*obj);
            content.families.retain(|g| g != f);
            content.dirty = true;
        }
        for n in 0..state.vars.len() {
            let value = self.header_value(lid, state, n);
            match state.vars[n].key {
                Key::Phi(v) => frame.vals[v] = Some(value),
                Key::Cell { obj, inst, off, size, float } => {
                    mem.get_mut(obj).put(Entry { inst, off, size, val: value, float });
                }
            }
        }
        for (obj, f) in &state.families {
            let content = mem.get_mut(*obj);
            content.dirty = true;
            if !content.families.contains(f) {
                content.families.push(*f);
            }
        }
        mem
    }

    fn header_value(&mut self, lid: LoopId, state: &mut LoopState, n: usize) -> TermId {
        let var = &state.vars[n];
        let counter = self.terms.sym(self.loops[lid].counter);
        match var.shape {
            Shape::Open | Shape::Symbol => self.terms.sym(var.sym),
            Shape::Invariant => var.init,
            Shape::Settled(then) => {
                let zero = self.terms.int(0);
                let first = self.terms.eq(counter, zero);
                let init = state.vars[n].init;
                self.terms.ite(first, init, then)
            }
            Shape::Linear(step) => {
                let grown = self.terms.mul(step, counter);
                self.terms.add(var.init, grown)
            }
            Shape::Periodic(period) => {
                let Some(values) = self.orbit(lid, state, n, period) else {
                    state.vars[n].shape = Shape::Symbol;
                    return self.terms.sym(state.vars[n].sym);
                };
                let p = self.terms.int(period as i64);
                let phase = self.terms.op(Op::Mod, counter, p);
                let mut out = values[period - 1];
                for (i, v) in values.iter().enumerate().take(period - 1).rev() {
                    let i = self.terms.int(i as i64);
                    let here = self.terms.eq(phase, i);
                    out = self.terms.ite(here, *v, out);
                }
                out
            }
        }
    }

    /// The values that a variable takes in `period` iterations, if it and all that its step reads then are back at their
    /// entry values.
    fn orbit(&mut self, lid: LoopId, state: &LoopState, n: usize, period: usize) -> Option<Vec<TermId>> {
        let needed = self.read_by(lid, state, n)?;
        let mut now: Vec<TermId> = state.vars.iter().map(|v| v.init).collect();
        let mut out = Vec::new();
        for _ in 0..period {
            out.push(now[n]);
            let mut s = Substitution::new();
            for (v, t) in state.vars.iter().zip(&now) {
                s.insert(v.sym, *t);
            }
            let mut next = now.clone();
            for &i in &needed {
                next[i] = self.terms.subst(state.vars[i].step?, &mut s);
            }
            now = next;
        }
        let back = needed.iter().all(|i| now[*i] == state.vars[*i].init);
        (back && self.terms.weight(now[n]) < 32).then_some(out)
    }

    /// The variables that a variable's step reads, itself included; `None` when it reads anything else of the iteration.
    fn read_by(&self, lid: LoopId, state: &LoopState, n: usize) -> Option<Vec<usize>> {
        let mut needed = vec![n];
        let mut at = 0;
        while at < needed.len() {
            let step = state.vars[needed[at]].step?;
            at += 1;
            let mut known = true;
            self.terms.for_each_sym(step, &mut |s| match state.vars.iter().position(|v| v.sym == s) {
                Some(i) if !needed.contains(&i) => needed.push(i),
                Some(_) => {}
                None => known &= !self.loop_within(self.terms.syms[s].def_loop, lid),
            });
            if !known {
                return None;
            }
        }
        Some(needed)
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
        Some(self.select(frame, &gates, &values, SymKey::Site(frame.ctx, v, 9)))
    }

    /// A phi that is not at a loop header.
    pub(super) fn phi(&mut self, frame: &mut Frame<'a>, v: ValueId) {
        if frame.graph.loop_headed_by(frame.block).is_some() {
            return;
        }
        let value = self.phi_value(frame, v, &|_| true, None).unwrap_or_else(|| self.lost(frame, v, 0));
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
        let Some(back) = back else { return false };
        let mut changed = false;
        for n in 0..state.vars.len() {
            let value = match state.vars[n].key {
                Key::Phi(v) => self.phi_value(frame, v, inside, Some(header)),
                Key::Cell { obj, inst, off, size, float } => {
                    let content = back.get(obj).cloned().unwrap_or_default();
                    self.cell_of(&content, obj, inst, off, size, float)
                }
            };
            state.vars[n].back = value;
        }
        let lost: Vec<Key> = state.vars.iter().filter(|v| v.back.is_none()).map(|v| v.key).collect();
        for key in lost {
            forget_var(state, key);
            changed = true;
        }
        changed |= self.classify(frame, lid, state);
        changed | self.compare_memory(lid, header_mem, back, state)
    }

    fn classify(&mut self, _frame: &Frame<'a>, lid: LoopId, state: &mut LoopState) -> bool {
        let mut changed = false;
        for var in &mut state.vars {
            if matches!(var.shape, Shape::Open | Shape::Symbol) {
                var.step = var.back;
            }
        }
        for n in 0..state.vars.len() {
            let (shape, init) = (state.vars[n].shape, state.vars[n].init);
            let Some(back) = state.vars[n].back else { continue };
            let own = self.terms.sym(state.vars[n].sym);
            let new = match shape {
                Shape::Open => {
                    let d = self.terms.sub(back, own);
                    if back == own || (back == init && !self.varies_in(init, lid)) {
                        Shape::Invariant
                    } else if !self.varies_in(back, lid) && self.terms.weight(back) < 32 {
                        Shape::Settled(back)
                    } else if !self.varies_in(d, lid) && !self.mentions_any_address(d) {
                        Shape::Linear(d)
                    } else {
                        (2..=MAX_PERIOD)
                            .find(|p| self.orbit(lid, state, n, *p).is_some())
                            .map_or(Shape::Symbol, Shape::Periodic)
                    }
                }
                Shape::Invariant if back != init => Shape::Symbol,
                Shape::Settled(then) if back != then => Shape::Symbol,
                Shape::Linear(step) => {
                    let now = self.header_value(lid, state, n);
                    let d = self.terms.sub(back, now);
                    if d == step { shape } else { Shape::Symbol }
                }
                other => other,
            };
            if new != shape {
                state.vars[n].shape = new;
                changed |= !(shape == Shape::Open && new == Shape::Symbol);
            }
        }
        changed
    }

    fn mentions_any_address(&self, t: TermId) -> bool {
        !self.objects_in(t).is_empty()
    }

    fn compare_memory(&mut self, lid: LoopId, header: &Mem, back: &Mem, state: &mut LoopState) -> bool {
        let mut changed = false;
        for obj in back.ids() {
            if back.shares(header, obj) {
                continue;
            }
            let h = header.get(obj).cloned().unwrap_or_default();
            let b = back.get(obj).cloned().unwrap_or_default();
            changed |= self.compare_object(lid, obj, &h, &b, state);
        }
        changed
    }

    fn compare_object(&mut self, lid: LoopId, obj: ObjId, h: &ObjMem, b: &ObjMem, state: &mut LoopState) -> bool {
        let mut changed = false;
        if (b.dirty || b.zero != h.zero) && !h.dirty {
            changed |= state.dirty.insert(obj);
        }
        for e in &h.entries {
            let key = Key::Cell { obj, inst: e.inst, off: e.off, size: e.size, float: e.float };
            if state.vars.iter().any(|v| v.key == key) {
                continue;
            }
            match self.cell_of(b, obj, e.inst, e.off, e.size, e.float) {
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
            if self.varies_in(e.off, lid) || self.varies_in(e.inst, lid) {
                changed |= state.dirty.insert(obj);
                if let Some(f) = self.family_of(lid, obj, e)
                    && !h.families.contains(&f)
                    && !state.families.contains(&(obj, f))
                    && !state.broken_families.contains(&(obj, f))
                {
                    state.families.push((obj, f));
                    changed = true;
                }
            } else if let Some(init) = self.cell_of(h, obj, e.inst, e.off, e.size, e.float)
                && init != e.val
            {
                let key = Key::Cell { obj, inst: e.inst, off: e.off, size: e.size, float: e.float };
                self.new_cell_var(lid, key, init, state);
                changed = true;
            }
        }
        for f in &h.families {
            if !b.families.contains(f) && !state.broken_families.contains(&(obj, *f)) {
                state.families.retain(|(o, g)| !(*o == obj && g == f));
                state.broken_families.push((obj, *f));
                changed = true;
            }
        }
        changed
    }

    fn new_cell_var(&mut self, lid: LoopId, key: Key, init: TermId, state: &mut LoopState) {
        let Key::Cell { obj, inst, off, .. } = key else { return };
        let name = self.objects[obj].name.clone();
        let sym = self.loop_symbol(SymKey::Cell(lid, obj, inst, off), lid, name);
        state.vars.push(Var { key, sym, shape: Shape::Open, init, step: None, back: None });
    }

    /// The row that an entry at `a + s·k` makes over all iterations so far.
    fn family_of(&mut self, lid: LoopId, obj: ObjId, e: &Entry) -> Option<Family> {
        if self.varies_in(e.inst, lid) {
            return None;
        }
        let counter = self.loops[lid].counter;
        let k = self.terms.sym(counter);
        let (c, ts) = self.terms.linear(e.off);
        let (_, stride) = *ts.iter().find(|(t, _)| *t == k)?;
        let rest = ts.into_iter().filter(|(t, _)| *t != k).collect();
        let base = self.terms.from_linear(c, rest);
        if stride.unsigned_abs() < e.size || self.varies_in(base, lid) {
            return None;
        }
        let index = self.symbol(SymKey::FamilyIndex(lid, obj, e.off), |_| Sym {
            lo: Some(0),
            ..Sym::new(SymKind::Index, "index", Knowledge::Known)
        });
        let mut s = Substitution::new();
        let i = self.terms.sym(index);
        s.insert(counter, i);
        let val = self.terms.subst(e.val, &mut s);
        if self.varies_in(val, lid) {
            return None;
        }
        let span = self.spans.get(&e.off).map(|(lo, hi)| (*lo, *hi + e.size as i64));
        Some(Family { inst: e.inst, base, stride, index, bound: k, size: e.size, span, val })
    }

    /// Records the loop's values and its final counter, and adapts what leaves it.
    fn finish_loop(&mut self, frame: &mut Frame<'a>, l: rma_cfg::LoopId, lid: LoopId, state: &LoopState) {
        let mut values = Vec::new();
        for var in &state.vars {
            if matches!(var.shape, Shape::Open | Shape::Symbol)
                && let Some(back) = var.back
            {
                values.push(LoopValue { sym: var.sym, init: var.init, back });
                // As well known as what goes into it.
                let own = var.sym;
                let mut k = self.terms.knowledge(var.init);
                let terms = &self.terms;
                terms.for_each_sym(back, &mut |s| {
                    if s != own {
                        k = k.max(terms.syms[s].knowledge);
                    }
                });
                let free = self.is_choice(back, own) && self.is_choice(var.init, own);
                // A recurrence without closed form takes its values in an order that nothing here knows.
                let recurs = self.terms.any_sym(back, |s| s == own);
                self.terms.syms[own].knowledge = match (free, recurs) {
                    (true, _) => Knowledge::Known,
                    (false, true) => Knowledge::Lost,
                    (false, false) => k.max(Knowledge::Input),
                };
            }
        }
        self.loops[lid].values = values;
        let exits: Vec<(BlockId, u32)> = self.feasible_exits(frame, l);
        self.loops[lid].bounds = self.exit_bounds(frame, l, lid, &exits);
        if let [(from, i)] = exits[..] {
            let at_header = from == frame.graph.loops[l].header;
            let at_latch = frame.graph.loops[l].latches[..] == [from];
            if at_header || at_latch {
                let stay = frame.edges.iter().filter(|((f, j), _)| *f == from && *j != i).map(|(_, (_, c))| *c).min();
                self.loops[lid].trips = stay.and_then(|c| self.final_counter(lid, c));
                // A loop of one block leaves it at its end.
                self.loops[lid].body_at_last = at_latch;
            }
        }
        if self.loops[lid].trips.is_some() {
            for e in exits {
                let Some((mut mem, cond)) = frame.edges.remove(&e) else { continue };
                self.finish_memory(&mut mem, lid);
                frame.edges.insert(e, (mem, cond));
            }
        }
    }

    /// A choice between parameters, constants and the value before: some run has any of them (option parsing loops).
    fn is_choice(&self, t: TermId, own: SymId) -> bool {
        match *self.terms.get(t) {
            Term::Const(_) => true,
            Term::Apply(_, ref xs) => xs.is_empty(),
            // Parameters, and outcomes of test calls.
            Term::Sym(s) => {
                let sym = &self.terms.syms[s];
                s == own
                    || (sym.knowledge == Knowledge::Known && matches!(sym.kind, SymKind::Parameter | SymKind::Input))
            }
            Term::Ite(_, a, b) => self.is_choice(a, own) && self.is_choice(b, own),
            _ => false,
        }
    }

    /// What the counter cannot exceed: the first failure of each condition that every iteration must pass to go on.
    fn exit_bounds(
        &mut self,
        frame: &Frame<'a>,
        l: rma_cfg::LoopId,
        lid: LoopId,
        exits: &[(BlockId, u32)],
    ) -> Vec<TermId> {
        let mut out = Vec::new();
        for &(from, i) in exits {
            let every = frame.graph.loop_of[from] == Some(l)
                && frame.graph.loops[l].latches.iter().all(|x| frame.graph.dominates(from, *x));
            if !every {
                continue;
            }
            let mut stay = frame.edges.iter().filter(|((f, j), _)| *f == from && *j != i).map(|(_, (_, c))| *c);
            let (first, more) = (stay.next(), stay.next());
            if let (Some(c), None) = (first, more)
                && let Some(bound) = self.final_counter(lid, c)
            {
                out.push(bound);
            }
        }
        out
    }

    fn feasible_exits(&self, frame: &Frame<'a>, l: rma_cfg::LoopId) -> Vec<(BlockId, u32)> {
        let mut out = Vec::new();
        for &b in &frame.graph.loops[l].blocks {
            for (i, s) in frame.func.terminator(b).kind.successors().into_iter().enumerate() {
                if !frame.graph.loop_contains(l, s) && frame.edges.contains_key(&(b, i as u32)) {
                    out.push((b, i as u32));
                }
            }
        }
        out
    }

    /// The counter's value when the condition to stay in the loop first fails.
    fn final_counter(&mut self, lid: LoopId, stay: TermId) -> Option<TermId> {
        let k = self.terms.sym(self.loops[lid].counter);
        let parts: Vec<TermId> = match self.terms.get(stay) {
            Term::All(ts) => ts.to_vec(),
            _ => vec![stay],
        };
        let varying: Vec<TermId> = parts.into_iter().filter(|p| self.varies_in(*p, lid)).collect();
        let [part] = varying[..] else { return self.final_of_bounds(lid, &varying) };
        let (inner, equal) = match *self.terms.get(part) {
            Term::Le0(t) => (t, false),
            Term::Not(n) => match *self.terms.get(n) {
                Term::Eq0(t) => (t, true),
                _ => return None,
            },
            _ => return None,
        };
        let (c, ts) = self.terms.linear(inner);
        let (_, a) = *ts.iter().find(|(t, _)| *t == k)?;
        let rest = self.terms.from_linear(c, ts.into_iter().filter(|(t, _)| *t != k).collect());
        if self.varies_in(rest, lid) {
            return None;
        }
        if equal {
            // Stepping over the end would run on for ever (no overflow).
            return self.terms.exact_div(rest, -a);
        }
        if a <= 0 {
            return None;
        }
        let minus = self.terms.scale(rest, -1);
        let by = self.terms.int(a);
        let last = self.terms.op(Op::Div, minus, by);
        let after = self.terms.add_int(last, 1);
        if self.terms.range(after).is_nonneg() {
            return Some(after);
        }
        let runs = self.terms.le0(rest);
        let zero = self.terms.int(0);
        Some(self.terms.ite(runs, after, zero))
    }

    /// Of several parts (`0 ≤ i && i < n`), the one that grows with the counter ends the loop if the others only get truer.
    fn final_of_bounds(&mut self, lid: LoopId, parts: &[TermId]) -> Option<TermId> {
        let k = self.terms.sym(self.loops[lid].counter);
        let mut upper = Vec::new();
        for p in parts {
            let Term::Le0(t) = *self.terms.get(*p) else { return None };
            let (_, ts) = self.terms.linear(t);
            let (_, a) = *ts.iter().find(|(t, _)| *t == k)?;
            if a > 0 {
                upper.push(*p);
            }
        }
        match upper[..] {
            [one] if parts.len() > 1 => self.final_counter(lid, one),
            _ => None,
        }
    }

    /// After the loop its counter has the final value.
    fn finish_memory(&mut self, mem: &mut Mem, lid: LoopId) {
        let Some(trips) = self.loops[lid].trips else { return };
        let counter = self.loops[lid].counter;
        let mut s = Substitution::new();
        s.insert(counter, trips);
        for obj in mem.ids() {
            let Some(content) = mem.get(obj) else { continue };
            let touched = content
                .entries
                .iter()
                .any(|e| [e.off, e.inst, e.val].iter().any(|t| self.terms.any_sym(*t, |x| x == counter)))
                || content.families.iter().any(|f| self.terms.any_sym(f.bound, |x| x == counter));
            if !touched {
                continue;
            }
            let mut content = content.clone();
            for e in &mut content.entries {
                e.off = self.terms.subst(e.off, &mut s);
                e.inst = self.terms.subst(e.inst, &mut s);
                e.val = self.terms.subst(e.val, &mut s);
            }
            for f in &mut content.families {
                f.bound = self.terms.subst(f.bound, &mut s);
            }
            mem.set(obj, content);
        }
    }
}

fn forget_var(state: &mut LoopState, key: Key) {
    state.vars.retain(|v| v.key != key);
    if let Key::Cell { obj, inst, off, size, .. } = key {
        state.gone.push((obj, inst, off, size));
    }
}
