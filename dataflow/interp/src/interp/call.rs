//! Calls: of functions with a body, of routines with a model, through pointers, and of unknown functions (theory, 3.2).

use super::{Frame, Interp, Notice, ObjKey, Outcome, Step, library};
use crate::interp::Made;
use crate::memory::Mem;
use rma_frontend::api::{AccessKind, Routine, catalog, is_of_communication, is_well_known};
use rma_frontend::ir::{Callee, FuncId, Operand, ValueId};
use rma_skeleton::facts::Role;
use rma_skeleton::skeleton::{self, Actor, Event};
use rma_term::ids::{CtxId, LoopId, ObjId, SymId, TermId};
use rma_term::limits::Limit;
use rma_term::object::{ObjKind, Object};
use rma_term::term::{CommId, Knowledge, Sym, SymKind};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;

/// A recursion whose deeper activations are being interpreted as one.
#[derive(Debug)]
pub(super) struct Recursion {
    /// The instance that they share.
    ctx: CtxId,
    /// Its arguments.
    args: Vec<TermId>,
    /// Those that some activation passes on with another value.
    differ: BTreeSet<usize>,
    /// The memory at its entry.
    entry: Mem,
    /// Objects that an activation may find changed by another one.
    changed: BTreeSet<ObjId>,
    /// Its passes did not become stable: any memory that has escaped may be changed.
    coarse: bool,
}

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

    /// What holds because a call has returned holds for all that comes after it.
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
        let unrolled = if self.facts.graph.calls.is_recursive(f) { self.instances_above(frame.ctx, f) } else { 0 };
        if !self.facts.terms.limits.allows(Limit::RecursionUnroll, unrolled) {
            if let Some(above) = self.facts.contexts.enclosing_instance(frame.ctx, f) {
                self.emit_call(vec![above], true);
                if let Some(r) = self.recursions.iter_mut().rfind(|r| r.ctx == above) {
                    r.differ.extend((0..r.args.len()).filter(|n| args.get(*n) != r.args.get(*n)));
                }
            }
            return Some(self.deeper(frame, v, f, args, mem));
        }
        let ctx = self.facts.contexts.get(Some((frame.ctx, v)), f, loc);
        let mut args = args.to_vec();
        for extra in args.iter().skip(self.facts.module.functions[f].params.len()) {
            // Variable arguments are read back through memory.
            self.escape(*extra);
        }
        self.copy_by_value(frame, v, f, &mut args, &mut mem);
        let mut outer = self.current_loop(frame);
        let mut reach = frame.reach.get(&frame.block).cloned().unwrap_or_default();
        self.emit_call(vec![ctx], false);
        if unrolled < self.facts.terms.limits.get(Limit::RecursionUnroll) {
            return self.enter(ctx, args, mem, outer, reach);
        }
        outer = Some(self.recursion_loop(frame, ctx, f, outer));
        reach.retain(|t| self.facts.terms.knowledge(*t) == Knowledge::Known && self.facts.terms.as_const(*t).is_some());
        let above = frame.args.clone();
        for (n, a) in args.iter_mut().enumerate() {
            if frame.fid != f || above.get(n) != Some(a) {
                self.escape(*a);
                let s = self.recursion_symbol(frame, v, n as u32, outer);
                *a = self.facts.terms.sym(s);
            }
        }
        self.enter_merged((frame, v), ctx, args, &mem, outer, &reach)
    }

    /// Interprets the activations of a recursion that share one instance: what one of them changes, the next ones find changed.
    fn enter_merged(
        &mut self,
        (frame, v): (&Frame<'a>, ValueId),
        ctx: CtxId,
        mut args: Vec<TermId>,
        mem: &Mem,
        outer: Option<LoopId>,
        reach: &[TermId],
    ) -> Option<Outcome> {
        let (changed, differ) = (BTreeSet::new(), BTreeSet::new());
        let coarse = false;
        self.recursions.push(Recursion { ctx, args: args.clone(), differ, entry: mem.clone(), changed, coarse });
        let mut out = None;
        let thrown_before = self.exceptions.flying.len();
        let mut lost: BTreeSet<usize> = BTreeSet::new();
        for pass in 1.. {
            let mut mem = mem.clone();
            if self.recursions.last().is_some_and(|r| r.coarse) {
                self.forget_escaped(&mut mem, None);
                self.lose_epochs(&mut mem);
            }
            self.forget_changed(&mut mem);
            self.exceptions.flying.truncate(thrown_before);
            let before = self.recursions.last().map_or(0, |r| r.changed.len());
            let stored = self.stored.version();
            out = self.enter(ctx, args.clone(), mem, outer, reach.to_vec());
            if let Some(out) = &out {
                self.note_changed(&out.mem);
            }
            let Some(recursion) = self.recursions.last_mut() else { break };
            let at_rest = recursion.changed.len() == before && self.stored.version() == stored;
            let settled = at_rest || recursion.coarse;
            if !settled && !self.facts.terms.limits.room(Limit::RecursionPasses, pass) {
                self.stored.give_up();
                recursion.coarse = true;
            }
            // A parameter that an activation passes on with another value may have any value; an aggregate that is
            // passed by value is a new copy each time.
            let f = self.facts.contexts.all[ctx].func;
            let by_value = |n: &usize| self.facts.module.functions[f].params.get(*n).is_some_and(|p| p.byval.is_some());
            let differ = std::mem::take(&mut recursion.differ);
            let more: Vec<usize> = differ.into_iter().filter(|n| !by_value(n) && !lost.contains(n)).collect();
            if settled && more.is_empty() {
                break;
            }
            for n in more {
                let s = self.recursion_symbol(frame, v, n as u32, outer);
                args[n] = self.facts.terms.sym(s);
                lost.insert(n);
            }
            if let Some(recursion) = self.recursions.last_mut() {
                recursion.args.clone_from(&args);
            }
        }
        if let Some(out) = &mut out {
            self.forget_changed(&mut out.mem);
        }
        let mut thrown = self.exceptions.flying.split_off(thrown_before);
        thrown.iter_mut().for_each(|t| self.forget_changed(&mut t.mem));
        self.exceptions.flying.extend(thrown);
        self.recursions.pop();
        out
    }

    /// A call of a function that is entered often enough already: what its activations change, as far as the passes over them have shown,
    /// is changed by it.
    fn deeper(&mut self, frame: &Frame<'a>, v: ValueId, f: FuncId, args: &[TermId], mem: Mem) -> Outcome {
        let above = self.facts.contexts.enclosing_instance(frame.ctx, f);
        let at = self.recursions.iter().rposition(|r| Some(r.ctx) == above && !r.coarse);
        self.note_changed(&mem);
        let Some(at) = at else {
            let mut out = self.forgotten(frame, v, args, mem);
            self.forget_changed(&mut out.mem);
            return out;
        };
        let mut mem = mem;
        args.iter().for_each(|a| self.escape(*a));
        for obj in self.recursions[at..].iter().flat_map(|r| r.changed.iter().copied()).collect::<Vec<_>>() {
            self.forget_values(&mut mem, obj, None);
        }
        let value = self.lost(frame, v, Role::Value);
        Outcome { value, mem, given: self.facts.terms.truth(true) }
    }

    /// Objects whose content differs from that at the entry of the active recursions.
    fn note_changed(&mut self, mem: &Mem) {
        for n in 0..self.recursions.len() {
            self.note_changed_in(n, mem);
        }
    }

    fn note_changed_in(&mut self, n: usize, mem: &Mem) {
        let recursion = &mut self.recursions[n];
        for obj in mem.changed(&recursion.entry) {
            // A local variable of a recursive function is a new one in each activation.
            let local = matches!(self.facts.objects[obj].kind, ObjKind::Stack) && recursion.entry.get(obj).is_none();
            if !local && mem.get(obj).is_some() {
                recursion.changed.insert(obj);
            }
        }
    }

    /// Forgets their content, but for handles.
    fn forget_changed(&mut self, mem: &mut Mem) {
        let Some(recursion) = self.recursions.last() else { return };
        for obj in recursion.changed.clone() {
            self.forget_values(mem, obj, None);
        }
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

    fn instances_above(&self, ctx: CtxId, f: FuncId) -> u32 {
        let mut n = 0;
        let mut at = Some(ctx);
        while let Some(c) = at {
            n += u32::from(self.facts.contexts.all[c].func == f);
            at = self.facts.contexts.all[c].caller.map(|(up, _)| up);
        }
        n
    }

    /// All deeper activations of a recursive function as one loop-like region.
    fn recursion_loop(&mut self, frame: &Frame<'a>, ctx: CtxId, f: FuncId, outer: Option<LoopId>) -> LoopId {
        let key = (ctx, rma_cfg::LoopId::from_raw(u32::MAX - 1));
        if let Some(&id) = self.loops.ids.get(&key) {
            return id;
        }
        let id = self.facts.loops.push(skeleton::Loop {
            header: None,
            states: Vec::new(),
            parent: outer,
            ctx,
            func: f,
            counter: SymId::from_raw(0),
            values: Vec::new(),
            trips: None,
            finals: Vec::new(),
            bounds: Vec::new(),
            body_at_last: false,
            loc: self.facts.contexts.all[ctx].call_loc,
            recursion: true,
        });
        self.loops.ids.insert(key, id);
        let counter = self.facts.terms.add_sym(Sym {
            lo: Some(0),
            def_loop: Some(id),
            ..Sym::new(SymKind::Counter(id), "depth of recursion", Knowledge::Known)
        });
        self.facts.loops[id].counter = counter;
        let _ = frame;
        id
    }

    fn recursion_symbol(&mut self, frame: &Frame<'a>, v: ValueId, n: u32, outer: Option<LoopId>) -> SymId {
        self.facts.symbol(super::SymKey::Site(frame.ctx, v, Role::RecursionArgument(n)), |_| Sym {
            def_loop: outer,
            ..Sym::new(SymKind::Lost, "?", Knowledge::Lost)
        })
    }

    /// What a call that is not followed leaves: everything that it can reach may have changed.
    fn forgotten(&mut self, frame: &Frame<'a>, v: ValueId, args: &[TermId], mem: Mem) -> Outcome {
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
