//! A run with a fixed number of processes: which calls of its processes belong together, and the order that follows
//! (theory, 9.1).

use super::act::{Acknowledged, Act, Channel, Completion, Lock, Operation, Step};
use super::clock::{Clocks, Point};
use super::eval::Value;
use super::places::StepPlaces;
use super::words;
use rma_skeleton::skeleton::Direction;
use rma_term::ids::ObjId;
use rma_term::limits::{Limit, Watch};
use rustc_hash::FxHashSet;
use std::cell::LazyCell;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The steps of all processes.
pub(super) struct Run {
    pub limits: Arc<Watch>,
    pub steps: Vec<Vec<Step>>,
    pub places: StepPlaces,
}

/// When an operation is complete at its target.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Through {
    /// At this point.
    At(Point),
    /// Nothing completes it.
    Never,
    /// Whether it is complete is not known; requests decide it.
    Unclear,
}

impl Run {
    /// The run with these steps.
    pub fn new(limits: Arc<Watch>, steps: Vec<Vec<Step>>) -> Run {
        let places = StepPlaces::new(&steps);
        Run { limits, steps, places }
    }

    /// Every possible matching of messages and ending of waits; `None` if the calls of the processes do not match, or there are too
    /// many cases.
    pub fn executions(&self) -> Option<Vec<Execution>> {
        let mut order = Vec::new();
        self.collectives(&mut order)?;
        self.fences(&mut order)?;
        self.exposures(&mut order)?;
        let mut paths = self.matchings()?;
        paths.iter_mut().for_each(|w| w.order.extend(&order));
        words::executions(self, paths)
    }

    pub fn all(&self) -> impl Iterator<Item = (usize, usize, &Step)> {
        self.steps.iter().enumerate().flat_map(|(p, steps)| steps.iter().enumerate().map(move |(k, s)| (p, k, s)))
    }

    /// The k-th collectives on a communicator belong together (MPI 4.1, 6.1; thesis, Definitions 3.6 to 3.8).
    fn collectives(&self, order: &mut Vec<(Point, Point)>) -> Option<()> {
        let mut calls: BTreeMap<&Channel, BTreeMap<usize, Vec<usize>>> = BTreeMap::new();
        for (p, k, step) in self.all() {
            if let Act::Collective { channel, .. } = &step.act {
                calls.entry(channel).or_default().entry(p).or_default().push(k);
            }
        }
        for (channel, of) in calls {
            let count = of.values().next()?.len();
            if of.len() != channel.members.len() || of.values().any(|c| c.len() != count) {
                return None;
            }
            for n in 0..count {
                let row: Vec<(usize, usize)> = of.iter().map(|(p, calls)| (*p, calls[n])).collect();
                self.collective(&row, order)?;
            }
        }
        Some(())
    }

    fn collective(&self, row: &[(usize, usize)], order: &mut Vec<(Point, Point)>) -> Option<()> {
        let of = |&(p, k): &(usize, usize)| match &self.steps[p][k].act {
            Act::Collective { direction, root, .. } => Some((*direction, *root)),
            _ => None,
        };
        let (direction, _) = of(row.first()?)?;
        // Between two groups, the other processes beside the root do not name it.
        let root = row.iter().find_map(|call| of(call)?.1);
        if row.iter().any(|call| of(call).is_none_or(|(d, r)| d != direction || r.is_some() && r != root)) {
            return None;
        }
        let reaches = |&(p, k): &(usize, usize), q: usize| match &self.steps[p][k].act {
            Act::Collective { partners, .. } => partners.contains(&q),
            _ => false,
        };
        let gives = |&(p, k): &(usize, usize), q: usize| match &self.steps[p][k].act {
            Act::Collective { idle, .. } => !idle.contains(&q),
            _ => false,
        };
        for a in row {
            for b in row.iter().filter(|b| b.0 != a.0 && reaches(a, b.0)) {
                let leads = match direction {
                    Direction::AllToAll => gives(a, b.0),
                    Direction::RootToAll => Some(a.0) == root && gives(b, a.0),
                    Direction::AllToRoot => Some(b.0) == root && gives(a, b.0),
                    Direction::Scan => a.0 < b.0,
                    Direction::Neighbor | Direction::None => false,
                };
                if leads {
                    order.push((Point::before(a.0, a.1), self.arrival(*b)));
                }
            }
        }
        Some(())
    }

