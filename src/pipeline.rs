//! The stages from bitcode to a report.

use crate::analyse::analyse;
use crate::budget::Allowance;
use crate::programs;
use crate::progress::Progress;
use crate::screen::Classes;
use rma_frontend::api::{Catalog, ModelError, Routine, TableError, catalog, install};
use rma_frontend::compile::database::{self, Choice, Compiled};
use rma_frontend::compile::sources::{self, Sources};
use rma_frontend::compile::{CompileError, CompileOptions};
use rma_frontend::load::{self, Coverage, LoadError, LoadOptions, Loaded};
use rma_reports::describe::Line;
use rma_reports::escape;
use rma_reports::source::Roots;
use rma_reports::{Level, Notice, NoticeKind, Report, Tool};
use rma_solver::Refuted;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// The inputs of an analysis, and its limits.
#[derive(Debug, Clone)]
pub(crate) struct Options {
    /// The files of one program.
    pub(crate) inputs: Vec<PathBuf>,
    /// Tables of rows in the form of the built-in ones.
    pub(crate) routines: Vec<PathBuf>,
    /// Files of models for own libraries.
    pub(crate) models: Vec<PathBuf>,
    /// The compilation database of further ones.
    pub(crate) database: Option<Database>,
    /// How the sources among the inputs are compiled.
    pub(crate) sources: Sources,
    /// The compilers for sources, and for those of the database.
    pub(crate) compilers: CompileOptions,
    /// Linker name of the function that every process starts in, when one was named.
    pub(crate) entry: Option<String>,
    /// Threads, and reader processes.
    pub(crate) jobs: usize,
    /// For one query.
    pub(crate) solver_timeout: Duration,
    /// Where the queries without a solution are written, if they are asked for.
    pub(crate) refuted: Option<Arc<Refuted>>,
    /// For the whole run.
    pub(crate) allowance: Allowance,
    /// Where its source files may be read.
    pub(crate) roots: Roots,
    /// Two lines to explain.
    pub(crate) why: Option<[Line; 2]>,
    /// Stages are printed on separate lines.
    pub(crate) verbose: bool,
    /// How the program is read.
    pub(crate) reading: rma_dataflow::Options,
    /// All limits that were reached are reported, also those that leave nothing out.
    pub(crate) show_limits: bool,
}

impl Options {
    /// Linker name of the function that every process starts in.
    pub(crate) fn entry(&self) -> &str {
        self.entry.as_deref().unwrap_or("main")
    }
}

/// A compilation database, and what to make of it.
#[derive(Debug, Clone)]
pub(crate) struct Database {
    pub(crate) file: PathBuf,
    pub(crate) choice: Choice,
}

/// Input from which no report can be made.
#[derive(Debug, thiserror::Error)]
pub(crate) enum InputError {
    /// No input could be read.
    #[error("{}", lines(.0))]
    Load(Vec<LoadError>),
    /// A file of models cannot be read.
    #[error("{}: the models cannot be read ({reason})", path.display())]
    ModelFile {
        /// The file.
        path: PathBuf,
        /// The system's message.
        reason: std::io::Error,
    },
    /// A table of rows has a mistake.
    #[error(transparent)]
    Rows(#[from] TableError),
    /// A file of models has a mistake.
    #[error(transparent)]
    Models(#[from] ModelError),
    /// No source of the compilation database could be compiled, or there is none.
    #[error("{}", lines(.0))]
    Compile(Vec<CompileError>),
    /// Flags without a source to use them for.
    #[error("the flags behind -- are for compiling sources, and no input is one")]
    NoSource,
    /// Sources of several programs.
    #[error("{0}")]
    Programs(String),
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
        "no call of MPI or OpenSHMEM is in the inputs, so there is nothing to analyse; give all files of the program, those with its communication among them"
    )]
    NoCommunication,
}

fn lines<E: ToString>(errors: &[E]) -> String {
    let texts: Vec<String> = errors.iter().map(|error| escape::message(&error.to_string())).collect();
    texts.join("\nrma-static: ")
}

/// Bitcode in, report out, with the names of the source files.
///
/// # Errors
/// When an input does not exist, none can be read, or the entry is not defined. An input that exists but cannot be read
/// makes the report incomplete.
pub(crate) fn run(options: &Options) -> Result<(Report, Vec<String>), InputError> {
    let Outcome { mut report, loaded, .. } = outcome(options)?;
    report.normalise();
    Ok((report, source_files(&loaded)))
}

