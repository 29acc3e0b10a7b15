//! `oracle SEED COUNT [FIRST]`: compares the oracle with the analyzer beside it on generated programs.
//!
//! Prints the counts; every disagreement, and its reduced form, is kept in `target/oracle/`. `--show SEED INDEX` prints a program.

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
const MAX_REDUCED: usize = 40;

#[derive(Default)]
struct Counts {
    programs: u64,
    racy: u64,
    pairs: usize,
    agree: u64,
    missed: u64,
    invented: u64,
    unproven: usize,
    kept: Vec<(u64, Case, Verdict)>,
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let show = arguments.first().is_some_and(|a| a == "--show");
    let numbers: Option<Vec<u64>> = arguments[usize::from(show)..].iter().map(|a| a.parse().ok()).collect();
    let (Some(&[seed, count]) | Some(&[seed, count, _])) = numbers.as_deref() else {
        eprintln!("usage: oracle SEED COUNT [FIRST] | oracle --show SEED INDEX");
        return ExitCode::from(2);
    };
    if show {
        let case = case(seed, count);
        println!("{}", case.text);
        case.races.iter().for_each(|race| println!("// {:?} {:?}", race.class, race.lines));
        return ExitCode::SUCCESS;
    }
    let first = numbers.and_then(|n| n.get(2).copied()).unwrap_or(0);
    match run(seed, first..first + count) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

fn run(seed: u64, range: std::ops::Range<u64>) -> Result<bool, CompareError> {
    let own = std::env::current_exe()?;
    let analyzer = own.with_file_name("rma-static");
    let folder =
        own.parent().and_then(Path::parent).map_or_else(|| PathBuf::from("target"), Path::to_owned).join("oracle");
    let bench = Bench::new(&analyzer, &folder)?;
    let next = AtomicU64::new(range.start);
    let counts = Mutex::new(Counts::default());
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        let worker = || -> Result<(), CompareError> {
            loop {
                let from = next.fetch_add(BATCH, Ordering::Relaxed);
                if from >= range.end {
                    return Ok(());
                }
                let indices: Vec<u64> = (from..(from + BATCH).min(range.end)).collect();
                let cases: Vec<Case> = indices.iter().map(|&index| case(seed, index)).collect();
                let verdicts = bench.compare(&cases)?;
                let mut counts = counts.lock().expect("no thread panics with the counts");
                for ((index, case), verdict) in indices.into_iter().zip(cases).zip(verdicts) {
                    counts.add(index, case, verdict);
                }
            }
        };
        let handles: Vec<_> = (0..threads).map(|_| scope.spawn(worker)).collect();
        handles.into_iter().try_for_each(|handle| handle.join().expect("a worker does not panic"))
    })?;
    let mut counts = counts.into_inner().expect("no thread panics with the counts");
    counts.kept.sort_by_key(|kept| kept.0);
    for (number, (index, case, verdict)) in counts.kept.iter().enumerate() {
        let stem = format!("seed{seed}-{index}");
        keep(&folder, &stem, case, verdict)?;
        if number < MAX_REDUCED {
            let small = shrink(&bench, case, verdict);
            let again = bench.compare(std::slice::from_ref(&small))?;
            keep(&folder, &format!("{stem}-small"), &small, &again[0])?;
        }
    }
    println!("programs {}, racy {}, racy pairs {}", counts.programs, counts.racy, counts.pairs);
    println!(
        "agree {}, missed {}, false {}, unproven {}",
        counts.agree, counts.missed, counts.invented, counts.unproven
    );
    Ok(counts.missed == 0 && counts.invented == 0)
}

impl Counts {
    fn add(&mut self, index: u64, case: Case, verdict: Verdict) {
        self.programs += 1;
        self.racy += u64::from(!case.races.is_empty());
        self.pairs += case.races.len();
        self.unproven += verdict.unproven.len();
        self.agree += u64::from(verdict.agrees());
        self.missed += u64::from(!verdict.missed.is_empty());
        self.invented += u64::from(!verdict.invented.is_empty());
        if !verdict.agrees() {
            println!("seed {seed} {index}\n{}", verdict.describe(), seed = "");
            self.kept.push((index, case, verdict));
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
