//! The scoreboard: how many runs were judged right, per folder and in all.

use crate::judge::{Class, Judgement};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// Counts of one folder.
#[derive(Debug, Default, Clone)]
struct Row {
    programs: BTreeSet<String>,
    true_positive: usize,
    false_negative: usize,
    false_positive: usize,
    true_negative: usize,
    extra: usize,
    notes: usize,
    broken: usize,
}

/// Counts of all folders; a run is one program, compiled in one way.
#[derive(Debug, Default)]
pub struct Scoreboard {
    rows: BTreeMap<String, Row>,
}

impl Scoreboard {
    /// Counts a run; `None` is a run without a judgement (the compiler or the analyzer failed).
    pub fn add(&mut self, folder: &str, program: &str, judgement: Option<&Judgement>) {
        let row = self.rows.entry(folder.to_owned()).or_default();
        row.programs.insert(program.to_owned());
        let Some(judgement) = judgement else {
            row.broken += 1;
            return;
        };
        row.extra += judgement.extra.len();
        row.notes += judgement.notes;
        match judgement.class() {
            Class::TruePositive => row.true_positive += 1,
            Class::FalseNegative => row.false_negative += 1,
            Class::FalsePositive => row.false_positive += 1,
            Class::TrueNegative => row.true_negative += 1,
        }
    }

    /// Whether no run was counted.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The table as text. TP, FN, FP and TN count runs; extra and notes count reports.
    pub fn render(&self) -> String {
        let width = self.rows.keys().map(String::len).max().unwrap_or(0).max("folder".len());
        let mut text = format!(
            "{:width$} {:>8} {:>5} {:>5} {:>5} {:>5} {:>9} {:>7} {:>8} {:>6} {:>6} {:>6}\n",
            "folder", "programs", "TP", "FN", "FP", "TN", "precision", "recall", "accuracy", "extra", "notes", "broken"
        );
        let mut total = Row::default();
        for (folder, row) in &self.rows {
            total.add(row);
            row.render(folder, width, &mut text);
        }
        total.render("total", width, &mut text);
        text
    }
}

impl Row {
    fn add(&mut self, other: &Row) {
        self.programs.extend(other.programs.iter().cloned());
        self.true_positive += other.true_positive;
        self.false_negative += other.false_negative;
        self.false_positive += other.false_positive;
        self.true_negative += other.true_negative;
        self.extra += other.extra;
        self.notes += other.notes;
        self.broken += other.broken;
    }

    fn render(&self, name: &str, width: usize, text: &mut String) {
        let (tp, fn_, fp, tn) = (self.true_positive, self.false_negative, self.false_positive, self.true_negative);
        let _ = writeln!(
            text,
            "{name:width$} {:>8} {tp:>5} {fn_:>5} {fp:>5} {tn:>5} {:>9} {:>7} {:>8} {:>6} {:>6} {:>6}",
            self.programs.len(),
            ratio(tp, tp + fp),
            ratio(tp, tp + fn_),
            ratio(tp + tn, tp + fn_ + fp + tn),
            self.extra,
            self.notes,
            self.broken,
        );
    }
}

/// Three decimals, rounded down so that 1.000 means all of them; `-` without a case.
fn ratio(part: usize, whole: usize) -> String {
    match (part * 1000).checked_div(whole) {
        None => "-".to_owned(),
        Some(thousandths) => format!("{}.{:03}", thousandths / 1000, thousandths % 1000),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table() {
        let mut board = Scoreboard::default();
        assert!(board.is_empty());
        let clean = Judgement::default();
        let found = Judgement { expected: 1, notes: 2, ..Judgement::default() };
        board.add("mpi/a", "p", Some(&clean));
        board.add("mpi/a", "p", Some(&clean));
        board.add("mpi/a", "q", Some(&found));
        board.add("mpi/b", "r", None);
        let expected = "\
folder programs    TP    FN    FP    TN precision  recall accuracy  extra  notes broken
mpi/a         2     1     0     0     2     1.000   1.000    1.000      0      2      0
mpi/b         1     0     0     0     0         -       -        -      0      0      1
total         3     1     0     0     2     1.000   1.000    1.000      0      2      1
";
        assert_eq!(board.render(), expected);
        assert_eq!(ratio(2999, 3000), "0.999");
    }
}
