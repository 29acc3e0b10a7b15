//! The accesses that a dynamic checker must watch: the screening of a program as plain data, and its output formats.
//!
//! An access has a [`Class`]; a [`Strength`] says which classes are dropped. `docs/screening.md` argues why this loses no race.
//! The formats are pure functions, like those of reports.

mod counts;
pub mod lists;
pub mod must;
pub mod text;

pub use counts::{Counts, Share};

use crate::summary::{Assumption, Notice};
use crate::{Finding, SourceLocation, Tool};
use serde::{Deserialize, Serialize};

/// Value of the member `schema` of the JSON form.
pub const SCHEMA: &str = "rma-static/screen/v1";

/// The class of an access, from those that a checker must watch to those that it need not watch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Class {
    /// The access is in a pair that races.
    Racy,
    /// The access is in a pair that is neither proved nor excluded, and in no pair that races.
    Watch,
    /// The access is in code that was not analysed.
    Unknown,
    /// May touch the memory of an operation, and every such pair is proved.
    Safe,
    /// Can touch no window, symmetric memory, segment or buffer of an operation.
    Apart,
}

impl Class {
    /// All of them.
    pub const ALL: [Class; 5] = [Class::Racy, Class::Watch, Class::Unknown, Class::Safe, Class::Apart];

    /// The word that every format uses.
    pub fn as_str(self) -> &'static str {
        match self {
            Class::Racy => "racy",
            Class::Watch => "watch",
            Class::Unknown => "unknown",
            Class::Safe => "safe",
            Class::Apart => "apart",
        }
    }
}

/// Which classes are dropped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Strength {
    /// Only accesses that are apart.
    Relevant,
    /// Also what is safe.
    Unproven,
}

impl Strength {
    /// The word that every format uses.
    pub fn as_str(self) -> &'static str {
        match self {
            Strength::Relevant => "relevant",
            Strength::Unproven => "unproven",
        }
    }

    /// Whether accesses of a class are dropped.
    pub fn drops(self, class: Class) -> bool {
        match class {
            Class::Apart => true,
            Class::Safe => self == Strength::Unproven,
            Class::Racy | Class::Watch | Class::Unknown => false,
        }
    }

    /// What the analysis claims about accesses that are dropped.
    pub fn claim(self) -> &'static str {
        match self {
            Strength::Relevant => {
                "dropped: accesses that can touch no memory of an operation; this rests on the assumptions about \
                 pointers only, not on our reasoning about the order of operations"
            }
            Strength::Unproven => {
                "dropped: accesses that can touch no memory of an operation, and accesses whose every pair is proved safe; \
                 this rests on all printed assumptions"
            }
        }
    }
}

/// The screening of one program.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Screen {
    /// Value of [`SCHEMA`].
    pub schema: &'static str,
    /// The tool that made the screening.
    pub tool: Tool,
    /// The input files, as given on the command line.
    pub inputs: Vec<String>,
    /// Which classes are dropped.
    pub strength: Strength,
    /// What the analysis claims about accesses that are dropped.
    pub claim: &'static str,
    /// Accesses to memory that threads of one process may share are kept, too.
    pub keep_threads: bool,
    /// The whole program was analysed; if not, pairs may be missing, and no access counts as safe.
    pub complete: bool,
    /// The program was followed as a whole; if not, only stack cells that no pointer leads to are dropped.
    pub followed: bool,
    /// The input has no entry function: nothing is known of its callers.
    pub library: bool,
    /// Accesses by class.
    pub summary: Counts,
    /// The modules, in the order in which they were read.
    pub modules: Vec<Module>,
    /// Pairs of accesses that may touch the same memory; accesses name them by position.
    pub pairs: Vec<Pair>,
    /// What the claim rests on.
    pub assumptions: Vec<Assumption>,
    /// What the reader must know about the run.
    pub notices: Vec<Notice>,
    /// The findings, in no form merged.
    #[serde(skip)]
    pub findings: Vec<Finding>,
}

/// One module.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Module {
    /// The file, or the member of an archive.
    pub file: String,
    /// Source file, as the compiler recorded it.
    pub source: String,
    /// A hash of all that the module defines, in hexadecimal digits.
    pub fingerprint: String,
    /// The path of the rewritten module.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub rewritten: Option<String>,
    /// Its functions with a body.
    pub functions: Vec<Function>,
}

/// One function with a body.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Function {
    /// Linker name.
    pub name: String,
    /// Source name.
    pub source_name: String,
    /// A hash of the body, in hexadecimal digits.
    pub fingerprint: String,
    /// The program has another body of this name in its place, which is no copy: nothing is known of this one.
    pub replaced: bool,
    /// All its loads, stores, copies and fills are dropped.
    pub unwatched: bool,
    /// Its accesses.
    pub accesses: Vec<Access>,
}

impl Function {
    /// Whether all that a checker could leave out of a body is dropped.
    pub fn is_unwatched(replaced: bool, accesses: &[Access]) -> bool {
        !replaced && accesses.iter().all(|access| access.dropped || ["call", "atomic"].contains(&access.kind.as_str()))
    }
}

/// One access.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Access {
    /// `load`, `store`, `atomic`, `copy`, `fill` or `call`.
    pub kind: String,
    /// Position among the instructions of the function, from 0.
    pub instruction: u32,
    /// Position among the accesses of the function that the compiler wrote, from 0.
    pub access: u32,
    /// Source file; empty when unknown.
    pub file: String,
    /// Line, from 1; 0 when unknown.
    pub line: u32,
    /// Column, from 1; 0 when unknown.
    pub column: u32,
    /// The class of the access.
    pub class: Class,
    /// It touches only stack cells to which no pointer exists; no checker watches these.
    pub local: bool,
    /// The checker need not watch it.
    pub dropped: bool,
    /// The pairs that it is in.
    pub pairs: Vec<u32>,
}

/// A pair of accesses.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Pair {
    /// `race`, `likely`, `unproven` or `safe`.
    pub verdict: String,
    /// `one` process, or `two`.
    pub processes: String,
    /// The operation, as a position in [`Screen::modules`], its functions and their accesses; nothing if it is not a separate
    /// access.
    pub first: Option<[u32; 3]>,
    /// The other access.
    pub second: Option<[u32; 3]>,
    /// The positions of the two accesses in a report. An access in a system header has the position of the program's call.
    pub places: [SourceLocation; 2],
}

/// Renders the whole screening as JSON, with a line end at the end.
pub fn json(screen: &Screen) -> String {
    // Serialising fails only on maps whose keys are not strings and on failing writers; there is neither.
    let mut text = serde_json::to_string(screen).unwrap_or_default();
    text.push('\n');
    text
}
