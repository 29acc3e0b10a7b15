//! Bitcode, objects, archives, linked files and lists of them.

use crate::bench::Bench;
use rma_corpus::compile::CLANG;

const RACY: [&str; 4] = ["main", "ring", "value", "step_racy"];

#[test]
fn bitcode_and_textual_ir_of_several_files() {
    let bench = Bench::new();
    bench.compile(&["main", "ring"], "-O0 -emit-llvm", "bc");
    bench.compile(&["value", "step_racy", "step_clean"], "-O0 -emit-llvm -S", "ll");
    bench.analyse("main.bc ring.bc value.ll step_racy.ll").finds_the_race();
    bench.analyse("step_clean.ll value.ll ring.bc main.bc").is_clean();
}

#[test]
fn objects_of_lto_builds() {
    let bench = Bench::new();
    for flags in ["-O0 -flto", "-O0 -flto=thin", "-O0 -flto -ffat-lto-objects", "-O0 -fembed-bitcode"] {
        bench.compile(&RACY, flags, "o");
        bench.analyse("main.o ring.o value.o step_racy.o").finds_the_race();
    }
}

#[test]
fn static_archives_of_every_kind_of_object() {
    let bench = Bench::new();
    let flags = ["-O0 -emit-llvm", "-O0 -flto -ffat-lto-objects", "-O0 -fembed-bitcode"];
    for (flags, kind) in flags.iter().flat_map(|flags| ["rcs", "rcsT"].map(|kind| (flags, kind))) {
        bench.compile(&["main", "ring", "value", "step_racy", "spare"], flags, "o");
        bench.run("rm -f libring.a");
        bench.run(&format!("llvm-ar-19 {kind} libring.a spare.o ring.o value.o"));
        let run = bench.analyse("main.o step_racy.o libring.a");
        // `spare.o`, which needs `ring_not_there`, is no part of the program.
        assert!(run.finds_the_race().notices("unmodelled-call").is_empty(), "{:#}", run.report);
        let run = bench.analyse("main.o step_racy.o spare.o libring.a");
        let unknown = run.finds_the_race().notices("unmodelled-call").join("\n");
        assert!(unknown.contains("1 of ") && unknown.contains("ring_not_there"), "{unknown}");
    }
}

#[test]
fn a_program_that_is_an_archive() {
    let bench = Bench::new();
    bench.compile(&["main", "ring", "value", "step_racy", "step_clean"], "-O0 -flto", "o");
    bench.run("llvm-ar-19 rcs all.a step_clean.o main.o ring.o value.o step_racy.o");
    // Both define `ring_step`; a linker takes the first member.
    bench.analyse("all.a").is_clean();
    bench.run("llvm-ar-19 rcs other.a step_racy.o main.o ring.o value.o step_clean.o");
    bench.analyse("other.a").finds_the_race();
}

#[test]
fn linked_files_with_embedded_bitcode() {
    let bench = Bench::new();
    bench.compile(&["main", "step_racy"], "-O0 -fembed-bitcode", "o");
    bench.compile(&["ring", "value"], "-O0 -fembed-bitcode -fPIC", "o");
    let link = |what: &str| bench.run(&format!("{CLANG} -fuse-ld=lld {what}"));
    link("main.o step_racy.o ring.o value.o -lmpich -o app");
    bench.analyse("app").finds_the_race();
    link("-shared ring.o value.o -o libring.so");
    link("main.o step_racy.o libring.so -lmpich -o app2");
    bench.analyse("app2 libring.so").finds_the_race();
    bench.run("ld -r main.o step_racy.o ring.o value.o -o all.o");
    bench.analyse("all.o").finds_the_race();
}

