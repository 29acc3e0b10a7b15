//! The text under the source lines of a finding.

use super::wrap;
use crate::escape::plain;
use crate::finding::{Access, Binding, Finding, Report, Step, Witness, quoted};
use crate::group::Group;
use crate::location::{SourceLocation, outlined};
use crate::source::Sources;

/// Columns that a note has less than a line: those of the source lines' margin, and `= `.
const MARGIN: usize = 10;
/// Members of a group that are named.
const ALSO: usize = 6;

/// The notes of a finding.
pub(super) fn of(
    report: &Report,
    group: &Group,
    finding: &Finding,
    missing: &[&Access],
    macros: &[String],
    sources: &Sources,
    width: usize,
) -> Vec<String> {
    let mut notes = Vec::new();
    for access in missing {
        notes.push(format!("{}: {}{}", place(&access.location, sources), number(access), access.label));
    }
    notes.extend(macros.iter().cloned());
    notes.extend(ways(finding));
    notes.extend(origins(finding));
    if !finding.reason.is_empty() {
        notes.push(format!("why: {}", finding.reason));
    }
    if let Some(example) =
        finding.witness.as_ref().map(|witness| witness_text(witness, sources)).filter(|t| !t.is_empty())
    {
        notes.push(format!("for example: {example}"));
    }
    let mut out: Vec<String> = notes.into_iter().map(|note| fit(&note, width, 2)).collect();
    if !finding.story.is_empty() {
        out.push(story_text(&finding.story, width));
    }
    if !finding.help.is_empty() {
        out.push(fit(&format!("help: {}", finding.help), width, 2));
    }
    if !finding.settle.is_empty() {
        out.push(fit(&format!("to decide it: {}", finding.settle), width, 2));
    }
    if !group.others.is_empty() {
        out.push(fit(&also(report, group, finding, sources), width, 2));
    }
    out
}

fn fit(text: &str, width: usize, indent: usize) -> String {
    wrap::text(&plain(text), width.saturating_sub(MARGIN).max(40), indent)
}

/// An access by its number; in reports without numbers by its routine, or its place.
fn subject(access: &Access) -> String {
    match &access.word {
        _ if access.number > 0 => number(access),
        Some(word) => format!("`{word}` at line {} ", access.location.line),
        None => format!("line {} ", access.location.line),
    }
}

fn number(access: &Access) -> String {
    if access.number > 0 { format!("({}) ", access.number) } else { String::new() }
}

/// The chains of calls that lead to the two accesses.
fn ways(finding: &Finding) -> Vec<String> {
    let mut accesses = [&finding.earlier, &finding.later];
    accesses.sort_by_key(|access| access.number);
    let way = |access: &Access| -> String {
        let mut parts: Vec<String> = access.calls.first().map(|call| call.caller.clone()).into_iter().collect();
        parts.extend(access.calls.iter().map(|call| format!("{} ({})", call.callee, near(&call.location))));
        parts.join(" → ")
    };
    let [a, b] = [way(accesses[0]), way(accesses[1])];
    let mut out: Vec<String> = match (a.is_empty(), b.is_empty()) {
        (true, true) => Vec::new(),
        (false, _) if a == b => vec![format!("through {a}")],
        _ => accesses
            .iter()
            .zip([&a, &b])
            .filter(|(_, way)| !way.is_empty())
            .map(|(access, way)| format!("{}through {way}", subject(access)))
            .collect(),
    };
    out.dedup();
    out
}

/// Window and memory, and the calls that have made them.
fn origins(finding: &Finding) -> Option<String> {
    let one = |what: &str, origin: &crate::finding::Origin| {
        let at = if origin.location.is_known() { format!(" at {}", near(&origin.location)) } else { String::new() };
        let name = quoted(&origin.name);
        let named = if name.ends_with(what) { name } else { format!("{what} {name}") };
        format!("{named}, {}{at}", origin.text)
    };
    if let (Some(memory), Some(window)) = (&finding.memory, &finding.window)
        && memory.location == window.location
    {
        return Some(one(&format!("memory {} of window", quoted(&memory.name)), window));
    }
    let memory = finding.memory.as_ref().map(|memory| one("memory", memory));
    let window = finding.window.as_ref().map(|window| one("window", window));
    let all: Vec<String> = memory.into_iter().chain(window).collect();
    (!all.is_empty()).then(|| all.join("; "))
}

