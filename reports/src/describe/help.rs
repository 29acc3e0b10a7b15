//! How to repair a race, depending on the kind of epoch, the model, the side and the thread.

use super::Describer;
use super::story::Told;
use rma_dataflow::candidate::{Conflict, Pair};
use rma_dataflow::skeleton::{EpochCall, Event, Issue, Item};
use rma_frontend::api::Epoch;

/// Calls that complete an operation at its origin.
pub(super) fn completions(issue: &Issue) -> &'static str {
    if issue.completion.note.is_some() {
        return "`gaspi_wait` for its queue, and no wait for its notification,";
    }
    if is_split_collective(issue) {
        return "end of the split collective (`MPI_File_..._end`)";
    }
    if issue.completion.queue.is_some() {
        return "`gaspi_wait` for its queue";
    }
    match (issue.target.win.is_some(), issue.completion.request.is_some()) {
        _ if issue.routine.is_symmetric() => "`shmem_quiet` (or `shmem_ctx_quiet` of its context)",
        (true, true) => "wait for its request, flush or end of the epoch",
        (true, false) => "flush or end of the epoch",
        _ => "wait for its request",
    }
}

/// The first half of a collective on a file that its second half completes (MPI 4.1, 14.4.5).
pub(super) fn is_split_collective(issue: &Issue) -> bool {
    issue.completion.queue.is_some() && issue.routine.arg("fh").is_some()
}

/// The call that completes an operation at its origin, as an instruction.
fn complete_at_origin(issue: &Issue, epoch: Option<Epoch>) -> &'static str {
    match (issue.target.win.is_some(), issue.completion.request.is_some()) {
        _ if issue.routine.is_symmetric() => {
            "call `shmem_quiet` (`shmem_ctx_quiet` for a context of its own; `shmem_fence` only orders)"
        }
        _ if issue.completion.note.is_some() => {
            "wait for the notification of the operation (or for its queue with `gaspi_wait`)"
        }
        _ if is_split_collective(issue) => "end the split collective (`MPI_File_..._end`)",
        _ if issue.completion.queue.is_some() => "wait for the queue of the operation with `gaspi_wait`",
        (true, true) => "wait for the request of the operation (`MPI_Wait`)",
        (true, false) => match epoch {
            Some(Epoch::Fence) => "end the epoch with `MPI_Win_fence` (flushes are for passive target epochs)",
            Some(Epoch::Start) => "end the epoch with `MPI_Win_complete` (flushes are for passive target epochs)",
            Some(Epoch::Lock) => "call `MPI_Win_flush_local` or `MPI_Win_unlock` for the target",
            Some(Epoch::LockAll) => "call `MPI_Win_flush_local` for the target, or `MPI_Win_flush_local_all`",
            _ => {
                "end the epoch (`MPI_Win_fence`, `MPI_Win_complete`, `MPI_Win_unlock`; in a passive target epoch `MPI_Win_flush_local`)"
            }
        },
        _ => "wait for the request",
    }
}

/// The fix of a race of one process, as an instruction.
pub(super) fn fix(issue: &Issue, pair: &Pair, told: &Told) -> String {
    if issue.is_blocking() {
        let wait = told.wait.map(|wait| format!(" ({wait})")).unwrap_or_default();
        return format!("let the thread of (2) wait until (1) has returned{wait}, or use another buffer");
    }
    let call = complete_at_origin(issue, told.epoch);
    match pair.conflict {
        Conflict::EndOfLife(_) => format!("before the memory ceases to exist, {call}; or use memory that lives longer"),
        Conflict::OneCall => "give the call buffers that have no byte in common".to_owned(),
        Conflict::BothPending => format!("{call} before the second operation, or use another buffer for it"),
        _ if told.wait.is_some() => {
            let wait = told.wait.unwrap_or_default();
            format!("{call}, and let the thread of (2) wait for that ({wait}), or use another buffer")
        }
        _ if told.turned.is_some() => {
            format!("{call} before (2) of the next iteration, or alternate between two buffers")
        }
        _ => format!("{call} before (2), or use another buffer"),
    }
}

