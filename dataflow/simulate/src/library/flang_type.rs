//! Derived types of Fortran at run time: their components, with default values and with copies of those that are allocatable (theory, 9.4).
//! `flang/runtime/type-info.h` and `module/__fortran_type_info.f90` of flang 19.

use super::flang_array::{ALLOCATABLE, Array, DIMENSIONS, POINTER, establish};
use crate::machine::constants::function_at;
use crate::machine::{Halt, Machine, Result};
use rma_frontend::ir::FuncId;

/// Members of the description of a type.
const SIZE: u64 = 88;
const COMPONENTS: u64 = 232;
const SPECIALS: u64 = 360;
const HAS_PARENT: u64 = 428;

/// Bytes of the description of a special procedure; those that are final procedures for each element, and for a scalar.
const SPECIAL: u64 = 16;
const ELEMENTAL_FINAL: u64 = 7;
const SCALAR_FINAL: u64 = 9;

/// Bytes of the description of a component.
const COMPONENT: u64 = 256;

/// Types inside each other, at most.
const DEPTH: u32 = 16;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Genre {
    Data,
    Pointer,
    Allocatable,
}

#[derive(Debug, Clone)]
struct Component {
    genre: Genre,
    category: u64,
    kind: u64,
    rank: u64,
    offset: u64,
    /// Description of its type, or 0.
    derived: u64,
    /// Bytes of an element, and elements of a component that is no pointer.
    length: u64,
    count: u64,
    /// Address of its default value, or 0.
    initial: u64,
}

/// The description that a descriptor of a derived type has after its dimensions.
fn described(machine: &mut Machine, p: usize, descriptor: u64, array: &Array) -> Result<u64> {
    if array.extra & 1 == 0 {
        return Ok(0);
    }
    Ok(machine.memory.number(p, descriptor + DIMENSIONS + 24 * array.dims.len() as u64, 8)?.0)
}

fn components(machine: &mut Machine, p: usize, ty: u64) -> Result<Vec<Component>> {
    if ty == 0 {
        return Ok(Vec::new());
    }
    let of = |machine: &mut Machine, at: u64, size| machine.memory.number(p, at, size).map(|n| n.0);
    let (first, count) = (of(machine, ty + COMPONENTS, 8)?, of(machine, ty + COMPONENTS + DIMENSIONS + 8, 8)?);
    let mut out = Vec::new();
    for n in 0..if first == 0 { 0 } else { count } {
        let at = first + COMPONENT * n;
        let genre = match of(machine, at + 24, 1)? {
            1 => Genre::Data,
            2 => Genre::Pointer,
            3 => Genre::Allocatable,
            _ => return Err(Halt::Unknown("component of a derived type".to_owned())),
        };
        let (category, kind, rank) = (of(machine, at + 25, 1)?, of(machine, at + 26, 1)?, of(machine, at + 27, 1)?);
        let derived = of(machine, at + 56, 8)?;
        let length = match category {
            2 => 2 * kind,
            3 => kind * of(machine, at + 48, 8)?,
            5 if derived != 0 => of(machine, derived + SIZE, 8)?,
            _ => kind,
        };
        let mut count = 1;
        if genre == Genre::Data && rank > 0 {
            let bounds = of(machine, at + 160, 8)?;
            for dim in 0..rank {
                let (lower, upper) =
                    (of(machine, bounds + 32 * dim + 8, 8)? as i64, of(machine, bounds + 32 * dim + 24, 8)? as i64);
                count *= upper.saturating_sub(lower).saturating_add(1).clamp(0, 1 << 24) as u64;
            }
        }
        let (offset, initial) = (of(machine, at + 32, 8)?, of(machine, at + 248, 8)?);
        out.push(Component { genre, category, kind, rank, offset, derived, length, count, initial });
    }
    Ok(out)
}

/// Gives all elements of an array of a derived type their default values.
pub(super) fn initialize(machine: &mut Machine, p: usize, descriptor: u64) -> Result<()> {
    let array = Array::at(machine, p, descriptor)?;
    let ty = described(machine, p, descriptor, &array)?;
    for at in array.elements()? {
        initialize_one(machine, p, at, ty, 0)?;
    }
    Ok(())
}

fn initialize_one(machine: &mut Machine, p: usize, object: u64, ty: u64, depth: u32) -> Result<()> {
    if depth > DEPTH {
        return Err(Halt::Value);
    }
    for c in components(machine, p, ty)? {
        let at = object + c.offset;
        if c.initial != 0 {
            let descriptor = DIMENSIONS + 24 * c.rank + if c.derived == 0 { 0 } else { 16 };
            let len = if c.genre == Genre::Data { c.length * c.count } else { descriptor };
            let copied = machine.memory.copy_out(p, c.initial, len)?;
            machine.memory.copy_in(p, at, &copied)?;
        } else if c.genre != Genre::Data {
            let attribute = if c.genre == Genre::Allocatable { ALLOCATABLE } else { POINTER };
            establish(machine, p, at, c.length, c.rank, (c.category, c.kind), attribute)?;
            if c.derived != 0 {
                machine.memory.set_number(p, at + super::flang_array::EXTRA, 1, 1, false)?;
                machine.memory.set_number(p, at + DIMENSIONS + 24 * c.rank, 8, c.derived, false)?;
            }
        } else if c.derived != 0 {
            for n in 0..c.count {
                initialize_one(machine, p, at + n * c.length, c.derived, depth + 1)?;
            }
        }
    }
    Ok(())
}

