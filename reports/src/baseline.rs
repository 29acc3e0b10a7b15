//! Comparison with an earlier report: new findings, unchanged ones, and those that are gone.
//!
//! The earlier report is a SARIF log or a JSON report of this tool. Findings are the same in three cases, tried in this order. Each
//! finding of the earlier report is the same as one finding at most.
//!
//! 1. The exact fingerprints and the functions of both accesses are equal.
//! 2. The exact fingerprints are equal, and a function of the earlier finding is not in its file any more: it was renamed or moved.
//! 3. The shapes have a hash in common: the functions are the same, and one of the two lines was edited.
//!
//! So a race that was mended hides no race that was made elsewhere.

use crate::finding::{Finding, Gone, Level, Report, State};
use crate::fingerprint::{self, Fingerprint, fingerprints};
use crate::location::SourceLocation;
use crate::paths::from_uri;
use crate::source::{Sources, scan};
use serde_json::Value;

/// Why an earlier report cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum BaselineError {
    /// The text is not JSON.
    #[error("not a SARIF log or JSON report of rma-static: {0}")]
    Json(#[from] serde_json::Error),
    /// The text is JSON of another kind.
    #[error("not a SARIF log or JSON report of rma-static: it has neither `runs` nor `findings`")]
    Shape,
    /// A finding has no fingerprint of this version.
    #[error("the findings have no fingerprints `{key}`: make the baseline anew with this version", key = fingerprint::KEY)]
    Version,
}

/// A finding of an earlier report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Known {
    gone: Gone,
    shape: String,
}

/// Reads an earlier report.
///
/// # Errors
/// When the text is none, or one of another version.
pub fn read(text: &str) -> Result<Vec<Known>, BaselineError> {
    let document: Value = serde_json::from_str(text)?;
    if let Some(runs) = document["runs"].as_array() {
        let results = runs.iter().filter_map(|run| run["results"].as_array()).flatten();
        let is_there = |result: &&Value| result["baselineState"] != "absent";
        return results.filter(is_there).map(of_sarif).collect();
    }
    let findings = document["findings"].as_array().ok_or(BaselineError::Shape)?;
    findings.iter().map(of_json).collect()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn level(value: &Value) -> Level {
    match value.as_str() {
        Some("error") => Level::Error,
        Some("note" | "none") => Level::Note,
        _ => Level::Warning,
    }
}

fn of_sarif(result: &Value) -> Result<Known, BaselineError> {
    let prints = &result["partialFingerprints"];
    let fingerprint = prints[fingerprint::KEY].as_str().ok_or(BaselineError::Version)?.to_owned();
    let gone = Gone {
        rule: text(&result["ruleId"]),
        message: text(&result["message"]["text"]),
        fingerprint,
        level: level(&result["level"]),
        location: place_of_sarif(&result["locations"][0]),
        other: place_of_sarif(&result["relatedLocations"][0]),
    };
    Ok(Known { gone, shape: text(&prints[fingerprint::SHAPE_KEY]) })
}

fn number(value: &Value) -> u32 {
    value.as_u64().and_then(|number| u32::try_from(number).ok()).unwrap_or_default()
}

fn place_of_sarif(location: &Value) -> SourceLocation {
    let physical = &location["physicalLocation"];
    let region = &physical["region"];
    SourceLocation {
        file: from_uri(&text(&physical["artifactLocation"]["uri"])),
        line: number(&region["startLine"]),
        col: number(&region["startColumn"]),
        function: text(&location["logicalLocations"][0]["name"]),
    }
}

fn place_of_json(location: &Value) -> SourceLocation {
    SourceLocation {
        file: text(&location["file"]),
        line: number(&location["line"]),
        col: number(&location["col"]),
        function: text(&location["function"]),
    }
}

fn of_json(finding: &Value) -> Result<Known, BaselineError> {
    let shape = finding["shape"].as_str().ok_or(BaselineError::Version)?.to_owned();
    let gone = Gone {
        rule: text(&finding["rule"]),
        message: text(&finding["message"]),
        fingerprint: text(&finding["fingerprint"]),
        level: level(&finding["level"]),
        location: place_of_json(&finding["later"]["location"]),
        other: place_of_json(&finding["earlier"]["location"]),
    };
    Ok(Known { gone, shape })
}

/// Marks what the earlier report has, and lists what is gone.
pub fn compare(report: &mut Report, sources: &Sources, name: &str, mut known: Vec<Known>) {
    let prints = fingerprints(report, sources);
    let mut states = vec![State::New; prints.len()];
    for how in [Same::Place, Same::Text, Same::Shape] {
        for ((finding, print), state) in report.findings.iter().zip(&prints).zip(&mut states) {
            if *state == State::New
                && let Some(at) = known.iter().position(|known| how.holds(known, finding, print, sources))
            {
                known.remove(at);
                *state = State::Unchanged;
            }
        }
    }
    for (finding, state) in report.findings.iter_mut().zip(states) {
        finding.state = Some(state);
    }
    report.baseline = Some(name.to_owned());
    report.gone = known.into_iter().map(|known| known.gone).collect();
}

/// A way in which a finding of an earlier report is the same as one of this report.
#[derive(Clone, Copy)]
enum Same {
    Place,
    Text,
    Shape,
}

impl Same {
    fn holds(self, known: &Known, finding: &Finding, print: &Fingerprint, sources: &Sources) -> bool {
        let is_exact = known.gone.fingerprint == print.exact;
        let places = [&known.gone.location, &known.gone.other];
        match self {
            Same::Place => {
                let mut before = places.map(|place| &place.function);
                let mut now = [&finding.later, &finding.earlier].map(|access| &access.location.function);
                before.sort_unstable();
                now.sort_unstable();
                is_exact && before == now
            }
            Same::Text => is_exact && !places.iter().all(|place| has_function(place, sources)),
            Same::Shape => fingerprint::alike(&known.shape, &print.shape),
        }
    }
}

/// Whether a file has the name of a function still.
fn has_function(place: &SourceLocation, sources: &Sources) -> bool {
    let name = place.function.rsplit("::").next().unwrap_or_default();
    let Some(text) = sources.roots().below_base(&place.file).and_then(|file| sources.text(&file).ok()) else {
        return false;
    };
    (1..=text.lines()).filter_map(|line| text.line(line)).any(|line| scan::word(line, name, 0).is_some())
}
