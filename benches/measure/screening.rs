//! What screening keeps of applications, what it saves when they run, and what it costs.

use super::{ANALYZER, Outcome, root};
use rma_corpus::corpus::discover;
use rma_corpus::process::{Finished, run};
use rma_corpus::sanitized::{Build, Kind, Modules, launch, succeeded};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// An application, and how it is run.
struct Application {
    name: &'static str,
    /// What kind of program it is, in the words of the published filter's evaluation.
    kind: &'static str,
    /// A program of the corpus, or a folder of `benches/shapes`.
    source: &'static str,
    /// Arguments of the runs that are timed; without, it is not run.
    timed: Option<&'static [&'static str]>,
}

const APPLICATIONS: [Application; 9] = [
    Application {
        name: "halo2d",
        kind: "stencil",
        source: "apps/halo2d/clean",
        timed: Some(&["-n", "1400", "-s", "100", "-t", "1e-12"]),
    },
    Application { name: "stencil2d_cart", kind: "stencil", source: "apps/stencil2d_cart/clean", timed: None },
    Application { name: "stencil3d_lockall", kind: "stencil", source: "shapes/stencil3d_lockall", timed: None },
    Application {
        name: "transpose",
        kind: "transpose",
        source: "shapes/transpose",
        timed: Some(&["-n", "960", "-r", "60"]),
    },
    Application { name: "fft_transpose", kind: "transpose", source: "apps/fft_transpose/clean", timed: None },
    Application { name: "hydro_mesh", kind: "unstructured hydrodynamics", source: "shapes/hydro_mesh", timed: None },
    Application {
        name: "graph_clusters",
        kind: "graph clustering",
        source: "shapes/graph_clusters",
        timed: Some(&["2000", "6", "40"]),
    },
    Application { name: "graph_bfs", kind: "graph search", source: "shapes/graph_bfs", timed: None },
    Application {
        name: "block_tridiagonal",
        kind: "block-tridiagonal solver",
        source: "shapes/block_tridiagonal",
        timed: Some(&["32", "12"]),
    },
];

/// Runs of each kind; the fastest one counts.
const RUNS: usize = 5;
const FLAGS: [&str; 1] = ["-O2"];
/// Pairs of runs with and without screening.
const PAIRS: usize = 7;

/// All three tables.
pub(super) fn screening() -> Outcome<()> {
    let scratch = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR"))?;
    let mut built = Vec::new();
    println!(
        "Screening: loads, and stores and copies, that are kept of all that are not of stack cells; MPICH, {}",
        FLAGS[0]
    );
    println!(
        "  {:<18} {:<28} {:>7} {:>9} {:>9} {:>9} {:>9} {:>9}",
        "application", "kind", "loads", "relevant", "unproven", "others", "relevant", "unproven"
    );
    for application in &APPLICATIONS {
        let folder = scratch.path().join(application.name);
        fs::create_dir(&folder)?;
        let sources = application.sources()?;
        let analyzer = Path::new(ANALYZER);
        let build = Build { root: root(), analyzer, folder: &folder, sources: &sources, flags: &FLAGS, options: &[] };
        let whole = build.whole()?;
        let relevant = build.screened(&whole, Kind::Relevant)?;
        let unproven = build.screened(&whole, Kind::Unproven)?;
        let [loads, others] = [&["loads"][..], &["stores", "copies"]].map(|kinds| {
            let count = |modules: &Modules, what: &str| -> u64 {
                kinds.iter().filter_map(|kind| modules.list["summary"][kind][what].as_u64()).sum()
            };
            [count(&relevant, "all"), count(&relevant, "kept"), count(&unproven, "kept")]
        });
        println!(
            "  {:<18} {:<28} {:>7} {:>9} {:>9} {:>9} {:>9} {:>9}",
            application.name, application.kind, loads[0], loads[1], loads[2], others[0], others[1], others[2]
        );
        if application.timed.is_some() {
            let plain = Modules { files: without_sanitizer(&whole, &folder)?, list: serde_json::Value::Null };
            let programs =
                [(plain, Kind::Plain), (whole, Kind::Whole), (relevant, Kind::Relevant), (unproven, Kind::Unproven)]
                    .map(|(modules, kind)| build.program(&modules, kind));
            built.push((application, programs.into_iter().collect::<Result<Vec<_>, _>>()?));
        } else {
            built.push((application, Vec::new()));
        }
    }
    println!();
    run_times(&built)?;
    cost(scratch.path())
}

