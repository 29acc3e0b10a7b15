//! `rma-static cc`: builds in which the wrapper stands for the compiler.

use crate::bench::{Bench, analyzer, include};
use rma_corpus::compile::CLANG;
use std::process::Command;

/// Builds with the makefile; `CC` has blanks in it.
fn make(bench: &Bench, compiler: &str, variables: &[&str]) {
    let mut command = Command::new("make");
    command.current_dir(bench.path()).arg(format!("CC={} cc -- {compiler}", analyzer().display()));
    command.arg(format!("CPPFLAGS=-I{}", include())).arg("LIBS=-lmpich").args(variables);
    for variable in ["MAKEFLAGS", "MFLAGS", "MAKELEVEL"] {
        command.env_remove(variable);
    }
    let output = command.output().expect("make runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn a_makefile_in_the_manner_of_autotools() {
    for compiler in [CLANG, "gcc"] {
        let bench = Bench::new();
        make(&bench, compiler, &["STEP=racy"]);
        // The program, the objects, and the objects with the archive hold the same bitcode.
        for inputs in ["app", "main.o step_racy.o ring.o value.o", "main.o step_racy.o libring.a"] {
            let run = bench.analyse(inputs);
            assert!(run.finds_the_race().notices("unreadable-input").is_empty(), "{inputs}: {:#}", run.report);
        }
        // A second build compiles what changed, and the archive and the program are made again of old and new objects.
        make(&bench, compiler, &["STEP=clean"]);
        bench.analyse("main.o step_clean.o libring.a").is_clean();
        let run = Bench::new();
        make(&run, compiler, &["STEP=clean", "LDFLAGS=-Wl,--gc-sections", "CFLAGS=-O2 -g -ffunction-sections"]);
        run.analyse("app").is_clean();
    }
}

#[test]
fn compiling_and_linking_at_once() {
    let bench = Bench::new();
    let cc = format!("{} cc --", analyzer().display());
    let all = format!("main.c ring.c step_racy.c -I{} -lmpich", include());
    bench.run(&format!("{cc} {CLANG} -c value.c -I{} -o value.o", include()));
    bench.run(&format!("{cc} {CLANG} {all} value.o -o app"));
    let run = bench.analyse("app");
    assert!(run.finds_the_race().notices("unreadable-input").is_empty(), "{:#}", run.report);
    bench.run(&format!("{cc} {CLANG} -shared -fPIC ring.c value.c -I{} -o libring.so", include()));
    bench.run(&format!("{cc} {CLANG} main.c step_racy.c libring.so -I{} -lmpich", include()));
    bench.analyse("a.out libring.so").finds_the_race();
}

#[test]
fn link_time_optimisation_is_left_alone() {
    let bench = Bench::new();
    let cc = format!("{} cc --", analyzer().display());
    for name in ["main", "ring", "value", "step_racy"] {
        bench.run(&format!("{cc} {CLANG} -O0 -g -flto -c {name}.c -I{}", include()));
    }
    bench.analyse("main.o ring.o value.o step_racy.o").finds_the_race();
}

#[test]
fn the_bitcode_can_have_flags_of_its_own() {
    let bench = Bench::new();
    // Optimised, the call is gone; the bitcode for the analysis keeps it.
    let source = "static int twice(int x) { return 2 * x; }\nint answer(void) { return twice(21); }\n";
    bench.write("answer.c", source);
    let dump = |flag: &str| {
        bench.run(&format!("{} cc {flag} -- {CLANG} -O2 -c answer.c -o answer.o", analyzer().display()));
        let section = bench.run("llvm-objcopy-19 --dump-section .rma_static.bc=answer.bc answer.o answer2.o");
        assert!(section.status.success());
        let text = bench.run("llvm-dis-19 answer.bc -o -").stdout;
        String::from_utf8_lossy(&text).into_owned()
    };
    assert!(dump("--extra-flag -O0").contains("call i32 @twice"));
    assert!(!dump("--extra-flag -O1").contains("call i32 @twice"));
}

#[test]
fn the_compiler_is_heard_through_the_wrapper() {
    let bench = Bench::new();
    bench.write("broken.c", "int broken(void) { return nothing; }\n");
    let direct = bench.try_run(&format!("{CLANG} -c broken.c"));
    let wrapped = bench.try_run(&format!("{} cc -- {CLANG} -c broken.c", analyzer().display()));
    assert_eq!(direct.status.code(), wrapped.status.code());
    assert_eq!(direct.stderr, wrapped.stderr);
    assert!(!bench.path().join("broken.o").exists());

    // Questions are passed on and nothing else happens.
    let answer = bench.run(&format!("{} cc -- {CLANG} -dumpmachine", analyzer().display()));
    assert_eq!(answer.stdout, bench.run(&format!("{CLANG} -dumpmachine")).stdout);

    // A compiler that takes what clang does not: the build goes on, and the log says why there is no bitcode.
    bench.write("nested.c", "int f(int x) { int g(void) { return x; } return g(); }\n");
    let log = bench.path().join("log");
    let mut command = Command::new(analyzer());
    command.args(["cc", "--", "gcc", "-c", "nested.c"]).current_dir(bench.path()).env("RMA_STATIC_CC_LOG", &log);
    assert!(command.output().expect("it runs").status.success());
    let log = std::fs::read_to_string(log).expect("the log is written");
    assert!(log.starts_with("nested.c: not compiled to bitcode (nested.c:1:"), "{log}");
    assert!(bench.path().join("nested.o").is_file());
}
