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
mod fresh;
mod interp;
mod memory;
pub mod object;
pub mod pending;
mod polling;
mod product;
mod quiet;
mod relevant;
pub mod replay;
pub mod skeleton;
mod states;
pub mod strand;
pub mod term;
mod told;
mod united;
mod waits;

pub use api::Texts;
pub use interp::Notice;

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

/// Who calls the entry function.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Caller {
    /// The launcher of the program: the arguments are alike on all processes, globals have their initial content.
    #[default]
    Launcher,
    /// Code that is not part of the input: each process may pass other arguments, and what globals hold is not known.
    Unknown,
}

/// How window memory behaves (MPI 4.1, 12.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum MemoryModel {
    /// A window has one copy.
    #[default]
    Unified,
    /// The owner's accesses and the operations of others work on two copies, which synchronisation calls reconcile.
    Separate,
}

/// How programs are read.
#[derive(Debug, Clone, Copy, Default)]
pub struct Options {
    /// The memory model of all windows.
    pub memory_model: MemoryModel,
    /// What the letter of the standard calls a conflict is looked for though no implementation makes one of it.
    pub strict_spec: bool,
    /// Who calls the entry function.
    pub caller: Caller,
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
    let (mut skeleton, placement) = build::skeleton(&mut interp, root);
    polling::insert(&mut interp, &mut skeleton);
    told::addresses(&mut interp, &mut skeleton);
    united::unite(&mut interp, &mut skeleton);
    quiet::shorten(&mut interp.terms, &mut skeleton);
    interp.find_lockstep(&skeleton);
    interp.waits = waits::Waits::new(&mut interp, &skeleton);
    interp.open_exposures = product::open_exposures(&interp, &skeleton);
    let mut told_apart = skeleton.clone();
    states::tell_apart(&mut interp.terms, &mut told_apart);
    let direct = detour::add(&mut interp, &told_apart);
    let pending::Walks { mut found, mut ways, at_targets, deferred } =
        pending::find(&mut interp, &told_apart, &direct, &placement);
    epochs::find(&mut interp, &skeleton, &mut found, &mut ways);
    product::find(&mut interp, &direct, &at_targets, deferred, &mut found, &mut ways);
    ways.finish(&mut found);
    epochs::name_polls(&interp, &skeleton, &mut found);
    let replay = replay::replay(&interp, &skeleton, &found.pairs);
    let operations = skeleton
        .nodes
        .iter()
        .flat_map(|n| &n.items)
        .filter(|i| matches!(&i.event, skeleton::Event::Issue(x) if x.routine.is_rma()))
        .count();
    Analysis {
        windows: interp.api.windows.len(),
        texts: interp.api.texts,
        terms: interp.terms,
        objects: interp.objects,
        contexts: interp.contexts,
        skeleton,
        found,
        replay,
        strands: interp.strands,
        notices: interp.notices.into_iter().collect(),
        operations,
    }
}
