//! The oracle against the analyzer: compile, analyse, compare pairs of lines.

use crate::case::Judged;
use crate::language::Settings;
use crate::race::{Class, Pair};
use rma_corpus::compile::{CLANG, CompileError};
use rma_corpus::process;
use rma_corpus::sarif::{self, Level, Report, SarifError};
use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use tempfile::NamedTempFile;
use thiserror::Error;

/// Time limit of a batch. It is far above what a batch needs, also on a busy machine, so only a run that hangs reaches it.
const TIME_LIMIT: Duration = Duration::from_secs(600);

/// The comparison of one program. Pairs are judged separately, so one program can have some pairs of each kind.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Verdict {
    /// Races that the analyzer reports as error or warning.
    pub found: BTreeSet<Pair>,
    /// Races that it calls safe.
    pub missed: BTreeSet<Pair>,
    /// Errors and warnings on lines that do not race.
    pub invented: BTreeSet<Pair>,
    /// Races that it reports as a note.
    pub unproven: BTreeSet<Pair>,
}

impl Verdict {
    /// Neither a miss nor a false alarm.
    pub fn agrees(&self) -> bool {
        self.missed.is_empty() && self.invented.is_empty()
    }

    /// The disagreements, a line each.
    pub fn describe(&self) -> String {
        let rows = [("missed", &self.missed), ("false alarm", &self.invented), ("unproven", &self.unproven)];
        let text = |(what, pairs): (&str, &BTreeSet<Pair>)| -> String {
            pairs.iter().map(|p| format!("{what}: {:?} lines {} and {}\n", p.class, p.lines.0, p.lines.1)).collect()
        };
        rows.into_iter().map(text).collect()
    }
}

/// A program that could not be compared.
#[derive(Debug, Error)]
#[allow(missing_docs)]
pub enum CompareError {
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error(transparent)]
    Compile(#[from] CompileError),
    #[error("the SARIF output is {0}")]
    Sarif(#[from] SarifError),
    #[error("{CLANG} failed:\n{0}")]
    Clang(String),
    #[error("the analyzer ended with {0:?}:\n{1}")]
    Analyzer(Option<i32>, String),
}

/// Compiles programs into a folder and analyses them.
#[derive(Debug)]
pub struct Bench {
    analyzer: PathBuf,
    include: PathBuf,
    flags: &'static [&'static str],
    folder: PathBuf,
    /// The header of the language, precompiled by clang, because otherwise most of the time goes into reading it. Deleted
    /// with the bench.
    header: NamedTempFile,
}

impl Bench {
    /// A bench for the language with these settings, which works in `folder` and runs `analyzer`. The declarations of the
    /// corpus are in the repository at `root`.
    ///
    /// # Errors
    ///
    /// When the headers are not installed or the folder cannot be made.
    pub fn new(analyzer: &Path, folder: &Path, root: &Path, settings: &Settings) -> Result<Bench, CompareError> {
        std::fs::create_dir_all(folder)?;
        // Absolute, because the compiler runs where its outputs are to be.
        let include = std::path::absolute(root.join(settings.headers.include()?))?;
        let folder = std::path::absolute(folder)?;
        let read = NamedTempFile::with_suffix_in(".pch", &folder)?;
        let bench = Bench { analyzer: analyzer.to_owned(), include, flags: settings.flags, folder, header: read };
        let mut command = bench.compiler();
        command.args(["-x", "c-header"]).arg(bench.include.join(settings.header)).arg("-o").arg(bench.header.path());
        compile(&mut command)?;
        Ok(bench)
    }

    fn compiler(&self) -> Command {
        let mut command = Command::new(CLANG);
        command.args(["-g", "-O0", "-w"]).args(self.flags).arg("-I").arg(&self.include);
        command
    }

    /// Compiles all the cases in one run of the compiler, then analyses and compares each.
    ///
    /// # Errors
    /// When the compiler or the analyzer fails.
    pub fn compare(&self, cases: &[&dyn Judged]) -> Result<Vec<Verdict>, CompareError> {
        let work = tempfile::tempdir_in(&self.folder)?;
        let mut command = self.compiler();
        command.current_dir(work.path()).args(["-emit-llvm", "-c", "-include-pch"]).arg(self.header.path());
        for (k, case) in cases.iter().enumerate() {
            let name = format!("p{k}.c");
            std::fs::write(work.path().join(&name), case.text())?;
            command.arg(name);
        }
        compile(&mut command)?;
        let analyse = |k: usize| self.analyse(&work.path().join(format!("p{k}.bc")));
        cases.iter().enumerate().map(|(k, case)| Ok(verdict(*case, &analyse(k)?))).collect()
    }

    fn analyse(&self, bitcode: &Path) -> Result<Vec<Report>, CompareError> {
        let mut command = Command::new(&self.analyzer);
        command.args(["--format", "sarif", "--show-notes", "-j", "1"]).arg(bitcode);
        let finished = process::run(&mut command, TIME_LIMIT)?;
        // 3 is an incomplete analysis, which has to say what it left open in notes.
        match finished.code {
            Some(0 | 1 | 3) => Ok(sarif::parse(&finished.stdout)?),
            code => Err(CompareError::Analyzer(code, finished.stderr)),
        }
    }
}

fn compile(command: &mut Command) -> Result<(), CompareError> {
    let finished = process::run(command, TIME_LIMIT)?;
    if finished.code == Some(0) { Ok(()) } else { Err(CompareError::Clang(finished.stderr)) }
}

fn verdict(case: &dyn Judged, reports: &[Report]) -> Verdict {
    let pairs = |judged: fn(Level) -> bool| -> BTreeSet<Pair> {
        reports.iter().filter(|r| judged(r.level)).filter_map(pair).collect()
    };
    let alarms = pairs(|level| matches!(level, Level::Error | Level::Warning));
    let notes = pairs(|level| level == Level::Note);
    let mut verdict = Verdict::default();
    for race in case.races() {
        let set = if alarms.contains(race) {
            &mut verdict.found
        } else if notes.contains(race) {
            &mut verdict.unproven
        } else {
            &mut verdict.missed
        };
        set.insert(*race);
    }
    let mut invented: BTreeSet<Pair> = alarms.difference(case.races()).copied().collect();
    if !invented.is_empty() {
        let more = case.races_with_more();
        invented.retain(|pair| !more.contains(pair));
    }
    verdict.invented = invented;
    verdict
}

/// The kind of race that a rule reports, if the oracle judges this kind.
pub fn class(rule: &str) -> Option<Class> {
    match rule.as_bytes().get(3) {
        Some(b'3') if rule == "RMA302" => Some(Class::Reductions),
        Some(b'1'..=b'3') => Some(Class::Race),
        _ => None,
    }
}

/// The lines of a report about a race: RMA1xx, RMA2xx and RMA3xx. Broken rules and lifetimes are not judged.
fn pair(report: &Report) -> Option<Pair> {
    let class = class(&report.rule)?;
    let (a, b) = (report.location.as_ref()?, report.related.as_ref()?);
    Some(Pair::new(class, a.line, b.line))
}
