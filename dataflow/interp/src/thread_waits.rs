//! Whether a loop that waits for another thread can be left before that thread has stored anything (theory, 6.5).
//!
//! Suppose that `done` and `stop` are 0 until another thread stores to them. `while (!done) pthread_cond_wait(..)` then ends only after a
//! store to `done`. `while (done) ..` ends at once, without a store, and `while (!done && !stop) ..` ends after a store to either variable.
//! So the form of a loop does not tell whether it waits. This module asks whether an exit can be reached with the values that the cells may
//! hold before another thread stores to them.
//!
//! If one loop loads several cells, a store to any one of them may end the wait. A store of a constant with which the loop continues does
//! not end it.
//!
//! If no exit can be reached with these values, the wait is certain. If an exit is reached with them whatever all other values are, the loop
//! is no wait. Otherwise the order is not certain.

use crate::interp::{Interp, Question};
use rma_skeleton::skeleton::{Event, Item, Skeleton, TeamEvent, TeamKind};
use rma_term::ids::{EventRef, LoopId, NodeId, TermId};
use rma_term::limits::Limit;
use rma_term::term::{Substitution, Term};
use rustc_hash::{FxHashMap, FxHashSet};

/// Whether a loop can end while all cells hold values from before any store of another thread.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Left {
    /// It cannot end.
    Never,
    /// Whether it ends is not known, or depends on further values.
    Perhaps,
    /// It ends with all such values, whatever the further values are.
    Always,
}

/// A wait for a store in the skeleton.
struct Wait {
    at: EventRef,
    cell: TermId,
    question: Option<Question>,
    left: Left,
    /// Further cells of the same loop; a store to any one of them may end the wait.
    others: Vec<TermId>,
    /// Constants with which a store to the cell does not end the loop.
    not: Vec<TermId>,
    /// The thread does nothing else in the loop before a store, behind the load.
    guards: bool,
}

/// Removes from the skeleton the waits that order nothing, and marks those for which this is not known.
pub(crate) fn check(interp: &mut Interp, skeleton: &mut Skeleton) {
    if interp.polls.questions.is_empty() {
        return;
    }
    let mut waits = Vec::new();
    for (node, data) in skeleton.nodes.iter_enumerated() {
        for (n, item) in data.items.iter().enumerate() {
            let Some(cell) = awaited(item) else { continue };
            let question = interp.polls.questions.get(&(item.ctx, item.inst, cell)).cloned();
            let at = EventRef { node, item: n as u32, effect: 0 };
            waits.push(Wait {
                at,
                cell,
                question,
                left: Left::Perhaps,
                others: Vec::new(),
                not: Vec::new(),
                guards: true,
            });
        }
    }
    let mut checker = Checker { preds: preds(skeleton), interp, skeleton };
    checker.judge(&mut waits);
    // Later events of a node first, so that the places of the others stay the same.
    for wait in waits.into_iter().rev() {
        let items = &mut skeleton.nodes[wait.at.node].items;
        if wait.left == Left::Always {
            items.remove(wait.at.item as usize);
        } else if let Event::Team(TeamEvent {
            kind: TeamKind::AwaitStore { others, not, certain, guards, .. }, ..
        }) = &mut items[wait.at.item as usize].event
        {
            (*others, *not, *certain) = (wait.others, wait.not, wait.left == Left::Never);
            *guards = wait.guards;
        }
    }
}

/// The address from which a loop loads until another thread has stored there.
fn awaited(item: &Item) -> Option<TermId> {
    match &item.event {
        Event::Team(TeamEvent { kind: TeamKind::AwaitStore { cell, .. }, .. }) => Some(*cell),
        _ => None,
    }
}

fn preds(skeleton: &Skeleton) -> FxHashMap<NodeId, Vec<NodeId>> {
    let mut out: FxHashMap<NodeId, Vec<NodeId>> = FxHashMap::default();
    for (node, data) in skeleton.nodes.iter_enumerated() {
        for edge in &data.succs {
            out.entry(edge.to).or_default().push(node);
        }
    }
    out
}

