//! The parts of the steps of a run (theory, 9.1).

use super::eval::Value;
use rma_frontend::api::{Bank, Compare};
use rma_skeleton::skeleton::Direction;
use rma_term::ids::{EventRef, ObjId};
use rma_term::term::CommId;
use std::rc::Rc;

/// Bytes of one object of one process.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Piece {
    /// The process whose memory this is.
    pub owner: usize,
    /// Object and instance.
    pub object: (ObjId, i64),
    /// First byte.
    pub start: i64,
    /// The byte after the last one.
    pub end: i64,
}

/// The bytes of an access; `None` where they are not known.
pub(super) type Bytes = Option<Vec<Piece>>;

/// A channel of collectives or messages: the communicator as an object, its handle, and its members.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Channel {
    pub comm: CommId,
    pub handle: Option<Value>,
    pub members: Vec<usize>,
}

/// A lock of a window.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Lock {
    pub win: Value,
    /// The target; `None`: all processes.
    pub target: Option<usize>,
    pub exclusive: bool,
}

/// A word of memory by which processes synchronise.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Spot {
    /// The process whose memory this is.
    pub owner: usize,
    pub word: Word,
}

/// The memory, position and so on by which a word of a process differs from its other words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Word {
    /// Object with its instance, and the distance in bytes.
    Memory((ObjId, i64), i64),
    /// Notification of a segment: the segment and the number.
    Note(i64, i64),
}

impl Spot {
    /// Whether it is one of the words from `first` on, in this many bytes.
    pub fn is_among(&self, first: &Spot, len: i64) -> bool {
        let among = match (self.word, first.word) {
            (Word::Memory(x, at), Word::Memory(y, from)) => x == y && (from..from + len).contains(&at),
            (a, b) => a == b,
        };
        self.owner == first.owner && among
    }
}

/// The words that a wait is for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Watched {
    /// One of these; none: they are not known.
    AnyOf(Vec<Spot>),
    /// Each word from this one on, in this many bytes, in which something is stored.
    Each(Spot, i64),
}

/// A comparison with a number.
pub(super) type Wish = (Compare, i64);

/// An operation at its target.
#[derive(Debug, Clone)]
pub(super) struct Operation {
    pub win: Value,
    pub target: usize,
    /// Effects at the target and at the origin, by their numbers.
    pub effects: Vec<(u32, Bank, Bytes)>,
    /// Nothing changes at the target.
    pub reads_only: bool,
    /// The operation fetches data to the origin.
    pub fetches: bool,
    /// The update that follows proves that it is complete.
    pub announced: bool,
    /// The operation has a request: its object and the instance, if they are known.
    pub request: Option<Option<(ObjId, i64)>>,
    /// The queue that it is posted to.
    pub queue: Option<i64>,
    /// The notification that it raises at its origin.
    pub noted: Option<Spot>,
}

impl Operation {
    /// Whether a wait for a request completes it; `None`: which operations the wait is for is not known.
    pub fn completes(&self, waited_for: Option<(ObjId, i64)>) -> Option<bool> {
        match (self.request, waited_for) {
            (None, _) => Some(false),
            (Some(Some(own)), Some(done)) => Some(own == done),
            _ => None,
        }
    }
}

/// A completion by a call on a window.
#[derive(Debug, Clone)]
pub(super) struct Completion {
    pub win: Value,
    pub target: Option<usize>,
    /// `true`: only operations of passive epochs; `false`: only of active epochs; `None`: all.
    pub passive: Option<bool>,
    /// At the targets too, of what is changed there.
    pub both: bool,
    /// Nothing is complete: what is written there comes before what is written later.
    pub fences: bool,
    /// The end of an access epoch whose operations the target waits for.
    pub closes: bool,
}

/// The operations on its target that an update proves to be complete.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Acknowledged {
    /// Operations that a fence separates from the update, and the operation whose call makes the update.
    Fenced,
    /// Operations that were posted to this queue before; `None`: only the operation of the same call.
    Queue(Option<i64>),
}

/// The action of a step.
#[derive(Debug, Clone)]
pub(super) enum Act {
    /// An access to the process' own memory, or to a part of a shared window.
    Access(Bytes),
    Operation(Operation),
    Completion(Completion),
    /// Requests are complete; the given one, if it is known.
    Requests(Option<(ObjId, i64)>),
    /// The operations that were posted to a queue are complete at their origin.
    Drained(i64),
    /// The operation that raises a notification at its origin is complete.
    Noted,
    Fence {
        win: Value,
        members: Vec<usize>,
        ends: bool,
    },
    Post {
        win: Value,
        to: Vec<usize>,
    },
    Start {
        win: Value,
        to: Vec<usize>,
    },
    Close {
        win: Value,
    },
    Wait {
        win: Value,
    },
    Collective {
        channel: Channel,
        direction: Direction,
        root: Option<usize>,
        request: Option<ObjId>,
        makes: Option<ObjId>,
        /// The processes that it contributes nothing to, or gets nothing from as a root.
        idle: Vec<usize>,
        /// The processes that it exchanges data with.
        partners: Vec<usize>,
    },
    Arrive {
        request: ObjId,
    },
    /// A word is about to be set, or added to.
    Update {
        spot: Option<Spot>,
        value: Option<i64>,
        adds: Option<i64>,
        of: Acknowledged,
    },
    /// The process has found that words compare in this way with a value; `None`: it is not known which
    /// value.
    Observe {
        watched: Watched,
        wish: Option<Wish>,
        initial: Option<i64>,
    },
    /// Resets that one of these words that the last wait has found.
    Reset(Vec<Spot>),
    /// The process takes a lock that is made of a word.
    Acquire(Value),
    Release(Value),
    Send {
        channel: Channel,
        to: usize,
        tag: i64,
        synchronous: bool,
    },
    Receive {
        channel: Channel,
        from: Option<usize>,
        tag: Option<i64>,
    },
}

/// A step of a process.
#[derive(Debug, Clone)]
pub(super) struct Step {
    pub at: EventRef,
    pub act: Act,
    /// Locks that are held.
    pub locks: Rc<Vec<Lock>>,
}
