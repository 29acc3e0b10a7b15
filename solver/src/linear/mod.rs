//! The proof that a query has no solution by linear arithmetic on products, before z3 is asked (theory, 8.2).
//!
//! Conditions become equations and inequalities of polynomials. Equations are solved for variables, inequalities
//! rounded by the gcd of their coefficients, variables eliminated (Fourier and Motzkin), with products as variables of
//! their own. A few case distinctions follow: disjunctions and disequations, and the sign of a factor: where
//! `y·d + r` is bounded and `y` is not negative, `d` is 0, or `y·d` is at least `y` or at most `-y`. So blocks of
//! unknown size are disjoint: `p·c + i = q·c + j` with `0 ≤ i, j < c` makes `p = q`. Of two quotients by one divisor the
//! one of the smaller dividend is not the larger one, so parts of `n` from `p·n div s` to `(p + 1)·n div s` are disjoint.
//! Operators on bits give the same for the same operands, and `x ^ m` differs from `y ^ m` where `x` differs from `y`.
//!
//! Invariants
//! - *Contradiction is proof*: each step keeps all integer solutions; an inequality that is too large is dropped, which
//!   only adds solutions. Undefined operators (division by zero) get values freely, which adds solutions as well.
//! - The result depends on the query alone: there is no clock, only counts.

mod atoms;
mod fourier;
mod poly;
mod products;
mod search;
mod system;

use crate::level::children;
use crate::minimal::{Cost, Outcome};
use crate::query::{Cond, Query, Role};
use crate::shape::symbols;
use crate::verdict::SafeBy;
use atoms::Atoms;
use poly::Poly;
use rma_dataflow::ids::{SymId, TermId};
use rma_dataflow::term::{Op, SymKind, Term};
use rustc_hash::FxHashSet;
use std::rc::Rc;
use system::{Choice, Fact, News, System};

/// Systems that are examined for a proof, and for a quick one.
const EXAMINED: u32 = 40;
const QUICKLY: u32 = 3;
/// The limit that is used before a query is taken apart.
const SOON: u32 = 12;
/// Case distinctions inside each other.
const DEPTH: u32 = 5;
/// The number of choices that are checked for contradictory alternatives.
const LOOKAHEAD: usize = 12;

/// Steps, in the unit of [`Cost`], that one system counts.
const STEPS: u64 = 100;

/// A proof that there is no solution, a solution, or neither.
pub(crate) fn decide(query: &mut Query) -> (Outcome, Cost) {
    let conds: Vec<TermId> = query.conds.iter().map(|c| c.term).collect();
    let order = symbols(&query.terms);
    let parts = [of_place(query), without_products(query)];
    let mut refuter = Refuter::new(query);
    let mut system = System::default();
    for c in &conds {
        refuter.assume(&[Fact::Term(*c)], &mut system);
    }
    let outcome = refuter.decide(&conds, &order, &system, &parts);
    (outcome, Cost { steps: STEPS * u64::from(refuter.examined), unanswered: 0 })
}

/// Whether a few case distinctions show that the query has no solution.
pub(crate) fn soon_refuted(query: &mut Query) -> (bool, Cost) {
    refuted_within(query, SOON)
}

/// Whether a proof that examines at most this many systems shows that there is no solution, and its cost.
fn refuted_within(query: &mut Query, systems: u32) -> (bool, Cost) {
    let conds: Vec<Fact> = query.conds.iter().map(|c| Fact::Term(c.term)).collect();
    let mut refuter = Refuter::new(query);
    let mut system = System::default();
    refuter.assume(&conds, &mut system);
    refuter.left = systems;
    let refuted = refuter.refuted(system, DEPTH);
    (refuted, Cost { steps: STEPS * u64::from(refuter.examined), unanswered: 0 })
}

/// The conditions without ranks, if those about the common bytes are among them: often no two processes can touch common bytes. The
/// conditions on neighbours would then only cost case distinctions.
fn of_place(query: &Query) -> Vec<TermId> {
    let is_rank = |s: SymId| matches!(query.terms.syms[s].kind, SymKind::Rank(_));
    let (ranked, place): (Vec<Cond>, Vec<Cond>) =
        query.conds.iter().partition(|c| query.terms.any_sym(c.term, is_rank));
    if ranked.is_empty() || !place.iter().any(|c| c.role == Role::Overlap) {
        return Vec::new();
    }
    place.iter().map(|c| c.term).collect()
}

