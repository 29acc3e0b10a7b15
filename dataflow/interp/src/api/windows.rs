//! Windows: which memory an operation touches at its target (MPI 4.1, 12.2) (theory, 4.6).

use super::CallSite;
use super::epoch_state::Sites;
use super::fetch::Fetch;
use crate::interp::{Frame, Interp, Made};
use crate::memory::Mem;
use rma_frontend::api::{Effect, Epoch, Order, OutKind, Output};
use rma_skeleton::facts::{Role, Window};
use rma_skeleton::skeleton::{Area, Block, Death, Element, Event, Place};
use rma_term::ids::{ObjId, SymId, TermId};
use rma_term::object::ObjKind;
use rma_term::term::{CommId, Knowledge, SymKind, Term};
use std::collections::{BTreeMap, BTreeSet};

/// Facts about windows.
#[derive(Debug, Default)]
pub(crate) struct WindowTable {
    /// Memory attached to dynamic windows: address and bytes.
    pub attached: BTreeMap<ObjId, Vec<(TermId, TermId)>>,
    /// How each window was made.
    pub made: BTreeMap<ObjId, OutKind>,
    /// Calls that the states of windows refer to.
    pub epochs: Sites,
    /// For symbols that were fetched from windows, the operation.
    pub fetched: BTreeMap<SymId, Fetch>,
    /// Symbols for how far into attached memory a received address points.
    pub displacements: BTreeSet<SymId>,
}

impl<'a> Interp<'a> {
    /// The bytes at the target: the window's memory as places, displacement and datatype as blocks.
    pub(super) fn target_area(&mut self, frame: &Frame<'a>, call: &CallSite, effect: &Effect, mem: &Mem) -> Area {
        let nowhere = self.facts.terms.int(0);
        let mut area = self.extent_area(frame, call, nowhere, &effect.extent, mem);
        area.places.clear();
        area.unknown = false;
        let (Some(win), Some(disp)) = (call.named("win"), call.at(effect.at)) else {
            area.unknown = true;
            return area;
        };
        // What each of the windows adds to the displacement in bytes.
        let mut shifts: Vec<(TermId, TermId)> = Vec::new();
        let alternatives = self.facts.alternatives(win);
        let several = alternatives.len() > 1;
        area.unknown |= alternatives.is_empty();
        for (named, window, used) in alternatives {
            let Some(w) = self.facts.windows.get(&window).cloned() else {
                area.unknown = true;
                continue;
            };
            match w.base {
                Some(base) => {
                    let used = used.unwrap_or_else(|| self.some_window(frame, call, w.inst));
                    let base = self.of_instance(base, Some(used), &w);
                    let places = self.facts.places(base);
                    area.unknown |= places.unknown;
                    area.places.extend(places.list.into_iter().map(|p| Place { named, ..p }));
                    shifts.push((named, w.disp_unit));
                }
                None => {
                    let (places, unknown, into) = self.attached_places(frame, call, window, disp);
                    area.unknown |= unknown;
                    let mut part = Area { places, unknown: false, blocks: area.blocks.clone() };
                    self.in_terms_of_target(&mut part);
                    // Terms of the target for one of several windows are not valid for the others.
                    area.unknown |= several && part.blocks != area.blocks;
                    if let Some(into) = into {
                        let into = self.facts.terms.ite(named, into, nowhere);
                        part.blocks.iter_mut().for_each(|b| b.offset = self.facts.terms.add(b.offset, into));
                    }
                    area.blocks = part.blocks;
                    area.places.extend(part.places.into_iter().map(|p| Place { named, ..p }));
                    shifts.push((named, nowhere));
                }
            }
        }
        let units: Vec<TermId> = shifts.iter().map(|(_, unit)| *unit).collect();
        let unit = match shifts[..] {
            [] => None,
            [(_, first), ..] if units.iter().all(|unit| *unit == first) => Some(first),
            // In units of the first: windows made in one collective call become one, which knows the unit of each member.
            [(_, first), ..] if !units.contains(&nowhere) => {
                area.unknown = true;
                Some(first)
            }
            // An address in a dynamic window is not a displacement: the window that is used determines which of them it
            // is.
            [.., (_, last)] => {
                let told_apart = shifts.iter().all(|(named, _)| !self.facts.terms.is_true(*named));
                area.unknown |= !told_apart || !self.alike(&units);
                let choose = |unit, (named, this): &(TermId, TermId)| self.facts.terms.ite(*named, *this, unit);
                Some(shifts.iter().rev().fold(last, choose))
            }
        };
        // An index that the program reads at run time is none before the array's start (assumption 3).
        let mut indices = Vec::new();
        self.facts.terms.for_each_sym(disp, &mut |x| indices.push(x));
        for x in indices {
            let sym = &mut self.facts.terms.syms[x];
            if sym.kind == SymKind::Input && sym.lo.is_none() {
                sym.lo = Some(0);
            }
        }
        if let Some(unit) = unit {
            let by = self.times(unit, disp);
            if !units.contains(&unit) || self.alike(&[unit]) {
                for b in &mut area.blocks {
                    b.offset = self.facts.terms.add(b.offset, by);
                }
            } else if self.facts.terms.as_const(disp).is_some() {
                // The unit is the target's (MPI 4.1, 12.3).
                for p in &mut area.places {
                    p.offset = self.facts.terms.add(p.offset, by);
                }
            } else {
                area.unknown = true;
            }
        }
        area
    }

