//! Options that change how a program is interpreted (theory, 1.2).

use rma_term::limits::{Budget, Limits};

/// Who calls the entry function.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Caller {
    /// The launcher of the program: the arguments are the same on all processes, globals have their initial content.
    #[default]
    Launcher,
    /// Code that is not part of the input: each process may pass other arguments, and what globals hold is not known.
    Unknown,
}

/// How window memory behaves (MPI 4.1, 12.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum MemoryModel {
    /// A window has one copy.
    #[default]
    Unified,
    /// The owner's accesses and the operations of others work on two copies, which synchronisation calls reconcile.
    Separate,
}

/// How programs are read.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// The memory model of all windows.
    pub memory_model: MemoryModel,
    /// Report also what only the letter of the standard calls a conflict, although no implementation makes a
    /// difference.
    pub strict_spec: bool,
    /// Who calls the entry function.
    pub caller: Caller,
    /// Also record what each instruction may touch.
    pub screening: bool,
    /// Functions without a body that are known not to communicate, by linker name; `name*` stands for all names with
    /// this prefix.
    pub silent: Vec<String>,
    /// The limits of the analysis.
    pub limits: Limits,
    /// The time and the memory that the run may use.
    pub budget: Budget,
}
