//! Calls through pointers: which functions may be meant, and the state after a call of one of several (theory, 3.2).
//!
//! If the value of the pointer is known, the call enters the functions of that value. Otherwise any function may be called that the
//! program mentions and whose signature fits. If these are few, the analysis enters all of them. If they are many, it enters those
//! that communicate, because their operations would be missing otherwise. If these are too many as well, the analysis is
//! incomplete.

use super::{Frame, Interp, Notice, Step};
use crate::memory::Mem;
use rma_cfg::Supergraph;
use rma_frontend::api::{Routine, catalog};
use rma_frontend::ir::{FuncId, Operand, TypeKind, ValueId};
use rma_skeleton::facts::{Joined, Role, SymKey};
use rma_skeleton::skeleton::{self, Place};
use rma_term::ids::TermId;
use rma_term::limits::Limit;
use rma_term::object::ObjKind;
use rma_term::term::{Term, Terms};
use rustc_hash::FxHashSet;

/// A target of a call through a pointer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Target {
    Function(FuncId),
    /// An internal procedure, with the address of its host's variables as a further argument.
    Internal(FuncId, TermId),
    /// The code of a thread or task, which a routine of the library enters.
    Code(FuncId),
    /// Functions that are not analysed.
    Others,
}

/// Facts about calls through pointers.
#[derive(Debug)]
pub(super) struct Indirect {
    /// Functions through which the program communicates.
    pub communicating: FxHashSet<FuncId>,
    /// How many of the calls around this one go to one of many functions that fit.
    guesses: u32,
}

impl Indirect {
    pub fn new(graph: &Supergraph) -> Indirect {
        Indirect { communicating: communicating(graph), guesses: 0 }
    }
}

impl<'a> Interp<'a> {
    /// A call through a pointer: every function that it may denote, by its value or else by its signature.
    pub(super) fn call_pointer(
        &mut self,
        frame: &mut Frame<'a>,
        v: ValueId,
        op: Operand,
        args: &[TermId],
        mem: &mut Mem,
    ) -> bool {
        let ptr = self.operand(frame, op);
        if self.puts_off(ptr) {
            let value = self.lost(frame, v, Role::Value);
            let value = self.read_through(ptr, value);
            self.set(frame, v, value);
            return true;
        }
        let places = self.facts.places_up_to(ptr, Limit::Functions);
        let library = self.library_object();
        if !places.unknown && !places.list.is_empty() && places.list.iter().all(|p| p.obj == library) {
            let pointer = matches!(self.facts.module.types[frame.func.insts[v].ty].kind, TypeKind::Ptr);
            let value = if pointer { self.library() } else { self.lost(frame, v, Role::Value) };
            self.set(frame, v, value);
            return true;
        }
        let mut targets: Vec<(TermId, Target)> = Vec::new();
        let mut functions = true;
        for p in &places.list {
            let gate = self.sharpened(p.guard);
            let target = match self.facts.objects[p.obj].kind {
                ObjKind::Function(f) => Target::Function(f),
                _ => match self.trampoline(p, mem) {
                    Some(target) => target,
                    None => {
                        functions = false;
                        continue;
                    }
                },
            };
            // Several rows of a table may name one function.
            match targets.iter_mut().find(|(_, t)| *t == target) {
                Some((before, _)) => *before = self.facts.terms.any(&[*before, gate]),
                None => targets.push((gate, target)),
            }
        }
        let known = !places.unknown && functions && !targets.is_empty();
        if known {
            return match targets[..] {
                [(_, target)] => self.call_target(frame, v, target, args, mem),
                _ => self.call_one_of(frame, v, &targets, args, mem),
            };
        }
        self.call_any_that_fits(frame, v, args, mem)
    }

