//! Atomic memory operations (OpenSHMEM 1.6, 9.7, and their names before 1.4) (theory, 9.4).

use super::super::posted::{post, publish};
use super::super::words::{fetch, next};
use super::operations::{parts, way};
use super::{Answer, Halt, Invocation, Machine, Result, Value, give, verb};
use crate::machine::memory::reached;
use crate::machine::owner;
use crate::machine::value::cut;

/// What happens to the word at the target.
enum Change {
    Nothing,
    To(u64),
    /// To the second value, if it holds the first one.
    If(u64, u64),
    Add(u64),
    And(u64),
    Or(u64),
    Xor(u64),
}

pub(super) fn call(machine: &mut Machine, call: &Invocation) -> Result<Option<Answer>> {
    let verb = verb(call.row);
    let known = verb.starts_with("atomic_")
        || matches!(verb.as_str(), "fetch" | "set" | "swap" | "cswap" | "finc" | "inc" | "fadd" | "add");
    if !known || !call.has("pe") {
        return Ok(None);
    }
    let verb = verb.strip_prefix("atomic_").unwrap_or(&verb);
    let value = if call.has("value") { call.arg(machine, "value")?.bits } else { 0 };
    let plain = verb.strip_suffix("_nbi").unwrap_or(verb);
    let change = match plain {
        "fetch" => Change::Nothing,
        "set" | "swap" => Change::To(value),
        "compare_swap" | "cswap" => Change::If(call.arg(machine, "cond")?.bits, value),
        "fetch_inc" | "inc" | "finc" => Change::Add(1),
        "fetch_add" | "add" | "fadd" => Change::Add(value),
        "fetch_and" | "and" => Change::And(value),
        "fetch_or" | "or" => Change::Or(value),
        "fetch_xor" | "xor" => Change::Xor(value),
        _ => return Err(call.unknown()),
    };
    let fetches = plain.starts_with("fetch") || matches!(plain, "swap" | "compare_swap" | "cswap" | "finc" | "fadd");
    let p = call.process;
    let (channel, target) = way(machine, call)?;
    let parts = parts(machine, call, target)?;
    let spans = parts.iter().find(|x| x.at_target).map(|x| x.spans.clone()).ok_or(Halt::Value)?;
    let (start, end) = *spans.first().ok_or(Halt::Value)?;
    let (size, width) = (end - start, (end - start) as u32 * 8);
    let posted = post(machine, call, channel, target, &parts);
    if matches!(change, Change::Nothing) && !call.has("fetch") {
        let home = if target == p { start } else { reached(target, start) };
        return give(Value::read(next(machine, p, (home, home + size))?));
    }
    if fetches {
        fetch(machine, p, owner(target, start), &spans);
    }
    let (before, _) = machine.memory.number(target, start, size)?;
    let after = match change {
        Change::Nothing => None,
        Change::To(value) => Some(value),
        Change::If(cond, value) => (before == cut(cond, width)).then_some(value),
        Change::Add(value) => Some(before.wrapping_add(value)),
        Change::And(value) => Some(before & value),
        Change::Or(value) => Some(before | value),
        Change::Xor(value) => Some(before ^ value),
    };
    if let Some(after) = after.map(|a| cut(a, width)) {
        machine.memory.set_number(target, start, size, after, true)?;
        publish(machine, p, target, &spans, &posted, Some((before, after)));
    }
    if !fetches {
        return give(Value::default());
    }
    if call.has("fetch") {
        let at = call.arg(machine, "fetch")?.bits;
        machine.memory.set_number(p, at, size, before, true)?;
        return give(Value::default());
    }
    give(Value::read(before))
}
