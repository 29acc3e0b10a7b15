//! What a row of an API table says: the event algebra as data.
//!
//! A routine's arguments are named as in the standard, and the engine finds what it needs by those names
//! ([`Routine::arg`]); so a row says *what kind of thing happens*, not how.

use super::fortran::Binding;
use serde::Deserialize;

/// Position of an argument of a routine, from 0.
pub type ArgPos = usize;

/// The programming model that a routine belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Model {
    /// The Message Passing Interface.
    Mpi,
    /// OpenSHMEM.
    Shmem,
    /// GASPI.
    Gaspi,
    /// The C library and what else programs call that is no communication.
    Libc,
    /// A library of the user's, described in a file of models.
    User,
}

impl Model {
    /// The models by the names that tables give them.
    pub(super) const NAMES: [(&str, Model); 4] =
        [("mpi", Model::Mpi), ("shmem", Model::Shmem), ("gaspi", Model::Gaspi), ("libc", Model::Libc)];

    /// The model of this name.
    pub fn of_name(name: &str) -> Option<Model> {
        Self::NAMES.iter().find(|(n, _)| *n == name).map(|(_, m)| *m)
    }

    /// A model of communication between processes.
    pub fn is_parallel(self) -> bool {
        self != Model::Libc
    }
}

/// One routine: one row of a table.
#[derive(Debug, Clone, PartialEq)]
pub struct Routine {
    /// Canonical name (`MPI_Put`; the `PMPI_` and `_c` names resolve to the same row).
    pub name: String,
    /// Model.
    pub model: Model,
    /// Clause of the standard, e.g. `MPI 4.1, 12.3.1`.
    pub clause: String,
    /// Argument names in order, as in the standard.
    pub args: Vec<String>,
    /// Takes further arguments.
    pub varargs: bool,
    /// What the elements are that it moves, where its name says so (`shmem_int_put`, `shmem_put32`).
    pub element: Option<ElementType>,
    /// The large-count form `<name>_c` exists.
    pub large_count: bool,
    /// Memory effects.
    pub effects: Vec<Effect>,
    /// What it completes.
    pub completes: Vec<Completion>,
    /// Change of a window's epochs.
    pub epoch: Option<Epoch>,
    /// Order between processes that it takes part in.
    pub order: Vec<Order>,
    /// Values that it stores through pointer arguments before it returns.
    pub outputs: Vec<Output>,
    /// Return value.
    pub returns: Returns,
    /// Pointer argument whose memory ceases to exist (`free`, `MPI_Free_mem`, `realloc`).
    pub frees: Option<ArgPos>,
    /// Pointer argument behind which a request is given up without being completed: nothing will complete its
    /// operation any more (`MPI_Request_free`).
    pub forgets: Option<ArgPos>,
    /// Does not return.
    pub noreturn: bool,
    /// Memory that it makes accessible to other processes as a segment.
    pub exposes: Option<Exposes>,
    /// Argument with the id of a segment that it takes back.
    pub closes: Option<ArgPos>,
    /// Control goes on at another call (`longjmp`).
    pub jumps: bool,
    /// Persistent requests that it makes active: [`Scope::Request`] or [`Scope::Requests`] (`MPI_Start`, `MPI_Startall`).
    pub starts: Option<Scope>,
    /// What it does for the runtime of the language.
    pub runtime: Option<Runtime>,
    /// Throws an exception of the type with this type information (a linker name), and does not return.
    pub raises: Option<String>,
    /// Arguments that are functions which it calls, now or later (`qsort`, `MPI_Op_create`).
    pub calls: Vec<Callback>,
    /// Meaning of the variable arguments.
    pub format: Option<Format>,
    /// The last argument is not passed: it is the place, of this number, where the library keeps its request.
    pub kept: Option<u32>,
    /// The row holds also where the program has the function's body.
    pub replaces_body: bool,
    /// A Fortran procedure, whose arguments are passed in its own way.
    pub fortran: Option<Binding>,
}

impl Routine {
    /// Position of the argument that the standard calls `name`.
    pub fn arg(&self, name: &str) -> Option<ArgPos> {
        self.args.iter().position(|a| a == name)
    }

