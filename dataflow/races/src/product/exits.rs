//! Merges the exits of a segment that lead to the same states: a segment may have a thousand paths to its next barrier, but few
//! states after the barrier (theory, 7.7).
//!
//! Two paths to the same call with the same operands lead to the same states if they agree in two things: the conditions that hold for the
//! rest of the run, and the iterations that the state counts. Of a loop whose iterations the state does not count, only one fact matters:
//! whether another iteration began. If the iterations at the start are known, or are those of the other process, all iterations on the path
//! matter, since both processes take the same path from there. The states are reachable if one path of the group has conditions without a
//! contradiction.
//!
//! A search by barriers alone does not count iterations of loops without barriers or fences, and of other loops it only knows whether another
//! iteration began. Each such state represents the cuts of all states that it replaces, so no cut is lost.

use super::Product;
use super::state::{At, Iter, ProductState};
use crate::segment::{Exit, Followed, Segment, SegmentPath};
use rma_skeleton::skeleton::Event;
use rma_term::ids::{EventRef, LoopId, TermId};
use rma_term::term::{Process, Term};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// The conditions of a path, in terms of the product.
pub(super) type PathConds = Vec<TermId>;

/// Exits of a segment at one synchronisation, in the same iterations, and with the same conditions among those that hold for the
/// rest of the run. The state that they lead to is reachable if one of them has conditions without a contradiction.
pub(super) struct Exits {
    /// The first of them, by its number.
    pub exit: usize,
    /// The conditions of each, in terms of the product.
    pub said: Vec<PathConds>,
    /// The conditions that hold for the rest of the run, in ascending order.
    pub lasting: Vec<TermId>,
    /// All of these exits have a condition that is a choice (a disjunction) of which only a part holds for the rest of the run.
    mixed: bool,
}

/// Whether two exits at one synchronisation lead to the same states, apart from conditions, in loops whose iterations are not
/// counted. `coarse`: the search knows barriers only, and the processes are not in the same iteration.
fn leads_alike(a: &Exit, b: &Exit, coarse: bool) -> bool {
    let (p, q) = (&a.path, &b.path);
    let same_event = match (&a.event, &b.event) {
        (Event::Order(x), Event::Order(y)) => x == y,
        (Event::Epoch(x), Event::Epoch(y)) => x == y,
        _ => false,
    };
    let inside = coarse || p.entered == q.entered && p.left == q.left && p.foreign == q.foreign && p.lossy == q.lossy;
    same_event && inside && p.diverged == q.diverged
}

/// The part of a path's iterations that later steps need: for a loop whose iterations are not counted, only whether another one
/// began.
fn iterations_that_matter(at: &At, path: &SegmentPath, coarse: bool) -> Vec<u8> {
    let counted = |i: usize| !coarse && at.iters.get(i).is_none_or(|(_, iter)| *iter != Iter::Own);
    let iterations = path.iterations.iter().enumerate();
    iterations.map(|(i, n)| if counted(i) { *n } else { u8::from(*n != 0) }).collect()
}

impl Product<'_, '_> {
    /// The conditions of the path of one process, in terms of the product.
    fn said_by(&mut self, state: &ProductState, who: usize, path: &SegmentPath) -> PathConds {
        let mut copy = self.made.at(Process::of(who), &state.at[who]);
        path.conds.iter().map(|c| copy.of(self.facts, *c)).collect()
    }

