//! Effects of all steps, and which two of them race (thesis, Definitions 4.1 and 4.4).

use super::epochs::{Epoch, Life};
use super::lang::{Collective, Program, Reduction, Routine};
use super::matching::{all_received, executions};
use super::unroll::{Act, Basic, Bytes, Operation, Run, Step, overlap, run};
use super::world::World;
use crate::order::{Node, Order};
use crate::race::{Class, Invalid, Pair};
use std::collections::BTreeSet;

/// Atomicity of an effect at a target: its basic datatype, and its reduction if it has one.
type Atomic = (Basic, Option<Reduction>);

/// One effect of one step.
struct Effect {
    /// The step that it belongs to.
    process: usize,
    step: usize,
    line: u32,
    /// Whose memory.
    owner: usize,
    bytes: Bytes,
    writes: bool,
    /// Part of the program itself or of a blocking call: over when the step is.
    plain: bool,
    atomic: Option<Atomic>,
    win: Option<usize>,
    /// It starts after all of these.
    starts: Vec<Node>,
    /// It is complete at each of these.
    dones: Vec<Node>,
    /// Locks that its process holds from its start to its end: window, target, exclusive.
    locks: Vec<(usize, usize, bool)>,
}

/// The races of `program` with `size` processes, in any of its executions.
///
/// # Errors
/// When the program is not correct MPI for this number of processes, races aside.
pub fn judge(program: &Program, size: usize) -> Result<BTreeSet<Pair>, Invalid> {
    races(&valid(program, size)?)
}

/// The program with `size` processes, if it breaks no rule that can be checked without its executions.
///
/// # Errors
///
/// When it is not correct MPI for this number of processes.
pub(crate) fn valid(program: &Program, size: usize) -> Result<World, Invalid> {
    let world = World::new(run(program, size)?)?;
    if world.epochs.iter().any(|e| e.unfinished) {
        return Err(Invalid("a request is active at the end"));
    }
    if !all_received(&world) {
        return Err(Invalid("a message that is not received, or not sent"));
    }
    promises(&world)?;
    Ok(world)
}

/// `MPI_MODE_NOPUT` of a fence or post, and `MPI_MODE_NOSTORE`, in the strict sense that no process ever stores.
fn promises(world: &World) -> Result<(), Invalid> {
    let broken = Err(Invalid("a promise that is not true"));
    for (process, steps) in world.steps.iter().enumerate() {
        for (step, s) in steps.iter().enumerate() {
            let (win, promise) = match &s.act {
                Act::Fence { win, promise, .. } | Act::Post { win, promise, .. } => (*win, promise),
                _ => continue,
            };
            let memory = &world.windows[win].memory[process];
            let stores = |s: &Step| match &s.act {
                Act::Store(bytes) => overlap(bytes, memory),
                Act::Rma(op) => op.writes.iter().any(|bytes| overlap(bytes, memory)),
                Act::Collective { writes, .. } => writes.iter().any(|bytes| overlap(bytes, memory)),
                Act::Message { recv, .. } => recv.iter().any(|recv| overlap(&recv.bytes, memory)),
                _ => false,
            };
            if promise.nostore && steps[..step].iter().any(stores) {
                return broken;
            }
            let fence = world.fences[process][win].iter().position(|k| *k == step);
            for (origin, epochs) in world.epochs.iter().enumerate().filter(|_| promise.noput) {
                for life in &epochs.lives {
                    let Act::Rma(op) = &world.steps[origin][life.step].act else { continue };
                    let reads = op.routine == Routine::Get || op.reduction == Reduction::NoOp;
                    let here = match (fence, life.epoch) {
                        (Some(fence), Epoch::Fence(number)) => fence == number,
                        (None, Epoch::Access(number)) => world
                            .posts
                            .get(&(win, origin, process))
                            .is_some_and(|posts| posts.get(number) == Some(&step)),
                        _ => false,
                    };
                    if here && op.win == win && op.target == process && !reads {
                        return broken;
                    }
                }
            }
        }
    }
    Ok(())
}

/// The races of a run, in any of its executions.
///
/// # Errors
/// As [`judge`].
pub fn judge_run(run: Run) -> Result<BTreeSet<Pair>, Invalid> {
    races(&World::new(run)?)
}

fn races(world: &World) -> Result<BTreeSet<Pair>, Invalid> {
    let effects = effects(world);
    let mut races = BTreeSet::new();
    for order in executions(world)? {
        locks_cannot_hang(world, &order)?;
        for (k, a) in effects.iter().enumerate() {
            // Each with itself too: a line that several processes or iterations execute is several effects.
            for b in &effects[..k] {
                let class = conflict(a, b);
                if let Some(class) =
                    class.filter(|_| !excluded(a, b) && !ordered(&order, a, b) && !ordered(&order, b, a))
                {
                    races.insert(Pair::new(class, a.line, b.line));
                }
            }
        }
    }
    Ok(races)
}

