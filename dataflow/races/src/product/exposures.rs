//! Fences and post-start-complete-wait: how far one process can get with its epochs while the other process waits (theory, 7.3).
//!
//! `MPI_Win_start` need not wait for the post, and neither need `MPI_Win_complete` if the operations only send data to the target.
//! Data that they fetch have arrived when the epoch is complete, so in that case the post comes before that (MPI 4.1, 12.5.2 and
//! 12.7.3).

use super::Product;
use super::state::{At, Exposure, ProductState, Sequence};
use rma_frontend::api::{AccessKind, Bank, Epoch};
use rma_skeleton::skeleton::{EpochCall, Event, Skeleton};
use rma_term::ids::{EventRef, NodeId, ObjId, TermId};
use rma_term::limits::Limit;
use rma_term::term::{CommId, Knowledge};
use rustc_hash::FxHashSet;

impl Product<'_, '_> {
    /// One process passes a call for the epochs of a window while the other process stays at its point. A handle that may be one of
    /// several windows gives one state for each of them.
    pub(super) fn epoch_alone(
        &mut self,
        state: &ProductState,
        who: usize,
        (at, to): (EventRef, &At),
        e: &EpochCall,
        paths: &mut Vec<(ProductState, Vec<TermId>)>,
    ) {
        if let Some(window) = self.window(e.win) {
            self.epoch_of(state, who, (at, to, window), e, paths);
            return;
        }
        let alternatives = self.facts.alternatives(e.win);
        for (cond, window, _) in &alternatives {
            let cond = self.copies(state)[who].of(self.facts, *cond);
            let open = state.channels.exposures[who].get(window).copied().unwrap_or_default();
            // An epoch that is open is not opened again.
            let another = e.change == Epoch::Post && open.exposed || e.change == Epoch::Start && open.open > 0;
            if another || self.facts.terms.is_false(cond) {
                continue;
            }
            let mut of_window = Vec::new();
            self.epoch_of(state, who, (at, to, *window), e, &mut of_window);
            // Which window it was is not remembered.
            let lossy = !self.facts.terms.is_true(cond);
            paths.extend(of_window.into_iter().map(|(mut next, mut conds)| {
                next.lossy |= lossy;
                conds.push(cond);
                (next, conds)
            }));
        }
        if alternatives.is_empty() {
            let mut next = ProductState { lossy: true, ..state.clone() };
            next.channels.any_epoch = true;
            paths.push((next, Vec::new()));
        }
    }

