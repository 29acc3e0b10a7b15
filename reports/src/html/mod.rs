//! The report as one page: a list with filters, the source of both places, a space-time picture for each finding. No network.
//!
//! The page is one self-contained file; its content security policy forbids to load anything else. It is readable without colour
//! and without scripts (they only filter), by keyboard (findings are `details` elements), and on paper.

pub(crate) mod escape;
mod finding;

use crate::finding::{Finding, Level, Report};
use crate::group::groups;
use crate::rules::rules;
use crate::source::Sources;
use escape::text;
use std::collections::BTreeSet;
use std::fmt::Write;

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// Findings that a page shows; more are only counted.
const MOST: usize = 500;

/// Renders a normalised report.
pub fn render(report: &Report, sources: &Sources, show_notes: bool) -> String {
    let mut out = String::with_capacity(64 << 10);
    let _ = write!(
        out,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{} {}: races</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n",
        text(&report.tool.name),
        text(&report.tool.version),
    );
    head(&mut out, report);
    let all: Vec<_> = groups(report)
        .into_iter()
        .filter(|group| report.findings.get(group.head).is_some_and(|f| show_notes || f.level != Level::Note))
        .collect();
    filters(&mut out, report, all.iter().filter_map(|group| report.findings.get(group.head)));
    out.push_str("<main id=\"findings\">\n");
    if all.is_empty() {
        out.push_str("<p class=\"none\">No finding.</p>\n");
    }
    let level = |group: &crate::group::Group| report.findings.get(group.head).map(|finding| finding.level);
    let surest = all.iter().map(level).max().flatten();
    let opened = all.iter().position(|group| level(group) == surest);
    for (number, group) in all.iter().take(MOST).enumerate() {
        if let Some(finding) = report.findings.get(group.head) {
            finding::render(&mut out, report, group, finding, sources, number + 1, opened == Some(number));
        }
    }
    if all.len() > MOST {
        let _ = writeln!(out, "<p>{} more findings are not shown.</p>", all.len() - MOST);
    }
    out.push_str("</main>\n");
    foot(&mut out, report, sources);
    let _ = write!(out, "<script>\n{SCRIPT}</script>\n</body>\n</html>\n");
    out
}

fn head(out: &mut String, report: &Report) {
    let inputs: Vec<String> = report.inputs.iter().take(12).map(|input| text(input)).collect();
    let _ = write!(
        out,
        "<header>\n<h1>Data races</h1>\n<p class=\"counts\">{}, {}, {}</p>\n\
         <p class=\"inputs\">{} {} on {}{}</p>\n",
        counted(report.count(Level::Error) as u64, "error"),
        counted(report.count(Level::Warning) as u64, "warning"),
        counted(report.count(Level::Note) as u64, "note"),
        text(&report.tool.name),
        text(&report.tool.version),
        inputs.join(", "),
        if report.inputs.len() > 12 { ", ..." } else { "" },
    );
    if !report.complete {
        out.push_str("<p class=\"incomplete\" role=\"alert\">Incomplete: a part of the program was not analysed, and may have races not listed here.</p>\n");
    }
    out.push_str("</header>\n");
}

/// `<b>2</b> errors`.
fn counted(count: u64, noun: &str) -> String {
    format!("<b>{count}</b> {noun}{}", if count == 1 { "" } else { "s" })
}

fn filters<'r>(out: &mut String, report: &Report, findings: impl Iterator<Item = &'r Finding>) {
    let present: BTreeSet<_> = findings.map(|finding| finding.rule).collect();
    out.push_str("<form id=\"filters\" aria-label=\"Filters\">\n<label>Find <input id=\"query\" type=\"search\" placeholder=\"file, function, variable\"></label>\n");
    for level in ["error", "warning", "note"] {
        let _ =
            writeln!(out, "<label><input type=\"checkbox\" name=\"level\" value=\"{level}\" checked> {level}s</label>");
    }
    out.push_str("<label>Rule <select id=\"rule\"><option value=\"\">all</option>");
    for rule in rules().iter().filter(|rule| present.contains(&rule.id)) {
        let _ = write!(out, "<option value=\"{0}\">{0} {1}</option>", rule.id, text(&rule.name));
    }
    out.push_str("</select></label>\n");
    if report.findings.iter().any(|finding| finding.state.is_some() || finding.suppression.is_some()) {
        out.push_str("<label><input type=\"checkbox\" id=\"old\"> known and suppressed ones, too</label>\n");
    }
    out.push_str("<output id=\"shown\" aria-live=\"polite\"></output>\n</form>\n");
}

fn foot(out: &mut String, report: &Report, sources: &Sources) {
    out.push_str("<footer>\n");
    if !report.gone.is_empty() {
        let _ = writeln!(out, "<h2>Gone since the baseline</h2>\n<ul>");
        for gone in &report.gone {
            let _ = writeln!(out, "<li>{}: {}</li>", text(&gone.rule), text(&gone.message));
        }
        out.push_str("</ul>\n");
    }
    if !report.notices.is_empty() {
        out.push_str("<h2>About this run</h2>\n<ul>\n");
        for notice in &report.notices {
            let at = notice.location.as_ref().filter(|at| at.is_known());
            let place = at.map(|at| format!("{}:{}: ", sources.roots().shown(&at.file), at.line)).unwrap_or_default();
            let _ = writeln!(out, "<li>{}: {}{}</li>", notice.level, text(&place), text(&notice.text));
        }
        out.push_str("</ul>\n");
    }
    let summary = &report.summary;
    let _ = writeln!(
        out,
        "<h2>What was looked at</h2>\n<p>{}, {}, {}; {}: {} proved safe, {} racing, {} likely, {} unproven.</p>",
        counted(summary.functions, "function"),
        counted(summary.windows, "window"),
        counted(summary.rma_operations, "one-sided operation"),
        counted(summary.pairs_checked, "access pair"),
        summary.proved_safe_total(),
        summary.races,
        summary.likely,
        summary.unproven,
    );
    if !report.assumptions.is_empty() {
        out.push_str("<details><summary>Assumptions</summary>\n<ol>\n");
        for assumption in &report.assumptions {
            let _ = writeln!(out, "<li value=\"{}\">{}</li>", assumption.id, text(&assumption.text));
        }
        out.push_str("</ol>\n</details>\n");
    }
    out.push_str("</footer>\n");
}
