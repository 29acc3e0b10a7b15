//! `rma-static screen`: the accesses that a dynamic checker must still watch.
//!
//! The analysis runs as for a report. [`classes`] has its result for each instruction, [`decide`] computes the class of each access
//! of the input and the dropped accesses, [`rewrite`] writes modules in which sanitizers do not instrument these, [`list`] reads
//! the list of an earlier screening for a build.

mod classes;
mod decide;
mod list;
mod rewrite;

pub(crate) use classes::Classes;
pub(crate) use list::read as list;

use crate::budget::Guard;
use crate::cli::AnalysisArguments;
use crate::output::{self, Failure, Status};
use crate::pipeline::{self, Outcome};
use clap::{Parser, ValueEnum};
use decide::Wanted;
use rma_reports::screen::{Counts, SCHEMA, Screen, Strength, json, lists, must, text};
use rma_reports::{Notice, NoticeKind, Tool, escape};
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// Tells which accesses of a program a dynamic race checker must still watch, and leaves out the rest.
///
/// What is dropped takes part in no race of a one-sided operation; why, and what a checker needs besides, stands in docs/screening.md.
#[derive(Debug, Clone, Parser)]
#[command(name = "rma-static screen", version, after_help = EXIT_STATUS)]
pub(crate) struct Cli {
    /// Files of the program that hold bitcode, all of them, or @FILE for a list of them
    #[arg(value_name = "INPUT", required_unless_present = "compile_commands")]
    inputs: Vec<PathBuf>,

    /// What is dropped
    #[arg(long = "screen", value_enum, value_name = "STRENGTH", default_value_t = Drop::Relevant)]
    strength: Drop,

    /// Keep everything that two threads of a process may share, for races that no one-sided operation takes part in
    #[arg(long)]
    keep_threads: bool,

    /// Form of the answer
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,

    /// Write each module again into this folder, with !nosanitize on the accesses that are dropped
    #[arg(long, value_name = "FOLDER")]
    rewrite: Option<PathBuf>,

    /// Write the answer to this file instead of the standard output
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,

    #[command(flatten)]
    analysis: AnalysisArguments,
}

const EXIT_STATUS: &str = "\
Exit status:
  0  the screening is whole
  2  bad usage, or input of which a part cannot be used; nothing is written
  3  a part of the analysis was cut off; everything that this may concern is kept";

/// What is dropped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Drop {
    /// Accesses that can touch no memory of an operation
    Relevant,
    /// Also those whose every pair with an operation is proved
    Unproven,
}

/// Forms of the answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Counts, for people
    Text,
    /// Every access with its class and its pairs; the list for `rma-static cc --screened`
    Json,
    /// The exchange file of MUST
    MustJson,
    /// Functions to watch, for filter plug-ins: ALLOWLIST, then FUNC::name
    AllowList,
    /// Functions and files not to watch, for -fsanitize-ignorelist=
    IgnoreList,
}

/// The command; the arguments of the process are `rma-static screen ...`.
pub(crate) fn main() -> ExitCode {
    let mut arguments = std::env::args_os();
    let name = arguments.next();
    let cli = Cli::parse_from(name.into_iter().chain(arguments.skip(1)));
    match run(&cli) {
        Ok(status) => status.into(),
        Err(failure) => {
            output::complain(&failure);
            Status::BadInput.into()
        }
    }
}

fn run(cli: &Cli) -> Result<Status, Failure> {
    let mut options = cli.analysis.pipeline_options(&cli.inputs);
    options.reading.screening = true;
    let guard = Guard::new();
    guard.watch(options.reading.budget.clone(), options.allowance, |report| {
        let said: Vec<String> = report.notices.into_iter().map(|notice| notice.text).collect();
        // If the standard error is closed, the message is lost, but the exit status still shows the error.
        let _ = writeln!(std::io::stderr(), "rma-static: nothing is screened: {}", escape::message(&said.join("; ")));
        #[expect(clippy::exit, reason = "the thread of the run does not answer any more")]
        std::process::exit(Status::BadInput as i32);
    });
    let outcome = pipeline::outcome(&options)?;
    refuse_parts(&outcome)?;
    let mut screen = screen(cli, outcome.report, &outcome.loaded, &outcome.classes);
    guard.claim();
    let staged = match &cli.rewrite {
        Some(folder) => rewrite::stage(folder, &mut screen, &outcome.loaded, &options)?,
        None => rewrite::Staged::default(),
    };
    let folder = std::env::current_dir().ok();
    let answer = match cli.format {
        Format::Text => escape::lines(&text::render(&screen)),
        Format::Json => escape::json(&json(&screen)).into_owned(),
        Format::MustJson => escape::json(&must::render(&screen, folder.as_deref())).into_owned(),
        Format::AllowList => escape::lines(&lists::allow(&screen)),
        Format::IgnoreList => escape::lines(&lists::ignore(&screen)),
    };
    staged.place(cli.output.as_deref().map(|path| (path, answer.as_bytes())))?;
    if cli.output.is_none() {
        output::write(&answer, None)?;
    }
    Ok(if screen.complete { Status::Clean } else { Status::Incomplete })
}

/// A list of accesses to watch for a part of the program could be mistaken for one of the whole program.
fn refuse_parts(outcome: &Outcome) -> Result<(), Failure> {
    let unread = outcome.loaded.errors.iter().map(ToString::to_string);
    let not_compiled = outcome.not_compiled.iter().map(ToString::to_string);
    let conflicts = outcome.loaded.conflicts.iter().map(ToString::to_string);
    let parts: Vec<String> = unread.chain(not_compiled).chain(conflicts).collect();
    if parts.is_empty() { Ok(()) } else { Err(Failure::Screening(parts.join("\nrma-static: "))) }
}

fn screen(cli: &Cli, report: rma_reports::Report, loaded: &rma_frontend::load::Loaded, classes: &Classes) -> Screen {
    let strength = match cli.strength {
        Drop::Relevant => Strength::Relevant,
        Drop::Unproven => Strength::Unproven,
    };
    let entry = cli.analysis.entry();
    let library = !loaded.module.functions.iter().any(|f| f.name == entry && !f.is_declaration());
    let wanted = Wanted { strength, keep_threads: cli.keep_threads, complete: report.complete, library };
    let (modules, pairs) = decide::decide(loaded, classes, wanted);
    let mut notices: Vec<Notice> = report
        .notices
        .into_iter()
        .filter(|n| n.kind != NoticeKind::Other || n.level != rma_reports::Level::Note)
        .collect();
    notices.sort();
    Screen {
        schema: SCHEMA,
        tool: Tool { name: report.tool.name, version: report.tool.version },
        inputs: report.inputs,
        strength,
        claim: strength.claim(),
        keep_threads: cli.keep_threads,
        complete: report.complete,
        followed: classes.followed,
        library,
        summary: Counts::of(&modules),
        modules,
        pairs,
        assumptions: report.assumptions,
        notices,
        findings: report.findings,
    }
}
