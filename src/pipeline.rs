//! The way from bitcode to a report.

use crate::analyse::analyse;
use crate::progress::Progress;
use rma_frontend::api::{Model, catalog};
use rma_frontend::load::{self, LoadError, LoadOptions, Loaded};
use rma_reports::{Level, Notice, NoticeKind, Report, Tool};
use std::path::PathBuf;
use std::time::Duration;

/// What to analyse, and what it may cost.
#[derive(Debug, Clone)]
pub(crate) struct Options {
    /// The files of one program.
    pub(crate) inputs: Vec<PathBuf>,
    /// Linker name of the function that every process starts in.
    pub(crate) entry: String,
    /// Threads, and reader processes.
    pub(crate) jobs: usize,
    /// For one query.
    pub(crate) solver_timeout: Duration,
    /// For reading one file, in bytes.
    pub(crate) memory_limit: u64,
    /// For the whole run.
    pub(crate) time_limit: Option<Duration>,
    /// How the program is read.
    pub(crate) reading: rma_dataflow::Options,
}

/// Input from which no report can be made.
#[derive(Debug, thiserror::Error)]
pub(crate) enum InputError {
    /// No input could be read.
    #[error("{}", lines(.0))]
    Load(Vec<LoadError>),
    /// The program does not start anywhere.
    #[error(
        "no function `{entry}` is defined in the inputs; give all files of the program, or name its first function with --entry"
    )]
    NoEntry {
        /// The function looked for.
        entry: String,
    },
    /// Nothing in the program communicates.
    #[error(
        "no MPI call is in the inputs, so there is nothing to analyse; give all files of the program, those with its communication among them"
    )]
    NoCommunication,
}

fn lines(errors: &[LoadError]) -> String {
    let texts: Vec<String> = errors.iter().map(ToString::to_string).collect();
    texts.join("\nrma-static: ")
}

/// Bitcode in, report out.
///
/// # Errors
/// When an input does not exist, none can be read, or the entry is not defined. An input that exists but cannot be read
/// makes the report incomplete.
pub(crate) fn run(options: &Options) -> Result<Report, InputError> {
    let progress = Progress::start();
    progress.stage("reading");
    let loaded = read(options)?;
    let mut report = analyse(&loaded, options, &progress);
    report.tool = Tool { name: env!("CARGO_PKG_NAME").to_owned(), version: env!("CARGO_PKG_VERSION").to_owned() };
    report.inputs = options.inputs.iter().map(|path| path.to_string_lossy().into_owned()).collect();
    report.complete &= loaded.errors.is_empty() && loaded.conflicts.is_empty();
    report.notices.extend(notices(&loaded));
    report.normalise();
    Ok(report)
}

fn read(options: &Options) -> Result<Loaded, InputError> {
    let defaults = LoadOptions::default();
    let load_options = LoadOptions {
        memory_limit: options.memory_limit,
        time_limit: options.time_limit.unwrap_or(defaults.time_limit).min(defaults.time_limit),
        jobs: options.jobs,
        ..defaults
    };
    let loaded = load::load(&options.inputs, &load_options).map_err(|error| InputError::Load(vec![error]))?;
    let missing = |error: &&LoadError| matches!(error, LoadError::NotFound { .. });
    let missing: Vec<LoadError> = loaded.errors.iter().filter(missing).cloned().collect();
    if !missing.is_empty() {
        return Err(InputError::Load(missing));
    }
    if loaded.files.is_empty() {
        return Err(InputError::Load(loaded.errors));
    }
    let is_entry = |name: &str, declaration: bool| name == options.entry && !declaration;
    // An unreadable file may be the one that defines it; then the run is incomplete rather than badly used.
    let mut functions = loaded.module.functions.iter();
    if loaded.errors.is_empty() && !functions.any(|function| is_entry(&function.name, function.is_declaration())) {
        return Err(InputError::NoEntry { entry: options.entry.clone() });
    }
    let communicates =
        |f: &rma_frontend::ir::Function| catalog().lookup(&f.name).is_some_and(|r| r.model == Model::Mpi);
    if loaded.errors.is_empty() && !loaded.module.functions.iter().any(communicates) {
        return Err(InputError::NoCommunication);
    }
    Ok(loaded)
}

/// What reading says about the run.
fn notices(loaded: &Loaded) -> Vec<Notice> {
    let notice = |kind, level, text| Notice { kind, level, text, location: None };
    let unreadable =
        loaded.errors.iter().map(|error| notice(NoticeKind::UnreadableInput, Level::Error, error.to_string()));
    let file = |position: usize| match loaded.files.get(position) {
        Some(file) => file.path.display().to_string(),
        None => "another input".to_owned(),
    };
    let conflicts = loaded.conflicts.iter().map(|conflict| {
        let (first, second) = (file(conflict.modules.0), file(conflict.modules.1));
        let symbol = &conflict.symbol;
        let text =
            format!("`{symbol}` is defined in {first} and again in {second}; give the files of one program only");
        notice(NoticeKind::Other, Level::Error, text)
    });
    let without_lines = loaded.files.iter().filter(|file| !file.has_debug_info && file.functions > 0).map(|file| {
        let text = format!("{}: no debug information, so findings have no lines; compile with -g", file.path.display());
        notice(NoticeKind::Other, Level::Warning, text)
    });
    unreadable.chain(conflicts).chain(without_lines).collect()
}
