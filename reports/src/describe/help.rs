//! What would repair a race.

use rma_dataflow::candidate::Conflict;
use rma_dataflow::skeleton::Issue;

/// Calls that complete an operation at its origin.
pub(super) fn completions(issue: &Issue) -> &'static str {
    if issue.completion.note.is_some() {
        return "`gaspi_wait` on its queue, and no wait for its notification,";
    }
    if issue.completion.queue.is_some() {
        return "`gaspi_wait` on its queue";
    }
    match (issue.target.win.is_some(), issue.completion.request.is_some()) {
        _ if issue.routine.is_symmetric() => "quiet of its context",
        (true, true) => "wait on its request, flush or end of the epoch",
        (true, false) => "flush or end of the epoch",
        _ => "wait on its request",
    }
}

/// The fix, as an instruction.
pub(super) fn fix(issue: &Issue, conflict: Conflict) -> String {
    let call = match (issue.target.win.is_some(), issue.completion.request.is_some()) {
        _ if issue.routine.is_symmetric() => {
            "call `shmem_quiet` (`shmem_ctx_quiet` for a context of its own) or use the blocking form"
        }
        _ if issue.completion.note.is_some() => {
            "wait for the notification of the operation (or for its queue with `gaspi_wait`)"
        }
        _ if issue.completion.queue.is_some() => "wait for the queue of the operation with `gaspi_wait`",
        (true, true) => "wait for the request of the operation (or call `MPI_Win_flush_local` or end the epoch)",
        (true, false) => {
            "call `MPI_Win_flush_local` for the target (passive target) or end the epoch (`MPI_Win_fence`, `MPI_Win_complete`, `MPI_Win_unlock`)"
        }
        _ => "wait for the request",
    };
    match conflict {
        Conflict::EndOfLife(_) => format!("{call} before the memory ceases to exist, or use memory that lives longer"),
        Conflict::OneCall => "give the call buffers that have no byte in common".to_owned(),
        Conflict::BothPending => format!("{call} before the second operation, or use another buffer for it"),
        _ => format!("{call} before the access, or use another buffer"),
    }
}

/// Calls that complete an operation at its target, as an instruction.
pub(super) fn at_target(issue: Option<&Issue>) -> &'static str {
    match issue {
        Some(i) if i.routine.is_symmetric() => {
            "complete the operation at its target (`shmem_quiet`, `shmem_ctx_quiet` for a context of its own, `shmem_barrier_all`)"
        }
        _ => "complete the operation at its target (`MPI_Win_flush`, `MPI_Win_unlock`, `MPI_Win_fence`)",
    }
}

/// What orders two processes, as examples.
pub(super) fn synchronisations(issue: Option<&Issue>) -> &'static str {
    match issue {
        Some(i) if i.routine.is_symmetric() => {
            "(`shmem_barrier_all`, `shmem_sync_all`, a flag and `shmem_int_wait_until`) before the other access, or hold a lock on both sides"
        }
        _ => "(barrier, message, fence) before the other access, or use exclusive locks on both sides",
    }
}
