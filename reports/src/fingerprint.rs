//! The identity of a finding across edits of the program.
//!
//! A finding has two fingerprints. The *exact* one is the SHA-256 (first 128 bits, hexadecimal) of the rule and of both accesses,
//! sorted: kind, variable, the text of the line, and that of the lines around it. So it does not change when lines move, when
//! functions are renamed, when the accesses swap roles, or when another race appears or disappears, even one of the same shape. It
//! changes when the code at the race is edited. The *shape* is the same hash without texts: it does not change then, but it is not
//! unique. Findings of an earlier report are matched by the exact fingerprint first, and the rest by shape and number
//! (`baseline`). Findings with equal data, because the text is missing or repeats itself, are distinguished by their order.

use crate::finding::{Access, Finding, PairPosition, Report};
use crate::source::{Sources, scan};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;

/// Name and version of the exact recipe, as SARIF's `partialFingerprints` wants it.
pub const KEY: &str = "rmaRace/v2";
/// Name and version of the recipe without texts.
pub const SHAPE_KEY: &str = "rmaRaceShape/v2";

/// Lines before and after an access that belong to it.
const AROUND: u32 = 2;

/// The two identities of a finding.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fingerprint {
    /// Tells findings apart.
    pub exact: String,
    /// Stays when the code at the race is edited.
    pub shape: String,
}

/// The fingerprints of all findings, in the order of `report.findings`.
pub fn fingerprints(report: &Report, sources: &Sources) -> Vec<Fingerprint> {
    let mut alike: BTreeMap<Vec<String>, Vec<(PairPosition<'_>, usize)>> = BTreeMap::new();
    for (index, finding) in report.findings.iter().enumerate() {
        alike.entry(parts(finding, Some(sources))).or_default().push((finding.pair_position(), index));
    }
    let mut exact = BTreeMap::new();
    for (parts, mut members) in alike {
        members.sort();
        for (ordinal, (_, index)) in members.into_iter().enumerate() {
            exact.insert(index, hash(parts.iter().map(String::as_str).chain([ordinal.to_string().as_str()])));
        }
    }
    let shapes = report.findings.iter().map(|finding| hash(parts(finding, None).iter().map(String::as_str)));
    exact.into_values().zip(shapes).map(|(exact, shape)| Fingerprint { exact, shape }).collect()
}

fn parts(finding: &Finding, sources: Option<&Sources>) -> Vec<String> {
    let mut accesses = [&finding.earlier, &finding.later].map(|access| of_access(access, sources));
    accesses.sort_unstable();
    std::iter::once(finding.rule.to_string()).chain(accesses.into_iter().flatten()).collect()
}

fn of_access(access: &Access, sources: Option<&Sources>) -> [String; 3] {
    let text = sources.map(|sources| around(access, sources)).unwrap_or_default();
    [access.kind.clone(), access.variable.clone().unwrap_or_default(), text]
}

/// The lines at an access, without what edits of the layout change.
fn around(access: &Access, sources: &Sources) -> String {
    let at = &access.location;
    let Some(text) = at.is_known().then(|| sources.text(&at.file).ok()).flatten() else { return String::new() };
    let lines = at.line.saturating_sub(AROUND).max(1)..=at.line.saturating_add(AROUND);
    // The head of a short function is among the lines, and its name may change.
    let name = at.function.rsplit("::").next().unwrap_or_default();
    let tidy = |line: &str| {
        let line = line.split_whitespace().collect::<Vec<_>>().join(" ");
        match scan::word(&line, name, 0).filter(|_| !name.is_empty()) {
            Some(word) => {
                [line.get(..word.start), line.get(word.end..)].into_iter().flatten().collect::<Vec<_>>().join("_")
            }
            None => line,
        }
    };
    let lines: Vec<String> =
        lines.filter_map(|line| text.line(line).map(tidy)).filter(|line| !line.is_empty()).collect();
    lines.join("\n")
}

fn hash<'a>(parts: impl Iterator<Item = &'a str>) -> String {
    let mut sha = Sha256::new();
    for part in parts {
        sha.update(part.as_bytes());
        // A zero byte ends each part, so that no two different lists of parts run into the same bytes.
        sha.update([0]);
    }
    sha.finalize().iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}
