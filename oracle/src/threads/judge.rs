//! Happens-before of every execution, and the effects that race (thesis, Definitions 4.1 and 4.4).

use super::lang::{Array, Kind, Routine, Stmt};
use super::run::{Act, Choices, Elements, Process, Teams, run};
use crate::order::{Graph, Node, Order};
use crate::race::{Class, Invalid, Pair};
use crate::walk::Statement;
use std::collections::BTreeSet;

/// Executions of one process at most.
const MAX_EXECUTIONS: usize = 24;
/// Threads of which one is tried for each construct that one thread runs.
const TRIED: usize = 3;

struct Effect {
    process: usize,
    step: usize,
    line: u32,
    owner: usize,
    at: Elements,
    writes: bool,
    plain: bool,
    atomic: bool,
    start: Node,
    dones: Vec<Node>,
}

/// The races of a program with `size` processes of such teams, in any of its executions.
///
/// # Errors
/// When the program is not correct for these numbers, races aside, or too large.
pub fn judge(main: &[Stmt], size: usize, teams: Teams) -> Result<BTreeSet<Pair>, Invalid> {
    let choices = choices(main, teams)?;
    let mut races = BTreeSet::new();
    // Which executions the others have matters to two at a time: all pairs of them, in turns.
    for (n, own) in choices.iter().enumerate() {
        for shift in 0..choices.len() {
            let of = |rank: usize| if rank.is_multiple_of(2) { own } else { &choices[(n + shift) % choices.len()] };
            let processes =
                (0..size).map(|rank| run(main, rank, size, teams, of(rank))).collect::<Result<Vec<_>, _>>()?;
            races.extend(Execution::new(&processes)?.races());
        }
    }
    Ok(races)
}

/// The choices of all executions of one process.
fn choices(main: &[Stmt], teams: Teams) -> Result<Vec<Choices>, Invalid> {
    let probe = run(main, 0, 2, teams, &Choices::default())?;
    let threads = teams[0].max(teams[1]);
    let tried = threads.min(TRIED);
    let mut all = vec![Vec::new()];
    for _ in 0..probe.chosen {
        let longer = |c: &Vec<usize>| (0..tried).map(|t| [&c[..], &[t]].concat()).collect::<Vec<_>>();
        all = all.iter().flat_map(longer).collect();
        if all.len() > MAX_EXECUTIONS {
            return Err(Invalid("too many executions"));
        }
    }
    let ways: &[bool] = if threads > 1 && chooses_order(main) { &[false, true] } else { &[false] };
    let with =
        |executors: Vec<usize>| ways.iter().map(move |&reverse| Choices { executors: executors.clone(), reverse });
    Ok(all.into_iter().flat_map(with).collect())
}

/// Something in it is done by threads in an order that the standard leaves open.
fn chooses_order(body: &[Stmt]) -> bool {
    let open = |kind: &Kind| matches!(kind, Kind::Critical { .. } | Kind::For { chunk: None, .. });
    body.iter().any(|s| open(&s.kind) || s.blocks().into_iter().any(|b| chooses_order(b)))
}

struct Execution<'p> {
    processes: &'p [Process],
    bases: Vec<Node>,
    order: Order,
}

