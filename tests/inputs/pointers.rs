//! Calls through pointers that may mean very many functions.

use crate::bench::{Bench, Run};
use std::fmt::Write as _;

/// Analyses a program with `functions` functions that put a word and flush, and a call through a pointer of the function with the
/// number `chosen`. If the program is racy, the last function stores in between.
fn analyse(functions: usize, racy: bool, chosen: &str) -> Run {
    let mut source = "#include <mpi.h>\n#include <stdlib.h>\n#include <string.h>\nstatic int word[1000];\n".to_owned();
    for n in 0..functions {
        let early = if racy && n + 1 == functions { "word[0] = 0; " } else { "" };
        let at = if early.is_empty() { n } else { 0 };
        let _ = writeln!(
            source,
            "static void send{n}(MPI_Win win) {{ MPI_Put(&word[{at}], 1, MPI_INT, 0, {n}, 1, MPI_INT, win); \
             {early}MPI_Win_flush(0, win); }}"
        );
    }
    let names: Vec<String> = (0..functions).map(|n| format!("send{n}")).collect();
    let _ = writeln!(source, "static void (*sends[{functions}])(MPI_Win) = {{{}}};", names.join(", "));
    source += "static int by_address(const void *a, const void *b) { return memcmp(a, b, sizeof sends[0]); }
int main(int argc, char **argv) { MPI_Init(&argc, &argv); int *base; MPI_Win win;
MPI_Win_allocate(4000, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win); MPI_Win_lock_all(0, win);
int rank; MPI_Comm_rank(MPI_COMM_WORLD, &rank);\n";
    let _ = writeln!(source, "if (rank == 0) {chosen}");
    source += "MPI_Win_unlock_all(win); MPI_Win_free(&win); MPI_Finalize(); return 0; }\n";
    let bench = Bench::new();
    bench.write("sends.c", &source);
    bench.compile(&["sends"], "-O0 -emit-llvm", "bc");
    bench.analyse("sends.bc")
}

#[test]
fn functions_of_a_table_are_all_followed() {
    let all = "for (int i = 0; i < 40; i++) sends[i](win);";
    analyse(40, true, all).finds_the_race_in("sends.c");
    let clean = analyse(40, false, all);
    assert_eq!(clean.is_clean().report["summary"]["rma_operations"], 40);
}

/// If nothing is known about the pointer, functions that communicate are followed nevertheless.
#[test]
fn functions_that_only_fit_are_followed_if_they_communicate() {
    let unknown = "{ qsort(sends, 40, sizeof sends[0], by_address); sends[0](win); }";
    let racy = analyse(40, true, unknown);
    assert_eq!(racy.report["summary"]["rma_operations"], 40);
    assert!(racy.report["findings"].to_string().contains("RMA101"), "{:#}", racy.report);
    analyse(40, false, unknown).is_clean();
}

#[test]
fn with_too_many_of_them_the_run_is_incomplete() {
    let run = analyse(90, true, "for (int i = 0; i < 90; i++) sends[i](win);");
    assert_eq!(run.status, Some(3), "{:#}", run.report);
    let said = run.notices("gave-up").join("\n");
    assert!(said.contains("may mean 90 functions that communicate"), "{:#}", run.report);
    // One that is chosen by a constant is known.
    analyse(90, true, "sends[89](win);").finds_the_race_in("sends.c");
}

/// When a function is called that code which is not read was handed, nobody knows.
#[test]
fn functions_that_communicate_in_foreign_hands_make_the_run_incomplete() {
    let hand = |function: &str| {
        let bench = Bench::new();
        let source = format!(
            "#include <mpi.h>
void run_later(void (*)(void *), void *);
static MPI_Win win; static int word;
static void send(void *to) {{ MPI_Put(&word, 1, MPI_INT, *(int *)to, 0, 1, MPI_INT, win); }}
static void count(void *to) {{ ++*(int *)to; }}
void (*both[2])(void *) = {{send, count}};
int main(int argc, char **argv) {{ MPI_Init(&argc, &argv); int *base, to = 0;
MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win); MPI_Win_fence(0, win);
run_later({function}, &to); MPI_Win_fence(0, win); MPI_Win_free(&win); MPI_Finalize(); return 0; }}\n"
        );
        bench.write("later.c", &source);
        bench.compile(&["later"], "-O0 -emit-llvm", "bc");
        bench.analyse("--no-communication run_later later.bc")
    };
    let run = hand("send");
    assert_eq!(run.status, Some(3), "{:#}", run.report);
    assert!(run.notices("gave-up").join("\n").contains("`send` communicates"), "{:#}", run.report);
    assert_ne!(hand("count").status, Some(3));
}
