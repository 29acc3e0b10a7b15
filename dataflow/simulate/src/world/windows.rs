//! Windows and their epochs (MPI 4.1, 12.2 and 12.5) (theory, 9.4).

use super::collectives::{Arrival, leave, meet, pass};
use super::communicators::{argument, group_of, put_group};
use super::invocation::Invocation;
use super::one_sided::{Which, complete};
use super::{Answer, Channel, Halt, Machine, Result, done, wait};
use crate::clock::{Clock, joined};
use crate::log::{EntryId, Kind, Site};
use crate::machine::memory::{HEAP, SHARED};
use rma_frontend::api::{Epoch, HandleKind, OutKind};
use rma_frontend::api::{Scope, Side};

/// A window.
#[derive(Debug, Clone)]
pub(crate) struct Window {
    pub comm: usize,
    /// For each member: address, size in bytes, unit of displacements.
    pub parts: Vec<(u64, u64, u64)>,
    pub dynamic: bool,
    pub made: OutKind,
    /// The clock of each member when it created its part: operations on the window come after that of their target.
    pub created: Vec<Option<Clock>>,
    /// The clock of each member at its last fence.
    pub fences: Vec<Option<Clock>>,
    /// Whether the last fence of each member has opened an epoch.
    pub fenced: Vec<bool>,
    pub posts: Vec<Vec<Post>>,
    /// Targets of the access epoch that a member has open, with what they had done at their posts.
    pub starts: Vec<Option<Vec<(usize, Clock)>>>,
    /// Access epochs that were completed: origin, target, what the origin had done, accesses at the target.
    pub closed: Vec<(usize, usize, Clock, Vec<EntryId>)>,
    pub locks: Vec<Lock>,
}

/// An exposure.
#[derive(Debug, Clone)]
pub(crate) struct Post {
    origins: Vec<usize>,
    started: Vec<usize>,
    clock: Clock,
}

/// The lock of a window at one member.
#[derive(Debug, Clone, Default)]
pub(crate) struct Lock {
    /// The processes that hold the lock, and whether each holds it exclusively.
    holders: Vec<(usize, bool)>,
    /// Clocks of the processes that have released the lock: of all, and of those that held it exclusively.
    released: Option<Clock>,
    exclusive: Option<Clock>,
}

impl Window {
    /// The process of a rank.
    pub fn process(&self, machine: &Machine, rank: i64) -> Option<usize> {
        machine.world.communicators[self.comm].members.get(usize::try_from(rank).ok()?).copied()
    }

    /// The rank of a process.
    pub fn rank(&self, machine: &Machine, process: usize) -> Option<usize> {
        machine.world.communicators[self.comm].rank(process)
    }

    pub fn is_locked_by(&self, process: usize, rank: usize) -> bool {
        self.locks.get(rank).is_some_and(|l| l.holders.iter().any(|(p, _)| *p == process))
    }
}

/// The window of a call.
pub(super) fn of(machine: &mut Machine, call: &Invocation) -> Result<usize> {
    let bits = if call.row.name == "MPI_Win_free" {
        let at = call.arg(machine, "win")?.bits;
        machine.memory.number(call.process, at, call.handle_size(machine))?.0
    } else {
        call.arg(machine, "win")?.bits
    };
    let number = Invocation::made(bits, HandleKind::Win);
    number.filter(|n| *n < machine.world.windows.len()).ok_or_else(|| Halt::arguments(call))
}

