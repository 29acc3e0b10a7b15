//! Rendering the report, writing it, and the exit status.

use crate::cli::{Cli, FailOn, Format, Target, Timings};
use crate::config::ConfigError;
use crate::pipeline::InputError;
use rma_dataflow::limits::Stage;
use rma_reports::escape;
use rma_reports::sarif::{self, SarifOptions};
use rma_reports::source::Sources;
use rma_reports::text::{self, TextOptions, use_colour};
use rma_reports::{Report, ci, html, json};
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
    /// The configuration is refused.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// The list of an earlier screening cannot be used.
    #[error("{}: no list for --screened ({reason}); `rma-static screen --format json` writes one", path.display())]
    List {
        /// The file of `--screened`.
        path: PathBuf,
        /// The mistake in it.
        reason: String,
    },
    /// The earlier report cannot be used.
    #[error("{}: {reason}", path.display())]
    Baseline {
        /// The file of `--baseline`.
        path: PathBuf,
        /// The mistake in it.
        reason: String,
    },
    /// A folder with sources is none.
    #[error("{}: no such folder (--source-root)", path.display())]
    SourceRoot {
        /// The value of the option.
        path: PathBuf,
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
    let sources = Sources::new(cli.roots(), report.compiled.clone());
    if !cli.why.is_empty() {
        write(&escape::lines(&report.answers.concat()), cli.output.as_deref())?;
        return Ok(Status::Clean);
    }
    if let Some(number) = cli.explain_finding {
        let text = text::explain(report, &sources, number as usize, &text_options(cli, cli.output.as_deref()));
        write(&text, cli.output.as_deref())?;
        return Ok(status);
    }
    for target in cli.reports() {
        let text = rendered(report, &sources, cli, &target, status);
        write(&text, target.file.as_deref())?;
    }
    Ok(status)
}

fn rendered(report: &Report, sources: &Sources, cli: &Cli, target: &Target, status: Status) -> String {
    let text_options = || text_options(cli, target.file.as_deref());
    match target.format {
        Format::Text => text::render(report, sources, &text_options()),
        Format::Short => text::render_short(report, sources, &text_options()),
        Format::Sarif => {
            let options = SarifOptions { exit_code: status as i32, show_notes: cli.show_notes };
            sarif::render(report, sources, &options)
        }
        Format::Json => json::render(report, sources),
        Format::Html => html::render(report, sources, cli.show_notes),
        Format::Github => ci::render_github(report, sources, cli.show_notes),
        Format::Gitlab => ci::render_gitlab(report, sources, cli.show_notes),
        Format::Junit => ci::render_junit(report, sources, cli.show_notes),
    }
}

fn text_options(cli: &Cli, file: Option<&Path>) -> TextOptions {
    let terminal = file.is_none() && std::io::stdout().is_terminal();
    let columns = terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    TextOptions {
        show_notes: cli.show_notes,
        quiet: cli.quiet,
        colour: use_colour(cli.color.into(), |name| std::env::var_os(name), terminal),
        width: columns.filter(|_| terminal).unwrap_or(text::WIDTH).clamp(60, 240),
        most: cli.max_findings,
    }
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
pub(crate) fn complain(failure: &impl std::fmt::Display) {
    // If the standard error is closed, the message is lost, but the exit status still shows the error. Several errors
    // are on separate lines; the text of an error cannot look like another error.
    let said = failure.to_string();
    let said: Vec<String> = said.split("\nrma-static: ").map(escape::message).collect();
    let _ = writeln!(std::io::stderr(), "rma-static: {}", said.join("\nrma-static: "));
}

/// Writes a table of the stages and their times, in seconds by the clock, to the standard error.
pub(crate) fn tell_timings(stages: &[(Stage, Duration)], form: Timings) {
    let whole: Duration = stages.iter().map(|(_, taken)| *taken).sum();
    let text = match form {
        Timings::Text => {
            let rows = stages.iter().map(|(stage, taken)| (stage.words(), *taken)).chain([("the whole run", whole)]);
            rows.map(|(words, taken)| format!("{:9.3} s  {words}\n", taken.as_secs_f64())).collect::<String>()
        }
        Timings::Json => {
            let row = |(stage, taken): &(Stage, Duration)| serde_json::json!({ "stage": stage.words(), "seconds": taken.as_secs_f64() });
            let rows: Vec<serde_json::Value> = stages.iter().map(row).collect();
            let whole = whole.as_secs_f64();
            format!("{}\n", serde_json::json!({ "schema": "rma-static/timings/v1", "stages": rows, "seconds": whole }))
        }
    };
    // If the standard error is closed, the message is lost.
    let _ = std::io::stderr().write_all(text.as_bytes());
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
