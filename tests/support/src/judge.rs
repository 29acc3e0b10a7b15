//! Compares what a program must give with what was reported.

use crate::labels::{Expectation, Place, Severity};
use crate::sarif::{Level, Report};
use std::fmt::Write;

/// The comparison for one run.
#[derive(Debug, Default)]
pub struct Judgement {
    /// Number of findings that the labels ask for.
    pub expected: usize,
    /// Expected findings that were not reported.
    pub missed: Vec<Expectation>,
    /// Reports at error or warning level that no label asks for, second reports of one race included.
    pub extra: Vec<Report>,
    /// Reports at note level; counted, not judged.
    pub notes: usize,
}

/// A run in the terms of detection theory: is the program racy, was it handled as its label says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Class {
    /// Racy, and every labelled race was reported.
    TruePositive,
    /// Racy, and a labelled race was not reported.
    FalseNegative,
    /// Race-free, and something was reported.
    FalsePositive,
    /// Race-free, and nothing was reported.
    TrueNegative,
}

impl Judgement {
    /// Neither a miss nor a false alarm.
    pub fn passed(&self) -> bool {
        self.missed.is_empty() && self.extra.is_empty()
    }

    /// How the run counts.
    pub fn class(&self) -> Class {
        match (self.expected, self.missed.is_empty(), self.extra.is_empty()) {
            (0, _, true) => Class::TrueNegative,
            (0, _, false) => Class::FalsePositive,
            (_, true, _) => Class::TruePositive,
            (_, false, _) => Class::FalseNegative,
        }
    }

    /// The misses and false alarms, a line each.
    pub fn describe(&self) -> String {
        let mut text = String::new();
        for expectation in &self.missed {
            let _ = writeln!(text, "missed:      {expectation}");
        }
        let place = |place: &Option<Place>| place.as_ref().map_or_else(|| "no line".to_owned(), Place::to_string);
        for report in &self.extra {
            let level = if report.level == Level::Error { "error" } else { "warning" };
            let (location, related) = (place(&report.location), place(&report.related));
            let _ = writeln!(text, "false alarm: {level} {} {location} and {related}: {}", report.rule, report.message);
        }
        text
    }
}

/// Matches every expectation with one report; what is left on either side is a miss or a false alarm.
///
/// `-O0` is the reference. Optimised code has the races that its labels name, but facts that told a value known are
/// gone (vectorised ranks, merged conditions): with `reference` false an error may be reported as a warning.
pub fn judge(expected: &[Expectation], reports: &[Report], reference: bool) -> Judgement {
    let of = |levels: &[Level]| -> Vec<Report> {
        reports.iter().filter(|report| levels.contains(&report.level)).cloned().collect()
    };
    let (mut notes, mut extra) = (of(&[Level::Note]), of(&[Level::Error, Level::Warning]));
    let mut missed = Vec::new();
    for expectation in expected {
        if expectation.severity == Severity::Note {
            match notes.iter().position(|report| matches(expectation, report, reference)) {
                Some(index) => drop(notes.remove(index)),
                None => missed.push(expectation.clone()),
            }
            continue;
        }
        match extra.iter().position(|report| matches(expectation, report, reference)) {
            Some(index) => drop(extra.remove(index)),
            None => missed.push(expectation.clone()),
        }
    }
    Judgement { expected: expected.len(), missed, extra, notes: notes.len() }
}

fn matches(expectation: &Expectation, report: &Report, reference: bool) -> bool {
    let level = match expectation.severity {
        Severity::Error => Level::Error,
        Severity::Warning => Level::Warning,
        Severity::Note => Level::Note,
    };
    let (Some(location), Some(related)) = (&report.location, &report.related) else { return false };
    let [a, b] = &expectation.places;
    let places = if a.file == b.file {
        let (earlier, later) = if a.line <= b.line { (a, b) } else { (b, a) };
        same(later, location) && same(earlier, related)
    } else {
        // Two files have no order in program text.
        (same(a, location) && same(b, related)) || (same(b, location) && same(a, related))
    };
    let lower = !reference && level == Level::Error && report.level == Level::Warning;
    (report.level == level || lower) && report.rule == expectation.rule && places
}

