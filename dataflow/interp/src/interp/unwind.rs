//! Exceptions: which calls an exception leaves, where it arrives, and which handler catches it (Itanium C++ ABI, level I and
//! II) (theory, 3.2).
//!
//! A throw that no handler on the call chain catches ends the program without unwinding (C++20, 14.6.2: whether it unwinds is
//! implementation-defined; the implementations of the Itanium ABI look for a handler first). Otherwise each function between
//! the throw and the handler either has a landing pad at the call, to which its `invoke` goes, or is left there, and its
//! stack cells end. The exception in flight and the one that was caught last are cells of a separate object, so joins treat
//! them like all memory.

use super::{Frame, Interp, ObjKey, Step, Unwinds};
use crate::interp::Made;
use crate::memory::{Entry, Mem, Sort};
use rma_frontend::ir::{BlockId, Const, FuncId, GlobalId, InstKind, Operand, ValueId};
use rma_skeleton::facts::{JoinKey, Read, Role};
use rma_term::ids::{ObjId, TermId};
use rma_term::limits::Limit;
use rma_term::object::{ObjKind, Object};
use rma_term::term::Knowledge;
use rustc_hash::FxHashMap;

/// The selector of a handler for any exception; that of a type is smaller.
const ANY: i64 = 0x7fff_ffff;

/// Type informations of the standard library that programs do not define, and the base of each (C++20, 17.7 and 19.2).
const STANDARD: [(&str, &str); 25] = [
    ("_ZTISt9bad_alloc", "_ZTISt9exception"),
    ("_ZTISt20bad_array_new_length", "_ZTISt9bad_alloc"),
    ("_ZTISt8bad_cast", "_ZTISt9exception"),
    ("_ZTISt10bad_typeid", "_ZTISt9exception"),
    ("_ZTISt13bad_exception", "_ZTISt9exception"),
    ("_ZTISt17bad_function_call", "_ZTISt9exception"),
    ("_ZTISt12bad_weak_ptr", "_ZTISt9exception"),
    ("_ZTISt19bad_optional_access", "_ZTISt9exception"),
    ("_ZTISt18bad_variant_access", "_ZTISt9exception"),
    ("_ZTISt12bad_any_cast", "_ZTISt8bad_cast"),
    ("_ZTISt11logic_error", "_ZTISt9exception"),
    ("_ZTISt12domain_error", "_ZTISt11logic_error"),
    ("_ZTISt16invalid_argument", "_ZTISt11logic_error"),
    ("_ZTISt12length_error", "_ZTISt11logic_error"),
    ("_ZTISt12out_of_range", "_ZTISt11logic_error"),
    ("_ZTISt12future_error", "_ZTISt11logic_error"),
    ("_ZTISt13runtime_error", "_ZTISt9exception"),
    ("_ZTISt11range_error", "_ZTISt13runtime_error"),
    ("_ZTISt14overflow_error", "_ZTISt13runtime_error"),
    ("_ZTISt15underflow_error", "_ZTISt13runtime_error"),
    ("_ZTISt12system_error", "_ZTISt13runtime_error"),
    ("_ZTINSt8ios_base7failureB5cxx11E", "_ZTISt12system_error"),
    ("_ZTINSt10filesystem7__cxx1116filesystem_errorE", "_ZTISt12system_error"),
    ("_ZTISt15regex_error", "_ZTISt13runtime_error"),
    ("_ZTINSt13__future_base12_State_baseV2E", "_ZTISt9exception"),
];

/// Exceptions in flight, and their types.
#[derive(Debug, Default)]
pub(super) struct Exceptions {
    /// The exceptions that the latest call has thrown.
    pub flying: Vec<Thrown>,
    /// Their type informations, by name.
    pub types: FxHashMap<ObjId, String>,
}

/// An exception that leaves a call or a function.
#[derive(Debug, Clone)]
pub(crate) struct Thrown {
    /// When it does.
    pub cond: TermId,
    /// The memory then.
    pub mem: Mem,
}

/// Where control continues after a call that has thrown an exception.
#[derive(Debug, Default)]
pub(super) struct Unwound {
    /// The condition and the memory with which control reaches the landing pad of an `invoke`; without a landing pad it leaves the
    /// instance.
    pub pad: Option<Thrown>,
    /// The block throws it, no callee with a body.
    pub here: bool,
}