    fn epoch_of(
        &mut self,
        state: &ProductState,
        who: usize,
        (at, to, window): (EventRef, &At, ObjId),
        e: &EpochCall,
        paths: &mut Vec<(ProductState, Vec<TermId>)>,
    ) {
        let free = |lossy: bool| ProductState { lossy: state.lossy || lossy, ..state.clone() };
        let any = state.channels.any_epoch;
        let mut copies = self.copies(state);
        let exposures = |j: &ProductState, w: usize| j.channels.exposures[w].get(&window).copied().unwrap_or_default();
        match e.change {
            Epoch::Fence => {
                paths.extend(self.pass_apart(state, (who, to), e.comm));
                if e.comm == CommId::SelfComm {
                    return;
                }
                let ends = copies[who].of(self.facts, e.ends);
                let open = self.facts.terms.not(ends);
                // Whether it follows a fence may have been lost on the path, or be forgotten after it; then it may be a barrier all
                // the same.
                let terms = &self.facts.terms;
                let lost = terms.knowledge(ends) == Knowledge::Lost || !self.lasts(open, false);
                let mut next = free(lost && terms.as_const(open).is_none());
                if self.push(&mut next, who, Sequence::Fences(window), at) {
                    paths.push((next, vec![open]));
                }
            }
            Epoch::Post => {
                let other = self.rank(1 - who, e.comm);
                let (member, lossy) = self.member(&mut copies[who], &e.members, other);
                let not = self.facts.terms.not(member);
                paths.push((free(lossy), vec![not]));
                let mut next = free(lossy);
                let [x, y] = exposures_mut(&mut next, who, window);
                x.exposed = true;
                if y.early > 0 {
                    y.early -= 1;
                } else {
                    x.posts += 1;
                }
                if self.facts.terms.limits.allows(self.ahead(at, Limit::EpochsAhead), x.posts) {
                    paths.push((next, vec![member]));
                }
            }
            Epoch::Start => {
                let other = self.rank(1 - who, e.comm);
                let (member, lossy) = self.member(&mut copies[who], &e.members, other);
                let not = self.facts.terms.not(member);
                paths.push((free(lossy), vec![not]));
                let posted = exposures(state, 1 - who).posts > 0;
                if posted || any || self.unasked.contains(&at) {
                    let mut next = free(lossy);
                    let [x, y] = exposures_mut(&mut next, who, window);
                    x.open += 1;
                    if posted {
                        y.posts -= 1;
                    } else {
                        x.early += 1;
                    }
                    if self.facts.terms.limits.allows(self.ahead(at, Limit::EarlyEpochs), x.early) {
                        paths.push((next, vec![member]));
                    }
                }
            }
            Epoch::Complete => {
                let mut next = free(false);
                let x = next.channels.exposures[who].entry(window).or_default();
                if x.open > 0 {
                    x.open -= 1;
                    x.complete += 1;
                }
                if self.facts.terms.limits.allows(self.ahead(at, Limit::EpochsAhead), x.complete) {
                    paths.push((next, Vec::new()));
                }
            }
            Epoch::Wait | Epoch::Test => {
                let mut next = free(false);
                if exposures(state, who).exposed {
                    let completed = exposures(state, 1 - who).complete;
                    if completed == 0 && !any {
                        return;
                    }
                    let other = next.channels.exposures[1 - who].entry(window).or_default();
                    other.complete = completed.saturating_sub(1);
                    next.channels.exposures[who].entry(window).or_default().exposed = false;
                }
                paths.push((next, Vec::new()));
            }
            _ => {}
        }
        for (next, _) in paths.iter_mut() {
            for list in &mut next.channels.exposures {
                list.retain(|_, x| *x != Exposure::default());
            }
        }
    }
}

/// The epoch calls of `who`, and those of the other process, on a window.
fn exposures_mut(state: &mut ProductState, who: usize, window: ObjId) -> [&mut Exposure; 2] {
    let [first, second] = &mut state.channels.exposures;
    let (mine, others) = if who == 0 { (first, second) } else { (second, first) };
    [mine.entry(window).or_default(), others.entry(window).or_default()]
}

/// The starts of access epochs in which no operation fetches data to the origin.
pub(super) fn that_bring_nothing(skeleton: &Skeleton) -> FxHashSet<EventRef> {
    let mut out = FxHashSet::default();
    for (node, data) in skeleton.nodes.iter_enumerated() {
        for (item, i) in (0..).zip(&data.items) {
            if let Event::Epoch(e) = &i.event
                && e.change == Epoch::Start
                && !brings(skeleton, node, item + 1, e.win)
            {
                out.insert(EventRef { node, item, effect: 0 });
            }
        }
    }
    out
}

/// Whether some path from here to the next complete of the window passes an operation that fetches data.
fn brings(skeleton: &Skeleton, node: NodeId, item: u32, win: TermId) -> bool {
    let mut seen = FxHashSet::default();
    let mut work = vec![(node, item)];
    while let Some((node, from)) = work.pop() {
        let mut ends = false;
        for item in &skeleton.nodes[node].items[from as usize..] {
            match &item.event {
                Event::Issue(issue)
                    if issue.target.win.is_none_or(|w| w == win)
                        && issue.effects.iter().any(|e| e.bank == Bank::Own && e.kind != AccessKind::Read) =>
                {
                    return true;
                }
                Event::Epoch(e) if e.change == Epoch::Complete && e.win == win => {
                    ends = true;
                    break;
                }
                _ => {}
            }
        }
        if !ends {
            let next = skeleton.nodes[node].succs.iter().map(|e| e.to);
            work.extend(next.filter(|n| seen.insert(*n)).map(|n| (n, 0)));
        }
    }
    false
}