/// The result of a run.
pub(crate) struct Outcome {
    /// The report as the analysis leaves it: with a finding for each pair.
    pub(crate) report: Report,
    /// The program.
    pub(crate) loaded: Loaded,
    /// The classes of its accesses, if the options request them.
    pub(crate) classes: Classes,
    /// Sources of the compilation database that could not be compiled.
    pub(crate) not_compiled: Vec<CompileError>,
}

/// Bitcode in; out come the report and what the screening needs.
///
/// # Errors
/// As [`run`].
pub(crate) fn outcome(options: &Options) -> Result<Outcome, InputError> {
    use_models(&options.routines, &options.models)?;
    let progress = Progress::start(options.verbose, options.reading.budget.clone());
    progress.stage("compiling");
    let compiled = compile(options)?;
    progress.stage("reading");
    let loaded = read(options, &compiled)?;
    let all_read = loaded.errors.is_empty() && compiled.errors.is_empty();
    let (mut report, mut classes) = analyse(&loaded, options, all_read, &progress);
    let unseen = loaded.coverage.unknown.intersection(&loaded.coverage.without_bitcode).next().is_some();
    sign(&mut report, options);
    let is_whole = compiled.errors.is_empty() && loaded.errors.is_empty() && loaded.conflicts.is_empty() && !unseen;
    report.complete &= is_whole;
    classes.followed &= is_whole;
    report.notices.extend(compiled.errors.iter().map(|error| Notice {
        kind: NoticeKind::UnreadableInput,
        level: Level::Error,
        text: error.to_string(),
        location: None,
    }));
    report.notices.extend(notices(&loaded));
    Ok(Outcome { report, loaded, classes, not_compiled: compiled.errors })
}

/// The source files of the functions that the program has bodies of.
fn source_files(loaded: &Loaded) -> Vec<String> {
    let module = &loaded.module;
    let bodies = module.functions.iter().filter(|function| !function.is_declaration());
    let files = bodies.filter_map(|function| Some(module.scopes[function.scope?].file));
    let files: std::collections::BTreeSet<_> = files.collect();
    files.into_iter().map(|file| module.files[file].clone()).collect()
}

/// Writes the tool and the inputs into a report.
pub(crate) fn sign(report: &mut Report, options: &Options) {
    report.tool = Tool { name: env!("CARGO_PKG_NAME").to_owned(), version: env!("CARGO_PKG_VERSION").to_owned() };
    let database = options.database.iter().map(|database| &database.file);
    report.inputs = options.inputs.iter().chain(database).map(|path| path.to_string_lossy().into_owned()).collect();
}

/// Bitcode in, the text of the program's skeleton out.
///
/// # Errors
/// As [`run`], and when there is no function to start in.
pub(crate) fn skeleton(options: &Options) -> Result<String, InputError> {
    use_models(&options.routines, &options.models)?;
    let loaded = read(options, &compile(options)?)?;
    let graph = rma_cfg::Supergraph::build(&loaded.module);
    let is_entry = |f: &rma_frontend::ir::Function| f.name == options.entry() && !f.is_declaration();
    match loaded.module.functions.position(is_entry) {
        Some(entry) => Ok(rma_dataflow::skeleton_text(&graph, entry, options.reading.clone())),
        None => Err(InputError::NoEntry { entry: options.entry().to_owned() }),
    }
}

/// Bitcode in, the queries without a solution out, as a script in SMT-LIB 2.
///
/// # Errors
/// As [`run`].
pub(crate) fn queries(options: &Options) -> Result<String, InputError> {
    let refuted = Arc::new(Refuted::default());
    outcome(&Options { refuted: Some(refuted.clone()), ..options.clone() })?;
    Ok(refuted.to_string())
}

/// Reads the user's rows and models for own libraries; once a process, as the catalog is one.
fn use_models(routines: &[PathBuf], models: &[PathBuf]) -> Result<(), InputError> {
    if routines.is_empty() && models.is_empty() {
        return Ok(());
    }
    let read = |path: &PathBuf| {
        rma_frontend::regular::read_text(path).map_err(|reason| InputError::ModelFile { path: path.clone(), reason })
    };
    let mut with_models = Catalog::built_in();
    for path in routines {
        with_models.add_rows(&path.display().to_string(), &read(path)?)?;
    }
    for path in models {
        with_models.add_models(path, &read(path)?)?;
    }
    install(with_models);
    Ok(())
}

