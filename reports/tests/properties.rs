//! Fingerprints and order, over random reports.

mod common;

use proptest::prelude::*;
use rma_reports::fingerprint::fingerprints;
use rma_reports::group::groups;
use rma_reports::sarif::{self, SarifOptions};
use rma_reports::source::Sources;
use rma_reports::text::{self, TextOptions};
use rma_reports::{Access, Finding, Level, Report, RuleId, SourceLocation, json};
use std::collections::BTreeSet;

fn no_sources() -> Sources {
    Sources::default()
}

fn access() -> impl Strategy<Value = Access> {
    let name = prop::sample::select(vec!["f", "g"]);
    let kind = prop::sample::select(vec!["store", "load", "MPI_Put origin read"]);
    let variable = prop::option::of(prop::sample::select(vec!["a", "b"]));
    (name, kind, variable, 1u32..40, 1u32..4).prop_map(|(function, kind, variable, line, col)| Access {
        location: SourceLocation::new("p.c", line, col, function),
        label: format!("{kind} at {line}"),
        kind: kind.to_owned(),
        variable: variable.map(str::to_owned),
        ..Access::default()
    })
}

fn finding() -> impl Strategy<Value = Finding> {
    let rule = prop::sample::select(vec![RuleId::RMA101, RuleId::RMA104]);
    let level = prop::sample::select(vec![Level::Note, Level::Warning, Level::Error]);
    (rule, level, access(), access())
        .prop_map(|(rule, level, a, b)| Finding::new(rule, level, "accesses overlap", a, b))
}

fn report() -> impl Strategy<Value = Report> {
    prop::collection::vec(finding(), 0..12).prop_map(|findings| {
        let mut report = Report { findings, ..Report::default() };
        report.normalise();
        report
    })
}

proptest! {
    #[test]
    fn fingerprints_do_not_depend_on_which_access_is_primary(report in report(), swap in any::<u16>()) {
        let mut swapped = report.clone();
        for (index, finding) in swapped.findings.iter_mut().enumerate() {
            if swap >> index & 1 == 1 {
                std::mem::swap(&mut finding.earlier, &mut finding.later);
            }
        }
        prop_assert_eq!(fingerprints(&report, &no_sources()), fingerprints(&swapped, &no_sources()));
    }

    #[test]
    fn fingerprints_do_not_depend_on_line_numbers(report in report(), at in 0u32..40, by in 0u32..1000) {
        let mut edited = report.clone();
        for finding in &mut edited.findings {
            for access in [&mut finding.earlier, &mut finding.later] {
                if access.location.line > at {
                    access.location.line += by;
                }
            }
        }
        prop_assert_eq!(fingerprints(&report, &no_sources()), fingerprints(&edited, &no_sources()));
    }

    #[test]
    fn fingerprints_are_distinct(report in report()) {
        let all = fingerprints(&report, &no_sources());
        let distinct: BTreeSet<&String> = all.iter().map(|print| &print.exact).collect();
        prop_assert_eq!(distinct.len(), all.len());
    }

    #[test]
    fn the_report_does_not_depend_on_arrival(
        (findings, shuffled) in prop::collection::vec(finding(), 0..12)
            .prop_flat_map(|findings| (Just(findings.clone()), Just(findings).prop_shuffle()))
    ) {
        let mut first = Report { findings, ..Report::default() };
        let mut second = Report { findings: shuffled, ..Report::default() };
        first.normalise();
        second.normalise();
        prop_assert_eq!(json::render(&first, &no_sources()), json::render(&second, &no_sources()));
        let options = SarifOptions::default();
        prop_assert_eq!(sarif::render(&first, &no_sources(), &options), sarif::render(&second, &no_sources(), &options));
        let mut again = first.clone();
        again.normalise();
        prop_assert_eq!(first, again);
    }

    /// The program text may have changed since it was compiled: any position must do.
    #[test]
    fn text_renders_any_position(report in report(), file in prop::sample::select(vec!["halo.c", "halo.h", "", "no.c"])) {
        let mut report = report;
        for finding in &mut report.findings {
            finding.later.location.file = file.to_owned();
            finding.earlier.location.file = "halo.c".to_owned();
        }
        let options = TextOptions { show_notes: true, ..TextOptions::default() };
        let text = text::render(&report, &common::sources(), &options);
        prop_assert_eq!(text.matches(": accesses overlap").count(), groups(&report).len());
    }
}
