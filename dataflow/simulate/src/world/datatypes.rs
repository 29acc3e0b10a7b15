//! Datatypes as lists of bytes (MPI 4.1, chapter 5) (theory, 9.4).

use super::invocation::Invocation;
use super::{Answer, Halt, Machine, Result, Value, done};
use crate::log::Span;
use rma_frontend::api::{HandleKind, TypeClass};

/// A datatype.
#[derive(Debug, Clone, Default)]
pub(crate) struct Datatype {
    /// Bytes of data in order: offset and length.
    pub blocks: Vec<(i64, u64)>,
    pub lb: i64,
    pub extent: i64,
    /// Size and class of the basic elements, if they are all the same.
    pub element: Option<(u64, TypeClass)>,
}

impl Datatype {
    pub fn size(&self) -> u64 {
        self.blocks.iter().map(|b| b.1).sum()
    }

    /// The bytes of `count` elements from an address on.
    pub fn spans(&self, start: u64, count: u64) -> Vec<Span> {
        // Elements without gaps, one after another.
        if let [(offset, len)] = self.blocks[..]
            && self.extent == len as i64
            && len > 0
        {
            let from = start.wrapping_add_signed(offset);
            let end = len.checked_mul(count).and_then(|bytes| from.checked_add(bytes));
            return end.filter(|_| count > 0).map(|end| (from, end)).into_iter().collect();
        }
        let mut out: Vec<Span> = Vec::new();
        for n in 0..count {
            let base = start.wrapping_add_signed(self.extent.wrapping_mul(n as i64));
            for (offset, len) in &self.blocks {
                let from = base.wrapping_add_signed(*offset);
                match out.last_mut() {
                    Some(last) if last.1 == from => last.1 += len,
                    _ if *len > 0 => out.push((from, from + len)),
                    _ => {}
                }
            }
        }
        out
    }

    /// Elements of another type, at byte offsets, with a number of elements for each.
    fn made_of(parts: impl Iterator<Item = (i64, u64, Datatype)>) -> Datatype {
        let mut out = Datatype { lb: i64::MAX, ..Datatype::default() };
        let (mut ub, mut first) = (i64::MIN, true);
        for (at, count, of) in parts {
            for n in 0..count as i64 {
                let base = at + n * of.extent;
                for (offset, len) in &of.blocks {
                    match out.blocks.last_mut() {
                        Some(last) if last.0 + last.1 as i64 == base + offset => last.1 += len,
                        _ => out.blocks.push((base + offset, *len)),
                    }
                }
                out.lb = out.lb.min(base + of.lb);
                ub = ub.max(base + of.lb + of.extent);
            }
            out.element = if first || out.element == of.element { of.element } else { None };
            first = false;
        }
        if ub == i64::MIN {
            return Datatype::default();
        }
        out.extent = ub - out.lb;
        out
    }
}

/// The datatype of a handle.
pub(super) fn of(machine: &Machine, call: &Invocation, bits: u64) -> Result<Datatype> {
    if let Some(n) = Invocation::made(bits, HandleKind::Datatype) {
        return machine.world.datatypes.get(n).cloned().ok_or_else(|| Halt::arguments(call));
    }
    let basic = Invocation::with_key(machine, bits, rma_frontend::api::Abi::datatype);
    let basic = basic.ok_or_else(|| Halt::arguments(call))?;
    let blocks = if basic.components.is_empty() {
        vec![(0, basic.size)]
    } else {
        basic.components.iter().map(|c| (c.offset as i64, c.size)).collect()
    };
    Ok(Datatype { blocks, lb: 0, extent: basic.extent as i64, element: Some((basic.size, basic.class)) })
}

/// Copies data between memory and a row of bytes.
pub(super) fn gather(machine: &mut Machine, process: usize, spans: &[Span]) -> Result<crate::machine::memory::Copied> {
    let mut out = crate::machine::memory::Copied::default();
    for (start, end) in spans {
        let mut part = machine.memory.copy_out(process, *start, end - start)?;
        out.bytes.append(&mut part.bytes);
        out.read.append(&mut part.read);
    }
    Ok(out)
}

