//! Facts about communicators: rank and size, how they were made, and which processes are members of the same one (theory, 4.6).

use crate::facts::{Facts, SymKey};
use crate::skeleton::Members;
use rma_frontend::ir::ValueId;
use rma_term::ids::{CtxId, ObjId, TermId};
use rma_term::term::{CommId, Knowledge, Sym, SymKind, Term};
use std::collections::BTreeMap;

/// Facts about a communicator or a group.
#[derive(Debug, Clone, Default)]
pub struct Communicator {
    /// The communicator that a handle stands for: the original of a duplicate, or the communicator whose ranks a group lists.
    pub id: Option<CommId>,
    /// The communicator or group that it was made from.
    pub parent: Option<CommId>,
    /// Its size, if that follows from how it was made.
    pub size: Option<TermId>,
    /// The rank in it, where that follows from the rank among all processes.
    pub rank: Option<TermId>,
    /// Made by a split: processes that have the same colour are members of one communicator.
    pub colour: Option<TermId>,
    /// Made by a split in the order of the ranks: what was split.
    pub split_of: Option<CommId>,
    /// The members are not determined by the program: condition on a process under which other processes have another
    /// communicator.
    pub doubt: Option<TermId>,
    /// An intercommunicator: the communicator of the local group.
    pub local_group: Option<CommId>,
    /// An intercommunicator: how the groups know each other.
    pub leaders: Option<Leaders>,
    /// Its grid.
    pub grid: Option<Grid>,
    /// A team with a stride over all processes.
    pub strided: Option<Strided>,
    /// A group: which ranks of its communicator are in it.
    pub members: Option<Members>,
    /// For a group to which the program adds processes one at a time: what each of these calls adds, if that is known.
    pub added: BTreeMap<(CtxId, ValueId), Option<Added>>,
}

/// A communicator without known facts.
static NOTHING: Communicator = Communicator {
    id: None,
    parent: None,
    size: None,
    rank: None,
    colour: None,
    split_of: None,
    doubt: None,
    local_group: None,
    leaders: None,
    grid: None,
    strided: None,
    members: None,
    added: BTreeMap::new(),
};

/// The leader of the local group of an intercommunicator, and the communicator and rank by which it refers to the other leader.
#[derive(Debug, Clone, Copy)]
pub struct Leaders {
    /// The leader's rank in the local group.
    pub own: TermId,
    /// The communicator that contains both leaders.
    pub peer: CommId,
    /// The rank of the other leader in `peer`.
    pub other: TermId,
}

/// Every `stride`-th process of all, from `start` on, `size` of them: the team of the calling process.
#[derive(Debug, Clone, Copy)]
pub struct Strided {
    /// The first one.
    pub start: TermId,
    /// The distance between neighbouring members.
    pub stride: TermId,
    /// How many they are.
    pub size: TermId,
}

/// The communicators and groups that the program makes.
#[derive(Debug, Default)]
pub struct Communicators {
    all: BTreeMap<ObjId, Communicator>,
}

impl Communicators {
    /// The facts about a communicator.
    pub fn of(&self, obj: ObjId) -> &Communicator {
        self.all.get(&obj).unwrap_or(&NOTHING)
    }

    /// The facts about a communicator, to be changed.
    pub fn of_mut(&mut self, obj: ObjId) -> &mut Communicator {
        self.all.entry(obj).or_default()
    }

    /// The facts about a communicator, if an object represents it.
    pub fn object(&self, comm: CommId) -> Option<&Communicator> {
        match comm {
            CommId::Object(obj) => self.all.get(&obj),
            CommId::World | CommId::SelfComm | CommId::Unknown => None,
        }
    }

    /// All, in the order in which they were made.
    pub fn iter(&self) -> impl Iterator<Item = (ObjId, &Communicator)> {
        self.all.iter().map(|(obj, comm)| (*obj, comm))
    }
}

/// Processes of a communicator, at most (assumption 28).
const MOST_PROCESSES: i64 = 1 << 20;

