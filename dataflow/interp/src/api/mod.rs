//! The meaning of calls of modelled routines: rows of the API tables applied to terms (theory, 2.6).
//!
//! One call consists, in this order, of accesses to its own buffers that end before it returns, effects that it leaves pending,
//! completions, and the values that it stores. All of this comes from the row; only constructors of windows, datatypes and
//! communicators need special code.

mod absolute;
mod addresses;
mod alike;
mod arrays;
mod arrivals;
mod broadcasts;
mod cancelled;
mod chosen;
mod completion;
mod datatype;
mod effects;
mod epoch;
mod epoch_state;
pub(crate) mod fetch;
mod formats;
mod fortran;
mod full_queue;
mod gathered;
mod graphs;
mod groups;
mod handles;
mod instances;
mod kept;
mod nodes;
mod order;
mod others;
mod outputs;
mod parameters;
mod parts;
mod persistent;
mod reductions;
mod requests;
mod runtime;
mod segment_numbers;
mod segments;
mod status;
pub(crate) mod stored_addresses;
mod strings;
mod symmetric;
mod teams;
mod texts;
mod ties;
mod topology;
mod types;
mod unknown_groups;
mod variadic;
mod windows;

pub use texts::Texts;

use crate::interp::{Frame, Interp, Made, Notice};
use crate::memory::Mem;
use rma_frontend::api::{ArgPos, Epoch, Extent, Order, Passed, Returns, Routine, Runtime};
use rma_frontend::ir::ValueId;
use rma_skeleton::facts::{Read, Role};
use rma_skeleton::skeleton::{Area, Block, Death, Dim, Event, Place};
use rma_term::ids::{ObjId, SymId, TermId};
use rma_term::object::ObjKind;
use rma_term::term::{Knowledge, Op, SymKind, Term};
use std::collections::{BTreeMap, BTreeSet};

/// Bytes of a Fortran handle.
const HANDLE: u64 = 4;

/// Facts about the objects that routines have made. Those about communicators and groups are in [`Facts`](rma_skeleton::facts::Facts).
#[derive(Debug, Default)]
pub(crate) struct ApiState {
    pub datatypes: datatype::Datatypes,
    pub requests: requests::RequestTable,
    pub windows: windows::WindowTable,
    /// Segments, in the order in which they were made.
    pub segments: Vec<segments::Segment>,
    pub symmetric: symmetric::Symmetric,
    /// Addresses that the program sends to other processes, and where what it received is from.
    pub addresses: addresses::Addresses,
    /// Addresses that the program stores.
    pub stored_addresses: stored_addresses::StoredAddresses,
    /// Groups whose members are not known, but which are the same on all processes.
    pub alike_groups: BTreeSet<ObjId>,
    /// Texts that the program compares strings with.
    pub texts: Texts,
    /// What the program can do to other processes.
    pub reach: others::Reach,
    /// Choice buffers of the Fortran call under interpretation that are sections with gaps, by argument.
    pub sections: BTreeMap<ArgPos, Vec<Block>>,
    /// Symbols that stand for a value in the root of a broadcast.
    pub of_roots: BTreeSet<SymId>,
    /// For each graph, the neighbours that the processes passed, by the name of the argument.
    pub graphs: BTreeMap<(ObjId, &'static str), Vec<TermId>>,
    /// Functions that the program has given to MPI.
    pub kept: kept::KeptFunctions,
    /// Facts about results of reductions that only the root gets.
    pub reduced: BTreeMap<SymId, reductions::ReducedAtRoot>,
    /// Files and hints that are the same for all processes.
    pub shared: alike::SharedInputs,
}

/// A call under interpretation.
pub(crate) struct CallSite<'c> {
    pub routine: &'static Routine,
    pub args: &'c [TermId],
    pub value: ValueId,
}

