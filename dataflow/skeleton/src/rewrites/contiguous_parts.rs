//! The parts of neighbours in a shared window, reached from the own part (theory, 5.2).
//!
//! The memory of a shared window is contiguous across the processes in the order of their ranks, unless the program asks for something else
//! (MPI 4.1, 12.2.3). So a process that goes beyond the ends of its own part, whose size is the same on all processes, is in the part of the
//! previous or of the next process. Such places get the part of the neighbour as a second name. Accesses of which the analysis does not see
//! that they leave the part in the first or last iteration are taken to stay in it (assumption 3).

use crate::facts::{Facts, SharedPart, Window};
use crate::overlap::counter_bounds;
use crate::skeleton::{Area, Event, Place, Skeleton};
use rma_frontend::api::Bank;
use rma_term::ids::{NodeId, ObjId, SymId, TermId};
use rma_term::object::{ObjKind, Object};
use rma_term::term::{Knowledge, Substitution, Term, Terms};
use rustc_hash::FxHashMap;

/// Combinations of first and last iterations that are looked at.
const CASES: usize = 16;

/// One window, and the parts beside the own one.
struct Row {
    window: ObjId,
    base: TermId,
    size: TermId,
    /// Memory of the previous process and of the next one.
    beside: Option<[ObjId; 2]>,
}

/// Adds the second name to the accesses of a process that may leave its own part.
pub fn name_neighbours(facts: &mut Facts, skeleton: &mut Skeleton) {
    let mut rows: FxHashMap<ObjId, Row> = FxHashMap::default();
    let windows: Vec<(ObjId, Window)> = facts.windows.iter().map(|(o, w)| (*o, w.clone())).collect();
    for (window, of) in windows.into_iter().filter(|(_, of)| of.contiguous) {
        let (Some(base), Some(size)) = (of.base, of.size) else { continue };
        for place in facts.places(base).list {
            rows.insert(place.obj, Row { window, base, size, beside: None });
        }
    }
    if rows.is_empty() {
        return;
    }
    for node in skeleton.nodes.indices() {
        for item in 0..skeleton.nodes[node].items.len() {
            let Event::Access(access) = &skeleton.nodes[node].items[item].event else { continue };
            if access.bank != Bank::Own {
                continue;
            }
            let area = access.area.clone();
            let mut names = Vec::new();
            for place in &area.places {
                if let Some(row) = rows.get_mut(&place.obj) {
                    names.extend(beyond(facts, skeleton, node, place, &area, row));
                }
            }
            if let Event::Access(access) = &mut skeleton.nodes[node].items[item].event {
                access.area.places.extend(names);
            }
        }
    }
}

/// Whether a condition may hold in the first or last iteration of the loops around a place, and is of values that the analysis follows.
fn is_seen(facts: &mut Facts, skeleton: &Skeleton, node: NodeId, cond: TermId) -> bool {
    let mut cases = vec![cond];
    for l in &skeleton.nodes[node].loops {
        let data = &skeleton.loops[*l];
        let first = facts.terms.int(0);
        let last = data.trips.map(|trips| facts.terms.add_int(trips, -1));
        let mut more = Vec::new();
        for t in cases {
            for k in [Some(first), last].into_iter().flatten() {
                let mut s = Substitution::new();
                s.insert(data.counter, k);
                more.push(facts.terms.subst(t, &mut s));
            }
        }
        more.sort_unstable();
        more.dedup();
        more.truncate(CASES);
        cases = more;
    }
    cases.into_iter().any(|t| {
        let varies = |x: SymId| facts.terms.syms[x].def_loop.is_some();
        !facts.terms.is_false(t)
            && facts.terms.knowledge(t) == Knowledge::Known
            && !facts.terms.any_sym(t, varies)
            && is_plain(&facts.terms, t)
    })
}

/// Whether a term has no product, quotient, remainder or bit operation.
fn is_plain(terms: &Terms, t: TermId) -> bool {
    match terms.get(t) {
        Term::Op(..) | Term::Apply(..) => false,
        Term::Const(_) | Term::Sym(_) => true,
        Term::Addr(_, inst) => is_plain(terms, *inst),
        Term::Lin(_, parts) => parts.iter().all(|(atom, _)| is_plain(terms, *atom)),
        Term::Ite(c, a, b) => [c, a, b].into_iter().all(|t| is_plain(terms, *t)),
        Term::Le0(t) | Term::Eq0(t) | Term::Not(t) => is_plain(terms, *t),
        Term::All(parts) | Term::Any(parts) => parts.iter().all(|t| is_plain(terms, *t)),
    }
}

/// What a place beyond the ends of the own part is in the parts beside it.
fn beyond(
    facts: &mut Facts,
    skeleton: &Skeleton,
    node: NodeId,
    place: &Place,
    area: &Area,
    row: &mut Row,
) -> Vec<Place> {
    let Some(of) = facts.windows.get(&row.window).cloned() else { return Vec::new() };
    let zero = facts.terms.int(0);
    let base = facts.places(row.base).list.into_iter().find(|p| p.obj == place.obj).map_or(zero, |p| p.offset);
    let from_base = facts.terms.sub(place.offset, base);
    let mut around = skeleton.nodes[node].reach.clone();
    around.extend(counter_bounds(facts, skeleton, node));
    let mut out = Vec::new();
    for (n, side) in [-1, 1].into_iter().enumerate() {
        let outside = |facts: &mut Facts, offset: TermId| match side {
            -1 => facts.terms.lt(offset, zero),
            _ => facts.terms.le(row.size, offset),
        };
        // Of a block, its first byte decides.
        let cases: Vec<TermId> = area
            .blocks
            .iter()
            .map(|block| {
                let at = facts.terms.add(from_base, block.offset);
                outside(facts, at)
            })
            .collect();
        let leaves = facts.terms.any(&cases);
        if !is_seen(facts, skeleton, node, leaves) {
            continue;
        }
        let rank = facts.rank_in_comm(of.comm);
        let neighbour = facts.terms.add_int(rank, side);
        let count = facts.size_of_comm(of.comm);
        let there = match side {
            -1 => facts.terms.le(zero, neighbour),
            _ => facts.terms.lt(neighbour, count),
        };
        let guard = facts.terms.all(&[place.guard, leaves, there]);
        let together: Vec<TermId> = around.iter().copied().chain([guard]).collect();
        if facts.terms.is_contradiction(&together) {
            continue;
        }
        let beside = *row.beside.get_or_insert_with(|| {
            [-1, 1].map(|side| {
                let rank = facts.rank_in_comm(of.comm);
                let rank = facts.terms.add_int(rank, side);
                let name = "shared window memory".to_owned();
                let obj = facts.objects.push(Object { name, ..Object::of_kind(ObjKind::Heap) });
                let win = facts.terms.addr_of(row.window, of.inst);
                facts.shared.insert(obj, SharedPart { win, rank, base: None, inst: of.inst });
                obj
            })
        });
        let offset = match side {
            -1 => facts.terms.add(from_base, row.size),
            _ => facts.terms.sub(from_base, row.size),
        };
        out.push(Place { guard, obj: beside[n], offset, ..*place });
    }
    out
}
