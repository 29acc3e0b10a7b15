//! Facts about a program after its interpretation, and queries of them by later passes (theory, 4.2).
//!
//! The interpreter fills these facts while it runs, and returns them with the skeleton. Passes over the skeleton take
//! `&mut Facts`, because queries make terms and symbols; they never use the interpreter.

use crate::options::{Caller, Options};
use crate::skeleton::{Location, Loop};
use crate::thread::Threads;
use index_vec::IndexVec;
use rma_cfg::Supergraph;
use rma_frontend::api::Abi;
use rma_frontend::ir::{LocId, Module, ValueId};
use rma_term::context::Contexts;
use rma_term::ids::{CtxId, LoopId, ObjId, SymId, TermId};
use rma_term::limits::Limit;
use rma_term::object::Objects;
use rma_term::term::{Op, Terms};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};

mod bases;
mod communicators;
mod iterations;
mod places;
mod requests;
mod shares;
mod symbols;
mod windows;

pub use bases::{Base, Bases, Behind, is_memory, widen};
pub use communicators::{Added, Communicator, Communicators, Grid, Leaders, Strided};
pub use places::{ALL, Bytes, Places};
pub use requests::HandleCopies;
pub use symbols::{JoinKey, Joined, Read, Role, SymKey, TextOf};
pub use windows::{Owned, SharedPart, Window, window_memory};

/// Facts of a program.
pub struct Facts<'a> {
    /// The program.
    pub module: &'a Module,
    /// Its control flow.
    pub graph: &'a Supergraph<'a>,
    /// The MPI library with whose headers the program was compiled.
    pub abi: Option<Abi>,
    /// How the program is read.
    pub options: Options,
    /// Values.
    pub terms: Terms,
    /// The symbol of each origin.
    pub symbols: FxHashMap<SymKey, SymId>,
    /// Objects.
    pub objects: Objects,
    /// Function instances.
    pub contexts: Contexts,
    /// Loops of the function instances.
    pub loops: IndexVec<LoopId, Loop>,
    /// The function's loop for each loop of the skeleton.
    pub cfg_loops: FxHashMap<LoopId, rma_cfg::LoopId>,
    /// The threads inside the process.
    pub threads: Threads,
    /// Number of arguments that the program is launched with, including its name.
    pub argument_count: Option<SymId>,
    /// For loops with their test at the end and without a final counter in closed form: the condition under which an
    /// iteration exists.
    pub iterations: FxHashMap<LoopId, TermId>,
    /// Bounds of pointers and offsets that follow from the lengths of member arrays.
    pub spans: FxHashMap<TermId, (i64, i64)>,
    /// Symbols for values of other symbols some iterations after an issue.
    pub earlier: FxHashMap<(SymId, u32), SymId>,
    /// The symbols that symbols of single processes are copies of.
    pub copied: FxHashMap<SymId, SymId>,
    /// The objects into which pointers without a form point.
    pub bases: Bases,
    /// Pointers that can only be at this offset in this object, because the object has a single pointer member there.
    pub at_member: FxHashMap<(TermId, ObjId), i64>,
    /// The pointers whose meaning symbols are parts of.
    pub behind: FxHashMap<SymId, Behind>,
    /// Pointers to the texts of the command line.
    pub texts: FxHashSet<SymId>,
    /// Pointers computed from addresses in an unknown way, or from too many addresses.
    pub obscure: FxHashSet<TermId>,
    /// Windows.
    pub windows: BTreeMap<ObjId, Window>,
    /// Parts of other processes in shared windows.
    pub shared: BTreeMap<ObjId, SharedPart>,
    /// Values that one-sided operations have fetched from windows.
    pub from_windows: FxHashSet<SymId>,
    /// The locations that symbols were fetched from.
    pub fetched: BTreeMap<SymId, Location>,
    /// The values of loads from window memory, by position.
    pub window_loads: FxHashMap<(CtxId, Option<LocId>), Vec<SymId>>,
    /// Request handles that the program copies.
    pub copies: HandleCopies,
    /// Communicators and groups.
    pub communicators: Communicators,
    /// For memory whose address other processes get from nothing else: what gives it away.
    pub given_by: BTreeMap<ObjId, Given>,
}

/// What gives an address to other processes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Given {
    /// The instructions that store the address where others read.
    pub by: BTreeSet<(CtxId, ValueId)>,
    /// Which instance of the object they give, if all give the same in terms of their iteration.
    pub inst: Option<TermId>,
}

impl<'a> Facts<'a> {
    /// Nothing but the program.
    pub fn new(graph: &'a Supergraph<'a>, abi: Option<Abi>, options: Options) -> Facts<'a> {
        Facts {
            module: graph.module,
            graph,
            abi,
            terms: Terms::new(options.limits, options.budget.clone()),
            options,
            symbols: FxHashMap::default(),
            objects: Objects::default(),
            contexts: Contexts::default(),
            loops: IndexVec::new(),
            cfg_loops: FxHashMap::default(),
            threads: Threads::default(),
            argument_count: None,
            iterations: FxHashMap::default(),
            spans: FxHashMap::default(),
            earlier: FxHashMap::default(),
            copied: FxHashMap::default(),
            bases: Bases::default(),
            at_member: FxHashMap::default(),
            behind: FxHashMap::default(),
            texts: FxHashSet::default(),
            obscure: FxHashSet::default(),
            windows: BTreeMap::new(),
            shared: BTreeMap::new(),
            from_windows: FxHashSet::default(),
            fetched: BTreeMap::new(),
            window_loads: FxHashMap::default(),
            copies: HandleCopies::default(),
            communicators: Communicators::default(),
            given_by: BTreeMap::new(),
        }
    }
}

impl Facts<'_> {
    /// Whether a term has no more nodes than a limit allows, those that occur several times counted once.
    pub fn is_light(&self, t: TermId, limit: Limit) -> bool {
        let light = self.terms.is_light(t, self.terms.limits.get(limit));
        if !light {
            self.terms.limits.reached(limit);
        }
        light
    }

    /// Whether `inner` is `outer` or nested in it.
    pub fn loop_within(&self, inner: Option<LoopId>, outer: LoopId) -> bool {
        let mut at = inner;
        while let Some(l) = at {
            if l == outer {
                return true;
            }
            at = self.loops[l].parent;
        }
        false
    }

    /// Whether a term has several values in a process: it changes from iteration to iteration, or from thread to thread.
    pub fn has_several_values(&self, t: TermId) -> bool {
        self.terms.any_sym(t, |x| self.terms.syms[x].def_loop.is_some() || self.terms.syms[x].thread.is_some())
    }

    /// Whether a term changes from iteration to iteration of a loop.
    pub fn varies_in(&self, t: TermId, l: LoopId) -> bool {
        self.terms.any_sym(t, |s| self.loop_within(self.terms.syms[s].def_loop, l))
    }
}

impl Facts<'_> {
    /// A bit of a term: whether `t & mask` is zero.
    pub fn lacks_bit(&mut self, t: TermId, mask: i64) -> TermId {
        let m = self.terms.int(mask);
        let bit = self.terms.op(Op::And, t, m);
        self.terms.eq0(bit)
    }
}

impl Facts<'_> {
    /// Whether a global has its initialiser's content when the entry function is called.
    pub fn starts_as_written(&self, g: rma_frontend::ir::GlobalId) -> bool {
        self.options.caller == Caller::Launcher || self.module.globals[g].is_const
    }
}