/// A window that the members of a communicator make together.
fn create(machine: &mut Machine, call: &Invocation, part: (u64, u64, u64), made: OutKind) -> Result<Option<Answer>> {
    let p = call.process;
    let shared = made == OutKind::WinAllocateShared;
    let comm = argument(machine, call)?;
    let numbers = vec![part.0 as i64, part.1 as i64, part.2 as i64];
    let key = meet(machine, call, comm, |_, arrival: &mut Arrival| {
        arrival.numbers = numbers;
        Ok(())
    })?;
    let Some(key) = key else { return Ok(Some(Answer::Wait)) };
    let arrivals = machine.world.meetings.get(&key).map(super::collectives::Meeting::all).unwrap_or_default();
    let agreed = machine.world.meetings.get(&key).and_then(|m| m.made.clone());
    let number = if let Some(agreed) = agreed {
        agreed[0]
    } else {
        let mut parts: Vec<(u64, u64, u64)> =
            arrivals.iter().map(|a| (a.numbers[0] as u64, a.numbers[1] as u64, a.numbers[2] as u64)).collect();
        if shared {
            let total = parts.iter().map(|x| x.1).sum();
            let mut at = machine.memory.take(p, SHARED, total, 64)?;
            for part in &mut parts {
                part.0 = at;
                at += part.1;
            }
        }
        let count = parts.len();
        machine.world.windows.push(Window {
            comm,
            parts,
            dynamic: made == OutKind::WinCreateDynamic,
            made,
            created: arrivals.iter().map(|a| a.clock.clone()).collect(),
            fences: vec![None; count],
            fenced: vec![false; count],
            posts: vec![Vec::new(); count],
            starts: vec![None; count],
            closed: Vec::new(),
            locks: vec![Lock::default(); count],
        });
        let number = machine.world.windows.len() - 1;
        if let Some(meeting) = machine.world.meetings.get_mut(&key) {
            meeting.made = Some(vec![number]);
        }
        number
    };
    // The call gives no order after the other members.
    pass(machine, p, key);
    let window = machine.world.windows[number].clone();
    if shared {
        for (at, size, _) in &window.parts {
            machine.world.watch(p, (*at, at + size));
        }
    } else if let Some(rank) = window.rank(machine, p) {
        let (at, size, _) = window.parts[rank];
        machine.world.watch(p, (at, at + size));
    }
    if call.has("baseptr")
        && let Some(rank) = window.rank(machine, p)
    {
        call.set(machine, "baseptr", 8, window.parts[rank].0 as i64, false)?;
    }
    call.set_handle(machine, "win", HandleKind::Win, Some(number))?;
    done()
}

/// Performs the completions of a row for operations of the caller on a window.
fn completes(machine: &mut Machine, call: &Invocation, win: usize, no_precede: bool) -> Result<()> {
    for completion in &call.row.completes {
        if completion.unless_noprecede && no_precede {
            continue;
        }
        let which = match completion.scope {
            Scope::FenceEpoch => Which { channel: Channel::Window(win), passive: Some(false), target: None },
            Scope::StartEpoch => continue,
            Scope::PassiveTarget => {
                let rank = call.int(machine, "rank")?;
                let Some(target) = machine.world.windows[win].process(machine, rank) else { continue };
                Which { channel: Channel::Window(win), passive: Some(true), target: Some(target) }
            }
            Scope::PassiveAll => Which { channel: Channel::Window(win), passive: Some(true), target: None },
            _ => Which { channel: Channel::Window(win), passive: None, target: None },
        };
        complete(machine, call.process, which, completion.side == Side::Both);
    }
    Ok(())
}

