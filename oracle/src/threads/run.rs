//! One process of a program: its steps and what happens before what, in one execution.
//!
//! A step is a node; edges are order that the execution has. A thread is a row of steps; a barrier is a step behind the
//! last ones of all threads; a task begins behind its creation and the tasks that it depends on, and ends before the wait for it.

use super::lang::{Array, ELEMENTS, Flush, Index, Kind, Place, Routine, Stmt, Target};
use crate::race::Invalid;

/// Steps of one process at most.
const MAX_STEPS: usize = 400;

/// What an execution chooses.
#[derive(Debug, Clone, Default)]
pub struct Choices {
    /// Who runs each single construct, and the first section of each sections construct.
    pub executors: Vec<usize>,
    /// Threads with higher numbers enter critical constructs first, and have the first parts of loops whose chunks have no given
    /// size: the standard says of these only that each thread has one at most.
    pub reverse: bool,
}

/// Bytes by element: an array, from, to (exclusive).
pub type Elements = (Array, i64, i64);

/// What a step does.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Act {
    /// Order alone.
    Nothing,
    Access {
        at: Elements,
        writes: bool,
    },
    Rma {
        routine: Routine,
        local: Elements,
        target: usize,
        remote: Elements,
    },
    Flush {
        local: bool,
        target: Option<usize>,
    },
    /// A barrier of all processes.
    Processes,
}

/// A step.
#[derive(Debug, Clone)]
#[allow(missing_docs)]
pub struct Step {
    pub line: u32,
    pub act: Act,
}

/// The steps of one process and the edges between them.
#[derive(Debug, Default)]
#[allow(missing_docs)]
pub struct Process {
    pub steps: Vec<Step>,
    pub edges: Vec<(usize, usize)>,
    /// Single and sections constructs that were met.
    pub chosen: usize,
    /// Critical constructs: name, thread, first and last step.
    criticals: Vec<(u8, usize, usize, usize)>,
}

/// A task that its thread has made.
#[derive(Debug, Clone)]
struct Made {
    creator: usize,
    depends: Vec<(u8, bool)>,
    end: usize,
}

/// Where a statement stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Around {
    /// All threads of the region run it.
    Team,
    /// One thread runs it, outside of worksharing loops.
    One,
    /// Inside a loop, a section, a critical construct or a task: neither barriers of processes nor tasks.
    Inner,
}

struct Build<'c> {
    rank: usize,
    size: usize,
    threads: usize,
    choices: &'c Choices,
    out: Process,
    /// The last step of each thread.
    last: Vec<usize>,
    tasks: Vec<Made>,
    /// A worksharing loop is around.
    counted: bool,
}

/// How many threads the teams of the regions have, by turns.
pub type Teams = [usize; 2];

/// Runs process `rank` of `size`.
///
/// # Errors
///
/// When a construct is at a place where it is not allowed, or the program is too large.
pub fn run(main: &[Stmt], rank: usize, size: usize, teams: Teams, choices: &Choices) -> Result<Process, Invalid> {
    let mut teams = teams.into_iter().cycle();
    let (out, last, tasks) = (Process::default(), vec![], vec![]);
    let mut build = Build { rank, size, threads: 1, choices, out, last, tasks, counted: false };
    let first = build.step(0, Act::Nothing, &[])?;
    build.last = vec![first];
    for stmt in main {
        match &stmt.kind {
            Kind::Region(body) => {
                build.threads = teams.next().unwrap_or(1);
                build.last = vec![build.last[0]; build.threads];
                build.team(body)?;
                build.barrier()?;
                build.threads = 1;
                build.last.truncate(1);
            }
            Kind::Load(_) | Kind::Store(_) | Kind::Rma { .. } | Kind::Flush(_) | Kind::Processes => {
                build.simple(stmt, 0, 0, Around::One)?;
            }
            _ => return Err(Invalid("a construct of a team outside of regions")),
        }
    }
    build.order_criticals();
    Ok(build.out)
}

