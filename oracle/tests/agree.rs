//! The oracle and the analyzer agree on a fixed set of generated programs.

use rma_oracle::compare::Bench;
use rma_oracle::generate::{Case, case};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// The seed of the set. A long run takes others: `make oracle SEED=7 COUNT=5000`.
const SEED: u64 = 1000;
const PROGRAMS: u64 = 320;
const BATCH: u64 = 20;

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
    let bench =
        Bench::new(&analyzer(), Path::new(env!("CARGO_TARGET_TMPDIR"))).expect("compiler and headers are there");
    let next = AtomicU64::new(0);
    let work = || {
        let (mut problems, mut racy, mut pairs, mut unproven) = (Vec::new(), 0, 0, 0);
        loop {
            let from = next.fetch_add(BATCH, Ordering::Relaxed);
            if from >= PROGRAMS {
                return (problems, racy, pairs, unproven);
            }
            let indices: Vec<u64> = (from..(from + BATCH).min(PROGRAMS)).collect();
            let cases: Vec<Case> = indices.iter().map(|&index| case(SEED, index)).collect();
            let verdicts = bench.compare(&cases).expect("every generated program compiles and can be analysed");
            for ((index, case), verdict) in indices.iter().zip(&cases).zip(&verdicts) {
                racy += usize::from(!case.races.is_empty());
                pairs += case.races.len();
                unproven += verdict.unproven.len();
                if !verdict.agrees() {
                    problems.push(format!("program {index} of seed {SEED}:\n{}", verdict.describe()));
                }
            }
        }
    };
    let results: Vec<_> = std::thread::scope(|scope| {
        let handles: Vec<_> = (0..2).map(|_| scope.spawn(work)).collect();
        handles.into_iter().map(|handle| handle.join().expect("no panic")).collect()
    });
    let sum = |f: fn(&(Vec<String>, usize, usize, usize)) -> usize| results.iter().map(f).sum::<usize>();
    let (racy, pairs, unproven) = (sum(|r| r.1), sum(|r| r.2), sum(|r| r.3));
    let problems: Vec<&String> = results.iter().flat_map(|r| &r.0).collect();
    assert!(problems.is_empty(), "{problems:#?}\n`target/release/oracle --show {SEED} INDEX` prints a program");
    // A set without races, or one where all are left open, would agree with anything.
    let programs = PROGRAMS as usize;
    assert!(racy * 4 > programs && racy * 4 < programs * 3, "{racy} of {programs} programs are racy");
    assert!(unproven * 20 <= pairs, "{unproven} of {pairs} racy pairs are unproven");
}