    /// Enters the code of a thread or task: one of the functions that a pointer means.
    pub(super) fn run_thread(
        &mut self,
        frame: &mut Frame<'a>,
        v: ValueId,
        code: Option<TermId>,
        args: &[TermId],
        mem: &mut Mem,
    ) {
        let Some(code) = code else { return };
        let mut targets: Vec<(TermId, Target)> = Vec::new();
        for p in self.facts.places(code).list {
            let ObjKind::Function(f) = self.facts.objects[p.obj].kind else { continue };
            let (gate, target) = (self.sharpened(p.guard), Target::Code(f));
            match targets.iter_mut().find(|(_, t)| *t == target) {
                Some((before, _)) => *before = self.facts.terms.any(&[*before, gate]),
                None => targets.push((gate, target)),
            }
        }
        match targets[..] {
            [] => {}
            [(_, target)] => _ = self.call_target(frame, v, target, args, mem),
            _ => _ = self.call_one_of(frame, v, &targets, args, mem),
        }
    }

    /// The code that `llvm.init.trampoline` has stored at a place: the function, and after it the additional argument.
    fn trampoline(&mut self, p: &Place, mem: &Mem) -> Option<Target> {
        let content = mem.get(p.obj)?.clone();
        let behind = self.facts.terms.add_int(p.offset, 8);
        let [function, host] = [p.offset, behind].map(|at| self.cell_of(&content, p.obj, p.inst, at, 8, false));
        match *self.facts.terms.get(function?) {
            Term::Addr(obj, _) => match self.facts.objects[obj].kind {
                ObjKind::Function(f) => Some(Target::Internal(f, host?)),
                _ => None,
            },
            _ => None,
        }
    }

    /// Writes such code.
    pub(crate) fn make_trampoline(&mut self, at: TermId, function: TermId, host: TermId, mem: &mut Mem) {
        self.store(mem, at, 8, function, false);
        let behind = self.facts.terms.add_int(at, 8);
        self.store(mem, behind, 8, host, false);
    }

    /// A routine calls a function of the program, and it is not known which: the run is incomplete if it may be one that communicates.
    pub(crate) fn note_unresolved(&mut self, frame: &Frame<'a>, v: ValueId, ptr: TermId) {
        let known = self.facts.terms.as_const(ptr).is_some() || !self.facts.objects_in(ptr).is_empty();
        let proxy = |o: &rma_term::ids::ObjId| match self.facts.objects[*o].kind {
            ObjKind::Function(f) => self.facts.module.functions[f].name == "__once_proxy",
            _ => false,
        };
        if known && !self.facts.objects_in(ptr).iter().any(proxy) {
            return;
        }
        self.recording.followed.open.insert((frame.fid, v));
        let name = frame.func.display_name().to_owned();
        let notice = match self.indirect.communicating.len() {
            0 => Notice::IndirectCall(name),
            n => Notice::Targets(name, n),
        };
        self.notice(notice, frame.func.insts[v].loc);
    }

