//! Numbers that fetches draw from a counter that each of them adds to: no two are the same, by assumption 20 (theory, 4.2).

use rma_skeleton::candidate::Overlap;
use rma_skeleton::facts::Facts;
use rma_skeleton::skeleton::{Location, Skeleton};
use rma_term::ids::{SymId, TermId};
use rma_term::term::{Distinct, SymKind, Term};
use std::collections::{BTreeMap, BTreeSet};

/// A number that is drawn from a counter (assumption 20).
#[derive(Debug, Clone, Copy)]
pub(crate) struct Ticket {
    /// The number that the fetch adds to the counter; at least 1.
    pub step: i64,
    /// The counter.
    pub from: Location,
}

/// The ticket that a symbol stands for. A loop variable is a ticket if each iteration draws a new ticket of one counter. Optimised code
/// has this form if the loop condition needs a fetched value: one fetch is before the loop, and one at the end of its body.
pub(crate) fn ticket(facts: &Facts, skeleton: &Skeleton, x: SymId) -> Option<Ticket> {
    let x = facts.terms.now(x);
    let sym = &facts.terms.syms[x];
    if let Some(Distinct::By(step)) = sym.distinct {
        return Some(Ticket { step, from: *facts.fetched.get(&x)? });
    }
    let SymKind::LoopPhi(l) = sym.kind else { return None };
    let value = skeleton.loops[l].values.iter().find(|v| v.sym == x)?;
    let drawn = |t: TermId| match *facts.terms.get(t) {
        Term::Sym(y) if y != x && facts.terms.syms[y].distinct.is_some() => ticket(facts, skeleton, y),
        _ => None,
    };
    let (first, then) = (drawn(value.init)?, drawn(value.back)?);
    (first.from == then.from).then_some(Ticket { step: first.step.min(then.step), ..first })
}

/// The tickets in some terms whose counter changes in a loop (one counter on each process, in a loop over processes), each with its counter.
pub(crate) fn tickets_of_iterations(
    facts: &Facts,
    skeleton: &Skeleton,
    terms: impl Iterator<Item = TermId>,
) -> Vec<(SymId, Location)> {
    let mut symbols = BTreeSet::new();
    terms.for_each(|t| facts.terms.for_each_sym(t, &mut |x| _ = symbols.insert(x)));
    let varies = |t: TermId| facts.terms.any_sym(t, |x| facts.terms.syms[x].def_loop.is_some());
    let drawn = symbols.into_iter().filter_map(|x| Some((x, ticket(facts, skeleton, x)?.from)));
    drawn.filter(|(_, from)| varies(from.target) || varies(from.offset)).collect()
}

/// Conditions that the tickets of one process in different iterations of a loop differ, for the symbols in some terms and overlaps.
pub(crate) fn drawn_in_turns(
    facts: &mut Facts,
    skeleton: &Skeleton,
    terms: &[TermId],
    overlaps: &[Overlap],
) -> Vec<TermId> {
    let mut versions: BTreeMap<SymId, BTreeSet<SymId>> = BTreeMap::new();
    let ends = overlaps.iter().flat_map(|o| [Some(&o.first), o.second.as_ref()]).flatten();
    let offsets = ends.flat_map(|e| [e.offset, e.block.offset]);
    for t in terms.iter().copied().chain(offsets) {
        facts.terms.for_each_sym(t, &mut |x| {
            versions.entry(facts.terms.now(x)).or_default().insert(x);
        });
    }
    let mut out = Vec::new();
    for (of, versions) in versions.into_iter().filter(|(_, versions)| versions.len() > 1) {
        let Some(Ticket { step, from }) = ticket(facts, skeleton, of) else { continue };
        // One counter in all iterations.
        let varies = |t: TermId| facts.terms.any_sym(t, |x| facts.terms.syms[x].def_loop.is_some());
        if [from.memory, from.target, from.offset].into_iter().any(varies) {
            continue;
        }
        let versions: Vec<TermId> = versions.into_iter().map(|x| facts.terms.sym(x)).collect();
        for (n, x) in versions.iter().enumerate() {
            for y in &versions[n + 1..] {
                let (x_end, y_end) = (facts.terms.add_int(*x, step), facts.terms.add_int(*y, step));
                let (below, above) = (facts.terms.le(x_end, *y), facts.terms.le(y_end, *x));
                out.push(facts.terms.any(&[below, above]));
            }
        }
    }
    out
}
