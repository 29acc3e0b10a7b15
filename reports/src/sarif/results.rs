//! Findings as results.

use super::SarifOptions;
use super::model::{
    CodeFlow, Location, Message, SarifResult, Stack, StackFrame, SuppressionEntry, ThreadFlow, ThreadFlowLocation,
};
use super::places::Places;
use crate::finding::{Access, Finding, Gone, Level, Report, State, Step, StepKind, SuppressionKind};
use crate::fingerprint::{self, Fingerprint, fingerprints};
use crate::group::groups;
use crate::location::SourceLocation;
use crate::rules::rules;
use crate::source::scan::first_word;
use crate::text::witness_text;
use serde_json::json;
use std::collections::BTreeMap;

/// Related locations of a result; GitHub shows 100 locations of a result at most.
const MOST_RELATED: usize = 20;

/// All results, the surest first kept where there are too many, in the order of the report.
pub(super) fn results(report: &Report, places: &Places<'_>, options: &SarifOptions) -> Vec<SarifResult> {
    let prints = fingerprints(report, places.sources);
    let mut heads: BTreeMap<usize, usize> = BTreeMap::new();
    for group in groups(report) {
        heads.extend(group.others.iter().map(|other| (*other, group.head)));
    }
    let mut kept: Vec<(usize, &Finding)> = report
        .findings
        .iter()
        .enumerate()
        .filter(|(_, finding)| options.show_notes || finding.level != Level::Note)
        .collect();
    kept.sort_by_key(|(index, finding)| (std::cmp::Reverse(finding.level), *index));
    kept.truncate(super::MOST_RESULTS);
    kept.sort_by_key(|(index, _)| *index);
    let one = |(index, finding): (usize, &Finding)| {
        let print = prints.get(index)?;
        let head = heads.get(&index).and_then(|head| prints.get(*head)).unwrap_or(print);
        Some(result(finding, print, head, places))
    };
    let gone = report.gone.iter().map(|gone| absent(gone, places));
    kept.into_iter().filter_map(one).chain(gone).collect()
}

fn result(finding: &Finding, print: &Fingerprint, head: &Fingerprint, places: &Places<'_>) -> SarifResult {
    let note = finding.level == Level::Note;
    let mut related = vec![places.access(&finding.earlier)];
    for access in [&finding.later, &finding.earlier] {
        related.extend(access.inlined_at.iter().map(|call| Location {
            message: Some(Message::plain(format!("`{}` is called here", access.location.function))),
            ..places.word(call, Some(&access.location.function))
        }));
    }
    for (what, origin) in [("memory", &finding.memory), ("window", &finding.window)] {
        if let Some(origin) = origin.as_ref().filter(|origin| origin.location.is_known()) {
            let message = Some(Message::plain(format!("{what} `{}`, {}", origin.name, origin.text)));
            related.push(Location { message, ..places.location(&origin.location) });
        }
    }
    related.truncate(MOST_RELATED);
    for (index, location) in related.iter_mut().enumerate() {
        location.id = Some(index + 1);
    }
    let suppression = finding.suppression.as_ref().map(|suppression| SuppressionEntry {
        kind: match suppression.kind {
            SuppressionKind::InSource => "inSource",
            SuppressionKind::External => "external",
        },
        status: "accepted",
        justification: Some(suppression.reason.clone()).filter(|reason| !reason.is_empty()),
    });
    SarifResult {
        rule_id: finding.rule.to_string(),
        rule_index: rules().iter().position(|rule| rule.id == finding.rule),
        kind: note.then_some("review"),
        // A result of another kind than `fail` has the level `none` (clause 3.27.10); GitHub and the corpus use the level, which
        // is more specific: so notes to be reviewed have their level in the properties, too.
        level: if note { "none" } else { finding.level.as_str() },
        message: Message { text: message(finding, places), markdown: Some(markdown(finding, places)) },
        locations: vec![places.access(&finding.later)],
        related_locations: related,
        stacks: stacks(finding, places),
        code_flows: code_flow(finding, places).into_iter().collect(),
        partial_fingerprints: BTreeMap::from([
            (fingerprint::KEY, print.exact.clone()),
            (fingerprint::SHAPE_KEY, print.shape.clone()),
        ]),
        baseline_state: finding.state.map(|state| match state {
            State::New => "new",
            State::Unchanged => "unchanged",
        }),
        suppressions: suppression.into_iter().collect(),
        rank: match finding.level {
            Level::Error => 90.0,
            Level::Warning => 60.0,
            Level::Note => 20.0,
        },
        properties: json!({
            "level": finding.level,
            "variables": finding.variables(),
            "witness": finding.witness,
            "group": head.exact,
        }),
    }
}

