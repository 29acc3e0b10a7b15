//! Modules written again: the same programs, with marks on what the list drops and on nothing else, and no function left alone that has
//! something to watch.

use crate::instrumented::{Positions, bodies, marked, text};
use crate::{Listed, analyzer, listed, program, root};
use rma_corpus::sanitized::{Build, Kind, Modules, succeeded};
use std::collections::BTreeMap;
use std::process::Command;

/// What the list drops of a module, by function; with what is dropped of functions that have nothing to watch.
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
        succeeded(Command::new("opt-19").args(["-passes=verify", "-disable-output"]).arg(after)).unwrap();
        succeeded(Command::new("llvm-diff-19").arg(before).arg(after)).unwrap();
        let (before, after_text) = (text(before), text(after));
        assert!(!before.contains("!nosanitize"), "{name}");
        // Marks number other metadata anew, and a function without an attribute the groups of attributes; with the marks and these
        // numbers gone, bodies are the same.
        let plain = |text: &str| -> BTreeMap<String, Vec<String>> {
            let clean = |line: String| without_metadata(&line);
            bodies(text).into_iter().map(|(name, body)| (name, body.into_iter().map(clean).collect())).collect()
        };
        assert!(plain(&before) == plain(&after_text), "{name}: {}", after.display());
        let marks = marked(after);
        let mut wanted = dropped(&list, n);
        for function in marks.keys() {
            wanted.entry(function.clone()).or_default();
        }
        assert_eq!(marks, wanted, "{name}: {}", after.display());
        count += marks.values().map(std::collections::BTreeSet::len).sum::<usize>();
        let functions = screened.list["modules"][n]["functions"].as_array().unwrap();
        for function in functions {
            let linker_name = function["name"].as_str().unwrap();
            let is_left_alone = !has_attribute(&after_text, linker_name);
            assert!(!is_left_alone || function["unwatched"] == true, "{name}: {linker_name}");
            alone += usize::from(is_left_alone);
            assert!(has_attribute(&before, linker_name), "{name}: {linker_name}");
        }
    }
    assert!(alone > 0, "{name}");
    count
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
