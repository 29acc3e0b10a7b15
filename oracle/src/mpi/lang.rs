//! The abstract language: SPMD programs with one-sided communication, as data.
//!
//! One program text runs on every process. Values of memory are not part of it: control depends on ranks, the process
//! count, loop counters and arguments only, so that what a process does is known once rank and size are. Memory is arrays of
//! [`ELEMENTS`] `int`s; displacements count in `int`s.

use crate::expression::{Cond, Expr};

/// Elements of every array.
pub const ELEMENTS: i64 = 16;

/// An array that every process has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Array {
    /// Memory that windows expose.
    Window(u8),
    /// Private memory.
    Buffer(u8),
    /// An object of a program that was read from C, by its number in the process.
    Object(u32),
}

/// An element of an array.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Place {
    pub array: Array,
    pub index: Expr,
}

/// A datatype.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Type {
    /// `MPI_INT`, four bytes.
    Int,
    /// `MPI_FLOAT`, four bytes.
    Float,
    /// `MPI_DOUBLE`, eight bytes.
    Double,
    /// Two `MPI_INT`s with one left out between them.
    Vector,
}

/// A reduction operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Reduction {
    Sum,
    Max,
    Replace,
    NoOp,
    /// Another datatype, by its number in the oracle's `mpi.h`.
    Other(u8),
}

/// A one-sided routine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Routine {
    Put,
    Get,
    Accumulate,
    GetAccumulate,
    FetchAndOp,
    CompareAndSwap,
}

/// A one-sided operation. Which of `origin`, `compare` and `result` is used depends on the routine.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Rma {
    pub routine: Routine,
    pub win: u8,
    pub target: Expr,
    pub disp: Expr,
    pub count: u8,
    pub ty: Type,
    pub reduction: Reduction,
    pub origin: Place,
    pub compare: Place,
    pub result: Place,
    /// Request-based form, with the number of the request variable. Not for the last two routines.
    pub request: Option<u8>,
}

/// A communicator.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Comm {
    /// All processes.
    World,
    /// The processes with a rank of the same parity.
    Parity,
    /// Ranks 0 and 1, and the others.
    Pair,
}

/// A collective operation on one `int` of each process.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Collective {
    Barrier,
    Bcast,
    Reduce,
    Gather,
    Allreduce,
    Alltoall,
    Scan,
}

/// A statement. `line` is its line in the C text, set by [`super::emit`].
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Stmt {
    pub line: u32,
    pub kind: Kind,
}

/// What a statement does.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Kind {
    Load {
        place: Place,
        count: u8,
    },
    Store {
        place: Place,
        count: u8,
    },
    Rma(Box<Rma>),
    Fence {
        win: u8,
        noprecede: bool,
        nosucceed: bool,
        /// `MPI_MODE_NOSTORE` and `MPI_MODE_NOPUT`, which have to be true.
        promise: Promise,
    },
    Lock {
        win: u8,
        target: Expr,
        exclusive: bool,
    },
    Unlock {
        win: u8,
        target: Expr,
    },
    LockAll {
        win: u8,
    },
    UnlockAll {
        win: u8,
    },
    /// `target`: one rank or all; `local`: completion at the origin only.
    Flush {
        win: u8,
        target: Option<Expr>,
        local: bool,
    },
    Post {
        win: u8,
        peer: Expr,
        promise: Promise,
    },
    Start {
        win: u8,
        peer: Expr,
    },
    Complete {
        win: u8,
    },
    WinWait {
        win: u8,
    },
    WinSync {
        win: u8,
    },
    /// Completes the operation that the request variable was last used for; `polled`: by a loop of tests.
    Wait {
        request: u8,
        polled: bool,
    },
    /// A test whose result nobody looks at.
    Test {
        request: u8,
    },
    /// Makes a persistent request of the send or receive.
    Persist {
        request: u8,
        message: Box<Stmt>,
    },
    /// Starts it.
    StartRequest {
        request: u8,
    },
    /// Adds to a cell of a window that some process waits for, and flushes.
    Signal {
        win: u8,
        target: Expr,
        cell: Expr,
    },
    /// Waits in a loop of atomic reads until the cell is no longer zero.
    Await {
        win: u8,
        target: Expr,
        cell: Expr,
    },
    /// A load or store in another process' part of a shared window.
    Direct {
        win: u8,
        peer: Expr,
        place: Place,
        write: bool,
    },
    /// `root` counts in the communicator. `send` and `recv` are the buffers, where the operation has them (for a
    /// broadcast `send` is the only one).
    Collective {
        op: Collective,
        comm: Comm,
        root: Expr,
        send: Place,
        recv: Place,
        request: Option<u8>,
    },
    Send {
        place: Place,
        dest: Expr,
        tag: u8,
        synchronous: bool,
        request: Option<u8>,
    },
    /// `source`: `None` receives from any source.
    Recv {
        place: Place,
        source: Option<Expr>,
        tag: u8,
        request: Option<u8>,
    },
    SendRecv {
        send: Place,
        dest: Expr,
        recv: Place,
        source: Expr,
        tag: u8,
    },
    If {
        cond: Cond,
        then: Vec<Stmt>,
        otherwise: Vec<Stmt>,
    },
    /// The counter runs from 0 to `bound` - 1.
    For {
        counter: u8,
        bound: Expr,
        body: Vec<Stmt>,
    },
    /// Calls a helper function.
    Call {
        helper: u8,
        arg: Expr,
    },
}

/// What a fence or post promises about the window memory of its process (MPI 4.1, 12.5.5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Promise {
    /// No stores since the last synchronisation.
    pub nostore: bool,
    /// No puts and updates until the next one.
    pub noput: bool,
}

/// The origin of window memory. It decides what may be done with the memory, and has no influence on races.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Storage {
    Static,
    Local,
    Heap,
    Allocate,
    /// `MPI_Win_allocate_shared`: other processes may load and store directly.
    Shared,
    /// Attached to dynamic windows; operations name addresses.
    Dynamic,
}

/// A program.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Program {
    /// For each window, the number of the array that it exposes as a whole.
    pub windows: Vec<u8>,
    pub storage: Storage,
    /// The communicator of windows and messages, in which ranks and the number of processes count. If it is a part of the
    /// world, the program runs in all parts at once.
    pub base: Comm,
    /// The program ends at once with fewer processes.
    pub min_size: i64,
    /// Loads and stores before the windows are made.
    pub before: Vec<Stmt>,
    pub main: Vec<Stmt>,
    /// Loads and stores after the windows were freed.
    pub after: Vec<Stmt>,
    /// Bodies of the helper functions, which call no helpers.
    pub helpers: Vec<Vec<Stmt>>,
}

impl Kind {
    /// A statement that has no line yet.
    pub fn stmt(self) -> Stmt {
        Stmt { line: 0, kind: self }
    }
}

impl Place {
    /// An element.
    pub fn new(array: Array, index: Expr) -> Place {
        Place { array, index }
    }
}
