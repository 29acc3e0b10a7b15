//! The language: SPMD programs on memory that all processes have alike, as data.

use crate::expression::{Cmp, Cond, Expr};

/// Elements of every array.
pub const ELEMENTS: i64 = 24;
/// Channels: contexts (0 is the default one) or queues.
pub const CHANNELS: u8 = 2;

/// The programming model of a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Model {
    Shmem,
    Gaspi,
}

/// An array that every process has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Array {
    /// `int`s that others operate on.
    Shared(u8),
    /// `int`s that are the local side of operations.
    Buffer(u8),
    /// OpenSHMEM: `int`s that processes wait for.
    Flag,
    /// OpenSHMEM: signal words (`uint64_t`).
    Signal,
    /// GASPI: notifications of a segment, which are no memory.
    Notification(u8),
}

/// An element of an array.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Place {
    pub array: Array,
    pub index: Expr,
}

/// The effect of an update on a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Update {
    Set,
    Add,
}

/// A one-sided routine. `value` stands for the fetch of fetching atomics; the result goes to a variable that nothing else
/// uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Routine {
    // OpenSHMEM.
    Put,
    PutNbi,
    P,
    Get,
    GetNbi,
    G,
    PutSignal(Update),
    PutSignalNbi(Update),
    Signal(Update),
    AtomicSet,
    AtomicAdd,
    AtomicFetch,
    AtomicFetchAdd,
    AtomicSwap,
    AtomicCompareSwap,
    AtomicFetchAddNbi,
    // GASPI.
    Write,
    Read,
    WriteNotify,
    ReadNotify,
    Notify,
    FetchAdd,
    CompareSwap,
}

/// A one-sided operation; the routine determines which fields have a meaning.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Rma {
    pub routine: Routine,
    /// Context or queue.
    pub channel: u8,
    pub target: Expr,
    pub remote: Place,
    pub local: Place,
    pub count: u8,
    /// The word of a signal or notification at the target. A notification with data is in the segment that the data goes
    /// to, so that the array matters for `notify` only.
    pub word: Place,
    /// The value that words and atomics are set to, or the number that is added.
    pub value: Expr,
}

/// How a wait is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Way {
    Until,
    TestLoop,
    FetchLoop,
}

/// A collective of all processes. OpenSHMEM has all of these, GASPI only barrier and allreduce.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Collective {
    /// OpenSHMEM's `barrier_all` completes the default context; GASPI's barrier completes nothing.
    Barrier,
    /// Order alone.
    Sync,
    Broadcast,
    Reduce,
    Collect,
    Alltoall,
}

/// The processes of a collective.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Team {
    /// All.
    World,
    /// Those with an even rank, which alone may call.
    Even,
}

/// A statement. `line` is its line in the C text.
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
    },
    /// `value` matters for words only.
    Store {
        place: Place,
        value: Expr,
    },
    Rma(Box<Rma>),
    /// Blocks until the own word compares.
    Wait {
        word: Place,
        cmp: Cmp,
        value: Expr,
        way: Way,
    },
    /// All (or any) of the first `count` flags from the word on.
    WaitMany {
        word: Place,
        count: Expr,
        all: bool,
        cmp: Cmp,
        value: Expr,
    },
    /// Waits until one of `num` notifications of a segment from `first` on is set.
    WaitSome {
        segment: u8,
        first: Expr,
        num: u8,
    },
    Reset {
        segment: u8,
        id: Expr,
    },
    /// `shmem_fence`.
    Fence {
        channel: u8,
    },
    /// `shmem_quiet`, `gaspi_wait`.
    Quiet {
        channel: u8,
    },
    Collective {
        op: Collective,
        team: Team,
        root: Expr,
        send: Place,
        recv: Place,
    },
    Lock {
        lock: u8,
    },
    Unlock {
        lock: u8,
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
}

/// A program.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Program {
    pub model: Model,
    /// Shared arrays are allocated, not static (OpenSHMEM).
    pub heap: bool,
    pub min_size: i64,
    pub main: Vec<Stmt>,
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

    /// An element with a constant index.
    pub fn at(array: Array, index: i64) -> Place {
        Place { array, index: Expr::Const(index) }
    }
}

/// The segment of an array; all buffers are in one segment.
pub fn segment(array: Array) -> u8 {
    match array {
        Array::Shared(k) | Array::Notification(k) => k,
        _ => BUFFERS,
    }
}

/// The segment of the buffers.
pub const BUFFERS: u8 = 2;

impl Routine {
    /// The update of the routine's word, for routines that have one.
    pub fn update(self) -> Option<Update> {
        match self {
            Routine::PutSignal(update) | Routine::PutSignalNbi(update) | Routine::Signal(update) => Some(update),
            Routine::WriteNotify | Routine::ReadNotify | Routine::Notify => Some(Update::Set),
            _ => None,
        }
    }

    /// Those that use a buffer on the local side.
    pub fn has_local(self) -> bool {
        use Routine::{AtomicFetchAddNbi, Get, GetNbi, Put, PutNbi, PutSignal, PutSignalNbi, Read, ReadNotify};
        use Routine::{Write, WriteNotify};
        matches!(
            self,
            Put | PutNbi
                | Get
                | GetNbi
                | PutSignal(_)
                | PutSignalNbi(_)
                | AtomicFetchAddNbi
                | Read
                | ReadNotify
                | Write
                | WriteNotify
        )
    }

    /// Whether the routine operates on memory of the target (a signal or a notification alone does not).
    pub fn has_remote(self) -> bool {
        !matches!(self, Routine::Signal(_) | Routine::Notify)
    }
}
