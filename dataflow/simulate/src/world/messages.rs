//! Messages between two processes (MPI 4.1, chapter 3) (theory, 9.4).

use super::datatypes::{gather, of, scatter};
use super::invocation::Invocation;
use super::requests::{Request, Waiting, put, put_status};
use super::{Answer, Halt, Machine, Result, done, wait};
use crate::clock::Clock;
use crate::log::{Entry, Kind, Site, Span};
use crate::machine::memory::Copied;

/// A message that was sent and not received.
#[derive(Debug, Clone)]
pub(crate) struct Message {
    pub number: u64,
    pub comm: usize,
    pub from: usize,
    pub to: usize,
    pub tag: i64,
    pub data: Copied,
    pub clock: Clock,
    /// The receiver's clock when it took the message.
    pub taken: Option<Clock>,
}

/// The kind of a receive.
#[derive(Debug, Clone)]
pub(crate) struct Wanted {
    pub comm: usize,
    /// Process and tag, where they are named.
    pub from: Option<usize>,
    pub tag: Option<i64>,
    pub spans: Vec<Span>,
}

/// The first message that fits, where there is one.
fn find(machine: &Machine, process: usize, wanted: &Wanted) -> Option<usize> {
    let fits = |m: &Message| {
        m.taken.is_none()
            && m.comm == wanted.comm
            && m.to == process
            && wanted.from.is_none_or(|f| f == m.from)
            && wanted.tag.is_none_or(|t| t == m.tag)
    };
    let first = machine.world.messages.iter().position(fits)?;
    if wanted.from.is_some() || !machine.backwards {
        return Some(first);
    }
    // Of several senders, that of the greatest number; of its messages, the first.
    let all = machine.world.messages.iter().enumerate().filter(|(_, m)| fits(m));
    all.max_by_key(|(n, m)| (m.from, std::cmp::Reverse(*n))).map(|(n, _)| n)
}

/// Whether a message fits.
pub(super) fn is_there(machine: &Machine, process: usize, wanted: &Wanted) -> bool {
    find(machine, process, wanted).is_some()
}

/// Takes a message: source, tag and bytes.
pub(super) fn take(machine: &mut Machine, process: usize, wanted: &Wanted) -> Result<Option<(i64, i64, i64)>> {
    let Some(n) = find(machine, process, wanted) else { return Ok(None) };
    machine.saw |= wanted.from.is_none();
    let mine = super::tell(machine, process);
    let message = &mut machine.world.messages[n];
    message.taken = Some(mine);
    let (clock, data) = (message.clock.clone(), std::mem::take(&mut message.data));
    let (from, tag, comm) = (message.from, message.tag, message.comm);
    machine.learn(process, &clock);
    let len = data.bytes.len() as i64;
    scatter(machine, process, &wanted.spans, &data.into_read())?;
    let rank = machine.world.communicators[comm].rank(from).map_or(0, |r| r as i64);
    Ok(Some((rank, tag, len)))
}

/// The clock of the receiver, once it has taken a message.
pub(super) fn taken(machine: &Machine, number: u64) -> Option<Clock> {
    machine.world.messages.iter().find(|m| m.number == number).and_then(|m| m.taken.clone())
}

/// A rank among the arguments as a process; `None`: `MPI_PROC_NULL`.
fn partner(machine: &mut Machine, call: &Invocation, comm: usize, name: &str) -> Result<Option<usize>> {
    let rank = call.int(machine, name)?;
    if rank == call.abi(machine)?.constants().proc_null {
        return Ok(None);
    }
    let members = &machine.world.communicators[comm].members;
    let member = usize::try_from(rank).ok().and_then(|r| members.get(r)).copied();
    member.map(Some).ok_or_else(|| Halt::arguments(call))
}

fn spans(machine: &mut Machine, call: &Invocation, buf: &str, count: &str, datatype: &str) -> Result<Vec<Span>> {
    let start = call.arg(machine, buf)?.bits;
    let count = call.int(machine, count)?.max(0) as u64;
    let bits = call.arg(machine, datatype)?.bits;
    Ok(of(machine, call, bits)?.spans(start, count))
}

