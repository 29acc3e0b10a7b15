//! `oracle [--model mpi|threads|shmem|gaspi] [--analyzer FILE] [--first] SEED COUNT [FROM]`: compares the oracle with the analyzer
//! (the one beside it) on generated programs.
//!
//! Prints the counts; every disagreement is kept in `target/oracle/`, as it was found and made smaller. With `--first` the
//! first one ends the run, and is not reduced. `oracle --show SEED INDEX` prints a program and its races.

#![allow(clippy::print_stdout, clippy::print_stderr)]

use rma_oracle::campaign;
use rma_oracle::compare::{Bench, CompareError, Judged, Verdict};
use rma_oracle::pgas::{self, lang::Model};
use rma_oracle::{generate, reduce, threads};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};

/// Disagreements that are reduced; the others are kept as they are.
const MAX_REDUCED: u64 = 40;

const USAGE: &str = "usage: oracle [--model mpi|threads|shmem|gaspi] [--analyzer FILE] [--first] SEED COUNT [FROM]
       oracle [--model mpi|threads|shmem|gaspi] --show SEED INDEX";

/// Declarations of OpenSHMEM and GASPI, relative to the repository, which holds this program in `target/<profile>`.
const OWN_HEADERS: &str = "corpus/include";

/// Which language, and which generator.
#[derive(Clone, Copy)]
enum Mode {
    Mpi,
    Threads,
    Pgas(Model),
}

struct Options {
    mode: Mode,
    include: PathBuf,
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
        match options.mode {
            Mode::Mpi => show(&generate::case(seed, count)),
            Mode::Threads => show(&threads::generate::case(seed, count)),
            Mode::Pgas(model) => show(&pgas::generate::case(model, seed, count)),
        }
        return ExitCode::SUCCESS;
    }
    let from = options.numbers.get(2).copied().unwrap_or(0);
    let range = from..from + count;
    let result = match options.mode {
        Mode::Mpi => run(&options, seed, range, |k| generate::case(seed, k), |c, keep| reduce::reduce(c, keep)),
        Mode::Threads => {
            let case = |k| threads::generate::case(seed, k);
            run(&options, seed, range, case, |c, keep| threads::generate::reduce(c, keep))
        }
        Mode::Pgas(model) => {
            let case = |k| pgas::generate::case(model, seed, k);
            run(&options, seed, range, case, |c, keep| pgas::generate::reduce(c, keep))
        }
    };
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

fn show(case: &impl Judged) {
    println!("{}", case.text());
    case.races().iter().for_each(|race| println!("// {:?} {:?}", race.class, race.lines));
}

fn options() -> Option<Options> {
    let own = std::env::current_exe().ok()?;
    let target = own.parent()?.parent()?;
    let (analyzer, folder) = (own.with_file_name("rma-static"), target.join("oracle"));
    let include = target.parent()?.join(OWN_HEADERS);
    let (mode, numbers) = (Mode::Mpi, Vec::new());
    let mut options = Options { mode, include, analyzer, folder, first: false, show: false, numbers };
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--analyzer" => options.analyzer = PathBuf::from(arguments.next()?),
            "--model" => {
                options.mode = match arguments.next()?.as_str() {
                    "mpi" => Mode::Mpi,
                    "threads" => Mode::Threads,
                    "shmem" => Mode::Pgas(Model::Shmem),
                    "gaspi" => Mode::Pgas(Model::Gaspi),
                    _ => return None,
                }
            }
            "--first" => options.first = true,
            "--show" => options.show = true,
            number => options.numbers.push(number.parse().ok()?),
        }
    }
    Some(options)
}

/// `make` makes the program of a number, `reduce` a smaller one that is still kept.
fn run<C, M, R>(
    options: &Options,
    seed: u64,
    range: std::ops::Range<u64>,
    make: M,
    reduce: R,
) -> Result<bool, CompareError>
where
    C: Judged + Clone,
    M: Fn(u64) -> C + Sync,
    R: Fn(C, &mut dyn FnMut(&C) -> bool) -> C + Sync,
{
    let (analyzer, folder) = (&options.analyzer, &options.folder);
    let (bench, prefix) = match options.mode {
        Mode::Mpi => (Bench::new(analyzer, folder)?, ""),
        Mode::Threads => (Bench::with_threads(analyzer, folder)?, "threads-"),
        Mode::Pgas(model @ Model::Shmem) => (Bench::with_model(analyzer, folder, &options.include, model)?, "shmem-"),
        Mode::Pgas(model @ Model::Gaspi) => (Bench::with_model(analyzer, folder, &options.include, model)?, "gaspi-"),
    };
    let reduced = AtomicU64::new(0);
    let counts = campaign::run(&bench, make, range, |number, case: &C, verdict| {
        println!("program {number}\n{}", verdict.describe());
        let stem = format!("{prefix}seed{seed}-{number}");
        keep(&options.folder, &stem, case, verdict)?;
        if options.first {
            return Ok(ControlFlow::Break(()));
        }
        if reduced.fetch_add(1, Ordering::Relaxed) < MAX_REDUCED {
            let small = shrink(&bench, case, verdict, &reduce);
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
fn shrink<C, R>(bench: &Bench, case: &C, verdict: &Verdict, reduce: &R) -> C
where
    C: Judged + Clone,
    R: Fn(C, &mut dyn FnMut(&C) -> bool) -> C,
{
    let missed = !verdict.missed.is_empty();
    reduce(case.clone(), &mut |smaller| match bench.compare(std::slice::from_ref(smaller)) {
        Ok(verdicts) => {
            let set = if missed { &verdicts[0].missed } else { &verdicts[0].invented };
            !set.is_empty()
        }
        Err(_) => false,
    })
}

fn keep(folder: &Path, stem: &str, case: &impl Judged, verdict: &Verdict) -> Result<(), CompareError> {
    let comment: String = verdict.describe().lines().map(|line| format!("// {line}\n")).collect();
    std::fs::write(folder.join(format!("{stem}.c")), format!("{}{comment}", case.text()))?;
    Ok(())
}
