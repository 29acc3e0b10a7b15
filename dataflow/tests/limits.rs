//! Every limit is lowered on a program that then reaches it: that is noted, and no known race is lost without a word.
//!
//! Most programs are those of the corpus, whose labels tell which races there are. Each is compiled and read once.

mod support;

use rma_dataflow::limits::{Cost, Limit, Limits};
use rma_dataflow::{Analysis, Notice};
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use support::program::{Program, compile};

use Limit::*;

/// Limits that no program here reaches, in the order of the table.
const UNREACHED: &[Limit] = &[];

/// What limits are lowered to.
fn lowered(limit: Limit) -> u32 {
    match limit {
        // One is what they are.
        CoarseRounds | CoarseStates | EarlyEpochs => 0,
        _ => 1,
    }
}

/// A program of the corpus, how it is compiled, and which limits it reaches when they are lowered.
type Row = (&'static str, &'static str, &'static [Limit]);

#[rustfmt::skip]
const ROWS: &[Row] = &[
];

/// A label says that two lines race: those of the markers in `expect: error RMA201 A B`.
fn labelled(source: &str) -> BTreeSet<(u32, u32)> {
    let line_of = |marker: &str| {
        let at =
            |line: &str| line.split_once("//@ ").is_some_and(|(code, m)| !code.trim().is_empty() && m.trim() == marker);
        source.lines().position(at).and_then(|n| u32::try_from(n + 1).ok())
    };
    let mut out = BTreeSet::new();
    for line in source.lines() {
        let Some(label) = line.strip_prefix("//@ expect: error ") else { continue };
        let words: Vec<&str> = label.split_whitespace().collect();
        if let [_, a, b] = words[..]
            && let (Some(a), Some(b)) = (line_of(a), line_of(b))
        {
            out.insert((a.min(b), a.max(b)));
        }
    }
    out
}

/// The run says that it has not looked at everything.
fn is_incomplete(analysis: &Analysis) -> bool {
    let left_out = |n: &Notice| matches!(n, Notice::Budget(_) | Notice::Targets(..));
    analysis.found.limited
        || !analysis.found.gave_up.is_empty()
        || analysis.notices.iter().any(|(n, _)| left_out(n))
        || analysis.reached.iter().any(|r| r.limit.row().cost == Cost::Search && !is_told_otherwise(r.limit))
}

/// Whether `found` or a notice says it where such a limit leaves something out for good.
fn is_told_otherwise(limit: Limit) -> bool {
    [CallDepth, CoarseSteps, CoarseTargetSteps, Functions, Instances, ProductPairs, ProductStates, SegmentSteps]
        .contains(&limit)
}

fn compiled(path: &str, flags: &str) -> Program {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let source = std::fs::read_to_string(root.join("corpus").join(path)).expect("a program of the corpus");
    let is_cpp = path.ends_with(".cpp");
    let include = root.join("corpus/include");
    let mut all = vec!["-I", include.to_str().expect("a path of the repository")];
    all.extend(flags.split_whitespace());
    if is_cpp {
        all.extend(["-DMPICH_SKIP_MPICXX", "-DOMPI_SKIP_MPICXX"]);
    }
    if path.contains("threads/") {
        all.push("-fopenmp");
    }
    let name = format!("limits-{}-{}", flags.replace(' ', ""), path.replace('/', "-"));
    compile(if is_cpp { "clang++-19" } else { "clang-19" }, &all, &name, &source)
}

/// What a row shows: limits that were not noted, and races that were lost.
fn judge((path, flags, limits): &Row) -> (Vec<Limit>, Vec<String>) {
    let program = compiled(path, flags);
    let of = |analysis: &Analysis| program.lines(analysis);
    let known: BTreeSet<(u32, u32)> = of(&program.analysis).intersection(&labelled(&program.source)).copied().collect();
    let (mut silent, mut lost) = (Vec::new(), Vec::new());
    for &limit in *limits {
        let analysis = program.with_limits(Limits::default().with(limit, lowered(limit)));
        if !analysis.reached.iter().any(|r| r.limit == limit) {
            silent.push(limit);
        }
        let missing: Vec<_> = known.difference(&of(&analysis)).collect();
        if !missing.is_empty() && !is_incomplete(&analysis) {
            lost.push(format!("{path} {flags}: {limit:?}: {missing:?}"));
        }
    }
    (silent, lost)
}

#[test]
fn lowered_limits_are_noted_and_lose_no_race_without_a_word() {
    let (next, found) = (AtomicUsize::new(0), Mutex::new((Vec::new(), Vec::new())));
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(row) = ROWS.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let (silent, lost) = judge(row);
                    let mut all = found.lock().expect("no thread has failed");
                    all.0.extend(silent.into_iter().map(|limit| (row.0, limit)));
                    all.1.extend(lost);
                }
            });
        }
    });
    let (silent, lost) = found.into_inner().expect("no thread has failed");
    assert!(silent.is_empty(), "not noted: {silent:?}");
    assert!(lost.is_empty(), "lost: {lost:#?}");
    let named: BTreeSet<Limit> = ROWS.iter().flat_map(|r| r.2).copied().collect();
    let unreached: Vec<Limit> = Limit::ALL.into_iter().filter(|l| !named.contains(l)).collect();
    assert_eq!(unreached, UNREACHED);
}
