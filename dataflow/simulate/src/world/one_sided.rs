//! One-sided operations: the memory that they touch, and the end of their accesses (theory, 9.4).
//!
//! The data move when the operation is issued. That is one of the executions that the standards allow; the races of the
//! operation do not depend on this choice.

use super::datatypes::{gather, scatter};
use super::invocation::Invocation;
use super::reductions::{Operator, Reduction};
use super::requests::{Request, Waiting, add};
use super::words::Update;
use super::{Answer, Channel, Halt, Machine, Operation, Result, done};
use crate::clock::{Clock, joined};
use crate::log::{Entry, EntryId, Kind, Site, Span};
use rma_frontend::api::{Bank, HandleKind, Until};

/// Which operations of a process.
#[derive(Debug, Clone, Copy)]
pub(super) struct Which {
    pub channel: Channel,
    pub passive: Option<bool>,
    pub target: Option<usize>,
}

/// The parameters of an operation besides its memory: target, channel, order.
pub(super) struct Way {
    pub channel: Channel,
    pub target: usize,
    pub passive: bool,
    /// Events that come before its begin, in addition to what the origin has done.
    pub after: Option<Clock>,
    pub request: Option<usize>,
}

/// Accesses of an operation: the caller's own ones and those at the target, by the row of its routine.
pub(super) struct Accesses {
    pub own: Vec<(Kind, Vec<Span>, bool)>,
    pub there: Vec<(Kind, Vec<Span>)>,
}

/// The operation is issued: its accesses begin.
pub(super) fn issue(machine: &mut Machine, call: &Invocation, way: &Way, accesses: &Accesses) {
    let p = call.process;
    machine.operations += 1;
    let Some(loc) = call.loc else { return };
    let read = machine.processes[p].in_doubt() || call.args.iter().any(|a| a.read);
    // Accesses that end at the return belong to the call, too.
    for (kind, spans, _) in accesses.own.iter().filter(|(.., pending)| !pending) {
        for (start, end) in spans {
            machine.touch(p, call.loc, *kind, *start, end - start, read);
        }
    }
    machine.step_clock(p);
    let own_begins = machine.clocks.of(p).clone();
    let begins = way.after.as_ref().map_or_else(|| own_begins.clone(), |after| joined(&own_begins, after));
    let entry = |process: usize, spans: &[Span], access: Kind, at_target: bool, begins: &Clock| Entry {
        process: p,
        owner: crate::machine::owner(process, spans.first().map_or(0, |s| s.0)),
        spans: spans.to_vec(),
        site: Site { loc, at_target, access },
        read,
        begins: begins.clone(),
        through: Vec::new(),
        only_reads: false,
        domain: 0,
    };
    let (mut own, mut there, mut watched) = (Vec::new(), Vec::new(), Vec::new());
    for (kind, spans, _) in accesses.own.iter().filter(|(_, s, pending)| *pending && !s.is_empty()) {
        for span in spans {
            machine.world.watch(p, *span);
        }
        watched.extend(spans);
        own.push(machine.log.add(entry(p, spans, *kind, false, &own_begins), &machine.clocks));
    }
    for (kind, spans) in accesses.there.iter().filter(|(_, s)| !s.is_empty()) {
        there.push(machine.log.add(entry(way.target, spans, *kind, true, &begins), &machine.clocks));
    }
    let only_reads = accesses.there.iter().all(|(kind, _)| *kind == Kind::Read);
    machine.world.operations[p].push(Operation {
        channel: way.channel,
        target: way.target,
        own,
        there,
        only_reads,
        watched,
        request: way.request,
        passive: way.passive,
        own_done: false,
        fenced: false,
    });
}

/// Operations are complete at their origin, and also at the target if `both`. Returns the operations that are still pending at
/// targets.
pub(super) fn complete(machine: &mut Machine, p: usize, which: Which, both: bool) -> Vec<(usize, Vec<EntryId>)> {
    finish(machine, p, both, &|o| {
        o.channel == which.channel
            && which.passive.is_none_or(|x| x == o.passive)
            && which.target.is_none_or(|t| t == o.target)
    })
}

