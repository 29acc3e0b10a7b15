//! The values of a witness by the names of the program, and those that decide whether a race happens.

use crate::bench::Bench;
use crate::story::{END, WINDOW, program, report};
use rma_corpus::compile::FLANG;
use std::process::Command;

const STORE: &str = "    double buf[8] = {0};\n";

/// A put of a local array while one element of it is stored to.
fn element(bench: &Bench, name: &str, before: &str, index: &str) -> String {
    let body = format!(
        "{STORE}{before}{WINDOW}    MPI_Put(buf, 8, MPI_DOUBLE, to, 0, 8, MPI_DOUBLE, win);\n    buf[{index}] = 1;\n{END}"
    );
    let globals = "#include <stdio.h>\n#include <unistd.h>\n#include <fcntl.h>";
    bench.program(name, &program(globals, &body));
    report(bench, name)
}

#[test]
fn what_is_read_has_the_name_of_its_variable() {
    let bench = Bench::new();
    let stop = "        MPI_Abort(MPI_COMM_WORLD, 1);\n";
    let checked =
        |call: &str, n: &str| format!("    int a = 0, b = 0;\n    if ({call} != {n} || b < 0 || b > 7)\n{stop}");
    let scanned = element(&bench, "scanned", &checked("scanf(\"%d %d\", &a, &b)", "2"), "b");
    assert!(scanned.contains("`b` (scanned.c:15) = 0") && scanned.contains("the result of `scanf`"), "{scanned}");
    let file = format!("    FILE *in = fopen(\"in\", \"r\");\n    if (in == NULL)\n{stop}");
    let of_file = element(&bench, "file", &(file + &checked("fscanf(in, \"%d %d\", &a, &b)", "2")), "b");
    assert!(of_file.contains("`b` (file.c:18) = 0"), "{of_file}");
    assert!(of_file.contains("`in` (file.c:14) is not NULL"), "{of_file}");
    assert!(of_file.contains("whether it happens depends on the result of `fscanf` (file.c:18) and `b`"), "{of_file}");
    let line = format!("    char line[80];\n    if (!fgets(line, sizeof line, stdin))\n{stop}");
    let of_text = element(&bench, "text", &(line + &checked("sscanf(line, \"%d,%d\", &a, &b)", "2")), "b");
    assert!(of_text.contains("`b` (text.c:18) = 0"), "{of_text}");
    let opened = checked("read(open(\"in\", O_RDONLY), &b, sizeof b)", "sizeof b");
    let read = element(&bench, "read", &opened, "b");
    assert!(read.contains("`b` (read.c:15) = 0"), "{read}");
    for text in [&scanned, &of_file, &of_text, &read] {
        assert!(text.contains("which the program learns at run time"), "{text}");
        for weak in ["a value that the program reads", "isoc", "a received value"] {
            assert!(!text.contains(weak), "{weak}: {text}");
        }
    }
}

#[test]
fn variables_of_one_line_have_their_own_names() {
    let bench = Bench::new();
    let line = "    int n = argc > 1 ? atoi(argv[1]) : 8, m = argc > 2 ? atoi(argv[2]) : 9;\n    if (m < 0 || m > 7 || n != 3)\n        \
        MPI_Abort(MPI_COMM_WORLD, 1);\n";
    let text = element(&bench, "two", line, "m");
    assert!(text.contains("`n` (two.c:14) = 3") && text.contains("`m` (two.c:14) = 0"), "{text}");
    assert!(!text.contains("learns at run time"), "arguments are no data: {text}");
}

#[test]
fn a_branch_that_decides_is_named() {
    let bench = Bench::new();
    let body = format!(
        "    double x = 1;\n    int eager = 0;\n    if (rank == 0)\n        eager = rand() % 2;\n    \
         MPI_Bcast(&eager, 1, MPI_INT, 0, MPI_COMM_WORLD);\n{WINDOW}    MPI_Put(&x, 1, MPI_DOUBLE, to, 0, 1, MPI_DOUBLE, win);\n    \
         if (eager)\n        MPI_Win_flush(to, win);\n    x = 2;\n{END}"
    );
    bench.program("branch", &program("", &body));
    let text = report(&bench, "branch");
    assert!(text.contains("whether it happens depends on `eager` (branch.c:14), which the program learns"), "{text}");
    assert!(text.contains("`eager` (branch.c:14) = 0"), "{text}");
}

