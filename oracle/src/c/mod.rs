//! Reads C programs and judges them: what the oracle says of a program that a person has written.
//!
//! clang gives the syntax tree with types ([`tree`], [`types`]), with headers of a few lines (`oracle/headers`), so that macros
//! and handles are known. [`process`] executes it for one rank, with concrete values ([`memory`], [`expression`], [`library`]);
//! MPI calls and accesses to memory become steps ([`mpi`], [`calls`]). The steps of all ranks are a [`Run`].
//!
//! Invariant: what is not understood is [`Stop::Misfit`], never a guess without a note ([`Judged::guessed`]). Deliberately absent:
//! values that come from other processes, floating-point numbers, threads.

pub mod calls;
pub mod expression;
pub mod grid;
pub mod library;
pub mod memory;
pub mod mpi;
pub mod process;
pub mod tree;
pub mod types;

use crate::mpi::judge::judge_run;
use crate::mpi::lang::Array;
use crate::mpi::unroll::{Act, Bytes, Run, Step, Window};
use crate::race::Pair;
use mpi::Exposed;
use process::{Choice, Process, Stop};
use rma_corpus::compile::CLANG;
use rma_corpus::process as child;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;
use std::time::Duration;
use tree::{Lines, Node};
use types::Types;

const TIME_LIMIT: Duration = Duration::from_secs(60);
/// Steps of all processes that are judged.
const MAX_STEPS: usize = 2500;

/// A program of one file.
#[derive(Debug)]
pub struct Unit {
    functions: BTreeMap<String, Node>,
    globals: Vec<Node>,
    types: Types,
    enums: BTreeMap<u64, i64>,
}

/// What the processes of a run tell each other, before their steps are matched.
#[derive(Debug, Default)]
pub struct Shared {
    /// Names of communicators, by parent, number and colour.
    names: BTreeMap<(u32, u32, i64), u32>,
    /// Colour and key of each call of `MPI_Comm_split`, by parent, number and process.
    colors: BTreeMap<(u32, u32, usize), (i64, i64)>,
    /// Numbers of windows, by communicator, number there and first member.
    numbers: BTreeMap<(u32, u32, usize), usize>,
    /// Members of the windows.
    windows: Vec<Vec<usize>>,
}

/// The races of a program with one number of processes.
#[derive(Debug, Default)]
#[allow(missing_docs)]
pub struct Judged {
    pub races: BTreeSet<Pair>,
    /// No process ended early, which ends the program.
    pub complete: bool,
    /// A condition on data was taken to hold, or not to hold.
    pub guessed: bool,
}

impl Shared {
    fn name(&mut self, parent: u32, number: u32, color: i64) -> u32 {
        // 1 and 2 are the predefined ones.
        let next = self.names.len() as u32 + 3;
        *self.names.entry((parent, number, color)).or_insert(next)
    }

    fn window(&mut self, comm: u32, number: u32, members: &[usize]) -> usize {
        let next = self.numbers.len();
        let found = *self.numbers.entry((comm, number, members[0])).or_insert(next);
        if found == next {
            self.windows.push(members.to_vec());
        }
        found
    }
}

/// Reads a program; `headers` is the folder with the oracle's headers.
///
/// # Errors
/// Why it does not fit.
pub fn read(source: &Path, headers: &Path) -> Result<Unit, String> {
    let text = std::fs::read_to_string(source).map_err(|error| error.to_string())?;
    let mut command = Command::new(CLANG);
    command.args(["-std=gnu17", "-w", "-Wno-implicit-function-declaration", "-nostdinc", "-I"]).arg(headers);
    command.args(["-fsyntax-only", "-Xclang", "-ast-dump=json"]).arg(source);
    let finished = child::run(&mut command, TIME_LIMIT).map_err(|error| error.to_string())?;
    if finished.code != Some(0) {
        let reason = finished.stderr.lines().find(|line| line.contains("error")).unwrap_or("").to_owned();
        return Err(format!("clang: {reason}"));
    }
    let json: serde_json::Value = serde_json::from_str(&finished.stdout).map_err(|error| error.to_string())?;
    let root = tree::node(&json, &Lines::new(&text));
    let mut unit =
        Unit { functions: BTreeMap::new(), globals: vec![], types: Types::default(), enums: BTreeMap::new() };
    for node in root.inner {
        match node.kind.as_str() {
            "FunctionDecl" if node.inner.iter().any(|n| n.kind == "CompoundStmt") => {
                unit.declarations(&node);
                unit.functions.insert(node.name.clone(), node);
            }
            "VarDecl" => unit.globals.push(node),
            _ => unit.declare(&node),
        }
    }
    Ok(unit)
}

impl Unit {
    fn declare(&mut self, node: &Node) {
        self.types.declare(node);
        if node.kind == "EnumDecl" {
            let mut next = 0;
            for constant in &node.inner {
                next = constant.inner.iter().find_map(|n| n.value.parse().ok()).unwrap_or(next);
                self.enums.insert(constant.id, next);
                next += 1;
            }
        }
    }

