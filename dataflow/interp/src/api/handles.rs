//! Handles as terms: which predefined object or which constructor call they come from (theory, 4.6).

use crate::interp::Interp;
use rma_frontend::api::{Abi, CommHandle, HandleKey, Routine};
use rma_term::ids::TermId;
use rma_term::object::ObjKind;
use rma_term::term::{CommId, Term};

impl Interp<'_> {
    /// Calls `f` with the form in which the ABI tables know a handle.
    pub(crate) fn with_key<R>(&self, handle: TermId, f: impl FnOnce(HandleKey) -> R) -> Option<R> {
        match self.facts.terms.get(handle) {
            // Handles of Open MPI are numbers in Fortran only, and small ones, which other things are too.
            Term::Const(_) if !self.facts.abi.is_none_or(Abi::handles_are_numbers) && !self.speaks_fortran => None,
            Term::Const(c) => Some(f(HandleKey::Int(*c))),
            Term::Addr(o, _) => match self.facts.objects[*o].kind {
                ObjKind::Global(g) => Some(f(HandleKey::Symbol(&self.facts.module.globals[g].name))),
                _ => None,
            },
            _ => None,
        }
    }

    /// The communicator that a handle names.
    pub(crate) fn comm(&self, handle: TermId) -> CommId {
        if let Some(abi) = self.facts.abi
            && let Some(Some(c)) = self.with_key(handle, |k| abi.comm(k))
        {
            return match c {
                CommHandle::World => CommId::World,
                CommHandle::SelfComm => CommId::SelfComm,
                CommHandle::Null => CommId::Unknown,
            };
        }
        match *self.facts.terms.get(handle) {
            Term::Addr(o, _) => self.facts.communicators.of(o).id.unwrap_or(CommId::Unknown),
            // What a split gives is used where it is no null handle.
            Term::Ite(_, x, y) => match (self.comm(x), self.comm(y)) {
                (CommId::Unknown, c) if self.is_no_object(x) => c,
                (c, CommId::Unknown) if self.is_no_object(y) => c,
                (a, b) if a == b && a != CommId::Unknown => a,
                _ => self.chosen_communicator(handle).unwrap_or(CommId::Unknown),
            },
            _ => CommId::Unknown,
        }
    }

    /// A null handle, or one of several: it stands for no object that the program has made.
    pub(super) fn is_no_object(&self, handle: TermId) -> bool {
        match *self.facts.terms.get(handle) {
            Term::Const(_) => true,
            Term::Ite(_, a, b) => self.is_no_object(a) && self.is_no_object(b),
            _ => false,
        }
    }

    /// Size of a communicator.
    pub(crate) fn comm_size(&mut self, handle: TermId) -> TermId {
        let comm = self.comm(handle);
        self.facts.size_of_comm(comm)
    }

    /// Whether an operation handle is `MPI_NO_OP`.
    pub(crate) fn is_no_op(&self, op: TermId) -> bool {
        self.facts.abi.is_some_and(|abi| self.with_key(op, |k| abi.op(k) == Some("MPI_NO_OP")) == Some(true))
    }

    /// If a reduction operation is `MPI_NO_OP` in some cases, the operation in the other cases: `MPI_NO_OP` may be mixed with any
    /// operation (MPI 4.1, 12.2.1, `same_op_no_op`).
    pub(crate) fn changing_op(&self, op: TermId) -> TermId {
        match *self.facts.terms.get(op) {
            Term::Ite(_, a, b) if self.is_no_op(a) => self.changing_op(b),
            Term::Ite(_, a, b) if self.is_no_op(b) => self.changing_op(a),
            _ => op,
        }
    }

    /// Bytes of a handle in memory, for a routine of C or of Fortran.
    pub(crate) fn handle_size(&self, routine: &Routine) -> u64 {
        match self.facts.abi {
            Some(abi) if routine.fortran.is_none() => abi.handle_size(),
            _ => 4,
        }
    }
}
