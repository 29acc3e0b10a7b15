//! Rendering the report, writing it, and the exit status.

use crate::cli::{Cli, FailOn, Format};
use crate::pipeline::InputError;
use rma_dataflow::limits::Stage;
use rma_reports::sarif::{self, SarifOptions};
use rma_reports::text::{self, TextOptions, use_colour};
use rma_reports::{Report, json};
use std::io::{ErrorKind, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

/// How the process ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Status {
    /// No finding at or above `--fail-on`.
    Clean = 0,
    /// A finding at or above `--fail-on`.
    Findings = 1,
    /// Bad usage or input.
    BadInput = 2,
    /// No such finding, but a part of the program was not analysed.
    Incomplete = 3,
}

impl Status {
    /// Findings come before incompleteness: what was found is there whatever the rest of the program does.
    fn of(report: &Report, fail_on: FailOn) -> Status {
        match (report.worst(), fail_on.level()) {
            (Some(worst), Some(limit)) if worst >= limit => Status::Findings,
            _ if !report.complete => Status::Incomplete,
            _ => Status::Clean,
        }
    }
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> Self {
        ExitCode::from(status as u8)
    }
}

/// Why a run gives no report.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// The input cannot be used.
    #[error(transparent)]
    Input(#[from] InputError),
    /// The screening would leave out a part of the program.
    #[error(
        "{0}\nrma-static: nothing is screened, and nothing written: give all files of the program in a form that can be read"
    )]
    Screening(String),
    /// The report cannot be written.
    #[error("{}: cannot be written ({reason})", path.display())]
    Output {
        /// The file of `--output`.
        path: PathBuf,
        /// The system's message.
        reason: std::io::Error,
    },
    /// The standard output cannot be written.
    #[error("the standard output cannot be written ({0})")]
    StandardOutput(std::io::Error),
}

/// Renders and writes the report.
///
/// # Errors
/// When it cannot be written.
pub(crate) fn present(report: &Report, cli: &Cli) -> Result<Status, Failure> {
    let status = Status::of(report, cli.fail_on);
    let working_directory = std::env::current_dir().ok();
    let text = match cli.format {
        Format::Text => {
            let terminal = cli.output.is_none() && std::io::stdout().is_terminal();
            let options = TextOptions {
                show_notes: cli.show_notes,
                quiet: cli.quiet,
                colour: use_colour(cli.color.into(), |name| std::env::var_os(name), terminal),
                working_directory,
            };
            text::render(report, &options)
        }
        Format::Sarif => sarif::render(report, &SarifOptions { working_directory, exit_code: status as i32 }),
        Format::Json => json::render(report),
    };
    write(&text, cli.output.as_deref())?;
    Ok(status)
}

/// Writes to the file, or to the standard output. A reader of the output that has seen enough (`| head`) is no error.
///
/// # Errors
/// When it cannot be written.
pub(crate) fn write(text: &str, file: Option<&Path>) -> Result<(), Failure> {
    match file {
        Some(path) => std::fs::write(path, text).map_err(|reason| Failure::Output { path: path.to_owned(), reason }),
        None => {
            let mut out = std::io::stdout().lock();
            match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
                Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(Failure::StandardOutput(error)),
                _ => Ok(()),
            }
        }
    }
}

/// Says on the standard error why there is no report.
pub(crate) fn complain(failure: &Failure) {
    // When the standard error is closed there is nobody left to tell; the exit status still says it.
    let _ = writeln!(std::io::stderr(), "rma-static: {failure}");
}

/// Writes a table of the stages and their times, in seconds by the clock, to the standard error.
pub(crate) fn tell_timings(stages: &[(Stage, Duration)]) {
    let whole: Duration = stages.iter().map(|(_, taken)| *taken).sum();
    let rows = stages.iter().map(|(stage, taken)| (stage.words(), *taken)).chain([("the whole run", whole)]);
    let lines: Vec<String> = rows.map(|(words, taken)| format!("{:9.3} s  {words}\n", taken.as_secs_f64())).collect();
    // When the standard error is closed there is nobody left to tell.
    let _ = std::io::stderr().write_all(lines.concat().as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;
    use rma_reports::{Access, Finding, Level, RuleId};

    fn report(levels: &[Level], complete: bool) -> Report {
        let finding =
            |level: &Level| Finding::new(RuleId::RMA101, *level, "overlap", Access::default(), Access::default());
        Report { findings: levels.iter().map(finding).collect(), complete, ..Report::default() }
    }

    #[test]
    fn the_surest_finding_is_held_against_the_limit() {
        use Level::{Error, Note, Warning};
        let status = |levels: &[Level], fail_on| Status::of(&report(levels, true), fail_on);
        assert_eq!(status(&[], FailOn::Note), Status::Clean);
        assert_eq!(status(&[Note], FailOn::Warning), Status::Clean);
        assert_eq!(status(&[Note], FailOn::Note), Status::Findings);
        assert_eq!(status(&[Note, Warning], FailOn::Warning), Status::Findings);
        assert_eq!(status(&[Warning], FailOn::Error), Status::Clean);
        assert_eq!(status(&[Error, Note], FailOn::Error), Status::Findings);
        assert_eq!(status(&[Error], FailOn::Never), Status::Clean);
    }

    #[test]
    fn an_incomplete_run_is_never_clean() {
        let status = |levels: &[Level], fail_on| Status::of(&report(levels, false), fail_on);
        assert_eq!(status(&[], FailOn::Warning), Status::Incomplete);
        assert_eq!(status(&[Level::Error], FailOn::Warning), Status::Findings);
        assert_eq!(status(&[Level::Error], FailOn::Never), Status::Incomplete);
    }
}
