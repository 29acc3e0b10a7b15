//! States of the product: the points that the two processes have reached, the relation of their iterations, and the
//! synchronisations that one has performed and the other has not yet matched (theory, 7.2).

use super::seen::Seen;
use super::trail::Trail;
use crate::segment::Point;
use rma_term::ids::{EventRef, LoopId, ObjId, TermId};
use rma_term::limits::{Limit, Watch};
use rma_term::term::{CommId, Process};
use rustc_hash::FxHashSet;
use std::collections::{BTreeMap, BTreeSet};

/// How the current iteration of a loop relates to that of the other process.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Iter {
    /// Both are in the loop; this process is this many iterations past a common number.
    Together(i8),
    /// The iteration with this number.
    Fixed(i64),
    /// The other process has left the loop after this many more iterations, at its header or by a jump. Because the
    /// loop contains a barrier, this process makes no more iterations than that.
    Left(u8),
    /// Any.
    Own,
}

/// The iterations of the loops around a place, outermost first.
pub(super) type Iters = Vec<(LoopId, Iter)>;

/// The place of one process.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub(super) struct At {
    /// The synchronisation that it has passed.
    pub point: Point,
    /// Loops around it, outermost first.
    pub iters: Iters,
}

/// The object that a sequence of synchronisations belongs to; the calls in it are numbered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Sequence {
    /// The collectives of a communicator.
    Comm(CommId),
    /// The fences of a window that are no barriers.
    Fences(ObjId),
}

/// Epoch calls of one process on one window that the other process has not matched yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub(super) struct Exposure {
    /// Posts to the other process that it has not answered with a start.
    pub posts: u8,
    /// Access epochs to the other process that began before its post.
    pub early: u8,
    /// Open access epochs to the other process.
    pub open: u8,
    /// Completed access epochs to the other process that it has not waited for.
    pub complete: u8,
    /// The open exposure epoch allows operations of the other process.
    pub exposed: bool,
}

/// A message that was sent and not received.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Message {
    pub comm: CommId,
    /// Duplicates of a communicator have separate channels.
    pub handle: Option<TermId>,
    pub tag: TermId,
    /// The request of the synchronous send that it was last sent with.
    pub request: Option<ObjId>,
}

/// A location in a window whose value one process has changed, or holds as a lock.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Flag {
    pub window: ObjId,
    pub target: TermId,
    pub offset: TermId,
    /// The location is changed repeatedly, and every wait consumes one change.
    pub repeated: bool,
    /// Bytes from there on, if all of them are meant.
    pub len: Option<TermId>,
    /// The value that it holds, if that is known.
    pub value: Option<TermId>,
    /// The change.
    pub by: EventRef,
    /// The iterations in which it was made.
    pub iters: Iters,
    /// The other process has found this value, and may have set the location back since.
    pub found: bool,
}

/// A notification that a process has posted.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Post {
    pub at: EventRef,
    pub to: TermId,
    pub segment: TermId,
    pub id: TermId,
    /// The queue whose earlier writes have arrived when the notification has; `None`: only what the same call writes.
    pub queue: Option<TermId>,
    /// The notification is not reset yet.
    pub raised: bool,
    /// The other process has found the notification, or has synchronised with a process that has found it.
    pub seen: bool,
    /// The iterations in which it was posted.
    pub iters: Iters,
}

