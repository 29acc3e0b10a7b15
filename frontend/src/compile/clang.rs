//! One run of clang that makes bitcode of one source.

use super::command::Command;
use super::wrapper::Wrappers;
use super::{CompileError, CompileOptions};
use std::path::{Path, PathBuf};
use std::process::{Command as Process, Stdio};

/// Flags of other compilers that are left out one by one, when clang does not know them.
const MOST_UNKNOWN: usize = 20;

/// One source and how to compile it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Job {
    /// The folder that paths are relative to.
    pub folder: PathBuf,
    /// The source.
    pub source: PathBuf,
    /// Arguments of clang before the source and the output.
    pub arguments: Vec<String>,
}

/// The jobs of a command, one a source.
///
/// # Errors
/// When the compiler is a wrapper that cannot be asked for its flags.
pub(super) fn jobs(
    command: &Command,
    folder: &Path,
    wrappers: &Wrappers,
    options: &CompileOptions,
) -> Result<Vec<Job>, CompileError> {
    let mut arguments: Vec<String> = Vec::new();
    if command.cxx {
        arguments.push("--driver-mode=g++".to_owned());
    }
    arguments.extend(command.flags.iter().cloned());
    arguments.extend(wrappers.flags(&command.compiler, folder)?);
    arguments.extend(options.flags.iter().cloned());
    arguments.extend(["-g", "-emit-llvm", "-c", "-w", "-Qunused-arguments"].map(str::to_owned));
    let job =
        |source: &PathBuf| Job { folder: folder.to_owned(), source: source.clone(), arguments: arguments.clone() };
    Ok(command.sources.iter().map(job).collect())
}

impl Job {
    /// Makes the bitcode, and a dependency file when one is named.
    ///
    /// # Errors
    /// When clang cannot be run or refuses the source.
    pub fn run(
        &self,
        options: &CompileOptions,
        output: &Path,
        dependencies: Option<&Path>,
    ) -> Result<(), CompileError> {
        let mut arguments = self.arguments.clone();
        for _ in 0..MOST_UNKNOWN {
            let mut process = Process::new(&options.clang);
            process.current_dir(&self.folder).stdin(Stdio::null()).args(&arguments);
            if let Some(file) = dependencies {
                process.arg("-MD").arg("-MF").arg(file);
            }
            process.arg(&self.source).arg("-o").arg(output);
            let result = process.output().map_err(|error| CompileError::CannotRun {
                program: options.clang.to_string_lossy().into_owned(),
                reason: error.to_string(),
                option: "--clang",
            })?;
            if result.status.success() {
                return Ok(());
            }
            let said = String::from_utf8_lossy(&result.stderr);
            let before = arguments.len();
            arguments.retain(|argument| !unknown(&said, argument));
            if arguments.len() == before {
                return Err(self.refused(&said));
            }
        }
        Err(self.refused("too many flags that clang does not know"))
    }

    fn refused(&self, said: &str) -> CompileError {
        let error = said.lines().find(|line| line.contains("error:")).or_else(|| said.lines().next());
        let detail = error.unwrap_or("clang gives no reason").trim().to_owned();
        CompileError::Refused { source_file: self.source.clone(), detail }
    }
}

/// Whether clang refuses this flag: one of another compiler.
fn unknown(said: &str, argument: &str) -> bool {
    argument.starts_with('-')
        && ["unknown argument: '", "unknown argument '", "unsupported option '", "unsupported argument '"]
            .iter()
            .any(|start| said.contains(&format!("{start}{argument}'")))
}
