//! From terms to polynomials and facts (theory, 8.2).
//!
//! A division by a positive term becomes a quotient with its bounds, a bit mask a sum of quotients by powers of two,
//! and any other term a variable with the bounds of its range. Facts hold for all values of their variables, or for
//! some value of variables that occur nowhere else: so they exclude no solution.

use super::at_least;
use super::poly::{Poly, Var};
use super::system::{Fact, System};
use crate::defined::evaluated;
use crate::limits;
use rma_dataflow::ids::{SymId, TermId};
use rma_dataflow::term::{CommId, Op, SymKind, Term, Terms};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// The term that a variable stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Kind {
    Atom(TermId),
    /// A floor division by a positive divisor.
    Quotient(TermId, TermId),
    /// A division as in C, by a positive divisor.
    Truncated(TermId, TermId),
}

/// The variables of a query.
pub(super) struct Atoms<'q> {
    terms: &'q mut Terms,
    kinds: Vec<Option<Kind>>,
    of_kind: FxHashMap<Kind, Var>,
    /// Divisors of divisions that are evaluated: not zero.
    divisors: FxHashSet<TermId>,
    /// Conditions that hold in every system.
    conds: Vec<TermId>,
    /// The least values of divisors.
    least: FxHashMap<TermId, Option<i64>>,
}

