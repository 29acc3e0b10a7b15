//! Whether two ranges of bytes can overlap, as far as cheap arithmetic can decide, and the conditions that a candidate needs
//! (theory, 8.1).

use crate::candidate::Extent;
use crate::facts::Facts;
use crate::skeleton::{Area, Skeleton};
use rma_term::ids::{NodeId, ObjId, SymId, TermId};
use rma_term::term::{Knowledge, Terms};

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
