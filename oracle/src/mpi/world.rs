//! The steps of all processes, matched: which calls belong to the same collective, fence or exposure, and the edges that
//! follow. Messages are left to [`super::matching`], because they may match in several ways.

use super::epochs::{Epoch, Epochs, epochs, started};
use super::lang::{Collective, Reduction, Routine};
use super::unroll::{Act, Bytes, Flag, Group, Run, Step, Window, overlap};
use crate::expression::INT;
use crate::order::{Graph, Node};
use crate::race::Invalid;
use std::collections::{BTreeMap, BTreeSet};

/// All processes of one run, before messages are matched.
#[derive(Debug)]
#[allow(missing_docs)]
pub struct World {
    pub steps: Vec<Vec<Step>>,
    pub windows: Vec<Window>,
    pub epochs: Vec<Epochs>,
    /// First node of each process.
    pub bases: Vec<Node>,
    /// The order that every execution has.
    pub order: Graph,
    /// `order`, and further edges for what an execution may wait for; a cycle means that the program may hang.
    pub waits: Graph,
    /// Steps of the fences of each process and window.
    pub fences: Vec<Vec<Vec<usize>>>,
    /// Steps of posts, keyed by window, origin and target; one for each start.
    pub posts: BTreeMap<(usize, usize, usize), Vec<usize>>,
    /// Steps of the waits that belong to these posts.
    pub exposed: BTreeMap<(usize, usize, usize), Vec<usize>>,
}

impl World {
    /// Begin of a step.
    pub fn begin(&self, process: usize, step: usize) -> Node {
        self.bases[process] + 2 * step
    }

    /// End of a step.
    pub fn end(&self, process: usize, step: usize) -> Node {
        self.begin(process, step) + 1
    }

    /// The point at which what a step waits for has arrived: its own end, or the end of the wait for its request.
    pub fn arrival(&self, process: usize, step: usize) -> Node {
        let steps = &self.steps[process];
        let Some(request) = started(&steps[step].act) else { return self.end(process, step) };
        let wait = |s: &Step| matches!(s.act, Act::Wait { request: r } if r == request);
        let found = steps[step..].iter().position(wait).map_or(steps.len() - 1, |k| step + k);
        self.end(process, found)
    }

    /// Step of the call of a member that makes a window.
    pub fn creation(&self, process: usize, win: usize) -> usize {
        let here = |s: &Step| matches!(s.act, Act::Create { win: w } if w == win);
        self.steps[process].iter().position(here).unwrap_or(0)
    }

    /// Matches the steps of all processes.
    ///
    /// # Errors
    /// When the program is not correct for this number of processes.
    pub fn new(run: Run) -> Result<World, Invalid> {
        let Run { steps, windows } = run;
        let (size, count) = (steps.len(), windows.len());
        let epochs = steps.iter().map(|s| epochs(s, count, size)).collect::<Result<Vec<_>, _>>()?;
        let counts: Vec<usize> = steps.iter().map(Vec::len).collect();
        let (order, bases) = Graph::new(&counts);
        let waits = order.clone();
        let (fences, posts) = (vec![vec![Vec::new(); count]; size], BTreeMap::new());
        let mut world = World { steps, windows, epochs, bases, order, waits, fences, posts, exposed: BTreeMap::new() };
        world.lives()?;
        world.collectives()?;
        world.fences()?;
        world.exposures()?;
        world.flags()?;
        Ok(world)
    }

    /// Adds an edge of every execution, which also is one of `waits`.
    fn sync(&mut self, from: Node, to: Node) {
        self.order.edge(from, to);
        self.waits.edge(from, to);
    }

    /// Creation may wait for all, freeing does (MPI 4.1, 12.2.5).
    fn lives(&mut self) -> Result<(), Invalid> {
        for win in 0..self.windows.len() {
            let members = self.windows[win].members.clone();
            let calls = |process: usize, free: bool| -> Vec<usize> {
                let here = |act: &Act| match act {
                    Act::Create { win: w } => *w == win && !free,
                    Act::Free { win: w } => *w == win && free,
                    _ => false,
                };
                let steps = self.steps[process].iter().enumerate();
                steps.filter(|(_, s)| here(&s.act)).map(|(k, _)| k).collect()
            };
            let made: Vec<Vec<usize>> = members.iter().map(|&p| calls(p, false)).collect();
            let freed: Vec<Vec<usize>> = members.iter().map(|&p| calls(p, true)).collect();
            let all = freed.iter().all(|f| f.len() == 1);
            if made.iter().any(|m| m.len() != 1) || !(all || freed.iter().all(Vec::is_empty)) {
                return Err(Invalid("a window that not all make or free"));
            }
            for (a, b) in pairs(0..members.len()) {
                let (p, q) = (members[a], members[b]);
                if all {
                    self.sync(self.begin(p, freed[a][0]), self.end(q, freed[b][0]));
                }
                self.waits.edge(self.begin(p, made[a][0]), self.end(q, made[b][0]));
            }
        }
        Ok(())
    }

