//! A run in terms that both models share: effects on memory, updates of words, synchronisation.

use super::lang::{Model, Program};
use super::unroll::{Act, Bytes, Step, Word, unroll};
use super::{gaspi, shmem};
use crate::expression::Cmp;
use crate::race::Invalid;

/// A point of an execution.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Point {
    Begin(usize, usize),
    End(usize, usize),
    /// Where an update has reached its word.
    Arrival(usize),
    /// A fence between the operations of one process on one target.
    Between {
        process: usize,
        fence: usize,
        target: usize,
    },
}

/// The effects that an atomic effect is atomic to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Atomic {
    /// Atomic operations of one type.
    Operation,
    /// Signals that are set.
    Set,
    /// Signals that are added to.
    Add,
}

/// One effect of one step on the memory of one process.
#[derive(Debug, Clone)]
#[allow(missing_docs)]
pub struct Effect {
    pub process: usize,
    pub step: usize,
    pub line: u32,
    pub owner: usize,
    pub bytes: Bytes,
    pub writes: bool,
    /// Part of the program itself or of the local side of a blocking call.
    pub plain: bool,
    pub atomic: Option<Atomic>,
    /// It starts after all of these.
    pub starts: Vec<Point>,
    /// It is complete at each of these.
    pub dones: Vec<Point>,
}

/// An update of a word, which arrives some time after its step unless it is `immediate`.
#[derive(Debug, Clone)]
#[allow(missing_docs)]
pub struct WordUpdate {
    pub process: usize,
    pub step: usize,
    pub word: Word,
    /// Set to the value, or the value added.
    pub adds: bool,
    pub value: i64,
    pub immediate: bool,
    /// Updates that arrive before it.
    pub after: Vec<usize>,
}

/// How a step takes part in the synchronisation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Sync {
    /// Not at all.
    None,
    /// Applies one of its own updates at once.
    Immediate(usize),
    /// Waits until these updates have arrived.
    Drain(Vec<usize>),
    /// Waits for one of the words to compare.
    Wait(Vec<Word>, Cmp, i64),
    /// Sets an own word.
    Store(Word, i64),
    /// Waits for these (process, step) to begin.
    Collective(Vec<(usize, usize)>),
    /// Takes a lock.
    Lock(u8),
    /// Gives it back.
    Unlock(u8),
}

/// A program for one number of processes.
#[derive(Debug)]
#[allow(missing_docs)]
pub struct Run {
    pub steps: Vec<Vec<Step>>,
    pub syncs: Vec<Vec<Sync>>,
    pub updates: Vec<WordUpdate>,
    pub effects: Vec<Effect>,
    /// All collectives wait for all members here, as implementations may: for the question whether the program may hang.
    pub strict: Vec<Vec<Sync>>,
}

impl Run {
    /// Evaluates `program` for `size` processes.
    ///
    /// # Errors
    /// When the program breaks a rule.
    pub fn new(program: &Program, size: usize) -> Result<Run, Invalid> {
        let steps = (0..size).map(|rank| unroll(program, rank, size)).collect::<Result<Vec<_>, _>>()?;
        let mut run = match program.model {
            Model::Shmem => shmem::run(steps),
            Model::Gaspi => gaspi::run(steps),
        };
        run.collectives(size)?;
        Ok(run)
    }

    /// A run with the effects of loads, stores and collectives, and with the waits; updates and operations are added
    /// later.
    pub(crate) fn plain(steps: Vec<Vec<Step>>) -> Run {
        let mut effects = Vec::new();
        for (process, row) in steps.iter().enumerate() {
            for (step, Step { line, act }) in row.iter().enumerate() {
                let mut own = |bytes: Bytes, writes: bool| {
                    effects.push(Effect {
                        process,
                        step,
                        line: *line,
                        owner: process,
                        bytes,
                        writes,
                        plain: true,
                        atomic: None,
                        starts: vec![Point::Begin(process, step)],
                        dones: vec![Point::End(process, step)],
                    });
                };
                match act {
                    Act::Load(bytes) => own(*bytes, false),
                    Act::Store(bytes, _) => own(*bytes, true),
                    Act::Collective { reads, writes, .. } => {
                        reads.iter().for_each(|bytes| own(*bytes, false));
                        writes.iter().for_each(|bytes| own(*bytes, true));
                    }
                    _ => {}
                }
            }
        }
        let sync = |step: &Step| match &step.act {
            Act::Store(_, Some((word, value))) => Sync::Store(*word, *value),
            Act::Wait { word, cmp, value, .. } => Sync::Wait(vec![*word], *cmp, *value),
            Act::Any { words, cmp, value } => Sync::Wait(words.clone(), *cmp, *value),
            Act::Reset(word) => Sync::Store(*word, 0),
            Act::Lock(lock) => Sync::Lock(*lock),
            Act::Unlock(lock) => Sync::Unlock(*lock),
            _ => Sync::None,
        };
        let syncs = steps.iter().map(|row| row.iter().map(sync).collect()).collect();
        Run { steps, syncs, updates: Vec::new(), effects, strict: Vec::new() }
    }

    /// The k-th calls on a team match.
    fn collectives(&mut self, size: usize) -> Result<(), Invalid> {
        use super::lang::{Collective, Team};
        self.strict = self.syncs.clone();
        for team in [Team::World, Team::Even] {
            let group = super::unroll::members(team, size);
            let calls: Vec<Vec<(usize, Collective, usize)>> = group
                .iter()
                .map(|&p| {
                    let call = |(k, s): (usize, &Step)| match &s.act {
                        Act::Collective { op, team: t, root, .. } if *t == team => Some((k, *op, *root)),
                        _ => None,
                    };
                    self.steps[p].iter().enumerate().filter_map(call).collect()
                })
                .collect();
            for k in 0..calls.iter().map(Vec::len).max().unwrap_or(0) {
                let row: Option<Vec<_>> = calls.iter().map(|c| c.get(k).copied()).collect();
                let row = row.ok_or(Invalid("a collective that not all call"))?;
                if row.iter().any(|c| (c.1, c.2) != (row[0].1, row[0].2)) {
                    return Err(Invalid("different collectives meet"));
                }
                for (mine, &p) in group.iter().enumerate() {
                    let all = group.iter().enumerate().map(|(k, &q)| (q, row[k].0)).filter(|c| c.0 != p);
                    // A broadcast lets the others wait for the root (OpenSHMEM 1.6, 9.9.6).
                    let needed = |c: &(usize, usize)| row[0].1 != Collective::Broadcast || c.0 == row[0].2;
                    self.syncs[p][row[mine].0] = Sync::Collective(all.clone().filter(needed).collect());
                    self.strict[p][row[mine].0] = Sync::Collective(all.collect());
                }
            }
        }
        Ok(())
    }
}