    /// A number of units in bytes, case by case where the unit is one of several.
    fn times(&mut self, unit: TermId, disp: TermId) -> TermId {
        if let Term::Ite(cond, a, b) = *self.facts.terms.get(unit) {
            let (a, b) = (self.times(a, disp), self.times(b, disp));
            return self.facts.terms.ite(cond, a, b);
        }
        self.facts.terms.mul(unit, disp)
    }

    /// One of the windows that a call has made in a loop, in an iteration that is not known.
    fn some_window(&mut self, frame: &Frame<'a>, call: &CallSite, made: TermId) -> TermId {
        let parts = match self.facts.terms.get(made) {
            Term::Apply(_, parts) => parts.to_vec(),
            _ => vec![made],
        };
        let some = self.lost(frame, call.value, Role::Instance);
        let used: Vec<TermId> =
            parts.into_iter().map(|p| if self.facts.terms.as_const(p).is_some() { p } else { some }).collect();
        self.facts.terms.tuple(&used)
    }

    /// A term recorded at the creation of a window, for the instance that a handle refers to.
    fn of_instance(&mut self, t: TermId, used: Option<TermId>, w: &Window) -> TermId {
        let Some(used) = used else { return t };
        let mut s = self.facts.instance_used(w.inst, used);
        self.facts.terms.subst(t, &mut s)
    }

    /// The displacement in a dynamic window is an address of memory that the target attached. How far into it a received address
    /// points is up to the process that names it, not to the target: another one may have received another address, or add
    /// something else to it. So that comes apart from the places, as a part of the blocks; and whether the memory is not known.
    fn attached_places(
        &mut self,
        frame: &Frame<'a>,
        call: &CallSite,
        window: ObjId,
        disp: TermId,
    ) -> (Vec<Place>, bool, Option<TermId>) {
        let disp = self.where_used(frame, disp);
        let places = self.facts.places(disp);
        if !places.list.is_empty() && self.is_of_target(call, window, &places.list) {
            return (places.list, places.unknown, None);
        }
        let attached = self.api.windows.attached.get(&window).cloned().unwrap_or_default();
        let there: Vec<Place> = attached.iter().flat_map(|(base, _)| self.facts.places(*base).list).collect();
        let there: Vec<Place> = there.into_iter().map(|p| self.at_sender(disp, p)).collect();
        let unknown = there.is_empty();
        // The address was received: how far into the memory it points is a matter of the run.
        let knowledge = self.facts.terms.knowledge(disp).max(Knowledge::Input);
        let s = self.site_symbol(frame, call.value, Role::Displacement, SymKind::Input, knowledge, "displacement");
        let below = match attached[..] {
            [(_, size)] if self.alike(&[size]) => Some(size),
            _ => None,
        };
        // Another pass over a loop may know more of it.
        let sym = &mut self.facts.terms.syms[s];
        (sym.lo, sym.below, sym.knowledge) = (Some(0), below, knowledge);
        self.api.windows.displacements.insert(s);
        (there, unknown, Some(self.facts.terms.sym(s)))
    }

    /// Memory is attached to a dynamic window.
    pub(super) fn attach(&mut self, call: &CallSite) {
        if call.routine.epoch != Some(Epoch::Attach) {
            return;
        }
        let (Some(win), Some(base), Some(size)) = (call.named("win"), call.named("base"), call.named("size")) else {
            return;
        };
        for window in self.facts.objects_in(win) {
            let list = self.api.windows.attached.entry(window).or_default();
            if !list.contains(&(base, size)) {
                list.push((base, size));
            }
        }
    }

