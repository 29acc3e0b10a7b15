//! From a term to the places that it may denote (theory, 4.3).

use crate::facts::Facts;
use crate::skeleton::Place;
use rma_term::ids::{LoopId, ObjId, SymId, TermId};
use rma_term::limits::Limit;
use rma_term::term::{Op, SymKind, Term};

/// The places that a pointer may point to.
#[derive(Debug, Clone, Default)]
pub struct Places {
    /// The known places.
    pub list: Vec<Place>,
    /// The pointer may also point to other places.
    pub unknown: bool,
}

impl Facts<'_> {
    /// The places that a pointer may denote.
    pub fn places(&mut self, ptr: TermId) -> Places {
        self.places_up_to(ptr, Limit::Places)
    }

    /// Like `places`, with another limit on the number of alternatives. Beyond the limit, the pointer counts as unknown.
    pub fn places_up_to(&mut self, ptr: TermId, of: Limit) -> Places {
        let mut out = Places::default();
        let yes = self.terms.truth(true);
        let limit = self.terms.limits.get(of);
        self.collect_places(ptr, yes, limit, &mut out);
        if out.list.len() > limit {
            match self.places_in_bases(ptr, yes) {
                Some(places) => out.list = places,
                None => {
                    self.terms.limits.reached(of);
                    out.list.truncate(limit);
                    out.unknown = true;
                    self.obscure.insert(ptr);
                }
            }
        }
        out
    }

    fn collect_places(&mut self, ptr: TermId, guard: TermId, limit: usize, out: &mut Places) {
        let (c, ts) = self.terms.linear(ptr);
        let mut base = None;
        let mut choice = None;
        let mut known = false;
        for (n, (t, k)) in ts.iter().enumerate() {
            match self.terms.get(*t) {
                Term::Sym(s) => known |= *k == 1 && self.bases.contains_key(s),
                Term::Addr(o, i) if *k == 1 && base.is_none() => base = Some((n, *o, *i)),
                Term::Ite(..) if *k == 1 && choice.is_none() && self.mentions_address(*t) => choice = Some((n, *t)),
                _ => {}
            }
        }
        if (base.is_some() || known)
            && out.list.len() < limit / 2
            && let Some((t, k)) = ts.iter().copied().find(|(t, _)| self.is_table_of_constants(*t, 4))
            && let Term::Ite(cond, a, b) = *self.terms.get(t)
        {
            // One of several members.
            let rest: Vec<_> = ts.iter().filter(|(x, _)| *x != t).copied().collect();
            let rest = self.terms.from_linear(c, rest);
            let n = self.terms.not(cond);
            for (g, x) in [(cond, a), (n, b)] {
                let g = self.terms.all(&[guard, g]);
                if !self.terms.is_false(g) {
                    let x = self.terms.scale(x, k);
                    let x = self.terms.add(x, rest);
                    self.collect_places(x, g, limit, out);
                }
            }
            return;
        }
        if let Some((n, obj, inst)) = base {
            let rest: Vec<_> = ts.iter().enumerate().filter(|(m, _)| *m != n).map(|(_, x)| *x).collect();
            let offset = self.terms.from_linear(c, rest);
            if let Some(span) = self.spans.get(&ptr).copied() {
                self.add_span(offset, span);
            }
            let named = self.terms.truth(true);
            out.list.push(Place { guard, named, obj, inst, offset });
            return;
        }
        if let Some((n, t)) = choice
            && let Term::Ite(cond, a, b) = *self.terms.get(t)
        {
            let rest: Vec<_> = ts.iter().enumerate().filter(|(m, _)| *m != n).map(|(_, x)| *x).collect();
            let rest = self.terms.from_linear(c, rest);
            let n = self.terms.not(cond);
            for (g, x, other) in [(cond, a, b), (n, b, a)] {
                // An address at an offset from a null pointer is no memory either.
                if self.terms.as_const(x) == Some(0) && self.is_address(other) {
                    continue;
                }
                let g = self.terms.all(&[guard, g]);
                if !self.terms.is_false(g) && out.list.len() <= limit {
                    let x = self.terms.add(x, rest);
                    self.collect_places(x, g, limit, out);
                }
            }
            return;
        }
        // A small constant is a null pointer or a sentinel: it denotes no memory, nor does an element of an array that starts there (the elements
        // of an empty vector, over which a loop of no iteration goes).
        if ts.iter().all(|(t, k)| self.is_no_pointer(*t, *k)) {
            return;
        }
        match self.places_in_bases(ptr, guard) {
            Some(places) => out.list.extend(places),
            None => {
                out.unknown = true;
                if self.mentions_address(ptr) {
                    self.obscure.insert(ptr);
                }
            }
        }
    }

    /// A part of a sum that is a number of elements or bytes, whatever else is added to it.
    fn is_no_pointer(&self, t: TermId, times: i64) -> bool {
        match self.terms.get(t) {
            Term::Sym(s) => match self.terms.syms[*s].kind {
                SymKind::Counter(_) | SymKind::Rank(_) | SymKind::Size(_) | SymKind::Thread => true,
                SymKind::Parameter | SymKind::Input | SymKind::LoopPhi(_) | SymKind::Lost => {
                    times.abs() != 1 && !self.bases.contains_key(s)
                }
                _ => false,
            },
            Term::Op(Op::Mul, ..) => !self.mentions_address(t),
            _ => self.is_table_of_constants(t, 4),
        }
    }

    /// An address, or one of several, with or without an offset: adding another address to it would make no sense.
    pub fn is_address(&self, t: TermId) -> bool {
        if let Term::Ite(_, a, b) = *self.terms.get(t) {
            let null = |x: TermId| self.terms.as_const(x) == Some(0);
            return self.is_address(a) && (null(b) || self.is_address(b)) || null(a) && self.is_address(b);
        }
        let (_, ts) = self.terms.linear(t);
        let mut addresses = ts.iter().filter(|(t, _)| self.mentions_address(*t));
        match (addresses.next(), addresses.next()) {
            (Some((t, 1)), None) => match *self.terms.get(*t) {
                Term::Addr(..) | Term::Sym(_) => true,
                Term::Ite(..) => self.is_address(*t),
                _ => false,
            },
            _ => false,
        }
    }

    /// A case distinction whose leaves are all constants.
    pub fn is_table_of_constants(&self, t: TermId, depth: u32) -> bool {
        let leaf =
            |x: TermId| self.terms.as_const(x).is_some() || (depth > 0 && self.is_table_of_constants(x, depth - 1));
        matches!(*self.terms.get(t), Term::Ite(_, a, b) if leaf(a) && leaf(b))
    }

    /// Equal terms of different origin have the wider bounds.
    pub fn add_span(&mut self, t: TermId, (lo, hi): (i64, i64)) {
        let span = self.spans.entry(t).or_insert((lo, hi));
        *span = (span.0.min(lo), span.1.max(hi));
    }

    /// Whether an address is part of a term, or a symbol that is known to point somewhere.
    pub fn mentions_address(&self, t: TermId) -> bool {
        let mut found = false;
        self.terms.for_each_node(t, &mut |n| {
            found |= match n {
                Term::Addr(..) => true,
                Term::Sym(s) => self.bases.contains_key(s),
                _ => false,
            };
        });
        found
    }

    /// Objects whose address a value contains.
    pub fn objects_in(&self, t: TermId) -> Vec<ObjId> {
        let mut out = Vec::new();
        self.terms.for_each_node(t, &mut |n| match n {
            Term::Addr(o, _) => out.push(*o),
            Term::Sym(s) => out.extend(self.bases.get(s).into_iter().flatten().map(|b| b.obj)),
            _ => {}
        });
        out
    }

    /// The instance of an object in a pointer, if it is one.
    pub fn instance_in(&self, t: TermId, obj: ObjId) -> Option<TermId> {
        let (mut found, mut one) = (None, true);
        self.terms.for_each_node(t, &mut |n| match n {
            Term::Addr(o, inst) if *o == obj => one &= *found.get_or_insert(*inst) == *inst,
            Term::Sym(s) => one &= !self.bases.get(s).into_iter().flatten().any(|b| b.obj == obj),
            _ => {}
        });
        found.filter(|_| one)
    }
}

