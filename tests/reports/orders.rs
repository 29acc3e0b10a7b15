//! Which order a finding about two processes asks for, and what it says of calls that do not give it.

use crate::bench::Bench;
use crate::story::{END, WINDOW, program, report};

const PUT: &str = "MPI_Put(&x, 1, MPI_DOUBLE, 1, 0, 1, MPI_DOUBLE, win);";
const SEND: &str = "MPI_Send(&token, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD);";
const RECEIVE: &str = "MPI_Recv(&token, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);";

/// Fails unless a text contains all parts, in this order; numbers of lines do not matter.
fn says(text: &str, parts: &[&str]) {
    let mut words: Vec<&str> = text.split_whitespace().collect();
    for at in 1..words.len() {
        if words[at - 1] == "(line" {
            words[at] = words[at].trim_start_matches(|c: char| c.is_ascii_digit());
        }
    }
    let text = words.join(" ").replace("(line )", "(line)");
    let mut rest = text.as_str();
    for part in parts {
        (_, rest) = rest.split_once(part).unwrap_or_else(|| panic!("no {part:?} in {text}"));
    }
}

/// A program of two processes between `lock_all` and `unlock_all`: what rank 0 and rank 1 do in each iteration of a loop.
fn turns(bench: &Bench, name: &str, zero: &str, one: &str) -> String {
    let body = format!(
        "    double x = 1;\n    int token = 0;\n    if (size != 2) return 1;\n{WINDOW}    for (int k = 0; k < 9; k++) {{\n        \
         if (rank == 0) {{\n{zero}\n        }} else {{\n{one}\n        }}\n    }}\n{END}"
    );
    bench.program(name, &program("", &body));
    report(bench, name)
}

#[test]
fn the_missing_order_is_that_from_the_load_to_the_next_put() {
    let bench = Bench::new();
    let body = format!(
        "    double x = 1;\n{WINDOW}    for (int k = 0; k < 9; k++) {{\n        if (rank == 0)\n            \
         MPI_Put(&x, 1, MPI_DOUBLE, 1, 0, 1, MPI_DOUBLE, win);\n        MPI_Win_flush_all(win);\n        MPI_Barrier(MPI_COMM_WORLD);\n        \
         if (rank == 1)\n            x += memory[0];\n    }}\n{END}"
    );
    bench.program("barrier", &program("", &body));
    says(
        &report(&bench, "barrier"),
        &[
            "why: nothing makes rank 0 wait for (2) before (1) of the next iteration: `MPI_Barrier` (line) only orders (1) \
             before (2) of the same iteration",
            "`MPI_Win_flush_all` completes (1) of one iteration",
            "`MPI_Barrier` is passed by both",
            "rank 0: goes on to the next iteration of the loop",
            "rank 0: (1) `MPI_Put`",
            "rank 1: (2) load",
            "help: let the process of (1) wait until (2) is over (barrier, message) before it begins (1) of the next iteration",
        ],
    );
    // What comes before the operation in each iteration.
    let body = body.replace(
        "        if (rank == 0)\n",
        "        if (rank == 1)\n            memory[0] = k;\n        if (rank == 0)\n",
    );
    let body = body.replace("        if (rank == 1)\n            x += memory[0];\n", "");
    bench.program("before", &program("", &body));
    says(
        &report(&bench, "before"),
        &[
            "why: nothing makes rank 0 wait for (2) before (1)",
            "both go on to the next iteration of the loop",
            "(1) `MPI_Put`",
        ],
    );
    let body = format!(
        "    double x = 1;\n{WINDOW}    if (rank == 1)\n        memory[0] = 2;\n    if (rank == 0)\n        {PUT}\n{END}"
    );
    bench.program("once", &program("", &body));
    let text = report(&bench, "once");
    says(&text, &["why: nothing makes rank 0 wait for (2) before (1)", "help: synchronise the two processes"]);
    assert!(!text.contains("for that before (2)"), "{text}");
}

