//! What the tests of the reader share.

#![allow(dead_code, reason = "each test uses a part")]

use rma_frontend::LoadOptions;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The reader that belongs to this build.
pub fn options() -> LoadOptions {
    LoadOptions { reader: Some(PathBuf::from(env!("CARGO_BIN_EXE_rma-static-reader"))), ..LoadOptions::default() }
}

/// Compiles a C or C++ file to bitcode with debug information.
pub fn compile(source: &Path, flags: &[&str], output: &Path) -> Result<(), String> {
    let result = Command::new("clang-19")
        .args(["-g", "-w", "-emit-llvm", "-c", "-I/usr/include/x86_64-linux-gnu/mpich"])
        .args(flags)
        .arg(source)
        .arg("-o")
        .arg(output)
        .output()
        .map_err(|error| format!("clang-19: {error}"))?;
    if result.status.success() { Ok(()) } else { Err(String::from_utf8_lossy(&result.stderr).into_owned()) }
}

/// The programs that belong to these tests.
pub fn own_programs() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs");
    let mut found: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("the folder of programs")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "c" || extension == "cpp"))
        .collect();
    found.sort();
    found
}
