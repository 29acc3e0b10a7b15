//! Findings that the configuration suppresses: rules that are off, and entries with rules, paths and functions.

use globset::{Glob, GlobSet, GlobSetBuilder};
use rma_reports::source::Roots;
use rma_reports::suppress::{is_rule, names};
use rma_reports::{Access, Finding, Level, Notice, NoticeKind, Report, Suppression, SuppressionKind};
use toml::{Table, Value};

/// The findings that the configuration suppresses.
#[derive(Debug, Clone, Default)]
pub(crate) struct Suppressions {
    off: Vec<String>,
    entries: Vec<Entry>,
}

/// A table `[[allow]]`: findings of one of the rules, with an access in one of the paths and functions.
#[derive(Debug, Clone)]
struct Entry {
    rules: Vec<String>,
    paths: Option<GlobSet>,
    functions: Option<GlobSet>,
    reason: String,
    /// As written in the file, for messages.
    words: String,
}

pub(super) const KEYS: [&str; 4] = ["functions", "paths", "reason", "rules"];

impl Suppressions {
    /// The table `rules`: `RMA506 = "off"`.
    pub(super) fn rules(&mut self, table: &Table) -> Result<(), String> {
        for (name, value) in table {
            if !is_rule(name) {
                return Err(format!("there is no rule `{name}`; --list-rules lists them"));
            }
            match value.as_str() {
                Some("off") => self.off.push(name.clone()),
                Some("on") => {}
                _ => return Err(format!("rule `{name}` must be \"on\" or \"off\"")),
            }
        }
        Ok(())
    }

    /// The tables `allow`.
    pub(super) fn allow(&mut self, value: &Value) -> Result<(), String> {
        let all = value.as_array().ok_or("`allow` must be a list of tables: [[allow]]")?;
        for table in all {
            self.entries.push(entry(table.as_table().ok_or("`allow` must be a list of tables: [[allow]]")?)?);
        }
        Ok(())
    }

    /// Marks the suppressed findings, and reports entries that match none.
    pub(crate) fn apply(&self, report: &mut Report, roots: &Roots) {
        let mut used = vec![false; self.entries.len()];
        for finding in &mut report.findings {
            let off = self.off.iter().any(|name| names(name, finding.rule)).then(|| "the rule is off".to_owned());
            let entry = self.entries.iter().zip(&mut used).find(|(entry, _)| entry.covers(finding, roots));
            let reason = off.or_else(|| {
                entry.map(|(entry, used)| {
                    *used = true;
                    entry.reason.clone()
                })
            });
            if let Some(reason) = reason {
                finding.suppression.get_or_insert(Suppression { kind: SuppressionKind::External, reason });
            }
        }
        for (entry, _) in self.entries.iter().zip(used).filter(|(_, used)| !used) {
            let text = format!("unused suppression in {}: no finding is of {}", super::NAME, entry.words);
            report.notices.push(Notice { kind: NoticeKind::Suppression, level: Level::Warning, text, location: None });
        }
        report.notices.sort();
        report.notices.dedup();
    }
}

impl Entry {
    fn covers(&self, finding: &Finding, roots: &Roots) -> bool {
        let of_rule = self.rules.is_empty() || self.rules.iter().any(|name| names(name, finding.rule));
        let at = |access: &Access| {
            let path = roots.relative(&access.location.file);
            self.paths.as_ref().is_none_or(|paths| paths.is_match(path))
                && self.functions.as_ref().is_none_or(|functions| functions.is_match(&access.location.function))
        };
        of_rule && [&finding.earlier, &finding.later].into_iter().any(at)
    }
}

fn entry(table: &Table) -> Result<Entry, String> {
    if let Some(key) = table.keys().find(|key| !KEYS.contains(&key.as_str())) {
        return Err(super::unknown(key, KEYS.into_iter()));
    }
    let list = |key: &str| -> Result<Vec<String>, String> {
        let error = || format!("`{key}` of `allow` must be a list of texts");
        match table.get(key) {
            None => Ok(Vec::new()),
            Some(Value::String(one)) => Ok(vec![one.clone()]),
            Some(Value::Array(all)) => {
                all.iter().map(|one| one.as_str().map(str::to_owned).ok_or_else(error)).collect()
            }
            Some(_) => Err(error()),
        }
    };
    let (rules, paths, functions) = (list("rules")?, list("paths")?, list("functions")?);
    if let Some(name) = rules.iter().find(|name| !is_rule(name)) {
        return Err(format!("there is no rule `{name}`; --list-rules lists them"));
    }
    if rules.is_empty() && paths.is_empty() && functions.is_empty() {
        return Err("an entry of `allow` names rules, paths or functions".to_owned());
    }
    let reason = table.get("reason").and_then(Value::as_str).unwrap_or_default().to_owned();
    let words = [("rules", &rules), ("paths", &paths), ("functions", &functions)];
    let words: Vec<String> = words
        .iter()
        .filter(|(_, all)| !all.is_empty())
        .map(|(what, all)| format!("{what} {}", all.join(", ")))
        .collect();
    Ok(Entry { rules, paths: globs(&paths)?, functions: globs(&functions)?, reason, words: words.join("; ") })
}

fn globs(patterns: &[String]) -> Result<Option<GlobSet>, String> {
    if patterns.is_empty() {
        return Ok(None);
    }
    let mut set = GlobSetBuilder::new();
    for pattern in patterns {
        set.add(Glob::new(pattern).map_err(|bad| bad.to_string())?);
    }
    set.build().map(Some).map_err(|bad| bad.to_string())
}
