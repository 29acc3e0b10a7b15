//! GASPI 17.1 (theory, 9.4).
//!
//! Memory of a process that other processes can access is in numbered segments. `gaspi_wait` completes operations at their origin;
//! data have arrived at a target when a notification that was posted after them has been found there.

mod collectives;
mod environment;
mod notifications;
mod operations;
mod passive;
mod segments;

use super::invocation::Invocation;
use super::{Answer, Channel, Halt, Machine, MeetingKey, Result, Value};
use std::collections::{BTreeMap, BTreeSet};

/// The state of the library.
#[derive(Debug, Default)]
pub(crate) struct State {
    /// Address and size of each segment, by process and number.
    segments: BTreeMap<(usize, u64), (u64, u64)>,
    /// Notifications, by process, segment and number.
    notes: BTreeMap<(usize, u64, u64), notifications::Note>,
    /// Waits for any one of several notifications: process, segment, first number and how many.
    several: BTreeSet<(usize, u64, u64, u64)>,
    /// The groups that a process has made: members, and the communicator once it is committed.
    groups: BTreeMap<(usize, u64), collectives::Group>,
    /// Communicators of groups, by members and how many such groups came before.
    committed: BTreeMap<(Vec<usize>, usize), usize>,
    /// How many groups of the same members a process has committed.
    commits: BTreeMap<(usize, Vec<usize>), usize>,
    /// Collectives that ran out of time, by process and communicator: the next call continues them.
    standing: BTreeMap<(usize, usize), MeetingKey>,
    messages: Vec<passive::Message>,
    /// The number of the message that a process is sending.
    sending: BTreeMap<usize, u64>,
    /// How often queues were tested for completion, by process.
    asked: BTreeMap<(usize, u64), u32>,
    queues: BTreeMap<usize, u64>,
}

impl State {
    /// Whether a notification was posted and not found which a wait for one of several could have found instead of another.
    pub fn has_unfound(&self) -> bool {
        self.several.iter().any(|(p, segment, begin, count)| {
            let range = (*p, *segment, *begin)..(*p, *segment, begin.saturating_add(*count));
            self.notes.range(range).any(|(_, note)| note.has_unfound())
        })
    }
}

/// `GASPI_BLOCK`.
const BLOCK: u64 = u64::MAX;
/// Return codes.
const SUCCESS: u64 = 0;
const TIMEOUT: u64 = 1;
const ERROR: u64 = 0xffff_ffff;

pub(super) fn call(machine: &mut Machine, call: &Invocation) -> Result<Answer> {
    let families =
        [environment::call, segments::call, notifications::call, operations::call, passive::call, collectives::call];
    for family in families {
        if let Some(answer) = family(machine, call)? {
            return Ok(answer);
        }
    }
    Err(call.unknown())
}

/// The call returns a code.
#[allow(clippy::unnecessary_wraps, reason = "what a family of routines answers")]
fn give(code: u64) -> Result<Option<Answer>> {
    Ok(Some(Answer::Value(Value::new(code))))
}

/// The call returns a code that depends on the order of arrival.
#[allow(clippy::unnecessary_wraps, reason = "what a family of routines answers")]
fn give_read(code: u64) -> Result<Option<Answer>> {
    Ok(Some(Answer::Value(Value::read(code))))
}

/// The call waits, or times out: with `GASPI_TEST` at once. Longer time limits are never reached.
fn wait_or_time_out(machine: &mut Machine, call: &Invocation) -> Result<Option<Answer>> {
    if call.arg(machine, "timeout_ms")?.bits == 0 {
        return give_read(TIMEOUT);
    }
    super::wait(machine, call)
}

/// An argument of a type with less than 32 bits.
fn small(machine: &mut Machine, call: &Invocation, name: &str, bits: u32) -> Result<u64> {
    Ok(crate::machine::value::cut(call.arg(machine, name)?.bits, bits))
}

/// The queue of a call.
fn queue(machine: &mut Machine, call: &Invocation) -> Result<Channel> {
    Ok(Channel::Queue(small(machine, call, "queue", 8)?))
}

/// The process that argument `rank` names.
fn rank(machine: &mut Machine, call: &Invocation) -> Result<usize> {
    let rank = small(machine, call, "rank", 16)? as usize;
    if rank < machine.size() { Ok(rank) } else { Err(Halt::arguments(call)) }
}
