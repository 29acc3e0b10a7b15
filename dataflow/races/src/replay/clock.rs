//! Happens-before of a run as vector clocks (thesis, chapter 3) (theory, 9.1).

use rustc_hash::FxHashMap;
use std::collections::VecDeque;

/// A point of a process: before (`2 * step`) or after (`2 * step + 1`) one of its steps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Point {
    pub process: usize,
    pub number: usize,
}

impl Point {
    /// Before a step.
    pub fn before(process: usize, step: usize) -> Point {
        Point { process, number: 2 * step }
    }

    /// After it.
    pub fn after(process: usize, step: usize) -> Point {
        Point { process, number: 2 * step + 1 }
    }
}

/// For every point, the number of points of each process that come before it, itself included.
#[derive(Debug, Clone)]
pub(super) struct Clocks {
    /// For each process, the clocks of its points one after another.
    clocks: Vec<Vec<usize>>,
    /// For each point, the later points of other processes that are known to come after it.
    later: FxHashMap<Point, Vec<Point>>,
}

impl Clocks {
    /// The clocks of processes with these numbers of steps, under an order between steps. `None`: the order has a
    /// cycle.
    pub fn new(steps: &[usize], order: &[(Point, Point)]) -> Option<Clocks> {
        let size = steps.len();
        let mut later: FxHashMap<Point, Vec<Point>> = FxHashMap::default();
        let mut missing: Vec<Vec<usize>> =
            steps.iter().map(|n| (0..2 * n).map(|k| usize::from(k > 0)).collect()).collect();
        for (from, to) in order {
            later.entry(*from).or_default().push(*to);
            missing[to.process][to.number] += 1;
        }
        let mut out = Clocks { clocks: steps.iter().map(|n| vec![0; 2 * n * size]).collect(), later };
        let starts = (0..size).filter(|p| steps[*p] > 0 && missing[*p][0] == 0);
        let mut ready: VecDeque<Point> = starts.map(|process| Point { process, number: 0 }).collect();
        let mut done = 0;
        while let Some(point) = ready.pop_front() {
            done += 1;
            let Point { process, number } = point;
            out.clocks[process][number * size + process] = number + 1;
            let following = (number + 1 < 2 * steps[process]).then_some(Point { process, number: number + 1 });
            let next: Vec<Point> = out.later.get(&point).into_iter().flatten().copied().chain(following).collect();
            for to in next {
                out.merge(point, to);
                missing[to.process][to.number] -= 1;
                if missing[to.process][to.number] == 0 {
                    ready.push_back(to);
                }
            }
        }
        (done == steps.iter().map(|n| 2 * n).sum::<usize>()).then_some(out)
    }

    /// Adds an order between two points and gives the number of points whose clocks it changes; `None`: the order has a cycle now.
    pub fn add(&mut self, from: Point, to: Point) -> Option<usize> {
        if self.ordered(to, from) {
            return None;
        }
        if self.ordered(from, to) {
            return Some(0);
        }
        self.later.entry(from).or_default().push(to);
        let (size, mut changed) = (self.clocks.len(), 0);
        let mut work = vec![(from, to)];
        while let Some((mut from, mut to)) = work.pop() {
            // On along the process, as far as anything changes.
            while to.number * size < self.clocks[to.process].len() && self.merge(from, to) {
                changed += 1;
                work.extend(self.later.get(&to).into_iter().flatten().map(|next| (to, *next)));
                from = to;
                to.number += 1;
            }
        }
        Some(changed)
    }

    fn clock(&self, at: Point) -> &[usize] {
        let size = self.clocks.len();
        &self.clocks[at.process][at.number * size..(at.number + 1) * size]
    }

    /// Records that everything before `from` also comes before `to`; `true` if this changes a clock.
    fn merge(&mut self, from: Point, to: Point) -> bool {
        let (size, mut news) = (self.clocks.len(), false);
        for n in 0..size {
            let known = self.clocks[from.process][from.number * size + n];
            let here = &mut self.clocks[to.process][to.number * size + n];
            if *here < known {
                (*here, news) = (known, true);
            }
        }
        news
    }

    /// Whether one point comes before another one, or is the same point.
    pub fn ordered(&self, first: Point, then: Point) -> bool {
        self.clock(then)[first.process] > first.number
    }

    /// The last point of each process that comes before all of these points, or is one of them.
    pub fn before_all(&self, points: impl Iterator<Item = Point>) -> Vec<Point> {
        let mut common: Option<Vec<usize>> = None;
        for at in points {
            let clock = self.clock(at);
            match &mut common {
                None => common = Some(clock.to_vec()),
                Some(least) => least.iter_mut().zip(clock).for_each(|(a, b)| *a = (*a).min(*b)),
            }
        }
        let counts = common.unwrap_or_default();
        counts
            .into_iter()
            .enumerate()
            .filter_map(|(process, count)| Some(Point { process, number: count.checked_sub(1)? }))
            .collect()
    }
}