    /// The k-th calls on a communicator match (thesis, Definitions 3.6 to 3.8; scan: 3.3.2).
    fn collectives(&mut self) -> Result<(), Invalid> {
        let used = |s: &Step| match &s.act {
            Act::Collective { comm, .. } => Some(comm.clone()),
            _ => None,
        };
        let comms: BTreeSet<Group> = self.steps.iter().flatten().filter_map(used).collect();
        for comm in comms {
            let group = &comm.members;
            let calls: Vec<Vec<(usize, Collective, usize, bool)>> =
                group.iter().map(|&p| collective_calls(&self.steps[p], &comm)).collect();
            for k in 0..calls.iter().map(Vec::len).max().unwrap_or(0) {
                let row: Option<Vec<_>> = calls.iter().map(|c| c.get(k).copied()).collect();
                let row = row.ok_or(Invalid("a collective that not all call"))?;
                let same = row.iter().all(|c| (c.1, c.2, c.3) == (row[0].1, row[0].2, row[0].3));
                if !same {
                    return Err(Invalid("different collectives meet"));
                }
                for (a, b) in pairs(0..group.len()) {
                    let (from, to) = (self.begin(group[a], row[a].0), self.arrival(group[b], row[b].0));
                    let root = row[0].2;
                    let flows = match row[0].1 {
                        Collective::Barrier | Collective::Allreduce | Collective::Alltoall => true,
                        Collective::Bcast => group[a] == root,
                        Collective::Reduce | Collective::Gather => group[b] == root,
                        Collective::Scan => a < b,
                    };
                    if flows {
                        self.order.edge(from, to);
                    }
                    self.waits.edge(from, to);
                }
            }
        }
        Ok(())
    }

    /// A fence that ends an epoch is a barrier; one that only opens one is not (MPI 4.1, 12.5.1).
    fn fences(&mut self) -> Result<(), Invalid> {
        for win in 0..self.windows.len() {
            let members = self.windows[win].members.clone();
            let calls: Vec<Vec<(usize, bool, bool)>> =
                members.iter().map(|&p| fence_calls(&self.steps[p], win)).collect();
            for k in 0..calls.iter().map(Vec::len).max().unwrap_or(0) {
                let row: Option<Vec<_>> = calls.iter().map(|c| c.get(k).copied()).collect();
                let row = row.ok_or(Invalid("a fence that not all call"))?;
                if row.iter().any(|c| (c.1, c.2) != (row[0].1, row[0].2)) {
                    return Err(Invalid("assertions of a fence differ"));
                }
                let opening = k == 0 || calls[0][k - 1].2 || row[0].1;
                for (a, b) in pairs(0..members.len()) {
                    let (from, to) = (self.begin(members[a], row[a].0), self.end(members[b], row[b].0));
                    if !opening {
                        self.order.edge(from, to);
                    }
                    self.waits.edge(from, to);
                }
                for (&process, call) in members.iter().zip(&row) {
                    self.fences[process][win].push(call.0);
                }
            }
        }
        Ok(())
    }

    /// The n-th start of an origin for a target matches the n-th post of the target for it. Complete signals to wait. The
    /// operations start after the post; if an operation fetches data, complete comes after the post, too.
    fn exposures(&mut self) -> Result<(), Invalid> {
        let size = self.steps.len();
        for (origin, target) in (0..size).flat_map(|o| (0..size).map(move |t| (o, t))) {
            for win in 0..self.fences[0].len() {
                let mine = active(&self.steps[origin], win, target, |act| match act {
                    Act::Start { win, peers } => Some((*win, Some(peers))),
                    Act::Complete { win } => Some((*win, None)),
                    _ => None,
                });
                let theirs = active(&self.steps[target], win, origin, |act| match act {
                    Act::Post { win, peers, .. } => Some((*win, Some(peers))),
                    Act::WinWait { win } => Some((*win, None)),
                    _ => None,
                });
                if mine.len() != theirs.len() {
                    return Err(Invalid("starts and posts do not match"));
                }
                for (number, (&(start, complete), &(post, wait))) in mine.iter().zip(&theirs).enumerate() {
                    let signal = (self.begin(origin, complete), self.end(target, wait));
                    self.sync(signal.0, signal.1);
                    self.waits.edge(self.begin(target, post), self.end(origin, start));
                    let fetches = self.epochs[origin].lives.iter().any(|life| {
                        let op = &self.steps[origin][life.step].act;
                        let here =
                            matches!(op, Act::Rma(op) if op.win == win && op.target == target && !op.writes.is_empty());
                        here && life.epoch == Epoch::Access(number)
                    });
                    if fetches {
                        self.sync(self.begin(target, post), self.end(origin, complete));
                    }
                }
                let key = (win, origin, target);
                self.posts.insert(key, theirs.iter().map(|p| p.0).collect());
                self.exposed.insert(key, theirs.iter().map(|p| p.1).collect());
            }
        }
        Ok(())
    }
}

