//! The content of a row of an API table: events as data.
//!
//! A routine's arguments are named as in the standard, and the engine finds what it needs by those names
//! ([`Routine::arg`]); so a row says *which events happen*, not how.

mod effects;
mod order;
mod values;

pub use effects::{AccessKind, Addend, Bank, Completion, Effect, Extent, Scope, Side, Until, When, Who};
pub use order::{Epoch, Mode, Order, Thread};
pub use values::{
    Callback, Exposes, Format, Keeps, OutKind, Output, Passed, Readies, Reduces, Reduction, Returns, Runs, Runtime,
};

use super::fortran::Binding;

/// Position of an argument of a routine, from 0.
pub type ArgPos = usize;

/// The programming model that a routine belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Model {
    /// The Message Passing Interface.
    Mpi,
    /// OpenSHMEM.
    Shmem,
    /// GASPI.
    Gaspi,
    /// The C library, and other functions that programs call and that do not communicate.
    Libc,
    /// A library of the user's, described in a file of models.
    User,
}

impl Model {
    /// The models by the names that tables give them.
    pub(super) const NAMES: [(&str, Model); 4] =
        [("mpi", Model::Mpi), ("shmem", Model::Shmem), ("gaspi", Model::Gaspi), ("libc", Model::Libc)];

    /// The model of this name.
    pub fn of_name(name: &str) -> Option<Model> {
        Self::NAMES.iter().find(|(n, _)| *n == name).map(|(_, m)| *m)
    }

    /// A model of communication between processes.
    pub fn is_parallel(self) -> bool {
        self != Model::Libc
    }
}

/// One routine: one row of a table.
#[derive(Debug, Clone, PartialEq)]
pub struct Routine {
    /// Canonical name (`MPI_Put`; the `PMPI_` and `_c` names resolve to the same row).
    pub name: String,
    /// Model.
    pub model: Model,
    /// Clause of the standard, e.g. `MPI 4.1, 12.3.1`.
    pub clause: String,
    /// Argument names in order, as in the standard.
    pub args: Vec<String>,
    /// Takes further arguments.
    pub varargs: bool,
    /// The type of the elements that it moves, if its name contains it (`shmem_int_put`, `shmem_put32`).
    pub element: Option<ElementType>,
    /// The large-count form `<name>_c` exists.
    pub large_count: bool,
    /// Counts, and displacements that are counts of elements, are `MPI_Count`s and not `int`s.
    pub wide: bool,
    /// What it gives is the same for all members of the group.
    pub alike: bool,
    /// The operation that a reduction combines elements with.
    pub reduces: Option<Reduces>,
    /// Memory effects.
    pub effects: Vec<Effect>,
    /// What it completes.
    pub completes: Vec<Completion>,
    /// Change of a window's epochs.
    pub epoch: Option<Epoch>,
    /// Order between processes that it takes part in.
    pub order: Vec<Order>,
    /// Values that it stores through pointer arguments before it returns.
    pub outputs: Vec<Output>,
    /// Return value.
    pub returns: Returns,
    /// Pointer argument whose memory ceases to exist (`free`, `MPI_Free_mem`, `realloc`).
    pub frees: Option<ArgPos>,
    /// Pointer argument to a request that is freed without being completed: nothing will complete its operation any
    /// more (`MPI_Request_free`).
    pub forgets: Option<ArgPos>,
    /// Does not return.
    pub noreturn: bool,
    /// Memory that it makes accessible to other processes as a segment.
    pub exposes: Option<Exposes>,
    /// Argument with the id of a segment that it deletes.
    pub closes: Option<ArgPos>,
    /// Control continues at another call (`longjmp`).
    pub jumps: bool,
    /// Persistent requests that it makes active: [`Scope::Request`] or [`Scope::Requests`] (`MPI_Start`, `MPI_Startall`).
    pub starts: Option<Scope>,
    /// Partitions of a partitioned send (argument `request`) that it makes ready.
    pub readies: Option<Readies>,
    /// What it does for the runtime of the language.
    pub runtime: Option<Runtime>,
    /// Throws an exception of the type with this type information (a linker name), and does not return.
    pub raises: Option<String>,
    /// Arguments that are functions which it calls (`qsort`).
    pub calls: Vec<Callback>,
    /// Functions that it keeps for later calls (`MPI_Op_create`).
    pub keeps: Option<Keeps>,
    /// Functions kept before that it calls (`MPI_Reduce`).
    pub runs: Option<Runs>,
    /// Meaning of the variable arguments.
    pub format: Option<Format>,
    /// The last argument is not passed: it is the place, of this number, where the library keeps its request.
    pub kept: Option<u32>,
    /// The row holds also where the program has the function's body.
    pub replaces_body: bool,
    /// What it does for the threads of its process.
    pub thread: Option<Thread>,
    /// A Fortran procedure, with Fortran's way to pass arguments.
    pub fortran: Option<Binding>,
}

