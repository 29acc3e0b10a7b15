//! Persistent and partitioned requests: what a call prepares, and what begins when the request is started or a partition is
//! ready (MPI 4.1, 3.9 and 4.2) (theory, 4.6).

use crate::api::CallSite;
use crate::api::requests::RequestTable;
use crate::interp::{Frame, Interp, Made};
use crate::memory::Mem;
use rma_frontend::api::{OutKind, Readies, Routine, Scope};
use rma_frontend::ir::LocId;
use rma_skeleton::facts::Role;
use rma_skeleton::skeleton::{Access, Area, Block, Completion, Event, Issue, OrderCall, Place, RequestRef};
use rma_term::ids::{ObjId, TermId};
use rma_term::limits::Limit;
use rma_term::object::ObjKind;
use rma_term::term::{Knowledge, Substitution, SymKind, Term};

/// A persistent request, in terms of the call that makes it.
#[derive(Debug, Clone)]
pub(crate) struct Persistent {
    /// The routine.
    routine: &'static Routine,
    /// Iterations of the loops around the call.
    inst: TermId,
    /// The cell that receives the handle.
    cell: Vec<Place>,
    /// Effects that it has when it is started.
    started: Vec<Access>,
    /// Effects that it has, partition by partition, when these are ready.
    ready: Vec<Access>,
    /// Its partitions.
    partitions: Option<Partitions>,
    /// The order between processes that its start gives.
    order: Option<OrderCall>,
}

/// A symbolic iteration of a loop, about which nothing else is known.
struct SomeInstance {
    /// The instance of what is made in it.
    of: TermId,
    /// There is one.
    exists: TermId,
}

/// The partitions of a request (MPI 4.1, 4.2): they are one after another in its buffer.
#[derive(Debug, Clone, Copy)]
struct Partitions {
    /// How many.
    number: TermId,
    /// Elements of each.
    count: TermId,
    /// Datatype handle.
    datatype: TermId,
}

impl RequestTable {
    /// The memory that persistent requests of the program use.
    pub(crate) fn persistent_areas(&self) -> impl Iterator<Item = &Area> {
        self.persistent.values().flat_map(|p| p.started.iter().chain(&p.ready)).map(|e| &e.area)
    }
}

impl<'a> Interp<'a> {
    /// `MPI_Start` and `MPI_Startall`: the effects of persistent requests begin.
    pub(super) fn starts(&mut self, frame: &mut Frame<'a>, call: &CallSite, mem: &mut Mem) {
        let Some(scope) = call.routine.starts else { return };
        let one = self.facts.terms.int(1);
        let (ptr, count) = match scope {
            Scope::Request => (call.named("request"), one),
            _ => (call.named("array_of_requests"), call.named("count").unwrap_or(one)),
        };
        let Some(ptr) = ptr else { return };
        let constant = self.facts.terms.as_const(count);
        match constant.filter(|c| *c >= 0 && self.facts.terms.limits.allows(Limit::HeldRequests, *c)) {
            Some(count) => {
                for i in 0..count {
                    let i = self.facts.terms.int(i);
                    self.start_one(frame, call, ptr, i, mem);
                }
            }
            None => self.start_all(frame, call, ptr, count, mem),
        }
    }

    fn start_one(&mut self, frame: &mut Frame<'a>, call: &CallSite, array: TermId, i: TermId, mem: &mut Mem) {
        let (v, size) = (call.value, self.handle_size(call.routine));
        let along = self.facts.terms.scale(i, size as i64);
        let at = self.facts.terms.add(array, along);
        let handle = self.load(frame, v, mem, at, size, false);
        let cell = self.facts.places(at).list;
        let objects = self.request_objects(handle);
        if objects.is_empty() && self.facts.terms.as_const(handle).is_none() {
            let bytes = self.facts.terms.int(size as i64);
            return self.start_made_in(frame, call, at, bytes);
        }
        self.start_objects(frame, call, &objects, &cell);
    }

