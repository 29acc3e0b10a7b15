//! Passive communication (GASPI 17.1, section 9): messages that any process may send and the receiver takes as they come (theory, 9.4).

use super::super::datatypes::{gather, scatter};
use super::{Answer, Invocation, Machine, Result, SUCCESS, give, give_read, segments, small};
use crate::clock::Clock;
use crate::log::Kind;
use crate::machine::memory::Copied;

/// A message that was sent and not received.
#[derive(Debug)]
pub(crate) struct Message {
    number: u64,
    from: usize,
    to: usize,
    data: Copied,
    clock: Clock,
    /// The receiver's clock when it took the message.
    taken: Option<Clock>,
}

pub(super) fn call(machine: &mut Machine, call: &Invocation) -> Result<Option<Answer>> {
    match call.row.name.as_str() {
        "gaspi_passive_send" => send(machine, call),
        "gaspi_passive_receive" => receive(machine, call),
        _ => Ok(None),
    }
}

/// The caller's bytes of a message.
fn own(machine: &mut Machine, call: &Invocation) -> Result<(u64, u64)> {
    let segment = small(machine, call, "segment_id_local", 8)?;
    let (offset, size) = (call.long(machine, "offset_local")? as u64, call.long(machine, "size")? as u64);
    segments::span(machine, call.process, segment, offset, size)
}

fn send(machine: &mut Machine, call: &Invocation) -> Result<Option<Answer>> {
    let p = call.process;
    let to = super::rank(machine, call)?;
    let span = own(machine, call)?;
    let number = match machine.world.gaspi.sending.get(&p) {
        Some(number) => *number,
        None => {
            machine.touch(p, call.loc, Kind::Read, span.0, span.1 - span.0, false);
            let data = gather(machine, p, &[span])?.into_read();
            let clock = super::super::tell(machine, p);
            let number = machine.world.gaspi.messages.last().map_or(0, |m| m.number + 1);
            machine.world.gaspi.messages.push(Message { number, from: p, to, data, clock, taken: None });
            machine.world.gaspi.sending.insert(p, number);
            number
        }
    };
    let messages = &mut machine.world.gaspi.messages;
    let Some(n) = messages.iter().position(|m| m.number == number) else { return Err(call.unknown()) };
    // One that ran out of time is sent by the next call.
    let Some(clock) = messages[n].taken.clone() else { return super::wait_or_time_out(machine, call) };
    // The last one stays, for the numbers of those to come.
    if n + 1 < messages.len() {
        messages.remove(n);
    }
    machine.world.gaspi.sending.remove(&p);
    machine.learn(p, &clock);
    give(SUCCESS)
}

fn receive(machine: &mut Machine, call: &Invocation) -> Result<Option<Answer>> {
    let p = call.process;
    let span = own(machine, call)?;
    let waiting = machine.world.gaspi.messages.iter().enumerate().filter(|(_, m)| m.to == p && m.taken.is_none());
    // Which of several senders comes first is open; the messages of one keep their order.
    let found = if machine.backwards {
        waiting.max_by_key(|(n, m)| (m.from, std::cmp::Reverse(*n))).map(|(n, _)| n)
    } else {
        waiting.map(|(n, _)| n).next()
    };
    machine.saw = true;
    let Some(n) = found else { return super::wait_or_time_out(machine, call) };
    let mine = super::super::tell(machine, p);
    let message = &mut machine.world.gaspi.messages[n];
    message.taken = Some(mine);
    let (from, clock, data) = (message.from, message.clock.clone(), std::mem::take(&mut message.data));
    machine.learn(p, &clock);
    machine.touch(p, call.loc, Kind::Write, span.0, span.1 - span.0, false);
    scatter(machine, p, &[span], &data)?;
    call.set(machine, "rank", 2, from as i64, true)?;
    if call.arg(machine, "timeout_ms")?.bits == super::BLOCK { give(SUCCESS) } else { give_read(SUCCESS) }
}
