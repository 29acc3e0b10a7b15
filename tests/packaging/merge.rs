//! `rma-static merge`.

use super::{analyzer, compile, root, run, said};
use serde_json::Value;
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

/// Reports of three programs: two with the same race, one without.
fn reports(folder: &Path) {
    let cases = root().join("corpus/mpi/cases");
    for (name, source) in
        [("early", "lock_put_print_early"), ("again", "lock_put_print_early"), ("late", "lock_put_print_late")]
    {
        compile(folder, name, &cases.join(format!("{source}.c")));
        let mut command = Command::new(analyzer());
        command.args(["--format", "sarif", "--output", &format!("{name}.sarif"), &format!("{name}.bc")]);
        assert!(matches!(run(folder, &mut command).status.code(), Some(0 | 1)));
    }
}

fn merge(folder: &Path, arguments: &str) -> (Option<i32>, String) {
    let output = run(folder, Command::new(analyzer()).arg("merge").args(arguments.split(' ')));
    (output.status.code(), said(&output))
}

#[test]
fn reports_of_programs_become_one() {
    let folder = TempDir::new().expect("a temporary folder can be made");
    let folder = folder.path();
    reports(folder);
    let files = "early.sarif again.sarif late.sarif";
    let (status, text) = merge(folder, &format!("--html all.html {files}"));
    assert_eq!(status, Some(0), "{text}");
    let log: Value = serde_json::from_str(&text).expect("SARIF is JSON");
    let names: Vec<&str> = log["runs"]
        .as_array()
        .expect("runs")
        .iter()
        .filter_map(|run| run["automationDetails"]["id"].as_str())
        .collect();
    assert_eq!(names, ["early", "again", "late"]);
    let results = |run: usize| log["runs"][run]["results"].as_array().map(Vec::len);
    assert_eq!((results(0), results(1), results(2)), (Some(1), Some(1), Some(0)));

    let page = std::fs::read_to_string(folder.join("all.html")).expect("the page is written");
    assert!(page.contains("<h1>3 programs</h1>") && page.contains("<p>1 error, 0 warnings, 0 notes."), "{page}");
    assert!(page.contains(": 2 programs</summary><p>again, early</p><p>"), "one race of two programs: {page}");

    // What was merged can be merged again, and keeps its names.
    assert_eq!(merge(folder, &format!("--output first.sarif {files}")).0, Some(0));
    let (_, again) = merge(folder, "first.sarif");
    assert_eq!(again, text);

    assert_eq!(merge(folder, &format!("--fail-on error --output x.sarif {files}")).0, Some(1));
    assert_eq!(merge(folder, "--fail-on note --output x.sarif late.sarif").0, Some(0));
}

#[test]
fn what_is_no_report_is_named() {
    let folder = TempDir::new().expect("a temporary folder can be made");
    let folder = folder.path();
    for (name, text) in
        [("empty.sarif", ""), ("old.sarif", r#"{"version": "1.0.0"}"#), ("bare.sarif", r#"{"version": "2.1.0"}"#)]
    {
        std::fs::write(folder.join(name), text).expect("a file can be written");
        let (status, said) = merge(folder, name);
        assert_eq!(status, Some(2), "{said}");
        assert!(said.starts_with(&format!("rma-static: {name}: not a SARIF 2.1.0 report (")), "{said}");
    }
    let (status, said) = merge(folder, "missing.sarif");
    assert_eq!(status, Some(2));
    assert!(said.contains("missing.sarif: cannot be read"), "{said}");
}
