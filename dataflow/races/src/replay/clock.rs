//! Happens-before of a run as vector clocks (thesis, chapter 3) (theory, 9.1).

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

/// For every point how many points of each process come before it, itself included.
#[derive(Debug, Clone)]
pub(super) struct Clocks(Vec<Vec<Vec<usize>>>);

impl Clocks {
    /// The clocks of processes with these numbers of steps, under an order between steps. `None`: the order has a
    /// cycle.
    pub fn new(steps: &[usize], order: &[(Point, Point)]) -> Option<Clocks> {
        let size = steps.len();
        let mut clocks: Vec<Vec<Vec<usize>>> = steps.iter().map(|n| vec![vec![0; size]; 2 * n]).collect();
        let mut later: Vec<Vec<Vec<Point>>> = steps.iter().map(|n| vec![Vec::new(); 2 * n]).collect();
        let mut missing: Vec<Vec<usize>> =
            steps.iter().map(|n| (0..2 * n).map(|k| usize::from(k > 0)).collect()).collect();
        for (from, to) in order {
            later[from.process][from.number].push(*to);
            missing[to.process][to.number] += 1;
        }
        let starts = (0..size).filter(|p| steps[*p] > 0 && missing[*p][0] == 0);
        let mut ready: VecDeque<Point> = starts.map(|process| Point { process, number: 0 }).collect();
        let mut done = 0;
        while let Some(point) = ready.pop_front() {
            done += 1;
            let Point { process, number } = point;
            clocks[process][number][process] = number + 1;
            let clock = clocks[process][number].clone();
            let mut next = std::mem::take(&mut later[process][number]);
            if number + 1 < 2 * steps[process] {
                next.push(Point { process, number: number + 1 });
            }
            for to in next {
                let there = &mut clocks[to.process][to.number];
                there.iter_mut().zip(&clock).for_each(|(a, b)| *a = (*a).max(*b));
                missing[to.process][to.number] -= 1;
                if missing[to.process][to.number] == 0 {
                    ready.push_back(to);
                }
            }
        }
        (done == steps.iter().map(|n| 2 * n).sum::<usize>()).then_some(Clocks(clocks))
    }

    /// Whether one point comes before another, or is the same.
    pub fn ordered(&self, first: Point, then: Point) -> bool {
        self.0[then.process][then.number][first.process] > first.number
    }

    /// The last point of each process that comes before all of these points, or is one of them.
    pub fn before_all(&self, points: impl Iterator<Item = Point>) -> Vec<Point> {
        let clocks = points.map(|at| &self.0[at.process][at.number]);
        let least = |a: Vec<usize>, b: &Vec<usize>| a.iter().zip(b).map(|(x, y)| *x.min(y)).collect();
        let common = clocks.fold(None, |least_so_far: Option<Vec<usize>>, clock| {
            Some(least_so_far.map_or_else(|| clock.clone(), |sofar| least(sofar, clock)))
        });
        let counts = common.unwrap_or_default();
        counts
            .into_iter()
            .enumerate()
            .filter_map(|(process, count)| Some(Point { process, number: count.checked_sub(1)? }))
            .collect()
    }
}
