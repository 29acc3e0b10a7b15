//! Words that processes tell each other something by: what an update lets its observer know.
//!
//! Whoever sees an update knows what its origin had done before. An operation that was pending then is not over for that, unless the
//! update acknowledges it: it stands behind a fence, or in one call or queue with the update.

use super::{Machine, World};
use crate::clock::Clock;
use crate::log::{EntryId, Owner, Span};
use crate::machine::memory::SHARED;

/// A change of memory that others can see.
#[derive(Debug, Clone)]
pub(crate) struct Update {
    pub owner: Owner,
    pub spans: Vec<Span>,
    pub clock: Clock,
    /// Which processes have seen it.
    pub seen: u64,
    pub acknowledges: Vec<EntryId>,
}

/// Updates that are kept.
const KEPT: usize = 512;

impl World {
    /// Adds an update; an older one of the same bytes and the same knowledge is replaced.
    pub fn put_update(&mut self, update: Update) {
        if self.updates.len() >= KEPT {
            self.updates.drain(..KEPT / 2);
        }
        self.updates.push(update);
    }
}

fn meets(a: &[Span], b: &[Span]) -> bool {
    a.iter().any(|x| b.iter().any(|y| x.0 < y.1 && y.0 < x.1))
}

/// A process sees what is in some bytes.
pub(super) fn observe(machine: &mut Machine, p: usize, owner: Owner, spans: &[Span]) {
    let bit = 1 << p.min(63);
    let mut found: Vec<(Clock, Vec<EntryId>)> = Vec::new();
    for update in &mut machine.world.updates {
        if update.seen & bit == 0 && update.owner == owner && meets(&update.spans, spans) {
            update.seen |= bit;
            found.push((update.clock.clone(), update.acknowledges.clone()));
        }
    }
    for (clock, acknowledged) in found {
        machine.chosen = true;
        machine.learn(p, &clock);
        if !acknowledged.is_empty() {
            let at = (p, machine.clocks.interval(p));
            machine.log.complete(&acknowledged, at);
            machine.step_clock(p);
        }
    }
}

/// A load by a process: it may be how the program polls.
pub(crate) fn observe_plainly(machine: &mut Machine, p: usize, address: u64, len: u64, atomic: bool) {
    if address >= SHARED {
        let known = machine.processes[p].polled;
        let polls = atomic || known == Some(address);
        machine.processes[p].polled = Some(address);
        let writer = machine.world.last_writer(address).filter(|w| *w != p);
        if polls && let Some(writer) = writer {
            // More than the store tells: what its process has done until now.
            let clock = super::tell(machine, writer);
            machine.chosen = true;
            machine.learn(p, &clock);
        }
        return;
    }
    if machine.world.updates.is_empty() || !machine.world.is_watched(p, address, len) {
        return;
    }
    let owner = crate::machine::owner(p, address);
    observe(machine, p, owner, &[(address, address + len)]);
}

/// An atomic or volatile store: others may look for it.
pub(crate) fn publish_plainly(machine: &mut Machine, p: usize, address: u64, len: u64) {
    if address >= SHARED || !machine.world.is_watched(p, address, len) {
        return;
    }
    let clock = super::tell(machine, p);
    let owner = crate::machine::owner(p, address);
    let update = Update { owner, spans: vec![(address, address + len)], clock, seen: 1 << p.min(63), acknowledges: Vec::new() };
    machine.world.put_update(update);
}

impl World {
    /// A process stores into memory that it shares with others.
    pub fn note_writer(&mut self, p: usize, address: u64, len: u64) {
        let words = (address - SHARED) / 8..=(address + len.max(1) - 1 - SHARED) / 8;
        let room = *words.end() as usize + 1;
        if self.writers.len() < room {
            self.writers.resize(room.next_multiple_of(1024), u8::MAX);
        }
        self.writers[*words.start() as usize..room].fill(p as u8);
    }

    fn last_writer(&self, address: u64) -> Option<usize> {
        let word = usize::try_from((address - SHARED) / 8).ok()?;
        self.writers.get(word).filter(|w| **w != u8::MAX).map(|w| usize::from(*w))
    }
}
