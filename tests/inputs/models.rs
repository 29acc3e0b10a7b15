//! `--models`: the programs of `corpus/inputs/models`, judged by their labels, and what is said of mistakes.

use crate::bench::{Bench, analyzer, include};
use rma_corpus::compile::CLANG;
use rma_corpus::{judge, labels, sarif};
use std::path::Path;

#[test]
fn labelled_programs_that_use_a_library_without_code() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus/inputs/models");
    let bench = Bench::new();
    let entries = std::fs::read_dir(&folder).expect("the folder is there");
    let mut programs: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    programs.retain(|path| path.extension().is_some_and(|extension| extension == "c"));
    programs.sort();
    assert!(programs.len() >= 8);
    for program in programs {
        let file = program.file_name().expect("a name").to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&program).expect("a source");
        let expected = labels::parse_program(&file, &text).expect("the labels are right");
        for level in ["-O0", "-O2"] {
            let source = program.display();
            bench.run(&format!("{CLANG} -g {level} -emit-llvm -I{} -c {source} -o program.bc", include()));
            let models = folder.join("team.toml");
            let line = format!("{} --format sarif --models {} program.bc", analyzer().display(), models.display());
            let output = bench.try_run(&line);
            let reports = sarif::parse(&String::from_utf8_lossy(&output.stdout)).expect("the report is SARIF");
            let judgement = judge::judge(&expected.expect, &reports, level == "-O0");
            assert!(judgement.passed(), "{file} {level}: {}", judgement.describe());
        }
    }
}

/// A program that includes `mpi.h` and calls `helper` between a put and its completion.
fn with_helper(bench: &Bench, body: &str) {
    let program = "#include <mpi.h>\nextern int calls;\nint helper(int *buffer);\nint main(int argc, char **argv) {\n\
                   int rank, cell = 0;\nMPI_Win win;\nMPI_Init(&argc, &argv);\nMPI_Comm_rank(MPI_COMM_WORLD, &rank);\n\
                   MPI_Win_create(&cell, 4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);\nMPI_Win_fence(0, win);\n\
                   MPI_Put(&rank, 1, MPI_INT, rank, 0, 1, MPI_INT, win);\nhelper(&rank);\nMPI_Win_fence(0, win);\n\
                   MPI_Win_free(&win);\nMPI_Finalize();\nreturn 0; }\n";
    bench.write("program.c", &format!("{program}{body}"));
    bench.compile(&["program"], "-O0 -emit-llvm", "bc");
}

#[test]
fn a_row_can_stand_for_a_body() {
    let bench = Bench::new();
    with_helper(&bench, "int helper(int *buffer) { return *buffer = 1; }\n");
    assert_eq!(bench.analyse("program.bc").findings().len(), 1);
    bench.write("keeps.toml", "[helper]\nargs = \"buffer\"\nreads = [\"buffer[4 bytes]\"]\n");
    assert_eq!(bench.analyse("--models keeps.toml program.bc").findings().len(), 1);
    bench.write("replaces.toml", "[helper]\nargs = \"buffer\"\nreads = [\"buffer[4 bytes]\"]\nreplaces = true\n");
    bench.analyse("--models replaces.toml program.bc").is_clean();
}

#[test]
fn a_row_tells_what_an_unknown_function_does() {
    let bench = Bench::new();
    with_helper(&bench, "");
    let run = bench.analyse("program.bc");
    assert!(run.notices("unmodelled-call").join("\n").contains("helper"), "{:#}", run.report);
    bench.write("writes.toml", "[helper]\nargs = \"buffer\"\nwrites = [\"buffer[4 bytes]\"]\n");
    let run = bench.analyse("--models writes.toml program.bc");
    assert_eq!(run.findings().len(), 1);
    assert!(run.notices("unmodelled-call").is_empty(), "{:#}", run.report);
    bench.write("ends.toml", "[helper]\nargs = \"buffer\"\nnoreturn = true\n");
    let run = bench.analyse("--models ends.toml program.bc");
    assert!(run.findings().iter().all(|finding| finding["rule"] != "RMA101"), "{:#}", run.report);
}

#[test]
fn mistakes_in_models_are_bad_input() {
    let bench = Bench::new();
    with_helper(&bench, "");
    bench.write("bad.toml", "# Ours\n[helper]\nargs = \"buffer\"\nreads = [\"buffr[4 bytes]\"]\n");
    let run = bench.analyse("--models bad.toml program.bc");
    assert_eq!(run.status, Some(2));
    assert!(run.stderr.starts_with("rma-static: bad.toml:4: `helper`: cell"), "{}", run.stderr);
    let run = bench.analyse("--models missing.toml program.bc");
    assert_eq!(run.status, Some(2));
    assert!(run.stderr.starts_with("rma-static: missing.toml: the models cannot be read"), "{}", run.stderr);
}