    /// The requests of an array of unknown length: one of each row of requests that is stored there.
    fn start_all(&mut self, frame: &mut Frame<'a>, call: &CallSite, array: TermId, count: TermId, mem: &Mem) {
        let size = self.handle_size(call.routine) as i64;
        let zero = self.facts.terms.int(0);
        let requests = self.requests_at(array, count, size, zero, mem);
        let bytes = self.facts.terms.scale(count, size);
        if !requests.known {
            return self.start_made_in(frame, call, array, bytes);
        }
        for (n, held) in requests.held.iter().enumerate() {
            let (mut handle, mut at, mut guards) = (held.handle, held.at, vec![held.guard]);
            if let Some(row) = held.row {
                let i = self.index_of_start(frame, call, n as u32);
                let mut by = Substitution::new();
                by.insert(row.index, i);
                handle = self.facts.terms.subst(handle, &mut by);
                let along = self.facts.terms.scale(i, row.stride);
                at = self.facts.terms.add(at, along);
                guards.push(self.facts.terms.lt(i, row.bound));
            }
            guards.push(self.facts.terms.le(zero, at));
            guards.push(self.facts.terms.lt(at, bytes));
            let guard = self.facts.terms.all(&guards);
            let cell = self.facts.terms.add(array, at);
            let cell = self.facts.places(cell).list;
            let mut objects = self.request_objects(handle);
            objects.iter_mut().for_each(|(.., when)| *when = self.facts.terms.all(&[*when, guard]));
            self.start_objects(frame, call, &objects, &cell);
        }
    }

    /// Starts requests in cells whose content is not known: those that calls have stored there, each made in any iteration. If
    /// there are none, it may be any request.
    fn start_made_in(&mut self, frame: &mut Frame<'a>, call: &CallSite, array: TermId, bytes: TermId) {
        let places = self.facts.places(array).list;
        let zero = self.facts.terms.int(0);
        let mut symbols = 0;
        let mut found = Vec::new();
        for (obj, made) in self.api.requests.persistent.clone() {
            let inst = self.some_instance(frame, call, made.inst, &mut symbols);
            for (cell, at) in made.cell.iter().flat_map(|c| places.iter().map(move |p| (c, p))) {
                let mut here = self.for_instance(made.inst, inst.of);
                let cell = cell.map(|t| here.term(&mut self.facts, t));
                if cell.obj != at.obj || !here.told {
                    continue;
                }
                let d = self.facts.terms.sub(cell.offset, at.offset);
                let (low, high) = (self.facts.terms.le(zero, d), self.facts.terms.lt(d, bytes));
                let same = self.facts.terms.eq(cell.inst, at.inst);
                let guard = self.facts.terms.all(&[inst.exists, cell.guard, at.guard, low, high, same]);
                if !self.facts.terms.is_false(guard) {
                    found.push(((obj, inst.of, guard), cell));
                }
            }
        }
        for (object, cell) in &found {
            self.start_objects(frame, call, &[*object], std::slice::from_ref(cell));
        }
        if found.is_empty() {
            let known = self.lost(frame, call.value, Role::IsMade);
            let perhaps = self.facts.terms.ne0(known);
            let inst = self.lost(frame, call.value, Role::Value);
            let any: Vec<_> = self.api.requests.persistent.keys().map(|obj| (*obj, inst, perhaps)).collect();
            self.start_objects(frame, call, &any, &[]);
        }
    }

    /// Some iteration of the loops around the call that makes a request.
    fn some_instance(&mut self, frame: &Frame<'a>, call: &CallSite, made: TermId, symbols: &mut u32) -> SomeInstance {
        let parts = match self.facts.terms.get(made) {
            Term::Apply(_, parts) => parts.to_vec(),
            _ => vec![made],
        };
        let (mut of, mut guards) = (Vec::new(), Vec::new());
        for part in parts {
            let counter = match *self.facts.terms.get(part) {
                Term::Sym(x) => self.facts.terms.syms[x].def_loop.filter(|l| self.facts.loops[*l].counter == x),
                _ => None,
            };
            let Some(l) = counter else {
                of.push(part);
                continue;
            };
            let i = self.index_of_start(frame, call, *symbols);
            *symbols += 1;
            let turns = self.facts.loops[l].trips;
            guards.extend(turns.map(|n| self.facts.terms.lt(i, n)));
            of.push(i);
        }
        SomeInstance { of: self.facts.terms.tuple(&of), exists: self.facts.terms.all(&guards) }
    }

