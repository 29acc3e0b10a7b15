//! Comments that suppress findings: `// rma-static: allow(RMA201) the owner is asleep then` (`!` in Fortran).
//!
//! A comment applies to the accesses of its own line; if it is alone on a line, to those of the next line with code. It suppresses
//! findings of the named rules with an access there. Comments that suppress nothing are reported, so that none remains when its
//! reason is gone; so are comments that begin with the name of the tool and are not understood.

mod comments;

use crate::finding::{Finding, Level, Report, Suppression, SuppressionKind};
use crate::location::SourceLocation;
use crate::rules::{RuleId, rules};
use crate::source::{SourceText, Sources};
use crate::summary::{Notice, NoticeKind};
use std::collections::BTreeSet;

/// What begins a comment for this tool.
const MARK: &str = "rma-static";

/// A comment.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Comment {
    file: String,
    /// Its line.
    line: u32,
    /// The line whose accesses it is for.
    about: u32,
    /// The rules between the brackets; `None` if the comment is not understood.
    rules: Option<Vec<String>>,
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
        let Some(text) = comment.complaint(used) else { continue };
        let location = Some(SourceLocation::new(comment.file.clone(), comment.line, 0, ""));
        report.notices.push(Notice { kind: NoticeKind::Suppression, level: Level::Warning, text, location });
    }
    report.notices.sort();
    report.notices.dedup();
}

impl Comment {
    fn covers(&self, finding: &Finding) -> bool {
        let named = self.rules.iter().flatten().any(|name| names(name, finding.rule));
        let at = |place: &SourceLocation| place.file == self.file && place.line == self.about;
        let call = |place: &SourceLocation| at(place);
        named
            && [&finding.earlier, &finding.later]
                .iter()
                .any(|access| at(&access.location) || access.inlined_at.iter().any(call))
    }

    /// What is wrong with a comment.
    fn complaint(&self, used: bool) -> Option<String> {
        let Some(rules) = &self.rules else {
            return Some(
                "this comment for rma-static is not understood, and has no effect: write `rma-static: allow(RMA201) reason`"
                    .to_owned(),
            );
        };
        match rules.iter().find(|name| !is_rule(name)) {
            Some(name) if name.is_empty() => {
                Some("a comment for rma-static names no rule, as in `rma-static: allow(RMA201) reason`".to_owned())
            }
            Some(name) => Some(format!("`allow({name})`: there is no such rule; --list-rules lists them")),
            None if used => None,
            None if self.about == self.line => {
                Some(format!("unused suppression: no finding of {} is at this line", rules.join(", ")))
            }
            None => {
                let (rules, about) = (rules.join(", "), self.about);
                Some(format!("unused suppression: no finding of {rules} is at line {about}, the next one with code"))
            }
        }
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
    if !text.contains(MARK) {
        return Vec::new();
    }
    let lines = comments::lines(file, text);
    let mut out = Vec::new();
    for (number, line) in (1..).zip(&lines) {
        let Some((rules, reason)) = understood(&line.comment) else { continue };
        let next = (number + 1..).zip(lines.iter().skip(number as usize)).find(|(_, line)| line.has_code);
        let about = if line.has_code { number } else { next.map_or(number, |(next, _)| next) };
        out.push(Comment { file: file.to_owned(), line: number, about, rules, reason });
    }
    out
}

/// The rules that a comment names, and the reason. `None` if the comment is not for this tool; no rules if it is for this tool and
/// not understood.
fn understood(comment: &str) -> Option<(Option<Vec<String>>, String)> {
    let at = comment.find(MARK)?;
    let (before, after) = (comment.get(..at)?, comment.get(at + MARK.len()..)?);
    let order = after.trim_start().strip_prefix(':').and_then(|rest| rest.trim_start().strip_prefix("allow"));
    let brackets = order.and_then(|rest| rest.trim_start().strip_prefix('(')).and_then(|rest| rest.split_once(')'));
    if let Some((inside, reason)) = brackets {
        let rules = inside.split(',').map(|name| name.trim().to_owned()).collect();
        return Some((Some(rules), reason.trim().to_owned()));
    }
    // The tool may be mentioned in other comments.
    let begins = before.chars().all(|c| c.is_whitespace() || "/*!<".contains(c));
    let is_order = after.trim_start().starts_with(':');
    (begins && is_order).then_some((None, String::new()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_stand_behind_or_above_the_code() {
        let text = SourceText::new(
            "x = 1; // rma-static: allow(RMA201, rma3xx) why\n  /* rma-static: allow(RMA101) a b */\n\n// c\n*y = 2\n"
                .to_owned(),
        );
        let all = comments_of("a.c", &text);
        assert_eq!(
            (all[0].about, all[0].rules.clone(), all[0].reason.as_str()),
            (1, Some(vec!["RMA201".to_owned(), "rma3xx".to_owned()]), "why")
        );
        assert_eq!((all[1].line, all[1].about, all[1].reason.as_str()), (2, 5, "a b"));
    }

    #[test]
    fn comments_have_many_forms() {
        let about = |text: &str| {
            let all = comments_of("a.c", &SourceText::new(text.to_owned()));
            all.iter().map(|comment| (comment.about, comment.rules.is_some())).collect::<Vec<_>>()
        };
        for text in [
            "/*\n * rma-static: allow(RMA101) why\n */\nx = 1;",
            "\n\n/// rma-static: allow(RMA101)\nx = 1;",
            "\n\n//rma-static:allow(RMA101)\nx = 1;",
            "\n\n\nx = 1; /* the owner sleeps; rma-static : allow (RMA101) */",
        ] {
            assert_eq!(about(text), [(4, true)], "{text}");
        }
        for text in
            ["// rma-static: alow(RMA101)\nx = 1;", "// rma-static: allow RMA101\nx;", "/* rma-static: allow( */\nx;"]
        {
            assert_eq!(about(text), [(2, false)], "{text}");
        }
        for text in
            ["s = \"// rma-static: allow(RMA101) x\";", "// found by rma-static: a race", "// rma-static finds this"]
        {
            assert_eq!(about(text), [], "{text}");
        }
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