    /// The end of a collective: its own end, or that of the call that completes its request.
    fn arrival(&self, (p, k): (usize, usize)) -> Point {
        let steps = &self.steps[p];
        if let Act::Collective { request: Some(request), .. } = &steps[k].act {
            let arrives = |s: &Step| matches!(&s.act, Act::Arrive { request: r } if r == request);
            if let Some(n) = steps[k..].iter().position(arrives) {
                return Point::after(p, k + n);
            }
            return Point::after(p, steps.len() - 1);
        }
        Point::after(p, k)
    }

    /// A fence that ends an epoch waits for all (MPI 4.1, 12.5.1).
    fn fences(&self, order: &mut Vec<(Point, Point)>) -> Option<()> {
        let mut seen: BTreeMap<&Value, &Vec<usize>> = BTreeMap::new();
        let mut groups = Vec::new();
        for (_, _, step) in self.all() {
            if let Act::Fence { win, members, .. } = &step.act
                && seen.insert(win, members) != Some(members)
            {
                groups.push((win, members));
            }
        }
        for (win, members) in groups {
            let calls: Vec<(usize, &[usize])> = members.iter().map(|p| (*p, self.places.fences(*p, win))).collect();
            let count = calls.first()?.1.len();
            if calls.iter().any(|(_, c)| c.len() != count) {
                return None;
            }
            for n in 0..count {
                let waits =
                    |(p, c): &(usize, &[usize])| matches!(self.steps[*p][c[n]].act, Act::Fence { ends: true, .. });
                if !calls.iter().all(waits) {
                    continue;
                }
                for (p, a) in &calls {
                    for (q, b) in calls.iter().filter(|(q, _)| q != p) {
                        order.push((Point::before(*p, a[n]), Point::after(*q, b[n])));
                    }
                }
            }
        }
        Some(())
    }

    /// Positions of the starts of `origin` that name `target`, and of the posts of `target` that name `origin`: the k-th of each
    /// belong together (MPI 4.1, 12.5.2).
    fn starts_for(&self, origin: usize, target: usize, win: &Value) -> impl Iterator<Item = usize> {
        let names =
            move |k: &usize| matches!(&self.steps[origin][*k].act, Act::Start { to, .. } if to.contains(&target));
        self.places.starts(origin, win).iter().copied().filter(names)
    }

    fn posts_for(&self, origin: usize, target: usize, win: &Value) -> impl Iterator<Item = usize> {
        let names =
            move |k: &usize| matches!(&self.steps[target][*k].act, Act::Post { to, .. } if to.contains(&origin));
        self.places.posts(target, win).iter().copied().filter(names)
    }

    fn next(&self, p: usize, from: usize, is: impl Fn(&Act) -> bool) -> Option<usize> {
        self.steps[p][from..].iter().position(|s| is(&s.act)).map(|n| from + n)
    }

    /// The wait for the complete calls of its origins; the complete call if it fetches data.
    fn exposures(&self, order: &mut Vec<(Point, Point)>) -> Option<()> {
        for (origin, k, step) in self.all() {
            let Act::Start { win, to } = &step.act else { continue };
            let close = self.next(origin, k, |a| matches!(a, Act::Close { win: w } if w == win))?;
            for &target in to {
                let n = self.starts_for(origin, target, win).position(|s| s == k)?;
                let post = self.posts_for(origin, target, win).nth(n)?;
                let wait = self.next(target, post, |a| matches!(a, Act::Wait { win: w } if w == win))?;
                order.push((Point::before(origin, close), Point::after(target, wait)));
                let brings = |s: &Step| match &s.act {
                    Act::Operation(o) => o.win == *win && o.target == target && o.fetches,
                    _ => false,
                };
                if self.steps[origin][k..close].iter().any(brings) {
                    order.push((Point::before(target, post), Point::after(origin, close)));
                }
            }
        }
        Some(())
    }

