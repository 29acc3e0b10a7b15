//! The identity of a finding across edits of the program.
//!
//! A finding has two fingerprints. The *exact* one is the SHA-256 (first 128 bits, hexadecimal) of the rule and of both accesses,
//! sorted: kind, variable, and the text of the line. So it does not change when lines move, when functions are renamed, when the
//! accesses swap roles, or when the code around them is edited. Findings with equal data are numbered by their order: if one of them
//! is mended, the others have a part of the same fingerprints, and never a new one. The *shape* is two hashes of the rule, the kinds,
//! variables, files and functions of both accesses, each with the text of one of the two lines. If one of the two lines is edited, one
//! hash of the two stays. Findings of an earlier report are matched by the exact fingerprint first, and the rest by shape
//! ([`crate::baseline`]).

use crate::finding::{Access, Finding, PairPosition, Report};
use crate::source::{Sources, scan};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;

/// Name and version of the exact recipe, as SARIF's `partialFingerprints` wants it.
pub const KEY: &str = "rmaRace/v3";
/// Name and version of the recipe that one edited line does not change.
pub const SHAPE_KEY: &str = "rmaRaceShape/v3";

/// The two identities of a finding.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fingerprint {
    /// Tells findings apart.
    pub exact: String,
    /// Two hashes, sorted, with `-` between: one of them stays when the line of one access is edited.
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
    let shapes = report.findings.iter().map(|finding| shape(finding, sources));
    exact.into_values().zip(shapes).map(|(exact, shape)| Fingerprint { exact, shape }).collect()
}

/// Whether two shapes have a hash in common.
pub fn alike(a: &str, b: &str) -> bool {
    a.split('-').any(|hash| !hash.is_empty() && b.split('-').any(|other| other == hash))
}

fn parts(finding: &Finding, sources: Option<&Sources>) -> Vec<String> {
    let mut accesses = [&finding.earlier, &finding.later].map(|access| of_access(access, sources));
    accesses.sort_unstable();
    std::iter::once(finding.rule.to_string()).chain(accesses.into_iter().flatten()).collect()
}

fn of_access(access: &Access, sources: Option<&Sources>) -> [String; 3] {
    let text = sources.map(|sources| line(access, sources)).unwrap_or_default();
    [access.kind.clone(), access.variable.clone().unwrap_or_default(), text]
}

fn shape(finding: &Finding, sources: &Sources) -> String {
    let accesses = [&finding.earlier, &finding.later];
    let mut places = accesses.map(|access| {
        let at = &access.location;
        // Without folders: a report may have been made below another one.
        [at.file.rsplit('/').next().unwrap_or_default(), at.function.as_str()]
    });
    places.sort_unstable();
    let common: Vec<String> =
        parts(finding, None).into_iter().chain(places.into_iter().flatten().map(str::to_owned)).collect();
    let mut halves = accesses.map(|access| {
        let own = of_access(access, Some(sources));
        hash(common.iter().chain(&own).map(String::as_str))
    });
    halves.sort_unstable();
    halves.join("-")
}

/// The line of an access, without what edits of the layout change.
fn line(access: &Access, sources: &Sources) -> String {
    let at = &access.location;
    let Some(text) = at.is_known().then(|| sources.text(&at.file).ok()).flatten() else { return String::new() };
    let line = text.line(at.line).unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" ");
    // A short function is one line with its head, and its name may change.
    let name = at.function.rsplit("::").next().unwrap_or_default();
    match scan::word(&line, name, 0).filter(|_| !name.is_empty()) {
        Some(word) => {
            [line.get(..word.start), line.get(word.end..)].into_iter().flatten().collect::<Vec<_>>().join("_")
        }
        None => line,
    }
}

pub(crate) fn hash<'a>(parts: impl Iterator<Item = &'a str>) -> String {
    let mut sha = Sha256::new();
    for part in parts {
        sha.update(part.as_bytes());
        // A zero byte ends each part, so that no two different lists of parts run into the same bytes.
        sha.update([0]);
    }
    sha.finalize().iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}
