//! GASPI: the events that complete an operation, and those that order it (thesis, Table 4.2 and rules R4 to R9; GASPI
//! 17.1, 8 and 10).

use super::effects::{Atomic, Effect, Point, Run, WordUpdate};
use super::lang::Routine;
use super::unroll::{Act, Bytes, Operation, Step};

/// Fills in the operations of a run.
pub(crate) fn run(steps: Vec<Vec<Step>>) -> Run {
    let mut run = Run::plain(steps);
    let steps = run.steps.clone();
    for (process, row) in steps.iter().enumerate() {
        let first = run.updates.len();
        for (step, s) in row.iter().enumerate() {
            let Act::Rma(op) = &s.act else { continue };
            let Some(word) = op.word else { continue };
            let (value, adds, immediate, after) = (op.value, false, false, Vec::new());
            run.updates.push(WordUpdate { process, step, word, adds, value, immediate, after });
        }
        for (step, s) in row.iter().enumerate() {
            if let Act::Rma(op) = &s.act {
                operation(&mut run, process, step, s.line, op, first);
            }
        }
    }
    run
}

fn operation(run: &mut Run, process: usize, step: usize, line: u32, op: &Operation, first: usize) {
    use Routine::{CompareSwap, FetchAdd, Notify, Read, ReadNotify};
    let row = &run.steps[process];
    let (atomic, reads) = (matches!(op.routine, FetchAdd | CompareSwap), matches!(op.routine, Read | ReadNotify));
    let own = |point: &dyn Fn(usize, usize) -> Point| point(process, step);
    let mut starts = vec![own(&Point::Begin)];
    let waits: Vec<Point> = (step..row.len())
        .filter(|&k| matches!(row[k].act, Act::Quiet(queue) if queue == op.channel))
        .map(|k| Point::End(process, k))
        .collect();
    let mut arrivals = Vec::new();
    for (k, update) in run.updates.iter().enumerate().skip(first) {
        let Act::Rma(other) = &row[update.step].act else { continue };
        // A notification of its own comes behind all writes of its queue to its rank; one of a write speaks of that alone.
        let notify = other.routine == Notify && other.target == op.target && other.channel == op.channel && !reads;
        match update.step.cmp(&step) {
            std::cmp::Ordering::Equal => arrivals.push(Point::Arrival(k)),
            std::cmp::Ordering::Greater if notify => arrivals.push(Point::Arrival(k)),
            std::cmp::Ordering::Less if notify && !atomic => starts.push(Point::Arrival(k)),
            _ => {}
        }
    }
    let (local_dones, remote_dones) = if atomic {
        (vec![own(&Point::End)], vec![own(&Point::End)])
    } else {
        let both: Vec<Point> = waits.into_iter().chain(arrivals.iter().copied()).collect();
        // Waiting for a queue says nothing of the target of a write.
        (both.clone(), if reads { both } else { arrivals })
    };
    let mut push = |owner: usize, bytes: Bytes, writes: bool, starts: Vec<Point>, dones: Vec<Point>| {
        let (plain, atomic) = (false, atomic.then_some(Atomic::Operation));
        run.effects.push(Effect { process, step, line, owner, bytes, writes, plain, atomic, starts, dones });
    };
    if let Some(bytes) = op.local {
        push(process, bytes, reads, vec![Point::Begin(process, step)], local_dones);
    }
    if let Some(bytes) = op.remote {
        push(op.target, bytes, !reads, starts, remote_dones);
    }
}
