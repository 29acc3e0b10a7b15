//! A wait for one of several requests returns the index of an active one (theory, 6.3).
//!
//! A walk goes past `MPI_Waitany` with the operation pending if the call has returned another index. Then a request with that index was
//! active (MPI 4.1, 3.7.5), so the program has issued another operation with a request in the same array. The same holds for
//! `MPI_Waitsome` if it has completed fewer requests than it was given: at least one active request is among those that it completed.
//!
//! So a candidate after such a wait is exact only under the condition that the program has issued another request of the array. Beside it
//! there is a lossy one without this condition, because the analysis may not see all requests. Two such waits return two requests, unless an
//! operation may get a request of the array between them.

use super::Walk;
use super::state::State;
use rma_skeleton::facts::Facts;
use rma_skeleton::skeleton::{Complete, Covers, Event, Place, RequestRef, Skeleton};
use rma_term::ids::{EventRef, LoopId, NodeId, SymId, TermId};
use rma_term::term::SymKind;
use rustc_hash::FxHashSet;

impl Walk<'_, '_> {
    /// Condition under which another request may have been active when a wait returned the index of another one; `None` if no such wait
    /// was passed, or the condition holds always.
    pub(super) fn another_request(&mut self, state: &State) -> Option<TermId> {
        let facts = &*self.facts;
        // A test may also have found none complete.
        let is_outcome = |x: SymId| facts.terms.syms[x].kind == SymKind::Input && facts.terms.syms[x].hi == Some(1);
        let by_index = |t: &TermId| {
            facts.terms.any_sym(*t, |x| is_request_index(facts, x)) && !facts.terms.any_sym(*t, is_outcome)
        };
        let by_count = |t: &TermId| facts.terms.any_sym(*t, |x| self.some_counts.contains(&facts.terms.now(x)));
        if !state.survived.iter().any(|t| by_index(t) || by_count(t)) {
            return None;
        }
        let own = self.issue.completion.request.as_ref()?;
        let cases = others(self.facts, self.skeleton, self.at, own);
        let any = self.facts.terms.any(&cases);
        (!self.facts.terms.is_true(any)).then_some(any)
    }
}

/// The position that a wait-any call stored, now or at an earlier time.
pub(super) fn is_request_index(facts: &Facts, x: SymId) -> bool {
    facts.terms.syms[facts.terms.now(x)].kind == SymKind::RequestIndex
}

/// Whether, between the wait that returned an index and another wait, an operation may get a request in the array that they wait for: then
/// the same index may be returned again.
pub(super) fn may_be_started_again(walk: &Walk, index: SymId, here: EventRef) -> bool {
    let (facts, skeleton) = (&*walk.facts, walk.skeleton);
    // The index of an earlier iteration has another symbol.
    let of = facts.terms.now(index);
    let earlier = of != index;
    let (mut waits, mut starts) = (Vec::new(), Vec::new());
    for (node, n) in skeleton.nodes.iter_enumerated() {
        for (item, i) in n.items.iter().enumerate() {
            let at = EventRef { node, item: item as u32, effect: 0 };
            match &i.event {
                Event::Complete(Complete { covers: Covers::Requests(requests), .. }) => {
                    let said = |p: &Place| facts.terms.any_sym(p.offset, |x| x == of);
                    waits.extend(requests.cell.places.iter().any(said).then_some((at, requests)));
                }
                Event::Issue(other) => starts.extend(other.completion.request.as_ref().map(|r| (at, r))),
                _ => {}
            }
        }
    }
    waits.iter().any(|(wait, requests)| {
        let around = if earlier { &[][..] } else { &skeleton.nodes[wait.node].loops[..] };
        let same = around.iter().take_while(|l| skeleton.nodes[here.node].loops.contains(l));
        let same: Vec<LoopId> = same.copied().collect();
        let row = |p: &Place| requests.cell.places.iter().any(|other| other.obj == p.obj);
        starts.iter().any(|(start, request)| {
            let among = request.cell.is_empty() || request.cell.iter().any(row);
            among && leads_to(skeleton, *wait, *start, &same) && leads_to(skeleton, *start, here, &same)
        })
    })
}

/// Whether a path leads from one place to another in the same iteration of these loops.
fn leads_to(skeleton: &Skeleton, from: EventRef, to: EventRef, same: &[LoopId]) -> bool {
    let goes_on =
        |n: NodeId| !same.iter().any(|l| skeleton.loops[*l].begins_at(n) || !skeleton.nodes[n].loops.contains(l));
    let mut seen: FxHashSet<NodeId> = FxHashSet::default();
    let mut work = vec![from.node];
    while let Some(node) = work.pop() {
        for e in skeleton.nodes[node].succs.iter().filter(|e| goes_on(e.to)) {
            if e.to == to.node {
                return true;
            }
            if seen.insert(e.to) {
                work.push(e.to);
            }
        }
    }
    from.node == to.node && from.item < to.item
}

/// For each operation with a request in the same array, the condition under which the program issues it. Operations whose condition
/// varies during the run are left out, unless it varies only with loop counters.
fn others(facts: &mut Facts, skeleton: &Skeleton, at: EventRef, own: &RequestRef) -> Vec<TermId> {
    let mut out = Vec::new();
    for (node, n) in skeleton.nodes.iter_enumerated() {
        for (item, i) in n.items.iter().enumerate() {
            let Event::Issue(other) = &i.event else { continue };
            let Some(request) = &other.completion.request else { continue };
            let beside = request.cell.iter().any(|a| own.cell.iter().any(|b| a.obj == b.obj));
            // The same element of the array is another one's only after the operation.
            let fixed = |p: &[Place]| match p {
                [one] => facts.terms.as_const(one.offset),
                _ => None,
            };
            let same = fixed(&request.cell).is_some_and(|cell| fixed(&own.cell) == Some(cell));
            let itself = (node, item as u32) == (at.node, at.item);
            if !beside || same || itself && n.loops.is_empty() {
                continue;
            }
            let mut lasting = Vec::new();
            let mut told = true;
            for t in &n.reach {
                let by_counter = |x: SymId| matches!(facts.terms.syms[x].kind, SymKind::Counter(_));
                let varies = |x: SymId| facts.terms.syms[x].def_loop.is_some();
                if facts.terms.any_sym(*t, varies) {
                    told &= !facts.terms.any_sym(*t, |x| varies(x) && !by_counter(x));
                } else {
                    lasting.push(*t);
                }
            }
            if told {
                out.push(facts.terms.all(&lasting));
            }
        }
    }
    out
}
