//! Collectives: matching calls of all members of a communicator (MPI 4.1, chapter 6) (theory, 9.4).

use super::datatypes::{self, gather, scatter};
use super::invocation::Invocation;
use super::requests::{Request, Waiting};
use super::{Answer, Halt, Machine, MeetingKey, Pending, Result, done};
use crate::clock::Clock;
use crate::log::{Kind, Span};
use crate::machine::memory::Copied;
use rma_frontend::api::Order;

/// The contribution of one process to a collective, and the place of its result.
#[derive(Debug, Clone, Default)]
pub(crate) struct Arrival {
    pub process: usize,
    pub clock: Option<Clock>,
    /// Data, one for each receiver or one for all.
    pub parts: Vec<Copied>,
    pub numbers: Vec<i64>,
    pub out: Vec<Span>,
    /// Operator and element of a reduction.
    pub operator: Option<super::reductions::Reduction>,
}

/// The calls that belong together.
#[derive(Debug, Clone)]
pub(crate) struct Meeting {
    pub name: String,
    pub order: Option<Order>,
    /// Position of the root among the members.
    pub root: Option<usize>,
    pub arrivals: Vec<Option<Arrival>>,
    pub left: usize,
    /// The communicators that it makes.
    pub made: Option<Vec<usize>>,
}

impl Meeting {
    /// All arrivals, by rank.
    pub fn all(&self) -> Vec<Arrival> {
        self.arrivals.iter().flatten().cloned().collect()
    }

    pub fn is_complete(&self) -> bool {
        self.arrivals.iter().all(Option::is_some)
    }
}

/// The caller enters the next collective on a communicator; `Some` when all have entered.
pub(super) fn meet(
    machine: &mut Machine,
    call: &Invocation,
    comm: usize,
    fill: impl FnOnce(&mut Machine, &mut Arrival) -> Result<()>,
) -> Result<Option<MeetingKey>> {
    let key = match &machine.processes[call.process].waits {
        Some(Pending::Meeting(key)) => *key,
        _ => {
            let key = arrive(machine, call, comm, fill)?;
            machine.processes[call.process].waits = Some(Pending::Meeting(key));
            key
        }
    };
    Ok(machine.world.meetings.get(&key).is_some_and(Meeting::is_complete).then_some(key))
}

/// The caller's part in the next meeting on a communicator.
fn arrive(
    machine: &mut Machine,
    call: &Invocation,
    comm: usize,
    fill: impl FnOnce(&mut Machine, &mut Arrival) -> Result<()>,
) -> Result<MeetingKey> {
    let p = call.process;
    let count = machine.world.communicators[comm].members.len();
    let rank = machine.world.communicators[comm].rank(p).ok_or_else(|| Halt::arguments(call))?;
    let mut arrival = Arrival { process: p, ..Arrival::default() };
    fill(machine, &mut arrival)?;
    arrival.clock = Some(super::tell(machine, p));
    let turn = machine.world.turns.entry((p, comm)).or_insert(0);
    let key = (comm, *turn);
    *turn += 1;
    let root = if call.has("root") { Some(call.int(machine, "root")? as usize) } else { None };
    let name = stem(call.name()).to_owned();
    let order = call.row.order.first().copied();
    let new = Meeting { name, order, root, arrivals: vec![None; count], left: 0, made: None };
    let meeting = machine.world.meetings.entry(key).or_insert(new);
    if meeting.name != stem(call.name()) || meeting.root != root {
        return Err(Halt::arguments(call));
    }
    meeting.arrivals[rank] = Some(arrival);
    Ok(key)
}

