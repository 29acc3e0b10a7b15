//! Inputs and outputs of a routine besides memory effects: results, formats, functions that it calls.

use super::ArgPos;
use serde::Deserialize;

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

/// Which partitions a call makes ready (MPI 4.1, 4.2.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Readies {
    /// The member with this number.
    One(ArgPos),
    /// From the first number to the second, both included.
    Range(ArgPos, ArgPos),
    /// The members whose numbers are in an array.
    List {
        /// Their number.
        count: ArgPos,
        /// The array.
        array: ArgPos,
    },
}

/// What a reduction makes of the elements of all members, as far as the analysis follows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reduction {
    /// The greatest one.
    Max,
    /// The least one.
    Min,
    /// Something else.
    Other,
}

/// What says which operation a reduction combines elements with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reduces {
    /// The routine's name.
    Always(Reduction),
    /// The handle of an operation.
    Handle(ArgPos),
    /// A number, from 0.
    Code(ArgPos, Vec<Reduction>),
}

/// A function that a routine calls.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Callback {
    /// Argument that is the function.
    pub function: ArgPos,
    /// Its arguments, by position. Arguments beyond the list are not known.
    pub args: Vec<Passed>,
}

/// Functions that a routine keeps with a handle which it makes; other routines call them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Keeps {
    /// The argument that the handle is stored through.
    pub handle: ArgPos,
    /// Arguments that are functions.
    pub functions: Vec<ArgPos>,
}

/// Which functions, kept with handles before, a routine calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Runs {
    /// The function of a reduction operation (MPI 4.1, 6.9.5).
    Operation(ArgPos),
    /// The functions that delete attributes of an object: the attribute with a key, or all (MPI 4.1, 7.7.1).
    Deleted(ArgPos, Option<ArgPos>),
    /// The functions that delete the attributes of `MPI_COMM_SELF` (MPI 4.1, 11.2.4).
    DeletedAtEnd,
    /// The functions that copy the attributes of an object.
    Copied(ArgPos),
    /// None: an object gets an error handler.
    HandlerSet(ArgPos, ArgPos),
    /// The error handler of an object (MPI 4.1, 9.5).
    Handler(ArgPos),
    /// The functions that return the status of generalised requests and free them (MPI 4.1, 13.2); the number of requests, if there are
    /// several.
    Requests(ArgPos, Option<ArgPos>),
    /// The function that cancels a generalised request.
    Cancelled(ArgPos),
}

/// An argument that a routine passes to a function which it calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Passed {
    /// A value that the routine makes up.
    Unknown,
    /// One of its own arguments.
    Arg(ArgPos),
    /// Its variable arguments, one after another.
    Variable,
}

/// The use of the variable arguments by a format string.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Format {
    /// `printf` style, format at this argument: reads the string of every variable argument that a `%s` takes.
    Print(ArgPos),
    /// `scanf` style, format at this argument: stores run-time values through every variable argument (all are pointers).
    Scan(ArgPos),
}

