//! What users see, as snapshots. `cargo insta review`, or INSTA_UPDATE=always, accepts a change.

mod common;

use common::{clean, fixtures, sample, sources, store_against_put};
use rma_reports::sarif::{self, SarifOptions};
use rma_reports::source::{Compiled, Roots, Sources};
use rma_reports::text::{self, TextOptions};
use rma_reports::{Access, Level, Report, json};
use std::path::PathBuf;

fn text(report: &Report, options: &TextOptions) -> String {
    text::render(report, &sources(), options)
}

#[test]
fn text_hides_notes() {
    insta::assert_snapshot!(text(&sample(), &TextOptions::default()));
}

#[test]
fn text_shows_notes_when_asked() {
    let mut report = sample();
    report.findings.retain(|finding| finding.level == Level::Note);
    insta::assert_snapshot!(text(&report, &TextOptions { show_notes: true, ..TextOptions::default() }));
}

#[test]
fn text_without_sources() {
    let nowhere = Sources::new(Roots::only(PathBuf::from("/nowhere")), Compiled::default());
    insta::assert_snapshot!(text::render(&sample(), &nowhere, &TextOptions::default()));
}

#[test]
fn text_of_absolute_paths_is_that_of_relative_ones() {
    let mut report = sample();
    for finding in &mut report.findings {
        for location in [&mut finding.earlier.location, &mut finding.later.location] {
            if location.file.starts_with("halo") {
                location.file = fixtures().join(&location.file).to_string_lossy().into_owned();
            }
        }
    }
    assert_eq!(text(&report, &TextOptions::default()), text(&sample(), &TextOptions::default()));
}

#[test]
fn text_of_a_line_that_races_with_itself() {
    let mut finding = store_against_put();
    finding.earlier = Access { number: 1, ..finding.later.clone() };
    finding.earlier.label = "`MPI_Put` of the iteration before".to_owned();
    finding.story.clear();
    let report = Report { findings: vec![finding], ..clean() };
    insta::assert_snapshot!(text(&report, &TextOptions { quiet: true, ..TextOptions::default() }));
}

#[test]
fn short_form() {
    insta::assert_snapshot!(text::render_short(&sample(), &sources(), &TextOptions::default()));
}

#[test]
fn text_quiet() {
    insta::assert_snapshot!(text(&sample(), &TextOptions { quiet: true, ..TextOptions::default() }));
    assert_eq!(text(&clean(), &TextOptions { quiet: true, ..TextOptions::default() }), "");
}

#[test]
fn text_of_a_clean_run() {
    insta::assert_snapshot!(text(&clean(), &TextOptions::default()));
}

#[test]
fn text_in_colour() {
    let mut report = sample();
    report.findings.retain(|finding| finding.level == Level::Error);
    let coloured = text(&report, &TextOptions { colour: true, quiet: true, ..TextOptions::default() });
    insta::assert_snapshot!(coloured.replace('\u{1b}', "␛"));
}

#[test]
fn json_report() {
    insta::assert_snapshot!(json::render(&sample(), &sources()));
}

#[test]
fn sarif_log() {
    let options = SarifOptions { exit_code: 1, show_notes: true };
    let log = sarif::render(&sample(), &sources(), &options).replace(&*fixtures().to_string_lossy(), "/home/user/halo");
    let mut log: serde_json::Value = serde_json::from_str(&log).unwrap();
    // The pages of the rules have a snapshot of their own.
    for rule in log["runs"][0]["tool"]["driver"]["rules"].as_array_mut().unwrap() {
        rule["help"] = "...".into();
        rule["fullDescription"] = "...".into();
    }
    insta::assert_snapshot!(serde_json::to_string_pretty(&log).unwrap());
}

#[test]
fn rule_pages() {
    let pages: Vec<String> = rma_reports::rules::rules().iter().map(rma_reports::Rule::markdown).collect();
    insta::assert_snapshot!(pages.join("\n\n"));
}