impl Routine {
    /// Position of the argument that the standard calls `name`.
    pub fn arg(&self, name: &str) -> Option<ArgPos> {
        self.args.iter().position(|a| a == name)
    }

    /// Bytes of a count.
    pub fn count_size(&self) -> u64 {
        if self.wide { 8 } else { 4 }
    }

    /// The form `<name>_c`: the same with counts that are `MPI_Count`s, also where it gives counts.
    pub(super) fn large_form(&self) -> Self {
        let wide = |kind| if kind == OutKind::Input { OutKind::InputWide } else { kind };
        let size = |o: &Output| if o.kind == OutKind::SharedUnit { Some(8) } else { o.size };
        let outputs = self.outputs.iter().map(|o| Output { kind: wide(o.kind), size: size(o), ..*o }).collect();
        Self { wide: true, outputs, ..self.clone() }
    }

    /// How long the operation lasts that a call of the routine starts.
    pub fn mode(&self) -> Mode {
        let makes = |kind| self.outputs.iter().any(|o| o.kind == kind);
        if makes(OutKind::PersistentRequest) {
            Mode::Persistent
        } else if makes(OutKind::Request) {
            Mode::Nonblocking
        } else {
            Mode::Blocking
        }
    }

    /// How it names the memory of other processes: by a window and a displacement, or by the address of the caller's
    /// corresponding object.
    pub fn is_symmetric(&self) -> bool {
        self.model == Model::Shmem
    }

    /// A blocking collective operation of MPI in which several processes contribute to what arrives: the caller's own part, or the
    /// parts of the first members, may be in the receive buffer before all members have entered. Data of a single sender cannot be
    /// there before the sender has entered.
    pub fn writes_from_start(&self) -> bool {
        let gathers = |o: &Order| matches!(o, Order::AllToAll | Order::AllToRoot | Order::Scan | Order::Neighbor);
        matches!(self.model, Model::Mpi | Model::Shmem | Model::Gaspi) && self.order.iter().any(gathers)
    }

    /// The memory of the caller that a blocking collective operation reads until it returns at the caller. It does not matter that
    /// another process has got its data and has returned: a buffer is free when the call returns at its owner (MPI 4.1, 6.1;
    /// OpenSHMEM 1.6, 9.9; GASPI 17.1, 11).
    pub fn sends_until_return(&self, effect: &Effect) -> bool {
        let moves_data = |o: &Order| {
            matches!(o, Order::RootToAll | Order::AllToRoot | Order::AllToAll | Order::Scan | Order::Neighbor)
        };
        matches!(self.model, Model::Mpi | Model::Shmem | Model::Gaspi)
            && effect.bank == Bank::Own
            && effect.access == AccessKind::Read
            && effect.until == Until::Return
            && self.order.iter().any(moves_data)
    }

    /// Issues a one-sided operation. An operation that a library of the user starts counts as one; its effect at the
    /// target is not known.
    pub fn is_rma(&self) -> bool {
        let starts = self.effects.iter().any(|e| e.until == Until::Completion);
        (self.model == Model::User && starts) || self.effects.iter().any(|e| e.bank == Bank::Target)
    }

    /// A blocking call that sends or receives data in the caller's memory: the memory is in use while the call runs (MPI 4.1, 3.4 and 6.1;
    /// OpenSHMEM 1.6, 9.9; GASPI 17.1, 9 and 11).
    pub fn moves_data(&self) -> bool {
        let moves = |o: &Order| {
            let collective =
                matches!(o, Order::RootToAll | Order::AllToRoot | Order::AllToAll | Order::Scan | Order::Neighbor);
            collective || matches!(o, Order::Send | Order::SynchronousSend | Order::Recv)
        };
        self.mode() == Mode::Blocking && self.communicates() && self.order.iter().any(moves)
    }

    /// Takes part in communication.
    pub fn communicates(&self) -> bool {
        match self.model {
            Model::Mpi | Model::Shmem | Model::Gaspi => true,
            Model::Libc => false,
            Model::User => self.is_rma() || !self.completes.is_empty() || !self.order.is_empty(),
        }
    }
}

/// The type of element in the name of a routine.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ElementType {
    /// The type as it is written in the name of the routine (`int`, `32`).
    pub name: String,
    /// Bytes of an element.
    pub size: u64,
}
