//! The machine-readable formats against their schemas.

#![expect(clippy::unwrap_used, reason = "what a test needs is there, or the test fails")]

mod common;

use common::{clean, sample, sources};
use rma_reports::Report;
use rma_reports::sarif::{self, SarifOptions};
use rma_reports::source::Sources;
use serde_json::Value;

const SARIF_SCHEMA: &str = include_str!("schema/sarif-schema-2.1.0.json");
const REPORT_SCHEMA: &str = include_str!("../schema/report-v1.schema.json");

fn errors(schema: &str, document: &str) -> Vec<String> {
    // The schema of SARIF has a stray bracket in the pattern of a member that is not used here; errata 01 repairs it.
    let schema = schema.replace("^[a-zA-Z]{2}|^[a-zA-Z]{2}-[a-zA-Z]{2}]?$", "^[a-zA-Z]{2}(-[a-zA-Z]{2})?$");
    let schema: Value = serde_json::from_str(&schema).unwrap();
    let validator = jsonschema::options().should_validate_formats(true).build(&schema).unwrap();
    let document: Value = serde_json::from_str(document).unwrap();
    validator.iter_errors(&document).map(|error| format!("{}: {error}", error.instance_path())).collect()
}

fn reports() -> [Report; 3] {
    [sample(), clean(), Report::default()]
}

#[test]
fn sarif_is_valid() {
    for report in reports() {
        for sources in [sources(), Sources::default()] {
            let log = sarif::render(&report, &sources, &SarifOptions { show_notes: true, ..SarifOptions::default() });
            assert_eq!(errors(SARIF_SCHEMA, &log), Vec::<String>::new());
        }
    }
}

#[test]
fn json_is_valid() {
    for report in reports() {
        assert_eq!(errors(REPORT_SCHEMA, &rma_reports::json::render(&report, &sources())), Vec::<String>::new());
    }
}

/// The two tests above could not fail if the validator accepted anything.
#[test]
fn the_schemas_refuse_what_is_wrong() {
    let log = sarif::render(&sample(), &sources(), &SarifOptions::default());
    assert_ne!(errors(SARIF_SCHEMA, &log.replace("\"startLine\": 10", "\"startLine\": 0")), Vec::<String>::new());
    assert_ne!(errors(SARIF_SCHEMA, &log.replace("\"ruleId\"", "\"ruleName\"")), Vec::<String>::new());
    let report = rma_reports::json::render(&sample(), &sources());
    assert_ne!(errors(REPORT_SCHEMA, &report.replace("\"warning\"", "\"bad\"")), Vec::<String>::new());
}

#[test]
fn sarif_places_the_pair_as_promised() {
    let log: Value = serde_json::from_str(&sarif::render(&sample(), &sources(), &SarifOptions::default())).unwrap();
    let result =
        &log["runs"][0]["results"].as_array().unwrap().iter().find(|result| result["ruleId"] == "RMA101").unwrap();
    let line = |location: &Value| location["physicalLocation"]["region"]["startLine"].as_u64();
    assert_eq!(line(&result["locations"][0]), Some(10));
    assert_eq!(line(&result["relatedLocations"][0]), Some(9));
    assert_eq!(result["codeFlows"].as_array().unwrap().len(), 1);
    assert_eq!(result["codeFlows"][0]["threadFlows"].as_array().unwrap().len(), 1);
    let rules = log["runs"][0]["tool"]["driver"]["rules"].as_array().unwrap();
    for result in log["runs"][0]["results"].as_array().unwrap() {
        assert_eq!(rules[result["ruleIndex"].as_u64().unwrap() as usize]["id"], result["ruleId"]);
    }
}