    /// How long what it initiates lasts.
    pub fn mode(&self) -> Mode {
        let makes = |kind| self.outputs.iter().any(|o| o.kind == kind);
        if makes(OutKind::PersistentRequest) {
            Mode::Persistent
        } else if makes(OutKind::Request) {
            Mode::Nonblocking
        } else {
            Mode::Blocking
        }
    }

    /// How it names the memory of other processes: by a window and a displacement, or by the address of its own counterpart.
    pub fn is_symmetric(&self) -> bool {
        self.model == Model::Shmem
    }

    /// Issues a one-sided operation. What a library of the user's starts is taken for one: what it does at the target is
    /// not told.
    pub fn is_rma(&self) -> bool {
        let starts = self.effects.iter().any(|e| e.until == Until::Completion);
        (self.model == Model::User && starts) || self.effects.iter().any(|e| e.bank == Bank::Target)
    }

    /// Takes part in communication.
    pub fn communicates(&self) -> bool {
        match self.model {
            Model::Mpi | Model::Shmem | Model::Gaspi => true,
            Model::Libc => false,
            Model::User => self.is_rma() || !self.completes.is_empty() || !self.order.is_empty(),
        }
    }
}

/// The type of element that the name of a routine carries.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ElementType {
    /// As it stands in the name (`int`, `32`).
    pub name: String,
    /// Bytes of an element.
    pub size: u64,
}

/// Memory that becomes a segment: numbered memory of each process, which operations name by number and offset.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Exposes {
    /// Argument with the segment's id.
    pub segment: ArgPos,
    /// Argument with the address of the memory; `None`: the call allocates it.
    pub memory: Option<ArgPos>,
    /// Argument with its size in bytes.
    pub size: ArgPos,
}

/// A function that a routine calls.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Callback {
    /// Argument that is the function.
    pub function: ArgPos,
    /// What it is called with, by position; what is beyond the list is not known.
    pub args: Vec<Passed>,
}

/// An argument that a routine hands to a function which it calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Passed {
    /// A value that the routine makes up.
    Unknown,
    /// One of its own arguments.
    Arg(ArgPos),
    /// Its variable arguments, one after another.
    Variable,
}

/// What a format string says of the variable arguments.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Format {
    /// `printf` style, format at this argument: reads the string behind every variable argument that a `%s` takes.
    Print(ArgPos),
    /// `scanf` style, format at this argument: stores run-time values behind every variable argument (all are pointers).
    Scan(ArgPos),
}

/// Whose memory an effect touches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Bank {
    /// The caller's memory, through a pointer argument.
    Own,
    /// The target's memory: arguments `win`, `target_rank`, `target_disp`; or, in a model with symmetric memory, the same
    /// object at process `pe`, through a pointer argument; or, of an effect in a segment, the segment of process `rank`.
    /// Several such effects of one routine with symmetric memory are operations one after another, of which a later one
    /// tells that the earlier is through (put with signal).
    Target,
}

/// How an effect touches memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AccessKind {
    /// Reads.
    Read,
    /// Writes.
    Write,
    /// Reads and writes element by element, atomic to other such effects of the same basic type (argument `op`
    /// names the operation; compare-and-swap has none). With `MPI_NO_OP` it only reads.
    Atomic,
}

/// When an effect is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Until {
    /// When the call returns.
    Return,
    /// When a [`Completion`] covers it: synchronisation of the window, or the request (argument `request`), if any.
    Completion,
    /// As `Completion`, and begins only when the persistent request (argument `request`) is started.
    StartedCompletion,
}

/// Processes of a collective that perform an effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Who {
    /// All that call.
    All,
    /// The process whose rank is argument `root`.
    Root,
    /// All others.
    NonRoot,
}

/// One memory effect of a call.
#[derive(Debug, Clone, PartialEq)]
pub struct Effect {
    /// Whose memory.
    pub bank: Bank,
    /// Read, write, atomic.
    pub access: AccessKind,
    /// Pointer argument (own bank) or displacement argument (target bank).
    pub at: ArgPos,
    /// Bytes touched.
    pub extent: Extent,
    /// Duration.
    pub until: Until,
    /// Who performs it.
    pub who: Who,
    /// Does not happen when argument `op` is `MPI_NO_OP` (origin buffer of a fetching atomic).
    pub unless_no_op: bool,
    /// What is written is a copy of the bytes behind this pointer argument (`memcpy`).
    pub from: Option<ArgPos>,
    /// What is written is this argument (`shmem_int_p`).
    pub value: Option<ArgPos>,
    /// An atomic access that changes nothing (`shmem_int_atomic_fetch`).
    pub only_read: bool,
    /// What is added to the element at the target.
    pub adds: Option<Addend>,
    /// `at` is no address but an offset in the segment with this id.
    pub segment: Option<ArgPos>,
    /// So many effects: `at`, the segment and the bytes are arrays with an element for each.
    pub each: Option<ArgPos>,
}

