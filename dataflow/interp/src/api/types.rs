//! Derived types of Fortran at run time: what a variable's descriptor says of its type, and the final procedures (theory, 4.6).
//!
//! Flang describes each derived type in a constant (`flang/runtime/type-info.h` and `module/__fortran_type_info.f90` of
//! flang 19). The descriptor of a variable has the address of this constant after its dimensions. A polymorphic variable is of the
//! type that this address names.

use super::CallSite;
use super::arrays::{BASE_OF_LIST, DIM, DIMS, ELEMENT, EXTENT_OF_LIST, HIGHEST_RANK, RANK};
use crate::interp::{Frame, Interp};
use crate::memory::Mem;
use rma_frontend::api::ArgPos;
use rma_frontend::ir::FuncId;
use rma_skeleton::facts::Role;
use rma_term::ids::TermId;
use rma_term::limits::Limit;
use rma_term::object::ObjKind;
use rma_term::term::Term;

/// Offsets in the description of a type: bytes of a variable, descriptors of the lists of components and of special
/// procedures, whether the type extends another one (the type of its first component).
pub(super) const SIZE: i64 = 88;
pub(super) const COMPONENTS: i64 = 232;
const SPECIALS: i64 = 360;
const HAS_PARENT: i64 = 428;

/// Bytes of a component's description, and offsets in it: what it is (data, pointer, allocatable), its rank, its place in the
/// type, the description of its own type, the address of its default value.
pub(super) const COMPONENT: i64 = 256;
pub(super) const COMPONENT_GENRE: i64 = 24;
pub(super) const COMPONENT_RANK: i64 = 27;
pub(super) const COMPONENT_OFFSET: i64 = 32;
pub(super) const COMPONENT_TYPE: i64 = 56;
const COMPONENT_VALUE: i64 = 248;
pub(super) const DATA: i64 = 1;

/// Bytes of a special procedure's description, and offsets in it: what it is for, whether it takes a descriptor, its address.
const SPECIAL: i64 = 16;
const SPECIAL_TAKES_DESCRIPTOR: i64 = 1;
const SPECIAL_PROCEDURE: i64 = 8;
/// Final procedures for each element, and for a scalar.
const ELEMENTAL_FINAL: i64 = 7;
const SCALAR_FINAL: i64 = 9;

/// Types that extend each other or lie in each other, at most.
pub(super) const DEPTH: u32 = 16;

/// A variable of a derived type: its address, its descriptor if it has one, the description of its type.
#[derive(Debug, Clone, Copy)]
struct Variable {
    at: TermId,
    descriptor: Option<TermId>,
    ty: TermId,
}

impl<'a> Interp<'a> {
    /// The description of the type that a descriptor names.
    pub(super) fn type_of(&mut self, descriptor: TermId, mem: &Mem) -> Option<TermId> {
        let rank = self.field(descriptor, RANK, 1, mem)?;
        let rank = self.facts.terms.as_const(rank).filter(|r| (0..=HIGHEST_RANK).contains(r))?;
        self.field(descriptor, DIMS + DIM * rank, 8, mem)
    }

    /// An array of type `type` and rank `rank` that has no memory yet.
    pub(super) fn typed_array(&mut self, call: &CallSite, array: TermId, mem: &mut Mem) {
        self.null_array(array, mem);
        let rank = call.named("rank").and_then(|r| self.facts.terms.as_const(r));
        let Some((ty, rank)) = call.named("type").zip(rank.filter(|r| (0..=HIGHEST_RANK).contains(r))) else {
            return self.clobber(mem, array, None);
        };
        let rank_term = self.facts.terms.int(rank);
        let mut fields = vec![(RANK, 1, rank_term), (DIMS + DIM * rank, 8, ty)];
        fields.extend(self.field(ty, SIZE, 8, mem).map(|size| (ELEMENT, 8, size)));
        for (offset, size, value) in fields {
            let at = self.facts.terms.add_int(array, offset);
            self.store(mem, at, size, value, false);
        }
    }

    /// A pointer that is associated with `target`: it has the same memory, bounds and type.
    pub(super) fn associated_array(&mut self, call: &CallSite, array: TermId, mem: &mut Mem) {
        let Some(target) = call.named("target") else { return };
        match self.field(target, RANK, 1, mem) {
            Some(_) => self.copy_descriptor(array, target, mem),
            None => self.clobber(mem, array, None),
        }
    }

