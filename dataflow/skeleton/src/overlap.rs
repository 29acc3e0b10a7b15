//! Whether two ranges of bytes can overlap, as far as cheap arithmetic can decide, and the conditions that a candidate needs
//! (theory, 8.1).

use crate::candidate::Extent;
use crate::facts::{Facts, Window};
use crate::skeleton::{Area, Event, Item, Skeleton};
use rma_frontend::api::Bank;
use rma_term::ids::{EventRef, NodeId, ObjId, SymId, TermId};
use rma_term::term::{Knowledge, SymKind, Terms};

/// Counters of the loops around a node are within their bounds, and in the body below the final value.
pub fn counter_bounds(facts: &mut Facts, skeleton: &Skeleton, node: NodeId) -> Vec<TermId> {
    let mut out = Vec::new();
    for l in skeleton.nodes[node].loops.clone() {
        let data = &skeleton.loops[l];
        let (bounds, trips) = (data.bounds.clone(), data.trips);
        let in_body = !data.begins_at(node) && !data.body_at_last;
        let k = facts.terms.sym(data.counter);
        for b in bounds {
            let within = if in_body && trips == Some(b) { facts.terms.lt(k, b) } else { facts.terms.le(k, b) };
            // Unknown bounds exclude nothing.
            if facts.terms.knowledge(within) != Knowledge::Lost {
                out.push(within);
            }
        }
        out.extend(facts.iterations.get(&l));
    }
    out
}

/// The buffer of an operation is inside its object (assumption 3). Only what this says of parameters and inputs counts: a run in which the
/// operation has no such buffer is none.
pub fn buffer_bounds(facts: &mut Facts, skeleton: &Skeleton, at: EventRef) -> Vec<TermId> {
    let items = &skeleton.nodes[at.node].items;
    let item = &items[at.item as usize];
    let Event::Issue(issue) = &item.event else { return Vec::new() };
    // What a call reads before it returns is an event of its own.
    let of_call = |i: &&Item| item.inst.is_some() && (i.ctx, i.inst) == (item.ctx, item.inst);
    let read = items[..at.item as usize].iter().rev().take_while(of_call).filter_map(|i| match &i.event {
        Event::Access(access) => Some(access),
        _ => None,
    });
    let mut out = Vec::new();
    for effect in issue.effects.iter().filter(|e| e.bank == Bank::Own).chain(read) {
        let ([place], [block], false) = (&effect.area.places[..], &effect.area.blocks[..], effect.area.unknown) else {
            continue;
        };
        // A pointer into a shared window may reach the part of a neighbour.
        let in_row =
            |w: &Window| w.contiguous && w.base.is_some_and(|base| facts.objects_in(base).contains(&place.obj));
        if facts.shared.contains_key(&place.obj) || facts.windows.values().any(in_row) {
            continue;
        }
        let zero = facts.terms.int(0);
        let start = facts.terms.add(place.offset, block.offset);
        let mut bounds = vec![facts.terms.le(zero, start)];
        let size = facts.objects[place.obj].size;
        if let (true, Some(len), Some(size)) = (block.dims.is_empty(), block.len, size)
            && !facts.terms.any_sym(start, |s| facts.terms.syms[s].def_loop.is_some())
        {
            let end = facts.terms.add(start, len);
            bounds.push(facts.terms.le(end, size));
        }
        let none = facts.terms.not(effect.cond);
        for bound in bounds {
            let given = |s: SymId| matches!(facts.terms.syms[s].kind, SymKind::Parameter | SymKind::Input);
            if facts.terms.any_sym(bound, given) && facts.terms.knowledge(bound) != Knowledge::Lost {
                let bound = facts.terms.any(&[none, bound]);
                if facts.terms.as_const(bound).is_none() {
                    out.push(bound);
                }
            }
        }
    }
    out
}

/// The parts of an effect's condition that a query must contain. A program has an operation because it has a real target in
/// some run, so a part about data that the analysis does not follow is left out, unless other conditions contain the same
/// data.
pub fn conditions_that_matter(terms: &Terms, cond: TermId, reach: &[TermId], path: &[TermId]) -> Vec<TermId> {
    let occurs = |s: SymId| reach.iter().chain(path).any(|t| terms.any_sym(*t, |other| other == s));
    let matters = |p: &TermId| terms.knowledge(*p) != Knowledge::Lost || terms.any_sym(*p, occurs);
    terms.conjuncts(cond).into_iter().filter(matters).collect()
}

/// The bytes of an area that are known as numbers, the same in all iterations and processes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fixed {
    /// The object.
    pub obj: ObjId,
    inst: TermId,
    /// First byte.
    pub start: i64,
    /// The byte after the last one.
    pub end: i64,
}

impl Fixed {
    /// The fixed bytes of an area with one place and no conditions.
    pub fn of(facts: &Facts, area: &Area) -> Option<Fixed> {
        let ([place], [block], false) = (&area.places[..], &area.blocks[..], area.unknown) else { return None };
        let number = |t: TermId| facts.terms.as_const(t);
        let base = number(place.offset)?;
        let inside = facts.spans.get(&place.offset).is_none_or(|(lo, hi)| (*lo..=*hi).contains(&base));
        if !facts.terms.is_true(place.guard) || !facts.terms.is_true(place.named) || !block.dims.is_empty() || !inside {
            return None;
        }
        number(place.inst)?;
        let start = base.checked_add(number(block.offset)?)?;
        let end = start.checked_add(number(block.len?)?)?;
        (start < end).then_some(Fixed { obj: place.obj, inst: place.inst, start, end })
    }

    /// Both are in one instance of an object.
    pub fn same_object(&self, other: &Fixed) -> bool {
        (self.obj, self.inst) == (other.obj, other.inst)
    }

    /// No byte is in both.
    pub fn misses(&self, other: &Fixed) -> bool {
        !self.same_object(other) || self.end <= other.start || other.end <= self.start
    }
}

/// A cheap proof that two plain ranges of bytes do not overlap.
pub fn apart(terms: &mut Terms, x: &Extent, y: &Extent) -> bool {
    let plain = |e: &Extent| e.block.dims.is_empty();
    let (Some(lx), Some(ly)) = (x.block.len, y.block.len) else { return false };
    if !plain(x) || !plain(y) {
        return false;
    }
    let (a, b) = (terms.add(x.offset, x.block.offset), terms.add(y.offset, y.block.offset));
    // a + lx ≤ b or b + ly ≤ a
    let end = terms.add(a, lx);
    let before = terms.le(end, b);
    let end = terms.add(b, ly);
    let after = terms.le(end, a);
    terms.is_true(before) || terms.is_true(after)
}
