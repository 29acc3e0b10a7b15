//! What the screening drops of every racy program of the corpus, at `-O0` and `-O2`: neither access of any label, at either
//! strength.
//!
//! `cargo test --release --test screening -- put_fence` looks at the programs whose name contains `put_fence`.

#![allow(clippy::print_stdout)] // The figures are for the person who runs the tests.

use libtest_mimic::{Arguments, Failed, Trial};
use rma_corpus::compile::{Compiler, Headers, OptLevel};
use rma_corpus::corpus::{Program, discover};
use rma_corpus::labels::{Expectation, Place};
use rma_corpus::process;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

const ANALYZER: &str = env!("CARGO_BIN_EXE_rma-static");
const TIME_LIMIT: Duration = Duration::from_secs(240);

/// Counts of all runs: labels, and loads, stores and copies that are not of stack cells.
#[derive(Debug, Default)]
struct Figures {
    labels: AtomicU64,
    all: AtomicU64,
    relevant: AtomicU64,
    unproven: AtomicU64,
}

fn main() {
    let arguments = Arguments::from_args();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let compiler = Compiler::new(root, &Path::new(env!("CARGO_TARGET_TMPDIR")).join("corpus"));
    let compiler = Arc::new(compiler.expect("the compiler of the corpus runs; scripts/setup.sh installs it"));
    let figures = Arc::new(Figures::default());
    let entries = discover(root).expect("the corpus can be read");
    let mut trials = Vec::new();
    for program in entries.into_iter().filter_map(|entry| entry.program.ok()) {
        for level in OptLevel::ALL {
            // Whose headers they are changes handles, not memory.
            let Some(headers) = Headers::of(&program).first().copied() else { continue };
            if program.expected(level == OptLevel::O2).is_empty() {
                continue;
            }
            let name = format!("{}::{}", program.name, level.name());
            let (program, compiler, figures) = (program.clone(), compiler.clone(), figures.clone());
            trials.push(Trial::test(name, move || run(&program, &compiler, headers, level, &figures)));
        }
    }
    trials.extend(hostile(root));
    assert!(trials.len() > 1000, "the corpus has racy programs: {}", trials.len());
    let conclusion = libtest_mimic::run(&arguments, trials);
    let [labels, all, relevant, unproven] =
        [&figures.labels, &figures.all, &figures.relevant, &figures.unproven].map(|figure| figure.load(Relaxed));
    println!("{labels} labels; kept of {all} loads, stores and copies: {relevant} (relevant), {unproven} (unproven)");
    conclusion.exit();
}

fn run(
    program: &Program,
    compiler: &Compiler,
    headers: Headers,
    level: OptLevel,
    figures: &Figures,
) -> Result<(), Failed> {
    let inputs = compiler.bitcode(program, headers, level).map_err(|error| error.to_string())?;
    let screen = screen(program, &inputs)?;
    let accesses = accesses(&screen);
    for access in accesses.iter().filter(|access| access.is_memory()) {
        figures.all.fetch_add(1, Relaxed);
        figures.unproven.fetch_add(u64::from(!access.dropped), Relaxed);
        figures.relevant.fetch_add(u64::from(access.class != "apart"), Relaxed);
    }
    let mut problems = Vec::new();
    for expectation in program.expected(level == OptLevel::O2) {
        figures.labels.fetch_add(1, Relaxed);
        problems.extend(check(expectation, &screen, &accesses).err());
    }
    if problems.is_empty() { Ok(()) } else { Err(problems.join("\n").into()) }
}

/// Programs whose pointers take odd ways: each says which lines must be kept, and which dropped.
fn hostile(root: &Path) -> Vec<Trial> {
    let folder = root.join("tests/screening/programs");
    let files = std::fs::read_dir(&folder).expect("the programs are there").filter_map(Result::ok);
    let mut files: Vec<PathBuf> = files.map(|file| file.path()).collect();
    files.sort();
    let trial = |file: PathBuf| {
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        Trial::test(format!("hostile/{name}"), move || lines_are_kept(&file))
    };
    files.into_iter().map(trial).collect()
}

