//! Requests, and the calls that wait for them (MPI 4.1, 3.7) (theory, 9.4).

use super::invocation::Invocation;
use super::{Answer, Halt, Machine, MeetingKey, Result, done, wait};
use crate::log::{EntryId, Span};
use rma_frontend::api::HandleKind;

/// A key under which a status records whether the receive was cancelled.
const CANCELLED: u64 = u64::MAX - 1;

/// The kind of a request.
#[derive(Debug, Clone)]
pub(crate) enum Waiting {
    /// Over already.
    Nothing,
    Meeting(MeetingKey),
    /// A message that is to come.
    Message(super::messages::Wanted),
    /// A send that waits until its message is taken: the number of the message.
    Taken(u64),
    /// One-sided operations with this request.
    Operation,
}

/// A request of a process.
#[derive(Debug, Clone)]
pub(crate) struct Request {
    pub waiting: Waiting,
    /// Accesses that end when it is complete.
    pub entries: Vec<EntryId>,
    pub watched: Vec<Span>,
    pub active: bool,
    /// The program has tested it for completion.
    pub tested: bool,
    /// What a persistent request starts each time: the arguments of its call.
    pub again:
        Option<(&'static rma_frontend::api::Routine, Vec<crate::machine::Value>, Option<rma_frontend::ir::LocId>)>,
    /// Source, tag and bytes of the message that it was for.
    pub status: (i64, i64, i64),
    /// A receive that was cancelled before a message came.
    pub cancelled: bool,
}

impl Request {
    pub fn of(waiting: Waiting) -> Request {
        Request {
            waiting,
            entries: Vec::new(),
            watched: Vec::new(),
            active: true,
            tested: false,
            again: None,
            status: (0, 0, 0),
            cancelled: false,
        }
    }
}

/// A new request of the caller, and its handle in the argument `request`.
pub(super) fn put(machine: &mut Machine, call: &Invocation, request: Request) -> Result<Option<Answer>> {
    let number = add(machine, call.process, request);
    call.set_handle(machine, "request", HandleKind::Request, Some(number))?;
    done()
}

pub(super) fn add(machine: &mut Machine, process: usize, request: Request) -> usize {
    machine.world.requests[process].push(request);
    machine.world.requests[process].len() - 1
}

/// A receive that no message has matched is complete without one (MPI 4.1, 3.8.4).
fn cancel(machine: &mut Machine, process: usize, number: usize) {
    machine.saw = true;
    if let Waiting::Message(wanted) = &machine.world.requests[process][number].waiting
        && !super::messages::is_there(machine, process, wanted)
    {
        let request = &mut machine.world.requests[process][number];
        (request.waiting, request.cancelled) = (Waiting::Nothing, true);
    }
}

/// Whether a request is complete; if so it is taken down.
fn try_complete(machine: &mut Machine, process: usize, number: usize) -> Result<bool> {
    let Some(request) = machine.world.requests[process].get(number).cloned() else { return Err(Halt::Deadlock) };
    if !request.active {
        return Ok(true);
    }
    match &request.waiting {
        Waiting::Nothing => {}
        Waiting::Meeting(key) => {
            if !machine.world.meetings.get(key).is_some_and(super::collectives::Meeting::is_complete) {
                return Ok(false);
            }
            super::collectives::finish(machine, process, *key, false)?;
        }
        Waiting::Message(wanted) => {
            let Some(status) = super::messages::take(machine, process, wanted)? else { return Ok(false) };
            machine.world.requests[process][number].status = status;
        }
        Waiting::Taken(message) => match super::messages::taken(machine, *message) {
            Some(clock) => machine.learn(process, &clock),
            None => return Ok(false),
        },
        Waiting::Operation => super::one_sided::complete_request(machine, process, number),
    }
    if !request.entries.is_empty() {
        let at = (process, machine.clocks.interval(process));
        machine.log.complete(&request.entries, at);
        machine.step_clock(process);
    }
    for span in &request.watched {
        machine.world.unwatch(process, *span);
    }
    machine.world.requests[process][number].active = false;
    Ok(true)
}

/// The request that the handle at an address refers to; `None`: the handle is null, or the request is not active.
fn of(machine: &mut Machine, call: &Invocation, at: u64) -> Result<Option<usize>> {
    let (bits, _) = machine.memory.number(call.process, at, call.handle_size(machine))?;
    let number = Invocation::made(bits, HandleKind::Request);
    Ok(number.filter(|n| machine.world.requests[call.process].get(*n).is_some_and(|r| r.active)))
}

/// The handle of a request that is complete: null, unless the request is persistent.
fn clear(machine: &mut Machine, call: &Invocation, at: u64, number: usize) -> Result<()> {
    if machine.world.requests[call.process][number].again.is_some() {
        return Ok(());
    }
    let null = Invocation::null(machine, HandleKind::Request);
    machine.memory.set_number(call.process, at, call.handle_size(machine), null as u64, false)
}

/// Writes source and tag into a status.
pub(super) fn put_status(machine: &mut Machine, process: usize, at: u64, status: (i64, i64, i64)) -> Result<()> {
    let Some(abi) = machine.abi else { return Ok(()) };
    let c = abi.constants();
    if at as i64 == c.status_ignore || at as i64 == c.statuses_ignore || at < 4096 {
        return Ok(());
    }
    machine.memory.set_number(process, at + c.status_source as u64, 4, status.0 as u64, true)?;
    machine.memory.set_number(process, at + c.status_tag as u64, 4, status.1 as u64, true)?;
    let key = (process, at, u64::MAX);
    machine.world.kept.insert(key, crate::machine::Value::read(status.2 as u64));
    Ok(())
}

pub(super) fn call(machine: &mut Machine, call: &Invocation) -> Result<Option<Answer>> {
    let name = call.name();
    let p = call.process;
    let status_size = machine.abi.map_or(0, |a| a.constants().status_size as u64);
    let one = |machine: &mut Machine| call.arg(machine, "request").map(|v| v.bits);
    match name {
        "Wait" | "Test" => {
            let at = one(machine)?;
            let status = call.arg(machine, "status")?.bits;
            let complete = match of(machine, call, at)? {
                Some(n) => {
                    let complete = !(name == "Test" && is_denied(machine, p, &[n])) && try_complete(machine, p, n)?;
                    if complete {
                        let s = machine.world.requests[p][n].status;
                        put_status(machine, p, status, s)?;
                        let cancelled = u64::from(machine.world.requests[p][n].cancelled);
                        machine.world.kept.insert((p, status, CANCELLED), crate::machine::Value::read(cancelled));
                        clear(machine, call, at, n)?;
                    }
                    complete
                }
                None => true,
            };
            if name == "Test" {
                call.set(machine, "flag", 4, i64::from(complete), true)?;
                return done();
            }
            if complete { done() } else { wait(machine, call) }
        }
        "Waitall" | "Testall" | "Waitany" | "Testany" | "Waitsome" | "Testsome" => {
            several(machine, call, name, status_size)
        }
        "Request_free" => {
            call.set_handle(machine, "request", HandleKind::Request, None)?;
            done()
        }
        "Cancel" => {
            let at = one(machine)?;
            if let Some(n) = of(machine, call, at)? {
                cancel(machine, p, n);
            }
            done()
        }
        "Test_cancelled" => {
            let status = call.arg(machine, "status")?.bits;
            let cancelled = machine.world.kept.get(&(p, status, CANCELLED)).is_some_and(|v| v.bits != 0);
            call.set(machine, "flag", 4, i64::from(cancelled), true)?;
            done()
        }
        "Start" => {
            let at = one(machine)?;
            start(machine, call, at)?;
            done()
        }
        "Startall" => {
            let count = call.int(machine, "count")? as u64;
            let at = call.arg(machine, "array_of_requests")?.bits;
            for n in 0..count {
                start(machine, call, at + n * call.handle_size(machine))?;
            }
            done()
        }
        "Get_count" | "Get_elements" => {
            let status = call.arg(machine, "status")?.bits;
            let bits = call.arg(machine, "datatype")?.bits;
            let size = super::datatypes::of(machine, call, bits)?.size().max(1);
            let bytes = machine.world.kept.get(&(p, status, u64::MAX)).map_or(0, |v| v.bits);
            call.set(machine, "count", 4, (bytes / size) as i64, true)?;
            done()
        }
        _ => Ok(None),
    }
}

/// The library may return that requests are not complete when they are tested for the first time. It does so in the run where the
/// last process comes first.
fn is_denied(machine: &mut Machine, process: usize, requests: &[usize]) -> bool {
    machine.saw |= !requests.is_empty();
    let mut first = false;
    for number in requests {
        let request = &mut machine.world.requests[process][*number];
        first |= !std::mem::replace(&mut request.tested, true);
    }
    first && machine.backwards
}

fn several(machine: &mut Machine, call: &Invocation, name: &str, status_size: u64) -> Result<Option<Answer>> {
    let p = call.process;
    let count = call.int(machine, if name.ends_with("some") { "incount" } else { "count" })?.max(0) as u64;
    let list = call.arg(machine, "array_of_requests")?.bits;
    let size = call.handle_size(machine);
    let undefined = call.abi(machine)?.constants().undefined;
    let mut active = Vec::new();
    for n in 0..count {
        if let Some(number) = of(machine, call, list + n * size)? {
            active.push((n, number));
        }
    }
    let numbers: Vec<usize> = active.iter().map(|(_, number)| *number).collect();
    let denied = name.starts_with("Test") && is_denied(machine, p, &numbers);
    if name.ends_with("all") {
        let mut all = !denied;
        for number in numbers.iter().filter(|_| !denied) {
            all &= try_complete(machine, p, *number)?;
        }
        if all {
            let statuses = call.arg(machine, "array_of_statuses")?.bits;
            let ignored = statuses as i64 == call.abi(machine)?.constants().statuses_ignore;
            for (n, number) in &active {
                if !ignored {
                    let s = machine.world.requests[p][*number].status;
                    put_status(machine, p, statuses + n * status_size, s)?;
                }
            }
            for n in 0..count {
                let (bits, _) = machine.memory.number(p, list + n * size, size)?;
                if let Some(number) = Invocation::made(bits, HandleKind::Request) {
                    clear(machine, call, list + n * size, number)?;
                }
            }
        }
        if name == "Testall" {
            call.set(machine, "flag", 4, i64::from(all), true)?;
            return done();
        }
        return if all { done() } else { wait(machine, call) };
    }
    let mut found = Vec::new();
    // Which of several are complete is the library's choice, and so is how many.
    machine.saw |= active.len() > 1;
    let few = name.ends_with("any") || machine.backwards;
    if machine.backwards {
        active.reverse();
    }
    for (n, number) in active.iter().filter(|_| !denied) {
        if try_complete(machine, p, *number)? {
            found.push((*n, *number));
            clear(machine, call, list + n * size, *number)?;
            if few {
                break;
            }
        }
    }
    let nothing = active.is_empty();
    if name.ends_with("any") {
        let index = found.first().map_or(undefined, |f| f.0 as i64);
        if found.is_empty() && !nothing && name == "Waitany" {
            return wait(machine, call);
        }
        call.set(machine, "index", 4, index, true)?;
        if name == "Testany" {
            call.set(machine, "flag", 4, i64::from(nothing || !found.is_empty()), true)?;
        }
        if let Some((_, number)) = found.first() {
            let status = call.arg(machine, "status")?.bits;
            let s = machine.world.requests[p][*number].status;
            put_status(machine, p, status, s)?;
        }
        return done();
    }
    if found.is_empty() && !nothing && name == "Waitsome" {
        return wait(machine, call);
    }
    let indices = call.arg(machine, "array_of_indices")?.bits;
    for (k, (n, _)) in found.iter().enumerate() {
        machine.memory.set_number(p, indices + 4 * k as u64, 4, *n, true)?;
    }
    call.set(machine, "outcount", 4, if nothing { undefined } else { found.len() as i64 }, true)?;
    done()
}

/// Starts the operation of a persistent request.
fn start(machine: &mut Machine, call: &Invocation, at: u64) -> Result<()> {
    let (bits, _) = machine.memory.number(call.process, at, call.handle_size(machine))?;
    let number = Invocation::made(bits, HandleKind::Request).ok_or_else(|| Halt::arguments(call))?;
    let again = machine.world.requests[call.process].get(number).and_then(|r| r.again.clone());
    let (row, args, loc) = again.ok_or_else(|| Halt::arguments(call))?;
    let of = Invocation { row, args: &args, process: call.process, loc: loc.or(call.loc) };
    let mut request = super::messages::begin(machine, &of)?;
    request.again = Some((row, args.clone(), loc));
    machine.world.requests[call.process][number] = request;
    Ok(())
}
