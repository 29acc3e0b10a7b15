//! A second solver, cvc5, decides again what this one has proved safe on the corpus (theory, 8.2): it must find no solution where none
//! was found before.
//!
//! `--dump queries` writes the refuted queries of a program. One run of fifteen is asked about in `make test`, all of them in
//! `make second-solver`.

#![allow(clippy::print_stdout)] // The counts are for the person who runs the tests.

use rma_corpus::compile::{Compiler, Headers, OptLevel};
use rma_corpus::corpus::{Program, discover};
use rma_corpus::process;
use std::collections::BTreeMap;
use std::fmt::{self, Display, Formatter, Write as _};
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

const ANALYZER: &str = env!("CARGO_BIN_EXE_rma-static");

/// One run of so many in `make test`; a number without a common divisor with the combinations of headers and levels.
const EVERY: usize = 15;

/// Limit of cvc5 for one query, in its own steps, which are the same on every machine.
const STEPS: &str = "--rlimit-per=100000";

/// Queries for one process of cvc5.
const BATCH: usize = 20;

/// cvc5 may leave one query in this many undecided. Nearly all of those that it leaves are of one application, whose tiles have
/// unknown sizes.
const UNDECIDED: usize = 50;

/// Well above what a program or a batch needs on two busy cores, so that only a hang meets it.
const TIME_LIMIT: Duration = Duration::from_secs(600);

/// A query with solutions and one without, before each batch: a solver that always gives one answer does not pass.
const CONTROLS: [(&str, &str); 2] = [
    ("(declare-fun x () Int)\n(assert (= (mod x 3) 2))", "sat"),
    ("(declare-fun x () Int)\n(assert (< x x))", "unsat"),
];

#[test]
fn agrees_on_a_part_of_the_corpus() {
    compare(EVERY, 1_500);
}

/// Takes minutes; `make second-solver` runs it.
#[test]
#[ignore = "the whole corpus"]
fn agrees_on_the_corpus() {
    compare(1, 10_000);
}

/// A run of the analyzer.
type Run = (Program, Headers, OptLevel);

/// What was written about a refuted query.
struct Refuted {
    by: String,
    /// The first run that it is of.
    run: String,
}

#[derive(Default)]
struct Counts {
    agreed: usize,
    undecided: usize,
    disagreed: usize,
}

impl Display for Counts {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        write!(f, "{} agreed, {} undecided, {} disagreed", self.agreed, self.undecided, self.disagreed)
    }
}

/// Asks about one run of so many; there must be at least that many different queries.
fn compare(every: usize, least: usize) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let start = Instant::now();
    let compiler = Compiler::new(root, &Path::new(env!("CARGO_TARGET_TMPDIR")).join("corpus"));
    let compiler = compiler.expect("the compiler of the corpus runs; scripts/setup.sh installs it");
    let runs: Vec<Run> = runs(root).into_iter().step_by(every).collect();
    let written = in_parallel(&runs, |run| refuted(&compiler, run));
    let mut all = 0;
    let mut queries: BTreeMap<String, Refuted> = BTreeMap::new();
    for ((program, headers, level), of_run) in runs.iter().zip(written) {
        for (text, by) in of_run {
            let run = format!("{} {} {}", program.name, headers.name(), level.name());
            queries.entry(text).or_insert(Refuted { by, run });
            all += 1;
        }
    }
    let analysed = start.elapsed();
    let texts: Vec<&String> = queries.keys().collect();
    let batches: Vec<&[&String]> = texts.chunks(BATCH).collect();
    let answers: Vec<String> = in_parallel(&batches, |batch| ask(batch)).concat();
    assert_eq!(answers.len(), queries.len(), "one answer a query");

    let mut counts: BTreeMap<&str, Counts> = BTreeMap::new();
    let mut wrong = String::new();
    let mut total = Counts::default();
    for ((text, Refuted { by, run }), answer) in queries.iter().zip(&answers) {
        let of = counts.entry(by.as_str()).or_default();
        let count = |counts: &mut Counts| match answer.as_str() {
            "unsat" => counts.agreed += 1,
            "sat" => counts.disagreed += 1,
            _ => counts.undecided += 1,
        };
        count(of);
        count(&mut total);
        match answer.as_str() {
            "unsat" => {}
            "sat" => write!(wrong, "\n; {by}, of {run}; cvc5 has a solution\n{text}\n").expect("a text"),
            _ => println!("undecided: {by}, of {run}"),
        }
    }
    for (by, counts) in &counts {
        println!("{by}: {counts}");
    }
    println!(
        "{} runs, {all} refuted queries, {} different ones: {total}; {} s, of which the analysis {} s",
        runs.len(),
        queries.len(),
        start.elapsed().as_secs(),
        analysed.as_secs()
    );
    assert!(wrong.is_empty(), "cvc5 disagrees:{wrong}");
    assert!(total.undecided * UNDECIDED <= queries.len(), "too many are undecided: {total}");
    assert!(queries.len() >= least, "only {} different queries", queries.len());
    assert!(
        counts.contains_key("solver") && counts.contains_key("arithmetic"),
        "a part of the solver was not asked about"
    );
}