impl<'p> Execution<'p> {
    fn new(processes: &'p [Process]) -> Result<Execution<'p>, Invalid> {
        let mut bases = Vec::new();
        let mut total = 0;
        for p in processes {
            bases.push(2 * total);
            total += p.steps.len();
        }
        // Each step is a row of its own: there is no order but that of the edges.
        let (mut graph, _) = Graph::new(&vec![1; total]);
        for (p, base) in processes.iter().zip(&bases) {
            p.edges.iter().for_each(|(a, b)| graph.edge(base + 2 * a + 1, base + 2 * b));
        }
        let alone = graph.close().ok_or(Invalid("may hang"))?;
        let mut rounds: Vec<Vec<usize>> = Vec::new();
        for (p, base) in processes.iter().zip(&bases) {
            let mut calls: Vec<usize> = (0..p.steps.len()).filter(|s| p.steps[*s].act == Act::Processes).collect();
            let before = |a: usize, b: usize| alone.before(base + 2 * a + 1, base + 2 * b);
            calls.sort_by(|a, b| match () {
                () if before(*a, *b) => std::cmp::Ordering::Less,
                () if before(*b, *a) => std::cmp::Ordering::Greater,
                () => a.cmp(b),
            });
            // One at a time (MPI 4.1, 6.13).
            if calls.windows(2).any(|w| !before(w[0], w[1])) {
                return Err(Invalid("two threads in a collective call at once"));
            }
            rounds.push(calls);
        }
        if rounds.iter().any(|r| r.len() != rounds[0].len()) {
            return Err(Invalid("collective calls that do not match"));
        }
        for k in 0..rounds[0].len() {
            let nodes: Vec<Node> = rounds.iter().zip(&bases).map(|(r, base)| base + 2 * r[k]).collect();
            for a in &nodes {
                nodes.iter().filter(|b| *b != a).for_each(|b| graph.edge(*a, b + 1));
            }
        }
        let order = graph.close().ok_or(Invalid("may hang"))?;
        Ok(Execution { processes, bases, order })
    }

    fn begin(&self, process: usize, step: usize) -> Node {
        self.bases[process] + 2 * step
    }

    fn races(&self) -> BTreeSet<Pair> {
        let effects = self.effects();
        let mut races = BTreeSet::new();
        for (k, a) in effects.iter().enumerate() {
            for b in &effects[..k] {
                if conflict(a, b) && !self.ordered(a, b) && !self.ordered(b, a) {
                    races.insert(Pair::new(Class::Race, a.line, b.line));
                }
            }
        }
        races
    }

    fn ordered(&self, a: &Effect, b: &Effect) -> bool {
        a.dones.iter().any(|done| self.order.before(*done, b.start))
    }

    fn effects(&self) -> Vec<Effect> {
        let mut out = Vec::new();
        for (process, p) in self.processes.iter().enumerate() {
            for (step, s) in p.steps.iter().enumerate() {
                let start = self.begin(process, step);
                let effect = |owner, at, writes, plain, atomic, dones| {
                    let line = s.line;
                    Effect { process, step, line, owner, at, writes, plain, atomic, start, dones }
                };
                match &s.act {
                    Act::Access { at, writes } => {
                        out.push(effect(process, *at, *writes, true, false, vec![start + 1]));
                    }
                    Act::Rma { routine, local, target, remote } => {
                        let get = *routine == Routine::Get;
                        let done = |remote: bool| self.completions(process, step, *target, remote);
                        out.push(effect(process, *local, get, false, false, done(false)));
                        let atomic = *routine == Routine::Accumulate;
                        // What has arrived has been read at the target (R5).
                        out.push(effect(*target, *remote, !get, false, atomic, done(!get)));
                    }
                    _ => {}
                }
            }
        }
        out
    }

    /// A flush of any thread completes what has been issued before it: at the end of these calls an operation is complete.
    fn completions(&self, process: usize, step: usize, target: usize, remote: bool) -> Vec<Node> {
        let issued = self.begin(process, step) + 1;
        let steps = &self.processes[process].steps;
        let completes = |f: &usize| match steps[*f].act {
            Act::Flush { local, target: to } => {
                !(remote && local)
                    && to.is_none_or(|t| t == target)
                    && self.order.before(issued, self.begin(process, *f))
            }
            _ => false,
        };
        (0..steps.len()).filter(completes).map(|f| self.begin(process, f) + 1).collect()
    }
}

fn conflict(a: &Effect, b: &Effect) -> bool {
    let same = a.process == b.process && a.step == b.step;
    let ((x, from, to), (y, since, until)) = (a.at, b.at);
    let touch = a.owner == b.owner && x == y && from < until && since < to;
    // Elements of one array in one process; the window's memory is an array as well.
    debug_assert!(a.owner == a.process || x == Array::Window);
    touch && !same && (a.writes || b.writes) && !(a.plain && b.plain) && !(a.atomic && b.atomic)
}
