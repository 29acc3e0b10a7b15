//! Candidate pairs of racing accesses, from a skeleton and the facts of its program (theory, 1.1).
//!
//! [`pending`] follows every pending operation through one process, [`epochs`] finds broken rules, [`product`] searches the states
//! of two processes, and [`replay`] executes the program with few processes. All of them use [`sync`], which has facts about
//! synchronisations of the whole program, [`segment`], which has the events between two synchronisations, and [`tickets`] and
//! [`found_again`], which tell apart what is drawn from a counter and what waits return.
//!
//! Invariants: this crate does not depend on z3, the interpreter or output formats; its result does not depend on the order of
//! a hash map.

mod epochs;
mod found_again;
pub mod pending;
mod product;
mod reductions;
pub mod replay;
mod segment;
mod sync;
mod tickets;

use pending::{Found, Walks};
use rma_skeleton::facts::Facts;
use rma_skeleton::rewrites::{shortcuts, split_states};
use rma_skeleton::skeleton::{Placement, Skeleton};
use rma_term::limits::Stage;
use sync::Synchronisation;

/// Searches a skeleton: the pairs and the paths to each of them.
pub fn find(facts: &mut Facts, skeleton: &Skeleton, placement: &Placement) -> Found {
    facts.terms.limits.enter(Stage::Pending);
    let mut sync = Synchronisation::new(facts, skeleton);
    let mut told_apart = skeleton.clone();
    split_states::tell_apart(&mut facts.terms, &mut told_apart);
    let direct = shortcuts::add(facts, &told_apart);
    let Walks { mut found, mut paths, at_targets, deferred } =
        pending::find(facts, &mut sync, &told_apart, &direct, placement);
    facts.terms.limits.comes_to(None);
    facts.terms.limits.enter(Stage::Product);
    epochs::find(facts, skeleton, &mut found, &mut paths);
    product::find(facts, &sync, &direct, &at_targets, deferred, &mut found, &mut paths);
    paths.finish(&mut found);
    reductions::bound(facts, &found);
    epochs::name_polls(facts, skeleton, &mut found);
    facts.terms.limits.comes_to(None);
    found
}
