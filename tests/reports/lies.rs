//! Input that lies: nothing of it reaches a terminal raw, and no file is read that does not belong to the program.

use crate::bench::{Bench, run_in};
use std::path::PathBuf;

const PROGRAM: &str = "\
#include <mpi.h>
int cellname;
int main(int argc, char **argv)
{
    int rank, *base;
    MPI_Win win;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    MPI_Win_lock_all(0, win);
    MPI_Put(&cellname, 1, MPI_INT, rank, 0, 1, MPI_INT, win);
    cellname = 3;
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
";

/// The program as text, in which names and paths of the debug information can be changed.
fn text_of(bench: &Bench) -> String {
    bench.write("p.c", PROGRAM);
    bench.compile(&["-S"], &[PathBuf::from("p.c")]);
    bench.read("p.ll")
}

#[test]
fn names_and_paths_reach_no_terminal_raw() {
    let bench = Bench::new();
    let forged = text_of(&bench)
        .replace("name: \"cellname\"", "name: \"x\\1B[31m\\0Aerror[RMA201]: forged\\E2\\80\\AE\"")
        .replace("filename: \"p.c\"", "filename: \"p\\0A::error::forged\\1B]0;title\\07.c\"");
    assert!(forged.contains("forged"));
    bench.write("p.ll", &forged);
    for format in ["text", "short", "github", "html", "junit", "sarif", "json", "gitlab"] {
        let run = bench.run(&format!("--show-notes --format {format} p.ll"));
        assert_eq!(run.status, 1, "{format}: {}", run.stderr);
        let raw = run.stdout.chars().find(|c| c.is_control() && *c != '\n' && *c != '\t');
        assert_eq!(raw, None, "{format}: {}", run.stdout);
        let forged = |line: &str| line.starts_with("error[RMA201]") || line.starts_with("::error::forged");
        assert!(!run.stdout.lines().any(forged), "{format}: {}", run.stdout);
        let turned = ["text", "short", "github", "html", "junit"].contains(&format) && run.stdout.contains('\u{202e}');
        assert!(!turned, "{format}: {}", run.stdout);
    }
    bench.write("a\u{1b}[31mb.bc", "no bitcode");
    let run = bench.run("a\u{1b}[31mb.bc");
    assert!(run.status == 2 && !run.stderr.contains('\u{1b}'), "{}", run.stderr);
}

#[test]
fn other_outputs_are_fit_for_a_terminal_too() {
    let bench = Bench::new();
    let name = "x\\1B[31m\\7F\\C2\\9B\\E2\\80\\AE";
    let forged = text_of(&bench)
        .replace("name: \"cellname\"", &format!("name: \"{name}\""))
        .replace("filename: \"p.c\"", &format!("filename: \"{name}.c\""))
        .replace("@cellname", &format!("@\"{name}\""))
        .replace("define dso_local i32 @main", &format!("define void @\"{name}2\"() {{\n  store i32 1, ptr @\"{name}\"\n  ret void\n}}\ndefine dso_local i32 @main"));
    bench.write("p.ll", &forged);
    for arguments in [
        "--format sarif",
        "--format json",
        "--format gitlab",
        "--dump skeleton",
        "--dump queries",
        "screen",
        "screen --format json",
        "screen --format must-json",
        "screen --format allow-list",
        "screen --format ignore-list",
    ] {
        let run = bench.run(&format!("{arguments} p.ll"));
        assert!([0, 1, 3].contains(&run.status), "{arguments}: {}", run.stderr);
        let is_raw = |c: char| (c.is_control() && c != '\n' && c != '\t') || c == '\u{202e}';
        assert!(!run.stdout.contains(is_raw), "{arguments}: {:?}", run.stdout);
    }
    bench.run("--report sarif=p.sarif p.ll");
    let merged = bench.run("merge p.sarif").stdout;
    assert!(merged.contains("\\u202e") && !merged.contains('\u{202e}'), "{merged}");
}

#[test]
fn only_sources_below_the_root_are_shown() {
    let bench = Bench::new();
    let text = text_of(&bench);
    let with_file = |path: &str| {
        // Without the checksum, which would give the change away.
        let lines = text.lines().map(|line| match line.split_once(", checksumkind") {
            Some((before, _)) => format!("{before})\n"),
            None => format!("{line}\n"),
        });
        lines.collect::<String>().replace("filename: \"p.c\"", &format!("filename: \"{path}\""))
    };
    bench.write("zero.ll", &with_file("/dev/zero"));
    bench.write("passwd.ll", &with_file("/etc/passwd"));
    for name in ["zero", "passwd"] {
        let run = bench.run(&format!("{name}.ll"));
        assert_eq!(run.status, 1, "{}", run.stderr);
        assert!(!run.stdout.contains("root:") && !run.stdout.contains("│ "), "{}", run.stdout);
        assert!(run.stdout.contains("is not below the source root"), "{}", run.stdout);
    }
    let run = bench.run("--source-root / zero.ll");
    assert!(run.stdout.contains("is no regular file"), "{}", run.stdout);
    let run = bench.run("--source-root . p.ll");
    assert!(run.stdout.contains("cellname = 3;"), "{}", run.stdout);
    // Changed since it was compiled.
    bench.write("p.c", &PROGRAM.replace("int cellname;", "int cellname; /* more */"));
    let run = bench.run("p.ll");
    assert!(run.stdout.contains("warning: p.c changed since it was compiled"), "{}", run.stdout);
    assert!(!run.stdout.contains("cellname = 3;"), "{}", run.stdout);
}

#[test]
fn pipes_and_devices_are_no_inputs() {
    let bench = Bench::new();
    let made = std::process::Command::new("mkfifo").arg(bench.path().join("pipe")).status().unwrap();
    assert!(made.success());
    bench.program("p", PROGRAM);
    for arguments in [
        "pipe",
        "/dev/zero",
        "@pipe",
        "--models pipe p.bc",
        "--baseline pipe p.bc",
        "--config pipe p.bc",
        "--compile-commands pipe",
        "merge pipe",
    ] {
        let run = bench.run(arguments);
        assert_eq!(run.status, 2, "{arguments}: {}", run.stderr);
        assert!(run.stderr.contains("regular file"), "{arguments}: {}", run.stderr);
    }
    // Sources of a database.
    std::fs::rename(bench.path().join("pipe"), bench.path().join("pipe.c")).unwrap();
    std::os::unix::fs::symlink("/dev/zero", bench.path().join("zero.c")).unwrap();
    for name in ["pipe.c", "zero.c"] {
        let entry = serde_json::json!([{ "directory": bench.path(), "file": name, "command": format!("mpicc.mpich -c {name}") }]);
        bench.write("compile_commands.json", &entry.to_string());
        let run = bench.run("--compile-commands compile_commands.json");
        assert!(run.status == 2 && run.stderr.contains(&format!("{name}: ")), "{}", run.stderr);
        assert!(run.stderr.contains("no regular file"), "{}", run.stderr);
    }
    // The configuration that is found above the input.
    std::fs::rename(bench.path().join("pipe.c"), bench.path().join("rma-static.toml")).unwrap();
    let run = bench.run("p.bc");
    assert!(run.status == 2 && run.stderr.contains("rma-static.toml: no regular file"), "{}", run.stderr);
}

#[test]
fn a_database_runs_no_foreign_code() {
    let bench = Bench::new();
    bench.write("p.c", PROGRAM);
    let database = |command: &str| {
        let entry = serde_json::json!([{ "directory": bench.path(), "file": "p.c", "command": command }]);
        bench.write("compile_commands.json", &entry.to_string());
        bench.run("--compile-commands compile_commands.json")
    };
    for (command, said) in [
        ("mpicc.mpich -fplugin=evil.so -c p.c", "`-fplugin=evil.so` is not used"),
        ("mpicc.mpich -Xclang -load -Xclang evil.so -c p.c", "`-load` is not used"),
        ("mpicc.mpich -Xclang=-load -Xclang=evil.so -c p.c", "`-load` is not used"),
        ("mpicc.mpich -Wp,-load,evil.so -c p.c", "`-load` is not used"),
        (
            "./mpicc -c p.c",
            "the wrapper `./mpicc` is not used, as a database may come from anybody; --query-driver permits it",
        ),
        ("mpicc.mpich @/etc/passwd -c p.c", "the file of arguments /etc/passwd outside of the tree"),
    ] {
        let run = database(command);
        assert!(run.stderr.contains(said) && run.status == 2, "{command}: {}", run.stderr);
    }
    // What would write elsewhere is left out, and the rest is done.
    for flags in [
        "-ftime-trace=written -Xclang -dependency-file -Xclang written",
        "-Xclang=-dependency-file -Xclang=written",
        "-mllvm -info-output-file=written -mllvm -time-passes",
        "-MJwritten",
        "-MD -MFwritten",
    ] {
        let run = database(&format!("mpicc.mpich {flags} -c p.c"));
        assert_eq!(run.status, 1, "{flags}: {}", run.stderr);
        assert!(!bench.path().join("written").exists(), "{flags}");
    }
    // Files of arguments are found from the folder of the command, wherever the analyzer runs.
    bench.write("arguments", "-DCELL=1");
    bench.write("p.c", &format!("#ifndef CELL\n#error\n#endif\n{PROGRAM}"));
    assert_eq!(database("mpicc.mpich @arguments -c p.c").status, 1);
    // Files within files, and those that may not be used.
    bench.write("outer", "-O0 @arguments");
    assert_eq!(database("mpicc.mpich @outer -c p.c").status, 1);
    bench.write("foreign", "@/etc/passwd");
    bench.write("missing", "@nowhere");
    std::os::unix::fs::symlink("/etc/passwd", bench.path().join("link")).unwrap();
    assert!(std::process::Command::new("mkfifo").arg(bench.path().join("fifo")).status().unwrap().success());
    for (name, said) in [
        ("foreign", "the file of arguments /etc/passwd outside of the tree is not used"),
        ("link", "the link to a file of arguments"),
        ("fifo", "fifo, which is no regular file, is not used"),
        ("missing", "the file of arguments `@nowhere` cannot be read"),
    ] {
        let run = database(&format!("mpicc.mpich @{name} -c p.c"));
        assert!(run.status == 2 && run.stderr.contains(said), "{name}: {}", run.stderr);
    }
    database("mpicc.mpich @arguments -c p.c");
    let path = bench.path().join("compile_commands.json");
    let elsewhere = run_in(std::path::Path::new("/"), &format!("--compile-commands {} --no-config", path.display()));
    assert_eq!(elsewhere.status, 1, "{}", elsewhere.stderr);
    // Bitcode that was damaged in the cache is made again.
    let cached = std::fs::read_dir(bench.path().join(".rma-static")).unwrap().map(|entry| entry.unwrap().path());
    let bitcode = cached.into_iter().find(|path| path.extension().is_some_and(|e| e == "bc")).unwrap();
    std::fs::write(&bitcode, "damaged").unwrap();
    assert_eq!(bench.run("--compile-commands compile_commands.json").status, 1);
}

#[test]
fn a_database_says_what_is_missing() {
    let bench = Bench::new();
    bench.write("p.c", PROGRAM);
    let entry = serde_json::json!([{ "directory": "/nowhere", "file": "p.c", "command": "mpicc.mpich -c p.c" }]);
    bench.write("compile_commands.json", &entry.to_string());
    let run = bench.run("--compile-commands compile_commands.json");
    assert!(run.status == 2 && run.stderr.contains("its folder /nowhere is not there"), "{}", run.stderr);
    // A wrapper that the user permits, named from the folder of the command.
    bench.write("mpicc", "#!/bin/sh\nexec mpicc.mpich \"$@\"\n");
    assert!(std::process::Command::new("chmod").arg("+x").arg(bench.path().join("mpicc")).status().unwrap().success());
    let entry = serde_json::json!([{ "directory": bench.path(), "file": "p.c", "command": "./mpicc -c p.c" }]);
    bench.write("compile_commands.json", &entry.to_string());
    let folder = bench.path().display();
    let run = bench.run(&format!("--compile-commands compile_commands.json --query-driver {folder}/*"));
    assert_eq!(run.status, 1, "{}", run.stderr);
}

#[test]
fn models_of_the_standard_need_a_word_to_be_replaced() {
    let bench = Bench::new();
    bench.program("p", PROGRAM);
    bench.write("m.toml", "[MPI_Put]\nargs = \"a b c d e f g h\"\n");
    let run = bench.run("--models m.toml p.bc");
    assert_eq!(run.status, 2);
    assert!(
        run.stderr.contains("`MPI_Put` has a built-in model; `override = true` puts this row in its place"),
        "{}",
        run.stderr
    );
    bench.write("m.toml", "[MPI_Put]\nargs = \"a b c d e f g h\"\noverride = true\n");
    assert_eq!(bench.run("--models m.toml p.bc").status, 0);
}