/// After a copy of the bytes: allocatable components get new memory.
pub(super) fn deepen(machine: &mut Machine, p: usize, descriptor: u64, elements: &[u64]) -> Result<()> {
    let array = Array::at(machine, p, descriptor)?;
    let ty = described(machine, p, descriptor, &array)?;
    for at in elements {
        deepen_one(machine, p, *at, ty, 0)?;
    }
    Ok(())
}

fn deepen_one(machine: &mut Machine, p: usize, object: u64, ty: u64, depth: u32) -> Result<()> {
    if depth > DEPTH {
        return Err(Halt::Value);
    }
    for c in components(machine, p, ty)? {
        let at = object + c.offset;
        match c.genre {
            Genre::Allocatable => {
                let old = Array::at(machine, p, at)?;
                if old.base == 0 {
                    continue;
                }
                let copied = machine.memory.copy_out(p, old.base, old.count()? * old.length)?;
                super::flang_array::fill(machine, p, at)?;
                let new = Array::at(machine, p, at)?;
                machine.memory.copy_in(p, new.base, &copied)?;
                if c.derived != 0 {
                    for element in new.elements()? {
                        deepen_one(machine, p, element, c.derived, depth + 1)?;
                    }
                }
            }
            Genre::Data if c.derived != 0 => {
                for n in 0..c.count {
                    deepen_one(machine, p, at + n * c.length, c.derived, depth + 1)?;
                }
            }
            _ => {}
        }
    }
    Ok(())
}

/// The description of the type of a variable, or 0.
pub(super) fn of_variable(machine: &mut Machine, p: usize, descriptor: u64) -> Result<u64> {
    let array = Array::at(machine, p, descriptor)?;
    described(machine, p, descriptor, &array)
}

/// Whether a type is another type or extends it.
pub(super) fn extends(machine: &mut Machine, p: usize, ty: u64, other: u64) -> Result<bool> {
    let mut ty = ty;
    for _ in 0..DEPTH {
        if ty == 0 || ty == other {
            return Ok(ty == other);
        }
        ty = match machine.memory.number(p, ty + HAS_PARENT, 1)?.0 {
            0 => 0,
            _ => components(machine, p, ty)?.first().map_or(0, |c| c.derived),
        };
    }
    Err(Halt::Value)
}

/// The final procedures of a variable that ceases to exist, in order, with what each of them gets (Fortran 2018, 7.5.6.2).
pub(super) fn finals(machine: &mut Machine, p: usize, descriptor: u64) -> Result<Vec<(FuncId, u64)>> {
    let array = Array::at(machine, p, descriptor)?;
    let ty = described(machine, p, descriptor, &array)?;
    let mut out = Vec::new();
    if array.base == 0 || ty == 0 {
        return Ok(out);
    }
    let elements = array.elements()?;
    for at in &elements {
        finals_of(machine, p, (*at, Some(descriptor)), ty, &mut out, 0)?;
    }
    // Elements of an array have procedures of other ranks, too.
    if !out.is_empty() && !array.dims.is_empty() {
        Err(Halt::Unknown("final procedures of an array".to_owned()))
    } else {
        Ok(out)
    }
}

fn finals_of(
    machine: &mut Machine,
    p: usize,
    (object, descriptor): (u64, Option<u64>),
    ty: u64,
    out: &mut Vec<(FuncId, u64)>,
    depth: u32,
) -> Result<()> {
    if depth > DEPTH {
        return Err(Halt::Value);
    }
    let of = |machine: &mut Machine, at: u64, size| machine.memory.number(p, at, size).map(|n| n.0);
    let (first, count) = (of(machine, ty + SPECIALS, 8)?, of(machine, ty + SPECIALS + DIMENSIONS + 8, 8)?);
    for n in 0..if first == 0 { 0 } else { count } {
        let at = first + SPECIAL * n;
        if matches!(of(machine, at, 1)?, ELEMENTAL_FINAL | SCALAR_FINAL) {
            let code = of(machine, at + 8, 8)?;
            let function = function_at(machine.module, code).ok_or(Halt::Address)?;
            let takes_descriptor = of(machine, at + 1, 1)? & 1 == 1;
            out.push((function, descriptor.filter(|_| takes_descriptor).unwrap_or(object)));
            break;
        }
    }
    let extends = of(machine, ty + HAS_PARENT, 1)? == 1;
    let mut inside = components(machine, p, ty)?;
    if extends && !inside.is_empty() {
        inside.rotate_left(1);
    }
    for c in inside.iter().filter(|c| c.genre == Genre::Data && c.derived != 0) {
        for n in 0..c.count {
            finals_of(machine, p, (object + c.offset + n * c.length, None), c.derived, out, depth + 1)?;
        }
    }
    Ok(())
}
