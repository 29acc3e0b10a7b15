//! Many programs of one seed, compared on all processors.

use crate::case::Judged;
use crate::compare::{Bench, CompareError, Verdict};
use crate::table::AnyLanguage;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Programs that one run of the compiler gets.
const BATCH: u64 = 25;

/// The results of a campaign, as counts.
#[derive(Debug, Clone, Copy, Default)]
pub struct Counts {
    /// Programs compared.
    pub programs: u64,
    /// Those with a race.
    pub racy: u64,
    /// Pairs of lines that race.
    pub pairs: usize,
    /// Those of them that are notes.
    pub unproven: usize,
    /// Programs with neither a miss nor a false alarm.
    pub agree: u64,
    /// Programs with a miss.
    pub missed: u64,
    /// Programs with a false alarm.
    pub invented: u64,
}

impl Counts {
    fn add(&mut self, other: Counts) {
        self.programs += other.programs;
        self.racy += other.racy;
        self.pairs += other.pairs;
        self.unproven += other.unproven;
        self.agree += other.agree;
        self.missed += other.missed;
        self.invented += other.invented;
    }

    fn of(case: &dyn Judged, verdict: &Verdict) -> Counts {
        Counts {
            programs: 1,
            racy: u64::from(!case.races().is_empty()),
            pairs: case.races().len(),
            unproven: verdict.unproven.len(),
            agree: u64::from(verdict.agrees()),
            missed: u64::from(!verdict.missed.is_empty()),
            invented: u64::from(!verdict.invented.is_empty()),
        }
    }
}

/// Compares the programs of `seed` with the numbers in `range`. `look` is called for each that does not agree or
/// has a race that is a note, in no fixed order, and may end the run.
///
/// # Errors
/// When the compiler or the analyzer fails, or as `look` does.
pub fn run<F>(
    bench: &Bench,
    language: &'static dyn AnyLanguage,
    seed: u64,
    range: Range<u64>,
    look: F,
) -> Result<Counts, CompareError>
where
    F: Fn(u64, &dyn Judged, &Verdict) -> Result<ControlFlow<()>, CompareError> + Sync,
{
    let (next, stop) = (AtomicU64::new(range.start), AtomicBool::new(false));
    let work = || -> Result<Counts, CompareError> {
        let mut counts = Counts::default();
        while !stop.load(Ordering::Relaxed) {
            let from = next.fetch_add(BATCH, Ordering::Relaxed);
            if from >= range.end {
                break;
            }
            let numbers: Vec<u64> = (from..(from + BATCH).min(range.end)).collect();
            let cases: Vec<_> = numbers.iter().map(|&number| language.case(seed, number)).collect();
            let cases: Vec<&dyn Judged> = cases.iter().map(AsRef::as_ref).collect();
            let verdicts = bench.compare(&cases)?;
            for ((number, &case), verdict) in numbers.iter().zip(&cases).zip(&verdicts) {
                counts.add(Counts::of(case, verdict));
                let settled = verdict.agrees() && verdict.unproven.is_empty();
                if !settled && look(*number, case, verdict)?.is_break() {
                    stop.store(true, Ordering::Relaxed);
                }
            }
        }
        Ok(counts)
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        let handles: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        let mut counts = Counts::default();
        for handle in handles {
            counts.add(handle.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))?);
        }
        Ok(counts)
    })
}