/// A value stored through a pointer argument.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Output {
    /// The pointer argument.
    pub arg: ArgPos,
    /// The value.
    pub kind: OutKind,
    /// Its bytes, if the kind does not determine them.
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
    /// Number of processes in the remote group of the intercommunicator `comm`.
    CommRemoteSize,
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
    /// The size in bytes that process `rank` gave to its part of a shared window.
    SharedSize,
    /// The unit of displacement that it gave.
    SharedUnit,
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
    /// One more member of such a group: process `rank`.
    GroupMember,
    /// The ranks in `group2` of `n` processes, whose ranks in `group1` are `ranks1`; where the groups are not known, run-time values.
    TranslatedRanks,
    /// The neighbours of a process in a graph, as the process gave them to `MPI_Dist_graph_create_adjacent` in an argument of this name.
    Neighbors,
    /// The receive whose request this is does not take a message any more, unless one has matched it.
    Cancelled,
    /// Whether that was so, by `status`.
    CancelledFlag,
    /// Any other handle (info, errhandler, op, file).
    OtherHandle,
    /// Success (`ierror` of Fortran procedures).
    ErrorCode,
    /// A Fortran array that gets new memory, by the bounds in its descriptor.
    ArrayNew,
    /// A Fortran array that gets new memory, with the shape of argument `source`.
    ArrayCopy,
    /// As `ArrayCopy` if the array has no memory yet; otherwise the array does not change.
    ArrayAssigned,
    /// A Fortran array that gets new memory, of unknown shape.
    ArrayResult,
    /// A Fortran array that gets the type and the shape of argument `source`, and no memory yet.
    ArrayLike,
    /// Bounds `lower` to `upper` of dimension `dim` of a Fortran array.
    ArrayBounds,
    /// A Fortran array whose memory ceases to exist.
    ArrayDead,
    /// A Fortran array that has no memory from now on.
    ArrayNull,
    /// A Fortran array of type `type` and rank `rank` that has no memory from now on.
    ArrayTyped,
    /// A Fortran pointer that is associated with argument `target`.
    ArrayAssociated,
    /// A Fortran variable whose final procedures run.
    Finalized,
    /// A Fortran variable whose allocatable components cease to exist.
    PartsDead,
    /// A Fortran variable whose allocatable components cease to exist before the call writes it, and are those of a copy of
    /// argument `source` then.
    PartsReplaced,
    /// Code that calls function `func` with `nval` as one more argument, the last.
    Trampoline,
    /// A Fortran array that takes over the memory of argument `source`.
    ArrayMoved,
    /// A Fortran variable of a derived type whose components get their default values.
    Defaults,
    /// A Fortran character variable that gets argument number `which` of the command line.
    CommandText,
    /// A scalar of 4 bytes that the program reads at run time (received, measured, configured).
    Input,
    /// As `Input`, at least one and the same on all processes: a limit that the library is configured with.
    Limit,
    /// A key for attributes of communicators.
    Keyval,
    /// The attribute of `comm` with a key becomes `attribute_val`.
    SetAttribute,
    /// `comm` has no attribute with a key any more.
    NoAttribute,
    /// The attribute of `comm` with a key.
    Attribute,
    /// Whether `comm` has an attribute with a key.
    HasAttribute,
    /// The number of queues: a [`OutKind::Limit`] unless the program makes queues itself.
    QueueCount,
    /// As `Input`, of 8 bytes (`MPI_Aint`, `MPI_Count`, `MPI_Offset`, `time_t`, `size_t`).
    InputWide,
    /// How far threads may use the library, as far as that is known: some library gives any level.
    ThreadLevel,
    /// The `va_list` of the variable arguments that the calling function was called with.
    VariableArguments,
    /// Anything: the memory that the pointer points to is written with run-time values, with the extent of the effects of the
    /// row, or else with unknown extent.
    InputBytes,
    /// The state of an object of the library, as of a stream of C++: what the program reads there later is a run-time value.
    LibraryState,
}