/// Bitcode of the inputs, of the sources among them and of the compilation database.
fn compile(options: &Options) -> Result<Compiled, InputError> {
    let failed = |error| InputError::Compile(vec![error]);
    let inputs = load::expand(&options.inputs).map_err(|error| InputError::Load(vec![error]))?;
    let (given, mut bitcode): (Vec<PathBuf>, Vec<PathBuf>) =
        inputs.into_iter().partition(|input| sources::is_source(input));
    if given.is_empty() && !options.sources.flags.is_empty() {
        return Err(InputError::NoSource);
    }
    let mut all = Compiled::default();
    if !given.is_empty() {
        all = sources::compile(&given, &options.sources, &options.compilers).map_err(failed)?;
    }
    if let Some(Database { file, choice }) = &options.database {
        let more = database::compile(file, choice, &options.compilers).map_err(failed)?;
        all.bitcode.extend(more.bitcode);
        all.errors.extend(more.errors);
        all.programs = more.programs;
    }
    if all.bitcode.is_empty() && bitcode.is_empty() {
        return Err(InputError::Compile(all.errors));
    }
    bitcode.append(&mut all.bitcode);
    Ok(Compiled { bitcode, ..all })
}

fn read(options: &Options, compiled: &Compiled) -> Result<Loaded, InputError> {
    let defaults = LoadOptions::default();
    let load_options = LoadOptions {
        roots: vec![options.entry().to_owned()],
        memory_limit: options.allowance.memory,
        // Half of the run at most; what cannot be read by then makes the report incomplete.
        time_limit: defaults.time_limit.min(options.allowance.time / 2),
        jobs: options.jobs,
        accesses: options.reading.screening,
        ..defaults
    };
    let mut loaded = load::load(&compiled.bitcode, &load_options).map_err(|error| InputError::Load(vec![error]))?;
    rma_cfg::make_reducible(&mut loaded.module);
    let missing = |error: &&LoadError| matches!(error, LoadError::NotFound { .. });
    let missing: Vec<LoadError> = loaded.errors.iter().filter(missing).cloned().collect();
    if !missing.is_empty() {
        return Err(InputError::Load(missing));
    }
    if loaded.files.is_empty() {
        return Err(InputError::Load(loaded.errors));
    }
    if let Some(text) = programs::told_apart(&loaded, compiled, options) {
        return Err(InputError::Programs(text));
    }
    let is_entry = |f: &rma_frontend::ir::Function| f.name == options.entry() && !f.is_declaration();
    // An unreadable file may be the one that defines it; then the run is incomplete rather than badly used. Without the
    // requested entry function the input is no program; without any entry function it is a library.
    let all_read = loaded.errors.is_empty() && compiled.errors.is_empty();
    if let Some(entry) = &options.entry
        && all_read
        && !loaded.module.functions.iter().any(is_entry)
    {
        return Err(InputError::NoEntry { entry: entry.clone() });
    }
    let communicates = |f: &rma_frontend::ir::Function| catalog().lookup(&f.name).is_some_and(Routine::communicates);
    if all_read && !loaded.module.functions.iter().any(communicates) {
        return Err(InputError::NoCommunication);
    }
    Ok(loaded)
}

/// The notices of reading for the report.
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
    unreadable.chain(conflicts).chain(without_lines).chain(coverage(&loaded.coverage)).collect()
}

/// Notices about the parts of the program for which the inputs contain no bitcode, in numbers.
fn coverage(coverage: &Coverage) -> Vec<Notice> {
    let mut notices = Vec::new();
    let mut notice = |kind, level, text| notices.push(Notice { kind, level, text, location: None });
    if !coverage.without_bitcode.is_empty() {
        let called: Vec<&String> = coverage.without_bitcode.intersection(&coverage.unknown).collect();
        let files: Vec<String> = coverage.files_without_bitcode.iter().map(|path| path.display().to_string()).collect();
        let text = format!(
            "{} of {} functions of the machine code in {} have no bitcode; called by the rest: {}{}",
            coverage.without_bitcode.len(),
            coverage.native_functions,
            some(files.iter()),
            called.len(),
            if called.is_empty() { String::new() } else { format!(" ({})", some(called.into_iter())) },
        );
        notice(NoticeKind::UnreadableInput, Level::Warning, text);
    }
    if !coverage.unknown.is_empty() {
        let text = format!(
            "{} of {} functions that no input defines have no model either: {}; give their bitcode, or describe them with --models",
            coverage.unknown.len(),
            coverage.external.len(),
            some(coverage.unknown.iter().map(|name| load::demangled(name)).collect::<Vec<_>>().iter()),
        );
        notice(NoticeKind::UnmodelledCall, Level::Note, text);
    }
    notices
}

/// The first few of a list.
fn some<'a>(names: impl ExactSizeIterator<Item = &'a String>) -> String {
    const SHOWN: usize = 8;
    let more = if names.len() > SHOWN { ", ..." } else { "" };
    names.take(SHOWN).cloned().collect::<Vec<_>>().join(", ") + more
}
