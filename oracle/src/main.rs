//! `oracle [--analyzer FILE] [--first] SEED COUNT [FROM]`: compares the oracle with the analyzer (the one beside it) on
//! generated programs.
//!
//! Prints the counts; every disagreement is kept in `target/oracle/`, as it was found and made smaller. With `--first` the
//! first one ends the run, and is not reduced. `oracle --show SEED INDEX` prints a program and its races.

#![allow(clippy::print_stdout, clippy::print_stderr)]

use rma_oracle::campaign;
use rma_oracle::compare::{Bench, CompareError, Verdict};
use rma_oracle::generate::{Case, case};
use rma_oracle::reduce::reduce;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};

/// Disagreements that are reduced; the others are kept as they are.
const MAX_REDUCED: u64 = 40;

const USAGE: &str = "usage: oracle [--analyzer FILE] [--first] SEED COUNT [FROM] | oracle --show SEED INDEX";

struct Options {
    analyzer: PathBuf,
    folder: PathBuf,
    first: bool,
    show: bool,
    numbers: Vec<u64>,
}

fn main() -> ExitCode {
    let options = match options() {
        Some(options) if (2..=3).contains(&options.numbers.len()) => options,
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    let (seed, count) = (options.numbers[0], options.numbers[1]);
    if options.show {
        let case = case(seed, count);
        println!("{}", case.text);
        case.races.iter().for_each(|race| println!("// {:?} {:?}", race.class, race.lines));
        return ExitCode::SUCCESS;
    }
    let from = options.numbers.get(2).copied().unwrap_or(0);
    match run(&options, seed, from..from + count) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

fn options() -> Option<Options> {
    let own = std::env::current_exe().ok()?;
    let target = own.parent()?.parent()?;
    let (analyzer, folder) = (own.with_file_name("rma-static"), target.join("oracle"));
    let mut options = Options { analyzer, folder, first: false, show: false, numbers: Vec::new() };
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--analyzer" => options.analyzer = PathBuf::from(arguments.next()?),
            "--first" => options.first = true,
            "--show" => options.show = true,
            number => options.numbers.push(number.parse().ok()?),
        }
    }
    Some(options)
}

fn run(options: &Options, seed: u64, range: std::ops::Range<u64>) -> Result<bool, CompareError> {
    let bench = Bench::new(&options.analyzer, &options.folder)?;
    let reduced = AtomicU64::new(0);
    let counts = campaign::run(&bench, seed, range, |number, case, verdict| {
        println!("program {number}\n{}", verdict.describe());
        let stem = format!("seed{seed}-{number}");
        keep(&options.folder, &stem, case, verdict)?;
        if options.first {
            return Ok(ControlFlow::Break(()));
        }
        if reduced.fetch_add(1, Ordering::Relaxed) < MAX_REDUCED {
            let small = shrink(&bench, case, verdict);
            let again = bench.compare(std::slice::from_ref(&small))?;
            keep(&options.folder, &format!("{stem}-small"), &small, &again[0])?;
        }
        Ok(ControlFlow::Continue(()))
    })?;
    println!("programs {}, racy {}, racy pairs {}", counts.programs, counts.racy, counts.pairs);
    println!(
        "agree {}, missed {}, false {}, unproven {}",
        counts.agree, counts.missed, counts.invented, counts.unproven
    );
    Ok(counts.agree == counts.programs)
}

/// Smaller, with a disagreement of the same kind.
fn shrink(bench: &Bench, case: &Case, verdict: &Verdict) -> Case {
    let missed = !verdict.missed.is_empty();
    reduce(case.clone(), |smaller| match bench.compare(std::slice::from_ref(smaller)) {
        Ok(verdicts) => {
            let set = if missed { &verdicts[0].missed } else { &verdicts[0].invented };
            !set.is_empty()
        }
        Err(_) => false,
    })
}

fn keep(folder: &Path, stem: &str, case: &Case, verdict: &Verdict) -> Result<(), CompareError> {
    let comment: String = verdict.describe().lines().map(|line| format!("// {line}\n")).collect();
    std::fs::write(folder.join(format!("{stem}.c")), format!("{}{comment}", case.text))?;
    Ok(())
}
