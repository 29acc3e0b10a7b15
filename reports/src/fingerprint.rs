//! The identity of a finding over edits of the program.
//!
//! A fingerprint is the SHA-256 (first 128 bits, hexadecimal) of the rule, of both accesses (function, kind, variable)
//! sorted, and of the ordinal among the findings that agree in all of that, counted in the order of the text. So it does not change
//! when lines move, when the two accesses swap roles, or when another race comes or goes elsewhere.

use crate::finding::{Access, Finding, PairPosition, Report};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;

/// Name and version of the recipe above, as SARIF's `partialFingerprints` wants it.
pub const KEY: &str = "rmaRace/v1";

type AccessShape<'a> = (&'a str, &'a str, &'a str);
type Shape<'a> = (String, [AccessShape<'a>; 2]);

/// The fingerprints of all findings, in the order of `report.findings`.
pub fn fingerprints(report: &Report) -> Vec<String> {
    let mut same_shape: BTreeMap<Shape<'_>, Vec<(PairPosition<'_>, usize)>> = BTreeMap::new();
    for (index, finding) in report.findings.iter().enumerate() {
        same_shape.entry(shape(finding)).or_default().push((finding.pair_position(), index));
    }
    let mut by_index = BTreeMap::new();
    for (shape, mut members) in same_shape {
        members.sort();
        for (ordinal, (_, index)) in members.into_iter().enumerate() {
            by_index.insert(index, hash(&shape, ordinal));
        }
    }
    by_index.into_values().collect()
}

fn shape(finding: &Finding) -> Shape<'_> {
    let mut accesses = [access_shape(&finding.earlier), access_shape(&finding.later)];
    accesses.sort_unstable();
    (finding.rule.to_string(), accesses)
}

fn access_shape(access: &Access) -> AccessShape<'_> {
    (&access.location.function, &access.kind, access.variable.as_deref().unwrap_or(""))
}

fn hash((rule, accesses): &Shape<'_>, ordinal: usize) -> String {
    let mut sha = Sha256::new();
    // A zero byte ends each part, so that no two different lists of parts run into the same bytes.
    let mut part = |text: &str| {
        sha.update(text.as_bytes());
        sha.update([0]);
    };
    part(rule);
    for (function, kind, variable) in accesses {
        part(function);
        part(kind);
        part(variable);
    }
    part(&ordinal.to_string());
    sha.finalize().iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}
