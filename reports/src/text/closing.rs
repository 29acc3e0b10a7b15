//! The text after the findings: notices, assumptions, and the counts.

use super::TextOptions;
use super::notes::place;
use super::wrap;
use crate::escape;
use crate::finding::{Level, Report};
use crate::source::Sources;
use crate::summary::{Notice, NoticeKind};
use std::fmt::Write;

/// Notices of one kind that are listed before the rest is only counted.
const LISTED: usize = 10;

/// `groups`: the number of groups of findings; the options may limit how many of them are shown.
pub(super) fn render(report: &Report, sources: &Sources, groups: usize, options: &TextOptions) -> String {
    let mut out = String::new();
    left_out(&mut out, groups, options);
    notices(&mut out, report, sources, options);
    if !options.quiet {
        counts(&mut out, report, options);
    }
    out
}

/// The end of the format with one line for each finding: notices and the result.
pub(super) fn render_short(report: &Report, sources: &Sources, groups: usize, options: &TextOptions) -> String {
    let mut out = String::new();
    left_out(&mut out, groups, options);
    notices(&mut out, report, sources, options);
    let out = out.replace("\n\n", "\n");
    if options.quiet { out } else { out + &result(report, options) }
}

fn left_out(out: &mut String, groups: usize, options: &TextOptions) {
    if groups > options.most {
        let _ =
            writeln!(out, "{} more findings are not shown: --max-findings shows more of them\n", groups - options.most);
    }
}

fn notices(out: &mut String, report: &Report, sources: &Sources, options: &TextOptions) {
    for kind in NoticeKind::ALL {
        let shown = |notice: &&Notice| notice.kind == kind && (!options.quiet || notice.level == Level::Error);
        let of_kind: Vec<&Notice> = report.notices.iter().filter(shown).collect();
        for notice in of_kind.iter().take(LISTED) {
            let text = escape::message(&notice.text);
            let line = match &notice.location {
                // The text of a notice on files as a whole names them.
                Some(location) if location.line > 0 => {
                    format!("{}: {}: {text}", notice.level, place(location, sources))
                }
                _ => format!("{}: {text}", notice.level),
            };
            let _ = writeln!(out, "{}", wrap::text(&line, options.width, 4));
        }
        if of_kind.len() > LISTED {
            let _ = writeln!(out, "note: {} more of kind {}", of_kind.len() - LISTED, kind.as_str());
        }
        if !of_kind.is_empty() {
            out.push('\n');
        }
    }
}

fn counts(out: &mut String, report: &Report, options: &TextOptions) {
    let summary = &report.summary;
    let _ = writeln!(
        out,
        "{}, {}, {}, {}",
        plural(summary.functions, "function"),
        plural(summary.instructions, "instruction"),
        plural(summary.windows, "window"),
        plural(summary.rma_operations, "one-sided operation"),
    );
    let _ = writeln!(
        out,
        "{}: {} proved safe, {} racing, {} likely, {} unproven",
        plural(summary.pairs_checked, "access pair"),
        summary.proved_safe_total(),
        summary.races,
        summary.likely,
        summary.unproven,
    );
    for (reason, count) in &summary.proved_safe {
        let _ = writeln!(out, "  {count:>6} safe: {reason}");
    }
    if !report.assumptions.is_empty() {
        let unusual: Vec<String> =
            report.assumptions.iter().filter(|a| !a.usual).map(|a| format!("{}: {}", a.id, a.text)).collect();
        let line = match unusual.is_empty() {
            true => "under the usual assumptions (--list-assumptions)".to_owned(),
            false => format!("under the usual assumptions (--list-assumptions), and {}", unusual.join(" ")),
        };
        let _ = writeln!(out, "{}", wrap::text(&line, options.width, 4));
    }
    if !report.complete {
        let _ = writeln!(out, "incomplete: a part of the program was not analysed, and may have races not listed here");
    }
    out.push_str(&result(report, options));
}

fn result(report: &Report, options: &TextOptions) -> String {
    let hidden = if options.show_notes { 0 } else { report.count(Level::Note) };
    let suppressed = report.findings.iter().filter(|finding| finding.suppression.is_some()).count();
    let known = report.findings.iter().filter(|finding| finding.is_known()).count();
    let mut out = format!(
        "result: {}, {}, {}{}",
        plural(report.count(Level::Error) as u64, "error"),
        plural(report.count(Level::Warning) as u64, "warning"),
        plural(report.count(Level::Note) as u64, "note"),
        if hidden > 0 { " (notes are hidden: --show-notes)" } else { "" },
    );
    if suppressed > 0 {
        let _ = write!(out, "; {suppressed} suppressed");
    }
    if report.baseline.is_some() {
        let _ = write!(out, "; {known} known from the baseline, {} gone", report.gone.len());
    }
    out.push('\n');
    out
}

fn plural(count: u64, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}