/// The places of the other findings of a group, and their number; empty if there is none.
pub(crate) fn also(report: &Report, group: &Group, finding: &Finding, sources: &Sources) -> String {
    if group.others.is_empty() {
        return String::new();
    }
    let head: Vec<&SourceLocation> = vec![&finding.later.location, &finding.earlier.location];
    let mut places: Vec<String> = Vec::new();
    for other in group.others.iter().filter_map(|index| report.findings.get(*index)) {
        for access in [&other.later, &other.earlier] {
            let at = SourceLocation { col: 0, function: String::new(), ..access.location.clone() };
            let of_head = head.iter().any(|known| known.file == at.file && known.line == at.line);
            let text = place(&at, sources);
            if !of_head && !places.contains(&text) {
                places.push(text);
            }
        }
    }
    let count = group.others.len();
    let more = if places.len() > ALSO { format!(" and {} more places", places.len() - ALSO) } else { String::new() };
    places.truncate(ALSO);
    let findings = if count == 1 { "1 more finding".to_owned() } else { format!("{count} more findings") };
    match places.is_empty() {
        true => format!("also: {findings} of the same lines"),
        false => format!("also at: {}{more} ({findings} with this cause)", places.join(", ")),
    }
}

/// `file:line:col (in function)`, with the path as the reader sees it.
pub(super) fn place(location: &SourceLocation, sources: &Sources) -> String {
    if location.file.is_empty() {
        return plain(&location.to_string()).into_owned();
    }
    let shown = SourceLocation { file: sources.roots().shown(&location.file), ..location.clone() }.to_string();
    match outlined(&location.function) {
        _ if location.function.is_empty() => shown,
        Some(words) => format!("{shown} (in {words})"),
        None => format!("{shown} (in `{}`)", plain(&location.function)),
    }
}

/// `main.c:80`.
fn near(location: &SourceLocation) -> String {
    let file = location.file.rsplit('/').next().unwrap_or_default();
    if location.is_known() { format!("{file}:{}", location.line) } else { "an unknown place".to_owned() }
}

/// One line: `2 processes; rank of (1) = 0; k = 1 (loop main.c:80) on rank 0; bytes 0..4 of buf`.
pub fn witness_text(witness: &Witness, _sources: &Sources) -> String {
    let mut parts = Vec::new();
    match witness.processes {
        Some(1) => parts.push("1 process".to_owned()),
        Some(count) => parts.push(format!("{count} processes")),
        None => {}
    }
    let value = |binding: &Binding, what: &str| {
        let at = binding.location.as_ref().filter(|at| at.is_known()).map(|at| format!(" ({what}{})", near(at)));
        let whose = binding.whose.as_ref().map(|whose| format!(" on {whose}"));
        let (at, whose) = (at.unwrap_or_default(), whose.unwrap_or_default());
        // A pointer has no number that means something.
        let sign = if binding.value.ends_with("NULL") { "is" } else { "=" };
        format!("{}{at} {sign} {}{whose}", binding.name, binding.value)
    };
    let rank = |binding: &Binding| format!("{} = {}", binding.name, binding.value);
    parts.extend(witness.ranks.iter().map(rank));
    parts.extend(witness.iterations.iter().map(|binding| value(binding, "loop ")));
    parts.extend(witness.assignments.iter().map(|binding| value(binding, "")));
    if let Some(bytes) = &witness.bytes {
        parts.push(format!("bytes {}..{} of {}", bytes.start, bytes.end, quoted(&bytes.object)));
    }
    parts.join(", ")
}

fn story_text(story: &[Step], width: usize) -> String {
    let mut text = String::from("how it happens:");
    for (index, step) in story.iter().enumerate() {
        let mut line = format!("{}. {step}", index + 1);
        if step.location.is_known() {
            line.push_str(&format!(" ({})", near(&step.location)));
        }
        text.push('\n');
        text.push_str(&fit(&line, width, 3));
    }
    text
}
