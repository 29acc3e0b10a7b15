//! The skeleton: the program reduced to the events that can matter for races (theory, 5.1).
//!
//! A graph over function instances. Its nodes contain, in program order, accesses to memory, issues of pending operations,
//! completions and ends of lifetimes, all with symbolic operands; each edge has the condition under which it is taken. The skeleton
//! is the result of the abstract interpretation. Later stages use nothing else of the program.
//!
//! Invariants: a term at a node contains loop counters and loop-defined symbols only of loops that contain the node, or
//! of earlier loops, where they have the values of the last iteration; `Node::loops` lists the enclosing loops from the
//! outermost; an edge into the header of a loop that contains its source starts the loop's next iteration.

mod complete;
mod order;
pub mod paths;

pub use complete::{Complete, Covers, Held, HeldRow, Part, Requests};
pub use order::{Direction, EpochCall, Location, Members, OrderCall, OrderKind, Wanted};

use crate::thread::Dependence;
use index_vec::IndexVec;
use rma_frontend::api::{AccessKind, Bank, Routine};
use rma_frontend::ir::{BlockId, FuncId, LocId, ValueId};
use rma_term::ids::{CtxId, LoopId, NodeId, ObjId, SymId, TermId, ThreadId};
use rma_term::term::Terms;
use rustc_hash::FxHashMap;

/// A possible location of bytes: one alternative of a pointer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Place {
    /// Holds when the pointer points here; of memory at a target, in terms of the target.
    pub guard: TermId,
    /// For memory at a target, the condition, in terms of the origin, that the operation uses the window that contains this place.
    /// Otherwise true.
    pub named: TermId,
    /// The object.
    pub obj: ObjId,
    /// Which of its instances; of memory at a target, in terms of the origin.
    pub inst: TermId,
    /// Offset in bytes; of memory at a target, in terms of the target.
    pub offset: TermId,
}

/// A dimension of a footprint.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Dim {
    /// Repetitions.
    pub count: TermId,
    /// Distance in bytes.
    pub stride: TermId,
}

/// Bytes relative to a place: `offset + Σ stride·i + [0, len)` for all indices below the counts.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Block {
    /// First byte.
    pub offset: TermId,
    /// Repetitions.
    pub dims: Vec<Dim>,
    /// Contiguous bytes; `None`: not known, at least one if any.
    pub len: Option<TermId>,
}

impl Block {
    /// The block with each of its terms replaced.
    pub fn map(&self, mut f: impl FnMut(TermId) -> TermId) -> Block {
        Block {
            offset: f(self.offset),
            dims: self.dims.iter().map(|d| Dim { count: f(d.count), stride: f(d.stride) }).collect(),
            len: self.len.map(f),
        }
    }
}

impl Place {
    /// The place with one condition instead of two, where both are of one process.
    pub fn whole(&self, terms: &mut Terms) -> Place {
        let guard = terms.all(&[self.guard, self.named]);
        Place { guard, named: terms.truth(true), ..*self }
    }

    /// The place with each of its terms replaced.
    pub fn map(&self, mut f: impl FnMut(TermId) -> TermId) -> Place {
        Place { guard: f(self.guard), named: f(self.named), obj: self.obj, inst: f(self.inst), offset: f(self.offset) }
    }
}

/// The bytes of an access.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Area {
    /// Alternatives of its base pointer.
    pub places: Vec<Place>,
    /// The pointer may also be one that the analysis does not know.
    pub unknown: bool,
    /// Bytes from the base.
    pub blocks: Vec<Block>,
}

impl Area {
    /// The area with each of its terms replaced.
    pub fn map(&self, mut f: impl FnMut(TermId) -> TermId) -> Area {
        Area {
            places: self.places.iter().map(|p| p.map(&mut f)).collect(),
            unknown: self.unknown,
            blocks: self.blocks.iter().map(|b| b.map(&mut f)).collect(),
        }
    }
}