/// The name of the blocking form (`Iallreduce`: `Allreduce`).
fn stem(name: &str) -> &str {
    const NONBLOCKING: [(&str, &str); 15] = [
        ("Ibarrier", "Barrier"),
        ("Ibcast", "Bcast"),
        ("Igather", "Gather"),
        ("Igatherv", "Gatherv"),
        ("Iscatter", "Scatter"),
        ("Iscatterv", "Scatterv"),
        ("Iallgather", "Allgather"),
        ("Iallgatherv", "Allgatherv"),
        ("Ialltoall", "Alltoall"),
        ("Ialltoallv", "Alltoallv"),
        ("Ireduce", "Reduce"),
        ("Iallreduce", "Allreduce"),
        ("Iscan", "Scan"),
        ("Iexscan", "Exscan"),
        ("Ireduce_scatter_block", "Reduce_scatter_block"),
    ];
    NONBLOCKING.iter().find(|(n, _)| *n == name).map_or(name, |(_, stem)| stem)
}

/// A member continues after a collective in which all have arrived: the clocks that it takes over, and its data. `all`: it takes
/// over the clocks of all members.
pub(super) fn leave(machine: &mut Machine, call: &Invocation, key: MeetingKey, all: bool) -> Result<()> {
    finish(machine, call.process, key, all)?;
    machine.processes[call.process].waits = None;
    Ok(())
}

/// Like the function above, for a process that waits for a nonblocking collective by its request.
pub(super) fn finish(machine: &mut Machine, process: usize, key: MeetingKey, all: bool) -> Result<()> {
    let Some(meeting) = machine.world.meetings.get_mut(&key) else { return Err(Halt::Deadlock) };
    meeting.left += 1;
    let over = meeting.left == meeting.arrivals.len();
    let meeting = meeting.clone();
    if over && meeting.made.is_none() {
        machine.world.meetings.remove(&key);
    }
    let arrivals = meeting.all();
    let Some(me) = arrivals.iter().position(|a| a.process == process) else { return Err(Halt::Deadlock) };
    let root = meeting.root.unwrap_or(0);
    for (n, arrival) in arrivals.iter().enumerate() {
        let leads = all
            || match meeting.order {
                Some(Order::RootToAll) => n == root,
                Some(Order::AllToRoot) => me == root,
                Some(Order::Scan) => n < me,
                Some(Order::Neighbor) => meeting_is_near(machine, key.0, me, n),
                _ => true,
            };
        if leads && let Some(clock) = &arrival.clock {
            // If no data are transferred, or only a communicator is made, no member has to wait for others.
            let sends = |part: &Copied| !part.bytes.is_empty();
            let silent = if ["Scatter", "Scatterv", "Alltoall", "Alltoallv", "Alltoallw"].contains(&&*meeting.name) {
                !arrival.parts.get(me).is_some_and(sends)
            } else {
                !arrival.parts.iter().any(sends)
            };
            machine.chosen |= silent && !waits_for_all(&meeting.name) && machine.operations > 0;
            machine.learn(process, clock);
        }
    }
    let out = arrivals[me].out.clone();
    if !out.is_empty()
        && let Some(data) = result(machine, &meeting.name, key.0, &arrivals, me, root)?
    {
        scatter(machine, process, &out, &data.into_read())?;
    }
    Ok(())
}

/// Whether one member of a topology hears from another.
fn meeting_is_near(machine: &Machine, comm: usize, me: usize, other: usize) -> bool {
    super::topology::sources(machine, comm, me).contains(&(other as i64))
}