#[test]
fn two_operations_between_the_fences_of_one_iteration_race_in_it() {
    let bench = Bench::new();
    let body = format!(
        "    double x = 1;\n{WINDOW}    MPI_Win_unlock_all(win);\n    for (int k = 0; k < 9; k++) {{\n        MPI_Win_fence(0, win);\n        \
         if (rank > 0)\n            MPI_Put(memory, 1, MPI_DOUBLE, rank - 1, 1, 1, MPI_DOUBLE, win);\n        \
         if (rank < size - 1)\n            MPI_Put(&x, 1, MPI_DOUBLE, rank + 1, 0, 1, MPI_DOUBLE, win);\n        \
         MPI_Win_fence(0, win);\n    }}\n    MPI_Win_lock_all(0, win);\n{END}"
    );
    bench.program("fences", &program("", &body));
    let text = report(&bench, "fences");
    says(&text, &["`MPI_Win_fence` is passed by both", "(1) `MPI_Put`", "(2) `MPI_Put`", "completes (1) only now"]);
    assert!(!text.contains("next iteration"), "{text}");
}

#[test]
fn a_message_that_comes_too_early_is_named() {
    let bench = Bench::new();
    let zero = format!("            {PUT}\n            MPI_Win_flush(1, win);\n            {SEND}");
    let one = format!("            {RECEIVE}\n            x += memory[0];");
    let text = turns(&bench, "token", &zero, &one);
    says(
        &text,
        &[
            "nothing makes rank 0 wait for (2) before (1) of a later iteration: `MPI_Send` (line) only orders (1)",
            "rank 0: `MPI_Send` sends to rank 1",
            "rank 1: `MPI_Recv` receives from rank 0",
            "rank 0: goes on to a later iteration",
            "rank 0: (1) `MPI_Put`",
            "rank 1: (2) load",
            "help: let the process of (1) wait until (2) is over",
        ],
    );
    let zero = format!("{zero}\n            {RECEIVE}");
    let one = format!("            {RECEIVE}\n            {SEND}\n            x += memory[0];");
    let text = turns(&bench, "early", &zero, &one);
    says(
        &text,
        &[
            "why: `MPI_Send` (line) of rank 1 lets rank 0 go on to (1) of a later iteration, and comes before (2)",
            "rank 1: `MPI_Send` sends to rank 0",
            "rank 0: `MPI_Recv` receives from rank 1",
            "rank 0: (1) `MPI_Put`",
            "help: call `MPI_Send` only after (2)",
        ],
    );
    // With the answer behind the load there is no race.
    let one = format!("            {RECEIVE}\n            x += memory[0];\n            {SEND}");
    assert!(!turns(&bench, "late", &zero, &one).contains("RMA201"));
}

#[test]
fn the_operation_that_is_late_is_the_first() {
    let bench = Bench::new();
    let body = format!(
        "    double x = 1;\n    int token = 0;\n{WINDOW}    for (int k = 0; k < 9; k++) {{\n        if (rank > 0 || k > 0)\n            \
         MPI_Recv(&token, 1, MPI_INT, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);\n        \
         MPI_Get(&x, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, win);\n        MPI_Win_flush(0, win);\n        \
         MPI_Put(&x, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, win);\n        \
         MPI_Send(&token, 1, MPI_INT, to, 0, MPI_COMM_WORLD);\n        MPI_Win_flush(0, win);\n    }}\n{END}"
    );
    bench.program("ledger", &program("", &body));
    says(
        &report(&bench, "ledger"),
        &[
            "`MPI_Put` (1) of one process and `MPI_Get` (2) of another are not ordered",
            "`MPI_Send` (line) lets rank",
            "go on before `MPI_Win_flush` (line) completes (1)",
            "(1) `MPI_Put`",
            "`MPI_Send` sends to",
            "`MPI_Recv` receives from",
            "(2) `MPI_Get`",
            "`MPI_Win_flush` completes (1) only now",
        ],
    );
}

#[test]
fn flags_and_notifications_that_come_too_early_are_named() {
    let bench = Bench::new();
    let farm = "#include <shmem.h>\nint desk[4], flag, done;\nint main(void)\n{\n    shmem_init();\n    int me = shmem_my_pe(), one = 1;\n    \
        if (shmem_n_pes() != 2) return 1;\n    for (int k = 0; k < 9; k++) {\n        if (me == 0) {\n            \
        shmem_int_put(desk, &one, 1, 1);\n            shmem_fence();\n            shmem_int_atomic_set(&flag, k + 1, 1);\n            \
        shmem_int_wait_until(&done, SHMEM_CMP_EQ, k + 1);\n        } else {\n            shmem_int_wait_until(&flag, SHMEM_CMP_EQ, k + 1);\n            \
        shmem_int_atomic_set(&done, k + 1, 0);\n            one += desk[0];\n        }\n    }\n    shmem_finalize();\n    return one;\n}\n";
    bench.program("flag", farm);
    says(
        &report(&bench, "flag"),
        &[
            "why: `shmem_int_atomic_set` (line) of rank 1 lets rank 0 go on to (1) of a later iteration, and comes before (2)",
            "`shmem_fence` orders (1) of one iteration",
            "rank 1: `shmem_int_atomic_set` sets what another process waits for, at rank 0",
            "rank 0: `shmem_int_wait_until` finds the value that it waits for",
            "rank 0: (1) `shmem_int_put`",
            "help: call `shmem_int_atomic_set` only after (2)",
        ],
    );
    let text = report(&bench, "flag");
    assert!(!text.contains("completes (1) only now"), "the fence has ordered it: {text}");
}

