//! The exchange file of MUST: `{"messages": [{"type", "text", "error_id", "references": [{"file", "line", "column"}]}]}`.
//!
//! Its compiler wrapper confines instrumentation to the lines that the messages name, its launcher confines reports to them. So
//! every access that a checker must watch has to be named: findings of every level, not merged, the operation first; and also
//! each access that is kept and is in no finding. A message says so if an access is kept because it was not analysed.

use super::{Class, Module, Screen};
use crate::{Finding, RuleId, SourceLocation};
use serde::Serialize;
use std::collections::BTreeSet;
use std::path::Path;

#[derive(Serialize)]
struct Document {
    messages: Vec<Message>,
}

#[derive(Debug, Serialize, PartialEq, Eq, PartialOrd, Ord)]
struct Message {
    #[serde(rename = "type")]
    kind: &'static str,
    text: String,
    error_id: String,
    references: Vec<Reference>,
}

#[derive(Debug, Clone, Serialize, PartialEq, Eq, PartialOrd, Ord)]
struct Reference {
    file: String,
    line: u32,
    column: u32,
}

/// Renders the file. Paths become absolute: those of the program are relative to `folder`.
pub fn render(screen: &Screen, folder: Option<&Path>) -> String {
    let incomplete = if screen.complete { "" } else { " (the analysis is incomplete)" };
    let mut messages: BTreeSet<Message> =
        screen.findings.iter().filter_map(|f| of_finding(f, incomplete, folder)).collect();
    let named: BTreeSet<Reference> = messages.iter().flat_map(|m| m.references.iter().cloned()).collect();
    let kept: BTreeSet<(Reference, Class)> =
        screen.modules.iter().flat_map(|module| kept(module, folder)).filter(|(at, _)| !named.contains(at)).collect();
    messages.extend(kept.into_iter().map(|(at, class)| of_access(at, class, incomplete)));
    let document = Document { messages: messages.into_iter().collect() };
    // Serialising fails only on maps whose keys are not strings and on failing writers; there is neither.
    let mut text = serde_json::to_string_pretty(&document).unwrap_or_default();
    text.push('\n');
    text
}

fn of_finding(finding: &Finding, incomplete: &str, folder: Option<&Path>) -> Option<Message> {
    // The operation first: it is what is pending when the other access comes.
    let issues = |kind: &str| kind.starts_with("MPI_") || kind.starts_with("shmem") || kind.starts_with("gaspi");
    let (first, second) = match (issues(&finding.earlier.kind), issues(&finding.later.kind)) {
        (false, true) => (&finding.later, &finding.earlier),
        _ => (&finding.earlier, &finding.later),
    };
    let mut references: Vec<Reference> =
        [first, second].into_iter().filter_map(|access| reference(&access.location, folder)).collect();
    references.dedup();
    if references.is_empty() {
        return None;
    }
    Some(Message {
        kind: kind(finding.rule),
        text: format!("{} {}: {}{incomplete}", finding.level, finding.rule, finding.message),
        error_id: finding.rule.to_string(),
        references,
    })
}

fn of_access(at: Reference, class: Class, incomplete: &str) -> Message {
    let (text, error_id) = match class {
        Class::Unknown => ("code that was not analysed: this access may touch the memory of an operation", "UNKNOWN"),
        Class::Racy | Class::Watch => ("this access is in a pair that is not proved", "WATCH"),
        Class::Safe | Class::Apart => ("this access may touch the memory of an operation", "RELEVANT"),
    };
    Message {
        kind: "Data Race",
        text: format!("{text}{incomplete}"),
        error_id: error_id.to_owned(),
        references: vec![at],
    }
}

fn kept(module: &Module, folder: Option<&Path>) -> Vec<(Reference, Class)> {
    let accesses = module.functions.iter().flat_map(|f| &f.accesses).filter(|a| !a.dropped && !a.local);
    let one = |access: &super::Access| {
        let location = SourceLocation::new(access.file.clone(), access.line, access.column, "");
        Some((reference(&location, folder)?, access.class))
    };
    accesses.filter_map(one).collect()
}

fn reference(location: &SourceLocation, folder: Option<&Path>) -> Option<Reference> {
    if !location.is_known() {
        return None;
    }
    let path = Path::new(&location.file);
    let path = match folder {
        Some(folder) if path.is_relative() => folder.join(path),
        _ => path.to_owned(),
    };
    Some(Reference { file: path.to_string_lossy().into_owned(), line: location.line, column: location.col })
}

/// The words of the field for the kinds of rules.
fn kind(rule: RuleId) -> &'static str {
    let id = rule.to_string();
    match id.as_bytes().get(3) {
        Some(b'1' | b'4') => "Local Data Race",
        Some(b'2' | b'3') => "Remote Data Race",
        Some(b'6') => "Thread Error",
        _ => "RMA Usage Error",
    }
}
