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

/// Cases of a pointer that are looked at.
const MAX_CASES: u32 = 256;

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

/// What a value is, as far as its form tells.
enum Meaning {
    /// A pointer into one of these; into none, if it is null.
    Pointer(BTreeSet<Base>),
    /// No pointer: a constant, a multiple, how far two pointers are apart.
    Number,
    Unknown,
}

/// What a symbol for a part of a pointer's meaning stands for.
#[derive(Debug, Clone)]
pub(crate) enum Behind {
    /// Into which of these a pointer points.
    Choice(TermId, Vec<Base>),
    /// How far from the start of its object.
    Offset(TermId),
    /// Into which one of the objects of a creation site.
    Instance(TermId),
}

impl Behind {
    /// The pointer.
    pub(crate) fn pointer(&self) -> TermId {
        match *self {
            Behind::Choice(ptr, _) | Behind::Offset(ptr) | Behind::Instance(ptr) => ptr,
        }
    }
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
        match self.meaning(t, &mut { MAX_CASES }) {
            Meaning::Pointer(bases) => widen(bases),
            Meaning::Number if self.terms.as_const(t).is_some() => Some(BTreeSet::new()),
            Meaning::Number | Meaning::Unknown => None,
        }
    }

    /// What a value is, by at most so many cases.
    fn meaning(&mut self, t: TermId, cases: &mut u32) -> Meaning {
        let (c, ts) = self.terms.linear(t);
        // One of several pointers, with what is added to each of them. A multiple is a number, as is one made of how far
        // two pointers are apart.
        let choice = ts.iter().copied().find(|(part, k)| {
            matches!(self.terms.get(*part), Term::Ite(..))
                && k.abs() == 1
                && self.mentions_address(*part)
                && !self.is_count(*part)
        });
        if let Some((part, k)) = choice
            && let Term::Ite(cond, a, b) = *self.terms.get(part)
        {
            // All that hang on the same condition are told apart by it.
            let both = [true, false].map(|holds| {
                let mut sum = self.terms.int(c);
                for &(x, k) in &ts {
                    let x = match *self.terms.get(x) {
                        Term::Ite(other, a, b) if other == cond => {
                            if holds {
                                a
                            } else {
                                b
                            }
                        }
                        _ => x,
                    };
                    let x = self.terms.scale(x, k);
                    sum = self.terms.add(sum, x);
                }
                match cases.checked_sub(1) {
                    Some(left) => *cases = left,
                    None => return Meaning::Unknown,
                }
                self.meaning(sum, cases)
            });
            // What lies at an offset from a null pointer is no memory either, and nothing is so far from it.
            let null = [a, b].map(|x| self.terms.as_const(x).is_some());
            let apart_from = k == -1;
            return match both {
                [Meaning::Pointer(a), Meaning::Pointer(b)] => Meaning::Pointer(&a | &b),
                [Meaning::Number, Meaning::Number] => Meaning::Number,
                [Meaning::Number, Meaning::Pointer(bases)] if null[0] => Meaning::Pointer(bases),
                [Meaning::Pointer(bases), Meaning::Number] if null[1] => Meaning::Pointer(bases),
                [Meaning::Unknown, Meaning::Pointer(bases)] if null[0] && apart_from => Meaning::Pointer(bases),
                [Meaning::Pointer(bases), Meaning::Unknown] if null[1] && apart_from => Meaning::Pointer(bases),
                _ => Meaning::Unknown,
            };
        }
        let mut out: Option<BTreeSet<Base>> = None;
        let mut shift = Some(c);
        // Pointers that are added, less those that are subtracted.
        let mut pointers = 0;
        let mut numbers = true;
        for (part, k) in &ts {
            let bases = match *self.terms.get(*part) {
                Term::Addr(obj, inst) => {
                    let inst = self.terms.as_const(inst).map(|_| inst);
                    Some(BTreeSet::from([Base { obj, inst, off: Some(0) }]))
                }
                Term::Sym(s) => self.bases.get(&s).cloned(),
                _ => None,
            };
            match (bases, *k) {
                (None, -1) if self.may_be_a_pointer(*part) => return Meaning::Unknown,
                (None, k) => {
                    shift = None;
                    numbers &= k != 1 || !self.may_be_a_pointer(*part);
                }
                (Some(bases), 1) => {
                    pointers += 1;
                    // One of them is the pointer, and the others are how far something is apart from something in the same object.
                    shift = shift.filter(|_| out.is_none());
                    out = Some(out.map_or_else(|| bases.clone(), |before| &before | &bases));
                }
                (Some(_), -1) => {
                    pointers -= 1;
                    shift = None;
                }
                _ => return Meaning::Unknown,
            }
        }
        match (out, pointers) {
            (Some(bases), 1) => {
                let moved = |b: Base| Base { off: b.off.zip(shift).and_then(|(off, by)| off.checked_add(by)), ..b };
                Meaning::Pointer(bases.into_iter().map(moved).collect())
            }
            (_, 0) if numbers => Meaning::Number,
            _ => Meaning::Unknown,
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
        self.hangs_on(sym, values);
        self.made_of.insert(sym, values.to_vec());
    }

    /// What the variables of a loop without a form are made of.
    pub(super) fn note_variables(&mut self, state: &LoopState) {
        for var in state.vars.iter().filter(|v| matches!(v.shape, Shape::Symbol | Shape::Open)) {
            self.made_of.insert(var.sym, std::iter::once(var.init).chain(var.back).collect());
        }
    }

    /// Once the program has been run: what goes into symbols that may point anywhere, and into pointers that are not understood, may be
    /// reached by any pointer.
    pub(crate) fn let_lost_pointers_escape(&mut self) {
        for (sym, values) in std::mem::take(&mut self.made_of) {
            if !self.bases.contains_key(&sym) {
                values.into_iter().for_each(|v| self.escape(v));
            }
        }
        for ptr in std::mem::take(&mut self.obscure) {
            self.escape(ptr);
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
                let Some(back) = *back else { continue };
                let more = self.bases_of(back).and_then(|more| widen(&have | &more));
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
        self.drop_numbers(&vars);
        let mut tried = false;
        for ((sym, _, back), bases) in vars.iter().zip(entered) {
            let (Some(bases), false) = (bases, self.bases.contains_key(sym)) else { continue };
            // Null so far: a pointer, if what an inner loop has made of it may be one.
            if bases.is_empty() && !back.is_some_and(|b| self.may_be_made_from(b)) {
                continue;
            }
            let var = state.vars.iter_mut().find(|v| v.sym == *sym);
            if var.is_some_and(|var| !std::mem::replace(&mut var.tried, true)) {
                self.bases.insert(*sym, bases);
                tried = true;
            }
        }
        tried || vars.iter().zip(before).any(|(v, old)| self.bases.get(&v.0) != old.as_ref())
    }

    /// A value that may be a pointer which a loop further in has left, or one of several.
    fn may_be_made_from(&self, back: TermId) -> bool {
        let (_, ts) = self.terms.linear(back);
        let of_loop = |s: SymId| matches!(self.terms.syms[s].kind, SymKind::LoopPhi(_));
        match ts[..] {
            [(t, 1)] => match *self.terms.get(t) {
                Term::Sym(s) => of_loop(s),
                Term::Ite(..) => self.terms.any_sym(t, of_loop),
                _ => false,
            },
            _ => false,
        }
    }

    /// A loop is entered again, and only now it is known where some of its variables point on entry: they are held at first to stay
    /// there, as the pass will show.
    pub(super) fn assume_bases(&mut self, state: &LoopState) {
        let unknown = |v: &&Var| v.shape == Shape::Symbol && !self.bases.contains_key(&v.sym);
        let vars: Vec<(SymId, TermId)> = state.vars.iter().filter(unknown).map(|v| (v.sym, v.init)).collect();
        for (sym, init) in vars {
            if let Some(bases) = self.bases_of(init).filter(|b| b.is_empty() || self.hold_memory(b)) {
                self.bases.insert(sym, bases);
            }
        }
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
        let all: Vec<Base> = bases.iter().copied().collect();
        let bases = self.without_excluded(ptr, bases, guard);
        let many = bases.len() > 1;
        let choice = self.hidden(ptr, SymKey::Within(ptr, None), Behind::Choice(ptr, all.clone()));
        let mut out = Vec::new();
        for (n, base) in (0..).zip(all).filter(|(_, b)| bases.contains(b)) {
            let offset = match base.off {
                Some(off) => self.terms.int(off),
                None => self.hidden(ptr, SymKey::Within(ptr, Some(base.obj)), Behind::Offset(ptr)),
            };
            let inst = match base.inst {
                Some(inst) => inst,
                None => self.instance_behind(ptr, base.obj),
            };
            let n = self.terms.int(n);
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
        self.hidden(base, SymKey::Instance(base, obj), Behind::Instance(base))
    }

    /// A symbol for where a pointer points, which has another value whenever the pointer has.
    pub(super) fn hidden(&mut self, ptr: TermId, key: SymKey, behind: Behind) -> TermId {
        let def_loop = self.innermost(ptr);
        let sym = self.symbol(key, |_| Sym { def_loop, ..Sym::new(SymKind::Lost, "?", Knowledge::Lost) });
        self.behind.insert(sym, behind);
        self.terms.sym(sym)
    }

    /// What a symbol for a part of a pointer's meaning stands for, when the pointer is this one; `None`: it is not known where that leads.
    pub(crate) fn resolve_behind(&mut self, behind: &Behind, ptr: TermId) -> Option<TermId> {
        let (c, ts) = self.terms.linear(ptr);
        if let Some((t, 1)) = ts.iter().copied().find(|(t, _)| matches!(self.terms.get(*t), Term::Ite(..)))
            && let Term::Ite(cond, a, b) = *self.terms.get(t)
        {
            // One of several pointers.
            let rest = ts.iter().filter(|(x, _)| *x != t).copied().collect();
            let rest = self.terms.from_linear(c, rest);
            let [a, b] = [a, b].map(|x| self.terms.add(x, rest));
            let (a, b) = (self.resolve_behind(behind, a)?, self.resolve_behind(behind, b)?);
            return Some(self.terms.ite(cond, a, b));
        }
        let at = ts.iter().position(|(t, k)| *k == 1 && matches!(self.terms.get(*t), Term::Addr(..)))?;
        let Term::Addr(obj, inst) = *self.terms.get(ts[at].0) else { return None };
        let rest = ts.iter().enumerate().filter(|(n, _)| *n != at).map(|(_, x)| *x).collect();
        let offset = self.terms.from_linear(c, rest);
        match behind {
            Behind::Offset(_) => Some(offset),
            Behind::Instance(_) => Some(inst),
            Behind::Choice(_, bases) => {
                let off = self.terms.as_const(offset);
                let fits = |b: &Base| {
                    b.obj == obj && b.inst.is_none_or(|i| i == inst) && b.off.is_none_or(|o| off.is_none_or(|x| x == o))
                };
                let fitting: Vec<usize> = (0..bases.len()).filter(|n| fits(&bases[*n])).collect();
                match fitting[..] {
                    [n] => Some(self.terms.int(n as i64)),
                    _ => None,
                }
            }
        }
    }
}
