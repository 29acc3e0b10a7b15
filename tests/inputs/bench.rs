//! A folder with the sources of a program, the compilers, and the analyzer.

use rma_corpus::compile::{CLANG, Headers};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

/// The sources of `corpus/inputs/ring`, in a folder of their own.
pub struct Bench(TempDir);

/// What a run of the analyzer gave.
#[derive(Debug)]
pub struct Run {
    pub status: Option<i32>,
    pub stderr: String,
    pub report: serde_json::Value,
}

impl Bench {
    pub fn new() -> Bench {
        let folder = TempDir::new().expect("a temporary folder can be made");
        let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus/inputs/ring");
        for entry in std::fs::read_dir(sources).expect("the sources are there") {
            let path = entry.expect("an entry").path();
            let name = path.file_name().expect("a file has a name");
            std::fs::copy(&path, folder.path().join(name)).expect("a source can be copied");
        }
        Bench(folder)
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    pub fn write(&self, name: &str, text: &str) {
        let path = self.path().join(name);
        std::fs::create_dir_all(path.parent().expect("a file is in a folder")).expect("a folder can be made");
        std::fs::write(path, text).expect("a file can be written");
    }

    /// Runs a command line in the folder; it must succeed. Words are separated by single blanks.
    pub fn run(&self, line: &str) -> Output {
        let output = self.try_run(line);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(
            output.status.success(),
            "{line}: {}\n{}{said}",
            output.status,
            String::from_utf8_lossy(&output.stdout)
        );
        output
    }

    #[expect(clippy::panic, reason = "a test without its tools fails")]
    pub fn try_run(&self, line: &str) -> Output {
        let mut words = line.split(' ');
        let program = words.next().expect("a command has a name");
        let mut command = Command::new(program);
        command.args(words).current_dir(self.path());
        // The tests set these themselves where they are about them.
        for variable in ["MPICH_CC", "OMPI_CC", "MAKEFLAGS", "CC", "CFLAGS", "MPICC", "MPIFORT", "RMA_STATIC_READER"] {
            command.env_remove(variable);
        }
        command.output().unwrap_or_else(|error| panic!("{program}: {error}; scripts/setup.sh installs it"))
    }

    /// Compiles `NAME.c` to `NAME.EXTENSION` with further flags.
    pub fn compile(&self, names: &[&str], flags: &str, extension: &str) {
        for name in names {
            self.run(&format!("{CLANG} -g -I{} {flags} -c {name}.c -o {name}.{extension}", include()));
        }
    }

    /// Runs the analyzer with a JSON report.
    pub fn analyse(&self, arguments: &str) -> Run {
        let output = self.try_run(&format!("{} --format json {arguments}", analyzer().display()));
        Run {
            status: output.status.code(),
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
            report: serde_json::from_slice(&output.stdout).unwrap_or_default(),
        }
    }
}

/// The folder of `mpi.h`.
pub fn include() -> String {
    Headers::Mpich.include().expect("MPICH is installed").display().to_string()
}

pub fn analyzer() -> PathBuf {
    PathBuf::from(env!("CARGO_BIN_EXE_rma-static"))
}

impl Run {
    /// Asserts that the run found the race of the racy variant and nothing else.
    #[track_caller]
    pub fn finds_the_race(&self) -> &Run {
        self.finds_the_race_in("step_racy.c")
    }

    /// Like the function above, for a program whose race is in another source.
    #[track_caller]
    pub fn finds_the_race_in(&self, source: &str) -> &Run {
        let found: Vec<&str> = self.findings().iter().filter_map(|finding| finding["rule"].as_str()).collect();
        assert_eq!(found, ["RMA101"], "{}\n{:#}", self.stderr, self.report);
        let text = self.report.to_string();
        assert!(text.contains(source), "{text}");
        assert_eq!(self.status, Some(1), "{}", self.stderr);
        self
    }

    /// Asserts that nothing was found, and the whole program was analysed.
    #[track_caller]
    pub fn is_clean(&self) -> &Run {
        assert!(self.findings().is_empty() && self.status == Some(0), "{}\n{:#}", self.stderr, self.report);
        self
    }

    /// Errors and warnings.
    pub fn findings(&self) -> Vec<&serde_json::Value> {
        let all = self.report["findings"].as_array().map(Vec::as_slice).unwrap_or_default();
        all.iter().filter(|finding| finding["level"] != "note").collect()
    }

    /// Texts of the notices of one kind.
    pub fn notices(&self, kind: &str) -> Vec<&str> {
        let all = self.report["notices"].as_array().map(Vec::as_slice).unwrap_or_default();
        all.iter().filter(|notice| notice["kind"] == kind).filter_map(|notice| notice["text"].as_str()).collect()
    }
}
