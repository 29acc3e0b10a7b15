//! Loops that repeat a test until it has completed something: `do MPI_Test(&r, &flag, s); while (!flag)` (theory, 6.2).
//!
//! Who has left such a loop has completed what the test names. So in a loop around it the test counts as a completion of each iteration,
//! as a wait does in its place.
//!
//! Other loops count what they have completed: `while (done < n) { MPI_Testany(n, r, &i, &flag, s); done += flag; }`. Behind them all is
//! complete if the count has reached the number of requests; `MPI_Test(&r[done], ..)` has completed those before the count.

use super::summary::in_every_iteration;
use rma_skeleton::facts::Facts;
use rma_skeleton::skeleton::{Complete, Covers, Loop, Placement, Skeleton};
use rma_term::ids::{LoopId, NodeId, SymId, TermId};
use rma_term::term::{Substitution, SymKind};

/// The loop around the innermost loop of a node, if each of its iterations continues only after the innermost loop has ended with the
/// condition of this completion true.
pub(super) fn settles_in(
    facts: &mut Facts,
    skeleton: &Skeleton,
    placement: &Placement,
    node: NodeId,
    c: &Complete,
) -> Option<LoopId> {
    let [.., outer, inner] = skeleton.nodes[node].loops[..] else { return None };
    let changes = |facts: &Facts, t: TermId| facts.varies_in(t, inner);
    if skeleton.loops[outer].trips.is_none() || !changes(facts, c.cond) {
        return None;
    }
    let Loop { ctx, .. } = skeleton.loops[inner];
    let cfg = *facts.cfg_loops.get(&inner)?;
    let of_inner = &facts.graph.functions[facts.contexts.all[ctx].func].loops[cfg];
    // The test must be one of the loop itself, not of a function that perhaps is called.
    let (at, _) = placement.block.get(&node).copied()?;
    if at != ctx || !in_every_iteration(facts, skeleton, outer, (ctx, of_inner.header, of_inner.parent)) {
        return None;
    }
    let parts = facts.terms.conjuncts(c.cond);
    let is_in = |n: &NodeId| skeleton.nodes[*n].loops.contains(&inner);
    let exits: Vec<TermId> = skeleton
        .nodes
        .indices()
        .filter(is_in)
        .flat_map(|n| skeleton.nodes[n].succs.iter().filter(|e| !is_in(&e.to)).map(|e| e.cond))
        .collect();
    let settled = !exits.is_empty()
        && parts.iter().all(|part| exits.iter().all(|exit| has_held(facts, &skeleton.loops[inner], *exit, *part)));
    settled.then_some(outer)
}

/// The variables of a loop, with their values on entry, that count what a completion has completed: they go on by one in those
/// iterations in which it takes place, or by the number of requests that it says.
pub(super) fn counts(facts: &mut Facts, l: &Loop, c: &Complete) -> Vec<(SymId, TermId)> {
    if facts.terms.is_true(c.cond) && c.some.is_none() {
        return Vec::new();
    }
    let mut out = Vec::new();
    for value in &l.values {
        let now = facts.terms.sym(value.sym);
        let step = facts.terms.sub(value.back, now);
        let counted = match c.some {
            Some(part) => step == part.count,
            None => {
                facts.terms.is_bool(step) && {
                    let given = facts.terms.conjuncts(step);
                    facts.terms.conjuncts(c.cond).iter().all(|part| given.contains(part))
                }
            }
        };
        if counted {
            out.push((value.sym, value.init));
        }
    }
    out
}

/// The position that a wait for any request returns, if a completion is one of the request there.
pub(super) fn returned_index(facts: &Facts, c: &Complete) -> Option<SymId> {
    let Covers::Requests(requests) = &c.covers else { return None };
    let mut index = None;
    facts.terms.for_each_sym(requests.cell.places.first()?.offset, &mut |x| {
        if facts.terms.syms[x].kind == SymKind::RequestIndex {
            index = Some(x);
        }
    });
    index
}

/// The number of requests in the list of a wait for any or some of them.
pub(super) fn list_length(facts: &Facts, c: &Complete) -> Option<TermId> {
    let Covers::Requests(requests) = &c.covers else { return None };
    match returned_index(facts, c) {
        Some(index) => facts.terms.syms[index].below,
        None => Some(requests.count),
    }
}

/// Whether a condition has held in this iteration of a loop or an earlier one where control leaves the loop by an exit.
fn has_held(facts: &mut Facts, l: &Loop, exit: TermId, cond: TermId) -> bool {
    facts.terms.conjuncts(exit).into_iter().any(|part| {
        if part == cond {
            return true;
        }
        // The exit asks for a value of the loop: it does not hold on entry, and begins to hold only where the condition holds.
        l.values.iter().any(|value| {
            if !facts.terms.any_sym(part, |s| s == value.sym) {
                return false;
            }
            let mut at = |t: TermId| {
                let mut s = Substitution::new();
                s.insert(value.sym, t);
                facts.terms.subst(part, &mut s)
            };
            let (before, after) = (at(value.init), at(value.back));
            let (not_cond, not_yet) = (facts.terms.not(cond), facts.terms.not(part));
            let without = facts.terms.all(&[after, not_cond, not_yet]);
            facts.terms.is_false(before) && facts.terms.is_false(without)
        })
    })
}
