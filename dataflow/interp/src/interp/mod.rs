//! Abstract interpretation of the program, instance by instance (theory, 4).
//!
//! A call enters the callee with its arguments as terms, so every function instance (function and call chain) has its
//! own values. Inside an instance, blocks are visited in reverse post-order, and a loop is visited until the state at
//! its header is stable. A value that changes from iteration to iteration gets a closed form in the loop's counter if
//! one is found (linear, periodic, rows of cells), otherwise a new symbol. Joins keep both values under the branch's
//! condition.
//!
//! Every pass over a block overwrites the block's record (its events and branch conditions); [`crate::build`] makes the
//! skeleton from the records of the last pass.
//!
//! This needs assumptions 2 (no overflow), 3 (accesses stay inside objects), 4 (functions without a body) and 8 (calls
//! succeed).

mod apart;
mod at_exit;
mod atomics;
mod bases;
mod beside;
mod bounds;
mod call;
mod cells;
mod choices;
mod chunks;
mod concrete;
mod copies;
mod exits;
mod expected;
mod form_cases;
mod forms;
mod indirect;
mod inst;
mod intrinsics;
mod join;
mod layout;
mod library;
mod lifetimes;
mod loops;
mod objects;
mod pairs;
mod pointer;
mod polls;
mod recording;
mod recursion;
mod region;
mod rows;
mod same;
mod short;
mod spawned;
mod speculated;
mod stored;
mod task_groups;
mod temporaries;
mod tentative;
mod tested;
mod threads;
mod tied;
mod unordered;
mod unwind;
mod values;
mod vectors;
mod waits;
mod zeros;

use crate::Texts;
use crate::api::ApiState;
use crate::interp::at_exit::AtExit;
use crate::interp::indirect::Indirect;
use crate::interp::loops::LoopTable;
use crate::interp::objects::ObjectTable;
use crate::interp::unwind::Exceptions;
use crate::memory::Mem;
use index_vec::{IndexVec, index_vec};
use rma_cfg::{FunctionGraph, Supergraph};
use rma_frontend::api::Abi;
use rma_frontend::ir::{BlockId, FuncId, Function, LocId, ScopeId, ValueId};
use rma_skeleton::facts::{Facts, Role, SymKey};
use rma_skeleton::options::{Caller, Options};
use rma_skeleton::skeleton;
use rma_skeleton::skeleton::Placement;
use rma_term::ids::{CtxId, LoopId, SymId, TermId};
use rma_term::object::{ObjKind, Object};
use rma_term::term::{Knowledge, Sym, SymKind};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

pub(crate) use beside::Site;
pub(crate) use objects::{Made, ObjKey, Provided};
pub(crate) use polls::{Polls, Question};
pub(crate) use recording::{Record, Recording, Step, Unwinds};
pub(crate) use rows::InRow;

/// One instance under interpretation.
pub(crate) struct Frame<'a> {
    pub ctx: CtxId,
    pub func: &'a Function,
    pub fid: FuncId,
    pub graph: &'a FunctionGraph,
    pub args: Vec<TermId>,
    pub vals: IndexVec<ValueId, Option<TermId>>,
    pub edges: FxHashMap<(BlockId, u32), (Mem, TermId)>,
    /// Loop of a calling instance that contains the call.
    pub outer: Option<LoopId>,
    pub reach_base: Vec<TermId>,
    pub reach: FxHashMap<BlockId, Vec<TermId>>,
    /// Conditions that hold after the calls of a block, because the calls have returned.
    pub given: FxHashMap<BlockId, TermId>,
    /// Some path through it ends the program.
    pub stops: bool,
    /// Condition of each block relative to its immediate dominator.
    pub relative: FxHashMap<BlockId, TermId>,
    pub rets: Vec<(BlockId, TermId, Mem)>,
    /// The exceptions that leave the instance.
    pub throws: Vec<(BlockId, unwind::Thrown)>,
    pub block: BlockId,
    /// The instruction that is being interpreted.
    pub inst: Option<ValueId>,
}

/// The state after a call.
pub(crate) struct Outcome {
    pub value: TermId,
    pub mem: Mem,
    /// Holds when the function returns.
    pub given: TermId,
}

