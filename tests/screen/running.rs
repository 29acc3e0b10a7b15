//! Programs that are compiled with ThreadSanitizer from modules that were written again: they run with MPICH, their results are those of the
//! same programs instrumented whole, the sanitizer watches what the list keeps and nothing else, and nothing of a pair that is open is dropped.

use crate::instrumented::instrumented;
use crate::{Listed, analyzer, listed, program, root};
use rma_corpus::corpus::Program;
use rma_corpus::labels::Place;
use rma_corpus::sanitized::{Build, Kind, Modules, launch};
use std::path::Path;

/// Builds a program of the corpus in all ways, and runs each with two and with four processes.
fn check(name: &str, flags: &[&str], arguments: &[&str]) {
    let program = program(name);
    let folder = tempfile::tempdir().unwrap();
    let options: Vec<&str> = program.labels.options.iter().map(String::as_str).collect();
    let analyzer = analyzer();
    let build = Build {
        root: root(),
        analyzer: &analyzer,
        folder: folder.path(),
        sources: &program.sources,
        flags,
        options: &options,
    };
    let whole = build.whole().unwrap();
    let mut programs = vec![build.program(&whole, Kind::Whole).unwrap()];
    for kind in [Kind::Relevant, Kind::Unproven] {
        let screened = build.screened(&whole, kind).unwrap();
        watches_what_is_kept(name, &whole, &screened);
        keeps_the_labels(&program, &screened);
        programs.push(build.program(&screened, kind).unwrap());
    }
    let racy = !program.labels.expect.is_empty();
    for processes in [2, 4] {
        let results: Vec<Vec<String>> = programs.iter().map(|built| result(built, processes, arguments)).collect();
        for (result, built) in results.iter().zip(&programs) {
            // Of a race the outcome may be another one in each run.
            assert!(racy || *result == results[0], "{name}: {} with {processes} processes", built.display());
        }
    }
}

fn result(program: &Path, processes: u32, arguments: &[&str]) -> Vec<String> {
    let finished = launch(program, processes, arguments);
    let said =
        finished.unwrap_or_else(|error| panic!("{} with {processes} processes: {error}", program.display())).stdout;
    let mut lines: Vec<String> = said.lines().map(without_times).collect();
    lines.sort_unstable();
    lines
}

/// A line of output without the seconds, and what is counted in a second.
fn without_times(line: &str) -> String {
    let words: Vec<&str> = line.split_whitespace().collect();
    let is_unit = |word: &&str| ["s", "Mupdates/s"].contains(&word.trim_end_matches([',', ':']));
    let is_time = |n: usize| words.get(n + 1).is_some_and(is_unit);
    (0..).zip(&words).filter(|(n, _)| !is_time(*n)).map(|(_, word)| *word).collect::<Vec<_>>().join(" ")
}

/// The pass instruments of the screened modules what it instruments of the whole ones, without what is dropped; and all that it can
/// instrument is on the list.
fn watches_what_is_kept(name: &str, whole: &Modules, screened: &Modules) {
    let list = listed(&screened.list);
    let mut calls = [0; 2];
    for (n, (before, after)) in whole.files.iter().zip(&screened.files).enumerate() {
        let (before, after) = (instrumented(before), instrumented(after));
        assert!(before.entries == after.entries && before.entries.values().all(|noted| *noted), "{name}: {after:?}");
        for (function, before) in before.accesses {
            let here: Vec<&Listed> =
                list.iter().filter(|access| access.module == n && access.function == function).collect();
            let is_listed = |at: &usize| here.iter().any(|access| access.instruction == *at && access.kind != "call");
            assert!(before.iter().all(is_listed), "{name}: {function}: {before:?}");
            let is_dropped = |at: &usize| here.iter().any(|access| access.instruction == *at && access.dropped);
            let kept: std::collections::BTreeSet<usize> = before.iter().copied().filter(|at| !is_dropped(at)).collect();
            assert_eq!(after.accesses.get(&function), Some(&kept), "{name}: {function}");
            calls[0] += before.len();
            calls[1] += kept.len();
        }
    }
    assert!(calls[1] <= calls[0] && calls[0] > 0, "{name}: {calls:?}");
}

/// Both accesses of every pair that is open stay, and each label is such a pair.
fn keeps_the_labels(program: &Program, screened: &Modules) {
    let list = listed(&screened.list);
    let pairs = screened.list["pairs"].as_array().unwrap();
    for access in list.iter().filter(|access| access.dropped) {
        let open = access.pairs.iter().find(|pair| pairs[**pair]["verdict"] != "safe");
        assert_eq!(open, None, "{}: {access:?}", program.name);
    }
    for expectation in program.expected(false) {
        let at = |place: &Place, shown: &serde_json::Value| {
            shown["line"] == place.line && shown["file"].as_str().is_some_and(|file| file.ends_with(&place.file))
        };
        let [a, b] = &expectation.places;
        let of_label = |pair: &serde_json::Value| {
            let shown = &pair["places"];
            (at(a, &shown[0]) && at(b, &shown[1])) || (at(b, &shown[0]) && at(a, &shown[1]))
        };
        let open = pairs.iter().filter(|pair| of_label(pair) && pair["verdict"] != "safe").count();
        assert!(open > 0, "{}: {expectation}", program.name);
    }
}

#[test]
fn heat_on_tiles() {
    check("apps/halo2d/clean", &["-O2"], &["-s", "60"]);
}

#[test]
fn heat_on_tiles_with_a_race() {
    check("apps/halo2d/racy", &["-O1"], &["-s", "20"]);
}

#[test]
fn relaxation_on_a_grid() {
    check("apps/stencil2d_cart/clean", &["-O2"], &[]);
}

#[test]
fn programs_of_the_corpus() {
    for name in [
        "mpi/idioms/phases_in_loop_barrier",
        "mpi/idioms/halo_interior_too_wide",
        "mpi/idioms/tree_reduction_barrier",
        "mpi/idioms/pack_over_pending_put",
        "mpi/idioms/transpose",
    ] {
        check(name, &["-O1"], &[]);
    }
}

#[test]
fn a_program_in_cpp() {
    check("cpp/containers/swap_alternates", &["-O1"], &[]);
}

#[test]
fn a_program_with_threads() {
    check("mpi/threads/chunk_of_own_number", &["-O1", "-fopenmp"], &[]);
}
