//! One query decided by z3: satisfiability with checked models; and a smaller solution from a known one (theory, 8.2).

use crate::budget::Limit;
use crate::encode::Encoder;
use crate::eval::{Evaluation, apply};
use crate::query::Query;
use crate::refuted::Refuted;
use crate::shape::symbols;
use crate::verdict::SafeBy;
use index_vec::IndexVec;
use rma_dataflow::ids::{SymId, TermId};
use rustc_hash::FxHashMap;
use z3::ast::{Bool, Int};
use z3::{Config, Model, Params, SatResult, Solver, StatisticsValue, with_z3_config};

/// Rounds of exact facts for operators that z3 knows only approximately.
const REFINEMENTS: usize = 40;
/// Checks spent on making one witness small.
const MINIMISING_CHECKS: u32 = 48;

/// Values of the symbols of a query.
pub(crate) type Solution = IndexVec<SymId, i128>;

/// The answer to a query.
#[derive(Debug, Clone)]
pub(crate) enum Outcome {
    Unsat(SafeBy),
    Sat(Solution),
    Unknown,
}

/// The cost of an answer, in steps of z3, which do not depend on the machine.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Cost {
    pub steps: u64,
    /// Checks that ended without an answer.
    pub unanswered: u32,
}

impl Cost {
    /// Both together.
    pub fn and(self, other: Cost) -> Cost {
        Cost { steps: self.steps + other.steps, unanswered: self.unanswered + other.unanswered }
    }
}

struct Search<'q> {
    solver: Solver,
    enc: Encoder<'q>,
    conds: Vec<TermId>,
    checks: u32,
    unanswered: u32,
    /// A check was stopped by the clock.
    braked: bool,
    limit: Limit,
}

/// Whether the query has a solution. If it has none, the query is written to `refuted`, with the facts that z3 was given
/// meanwhile.
pub(crate) fn solve(query: &mut Query, limit: Limit, refuted: Option<&Refuted>) -> (Outcome, Cost) {
    alone(|| {
        let mut search = Search::new(query, limit);
        let outcome = search.check();
        if let (Outcome::Unsat(by), Some(refuted)) = (&outcome, refuted) {
            refuted.add(*by, search.solver.to_string());
        }
        (outcome, search.cost())
    })
}

/// The query as z3 gets it, in SMT-LIB 2.
pub(crate) fn text(query: &mut Query, limit: Limit) -> String {
    alone(|| {
        let search = Search::new(query, limit);
        search.enc.lemmas.iter().for_each(|lemma| search.solver.assert(lemma));
        search.solver.to_string()
    })
}

/// Makes a solution smaller in the order of the witness, as far as a few checks allow.
pub(crate) fn minimise(query: &mut Query, solution: &mut Solution, limit: Limit) -> Cost {
    let order = symbols(&query.terms);
    alone(|| {
        let mut search = Search::new(query, limit);
        search.minimise(&order, solution);
        search.cost()
    })
}

/// Runs a search in a separate context.
///
/// The answer of z3 depends on the history of its context: numbers of terms, activities, lemmas. In a separate context
/// a query gets the same answer, regardless of earlier queries of this thread.
fn alone<R: Send + Sync>(search: impl FnOnce() -> R + Send + Sync) -> R {
    with_z3_config(&Config::new(), search)
}

impl<'q> Search<'q> {
    /// Asserts the query.
    fn new(query: &'q mut Query, limit: Limit) -> Search<'q> {
        // The logic names strategies that are not used here. Those of `LIA` take a fifth of the time to set up that the default
        // ones take, and the search is the same.
        let solver = Solver::new_for_logic("LIA").unwrap_or_default();
        let mut params = Params::new();
        params.set_u32("rlimit", limit.steps);
        params.set_u32("timeout", limit.brake_ms());
        // Tangent lemmas of products can loop in z3 without counting steps or checking the clock.
        params.set_bool("arith.nl.tangents", false);
        solver.set_params(&params);
        let conds: Vec<TermId> = query.conds.iter().map(|c| c.term).collect();
        let mut enc = Encoder::new(&mut query.terms);
        let mut asserted = enc.symbol_facts();
        for c in &conds {
            asserted.push(enc.truth(*c));
            enc.require_defined(*c, &mut asserted);
        }
        // A scope makes z3 use its incremental solver, which answers in a tenth of the time of its strategies.
        solver.push();
        asserted.iter().chain(&enc.facts).for_each(|a| solver.assert(a));
        Search { solver, enc, conds, checks: 0, unanswered: 0, braked: false, limit }
    }

    fn cost(&self) -> Cost {
        let braked = if self.braked { self.limit.braked() } else { 0 };
        Cost { steps: self.steps().max(braked), unanswered: self.unanswered }
    }

    /// Steps that the context has made.
    fn steps(&self) -> u64 {
        match self.solver.get_statistics().value("rlimit count") {
            Some(StatisticsValue::UInt(n)) => n.into(),
            Some(StatisticsValue::Double(n)) => n as u64,
            None => 0,
        }
    }

    /// A check whose models hold under exact evaluation.
    fn check(&mut self) -> Outcome {
        let mut narrowed = false;
        for _ in 0..REFINEMENTS {
            self.checks += 1;
            match self.solver.check() {
                SatResult::Unsat if narrowed => return Outcome::Unknown,
                SatResult::Unsat => return Outcome::Unsat(SafeBy::Solver),
                SatResult::Unknown => {
                    self.unanswered += 1;
                    let reason = self.solver.get_reason_unknown().unwrap_or_default();
                    self.braked |= self.steps() < self.limit.steps.into() && matches!(&*reason, "timeout" | "canceled");
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
                // z3 gave a value to a division by zero: search where nothing is undefined.
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

    /// Minimises the symbols one after the other, in the order of the witness.
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
        self.checks >= MINIMISING_CHECKS || self.unanswered > 0 || self.steps() >= self.limit.steps.into()
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
            Outcome::Unsat(_) | Outcome::Unknown => false,
        }
    }
}