/// What an operation adds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Addend {
    /// One.
    One,
    /// An argument.
    Arg(ArgPos),
}

/// Bytes that an effect touches, from its start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Extent {
    /// `count` elements of an MPI datatype (one when `count` is `None`).
    Typed {
        /// Element count.
        count: Option<ArgPos>,
        /// Datatype handle.
        datatype: ArgPos,
    },
    /// `count` elements for each process of argument `comm`, one after another (gather at the root, alltoall, ...).
    TypedPerRank {
        /// Element count for each process.
        count: ArgPos,
        /// Datatype handle.
        datatype: ArgPos,
    },
    /// The v-variants: for process i, `counts[i]` elements at `displs[i]` (in extents of the datatype).
    TypedVector {
        /// Array of counts.
        counts: ArgPos,
        /// Array of displacements; `None`: packed one after another (`MPI_Reduce_scatter`).
        displs: Option<ArgPos>,
        /// Datatype handle.
        datatype: ArgPos,
    },
    /// The w-variants and what else has no closed form here: some of the memory behind the pointer.
    Unknown,
    /// `count` blocks of `block` elements (one when `None`) of `size` bytes, one every `stride` elements (one
    /// after another when `None`); so for each process of the call's group with `per_member`.
    Elements {
        /// Bytes of an element.
        size: u64,
        /// Number of blocks.
        count: ArgPos,
        /// Elements of a block.
        block: Option<ArgPos>,
        /// Elements from a block to the next.
        stride: Option<ArgPos>,
        /// For each member.
        per_member: bool,
    },
    /// `count` elements of a type that a small number names, the position in the list of their sizes.
    Coded {
        /// Element count.
        count: ArgPos,
        /// The number.
        code: ArgPos,
        /// Bytes of an element of each type.
        sizes: Vec<u64>,
    },
    /// Product of the arguments and of a number, in bytes (`fwrite`: size times number; `memcpy`: n).
    Bytes {
        /// The arguments.
        factors: Vec<ArgPos>,
        /// The number.
        scale: u64,
    },
    /// Elements at equal distances (vectors of BLAS).
    Strided {
        /// How many.
        count: ArgPos,
        /// Bytes of one.
        size: u64,
        /// Distance, in elements.
        every: ArgPos,
    },
    /// The elements of a Fortran array, whose descriptor the pointer is the address of.
    Array,
    /// A string up to its terminating zero, that is, at least one byte.
    CString,
    /// So many bytes.
    Fixed(u64),
}

/// What a call completes, of the operations that the calling process issued.
#[derive(Debug, Clone, PartialEq)]
pub struct Completion {
    /// Which sides.
    pub side: Side,
    /// Which operations.
    pub scope: Scope,
    /// On which outcome of the call.
    pub when: When,
    /// Happens only if argument `assert` lacks `MPI_MODE_NOPRECEDE` (fence).
    pub unless_noprecede: bool,
}

/// Sides of an operation that a call completes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// The origin's buffers may be reused; at the target only what is read has been read.
    Origin,
    /// At origin and target.
    Both,
    /// Nothing is complete; but what was written at a target is there before what the call's process writes at the same
    /// target afterwards (`shmem_fence`).
    Order,
}

/// Operations that a completion call covers. Arguments by the standard's names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Scope {
    /// All on `win`, of any kind of epoch that the call ends (fence).
    FenceEpoch,
    /// All of the access epoch opened by start on `win`.
    StartEpoch,
    /// All to `rank` on `win` in a passive epoch.
    PassiveTarget,
    /// All on `win` in passive epochs.
    PassiveAll,
    /// That of the request behind pointer argument `request`.
    Request,
    /// Those of `count` requests in `array_of_requests` (`incount` in the `some` forms).
    Requests,
    /// All on the window behind pointer argument `win` that is freed.
    FreedWindow,
    /// All on the context `ctx`; without such an argument, on the default context.
    Context,
    /// As `Context`, those to the `npes` processes listed in `target_pes`.
    ContextTargets,
    /// All on the queue `queue`.
    Queue,
    /// Those whose notification at their own process is the one that the call has found.
    Notification,
}