    /// Types that are declared inside a function.
    fn declarations(&mut self, node: &Node) {
        for inner in &node.inner {
            self.declare(inner);
            self.declarations(inner);
        }
    }

    /// The races with `size` processes.
    ///
    /// # Errors
    /// Why the program does not fit.
    pub fn judge(&self, size: usize, choice: Choice) -> Result<Judged, String> {
        let mut shared = Shared::default();
        loop {
            let known = shared.colors.len();
            let (mut results, mut waiting) = (Vec::new(), false);
            for rank in 0..size {
                let mut process = Process::new(self, &mut shared, choice, rank, size);
                match process.run() {
                    Ok(()) => {}
                    // A run that is given up has no races that matter.
                    Err(Stop::Exit) => {
                        return Ok(Judged { guessed: process.guessed, ..Judged::default() });
                    }
                    Err(Stop::Facts) => waiting = true,
                    Err(Stop::Misfit(why)) => return Err(why),
                }
                let guessed = process.guessed;
                let (steps, mpi) = (process.steps, process.mpi);
                results.push((steps, mpi.windows, mpi.displacements, guessed));
            }
            if !waiting {
                let guessed = results.iter().any(|r| r.3);
                let run = assemble(results, &shared)?;
                let races = judge_run(run).map_err(|invalid| invalid.to_string())?;
                return Ok(Judged { races, complete: true, guessed });
            }
            if shared.colors.len() == known {
                return Err("processes wait for each other's communicator".to_owned());
            }
        }
    }
}

type Result1 = (Vec<Step>, BTreeMap<usize, Exposed>, Vec<i64>, bool);

/// The run of all processes: operations are moved to the memory of their targets, and accesses that no communication
/// can touch are left out.
fn assemble(results: Vec<Result1>, shared: &Shared) -> Result<Run, String> {
    let nothing = Bytes { array: Array::Object(0), ranges: vec![] };
    let memory = |win: usize, process: usize| results[process].1.get(&win).map_or(nothing.clone(), |e| e.bytes.clone());
    let window = |(win, members): (usize, &Vec<usize>)| Window {
        members: members.clone(),
        memory: (0..results.len()).map(|process| memory(win, process)).collect(),
    };
    let windows = shared.windows.iter().enumerate().map(window).collect();
    let exposed: Vec<_> = results.iter().map(|r| r.1.clone()).collect();
    let mut steps = Vec::new();
    for (process, (mut own, _, displacements, _)) in results.into_iter().enumerate() {
        let mut next = displacements.into_iter();
        for step in &mut own {
            let Act::Rma(op) = &mut step.act else { continue };
            let target = exposed[op.target].get(&op.win).ok_or("an operation on a window that its target lacks")?;
            let start = next.next().unwrap_or(0) * target.unit + target.base;
            op.bytes.array = target.bytes.array;
            op.bytes.ranges.iter_mut().for_each(|r| *r = (r.0 + start, r.1 + start));
            let (low, high) = target.bytes.ranges.first().copied().unwrap_or((0, 0));
            if op.bytes.ranges.iter().any(|r| r.0 < low || r.1 > high) {
                return Err("an operation outside of its window".to_owned());
            }
        }
        steps.push(merged(own, &exposed[process]));
    }
    if steps.iter().map(Vec::len).sum::<usize>() > MAX_STEPS {
        return Err("too many steps".to_owned());
    }
    Ok(Run { steps, windows })
}

/// Accesses to memory that operations use, those of one line between two calls as one.
fn merged(steps: Vec<Step>, windows: &BTreeMap<usize, Exposed>) -> Vec<Step> {
    let mut used: BTreeSet<Array> = windows.values().map(|e| e.bytes.array).collect();
    for step in &steps {
        match &step.act {
            Act::Rma(op) => used.extend(op.reads.iter().chain(&op.writes).map(|bytes| bytes.array)),
            Act::Collective { reads, writes, request: Some(_), .. } => {
                used.extend(reads.iter().chain(writes).map(|bytes| bytes.array));
            }
            Act::Message { send, recv, request: Some(_) } => {
                used.extend(send.iter().map(|s| s.bytes.array).chain(recv.iter().map(|r| r.bytes.array)));
            }
            _ => {}
        }
    }
    let mut result: Vec<Step> = Vec::new();
    let mut from = 0;
    for step in steps {
        let (write, bytes) = match &step.act {
            Act::Load(bytes) => (false, bytes),
            Act::Store(bytes) => (true, bytes),
            _ => {
                result.push(step);
                from = result.len();
                continue;
            }
        };
        if !used.contains(&bytes.array) {
            continue;
        }
        let same = result[from..].iter_mut().find_map(|earlier| match &mut earlier.act {
            Act::Load(b) if !write && b.array == bytes.array && earlier.line == step.line => Some(b),
            Act::Store(b) if write && b.array == bytes.array && earlier.line == step.line => Some(b),
            _ => None,
        });
        match same {
            Some(earlier) => bytes.ranges.iter().for_each(|range| {
                if !earlier.ranges.contains(range) {
                    earlier.ranges.push(*range);
                }
            }),
            None => result.push(step),
        }
    }
    result
}
