//! `--compile-commands`: databases by hand and by CMake.

use crate::bench::{Bench, include};
use rma_corpus::compile::CLANG;
use std::collections::BTreeMap;
use std::time::SystemTime;

/// Writes a database of commands `COMPILER FLAGS -c NAME.c -o NAME.o`.
fn database(bench: &Bench, commands: &[(&str, &str)]) {
    let entries: Vec<serde_json::Value> = commands
        .iter()
        .map(|(compiler, name)| {
            serde_json::json!({
                "directory": bench.path(),
                "file": format!("{name}.c"),
                "command": format!("{compiler} -c {name}.c -o {name}.o"),
            })
        })
        .collect();
    bench.write("compile_commands.json", &serde_json::Value::from(entries).to_string());
}

/// When each file of bitcode in the cache was written.
fn cache(bench: &Bench) -> BTreeMap<String, SystemTime> {
    let folder = std::fs::read_dir(bench.path().join(".rma-static")).expect("the cache is there");
    let files = folder.map(|entry| entry.expect("an entry"));
    let named = files.map(|file| (file.file_name().to_string_lossy().into_owned(), file));
    named
        .filter(|(name, _)| name.ends_with(".bc"))
        .map(|(name, file)| (name, file.metadata().and_then(|data| data.modified()).expect("a time")))
        .collect()
}

#[test]
fn commands_of_other_compilers_and_of_wrappers_of_mpi() {
    let bench = Bench::new();
    let gcc = format!("ccache gcc -O2 -flto -fno-var-tracking-assignments -fno-such-flag -Werror -I{}", include());
    let commands = [
        ("mpicc.mpich -O1", "main"),
        (gcc.as_str(), "ring"),
        ("/usr/bin/mpicc.mpich -MD -MF value.d", "value"),
        ("mpicc.mpich -O2", "step_racy"),
    ];
    database(&bench, &commands);
    bench.analyse("--compile-commands compile_commands.json").finds_the_race();
    // Open MPI's wrappers, another folder for the bitcode, another level.
    let openmpi = "mpicc.openmpi -O2";
    database(&bench, &["main", "ring", "value", "step_clean"].map(|name| (openmpi, name)));
    bench.analyse("--compile-commands compile_commands.json --cache-dir kept --extra-flag -O0").is_clean();
    assert!(bench.path().join("kept").is_dir());
}

#[test]
fn only_what_changed_is_compiled_again() {
    let bench = Bench::new();
    let flags = format!("{CLANG} -I{}", include());
    database(&bench, &["main", "ring", "value", "step_clean"].map(|name| (flags.as_str(), name)));
    let run = || bench.analyse("--compile-commands compile_commands.json");
    run().is_clean();
    let first = cache(&bench);
    assert_eq!(first.len(), 4);
    run().is_clean();
    assert_eq!(cache(&bench), first);

    // The source of one.
    let racy = std::fs::read_to_string(bench.path().join("step_racy.c")).expect("the source");
    bench.write("step_clean.c", &racy);
    assert_eq!(run().status, Some(1));
    let second = cache(&bench);
    let changed = |old: &BTreeMap<String, SystemTime>, new: &BTreeMap<String, SystemTime>| {
        new.iter().filter(|(name, time)| old.get(*name) != Some(time)).map(|(name, _)| name.clone()).collect::<Vec<_>>()
    };
    let names = changed(&first, &second);
    assert!(names.len() == 1 && names[0].starts_with("step_clean-"), "{names:?}");

    // A header that all read.
    let header = std::fs::read_to_string(bench.path().join("ring.h")).expect("the header");
    bench.write("ring.h", &format!("{header}/* more */\n"));
    assert_eq!(run().status, Some(1));
    assert_eq!(changed(&second, &cache(&bench)).len(), 4);
}

#[test]
fn a_part_of_the_database() {
    let bench = Bench::new();
    let flags = format!("{CLANG} -I{}", include());
    let names = ["main", "ring", "value", "step_racy", "step_clean"];
    database(&bench, &names.map(|name| (flags.as_str(), name)));
    let run = bench.analyse("--compile-commands compile_commands.json");
    assert!(run.notices("other").join("\n").contains("`ring_step` is defined in"), "{:#}", run.report);
    let only = "--only main.c --only ring.c --only value.o --only racy";
    bench.analyse(&format!("--compile-commands compile_commands.json {only}")).finds_the_race();
    let run = bench.analyse("--compile-commands compile_commands.json --only nothing");
    assert_eq!(run.status, Some(2));
    assert!(
        run.stderr
            .contains("none of its 5 commands compiles a file of C, C++ or Fortran that --only or --link-target names"),
        "{}",
        run.stderr
    );
}

#[test]
fn sources_that_do_not_compile_make_the_run_incomplete() {
    let bench = Bench::new();
    let flags = format!("{CLANG} -I{}", include());
    bench.write("broken.c", "int broken(void) { return nothing; }\n");
    database(&bench, &["main", "ring", "value", "step_racy", "broken"].map(|name| (flags.as_str(), name)));
    let run = bench.analyse("--compile-commands compile_commands.json");
    let text = run.finds_the_race().notices("unreadable-input").join("\n");
    assert!(text.contains("broken.c: not compiled to bitcode (broken.c:1:27: error: "), "{text}");
    assert_eq!(run.report["complete"], false);

    database(&bench, &[("no-such-compiler", "broken"), ("mpicc.nowhere", "broken")]);
    let run = bench.analyse("--compile-commands compile_commands.json");
    assert_eq!(run.status, Some(2));
    assert!(run.stderr.contains("mpicc.nowhere cannot be run"), "{}", run.stderr);

    bench.write("compile_commands.json", "{}");
    let run = bench.analyse("--compile-commands compile_commands.json");
    assert_eq!(run.status, Some(2));
    assert!(run.stderr.contains("compile_commands.json: not a compilation database"), "{}", run.stderr);
}

#[test]
fn a_cmake_project() {
    let bench = Bench::new();
    let configure = |step: &str| {
        bench.run(&format!(
            "cmake -S . -B build -DCMAKE_EXPORT_COMPILE_COMMANDS=ON -DCMAKE_BUILD_TYPE=Release -DSTEP={step} \
             -DMPI_INCLUDE={} -DMPI_LIBRARIES=mpich",
            include()
        ));
    };
    configure("racy");
    let run = bench.analyse("--compile-commands build/compile_commands.json");
    run.finds_the_race();
    assert!(bench.path().join("build/.rma-static").is_dir());
    configure("clean");
    bench.analyse("--compile-commands build/compile_commands.json").is_clean();

    // The same project through the wrapper: CMake builds, and the program holds its bitcode.
    let launcher = format!("-DCMAKE_C_COMPILER_LAUNCHER={};cc;--", crate::bench::analyzer().display());
    bench.run(&format!(
        "cmake -S . -B through -DCMAKE_C_COMPILER={CLANG} {launcher} -DSTEP=racy -DMPI_INCLUDE={} -DMPI_LIBRARIES=mpich",
        include()
    ));
    bench.run("cmake --build through");
    let run = bench.analyse("through/app");
    assert!(run.finds_the_race().notices("unreadable-input").is_empty(), "{:#}", run.report);
}