impl CallSite<'_> {
    /// The argument that the standard calls `name`.
    pub fn named(&self, name: &str) -> Option<TermId> {
        self.at(self.routine.arg(name)?)
    }

    /// The argument at a position.
    pub fn at(&self, pos: ArgPos) -> Option<TermId> {
        self.args.get(pos).copied()
    }
}

impl<'a> Interp<'a> {
    /// The arguments of a call. If a group argument is a case distinction, it is reduced to the case that holds at the current block,
    /// because a program often makes one group for each mode.
    fn args_here(&mut self, frame: &Frame<'a>, routine: &Routine, args: &[TermId]) -> Vec<TermId> {
        let mut out = args.to_vec();
        if let Some(group) = routine.arg("group").and_then(|pos| out.get_mut(pos))
            && matches!(self.facts.terms.get(*group), Term::Ite(..))
        {
            let reach = frame.reach.get(&frame.block).map_or(&[][..], |conds| conds);
            let gate = self.facts.terms.all(reach);
            *group = self.facts.terms.case_where(*group, gate);
        }
        out
    }

    /// A call of a routine with a model. `false` when it does not return.
    pub(crate) fn call_routine(
        &mut self,
        frame: &mut Frame<'a>,
        v: ValueId,
        routine: &'static Routine,
        args: &[TermId],
        mem: &mut Mem,
    ) -> bool {
        let args = &self.args_here(frame, routine, args)[..];
        args.iter().for_each(|a| self.choose_communicator(*a));
        let call = CallSite { routine, args, value: v };
        if let Some(value) = self.thread_call(frame, &call, mem) {
            self.set(frame, v, value);
            return true;
        }
        self.uses_shared_inputs(frame, &call, mem);
        self.expose(frame, &call, mem);
        if routine.jumps {
            let name = frame.func.display_name().to_owned();
            self.notice(Notice::Jump(name), frame.func.insts[v].loc);
        }
        // Before a broadcast writes to the buffer that its root sends.
        self.sends_address(frame, &call, mem);
        self.replaces_parts(frame, &call, mem);
        self.runs_functions(frame, &call, mem);
        let late = self.effects(frame, &call, mem);
        self.starts(frame, &call, mem);
        self.readies(frame, &call, mem);
        self.completions(frame, &call, mem);
        let epoch = call.named("win").and_then(|w| self.epoch_of(w, mem));
        self.change_epoch(&call, mem);
        let unmatched = self.unmatched(&call, mem);
        let mixed = self.mixed(&call, mem);
        self.epoch_call(frame, &call, epoch, (unmatched, mixed));
        let done = (routine.epoch == Some(Epoch::Test)).then(|| self.flag(frame, &call));
        self.move_epoch((frame.ctx, v), &call, done, mem);
        self.attach(&call);
        self.order(frame, &call, mem);
        self.free_window_memory(frame, &call, mem);
        if let Some(change @ (Epoch::Acquire | Epoch::Release)) = routine.epoch {
            self.lock_variable(frame, &call, change);
        }
        self.changed_by_others(routine, mem);
        let loc = frame.func.insts[v].loc;
        for access in late {
            self.emit(frame, loc, Event::Access(access));
        }
        self.outputs(frame, &call, mem);
        self.keeps_functions(frame, &call);
        self.close(frame, &call);
        if routine.runtime == Some(Runtime::AtExit) {
            self.register(frame, &call);
        } else {
            self.call_backs(frame, &call, mem);
        }
        if let Some(pos) = routine.frees {
            self.frees(frame, &call, pos, mem);
        }
        let value = match routine.runtime {
            Some(runtime) => self.runtime_call(frame, &call, runtime, mem),
            None => None,
        };
        let value = value.unwrap_or_else(|| self.returned(frame, &call, mem));
        if let Some(type_info) = &routine.raises {
            self.raise(frame, v, type_info, mem);
        }
        self.set(frame, v, value);
        !routine.noreturn
    }