/// A program of two processes without a loop.
fn once(bench: &Bench, name: &str, body: &str) -> String {
    let window = "    double x = 1, *memory;\n    int token = 0, flag;\n    MPI_Win win;\n    MPI_Request req;\n    MPI_Group world, peers;\n    \
        int peer = 1 - rank;\n    if (size != 2) return 1;\n    MPI_Comm_group(MPI_COMM_WORLD, &world);\n    \
        MPI_Group_incl(world, 1, &peer, &peers);\n    MPI_Win_allocate(64, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);\n";
    bench.program(name, &program("", &format!("{window}{body}    MPI_Win_free(&win);\n")));
    report(bench, name)
}

fn in_lock_all(body: &str) -> String {
    format!("    MPI_Win_lock_all(0, win);\n{body}    MPI_Win_unlock_all(win);\n")
}

#[test]
fn calls_that_do_not_order_are_told() {
    let bench = Bench::new();
    let put = format!("    if (rank == 0) {{ {PUT} MPI_Win_flush(1, win); }}\n");
    let load = "    if (rank == 1) x = memory[0];\n";
    let own = in_lock_all(&format!("{put}    MPI_Barrier(MPI_COMM_SELF);\n{load}"));
    says(
        &once(&bench, "own", &own),
        &[
            "`MPI_Barrier` (line) is of `MPI_COMM_SELF`",
            "rank 1: `MPI_Barrier` is of `MPI_COMM_SELF`",
            "rank 1: (2) load",
        ],
    );
    let started =
        format!("{put}    MPI_Ibarrier(MPI_COMM_WORLD, &req);\n{load}    MPI_Wait(&req, MPI_STATUS_IGNORE);\n");
    says(
        &once(&bench, "started", &in_lock_all(&started)),
        &["`MPI_Ibarrier` (line) only starts: rank 1 does not wait for its request before (2)", "rank 1: (2) load"],
    );
    let broadcast = format!("{put}    MPI_Bcast(&token, 1, MPI_INT, 1, MPI_COMM_WORLD);\n{load}");
    says(
        &once(&bench, "broadcast", &in_lock_all(&broadcast)),
        &["`MPI_Bcast` (line) makes processes wait for its root (rank 1) only, not for rank 0", "rank 1: (2) load"],
    );
    let request = "    MPI_Rput(&x, 1, MPI_DOUBLE, peer, 0, 1, MPI_DOUBLE, win, &req);\n    MPI_Wait(&req, MPI_STATUS_IGNORE);\n    \
        MPI_Barrier(MPI_COMM_WORLD);\n    token = (int)memory[0];\n";
    let text = once(&bench, "request", &in_lock_all(request));
    says(&text, &["rank 0: `MPI_Wait` completes (1) at its origin only"]);
    assert!(!text.contains("another request"), "{text}");
}

#[test]
fn locks_that_do_not_exclude_are_told() {
    let bench = Bench::new();
    let locks = |zero: &str, one: &str| {
        format!(
            "    if (rank == 0) {{\n        MPI_Win_lock({zero}, win);\n        {PUT}\n        MPI_Win_unlock(1, win);\n    }} else {{\n        \
             MPI_Win_lock({one}, win);\n        memory[0] = 2;\n        MPI_Win_unlock({}, win);\n    }}\n",
            one.split(", ").nth(1).unwrap()
        )
    };
    let unchecked = "MPI_LOCK_EXCLUSIVE, 1, MPI_MODE_NOCHECK";
    says(
        &once(&bench, "unchecked", &locks(unchecked, unchecked)),
        &[
            "`MPI_Win_lock` (line) of rank 0 has `MPI_MODE_NOCHECK`",
            "rank 1: `MPI_Win_lock` takes",
            "help: leave `MPI_MODE_NOCHECK` out",
        ],
    );
    says(
        &once(&bench, "other", &locks("MPI_LOCK_SHARED, 1, 0", "MPI_LOCK_EXCLUSIVE, 0, 0")),
        &[
            "of rank 1 takes the lock of rank 0, not that of rank 1",
            "rank 1: `MPI_Win_lock` takes the exclusive lock of rank 0",
        ],
    );
    says(
        &once(&bench, "shared", &locks("MPI_LOCK_SHARED, 1, 0", "MPI_LOCK_SHARED, 1, 0")),
        &["both locks are shared", "rank 1: `MPI_Win_lock` takes the shared lock of rank 1"],
    );
}