    /// The exits of a segment, in groups that lead to the same state.
    pub(super) fn exits(&mut self, state: &ProductState, who: usize, segment: &Segment) -> Rc<Vec<Exits>> {
        let key = (who, state.at[who].clone());
        if let Some(known) = self.exits.get(&key) {
            return known.clone();
        }
        // From the same place in the same iterations both take the same edge, so there each path counts.
        let in_step = |(_, i): &(LoopId, Iter)| matches!(i, Iter::Together(0) | Iter::Fixed(_));
        let aligned = state.at[who].iters.iter().all(in_step);
        let coarse = self.followed == Followed::Barriers && !aligned;
        let mut out: Vec<Exits> = Vec::new();
        let mut alike: FxHashMap<(EventRef, Vec<u8>, Vec<TermId>), Vec<usize>> = FxHashMap::default();
        for (n, exit) in segment.exits.iter().enumerate() {
            let said = self.said_by(state, who, &exit.path);
            let all = self.facts.terms.all(&said);
            if self.facts.terms.is_false(all) {
                continue;
            }
            // Without conditions of states none lasts.
            let parts = if self.followed == Followed::Barriers { Vec::new() } else { self.facts.terms.conjuncts(all) };
            let lasting: Vec<TermId> =
                parts.iter().copied().filter(|c| self.lasts(*c, false) && !self.facts.terms.is_true(*c)).collect();
            let mixed: Vec<TermId> = parts.iter().copied().filter(|c| self.is_mixed(*c)).collect();
            let iterations = match aligned {
                true => exit.path.iterations.clone(),
                false => iterations_that_matter(&state.at[who], &exit.path, coarse),
            };
            let key = (exit.at, iterations, [&lasting[..], &mixed[..]].concat());
            let others = alike.entry(key).or_default();
            let same = |m: &usize| leads_alike(exit, &segment.exits[out[*m].exit], coarse);
            if let Some(m) = others.iter().copied().find(same) {
                out[m].said.push(said);
                continue;
            }
            others.push(out.len());
            out.push(Exits { exit: n, said: vec![said], lasting, mixed: !mixed.is_empty() });
        }
        let out = Rc::new(out);
        self.exits.insert(key, out.clone());
        out
    }

    /// Whether the conditions of a state exclude further conditions.
    pub(super) fn excludes(&mut self, state: &ProductState, lasting: &[&[TermId]], more: &[TermId]) -> bool {
        let all: Vec<TermId> = state
            .conds
            .iter()
            .chain(&self.premise)
            .chain(lasting.iter().copied().flatten())
            .chain(more)
            .copied()
            .collect();
        self.is_contradiction(all)
    }

    /// Whether conditions contradict each other. Results are kept, because many states need the same ones.
    pub(super) fn is_contradiction(&mut self, conds: Vec<TermId>) -> bool {
        if let Some(known) = self.contradictions.get(&conds) {
            return *known;
        }
        let found = self.facts.terms.is_contradiction(&conds);
        self.contradictions.insert(conds, found);
        found
    }

    /// The conjunction of conditions. Results are kept, because many states need the same ones.
    pub(super) fn all_of(&mut self, conds: Vec<TermId>) -> TermId {
        if let Some(known) = self.conjunctions.get(&conds) {
            return *known;
        }
        let all = self.facts.terms.all(&conds);
        self.conjunctions.insert(conds, all);
        all
    }

    /// The conditions that hold for the rest of the run whichever of several exits is taken; `None`: no condition must be left out,
    /// because none is a disjunction of which only a part holds, or because each exit stands for one path.
    pub(super) fn lasting_of_any(&self, exits: &[&Exits], more: &[TermId]) -> Option<Vec<TermId>> {
        let choices = exits.iter().any(|e| e.mixed) || more.iter().any(|c| self.is_mixed(*c));
        if !choices || exits.iter().all(|e| e.said.len() == 1) {
            return None;
        }
        let more = more.iter().filter(|c| self.lasts(**c, false));
        Some(exits.iter().flat_map(|e| &e.lasting).chain(more).copied().collect())
    }

    /// Whether a condition is a disjunction of which some parts hold for the rest of the run and some do not.
    fn is_mixed(&self, cond: TermId) -> bool {
        match self.facts.terms.get(cond) {
            Term::Any(parts) => {
                !self.lasts(cond, false) && parts.iter().any(|p| self.is_mixed(*p) || self.lasts(*p, false))
            }
            Term::All(parts) => {
                parts.iter().any(|p| self.is_mixed(*p))
                    || !self.lasts(cond, false) && parts.iter().any(|p| self.lasts(*p, false))
            }
            _ => false,
        }
    }
}
