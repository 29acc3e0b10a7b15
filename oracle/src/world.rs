//! The steps of all processes, matched: which calls belong to the same collective, fence or exposure, and the edges that
//! follow. Messages are left to [`crate::matching`], because they may match in several ways.

use crate::epochs::{Epoch, Epochs, epochs, started};
use crate::lang::{Collective, Comm, Program};
use crate::order::{Graph, Node};
use crate::unroll::{Act, Invalid, Step, members, unroll};
use std::collections::BTreeMap;

/// All processes of one run, before messages are matched.
#[derive(Debug)]
#[allow(missing_docs)]
pub struct World {
    pub steps: Vec<Vec<Step>>,
    pub epochs: Vec<Epochs>,
    /// First node of each process.
    pub bases: Vec<Node>,
    /// The order that every execution has.
    pub order: Graph,
    /// That, and where an execution may wait in addition: a cycle means that the program may hang.
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

    /// Where what a step waits for has arrived: its own end, or that of the wait for its request.
    pub fn arrival(&self, process: usize, step: usize) -> Node {
        let steps = &self.steps[process];
        let Some(request) = started(&steps[step].act) else { return self.end(process, step) };
        let wait = |s: &Step| matches!(s.act, Act::Wait { request: r } if r == request);
        let found = steps[step..].iter().position(wait).map_or(steps.len() - 1, |k| step + k);
        self.end(process, found)
    }

    /// Step of the call that makes the windows.
    pub fn creation(&self, process: usize) -> usize {
        self.steps[process].iter().position(|s| matches!(s.act, Act::Create)).unwrap_or(0)
    }

    /// Unrolls and matches `program` for `size` processes.
    ///
    /// # Errors
    /// When the program is not correct for this number of processes.
    pub fn new(program: &Program, size: usize) -> Result<World, Invalid> {
        let steps = (0..size).map(|rank| unroll(program, rank, size)).collect::<Result<Vec<_>, _>>()?;
        let windows = program.windows.len();
        let epochs = steps.iter().map(|s| epochs(s, windows, size)).collect::<Result<Vec<_>, _>>()?;
        let counts: Vec<usize> = steps.iter().map(Vec::len).collect();
        let (order, bases) = Graph::new(&counts);
        let waits = order.clone();
        let (fences, posts) = (vec![vec![Vec::new(); windows]; size], BTreeMap::new());
        let mut world = World { steps, epochs, bases, order, waits, fences, posts, exposed: BTreeMap::new() };
        world.windows(size)?;
        world.collectives(size)?;
        world.fences(size, windows)?;
        world.exposures(size)?;
        Ok(world)
    }

    /// An edge that every execution has, which also makes wait.
    fn sync(&mut self, from: Node, to: Node) {
        self.order.edge(from, to);
        self.waits.edge(from, to);
    }

    /// Creation may wait for all, freeing does (MPI 4.1, 12.2.5).
    fn windows(&mut self, size: usize) -> Result<(), Invalid> {
        for (a, b) in pairs(0..size) {
            let free = |p: usize, w: &World| w.steps[p].iter().position(|s| matches!(s.act, Act::Free)).unwrap_or(0);
            let (from, to) = (self.begin(a, free(a, self)), self.end(b, free(b, self)));
            self.sync(from, to);
            self.waits.edge(self.begin(a, self.creation(a)), self.end(b, self.creation(b)));
        }
        Ok(())
    }

