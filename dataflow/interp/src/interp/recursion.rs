//! Calls of recursive functions (theory, 3.2).
//!
//! The first activations of a recursive function are instances of their own. Deeper ones share one instance. It is interpreted until it is
//! known what its activations change and which of its arguments differ between them. Each other function of the same recursion has one
//! instance inside of it, with unknown arguments, which each of these passes interprets once: what it changes counts as changed in the next
//! pass.
//!
//! Functions that call each other in many ways, as parsers and destructors of trees do, would have too many instances. When a recursion has
//! entered many of them, no further activation is an instance of its own.

use super::{Frame, Interp, Outcome};
use crate::memory::Mem;
use rma_cfg::SccId;
use rma_frontend::ir::{FuncId, ValueId};
use rma_skeleton::facts::Role;
use rma_skeleton::skeleton;
use rma_term::ids::{CtxId, LoopId, ObjId, SymId, TermId};
use rma_term::limits::Limit;
use rma_term::object::ObjKind;
use rma_term::term::{Knowledge, Sym, SymKind};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// Recursions that are being interpreted.
#[derive(Debug, Default)]
pub(super) struct Recursions {
    /// Recursions whose activations share instances, innermost last.
    shared: Vec<Shared>,
    /// Components of the call graph with active functions, innermost last.
    active: Vec<Active>,
    /// How often functions of a component were entered.
    entered: FxHashMap<SccId, usize>,
}

/// A component of the call graph that is being interpreted.
#[derive(Debug)]
struct Active {
    component: SccId,
    /// Activations inside each other.
    depth: u32,
    /// How often its functions were entered since the outermost one.
    entered: usize,
}

/// A component of the call graph in which one instance of each function stands for all activations.
#[derive(Debug)]
struct Shared {
    component: SccId,
    /// The outermost instance, which is interpreted several times.
    ctx: CtxId,
    args: Vec<TermId>,
    /// Arguments that some activation passes on with another value.
    differ: BTreeSet<usize>,
    /// The memory at its entry.
    entry: Mem,
    /// Objects that an activation may find changed by another one.
    changed: BTreeSet<ObjId>,
    /// The passes did not become stable: any memory that has escaped may be changed.
    coarse: bool,
    /// The instances that this pass has entered.
    instances: FxHashMap<FuncId, CtxId>,
}

/// How a call of a function is interpreted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Activation {
    /// It gets an instance of its own.
    Own,
    /// It gets an instance that also stands for all deeper activations.
    Outermost,
    /// It gets the only instance of another function of the same recursion.
    Inner,
    /// An instance that has been entered stands for it.
    Deeper,
}

impl<'a> Interp<'a> {
    /// How a call is interpreted that an instance makes.
    pub(super) fn activation(&self, caller: CtxId, f: FuncId) -> Activation {
        let calls = &self.facts.graph.calls;
        if !calls.is_recursive(f) {
            return Activation::Own;
        }
        let limits = &self.facts.terms.limits;
        let above = self.instances_above(caller, f);
        let component = calls.scc_of(f);
        if let Some(shared) = self.recursions.shared.iter().rfind(|r| r.component == component) {
            limits.allows(Limit::RecursionUnroll, above);
            return if shared.instances.contains_key(&f) { Activation::Deeper } else { Activation::Inner };
        }
        let here = self.recursions.active.iter().find(|a| a.component == component).map_or(0, |a| a.entered);
        let all = self.recursions.entered.get(&component).copied().unwrap_or(0);
        let few = limits.allows(Limit::RecursionInstances, here) && limits.allows(Limit::RecursionEntries, all);
        if few && above < limits.get(Limit::RecursionUnroll) { Activation::Own } else { Activation::Outermost }
    }

    /// Counts that a function is entered.
    pub(super) fn begin_activation(&mut self, f: FuncId) {
        let calls = &self.facts.graph.calls;
        if !calls.is_recursive(f) {
            return;
        }
        let component = calls.scc_of(f);
        *self.recursions.entered.entry(component).or_default() += 1;
        match self.recursions.active.iter_mut().find(|a| a.component == component) {
            Some(active) => {
                active.depth += 1;
                active.entered += 1;
            }
            None => self.recursions.active.push(Active { component, depth: 1, entered: 1 }),
        }
    }