/// Something that the analysis could not follow, for the report.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Notice {
    /// An external function without a model; what it can reach was forgotten.
    Unmodelled(String),
    /// The program is too large to follow every call chain.
    Budget(String),
    /// A call through a pointer that was not resolved.
    IndirectCall(String),
    /// A call through a pointer in this function, for which too many functions that communicate are possible, so that
    /// none was entered.
    Targets(String, usize),
    /// A function that communicates is passed to code that is not followed, which may call it.
    HandedOver(String),
    /// Inline assembly with a pointer as an argument.
    Assembly(String),
    /// Control continues elsewhere (`setjmp`, `longjmp`), which is not followed.
    Jump(String),
    /// The analysis follows the program only up to this function: this many one-sided calls are in code after it that is
    /// never reached.
    Unreached(String, usize),
    /// A function of the program without a body, which may communicate.
    Missing(String),
    /// A routine of a communication library that no table has.
    UnknownRoutine(String),
}

/// The interpreter's state over the whole program.
pub(crate) struct Interp<'a> {
    /// Facts for later passes.
    pub facts: Facts<'a>,
    /// The program has calls of MPI's Fortran procedures.
    pub speaks_fortran: bool,
    pub api: ApiState,
    pub notices: BTreeMap<Notice, Option<LocId>>,
    /// After a synchronisation, window memory may hold values that other processes have written, whatever this process has
    /// stored before. The first interpretation does not assume this, because it recognises loops that wait for such a value
    /// by what the process has stored before.
    pub forgets_windows: bool,
    /// Loads of window memory.
    pub polls: crate::interp::Polls,
    /// Stores of concurrent threads.
    pub(crate) beside: beside::Beside,
    /// The module has life-time markers, so lexical blocks need not be derived from debug scopes.
    pub optimised: bool,
    /// Stack cells of functions that are temporaries, with the blocks that they are used in.
    temporaries: FxHashMap<FuncId, std::rc::Rc<[(ValueId, ScopeId)]>>,
    /// The uses of each value, for the functions that were analysed.
    uses: FxHashMap<FuncId, std::rc::Rc<speculated::Uses>>,
    /// The values that symbols that may be pointers stand for.
    pub(crate) made_of: FxHashMap<SymId, Vec<TermId>>,
    /// Pointers that have been stored where.
    stored: stored::Stored,
    /// Variables of loops that are in their first passes.
    tentative: tentative::Tentative,
    /// Recursions that are being interpreted, innermost last.
    recursions: recursion::Recursions,
    /// Loops.
    pub loops: LoopTable,
    /// The records of the blocks.
    pub recording: Recording,
    /// Objects by where they are made.
    pub objects: ObjectTable,
    /// Calls through pointers.
    indirect: Indirect,
    /// Exceptions in flight.
    exceptions: Exceptions,
    /// The functions that run when the program ends.
    ending: AtExit,
}