/// Cells of the object of exceptions.
#[derive(Debug, Clone, Copy)]
enum Cell {
    /// The exception in flight, before it reaches a handler.
    Flying = 0,
    /// The last exception that was caught.
    Caught = 8,
}

impl<'a> Interp<'a> {
    fn exceptions(&mut self) -> ObjId {
        self.object(ObjKey::Exceptions, || Object::of_kind(ObjKind::OtherHandle))
    }

    fn put_exception(&mut self, mem: &mut Mem, cell: Cell, exception: TermId) {
        let obj = self.exceptions();
        let (inst, off) = (self.facts.terms.int(0), self.facts.terms.int(cell as i64));
        mem.get_mut(obj).put(
            &self.facts.terms.limits,
            Entry { inst, off, size: 8, val: exception, sort: Sort::Integer, only_read: false },
        );
    }

    fn exception(&mut self, mem: &Mem, cell: Cell) -> Option<TermId> {
        let obj = self.exceptions();
        let (inst, off) = (self.facts.terms.int(0), self.facts.terms.int(cell as i64));
        mem.get(obj)?.find(inst, off, 8).map(|e| e.val)
    }

    /// `__cxa_throw`: the object is from now on an exception of a type.
    pub(crate) fn throw(&mut self, frame: &Frame<'a>, v: ValueId, object: TermId, type_info: TermId, mem: &Mem) {
        let name = self.facts.objects_in(type_info).into_iter().find_map(|o| match self.facts.objects[o].kind {
            ObjKind::Global(g) => Some(self.facts.module.globals[g].name.clone()),
            _ => None,
        });
        let Some(name) = name else { return };
        for obj in self.facts.objects_in(object) {
            self.exceptions.types.insert(obj, name.clone());
        }
        self.fly(frame, v, object, mem);
    }

    /// A function of the standard library throws an exception of the type of this type information.
    pub(crate) fn raise(&mut self, frame: &mut Frame<'a>, v: ValueId, type_info: &str, mem: &Mem) {
        let obj = self.new_object(frame, v, Made::Exception, ObjKind::Heap, String::new(), None);
        self.exceptions.types.insert(obj, type_info.to_owned());
        let object = self.facts.terms.addr(obj);
        self.fly(frame, v, object, mem);
    }

    /// `__cxa_rethrow`.
    pub(crate) fn rethrow(&mut self, frame: &Frame<'a>, v: ValueId, mem: &Mem) {
        if let Some(object) = self.exception(mem, Cell::Caught) {
            self.fly(frame, v, object, mem);
        }
    }

    /// `__cxa_begin_catch`.
    pub(crate) fn begin_catch(&mut self, mem: &mut Mem, object: TermId) {
        self.put_exception(mem, Cell::Caught, object);
    }

    fn fly(&mut self, frame: &Frame<'a>, v: ValueId, object: TermId, mem: &Mem) {
        let types: Vec<String> =
            self.facts.objects_in(object).iter().filter_map(|o| self.exceptions.types.get(o).cloned()).collect();
        if !types.iter().any(|t| self.is_caught(frame, v, t)) {
            return;
        }
        let mut mem = mem.clone();
        self.put_exception(&mut mem, Cell::Flying, object);
        let cond = self.facts.terms.truth(true);
        self.exceptions.flying.push(Thrown { cond, mem });
    }

    /// Whether a landing pad on the call chain has a handler for an exception.
    fn is_caught(&self, frame: &Frame<'a>, v: ValueId, type_info: &str) -> bool {
        let mut at = Some((frame.fid, v, self.facts.contexts.all[frame.ctx].caller));
        while let Some((f, v, caller)) = at {
            if let Some((catches, _)) = self.landing_pad(f, v)
                && catches.iter().any(|c| self.catches(*c, type_info))
            {
                return true;
            }
            at = caller.map(|(ctx, v)| (self.facts.contexts.all[ctx].func, v, self.facts.contexts.all[ctx].caller));
        }
        false
    }

    /// The clauses at the landing pad of a call.
    fn landing_pad(&self, f: FuncId, v: ValueId) -> Option<(&'a [Operand], bool)> {
        let func = &self.facts.module.functions[f];
        let InstKind::Invoke { unwind, .. } = func.insts[v].kind else { return None };
        func.block_values(unwind).find_map(|x| match &func.insts[x].kind {
            InstKind::LandingPad { catches, cleanup } => Some((&catches[..], *cleanup)),
            _ => None,
        })
    }