/// Sends a message; returns its number.
fn send(machine: &mut Machine, call: &Invocation, comm: usize, to: usize, tag: i64, spans: &[Span]) -> Result<u64> {
    let p = call.process;
    let data = gather(machine, p, spans)?;
    let clock = super::tell(machine, p);
    let number = machine.world.messages.last().map_or(0, |m| m.number + 1);
    machine.world.messages.push(Message { number, comm, from: p, to, tag, data, clock, taken: None });
    if machine.world.messages.len() > 4096 {
        machine.world.messages.drain(..2048).find(|m| m.taken.is_none()).map_or(Ok(()), |_| Err(Halt::Memory))?;
    }
    Ok(number)
}

fn wanted(
    machine: &mut Machine,
    call: &Invocation,
    comm: usize,
    source: &str,
    tag: &str,
    spans: Vec<Span>,
) -> Result<Option<Wanted>> {
    let constants = call.abi(machine)?.constants();
    let any = call.int(machine, source)? == constants.any_source;
    let from = if any {
        None
    } else {
        match partner(machine, call, comm, source)? {
            None => return Ok(None),
            some => some,
        }
    };
    let tag = call.int(machine, tag)?;
    Ok(Some(Wanted { comm, from, tag: (tag != constants.any_tag).then_some(tag), spans }))
}

/// A pending access of the caller's own memory until its request is complete.
fn pending(machine: &mut Machine, call: &Invocation, kind: Kind, spans: &[Span], request: &mut Request) {
    let Some(loc) = call.loc else { return };
    let p = call.process;
    machine.step_clock(p);
    for span in spans {
        machine.world.watch(p, *span);
    }
    let entry = Entry {
        process: p,
        owner: crate::machine::owner(p, spans.first().map_or(0, |s| s.0)),
        spans: spans.to_vec(),
        site: Site { loc, at_target: false, access: kind },
        read: machine.processes[p].in_doubt(),
        begins: machine.clocks.of(p).clone(),
        through: Vec::new(),
        only_reads: false,
        domain: 0,
    };
    let id = machine.log.add(entry, &machine.clocks);
    request.entries.push(id);
    request.watched.extend(spans);
}

/// The request that a nonblocking call begins, or a persistent request that is started.
pub(super) fn begin(machine: &mut Machine, call: &Invocation) -> Result<Request> {
    let comm = super::communicators::argument(machine, call)?;
    let list = spans(machine, call, "buf", "count", "datatype")?;
    if call.has("dest") {
        let Some(to) = partner(machine, call, comm, "dest")? else { return Ok(Request::of(Waiting::Nothing)) };
        let tag = call.int(machine, "tag")?;
        let mut request = Request::of(Waiting::Nothing);
        pending(machine, call, Kind::Read, &list, &mut request);
        let number = send(machine, call, comm, to, tag, &list)?;
        if call.name().to_lowercase().contains("ssend") {
            request.waiting = Waiting::Taken(number);
        }
        return Ok(request);
    }
    match wanted(machine, call, comm, "source", "tag", list.clone())? {
        Some(wanted) => {
            let mut request = Request::of(Waiting::Message(wanted));
            pending(machine, call, Kind::Write, &list, &mut request);
            Ok(request)
        }
        None => {
            let mut request = Request::of(Waiting::Nothing);
            request.status = (call.abi(machine)?.constants().proc_null, call.abi(machine)?.constants().any_tag, 0);
            Ok(request)
        }
    }
}

