//! Pointers without a closed form that still point into known objects: the memory that their symbols may point to
//! (theory, 4.3).
//!
//! The end of a vector that grows in a loop is a symbol: the analysis does not know into which block of memory it points, and
//! where. But this is one of the blocks that the loop allocates, or the block from before the loop. In the same way, the link of a
//! list node points to the start of another node. These blocks are the *bases* of the symbol. A store through the symbol changes no
//! other memory.
//!
//! A sum that adds one pointer more than it subtracts points into one of the objects of the pointers that are added. Here `n * (x / n)`
//! counts as `x`: programs compute the distance of two pointers in elements, and multiply it by the size again to move the elements of a
//! vector. A value that is made of numbers alone, such as the address of an element of an array that starts at null, denotes no memory.

use crate::facts::{Facts, SymKey};
use crate::skeleton::Place;
use rma_term::ids::{ObjId, SymId, TermId};
use rma_term::limits::{Limit, Watch};
use rma_term::object::ObjKind;
use rma_term::term::{Knowledge, Op, Substitution, Sym, SymKind, Term};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// A place that a symbol may point to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Base {
    /// Into which object.
    pub obj: ObjId,
    /// Which one of the objects of a creation site; any, if not known.
    pub inst: Option<TermId>,
    /// Bytes from its start; anywhere in it, if not known.
    pub off: Option<i64>,
}

/// What kind of value a term is, as far as its form shows it.
enum Meaning {
    /// A pointer into one of these; into none, if it is null.
    Pointer(BTreeSet<Base>),
    /// No pointer: a constant, a multiple, the distance of two pointers.
    Number,
    Unknown,
}

/// The part of a pointer's value that a symbol stands for.
#[derive(Debug, Clone)]
pub enum Behind {
    /// Into which of these a pointer points.
    Choice(TermId, Vec<Base>),
    /// How far from the start of its object.
    Offset(TermId),
    /// Into which one of the objects of a creation site.
    Instance(TermId),
}

impl Behind {
    /// The pointer.
    pub fn pointer(&self) -> TermId {
        match *self {
            Behind::Choice(ptr, _) | Behind::Offset(ptr) | Behind::Instance(ptr) => ptr,
        }
    }
}

/// The places that each symbol may point to.
pub type Bases = FxHashMap<SymId, BTreeSet<Base>>;

/// Memory of the program, which a store may change: no handles.
pub fn is_memory(kind: &ObjKind) -> bool {
    matches!(kind, ObjKind::Heap | ObjKind::Stack | ObjKind::Global(_) | ObjKind::Entry)
}

/// The bases with fewer places in each object; `None` if there are too many objects.
pub fn widen(limits: &Watch, bases: &BTreeSet<Base>) -> Option<BTreeSet<Base>> {
    let mut out = BTreeSet::new();
    let objects: BTreeSet<ObjId> = bases.iter().map(|b| b.obj).collect();
    for obj in &objects {
        let here = || bases.iter().filter(|b| b.obj == *obj);
        let insts: BTreeSet<_> = here().map(|b| b.inst).collect();
        let offs: BTreeSet<_> = here().map(|b| b.off).collect();
        let any_inst = insts.len() > 1;
        let any_off = offs.contains(&None) || !limits.allows(Limit::BaseOffsets, offs.len());
        out.extend(here().map(|b| Base {
            obj: *obj,
            inst: b.inst.filter(|_| !any_inst),
            off: b.off.filter(|_| !any_off),
        }));
    }
    limits.allows(Limit::Bases, objects.len()).then_some(out)
}

