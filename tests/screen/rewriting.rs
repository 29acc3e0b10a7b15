//! Modules written again: the same programs, with marks on what the list drops and on nothing else, and no function left alone that has
//! something to watch.

use crate::instrumented::{Positions, bodies, instrumented, marked, text};
use crate::{Listed, analyzer, compile, listed, program, root, screen};
use rma_corpus::compile::{CLANG, Compiler, Headers, OptLevel};
use rma_corpus::sanitized::{Build, Kind, Modules, succeeded};
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

/// What the list drops of a module, by function.
fn dropped(list: &[Listed], module: usize) -> Positions {
    let mut out = BTreeMap::new();
    for access in list.iter().filter(|access| access.module == module) {
        let of_function: &mut std::collections::BTreeSet<usize> = out.entry(access.function.clone()).or_default();
        if access.dropped {
            of_function.insert(access.instruction);
        }
    }
    out
}

fn check(name: &str, flags: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    let (root, analyzer, program) = (root(), analyzer(), program(name));
    let (folder, sources) = (folder.path(), &program.sources);
    let build = Build { root, analyzer: &analyzer, folder, sources, flags, options: &[] };
    let whole = build.whole().unwrap();
    let mut counts = Vec::new();
    for kind in [Kind::Relevant, Kind::Unproven] {
        let screened = build.screened(&whole, kind).unwrap();
        counts.push(compare(name, &whole, &screened));
    }
    assert!(counts[0] > 0 && counts[0] <= counts[1], "{name}: {counts:?}");
}

/// Gives how many accesses are marked.
fn compare(name: &str, whole: &Modules, screened: &Modules) -> usize {
    let list = listed(&screened.list);
    let (mut count, mut alone) = (0, 0);
    for (n, (before, after)) in whole.files.iter().zip(&screened.files).enumerate() {
        count += compare_bodies(&dropped(&list, n), before, after);
        let (before, after) = (text(before), text(after));
        for function in screened.list["modules"][n]["functions"].as_array().unwrap() {
            let linker_name = function["name"].as_str().unwrap();
            // Some that the compiler makes never had it, such as what ends a program after an exception.
            let [had, has] = [&before, &after].map(|text| has_attribute(text, linker_name));
            assert!(had || !has, "{name}: {linker_name}");
            let is_left_alone = had && !has;
            assert!(!is_left_alone || function["unwatched"] == true, "{name}: {linker_name}");
            alone += usize::from(is_left_alone);
        }
    }
    assert!(alone > 0, "{name}");
    count
}

/// Only what is dropped has marks, and else nothing is changed. Gives how many there are.
fn compare_bodies(dropped: &Positions, before: &Path, after: &Path) -> usize {
    succeeded(Command::new("opt-19").args(["-passes=verify", "-disable-output"]).arg(after)).unwrap();
    succeeded(Command::new("llvm-diff-19").arg(before).arg(after)).unwrap();
    assert!(!text(before).contains("!nosanitize"), "{}", before.display());
    // Marks number other metadata anew, and a function without an attribute the groups of attributes; with the marks and these
    // numbers gone, bodies are the same.
    let plain = |module: &Path| -> BTreeMap<String, Vec<String>> {
        let clean = |line: String| without_metadata(&line);
        bodies(&text(module)).into_iter().map(|(name, body)| (name, body.into_iter().map(clean).collect())).collect()
    };
    assert!(plain(before) == plain(after), "{}", after.display());
    let marks = marked(after);
    let mut wanted = dropped.clone();
    for function in marks.keys() {
        wanted.entry(function.clone()).or_default();
    }
    assert_eq!(marks, wanted, "{}", after.display());
    marks.values().map(std::collections::BTreeSet::len).sum()
}

/// An instruction without the metadata at its end.
fn without_metadata(line: &str) -> String {
    let mut out = line.to_owned();
    while let Some((head, tail)) = out.rsplit_once(", !")
        && tail.split_once(" !").is_some_and(|(_, number)| number.chars().all(|c| c.is_ascii_digit()))
    {
        out.truncate(head.len());
    }
    out.split(' ').filter(|word| !is_group(word)).collect::<Vec<_>>().join(" ")
}

/// The number of a group of attributes, at a call.
fn is_group(word: &&str) -> bool {
    word.strip_prefix('#').is_some_and(|number| !number.is_empty() && number.chars().all(|c| c.is_ascii_digit()))
}

