//! Groups of findings that one edit would remove, each with the finding that explains the group.
//!
//! An operation that is never completed races with every later access, and a load before the barrier with every put: one missing
//! call causes many findings. Findings of one rule on the same memory and window are a group if they have the line of one access in
//! common; findings of any rule and memory, if one call that completes the operations would remove them all (`gap`), which decides where
//! it applies. The head of a group is its most certain finding; among equals the one whose advice removes the others, too, and of
//! these the first in the text. Machine-readable formats keep every finding and name its group.

mod gap;

use crate::finding::{Finding, Report};
use crate::rules::RuleId;
use std::collections::{BTreeMap, BTreeSet};

/// A finding that explains others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Group {
    /// Position of the finding in the report.
    pub head: usize,
    /// Positions of the other findings of the group, in the order of the report.
    pub others: Vec<usize>,
}

/// The properties that the members of a group share.
type Cause<'r> = (String, [bool; 2], &'r str, &'r str, (&'r str, u32, &'r str));

/// The groups of a normalised report, in the order of their heads; a single finding is a group.
pub fn groups(report: &Report) -> Vec<Group> {
    let mut parent: Vec<usize> = (0..report.findings.len()).collect();
    let mut first: BTreeMap<Cause<'_>, usize> = BTreeMap::new();
    let together = gap::together(report);
    let with_gap: BTreeSet<usize> = together.iter().flatten().copied().collect();
    // Two findings with gaps are together if one call removes both, and not by a third finding alone.
    let without = |(index, _): &(usize, &Finding)| !with_gap.contains(index);
    for (index, finding) in report.findings.iter().enumerate().filter(without) {
        for cause in causes(finding) {
            match first.get(&cause) {
                Some(known) => unite(&mut parent, *known, index),
                None => _ = first.insert(cause, index),
            }
        }
    }
    for members in &together {
        for pair in members.windows(2) {
            if let [a, b] = pair {
                unite(&mut parent, *a, *b);
            }
        }
    }
    // A finding without a gap goes to the first that has a line in common with it.
    for (index, finding) in report.findings.iter().enumerate().filter(|(index, _)| with_gap.contains(index)) {
        for known in causes(finding).iter().filter_map(|cause| first.remove(cause)) {
            unite(&mut parent, known, index);
        }
    }
    let mut members: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for index in 0..report.findings.len() {
        members.entry(root(&mut parent, index)).or_default().push(index);
    }
    let mut groups: Vec<Group> = members.into_values().filter_map(|all| group(report, &all)).collect();
    groups.sort_by_key(|group| group.head);
    groups
}

fn group(report: &Report, all: &[usize]) -> Option<Group> {
    let level = |index: &usize| report.findings.get(*index).map(|finding| finding.level);
    let surest = all.iter().map(level).max()?;
    let of_surest = |index: &&usize| level(index) == surest;
    let demands = |index: &usize| report.findings.get(*index).map_or(0, |finding| demands(finding.rule));
    // The first of those whose advice is good for the others, too.
    let head = *all.iter().filter(of_surest).rev().max_by_key(|index| demands(index))?;
    Some(Group { head, others: all.iter().copied().filter(|index| *index != head).collect() })
}

/// How much must be done about a finding: an operation that meets an access of another process must be complete at its target before
/// that goes on; one that meets another operation of its process, at its target; all others only at their origin.
fn demands(rule: RuleId) -> u8 {
    match rule {
        RuleId::RMA201 | RuleId::RMA202 => 2,
        _ if rule.to_string().starts_with("RMA2") || rule.to_string().starts_with("RMA3") => 1,
        _ => 0,
    }
}

/// Notes are not mixed with what is surer: they may be none. What is suppressed or known is not mixed with what counts, which it
/// would hide.
fn unsure_and_counting(finding: &Finding) -> [bool; 2] {
    [finding.level == crate::Level::Note, finding.counts()]
}

fn causes(finding: &Finding) -> [Cause<'_>; 2] {
    let window = finding.window.as_ref().map_or("", |window| window.name.as_str());
    let memory = finding.memory.as_ref().map(|memory| memory.name.as_str()).or(finding.later.variable.as_deref());
    [&finding.earlier, &finding.later].map(|access| {
        let at = &access.location;
        let function = if at.is_known() { "" } else { at.function.as_str() };
        (
            finding.rule.to_string(),
            unsure_and_counting(finding),
            window,
            memory.unwrap_or(""),
            (at.file.as_str(), at.line, function),
        )
    })
}

fn root(parent: &mut [usize], mut index: usize) -> usize {
    while let Some(up) = parent.get(index).copied().filter(|up| *up != index) {
        let above = parent.get(up).copied().unwrap_or(up);
        if let Some(entry) = parent.get_mut(index) {
            *entry = above;
        }
        index = above;
    }
    index
}

fn unite(parent: &mut [usize], a: usize, b: usize) {
    let (a, b) = (root(parent, a), root(parent, b));
    if let Some(entry) = parent.get_mut(a.max(b)) {
        *entry = a.min(b);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::{Access, Level, State, Suppression, SuppressionKind};
    use crate::location::SourceLocation;

    fn finding(first: u32, second: u32, function: &str) -> Finding {
        let access = |line, number| Access {
            location: SourceLocation::new("a.c", line, 1, function),
            number,
            ..Access::default()
        };
        Finding::new(RuleId::RMA101, Level::Error, String::new(), access(first, 1), access(second, 2))
    }

    fn sizes(findings: Vec<Finding>) -> Vec<usize> {
        let report = Report { findings, ..Report::default() };
        groups(&report).iter().map(|group| group.others.len() + 1).collect()
    }

    #[test]
    fn a_line_in_common_makes_a_group() {
        assert_eq!(sizes(vec![finding(1, 4, "f"), finding(1, 5, "f"), finding(2, 5, "f")]), [3]);
        assert_eq!(sizes(vec![finding(1, 4, "f"), finding(2, 5, "f")]), [1, 1]);
    }

    #[test]
    fn what_does_not_count_is_in_no_group_with_what_does() {
        let comment = Suppression { kind: SuppressionKind::InSource, reason: String::new() };
        let suppressed = Finding { suppression: Some(comment), ..finding(1, 4, "f") };
        let known = Finding { state: Some(State::Unchanged), ..finding(1, 5, "f") };
        let counting = || finding(1, 6, "f");
        assert_eq!(sizes(vec![suppressed, counting(), counting()]), [1, 2]);
        assert_eq!(sizes(vec![known, counting()]), [1, 1]);
    }
}
