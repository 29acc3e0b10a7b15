//! What one edit would remove is one finding, in every format for people and services.

use crate::bench::Bench;

/// A program with these lines between the lock and the unlock of rank 0.
fn with(lines: &str) -> String {
    format!(
        "#include <mpi.h>
static int a, b, c;
int main(int argc, char **argv)
{{
    int rank, size, *base;
    MPI_Win win;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    MPI_Win_lock_all(0, win);
    if (rank == 0 && size > 1) {{
{lines}
    }}
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}}
"
    )
}

fn put(variable: &str, at: u32) -> String {
    format!("        MPI_Put(&{variable}, 1, MPI_INT, 1, {at}, 1, MPI_INT, win);\n")
}

fn store(variable: &str) -> String {
    format!("        {variable} = 1;\n")
}

fn findings(bench: &Bench, lines: &str) -> usize {
    bench.program("p", &with(lines));
    bench.run("--format short p.bc").stdout.lines().filter(|line| line.contains(": error: ")).count()
}

#[test]
fn one_missing_call_is_one_finding() {
    let bench = Bench::new();
    let row = [put("a", 0), put("b", 1), put("c", 2), store("a"), store("b"), store("c")].concat();
    assert_eq!(findings(&bench, &row), 1);
    let text = bench.run("p.bc").stdout;
    assert!(text.contains("(2 more findings with this cause)"), "{text}");
    assert!(bench.run("--format short p.bc").stdout.contains("(+2 alike)"));
    let github = bench.run("--format github p.bc").stdout;
    assert_eq!(github.matches("::error ").count(), 1, "{github}");
    assert!(github.contains("2 more findings with this cause"), "{github}");
    let issues: serde_json::Value = serde_json::from_str(&bench.run("--format gitlab p.bc").stdout).unwrap();
    assert_eq!(issues.as_array().unwrap().len(), 1);
    let junit = bench.run("--format junit p.bc").stdout;
    assert!(junit.contains("tests=\"1\" failures=\"1\""), "{junit}");
    // Formats for programs keep every finding, and name its group.
    let report = bench.json("p.bc");
    let all = report["findings"].as_array().unwrap();
    assert_eq!(all.len(), 3);
    assert!(all.iter().all(|finding| finding["group"] == all[0]["group"]));
    // Without a place for one call there are as many findings as calls are missing.
    let turns = [put("a", 0), store("a"), put("b", 1), store("b"), put("c", 2), store("c")].concat();
    assert_eq!(findings(&bench, &turns), 3);
    let two = [put("a", 0), put("b", 1), store("a"), put("c", 2), store("b"), store("c")].concat();
    assert_eq!(findings(&bench, &two), 2);
}

#[test]
fn one_missing_call_may_break_several_rules() {
    let bench = Bench::new();
    let both = [put("a", 0), put("b", 0), put("c", 1), store("c")].concat();
    // Between the first two puts and before the store: no one place.
    assert_eq!(findings(&bench, &both), 2);
    let loop_ = format!("    for (int k = 0; k < 4; k++) {{\n{}{}    }}\n", store("a"), put("a", 0));
    // The next turn stores to what the put reads, and puts to what the put writes.
    assert_eq!(findings(&bench, &loop_), 1);
    assert_eq!(bench.json("p.bc")["findings"].as_array().unwrap().len(), 2);
}
