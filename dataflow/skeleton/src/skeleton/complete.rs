//! The operations of the calling process that a call completes (theory, 2.3).

use super::{Area, NoteRef};
use rma_frontend::api::{Routine, Side};
use rma_term::ids::{SymId, TermId};

/// Which pending operations a completion covers.
#[derive(Debug, Clone)]
pub enum Covers {
    /// All on the window.
    Window {
        /// Window handle.
        win: TermId,
        /// Operations of passive epochs only (`Some(true)`), of active ones only (`Some(false)`), or all.
        passive: Option<bool>,
    },
    /// Operations of passive epochs on one target.
    Target {
        /// Window handle.
        win: TermId,
        /// Target rank.
        rank: TermId,
    },
    /// The operations whose request handles are in some cells.
    Requests(Box<Requests>),
    /// Operations that were posted to a queue, or begun on a file.
    Queue(TermId),
    /// Operations that raise a notification at their own process, which has been found.
    Note(NoteRef),
}

/// Requests whose handles are in an array of `count` elements of `size` bytes, which starts at `cell`.
#[derive(Debug, Clone)]
pub struct Requests {
    /// First cell.
    pub cell: Area,
    /// Number of cells.
    pub count: TermId,
    /// Bytes of a handle.
    pub size: i64,
    /// The handle in the first cell.
    pub value: TermId,
    /// The handles in the cells, as far as they are known.
    pub held: Vec<Held>,
    /// The cells contain nothing else.
    pub known: bool,
    /// Only this partition of a partitioned receive (`MPI_Parrived`).
    pub partition: Option<TermId>,
}

/// A request handle in memory.
#[derive(Debug, Clone, Copy)]
pub struct Held {
    /// Condition under which the handle's memory is the one that `cell` refers to.
    pub guard: TermId,
    /// Bytes from the first cell that is meant.
    pub at: TermId,
    /// The handle.
    pub handle: TermId,
    /// There are several, the handle over their index.
    pub row: Option<HeldRow>,
}

/// A row of request handles.
#[derive(Debug, Clone, Copy)]
pub struct HeldRow {
    /// The index symbol in the handle.
    pub index: SymId,
    /// Bytes from one to the next.
    pub stride: i64,
    /// Number of cells.
    pub bound: TermId,
}

impl Requests {
    /// One handle that is no cell of memory (`MPI_Request_get_status`).
    pub fn of_value(value: TermId, count: TermId, size: i64) -> Requests {
        let cell = Area { places: Vec::new(), unknown: false, blocks: Vec::new() };
        Requests { cell, count, size, value, held: Vec::new(), known: true, partition: None }
    }
}

/// A completion at the calling process.
#[derive(Debug, Clone)]
pub struct Complete {
    /// The routine.
    pub routine: &'static Routine,
    /// Origin only, or origin and target.
    pub side: Side,
    /// Which operations.
    pub covers: Covers,
    /// Holds when it takes place.
    pub cond: TermId,
    /// Only some of them.
    pub some: Option<Part>,
}

/// How many of several requests are completed; it is not known which.
#[derive(Debug, Clone, Copy)]
pub struct Part {
    /// Their number, `*outcount` of `MPI_Waitsome`.
    pub count: TermId,
    /// The smallest number, if any request is active.
    pub least: i64,
}
