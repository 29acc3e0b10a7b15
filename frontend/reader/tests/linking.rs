//! Linking of modules as compilers write them.

#![expect(clippy::unwrap_used, reason = "what a test needs is there, or the test fails")]

mod common;

use rma_frontend::ir::{Callee, Const, InstKind, Module, Operand};
use rma_frontend::{Loaded, load};
use std::path::PathBuf;

fn load_texts(texts: &[&str]) -> Loaded {
    let folder = tempfile::tempdir().unwrap();
    let paths: Vec<PathBuf> = texts
        .iter()
        .enumerate()
        .map(|(index, text)| {
            let path = folder.path().join(format!("{index}.ll"));
            std::fs::write(&path, format!("source_filename = \"{index}.c\"\n{text}")).unwrap();
            path
        })
        .collect();
    let loaded = load(&paths, &common::options()).unwrap();
    assert!(loaded.errors.is_empty(), "{:?}", loaded.errors);
    loaded.module.validate().unwrap();
    loaded
}

/// Names of the functions called in `caller`, in order.
fn calls(module: &Module, caller: &str) -> Vec<String> {
    let caller = module.functions.iter().find(|function| function.name == caller).unwrap();
    let called = caller.insts.iter().filter_map(|inst| inst.kind.as_call());
    called
        .map(|(callee, _)| match callee {
            Callee::Direct(id) => module.functions[id].name.clone(),
            other => format!("{other:?}"),
        })
        .collect()
}

fn size_of(module: &Module, name: &str) -> Vec<u64> {
    module.globals.iter().filter(|global| global.name == name).map(|global| module.types[global.ty].size).collect()
}

#[test]
fn aliases_are_found_from_other_modules() {
    let loaded = load_texts(&[
        "declare void @complete(ptr)
         @end = external global i32
         define void @user(ptr %p) { call void @complete(ptr %p) store i32 1, ptr @end ret void }",
        "@block = global [4 x i32] zeroinitializer
         @end = alias i32, getelementptr (i32, ptr @block, i64 3)
         @complete = alias void (ptr), ptr @base
         define void @base(ptr %p) { ret void }",
    ]);
    assert_eq!(calls(&loaded.module, "user"), ["base"]);
    let user = loaded.module.functions.iter().find(|function| function.name == "user").unwrap();
    let store = user.insts.iter().find_map(|inst| match inst.kind {
        InstKind::Store { ptr: Operand::Const(id), .. } => Some(&loaded.module.consts[id]),
        _ => None,
    });
    let Some(Const::Global { global, offset: 12 }) = store else { panic!("{store:?}") };
    assert_eq!(loaded.module.globals[*global].name, "block");
}

#[test]
fn the_larger_tentative_definition_wins_and_a_real_one_beats_it() {
    let small = "@shared = common global [2 x i32] zeroinitializer";
    let large = "@shared = common global [8 x i32] zeroinitializer";
    let real = "@shared = global [4 x i32] [i32 1, i32 2, i32 3, i32 4]";
    for (texts, expected) in [([small, large], 32), ([large, small], 32), ([large, real], 16), ([real, large], 16)] {
        let loaded = load_texts(&texts);
        assert_eq!(size_of(&loaded.module, "shared"), [expected]);
        assert!(loaded.conflicts.is_empty());
    }
}

#[test]
fn inline_functions_of_several_modules_are_one() {
    let unit = |name: &str| {
        format!(
            "$inline = comdat any
             define linkonce_odr i32 @inline() comdat {{ ret i32 1 }}
             define i32 @{name}() {{ %x = call i32 @inline() ret i32 %x }}"
        )
    };
    let loaded = load_texts(&[&unit("a"), &unit("b")]);
    assert_eq!(loaded.module.functions.iter().filter(|function| function.name == "inline").count(), 1);
    assert_eq!(calls(&loaded.module, "a"), calls(&loaded.module, "b"));
}

#[test]
fn constructors_run_by_priority_over_all_modules() {
    let unit = |name: &str, priority: u32| {
        format!(
            "@llvm.global_ctors = appending global [1 x {{ i32, ptr, ptr }}] [{{ i32, ptr, ptr }} {{ i32 {priority}, ptr @{name}, ptr null }}]
             define void @{name}() {{ ret void }}"
        )
    };
    let loaded = load_texts(&[&unit("last", 65535), &unit("first", 200), &unit("later", 65535)]);
    let names = loaded.module.constructors.iter().map(|&id| loaded.module.functions[id].name.as_str());
    assert_eq!(names.collect::<Vec<_>>(), ["first", "last", "later"]);
}

#[test]
fn an_address_taken_anywhere_counts_everywhere() {
    let loaded = load_texts(&[
        "define void @f() { ret void } define void @g() { ret void }",
        "declare void @f() @table = global ptr @f",
    ]);
    let taken =
        |name: &str| loaded.module.functions.iter().find(|function| function.name == name).unwrap().address_taken;
    assert!(taken("f") && !taken("g"));
}

#[test]
fn conflicts_name_both_files() {
    let loaded = load_texts(&["define i32 @main() { ret i32 0 }", "define i32 @main() { ret i32 1 }"]);
    assert_eq!(loaded.conflicts.len(), 1);
    assert_eq!(loaded.conflicts[0].modules, (0, 1));
    let text = loaded.conflicts[0].to_string();
    assert!(text.contains("main") && text.contains("0.c") && text.contains("1.c"), "{text}");
}

#[test]
fn positions_and_variables_survive_the_merge() {
    let folder = tempfile::tempdir().unwrap();
    let mut paths = Vec::new();
    for (name, text) in [
        ("one", "void out(void *);\nint helper(int a) { out(&a); return a; }\n"),
        (
            "two",
            "int helper(int);\nvoid out(void *p) { (void)p; }\nint main(void) {\n  int kept = helper(3);\n  out(&kept);\n  return kept; }\n",
        ),
    ] {
        let (source, bitcode) = (folder.path().join(format!("{name}.c")), folder.path().join(format!("{name}.bc")));
        std::fs::write(&source, text).unwrap();
        common::compile(&source, &["-O0"], &bitcode).unwrap();
        paths.push(bitcode);
    }
    let loaded = load(&paths, &common::options()).unwrap();
    let module = &loaded.module;
    module.validate().unwrap();
    assert_eq!(module.files.iter().filter(|file| file.ends_with("/two.c")).count(), 1);
    let main = module.functions.iter().find(|function| function.name == "main").unwrap();
    let call = main.insts.iter().find(|inst| inst.kind.as_call().is_some()).unwrap();
    let loc = module.locs[call.loc.unwrap()];
    assert_eq!(loc.line, 4);
    assert!(module.files[module.scopes[loc.scope].file].ends_with("/two.c"));
    let cell = main.insts.iter().find(|inst| matches!(inst.kind, InstKind::Alloca { .. }) && inst.var.is_some());
    assert_eq!(module.vars[cell.unwrap().var.unwrap()].name, "kept");
    assert_eq!(calls(module, "main")[0], "helper");
    assert!(module.functions.iter().filter(|function| !function.is_declaration()).count() == 3);
}
