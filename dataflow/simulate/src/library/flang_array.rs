//! Flang's runtime: arrays with descriptors (`CFI_cdesc_t`, `ISO_Fortran_binding.h`). `flang/Runtime/{allocatable,pointer,assign,
//! reduction,transformational,random}.h` of flang 19 (theory, 9.4).

use super::{Call, allocate, give};
use crate::log::Kind;
use crate::machine::{Answer, Halt, Machine, Result, Value};
use rma_frontend::ir::FuncId;

/// Members of a descriptor. A dimension is its lower bound, its extent and the bytes from one element to the next.
const LENGTH: u64 = 8;
const VERSION: u64 = 16;
const RANK: u64 = 20;
const TYPE: u64 = 21;
const ATTRIBUTE: u64 = 22;
pub(super) const EXTRA: u64 = 23;
pub(super) const DIMENSIONS: u64 = 24;

/// Kinds of descriptors.
pub(super) const POINTER: u64 = 1;
pub(super) const ALLOCATABLE: u64 = 2;

/// Code of the type of texts.
const CHARACTER: u64 = 44;

/// Most elements of one array.
const MOST: u64 = 1 << 24;

/// A descriptor.
#[derive(Debug, Clone)]
pub(super) struct Array {
    pub base: u64,
    pub length: u64,
    ty: u64,
    attribute: u64,
    pub extra: u64,
    /// Lower bound, extent, stride in bytes.
    pub dims: Vec<[i64; 3]>,
    /// A bound or the address was read.
    read: bool,
}

impl Array {
    pub fn at(machine: &mut Machine, p: usize, at: u64) -> Result<Array> {
        let mut read = false;
        let mut of = |offset, size| -> Result<u64> {
            let (bits, marked) = machine.memory.number(p, at + offset, size)?;
            read |= marked;
            Ok(bits)
        };
        let (base, length, rank) = (of(0, 8)?, of(LENGTH, 8)?, of(RANK, 1)?);
        if rank > 15 {
            return Err(Halt::Value);
        }
        let mut dims = Vec::new();
        for n in 0..rank {
            let from = DIMENSIONS + 24 * n;
            dims.push([of(from, 8)? as i64, of(from + 8, 8)? as i64, of(from + 16, 8)? as i64]);
        }
        let (ty, attribute, extra) = (of(TYPE, 1)?, of(ATTRIBUTE, 1)?, of(EXTRA, 1)?);
        Ok(Array { base, length, ty, attribute, extra, dims, read })
    }

    pub fn count(&self) -> Result<u64> {
        let mut count = 1_u64;
        for dim in &self.dims {
            count = count.checked_mul(dim[1].max(0) as u64).filter(|n| *n <= MOST).ok_or(Halt::Memory)?;
        }
        Ok(count)
    }

    /// Addresses of all elements, in Fortran's order.
    pub fn elements(&self) -> Result<Vec<u64>> {
        let mut out = vec![self.base];
        for dim in &self.dims {
            let before = std::mem::take(&mut out);
            // The first dimension runs fastest: later ones repeat what is there.
            for n in 0..dim[1].max(0) {
                out.extend(before.iter().map(|at| at.wrapping_add_signed(n * dim[2])));
            }
            if out.len() as u64 > MOST {
                return Err(Halt::Memory);
            }
        }
        Ok(out)
    }

    fn is_contiguous(&self) -> bool {
        let mut expected = self.length as i64;
        self.dims.iter().all(|dim| {
            let fits = dim[2] == expected || dim[1] <= 1;
            expected = expected.wrapping_mul(dim[1].max(0));
            fits
        })
    }

    /// An access of all elements.
    fn touch(&self, machine: &mut Machine, call: &Call, kind: Kind) -> Result<()> {
        let count = self.count()?;
        if count == 0 || self.base == 0 {
            return Ok(());
        }
        if self.is_contiguous() {
            machine.touch(call.process, call.loc, kind, self.base, count * self.length, self.read);
            return Ok(());
        }
        for at in self.elements()? {
            machine.touch(call.process, call.loc, kind, at, self.length, self.read);
        }
        Ok(())
    }
}

