//! From a program to what one process does: its steps in program order, with all expressions evaluated.

use crate::lang::{Array, BinOp, Cmp, Collective, Comm, Cond, ELEMENTS, Expr, INT, Kind, Place, Program};
use crate::lang::{Reduction, Rma, Routine, Stmt, Type};
use thiserror::Error;

/// Steps of a process that are followed.
const MAX_STEPS: usize = 400;

/// A program that the oracle does not judge: it is not correct MPI apart from races, or too large.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct Invalid(pub &'static str);

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

/// A communicator as one of its members sees it: a name, the same for all of them, and their ranks in the world in the
/// order of their ranks there.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs)]
pub struct Group {
    pub name: u32,
    pub members: Vec<usize>,
}

/// A window: its group, and what it exposes of the memory of each process of the world (nothing, of those outside).
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

/// The ranks of the members of a communicator that `rank` is in, in the order of their ranks there.
pub fn members(comm: Comm, rank: usize, size: usize) -> Vec<usize> {
    let same = |other: &usize| match comm {
        Comm::World => true,
        Comm::Parity => other % 2 == rank % 2,
        Comm::Pair => (*other < 2) == (rank < 2),
    };
    (0..size).filter(same).collect()
}

fn tag_of(tag: u8) -> Tag {
    (Comm::World as u32, Some(i64::from(tag)))
}

/// The run of `program` with `size` processes.
///
/// # Errors
/// As [`unroll`].
pub fn run(program: &Program, size: usize) -> Result<Run, Invalid> {
    let steps = (0..size).map(|rank| unroll(program, rank, size)).collect::<Result<Vec<_>, _>>()?;
    let whole = |&array: &u8| Bytes { array: Array::Window(array), ranges: vec![(0, ELEMENTS * INT)] };
    let window = |array: &u8| Window { members: (0..size).collect(), memory: vec![whole(array); size] };
    Ok(Run { steps, windows: program.windows.iter().map(window).collect() })
}

struct Process<'a> {
    program: &'a Program,
    rank: i64,
    size: i64,
    arg: i64,
    counters: [i64; 8],
    steps: Vec<Step>,
}

/// The steps of `rank` among `size` processes.
///
/// # Errors
/// When a rank or an index is out of range, or there are too many steps.
pub fn unroll(program: &Program, rank: usize, size: usize) -> Result<Vec<Step>, Invalid> {
    let (rank, size) = (rank as i64, size as i64);
    let mut process = Process { program, rank, size, arg: 0, counters: [0; 8], steps: Vec::new() };
    process.block(&program.before)?;
    process.windows(|win| Act::Create { win });
    process.block(&program.main)?;
    process.windows(|win| Act::Free { win });
    process.block(&program.after)?;
    Ok(process.steps)
}

