//! Reads the part of a SARIF 2.1.0 log that the corpus judges: level, rule and the two places of each result.

use crate::labels::Place;
use serde_json::Value;
use thiserror::Error;

/// Level of a reported result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// `error`.
    Error,
    /// `warning`, also the meaning of a missing level (SARIF 3.27.10).
    Warning,
    /// `note`.
    Note,
    /// `none`.
    None,
}

/// One result of the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// Its level.
    pub level: Level,
    /// Its rule.
    pub rule: String,
    /// `locations[0]`: the later access in program text.
    pub location: Option<Place>,
    /// `relatedLocations[0]`: the other access.
    pub related: Option<Place>,
    /// The message text.
    pub message: String,
}

/// The log is not what the output contract promises.
#[derive(Debug, Error)]
#[allow(missing_docs)] // The messages say it.
pub enum SarifError {
    #[error("not JSON: {0}")]
    Json(#[from] serde_json::Error),
    #[error("not a SARIF 2.1.0 log: no {0}")]
    Shape(&'static str),
    #[error("unknown level {0:?}")]
    Level(String),
}

/// All results of all runs, in the order of the log.
///
/// # Errors
/// When the text is no SARIF log.
pub fn parse(text: &str) -> Result<Vec<Report>, SarifError> {
    let log: Value = serde_json::from_str(text)?;
    if log["version"] != "2.1.0" {
        return Err(SarifError::Shape("version 2.1.0"));
    }
    let runs = log["runs"].as_array().filter(|runs| !runs.is_empty()).ok_or(SarifError::Shape("runs"))?;
    let mut reports = Vec::new();
    for run in runs {
        if !run["tool"]["driver"]["name"].is_string() {
            return Err(SarifError::Shape("tool.driver.name"));
        }
        // `results` may be absent only when a run failed to start, which is no outcome for a corpus program.
        let results = run["results"].as_array().ok_or(SarifError::Shape("results"))?;
        for result in results {
            reports.push(parse_result(result)?);
        }
    }
    Ok(reports)
}

fn parse_result(result: &Value) -> Result<Report, SarifError> {
    // A note is a result to review, and has no level as such (SARIF 3.27.9 and 3.27.10).
    let level = match result["level"].as_str() {
        Some("none") if result["kind"] == "review" => Level::Note,
        Some("error") => Level::Error,
        Some("warning") | None => Level::Warning,
        Some("note") => Level::Note,
        Some("none") => Level::None,
        Some(other) => return Err(SarifError::Level(other.to_owned())),
    };
    Ok(Report {
        level,
        rule: result["ruleId"].as_str().ok_or(SarifError::Shape("ruleId"))?.to_owned(),
        location: place(&result["locations"][0]),
        related: place(&result["relatedLocations"][0]),
        message: result["message"]["text"].as_str().unwrap_or_default().to_owned(),
    })
}

fn place(location: &Value) -> Option<Place> {
    let physical = &location["physicalLocation"];
    let uri = physical["artifactLocation"]["uri"].as_str()?;
    let line = u32::try_from(physical["region"]["startLine"].as_u64()?).ok()?;
    Some(Place { file: uri.trim_start_matches("file://").to_owned(), line })
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOG: &str = r#"{"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "t"}}, "results": [
        {"ruleId": "RMA101", "level": "error", "message": {"text": "race"},
         "locations": [{"physicalLocation": {"artifactLocation": {"uri": "file:///src/a.c"}, "region": {"startLine": 9}}}],
         "relatedLocations": [{"physicalLocation": {"artifactLocation": {"uri": "a.c"}, "region": {"startLine": 7}}}]},
        {"ruleId": "RMA102", "message": {"text": "no place"}}]}]}"#;

    #[test]
    fn results_are_read() {
        let reports = parse(LOG).unwrap();
        assert_eq!(reports[0].location, Some(Place { file: "/src/a.c".to_owned(), line: 9 }));
        assert_eq!(reports[0].related, Some(Place { file: "a.c".to_owned(), line: 7 }));
        assert_eq!((reports[0].level, reports[0].rule.as_str()), (Level::Error, "RMA101"));
        assert_eq!((reports[1].level, &reports[1].location), (Level::Warning, &None));
        let review = LOG.replace("\"level\": \"error\"", "\"level\": \"none\", \"kind\": \"review\"");
        assert_eq!(parse(&review).unwrap()[0].level, Level::Note);
    }

    #[test]
    fn broken_logs_are_errors() {
        assert!(matches!(parse(""), Err(SarifError::Json(_))));
        assert!(matches!(parse("{}"), Err(SarifError::Shape(_))));
        assert!(matches!(parse(r#"{"version": "2.1.0", "runs": []}"#), Err(SarifError::Shape(_))));
        assert!(matches!(parse(&LOG.replace("results", "result")), Err(SarifError::Shape("results"))));
        assert!(matches!(parse(&LOG.replace("\"error\"", "\"bad\"")), Err(SarifError::Level(_))));
    }
}
