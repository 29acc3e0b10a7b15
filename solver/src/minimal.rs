//! z3 asked for one query: satisfiability with checked models; and a smaller solution from a known one.

use crate::encode::Encoder;
use crate::eval::{Evaluation, apply};
use crate::query::Query;
use crate::shape::symbols;
use index_vec::IndexVec;
use rma_dataflow::term::{SymId, TermId};
use rustc_hash::FxHashMap;
use std::cell::Cell;
use std::time::{Duration, Instant};
use z3::ast::{Bool, Int};
use z3::{Model, Params, SatResult, Solver};

/// Rounds of exact facts for operators that z3 knows only approximately.
const REFINEMENTS: usize = 40;
/// Checks spent on making one witness small.
const MINIMISING_CHECKS: u32 = 48;
/// What a check counts for whatever it takes, in microseconds.
const CHECK: u64 = 100;

thread_local! {
    /// Made when first needed: most programs' pairs need none.
    static SOLVER: Solver = Solver::new();
    /// The limit that the solver has, in milliseconds: setting it costs more than most checks.
    static LIMIT: Cell<u32> = const { Cell::new(0) };
}

/// Gives the thread's solver its limit for one check, unless it has it.
fn limit_checks(solver: &Solver, limit: Duration) {
    let limit = u32::try_from(limit.as_millis()).unwrap_or(u32::MAX).max(1);
    if LIMIT.replace(limit) != limit {
        let mut params = Params::new();
        params.set_u32("timeout", limit);
        solver.set_params(&params);
    }
}

/// Values of the symbols of a query.
pub(crate) type Solution = IndexVec<SymId, i128>;

/// The answer to a query.
#[derive(Debug, Clone)]
pub(crate) enum Outcome {
    Unsat,
    Sat(Solution),
    Unknown,
}

/// What an answer took: a count of checks, in microseconds, so that it does not depend on the machine.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Cost {
    pub us: u64,
    /// Checks that ended without an answer; each counts for all of its limit.
    pub unanswered: u32,
}

struct Search<'q> {
    solver: &'q Solver,
    enc: Encoder<'q>,
    conds: Vec<TermId>,
    checks: u32,
    unanswered: u32,
    limit: Duration,
    deadline: Option<Instant>,
}

/// Whether the query has a solution.
pub(crate) fn solve(query: &mut Query, limit: Duration) -> (Outcome, Cost) {
    SOLVER.with(|solver| {
        let mut search = Search::new(solver, query, limit);
        let outcome = search.check();
        solver.pop(1);
        (outcome, search.cost())
    })
}

/// A solution that is least in the order of the witness, as far as a few checks lead there.
pub(crate) fn minimise(query: &mut Query, solution: &mut Solution, limit: Duration) -> Cost {
    let order = symbols(&query.terms);
    SOLVER.with(|solver| {
        let mut search = Search::new(solver, query, limit);
        search.deadline = Some(Instant::now() + limit);
        search.minimise(&order, solution);
        solver.pop(1);
        search.cost()
    })
}

