//! Loops whose body is executed once (theory, 5.2).
//!
//! Where calls are known to succeed, a loop that repeats a call until it succeeds has no second iteration. Its nodes then belong to the
//! loop around it: searches would otherwise ask which iteration an event is in, and lose what they know of the loops around it.
//!
//! Invariants: the graph stays as it is; the counter of such a loop is zero.

use crate::facts::Facts;
use crate::skeleton::Skeleton;
use rma_term::ids::LoopId;

/// Dissolves the loops that are passed once.
pub fn dissolve(facts: &mut Facts, skeleton: &mut Skeleton) {
    if !facts.threads.all.is_empty() {
        return;
    }
    for l in skeleton.loops.indices() {
        if is_passed_once(facts, skeleton, l) {
            remove(facts, skeleton, l);
        }
    }
}

/// Whether the counter of a loop is zero whenever the loop is left, and no edge leads to a further iteration.
fn is_passed_once(facts: &Facts, skeleton: &Skeleton, l: LoopId) -> bool {
    let data = &skeleton.loops[l];
    let known = data.body_at_last && data.trips.is_some_and(|trips| facts.terms.as_const(trips) == Some(0));
    if !known || data.header.is_none() || data.recursion || !data.values.is_empty() || !data.finals.is_empty() {
        return false;
    }
    let mut inside = skeleton.nodes.iter().filter(|n| n.loops.contains(&l)).flat_map(|n| &n.succs);
    !inside.any(|e| e.iterations == Some(l) || data.begins_at(e.to))
}

fn remove(facts: &mut Facts, skeleton: &mut Skeleton, l: LoopId) {
    let around = skeleton.loops[l].parent;
    for node in &mut skeleton.nodes {
        node.loops.retain(|m| *m != l);
    }
    for data in skeleton.loops.iter_mut().chain(&mut facts.loops).filter(|data| data.parent == Some(l)) {
        data.parent = around;
    }
    let counter = skeleton.loops[l].counter;
    for (x, sym) in facts.terms.syms.iter_mut_enumerated().filter(|(_, sym)| sym.def_loop == Some(l)) {
        sym.def_loop = around.filter(|_| x != counter);
    }
    facts.terms.syms[counter].hi = Some(0);
    skeleton.loops[l].header = None;
}