/// The report may name the file by a longer path than the label does.
fn same(label: &Place, reported: &Place) -> bool {
    let longer = reported.file.strip_suffix(&label.file).is_some_and(|rest| rest.is_empty() || rest.ends_with('/'));
    longer && label.line == reported.line
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(file: &str, line: u32) -> Place {
        Place { file: file.to_owned(), line }
    }

    fn expect(a: (&str, u32), b: (&str, u32)) -> Expectation {
        let places = [place(a.0, a.1), place(b.0, b.1)];
        Expectation { severity: Severity::Error, rule: "RMA101".to_owned(), places }
    }

    fn report(level: Level, rule: &str, location: (&str, u32), related: (&str, u32)) -> Report {
        let (location, related) = (Some(place(location.0, location.1)), Some(place(related.0, related.1)));
        Report { level, rule: rule.to_owned(), location, related, message: "text".to_owned() }
    }

    #[test]
    fn an_exact_report_passes() {
        let judgement = judge(
            &[expect(("c/p.c", 4), ("c/p.c", 5))],
            &[
                report(Level::Error, "RMA101", ("/src/c/p.c", 5), ("c/p.c", 4)),
                report(Level::Note, "RMA102", ("c/p.c", 1), ("c/p.c", 1)),
            ],
            true,
        );
        assert!(judgement.passed(), "{}", judgement.describe());
        assert_eq!((judgement.class(), judgement.notes), (Class::TruePositive, 1));
    }

    #[test]
    fn a_label_may_name_the_later_line_first() {
        let reports = [report(Level::Error, "RMA101", ("p.c", 5), ("p.c", 4))];
        assert!(judge(&[expect(("p.c", 5), ("p.c", 4))], &reports, true).passed());
    }

    #[test]
    fn everything_else_fails() {
        let expected = [expect(("p.c", 4), ("p.c", 5))];
        for wrong in [
            report(Level::Warning, "RMA101", ("p.c", 5), ("p.c", 4)),
            report(Level::Error, "RMA103", ("p.c", 5), ("p.c", 4)),
            report(Level::Error, "RMA101", ("p.c", 4), ("p.c", 5)),
            report(Level::Error, "RMA101", ("p.c", 6), ("p.c", 4)),
            report(Level::Error, "RMA101", ("xp.c", 5), ("p.c", 4)),
            Report { related: None, ..report(Level::Error, "RMA101", ("p.c", 5), ("p.c", 4)) },
        ] {
            let judgement = judge(&expected, std::slice::from_ref(&wrong), true);
            assert_eq!((judgement.missed.len(), judgement.extra.len()), (1, 1), "{wrong:?}");
            assert_eq!(judgement.class(), Class::FalseNegative);
        }
    }

    #[test]
    fn a_second_report_of_one_race_is_a_false_alarm() {
        let twice = report(Level::Error, "RMA101", ("p.c", 5), ("p.c", 4));
        let judgement = judge(&[expect(("p.c", 4), ("p.c", 5))], &[twice.clone(), twice], true);
        assert!(!judgement.passed());
        assert_eq!((judgement.class(), judgement.extra.len()), (Class::TruePositive, 1));
    }

    #[test]
    fn race_free_programs() {
        assert_eq!(judge(&[], &[], true).class(), Class::TrueNegative);
        let alarm = report(Level::Warning, "RMA101", ("p.c", 5), ("p.c", 4));
        assert_eq!(judge(&[], &[alarm], true).class(), Class::FalsePositive);
    }

    #[test]
    fn places_in_two_files_have_no_order() {
        let expected = [expect(("a/x.c", 9), ("a/y.c", 2))];
        assert!(judge(&expected, &[report(Level::Error, "RMA101", ("a/x.c", 9), ("a/y.c", 2))], true).passed());
        assert!(judge(&expected, &[report(Level::Error, "RMA101", ("a/y.c", 2), ("a/x.c", 9))], true).passed());
    }
}
