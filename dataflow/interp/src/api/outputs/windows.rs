//! What a program may ask about its windows: parts of shared windows (MPI 4.1, 12.2.3), attributes (MPI 4.1, 12.2.6) (theory, 4.6).
//!
//! What a query of a shared window says of a part is what its process gave when the window was made: the same value, if all gave the same, or
//! the value for the queried rank, if it depends on the rank alone.

use crate::api::CallSite;
use crate::interp::{Frame, Interp, Made};
use crate::memory::Mem;
use rma_frontend::api::{Constants, OutKind, Output};
use rma_skeleton::facts::{Role, SharedPart, Window};
use rma_term::ids::{ObjId, SymId, TermId};
use rma_term::object::ObjKind;
use rma_term::term::{CommId, Knowledge, Substitution, SymKind, Term};

/// Tags up to this number are allowed by every library (MPI 4.1, 9.1.2).
const LEAST_OF_GREATEST_TAGS: i64 = 32767;

impl<'a> Interp<'a> {
    /// The part of a process in a shared window: the caller's own memory, or memory that is another's.
    pub(super) fn shared_base(&mut self, frame: &Frame<'a>, call: &CallSite, out: &Output) -> Option<TermId> {
        let (win, rank) = (call.named("win")?, self.queried_rank(frame, call)?);
        if let Some((_, w)) = self.facts.window(win)
            && let Some(base) = w.base
            && self.facts.rank_in_comm(w.comm) == rank
        {
            return Some(base);
        }
        let obj = self.new_object(
            frame,
            call.value,
            Made::SharedPart(out.arg),
            ObjKind::Heap,
            "shared window memory".into(),
            None,
        );
        let inst = self.instance_here(frame);
        self.facts.shared.insert(obj, SharedPart { win, rank, base: None, inst });
        Some(self.facts.terms.addr_of(obj, inst))
    }

    /// The size or the unit that the process with the queried rank gave when the window was made.
    pub(super) fn given_for_part(&mut self, frame: &Frame<'a>, call: &CallSite, out: &Output) -> TermId {
        let unit = out.kind == OutKind::SharedUnit;
        let given = self.shared_window(call).and_then(|w| {
            let own = if unit { w.disp_unit } else { w.size? };
            let rank = self.queried_rank(frame, call)?;
            self.value_at_rank(w.comm, own, rank)
        });
        given.unwrap_or_else(|| {
            let value = self.input(frame, call.value, Role::Output(out.arg), "a run-time value");
            self.is_at_least(value, i64::from(unit))
        })
    }

    /// The window of a query, if it was made of shared memory. Of other windows it is up to the library which parts can be reached directly.
    fn shared_window(&mut self, call: &CallSite) -> Option<Window> {
        let (obj, mut w) = self.facts.window_used(call.named("win")?)?;
        let shared = self.api.windows.made.get(&obj) == Some(&OutKind::WinAllocateShared);
        let made = self.facts.windows.get(&obj)?.inst;
        w.size = w.size.filter(|size| self.is_of_instance(*size, made, w.inst));
        (shared && self.is_of_instance(w.disp_unit, made, w.inst)).then_some(w)
    }

    /// Whether a term, recorded when a window was made, is known for the instance that is used: a value that changes from iteration to iteration
    /// is known in the same iteration only, unless the instance determines it.
    fn is_of_instance(&self, t: TermId, made: TermId, used: TermId) -> bool {
        let terms = &self.facts.terms;
        let told = |x: SymId| terms.syms[x].def_loop.is_none() || terms.any_sym(used, |y| y == x);
        made == used || !terms.any_sym(t, |x| !told(x))
    }

    /// The rank that a query names.
    fn queried_rank(&mut self, frame: &Frame<'a>, call: &CallSite) -> Option<TermId> {
        let rank = call.named("rank")?;
        let null = self.facts.abi.map(|a| a.constants().proc_null);
        Some(self.unless_null(frame, call, rank, null))
    }

    fn unless_null(&mut self, frame: &Frame<'a>, call: &CallSite, rank: TermId, null: Option<i64>) -> TermId {
        match *self.facts.terms.get(rank) {
            Term::Ite(cond, a, b) => {
                let (a, b) = (self.unless_null(frame, call, a, null), self.unless_null(frame, call, b, null));
                self.facts.terms.ite(cond, a, b)
            }
            Term::Const(c) if Some(c) == null => self.lowest_with_memory(frame, call),
            _ => rank,
        }
    }