    /// A call through a pointer of which only the type is known.
    fn call_any_that_fits(&mut self, frame: &mut Frame<'a>, v: ValueId, args: &[TermId], mem: &mut Mem) -> bool {
        let calls = &self.facts.graph.calls;
        let fitting = calls.callees_of_call(frame.fid, v);
        let foreign = calls.external_callees_of_call(frame.fid, v);
        let communicates = |f: &FuncId| self.indirect.communicating.contains(f);
        let few = |functions: &[FuncId]| self.facts.terms.limits.allows(Limit::Targets, functions.len());
        let (few, entered): (bool, Vec<FuncId>) = match few(fitting) {
            // It is a function of a library, as the virtual functions of its classes are.
            true if fitting.is_empty() && few(foreign) => (true, foreign.to_vec()),
            true => (true, fitting.iter().chain(foreign.iter().filter(|f| communicates(f))).copied().collect()),
            false => (false, fitting.iter().chain(foreign).copied().filter(communicates).collect()),
        };
        let most = if self.indirect.guesses > 0 { Limit::Targets } else { Limit::Functions };
        let too_many = !self.facts.terms.limits.allows(most, entered.len());
        let loc = frame.func.insts[v].loc;
        let name = || frame.func.display_name().to_owned();
        if too_many || !few || entered.is_empty() {
            self.recording.followed.open.insert((frame.fid, v));
        }
        if too_many {
            self.notice(Notice::Targets(name(), entered.len()), loc);
        } else if !few || entered.is_empty() {
            self.notice(Notice::IndirectCall(name()), loc);
        }
        if too_many || entered.is_empty() {
            return self.call_target(frame, v, Target::Others, args, mem);
        }
        let others = (!few).then_some(Target::Others);
        let choices: Vec<Target> = entered.into_iter().map(Target::Function).chain(others).collect();
        if let [target] = choices[..] {
            return self.call_target(frame, v, target, args, mem);
        }
        let choice = self.lost(frame, v, Role::Callee);
        let mut targets = Vec::new();
        for (n, target) in choices.into_iter().enumerate() {
            let n = self.facts.terms.int(n as i64);
            targets.push((self.facts.terms.eq(choice, n), target));
        }
        self.indirect.guesses += u32::from(!few);
        let back = self.call_one_of(frame, v, &targets, args, mem);
        self.indirect.guesses -= u32::from(!few);
        back
    }

    fn call_target(&mut self, frame: &mut Frame<'a>, v: ValueId, to: Target, args: &[TermId], mem: &mut Mem) -> bool {
        match to {
            Target::Function(f) => self.call_function(frame, v, f, args, mem),
            Target::Internal(f, host) => {
                let args: Vec<TermId> = args.iter().copied().chain([host]).collect();
                self.call_function(frame, v, f, &args, mem)
            }
            Target::Code(f) => {
                let n = self.facts.module.functions[f].params.len();
                let lost = |interp: &mut Self, i: usize| interp.lost(frame, v, Role::CallbackArgument(i as u32));
                let args: Vec<TermId> = (0..n).map(|i| args.get(i).copied().unwrap_or_else(|| lost(self, i))).collect();
                self.call_back(frame, v, f, &args, mem);
                true
            }
            Target::Others => {
                self.unknown_effects(frame, v, args, mem);
                true
            }
        }
    }

    /// A conjunction without the conditions that its equations imply: `i = 3` implies that `i` is not 1.
    fn sharpened(&mut self, cond: TermId) -> TermId {
        let Term::All(parts) = self.facts.terms.get(cond).clone() else { return cond };
        let form = |terms: &Terms, t: TermId| match *terms.get(t) {
            Term::Eq0(t) => Some(terms.linear(t)),
            _ => None,
        };
        let equations: Vec<_> = parts.iter().filter_map(|p| form(&self.facts.terms, *p)).collect();
        let implied = |p: &TermId| match *self.facts.terms.get(*p) {
            Term::Not(n) => {
                form(&self.facts.terms, n).is_some_and(|(c, ts)| equations.iter().any(|(d, us)| c != *d && ts == *us))
            }
            _ => false,
        };
        let left: Vec<TermId> = parts.iter().copied().filter(|p| !implied(p)).collect();
        self.facts.terms.all(&left)
    }

