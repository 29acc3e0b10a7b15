//! `make bench`: what the analysis costs, beside what the compiler costs, in one run on one machine.
//!
//! Prints the corpus (clang's time against the analyzer's), generated programs of 30,000 to 1,000,000 instructions (also as
//! a picture, `docs/benchmarks.svg`), programs whose one-sided operations grow in number (time and peak memory), programs of
//! real shapes, and shapes that strain an analysis. Fails when the analyzer fails, finds other races than were put in, or
//! needs more than the limits below. `cargo bench --bench measure -- grow` prints one part: `corpus`, `shapes`, `large`,
//! `grow`, `stress` or `screening` (what is kept of applications, run times with ThreadSanitizer, and what that costs).

#![allow(clippy::print_stdout)] // The tables are the output.

mod plot;
mod screening;
mod shapes;
mod stress;

use plot::Series;
use rma_corpus::compile::{CLANG, Compiler, Headers, OptLevel};
use rma_corpus::corpus::{Program, discover};
use rma_corpus::generate::{Generated, count_instructions, generate};
use rma_corpus::grow::{Shape, grow};
use rma_corpus::process::{Finished, run};
use rma_corpus::sarif::{self, Level};
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Duration;

const ANALYZER: &str = env!("CARGO_BIN_EXE_rma-static");
const LIMIT: Duration = Duration::from_secs(600);
const REPEATS: usize = 3;
/// A program that takes longer than this is run once: the noise of a short run is what repeating is for.
const LONG: Duration = Duration::from_secs(2);
/// Programs that are listed by name.
const SLOWEST: usize = 5;
/// Numbers of instructions, and how many functions of plain computation come with each stage: the last three have about
/// one one-sided operation in 2,000 instructions, as applications do.
const SIZES: [(usize, usize); 6] =
    [(30_000, 0), (100_000, 0), (300_000, 0), (100_000, 16), (300_000, 16), (1_000_000, 16)];
/// Stages of a small program that holds all shapes: shapes differ in length, so the number of stages for a size is scaled
/// from it.
const SAMPLE: usize = 120;
/// Numbers of one-sided operations.
const OPERATIONS: [usize; 5] = [125, 250, 500, 1000, 2000];
/// Largest exponent of the time over the number of operations.
const MAX_EXPONENT: f64 = 1.2;
/// Limit of wall time for one program.
const MAX_WALL: Duration = Duration::from_secs(60);
const MAX_PEAK: u64 = 2 << 30;

/// Exit status of an analysis that did not look at everything and found nothing.
const INCOMPLETE: i32 = 3;

type Outcome<T> = Result<T, Box<dyn Error>>;
type Part = fn() -> Outcome<()>;

fn main() -> ExitCode {
    // Cargo adds options of its own.
    let chosen: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    let parts: [(&str, Part); 6] = [
        ("corpus", corpus),
        ("shapes", shapes::shapes),
        ("large", large),
        ("grow", growth),
        ("stress", stress::stress),
        ("screening", screening::screening),
    ];
    let mut wanted = parts.iter().filter(|(name, _)| chosen.is_empty() || chosen.iter().any(|c| c == name));
    match wanted.try_for_each(|(_, part)| part()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            println!("bench: {error}");
            ExitCode::FAILURE
        }
    }
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Small programs: the wall time of `clang -O0 -g -c` to an object file, and of the analyzer on the bitcode.
fn corpus() -> Outcome<()> {
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let compiler = Compiler::new(root(), &scratch.join("corpus"))?;
    let object = tempfile::Builder::new().suffix(".o").tempfile_in(scratch)?;
    let (mut clang_total, mut analyzer_total) = (Duration::ZERO, Duration::ZERO);
    let mut ratios = Vec::new();
    let mut times = Vec::new();
    for entry in discover(root())? {
        let program = match entry.program {
            Ok(program) => program,
            // Tests check the labels, not this measurement.
            Err(error) => {
                println!("not measured: {error}");
                continue;
            }
        };
        let headers = Headers::of(&program)[0];
        let clang = compile_time(&program, &headers.include()?, object.path())?;
        let inputs = compiler.bitcode(&program, headers, OptLevel::O0)?;
        let analysis = fastest(|| analyse(&inputs))?;
        // A run without a report log has not done the work that is timed.
        sarif::parse(&analysis.stdout).map_err(|error| format!("{}: the SARIF output is {error}", program.name))?;
        let analyzer = analysis.wall;
        clang_total += clang;
        analyzer_total += analyzer;
        ratios.push((analyzer.as_secs_f64() / clang.as_secs_f64(), program.name.clone()));
        times.push((analyzer, program.name));
    }
    times.sort_by_key(|time| std::cmp::Reverse(time.0));
    ratios.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (Some(best), Some(worst)) = (ratios.first(), ratios.last()) else { return Err("the corpus is empty".into()) };
    println!(
        "Corpus: {} programs, MPICH headers, -O0 -g, wall time, fastest of {REPEATS} runs (of one above {} s), one after another",
        ratios.len(),
        LONG.as_secs()
    );
    println!("  {CLANG} to objects          {:>8.2} s", clang_total.as_secs_f64());
    println!("  rma-static on the bitcode   {:>8.2} s", analyzer_total.as_secs_f64());
    println!("  ratio in all                {:>8.2}", analyzer_total.as_secs_f64() / clang_total.as_secs_f64());
    println!("  median ratio of a program   {:>8.2}", ratios[ratios.len() / 2].0);
    println!("  lowest ratio                {:>8.2}  {}", best.0, best.1);
    println!("  highest ratio               {:>8.2}  {}", worst.0, worst.1);
    println!("  median time of a program    {:>8.3} s", times[times.len() / 2].0.as_secs_f64());
    for (time, name) in times.iter().take(SLOWEST) {
        println!("  among the slowest           {:>8.2} s  {name}", time.as_secs_f64());
    }
    println!();
    Ok(())
}

