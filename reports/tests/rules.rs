//! The pages of the rules: complete, distinct, and with examples that compile.

#![expect(clippy::unwrap_used, reason = "what a test needs is there, or the test fails")]

use rma_reports::rules::{RuleId, rules};
use std::collections::BTreeSet;
use std::io::Write;
use std::process::{Command, Stdio};

#[test]
fn ids_and_names_are_distinct_and_sorted() {
    let ids: Vec<RuleId> = rules().iter().map(|rule| rule.id).collect();
    assert!(ids.is_sorted_by(|a, b| a < b), "{ids:?}");
    let names: BTreeSet<&str> = rules().iter().map(|rule| rule.name.as_str()).collect();
    assert_eq!(names.len(), rules().len());
}

#[test]
fn every_file_is_embedded_under_its_id() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/rules");
    let files: BTreeSet<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned())
        .collect();
    let ids: BTreeSet<String> = rules().iter().map(|rule| rule.id.to_string()).collect();
    assert_eq!(files, ids);
}

#[test]
fn every_constant_has_a_page() {
    let constants = [
        RuleId::RMA101,
        RuleId::RMA102,
        RuleId::RMA103,
        RuleId::RMA104,
        RuleId::RMA105,
        RuleId::RMA401,
        RuleId::RMA402,
        RuleId::RMA403,
        RuleId::RMA501,
        RuleId::RMA502,
        RuleId::RMA503,
        RuleId::RMA504,
        RuleId::RMA505,
        RuleId::RMA506,
        RuleId::RMA507,
        RuleId::RMA508,
        RuleId::RMA509,
        RuleId::RMA601,
    ];
    for id in constants {
        assert!(id.rule().is_some(), "{id} has no page");
    }
}

#[test]
fn ids_are_read_back() {
    for rule in rules() {
        assert_eq!(rule.id.to_string().parse(), Ok(rule.id));
        assert_eq!(rule.id.to_string().to_lowercase().parse(), Ok(rule.id));
    }
    for bad in ["", "RMA", "RMA1", "RMA1011", "RMA+11", "XYZ101"] {
        assert!(bad.parse::<RuleId>().is_err(), "{bad}");
    }
}

#[test]
fn examples_compile() {
    for rule in rules() {
        for section in ["Example", "Fix"] {
            let fragments = rule.code(section);
            assert!(!fragments.is_empty(), "{}: no code under {section}", rule.id);
            for fragment in fragments {
                let errors = compile(&format!("#include <mpi.h>\n#include <stdlib.h>\n{fragment}"));
                assert_eq!(errors, "", "{}: {section}", rule.id);
            }
        }
    }
}

/// The compiler's messages for a C program that includes `mpi.h`.
fn compile(program: &str) -> String {
    let mut clang = Command::new("clang-19")
        .args(["-fsyntax-only", "-std=c17", "-fopenmp", "-Wall", "-Wextra", "-x", "c"])
        .args(["-isystem", "/usr/include/x86_64-linux-gnu/mpich", "-"])
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("clang-19 is installed");
    clang.stdin.take().unwrap().write_all(program.as_bytes()).unwrap();
    let output = clang.wait_with_output().unwrap();
    let messages = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success() || !messages.is_empty());
    messages
}