impl Describer<'_> {
    /// The kind of the epochs of an operation's window, if all of them are of one kind.
    pub(super) fn only_epoch(&self, issue: &Issue) -> Option<Epoch> {
        let own = self.handle_object(issue.target.win?)?;
        let all = self.epochs.get_or_init(|| {
            let items = self.analysis.skeleton.nodes.iter().flat_map(|node| &node.items);
            let opens = |call: &EpochCall| {
                matches!(call.change, Epoch::Fence | Epoch::Lock | Epoch::LockAll | Epoch::Start).then_some(call.change)
            };
            let of = |item: &Item| match &item.event {
                Event::Epoch(call) => Some((self.handle_object(call.win), opens(call)?)),
                _ => None,
            };
            items.filter_map(of).collect()
        });
        // A window that is not known may be this one.
        let mut of_own = all.iter().filter(|(window, _)| window.is_none_or(|window| window == own));
        let (_, kind) = of_own.next()?;
        of_own.all(|(_, other)| other == kind).then_some(*kind)
    }
}

/// Calls that complete an operation at its target, as an instruction.
pub(super) fn at_target(issue: Option<&Issue>, epoch: Option<Epoch>) -> &'static str {
    match issue {
        Some(i) if i.routine.is_symmetric() => {
            "complete (1) at its target (`shmem_quiet`, `shmem_ctx_quiet` for a context of its own, `shmem_barrier_all`)"
        }
        _ => match epoch {
            Some(Epoch::Fence) => "end the epoch of (1) with `MPI_Win_fence`",
            Some(Epoch::Start) => {
                "end the epoch of (1) with `MPI_Win_complete`, and its exposure with `MPI_Win_wait` at the target,"
            }
            Some(Epoch::Lock) => "complete (1) at its target (`MPI_Win_unlock`, `MPI_Win_flush`)",
            Some(Epoch::LockAll) => "complete (1) at its target (`MPI_Win_flush`, `MPI_Win_flush_all`)",
            _ => "complete (1) at its target (`MPI_Win_flush`, `MPI_Win_unlock`, `MPI_Win_fence`)",
        },
    }
}

/// What orders a plain access (1) of one process and an operation (2) of another.
pub(super) fn beside_operation(second: &Issue, epoch: Option<Epoch>) -> String {
    let how = meetings(Some(second));
    let wait = format!("let the process of (2) wait until (1) is over ({how}) before it begins (2)");
    if second.completion.over || second.completion.queue.is_some() {
        return format!("{wait}, or let the process of (1) wait for (2)");
    }
    let complete = at_target(Some(second), epoch).replace("(1)", "(2)");
    format!("{wait}; or {} and then let the process of (1) wait for that before (1)", complete.trim_end_matches(','))
}

/// What orders an operation of OpenSHMEM that is over when its call returns and an access of another process.
pub(super) fn between(second: Option<&Issue>) -> String {
    let how = "`shmem_barrier_all`, `shmem_sync_all`, a flag and `shmem_int_wait_until`";
    match second {
        Some(i) if !i.completion.over => format!(
            "order the two: complete (2) with `shmem_quiet` (`shmem_ctx_quiet` for a context of its own) and let the process of (1) wait for that before (1), or let the process of (2) wait for (1) before (2) ({how}); or hold a lock on both sides"
        ),
        _ => format!("synchronise the two processes between (1) and (2) ({how}), or hold a lock on both sides"),
    }
}

/// Calls by which two processes wait for each other, as examples.
pub(super) fn meetings(issue: Option<&Issue>) -> &'static str {
    match issue {
        Some(issue) if issue.routine.is_symmetric() => "`shmem_barrier_all`, a flag that it waits for",
        Some(issue) if issue.completion.queue.is_some() && !is_split_collective(issue) => {
            "`gaspi_barrier`, a notification"
        }
        _ => "barrier, message",
    }
}

/// What orders two processes, as examples; `alone`: the process of (2) does not come to the call that completes (1).
pub(super) fn synchronisations(issue: Option<&Issue>, epoch: Option<Epoch>, alone: bool) -> &'static str {
    match issue {
        Some(i) if i.routine.is_symmetric() => {
            "and then synchronise (`shmem_barrier_all`, `shmem_sync_all`, a flag and `shmem_int_wait_until`) before (2), or hold a lock on both sides"
        }
        _ => match epoch {
            Some(Epoch::Fence | Epoch::Start) if alone => {
                "and then synchronise the two processes (barrier, message) before (2)"
            }
            Some(Epoch::Fence) => "before (2): all processes of the window take part, which orders them, too",
            Some(Epoch::Start) => "before (2)",
            _ => {
                "and then synchronise the two processes (barrier, message) before (2), or use exclusive locks on both sides"
            }
        },
    }
}
