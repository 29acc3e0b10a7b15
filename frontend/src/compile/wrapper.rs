//! Compiler wrappers of MPI libraries: which flags they add.

use super::CompileError;
use std::collections::HashMap;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Mutex;

/// The answers of wrappers, by name and folder.
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
        self.cached(compiler, || ask(compiler, folder))
    }

    /// Flags for sources that are compiled without a wrapper: those of `mpicc` or `mpifort`, or of the wrapper that the environment
    /// names, or else what pkg-config knows of an MPI library. None where there is no MPI: then the compiler says what is missing.
    pub fn of_mpi(&self, fortran: bool, folder: &Path) -> Vec<String> {
        let (variable, names) = if fortran { ("MPIFORT", FORTRAN_WRAPPERS) } else { ("MPICC", C_WRAPPERS) };
        let named = std::env::var(variable).ok().filter(|name| !name.is_empty());
        let names: Vec<&str> = match &named {
            Some(name) => vec![name.as_str()],
            None => names.to_vec(),
        };
        if let Some(flags) = names.iter().find_map(|name| self.cached(name, || ask(name, folder)).ok()) {
            return flags;
        }
        let packages: &[&str] = if fortran { &["ompi-fort", "mpich"] } else { &["mpich", "ompi-c", "mpi-c", "mpi"] };
        let known = |package: &&str| self.cached(package, || of_package(package)).ok();
        packages.iter().find_map(known).unwrap_or_default()
    }

    /// A cached answer, or a new one.
    fn cached(
        &self,
        name: &str,
        ask: impl FnOnce() -> Result<Vec<String>, CompileError>,
    ) -> Result<Vec<String>, CompileError> {
        let known = self.0.lock().ok().and_then(|known| known.get(name).cloned());
        if let Some(flags) = known {
            return Ok(flags);
        }
        let flags = ask()?;
        if let Ok(mut known) = self.0.lock() {
            known.insert(name.to_owned(), flags.clone());
        }
        Ok(flags)
    }
}

/// What the wrappers of MPI libraries are called, the usual name first.
const C_WRAPPERS: &[&str] = &["mpicc", "mpicc.mpich", "mpicc.openmpi"];
const FORTRAN_WRAPPERS: &[&str] = &["mpifort", "mpif90", "mpifort.mpich", "mpifort.openmpi"];

/// `pkg-config --cflags`.
fn of_package(package: &str) -> Result<Vec<String>, CompileError> {
    let cannot =
        |reason: String| CompileError::CannotRun { program: "pkg-config".to_owned(), reason, option: "the PATH" };
    let mut command = Command::new("pkg-config");
    let output = command.args(["--cflags", package]).stdin(Stdio::null()).stderr(Stdio::null()).output();
    let output = output.map_err(|error| cannot(error.to_string()))?;
    if !output.status.success() {
        return Err(cannot(format!("it knows no {package}")));
    }
    let words = shlex::split(&String::from_utf8_lossy(&output.stdout)).unwrap_or_default();
    let words: Vec<String> = ["cc".to_owned()].into_iter().chain(words).collect();
    Ok(super::command::parse(&words).map(|command| command.flags).unwrap_or_default())
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
