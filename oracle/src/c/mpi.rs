//! MPI routines of a C program: handles, and what the calls mean as steps.

use super::expression::place;
use super::memory::{Pointer, Value};
use super::process::{Process, Stop, misfit};
use crate::mpi::lang::Array;
use crate::mpi::unroll::{Act, Bytes, Group};
use std::collections::BTreeMap;

/// Handles of derived datatypes, communicators, groups, windows and requests count from these.
const TYPES: i64 = 10_000;
const COMMS: i64 = 20_000;
const GROUPS: i64 = 30_000;
const WINDOWS: i64 = 40_000;
const REQUESTS: i64 = 50_000;
/// `MPI_PROC_NULL`.
pub(super) const NOBODY: i64 = -1;
const UNDEFINED: i64 = -32766;

/// A datatype: its blocks of bytes, in order.
#[derive(Debug, Clone)]
pub(super) struct Datatype {
    /// Name and size of the basic datatype, if there is one only.
    pub(super) basic: Option<(u32, i64)>,
    pub(super) blocks: Vec<(i64, i64)>,
    pub(super) lower: i64,
    pub(super) extent: i64,
}

/// What a window is to its own process.
#[derive(Debug, Clone)]
pub(super) struct Exposed {
    pub(super) bytes: Bytes,
    pub(super) base: i64,
    pub(super) unit: i64,
    pub(super) pointer: Pointer,
}

/// The handles of a process.
#[derive(Debug, Default)]
pub(super) struct Mpi {
    types: Vec<Datatype>,
    comms: Vec<Group>,
    /// Dimensions and periods of the communicators that have them, by name.
    pub(super) grids: BTreeMap<u32, Vec<(i64, bool)>>,
    groups: Vec<Vec<usize>>,
    /// Communicators and windows made so far from each communicator, by its name.
    made: BTreeMap<u32, u32>,
    /// Windows of this process, by their number among all.
    pub(super) windows: BTreeMap<usize, Exposed>,
    /// Displacements of the one-sided operations, in order.
    pub(super) displacements: Vec<i64>,
    pub(super) requests: u32,
    /// Persistent requests: the call, and the number while it is active.
    pub(super) persistent: BTreeMap<i64, (u32, Act, Option<u32>)>,
    /// `MPI_Finalize` was called.
    pub(super) finalized: bool,
    /// Tests of each request that failed.
    pub(super) failed: BTreeMap<i64, u8>,
}

/// The arguments of a call.
pub(super) struct Args<'a> {
    pub(super) name: &'a str,
    pub(super) values: &'a [Value],
    pub(super) line: u32,
}

impl Args<'_> {
    pub(super) fn int(&self, k: usize) -> Result<i64, Stop> {
        match self.values.get(k) {
            Some(Value::Int(value)) => Ok(*value),
            _ => misfit(format!("{} with an argument that is unknown", self.name)),
        }
    }

    pub(super) fn at(&self, k: usize) -> Result<Pointer, Stop> {
        place(self.values.get(k).unwrap_or(&Value::Unknown))
    }
}

