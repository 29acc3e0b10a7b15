//! Translates a program into the steps of one process, in program order, with all expressions evaluated.

use super::epochs::started;
use super::lang::Storage;
use super::lang::{Array, Collective, Comm, ELEMENTS, Kind, Place, Program};
use super::lang::{Promise, Reduction, Rma, Routine, Stmt, Type};
use crate::expression::{Expr, INT, Scope};
use crate::race::Invalid;
use std::collections::{BTreeMap, BTreeSet};

/// Number of the buffer of flags and of the values added to them; buffers of programs have lower numbers.
pub const OWN: u8 = 99;
/// Steps of a process that are followed.
const MAX_STEPS: usize = 400;

/// Bytes of an array, as half-open ranges.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Bytes {
    pub array: Array,
    pub ranges: Vec<(i64, i64)>,
}

/// One step of one process.
#[derive(Debug, Clone)]
#[allow(missing_docs)]
pub struct Step {
    pub line: u32,
    pub act: Act,
}

/// A basic datatype: a name, and its size in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Basic {
    pub name: u32,
    pub size: i64,
}

/// An operation with its operands known.
#[derive(Debug, Clone)]
#[allow(missing_docs)]
pub struct Operation {
    pub routine: Routine,
    pub win: usize,
    pub target: usize,
    pub bytes: Bytes,
    pub basic: Basic,
    pub reduction: Reduction,
    pub reads: Vec<Bytes>,
    pub writes: Vec<Bytes>,
    pub request: Option<u32>,
}

/// A communicator in terms of one of its members: a name that is the same for all members, and their ranks in the
/// world in the order of their ranks in the communicator.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs)]
pub struct Group {
    pub name: u32,
    pub members: Vec<usize>,
}

/// A window: its group, and the memory that it exposes of each process of the world (none of processes outside the
/// group).
#[derive(Debug, Clone)]
#[allow(missing_docs)]
pub struct Window {
    pub members: Vec<usize>,
    pub memory: Vec<Bytes>,
}

/// What all processes do, each for itself.
#[derive(Debug, Clone)]
#[allow(missing_docs)]
pub struct Run {
    pub steps: Vec<Vec<Step>>,
    pub windows: Vec<Window>,
}

/// A cell that processes wait for: its process, array and first byte.
pub type Flag = (usize, Array, i64);

/// What a step does.
#[derive(Debug, Clone)]
#[allow(missing_docs)]
pub enum Act {
    /// A window is made.
    Create {
        win: usize,
    },
    /// A window is freed.
    Free {
        win: usize,
    },
    Load(Bytes),
    Store(Bytes),
    Rma(Box<Operation>),
    Fence {
        win: usize,
        noprecede: bool,
        nosucceed: bool,
        promise: Promise,
    },
    Lock {
        win: usize,
        target: usize,
        exclusive: bool,
    },
    Unlock {
        win: usize,
        target: usize,
    },
    LockAll {
        win: usize,
    },
    UnlockAll {
        win: usize,
    },
    Flush {
        win: usize,
        target: Option<usize>,
        local: bool,
    },
    Post {
        win: usize,
        peers: Vec<usize>,
        promise: Promise,
    },
    Start {
        win: usize,
        peers: Vec<usize>,
    },
    Complete {
        win: usize,
    },
    WinWait {
        win: usize,
    },
    WinSync,
    /// A load or store in the memory of another process.
    Direct {
        owner: usize,
        bytes: Bytes,
        write: bool,
    },
    /// The next step sets the cell that other processes wait for.
    Signal(Flag),
    /// The cell was found to be set.
    Await(Flag),
    Wait {
        request: u32,
    },
    Collective {
        op: Collective,
        comm: Group,
        root: usize,
        reads: Vec<Bytes>,
        writes: Vec<Bytes>,
        request: Option<u32>,
    },
    /// Send, receive, or both in one call.
    Message {
        send: Option<Outgoing>,
        recv: Option<Incoming>,
        request: Option<u32>,
    },
}

/// Name of the communicator and tag of a message; `None` receives any tag.
pub type Tag = (u32, Option<i64>);

/// The sending part of a call.
#[derive(Debug, Clone)]
#[allow(missing_docs)]
pub struct Outgoing {
    pub dest: usize,
    pub tag: Tag,
    pub synchronous: bool,
    pub bytes: Bytes,
}

/// The receiving part of a call.
#[derive(Debug, Clone)]
#[allow(missing_docs)]
pub struct Incoming {
    pub source: Option<usize>,
    pub tag: Tag,
    pub bytes: Bytes,
}

