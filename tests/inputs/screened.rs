//! `rma-static cc --screened`: builds with ThreadSanitizer, by a list of what need not be watched.

use crate::bench::{Bench, analyzer, include};
use rma_corpus::compile::CLANG;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

/// A function that works on memory of its own, beside one for the window.
const VALUE: &str = r#"#include "ring.h"
#include <stdlib.h>

static int weight = 1;

int ring_value(int rank, int step)
{
    int *work = malloc(64 * sizeof *work), sum = 0;
    for (int i = 0; i < 64; i++)
        work[i] = weight * (rank + step);
    for (int i = 0; i < 64; i++)
        sum += work[i];
    free(work);
    return sum / 64;
}
"#;

/// Flags of the build. Without optimisation each access is one of the machine code, too.
const FLAGS: &str = "-O0 -fsanitize=thread -mllvm -tsan-instrument-read-before-write=1";

/// UCX patches mmap in place, which ThreadSanitizer does not survive.
const UNDER_SANITIZER: [(&str, &str); 2] = [("UCX_MEM_MMAP_HOOK_MODE", "none"), ("UCX_MEM_EVENTS", "no")];

fn bench() -> Bench {
    let bench = Bench::new();
    bench.write("value.c", VALUE);
    bench
}

/// A way to build the project; gives what the build says.
type Build = fn(&Bench, &str) -> String;

/// Builds with the makefile, from nothing or what has changed.
fn make(bench: &Bench, wrapper: &str) -> String {
    let mut command = Command::new("make");
    command.current_dir(bench.path()).arg(format!("CC={} cc {wrapper} -- mpicc.mpich", analyzer().display()));
    command.args([&format!("CFLAGS={FLAGS}"), "STEP=clean"]).env("MPICH_CC", CLANG);
    for variable in ["MAKEFLAGS", "MFLAGS", "MAKELEVEL"] {
        command.env_remove(variable);
    }
    said(&command.output().expect("make runs"))
}

/// The same build with CMake; the wrapper is the launcher of the compiler.
fn cmake(bench: &Bench, wrapper: &str) -> String {
    let launcher = format!("{};cc;{};--", analyzer().display(), wrapper.replace(' ', ";")).replace(";;", ";");
    let mut configure = Command::new("cmake");
    configure.current_dir(bench.path()).args(["-B", "build", "-G", "Ninja", "-DSTEP=clean", "-DMPI_LIBRARIES=mpich"]);
    configure.arg(format!("-DCMAKE_C_COMPILER={CLANG}")).arg(format!("-DCMAKE_C_COMPILER_LAUNCHER={launcher}"));
    configure.arg(format!("-DCMAKE_C_FLAGS={FLAGS}")).arg(format!("-DMPI_INCLUDE={}", include()));
    said(&configure.output().expect("cmake runs"));
    let mut build = Command::new("cmake");
    said(&build.current_dir(bench.path()).args(["--build", "build", "--verbose"]).output().expect("cmake runs"))
}

/// The same build with a configure script of autoconf and makefiles of automake.
fn autotools(bench: &Bench, wrapper: &str) -> String {
    if !bench.path().join("configure").exists() {
        bench.write("configure.ac", CONFIGURE);
        bench.write("Makefile.am", AUTOMAKE);
        bench.run("autoreconf --install");
    }
    let mut configure = Command::new("./configure");
    configure.current_dir(bench.path()).arg(format!("CC={} cc {wrapper} -- mpicc.mpich", analyzer().display()));
    configure.arg(format!("CFLAGS={FLAGS}"));
    let mut make = Command::new("make");
    make.current_dir(bench.path());
    let mut heard = String::new();
    for command in [&mut configure, &mut make] {
        // The script runs what it compiles.
        command.env("MPICH_CC", CLANG).envs(UNDER_SANITIZER);
        for variable in ["MAKEFLAGS", "MFLAGS", "MAKELEVEL"] {
            command.env_remove(variable);
        }
        heard = said(&command.output().expect("the build system runs"));
    }
    heard
}

const CONFIGURE: &str = "AC_INIT([ring], [1])
AM_INIT_AUTOMAKE([foreign])
AC_PROG_CC
AC_PROG_RANLIB
AM_PROG_AR
AC_CHECK_HEADERS([stdlib.h])
AC_CONFIG_FILES([Makefile])
AC_OUTPUT
";

const AUTOMAKE: &str = "noinst_LIBRARIES = libring.a
libring_a_SOURCES = ring.c value.c spare.c ring.h
bin_PROGRAMS = app
app_SOURCES = main.c step_clean.c
app_LDADD = libring.a
";

fn said(output: &Output) -> String {
    let said = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes).into_owned()).concat();
    assert!(output.status.success(), "{said}");
    said
}

