//! A fast path for sequences of frequent instructions on plain numbers (theory, 9.4).
//!
//! [`Machine::step`] executes all other instructions, those that touch memory of several processes, and those that may see an
//! update of another process. Both give the same results.

use super::code::{Code, Edge, Op, Place, Source};
use super::memory::{SHARED, STACK};
use super::operate::{binary, bits_of, cast, compare, compare_integers, float, integer};
use super::value::{cut, signed};
use super::{Frame, Machine, Process, Result, Value, owner};
use crate::log::{Kind, Site};
use rma_frontend::ir::ValueId;
use std::rc::Rc;

/// The value of an operand.
#[inline(always)]
fn any<'a>(frame: &'a Frame, code: &'a Code, source: Source) -> Option<&'a Value> {
    match source.place() {
        Place::Result(n) => frame.values.get(n),
        Place::Param(n) => frame.params.get(n),
        Place::Constant(n) => code.constants.get(n),
    }
}

/// The value of an operand that is a single number, and whether it was read at run time; `None` for aggregates and vectors.
#[inline(always)]
fn number(frame: &Frame, code: &Code, source: Source) -> Option<(u64, bool)> {
    any(frame, code, source).filter(|value| value.parts.is_none()).map(|value| (value.bits, value.read))
}

/// Goes to a block: the values of its phis, all read before any is set, and the branches whose paths meet there are no longer open;
/// `None`: nothing has happened.
#[inline(always)]
fn jump(
    frame: &mut Frame,
    doubts: &mut usize,
    code: &Code,
    edge: &Edge,
    moves: &mut Vec<(ValueId, Value)>,
) -> Option<usize> {
    match *edge.moves {
        [] => {}
        [(id, source)] => frame.values[id.index()] = any(frame, code, source)?.clone(),
        _ => {
            moves.clear();
            for (id, source) in &edge.moves {
                moves.push((*id, any(frame, code, *source)?.clone()));
            }
            for (id, value) in moves.drain(..) {
                frame.values[id.index()] = value;
            }
        }
    }
    if !frame.doubts.is_empty() {
        let before = frame.doubts.len();
        frame.doubts.retain(|block| *block != Some(edge.to));
        *doubts -= before - frame.doubts.len();
    }
    if edge.begins {
        frame.begin_iteration(edge.to);
    }
    frame.came_from = Some(frame.block);
    frame.block = edge.to;
    Some(edge.start.index())
}