pub(super) fn call(machine: &mut Machine, call: &Invocation) -> Result<Option<Answer>> {
    let name = call.name();
    let p = call.process;
    match name {
        "Send" | "Bsend" | "Rsend" | "Ssend" => {
            let comm = super::communicators::argument(machine, call)?;
            let Some(to) = partner(machine, call, comm, "dest")? else { return done() };
            // A synchronous send waits with the number of its message.
            if let Some(super::Pending::Meeting((usize::MAX, number))) = machine.processes[p].waits {
                return match taken(machine, number) {
                    Some(clock) => {
                        machine.learn(p, &clock);
                        done()
                    }
                    None => Ok(Some(Answer::Wait)),
                };
            }
            call.touch_own(machine, Kind::Read, 1, true)?;
            let list = spans(machine, call, "buf", "count", "datatype")?;
            let tag = call.int(machine, "tag")?;
            let number = send(machine, call, comm, to, tag, &list)?;
            if name == "Ssend" {
                machine.processes[p].waits = Some(super::Pending::Meeting((usize::MAX, number)));
                return Ok(Some(Answer::Wait));
            }
            done()
        }
        "Recv" => {
            let comm = super::communicators::argument(machine, call)?;
            let list = spans(machine, call, "buf", "count", "datatype")?;
            let status = call.arg(machine, "status")?.bits;
            let Some(wanted) = wanted(machine, call, comm, "source", "tag", list)? else {
                let c = call.abi(machine)?.constants();
                put_status(machine, p, status, (c.proc_null, c.any_tag, 0))?;
                return done();
            };
            let Some(found) = take(machine, p, &wanted)? else { return wait(machine, call) };
            call.touch_own(machine, Kind::Write, 1, true)?;
            put_status(machine, p, status, found)?;
            done()
        }
        "Sendrecv" | "Sendrecv_replace" => {
            let comm = super::communicators::argument(machine, call)?;
            let replace = name == "Sendrecv_replace";
            let out = if replace { ["buf", "count", "datatype"] } else { ["sendbuf", "sendcount", "sendtype"] };
            let into = if replace { ["buf", "count", "datatype"] } else { ["recvbuf", "recvcount", "recvtype"] };
            if machine.processes[p].waits.is_none() {
                call.touch_own(machine, Kind::Read, 1, true)?;
                if let Some(to) = partner(machine, call, comm, "dest")? {
                    let list = spans(machine, call, out[0], out[1], out[2])?;
                    let tag = call.int(machine, "sendtag")?;
                    send(machine, call, comm, to, tag, &list)?;
                }
                machine.processes[p].waits = Some(super::Pending::Asking);
            }
            let list = spans(machine, call, into[0], into[1], into[2])?;
            let Some(wanted) = wanted(machine, call, comm, "source", "recvtag", list)? else { return done() };
            let Some(found) = take(machine, p, &wanted)? else { return Ok(Some(Answer::Wait)) };
            call.touch_own(machine, Kind::Write, 1, true)?;
            let status = call.arg(machine, "status")?.bits;
            put_status(machine, p, status, found)?;
            done()
        }
        "Isend" | "Ibsend" | "Irsend" | "Issend" | "Irecv" => {
            let request = begin(machine, call)?;
            put(machine, call, request)
        }
        "Send_init" | "Bsend_init" | "Rsend_init" | "Ssend_init" | "Recv_init" => {
            let mut request = Request::of(Waiting::Nothing);
            request.active = false;
            request.again = Some((call.row, call.args.to_vec(), call.loc));
            put(machine, call, request)
        }
        "Probe" | "Iprobe" => {
            let comm = super::communicators::argument(machine, call)?;
            let Some(wanted) = wanted(machine, call, comm, "source", "tag", Vec::new())? else {
                return Err(call.unknown());
            };
            let found = find(machine, p, &wanted);
            if let Some(n) = found {
                let m = &machine.world.messages[n];
                let rank = machine.world.communicators[comm].rank(m.from).map_or(0, |r| r as i64);
                let status = (rank, m.tag, m.data.bytes.len() as i64);
                // The matching send has started (MPI 4.1, 3.8.1).
                let clock = m.clock.clone();
                let at = call.arg(machine, "status")?.bits;
                put_status(machine, p, at, status)?;
                machine.saw |= wanted.from.is_none();
                machine.learn(p, &clock);
            }
            if name == "Iprobe" {
                call.set(machine, "flag", 4, i64::from(found.is_some()), true)?;
                return done();
            }
            if found.is_some() { done() } else { wait(machine, call) }
        }
        "Buffer_attach" | "Buffer_detach" => done(),
        _ => Ok(None),
    }
}