pub(super) fn finish(
    machine: &mut Machine,
    p: usize,
    both: bool,
    is: &dyn Fn(&Operation) -> bool,
) -> Vec<(usize, Vec<EntryId>)> {
    machine.step_clock(p);
    let at = (p, machine.clocks.interval(p));
    let mut left = Vec::new();
    let mut operations = std::mem::take(&mut machine.world.operations[p]);
    for operation in operations.iter_mut().filter(|o| is(o)) {
        machine.log.complete(&operation.own, at);
        for span in operation.watched.drain(..) {
            machine.world.unwatch(p, span);
        }
        operation.own_done = true;
        if both || operation.only_reads {
            machine.log.complete(&operation.there, at);
            operation.there.clear();
        } else {
            left.push((operation.target, operation.there.clone()));
        }
    }
    operations.retain(|o| !o.own_done || !o.there.is_empty());
    machine.world.operations[p] = operations;
    machine.step_clock(p);
    left
}

/// The operations of a request are complete: at the origin, and at the target where they only read.
pub(super) fn complete_request(machine: &mut Machine, p: usize, number: usize) {
    finish(machine, p, false, &|o| o.request == Some(number));
}

/// The accesses of a call, with the base of what it touches at the target.
pub(super) fn accesses(
    machine: &mut Machine,
    call: &Invocation,
    base: &mut dyn FnMut(&mut Machine, &rma_frontend::api::Effect) -> Result<u64>,
    own_base: &mut dyn FnMut(&mut Machine, &rma_frontend::api::Effect) -> Result<Option<u64>>,
    no_op: bool,
) -> Result<Accesses> {
    let mut out = Accesses { own: Vec::new(), there: Vec::new() };
    for effect in &call.row.effects {
        if effect.unless_no_op && no_op {
            continue;
        }
        if effect.bank == Bank::Own {
            let base = own_base(machine, effect)?;
            let spans = call.spans(machine, effect, base, 1)?;
            out.own.push((Kind::from(effect.access), spans, effect.until != Until::Return));
        } else {
            let base = base(machine, effect)?;
            let spans = call.spans(machine, effect, Some(base), 1)?;
            out.there.push((Kind::from(effect.access), spans));
        }
    }
    Ok(out)
}

/// Operations of MPI.
pub(super) fn call(machine: &mut Machine, call: &Invocation) -> Result<Option<Answer>> {
    if !call.has("target_rank") {
        return Ok(None);
    }
    let p = call.process;
    let win = super::windows::of(machine, call)?;
    let rank = call.int(machine, "target_rank")?;
    if rank == call.abi(machine)?.constants().proc_null {
        if call.has("request") {
            return super::requests::put(machine, call, Request::of(Waiting::Nothing));
        }
        return done();
    }
    let window = machine.world.windows[win].clone();
    let target = window.process(machine, rank).ok_or_else(|| Halt::arguments(call))?;
    let (address, size, unit) = window.parts[rank as usize];
    let disp = call.long(machine, "target_disp")?;
    let base = if window.dynamic { disp as u64 } else { address.wrapping_add_signed(disp.wrapping_mul(unit as i64)) };
    let operator = if call.has("op") {
        let bits = call.arg(machine, "op")?.bits;
        Invocation::with_key(machine, bits, rma_frontend::api::Abi::op).and_then(Operator::named)
    } else {
        None
    };
    let found =
        accesses(machine, call, &mut |_, _| Ok(base), &mut |_, _| Ok(None), operator == Some(Operator::Nothing))?;
    let outside = |(_, spans): &(Kind, Vec<Span>)| spans.iter().any(|s| s.0 < address || s.1 > address + size);
    if !window.dynamic && found.there.iter().any(outside) {
        // Not what the program means: nothing that follows can be judged.
        return Err(Halt::Address);
    }
    let me = window.rank(machine, p).unwrap_or(0);
    let passive = window.is_locked_by(p, rank as usize);
    let started = window.starts[me].as_ref().is_some_and(|s| s.iter().any(|(t, _)| *t == target));
    let touches = found.there.iter().any(|(_, spans)| spans.iter().any(|s| s.0 < s.1));
    if touches && !passive && !started && !window.fenced[me] {
        super::windows::breaks(machine, call, Kind::Outside);
    }
    let opened = if passive {
        None
    } else {
        let post =
            window.starts[me].as_ref().and_then(|s| s.iter().find(|(t, _)| *t == target)).map(|(_, c)| c.clone());
        post.or_else(|| window.fences[rank as usize].clone())
    };
    let created = window.created.get(rank as usize).cloned().flatten();
    let after = created.into_iter().chain(opened).reduce(|a, b| joined(&a, &b));
    let request = call.has("request").then(|| add(machine, p, Request::of(Waiting::Operation)));
    let way = Way { channel: Channel::Window(win), target, passive, after, request };
    issue(machine, call, &way, &found);
    if let Some(number) = request {
        call.set_handle(machine, "request", HandleKind::Request, Some(number))?;
    }
    transfer(machine, call, target, &found)?;
    done()
}

