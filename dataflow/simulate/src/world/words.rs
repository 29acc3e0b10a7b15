//! Words by which processes synchronise: the order that an update gives to a process that sees it (theory, 9.4).
//!
//! A process that sees an update is ordered after the earlier events of its origin. An operation that was still pending at the
//! update is not complete for that reason, unless the update acknowledges it: a fence is between the operation and the update, or
//! both are in one call or queue.

use super::{Machine, Result, World};
use crate::clock::{Clock, joined};
use crate::log::{EntryId, Owner, Span};
use crate::machine::memory::{CODE, SHARED, home};

/// A change of memory that others can see.
#[derive(Debug, Clone)]
pub(crate) struct Update {
    pub origin: usize,
    pub owner: Owner,
    pub spans: Vec<Span>,
    pub clock: Clock,
    /// Which processes have seen it.
    pub seen: u64,
    /// The processes that have seen it by a routine that waits for it or fetches it: they also know that the update
    /// itself has ended.
    pub met: u64,
    /// Accesses that have ended for a process that sees it.
    pub acknowledges: Vec<EntryId>,
    /// The accesses of the operation that made it.
    pub itself: Vec<EntryId>,
    /// For an update of a word, its content before and after.
    pub word: Option<(u64, u64)>,
    /// The model orders it after an earlier update of its origin only if that one had ended by then, or a fence is between the two.
    pub unordered: bool,
}

impl Default for Update {
    fn default() -> Update {
        Update {
            origin: 0,
            owner: Owner::Shared,
            spans: Vec::new(),
            clock: Clock::default(),
            seen: 0,
            met: 0,
            acknowledges: Vec::new(),
            itself: Vec::new(),
            word: None,
            unordered: false,
        }
    }
}

/// The order of updates that are no longer recorded: a process that reads memory of the same owner counts as having
/// seen them.
#[derive(Debug, Clone)]
pub(crate) struct Forgotten {
    owner: Owner,
    clock: Clock,
    acknowledges: Vec<EntryId>,
}

/// Updates that are kept.
const KEPT: usize = 512;

fn bit(process: usize) -> u64 {
    1 << process.min(63)
}

/// Adds an update; drops updates that no longer give order, and the oldest one if there are too many.
pub(super) fn put_update(machine: &mut Machine, update: Update) {
    if machine.world.updates.len() >= KEPT {
        let mut updates = std::mem::take(&mut machine.world.updates);
        let known = |u: &Update| {
            (0..machine.size()).all(|p| machine.clocks.of(p).iter().zip(u.clock.iter()).all(|(a, b)| a >= b))
                && u.acknowledges.iter().chain(&u.itself).all(|id| machine.log.is_through(*id))
        };
        updates.retain(|u| !known(u));
        if updates.len() >= KEPT / 2 {
            for old in updates.drain(..KEPT / 4) {
                forget(&mut machine.world, old);
            }
        }
        machine.world.updates = updates;
    }
    machine.world.updates.push(update);
}

fn forget(world: &mut World, old: Update) {
    match world.forgotten.iter_mut().find(|f| f.owner == old.owner) {
        Some(known) => {
            known.clock = joined(&known.clock, &old.clock);
            known.acknowledges.extend(old.acknowledges.into_iter().chain(old.itself));
        }
        None => {
            let acknowledges = old.acknowledges.into_iter().chain(old.itself).collect();
            world.forgotten.push(Forgotten { owner: old.owner, clock: old.clock, acknowledges });
        }
    }
}

fn meets(a: &[Span], b: &[Span]) -> bool {
    a.iter().any(|x| b.iter().any(|y| x.0 < y.1 && y.0 < x.1))
}

/// A process takes over the clocks of updates that it has seen.
fn take_in(machine: &mut Machine, p: usize, found: Vec<(Clock, Vec<EntryId>)>) {
    for (clock, acknowledged) in found {
        machine.saw = true;
        machine.learn(p, &clock);
        if !acknowledged.is_empty() {
            let at = (p, machine.clocks.interval(p));
            machine.log.complete(&acknowledged, at);
            machine.step_clock(p);
        }
    }
}

/// A process sees the updates of an owner's memory that are no longer kept separately.
fn recall(machine: &mut Machine, p: usize, owner: Owner) {
    if let Some(known) = machine.world.forgotten.iter_mut().find(|f| f.owner == owner) {
        let found = vec![(known.clock.clone(), std::mem::take(&mut known.acknowledges))];
        take_in(machine, p, found);
    }
}