    fn frees(&mut self, frame: &mut Frame<'a>, call: &CallSite, pos: ArgPos, mem: &mut Mem) {
        let Some(ptr) = call.at(pos) else { return };
        let places = self.facts.places(ptr);
        let unknown = places.unknown && self.facts.terms.as_const(ptr).is_none();
        // What is known for sure comes first.
        let first = self.first_of_loop(frame, ptr);
        let places = [first, places.list].concat();
        let grows = matches!(call.routine.returns, Returns::NewMemory { .. });
        let how = if grows { Death::Realloc } else { Death::Free };
        if grows {
            self.note_moved(ptr, None);
        } else {
            for p in &places {
                mem.get_mut(p.obj).spoil();
            }
        }
        if !places.is_empty() || unknown {
            let loc = frame.func.insts[call.value].loc;
            self.emit(frame, loc, Event::Death { places, unknown, how });
        }
    }

    /// The memory to which a pointer that changes in each iteration points in the first one: the head of a list that a loop
    /// frees. Behind the loop the pointer still is the first one if no iteration has changed it.
    fn first_of_loop(&mut self, frame: &Frame<'a>, ptr: TermId) -> Vec<Place> {
        let Term::Sym(x) = *self.facts.terms.get(ptr) else { return Vec::new() };
        let SymKind::LoopPhi(l) = self.facts.terms.syms[x].kind else { return Vec::new() };
        let Some(&first) = self.loops.entered.get(&x) else { return Vec::new() };
        let here = self.current_loop(frame);
        let counter = if self.facts.loop_within(here, l) {
            self.facts.terms.sym(self.facts.loops[l].counter)
        } else {
            let Some(trips) = self.facts.loops[l].trips else { return Vec::new() };
            trips
        };
        let begins = self.facts.terms.eq0(counter);
        let mut places = self.facts.places(first).list;
        for p in &mut places {
            p.guard = self.facts.terms.all(&[p.guard, begins]);
        }
        places
    }

    pub(crate) fn call_backs(&mut self, frame: &mut Frame<'a>, call: &CallSite, mem: &mut Mem) {
        for callback in &call.routine.calls {
            let Some(ptr) = call.at(callback.function) else { continue };
            let mut passed: Vec<Option<TermId>> = Vec::new();
            for p in &callback.args {
                match *p {
                    Passed::Unknown => passed.push(None),
                    Passed::Arg(pos) => passed.push(call.at(pos)),
                    Passed::Variable => passed.extend(call.args.iter().skip(call.routine.args.len()).map(|a| Some(*a))),
                }
            }
            let called = self.called_through(frame, call, ptr, mem);
            if called.iter().all(|f| self.facts.module.functions[*f].is_declaration()) {
                self.note_unresolved(frame, call.value, ptr);
            }
            for f in called {
                let n = self.facts.module.functions[f].params.len();
                let args: Vec<TermId> = (0..n)
                    .map(|i| {
                        let known = passed.get(i).copied().flatten();
                        known.unwrap_or_else(|| self.lost(frame, call.value, Role::CallbackArgument(i as u32)))
                    })
                    .collect();
                self.call_back(frame, call.value, f, &args, mem);
            }
        }
    }

    /// The functions that a pointer may point to. For the pointer that libstdc++ passes for `std::call_once`, these are the functions in a
    /// variable of that library.
    fn called_through(
        &mut self,
        frame: &mut Frame<'a>,
        call: &CallSite,
        ptr: TermId,
        mem: &mut Mem,
    ) -> Vec<rma_frontend::ir::FuncId> {
        let functions = |interp: &mut Self, ptr: TermId| -> Vec<rma_frontend::ir::FuncId> {
            let places = interp.facts.places(ptr).list;
            let function = |p: &Place| match interp.facts.objects[p.obj].kind {
                ObjKind::Function(f) => Some(f),
                _ => None,
            };
            places.iter().filter_map(function).collect()
        };
        let mut out = functions(self, ptr);
        if out.iter().any(|f| self.facts.module.functions[*f].name == "__once_proxy")
            && let Some(variable) = self.facts.module.globals.position(|g| g.name == "_ZSt11__once_call")
        {
            let variable = self.global(variable);
            // Each thread, and each iteration that makes one, has this variable of its own.
            let own = self.own_instance();
            let at = self.facts.terms.addr_of(variable, own);
            let stored = self.load(frame, call.value, mem, at, 8, false);
            out.extend(functions(self, stored));
        }
        out
    }