    /// The k-th calls on a communicator match (thesis, Definitions 3.6 to 3.8; scan: 3.3.2).
    fn collectives(&mut self, size: usize) -> Result<(), Invalid> {
        for comm in [Comm::World, Comm::Parity, Comm::Pair] {
            for rank in 0..size {
                let group = members(comm, rank, size);
                if group[0] != rank {
                    continue;
                }
                let calls: Vec<Vec<(usize, Collective, usize, bool)>> =
                    group.iter().map(|&p| collective_calls(&self.steps[p], comm)).collect();
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
        }
        Ok(())
    }

    /// A fence that ends an epoch is a barrier; one that only opens one is not (MPI 4.1, 12.5.1).
    fn fences(&mut self, size: usize, windows: usize) -> Result<(), Invalid> {
        for win in 0..windows {
            let calls: Vec<Vec<(usize, bool, bool)>> = self.steps.iter().map(|s| fence_calls(s, win)).collect();
            for k in 0..calls.iter().map(Vec::len).max().unwrap_or(0) {
                let row: Option<Vec<_>> = calls.iter().map(|c| c.get(k).copied()).collect();
                let row = row.ok_or(Invalid("a fence that not all call"))?;
                if row.iter().any(|c| (c.1, c.2) != (row[0].1, row[0].2)) {
                    return Err(Invalid("assertions of a fence differ"));
                }
                let opening = k == 0 || calls[0][k - 1].2 || row[0].1;
                for (a, b) in pairs(0..size) {
                    let (from, to) = (self.begin(a, row[a].0), self.end(b, row[b].0));
                    if !opening {
                        self.order.edge(from, to);
                    }
                    self.waits.edge(from, to);
                }
                for (process, call) in row.iter().enumerate() {
                    self.fences[process][win].push(call.0);
                }
            }
        }
        Ok(())
    }

    /// The n-th start of an origin for a target matches the n-th post of the target for it. Complete signals to wait; the
    /// operations start after the post, and where one brings data, complete comes after it.
    fn exposures(&mut self, size: usize) -> Result<(), Invalid> {
        for (origin, target) in (0..size).flat_map(|o| (0..size).map(move |t| (o, t))) {
            for win in 0..self.fences[0].len() {
                let starts = active(&self.steps[origin], win, |act| match act {
                    Act::Start { win, peer } => Some((*win, *peer)),
                    Act::Complete { win } => Some((*win, usize::MAX)),
                    _ => None,
                });
                let posts = active(&self.steps[target], win, |act| match act {
                    Act::Post { win, peer } => Some((*win, *peer)),
                    Act::WinWait { win } => Some((*win, usize::MAX)),
                    _ => None,
                });
                let mine: Vec<_> = starts.into_iter().filter(|s| s.0 == target).collect();
                let theirs: Vec<_> = posts.into_iter().filter(|p| p.0 == origin).collect();
                if mine.len() != theirs.len() {
                    return Err(Invalid("starts and posts do not match"));
                }
                for (number, (&(_, start, complete), &(_, post, wait))) in mine.iter().zip(&theirs).enumerate() {
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
                self.posts.insert(key, theirs.iter().map(|p| p.1).collect());
                self.exposed.insert(key, theirs.iter().map(|p| p.2).collect());
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

fn collective_calls(steps: &[Step], comm: Comm) -> Vec<(usize, Collective, usize, bool)> {
    let call = |(step, s): (usize, &Step)| match &s.act {
        Act::Collective { op, comm: c, root, request, .. } if *c == comm => Some((step, *op, *root, request.is_some())),
        _ => None,
    };
    steps.iter().enumerate().filter_map(call).collect()
}

fn fence_calls(steps: &[Step], window: usize) -> Vec<(usize, bool, bool)> {
    let call = |(step, s): (usize, &Step)| match s.act {
        Act::Fence { win, noprecede, nosucceed } if win == window => Some((step, noprecede, nosucceed)),
        _ => None,
    };
    steps.iter().enumerate().filter_map(call).collect()
}

/// Peer, opening step and closing step of the epochs on a window; [`crate::epochs`] has seen that they alternate.
fn active(steps: &[Step], window: usize, call: fn(&Act) -> Option<(usize, usize)>) -> Vec<(usize, usize, usize)> {
    let mut result: Vec<(usize, usize, usize)> = Vec::new();
    for (step, s) in steps.iter().enumerate() {
        match call(&s.act) {
            Some((win, usize::MAX)) if win == window => result.iter_mut().rev().take(1).for_each(|e| e.2 = step),
            Some((win, peer)) if win == window => result.push((peer, step, usize::MAX)),
            _ => {}
        }
    }
    result
}
