//! The report as JSON, for other programs.
//!
//! `reports/schema/report-v1.schema.json` describes the format. Within version 1 members may be added, never removed
//! or given another meaning. Members that can be unknown are `null`, lists are present even when empty.

use crate::finding::{Finding, Report, Tool};
use crate::fingerprint::fingerprints;
use crate::summary::{Assumption, Notice, Summary};
use serde::Serialize;

/// Value of the member `schema`.
pub const SCHEMA: &str = "rma-static/report/v1";

#[derive(Serialize)]
struct Document<'a> {
    schema: &'static str,
    tool: &'a Tool,
    inputs: &'a [String],
    complete: bool,
    findings: Vec<FindingView<'a>>,
    summary: &'a Summary,
    assumptions: &'a [Assumption],
    notices: &'a [Notice],
}

#[derive(Serialize)]
struct FindingView<'a> {
    fingerprint: String,
    #[serde(flatten)]
    finding: &'a Finding,
    variables: Vec<&'a str>,
}

/// Renders a normalised report, indented, with a line end at the end. Paths are as the debug information has them.
pub fn render(report: &Report) -> String {
    let findings = report
        .findings
        .iter()
        .zip(fingerprints(report))
        .map(|(finding, fingerprint)| FindingView { fingerprint, variables: finding.variables(), finding })
        .collect();
    let document = Document {
        schema: SCHEMA,
        tool: &report.tool,
        inputs: &report.inputs,
        complete: report.complete,
        findings,
        summary: &report.summary,
        assumptions: &report.assumptions,
        notices: &report.notices,
    };
    // Serialising fails only on maps whose keys are not strings and on failing writers; there is neither.
    let mut text = serde_json::to_string_pretty(&document).expect("plain data serialises");
    text.push('\n');
    text
}
