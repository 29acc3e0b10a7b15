//! Integrations of the analyzer into build systems, continuous integration and documentation, where a test needs
//! neither root nor more than a minute. `make test-packaging` runs the other tests of this kind.

mod ci;
mod cmake;
mod generate;
mod links;
mod merge;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The repository.
fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The executable under test; its reader lies beside it.
fn analyzer() -> PathBuf {
    PathBuf::from(env!("CARGO_BIN_EXE_rma-static"))
}

/// The PATH with the executable under test in front.
fn search_path() -> String {
    let folder = analyzer().parent().expect("the executable is in a folder").display().to_string();
    format!("{folder}:{}", std::env::var("PATH").unwrap_or_default())
}

/// Runs a command in a folder.
#[expect(clippy::panic, reason = "a test without its tools fails")]
fn run(folder: &Path, command: &mut Command) -> Output {
    command.current_dir(folder).env("PATH", search_path()).env_remove("RMA_STATIC_READER");
    command.output().unwrap_or_else(|error| panic!("{command:?}: {error}; scripts/setup.sh installs what tests need"))
}

/// Both outputs as text.
fn said(output: &Output) -> String {
    [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes).into_owned()).concat()
}

/// The bitcode of a program of one source in a folder, `NAME.bc`.
fn compile(folder: &Path, name: &str, source: &Path) {
    let include = format!("/usr/include/{}-linux-gnu/mpich", std::env::consts::ARCH);
    let mut clang = Command::new("clang-19");
    clang.args(["-g", "-O0", "-emit-llvm", "-c", "-I", &include]).arg(source).arg("-o").arg(format!("{name}.bc"));
    let output = run(folder, &mut clang);
    assert!(output.status.success(), "{}", said(&output));
}