impl Build<'_> {
    fn step(&mut self, line: u32, act: Act, after: &[usize]) -> Result<usize, Invalid> {
        let number = self.out.steps.len();
        if number >= MAX_STEPS {
            return Err(Invalid("too many steps"));
        }
        self.out.steps.push(Step { line, act });
        self.out.edges.extend(after.iter().map(|a| (*a, number)));
        Ok(number)
    }

    /// The next step of a thread.
    fn next(&mut self, thread: usize, line: u32, act: Act) -> Result<usize, Invalid> {
        let step = self.step(line, act, &[self.last[thread]])?;
        self.last[thread] = step;
        Ok(step)
    }

    fn barrier(&mut self) -> Result<(), Invalid> {
        let mut after = self.last.clone();
        after.extend(self.tasks.drain(..).map(|t| t.end));
        let step = self.step(0, Act::Nothing, &after)?;
        self.last = vec![step; self.threads];
        Ok(())
    }

    fn choice(&mut self) -> usize {
        let number = self.out.chosen;
        self.out.chosen += 1;
        self.choices.executors.get(number).copied().unwrap_or(0) % self.threads
    }

    /// What all threads of a region run.
    fn team(&mut self, body: &[Stmt]) -> Result<(), Invalid> {
        for stmt in body {
            let mut nowait = true;
            match &stmt.kind {
                Kind::Team => self.barrier()?,
                Kind::Single { nowait: n, body } => {
                    let thread = self.choice();
                    self.block(body, thread, 0, Around::One)?;
                    nowait = *n;
                }
                Kind::Sections { nowait: n, parts } => {
                    let first = self.choice();
                    for (k, part) in parts.iter().enumerate() {
                        self.block(part, (first + k) % self.threads, 0, Around::Inner)?;
                    }
                    nowait = *n;
                }
                Kind::For { chunk, nowait: n, count, body } => {
                    self.counted = true;
                    for i in 0..*count {
                        let thread = share(i, *count, *chunk, self.threads);
                        let last = chunk.is_none() && self.choices.reverse;
                        let thread = if last { self.threads - 1 - thread } else { thread };
                        self.block(body, thread, i, Around::Inner)?;
                    }
                    self.counted = false;
                    nowait = *n;
                }
                _ => {
                    for thread in 0..self.threads {
                        self.simple(stmt, thread, 0, Around::Team)?;
                    }
                }
            }
            if !nowait {
                self.barrier()?;
            }
        }
        Ok(())
    }

    fn block(&mut self, body: &[Stmt], thread: usize, var: i64, around: Around) -> Result<(), Invalid> {
        body.iter().try_for_each(|stmt| self.simple(stmt, thread, var, around))
    }

    /// A statement that one thread runs.
    fn simple(&mut self, stmt: &Stmt, thread: usize, var: i64, around: Around) -> Result<(), Invalid> {
        let line = stmt.line;
        match &stmt.kind {
            Kind::Load(place) | Kind::Store(place) => {
                let at = self.elements(*place, 1, thread, var)?;
                let writes = matches!(stmt.kind, Kind::Store(_));
                self.next(thread, line, Act::Access { at, writes })?;
            }
            Kind::Rma { routine, local, target, remote, count } => {
                let local = self.elements(*local, *count, thread, var)?;
                let remote = self.elements(Place { array: Array::Window, index: *remote }, *count, thread, var)?;
                let target = self.target(*target);
                self.next(thread, line, Act::Rma { routine: *routine, local, target, remote })?;
            }
            Kind::Flush(flush) => {
                let (local, target) = match flush {
                    Flush::All => (false, None),
                    Flush::LocalAll => (true, None),
                    Flush::One(t) => (false, Some(self.target(*t))),
                    Flush::LocalOne(t) => (true, Some(self.target(*t))),
                };
                self.next(thread, line, Act::Flush { local, target })?;
            }
            Kind::Processes if around == Around::One => {
                self.next(thread, line, Act::Processes)?;
            }
            Kind::Master(body) if around == Around::Team => {
                if thread == 0 {
                    self.block(body, thread, var, Around::One)?;
                }
            }
            Kind::Thread { number, body } if around == Around::Team => {
                if thread as i64 == *number {
                    self.block(body, thread, var, Around::One)?;
                }
            }
            Kind::Critical { name, body } if around != Around::Inner => {
                let enter = self.next(thread, 0, Act::Nothing)?;
                self.block(body, thread, var, Around::Inner)?;
                let leave = self.next(thread, 0, Act::Nothing)?;
                self.out.criticals.push((*name, thread, enter, leave));
            }
            Kind::Task { depends, body } if around != Around::Inner => self.task(depends, body, thread, var)?,
            Kind::Wait if around != Around::Inner => {
                let ends: Vec<usize> = self.tasks.iter().filter(|t| t.creator == thread).map(|t| t.end).collect();
                self.join(thread, &ends)?;
            }
            Kind::Group(body) if around == Around::One => {
                let before = self.tasks.len();
                self.block(body, thread, var, around)?;
                let ends: Vec<usize> = self.tasks[before..].iter().map(|t| t.end).collect();
                self.join(thread, &ends)?;
            }
            _ => return Err(Invalid("a construct inside another one")),
        }
        Ok(())
    }

    fn join(&mut self, thread: usize, ends: &[usize]) -> Result<(), Invalid> {
        let mut after = vec![self.last[thread]];
        after.extend(ends);
        self.last[thread] = self.step(0, Act::Nothing, &after)?;
        Ok(())
    }

    /// The code of a task beside that of its creator; it waits for earlier tasks of the creator by its clauses (15.9.5).
    fn task(&mut self, depends: &[(u8, bool)], body: &[Stmt], thread: usize, var: i64) -> Result<(), Invalid> {
        let made = self.next(thread, 0, Act::Nothing)?;
        let waits = |t: &&Made| {
            let common = |(x, w): &(u8, bool)| depends.iter().any(|(y, v)| x == y && (*w || *v));
            t.creator == thread && t.depends.iter().any(common)
        };
        let mut after: Vec<usize> = self.tasks.iter().filter(waits).map(|t| t.end).collect();
        after.push(made);
        let begin = self.step(0, Act::Nothing, &after)?;
        let creator = std::mem::replace(&mut self.last[thread], begin);
        self.block(body, thread, var, Around::Inner)?;
        let end = std::mem::replace(&mut self.last[thread], creator);
        self.tasks.push(Made { creator: thread, depends: depends.to_vec(), end });
        Ok(())
    }

    fn target(&self, target: Target) -> usize {
        match target {
            Target::Right => (self.rank + 1) % self.size,
            Target::Left => (self.rank + self.size - 1) % self.size,
            Target::First => 0,
        }
    }

    fn elements(&self, place: Place, count: i64, thread: usize, var: i64) -> Result<Elements, Invalid> {
        let Index { base, thread: t, var: v, rank } = place.index;
        let from = base + t * thread as i64 + v * var + rank * self.rank as i64;
        if v != 0 && !self.counted {
            return Err(Invalid("a counter without its loop"));
        }
        if from < 0 || from + count > ELEMENTS {
            return Err(Invalid("an element outside of its array"));
        }
        Ok((place.array, from, from + count))
    }

    /// Orders critical constructs of one name: first by what happens before them, then by thread.
    fn order_criticals(&mut self) {
        let mut left = std::mem::take(&mut self.out.criticals);
        if self.choices.reverse {
            left.sort_by_key(|(_, thread, enter, _)| (std::cmp::Reverse(*thread), *enter));
        } else {
            left.sort_by_key(|(_, thread, enter, _)| (*thread, *enter));
        }
        let mut latest: Vec<(u8, usize)> = Vec::new();
        while !left.is_empty() {
            let free = |k: &usize| {
                let enter = left[*k].2;
                left.iter().enumerate().all(|(l, other)| l == *k || !self.reaches(other.3, enter))
            };
            let Some(k) = (0..left.len()).find(free) else { return };
            let (name, _, enter, leave) = left.remove(k);
            match latest.iter_mut().find(|(n, _)| *n == name) {
                Some((_, before)) => {
                    self.out.edges.push((*before, enter));
                    *before = leave;
                }
                None => latest.push((name, leave)),
            }
        }
    }

    fn reaches(&self, from: usize, to: usize) -> bool {
        let (mut seen, mut work) = (vec![false; self.out.steps.len()], vec![from]);
        while let Some(step) = work.pop() {
            if step == to {
                return true;
            }
            if std::mem::replace(&mut seen[step], true) {
                continue;
            }
            work.extend(self.out.edges.iter().filter(|(a, _)| *a == step).map(|(_, b)| *b));
        }
        false
    }
}

/// Which thread has an iteration of a loop with a static schedule (OpenMP 5.2, 11.5.3): without a chunk, parts as equal as can be.
fn share(i: i64, count: i64, chunk: Option<i64>, threads: usize) -> usize {
    let threads = threads as i64;
    let thread = match chunk {
        Some(chunk) => i / chunk % threads,
        None => {
            let (part, more) = (count / threads, count % threads);
            let large = more * (part + 1);
            if i < large { i / (part + 1) } else { more + (i - large) / part.max(1) }
        }
    };
    usize::try_from(thread).unwrap_or(0)
}
