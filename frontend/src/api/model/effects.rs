//! The effects of a routine on memory, and the completions that end them.

use super::ArgPos;
use serde::Deserialize;

/// The memory that an effect touches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Bank {
    /// The caller's memory, through a pointer argument.
    Own,
    /// The target's memory: arguments `win`, `target_rank`, `target_disp`; or, in a model with symmetric memory, the same
    /// object at process `pe`, through a pointer argument; or, of an effect in a segment, the segment of process `rank`.
    /// Several such effects of one routine with symmetric memory are operations in this order: a process that sees a
    /// later one knows that the earlier ones are complete (put with signal).
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

/// When an effect ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Until {
    /// When the call returns.
    Return,
    /// When a [`Completion`] covers it: synchronisation of the window, or the request (argument `request`), if any.
    Completion,
    /// As `Completion`, and begins only when the persistent request (argument `request`) is started.
    StartedCompletion,
    /// As `StartedCompletion`, and begins for each partition only when the program has made it ready (`MPI_Pready`).
    ReadyCompletion,
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
    /// Memory of the caller or of the target.
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
    /// Does not happen when argument `sendbuf` is `MPI_IN_PLACE` (arrays of the send side, which are ignored then).
    pub unless_in_place: bool,
    /// The written data are a copy of the bytes that this pointer argument points to (`memcpy`).
    pub from: Option<ArgPos>,
    /// The written value is this argument (`shmem_int_p`).
    pub value: Option<ArgPos>,
    /// An atomic access that changes nothing (`shmem_int_atomic_fetch`).
    pub only_read: bool,
    /// The number that is added to the element at the target.
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
    /// `count` elements for each of argument `partitions`, one after another (`MPI_Psend_init`).
    TypedPerPartition {
        /// Element count of a partition.
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
    /// Some of the memory that the pointer points to: for w-variants, and for extents without a closed form.
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
        /// The extent is repeated for each member.
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
    /// So many counts: `int`s, or `MPI_Count`s in a large-count form.
    Counts(ArgPos),
    /// A count for each process of argument `comm` (arrays of counts and displacements).
    CountPerRank,
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
    /// The characters of the `std::string` that the pointer is the address of.
    Characters,
    /// So many bytes.
    Fixed(u64),
    /// A list of this many buffers, each with its address and its number of bytes (`writev`); the pointer points to the list.
    Buffers(ArgPos),
    /// Some of the memory that a pointer points to; the argument is the address of this pointer (`strsep`).
    Behind,
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
    /// The operation of the request at pointer argument `request`.
    Request,
    /// The operations of `count` requests in `array_of_requests` (`incount` in the `some` forms).
    Requests,
    /// All on the window at pointer argument `win` that is freed.
    FreedWindow,
    /// All on the context `ctx`; without such an argument, on the default context.
    Context,
    /// As `Context`, for operations to the `npes` processes listed in `target_pes`.
    ContextTargets,
    /// All on the queue `queue`.
    Queue,
    /// The split collective on the file `fh`.
    File,
    /// Operations whose notification at their own process is the one that the call has found.
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
    /// As above; at least one operation if any is active.
    SomeIndices,
}