/// Moves the data of an operation of MPI.
fn transfer(machine: &mut Machine, call: &Invocation, target: usize, found: &Accesses) -> Result<()> {
    let p = call.process;
    let there = found.there.first().map(|t| t.1.clone()).unwrap_or_default();
    let own = |kind: Kind| found.own.iter().filter(|o| o.0 == kind).map(|o| o.1.clone()).collect::<Vec<_>>();
    let (sources, results) = (own(Kind::Read), own(Kind::Write));
    match call.name() {
        "Put" | "Rput" => {
            let data = gather(machine, p, &sources[0])?.into_read();
            scatter(machine, target, &there, &data)?;
            publish(machine, p, target, &there);
        }
        "Get" | "Rget" => {
            observe(machine, p, target, &there);
            let data = gather(machine, target, &there)?.into_read();
            scatter(machine, p, &results[0], &data)?;
        }
        "Compare_and_swap" => {
            observe(machine, p, target, &there);
            let old = gather(machine, target, &there)?;
            let compare = gather(machine, p, &sources[1])?;
            if old.bytes == compare.bytes {
                let new = gather(machine, p, &sources[0])?.into_read();
                scatter(machine, target, &there, &new)?;
                publish(machine, p, target, &there);
            }
            scatter(machine, p, &results[0], &old.into_read())?;
        }
        _ => {
            let datatype = if call.has("target_datatype") { "target_datatype" } else { "datatype" };
            let bits = call.arg(machine, datatype)?.bits;
            let ty = super::datatypes::of(machine, call, bits)?;
            let operator = Reduction::of_call(machine, call, &ty)?;
            let mut data = gather(machine, target, &there)?;
            if let Some(result) = results.first() {
                observe(machine, p, target, &there);
                scatter(machine, p, result, &data.clone().into_read())?;
            }
            if operator.operator != Operator::Nothing {
                let part = gather(machine, p, &sources[0])?;
                operator.apply(&mut data, &part)?;
                scatter(machine, target, &there, &data.into_read())?;
                publish(machine, p, target, &there);
            }
        }
    }
    Ok(())
}

/// What was stored at a target may now be seen there.
pub(super) fn publish(machine: &mut Machine, p: usize, target: usize, spans: &[Span]) {
    let Some(first) = spans.first() else { return };
    let update = Update {
        origin: p,
        owner: crate::machine::owner(target, first.0),
        spans: spans.to_vec(),
        clock: machine.clocks.of(p).clone(),
        seen: 1 << p.min(63),
        ..Update::default()
    };
    super::words::put_update(machine, update);
}

/// Another process sees earlier updates.
pub(super) fn observe(machine: &mut Machine, p: usize, target: usize, spans: &[Span]) {
    let Some(first) = spans.first() else { return };
    let owner = crate::machine::owner(target, first.0);
    super::words::observe(machine, p, owner, spans);
}
