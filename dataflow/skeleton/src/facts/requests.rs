//! Request handles that the program copies (theory, 4.6).
//!
//! A request is a handle, and a copy of it names the same operation (MPI 4.1, 2.5.1).

use crate::facts::Facts;
use crate::skeleton::RequestRef;
use rma_term::ids::ObjId;
use rustc_hash::{FxHashMap, FxHashSet};

/// Bytes of the smallest handle.
const SMALLEST: u64 = 4;

/// Request handles that the program has copied, anywhere.
#[derive(Debug, Default)]
pub struct HandleCopies {
    /// Requests whose handle was stored by an instruction.
    pub requests: FxHashSet<ObjId>,
    /// Memory from which something was copied that may be a handle.
    pub memory: FxHashMap<ObjId, FxHashSet<(i64, i64)>>,
}

impl Facts<'_> {
    /// Whether cells other than the one that the handle was made in may contain the handle of an operation.
    pub fn is_copied(&mut self, request: &RequestRef) -> bool {
        request.cell.is_empty() || self.copies.requests.contains(&request.obj) || self.is_moved(request)
    }

    /// Whether the cell that a handle was made in may have been copied as a part of memory.
    pub fn is_moved(&mut self, request: &RequestRef) -> bool {
        request.cell.iter().any(|p| {
            let (start, end) = self.bytes_of(p, Some(SMALLEST));
            let moved = self.copies.memory.get(&p.obj);
            moved.is_some_and(|all| all.iter().any(|(from, to)| *from < end && start < *to))
        })
    }
}
