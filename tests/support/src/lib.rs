//! What the corpus tests and the benchmarks share: the labels, the compilation and the judgement.
//!
//! A program of the corpus says in comments which findings it must give (format: `corpus/README.md`). This crate
//! reads the labels ([`corpus`], [`labels`]), compiles a program to bitcode ([`compile`]), reads the SARIF that
//! the analyzer wrote ([`sarif`]), and compares the two ([`judge`], [`score`]).
//!
//! Invariants: a program without a valid label is an error, never skipped; the comparison is exact in rule,
//! level and both lines. Deliberately absent: any list of findings that are known to be wrong.

pub mod apps;
pub mod compile;
pub mod corpus;
pub mod generate;
pub mod grow;
pub mod judge;
pub mod labels;
pub mod process;
pub mod sanitized;
pub mod sarif;
pub mod score;
