//! Symbolic values, and the objects and function instances that they speak of (theory, 4.1).
//!
//! The ground floor of the analysis: [`ids`] are the names of everything above, [`term`] holds hash-consed values,
//! [`object`] and [`context`] what addresses point at and where code is executed.
//!
//! Invariant: nothing here knows the graph of the program, events, or how values come about.

pub mod context;
pub mod ids;
pub mod limits;
pub mod object;
pub mod term;