/// A process sees what is in some bytes.
pub(super) fn observe(machine: &mut Machine, p: usize, owner: Owner, spans: &[Span]) {
    let mut found: Vec<(Clock, Vec<EntryId>)> = Vec::new();
    for update in &mut machine.world.updates {
        if update.seen & bit(p) == 0 && update.owner == owner && meets(&update.spans, spans) {
            update.seen |= bit(p);
            found.push((update.clock.clone(), update.acknowledges.clone()));
        }
    }
    let known = machine.clocks.of(p).clone();
    recall(machine, p, owner);
    take_in(machine, p, found);
    // In another run it may read before the update.
    machine.chosen |= known.iter().zip(machine.clocks.of(p).iter()).enumerate().any(|(q, (a, b))| q != p && a < b);
}

/// A process reads some bytes by a routine for synchronisation: the updates that it sees have ended.
pub(super) fn fetch(machine: &mut Machine, p: usize, owner: Owner, spans: &[Span]) {
    let mut found = Vec::new();
    for update in &mut machine.world.updates {
        if update.met & bit(p) == 0 && update.owner == owner && meets(&update.spans, spans) {
            found.push(meet(update, p));
        }
    }
    recall(machine, p, owner);
    take_in(machine, p, found);
}

fn meet(update: &mut Update, p: usize) -> (Clock, Vec<EntryId>) {
    update.met |= bit(p);
    update.seen |= bit(p);
    (update.clock.clone(), update.acknowledges.iter().chain(&update.itself).copied().collect())
}

/// The contents that a word may be seen to hold: how many of the updates that the reader has not seen must have arrived by then,
/// and the content.
#[derive(Debug)]
pub(super) struct States {
    owner: Owner,
    span: Span,
    /// Updates that the reader has not met, in their order.
    news: Vec<usize>,
    /// Each possible content with the number of updates that have arrived, from the first content that may be seen on.
    pub contents: Vec<(usize, u64)>,
}

/// The states of a word that a process may see: an update that it does not know to be through may have come or not.
pub(super) fn states(machine: &mut Machine, p: usize, (start, end): Span) -> Result<States> {
    let (of, at) = home(p, start);
    let span = (at, at + (end - start));
    let owner = crate::machine::owner(of, at);
    let (now, _) = machine.memory.number(p, start, end - start)?;
    let updates = &machine.world.updates;
    let is_new = |u: &Update| u.met & bit(p) == 0 && u.owner == owner && meets(&u.spans, &[span]);
    let news: Vec<usize> = (0..updates.len()).filter(|n| is_new(&updates[*n])).collect();
    // The reader's own updates, and those that it knows to have ended, come before the update that it sees, and so do
    // all earlier ones.
    let clock = machine.clocks.of(p);
    let known = |u: &Update| {
        u.origin == p
            || clock[u.origin] >= u.clock[u.origin] && u.itself.iter().all(|id| machine.log.is_before(*id, clock))
    };
    let must = news.iter().rposition(|n| known(&updates[*n])).map_or(0, |n| n + 1);
    // Writes of others by other routines, or of the process itself, come in between: then all earlier updates have
    // arrived.
    let mut contents = vec![(news.len(), now)];
    let mut expected = now;
    for (n, update) in news.iter().enumerate().skip(must).rev() {
        match updates[*update].word.filter(|_| updates[*update].spans == [span]) {
            Some((before, after)) if after == expected => {
                expected = before;
                contents.push((n, before));
            }
            _ => break,
        }
    }
    contents.reverse();
    Ok(States { owner, span, news, contents })
}

impl States {
    /// This many of the updates have arrived.
    pub fn meet(&self, machine: &mut Machine, p: usize, count: usize) {
        let updates: Vec<&Update> = self.news.iter().map(|n| &machine.world.updates[*n]).collect();
        let (arrived, others) = updates.split_at(count);
        // Where several processes have changed it and it was enough that some have, it may have been others. So it may if one process has
        // made several changes that come in any order.
        let of_several = !others.is_empty() && updates.iter().any(|u| u.origin != updates[0].origin);
        let in_order = |first: &Update, then: &Update| {
            let over = |id: &EntryId| then.acknowledges.contains(id) || machine.log.is_before(*id, &then.clock);
            !then.unordered || first.itself.iter().all(over)
        };
        let in_any_order = others.iter().any(|then| arrived.iter().any(|first| !in_order(first, then)));
        // The rest of an operation may come later than the bytes that were waited for.
        let in_parts = arrived.iter().any(|u| u.spans != [self.span]);
        machine.chosen |= of_several || in_any_order || in_parts;
        let mut found = Vec::new();
        for n in &self.news[..count] {
            found.push(meet(&mut machine.world.updates[*n], p));
        }
        recall(machine, p, self.owner);
        take_in(machine, p, found);
    }
}

/// A word is fetched without a change: the next of its contents that the reader has not seen.
pub(super) fn next(machine: &mut Machine, p: usize, span: Span) -> Result<u64> {
    let states = states(machine, p, span)?;
    let (count, content) = *states.contents.iter().find(|(n, _)| *n > 0).unwrap_or(&states.contents[0]);
    states.meet(machine, p, count);
    Ok(content)
}