    /// The content of another descriptor, with the type if it has one.
    pub(super) fn copy_descriptor(&mut self, array: TermId, source: TermId, mem: &mut Mem) {
        let rank = self.number(source, RANK, 1, mem).unwrap_or(HIGHEST_RANK);
        // The description of a type takes two words.
        let typed = if self.type_of(source, mem).is_some() { 16 } else { 0 };
        let size = self.facts.terms.int(DIMS + DIM * rank + typed);
        self.copy(mem, array, source, size);
    }

    /// Default values of a variable for which memory has been allocated; those of the elements of an array are not followed.
    pub(super) fn begin_variable(&mut self, frame: &Frame<'a>, call: &CallSite, variable: TermId, mem: &mut Mem) {
        if self.number(variable, RANK, 1, mem) == Some(0) && self.type_of(variable, mem).is_some() {
            self.default_values(frame, call, variable, mem);
        }
    }

    /// Whether the type of a variable is another type, or extends it. The other type is given by its description, or by a variable
    /// of it.
    pub(super) fn extends(
        &mut self,
        frame: &Frame<'a>,
        call: &CallSite,
        (variable, other): (ArgPos, ArgPos),
        by_variable: bool,
        mem: &Mem,
    ) -> TermId {
        let known = call.at(variable).zip(call.at(other)).and_then(|(variable, other)| {
            let ty = self.type_of(variable, mem)?;
            let other = if by_variable { self.type_of(other, mem)? } else { other };
            self.is_extension(ty, other, mem, DEPTH)
        });
        known.unwrap_or_else(|| self.lost(frame, call.value, Role::Value))
    }

    /// Whether two variables have the same type.
    pub(super) fn same_type(&mut self, frame: &Frame<'a>, call: &CallSite, of: [ArgPos; 2], mem: &Mem) -> TermId {
        let [a, b] = of.map(|pos| call.at(pos).and_then(|variable| self.type_of(variable, mem)));
        match (a, b) {
            (Some(a), Some(b)) => self.facts.terms.eq(a, b),
            _ => self.lost(frame, call.value, Role::Value),
        }
    }

    /// Whether a type is another one or extends it, as a truth value.
    fn is_extension(&mut self, ty: TermId, of: TermId, mem: &Mem, depth: u32) -> Option<TermId> {
        let depth = depth.checked_sub(1)?;
        match *self.facts.terms.get(ty) {
            Term::Ite(c, a, b) => {
                let [a, b] = [a, b].map(|t| self.is_extension(t, of, mem, depth));
                Some(self.facts.terms.ite(c, a?, b?))
            }
            _ if ty == of => Some(self.facts.terms.truth(true)),
            _ if self.facts.terms.as_const(ty) == Some(0) => Some(self.facts.terms.truth(false)),
            Term::Addr(..) if matches!(self.facts.terms.get(of), Term::Addr(..)) => match self.parent(ty, mem)? {
                Some(parent) => self.is_extension(parent, of, mem, depth),
                None => Some(self.facts.terms.truth(false)),
            },
            _ => None,
        }
    }

    /// The type that a type extends; `None` outside if that is not known.
    fn parent(&mut self, ty: TermId, mem: &Mem) -> Option<Option<TermId>> {
        let has = self.field(ty, HAS_PARENT, 1, mem)?;
        if self.facts.terms.as_const(has)? == 0 {
            return Some(None);
        }
        let first = self.field(ty, COMPONENTS, 8, mem)?;
        self.field(first, COMPONENT_TYPE, 8, mem).map(Some)
    }

    /// The rows of a list in the description of a type.
    pub(super) fn rows(&mut self, ty: TermId, list: i64, row: i64, mem: &Mem) -> Option<Vec<TermId>> {
        let first = self.field(ty, list + BASE_OF_LIST, 8, mem)?;
        let count = self.field(ty, list + EXTENT_OF_LIST, 8, mem)?;
        let count = self.facts.terms.as_const(count)?;
        let count = if self.facts.terms.as_const(first) == Some(0) { 0 } else { count };
        if count < 0 || !self.facts.terms.limits.allows(Limit::TypeComponents, count) {
            return None;
        }
        Some((0..count).map(|n| self.facts.terms.add_int(first, n * row)).collect())
    }

    pub(super) fn number(&mut self, at: TermId, offset: i64, size: u64, mem: &Mem) -> Option<i64> {
        let value = self.field(at, offset, size, mem)?;
        self.facts.terms.as_const(value)
    }

    /// Default values of the components of a variable, and of their components.
    pub(super) fn default_values(&mut self, frame: &Frame<'a>, call: &CallSite, variable: TermId, mem: &mut Mem) {
        let base = self.array_base(frame, call.value, variable, mem);
        let scalar = self.number(variable, RANK, 1, mem) == Some(0);
        let ty = if scalar { self.type_of(variable, mem) } else { None };
        if ty.and_then(|ty| self.default_values_of(base, ty, mem, DEPTH)).is_none() {
            self.clobber(mem, base, None);
        }
    }