/// Return values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Returns {
    /// Error code; `MPI_SUCCESS` under the printed assumption that calls succeed.
    Success,
    /// Error code of a call whose errors return to the program by default (calls on files: MPI 4.1, 14.7). It has its effects anyway.
    Result,
    /// The same of a call that fails only if a resource is short (new contexts: OpenSHMEM 1.6, 9.5.1): it succeeds in the ordinary course of a
    /// run.
    UsualSuccess,
    /// Success if the argument, a time limit, lets the call wait forever; otherwise success or timeout, depending on
    /// timing. The call has its effects only on success.
    Status(ArgPos),
    /// Nothing, or nothing that matters.
    Nothing,
    /// A value that depends on the arguments and the memory that they point to alone (`sqrt`, `atoi`, `strlen`).
    Function,
    /// As above, for a length or count: not negative (`strlen`).
    Length,
    /// The integer in the text that an argument points to (`atoi`, `strtol`).
    Number(ArgPos),
    /// A value that the program reads at run time (`rand`, `getenv`, `fgetc`).
    Input,
    /// A value that the program's user chose on the command line (`getopt`).
    Parameter,
    /// The lesser of two arguments.
    Min(ArgPos, ArgPos),
    /// The greater of two arguments.
    Max(ArgPos, ArgPos),
    /// Absolute value of an argument.
    Absolute(ArgPos),
    /// How many bits of an argument are set.
    Bits(ArgPos),
    /// Sum of two arguments.
    Sum(ArgPos, ArgPos),
    /// The first argument less the second.
    Difference(ArgPos, ArgPos),
    /// Remainder of a division rounded down, of two arguments.
    Modulo(ArgPos, ArgPos),
    /// Whether the elements of a Fortran array lie one after another.
    Contiguous(ArgPos),
    /// Whether a Fortran array has memory.
    Allocated(ArgPos),
    /// Whether the type of a Fortran variable is that which the second argument describes, or extends it.
    OfType(ArgPos, ArgPos),
    /// Whether the type of a Fortran variable is that of another one, or extends it.
    Extends(ArgPos, ArgPos),
    /// Whether two Fortran variables have the same type.
    SameType(ArgPos, ArgPos),
    /// A value that is as well known as an argument.
    Likewise(ArgPos),
    /// A value that is as well known as the text that an argument points to.
    Text(ArgPos),
    /// Address of new memory; symmetric in a model with symmetric memory.
    NewMemory {
        /// Arguments whose product is the size in bytes (empty: unknown size).
        size: Vec<ArgPos>,
        /// All bits are zero (`calloc`).
        zeroed: bool,
    },
    /// Address of new memory, or null if the requested thing does not exist (`fopen`): there are runs of both kinds.
    NewOrNull,
    /// One of its arguments (`memcpy` returns the destination).
    Arg(ArgPos),
    /// One of its arguments, or null at the end of the input or after an error (`fgets`): there are runs of both kinds. Where the argument is
    /// null, new memory takes its place (`getcwd`).
    ArgOrNull(ArgPos),
    /// How two texts compare: less than zero, zero, or more (`strcmp`).
    Order(ArgPos, ArgPos),
    /// Whether the handles that two arguments point to are the same.
    Same(ArgPos, ArgPos),
    /// Whether they are not.
    Other(ArgPos, ArgPos),
    /// A pointer to a text that a process learns by a name, or null (`getenv`): the same each time that it asks for the name.
    Setting,
    /// Pointer into the memory that an argument points to (`strchr`).
    Into(ArgPos),
    /// Rank of the caller in `team`, or among all processes.
    Rank,
    /// Size of `team`, or the number of all processes.
    Size,
    /// The rank in `dest_team` of process `src_pe` of `src_team`.
    Translated,
    /// The value at the target, or the value that was there before.
    Fetched,
    /// Whether the call has succeeded: 0 or 1, depending on timing.
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
    /// Ends the program for want of memory, or of room in a container: held not to be called (assumption 8).
    OutOfRoom,
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
    /// Whether an object with static storage duration is still to be initialised; called when its guard is zero.
    GuardAcquire,
    /// The variable is initialised: sets the guard.
    GuardRelease,
    /// Makes the first argument an object of a class of the library, with its table of virtual functions.
    LibraryObject,
    /// Returns a pointer to memory of the library.
    LibraryPointer,
    /// Makes the first argument an empty `std::string`.
    StringEmpty,
    /// Its length is from now on zero; its memory stays.
    StringClear,
    /// Has room for as many characters as the second argument says: its memory may be another one from now on.
    StringReserve,
    /// Gives back room that it does not use: its memory may be another one from now on.
    StringShrink,
    /// Makes it a copy of the second argument's characters from index `pos` on, `n` at most.
    StringPart,
    /// Replaces its characters by those of the string that the second argument points to, which may take over its memory.
    StringTake,
    /// Makes it a string whose number of characters is the second argument.
    StringFill,
    /// Makes it a copy of the string that the second argument points to.
    StringCopy,
    /// Makes it a string whose length the program reads at run time; with the characters at `s`, if the row has such an argument.
    StringFresh,
    /// Moves to it the characters of the string that the second argument points to.
    StringMove,
    /// Replaces the characters and the length of a string, by those at the argument `s`, or by those of the string `str` if the row names
    /// one.
    StringChange,
    /// Swaps its characters with those of the string that the second argument points to.
    StringSwap,
    /// Compares it with the characters at `s`, or with the string `str`.
    StringCompare,
    /// Sets its length to the second argument.
    StringResize,
    /// Its characters; with a second argument, those from this index on.
    StringData,
    /// The address after its last character.
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
    /// New memory for as many characters as the second argument points to.
    StringCreate,
    /// Ends its life.
    StringDispose,
    /// Whether a hash table needs more buckets, and how many. The model answers that it never does, so the table keeps its first bucket.
    NeverRehash,
    /// Inserts the node of a list before another one.
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