/// The world ranks of the members of the communicator that `rank` is in, in the order of their ranks there.
pub fn members(comm: Comm, rank: usize, size: usize) -> Vec<usize> {
    let same = |other: &usize| match comm {
        Comm::World => true,
        Comm::Parity => other % 2 == rank % 2,
        Comm::Pair => (*other < 2) == (rank < 2),
    };
    (0..size).filter(same).collect()
}

impl Act {
    /// Counts windows from `first` on.
    fn move_window(&mut self, first: usize) {
        match self {
            Act::Create { win }
            | Act::Free { win }
            | Act::Fence { win, .. }
            | Act::Lock { win, .. }
            | Act::Unlock { win, .. }
            | Act::LockAll { win }
            | Act::UnlockAll { win }
            | Act::Flush { win, .. }
            | Act::Post { win, .. }
            | Act::Start { win, .. }
            | Act::Complete { win }
            | Act::WinWait { win } => *win += first,
            Act::Rma(op) => op.win += first,
            Act::Load(_) | Act::Store(_) | Act::Direct { .. } | Act::WinSync | Act::Signal(_) | Act::Await(_) => {}
            Act::Wait { .. } | Act::Collective { .. } | Act::Message { .. } => {}
        }
    }
}

/// The run of `program` with `size` processes.
///
/// # Errors
/// As [`unroll`].
pub fn run(program: &Program, size: usize) -> Result<Run, Invalid> {
    let steps = (0..size).map(|rank| unroll(program, rank, size)).collect::<Result<Vec<_>, _>>()?;
    let whole = |&array: &u8| Bytes { array: Array::Window(array), ranges: vec![(0, ELEMENTS * INT)] };
    // One window of the program is one for each part of the world that its communicator makes.
    let groups: BTreeSet<Vec<usize>> = (0..size).map(|rank| members(program.base, rank, size)).collect();
    let parts = groups.iter().flat_map(|members| program.windows.iter().map(move |array| (members, array)));
    let window =
        |(members, array): (&Vec<usize>, &u8)| Window { members: members.clone(), memory: vec![whole(array); size] };
    let windows: Vec<Window> = parts.map(window).collect();
    let mut steps = steps;
    for (part, members) in groups.iter().enumerate() {
        let first = part * program.windows.len();
        members.iter().for_each(|&rank| steps[rank].iter_mut().for_each(|step| step.act.move_window(first)));
    }
    Ok(Run { steps, windows })
}

struct Process<'a> {
    program: &'a Program,
    /// Rank and number of processes in the world.
    world: (usize, usize),
    /// With the same in the program's communicator.
    scope: Scope,
    /// Persistent requests, and the requests that are active.
    persistent: BTreeMap<u8, Act>,
    active: BTreeSet<u32>,
    /// The members of the program's communicator that this process is in.
    group: Vec<usize>,
    steps: Vec<Step>,
}

/// The steps of `rank` among `size` processes.
///
/// # Errors
/// When a rank or an index is out of range, or there are too many steps.
pub fn unroll(program: &Program, rank: usize, size: usize) -> Result<Vec<Step>, Invalid> {
    let group = members(program.base, rank, size);
    let own = group.iter().position(|&p| p == rank).unwrap_or(0) as i64;
    let (persistent, active, steps) = (BTreeMap::new(), BTreeSet::new(), Vec::new());
    let world = (rank, size);
    let scope = Scope { rank: own, size: group.len() as i64, counters: [0; 8], arg: Some(0) };
    let mut process = Process { program, world, scope, persistent, active, group, steps };
    process.block(&program.before)?;
    process.windows(|win| Act::Create { win });
    if program.storage == Storage::Dynamic {
        // The addresses are gathered.
        let comm = Group { name: program.base as u32, members: process.group.clone() };
        let op = Collective::Allreduce;
        let gather = Act::Collective { op, root: comm.members[0], comm, reads: vec![], writes: vec![], request: None };
        let count = program.windows.len();
        process.steps.extend(std::iter::repeat_n(Step { line: 0, act: gather }, count));
    }
    process.block(&program.main)?;
    process.windows(|win| Act::Free { win });
    process.block(&program.after)?;
    Ok(process.steps)
}

