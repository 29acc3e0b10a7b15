//! Calls that wait for or test variables of the calling process (OpenSHMEM 1.6, 9.10) (theory, 9.4).

use super::super::words::{States, states};
use super::{Answer, Halt, Invocation, Machine, Result, Value, give, verb};
use crate::machine::value::{cut, signed};
use rma_frontend::api::{Compare, comparison, runtime_handle};

/// A comparison with a value of some size.
struct Condition {
    compare: Compare,
    size: u64,
    is_signed: bool,
}

impl Condition {
    fn of(machine: &mut Machine, call: &Invocation) -> Result<Condition> {
        let compare = if call.has("cmp") {
            // Open MPI has its own numbers for the comparisons, and its own names for handles.
            let open_mpi = |name: &str| name.starts_with("oshmem_") && runtime_handle(name).is_some();
            let open_mpi = machine.module.globals.iter().any(|g| open_mpi(&g.name));
            let constant = call.int(machine, "cmp")?;
            comparison(constant, open_mpi).ok_or_else(|| Halt::arguments(call))?
        } else {
            Compare::Ne
        };
        let element = call.row.element.as_ref();
        let unsigned = |name: &str| name.starts_with('u') || name == "size";
        let is_signed = !element.map_or(call.has("sig_addr"), |e| unsigned(&e.name));
        Ok(Condition { compare, size: element.map_or(8, |e| e.size), is_signed })
    }

    fn holds(&self, a: u64, b: u64) -> bool {
        let width = self.size as u32 * 8;
        let number = |bits: u64| {
            let bits = cut(bits, width);
            if self.is_signed { i128::from(signed(bits, width)) } else { i128::from(bits) }
        };
        let (a, b) = (number(a), number(b));
        match self.compare {
            Compare::Eq => a == b,
            Compare::Ne => a != b,
            Compare::Gt => a > b,
            Compare::Ge => a >= b,
            Compare::Lt => a < b,
            Compare::Le => a <= b,
        }
    }

    /// The first content of a variable that fits, and what has come by then.
    fn first(&self, machine: &mut Machine, p: usize, at: u64, value: u64) -> Result<Option<Found>> {
        let states = states(machine, p, (at, at + self.size))?;
        let found = states.contents.iter().find(|(_, content)| self.holds(*content, value)).copied();
        Ok(found.map(|(count, content)| Found { states, count, content }))
    }
}

/// A content that fits.
struct Found {
    states: States,
    count: usize,
    content: u64,
}

impl Found {
    /// The process sees the update.
    fn meet(&self, machine: &mut Machine, p: usize) {
        self.states.meet(machine, p, self.count);
    }
}

pub(super) fn call(machine: &mut Machine, call: &Invocation) -> Result<Option<Answer>> {
    let verb = verb(call.row);
    let waits = verb.starts_with("wait") || verb == "signal_wait_until";
    let tests = verb == "test" || verb.starts_with("test_") && call.has("ivars");
    if !waits && !tests {
        return Ok(None);
    }
    let condition = Condition::of(machine, call)?;
    if !call.has("ivars") {
        return one(machine, call, &condition, waits);
    }
    several(machine, call, &condition, waits, &verb)
}

fn one(machine: &mut Machine, call: &Invocation, condition: &Condition, waits: bool) -> Result<Option<Answer>> {
    let p = call.process;
    let at = call.arg(machine, if call.has("ivar") { "ivar" } else { "sig_addr" })?.bits;
    let value = call.arg(machine, "cmp_value")?.bits;
    let found = condition.first(machine, p, at, value)?;
    if let Some(found) = &found {
        found.meet(machine, p);
    }
    match found {
        _ if !waits => give(Value::read(u64::from(found.is_some()))),
        Some(found) => give(Value::read(found.content)),
        None => super::super::wait(machine, call),
    }
}

fn several(
    machine: &mut Machine,
    call: &Invocation,
    condition: &Condition,
    waits: bool,
    verb: &str,
) -> Result<Option<Answer>> {
    let p = call.process;
    let (ivars, count) = (call.arg(machine, "ivars")?.bits, call.long(machine, "nelems")?.max(0) as u64);
    let status = call.arg(machine, "status")?.bits;
    let mut asked = Vec::new();
    for n in 0..count {
        if status != 0 && machine.memory.number(p, status + 4 * n, 4)?.0 != 0 {
            continue;
        }
        let value = if call.has("cmp_values") {
            let values = call.arg(machine, "cmp_values")?.bits;
            machine.memory.number(p, values + condition.size * n, condition.size)?.0
        } else {
            call.arg(machine, "cmp_value")?.bits
        };
        asked.push((n, ivars + condition.size * n, value));
    }
    let mut there = Vec::new();
    for (n, at, value) in &asked {
        if let Some(found) = condition.first(machine, p, *at, *value)? {
            there.push((*n, found));
        }
    }
    if verb.contains("_all") {
        if there.len() < asked.len() {
            return if waits { super::super::wait(machine, call) } else { give(Value::read(0)) };
        }
        for (_, found) in there {
            found.meet(machine, p);
        }
        return give(Value::read(1));
    }
    if there.is_empty() && waits && !asked.is_empty() {
        return super::super::wait(machine, call);
    }
    if verb.contains("_any") {
        let chosen = if machine.backwards { there.last() } else { there.first() };
        let Some((n, found)) = chosen else { return give(Value::read(u64::MAX)) };
        found.meet(machine, p);
        return give(Value::read(*n));
    }
    let indices = call.arg(machine, "indices")?.bits;
    for (place, (n, found)) in there.iter().enumerate() {
        found.meet(machine, p);
        machine.memory.set_number(p, indices + 8 * place as u64, 8, *n, true)?;
    }
    give(Value::read(there.len() as u64))
}