/// A finding of the baseline that is not there any more, at the place that it had: services refuse a result without one.
fn absent(gone: &Gone, places: &Places<'_>) -> SarifResult {
    let is_known = |place: &&SourceLocation| !place.file.is_empty();
    let other = Some(&gone.other).filter(is_known).map(|place| Location { id: Some(1), ..places.former(place) });
    SarifResult {
        rule_id: gone.rule.clone(),
        rule_index: rules().iter().position(|rule| rule.id.to_string() == gone.rule),
        kind: None,
        level: gone.level.as_str(),
        message: Message::plain(&gone.message),
        locations: vec![places.former(&gone.location)],
        related_locations: other.into_iter().collect(),
        stacks: Vec::new(),
        code_flows: Vec::new(),
        partial_fingerprints: BTreeMap::from([(fingerprint::KEY, gone.fingerprint.clone())]),
        baseline_state: Some("absent"),
        suppressions: Vec::new(),
        rank: 0.0,
        properties: json!({ "level": gone.level }),
    }
}

/// Sentence, reason, witness and help; the other access is a link (clause 3.11.6).
fn message(finding: &Finding, places: &Places<'_>) -> String {
    let mut text = format!("{}.", finding.message);
    if !finding.earlier.label.is_empty() {
        let number = if finding.earlier.number > 0 { format!("({}) ", finding.earlier.number) } else { String::new() };
        // Brackets would begin another link.
        let number = number.replace(['(', ')'], "");
        text.push_str(&format!(" The [other access {number}](1): {}.", finding.earlier.label).replace(" ](", "]("));
    }
    for (title, part) in parts(finding, places) {
        text.push_str(&format!(" {title}: {part}."));
    }
    text
}

fn markdown(finding: &Finding, places: &Places<'_>) -> String {
    let mut text = format!("**{}**", finding.message);
    for (title, part) in parts(finding, places) {
        text.push_str(&format!("\n\n*{title}*: {part}"));
    }
    for (index, step) in finding.story.iter().enumerate() {
        text.push_str(&format!("{}{}. {step}", if index == 0 { "\n\n" } else { "\n" }, index + 1));
    }
    text
}

fn parts(finding: &Finding, places: &Places<'_>) -> Vec<(&'static str, String)> {
    let example = finding.witness.as_ref().map(|witness| witness_text(witness, places.sources)).unwrap_or_default();
    let parts = [
        ("Why", finding.reason.clone()),
        ("For example", example),
        ("Help", finding.help.clone()),
        ("To decide it", finding.settle.clone()),
    ];
    parts.into_iter().filter(|(_, part)| !part.is_empty()).collect()
}

/// The stacks of both accesses; one where they are the same (their elements are unique, clause 3.27.19).
fn stacks(finding: &Finding, places: &Places<'_>) -> Vec<Stack> {
    let (a, b) = (&finding.earlier, &finding.later);
    let same = a.location == b.location && a.calls == b.calls && a.label == b.label;
    let all = if same { vec![b] } else { vec![a, b] };
    all.into_iter().filter_map(|access| stack(access, places)).collect()
}

/// The calls that lead to an access, innermost first (clause 3.44.3).
fn stack(access: &Access, places: &Places<'_>) -> Option<Stack> {
    if access.calls.is_empty() {
        return None;
    }
    let mut frames = vec![StackFrame { location: places.access(access) }];
    frames.extend(access.calls.iter().rev().map(|call| StackFrame {
        location: Location {
            message: Some(Message::plain(format!("`{}` calls `{}`", call.caller, call.callee))),
            ..places.word(&call.location, Some(first_word(&call.callee)))
        },
    }));
    Some(Stack { message: Message::plain(&access.label), frames })
}

/// The routine or variable at a step.
fn word<'f>(finding: &'f Finding, step: &'f Step) -> Option<&'f str> {
    let number = match step.kind {
        StepKind::First => 1,
        StepKind::Second => 2,
        _ => {
            let quoted = step.text.strip_prefix('`')?.split('`').next()?;
            return Some(quoted).filter(|quoted| first_word(quoted) == *quoted);
        }
    };
    [&finding.earlier, &finding.later].into_iter().find(|access| access.number == number)?.word.as_deref()
}

fn code_flow(finding: &Finding, places: &Places<'_>) -> Option<CodeFlow> {
    let locations: Vec<ThreadFlowLocation> = finding
        .story
        .iter()
        .enumerate()
        .map(|(index, step)| ThreadFlowLocation {
            location: Location {
                message: Some(Message::plain(step.to_string())),
                ..places.word(&step.location, word(finding, step))
            },
            execution_order: index + 1,
            importance: match step.kind {
                StepKind::First | StepKind::Second => "essential",
                _ => "important",
            },
        })
        .collect();
    let message = Message::plain("How it happens, the processes interleaved");
    (!locations.is_empty()).then_some(CodeFlow { message, thread_flows: [ThreadFlow { locations }] })
}
