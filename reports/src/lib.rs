//! Findings to text, SARIF 2.1.0 and JSON.
//!
//! [`Report`] is the plain data that every format renders; the renderers are pure functions from a report to a
//! `String`. Common parts are in one place: the order of findings and the removal of duplicates in
//! [`Report::normalise`], the identity of a finding across edits of the program in [`fingerprint`], the displayed paths
//! in [`paths`], the description of a rule in [`rules`].
//!
//! Invariants:
//! - the same report gives the same bytes: no clock, no environment, no iteration over unordered maps;
//! - this crate does not decide whether a race exists, or how severe it is;
//! - a report can be rendered even if source files, lines or names are missing.
//!
//! Not included: how a finding was found (only [`describe`] uses the types of the analysis), and writing to files or the
//! terminal.

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
    Access, Actor, Binding, ByteRange, Call, Finding, Gone, Lasts, Level, Origin, Report, State, Step, StepKind,
    Suppression, SuppressionKind, Tool, Witness,
};
pub use location::SourceLocation;
pub use rules::{Rule, RuleId};
pub use summary::{Assumption, Notice, NoticeKind, Summary};