/// On which outcome a completion takes place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum When {
    /// Always.
    Always,
    /// When `*flag` was set to true.
    Flag,
    /// Only for the request numbered `*index` (`*indx` in old texts); with a `flag` argument, if that is true too.
    Index,
    /// Only for the `*outcount` requests listed in `array_of_indices`, which may be none.
    Indices,
    /// The same, and at least one if any is active.
    SomeIndices,
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
    /// The lock variable behind `lock` is taken; where the call returns a value, if that is 0.
    Acquire,
    /// It is given back.
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
/// target synchronisation stand in [`Epoch`]).
///
/// An edge leaves where the call begins and arrives where it is over ([`Routine::mode`]). A call with `MPI_PROC_NULL`
/// as the partner, and a collective with no data to move, take part in none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Order {
    /// Collective over `comm`: everything before at any member is before everything after at any.
    AllToAll,
    /// `root` before the others.
    RootToAll,
    /// The others before `root`.
    AllToRoot,
    /// Lower ranks before higher ones.
    Scan,
    /// Along the edges of the topology of `comm`.
    Neighbor,
    /// As `AllToAll`, over the group of the window behind pointer argument `win`, unless that was created with the info
    /// key `no_locks` (`MPI 4.1, 12.2.5`).
    WindowFree,
    /// Notification `notification_id` of segment `segment_id` of process `rank`: raised when everything that was written to
    /// that process by way of `queue` before has arrived.
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
    /// As `Send`, and the start of the matching receive is before its end.
    SynchronousSend,
    /// Message from `source` with `tag` (`recvtag`) on `comm`; or the one behind pointer argument `message`, which a
    /// probe matched. With an argument `partitions` it matches only such sends.
    Recv,
    /// Returns only after the variable behind `ivar`, or all those behind `ivars`, of the calling process have been updated;
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

/// A value stored through a pointer argument.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Output {
    /// The pointer argument.
    pub arg: ArgPos,
    /// The value.
    pub kind: OutKind,
    /// Its bytes, where the kind does not say.
    pub size: Option<u64>,
}

