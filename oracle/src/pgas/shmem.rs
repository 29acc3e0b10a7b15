//! OpenSHMEM: what completes an operation, and what orders it (thesis, Table 4.2 and rules R3 to R8; OpenSHMEM 1.6, 3.2, 9.6
//! to 9.11).

use super::effects::{Atomic, Effect, Point, Run, Sync, WordUpdate};
use super::lang::{Routine, Update, Way};
use super::unroll::{Act, Bytes, Operation, Step};

/// Over when the call returns, at both sides.
fn blocks(routine: Routine) -> bool {
    use Routine::{AtomicCompareSwap, AtomicFetch, AtomicFetchAdd, AtomicSwap, G, Get};
    matches!(routine, Get | G | AtomicFetch | AtomicFetchAdd | AtomicSwap | AtomicCompareSwap)
}

/// Fills in the operations of a run.
pub(crate) fn run(steps: Vec<Vec<Step>>) -> Run {
    let mut run = Run::plain(steps);
    let steps = run.steps.clone();
    for (process, row) in steps.iter().enumerate() {
        let first = run.updates.len();
        for (step, s) in row.iter().enumerate() {
            let Act::Rma(op) = &s.act else { continue };
            let Some(word) = op.word.filter(|_| op.routine != Routine::AtomicFetch) else { continue };
            let adds = matches!(
                op.routine,
                Routine::PutSignal(Update::Add)
                    | Routine::PutSignalNbi(Update::Add)
                    | Routine::Signal(Update::Add)
                    | Routine::AtomicAdd
                    | Routine::AtomicFetchAdd
                    | Routine::AtomicFetchAddNbi
            );
            let immediate = blocks(op.routine);
            let before = |u: &WordUpdate| {
                let Act::Rma(other) = &row[u.step].act else { return false };
                other.target == op.target && other.channel == op.channel && fenced(row, op.channel, u.step, step)
            };
            let after = (first..run.updates.len()).filter(|&k| before(&run.updates[k])).collect();
            run.updates.push(WordUpdate { process, step, word, adds, value: op.value, immediate, after });
            if immediate {
                run.syncs[process][step] = Sync::Immediate(run.updates.len() - 1);
            }
        }
        for (step, s) in row.iter().enumerate() {
            match &s.act {
                Act::Quiet(channel) => {
                    let mine = |k: &usize| {
                        let update = &run.updates[*k];
                        let Act::Rma(op) = &row[update.step].act else { return false };
                        update.step < step && op.channel == *channel && !update.immediate
                    };
                    run.syncs[process][step] = Sync::Drain((first..run.updates.len()).filter(mine).collect());
                }
                Act::Rma(op) => operation(&mut run, process, step, s.line, op, first),
                // A loop of atomic fetches reads as atomics do; wait_until and signal_fetch fit to all updates.
                Act::Wait { word, way: Way::FetchLoop, .. } if word.array == super::lang::Array::Flag => {
                    let bytes = Bytes { array: word.array, start: 4 * word.index, end: 4 * word.index + 4 };
                    let (starts, dones) = (vec![Point::Begin(process, step)], vec![Point::End(process, step)]);
                    let atomic = Some(Atomic::Operation);
                    let (line, owner, writes, plain) = (s.line, process, false, false);
                    run.effects.push(Effect {
                        process,
                        step,
                        line,
                        owner,
                        bytes,
                        writes,
                        plain,
                        atomic,
                        starts,
                        dones,
                    });
                }
                _ => {}
            }
        }
    }
    run
}

/// A fence of the channel stands between two steps (a quiet orders too).
fn fenced(row: &[Step], channel: u8, from: usize, to: usize) -> bool {
    row[from..to].iter().any(|s| matches!(s.act, Act::Fence(c) | Act::Quiet(c) if c == channel))
}

fn operation(run: &mut Run, process: usize, step: usize, line: u32, op: &Operation, first: usize) {
    use Routine::{AtomicFetch, AtomicFetchAddNbi, G, Get, GetNbi, PutNbi, PutSignalNbi};
    let row = run.steps[process].clone();
    let reads = matches!(op.routine, Get | G | GetNbi | AtomicFetch);
    let fence = |fence: usize| Point::Between { process, fence, target: op.target };
    let mut starts = vec![Point::Begin(process, step)];
    let mut dones = Vec::new();
    for (k, s) in row.iter().enumerate() {
        match s.act {
            // Reads are not ordered by fences (9.11.1).
            Act::Fence(channel) if channel == op.channel && !reads => {
                if k < step {
                    starts.push(fence(k));
                } else {
                    dones.push(fence(k));
                }
            }
            Act::Quiet(channel) if channel == op.channel && k > step => dones.push(Point::End(process, k)),
            _ => {}
        }
    }
    let mut arrivals = Vec::new();
    for (k, update) in run.updates.iter().enumerate().skip(first) {
        let Act::Rma(other) = &row[update.step].act else { continue };
        let own = update.step == step;
        let later = update.step > step
            && other.target == op.target
            && other.channel == op.channel
            && fenced(&row, op.channel, step, update.step);
        if !reads && (own || later) {
            arrivals.push(Point::Arrival(k));
        }
    }
    let blocking = blocks(op.routine);
    if blocking {
        dones.push(Point::End(process, step));
    }
    dones.extend(&arrivals);
    let mut push = |owner: usize, bytes: Bytes, writes: bool, plain: bool, atomic: Option<Atomic>, local: bool| {
        let (starts, dones) = if local {
            // What has arrived at the target has been read at the origin.
            let mut dones: Vec<Point> = dones.iter().filter(|p| !matches!(p, Point::Between { .. })).copied().collect();
            if plain {
                dones.push(Point::End(process, step));
            }
            (vec![Point::Begin(process, step)], dones)
        } else {
            (starts.clone(), dones.clone())
        };
        run.effects.push(Effect { process, step, line, owner, bytes, writes, plain, atomic, starts, dones });
    };
    if let Some(bytes) = op.local {
        let writes = matches!(op.routine, Get | GetNbi | AtomicFetchAddNbi);
        let plain = !matches!(op.routine, PutNbi | PutSignalNbi(_) | GetNbi | AtomicFetchAddNbi);
        push(process, bytes, writes, plain, None, true);
    }
    if let Some(bytes) = op.remote {
        let atomic = !matches!(
            op.routine,
            Routine::Put | PutNbi | Routine::P | Get | GetNbi | G | Routine::PutSignal(_) | PutSignalNbi(_)
        );
        push(op.target, bytes, !reads, false, atomic.then_some(Atomic::Operation), false);
    }
    if let (Some(update), Some(word)) = (op.routine.update(), op.word) {
        let atomic = if update == Update::Set { Atomic::Set } else { Atomic::Add };
        let bytes = Bytes { array: word.array, start: 8 * word.index, end: 8 * word.index + 8 };
        push(op.target, bytes, true, false, Some(atomic), false);
    }
}
