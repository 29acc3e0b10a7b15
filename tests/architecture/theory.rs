//! Code and theory belong together: each module of the analysis names the section of `docs/theory.md` that it carries out.

use super::{root, sources};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// Folders in which every module must name a section. Tests beside the code are no modules of the analysis.
const REASONS: [&str; 7] = [
    "cfg/src",
    "dataflow/src",
    "dataflow/term/src",
    "dataflow/skeleton/src",
    "dataflow/interp/src",
    "dataflow/races/src",
    "solver/src",
];

/// The numbers of the headings, such as `7` and `7.4`.
fn sections() -> BTreeSet<String> {
    let text = fs::read_to_string(root().join("docs/theory.md")).expect("docs/theory.md can be read");
    headings(&text).map(str::to_owned).collect()
}

fn headings(text: &str) -> impl Iterator<Item = &str> {
    let titles = text.lines().filter_map(|line| line.strip_prefix("## ").or_else(|| line.strip_prefix("### ")));
    titles.filter_map(|title| title.split(' ').next()).filter(|word| is_number(word))
}

fn is_number(word: &str) -> bool {
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    word.split('.').count() <= 2 && word.split('.').all(digits)
}

/// The sections that a text cites in the form `(theory, N)` or `(theory, N.M)`; comments may break the line.
fn cited(text: &str) -> Vec<String> {
    let bare = |line: &str| line.trim().trim_start_matches(['/', '!', ' ']).to_owned();
    let text = text.lines().map(bare).collect::<Vec<_>>().join(" ");
    let behind = text.split("(theory, ").skip(1).filter_map(|rest| rest.split(')').next());
    behind.map(str::to_owned).filter(|section| is_number(section)).collect()
}

/// The opening comment of a module.
fn opening(text: &str) -> String {
    text.lines().take_while(|line| line.starts_with("//!")).collect::<Vec<_>>().join("\n")
}

fn is_module(path: &Path) -> bool {
    let part = path.strip_prefix(root()).unwrap_or(path);
    let test = part.components().any(|name| ["tests", "tests.rs"].iter().any(|test| name.as_os_str() == *test));
    !test && part.extension().is_some_and(|extension| extension == "rs") && REASONS.iter().any(|f| part.starts_with(f))
}

#[test]
fn every_module_of_the_analysis_names_its_section() {
    let modules: Vec<_> = sources().into_iter().filter(|path| is_module(path)).collect();
    assert!(modules.len() > 150, "only {} modules", modules.len());
    let without = modules.iter().filter(|path| {
        let text = fs::read_to_string(path).expect("a source file is UTF-8");
        cited(&opening(&text)).is_empty()
    });
    let without: Vec<_> = without.map(|path| path.display().to_string()).collect();
    assert!(
        without.is_empty(),
        "name the section of docs/theory.md in the opening comment, `(theory, 7.3)`: {without:#?}"
    );
}

#[test]
fn every_section_that_is_cited_exists() {
    let known = sections();
    assert!(known.len() > 30, "only {} sections", known.len());
    let mut wrong = Vec::new();
    for file in sources() {
        let Ok(text) = fs::read_to_string(&file) else { continue };
        let unknown: Vec<String> = cited(&text).into_iter().filter(|section| !known.contains(section)).collect();
        if !unknown.is_empty() {
            wrong.push(format!("{}: {unknown:?}", file.display()));
        }
    }
    assert!(wrong.is_empty(), "docs/theory.md has no such sections: {wrong:#?}");
}

/// Every chapter about code must be cited by some module; otherwise it does not describe this program.
#[test]
fn every_chapter_about_code_is_cited() {
    let mut cited_chapters = BTreeSet::new();
    for path in sources().into_iter().filter(|path| is_module(path)) {
        let text = fs::read_to_string(path).expect("a source file is UTF-8");
        cited_chapters.extend(cited(&opening(&text)).iter().filter_map(|s| s.split('.').next().map(str::to_owned)));
    }
    // The last three are the table of claims, the example and the bibliography.
    let chapters: Vec<String> = sections().into_iter().filter(|s| !s.contains('.')).collect();
    let expected: BTreeSet<String> =
        chapters.into_iter().filter(|s| s.parse::<usize>().is_ok_and(|n| n <= 9)).collect();
    assert_eq!(cited_chapters, expected);
}

#[test]
fn citations_and_headings_are_found() {
    // Not written out: the test above reads this file, too.
    let text = |text: &str| text.replace('~', "(theory");
    assert_eq!(cited(&text("//! A thing ~, 7.3).\n//! And ~,\n//! 8) more.")), ["7.3", "8"]);
    assert!(cited(&text("a theory, 7; ~, seven); ~ 7)")).is_empty());
    assert_eq!(headings("# 1 No\n## 2 Two\n### 2.1 One\n## Without\n### 2.1.1 Deep").collect::<Vec<_>>(), ["2", "2.1"]);
    assert_eq!(opening("//! A\n//! b\n\n//! c"), "//! A\n//! b");
}
