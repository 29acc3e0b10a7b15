//! One-sided operations and global atomics (GASPI 17.1, sections 8.2, 8.3 and 10) (theory, 9.4).

use super::super::datatypes::{gather, scatter};
use super::super::posted::{Part, Posted, post, publish};
use super::super::words::{fetch, observe};
use super::notifications::raise;
use super::segments::span;
use super::{Answer, Halt, Invocation, Machine, Result, SUCCESS, give, small};
use crate::log::{Kind, Span};
use crate::machine::owner;
use rma_frontend::api::{Bank, Effect, Extent, Until};

/// The bytes of an effect in a segment of a process; one stretch for each element of a list.
fn spans(machine: &mut Machine, call: &Invocation, effect: &Effect, process: usize) -> Result<Vec<Span>> {
    let segment = effect.segment.ok_or_else(|| call.unknown())?;
    let size = match &effect.extent {
        Extent::Bytes { factors, scale: 1 } if factors.len() == 1 => Err(factors[0]),
        Extent::Fixed(size) => Ok(*size),
        _ => return Err(call.unknown()),
    };
    let (segment, offset) = (call.at(machine, segment)?.bits, call.at(machine, effect.at)?.bits);
    let length = match size {
        Ok(size) => size,
        Err(argument) => call.at(machine, argument)?.bits,
    };
    let Some(each) = effect.each else {
        return Ok(vec![span(machine, process, segment & 0xff, offset, length)?]);
    };
    let count = call.at(machine, each)?.bits & 0xffff_ffff;
    let number =
        |machine: &mut Machine, at: u64, n: u64, size: u64| machine.memory.number(call.process, at + n * size, size);
    let mut out = Vec::new();
    for n in 0..count {
        let (id, _) = number(machine, segment, n, 1)?;
        let (from, _) = number(machine, offset, n, 8)?;
        let (len, _) = number(machine, length, n, 8)?;
        out.push(span(machine, process, id, from, len)?);
    }
    Ok(out)
}

fn parts(machine: &mut Machine, call: &Invocation, target: usize) -> Result<Vec<Part>> {
    let mut parts = Vec::new();
    for effect in &call.row.effects {
        let at_target = effect.bank == Bank::Target;
        let process = if at_target { target } else { call.process };
        let spans = if effect.segment.is_some() {
            spans(machine, call, effect, process)?
        } else {
            call.spans(machine, effect, None, 1)?
        };
        // Atomics that share a part of a word only are not atomic to each other.
        let domain = spans.first().map_or(0, |s| 1 + (s.0 % 8) as u32);
        parts.push(Part {
            domain,
            kind: Kind::from(effect.access),
            spans,
            process,
            at_target,
            pending: effect.until != Until::Return,
            only_reads: effect.only_read,
        });
    }
    Ok(parts)
}

pub(super) fn call(machine: &mut Machine, call: &Invocation) -> Result<Option<Answer>> {
    let name = call.row.name.as_str();
    let (writes, reads) = (name.starts_with("gaspi_write"), name.starts_with("gaspi_read"));
    if name == "gaspi_atomic_fetch_add" || name == "gaspi_atomic_compare_swap" {
        return atomic(machine, call);
    }
    if !writes && !reads {
        return Ok(None);
    }
    let p = call.process;
    let (target, channel) = (super::rank(machine, call)?, super::queue(machine, call)?);
    let parts = parts(machine, call, target)?;
    let spans_of = |at_target: bool| -> Vec<Span> {
        parts.iter().filter(|x| x.at_target == at_target).flat_map(|x| x.spans.clone()).collect()
    };
    let (own, there) = (spans_of(false), spans_of(true));
    let posted = post(machine, call, channel, target, &parts);
    if writes {
        let data = gather(machine, p, &own)?.into_read();
        scatter(machine, target, &there, &data)?;
        publish(machine, p, target, &there, &posted, None);
    } else {
        if let Some(first) = there.first() {
            observe(machine, p, owner(target, first.0), &there);
        }
        let data = gather(machine, target, &there)?.into_read();
        scatter(machine, p, &own, &data)?;
    }
    if call.has("notification_id") {
        notify(machine, call, if writes { target } else { p }, &posted)?;
    }
    give(SUCCESS)
}

/// The notification of a call with data: at the target of a write, at the caller of a read.
fn notify(machine: &mut Machine, call: &Invocation, at: usize, posted: &Posted) -> Result<()> {
    let segment = if call.has("segment_id_notification") {
        "segment_id_notification"
    } else if call.row.name.starts_with("gaspi_write") {
        "segment_id_remote"
    } else {
        "segment_id_local"
    };
    let (segment, id) = (small(machine, call, segment, 8)?, small(machine, call, "notification_id", 16)?);
    let value = if call.has("notification_value") { small(machine, call, "notification_value", 32)? } else { 1 };
    if value == 0 {
        return Err(Halt::arguments(call));
    }
    super::segments::of(machine, at, segment)?;
    raise(machine, call.process, (at, segment, id), value, posted.accesses.clone());
    Ok(())
}

/// An atomic operation on a word of 8 bytes, which is complete when it returns.
fn atomic(machine: &mut Machine, call: &Invocation) -> Result<Option<Answer>> {
    let p = call.process;
    let target = super::rank(machine, call)?;
    let parts = parts(machine, call, target)?;
    let there = parts.iter().find(|x| x.at_target).map(|x| x.spans.clone()).unwrap_or_default();
    let (start, _) = *there.first().ok_or(Halt::Value)?;
    let posted = post(machine, call, super::Channel::Alone, target, &parts);
    fetch(machine, p, owner(target, start), &there);
    let (before, _) = machine.memory.number(target, start, 8)?;
    let after = if call.has("val_add") {
        Some(before.wrapping_add(call.arg(machine, "val_add")?.bits))
    } else {
        let (expected, new) = (call.arg(machine, "comparator")?.bits, call.arg(machine, "val_new")?.bits);
        (before == expected).then_some(new)
    };
    if let Some(after) = after {
        machine.memory.set_number(target, start, 8, after, true)?;
        publish(machine, p, target, &there, &posted, Some((before, after)));
    }
    call.set(machine, "val_old", 8, before as i64, true)?;
    give(SUCCESS)
}
