//! `rma-static cc -- COMPILER ARGUMENT...`: replaces the compiler in a build, and stores bitcode, or leaves accesses that a list
//! drops without instrumentation.

use crate::output;
use crate::screen;
use clap::Parser;
use rma_frontend::compile::{CompileError, CompileOptions, cc, screened};
use std::ffi::OsString;
use std::fs::OpenOptions;
use std::io::Write;
use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::process::{ExitCode, ExitStatus};

/// The file that is told why there is no bitcode of a source, or why one is instrumented whole.
const LOG: &str = "RMA_STATIC_CC_LOG";

/// Runs a compiler as it is called, and leaves the bitcode of what it compiles in the object, or in the linked file when it
/// compiles and links at once; archives and linked files carry it along. Give those to rma-static.
///
/// The output and the exit status are the compiler's. Sources of which there is no bitcode are listed in the file that the
/// environment variable RMA_STATIC_CC_LOG names.
///
/// With --screened, in a build with clang and -fsanitize=thread, no bitcode is kept, and the sanitizer leaves out the accesses that the list
/// drops. A source that is not as it was when the list was made is instrumented whole; the standard error and the log say which. The list is
/// that of `rma-static screen --format json` for what the same build keeps without --screened.
#[derive(Debug, Parser)]
#[command(name = "rma-static cc")]
pub(crate) struct Cli {
    /// The clang that makes the bitcode of C and C++, of version 19 or older
    #[arg(long, value_name = "CLANG", default_value = "clang-19")]
    clang: OsString,

    /// The flang that makes the bitcode of Fortran, of version 19 or older
    #[arg(long, value_name = "FLANG", default_value = "flang-new-19")]
    flang: OsString,

    /// Further flag for the bitcode, not for the object, such as -O0; may be repeated
    #[arg(long, value_name = "FLAG", allow_hyphen_values = true)]
    extra_flag: Vec<String>,

    /// Compile for ThreadSanitizer without the accesses that this list drops
    #[arg(long, value_name = "LIST")]
    screened: Option<PathBuf>,

    /// The compiler and its arguments
    #[arg(last = true, required = true, value_name = "COMPILER")]
    command: Vec<OsString>,
}

/// The command; the arguments of the process are `rma-static cc ...`.
pub(crate) fn main() -> ExitCode {
    let mut arguments = std::env::args_os();
    let name = arguments.next();
    let cli = Cli::parse_from(name.into_iter().chain(arguments.skip(1)));
    let result = match &cli.screened {
        None => keep(cli),
        Some(list) => match screen::list(list) {
            Ok(list) => leave_out(&cli.command, &list),
            Err(failure) => {
                output::complain(&failure);
                return ExitCode::from(output::Status::BadInput as u8);
            }
        },
    };
    match result {
        Ok(status) => {
            // As a shell says it.
            let code = status.code().or_else(|| status.signal().map(|signal| 128 + signal));
            ExitCode::from(code.and_then(|code| u8::try_from(code).ok()).unwrap_or(1))
        }
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "rma-static cc: {error}");
            ExitCode::from(127)
        }
    }
}

fn keep(cli: Cli) -> Result<ExitStatus, CompileError> {
    let options =
        CompileOptions { clang: cli.clang, flang: cli.flang, flags: cli.extra_flag, ..CompileOptions::default() };
    let outcome = cc::run(&cli.command, &options)?;
    outcome.errors.iter().for_each(|error| log(&error.to_string()));
    Ok(outcome.status)
}

fn leave_out(command: &[OsString], list: &[screened::Listed]) -> Result<ExitStatus, CompileError> {
    let outcome = screened::run(command, list)?;
    for text in &outcome.whole {
        let _ = writeln!(std::io::stderr(), "rma-static cc: {text}");
        log(text);
    }
    Ok(outcome.status)
}

/// Writes to the log; the build continues if this fails.
fn log(text: &str) {
    if let Some(path) = std::env::var_os(LOG)
        && let Ok(mut file) = OpenOptions::new().create(true).append(true).open(path)
    {
        let _ = writeln!(file, "{text}");
    }
}
