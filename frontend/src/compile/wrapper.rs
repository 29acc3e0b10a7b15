//! Compiler wrappers of MPI libraries: which flags they add.

use super::CompileError;
use std::collections::HashMap;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Mutex;

/// What wrappers said, by name and folder.
#[derive(Debug, Default)]
pub(super) struct Wrappers(Mutex<HashMap<String, Vec<String>>>);

impl Wrappers {
    /// The flags that a compiler adds for compiling, when it is such a wrapper.
    ///
    /// # Errors
    /// When it looks like one and cannot be asked.
    pub fn flags(&self, compiler: &str, folder: &Path) -> Result<Vec<String>, CompileError> {
        if !is_one(compiler) {
            return Ok(Vec::new());
        }
        let known = self.0.lock().ok().and_then(|known| known.get(compiler).cloned());
        if let Some(flags) = known {
            return Ok(flags);
        }
        let flags = ask(compiler, folder)?;
        if let Ok(mut known) = self.0.lock() {
            known.insert(compiler.to_owned(), flags.clone());
        }
        Ok(flags)
    }
}

/// Whether a compiler looks like a wrapper, by its name.
pub(super) fn is_one(compiler: &str) -> bool {
    let base = compiler.rsplit('/').next().unwrap_or(compiler);
    ["mpi", "osh", "shmem"].iter().any(|start| base.starts_with(start))
}

/// MPICH and its kin answer to `-show`, Open MPI to that and to `--showme`: the command that they would run.
fn ask(compiler: &str, folder: &Path) -> Result<Vec<String>, CompileError> {
    let cannot = |reason: String| CompileError::CannotRun { program: compiler.to_owned(), reason, option: "the PATH" };
    let mut reason = String::new();
    for question in ["-show", "--showme"] {
        let mut command = Command::new(compiler);
        command.arg(question).current_dir(folder).stdin(Stdio::null());
        let output = command.output().map_err(|error| cannot(error.to_string()))?;
        let answer = shlex::split(&String::from_utf8_lossy(&output.stdout)).unwrap_or_default();
        if output.status.success() && answer.len() > 1 {
            return Ok(super::command::parse(&answer).map(|command| command.flags).unwrap_or_default());
        }
        reason = format!("{question} gives no command line");
    }
    Err(cannot(reason))
}