pub(super) fn call(machine: &mut Machine, call: &Invocation) -> Result<Option<Answer>> {
    let name = call.name();
    if !name.starts_with("Win_") {
        return Ok(None);
    }
    let p = call.process;
    match name {
        "Win_create" => {
            let (base, size) = (call.arg(machine, "base")?.bits, call.long(machine, "size")?.max(0) as u64);
            let unit = call.long(machine, "disp_unit")? & 0xffff_ffff;
            return create(machine, call, (base, size, unit as u64), OutKind::WinCreate);
        }
        "Win_allocate" | "Win_allocate_shared" => {
            let size = call.long(machine, "size")?.max(0) as u64;
            let unit = (call.long(machine, "disp_unit")? & 0xffff_ffff) as u64;
            let shared = name == "Win_allocate_shared";
            // Made once: the call is made again while it waits.
            let base = if machine.processes[p].waits.is_some() || shared {
                0
            } else {
                machine.memory.take(p, HEAP, size, 64)?
            };
            let made = if shared { OutKind::WinAllocateShared } else { OutKind::WinAllocate };
            return create(machine, call, (base, size, unit), made);
        }
        "Win_create_dynamic" => return create(machine, call, (0, 0, 1), OutKind::WinCreateDynamic),
        "Win_create_errhandler" | "Win_get_errhandler" => {
            call.set_handle(machine, "errhandler", HandleKind::Errhandler, Some(1))?;
            return done();
        }
        _ => {}
    }
    let win = of(machine, call)?;
    let rank_of = |machine: &Machine, process: usize| machine.world.windows[win].rank(machine, process).unwrap_or(0);
    if let Some(epoch) = call.row.epoch {
        return epochs(machine, call, win, epoch);
    }
    match name {
        "Win_free" => {
            let comm = machine.world.windows[win].comm;
            completes(machine, call, win, false)?;
            let Some(key) = meet(machine, call, comm, |_, _| Ok(()))? else { return Ok(Some(Answer::Wait)) };
            leave(machine, call, key, true)?;
            call.set_handle(machine, "win", HandleKind::Win, None)?;
            done()
        }
        "Win_shared_query" => {
            let null = call.abi(machine)?.constants().proc_null;
            let rank = call.int(machine, "rank")?;
            let parts = &machine.world.windows[win].parts;
            let part = if rank == null {
                parts.iter().find(|x| x.1 > 0).copied().unwrap_or_default()
            } else {
                parts.get(rank as usize).copied().ok_or_else(|| Halt::arguments(call))?
            };
            call.set(machine, "size", 8, part.1 as i64, false)?;
            call.set(machine, "disp_unit", call.row.count_size(), part.2 as i64, false)?;
            call.set(machine, "baseptr", 8, part.0 as i64, false)?;
            done()
        }
        "Win_get_group" => {
            let comm = machine.world.windows[win].comm;
            let members = machine.world.communicators[comm].members.clone();
            put_group(machine, call, "group", members)?;
            done()
        }
        "Win_get_attr" => {
            let keyval = call.keyval(machine, "win_keyval")?;
            let c = call.abi(machine)?.constants();
            let part = machine.world.windows[win].parts[rank_of(machine, p)];
            let value = if keyval == c.win_base {
                part.0
            } else {
                let number = if keyval == c.win_size {
                    part.1
                } else if keyval == c.win_disp_unit {
                    part.2
                } else if keyval == c.win_model {
                    c.win_unified as u64
                } else if keyval == c.win_create_flavor {
                    match machine.world.windows[win].made {
                        OutKind::WinCreate => c.win_flavor_create as u64,
                        OutKind::WinAllocate => c.win_flavor_allocate as u64,
                        OutKind::WinAllocateShared => c.win_flavor_shared as u64,
                        _ => c.win_flavor_dynamic as u64,
                    }
                } else {
                    return Err(call.unknown());
                };
                attribute(machine, call, number)?
            };
            call.set(machine, "attribute_val", 8, value as i64, false)?;
            call.set_int(machine, "flag", 1)?;
            done()
        }
        "Win_set_name" | "Win_set_info" | "Win_set_errhandler" => done(),
        _ => Err(call.unknown()),
    }
}

/// An attribute that is a number: C gets its address, Fortran the number (MPI 4.1, 19.3.7).
pub(super) fn attribute(machine: &mut Machine, call: &Invocation, number: u64) -> Result<u64> {
    if call.row.fortran.is_some() {
        return Ok(number);
    }
    let cell = machine.memory.take(call.process, HEAP, 8, 16)?;
    machine.memory.set_number(call.process, cell, 8, number, false)?;
    Ok(cell)
}