/// The conditions without products, shifts and quotients of unknowns, if others have some: where the conditions of a path contradict each
/// other, the distinctions that products need come in between.
fn without_products(query: &Query) -> Vec<TermId> {
    let has_product = |c: &Cond| {
        let (mut seen, mut open) = (FxHashSet::default(), vec![c.term]);
        while let Some(t) = open.pop() {
            if !seen.insert(t) {
                continue;
            }
            match query.terms.get(t) {
                Term::Op(Op::Mod | Op::Div | Op::Rem | Op::Quot, _, by) if query.terms.as_const(*by).is_some() => {}
                Term::Op(..) => return true,
                _ => {}
            }
            children(query.terms.get(t), &mut open);
        }
        false
    };
    let (with, without): (Vec<Cond>, Vec<Cond>) = query.conds.iter().partition(|c| has_product(c));
    if with.is_empty() { Vec::new() } else { without.iter().map(|c| c.term).collect() }
}

/// Whether a quick check shows that the conditions of the query contradict each other.
pub(crate) fn contradictory(query: &mut Query) -> bool {
    refuted_within(query, QUICKLY).0
}

struct Refuter<'q> {
    atoms: Atoms<'q>,
    /// Systems that may still be examined.
    left: u32,
    /// Systems that were.
    examined: u32,
}

