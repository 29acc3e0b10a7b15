//! The oracle and the analyzer agree on a fixed set of generated programs.

use rma_oracle::campaign;
use rma_oracle::compare::Bench;
use rma_oracle::generate::case;
use rma_oracle::pgas::{self, lang::Model};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// The seed of the set. A long run takes others: `make oracle SEED=7 COUNT=5000`.
const SEED: u64 = 1000;
const PROGRAMS: u64 = 320;

/// Cargo builds for this test the executables of its own package only; the analyzer stands two folders above the tests.
fn analyzer() -> PathBuf {
    let own = std::env::current_exe().expect("a test has a path");
    let folder = own.parent().and_then(Path::parent).expect("tests are built in target/<profile>/deps");
    let analyzer = folder.join("rma-static");
    assert!(analyzer.is_file(), "{} is missing; run `cargo build --release --workspace` first", analyzer.display());
    analyzer
}

#[test]
fn the_analyzer_agrees_on_openshmem() {
    agrees_on(Model::Shmem, 60);
}

#[test]
fn the_analyzer_agrees_on_gaspi() {
    agrees_on(Model::Gaspi, 25);
}

fn agrees_on(model: Model, programs: u64) {
    let include = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus/include");
    let bench = Bench::with_model(&analyzer(), Path::new(env!("CARGO_TARGET_TMPDIR")), &include, model)
        .expect("the headers are part of the corpus");
    let problems = Mutex::new(Vec::new());
    let case = |number| pgas::generate::case(model, SEED, number);
    let counts = campaign::run(&bench, case, 0..programs, |number, _, verdict| {
        problems.lock().expect("no panic").push(format!("program {number}:\n{}", verdict.describe()));
        Ok(ControlFlow::Continue(()))
    });
    let counts = counts.expect("every generated program compiles and can be analysed");
    let problems = problems.into_inner().expect("no panic");
    assert!(problems.is_empty(), "{}\n`oracle --model ... --show {SEED} NUMBER`", problems.join("\n"));
    assert_eq!(counts.agree, programs);
    assert!(counts.racy * 4 > programs && counts.racy * 4 < programs * 3);
    assert!(counts.unproven * 8 <= counts.pairs, "{} of {} pairs are unproven", counts.unproven, counts.pairs);
}

#[test]
fn the_analyzer_agrees() {
    let bench =
        Bench::new(&analyzer(), Path::new(env!("CARGO_TARGET_TMPDIR"))).expect("compiler and headers are there");
    let problems = Mutex::new(Vec::new());
    let counts = campaign::run(
        &bench,
        |number| case(SEED, number),
        0..PROGRAMS,
        |number, _, verdict| {
            problems.lock().expect("no panic").push(format!("program {number}:\n{}", verdict.describe()));
            Ok(ControlFlow::Continue(()))
        },
    );
    let counts = counts.expect("every generated program compiles and can be analysed");
    let mut problems = problems.into_inner().expect("no panic");
    problems.sort();
    let hint = format!("`target/release/oracle --show {SEED} NUMBER` prints a program");
    assert!(problems.is_empty(), "{}\n{hint}", problems.join("\n"));
    // A set without races, or one where all are left open, would agree with anything.
    assert_eq!(counts.agree, PROGRAMS);
    assert!(counts.racy * 4 > PROGRAMS && counts.racy * 4 < PROGRAMS * 3, "{} programs are racy", counts.racy);
    assert!(counts.unproven * 20 <= counts.pairs, "{} of {} pairs are unproven", counts.unproven, counts.pairs);
}