/// A read of all elements of an array.
pub(super) fn read_all(machine: &mut Machine, call: &Call, descriptor: u64) -> Result<()> {
    Array::at(machine, call.process, descriptor)?.touch(machine, call, Kind::Read)
}

/// Gives a descriptor new memory for its elements, without gaps.
pub(super) fn fill(machine: &mut Machine, p: usize, at: u64) -> Result<()> {
    let array = Array::at(machine, p, at)?;
    let mut stride = array.length as i64;
    for (n, dim) in array.dims.iter().enumerate() {
        machine.memory.set_number(p, at + DIMENSIONS + 24 * n as u64 + 16, 8, stride as u64, false)?;
        stride = stride.wrapping_mul(dim[1].max(0));
    }
    let size = array.count()?.checked_mul(array.length).ok_or(Halt::Memory)?;
    let base = allocate(machine, p, size.max(1), 64)?;
    machine.memory.set_number(p, at, 8, base, false)
}

/// Elements as bytes with their marks.
fn gather(machine: &mut Machine, p: usize, array: &Array) -> Result<Vec<crate::machine::memory::Copied>> {
    array.elements()?.into_iter().map(|at| machine.memory.copy_out(p, at, array.length)).collect()
}

/// Operators of module `mpi_f08` on the handles at two addresses (MPI 4.1, 2.5.1).
fn compared(machine: &mut Machine, p: usize, operator: &str, a: u64, b: u64) -> Result<Option<Answer>> {
    let wanted = if operator.ends_with("_eq") || operator.contains("_eq_") {
        true
    } else if ["_neq", "_ne"].iter().any(|e| operator.ends_with(e)) || operator.contains("_neq_") {
        false
    } else {
        return Ok(None);
    };
    let ((a, read_a), (b, read_b)) = (machine.memory.number(p, a, 4)?, machine.memory.number(p, b, 4)?);
    give(Value::new(u64::from((a == b) == wanted)).tied(read_a || read_b))
}

