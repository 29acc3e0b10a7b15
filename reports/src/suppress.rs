//! Comments that suppress findings: `// rma-static: allow(RMA201) the owner is asleep then` (`!` in Fortran).
//!
//! A comment applies to the accesses of its own line; if it is alone on a line, to those of the next line with code. It suppresses
//! findings of the named rules with an access there. Comments that suppress nothing are reported, so that none remains when its
//! reason is gone.

use crate::finding::{Finding, Level, Report, Suppression, SuppressionKind};
use crate::location::SourceLocation;
use crate::rules::{RuleId, rules};
use crate::source::{SourceText, Sources};
use crate::summary::{Notice, NoticeKind};
use std::collections::BTreeSet;

/// What begins a comment for this tool.
const MARK: &str = "rma-static: allow";

/// A comment.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Comment {
    file: String,
    /// Its line.
    line: u32,
    /// The line whose accesses it is for.
    about: u32,
    rules: Vec<String>,
    reason: String,
}

/// Applies the comments of these source files.
pub fn apply(report: &mut Report, sources: &Sources, files: &[String]) {
    let mut comments = Vec::new();
    for file in files.iter().collect::<BTreeSet<_>>() {
        if let Ok(text) = sources.text(file) {
            comments.extend(comments_of(file, &text));
        }
    }
    if comments.is_empty() {
        return;
    }
    let mut used = vec![false; comments.len()];
    for finding in &mut report.findings {
        for (comment, used) in comments.iter().zip(&mut used) {
            if comment.covers(finding) {
                *used = true;
                let reason = comment.reason.clone();
                finding.suppression.get_or_insert(Suppression { kind: SuppressionKind::InSource, reason });
            }
        }
    }
    for (comment, used) in comments.iter().zip(used) {
        let unknown = comment.rules.iter().find(|name| !is_rule(name));
        let text = match unknown {
            Some(name) if comment.rules.is_empty() || name.is_empty() => {
                "a comment for rma-static names no rule, as in `rma-static: allow(RMA201) reason`".to_owned()
            }
            Some(name) => format!("`allow({name})`: there is no such rule; --list-rules lists them"),
            None if !used => format!("unused suppression: no finding of {} is at this line", comment.rules.join(", ")),
            None => continue,
        };
        let location = Some(SourceLocation::new(comment.file.clone(), comment.line, 0, ""));
        report.notices.push(Notice { kind: NoticeKind::Suppression, level: Level::Warning, text, location });
    }
    report.notices.sort();
    report.notices.dedup();
}

impl Comment {
    fn covers(&self, finding: &Finding) -> bool {
        let named = self.rules.iter().any(|name| names(name, finding.rule));
        let at = |place: &SourceLocation| place.file == self.file && place.line == self.about;
        let call = |place: &SourceLocation| at(place);
        named
            && [&finding.earlier, &finding.later]
                .iter()
                .any(|access| at(&access.location) || access.inlined_at.iter().any(call))
    }
}

/// Whether a name means a rule: `RMA201`, or `RMA2xx` for a family.
pub fn names(name: &str, rule: RuleId) -> bool {
    let (name, rule) = (name.to_ascii_uppercase(), rule.to_string());
    match name.strip_suffix("XX") {
        Some(family) => rule.starts_with(family) && family.len() == 4,
        None => rule == name,
    }
}

/// Whether a name means any rule.
pub fn is_rule(name: &str) -> bool {
    rules().iter().any(|rule| names(name, rule.id))
}

fn comments_of(file: &str, text: &SourceText) -> Vec<Comment> {
    let mut out = Vec::new();
    for line in 1..=text.lines() {
        let Some(content) = text.line(line) else { continue };
        let Some(at) = content.find(MARK) else { continue };
        let (before, after) =
            (content.get(..at).unwrap_or_default(), content.get(at + MARK.len()..).unwrap_or_default());
        let Some((inside, reason)) = after.trim_start().strip_prefix('(').and_then(|rest| rest.split_once(')')) else {
            continue;
        };
        // The mark must be in a comment, and not in a string of the program.
        let Some(code) = ["//", "/*", "!", "#"].iter().filter_map(|sign| before.rfind(sign)).max() else { continue };
        let alone = before.get(..code).is_some_and(|code| code.trim().is_empty());
        let is_blank = |line: &u32| text.line(*line).is_none_or(|content| is_comment(content.trim()));
        let about = if alone { (line + 1..=text.lines()).find(|line| !is_blank(line)).unwrap_or(line) } else { line };
        let rules = inside.split(',').map(|name| name.trim().to_owned()).collect();
        let reason = reason.trim().trim_end_matches("*/").trim().to_owned();
        out.push(Comment { file: file.to_owned(), line, about, rules, reason });
    }
    out
}

fn is_comment(line: &str) -> bool {
    line.is_empty() || ["//", "/*", "*", "!"].iter().any(|sign| line.starts_with(sign))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_stand_behind_or_above_the_code() {
        let text = SourceText::new(
            "x = 1; // rma-static: allow(RMA201, rma3xx) why\n  /* rma-static: allow(RMA101) a b */\n\n! c\ny = 2\n"
                .to_owned(),
        );
        let all = comments_of("a.c", &text);
        assert_eq!(
            (all[0].about, &all[0].rules[..], all[0].reason.as_str()),
            (1, &["RMA201".to_owned(), "rma3xx".to_owned()][..], "why")
        );
        assert_eq!((all[1].line, all[1].about, all[1].reason.as_str()), (2, 5, "a b"));
    }

    #[test]
    fn names_are_rules_or_families() {
        assert!(names("RMA201", RuleId::RMA201) && names("rma2xx", RuleId::RMA203) && !names("RMA1xx", RuleId::RMA201));
        assert!(is_rule("RMA5xx") && !is_rule("RMA999") && !is_rule("xx") && !is_rule("RMA") && !is_rule(""));
    }

    #[test]
    fn texts_of_the_program_are_no_comments() {
        let text = SourceText::new("puts(\"rma-static: allow(RMA201) no\");\n".to_owned());
        assert!(comments_of("a.c", &text).is_empty());
    }
}