struct Checker<'i, 'a, 's> {
    interp: &'i mut Interp<'a>,
    skeleton: &'s Skeleton,
    preds: FxHashMap<NodeId, Vec<NodeId>>,
}

impl Checker<'_, '_, '_> {
    fn judge(&mut self, waits: &mut [Wait]) {
        for wait in waits.iter_mut() {
            wait.left = self.left(wait, &[]);
            wait.not = self.in_vain(wait);
        }
        // If a loop asks for several values, one of them must have been stored.
        let mut together = Vec::new();
        for (n, wait) in waits.iter().enumerate() {
            let Some(question) = wait.question.as_ref().filter(|_| wait.left != Left::Never) else { continue };
            let same = |w: &&Wait| w.cell != wait.cell && w.question.as_ref().is_some_and(|q| q.of == question.of);
            let others: Vec<&Wait> = waits.iter().filter(same).collect();
            if !others.is_empty() && self.left(wait, &others) == Left::Never {
                let mut cells: Vec<TermId> = others.iter().map(|w| w.cell).collect();
                cells.sort_unstable();
                cells.dedup();
                together.push((n, cells));
            }
        }
        for (n, others) in together {
            (waits[n].left, waits[n].others) = (Left::Never, others);
        }
        for n in 0..waits.len() {
            let wait = &waits[n];
            let of = wait.question.as_ref().map(|q| q.of);
            let also = |w: &&Wait| wait.others.contains(&w.cell) && w.question.as_ref().map(|q| q.of) == of;
            let others: Vec<&Wait> = waits.iter().filter(also).collect();
            waits[n].guards = self.guards(wait, &others);
        }
        // Whoever has passed the test before a loop may have come through the loop.
        let of = |w: &Wait| w.question.as_ref().map(|q| (q.of, w.cell));
        let left: FxHashSet<(LoopId, TermId)> = waits.iter().filter(|w| w.left != Left::Never).filter_map(of).collect();
        for wait in waits.iter_mut() {
            if wait.left == Left::Never && of(wait).is_some_and(|of| left.contains(&of)) {
                wait.left = Left::Perhaps;
            }
        }
    }

    /// The values that the loads of waits may return before another thread stores: what the thread itself has stored, or the initial ones.
    fn all_before(&self, wait: &Wait, others: &[&Wait]) -> Option<Vec<Vec<(TermId, TermId)>>> {
        let mut all: Vec<Vec<(TermId, TermId)>> = vec![Vec::new()];
        for w in [&[wait], others].concat() {
            let (value, before) = w.question.as_ref().and_then(|q| q.value).zip(self.before(w))?;
            let with = |v: &Vec<(TermId, TermId)>| before.iter().map(|b| [&v[..], &[(value, *b)]].concat()).collect();
            all = all.iter().flat_map(|v| -> Vec<_> { with(v) }).collect();
            if !self.interp.facts.terms.limits.allows(Limit::PointerCases, all.len() as u32) {
                return None;
            }
        }
        Some(all)
    }

    /// Whether the thread accesses no memory and does not communicate in the loop behind the load while it finds only such values.
    fn guards(&mut self, wait: &Wait, others: &[&Wait]) -> bool {
        let Some(of) = wait.question.as_ref().map(|q| q.of) else { return true };
        let Some(all) = self.all_before(wait, others) else { return false };
        all.into_iter().all(|found| !self.works(wait, of, &found))
    }

    /// Whether the thread can come to an access or operation in the loop, behind a load and before the next one, if the loads return these
    /// values.
    fn works(&mut self, wait: &Wait, of: LoopId, found: &[(TermId, TermId)]) -> bool {
        let again = self.passed_on(of, found);
        let mut seen: FxHashSet<(NodeId, bool)> = FxHashSet::default();
        let mut open = vec![(wait.at.node, wait.at.item + 1, false)];
        while let Some((node, from, next)) = open.pop() {
            let data = &self.skeleton.nodes[node];
            let items = &data.items[from as usize..];
            let end = items.iter().position(|i| awaited(i) == Some(wait.cell));
            let works = |item: &Item| matches!(item.event, Event::Access(_) | Event::Issue(_));
            if items[..end.unwrap_or(items.len())].iter().any(works) {
                return true;
            }
            for edge in data.succs.iter().filter(|_| end.is_none()) {
                let cond = self.with(edge.cond, if next { &again } else { found });
                let next = next || self.skeleton.loops[of].begins_at(edge.to);
                let inside = self.skeleton.nodes[edge.to].loops.contains(&of);
                if inside && !self.interp.facts.terms.is_false(cond) && seen.insert((edge.to, next)) {
                    open.push((edge.to, 0, next));
                }
            }
        }
        false
    }

    /// Whether the loop of a wait can end if its loads have returned what the thread itself has stored, or the initial values.
    fn left(&mut self, wait: &Wait, others: &[&Wait]) -> Left {
        let Some(of) = wait.question.as_ref().map(|q| q.of) else { return Left::Perhaps };
        let Some(all) = self.all_before(wait, others) else { return Left::Perhaps };
        let outcomes: Vec<Left> = all.into_iter().map(|found| self.leaves(wait, of, &found)).collect();
        match (outcomes.iter().min(), outcomes.iter().max()) {
            (_, Some(Left::Never)) => Left::Never,
            (Some(Left::Always), _) => Left::Always,
            _ => Left::Perhaps,
        }
    }

    /// The constants that the program stores to the cell of a wait, and with which its loop is not left.
    fn in_vain(&mut self, wait: &Wait) -> Vec<TermId> {
        let Some((of, value)) = wait.question.as_ref().and_then(|q| Some((q.of, q.value?))) else { return Vec::new() };
        let stored = |item: &Item| match item.event {
            Event::Team(TeamEvent { kind: TeamKind::Raise { cell, value }, .. }) if cell == wait.cell => value,
            _ => None,
        };
        let mut values: Vec<TermId> = self.skeleton.nodes.iter().flat_map(|n| &n.items).filter_map(stored).collect();
        values.sort_unstable();
        values.dedup();
        values.retain(|stored| self.leaves(wait, of, &[(value, *stored)]) == Left::Never);
        values
    }

    /// The values that a load may find before another thread stores in the cell; `None` if not all of them are known.
    fn before(&self, wait: &Wait) -> Option<Vec<TermId>> {
        let question = wait.question.as_ref()?;
        let store = |item: &Item| match &item.event {
            Event::Team(TeamEvent { kind: TeamKind::Raise { cell, .. }, .. }) if *cell == wait.cell => item.inst,
            _ => None,
        };
        let stores =
            |item: &Item| store(item).map(|inst| (item.ctx, inst)).filter(|site| question.own.contains_key(site));
        let followed: FxHashSet<_> = self.skeleton.nodes.iter().flat_map(|n| &n.items).filter_map(stores).collect();
        let mut values: Vec<Option<TermId>> =
            question.own.iter().filter(|(site, _)| !followed.contains(site)).map(|(_, value)| *value).collect();
        // Back to the last stores.
        let mut seen: FxHashSet<NodeId> = FxHashSet::default();
        let mut open = vec![(wait.at.node, wait.at.item as usize)];
        while let Some((node, end)) = open.pop() {
            let items = &self.skeleton.nodes[node].items;
            if let Some(site) = items[..end].iter().rev().find_map(stores) {
                values.push(question.own[&site]);
                continue;
            }
            let Some(before) = self.preds.get(&node) else {
                // Nobody reads memory before something is stored there.
                if question.initial.is_some() || question.own.is_empty() {
                    values.push(question.initial);
                }
                continue;
            };
            open.extend(before.iter().filter(|n| seen.insert(**n)).map(|n| (*n, self.skeleton.nodes[*n].items.len())));
        }
        let mut values: Vec<TermId> = values.into_iter().collect::<Option<_>>()?;
        values.sort_unstable();
        values.dedup();
        Some(values)
    }

    /// How the thread can leave the loop after a load and before its next load from the cell, if the loads return these values.
    fn leaves(&mut self, wait: &Wait, of: LoopId, found: &[(TermId, TermId)]) -> Left {
        let behind = self.behind(of, wait.cell);
        let again = self.passed_on(of, found);
        let mut seen: FxHashSet<(NodeId, bool)> = FxHashSet::default();
        // Whether all branches on the way depend on these values alone; whether the next iteration has begun.
        let mut open = vec![(wait.at.node, wait.at.item + 1, true, false)];
        let mut answer = Left::Never;
        while let Some((node, from, sure, next)) = open.pop() {
            let data = &self.skeleton.nodes[node];
            if data.items[from as usize..].iter().any(|i| awaited(i) == Some(wait.cell)) {
                continue;
            }
            for edge in &data.succs {
                let cond = self.with(edge.cond, if next { &again } else { found });
                if self.interp.facts.terms.is_false(cond) {
                    continue;
                }
                let sure = sure && self.interp.facts.terms.is_true(cond);
                let next = next || data.loops.contains(&of) && self.skeleton.loops[of].begins_at(edge.to);
                if behind.contains(&edge.to) {
                    answer = answer.max(if sure { Left::Always } else { Left::Perhaps });
                } else if seen.insert((edge.to, next)) {
                    open.push((edge.to, 0, sure, next));
                }
            }
        }
        answer
    }

    /// The nodes that the thread reaches after a loop without another load from the cell. An optimised loop has a test before it, from
    /// which a path leads past the loop's own exits.
    fn behind(&self, of: LoopId, cell: TermId) -> FxHashSet<NodeId> {
        let nodes = &self.skeleton.nodes;
        let inside = |n: NodeId| nodes[n].loops.contains(&of);
        let of_loop = nodes.iter_enumerated().filter(|(n, _)| inside(*n));
        let mut open: Vec<NodeId> = of_loop.flat_map(|(_, data)| &data.succs).map(|e| e.to).collect();
        let mut behind: FxHashSet<NodeId> = FxHashSet::default();
        while let Some(node) = open.pop() {
            let loads = nodes[node].items.iter().any(|i| awaited(i) == Some(cell));
            if !inside(node) && behind.insert(node) && !loads {
                open.extend(nodes[node].succs.iter().map(|e| e.to));
            }
        }
        behind
    }

    /// The values that the next iteration begins with, where they follow from what loads have found.
    fn passed_on(&mut self, of: LoopId, found: &[(TermId, TermId)]) -> Vec<(TermId, TermId)> {
        let mut out = Vec::new();
        let (mut s, _) = self.substitution(found);
        for v in &self.skeleton.loops[of].values {
            let terms = &mut self.interp.facts.terms;
            let back = match found.iter().find(|(value, _)| *value == v.back) {
                Some((_, found)) => *found,
                None => terms.subst(v.back, &mut s),
            };
            if terms.as_const(back).is_some() {
                out.push((terms.sym(v.sym), back));
            }
        }
        out
    }

    /// A substitution for values that are symbols, and the other values, which are choices among stored values.
    fn substitution(&self, values: &[(TermId, TermId)]) -> (Substitution, Vec<(TermId, TermId)>) {
        let (mut s, mut choices) = (Substitution::new(), Vec::new());
        for (value, found) in values {
            match *self.interp.facts.terms.get(*value) {
                Term::Sym(x) => s.insert(x, *found),
                _ => choices.push((*value, *found)),
            }
        }
        (s, choices)
    }

    /// A condition after these values are replaced.
    fn with(&mut self, mut cond: TermId, values: &[(TermId, TermId)]) -> TermId {
        let (mut s, choices) = self.substitution(values);
        let terms = &mut self.interp.facts.terms;
        for (value, found) in choices {
            let (same, not) = (terms.eq(value, found), terms.not(cond));
            let (both, neither) = (terms.all(&[same, cond]), terms.all(&[same, not]));
            if terms.is_false(both) {
                cond = both;
            } else if terms.is_false(neither) {
                cond = terms.truth(true);
            }
        }
        terms.subst(cond, &mut s)
    }
}
