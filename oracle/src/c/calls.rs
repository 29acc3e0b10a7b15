//! MPI routines that become steps: synchronisation, one-sided operations, messages and collectives.

use super::memory::{Pointer, Value};
use super::mpi::{Args, Datatype, NOBODY, ranges};
use super::process::{Process, Stop, misfit};
use crate::mpi::lang::{Array, Collective, Promise, Reduction, Routine};
use crate::mpi::unroll::{Act, Basic, Bytes, Incoming, Operation, Outgoing, overlap};

/// Size of a status in bytes (`headers/mpi.h`).
const STATUS: i64 = 12;

impl Process<'_> {
    /// Synchronisation of windows, and completion of requests.
    pub(super) fn synchronise(&mut self, args: &Args) -> Result<bool, Stop> {
        let target = |process: &Self, rank: usize, win: usize| -> Result<(usize, usize), Stop> {
            let win = process.window(args, win)?;
            Ok((process.world(&process.shared.windows[win], args.int(rank)?)?, win))
        };
        let act = match args.name {
            "MPI_Win_fence" => {
                let (assert, win) = (args.int(0)?, self.window(args, 1)?);
                Act::Fence { win, noprecede: assert & 8 != 0, nosucceed: assert & 16 != 0, promise: Promise::default() }
            }
            "MPI_Win_lock" | "MPI_Win_unlock" | "MPI_Win_flush" | "MPI_Win_flush_local" => {
                let k = usize::from(args.name == "MPI_Win_lock");
                if args.int(k)? == NOBODY {
                    return Ok(true);
                }
                let (rank, win) = target(self, k, if k == 1 { 3 } else { 1 })?;
                match args.name {
                    "MPI_Win_lock" => {
                        Act::Lock { win, target: rank, exclusive: args.int(0)? == 1 && args.int(2)? & 1 == 0 }
                    }
                    "MPI_Win_unlock" => Act::Unlock { win, target: rank },
                    name => Act::Flush { win, target: Some(rank), local: name.ends_with("local") },
                }
            }
            "MPI_Win_lock_all" => Act::LockAll { win: self.window(args, 1)? },
            "MPI_Win_unlock_all" => Act::UnlockAll { win: self.window(args, 0)? },
            "MPI_Win_flush_all" => Act::Flush { win: self.window(args, 0)?, target: None, local: false },
            "MPI_Win_flush_local_all" => Act::Flush { win: self.window(args, 0)?, target: None, local: true },
            "MPI_Win_post" => {
                Act::Post { win: self.window(args, 2)?, peers: self.group(args.int(0)?)?, promise: Promise::default() }
            }
            "MPI_Win_start" => Act::Start { win: self.window(args, 2)?, peers: self.group(args.int(0)?)? },
            "MPI_Win_complete" => Act::Complete { win: self.window(args, 0)? },
            "MPI_Win_wait" => Act::WinWait { win: self.window(args, 0)? },
            "MPI_Win_test" => {
                let win = self.window(args, 0)?;
                let succeeds = self.succeeds(-1 - win as i64);
                self.give(args, 1, 4, Value::Int(i64::from(succeeds)))?;
                if !succeeds {
                    return Ok(true);
                }
                Act::WinWait { win }
            }
            "MPI_Win_sync" => {
                self.window(args, 0)?;
                Act::WinSync
            }
            name => return self.requests(name, args),
        };
        self.push(args.line, act);
        Ok(true)
    }

    /// Whether this test succeeds: as many fail before as the choice says.
    fn succeeds(&mut self, handle: i64) -> bool {
        let failed = self.mpi.failed.entry(handle).or_default();
        *failed += 1;
        *failed > self.choice.failing
    }

    fn requests(&mut self, name: &str, args: &Args) -> Result<bool, Stop> {
        match name {
            "MPI_Wait" => self.wait(args, args.at(0)?).map(|()| true),
            "MPI_Waitall" | "MPI_Testall" => {
                let slots = self.slots(args)?;
                if name == "MPI_Testall" {
                    let handles = self.handles_at(&slots);
                    let first = handles.first().copied().unwrap_or(0);
                    let succeeds = handles.is_empty() || self.succeeds(first);
                    self.give(args, 2, 4, Value::Int(i64::from(succeeds)))?;
                    if !succeeds {
                        return Ok(true);
                    }
                }
                slots.into_iter().try_for_each(|at| self.wait(args, at)).map(|()| true)
            }
            "MPI_Waitany" | "MPI_Waitsome" | "MPI_Testany" | "MPI_Testsome" => {
                let slots = self.slots(args)?;
                let some = name.ends_with("some");
                let active: Vec<usize> = (0..slots.len())
                    .filter(|&k| matches!(self.memory.load(slots[k], 4), Value::Int(h) if self.active(h).is_some()))
                    .collect();
                let chosen = if self.choice.last { active.last() } else { active.first() };
                let (index, flag) = if some { (3, None) } else { (2, Some(3)) };
                let test = name.starts_with("MPI_Test");
                let Some(&chosen) = chosen else {
                    self.give(args, 2, 4, Value::Int(-32766))?;
                    if let Some(flag) = flag.filter(|_| test) {
                        self.give(args, flag, 4, Value::Int(1))?;
                    }
                    return Ok(true);
                };
                if test {
                    let handle = self.handles_at(&slots[chosen..=chosen]).first().copied().unwrap_or(0);
                    let succeeds = self.succeeds(handle);
                    if some && !succeeds {
                        self.give(args, 2, 4, Value::Int(0))?;
                        return Ok(true);
                    }
                    if let Some(flag) = flag {
                        self.give(args, flag, 4, Value::Int(i64::from(succeeds)))?;
                        if !succeeds {
                            return Ok(true);
                        }
                    }
                }
                if some {
                    self.give(args, 2, 4, Value::Int(1))?;
                }
                self.give(args, index, 4, Value::Int(chosen as i64))?;
                self.wait(args, slots[chosen]).map(|()| true)
            }
            "MPI_Test" => {
                let at = args.at(0)?;
                let handle = self.handles_at(&[at]).first().copied().unwrap_or(0);
                let succeeds = self.active(handle).is_none() || self.succeeds(handle);
                self.give(args, 1, 4, Value::Int(i64::from(succeeds)))?;
                if succeeds { self.wait(args, at).map(|()| true) } else { Ok(true) }
            }
            "MPI_Start" => {
                let at = args.at(0)?;
                let handle = self.handles_at(&[at]).first().copied().unwrap_or(0);
                self.mpi.requests += 1;
                let number = self.mpi.requests;
                let Some((_, act, active)) = self.mpi.persistent.get_mut(&handle) else {
                    return misfit("a start of an unknown request");
                };
                *active = Some(number);
                let mut act = act.clone();
                if let Act::Message { request, .. } | Act::Collective { request, .. } = &mut act {
                    *request = Some(number);
                }
                self.push(args.line, act);
                Ok(true)
            }
            "MPI_Request_free" => {
                let at = args.at(0)?;
                let handle = self.handles_at(&[at]).first().copied().unwrap_or(0);
                if self.active(handle).is_some() {
                    return misfit("an active request is freed");
                }
                self.give(args, 0, 4, Value::Int(0)).map(|()| true)
            }
            _ => Ok(false),
        }
    }

    fn slots(&self, args: &Args) -> Result<Vec<Pointer>, Stop> {
        let at = args.at(1)?;
        Ok((0..args.int(0)?).map(|k| Pointer { offset: at.offset + 4 * k, ..at }).collect())
    }

    fn handles_at(&self, slots: &[Pointer]) -> Vec<i64> {
        let handle = |at: &Pointer| match self.memory.load(*at, 4) {
            Value::Int(handle) => handle,
            _ => 0,
        };
        slots.iter().map(handle).filter(|handle| *handle != 0).collect()
    }

    /// Waits for the request at this place, if it is active.
    fn wait(&mut self, args: &Args, at: Pointer) -> Result<(), Stop> {
        self.touch(at, 4, false, args.line)?;
        let Value::Int(handle) = self.memory.load(at, 4) else { return misfit("an unknown request") };
        let Some(request) = self.active(handle) else { return Ok(()) };
        self.push(args.line, Act::Wait { request });
        match self.mpi.persistent.get_mut(&handle) {
            Some((_, _, active)) => *active = None,
            None => self.memory.store(at, 4, Value::Int(0)),
        }
        self.mpi.failed.remove(&handle);
        Ok(())
    }

    /// One-sided operations.
    pub(super) fn one_sided(&mut self, args: &Args) -> Result<bool, Stop> {
        let plain = args.name.replace("MPI_Rput", "MPI_Put").replace("MPI_Rget", "MPI_Get");
        let plain = plain.replace("MPI_Raccumulate", "MPI_Accumulate");
        // Positions of origin, its count; result, its count; compare; type of single elements; target, its count; window.
        let single = |routine, compare: Option<usize>, ty: usize, target: usize| (routine, compare, ty, target);
        let (routine, k) = match plain.as_str() {
            "MPI_Put" => (Routine::Put, [Some(0), None, Some(3), Some(7)]),
            "MPI_Get" => (Routine::Get, [None, Some(0), Some(3), Some(7)]),
            "MPI_Accumulate" => (Routine::Accumulate, [Some(0), None, Some(3), Some(8)]),
            "MPI_Get_accumulate" => (Routine::GetAccumulate, [Some(0), Some(3), Some(6), Some(11)]),
            "MPI_Fetch_and_op" => {
                return self.single(args, single(Routine::FetchAndOp, None, 2, 3)).map(|()| true);
            }
            "MPI_Compare_and_swap" => {
                return self.single(args, single(Routine::CompareAndSwap, Some(1), 3, 4)).map(|()| true);
            }
            _ => return Ok(false),
        };
        let [origin, result, target, win] = k;
        let (target, win) = (target.unwrap_or(0), win.unwrap_or(0));
        let request = plain != args.name;
        let number = self.window(args, win)?;
        if args.int(target)? == NOBODY {
            if request {
                let at = args.at(win + 1)?;
                self.memory.store(at, 4, Value::Int(0));
            }
            return Ok(true);
        }
        let reduction = match routine {
            Routine::Put | Routine::Get => Reduction::Replace,
            _ => reduction(args.int(win - 1)?),
        };
        let mut buffer = |k: usize| -> Result<Bytes, Stop> {
            self.own(args.at(k)?, args.int(k + 1)?, &self.datatype(args.int(k + 2)?)?)
        };
        let sent = routine != Routine::GetAccumulate || reduction != Reduction::NoOp;
        let reads = origin.filter(|_| sent).map(&mut buffer).transpose()?.into_iter().collect();
        let writes = result.map(&mut buffer).transpose()?.into_iter().collect();
        let ty = self.datatype(args.int(target + 3)?)?;
        let shape = (args.int(target)?, args.int(target + 1)?, args.int(target + 2)?);
        let request = if request { Some(self.request(args, win + 1)?) } else { None };
        self.operation(args, routine, number, shape, &ty, reduction, reads, writes, request)?;
        Ok(true)
    }

    fn single(
        &mut self,
        args: &Args,
        (routine, compare, k, target): (Routine, Option<usize>, usize, usize),
    ) -> Result<(), Stop> {
        let win = args.values.len() - 1;
        let (ty, number) = (self.datatype(args.int(k)?)?, self.window(args, win)?);
        if args.int(target)? == NOBODY {
            return Ok(());
        }
        let reduction = if routine == Routine::FetchAndOp { reduction(args.int(win - 1)?) } else { Reduction::Sum };
        let mut reads = Vec::new();
        if reduction != Reduction::NoOp {
            reads.push(self.own(args.at(0)?, 1, &ty)?);
        }
        if let Some(compare) = compare {
            reads.push(self.own(args.at(compare)?, 1, &ty)?);
        }
        let writes = vec![self.own(args.at(k - 1)?, 1, &ty)?];
        let shape = (args.int(target)?, args.int(target + 1)?, 1);
        self.operation(args, routine, number, shape, &ty, reduction, reads, writes, None)
    }

    #[allow(clippy::too_many_arguments)]
    fn operation(
        &mut self,
        args: &Args,
        routine: Routine,
        win: usize,
        (target, displacement, count): (i64, i64, i64),
        ty: &Datatype,
        reduction: Reduction,
        reads: Vec<Bytes>,
        writes: Vec<Bytes>,
        request: Option<u32>,
    ) -> Result<(), Stop> {
        let own: Vec<&Bytes> = reads.iter().chain(&writes).collect();
        if own.iter().enumerate().any(|(k, bytes)| own[..k].iter().any(|other| overlap(bytes, other))) {
            return misfit("buffers of one operation overlap");
        }
        let atomic = !matches!(routine, Routine::Put | Routine::Get);
        let Some((name, size)) = ty.basic.or(if atomic { None } else { Some((0, 1)) }) else {
            return misfit("an accumulate of several basic types");
        };
        let target = self.world(&self.shared.windows[win], target)?;
        // In bytes from the displacement; moved to the target's memory when that is known.
        let bytes = Bytes { array: Array::Object(0), ranges: ranges(count, ty) };
        writes.iter().for_each(|bytes| self.forget(bytes));
        self.mpi.displacements.push(displacement);
        let basic = Basic { name, size };
        let operation = Operation { routine, win, target, bytes, basic, reduction, reads, writes, request };
        self.push(args.line, Act::Rma(Box::new(operation)));
        Ok(())
    }

    /// Point-to-point communication.
    pub(super) fn messages(&mut self, args: &Args) -> Result<bool, Stop> {
        let name = args.name.trim_start_matches("MPI_");
        if matches!(name, "Sendrecv" | "Sendrecv_replace") {
            let replace = name == "Sendrecv_replace";
            let (back, comm) = if replace { (0, 7) } else { (5, 10) };
            let (from, tag) = if replace { (5, 6) } else { (8, 9) };
            let send = self.outgoing(args, 0, [3, 4, comm])?;
            let recv = self.incoming(args, back, [from, tag, comm])?;
            if send.is_some() || recv.is_some() {
                self.push(args.line, Act::Message { send, recv, request: None });
            }
            self.status(args, comm + 1);
            return Ok(true);
        }
        let base = name.trim_end_matches("_init");
        let (request, base) = match base {
            "Isend" | "Issend" | "Ibsend" | "Irsend" => (true, base.trim_start_matches('I')),
            "Irecv" => (true, "recv"),
            base => (base != name, base),
        };
        let (send, recv) = match base {
            "Send" | "send" | "Bsend" | "bsend" | "Rsend" | "rsend" => (self.outgoing(args, 0, [3, 4, 5])?, None),
            "Ssend" | "ssend" => {
                let out = self.outgoing(args, 0, [3, 4, 5])?;
                (out.map(|out| Outgoing { synchronous: true, ..out }), None)
            }
            "Recv" | "recv" => (None, self.incoming(args, 0, [3, 4, 5])?),
            _ => return Ok(false),
        };
        let nobody = send.is_none() && recv.is_none();
        if request && nobody {
            self.give(args, 6, 4, Value::Int(0))?;
        } else if name != base && name.ends_with("_init") {
            let number = self.request(args, 6)?;
            let handle = self.handles_at(&[args.at(6)?]).first().copied().unwrap_or(i64::from(number));
            let act = Act::Message { send, recv, request: None };
            self.mpi.persistent.insert(handle, (args.line, act, None));
        } else if !nobody {
            let request = if request { Some(self.request(args, 6)?) } else { None };
            self.push(args.line, Act::Message { send, recv, request });
        }
        if name == "Recv" {
            self.status(args, 6);
        }
        Ok(true)
    }

    /// What a call that receives tells of the message: source, tag and error.
    fn status(&mut self, args: &Args, k: usize) {
        if let Some(Value::Pointer(at)) = args.values.get(k)
            && self.memory.inside(*at, STATUS)
        {
            let bytes = Bytes { array: Array::Object(at.object), ranges: vec![(at.offset, at.offset + STATUS)] };
            self.push(args.line, Act::Store(bytes));
        }
    }

    fn outgoing(
        &mut self,
        args: &Args,
        buffer: usize,
        [dest, tag, comm]: [usize; 3],
    ) -> Result<Option<Outgoing>, Stop> {
        let comm = self.comm(args.int(comm)?)?;
        if args.int(dest)? == NOBODY {
            return Ok(None);
        }
        let bytes = self.own(args.at(buffer)?, args.int(buffer + 1)?, &self.datatype(args.int(buffer + 2)?)?)?;
        let dest = self.world(&comm.members, args.int(dest)?)?;
        Ok(Some(Outgoing { dest, tag: (comm.name, Some(args.int(tag)?)), synchronous: false, bytes }))
    }

    fn incoming(
        &mut self,
        args: &Args,
        buffer: usize,
        [from, tag, comm]: [usize; 3],
    ) -> Result<Option<Incoming>, Stop> {
        let comm = self.comm(args.int(comm)?)?;
        // A call that sends and receives in place has one count and type.
        let (count, ty) = (args.int(buffer + 1)?, self.datatype(args.int(buffer + 2)?)?);
        let source = match args.int(from)? {
            NOBODY => return Ok(None),
            -2 => None,
            rank => Some(self.world(&comm.members, rank)?),
        };
        let bytes = self.own(args.at(buffer)?, count, &ty)?;
        self.forget(&bytes);
        let tag = Some(args.int(tag)?).filter(|tag| *tag >= 0);
        Ok(Some(Incoming { source, tag: (comm.name, tag), bytes }))
    }

    /// Collective operations (MPI 4.1, chapter 6).
    pub(super) fn collectives(&mut self, args: &Args) -> Result<bool, Stop> {
        let name = args.name.trim_start_matches("MPI_");
        let nonblocking = name.starts_with('I') && name.chars().nth(1).is_some_and(char::is_lowercase);
        let name = name.strip_prefix('I').filter(|_| nonblocking).unwrap_or(name);
        // Send buffer with count and type, receive buffer with count and type, root, communicator.
        let (op, send, recv, root, comm) = match name.to_lowercase().as_str() {
            "barrier" => (Collective::Barrier, None, None, None, 0),
            "bcast" => (Collective::Bcast, Some((0, 1, 2)), None, Some(3), 4),
            "reduce" => (Collective::Reduce, Some((0, 2, 3)), Some((1, 2, 3)), Some(5), 6),
            "allreduce" => (Collective::Allreduce, Some((0, 2, 3)), Some((1, 2, 3)), None, 5),
            "scan" | "exscan" => (Collective::Scan, Some((0, 2, 3)), Some((1, 2, 3)), None, 5),
            "gather" => (Collective::Gather, Some((0, 1, 2)), Some((3, 4, 5)), Some(6), 7),
            "scatter" => (Collective::Bcast, Some((0, 1, 2)), Some((3, 4, 5)), Some(6), 7),
            "allgather" | "alltoall" => (Collective::Alltoall, Some((0, 1, 2)), Some((3, 4, 5)), None, 6),
            "reduce_scatter_block" => (Collective::Allreduce, Some((0, 2, 3)), Some((1, 2, 3)), None, 5),
            _ => return Ok(false),
        };
        let group = self.comm(args.int(comm)?)?;
        let root = match root {
            Some(root) => self.world(&group.members, args.int(root)?)?,
            None => group.members[0],
        };
        let (at_root, all) = (root == self.rank, group.members.len() as i64);
        let times = |factor: bool| if factor { all } else { 1 };
        let whole = name.to_lowercase();
        let buffer = |k: Option<(usize, usize, usize)>, times: i64| -> Result<Vec<Bytes>, Stop> {
            let Some((k, count, ty)) = k else { return Ok(vec![]) };
            if matches!(args.values.get(k), Some(Value::Int(-1))) {
                return Ok(vec![]);
            }
            if args.int(count)? == 0 {
                return misfit("a collective of nothing");
            }
            Ok(vec![self.own(args.at(k)?, args.int(count)? * times, &self.datatype(args.int(ty)?)?)?])
        };
        let in_place = matches!(args.values.first(), Some(Value::Int(-1)));
        let (reads, writes) = match whole.as_str() {
            "reduce_scatter_block" if in_place => (buffer(recv, all)?, buffer(recv, 1)?),
            "bcast" if at_root => (buffer(send, 1)?, vec![]),
            "bcast" => (vec![], buffer(send, 1)?),
            "scatter" if at_root => (buffer(send, all)?, buffer(recv, 1)?),
            "scatter" => (vec![], buffer(recv, 1)?),
            "reduce" | "gather" if !at_root => (buffer(send, 1)?, vec![]),
            // In place the caller's own block is read where it is.
            "gather" | "allgather" if in_place => {
                let position = group.members.iter().position(|m| *m == self.rank).unwrap_or_default() as i64;
                let (one, whole) = (buffer(recv, 1)?, buffer(recv, all)?);
                let ([one], [whole]) = (&one[..], &whole[..]) else { return misfit("a gather without buffer") };
                let ([(start, end)], [(_, last)]) = (&one.ranges[..], &whole.ranges[..]) else {
                    return misfit("a gather in place of separate pieces");
                };
                let own = (start + position * (end - start), start + (position + 1) * (end - start));
                let others = [(*start, own.0), (own.1, *last)].into_iter().filter(|(from, to)| from < to).collect();
                let of = |ranges| vec![Bytes { array: whole.array, ranges }];
                (of(vec![own]), of(others))
            }
            "gather" | "allgather" => (buffer(send, 1)?, buffer(recv, all)?),
            name => {
                let both = name == "alltoall";
                let first = buffer(send, times(both || name == "reduce_scatter_block"))?;
                (first, buffer(recv, times(both))?)
            }
        };
        writes.iter().for_each(|bytes| self.forget(bytes));
        let request = if nonblocking { Some(self.request(args, comm + 1)?) } else { None };
        self.push(args.line, Act::Collective { op, comm: group, root, reads, writes, request });
        Ok(true)
    }
}

fn reduction(handle: i64) -> Reduction {
    match handle {
        1 => Reduction::Sum,
        2 => Reduction::Max,
        3 => Reduction::Replace,
        4 => Reduction::NoOp,
        other => Reduction::Other(other as u8),
    }
}
