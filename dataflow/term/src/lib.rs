//! Symbolic values, and the objects and function instances that they refer to (theory, 4.1).
//!
//! The lowest layer of the analysis: [`ids`] are the names that all higher layers use, [`term`] has hash-consed values,
//! [`object`] the objects that addresses point to, and [`context`] the function instances in which code is executed.
//!
//! Invariant: this crate does not depend on the graph of the program, on events, or on how values are computed.

pub mod context;
pub mod ids;
pub mod limits;
pub mod object;
pub mod term;
