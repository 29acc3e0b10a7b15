//! The overview: a table of the programs, and every finding once with the programs that have it. A page without scripts, so that it
//! can be kept as an artifact and opened anywhere.

use super::{level, results};
use rma_reports::Level;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

const STYLE: &str = "body{font:15px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem;color:#222}\
table{border-collapse:collapse}th,td{text-align:left;padding:.25rem .8rem;border-bottom:1px solid #ddd}\
td.n{text-align:right}.error{color:#b00020}.warning{color:#8a5a00}.note{color:#555}details{margin:.5rem 0}code{background:#f3f3f3}";

/// One finding of any number of programs.
struct Group<'a> {
    level: Level,
    rule: &'a str,
    message: &'a str,
    place: String,
    programs: BTreeSet<&'a str>,
}

/// The page.
pub(super) fn page(runs: &[Value]) -> String {
    let mut page = String::new();
    let groups = groups(runs);
    let with = |wanted: Level| groups.iter().filter(|group| group.level == wanted).count();
    let _ = write!(
        page,
        "<!doctype html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\"><title>rma-static: {programs}</title>\n\
         <style>{STYLE}</style></head>\n<body>\n<h1>{programs}</h1>\n<p>{}, {}, {}. A finding in code that several programs \
         share counts once.</p>\n",
        counted(with(Level::Error), "error"),
        counted(with(Level::Warning), "warning"),
        counted(with(Level::Note), "note"),
        programs = counted(runs.len(), "program"),
    );
    page.push_str(
        "<table>\n<tr><th>program</th><th>errors</th><th>warnings</th><th>notes</th><th>analysed</th></tr>\n",
    );
    for run in runs {
        let count = |wanted: Level| results(run).filter(|result| level(result) == Some(wanted)).count();
        let _ = writeln!(
            page,
            "<tr><td>{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td><td>{}</td></tr>",
            escaped(name(run)),
            count(Level::Error),
            count(Level::Warning),
            count(Level::Note),
            if is_complete(run) { "all of it" } else { "in part" },
        );
    }
    page.push_str("</table>\n");
    for (level, title) in [(Level::Error, "Errors"), (Level::Warning, "Warnings"), (Level::Note, "Notes")] {
        let of_level: Vec<&Group> = groups.iter().filter(|group| group.level == level).collect();
        if of_level.is_empty() {
            continue;
        }
        let class = title.to_ascii_lowercase();
        let _ = writeln!(page, "<h2 class=\"{}\">{title}</h2>", class.trim_end_matches('s'));
        for group in of_level {
            let programs: Vec<String> = group.programs.iter().map(|program| escaped(program)).collect();
            let _ = writeln!(
                page,
                "<details><summary><code>{}</code> {} <code>{}</code>: {}</summary><p>{}</p><p>{}</p></details>",
                escaped(group.rule),
                escaped(first_sentence(group.message)),
                escaped(&group.place),
                counted(programs.len(), "program"),
                programs.join(", "),
                escaped(group.message),
            );
        }
    }
    page.push_str("</body>\n</html>\n");
    page
}

/// The findings, those of most programs first.
fn groups(runs: &[Value]) -> Vec<Group<'_>> {
    let mut groups: BTreeMap<String, Group> = BTreeMap::new();
    for run in runs {
        for result in results(run) {
            let Some(level) = level(result) else { continue };
            let rule = text(result, "/ruleId");
            let place = place(result);
            let group = groups.entry(format!("{rule} {}", identity(result, &place))).or_insert_with(|| Group {
                level,
                rule,
                message: text(result, "/message/text"),
                place,
                programs: BTreeSet::new(),
            });
            group.level = group.level.max(level);
            group.programs.insert(name(run));
        }
    }
    let mut groups: Vec<Group> = groups.into_values().collect();
    groups.sort_by_key(|group| std::cmp::Reverse(group.programs.len()));
    groups
}

/// What makes two results the same finding: their fingerprint, or without one their place and message.
fn identity(result: &Value, place: &str) -> String {
    let fingerprints = result.get("partialFingerprints").and_then(Value::as_object);
    let first = fingerprints.and_then(|all| all.values().next()).and_then(Value::as_str);
    first.map_or_else(|| format!("{place} {}", text(result, "/message/text")), str::to_owned)
}

fn place(result: &Value) -> String {
    let physical = "/locations/0/physicalLocation";
    let line = result.pointer(&format!("{physical}/region/startLine")).and_then(Value::as_u64);
    let file = text(result, &format!("{physical}/artifactLocation/uri"));
    line.map_or_else(|| file.to_owned(), |line| format!("{file}:{line}"))
}

fn name(run: &Value) -> &str {
    text(run, "/automationDetails/id")
}

/// Whether the run reports that nothing was left out.
fn is_complete(run: &Value) -> bool {
    let success = |invocation: &Value| invocation.get("executionSuccessful").and_then(Value::as_bool);
    let invocations = run.get("invocations").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    invocations.iter().all(|invocation| success(invocation) != Some(false))
}

fn text<'a>(value: &'a Value, pointer: &str) -> &'a str {
    value.pointer(pointer).and_then(Value::as_str).unwrap_or_default()
}

/// `1 error`, `2 errors`.
fn counted(count: usize, word: &str) -> String {
    format!("{count} {word}{}", if count == 1 { "" } else { "s" })
}

fn first_sentence(message: &str) -> &str {
    message.split_once(". ").map_or(message, |(first, _)| first)
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
