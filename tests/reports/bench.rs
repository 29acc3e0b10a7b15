//! A folder with programs, the compiler, and the analyzer.

use rma_corpus::compile::{CLANG, Headers};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

/// A folder for one test.
pub struct Bench(TempDir);

/// The exit status of a run and its output.
pub struct Run {
    pub status: i32,
    pub stdout: String,
    pub stderr: String,
}

impl Bench {
    pub fn new() -> Bench {
        Bench(TempDir::new().unwrap())
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    pub fn write(&self, name: &str, text: &str) {
        let path = self.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    pub fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path().join(name)).unwrap()
    }

    /// Compiles sources to bitcode in the folder (or to text with `-S` among the flags), in one run of the compiler.
    pub fn compile(&self, flags: &[&str], sources: &[PathBuf]) {
        let mut command = Command::new(CLANG);
        command.current_dir(self.path()).args(["-O0", "-g", "-w", "-c", "-emit-llvm"]);
        command.arg(format!("-I{}", include().display())).arg("-I").arg(root().join("corpus/include"));
        let output = command.args(flags).args(sources).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }

    /// Writes a program and compiles it to `NAME.bc`.
    pub fn program(&self, name: &str, text: &str) {
        self.write(&format!("{name}.c"), text);
        self.compile(&[], &[PathBuf::from(format!("{name}.c"))]);
    }

    /// Runs the analyzer in the folder; words are separated by single blanks.
    pub fn run(&self, arguments: &str) -> Run {
        run_in(self.path(), arguments)
    }

    /// Its JSON report.
    pub fn json(&self, arguments: &str) -> serde_json::Value {
        let run = self.run(&format!("--format json {arguments}"));
        serde_json::from_str(&run.stdout).unwrap_or_else(|error| panic!("{error}: {}{}", run.stdout, run.stderr))
    }
}

pub fn run_in(folder: &Path, arguments: &str) -> Run {
    let program = Path::new(env!("CARGO_BIN_EXE_rma-static"));
    let mut command = Command::new(program);
    command.current_dir(folder).args(arguments.split(' ').filter(|word| !word.is_empty()));
    for variable in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "RMA_STATIC_READER"] {
        command.env_remove(variable);
    }
    let Output { status, stdout, stderr } = command.output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    Run { status: status.code().unwrap(), stdout: text(stdout), stderr: text(stderr) }
}

pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The folder of `mpi.h`.
pub fn include() -> PathBuf {
    Headers::Mpich.include().expect("MPICH is installed")
}