impl<'q> Atoms<'q> {
    /// `conds` are the conditions that hold in every system.
    pub fn new(terms: &'q mut Terms, conds: &[TermId]) -> Atoms<'q> {
        let divides = |(op, _): &(Op, TermId)| matches!(op, Op::Div | Op::Mod | Op::Quot | Op::Rem);
        let evaluated = conds.iter().flat_map(|c| evaluated(terms, *c)).filter(divides);
        let divisors = evaluated.map(|(_, by)| by).collect();
        let conds = conds.to_vec();
        Atoms { terms, kinds: Vec::new(), of_kind: FxHashMap::default(), divisors, conds, least: FxHashMap::default() }
    }

    pub fn terms(&self) -> &Terms {
        self.terms
    }

    /// A symbol's value, without eliminated variables, with its facts in the system.
    pub fn symbol(&mut self, s: SymId, system: &mut System) -> Option<Poly> {
        let t = self.terms.sym(s);
        self.value(t, system)
    }

    /// A term's value, without eliminated variables, with its facts in the system.
    pub fn value(&mut self, t: TermId, system: &mut System) -> Option<Poly> {
        let p = self.poly(t, system)?;
        system.reduced(&p)
    }

    /// Adds that no communicator made from others is larger than the world.
    pub fn sizes(&mut self, system: &mut System) {
        let all: Vec<(SymId, SymKind)> = self.terms.syms.iter_enumerated().map(|(s, x)| (s, x.kind.clone())).collect();
        let Some((world, _)) = all.iter().find(|(_, k)| matches!(k, SymKind::Size(CommId::World))) else { return };
        let Some(world) = self.symbol(*world, system) else { return };
        for (s, kind) in &all {
            if matches!(kind, SymKind::Size(CommId::Object(_) | CommId::Unknown))
                && let Some(row) = self.symbol(*s, system).and_then(|p| p.plus(&world, -1))
            {
                system.require_le(&row);
            }
        }
    }

    /// A variable without facts; `None` when there are too many.
    pub fn fresh(&mut self) -> Option<Var> {
        (self.kinds.len() < limits::VARIABLES).then(|| {
            self.kinds.push(None);
            (self.kinds.len() - 1) as Var
        })
    }

    /// The variable of a kind, with its facts in the system.
    fn variable(&mut self, kind: Kind, system: &mut System) -> Option<Poly> {
        let v = match self.of_kind.get(&kind) {
            Some(v) => *v,
            None => {
                let v = self.fresh()?;
                self.kinds[usize::from(v)] = Some(kind);
                self.of_kind.insert(kind, v);
                v
            }
        };
        if system.known.insert(v) {
            self.facts(kind, v, system);
        }
        Some(Poly::var(v))
    }

    fn positive(&mut self, t: TermId) -> bool {
        let least = self.least(t);
        least.is_some_and(|l| l >= 1 || l == 0 && self.divisors.contains(&t))
    }

    /// A divisor is at least 1, where its range does not say it.
    fn divides(&mut self, by: TermId, system: &mut System) {
        if self.terms.range(by).lo.is_none_or(|l| l < 1)
            && let Some(least) = self.poly(by, system).and_then(|p| at_least(&p, 1))
        {
            system.require_le(&least);
        }
    }

    /// A lower bound of a term, from its range or from one condition.
    fn least(&mut self, t: TermId) -> Option<i64> {
        if let Some(known) = self.least.get(&t) {
            return *known;
        }
        let mut least = self.terms.range(t).lo;
        let of_parts = match *self.terms.get(t) {
            Term::Ite(_, a, b) => self.least(a).zip(self.least(b)).map(|(a, b)| a.min(b)),
            Term::Op(Op::Div | Op::Quot, a, b) => {
                let both = self.least(a).zip(self.least(b));
                both.filter(|(a, b)| *a >= 0 && *b >= 0).map(|_| 0)
            }
            _ => None,
        };
        least = least.into_iter().chain(of_parts).max();
        for n in 0..self.conds.len() {
            // `u ≤ 0` and `u + t = c`, so `t ≥ c`.
            if let Term::Le0(u) = *self.terms.get(self.conds[n])
                && let both = self.terms.add(u, t)
                && let Some(c) = self.terms.as_const(both)
            {
                least = Some(least.map_or(c, |l| l.max(c)));
            }
        }
        self.least.insert(t, least);
        least
    }

    fn poly(&mut self, t: TermId, system: &mut System) -> Option<Poly> {
        match self.terms.get(t).clone() {
            Term::Const(c) => Some(Poly::constant(c.into())),
            Term::Lin(c, parts) => {
                let mut sum = Poly::constant(c.into());
                for (a, k) in &parts {
                    sum = sum.plus(&self.poly(*a, system)?, i128::from(*k))?;
                }
                Some(sum)
            }
            Term::Op(Op::Mul, a, b) => {
                let (x, y) = (self.poly(a, system)?, self.poly(b, system)?);
                match x.times(&y) {
                    Some(p) => Some(p),
                    None => self.variable(Kind::Atom(t), system),
                }
            }
            Term::Op(op @ (Op::Div | Op::Mod | Op::Quot | Op::Rem), a, b) if self.positive(b) => {
                let floor = matches!(op, Op::Div | Op::Mod) || self.terms.range(a).is_nonneg();
                let kind = if floor { Kind::Quotient(a, b) } else { Kind::Truncated(a, b) };
                let quotient = self.variable(kind, system)?;
                if matches!(op, Op::Div | Op::Quot) {
                    return Some(quotient);
                }
                let whole = self.poly(b, system)?.times(&quotient)?;
                self.poly(a, system)?.plus(&whole, -1)
            }
            Term::Op(op @ (Op::And | Op::Or | Op::Xor), a, b) => {
                let (x, m) = match (self.terms.as_const(a), self.terms.as_const(b)) {
                    (_, Some(m)) => (a, m),
                    (Some(m), None) => (b, m),
                    (None, None) => return self.variable(Kind::Atom(t), system),
                };
                match self.masked(x, m, system) {
                    None => self.variable(Kind::Atom(t), system),
                    Some(and) if op == Op::And => Some(and),
                    Some(and) => {
                        let sum = self.poly(x, system)?.add_int(m.into())?;
                        sum.plus(&and, if op == Op::Or { -1 } else { -2 })
                    }
                }
            }
            _ => self.variable(Kind::Atom(t), system),
        }
    }

    /// `x & m` in two's complement of any width: bit `i` of `x` is `x div 2^i - 2 (x div 2^(i+1))`.
    fn masked(&mut self, x: TermId, m: i64, system: &mut System) -> Option<Poly> {
        let (written, negative) = if m >= 0 { (m, false) } else { (!m, true) };
        if written.count_ones() > limits::MASK_BITS {
            return None;
        }
        let mut sum = Poly::default();
        for bit in (0..60).filter(|b| written >> b & 1 == 1) {
            let (here, above) = (self.shifted(x, bit, system)?, self.shifted(x, bit + 1, system)?);
            sum = sum.plus(&here, 1 << bit)?.plus(&above, -(2 << bit))?;
        }
        if written >> 60 != 0 {
            return None;
        }
        if negative { self.poly(x, system)?.plus(&sum, -1) } else { Some(sum) }
    }

    fn shifted(&mut self, x: TermId, bits: u32, system: &mut System) -> Option<Poly> {
        if bits == 0 {
            return self.poly(x, system);
        }
        let power = self.terms.int(1 << bits);
        self.variable(Kind::Quotient(x, power), system)
    }

    /// Facts about a variable that hold in every query.
    fn facts(&mut self, kind: Kind, v: Var, system: &mut System) {
        match kind {
            Kind::Atom(t) => {
                let range = self.terms.range(t);
                self.interval(v, range.lo, range.hi, system);
                match self.terms.get(t).clone() {
                    Term::Sym(s) => {
                        if let Some(below) = self.terms.syms[s].below
                            && let Some(bound) = self.poly(below, system)
                            && let Some(row) = Poly::var(v).add_int(1).and_then(|p| p.plus(&bound, -1))
                        {
                            system.require_le(&row);
                        }
                    }
                    Term::Ite(c, a, b) => {
                        let not = self.terms.not(c);
                        let mut case = |c: TermId, x: TermId| {
                            let value = self.poly(x, system)?;
                            Some(vec![Fact::Term(c), Fact::Eq(Poly::var(v).plus(&value, -1)?)])
                        };
                        if let (Some(then), Some(otherwise)) = (case(c, a), case(not, b)) {
                            system.choices.push(Rc::new(vec![then, otherwise]));
                        }
                    }
                    Term::Op(..) => system.operators.push(v),
                    _ if self.terms.is_bool(t) => {
                        let not = self.terms.not(t);
                        let one = Poly::var(v).add_int(-1).unwrap_or_default();
                        let yes = vec![Fact::Term(t), Fact::Eq(one)];
                        let no = vec![Fact::Term(not), Fact::Eq(Poly::var(v))];
                        system.choices.push(Rc::new(vec![yes, no]));
                    }
                    _ => {}
                }
            }
            Kind::Quotient(a, b) => {
                self.divides(b, system);
                let Some((below, above)) = self.remainder(a, b, v, system) else { return };
                system.require_le(&below);
                system.require_le(&above);
                let range = self.terms.range(a);
                let lo = range.lo.map(|l| if l >= 0 { 0 } else { l });
                let hi = range.hi.map(|h| if h >= 0 { h } else { -1 });
                self.interval(v, lo, hi, system);
                if self.terms.as_const(b).is_none() {
                    system.quotients.push(v);
                }
            }
            Kind::Truncated(a, b) => {
                self.divides(b, system);
                // For the magnitude of the dividend: if it is negative, all signs are reversed.
                let up = self.signed(a, b, v, system, 1);
                let down = self.signed(a, b, v, system, -1);
                if let (Some(up), Some(down)) = (up, down) {
                    system.choices.push(Rc::new(vec![up, down]));
                }
            }
        }
    }

    /// Adds that, for two quotients by the same divisor, the one of the smaller dividend is not larger; returns whether this is new.
    pub fn ordered_quotients(&mut self, system: &mut System) -> bool {
        let mut some = false;
        for ([v, w], way) in self.dividends_apart(system) {
            let row = Poly::var(v).plus(&Poly::var(w), -1).and_then(|p| system.reduced(&p));
            let Some(row) = row else { continue };
            if system.says(&way) && !system.says(&row) {
                system.require_le(&row);
                some = true;
            }
        }
        some
    }

    /// An operator gives the same for the same operands, and `1 << k` differs from `1 << l` where `k` differs from `l`. Of `x ^ y = z`, any
    /// two determine the third. Returns whether there is a new equation.
    pub fn congruent_operators(&mut self, system: &mut System) -> bool {
        let of = |v: &Var| match self.kinds[usize::from(*v)] {
            Some(Kind::Atom(t)) => match *self.terms.get(t) {
                Term::Op(op, a, b) => Some((*v, op, [a, b])),
                _ => None,
            },
            _ => None,
        };
        let found: Vec<(Var, Op, [TermId; 2])> = system.operators.iter().filter_map(of).collect();
        if found.len() < 2 {
            return false;
        }
        let mut applied: Vec<(Op, TermId, [Poly; 3])> = Vec::with_capacity(found.len());
        for (v, op, operands) in found {
            applied.extend(self.application(v, operands, system).map(|polys| (op, operands[0], polys)));
        }
        let mut some = false;
        for (n, (op, base, one)) in applied.iter().enumerate() {
            for (_, _, other) in applied[n + 1..].iter().filter(|(other, ..)| other == op) {
                if let Some(new) = self.congruence(*op, *base, one, other) {
                    system.require_eq(&new);
                    some = true;
                }
            }
        }
        some
    }

    /// The result and the operands of an operator, with what the system replaces.
    fn application(&mut self, v: Var, [a, b]: [TermId; 2], system: &mut System) -> Option<[Poly; 3]> {
        let [a, b] = [self.poly(a, system)?, self.poly(b, system)?];
        Some([system.reduced(&Poly::var(v))?, system.reduced(&a)?, system.reduced(&b)?])
    }

    /// The equation that follows from two applications of one operator, by the equations between their operands and results, and that the
    /// system does not contain yet.
    fn congruence(&self, op: Op, base: TermId, one: &[Poly; 3], other: &[Poly; 3]) -> Option<Poly> {
        let same = |(i, j): (usize, usize)| one[i] == other[j];
        let base = op == Op::Shl && self.terms.as_const(base).is_some_and(|c| c != 0);
        // Result 0 and operands 1 and 2 of the first, and what they correspond to in the second.
        let correspond: &[[usize; 3]] = match op {
            Op::Xor => &[[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]],
            Op::Mul | Op::And | Op::Or => &[[0, 1, 2], [0, 2, 1]],
            _ => &[[0, 1, 2]],
        };
        for [result, first, second] in correspond {
            let pairs = [(0, *result), (1, *first), (2, *second)];
            let implied = [(0, true), (1, op == Op::Xor), (2, op == Op::Xor || base)];
            for (n, _) in implied.into_iter().filter(|(_, is)| *is) {
                let given = (0..3).filter(|m| *m != n).all(|m| same(pairs[m]));
                if given && !same(pairs[n]) {
                    return one[pairs[n].0].plus(&other[pairs[n].1], -1);
                }
            }
        }
        None
    }

    /// The position of the disequation of two dividends.
    pub fn between_dividends(&mut self, system: &mut System) -> Option<usize> {
        let ways = self.dividends_apart(system);
        let variables = |p: &Poly| p.parts().iter().map(|(m, _)| *m).collect::<Vec<_>>();
        let open = |p: &Poly| ways.iter().any(|(_, way)| variables(way) == variables(p));
        system.nes.iter().position(open)
    }

    /// Pairs of quotients with the same divisor, which is not a constant, and the difference of their dividends.
    fn dividends_apart(&mut self, system: &mut System) -> Vec<([Var; 2], Poly)> {
        let of = |v: &Var| match self.kinds[usize::from(*v)] {
            Some(Kind::Quotient(a, b)) => Some((*v, a, b)),
            _ => None,
        };
        let quotients: Vec<(Var, TermId, TermId)> = system.quotients.iter().filter_map(of).collect();
        let mut out = Vec::new();
        for (v, a, by) in &quotients {
            for (w, b, _) in quotients.iter().filter(|(w, _, other)| w != v && other == by) {
                let (Some(x), Some(y)) = (self.poly(*a, system), self.poly(*b, system)) else { continue };
                let way = x.plus(&y, -1).and_then(|p| system.reduced(&p));
                out.extend(way.map(|way| ([*v, *w], way)));
            }
        }
        out
    }

    fn interval(&mut self, v: Var, lo: Option<i64>, hi: Option<i64>, system: &mut System) {
        if let Some(row) = lo.and_then(|l| Poly::var(v).negated().add_int(l.into())) {
            system.require_le(&row);
        }
        // That a number fits into an `int` decides nothing, and products of such a bound with others hide what does.
        let hi = hi.filter(|h| *h < i32::MAX.into());
        if let Some(row) = hi.and_then(|h| Poly::var(v).add_int(-i128::from(h))) {
            system.require_le(&row);
        }
    }

    /// `b·v - a ≤ 0` and `a - b·v - b + 1 ≤ 0`.
    fn remainder(&mut self, a: TermId, b: TermId, v: Var, system: &mut System) -> Option<(Poly, Poly)> {
        let (x, y) = (self.poly(a, system)?, self.poly(b, system)?);
        let remainder = x.plus(&y.times(&Poly::var(v))?, -1)?;
        Some((remainder.negated(), remainder.plus(&y, -1)?.add_int(1)?))
    }

    /// The case of a truncated division in which the dividend times `sign` is not negative.
    fn signed(&mut self, a: TermId, b: TermId, v: Var, system: &mut System, sign: i128) -> Option<Vec<Fact>> {
        let (x, y) = (self.poly(a, system)?, self.poly(b, system)?);
        let dividend = Poly::default().plus(&x, sign)?;
        let remainder = dividend.plus(&y.times(&Poly::var(v))?, -sign)?;
        Some(vec![
            Fact::Le(dividend.negated()),
            Fact::Le(remainder.negated()),
            Fact::Le(remainder.plus(&y, -1)?.add_int(1)?),
        ])
    }

    /// Adds a fact; what cannot be expressed is left out.
    pub fn require(&mut self, fact: &Fact, system: &mut System) {
        match fact {
            Fact::Eq(p) => system.require_eq(p),
            Fact::Le(p) => system.require_le(p),
            Fact::Term(t) => self.condition(*t, system),
        }
    }

    fn condition(&mut self, t: TermId, system: &mut System) {
        match self.terms.get(t).clone() {
            Term::Const(c) => system.contradiction |= c == 0,
            Term::Le0(x) => {
                if let Some(p) = self.poly(x, system) {
                    system.require_le(&p);
                }
            }
            Term::Eq0(x) if self.terms.is_bool(x) => {
                let not = self.terms.not(x);
                self.condition(not, system);
            }
            Term::Eq0(x) => {
                if let Some(p) = self.poly(x, system) {
                    system.require_eq(&p);
                }
            }
            Term::Not(x) => match *self.terms.get(x) {
                Term::Eq0(y) if !self.terms.is_bool(y) => {
                    if let Some(p) = self.poly(y, system) {
                        system.require_ne(&p);
                    }
                }
                _ => {
                    let not = self.terms.not(x);
                    if not != t {
                        self.condition(not, system);
                    }
                }
            },
            Term::All(parts) => parts.iter().for_each(|p| self.condition(*p, system)),
            Term::Any(parts) => system.choices.push(Rc::new(parts.iter().map(|p| vec![Fact::Term(*p)]).collect())),
            Term::Ite(c, a, b) => {
                let not = self.terms.not(c);
                let cases = vec![vec![Fact::Term(c), Fact::Term(a)], vec![Fact::Term(not), Fact::Term(b)]];
                system.choices.push(Rc::new(cases));
            }
            // An integer taken as a truth value.
            Term::Sym(_) | Term::Addr(..) | Term::Lin(..) | Term::Op(..) | Term::Apply(..) => {
                if let Some(p) = self.poly(t, system) {
                    system.require_ne(&p);
                }
            }
        }
    }
}