impl Process<'_> {
    /// An MPI routine.
    pub(super) fn mpi(&mut self, name: &str, values: &[Value], line: u32) -> Result<Value, Stop> {
        let args = Args { name, values, line };
        if name == "MPI_Wtime" {
            return Ok(Value::Unknown);
        }
        let known = self.handles(&args)? || self.datatypes(&args)? || self.synchronise(&args)?;
        let known = known || self.one_sided(&args)? || self.messages(&args)? || self.collectives(&args)?;
        if known { Ok(Value::Int(0)) } else { misfit(format!("a call of {name}")) }
    }

    /// A result through a pointer; the call writes it.
    pub(super) fn give(&mut self, args: &Args, k: usize, size: i64, value: Value) -> Result<(), Stop> {
        let at = args.at(k)?;
        self.touch(at, size, true, args.line)?;
        self.memory.store(at, size, value);
        Ok(())
    }

    pub(super) fn comm(&self, handle: i64) -> Result<Group, Stop> {
        match handle {
            1 => Ok(Group { name: 1, members: (0..self.size).collect() }),
            2 => Ok(Group { name: 2, members: vec![self.rank] }),
            handle => match self.mpi.comms.get((handle - COMMS) as usize) {
                Some(comm) => Ok(comm.clone()),
                None => misfit("an unknown communicator"),
            },
        }
    }

    pub(super) fn own_rank(&self, comm: &Group) -> i64 {
        comm.members.iter().position(|&p| p == self.rank).map_or(UNDEFINED, |k| k as i64)
    }

    /// Rank in the world of a rank in a communicator.
    pub(super) fn world(&self, members: &[usize], rank: i64) -> Result<usize, Stop> {
        match usize::try_from(rank).ok().and_then(|rank| members.get(rank)) {
            Some(rank) => Ok(*rank),
            None => misfit("a rank out of range"),
        }
    }

    pub(super) fn window(&self, args: &Args, k: usize) -> Result<usize, Stop> {
        let number = args.int(k)? - WINDOWS;
        match usize::try_from(number).ok().filter(|n| self.mpi.windows.contains_key(n)) {
            Some(number) => Ok(number),
            None => misfit("an unknown window"),
        }
    }

    pub(super) fn group(&self, handle: i64) -> Result<Vec<usize>, Stop> {
        match handle {
            1 => Ok(vec![]),
            handle => match self.mpi.groups.get((handle - GROUPS) as usize) {
                Some(group) => Ok(group.clone()),
                None => misfit("an unknown group"),
            },
        }
    }

    fn new_group(&mut self, args: &Args, k: usize, group: Vec<usize>) -> Result<bool, Stop> {
        self.mpi.groups.push(group);
        self.give(args, k, 4, Value::Int(GROUPS + self.mpi.groups.len() as i64 - 1))?;
        Ok(true)
    }

    pub(super) fn new_comm(&mut self, args: &Args, k: usize, comm: Group) -> Result<bool, Stop> {
        self.mpi.comms.push(comm);
        self.give(args, k, 4, Value::Int(COMMS + self.mpi.comms.len() as i64 - 1))?;
        Ok(true)
    }

    /// Integers of an array argument.
    pub(super) fn array(&mut self, args: &Args, k: usize, count: i64, size: i64) -> Result<Vec<i64>, Stop> {
        let at = args.at(k)?;
        let mut result = Vec::new();
        for index in 0..count {
            let at = Pointer { offset: at.offset + index * size, ..at };
            self.touch(at, size, false, args.line)?;
            match self.memory.load(at, size) {
                Value::Int(value) => result.push(value),
                _ => return misfit(format!("{} with an array that is unknown", args.name)),
            }
        }
        Ok(result)
    }

    /// The number of a new communicator or window among those made from `parent`.
    pub(super) fn next(&mut self, parent: u32) -> u32 {
        let next = self.mpi.made.entry(parent).or_default();
        *next += 1;
        *next
    }

    /// Communicators, groups and windows.
    fn handles(&mut self, args: &Args) -> Result<bool, Stop> {
        match args.name {
            "MPI_Finalize" => {
                self.mpi.finalized = true;
                Ok(true)
            }
            "MPI_Get_processor_name" => {
                self.give(args, 0, 1, Value::Unknown)?;
                self.give(args, 1, 4, Value::Unknown).map(|()| true)
            }
            "MPI_Init"
            | "MPI_Comm_free"
            | "MPI_Group_free"
            | "MPI_Comm_set_errhandler"
            | "MPI_Win_set_errhandler"
            | "MPI_Win_set_name"
            | "MPI_Info_free" => Ok(true),
            "MPI_Init_thread" => self.give(args, 3, 4, Value::Int(args.int(2)?)).map(|()| true),
            "MPI_Abort" => Err(Stop::Exit),
            "MPI_Comm_rank" => {
                let comm = self.comm(args.int(0)?)?;
                self.give(args, 1, 4, Value::Int(self.own_rank(&comm))).map(|()| true)
            }
            "MPI_Comm_size" => {
                let comm = self.comm(args.int(0)?)?;
                self.give(args, 1, 4, Value::Int(comm.members.len() as i64)).map(|()| true)
            }
            "MPI_Comm_dup" => {
                let comm = self.comm(args.int(0)?)?;
                let name = self.shared.name(comm.name, self.mpi.made.get(&comm.name).map_or(0, |n| *n), i64::MIN);
                self.next(comm.name);
                self.new_comm(args, 1, Group { name, ..comm })
            }
            "MPI_Comm_split" => self.split(args),
            "MPI_Comm_create" => {
                let (comm, members) = (self.comm(args.int(0)?)?, self.group(args.int(1)?)?);
                let number = self.next(comm.name);
                if !members.contains(&self.rank) {
                    return self.give(args, 2, 4, Value::Int(0)).map(|()| true);
                }
                let name = self.shared.name(comm.name, number, i64::MIN + 1);
                self.new_comm(args, 2, Group { name, members })
            }
            "MPI_Comm_group" | "MPI_Win_get_group" => {
                let members = if args.name == "MPI_Comm_group" {
                    self.comm(args.int(0)?)?.members
                } else {
                    self.shared.windows[self.window(args, 0)?].clone()
                };
                self.new_group(args, 1, members)
            }
            "MPI_Group_incl" | "MPI_Group_excl" => {
                let group = self.group(args.int(0)?)?;
                let ranks = self.array(args, 2, args.int(1)?, 4)?;
                let chosen = ranks.iter().map(|&r| self.world(&group, r)).collect::<Result<Vec<_>, _>>()?;
                if args.name == "MPI_Group_incl" {
                    return self.new_group(args, 3, chosen);
                }
                let rest = group.into_iter().filter(|p| !chosen.contains(p)).collect();
                self.new_group(args, 3, rest)
            }
            "MPI_Group_range_incl" => {
                let group = self.group(args.int(0)?)?;
                let ranges = self.array(args, 2, 3 * args.int(1)?, 4)?;
                let mut chosen = Vec::new();
                for range in ranges.chunks(3) {
                    let mut rank = range[0];
                    while range[2] > 0 && rank <= range[1] || range[2] < 0 && rank >= range[1] {
                        chosen.push(self.world(&group, rank)?);
                        rank += range[2];
                    }
                }
                self.new_group(args, 3, chosen)
            }
            "MPI_Group_size" => {
                let group = self.group(args.int(0)?)?;
                self.give(args, 1, 4, Value::Int(group.len() as i64)).map(|()| true)
            }
            "MPI_Get_address" => {
                let at = args.values[0].clone();
                self.give(args, 1, 8, at).map(|()| true)
            }
            "MPI_Win_create" => {
                let at = args.at(0)?;
                self.new_window(args, [1, 2, 4, 5], Some(at), None)
            }
            "MPI_Win_allocate" | "MPI_Win_allocate_shared" => self.new_window(args, [0, 1, 3, 5], None, Some(4)),
            "MPI_Win_free" => {
                let at = args.at(0)?;
                self.touch(at, 4, false, args.line)?;
                let Value::Int(handle) = self.memory.load(at, 4) else { return misfit("an unknown window") };
                let win = (handle - WINDOWS) as usize;
                if !self.mpi.windows.contains_key(&win) {
                    return misfit("an unknown window");
                }
                self.push(args.line, Act::Free { win });
                self.give(args, 0, 4, Value::Int(0)).map(|()| true)
            }
            "MPI_Win_get_attr" if args.int(1)? == 1 => {
                let pointer = self.mpi.windows[&self.window(args, 0)?].pointer;
                self.give(args, 2, 8, Value::Pointer(pointer))?;
                self.give(args, 3, 4, Value::Int(1)).map(|()| true)
            }
            _ => self.cartesian(args),
        }
    }

    /// The colours of the others come from their own runs.
    fn split(&mut self, args: &Args) -> Result<bool, Stop> {
        let parent = self.comm(args.int(0)?)?;
        let (color, key) = (args.int(1)?, args.int(2)?);
        let number = self.next(parent.name);
        self.shared.colors.insert((parent.name, number, self.rank), (color, key));
        let mut members = Vec::new();
        for (order, &member) in parent.members.iter().enumerate() {
            match self.shared.colors.get(&(parent.name, number, member)) {
                None => return Err(Stop::Facts),
                Some(&(c, k)) if c == color => members.push((k, order, member)),
                Some(_) => {}
            }
        }
        if color == UNDEFINED {
            return self.give(args, 3, 4, Value::Int(0)).map(|()| true);
        }
        members.sort_unstable();
        let members = members.into_iter().map(|m| m.2).collect();
        let name = self.shared.name(parent.name, number, color);
        self.new_comm(args, 3, Group { name, members })
    }

    /// Positions of size, displacement unit, communicator and window among the arguments; the memory, or where its
    /// address goes.
    fn new_window(
        &mut self,
        args: &Args,
        k: [usize; 4],
        at: Option<Pointer>,
        out: Option<usize>,
    ) -> Result<bool, Stop> {
        let (size, unit, comm) = (args.int(k[0])?, args.int(k[1])?, self.comm(args.int(k[2])?)?);
        let number = self.next(comm.name);
        let win = self.shared.window(comm.name, number, &comm.members);
        let pointer = at.unwrap_or_else(|| self.memory.make(size, false));
        if size > 0 && !self.memory.inside(pointer, size) {
            return misfit("a window over unknown memory");
        }
        let ranges = if size > 0 { vec![(pointer.offset, pointer.offset + size)] } else { vec![] };
        let bytes = Bytes { array: Array::Object(pointer.object), ranges };
        if size > 0 {
            self.memory.forget(pointer, size);
        }
        self.mpi.windows.insert(win, Exposed { bytes, base: pointer.offset, unit, pointer });
        if let Some(out) = out {
            self.give(args, out, 8, Value::Pointer(pointer))?;
        }
        self.push(args.line, Act::Create { win });
        self.give(args, k[3], 4, Value::Int(WINDOWS + win as i64)).map(|()| true)
    }

    pub(super) fn datatype(&self, handle: i64) -> Result<Datatype, Stop> {
        match handle {
            101..=999 => {
                let size = handle / 100;
                let basic = Some((handle as u32, size));
                Ok(Datatype { basic, blocks: vec![(0, size)], lower: 0, extent: size })
            }
            handle => match self.mpi.types.get((handle - TYPES) as usize) {
                Some(ty) => Ok(ty.clone()),
                None => misfit("an unknown datatype"),
            },
        }
    }

    fn new_type(&mut self, args: &Args, k: usize, ty: Datatype) -> Result<bool, Stop> {
        self.mpi.types.push(ty);
        self.give(args, k, 4, Value::Int(TYPES + self.mpi.types.len() as i64 - 1)).map(|()| true)
    }

    /// Derived datatypes (MPI 4.1, 5.1).
    fn datatypes(&mut self, args: &Args) -> Result<bool, Stop> {
        match args.name {
            "MPI_Type_commit" | "MPI_Type_free" => Ok(true),
            "MPI_Type_dup" => {
                let ty = self.datatype(args.int(0)?)?;
                self.new_type(args, 1, ty)
            }
            "MPI_Type_size" => {
                let size = self.datatype(args.int(0)?)?.blocks.iter().map(|b| b.1).sum();
                self.give(args, 1, 4, Value::Int(size)).map(|()| true)
            }
            "MPI_Type_get_extent" => {
                let ty = self.datatype(args.int(0)?)?;
                self.give(args, 1, 8, Value::Int(ty.lower))?;
                self.give(args, 2, 8, Value::Int(ty.extent)).map(|()| true)
            }
            "MPI_Type_contiguous" => {
                let ty = self.datatype(args.int(1)?)?;
                let placed = vec![(0, args.int(0)?, ty)];
                self.new_type(args, 2, assemble(placed))
            }
            "MPI_Type_vector" | "MPI_Type_create_hvector" | "MPI_Type_hvector" => {
                let ty = self.datatype(args.int(3)?)?;
                let stride = args.int(2)? * if args.name == "MPI_Type_vector" { ty.extent } else { 1 };
                let placed = (0..args.int(0)?).map(|k| (k * stride, args.int(1).unwrap_or(0), ty.clone())).collect();
                self.new_type(args, 4, assemble(placed))
            }
            "MPI_Type_indexed" | "MPI_Type_create_hindexed" => {
                let (count, ty) = (args.int(0)?, self.datatype(args.int(3)?)?);
                let bytes = args.name == "MPI_Type_create_hindexed";
                let lengths = self.array(args, 1, count, 4)?;
                let offsets = self.array(args, 2, count, if bytes { 8 } else { 4 })?;
                let unit = if bytes { 1 } else { ty.extent };
                let placed = lengths.iter().zip(offsets).map(|(&n, offset)| (offset * unit, n, ty.clone())).collect();
                self.new_type(args, 4, assemble(placed))
            }
            "MPI_Type_create_indexed_block" => {
                let (count, length, ty) = (args.int(0)?, args.int(1)?, self.datatype(args.int(3)?)?);
                let offsets = self.array(args, 2, count, 4)?;
                let placed = offsets.into_iter().map(|offset| (offset * ty.extent, length, ty.clone())).collect();
                self.new_type(args, 4, assemble(placed))
            }
            "MPI_Type_create_struct" => {
                let count = args.int(0)?;
                let (lengths, offsets) = (self.array(args, 1, count, 4)?, self.array(args, 2, count, 8)?);
                let types = self.array(args, 3, count, 4)?;
                let mut placed = Vec::new();
                for ((length, offset), ty) in lengths.into_iter().zip(offsets).zip(types) {
                    placed.push((offset, length, self.datatype(ty)?));
                }
                self.new_type(args, 4, assemble(placed))
            }
            "MPI_Type_create_resized" => {
                let ty = self.datatype(args.int(0)?)?;
                let ty = Datatype { lower: args.int(1)?, extent: args.int(2)?, ..ty };
                self.new_type(args, 3, ty)
            }
            "MPI_Type_create_subarray" if args.int(4)? == 1 => {
                let (count, ty) = (args.int(0)?, self.datatype(args.int(5)?)?);
                let sizes = self.array(args, 1, count, 4)?;
                let (parts, starts) = (self.array(args, 2, count, 4)?, self.array(args, 3, count, 4)?);
                let mut firsts = vec![0];
                for ((size, part), start) in sizes.iter().zip(&parts).zip(&starts) {
                    firsts = firsts.iter().flat_map(|f| (0..*part).map(move |k| f * size + start + k)).collect();
                }
                let placed = firsts.into_iter().map(|first| (first * ty.extent, 1, ty.clone())).collect();
                let extent = sizes.iter().product::<i64>() * ty.extent;
                self.new_type(args, 6, Datatype { lower: 0, extent, ..assemble(placed) })
            }
            _ => Ok(false),
        }
    }

    /// The bytes of a buffer of this process.
    pub(super) fn own(&self, at: Pointer, count: i64, ty: &Datatype) -> Result<Bytes, Stop> {
        let ranges: Vec<(i64, i64)> = ranges(count, ty).iter().map(|r| (r.0 + at.offset, r.1 + at.offset)).collect();
        let inside = |r: &(i64, i64)| self.memory.inside(Pointer { offset: r.0, ..at }, r.1 - r.0);
        if !ranges.iter().all(inside) {
            return misfit("a buffer outside of known memory");
        }
        Ok(Bytes { array: Array::Object(at.object), ranges })
    }

    /// These bytes are written by communication.
    pub(super) fn forget(&mut self, bytes: &Bytes) {
        if let Array::Object(object) = bytes.array {
            for &(from, to) in &bytes.ranges {
                self.memory.forget(Pointer { object, offset: from }, to - from);
            }
        }
    }

    /// A new request, stored at argument `k`.
    pub(super) fn request(&mut self, args: &Args, k: usize) -> Result<u32, Stop> {
        self.mpi.requests += 1;
        self.give(args, k, 4, Value::Int(REQUESTS + i64::from(self.mpi.requests)))?;
        Ok(self.mpi.requests)
    }

    /// The number of the active request behind a handle.
    pub(super) fn active(&self, handle: i64) -> Option<u32> {
        match self.mpi.persistent.get(&handle) {
            Some((_, _, number)) => *number,
            None => u32::try_from(handle - REQUESTS).ok().filter(|number| *number > 0),
        }
    }
}

