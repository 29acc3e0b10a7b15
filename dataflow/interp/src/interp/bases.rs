//! Pointers without a closed form that still point into known objects (theory, 4.3).
//!
//! The end of a vector that grows in a loop is a symbol: the analysis does not know into which block of memory it points, and
//! where. But this is one of the blocks that the loop allocates, or the block from before the loop. In the same way, the link of a
//! list node points to the start of another node. These blocks are the *bases* of the symbol. A store through the symbol changes no
//! other memory.
//!
//! If one of the addresses that `p` may have is that of a member that is a single pointer, then for this address `p[i]` with i ≥ 0 is taken
//! as `p[0]`: the member has no neighbours (assumption 3). The empty hash table of libstdc++ needs this, because its only bucket is such a
//! member.

use super::Interp;
use super::layout;
use super::loops::{LoopState, Shape, Var};
use rma_skeleton::facts::{Base, widen};
use rma_term::ids::{ObjId, SymId, TermId};
use rma_term::term::{SymKind, Term};
use std::collections::BTreeSet;

/// Bytes of a pointer.
pub(super) const POINTER: i64 = 8;

impl Interp<'_> {
    /// A symbol stands for one of these values.
    pub(super) fn note_bases(&mut self, sym: SymId, values: &[TermId]) {
        self.facts.bases.remove(&sym);
        let all: Option<Vec<BTreeSet<Base>>> = values.iter().map(|v| self.facts.bases_of(*v)).collect();
        let bases = all.and_then(|all| widen(&self.facts.terms.limits, &all.into_iter().flatten().collect()));
        let leads_nowhere = values.iter().any(|v| self.leads_nowhere(*v));
        if let Some(bases) = bases.filter(|b| self.facts.hold_memory(b) || leads_nowhere) {
            self.facts.bases.insert(sym, bases);
        }
        self.hangs_on(sym, values);
        self.made_of.insert(sym, values.to_vec());
    }

    /// Records the values from which the loop variables without a form are computed.
    pub(super) fn note_variables(&mut self, state: &LoopState) {
        for var in state.vars.iter().filter(|v| matches!(v.shape, Shape::Symbol | Shape::Open)) {
            self.made_of.insert(var.sym, std::iter::once(var.init).chain(var.back).collect());
        }
    }

    /// Once the program has been run: what goes into symbols that may point anywhere, and into pointers that are not understood, may be
    /// reached by any pointer.
    pub(crate) fn let_lost_pointers_escape(&mut self) {
        let made_of = std::mem::take(&mut self.made_of);
        #[allow(clippy::iter_over_hash_type)] // What escapes is the same in any order.
        for (sym, values) in &made_of {
            if !self.facts.bases.contains_key(sym) {
                values.iter().for_each(|v| self.escape(*v));
            }
        }
        self.made_of = made_of;
        #[allow(clippy::iter_over_hash_type)] // What escapes is the same in any order.
        for ptr in std::mem::take(&mut self.facts.obscure) {
            self.escape(ptr);
        }
    }

    /// Whether a pointer is computed from one that is null as far as is known, because only null has been stored so far.
    pub(super) fn leads_nowhere(&self, t: TermId) -> bool {
        let mut found = false;
        self.facts.terms.for_each_sym(t, &mut |s| found |= self.facts.bases.get(&s).is_some_and(BTreeSet::is_empty));
        found
    }

    /// Finds the bases of a loop's variables without a form, all at once, as one may be made from another; `true` when they
    /// are others than in the pass before. A variable that the loop loads from where it points itself is held at first to
    /// stay where it was on entry: the next pass shows where else it gets.
    pub(super) fn find_bases(&mut self, state: &mut LoopState) -> bool {
        let of_symbols = |v: &&mut Var| v.shape == Shape::Symbol;
        let vars: Vec<(SymId, TermId, Option<TermId>)> =
            state.vars.iter_mut().filter(of_symbols).map(|v| (v.sym, v.init, v.back)).collect();
        let before: Vec<_> = vars.iter().map(|v| self.facts.bases.get(&v.0).cloned()).collect();
        let entered: Vec<_> = vars
            .iter()
            .map(|(_, init, _)| self.facts.bases_of(*init).filter(|b| b.is_empty() || self.facts.hold_memory(b)))
            .collect();
        for ((sym, ..), bases) in vars.iter().zip(&entered) {
            match bases.clone() {
                Some(bases) => self.facts.bases.insert(*sym, bases),
                None => self.facts.bases.remove(sym),
            };
        }
        loop {
            let mut changed = false;
            for (sym, _, back) in &vars {
                let Some(have) = self.facts.bases.get(sym).cloned() else { continue };
                let Some(back) = *back else { continue };
                let more = self.facts.bases_of(back).and_then(|more| widen(&self.facts.terms.limits, &(&have | &more)));
                match more.filter(|b| b.is_empty() || self.facts.hold_memory(b)) {
                    Some(now) if now == have => continue,
                    Some(now) => self.facts.bases.insert(*sym, now),
                    None => self.facts.bases.remove(sym),
                };
                changed = true;
            }
            if !changed {
                break;
            }
        }
        self.drop_numbers(&vars);
        // Null so far: a pointer, if what an inner loop or a join has made of it may be one.
        let open: Vec<(SymId, BTreeSet<Base>)> = vars
            .iter()
            .zip(entered)
            .filter(|((sym, ..), _)| !self.facts.bases.contains_key(sym))
            .filter_map(|((sym, _, back), bases)| Some((*sym, *back, bases?)))
            .filter(|(_, back, bases)| !bases.is_empty() || back.is_some_and(|b| self.may_be_made_from(b)))
            .map(|(sym, _, bases)| (sym, bases))
            .collect();
        // Those that were tried without the others are tried again with them.
        let of = |sym: SymId| move |v: &&mut Var| v.sym == sym;
        let tried = open.iter().any(|(sym, _)| state.vars.iter_mut().find(of(*sym)).is_some_and(|v| !v.tried));
        for (sym, bases) in open.into_iter().filter(|_| tried) {
            if let Some(var) = state.vars.iter_mut().find(of(sym)) {
                var.tried = true;
                self.facts.bases.insert(sym, bases);
            }
        }
        tried || vars.iter().zip(before).any(|(v, old)| self.facts.bases.get(&v.0) != old.as_ref())
    }

    /// A value that may be a pointer which a loop further in or a join has left, or one of several.
    fn may_be_made_from(&self, back: TermId) -> bool {
        let (_, ts) = self.facts.terms.linear(back);
        let of_loop = |s: SymId| matches!(self.facts.terms.syms[s].kind, SymKind::LoopPhi(_));
        match ts[..] {
            [(t, 1)] => match *self.facts.terms.get(t) {
                Term::Sym(s) => {
                    let is_pointer =
                        |t: &TermId| self.facts.mentions_address(*t) || self.facts.terms.any_sym(*t, of_loop);
                    of_loop(s) || self.made_of.get(&s).is_some_and(|values| values.iter().any(is_pointer))
                }
                Term::Ite(..) => self.facts.terms.any_sym(t, of_loop),
                _ => false,
            },
            _ => false,
        }
    }

    /// A loop is entered again, and only now it is known where some of its variables point on entry: they are held at first to stay
    /// there, as the pass will show.
    pub(super) fn assume_bases(&mut self, state: &LoopState) {
        let unknown = |v: &&Var| v.shape == Shape::Symbol && !self.facts.bases.contains_key(&v.sym);
        let vars: Vec<(SymId, TermId)> = state.vars.iter().filter(unknown).map(|v| (v.sym, v.init)).collect();
        for (sym, init) in vars {
            if let Some(bases) = self.facts.bases_of(init).filter(|b| b.is_empty() || self.facts.hold_memory(b)) {
                self.facts.bases.insert(sym, bases);
            }
        }
    }

    /// A variable that holds no address is a number, unless it is computed from a pointer that is null as far as is known.
    fn drop_numbers(&mut self, vars: &[(SymId, TermId, Option<TermId>)]) {
        let mut numbers: Vec<_> =
            vars.iter().filter(|v| self.facts.bases.get(&v.0).is_some_and(BTreeSet::is_empty)).collect();
        for (sym, ..) in &numbers {
            self.facts.bases.remove(sym);
        }
        while let Some(n) = numbers
            .iter()
            .position(|(_, init, back)| self.leads_nowhere(*init) || back.is_some_and(|b| self.leads_nowhere(b)))
        {
            let (sym, ..) = numbers.swap_remove(n);
            self.facts.bases.insert(*sym, BTreeSet::new());
        }
    }

    /// An element of an array of pointers, at an index that is zero or more: `buckets[key % n]`, where `buckets` is a block of memory or the
    /// address of a pointer that is a member of an object. That member has no neighbours, so the index is zero there (assumption 3).
    pub(super) fn note_element_of_pointers(&mut self, array: TermId, index: TermId) {
        if self.facts.terms.range(index).lo != Some(0) || self.facts.terms.as_const(index).is_some() {
            return;
        }
        let (by, parts) = self.facts.terms.linear(array);
        let [(start, 1)] = parts[..] else { return };
        let bytes = self.facts.terms.scale(index, POINTER);
        let element = self.facts.terms.add(array, bytes);
        match *self.facts.terms.get(start) {
            Term::Addr(obj, _) if self.is_pointer_member(obj, by) => self.bound_pointer(array, element, 0, 0),
            Term::Sym(sym) if by == 0 => self.note_element_in_bases(sym, element),
            Term::Ite(_, a, b) if by == 0 => [a, b].into_iter().for_each(|t| self.note_element_of_pointers(t, index)),
            _ => {}
        }
    }

    fn note_element_in_bases(&mut self, array: SymId, element: TermId) {
        let Some(bases) = self.facts.bases.get(&array).cloned() else { return };
        for base in &bases {
            let only = bases.iter().filter(|b| b.obj == base.obj).count() == 1;
            match base.off.filter(|off| only && self.is_pointer_member(base.obj, *off)) {
                Some(off) => self.facts.at_member.insert((element, base.obj), off),
                None => self.facts.at_member.remove(&(element, base.obj)),
            };
        }
    }

    /// The type that an object is declared with has a single pointer at this offset, in no array and no union.
    fn is_pointer_member(&self, obj: ObjId, off: i64) -> bool {
        let (Ok(off @ 1..), Some(ty)) = (u64::try_from(off), self.declared_type(obj)) else { return false };
        layout::pointer_member(self.facts.module, ty, off)
    }

    /// The bases of a loop's variables are dropped, as they do not become stable; `true` when there were any.
    pub(super) fn give_up_bases(&mut self, state: &LoopState) -> bool {
        let before = self.facts.bases.len();
        for var in &state.vars {
            self.facts.bases.remove(&var.sym);
        }
        self.facts.bases.len() < before
    }
}
