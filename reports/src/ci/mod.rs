//! Formats for continuous integration besides SARIF: annotations of GitHub, code quality of GitLab, JUnit.
//!
//! They show single lines: the first sentence, and the reason. Suppressed and known findings are left out, as they do not make a
//! run fail; notes are included only on request.

mod github;
mod gitlab;
mod junit;

pub use github::render as render_github;
pub use gitlab::render as render_gitlab;
pub use junit::render as render_junit;

use crate::escape::plain;
use crate::finding::{Finding, Level, Report};
use crate::location::SourceLocation;
use crate::source::Sources;

/// The findings to show: neither suppressed nor known, notes only on request.
fn shown(report: &Report, show_notes: bool) -> impl Iterator<Item = (usize, &Finding)> {
    let is_shown =
        move |(_, finding): &(usize, &Finding)| finding.counts() && (show_notes || finding.level != Level::Note);
    report.findings.iter().enumerate().filter(is_shown)
}

/// A path relative to the base of the sources, fit for a terminal.
fn path(location: &SourceLocation, sources: &Sources) -> String {
    plain(&sources.roots().relative(&location.file)).into_owned()
}

/// Sentence, other place, reason and help.
fn sentences(finding: &Finding, sources: &Sources) -> String {
    let at = &finding.earlier.location;
    let other = if at.is_known() && *at != finding.later.location {
        format!(" The other access is at {}:{}.", path(at, sources), at.line)
    } else {
        String::new()
    };
    let part = |title: &str, text: &str| if text.is_empty() { String::new() } else { format!(" {title}: {text}.") };
    let text = format!("{}.{other}{}{}", finding.message, part("Why", &finding.reason), part("Help", &finding.help));
    plain(&text).into_owned()
}