#[test]
fn an_access_in_the_exposure_is_told_between_post_and_wait() {
    let bench = Bench::new();
    let exposed = |inside: &str| {
        format!(
            "    if (rank == 1) {{\n        MPI_Win_post(peers, 0, win);\n{inside}        MPI_Win_wait(win);\n    }} else {{\n        \
             MPI_Win_start(peers, 0, win);\n        {PUT}\n        MPI_Win_complete(win);\n    }}\n"
        )
    };
    says(
        &once(&bench, "inside", &exposed("        memory[0] = 2;\n")),
        &[
            "(2) comes after `MPI_Win_post` (line), which lets rank 0 begin (1), and before `MPI_Win_wait` (line)",
            "rank 1: `MPI_Win_post` opens an exposure epoch",
            "rank 0: `MPI_Win_start`",
            "help: move (2) before `MPI_Win_post`, or behind `MPI_Win_wait`",
        ],
    );
    let tested = exposed("        MPI_Win_test(win, &flag);\n        memory[0] = 2;\n        if (!flag)\n");
    says(
        &once(&bench, "tested", &tested),
        &["(2) comes after `MPI_Win_post` (line)", "`MPI_Win_test` (line) before (2) finds that it has not ended"],
    );
}

#[test]
fn why_names_a_lock_only_where_it_is_held() {
    let bench = Bench::new();
    let body = "    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);\n    MPI_Put(&x, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, win);\n    MPI_Win_unlock(0, win);\n    \
        if (rank == 0) {\n        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);\n        memory[0] = 4;\n        MPI_Win_unlock(0, win);\n    }\n    \
        MPI_Barrier(MPI_COMM_WORLD);\n    if (rank == 0)\n        memory[0] += 1;\n    MPI_Barrier(MPI_COMM_WORLD);\n    MPI_Win_lock_all(0, win);\n    \
        MPI_Accumulate(&x, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, MPI_SUM, win);\n    MPI_Accumulate(&x, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, MPI_SUM, win);\n    \
        MPI_Put(&x, 1, MPI_DOUBLE, 0, 1 + rank, 1, MPI_DOUBLE, win);\n    MPI_Win_unlock_all(win);\n";
    once(&bench, "w", body);
    let why = |a: u32, b: u32| {
        let text = bench.run(&format!("why w.c:{a} w.c:{b} w.bc")).stdout;
        assert!(text.lines().all(|line| line.chars().count() <= 100), "{text}");
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    assert!(why(22, 26).contains("both hold the exclusive lock of rank 0"), "{}", why(22, 26));
    let later = why(22, 31);
    assert!(later.contains("orders the processes") && !later.contains("exclusive"), "{later}");
    let sums = why(34, 35);
    assert!(sums.contains("atomic to each other") && !sums.contains("exclusive"), "{sums}");
    let apart = why(36, 35);
    assert!(!apart.contains("exclusive") && !apart.contains("comes before that"), "{apart}");
}

#[test]
fn a_fence_of_some_processes_is_not_for_the_others() {
    let bench = Bench::new();
    // The leaders have a window of their own over the memory that all of a node share.
    let body = "    double x = 1, sum = 0, *all;\n    MPI_Comm node, leaders;\n    MPI_Win shared, win = MPI_WIN_NULL;\n    MPI_Aint bytes;\n    \
        int unit, inner, count;\n    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &node);\n    \
        MPI_Comm_rank(node, &inner);\n    \
        MPI_Win_allocate_shared(inner == 0 ? 8 : 0, 8, MPI_INFO_NULL, node, &all, &shared);\n    \
        MPI_Win_shared_query(shared, 0, &bytes, &unit, &all);\n    \
        MPI_Comm_split(MPI_COMM_WORLD, inner == 0 ? 0 : MPI_UNDEFINED, 0, &leaders);\n    \
        MPI_Win_lock_all(0, shared);\n    for (int k = 0; k < 9; k++) {\n        MPI_Win_sync(shared);\n        MPI_Barrier(node);\n        \
        MPI_Win_sync(shared);\n        if (leaders != MPI_COMM_NULL) {\n            if (k == 0)\n                \
        MPI_Win_create(all, 8, 8, MPI_INFO_NULL, leaders, &win);\n            MPI_Comm_size(leaders, &count);\n            \
        MPI_Win_fence(0, win);\n            MPI_Put(&x, 1, MPI_DOUBLE, count - 1, 0, 1, MPI_DOUBLE, win);\n            \
        MPI_Win_fence(0, win);\n        }\n        sum += all[0];\n    }\n    MPI_Win_unlock_all(shared);\n    \
        if (leaders != MPI_COMM_NULL)\n        MPI_Win_free(&win);\n    MPI_Win_free(&shared);\n    x = sum;\n";
    bench.program("leaders", &program("", body));
    let text = report(&bench, "leaders");
    let text = text.split("error[RMA201]").nth(1).unwrap_or_else(|| panic!("{text}"));
    assert!(text.contains("load (2)"), "{text}");
    assert!(!text.contains("which rank 1 reaches after (2)"), "rank 1 is no leader: {text}");
    assert!(!text.contains("all processes of the window take part"), "{text}");
    assert!(text.contains("and then synchronise the two processes (barrier, message) before (2)"), "{text}");
}

#[test]
fn a_notification_that_is_not_taken_back_is_told() {
    let bench = Bench::new();
    let body = "#include <GASPI.h>\n#include <stdlib.h>\nint main(int argc, char **argv)\n{\n    gaspi_rank_t rank, num;\n    \
        gaspi_pointer_t pointer;\n    gaspi_notification_id_t id;\n    int sum = 0;\n    gaspi_proc_init(GASPI_BLOCK);\n    \
        gaspi_proc_rank(&rank);\n    gaspi_proc_num(&num);\n    \
        gaspi_segment_create(0, num * 4, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED);\n    gaspi_segment_ptr(0, &pointer);\n    \
        int *all = pointer;\n    for (int sweep = 0; sweep < 5; sweep++) {\n        for (int k = 1; k < num; k++)\n            \
        gaspi_write_notify(0, rank * 4, (rank + k) % num, 0, rank * 4, 4, rank, 1, 0, GASPI_BLOCK);\n        \
        for (int k = 1; k < num; k++)\n            gaspi_notify_waitsome(0, (rank + k) % num, 1, &id, GASPI_BLOCK);\n        \
        for (int k = 0; k < num; k++)\n            sum += all[k];\n        gaspi_wait(0, GASPI_BLOCK);\n        \
        gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK);\n    }\n    gaspi_proc_term(GASPI_BLOCK);\n    return sum;\n}\n";
    bench.program("stale", body);
    let text = report(&bench, "stale");
    says(
        &text,
        &[
            "[RMA201]",
            "why: `gaspi_notify_waitsome` (line) may find the notification of an earlier (1): nothing takes that back",
            "rank 1: `gaspi_notify_waitsome` may find the notification of an earlier (1)",
            "help: take the notification back when it is found (`gaspi_notify_reset`)",
        ],
    );
    assert!(!text.contains("later iteration of the loop at stale.c:16"), "two processes make one turn of it: {text}");
}

#[test]
fn the_loop_that_goes_on_has_the_barrier_in_it() {
    let bench = Bench::new();
    let body = format!(
        "    double x = 1, list[4];\n{WINDOW}    for (int k = 0; k < 9; k++) {{\n        for (int i = 0; i < 4; i++)\n            \
         MPI_Get(&list[i], 1, MPI_DOUBLE, to, i, 1, MPI_DOUBLE, win);\n        MPI_Win_flush_all(win);\n        \
         for (int i = 0; i < 4; i++)\n            memory[i] = x;\n        MPI_Barrier(MPI_COMM_WORLD);\n    }}\n{END}"
    );
    bench.program("halo", &program("", &body));
    let text = report(&bench, "halo");
    assert!(text.contains("[RMA202]"), "{text}");
    assert!(!text.contains("next iteration of the loop (halo.c:17)"), "the barrier is outside of that loop: {text}");
    assert!(!text.contains("let the process of (1) wait until (2) is over"), "the barrier does that: {text}");
}

#[test]
fn a_fence_of_another_window_completes_nothing() {
    let bench = Bench::new();
    let body = "    double x = 1, *grid[2];\n    MPI_Win win[2];\n    int turn = 0;\n    for (int i = 0; i < 2; i++) {\n        \
        MPI_Win_allocate(64, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &grid[i], &win[i]);\n        MPI_Win_fence(0, win[i]);\n    }\n    \
        for (int k = 0; k < 9; k++) {\n        x += grid[turn][0];\n        \
        MPI_Put(&x, 1, MPI_DOUBLE, to, 0, 1, MPI_DOUBLE, win[1 - turn]);\n        MPI_Win_fence(0, win[turn]);\n        \
        turn = 1 - turn;\n    }\n    for (int i = 0; i < 2; i++) {\n        MPI_Win_fence(0, win[i]);\n        \
        MPI_Win_free(&win[i]);\n    }\n";
    bench.program("turns", &program("", body));
    let text = report(&bench, "turns");
    let text = text.split("[RMA201]").nth(1).unwrap_or_else(|| panic!("{text}"));
    assert!(
        text.contains("be for another window: it does not complete (1)") || text.contains("is for another window"),
        "{text}"
    );
    assert!(!text.contains("only orders (1) before (2)"), "the fence is of the other window: {text}");
}

#[test]
fn why_finds_the_accesses_of_a_called_function() {
    let bench = Bench::new();
    let put = "static void put(double *from, int to, MPI_Win win)\n{\n    MPI_Put(from, 1, MPI_DOUBLE, to, 0, 1, MPI_DOUBLE, win);\n}";
    let body = format!(
        "    double x = 1, y = 2;\n{WINDOW}    put(&x, to, win);\n    x = 3;\n    put(&y, to, win);\n    MPI_Win_flush(to, win);\n    y = 4;\n{END}"
    );
    bench.program("call", &program(put, &body));
    let why = |a: u32, b: u32| bench.run(&format!("why call.c:{a} call.c:{b} call.bc")).stdout;
    assert!(why(19, 20).contains("the origin buffer of `MPI_Put` and store: they race"), "{}", why(19, 20));
    assert!(why(21, 23).contains("`MPI_Win_flush` (line 22) completes the operation"), "{}", why(21, 23));
}

#[test]
fn the_help_names_the_call_that_comes_too_early() {
    let bench = Bench::new();
    let put = "    if (rank == 0)\n        MPI_Put(&x, 1, MPI_DOUBLE, 1, 0, 1, MPI_DOUBLE, win);\n";
    let barrier = format!("{put}    MPI_Barrier(MPI_COMM_WORLD);\n    if (rank == 1)\n        x = memory[0];\n");
    says(
        &once(&bench, "barrier", &in_lock_all(&barrier)),
        &["help: complete (1) at its target (`MPI_Win_flush`, `MPI_Win_flush_all`) before `MPI_Barrier` (line"],
    );
    let message = format!(
        "{put}    if (rank == 0)\n        MPI_Send(&rank, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);\n    if (rank == 1) {{\n        \
         MPI_Recv(&size, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);\n        x = memory[0];\n    }}\n"
    );
    says(
        &once(&bench, "message", &in_lock_all(&message)),
        &["(`MPI_Win_flush`, `MPI_Win_flush_all`) before `MPI_Send` (line", "which lets the other process go on"],
    );
}

#[test]
fn a_flag_that_comes_too_early_needs_a_fence() {
    let bench = Bench::new();
    let text = "#include <shmem.h>\nstatic int data[4], flag;\nint main(void)\n{\n    int own[4] = {1, 2, 3, 4};\n    shmem_init();\n    \
        if (shmem_my_pe() == 0) {\n        shmem_int_put(data, own, 4, 1);\n        shmem_int_p(&flag, 1, 1);\n    }\n    \
        if (shmem_my_pe() == 1) {\n        shmem_int_wait_until(&flag, SHMEM_CMP_EQ, 1);\n        own[0] = data[3];\n    }\n    \
        shmem_finalize();\n    return own[0] == 9;\n}\n";
    bench.program("flag", text);
    let text = report(&bench, "flag");
    assert!(
        text.contains("help: call `shmem_fence` or `shmem_quiet`")
            && text.contains("between (1) and `shmem_int_p` (line 9)"),
        "{text}"
    );
    assert!(text.contains("`shmem_int_wait_until` finds the value that it waits for"), "{text}");
}