/// Values that calls store through pointer arguments. Parameters are found by the standard's argument names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "named after the constructors")]
pub enum OutKind {
    /// Rank of the caller in `comm`.
    CommRank,
    /// Size of `comm`.
    CommSize,
    /// Size of `group`.
    GroupSize,
    /// Rank of the caller in `group`.
    GroupRank,
    /// A new window: over `base`, `size`, `disp_unit`.
    WinCreate,
    /// A new window with new memory of `size` bytes, whose address goes to `baseptr`.
    WinAllocate,
    /// As `WinAllocate`, in memory shared between the processes of `comm`.
    WinAllocateShared,
    /// A new window without memory; attach adds it.
    WinCreateDynamic,
    /// Address of new memory of `size` bytes (`baseptr` of allocating window constructors, `MPI_Alloc_mem`).
    BasePointer,
    /// Address of the part of process `rank` in a shared window, for `MPI_Win_shared_query`.
    SharedBase,
    /// Value of the attribute `win_keyval` (`MPI_WIN_BASE`, `MPI_WIN_SIZE`, `MPI_WIN_DISP_UNIT`, ...) of `win`.
    WinAttribute,
    /// A new communication context, of `team` or of all processes.
    ContextCreate,
    /// The team of context `ctx`.
    TeamOfContext,
    /// A new team of every `stride`-th process of `parent_team` from `start` on, `size` in all.
    TeamStrided,
    /// A new team of the processes of `parent_team` in one row of `xrange`.
    TeamRow,
    /// A new team of the processes of `parent_team` in one column of rows of `xrange`.
    TeamColumn,
    CommDup,
    CommSplit,
    CommSplitType,
    /// Sub-communicator from `group`.
    CommCreate,
    /// Communicator with a topology (or any other new communicator) over the processes of `comm`.
    CommTopology,
    CommOther,
    GroupOfComm,
    GroupOfWin,
    GroupIncl,
    GroupExcl,
    GroupRangeIncl,
    GroupRangeExcl,
    GroupOther,
    TypeContiguous,
    TypeVector,
    TypeHvector,
    TypeIndexed,
    TypeHindexed,
    TypeIndexedBlock,
    TypeHindexedBlock,
    TypeStruct,
    TypeSubarray,
    TypeResized,
    TypeDup,
    TypeOther,
    /// Size in bytes of `datatype`.
    TypeSize,
    /// Lower bound of `datatype`.
    TypeLb,
    /// Extent of `datatype`.
    TypeExtent,
    /// A new active request.
    Request,
    /// A new inactive persistent request.
    PersistentRequest,
    /// The null handle after a free; after a wait or successful test, unless the request is persistent.
    NullHandle,
    /// Null handles in an array of `count` requests.
    NullHandles,
    /// Whether a nonblocking test succeeded: 0 or 1.
    Flag,
    /// Position of a completed request: unknown at analysis time.
    Index,
    /// Number of completed requests: unknown at analysis time.
    Outcount,
    /// Whether the attribute `win_keyval` is set: those that every window has are.
    AttributeFound,
    /// Integer address of `location` (`MPI_Get_address`).
    Address,
    /// Neighbour of `MPI_Cart_shift` at lower coordinates (`rank_source`).
    CartShiftSource,
    /// Neighbour of `MPI_Cart_shift` at higher coordinates (`rank_dest`).
    CartShiftDest,
    /// Processes in each dimension: chosen where the program left them open (`MPI_Dims_create`), or those of `comm`.
    CartDims,
    /// Own or other coordinates in a Cartesian communicator.
    CartCoords,
    /// Rank of coordinates.
    CartRank,
    /// Status of a receive or completion.
    Status,
    /// Address of the caller's segment `segment_id`.
    SegmentPointer,
    /// A new queue.
    Queue,
    /// The notification that the call has found.
    Notification,
    /// A new group of processes, named by its handle where a communicator would be.
    GroupNew,
    /// Any other handle (info, errhandler, op, file).
    OtherHandle,
    /// Success (`ierror` of Fortran procedures).
    ErrorCode,
    /// A Fortran array that gets memory of its own, by the bounds in its descriptor.
    ArrayNew,
    /// A Fortran array that gets memory of its own, with the shape of argument `source`.
    ArrayCopy,
    /// As `ArrayCopy` where the array has no memory yet; otherwise it is left as it is.
    ArrayAssigned,
    /// A Fortran array that gets memory of its own, of unknown shape.
    ArrayResult,
    /// Bounds `lower` to `upper` of dimension `dim` of a Fortran array.
    ArrayBounds,
    /// A Fortran array whose memory ceases to exist.
    ArrayDead,
    /// A Fortran array that has no memory from now on.
    ArrayNull,
    /// A Fortran array that takes over the memory of argument `source`.
    ArrayMoved,
    /// A Fortran variable of a derived type whose components get their default values.
    Defaults,
    /// A Fortran character variable that gets argument number `which` of the command line.
    CommandText,
    /// A scalar of 4 bytes that the program learns at run time (received, measured, configured).
    Input,
    /// As `Input`, of 8 bytes (`MPI_Aint`, `MPI_Count`, `MPI_Offset`, `time_t`, `size_t`).
    InputWide,
    /// The `va_list` of the variable arguments that the calling function was called with.
    VariableArguments,
    /// Anything: the memory behind the pointer is written with run-time values of unknown extent.
    InputBytes,
}

