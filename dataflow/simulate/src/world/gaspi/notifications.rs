//! Notifications (GASPI 17.1, section 8.3) (theory, 9.4).
//!
//! A process that finds a notification is ordered after the earlier events of the poster. The data that the notification covers
//! have arrived: for `gaspi_notify`, earlier writes of its queue to its rank; for a write with a notification, the data of this
//! call.

use super::{Answer, Channel, Halt, Invocation, Machine, Result, SUCCESS, give, give_read, small};
use crate::clock::Clock;
use crate::log::EntryId;
use std::collections::VecDeque;

/// How often a call that does not wait is repeated before it succeeds.
const TESTS: u32 = 64;

/// A notification of a segment: the posts that were not reset. The first one is set; a later one may not have arrived yet.
#[derive(Debug, Default)]
pub(crate) struct Note {
    posts: VecDeque<Post>,
}

impl Note {
    /// Whether it was posted and no process has found it.
    pub fn has_unfound(&self) -> bool {
        self.posts.iter().any(|post| !post.found)
    }
}

#[derive(Debug)]
struct Post {
    from: usize,
    /// Not zero.
    value: u64,
    clock: Clock,
    acknowledges: Vec<EntryId>,
    found: bool,
}

/// Raises a notification.
pub(super) fn raise(machine: &mut Machine, p: usize, key: (usize, u64, u64), value: u64, acknowledges: Vec<EntryId>) {
    machine.step_clock(p);
    let clock = machine.clocks.of(p).clone();
    let note = machine.world.gaspi.notes.entry(key).or_default();
    note.posts.push_back(Post { from: p, value, clock, acknowledges, found: false });
    // It does not cover later events of the caller.
    machine.step_clock(p);
}

/// The caller takes over the order that a notification gives.
fn learn(machine: &mut Machine, p: usize, clock: &Clock, acknowledged: &[EntryId]) {
    machine.learn(p, clock);
    let at = (p, machine.clocks.interval(p));
    machine.log.complete(acknowledged, at);
    machine.step_clock(p);
}

/// The raised notification is found, and stays so.
fn find(machine: &mut Machine, p: usize, key: (usize, u64, u64)) {
    let Some(post) = machine.world.gaspi.notes.get_mut(&key).and_then(|note| note.posts.front_mut()) else { return };
    post.found = true;
    let (clock, acknowledges) = (post.clock.clone(), post.acknowledges.clone());
    learn(machine, p, &clock, &acknowledges);
}

/// Resets it, and with it later ones that the caller knows to have been posted; returns its value. A notification for which
/// no process waited may not have arrived yet, so other runs may not have its order here.
fn take_back(machine: &mut Machine, p: usize, key: (usize, u64, u64)) -> u64 {
    let told = machine.clocks.of(p);
    let first = machine.world.gaspi.notes.get(&key).and_then(|note| note.posts.front());
    let tells = |post: &Post| !post.acknowledges.is_empty() || told[post.from] < post.clock[post.from];
    machine.chosen |= first.is_some_and(|post| !post.found && tells(post));
    find(machine, p, key);
    let known = machine.clocks.of(p).clone();
    let Some(note) = machine.world.gaspi.notes.get_mut(&key) else { return 0 };
    let last = note.posts.iter().rposition(|post| post.found || known[post.from] >= post.clock[post.from]);
    let taken: Vec<Post> = note.posts.drain(..last.map_or(0, |n| n + 1)).collect();
    for post in &taken {
        learn(machine, p, &post.clock, &post.acknowledges);
    }
    taken.last().map_or(0, |post| post.value)
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
            let raised = machine.world.gaspi.notes.range(range).filter(|(_, note)| !note.posts.is_empty());
            let mut raised = raised.map(|(key, _)| *key);
            let found = if machine.backwards { raised.next_back() } else { raised.next() };
            let Some(key) = found else { return super::wait_or_time_out(machine, call) };
            // Another one may be found by another run.
            if count > 1 {
                machine.saw = true;
                machine.world.gaspi.several.insert((p, segment, begin, count));
            }
            find(machine, p, key);
            call.set(machine, "first_id", 2, key.2 as i64, count > 1)?;
            if call.arg(machine, "timeout_ms")?.bits == super::BLOCK { give(SUCCESS) } else { give_read(SUCCESS) }
        }
        "gaspi_notify_reset" => {
            let (segment, id) = (small(machine, call, "segment_id", 8)?, small(machine, call, "notification_id", 16)?);
            let value = take_back(machine, p, (p, segment, id));
            call.set(machine, "old_notification_val", 4, value as i64, true)?;
            give(SUCCESS)
        }
        "gaspi_wait" | "gaspi_queue_purge" => {
            let queue = super::queue(machine, call)?;
            let Channel::Queue(number) = queue else { return Err(call.unknown()) };
            // It is not known whether the time limit is reached: the first time it is, if any operation is pending. In every other run a call
            // that does not wait at all is repeated often before it succeeds: longer than programs try that give up.
            let limit = call.arg(machine, "timeout_ms")?.bits;
            let waits = limit == super::BLOCK;
            let open = machine.world.operations[p].iter().any(|o| o.channel == queue && !o.own_done);
            let asked = machine.world.gaspi.asked.remove(&(p, number)).unwrap_or_default();
            let most = if limit == 0 && machine.backwards { TESTS } else { 1 };
            if open && !waits && asked < most {
                machine.world.gaspi.asked.insert((p, number), asked + 1);
                machine.saw |= limit == 0;
                return give_read(super::TIMEOUT);
            }
            let which = super::super::one_sided::Which { channel: queue, passive: None, target: None };
            super::super::one_sided::complete(machine, p, which, false);
            if waits { give(SUCCESS) } else { give_read(SUCCESS) }
        }
        _ => Ok(None),
    }
}

#[cfg(test)]
mod tests {
    use super::{find, raise, take_back};
    use crate::machine::Machine;
    use crate::machine::memory::Spare;
    use rma_frontend::ir::Module;

    const KEY: (usize, u64, u64) = (1, 0, 3);

    #[test]
    fn a_notification_stays_raised_until_it_is_taken_back() {
        let module = Module::default();
        let mut machine = Machine::new(&module, 3, [].into(), 0, Spare::default()).expect("nothing to place");
        raise(&mut machine, 0, KEY, 4, Vec::new());
        find(&mut machine, 1, KEY);
        let known = machine.clocks.of(1)[0];
        // The second one may come after the reset.
        raise(&mut machine, 0, KEY, 5, Vec::new());
        find(&mut machine, 1, KEY);
        assert_eq!(machine.clocks.of(1)[0], known);
        assert_eq!(take_back(&mut machine, 1, KEY), 4);
        assert_eq!(take_back(&mut machine, 1, KEY), 5);
        assert_eq!(take_back(&mut machine, 1, KEY), 0);
    }

    #[test]
    fn one_that_is_known_to_have_been_posted_is_taken_back_too() {
        let module = Module::default();
        let mut machine = Machine::new(&module, 3, [].into(), 0, Spare::default()).expect("nothing to place");
        raise(&mut machine, 0, KEY, 4, Vec::new());
        raise(&mut machine, 0, KEY, 5, Vec::new());
        let clock = machine.clocks.of(0).clone();
        machine.learn(1, &clock);
        assert_eq!(take_back(&mut machine, 1, KEY), 5);
        assert_eq!(take_back(&mut machine, 1, KEY), 0);
    }
}
