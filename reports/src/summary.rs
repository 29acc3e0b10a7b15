//! What the run has analysed, what it has assumed, and what it could not do.

use crate::finding::Level;
use crate::location::SourceLocation;
use serde::Serialize;
use std::collections::BTreeMap;

/// Counts of one run.
///
/// Pairs, not findings: several pairs can be one race of the report.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Summary {
    /// Pairs of accesses that may touch the same bytes.
    pub pairs_checked: u64,
    /// Pairs proved safe, by what proved them: `completed before the access`, `different bytes`.
    pub proved_safe: BTreeMap<String, u64>,
    /// Pairs with a witness in which everything is known.
    pub races: u64,
    /// Pairs with a witness in which a value read at run time takes part.
    pub likely: u64,
    /// Pairs neither proved safe nor shown to race.
    pub unproven: u64,
    /// Functions reached from the entry.
    pub functions: u64,
    /// Their instructions.
    pub instructions: u64,
    /// One-sided operations in the program text.
    pub rma_operations: u64,
    /// Windows created in the program text.
    pub windows: u64,
}

impl Summary {
    /// The number of pairs that were proved safe, over all ways of proof.
    pub fn proved_safe_total(&self) -> u64 {
        self.proved_safe.values().sum()
    }
}

/// Something that the verdicts of a run rest on, numbered in `docs/assumptions.md`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Assumption {
    /// Its number.
    pub id: u32,
    /// The assumption in one sentence.
    pub text: String,
    /// The option that removes it, when there is one.
    pub option: Option<String>,
    /// Every run makes it.
    pub usual: bool,
}

/// Something about the run that the reader must know.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Notice {
    /// What it is about.
    pub kind: NoticeKind,
    /// How much it matters: an error makes the run incomplete, a note does not change what the verdicts mean.
    pub level: Level,
    /// One sentence.
    pub text: String,
    /// The location in the program, if the notice is about one.
    pub location: Option<SourceLocation>,
}

/// What a [`Notice`] is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum NoticeKind {
    /// An input, or a member of one, could not be read.
    UnreadableInput,
    /// A function without a body and without a model is called.
    UnmodelledCall,
    /// A limit of time, memory or precision was reached.
    GaveUp,
    /// A suppression has no effect, or is not understood.
    Suppression,
    /// A source file is not the one that was compiled, or cannot be shown.
    Source,
    /// Anything else.
    Other,
}

impl NoticeKind {
    /// Every kind, in order.
    pub const ALL: [NoticeKind; 6] = [
        NoticeKind::UnreadableInput,
        NoticeKind::UnmodelledCall,
        NoticeKind::GaveUp,
        NoticeKind::Suppression,
        NoticeKind::Source,
        NoticeKind::Other,
    ];

    /// The stable word for it: `unmodelled-call`.
    pub fn as_str(self) -> &'static str {
        match self {
            NoticeKind::UnreadableInput => "unreadable-input",
            NoticeKind::UnmodelledCall => "unmodelled-call",
            NoticeKind::GaveUp => "gave-up",
            NoticeKind::Suppression => "suppression",
            NoticeKind::Source => "source",
            NoticeKind::Other => "other",
        }
    }

    /// What to do about it, one sentence.
    pub fn help(self) -> &'static str {
        match self {
            NoticeKind::UnreadableInput => "Give the file again, as bitcode of a version that the tool reads.",
            NoticeKind::UnmodelledCall => "Give the function's bitcode, or describe it in a file for --models.",
            NoticeKind::GaveUp => "Raise --time-limit, --memory-limit or --solver-timeout, or analyse less at once.",
            NoticeKind::Suppression => "Remove the comment or the entry, or mend it.",
            NoticeKind::Source => "Compile the file again, or name its folder with --source-root.",
            NoticeKind::Other => "The message says what to do.",
        }
    }

    /// What it means, one sentence.
    pub fn description(self) -> &'static str {
        match self {
            NoticeKind::UnreadableInput => "An input, or a member of one, could not be read and was not analysed.",
            NoticeKind::UnmodelledCall => "A function without a body and without a model is called.",
            NoticeKind::GaveUp => "A limit of time, memory or precision was reached.",
            NoticeKind::Suppression => "A suppression has no effect, or is not understood.",
            NoticeKind::Source => "A source file is not the one that was compiled, or its lines cannot be shown.",
            NoticeKind::Other => "Something about the run that the reader should know.",
        }
    }
}