    /// Every possible matching of receives and messages: messages of one sender and tag are received in the order in which they
    /// were sent (MPI 4.1, 3.5).
    fn matchings(&self) -> Option<Vec<Matching>> {
        let mut paths: Vec<Matching> = vec![Matching::default()];
        for (receiver, k, step) in self.all() {
            let Act::Receive { channel, from, tag } = &step.act else { continue };
            let mut next = Vec::new();
            for path in &paths {
                let senders = match from {
                    Some(from) => vec![*from],
                    None => channel.members.clone(),
                };
                for sender in senders {
                    let fits = |n: &usize| match &self.steps[sender][*n].act {
                        Act::Send { channel: c, to, tag: t, .. } => {
                            c == channel && *to == receiver && tag.is_none_or(|tag| tag == *t)
                        }
                        _ => false,
                    };
                    let sent = (0..self.steps[sender].len()).filter(fits).find(|n| !path.taken.contains(&(sender, *n)));
                    let Some(sent) = sent else { continue };
                    let mut more = path.clone();
                    more.taken.push((sender, sent));
                    more.order.push((Point::before(sender, sent), Point::after(receiver, k)));
                    if matches!(self.steps[sender][sent].act, Act::Send { synchronous: true, .. }) {
                        more.order.push((Point::before(receiver, k), Point::after(sender, sent)));
                    }
                    next.push(more);
                }
            }
            if next.is_empty() || !self.limits.allows(Limit::RunMatchings, next.len()) {
                return None;
            }
            paths = next;
        }
        Some(paths)
    }

    /// Some process waits for a word, or for a lock that is one.
    pub fn observes(&self) -> bool {
        self.all().any(|(.., step)| matches!(step.act, Act::Observe { .. } | Act::Acquire(_)))
    }

    /// The point of an execution at which an operation is known to have ended, because a word that was set after it has been seen at
    /// its target.
    pub fn acknowledged(&self, execution: &Execution, origin: usize, k: usize, operation: &Operation) -> Vec<Point> {
        let fence = |act: &Act| matches!(act, Act::Completion(c) if c.win == operation.win && (c.fences || c.both));
        // Asked for few of very many pairs.
        let first = LazyCell::new(|| self.next(origin, k, fence));
        // A fence orders only operations on its own context.
        let through_it = |update: usize| {
            let next = self.steps[origin].get(update + 1);
            matches!(next.map(|s| &s.act), Some(Act::Operation(o)) if o.win == operation.win)
        };
        let acknowledged = |update: usize| match self.steps[origin][update].act {
            Act::Update { of: Acknowledged::Fenced, .. } => {
                through_it(update) && first.is_some_and(|f| f < update) || operation.announced && update == k + 1
            }
            Act::Update { of: Acknowledged::Queue(Some(queue)), .. } => {
                operation.queue == Some(queue) && k < update && !operation.reads_only
            }
            Act::Update { of: Acknowledged::Queue(None), .. } => update == k + 1,
            _ => false,
        };
        let at_target = |n: usize| matches!(self.steps[origin][n].act, Act::Update { spot: Some(spot), .. } if spot.owner == operation.target);
        let seen = execution.seen.iter().filter(|((p, n), _)| *p == origin && acknowledged(*n) && at_target(*n));
        seen.map(|(_, point)| *point).collect()
    }

    /// The points at the target after which an operation begins: the creation of the window, the fence or the post.
    pub fn begins_after(&self, origin: usize, k: usize, operation: &Operation) -> Vec<Point> {
        let Operation { win, target, .. } = operation;
        let mut out = Vec::new();
        // A window that is created again and again is not distinguished from the one before.
        let made = object(win).and_then(|object| self.places.first_made(*target, object));
        out.extend(made.map(|n| Point::before(*target, n)));
        if self.is_passive(origin, k, operation) {
            return out;
        }
        let mine = self.places.fences(origin, win).partition_point(|n| *n < k);
        if mine > 0 {
            out.extend(self.places.fences(*target, win).get(mine - 1).map(|n| Point::before(*target, *n)));
        }
        out.extend(self.post_for(origin, k, operation).map(|n| Point::before(*target, n)));
        out
    }