/// The part of the program that makes an access.
#[derive(Debug, Clone, PartialEq)]
pub enum Actor {
    /// A load, store or atomic instruction, or a copy or fill.
    Instruction(&'static str),
    /// Argument `arg` of a call of a routine.
    Argument {
        /// The routine.
        routine: &'static Routine,
        /// The argument's name.
        arg: String,
    },
}

impl Actor {
    /// An atomic instruction of the program's language.
    pub fn is_atomic_instruction(&self) -> bool {
        matches!(self, Actor::Instruction("atomic load" | "atomic store" | "atomic update"))
    }
}

/// A memory effect.
#[derive(Debug, Clone, PartialEq)]
pub struct Access {
    /// Read, write or atomic update.
    pub kind: AccessKind,
    /// Bytes. For window memory at the target the places are the window's memory there, in terms of the target process; the
    /// blocks are offsets in it, in terms of the process that makes the call.
    pub area: Area,
    /// Who makes it.
    pub actor: Actor,
    /// Whether it touches memory of the origin or of the target.
    pub bank: Bank,
    /// At the target, in symmetric memory: the places are those of the same object in the process that makes the call.
    pub symmetric: bool,
    /// Condition under which the access takes place (target not `MPI_PROC_NULL`, root only, ...).
    pub cond: TermId,
}

/// The cell that contains the handle of a pending operation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestRef {
    /// The request object of the call site.
    pub obj: ObjId,
    /// The loops around it, which distinguish its handles.
    pub inst: TermId,
    /// Cell that received the handle.
    pub cell: Vec<Place>,
}

/// Kinds of access epochs (MPI 4.1, 12.5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum EpochKind {
    /// None, or not known.
    Unknown = 0,
    /// Between fences.
    Fence = 1,
    /// Between start and complete.
    Start = 2,
    /// Passive target: between lock and unlock.
    Passive = 3,
}

/// The target of an operation: window, rank and displacement.
#[derive(Debug, Clone, Copy, Default)]
pub struct Target {
    /// Window handle (one-sided operations).
    pub win: Option<TermId>,
    /// Target rank.
    pub rank: Option<TermId>,
    /// Target displacement in displacement units.
    pub disp: Option<TermId>,
    /// For a displacement that is a received address: the number of this address among those that the program sends.
    pub which: Option<TermId>,
}

/// The epochs that are open where an operation is issued.
#[derive(Debug, Clone, Copy, Default)]
pub struct IssueEpoch {
    /// Kind of the epoch on the window ([`EpochKind`] as a number), where known.
    pub kind: Option<TermId>,
    /// Condition that no access epoch to its target is open, if that is known. The effects have the negation among their
    /// conditions.
    pub outside: Option<TermId>,
    /// Condition that an epoch is open but none of passive target synchronisation, if that is known.
    pub active_only: Option<TermId>,
}

/// What decides whether an operation is atomic to another one.
#[derive(Debug, Clone, Copy, Default)]
pub struct Atomicity {
    /// Reduction operation handle.
    pub op: Option<TermId>,
    /// The predefined datatype that the data at the target are made of, where it is one.
    pub element: Option<Element>,
    /// Atomic to others of its type.
    pub atomic: bool,
    /// Two operations with different operators are not atomic to each other.
    pub by_operator: bool,
}

/// The effect of an operation on the value at its target.
#[derive(Debug, Clone, Copy, Default)]
pub struct Written {
    /// The value that it stores, if that is one known value that does not depend on what was there.
    pub stores: Option<TermId>,
    /// The value that it stores, if that is a single value.
    pub value: Option<TermId>,
    /// What it adds to the value, if it does nothing else.
    pub adds: Option<TermId>,
}

/// The ways in which an operation can complete.
#[derive(Debug, Clone, Default)]
pub struct Completion {
    /// Over when the call returns: nothing of it is pending afterwards.
    pub over: bool,
    /// Request.
    pub request: Option<RequestRef>,
    /// The partition of a partitioned receive that it is.
    pub partition: Option<TermId>,
    /// The queue that it is posted to, or the file of a split collective.
    pub queue: Option<TermId>,
    /// The notification at the caller that is raised when it is complete.
    pub note: Option<NoteRef>,
    /// A process that sees the next operation of the same call knows that this one is complete.
    pub announced: bool,
}

/// A call that leaves memory effects pending.
#[derive(Debug, Clone)]
pub struct Issue {
    /// The routine.
    pub routine: &'static Routine,
    /// Effects that last until completion.
    pub effects: Vec<Access>,
    /// The target.
    pub target: Target,
    /// The epochs that are open at the issue.
    pub epoch: IssueEpoch,
    /// What decides whether it is atomic to another operation.
    pub atomicity: Atomicity,
    /// What it makes of the value at its target.
    pub written: Written,
    /// The ways in which it can complete.
    pub completion: Completion,
}

