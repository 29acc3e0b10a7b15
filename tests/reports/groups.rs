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

#[test]
fn a_queue_is_as_a_window() {
    let bench = Bench::new();
    let with = |lines: &str| {
        format!(
            "#include <GASPI.h>\nint main(void)\n{{\n    gaspi_rank_t rank, num;\n    gaspi_pointer_t pointer;\n    \
             gaspi_proc_init(GASPI_BLOCK);\n    gaspi_proc_rank(&rank);\n    gaspi_proc_num(&num);\n    \
             gaspi_segment_create(0, 256, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED);\n    \
             gaspi_segment_ptr(0, &pointer);\n    int *a = pointer;\n{lines}    gaspi_wait(0, GASPI_BLOCK);\n    \
             gaspi_wait(1, GASPI_BLOCK);\n    gaspi_proc_term(GASPI_BLOCK);\n    return 0;\n}}\n"
        )
    };
    let write = |at: u32, queue: u32| {
        format!("    gaspi_write(0, {}, (rank + 1) % num, 0, {}, 4, {queue}, GASPI_BLOCK);\n", 4 * at, 128 + 4 * at)
    };
    let count = |lines: &str| {
        bench.program("p", &with(lines));
        bench.run("--format short p.bc").stdout.lines().filter(|line| line.contains("[RMA")).count()
    };
    let stores = "    a[0] = 1;\n    a[1] = 1;\n    a[2] = 1;\n";
    assert_eq!(count(&[write(0, 0), write(1, 0), write(2, 0), stores.to_owned()].concat()), 1);
    // Two queues need two calls.
    assert_eq!(count(&[write(0, 0), write(1, 1), write(2, 0), stores.to_owned()].concat()), 2);
    let turns = [write(0, 0), "    a[0] = 1;\n".to_owned(), write(1, 0), "    a[1] = 1;\n".to_owned()].concat();
    assert_eq!(count(&turns), 2);
}

#[test]
fn a_context_is_as_a_window() {
    let bench = Bench::new();
    let put = |variable: &str, at: u32, ctx: &str| {
        format!("    shmem_ctx_int_put_nbi({ctx}, &target[{at}], &{variable}, 1, (me + 1) % npes);\n")
    };
    let count = |lines: &str| {
        bench.program(
            "p",
            &format!(
                "#include <shmem.h>\nstatic int target[8];\nint main(void)\n{{\n    int a = 1, b = 2, c = 3;\n    \
                 shmem_ctx_t one, two;\n    shmem_init();\n    int me = shmem_my_pe(), npes = shmem_n_pes();\n    \
                 if (shmem_ctx_create(0, &one) || shmem_ctx_create(0, &two)) return 1;\n{lines}    \
                 shmem_ctx_quiet(one);\n    shmem_ctx_quiet(two);\n    shmem_finalize();\n    return a + b + c;\n}}\n"
            ),
        );
        bench.run("--format short p.bc").stdout.lines().filter(|line| line.contains("[RMA")).count()
    };
    let stores = "    a = 4;\n    b = 5;\n    c = 6;\n";
    assert_eq!(count(&[put("a", 0, "one"), put("b", 1, "one"), put("c", 2, "one"), stores.to_owned()].concat()), 1);
    assert_eq!(count(&[put("a", 0, "one"), put("b", 1, "two"), put("c", 2, "one"), stores.to_owned()].concat()), 2);
}

#[test]
fn one_call_that_threads_wait_in() {
    let bench = Bench::new();
    let count = |lines: &str| {
        let text = with(lines).replace(
            "    MPI_Init(&argc, &argv);",
            "    int level;\n    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);\n    \
             if (level < MPI_THREAD_MULTIPLE) return 1;",
        );
        bench.write("p.c", &text);
        bench.compile(&["-fopenmp"], &["p.c".into()]);
        bench.run("--format short p.bc").stdout.lines().filter(|line| line.contains("[RMA10")).count()
    };
    // A task's puts, and its creator's stores: one `taskwait`.
    let task = |stores: &str| {
        format!(
            "        #pragma omp parallel num_threads(2)\n        #pragma omp single\n        {{\n        \
             #pragma omp task shared(a, b)\n        {{\n{}{}        MPI_Win_flush(1, win);\n        }}\n{stores}        }}\n",
            put("a", 0),
            put("b", 1)
        )
    };
    assert_eq!(count(&task(&[store("a"), store("b")].concat())), 1);
    let waits = [store("a"), "        #pragma omp taskwait\n".to_owned(), store("b")].concat();
    assert_eq!(count(&task(&waits)), 1);
}
