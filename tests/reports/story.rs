//! What findings say about order, iterations and names, on small programs.

use crate::bench::Bench;
use std::path::PathBuf;

/// A program whose processes make some calls between the creation of a window and its end.
pub fn program(globals: &str, body: &str) -> String {
    format!(
        "#include <mpi.h>\n#include <stdlib.h>\n{globals}\nint main(int argc, char **argv)\n{{\n    int rank, size;\n    \
         MPI_Init(&argc, &argv);\n    MPI_Comm_rank(MPI_COMM_WORLD, &rank);\n    MPI_Comm_size(MPI_COMM_WORLD, &size);\n    \
         int to = (rank + 1) % size, from = (rank + size - 1) % size;\n{body}\n    MPI_Finalize();\n    return 0;\n}}\n"
    )
}

/// The text report with each finding in lines that are not wrapped.
pub fn report(bench: &Bench, name: &str) -> String {
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

pub const WINDOW: &str = "    double *memory;\n    MPI_Win win;\n    \
    MPI_Win_allocate(64, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);\n    MPI_Win_lock_all(0, win);\n";
pub const END: &str = "    MPI_Win_unlock_all(win);\n    MPI_Win_free(&win);\n";

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
    // The puts of two turns race, too, for the same reason, and would be the head of the group.
    let alone = puts.replace("win);\n", "win); // rma-static: allow(RMA203)\n");
    bench.program("later", &program("", &body(&format!("        buf[2] = step;\n{alone}"))));
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

#[test]
fn memory_has_the_name_of_its_member() {
    let bench = Bench::new();
    let table = "struct table { double *cells, *words; MPI_Win win; };\n\
        static void *get_memory(size_t n) { void *p = malloc(n); if (!p) abort(); return p; }\n\
        static struct table *table_create(int n)\n{\n    struct table *t = get_memory(sizeof *t);\n    \
        t->cells = get_memory(n * sizeof(double));\n    \
        MPI_Win_allocate(n * 8, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &t->words, &t->win);\n    return t;\n}\n";
    let body = "    struct table *table = table_create(8);\n    MPI_Win_lock_all(0, table->win);\n    \
        MPI_Put(table->cells, 1, MPI_DOUBLE, to, 0, 1, MPI_DOUBLE, table->win);\n    table->cells[0] = 1;\n    \
        double x = table->words[0];\n    MPI_Win_unlock_all(table->win);\n    MPI_Win_free(&table->win);\n    return (int)x;\n";
    bench.program("table", &program(table, body));
    let text = report(&bench, "table");
    assert!(text.contains("data race on `t->cells`: store (2)"), "{text}");
    assert!(text.contains("memory `t->cells`, allocated by `get_memory` at table.c:8"), "{text}");
    assert!(text.contains("memory `t->words` of window `t->win`"), "{text}");
    bench.write(
        "field.cpp",
        "#include <mpi.h>\n#include <stdexcept>\n#include <vector>\n#define CK(c) do { if ((c) != MPI_SUCCESS) throw std::runtime_error(#c); } while (0)\n\
         struct Window {\n    double *base_; MPI_Win win_;\n    Window() { CK(MPI_Win_allocate(64, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &base_, &win_)); }\n    \
         void put(const double *v, int to) { CK(MPI_Put(v, 1, MPI_DOUBLE, to, 0, 1, MPI_DOUBLE, win_)); }\n};\n\
         struct Field {\n    Window window_;\n    std::vector<double> edge_;\n    Field() : edge_(4) {}\n    \
         void step(int to) {\n        MPI_Win_lock_all(0, window_.win_);\n        window_.put(&edge_[0], to);\n        edge_[0] = 2;\n        \
         MPI_Win_unlock_all(window_.win_);\n    }\n};\n\
         int main(int argc, char **argv) {\n    MPI_Init(&argc, &argv);\n    Field field;\n    field.step(0);\n    MPI_Win_free(&field.window_.win_);\n    MPI_Finalize();\n}\n",
    );
    bench.compile(&["-DMPICH_SKIP_MPICXX"], &[PathBuf::from("field.cpp")]);
    let text = report(&bench, "field");
    assert!(text.contains("data race on `edge_`: store (2)"), "{text}");
    assert!(text.contains("memory `edge_`, allocated by `std::vector"), "{text}");
}

#[test]
fn a_macro_that_pastes_a_prefix_hides_no_name() {
    let bench = Bench::new();
    let globals = "#define mpi(call) do { if (MPI_##call != MPI_SUCCESS) abort(); } while (0)\n\
        struct problem { double *p; MPI_Win win; };\n";
    let body = "    struct problem pr;\n    double x = 1;\n    mpi(Win_allocate(64, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &pr.p, &pr.win));\n    \
        mpi(Win_lock_all(0, pr.win));\n    mpi(Put(&x, 1, MPI_DOUBLE, to, 0, 1, MPI_DOUBLE, pr.win));\n    x = pr.p[0];\n    \
        mpi(Win_unlock_all(pr.win));\n    mpi(Win_free(&pr.win));\n";
    bench.program("paste", &program(globals, body));
    let text = report(&bench, "paste");
    assert!(text.contains("memory `pr.p` of window `pr.win`, made by `MPI_Win_allocate`"), "{text}");
    assert!(text.contains("│         ---") && text.contains("[in macro `mpi`]"), "the mark is on `Put`: {text}");
}

#[test]
fn inlined_calls_are_calls() {
    let bench = Bench::new();
    let globals = "static double edge[2];\n\
        static void send_edge(double *from, int to, MPI_Win win)\n{\n    MPI_Put(from, 1, MPI_DOUBLE, to, 0, 1, MPI_DOUBLE, win);\n}\n\
        static void step(int to, MPI_Win win, double value)\n{\n    send_edge(&edge[0], to, win);\n    edge[0] = value;\n    \
        MPI_Win_flush(to, win);\n    send_edge(&edge[1], to, win);\n}\n";
    let body = format!("{WINDOW}    step(to, win, rank);\n{END}    return (int)edge[0];\n");
    bench.write("inlined.c", &program(globals, &body));
    for level in ["-O0", "-O2"] {
        bench.compile(&[level], &[PathBuf::from("inlined.c")]);
        let text = report(&bench, "inlined");
        let way = "(1) through main → step (inlined.c:27) → send_edge(&edge[0], ...) (inlined.c:10)";
        assert!(text.contains(way), "{level}: {text}");
        assert!(text.contains("(2) through main → step (inlined.c:27)"), "{level}: {text}");
        assert!(!text.contains("is called at"), "{level}: {text}");
    }
}