/// The channels: synchronisations of one process that the other process has not matched yet.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub(super) struct Channels {
    /// For each sequence of collectives, which process (0 or 1) is ahead, and the calls that it has passed and the
    /// other has not.
    pub ahead: BTreeMap<Sequence, (u8, Vec<EventRef>)>,
    /// Messages and polled values are not counted any longer: any of them may have arrived.
    pub any: bool,
    /// Some messages, words or notifications are not recorded. If they are from before a barrier, a wait after it may
    /// still find them.
    pub lost: bool,
    /// Messages to the other process, by sender.
    pub messages: [Vec<Message>; 2],
    /// Messages to third processes, by sender: with the receiver.
    pub elsewhere: [Vec<(Message, TermId)>; 2],
    /// Which process has received a message that a third process sends only after it has received one of the other
    /// process.
    pub sent_after: [bool; 2],
    /// Messages of unnamed third processes that each has received: the numbers of the sends.
    pub from_thirds: [Vec<usize>; 2],
    /// Which process has left a loop because of a value that the other process stored in a window.
    pub saw: [bool; 2],
    /// For each process, the updates of the other process that it has seen.
    pub seen: [BTreeMap<EventRef, Seen>; 2],
    /// Locations that a process has changed for others to see.
    pub flags: [Vec<Flag>; 2],
    /// Locations that a process has claimed by changing them, as a lock.
    pub claims: [Vec<Flag>; 2],
    /// Notifications, by the process that has posted them, in order.
    pub posts: [Vec<Post>; 2],
    /// Places whose older posts have all been found and reset.
    pub through: [BTreeSet<EventRef>; 2],
    /// Posts are no longer counted: which of them have arrived is not known.
    pub forgot: bool,
    /// Which process has found one of several notifications, none of the other process, since the last barrier: which one it was
    /// is forgotten.
    pub picked: [bool; 2],
    /// How many third processes have ended waits of each process, of those that are distinguished.
    pub by_third: [u8; 2],
    /// The conditions of each process about the notification that it has found last.
    pub found: [Vec<TermId>; 2],
    /// Communicators that do not contain both processes, as long as neither begins another iteration: with the process that has passed
    /// a call on it.
    pub apart: BTreeMap<CommId, u8>,
    /// Epochs on windows, by the process that opened them.
    pub exposures: [BTreeMap<ObjId, Exposure>; 2],
    /// A call for the epochs of an unknown window was passed: any epoch may be open, complete or over.
    pub any_epoch: bool,
}

impl Channels {
    /// No message, update or notification is recorded that was not matched yet.
    pub fn are_empty(&self) -> bool {
        *self == Channels { lost: self.lost, any_epoch: self.any_epoch, ..Channels::default() }
    }
}

/// A state of the product.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct ProductState {
    pub at: [At; 2],
    pub channels: Channels,
    /// Conditions that hold for the rest of the run, over the two processes' copies of the symbols.
    pub conds: Vec<TermId>,
    /// The path of a process that is ahead of the other one.
    pub trail: Option<Trail>,
    /// An order was not followed: what is found here is at most unproven.
    pub lossy: bool,
}

impl ProductState {
    /// Both processes at the start.
    pub fn start() -> ProductState {
        ProductState {
            at: [At::default(), At::default()],
            channels: Channels::default(),
            conds: Vec::new(),
            trail: None,
            lossy: false,
        }
    }

    /// Whether a process that makes these further iterations comes to an iteration of a loop before which the other process has left the
    /// loop.
    pub fn beyond_exit(&self, who: usize, iterated: &[(LoopId, u8)]) -> bool {
        self.at[who].iters.iter().any(|(l, iter)| match iter {
            Iter::Left(more) => iterated.iter().any(|(m, iterations)| m == l && *iterations >= (*more).max(1)),
            _ => false,
        })
    }

    /// A symbol for the next third process that ends a wait of one of the two; `None` when there are too many third
    /// processes to distinguish them.
    pub fn third(&self, limits: &Watch, who: usize) -> Option<Process> {
        let n = self.channels.by_third[who];
        limits.room(Limit::ThirdProcesses, n).then_some(Process::Helper(n, who as u8))
    }

    /// Whether both processes are at the same place, in the same iterations.
    pub fn aligned(&self) -> bool {
        let known = |i: &Iter| matches!(i, Iter::Together(0) | Iter::Fixed(_));
        self.at[0] == self.at[1] && self.at[0].iters.iter().all(|(_, i)| known(i))
    }

    /// The same state, without what holds in these iterations only: which communicators do not contain both processes.
    pub fn without_apart(&self) -> ProductState {
        let channels = Channels { apart: BTreeMap::new(), ..self.channels.clone() };
        ProductState { channels, ..self.clone() }
    }

