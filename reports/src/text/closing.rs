//! What stands under the findings: notices, assumptions, and the counts.

use super::{TextOptions, place};
use crate::finding::{Level, Report};
use crate::summary::{Notice, NoticeKind};
use std::fmt::Write;

/// Notices of one kind that are listed before the rest is only counted.
const LISTED: usize = 10;

pub(super) fn render(report: &Report, options: &TextOptions) -> String {
    let mut out = String::new();
    notices(&mut out, report, options);
    if !options.quiet {
        counts(&mut out, report, options);
    }
    out
}

fn notices(out: &mut String, report: &Report, options: &TextOptions) {
    for kind in NoticeKind::ALL {
        let shown = |notice: &&Notice| notice.kind == kind && (!options.quiet || notice.level == Level::Error);
        let of_kind: Vec<&Notice> = report.notices.iter().filter(shown).collect();
        for notice in of_kind.iter().take(LISTED) {
            let _ = match &notice.location {
                Some(location) => writeln!(out, "{}: {}: {}", notice.level, place(location, options), notice.text),
                None => writeln!(out, "{}: {}", notice.level, notice.text),
            };
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
        let ids: Vec<String> = report.assumptions.iter().map(|assumption| assumption.id.to_string()).collect();
        let _ = writeln!(out, "under the assumptions {} (see --list-assumptions)", ids.join(", "));
    }
    if !report.complete {
        let _ = writeln!(out, "incomplete: a part of the program was not analysed, and may have races not listed here");
    }
    let hidden = if options.show_notes { 0 } else { report.count(Level::Note) };
    let _ = writeln!(
        out,
        "result: {}, {}, {}{}",
        plural(report.count(Level::Error) as u64, "error"),
        plural(report.count(Level::Warning) as u64, "warning"),
        plural(report.count(Level::Note) as u64, "note"),
        if hidden > 0 { " (notes are hidden: --show-notes)" } else { "" },
    );
}

fn plural(count: u64, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}
