//! Every program of the corpus, against the header sets of its model, at `-O0` and `-O2`: the findings must be exactly
//! those of the labels. One test a combination; afterwards a scoreboard. One of sixteen programs of MPI in C and C++, from every
//! folder, is compiled against the standard ABI of MPI 5, too.
//!
//! `cargo test --release --test corpus -- put_fence` runs the programs whose name contains `put_fence`.

#![allow(clippy::print_stdout)] // The scoreboard is for the person who runs the tests.

use libtest_mimic::{Arguments, Failed, Trial};
use rma_corpus::compile::{Compiler, Headers, OptLevel};
use rma_corpus::corpus::{Entry, Program, discover};
use rma_corpus::judge::{Judgement, judge};
use rma_corpus::score::Scoreboard;
use rma_corpus::{process, sarif};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// One program of so many is compiled against the standard ABI of MPI 5, too; of every folder the first one.
const EVERY: usize = 16;

const ANALYZER: &str = env!("CARGO_BIN_EXE_rma-static");

/// Well above what any program of the corpus needs on two busy cores, so that only a hang meets it.
const TIME_LIMIT: Duration = Duration::from_secs(240);

fn main() {
    let arguments = Arguments::from_args();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let compiler = Compiler::new(root, &Path::new(env!("CARGO_TARGET_TMPDIR")).join("corpus"));
    let compiler = Arc::new(compiler.expect("the compiler of the corpus runs; scripts/setup.sh installs it"));
    let board = Arc::new(Mutex::new(Scoreboard::default()));
    let entries = discover(root).expect("the corpus can be read");

    let standard = of_standard_abi(&entries);
    let mut trials = vec![complete(&entries), reader_is_there(), standard_abi_is_covered(&standard)];
    for entry in entries {
        let error = entry.program.as_ref().err().map(ToString::to_string);
        trials.push(Trial::test(format!("{}::labels", entry.name), || error.map_or(Ok(()), |text| Err(text.into()))));
        let Ok(program) = entry.program else { continue };
        if let Some(&level) = standard.get(&program.name) {
            let name = format!("{}::{}::{}", program.name, Headers::Mpi5.name(), level.name());
            let (program, compiler) = (program.clone(), compiler.clone());
            trials.push(Trial::test(name, move || run(&program, &compiler, Headers::Mpi5, level, None)));
        }
        for headers in Headers::of(&program) {
            for level in OptLevel::ALL {
                let name = format!("{}::{}::{}", program.name, headers.name(), level.name());
                let (program, compiler, board) = (program.clone(), compiler.clone(), board.clone());
                trials.push(Trial::test(name, move || run(&program, &compiler, headers, level, Some(&board))));
            }
        }
    }
    let conclusion = libtest_mimic::run(&arguments, trials);
    let board = board.lock().unwrap_or_else(PoisonError::into_inner);
    if !board.is_empty() {
        println!("Scoreboard (TP, FN, FP, TN: runs; extra, notes: reports; broken: runs without a judgement)\n");
        println!("{}", board.render());
    }
    if std::env::var_os("UPDATE_SCOREBOARD").is_some() && arguments.filter.is_none() {
        publish(&root.join("corpus/SCOREBOARD.md"), &board.render());
    }
    conclusion.exit();
}

/// Writes the table into its page, in place of the present table.
fn publish(page: &Path, table: &str) {
    let text = std::fs::read_to_string(page).expect("the page of the scoreboard can be read");
    let (before, rest) = text.split_once("```text\n").expect("the page has a table");
    let (_, after) = rest.split_once("```").expect("the table ends");
    std::fs::write(page, format!("{before}```text\n{table}```{after}")).expect("the page can be written");
}

/// The programs that are judged with the header of the standard ABI, by name, and the level at which they are; half of them at either.
fn of_standard_abi(entries: &[Entry]) -> BTreeMap<String, OptLevel> {
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    let mut chosen = BTreeMap::new();
    for program in entries.iter().filter_map(|entry| entry.program.as_ref().ok()) {
        // Fortran's bindings have another encoding, which the standard ABI leaves to the library.
        let speaks_c = program.sources.iter().all(|source| source.ends_with(".c") || source.ends_with(".cpp"));
        if !speaks_c || !Headers::of(program).contains(&Headers::Mpich) {
            continue;
        }
        let before = seen.entry(&program.folder).or_default();
        if before.is_multiple_of(EVERY) {
            chosen.insert(program.name.clone(), OptLevel::ALL[chosen.len() % 2]);
        }
        *before += 1;
    }
    chosen
}