/// Tables 2.1 and 2.2 of the thesis.
fn conflict(a: &Effect, b: &Effect) -> Option<Class> {
    let same_call = a.process == b.process && a.step == b.step;
    let touch = a.owner == b.owner && overlap(&a.bytes, &b.bytes);
    if same_call || !touch || !(a.writes || b.writes) || (a.plain && b.plain) {
        return None;
    }
    let (Some((a_type, a_op)), Some((b_type, b_op))) = (a.atomic, b.atomic) else { return Some(Class::Race) };
    // Element by element, so the elements must be the same ones (MPI 4.1, 12.7.1).
    let aligned = (a.bytes.ranges[0].0 - b.bytes.ranges[0].0) % a_type.size == 0;
    if a_type != b_type || !aligned {
        return Some(Class::Race);
    }
    // Operations of one origin on one window are ordered (MPI 4.1, 12.7.2).
    let in_order = a.process == b.process && a.win == b.win;
    let differ = a_op.zip(b_op).is_some_and(|(x, y)| x != y && x != Reduction::NoOp && y != Reduction::NoOp);
    (differ && !in_order).then_some(Class::Reductions)
}

/// Consistency order: `a` is complete at a point that happens before (or is) one that `b` starts after.
fn ordered(order: &Order, a: &Effect, b: &Effect) -> bool {
    a.dones.iter().any(|&done| b.starts.iter().any(|&start| order.before(done, start)))
}

/// Two processes hold locks on one window and target that exclude each other. Locks give no order.
fn excluded(a: &Effect, b: &Effect) -> bool {
    let exclude = |x: &(usize, usize, bool), y: &(usize, usize, bool)| (x.0, x.1) == (y.0, y.1) && (x.2 || y.2);
    a.process != b.process && a.locks.iter().any(|x| b.locks.iter().any(|y| exclude(x, y)))
}

/// The holder of a lock must not wait for a process that waits for the lock: no synchronisation and no other lock while a lock is held
/// that another process may want at the same time.
fn locks_cannot_hang(world: &World, order: &Order) -> Result<(), Invalid> {
    let all: Vec<_> = world.epochs.iter().enumerate().flat_map(|(p, e)| e.held.iter().map(move |h| (p, h))).collect();
    for (k, &(p, a)) in all.iter().enumerate() {
        for &(q, b) in &all[..k] {
            let meet = a.win == b.win && a.target.is_none_or(|t| b.target.is_none_or(|u| t == u));
            let apart = order.before(world.end(p, a.to), world.begin(q, b.from))
                || order.before(world.end(q, b.to), world.begin(p, a.from));
            if p == q || !meet || apart || !(a.exclusive || b.exclusive) {
                continue;
            }
            for (process, held) in [(p, a), (q, b)] {
                let inside = &world.steps[process][held.from + 1..held.to];
                let harmless = |act: &Act| {
                    let access = matches!(act, Act::Rma(_) | Act::Load(_) | Act::Store(_) | Act::Direct { .. });
                    access || matches!(act, Act::Flush { .. } | Act::WinSync | Act::Signal(_))
                };
                if !inside.iter().all(|s| harmless(&s.act)) {
                    return Err(Invalid("synchronisation inside a lock that others want"));
                }
            }
        }
    }
    Ok(())
}