    /// The function has been interpreted.
    pub(super) fn end_activation(&mut self, f: FuncId) {
        let component = self.facts.graph.calls.scc_of(f);
        if let Some(active) = self.recursions.active.iter_mut().find(|a| a.component == component) {
            active.depth -= 1;
        }
        self.recursions.active.retain(|a| a.depth > 0);
    }

    /// Interprets a function of a recursion once for all of its activations in this pass.
    pub(super) fn enter_inner(
        &mut self,
        (frame, v): (&Frame<'a>, ValueId),
        ctx: CtxId,
        mut args: Vec<TermId>,
        mut mem: Mem,
    ) -> Option<Outcome> {
        let f = self.facts.contexts.all[ctx].func;
        let component = self.facts.graph.calls.scc_of(f);
        self.note_changed(&mem);
        let shared = self.recursions.shared.iter_mut().rfind(|r| r.component == component)?;
        shared.instances.insert(f, ctx);
        let (outermost, coarse) = (shared.ctx, shared.coarse);
        let outer = self.loops.outer.get(&outermost).copied().flatten();
        for (n, a) in args.iter_mut().enumerate() {
            self.escape(*a);
            let s = self.recursion_symbol(frame, v, n as u32, outer);
            *a = self.facts.terms.sym(s);
        }
        if coarse {
            self.forget_escaped(&mut mem, None);
            self.lose_epochs(&mut mem);
        }
        self.forget_changed(component, &mut mem);
        let mut out = self.enter(ctx, args, mem, outer, Vec::new());
        if let Some(out) = &mut out {
            self.note_changed(&out.mem);
            self.forget_changed(component, &mut out.mem);
        }
        out
    }

    /// Interprets a function for this and all deeper activations. Arguments that are the same in all activations keep their values.
    pub(super) fn enter_outermost(
        &mut self,
        (frame, v): (&Frame<'a>, ValueId),
        ctx: CtxId,
        mut args: Vec<TermId>,
        mem: &Mem,
        outer: Option<LoopId>,
        mut reach: Vec<TermId>,
    ) -> Option<Outcome> {
        let f = self.facts.contexts.all[ctx].func;
        let component = self.facts.graph.calls.scc_of(f);
        let first = self.instances_above(frame.ctx, f) == 0;
        let outer = Some(self.recursion_loop(ctx, f, outer));
        reach.retain(|t| self.facts.terms.knowledge(*t) == Knowledge::Known && self.facts.terms.as_const(*t).is_some());
        for n in 0..args.len() {
            let kept = first || frame.fid == f && frame.args.get(n) == args.get(n);
            if !kept {
                self.escape(args[n]);
                let s = self.recursion_symbol(frame, v, n as u32, outer);
                args[n] = self.facts.terms.sym(s);
            }
        }
        self.recursions.shared.push(Shared {
            component,
            ctx,
            args: args.clone(),
            differ: BTreeSet::new(),
            entry: mem.clone(),
            changed: BTreeSet::new(),
            coarse: false,
            instances: FxHashMap::default(),
        });
        let mut out = None;
        let thrown_before = self.exceptions.flying.len();
        let mut lost: BTreeSet<usize> = BTreeSet::new();
        for pass in 1.. {
            let mut mem = mem.clone();
            if self.recursions.shared.last().is_some_and(|r| r.coarse) {
                self.forget_escaped(&mut mem, None);
                self.lose_epochs(&mut mem);
            }
            self.forget_changed(component, &mut mem);
            self.exceptions.flying.truncate(thrown_before);
            if let Some(recursion) = self.recursions.shared.last_mut() {
                recursion.instances = [(f, ctx)].into_iter().collect();
            }
            let before = self.recursions.shared.last().map_or(0, |r| r.changed.len());
            let stored = self.stored.version();
            out = self.enter(ctx, args.clone(), mem, outer, reach.clone());
            if let Some(out) = &out {
                self.note_changed(&out.mem);
            }
            let Some(recursion) = self.recursions.shared.last_mut() else { break };
            let at_rest = recursion.changed.len() == before && self.stored.version() == stored;
            let settled = at_rest || recursion.coarse;
            if !settled && !self.facts.terms.limits.room(Limit::RecursionPasses, pass) {
                self.stored.give_up();
                recursion.coarse = true;
            }
            // A parameter that an activation passes on with another value may have any value; an aggregate that is
            // passed by value is a new copy each time.
            let by_value = |n: &usize| self.facts.module.functions[f].params.get(*n).is_some_and(|p| p.byval.is_some());
            let differ = std::mem::take(&mut recursion.differ);
            let more: Vec<usize> = differ.into_iter().filter(|n| !by_value(n) && !lost.contains(n)).collect();
            if settled && more.is_empty() {
                break;
            }
            for n in more {
                self.escape(args[n]);
                let s = self.recursion_symbol(frame, v, n as u32, outer);
                args[n] = self.facts.terms.sym(s);
                lost.insert(n);
            }
            if let Some(recursion) = self.recursions.shared.last_mut() {
                recursion.args.clone_from(&args);
            }
        }
        if let Some(out) = &mut out {
            self.forget_changed(component, &mut out.mem);
        }
        let mut thrown = self.exceptions.flying.split_off(thrown_before);
        thrown.iter_mut().for_each(|t| self.forget_changed(component, &mut t.mem));
        self.exceptions.flying.extend(thrown);
        self.recursions.shared.pop();
        out
    }

    /// A call for which an instance of the recursion stands: it changes what the activations of this instance change, as far as the passes
    /// over it have shown.
    pub(super) fn deeper(&mut self, frame: &Frame<'a>, v: ValueId, f: FuncId, args: &[TermId], mem: Mem) -> Outcome {
        let component = self.facts.graph.calls.scc_of(f);
        let Some(shared) = self.recursions.shared.iter_mut().rfind(|r| r.component == component) else {
            return self.forgotten(frame, v, args, mem);
        };
        let coarse = shared.coarse;
        if let Some(&instance) = shared.instances.get(&f) {
            if instance == shared.ctx {
                shared.differ.extend((0..shared.args.len()).filter(|n| args.get(*n) != shared.args.get(*n)));
            }
            self.emit_call(vec![instance], true);
        }
        self.note_changed(&mem);
        if coarse {
            let mut out = self.forgotten(frame, v, args, mem);
            self.forget_changed(component, &mut out.mem);
            return out;
        }
        let mut mem = mem;
        args.iter().for_each(|a| self.escape(*a));
        self.forget_changed(component, &mut mem);
        let value = self.lost(frame, v, Role::Value);
        Outcome { value, mem, given: self.facts.terms.truth(true) }
    }

    /// Objects whose content differs from that at the entry of the active recursions.
    fn note_changed(&mut self, mem: &Mem) {
        for recursion in &mut self.recursions.shared {
            for obj in mem.changed(&recursion.entry) {
                // A local variable of a recursive function is a new one in each activation.
                let local =
                    matches!(self.facts.objects[obj].kind, ObjKind::Stack) && recursion.entry.get(obj).is_none();
                if !local && mem.get(obj).is_some() {
                    recursion.changed.insert(obj);
                }
            }
        }
    }

    /// Forgets what activations of a component change, and the recursions inside of it, but for handles.
    fn forget_changed(&mut self, component: SccId, mem: &mut Mem) {
        let outermost = self.recursions.shared.iter().rposition(|r| r.component == component);
        let from = outermost.unwrap_or(self.recursions.shared.len());
        let changed: BTreeSet<ObjId> =
            self.recursions.shared[from..].iter().flat_map(|r| r.changed.iter().copied()).collect();
        for obj in changed {
            self.forget_values(mem, obj, None);
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

    /// All activations for which an instance stands as one loop-like region.
    fn recursion_loop(&mut self, ctx: CtxId, f: FuncId, outer: Option<LoopId>) -> LoopId {
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
        id
    }

    fn recursion_symbol(&mut self, frame: &Frame<'a>, v: ValueId, n: u32, outer: Option<LoopId>) -> SymId {
        self.facts.symbol(super::SymKey::Site(frame.ctx, v, Role::RecursionArgument(n)), |_| Sym {
            def_loop: outer,
            ..Sym::new(SymKind::Lost, "?", Knowledge::Lost)
        })
    }
}
