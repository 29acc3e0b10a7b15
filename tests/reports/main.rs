//! What users see of whole programs: wording, identity over edits, suppressions, formats, input that lies. One process a file of
//! tests; programs are compiled together.

#![expect(clippy::unwrap_used, clippy::panic, reason = "what a test needs is there, or the test fails")]

mod bench;
mod formats;
mod groups;
mod identity;
mod lies;
mod living;
mod orders;
mod sources;
mod story;
mod values;
mod wording;