fn comm_name(comm: CommId, what: &str) -> String {
    match comm {
        CommId::World | CommId::SelfComm => what.to_owned(),
        CommId::Object(o) => format!("{what} in communicator {}", o.raw()),
        CommId::Unknown => format!("{what} in an unknown communicator"),
    }
}

impl Facts<'_> {
    /// Limits the number of processes of the program.
    pub fn most_processes(&mut self, most: i64) {
        let size = self.size_of_comm(CommId::World);
        if let Term::Sym(s) = *self.terms.get(size) {
            let hi = &mut self.terms.syms[s].hi;
            *hi = Some(hi.map_or(most, |known| known.min(most)));
        }
    }

    /// Size of a communicator.
    pub fn size_of_comm(&mut self, comm: CommId) -> TermId {
        if comm == CommId::SelfComm {
            return self.terms.int(1);
        }
        if let Some(size) = self.communicators.object(comm).and_then(|c| c.size) {
            return size;
        }
        let knowledge = if comm == CommId::Unknown { Knowledge::Input } else { Knowledge::Known };
        let s = self.symbol(SymKey::Comm(comm, false), |_| Sym {
            lo: Some(1),
            hi: Some(MOST_PROCESSES),
            uniform: comm == CommId::World,
            ..Sym::new(SymKind::Size(comm), comm_name(comm, "size"), knowledge)
        });
        self.terms.sym(s)
    }

    /// Number of processes in the remote group of an intercommunicator, whose own size is that of its local group; `None` for any other
    /// communicator.
    pub fn remote_size(&mut self, comm: CommId) -> Option<TermId> {
        self.communicators.object(comm)?.local_group.filter(|local| *local != CommId::Unknown)?;
        let s = self.symbol(SymKey::Comm(comm, false), |_| Sym {
            lo: Some(1),
            hi: Some(MOST_PROCESSES),
            ..Sym::new(SymKind::Size(comm), comm_name(comm, "size of the remote group"), Knowledge::Known)
        });
        Some(self.terms.sym(s))
    }

    /// Rank of the process in a communicator.
    pub fn rank_in_comm(&mut self, comm: CommId) -> TermId {
        if comm == CommId::SelfComm {
            return self.terms.int(0);
        }
        if let Some(rank) = self.communicators.object(comm).and_then(|c| c.rank) {
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

    /// Whether all processes are in one group by a communicator.
    pub fn is_of_all(&self, comm: CommId) -> bool {
        match comm {
            CommId::World => true,
            CommId::SelfComm | CommId::Unknown => false,
            CommId::Object(obj) => {
                let comm = self.communicators.of(obj);
                let parent = comm.parent.unwrap_or(CommId::World);
                comm.colour.is_none() && comm.local_group.is_none() && self.is_of_all(parent)
            }
        }
    }

    /// Whether a communicator is one between two groups.
    pub fn is_inter(&self, comm: CommId) -> bool {
        self.communicators.object(comm).is_some_and(|c| c.local_group.is_some())
    }

    /// For the root argument of a collective between two groups: whether the caller is the root, and whether the root is
    /// another process of its group (MPI 4.1, 6.2.3).
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
    /// The communicator whose ranks number the places of the grid.
    pub comm: CommId,
    /// Processes in each dimension.
    pub dims: Vec<TermId>,
    /// Whether each dimension wraps around; `None` where that is not known.
    pub periods: Vec<Option<TermId>>,
    /// Coordinates of the calling process.
    pub own: Vec<TermId>,
}

impl Facts<'_> {
    /// The grid that a handle names.
    pub fn grid(&self, handle: TermId) -> Option<Grid> {
        match self.terms.get(handle) {
            Term::Addr(o, _) => self.communicators.of(*o).grid.clone(),
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

/// The ranks that a call adds to a group, over all iterations of a loop around it (`gaspi_group_add`).
#[derive(Debug, Clone, Copy)]
pub struct Added {
    /// Holds if it adds the calling process.
    pub own: TermId,
    /// Holds if it adds any process.
    pub any: TermId,
    /// The rank that it adds first; or what the ranks have in common that it adds.
    pub first: TermId,
    /// The latter.
    pub common: bool,
}
