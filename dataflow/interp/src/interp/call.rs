//! Calls: of functions with a body, of routines with a model, through pointers, and of unknown functions (theory, 3.2).

use super::recursion::Activation;
use super::{Frame, Interp, Notice, ObjKey, Outcome, Step, library};
use crate::interp::Made;
use crate::memory::Mem;
use rma_frontend::api::{AccessKind, Routine, catalog, is_of_communication, is_well_known};
use rma_frontend::ir::{Callee, FuncId, Operand, ValueId};
use rma_skeleton::facts::Role;
use rma_skeleton::skeleton::{Actor, Event};
use rma_term::ids::{ObjId, TermId};
use rma_term::limits::Limit;
use rma_term::object::{ObjKind, Object};
use rma_term::term::CommId;
use rustc_hash::FxHashSet;

impl<'a> Interp<'a> {
    /// A call instruction. `false` when control does not come back.
    pub(super) fn call(
        &mut self,
        frame: &mut Frame<'a>,
        v: ValueId,
        callee: Callee,
        args: &[Operand],
        mem: &mut Mem,
    ) -> bool {
        let args: Vec<TermId> = args.iter().map(|a| self.operand(frame, *a)).collect();
        self.recording.followed.calls.insert((frame.fid, v));
        match callee {
            Callee::Direct(f) => self.call_function(frame, v, f, &args, mem),
            Callee::Indirect(op) => self.call_pointer(frame, v, op, &args, mem),
            Callee::Asm => {
                self.call_assembly(frame, v, &args, mem);
                true
            }
        }
    }

    pub(super) fn call_function(
        &mut self,
        frame: &mut Frame<'a>,
        v: ValueId,
        f: FuncId,
        args: &[TermId],
        mem: &mut Mem,
    ) -> bool {
        let func = &self.facts.module.functions[f];
        let replaced = catalog().replacement(&func.name);
        if func.is_declaration() || replaced.is_some() {
            self.note_handed(frame.fid, v, args);
            return match replaced.or_else(|| catalog().lookup(&func.name)) {
                Some(routine) => {
                    let mut args = self.with_kept(frame, v, routine, args);
                    if let Some(binding) = &routine.fortran {
                        args = self.fortran_arguments(frame, v, binding, &args, mem);
                    }
                    let args = &args;
                    if routine.noreturn {
                        let told = |a: &String| ["status", "errorcode", "value_ptr"].contains(&a.as_str());
                        let stops = routine.name.starts_with("_FortranAStop").then_some(0);
                        let status = routine.args.iter().position(told).or(stops);
                        self.ends_with(status.and_then(|n| args.get(n).copied()));
                    }
                    let back = self.call_routine(frame, v, routine, args, mem);
                    self.api.sections.clear();
                    back && !func.noreturn
                }
                None if library::is_standard(&func.name) => {
                    self.call_standard(frame, v, f, args, mem);
                    !func.noreturn
                }
                None => {
                    self.call_unknown(frame, v, f, args, mem);
                    !func.noreturn
                }
            };
        }
        self.call_body(frame, v, f, args, mem)
    }

    /// The arguments of a call as the row has them: after those that are passed, the place where the library keeps its request.
    fn with_kept(&mut self, frame: &Frame<'a>, v: ValueId, routine: &Routine, args: &[TermId]) -> Vec<TermId> {
        let mut args = args.to_vec();
        let Some(kept) = routine.kept else { return args };
        let passed = routine.args.len() - 1;
        args.truncate(passed);
        while args.len() < passed {
            let missing = self.lost(frame, v, Role::MissingArgument(args.len() as u32));
            args.push(missing);
        }
        let size = self.facts.terms.int(8);
        let place = self.object(ObjKey::Kept(kept), || Object {
            kind: ObjKind::Heap,
            name: String::new(),
            size: Some(size),
            ctx: None,
            loc: None,
            scope: None,
            zeroed: true,
            escaped: false,
        });
        args.push(self.facts.terms.addr(place));
        args
    }

    /// Enters a function with a body.
    fn call_body(&mut self, frame: &mut Frame<'a>, v: ValueId, f: FuncId, args: &[TermId], mem: &mut Mem) -> bool {
        match self.enter_call(frame, v, f, args, mem.clone()) {
            Some(out) => {
                *mem = out.mem;
                self.set(frame, v, out.value);
                self.has_returned(frame, out.given);
                true
            }
            None => false,
        }
    }