    /// The type information of a clause; `None`: any exception.
    fn clause(&self, clause: Operand) -> Option<GlobalId> {
        let Operand::Const(c) = clause else { return None };
        match self.facts.module.consts[c] {
            Const::Global { global, .. } => Some(global),
            _ => None,
        }
    }

    fn catches(&self, clause: Operand, type_info: &str) -> bool {
        self.clause(clause).is_none_or(|g| {
            self.derives(type_info, &self.facts.module.globals[g].name, self.facts.terms.limits.get(Limit::ClassBases))
        })
    }

    /// Whether the class of a type information is another one or derived from it.
    pub(crate) fn derives(&self, type_info: &str, base: &str, depth: u32) -> bool {
        if type_info == base {
            return true;
        }
        if depth == 0 {
            self.facts.terms.limits.reached(Limit::ClassBases);
            return false;
        }
        if let Some((_, up)) = STANDARD.iter().find(|(name, _)| *name == type_info) {
            return self.derives(up, base, depth - 1);
        }
        let global = self.facts.module.globals.iter().find(|g| g.name == type_info);
        let Some(Const::Aggregate { elems, .. }) = global.and_then(|g| g.init).map(|c| &self.facts.module.consts[c])
        else {
            return false;
        };
        // The type information of a class contains its bases; the type that a pointer points to is not a base.
        let bases = elems.iter().filter(|_| !type_info.starts_with("_ZTIP")).filter_map(|c| {
            match self.facts.module.consts[*c] {
                Const::Global { global, .. } => Some(&self.facts.module.globals[global].name),
                _ => None,
            }
        });
        bases.filter(|name| name.starts_with("_ZTI")).any(|name| self.derives(name, base, depth - 1))
    }

    /// `llvm.eh.typeid.for`: the selector of handlers of a type.
    pub(crate) fn type_id(&mut self, type_info: TermId) -> Option<TermId> {
        let id = self.facts.objects_in(type_info).into_iter().find_map(|o| match self.facts.objects[o].kind {
            ObjKind::Global(g) => Some(i64::from(g.raw()) + 1),
            _ => None,
        })?;
        Some(self.facts.terms.int(id))
    }

    /// `dynamic_cast`, by the class that the object's table of virtual functions belongs to.
    pub(crate) fn dynamic_cast(&mut self, frame: &Frame<'a>, v: ValueId, args: &[TermId], mem: &mut Mem) -> TermId {
        let &[object, _, to, ..] = args else { return self.lost(frame, v, Role::Value) };
        let table = self.load_part(frame, (v, Read::VirtualTable), mem, object, 8, false);
        let name_of = |interp: &Self, t: TermId| {
            interp.facts.objects_in(t).into_iter().find_map(|o| match interp.facts.objects[o].kind {
                ObjKind::Global(g) => Some(interp.facts.module.globals[g].name.clone()),
                _ => None,
            })
        };
        let classes: Vec<Option<String>> = self
            .facts
            .places(table)
            .list
            .iter()
            .map(|p| match self.facts.objects[p.obj].kind {
                ObjKind::Global(g) => {
                    self.facts.module.globals[g].name.strip_prefix("_ZTV").map(|c| format!("_ZTI{c}"))
                }
                _ => None,
            })
            .collect();
        let to = name_of(self, to);
        let answers: Vec<Option<bool>> = classes
            .iter()
            .map(|class| {
                Some(self.derives(class.as_deref()?, to.as_deref()?, self.facts.terms.limits.get(Limit::ClassBases)))
            })
            .collect();
        match answers[..] {
            [Some(false)] => self.facts.terms.int(0),
            [Some(true)] => object,
            _ => {
                let fails = self.lost(frame, v, Role::CastFails);
                let zero = self.facts.terms.int(0);
                let fails = self.facts.terms.eq(fails, zero);
                self.facts.terms.ite(fails, zero, object)
            }
        }
    }

    /// A landing pad: the exception, and the selector of the handler that it is for (0: none of these).
    pub(super) fn landed(&mut self, frame: &Frame<'a>, v: ValueId, catches: &[Operand], mem: &Mem) -> TermId {
        let Some(exception) = self.exception(mem, Cell::Flying) else { return self.lost(frame, v, Role::Value) };
        let places = self.facts.places(exception);
        let mut selector = None;
        for p in &places.list {
            let Some(name) = self.exceptions.types.get(&p.obj).cloned() else { continue };
            let chosen = catches.iter().find(|c| self.catches(**c, &name));
            let id = match chosen {
                Some(c) => self.clause(*c).map_or(ANY, |g| i64::from(g.raw()) + 1),
                None => 0,
            };
            let id = self.facts.terms.int(id);
            selector = Some(match selector {
                None => id,
                Some(rest) => self.facts.terms.ite(p.guard, id, rest),
            });
        }
        let selector = selector.filter(|_| !places.unknown).unwrap_or_else(|| self.lost(frame, v, Role::Selector));
        self.facts.terms.vector(&[exception, selector])
    }