    /// Whether the Fortran handles that two arguments point to are the same.
    fn same_handles(&mut self, frame: &Frame<'a>, call: &CallSite, at: [ArgPos; 2], mem: &mut Mem) -> TermId {
        let [Some(a), Some(b)] = at.map(|pos| call.at(pos)) else {
            return self.lost(frame, call.value, Role::Value);
        };
        let [a, b] = [(a, 0), (b, 1)]
            .map(|(at, n)| self.load_part(frame, (call.value, Read::Argument(n)), mem, at, HANDLE, false));
        self.facts.terms.eq(a, b)
    }

    fn returned(&mut self, frame: &mut Frame<'a>, call: &CallSite, mem: &mut Mem) -> TermId {
        match &call.routine.returns {
            Returns::Success | Returns::Nothing => self.facts.terms.int(0),
            Returns::Result => {
                let code = self.input(frame, call.value, Role::Failed, &format!("result of {}", call.routine.name));
                self.is_at_least(code, 0)
            }
            Returns::UsualSuccess => {
                let code = self.input(frame, call.value, Role::Failed, &format!("result of {}", call.routine.name));
                if let Term::Sym(s) = *self.facts.terms.get(code) {
                    self.facts.terms.syms[s].usual = Some(0);
                }
                self.is_at_least(code, 0)
            }
            Returns::Status(_) => self.status_of(frame, call),
            Returns::Function | Returns::Number(_) | Returns::Order(..) => self.function_of_each(frame, call, mem),
            Returns::Setting => self.setting(frame, call, mem),
            Returns::Length => {
                let length = self.function_of_each(frame, call, mem);
                self.is_at_least(length, 0)
            }
            Returns::Min(a, b) | Returns::Max(a, b) => {
                let (Some(a), Some(b)) = (call.at(*a), call.at(*b)) else {
                    return self.lost(frame, call.value, Role::Value);
                };
                let less = self.facts.terms.le(a, b);
                let min = matches!(call.routine.returns, Returns::Min(..));
                if min { self.facts.terms.ite(less, a, b) } else { self.facts.terms.ite(less, b, a) }
            }
            Returns::Sum(a, b) | Returns::Difference(a, b) => {
                let (Some(a), Some(b)) = (call.at(*a), call.at(*b)) else {
                    return self.lost(frame, call.value, Role::Value);
                };
                let sum = matches!(call.routine.returns, Returns::Sum(..));
                if sum { self.facts.terms.add(a, b) } else { self.facts.terms.sub(a, b) }
            }
            Returns::Modulo(a, b) => {
                let (Some(a), Some(b)) = (call.at(*a), call.at(*b)) else {
                    return self.lost(frame, call.value, Role::Value);
                };
                self.facts.terms.op(Op::Mod, a, b)
            }
            Returns::Same(a, b) => self.same_handles(frame, call, [*a, *b], mem),
            Returns::Other(a, b) => {
                let same = self.same_handles(frame, call, [*a, *b], mem);
                self.facts.terms.not(same)
            }
            Returns::Contiguous(array) => match call.at(*array) {
                Some(array) => self.is_contiguous(frame, call, array, mem),
                None => self.lost(frame, call.value, Role::Value),
            },
            Returns::Allocated(array) => match call.at(*array) {
                Some(array) => self.is_allocated(frame, call, array, mem),
                None => self.lost(frame, call.value, Role::Value),
            },
            Returns::OfType(a, b) => self.extends(frame, call, (*a, *b), false, mem),
            Returns::Extends(a, b) => self.extends(frame, call, (*a, *b), true, mem),
            Returns::SameType(a, b) => self.same_type(frame, call, [*a, *b], mem),
            Returns::Likewise(pos) => {
                let of = call.at(*pos);
                self.as_known_as(frame, call, of, "result")
            }
            Returns::Text(pos) => {
                let text = call.at(*pos).map(|at| self.load(frame, call.value, mem, at, 1, false));
                self.as_known_as(frame, call, text, "result")
            }
            Returns::Absolute(pos) => {
                let Some(a) = call.at(*pos) else { return self.lost(frame, call.value, Role::Value) };
                let zero = self.facts.terms.int(0);
                let positive = self.facts.terms.le(zero, a);
                let minus = self.facts.terms.scale(a, -1);
                self.facts.terms.ite(positive, a, minus)
            }
            Returns::Bits(pos) => match call.at(*pos) {
                Some(of) => self.set_bits(frame, call, of, mem),
                None => self.lost(frame, call.value, Role::Value),
            },
            Returns::Parameter => {
                let s = self.site_symbol(
                    frame,
                    call.value,
                    Role::Value,
                    SymKind::Parameter,
                    Knowledge::Known,
                    &call.routine.name,
                );
                self.facts.terms.syms[s].uniform = true;
                self.facts.terms.sym(s)
            }
            // The value of a signal that has come, which its sender has chosen.
            Returns::Input if call.routine.order.contains(&Order::Await) => {
                self.arranged(frame, call.value, Role::Value, &call.routine.name)
            }
            Returns::Input => {
                let value = self.input(frame, call.value, Role::Value, &call.routine.name);
                // What the system says is the same on all processes (assumption 26).
                if let Term::Sym(s) = *self.facts.terms.get(value)
                    && call.routine.alike
                    && !call.routine.model.is_parallel()
                {
                    self.facts.terms.syms[s].uniform = self.gives_alike(frame, call, mem);
                }
                value
            }
            Returns::Rank | Returns::Size => self.rank_or_size_of_team(call, call.routine.returns == Returns::Rank),
            Returns::Translated => self.translated(call).unwrap_or_else(|| self.lost(frame, call.value, Role::Value)),
            Returns::Fetched => self.fetched_value(frame, call),
            Returns::Flag => self.flag(frame, call),
            Returns::Index | Returns::IndexOrNone => self.updated_index(frame, call),
            Returns::Count => self.outcount(frame, call),
            Returns::SharedAddress => {
                self.shared_address(frame, call).unwrap_or_else(|| self.lost(frame, call.value, Role::Value))
            }
            Returns::Arg(pos) => call.at(*pos).unwrap_or_else(|| self.facts.terms.int(0)),
            Returns::Into(pos) => {
                let base = call.at(*pos).unwrap_or_else(|| self.facts.terms.int(0));
                // Where the text of an option has a character is as well known as the option.
                let given = |t: &TermId| self.is_parameter(*t) || self.facts.terms.as_const(*t).is_some();
                let off = if self.is_parameter(base) && call.args.iter().all(given) {
                    let off = self.facts.terms.apply(&call.routine.name, call.args);
                    self.as_parameter(off, call)
                } else {
                    self.lost(frame, call.value, Role::Value)
                };
                self.facts.terms.add(base, off)
            }
            Returns::NewOrNull => {
                // The user gives the files as the arguments: some run finds it, some run does not.
                let new = self.new_of_call(frame, call, mem);
                let same = self.opens(frame, call, new, mem);
                let file = self.or_null(frame, call, new, Knowledge::Known);
                self.is_there_for_all(frame, call, same);
                file
            }
            Returns::ArgOrNull(pos) => {
                let arg = call.at(*pos).unwrap_or_else(|| self.facts.terms.int(0));
                let given =
                    if self.facts.terms.as_const(arg) == Some(0) { self.new_of_call(frame, call, mem) } else { arg };
                self.or_null(frame, call, given, Knowledge::Input)
            }
            Returns::NewMemory { size, zeroed } => {
                let size = self.product(call, size);
                let obj = self.new_memory(frame, call.value, Made::Value, size, mem);
                self.facts.objects[obj].zeroed = *zeroed;
                let inst = self.instance_here(frame);
                let new = self.facts.terms.addr_of(obj, inst);
                if let Some(old) = call.routine.frees.and_then(|pos| call.at(pos)) {
                    match size {
                        Some(size) => self.copy(mem, new, old, size),
                        None => self.clobber(mem, new, None),
                    }
                }
                new
            }
        }
    }

