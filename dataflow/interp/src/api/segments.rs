//! Segments: numbered memory of each process, which operations name by number and offset, at both sides (theory, 4.6).
//!
//! A segment is a window whose handle is a number of the program's own. Where the number is not known, or varies
//! (`iteration % 2`), the call becomes one operation for each segment that the number may name, each under the
//! condition that the number names this segment.

use super::CallSite;
use super::segment_numbers::Use;
use crate::interp::{Frame, Interp, Made};
use crate::memory::{Mem, Sort};
use rma_frontend::api::{AccessKind, Bank, Effect, Extent, Side, Until};
use rma_frontend::ir::ValueId;
use rma_skeleton::facts::{Role, Window};
use rma_skeleton::skeleton::{Access, Actor, Area, Complete, Covers, Death, Element, Event, NoteRef, Place};
use rma_term::ids::{CtxId, ObjId, TermId};
use rma_term::limits::Limit;
use rma_term::object::ObjKind;
use rma_term::term::{CommId, Distinct, Knowledge, Substitution, Term};
use std::collections::BTreeSet;

/// Bytes of a segment's id in an array.
const ID_BYTES: u64 = 1;
/// Bytes of an offset or a size in an array.
const OFFSET_BYTES: u64 = 8;

/// A segment of the program: one place that makes it.
#[derive(Debug, Clone)]
pub(crate) struct Segment {
    /// Its number.
    pub(super) id: TermId,
    /// The window that represents it.
    pub(super) window: ObjId,
    /// Conditions under which the place that makes it is reached.
    pub(super) reach: TermId,
    /// Its memory was made with it.
    allocated: bool,
    /// The calls that delete it, or some of those that a loop makes there.
    closed: BTreeSet<(CtxId, ValueId)>,
}

/// One segment that a number may mean.
#[derive(Debug, Clone, Copy)]
struct Choice {
    /// Holds when it does.
    cond: TermId,
    /// Holds when the calling process has made it there.
    made: TermId,
    /// Its window's handle.
    win: TermId,
    /// Address of the caller's memory.
    base: TermId,
    /// The window.
    window: ObjId,
}

/// One operation of a call: its effects, and the segments of those at the target.
#[derive(Debug, Default)]
struct Operation {
    own: Vec<Access>,
    target: Vec<(Access, Option<TermId>)>,
    offset: Option<TermId>,
    blocking: bool,
}

impl<'a> Interp<'a> {
    /// Memory becomes a segment.
    pub(super) fn expose(&mut self, frame: &Frame<'a>, call: &CallSite, mem: &mut Mem) {
        let Some(exposes) = call.routine.exposes else { return };
        let (Some(id), Some(size)) = (call.at(exposes.segment), call.at(exposes.size)) else { return };
        let name = match self.facts.terms.as_const(id) {
            Some(n) => format!("segment {n}"),
            None => "segment".to_owned(),
        };
        let Some(window) = self.exposed_window(frame, call) else { return };
        let inst = self.instance_here(frame);
        let base = match exposes.memory {
            Some(at) => call.at(at),
            None => {
                let memory =
                    self.new_object(frame, call.value, Made::SegmentMemory, ObjKind::Heap, name.clone(), Some(size));
                if self.facts.objects[memory].scope.is_none() {
                    mem.remove(memory);
                }
                Some(self.facts.terms.addr_of(memory, inst))
            }
        };
        if let Some(base) = base {
            let places = self.facts.places(base).list;
            self.polls.memory.extend(places.iter().map(|p| p.obj));
        }
        let disp_unit = self.facts.terms.int(1);
        self.facts.objects[window].name = name;
        let comm = CommId::World;
        self.facts.windows.insert(
            window,
            Window { base, inst, size: Some(size), disp_unit, comm, contiguous: false, allocated: false },
        );
        let reach = frame.reach.get(&frame.block).cloned().unwrap_or_default();
        let reach = self.facts.terms.all(&reach);
        self.api.segments.retain(|s| s.window != window);
        let allocated = exposes.memory.is_none();
        self.api.segments.push(Segment { id, window, reach, allocated, closed: BTreeSet::new() });
    }

    /// The window of the segment that a call makes.
    pub(super) fn exposed_window(&mut self, frame: &Frame<'a>, call: &CallSite) -> Option<ObjId> {
        call.routine.exposes?;
        Some(self.new_object(frame, call.value, Made::Segment, ObjKind::Window, String::new(), None))
    }

