//! The answer of a judge about a program: the pairs of lines that race, or that the program is not judged.

use thiserror::Error;

/// The kind of race of two lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Class {
    /// A conflict without order.
    Race,
    /// Atomic operations that may meet with different reduction operations (MPI 4.1, 12.2.1, `accumulate_ops`).
    Reductions,
}

/// Two lines that race; the lower line first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs)]
pub struct Pair {
    pub class: Class,
    pub lines: (u32, u32),
}

impl Pair {
    /// A pair of lines in any order.
    pub fn new(class: Class, a: u32, b: u32) -> Pair {
        Pair { class, lines: (a.min(b), a.max(b)) }
    }
}

/// A program that the oracle does not judge: it is not correct MPI apart from races, or too large.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct Invalid(pub &'static str);
