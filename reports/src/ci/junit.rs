//! JUnit's XML: a failing test case for each group of findings, and one passing test case if there is none. An incomplete run has an error.

use super::{path, sentences, shown};
use crate::escape::plain;
use crate::finding::{Level, Report};
use crate::source::Sources;
use crate::summary::Notice;
use std::fmt::Write;

/// Renders a normalised report.
pub fn render(report: &Report, sources: &Sources, show_notes: bool) -> String {
    let findings: Vec<_> = shown(report, show_notes).collect();
    let failures = findings.iter().filter(|(_, finding)| finding.level > Level::Note).count();
    let errors = usize::from(!report.complete);
    let tests = findings.len().max(1) + errors;
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let counts = format!(
        "tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\" skipped=\"{}\"",
        findings.len() - failures
    );
    let _ = writeln!(out, "<testsuites name=\"rma-static\" {counts}>");
    let _ = writeln!(out, "  <testsuite name=\"rma-static\" {counts}>");
    if findings.is_empty() {
        let _ = writeln!(out, "    <testcase name=\"no finding\" classname=\"rma-static\"/>");
    }
    for (group, finding) in findings {
        let at = &finding.later.location;
        let place = format!("{}:{}", path(at, sources), at.line);
        let name = format!("{} at {place}", finding.rule);
        let _ = writeln!(
            out,
            "    <testcase name=\"{}\" classname=\"rma-static.{}\" file=\"{}\" line=\"{}\">",
            xml(&name),
            finding.rule,
            xml(&path(at, sources)),
            at.line,
        );
        let (message, text) = (xml(&finding.message), xml(&sentences(report, &group, finding, sources)));
        let _ = match finding.level {
            Level::Note => writeln!(out, "      <skipped message=\"{message}\"/>"),
            level => writeln!(
                out,
                "      <failure type=\"{level}\" message=\"{message}\">{place}: {text}</failure>",
                place = xml(&place)
            ),
        };
        out.push_str("    </testcase>\n");
    }
    if errors > 0 {
        let why: Vec<String> = report
            .notices
            .iter()
            .filter(|notice| notice.level > Level::Note)
            .map(|notice| notice.text.clone())
            .collect();
        let why = xml(&why.join("; "));
        let _ = writeln!(out, "    <testcase name=\"the analysis is complete\" classname=\"rma-static\">");
        let _ = writeln!(out, "      <error type=\"incomplete\" message=\"{why}\"/>\n    </testcase>");
    }
    let notices: Vec<String> =
        report.notices.iter().filter(|notice| notice.level > Level::Note).map(|notice| said(notice, sources)).collect();
    if !notices.is_empty() {
        let _ = writeln!(out, "    <system-out>{}</system-out>", xml(&notices.join("; ")));
    }
    out.push_str("  </testsuite>\n</testsuites>\n");
    out
}

fn said(notice: &Notice, sources: &Sources) -> String {
    match notice.location.as_ref().filter(|at| at.is_known()) {
        Some(at) => format!("{}: {}:{}: {}", notice.level, path(at, sources), at.line, notice.text),
        None => format!("{}: {}", notice.level, notice.text),
    }
}

/// Text of an element or attribute.
fn xml(text: &str) -> String {
    plain(text).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