    /// A segment is deleted: its number is free for another, and memory that was made with it ceases to exist.
    pub(super) fn close(&mut self, frame: &mut Frame<'a>, call: &CallSite) {
        let Some(id) = call.routine.closes.and_then(|pos| call.at(pos)) else { return };
        let here = (frame.ctx, call.value);
        // What an earlier pass over a loop has noted of this call is about this call.
        self.api.segments.iter_mut().for_each(|s| _ = s.closed.remove(&here));
        let deleted = self.choices(frame, Use { id, call: call.value, owner: None });
        let mut places = Vec::new();
        for choice in &deleted {
            for place in self.facts.places(choice.base).list {
                let guard = self.facts.terms.all(&[place.guard, choice.cond]);
                places.push((choice.window, Place { guard, ..place }));
            }
        }
        for s in &mut self.api.segments {
            if !deleted.iter().any(|c| c.window == s.window) {
                continue;
            }
            s.closed.insert(here);
            if !s.allocated {
                places.retain(|(window, _)| *window != s.window);
            }
        }
        let places: Vec<Place> = places.into_iter().map(|(_, place)| place).collect();
        if !places.is_empty() {
            let loc = frame.func.insts[call.value].loc;
            self.emit(frame, loc, Event::Death { places, unknown: false, how: Death::Segment });
        }
    }

    /// The segments of a process, the caller or another, that a number may mean.
    fn choices(&mut self, frame: &Frame<'a>, of: Use) -> Vec<Choice> {
        let mut out: Vec<Choice> = Vec::new();
        // Each process may give its segment a number of its own.
        let me = self.facts.rank_in_comm(CommId::World);
        let mut there = Substitution::new();
        if let (Some(owner), &Term::Sym(me)) = (of.owner, self.facts.terms.get(me)) {
            there.insert(me, owner);
        }
        for closed in [false, true] {
            // A segment that was deleted is meant only where no other has its number.
            let free: Vec<TermId> = out.iter().map(|c| self.facts.terms.not(c.cond)).collect();
            for s in self.api.segments.clone().into_iter().filter(|s| s.closed.is_empty() != closed) {
                let Some(w) = self.facts.windows.get(&s.window).cloned() else { continue };
                let Some(base) = w.base else { continue };
                for instance in self.segments_named(frame, of, &s, w.inst, &mut there) {
                    let mut conds = free.clone();
                    conds.push(instance.cond);
                    let cond = self.facts.terms.all(&conds);
                    if self.facts.terms.is_false(cond) || self.facts.terms.is_contradiction(&conds) {
                        continue;
                    }
                    let mut by = instance.by;
                    let [base, inst, made] = [base, w.inst, s.reach].map(|t| self.facts.terms.subst(t, &mut by));
                    let win = self.facts.terms.addr_of(s.window, inst);
                    out.push(Choice { cond, made, win, base, window: s.window });
                }
            }
        }
        out
    }

    /// Address of the caller's segment with a number.
    fn segment_base(&mut self, frame: &Frame<'a>, id: TermId, call: ValueId) -> Option<TermId> {
        let choices = self.choices(frame, Use { id, call, owner: None });
        let mut out = None;
        for c in choices.iter().rev() {
            out = Some(match out {
                None => c.base,
                Some(rest) => {
                    let here = self.facts.terms.all(&[c.cond, c.made]);
                    self.facts.terms.ite(here, c.base, rest)
                }
            });
        }
        out
    }

    /// The pointer that `gaspi_segment_ptr` stores.
    pub(super) fn segment_pointer(&mut self, frame: &Frame<'a>, call: &CallSite) -> Option<TermId> {
        let id = call.named("segment_id")?;
        Some(
            self.segment_base(frame, id, call.value)
                .unwrap_or_else(|| self.lost(frame, call.value, Role::SegmentPointer)),
        )
    }

