//! A line on the terminal while a long run goes on.

use indicatif::{ProgressBar, ProgressDrawTarget};
use std::io::IsTerminal;
use std::thread;
use std::time::Duration;

/// Runs that are shorter show nothing.
const PATIENCE: Duration = Duration::from_secs(1);
const TICK: Duration = Duration::from_millis(100);

/// Shows the stage of the run, with a spinner. Shows nothing when the standard error is not a terminal; the line
/// is gone when this is dropped.
pub(crate) struct Progress(ProgressBar);

impl Progress {
    pub(crate) fn start() -> Self {
        let bar = ProgressBar::hidden();
        if std::io::stderr().is_terminal() {
            let shown = bar.clone();
            thread::spawn(move || {
                thread::sleep(PATIENCE);
                if !shown.is_finished() {
                    shown.set_draw_target(ProgressDrawTarget::stderr());
                    shown.enable_steady_tick(TICK);
                }
            });
        }
        Progress(bar)
    }

    /// Names what is being done now.
    pub(crate) fn stage(&self, name: &'static str) {
        self.0.set_message(name);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
