//! From a report to the one run of a SARIF log.

use super::SarifOptions;
use super::model::{
    ArtifactLocation, CodeFlow, DescriptorReference, Invocation, Location, LogicalLocation, Message, Notification,
    PhysicalLocation, Region, ReportingConfiguration, ReportingDescriptor, Run, SarifResult, ThreadFlow,
    ThreadFlowLocation, Tool, ToolComponent,
};
use crate::finding::{Access, Finding, Report};
use crate::fingerprint::{self, fingerprints};
use crate::location::SourceLocation;
use crate::paths::{display_path, to_uri};
use crate::rules::{Rule, rules};
use crate::summary::NoticeKind;
use crate::text::witness_text;
use serde_json::json;
use std::collections::BTreeMap;

/// The symbolic name of the directory that relative URIs start from.
const BASE: &str = "SRCROOT";
/// Descriptor of assumptions; it stands before those of [`NoticeKind::ALL`].
const ASSUMPTION: &str = "assumption";

pub(super) fn run(report: &Report, options: &SarifOptions) -> Run {
    let places = Places { options };
    let results = report
        .findings
        .iter()
        .zip(fingerprints(report))
        .map(|(finding, fingerprint)| result(finding, fingerprint, &places))
        .collect();
    Run {
        tool: Tool {
            driver: ToolComponent {
                name: report.tool.name.clone(),
                version: report.tool.version.clone(),
                semantic_version: report.tool.version.clone(),
                rules: rules().iter().map(rule).collect(),
                notifications: notification_descriptors(),
            },
        },
        invocations: [Invocation {
            execution_successful: report.complete,
            exit_code: options.exit_code,
            working_directory: places.root(),
            tool_execution_notifications: notifications(report, &places),
        }],
        original_uri_base_ids: places.root().map(|root| (BASE, root)).into_iter().collect(),
        // What compilers call a column is a byte; the two agree on lines of ASCII.
        column_kind: "unicodeCodePoints",
        results,
        properties: json!({ "inputs": report.inputs, "summary": report.summary }),
    }
}

fn rule(rule: &Rule) -> ReportingDescriptor {
    let section = |title: &str| rule.section(title).unwrap_or_default();
    ReportingDescriptor {
        id: rule.id.to_string(),
        name: Some(rule.name.clone()),
        short_description: Message::plain(&rule.short),
        full_description: Some(Message::plain(section("What"))),
        help: Some(Message {
            text: format!("{}\n\n{}\n\n{}", section("What"), section("Why"), section("Fix")),
            markdown: Some(rule.markdown()),
        }),
        default_configuration: ReportingConfiguration { level: rule.level.as_str() },
    }
}

fn notification_descriptors() -> Vec<ReportingDescriptor> {
    let descriptor = |id: &str, text: &str| ReportingDescriptor {
        id: id.to_owned(),
        name: None,
        short_description: Message::plain(text),
        full_description: None,
        help: None,
        default_configuration: ReportingConfiguration { level: "note" },
    };
    let mut all = vec![descriptor(ASSUMPTION, "The verdicts of this run rest on this assumption.")];
    all.extend(NoticeKind::ALL.iter().map(|kind| descriptor(kind.as_str(), kind.description())));
    all
}

fn notifications(report: &Report, places: &Places<'_>) -> Vec<Notification> {
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
    assumptions.chain(notices).collect()
}

fn result(finding: &Finding, fingerprint: String, places: &Places<'_>) -> SarifResult {
    let mut related = vec![places.access(&finding.earlier)];
    for access in [&finding.later, &finding.earlier] {
        related.extend(access.inlined_at.iter().map(|call| Location {
            message: Some(Message::plain(format!("`{}` is called here", access.location.function))),
            ..places.location(call)
        }));
    }
    for (index, location) in related.iter_mut().enumerate() {
        location.id = Some(index + 1);
    }
    SarifResult {
        rule_id: finding.rule.to_string(),
        rule_index: rules().iter().position(|rule| rule.id == finding.rule),
        level: finding.level.as_str(),
        message: Message::plain(message(finding)),
        locations: [places.access(&finding.later)],
        related_locations: related,
        code_flows: code_flow(finding, places).into_iter().collect(),
        partial_fingerprints: BTreeMap::from([(fingerprint::KEY, fingerprint)]),
        properties: json!({ "variables": finding.variables(), "witness": finding.witness }),
    }
}

/// Sentence, reason, witness and help; the other access is a link (clause 3.11.6).
fn message(finding: &Finding) -> String {
    let mut text = format!("{}.", finding.message);
    if !finding.earlier.label.is_empty() {
        text.push_str(&format!(" The [other access](1): {}.", finding.earlier.label));
    }
    if !finding.reason.is_empty() {
        text.push_str(&format!(" Why: {}.", finding.reason));
    }
    if let Some(witness) = &finding.witness {
        text.push_str(&format!(" For example: {}.", witness_text(witness)));
    }
    if !finding.help.is_empty() {
        text.push_str(&format!(" Help: {}.", finding.help));
    }
    text
}

fn code_flow(finding: &Finding, places: &Places<'_>) -> Option<CodeFlow> {
    let locations: Vec<ThreadFlowLocation> = finding
        .story
        .iter()
        .enumerate()
        .map(|(index, step)| ThreadFlowLocation {
            location: Location { message: Some(Message::plain(step.to_string())), ..places.location(&step.location) },
            execution_order: index + 1,
        })
        .collect();
    (!locations.is_empty()).then_some(CodeFlow { thread_flows: [ThreadFlow { locations }] })
}

/// Turns positions of the program into SARIF locations.
struct Places<'a> {
    options: &'a SarifOptions,
}

impl Places<'_> {
    /// The working directory; its URI ends with a slash (clause 3.14.14).
    fn root(&self) -> Option<ArtifactLocation> {
        let directory = self.options.working_directory.as_ref()?.to_string_lossy().into_owned();
        let mut uri = to_uri(&directory);
        if !uri.ends_with('/') {
            uri.push('/');
        }
        Some(ArtifactLocation { uri, uri_base_id: None })
    }

    fn access(&self, access: &Access) -> Location {
        Location { message: Some(Message::plain(&access.label)), ..self.location(&access.location) }
    }

    fn location(&self, location: &SourceLocation) -> Location {
        let logical = LogicalLocation { name: location.function.clone(), kind: "function" };
        Location {
            physical_location: (!location.file.is_empty()).then(|| self.physical(location)),
            logical_locations: if location.function.is_empty() { Vec::new() } else { vec![logical] },
            ..Location::default()
        }
    }

    fn physical(&self, location: &SourceLocation) -> PhysicalLocation {
        let file = display_path(&location.file, self.options.working_directory.as_deref());
        let relative = !file.starts_with('/') && self.options.working_directory.is_some();
        PhysicalLocation {
            artifact_location: ArtifactLocation { uri: to_uri(&file), uri_base_id: relative.then_some(BASE) },
            region: (location.line > 0).then(|| Region {
                start_line: location.line,
                start_column: (location.col > 0).then_some(location.col),
            }),
        }
    }
}
