//! One process of a C program: its state, accesses, calls and statements.

use super::memory::{Memory, Pointer, Value};
use super::mpi::Mpi;
use super::tree::Node;
use super::types::Type;
use super::{Shared, Unit};
use crate::mpi::lang::Array;
use crate::mpi::unroll::{Act, Bytes, Step};
use std::collections::BTreeMap;

/// Expressions and statements that a process may evaluate.
const BUDGET: usize = 200_000;
/// Calls inside each other.
const MAX_DEPTH: usize = 60;

/// Why a process does not go on.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Stop {
    /// The program does not fit, with the reason.
    Misfit(String),
    /// It has called `exit` or `MPI_Abort`.
    Exit,
    /// It needs what another process has not told yet.
    Facts,
}

/// A [`Stop::Misfit`].
///
/// # Errors
/// Always: it is how a program that does not fit is given up.
pub fn misfit<T>(why: impl Into<String>) -> Result<T, Stop> {
    Err(Stop::Misfit(why.into()))
}

/// Where control goes after a statement.
#[derive(Debug, Clone, PartialEq)]
#[allow(missing_docs)]
pub enum Flow {
    Next,
    Break,
    Continue,
    Return(Value),
    /// To the label with this identity.
    Goto(u64),
}

/// A command line whose words are numbers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Arguments {
    /// Words, the name of the program included.
    pub count: i64,
    /// The number that the word behind the name is.
    pub first: i64,
    /// The value of every further argument.
    pub others: i64,
}

/// What is chosen for things that the model leaves open, the same for all processes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Choice {
    /// Truth of conditions on unknown data.
    pub truth: bool,
    /// Tests of a request or exposure epoch that fail before one succeeds.
    pub failing: u8,
    /// Of several operations, the last one is complete first.
    pub last: bool,
    /// The command line.
    pub arguments: Arguments,
}

/// A process while it runs.
pub struct Process<'a> {
    pub(super) unit: &'a Unit,
    pub(super) choice: Choice,
    pub(super) rank: usize,
    pub(super) size: usize,
    pub(super) memory: Memory,
    pub(super) globals: BTreeMap<u64, Pointer>,
    pub(super) frames: Vec<BTreeMap<u64, Pointer>>,
    pub(super) strings: BTreeMap<u32, String>,
    /// The objects of the words on the command line, in order.
    pub(super) words: Vec<u32>,
    pub(super) steps: Vec<Step>,
    pub(super) mpi: Mpi,
    pub(super) shared: &'a mut Shared,
    /// A condition on unknown data was met.
    pub(super) guessed: bool,
    pub(super) left: usize,
}

