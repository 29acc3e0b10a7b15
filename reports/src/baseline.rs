//! Comparison with an earlier report: new findings, unchanged ones, and those that are gone.
//!
//! The earlier report is a SARIF log or a JSON report of this tool. Findings are the same when their exact fingerprints are;
//! the remaining findings of both reports are paired by shape, one by one, because the code at a race may have been edited.

use crate::finding::{Gone, Level, Report, State};
use crate::fingerprint::{self, fingerprints};
use crate::source::Sources;
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
    };
    Ok(Known { gone, shape: text(&prints[fingerprint::SHAPE_KEY]) })
}

fn of_json(finding: &Value) -> Result<Known, BaselineError> {
    let shape = finding["shape"].as_str().ok_or(BaselineError::Version)?.to_owned();
    let gone = Gone {
        rule: text(&finding["rule"]),
        message: text(&finding["message"]),
        fingerprint: text(&finding["fingerprint"]),
        level: level(&finding["level"]),
    };
    Ok(Known { gone, shape })
}

/// Marks what the earlier report has, and lists what is gone.
pub fn compare(report: &mut Report, sources: &Sources, name: &str, mut known: Vec<Known>) {
    let prints = fingerprints(report, sources);
    let mut states = vec![State::New; prints.len()];
    for exact in [true, false] {
        for (print, state) in prints.iter().zip(&mut states).filter(|(_, state)| **state == State::New) {
            let same = |known: &Known| {
                if exact { known.gone.fingerprint == print.exact } else { known.shape == print.shape }
            };
            if let Some(at) = known.iter().position(same) {
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