    /// The part of the state that decides which accesses conflict: not the channels between the two.
    pub fn conflict_view(&self) -> ProductState {
        let Channels { ahead, exposures, any_epoch, saw, seen, posts, through, forgot, found, apart, .. } =
            self.channels.clone();
        let none = Channels::default();
        let channels =
            Channels { ahead, exposures, any_epoch, saw, seen, posts, through, forgot, found, apart, ..none };
        ProductState { channels, trail: None, ..self.clone() }
    }

    /// Exchanging the processes changes nothing.
    pub fn symmetric(&self) -> bool {
        self.aligned() && self.conds.is_empty() && self.channels.are_empty()
    }

    /// The same state with the processes exchanged; `of` exchanges the symbols of a term.
    pub fn exchanged(&self, mut of: impl FnMut(TermId) -> TermId) -> ProductState {
        let [a, b] = self.at.clone();
        let mut channels = self.channels.clone();
        channels.ahead.values_mut().for_each(|(who, _)| *who = 1 - *who);
        channels.messages.reverse();
        channels.elsewhere.reverse();
        channels.flags.reverse();
        channels.sent_after.reverse();
        channels.from_thirds.reverse();
        channels.saw.reverse();
        channels.seen.reverse();
        channels.claims.reverse();
        channels.exposures.reverse();
        channels.posts.reverse();
        channels.through.reverse();
        channels.found.reverse();
        channels.picked.reverse();
        channels.by_third.reverse();
        channels.apart.values_mut().for_each(|who| *who = 1 - *who);
        for p in channels.posts.iter_mut().flatten() {
            (p.to, p.segment, p.id) = (of(p.to), of(p.segment), of(p.id));
            p.queue = p.queue.map(&mut of);
        }
        channels.found.iter_mut().flatten().for_each(|t| *t = of(*t));
        channels.messages.iter_mut().flatten().for_each(|m| m.tag = of(m.tag));
        for (m, to) in channels.elsewhere.iter_mut().flatten() {
            m.tag = of(m.tag);
            *to = of(*to);
        }
        for f in channels.flags.iter_mut().chain(&mut channels.claims).flatten() {
            f.target = of(f.target);
            f.offset = of(f.offset);
            f.len = f.len.map(&mut of);
            f.value = f.value.map(&mut of);
        }
        let conds = self.conds.iter().map(|c| of(*c)).collect();
        let trail = self.trail.as_ref().map(Trail::exchanged);
        ProductState { at: [b, a], channels, conds, trail, lossy: self.lossy }
    }

    /// The same state, with a mark that its channels contain more than it records.
    pub fn gives_up_messages(&mut self, limits: &Watch) {
        self.saturate(limits);
        self.lossy = true;
    }

    /// Drops all conditions, and the relation of iterations in loops in which the two processes are not in step.
    pub fn coarsen(&mut self) {
        self.conds.clear();
        self.lossy = true;
        for (_, i) in self.at.iter_mut().flat_map(|at| &mut at.iters).filter(|(_, i)| *i != Iter::Together(0)) {
            *i = Iter::Own;
        }
    }

    /// Gives up to count messages, polled values and iterations. Nothing is lost where there was none of them.
    pub fn saturate(&mut self, limits: &Watch) {
        let before = std::mem::take(&mut self.channels);
        let forgot = before.forgot
            || before.posts != <[Vec<Post>; 2]>::default()
            || before.through != <[BTreeSet<EventRef>; 2]>::default();
        self.channels = Channels {
            ahead: before.ahead.clone(),
            apart: before.apart.clone(),
            exposures: before.exposures.clone(),
            any_epoch: before.any_epoch,
            forgot,
            any: before.any,
            lost: before.lost,
            ..Channels::default()
        };
        self.lossy |= self.channels != before;
        self.channels.any = true;
        // Iterations of both keep their relation, but no numbers.
        self.lossy |= self.at.iter().flat_map(|at| &at.iters).any(|(_, i)| matches!(i, Iter::Fixed(_)));
        self.normalise(limits, &FxHashSet::default());
        for (_, i) in self.at.iter_mut().flat_map(|at| &mut at.iters) {
            if matches!(i, Iter::Fixed(_)) {
                *i = Iter::Own;
            }
        }
    }
}
