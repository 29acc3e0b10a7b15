//! Bitcode of a compiler that is newer than the usual reader.

use crate::bench::{Bench, analyzer, include};
use std::os::unix::fs::symlink;

const NEWER_CLANG: &str = "clang-22";

fn compile(bench: &Bench, flags: &str, extension: &str) {
    for name in ["main", "ring", "value", "step_racy", "step_clean"] {
        bench.run(&format!("{NEWER_CLANG} -g -I{} {flags} -c {name}.c -o {name}.{extension}", include()));
    }
}

#[test]
fn the_newer_reader_reads_what_the_usual_one_cannot() {
    let bench = Bench::new();
    for (flags, extension) in
        [("-O0 -emit-llvm", "bc"), ("-O2 -emit-llvm", "bc"), ("-O0 -S -emit-llvm", "ll"), ("-O0 -flto", "o")]
    {
        compile(&bench, flags, extension);
        let file = |name: &str| format!("{name}.{extension}");
        let common = ["main", "ring", "value"].map(file).join(" ");
        bench.analyse(&format!("{common} {}", file("step_racy"))).finds_the_race();
        bench.analyse(&format!("{common} {}", file("step_clean"))).is_clean();
    }
}

#[test]
fn modules_of_both_versions_are_one_program() {
    let bench = Bench::new();
    compile(&bench, "-O0 -emit-llvm", "bc");
    bench.compile(&["main", "value"], "-O0 -emit-llvm", "bc");
    bench.analyse("main.bc ring.bc value.bc step_racy.bc").finds_the_race();
}

#[test]
fn without_the_newer_reader_one_line_says_what_to_do() {
    let bench = Bench::new();
    compile(&bench, "-O0 -emit-llvm", "bc");
    let folder = analyzer().parent().expect("the analyzer is in a folder").to_owned();
    for name in ["rma-static", "rma-static-reader"] {
        std::fs::copy(folder.join(name), bench.path().join(name)).expect("an executable can be copied");
    }
    let alone = bench.try_run("./rma-static main.bc");
    let said = String::from_utf8_lossy(&alone.stderr).into_owned();
    assert_eq!(alone.status.code(), Some(2), "{said}");
    assert!(
        said.trim_end().lines().count() == 1 && said.contains("LLVM22") && said.contains("make reader-22"),
        "{said}"
    );
    let newer = folder.join("rma-static-reader-22");
    assert!(newer.is_file(), "`make reader-22` builds {}", newer.display());
    symlink(newer, bench.path().join("rma-static-reader-22")).expect("a link can be made");
    let files = "main.bc ring.bc value.bc step_racy.bc";
    assert_eq!(bench.try_run(&format!("./rma-static {files}")).status.code(), Some(1));
}

/// What compilers of vendors call themselves stands in the module, and changes nothing. Here clang's own words are replaced.
#[test]
fn vendors_compilers_are_read_as_the_llvm_that_they_are_made_of() {
    let bench = Bench::new();
    for name in ["main", "ring", "value", "step_racy"] {
        bench.run(&format!("{NEWER_CLANG} -g -I{} -O0 -S -emit-llvm -c {name}.c -o {name}.ll", include()));
    }
    for vendor in [
        "AMD clang version 22.0.0git (roc-7.2.0)",
        "Cray clang version 22.0.0",
        "Intel(R) oneAPI DPC++/C++ Compiler 2026.0.0",
    ] {
        for name in ["main", "ring", "value", "step_racy"] {
            let text = std::fs::read_to_string(bench.path().join(format!("{name}.ll"))).expect("textual IR");
            let ident = text.lines().find(|line| line.contains("clang version 22")).expect("clang names itself");
            let own = ident.split('"').nth(1).expect("a string");
            bench.write(&format!("{name}-vendor.ll"), &text.replace(own, vendor));
            bench.run(&format!("{NEWER_CLANG} -w -c -emit-llvm {name}-vendor.ll -o {name}-vendor.bc"));
        }
        bench.analyse("main-vendor.bc ring-vendor.bc value-vendor.bc step_racy-vendor.bc").finds_the_race();
    }
}

/// Bitcode of older compilers goes to the usual reader.
#[test]
fn older_compilers_are_read() {
    for clang in ["clang-14", "clang-16"] {
        let bench = Bench::new();
        for name in ["main", "ring", "value", "step_racy", "step_clean"] {
            bench.run(&format!("{clang} -g -I{} -O0 -emit-llvm -c {name}.c -o {name}.bc", include()));
        }
        bench.analyse("main.bc ring.bc value.bc step_racy.bc").finds_the_race();
        bench.analyse("main.bc ring.bc value.bc step_clean.bc").is_clean();
    }
}
