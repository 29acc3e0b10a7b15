//! The rules: one Markdown file each under `rules/`, which feeds `--explain`, the help of SARIF and the manual.

mod parse;

pub use parse::{RuleError, Section};

use crate::finding::Level;
use serde::{Serialize, Serializer};
use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

/// The stable name of a rule: `RMA101`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RuleId(u16);

impl RuleId {
    /// Local write to a buffer that a pending one-sided operation reads.
    pub const RMA101: RuleId = RuleId(101);
    /// Local read of a buffer that a pending one-sided operation writes.
    pub const RMA102: RuleId = RuleId(102);
    /// Local write to a buffer that a pending one-sided operation writes.
    pub const RMA103: RuleId = RuleId(103);
    /// Two pending operations overlap in the origin's memory and one writes.
    pub const RMA104: RuleId = RuleId(104);
    /// Buffer of a pending nonblocking message or collective used too early.
    pub const RMA105: RuleId = RuleId(105);
    /// Put and an access of the target to its own window memory.
    pub const RMA201: RuleId = RuleId(201);
    /// Get and a write of the target to its own window memory.
    pub const RMA202: RuleId = RuleId(202);
    /// Two operations on the same bytes of one target.
    pub const RMA203: RuleId = RuleId(203);
    /// Copies of a window that are not reconciled (separate memory model).
    pub const RMA204: RuleId = RuleId(204);
    /// Accesses that are not atomic to each other.
    pub const RMA301: RuleId = RuleId(301);
    /// Accumulate operations with different reductions on one location.
    pub const RMA302: RuleId = RuleId(302);
    /// One accumulate operation beside another read, by the letter of the standard.
    pub const RMA303: RuleId = RuleId(303);
    /// Lifetime of a buffer ends while an operation on it is pending.
    pub const RMA401: RuleId = RuleId(401);
    /// Buffer freed or reallocated while an operation on it is pending.
    pub const RMA402: RuleId = RuleId(402);
    /// Window freed with operations pending.
    pub const RMA403: RuleId = RuleId(403);
    /// One-sided operation outside any access epoch.
    pub const RMA501: RuleId = RuleId(501);
    /// Epoch not closed on a path.
    pub const RMA502: RuleId = RuleId(502);
    /// Closing or flushing call without its epoch.
    pub const RMA503: RuleId = RuleId(503);
    /// Operation pending at a fence that asserts that none precedes.
    pub const RMA504: RuleId = RuleId(504);
    /// Promise of an assertion broken.
    pub const RMA505: RuleId = RuleId(505);
    /// Window memory polled with plain loads.
    pub const RMA506: RuleId = RuleId(506);
    /// Request-based operation in an active target epoch.
    pub const RMA507: RuleId = RuleId(507);
    /// Lock inside another epoch.
    pub const RMA508: RuleId = RuleId(508);
    /// Operation beyond the memory of its target, or beyond its buffer.
    pub const RMA509: RuleId = RuleId(509);
    /// Call that the requested thread level forbids.
    pub const RMA601: RuleId = RuleId(601);

    /// The rule, when it is documented.
    pub fn rule(self) -> Option<&'static Rule> {
        rules().iter().find(|rule| rule.id == self)
    }
}

impl fmt::Display for RuleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "RMA{:03}", self.0)
    }
}

impl Serialize for RuleId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// A text that is not the name of a rule.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a rule name; rule names are `RMA` and three digits, as in `RMA101`")]
pub struct NotARuleId(pub String);

/// Reads `RMA101`, in upper or lower case.
impl FromStr for RuleId {
    type Err = NotARuleId;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let bad = || NotARuleId(text.to_owned());
        let upper = text.to_ascii_uppercase();
        let digits = upper.strip_prefix("RMA").ok_or_else(bad)?;
        if digits.len() != 3 || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(bad());
        }
        digits.parse().map(RuleId).map_err(|_| bad())
    }
}

/// A documented rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rule {
    /// Its stable name.
    pub id: RuleId,
    /// Its speaking name, `kebab-case`.
    pub name: String,
    /// One sentence.
    pub short: String,
    /// Level of a finding with a complete witness.
    pub level: Level,
    /// The sections What, Why, Example, Fix, Known limits, in this order.
    pub sections: Vec<Section>,
}

impl Rule {
    /// The section with this title.
    pub fn section(&self, title: &str) -> Option<&str> {
        self.sections.iter().find(|section| section.title == title).map(|section| section.body.as_str())
    }

    /// The whole page as Markdown.
    pub fn markdown(&self) -> String {
        let mut page = format!("# {}: {}\n\n{}\n", self.id, self.name, self.short);
        for section in &self.sections {
            page.push_str(&format!("\n## {}\n\n{}\n", section.title, section.body));
        }
        page
    }
}

const SOURCES: [&str; 25] = [
    include_str!("../rules/RMA101.md"),
    include_str!("../rules/RMA102.md"),
    include_str!("../rules/RMA103.md"),
    include_str!("../rules/RMA104.md"),
    include_str!("../rules/RMA105.md"),
    include_str!("../rules/RMA201.md"),
    include_str!("../rules/RMA202.md"),
    include_str!("../rules/RMA203.md"),
    include_str!("../rules/RMA204.md"),
    include_str!("../rules/RMA301.md"),
    include_str!("../rules/RMA302.md"),
    include_str!("../rules/RMA303.md"),
    include_str!("../rules/RMA401.md"),
    include_str!("../rules/RMA402.md"),
    include_str!("../rules/RMA403.md"),
    include_str!("../rules/RMA501.md"),
    include_str!("../rules/RMA502.md"),
    include_str!("../rules/RMA503.md"),
    include_str!("../rules/RMA504.md"),
    include_str!("../rules/RMA505.md"),
    include_str!("../rules/RMA506.md"),
    include_str!("../rules/RMA507.md"),
    include_str!("../rules/RMA508.md"),
    include_str!("../rules/RMA509.md"),
    include_str!("../rules/RMA601.md"),
];

static RULES: LazyLock<Vec<Rule>> = LazyLock::new(|| {
    // The pages are part of the program; a test reads each of them.
    SOURCES.iter().map(|source| Rule::parse(source).expect("embedded rule page is well formed")).collect()
});

/// All documented rules, by id.
pub fn rules() -> &'static [Rule] {
    &RULES
}
