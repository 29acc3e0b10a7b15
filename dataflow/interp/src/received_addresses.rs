//! Displacements in dynamic windows that were received: each is one of the addresses that some process of the program has sent (theory, 4.6).
//!
//! These addresses are known only when the whole program has been interpreted, so they are added to the skeleton here.

use crate::interp::Interp;
use rma_frontend::api::Bank;
use rma_skeleton::skeleton::{Event, Issue, Place, Skeleton};
use rma_term::ids::TermId;
use rma_term::term::{SymKind, Term};

/// Gives operations with received addresses the places that the addresses point to.
pub(crate) fn resolve(interp: &mut Interp, skeleton: &mut Skeleton) {
    if interp.api.addresses.sent.is_empty() {
        return;
    }
    for node in &mut skeleton.nodes {
        for item in &mut node.items {
            if let Event::Issue(issue) = &mut item.event
                && let Some((places, added)) = places(interp, issue)
            {
                for effect in issue.effects.iter_mut().filter(|e| e.bank == Bank::Target) {
                    effect.area.places.clone_from(&places);
                    effect.area.unknown = false;
                    for block in &mut effect.area.blocks {
                        let within = without_displacement(interp, block.offset);
                        block.offset = interp.facts.terms.add(within, added);
                    }
                }
            }
        }
    }
}

/// An offset without the symbol for an unknown address: the distance from the start of the memory.
fn without_displacement(interp: &mut Interp, offset: TermId) -> TermId {
    let (constant, mut terms) = interp.facts.terms.linear(offset);
    let displacements = &interp.api.windows.displacements;
    terms.retain(|(t, _)| !matches!(interp.facts.terms.get(*t), Term::Sym(x) if displacements.contains(x)));
    interp.facts.terms.from_linear(constant, terms)
}

/// The places that the displacement of an operation may refer to: each address that was sent and that belongs to memory attached to the
/// window, in terms of the target, which has sent it. Also the offset that the origin has added, in terms of the origin.
fn places(interp: &mut Interp, issue: &Issue) -> Option<(Vec<Place>, TermId)> {
    let (win, disp, which) = (issue.target.win?, issue.target.disp?, issue.target.which?);
    // What was added to the address that was received.
    let (constant, terms) = interp.facts.terms.linear(disp);
    let received = |t: TermId| {
        matches!(*interp.facts.terms.get(t), Term::Sym(x)
            if interp.facts.terms.syms[x].kind == SymKind::Input)
    };
    let mut bases = terms.iter().filter(|(t, k)| *k == 1 && received(*t)).map(|(t, _)| *t);
    let (base, None) = (bases.next()?, bases.next()) else { return None };
    let added = interp.facts.terms.from_linear(constant, terms.into_iter().filter(|(t, _)| *t != base).collect());
    let windows = interp.facts.objects_in(win);
    let attached: Vec<TermId> =
        windows.iter().filter_map(|w| interp.api.windows.attached.get(w)).flatten().map(|(base, _)| *base).collect();
    let memory: Vec<_> = attached.into_iter().flat_map(|base| interp.facts.objects_in(base)).collect();
    let mut out = Vec::new();
    let from = interp.api.addresses.sent_as(&interp.facts.terms, base);
    for (n, sent) in from {
        let n = interp.facts.terms.int(n as i64);
        let this = interp.facts.terms.eq(which, n);
        for p in interp.facts.places(sent).list.into_iter().filter(|p| memory.contains(&p.obj)) {
            let p = interp.at_sender(base, p);
            out.push(Place { named: this, ..p });
        }
    }
    (!out.is_empty()).then_some((out, added))
}
