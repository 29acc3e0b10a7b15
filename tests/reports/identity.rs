//! Findings keep their identity over edits of the program, and a baseline knows them again.

use crate::bench::Bench;
use std::collections::BTreeSet;

/// Three races of the same shape, on lines of the same text.
const THREE: &str = "\
#include <mpi.h>

static int cell;

static void first(MPI_Win win, int to)
{
    MPI_Put(&cell, 1, MPI_INT, to, 0, 1, MPI_INT, win);
    cell = 1;
    MPI_Win_flush(to, win);
}

static void second(MPI_Win win, int to)
{
    MPI_Put(&cell, 1, MPI_INT, to, 1, 1, MPI_INT, win);
    cell = 1;
    MPI_Win_flush(to, win);
}

static void third(MPI_Win win, int to)
{
    MPI_Put(&cell, 1, MPI_INT, to, 2, 1, MPI_INT, win);
    cell = 1;
    MPI_Win_flush(to, win);
}

int main(int argc, char **argv)
{
    int rank, size, *base;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(3 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    MPI_Win_lock_all(0, win);
    if (rank == 0 && size > 1) {
        first(win, 1);
        second(win, 1);
        third(win, 1);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
";

fn prints(report: &serde_json::Value) -> BTreeSet<String> {
    let findings = report["findings"].as_array().unwrap();
    findings.iter().map(|finding| finding["fingerprint"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn edits_elsewhere_leave_the_identity() {
    let bench = Bench::new();
    bench.program("p", THREE);
    let before = prints(&bench.json("p.bc"));
    assert_eq!(before.len(), 3);
    // Lines move, functions are renamed, the layout changes.
    let edited = format!("/* A line\n * more. */\n\n{}", THREE.replace("first(", "one(").replace("third(", "three("));
    bench.program("p", &edited.replace("    cell = 1;", "\t  cell  =  1;"));
    assert_eq!(prints(&bench.json("p.bc")), before);
    // One of three equal races is mended: those beside it stay what they are.
    let mended =
        THREE.replacen("    cell = 1;\n    MPI_Win_flush(to, win);", "    MPI_Win_flush(to, win);\n    cell = 1;", 1);
    bench.program("p", &mended);
    let after = prints(&bench.json("p.bc"));
    assert_eq!(after.len(), 2);
    assert!(after.is_subset(&before), "{after:?} {before:?}");
}

#[test]
fn a_baseline_lets_only_new_findings_fail() {
    let bench = Bench::new();
    bench.program("p", THREE);
    for format in ["sarif", "json"] {
        assert_eq!(bench.run(&format!("--report {format}=old.{format} p.bc")).status, 1);
        let again = bench.run(&format!("--baseline old.{format} p.bc"));
        assert_eq!(again.status, 0, "{}", again.stdout);
        assert!(again.stdout.contains("3 known from the baseline, 0 gone"), "{}", again.stdout);
        assert!(!again.stdout.contains("RMA101"), "known findings are counted only: {}", again.stdout);
    }
    // One race goes, another comes.
    let other = THREE
        .replacen("    cell = 1;\n    MPI_Win_flush(to, win);", "    MPI_Win_flush(to, win);\n    cell = 1;", 1)
        .replace(
            "    MPI_Win_unlock_all(win);",
            "    MPI_Put(base, 1, MPI_INT, rank, 0, 1, MPI_INT, win);\n    base[0] = 7;\n    MPI_Win_unlock_all(win);",
        );
    bench.program("p", &other);
    let run = bench.run("--baseline old.sarif --report sarif=new.sarif --report text p.bc");
    assert_eq!(run.status, 1);
    let log: serde_json::Value = serde_json::from_str(&bench.read("new.sarif")).unwrap();
    let results = log["runs"][0]["results"].as_array().unwrap();
    let count = |state: &str| results.iter().filter(|result| result["baselineState"] == state).count();
    assert_eq!((count("unchanged"), count("absent")), (2, 1));
    assert!(count("new") >= 1);
    // A race whose code is edited is the same by its shape.
    bench.program(
        "p",
        &THREE
            .replacen("cell = 1;", "cell = 2 * rank_of(to);", 1)
            .replace("static void first", "static int rank_of(int x) { return x; }\nstatic void first"),
    );
    assert_eq!(bench.run("--baseline old.json p.bc").status, 0);
    for (text, message) in [
        ("{}", "neither `runs` nor `findings`"),
        ("x", "not a SARIF log"),
        ("{\"findings\": [{}]}", "make the baseline anew"),
    ] {
        bench.write("bad.json", text);
        let run = bench.run("--baseline bad.json p.bc");
        assert!(run.status == 2 && run.stderr.contains(message), "{}", run.stderr);
    }
}
