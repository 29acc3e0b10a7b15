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
fn equal_races_keep_their_fingerprints_when_one_is_mended() {
    let bench = Bench::new();
    let race = "    MPI_Put(&cell, 1, MPI_INT, to, 0, 1, MPI_INT, win);\n    cell = 1;\n    MPI_Win_flush(to, win);\n";
    let mended =
        "    MPI_Put(&cell, 1, MPI_INT, to, 0, 1, MPI_INT, win);\n    MPI_Win_flush(to, win);\n    cell = 1;\n";
    let (head, tail) = (THREE.split_once("static void first").unwrap().0, THREE.split_once("int main").unwrap().1);
    let tail = tail.replace("        second(win, 1);\n        third(win, 1);\n", "");
    let program = |parts: [&str; 3]| {
        format!("{head}static void first(MPI_Win win, int to)\n{{\n{}}}\n\nint main{tail}", parts.concat())
    };
    bench.program("p", &program([race; 3]));
    let before = prints(&bench.json("p.bc"));
    bench.run("--report json=old.json p.bc");
    assert_eq!(before.len(), 3);
    for at in 0..3 {
        let mut parts = [race; 3];
        parts[at] = mended;
        bench.program("p", &program(parts));
        let after = prints(&bench.json("p.bc"));
        assert!(after.len() == 2 && after.is_subset(&before), "{at}: {after:?} {before:?}");
        let run = bench.run("--baseline old.json p.bc");
        assert!(run.status == 0 && run.stdout.contains("2 known from the baseline, 1 gone"), "{}", run.stdout);
    }
}

#[test]
fn a_new_race_is_new_though_an_old_one_is_mended() {
    let bench = Bench::new();
    let race = "    cell = 1;\n    MPI_Win_flush(to, win);\n";
    let mended = "    MPI_Win_flush(to, win);\n    cell = 1;\n";
    let (one, rest) = THREE.split_once("static void second").unwrap();
    let main = rest.split_once("int main").unwrap().1.replace("        third(win, 1);\n", "");
    let second = |body: &str| format!("static void second(MPI_Win win, int to)\n{{\n{body}}}\n\nint main{main}");
    // `second` is harmless at first.
    bench.program("p", &format!("{one}{}", second("    MPI_Win_flush(to, win);\n")));
    assert_eq!(bench.run("--report sarif=old.sarif p.bc").status, 1);
    // The other race is like the old one, or has the same text.
    for put in
        ["for (int i = 0; i < 3; i++)\n        MPI_Put(&cell, 1, MPI_INT, to, i,", "MPI_Put(&cell, 1, MPI_INT, to, 0,"]
    {
        let fresh = second(&format!("    {put} 1, MPI_INT, win);\n{race}"));
        bench.program("p", &format!("{}{fresh}", one.replace(race, mended)));
        let run = bench.run("--baseline old.sarif p.bc");
        assert!(run.status == 1 && run.stdout.contains("0 known from the baseline, 1 gone"), "{put}: {}", run.stdout);
    }
    // A function that was renamed has none of its races anew.
    let renamed = format!("{one}{}", second("    MPI_Win_flush(to, win);\n")).replace("first(", "send_cell(");
    bench.program("p", &renamed);
    let run = bench.run("--baseline old.sarif p.bc");
    assert!(run.status == 0 && run.stdout.contains("1 known from the baseline, 0 gone"), "{}", run.stdout);
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
    // Services refuse a result without a place.
    let absent = results.iter().find(|result| result["baselineState"] == "absent").unwrap();
    let place = &absent["locations"][0]["physicalLocation"];
    assert_eq!(
        (place["artifactLocation"]["uri"].as_str(), place["region"]["startLine"].as_u64()),
        (Some("p.c"), Some(8))
    );
    assert_eq!(absent["relatedLocations"][0]["physicalLocation"]["region"]["startLine"], 7);
    // Of several programs, what is gone does not count.
    let gone = serde_json::json!({ "version": "2.1.0", "runs": [{ "results": [absent] }] });
    bench.write("gone.sarif", &gone.to_string());
    assert_eq!(bench.run("merge --fail-on note gone.sarif").status, 0);
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