    /// Records a condition that is true because a call has returned; it holds for everything that comes after the call.
    pub(super) fn has_returned(&mut self, frame: &mut Frame<'a>, cond: TermId) {
        if self.facts.terms.as_const(cond).is_some() {
            return;
        }
        if let Some(Step::Call { given, .. }) =
            self.recording.steps.iter_mut().rfind(|s| matches!(s, Step::Call { .. }))
        {
            *given = self.facts.terms.all(&[*given, cond]);
        }
        self.holds_from_here(frame, cond);
    }

    fn holds_from_here(&mut self, frame: &mut Frame<'a>, cond: TermId) {
        let before = frame.given.get(&frame.block).copied().unwrap_or_else(|| self.facts.terms.truth(true));
        frame.given.insert(frame.block, self.facts.terms.all(&[before, cond]));
        let reach = frame.reach.entry(frame.block).or_default();
        if !reach.contains(&cond) {
            reach.push(cond);
        }
    }

    /// Interprets a callee from a memory; `None` when it does not return.
    fn enter_call(&mut self, frame: &Frame<'a>, v: ValueId, f: FuncId, args: &[TermId], mem: Mem) -> Option<Outcome> {
        let mut mem = mem;
        let loc = frame.func.insts[v].loc;
        let limits = &self.facts.terms.limits;
        if !limits.room(Limit::Instances, self.facts.contexts.all.len())
            || !limits.room(Limit::CallDepth, self.facts.contexts.all[frame.ctx].depth)
        {
            let name = self.facts.module.functions[f].display_name().to_owned();
            self.notice(Notice::Budget(name), loc);
            return Some(self.forgotten(frame, v, args, mem));
        }
        let how = self.activation(frame.ctx, f);
        if how == Activation::Deeper {
            return Some(self.deeper(frame, v, f, args, mem));
        }
        let ctx = self.facts.contexts.get(Some((frame.ctx, v)), f, loc);
        let mut args = args.to_vec();
        for extra in args.iter().skip(self.facts.module.functions[f].params.len()) {
            // Variable arguments are read back through memory.
            self.escape(*extra);
        }
        self.copy_by_value(frame, v, f, &mut args, &mut mem);
        let outer = self.current_loop(frame);
        let reach = frame.reach.get(&frame.block).cloned().unwrap_or_default();
        self.emit_call(vec![ctx], how == Activation::Inner);
        self.begin_activation(f);
        let out = match how {
            Activation::Outermost => self.enter_outermost((frame, v), ctx, args, &mem, outer, reach),
            Activation::Inner => self.enter_inner((frame, v), ctx, args, mem),
            _ => self.enter(ctx, args, mem, outer, reach),
        };
        self.end_activation(f);
        out
    }

    /// Structures passed by value: the callee has its own copy (`byval`).
    fn copy_by_value(&mut self, frame: &Frame<'a>, v: ValueId, f: FuncId, args: &mut [TermId], mem: &mut Mem) {
        let loc = frame.func.insts[v].loc;
        for (n, param) in self.facts.module.functions[f].params.iter().enumerate() {
            let (Some(ty), Some(arg)) = (param.byval, args.get(n).copied()) else { continue };
            let size = self.facts.terms.int(self.size_of(ty) as i64);
            let area = self.area(arg, Some(size));
            let yes = self.facts.terms.truth(true);
            self.emit_access(frame, loc, AccessKind::Read, area, Actor::Instruction("copy"), yes);
            let name = param.var.map_or_else(String::new, |x| self.facts.module.vars[x].name.clone());
            let obj = self.new_object(frame, v, Made::ByValue(n as u32), ObjKind::Stack, name, Some(size));
            mem.remove(obj);
            let inst = self.own_instance();
            let copy = self.facts.terms.addr_of(obj, inst);
            self.copy(mem, copy, arg, size);
            args[n] = copy;
        }
    }

    /// The memory after a call that is not followed: everything that it can reach may have changed.
    pub(super) fn forgotten(&mut self, frame: &Frame<'a>, v: ValueId, args: &[TermId], mem: Mem) -> Outcome {
        let mut mem = mem;
        for a in args {
            self.escape(*a);
            if !self.facts.objects_in(*a).is_empty() {
                self.clobber(&mut mem, *a, None);
            }
        }
        self.forget_escaped(&mut mem, None);
        self.lose_epochs(&mut mem);
        self.anything_stored_anywhere();
        let value = self.lost(frame, v, Role::Value);
        Outcome { value, mem, given: self.facts.terms.truth(true) }
    }