impl Process<'_> {
    fn windows(&mut self, act: fn(usize) -> Act) {
        self.steps.extend((0..self.program.windows.len()).map(|win| Step { line: 0, act: act(win) }));
    }

    fn eval(&self, expr: &Expr) -> Result<i64, Invalid> {
        Ok(match expr {
            Expr::Const(value) => *value,
            Expr::Rank => self.rank,
            Expr::Size => self.size,
            Expr::Counter(name) => self.counters[*name as usize],
            Expr::Arg => self.arg,
            Expr::Bin(op, left, right) => {
                let (left, right) = (self.eval(left)?, self.eval(right)?);
                match op {
                    BinOp::Add => left + right,
                    BinOp::Sub => left - right,
                    BinOp::Mul => left * right,
                    BinOp::Mod => left.checked_rem(right).ok_or(Invalid("division by zero"))?,
                    BinOp::Xor => left ^ right,
                }
            }
        })
    }

    fn holds(&self, cond: &Cond) -> Result<bool, Invalid> {
        let (left, right) = (self.eval(&cond.left)?, self.eval(&cond.right)?);
        Ok(match cond.cmp {
            Cmp::Eq => left == right,
            Cmp::Ne => left != right,
            Cmp::Lt => left < right,
            Cmp::Ge => left >= right,
        })
    }

    fn rank(&self, expr: &Expr) -> Result<usize, Invalid> {
        let rank = self.eval(expr)?;
        if (0..self.size).contains(&rank) { Ok(rank as usize) } else { Err(Invalid("rank out of range")) }
    }

    fn bytes(&self, place: &Place, ty: Type, count: i64) -> Result<Bytes, Invalid> {
        let start = self.eval(&place.index)? * INT;
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

    fn block(&mut self, body: &[Stmt]) -> Result<(), Invalid> {
        body.iter().try_for_each(|stmt| self.statement(stmt))
    }

    fn statement(&mut self, stmt: &Stmt) -> Result<(), Invalid> {
        let int = |place: &Place| self.bytes(place, Type::Int, 1);
        let act = match &stmt.kind {
            Kind::If { cond, then, otherwise } => {
                return if self.holds(cond)? { self.block(then) } else { self.block(otherwise) };
            }
            Kind::For { counter, bound, body } => {
                let mut index = 0;
                while index < self.eval(bound)? {
                    self.counters[*counter as usize] = index;
                    self.block(body)?;
                    index += 1;
                }
                return Ok(());
            }
            Kind::Call { helper, arg } => {
                let program = self.program;
                let arg = self.eval(arg)?;
                let outer = std::mem::replace(&mut self.arg, arg);
                let body = program.helpers.get(*helper as usize).ok_or(Invalid("no such helper"))?;
                self.block(body)?;
                self.arg = outer;
                return Ok(());
            }
            Kind::Load { place, count } => Act::Load(self.bytes(place, Type::Int, i64::from(*count))?),
            Kind::Store { place, count } => Act::Store(self.bytes(place, Type::Int, i64::from(*count))?),
            Kind::Rma(rma) => Act::Rma(Box::new(self.operation(rma)?)),
            Kind::Fence { win, noprecede, nosucceed } => {
                Act::Fence { win: *win as usize, noprecede: *noprecede, nosucceed: *nosucceed }
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
            Kind::Post { win, peer } => Act::Post { win: *win as usize, peers: vec![self.rank(peer)?] },
            Kind::Start { win, peer } => Act::Start { win: *win as usize, peers: vec![self.rank(peer)?] },
            Kind::Complete { win } => Act::Complete { win: *win as usize },
            Kind::WinWait { win } => Act::WinWait { win: *win as usize },
            Kind::WinSync { .. } => Act::WinSync,
            Kind::Wait { request } => Act::Wait { request: u32::from(*request) },
            Kind::Collective { op, comm, root, send, recv, request } => {
                self.collective(*op, *comm, root, [send, recv], *request)?
            }
            Kind::Send { place, dest, tag, synchronous, request } => {
                let (dest, bytes) = (self.rank(dest)?, int(place)?);
                let send = Outgoing { dest, tag: tag_of(*tag), synchronous: *synchronous, bytes };
                Act::Message { send: Some(send), recv: None, request: request.map(u32::from) }
            }
            Kind::Recv { place, source, tag, request } => {
                let source = source.as_ref().map(|s| self.rank(s)).transpose()?;
                let recv = Incoming { source, tag: tag_of(*tag), bytes: int(place)? };
                Act::Message { send: None, recv: Some(recv), request: request.map(u32::from) }
            }
            Kind::SendRecv { send, dest, recv, source, tag } => {
                let out = Outgoing { dest: self.rank(dest)?, tag: tag_of(*tag), synchronous: false, bytes: int(send)? };
                let recv = Incoming { source: Some(self.rank(source)?), tag: tag_of(*tag), bytes: int(recv)? };
                Act::Message { send: Some(out), recv: Some(recv), request: None }
            }
        };
        if self.steps.len() == MAX_STEPS {
            return Err(Invalid("too many steps"));
        }
        self.steps.push(Step { line: stmt.line, act });
        Ok(())
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
        let group = members(comm, self.rank as usize, self.size as usize);
        let comm = Group { name: comm as u32, members: group.clone() };
        let root = *group.get(self.eval(root)? as usize).ok_or(Invalid("root out of range"))?;
        let at_root = root == self.rank as usize;
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

/// Whether two sets of bytes of one process have one in common.
pub fn overlap(a: &Bytes, b: &Bytes) -> bool {
    let meet = |x: &(i64, i64), y: &(i64, i64)| x.0 < y.1 && y.0 < x.1;
    a.array == b.array && a.ranges.iter().any(|x| b.ranges.iter().any(|y| meet(x, y)))
}