    fn call_one_of(
        &mut self,
        frame: &mut Frame<'a>,
        v: ValueId,
        targets: &[(TermId, Target)],
        args: &[TermId],
        mem: &mut Mem,
    ) -> bool {
        let (mut gates, mut states, mut values) = (Vec::new(), Vec::new(), Vec::new());
        let (mut callees, mut given) = (Vec::new(), Vec::new());
        for (gate, target) in targets {
            let mut m = mem.clone();
            let before = self.recording.steps.len();
            let thrown_before = self.exceptions.flying.len();
            let here = frame.block;
            let outside = frame.reach.get(&here).cloned();
            frame.reach.entry(here).or_default().push(*gate);
            let args: Vec<TermId> = args.iter().map(|t| self.facts.terms.case_where(*t, *gate)).collect();
            let outer = frame.given.remove(&here);
            let returns = self.call_target(frame, v, *target, &args, &mut m);
            // What the call of one of them has established holds only if that one was called.
            if let Some(cond) = frame.given.remove(&here) {
                let not = self.facts.terms.not(*gate);
                given.push(self.facts.terms.any(&[not, cond]));
            }
            frame.given.extend(outer.map(|cond| (here, cond)));
            match outside {
                Some(reach) => frame.reach.insert(here, reach),
                None => frame.reach.remove(&here),
            };
            let mut thrown = self.exceptions.flying.split_off(thrown_before);
            thrown.iter_mut().for_each(|t| t.cond = self.facts.terms.all(&[t.cond, *gate]));
            self.exceptions.flying.extend(thrown);
            if returns {
                gates.push(*gate);
                states.push(m);
                values.push(frame.vals[v].unwrap_or_else(|| self.facts.terms.int(0)));
            }
            // The record contains the calls as alternatives, not as a sequence.
            for step in self.recording.steps.drain(before..).collect::<Vec<_>>() {
                match step {
                    Step::Call { callees: more, .. } => callees.extend(more),
                    Step::Item(mut item) => {
                        self.restrict(&mut item.event, *gate);
                        self.recording.steps.push(Step::Item(item));
                    }
                    Step::Stop => {}
                }
            }
        }
        if !callees.is_empty() {
            self.emit_call(callees.clone(), false);
        }
        if states.is_empty() {
            return false;
        }
        let all = self.facts.terms.all(&given);
        self.has_returned(frame, all);
        let key = callees.first().copied().unwrap_or(frame.ctx);
        *mem = self.join_states(frame, frame.block, key, &gates, &states);
        let value = self.select(frame, &gates, &values, SymKey::Site(frame.ctx, v, Role::Joined(Joined::Calls)));
        self.set(frame, v, value);
        true
    }

    /// An event that happens only under a condition.
    fn restrict(&mut self, event: &mut skeleton::Event, gate: TermId) {
        use skeleton::Event;
        match event {
            Event::Access(a) => a.cond = self.facts.terms.all(&[a.cond, gate]),
            Event::Issue(i) => {
                for e in &mut i.effects {
                    e.cond = self.facts.terms.all(&[e.cond, gate]);
                }
            }
            Event::Complete(c) => c.cond = self.facts.terms.all(&[c.cond, gate]),
            Event::Death { places, .. } => {
                for p in places {
                    p.guard = self.facts.terms.all(&[p.guard, gate]);
                }
            }
            Event::ForgetRequest { cell } => cell.places.clear(),
            Event::Foreign | Event::Team(_) => {}
            Event::Epoch(e) => e.cond = self.facts.terms.all(&[e.cond, gate]),
            Event::Order(o) => o.cond = self.facts.terms.all(&[o.cond, gate]),
        }
    }
}

/// Functions through which a program communicates: routines with effects beyond their results, and all functions that may call one.
pub(super) fn communicating(graph: &Supergraph<'_>) -> FxHashSet<FuncId> {
    let functions = &graph.module.functions;
    let acts = |r: &Routine| {
        r.model.is_parallel()
            && (r.epoch.is_some()
                || r.starts.is_some()
                || r.frees.is_some()
                || r.forgets.is_some()
                || !(r.effects.is_empty() && r.completes.is_empty() && r.order.is_empty()))
    };
    let mut found = FxHashSet::default();
    let mut work: Vec<FuncId> = functions
        .iter_enumerated()
        .filter(|(_, f)| f.is_declaration() && catalog().lookup(&f.name).is_some_and(acts))
        .map(|(id, _)| id)
        .collect();
    while let Some(f) = work.pop() {
        if found.insert(f) {
            work.extend(graph.calls.callers(f));
        }
    }
    found
}
