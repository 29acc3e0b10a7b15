//! Happens-before of every execution, and the effects that race (thesis, Definitions 4.1 and 4.4).

use super::effects::{Effect, Point, Run, Sync};
use super::explore::{Extent, History, Learned, executions};
use super::lang::Program;
use super::unroll::overlap;
use crate::order::{Graph, Node, Order};
use crate::race::{Class, Invalid, Pair};
use std::collections::{BTreeMap, BTreeSet};

/// The races of `program` with `size` processes, in any of its executions.
///
/// # Errors
/// When the program is not correct for this number of processes, races aside, or too large.
pub fn judge(program: &Program, size: usize) -> Result<BTreeSet<Pair>, Invalid> {
    races(program, size, Extent::All)
}

/// Races of `program` with `size` processes, in as many of its executions as the limit allows.
///
/// # Errors
///
/// When the program is found to be incorrect for this number of processes, apart from races.
pub fn judge_some(program: &Program, size: usize) -> Result<BTreeSet<Pair>, Invalid> {
    races(program, size, Extent::Some)
}

fn races(program: &Program, size: usize, extent: Extent) -> Result<BTreeSet<Pair>, Invalid> {
    let run = Run::new(program, size)?;
    let pairs = conflicts(&run.effects);
    let mut races = BTreeSet::new();
    for history in executions(&run, extent)? {
        let nodes = Nodes::new(&run, &history);
        let order = nodes.graph.close().ok_or(Invalid("may hang"))?;
        for &(a, b) in &pairs {
            let (a, b) = (&run.effects[a], &run.effects[b]);
            let pair = Pair::new(Class::Race, a.line, b.line);
            if !races.contains(&pair) && !nodes.ordered(&order, a, b) && !nodes.ordered(&order, b, a) {
                races.insert(pair);
            }
        }
    }
    Ok(races)
}

fn conflicts(effects: &[Effect]) -> Vec<(usize, usize)> {
    let mut pairs = Vec::new();
    for (k, a) in effects.iter().enumerate() {
        for (l, b) in effects[..k].iter().enumerate() {
            if conflict(a, b) {
                pairs.push((k, l));
            }
        }
    }
    pairs
}

/// Tables 2.1 and 2.2 of the thesis.
fn conflict(a: &Effect, b: &Effect) -> bool {
    let same_call = a.process == b.process && a.step == b.step;
    let touch = a.owner == b.owner && overlap(&a.bytes, &b.bytes);
    if same_call || !touch || !(a.writes || b.writes) || (a.plain && b.plain) {
        return false;
    }
    // Atomic to each other: of one kind, and on the same element.
    !(a.atomic.is_some() && a.atomic == b.atomic && a.bytes == b.bytes)
}

struct Nodes {
    graph: Graph,
    bases: Vec<Node>,
    arrivals: Node,
    between: BTreeMap<(usize, usize, usize), Node>,
}

impl Nodes {
    fn new(run: &Run, history: &History) -> Nodes {
        let mut between = BTreeMap::new();
        let points = run.effects.iter().flat_map(|e| e.starts.iter().chain(&e.dones));
        for point in points {
            if let Point::Between { process, fence, target } = *point {
                let next = between.len();
                between.entry((process, fence, target)).or_insert(next);
            }
        }
        // The points that belong to no step are the steps of one more process, without an order of their own.
        let mut counts: Vec<usize> = run.steps.iter().map(Vec::len).collect();
        let extra = run.updates.len() + between.len();
        counts.extend(std::iter::repeat_n(1, extra));
        let (graph, bases) = Graph::new(&counts);
        let arrivals = run.steps.len();
        between.values_mut().for_each(|node| *node = bases[arrivals + run.updates.len() + *node]);
        let mut nodes = Nodes { graph, bases, arrivals, between };
        nodes.edges(run, history);
        nodes
    }

    fn at(&self, point: Point) -> Node {
        match point {
            Point::Begin(process, step) => self.bases[process] + 2 * step,
            Point::End(process, step) => self.bases[process] + 2 * step + 1,
            Point::Arrival(update) => self.bases[self.arrivals + update],
            Point::Between { process, fence, target } => self.between[&(process, fence, target)],
        }
    }

    fn edge(&mut self, from: Point, to: Point) {
        let (from, to) = (self.at(from), self.at(to));
        self.graph.edge(from, to);
    }

    fn edges(&mut self, run: &Run, history: &History) {
        for (k, update) in run.updates.iter().enumerate() {
            self.edge(Point::Begin(update.process, update.step), Point::Arrival(k));
            for &before in &update.after {
                self.edge(Point::Arrival(before), Point::Arrival(k));
            }
            if update.immediate {
                self.edge(Point::Arrival(k), Point::End(update.process, update.step));
            }
        }
        for (process, row) in run.syncs.iter().enumerate() {
            for (step, sync) in row.iter().enumerate() {
                match sync {
                    Sync::Drain(list) => {
                        list.iter().for_each(|&k| self.edge(Point::Arrival(k), Point::End(process, step)));
                    }
                    Sync::Collective(needed) => {
                        needed.iter().for_each(|&(p, s)| self.edge(Point::Begin(p, s), Point::End(process, step)));
                    }
                    _ => {}
                }
            }
        }
        for (&(process, step), learned) in history {
            let end = Point::End(process, step);
            match learned {
                Learned::Updates(set) => {
                    let seen = (0..run.updates.len()).filter(|k| set & (1 << k) != 0);
                    seen.for_each(|k| self.edge(Point::Arrival(k), end));
                }
                Learned::Lock(last) => last.iter().for_each(|&(p, s)| self.edge(Point::Begin(p, s), end)),
            }
        }
    }

    /// `a` is complete at a point that happens before (or is) one that `b` starts after.
    fn ordered(&self, order: &Order, a: &Effect, b: &Effect) -> bool {
        let before = |done: &Point| b.starts.iter().any(|start| order.before(self.at(*done), self.at(*start)));
        a.dones.iter().any(before)
    }
}
