//! Candidates: pairs of accesses that no cheap check has excluded, with the constraints of their race (theory, 8.1).

use crate::skeleton::{Block, Death};
use rma_term::ids::{EventRef, LoopId, ObjId, PairId, TermId};

/// How the two accesses conflict.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Conflict {
    /// Write by the process to memory that the pending operation reads.
    WriteWhileRead,
    /// Read by the process of memory that the pending operation writes.
    ReadWhileWritten,
    /// Write by the process to memory that the pending operation writes.
    WriteWhileWritten,
    /// Two pending operations.
    BothPending,
    /// Two buffers of one operation.
    OneCall,
    /// The memory's life ends.
    EndOfLife(Death),
    /// An operation at its target and another access to the same bytes of that process.
    AtTarget,
    /// Two accumulate operations that are atomic to each other, with different reduction operations.
    Reductions,
    /// An accumulate operation that only reads, beside another read.
    Letter,
    /// An operation at its target and an access of that process, with no call between them that synchronises the two
    /// copies of the window.
    Copies,
    /// Not a race but a broken rule. One position is used as both events.
    Misuse(Misuse),
}

/// A broken rule of epochs, windows or assertions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Misuse {
    /// An operation outside any access epoch to its target.
    Outside,
    /// The epoch that a call opens is still open when the program ends.
    LeftOpen,
    /// A call ends or flushes an epoch that is not open.
    Unmatched,
    /// An operation is pending at a fence that asserts that none precedes.
    NoPrecede,
    /// An access breaks the promise of an assertion that no put comes.
    NoPut,
    /// An access breaks the promise of an assertion that nothing was stored.
    NoStore,
    /// A loop of plain loads waits for what an operation writes.
    Polling,
    /// An operation with a request in an epoch of active target synchronisation.
    RequestInActive,
    /// A lock inside another epoch.
    Locked,
    /// A lock or start between two fences.
    Between,
    /// An operation reaches beyond the memory that its target offers.
    BeyondWindow,
    /// An operation uses more memory than its buffer has.
    BeyondBuffer,
    /// A window is freed while an operation is pending.
    FreedPending,
    /// A window is freed while an epoch is open.
    FreedOpen,
    /// A call by a thread that may not make it, or beside a call of another thread.
    ThreadLevel,
}

/// The processes that make the two accesses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Processes {
    /// One process.
    Same,
    /// Two processes: the first access is of the first, the second of the second.
    Two,
}

/// Bytes in one object: `block` from `offset` on, in instance `inst`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Extent {
    /// Instance of the object.
    pub inst: TermId,
    /// Offset of the base in bytes.
    pub offset: TermId,
    /// Bytes from the base.
    pub block: Block,
}

/// One case in which the bytes may overlap.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Overlap {
    /// The object.
    pub obj: ObjId,
    /// Must hold for the pointers to point here.
    pub guards: Vec<TermId>,
    /// Bytes of the first access.
    pub first: Extent,
    /// Bytes of the second; `None`: the whole object (end of life).
    pub second: Option<Extent>,
}

/// One path to a race of a pair: all of `reach` and `path` hold, and one of `overlaps`.
#[derive(Debug, Clone)]
pub struct Candidate {
    /// The pair.
    pub pair: PairId,
    /// Conditions under which the first access is reached.
    pub reach: Vec<TermId>,
    /// Conditions on the path from the first access to the second without completion.
    pub path: Vec<TermId>,
    /// Alternative overlaps of the two accesses; any of them suffices. Empty with `unknown_pointer`, and if the
    /// conditions alone decide.
    pub overlaps: Vec<Overlap>,
    /// Conditions were dropped on the path: a solution proves nothing.
    pub lossy: bool,
    /// One of the pointers is not known: at most unproven.
    pub unknown_pointer: bool,
    /// Loops around both accesses of one process that began another iteration between the two accesses, outermost first.
    pub turned: Vec<LoopId>,
}

/// A pair of accesses that may race.
#[derive(Debug, Clone)]
pub struct Pair {
    /// The pending operation's effect.
    pub first: EventRef,
    /// The access that conflicts with it.
    pub second: EventRef,
    /// Conflict.
    pub conflict: Conflict,
    /// Who.
    pub processes: Processes,
    /// The two are of different iterations: the loop whose later iteration the second access is in.
    pub later_iteration: bool,
}
