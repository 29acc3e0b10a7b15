//! What findings say about order, iterations and names, on small programs.

use crate::bench::Bench;

/// A program whose processes make some calls between the creation of a window and its end.
fn program(globals: &str, body: &str) -> String {
    format!(
        "#include <mpi.h>\n#include <stdlib.h>\n{globals}\nint main(int argc, char **argv)\n{{\n    int rank, size;\n    \
         MPI_Init(&argc, &argv);\n    MPI_Comm_rank(MPI_COMM_WORLD, &rank);\n    MPI_Comm_size(MPI_COMM_WORLD, &size);\n    \
         int to = (rank + 1) % size, from = (rank + size - 1) % size;\n{body}\n    MPI_Finalize();\n    return 0;\n}}\n"
    )
}

/// The text report with each finding in lines that are not wrapped.
fn report(bench: &Bench, name: &str) -> String {
    let run = bench.run(&format!("--show-notes --quiet {name}.bc"));
    let lines: Vec<&str> = run.stdout.lines().collect();
    let mut out = String::new();
    for line in lines {
        let (text, wrapped) = (line.trim_start(), line.starts_with("      ") && !line.contains('│'));
        let begins = text.chars().next().is_some_and(|c| c.is_ascii_digit()) && text.contains(". ");
        out.push_str(if wrapped && !begins { " " } else { "\n" });
        out.push_str(text);
    }
    assert!(lines_fit(&run.stdout), "{}", run.stdout);
    out
}

fn lines_fit(text: &str) -> bool {
    text.lines().all(|line| line.chars().count() <= 100)
}

const WINDOW: &str = "    double *memory;\n    MPI_Win win;\n    \
    MPI_Win_allocate(64, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);\n    MPI_Win_lock_all(0, win);\n";
const END: &str = "    MPI_Win_unlock_all(win);\n    MPI_Win_free(&win);\n";

#[test]
fn a_loop_that_is_left_makes_no_later_iteration() {
    let bench = Bench::new();
    let puts = "        for (int i = 0; i < 4; i++)\n            MPI_Put(&buf[i], 1, MPI_DOUBLE, to, i, 1, MPI_DOUBLE, win);\n";
    let body = |inside: &str| {
        format!(
            "    double buf[4] = {{0}};\n{WINDOW}    for (int step = 0; step < 3; step++) {{\n{inside}    }}\n{END}"
        )
    };
    bench.program(
        "same",
        &program("", &body(&format!("{puts}        buf[2] = step;\n        MPI_Win_flush(to, win);\n"))),
    );
    let text = report(&bench, "same");
    assert!(text.contains("error[RMA101]") && !text.contains("iteration"), "{text}");
    assert!(text.contains("before (2), or use another buffer"), "{text}");
    bench.program("later", &program("", &body(&format!("        buf[2] = step;\n{puts}"))));
    let text = report(&bench, "later");
    assert!(
        text.contains("(2) store to `buf` in a later iteration of the loop at later.c:16, while (1) is pending"),
        "{text}"
    );
    assert!(text.contains("before (2) of the next iteration"), "{text}");
}

#[test]
fn steps_are_in_order() {
    let bench = Bench::new();
    // The window is locked before the loop, and the put of the next iteration comes too early for the load of this one.
    let body = format!(
        "    double x = 1;\n{WINDOW}    for (int k = 0; k < 9; k++) {{\n        MPI_Put(&x, 1, MPI_DOUBLE, to, 0, 1, MPI_DOUBLE, win);\n        \
         MPI_Win_flush(to, win);\n        MPI_Barrier(MPI_COMM_WORLD);\n        x = memory[0];\n    }}\n{END}"
    );
    bench.program("early", &program("", &body));
    let text = report(&bench, "early");
    let story = text.split("how it happens").nth(1).unwrap_or_else(|| panic!("{text}"));
    let steps =
        ["`MPI_Win_lock_all`", "`MPI_Barrier` is passed", "goes on to the next iteration", "(1) `MPI_Put`", "(2) load"];
    let places = steps.map(|step| story.find(step).unwrap_or_else(|| panic!("{step}: {text}")));
    assert!(places.is_sorted(), "{text}");
    assert!(!text.contains("`k` (loop"), "one number for two iterations: {text}");
    // One call that sends and receives is told as what it is to either process.
    let body = format!(
        "    double x = 1;\n    int token = 0;\n{WINDOW}    MPI_Put(&x, 1, MPI_DOUBLE, to, 0, 1, MPI_DOUBLE, win);\n    \
         MPI_Sendrecv_replace(&token, 1, MPI_INT, to, 0, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);\n    x = memory[0];\n{END}"
    );
    bench.program("token", &program("", &body));
    let text = report(&bench, "token");
    assert!(text.contains("rank 0: `MPI_Sendrecv_replace` sends to rank 1"), "{text}");
    assert!(text.contains("rank 1: `MPI_Sendrecv_replace` receives from rank 0"), "{text}");
}
