//! Pointers without a closed form that still point into known objects.
//!
//! The end of a vector that grows in a loop is a symbol: which piece of memory it points into, and where, is not followed. But it is one of
//! the pieces that the loop allocates, or the one that was there before. These *bases* of a symbol keep a store through it from
//! changing anything else.

use super::loops::{LoopState, Shape};
use super::{Interp, SymKey};
use crate::object::{ObjId, ObjKind};
use crate::skeleton::Place;
use crate::term::{Knowledge, Sym, SymId, SymKind, Term, TermId};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// Objects that a symbol may point into; with more it counts as unknown.
const MAX_BASES: usize = 6;

/// The objects that symbols point into.
pub(crate) type Bases = FxHashMap<SymId, BTreeSet<ObjId>>;

impl Interp<'_> {
    /// The objects into which a pointer may point, where it points nowhere else; a null pointer points into none.
    fn bases_of(&self, t: TermId) -> Option<BTreeSet<ObjId>> {
        let (_, ts) = self.terms.linear(t);
        let mut out: Option<BTreeSet<ObjId>> = None;
        for (part, k) in &ts {
            let bases = match *self.terms.get(*part) {
                Term::Addr(obj, _) => Some(BTreeSet::from([obj])),
                Term::Sym(s) => self.bases.get(&s).cloned(),
                Term::Ite(_, a, b) if self.mentions_address(*part) => Some(&self.bases_of(a)? | &self.bases_of(b)?),
                _ => None,
            };
            match (bases, *k) {
                (None, -1) if self.may_be_a_pointer(*part) => return None,
                (None, _) => {}
                (Some(_), 1) if out.is_some() => return None,
                (Some(bases), 1) => out = Some(bases),
                // A difference of pointers, to which a third one may have been added.
                _ => return None,
            }
        }
        out.or_else(|| ts.is_empty().then(BTreeSet::new))
    }

    /// A value of which nothing says that it is a number.
    fn may_be_a_pointer(&self, t: TermId) -> bool {
        match self.terms.get(t) {
            Term::Sym(s) => matches!(self.terms.syms[*s].kind, SymKind::Lost | SymKind::LoopPhi(_)),
            Term::Ite(..) => true,
            _ => false,
        }
    }

    /// Whether memory stands behind these, which a store may change: no handles.
    fn hold_memory(&self, bases: &BTreeSet<ObjId>) -> bool {
        let memory = |o: &ObjId| matches!(self.objects[*o].kind, ObjKind::Heap | ObjKind::Stack | ObjKind::Global(_));
        !bases.is_empty() && bases.len() <= MAX_BASES && bases.iter().all(memory)
    }

    /// A symbol stands for one of these values.
    pub(super) fn note_bases(&mut self, sym: SymId, values: &[TermId]) {
        self.bases.remove(&sym);
        let all: Option<Vec<BTreeSet<ObjId>>> = values.iter().map(|v| self.bases_of(*v)).collect();
        let Some(all) = all else { return };
        let bases: BTreeSet<ObjId> = all.into_iter().flatten().collect();
        if self.hold_memory(&bases) {
            self.bases.insert(sym, bases);
        }
    }

    /// Finds the bases of a loop's variables without a form, all at once, as one may be made from another; `true` when they
    /// are others than in the pass before.
    pub(super) fn find_bases(&mut self, state: &LoopState) -> bool {
        let vars: Vec<(SymId, TermId, Option<TermId>)> =
            state.vars.iter().filter(|v| v.shape == Shape::Symbol).map(|v| (v.sym, v.init, v.back)).collect();
        let before: Vec<_> = vars.iter().map(|v| self.bases.get(&v.0).cloned()).collect();
        for (sym, init, _) in &vars {
            match self.bases_of(*init).filter(|b| b.is_empty() || self.hold_memory(b)) {
                Some(bases) => self.bases.insert(*sym, bases),
                None => self.bases.remove(sym),
            };
        }
        loop {
            let mut changed = false;
            for (sym, _, back) in &vars {
                let Some(have) = self.bases.get(sym).cloned() else { continue };
                let more = back.and_then(|b| self.bases_of(b)).map(|more| &have | &more);
                match more.filter(|b| b.is_empty() || self.hold_memory(b)) {
                    Some(now) if now == have => continue,
                    Some(now) => self.bases.insert(*sym, now),
                    None => self.bases.remove(sym),
                };
                changed = true;
            }
            if !changed {
                break;
            }
        }
        self.bases.retain(|_, b| !b.is_empty());
        vars.iter().zip(before).any(|(v, old)| self.bases.get(&v.0) != old.as_ref())
    }

    /// The bases of a loop's variables are given up, as they do not come to rest; `true` when there were any.
    pub(super) fn give_up_bases(&mut self, state: &LoopState) -> bool {
        let before = self.bases.len();
        for var in &state.vars {
            self.bases.remove(&var.sym);
        }
        self.bases.len() < before
    }

    /// The places that a pointer made from a symbol with bases may denote: somewhere in each of them.
    pub(super) fn places_in_bases(&mut self, ptr: TermId, guard: TermId) -> Option<Vec<Place>> {
        if self.bases.is_empty() {
            return None;
        }
        let bases = self.bases_of(ptr).filter(|b| self.hold_memory(b))?;
        let choice = self.hidden(ptr, SymKey::Within(ptr, None));
        let many = bases.len() > 1;
        let mut out = Vec::new();
        for (n, obj) in bases.into_iter().enumerate() {
            let offset = self.hidden(ptr, SymKey::Within(ptr, Some(obj)));
            let inst = self.hidden(ptr, SymKey::Instance(ptr, obj));
            let n = self.terms.int(n as i64);
            let here = if many { self.terms.eq(choice, n) } else { self.terms.truth(true) };
            let named = self.terms.truth(true);
            out.push(Place { guard: self.terms.all(&[guard, here]), named, obj, inst, offset });
        }
        Some(out)
    }

    /// A symbol for where a pointer points, which has another value whenever the pointer has.
    fn hidden(&mut self, ptr: TermId, key: SymKey) -> TermId {
        let mut def_loop = None;
        self.terms.for_each_sym(ptr, &mut |s| {
            let of = self.terms.syms[s].def_loop;
            if of.is_some() && def_loop.is_none_or(|l| self.loop_within(of, l)) {
                def_loop = of;
            }
        });
        let sym = self.symbol(key, |_| Sym { def_loop, ..Sym::new(SymKind::Lost, "?", Knowledge::Lost) });
        self.terms.sym(sym)
    }
}
