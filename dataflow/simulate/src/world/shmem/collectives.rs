//! Collectives (OpenSHMEM 1.6, 9.9, and their forms with active sets) (theory, 9.4).
//!
//! A member's buffers are in use from its entry to its return. Results of an all-to-all exchange may be written before
//! all members have entered.

use super::super::collectives::{Arrival, Meeting, meet, pass};
use super::super::datatypes::{gather, scatter};
use super::super::reductions::{Operator, Reduction};
use super::{Answer, DEFAULT, Halt, Invocation, Machine, Result, Value, give, quiet, verb};
use crate::log::{Kind, Span};
use crate::machine::memory::Copied;
use rma_frontend::api::{AccessKind, Effect, Order, TypeClass};

/// What a collective does with the data.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Does {
    Nothing,
    Broadcast,
    /// All parts, one after another.
    Collect,
    Exchange,
    Reduce(Operator),
    /// The members up to the caller, with or without the caller.
    Scan(bool),
}

fn does(verb: &str) -> Option<Does> {
    Some(match verb {
        "barrier_all" | "barrier" | "sync_all" | "sync" | "team_sync" => Does::Nothing,
        "broadcast" => Does::Broadcast,
        "collect" | "fcollect" => Does::Collect,
        "alltoall" | "alltoalls" => Does::Exchange,
        "sum_inscan" => Does::Scan(true),
        "sum_exscan" => Does::Scan(false),
        _ => {
            let operator = verb.strip_suffix("_reduce").or_else(|| verb.strip_suffix("_to_all"))?;
            Does::Reduce(match operator {
                "and" => Operator::And,
                "or" => Operator::Or,
                "xor" => Operator::Xor,
                "max" => Operator::Max,
                "min" => Operator::Min,
                "sum" => Operator::Sum,
                "prod" => Operator::Prod,
                _ => return None,
            })
        }
    })
}

/// The operator on elements of the type in a routine's name.
fn reduction(call: &Invocation, operator: Operator) -> Result<Reduction> {
    let element = call.row.element.as_ref().ok_or_else(|| call.unknown())?;
    let class = match element.name.as_str() {
        "float" | "double" => TypeClass::Float,
        "complexf" | "complexd" => TypeClass::Complex,
        "longdouble" => return Err(call.unknown()),
        _ => TypeClass::Integer,
    };
    // The product of complex numbers is not that of their parts.
    if class == TypeClass::Complex && operator != Operator::Sum {
        return Err(call.unknown());
    }
    let is_unsigned = element.name.starts_with('u') || element.name == "size";
    Ok(Reduction { operator, size: element.size as usize, class, is_unsigned })
}

pub(super) fn call(machine: &mut Machine, call: &Invocation) -> Result<Option<Answer>> {
    let verb = verb(call.row);
    let Some(does) = does(&verb) else { return Ok(None) };
    let p = call.process;
    let comm = super::teams::of_call(machine, call)?;
    let members = machine.world.communicators[comm].members.clone();
    let me = members.iter().position(|m| *m == p).ok_or_else(|| Halt::arguments(call))?;
    let root = if call.has("PE_root") { call.int(machine, "PE_root")? as usize } else { 0 };
    if root >= members.len() {
        return Err(Halt::arguments(call));
    }
    let gathers = call.row.writes_from_start();
    machine.lasting.extend(call.loc);
    let key = meet(machine, call, comm, |machine, arrival| {
        if !call.row.completes.is_empty() {
            quiet(machine, p, DEFAULT);
        }
        call.touch_own(machine, Kind::Read, members.len(), me == root)?;
        if gathers {
            call.touch_own(machine, Kind::Write, members.len(), me == root)?;
        }
        bring(machine, call, does, members.len(), me == root, arrival)?;
        arrival.numbers = vec![root as i64];
        Ok(())
    })?;
    let Some(key) = key else { return Ok(Some(Answer::Wait)) };
    let arrivals = machine.world.meetings.get(&key).map(Meeting::all).unwrap_or_default();
    if arrivals.iter().any(|a| a.numbers != [root as i64]) {
        return Err(Halt::arguments(call));
    }
    for (n, arrival) in arrivals.iter().enumerate() {
        let leads = match call.row.order.first() {
            Some(Order::RootToAll) => n == root,
            Some(Order::Scan) => n <= me,
            _ => true,
        };
        if leads && let Some(clock) = &arrival.clock {
            machine.learn(p, clock);
        }
    }
    // The caller's own contribution is read for others until it returns.
    if gathers {
        call.touch_own(machine, Kind::Read, members.len(), me == root)?;
    }
    call.touch_own(machine, Kind::Write, members.len(), me == root)?;
    if let Some(data) = result(call, does, &arrivals, me, root)? {
        let out = out_of(machine, call, &arrivals, members.len(), me == root, &data)?;
        scatter(machine, p, &out, &data.into_read())?;
    }
    pass(machine, p, key);
    give(Value::default())
}

