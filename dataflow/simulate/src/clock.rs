//! Happens-before of one execution as vector clocks (thesis, chapter 3) (theory, 9.4).
//!
//! A process counts its intervals: one ends at each call that may synchronise with other processes, or that issues an operation.
//! `clock[p][q]` is the number of intervals of q that have ended before the current point of p. The events of q in its interval n
//! happen before that point if the number is greater than n.

use std::rc::Rc;

/// One number for each process.
pub(crate) type Clock = Rc<[u32]>;

/// The clocks of all processes.
#[derive(Debug)]
pub(crate) struct Clocks(Vec<Clock>);

impl Clocks {
    pub fn new(processes: usize) -> Clocks {
        Clocks(vec![vec![0; processes].into(); processes])
    }

    pub fn of(&self, process: usize) -> &Clock {
        &self.0[process]
    }

    /// The interval that a process is in.
    pub fn interval(&self, process: usize) -> u32 {
        self.0[process][process]
    }

    /// The interval ends.
    pub fn step(&mut self, process: usize) {
        let mut clock = self.0[process].to_vec();
        clock[process] += 1;
        self.0[process] = clock.into();
    }

    /// Events before another point are now before this one, too.
    pub fn join(&mut self, process: usize, other: &Clock) {
        if self.0[process].iter().zip(other.iter()).any(|(a, b)| a < b) {
            self.0[process] = joined(&self.0[process], other);
        }
    }

    /// Whether every process knows that an interval has ended.
    pub fn all_know(&self, process: usize, interval: u32) -> bool {
        self.0.iter().all(|clock| clock[process] > interval)
    }
}

/// The later of two clocks, process by process.
pub(crate) fn joined(a: &Clock, b: &Clock) -> Clock {
    a.iter().zip(b.iter()).map(|(a, b)| *a.max(b)).collect()
}