impl Issue {
    /// Whether it is only what a blocking call does with its own buffers while it runs, which matters to other threads.
    pub fn is_blocking(&self) -> bool {
        self.completion.over && self.effects.iter().all(|e| e.bank == Bank::Own)
    }

    /// A call with these effects, and defaults for everything else.
    pub fn of(routine: &'static Routine, effects: Vec<Access>) -> Issue {
        Issue {
            routine,
            effects,
            target: Target::default(),
            epoch: IssueEpoch::default(),
            atomicity: Atomicity::default(),
            written: Written::default(),
            completion: Completion::default(),
        }
    }
}

/// A notification of a segment, at a process that the context determines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoteRef {
    /// Segment id.
    pub segment: TermId,
    /// Number of the notification.
    pub id: TermId,
}

impl NoteRef {
    /// The notification with each of its terms replaced.
    pub fn map(&self, mut f: impl FnMut(TermId) -> TermId) -> NoteRef {
        NoteRef { segment: f(self.segment), id: f(self.id) }
    }
}

/// A predefined datatype.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Element {
    /// The handle.
    pub ty: TermId,
    /// Bytes.
    pub size: i64,
}

/// How an object's life ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Death {
    /// The function that it belongs to returns.
    Return,
    /// Its lexical block is left.
    Block,
    /// Freed.
    Free,
    /// Reallocated.
    Realloc,
    /// The segment that it was made with is deleted.
    Segment,
    /// Freed by the library with the window that it was allocated for.
    Window,
    /// The object continues to exist, but is no longer memory of a window.
    Detach,
}

/// The effect of a call on the order between the threads of its process.
#[derive(Debug, Clone)]
pub enum TeamKind {
    /// A team begins: what follows up to its end is executed by each of its threads.
    Fork,
    /// The team's end: all its threads have come.
    Join,
    /// All threads of the team wait for each other.
    Barrier,
    /// A thread or task begins: events up to its end are concurrent with the events after its end.
    Spawn,
    /// The end of the code of a task or thread.
    SpawnEnd,
    /// The caller waits for the tasks that it has made, but not for the tasks that these have made.
    AwaitTasks,
    /// The caller waits for these tasks, which were made in a group that ends here, and for the tasks that they have made.
    AwaitGroup(Vec<ThreadId>),
    /// The caller waits for those of its tasks that a task with these depend clauses would wait for.
    AwaitDependent(Vec<Dependence>),
    /// The caller waits for these threads.
    AwaitThreads(Vec<ThreadId>),
    /// A lock is taken, which one.
    Acquire(TermId),
    /// The same, to share it with others that do so.
    Share(TermId),
    /// A lock is given back.
    Release(TermId),
    /// The code that runs once in a process, under this lock, has run, in this thread or in another one.
    RanOnce(TermId),
    /// All threads that share this barrier object wait for each other: an order that is not followed where they are no team.
    Meet(TermId),
    /// The thread may wait here for other threads, in an order that is not followed.
    Visible,
    /// A loop loads from an address until another thread has stored there what ends it.
    AwaitStore {
        /// The address.
        cell: TermId,
        /// Addresses at which a store may end the loop as well.
        others: Vec<TermId>,
        /// Constants with which a store at the address does not end it.
        not: Vec<TermId>,
        /// Nobody leaves the loop before another thread has stored at one of these addresses.
        certain: bool,
        /// Nor does anybody access memory or communicate behind this load in the loop.
        guards: bool,
    },
    /// A store to an address from which a loop of another thread loads until then.
    Raise {
        /// The address.
        cell: TermId,
        /// The stored value, if it is a constant.
        value: Option<TermId>,
    },
}

/// An event of the order between threads.
#[derive(Debug, Clone)]
pub struct TeamEvent {
    /// The kind.
    pub kind: TeamKind,
    /// The team, task or thread that it belongs to; `None` outside of all.
    pub thread: Option<ThreadId>,
}

