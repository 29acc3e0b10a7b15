//! Contexts, and calls that complete or order operations (OpenSHMEM 1.6, 9.5 and 9.11) (theory, 9.4).

use super::super::posted::fence;
use super::{Answer, Channel, Halt, Invocation, Machine, Result, Value, give, quiet};

/// Handles of contexts; the null pointer is no context.
const CONTEXT: u64 = 0x6200_0000;

/// The handle of a context.
pub(super) fn handle(number: usize) -> u64 {
    CONTEXT + number as u64
}

/// The context of a call: its number, which is 0 for the default one.
pub(super) fn of(machine: &mut Machine, call: &Invocation) -> Result<usize> {
    if !call.has("ctx") {
        return Ok(0);
    }
    let bits = call.arg(machine, "ctx")?.bits;
    let number = bits.checked_sub(CONTEXT).and_then(|n| usize::try_from(n).ok());
    number.filter(|n| *n < machine.world.shmem.contexts.len()).ok_or_else(|| Halt::arguments(call))
}

pub(super) fn call(machine: &mut Machine, call: &Invocation) -> Result<Option<Answer>> {
    let p = call.process;
    match call.row.name.as_str() {
        "shmem_ctx_create" | "shmem_team_create_ctx" => {
            let team = if call.has("team") { super::teams::argument(machine, call, "team")? } else { Some(0) };
            let Some(team) = team else {
                call.set(machine, "ctx", 8, 0, false)?;
                return give(Value::new(1));
            };
            machine.world.shmem.contexts.push(team);
            let number = machine.world.shmem.contexts.len() - 1;
            call.set(machine, "ctx", 8, handle(number) as i64, false)?;
            give(Value::default())
        }
        "shmem_ctx_destroy" => {
            if call.arg(machine, "ctx")?.bits != 0 {
                let number = of(machine, call)?;
                quiet(machine, p, Channel::Context(number as u64));
            }
            give(Value::default())
        }
        "shmem_ctx_get_team" => {
            let number = if call.arg(machine, "ctx")?.bits == 0 { None } else { Some(of(machine, call)?) };
            let team = number.map(|n| super::teams::handle(machine.world.shmem.contexts[n]));
            call.set(machine, "team", 8, team.unwrap_or(0) as i64, false)?;
            give(Value::new(u64::from(team.is_none())))
        }
        "shmem_ctx_session_start" | "shmem_ctx_session_stop" | "shmem_session_start" | "shmem_session_stop" => {
            give(Value::default())
        }
        "shmem_quiet" | "shmem_ctx_quiet" => {
            let number = of(machine, call)?;
            quiet(machine, p, Channel::Context(number as u64));
            give(Value::default())
        }
        "shmem_pe_quiet" | "shmem_ctx_pe_quiet" => {
            let number = of(machine, call)?;
            let count = call.long(machine, "npes")?;
            let team = machine.world.shmem.contexts[number];
            for pe in call.list(machine, "target_pes", count, 4)? {
                let target = Some(super::member(machine, call, team, pe)?);
                let channel = Channel::Context(number as u64);
                let which = super::super::one_sided::Which { channel, passive: None, target };
                super::super::one_sided::complete(machine, p, which, true);
            }
            give(Value::default())
        }
        "shmem_fence" | "shmem_ctx_fence" => {
            let number = of(machine, call)?;
            fence(machine, p, Channel::Context(number as u64), None);
            give(Value::default())
        }
        _ => Ok(None),
    }
}
