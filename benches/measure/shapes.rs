//! Programs of real shapes (`benches/shapes`): the analysis beside the compiler, as each stands and with its mistake.

use super::{ANALYZER, INCOMPLETE, LIMIT, Outcome, fastest, is_incomplete, root, succeeded};
use rma_corpus::compile::{CLANG, Headers};
use rma_corpus::process::{Finished, run};
use rma_corpus::sarif::{self, Level};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

const FLANG: &str = "flang-new-19";
/// The modules of MPI for Fortran, with MPICH's handles.
const MODULES: [&str; 2] = ["corpus/include/fortran/mpi.f90", "corpus/include/fortran/mpi_f08_mpich.f90"];

/// What one form of a program costs and what is found in it.
struct Measured {
    clang: Duration,
    analysis: Finished,
    errors: usize,
    warnings: usize,
    notes: usize,
}

impl Measured {
    fn ratio(&self) -> f64 {
        self.analysis.cpu.as_secs_f64() / self.clang.as_secs_f64()
    }

    fn is_incomplete(&self) -> bool {
        is_incomplete(&self.analysis)
    }
}

/// Prints a line for each program, and how many are within the aims.
pub(super) fn shapes() -> Outcome<()> {
    println!("Programs of real shapes, -O0 -g, CPU time in s; `racy`: with the mistake of -DRACY");
    println!(
        "  {:<18} {:>8} {:>8} {:>7} {:>8} {:>9} {:>9}   {:>12}",
        "program", "clang", "analysis", "ratio", "peak MiB", "found", "racy", "racy found"
    );
    let mut folders: Vec<PathBuf> = fs::read_dir(root().join("benches/shapes"))?
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.is_dir())
        .collect();
    folders.sort();
    let (mut ratios, mut incomplete, mut silent, mut caught) = (Vec::new(), 0, 0, 0);
    for folder in &folders {
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let plain = measure(folder, &[])?;
        let racy = measure(folder, &["-DRACY"])?;
        let found = |m: &Measured| {
            let more = if m.is_incomplete() { "+" } else { "" };
            format!("{}/{}/{}{more}", m.errors, m.warnings, m.notes)
        };
        println!(
            "  {name:<18} {:>8.2} {:>8.2} {:>7.2} {:>8.1} {:>9} {:>9.2}   {:>12}",
            plain.clang.as_secs_f64(),
            plain.analysis.cpu.as_secs_f64(),
            plain.ratio(),
            plain.analysis.peak_bytes as f64 / f64::from(1 << 20),
            found(&plain),
            racy.analysis.cpu.as_secs_f64(),
            found(&racy),
        );
        ratios.push(plain.ratio());
        incomplete += usize::from(plain.is_incomplete());
        silent += usize::from(plain.errors + plain.warnings == 0);
        caught += usize::from(racy.errors + racy.warnings > plain.errors + plain.warnings);
    }
    ratios.sort_by(f64::total_cmp);
    let within = ratios.iter().filter(|ratio| **ratio <= 1.0).count();
    println!("  found: errors/warnings/notes, `+`: incomplete");
    println!(
        "  {} programs: {within} within the compiler's time, median ratio {:.2}; {incomplete} incomplete; {silent} without an \
         error or warning as they stand; in {caught} the mistake is one",
        ratios.len(),
        ratios.get(ratios.len() / 2).copied().unwrap_or_default(),
    );
    println!();
    Ok(())
}

/// Compiles a program and analyses it. Fortran's modules are compiled first: their files come first by name.
fn measure(folder: &Path, flags: &[&str]) -> Outcome<Measured> {
    let scratch = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR"))?;
    let mut sources: Vec<PathBuf> = fs::read_dir(folder)?.flatten().map(|entry| entry.path()).collect();
    sources.sort();
    let (mut clang, mut modules) = (Duration::ZERO, Vec::new());
    for source in sources {
        let extension = source.extension().unwrap_or_default().to_string_lossy().into_owned();
        let compiler = match extension.as_str() {
            "c" => CLANG,
            "cpp" => "clang++-19",
            "f90" | "F90" => FLANG,
            _ => continue,
        };
        let own = root().join(Headers::Own.include()?);
        let compile = |mode: &[&str], to: &str| -> Outcome<(Finished, PathBuf)> {
            let stem = source.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let out = scratch.path().join(format!("{stem}.{to}"));
            let mut command = Command::new(compiler);
            command.current_dir(scratch.path()).args(["-O0", "-g"]).args(mode).args(flags);
            if compiler == FLANG {
                command.arg("-I").arg(modules_of_mpi(scratch.path())?);
            } else {
                command.arg("-I").arg(Headers::Mpich.include()?).arg("-I").arg(&own).arg("-w");
            }
            Ok((succeeded(run(command.arg(&source).arg("-o").arg(&out), LIMIT)?, &[0])?, out))
        };
        clang += compile(&["-c"], "o")?.0.cpu;
        modules.push(compile(&["-c", "-emit-llvm"], "bc")?.1);
    }
    let analysis = fastest(|| {
        let mut command = Command::new(ANALYZER);
        succeeded(run(command.args(["--format", "sarif", "--show-notes"]).args(&modules), LIMIT)?, &[0, 1, INCOMPLETE])
    })?;
    let reports = sarif::parse(&analysis.stdout)?;
    let count = |level: Level| reports.iter().filter(|report| report.level == level).count();
    let (errors, warnings, notes) = (count(Level::Error), count(Level::Warning), count(Level::Note));
    Ok(Measured { clang, analysis, errors, warnings, notes })
}

/// The modules `mpi` and `mpi_f08` of the corpus, compiled by flang into a folder.
fn modules_of_mpi(scratch: &Path) -> Outcome<PathBuf> {
    let out = scratch.join("modules");
    if !out.exists() {
        fs::create_dir(&out)?;
        for source in MODULES {
            let mut command = Command::new(FLANG);
            command
                .current_dir(&out)
                .args(["-fsyntax-only", "-I"])
                .arg(Headers::Mpich.include()?)
                .arg(root().join(source));
            succeeded(run(&mut command, LIMIT)?, &[0])?;
        }
    }
    Ok(out)
}
