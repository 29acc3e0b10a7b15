//! Sources that are not those that were compiled: every format says so, and none shows their lines.

use crate::bench::Bench;
use std::path::PathBuf;

const PROGRAM: &str = "\
#include <mpi.h>
int cell;
int main(int argc, char **argv)
{
    int rank, *base;
    MPI_Win win;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    MPI_Win_lock_all(0, win);
    MPI_Put(&cell, 1, MPI_INT, rank, 0, 1, MPI_INT, win);
    cell = 3;
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
";

const FORMATS: [&str; 8] = ["text", "short", "sarif", "json", "html", "github", "gitlab", "junit"];

fn compiled(flags: &[&str]) -> Bench {
    let bench = Bench::new();
    bench.write("p.c", PROGRAM);
    bench.compile(flags, &[PathBuf::from("p.c")]);
    bench
}

fn touch(bench: &Bench, date: &str) {
    let file = bench.path().join("p.c");
    assert!(std::process::Command::new("touch").args(["-d", date]).arg(file).status().unwrap().success());
}

fn all_say(bench: &Bench, words: &str) {
    for format in FORMATS {
        let run = bench.run(&format!("--format {format} p.bc"));
        assert_eq!(run.status, 1, "{format}: {}", run.stderr);
        assert!(
            run.stdout.split_whitespace().collect::<Vec<_>>().join(" ").contains(words),
            "{format}: {}",
            run.stdout
        );
        assert!(!run.stdout.contains("cell = 3;"), "{format}: {}", run.stdout);
    }
}

#[test]
fn a_changed_source_is_said_in_every_format() {
    let bench = compiled(&[]);
    bench.write("p.c", &format!("/* more */\n{PROGRAM}"));
    all_say(&bench, "p.c changed since it was compiled");
    // Annotations are at the file.
    assert!(bench.run("--format github p.bc").stdout.contains("::warning file=p.c,title=rma-static::p.c changed"));
}

#[test]
fn without_a_checksum_times_and_calls_tell() {
    let bench = compiled(&["-gdwarf-4"]);
    touch(&bench, "2001-01-01");
    assert!(bench.run("p.bc").stdout.contains("cell = 3;"));
    // Newer than the bitcode.
    touch(&bench, "2101-01-01");
    all_say(&bench, "p.c may have changed since it was compiled");
    // Older, with another call on the line of the put.
    bench.write("p.c", &PROGRAM.replace("int cell;\n", ""));
    touch(&bench, "2001-01-01");
    all_say(&bench, "p.c may have changed since it was compiled");
    // A macro may hide the routine.
    let hidden = PROGRAM.replace("    MPI_Put(&cell, 1,", "    SEND(&cell, 1,");
    bench.write("p.c", &hidden);
    touch(&bench, "2001-01-01");
    assert!(bench.run("p.bc").stdout.contains("cell = 3;"));
}

#[test]
fn a_source_that_is_gone_is_said() {
    let bench = compiled(&[]);
    std::fs::remove_file(bench.path().join("p.c")).unwrap();
    let run = bench.run("p.bc");
    assert!(run.stdout.contains("note: p.c is not there or cannot be read"), "{}", run.stdout);
    let run = bench.run("--source-root nowhere p.bc");
    assert!(run.status == 2 && run.stderr.contains("nowhere: no such folder (--source-root)"), "{}", run.stderr);
}

#[test]
fn columns_are_those_of_the_call_inside_a_macro() {
    let bench = Bench::new();
    let text = PROGRAM
        .replace(
            "int cell;",
            "#define CHECK(x) x\n#define SEND(b) MPI_Put(b, 1, MPI_INT, rank, 0, 1, MPI_INT, win)\nint cell;",
        )
        .replace(
            "    MPI_Put(&cell, 1, MPI_INT, rank, 0, 1, MPI_INT, win);",
            "    CHECK(MPI_Put(&cell, 1, MPI_INT, rank, 0, 1, MPI_INT, win));",
        );
    bench.program("p", &text);
    let short = bench.run("--format short p.bc").stdout;
    assert!(short.contains("p.c:14:10: error:") && short.contains("p.c:13:11]"), "{short}");
    let finding = &bench.json("p.bc")["findings"][0];
    assert_eq!(finding["earlier"]["location"]["col"], 11);
    let log: serde_json::Value = serde_json::from_str(&bench.run("--format sarif p.bc").stdout).unwrap();
    let result = &log["runs"][0]["results"][0];
    let steps = result["codeFlows"][0]["threadFlows"][0]["locations"].as_array().unwrap();
    let marked: Vec<&str> = steps
        .iter()
        .filter_map(|step| step["location"]["physicalLocation"]["region"]["snippet"]["text"].as_str())
        .collect();
    assert!(marked.contains(&"MPI_Put") && !marked.contains(&"CHECK"), "{marked:?}");
    assert_eq!(result["relatedLocations"][0]["physicalLocation"]["region"]["snippet"]["text"], "MPI_Put");
    // The routine is in the macro's text.
    bench.program(
        "p",
        &text.replace("CHECK(MPI_Put(&cell, 1, MPI_INT, rank, 0, 1, MPI_INT, win))", "CHECK(SEND(&cell))"),
    );
    let run = bench.run("p.bc").stdout;
    assert!(run.contains("(1) `MPI_Put` reads `cell` until completed [in macro `CHECK`]"), "{run}");
}
