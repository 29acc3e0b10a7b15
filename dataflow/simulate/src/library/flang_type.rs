//! Derived types of Fortran at run time: their components, with default values and with copies of those that are allocatable (theory, 9.4).
//! `flang/runtime/type-info.h` and `module/__fortran_type_info.f90` of flang 19.

use super::flang_array::{ALLOCATABLE, Array, DIMENSIONS, POINTER, establish};
use crate::machine::{Halt, Machine, Result};

/// Members of the description of a type.
const SIZE: u64 = 88;
const COMPONENTS: u64 = 232;

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
    /// Where its default value is, or 0.
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