fn effects(world: &World) -> Vec<Effect> {
    let mut effects = Vec::new();
    for (process, steps) in world.steps.iter().enumerate() {
        let own_locks = |owner: usize, from: usize, to: usize| -> Vec<(usize, usize, bool)> {
            let held = world.epochs[process].held.iter().filter(|h| h.from < from && to <= h.to);
            let own = held.filter(|h| h.target.is_none_or(|t| t == owner));
            // A lock protects the memory of its own window only.
            own.map(|h| (h.win, owner, h.exclusive)).collect()
        };
        for (step, s) in steps.iter().enumerate() {
            let (begin, end) = (world.begin(process, step), world.end(process, step));
            let mut access =
                |owner: usize, bytes: &Bytes, writes: bool, plain: bool, span: (Node, Vec<Node>), last: usize| {
                    let window = |l: &(usize, usize, bool)| overlap(bytes, &world.windows[l.0].memory[owner]);
                    let locks = own_locks(owner, step, last).into_iter().filter(window).collect();
                    let bytes = bytes.clone();
                    effects.push(Effect {
                        process,
                        step,
                        line: s.line,
                        owner,
                        bytes,
                        writes,
                        plain,
                        atomic: None,
                        win: None,
                        starts: vec![span.0],
                        dones: span.1,
                        locks,
                    });
                };
            let mut own = |bytes: &Bytes, writes: bool, plain: bool, span: (Node, Vec<Node>), last: usize| {
                access(process, bytes, writes, plain, span, last);
            };
            match &s.act {
                // Loads and stores of two processes conflict too, where one of them is not the owner.
                Act::Direct { owner, bytes, write } => {
                    access(*owner, bytes, *write, *owner == process, (begin, vec![end]), step);
                }
                Act::Load(bytes) => own(bytes, false, true, (begin, vec![end]), step),
                Act::Store(bytes) => own(bytes, true, true, (begin, vec![end]), step),
                Act::Collective { op, reads, writes, request, .. } => {
                    let (plain, done) = (request.is_none(), world.arrival(process, step));
                    let from = if plain && *op == Collective::Bcast { done } else { begin };
                    reads.iter().for_each(|bytes| own(bytes, false, plain, (begin, vec![done]), step));
                    writes.iter().for_each(|bytes| own(bytes, true, plain, (from, vec![done]), step));
                }
                Act::Message { send, recv, request } => {
                    let (plain, done) = (request.is_none(), world.arrival(process, step));
                    // What a blocking call receives from one sender cannot be there before it has been sent.
                    let from = if plain { done } else { begin };
                    send.iter().for_each(|out| own(&out.bytes, false, plain, (begin, vec![done]), step));
                    recv.iter().for_each(|incoming| own(&incoming.bytes, true, plain, (from, vec![done]), step));
                }
                Act::Rma(op) => {
                    let lives = &world.epochs[process].lives;
                    let life = lives.iter().find(|life| life.step == step).expect("every operation has an epoch");
                    let mut dones = completed(world, process, &life.local);
                    let remote = remote_dones(world, process, op, life);
                    // What is complete at the target has been read at the origin (R5).
                    dones.extend(&remote);
                    let last = life.local.first().copied().unwrap_or(usize::MAX);
                    op.reads.iter().for_each(|bytes| own(bytes, false, false, (begin, dones.clone()), last));
                    op.writes.iter().for_each(|bytes| own(bytes, true, false, (begin, dones.clone()), last));
                    effects.push(at_target(world, process, op, life, s.line, remote));
                }
                _ => {}
            }
        }
    }
    effects
}

/// The effect of an operation in the window of its target.
fn at_target(world: &World, process: usize, op: &Operation, life: &Life, line: u32, dones: Vec<Node>) -> Effect {
    let mut starts = vec![world.begin(process, life.step), world.begin(op.target, world.creation(op.target, op.win))];
    let mut locks = Vec::new();
    match life.epoch {
        Epoch::Fence(k) => starts.push(world.begin(op.target, world.fences[op.target][op.win][k])),
        Epoch::Access(number) => {
            starts.push(world.begin(op.target, world.posts[&(op.win, process, op.target)][number]));
        }
        Epoch::Lock { exclusive, .. } => locks.push((op.win, op.target, exclusive)),
    }
    let reduction = (op.routine != Routine::CompareAndSwap).then_some(op.reduction);
    let is_atomic = !matches!(op.routine, Routine::Put | Routine::Get);
    let reads_only = op.routine == Routine::Get || is_atomic && reduction == Some(Reduction::NoOp);
    Effect {
        process,
        step: life.step,
        line,
        owner: op.target,
        bytes: op.bytes.clone(),
        writes: !reads_only,
        plain: false,
        atomic: is_atomic.then_some((op.basic, reduction)),
        win: Some(op.win),
        starts,
        dones,
        locks,
    }
}

fn remote_dones(world: &World, process: usize, op: &Operation, life: &Life) -> Vec<Node> {
    let mut dones = completed(world, process, &life.remote);
    if let Epoch::Access(number) = life.epoch {
        // R7: the wait of the target, in the role of target wait.
        dones.push(world.end(op.target, world.exposed[&(op.win, process, op.target)][number]));
    }
    dones
}

/// The points at which these calls complete operations: the end of each call; for a fence, which all processes pass together, its
/// begin, where its signals to the others leave.
fn completed(world: &World, process: usize, steps: &[usize]) -> Vec<Node> {
    let node = |&step: &usize| match world.steps[process][step].act {
        Act::Fence { .. } => world.begin(process, step),
        _ => world.end(process, step),
    };
    steps.iter().map(node).collect()
}