impl Process<'_> {
    fn windows(&mut self, act: fn(usize) -> Act) {
        self.steps.extend((0..self.program.windows.len()).map(|win| Step { line: 0, act: act(win) }));
    }

    fn rank(&self, expr: &Expr) -> Result<usize, Invalid> {
        let rank = self.scope.value(expr)?;
        let member = usize::try_from(rank).ok().and_then(|rank| self.group.get(rank));
        member.copied().ok_or(Invalid("rank out of range"))
    }

    fn bytes(&self, place: &Place, ty: Type, count: i64) -> Result<Bytes, Invalid> {
        let start = self.scope.value(&place.index)? * INT;
        let ranges: Vec<(i64, i64)> = match ty {
            Type::Int | Type::Float => vec![(start, start + INT * count)],
            Type::Double => vec![(start, start + 2 * INT * count)],
            // The extent of the type is three elements.
            Type::Vector => {
                (0..2 * count).map(|k| start + (k / 2 * 3 + k % 2 * 2) * INT).map(|s| (s, s + INT)).collect()
            }
        };
        let inside = ranges.iter().all(|&(start, end)| start >= 0 && end <= ELEMENTS * INT);
        if inside { Ok(Bytes { array: place.array, ranges }) } else { Err(Invalid("index out of range")) }
    }

    fn tag(&self, tag: u8) -> Tag {
        (self.program.base as u32, Some(i64::from(tag)))
    }

    fn block(&mut self, body: &[Stmt]) -> Result<(), Invalid> {
        body.iter().try_for_each(|stmt| self.statement(stmt))
    }

    fn int(&self, place: &Place) -> Result<Bytes, Invalid> {
        self.bytes(place, Type::Int, 1)
    }

    fn statement(&mut self, stmt: &Stmt) -> Result<(), Invalid> {
        let act = match &stmt.kind {
            Kind::If { cond, then, otherwise } => {
                return if self.scope.holds(cond)? { self.block(then) } else { self.block(otherwise) };
            }
            Kind::For { counter, bound, body } => {
                let mut index = 0;
                while index < self.scope.value(bound)? {
                    self.scope.counters[*counter as usize] = index;
                    self.block(body)?;
                    index += 1;
                }
                return Ok(());
            }
            Kind::Call { helper, arg } => {
                let program = self.program;
                let arg = self.scope.value(arg)?;
                let outer = self.scope.arg.replace(arg);
                let body = program.helpers.get(*helper as usize).ok_or(Invalid("no such helper"))?;
                self.block(body)?;
                self.scope.arg = outer;
                return Ok(());
            }
            Kind::Load { place, count } => Act::Load(self.bytes(place, Type::Int, i64::from(*count))?),
            Kind::Store { place, count } => Act::Store(self.bytes(place, Type::Int, i64::from(*count))?),
            Kind::Rma(rma) => Act::Rma(Box::new(self.operation(rma)?)),
            Kind::Fence { win, noprecede, nosucceed, promise } => {
                Act::Fence { win: *win as usize, noprecede: *noprecede, nosucceed: *nosucceed, promise: *promise }
            }
            Kind::Lock { win, target, exclusive } => {
                Act::Lock { win: *win as usize, target: self.rank(target)?, exclusive: *exclusive }
            }
            Kind::Unlock { win, target } => Act::Unlock { win: *win as usize, target: self.rank(target)? },
            Kind::LockAll { win } => Act::LockAll { win: *win as usize },
            Kind::UnlockAll { win } => Act::UnlockAll { win: *win as usize },
            Kind::Flush { win, target, local } => {
                let target = target.as_ref().map(|t| self.rank(t)).transpose()?;
                Act::Flush { win: *win as usize, target, local: *local }
            }
            Kind::Post { win, peer, promise } => {
                Act::Post { win: *win as usize, peers: vec![self.rank(peer)?], promise: *promise }
            }
            Kind::Start { win, peer } => Act::Start { win: *win as usize, peers: vec![self.rank(peer)?] },
            Kind::Complete { win } => Act::Complete { win: *win as usize },
            Kind::WinWait { win } => Act::WinWait { win: *win as usize },
            Kind::WinSync { .. } => Act::WinSync,
            Kind::Wait { request, .. } => Act::Wait { request: u32::from(*request) },
            // In the execution that matters it finds nothing.
            Kind::Test { request } if self.active.contains(&u32::from(*request)) => return Ok(()),
            Kind::Test { .. } => return Err(Invalid("a test of an inactive request")),
            Kind::Persist { request, message } => {
                if self.active.contains(&u32::from(*request)) {
                    return Err(Invalid("a request is made anew while it is active"));
                }
                self.statement(message)?;
                let made = self.steps.pop().map(|step| step.act).ok_or(Invalid("no message"))?;
                self.active.remove(&u32::from(*request));
                self.persistent.insert(*request, made);
                return Ok(());
            }
            Kind::StartRequest { request } => {
                self.persistent.get(request).cloned().ok_or(Invalid("a start of an unknown request"))?
            }
            Kind::Signal { win, target, cell } => return self.signal(stmt.line, *win, target, cell),
            Kind::Await { win, target, cell } => return self.wait_for(stmt.line, *win, target, cell),
            Kind::Direct { win, peer, place, write } => {
                if self.program.storage != Storage::Shared || *win as usize >= self.program.windows.len() {
                    return Err(Invalid("a direct access to memory that is not shared"));
                }
                let array = Array::Window(self.program.windows[*win as usize]);
                let place = Place::new(array, place.index.clone());
                Act::Direct { owner: self.rank(peer)?, bytes: self.int(&place)?, write: *write }
            }
            Kind::Collective { op, comm, root, send, recv, request } => {
                self.collective(*op, *comm, root, [send, recv], *request)?
            }
            Kind::Send { place, dest, tag, synchronous, request } => {
                let (dest, bytes) = (self.rank(dest)?, self.int(place)?);
                let send = Outgoing { dest, tag: self.tag(*tag), synchronous: *synchronous, bytes };
                Act::Message { send: Some(send), recv: None, request: request.map(u32::from) }
            }
            Kind::Recv { place, source, tag, request } => {
                let source = source.as_ref().map(|s| self.rank(s)).transpose()?;
                let recv = Incoming { source, tag: self.tag(*tag), bytes: self.int(place)? };
                Act::Message { send: None, recv: Some(recv), request: request.map(u32::from) }
            }
            Kind::SendRecv { send, dest, recv, source, tag } => {
                let out = Outgoing {
                    dest: self.rank(dest)?,
                    tag: self.tag(*tag),
                    synchronous: false,
                    bytes: self.int(send)?,
                };
                let recv = Incoming { source: Some(self.rank(source)?), tag: self.tag(*tag), bytes: self.int(recv)? };
                Act::Message { send: Some(out), recv: Some(recv), request: None }
            }
        };
        if self.steps.len() == MAX_STEPS {
            return Err(Invalid("too many steps"));
        }
        if let Some(request) = started(&act).filter(|_| !matches!(stmt.kind, Kind::StartRequest { .. })) {
            // The variable stands for another request now.
            self.persistent.remove(&(request as u8));
        }
        self.note(&act);
        self.steps.push(Step { line: stmt.line, act });
        Ok(())
    }

    /// Which requests are active.
    fn note(&mut self, act: &Act) {
        if let Act::Wait { request } = act {
            self.active.remove(request);
        }
        self.active.extend(started(act));
    }

    /// The operation on a flag, which everybody may see from its begin on, and a flush.
    fn signal(&mut self, line: u32, win: u8, target: &Expr, cell: &Expr) -> Result<(), Invalid> {
        let (op, flag) = self.flag(win, target, cell, Routine::Accumulate)?;
        self.steps.push(Step { line, act: Act::Signal(flag) });
        self.flushed(line, op);
        Ok(())
    }

    /// The last turn of the loop.
    fn wait_for(&mut self, line: u32, win: u8, target: &Expr, cell: &Expr) -> Result<(), Invalid> {
        let (op, flag) = self.flag(win, target, cell, Routine::FetchAndOp)?;
        self.flushed(line, op);
        self.steps.push(Step { line, act: Act::Await(flag) });
        Ok(())
    }

    fn flushed(&mut self, line: u32, op: Operation) {
        let flush = Act::Flush { win: op.win, target: Some(op.target), local: false };
        self.steps.push(Step { line, act: Act::Rma(Box::new(op)) });
        self.steps.push(Step { line, act: flush });
    }

    fn flag(&self, win: u8, target: &Expr, cell: &Expr, routine: Routine) -> Result<(Operation, Flag), Invalid> {
        if !matches!(self.program.storage, Storage::Static | Storage::Heap) {
            return Err(Invalid("a flag in memory without a first value"));
        }
        let own = |index| Place::new(Array::Buffer(OWN), Expr::Const(index));
        let reduction = if routine == Routine::Accumulate { Reduction::Sum } else { Reduction::NoOp };
        let op = self.operation(&Rma {
            routine,
            win,
            target: target.clone(),
            disp: cell.clone(),
            count: 1,
            ty: Type::Int,
            reduction,
            origin: own(0),
            compare: own(1),
            result: own(2),
            request: None,
        })?;
        let flag = (op.target, op.bytes.array, op.bytes.ranges[0].0);
        Ok((op, flag))
    }

    fn operation(&self, rma: &Rma) -> Result<Operation, Invalid> {
        let basic = if rma.ty == Type::Vector { Type::Int } else { rma.ty };
        let single = matches!(rma.routine, Routine::FetchAndOp | Routine::CompareAndSwap);
        if single && (rma.count != 1 || rma.ty == Type::Vector || rma.request.is_some()) {
            return Err(Invalid("one element of a basic type only"));
        }
        if rma.routine == Routine::CompareAndSwap && basic != Type::Int {
            return Err(Invalid("compare-and-swap is for integers"));
        }
        if rma.routine == Routine::Accumulate && rma.reduction == Reduction::NoOp {
            return Err(Invalid("MPI_NO_OP is for fetching routines"));
        }
        // The origin's side is contiguous: as many basic elements as the target's side has.
        let elements = i64::from(rma.count) * if rma.ty == Type::Vector { 2 } else { 1 };
        let own = |place: &Place| self.bytes(place, basic, elements);
        let array = *self.program.windows.get(rma.win as usize).ok_or(Invalid("no such window"))?;
        let target = Place::new(Array::Window(array), rma.disp.clone());
        let bytes = self.bytes(&target, rma.ty, i64::from(rma.count))?;
        // With MPI_NO_OP the origin buffer is ignored.
        let sent = rma.reduction != Reduction::NoOp;
        let (reads, writes) = match rma.routine {
            Routine::Put | Routine::Accumulate => (vec![own(&rma.origin)?], vec![]),
            Routine::Get => (vec![], vec![own(&rma.result)?]),
            Routine::GetAccumulate | Routine::FetchAndOp if !sent => (vec![], vec![own(&rma.result)?]),
            Routine::GetAccumulate | Routine::FetchAndOp => (vec![own(&rma.origin)?], vec![own(&rma.result)?]),
            Routine::CompareAndSwap => (vec![own(&rma.origin)?, own(&rma.compare)?], vec![own(&rma.result)?]),
        };
        // Buffers of one call must not overlap (MPI 4.1, 12.3.4).
        let own: Vec<&Bytes> = reads.iter().chain(&writes).collect();
        if own.iter().enumerate().any(|(k, bytes)| own[..k].iter().any(|other| overlap(bytes, other))) {
            return Err(Invalid("buffers of one operation overlap"));
        }
        Ok(Operation {
            routine: rma.routine,
            win: rma.win as usize,
            target: self.rank(&rma.target)?,
            bytes,
            basic: Basic { name: basic as u32, size: if basic == Type::Double { 2 * INT } else { INT } },
            reduction: rma.reduction,
            reads,
            writes,
            request: rma.request.map(u32::from),
        })
    }

    fn collective(
        &self,
        op: Collective,
        comm: Comm,
        root: &Expr,
        [send, recv]: [&Place; 2],
        request: Option<u8>,
    ) -> Result<Act, Invalid> {
        let group = members(comm, self.world.0, self.world.1);
        let comm = Group { name: comm as u32, members: group.clone() };
        let root = *group.get(self.scope.value(root)? as usize).ok_or(Invalid("root out of range"))?;
        let at_root = root == self.world.0;
        let one = |place: &Place| self.bytes(place, Type::Int, 1);
        let all = |place: &Place| self.bytes(place, Type::Int, group.len() as i64);
        let (reads, writes) = match op {
            Collective::Barrier => (vec![], vec![]),
            Collective::Bcast if at_root => (vec![one(send)?], vec![]),
            Collective::Bcast => (vec![], vec![one(send)?]),
            Collective::Reduce if at_root => (vec![one(send)?], vec![one(recv)?]),
            Collective::Gather if at_root => (vec![one(send)?], vec![all(recv)?]),
            Collective::Reduce | Collective::Gather => (vec![one(send)?], vec![]),
            Collective::Allreduce | Collective::Scan => (vec![one(send)?], vec![one(recv)?]),
            Collective::Alltoall => (vec![all(send)?], vec![all(recv)?]),
        };
        if reads.iter().any(|read| writes.iter().any(|write| overlap(read, write))) {
            return Err(Invalid("buffers of one collective overlap"));
        }
        Ok(Act::Collective { op, comm, root, reads, writes, request: request.map(u32::from) })
    }
}

/// Whether two sets of bytes of one process have a common byte.
pub fn overlap(a: &Bytes, b: &Bytes) -> bool {
    let meet = |x: &(i64, i64), y: &(i64, i64)| x.0 < y.1 && y.0 < x.1;
    a.array == b.array && a.ranges.iter().any(|x| b.ranges.iter().any(|y| meet(x, y)))
}
