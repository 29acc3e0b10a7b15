//! The origins of symbols: equal origins have one symbol (theory, 4.2).

use crate::facts::Facts;
use rma_frontend::api::ArgPos;
use rma_frontend::ir::{BlockId, ValueId};
use rma_term::ids::{CtxId, LoopId, ObjId, SymId, TermId, ThreadId};
use rma_term::term::{Process, Sym, Terms};

/// Origin of a symbol.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SymKey {
    /// The value of an instruction of an instance.
    Site(CtxId, ValueId, Role),
    /// A value at the header of a loop; of a part of it.
    Phi(LoopId, ValueId, Option<u32>),
    /// Content of a cell at the header of a loop: object, instance, offset.
    Cell(LoopId, ObjId, TermId, TermId),
    /// Content of a cell after a join.
    JoinCell(JoinKey, BlockId, ObjId, TermId, TermId),
    /// Rank (`true`) or size in a communicator.
    Comm(rma_term::term::CommId, bool),
    /// Something outside of the program that decides which processes are in a communicator together: its value, or whether it
    /// differs between processes.
    Tie(TermId, bool),
    /// The iteration number of a loop.
    Counter(LoopId),
    /// The index of a row of cells that a loop stores: object, instance.
    FamilyIndex(LoopId, ObjId, TermId),
    /// The index of rows of cells, each in an object that an iteration makes.
    InstanceIndex(LoopId, ObjId),
    /// A parameter of the entry function, by its position.
    Argument(u32),
    /// Content of memory that is there at the start of the program: object, offset, size.
    Entry(ObjId, TermId, u64),
    /// A function of parameters.
    Parameter(TermId),
    /// The data layout of a datatype of which only the handle is known.
    Layout(TermId),
    /// The coordinate of a rank in a dimension of a grid.
    Coordinate(ObjId, u32, TermId),
    /// A symbol's value in another process.
    Copy(SymId, Process),
    /// The value of a loop variable after the loop.
    Final(SymId),
    /// As `Final`, for a number that a loop counts down to 1 at most, so it is positive.
    FinalPositive(SymId),
    /// A symbol's value in the process that a broadcast comes from.
    AtRoot(SymId),
    /// Number of threads of teams for which the program has not requested a number.
    TeamSize,
    /// First or last iteration of a thread's part: team, schedule, bounds, which.
    Share(ThreadId, i64, TermId, TermId, bool),
    /// First or last iteration of a thread's first chunk, or of the chunk in an iteration of a loop: team, bounds and chunk size,
    /// loop, first or last.
    Chunk(ThreadId, TermId, Option<LoopId>, bool),
    /// The position of a pointer in its bases; with an object, its position in this base.
    Within(TermId, Option<ObjId>),
    /// The instance of a base that a pointer points to.
    Instance(TermId, ObjId),
    /// A symbol's value a given number of iterations after a synchronisation.
    Later(SymId, u32),
}