    /// The lowest rank that has given memory to a shared window.
    fn lowest_with_memory(&mut self, frame: &Frame<'a>, call: &CallSite) -> TermId {
        let zero = self.facts.terms.int(0);
        let Some(w) = self.shared_window(call) else { return zero };
        if w.size.is_some_and(|size| self.alike_in(w.comm, &[size])) {
            return zero;
        }
        let first = w.size.and_then(|size| self.value_at_rank(w.comm, size, zero));
        let first = first.map(|size| self.is_positive(size));
        if first.is_some_and(|has| self.facts.terms.is_true(has)) {
            return zero;
        }
        let Some(arg) = call.routine.arg("rank") else { return zero };
        let knowledge = if first.is_some() { Knowledge::Input } else { Knowledge::Lost };
        let name = "lowest rank with memory";
        let s = self.site_symbol(frame, call.value, Role::Output(arg), SymKind::Input, knowledge, name);
        let lowest = self.facts.terms.sym(s);
        let has = w.size.and_then(|size| self.value_at_rank(w.comm, size, lowest));
        let has = has.map(|size| self.is_positive(size));
        // One process alone.
        if let Some(rank) = has.and_then(|has| self.value_by(has, s)) {
            return rank;
        }
        let size = self.facts.size_of_comm(w.comm);
        let sym = &mut self.facts.terms.syms[s];
        (sym.lo, sym.below, sym.fact, sym.knowledge) = (Some(0), Some(size), has, knowledge);
        sym.uniform = w.comm == CommId::World;
        match first {
            Some(first) => self.facts.terms.ite(first, zero, lowest),
            None => lowest,
        }
    }

    /// The condition that a number is positive, case by case.
    fn is_positive(&mut self, t: TermId) -> TermId {
        if let Term::Ite(cond, a, b) = *self.facts.terms.get(t) {
            let (a, b) = (self.is_positive(a), self.is_positive(b));
            return self.facts.terms.ite(cond, a, b);
        }
        let zero = self.facts.terms.int(0);
        self.facts.terms.lt(zero, t)
    }

    /// The only value of a symbol with which a condition may hold, if the condition says so.
    fn value_by(&mut self, cond: TermId, x: SymId) -> Option<TermId> {
        for part in self.facts.terms.conjuncts(cond) {
            let Term::Eq0(difference) = *self.facts.terms.get(part) else { continue };
            let (constant, mut parts) = self.facts.terms.linear(difference);
            let name = self.facts.terms.sym(x);
            let Some(n) = parts.iter().position(|(t, _)| *t == name) else { continue };
            let (_, factor) = parts.remove(n);
            if !matches!(factor, 1 | -1) || parts.iter().any(|(t, _)| self.facts.terms.any_sym(*t, |y| y == x)) {
                continue;
            }
            let rest = self.facts.terms.from_linear(constant, parts);
            return Some(self.facts.terms.scale(rest, -factor));
        }
        None
    }

    /// The value of a term in the process with a rank, if it is the same in all processes or depends on their ranks alone.
    fn value_at_rank(&mut self, comm: CommId, own: TermId, rank: TermId) -> Option<TermId> {
        let me = self.facts.rank_in_comm(comm);
        if me == rank || self.alike_in(comm, &[own]) {
            return Some(own);
        }
        let Term::Sym(me) = *self.facts.terms.get(me) else { return None };
        let alike = |x: SymId| {
            let sym = &self.facts.terms.syms[x];
            x == me || sym.uniform || sym.kind == SymKind::Size(comm)
        };
        if comm == CommId::Unknown || self.facts.is_inter(comm) || self.facts.terms.any_sym(own, |x| !alike(x)) {
            return None;
        }
        let mut there = Substitution::new();
        there.insert(me, rank);
        Some(self.facts.terms.subst(own, &mut there))
    }
}

impl<'a> Interp<'a> {
    pub(super) fn window_attribute(
        &mut self,
        frame: &Frame<'a>,
        call: &CallSite,
        out: &Output,
        mem: &mut Mem,
    ) -> Option<TermId> {
        let constants = self.facts.abi?.constants();
        let key = self.keyval(call)?;
        let window = self.facts.window_used(call.named("win")?);
        // The base is an address itself.
        if key == constants.win_base || !constants.is_window_attribute(key) {
            let base = window.filter(|_| key == constants.win_base).and_then(|(_, w)| w.base);
            return Some(base.unwrap_or_else(|| self.lost(frame, call.value, Role::Output(out.arg))));
        }
        let known = match &window {
            Some((obj, w)) if key == constants.win_size => match self.api.windows.made.get(obj) {
                Some(OutKind::WinCreateDynamic) => Some(self.facts.terms.int(0)),
                _ => w.size,
            },
            Some((_, w)) if key == constants.win_disp_unit => Some(w.disp_unit),
            Some((obj, _)) if key == constants.win_create_flavor => self.flavor(*obj),
            _ => None,
        };
        let known = known.filter(|value| {
            let made = window.as_ref().and_then(|(obj, w)| Some((self.facts.windows.get(obj)?.inst, w.inst)));
            made.is_some_and(|(made, used)| self.is_of_instance(*value, made, used))
        });
        let value = known.unwrap_or_else(|| {
            let value = self.input(frame, call.value, Role::Output(out.arg), "attribute of a window");
            if key == constants.win_model {
                let models = [constants.win_separate, constants.win_unified];
                self.is_one_of(value, models[0].min(models[1]), models[0].max(models[1]))
            } else {
                self.is_at_least(value, i64::from(key != constants.win_size))
            }
        });
        let bytes = if key == constants.win_size { 8 } else { 4 };
        Some(self.attribute_value(frame, call, out, (value, bytes), mem))
    }

