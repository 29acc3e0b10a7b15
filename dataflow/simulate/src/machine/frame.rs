//! Processes and their calls.

use super::Value;
use crate::world::Pending;
use rma_frontend::ir::{BlockId, FuncId, ValueId};

/// A call that has not returned.
#[derive(Debug)]
pub(crate) struct Frame {
    pub function: FuncId,
    pub block: BlockId,
    pub came_from: Option<BlockId>,
    pub next: ValueId,
    pub values: Vec<Value>,
    pub params: Vec<Value>,
    /// Arguments behind the parameters.
    pub more: Vec<Value>,
    /// Where the stack was.
    pub mark: u64,
    /// Which of the branches that were decided by something read are still open: where their paths meet again.
    pub doubts: Vec<Option<BlockId>>,
    /// The call was made by the machine itself, which waits for its result.
    pub nested: bool,
}

/// A process.
#[derive(Debug, Default)]
pub(crate) struct Process {
    pub frames: Vec<Frame>,
    pub ended: bool,
    /// The call that it waits in has been announced to the others.
    pub waits: Option<Pending>,
    /// What the last nested call gave back.
    pub result: Value,
    /// Functions that run at the end.
    pub at_exit: Vec<FuncId>,
    /// State of small routines of the C library.
    pub random: u64,
    pub ticks: u64,
    pub option_place: u64,
    /// The address in shared memory that was loaded last: loaded again, it is polled.
    pub polled: Option<u64>,
    pub cells: rustc_hash::FxHashMap<&'static str, u64>,
}

impl Process {
    /// Whether the current point is reached only for some values of what was read.
    pub fn in_doubt(&self) -> bool {
        self.frames.iter().any(|f| !f.doubts.is_empty())
    }
}