/// Return values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Returns {
    /// Error code; `MPI_SUCCESS` under the printed assumption that calls succeed.
    Success,
    /// Success where the argument, a time limit, says that the call waits for ever; otherwise success, or that the time
    /// was up. Which it is, is a matter of timing. What the call does it does only on success.
    Status(ArgPos),
    /// Nothing, or nothing that matters.
    Nothing,
    /// A value that depends on the arguments and the memory behind them alone (`sqrt`, `atoi`, `strlen`).
    Function,
    /// A value that the program learns at run time (`rand`, `getenv`, `fgetc`).
    Input,
    /// A value that the program's user chose on the command line (`getopt`).
    Parameter,
    /// The lesser of two arguments.
    Min(ArgPos, ArgPos),
    /// The greater of two arguments.
    Max(ArgPos, ArgPos),
    /// Absolute value of an argument.
    Absolute(ArgPos),
    /// Remainder of a division rounded down, of two arguments.
    Modulo(ArgPos, ArgPos),
    /// Whether the elements of a Fortran array lie one after another.
    Contiguous(ArgPos),
    /// Whether a Fortran array has memory.
    Allocated(ArgPos),
    /// A value that is as well known as an argument.
    Likewise(ArgPos),
    /// A value that is as well known as the text behind an argument.
    Text(ArgPos),
    /// Address of new memory; symmetric in a model with symmetric memory.
    NewMemory {
        /// Arguments whose product is the size in bytes (empty: unknown size).
        size: Vec<ArgPos>,
        /// All bits are zero (`calloc`).
        zeroed: bool,
    },
    /// One of its arguments (`memcpy` returns the destination).
    Arg(ArgPos),
    /// Pointer into the memory behind an argument (`strchr`).
    Into(ArgPos),
    /// Rank of the caller in `team`, or among all processes.
    Rank,
    /// Size of `team`, or the number of all processes.
    Size,
    /// The rank in `dest_team` of process `src_pe` of `src_team`.
    Translated,
    /// The value that stands, or stood, at the target.
    Fetched,
    /// Whether the call has found what it asks for: 0 or 1. Which it is, is a matter of timing.
    Flag,
    /// Position of the variable that the call has found updated.
    Index,
    /// As `Index`, or -1 if there is none.
    IndexOrNone,
    /// Number of variables that it has found updated.
    Count,
    /// Address under which the memory of process `pe` that corresponds to pointer `dest` can be reached directly; null if it cannot.
    SharedAddress,
}

/// Calls that compilers make for the language: exceptions, casts, objects with static storage duration (Itanium C++ ABI).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Runtime {
    /// Throws the first argument, of the type that the second one is the type information of.
    Throw,
    /// Throws the exception again that was caught last.
    Rethrow,
    /// The first argument is caught.
    BeginCatch,
    /// The number by which landing pads know the handlers of a type.
    TypeId,
    /// `dynamic_cast` of the first argument, to the class of the third.
    DynamicCast,
    /// Its `calls` are made when the program ends.
    AtExit,
    /// Whether an object with static storage duration is still to be initialised; asked when its guard is zero.
    GuardAcquire,
    /// It is initialised: sets the guard.
    GuardRelease,
    /// Makes the first argument an object of a class of the library, with its table of virtual functions.
    LibraryObject,
    /// Returns a pointer to memory of the library.
    LibraryPointer,
    /// Makes the first argument an empty `std::string`.
    StringEmpty,
    /// Makes it a string of as many characters as the second argument says.
    StringFill,
    /// Makes it a copy of the string behind the second argument.
    StringCopy,
    /// Makes it a string whose length the program learns at run time.
    StringFresh,
    /// Hands it the characters of the string behind the second argument.
    StringMove,
    /// Changes its characters and its length.
    StringChange,
    /// Gives it the length that the second argument says.
    StringResize,
    /// Its characters; with a second argument, those from this index on.
    StringData,
    /// One past its last character.
    StringEnd,
    /// Its last character.
    StringBack,
    /// Its length.
    StringSize,
    /// Whether its length is zero.
    StringIsEmpty,
    /// Its buffer inside the object.
    StringLocal,
    /// Its characters are from now on where the second argument points to.
    StringSetData,
    /// Its length is from now on the second argument.
    StringSetSize,
    /// New memory for as many characters as stand behind the second argument.
    StringCreate,
    /// Ends its life.
    StringDispose,
    /// Whether a hash table needs more buckets, and how many: it stays with the one that it begins with.
    NeverRehash,
    /// Puts the node of a list in front of another one.
    ListHook,
    /// Takes the node out of its list.
    ListUnhook,
    /// Puts the second argument into a tree: to the left of the third if the first is true; the fourth is the header.
    TreeInsert,
    /// The next node of a tree.
    TreeNext,
    /// The node before.
    TreePrevious,
    /// Takes the node out of the tree of the second argument, and returns it.
    TreeErase,
}