pub(super) fn call(machine: &mut Machine, call: &Call, name: &str) -> Result<Option<Answer>> {
    let p = call.process;
    let (a, b) = (call.bits(0), call.bits(1));
    if let Some(operator) = name.strip_prefix("_QMmpi_f08_typesP") {
        return compared(machine, p, operator, a, b);
    }
    let Some(entry) = name.strip_prefix("_FortranA") else { return Ok(None) };
    match entry {
        "AllocatableAllocate" | "PointerAllocate" => {
            let array = Array::at(machine, p, a)?;
            if entry.starts_with("Alloc") && array.base != 0 {
                return if b & 1 == 1 { give(Value::new(1)) } else { Err(Halt::Abort) };
            }
            fill(machine, p, a)?;
            give(Value::default())
        }
        "AllocatableAllocateSource" | "PointerAllocateSource" => {
            fill(machine, p, a)?;
            assign(machine, call, a, b)?;
            give(Value::default())
        }
        "AllocatableDeallocate"
        | "PointerDeallocate"
        | "AllocatableDeallocatePolymorphic"
        | "PointerDeallocatePolymorphic" => {
            let (base, _) = machine.memory.number(p, a, 8)?;
            let finals = super::flang_type::finals(machine, p, a)?;
            machine.memory.set_number(p, a, 8, 0, false)?;
            run_finals(&finals, Value::new(u64::from(base == 0)))
        }
        "Destroy" | "Finalize" => {
            let finals = super::flang_type::finals(machine, p, a)?;
            run_finals(&finals, Value::default())
        }
        "DestroyWithoutFinalization" => give(Value::default()),
        "ClassIs" | "ExtendsTypeOf" | "SameTypeAs" => {
            let ty = super::flang_type::of_variable(machine, p, a)?;
            let other = if entry == "ClassIs" { b } else { super::flang_type::of_variable(machine, p, b)? };
            let is = ty == other || entry != "SameTypeAs" && super::flang_type::extends(machine, p, ty, other)?;
            give(Value::new(u64::from(is)))
        }
        "AllocatableDeallocateNoFinal" => {
            machine.memory.set_number(p, a, 8, 0, false)?;
            give(Value::default())
        }
        "AllocatableApplyMold" | "PointerApplyMold" => {
            let rank = call.bits(2);
            if rank > 15 {
                return Err(Halt::Value);
            }
            let (kept, _) = machine.memory.number(p, a + ATTRIBUTE, 1)?;
            for word in 1..(DIMENSIONS / 8 + 3 * rank) {
                let (bits, read) = machine.memory.number(p, b + 8 * word, 8)?;
                machine.memory.set_number(p, a + 8 * word, 8, bits, read)?;
            }
            machine.memory.set_number(p, a + ATTRIBUTE, 1, kept, false)?;
            machine.memory.set_number(p, a + RANK, 1, rank, false)?;
            give(Value::default())
        }
        "AllocatableSetBounds" | "PointerSetBounds" => {
            let dim = a + DIMENSIONS + 24 * call.bits(1);
            let (lower, upper) = (call.arg(2), call.arg(3));
            machine.memory.set_number(p, dim, 8, lower.bits, lower.read)?;
            let extent = (upper.long() - lower.long() + 1).max(0);
            machine.memory.set_number(p, dim + 8, 8, extent as u64, lower.read || upper.read)?;
            give(Value::default())
        }
        _ if entry.starts_with("AllocatableInitIntrinsic") || entry.starts_with("PointerNullifyIntrinsic") => {
            let (category, kind, rank) = (call.bits(1), call.bits(2), call.bits(3));
            let attribute = if entry.starts_with("Alloc") { ALLOCATABLE } else { POINTER };
            let length = if category == 2 { 2 * kind } else { kind };
            establish(machine, p, a, length, rank, (category, kind), attribute)?;
            give(Value::default())
        }
        "AllocatableInitCharacterForAllocate" | "AllocatableInitCharacter" | "PointerNullifyCharacter" => {
            let attribute = if entry.starts_with("Alloc") { ALLOCATABLE } else { POINTER };
            establish(machine, p, a, call.bits(1) * call.bits(2).max(1), call.bits(3), (3, 1), attribute)?;
            give(Value::default())
        }
        "PointerIsAssociated" => {
            let (base, read) = machine.memory.number(p, a, 8)?;
            give(Value::new(u64::from(base != 0)).tied(read))
        }
        "PointerIsAssociatedWith" => {
            let (one, other) = (Array::at(machine, p, a)?, Array::at(machine, p, b)?);
            give(Value::new(u64::from(one.base != 0 && one.base == other.base)))
        }
        "PointerAssociate" => {
            let source = Array::at(machine, p, b)?;
            let size = DIMENSIONS + 24 * source.dims.len() as u64 + if source.extra & 1 == 1 { 16 } else { 0 };
            let copied = machine.memory.copy_out(p, b, size)?;
            machine.memory.copy_in(p, a, &copied)?;
            machine.memory.set_number(p, a + ATTRIBUTE, 1, POINTER, false)?;
            give(Value::default())
        }
        "MoveAlloc" => {
            let source = Array::at(machine, p, b)?;
            let copied = machine.memory.copy_out(p, b, DIMENSIONS + 24 * source.dims.len() as u64)?;
            machine.memory.copy_in(p, a, &copied)?;
            machine.memory.set_number(p, b, 8, 0, false)?;
            give(Value::default())
        }
        "Assign" | "AssignTemporary" | "AssignExplicitLengthCharacter" => {
            assign(machine, call, a, b)?;
            give(Value::default())
        }
        "CopyInAssign" => {
            let source = Array::at(machine, p, b)?;
            let copied = machine.memory.copy_out(p, b, DIMENSIONS + 24 * source.dims.len() as u64)?;
            machine.memory.copy_in(p, a, &copied)?;
            machine.memory.set_number(p, a + ATTRIBUTE, 1, ALLOCATABLE, false)?;
            fill(machine, p, a)?;
            assign(machine, call, a, b)?;
            give(Value::default())
        }
        "CopyOutAssign" => {
            if a != 0 && Array::at(machine, p, a)?.base != 0 {
                assign(machine, call, a, b)?;
            }
            machine.memory.set_number(p, b, 8, 0, false)?;
            give(Value::default())
        }
        "IsContiguous" => {
            let array = Array::at(machine, p, a)?;
            give(Value::new(u64::from(array.is_contiguous())))
        }
        "Initialize" => {
            super::flang_type::initialize(machine, p, a)?;
            give(Value::default())
        }
        "AllocatableInitDerived" | "AllocatableInitDerivedForAllocate" | "PointerNullifyDerived" => {
            let attribute = if entry.starts_with("Alloc") { ALLOCATABLE } else { POINTER };
            let rank = call.bits(2);
            let (length, _) = machine.memory.number(p, b + 88, 8)?;
            establish(machine, p, a, length, rank, (5, 0), attribute)?;
            machine.memory.set_number(p, a + EXTRA, 1, 1, false)?;
            machine.memory.set_number(p, a + DIMENSIONS + 24 * rank, 8, b, false)?;
            give(Value::default())
        }
        "Size" | "SizeDim" => {
            let array = Array::at(machine, p, a)?;
            let size = if entry == "Size" {
                array.count()?
            } else {
                array.dims.get((b as usize).wrapping_sub(1)).map_or(1, |d| d[1].max(0) as u64)
            };
            give(Value::new(size).tied(array.read))
        }
        "RandomNumber" => {
            let array = Array::at(machine, p, a)?;
            array.touch(machine, call, Kind::Write)?;
            for at in array.elements()? {
                let state = &mut machine.processes[p].random;
                *state =
                    state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407 + p as u64);
                let x = (*state >> 33) as f64 / 2_147_483_648.0;
                let bits = if array.length == 8 { x.to_bits() } else { u64::from((x as f32).to_bits()) };
                machine.memory.set_number(p, at, array.length.min(8), bits, true)?;
            }
            give(Value::default())
        }
        "MatmulReal8Real8" => {
            matmul(machine, call, a, b, call.bits(2))?;
            give(Value::default())
        }
        _ => reduce(machine, call, entry),
    }
}

