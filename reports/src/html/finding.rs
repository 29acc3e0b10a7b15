//! A finding of the page.

use super::escape::{line, text};
use crate::finding::{Access, Finding, Report};
use crate::group::Group;
use crate::picture::{picture, svg};
use crate::source::Sources;
use crate::text::{marked, witness_text};
use std::fmt::Write;

/// Source lines before and after a place.
const AROUND: u32 = 4;

pub(super) fn render(
    out: &mut String,
    report: &Report,
    group: &Group,
    finding: &Finding,
    sources: &Sources,
    number: usize,
    open: bool,
) {
    let old = finding.is_known() || finding.suppression.is_some();
    let place = |access: &Access| {
        let at = &access.location;
        if at.is_known() { format!("{}:{}", sources.roots().shown(&at.file), at.line) } else { at.to_string() }
    };
    let words = format!(
        "{} {} {} {} {} {}",
        finding.rule,
        finding.message,
        place(&finding.later),
        place(&finding.earlier),
        finding.later.location.function,
        finding.earlier.location.function
    );
    let _ = write!(
        out,
        "<details class=\"finding {level}\" id=\"f{number}\" data-level=\"{level}\" data-rule=\"{rule}\" data-old=\"{old}\" data-words=\"{}\"{}>\n\
         <summary><span class=\"level\">{level}</span> <span class=\"rule\">{rule}</span> {} <span class=\"place\">{}</span></summary>\n",
        text(&words.to_lowercase()),
        if open { " open" } else { "" },
        code(&finding.message),
        text(&place(&finding.later)),
        level = finding.level,
        rule = finding.rule,
    );
    if let Some(suppression) = &finding.suppression {
        let _ = writeln!(out, "<p class=\"state\">suppressed: {}</p>", text(&suppression.reason));
    }
    if finding.is_known() {
        out.push_str("<p class=\"state\">known from the baseline</p>\n");
    }
    if let Some(drawing) = picture(finding) {
        let _ = writeln!(out, "<figure>{}</figure>", svg::draw(&drawing, &format!("p{number}")));
    }
    part(out, "Why", &finding.reason);
    let example = finding.witness.as_ref().map(|witness| witness_text(witness, sources)).unwrap_or_default();
    part(out, "For example", &example);
    if !finding.story.is_empty() {
        out.push_str("<h3>How it happens</h3>\n<ol class=\"story\">\n");
        for step in &finding.story {
            let at = &step.location;
            let at = if at.is_known() {
                format!(" ({}:{})", sources.roots().shown(&at.file), at.line)
            } else {
                String::new()
            };
            let _ = writeln!(out, "<li>{}<span class=\"place\">{}</span></li>", code(&step.to_string()), text(&at));
        }
        out.push_str("</ol>\n");
    }
    part(out, "Help", &finding.help);
    part(out, "To decide it", &finding.settle);
    let mut accesses = [&finding.earlier, &finding.later];
    accesses.sort_by_key(|access| access.number);
    for access in accesses {
        source(out, access, sources);
    }
    for (what, origin) in [("Memory", &finding.memory), ("Window", &finding.window)] {
        if let Some(origin) = origin {
            let at = &origin.location;
            let at = if at.is_known() {
                format!(" at {}:{}", sources.roots().shown(&at.file), at.line)
            } else {
                String::new()
            };
            part(out, what, &format!("`{}`, {}{at}", origin.name, origin.text));
        }
    }
    if !group.others.is_empty() {
        let _ = writeln!(out, "<h3>{} more with this cause</h3>\n<ul class=\"also\">", group.others.len());
        for other in group.others.iter().filter_map(|index| report.findings.get(*index)) {
            let _ = writeln!(
                out,
                "<li>{} {}: {} and {}</li>",
                other.level,
                other.rule,
                text(&place(&other.later)),
                text(&place(&other.earlier))
            );
        }
        out.push_str("</ul>\n");
    }
    out.push_str("</details>\n");
}

fn part(out: &mut String, title: &str, body: &str) {
    if !body.is_empty() {
        let _ = writeln!(out, "<p><b>{title}:</b> {}</p>", code(body));
    }
}

/// Text in which parts between backquotes are code.
fn code(body: &str) -> String {
    let mut out = String::new();
    for (index, part) in body.split('`').enumerate() {
        let _ = if index % 2 == 1 { write!(out, "<code>{}</code>", text(part)) } else { write!(out, "{}", text(part)) };
    }
    out
}

/// The lines around an access, with it marked.
fn source(out: &mut String, access: &Access, sources: &Sources) {
    let at = &access.location;
    let number = if access.number > 0 { format!("({}) ", access.number) } else { String::new() };
    let _ = writeln!(out, "<h3>{}{}</h3>", text(&number), code(&access.label));
    let way: Vec<String> = access
        .calls
        .iter()
        .map(|call| {
            format!(
                "{} calls {} ({}:{})",
                call.caller,
                call.callee,
                sources.roots().shown(&call.location.file),
                call.location.line
            )
        })
        .collect();
    if !way.is_empty() {
        let _ = writeln!(out, "<p class=\"way\">{}</p>", text(&way.join("; ")));
    }
    let shown = sources.roots().shown(&at.file);
    let Ok(lines) = sources.text(&at.file) else {
        let _ = writeln!(out, "<p class=\"place\">{}</p>", text(&at.to_string()));
        return;
    };
    let _ = writeln!(out, "<p class=\"place\">{}:{}</p>\n<pre class=\"source\" tabindex=\"0\">", text(&shown), at.line);
    for number in at.line.saturating_sub(AROUND).max(1)..=at.line.saturating_add(AROUND) {
        let Some(content) = lines.line(number) else { continue };
        if number != at.line {
            let _ = writeln!(out, "<span class=\"n\">{number:>5}</span> {}", line(content));
            continue;
        }
        let (bytes, _) = marked(content, at.col, access.word.as_deref());
        let piece = |range: std::ops::Range<usize>| line(content.get(range).unwrap_or_default());
        let _ = writeln!(
            out,
            "<span class=\"n\">{number:>5}</span><b>&gt;</b>{}<mark>{}</mark>{}",
            piece(0..bytes.start),
            piece(bytes.clone()),
            piece(bytes.end..content.len())
        );
    }
    out.push_str("</pre>\n");
}