impl Machine<'_> {
    /// A function in its fast form.
    fn code(&mut self, function: rma_frontend::ir::FuncId) -> Rc<Code> {
        if let Some(code) = &self.codes[function.index()] {
            return Rc::clone(code);
        }
        let code = Rc::new(self.resolve(function));
        self.codes[function.index()] = Some(Rc::clone(&code));
        code
    }

    /// Executes instructions of a process as long as they are simple, at most this many; returns their number.
    pub(super) fn stretch(&mut self, process: usize, most: u32) -> Result<u32> {
        let Some(function) = self.processes[process].frames.last().map(|frame| frame.function) else { return Ok(0) };
        let code = self.code(function);
        let code = &*code;
        let types = &self.module.types;
        let (memory, world) = (&mut self.memory, &self.world);
        let (log, covered, behind) = (&mut self.log, &mut self.covered, &self.behind);
        let moves = &mut self.moves;
        let Process { frames, doubts, .. } = &mut self.processes[process];
        let Some(frame) = frames.last_mut() else { return Ok(0) };
        // A branch that depends on what was read and that is not open yet.
        let given = self.input > 0;
        let opens = |frame: &Frame| {
            !given && !behind.get(&(frame.function, frame.block)).is_some_and(|meets| frame.doubts.contains(meets))
        };
        let mut at = frame.next.index();
        let mut done = 0;
        while done < most {
            let (bits, read) = match code.ops[at] {
                Op::Slow => break,
                Op::Skip => {
                    at += 1;
                    done += 1;
                    continue;
                }
                Op::Load { from, size, width, loc } => {
                    let Some((pointer, is_read)) = number(frame, code, from) else { break };
                    if pointer >= SHARED {
                        break;
                    }
                    let size = u64::from(size);
                    if world.is_watched(process, pointer, size) {
                        // An update that it sees gives order.
                        let span = (pointer, pointer + size);
                        if world.shows(process, owner(process, pointer), span) {
                            break;
                        }
                        if let Some(loc) = loc {
                            covered[loc.index()] = true;
                            let site = Site { loc, at_target: false, access: Kind::Read };
                            log.access(process, site, owner(process, pointer), span, is_read || *doubts > 0);
                        }
                    }
                    let (bits, read) = memory.own_number(process, pointer, size)?;
                    (cut(bits, width.into()), read || is_read)
                }
                Op::Store { to, value, size, loc } => {
                    let (Some((pointer, is_read)), Some((bits, read))) =
                        (number(frame, code, to), number(frame, code, value))
                    else {
                        break;
                    };
                    if pointer >= SHARED {
                        break;
                    }
                    let size = u64::from(size);
                    if let (Some(loc), true) = (loc, world.is_watched(process, pointer, size)) {
                        covered[loc.index()] = true;
                        let site = Site { loc, at_target: false, access: Kind::Write };
                        let span = (pointer, pointer + size);
                        log.access(process, site, owner(process, pointer), span, is_read || *doubts > 0);
                    }
                    memory.set_own_number(process, pointer, size, bits, read || *doubts > 0)?;
                    at += 1;
                    done += 1;
                    continue;
                }
                Op::Alloca { size, align, loc } => {
                    if let Some(loc) = loc {
                        covered[loc.index()] = true;
                    }
                    (memory.take(process, STACK, size, align.into())?, false)
                }
                Op::Member { base, offset } => {
                    let Some((base, read)) = number(frame, code, base) else { break };
                    (base.wrapping_add_signed(offset), read)
                }
                Op::Element { base, index, width, scale, offset } => {
                    let (Some((base, base_read)), Some((index, index_read))) =
                        (number(frame, code, base), number(frame, code, index))
                    else {
                        break;
                    };
                    let index = signed(index, width.into()).wrapping_mul(scale.into()).wrapping_add(offset.into());
                    (base.wrapping_add_signed(index), base_read || index_read)
                }
                Op::Address(n) => {
                    let address = &code.addresses[n as usize];
                    let Some((base, mut read)) = number(frame, code, address.base) else { break };
                    let mut bits = base.wrapping_add_signed(address.offset);
                    let mut all = true;
                    for (index, width, scale) in &address.scaled {
                        let Some((index, is_read)) = number(frame, code, *index) else {
                            all = false;
                            break;
                        };
                        bits = bits.wrapping_add((signed(index, (*width).into()) as u64).wrapping_mul(*scale as u64));
                        read |= is_read;
                    }
                    if !all {
                        break;
                    }
                    (bits, read)
                }
                Op::Integer { op, width, lhs, rhs } => {
                    let (Some(a), Some(b)) = (number(frame, code, lhs), number(frame, code, rhs)) else { break };
                    (integer(op, width.into(), a.0, b.0)?, a.1 || b.1)
                }
                Op::Float { op, ty, lhs, rhs } => {
                    let (Some(a), Some(b)) = (number(frame, code, lhs), number(frame, code, rhs)) else { break };
                    (binary(op, &types[ty], a.0, b.0)?, a.1 || b.1)
                }
                Op::Negate { ty, value } => {
                    let Some((bits, read)) = number(frame, code, value) else { break };
                    (bits_of(&types[ty], -float(&types[ty], bits)?)?, read)
                }
                Op::Compare { pred, width, lhs, rhs } => {
                    let (Some(a), Some(b)) = (number(frame, code, lhs), number(frame, code, rhs)) else { break };
                    (u64::from(compare_integers(pred, width.into(), a.0, b.0)?), a.1 || b.1)
                }
                Op::CompareFloats { pred, ty, lhs, rhs } => {
                    let (Some(a), Some(b)) = (number(frame, code, lhs), number(frame, code, rhs)) else { break };
                    (u64::from(compare(pred, &types[ty], a.0, b.0)?), a.1 || b.1)
                }
                Op::Cut { value, width } => {
                    let Some((bits, read)) = number(frame, code, value) else { break };
                    (cut(bits, width.into()), read)
                }
                Op::Extend { value, from, to } => {
                    let Some((bits, read)) = number(frame, code, value) else { break };
                    (cut(signed(bits, from.into()) as u64, to.into()), read)
                }
                Op::Convert { op, value, from, to } => {
                    let Some((bits, read)) = number(frame, code, value) else { break };
                    (cast(op, &types[from], &types[to], bits)?, read)
                }
                Op::Select { cond, then, otherwise } => {
                    let Some(cond) = number(frame, code, cond) else { break };
                    let chosen = if cond.0 & 1 == 1 { then } else { otherwise };
                    let Some((bits, read)) = number(frame, code, chosen) else { break };
                    (bits, read || cond.1)
                }
                Op::Extract(n) => {
                    let (agg, indices) = &code.members[n as usize];
                    let mut value = any(frame, code, *agg);
                    for n in indices {
                        value = value.and_then(|v| v.parts.as_ref()).and_then(|parts| parts.get(*n as usize));
                    }
                    let Some(value) = value.filter(|value| value.parts.is_none()) else { break };
                    (value.bits, value.read)
                }
                Op::OfNumbers(n) => {
                    let (of_numbers, args) = &code.calls[n as usize];
                    let (mut bits, mut read, mut all) = ([0; 3], false, true);
                    for (bits, source) in bits.iter_mut().zip(args) {
                        let Some((arg, is_read)) = number(frame, code, *source) else {
                            all = false;
                            break;
                        };
                        *bits = arg;
                        read |= is_read;
                    }
                    if !all {
                        break;
                    }
                    (of_numbers.apply(bits), read)
                }
                Op::Jump { to } => {
                    let Some(next) = jump(frame, doubts, code, &code.edges[to as usize], moves) else { break };
                    at = next;
                    done += 1;
                    continue;
                }
                Op::Branch { cond, then, otherwise } => {
                    let Some((cond, read)) = number(frame, code, cond) else { break };
                    if read && opens(frame) {
                        break;
                    }
                    let to = if cond & 1 == 1 { then } else { otherwise };
                    let Some(next) = jump(frame, doubts, code, &code.edges[to as usize], moves) else { break };
                    at = next;
                    done += 1;
                    continue;
                }
                Op::Switch(n) => {
                    let switch = &code.switches[n as usize];
                    let Some((bits, read)) = number(frame, code, switch.value) else { break };
                    if read && opens(frame) {
                        break;
                    }
                    if let Some(loc) = switch.loc {
                        covered[loc.index()] = true;
                    }
                    let to = switch.cases.iter().find(|(case, _)| *case == bits).map_or(switch.default, |case| case.1);
                    let Some(next) = jump(frame, doubts, code, &code.edges[to as usize], moves) else { break };
                    at = next;
                    done += 1;
                    continue;
                }
            };
            // In its place, without a copy of the whole value.
            let value = &mut frame.values[at];
            (value.bits, value.read) = (bits, read);
            if value.parts.is_some() {
                value.parts = None;
            }
            at += 1;
            done += 1;
        }
        frame.next = ValueId::from_usize(at);
        Ok(done)
    }
}