/// A filter that lets nothing through must not pass.
fn standard_abi_is_covered(chosen: &BTreeMap<String, OptLevel>) -> Trial {
    let folders = ["apps/", "cpp/", "depth/", "inputs/", "mixed/", "mpi/"];
    let missing = folders.into_iter().find(|folder| !chosen.keys().any(|name| name.starts_with(folder)));
    let count = chosen.len();
    Trial::test("standard_abi_is_judged_in_every_folder", move || match missing {
        Some(folder) => Err(format!("no program of {folder} is judged with the standard ABI").into()),
        None if count < 60 => Err(format!("only {count} programs are judged with the standard ABI").into()),
        None => Ok(()),
    })
}

/// An empty corpus must not pass.
fn complete(entries: &[Entry]) -> Trial {
    let racy = |entry: &&Entry| entry.program.as_ref().is_ok_and(|program| !program.labels.expect.is_empty());
    let (racy, all) = (entries.iter().filter(racy).count(), entries.len());
    Trial::test("corpus_has_racy_and_race_free_programs", move || {
        if racy > 0 && racy < all { Ok(()) } else { Err(format!("{racy} of {all} programs are racy").into()) }
    })
}

/// Cargo builds only this package's own executables for a test.
fn reader_is_there() -> Trial {
    Trial::test("reader_executable_is_beside_the_analyzer", || {
        let reader = Path::new(ANALYZER).with_file_name("rma-static-reader");
        let missing = "rma-static-reader is not beside rma-static; run `cargo build --release --workspace` first";
        if reader.is_file() { Ok(()) } else { Err(missing.into()) }
    })
}

fn run(
    program: &Program,
    compiler: &Compiler,
    headers: Headers,
    level: OptLevel,
    board: Option<&Mutex<Scoreboard>>,
) -> Result<(), Failed> {
    let inputs = compiler.bitcode(program, headers, level).map_err(|error| error.to_string());
    let judgement = inputs.clone().and_then(|inputs| analyse(program, &inputs, level));
    if let Some(board) = board {
        let mut scores = board.lock().unwrap_or_else(PoisonError::into_inner);
        scores.add(&program.folder, &program.name, judgement.as_ref().ok());
    }

    let problem = match judgement {
        Ok(judgement) if judgement.passed() => return Ok(()),
        Ok(judgement) => judgement.describe(),
        Err(error) => error,
    };
    let text = inputs.map_or_else(|_| String::new(), |inputs| text_output(program, &inputs));
    Err(format!("{problem}\n{text}").into())
}

/// Runs the analyzer and compares its SARIF with the labels; an error is a run that cannot be judged.
fn analyse(program: &Program, inputs: &[PathBuf], level: OptLevel) -> Result<Judgement, String> {
    let mut command = Command::new(ANALYZER);
    command.args(["--format", "sarif", "--show-notes"]).args(&program.labels.options).args(inputs);
    let finished = process::run(&mut command, TIME_LIMIT).map_err(|error| format!("rma-static: {error}"))?;
    if finished.timed_out {
        return Err(format!("rma-static did not end within {} s", TIME_LIMIT.as_secs()));
    }
    // 0: clean, 1: findings. Anything else is a failure, an incomplete analysis (3) included.
    let code = match finished.code {
        Some(code @ (0 | 1)) => code,
        Some(code) => return Err(format!("rma-static ended with exit status {code}:\n{}", finished.stderr)),
        None => return Err(format!("rma-static was ended by a signal:\n{}", finished.stderr)),
    };
    let reports = sarif::parse(&finished.stdout).map_err(|error| format!("the SARIF output is {error}"))?;
    // The default of `--fail-on` is `warning`.
    let findings = reports.iter().any(|report| matches!(report.level, sarif::Level::Error | sarif::Level::Warning));
    if findings != (code == 1) {
        return Err(format!("exit status {code} does not agree with the levels of the {} results", reports.len()));
    }
    Ok(judge(program.expected(level == OptLevel::O2), &reports, level == OptLevel::O0))
}

fn text_output(program: &Program, inputs: &[PathBuf]) -> String {
    match process::run(
        Command::new(ANALYZER).args(["--format", "text"]).args(&program.labels.options).args(inputs),
        TIME_LIMIT,
    ) {
        Ok(finished) => format!("--- text output (exit {:?})\n{}{}", finished.code, finished.stdout, finished.stderr),
        Err(error) => format!("rma-static: {error}"),
    }
}