    /// An external function without a model.
    fn call_unknown(&mut self, frame: &mut Frame<'a>, v: ValueId, f: FuncId, args: &[TermId], mem: &mut Mem) {
        let name = self.facts.module.functions[f].name.clone();
        let loc = frame.func.insts[v].loc;
        let named = self.facts.options.silent.iter().any(|pattern| is_named(pattern, &name));
        let notice = if is_of_communication(&name) && !named {
            Notice::UnknownRoutine(name)
        } else if named || is_well_known(&name) {
            Notice::Unmodelled(name)
        } else {
            Notice::Missing(name)
        };
        self.notice(notice, loc);
        self.unknown_effects(frame, v, args, mem);
    }

    /// Inline assembly: without operands it is a barrier for the compiler alone.
    fn call_assembly(&mut self, frame: &mut Frame<'a>, v: ValueId, args: &[TermId], mem: &mut Mem) {
        if args.iter().all(|a| self.facts.objects_in(*a).is_empty()) {
            let value = self.lost(frame, v, Role::Value);
            self.set(frame, v, value);
            return;
        }
        let loc = frame.func.insts[v].loc;
        self.notice(Notice::Assembly(frame.func.display_name().to_owned()), loc);
        self.unknown_effects(frame, v, args, mem);
    }

    pub(super) fn unknown_effects(&mut self, frame: &mut Frame<'a>, v: ValueId, args: &[TermId], mem: &mut Mem) {
        let loc = frame.func.insts[v].loc;
        self.note_handed(frame.fid, v, args);
        if self.hands_over_communication(args, mem) {
            self.emit(frame, loc, Event::Foreign);
        }
        let yes = self.facts.terms.truth(true);
        for a in args {
            let objects = self.facts.objects_in(*a);
            if objects.is_empty() {
                continue;
            }
            for o in objects {
                if let ObjKind::Function(f) = self.facts.objects[o].kind
                    && self.indirect.communicating.contains(&f)
                {
                    let name = self.facts.module.functions[f].display_name().to_owned();
                    self.notice(Notice::HandedOver(name), loc);
                }
            }
            // It may read or write the memory that the pointer points to: never more than unproven.
            let mut area = self.area(*a, None);
            area.unknown = true;
            self.escape(*a);
            self.emit_access(frame, loc, AccessKind::Write, area, Actor::Instruction("unknown call"), yes);
        }
        let out = self.forgotten(frame, v, args, mem.clone());
        *mem = out.mem;
        self.set(frame, v, out.value);
    }

    /// Among the arguments, or in memory that they lead to, is a window, communicator or request.
    fn hands_over_communication(&self, args: &[TermId], mem: &Mem) -> bool {
        let mut seen: FxHashSet<ObjId> = FxHashSet::default();
        let mut work: Vec<TermId> = args.to_vec();
        while let Some(t) = work.pop() {
            if self.comm(t) != CommId::Unknown {
                return true;
            }
            for o in self.facts.objects_in(t) {
                if matches!(self.facts.objects[o].kind, ObjKind::Window | ObjKind::Comm | ObjKind::Request) {
                    return true;
                }
                if seen.insert(o)
                    && let Some(content) = mem.get(o)
                {
                    work.extend(content.entries.iter().map(|e| e.val));
                    work.extend(content.families.iter().map(|f| f.val));
                }
            }
        }
        false
    }

    /// Calls a function that was passed to a routine (`qsort`, `pthread_create`, `__kmpc_fork_call`).
    pub(crate) fn call_back(&mut self, frame: &mut Frame<'a>, v: ValueId, f: FuncId, args: &[TermId], mem: &mut Mem) {
        if self.facts.module.functions[f].is_declaration() {
            return;
        }
        if let Some(out) = self.enter_call(frame, v, f, args, mem.clone()) {
            *mem = out.mem;
        }
    }
}

/// Whether a function has this name; `name*` matches all names with this prefix.
fn is_named(pattern: &str, name: &str) -> bool {
    match pattern.strip_suffix('*') {
        Some(start) => name.starts_with(start),
        None => pattern == name,
    }
}
