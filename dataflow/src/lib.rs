//! From the program to candidate pairs of racing accesses, by abstract interpretation.
//!
//! The way through this crate: [`interp`] runs the program abstractly, instance by instance, on symbolic values
//! ([`term`]) and a symbolic [`memory`]; calls of modelled routines become events by way of [`api`]; [`build`] makes the
//! [`skeleton`] of what is left; [`pending`] walks from every pending operation and hands out [`candidate`]s.
//!
//! Invariants: nothing here knows z3 or output formats; the result does not depend on the order of a hash map; no
//! recursion is deeper than the followed call chain and loop nest.
//!
//! Lacks on purpose: verdicts (the solver's), and a whole-program pointer analysis (values are followed where the
//! program runs, from its entry).

mod api;
mod build;
pub mod candidate;
mod conflict;
pub mod context;
mod detour;
mod epochs;
mod facts;
mod fresh;
pub mod ids;
mod interp;
mod memory;
pub mod object;
mod options;
pub mod pending;
mod polling;
mod product;
mod quiet;
mod relevant;
pub mod replay;
pub mod skeleton;
mod states;
pub mod strand;
mod sync;
pub mod term;
mod told;
mod united;
mod waits;

pub use api::Texts;
pub use interp::Notice;
pub use options::{Caller, MemoryModel, Options};

use rma_cfg::Supergraph;
use rma_frontend::api::Abi;
use rma_frontend::ir::{FuncId, LocId};

/// What the analysis found, with everything that its terms refer to.
#[derive(Debug)]
pub struct Analysis {
    /// Values.
    pub terms: term::Terms,
    /// Objects.
    pub objects: object::Objects,
    /// Function instances.
    pub contexts: context::Contexts,
    /// The reduced program.
    pub skeleton: skeleton::Skeleton,
    /// Pairs and ways to them.
    pub found: pending::Found,
    /// What runs with a few processes show of the pairs.
    pub replay: replay::Replay,
    /// The threads inside the processes.
    pub strands: strand::Strands,
    /// What could not be followed.
    pub notices: Vec<(Notice, Option<LocId>)>,
    /// One-sided operations in the skeleton.
    pub operations: usize,
    /// Windows made.
    pub windows: usize,
    /// Which texts the values of strings stand for.
    pub texts: Texts,
}

/// Analyses a program from its entry function.
pub fn analyse(graph: &Supergraph, entry: FuncId, options: Options) -> Analysis {
    let mut interp = interp::Interp::new(graph, Abi::detect(graph.module), options);
    let mut root = interp.run(entry);
    if interp.overlooks_others() {
        interp = interp::Interp::new(graph, Abi::detect(graph.module), options);
        interp.forgets_windows = true;
        root = interp.run(entry);
    }
    let (mut skeleton, mut placement) = build::skeleton(&mut interp, root);
    polling::insert(&mut interp, &mut skeleton);
    told::addresses(&mut interp, &mut skeleton);
    let (mut facts, notices, texts) = interp.finish(&mut placement);
    united::unite(&mut facts, &mut skeleton);
    quiet::shorten(&mut facts.terms, &mut skeleton);
    facts.find_lockstep(&skeleton);
    let mut sync = sync::Synchronisation::new(&mut facts, &skeleton);
    let mut told_apart = skeleton.clone();
    states::tell_apart(&mut facts.terms, &mut told_apart);
    let direct = detour::add(&mut facts, &told_apart);
    let pending::Walks { mut found, mut ways, at_targets, deferred } =
        pending::find(&mut facts, &mut sync, &told_apart, &direct, &placement);
    epochs::find(&mut facts, &skeleton, &mut found, &mut ways);
    product::find(&mut facts, &sync, &direct, &at_targets, deferred, &mut found, &mut ways);
    ways.finish(&mut found);
    epochs::name_polls(&facts, &skeleton, &mut found);
    let replay = replay::replay(&facts, &skeleton, &found.pairs);
    let operations = skeleton
        .nodes
        .iter()
        .flat_map(|n| &n.items)
        .filter(|i| matches!(&i.event, skeleton::Event::Issue(x) if x.routine.is_rma()))
        .count();
    Analysis {
        windows: facts.windows.len(),
        texts,
        terms: facts.terms,
        objects: facts.objects,
        contexts: facts.contexts,
        skeleton,
        found,
        replay,
        strands: facts.strands,
        notices,
        operations,
    }
}
