//! What `rma-static screen` writes, and what becomes of it: modules, programs that run with ThreadSanitizer, lists, and nothing on bad input.

// A test without its tools or files fails.
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test without its tools or files fails")]

mod input;
mod instrumented;
mod rewriting;
mod running;
mod threads;

use rma_corpus::corpus::{Program, discover};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn analyzer() -> PathBuf {
    PathBuf::from(env!("CARGO_BIN_EXE_rma-static"))
}

/// `rma-static screen`, run in a folder.
fn screen(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(analyzer()).arg("screen").args(arguments).current_dir(folder).output().unwrap()
}

/// A program of the corpus.
fn program(name: &str) -> Program {
    let found = discover(root()).unwrap().into_iter().find(|entry| entry.name == name);
    found.unwrap_or_else(|| panic!("{name} is in the corpus")).program.unwrap()
}

/// Compiles sources of `tests/screen/programs` to bitcode, for the sanitizer and before all passes.
fn compile(folder: &Path, names: &[&str], flags: &[&str]) -> Vec<PathBuf> {
    let programs = root().join("tests/screen/programs");
    let sources: Vec<String> = names.iter().map(|name| programs.join(name).to_string_lossy().into_owned()).collect();
    let build = rma_corpus::sanitized::Build {
        root: root(),
        analyzer: &analyzer(),
        folder,
        sources: &sources,
        flags,
        options: &[],
    };
    build.whole().unwrap().files
}

/// An access of the answer in JSON, with where it stands.
#[derive(Debug, Clone)]
struct Listed {
    module: usize,
    function: String,
    instruction: usize,
    line: u64,
    kind: String,
    local: bool,
    dropped: bool,
    pairs: Vec<usize>,
}

/// The accesses of all modules.
fn listed(list: &serde_json::Value) -> Vec<Listed> {
    let many = |value: &serde_json::Value, key: &str| value[key].as_array().unwrap().clone();
    let number = |value: &serde_json::Value| usize::try_from(value.as_u64().unwrap()).unwrap();
    let mut out = Vec::new();
    for (module, content) in many(list, "modules").iter().enumerate() {
        for function in many(content, "functions") {
            for access in many(&function, "accesses") {
                out.push(Listed {
                    module,
                    function: function["name"].as_str().unwrap().to_owned(),
                    instruction: number(&access["instruction"]),
                    line: access["line"].as_u64().unwrap(),
                    kind: access["kind"].as_str().unwrap().to_owned(),
                    local: access["local"] == true,
                    dropped: access["dropped"] == true,
                    pairs: many(&access, "pairs").iter().map(number).collect(),
                });
            }
        }
    }
    out
}
