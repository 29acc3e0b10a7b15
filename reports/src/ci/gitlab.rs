//! GitLab's code quality report: the issue format of Code Climate, with the fields that GitLab reads.

use super::{path, sentences, shown};
use crate::escape::plain;
use crate::finding::{Finding, Level, Report};
use crate::fingerprint::{self, fingerprints};
use crate::group::Group;
use crate::source::Sources;
use crate::summary::Notice;
use serde_json::{Value, json};

/// Renders a normalised report as a list of issues, indented, with a line end at the end: one for each group of findings, and one for
/// each notice about a file.
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
    // An issue needs a file.
    let of_notice = |notice: &Notice| {
        let at = notice.location.as_ref().filter(|at| notice.level > Level::Note && !at.file.is_empty())?;
        let (kind, path) = (notice.kind.as_str(), path(at, sources));
        Some(json!({
            "type": "issue",
            "check_name": kind,
            "description": plain(&notice.text),
            "categories": ["Bug Risk"],
            "severity": if notice.level == Level::Error { "major" } else { "minor" },
            "fingerprint": fingerprint::hash([kind, path.as_str(), notice.text.as_str()].into_iter()),
            "location": { "path": path, "lines": { "begin": at.line.max(1) } },
        }))
    };
    let notices = report.notices.iter().filter_map(of_notice);
    let issues: Vec<Value> = shown(report, show_notes).filter_map(issue).chain(notices).collect();
    // Serialising fails only on maps whose keys are not strings and on failing writers; there is neither.
    let mut text = serde_json::to_string_pretty(&issues).expect("plain data serialises");
    text.push('\n');
    text
}