fn lines_are_kept(file: &Path) -> Result<(), Failed> {
    let scratch = tempfile::tempdir().map_err(|error| error.to_string())?;
    let bitcode = scratch.path().join("program.bc");
    let include = Headers::Mpich.include().map_err(|error| error.to_string())?;
    let mut compile = Command::new(rma_corpus::compile::CLANG);
    compile.args(["-g", "-O0", "-fopenmp", "-emit-llvm", "-c", "-I"]).arg(include).arg(file).arg("-o").arg(&bitcode);
    let compiled = process::run(&mut compile, TIME_LIMIT).map_err(|error| error.to_string())?;
    if compiled.code != Some(0) {
        return Err(compiled.stderr.into());
    }
    let mut command = Command::new(ANALYZER);
    command.args(["screen", "--format", "json"]).arg(&bitcode);
    let finished = process::run(&mut command, TIME_LIMIT).map_err(|error| error.to_string())?;
    let screen: Value = serde_json::from_str(&finished.stdout).map_err(|_| finished.stderr.clone())?;
    let accesses = accesses(&screen);
    let text = std::fs::read_to_string(file).map_err(|error| error.to_string())?;
    let mut problems = Vec::new();
    for (line, source) in (1..).zip(text.lines()) {
        let here = || accesses.iter().filter(|access| access.line == line && access.is_memory());
        let kept = here().any(|access| !access.dropped);
        if source.contains("//@ KEEP") && !kept || source.contains("//@ DROP") && kept {
            problems.push(format!("{line}: {}", source.trim()));
        }
    }
    if problems.is_empty() { Ok(()) } else { Err(problems.join("\n").into()) }
}

fn screen(program: &Program, inputs: &[PathBuf]) -> Result<Value, String> {
    let mut command = Command::new(ANALYZER);
    command.args(["screen", "--screen", "unproven", "--format", "json"]).args(&program.labels.options).args(inputs);
    let finished = process::run(&mut command, TIME_LIMIT).map_err(|error| format!("rma-static: {error}"))?;
    if finished.timed_out || finished.code != Some(0) {
        return Err(format!("rma-static screen ended with {:?}:\n{}", finished.code, finished.stderr));
    }
    serde_json::from_str(&finished.stdout).map_err(|error| error.to_string())
}

/// One access of the answer.
struct Access {
    place: [u64; 3],
    line: u64,
    class: String,
    kind: String,
    local: bool,
    dropped: bool,
}

impl Access {
    fn is_memory(&self) -> bool {
        !self.local && !["call", "atomic"].contains(&self.kind.as_str())
    }
}

fn accesses(screen: &Value) -> Vec<Access> {
    let list = |value: &Value, key: &str| value[key].as_array().cloned().unwrap_or_default();
    let mut out = Vec::new();
    for (m, module) in (0..).zip(list(screen, "modules")) {
        for (f, function) in (0..).zip(list(&module, "functions")) {
            for (a, access) in (0..).zip(list(&function, "accesses")) {
                let text = |key: &str| access[key].as_str().unwrap_or_default().to_owned();
                out.push(Access {
                    place: [m, f, a],
                    line: access["line"].as_u64().unwrap_or_default(),
                    class: text("class"),
                    kind: text("kind"),
                    local: access["local"] == true,
                    dropped: access["dropped"] == true,
                });
            }
        }
    }
    out
}

/// A label is a pair of the answer that is not safe, and both accesses of every such pair are kept and say so.
fn check(expectation: &Expectation, screen: &Value, accesses: &[Access]) -> Result<(), String> {
    let pairs = screen["pairs"].as_array().cloned().unwrap_or_default();
    let at = |place: &Place, pair: &Value, n: usize| {
        let shown = &pair["places"][n];
        shown["line"] == place.line && shown["file"].as_str().is_some_and(|file| file.ends_with(&place.file))
    };
    let [a, b] = &expectation.places;
    // The end of a block's life has no line of its own: the label has the operation's line twice.
    let of_label = |pair: &&Value| {
        let both = (at(a, pair, 0) && at(b, pair, 1)) || (at(b, pair, 0) && at(a, pair, 1));
        both || (a == b && at(a, pair, 0))
    };
    let open: Vec<&Value> = pairs.iter().filter(of_label).filter(|pair| pair["verdict"] != "safe").collect();
    if open.is_empty() {
        return Err(format!("{expectation}: no pair"));
    }
    for pair in open {
        for side in ["first", "second"] {
            let Some(place) = pair[side].as_array() else { continue };
            let place: Vec<u64> = place.iter().filter_map(Value::as_u64).collect();
            let access = accesses.iter().find(|access| access.place[..] == place[..]);
            let access = access.ok_or_else(|| format!("{expectation}: {side} is no access: {place:?}"))?;
            if access.dropped || ["safe", "apart"].contains(&access.class.as_str()) {
                return Err(format!("{expectation}: the {} at {place:?} is {} and dropped", access.kind, access.class));
            }
        }
    }
    Ok(())
}