    /// `None` if the components are not known.
    fn default_values_of(&mut self, at: TermId, ty: TermId, mem: &mut Mem, depth: u32) -> Option<()> {
        let depth = depth.checked_sub(1)?;
        for component in self.rows(ty, COMPONENTS, COMPONENT, mem)? {
            let offset = self.number(component, COMPONENT_OFFSET, 8, mem);
            let value = self.field(component, COMPONENT_VALUE, 8, mem);
            let (Some(offset), Some(value)) = (offset, value) else { continue };
            let at = self.facts.terms.add_int(at, offset);
            if let Some(inner) = self.part_type(component, mem) {
                self.default_values_of(at, inner, mem, depth)?;
            } else if let Some(p) = self.facts.places(value).list.first()
                && let Some(size) = self.facts.objects[p.obj].size
            {
                self.copy(mem, at, value, size);
            }
        }
        Some(())
    }

    /// The type of a component that is a scalar of a derived type and part of the variable.
    fn part_type(&mut self, component: TermId, mem: &Mem) -> Option<TermId> {
        let ty =
            self.field(component, COMPONENT_TYPE, 8, mem).filter(|ty| self.facts.terms.as_const(*ty) != Some(0))?;
        let is_part = self.number(component, COMPONENT_GENRE, 1, mem) == Some(DATA)
            && self.number(component, COMPONENT_RANK, 1, mem) == Some(0);
        is_part.then_some(ty)
    }

    /// Calls the final procedures of a variable that ceases to exist (Fortran 2018, 7.5.6.2): first that of its type, then those
    /// of its components, then that of its parent type.
    pub(super) fn finalize(&mut self, frame: &mut Frame<'a>, call: &CallSite, descriptor: TermId, mem: &mut Mem) {
        let Some(ty) = self.type_of(descriptor, mem) else { return };
        let at = self.array_base(frame, call.value, descriptor, mem);
        if self.facts.terms.as_const(at) == Some(0) || self.number(descriptor, RANK, 1, mem) != Some(0) {
            return;
        }
        self.finalize_one(frame, call, Variable { at, descriptor: Some(descriptor), ty }, mem, DEPTH);
    }

    fn finalize_one(&mut self, frame: &mut Frame<'a>, call: &CallSite, variable: Variable, mem: &mut Mem, depth: u32) {
        let Some(depth) = depth.checked_sub(1) else { return };
        if let Some((f, takes_descriptor)) = self.final_procedure(variable.ty, mem) {
            let argument = match variable.descriptor {
                Some(descriptor) if takes_descriptor => descriptor,
                _ => variable.at,
            };
            self.call_back(frame, call.value, f, &[argument], mem);
        }
        let Some(components) = self.rows(variable.ty, COMPONENTS, COMPONENT, mem) else { return };
        let extends = self.number(variable.ty, HAS_PARENT, 1, mem) == Some(1);
        // The first component of a type that extends another one is the part that has the other type: it comes last.
        let (parent, own) = components.split_at(usize::from(extends).min(components.len()));
        for component in own.iter().chain(parent) {
            let offset = self.number(*component, COMPONENT_OFFSET, 8, mem);
            let Some((offset, ty)) = offset.zip(self.part_type(*component, mem)) else { continue };
            let at = self.facts.terms.add_int(variable.at, offset);
            self.finalize_one(frame, call, Variable { at, descriptor: None, ty }, mem, depth);
        }
    }

    /// The final procedure for a scalar of a type, and whether it takes a descriptor.
    fn final_procedure(&mut self, ty: TermId, mem: &Mem) -> Option<(FuncId, bool)> {
        for special in self.rows(ty, SPECIALS, SPECIAL, mem)? {
            let which = self.number(special, 0, 1, mem)?;
            if which != SCALAR_FINAL && which != ELEMENTAL_FINAL {
                continue;
            }
            let takes_descriptor = self.number(special, SPECIAL_TAKES_DESCRIPTOR, 1, mem)? & 1 == 1;
            let procedure = self.field(special, SPECIAL_PROCEDURE, 8, mem)?;
            let places = self.facts.places(procedure).list;
            if let [place] = places[..]
                && let ObjKind::Function(f) = self.facts.objects[place.obj].kind
            {
                return Some((f, takes_descriptor));
            }
        }
        None
    }
}
