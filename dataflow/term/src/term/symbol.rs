//! Symbols: the leaves of terms that are not constants (theory, 4.2).

use crate::ids::{LoopId, ObjId, SymId, TermId, ThreadId};
use rma_frontend::ir::LocId;

/// A communicator as the name of a rank or size: the object that a constructor made, or a predefined one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum CommId {
    /// `MPI_COMM_WORLD`, and what is congruent to it (duplicates).
    World,
    /// `MPI_COMM_SELF`.
    SelfComm,
    /// Made by a constructor call.
    Object(ObjId),
    /// Not known.
    Unknown,
}

/// How well a symbol is known; decides the level of a verdict. Ordered from best to worst.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Knowledge {
    /// Rank, size, loop counters, program parameters: some run has any value in range.
    Known,
    /// Read by the program at run time.
    Input,
    /// Read by the program at run time, and possibly arranged between processes: a branch on it may take both edges,
    /// but places that it determines need not overlap.
    Arranged,
    /// Lost by the analysis.
    Lost,
}

/// What a symbol stands for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SymKind {
    /// Rank of the process in a communicator.
    Rank(CommId),
    /// Size of a communicator.
    Size(CommId),
    /// Iteration number of a loop, from 0.
    Counter(LoopId),
    /// Value at the header of a loop of something that changes in it.
    LoopPhi(LoopId),
    /// Derived from the command line.
    Parameter,
    /// Learned by the program at run time.
    Input,
    /// Position that a wait-any call stores in `*index`: also a value read at run time.
    RequestIndex,
    /// The process whose message a receive from anybody has taken, or the number of the variable that a wait for one of several
    /// has found.
    Sender,
    /// Not known to the analysis.
    Lost,
    /// Another symbol's value at an earlier time.
    Earlier(SymId, u32),
    /// A bound index of a family or footprint.
    Index,
    /// Number of a thread in its team.
    Thread,
    /// The first or last iteration of the part of a worksharing loop that a thread executes.
    Share,
}

/// Name of the symbol for where the launcher has placed a process.
pub const NODE_OF_PROCESS: &str = "the node that the process runs on";

/// Name of the function that gives the content of bytes which a call makes the same on all processes: of the symbol for the call, an offset and a
/// size.
pub const SAME_BYTES: &str = "bytes that all processes have";

/// Name of the symbol for a character of an argument of the command line.
pub const CHARACTER_OF_ARGUMENT: &str = "argv[..][..]";

/// Name of the symbol for the group that a process belongs to, of those that the program makes.
pub const GROUP_OF_PROCESS: &str = "the group of the process";

/// How the values of a symbol in two processes differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Distinct {
    /// The values differ, unless both are this value (neighbours in a grid, none at its edge).
    Unless(i64),
    /// The values differ at least by this number (tickets of a counter).
    By(i64),
}

/// The process to which the value of a symbol belongs, in a search over two processes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub enum Process {
    /// The same in all processes, or the value of the only process of a search.
    #[default]
    All,
    /// One of the two processes of a pair: 0 or 1.
    Racing(u8),
    /// The same process at an earlier time.
    Earlier(u8),
    /// The target of both.
    Target,
    /// A process that is neither of the two.
    Third,
    /// A third process that sends: the number of its send, and which of the two receives.
    Sender(u8, u8),
    /// A third process that has ended a wait of one of the two: how many have done so before, and which of the two.
    Helper(u8, u8),
}

impl Process {
    /// The process of the first access.
    pub const FIRST: Process = Process::Racing(0);
    /// The process of the second access.
    pub const SECOND: Process = Process::Racing(1);

    /// One of the two processes, by its number from 0.
    pub fn of(who: usize) -> Process {
        Process::Racing(u8::from(who != 0))
    }

    /// Which of the two processes it is, if it is one of them at the present time.
    pub fn racing(self) -> Option<usize> {
        match self {
            Process::Racing(who) => Some(usize::from(who)),
            _ => None,
        }
    }
}

/// A symbol with its facts.
#[derive(Debug, Clone)]
pub struct Sym {
    /// The value that it stands for.
    pub kind: SymKind,
    /// Name for reports.
    pub name: String,
    /// How well it is known.
    pub knowledge: Knowledge,
    /// An integer or pointer that the program keeps in memory, or counts in a loop. It depends on what the program has done before, so it is not
    /// free to have any value.
    pub kept: bool,
    /// Lower bound, inclusive.
    pub lo: Option<i64>,
    /// Upper bound, inclusive.
    pub hi: Option<i64>,
    /// A value that it has in the ordinary course of a run (that a call succeeds): what happens with this value needs no data.
    pub usual: Option<i64>,
    /// All processes that execute its instruction the same number of times have the same value.
    pub uniform: bool,
    /// Innermost loop in which it gets a new value.
    pub def_loop: Option<LoopId>,
    /// The position in the source that it comes from.
    pub loc: Option<LocId>,
    /// A term that bounds it from above, exclusively (`rank < size`).
    pub below: Option<TermId>,
    /// A truth value that holds wherever the symbol is used; it may contain other symbols.
    pub fact: Option<TermId>,
    /// A term that it is not below, with the values of any process: the greatest of what all processes contribute is below none of it.
    pub least: Option<TermId>,
    /// A term that is an upper bound of it, with the values of any process.
    pub most: Option<TermId>,
    /// How its values in different processes differ.
    pub distinct: Option<Distinct>,
    /// The process to which the value belongs, in a search over two processes.
    pub process: Process,
    /// Each thread of this team, or each such task, has its own value.
    pub thread: Option<ThreadId>,
}

impl Sym {
    /// A symbol without bounds.
    pub fn new(kind: SymKind, name: impl Into<String>, knowledge: Knowledge) -> Sym {
        Sym {
            kind,
            name: name.into(),
            knowledge,
            kept: false,
            lo: None,
            hi: None,
            usual: None,
            uniform: false,
            def_loop: None,
            loc: None,
            below: None,
            fact: None,
            least: None,
            most: None,
            distinct: None,
            process: Process::All,
            thread: None,
        }
    }

    /// How well it is known.
    pub fn knowledge(&self) -> Knowledge {
        self.knowledge
    }
}