impl Application {
    fn sources(&self) -> Outcome<Vec<String>> {
        let Some(folder) = self.source.strip_prefix("shapes/") else {
            let entry = discover(root())?.into_iter().find(|entry| entry.name == self.source);
            return Ok(entry.ok_or("no such program")?.program?.sources);
        };
        let files = fs::read_dir(root().join("benches/shapes").join(folder))?.flatten().map(|entry| entry.path());
        let mut sources: Vec<String> = files
            .filter(|path| path.extension().is_some_and(|extension| extension == "c" || extension == "cpp"))
            .map(|path| path.to_string_lossy().into_owned())
            .collect();
        sources.sort();
        Ok(sources)
    }
}

/// The modules that clang gives to its passes when no sanitizer is used.
fn without_sanitizer(whole: &Modules, folder: &Path) -> Outcome<Vec<PathBuf>> {
    let out = folder.join("plain");
    fs::create_dir(&out)?;
    let mut files = Vec::new();
    for module in &whole.files {
        let to = out.join(module.file_name().unwrap_or_default());
        // Removing the attribute is all that the flag adds to a module before the passes.
        let mut opt = Command::new("opt-19");
        opt.args(["-passes=forceattrs", "-force-remove-attribute=sanitize_thread"]).arg(module).arg("-o").arg(&to);
        succeeded(&mut opt)?;
        files.push(to);
    }
    Ok(files)
}

fn run_times(built: &[(&Application, Vec<PathBuf>)]) -> Outcome<()> {
    println!("Run time with ThreadSanitizer over that without, wall time, fastest of {RUNS} runs in turn; reports off");
    println!(
        "  {:<18} {:>9} {:>10} {:>9} {:>9} {:>9}",
        "application", "processes", "plain s", "whole", "relevant", "unproven"
    );
    for (application, programs) in built.iter().filter(|(_, programs)| !programs.is_empty()) {
        for processes in [1, 2] {
            let mut best = [Duration::MAX; Kind::ALL.len()];
            for _ in 0..RUNS {
                for (program, best) in programs.iter().zip(&mut best) {
                    *best = (*best).min(launch(program, processes, application.timed.unwrap_or_default())?.wall);
                }
            }
            let [plain, whole, relevant, unproven] = best.map(|time| time.as_secs_f64());
            println!(
                "  {:<18} {processes:>9} {plain:>10.2} {:>9.2} {:>9.2} {:>9.2}",
                application.name,
                whole / plain,
                relevant / plain,
                unproven / plain
            );
        }
    }
    println!();
    Ok(())
}

/// The CPU time that screening adds to the analysis: runs with and without it in turn, and the sums of the
/// fastest ones.
fn cost(scratch: &Path) -> Outcome<()> {
    println!(
        "Cost: CPU time of the analysis with screening over that without, fastest of {PAIRS} runs of each in turn"
    );
    let (mut sum_without, mut sum_with) = (Duration::ZERO, Duration::ZERO);
    for application in &APPLICATIONS {
        let folder = scratch.join(application.name).join("whole");
        let mut modules: Vec<PathBuf> = fs::read_dir(folder)?.flatten().map(|entry| entry.path()).collect();
        modules.retain(|path| path.extension().is_some_and(|extension| extension == "bc"));
        modules.sort();
        let (mut without, mut with) = (Duration::MAX, Duration::MAX);
        let time = |arguments: &[&str]| -> Outcome<Duration> {
            let finished: Finished = run(Command::new(ANALYZER).args(arguments).args(&modules), super::LIMIT)?;
            Ok(super::succeeded(finished, &[0, 1, 3])?.cpu)
        };
        for _ in 0..PAIRS {
            without = without.min(time(&["--format", "json", "-o", "/dev/null"])?);
            with = with.min(time(&["screen", "--format", "json", "-o", "/dev/null"])?);
        }
        sum_without += without;
        sum_with += with;
        println!(
            "  {:<18} {:>8.3} s {:>8.3} s {:>8.2}",
            application.name,
            without.as_secs_f64(),
            with.as_secs_f64(),
            with.as_secs_f64() / without.as_secs_f64()
        );
    }
    println!(
        "  {:<18} {:>8.3} s {:>8.3} s {:>8.2}",
        "all",
        sum_without.as_secs_f64(),
        sum_with.as_secs_f64(),
        sum_with.as_secs_f64() / sum_without.as_secs_f64()
    );
    println!();
    Ok(())
}
