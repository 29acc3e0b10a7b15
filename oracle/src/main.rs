//! `oracle [--analyzer FILE] [--first] SEED COUNT [FROM]`: compares the oracle with the analyzer (the one beside it) on
//! generated programs.
//!
//! Prints the counts; every disagreement is kept in `target/oracle/`, as it was found and made smaller. With `--first` the
//! first one ends the run, and is not reduced. `oracle --show SEED INDEX` prints a program and its races.

#![allow(clippy::print_stdout, clippy::print_stderr)]

use rma_oracle::compare::{Bench, CompareError, Verdict};
use rma_oracle::generate::{Case, case};
use rma_oracle::reduce::reduce;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// Programs that one run of the compiler gets.
const BATCH: u64 = 25;
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

#[derive(Default)]
struct Counts {
    programs: u64,
    racy: u64,
    pairs: usize,
    agree: u64,
    missed: u64,
    invented: u64,
    unproven: usize,
    disagree: u64,
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
    let (next, reduced) = (AtomicU64::new(range.start), AtomicU64::new(0));
    let counts = Mutex::new(Counts::default());
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        let worker = || -> Result<(), CompareError> {
            loop {
                let from = next.fetch_add(BATCH, Ordering::Relaxed);
                let done = options.first && counts.lock().expect("no panic").disagree > 0;
                if from >= range.end || done {
                    return Ok(());
                }
                let indices: Vec<u64> = (from..(from + BATCH).min(range.end)).collect();
                let cases: Vec<Case> = indices.iter().map(|&index| case(seed, index)).collect();
                let verdicts = bench.compare(&cases)?;
                for ((index, case), verdict) in indices.iter().zip(&cases).zip(&verdicts) {
                    counts.lock().expect("no panic").add(*index, case, verdict);
                    if verdict.agrees() {
                        continue;
                    }
                    let stem = format!("seed{seed}-{index}");
                    keep(&options.folder, &stem, case, verdict)?;
                    if !options.first && reduced.fetch_add(1, Ordering::Relaxed) < MAX_REDUCED {
                        let small = shrink(&bench, case, verdict);
                        let again = bench.compare(std::slice::from_ref(&small))?;
                        keep(&options.folder, &format!("{stem}-small"), &small, &again[0])?;
                    }
                }
            }
        };
        let handles: Vec<_> = (0..threads).map(|_| scope.spawn(worker)).collect();
        handles.into_iter().try_for_each(|handle| handle.join().expect("a worker does not panic"))
    })?;
    let counts = counts.into_inner().expect("no panic");
    println!("programs {}, racy {}, racy pairs {}", counts.programs, counts.racy, counts.pairs);
    println!(
        "agree {}, missed {}, false {}, unproven {}",
        counts.agree, counts.missed, counts.invented, counts.unproven
    );
    Ok(counts.disagree == 0)
}

impl Counts {
    fn add(&mut self, index: u64, case: &Case, verdict: &Verdict) {
        self.programs += 1;
        self.racy += u64::from(!case.races.is_empty());
        self.pairs += case.races.len();
        self.unproven += verdict.unproven.len();
        self.agree += u64::from(verdict.agrees());
        self.missed += u64::from(!verdict.missed.is_empty());
        self.invented += u64::from(!verdict.invented.is_empty());
        self.disagree += u64::from(!verdict.agrees());
        if !verdict.agrees() {
            println!("program {index}\n{}", verdict.describe());
        }
    }
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
