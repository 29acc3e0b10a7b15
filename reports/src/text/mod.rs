//! The report for people: source lines with both accesses marked, the calls that lead to them, the reason, a witness, and
//! the repair.

mod closing;
mod colour;
mod notes;
mod short;
mod snippet;
mod wrap;

pub use colour::{ColourChoice, use_colour};
pub use notes::witness_text;
pub use short::render as render_short;
pub(crate) use snippet::marked;

use crate::escape;
use crate::finding::{Access, Finding, Level, Report};
use crate::group::{Group, groups};
use crate::source::Sources;
use codespan_reporting::diagnostic::{Diagnostic, Label, LabelStyle, Severity};
use codespan_reporting::term::termcolor::Buffer;
use codespan_reporting::term::{self, Config, Styles, StylesWriter};
use snippet::Snippets;

/// Columns of a line where the output is no terminal.
pub const WIDTH: usize = 100;

/// How to render.
#[derive(Debug, Clone)]
pub struct TextOptions {
    /// Show findings of level note, too.
    pub show_notes: bool,
    /// Leave out the closing block; findings and notices of level error stay.
    pub quiet: bool,
    /// Colour with ANSI sequences.
    pub colour: bool,
    /// Columns of a line.
    pub width: usize,
    /// Findings that are shown; more are only counted.
    pub most: usize,
}

impl Default for TextOptions {
    fn default() -> Self {
        TextOptions { show_notes: false, quiet: false, colour: false, width: WIDTH, most: usize::MAX }
    }
}

/// Renders a normalised report. Reads the source files that it names, and does without those that it cannot read.
pub fn render(report: &Report, sources: &Sources, options: &TextOptions) -> String {
    let mut out = if options.colour { Buffer::ansi() } else { Buffer::no_color() };
    let config = Config::default();
    let styles = Styles::default();
    let all = shown(report, options.show_notes);
    for group in all.iter().take(options.most) {
        let Some(finding) = report.findings.get(group.head) else { continue };
        let mut snippets = Snippets::new(sources, options.width);
        let diagnostic = diagnostic(report, group, finding, &mut snippets, options);
        let written =
            term::emit_to_write_style(&mut StylesWriter::new(&mut out, &styles), &config, &snippets, &diagnostic);
        debug_assert!(written.is_ok(), "labels lie inside their files and a buffer takes everything: {written:?}");
    }
    let mut text = String::from_utf8_lossy(out.as_slice()).into_owned();
    text.push_str(&closing::render(report, sources, all.len(), options));
    text
}

/// One finding with its space-time picture, by its number in the text.
pub fn explain(report: &Report, sources: &Sources, number: usize, options: &TextOptions) -> String {
    let all = shown(report, options.show_notes);
    let Some(finding) =
        number.checked_sub(1).and_then(|at| all.get(at)).and_then(|group| report.findings.get(group.head))
    else {
        return format!("there is no finding {number}: the report has {}\n", all.len());
    };
    let one = Report { findings: vec![finding.clone()], ..Report::default() };
    let mut text = render(&one, sources, &TextOptions { show_notes: true, quiet: true, ..options.clone() });
    match crate::picture::picture(finding) {
        Some(picture) => text.push_str(&crate::picture::text::draw(&picture)),
        None => text.push_str("there is no picture: the finding has no story of two accesses\n"),
    }
    text
}

/// The groups that a person sees.
fn shown(report: &Report, show_notes: bool) -> Vec<Group> {
    let is_shown = |group: &Group| {
        report
            .findings
            .get(group.head)
            .is_some_and(|finding| (show_notes || finding.level != Level::Note) && finding.suppression.is_none())
    };
    groups(report).into_iter().filter(is_shown).collect()
}

fn diagnostic(
    report: &Report,
    group: &Group,
    finding: &Finding,
    snippets: &mut Snippets<'_>,
    options: &TextOptions,
) -> Diagnostic<usize> {
    let severity = match finding.level {
        Level::Error => Severity::Error,
        Level::Warning => Severity::Warning,
        Level::Note => Severity::Note,
    };
    let marks = [(LabelStyle::Primary, &finding.later), (LabelStyle::Secondary, &finding.earlier)];
    let marks = marks.map(|(style, access)| (style, access, snippets.mark(&access.location, access.word.as_deref())));
    let mut labels: Vec<Label<usize>> = Vec::new();
    let mut missing: Vec<&Access> = Vec::new();
    let mut macros: Vec<String> = Vec::new();
    for (style, access, mark) in &marks {
        let by = mark.as_ref().and_then(|mark| mark.macro_name.as_deref());
        let mut text = label(access, by);
        let column = mark.as_ref().map_or(0, snippet::Mark::column);
        if let Some(name) = by.filter(|_| column + text.chars().count() + 8 > options.width) {
            text = label(access, None);
            let what = access.word.as_deref().unwrap_or("the call");
            macros.push(format!("`{what}` stands in the macro `{name}`"));
        }
        match mark.as_ref().and_then(|mark| snippets.range(mark)) {
            Some((file, range)) => {
                // One line that races with itself has one mark.
                match labels.iter_mut().find(|known| known.file_id == file && known.range == range) {
                    Some(known) => known.message = both(&known.message, &text),
                    None => labels.push(Label::new(*style, file, range).with_message(text)),
                }
            }
            None => missing.push(access),
        }
    }
    macros.dedup();
    let notes = notes::of(report, group, finding, &missing, &macros, snippets.sources(), options.width);
    Diagnostic::new(severity)
        .with_code(finding.rule)
        .with_message(wrap::text(&escape::plain(&finding.message), options.width.saturating_sub(16), 4))
        .with_labels(labels)
        .with_notes(notes)
}

/// The text after the mark of an access.
fn label(access: &Access, macro_name: Option<&str>) -> String {
    let number = if access.number > 0 { format!("({}) ", access.number) } else { String::new() };
    let by = macro_name.map(|name| format!(" [in macro `{name}`]")).unwrap_or_default();
    // The mark is on the routine's name.
    let name = access.word.as_ref().map(|word| format!("`{word}` ")).unwrap_or_default();
    let text = access.label.strip_prefix(&name).filter(|rest| !rest.is_empty()).unwrap_or(&access.label);
    escape::plain(&format!("{number}{text}{by}")).into_owned()
}

/// Two labels of one place as one.
fn both(a: &str, b: &str) -> String {
    let bare = |text: &str| text.trim_start_matches("(1) ").trim_start_matches("(2) ").to_owned();
    let b = b.split(" [in macro").next().unwrap_or(b);
    if bare(a).split(" [in macro").next() == Some(&bare(b)) {
        if a == b { a.to_owned() } else { format!("(1) and (2) {}", plural(&bare(a))) }
    } else {
        format!("{b}; {a}")
    }
}

/// What one access does, as what two do: `writes x at its target` as `write x at their targets`.
fn plural(text: &str) -> String {
    let (verb, rest) = text.split_once(' ').unwrap_or((text, ""));
    let verb = match verb {
        "writes" | "reads" | "updates" | "uses" => verb.trim_end_matches('s'),
        other => other,
    };
    format!("{verb} {}", rest.replace(" at its target", " at their targets").replace(" as its ", " as their "))
}