/// Whether ThreadSanitizer looks at a function.
fn has_attribute(text: &str, function: &str) -> bool {
    let is_head = |line: &&str| {
        line.starts_with("define ")
            && (line.contains(&format!("@{function}(")) || line.contains(&format!("@\"{function}\"(")))
    };
    let head = text.lines().find(is_head).unwrap_or_else(|| panic!("{function} is not defined"));
    let group = head.split(' ').rfind(|word| word.starts_with('#')).unwrap();
    let attributes = text.lines().find(|line| line.starts_with(&format!("attributes {group} = ")));
    attributes.unwrap().contains(" sanitize_thread ")
}

#[test]
fn an_application_in_c() {
    check("apps/halo2d/racy", &["-O1"]);
}

#[test]
fn templates_and_inlined_code() {
    check("apps/cpp_strips/clean", &["-O2"]);
}

#[test]
fn without_optimisation() {
    check("apps/heat1d/clean", &["-O0"]);
}

/// Compilers of Fortran have no sanitizer for threads, but LLVM's works on what they write.
#[test]
fn a_module_of_fortran() {
    let folder = tempfile::tempdir().unwrap();
    let program = program("fortran/window_pointer_race");
    let compiler = Compiler::new(root(), &folder.path().join("corpus")).unwrap();
    let modules = compiler.bitcode(&program, Headers::Mpich, OptLevel::O0).unwrap();
    let inputs: Vec<&str> = modules.iter().map(|module| module.to_str().unwrap()).collect();
    let output = screen(folder.path(), &[&["--format", "json", "--rewrite", "new"], &inputs[..]].concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let list: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let accesses = listed(&list);
    let mut counts = [0; 3];
    for (n, before) in modules.iter().enumerate() {
        let Some(after) = list["modules"][n]["rewritten"].as_str() else { continue };
        let after = folder.path().join(after);
        counts[0] += compare_bodies(&dropped(&accesses, n), before, &after);
        let [whole, screened] = [before, &after].map(|module| {
            let with = folder.path().join("with.bc");
            let mut opt = Command::new("opt-19");
            opt.args(["-passes=forceattrs", "-force-attribute=sanitize_thread"]).arg(module).arg("-o").arg(&with);
            succeeded(&mut opt).unwrap();
            instrumented(&with).accesses
        });
        for (function, whole) in whole {
            let kept = |at: &usize| {
                let is_here = |access: &&Listed| {
                    access.module == n && access.function == function && access.instruction == *at && !access.dropped
                };
                accesses.iter().any(|access| is_here(&access))
            };
            let wanted: std::collections::BTreeSet<usize> = whole.iter().copied().filter(kept).collect();
            assert_eq!(screened.get(&function), Some(&wanted), "{function}");
            counts[1] += whole.len();
            counts[2] += wanted.len();
        }
    }
    assert!(counts[0] > 0 && counts[2] > 0 && counts[2] < counts[1], "{counts:?}");
}

/// What must be inlined, and what the optimiser takes out of a function, is watched where it gets to.
#[test]
fn accesses_that_move_to_other_functions() {
    let folder = tempfile::tempdir().unwrap();
    let whole = compile(folder.path(), &["inlined.c"], &["-O1"]).remove(0);
    let output = screen(folder.path(), &["--rewrite", "new", whole.to_str().unwrap()]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let screened = folder.path().join("new/inlined.bc");
    for level in ["-O0", "-O2", "-O3"] {
        let watched = |module: &Path| -> BTreeMap<String, usize> {
            let mut clang = Command::new(CLANG);
            clang.args([level, "-fsanitize=thread", "-S", "-emit-llvm", "-o", "-"]).arg(module);
            let is_one = |line: &&String| line.contains("@__tsan_read") || line.contains("@__tsan_write");
            let count = |body: Vec<String>| body.iter().filter(is_one).count();
            let text = succeeded(&mut clang).unwrap().stdout;
            bodies(&text).into_iter().map(|(name, body)| (name, count(body))).filter(|(_, count)| *count > 0).collect()
        };
        let (mut before, mut after) = (watched(&whole), watched(&screened));
        // Of these something else is dropped.
        assert!(before.remove("quiet").is_some() && after.remove("quiet").is_none(), "{after:?}");
        let [before_main, after_main] = [&mut before, &mut after].map(|watched| watched.remove("main").unwrap());
        assert!(after_main < before_main);
        assert_eq!(before, after, "{level}");
        let moved = ["begin", "end", "look"].map(|function| before.contains_key(function));
        assert_eq!(moved, [true, true, level == "-O3"], "{level}: {before:?}");
    }
}
