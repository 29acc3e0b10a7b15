//! Operations of OpenSHMEM and GASPI: posted on a context or queue, and complete when the context or queue completes
//! (theory, 9.4).
//!
//! The data move when the operation is posted, as in [`super::one_sided`].

use super::invocation::Invocation;
use super::words::{Update, put_update};
use super::{Channel, Machine, Operation, Result};
use crate::log::{Entry, EntryId, Kind, Site, Span};
use crate::machine::owner;

/// One access of an operation.
pub(super) struct Part {
    pub kind: Kind,
    pub spans: Vec<Span>,
    /// The owner of the memory; if `at_target`, the memory is at the target, which may be the caller itself.
    pub process: usize,
    pub at_target: bool,
    /// The access lasts until a completion.
    pub pending: bool,
    pub only_reads: bool,
    /// See [`Entry::domain`].
    pub domain: u32,
}

/// What was posted.
#[derive(Debug, Clone, Default)]
pub(super) struct Posted {
    /// Its pending accesses: a process that sees its effect knows that they have ended.
    pub accesses: Vec<EntryId>,
    /// Earlier operations that the model orders before it at its target.
    pub behind: Vec<EntryId>,
}

/// Arguments that are values of the operation: they have no part in what it touches.
const VALUES: [&str; 9] =
    ["value", "cond", "signal", "sig_op", "val_add", "comparator", "val_new", "notification_value", "timeout_ms"];

/// Accesses of earlier operations on a channel to a target that come before a fence.
fn fenced(machine: &Machine, p: usize, channel: Channel, target: usize) -> Vec<EntryId> {
    accesses(machine, p, &|o| o.fenced && o.channel == channel && o.target == target)
}

/// Accesses of earlier operations that write.
pub(super) fn accesses(machine: &Machine, p: usize, is: &dyn Fn(&Operation) -> bool) -> Vec<EntryId> {
    let of = machine.world.operations[p].iter().filter(|o| !o.only_reads && is(o));
    of.flat_map(|o| o.own.iter().chain(&o.there).copied()).collect()
}

/// The accesses of an operation begin, and those that are not pending end.
pub(super) fn post(
    machine: &mut Machine,
    call: &Invocation,
    channel: Channel,
    target: usize,
    parts: &[Part],
) -> Posted {
    let p = call.process;
    machine.operations += 1;
    let mut posted = Posted { accesses: Vec::new(), behind: fenced(machine, p, channel, target) };
    let Some(loc) = call.loc else { return posted };
    let named = call.row.args.iter().zip(call.args).filter(|(name, _)| !VALUES.contains(&name.as_str()));
    let read = machine.processes[p].in_doubt() || named.into_iter().any(|(_, value)| value.read);
    for part in parts.iter().filter(|x| !x.pending && !x.at_target) {
        for (start, end) in &part.spans {
            machine.touch(p, call.loc, part.kind, *start, end - start, read);
        }
    }
    machine.step_clock(p);
    let begins = machine.clocks.of(p).clone();
    let now = (p, machine.clocks.interval(p));
    let (mut own, mut there, mut watched) = (Vec::new(), Vec::new(), Vec::new());
    for part in parts.iter().filter(|x| (x.pending || x.at_target) && !x.spans.is_empty()) {
        let entry = Entry {
            process: p,
            owner: owner(part.process, part.spans[0].0),
            spans: part.spans.clone(),
            site: Site { loc, at_target: part.at_target, access: part.kind },
            read,
            begins: begins.clone(),
            through: if part.pending { Vec::new() } else { vec![now] },
            only_reads: part.only_reads,
            domain: part.domain,
        };
        let writes = part.at_target && part.kind != Kind::Read;
        let behind: &[EntryId] = if writes { &posted.behind } else { &[] };
        let id = machine.log.add_behind(entry, &machine.clocks, behind);
        if !part.pending {
            continue;
        }
        posted.accesses.push(id);
        if part.at_target {
            there.push(id);
        } else {
            own.push(id);
            for span in &part.spans {
                machine.world.watch(p, *span);
                watched.push(*span);
            }
        }
    }
    machine.step_clock(p);
    if own.is_empty() && there.is_empty() {
        return posted;
    }
    let only_reads = parts.iter().filter(|x| x.at_target).all(|x| x.kind == Kind::Read);
    forget_known(machine, p);
    machine.world.operations[p].push(Operation {
        channel,
        target,
        own,
        there,
        only_reads,
        watched,
        request: None,
        passive: false,
        own_done: false,
        fenced: false,
    });
    posted
}

/// Forgets operations that need no completion any longer, because a process has seen that they are complete.
fn forget_known(machine: &mut Machine, p: usize) {
    let count = machine.world.operations[p].len();
    if count < 64 || !count.is_power_of_two() && !count.is_multiple_of(256) {
        return;
    }
    let mut operations = std::mem::take(&mut machine.world.operations[p]);
    operations.retain(|o| !o.own_done || !o.there.iter().all(|id| machine.log.is_through(*id)));
    machine.world.operations[p] = operations;
}

/// Earlier operations on a channel are ordered before later ones at their target; of one target only, where it is named.
pub(super) fn fence(machine: &mut Machine, p: usize, channel: Channel, target: Option<usize>) {
    machine.step_clock(p);
    for o in &mut machine.world.operations[p] {
        if o.channel == channel && target.is_none_or(|t| t == o.target) {
            o.fenced = true;
        }
    }
}

/// What an operation stored at a target may now be seen there; `word`: the content before and after, for a word.
pub(super) fn publish(
    machine: &mut Machine,
    p: usize,
    target: usize,
    spans: &[Span],
    posted: &Posted,
    word: Option<(u64, u64)>,
) {
    let Some(first) = spans.first() else { return };
    let update = Update {
        origin: p,
        owner: owner(target, first.0),
        spans: spans.to_vec(),
        clock: machine.clocks.of(p).clone(),
        acknowledges: posted.behind.clone(),
        itself: posted.accesses.clone(),
        word,
        unordered: true,
        ..Update::default()
    };
    put_update(machine, update);
    // It does not cover later events of the caller.
    machine.step_clock(p);
}

/// The content of a word, where some bytes are one.
pub(super) fn word(machine: &mut Machine, process: usize, spans: &[Span]) -> Result<Option<u64>> {
    match spans {
        [(start, end)] if end - start <= 8 => Ok(Some(machine.memory.number(process, *start, end - start)?.0)),
        _ => Ok(None),
    }
}
