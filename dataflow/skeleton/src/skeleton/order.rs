//! The effect of a call on the order between processes, and on the epochs of a window (theory, 2.2).

use super::{Area, NoteRef};
use rma_frontend::api::{Compare, Epoch, Routine};
use rma_term::ids::{ObjId, TermId};
use rma_term::term::CommId;

/// The members of a group, as ranks of the communicator or window that the group is of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Members {
    /// All of them.
    All,
    /// The members with these ranks.
    Only(Vec<TermId>),
    /// All members except those with these ranks.
    Except(Vec<TermId>),
    /// Not known.
    Unknown,
}

/// A synchronisation call on a window (MPI 4.1, 12.5).
#[derive(Debug, Clone, PartialEq)]
pub struct EpochCall {
    /// The routine.
    pub routine: &'static Routine,
    /// What it does.
    pub change: Epoch,
    /// Window handle.
    pub win: TermId,
    /// Communicator of the window.
    pub comm: CommId,
    /// Target rank (lock, unlock, flush).
    pub rank: Option<TermId>,
    /// The lock is exclusive, a truth value (lock).
    pub exclusive: TermId,
    /// Bits of the assertion.
    pub assert: Option<TermId>,
    /// The group (post, start).
    pub members: Members,
    /// For a fence, whether it ends an epoch and so acts as a barrier; true for all other calls.
    pub ends: TermId,
    /// Holds when it takes effect (`*flag` of a test).
    pub cond: TermId,
    /// Condition that there is no epoch that it could end or flush, if that is known.
    pub unmatched: Option<TermId>,
    /// Condition that it is a fence at the end of an epoch between fences in which the window was locked or started, if that is
    /// known.
    pub mixed: Option<TermId>,
    /// Memory that it takes out of the window (detach).
    pub removes: Option<Area>,
}

/// Which members a collective orders before which (MPI 4.1, 6.1, and the flow of its data).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Direction {
    /// Events before the call at any member happen before events after it at any other member.
    AllToAll,
    /// Events before the call at the root happen before events after it at the others.
    RootToAll,
    /// Events before the call at the others happen before events after it at the root.
    AllToRoot,
    /// From lower ranks to higher ones.
    Scan,
    /// Along the edges of a topology.
    Neighbor,
    /// None: it only keeps its place in the sequence of collectives.
    None,
}

/// A location in the memory of a process.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Location {
    /// The memory: a window handle, or the address of an object in symmetric memory.
    pub memory: TermId,
    /// Rank of the process.
    pub target: TermId,
    /// Offset in the window or object, in bytes.
    pub offset: TermId,
    /// The number of bytes from `offset` on, if the process waits for all of them; `None`: for one value.
    pub len: Option<TermId>,
}

impl Location {
    /// The location with each of its terms replaced.
    pub fn map(&self, mut f: impl FnMut(TermId) -> TermId) -> Location {
        Location { memory: f(self.memory), target: f(self.target), offset: f(self.offset), len: self.len.map(f) }
    }
}

/// The value of a location that a process waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wanted {
    /// How the location's value must compare.
    pub compare: Compare,
    /// The value to compare with.
    pub value: TermId,
    /// The last value that the process itself has stored there, or the initial value.
    pub initial: Option<TermId>,
    /// The wait is the end of a loop that polls the value.
    pub polled: bool,
}

/// The part that a process takes in the order between processes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OrderKind {
    /// A blocking collective, or the start of a nonblocking one.
    Collective {
        /// Direction.
        direction: Direction,
        /// Rank of the root.
        root: Option<TermId>,
        /// Window that is freed by it.
        frees: Option<TermId>,
        /// Window that is made by it.
        makes: Option<ObjId>,
        /// Request object of a nonblocking one: it arrives at that request's completion.
        request: Option<ObjId>,
    },
    /// A message is sent, or begins to be.
    Send {
        /// Rank of the receiver.
        to: TermId,
        /// Tag.
        tag: TermId,
        /// Returns only when the matching receive has begun.
        synchronous: bool,
        /// Request of a synchronous nonblocking send: it is complete only then.
        request: Option<ObjId>,
    },
    /// A message is received.
    Receive {
        /// Rank of the sender; `None`: any.
        from: Option<TermId>,
        /// Tag; `None`: any.
        tag: Option<TermId>,
        /// The message is taken; a probe leaves it.
        takes: bool,
        /// The receive began earlier; this is where it is complete.
        posted: bool,
        /// The sender according to the status, of a receive from any source.
        sender: Option<TermId>,
        /// The tag according to the status, of a receive of any tag.
        told: Option<TermId>,
    },
    /// The request of a synchronous send is complete: a receive has begun to take the message.
    Taken {
        /// Rank of the receiver.
        to: TermId,
        /// Tag.
        tag: TermId,
        /// The request object that the send made.
        request: ObjId,
    },
    /// A loop is left because of what was fetched from this location, or a call returns that has waited for it.
    Observe {
        /// The location.
        location: Location,
        /// The fetching operation has changed it too.
        claims: bool,
        /// The value that was waited for, where it is known.
        wanted: Option<Wanted>,
    },
    /// A location that other processes wait for in this way is about to be written.
    Update {
        /// The location.
        location: Location,
        /// The value that it will hold, if that is known.
        value: Option<TermId>,
        /// The number that is added to the value, if that is known.
        adds: Option<TermId>,
    },
    /// A notification is posted to a process; when it is raised there, so has arrived what was written before.
    Notify {
        /// Which.
        note: NoteRef,
        /// The rank of the process to which it is posted.
        to: TermId,
        /// The queue whose earlier writes to that process have arrived when the notification has; `None`: only what the same call
        /// writes.
        queue: Option<TermId>,
    },
    /// A notification of the process itself is found raised.
    Notified {
        /// Which.
        note: NoteRef,
    },
    /// A notification of the process itself is reset.
    Reset {
        /// Which.
        note: NoteRef,
    },
    /// A nonblocking collective with this request is complete.
    Arrive {
        /// The request object that its start made.
        request: ObjId,
        /// Direction.
        direction: Direction,
        /// Rank of the root.
        root: Option<TermId>,
    },
}

