//! Programs with threads: one window that is open from the start to the end (`MPI_Win_lock_all`), arrays that the threads share.

use crate::walk::{Statement, Tree};

/// Elements of each array and of the window's memory.
pub const ELEMENTS: i64 = 32;
/// Arrays beside the window's memory.
pub const ARRAYS: u8 = 3;

/// An array of `int`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Array {
    /// One of [`ARRAYS`].
    Buffer(u8),
    /// The window's memory.
    Window,
}

/// `base + thread * t + var * i + rank * r`: with the thread's number, the counter of the worksharing loop around, the rank.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[allow(missing_docs)]
pub struct Index {
    pub base: i64,
    pub thread: i64,
    pub var: i64,
    pub rank: i64,
}

/// An element of an array.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Place {
    pub array: Array,
    pub index: Index,
}

/// Which process an operation is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Target {
    /// The next one, in a ring.
    Right,
    /// The one before.
    Left,
    /// Process 0.
    First,
}

/// An operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Routine {
    Put,
    Get,
    /// `MPI_Accumulate` with `MPI_SUM`.
    Accumulate,
}

/// What a flush completes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Flush {
    All,
    LocalAll,
    One(Target),
    LocalOne(Target),
}

/// A statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stmt {
    /// Its line in the text.
    pub line: u32,
    /// What it is.
    pub kind: Kind,
}

/// Statements.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Kind {
    Load(Place),
    Store(Place),
    Rma {
        routine: Routine,
        local: Place,
        target: Target,
        remote: Index,
        count: i64,
    },
    Flush(Flush),
    /// `MPI_Barrier`.
    Processes,
    /// `#pragma omp parallel`: outermost only.
    Region(Vec<Stmt>),
    /// `#pragma omp barrier`.
    Team,
    Master(Vec<Stmt>),
    Single {
        nowait: bool,
        body: Vec<Stmt>,
    },
    /// `#pragma omp critical (name)`.
    Critical {
        name: u8,
        body: Vec<Stmt>,
    },
    /// `if (omp_get_thread_num() == number)`.
    Thread {
        number: i64,
        body: Vec<Stmt>,
    },
    /// `#pragma omp for schedule(static)`, with chunks or without.
    For {
        chunk: Option<i64>,
        nowait: bool,
        count: i64,
        body: Vec<Stmt>,
    },
    Sections {
        nowait: bool,
        parts: Vec<Vec<Stmt>>,
    },
    /// With its depend clauses: which variable, and whether `out`.
    Task {
        depends: Vec<(u8, bool)>,
        body: Vec<Stmt>,
    },
    /// `#pragma omp taskwait`.
    Wait,
    /// `#pragma omp taskgroup`.
    Group(Vec<Stmt>),
}

impl Kind {
    /// As a statement, without a line.
    pub fn stmt(self) -> Stmt {
        Stmt { line: 0, kind: self }
    }
}

impl Tree for Vec<Stmt> {
    type Stmt = Stmt;

    fn bodies(&self) -> Vec<&Vec<Stmt>> {
        vec![self]
    }

    fn bodies_mut(&mut self) -> Vec<&mut Vec<Stmt>> {
        vec![self]
    }
}

impl Statement for Stmt {
    fn blocks(&self) -> Vec<&Vec<Stmt>> {
        match &self.kind {
            Kind::Region(body) | Kind::Master(body) | Kind::Group(body) => vec![body],
            Kind::Single { body, .. }
            | Kind::Critical { body, .. }
            | Kind::Thread { body, .. }
            | Kind::For { body, .. }
            | Kind::Task { body, .. } => vec![body],
            Kind::Sections { parts, .. } => parts.iter().collect(),
            _ => vec![],
        }
    }

    fn blocks_mut(&mut self) -> Vec<&mut Vec<Stmt>> {
        match &mut self.kind {
            Kind::Region(body) | Kind::Master(body) | Kind::Group(body) => vec![body],
            Kind::Single { body, .. }
            | Kind::Critical { body, .. }
            | Kind::Thread { body, .. }
            | Kind::For { body, .. }
            | Kind::Task { body, .. } => vec![body],
            Kind::Sections { parts, .. } => parts.iter_mut().collect(),
            _ => vec![],
        }
    }
}
