//! Displacements in dynamic windows and pointers to symmetric memory that were received: each is one of the addresses that some process of
//! the program has sent, or has stored where others read (theory, 4.6).
//!
//! These addresses are known only when the whole program has been interpreted, so they are added to the skeleton here.

use crate::api::stored_addresses::Published;
use crate::interp::Interp;
use rma_frontend::api::Bank;
use rma_skeleton::facts::SymKey;
use rma_skeleton::skeleton::{Area, Event, Issue, Place, Skeleton};
use rma_term::ids::{ObjId, TermId};
use rma_term::limits::Limit;
use rma_term::object::ObjKind;
use rma_term::term::{Knowledge, Sym, SymKind, Term};
use std::collections::BTreeSet;

/// Gives operations with received addresses the places that the addresses point to.
pub(crate) fn resolve(interp: &mut Interp, skeleton: &mut Skeleton) {
    if !interp.api.stored_addresses.followed {
        return;
    }
    let published = interp.published_addresses();
    if interp.api.addresses.sent.is_empty() && published.addresses.is_empty() {
        return;
    }
    interp.find_givers(&published, skeleton);
    let symmetric: BTreeSet<ObjId> =
        if interp.is_symmetric_program() { interp.symmetric_memory().into_iter().collect() } else { BTreeSet::new() };
    for node in &mut skeleton.nodes {
        for item in &mut node.items {
            let Event::Issue(issue) = &mut item.event else { continue };
            if let Some((places, added)) = places(interp, &published, issue) {
                for effect in issue.effects.iter_mut().filter(|e| e.bank == Bank::Target) {
                    effect.area.places.clone_from(&places);
                    effect.area.unknown = false;
                    for block in &mut effect.area.blocks {
                        let within = without_displacement(interp, block.offset);
                        block.offset = interp.facts.terms.add(within, added);
                    }
                }
            }
            for effect in issue.effects.iter_mut().filter(|e| e.bank == Bank::Target && e.symmetric) {
                point_into_symmetric_memory(interp, &published, &symmetric, &mut effect.area);
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

/// The addresses that a value may be, where each that is not known to be an address was received: those that were sent, and those that are
/// found in memory of other processes. Also whether there may be others.
fn candidates(interp: &Interp, published: &Published, base: TermId) -> Option<(BTreeSet<TermId>, bool)> {
    let mut out = BTreeSet::new();
    let mut unknown = false;
    for t in interp.passed_on_from(base)? {
        if interp.facts.is_address(t) {
            out.insert(t);
            continue;
        }
        let (sent, from_memory) = interp.api.addresses.sent_as(&interp.facts.terms, published, t);
        out.extend(sent.into_iter().map(|(_, sent)| sent));
        if from_memory {
            out.extend(&published.addresses);
            unknown |= published.unknown;
        }
    }
    Some((out, unknown))
}

/// The places that the displacement of an operation may refer to: each address that was sent or stored and that belongs to memory attached
/// to the window, in terms of the target, which has sent or stored it. Also the offset that the origin has added, in terms of the origin.
fn places(interp: &mut Interp, published: &Published, issue: &Issue) -> Option<(Vec<Place>, TermId)> {
    let (win, disp, which) = (issue.target.win?, issue.target.disp?, issue.target.which?);
    // What was added to the address that was received.
    let (constant, terms) = interp.facts.terms.linear(disp);
    let received = |t: TermId| match *interp.facts.terms.get(t) {
        Term::Sym(x) => {
            let kind = &interp.facts.terms.syms[x].kind;
            *kind == SymKind::Input || interp.made_of.contains_key(&x)
        }
        _ => false,
    };
    let mut bases = terms.iter().filter(|(t, k)| *k == 1 && received(*t)).map(|(t, _)| *t);
    let (base, None) = (bases.next()?, bases.next()) else { return None };
    let added = interp.facts.terms.from_linear(constant, terms.into_iter().filter(|(t, _)| *t != base).collect());
    let windows = interp.facts.objects_in(win);
    let attached: Vec<TermId> =
        windows.iter().filter_map(|w| interp.api.windows.attached.get(w)).flatten().map(|(base, _)| *base).collect();
    let memory: Vec<_> = attached.iter().flat_map(|base| interp.facts.objects_in(*base)).collect();
    let (from, mut unknown) = candidates(interp, published, base)?;
    let mut all: Vec<(Place, bool)> = Vec::new();
    for sent in from {
        let places = interp.facts.places(sent);
        // A word that contains more than an address.
        unknown |= places.unknown || places.list.is_empty();
        all.extend(places.list.into_iter().filter(|p| memory.contains(&p.obj)).map(|p| (p, true)));
    }
    if all.is_empty() || !interp.facts.terms.limits.room(Limit::SentAddresses, all.len()) {
        return None;
    }
    // Somewhere in the memory.
    if unknown {
        all.extend(attached.iter().flat_map(|base| interp.facts.places(*base).list).map(|p| (p, false)));
    }
    let mut out = Vec::new();
    for (n, (p, exact)) in (0..).zip(all) {
        let n = interp.facts.terms.int(n);
        let this = interp.facts.terms.eq(which, n);
        let mut p = interp.at_sender(base, p);
        if !exact {
            let of = interp.facts.terms.apply("displacement of a fetched address", &[base, n]);
            let def_loop = interp.facts.innermost(base);
            let s = interp.facts.symbol(SymKey::Parameter(of), |_| Sym {
                lo: Some(0),
                def_loop,
                ..Sym::new(SymKind::Input, "displacement", Knowledge::Lost)
            });
            let s = interp.facts.terms.sym(s);
            p.offset = interp.facts.terms.add(p.offset, s);
        }
        out.push(Place { named: this, ..p });
    }
    Some((out, added))
}

/// An operation through a pointer that the process has received goes to the symmetric memory that such pointers lead to.
fn point_into_symmetric_memory(
    interp: &mut Interp,
    published: &Published,
    symmetric: &BTreeSet<ObjId>,
    area: &mut Area,
) {
    let &[Place { obj, inst: base, offset: added, .. }] = &area.places[..] else { return };
    if !area.unknown || interp.facts.objects[obj].kind != ObjKind::Anonymous {
        return;
    }
    let Some((from, mut unknown)) = candidates(interp, published, base) else { return };
    let mut all: Vec<Place> = Vec::new();
    for sent in from {
        let places = interp.facts.places(sent);
        unknown |= places.unknown || places.list.is_empty();
        let places = places.list.into_iter().filter(|p| symmetric.contains(&p.obj));
        for p in places.collect::<Vec<_>>() {
            let p = interp.in_any_terms(base, p);
            let p = Place { offset: interp.facts.terms.add(p.offset, added), ..p };
            if !all.contains(&p) {
                all.push(p);
            }
        }
    }
    if all.is_empty() || !interp.facts.terms.limits.room(Limit::SentAddresses, all.len()) {
        return;
    }
    if all.len() > 1 {
        let of = interp.facts.terms.apply("which fetched address", &[base]);
        let def_loop = interp.facts.innermost(base);
        let which = interp.facts.symbol(SymKey::Parameter(of), |_| Sym {
            lo: Some(0),
            def_loop,
            ..Sym::new(SymKind::Input, "fetched pointer", Knowledge::Input)
        });
        let which = interp.facts.terms.sym(which);
        for (n, p) in (0..).zip(&mut all) {
            let n = interp.facts.terms.int(n);
            p.guard = interp.facts.terms.eq(which, n);
        }
    }
    area.places = all;
    area.unknown = unknown;
}
