//! Allocatable components of Fortran's derived types: their memory ends with the variable that they are parts of, and where the variable
//! is assigned (theory, 4.6).

use super::CallSite;
use super::arrays::{DIM, DIMS, ELEMENT, EXTENT, HIGHEST_RANK, RANK};
use super::types::{
    COMPONENT, COMPONENT_GENRE, COMPONENT_OFFSET, COMPONENT_RANK, COMPONENT_TYPE, COMPONENTS, DATA, DEPTH, SIZE,
};
use crate::interp::{Frame, Interp, Made};
use crate::memory::Mem;
use rma_frontend::api::OutKind;
use rma_skeleton::facts::{Read, Role};
use rma_term::ids::TermId;
use rma_term::limits::Limit;
use std::collections::BTreeSet;

/// Positions in the description of a component: the flag that it is allocatable, and the bounds of an array component that is not.
const ALLOCATABLE: i64 = 3;
const COMPONENT_BOUNDS: i64 = 160;
/// Bytes of a bound in this list, and where its number is.
const BOUND: i64 = 16;
const BOUND_VALUE: i64 = 8;

/// What happens to the allocatable components of a variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Change {
    /// They are deallocated.
    End,
    /// The variable is a copy of another one: its components get memory of their own, with the shape of the original ones.
    Copy,
}

/// A change of components, and how many of them have been met.
#[derive(Debug)]
struct Parts {
    change: Change,
    met: u32,
}

impl<'a> Interp<'a> {
    /// Before a call that assigns a variable: the allocatable components that the variable has cease to exist (Fortran 2018, 10.2.1.3).
    pub(super) fn replaces_parts(&mut self, frame: &mut Frame<'a>, call: &CallSite, mem: &mut Mem) {
        for out in call.routine.outputs.iter().filter(|out| out.kind == OutKind::PartsReplaced) {
            if let Some(variable) = call.at(out.arg) {
                self.end_parts(frame, call, variable, mem);
            }
        }
    }

    /// The allocatable components of a variable cease to exist, at any depth.
    pub(super) fn end_parts(&mut self, frame: &mut Frame<'a>, call: &CallSite, variable: TermId, mem: &mut Mem) {
        let parts = &mut Parts { change: Change::End, met: 0 };
        self.change_parts(frame, call, (variable, parts), mem, DEPTH);
    }

    /// A variable that becomes a copy of argument `source`: its allocatable components have memory of their own.
    pub(super) fn copy_parts(&mut self, frame: &mut Frame<'a>, call: &CallSite, variable: TermId, mem: &mut Mem) {
        let Some(source) = call.named("source") else { return };
        let of_variable = self.type_of(variable, mem);
        if of_variable.is_none() || of_variable != self.type_of(source, mem) {
            return;
        }
        let (Some(0), Some(0)) = (self.number(variable, RANK, 1, mem), self.number(source, RANK, 1, mem)) else {
            return;
        };
        let Some(size) = of_variable.and_then(|ty| self.field(ty, SIZE, 8, mem)) else { return };
        let to = self.array_base(frame, call.value, variable, mem);
        let from = self.array_base(frame, call.value, source, mem);
        self.copy(mem, to, from, size);
        let parts = &mut Parts { change: Change::Copy, met: 0 };
        self.change_parts(frame, call, (variable, parts), mem, DEPTH);
    }

    /// The allocatable components of all elements of the variable with a descriptor.
    fn change_parts(
        &mut self,
        frame: &mut Frame<'a>,
        call: &CallSite,
        (variable, parts): (TermId, &mut Parts),
        mem: &mut Mem,
        depth: u32,
    ) {
        let Some(ty) = self.type_of(variable, mem) else { return };
        if !self.has_parts_to_end(ty, mem, depth) {
            return;
        }
        let base = self.part_base(frame, call, (variable, parts), mem);
        if self.facts.places(base).list.is_empty() {
            return;
        }
        for at in self.elements(frame, call, (variable, base, ty), mem) {
            self.change_parts_of(frame, call, (at, ty), parts, mem, depth);
        }
    }

