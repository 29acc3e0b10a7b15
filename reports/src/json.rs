//! The report as JSON, for other programs.
//!
//! `reports/schema/report-v1.schema.json` describes the format. Within version 1 members may be added, never removed
//! or given another meaning. Members that can be unknown are `null`, lists are present even when empty.

use crate::escape;
use crate::finding::{Access, Finding, Gone, Report, Tool};
use crate::fingerprint::fingerprints;
use crate::group::groups;
use crate::source::Sources;
use crate::summary::{Assumption, Notice, Summary};
use crate::text::column;
use serde::Serialize;
use std::collections::BTreeMap;

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
    baseline: Option<&'a str>,
    gone: &'a [Gone],
}

#[derive(Serialize)]
struct FindingView<'a> {
    fingerprint: String,
    shape: String,
    /// Fingerprint of the finding that explains this one; its own fingerprint if it explains itself.
    group: String,
    #[serde(flatten)]
    finding: Finding,
    variables: Vec<&'a str>,
}

/// Renders a normalised report, indented, with a line end at the end. Paths are as the debug information has them, columns those of
/// the routines where a macro is around them.
pub fn render(report: &Report, sources: &Sources) -> String {
    let prints = fingerprints(report, sources);
    let mut heads: BTreeMap<usize, usize> = BTreeMap::new();
    for group in groups(report) {
        heads.extend(group.others.iter().map(|other| (*other, group.head)));
    }
    let findings = report
        .findings
        .iter()
        .zip(&prints)
        .enumerate()
        .map(|(index, (finding, print))| FindingView {
            fingerprint: print.exact.clone(),
            shape: print.shape.clone(),
            group: heads.get(&index).and_then(|head| prints.get(*head)).unwrap_or(print).exact.clone(),
            variables: finding.variables(),
            finding: placed(finding, sources),
        })
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
        baseline: report.baseline.as_deref(),
        gone: &report.gone,
    };
    // Serialising fails only on maps whose keys are not strings and on failing writers; there is neither.
    let mut text = serde_json::to_string_pretty(&document).expect("plain data serialises");
    text.push('\n');
    escape::json(&text).into_owned()
}

fn placed(finding: &Finding, sources: &Sources) -> Finding {
    let place = |access: &Access| {
        let mut access = access.clone();
        access.location.col = column(&access, sources);
        access
    };
    Finding { later: place(&finding.later), earlier: place(&finding.earlier), ..finding.clone() }
}
