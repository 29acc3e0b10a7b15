//! Segments (GASPI 17.1, section 7) (theory, 9.4).

use super::super::collectives::{leave, meet};
use super::{Answer, Halt, Invocation, Machine, Result, SUCCESS, give, small};
use crate::machine::memory::HEAP;

/// Address and size of a segment of a process.
pub(super) fn of(machine: &Machine, process: usize, id: u64) -> Result<(u64, u64)> {
    machine.world.gaspi.segments.get(&(process, id)).copied().ok_or(Halt::Address)
}

/// The bytes from an offset on in a segment of a process.
pub(super) fn span(machine: &Machine, process: usize, id: u64, offset: u64, size: u64) -> Result<(u64, u64)> {
    let (base, len) = of(machine, process, id)?;
    let end = offset.checked_add(size).filter(|end| *end <= len).ok_or(Halt::Address)?;
    Ok((base + offset, base + end))
}

/// A segment of the caller.
fn add(machine: &mut Machine, call: &Invocation, memory: Option<u64>) -> Result<()> {
    let (id, size) = (small(machine, call, "segment_id", 8)?, call.long(machine, "size")? as u64);
    let p = call.process;
    let at = match memory {
        Some(at) => at,
        None => machine.memory.take(p, HEAP, size, 64)?,
    };
    machine.world.gaspi.segments.insert((p, id), (at, size));
    machine.world.watch(p, (at, at + size));
    Ok(())
}

pub(super) fn call(machine: &mut Machine, call: &Invocation) -> Result<Option<Answer>> {
    let p = call.process;
    match call.row.name.as_str() {
        "gaspi_segment_alloc" => {
            add(machine, call, None)?;
            give(SUCCESS)
        }
        "gaspi_segment_bind" => {
            let at = call.arg(machine, "pointer")?.bits;
            add(machine, call, Some(at))?;
            give(SUCCESS)
        }
        "gaspi_segment_register" => give(SUCCESS),
        "gaspi_segment_create" | "gaspi_segment_use" => {
            let comm = super::collectives::group(machine, call)?;
            let memory = if call.has("pointer") { Some(call.arg(machine, "pointer")?.bits) } else { None };
            let key = meet(machine, call, comm, |machine, _| add(machine, call, memory))?;
            let Some(key) = key else { return Ok(Some(Answer::Wait)) };
            leave(machine, call, key, true)?;
            give(SUCCESS)
        }
        "gaspi_segment_delete" => {
            let id = small(machine, call, "segment_id", 8)?;
            if let Some((at, size)) = machine.world.gaspi.segments.remove(&(p, id)) {
                machine.world.unwatch(p, (at, at + size));
            }
            give(SUCCESS)
        }
        "gaspi_segment_ptr" => {
            let id = small(machine, call, "segment_id", 8)?;
            let (at, _) = of(machine, p, id)?;
            call.set(machine, "pointer", 8, at as i64, false)?;
            give(SUCCESS)
        }
        "gaspi_segment_size" => {
            let (id, of_rank) = (small(machine, call, "segment_id", 8)?, super::rank(machine, call)?);
            let (_, size) = of(machine, of_rank, id)?;
            call.set(machine, "size", 8, size as i64, false)?;
            give(SUCCESS)
        }
        "gaspi_segment_num" => {
            let count = machine.world.gaspi.segments.keys().filter(|(q, _)| *q == p).count();
            call.set_int(machine, "segment_num", count as i64)?;
            give(SUCCESS)
        }
        "gaspi_segment_list" => {
            let count = small(machine, call, "num", 32)? as usize;
            let at = call.arg(machine, "segment_id_list")?.bits;
            let ids: Vec<u64> =
                machine.world.gaspi.segments.keys().filter(|(q, _)| *q == p).map(|(_, id)| *id).collect();
            for (n, id) in ids.into_iter().take(count).enumerate() {
                machine.memory.set_number(p, at + n as u64, 1, id, false)?;
            }
            give(SUCCESS)
        }
        "gaspi_segment_avail_local" => {
            let ids = &machine.world.gaspi.segments;
            let free = (0..=255).find(|id| !ids.contains_key(&(p, *id))).ok_or(Halt::Memory)?;
            call.set(machine, "segment_id", 1, free as i64, false)?;
            give(SUCCESS)
        }
        _ => Ok(None),
    }
}
