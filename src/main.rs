//! `rma-static`: finds data races in one-sided communication programs from LLVM bitcode.
//!
//! [`cli`] is the command line, [`pipeline`] makes a report from bitcode, [`output`] renders and writes the report. [`screen`]
//! finds the accesses that a dynamic checker must watch, [`cc`] is the compiler wrapper, [`merge`] merges reports of several
//! programs.

// What users give must end in an error, not in a panic.
#![deny(clippy::expect_used, clippy::indexing_slicing)]

#[allow(clippy::indexing_slicing, reason = "ids of a module that is valid")]
mod analyse;
mod assumed;
mod budget;
mod cc;
mod cli;
mod config;
mod finish;
mod generate;
mod information;
#[expect(clippy::indexing_slicing, reason = "ids of a module that is valid")]
mod library;
mod limits;
mod merge;
mod output;
#[allow(clippy::indexing_slicing, reason = "ids of a module that is valid")]
mod pipeline;
mod programs;
mod progress;
mod screen;

use budget::Guard;
use cli::{Cli, Dump};
use config::Suppressions;
use finish::Finish;
use output::{Failure, Status};
use rma_reports::escape;
use std::ffi::OsString;
use std::process::ExitCode;

/// A quarter to two fifths of the time went into the allocator of the system. In Cargo.toml, `override` gives it to z3, too, and `no_thp`
/// asks for no huge pages: to clear them took a tenth of the time of small programs.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let mut words: Vec<OsString> = std::env::args_os().collect();
    match words.get(1).and_then(|word| word.to_str()) {
        Some("cc") => return cc::main(),
        Some("merge") => return merge::main(),
        Some("screen") => return screen::main(),
        Some("why") => {
            if let Some(word) = words.get_mut(1) {
                *word = "--why".into();
            }
        }
        _ => {}
    }
    match Cli::with_config(&words).map_err(Failure::from).and_then(|(cli, suppressions)| run(&cli, &suppressions)) {
        Ok(status) => status.into(),
        Err(failure) => {
            output::complain(&failure);
            Status::BadInput.into()
        }
    }
}

fn run(cli: &Cli, suppressions: &Suppressions) -> Result<Status, Failure> {
    if let Some(text) = information::asked_for(cli) {
        output::write(&text, cli.output.as_deref())?;
        return Ok(Status::Clean);
    }
    if let Some(form) = cli.dump {
        let options = cli.pipeline_options();
        let text = match form {
            Dump::Skeleton => pipeline::skeleton(&options),
            Dump::Queries => pipeline::queries(&options),
        }?;
        output::write(&escape::lines(&text), cli.output.as_deref())?;
        return Ok(Status::Clean);
    }
    let options = cli.pipeline_options();
    let finish = Finish::new(cli, suppressions)?;
    let guard = Guard::new();
    let (late_cli, late_options, late_finish) = (cli.clone(), options.clone(), finish.clone());
    guard.watch(options.reading.budget.clone(), options.allowance, move |mut report| {
        pipeline::sign(&mut report, &late_options);
        late_finish.apply(&mut report, &[]);
        let status = output::present(&report, &late_cli).unwrap_or_else(|failure| {
            output::complain(&failure);
            Status::BadInput
        });
        #[expect(clippy::exit, reason = "the thread of the run does not answer any more")]
        std::process::exit(status as i32);
    });
    let report = pipeline::run(&options);
    guard.claim();
    let (mut report, files) = report?;
    finish.apply(&mut report, &files);
    let status = output::present(&report, cli);
    if let Some(form) = cli.timings {
        output::tell_timings(&options.reading.budget.timings(), form);
    }
    status
}