    fn index_of_start(&mut self, frame: &Frame<'a>, call: &CallSite, n: u32) -> TermId {
        let (kind, role) = (SymKind::Index, Role::Started(n));
        let s = self.site_symbol(frame, call.value, role, kind, Knowledge::Known, "index of a request");
        self.facts.terms.syms[s].lo = Some(0);
        self.facts.terms.sym(s)
    }

    /// Requests, each with its instance and condition, from cells.
    fn start_objects(
        &mut self,
        frame: &mut Frame<'a>,
        call: &CallSite,
        objects: &[(ObjId, TermId, TermId)],
        cell: &[Place],
    ) {
        let (v, loc) = (call.value, frame.func.insts[call.value].loc);
        for &(obj, inst, when) in objects {
            self.start_order(frame, v, (obj, inst, when));
            let Some(persistent) = self.api.requests.persistent.get(&obj).cloned() else { continue };
            let request = RequestRef { obj, inst, cell: cell.to_vec() };
            let number = persistent.partitions.and_then(|p| self.facts.terms.as_const(p.number));
            let divided = number.filter(|n| self.facts.terms.limits.allows(Limit::HeldRequests, *n));
            let Some(number) = divided else {
                let effects = self.of_request(&persistent, &persistent.started, inst, when, None);
                self.pending_request(frame, loc, persistent.routine, effects, request, None);
                continue;
            };
            // Each partition of a receive can be found complete on its own.
            for n in 0..number {
                let (n, one) = (self.facts.terms.int(n), self.facts.terms.int(1));
                let effects = self.of_request(&persistent, &persistent.started, inst, when, Some((n, one)));
                self.pending_request(frame, loc, persistent.routine, effects, request.clone(), Some(n));
            }
        }
    }

    fn pending_request(
        &mut self,
        frame: &mut Frame<'a>,
        loc: Option<LocId>,
        routine: &'static Routine,
        effects: Vec<Access>,
        request: RequestRef,
        partition: Option<TermId>,
    ) {
        if effects.is_empty() {
            return;
        }
        let completion = Completion { request: Some(request), partition, ..Completion::default() };
        self.emit(frame, loc, Event::Issue(Box::new(Issue { completion, ..Issue::of(routine, effects) })));
    }

    /// The effects of a request: all of them, or those of a number of partitions from one on.
    fn of_request(
        &mut self,
        of: &Persistent,
        effects: &[Access],
        inst: TermId,
        when: TermId,
        part: Option<(TermId, TermId)>,
    ) -> Vec<Access> {
        let mut out = Vec::new();
        for effect in effects {
            let blocks = match part.zip(of.partitions) {
                Some(((first, number), all)) => self.partition(all, first, number),
                None => effect.area.blocks.clone(),
            };
            let area = Area { blocks, ..effect.area.clone() };
            let area = self.for_instance(of.inst, inst).area(&mut self.facts, &area);
            let mut here = self.for_instance(of.inst, inst);
            let cond = here.term(&mut self.facts, effect.cond);
            let cond = if here.told { self.facts.terms.all(&[cond, when]) } else { when };
            out.push(Access { area, cond, ..effect.clone() });
        }
        out
    }

    /// The bytes of some partitions, from the first one on, in the buffer of a request.
    fn partition(&mut self, all: Partitions, first: TermId, number: TermId) -> Vec<Block> {
        let count = self.facts.terms.mul(all.count, number);
        let blocks = self.typed_blocks(Some(count), Some(all.datatype));
        let Some(extent) = self.layout(all.datatype).extent else { return self.unknown_blocks() };
        let size = self.facts.terms.mul(all.count, extent);
        let start = self.facts.terms.mul(size, first);
        self.shift(blocks, start)
    }