/// All runs of the corpus, in order.
fn runs(root: &Path) -> Vec<Run> {
    let entries = discover(root).expect("the corpus can be read");
    let programs = entries.into_iter().filter_map(|entry| entry.program.ok());
    let of = |program: Program| {
        let combinations = Headers::of(&program).into_iter().flat_map(|h| OptLevel::ALL.map(|level| (h, level)));
        combinations.map(|(headers, level)| (program.clone(), headers, level)).collect::<Vec<Run>>()
    };
    programs.flat_map(of).collect()
}

/// The queries that a run has refuted, and by what.
fn refuted(compiler: &Compiler, (program, headers, level): &Run) -> Vec<(String, String)> {
    let inputs = compiler.bitcode(program, *headers, *level).expect("the programs of the corpus can be compiled");
    let mut command = Command::new(ANALYZER);
    command.args(["--dump", "queries", "--jobs", "1"]).args(&program.labels.options).args(inputs);
    let finished = process::run(&mut command, TIME_LIMIT).expect("the analyzer runs");
    assert_eq!(finished.code, Some(0), "{}: {}", program.name, finished.stderr);
    let query = |part: &str| {
        let part = part.strip_prefix("; ").expect("a comment");
        let (by, text) = part.split_once("\n(push 1)\n").expect("a level of assertions");
        let text = text.strip_suffix("\n(check-sat)\n(pop 1)\n").expect("a check at the end of the level");
        (text.to_owned(), by.to_owned())
    };
    let script = finished.stdout.strip_prefix("(set-logic ALL)\n").expect("a script");
    script.split_inclusive("(pop 1)\n").map(query).collect()
}

/// The answers of cvc5.
fn ask(queries: &[&String]) -> Vec<String> {
    let controls = CONTROLS.iter().map(|(text, _)| *text);
    let mut script = String::new();
    for text in controls.chain(queries.iter().map(|text| text.as_str())) {
        write!(script, "(reset)\n(set-logic ALL)\n{text}\n(check-sat)\n").expect("a text");
    }
    let file = tempfile::Builder::new().suffix(".smt2").tempfile().expect("a temporary file");
    std::fs::write(file.path(), script).expect("a temporary file can be written");
    let finished = process::run(Command::new("cvc5").arg(STEPS).arg(file.path()), TIME_LIMIT);
    let finished = finished.expect("cvc5 runs; scripts/setup.sh installs it");
    assert_eq!(finished.code, Some(0), "cvc5: {}{}", finished.stdout, finished.stderr);
    let mut answers: Vec<String> = finished.stdout.lines().map(str::to_owned).collect();
    let known = ["sat", "unsat", "unknown"];
    assert!(answers.iter().all(|answer| known.contains(&answer.as_str())), "cvc5: {}", finished.stdout);
    let of_controls: Vec<String> = answers.drain(..CONTROLS.len().min(answers.len())).collect();
    assert_eq!(of_controls, CONTROLS.map(|(_, answer)| answer));
    answers
}

/// Applies a function to all, on all cores; the results are in order.
fn in_parallel<T: Sync, R: Send>(all: &[T], f: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut done = Vec::new();
        loop {
            let n = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = all.get(n) else { return done };
            done.push((n, f(item)));
        }
    };
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let mut done: Vec<(usize, R)> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..cores).map(|_| scope.spawn(work)).collect();
        threads.into_iter().flat_map(|thread| thread.join().expect("no panic")).collect()
    });
    done.sort_by_key(|(n, _)| *n);
    done.into_iter().map(|(_, result)| result).collect()
}