    /// Effects in segments: effects that end with the call happen here or are added to `late`, pending ones become
    /// operations.
    pub(super) fn segment_effects(
        &mut self,
        frame: &mut Frame<'a>,
        call: &CallSite,
        happens: TermId,
        mem: &mut Mem,
        late: &mut Vec<Access>,
    ) {
        let mut operations: Vec<Operation> = Vec::new();
        let mut blocking = Vec::new();
        let loc = frame.func.insts[call.value].loc;
        for effect in call.routine.effects.iter().filter(|e| e.segment.is_some()) {
            let happens = self.target_exists(call, happens);
            for (n, [segment, offset, size]) in self.instances(frame, call, effect, mem).into_iter().enumerate() {
                if operations.len() <= n {
                    operations.resize_with(n + 1, Operation::default);
                }
                let mut area = Area { places: Vec::new(), unknown: false, blocks: self.unknown_blocks() };
                area.blocks[0].len = size;
                let arg = call.routine.args.get(effect.at).cloned().unwrap_or_default();
                let actor = Actor::Argument { routine: call.routine, arg };
                let kind = self.kind_of(call, effect);
                let mut access = Access { kind, area, actor, bank: effect.bank, cond: happens, symmetric: false };
                let (Some(segment), Some(offset)) = (segment, offset) else {
                    access.area.unknown = true;
                    match effect.bank {
                        Bank::Own => operations[n].own.push(access),
                        Bank::Target => operations[n].target.push((access, None)),
                    }
                    continue;
                };
                if effect.bank == Bank::Target {
                    operations[n].offset = Some(offset);
                    operations[n].blocking = effect.until == Until::Return;
                    let of = Use { id: segment, call: call.value, owner: call.named("rank") };
                    let targets = self.at_targets(frame, access, of, offset);
                    operations[n].target.extend(targets);
                    continue;
                }
                match self.segment_base(frame, segment, call.value) {
                    Some(base) => {
                        let ptr = self.facts.terms.add(base, offset);
                        access.area = self.area(ptr, size);
                        if kind != AccessKind::Read {
                            self.arrives(frame, call, effect, ptr, &access.area, mem);
                        }
                    }
                    None => access.area.unknown = true,
                }
                if effect.until == Until::Return && self.is_used_beside(call, &access) {
                    blocking.push(access.clone());
                }
                match effect.until {
                    Until::Return if kind == AccessKind::Read => self.emit(frame, loc, Event::Access(access)),
                    Until::Return => late.push(access),
                    _ => operations[n].own.push(access),
                }
            }
        }
        self.runs_beside(frame, call, blocking);
        for operation in operations {
            self.post(frame, call, operation);
        }
    }

    /// An effect with an addend of zero only reads.
    fn kind_of(&self, call: &CallSite, effect: &Effect) -> AccessKind {
        let nothing = call.named("val_add").is_some_and(|t| self.facts.terms.as_const(t) == Some(0));
        if nothing && effect.access == AccessKind::Atomic { AccessKind::Read } else { effect.access }
    }

    /// Condition that the target of an operation is a rank of the program (assumption 18).
    fn target_exists(&mut self, call: &CallSite, happens: TermId) -> TermId {
        let Some(rank) = call.named("rank").filter(|_| call.routine.is_rma()) else { return happens };
        if self.facts.terms.weight(rank) > 24 || self.facts.terms.knowledge(rank) != Knowledge::Known {
            return happens;
        }
        let (zero, size) = (self.facts.terms.int(0), self.facts.size_of_comm(CommId::World));
        let (low, high) = (self.facts.terms.le(zero, rank), self.facts.terms.lt(rank, size));
        self.facts.terms.all(&[happens, low, high])
    }

    /// An effect at the target, once for each segment that it may be in.
    fn at_targets(
        &mut self,
        frame: &Frame<'a>,
        access: Access,
        of: Use,
        offset: TermId,
    ) -> Vec<(Access, Option<TermId>)> {
        let mut out: Vec<(Access, Option<TermId>)> = Vec::new();
        let mut known = false;
        for c in self.choices(frame, of) {
            // Several places that make it, in branches: they are one window.
            if self.facts.terms.is_true(c.cond) && std::mem::replace(&mut known, true) {
                continue;
            }
            let places = self.facts.places(c.base);
            let mut access = access.clone();
            access.cond = self.facts.terms.all(&[access.cond, c.cond]);
            access.area.unknown = places.unknown;
            access.area.places = places.list;
            access.area.blocks[0].offset = offset;
            out.push((access, Some(c.win)));
        }
        if out.is_empty() {
            let mut access = access;
            access.area.unknown = true;
            out.push((access, None));
        }
        out
    }

    /// Segment, offset and size of each operation of a call; of a list whose length or entries are not known, of one.
    fn instances(
        &mut self,
        frame: &Frame<'a>,
        call: &CallSite,
        effect: &Effect,
        mem: &Mem,
    ) -> Vec<[Option<TermId>; 3]> {
        let size = match &effect.extent {
            Extent::Bytes { factors, .. } => factors.first().and_then(|pos| call.at(*pos)),
            Extent::Fixed(n) => Some(self.facts.terms.int(*n as i64)),
            _ => None,
        };
        let (segment, offset) = (effect.segment.and_then(|pos| call.at(pos)), call.at(effect.at));
        let Some(each) = effect.each else { return vec![[segment, offset, size]] };
        let count = call
            .at(each)
            .and_then(|t| self.facts.terms.as_const(t))
            .filter(|n| *n >= 0 && self.facts.terms.limits.allows(Limit::SegmentList, *n));
        let (Some(count), Some(segments), Some(offsets), Some(sizes)) = (count, segment, offset, size) else {
            return vec![[None, None, None]];
        };
        (0..count)
            .map(|i| {
                let segment = self.array_element(segments, i, ID_BYTES, mem);
                let offset = self.array_element(offsets, i, OFFSET_BYTES, mem);
                let role = Role::Offset(i as u32);
                let offset = offset.unwrap_or_else(|| self.lost(frame, call.value, role));
                [segment, Some(offset), self.array_element(sizes, i, OFFSET_BYTES, mem)]
            })
            .collect()
    }