/// A load of memory: it may be how the program polls.
pub(crate) fn observe_plainly(machine: &mut Machine, p: usize, address: u64, len: u64, atomic: bool) {
    if (SHARED..CODE).contains(&address) {
        let known = machine.processes[p].polled;
        let polls = atomic || known == Some(address);
        machine.processes[p].polled = Some(address);
        let writer = machine.world.last_writer(address).filter(|w| *w != p);
        if polls && let Some(writer) = writer {
            // More order than the store itself gives: all events of its process until now.
            let clock = super::tell(machine, writer);
            machine.chosen = true;
            machine.learn(p, &clock);
        }
        return;
    }
    let (of, at) = home(p, address);
    if machine.world.updates.is_empty() || of >= machine.size() || !machine.world.is_watched(of, at, len) {
        return;
    }
    observe(machine, p, crate::machine::owner(of, at), &[(at, at + len)]);
}

/// An atomic or volatile store: other processes may poll it.
pub(crate) fn publish_plainly(machine: &mut Machine, p: usize, address: u64, len: u64) {
    if (SHARED..CODE).contains(&address) {
        return;
    }
    let (of, at) = home(p, address);
    if of >= machine.size() || !machine.world.is_watched(of, at, len) {
        return;
    }
    let clock = super::tell(machine, p);
    let owner = crate::machine::owner(of, at);
    let update =
        Update { origin: p, owner, spans: vec![(at, at + len)], clock, seen: bit(p), met: bit(p), ..Update::default() };
    put_update(machine, update);
}

impl World {
    /// Whether a process that reads some bytes sees an update that it has not seen before.
    pub fn shows(&self, p: usize, owner: Owner, span: Span) -> bool {
        let is_new = |u: &Update| u.seen & bit(p) == 0 && u.owner == owner && meets(&u.spans, &[span]);
        !self.updates.is_empty() && (!self.forgotten.is_empty() || self.updates.iter().any(is_new))
    }

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

#[cfg(test)]
mod tests {
    use super::{Update, next, put_update, states};
    use crate::log::Owner;
    use crate::machine::Machine;
    use crate::machine::memory::{SYMMETRIC, Spare};
    use rma_frontend::ir::Module;

    /// A machine with a word in each process; its address.
    fn with_word(module: &Module) -> (Machine<'_>, u64) {
        let mut machine = Machine::new(module, 2, [].into(), 0, Spare::default()).expect("nothing to place");
        let mut at = 0;
        for process in 0..2 {
            at = machine.memory.take(process, SYMMETRIC, 8, 8).expect("room for a word");
        }
        (machine, at)
    }

    /// A process changes the word of process 1.
    fn change(machine: &mut Machine, origin: usize, at: u64, after: u64) {
        let (before, _) = machine.memory.number(1, at, 8).expect("a word");
        machine.memory.set_number(1, at, 8, after, true).expect("a word");
        machine.step_clock(origin);
        let update = Update {
            origin,
            owner: Owner::Process(1),
            spans: vec![(at, at + 8)],
            clock: machine.clocks.of(origin).clone(),
            word: Some((before, after)),
            ..Update::default()
        };
        put_update(machine, update);
        machine.step_clock(origin);
    }

    #[test]
    fn a_word_may_be_seen_before_each_update() {
        let module = Module::default();
        let (mut machine, at) = with_word(&module);
        change(&mut machine, 0, at, 5);
        change(&mut machine, 0, at, 7);
        let seen = states(&mut machine, 1, (at, at + 8)).expect("a word");
        assert_eq!(seen.contents, [(0, 0), (1, 5), (2, 7)]);
        seen.meet(&mut machine, 1, 1);
        // The first update gives order after the events of process 0 before it, but not after those before the second
        // update.
        assert_eq!(machine.clocks.of(1)[0], 1);
        assert_eq!(next(&mut machine, 1, (at, at + 8)), Ok(7));
        assert_eq!(machine.clocks.of(1)[0], 3);
    }

    #[test]
    fn what_a_process_did_itself_it_sees() {
        let module = Module::default();
        let (mut machine, at) = with_word(&module);
        change(&mut machine, 0, at, 1);
        change(&mut machine, 1, at, 0);
        change(&mut machine, 0, at, 2);
        let seen = states(&mut machine, 1, (at, at + 8)).expect("a word");
        assert_eq!(seen.contents, [(2, 0), (3, 2)]);
    }

    #[test]
    fn behind_a_change_of_another_kind_all_has_come() {
        let module = Module::default();
        let (mut machine, at) = with_word(&module);
        change(&mut machine, 0, at, 1);
        machine.memory.set_number(1, at, 8, 9, false).expect("a word");
        let seen = states(&mut machine, 1, (at, at + 8)).expect("a word");
        assert_eq!(seen.contents, [(1, 9)]);
    }
}
