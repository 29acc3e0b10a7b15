//! From the program to its skeleton, by abstract interpretation (theory, 4).
//!
//! [`interp`] runs the program abstractly, instance by instance, on symbolic values and a symbolic [`memory`]; [`api`] translates
//! calls of modelled routines into events. [`relevant`] drops events that cannot matter, and [`build`] makes the skeleton of the
//! rest. [`polling`] and [`received_addresses`] add facts that are known only when the whole program has been interpreted.
//! [`unreached`] finds code that the interpretation never reached.
//!
//! Invariants: this crate does not depend on how pairs are searched; no recursion is deeper than the followed call chain and
//! loop nest.

mod api;
mod build;
mod interp;
mod memory;
mod polling;
mod received_addresses;
mod relevant;
mod screening;
mod spin_locks;
mod thread_waits;
mod unreached;

pub use api::Texts;
pub use interp::Notice;
pub use screening::{Screening, Touch};

use rma_cfg::Supergraph;
use rma_frontend::api::Abi;
use rma_frontend::ir::{FuncId, LocId};
use rma_skeleton::facts::Facts;
use rma_skeleton::options::Options;
use rma_skeleton::skeleton::{Placement, Skeleton};
use rma_term::ids::CtxId;
use rma_term::limits::Limit;

/// The result of the interpretation.
pub struct Interpreted<'a> {
    /// The facts about the program.
    pub facts: Facts<'a>,
    /// The program's events.
    pub skeleton: Skeleton,
    /// The blocks of instances that its nodes come from.
    pub placement: Placement,
    /// Notices about parts of the program that could not be followed.
    pub notices: Vec<(Notice, Option<LocId>)>,
    /// The texts that the values of strings stand for.
    pub texts: Texts,
    /// The memory that the instructions touch, if that was requested.
    pub screening: Option<Screening>,
}

/// Runs the interpretation; again, with what threads have stored in the run before, if threads wait for each other. The passes over the
/// program are as many as those over a loop.
fn run(interp: &mut interp::Interp, entry: FuncId) -> CtxId {
    let mut root = interp.run(entry);
    let most: u32 = interp.facts.terms.limits.get(Limit::LoopPasses);
    for pass in 1..=most {
        if !interp.finds_other_stores(pass == most) {
            break;
        }
        interp.begin_again();
        root = interp.run(entry);
    }
    root
}

/// Interprets a program from its entry function.
pub fn interpret<'a>(graph: &'a Supergraph<'a>, entry: FuncId, options: Options) -> Interpreted<'a> {
    let mut interp = interp::Interp::new(graph, Abi::detect(graph.module), options.clone());
    let mut root = run(&mut interp, entry);
    if interp.overlooks_others() {
        interp = interp::Interp::new(graph, Abi::detect(graph.module), options);
        interp.forgets_windows = true;
        root = run(&mut interp, entry);
    }
    unreached::tell(&mut interp, root);
    let (mut skeleton, mut placement, screening) = build::skeleton(&mut interp, root);
    polling::insert(&mut interp, &mut skeleton);
    thread_waits::check(&mut interp, &mut skeleton);
    received_addresses::resolve(&mut interp, &mut skeleton);
    let (facts, notices, texts) = interp.finish(&mut placement);
    Interpreted { facts, skeleton, placement, notices, texts, screening }
}
