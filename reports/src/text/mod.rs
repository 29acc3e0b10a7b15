//! The report for people: source lines with both accesses marked, the reason, a witness, and the repair.

mod closing;
mod colour;
mod source;

pub use colour::{ColourChoice, use_colour};

use crate::finding::{Access, Finding, Level, Report, Step, Witness};
use crate::location::SourceLocation;
use crate::paths::display_path;
use codespan_reporting::diagnostic::{Diagnostic, Label, LabelStyle, Severity};
use codespan_reporting::term::termcolor::Buffer;
use codespan_reporting::term::{self, Config, Styles, StylesWriter};
use source::SourceFiles;
use std::path::PathBuf;

/// How to render.
#[derive(Debug, Clone, Default)]
pub struct TextOptions {
    /// Show findings of level note, too.
    pub show_notes: bool,
    /// Leave out the closing block; findings and notices of level error stay.
    pub quiet: bool,
    /// Colour with ANSI sequences.
    pub colour: bool,
    /// Relative paths of the program are looked up here, and paths below it are shown relative to it.
    pub working_directory: Option<PathBuf>,
}

/// Renders a normalised report. Reads the source files that it names, and does without those that it cannot read.
pub fn render(report: &Report, options: &TextOptions) -> String {
    let mut files = SourceFiles::new(options.working_directory.as_deref());
    let mut out = if options.colour { Buffer::ansi() } else { Buffer::no_color() };
    let config = Config::default();
    let styles = Styles::default();
    for finding in &report.findings {
        if finding.level == Level::Note && !options.show_notes {
            continue;
        }
        let diagnostic = diagnostic(finding, &mut files, options);
        let written =
            term::emit_to_write_style(&mut StylesWriter::new(&mut out, &styles), &config, &files, &diagnostic);
        debug_assert!(written.is_ok(), "labels lie inside their files and a buffer takes everything: {written:?}");
    }
    let mut text = String::from_utf8_lossy(out.as_slice()).into_owned();
    text.push_str(&closing::render(report, options));
    text
}

fn diagnostic(finding: &Finding, files: &mut SourceFiles<'_>, options: &TextOptions) -> Diagnostic<usize> {
    let severity = match finding.level {
        Level::Error => Severity::Error,
        Level::Warning => Severity::Warning,
        Level::Note => Severity::Note,
    };
    let mut labels = Vec::new();
    let mut notes = Vec::new();
    for (style, access) in [(LabelStyle::Primary, &finding.later), (LabelStyle::Secondary, &finding.earlier)] {
        match files.range_at(&access.location) {
            Some((file, range)) => labels.push(Label::new(style, file, range).with_message(&access.label)),
            None => notes.push(format!("{}: {}", place(&access.location, options), access.label)),
        }
        notes.extend(inlined(access, options));
    }
    if !finding.reason.is_empty() {
        notes.push(format!("why: {}", finding.reason));
    }
    if let Some(witness) = &finding.witness {
        notes.push(format!("for example: {}", witness_text(witness)));
    }
    if !finding.story.is_empty() {
        notes.push(story_text(&finding.story, options));
    }
    if !finding.help.is_empty() {
        notes.push(format!("help: {}", finding.help));
    }
    Diagnostic::new(severity)
        .with_code(finding.rule)
        .with_message(&finding.message)
        .with_labels(labels)
        .with_notes(notes)
}

/// `file:line:col (in function)`, with the path as the reader sees it.
fn place(location: &SourceLocation, options: &TextOptions) -> String {
    if location.file.is_empty() {
        return location.to_string();
    }
    let file = display_path(&location.file, options.working_directory.as_deref());
    let shown = SourceLocation { file, ..location.clone() }.to_string();
    if location.function.is_empty() { shown } else { format!("{shown} (in `{}`)", location.function) }
}

fn inlined(access: &Access, options: &TextOptions) -> Option<String> {
    let calls: Vec<String> = access.inlined_at.iter().map(|call| place(call, options)).collect();
    (!calls.is_empty()).then(|| format!("`{}` is called at {}", access.location.function, calls.join(", called at ")))
}

/// One line: `2 processes, origin = rank 0, i = 3, bytes 0..4 of buf`.
pub(crate) fn witness_text(witness: &Witness) -> String {
    let mut parts = Vec::new();
    match witness.processes {
        Some(1) => parts.push("1 process".to_owned()),
        Some(count) => parts.push(format!("{count} processes")),
        None => {}
    }
    parts.extend(witness.ranks.iter().map(|role| format!("{} = rank {}", role.name, role.value)));
    for binding in witness.iterations.iter().chain(&witness.assignments) {
        parts.push(format!("{} = {}", binding.name, binding.value));
    }
    if let Some(bytes) = &witness.bytes {
        parts.push(format!("bytes {}..{} of `{}`", bytes.start, bytes.end, bytes.object));
    }
    parts.join(", ")
}

fn story_text(story: &[Step], options: &TextOptions) -> String {
    let mut text = String::from("how it happens:");
    for (index, step) in story.iter().enumerate() {
        text.push_str(&format!("\n{}. {step}", index + 1));
        if step.location.is_known() {
            text.push_str(&format!(
                " ({})",
                place(&SourceLocation { function: String::new(), ..step.location.clone() }, options)
            ));
        }
    }
    text
}
