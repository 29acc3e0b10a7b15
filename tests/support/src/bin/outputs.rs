//! `outputs [--every N] [--jobs N] ANALYZER FOLDER [FILTER]`: writes what an analyzer prints as SARIF for every run of the
//! corpus (program, header set, level of optimisation) to FOLDER, one file a run, and its processor time to `FOLDER/times.tsv`.
//!
//! Two builds answer alike when `diff -r OLD NEW --exclude times.tsv` finds nothing: `scripts/compare.sh` is that.

#![allow(clippy::print_stdout, clippy::print_stderr)]

use rma_corpus::compile::{Compiler, Headers, OptLevel};
use rma_corpus::corpus::{Program, discover};
use rma_corpus::process;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

const USAGE: &str = "usage: outputs [--every N] [--jobs N] ANALYZER FOLDER [FILTER]";

/// The time limit of the corpus tests; only a run that hangs reaches it.
const TIME_LIMIT: Duration = Duration::from_secs(240);

struct Options {
    /// One run of so many is made.
    every: usize,
    jobs: usize,
    analyzer: PathBuf,
    folder: PathBuf,
    /// Part of the program's name.
    filter: String,
}

struct Run {
    program: Program,
    headers: Headers,
    level: OptLevel,
}

fn main() -> ExitCode {
    let Some(options) = options() else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    match outputs(&options) {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

fn options() -> Option<Options> {
    let (mut every, mut jobs) = (1, std::thread::available_parallelism().map_or(1, usize::from));
    let mut rest = Vec::new();
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--every" => every = arguments.next()?.parse().ok().filter(|n| *n > 0)?,
            "--jobs" => jobs = arguments.next()?.parse().ok().filter(|n| *n > 0)?,
            _ => rest.push(argument),
        }
    }
    let mut rest = rest.into_iter();
    let (analyzer, folder) = (PathBuf::from(rest.next()?), PathBuf::from(rest.next()?));
    let filter = rest.next().unwrap_or_default();
    rest.next().is_none().then_some(Options { every, jobs, analyzer, folder, filter })
}

/// Makes the runs; how many of them gave no output.
fn outputs(options: &Options) -> Result<usize, String> {
    let root = std::env::current_dir().map_err(|error| error.to_string())?;
    let compiler = Compiler::new(&root, &root.join("target/tmp/corpus")).map_err(|error| error.to_string())?;
    fs::create_dir_all(&options.folder).map_err(|error| format!("{}: {error}", options.folder.display()))?;
    let runs = runs(&root, options)?;
    let (next, broken, lines) = (AtomicUsize::new(0), AtomicUsize::new(0), Mutex::new(vec![String::new(); runs.len()]));
    std::thread::scope(|scope| {
        for _ in 0..options.jobs {
            scope.spawn(|| {
                while let Some((n, run)) =
                    Some(next.fetch_add(1, Ordering::Relaxed)).and_then(|n| Some((n, runs.get(n)?)))
                {
                    match one(run, &compiler, options) {
                        Ok(cpu) => {
                            let line = format!("{}\t{:.4}\n", run.name(), cpu.as_secs_f64());
                            if let Some(slot) = lines.lock().ok().as_mut().and_then(|all| all.get_mut(n)) {
                                *slot = line;
                            }
                        }
                        Err(error) => {
                            eprintln!("{}: {error}", run.name());
                            broken.fetch_add(1, Ordering::Relaxed);
                        }
                    }
                }
            });
        }
    });
    let times = lines.into_inner().map_err(|error| error.to_string())?.concat();
    fs::write(options.folder.join("times.tsv"), times).map_err(|error| error.to_string())?;
    let broken = broken.into_inner();
    println!("{} runs, {broken} without output", runs.len());
    Ok(broken)
}

fn runs(root: &Path, options: &Options) -> Result<Vec<Run>, String> {
    let mut runs = Vec::new();
    for entry in discover(root).map_err(|error| error.to_string())? {
        let program = entry.program.map_err(|error| error.to_string())?;
        if !program.name.contains(&options.filter) {
            continue;
        }
        for headers in Headers::of(&program) {
            runs.extend(OptLevel::ALL.map(|level| Run { program: program.clone(), headers, level }));
        }
    }
    Ok(runs.into_iter().step_by(options.every).collect())
}

impl Run {
    fn name(&self) -> String {
        format!("{}.{}.{}", self.program.name.replace('/', "-"), self.headers.name(), self.level.name())
    }
}

/// One run's output, its exit status and what it wrote to standard error in a file; its processor time.
fn one(run: &Run, compiler: &Compiler, options: &Options) -> Result<Duration, String> {
    let inputs = compiler.bitcode(&run.program, run.headers, run.level).map_err(|error| error.to_string())?;
    let mut command = Command::new(&options.analyzer);
    command.args(["--format", "sarif", "--show-notes"]).args(&run.program.labels.options).args(inputs);
    let finished = process::run(&mut command, TIME_LIMIT).map_err(|error| error.to_string())?;
    let mut text = finished.stdout;
    let _ = write!(text, "\nexit status {:?}\n{}", finished.code, finished.stderr);
    fs::write(options.folder.join(run.name()), text).map_err(|error| error.to_string())?;
    if finished.timed_out {
        return Err(format!("did not end within {} s", TIME_LIMIT.as_secs()));
    }
    Ok(finished.cpu)
}
