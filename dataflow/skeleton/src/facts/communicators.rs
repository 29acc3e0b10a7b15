//! What is known of communicators: the rank and the size in them, what they were made of, who is in them together.

use crate::facts::Facts;
use crate::facts::SymKey;
use rma_term::ids::TermId;
use rma_term::term::CommId;
use rma_term::term::Knowledge;
use rma_term::term::Sym;
use rma_term::term::SymKind;
use rma_term::term::Term;

fn comm_name(comm: CommId, what: &str) -> String {
    match comm {
        CommId::World | CommId::SelfComm => what.to_owned(),
        CommId::Object(o) => format!("{what} in communicator {}", o.raw()),
        CommId::Unknown => format!("{what} in an unknown communicator"),
    }
}

impl Facts<'_> {
    /// Size of a communicator.
    pub fn size_of_comm(&mut self, comm: CommId) -> TermId {
        if comm == CommId::SelfComm {
            return self.terms.int(1);
        }
        if let Some(&size) = self.sizes.get(&comm) {
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
    pub fn rank_in_comm(&mut self, comm: CommId) -> TermId {
        if comm == CommId::SelfComm {
            return self.terms.int(0);
        }
        if let Some(&rank) = self.ranks.get(&comm) {
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
    pub fn is_inter(&self, comm: CommId) -> bool {
        matches!(comm, CommId::Object(obj) if self.local_groups.contains_key(&obj))
    }

    /// Whether the root argument of a collective between two groups says that the caller is the root, and whether it says
    /// that the root is another one of its group (MPI 4.1, 6.2.3).
    pub fn root_side(&mut self, root: TermId) -> [TermId; 2] {
        let (here, null) = self.abi.map_or((-1, -1), |a| (a.constants().root, a.constants().proc_null));
        [here, null].map(|c| {
            let c = self.terms.int(c);
            self.terms.eq(root, c)
        })
    }
}

/// The grid of a communicator.
#[derive(Debug, Clone)]
pub struct Grid {
    /// Whose ranks number the places.
    pub comm: CommId,
    /// Processes in each dimension.
    pub dims: Vec<TermId>,
    /// Whether each dimension wraps around; `None` where that is not known.
    pub periods: Vec<Option<TermId>>,
    /// Coordinates of the calling process.
    pub own: Vec<TermId>,
}

impl Facts<'_> {
    /// The grid behind a handle.
    pub fn grid(&self, handle: TermId) -> Option<Grid> {
        match self.terms.get(handle) {
            Term::Addr(o, _) => self.grids.get(o).cloned(),
            Term::Ite(_, a, b) => self.grid(*a).or_else(|| self.grid(*b)),
            _ => None,
        }
    }

    /// Steps along edges of the grid from one place to another: neighbours are one step apart (MPI 4.1, 8.6).
    pub fn grid_steps(&mut self, grid: &Grid, places: &[Vec<TermId>; 2]) -> Option<TermId> {
        let mut sum = self.terms.int(0);
        for (d, n) in grid.dims.iter().enumerate() {
            let (up, down) = (self.terms.sub(places[0][d], places[1][d]), self.terms.sub(places[1][d], places[0][d]));
            let below = self.terms.le(up, down);
            let straight = self.terms.ite(below, down, up);
            let around = self.terms.sub(*n, straight);
            let shorter = self.terms.lt(around, straight);
            let shorter = self.terms.all(&[grid.periods[d]?, shorter]);
            let steps = self.terms.ite(shorter, around, straight);
            sum = self.terms.add(sum, steps);
        }
        Some(sum)
    }
}