/// Calls that open, end or complete epochs.
fn epochs(machine: &mut Machine, call: &Invocation, win: usize, epoch: Epoch) -> Result<Option<Answer>> {
    let p = call.process;
    let me = machine.world.windows[win].rank(machine, p).ok_or_else(|| Halt::arguments(call))?;
    let constants = call.abi(machine)?.constants();
    let assert = if call.has("assert") { call.int(machine, "assert")? } else { 0 };
    if is_unmatched(machine, call, win, epoch)? {
        breaks(machine, call, Kind::Unmatched);
    }
    match epoch {
        Epoch::Fence => {
            // The first fence ends no epoch, so it need not wait for anybody.
            let fenced = |w: &Window| w.fences.iter().any(Option::is_some);
            let begun = machine.operations > 0 || machine.world.windows.iter().any(fenced);
            machine.chosen |= machine.world.windows[win].fences[me].is_none() && begun;
            let no_precede = assert & constants.mode_noprecede != 0;
            let comm = machine.world.windows[win].comm;
            let key = meet(machine, call, comm, |machine, _| {
                completes(machine, call, win, no_precede)?;
                // The members synchronise on the communicator of the window, but separately from its collectives.
                Ok(())
            })?;
            let Some(key) = key else { return Ok(Some(Answer::Wait)) };
            let arrivals = machine.world.meetings.get(&key).map(super::collectives::Meeting::all).unwrap_or_default();
            for (n, arrival) in arrivals.iter().enumerate() {
                machine.world.windows[win].fences[n].clone_from(&arrival.clock);
            }
            machine.world.windows[win].fenced[me] = assert & constants.mode_nosucceed == 0;
            if no_precede {
                pass(machine, p, key);
            } else {
                leave(machine, call, key, true)?;
            }
            done()
        }
        Epoch::Post => {
            let bits = call.arg(machine, "group")?.bits;
            let origins = group_of(machine, call, bits)?;
            let clock = super::tell(machine, p);
            machine.world.windows[win].posts[me].push(Post { origins, started: Vec::new(), clock });
            done()
        }
        Epoch::Start => {
            let bits = call.arg(machine, "group")?.bits;
            let targets = group_of(machine, call, bits)?;
            let window = &machine.world.windows[win];
            let ready = |target: &usize| {
                let rank = window.rank(machine, *target)?;
                window.posts[rank].iter().position(|post| post.origins.contains(&p) && !post.started.contains(&p))
            };
            let posts: Option<Vec<usize>> = targets.iter().map(ready).collect();
            let Some(posts) = posts else { return wait(machine, call) };
            let mut open = Vec::new();
            for (target, n) in targets.iter().zip(posts) {
                let rank = machine.world.windows[win].rank(machine, *target).ok_or_else(|| Halt::arguments(call))?;
                let post = &mut machine.world.windows[win].posts[rank][n];
                post.started.push(p);
                open.push((*target, post.clock.clone()));
            }
            machine.world.windows[win].starts[me] = Some(open);
            done()
        }
        Epoch::Complete => {
            let open = machine.world.windows[win].starts[me].take().ok_or_else(|| Halt::arguments(call))?;
            // What was fetched is there: the target has posted.
            let fetched: Vec<usize> = machine.world.operations[p]
                .iter()
                .filter(|o| o.only_reads && !o.passive && o.channel == Channel::Window(win))
                .map(|o| o.target)
                .collect();
            for (_, clock) in open.iter().filter(|(target, _)| fetched.contains(target)) {
                machine.learn(p, clock);
            }
            let ids = complete(
                machine,
                p,
                Which { channel: Channel::Window(win), passive: Some(false), target: None },
                false,
            );
            // What is left of them ends with the target's wait, and not with a later call of the origin.
            machine.world.operations[p].retain(|o| !o.own_done || o.passive || o.channel != Channel::Window(win));
            let clock = super::tell(machine, p);
            for (target, _) in open {
                let there = ids.iter().filter(|(t, _)| *t == target).flat_map(|(_, ids)| ids.clone()).collect();
                machine.world.windows[win].closed.push((p, target, clock.clone(), there));
            }
            done()
        }
        Epoch::Wait | Epoch::Test => {
            let over = waited(machine, win, me, p);
            if epoch == Epoch::Test {
                call.set(machine, "flag", 4, i64::from(over), true)?;
                return done();
            }
            if over { done() } else { wait(machine, call) }
        }
        Epoch::Lock | Epoch::LockAll => {
            let ranks: Vec<usize> = if epoch == Epoch::LockAll {
                (0..machine.world.windows[win].parts.len()).collect()
            } else {
                let rank = call.int(machine, "rank")?;
                if rank == constants.proc_null {
                    return done();
                }
                vec![
                    usize::try_from(rank)
                        .ok()
                        .filter(|r| *r < machine.world.windows[win].parts.len())
                        .ok_or_else(|| Halt::arguments(call))?,
                ]
            };
            let exclusive = epoch == Epoch::Lock && call.int(machine, "lock_type")? == constants.lock_exclusive;
            let checked = assert & constants.mode_nocheck == 0;
            let locks = &machine.world.windows[win].locks;
            let taken = |r: &usize| locks[*r].holders.iter().any(|(other, x)| *other != p && (exclusive || *x));
            if checked && ranks.iter().any(taken) {
                return wait(machine, call);
            }
            let mut known: Vec<Clock> = Vec::new();
            for r in ranks {
                let lock = &mut machine.world.windows[win].locks[r];
                lock.holders.push((p, exclusive && checked));
                if checked {
                    known.extend(if exclusive { lock.released.clone() } else { lock.exclusive.clone() });
                }
            }
            for clock in known {
                machine.chosen = true;
                machine.learn(p, &clock);
            }
            done()
        }
        Epoch::Unlock | Epoch::UnlockAll => {
            completes(machine, call, win, false)?;
            let clock = super::tell(machine, p);
            let only = if epoch == Epoch::Unlock { Some(call.int(machine, "rank")? as usize) } else { None };
            for (rank, lock) in machine.world.windows[win].locks.iter_mut().enumerate() {
                if only.is_some_and(|o| o != rank) {
                    continue;
                }
                let Some(n) = lock.holders.iter().position(|(h, _)| *h == p) else { continue };
                let (_, exclusive) = lock.holders.remove(n);
                let later = |old: &Option<Clock>| old.as_ref().map_or_else(|| clock.clone(), |o| joined(o, &clock));
                lock.released = Some(later(&lock.released));
                if exclusive {
                    lock.exclusive = Some(later(&lock.exclusive));
                }
            }
            done()
        }
        Epoch::Flush => {
            completes(machine, call, win, false)?;
            done()
        }
        Epoch::Attach => {
            let (base, size) = (call.arg(machine, "base")?.bits, call.long(machine, "size")?.max(0) as u64);
            machine.world.watch(p, (base, base + size));
            done()
        }
        Epoch::Detach | Epoch::Sync => done(),
        Epoch::Acquire | Epoch::Release => Err(call.unknown()),
    }
}

