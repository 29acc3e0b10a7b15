//! One line for each finding, as compilers print: `file:line:col: level: text [RULE]`.

use super::TextOptions;
use super::notes::place;
use crate::escape::plain;
use crate::finding::{Access, Report};
use crate::location::SourceLocation;
use crate::source::Sources;
use std::fmt::Write;

/// Renders a normalised report; one finding represents its whole group, with the number of its findings.
pub fn render(report: &Report, sources: &Sources, options: &TextOptions) -> String {
    let mut out = String::new();
    let bare = |at: &SourceLocation| place(&SourceLocation { function: String::new(), ..at.clone() }, sources);
    let of_access =
        |access: &Access| bare(&SourceLocation { col: super::column(access, sources), ..access.location.clone() });
    let all = super::shown(report, options.show_notes);
    for group in all.iter().take(options.most) {
        let Some(finding) = report.findings.get(group.head) else { continue };
        let (later, earlier) = (&finding.later, &finding.earlier);
        let other = if earlier.location == later.location || !earlier.location.is_known() {
            String::new()
        } else {
            let number = if earlier.number > 0 { format!("({}) ", earlier.number) } else { String::new() };
            format!(" [{number}at {}]", of_access(earlier))
        };
        let more = if group.others.is_empty() { String::new() } else { format!(" (+{} alike)", group.others.len()) };
        let _ = writeln!(
            out,
            "{}: {}: {}{other}{more} [{}]",
            of_access(later),
            finding.level,
            plain(&finding.message),
            finding.rule,
        );
    }
    out.push_str(&super::closing::render_short(report, sources, all.len(), options));
    out
}
