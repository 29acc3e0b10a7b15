//! Conditions on how far objects lie apart (theory, 4.3).
//!
//! Vectorised loops test whether the memory that they write overlaps with the memory that they read (`a + n <= b || b + n <= a`).
//! Software layers with global addresses test to which window an address belongs (`base <= p && p < base + size`). Pointers stay
//! inside their objects (assumption 3), so a pointer into one object is in no range around another object.

use super::{Frame, Interp};
use rma_frontend::ir::BlockId;
use rma_term::ids::{ObjId, TermId};
use rma_term::term::Term;

/// A range of that many bytes is not meant to lie inside an object of unknown size.
const LONGEST: i64 = 1 << 20;

impl Interp<'_> {
    /// A condition with what is known of pointers into different objects.
    pub(super) fn with_objects_apart(&mut self, cond: TermId) -> TermId {
        if !self.facts.mentions_address(cond) {
            return cond;
        }
        let (parts, holds) = match self.facts.terms.get(cond).clone() {
            Term::All(parts) => (parts, false),
            Term::Any(parts) => (parts, true),
            Term::Not(inner) => {
                let inner = self.with_objects_apart(inner);
                return self.facts.terms.not(inner);
            }
            _ => return cond,
        };
        let orders: Vec<TermId> = parts
            .iter()
            .filter_map(|p| if let Term::Le0(t) = *self.facts.terms.get(*p) { Some(t) } else { None })
            .collect();
        for (n, a) in orders.iter().enumerate() {
            if orders[n + 1..].iter().any(|b| self.bound_a_distance(*a, *b)) {
                return self.facts.terms.truth(holds);
            }
        }
        let parts: Vec<TermId> = parts.iter().map(|p| self.with_objects_apart(*p)).collect();
        if holds { self.facts.terms.any(&parts) } else { self.facts.terms.all(&parts) }
    }

    /// Decides a condition at the end of a block that is one half of a range test on addresses. The other half was tested on the
    /// path to the block.
    pub(super) fn apart_where_reached(&mut self, frame: &Frame<'_>, b: BlockId, cond: TermId) -> TermId {
        if self.facts.terms.as_const(cond).is_some() || !self.facts.mentions_address(cond) {
            return cond;
        }
        let reach = frame.reach.get(&b).cloned().unwrap_or_default();
        let not = self.facts.terms.not(cond);
        for other in reach {
            if !self.facts.mentions_address(other) {
                continue;
            }
            for (path, holds) in [(cond, false), (not, true)] {
                let both = self.facts.terms.all(&[other, path]);
                let both = self.with_objects_apart(both);
                if self.facts.terms.is_false(both) {
                    return self.facts.terms.truth(holds);
                }
            }
        }
        cond
    }

    /// Whether two terms bound the distances before and after a pointer into another object.
    fn bound_a_distance(&mut self, a: TermId, b: TermId) -> bool {
        let sum = self.facts.terms.add(a, b);
        if self.facts.mentions_address(sum) {
            return false;
        }
        let (_, ts) = self.facts.terms.linear(a);
        let pointers: Vec<(TermId, i64)> = ts.into_iter().filter(|(t, _)| self.facts.mentions_address(*t)).collect();
        let ([(p, 1), (q, -1)] | [(q, -1), (p, 1)]) = pointers[..] else { return false };
        let (Some(p), Some(q)) = (self.facts.bases_of(p), self.facts.bases_of(q)) else { return false };
        let width = self.facts.terms.as_const(sum).map(|s| 1_i64.saturating_sub(s));
        let one_may_be_so_long = width.is_none_or(|w| p.iter().chain(&q).any(|x| self.may_be_so_long(x.obj, w)));
        one_may_be_so_long && !p.is_empty() && !q.is_empty() && p.iter().all(|x| q.iter().all(|y| x.obj != y.obj))
    }

    /// Whether a condition tests the distance between two different objects.
    pub(super) fn is_of_distance(&mut self, cond: TermId) -> bool {
        if !self.facts.mentions_address(cond) {
            return false;
        }
        match self.facts.terms.get(cond).clone() {
            Term::All(parts) | Term::Any(parts) => parts.iter().any(|p| self.is_of_distance(*p)),
            Term::Not(inner) => self.is_of_distance(inner),
            Term::Le0(t) => {
                let (c, ts) = self.facts.terms.linear(t);
                let pointers: Vec<(TermId, i64)> =
                    ts.into_iter().filter(|(t, _)| self.facts.mentions_address(*t)).collect();
                let ([(p, 1), (q, -1)] | [(q, -1), (p, 1)]) = pointers[..] else { return false };
                let (Some(p), Some(q)) = (self.facts.bases_of(p), self.facts.bases_of(q)) else { return false };
                let apart = !p.is_empty() && !q.is_empty() && p.iter().all(|x| q.iter().all(|y| x.obj != y.obj));
                apart && c.abs() >= LONGEST
            }
            _ => false,
        }
    }

    /// Whether a range of this many bytes may be intended to be inside an object. The distance of two objects implies nothing about
    /// either, so nothing follows from a test for a longer range.
    fn may_be_so_long(&self, obj: ObjId, width: i64) -> bool {
        let size = self.facts.objects[obj].size;
        match size.map(|s| self.facts.terms.as_const(s)) {
            Some(Some(size)) => width <= size,
            // Known at run time, or not at all.
            _ => width < LONGEST,
        }
    }
}