fn compile_time(program: &Program, include: &Path, object: &Path) -> Outcome<Duration> {
    let mut total = Duration::ZERO;
    for source in &program.sources {
        let compile = || {
            let mut command = Command::new(CLANG);
            command.current_dir(root()).args(["-O0", "-g", "-c", source, "-o"]).arg(object).arg("-I").arg(include);
            succeeded(run(&mut command, LIMIT)?, &[0])
        };
        total += fastest(compile)?.wall;
    }
    Ok(total)
}

/// Generated programs: time and memory by size.
fn large() -> Outcome<()> {
    let scratch = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR"))?;
    println!(
        "Generated programs, MPICH headers, -O0 -g, wall time, fastest of {REPEATS} runs (of one above {} s)",
        LONG.as_secs()
    );
    println!(
        "  {:>12} {:>7} {:>7} {:>9} {:>11} {:>10} {:>10} {:>10} {:>12}",
        "instructions", "modules", "calls", "clang s", "analysis s", "CPU s", "ratio", "peak MiB", "races"
    );
    let mut wrong = Vec::new();
    let mut drawn: Vec<(usize, Series)> = Vec::new();
    for (size, computations) in SIZES {
        let folder = |name: &str| scratch.path().join(format!("{name}_{size}_{computations}"));
        let (_, sampled) = build(&generate(SAMPLE, computations), &folder("sample"))?;
        let program = generate((size * SAMPLE).div_ceil(sampled), computations);
        let races = program.races;
        let (built, instructions) = build(&program, &folder("program"))?;
        let analysis = fastest(|| analyse(&built.modules))?;
        let reports = sarif::parse(&analysis.stdout)?;
        let found = reports.iter().filter(|report| report.level == Level::Error).count();
        let alarms = reports.iter().filter(|report| report.level == Level::Warning).count();
        println!(
            "  {instructions:>12} {:>7} {:>7} {:>9.2} {:>11.2} {:>10.2} {:>10.2} {:>10.1} {:>12}",
            built.modules.len(),
            program.operations,
            built.clang.as_secs_f64(),
            analysis.wall.as_secs_f64(),
            analysis.cpu.as_secs_f64(),
            analysis.wall.as_secs_f64() / built.clang.as_secs_f64(),
            analysis.peak_bytes as f64 / f64::from(1 << 20),
            format!("{found} of {races}"),
        );
        let point = (instructions as f64, analysis.cpu.as_secs_f64());
        match drawn.iter_mut().find(|(kind, _)| *kind == computations) {
            Some((_, series)) => series.points.push(point),
            None => {
                let name = format!("one call in {} instructions", instructions / program.operations.max(1));
                drawn.push((computations, Series { name, points: vec![point] }));
            }
        }
        if found != races || alarms != 0 {
            wrong.push(format!("{instructions} instructions: {races} races, {found} errors and {alarms} warnings"));
        }
    }
    println!();
    let drawn: Vec<Series> = drawn.into_iter().map(|(_, series)| series).collect();
    plot::draw(&root().join("docs/benchmarks.svg"), &drawn)?;
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n").into()) }
}

