//! A machine that executes the program's instructions, for a few processes in turn (theory, 9.4).

mod calls;
mod code;
pub(crate) mod constants;
mod execute;
mod frame;
pub(crate) mod memory;
pub(crate) mod operate;
mod patience;
mod quick;
mod unwind;
pub(crate) mod value;
mod zeroed;

pub(crate) use frame::{Frame, Process};
pub(crate) use patience::Patience;
pub(crate) use value::Value;

use crate::arguments::{Arguments, Learned};
use crate::clock::Clocks;
use crate::library::OfNumbers;
use crate::log::{Iterations, Kind, Log, Owner, Site};
use crate::world::World;
use constants::Addresses;
use memory::{Memory, SHARED, Spare};
use rma_cfg::FunctionGraph;
use rma_frontend::api::{Abi, Routine, catalog};
use rma_frontend::ir::{BlockId, ConstId, FuncId, Function, LocId, Module, TypeId, TypeKind, ValueId};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Why a run ends before the program does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Halt {
    /// Too many instructions.
    Steps,
    /// Too much memory.
    Memory,
    /// An address outside all objects.
    Address,
    /// A value that the machine cannot represent.
    Value,
    /// A division by zero.
    Division,
    /// A function without a body and without a meaning here.
    Unknown(String),
    /// Arguments that a routine does not take here.
    Arguments(String),
    /// No process can continue.
    Deadlock,
    /// The program ends itself by an error.
    Abort,
}

pub(crate) type Result<T> = std::result::Result<T, Halt>;

/// What a call of a function without a body does.
#[derive(Debug)]
pub(crate) enum Answer {
    /// The call returns this value.
    Value(Value),
    /// The call waits for another process, and is repeated later.
    Wait,
    /// The process ends.
    Exit,
    /// A function of the program is called instead.
    Enter(FuncId, Vec<Value>),
    /// A function of the program is called, but the result is this value.
    Instead(FuncId, Vec<Value>, Value),
    /// A thread with the next number runs.
    Thread(FuncId, Vec<Value>),
    /// An exception leaves it: the address of the object.
    Throw(u64),
}

/// How a called function is executed.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Known {
    Body,
    Row(&'static Routine),
    Nothing,
}

/// The machine with its processes.
pub(crate) struct Machine<'m> {
    pub module: &'m Module,
    pub abi: Option<Abi>,
    pub addresses: Addresses,
    consts: Vec<Option<Value>>,
    pointer_type: Option<TypeId>,
    /// Memory of calls that have returned.
    spare: Vec<Vec<Value>>,
    pub memory: Memory,
    pub processes: Vec<Process>,
    pub clocks: Clocks,
    pub log: Log,
    pub world: World,
    /// The last process runs first, and where the library may choose, it chooses the last.
    pub backwards: bool,
    /// Processes of one node: all, or this many.
    pub per_node: Option<usize>,
    /// The program has queried which processes share a node.
    pub placed: bool,
    /// Instructions that may be executed in all.
    steps: u64,
    /// Instructions that may still be executed.
    pub budget: u64,
    pub patience: Patience,
    /// Whether there is time for more.
    pub goes_on: &'m dyn Fn() -> bool,
    known: Vec<Option<Known>>,
    /// Functions that were executed, in their fast form.
    codes: Vec<Option<Rc<code::Code>>>,
    /// Values on their way to phis.
    moves: Vec<(ValueId, Value)>,
    /// Functions without a body that compute with floating-point numbers.
    numbers: Vec<Option<OfNumbers>>,
    graphs: FxHashMap<FuncId, Rc<FunctionGraph>>,
    /// Nearest block after a branch that every path passes.
    behind: FxHashMap<(FuncId, BlockId), Option<BlockId>>,
    /// Positions in the source that stand for loops.
    loops: FxHashMap<(FuncId, BlockId), Option<LocId>>,
    pub arguments: Arguments,
    pub learned: Learned,
    /// Positions of the source that were executed.
    pub covered: Vec<bool>,
    /// An order was used that other executions do not have, such as that of locks.
    pub chosen: bool,
    /// A process has seen a word that another one set.
    pub saw: bool,
    /// Collectives: they may touch their buffers until they return, which is longer than a run takes it to be.
    pub lasting: rustc_hash::FxHashSet<LocId>,
    /// How often each process may still read from a file or the terminal before its input ends.
    pub input: u32,
    /// The program reads from files or from the terminal.
    pub reads_input: bool,
    /// One-sided operations so far.
    pub operations: u64,
    /// Calls of a parallel model so far that did not wait.
    calls: u64,
}