    /// Data that are written into the caller's segment are values read at run time.
    fn arrives(
        &mut self,
        frame: &Frame<'a>,
        call: &CallSite,
        effect: &Effect,
        ptr: TermId,
        area: &Area,
        mem: &mut Mem,
    ) {
        let len = area.blocks.first().and_then(|b| b.len);
        self.clobber(mem, ptr, len);
        if let ([p], Some(size @ (1 | 2 | 4 | 8))) = (&area.places[..], len.and_then(|l| self.facts.terms.as_const(l)))
        {
            let value = self.input(frame, call.value, Role::Received(effect.at), "a received value");
            self.brought(call, value);
            let p: Place = *p;
            self.write_cell(mem, &p, size as u64, value, Sort::Integer);
        }
    }

    /// Posts an operation, once for each segment that it may be about.
    fn post(&mut self, frame: &mut Frame<'a>, call: &CallSite, operation: Operation) {
        let loc = frame.func.insts[call.value].loc;
        let Operation { own, target, offset, blocking } = operation;
        if own.is_empty() && target.is_empty() {
            return;
        }
        let mut own = Some(own);
        let over = self.new_object(frame, call.value, Made::Call, ObjKind::OtherHandle, "call".into(), None);
        let inst = self.instance_here(frame);
        let over = self.facts.terms.addr_of(over, inst);
        let fixed = self.facts.terms.int(OFFSET_BYTES as i64);
        let mut targets: Vec<Option<(Access, Option<TermId>)>> = target.into_iter().map(Some).collect();
        if targets.is_empty() {
            targets.push(None);
        }
        for t in targets {
            let mut effects = own.take().unwrap_or_default();
            let win = t.as_ref().and_then(|(_, win)| *win);
            let atomic = t.as_ref().is_some_and(|(a, _)| a.kind != AccessKind::Write && blocking);
            effects.extend(t.map(|(access, _)| access));
            let mut issue = self.issue(call, call.routine, effects, None);
            issue.target.win = win;
            issue.target.rank = call.named("rank");
            issue.target.disp = offset;
            issue.completion.queue = Some(if blocking { over } else { call.named("queue").unwrap_or(over) });
            issue.completion.note = self.own_note(call);
            if atomic {
                issue.atomicity.element = Some(Element { ty: fixed, size: OFFSET_BYTES as i64 });
            }
            self.emit(frame, loc, Event::Issue(Box::new(issue.clone())));
            if blocking {
                let yes = self.facts.terms.truth(true);
                let (side, covers) = (Side::Both, Covers::Queue(over));
                let done = Complete { routine: call.routine, side, covers, cond: yes, some: None };
                self.emit(frame, loc, Event::Complete(done));
                self.fetches(frame, call, &issue);
            }
        }
    }

    /// Records that an atomic operation fetches a value that a loop may wait for.
    fn fetches(&mut self, frame: &Frame<'a>, call: &CallSite, issue: &rma_skeleton::skeleton::Issue) {
        let loc = frame.func.insts[call.value].loc;
        let written = call.routine.effects.iter().find(|e| e.bank == Bank::Own && e.access == AccessKind::Write);
        let Some(effect) = written else { return };
        let event = Event::Issue(Box::new(issue.clone()));
        let item = rma_skeleton::skeleton::Item { event, loc, ctx: frame.ctx, inst: frame.inst };
        let value = self.input(frame, call.value, Role::Received(effect.at), "a received value");
        crate::api::fetch::record(self, value, issue, item, (None, call.named("comparator"), call.named("val_new")));
        self.counts_by_value(call, value);
    }

    /// Records that every fetch from a counter, to which each fetch adds, returns another value (assumption 20).
    fn counts_by_value(&mut self, call: &CallSite, value: TermId) {
        let Some(step) = call.named("val_add").and_then(|t| self.facts.terms.as_const(t)).filter(|s| *s > 0) else {
            return;
        };
        if let Term::Sym(x) = *self.facts.terms.get(value) {
            self.facts.terms.syms[x].distinct = Some(Distinct::By(step));
            self.facts.terms.syms[x].lo = Some(0);
        }
    }

    /// The notification of the caller that an operation raises when it is complete.
    fn own_note(&self, call: &CallSite) -> Option<NoteRef> {
        let at_caller = call.routine.order.is_empty().then(|| call.named("notification_id"))??;
        let segment = call.named("segment_id_notification").or_else(|| call.named("segment_id_local"))?;
        Some(NoteRef { segment, id: at_caller })
    }
}