/// Programs whose operations grow in number: time and memory, and with which power of the number the time grows.
fn growth() -> Outcome<()> {
    let scratch = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR"))?;
    let include = Headers::Mpich.include()?;
    println!(
        "Growing programs, MPICH headers, -O0 -g, fastest of {REPEATS} runs (of one above {} s); the exponent is that of the CPU \
         time over the operations, by least squares, over all sizes and over the last three",
        LONG.as_secs()
    );
    println!(
        "  {:<10} {:>6} {:>12} {:>9} {:>11} {:>8} {:>10} {:>14}",
        "grows", "puts", "instructions", "clang s", "analysis s", "CPU s", "peak MiB", "races"
    );
    let mut wrong = Vec::new();
    for shape in Shape::ALL {
        for racy in [false, true] {
            let mut points = Vec::new();
            for operations in OPERATIONS {
                let program = grow(shape, operations, racy);
                let mut built = Built { modules: Vec::new(), clang: Duration::ZERO };
                let source = scratch.path().join(format!("{shape:?}_{operations}_{racy}.c"));
                fs::write(&source, program.text)?;
                let instructions = build_file(&source, &include, &mut built)?;
                let analysis = fastest(|| analyse(&built.modules))?;
                let reports = sarif::parse(&analysis.stdout)?;
                let found = reports.iter().filter(|report| report.level == Level::Error).count();
                let others = reports.iter().filter(|report| report.level == Level::Warning).count();
                println!(
                    "  {:<10} {operations:>6} {instructions:>12} {:>9.2} {:>11.2} {:>8.2} {:>10.1} {:>14}",
                    shape.name(),
                    built.clang.as_secs_f64(),
                    analysis.wall.as_secs_f64(),
                    analysis.cpu.as_secs_f64(),
                    analysis.peak_bytes as f64 / f64::from(1 << 20),
                    format!("{found} of {}", program.races),
                );
                let name = format!("{}, {operations} operations", shape.name());
                if found != program.races || others != 0 {
                    wrong.push(format!("{name}: {} races, {found} errors and {others} warnings", program.races));
                }
                if analysis.wall > MAX_WALL || analysis.peak_bytes > MAX_PEAK {
                    wrong.push(format!("{name}: more time or memory than allowed"));
                }
                points.push((operations as f64, analysis.cpu.as_secs_f64()));
            }
            let (all, last) = (exponent(&points), exponent(&points[points.len() - 3..]));
            println!("  {:<10} exponent {all:.2}, of the last three {last:.2}", shape.name());
            if all > MAX_EXPONENT {
                wrong.push(format!("{}: exponent {all:.2}", shape.name()));
            }
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n").into()) }
}

/// The slope of the line through the logarithms with the least squares.
fn exponent(points: &[(f64, f64)]) -> f64 {
    let logs: Vec<(f64, f64)> = points.iter().map(|(n, time)| (n.ln(), time.ln())).collect();
    let count = logs.len() as f64;
    let (x, y) = logs.iter().fold((0.0, 0.0), |(x, y), log| (x + log.0 / count, y + log.1 / count));
    let (mut covariance, mut variance) = (0.0, 0.0);
    for log in logs {
        covariance += (log.0 - x) * (log.1 - y);
        variance += (log.0 - x) * (log.0 - x);
    }
    covariance / variance
}

/// A generated program, compiled.
struct Built {
    modules: Vec<PathBuf>,
    /// Time of the compiler to object files, all modules one after another.
    clang: Duration,
}

fn build(program: &Generated, folder: &Path) -> Outcome<(Built, usize)> {
    fs::create_dir_all(folder)?;
    let include = Headers::Mpich.include()?;
    let mut built = Built { modules: Vec::new(), clang: Duration::ZERO };
    let mut instructions = 0;
    for (name, text) in &program.files {
        let source = folder.join(name);
        fs::write(&source, text)?;
        if source.extension().is_some_and(|extension| extension == "h") {
            continue;
        }
        instructions += build_file(&source, &include, &mut built)?;
    }
    Ok((built, instructions))
}

/// Compiles one more file; gives its number of instructions.
fn build_file(source: &Path, include: &Path, built: &mut Built) -> Outcome<usize> {
    let compile = |mode: &[&str], extension: &str| -> Outcome<Finished> {
        let mut command = Command::new(CLANG);
        command.args(["-O0", "-g"]).args(mode).arg("-I").arg(include).arg(source);
        succeeded(run(command.arg("-o").arg(source.with_extension(extension)), LIMIT)?, &[0])
    };
    built.clang += compile(&["-c"], "o")?.wall;
    compile(&["-c", "-emit-llvm"], "bc")?;
    compile(&["-S", "-emit-llvm"], "ll")?;
    built.modules.push(source.with_extension("bc"));
    Ok(count_instructions(&fs::read_to_string(source.with_extension("ll"))?))
}

fn analyse(inputs: &[PathBuf]) -> Outcome<Finished> {
    succeeded(run(Command::new(ANALYZER).args(["--format", "sarif", "--show-notes"]).args(inputs), LIMIT)?, &[0, 1])
}

/// Whether an analysis says in its log that it did not look at everything.
fn is_incomplete(analysis: &Finished) -> bool {
    analysis.stdout.contains("\"executionSuccessful\": false")
        || analysis.stdout.contains("\"executionSuccessful\":false")
}

fn succeeded(finished: Finished, codes: &[i32]) -> Outcome<Finished> {
    match finished.code {
        Some(code) if codes.contains(&code) => Ok(finished),
        _ if finished.timed_out => Err(format!("not ended within {} s", LIMIT.as_secs()).into()),
        code => Err(format!("ended with exit status {code:?}:\n{}", finished.stderr).into()),
    }
}

fn fastest(mut measure: impl FnMut() -> Outcome<Finished>) -> Outcome<Finished> {
    let mut best = measure()?;
    for _ in 1..REPEATS {
        if best.wall > LONG {
            break;
        }
        let next = measure()?;
        if next.wall < best.wall {
            best = next;
        }
    }
    Ok(best)
}