/// Blocks of a derived datatype: offset, count and type of each.
fn assemble(placed: Vec<(i64, i64, Datatype)>) -> Datatype {
    let mut blocks = Vec::new();
    let (mut low, mut high) = (i64::MAX, i64::MIN);
    let mut basic = placed.first().and_then(|p| p.2.basic);
    for (offset, count, ty) in placed {
        basic = basic.filter(|b| ty.basic == Some(*b));
        for k in 0..count {
            let start = offset + k * ty.extent;
            blocks.extend(ty.blocks.iter().map(|b| (start + b.0, b.1)));
            (low, high) = (low.min(start + ty.lower), high.max(start + ty.lower + ty.extent));
        }
    }
    let (lower, extent) = if low <= high { (low, high - low) } else { (0, 0) };
    Datatype { basic, blocks, lower, extent }
}

/// The bytes of `count` elements from 0 on.
pub(super) fn ranges(count: i64, ty: &Datatype) -> Vec<(i64, i64)> {
    let mut result: Vec<(i64, i64)> = Vec::new();
    for k in 0..count {
        for block in &ty.blocks {
            let (from, to) = (k * ty.extent + block.0, k * ty.extent + block.0 + block.1);
            match result.last_mut() {
                Some(last) if last.1 == from => last.1 = to,
                _ => result.push((from, to)),
            }
        }
    }
    result
}