impl Facts<'_> {
    /// Least and greatest value of an offset.
    pub fn bounds(&mut self, offset: TermId) -> Option<(i64, i64)> {
        if let Some(span) = self.spans.get(&offset) {
            return Some(*span);
        }
        let r = self.terms.range(offset);
        r.lo.zip(r.hi)
    }
}

impl Facts<'_> {
    /// The bytes of an access, as far as its offset is known.
    pub fn bytes_of(&mut self, p: &Place, len: Option<u64>) -> Bytes {
        let len = len.and_then(|l| i64::try_from(l).ok());
        if let Some(at) = self.terms.as_const(p.offset) {
            let end = len.map_or(i64::MAX, |l| at.saturating_add(l));
            return (at, end);
        }
        match self.bounds(p.offset) {
            Some((lo, hi)) => (lo, len.map_or(i64::MAX, |l| hi.saturating_add(l))),
            None => ALL,
        }
    }
}

impl Facts<'_> {
    /// The innermost loop in which a part of a term changes; the term changes there as well.
    pub fn innermost(&self, of: TermId) -> Option<LoopId> {
        let mut def_loop = None;
        self.terms.for_each_sym(of, &mut |x| {
            let l = self.terms.syms[x].def_loop;
            if def_loop.is_none_or(|outer| self.loop_within(l, outer)) {
                def_loop = l.or(def_loop);
            }
        });
        def_loop
    }

    /// Whether a fact about a symbol holds at any time: it contains no other value that changes in a loop.
    pub fn is_always_so(&self, of: SymId, fact: TermId) -> bool {
        !self.terms.any_sym(fact, |x| x != of && self.terms.syms[x].def_loop.is_some())
    }
}

/// All bytes of an object.
pub const ALL: Bytes = (i64::MIN, i64::MAX);

/// A range of bytes of an object: the first one, and the end.
pub type Bytes = (i64, i64);
