//! Remote memory access and signals (OpenSHMEM 1.6, 9.6 and 9.8) (theory, 9.4).

use super::super::datatypes::{gather, scatter};
use super::super::posted::{Part, Posted, post, publish, word};
use super::super::words::next;
use super::{Answer, Channel, Halt, Invocation, Machine, Result, Value, give, verb};
use crate::log::{Kind, Span};
use crate::machine::memory::is_reached;
use crate::machine::owner;
use rma_frontend::api::{Bank, Until};

/// The accesses of a call: the caller's, then those at the process that argument `pe` names.
pub(super) fn parts(machine: &mut Machine, call: &Invocation, target: usize) -> Result<Vec<Part>> {
    let mut parts = Vec::new();
    let domain = domain(machine, call)?;
    for effect in &call.row.effects {
        let at_target = effect.bank == Bank::Target;
        let spans = call.spans(machine, effect, None, 1)?;
        if spans.iter().any(|s| is_reached(s.0)) && (at_target || effect.until != Until::Return) {
            return Err(Halt::arguments(call));
        }
        parts.push(Part {
            domain,
            kind: Kind::from(effect.access),
            spans,
            process: if at_target { target } else { call.process },
            at_target,
            pending: effect.until != Until::Return,
            only_reads: effect.only_read,
        });
    }
    Ok(parts)
}

/// The atomicity domain of a call. Operations are atomic to each other if they have the same type, and contexts of teams with the
/// same root (OpenSHMEM 1.6, 3.1); signals, if they have the same operator (9.8.1).
fn domain(machine: &mut Machine, call: &Invocation) -> Result<u32> {
    let number = super::contexts::of(machine, call)?;
    let root = u32::from(super::teams::is_rooted_in_shared(machine, machine.world.shmem.contexts[number]));
    if call.has("sig_addr") {
        let adds = match verb(call.row).as_str() {
            "signal_set" => 0,
            "signal_add" => 1,
            "signal_fetch" => return Ok(0),
            _ => call.int(machine, "sig_op")? as u32 & 1,
        };
        return Ok(100 + 2 * adds + root);
    }
    let kind = match call.row.element.as_ref().map_or("long", |e| e.name.as_str()) {
        "int" | "int32" => 1,
        "uint" | "uint32" => 2,
        "long" | "longlong" | "int64" | "ptrdiff" => 3,
        "ulong" | "ulonglong" | "uint64" | "size" => 4,
        "float" => 5,
        "double" => 6,
        _ => return Ok(0),
    };
    Ok(2 * kind + root)
}

/// The target of a call and the channel of its context.
pub(super) fn way(machine: &mut Machine, call: &Invocation) -> Result<(Channel, usize)> {
    let number = super::contexts::of(machine, call)?;
    let pe = call.int(machine, "pe")?;
    let team = machine.world.shmem.contexts[number];
    let target = super::member(machine, call, team, pe)?;
    Ok((Channel::Context(number as u64), target))
}

pub(super) fn call(machine: &mut Machine, call: &Invocation) -> Result<Option<Answer>> {
    let p = call.process;
    let verb = verb(call.row);
    let known = matches!(
        verb.as_str(),
        "put" | "p" | "iput" | "ibput" | "get" | "g" | "iget" | "ibget" | "put_nbi" | "get_nbi"
    );
    if verb == "signal_fetch" {
        let mut parts = parts(machine, call, p)?;
        let spans = parts.first().map(|x| x.spans.clone()).unwrap_or_default();
        for part in &mut parts {
            part.process = p;
        }
        post(machine, call, super::DEFAULT, p, &parts);
        return give(Value::read(next(machine, p, spans[0])?));
    }
    let signals = matches!(verb.as_str(), "put_signal" | "put_signal_nbi" | "signal_set" | "signal_add");
    if !known && !signals {
        return Ok(None);
    }
    let (channel, target) = way(machine, call)?;
    let parts = parts(machine, call, target)?;
    let own = parts.iter().find(|x| !x.at_target).map(|x| x.spans.clone());
    let there: Vec<Vec<Span>> = parts.iter().filter(|x| x.at_target).map(|x| x.spans.clone()).collect();
    let posted = post(machine, call, channel, target, &parts);
    match verb.as_str() {
        "g" => {
            fetch_from(machine, p, target, &there[0]);
            let (start, end) = there[0][0];
            let (bits, _) = machine.memory.number(target, start, end - start)?;
            return give(Value::read(bits));
        }
        "get" | "get_nbi" | "iget" | "ibget" => {
            fetch_from(machine, p, target, &there[0]);
            let data = gather(machine, target, &there[0])?.into_read();
            scatter(machine, p, &own.unwrap_or_default(), &data)?;
        }
        "p" => {
            let value = call.arg(machine, "value")?;
            let (start, end) = there[0][0];
            let before = word(machine, target, &there[0])?;
            machine.memory.set_number(target, start, (end - start).min(8), value.bits, true)?;
            show(machine, p, target, &there[0], &posted, before)?;
        }
        _ => {
            if let Some(own) = own {
                let before = word(machine, target, &there[0])?;
                let data = gather(machine, p, &own)?.into_read();
                scatter(machine, target, &there[0], &data)?;
                show(machine, p, target, &there[0], &posted, before)?;
            }
            if signals {
                signal(machine, call, target, there.last().ok_or(Halt::Value)?, &posted)?;
            }
        }
    }
    give(Value::default())
}

/// A get sees the values at the target, and takes over the order that they give.
fn fetch_from(machine: &mut Machine, p: usize, target: usize, spans: &[Span]) {
    if let Some(first) = spans.first() {
        super::super::words::observe(machine, p, owner(target, first.0), spans);
    }
}

/// What was stored may now be seen.
pub(super) fn show(
    machine: &mut Machine,
    p: usize,
    target: usize,
    spans: &[Span],
    posted: &Posted,
    before: Option<u64>,
) -> Result<()> {
    let after = word(machine, target, spans)?;
    publish(machine, p, target, spans, posted, before.zip(after));
    Ok(())
}

/// The signal word is set or added to; a process that sees it knows that the data of the same call have arrived.
fn signal(machine: &mut Machine, call: &Invocation, target: usize, spans: &[Span], posted: &Posted) -> Result<()> {
    let value = call.arg(machine, "signal")?.bits;
    let adds = match verb(call.row).as_str() {
        "signal_set" => false,
        "signal_add" => true,
        // The numbers of the operators are the library's: `SHMEM_SIGNAL_SET`, `SHMEM_SIGNAL_ADD`.
        _ => match call.int(machine, "sig_op")? {
            0 => false,
            1 => true,
            _ => return Err(Halt::arguments(call)),
        },
    };
    let (before, _) = machine.memory.number(target, spans[0].0, 8)?;
    let after = if adds { before.wrapping_add(value) } else { value };
    machine.memory.set_number(target, spans[0].0, 8, after, true)?;
    publish(machine, call.process, target, spans, posted, Some((before, after)));
    Ok(())
}
