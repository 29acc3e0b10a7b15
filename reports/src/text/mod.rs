//! The report for people: source lines with both accesses marked, the calls that lead to them, the reason, a witness, and
//! the repair.

mod closing;
mod colour;
mod notes;
mod short;
mod snippet;
pub(crate) mod wrap;

pub use colour::{ColourChoice, use_colour};
pub(crate) use notes::also;
pub use notes::witness_text;
pub use short::render as render_short;
pub(crate) use snippet::{column, marked};

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

/// Columns of `warning[RMA201]: ` and the colon.
const HEADING: usize = 18;
/// Columns before a source line, and between a mark and its text.
const GUTTER: usize = 9;

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

/// The groups that a person sees: neither suppressed nor known from the baseline.
pub(crate) fn shown(report: &Report, show_notes: bool) -> Vec<Group> {
    let is_shown = |group: &Group| {
        report
            .findings
            .get(group.head)
            .is_some_and(|finding| (show_notes || finding.level != Level::Note) && finding.counts())
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
    let mut labels: Vec<Place> = Vec::new();
    let mut missing: Vec<&Access> = Vec::new();
    for (style, access, mark) in &marks {
        let by = mark.as_ref().and_then(|mark| mark.macro_name.clone());
        let hidden = mark.as_ref().is_some_and(|mark| mark.hidden);
        match mark.as_ref().and_then(|mark| snippets.range(mark)) {
            Some((file, range)) => {
                // One line that races with itself has one mark.
                match labels.iter_mut().find(|known| known.file == file && known.range == range) {
                    Some(known) => known.accesses.push(access),
                    None => labels.push(Place { style: *style, file, range, by, hidden, accesses: vec![access] }),
                }
            }
            None => missing.push(access),
        }
    }
    let mut macros: Vec<String> = Vec::new();
    let mut labelled: Vec<Label<usize>> = Vec::new();
    for place in labels {
        let room = options.width.saturating_sub(snippets.column(place.file, place.range.end) + GUTTER);
        let (text, more) = place.text(room);
        macros.extend(more);
        labelled.push(Label::new(place.style, place.file, place.range).with_message(text));
    }
    macros.dedup();
    let notes = notes::of(report, group, finding, &missing, &macros, snippets.sources(), options.width);
    Diagnostic::new(severity)
        .with_code(finding.rule)
        .with_message(wrap::text(&escape::plain(&finding.message), options.width.saturating_sub(HEADING), 4))
        .with_labels(labelled)
        .with_notes(notes)
}

/// A marked place, and the accesses there.
struct Place<'f> {
    style: LabelStyle,
    file: usize,
    range: std::ops::Range<usize>,
    /// The macro whose expansion the accesses are in.
    by: Option<String>,
    /// The mark is on the macro's name, as the line has no other.
    hidden: bool,
    accesses: Vec<&'f Access>,
}

impl Place<'_> {
    /// The text after the mark; and what does not fit there, as notes.
    fn text(&self, room: usize) -> (String, Vec<String>) {
        let alone: Vec<String> = self.accesses.iter().map(|access| label(access, self.hidden)).collect();
        let text = match &alone[..] {
            [later, earlier] => both(later, earlier),
            _ => alone.concat(),
        };
        let named = self.by.as_ref().map(|name| format!("{text} [in macro `{name}`]"));
        let fits = |text: &String| text.chars().count() <= room;
        if let Some(named) = named.filter(fits) {
            return (named, Vec::new());
        }
        let what = self.accesses.first().and_then(|access| access.word.as_deref()).unwrap_or("the call");
        let mut notes: Vec<String> = self
            .by
            .iter()
            .map(|name| escape::plain(&format!("`{what}` stands in the macro `{name}`")).into_owned())
            .collect();
        if fits(&text) {
            return (text, notes);
        }
        // Numbers and nothing else; in reports without numbers the note says what it is about.
        let numbers: Vec<String> = self
            .accesses
            .iter()
            .rev()
            .filter(|access| access.number > 0)
            .map(|access| format!("({})", access.number))
            .collect();
        let subject = if numbers.is_empty() { format!("`{what}` ") } else { String::new() };
        notes.insert(0, format!("{subject}{text}"));
        (numbers.join(" and "), notes)
    }
}

/// The text after the mark of an access; with the routine's name if that is hidden in a macro.
fn label(access: &Access, hidden: bool) -> String {
    let number = if access.number > 0 { format!("({}) ", access.number) } else { String::new() };
    // The mark is on the routine's name.
    let name = access.word.as_ref().filter(|_| !hidden).map(|word| format!("`{word}` ")).unwrap_or_default();
    let text = access.label.strip_prefix(&name).filter(|rest| !rest.is_empty()).unwrap_or(&access.label);
    escape::plain(&format!("{number}{text}")).into_owned()
}

/// Two labels of one place as one.
fn both(a: &str, b: &str) -> String {
    let bare = |text: &str| text.trim_start_matches("(1) ").trim_start_matches("(2) ").to_owned();
    match bare(a) == bare(b) {
        true if a == b => a.to_owned(),
        true => format!("(1) and (2) {}", plural(&bare(a))),
        false => format!("{b}; {a}"),
    }
}

/// The action of one access as the action of two: `writes x at its target` as `write x at their targets`.
fn plural(text: &str) -> String {
    let (verb, rest) = text.split_once(' ').unwrap_or((text, ""));
    let verb = match verb {
        "writes" | "reads" | "updates" | "uses" => verb.trim_end_matches('s'),
        other => other,
    };
    format!("{verb} {}", rest.replace(" at its target", " at their targets").replace(" as its ", " as their "))
}
