//! The accesses of a function as in its original module, before the reader normalises it.
//!
//! Screening tells the compiler which accesses a dynamic checker has to watch, so it has to name accesses of the module that the
//! compiler wrote. The reader's passes remove accesses to stack cells and rewrite others, so the reader records the original
//! accesses first.

use super::{LocId, ValueId};
use serde::{Deserialize, Serialize};

/// The accesses of one function.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Accesses {
    /// Position, among those that were read, of the module that the body is from.
    pub module: u32,
    /// A hash of the body: instructions, types, constants, names and lines, without attributes and markers of life times. Equal for
    /// the copies that several modules have of one function.
    pub fingerprint: u64,
    /// The accesses in the order of the instructions.
    pub list: Vec<RawAccess>,
}

/// An instruction that touches memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct RawAccess {
    /// What it is.
    pub form: AccessForm,
    /// Its position among the instructions of the function.
    pub index: u32,
    /// Position in the source.
    pub loc: Option<LocId>,
    /// What has become of it.
    pub fate: Fate,
}

/// Kinds of instructions that touch memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum AccessForm {
    /// A load that is not atomic.
    Load,
    /// A store that is not atomic.
    Store,
    /// An atomic load, store or update.
    Atomic,
    /// `llvm.memcpy` or `llvm.memmove`.
    Copy,
    /// `llvm.memset`.
    Fill,
    /// A call of a function that the module only declares, or through a pointer.
    Call,
}

impl AccessForm {
    /// The kind in words.
    pub fn words(self) -> &'static str {
        match self {
            AccessForm::Load => "load",
            AccessForm::Store => "store",
            AccessForm::Atomic => "atomic",
            AccessForm::Copy => "copy",
            AccessForm::Fill => "fill",
            AccessForm::Call => "call",
        }
    }

    /// Whether a compiler's instrumentation can leave it out and keep the order that a checker sees: calls and atomics
    /// are what the order between threads is made of.
    pub fn can_be_dropped(self) -> bool {
        !matches!(self, AccessForm::Atomic | AccessForm::Call)
    }
}

/// What the reader's passes have made of an instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Fate {
    /// It is this instruction.
    At(ValueId),
    /// It touched a stack cell that no pointer points to; the cell has become values.
    Local,
    /// Other instructions have replaced it.
    Gone,
}
