//! Solutions by assigning symbols one after the other, smallest values first, with bounds that exclude values (theory, 8.2).
//!
//! Symbols get values in the order of the witness, and only impossible values are skipped: the first solution is the
//! least one, as long as no symbol needs a value far above its least value. A solution is evaluated exactly before it is
//! accepted.

use super::fourier::{self, AllBounds, Bounds};
use super::poly::Poly;
use super::system::{Fact, System};
use super::{Refuter, products};
use crate::eval::Evaluation;
use crate::level::children;
use crate::minimal::Solution;
use rma_dataflow::ids::{SymId, TermId};
use rma_dataflow::term::{CommId, Op, SymKind, Term, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

/// Values of a symbol that are tried, from its least possible one.
const VALUES: i128 = 8;
/// Negative values that are tried, from the greatest possible one.
const NEGATIVE: i128 = 4;
/// The number of systems that are examined.
const NODES: u32 = 60;

/// The first address of an object in a solution; the distance of two objects is larger than any offset.
const FIRST_ADDRESS: i128 = 1 << 41;
const BETWEEN_OBJECTS: i128 = 1 << 41;

/// A symbol or term that gets a value.
#[derive(Clone, Copy)]
enum Choice {
    Symbol(SymId),
    Application(TermId),
}

struct Search<'a, 'q> {
    refuter: &'a mut Refuter<'q>,
    conds: &'a [TermId],
    choices: Vec<Choice>,
    /// Values of addresses and of uninterpreted functions.
    chosen: FxHashMap<TermId, i128>,
}

/// A solution with small values, if one is found soon.
pub(super) fn find(refuter: &mut Refuter, conds: &[TermId], order: &[SymId], system: &System) -> Option<Solution> {
    let terms = refuter.atoms.terms();
    // The relation of such ranks is not part of the system.
    if terms.syms.iter().any(|s| matches!(s.kind, SymKind::Rank(_)) && s.below.is_none()) {
        return None;
    }
    let mut opaque = Vec::new();
    for c in conds {
        collect(terms, *c, &mut opaque)?;
    }
    opaque.sort_unstable();
    opaque.dedup();
    let mut system = system.clone();
    for s in order {
        refuter.atoms.symbol(*s, &mut system);
    }
    refuter.atoms.sizes(&mut system);
    let mut chosen = FxHashMap::default();
    let mut choices: Vec<Choice> = order.iter().map(|s| Choice::Symbol(*s)).collect();
    for t in opaque {
        match refuter.atoms.terms().get(t) {
            Term::Addr(obj, _) => {
                let place = FIRST_ADDRESS + i128::from(obj.raw()) * BETWEEN_OBJECTS;
                let at = refuter.atoms.value(t, &mut system)?.add_int(-place)?;
                refuter.assume(&[Fact::Eq(at)], &mut system);
                chosen.insert(t, place);
            }
            _ => choices.push(Choice::Application(t)),
        }
    }
    let mut search = Search { refuter, conds, choices, chosen };
    if let Some(solution) = search.run(&system, order.len()) {
        return Some(solution);
    }
    // With divisors and factors that have a value all is linear.
    let factors = factors(search.refuter.atoms.terms(), conds);
    if factors.is_empty() {
        return None;
    }
    search.choices.sort_by_key(|c| !matches!(c, Choice::Symbol(s) if factors.contains(s)));
    search.run(&system, order.len())
}

/// Symbols in what something is divided by, and in factors of products.
fn factors(terms: &Terms, conds: &[TermId]) -> FxHashSet<SymId> {
    let (mut seen, mut stack, mut out) = (FxHashSet::default(), conds.to_vec(), FxHashSet::default());
    while let Some(t) = stack.pop() {
        if !seen.insert(t) {
            continue;
        }
        let mut add = |t: &TermId| terms.for_each_sym(*t, &mut |s| _ = out.insert(s));
        match terms.get(t) {
            Term::Op(Op::Div | Op::Mod | Op::Quot | Op::Rem, _, by) => add(by),
            Term::Op(Op::Mul, a, b) => [a, b].into_iter().for_each(add),
            _ => {}
        }
        children(terms.get(t), &mut stack);
    }
    out
}

/// The uninterpreted parts of a term; `None` if their values cannot be chosen freely.
fn collect(terms: &Terms, root: TermId, out: &mut Vec<TermId>) -> Option<()> {
    let (mut seen, mut stack) = (FxHashSet::default(), vec![root]);
    while let Some(t) = stack.pop() {
        if !seen.insert(t) {
            continue;
        }
        match terms.get(t) {
            // Instances of one object are apart from each other as well.
            Term::Addr(_, inst) if terms.as_const(*inst) != Some(0) => return None,
            Term::Apply(f, _) if terms.function_name(*f) == "tuple" => return None,
            Term::Addr(..) | Term::Apply(..) => out.push(t),
            _ => {}
        }
        children(terms.get(t), &mut stack);
    }
    Some(())
}

impl Search<'_, '_> {
    /// Examines this many systems.
    fn run(&mut self, system: &System, symbols: usize) -> Option<Solution> {
        let mut solution: Solution = (0..symbols).map(|_| 0).collect();
        self.refuter.left = NODES;
        self.assign(system, 0, &mut solution).then_some(solution)
    }

    fn assign(&mut self, system: &System, n: usize, solution: &mut Solution) -> bool {
        if !self.refuter.count() {
            return false;
        }
        let mut system = system.clone();
        if self.refuter.simplified(&mut system) || self.refuter.narrowed(&mut system) {
            return false;
        }
        let Some(bounds) = fourier::bounds(&products::rows(&system)) else { return false };
        let Some(&choice) = self.choices.get(n) else { return self.holds(solution) };
        let value = match choice {
            Choice::Symbol(s) => self.refuter.atoms.symbol(s, &mut system),
            Choice::Application(t) => self.refuter.atoms.value(t, &mut system),
        };
        let Some(value) = value else { return false };
        let b = interval(&value, &bounds);
        // Upwards from zero, then downwards.
        let least = b.lo.unwrap_or(0).max(0);
        let last = b.hi.map_or(least + VALUES - 1, |hi| hi.min(least + VALUES - 1));
        let greatest = b.hi.unwrap_or(-1).min(-1);
        let first = b.lo.map_or(greatest + 1 - NEGATIVE, |lo| lo.max(greatest + 1 - NEGATIVE));
        for v in (least..=last).chain((first..=greatest).rev()) {
            let Some(fixed) = value.add_int(-v) else { return false };
            match choice {
                Choice::Symbol(s) => solution[s] = v,
                Choice::Application(t) => {
                    self.chosen.insert(t, v);
                }
            }
            let mut next = system.clone();
            self.refuter.assume(&[Fact::Eq(fixed)], &mut next);
            if self.assign(&next, n + 1, solution) {
                return true;
            }
        }
        false
    }

    fn holds(&self, solution: &Solution) -> bool {
        let terms = self.refuter.atoms.terms();
        let mut eval = Evaluation::new(terms, solution, &self.chosen);
        let size =
            |kind: SymKind| terms.syms.iter_enumerated().find(|(_, s)| s.kind == kind).map(|(id, _)| solution[id]);
        let world = size(SymKind::Size(CommId::World));
        let bounded = terms.syms.iter_enumerated().all(|(id, sym)| {
            let v = solution[id];
            let part = matches!(sym.kind, SymKind::Size(CommId::Object(_) | CommId::Unknown));
            sym.lo.is_none_or(|lo| v >= lo.into())
                && sym.hi.is_none_or(|hi| v <= hi.into())
                && sym.below.is_none_or(|b| eval.value(b).is_some_and(|b| v < b))
                && (!part || world.is_none_or(|w| v <= w))
        });
        bounded && self.conds.iter().all(|c| eval.value(*c).is_some_and(|v| v != 0)) && self.functional(&mut eval)
    }

    /// Whether equal arguments have equal results.
    fn functional(&self, eval: &mut Evaluation) -> bool {
        let terms = self.refuter.atoms.terms();
        let mut results: FxHashMap<(u32, Vec<i128>), i128> = FxHashMap::default();
        self.choices.iter().all(|choice| {
            let Choice::Application(t) = choice else { return true };
            let (Term::Apply(f, args), Some(&v)) = (terms.get(*t), self.chosen.get(t)) else { return false };
            // If an argument is undefined, the result does not matter.
            let Some(args) = args.iter().map(|a| eval.value(*a)).collect::<Option<Vec<i128>>>() else { return true };
            *results.entry((*f, args)).or_insert(v) == v
        })
    }
}

/// Bounds of a sum from those of its parts.
fn interval(p: &Poly, bounds: &AllBounds) -> Bounds {
    let mut sum = Bounds { lo: Some(p.constant_part()), hi: Some(p.constant_part()) };
    for (m, k) in p.parts() {
        let b = bounds.get(*m);
        let (lo, hi) = if *k > 0 { (b.lo, b.hi) } else { (b.hi, b.lo) };
        let add = |sum: Option<i128>, b: Option<i128>| sum.zip(b).and_then(|(s, b)| s.checked_add(b.checked_mul(*k)?));
        sum = Bounds { lo: add(sum.lo, lo), hi: add(sum.hi, hi) };
    }
    sum
}
