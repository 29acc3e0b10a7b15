//! A fast path for sequences of frequent instructions on plain numbers (theory, 9.4).
//!
//! [`Machine::step`] executes all other instructions, those that touch memory of several processes, and those that may see an
//! update of another process. Both give the same results.

use super::constants::width;
use super::memory::SHARED;
use super::operate::{binary, bits_of, cast, compare, float};
use super::value::{cut, signed};
use super::{Frame, Machine, Process, Result, Value, owner};
use crate::log::{Kind, Site};
use rma_frontend::ir::{BlockId, Callee, Function, InstKind, MemOrder, Module, Operand, TypeId, ValueId};

/// A number that is at hand: no aggregate, no vector, and no constant that is used for the first time.
#[inline]
fn number<'a>(frame: &'a Frame, consts: &'a [Option<Value>], operand: Operand) -> Option<&'a Value> {
    any(frame, consts, operand).filter(|v| v.parts.is_none())
}

#[inline]
fn any<'a>(frame: &'a Frame, consts: &'a [Option<Value>], operand: Operand) -> Option<&'a Value> {
    match operand {
        Operand::Value(id) => frame.values.get(id.index()),
        Operand::Param(n) => frame.params.get(n as usize),
        Operand::Const(id) => consts.get(id.index()).and_then(Option::as_ref),
        Operand::Other => None,
    }
}

#[inline]
fn type_of(module: &Module, f: &Function, pointer: Option<TypeId>, operand: Operand) -> Option<TypeId> {
    match operand {
        Operand::Value(id) => Some(f.insts[id].ty),
        Operand::Param(n) => f.params.get(n as usize).map(|p| p.ty),
        Operand::Const(id) => module.consts[id].ty().or(pointer),
        Operand::Other => None,
    }
}

/// Goes to a block: the values of its phis, all read before any is set, and the branches whose paths meet there are no longer open;
/// `None`: nothing has happened.
#[inline]
fn jump(
    frame: &mut Frame,
    doubts: &mut usize,
    consts: &[Option<Value>],
    f: &Function,
    to: BlockId,
    moves: &mut Vec<(ValueId, Value)>,
) -> Option<()> {
    let from = frame.block;
    moves.clear();
    let start = f.blocks[to].start;
    let mut next = start;
    while let InstKind::Phi { incoming } = &f.insts[next].kind {
        let operand = incoming.iter().find(|(block, _)| *block == from)?.1;
        moves.push((next, any(frame, consts, operand)?.clone()));
        next = ValueId::from_usize(next.index() + 1);
    }
    for (id, value) in moves.drain(..) {
        frame.values[id.index()] = value;
    }
    if !frame.doubts.is_empty() {
        let before = frame.doubts.len();
        frame.doubts.retain(|block| *block != Some(to));
        *doubts -= before - frame.doubts.len();
    }
    frame.came_from = Some(from);
    frame.block = to;
    frame.next = start;
    Some(())
}