impl Facts<'_> {
    /// The objects that a pointer may point into, if these are all; a null pointer points into none.
    pub fn bases_of(&mut self, t: TermId) -> Option<BTreeSet<Base>> {
        match self.meaning(t, &mut { self.terms.limits.get(Limit::PointerCases) }) {
            Meaning::Pointer(bases) => {
                let at_member = |b: Base| Base { off: b.off.or_else(|| self.at_member.get(&(t, b.obj)).copied()), ..b };
                widen(&self.terms.limits, &bases.into_iter().map(at_member).collect())
            }
            Meaning::Number if self.terms.as_const(t).is_some() => Some(BTreeSet::new()),
            Meaning::Number | Meaning::Unknown => None,
        }
    }

    /// What kind of value a term is, with at most this many cases.
    fn meaning(&mut self, t: TermId, cases: &mut u32) -> Meaning {
        let Some(t) = self.without_quotients(t) else { return self.meaning_of_sum(t, cases) };
        match self.meaning_of_sum(t, cases) {
            // A remainder is missing.
            Meaning::Pointer(bases) => Meaning::Pointer(bases.into_iter().map(|b| Base { off: None, ..b }).collect()),
            other => other,
        }
    }

    fn meaning_of_sum(&mut self, t: TermId, cases: &mut u32) -> Meaning {
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
            // Cases that depend on the same condition are distinguished by it.
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
                    None => {
                        self.terms.limits.reached(Limit::PointerCases);
                        return Meaning::Unknown;
                    }
                }
                self.meaning(sum, cases)
            });
            // An address at an offset from a null pointer is no memory either, and no memory has such an offset.
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
        // Those of them that are null as far as is known: they may be numbers that began at zero.
        let mut nulls = 0;
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
                // A multiple of what began at zero: a number.
                (Some(bases), k) if bases.is_empty() && k.abs() != 1 => shift = None,
                (Some(bases), 1) => {
                    pointers += 1;
                    nulls += i32::from(bases.is_empty());
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
        // Beside a pointer to memory they are numbers.
        if pointers > 1 && out.as_ref().is_some_and(|bases| !bases.is_empty()) {
            pointers = (pointers - nulls).max(1);
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

    /// The value of a term, with `x` for `n * (x / n)`; both are equal if the division has no remainder. Programs add to a pointer the
    /// distance of two other pointers in elements. `None` if no term that depends on an address is divided.
    fn without_quotients(&mut self, t: TermId) -> Option<TermId> {
        let (c, ts) = self.terms.linear(t);
        let divided = |facts: &Facts, (part, k): (TermId, i64)| match *facts.terms.get(part) {
            Term::Op(Op::Div | Op::Quot, x, by) if facts.mentions_address(x) => {
                let by = facts.terms.as_const(by).filter(|by| *by != 0)?;
                (k % by == 0).then_some((x, k / by))
            }
            _ => None,
        };
        if !ts.iter().any(|part| divided(self, *part).is_some()) {
            return None;
        }
        let mut sum = self.terms.int(c);
        for part in ts {
            let (x, k) = divided(self, part).unwrap_or(part);
            let x = self.terms.scale(x, k);
            sum = self.terms.add(sum, x);
        }
        Some(sum)
    }

    /// A number of elements: a constant, a quotient, a product, or one of several.
    pub fn is_count(&self, t: TermId) -> bool {
        match *self.terms.get(t) {
            Term::Const(_) | Term::Op(Op::Mul | Op::Div | Op::Quot | Op::Mod | Op::Rem, ..) => true,
            Term::Ite(_, a, b) => self.is_count(a) && self.is_count(b),
            Term::Lin(_, ref ts) => ts.iter().all(|(t, _)| self.is_count(*t)),
            _ => false,
        }
    }

    /// A value that is not known to be a number.
    pub fn may_be_a_pointer(&self, t: TermId) -> bool {
        match self.terms.get(t) {
            Term::Sym(s) => matches!(self.terms.syms[*s].kind, SymKind::Lost | SymKind::LoopPhi(_)),
            Term::Ite(..) => true,
            _ => false,
        }
    }

    /// Whether these are pointers to memory that a store may change, and not handles.
    pub fn hold_memory(&self, bases: &BTreeSet<Base>) -> bool {
        !bases.is_empty() && bases.iter().all(|b| is_memory(&self.objects[b.obj].kind))
    }

    /// The places that a pointer made from a symbol with bases may denote: somewhere in each of them.
    pub fn places_in_bases(&mut self, ptr: TermId, guard: TermId) -> Option<Vec<Place>> {
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

    /// Removes the places to which the pointer does not point under the condition: the end of a tree, when a search has found
    /// something.
    pub fn without_excluded(&mut self, ptr: TermId, bases: BTreeSet<Base>, guard: TermId) -> BTreeSet<Base> {
        let (shift, ts) = self.terms.linear(ptr);
        let &[(t, 1)] = &ts[..] else { return bases };
        let (&Term::Sym(sym), None) = (self.terms.get(t), self.terms.as_const(guard)) else { return bases };
        let excluded = |b: &Base| {
            let (Some(inst), Some(off)) = (b.inst, b.off) else { return false };
            let start = self.terms.addr_of(b.obj, inst);
            let mut here = Substitution::new();
            here.insert(sym, self.terms.add_int(start, off - shift));
            let guard = self.terms.subst(guard, &mut here);
            self.terms.is_false(guard)
        };
        let (_, left): (Vec<Base>, Vec<Base>) = bases.into_iter().partition(excluded);
        left.into_iter().collect()
    }

    /// A symbol for the instance of an object that a pointer points into: the same for all pointers to one.
    pub fn instance_behind(&mut self, ptr: TermId, obj: ObjId) -> TermId {
        let (_, ts) = self.terms.linear(ptr);
        let base = ts.iter().find(|(t, k)| *k == 1 && self.mentions_address(*t)).map_or(ptr, |(t, _)| *t);
        self.hidden(base, SymKey::Instance(base, obj), Behind::Instance(base))
    }

    /// A symbol for where a pointer points, which has another value whenever the pointer has.
    pub fn hidden(&mut self, ptr: TermId, key: SymKey, behind: Behind) -> TermId {
        let def_loop = self.innermost(ptr);
        let sym = self.symbol(key, |_| Sym { def_loop, ..Sym::new(SymKind::Lost, "?", Knowledge::Lost) });
        self.behind.insert(sym, behind);
        self.terms.sym(sym)
    }

    /// A symbol that stands for a part of a pointer's value is replaced by this part of `ptr`; `None`: the places of `ptr` are not
    /// known.
    pub fn resolve_behind(&mut self, behind: &Behind, ptr: TermId) -> Option<TermId> {
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