/// The loads and stores that are instrumented in an object.
fn watched(object: &Path) -> usize {
    let mut command = Command::new("llvm-objdump-19");
    let text = said(&command.args(["-dr", "--no-show-raw-insn"]).arg(object).output().expect("llvm-objdump-19 runs"));
    let calls = text.lines().filter(|line| line.contains("R_X86_64_PLT32") || line.contains("R_AARCH64_CALL26"));
    let is_one = |line: &&str| line.contains("__tsan_read") || line.contains("__tsan_write");
    calls.filter(|line| is_one(line) && !line.contains("pc")).count()
}

/// Builds whole, makes the list, builds by it, and changes sources then.
fn a_build(build: Build, clean: &str, app: &str, objects: [&str; 2]) -> Bench {
    let bench = bench();
    let [main, value] = objects.map(|name| bench.path().join(name));
    build(&bench, "");
    let whole = [watched(&main), watched(&value)];
    let output = bench.run(&format!("{} screen --format json -o list.json {app}", analyzer().display()));
    let list: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(bench.path().join("list.json")).expect("the list is written"))
            .expect("the list is JSON");
    assert_eq!(list["complete"], true, "{}", String::from_utf8_lossy(&output.stderr));
    // The list has all that the sanitizer can watch, and in `value.c` no more: the weight, and each cell where it is written and read.
    let all = ["main.c", "value.c"].map(|source| accesses(&list, source, |_| true));
    assert!(0 < whole[0] && whole[0] <= all[0] && whole[1] == all[1], "{whole:?} {all:?}");
    assert_eq!(whole[1], 3);

    bench.run(clean);
    // By its whole name, as each build system compiles in a folder of its own.
    let by_list = format!("--screened {}", bench.path().join("list.json").display());
    let heard = build(&bench, &by_list).replace(&format!("{}", bench.path().display()), "");
    // A member of the archive that the program does not need.
    assert!(heard.contains("spare.c: not on the list: instrumented whole"), "{heard}");
    assert_eq!(heard.matches("instrumented whole").count(), 1, "{heard}");
    let kept = ["main.c", "value.c"].map(|source| accesses(&list, source, |access| access["dropped"] == false));
    let screened = [watched(&main), watched(&value)];
    assert!(0 < screened[0] && screened[0] <= kept[0] && screened[0] < whole[0], "{screened:?} {kept:?} {whole:?}");
    assert_eq!((kept[1], screened[1]), (0, 0), "its memory is no window's");
    runs(&bench, app);

    // What has changed is compiled anew, whole, and that is said; the rest stays as it is.
    let changed = VALUE.replace("weight = 1", "weight = 2");
    bench.write("value.c", &changed);
    let heard = build(&bench, &by_list);
    assert!(heard.contains("value.c: has changed since the list was made"), "{heard}");
    assert_eq!(watched(&value), whole[1]);
    bench.write("value.c", VALUE);
    let heard = build(&bench, &by_list);
    assert!(!heard.contains("has changed"), "{heard}");
    assert_eq!(watched(&value), 0);
    bench
}

/// How many loads and stores of a source the list has, but for those of stack cells that no sanitizer watches.
fn accesses(list: &serde_json::Value, source: &str, is_one: fn(&serde_json::Value) -> bool) -> usize {
    let modules = list["modules"].as_array().expect("modules").iter();
    let here = modules.filter(|module| module["source"].as_str().is_some_and(|name| name.ends_with(source)));
    let functions = here.flat_map(|module| module["functions"].as_array().expect("functions"));
    let accesses = functions.flat_map(|function| function["accesses"].as_array().expect("accesses"));
    let watched = accesses.filter(|access| access["local"] == false);
    watched
        .filter(|access| access["kind"] == "load" || access["kind"] == "store")
        .filter(|access| is_one(access))
        .count()
}

fn runs(bench: &Bench, app: &str) {
    let mut command = Command::new("mpiexec.mpich");
    command.current_dir(bench.path()).args(["-n", "2"]).arg(bench.path().join(app));
    command.env("TSAN_OPTIONS", "report_bugs=0").envs(UNDER_SANITIZER);
    let text = said(&command.output().expect("mpiexec.mpich runs"));
    let mut lines: Vec<&str> = text.lines().collect();
    lines.sort_unstable();
    // Each has what the other one had in the last of four steps: rank + step.
    assert_eq!(lines, ["0: 4", "1: 3"], "{text}");
}

#[test]
fn a_makefile() {
    a_build(make, "make -s clean", "app", ["main.o", "value.o"]);
}

#[test]
fn a_project_of_autotools() {
    a_build(autotools, "make -s clean", "app", ["main.o", "value.o"]);
}

