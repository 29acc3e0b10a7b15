//! The places of the calls of a run: computed once, used for each pair of accesses (theory, 9.1).

use super::act::{Act, Step};
use super::eval::Value;
use rma_term::ids::{EventRef, NodeId, ObjId};
use rustc_hash::FxHashMap;

/// Positions of the calls of one process on each window, in program order.
type OnWindow = FxHashMap<Value, Vec<usize>>;

/// Positions of steps by what they are.
#[derive(Default)]
pub(super) struct StepPlaces {
    /// Processes and positions of the steps of an item of the program.
    items: FxHashMap<(NodeId, u32), Vec<(usize, usize)>>,
    /// The fences of each process.
    fences: Vec<OnWindow>,
    starts: Vec<OnWindow>,
    posts: Vec<OnWindow>,
    /// For each process, the steps that complete operations.
    completions: Vec<Vec<usize>>,
    /// The first call that makes an object.
    makes: Vec<FxHashMap<ObjId, usize>>,
}

impl StepPlaces {
    /// Places of the steps of all processes.
    pub fn new(steps: &[Vec<Step>]) -> StepPlaces {
        let mut places = StepPlaces::default();
        for (process, steps) in steps.iter().enumerate() {
            let [mut fences, mut starts, mut posts] = [OnWindow::default(), OnWindow::default(), OnWindow::default()];
            let mut completions = Vec::new();
            let mut makes = FxHashMap::default();
            let on = |calls: &mut OnWindow, win: &Value, k| calls.entry(win.clone()).or_default().push(k);
            for (k, step) in steps.iter().enumerate() {
                places.items.entry((step.at.node, step.at.item)).or_default().push((process, k));
                match &step.act {
                    Act::Fence { win, .. } => on(&mut fences, win, k),
                    Act::Start { win, .. } => on(&mut starts, win, k),
                    Act::Post { win, .. } => on(&mut posts, win, k),
                    Act::Collective { makes: Some(object), .. } => {
                        makes.entry(*object).or_insert(k);
                    }
                    Act::Completion(_) | Act::Requests(_) | Act::Drained(_) | Act::Noted => completions.push(k),
                    _ => {}
                }
            }
            places.completions.push(completions);
            places.fences.push(fences);
            places.starts.push(starts);
            places.posts.push(posts);
            places.makes.push(makes);
        }
        places
    }

    /// Processes and positions of the steps of an event.
    pub fn of(&self, at: EventRef) -> &[(usize, usize)] {
        self.items.get(&(at.node, at.item)).map_or(&[], Vec::as_slice)
    }

    /// Positions of the fences of a process on a window.
    pub fn fences(&self, process: usize, win: &Value) -> &[usize] {
        on_window(&self.fences, process, win)
    }

    /// Positions of the starts of its access epochs.
    pub fn starts(&self, process: usize, win: &Value) -> &[usize] {
        on_window(&self.starts, process, win)
    }

    /// Positions of the posts of its exposure epochs.
    pub fn posts(&self, process: usize, win: &Value) -> &[usize] {
        on_window(&self.posts, process, win)
    }

    /// Positions after one of those that complete operations of a process.
    pub fn completions_after(&self, process: usize, k: usize) -> &[usize] {
        let all = self.completions.get(process).map_or(&[][..], Vec::as_slice);
        &all[all.partition_point(|n| *n <= k)..]
    }

    /// The step in which a process makes an object for the first time.
    pub fn first_made(&self, process: usize, object: ObjId) -> Option<usize> {
        self.makes.get(process)?.get(&object).copied()
    }
}

fn on_window<'p>(calls: &'p [OnWindow], process: usize, win: &Value) -> &'p [usize] {
    calls.get(process).and_then(|of| of.get(win)).map_or(&[], Vec::as_slice)
}
