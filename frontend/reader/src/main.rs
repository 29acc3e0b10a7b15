//! `rma-static-reader`: reads LLVM modules for the analyzer, in a separate process.
//!
//! LLVM's readers crash, hang or exhaust the memory on damaged input. So they run here, under a limit of address space,
//! and the parent process enforces a time limit. Requests and replies are described in [`rma_frontend::wire`].
//!
//! Usage: `rma-static-reader [--memory-limit BYTES] [--raw] [--dump] [FILE...]`. Without files, requests come over
//! standard input; with files, one reply frame each is written, or with `--dump` the representation as text. `--version` prints the
//! version of LLVM that it is built with.

// What comes from files must end in an error, not in a panic.
#![deny(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    clippy::expect_used,
    clippy::indexing_slicing
)]

#[cfg(all(feature = "llvm-19", feature = "llvm-22"))]
compile_error!("a reader is built with one LLVM: choose one of the features llvm-19 and llvm-22");
#[cfg(feature = "llvm-19")]
extern crate llvm_sys_19 as llvm_sys;
#[cfg(feature = "llvm-22")]
extern crate llvm_sys_22 as llvm_sys;

mod accesses;
mod ffi;
mod limits;
mod llvm;
mod read;
mod rewrite;
mod walk;

use rma_frontend::wire::{self, Failure, Request, Status};
use std::ffi::OsString;
use std::io::{self, Write};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::process::ExitCode;

#[derive(Default)]
struct Options {
    memory_limit: Option<u64>,
    raw: bool,
    dump: bool,
    version: bool,
    files: Vec<OsString>,
}

fn parse_arguments(arguments: impl Iterator<Item = OsString>) -> Result<Options, String> {
    let mut options = Options::default();
    let mut arguments = arguments;
    while let Some(argument) = arguments.next() {
        match argument.to_str() {
            Some("--raw") => options.raw = true,
            Some("--dump") => options.dump = true,
            Some("--version" | "-V") => options.version = true,
            Some("--memory-limit") => {
                let value = arguments.next().and_then(|v| v.to_str().and_then(|v| v.parse().ok()));
                options.memory_limit = Some(value.ok_or("--memory-limit needs a number of bytes")?);
            }
            Some(text) if text.starts_with("--") => return Err(format!("unknown option {text}")),
            _ => options.files.push(argument),
        }
    }
    Ok(options)
}

fn serve(options: &Options) -> io::Result<()> {
    let mut output = io::stdout().lock();
    let mut input = io::stdin().lock();
    output.write_all(&wire::FINGERPRINT.to_le_bytes())?;
    output.flush()?;
    while let Some(request) = wire::read_request(&mut input)? {
        reply(&mut output, &request, options)?;
    }
    Ok(())
}

fn reply(output: &mut impl Write, request: &Request, options: &Options) -> io::Result<()> {
    let path = OsString::from_vec(request.path.clone());
    if let Some(how) = &request.rewrite {
        return match read::rewrite(path.as_ref(), request.range, how) {
            Ok(done) => {
                let bytes = postcard::to_stdvec(&done).map_err(io::Error::other)?;
                wire::write_frame(output, Status::Rewritten, &bytes)
            }
            Err(failure) => fail(output, &failure),
        };
    }
    match read::read(path.as_ref(), request.range, request.raw, request.accesses) {
        Ok(module) if options.dump => writeln!(output, "{module:#?}"),
        Err(failure) if options.dump => writeln!(output, "{}: {failure:?}", path.display()),
        Ok(module) => {
            let bytes = postcard::to_stdvec(&module).map_err(io::Error::other)?;
            wire::write_frame(output, Status::Module, &bytes)
        }
        Err(failure) => fail(output, &failure),
    }
}

fn fail(output: &mut impl Write, failure: &Failure) -> io::Result<()> {
    let bytes = postcard::to_stdvec(failure).map_err(io::Error::other)?;
    wire::write_frame(output, Status::Failed, &bytes)
}

fn run(options: &Options) -> io::Result<()> {
    if options.version {
        let (name, own) = (env!("CARGO_BIN_NAME"), env!("CARGO_PKG_VERSION"));
        return writeln!(io::stdout(), "{name} {own} (LLVM {})", llvm::version());
    }
    if let Some(bytes) = options.memory_limit {
        limits::set_address_space(bytes)?;
    }
    limits::no_core_files();
    llvm::install_fatal_handler();
    if options.files.is_empty() {
        return serve(options);
    }
    let mut output = io::stdout();
    for file in &options.files {
        let request =
            Request { path: file.as_bytes().to_vec(), range: None, raw: options.raw, accesses: false, rewrite: None };
        reply(&mut output, &request, options)?;
    }
    Ok(())
}

fn main() -> ExitCode {
    let result = parse_arguments(std::env::args_os().skip(1))
        .and_then(|options| run(&options).map_err(|error| error.to_string()));
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            // Nothing is left to do when standard error is closed as well.
            let _ = writeln!(io::stderr(), "rma-static-reader: {message}");
            ExitCode::from(2)
        }
    }
}