/// The data that a member gets.
fn result(
    machine: &Machine,
    name: &str,
    comm: usize,
    arrivals: &[Arrival],
    me: usize,
    root: usize,
) -> Result<Option<Copied>> {
    let concat = |parts: &mut dyn Iterator<Item = Option<&Copied>>| {
        let mut out = Copied::default();
        for part in parts.flatten() {
            out.bytes.extend(&part.bytes);
            out.read.extend(&part.read);
        }
        out
    };
    let fold = |range: &[Arrival]| -> Result<Copied> {
        let mut parts = range.iter().filter_map(|a| Some((a.parts.first()?.clone(), a.operator.as_ref()?)));
        let (mut sum, operator) = parts.next().ok_or(Halt::Value)?;
        for (part, _) in parts {
            operator.apply(&mut sum, &part)?;
        }
        Ok(sum)
    };
    Ok(Some(match name {
        "Bcast" => arrivals[root].parts.first().cloned().unwrap_or_default(),
        "Gather" | "Gatherv" | "Allgather" | "Allgatherv" => concat(&mut arrivals.iter().map(|a| a.parts.first())),
        "Scatter" | "Scatterv" => arrivals[root].parts.get(me).cloned().unwrap_or_default(),
        "Alltoall" | "Alltoallv" | "Alltoallw" => concat(&mut arrivals.iter().map(|a| a.parts.get(me))),
        "Neighbor_allgather" | "Neighbor_allgatherv" => {
            let from = super::topology::sources(machine, comm, me);
            concat(&mut from.iter().map(|n| arrivals.get(usize::try_from(*n).ok()?)?.parts.first()))
        }
        "Neighbor_alltoall" | "Neighbor_alltoallv" => {
            let from = super::topology::sources(machine, comm, me);
            let part = |n: usize| super::topology::block_from(machine, comm, me, n);
            let part = |n: usize| part(n).and_then(|(other, block)| arrivals.get(other)?.parts.get(block));
            concat(&mut (0..from.len()).map(part))
        }
        "Reduce" | "Allreduce" => fold(arrivals)?,
        "Scan" => fold(&arrivals[..=me])?,
        "Exscan" if me > 0 => fold(&arrivals[..me])?,
        "Reduce_scatter" | "Reduce_scatter_block" => {
            let sum = fold(arrivals)?;
            let lens: Vec<usize> = arrivals.iter().map(|a| a.numbers.first().map_or(0, |n| *n as usize)).collect();
            let start: usize = lens[..me].iter().sum();
            let range = start..(start + lens[me]).min(sum.bytes.len());
            Copied { bytes: sum.bytes[range.clone()].to_vec(), read: sum.read[range].to_vec() }
        }
        _ => return Ok(None),
    }))
}

/// Meetings in which every member waits for all, with or without data.
const WAITING: [&str; 7] =
    ["Barrier", "Win_fence", "Win_free", "Finalize", "gaspi_barrier", "gaspi_segment_create", "gaspi_group_commit"];

/// Whether no member of a collective that moves no data leaves it before all have come.
fn waits_for_all(name: &str) -> bool {
    // OpenSHMEM 1.6, 9.1 to 9.3: setting up, finalizing and managing memory have barriers, and so do its collectives; making teams does not.
    let of_memory_or_all =
        name.starts_with("shmem") && !name.contains("_team_split") && !name.contains("_team_destroy");
    WAITING.contains(&name) || of_memory_or_all
}

const KNOWN: [&str; 20] = [
    "Barrier",
    "Bcast",
    "Gather",
    "Gatherv",
    "Scatter",
    "Scatterv",
    "Allgather",
    "Allgatherv",
    "Alltoall",
    "Alltoallv",
    "Alltoallw",
    "Reduce",
    "Allreduce",
    "Reduce_scatter_block",
    "Reduce_scatter",
    "Scan",
    "Exscan",
    "Neighbor_allgather",
    "Neighbor_alltoall",
    "Neighbor_allgatherv",
];