#[test]
fn a_member_is_named_with_its_structure() {
    let bench = Bench::new();
    let globals = "struct cell { int lines; double values[4]; };";
    let body = format!(
        "    struct cell c = {{0}};\n    struct cell *d = calloc(1, sizeof *d);\n{WINDOW}    \
         MPI_Put(&c.values[1], 1, MPI_DOUBLE, to, 0, 1, MPI_DOUBLE, win);\n    c.values[1] = 1;\n    \
         MPI_Put(d->values, 4, MPI_DOUBLE, to, 1, 4, MPI_DOUBLE, win);\n    d->values[2] = 1;\n    \
         MPI_Win_flush(to, win);\n    MPI_Put(&c, sizeof c, MPI_BYTE, to, 0, sizeof c, MPI_BYTE, win);\n    c.lines = 2;\n{END}"
    );
    bench.program("member", &program(globals, &body));
    let text = report(&bench, "member");
    assert!(text.contains("data race on `c.values`: store (2) while `MPI_Put` (1)"), "{text}");
    assert!(text.contains("(1) reads `c.values` until completed"), "{text}");
    assert!(text.contains("memory `c.values`, a variable of `main`"), "{text}");
    // Bytes are counted from the begin of the variable.
    assert!(text.contains("bytes 16..24 of `c`"), "{text}");
    assert!(text.contains("data race on `d->values`: store (2)"), "{text}");
    assert!(text.contains("data race on `c`: store (2)"), "the put is of the whole structure: {text}");
}

#[test]
fn what_is_read_from_a_file_is_no_message() {
    let bench = Bench::new();
    let file = |buffer: &str| {
        format!(
            "    MPI_File file;\n    MPI_File_open(MPI_COMM_WORLD, \"in\", MPI_MODE_RDONLY, MPI_INFO_NULL, &file);\n    \
             MPI_File_read_at_all(file, 0, {buffer}, MPI_INT, MPI_STATUS_IGNORE);\n"
        )
    };
    let stop = "        MPI_Abort(MPI_COMM_WORLD, 1);\n";
    let checked = |value: &str| format!("    if ({value} < 0 || {value} > 7)\n{stop}");
    let scalar = format!("    int first = 0;\n{}{}", file("&first, 1"), checked("first"));
    let scalar = element(&bench, "scalar", &scalar, "first");
    assert!(scalar.contains("depends on `first` (scalar.c:17), which the program learns"), "{scalar}");
    let members = "    struct { int kind; struct { int first, last; } part; } head = {0};\n";
    let member = format!("{members}{}{}", file("&head, 3"), checked("head.part.last"));
    let member = element(&bench, "member", &member, "head.part.last");
    assert!(member.contains("`head.part.last` (member.c:17) = 0"), "{member}");
    let several = format!("    int all[4] = {{0}};\n{}{}", file("all, 4"), checked("all[2]"));
    let several = element(&bench, "several", &several, "all[2]");
    assert!(
        several.contains("`all[2]` (several.c:17)") || several.contains("read from a file into `all`"),
        "{several}"
    );
    for text in [&scalar, &member, &several] {
        assert!(!text.contains("received"), "{text}");
    }
}

#[test]
fn options_are_named_by_the_members_of_their_structure() {
    let bench = Bench::new();
    let globals = "#include <unistd.h>\nstruct options { int kind; int ring; struct { long first, last; } part; };\n\
        static void parse(struct options *o, int argc, char **argv)\n{\n    int c;\n    o->ring = 4;\n    o->part.last = 2;\n    \
        while ((c = getopt(argc, argv, \"r:l:\")) != -1) {\n        if (c == 'r')\n            o->ring = atoi(optarg);\n        \
        else\n            o->part.last = atoi(optarg);\n    }\n    if (o->part.last < 0 || o->part.last > 7 || o->ring < 1)\n        \
        MPI_Abort(MPI_COMM_WORLD, 1);\n}";
    let body = format!(
        "    double buf[8] = {{0}};\n    struct options options = {{0}};\n    parse(&options, argc, argv);\n{WINDOW}    \
         MPI_Put(buf, 8, MPI_DOUBLE, to, 0, 8, MPI_DOUBLE, win);\n    if (options.ring > 5)\n        \
         buf[options.part.last] = 1;\n{END}"
    );
    bench.program("options", &program(globals, &body));
    let text = report(&bench, "options");
    assert!(text.contains("`options.part.last`") && text.contains("`options.ring`"), "{text}");
    assert!(!text.contains("at byte"), "{text}");
}