impl<'q> Search<'q> {
    /// Asserts the query in a scope of its own, which the caller leaves.
    fn new(solver: &'q Solver, query: &'q mut Query, limit: Duration) -> Search<'q> {
        limit_checks(solver, limit);
        let conds: Vec<TermId> = query.conds.iter().map(|c| c.term).collect();
        let mut enc = Encoder::new(&mut query.terms);
        let mut asserted = enc.symbol_facts();
        for c in &conds {
            asserted.push(enc.truth(*c));
            enc.require_defined(*c, &mut asserted);
        }
        solver.push();
        asserted.iter().chain(&enc.facts).for_each(|a| solver.assert(a));
        Search { solver, enc, conds, checks: 0, unanswered: 0, limit, deadline: None }
    }

    fn cost(&self) -> Cost {
        let limit = u64::try_from(self.limit.as_micros()).unwrap_or(u64::MAX);
        let us = u64::from(self.checks) * CHECK + limit.saturating_mul(self.unanswered.into());
        Cost { us, unanswered: self.unanswered }
    }

    /// A check whose models hold under exact evaluation.
    fn check(&mut self) -> Outcome {
        let mut narrowed = false;
        for _ in 0..REFINEMENTS {
            self.checks += 1;
            match self.solver.check() {
                SatResult::Unsat if narrowed => return Outcome::Unknown,
                SatResult::Unsat => return Outcome::Unsat,
                SatResult::Unknown => {
                    self.unanswered += 1;
                    return Outcome::Unknown;
                }
                SatResult::Sat => {}
            }
            let Some((solution, opaque, model)) = self.values() else { return Outcome::Unknown };
            let mut eval = Evaluation::new(self.enc.terms, &solution, &opaque);
            let mut facts = Vec::new();
            let mut wrong = Vec::new();
            for &(t, op, a, b) in &self.enc.approximate {
                if let (Some(x), Some(y)) = (eval.value(a), eval.value(b))
                    && let Some(v) = apply(op, x, y)
                {
                    wrong.push((t, a, b, x, y, v));
                }
            }
            let holds = self.conds.iter().all(|c| eval.value(*c).is_some_and(|v| v != 0)) && self.bounds(&mut eval);
            if holds {
                return Outcome::Sat(solution);
            }
            for (t, a, b, x, y, v) in wrong {
                let (t, a, b) = (self.enc.int(t), self.enc.int(a), self.enc.int(b));
                if model.eval(&t, true).and_then(|t| t.as_i128()) != Some(v) {
                    let here = Bool::and(&[a.eq(Int::from_i128(x)), b.eq(Int::from_i128(y))]);
                    facts.push(here.implies(t.eq(Int::from_i128(v))));
                }
            }
            if facts.is_empty() && !narrowed {
                // z3 gave a value to a division by zero: look where nothing is undefined.
                narrowed = true;
                facts.clone_from(&self.enc.defined);
            }
            if facts.is_empty() {
                return Outcome::Unknown;
            }
            facts.iter().for_each(|f| self.solver.assert(f));
        }
        Outcome::Unknown
    }

    /// Whether the bounds of symbols hold that are terms themselves.
    fn bounds(&self, eval: &mut Evaluation) -> bool {
        let syms = &self.enc.terms.syms;
        syms.iter_enumerated().all(|(id, sym)| match sym.below {
            None => true,
            Some(b) => eval.value(b).zip(eval.symbol(id)).is_some_and(|(bound, v)| v < bound),
        })
    }

    fn values(&mut self) -> Option<(Solution, FxHashMap<TermId, i128>, Model)> {
        let model = self.solver.get_model()?;
        let value = |i: &Int| model.eval(i, true).and_then(|v| v.as_i128());
        let solution = self.enc.terms.syms.indices().map(|s| value(&Encoder::symbol(s))).collect::<Option<_>>()?;
        let mut opaque = FxHashMap::default();
        for t in self.enc.opaque.clone() {
            opaque.insert(t, value(&self.enc.int(t))?);
        }
        Some((solution, opaque, model))
    }

    /// Makes the symbols small one after the other, in the order of the witness.
    fn minimise(&mut self, order: &[SymId], solution: &mut Solution) {
        for &s in order {
            if self.exhausted() {
                return;
            }
            let sym = Encoder::symbol(s);
            if self.enc.terms.syms[s].lo.is_none_or(|lo| lo < 0) && solution[s] < 0 {
                self.try_with(&sym.ge(0), solution);
            }
            if solution[s] >= 0 {
                let least = self.enc.terms.syms[s].lo.map_or(0, |lo| i128::from(lo.max(0)));
                self.solver.assert(sym.ge(0));
                self.descend(s, least, solution);
            } else {
                self.ascend(s, solution);
            }
            self.solver.assert(sym.eq(Int::from_i128(solution[s])));
        }
    }

    /// The smallest value from `least` on: steps of doubling width upwards, then bisection.
    fn descend(&mut self, s: SymId, least: i128, solution: &mut Solution) {
        let sym = Encoder::symbol(s);
        let (mut excluded, mut width) = (least - 1, 1);
        while excluded + 1 < solution[s] {
            let span = solution[s] - 1 - excluded;
            let bound = excluded + if width < span { width } else { (span + 1) / 2 };
            if self.try_with(&sym.le(Int::from_i128(bound)), solution) {
                width = i128::MAX;
            } else {
                excluded = bound;
                width = width.saturating_mul(2);
            }
            if self.exhausted() {
                return;
            }
        }
    }

    /// The negative value closest to zero.
    fn ascend(&mut self, s: SymId, solution: &mut Solution) {
        let sym = Encoder::symbol(s);
        let (mut excluded, mut width) = (0, 1);
        while excluded - 1 > solution[s] {
            let span = excluded - 1 - solution[s];
            let bound = excluded - if width < span { width } else { (span + 1) / 2 };
            if self.try_with(&sym.ge(Int::from_i128(bound)), solution) {
                width = i128::MAX;
            } else {
                excluded = bound;
                width = width.saturating_mul(2);
            }
            if self.exhausted() {
                return;
            }
        }
    }

    fn exhausted(&self) -> bool {
        self.checks >= MINIMISING_CHECKS || self.unanswered > 0 || self.deadline.is_some_and(|d| Instant::now() >= d)
    }

    /// Takes over a solution that satisfies `extra`, if there is one.
    fn try_with(&mut self, extra: &Bool, solution: &mut Solution) -> bool {
        if self.exhausted() {
            return false;
        }
        self.solver.push();
        self.solver.assert(extra);
        let outcome = self.check();
        self.solver.pop(1);
        match outcome {
            Outcome::Sat(better) => {
                *solution = better;
                true
            }
            Outcome::Unsat | Outcome::Unknown => false,
        }
    }
}
