//! Pointers without a closed form that still point into known objects.
//!
//! The end of a vector that grows in a loop is a symbol: which piece of memory it points into, and where, is not followed. But it is one of
//! the pieces that the loop allocates, or the one that was there before. The link of a node leads to the start of another node.
//! These *bases* of a symbol keep a store through it from changing anything else.

use super::loops::{LoopState, Shape, Var};
use super::{Interp, SymKey};
use crate::object::{ObjId, ObjKind};
use crate::skeleton::Place;
use crate::term::{Knowledge, Op, Substitution, Sym, SymId, SymKind, Term, TermId};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// Objects that a symbol may point into; with more it counts as unknown.
const MAX_BASES: usize = 6;

/// Places in one object that are told apart.
const MAX_OFFSETS: usize = 3;

/// What a symbol may point at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Base {
    pub(crate) obj: ObjId,
    /// Which one of the objects of a creation site; any, if not known.
    pub(super) inst: Option<TermId>,
    /// Bytes from its start; anywhere in it, if not known.
    pub(super) off: Option<i64>,
}

/// What symbols point at.
pub(crate) type Bases = FxHashMap<SymId, BTreeSet<Base>>;

/// Memory of the program, which a store may change: no handles.
pub(super) fn is_memory(kind: &ObjKind) -> bool {
    matches!(kind, ObjKind::Heap | ObjKind::Stack | ObjKind::Global(_))
}

/// The same with few places in each object; nothing when there are too many objects.
pub(super) fn widen(bases: BTreeSet<Base>) -> Option<BTreeSet<Base>> {
    let mut out = BTreeSet::new();
    let objects: BTreeSet<ObjId> = bases.iter().map(|b| b.obj).collect();
    for obj in &objects {
        let here = || bases.iter().filter(|b| b.obj == *obj);
        let insts: BTreeSet<_> = here().map(|b| b.inst).collect();
        let offs: BTreeSet<_> = here().map(|b| b.off).collect();
        let any_inst = insts.len() > 1;
        let any_off = offs.contains(&None) || offs.len() > MAX_OFFSETS;
        out.extend(here().map(|b| Base {
            obj: *obj,
            inst: b.inst.filter(|_| !any_inst),
            off: b.off.filter(|_| !any_off),
        }));
    }
    (objects.len() <= MAX_BASES).then_some(out)
}

