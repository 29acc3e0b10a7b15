//! `rma-static merge FILE...`: the SARIF reports of several programs as one, and an overview of them as a page.
//!
//! Each report remains a separate run, as SARIF requires for results from different runs of a tool (SARIF 2.1.0, 3.13.4); its
//! `automationDetails.id` names the program.

mod overview;

use crate::cli::FailOn;
use crate::output::{self, Failure, Status};
use clap::Parser;
use rma_reports::{Level, escape};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Merges the SARIF reports of several programs into one.
///
/// Every report stays a run of its own, with the name of its file as its `automationDetails.id` when it has none. The order is that of
/// the arguments.
#[derive(Debug, Parser)]
#[command(name = "rma-static merge", bin_name = "rma-static merge", version)]
pub(crate) struct Cli {
    /// Reports of `rma-static --format sarif`
    #[arg(required = true, value_name = "SARIF")]
    inputs: Vec<PathBuf>,

    /// Write to this file instead of the standard output
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Write an overview of the programs and their findings, as HTML, to this file
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,

    /// Lowest level of a finding that makes the exit status 1
    #[arg(long, value_enum, value_name = "LEVEL", default_value_t = FailOn::Never)]
    fail_on: FailOn,
}

/// A report that cannot be merged.
#[derive(Debug, thiserror::Error)]
enum MergeError {
    #[error("{}: cannot be read ({reason})", path.display())]
    File { path: PathBuf, reason: std::io::Error },
    #[error("{}: not a SARIF 2.1.0 report ({reason}); `rma-static --format sarif` writes one", path.display())]
    NotSarif { path: PathBuf, reason: String },
    #[error(transparent)]
    Output(#[from] Failure),
}

/// The command; the arguments of the process are `rma-static merge ...`.
pub(crate) fn main() -> ExitCode {
    let mut arguments = std::env::args_os();
    let name = arguments.next();
    let cli = Cli::parse_from(name.into_iter().chain(arguments.skip(1)));
    match run(&cli) {
        Ok(status) => status.into(),
        Err(error) => {
            output::complain(&error);
            Status::BadInput.into()
        }
    }
}

fn run(cli: &Cli) -> Result<Status, MergeError> {
    let mut runs = Vec::new();
    for path in &cli.inputs {
        runs.extend(read(path)?);
    }
    let status = match (runs.iter().filter_map(worst).max(), cli.fail_on.level()) {
        (Some(worst), Some(limit)) if worst >= limit => Status::Findings,
        _ => Status::Clean,
    };
    if let Some(page) = &cli.html {
        output::write(&overview::page(&runs), Some(page))?;
    }
    let log = json!({
        "$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
        "version": "2.1.0",
        "runs": runs,
    });
    output::write(&escape::json(&format!("{log:#}\n")), cli.output.as_deref())?;
    Ok(status)
}

/// The runs of a report, each with a name.
fn read(path: &Path) -> Result<Vec<Value>, MergeError> {
    let text =
        rma_frontend::regular::read_text(path).map_err(|reason| MergeError::File { path: path.to_owned(), reason })?;
    let bad = |reason: String| MergeError::NotSarif { path: path.to_owned(), reason };
    let log: Value = serde_json::from_str(&text).map_err(|error| bad(error.to_string()))?;
    if log.get("version").and_then(Value::as_str) != Some("2.1.0") {
        return Err(bad("its `version` is not 2.1.0".to_owned()));
    }
    let mut runs = log.get("runs").and_then(Value::as_array).cloned().ok_or_else(|| bad("no `runs`".to_owned()))?;
    let name = path.with_extension("").to_string_lossy().into_owned();
    for run in &mut runs {
        let fields = run.as_object_mut().ok_or_else(|| bad("a run is no object".to_owned()))?;
        let details = fields.entry("automationDetails").or_insert_with(|| json!({}));
        if let Some(details) = details.as_object_mut() {
            // An id that ends with a slash names only the tool that made the report (SARIF 2.1.0, 3.17.3).
            let id = details.entry("id").or_insert_with(|| Value::from(String::new()));
            if id.as_str().is_some_and(|id| id.is_empty() || id.ends_with('/')) {
                *id = Value::from(name.clone());
            }
        }
    }
    Ok(runs)
}

/// The results of a run that are neither suppressed nor gone since the baseline, in order.
fn results(run: &Value) -> impl Iterator<Item = &Value> {
    let all = run.get("results").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let is_suppressed =
        |result: &Value| result.get("suppressions").and_then(Value::as_array).is_some_and(|s| !s.is_empty());
    let is_gone = |result: &Value| result.get("baselineState").and_then(Value::as_str) == Some("absent");
    all.iter().filter(move |result| !is_suppressed(result) && !is_gone(result))
}

/// The level of a result; without one it is a warning (SARIF 2.1.0, 3.27.10).
fn level(result: &Value) -> Option<Level> {
    match result.get("level").and_then(Value::as_str) {
        Some("error") => Some(Level::Error),
        None | Some("warning") => Some(Level::Warning),
        Some("note") => Some(Level::Note),
        Some(_) => None,
    }
}

/// The surest level among the results of a run.
fn worst(run: &Value) -> Option<Level> {
    results(run).filter_map(level).max()
}