impl Machine<'_> {
    /// Executes instructions of a process as long as they are simple, at most this many; returns their number.
    pub(super) fn stretch(&mut self, process: usize, most: u32) -> Result<u32> {
        let (module, pointer) = (self.module, self.pointer_type);
        let types = &module.types;
        let (consts, memory, world) = (&self.consts[..], &mut self.memory, &self.world);
        let (log, covered, behind, numbers) = (&mut self.log, &mut self.covered, &self.behind, &self.numbers[..]);
        let Process { frames, doubts, .. } = &mut self.processes[process];
        let Some(frame) = frames.last_mut() else { return Ok(0) };
        let f = &module.functions[frame.function];
        let mut moves = Vec::new();
        let mut done = 0;
        while done < most {
            let at = frame.next;
            let inst = &f.insts[at];
            let (bits, read) = match &inst.kind {
                InstKind::Load { ptr, volatile: false, order: MemOrder::NotAtomic } => {
                    let (Some(pointer), ty) = (number(frame, consts, *ptr), &types[inst.ty]) else { break };
                    let Some(width) = width(ty) else { break };
                    if pointer.bits >= SHARED {
                        break;
                    }
                    if world.is_watched(process, pointer.bits, ty.size) {
                        // An update that it sees gives order.
                        let span = (pointer.bits, pointer.bits + ty.size);
                        if world.shows(process, owner(process, pointer.bits), span) {
                            break;
                        }
                        if let Some(loc) = inst.loc {
                            covered[loc.index()] = true;
                            let site = Site { loc, at_target: false, access: Kind::Read };
                            let read = pointer.read || *doubts > 0;
                            log.access(process, site, owner(process, pointer.bits), span, read);
                        }
                    }
                    let (bits, read) = memory.number(process, pointer.bits, ty.size)?;
                    (cut(bits, width), read || pointer.read)
                }
                InstKind::Store { ptr, value, ty, volatile: false, order: MemOrder::NotAtomic } => {
                    let (Some(pointer), Some(value)) = (number(frame, consts, *ptr), number(frame, consts, *value))
                    else {
                        break;
                    };
                    let len = types[*ty].size;
                    if pointer.bits >= SHARED {
                        break;
                    }
                    if let (Some(loc), true) = (inst.loc, world.is_watched(process, pointer.bits, len)) {
                        covered[loc.index()] = true;
                        let site = Site { loc, at_target: false, access: Kind::Write };
                        let span = (pointer.bits, pointer.bits + len);
                        let read = pointer.read || *doubts > 0;
                        log.access(process, site, owner(process, pointer.bits), span, read);
                    }
                    memory.set_number(process, pointer.bits, len, value.bits, value.read || *doubts > 0)?;
                    frame.next = ValueId::from_usize(at.index() + 1);
                    done += 1;
                    continue;
                }
                InstKind::Gep { base, offset, scaled, .. } => {
                    let Some(base) = number(frame, consts, *base) else { break };
                    let (mut bits, mut read) = (base.bits.wrapping_add_signed(*offset), base.read);
                    let mut all = width(&types[inst.ty]).is_some();
                    for (index, scale) in scaled {
                        let ty = type_of(module, f, pointer, *index);
                        let (Some(index), Some(ty)) = (number(frame, consts, *index), ty) else {
                            all = false;
                            break;
                        };
                        let width = width(&types[ty]).unwrap_or(64);
                        bits = bits.wrapping_add((signed(index.bits, width) as u64).wrapping_mul(*scale as u64));
                        read |= index.read;
                    }
                    if !all {
                        break;
                    }
                    (bits, read)
                }
                InstKind::Binary { op, lhs, rhs } => {
                    let (Some(a), Some(b)) = (number(frame, consts, *lhs), number(frame, consts, *rhs)) else { break };
                    let ty = &types[inst.ty];
                    if width(ty).is_none() {
                        break;
                    }
                    (binary(*op, ty, a.bits, b.bits)?, a.read || b.read)
                }
                InstKind::Cmp { pred, lhs, rhs } => {
                    let (Some(a), Some(b)) = (number(frame, consts, *lhs), number(frame, consts, *rhs)) else { break };
                    let Some(ty) = type_of(module, f, pointer, *lhs).map(|ty| &types[ty]) else { break };
                    if width(ty).is_none() {
                        break;
                    }
                    (u64::from(compare(*pred, ty, a.bits, b.bits)?), a.read || b.read)
                }
                InstKind::Cast { op, value } => {
                    let (Some(a), to) = (number(frame, consts, *value), &types[inst.ty]) else { break };
                    let Some(from) = type_of(module, f, pointer, *value).map(|ty| &types[ty]) else { break };
                    if width(from).is_none() || width(to).is_none() {
                        break;
                    }
                    (cast(*op, from, to, a.bits)?, a.read)
                }
                InstKind::Select { cond, then, otherwise } => {
                    let Some(cond) = number(frame, consts, *cond) else { break };
                    let chosen = if cond.bits & 1 == 1 { *then } else { *otherwise };
                    let Some(value) = number(frame, consts, chosen) else { break };
                    (value.bits, value.read || cond.read)
                }
                // Set when the block was entered.
                InstKind::Phi { .. } => {
                    frame.next = ValueId::from_usize(at.index() + 1);
                    done += 1;
                    continue;
                }
                InstKind::Br { to } => {
                    if jump(frame, doubts, consts, f, *to, &mut moves).is_none() {
                        break;
                    }
                    done += 1;
                    continue;
                }
                InstKind::CondBr { cond, then, otherwise } => {
                    let Some(cond) = number(frame, consts, *cond) else { break };
                    // Only a branch that was open before is open still.
                    if cond.read {
                        match behind.get(&(frame.function, frame.block)) {
                            Some(meets) if frame.doubts.contains(meets) => {}
                            _ => break,
                        }
                    }
                    let to = if cond.bits & 1 == 1 { *then } else { *otherwise };
                    if jump(frame, doubts, consts, f, to, &mut moves).is_none() {
                        break;
                    }
                    done += 1;
                    continue;
                }
                InstKind::FNeg { value } => {
                    let (Some(a), ty) = (number(frame, consts, *value), &types[inst.ty]) else { break };
                    if width(ty).is_none() {
                        break;
                    }
                    (bits_of(ty, -float(ty, a.bits)?)?, a.read)
                }
                InstKind::ExtractValue { agg, indices } => {
                    let mut value = any(frame, consts, *agg);
                    for n in indices {
                        value = value.and_then(|v| v.parts.as_ref()).and_then(|parts| parts.get(*n as usize));
                    }
                    let Some(value) = value.filter(|value| value.parts.is_none()) else { break };
                    (value.bits, value.read)
                }
                InstKind::Call { callee: Callee::Direct(function), args, .. } => {
                    let Some(of_numbers) = numbers[function.index()] else { break };
                    let mut read = false;
                    let mut bits = [0; 3];
                    let mut all = args.len() == of_numbers.arity();
                    for (bits, operand) in bits.iter_mut().zip(args) {
                        let Some(a) = number(frame, consts, *operand) else {
                            all = false;
                            break;
                        };
                        *bits = a.bits;
                        read |= a.read;
                    }
                    if !all {
                        break;
                    }
                    (of_numbers.apply(bits), read)
                }
                _ => break,
            };
            // In its place, without a copy of the whole value.
            let value = &mut frame.values[at.index()];
            (value.bits, value.read) = (bits, read);
            if value.parts.is_some() {
                value.parts = None;
            }
            frame.next = ValueId::from_usize(at.index() + 1);
            done += 1;
        }
        Ok(done)
    }
}