    /// `resume`: the exception continues in the caller.
    pub(super) fn resume(&mut self, frame: &mut Frame<'a>, b: BlockId, value: Operand, mem: &Mem) {
        let value = self.operand(frame, value);
        let exception = self.facts.terms.lane(value, 0);
        let mut mem = mem.clone();
        self.put_exception(&mut mem, Cell::Flying, exception);
        let cond = self.facts.terms.truth(true);
        frame.throws.push((b, Thrown { cond, mem }));
    }

    /// Where control continues after a call that has thrown. `from`: the index in the record of the first step of the call.
    pub(super) fn unwind(&mut self, frame: &mut Frame<'a>, v: ValueId, from: usize) -> Unwound {
        let all = std::mem::take(&mut self.exceptions.flying);
        let block = frame.block;
        let Some(thrown) = self.join_thrown(frame, block, all) else { return Unwound::default() };
        let called = self.recording.steps[from..].iter().any(|s| matches!(s, Step::Call { .. }));
        let to = match frame.func.insts[v].kind {
            InstKind::Invoke { unwind, .. } => Some(unwind),
            _ => None,
        };
        let deaths = if to.is_none() { self.deaths_of_frame(frame, frame.func.insts[v].loc, true) } else { Vec::new() };
        if called {
            for step in &mut self.recording.steps[from..] {
                if let Step::Call { unwinds, .. } = step {
                    *unwinds = match to {
                        Some(pad) => Unwinds::To(pad),
                        None => Unwinds::Through(deaths.clone()),
                    };
                }
            }
        } else {
            self.recording.steps.extend(deaths.into_iter().map(Step::Item));
        }
        let pad = if to.is_some() {
            Some(thrown)
        } else {
            frame.throws.push((block, thrown));
            None
        };
        Unwound { pad, here: !called }
    }

    /// Several exceptions that reach one place, as one exception.
    fn join_thrown(&mut self, frame: &mut Frame<'a>, block: BlockId, all: Vec<Thrown>) -> Option<Thrown> {
        if all.len() < 2 {
            return all.into_iter().next();
        }
        let gates: Vec<TermId> = all.iter().map(|t| t.cond).collect();
        let states: Vec<Mem> = all.into_iter().map(|t| t.mem).collect();
        let mem = self.join_states(frame, block, JoinKey { ctx: frame.ctx, thrown: true }, &gates, &states);
        let any = self.facts.terms.disjoin(&gates);
        let cond = if self.facts.terms.limits.allows(Limit::ThrowCondition, self.facts.terms.weight(any)) {
            any
        } else {
            self.facts.terms.truth(true)
        };
        Some(Thrown { cond, mem })
    }

    /// The exceptions that an instance leaves to its caller, with conditions in terms of the caller.
    pub(super) fn merge_throws(&mut self, frame: &mut Frame<'a>) -> Option<Thrown> {
        let entry = *frame.graph.rpo.first()?;
        let mut all = Vec::new();
        for (b, t) in std::mem::take(&mut frame.throws) {
            let mut cond = self.gate(frame, b, t.cond, entry);
            // Outside the loop it is not known which iteration it was; iterations of the caller's loops are
            // distinguished.
            let outermost = std::iter::successors(frame.graph.loop_of[b], |l| frame.graph.loops[*l].parent).last();
            if let Some(l) = outermost {
                let l = self.loop_id(frame, l);
                if self.facts.varies_in(cond, l) {
                    cond = self.facts.terms.truth(true);
                }
            }
            all.push(Thrown { cond, mem: t.mem });
        }
        self.join_thrown(frame, entry, all)
    }

    /// The condition under which a call returns, if it throws under the condition `thrown`.
    pub(super) fn returned_instead(&mut self, thrown: TermId) -> TermId {
        if self.facts.terms.is_true(thrown) || self.facts.terms.knowledge(thrown) == Knowledge::Lost {
            return self.facts.terms.truth(true);
        }
        self.facts.terms.not(thrown)
    }
}
