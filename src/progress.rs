//! The progress of a long run: one line on the terminal, or separate lines with `--verbose`.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use rma_dataflow::limits::Budget;
use std::cell::RefCell;
use std::io::{IsTerminal, Write};
use std::thread;
use std::time::{Duration, Instant};

/// Runs that are shorter show nothing.
const PATIENCE: Duration = Duration::from_secs(1);
const TICK: Duration = Duration::from_millis(100);

/// Shows the stage of the run and the time that it takes, with a spinner on a terminal: there it is gone when this is dropped.
pub(crate) struct Progress {
    bar: ProgressBar,
    /// Stages are lines on the standard error, with the time that each took.
    lines: bool,
    begun: Instant,
    stage: RefCell<Option<(String, Instant)>>,
}

impl Progress {
    pub(crate) fn start(verbose: bool, budget: Budget) -> Self {
        let bar = ProgressBar::hidden();
        if let Ok(style) = ProgressStyle::with_template("{spinner} {elapsed} {wide_msg}") {
            bar.set_style(style);
        }
        let terminal = std::io::stderr().is_terminal();
        if terminal && !verbose {
            let shown = bar.clone();
            thread::spawn(move || {
                thread::sleep(PATIENCE);
                if !shown.is_finished() {
                    shown.set_draw_target(ProgressDrawTarget::stderr());
                    shown.enable_steady_tick(TICK);
                }
                // The analysis reports its current stage.
                while !shown.is_finished() {
                    let (said, inner) = (shown.message(), budget.stage().words());
                    let outer = said.split(": ").next().unwrap_or_default().to_owned();
                    if outer == "analysing" {
                        shown.set_message(format!("{outer}: {inner}"));
                    }
                    thread::sleep(TICK);
                }
            });
        }
        Progress { bar, lines: verbose, begun: Instant::now(), stage: RefCell::default() }
    }

    /// Names what is being done now, with counts where there are some.
    pub(crate) fn stage(&self, name: impl Into<String>) {
        let name = name.into();
        self.bar.set_message(name.clone());
        self.tell_last();
        *self.stage.borrow_mut() = Some((name, Instant::now()));
    }

    fn tell_last(&self) {
        if let Some((name, since)) = self.stage.borrow_mut().take().filter(|_| self.lines) {
            // If the standard error is closed, the message is lost.
            let (taken, whole) = (since.elapsed().as_secs_f64(), self.begun.elapsed().as_secs_f64());
            let _ = writeln!(std::io::stderr(), "rma-static: {name}: {taken:.2} s ({whole:.2} s so far)");
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.tell_last();
        self.bar.finish_and_clear();
    }
}
