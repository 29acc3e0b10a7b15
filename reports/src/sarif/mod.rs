//! The report as SARIF 2.1.0 (OASIS standard), for code scanning services and editors.
//!
//! There is one result for each race: `locations[0]` is the later access in the program text, `relatedLocations[0]` the
//! other one. Both processes of a race share one thread flow, because viewers show only the first. Assumptions and
//! notices are notifications of the one invocation.

mod model;
mod places;
mod results;
mod run;

use crate::finding::Report;
use crate::source::Sources;

/// Results that a log has at most: GitHub refuses more than 25,000, and shows 5,000.
pub const MOST_RESULTS: usize = 5_000;

/// How to render.
#[derive(Debug, Clone, Default)]
pub struct SarifOptions {
    /// The exit status that the process will end with.
    pub exit_code: i32,
    /// Include findings of level note, as results to review.
    pub show_notes: bool,
}

/// Renders a normalised report, indented, with a line end at the end. Files below the base of the sources get URIs relative to the
/// base `SRCROOT`.
pub fn render(report: &Report, sources: &Sources, options: &SarifOptions) -> String {
    let log = model::Log { schema: model::SCHEMA_URI, version: "2.1.0", runs: [run::run(report, sources, options)] };
    // Serialising fails only on maps whose keys are not strings and on failing writers; there is neither.
    let mut text = serde_json::to_string_pretty(&log).expect("plain data serialises");
    text.push('\n');
    crate::escape::json(&text).into_owned()
}
