//! Libraries without an entry function.

use crate::bench::{Bench, Run};

/// Levels and rules of the findings, notes among them, in order.
fn all(run: &Run) -> Vec<String> {
    let findings = run.report["findings"].as_array().map(Vec::as_slice).unwrap_or_default();
    let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
    findings.iter().map(|finding| format!("{} {}", text(&finding["level"]), text(&finding["rule"]))).collect()
}

fn is_library(run: &Run) -> bool {
    let assumed = run.report["assumptions"].as_array().map(Vec::as_slice).unwrap_or_default();
    let note = run.notices("other").iter().any(|text| text.starts_with("no entry function: analysed as a library"));
    assert_eq!(note, assumed.iter().any(|assumption| assumption["id"] == 27), "{:#}", run.report);
    note
}

/// A library that keeps its window in a global variable.
const GLOBAL: &str = "#include <mpi.h>
static MPI_Win win;
static int slot, outbox;
void box_open(void) { MPI_Win_create(&slot, 4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win); MPI_Win_lock_all(0, win); }
static void put(int to) { MPI_Put(&outbox, 1, MPI_INT, to, 0, 1, MPI_INT, win); }
void box_send(int to, int value) { outbox = value; put(to); MPI_Win_flush(to, win); }
void box_send_twice(int to, int value) { outbox = value; put(to); outbox = value + 1; put(to); MPI_Win_flush(to, win); }
void box_close(void) { MPI_Win_unlock_all(win); MPI_Win_free(&win); }
";

#[test]
fn a_library_is_analysed_from_the_functions_that_it_offers() {
    let bench = Bench::new();
    bench.write("box.c", GLOBAL);
    bench.compile(&["box"], "-O0 -flto", "o");
    bench.run("llvm-ar-19 rcs libbox.a box.o");
    for input in ["box.o", "libbox.a"] {
        let run = bench.analyse(input);
        assert!(is_library(&run));
        let text = run.notices("other").join("\n");
        assert!(
            text.contains("each of 4 functions by itself (box_open, box_send, box_send_twice, box_close)"),
            "{text}"
        );
        // The store between the puts races whatever window it is; which process is the target is the caller's choice.
        let found = all(&run);
        assert!(found.contains(&"warning RMA101".to_owned()), "{found:?}");
        let errors: Vec<&String> = found.iter().filter(|finding| finding.starts_with("error")).collect();
        assert!(errors.is_empty(), "{found:?}");
        let text = run.report["findings"].to_string();
        assert!(!text.contains("RMA502") && run.report["complete"] == true, "{text}");
    }
}

#[test]
fn what_needs_no_caller_is_an_error() {
    let bench = Bench::new();
    bench.write(
        "sure.c",
        "#include <mpi.h>\nvoid reset(MPI_Win win) { int zero = 0; MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);\n\
         MPI_Put(&zero, 1, MPI_INT, 0, 0, 1, MPI_INT, win);\nzero = 1;\nMPI_Win_unlock(0, win); }\n",
    );
    bench.compile(&["sure"], "-O0 -flto", "o");
    let run = bench.analyse("sure.o");
    assert!(is_library(&run));
    // Whether two processes call it at a time is for the callers to say.
    assert_eq!(all(&run), ["note RMA203", "error RMA101"], "{:#}", run.report);
}

#[test]
fn with_a_program_it_is_no_library() {
    let bench = Bench::new();
    bench.write("box.c", GLOBAL);
    bench.write(
        "user.c",
        "#include <mpi.h>\nvoid box_open(void); void box_send(int, int); void box_close(void);\n\
         int main(int c, char **v) { int r, n; MPI_Init(&c, &v); MPI_Comm_rank(MPI_COMM_WORLD, &r);\n\
         MPI_Comm_size(MPI_COMM_WORLD, &n); box_open(); box_send((r + 1) % n, r); box_close(); MPI_Finalize(); return 0; }\n",
    );
    bench.compile(&["box", "user"], "-O0 -flto", "o");
    let run = bench.analyse("user.o box.o");
    assert!(!is_library(run.is_clean()));
    // A function that was asked for is where all processes start.
    assert!(!is_library(&bench.analyse("box.o --entry box_send_twice")));
    let run = bench.analyse("box.o --entry box_nothing");
    assert_eq!(run.status, Some(2));
    assert!(run.stderr.contains("no function `box_nothing` is defined"), "{}", run.stderr);
}
