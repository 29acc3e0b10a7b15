//! The label language: `//@ expect: error RMA101 A B`, `//@ twin: other.c`, and markers such as `//@ A`.

use std::collections::BTreeMap;
use std::fmt;
use thiserror::Error;

/// Level of an expected finding. Notes that are not expected are counted, not judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// What is not proved, or only the letter of the standard forbids.
    Note,
    /// A race with everything in it known.
    Error,
    /// A value that the program reads at run time takes part.
    Warning,
}

/// A line of a source file; the file is named relative to the root of the repository.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// Path with forward slashes.
    pub file: String,
    /// Line number, from 1.
    pub line: u32,
}

/// One finding that a program must give.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expectation {
    /// Required level.
    pub severity: Severity,
    /// Required rule, such as `RMA101`.
    pub rule: String,
    /// The two places in the order of the label; equal when a line races with itself.
    pub places: [Place; 2],
}

/// All labels of one program, markers resolved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Labels {
    /// Findings expected at every optimisation level; empty for a race-free program.
    pub expect: Vec<Expectation>,
    /// Replaces `expect` at `-O2`, where the compiler has removed or merged accesses.
    pub expect_o2: Option<Vec<Expectation>>,
    /// Options of the analyzer for this program.
    pub options: Vec<String>,
    /// The only header set that declares what it calls (`mpich`); `None`: those of its folder.
    pub headers: Option<String>,
    /// File name of the program with the opposite label, relative to this program's folder.
    pub twin: Option<String>,
}

/// What is wrong with a label.
#[derive(Debug, Error, PartialEq, Eq)]
#[allow(missing_docs)] // The messages say it.
pub enum LabelError {
    #[error("{0}: cannot read the label `{1}`; see corpus/README.md for the format")]
    Syntax(Place, String),
    #[error("{0}: no `//@ expect:` line")]
    MissingExpect(String),
    #[error("{0}: `none` stands beside other expectations")]
    NoneAmongOthers(String),
    #[error("{file}: marker {marker} is not on any line of the program")]
    UnknownMarker { file: String, marker: String },
    #[error("{0}: marker {1} is already on another line")]
    DuplicateMarker(Place, String),
    #[error("{0}: marker {1} is not named in any expectation")]
    UnusedMarker(Place, String),
    #[error("{0}: a second `headers` line")]
    DuplicateHeaders(Place),
    #[error("{0}: a second `twin` line")]
    DuplicateTwin(Place),
    #[error("{file}: the twin {twin} does not exist or is no program of the corpus")]
    TwinMissing { file: String, twin: String },
    #[error("{file}: the twin {twin} has the same label (one of the two must be race-free, the other racy)")]
    TwinSameLabel { file: String, twin: String },
    #[error("{file}: {text}")]
    File { file: String, text: String },
}

/// The value of an `expect`: `None` for `none`, else level, rule and two marker names.
pub type RawExpectation = Option<(Severity, String, [String; 2])>;

/// Header sets that a program may be confined to.
const HEADERS: [&str; 2] = ["mpich", "openmpi"];

/// Labels of one source file before the markers are resolved.
#[derive(Debug, Default)]
pub struct SourceLabels {
    /// Values of `expect`, in order.
    pub expect: Vec<RawExpectation>,
    /// Values of `expect@O2`, in order.
    pub expect_o2: Vec<RawExpectation>,
    /// Words of `options`.
    pub options: Vec<String>,
    /// Value of `headers`.
    pub headers: Option<String>,
    /// Value of `twin`.
    pub twin: Option<String>,
    /// Places of the markers.
    pub markers: BTreeMap<String, Place>,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Severity::Note => "note",
            Severity::Error => "error",
            Severity::Warning => "warning",
        })
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file, self.line)
    }
}

impl fmt::Display for Expectation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {} and {}", self.severity, self.rule, self.places[0], self.places[1])
    }
}