/// Which of the values that an instruction yields: what a call returns, what it stores, what it reads by the path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Role {
    /// The value of the instruction, or the content of the first place that it reads.
    Value,
    /// Its value where the term is too heavy.
    Light,
    /// A part of its value that is too heavy.
    LightPart(u32),
    /// The content of a further place that it reads; [`Read::at`] gives the role of any place.
    Read(Read, u32),
    /// The value that a load of a waiting loop reads at a place.
    Polled(Read, u32),
    /// Which of the values that other threads have stored at a place a load finds.
    Stored(Read, u32),
    /// One of the values that a join merges.
    Joined(Joined),
    /// A lane of vectors that a join merges.
    JoinedLane(Joined, u32),
    /// An argument of the function, which is not passed.
    Argument(u32),
    /// An argument of a call that is not passed.
    MissingArgument(u32),
    /// An argument that a library passes to a function of the program.
    CallbackArgument(u32),
    /// An argument in any deeper activation of a recursive function.
    RecursionArgument(u32),
    /// Which function a pointer means.
    Callee,
    /// The selector of the handler that an exception is for.
    Selector,
    /// Whether a `dynamic_cast` fails.
    CastFails,
    /// The value that a call stores through this argument.
    Output(ArgPos),
    /// The value that an operation writes through this argument.
    Received(ArgPos),
    /// The number that a call stores into the buffer at an argument, at this byte offset.
    ReceivedBytes(ArgPos, u32),
    /// All bytes that it writes there, which are the same on all processes.
    SameBytes(ArgPos),
    /// The position of one of these bytes.
    SameBytesIndex(ArgPos),
    /// One of the elements that it writes there.
    ReceivedElement(ArgPos, u32),
    /// The value that a fetching call returns.
    Fetched,
    /// The value that a conversion of a format stores.
    Scanned(u32),
    /// Whether a call makes what it returns.
    IsMade,
    /// The result of a call with a time limit: whether it has done anything.
    Status,
    /// The result of a call that waits for a limited time: whether the time was over.
    TimedOut,
    /// The result of a call that posts to a queue: whether the queue was full.
    QueueFull,
    /// The result of a call that may fail, and whose failure returns to the program.
    Failed,
    /// The flag of a test.
    Flag,
    /// Which of several requests is complete.
    RequestIndex,
    /// Whether none of several requests was active.
    NoneActive,
    /// Which of the windows of a loop an operation uses.
    Instance,
    /// Which of several persistent requests in a row is started.
    Started(u32),
    /// How many of several requests are complete.
    Outcount,
    /// Which of several symmetric variables has been updated.
    UpdatedIndex,
    /// Who has sent the message.
    Sender,
    /// The tag of the message.
    MessageTag,
    /// Which of several notifications a wait has found.
    Notification,
    /// The address of a segment.
    SegmentPointer,
    /// The iteration of a loop, by its counter, in which the segment with a number was made; the flag says whether at the other
    /// process.
    SegmentInstance(ObjId, SymId, TermId, bool),
    /// The offset in its segment of an operation of a list.
    Offset(u32),
    /// Whether memory of another process can be reached directly.
    Reachable,
    /// How far into the memory that is attached to a window an address points.
    Displacement,
    /// Which of the addresses that other processes send an operation uses.
    ReceivedAddress,
    /// The index of a table of addresses of all processes.
    GatheredIndex,
    /// The address of another process in it.
    GatheredAddress,
    /// Processes in a dimension of a grid.
    Extent(u32),
    /// The place of a process in a dimension of a grid.
    Coordinate(u32),
    /// The places of the data of an unknown datatype.
    Layout,
    /// The text of a string.
    Text(TextOf),
    /// The previous content, at the place with this number.
    OldText(TextOf, u32),
    /// The length that a string gets.
    NewLength,
    /// A link of a node that is not known.
    AnyLink,
    /// The node beside a node.
    ConcurrentNodes,
    /// A choice of the library for threads.
    Choice,
    /// The number of the thread.
    Thread,
    /// How many threads there are.
    TeamSize,
    /// Which of them executes a single construct.
    Executor,
    /// The handle of a thread.
    ThreadHandle,
    /// How many tasks run the iterations of a loop.
    TaskCount,
    /// First iteration of a chunk that a thread gets.
    ChunkFirst,
    /// Last iteration of such a chunk.
    ChunkLast,
    /// Whether it is the last chunk.
    IsLastPart,
    /// First iteration of a chunk of a static schedule that is not understood.
    ChunkLower,
    /// Last iteration of such a chunk.
    ChunkUpper,
    /// The distance between the begins of such chunks.
    ChunkStride,
}

/// Which of the things that an instruction reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Read {
    /// The only one, or the first of several members.
    Whole,
    /// A further member of an aggregate.
    Member(u32),
    /// The memory that an argument points to.
    Argument(ArgPos),
    /// The address of an array's first element.
    ArrayBase,
    /// The address of the memory of an allocatable component, by its number.
    Part(u32),
    /// The size that a string is to have.
    StringSize,
    /// The address of a string's characters.
    StringData,
    /// How many characters a string has.
    StringLength,
    /// The link of a node at this offset.
    Link(i64),
    /// The colour of a node.
    Colour,
    /// The table of virtual functions of an object.
    VirtualTable,
    /// Whether a receive was cancelled.
    Cancelled,
}

impl Read {
    /// The content of one of several possible places.
    pub fn at(self, place: usize) -> Role {
        match (self, place) {
            (Read::Whole, 0) => Role::Value,
            _ => Role::Read(self, place as u32),
        }
    }
}

/// Which of the strings of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TextOf {
    /// The object that the method is called on, as it was before the call.
    This,
    /// Another one.
    Other,
    /// The string that the call makes.
    Result,
}

/// The values that a join merges.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Joined {
    /// What the functions return that a pointer may mean.
    Calls,
    /// The values of a phi.
    Edges,
    /// What the returns of a function return.
    Returns,
}

/// Which join of an instance a cell's symbol stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct JoinKey {
    /// The function instance.
    pub ctx: CtxId,
    /// The joined states are those that exceptions leave.
    pub thrown: bool,
}

impl From<CtxId> for JoinKey {
    fn from(ctx: CtxId) -> JoinKey {
        JoinKey { ctx, thrown: false }
    }
}

impl Facts<'_> {
    /// The symbol of an origin.
    pub fn symbol(&mut self, key: SymKey, make: impl FnOnce(&Terms) -> Sym) -> SymId {
        if let Some(&id) = self.symbols.get(&key) {
            return id;
        }
        let mut sym = make(&self.terms);
        let made_here = matches!(
            key,
            SymKey::Site(..)
                | SymKey::Phi(..)
                | SymKey::Cell(..)
                | SymKey::JoinCell(..)
                | SymKey::Counter(_)
                | SymKey::Final(_)
        );
        if made_here && sym.thread.is_none() {
            sym.thread = self.threads.current.last().copied();
        }
        let id = self.terms.add_sym(sym);
        self.symbols.insert(key, id);
        id
    }
}