#[test]
fn a_setting_is_there_or_not() {
    let bench = Bench::new();
    let setting = "    const char *mode = getenv(\"MODE\");\n    int n = 3;\n    if (mode != NULL)\n        n = 2;\n";
    let body = format!(
        "{STORE}{setting}{WINDOW}    MPI_Put(buf, 3, MPI_DOUBLE, to, 0, 3, MPI_DOUBLE, win);\n    if (n == 2)\n        \
         buf[n] = 1;\n{END}"
    );
    bench.program("setting", &program("", &body));
    let text = report(&bench, "setting");
    assert!(text.contains("`mode` (setting.c:12) is not NULL"), "{text}");
}

#[test]
fn a_target_that_decides_is_named() {
    let bench = Bench::new();
    let body = format!(
        "    double x = 1, y = 2;\n    int a = 0, b = 0;\n    if (rank == 0)\n        scanf(\"%d %d\", &a, &b);\n    \
         MPI_Bcast(&a, 1, MPI_INT, 0, MPI_COMM_WORLD);\n    MPI_Bcast(&b, 1, MPI_INT, 0, MPI_COMM_WORLD);\n{WINDOW}    \
         if (rank == 0) {{\n        MPI_Put(&x, 1, MPI_DOUBLE, a, 0, 1, MPI_DOUBLE, win);\n        \
         MPI_Put(&y, 1, MPI_DOUBLE, b, 0, 1, MPI_DOUBLE, win);\n    }}\n{END}"
    );
    bench.program("target", &program("#include <stdio.h>", &body));
    let text = report(&bench, "target");
    assert!(text.contains("whether it happens can depend on the result of `scanf`"), "{text}");
    assert!(text.contains("`a` (target.c:14)") && text.contains("`b` (target.c:14)"), "{text}");
}

#[test]
fn a_flag_is_the_variable_of_the_program() {
    let bench = Bench::new();
    let body = format!(
        "{STORE}    int done;\n{WINDOW}    MPI_Request request;\n    MPI_Rput(buf, 8, MPI_DOUBLE, to, 0, 8, MPI_DOUBLE, win, &request);\n    \
         MPI_Test(&request, &done, MPI_STATUS_IGNORE);\n    buf[1] = 1;\n    if (!done)\n        \
         MPI_Wait(&request, MPI_STATUS_IGNORE);\n{END}"
    );
    bench.program("flag", &program("", &body));
    let text = report(&bench, "flag");
    assert!(text.contains("`done` (flag.c:19) = 0"), "{text}");
    assert!(text.contains("`MPI_Test` returns without completing (1)"), "{text}");
}

#[test]
fn what_fortran_reads_is_named_as_fortran_writes_it() {
    let bench = Bench::new();
    bench.write(
        "input.f90",
        "program input\n  implicit none\n  include 'mpif.h'\n  type options\n    integer :: first, last\n  end type\n  type(options) :: opt\n  \
         integer :: ierr, win\n  integer(kind=MPI_ADDRESS_KIND) :: bytes, disp\n  double precision :: buf(8), mem(8)\n  \
         call MPI_Init(ierr)\n  read (*, *) opt%first, opt%last\n  \
         if (opt%last < 1 .or. opt%last > 8) call MPI_Abort(MPI_COMM_WORLD, 1, ierr)\n  bytes = 64\n  disp = 0\n  \
         call MPI_Win_create(mem, bytes, 8, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)\n  call MPI_Win_fence(0, win, ierr)\n  \
         call MPI_Put(buf, 8, MPI_DOUBLE_PRECISION, 0, disp, 8, MPI_DOUBLE_PRECISION, win, ierr)\n  buf(opt%last) = 0\n  \
         call MPI_Win_fence(0, win, ierr)\n  call MPI_Win_free(win, ierr)\n  call MPI_Finalize(ierr)\nend program\n",
    );
    let mut flang = Command::new(FLANG);
    flang.current_dir(bench.path()).args(["-O0", "-g", "-c", "-emit-llvm", "input.f90"]);
    let output = flang.arg(format!("-I{}", crate::bench::include().display())).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = report(&bench, "input");
    assert!(text.contains("depends on `opt%last` (input.f90:12), which the program learns"), "{text}");
    assert!(text.contains("`opt%last` (input.f90:12) = 1"), "{text}");
}