    /// The address that a descriptor has; each one is read on its own.
    fn part_base(
        &mut self,
        frame: &Frame<'a>,
        call: &CallSite,
        (descriptor, parts): (TermId, &mut Parts),
        mem: &Mem,
    ) -> TermId {
        let read = Read::Part(parts.met);
        parts.met += 1;
        self.load_part(frame, (call.value, read), &mut mem.clone(), descriptor, 8, false)
    }

    /// Whether a type has allocatable components, at any depth of its parts.
    fn has_parts_to_end(&mut self, ty: TermId, mem: &Mem, depth: u32) -> bool {
        let Some(depth) = depth.checked_sub(1) else { return false };
        let Some(components) = self.rows(ty, COMPONENTS, COMPONENT, mem) else { return false };
        components.into_iter().any(|component| match self.number(component, COMPONENT_GENRE, 1, mem) {
            Some(ALLOCATABLE) => true,
            Some(DATA) => self.inner_type(component, mem).is_some_and(|ty| self.has_parts_to_end(ty, mem, depth)),
            _ => false,
        })
    }

    /// The derived type of a component.
    fn inner_type(&mut self, component: TermId, mem: &Mem) -> Option<TermId> {
        let ty = self.field(component, COMPONENT_TYPE, 8, mem)?;
        (self.facts.terms.as_const(ty) != Some(0)).then_some(ty)
    }

    /// The addresses of the elements of an array of a derived type. If there are too many, or if their number is not known: the elements of
    /// which something is known, and one element that stands for any other.
    fn elements(
        &mut self,
        frame: &Frame<'a>,
        call: &CallSite,
        (array, base, ty): (TermId, TermId, TermId),
        mem: &Mem,
    ) -> Vec<TermId> {
        let shape = self.shape(array, mem);
        let known = shape.and_then(|shape| {
            let mut out = vec![base];
            for (extent, stride) in shape {
                let extent = self.facts.terms.as_const(extent)?.max(0);
                let all = extent.checked_mul(out.len() as i64)?;
                if !self.facts.terms.limits.allows(Limit::TypeComponents, all) {
                    return None;
                }
                let mut next = Vec::new();
                for at in out {
                    for n in 0..extent {
                        let offset = self.facts.terms.scale(stride, n);
                        next.push(self.facts.terms.add(at, offset));
                    }
                }
                out = next;
            }
            Some(out)
        });
        known.unwrap_or_else(|| {
            let Some(size) = self.field(ty, SIZE, 8, mem) else { return Vec::new() };
            let which = self.lost(frame, call.value, Role::CallbackArgument(0));
            let offset = self.facts.terms.mul(which, size);
            let any = self.facts.terms.add(base, offset);
            let mut out = self.elements_with_content(base, size, mem);
            out.push(any);
            out
        })
    }

    /// Addresses of the elements that have content at a constant distance from the base.
    fn elements_with_content(&mut self, base: TermId, size: TermId, mem: &Mem) -> Vec<TermId> {
        let Some(size) = self.facts.terms.as_const(size).filter(|size| *size > 0) else { return Vec::new() };
        let mut numbers = BTreeSet::new();
        for p in self.facts.places(base).list {
            let offsets = mem.get(p.obj).into_iter().flat_map(|content| content.entries.iter().map(|entry| entry.off));
            for offset in offsets {
                let distance = self.facts.terms.sub(offset, p.offset);
                numbers.extend(self.facts.terms.as_const(distance).map(|d| d.div_euclid(size)).filter(|n| *n >= 0));
            }
        }
        let count = i64::try_from(numbers.len()).unwrap_or(i64::MAX);
        if !self.facts.terms.limits.allows(Limit::TypeComponents, count) {
            return Vec::new();
        }
        numbers.into_iter().map(|n| self.facts.terms.add_int(base, n * size)).collect()
    }