fn effect(call: &Invocation, access: AccessKind) -> Option<&'static Effect> {
    call.row.effects.iter().find(|e| e.access == access)
}

/// The contribution of the caller, one part for each member or one for all.
fn bring(
    machine: &mut Machine,
    call: &Invocation,
    does: Does,
    members: usize,
    is_root: bool,
    arrival: &mut Arrival,
) -> Result<()> {
    let Some(effect) = effect(call, AccessKind::Read) else { return Ok(()) };
    if does == Does::Broadcast && !is_root {
        return Ok(());
    }
    let spans = call.spans(machine, effect, None, members)?;
    let data = gather(machine, call.process, &spans)?;
    if does != Does::Exchange {
        arrival.parts.push(data);
        return Ok(());
    }
    let len = data.bytes.len() / members.max(1);
    for n in 0..members {
        let range = n * len..(n + 1) * len;
        arrival.parts.push(Copied { bytes: data.bytes[range.clone()].to_vec(), read: data.read[range].to_vec() });
    }
    Ok(())
}

/// The address of the caller's result.
fn out_of(
    machine: &mut Machine,
    call: &Invocation,
    arrivals: &[Arrival],
    members: usize,
    is_root: bool,
    data: &Copied,
) -> Result<Vec<Span>> {
    let Some(effect) = effect(call, AccessKind::Write) else { return Ok(Vec::new()) };
    let spans = call.spans(machine, effect, None, members)?;
    // The forms of active sets leave the root's destination alone.
    if is_root && call.has("PE_start") && call.has("PE_root") {
        return Ok(Vec::new());
    }
    if spans.is_empty() && arrivals.iter().any(|a| !a.parts.is_empty()) {
        // The contributions of the members determine the number of elements.
        let start = call.at(machine, effect.at)?.bits;
        let end = start + data.bytes.len() as u64;
        machine.touch(call.process, call.loc, Kind::Write, start, end - start, false);
        return Ok(vec![(start, end)]);
    }
    Ok(spans)
}

/// The data that a member gets.
fn result(call: &Invocation, does: Does, arrivals: &[Arrival], me: usize, root: usize) -> Result<Option<Copied>> {
    let concat = |parts: &mut dyn Iterator<Item = Option<&Copied>>| {
        let mut out = Copied::default();
        for part in parts.flatten() {
            out.bytes.extend(&part.bytes);
            out.read.extend(&part.read);
        }
        out
    };
    let fold = |operator: Operator, range: &[Arrival]| -> Result<Copied> {
        let reduction = reduction(call, operator)?;
        let mut parts = range.iter().filter_map(|a| a.parts.first());
        let mut sum = parts.next().cloned().ok_or(Halt::Value)?;
        for part in parts {
            reduction.apply(&mut sum, part)?;
        }
        Ok(sum)
    };
    Ok(match does {
        Does::Nothing => None,
        Does::Broadcast => arrivals[root].parts.first().cloned(),
        Does::Collect => Some(concat(&mut arrivals.iter().map(|a| a.parts.first()))),
        Does::Exchange => Some(concat(&mut arrivals.iter().map(|a| a.parts.get(me)))),
        Does::Reduce(operator) => Some(fold(operator, arrivals)?),
        Does::Scan(true) => Some(fold(Operator::Sum, &arrivals[..=me])?),
        Does::Scan(false) if me > 0 => Some(fold(Operator::Sum, &arrivals[..me])?),
        // The first member gets the neutral element.
        Does::Scan(false) => {
            arrivals[0].parts.first().map(|p| Copied { bytes: vec![0; p.bytes.len()], read: vec![0; p.bytes.len()] })
        }
    })
}