/// Enters the final procedure of a variable. Runs do not follow several of them that one call of the runtime makes.
fn run_finals(finals: &[(FuncId, u64)], value: Value) -> Result<Option<Answer>> {
    match *finals {
        [] => give(value),
        [(function, argument)] => Ok(Some(Answer::Instead(function, vec![Value::new(argument)], value))),
        _ => Err(Halt::Unknown("several final procedures".to_owned())),
    }
}

/// A descriptor of an array that has no memory yet; the type by its category (integer, real, complex, character, logical, derived)
/// and kind.
pub(super) fn establish(
    machine: &mut Machine,
    p: usize,
    at: u64,
    length: u64,
    rank: u64,
    (category, kind): (u64, u64),
    attribute: u64,
) -> Result<()> {
    // `CFI_type_int8_t` and the like.
    let ty = match (category, kind) {
        (0, 1) => 7,
        (0, 2) => 8,
        (0, 4) => 9,
        (0, 8) => 10,
        (1, 4) => 27,
        (1, 8) => 28,
        (3, _) => CHARACTER,
        _ => 0,
    };
    machine.memory.set_number(p, at, 8, 0, false)?;
    machine.memory.set_number(p, at + LENGTH, 8, length, false)?;
    machine.memory.set_number(p, at + VERSION, 4, 20_180_515, false)?;
    machine.memory.set_number(p, at + RANK, 1, rank, false)?;
    machine.memory.set_number(p, at + TYPE, 1, ty, false)?;
    machine.memory.set_number(p, at + ATTRIBUTE, 1, attribute, false)
}