impl World {
    /// A process that waits for a cell continues after the only signal to it. Nobody else writes the cell.
    fn flags(&mut self) -> Result<(), Invalid> {
        let mut signals: BTreeMap<Flag, Vec<Node>> = BTreeMap::new();
        let mut waits: Vec<(Flag, Node)> = Vec::new();
        for (process, steps) in self.steps.iter().enumerate() {
            for (step, s) in steps.iter().enumerate() {
                match s.act {
                    Act::Signal(flag) => signals.entry(flag).or_default().push(self.begin(process, step)),
                    Act::Await(flag) => waits.push((flag, self.end(process, step))),
                    _ => {}
                }
            }
        }
        for (flag, _) in waits.iter().copied().chain(signals.keys().map(|flag| (*flag, 0))) {
            self.only_signals(flag)?;
        }
        for (flag, end) in waits {
            let [begin] = signals.get(&flag).map_or(&[][..], Vec::as_slice) else {
                return Err(Invalid("a flag without exactly one signal"));
            };
            self.sync(*begin, end);
        }
        Ok(())
    }

    fn only_signals(&self, (owner, array, from): Flag) -> Result<(), Invalid> {
        let cell = Bytes { array, ranges: vec![(from, from + INT)] };
        for (process, steps) in self.steps.iter().enumerate() {
            for (step, s) in steps.iter().enumerate() {
                let own = |bytes: &Bytes| process == owner && overlap(bytes, &cell);
                let writes = match &s.act {
                    Act::Store(bytes) => own(bytes),
                    Act::Direct { owner: o, bytes, write } => *write && *o == owner && overlap(bytes, &cell),
                    Act::Rma(op) => {
                        let signal = step > 0 && matches!(steps[step - 1].act, Act::Signal(_));
                        let reads = op.routine == Routine::Get || op.reduction == Reduction::NoOp;
                        let target = op.target == owner && overlap(&op.bytes, &cell) && !signal && !reads;
                        target || op.writes.iter().any(own)
                    }
                    Act::Collective { writes, .. } => writes.iter().any(own),
                    Act::Message { recv, .. } => recv.iter().any(|recv| own(&recv.bytes)),
                    _ => false,
                };
                if writes {
                    return Err(Invalid("a flag that others write"));
                }
            }
        }
        Ok(())
    }
}

/// All ordered pairs of different elements.
fn pairs(range: std::ops::Range<usize>) -> impl Iterator<Item = (usize, usize)> {
    let other = range.clone();
    range.flat_map(move |a| other.clone().map(move |b| (a, b))).filter(|(a, b)| a != b)
}

fn collective_calls(steps: &[Step], comm: &Group) -> Vec<(usize, Collective, usize, bool)> {
    let call = |(step, s): (usize, &Step)| match &s.act {
        Act::Collective { op, comm: c, root, request, .. } if c == comm => Some((step, *op, *root, request.is_some())),
        _ => None,
    };
    steps.iter().enumerate().filter_map(call).collect()
}

fn fence_calls(steps: &[Step], window: usize) -> Vec<(usize, bool, bool)> {
    let call = |(step, s): (usize, &Step)| match s.act {
        Act::Fence { win, noprecede, nosucceed, .. } if win == window => Some((step, noprecede, nosucceed)),
        _ => None,
    };
    steps.iter().enumerate().filter_map(call).collect()
}

/// A window, and the peers of a call that opens an epoch on it; `None` of one that closes it.
type EpochOf<'a> = Option<(usize, Option<&'a Vec<usize>>)>;

/// Opening and closing step of the epochs on a window that have `peer` among their peers; [`super::epochs`] has seen that
/// they alternate.
fn active(steps: &[Step], window: usize, peer: usize, call: fn(&Act) -> EpochOf) -> Vec<(usize, usize)> {
    let mut result: Vec<(bool, usize, usize)> = Vec::new();
    for (step, s) in steps.iter().enumerate() {
        match call(&s.act) {
            Some((win, None)) if win == window => result.iter_mut().rev().take(1).for_each(|e| e.2 = step),
            Some((win, Some(peers))) if win == window => result.push((peers.contains(&peer), step, usize::MAX)),
            _ => {}
        }
    }
    result.into_iter().filter(|epoch| epoch.0).map(|(_, open, close)| (open, close)).collect()
}