#[test]
fn a_project_of_cmake() {
    let objects = ["build/CMakeFiles/app.dir/main.c.o", "build/CMakeFiles/ring.dir/value.c.o"];
    let bench = a_build(cmake, "rm -r build", "build/app", objects);
    // The lists of what was read are written as without the wrapper: a header that changes is noticed.
    let header = fs::read_to_string(bench.path().join("ring.h")).expect("the header is there");
    bench.write("ring.h", &header.replace("int outbox;", "int more, outbox;"));
    let heard = cmake(&bench, &format!("--screened {}", bench.path().join("list.json").display()));
    assert!(heard.contains("ring.c: has changed since the list was made"), "{heard}");
    assert!(!heard.contains("value.c: has changed") && heard.contains("value.c.o"), "it uses nothing of it: {heard}");
}

#[test]
fn compiling_and_linking_at_once() {
    let bench = bench();
    let cc = format!("{} cc", analyzer().display());
    let all = format!("{CLANG} -x c {FLAGS} -I{} main.c ring.c step_clean.c value.c -x none -lmpich -o", include());
    bench.run(&format!("{cc} -- {all} whole"));
    bench.run(&format!("{} screen --screen unproven --format json -o list.json whole", analyzer().display()));
    let output = bench.run(&format!("{cc} --screened list.json -- {all} app"));
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    let [whole, screened] = ["whole", "app"].map(|app| {
        let text = bench.run(&format!("llvm-objdump-19 -d --disassemble-symbols=ring_value {app}")).stdout;
        String::from_utf8_lossy(&text).matches("__tsan_").count()
    });
    assert!(whole > 4 && screened < 4, "{whole} {screened}");
    runs(&bench, "app");
}

#[test]
fn what_cannot_be_screened_is_built_whole() {
    let bench = bench();
    let cc = format!("{} cc", analyzer().display());
    let flags = format!("-I{} -fsanitize=thread -c value.c -o value.o", include());
    bench.run(&format!("{CLANG} -g -O1 -Xclang -disable-llvm-passes -emit-llvm {flags}"));
    for name in ["main", "ring", "step_clean"] {
        bench.run(&format!("{CLANG} -g -emit-llvm -I{} -c {name}.c -o {name}.bc", include()));
    }
    fs::rename(bench.path().join("value.o"), bench.path().join("value.bc")).expect("the module is there");
    let bitcode = "main.bc ring.bc step_clean.bc value.bc";
    bench.run(&format!("{} screen --format json -o list.json {bitcode}", analyzer().display()));

    // Bitcode that was made by hand fits, too.
    let output = bench.run(&format!("{cc} --screened list.json -- {CLANG} -O2 {flags}"));
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(watched(&bench.path().join("value.o")), 0);

    // Another compiler, and a source that the list does not have.
    let output = bench.run(&format!("{cc} --screened list.json -- gcc {flags}"));
    let heard = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(heard.contains("value.c: gcc runs another compiler than clang") && heard.contains("whole"), "{heard}");
    fs::copy(bench.path().join("value.c"), bench.path().join("other.c")).expect("a file can be copied");
    let output = bench.run(&format!("{cc} --screened list.json -- {CLANG} {}", flags.replace("value.", "other.")));
    let heard = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(heard, "rma-static cc: other.c: not on the list: instrumented whole\n");
    bench.run(&format!("{CLANG} {}", flags.replace("value.c -o value.o", "other.c -o direct.o")));
    let [direct, wrapped] = ["direct.o", "other.o"].map(|object| watched(&bench.path().join(object)));
    assert!(direct > 0 && direct == wrapped, "{direct} {wrapped}");

    // Without the sanitizer there is nothing to leave out, and errors are the compiler's.
    let output = bench.run(&format!("{cc} --screened list.json -- {CLANG} -I{} -c other.c -o other.o", include()));
    assert!(output.stderr.is_empty());
    bench.write("broken.c", "int broken(void) { return nothing; }\n");
    let direct = bench.try_run(&format!("{CLANG} -fsanitize=thread -c broken.c"));
    let wrapped = bench.try_run(&format!("{cc} --screened list.json -- {CLANG} -fsanitize=thread -c broken.c"));
    assert_eq!((direct.status.code(), direct.stderr), (wrapped.status.code(), wrapped.stderr));
    assert!(!bench.path().join("broken.o").exists());
}

#[test]
fn a_list_that_is_none_stops_the_build() {
    let bench = bench();
    for (text, reason) in [
        ("", "EOF"),
        ("{\"schema\": \"rma-static/report/v1\"}", "its `schema` is"),
        ("{\"schema\": \"rma-static/screen/v1\", \"modules\": [{}]}", "missing field"),
    ] {
        bench.write("list.json", text);
        let line = format!("cc --screened list.json -- {CLANG} -fsanitize=thread -I{} -c value.c", include());
        let output = bench.try_run(&format!("{} {line}", analyzer().display()));
        let heard = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(2) && heard.contains("list.json: no list for --screened"), "{heard}");
        assert!(heard.contains(reason), "{heard}");
        assert!(!bench.path().join("value.o").exists());
    }
}