/// Intrinsic assignment (Fortran 2018, 10.2.1.3): an allocatable array takes the shape of the right-hand side.
fn assign(machine: &mut Machine, call: &Call, to: u64, from: u64) -> Result<()> {
    let p = call.process;
    let source = Array::at(machine, p, from)?;
    let mut target = Array::at(machine, p, to)?;
    let same =
        |t: &Array| t.dims.len() == source.dims.len() && t.dims.iter().zip(&source.dims).all(|(x, y)| x[1] == y[1]);
    if target.attribute == ALLOCATABLE && (target.base == 0 || !source.dims.is_empty() && !same(&target)) {
        for (n, dim) in source.dims.iter().enumerate() {
            let at = to + DIMENSIONS + 24 * n as u64;
            let lower = if target.base == 0 { dim[0] } else { target.dims.get(n).map_or(1, |d| d[0]) };
            machine.memory.set_number(p, at, 8, lower as u64, false)?;
            machine.memory.set_number(p, at + 8, 8, dim[1] as u64, source.read)?;
        }
        if target.length == 0 || target.ty == CHARACTER {
            machine.memory.set_number(p, to + LENGTH, 8, source.length, false)?;
        }
        fill(machine, p, to)?;
        target = Array::at(machine, p, to)?;
    }
    source.touch(machine, call, Kind::Read)?;
    target.touch(machine, call, Kind::Write)?;
    let items = gather(machine, p, &source)?;
    let places = target.elements()?;
    for (n, at) in places.iter().copied().enumerate() {
        let item = if source.dims.is_empty() { items.first() } else { items.get(n) };
        let Some(item) = item else { break };
        let mut item = item.clone();
        if item.bytes.len() as u64 != target.length {
            if source.ty != CHARACTER && target.ty != CHARACTER && source.extra == 0 && source.ty != target.ty {
                return Err(Halt::Unknown("assignment between types".to_owned()));
            }
            item.bytes.resize(target.length as usize, b' ');
            item.read.resize(target.length as usize, 0);
        }
        machine.memory.copy_in(p, at, &item)?;
    }
    super::flang_type::deepen(machine, p, from, &places)
}

/// A number of an element, by the name of its type.
#[derive(Clone, Copy)]
enum Number {
    Integer(u64),
    Real(u64),
}

impl Number {
    fn of(text: &str) -> Option<Number> {
        if let Some(kind) = text.strip_prefix("Integer") {
            return kind.parse().ok().filter(|k| *k <= 8).map(Number::Integer);
        }
        text.strip_prefix("Real")?.parse().ok().filter(|k| matches!(k, 4 | 8)).map(Number::Real)
    }

    fn get(self, machine: &mut Machine, p: usize, at: u64) -> Result<(i64, f64, bool)> {
        Ok(match self {
            Number::Integer(size) => {
                let (bits, read) = machine.memory.number(p, at, size)?;
                let whole = crate::machine::value::signed(bits, size as u32 * 8);
                (whole, whole as f64, read)
            }
            Number::Real(size) => {
                let (bits, read) = machine.memory.number(p, at, size)?;
                let x = if size == 8 { f64::from_bits(bits) } else { f64::from(f32::from_bits(bits as u32)) };
                (x as i64, x, read)
            }
        })
    }

    fn value(self, whole: i64, x: f64, read: bool) -> Value {
        match self {
            Number::Integer(size) => Value::new(crate::machine::value::cut(whole as u64, size as u32 * 8)),
            Number::Real(8) => Value::f64(x),
            Number::Real(_) => Value::new(u64::from((x as f32).to_bits())),
        }
        .tied(read)
    }
}