    /// `MPI_Pready` and its like: the partitions of a send are in use from here on.
    pub(super) fn readies(&mut self, frame: &mut Frame<'a>, call: &CallSite, mem: &Mem) {
        let (Some(readies), Some(handle)) = (call.routine.readies, call.named("request")) else { return };
        let one = self.facts.terms.int(1);
        let parts: Vec<Option<(TermId, TermId)>> = match readies {
            Readies::One(pos) => vec![call.at(pos).map(|first| (first, one))],
            Readies::Range(low, high) => {
                let range = call.at(low).zip(call.at(high)).map(|(low, high)| {
                    let last = self.facts.terms.sub(high, low);
                    (low, self.facts.terms.add_int(last, 1))
                });
                vec![range]
            }
            Readies::List { count, array } => {
                let count = call.at(count).and_then(|c| self.facts.terms.as_const(c));
                let count = count.filter(|c| *c >= 0 && self.facts.terms.limits.allows(Limit::HeldRequests, *c));
                match (count, call.at(array)) {
                    (Some(count), Some(array)) => {
                        (0..count).map(|i| self.array_element(array, i, 4, mem).map(|first| (first, one))).collect()
                    }
                    _ => vec![None],
                }
            }
        };
        let loc = frame.func.insts[call.value].loc;
        for (obj, inst, when) in self.request_objects(handle) {
            let Some(of) = self.api.requests.persistent.get(&obj).cloned() else { continue };
            // The handle names the request here, not the cell that it was made in.
            self.facts.copies.requests.insert(obj);
            for part in &parts {
                let mut effects = self.of_request(&of, &of.ready, inst, when, *part);
                effects.iter_mut().filter(|_| part.is_none()).for_each(|e| e.area.unknown = true);
                let request = RequestRef { obj, inst, cell: Vec::new() };
                self.pending_request(frame, loc, call.routine, effects, request, None);
            }
        }
    }

    /// A call makes a persistent request with these effects.
    pub(super) fn persistent_effects(
        &mut self,
        frame: &mut Frame<'a>,
        call: &CallSite,
        started: Vec<Access>,
        ready: Vec<Access>,
    ) {
        let Some(made) = self.persistent_request(frame, call) else { return };
        let number = call.named("partitions");
        let elements = call.named("count").zip(call.named("datatype"));
        let partitions = number.zip(elements).map(|(number, (count, datatype))| Partitions { number, count, datatype });
        *made = Persistent { started, ready, partitions, ..made.clone() };
    }

    /// Records the order between processes that a persistent request gives each time that it is started.
    pub(super) fn persistent_order(&mut self, frame: &mut Frame<'a>, call: &CallSite, order: OrderCall) {
        if let Some(made) = self.persistent_request(frame, call) {
            made.order = Some(order);
        }
    }

    /// The part in the order between processes that a persistent request has when it is started.
    pub(super) fn order_of(&mut self, obj: ObjId, inst: TermId, when: TermId) -> Option<OrderCall> {
        let of = self.api.requests.persistent.get(&obj)?;
        let (made, order) = (of.inst, of.order.clone()?);
        let mut here = self.for_instance(made, inst);
        let mut order = order.map(|t| here.term(&mut self.facts, t));
        order.cond = self.facts.terms.all(&[order.cond, when]);
        Some(order)
    }

    fn persistent_request(&mut self, frame: &Frame<'a>, call: &CallSite) -> Option<&mut Persistent> {
        let out = call.routine.outputs.iter().find(|o| o.kind == OutKind::PersistentRequest)?;
        let made = Made::Output(out.arg);
        let obj = self.new_object(frame, call.value, made, ObjKind::Request, "request".into(), None);
        let (routine, inst) = (call.routine, self.instance_here(frame));
        let cell = call.at(out.arg).map_or(Vec::new(), |ptr| self.facts.places(ptr).list);
        let (started, ready) = (Vec::new(), Vec::new());
        let new = Persistent { routine, inst, cell, started, ready, partitions: None, order: None };
        let known = self.api.requests.persistent.entry(obj).or_insert_with(|| new.clone());
        (known.inst, known.cell) = (new.inst, new.cell);
        Some(known)
    }
}