impl Interp<'_> {
    /// Where a pointer may point, where it points nowhere else; a null pointer points nowhere.
    pub(super) fn bases_of(&mut self, t: TermId) -> Option<BTreeSet<Base>> {
        let (c, ts) = self.terms.linear(t);
        let mut out: Option<BTreeSet<Base>> = None;
        let mut shift = Some(c);
        for (part, k) in &ts {
            let bases = match *self.terms.get(*part) {
                Term::Addr(obj, inst) => {
                    let inst = self.terms.as_const(inst).map(|_| inst);
                    Some(BTreeSet::from([Base { obj, inst, off: Some(0) }]))
                }
                Term::Sym(s) => self.bases.get(&s).cloned(),
                // A multiple is a number, as is one made of how far two pointers are apart.
                Term::Ite(_, a, b) if *k == 1 && self.mentions_address(*part) && !self.is_count(*part) => {
                    Some(&self.bases_of(a)? | &self.bases_of(b)?)
                }
                _ => None,
            };
            match (bases, *k) {
                (None, -1) if self.may_be_a_pointer(*part) => return None,
                (None, _) => shift = None,
                (Some(_), 1) if out.is_some() => return None,
                (Some(bases), 1) => out = Some(bases),
                // A difference of pointers, to which a third one may have been added.
                _ => return None,
            }
        }
        match out {
            Some(bases) => {
                let moved = |b: Base| Base { off: b.off.zip(shift).and_then(|(off, by)| off.checked_add(by)), ..b };
                widen(bases.into_iter().map(moved).collect())
            }
            None => ts.is_empty().then(BTreeSet::new),
        }
    }

    /// A number of elements: a constant, a quotient, a product, or one of several.
    fn is_count(&self, t: TermId) -> bool {
        match *self.terms.get(t) {
            Term::Const(_) | Term::Op(Op::Mul | Op::Div | Op::Quot | Op::Mod | Op::Rem, ..) => true,
            Term::Ite(_, a, b) => self.is_count(a) && self.is_count(b),
            Term::Lin(_, ref ts) => ts.iter().all(|(t, _)| self.is_count(*t)),
            _ => false,
        }
    }

    /// A value of which nothing says that it is a number.
    pub(super) fn may_be_a_pointer(&self, t: TermId) -> bool {
        match self.terms.get(t) {
            Term::Sym(s) => matches!(self.terms.syms[*s].kind, SymKind::Lost | SymKind::LoopPhi(_)),
            Term::Ite(..) => true,
            _ => false,
        }
    }

    /// Whether memory stands behind these, which a store may change: no handles.
    fn hold_memory(&self, bases: &BTreeSet<Base>) -> bool {
        !bases.is_empty() && bases.iter().all(|b| is_memory(&self.objects[b.obj].kind))
    }

    /// A symbol stands for one of these values.
    pub(super) fn note_bases(&mut self, sym: SymId, values: &[TermId]) {
        self.bases.remove(&sym);
        let all: Option<Vec<BTreeSet<Base>>> = values.iter().map(|v| self.bases_of(*v)).collect();
        let bases = all.and_then(|all| widen(all.into_iter().flatten().collect()));
        let leads_nowhere = values.iter().any(|v| self.leads_nowhere(*v));
        if let Some(bases) = bases.filter(|b| self.hold_memory(b) || leads_nowhere) {
            self.bases.insert(sym, bases);
        }
    }

    /// A pointer made from one that is null, as far as is known: where only null has been stored yet.
    pub(super) fn leads_nowhere(&self, t: TermId) -> bool {
        let mut found = false;
        self.terms.for_each_sym(t, &mut |s| found |= self.bases.get(&s).is_some_and(BTreeSet::is_empty));
        found
    }

    /// Finds the bases of a loop's variables without a form, all at once, as one may be made from another; `true` when they
    /// are others than in the pass before. A variable that the loop loads from where it points itself is held at first to
    /// stay where it was on entry: the next pass shows where else it gets.
    pub(super) fn find_bases(&mut self, state: &mut LoopState) -> bool {
        let of_symbols = |v: &&mut Var| v.shape == Shape::Symbol;
        let vars: Vec<(SymId, TermId, Option<TermId>)> =
            state.vars.iter_mut().filter(of_symbols).map(|v| (v.sym, v.init, v.back)).collect();
        let before: Vec<_> = vars.iter().map(|v| self.bases.get(&v.0).cloned()).collect();
        let entered: Vec<_> = vars
            .iter()
            .map(|(_, init, _)| self.bases_of(*init).filter(|b| b.is_empty() || self.hold_memory(b)))
            .collect();
        for ((sym, ..), bases) in vars.iter().zip(&entered) {
            match bases.clone() {
                Some(bases) => self.bases.insert(*sym, bases),
                None => self.bases.remove(sym),
            };
        }
        loop {
            let mut changed = false;
            for (sym, _, back) in &vars {
                let Some(have) = self.bases.get(sym).cloned() else { continue };
                let more = back.and_then(|b| self.bases_of(b)).and_then(|more| widen(&have | &more));
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
        let mut tried = false;
        for ((sym, ..), bases) in vars.iter().zip(entered) {
            let var = state.vars.iter_mut().find(|v| v.sym == *sym);
            if let (Some(var), Some(bases)) = (var, bases.filter(|b| !b.is_empty()))
                && !self.bases.contains_key(sym)
                && !std::mem::replace(&mut var.tried, true)
            {
                self.bases.insert(*sym, bases);
                tried = true;
            }
        }
        self.drop_numbers(&vars);
        tried || vars.iter().zip(before).any(|(v, old)| self.bases.get(&v.0) != old.as_ref())
    }

    /// A variable that holds no address is a number, unless it is made from a pointer that is null as far as is known.
    fn drop_numbers(&mut self, vars: &[(SymId, TermId, Option<TermId>)]) {
        let mut numbers: Vec<_> =
            vars.iter().filter(|v| self.bases.get(&v.0).is_some_and(BTreeSet::is_empty)).collect();
        for (sym, ..) in &numbers {
            self.bases.remove(sym);
        }
        while let Some(n) = numbers
            .iter()
            .position(|(_, init, back)| self.leads_nowhere(*init) || back.is_some_and(|b| self.leads_nowhere(b)))
        {
            let (sym, ..) = numbers.swap_remove(n);
            self.bases.insert(*sym, BTreeSet::new());
        }
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
        let bases = self.bases_of(ptr).filter(|b| b.is_empty() || self.hold_memory(b))?;
        let bases = self.without_excluded(ptr, bases, guard);
        let choice = self.hidden(ptr, SymKey::Within(ptr, None));
        let many = bases.len() > 1;
        let mut out = Vec::new();
        for (n, base) in bases.into_iter().enumerate() {
            let offset = match base.off {
                Some(off) => self.terms.int(off),
                None => self.hidden(ptr, SymKey::Within(ptr, Some(base.obj))),
            };
            let inst = match base.inst {
                Some(inst) => inst,
                None => self.instance_behind(ptr, base.obj),
            };
            let n = self.terms.int(n as i64);
            let here = if many { self.terms.eq(choice, n) } else { self.terms.truth(true) };
            let named = self.terms.truth(true);
            out.push(Place { guard: self.terms.all(&[guard, here]), named, obj: base.obj, inst, offset });
        }
        Some(out)
    }

    /// Leaves out the places of which the condition says that the pointer does not lead there: the end of a tree, where a search found
    /// something.
    fn without_excluded(&mut self, ptr: TermId, bases: BTreeSet<Base>, guard: TermId) -> BTreeSet<Base> {
        let (shift, ts) = self.terms.linear(ptr);
        let &[(t, 1)] = &ts[..] else { return bases };
        let (&Term::Sym(sym), None) = (self.terms.get(t), self.terms.as_const(guard)) else { return bases };
        let excluded = |b: &Base| {
            let (Some(inst), Some(off)) = (b.inst, b.off) else { return false };
            let start = self.terms.addr_of(b.obj, inst);
            let mut here = Substitution::new();
            here.insert(sym, self.terms.add_int(start, off - shift));
            let guard = self.terms.subst(guard, &mut here);
            self.terms.as_const(guard) == Some(0)
        };
        let (_, left): (Vec<Base>, Vec<Base>) = bases.into_iter().partition(excluded);
        left.into_iter().collect()
    }

    /// A symbol for the instance of an object that a pointer points into: the same for all pointers to one.
    fn instance_behind(&mut self, ptr: TermId, obj: ObjId) -> TermId {
        let (_, ts) = self.terms.linear(ptr);
        let base = ts.iter().find(|(t, k)| *k == 1 && self.mentions_address(*t)).map_or(ptr, |(t, _)| *t);
        self.hidden(base, SymKey::Instance(base, obj))
    }

    /// A symbol for where a pointer points, which has another value whenever the pointer has.
    fn hidden(&mut self, ptr: TermId, key: SymKey) -> TermId {
        let def_loop = self.innermost(ptr);
        let sym = self.symbol(key, |_| Sym { def_loop, ..Sym::new(SymKind::Lost, "?", Knowledge::Lost) });
        self.terms.sym(sym)
    }
}