impl<'a> Process<'a> {
    /// A process before `main`.
    pub fn new(unit: &'a Unit, shared: &'a mut Shared, choice: Choice, rank: usize, size: usize) -> Process<'a> {
        let (memory, mpi) = (Memory::default(), Mpi::default());
        let (globals, frames, strings) = (BTreeMap::new(), Vec::new(), BTreeMap::new());
        let (words, steps) = (Vec::new(), Vec::new());
        let (guessed, left) = (false, BUDGET);
        Process { unit, choice, rank, size, memory, globals, frames, strings, words, steps, mpi, shared, guessed, left }
    }

    /// Runs `main` to its end.
    ///
    /// # Errors
    /// [`Stop`], also for an early end.
    pub fn run(&mut self) -> Result<(), Stop> {
        self.frames.push(BTreeMap::new());
        let unit = self.unit;
        for global in &unit.globals {
            self.variable(global)?;
        }
        self.steps.clear();
        let argc = Value::Int(self.choice.arguments.count);
        let argv = self.memory.make(64, false);
        for index in 0..self.choice.arguments.count {
            let word = self.memory.make(64, false);
            self.words.push(word.object);
            self.memory.store(Pointer { offset: 8 * index, ..argv }, 8, Value::Pointer(word));
        }
        self.call("main", vec![argc, Value::Pointer(argv)], 0)?;
        // Without it the program ends early.
        if self.mpi.finalized { Ok(()) } else { Err(Stop::Exit) }
    }

    pub(super) fn spend(&mut self) -> Result<(), Stop> {
        self.left = self.left.saturating_sub(1);
        if self.left == 0 { misfit("runs too long") } else { Ok(()) }
    }

    /// The truth of a value; a guess, if it is not known.
    pub(super) fn truth(&mut self, value: &Value) -> bool {
        match value {
            Value::Int(value) => *value != 0,
            Value::Pointer(pointer) => pointer.object != 0 || pointer.offset != 0,
            Value::Unknown | Value::Record(_) => {
                self.guessed = true;
                self.choice.truth
            }
            Value::Function(_) => true,
        }
    }

    pub(super) fn push(&mut self, line: u32, act: Act) {
        self.steps.push(Step { line, act });
    }

    /// Notes an access to `size` bytes.
    pub(super) fn touch(&mut self, at: Pointer, size: i64, write: bool, line: u32) -> Result<(), Stop> {
        if size == 0 {
            return Ok(());
        }
        if !self.memory.inside(at, size) {
            return misfit("an access outside of known memory");
        }
        let bytes = Bytes { array: Array::Object(at.object), ranges: vec![(at.offset, at.offset + size)] };
        self.push(line, if write { Act::Store(bytes) } else { Act::Load(bytes) });
        Ok(())
    }

    pub(super) fn read(&mut self, at: Pointer, ty: &Type, line: u32) -> Result<Value, Stop> {
        let size = self.unit.types.size(ty);
        self.touch(at, size, false, line)?;
        Ok(match ty {
            Type::Record(_) | Type::Array(..) => Value::Record(self.memory.cells(at, size)),
            _ => self.memory.load(at, size),
        })
    }

    pub(super) fn write(&mut self, at: Pointer, ty: &Type, value: Value, line: u32) -> Result<(), Stop> {
        let size = self.unit.types.size(ty);
        self.touch(at, size, true, line)?;
        self.memory.store(at, size, value);
        Ok(())
    }

    /// Makes a variable; a static one only once.
    fn variable(&mut self, node: &Node) -> Result<(), Stop> {
        let global = self.frames.len() == 1;
        if node.is_static && self.globals.contains_key(&node.id) {
            return Ok(());
        }
        let ty = self.unit.types.parse(&node.ty);
        let at = self.memory.make(self.unit.types.size(&ty), global || node.is_static);
        let scope = if global || node.is_static { Some(&mut self.globals) } else { self.frames.last_mut() };
        if let Some(scope) = scope {
            scope.insert(node.id, at);
        }
        match node.inner.last() {
            Some(init) if !init.kind.ends_with("Attr") => self.initialize(at, &ty, init, node.line),
            _ => Ok(()),
        }
    }

    /// Calls a function of the program.
    pub(super) fn call(&mut self, name: &str, args: Vec<Value>, line: u32) -> Result<Value, Stop> {
        let unit = self.unit;
        let Some(function) = unit.functions.get(name) else { return self.library(name, &args, line) };
        if self.frames.len() > MAX_DEPTH {
            return misfit("calls are too deep");
        }
        self.frames.push(BTreeMap::new());
        let parameters = function.inner.iter().filter(|n| n.kind == "ParmVarDecl");
        for (parameter, value) in parameters.zip(args) {
            let ty = unit.types.parse(&parameter.ty);
            let at = self.memory.make(unit.types.size(&ty), false);
            self.memory.store(at, unit.types.size(&ty), value);
            self.frames.last_mut().map(|frame| frame.insert(parameter.id, at));
        }
        let body = function.inner.iter().find(|n| n.kind == "CompoundStmt");
        let flow = body.map_or(Ok(Flow::Next), |body| self.statement(body));
        self.frames.pop();
        match flow? {
            Flow::Return(value) => Ok(value),
            Flow::Goto(_) => misfit("a jump that is not followed"),
            _ => Ok(Value::Int(0)),
        }
    }

    /// Executes a statement.
    pub(super) fn statement(&mut self, node: &Node) -> Result<Flow, Stop> {
        self.spend()?;
        match (node.kind.as_str(), &node.inner[..]) {
            ("CompoundStmt", body) => self.sequence(body, 0),
            ("NullStmt" | "", _) => Ok(Flow::Next),
            ("DeclStmt", declarations) => {
                for declaration in declarations.iter().filter(|d| d.kind == "VarDecl") {
                    self.variable(declaration)?;
                }
                Ok(Flow::Next)
            }
            ("ReturnStmt", value) => {
                let value = value.first().map(|value| self.rvalue(value)).transpose()?;
                Ok(Flow::Return(value.unwrap_or(Value::Int(0))))
            }
            ("BreakStmt", _) => Ok(Flow::Break),
            ("ContinueStmt", _) => Ok(Flow::Continue),
            ("GotoStmt", _) => Ok(Flow::Goto(node.target)),
            ("LabelStmt", [body]) => self.statement(body),
            ("CaseStmt" | "DefaultStmt", [.., body]) => self.statement(body),
            ("AttributedStmt", [.., body]) => self.statement(body),
            ("IfStmt", [cond, then, rest @ ..]) => {
                let value = self.rvalue(cond)?;
                match (self.truth(&value), rest) {
                    (true, _) => self.statement(then),
                    (false, [otherwise]) => self.statement(otherwise),
                    _ => Ok(Flow::Next),
                }
            }
            ("ForStmt", [init, _, cond, step, body]) => {
                self.statement(init)?;
                self.repeat(Some(cond).filter(|c| !c.kind.is_empty()), Some(step), body)
            }
            ("WhileStmt", [cond, body]) => self.repeat(Some(cond), None, body),
            ("DoStmt", [body, cond]) => match self.statement(body)? {
                Flow::Next | Flow::Continue => self.repeat(Some(cond), None, body),
                Flow::Break => Ok(Flow::Next),
                flow => Ok(flow),
            },
            ("SwitchStmt", [cond, body]) => self.switch(cond, body),
            (kind, _) if kind.ends_with("Stmt") => misfit(format!("a statement of kind {kind}")),
            _ => self.rvalue(node).map(|_| Flow::Next),
        }
    }

    fn repeat(&mut self, cond: Option<&Node>, step: Option<&Node>, body: &Node) -> Result<Flow, Stop> {
        loop {
            self.spend()?;
            if let Some(cond) = cond {
                let value = self.rvalue(cond)?;
                if !self.truth(&value) {
                    return Ok(Flow::Next);
                }
            }
            match self.statement(body)? {
                Flow::Next | Flow::Continue => {}
                Flow::Break => return Ok(Flow::Next),
                flow => return Ok(flow),
            }
            if let Some(step) = step.filter(|s| !s.kind.is_empty()) {
                self.rvalue(step)?;
            }
        }
    }

    /// Statements from one on; jumps to a label among them are followed.
    fn sequence(&mut self, body: &[Node], from: usize) -> Result<Flow, Stop> {
        let mut next = from;
        while let Some(statement) = body.get(next) {
            next += 1;
            match self.statement(statement)? {
                Flow::Next => {}
                Flow::Goto(label) => {
                    let here = |n: &Node| n.kind == "LabelStmt" && n.target == label;
                    let Some(position) = body.iter().position(here) else { return Ok(Flow::Goto(label)) };
                    next = position;
                }
                flow => return Ok(flow),
            }
        }
        Ok(Flow::Next)
    }

    fn switch(&mut self, cond: &Node, body: &Node) -> Result<Flow, Stop> {
        let Value::Int(value) = self.rvalue(cond)? else { return misfit("a switch on unknown data") };
        let (mut chosen, mut default) = (None, None);
        for (position, statement) in body.inner.iter().enumerate() {
            let mut label = Some(statement);
            while let Some(node) = label.filter(|n| matches!(n.kind.as_str(), "CaseStmt" | "DefaultStmt")) {
                if node.kind == "DefaultStmt" {
                    default = Some(position);
                } else if self.rvalue(&node.inner[0])? == Value::Int(value) {
                    chosen = chosen.or(Some(position));
                }
                label = node.inner.last();
            }
        }
        let Some(from) = chosen.or(default) else { return Ok(Flow::Next) };
        match self.sequence(&body.inner, from)? {
            Flow::Break => Ok(Flow::Next),
            flow => Ok(flow),
        }
    }
}