/// Reads every label of one source text. `file` names it in errors and places.
///
/// # Errors
/// At the first label that is none.
pub fn parse_source(file: &str, text: &str) -> Result<SourceLabels, LabelError> {
    let mut labels = SourceLabels::default();
    for (line, number) in text.lines().zip(1..) {
        // Fortran's comments begin with an exclamation mark.
        let Some((_, label)) = line.split_once("//@").or_else(|| line.split_once("!@")) else { continue };
        let label = label.trim();
        let place = Place { file: file.to_owned(), line: number };
        let syntax = || LabelError::Syntax(place.clone(), label.to_owned());
        if let Some(value) = label.strip_prefix("expect:") {
            labels.expect.push(parse_expectation(value).ok_or_else(syntax)?);
        } else if let Some(value) = label.strip_prefix("expect@O2:") {
            labels.expect_o2.push(parse_expectation(value).ok_or_else(syntax)?);
        } else if let Some(value) = label.strip_prefix("options:") {
            labels.options.extend(value.split_whitespace().map(str::to_owned));
        } else if let Some(value) = label.strip_prefix("headers:") {
            let name = value.split_whitespace().next().filter(|name| HEADERS.contains(name)).ok_or_else(syntax)?;
            if labels.headers.replace(name.to_owned()).is_some() {
                return Err(LabelError::DuplicateHeaders(place));
            }
        } else if let Some(value) = label.strip_prefix("twin:") {
            let twin = value.trim();
            if twin.is_empty() || twin.contains(char::is_whitespace) {
                return Err(syntax());
            }
            if labels.twin.replace(twin.to_owned()).is_some() {
                return Err(LabelError::DuplicateTwin(place));
            }
        } else if !label.is_empty() && label.split_whitespace().all(is_marker) {
            for marker in label.split_whitespace() {
                if labels.markers.insert(marker.to_owned(), place.clone()).is_some() {
                    return Err(LabelError::DuplicateMarker(place, marker.to_owned()));
                }
            }
        } else {
            return Err(syntax());
        }
    }
    Ok(labels)
}

/// Reads `none` or `level rule A B`; text after it must start with a punctuation character. `None` if malformed.
pub fn parse_expectation(value: &str) -> Option<RawExpectation> {
    let mut words = value.split_whitespace();
    let severity = match words.next()? {
        "none" => return remark_follows(words).then_some(None),
        "error" => Severity::Error,
        "warning" => Severity::Warning,
        "note" => Severity::Note,
        _ => return None,
    };
    let rule = words.next().filter(|word| is_rule(word))?;
    let first = words.next().filter(|word| is_marker(word))?;
    let second = words.next().filter(|word| is_marker(word))?;
    remark_follows(words).then(|| Some((severity, rule.to_owned(), [first.to_owned(), second.to_owned()])))
}

/// Resolves a list of raw expectations; `Ok(vec![])` means race-free.
///
/// # Errors
/// When there is none, or one names a marker that is not there.
pub fn resolve(
    file: &str,
    raw: &[RawExpectation],
    markers: &BTreeMap<String, Place>,
) -> Result<Vec<Expectation>, LabelError> {
    if raw.is_empty() {
        return Err(LabelError::MissingExpect(file.to_owned()));
    }
    if raw.len() > 1 && raw.iter().any(Option::is_none) {
        return Err(LabelError::NoneAmongOthers(file.to_owned()));
    }
    let place = |marker: &String| {
        let unknown = || LabelError::UnknownMarker { file: file.to_owned(), marker: marker.clone() };
        markers.get(marker).cloned().ok_or_else(unknown)
    };
    let resolve_one = |(severity, rule, [a, b]): &(Severity, String, [String; 2])| {
        Ok(Expectation { severity: *severity, rule: rule.clone(), places: [place(a)?, place(b)?] })
    };
    raw.iter().flatten().map(resolve_one).collect()
}

/// The labels of a program that is one source file.
///
/// # Errors
/// When a label is none, or is missing, or has no use.
pub fn parse_program(file: &str, text: &str) -> Result<Labels, LabelError> {
    let source = parse_source(file, text)?;
    let expect = resolve(file, &source.expect, &source.markers)?;
    let expect_o2 = match source.expect_o2.as_slice() {
        [] => None,
        raw => Some(resolve(file, raw, &source.markers)?),
    };
    // A race-free program may mark the accesses that its twin races on; a racy one must mean its markers.
    if !expect.is_empty() {
        unused_marker(&source.markers, &source.expect.iter().chain(&source.expect_o2))?;
    }
    Ok(Labels { expect, expect_o2, options: source.options, headers: source.headers, twin: source.twin })
}

/// Whether every marker is named by an expectation.
///
/// # Errors
/// The first one that is not.
pub fn unused_marker<'a>(
    markers: &BTreeMap<String, Place>,
    raw: &(impl Iterator<Item = &'a RawExpectation> + Clone),
) -> Result<(), LabelError> {
    let used = |marker: &String| raw.clone().flatten().any(|(_, _, names)| names.contains(marker));
    match markers.iter().find(|(marker, _)| !used(marker)) {
        Some((marker, place)) => Err(LabelError::UnusedMarker(place.clone(), marker.clone())),
        None => Ok(()),
    }
}

fn is_marker(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_uppercase())
        && word.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_')
}

fn is_rule(word: &str) -> bool {
    word.strip_prefix("RMA").is_some_and(|digits| digits.len() == 3 && digits.bytes().all(|b| b.is_ascii_digit()))
}

fn remark_follows<'a>(mut rest: impl Iterator<Item = &'a str>) -> bool {
    rest.next().is_none_or(|word| word.starts_with(|c: char| !c.is_alphanumeric()))
}

#[cfg(test)]
mod tests;