    /// Whether an operation is in a passive epoch.
    fn is_passive(&self, origin: usize, k: usize, operation: &Operation) -> bool {
        let holds = |l: &Lock| l.win == operation.win && l.target.is_none_or(|t| t == operation.target);
        self.steps[origin][k].locks.iter().any(holds)
    }

    /// When an operation is complete at its target.
    pub fn through(&self, origin: usize, k: usize, operation: &Operation) -> Through {
        let passive = self.is_passive(origin, k, operation);
        let covers = |c: &Completion| {
            !c.fences
                && c.win == operation.win
                && c.target.is_none_or(|t| t == operation.target)
                && c.passive.is_none_or(|p| p == passive)
        };
        let mut unclear = false;
        for &n in self.places.completions_after(origin, k) {
            match &self.steps[origin][n].act {
                Act::Completion(c) if covers(c) && (c.both || operation.reads_only) => {
                    return if unclear { Through::Unclear } else { Through::At(Point::after(origin, n)) };
                }
                Act::Completion(c) if covers(c) && c.closes => {
                    let wait = self.wait_for(origin, k, operation);
                    return wait.map_or(Through::Never, |n| Through::At(Point::after(operation.target, n)));
                }
                Act::Requests(done) => match operation.completes(*done) {
                    // A read is complete when its data have arrived (MPI 4.1, 12.3.6).
                    Some(true) if operation.reads_only => {
                        return if unclear { Through::Unclear } else { Through::At(Point::after(origin, n)) };
                    }
                    Some(_) => {}
                    None => unclear |= operation.reads_only,
                },
                Act::Drained(queue) if operation.queue == Some(*queue) && operation.reads_only => {
                    return Through::At(Point::after(origin, n));
                }
                Act::Noted => unclear |= operation.noted.is_some(),
                _ => {}
            }
        }
        if unclear { Through::Unclear } else { Through::Never }
    }

    /// When an operation is complete at its origin.
    pub fn through_at_origin(&self, origin: usize, k: usize, operation: &Operation) -> Through {
        let passive = self.is_passive(origin, k, operation);
        let covers = |c: &Completion| {
            !c.fences
                && c.win == operation.win
                && c.target.is_none_or(|t| t == operation.target)
                && c.passive.is_none_or(|p| p == passive)
        };
        for &n in self.places.completions_after(origin, k) {
            match &self.steps[origin][n].act {
                Act::Completion(c) if covers(c) => return Through::At(Point::after(origin, n)),
                Act::Drained(queue) if operation.queue == Some(*queue) => return Through::At(Point::after(origin, n)),
                Act::Requests(done) => match operation.completes(*done) {
                    Some(true) => return Through::At(Point::after(origin, n)),
                    Some(false) => {}
                    None => return Through::Unclear,
                },
                Act::Noted if operation.noted.is_some() => return Through::Unclear,
                _ => {}
            }
        }
        Through::Never
    }

    /// The post of the target that belongs to the last start before an operation.
    fn post_for(&self, origin: usize, k: usize, operation: &Operation) -> Option<usize> {
        let Operation { win, target, .. } = operation;
        let starts = self.starts_for(origin, *target, win).take_while(|n| *n < k).count();
        self.posts_for(origin, *target, win).nth(starts.checked_sub(1)?)
    }

    /// The wait of the target for the epoch of an operation.
    fn wait_for(&self, origin: usize, k: usize, operation: &Operation) -> Option<usize> {
        let Operation { win, target, .. } = operation;
        let post = self.post_for(origin, k, operation)?;
        self.next(*target, post, |a| matches!(a, Act::Wait { win: w } if w == win))
    }
}

/// One matching of messages.
#[derive(Debug, Clone, Default)]
pub(super) struct Matching {
    taken: Vec<(usize, usize)>,
    pub order: Vec<(Point, Point)>,
}

/// One execution of a run.
pub(super) struct Execution {
    pub clocks: Clocks,
    /// Updates of words, each with the end of the wait that has seen it.
    pub seen: FxHashSet<((usize, usize), Point)>,
}

/// The object of a window.
fn object(win: &Value) -> Option<ObjId> {
    win.as_address().map(|(object, _)| object.0)
}
