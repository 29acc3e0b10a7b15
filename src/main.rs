//! `rma-static`: finds data races in one-sided communication programs from LLVM bitcode.
//!
//! [`cli`] says what can be asked, [`pipeline`] is the way from bitcode to a report, [`output`] renders and writes it. [`screen`]
//! tells what a dynamic checker must watch, [`cc`] is the compiler wrapper.

// What users give must end in an error, not in a panic.
#![deny(clippy::expect_used, clippy::indexing_slicing)]

mod analyse;
mod assumed;
mod budget;
mod cc;
mod cli;
mod information;
#[expect(clippy::indexing_slicing, reason = "ids of a module that is valid")]
mod library;
mod limits;
mod output;
mod pipeline;
mod progress;
mod screen;

use budget::Guard;
use clap::Parser;
use cli::{Cli, Dump};
use output::{Failure, Status};
use std::process::ExitCode;

/// A quarter to two fifths of the time went into the system's allocator. `override` in Cargo.toml gives it to z3, too.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    if std::env::args_os().nth(1).is_some_and(|argument| argument == "cc") {
        return cc::main();
    }
    if std::env::args_os().nth(1).is_some_and(|argument| argument == "screen") {
        return screen::main();
    }
    let cli = Cli::parse();
    match run(&cli) {
        Ok(status) => status.into(),
        Err(failure) => {
            output::complain(&failure);
            Status::BadInput.into()
        }
    }
}

fn run(cli: &Cli) -> Result<Status, Failure> {
    if let Some(text) = information::asked_for(cli) {
        output::write(&text, cli.output.as_deref())?;
        return Ok(Status::Clean);
    }
    if let Some(Dump::Skeleton) = cli.dump {
        let text = pipeline::skeleton(&cli.pipeline_options())?;
        output::write(&text, cli.output.as_deref())?;
        return Ok(Status::Clean);
    }
    let options = cli.pipeline_options();
    let guard = Guard::new();
    let (late_cli, late_options) = (cli.clone(), options.clone());
    guard.watch(options.reading.budget.clone(), options.allowance, move |mut report| {
        pipeline::sign(&mut report, &late_options);
        let status = output::present(&report, &late_cli).unwrap_or_else(|failure| {
            output::complain(&failure);
            Status::BadInput
        });
        #[expect(clippy::exit, reason = "the thread of the run does not answer any more")]
        std::process::exit(status as i32);
    });
    let report = pipeline::run(&options);
    guard.claim();
    let status = output::present(&report?, cli);
    if cli.timings {
        output::tell_timings(&options.reading.budget.timings());
    }
    status
}
