//! The oracle and the analyzer agree on fixed sets of generated programs.

use rma_oracle::campaign;
use rma_oracle::compare::Bench;
use rma_oracle::table;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// The seed of the sets. A long run takes others: `make oracle SEED=7 COUNT=5000`.
const SEED: u64 = 1000;

/// Cargo builds for this test the executables of its own package only; the analyzer stands two folders above the tests.
fn analyzer() -> PathBuf {
    let own = std::env::current_exe().expect("a test has a path");
    let folder = own.parent().and_then(Path::parent).expect("tests are built in target/<profile>/deps");
    let analyzer = folder.join("rma-static");
    assert!(analyzer.is_file(), "{} is missing; run `cargo build --release --workspace` first", analyzer.display());
    analyzer
}

#[test]
fn the_analyzer_agrees() {
    agrees("mpi", 320, 20);
}

#[test]
fn the_analyzer_agrees_on_openshmem() {
    agrees("shmem", 100, 12);
}

#[test]
fn the_analyzer_agrees_on_gaspi() {
    agrees("gaspi", 80, 12);
}

#[test]
fn the_analyzer_agrees_on_threads() {
    agrees("threads", 100, 20);
}

/// So many programs agree, and at most one in `open` racy pairs is left open.
fn agrees(name: &str, programs: u64, open: usize) {
    let language = table::named(name).expect("the language is in the table");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let bench = Bench::new(&analyzer(), folder, &root, language.settings());
    let bench = bench.expect("compiler and headers are there");
    let (problems, notes) = (Mutex::new(Vec::new()), Mutex::new(Vec::new()));
    let counts = campaign::run(&bench, language, SEED, 0..programs, |number, _, verdict| {
        let into = if verdict.agrees() { &notes } else { &problems };
        into.lock().expect("no panic").push(format!("program {number}:\n{}", verdict.describe()));
        Ok(ControlFlow::Continue(()))
    });
    let counts = counts.expect("every generated program compiles and can be analysed");
    let sorted = |texts: Mutex<Vec<String>>| {
        let mut texts = texts.into_inner().expect("no panic");
        texts.sort();
        texts.join("\n")
    };
    let (problems, notes) = (sorted(problems), sorted(notes));
    let hint = format!("`target/release/oracle --show {SEED} NUMBER` (with `--model`) prints a program");
    assert!(problems.is_empty(), "{problems}\n{hint}");
    // A set without races, or one where many are left open, would agree with anything.
    assert_eq!(counts.agree, programs);
    assert!(counts.racy * 4 > programs && counts.racy * 4 < programs * 3, "{} programs are racy", counts.racy);
    let (unproven, pairs) = (counts.unproven, counts.pairs);
    assert!(unproven * open <= pairs, "{unproven} of {pairs} pairs are unproven:\n{notes}\n{hint}");
}
