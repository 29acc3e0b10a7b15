//! From the program to candidate pairs of racing accesses (theory, 1.1).
//!
//! There are four layers, each a crate that depends only on the layers below it: `rma-term` (values), `rma-skeleton` (events and
//! facts), `rma-interp` (from the program to its skeleton), `rma-races` (from the skeleton to candidates). This crate calls them in
//! order, and re-exports the types that later stages use.
//!
//! Not included: verdicts, which are the task of the solver, and a whole-program pointer analysis: values are followed
//! along execution, from the entry of the program.

pub use rma_interp::{Notice, Screening, Texts, Touch};
pub use rma_races::{pending, replay};
pub use rma_skeleton::options::{Caller, MemoryModel, Options};
pub use rma_skeleton::{candidate, skeleton, thread};
pub use rma_term::{context, ids, limits, object, term};

use ids::{ObjId, PairId, SymId};
use index_vec::IndexVec;
use limits::Stage;
use rma_cfg::Supergraph;
use rma_frontend::ir::{FuncId, LocId};
use rma_interp::Interpreted;
pub use rma_skeleton::facts::{Role, SymKey};

use rma_skeleton::facts::Facts;
use rma_skeleton::rewrites::{contiguous_parts, merged_windows, passed_once, shared_parts, simplify, thread_loops};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use term::CommId;

/// What the analysis found, with everything that its terms refer to.
pub struct Analysis<'p> {
    /// Values, objects, function instances, communicators, threads.
    pub facts: Facts<'p>,
    /// The reduced program.
    pub skeleton: skeleton::Skeleton,
    /// Pairs and the paths to them.
    pub found: pending::Found,
    /// What could not be followed.
    pub notices: Vec<(Notice, Option<LocId>)>,
    /// One-sided operations in the skeleton.
    pub operations: usize,
    /// Windows made.
    pub windows: usize,
    /// The communicator of each window.
    pub communicator_of: BTreeMap<ObjId, CommId>,
    /// What symbols were made for.
    pub origins: FxHashMap<SymId, SymKey>,
    /// The texts that the values of strings stand for.
    pub texts: Texts,
    /// The memory that the instructions touch, if that was requested.
    pub screening: Option<Screening>,
}

impl Analysis<'_> {
    /// What runs with a few processes show of the pairs that are named. Nothing is run if there are none.
    pub fn replay(&self, wanted: impl Fn(PairId) -> bool) -> replay::Replay {
        replay::replay(&self.facts, &self.skeleton, &self.found.pairs, wanted)
    }

    /// The members of the communicators that the program makes, for a number of processes.
    pub fn groups(&self, processes: usize) -> replay::Groups {
        replay::Groups::new(&self.facts, processes)
    }

    /// The limits that were reached so far, in the order of their table.
    pub fn reached(&self) -> Vec<limits::Reached> {
        self.facts.terms.limits.all_reached()
    }

    /// A number for the code of each pair: those of the same code in other function instances have the same one. A pair without
    /// positions in the source is alone.
    pub fn code_of_pairs(&self) -> IndexVec<PairId, usize> {
        let mut numbers = FxHashMap::default();
        let loc = |at: ids::EventRef| self.skeleton.nodes[at.node].items.get(at.item as usize).and_then(|i| i.loc);
        let number = |(id, pair): (PairId, &candidate::Pair)| {
            let places = loc(pair.first).zip(loc(pair.second)).ok_or(id);
            let code =
                (places, pair.first.effect, pair.second.effect, pair.conflict, pair.processes, pair.later_iteration);
            let next = numbers.len();
            *numbers.entry(code).or_insert(next)
        };
        self.found.pairs.iter_enumerated().map(number).collect()
    }
}

/// The program's skeleton as text, as the searches see it.
pub fn skeleton_text(graph: &Supergraph, entry: FuncId, options: Options) -> String {
    let Interpreted { mut facts, mut skeleton, .. } = rma_interp::interpret(graph, entry, options);
    rewrite(&mut facts, &mut skeleton);
    rma_skeleton::text::print(&facts, &skeleton)
}

/// What is done to every skeleton before it is searched.
fn rewrite(facts: &mut Facts, skeleton: &mut skeleton::Skeleton) {
    merged_windows::unite(facts, skeleton);
    contiguous_parts::name_neighbours(facts, skeleton);
    shared_parts::name_twice(facts, skeleton);
    simplify::shorten(&mut facts.terms, skeleton);
    passed_once::dissolve(facts, skeleton);
    thread_loops::unite(facts, skeleton);
    facts.find_lockstep(skeleton);
    facts.find_iterations(skeleton);
}

/// Analyses a program from its entry function.
pub fn analyse<'p>(graph: &'p Supergraph<'p>, entry: FuncId, options: Options) -> Analysis<'p> {
    options.budget.enter(Stage::Interpretation);
    let Interpreted { mut facts, mut skeleton, placement, notices, texts, screening } =
        rma_interp::interpret(graph, entry, options);
    facts.terms.limits.comes_to(None);
    rewrite(&mut facts, &mut skeleton);
    let found = rma_races::find(&mut facts, &skeleton, &placement);
    let origins = facts.symbols.iter().map(|(key, s)| (*s, *key)).collect();
    let operations = skeleton
        .nodes
        .iter()
        .flat_map(|n| &n.items)
        .filter(|i| matches!(&i.event, skeleton::Event::Issue(x) if x.routine.is_rma() && !x.is_blocking()))
        .count();
    Analysis {
        windows: facts.windows.len(),
        communicator_of: facts.windows.iter().map(|(o, w)| (*o, w.comm)).collect(),
        origins,
        facts,
        texts,
        screening,
        skeleton,
        found,
        notices,
        operations,
    }
}