pub(super) fn call(machine: &mut Machine, call: &Invocation) -> Result<Option<Answer>> {
    let name = stem(call.name());
    match name {
        "Op_create" => {
            let function = call.arg(machine, "user_fn")?.bits;
            machine.world.operators.push(function);
            let number = machine.world.operators.len() - 1;
            call.set_handle(machine, "op", rma_frontend::api::HandleKind::Op, Some(number))?;
            return done();
        }
        "Op_free" => {
            call.set_handle(machine, "op", rma_frontend::api::HandleKind::Op, None)?;
            return done();
        }
        _ => {}
    }
    if !KNOWN.contains(&name) {
        return Ok(None);
    }
    machine.lasting.extend(call.loc);
    let comm = super::communicators::argument(machine, call)?;
    let members = machine.world.communicators[comm].members.len();
    let rank = machine.world.communicators[comm].rank(call.process).ok_or_else(|| Halt::arguments(call))?;
    let is_root = !call.has("root") || call.int(machine, "root")? as usize == rank;
    let fill = |machine: &mut Machine, arrival: &mut Arrival| -> Result<()> {
        call.touch_own(machine, Kind::Read, members, is_root)?;
        bring(machine, call, name, comm, rank, is_root, arrival)
    };
    if call.has("request") {
        let key = arrive(machine, call, comm, fill)?;
        return super::requests::put(machine, call, Request::of(Waiting::Meeting(key)));
    }
    let Some(key) = meet(machine, call, comm, fill)? else { return Ok(Some(Answer::Wait)) };
    leave(machine, call, key, false)?;
    call.touch_own(machine, Kind::Write, members, is_root)?;
    done()
}

/// Bytes in this many elements of the datatype among the arguments.
fn typed(
    machine: &mut Machine,
    call: &Invocation,
    buffer: &str,
    count: i64,
    at: i64,
    datatype: &str,
) -> Result<Vec<Span>> {
    let start = call.arg(machine, buffer)?.bits;
    let bits = call.arg(machine, datatype)?.bits;
    let ty = datatypes::of(machine, call, bits)?;
    Ok(ty.spans(start.wrapping_add_signed(at * ty.extent), u64::try_from(count).unwrap_or(0)))
}

/// One list of bytes for each member: `count` elements each, consecutively, or by counts and displacements.
fn by_member(
    machine: &mut Machine,
    call: &Invocation,
    members: usize,
    [buffer, count, displacements, datatype]: [&str; 4],
) -> Result<Vec<Vec<Span>>> {
    let size = if call.row.wide { 8 } else { 4 };
    let (counts, places) = if call.has(displacements) && count.ends_with('s') {
        (call.list(machine, count, members as i64, size)?, call.list(machine, displacements, members as i64, size)?)
    } else {
        let count = call.int(machine, count)?;
        (vec![count; members], (0..members as i64).map(|n| n * count).collect())
    };
    counts.iter().zip(&places).map(|(count, at)| typed(machine, call, buffer, *count, *at, datatype)).collect()
}

/// The blocks that a member receives from its neighbours, without those for neighbours that do not exist: these stay as they are (MPI 4.1,
/// 8.6).
fn from_somebody(blocks: Vec<Vec<Span>>, sources: &[i64]) -> Vec<Vec<Span>> {
    blocks.into_iter().zip(sources).filter(|(_, source)| **source >= 0).map(|(block, _)| block).collect()
}