impl<'a> Interp<'a> {
    #[allow(clippy::large_types_passed_by_value)] // Once a run.
    pub fn new(graph: &'a Supergraph<'a>, abi: Option<Abi>, options: Options) -> Interp<'a> {
        let optimised = graph
            .module
            .functions
            .iter()
            .any(|f| f.insts.iter().any(|i| matches!(i.kind, rma_frontend::ir::InstKind::Lifetime { .. })));
        let facts = Facts::new(graph, abi, options);
        Interp {
            speaks_fortran: Abi::speaks_fortran(graph.module),
            api: ApiState::default(),
            notices: BTreeMap::new(),
            forgets_windows: false,
            polls: crate::interp::Polls::default(),
            beside: beside::Beside::new(graph.module),
            optimised,
            temporaries: FxHashMap::default(),
            uses: FxHashMap::default(),
            made_of: FxHashMap::default(),
            stored: stored::Stored::new(facts.terms.limits.clone()),
            tentative: tentative::Tentative::default(),
            recursions: recursion::Recursions::default(),
            loops: LoopTable::default(),
            recording: Recording::default(),
            objects: ObjectTable::default(),
            indirect: Indirect::new(graph),
            exceptions: Exceptions::default(),
            ending: AtExit::default(),
            facts,
        }
    }

    /// Interprets the program from `entry`; returns its instance.
    pub fn run(&mut self, entry: FuncId) -> CtxId {
        let ctx = self.facts.contexts.get(None, entry, None);
        self.ending.entry = Some(ctx);
        let mut mem = Mem::default();
        let module = self.facts.module;
        self.find_reach();
        self.find_uses_of_addresses();
        self.find_symmetric_globals(&mut mem);
        for &ctor in &module.constructors {
            // Of an unknown caller's program, much has happened since.
            if self.facts.options.caller == Caller::Launcher && !module.functions[ctor].is_declaration() {
                let c = self.facts.contexts.get(None, ctor, None);
                if let Some(out) = self.enter(c, Vec::new(), mem.clone(), None, Vec::new()) {
                    mem = out.mem;
                }
                self.exceptions.flying.clear();
            }
        }
        let params = module.functions[entry].params.len();
        let args: Vec<TermId> = (0..params).map(|p| self.entry_argument(entry, p)).collect();
        self.enter(ctx, args, mem, None, Vec::new());
        ctx
    }

    /// Forgets what a run from the entry has recorded. What the code makes keeps its names: objects, symbols, loops, threads.
    pub fn begin_again(&mut self) {
        self.notices.clear();
        self.recording = Recording::default();
        self.loops.forget_forms();
        self.exceptions = Exceptions::default();
        self.ending = AtExit::default();
        self.beside.begin_again();
    }

    /// `argc` is a parameter of the run; `argv` and other pointers lead to memory that holds parameters. Arguments of an
    /// unknown caller are values read at run time, and its pointers point to separate memory (assumption 27).
    fn entry_argument(&mut self, entry: FuncId, p: usize) -> TermId {
        let param = &self.facts.module.functions[entry].params[p];
        let name = param.var.map_or_else(|| format!("arg{p}"), |v| self.facts.module.vars[v].name.clone());
        let is_ptr = matches!(self.facts.module.types[param.ty].kind, rma_frontend::ir::TypeKind::Ptr);
        if is_ptr {
            let obj = self.object(ObjKey::Entry(p as u32), || Object {
                kind: ObjKind::Entry,
                name,
                size: None,
                ctx: None,
                loc: None,
                scope: None,
                zeroed: false,
                escaped: false,
            });
            return self.facts.terms.addr(obj);
        }
        let (launched, kind, knowledge) = self.passed();
        let s = self.facts.symbol(SymKey::Argument(p as u32), |_| Sym {
            uniform: launched,
            lo: (launched && p == 0).then_some(1),
            ..Sym::new(kind, name, knowledge)
        });
        if launched && p == 0 {
            self.facts.argument_count = Some(s);
        }
        self.facts.terms.sym(s)
    }

    /// The knowledge of values from the caller of the entry function, and whether they are the same on all processes.
    fn passed(&self) -> (bool, SymKind, Knowledge) {
        match self.facts.options.caller {
            Caller::Launcher => (true, SymKind::Parameter, Knowledge::Known),
            Caller::Unknown => (false, SymKind::Input, Knowledge::Input),
        }
    }

    /// Interprets an instance. `None` when control never returns from it.
    fn enter(
        &mut self,
        ctx: CtxId,
        args: Vec<TermId>,
        mem: Mem,
        outer: Option<LoopId>,
        reach_base: Vec<TermId>,
    ) -> Option<Outcome> {
        let fid = self.facts.contexts.all[ctx].func;
        let func = &self.facts.module.functions[fid];
        let graph = &self.facts.graph.functions[fid];
        let mut frame = Frame {
            ctx,
            func,
            fid,
            graph,
            args,
            vals: index_vec![None; func.insts.len()],
            edges: FxHashMap::default(),
            outer,
            reach_base,
            reach: FxHashMap::default(),
            given: FxHashMap::default(),
            stops: false,
            relative: FxHashMap::default(),
            rets: Vec::new(),
            throws: Vec::new(),
            block: BlockId::from_raw(0),
            inst: None,
        };
        self.loops.outer.insert(ctx, outer);
        if let Some(s) = self.facts.threads.current.last() {
            self.facts.threads.of.insert(ctx, *s);
        }
        let saved = std::mem::take(&mut self.recording.steps);
        let unwound = std::mem::take(&mut self.exceptions.flying);
        self.run_body(&mut frame, mem);
        self.recording.steps = saved;
        self.exceptions.flying = unwound;
        let thrown = self.merge_throws(&mut frame);
        self.exceptions.flying.extend(thrown);
        self.merge_returns(&mut frame)
    }

    /// A symbol for what an instruction yields, in the innermost loop around it.
    pub fn site_symbol(
        &mut self,
        frame: &Frame<'a>,
        value: ValueId,
        role: Role,
        kind: SymKind,
        knowledge: Knowledge,
        name: &str,
    ) -> SymId {
        let def_loop = self.current_loop(frame);
        let loc = frame.func.insts[value].loc;
        self.facts.symbol(SymKey::Site(frame.ctx, value, role), |_| Sym {
            def_loop,
            loc,
            ..Sym::new(kind, name, knowledge)
        })
    }

    /// An unknown value of an instruction.
    pub fn lost(&mut self, frame: &Frame<'a>, value: ValueId, role: Role) -> TermId {
        let name = frame.func.insts[value].var.map_or("?", |v| &self.facts.module.vars[v].name);
        let s = self.site_symbol(frame, value, role, SymKind::Lost, Knowledge::Lost, name);
        // What an earlier pass knew of it need not hold in this one.
        self.facts.bases.remove(&s);
        self.facts.terms.sym(s)
    }

    /// A value read at run time, which may differ between processes in such a way that the places that it determines
    /// are disjoint (MPI 4.1, 6.11: a scan; displacements that were exchanged).
    pub fn arranged(&mut self, frame: &Frame<'a>, value: ValueId, role: Role, name: &str) -> TermId {
        let s = self.site_symbol(frame, value, role, SymKind::Input, Knowledge::Arranged, name);
        self.facts.terms.sym(s)
    }

    /// A value of an instruction that is read at run time.
    pub fn input(&mut self, frame: &Frame<'a>, value: ValueId, role: Role, name: &str) -> TermId {
        let s = self.site_symbol(frame, value, role, SymKind::Input, Knowledge::Input, name);
        self.facts.terms.sym(s)
    }

    /// The skeleton's loop for a loop of an instance.
    pub fn loop_id(&mut self, frame: &Frame<'a>, l: rma_cfg::LoopId) -> LoopId {
        if let Some(&id) = self.loops.ids.get(&(frame.ctx, l)) {
            return id;
        }
        let parent = match frame.graph.loops[l].parent {
            Some(p) => Some(self.loop_id(frame, p)),
            None => frame.outer,
        };
        let loc = frame.graph.loop_position(self.facts.module, frame.func, l);
        let id = self.facts.loops.push(skeleton::Loop {
            header: None,
            states: Vec::new(),
            parent,
            ctx: frame.ctx,
            func: frame.fid,
            counter: SymId::from_raw(0),
            values: Vec::new(),
            trips: None,
            finals: Vec::new(),
            bounds: Vec::new(),
            body_at_last: false,
            loc,
            recursion: false,
        });
        self.loops.ids.insert((frame.ctx, l), id);
        self.facts.cfg_loops.insert(id, l);
        let line = loc.map_or(0, |l| self.facts.module.locs[l].line);
        let counter = self.facts.symbol(SymKey::Counter(id), |_| Sym {
            lo: Some(0),
            def_loop: Some(id),
            loc,
            ..Sym::new(SymKind::Counter(id), format!("iteration of the loop at line {line}"), Knowledge::Known)
        });
        self.facts.loops[id].counter = counter;
        id
    }

    /// The innermost loop around the block that is being interpreted, of this instance or its callers.
    pub fn current_loop(&mut self, frame: &Frame<'a>) -> Option<LoopId> {
        match frame.graph.loop_of[frame.block] {
            Some(l) => Some(self.loop_id(frame, l)),
            None => frame.outer,
        }
    }

    /// Counters of all loops around the current block, outermost first, as the instance number of what is made here.
    pub fn instance_here(&mut self, frame: &Frame<'a>) -> TermId {
        let mut counters = Vec::new();
        let mut at = self.current_loop(frame);
        while let Some(l) = at {
            if !self.facts.loops[l].recursion {
                let c = self.facts.terms.sym(self.facts.loops[l].counter);
                counters.push(c);
            }
            at = self.facts.loops[l].parent;
        }
        counters.reverse();
        if let Some(s) = self.facts.threads.current.last() {
            counters.extend(&self.facts.threads.all[*s].instance);
        }
        self.facts.terms.tuple(&counters)
    }

    /// The facts for later passes, the parts that could not be followed, and the texts of strings.
    pub fn finish(mut self, placement: &mut Placement) -> (Facts<'a>, Vec<(Notice, Option<LocId>)>, Texts) {
        placement.edges = self.recording.records.into_iter().map(|(at, record)| (at, record.edges)).collect();
        self.facts.window_loads = self.polls.values;
        self.facts.fetched = self.api.windows.fetched.into_iter().map(|(x, fetch)| (x, fetch.location)).collect();
        (self.facts, self.notices.into_iter().collect(), self.api.texts)
    }

    pub fn notice(&mut self, n: Notice, loc: Option<LocId>) {
        self.notices.entry(n).or_insert(loc);
    }
}