#[test]
fn what_has_no_bitcode_is_counted() {
    let bench = Bench::new();
    bench.compile(&["main", "step_racy", "ring"], "-O0 -fembed-bitcode", "o");
    bench.compile(&["value", "spare"], "-O0", "o");
    bench.run(&format!("{CLANG} main.o step_racy.o ring.o value.o -lmpich -o app"));
    let run = bench.analyse("app");
    let text = run.finds_the_race().notices("unreadable-input").join("\n");
    assert!(text.contains("1 of 5 functions of the machine code in app have no bitcode"), "{text}");
    assert!(text.contains("called by the rest: 1 (ring_value)"), "{text}");
    assert_eq!(run.report["complete"], false);

    // The same as separate objects, and as members of archives: only the members that are needed are missed.
    for inputs in ["main.o step_racy.o ring.o value.o", "main.o step_racy.o ring.o libvalue.a"] {
        bench.run("llvm-ar-19 rcs libvalue.a value.o spare.o");
        let run = bench.analyse(inputs);
        let text = run.finds_the_race().notices("unreadable-input").join("\n");
        assert!(text.contains("value.o") && text.contains("1 function (ring_value) is not analysed"), "{text}");
        assert!(!text.contains("spare"), "{text}");
        assert_eq!(run.report["complete"], false);
    }

    let run = bench.analyse("value.o");
    assert_eq!(run.status, Some(2));
    assert!(run.stderr.starts_with("rma-static: value.o: machine code without bitcode"), "{}", run.stderr);
}

#[test]
fn bitcode_beside_an_object() {
    let bench = Bench::new();
    bench.compile(&RACY, "-O2", "o");
    bench.compile(&RACY, "-O0 -emit-llvm", "o.bc");
    bench.analyse("main.o ring.o value.o step_racy.o").finds_the_race();
}

#[test]
fn duplicate_symbols_are_reported() {
    let bench = Bench::new();
    bench.compile(&["main", "ring", "value", "step_racy", "step_clean"], "-O0 -flto", "o");
    let run = bench.analyse("main.o ring.o value.o step_racy.o step_clean.o");
    let text = run.notices("other").join("\n");
    assert!(text.contains("`ring_step` is defined in step_racy.o and again in step_clean.o"), "{text}");
    assert_eq!(run.report["complete"], false);
}

#[test]
fn missing_symbols_are_reported() {
    let bench = Bench::new();
    bench.compile(&["main", "ring", "step_racy"], "-O0 -flto", "o");
    let run = bench.analyse("main.o ring.o step_racy.o");
    let text = run.finds_the_race().notices("unmodelled-call").join("\n");
    assert!(text.contains("1 of ") && text.contains("have no model either: ring_value"), "{text}");
}

#[test]
fn a_list_file_names_the_inputs() {
    let bench = Bench::new();
    bench.compile(&RACY, "-O0 -flto", "o");
    bench.write("files.txt", "main.o ring.o # the program\n\"value.o\"\n");
    bench.analyse("@files.txt step_racy.o").finds_the_race();
    let run = bench.analyse("@nothing.txt");
    assert_eq!(run.status, Some(2));
    assert!(run.stderr.contains("@nothing.txt: the list of inputs cannot be read"), "{}", run.stderr);
}

#[test]
fn damaged_containers_are_no_input() {
    let bench = Bench::new();
    bench.compile(&["main"], "-O0 -fembed-bitcode", "o");
    bench.run("llvm-ar-19 rcs whole.a main.o");
    for (name, damaged) in [("main.o", "cut.o"), ("whole.a", "cut.a")] {
        let bytes = std::fs::read(bench.path().join(name)).expect("the file is there");
        for length in (8..bytes.len()).step_by(bytes.len() / 40) {
            std::fs::write(bench.path().join(damaged), &bytes[..length]).expect("a file can be written");
            let run = bench.analyse(damaged);
            // An object that lost its end can still have a whole module in it.
            assert!(matches!(run.status, Some(0..=3)), "{name} cut at {length}: {}", run.stderr);
            assert!(run.status != Some(2) || run.stderr.starts_with("rma-static: "), "{}", run.stderr);
        }
    }
}
