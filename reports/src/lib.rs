//! Findings to text, SARIF 2.1.0 and JSON.
//!
//! [`Report`] is the plain data that every format renders; the renderers are pure functions from a report to a
//! `String`. What they share is decided once: order and one-race-one-report in [`Report::normalise`], the identity of
//! a finding over edits of the program in [`fingerprint`], the path that a reader sees in [`paths`], the description
//! of a rule in [`rules`].
//!
//! Invariants:
//! - the same report gives the same bytes: no clock, no environment, no iteration over unordered maps;
//! - nothing here decides whether a race exists, or how bad it is;
//! - a report is rendered whatever is missing: source files, lines, names.
//!
//! Deliberately absent: how a finding was found (only [`describe`] knows the types of the analysis), and writing to files
//! or the terminal.

// Source files and paths come from anywhere.
#![deny(clippy::indexing_slicing)]

pub mod assumptions;
#[allow(clippy::indexing_slicing, reason = "a JSON value that is missing is null")]
pub mod baseline;
pub mod ci;
#[expect(clippy::indexing_slicing, reason = "ids of the program and of its analysis")]
pub mod describe;
pub mod escape;
pub mod finding;
pub mod fingerprint;
pub mod group;
pub mod html;
pub mod json;
pub mod location;
pub mod paths;
pub mod picture;
pub mod rules;
pub mod sarif;
pub mod screen;
pub mod source;
pub mod summary;
pub mod suppress;
pub mod text;

pub use finding::{
    Access, Actor, Binding, ByteRange, Call, Finding, Gone, Level, Origin, Report, State, Step, StepKind, Suppression,
    SuppressionKind, Tool, Witness,
};
pub use location::SourceLocation;
pub use rules::{Rule, RuleId};
pub use summary::{Assumption, Notice, NoticeKind, Summary};
