//! Shapes of code that strain an analysis, in three sizes: what each costs, and with which power of the size that grows.

use super::{ANALYZER, Built, INCOMPLETE, LIMIT, Outcome, build_file, exponent, is_incomplete, succeeded};
use rma_corpus::compile::Headers;
use rma_corpus::process::run;
use rma_corpus::sarif;
use std::fmt::Write;
use std::process::Command;
use std::time::Duration;

/// Each size of a shape is the previous size times this factor.
const FACTOR: usize = 4;
/// A program that takes more must say that it was cut off.
const MAX_CPU: Duration = Duration::from_secs(20);
/// A shape: its name, its smallest size, and what a program of a size has before and in `main`.
type Shape = (&'static str, usize, fn(usize) -> (String, String));

const SHAPES: [Shape; 10] = [
    ("cases of a switch", 300, |n| {
        (String::new(), format!("switch (argc) {{{}}}", cases(n, |i| format!("count = {i};"))))
    }),
    ("cases that store", 300, |n| {
        (String::new(), format!("switch (argc) {{{}}}", cases(n, |i| format!("mem[{}] = {i};", i % 60))))
    }),
    ("branches", 500, |n| (String::new(), repeat(n, |i| format!("if (argc == {i}) count++;")))),
    ("puts by rank", 20, |n| (String::new(), repeat(n, |i| format!("if (rank == {i}) {}", put(i))))),
    ("puts and flushes", 60, |n| {
        (String::new(), repeat(n, |i| format!("{} MPI_Win_flush((rank + 1) % size, win); v[{i}] = 1;", put(i))))
    }),
    ("windows", 30, |n| {
        let each = |i| {
            format!(
                "MPI_Win_allocate(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &m[{i}], &w[{i}]); MPI_Win_lock_all(0, w[{i}]); \
                 MPI_Put(&v[2], 1, MPI_INT, 0, 0, 1, MPI_INT, w[{i}]);"
            )
        };
        let end = repeat(n, |i| format!("MPI_Win_unlock_all(w[{i}]); MPI_Win_free(&w[{i}]);"));
        (String::new(), format!("MPI_Win w[{n}]; int *m[{n}]; {} v[2] = 1; {end}", repeat(n, each)))
    }),
    ("states of a machine", 6, |n| {
        let each = |i: usize| format!("{} state = {};", put(i), if i + 1 == n { n } else { (i * 7 + 3) % n });
        (String::new(), format!("int state = 0; while (state != {n}) {{ switch (state) {{{}}} }}", cases(n, each)))
    }),
    ("phases left out", 10, |n| {
        let each = |i: usize| {
            format!(
                "if (!left_out[{i}]) {{ MPI_Win_fence(0, phases); MPI_Put(&v[{i}], 1, MPI_INT, (rank + 1) % size, {cell}, 1, MPI_INT, \
                 phases); MPI_Win_fence(0, phases); count += cells[{cell}]; }}",
                cell = i % 64
            )
        };
        let start = format!(
            "MPI_Win phases; int *cells; for (int i = 0; i < {n}; i++) left_out[i] = i + 1 < argc ? atoi(argv[i + 1]) : 0; \
             MPI_Win_allocate(256, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &phases); "
        );
        let end = "MPI_Win_fence(0, phases); MPI_Win_free(&phases);";
        (format!("#include <stdlib.h>\nint left_out[{n}];\n"), format!("{start}{}{end}", repeat(n, each)))
    }),
    ("calls in a tree", 16, |n| {
        let depth = n.ilog2();
        let level = |i| {
            format!(
                "static void t{i}(MPI_Win w, int *b, int to) {{ t{next}(w, b, to); t{next}(w, b + 1, to); }}\n",
                next = i + 1
            )
        };
        let leaf = format!(
            "static void t{depth}(MPI_Win w, int *b, int to) {{ MPI_Put(b, 1, MPI_INT, to, 1, 1, MPI_INT, w); }}\n"
        );
        let inner: String = (0..depth).rev().map(level).collect();
        (leaf + &inner, "t0(win, v, (rank + 1) % size);".to_owned())
    }),
    // The last one: the size of this process counts for children that start afterwards.
    ("puts in a row", 300, |n| (String::new(), repeat(n, put))),
];

fn put(i: usize) -> String {
    format!("MPI_Put(&v[{i}], 1, MPI_INT, (rank + 1) % size, {}, 1, MPI_INT, win);", i % 64)
}

fn repeat(n: usize, each: impl Fn(usize) -> String) -> String {
    (0..n).map(|i| each(i) + "\n").collect()
}

fn cases(n: usize, each: impl Fn(usize) -> String) -> String {
    repeat(n, |i| format!("case {i}: {} break;", each(i)))
}

fn text(declarations: &str, body: &str) -> String {
    let mut out = String::new();
    // Writing to a string cannot fail.
    _ = write!(
        out,
        "#include <mpi.h>\nint v[100000], count;\n{declarations}int main(int argc, char **argv)\n{{\n    int rank, size, *mem;\n    \
         MPI_Win win;\n    MPI_Init(&argc, &argv);\n    MPI_Comm_rank(MPI_COMM_WORLD, &rank);\n    \
         MPI_Comm_size(MPI_COMM_WORLD, &size);\n    MPI_Win_allocate(256, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, \
         &win);\n    MPI_Win_lock_all(0, win);\n{body}\n    MPI_Win_unlock_all(win);\n    MPI_Win_free(&win);\n    \
         MPI_Finalize();\n    return 0;\n}}\n"
    );
    out
}

/// Prints what each shape costs. Fails when one takes too long without saying that it was cut off.
pub(super) fn stress() -> Outcome<()> {
    let scratch = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR"))?;
    let include = Headers::Mpich.include()?;
    println!(
        "Shapes that strain, MPICH headers, -O0 -g, CPU time; the exponent is over a factor of {} in size",
        FACTOR * FACTOR
    );
    println!(
        "  {:<20} {:>7} {:>9} {:>11} {:>10} {:>9}",
        "shape", "size", "clang s", "analysis s", "peak MiB", "findings"
    );
    let mut wrong = Vec::new();
    for (name, smallest, program) in SHAPES {
        let mut points = Vec::new();
        for size in [smallest, smallest * FACTOR, smallest * FACTOR * FACTOR] {
            let source = scratch.path().join(format!("{}_{size}.c", name.replace(' ', "_")));
            let (declarations, body) = program(size);
            std::fs::write(&source, text(&declarations, &body))?;
            let mut built = Built { modules: Vec::new(), clang: Duration::ZERO };
            build_file(&source, &include, &mut built)?;
            let mut command = Command::new(ANALYZER);
            command.args(["--format", "sarif", "--show-notes"]).args(&built.modules);
            let analysis = succeeded(run(&mut command, LIMIT)?, &[0, 1, INCOMPLETE])?;
            // Of an incomplete run with findings the exit status is that of the findings.
            let cut = is_incomplete(&analysis);
            println!(
                "  {name:<20} {size:>7} {:>9.2} {:>11.2} {:>10.1} {:>9}{}",
                built.clang.as_secs_f64(),
                analysis.cpu.as_secs_f64(),
                analysis.peak_bytes as f64 / f64::from(1 << 20),
                sarif::parse(&analysis.stdout)?.len(),
                if cut { " cut off" } else { "" },
            );
            if analysis.cpu > MAX_CPU && !cut {
                wrong.push(format!("{name}, {size}: {:.1} s", analysis.cpu.as_secs_f64()));
            }
            points.push((size as f64, analysis.cpu.as_secs_f64()));
        }
        println!("  {name:<20} exponent {:.2}", exponent(&points));
    }
    println!();
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n").into()) }
}