    fn change_parts_of(
        &mut self,
        frame: &mut Frame<'a>,
        call: &CallSite,
        (at, ty): (TermId, TermId),
        parts: &mut Parts,
        mem: &mut Mem,
        depth: u32,
    ) {
        let Some(depth) = depth.checked_sub(1) else { return };
        for component in self.rows(ty, COMPONENTS, COMPONENT, mem).unwrap_or_default() {
            let genre = self.number(component, COMPONENT_GENRE, 1, mem);
            let Some(offset) = self.number(component, COMPONENT_OFFSET, 8, mem) else { continue };
            let at = self.facts.terms.add_int(at, offset);
            let inner = self.inner_type(component, mem);
            match (genre, inner) {
                (Some(ALLOCATABLE), _) => {
                    if parts.change == Change::Copy {
                        self.own_memory(frame, call, (at, parts), mem);
                    }
                    if inner.is_some() {
                        self.change_parts(frame, call, (at, parts), mem, depth);
                    }
                    if parts.change == Change::End {
                        let base = self.part_base(frame, call, (at, parts), mem);
                        self.end_memory(frame, call, base, mem);
                        self.null_array(at, mem);
                    }
                }
                (Some(DATA), Some(ty)) => {
                    let (count, size) = (self.elements_of_component(component, mem), self.number(ty, SIZE, 8, mem));
                    let Some((count, size)) = count.zip(size) else { continue };
                    for n in 0..count {
                        let at = self.facts.terms.add_int(at, n * size);
                        self.change_parts_of(frame, call, (at, ty), parts, mem, depth);
                    }
                }
                _ => {}
            }
        }
    }

    /// How many elements a component has that is part of the variable.
    fn elements_of_component(&mut self, component: TermId, mem: &Mem) -> Option<i64> {
        let rank = self.number(component, COMPONENT_RANK, 1, mem).filter(|r| (0..=HIGHEST_RANK).contains(r))?;
        let mut count = 1_i64;
        for dim in 0..rank {
            let bounds = self.field(component, COMPONENT_BOUNDS, 8, mem)?;
            let lower = self.number(bounds, 2 * BOUND * dim + BOUND_VALUE, 8, mem)?;
            let upper = self.number(bounds, BOUND * (2 * dim + 1) + BOUND_VALUE, 8, mem)?;
            count = count.checked_mul(upper.checked_sub(lower)?.checked_add(1)?.max(0))?;
        }
        self.facts.terms.limits.allows(Limit::TypeComponents, count).then_some(count)
    }

    /// New memory for an array that has some already, with the same shape.
    fn own_memory(&mut self, frame: &Frame<'a>, call: &CallSite, (array, parts): (TermId, &mut Parts), mem: &mut Mem) {
        let number = parts.met;
        let old = self.part_base(frame, call, (array, parts), mem);
        if self.facts.terms.as_const(old) == Some(0) {
            return;
        }
        let size = self.number(array, RANK, 1, mem).filter(|r| (0..=HIGHEST_RANK).contains(r)).and_then(|rank| {
            let mut size = self.field(array, ELEMENT, 8, mem)?;
            for dim in 0..rank {
                let extent = self.field(array, DIMS + dim * DIM + EXTENT, 8, mem)?;
                size = self.facts.terms.mul(size, extent);
            }
            Some(size)
        });
        let obj = self.new_memory(frame, call.value, Made::Part(number), size, mem);
        let name = self.facts.places(old).list.first().map(|p| self.facts.objects[p.obj].name.clone());
        if let Some(name) = name {
            self.facts.objects[obj].name = name;
        }
        let inst = self.instance_here(frame);
        let new = self.facts.terms.addr_of(obj, inst);
        let zero = self.facts.terms.int(0);
        let null = self.facts.terms.eq0(old);
        let base = self.facts.terms.ite(null, zero, new);
        self.store(mem, array, 8, base, false);
    }
}