/// The contribution of the caller, and the place of its result.
fn bring(
    machine: &mut Machine,
    call: &Invocation,
    name: &str,
    comm: usize,
    rank: usize,
    is_root: bool,
    arrival: &mut Arrival,
) -> Result<()> {
    let p = call.process;
    let members = machine.world.communicators[comm].members.len();
    let in_place = |machine: &mut Machine| call.is_in_place(machine, "sendbuf");
    let flat = |lists: Vec<Vec<Span>>| lists.into_iter().flatten().collect::<Vec<Span>>();
    match name {
        "Barrier" => {}
        "Bcast" => {
            let count = call.int(machine, "count")?;
            let spans = typed(machine, call, "buffer", count, 0, "datatype")?;
            if is_root {
                arrival.parts.push(gather(machine, p, &spans)?);
            } else {
                arrival.out = spans;
            }
        }
        "Gather" | "Gatherv" | "Allgather" | "Allgatherv" | "Neighbor_allgather" | "Neighbor_allgatherv" => {
            let near = name.starts_with("Neighbor");
            let sources = super::topology::sources(machine, comm, rank);
            let many = if near { sources.len() } else { members };
            let receives = is_root || name.starts_with('A') || near;
            let (count, displacements) =
                if name.ends_with('v') { ("recvcounts", "displs") } else { ("recvcount", "displs") };
            let out = if receives {
                by_member(machine, call, many, ["recvbuf", count, displacements, "recvtype"])?
            } else {
                Vec::new()
            };
            let spans = if in_place(machine)? {
                out.get(rank).cloned().unwrap_or_default()
            } else {
                let count = call.int(machine, "sendcount")?;
                typed(machine, call, "sendbuf", count, 0, "sendtype")?
            };
            arrival.parts.push(gather(machine, p, &spans)?);
            arrival.out = flat(if near { from_somebody(out, &sources) } else { out });
        }
        "Scatter" | "Scatterv" => {
            if is_root {
                let count = if name == "Scatterv" { "sendcounts" } else { "sendcount" };
                for spans in by_member(machine, call, members, ["sendbuf", count, "displs", "sendtype"])? {
                    arrival.parts.push(gather(machine, p, &spans)?);
                }
            }
            if !call.is_in_place(machine, "recvbuf")? {
                let count = call.int(machine, "recvcount")?;
                arrival.out = typed(machine, call, "recvbuf", count, 0, "recvtype")?;
            }
        }
        "Alltoall" | "Alltoallv" | "Neighbor_alltoall" => {
            let near = name.starts_with("Neighbor");
            let neighbours = super::topology::sources(machine, comm, rank);
            let (sources, destinations) = if near {
                (neighbours.len(), super::topology::destinations(machine, comm, rank).len())
            } else {
                (members, members)
            };
            let v = name == "Alltoallv";
            let receive = ["recvbuf", if v { "recvcounts" } else { "recvcount" }, "rdispls", "recvtype"];
            let send = ["sendbuf", if v { "sendcounts" } else { "sendcount" }, "sdispls", "sendtype"];
            let out = by_member(machine, call, sources, receive)?;
            let lists = if in_place(machine)? { out.clone() } else { by_member(machine, call, destinations, send)? };
            for spans in lists {
                arrival.parts.push(gather(machine, p, &spans)?);
            }
            arrival.out = flat(if near { from_somebody(out, &neighbours) } else { out });
        }
        "Reduce" | "Allreduce" | "Scan" | "Exscan" | "Reduce_scatter_block" | "Reduce_scatter" => {
            let mine = if name.starts_with("Reduce_scatter") {
                if name.ends_with("block") {
                    let count = call.int(machine, "recvcount")?;
                    (count, count * members as i64)
                } else {
                    let counts = call.list(machine, "recvcounts", members as i64, 4)?;
                    (counts[rank], counts.iter().sum())
                }
            } else {
                let count = call.int(machine, "count")?;
                (count, count)
            };
            let receives = is_root || name != "Reduce";
            let out = if receives { typed(machine, call, "recvbuf", mine.0, 0, "datatype")? } else { Vec::new() };
            let spans = if in_place(machine)? {
                typed(machine, call, "recvbuf", mine.1, 0, "datatype")?
            } else {
                typed(machine, call, "sendbuf", mine.1, 0, "datatype")?
            };
            let bits = call.arg(machine, "datatype")?.bits;
            let ty = datatypes::of(machine, call, bits)?;
            arrival.numbers = vec![mine.0 * ty.size() as i64];
            arrival.operator = Some(super::reductions::Reduction::of_call(machine, call, &ty)?);
            arrival.parts.push(gather(machine, p, &spans)?);
            arrival.out = out;
        }
        _ => return Err(call.unknown()),
    }
    Ok(())
}

/// A member continues, and takes over no clocks of others.
pub(super) fn pass(machine: &mut Machine, process: usize, key: MeetingKey) {
    if let Some(meeting) = machine.world.meetings.get_mut(&key) {
        meeting.left += 1;
        if meeting.left == meeting.arrivals.len() {
            machine.world.meetings.remove(&key);
        }
    }
    machine.processes[process].waits = None;
}