    /// New memory of unknown size that a call returns.
    fn new_of_call(&mut self, frame: &Frame<'a>, call: &CallSite, mem: &mut Mem) -> TermId {
        let obj = self.new_memory(frame, call.value, Made::Value, None, mem);
        let inst = self.instance_here(frame);
        self.facts.terms.addr_of(obj, inst)
    }

    /// Whether a call finds what it returns is the same on all processes, or not.
    fn is_there_for_all(&mut self, frame: &Frame<'a>, call: &CallSite, same: bool) {
        let name = &call.routine.name;
        let there = self.site_symbol(frame, call.value, Role::IsMade, SymKind::Input, Knowledge::Known, name);
        self.facts.terms.syms[there].uniform = same;
    }

    /// A pointer that is null in some runs.
    fn or_null(&mut self, frame: &Frame<'a>, call: &CallSite, pointer: TermId, known: Knowledge) -> TermId {
        let name = &call.routine.name;
        let there = self.site_symbol(frame, call.value, Role::IsMade, SymKind::Input, known, name);
        (self.facts.terms.syms[there].lo, self.facts.terms.syms[there].hi) = (Some(0), Some(1));
        let there = self.facts.terms.sym(there);
        let (there, null) = (self.facts.terms.ne0(there), self.facts.terms.int(0));
        self.facts.terms.ite(there, pointer, null)
    }

