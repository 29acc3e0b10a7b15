//! The effect of a routine on the order of processes and threads, and on epochs.

use serde::Deserialize;

/// What a routine does for the threads of its process (OpenMP 5.2 through its runtime library, POSIX threads).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Thread {
    /// A team of threads runs `microtask`; the call returns when all have finished (OpenMP 5.2, 10.1).
    Fork,
    /// As `Fork`, of the GNU runtime library: `fn(data)`, `num_threads`.
    ForkGnu,
    /// The threads of the team wait for each other (15.3).
    Barrier,
    /// Number of the calling thread in its team (18.2.4).
    Number,
    /// Number of threads in the team (18.2.2).
    TeamSize,
    /// Number of threads that the next team may have (18.2.3).
    MostThreads,
    /// Requested threads of the next team: `num_threads`.
    AskThreads,
    /// Whether the caller is the primary thread (10.5 with thread 0).
    Master,
    /// Whether the caller is thread `filter` (10.5).
    Masked,
    /// Whether the caller is the one thread that executes a single construct (11.1).
    Single,
    /// A lock is taken: the argument `lock` names it, or the construct alone (15.2, 15.10.2, 18.9).
    Acquire,
    /// The lock is released.
    Release,
    /// Whether a lock was taken.
    TryAcquire,
    /// The caller's part of the iterations from `*plower` to `*pupper` (11.5.3, static schedules).
    StaticShare,
    /// Iterations from `lower` to `upper` are to be distributed in chunks (11.5.3).
    ShareOut,
    /// The next chunk of them, if any: `*plower` to `*pupper`.
    NextShare,
    /// Iterations from `lower` to `end`, exclusive, are to be distributed, and the first chunk of them: `*plower` to
    /// `*pend` (GNU runtime library).
    FirstShare,
    /// How a reduction is to be combined, a matter of timing.
    Reduce,
    /// Memory for a task: `size_task` bytes, `size_shareds` after them; `task_entry` is its code (12.5).
    NewTask,
    /// The task is ready to run (12.5).
    Task,
    /// As `Task`, of the GNU runtime library: `fn` on a copy of `size` bytes at `data`, made by `copy` unless that is null.
    TaskGnu,
    /// The caller waits for the tasks that it has made, or for those that the list of its depend clauses names (15.5).
    TaskWait,
    /// A group of tasks begins (15.4).
    TaskGroup,
    /// The caller waits for the tasks of a group and their descendants (15.4).
    TaskGroupEnd,
    /// Iterations `*lb` to `*ub` are run by tasks, `nogroup` unless it waits for them (12.6).
    TaskLoop,
    /// Address of the caller's copy of the variable at `data` (threadprivate, 5.2).
    PrivateCopy,
    /// The library is started for this use by threads: `required` or `requested`, else for one thread (MPI 4.1, 11.6).
    Level,
    /// A thread runs `start_routine` with `arg`; `*thread` is its handle.
    Create,
    /// A thread runs the virtual functions of the state in `*state`, which it takes over; `*thread` is its handle (libstdc++).
    CreateOfState,
    /// The caller waits for the end of `thread`.
    Join,
    /// The caller waits for the end of the thread whose handle is in `*this` (libstdc++).
    JoinObject,
    /// The barrier object `object` is made for `count` threads.
    BarrierObject,
    /// All threads that share the barrier object `object` wait for each other.
    Meet,
    /// The lock `lock` is taken, to share it with others that do so.
    Share,
    /// The function is called by the first thread that comes with `lock`; the others wait until it has returned.
    Once,
    /// What other threads have stored becomes visible, or what the caller has stored (flush, semaphores).
    Visible,
    /// The caller waits for the signal of a condition variable; it asks in a loop for what it waits for.
    AwaitSignal,
}

/// Changes of a window's epochs; arguments by the standard's names (`assert`, `group`, `rank`, `lock_type`, `win`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "named after MPI_Win_*")]
pub enum Epoch {
    Fence,
    Post,
    Start,
    Complete,
    Wait,
    Test,
    Lock,
    LockAll,
    Unlock,
    UnlockAll,
    Sync,
    Flush,
    Attach,
    Detach,
    /// The lock variable at `lock` is taken; where the call returns a value, if that is 0.
    Acquire,
    /// The lock is released.
    Release,
}

/// How a call and what it initiates relate in time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Mode {
    /// Over when the call returns.
    Blocking,
    /// Begins at the call, over when the request that it makes is completed.
    Nonblocking,
    /// Begins whenever the request that the call makes is started, over when that is completed.
    Persistent,
}

/// Part in the order between processes (`MPI 4.1, 3.5, 6.14 and 12.2 to 12.5`; fences, locks and the general active
/// target synchronisation are in [`Epoch`]).
///
/// An edge starts where the call begins and arrives where it ends ([`Routine::mode`]). A call with `MPI_PROC_NULL` as
/// the partner, and a collective with no data to move, take part in none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Order {
    /// Collective over `comm`: everything before at any member is before everything after at any.
    AllToAll,
    /// The root is ordered before the others.
    RootToAll,
    /// The others before `root`.
    AllToRoot,
    /// Lower ranks before higher ones.
    Scan,
    /// Along the edges of the topology of `comm`.
    Neighbor,
    /// As `AllToAll`, over the group of the window at pointer argument `win`, unless that was created with the info
    /// key `no_locks` (`MPI 4.1, 12.2.5`).
    WindowFree,
    /// Notification `notification_id` of segment `segment_id` of process `rank`: raised when everything that was written to
    /// that process through `queue` before has arrived.
    Notify,
    /// As `Notify` (of `segment_id_notification` or else `segment_id_remote`), raised when what the same call writes has
    /// arrived.
    NotifyOwn,
    /// Returns only after a notification from `notification_begin` on, `num` in all, of the caller's segment `segment_id` has
    /// been raised, and leaves it so; which, it stores in `*first_id`.
    Notified,
    /// Takes back notification `notification_id` of the caller's segment `segment_id`.
    ResetNotification,
    /// Collective without order (window, communicator creation).
    Collective,
    /// Message to `dest` with `tag` (`sendtag` in send-receive) on `comm`. With an argument `partitions` it matches
    /// only such receives.
    Send,
    /// As `Send`; the start of the matching receive happens before its end.
    SynchronousSend,
    /// Message from `source` with `tag` (`recvtag`) on `comm`, or the message at pointer argument `message`, which a probe has
    /// matched. With an argument `partitions` it matches only sends that have one.
    Recv,
    /// Returns only after the variable at `ivar`, or all those at `ivars`, of the calling process have been updated;
    /// with a `flag` as its return value, where that is true.
    Await,
    /// As `Await`, for one variable of `ivars`, whose position is the return value.
    AwaitAny,
    /// As `Await`, for some of `ivars`.
    AwaitSome,
    /// Probe that a message from `source` with `tag` on `comm` has been sent; with an argument `flag`, where that is
    /// true. With an argument `message` it takes the message: no other probe or receive matches it any more.
    Probe,
}