/// Reductions of a whole array to one number, without a mask.
fn reduce(machine: &mut Machine, call: &Call, entry: &str) -> Result<Option<Answer>> {
    let p = call.process;
    if matches!(entry, "Any" | "All" | "Count") {
        let array = Array::at(machine, p, call.bits(0))?;
        array.touch(machine, call, Kind::Read)?;
        let (mut count, mut read) = (0, array.read);
        let all = array.elements()?;
        for at in &all {
            let (bits, marked) = machine.memory.number(p, *at, array.length.min(8))?;
            count += u64::from(bits & 1 == 1);
            read |= marked;
        }
        let value = match entry {
            "Any" => u64::from(count > 0),
            "All" => u64::from(count == all.len() as u64),
            _ => count,
        };
        return give(Value::new(value).tied(read));
    }
    if let Some(ty) = entry.strip_prefix("DotProduct") {
        let Some(number) = Number::of(ty) else { return Ok(None) };
        let (x, y) = (Array::at(machine, p, call.bits(0))?, Array::at(machine, p, call.bits(1))?);
        x.touch(machine, call, Kind::Read)?;
        y.touch(machine, call, Kind::Read)?;
        let (mut whole, mut sum, mut read) = (0_i64, 0.0, x.read || y.read);
        for (i, j) in x.elements()?.into_iter().zip(y.elements()?) {
            let (a, b) = (number.get(machine, p, i)?, number.get(machine, p, j)?);
            whole = whole.wrapping_add(a.0.wrapping_mul(b.0));
            sum += a.1 * b.1;
            read |= a.2 || b.2;
        }
        return give(number.value(whole, sum, read));
    }
    let found =
        ["Sum", "Product", "Maxval", "Minval"].iter().find_map(|op| Some((*op, Number::of(entry.strip_prefix(*op)?)?)));
    let Some((op, number)) = found else { return Ok(None) };
    // By dimension or with a mask it gives other results.
    if call.bits(3) as u32 != 0 && Array::at(machine, p, call.bits(0))?.dims.len() > 1 || call.bits(4) != 0 {
        return Ok(None);
    }
    let array = Array::at(machine, p, call.bits(0))?;
    array.touch(machine, call, Kind::Read)?;
    let (mut whole, mut x) = match op {
        "Product" => (1, 1.0),
        "Maxval" => (i64::MIN, f64::NEG_INFINITY),
        "Minval" => (i64::MAX, f64::INFINITY),
        _ => (0_i64, 0.0_f64),
    };
    let mut read = array.read;
    for at in array.elements()? {
        let next = number.get(machine, p, at)?;
        read |= next.2;
        (whole, x) = match op {
            "Product" => (whole.wrapping_mul(next.0), x * next.1),
            "Maxval" => (whole.max(next.0), x.max(next.1)),
            "Minval" => (whole.min(next.0), x.min(next.1)),
            _ => (whole.wrapping_add(next.0), x + next.1),
        };
    }
    give(number.value(whole, x, read))
}

/// Product of matrices and vectors of double precision; the result is new.
fn matmul(machine: &mut Machine, call: &Call, result: u64, left: u64, right: u64) -> Result<()> {
    let p = call.process;
    let (x, y) = (Array::at(machine, p, left)?, Array::at(machine, p, right)?);
    x.touch(machine, call, Kind::Read)?;
    y.touch(machine, call, Kind::Read)?;
    // A vector is a row on the left and a column on the right.
    let [rows, inner] =
        if x.dims.len() == 2 { [x.dims[0], x.dims[1]] } else { [[1, 1, 0], *x.dims.first().ok_or(Halt::Value)?] };
    let [below, columns] =
        if y.dims.len() == 2 { [y.dims[0], y.dims[1]] } else { [*y.dims.first().ok_or(Halt::Value)?, [1, 1, 0]] };
    let mut extents = Vec::new();
    if x.dims.len() == 2 {
        extents.push(rows[1]);
    }
    if y.dims.len() == 2 {
        extents.push(columns[1]);
    }
    establish(machine, p, result, 8, extents.len() as u64, (1, 8), ALLOCATABLE)?;
    for (n, extent) in extents.iter().enumerate() {
        machine.memory.set_number(p, result + DIMENSIONS + 24 * n as u64, 8, 1, false)?;
        machine.memory.set_number(p, result + DIMENSIONS + 24 * n as u64 + 8, 8, *extent as u64, false)?;
    }
    fill(machine, p, result)?;
    let (out, number) = (Array::at(machine, p, result)?, Number::Real(8));
    for j in 0..columns[1] {
        for i in 0..rows[1] {
            let (mut sum, mut read) = (0.0, x.read || y.read);
            for k in 0..inner[1] {
                let a = number.get(machine, p, x.base.wrapping_add_signed(i * rows[2] + k * inner[2]))?;
                let b = number.get(machine, p, y.base.wrapping_add_signed(k * below[2] + j * columns[2]))?;
                sum += a.1 * b.1;
                read |= a.2 || b.2;
            }
            machine.memory.set_number(p, out.base + 8 * (j * rows[1] + i) as u64, 8, f64::to_bits(sum), read)?;
        }
    }
    Ok(())
}