/// The function of floating-point numbers that a declaration stands for.
fn of_numbers(f: &Function) -> Option<OfNumbers> {
    if f.is_declaration() { OfNumbers::named(&f.name) } else { None }
}

/// The owner of the memory at an address.
pub(crate) fn owner(process: usize, address: u64) -> Owner {
    if address >= SHARED { Owner::Shared } else { Owner::Process(process) }
}

impl<'m> Machine<'m> {
    pub fn new(
        module: &'m Module,
        processes: usize,
        arguments: Arguments,
        budget: u64,
        spare: Spare,
    ) -> Result<Machine<'m>> {
        let mut memory = Memory::new(processes, spare);
        let addresses = Addresses::place(module, &mut memory, processes)?;
        Ok(Machine {
            module,
            abi: Abi::detect(module),
            addresses,
            consts: vec![None; module.consts.len()],
            pointer_type: module.types.position(|t| t.kind == TypeKind::Ptr),
            spare: Vec::new(),
            memory,
            processes: (0..processes).map(|_| Process::default()).collect(),
            clocks: Clocks::new(processes),
            log: Log::new(processes),
            world: World::new(processes),
            backwards: false,
            per_node: None,
            placed: false,
            steps: budget,
            budget,
            patience: Patience::default(),
            goes_on: &|| true,
            known: vec![None; module.functions.len()],
            codes: vec![None; module.functions.len()],
            moves: Vec::new(),
            numbers: module.functions.iter().map(of_numbers).collect(),
            graphs: FxHashMap::default(),
            behind: FxHashMap::default(),
            loops: FxHashMap::default(),
            arguments,
            learned: Learned::default(),
            covered: vec![false; module.locs.len()],
            chosen: false,
            saw: false,
            lasting: rustc_hash::FxHashSet::default(),
            input: 0,
            reads_input: false,
            operations: 0,
            calls: 0,
        })
    }

    pub fn size(&self) -> usize {
        self.processes.len()
    }

    /// The number of the node that a process runs on.
    pub fn node_of(&mut self, process: usize) -> usize {
        self.placed = true;
        self.per_node.map_or(0, |n| process / n)
    }

    /// A constant as a value.
    pub fn constant(&mut self, id: ConstId) -> Result<Value> {
        if let Some(value) = &self.consts[id.index()] {
            return Ok(value.clone());
        }
        let value = self.addresses.value(self.module, id)?;
        self.consts[id.index()] = Some(value.clone());
        Ok(value)
    }

    /// How a call of this function is executed.
    fn known(&mut self, function: FuncId) -> Known {
        if let Some(known) = self.known[function.index()] {
            return known;
        }
        let f = &self.module.functions[function];
        let row = catalog().lookup(&f.name);
        let known = match row {
            // Inline functions of headers, which are executed as they are in the program.
            Some(row) if f.is_declaration() || row.replaces_body && row.model.is_parallel() => Known::Row(row),
            _ if f.is_declaration() => Known::Nothing,
            _ => Known::Body,
        };
        self.known[function.index()] = Some(known);
        known
    }

    /// Ends the current interval of a process.
    pub fn step_clock(&mut self, process: usize) {
        if self.log.counts_iterations {
            self.log.iterations[process] = self.iterations(process);
        }
        if self.log.has_open(process) {
            self.log.close(process, &self.clocks);
        }
        self.clocks.step(process);
    }

    /// From here on, events before another point are before the process.
    pub fn learn(&mut self, process: usize, clock: &crate::clock::Clock) {
        let known = self.clocks.of(process);
        if known.iter().zip(clock.iter()).any(|(a, b)| a < b) {
            self.step_clock(process);
            self.clocks.join(process, clock);
        }
    }

    /// Logs an access by a process, if others may touch the same memory.
    pub fn touch(&mut self, process: usize, loc: Option<LocId>, kind: Kind, address: u64, len: u64, read: bool) {
        if (SHARED..memory::CODE).contains(&address) && kind != Kind::Read && len > 0 {
            self.world.note_writer(process, address, len);
        }
        let (home, at) = memory::home(process, address);
        if len == 0 || home >= self.size() || !self.world.is_watched(home, at, len) {
            return;
        }
        let Some(loc) = loc else { return };
        let site = Site { loc, at_target: false, access: kind };
        let read = read || self.processes[process].in_doubt();
        self.log.access(process, site, owner(home, at), (at, at + len), read);
    }

    /// Executes until all processes have ended, or what ends the run; what was done till then counts.
    pub fn run(&mut self, entry: FuncId) -> Result<()> {
        let end = self.execute(entry);
        for process in 0..self.size() {
            self.step_clock(process);
        }
        end
    }

    fn execute(&mut self, entry: FuncId) -> Result<()> {
        for process in 0..self.size() {
            self.start(process, entry)?;
        }
        loop {
            let mut moved = false;
            let mut left = false;
            for turn in 0..self.size() {
                let process = if self.backwards { self.size() - 1 - turn } else { turn };
                if self.processes[process].ended {
                    continue;
                }
                moved |= self.turn(process)?;
                left |= !self.processes[process].ended;
            }
            if !left {
                return Ok(());
            }
            if !moved {
                return Err(Halt::Deadlock);
            }
            self.look_for_news()?;
        }
    }

    /// The arguments of the first function, and its frame.
    fn start(&mut self, process: usize, entry: FuncId) -> Result<()> {
        let arguments = self.arguments.clone();
        let mut places = Vec::new();
        for text in arguments.iter() {
            let at = self.memory.take(process, memory::HEAP, text.len() as u64 + 1, 16)?;
            self.memory.write(process, at, text.as_bytes(), false)?;
            places.push(at);
        }
        places.extend([0, 0]);
        let argv = self.memory.take(process, memory::HEAP, 8 * places.len() as u64, 16)?;
        for (n, place) in places.iter().enumerate() {
            self.memory.set_number(process, argv + 8 * n as u64, 8, *place, false)?;
        }
        crate::library::prepare(self, process)?;
        let count = self.module.functions[entry].params.len();
        let all =
            [Value::new(arguments.len() as u64), Value::new(argv), Value::new(argv + 8 * (places.len() as u64 - 1))];
        let given = all.into_iter().chain(std::iter::repeat_with(Value::default)).take(count).collect();
        self.enter(process, entry, given, None)?;
        // They run first, so their frames are on top of it.
        for constructor in self.module.constructors.iter().rev() {
            self.enter(process, *constructor, Vec::new(), None)?;
        }
        Ok(())
    }

    /// The control-flow graph of a function.
    pub(super) fn graph(&mut self, function: FuncId) -> Rc<FunctionGraph> {
        let module = self.module;
        let graph = || Rc::new(FunctionGraph::new(&module.functions[function]));
        Rc::clone(self.graphs.entry(function).or_insert_with(graph))
    }

    /// The loops around a process, the outermost first, each by its position in the source with the number of the iteration.
    fn iterations(&mut self, process: usize) -> Iterations {
        let module = self.module;
        let all: Vec<(FuncId, BlockId, u32)> = self.processes[process]
            .frames
            .iter()
            .flat_map(|frame| frame.iterations.iter().map(|(header, n)| (frame.function, *header, *n)))
            .collect();
        let mut out = Vec::with_capacity(all.len());
        for (function, header, n) in all {
            let known = match self.loops.get(&(function, header)) {
                Some(known) => *known,
                None => {
                    let graph = self.graph(function);
                    let of = graph.loop_headed_by(header);
                    let loc = of.and_then(|l| graph.loop_position(module, &module.functions[function], l));
                    *self.loops.entry((function, header)).or_insert(loc)
                }
            };
            out.extend(known.map(|loc| (loc, n)));
        }
        out
    }

    /// The nearest block that every path from a block takes, and no earlier one.
    pub fn behind(&mut self, function: FuncId, block: BlockId) -> Option<BlockId> {
        if let Some(known) = self.behind.get(&(function, block)) {
            return *known;
        }
        let module = self.module;
        let graph = self.graph(function);
        let blocks = module.functions[function].blocks.indices();
        let behind: Vec<BlockId> = blocks.filter(|b| *b != block && graph.post_dominates(*b, block)).collect();
        let nearest = behind.iter().copied().find(|b| behind.iter().all(|other| graph.post_dominates(*other, *b)));
        self.behind.insert((function, block), nearest);
        nearest
    }
}
