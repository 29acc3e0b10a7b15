//! The time and memory that a whole run may use (theory, 1.3).
//!
//! Unlike the limits of the table, this limit does not count steps, so the place where it cuts off a run depends on the
//! machine. Every check of a limit of the table also checks the budget. So a stage that uses up its share ends early, and the
//! next stages still get theirs.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// The resource that is used up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spent {
    /// The time of the stage.
    Time = 1,
    /// The memory of the run.
    Memory = 2,
}

/// Stages of a run, in their order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Stage {
    /// Bitcode is read.
    Reading,
    /// The program is interpreted.
    Interpretation,
    /// Paths after pending operations are followed.
    Pending,
    /// The states of two processes are searched.
    Product,
    /// Pairs are decided.
    Solving,
    /// The program is executed by a few simulated processes.
    Simulation,
    /// Findings are put into words.
    Reporting,
}

/// Number of stages.
const STAGES: usize = 7;

impl Stage {
    /// All of them.
    pub const ALL: [Stage; STAGES] = [
        Stage::Reading,
        Stage::Interpretation,
        Stage::Pending,
        Stage::Product,
        Stage::Solving,
        Stage::Simulation,
        Stage::Reporting,
    ];

    /// What it does, as a noun.
    pub fn words(self) -> &'static str {
        match self {
            Stage::Reading => "the reading of the input",
            Stage::Interpretation => "the interpretation of the program",
            Stage::Pending => "the search behind pending operations",
            Stage::Product => "the search over two processes",
            Stage::Solving => "the solving of pairs",
            Stage::Simulation => "the simulated runs",
            Stage::Reporting => "the writing of the report",
        }
    }

    /// The part of the time that has passed at its end, in percent. The remaining time is for the report.
    fn end(self) -> u32 {
        match self {
            Stage::Reading => 40,
            Stage::Interpretation => 50,
            Stage::Pending => 60,
            Stage::Product => 75,
            Stage::Solving => 85,
            Stage::Simulation => 95,
            Stage::Reporting => 100,
        }
    }
}

/// The time and memory of a run; clones share it. The default has no end.
#[derive(Debug, Clone, Default)]
pub struct Budget(Option<Arc<Shared>>);

#[derive(Debug)]
struct Shared {
    start: Instant,
    /// Nanoseconds after the start at which the run has to end.
    end: u64,
    /// Nanoseconds after the start at which the current part of the run began, and at which it has to end.
    part: (AtomicU64, AtomicU64),
    stage: AtomicU8,
    /// Nanoseconds after the start at which the stage has to end.
    until: AtomicU64,
    /// The value of a [`Spent`]; zero: nothing is.
    spent: AtomicU8,
    /// Nanoseconds after the start at which the stage began.
    entered: AtomicU64,
    /// Nanoseconds that the stages have taken before.
    taken: [AtomicU64; STAGES],
}

impl Budget {
    /// A run that begins now and may take so long.
    pub fn new(time: Duration) -> Budget {
        let end = nanoseconds(time);
        let shared = Shared {
            start: Instant::now(),
            end,
            part: (AtomicU64::new(0), AtomicU64::new(end)),
            stage: AtomicU8::new(0),
            until: AtomicU64::new(0),
            spent: AtomicU8::new(0),
            entered: AtomicU64::new(0),
            taken: Default::default(),
        };
        let budget = Budget(Some(Arc::new(shared)));
        budget.enter(Stage::Reading);
        budget
    }

    /// A stage begins; it has time up to its share.
    pub fn enter(&self, stage: Stage) {
        let Some(shared) = &self.0 else { return };
        let (from, to) = (shared.part.0.load(Relaxed), shared.part.1.load(Relaxed));
        let until = from + to.saturating_sub(from) / 100 * u64::from(stage.end());
        let now = nanoseconds(shared.start.elapsed());
        let before = now.saturating_sub(shared.entered.swap(now, Relaxed));
        shared.taken[self.stage() as usize].fetch_add(before, Relaxed);
        shared.stage.store(stage as u8, Relaxed);
        shared.until.store(until, Relaxed);
        self.look(false);
    }

    /// Begins the first of this many analyses that share the rest of the time.
    pub fn share(&self, parts: usize) {
        let Some(shared) = &self.0 else { return };
        let now = nanoseconds(shared.start.elapsed());
        let each = shared.end.saturating_sub(now) / parts.max(1) as u64;
        shared.part.0.store(now, Relaxed);
        shared.part.1.store(now + each, Relaxed);
    }

    /// The current stage.
    pub fn stage(&self) -> Stage {
        let stage = self.0.as_ref().map_or(0, |shared| shared.stage.load(Relaxed));
        Stage::ALL[usize::from(stage).min(STAGES - 1)]
    }

    /// How long each stage has taken so far, by the clock.
    pub fn timings(&self) -> Vec<(Stage, Duration)> {
        let Some(shared) = &self.0 else { return Vec::new() };
        self.enter(self.stage());
        let taken = |stage: Stage| Duration::from_nanos(shared.taken[stage as usize].load(Relaxed));
        Stage::ALL.into_iter().map(|stage| (stage, taken(stage))).collect()
    }

    /// What the stage has used up.
    #[inline]
    pub fn spent(&self) -> Option<Spent> {
        match self.0.as_ref()?.spent.load(Relaxed) {
            0 => None,
            1 => Some(Spent::Time),
            _ => Some(Spent::Memory),
        }
    }

    /// Whether the time of the current stage is over. No limit counts as reached: this is for work that may be skipped
    /// silently.
    pub fn is_late(&self) -> bool {
        self.0.as_ref().is_some_and(|shared| nanoseconds(shared.start.elapsed()) >= shared.until.load(Relaxed))
    }

    /// Looks at the clock. `memory`: whether the process has come near the end of its memory.
    pub fn look(&self, memory: bool) {
        let Some(shared) = &self.0 else { return };
        let late = nanoseconds(shared.start.elapsed()) >= shared.until.load(Relaxed);
        let spent = if memory {
            Spent::Memory as u8
        } else if late {
            Spent::Time as u8
        } else {
            0
        };
        shared.spent.store(spent, Relaxed);
    }
}

fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}