/// Whether a call ends or flushes an epoch, and the caller has none open (MPI 4.1, 12.5).
fn is_unmatched(machine: &mut Machine, call: &Invocation, win: usize, epoch: Epoch) -> Result<bool> {
    let p = call.process;
    let rank = match epoch {
        Epoch::Unlock | Epoch::Flush if call.has("rank") => Some(call.int(machine, "rank")?),
        _ => None,
    };
    let null = call.abi(machine)?.constants().proc_null;
    let window = &machine.world.windows[win];
    let me = window.rank(machine, p).ok_or_else(|| Halt::arguments(call))?;
    let locked = || (0..window.locks.len()).any(|rank| window.is_locked_by(p, rank));
    Ok(match epoch {
        Epoch::Complete => window.starts[me].is_none(),
        Epoch::Wait | Epoch::Test => window.posts[me].is_empty(),
        Epoch::Unlock | Epoch::UnlockAll | Epoch::Flush => match rank {
            Some(rank) => rank != null && usize::try_from(rank).is_ok_and(|rank| !window.is_locked_by(p, rank)),
            None => !locked(),
        },
        _ => false,
    })
}

/// The caller breaks a rule of epochs.
pub(super) fn breaks(machine: &mut Machine, call: &Invocation, rule: Kind) {
    let Some(loc) = call.loc else { return };
    let p = call.process;
    let read = machine.processes[p].in_doubt() || call.args.iter().any(|a| a.read);
    let site = Site { loc, at_target: false, access: rule };
    machine.log.breaks(p, site, read, machine.processes.len());
}

/// Whether all origins of the caller's exposure have completed; then the exposure ends.
fn waited(machine: &mut Machine, win: usize, me: usize, p: usize) -> bool {
    let window = &machine.world.windows[win];
    let Some(post) = window.posts[me].first() else { return true };
    let done_by = |origin: &usize| window.closed.iter().position(|(o, t, ..)| o == origin && *t == p);
    if !post.origins.iter().all(|o| done_by(o).is_some()) {
        return false;
    }
    let origins = post.origins.clone();
    let (mut clocks, mut ids) = (Vec::new(), Vec::new());
    for origin in origins {
        let closed = &mut machine.world.windows[win].closed;
        if let Some(n) = closed.iter().position(|(o, t, ..)| *o == origin && *t == p) {
            let (_, _, clock, there) = closed.remove(n);
            clocks.push(clock);
            ids.extend(there);
        }
    }
    machine.world.windows[win].posts[me].remove(0);
    for clock in clocks {
        machine.learn(p, &clock);
    }
    let at = (p, machine.clocks.interval(p));
    machine.log.complete(&ids, at);
    machine.step_clock(p);
    true
}
