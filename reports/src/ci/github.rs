//! Workflow commands of GitHub Actions: `::error file=F,line=L,col=C,title=T::TEXT`.

use super::{path, sentences, shown};
use crate::finding::{Level, Report};
use crate::source::Sources;
use crate::text::marked;
use std::fmt::Write;

/// Renders a normalised report, a line a group of findings and a notice that matters.
pub fn render(report: &Report, sources: &Sources, show_notes: bool) -> String {
    let mut out = String::new();
    for (group, finding) in shown(report, show_notes) {
        let access = &finding.later;
        let at = &access.location;
        let mut place = String::new();
        if at.is_known() {
            let _ = write!(place, "file={},line={}", property(&path(at, sources)), at.line);
            let text = sources.text(&at.file).ok();
            let line = text.as_ref().and_then(|text| text.line(at.line));
            match line.map(|line| marked(line, at.col, access.word.as_deref()).0) {
                Some(bytes) => _ = write!(place, ",col={},endColumn={}", bytes.start + 1, bytes.end + 1),
                None if at.col > 0 => _ = write!(place, ",col={}", at.col),
                None => {}
            }
            place.push(',');
        }
        let text = data(&sentences(report, &group, finding, sources));
        let _ =
            writeln!(out, "::{} {place}title={}::{text}", command(finding.level), property(&finding.rule.to_string()));
    }
    for notice in report.notices.iter().filter(|notice| notice.level > Level::Note) {
        let text = data(&crate::escape::plain(&notice.text));
        let place = match &notice.location {
            Some(at) if at.is_known() => format!("file={},line={},", property(&path(at, sources)), at.line),
            Some(at) if !at.file.is_empty() => format!("file={},", property(&path(at, sources))),
            _ => String::new(),
        };
        let _ = writeln!(out, "::{} {place}title=rma-static::{text}", command(notice.level));
    }
    out
}

fn command(level: Level) -> &'static str {
    match level {
        Level::Error => "error",
        Level::Warning => "warning",
        Level::Note => "notice",
    }
}

/// Escapes of a message (actions/toolkit, `escapeData`).
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Escapes of a property (actions/toolkit, `escapeProperty`).
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
