//! The frequent instructions on numbers, without memory of their own.
//!
//! What is not here, or not on plain numbers, [`Machine::plain`] executes; both give the same.

use super::operate::{binary, cast, compare};
use super::value::signed;
use super::{Frame, Machine, Result, Value};
use crate::log::Kind;
use crate::world;
use rma_frontend::ir::{FuncId, Inst, InstKind, MemOrder, Operand, TypeId, TypeKind};

impl Machine<'_> {
    /// A number that is at hand: no aggregate, no vector, and no constant that is used for the first time.
    #[inline]
    fn number<'a>(&'a self, frame: &'a Frame, operand: Operand) -> Option<&'a Value> {
        let value = match operand {
            Operand::Value(id) => frame.values.get(id.index()),
            Operand::Param(n) => frame.params.get(n as usize),
            Operand::Const(id) => self.consts.get(id.index()).and_then(Option::as_ref),
            Operand::Other => None,
        };
        value.filter(|v| v.parts.is_none())
    }

    #[inline]
    fn quick_type(&self, function: FuncId, operand: Operand) -> Option<TypeId> {
        let f = &self.module.functions[function];
        match operand {
            Operand::Value(id) => Some(f.insts[id].ty),
            Operand::Param(n) => f.params.get(n as usize).map(|p| p.ty),
            Operand::Const(id) => self.module.consts[id].ty().or(self.pointer_type),
            Operand::Other => None,
        }
    }

    #[inline]
    fn is_vector(&self, ty: TypeId) -> bool {
        matches!(self.module.types[ty].kind, TypeKind::Vector { .. })
    }

    /// The result of an instruction; `None`: it is none of those that are executed here.
    #[inline]
    pub(super) fn quick(&mut self, process: usize, function: FuncId, inst: &Inst) -> Result<Option<Value>> {
        match &inst.kind {
            InstKind::Load { ptr, volatile, order } => return self.quick_load(process, inst, *ptr, *volatile || *order != MemOrder::NotAtomic),
            InstKind::Store { ptr, value, ty, volatile: false, order: MemOrder::NotAtomic } => {
                return self.quick_store(process, inst, *ptr, *value, *ty);
            }
            _ => {}
        }
        let Some(frame) = self.processes[process].frames.last() else { return Ok(None) };
        let types = &self.module.types;
        match &inst.kind {
            InstKind::Gep { base, offset, scaled, .. } => {
                let Some(base) = self.number(frame, *base) else { return Ok(None) };
                let (mut bits, mut read) = (base.bits.wrapping_add_signed(*offset), base.read);
                for (index, scale) in scaled {
                    let (Some(index), Some(ty)) = (self.number(frame, *index), self.quick_type(function, *index)) else {
                        return Ok(None);
                    };
                    let width = super::constants::width(&types[ty]).unwrap_or(64);
                    bits = bits.wrapping_add((signed(index.bits, width) as u64).wrapping_mul(*scale as u64));
                    read |= index.read;
                }
                if self.is_vector(inst.ty) {
                    return Ok(None);
                }
                Ok(Some(Value { bits, read, parts: None }))
            }
            InstKind::Binary { op, lhs, rhs } => {
                let (Some(a), Some(b)) = (self.number(frame, *lhs), self.number(frame, *rhs)) else { return Ok(None) };
                if self.is_vector(inst.ty) {
                    return Ok(None);
                }
                let bits = binary(*op, &types[inst.ty], a.bits, b.bits)?;
                Ok(Some(Value { bits, read: a.read || b.read, parts: None }))
            }
            InstKind::Cmp { pred, lhs, rhs } => {
                let (Some(a), Some(b)) = (self.number(frame, *lhs), self.number(frame, *rhs)) else { return Ok(None) };
                let Some(ty) = self.quick_type(function, *lhs) else { return Ok(None) };
                if self.is_vector(ty) {
                    return Ok(None);
                }
                let bits = u64::from(compare(*pred, &types[ty], a.bits, b.bits)?);
                Ok(Some(Value { bits, read: a.read || b.read, parts: None }))
            }
            InstKind::Cast { op, value } => {
                let Some(a) = self.number(frame, *value) else { return Ok(None) };
                let Some(from) = self.quick_type(function, *value) else { return Ok(None) };
                if super::constants::width(&types[from]).is_none() || super::constants::width(&types[inst.ty]).is_none() {
                    return Ok(None);
                }
                let bits = cast(*op, &types[from], &types[inst.ty], a.bits)?;
                Ok(Some(Value { bits, read: a.read, parts: None }))
            }
            InstKind::Phi { .. } => Ok(Some(frame.values[frame.next.index()].clone())),
            _ => Ok(None),
        }
    }

    #[inline]
    fn quick_load(&mut self, process: usize, inst: &Inst, ptr: Operand, atomic: bool) -> Result<Option<Value>> {
        let Some(frame) = self.processes[process].frames.last() else { return Ok(None) };
        let Some(pointer) = self.number(frame, ptr) else { return Ok(None) };
        let ty = &self.module.types[inst.ty];
        let Some(width) = super::constants::width(ty) else { return Ok(None) };
        let (address, through, len) = (pointer.bits, pointer.read, ty.size);
        if self.world.is_watched(process, address, len) {
            world::observe_plainly(self, process, address, len, atomic);
            self.touch(process, inst.loc, Kind::Read, address, len, through);
        }
        let (bits, read) = self.memory.number(process, address, len)?;
        Ok(Some(Value { bits: super::value::cut(bits, width), read: read || through, parts: None }))
    }

    #[inline]
    fn quick_store(
        &mut self,
        process: usize,
        inst: &Inst,
        ptr: Operand,
        value: Operand,
        ty: TypeId,
    ) -> Result<Option<Value>> {
        let Some(frame) = self.processes[process].frames.last() else { return Ok(None) };
        let (Some(pointer), Some(value)) = (self.number(frame, ptr), self.number(frame, value)) else {
            return Ok(None);
        };
        let len = self.module.types[ty].size;
        let (address, through, bits) = (pointer.bits, pointer.read, value.bits);
        let read = value.read || self.processes[process].in_doubt();
        self.touch(process, inst.loc, Kind::Write, address, len, through);
        self.memory.set_number(process, address, len, bits, read)?;
        Ok(Some(Value::default()))
    }
}