    /// The memory that a call takes out of a dynamic window: as much as was attached there.
    pub(super) fn detached(&mut self, call: &CallSite, win: TermId) -> Option<Area> {
        let base = call.named("base")?;
        let windows = self.facts.objects_in(win);
        let attached = windows.iter().filter_map(|w| self.api.windows.attached.get(w)).flatten();
        let len = attached.filter(|(b, _)| *b == base).map(|(_, size)| *size).next();
        let places = self.facts.places(base).list;
        let block = Block { offset: self.facts.terms.int(0), dims: Vec::new(), len };
        Some(Area { places, unknown: false, blocks: vec![block] })
    }

    pub(super) fn new_window(&mut self, frame: &Frame<'a>, call: &CallSite, out: &Output, mem: &mut Mem) -> TermId {
        let name = call.at(out.arg).and_then(|p| self.facts.places(p).list.first().map(|p| p.obj));
        let name = name.map_or_else(|| "win".to_owned(), |o| self.facts.objects[o].name.clone());
        let obj = self.new_object(frame, call.value, Made::Output(out.arg), ObjKind::Window, String::new(), None);
        self.facts.objects[obj].name = name;
        let base = match out.kind {
            OutKind::WinCreate => call.named("base"),
            OutKind::WinCreateDynamic => None,
            _ => {
                let size = call.named("size");
                let memory = self.memory_of(frame, call, size, mem);
                let inst = self.instance_here(frame);
                Some(self.facts.terms.addr_of(memory, inst))
            }
        };
        if let Some(base) = base {
            let places = self.facts.places(base).list;
            self.polls.memory.extend(places.iter().map(|p| p.obj));
        }
        let size = base.and_then(|_| call.named("size"));
        let comm = call.named("comm").map_or(CommId::Unknown, |c| self.comm(c));
        let disp_unit = call.named("disp_unit").unwrap_or_else(|| self.facts.terms.int(1));
        let inst = self.instance_here(frame);
        let no_info = |i: &Self, info| i.with_key(info, |k| i.facts.abi.is_some_and(|abi| abi.null_handle(k)));
        let contiguous = out.kind == OutKind::WinAllocateShared
            && size.is_some_and(|size| self.alike_in(comm, &[size]))
            && call.named("info").is_some_and(|info| no_info(self, info) == Some(true));
        let allocated = base.is_some() && out.kind != OutKind::WinCreate;
        self.facts.windows.insert(obj, Window { base, inst, size, disp_unit, comm, contiguous, allocated });
        self.api.windows.made.insert(obj, out.kind);
        self.no_epoch(obj, inst, mem);
        self.facts.terms.addr_of(obj, inst)
    }

    /// Memory that the library has allocated for a window ceases to exist with it (MPI 4.1, 12.2.5).
    pub(super) fn free_window_memory(&mut self, frame: &mut Frame<'a>, call: &CallSite, mem: &mut Mem) {
        let frees = call.routine.order.contains(&Order::WindowFree);
        let Some(handle) = call.named("win").filter(|_| frees) else { return };
        let win = self.load(frame, call.value, mem, handle, self.handle_size(call.routine), false);
        let mut places = Vec::new();
        for (named, window, used) in self.facts.alternatives(win) {
            let Some(w) = self.facts.windows.get(&window).filter(|w| w.allocated).cloned() else { continue };
            let (Some(base), Some(used)) = (w.base, used) else { continue };
            let base = self.of_instance(base, Some(used), &w);
            for p in self.facts.places(base).list {
                let guard = self.facts.terms.all(&[p.guard, named]);
                places.push(Place { guard, ..p });
            }
        }
        if !places.is_empty() {
            let loc = frame.func.insts[call.value].loc;
            self.emit(frame, loc, Event::Death { places, unknown: false, how: Death::Window });
        }
    }

    /// The predefined datatype that a datatype is made of, if it is one.
    pub(super) fn basic_element(&mut self, ty: TermId) -> Option<Element> {
        if let Some(abi) = self.facts.abi
            && let Some(Some(p)) = self.with_key(ty, |k| abi.datatype(k))
        {
            return Some(Element { ty, size: p.size as i64 });
        }
        if let Term::Ite(_, a, b) = *self.facts.terms.get(ty) {
            // One of two of the same size.
            let (a, b) = (self.basic_element(a)?, self.basic_element(b)?);
            return (a.size == b.size).then_some(Element { ty, size: a.size });
        }
        match self.facts.terms.get(ty) {
            Term::Addr(o, _) => self.api.datatypes.elements.get(o).copied(),
            _ => None,
        }
    }
}
