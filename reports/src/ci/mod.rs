//! Formats for continuous integration besides SARIF: annotations of GitHub, code quality of GitLab, JUnit.
//!
//! They show single lines: the first sentence, and the reason. Suppressed and known findings are left out, as they do not make a
//! run fail; notes are included only on request. As in text, one finding stands for its group.

mod github;
mod gitlab;
mod junit;

pub use github::render as render_github;
pub use gitlab::render as render_gitlab;
pub use junit::render as render_junit;

use crate::escape::plain;
use crate::finding::{Finding, Report};
use crate::group::Group;
use crate::location::SourceLocation;
use crate::source::Sources;
use crate::text::also;

/// The groups to show: neither suppressed nor known, notes only on request.
fn shown(report: &Report, show_notes: bool) -> impl Iterator<Item = (Group, &Finding)> {
    let with_head = |group: Group| report.findings.get(group.head).map(|head| (group, head));
    crate::text::shown(report, show_notes).into_iter().filter_map(with_head)
}

/// A path relative to the base of the sources, fit for a terminal.
fn path(location: &SourceLocation, sources: &Sources) -> String {
    plain(&sources.roots().relative(&location.file)).into_owned()
}

/// Sentence, other place, reason and help of a finding, and the places of its group.
fn sentences(report: &Report, group: &Group, finding: &Finding, sources: &Sources) -> String {
    let at = &finding.earlier.location;
    let other = if at.is_known() && *at != finding.later.location {
        format!(" The other access is at {}:{}.", path(at, sources), at.line)
    } else {
        String::new()
    };
    let part = |title: &str, text: &str| if text.is_empty() { String::new() } else { format!(" {title}: {text}.") };
    let also = match also(report, group, finding, sources) {
        text if text.is_empty() => text,
        text => format!(" A{}.", text.trim_start_matches('a')),
    };
    let (why, help) = (part("Why", &finding.reason), part("Help", &finding.help));
    let text = format!("{}.{other}{why}{help}{also}", finding.message);
    plain(&text).into_owned()
}
