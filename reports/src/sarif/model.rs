//! The part of the SARIF 2.1.0 object model that the renderer uses. Names are those of the standard; comments name its
//! clauses.

use serde::Serialize;
use std::collections::BTreeMap;

pub(super) const SCHEMA_URI: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// 3.13
#[derive(Serialize)]
pub(super) struct Log {
    #[serde(rename = "$schema")]
    pub(super) schema: &'static str,
    pub(super) version: &'static str,
    pub(super) runs: [Run; 1],
}

/// 3.14
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Run {
    pub(super) tool: Tool,
    pub(super) automation_details: AutomationDetails,
    pub(super) taxonomies: [ToolComponent; 1],
    pub(super) invocations: [Invocation; 1],
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) original_uri_base_ids: BTreeMap<&'static str, ArtifactLocation>,
    pub(super) column_kind: &'static str,
    pub(super) results: Vec<SarifResult>,
    pub(super) properties: serde_json::Value,
}

/// 3.17
#[derive(Serialize)]
pub(super) struct AutomationDetails {
    pub(super) id: String,
}

/// 3.18
#[derive(Serialize)]
pub(super) struct Tool {
    pub(super) driver: ToolComponent,
}

/// 3.19
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ToolComponent {
    pub(super) name: String,
    pub(super) version: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) semantic_version: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) information_uri: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) organization: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) short_description: Option<Message>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) rules: Vec<ReportingDescriptor>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) notifications: Vec<ReportingDescriptor>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) taxa: Vec<ReportingDescriptor>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) supported_taxonomies: Vec<ComponentReference>,
}

/// 3.54
#[derive(Serialize)]
pub(super) struct ComponentReference {
    pub(super) name: &'static str,
    pub(super) index: usize,
}

/// 3.53
#[derive(Serialize)]
pub(super) struct Relationship {
    pub(super) target: TaxonReference,
    pub(super) kinds: [&'static str; 1],
}

/// 3.52, of a taxon
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct TaxonReference {
    pub(super) id: &'static str,
    pub(super) index: usize,
    pub(super) tool_component: ComponentReference,
}

/// 3.49
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ReportingDescriptor {
    pub(super) id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) name: Option<String>,
    pub(super) short_description: Message,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) full_description: Option<Message>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) help: Option<Message>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) help_uri: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) default_configuration: Option<ReportingConfiguration>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) relationships: Vec<Relationship>,
    #[serde(skip_serializing_if = "serde_json::Value::is_null")]
    pub(super) properties: serde_json::Value,
}

/// 3.50
#[derive(Serialize)]
pub(super) struct ReportingConfiguration {
    pub(super) level: &'static str,
}

/// 3.11 and 3.12
#[derive(Serialize)]
pub(super) struct Message {
    pub(super) text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) markdown: Option<String>,
}

impl Message {
    pub(super) fn plain(text: impl Into<String>) -> Self {
        Message { text: text.into(), markdown: None }
    }
}

/// 3.20
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Invocation {
    pub(super) execution_successful: bool,
    pub(super) exit_code: i32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) working_directory: Option<ArtifactLocation>,
    pub(super) tool_execution_notifications: Vec<Notification>,
}

/// 3.58
#[derive(Serialize)]
pub(super) struct Notification {
    pub(super) descriptor: DescriptorReference,
    pub(super) level: &'static str,
    pub(super) message: Message,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) locations: Vec<Location>,
}

/// 3.52
#[derive(Serialize)]
pub(super) struct DescriptorReference {
    pub(super) id: &'static str,
    pub(super) index: usize,
}

/// 3.27
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SarifResult {
    pub(super) rule_id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) rule_index: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) kind: Option<&'static str>,
    pub(super) level: &'static str,
    pub(super) message: Message,
    pub(super) locations: Vec<Location>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) related_locations: Vec<Location>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) stacks: Vec<Stack>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) code_flows: Vec<CodeFlow>,
    pub(super) partial_fingerprints: BTreeMap<&'static str, String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) baseline_state: Option<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) suppressions: Vec<SuppressionEntry>,
    pub(super) rank: f64,
    pub(super) properties: serde_json::Value,
}

/// 3.35
#[derive(Serialize)]
pub(super) struct SuppressionEntry {
    pub(super) kind: &'static str,
    pub(super) status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) justification: Option<String>,
}

/// 3.44
#[derive(Serialize)]
pub(super) struct Stack {
    pub(super) message: Message,
    pub(super) frames: Vec<StackFrame>,
}

/// 3.45
#[derive(Serialize)]
pub(super) struct StackFrame {
    pub(super) location: Location,
}

/// 3.28
#[derive(Serialize, Default)]
#[serde(rename_all = "camelCase")]
pub(super) struct Location {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) id: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) physical_location: Option<PhysicalLocation>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) logical_locations: Vec<LogicalLocation>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) message: Option<Message>,
}

/// 3.29
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct PhysicalLocation {
    pub(super) artifact_location: ArtifactLocation,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) region: Option<Region>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) context_region: Option<Region>,
}

/// 3.3
#[derive(Serialize)]
pub(super) struct ArtifactContent {
    pub(super) text: String,
}

/// 3.4
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ArtifactLocation {
    pub(super) uri: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) uri_base_id: Option<&'static str>,
}

/// 3.30
#[derive(Serialize, Default)]
#[serde(rename_all = "camelCase")]
pub(super) struct Region {
    pub(super) start_line: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) start_column: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) end_line: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) end_column: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) snippet: Option<ArtifactContent>,
}

/// 3.33
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct LogicalLocation {
    pub(super) name: String,
    pub(super) kind: &'static str,
}

/// 3.36
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct CodeFlow {
    pub(super) message: Message,
    pub(super) thread_flows: [ThreadFlow; 1],
}

/// 3.37
#[derive(Serialize)]
pub(super) struct ThreadFlow {
    pub(super) locations: Vec<ThreadFlowLocation>,
}

/// 3.38
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ThreadFlowLocation {
    pub(super) location: Location,
    pub(super) execution_order: usize,
    pub(super) importance: &'static str,
}
