//! A compiler wrapper: runs the compiler as it was called, and then stores the bitcode of the compiled sources in the
//! compiler's output.
//!
//! The build gets what the compiler makes, its exit status and its messages. If bitcode cannot be made, the build does not
//! stop: the wrapper writes the reason to a log, and the analysis later names the functions without bitcode.

use super::command::{self, Command, Product, Source};
use super::flang::Modules;
use super::job::{self, Job, Outputs};
use super::wrapper::Wrappers;
use super::{CompileError, CompileOptions, embed, file_error};
use crate::load::sniff;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command as Process, ExitStatus};

/// What a run of the wrapper gave.
#[derive(Debug)]
pub struct Outcome {
    /// How the compiler ended.
    pub status: ExitStatus,
    /// Why there is no bitcode, where there should be.
    pub errors: Vec<CompileError>,
}

/// Runs `words`, a compiler and its arguments.
///
/// # Errors
/// When the compiler cannot be run.
pub fn run(words: &[OsString], options: &CompileOptions) -> Result<Outcome, CompileError> {
    let (compiler, arguments) = words.split_first().ok_or_else(|| CompileError::CannotRun {
        program: "the compiler".to_owned(),
        reason: "none is given".to_owned(),
        option: "rma-static cc -- COMPILER",
    })?;
    let status = Process::new(compiler).args(arguments).status().map_err(|error| CompileError::CannotRun {
        program: compiler.to_string_lossy().into_owned(),
        reason: error.to_string(),
        option: "rma-static cc -- COMPILER",
    })?;
    let mut outcome = Outcome { status, errors: Vec::new() };
    // Arguments that are not text occur only as names of files that are not analysed.
    let words: Option<Vec<String>> = words.iter().map(|word| word.to_str().map(str::to_owned)).collect();
    if status.success()
        && let Some(command) = words.as_deref().and_then(command::parse)
        && command.product != Product::Other
    {
        outcome.errors.extend(keep(&command, options).err());
    }
    Ok(outcome)
}

fn keep(command: &Command, options: &CompileOptions) -> Result<(), CompileError> {
    // The small programs by which a configure script tests the compiler.
    let is_question = |source: &Source| source.path.file_stem().is_some_and(|stem| stem == "conftest");
    if command.sources.is_empty() || command.sources.iter().any(is_question) {
        return Ok(());
    }
    let folder = std::env::current_dir().map_err(file_error("."))?;
    let jobs = job::jobs(command, &folder, &Wrappers::default(), options)?;
    let scratch = tempfile::tempdir().map_err(file_error(std::env::temp_dir()))?;
    let scratch = scratch.path();
    match command.product {
        Product::Object => {
            for job in &jobs {
                let object = command.object_of(&job.source);
                // With `-flto` the object is bitcode already.
                if holds_machine_code(&object) {
                    embed::embed(&object, &[bitcode(job, options, scratch)?], scratch)?;
                }
            }
            Ok(())
        }
        _ => {
            let linked = command.output.clone().unwrap_or_else(|| PathBuf::from("a.out"));
            let modules: Result<Vec<Vec<u8>>, CompileError> =
                jobs.iter().map(|job| bitcode(job, options, scratch)).collect();
            embed::embed(&linked, &modules?, scratch)
        }
    }
}

fn holds_machine_code(object: &Path) -> bool {
    let head = std::fs::read(object).unwrap_or_default();
    !head.is_empty() && !sniff::is_bitcode(&head)
}

fn bitcode(job: &Job, options: &CompileOptions, scratch: &Path) -> Result<Vec<u8>, CompileError> {
    let output = scratch.join("module.bc");
    job.run(options, Outputs { bitcode: &output, dependencies: None, modules: &Modules::Beside })?;
    std::fs::read(&output).map_err(file_error(output))
}
