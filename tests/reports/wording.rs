//! The words of 50 reports, to be read by a person: `INSTA_UPDATE=always cargo test --test reports`, and read the difference.

use crate::bench::{Bench, root, run_in};
use std::path::PathBuf;

/// Programs of the corpus with a finding each, by what their findings are about.
const PROGRAMS: [(&str, &[&str], &[&str]); 9] = [
    (
        "origin",
        &[],
        &[
            "mpi/checked/wrapper_store_early",
            "mpi/cases/guard_without_flush",
            "mpi/idioms/pack_over_pending_put",
            "mpi/local/ops/get_complete_memcpy_race",
            "mpi/checked/count_free_early",
        ],
    ),
    (
        "remote_passive",
        &[],
        &[
            "mpi/cases/lock_put_print_early",
            "mpi/remote/barrier_then_flush",
            "mpi/remote/barrier_without_flush",
            "mpi/cases/queue_lock_flush_local",
            "mpi/idioms/self_lock_init_no_barrier",
        ],
    ),
    (
        "remote_active",
        &[],
        &[
            "mpi/remote/fence_load_before_close",
            "mpi/cases/pscw_two_origins_same_cell",
            "mpi/remote/fence_loop_one_fence",
            "mpi/idioms/cart_halo_load_in_epoch",
            "mpi/cases/halo_no_opening_fence",
        ],
    ),
    (
        "atomic_and_epochs",
        &[],
        &[
            "mpi/atomicity/sum_and_product",
            "mpi/atomicity/cas_and_put",
            "mpi/epochs/fence_noput_violated",
            "mpi/epochs/fence_on_one_path",
            "mpi/epochs/flush_in_fence_epoch",
            "mpi/epochs/fence_inside_start",
            "mpi/epochs/lock_inside_lock_all",
            "mpi/epochs/fence_nostore_receive",
        ],
    ),
    (
        "threads",
        &["-fopenmp"],
        &[
            "mpi/threads/critical_put_race",
            "mpi/threads/level_serialized_race",
            "mpi/threads/get_result_other_thread_race",
            "mpi/threads/task_put_store_race",
            "mpi/threads/pthread_get_race",
        ],
    ),
    (
        "shmem",
        &[],
        &[
            "shmem/completion/put_nbi_source_reused",
            "shmem/completion/fence_then_sync",
            "shmem/flags/put_flag_without_fence",
            "shmem/completion/p_one_cell",
            "shmem/flags/poll_with_load",
        ],
    ),
    (
        "gaspi",
        &[],
        &[
            "gaspi/local/write_store_before_wait",
            "gaspi/local/write_wait_other_queue",
            "gaspi/remote/load_before_waitsome",
            "gaspi/remote/notify_on_other_queue",
            "gaspi/remote/two_writes_wait_between",
        ],
    ),
    (
        "undecided_and_shared",
        &[],
        &[
            "mpi/unknown/call_gets_window",
            "mpi/unknown/window_from_elsewhere",
            "mpi/idioms/shared_query_store_early",
            "mpi/local/ops/acc_complete_store_race",
            "mpi/idioms/branch_on_file",
            "mpi/idioms/shared_store_beside_put_same",
            "mpi/idioms/next_in_half_same_cell",
        ],
    ),
    // Members of structures, iterations, tasks, libraries of C++ on the way, signals that order something else.
    (
        "practice",
        &["-fopenmp"],
        &[
            "practice/mpi/arrived_free_race",
            "practice/mpi/bfs_marks_race",
            "practice/threads/halo_in_tasks_race",
            "practice/gaspi/bulk_load_queues_race",
            "practice/shmem/heat_strips_parity_race",
        ],
    ),
];

#[test]
fn reports_are_readable() {
    let bench = Bench::new();
    for (about, flags, programs) in PROGRAMS {
        let sources: Vec<PathBuf> = programs.iter().map(|name| root().join(format!("corpus/{name}.c"))).collect();
        bench.compile(flags, &sources);
        let mut all = String::new();
        for program in programs {
            let name = program.rsplit('/').next().unwrap();
            let bitcode = bench.path().join(format!("{name}.bc"));
            let run = run_in(&root(), &format!("--show-notes --quiet --no-config {}", bitcode.display()));
            // Functions without a body make a run incomplete.
            assert!([0, 1, 3].contains(&run.status), "{name}: {}", run.stderr);
            assert!(run.stdout.contains('['), "{name} has a finding");
            let wide = run.stdout.lines().find(|line| line.chars().count() > 100);
            assert_eq!(wide, None, "{name}: a line is too wide");
            for weak in ["a temporary", "communicator 5", "= for example: \n", "? (earlier)", "held to change"] {
                assert!(!run.stdout.contains(weak), "{name}: {weak}\n{}", run.stdout);
            }
            all.push_str(&format!("### {program}\n\n{}\n", run.stdout));
        }
        insta::assert_snapshot!(format!("wording_{about}"), all);
    }
}
