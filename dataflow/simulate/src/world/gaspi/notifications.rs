//! Notifications (GASPI 17.1, section 8.3).
//!
//! Who finds a notification knows what its poster had done before; and what it speaks of has arrived: earlier writes of its queue to
//! its rank where it was posted by itself, the data of its own call where it came with some.

use super::{Answer, Channel, Halt, Invocation, Machine, Result, SUCCESS, give, give_read, small};
use crate::clock::Clock;
use crate::log::EntryId;
use std::collections::VecDeque;

/// A notification of a segment.
#[derive(Debug, Default)]
pub(crate) struct Note {
    /// Not zero while it is raised.
    value: u64,
    /// What is told by those that were posted and have not been found: an earlier one may be found before a later one has come.
    news: VecDeque<(Clock, Vec<EntryId>)>,
    /// It was found, and has not been taken back since.
    found: bool,
}

/// Raises a notification.
pub(super) fn raise(machine: &mut Machine, p: usize, key: (usize, u64, u64), value: u64, acknowledges: Vec<EntryId>) {
    machine.step_clock(p);
    let clock = machine.clocks.of(p).clone();
    let note = machine.world.gaspi.notes.entry(key).or_default();
    note.value = value;
    note.news.push_back((clock, acknowledges));
    // What follows at the caller is not told by it.
    machine.step_clock(p);
}

/// The caller gets to know what a notification tells.
fn learn(machine: &mut Machine, p: usize, (clock, acknowledged): &(Clock, Vec<EntryId>)) {
    machine.learn(p, clock);
    let at = (p, machine.clocks.interval(p));
    machine.log.complete(acknowledged, at);
    machine.step_clock(p);
}

pub(super) fn call(machine: &mut Machine, call: &Invocation) -> Result<Option<Answer>> {
    let p = call.process;
    match call.row.name.as_str() {
        "gaspi_notify" => {
            let (target, queue) = (super::rank(machine, call)?, super::queue(machine, call)?);
            let (segment, id) = (small(machine, call, "segment_id", 8)?, small(machine, call, "notification_id", 16)?);
            let value = small(machine, call, "notification_value", 32)?;
            if value == 0 {
                return Err(Halt::arguments(call));
            }
            super::segments::of(machine, target, segment)?;
            let of = |o: &super::super::Operation| o.channel == queue && o.target == target;
            let acknowledges = super::super::posted::accesses(machine, p, &of);
            super::super::posted::fence(machine, p, queue, Some(target));
            raise(machine, p, (target, segment, id), value, acknowledges);
            give(SUCCESS)
        }
        "gaspi_notify_waitsome" => {
            let segment = small(machine, call, "segment_id", 8)?;
            let (begin, count) = (small(machine, call, "notification_begin", 16)?, small(machine, call, "num", 32)?);
            super::segments::of(machine, p, segment)?;
            let range = (p, segment, begin)..(p, segment, begin.saturating_add(count));
            let found = machine.world.gaspi.notes.range(range).find(|(_, note)| note.value != 0).map(|(key, _)| *key);
            let Some(key) = found else { return super::wait_or_time_out(machine, call) };
            // A notification that stays raised is found again: nothing new need have come.
            let first = machine.world.gaspi.notes.get_mut(&key).and_then(|note| {
                let again = std::mem::replace(&mut note.found, true);
                if again { None } else { note.news.pop_front() }
            });
            if let Some(news) = first {
                learn(machine, p, &news);
            }
            call.set(machine, "first_id", 2, key.2 as i64, count > 1)?;
            if call.arg(machine, "timeout_ms")?.bits == super::BLOCK { give(SUCCESS) } else { give_read(SUCCESS) }
        }
        "gaspi_notify_reset" => {
            let (segment, id) = (small(machine, call, "segment_id", 8)?, small(machine, call, "notification_id", 16)?);
            let note = machine.world.gaspi.notes.entry((p, segment, id)).or_default();
            let value = std::mem::take(&mut note.value);
            note.found = false;
            let news = std::mem::take(&mut note.news);
            for news in news {
                learn(machine, p, &news);
            }
            call.set(machine, "old_notification_val", 4, value as i64, true)?;
            give(SUCCESS)
        }
        "gaspi_wait" | "gaspi_queue_purge" => {
            let queue = super::queue(machine, call)?;
            let Channel::Queue(number) = queue else { return Err(call.unknown()) };
            // Whether time is enough is not known: the first time it is not, where anything is under way.
            let waits = call.arg(machine, "timeout_ms")?.bits == super::BLOCK;
            let open = machine.world.operations[p].iter().any(|o| o.channel == queue && !o.own_done);
            let asked = machine.world.gaspi.asked.remove(&(p, number)).is_some();
            if open && !waits && !asked {
                machine.world.gaspi.asked.insert((p, number), true);
                return give_read(super::TIMEOUT);
            }
            let which = super::super::one_sided::Which { channel: queue, passive: None, target: None };
            super::super::one_sided::complete(machine, p, which, false);
            if waits { give(SUCCESS) } else { give_read(SUCCESS) }
        }
        _ => Ok(None),
    }
}
