//! What the library of a model with symmetric memory provides as variables and constants (OpenSHMEM 1.6, section 6).

/// A handle that the library provides in a variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum RuntimeHandle {
    /// The default context.
    DefaultContext,
    /// The team of all processes.
    WorldTeam,
    /// The team of the processes that share memory with the caller.
    SharedTeam,
    /// No context or no team.
    Invalid,
}

/// The handle in a variable of the library, by the variable's linker name.
pub fn runtime_handle(name: &str) -> Option<RuntimeHandle> {
    Some(match name {
        "SHMEM_CTX_DEFAULT" | "oshmem_ctx_default" => RuntimeHandle::DefaultContext,
        "SHMEM_TEAM_WORLD" | "oshmem_team_world" => RuntimeHandle::WorldTeam,
        "SHMEM_TEAM_SHARED" | "SHMEMX_TEAM_NODE" | "oshmem_team_shared" => RuntimeHandle::SharedTeam,
        "SHMEM_TEAM_INVALID" | "SHMEM_CTX_INVALID" | "oshmem_ctx_invalid" | "oshmem_team_invalid" => {
            RuntimeHandle::Invalid
        }
        _ => return None,
    })
}

/// Comparison operators of the calls that wait (OpenSHMEM 1.6, 9.10, table 11).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs, reason = "named as in the standard")]
pub enum Compare {
    Eq,
    Ne,
    Gt,
    Ge,
    Lt,
    Le,
}

/// The comparison that a constant names. The standard leaves the numbers to the library: most count `EQ NE GT GE LT LE` from 1; Open MPI
/// counts `EQ NE GT LE LT GE` from 0 (`open_mpi`).
pub fn comparison(constant: i64, open_mpi: bool) -> Option<Compare> {
    use Compare::{Eq, Ge, Gt, Le, Lt, Ne};
    let (list, first) = if open_mpi { ([Eq, Ne, Gt, Le, Lt, Ge], 0) } else { ([Eq, Ne, Gt, Ge, Lt, Le], 1) };
    list.get(usize::try_from(constant.checked_sub(first)?).ok()?).copied()
}
