//! Start, end and queries (OpenSHMEM 1.6, 9.1 and 9.2) (theory, 9.4).

use super::super::collectives::{leave, meet};
use super::{Answer, DEFAULT, Halt, Invocation, Machine, Result, Value, give, quiet};
use crate::machine::memory::{self, GLOBALS, SHARED, STACK, SYMMETRIC};

pub(super) fn call(machine: &mut Machine, call: &Invocation) -> Result<Option<Answer>> {
    let p = call.process;
    match call.row.name.as_str() {
        "shmem_init" | "start_pes" | "shmem_init_thread" => {
            if !machine.processes[p].cells.contains_key("shmem") {
                machine.processes[p].cells.insert("shmem", 1);
                machine.world.watch(p, (GLOBALS, STACK));
                machine.world.watch(p, (SYMMETRIC, SHARED));
            }
            let comm = machine.world.shmem.teams[0];
            let Some(key) = meet(machine, call, comm, |_, _| Ok(()))? else { return Ok(Some(Answer::Wait)) };
            leave(machine, call, key, true)?;
            if call.has("provided") {
                let level = call.int(machine, "requested")?;
                call.set_int(machine, "provided", level)?;
            }
            give(Value::default())
        }
        "shmem_finalize" => {
            let comm = machine.world.shmem.teams[0];
            let key = meet(machine, call, comm, |machine, _| {
                quiet(machine, p, DEFAULT);
                Ok(())
            })?;
            let Some(key) = key else { return Ok(Some(Answer::Wait)) };
            leave(machine, call, key, true)?;
            machine.processes[p].cells.insert("shmem over", 1);
            give(Value::default())
        }
        "shmem_my_pe" | "_my_pe" | "my_pe" => give(Value::new(p as u64)),
        "shmem_n_pes" | "_num_pes" | "num_pes" => give(Value::new(machine.size() as u64)),
        "shmem_global_exit" => Err(Halt::Abort),
        "shmem_pe_accessible" => {
            let pe = call.int(machine, "pe")?;
            give(Value::new(u64::from(pe >= 0 && pe < machine.size() as i64)))
        }
        "shmem_addr_accessible" => {
            let pe = call.int(machine, "pe")?;
            let address = call.arg(machine, "addr")?.bits;
            give(Value::new(u64::from(pe >= 0 && pe < machine.size() as i64 && is_symmetric(address))))
        }
        "shmem_ptr" | "shmem_team_ptr" => {
            let pe = call.int(machine, "pe")?;
            let team = if call.has("team") {
                match super::teams::argument(machine, call, "team")? {
                    Some(team) => team,
                    None => return give(Value::default()),
                }
            } else {
                0
            };
            let target = super::member(machine, call, team, pe)?;
            let at = call.arg(machine, "dest")?;
            if !is_symmetric(at.bits) {
                return give(Value::default());
            }
            let bits = if target == p { at.bits } else { memory::reached(target, at.bits) };
            give(Value::new(bits).tied(at.read || call.arg(machine, "pe")?.read))
        }
        "shmem_info_get_version" => {
            call.set_int(machine, "major", 1)?;
            call.set_int(machine, "minor", 6)?;
            give(Value::default())
        }
        "shmem_info_get_name" => {
            let at = call.arg(machine, "name")?.bits;
            machine.memory.write(p, at, b"simulated\0", false)?;
            give(Value::default())
        }
        "shmem_query_initialized" => {
            let is = machine.processes[p].cells.contains_key("shmem");
            call.set_int(machine, "initialized", i64::from(is))?;
            give(Value::default())
        }
        "shmem_query_finalized" => {
            let is = machine.processes[p].cells.contains_key("shmem over");
            call.set_int(machine, "finalized", i64::from(is))?;
            give(Value::default())
        }
        "shmem_query_thread" => {
            call.set_int(machine, "provided", 3)?;
            give(Value::default())
        }
        name if name.contains("cache") || name.contains("udcflush") => give(Value::default()),
        _ => Ok(None),
    }
}

/// Whether other processes have memory at an address, too.
fn is_symmetric(address: u64) -> bool {
    (GLOBALS..STACK).contains(&address) || (SYMMETRIC..SHARED).contains(&address)
}
