//! OpenSHMEM 1.6, with the names that it deprecates (theory, 9.4).
//!
//! Symmetric memory consists of the globals and a separate region, at the same addresses in every process. Accesses to it are
//! recorded once the library is started.

mod atomics;
mod collectives;
mod contexts;
mod locks;
mod memory;
mod operations;
mod setup;
mod teams;
mod waits;

use super::invocation::Invocation;
use super::{Answer, Channel, Halt, Machine, Result, Value};
use crate::clock::Clock;
use rma_frontend::api::Routine;
use std::collections::BTreeMap;

/// The state of the library.
#[derive(Debug, Default)]
pub(crate) struct State {
    ready: bool,
    /// Communicators of the teams, by number: first that of all PEs, then that of PEs with shared memory, then those of
    /// created teams.
    teams: Vec<usize>,
    /// Whether each team comes from the team of PEs with shared memory.
    in_shared: Vec<bool>,
    /// Communicators of active sets, by first process, distance and size.
    sets: BTreeMap<(usize, usize, usize), usize>,
    /// Teams of the contexts; the first one is the default context.
    contexts: Vec<usize>,
    /// Blocks of symmetric memory and their sizes.
    blocks: BTreeMap<u64, u64>,
    locks: BTreeMap<u64, Lock>,
}

/// A lock variable.
#[derive(Debug, Default)]
struct Lock {
    holder: Option<usize>,
    /// The clocks of those who released it.
    released: Option<Clock>,
}

/// The channel of operations without a context.
const DEFAULT: Channel = Channel::Context(0);

/// The name of a routine without prefix, type and size: `put`, `atomic_fetch_add`, `sum_reduce`.
fn verb(row: &Routine) -> String {
    let name = row.name.strip_prefix("shmem_").unwrap_or(&row.name);
    let name = name.strip_prefix("ctx_").unwrap_or(name);
    match &row.element {
        Some(element) => match name.strip_prefix(&element.name).and_then(|rest| rest.strip_prefix('_')) {
            Some(rest) => rest.to_owned(),
            None => name.replacen(&element.name, "", 1),
        },
        None => name.replacen("mem", "", 1),
    }
}

pub(super) fn call(machine: &mut Machine, call: &Invocation) -> Result<Answer> {
    teams::prepare(machine);
    let families = [
        setup::call,
        memory::call,
        teams::call,
        contexts::call,
        locks::call,
        waits::call,
        atomics::call,
        operations::call,
        collectives::call,
    ];
    for family in families {
        if let Some(answer) = family(machine, call)? {
            return Ok(answer);
        }
    }
    Err(call.unknown())
}

#[allow(clippy::unnecessary_wraps, reason = "what a family of routines answers")]
fn give(value: Value) -> Result<Option<Answer>> {
    Ok(Some(Answer::Value(value)))
}

/// All operations of a context are complete.
fn quiet(machine: &mut Machine, process: usize, channel: Channel) {
    super::one_sided::complete(
        machine,
        process,
        super::one_sided::Which { channel, passive: None, target: None },
        true,
    );
}

/// A process among the members of a team, by its number there.
fn member(machine: &mut Machine, call: &Invocation, team: usize, pe: i64) -> Result<usize> {
    let comm = *machine.world.shmem.teams.get(team).ok_or_else(|| Halt::arguments(call))?;
    let members = &machine.world.communicators[comm].members;
    usize::try_from(pe).ok().and_then(|n| members.get(n)).copied().ok_or_else(|| Halt::arguments(call))
}

#[cfg(test)]
mod tests {
    use super::verb;
    use rma_frontend::api::catalog;

    #[test]
    fn a_routine_does_the_same_under_every_name_of_a_type() {
        for (name, does) in [
            ("shmem_size_put", "put"),
            ("shmem_ctx_put128_nbi", "put_nbi"),
            ("shmem_putmem_signal_nbi", "put_signal_nbi"),
            ("shmem_put64_signal", "put_signal"),
            ("shmem_iget32", "iget"),
            ("shmem_ctx_uint64_atomic_fetch_xor_nbi", "atomic_fetch_xor_nbi"),
            ("shmem_longlong_fadd", "fadd"),
            ("shmem_swap", "swap"),
            ("shmem_alltoallsmem", "alltoalls"),
            ("shmem_fcollect32", "fcollect"),
            ("shmem_double_sum_to_all", "sum_to_all"),
            ("shmem_int_wait_until_some_vector", "wait_until_some_vector"),
            ("shmem_wait", "wait"),
            ("shmem_ctx_signal_add", "signal_add"),
        ] {
            assert_eq!(catalog().lookup(name).map(verb).as_deref(), Some(does), "{name}");
        }
    }
}