    /// How a window was made, as the value of the attribute.
    fn flavor(&mut self, window: ObjId) -> Option<TermId> {
        let c = self.facts.abi?.constants();
        let flavor = match self.api.windows.made.get(&window)? {
            OutKind::WinCreate => c.win_flavor_create,
            OutKind::WinAllocate => c.win_flavor_allocate,
            OutKind::WinAllocateShared => c.win_flavor_shared,
            OutKind::WinCreateDynamic => c.win_flavor_dynamic,
            _ => return None,
        };
        Some(self.facts.terms.int(flavor))
    }

    /// A value in a range that is the same for all processes.
    fn is_one_of(&mut self, value: TermId, least: i64, greatest: i64) -> TermId {
        if let Term::Sym(s) = *self.facts.terms.get(value) {
            let sym = &mut self.facts.terms.syms[s];
            (sym.lo, sym.hi, sym.uniform) = (Some(least), Some(greatest), true);
        }
        value
    }

    /// Whether a call asks for the greatest tag, which every communicator has as an attribute (MPI 4.1, 9.1.2).
    pub(super) fn asks_for_tags(&self, call: &CallSite) -> bool {
        self.asks_for(call, |constants| constants.tag_ub)
    }

    /// An attribute of a communicator that the library defines, such as the greatest tag. It is an integer.
    pub(super) fn attribute_of_library(
        &mut self,
        frame: &Frame<'a>,
        call: &CallSite,
        out: &Output,
        mem: &mut Mem,
    ) -> Option<TermId> {
        let value = self.run_time_value(frame, call, out, mem)?;
        let key = ["comm_keyval", "keyval"].iter().find_map(|name| call.named(name))?;
        if self.facts.terms.as_const(key).is_none() {
            return Some(value);
        }
        if self.asks_for_tags(call) {
            self.is_one_of(value, LEAST_OF_GREATEST_TAGS, i64::from(i32::MAX));
        }
        self.same_attribute(call, value);
        Some(self.attribute_value(frame, call, out, (value, 4), mem))
    }

    /// Records that a value which a call gives of an attribute is the same on all processes, if it is.
    pub(super) fn same_attribute(&mut self, call: &CallSite, value: TermId) {
        let comm = self.comm_of_call(call);
        if let (true, &Term::Sym(s)) =
            (self.asks_for_size_of_universe(call) && self.facts.is_of_all(comm), self.facts.terms.get(value))
        {
            self.facts.terms.syms[s].uniform = true;
        }
    }

    /// Whether a call asks for the number of processes that the run may have (MPI 4.1, 11.10.1).
    fn asks_for_size_of_universe(&self, call: &CallSite) -> bool {
        self.asks_for(call, |constants| constants.universe_size)
    }

    /// Whether a call asks for an attribute of a communicator, by its key.
    fn asks_for(&self, call: &CallSite, which: impl Fn(&Constants) -> i64) -> bool {
        let key = call.named("comm_keyval").and_then(|key| self.facts.terms.as_const(key));
        self.facts.abi.zip(key).is_some_and(|(abi, key)| {
            let key = if call.routine.fortran.is_some() { abi.keyval_of_fortran(key) } else { key };
            key == which(abi.constants())
        })
    }

    /// The value of an attribute of the library as a call gives it: C gets the address of memory of the library with the value in it, Fortran the
    /// value (MPI 4.1, 19.3.7).
    fn attribute_value(
        &mut self,
        frame: &Frame<'a>,
        call: &CallSite,
        out: &Output,
        (value, bytes): (TermId, u64),
        mem: &mut Mem,
    ) -> TermId {
        if call.routine.fortran.is_some() {
            return value;
        }
        let size = self.facts.terms.int(bytes as i64);
        let name = "attribute".to_owned();
        let obj = self.new_object(frame, call.value, Made::Attribute(out.arg), ObjKind::Heap, name, Some(size));
        let inst = self.instance_here(frame);
        let at = self.facts.terms.addr_of(obj, inst);
        self.store(mem, at, bytes, value, false);
        at
    }

    /// The key of a window's attribute, with its value in C.
    pub(super) fn keyval(&self, call: &CallSite) -> Option<i64> {
        let key = self.facts.terms.as_const(call.named("win_keyval")?)?;
        match self.facts.abi {
            Some(abi) if call.routine.fortran.is_some() => Some(abi.keyval_of_fortran(key)),
            _ => Some(key),
        }
    }
}
