//! GitLab's code quality report: the issue format of Code Climate, with the fields that GitLab reads.

use super::{path, sentences, shown};
use crate::finding::{Level, Report};
use crate::fingerprint::fingerprints;
use crate::source::Sources;
use serde_json::{Value, json};

/// Renders a normalised report as a list of issues, indented, with a line end at the end.
pub fn render(report: &Report, sources: &Sources, show_notes: bool) -> String {
    let prints = fingerprints(report, sources);
    let issue = |(group, finding): (Group, &Finding)| {
        let at = &finding.later.location;
        Some(json!({
            "type": "issue",
            "check_name": finding.rule,
            "description": sentences(report, &group, finding, sources),
            "categories": ["Bug Risk"],
            "severity": match finding.level {
                Level::Error => "critical",
                Level::Warning => "major",
                Level::Note => "info",
            },
            "fingerprint": prints.get(group.head)?.exact,
            "location": { "path": path(at, sources), "lines": { "begin": at.line.max(1) } },
        }))
    };
    let issues: Vec<Value> = shown(report, show_notes).filter_map(issue).collect();
    // Serialising fails only on maps whose keys are not strings and on failing writers; there is neither.
    let mut text = serde_json::to_string_pretty(&issues).expect("plain data serialises");
    text.push('\n');
    text
}
