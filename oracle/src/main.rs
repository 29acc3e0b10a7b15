//! `oracle [--model NAME] [--analyzer FILE] [--first] [--open] SEED COUNT [FROM]`: compares the oracle with the analyzer (the one
//! beside it) on generated programs of a language of [`table`].
//!
//! Prints the counts; every disagreement is kept in `target/oracle/`, as it was found and made smaller. With `--first` the
//! first one ends the run, and is not reduced. With `--open` programs with a race that is a note are printed, too. `oracle --show SEED INDEX` prints a program and its races.

#![allow(clippy::print_stdout, clippy::print_stderr)]

use rma_oracle::campaign;
use rma_oracle::case::Judged;
use rma_oracle::compare::{Bench, CompareError, Verdict};
use rma_oracle::table::{self, AnyLanguage, LANGUAGES};
use std::ops::{ControlFlow, Range};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};

/// Disagreements that are reduced; the others are kept as they are.
const MAX_REDUCED: u64 = 40;

struct Options {
    language: &'static dyn AnyLanguage,
    /// The repository, which holds this program in `target/<profile>`.
    root: PathBuf,
    analyzer: PathBuf,
    folder: PathBuf,
    first: bool,
    open: bool,
    show: bool,
    numbers: Vec<u64>,
}

fn main() -> ExitCode {
    let options = match options() {
        Some(options) if (2..=3).contains(&options.numbers.len()) => options,
        _ => {
            eprintln!("{}", usage());
            return ExitCode::from(2);
        }
    };
    let (seed, count) = (options.numbers[0], options.numbers[1]);
    if options.show {
        show(options.language.case(seed, count).as_ref());
        return ExitCode::SUCCESS;
    }
    let from = options.numbers.get(2).copied().unwrap_or(0);
    let result = run(&options, seed, from..from + count);
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

fn usage() -> String {
    let names: Vec<&str> = LANGUAGES.iter().map(|language| language.settings().name).collect();
    let model = format!("[--model {}]", names.join("|"));
    format!(
        "usage: oracle {model} [--analyzer FILE] [--first] [--open] SEED COUNT [FROM]
       oracle {model} --show SEED INDEX"
    )
}

fn show(case: &dyn Judged) {
    println!("{}", case.text());
    case.races().iter().for_each(|race| println!("// {:?} {:?}", race.class, race.lines));
}

fn options() -> Option<Options> {
    let own = std::env::current_exe().ok()?;
    let target = own.parent()?.parent()?;
    let (analyzer, folder) = (own.with_file_name("rma-static"), target.join("oracle"));
    let root = target.parent()?.to_owned();
    let (language, numbers) = (*LANGUAGES.first()?, Vec::new());
    let mut options = Options { language, root, analyzer, folder, first: false, open: false, show: false, numbers };
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--analyzer" => options.analyzer = PathBuf::from(arguments.next()?),
            "--model" => options.language = table::named(&arguments.next()?)?,
            "--first" => options.first = true,
            "--open" => options.open = true,
            "--show" => options.show = true,
            number => options.numbers.push(number.parse().ok()?),
        }
    }
    Some(options)
}

fn run(options: &Options, seed: u64, range: Range<u64>) -> Result<bool, CompareError> {
    let settings = options.language.settings();
    let bench = Bench::new(&options.analyzer, &options.folder, &options.root, settings)?;
    let reduced = AtomicU64::new(0);
    let counts = campaign::run(&bench, options.language, seed, range, |number, case, verdict| {
        if !verdict.agrees() || options.open {
            println!("program {number}\n{}", verdict.describe());
        }
        if verdict.agrees() {
            return Ok(ControlFlow::Continue(()));
        }
        let stem = format!("{}seed{seed}-{number}", settings.prefix);
        keep(&options.folder, &stem, case, verdict)?;
        if options.first {
            return Ok(ControlFlow::Break(()));
        }
        if reduced.fetch_add(1, Ordering::Relaxed) < MAX_REDUCED {
            let small = shrink(&bench, case, verdict);
            let again = bench.compare(&[small.as_ref()])?;
            keep(&options.folder, &format!("{stem}-small"), small.as_ref(), &again[0])?;
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

/// A smaller program with a disagreement of the same kind.
fn shrink(bench: &Bench, case: &dyn Judged, verdict: &Verdict) -> Box<dyn Judged> {
    let missed = !verdict.missed.is_empty();
    case.reduce(&mut |smaller| match bench.compare(&[smaller]) {
        Ok(verdicts) => {
            let set = if missed { &verdicts[0].missed } else { &verdicts[0].invented };
            !set.is_empty()
        }
        Err(_) => false,
    })
}

fn keep(folder: &Path, stem: &str, case: &dyn Judged, verdict: &Verdict) -> Result<(), CompareError> {
    let comment: String = verdict.describe().lines().map(|line| format!("// {line}\n")).collect();
    std::fs::write(folder.join(format!("{stem}.c")), format!("{}{comment}", case.text()))?;
    Ok(())
}