impl<'q> Refuter<'q> {
    fn new(query: &'q mut Query) -> Refuter<'q> {
        let conds: Vec<TermId> = query.conds.iter().map(|c| c.term).collect();
        Refuter { atoms: Atoms::new(&mut query.terms, &conds), left: 0, examined: 0 }
    }

    /// `parts`: some of the conditions each, which may contradict each other alone.
    fn decide(&mut self, conds: &[TermId], order: &[SymId], system: &System, parts: &[Vec<TermId>]) -> Outcome {
        // A proof takes a small part of the time of a search that finds nothing, so it is tried first.
        self.left = EXAMINED;
        if self.refuted(system.clone(), DEPTH) {
            return Outcome::Unsat(SafeBy::Arithmetic);
        }
        for part in parts.iter().filter(|part| !part.is_empty()) {
            let mut system = System::default();
            part.iter().for_each(|c| self.assume(&[Fact::Term(*c)], &mut system));
            self.left = EXAMINED;
            if self.refuted(system, DEPTH) {
                return Outcome::Unsat(SafeBy::Arithmetic);
            }
        }
        if let Some(found) = search::find(self, conds, order, system) {
            return Outcome::Sat(found);
        }
        Outcome::Unknown
    }

    /// Counts a system; false when there have been enough.
    fn count(&mut self) -> bool {
        let any = self.left > 0;
        self.left = self.left.saturating_sub(1);
        self.examined += u32::from(any);
        any
    }

    fn refuted(&mut self, mut system: System, depth: u32) -> bool {
        loop {
            if self.simplified(&mut system) || self.multiplied(&mut system) {
                return true;
            }
            if !self.count() {
                return false;
            }
            if products::contradictory(&system) {
                return true;
            }
            if depth == 0 {
                return false;
            }
            match self.decided(&mut system) {
                Decided::Contradiction => return true,
                Decided::Some => continue,
                Decided::None => {}
            }
            let Some(choice) = self.next(&mut system) else { return false };
            let mut open = self.open(&choice, &system);
            match (open.pop(), open.is_empty()) {
                (None, _) => return true,
                // No distinction: the others cannot be.
                (Some(only), true) => system = only,
                (Some(last), false) => {
                    return open.into_iter().chain([last]).all(|case| self.refuted(case, depth - 1));
                }
            }
        }
    }

    /// The system with each alternative that does not contradict it at once.
    fn open(&mut self, choice: &Choice, system: &System) -> Vec<System> {
        let mut out = Vec::new();
        for alternative in choice {
            let mut case = system.clone();
            self.assume(alternative, &mut case);
            if !self.simplified(&mut case) && !products::out_of_bounds(&case) {
                out.push(case);
            }
        }
        out
    }

    /// The next case distinction: which of two dividends is larger, the sign of a factor, a choice with few alternatives, a disequation.
    fn next(&mut self, system: &mut System) -> Option<Rc<Choice>> {
        if let Some(n) = self.atoms.between_dividends(system) {
            return sides(&system.nes.remove(n)).map(Rc::new);
        }
        if let Some(choice) = products::factor(system) {
            return Some(Rc::new(choice));
        }
        let few = (0..system.choices.len()).min_by_key(|n| system.choices[*n].len());
        if let Some(n) = few {
            return Some(system.choices.remove(n));
        }
        sides(&system.nes.pop()?).map(Rc::new)
    }

    /// Like the function above, with the facts that products give.
    fn multiplied(&mut self, system: &mut System) -> bool {
        products::signed(system) && self.simplified(system) || products::multiples(system) && self.simplified(system)
    }

    fn simplified(&mut self, system: &mut System) -> bool {
        system.simplify(&mut || self.atoms.fresh());
        // Each pair is ordered once: the inequality that orders it may become an equation that is not solved, and be
        // dropped.
        for _ in 0..system.quotients.len().pow(2) {
            if system.contradiction || !self.atoms.ordered_quotients(system) {
                break;
            }
            system.simplify(&mut || self.atoms.fresh());
        }
        for _ in 0..system.operators.len() {
            if system.contradiction || !self.atoms.congruent_operators(system) {
                break;
            }
            system.simplify(&mut || self.atoms.fresh());
        }
        system.contradiction
    }

    /// Takes over alternatives that are the only ones left; whether there is a contradiction.
    fn narrowed(&mut self, system: &mut System) -> bool {
        loop {
            match self.decided(system) {
                Decided::Contradiction => return true,
                Decided::Some => {}
                Decided::None => return false,
            }
        }
    }

    fn assume(&mut self, facts: &[Fact], system: &mut System) {
        facts.iter().for_each(|f| self.atoms.require(f, system));
    }

    /// Drops alternatives that are impossible, and disjunctions with an alternative that is true anyway. An alternative that is the only
    /// one left becomes a condition.
    fn decided(&mut self, system: &mut System) -> Decided {
        let mut some = false;
        let mut n = 0;
        for _ in 0..LOOKAHEAD.min(system.choices.len()) {
            let choice = system.choices[n].clone();
            let mut open = Vec::new();
            let mut holds = false;
            for alternative in choice.iter() {
                let mark = system.mark();
                self.assume(alternative, system);
                let news = system.since(&mark);
                let case = (news == News::Some).then(|| system.without_choices());
                system.back_to(&mark);
                if news == News::Nothing {
                    holds = true;
                    break;
                }
                if let Some(mut case) = case
                    && !self.simplified(&mut case)
                    && !products::out_of_bounds(&case)
                {
                    open.push(alternative);
                }
            }
            if holds {
                system.choices.remove(n);
                if n >= system.choices.len() {
                    break;
                }
                continue;
            }
            match open.len() {
                0 => return Decided::Contradiction,
                1 => {
                    system.choices.remove(n);
                    self.assume(open[0], system);
                    if self.simplified(system) {
                        return Decided::Contradiction;
                    }
                    some = true;
                }
                left => {
                    if left < choice.len() {
                        system.choices[n] = Rc::new(open.into_iter().cloned().collect());
                    }
                    n += 1;
                }
            }
            if n >= system.choices.len() {
                break;
            }
        }
        if some { Decided::Some } else { Decided::None }
    }
}

enum Decided {
    Contradiction,
    Some,
    None,
}

/// The two sides of a disequation.
fn sides(p: &Poly) -> Option<Choice> {
    let (below, above) = (p.add_int(1)?, p.negated().add_int(1)?);
    Some(vec![vec![Fact::Le(below)], vec![Fact::Le(above)]])
}

fn at_least(p: &Poly, c: i128) -> Option<Poly> {
    p.negated().add_int(c)
}

fn at_most(p: &Poly, c: i128) -> Option<Poly> {
    p.add_int(-c)
}
