//! Executes one instruction after the other (theory, 9.4).

use super::constants::{decode, member};
use super::operate::{binary, bits_of, by_lane, cast, compare, float};
use super::value::cut;
use super::{Halt, Machine, Result, Value};
use crate::library;
use crate::log::Kind;
use crate::world;
use rma_frontend::ir::{BlockId, CastOp, Inst, InstKind, MemOrder, Operand, RmwOp, TypeId, TypeKind, ValueId};

/// Instructions of one process before the next one has its turn; few in runs in the opposite order, so that a process is
/// interrupted more often.
pub(super) const TURN: u32 = 4000;
const SHORT_TURN: u32 = 5;

/// Instructions in the time that one lane of a vector takes.
const LANE: u64 = 1;

impl Machine<'_> {
    /// Lets a process continue until it waits, ends or has used up its turn; returns whether it did anything.
    pub(super) fn turn(&mut self, process: usize) -> Result<bool> {
        let mut moved = false;
        let mut left = if self.backwards { SHORT_TURN } else { TURN };
        while left > 0 {
            if self.processes[process].ended {
                return Ok(true);
            }
            let simple = self.simple(process, left)?;
            left -= simple;
            moved |= simple > 0;
            if left == 0 {
                break;
            }
            if !self.step(process)? {
                return Ok(moved);
            }
            moved = true;
            left -= 1;
        }
        Ok(true)
    }

    /// Executes simple instructions, at most this many; returns their number.
    pub(super) fn simple(&mut self, process: usize, most: u32) -> Result<u32> {
        let most = most.min(u32::try_from(self.budget).unwrap_or(u32::MAX));
        let done = self.stretch(process, most)?;
        self.budget -= u64::from(done);
        Ok(done)
    }

    pub(super) fn value(&mut self, process: usize, operand: Operand) -> Result<Value> {
        let Some(frame) = self.processes[process].frames.last() else { return Err(Halt::Value) };
        match operand {
            Operand::Value(id) => Ok(frame.values[id.index()].clone()),
            Operand::Param(n) => frame.params.get(n as usize).cloned().ok_or(Halt::Value),
            Operand::Const(id) => self.constant(id),
            Operand::Other => Ok(Value::default()),
        }
    }

    pub(super) fn type_of(&self, process: usize, operand: Operand) -> Result<TypeId> {
        let Some(frame) = self.processes[process].frames.last() else { return Err(Halt::Value) };
        let f = &self.module.functions[frame.function];
        match operand {
            Operand::Value(id) => Ok(f.insts[id].ty),
            Operand::Param(n) => f.params.get(n as usize).map(|p| p.ty).ok_or(Halt::Value),
            Operand::Const(id) => match self.module.consts[id].ty() {
                Some(ty) => Ok(ty),
                None => self.pointer_type.ok_or(Halt::Value),
            },
            Operand::Other => Err(Halt::Value),
        }
    }

    /// Executes an instruction; `false` when the process waits.
    pub(super) fn step(&mut self, process: usize) -> Result<bool> {
        self.budget = self.budget.checked_sub(1).ok_or(Halt::Steps)?;
        let Some(frame) = self.processes[process].frames.last() else {
            return self.end(process).map(|()| true);
        };
        let (function, at) = (frame.function, frame.next);
        let module = self.module;
        let inst = &module.functions[function].insts[at];
        if let Some(loc) = inst.loc {
            self.covered[loc.index()] = true;
        }
        let value = match &inst.kind {
            InstKind::Br { to } => return self.jump(process, *to),
            InstKind::CondBr { cond, then, otherwise } => {
                let cond = self.value(process, *cond)?;
                self.decide(process, cond.read);
                return self.jump(process, if cond.bits & 1 == 1 { *then } else { *otherwise });
            }
            InstKind::Switch { value, default, cases } => {
                let width = super::constants::width(&module.types[self.type_of(process, *value)?]).unwrap_or(64);
                let value = self.value(process, *value)?;
                self.decide(process, value.read);
                let case = cases.iter().find(|(n, _)| cut(*n as u64, width) == value.bits);
                return self.jump(process, case.map_or(*default, |c| c.1));
            }
            InstKind::Ret { value } => {
                let value = match value {
                    Some(value) => self.value(process, *value)?,
                    None => Value::default(),
                };
                self.leave(process, value);
                return Ok(true);
            }
            InstKind::Call { callee, args, byval } | InstKind::Invoke { callee, args, byval, .. } => {
                return self.call(process, inst, *callee, args, byval);
            }
            InstKind::Resume { value } => {
                let value = self.value(process, *value)?;
                let object = value.parts.as_ref().and_then(|p| p.first()).map_or(value.bits, |p| p.bits);
                return self.unwind(process, object).map(|()| true);
            }
            InstKind::Unreachable | InstKind::IndirectBr { .. } => return Err(Halt::Abort),
            // Set when the exception arrived.
            InstKind::LandingPad { .. } => self.processes[process].landed.clone(),
            _ => self.plain(process, inst)?,
        };
        // A vector takes as long as instructions on each of its lanes.
        if let Some(parts) = &value.parts {
            self.budget = self.budget.saturating_sub(LANE * parts.len() as u64);
        }
        self.give(process, at, value);
        Ok(true)
    }

    /// The result of an instruction, and on to the next.
    pub(super) fn give(&mut self, process: usize, at: ValueId, value: Value) {
        if let Some(frame) = self.processes[process].frames.last_mut() {
            frame.values[at.index()] = value;
            frame.next = ValueId::from_usize(at.index() + 1);
        }
    }

    /// A branch that a value read at run time has decided is open until its paths meet.
    pub(super) fn decide(&mut self, process: usize, read: bool) {
        let Some(frame) = self.processes[process].frames.last() else { return };
        // In a run with input, what the program reads is given.
        if !read || self.input > 0 {
            return;
        }
        let meets = self.behind(frame.function, frame.block);
        let of = &mut self.processes[process];
        if let Some(frame) = of.frames.last_mut()
            && !frame.doubts.contains(&meets)
        {
            frame.doubts.push(meets);
            of.doubts += 1;
        }
    }

    pub(super) fn jump(&mut self, process: usize, to: BlockId) -> Result<bool> {
        let of = &mut self.processes[process];
        let Some(frame) = of.frames.last_mut() else { return Err(Halt::Value) };
        if !frame.doubts.is_empty() {
            let before = frame.doubts.len();
            frame.doubts.retain(|b| *b != Some(to));
            of.doubts -= before - frame.doubts.len();
        }
        if self.codes[frame.function.index()].as_ref().is_some_and(|code| code.headers.contains(&to)) {
            frame.begin_iteration(to);
        }
        frame.came_from = Some(frame.block);
        frame.block = to;
        let f = &self.module.functions[frame.function];
        frame.next = f.blocks[to].start;
        // All phis of a block read their operands before any of them is set.
        let came_from = frame.came_from;
        let mut new = Vec::new();
        for id in f.block_values(to) {
            let InstKind::Phi { incoming } = &f.insts[id].kind else { break };
            let from = incoming.iter().find(|(b, _)| Some(*b) == came_from).ok_or(Halt::Value)?;
            new.push((id, self.value(process, from.1)?));
        }
        for (id, value) in new {
            self.give(process, id, value);
        }
        Ok(true)
    }

    /// A load of some type.
    pub fn load(&mut self, process: usize, address: u64, ty: TypeId) -> Result<Value> {
        let size = self.module.types[ty].size;
        if let Some(width) = super::constants::width(&self.module.types[ty]) {
            let (bits, read) = self.memory.number(process, address, size)?;
            return Ok(Value { bits: cut(bits, width), read, parts: None });
        }
        let read = self.memory.is_read(process, address, size)?;
        let bytes = self.memory.bytes(process, address, size)?.to_vec();
        Ok(decode(self.module, ty, &bytes)?.tied(read))
    }

    pub fn store(&mut self, process: usize, address: u64, ty: TypeId, value: &Value) -> Result<()> {
        match &value.parts {
            None => self.memory.set_number(process, address, self.module.types[ty].size, value.bits, value.read),
            Some(parts) => {
                for (n, part) in parts.iter().enumerate() {
                    let (offset, of) = member(self.module, ty, n).ok_or(Halt::Value)?;
                    self.store(process, address + offset, of, part)?;
                }
                Ok(())
            }
        }
    }

    /// Instructions that neither branch nor call.
    fn plain(&mut self, process: usize, inst: &Inst) -> Result<Value> {
        let types = &self.module.types;
        Ok(match &inst.kind {
            InstKind::Alloca { ty, count } => {
                let count = self.value(process, *count)?.bits;
                let (size, align) = (types[*ty].size, u64::from(types[*ty].align));
                let size = size.checked_mul(count).ok_or(Halt::Memory)?;
                Value::new(self.memory.take(process, super::memory::STACK, size, align.clamp(8, 4096))?)
            }
            InstKind::Load { ptr, volatile, order } => {
                let pointer = self.value(process, *ptr)?;
                let len = types[inst.ty].size;
                world::observe_plainly(self, process, pointer.bits, len, *volatile || *order != MemOrder::NotAtomic);
                self.touch(process, inst.loc, Kind::Read, pointer.bits, len, pointer.read);
                let value = self.load(process, pointer.bits, inst.ty)?;
                value.tied(pointer.read)
            }
            InstKind::Store { ptr, value, ty, volatile, order } => {
                let (pointer, value) = (self.value(process, *ptr)?, self.value(process, *value)?);
                let len = types[*ty].size;
                self.touch(process, inst.loc, Kind::Write, pointer.bits, len, pointer.read);
                let doubt = self.processes[process].in_doubt();
                self.store(process, pointer.bits, *ty, &value.tied(doubt))?;
                if *volatile || *order != MemOrder::NotAtomic || super::memory::is_reached(pointer.bits) {
                    world::publish_plainly(self, process, pointer.bits, len);
                }
                Value::default()
            }
            InstKind::Gep { base, offset, scaled, .. } => {
                let base = self.value(process, *base)?;
                let mut parts = vec![base];
                let mut scales = Vec::new();
                for (index, scale) in scaled {
                    let width = super::constants::width(&types[self.type_of(process, *index)?]).unwrap_or(64);
                    parts.push(self.value(process, *index)?);
                    scales.push((*scale, width));
                }
                let refs: Vec<&Value> = parts.iter().collect();
                by_lane(&refs, &mut |bits| {
                    let sum =
                        scales.iter().zip(&bits[1..]).fold(bits[0].wrapping_add_signed(*offset), |sum, (s, b)| {
                            sum.wrapping_add((super::value::signed(*b, s.1) as u64).wrapping_mul(s.0 as u64))
                        });
                    Ok(sum)
                })?
            }
            InstKind::Binary { op, lhs, rhs } => {
                let (a, b) = (self.value(process, *lhs)?, self.value(process, *rhs)?);
                let ty = &types[self.scalar(inst.ty)];
                by_lane(&[&a, &b], &mut |x| binary(*op, ty, x[0], x[1]))?
            }
            InstKind::FNeg { value } => {
                let a = self.value(process, *value)?;
                let ty = &types[self.scalar(inst.ty)];
                by_lane(&[&a], &mut |x| bits_of(ty, -float(ty, x[0])?))?
            }
            InstKind::Cmp { pred, lhs, rhs } => {
                let (a, b) = (self.value(process, *lhs)?, self.value(process, *rhs)?);
                let ty = &types[self.scalar(self.type_of(process, *lhs)?)];
                by_lane(&[&a, &b], &mut |x| compare(*pred, ty, x[0], x[1]).map(u64::from))?
            }
            InstKind::Cast { op, value } => {
                let a = self.value(process, *value)?;
                let from = self.type_of(process, *value)?;
                if *op == CastOp::BitCast
                    && (a.parts.is_some() || super::constants::members(self.module, inst.ty).is_some())
                {
                    self.reinterpret(&a, from, inst.ty)?
                } else {
                    let (from, to) = (&types[self.scalar(from)], &types[self.scalar(inst.ty)]);
                    by_lane(&[&a], &mut |x| cast(*op, from, to, x[0]))?
                }
            }
            InstKind::Select { cond, then, otherwise } => {
                let cond = self.value(process, *cond)?;
                let (a, b) = (self.value(process, *then)?, self.value(process, *otherwise)?);
                if cond.parts.is_some() {
                    by_lane(&[&cond, &a, &b], &mut |x| Ok(if x[0] & 1 == 1 { x[1] } else { x[2] }))?
                } else {
                    (if cond.bits & 1 == 1 { a } else { b }).tied(cond.read)
                }
            }
            // Set when the block was entered.
            InstKind::Phi { .. } => {
                let frame = self.processes[process].frames.last().ok_or(Halt::Value)?;
                frame.values[frame.next.index()].clone()
            }
            InstKind::MemCopy { dst, src, len } => {
                let (dst, src) = (self.value(process, *dst)?, self.value(process, *src)?);
                let len = self.value(process, *len)?.bits;
                library::copy(self, process, inst.loc, &dst, &src, len)?;
                Value::default()
            }
            InstKind::MemSet { dst, value, len } => {
                let (dst, value) = (self.value(process, *dst)?, self.value(process, *value)?);
                let len = self.value(process, *len)?.bits;
                self.touch(process, inst.loc, Kind::Write, dst.bits, len, dst.read);
                self.memory.fill(process, dst.bits, len, value.bits as u8, value.read)?;
                Value::default()
            }
            InstKind::Lifetime { .. } | InstKind::Fence { .. } => Value::default(),
            InstKind::AtomicRmw { op, ptr, value, .. } => {
                let (pointer, value) = (self.value(process, *ptr)?, self.value(process, *value)?);
                let len = types[inst.ty].size;
                world::observe_plainly(self, process, pointer.bits, len, true);
                self.touch(process, inst.loc, Kind::Atomic, pointer.bits, len, pointer.read);
                let old = self.load(process, pointer.bits, inst.ty)?;
                let new = match op {
                    RmwOp::Xchg => value.bits,
                    RmwOp::Add => old.bits.wrapping_add(value.bits),
                    RmwOp::Sub => old.bits.wrapping_sub(value.bits),
                    RmwOp::And => old.bits & value.bits,
                    RmwOp::Or => old.bits | value.bits,
                    RmwOp::Xor => old.bits ^ value.bits,
                    // Least, greatest, floating point: the representation does not show which one.
                    RmwOp::Other => return Err(Halt::Value),
                };
                self.store(process, pointer.bits, inst.ty, &Value::new(new).tied(old.read || value.read))?;
                world::publish_plainly(self, process, pointer.bits, len);
                old
            }
            InstKind::CmpXchg { ptr, expected, new, .. } => {
                let pointer = self.value(process, *ptr)?;
                let ty = self.type_of(process, *expected)?;
                let (expected, new) = (self.value(process, *expected)?, self.value(process, *new)?);
                let len = types[ty].size;
                world::observe_plainly(self, process, pointer.bits, len, true);
                self.touch(process, inst.loc, Kind::Atomic, pointer.bits, len, pointer.read);
                let old = self.load(process, pointer.bits, ty)?;
                let equal = old.bits == expected.bits;
                if equal {
                    self.store(process, pointer.bits, ty, &new)?;
                    world::publish_plainly(self, process, pointer.bits, len);
                }
                Value::of(vec![old.clone(), Value::new(u64::from(equal)).tied(old.read)])
            }
            InstKind::ExtractValue { agg, indices } => {
                let mut value = self.value(process, *agg)?;
                for n in indices {
                    let part = value.parts.as_ref().and_then(|p| p.get(*n as usize)).cloned();
                    value = part.ok_or(Halt::Value)?;
                }
                value
            }
            InstKind::InsertValue { agg, value, indices } => {
                let (agg, value) = (self.value(process, *agg)?, self.value(process, *value)?);
                insert(&agg, &value, indices)?
            }
            InstKind::ExtractElement { vector, index } => {
                let (vector, index) = (self.value(process, *vector)?, self.value(process, *index)?);
                let part = vector.parts.as_ref().and_then(|p| p.get(index.bits as usize)).cloned();
                part.ok_or(Halt::Value)?
            }
            InstKind::InsertElement { vector, value, index } => {
                let (vector, value) = (self.value(process, *vector)?, self.value(process, *value)?);
                let index = self.value(process, *index)?.bits as u32;
                insert(&vector, &value, &[index])?
            }
            InstKind::ShuffleVector { lhs, rhs, mask } => {
                let (a, b) = (self.value(process, *lhs)?, self.value(process, *rhs)?);
                let lanes: Vec<Value> =
                    [&a, &b].iter().filter_map(|v| v.parts.clone()).flat_map(|p| p.to_vec()).collect();
                let lane = |n: &Option<u32>| n.and_then(|n| lanes.get(n as usize).cloned()).unwrap_or_default();
                Value::of(mask.iter().map(lane).collect())
            }
            InstKind::Freeze { value } => self.value(process, *value)?,
            // Reads the next of the arguments after the parameters; not made by clang for C on this target.
            _ => return Err(Halt::Unknown("an instruction".to_owned())),
        })
    }

    /// The type of a lane, or the type itself.
    pub(super) fn scalar(&self, ty: TypeId) -> TypeId {
        match self.module.types[ty].kind {
            TypeKind::Vector { elem, .. } => elem,
            _ => ty,
        }
    }

    /// The same bytes as a value of another type.
    fn reinterpret(&self, value: &Value, from: TypeId, to: TypeId) -> Result<Value> {
        let parts = value.parts.clone().unwrap_or_else(|| vec![value.clone()].into());
        // Lanes of truth values lie bit by bit.
        let is_of_bits = |ty: TypeId| self.module.types[self.scalar(ty)].kind == TypeKind::Int(1);
        if parts.len() > 64 && is_of_bits(from) {
            return Err(Halt::Value);
        }
        if is_of_bits(from) {
            let bits = parts.iter().enumerate().fold(0, |bits, (n, part)| bits | (part.bits & 1) << n);
            return Ok(Value::new(bits).tied(value.read));
        }
        if is_of_bits(to) {
            let count = super::constants::members(self.module, to).unwrap_or(1);
            let lanes = (0..count).map(|n| Value::new((value.bits >> n.min(63)) & 1).tied(value.read));
            return Ok(Value::of(lanes.collect()));
        }
        let mut bytes = vec![0; self.module.types[from].size as usize];
        let size = bytes.len() / parts.len().max(1);
        for (n, part) in parts.iter().enumerate() {
            let len = size.min(8);
            bytes[n * size..n * size + len].copy_from_slice(&part.bits.to_le_bytes()[..len]);
        }
        Ok(decode(self.module, to, &bytes)?.tied(value.read))
    }
}

/// An aggregate with one member replaced.
fn insert(agg: &Value, value: &Value, indices: &[u32]) -> Result<Value> {
    let Some((first, rest)) = indices.split_first() else { return Ok(value.clone()) };
    let mut parts = agg.parts.as_ref().ok_or(Halt::Value)?.to_vec();
    let part = parts.get_mut(*first as usize).ok_or(Halt::Value)?;
    *part = insert(part, value, rest)?;
    Ok(Value::of(parts))
}
