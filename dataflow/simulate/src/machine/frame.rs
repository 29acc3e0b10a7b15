//! Processes and their calls (theory, 9.4).

use super::Value;
use crate::world::Pending;
use rma_frontend::ir::{BlockId, FuncId, ValueId};
use rustc_hash::FxHashMap;

/// A call that has not returned.
#[derive(Debug)]
pub(crate) struct Frame {
    pub function: FuncId,
    pub block: BlockId,
    pub came_from: Option<BlockId>,
    pub next: ValueId,
    pub values: Vec<Value>,
    pub params: Vec<Value>,
    /// Arguments after the parameters.
    pub more: Vec<Value>,
    /// The end of the stack before the call.
    pub mark: u64,
    /// The open branches that values read at run time have decided: the blocks where their paths meet again.
    pub doubts: Vec<Option<BlockId>>,
    /// The loops that it is in or has left, by their headers, with the number of the current or last iteration, which begins with 0.
    pub iterations: Vec<(BlockId, u32)>,
    pub back: Back,
}

impl Frame {
    /// Begins an iteration of a loop. Loops that were entered in the previous iteration are counted from 0 again.
    #[inline]
    pub fn begin_iteration(&mut self, header: BlockId) {
        match self.iterations.iter().position(|(of, _)| *of == header) {
            Some(n) => {
                self.iterations.truncate(n + 1);
                self.iterations[n].1 = self.iterations[n].1.saturating_add(1);
            }
            None => self.iterations.push((header, 0)),
        }
    }
}

/// Who takes the result of a call.
#[derive(Debug)]
pub(crate) enum Back {
    /// The function that called.
    Caller,
    /// The machine itself, which waits for it.
    Machine,
    /// The function below, which sees another value instead.
    Instead(Value),
    /// The call is that of a thread: when it ends, the thread with this number continues after the call that has started the other
    /// one.
    Thread(u64),
}

/// The threads of a process: each runs from its creation to its end.
#[derive(Debug, Default)]
pub(crate) struct Threads {
    /// Which one runs; 0 is the first.
    pub current: u64,
    /// How many were started.
    pub started: u64,
    pub results: FxHashMap<u64, Value>,
    /// Locks that are held, by address, with the thread that holds them and how often.
    pub held: FxHashMap<u64, (u64, u64)>,
    /// Thread-local variables: their addresses, by thread and address of the variable.
    pub locals: FxHashMap<(u64, u64), u64>,
}

/// An object that was thrown.
#[derive(Debug, Clone)]
pub(crate) struct Thrown {
    /// Type information and destructor.
    pub ty: u64,
    pub destructor: u64,
    /// The address that a handler sees: of the object, of one of its bases, or the thrown pointer.
    pub adjusted: u64,
    /// How many handlers are open for it, and whether one of them threw it again.
    pub handlers: u64,
    pub again: bool,
}

/// A process.
#[derive(Debug, Default)]
pub(crate) struct Process {
    pub frames: Vec<Frame>,
    pub ended: bool,
    /// The call in which the process waits, if it has announced this call to the others.
    pub waits: Option<Pending>,
    /// The result of the last nested call.
    pub result: Value,
    /// Functions that run at the end, with their argument.
    pub at_exit: Vec<(FuncId, Value)>,
    /// Branches that were decided by something read and are still open, in all calls.
    pub doubts: usize,
    pub threads: Threads,
    /// Exceptions by the address of their object, and those that are being handled, the innermost last.
    pub thrown: FxHashMap<u64, Thrown>,
    pub caught: Vec<u64>,
    /// The value of the next landing pad.
    pub landed: Value,
    /// Loops of OpenMP whose iterations are distributed: first and last iteration, and the step.
    pub loops: Vec<[i64; 3]>,
    /// The text that was written into each text stream, by the address of the stream.
    pub texts: FxHashMap<u64, Vec<u8>>,
    /// Streams of `texts` that contain something that was read at run time.
    pub texts_read: rustc_hash::FxHashSet<u64>,
    /// State of small routines of the C library.
    pub random: u64,
    pub ticks: u64,
    pub option_place: u64,
    /// The address in shared memory that was loaded last: loaded again, it is polled.
    pub polled: Option<u64>,
    pub cells: FxHashMap<&'static str, u64>,
}

impl Process {
    /// Whether the current point is reached only for some values of what was read.
    pub fn in_doubt(&self) -> bool {
        self.doubts > 0
    }
}