/// Stores a row of bytes; what does not fit is left out.
pub(super) fn scatter(
    machine: &mut Machine,
    process: usize,
    spans: &[Span],
    data: &crate::machine::memory::Copied,
) -> Result<()> {
    let mut at = 0;
    for (start, end) in spans {
        let len = ((end - start) as usize).min(data.bytes.len() - at);
        let part = crate::machine::memory::Copied {
            bytes: data.bytes[at..at + len].to_vec(),
            read: data.read[at..at + len].to_vec(),
        };
        machine.memory.copy_in(process, *start, &part)?;
        at += len;
    }
    Ok(())
}

pub(super) fn call(machine: &mut Machine, call: &Invocation) -> Result<Option<Answer>> {
    let name = call.name();
    if !name.starts_with("Type_")
        && !matches!(name, "Get_address" | "Aint_add" | "Aint_diff" | "Pack_size" | "Pack" | "Unpack")
    {
        return Ok(None);
    }
    let old = |machine: &mut Machine| -> Result<Datatype> {
        let bits = call.arg(machine, "oldtype")?.bits;
        of(machine, call, bits)
    };
    let large = if call.row.wide { 8 } else { 4 };
    let new = match name {
        "Type_commit" => return done(),
        "Type_free" => {
            call.set_handle(machine, "datatype", HandleKind::Datatype, None)?;
            return done();
        }
        "Type_size" | "Type_size_x" => {
            let bits = call.arg(machine, "datatype")?.bits;
            let size = of(machine, call, bits)?.size();
            call.set(machine, "size", if name == "Type_size_x" { 8 } else { large }, size as i64, false)?;
            return done();
        }
        "Type_get_extent" | "Type_get_extent_x" | "Type_get_true_extent" => {
            let bits = call.arg(machine, "datatype")?.bits;
            let ty = of(machine, call, bits)?;
            let (lb, extent, ty_lb, ty_extent) = if name == "Type_get_true_extent" {
                let lb = ty.blocks.iter().map(|b| b.0).min().unwrap_or(0);
                let ub = ty.blocks.iter().map(|b| b.0 + b.1 as i64).max().unwrap_or(0);
                ("true_lb", "true_extent", lb, ub - lb)
            } else {
                ("lb", "extent", ty.lb, ty.extent)
            };
            call.set(machine, lb, 8, ty_lb, false)?;
            call.set(machine, extent, 8, ty_extent, false)?;
            return done();
        }
        "Get_address" => {
            let at = call.arg(machine, "location")?;
            call.set(machine, "address", 8, at.bits as i64, at.read)?;
            return done();
        }
        "Aint_add" | "Aint_diff" => {
            let (a, b) = (call.at(machine, 0)?, call.at(machine, 1)?);
            let bits = if name == "Aint_add" { a.bits.wrapping_add(b.bits) } else { a.bits.wrapping_sub(b.bits) };
            return Ok(Some(Answer::Value(Value::new(bits).tied(a.read || b.read))));
        }
        "Type_contiguous" => {
            let (count, old) = (call.int(machine, "count")?, old(machine)?);
            Datatype::made_of(std::iter::once((0, count as u64, old)))
        }
        "Type_vector" | "Type_create_hvector" => {
            let (count, len) = (call.int(machine, "count")?, call.int(machine, "blocklength")? as u64);
            let stride =
                if name == "Type_vector" { call.int(machine, "stride")? } else { call.long(machine, "stride")? };
            let old = old(machine)?;
            let stride = if name == "Type_vector" { stride * old.extent } else { stride };
            Datatype::made_of((0..count).map(|n| (n * stride, len, old.clone())))
        }
        "Type_indexed" | "Type_create_hindexed" | "Type_create_indexed_block" | "Type_create_hindexed_block" => {
            let count = call.int(machine, "count")?;
            let lens = if name.ends_with("block") {
                vec![call.int(machine, "blocklength")?; count as usize]
            } else {
                call.list(machine, "array_of_blocklengths", count, large)?
            };
            let bytes = name.contains("_h");
            let places = call.list(machine, "array_of_displacements", count, if bytes { 8 } else { large })?;
            let old = old(machine)?;
            let unit = if bytes { 1 } else { old.extent };
            Datatype::made_of(lens.iter().zip(&places).map(|(len, at)| (at * unit, *len as u64, old.clone())))
        }
        "Type_create_struct" => {
            let count = call.int(machine, "count")?;
            let lens = call.list(machine, "array_of_blocklengths", count, large)?;
            let places = call.list(machine, "array_of_displacements", count, 8)?;
            let types = call.list(machine, "array_of_types", count, call.handle_size(machine))?;
            let mut parts = Vec::new();
            for ((len, at), ty) in lens.iter().zip(&places).zip(&types) {
                parts.push((*at, *len as u64, of(machine, call, *ty as u64)?));
            }
            let align = parts
                .iter()
                .filter_map(|p| p.2.element)
                .map(|e| e.0)
                .filter(|a| a.is_power_of_two())
                .max()
                .unwrap_or(1);
            let mut ty = Datatype::made_of(parts.into_iter());
            ty.extent = (ty.extent as u64).next_multiple_of(align.min(16)) as i64;
            ty
        }
        "Type_create_subarray" => subarray(machine, call)?,
        "Type_create_resized" => {
            let mut ty = old(machine)?;
            ty.lb = call.long(machine, "lb")?;
            ty.extent = call.long(machine, "extent")?;
            ty
        }
        "Type_dup" => old(machine)?,
        "Pack_size" => {
            let bits = call.arg(machine, "datatype")?.bits;
            let size = of(machine, call, bits)?.size() as i64 * call.int(machine, "incount")?;
            call.set_int(machine, "size", size)?;
            return done();
        }
        "Pack" | "Unpack" => return pack(machine, call, name == "Pack"),
        _ => return Err(call.unknown()),
    };
    machine.world.datatypes.push(new);
    let number = machine.world.datatypes.len() - 1;
    call.set_handle(machine, "newtype", HandleKind::Datatype, Some(number))?;
    done()
}