    /// New memory from an allocating call.
    pub(crate) fn new_memory(
        &mut self,
        frame: &Frame<'a>,
        v: ValueId,
        made: Made,
        size: Option<TermId>,
        mem: &mut Mem,
    ) -> ObjId {
        let name = frame.func.insts[v].var.map_or("", |x| &self.facts.module.vars[x].name);
        // Names that C++ reserves for its library mean nothing to the program's author.
        let name = if name.starts_with("__") { String::new() } else { name.to_owned() };
        let obj = self.new_object(frame, v, made, ObjKind::Heap, name, size);
        if self.facts.objects[obj].scope.is_none() {
            let inst = self.instance_here(frame);
            let families = self.rows_of_others(mem, obj, inst);
            mem.set(obj, crate::memory::ObjMem { families, ..crate::memory::ObjMem::default() });
            self.objects.allocated.insert(obj);
            self.objects.made.insert(obj, inst);
        }
        obj
    }

    /// Product of arguments.
    pub(crate) fn product(&mut self, call: &CallSite, factors: &[ArgPos]) -> Option<TermId> {
        let mut out = None;
        for &pos in factors {
            let x = call.at(pos)?;
            out = Some(match out {
                None => x,
                Some(prev) => self.facts.terms.mul(prev, x),
            });
        }
        out
    }

