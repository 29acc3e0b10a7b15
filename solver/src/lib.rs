//! Decides candidates: is there a run in which the two accesses of a pair meet? (theory, 8)
//!
//! A candidate becomes one query for each way in which its bytes may meet: the conditions of `reach` and `path`, the
//! guards of the overlap, equal instances, and a byte that both footprints contain. Five deciders are applied one after the
//! other: cheap filters on linear forms (contradictory conditions, disjoint intervals, disjoint residues of the strides), a
//! cache by shape, arithmetic on polynomials (`linear`) that proves or finds small solutions, the same arithmetic with numbers
//! for symbols in nonlinear terms (`concrete`), and z3 on mathematical integers. A satisfiable query gets a level that depends
//! on the data in its conditions.
//!
//! Invariants
//! - *Safe is proved*: every simplification of a query only ever admits more runs. Assumption 3 (accesses stay inside
//!   their objects) is used, and that divisors are not zero where the division is certain to be evaluated.
//! - *A witness is checked*: each model of z3 is evaluated in Rust with exact semantics before it is accepted.
//! - A query lives in an arena of its own in which symbols and objects are numbered by their first occurrence. So equal
//!   queries are recognised regardless of the names of their symbols, and nothing depends on the thread.
//! - The witness of a pair is lexicographically least (processes, ranks, loop counters, the rest), as far as a small
//!   number of checks can find it.
//! - Budgets count steps, of z3 and of the arithmetic, wherever the answer comes from. Each query has a context of z3
//!   of its own, so that its answer is a function of the query: not of the thread, of earlier queries, of the machine.
//!   Only a check that the clock stops, after twenty times the time that its steps should take, can differ between
//!   runs.
//! - Levels: knowledge of symbols is judged on the conditions that are left once all known symbols have the witness's
//!   values; a value that does not matter for the witness does not lower the level.
//!
//! Not included: machine arithmetic (offsets do not overflow, assumption 2), quantifiers, floating point (uninterpreted
//! functions), any knowledge of programs or of output formats.

mod budget;
mod cases;
mod concrete;
mod confirm;
mod decide;
mod defined;
mod elements;
mod encode;
mod eval;
mod extent;
mod filter;
mod import;
mod level;
mod limits;
mod linear;
mod members;
mod minimal;
mod order;
mod plain;
mod query;
mod refuted;
mod shape;
mod shown;
mod verdict;
mod worker;

#[cfg(test)]
mod tests;

/// The version of z3, as z3 reports it.
pub fn z3_version() -> &'static str {
    z3::full_version()
}

pub use confirm::confirm;
pub use decide::{SolverOptions, decide};
pub use eval::apply;
pub use members::count_members;
pub use refuted::Refuted;
pub use shown::{show, wanted};
pub use verdict::{Bytes, SafeBy, Tally, UnprovenReason, Verdict, Witness};