fn pack(machine: &mut Machine, call: &Invocation, out: bool) -> Result<Option<Answer>> {
    let p = call.process;
    let place = call.arg(machine, "position")?.bits;
    let (position, _) = machine.memory.number(p, place, 4)?;
    let bits = call.arg(machine, "datatype")?.bits;
    let ty = of(machine, call, bits)?;
    let count = call.int(machine, if out { "incount" } else { "outcount" })? as u64;
    let (inbuf, outbuf) = (call.arg(machine, "inbuf")?.bits, call.arg(machine, "outbuf")?.bits);
    let len = ty.size() * count;
    let (from, to) = if out {
        (ty.spans(inbuf, count), vec![(outbuf + position, outbuf + position + len)])
    } else {
        (vec![(inbuf + position, inbuf + position + len)], ty.spans(outbuf, count))
    };
    for (spans, kind) in [(&from, crate::log::Kind::Read), (&to, crate::log::Kind::Write)] {
        for (start, end) in spans {
            machine.touch(p, call.loc, kind, *start, end - start, false);
        }
    }
    let data = gather(machine, p, &from)?;
    scatter(machine, p, &to, &data)?;
    machine.memory.set_number(p, place, 4, position + len, false)?;
    done()
}

/// A part of an array of several dimensions (MPI 4.1, 5.1.3).
fn subarray(machine: &mut Machine, call: &Invocation) -> Result<Datatype> {
    let dims = call.int(machine, "ndims")?;
    let size = if call.row.wide { 8 } else { 4 };
    let mut sizes = call.list(machine, "array_of_sizes", dims, size)?;
    let mut parts = call.list(machine, "array_of_subsizes", dims, size)?;
    let mut starts = call.list(machine, "array_of_starts", dims, size)?;
    let bits = call.arg(machine, "oldtype")?.bits;
    let old = of(machine, call, bits)?;
    let order = call.int(machine, "order")?;
    if order == call.abi(machine)?.constants().order_fortran {
        sizes.reverse();
        parts.reverse();
        starts.reverse();
    }
    // The last dimension is contiguous.
    let mut rows: Vec<i64> = vec![0];
    for d in 0..dims as usize {
        let stride: i64 = sizes[d + 1..].iter().product();
        let last = d + 1 == dims as usize;
        let places = if last { starts[d]..starts[d] + 1 } else { starts[d]..starts[d] + parts[d] };
        rows = rows.iter().flat_map(|r| places.clone().map(move |n| r + n * stride)).collect();
    }
    let len = parts.last().copied().unwrap_or(0) as u64;
    let mut ty = Datatype::made_of(rows.iter().map(|r| (r * old.extent, len, old.clone())));
    ty.lb = 0;
    ty.extent = sizes.iter().product::<i64>() * old.extent;
    Ok(ty)
}
