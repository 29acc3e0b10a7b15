//! Keeps a run within its time and memory.
//!
//! A thread watches the clock and the memory of the process. Near the end of its share, a stage is asked to end (see
//! `rma_dataflow::limits::Budget`). If the stage has not ended when the whole budget is used up, the run ends here with a report
//! that says so.

use rma_dataflow::limits::Budget;
use rma_reports::{Level, Notice, NoticeKind, Report};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::thread;
use std::time::{Duration, Instant};

const TICK: Duration = Duration::from_millis(10);
/// Percentage of the memory limit above which stages are asked to end.
const NEARLY_ALL: u64 = 75;

/// The limits of a run.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Allowance {
    /// From start to end.
    pub(crate) time: Duration,
    /// In bytes.
    pub(crate) memory: u64,
}

/// Who writes the report: the run, or this when the run did not end in time.
#[derive(Debug, Clone)]
pub(crate) struct Guard(Arc<AtomicBool>);

impl Guard {
    /// Nothing is written yet.
    pub(crate) fn new() -> Guard {
        Guard(Arc::default())
    }

    /// The run has its report and writes it. Does not return when the other one already writes.
    pub(crate) fn claim(&self) {
        if self.0.swap(true, SeqCst) {
            loop {
                thread::park();
            }
        }
    }

    /// Starts the thread that looks. At the very end it calls `end` with a report.
    pub(crate) fn watch(&self, budget: Budget, allowance: Allowance, end: impl FnOnce(Report) + Send + 'static) {
        let (start, written) = (Instant::now(), Arc::clone(&self.0));
        thread::spawn(move || {
            let over = loop {
                thread::sleep(TICK);
                let memory = memory_stats::memory_stats().map_or(0, |stats| stats.physical_mem as u64);
                budget.look(memory > allowance.memory / 100 * NEARLY_ALL);
                if start.elapsed() >= allowance.time {
                    break allowance.time_text();
                }
                if memory > allowance.memory {
                    break allowance.memory_text();
                }
            };
            if !written.swap(true, SeqCst) {
                end(cut_off(&budget, &over));
            }
        });
    }
}

impl Allowance {
    /// As in "time limit of 60 s".
    pub(crate) fn time_text(&self) -> String {
        format!("time limit of {} s", self.time.as_secs())
    }

    /// As in "memory limit of 512 MiB".
    pub(crate) fn memory_text(&self) -> String {
        format!("memory limit of {} MiB", self.memory >> 20)
    }
}

/// Advice about a run that was cut off.
pub(crate) const ADVICE: &str =
    "raise --time-limit or --memory-limit, or analyse less at once (fewer files, or another --entry)";

/// The report of a run of which nothing is known but that it was cut off.
fn cut_off(budget: &Budget, over: &str) -> Report {
    let stage = budget.stage().words();
    let text = format!("the {over} was reached during {stage}: nothing is known of the program; {ADVICE}");
    let notice = Notice { kind: NoticeKind::GaveUp, level: Level::Warning, text, location: None };
    Report { notices: vec![notice], complete: false, ..Report::default() }
}
