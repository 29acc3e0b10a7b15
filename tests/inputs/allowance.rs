//! Runs that may not take all the time or memory that they need.

use crate::bench::Bench;
use std::fmt::Write;
use std::time::{Duration, Instant};

/// Far more pairs that race than can be looked at in a second.
fn strained() -> Bench {
    let mut text = "#include <mpi.h>\nint buf[4];\nint main(int argc, char **argv)\n{\n    MPI_Win win;\n    int *mem;\n    MPI_Init(&argc, &argv);\n    \
                    MPI_Win_allocate(64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);\n    MPI_Win_fence(0, win);\n"
        .to_owned();
    for i in 0..4000 {
        writeln!(text, "    MPI_Put(buf, 1, MPI_INT, 0, argc * {} % 16, 1, MPI_INT, win);", i % 7).expect("text grows");
    }
    text += "    MPI_Win_fence(0, win);\n    MPI_Win_free(&win);\n    MPI_Finalize();\n    return 0;\n}\n";
    let bench = Bench::new();
    bench.write("many.c", &text);
    bench.compile(&["many"], "-O0 -emit-llvm", "bc");
    bench
}

#[test]
fn a_run_ends_with_its_time_or_memory_and_says_so() {
    let bench = strained();
    for (option, over) in
        [("--time-limit 1", "the time limit of 1 s"), ("--memory-limit 80M", "the memory limit of 80 MiB")]
    {
        let start = Instant::now();
        let run = bench.analyse(&format!("{option} many.bc"));
        // Twice the second: the machine may be slow to start and end processes.
        assert!(start.elapsed() < Duration::from_secs(2), "{option}: {:?}", start.elapsed());
        assert!(matches!(run.status, Some(1 | 3)), "{option}: {:?} {}", run.status, run.stderr);
        assert_eq!(run.report["complete"], false, "{option}");
        let told = run.notices("gave-up");
        assert!(
            told.iter().any(|text| text.starts_with(over) && text.contains("raise --time-limit")),
            "{option}: {told:?}"
        );
    }
}

#[test]
fn a_run_that_has_enough_says_nothing_of_it() {
    let bench = Bench::new();
    bench.compile(&["main", "step_racy"], "-O0 -emit-llvm", "bc");
    let run = bench.analyse("--time-limit 5m --memory-limit 2G --no-communication ring_* main.bc step_racy.bc");
    run.finds_the_race();
    assert!(run.notices("gave-up").is_empty() && run.report["complete"] == true, "{:#}", run.report);
}
