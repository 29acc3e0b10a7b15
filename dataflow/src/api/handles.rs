//! Handles as terms: which predefined object or which constructor call they come from.

use super::Window;
use crate::interp::Interp;
use crate::interp::SymKey;
use crate::object::{ObjId, ObjKind};
use crate::term::{CommId, Knowledge, Sym, SymKind, Term, TermId};
use rma_frontend::api::{Abi, CommHandle, HandleKey, Routine};

impl Interp<'_> {
    /// Calls `f` with the form in which the ABI tables know a handle.
    pub(crate) fn with_key<R>(&self, handle: TermId, f: impl FnOnce(HandleKey) -> R) -> Option<R> {
        match self.terms.get(handle) {
            // Handles of Open MPI are numbers in Fortran only, and small ones, which other things are too.
            Term::Const(_) if self.abi == Some(Abi::OpenMpi) && !self.speaks_fortran => None,
            Term::Const(c) => Some(f(HandleKey::Int(*c))),
            Term::Addr(o, _) => match self.objects[*o].kind {
                ObjKind::Global(g) => Some(f(HandleKey::Symbol(&self.module.globals[g].name))),
                _ => None,
            },
            _ => None,
        }
    }

    /// The communicator behind a handle.
    pub(crate) fn comm(&self, handle: TermId) -> CommId {
        if let Some(abi) = self.abi
            && let Some(Some(c)) = self.with_key(handle, |k| abi.comm(k))
        {
            return match c {
                CommHandle::World => CommId::World,
                CommHandle::SelfComm => CommId::SelfComm,
                CommHandle::Null => CommId::Unknown,
            };
        }
        match *self.terms.get(handle) {
            Term::Addr(o, _) => self.api.comms.get(&o).copied().unwrap_or(CommId::Unknown),
            // What a split gives is used where it is no null handle.
            Term::Ite(_, a, b) => match (self.comm(a), self.comm(b)) {
                (CommId::Unknown, c) | (c, CommId::Unknown) => c,
                (a, b) if a == b => a,
                _ => CommId::Unknown,
            },
            _ => CommId::Unknown,
        }
    }

    /// Size of a communicator.
    pub(crate) fn comm_size(&mut self, handle: TermId) -> TermId {
        let comm = self.comm(handle);
        self.size_of_comm(comm)
    }

    pub(crate) fn size_of_comm(&mut self, comm: CommId) -> TermId {
        if comm == CommId::SelfComm {
            return self.terms.int(1);
        }
        if let Some(&size) = self.api.sizes.get(&comm) {
            return size;
        }
        let knowledge = if comm == CommId::Unknown { Knowledge::Input } else { Knowledge::Known };
        let s = self.symbol(SymKey::Comm(comm, false), |_| Sym {
            lo: Some(1),
            uniform: comm == CommId::World,
            ..Sym::new(SymKind::Size(comm), comm_name(comm, "size"), knowledge)
        });
        self.terms.sym(s)
    }

    /// Rank of the process in a communicator.
    pub(crate) fn rank_in_comm(&mut self, comm: CommId) -> TermId {
        if comm == CommId::SelfComm {
            return self.terms.int(0);
        }
        if let Some(&rank) = self.api.ranks.get(&comm) {
            return rank;
        }
        let size = self.size_of_comm(comm);
        let knowledge = if comm == CommId::Unknown { Knowledge::Input } else { Knowledge::Known };
        let s = self.symbol(SymKey::Comm(comm, true), |_| Sym {
            lo: Some(0),
            below: Some(size),
            ..Sym::new(SymKind::Rank(comm), comm_name(comm, "rank"), knowledge)
        });
        self.terms.sym(s)
    }

    /// Whether a communicator is one between two groups.
    pub(crate) fn is_inter(&self, comm: CommId) -> bool {
        matches!(comm, CommId::Object(obj) if self.api.local_groups.contains_key(&obj))
    }

    /// Whether the root argument of a collective between two groups says that the caller is the root, and whether it says
    /// that the root is another one of its group (MPI 4.1, 6.2.3).
    pub(crate) fn root_side(&mut self, root: TermId) -> [TermId; 2] {
        let (here, null) = self.abi.map_or((-1, -1), |a| (a.constants().root, a.constants().proc_null));
        [here, null].map(|c| {
            let c = self.terms.int(c);
            self.terms.eq(root, c)
        })
    }

    /// The window behind a handle.
    pub(crate) fn window(&self, handle: TermId) -> Option<(ObjId, &Window)> {
        match *self.terms.get(self.the_object(handle)) {
            Term::Addr(o, _) => self.api.windows.get(&o).map(|w| (o, w)),
            _ => None,
        }
    }

    /// The communicator of a window; of several that a handle may be, the one that all of them have.
    pub(crate) fn comm_of_window(&self, handle: TermId) -> CommId {
        if let Some((_, w)) = self.window(handle) {
            return w.comm;
        }
        let Term::Ite(_, a, b) = *self.terms.get(handle) else { return CommId::Unknown };
        match (self.comm_of_window(a), self.comm_of_window(b)) {
            (a, b) if a == b => a,
            _ => CommId::Unknown,
        }
    }

    /// The one object that a handle can be where it is used: a handle that is null on other paths is not used there.
    pub(crate) fn the_object(&self, handle: TermId) -> TermId {
        match *self.terms.get(handle) {
            Term::Ite(_, a, b) => {
                let (a, b) = (self.the_object(a), self.the_object(b));
                let object = |t: TermId| matches!(self.terms.get(t), Term::Addr(..));
                let one_of = |t: TermId| matches!(self.terms.get(t), Term::Ite(..)) && !self.objects_in(t).is_empty();
                match (object(a), object(b)) {
                    (true, false) if !one_of(b) => a,
                    (false, true) if !one_of(a) => b,
                    _ => handle,
                }
            }
            _ => handle,
        }
    }

    /// Whether an operation handle is `MPI_NO_OP`.
    pub(crate) fn is_no_op(&self, op: TermId) -> bool {
        self.abi.is_some_and(|abi| self.with_key(op, |k| abi.op(k) == Some("MPI_NO_OP")) == Some(true))
    }

    /// Bytes of a handle in memory, as a routine of C or of Fortran has it.
    pub(crate) fn handle_size(&self, routine: &Routine) -> u64 {
        match self.abi {
            Some(rma_frontend::api::Abi::OpenMpi) if routine.fortran.is_none() => 8,
            _ => 4,
        }
    }
}

fn comm_name(comm: CommId, what: &str) -> String {
    match comm {
        CommId::World | CommId::SelfComm => what.to_owned(),
        CommId::Object(o) => format!("{what} in communicator {}", o.raw()),
        CommId::Unknown => format!("{what} in an unknown communicator"),
    }
}