/// An event of the program.
#[derive(Debug, Clone)]
pub enum Event {
    /// A synchronisation call on a window.
    Epoch(Box<EpochCall>),
    /// Order between processes.
    Order(Box<OrderCall>),
    /// Memory effect that ends with the instruction or call.
    Access(Access),
    /// Pending operation begins.
    Issue(Box<Issue>),
    /// Pending operations complete.
    Complete(Complete),
    /// Memory ceases to exist.
    Death {
        /// Which.
        places: Vec<Place>,
        /// Perhaps other memory whose address went somewhere.
        unknown: bool,
        /// How.
        how: Death,
    },
    /// Order between the threads of the process.
    Team(TeamEvent),
    /// A call that is not followed gets a handle or memory that is used for communication: it may complete and
    /// synchronise.
    Foreign,
    /// The handle in a cell is overwritten or forgotten (`MPI_Request_free`): no later wait covers its operation.
    ForgetRequest {
        /// The cell.
        cell: Area,
    },
}

/// An event with its position.
#[derive(Debug, Clone)]
pub struct Item {
    /// What happens.
    pub event: Event,
    /// Position in the source.
    pub loc: Option<LocId>,
    /// Function instance.
    pub ctx: CtxId,
    /// The instruction that makes the event, if a single one does.
    pub inst: Option<ValueId>,
}

/// A possible step of control.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Edge {
    /// Next node.
    pub to: NodeId,
    /// Condition under which it is taken, a truth value; for branches without known condition an unknown.
    pub cond: TermId,
    /// The edge enters another activation of this loop-like region without passing a header (recursion).
    pub iterations: Option<LoopId>,
}

/// A straight piece of control.
#[derive(Debug, Clone, Default)]
pub struct Node {
    /// Events in program order.
    pub items: Vec<Item>,
    /// Successors.
    pub succs: Vec<Edge>,
    /// Enclosing loops, outermost first.
    pub loops: Vec<LoopId>,
    /// Conditions known to hold here on every path (from dominating branches).
    pub reach: Vec<TermId>,
}

/// A value that changes from iteration to iteration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LoopValue {
    /// Its symbol inside the loop.
    pub sym: SymId,
    /// Value on entry.
    pub init: TermId,
    /// Value after an iteration, over the symbols of that iteration.
    pub back: TermId,
}

/// A loop of a function instance.
#[derive(Debug, Clone)]
pub struct Loop {
    /// The header's node.
    pub header: Option<NodeId>,
    /// Further nodes in which an iteration begins, each in a different state.
    pub states: Vec<NodeId>,
    /// Enclosing loop (of the same or a calling instance).
    pub parent: Option<LoopId>,
    /// Function instance.
    pub ctx: CtxId,
    /// Function.
    pub func: FuncId,
    /// Iteration number, from 0.
    pub counter: SymId,
    /// Values without closed form in the counter.
    pub values: Vec<LoopValue>,
    /// The counter's value when control leaves the loop, where known.
    pub trips: Option<TermId>,
    /// Values that are the same on every process when control leaves the loop, as separate symbols.
    pub finals: Vec<(SymId, TermId)>,
    /// Terms that the counter never exceeds.
    pub bounds: Vec<TermId>,
    /// The body is executed also for the final value of the counter (the exit is at the latch).
    pub body_at_last: bool,
    /// Position of the header.
    pub loc: Option<LocId>,
    /// A recursion rather than a loop.
    pub recursion: bool,
}

impl Loop {
    /// An iteration begins at a node.
    pub fn begins_at(&self, node: NodeId) -> bool {
        self.header == Some(node) || self.states.contains(&node)
    }
}

/// The reduced program.
#[derive(Debug, Clone, Default)]
pub struct Skeleton {
    /// Nodes.
    pub nodes: IndexVec<NodeId, Node>,
    /// Start.
    pub entry: Option<NodeId>,
    /// Loops.
    pub loops: IndexVec<LoopId, Loop>,
}

impl Skeleton {
    /// Whether a node belongs to the deeper activations of a recursive function, which are not distinguished.
    pub fn in_recursion(&self, node: NodeId) -> bool {
        self.nodes[node].loops.iter().any(|l| self.loops[*l].recursion)
    }
}

/// For each node, the block and function instance that it was made from.
#[derive(Debug, Default)]
pub struct Placement {
    /// Instance and block of each node.
    pub block: FxHashMap<NodeId, (CtxId, BlockId)>,
    /// Condition of each successor edge of a block; `None`: not feasible.
    pub edges: FxHashMap<(CtxId, BlockId), Vec<Option<TermId>>>,
}
