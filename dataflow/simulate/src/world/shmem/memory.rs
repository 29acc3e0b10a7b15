//! Symmetric memory (OpenSHMEM 1.6, 9.3): a call that allocates ends with a barrier, a call that frees begins with one
//! (theory, 9.4).

use super::super::collectives::{Arrival, Meeting, meet, pass};
use super::{Answer, DEFAULT, Halt, Invocation, Machine, Result, Value, give, quiet};
use crate::machine::memory::SYMMETRIC;

pub(super) fn call(machine: &mut Machine, call: &Invocation) -> Result<Option<Answer>> {
    let (align, size) = match call.row.name.as_str() {
        "shmem_malloc" | "shmem_malloc_with_hints" | "shmalloc" | "shmem_realloc" | "shrealloc" => {
            (16, call.long(machine, "size")? as u64)
        }
        "shmem_align" | "shmemalign" => (call.long(machine, "alignment")? as u64, call.long(machine, "size")? as u64),
        "shmem_calloc" => {
            let (count, size) = (call.long(machine, "count")? as u64, call.long(machine, "size")? as u64);
            (16, count.checked_mul(size).ok_or(Halt::Memory)?)
        }
        "shmem_free" | "shfree" => (0, 0),
        _ => return Ok(None),
    };
    let old = if call.has("ptr") { call.arg(machine, "ptr")?.bits } else { 0 };
    if size == 0 && old == 0 {
        return give(Value::default());
    }
    if align > 1 << 20 || size > 0 && !align.is_power_of_two() {
        return Err(Halt::arguments(call));
    }
    let comm = machine.world.shmem.teams[0];
    let key = meet(machine, call, comm, |machine, arrival: &mut Arrival| {
        quiet(machine, call.process, DEFAULT);
        arrival.numbers = vec![size as i64, old as i64];
        Ok(())
    })?;
    let Some(key) = key else { return Ok(Some(Answer::Wait)) };
    let meeting = machine.world.meetings.get(&key).ok_or(Halt::Deadlock)?;
    let (arrivals, made) = (Meeting::all(meeting), meeting.made.clone());
    // The same block everywhere, or nothing that follows can be judged.
    if arrivals.iter().any(|a| a.numbers != [size as i64, old as i64]) {
        return Err(Halt::arguments(call));
    }
    let at = match made {
        Some(made) => made[0] as u64,
        None => renew(machine, align, size, old)?,
    };
    if let Some(meeting) = machine.world.meetings.get_mut(&key) {
        meeting.made = Some(vec![at as usize]);
    }
    for clock in arrivals.into_iter().filter_map(|a| a.clock) {
        machine.learn(call.process, &clock);
    }
    pass(machine, call.process, key);
    give(Value::new(at))
}

/// A new block in every process, with what the old one held.
fn renew(machine: &mut Machine, align: u64, size: u64, old: u64) -> Result<u64> {
    let kept = if old == 0 { 0 } else { machine.world.shmem.blocks.remove(&old).ok_or(Halt::Address)? };
    if size == 0 {
        return Ok(0);
    }
    let mut at = 0;
    for process in 0..machine.size() {
        at = machine.memory.take(process, SYMMETRIC, size, align.max(16))?;
        if kept > 0 {
            let copied = machine.memory.copy_out(process, old, kept.min(size))?;
            machine.memory.copy_in(process, at, &copied)?;
        }
    }
    machine.world.shmem.blocks.insert(at, size);
    Ok(at)
}