    /// The bytes of an extent from a base pointer; areas, one for each alternative reading.
    pub(crate) fn extent_area(
        &mut self,
        frame: &Frame<'a>,
        call: &CallSite,
        ptr: TermId,
        extent: &Extent,
        mem: &Mem,
    ) -> Area {
        let mut area = self.area(ptr, None);
        let one = self.facts.terms.int(1);
        area.blocks = match extent {
            Extent::Array => return self.array_area(frame, call, ptr, mem),
            Extent::Characters => return self.characters(ptr, mem),
            Extent::Typed { count, datatype } => {
                let count = count.map_or(Some(one), |c| call.at(c));
                self.typed_blocks(count, call.at(*datatype))
            }
            // The processes of the other group are not counted.
            Extent::TypedPerRank { .. } | Extent::CountPerRank if self.facts.is_inter(self.comm_of_call(call)) => {
                self.unknown_blocks()
            }
            Extent::TypedPerRank { count, datatype } => {
                let size = call.named("comm").map(|c| self.comm_size(c));
                let total = call.at(*count).zip(size).map(|(c, n)| self.facts.terms.mul(c, n));
                self.typed_blocks(total, call.at(*datatype))
            }
            Extent::TypedPerPartition { count, datatype } => {
                let partitions = call.named("partitions");
                let total = call.at(*count).zip(partitions).map(|(c, n)| self.facts.terms.mul(c, n));
                self.typed_blocks(total, call.at(*datatype))
            }
            Extent::TypedVector { counts, displs, datatype } => {
                self.vector_blocks(call, *counts, *displs, *datatype, mem)
            }
            Extent::Coded { count, code, sizes } => self.coded_blocks(call, *count, *code, sizes),
            Extent::Unknown => self.unknown_blocks(),
            Extent::Buffers(count) => self.listed_buffers(ptr, call.at(*count), mem),
            Extent::Behind => self.behind(ptr, mem),
            Extent::CString => {
                let mut b = self.unknown_blocks();
                b[0].len = Some(one);
                b
            }
            Extent::Fixed(n) => {
                let mut b = self.unknown_blocks();
                b[0].len = Some(self.facts.terms.int(*n as i64));
                b
            }
            Extent::Elements { size, count, block, stride, per_member } => {
                let mut b = self.unknown_blocks();
                let (size, block) = (*size as i64, block.and_then(|p| call.at(p)).unwrap_or(one));
                let mut count = call.at(*count).unwrap_or(one);
                if *per_member {
                    let comm = self.team_of(call);
                    let members = self.facts.size_of_comm(comm);
                    count = self.facts.terms.mul(count, members);
                }
                let bytes = self.facts.terms.scale(block, size);
                match stride.and_then(|p| call.at(p)).filter(|s| *s != block) {
                    None => b[0].len = Some(self.facts.terms.mul(bytes, count)),
                    Some(stride) => {
                        b[0].len = Some(bytes);
                        b[0].dims = vec![Dim { count, stride: self.facts.terms.scale(stride, size) }];
                    }
                }
                b
            }
            Extent::Bytes { factors, scale } => {
                let mut b = self.unknown_blocks();
                b[0].len = self.product(call, factors).map(|bytes| self.facts.terms.scale(bytes, *scale as i64));
                b
            }
            Extent::CountPerRank => {
                let mut b = self.unknown_blocks();
                let size = call.named("comm").map(|c| self.comm_size(c));
                b[0].len = size.map(|n| self.facts.terms.scale(n, call.routine.count_size() as i64));
                b
            }
            Extent::Counts(count) => {
                let mut b = self.unknown_blocks();
                let size = call.routine.count_size() as i64;
                b[0].len = call.at(*count).map(|n| self.facts.terms.scale(n, size));
                b
            }
            Extent::Strided { count, size, every } => self.strided(call, *count, *size, *every),
        };
        area
    }

    /// Elements at equal distances. With a negative one they begin at the end, which is left open.
    fn strided(&mut self, call: &CallSite, count: ArgPos, size: u64, every: ArgPos) -> Vec<Block> {
        let mut blocks = self.unknown_blocks();
        let (Some(count), Some(every)) = (call.at(count), call.at(every)) else { return blocks };
        let size = size as i64;
        match self.facts.terms.as_const(every) {
            Some(1) => blocks[0].len = Some(self.facts.terms.scale(count, size)),
            Some(step) if step < 1 => {}
            _ => {
                blocks[0].dims.push(Dim { count, stride: self.facts.terms.scale(every, size) });
                blocks[0].len = Some(self.facts.terms.int(size));
            }
        }
        blocks
    }
}