/// A call that takes part in the order between processes.
#[derive(Debug, Clone, PartialEq)]
pub struct OrderCall {
    /// The routine.
    pub routine: &'static Routine,
    /// How.
    pub kind: OrderKind,
    /// Communicator.
    pub comm: CommId,
    /// Its handle, which distinguishes instances (communicators made in a loop, or by a split).
    pub handle: Option<TermId>,
    /// Holds when it does so (the partner is a process, the flag is true).
    pub cond: TermId,
    /// For collectives with a separate count for each process: condition that the caller contributes nothing, or (`RootToAll`) gets
    /// nothing. `None`: never, as far as is known.
    pub empty: Option<TermId>,
    /// A symbol in `empty` for the rank of the process that the caller contributes nothing to. `None`: to no process.
    pub member: Option<TermId>,
}

impl Members {
    /// The members with each rank replaced.
    pub fn map(&self, f: impl FnMut(&TermId) -> TermId) -> Members {
        match self {
            Members::Only(list) => Members::Only(list.iter().map(f).collect()),
            Members::Except(list) => Members::Except(list.iter().map(f).collect()),
            other => other.clone(),
        }
    }
}

impl EpochCall {
    /// The call with each of its terms replaced.
    pub fn map(&self, mut f: impl FnMut(TermId) -> TermId) -> EpochCall {
        EpochCall {
            win: f(self.win),
            rank: self.rank.map(&mut f),
            exclusive: f(self.exclusive),
            assert: self.assert.map(&mut f),
            members: self.members.map(|t| f(*t)),
            ends: f(self.ends),
            cond: f(self.cond),
            removes: self.removes.as_ref().map(|a| a.map(&mut f)),
            ..self.clone()
        }
    }
}

impl OrderCall {
    /// A collective that no process leaves before all have entered.
    pub fn is_barrier(&self) -> bool {
        self.empty.is_none() && self.joins_all()
    }

    /// A blocking collective whose data goes from all to all.
    pub fn joins_all(&self) -> bool {
        matches!(self.kind, OrderKind::Collective { direction: Direction::AllToAll, request: None, .. })
    }

    /// The call with each of its terms replaced.
    pub fn map(&self, mut f: impl FnMut(TermId) -> TermId) -> OrderCall {
        let kind = match &self.kind {
            OrderKind::Collective { direction, root, frees, makes, request } => OrderKind::Collective {
                makes: *makes,
                direction: *direction,
                root: root.map(&mut f),
                frees: frees.map(&mut f),
                request: *request,
            },
            OrderKind::Send { to, tag, synchronous, request } => {
                OrderKind::Send { to: f(*to), tag: f(*tag), synchronous: *synchronous, request: *request }
            }
            OrderKind::Receive { from, tag, takes, posted, sender, told } => {
                let (from, tag) = (from.map(&mut f), tag.map(&mut f));
                let (sender, told) = (sender.map(&mut f), told.map(&mut f));
                OrderKind::Receive { from, tag, takes: *takes, posted: *posted, sender, told }
            }
            OrderKind::Taken { to, tag, request } => OrderKind::Taken { to: f(*to), tag: f(*tag), request: *request },
            OrderKind::Observe { location, claims, wanted } => OrderKind::Observe {
                location: location.map(&mut f),
                claims: *claims,
                wanted: wanted.map(|w| Wanted { value: f(w.value), initial: w.initial.map(&mut f), ..w }),
            },
            OrderKind::Update { location, value, adds } => {
                OrderKind::Update { location: location.map(&mut f), value: value.map(&mut f), adds: adds.map(&mut f) }
            }
            OrderKind::Notify { note, to, queue } => {
                OrderKind::Notify { note: note.map(&mut f), to: f(*to), queue: queue.map(&mut f) }
            }
            OrderKind::Notified { note } => OrderKind::Notified { note: note.map(&mut f) },
            OrderKind::Reset { note } => OrderKind::Reset { note: note.map(&mut f) },
            OrderKind::Arrive { request, direction, root } => {
                OrderKind::Arrive { request: *request, direction: *direction, root: root.map(&mut f) }
            }
        };
        let (empty, member) = (self.empty.map(&mut f), self.member.map(&mut f));
        OrderCall { kind, handle: self.handle.map(&mut f), cond: f(self.cond), empty, member, ..self.clone() }
    }
}
