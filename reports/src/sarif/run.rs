//! The run of a SARIF log, made from a report.

use super::SarifOptions;
use super::model::{
    AutomationDetails, ComponentReference, DescriptorReference, Invocation, Message, Notification, Relationship,
    ReportingConfiguration, ReportingDescriptor, Run, TaxonReference, Tool, ToolComponent,
};
use super::places::{BASE, Places};
use super::results::results;
use crate::finding::{Level, Report};
use crate::rules::{Rule, rules};
use crate::source::Sources;
use crate::summary::NoticeKind;
use serde_json::json;

/// Descriptor of assumptions; it comes before those of [`NoticeKind::ALL`].
const ASSUMPTION: &str = "assumption";
/// The address of the rules' pages.
const PAGES: &str = "https://github.com/rma-static/rma-static/blob/main";

pub(super) fn run(report: &Report, sources: &Sources, options: &SarifOptions) -> Run {
    let places = Places { sources };
    Run {
        tool: Tool {
            driver: ToolComponent {
                name: report.tool.name.clone(),
                version: report.tool.version.clone(),
                semantic_version: Some(report.tool.version.clone()),
                information_uri: Some("https://github.com/rma-static/rma-static"),
                organization: None,
                short_description: None,
                rules: rules().iter().map(rule).collect(),
                notifications: notification_descriptors(),
                taxa: Vec::new(),
                supported_taxonomies: vec![ComponentReference { name: "CWE", index: 0 }],
            },
        },
        automation_details: AutomationDetails { id: "rma-static/".to_owned() },
        taxonomies: [weaknesses()],
        invocations: [Invocation {
            execution_successful: report.complete,
            exit_code: options.exit_code,
            working_directory: places.root(),
            tool_execution_notifications: notifications(report, &places, options),
        }],
        original_uri_base_ids: places.root().map(|root| (BASE, root)).into_iter().collect(),
        column_kind: "unicodeCodePoints",
        results: results(report, &places, options),
        properties: json!({ "inputs": report.inputs, "summary": report.summary, "baseline": report.baseline }),
    }
}

/// The weakness in the Common Weakness Enumeration that all rules are about.
fn weaknesses() -> ToolComponent {
    let race = ReportingDescriptor {
        id: "CWE-362".to_owned(),
        name: Some("RaceCondition".to_owned()),
        short_description: Message::plain(
            "Concurrent execution using shared resource with improper synchronization (race condition).",
        ),
        full_description: None,
        help: None,
        help_uri: Some("https://cwe.mitre.org/data/definitions/362.html".to_owned()),
        default_configuration: None,
        relationships: Vec::new(),
        properties: serde_json::Value::Null,
    };
    ToolComponent {
        name: "CWE".to_owned(),
        version: "4.14".to_owned(),
        semantic_version: None,
        information_uri: Some("https://cwe.mitre.org/data/published/cwe_v4.14.pdf"),
        organization: Some("MITRE"),
        short_description: Some(Message::plain("The MITRE Common Weakness Enumeration")),
        rules: Vec::new(),
        notifications: Vec::new(),
        taxa: vec![race],
        supported_taxonomies: Vec::new(),
    }
}

fn rule(rule: &Rule) -> ReportingDescriptor {
    let section = |title: &str| rule.section(title).unwrap_or_default();
    let race = Relationship {
        target: TaxonReference {
            id: "CWE-362",
            index: 0,
            tool_component: ComponentReference { name: "CWE", index: 0 },
        },
        kinds: ["superset"],
    };
    let tags = ["concurrency", "correctness", "external/cwe/cwe-362"];
    ReportingDescriptor {
        id: rule.id.to_string(),
        name: Some(pascal(&rule.name)),
        short_description: Message::plain(&rule.short),
        full_description: Some(Message::plain(section("What"))),
        help: Some(Message {
            text: format!("{}\n\n{}\n\n{}", section("What"), section("Why"), section("Fix")),
            markdown: Some(rule.markdown()),
        }),
        help_uri: Some(format!("{PAGES}/reports/rules/{}.md", rule.id)),
        default_configuration: Some(ReportingConfiguration { level: rule.level.as_str() }),
        relationships: vec![race],
        properties: json!({
            "tags": tags,
            "precision": if rule.level == Level::Error { "very-high" } else { "high" },
            "problem.severity": if rule.level == Level::Error { "error" } else { "warning" },
        }),
    }
}

/// `put-against-load` as `PutAgainstLoad`.
fn pascal(name: &str) -> String {
    let word = |word: &str| {
        let mut chars = word.chars();
        chars.next().map(|first| first.to_uppercase().chain(chars).collect::<String>()).unwrap_or_default()
    };
    name.split('-').map(word).collect()
}

fn notification_descriptors() -> Vec<ReportingDescriptor> {
    let descriptor = |id: &str, text: &str, help: &str| ReportingDescriptor {
        id: id.to_owned(),
        name: Some(format!("{}Notice", pascal(id))),
        short_description: Message::plain(text),
        full_description: Some(Message::plain(text)),
        help: Some(Message::plain(help)),
        help_uri: None,
        default_configuration: Some(ReportingConfiguration { level: "note" }),
        relationships: Vec::new(),
        properties: serde_json::Value::Null,
    };
    let text = "The verdicts of this run rest on this assumption.";
    let mut all = vec![descriptor(ASSUMPTION, text, "rma-static --list-assumptions lists them all.")];
    all.extend(NoticeKind::ALL.iter().map(|kind| descriptor(kind.as_str(), kind.description(), kind.help())));
    all
}

fn notifications(report: &Report, places: &Places<'_>, options: &SarifOptions) -> Vec<Notification> {
    let assumptions = report.assumptions.iter().map(|assumption| Notification {
        descriptor: DescriptorReference { id: ASSUMPTION, index: 0 },
        level: "note",
        message: Message::plain(match &assumption.option {
            Some(option) => {
                format!("Assumption {}: {} Removed by: {option}.", assumption.id, assumption.text)
            }
            None => format!("Assumption {}: {}", assumption.id, assumption.text),
        }),
        locations: Vec::new(),
    });
    let notices = report.notices.iter().map(|notice| Notification {
        descriptor: DescriptorReference {
            id: notice.kind.as_str(),
            index: 1 + NoticeKind::ALL.iter().position(|kind| *kind == notice.kind).unwrap_or_default(),
        },
        level: notice.level.as_str(),
        message: Message::plain(&notice.text),
        locations: notice.location.iter().map(|location| places.location(location)).collect(),
    });
    let kept = |level: Level| options.show_notes || level != Level::Note;
    let found = report.findings.iter().filter(|finding| kept(finding.level)).count();
    let left_out = found.checked_sub(super::MOST_RESULTS).filter(|n| *n > 0).map(|n| Notification {
        descriptor: DescriptorReference { id: NoticeKind::Other.as_str(), index: NoticeKind::ALL.len() },
        level: "warning",
        message: Message::plain(format!("{n} results are left out: a log has {} at most", super::MOST_RESULTS)),
        locations: Vec::new(),
    });
    assumptions.chain(notices).chain(left_out).collect()
}
