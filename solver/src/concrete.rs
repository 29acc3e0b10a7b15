//! Solutions of queries that are not linear, found by giving values to symbols until they are linear (theory, 8.2).
//!
//! Programs with process grids and blocks of unknown sizes divide and multiply unknown numbers. With a number for the size of the
//! communicator, and small numbers for symbols in divisors and factors, all terms are linear, and functions such as `sqrt` have
//! known results. So races of stencils are found with small, typical numbers of processes.
//!
//! Invariant: a solution fulfils the query itself; nothing is claimed when none is found.

use crate::eval::Evaluation;
use crate::level::children;
use crate::linear;
use crate::minimal::{Cost, Outcome, Solution};
use crate::query::{Cond, Query, Role};
use rma_dataflow::ids::{SymId, TermId};
use rma_dataflow::term::{Op, Substitution, SymKind, Term, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

/// Sizes of communicators that are tried: the least grids with neighbours in one and two dimensions, and what does not fill one.
const SIZES: [i64; 6] = [2, 4, 3, 6, 1, 9];
/// Values of other symbols that are tried, from their least one, if they have one.
const VALUES: [i64; 6] = [1, 2, 0, 3, 4, 6];
/// Values that are put in, over all symbols.
const TRIED: u32 = 400;
/// The number of linear queries in total, and for each value of the first symbol.
const ASKED: (u32, u32) = (6, 2);

/// A small solution of a query with divisors or factors that are not known, if one is found soon.
pub(crate) fn find(query: &mut Query) -> (Option<Solution>, Cost) {
    let fixed = to_fix(&query.terms, &query.conds);
    if fixed.is_empty() {
        return (None, Cost::default());
    }
    let conds: Vec<TermId> = query.conds.iter().map(|c| c.term).collect();
    let original = query.conds.clone();
    let mut search = Search { query, fixed, tried: TRIED, asked: ASKED.0, of_first: 0, cost: Cost::default() };
    let solution = search.assign(0, &conds, &mut Vec::new());
    let cost = search.cost;
    query.conds = original;
    (solution.filter(|solution| holds(query, solution)), cost)
}

/// Symbols that make a query not linear, in the order in which they get values: sizes first.
fn to_fix(terms: &Terms, conds: &[Cond]) -> Vec<SymId> {
    let (mut seen, mut out) = (FxHashSet::default(), FxHashSet::default());
    let mut stack: Vec<TermId> = conds.iter().map(|c| c.term).collect();
    let symbols = |t: TermId| {
        let mut all = FxHashSet::default();
        terms.for_each_sym(t, &mut |s| {
            all.insert(s);
        });
        all
    };
    while let Some(t) = stack.pop() {
        if !seen.insert(t) {
            continue;
        }
        match terms.get(t) {
            Term::Op(Op::Div | Op::Mod | Op::Quot | Op::Rem, _, by) => out.extend(symbols(*by)),
            Term::Op(Op::Mul, a, b) => {
                // One of both is enough; preferably a symbol that is the same on all processes, rather than a rank or a
                // counter.
                let varies = |s: &SymId| matches!(terms.syms[*s].kind, SymKind::Rank(_) | SymKind::Counter(_));
                let weight = |all: &FxHashSet<SymId>| (all.iter().filter(|s| varies(s)).count(), all.len());
                let (a, b) = (symbols(*a), symbols(*b));
                out.extend(if weight(&b) < weight(&a) { b } else { a });
            }
            Term::Apply(..) => out.extend(symbols(t)),
            _ => {}
        }
        children(terms.get(t), &mut stack);
    }
    let mut out: Vec<SymId> = out.into_iter().collect();
    out.sort_by_key(|s| (!matches!(terms.syms[*s].kind, SymKind::Size(_)), *s));
    out
}

struct Search<'q> {
    query: &'q mut Query,
    fixed: Vec<SymId>,
    tried: u32,
    asked: u32,
    /// The queries that are left for the value of the first symbol.
    of_first: u32,
    cost: Cost,
}

impl Search<'_> {
    /// Gives the symbols from the `n`th on values; `conds` is what is left of the query.
    fn assign(&mut self, n: usize, conds: &[TermId], values: &mut Vec<i64>) -> Option<Solution> {
        let Some(&sym) = self.fixed.get(n) else { return self.ask(conds, values) };
        let (kind, lo, hi) = {
            let s = &self.query.terms.syms[sym];
            (s.kind.clone(), s.lo, s.hi)
        };
        let least = lo.unwrap_or(0);
        let all: Vec<i64> = match kind {
            SymKind::Size(_) => SIZES.to_vec(),
            _ if lo.is_some_and(|lo| lo > 1) => (0..VALUES.len() as i64).map(|k| least + k).collect(),
            _ => VALUES.to_vec(),
        };
        for value in all.into_iter().filter(|v| lo.is_none_or(|lo| *v >= lo) && hi.is_none_or(|hi| *v <= hi)) {
            if n == 0 {
                self.of_first = ASKED.1;
            }
            if self.tried == 0 || self.asked == 0 || self.of_first == 0 {
                return None;
            }
            self.tried -= 1;
            let Some(left) = self.with(sym, value, conds) else { continue };
            values.push(value);
            let found = self.assign(n + 1, &left, values);
            values.pop();
            if found.is_some() {
                return found;
            }
        }
        None
    }

    /// The conditions after a symbol is replaced by a value, without those that become true; `None` if one becomes false.
    fn with(&mut self, sym: SymId, value: i64, conds: &[TermId]) -> Option<Vec<TermId>> {
        let terms = &mut self.query.terms;
        let mut known = Substitution::new();
        let number = terms.int(value);
        known.insert(sym, number);
        let mut left = Vec::with_capacity(conds.len());
        for cond in conds {
            let cond = terms.subst(*cond, &mut known);
            match terms.as_const(cond) {
                Some(0) => return None,
                Some(_) => {}
                None => left.push(cond),
            }
        }
        Some(left)
    }

    /// Asks for the rest of a solution by linear arithmetic.
    fn ask(&mut self, conds: &[TermId], values: &[i64]) -> Option<Solution> {
        self.asked -= 1;
        self.of_first -= 1;
        let mut all: Vec<Cond> = conds.iter().map(|term| Cond { role: Role::Path, term: *term }).collect();
        for (sym, value) in self.fixed.iter().zip(values) {
            let terms = &mut self.query.terms;
            let (name, number) = (terms.sym(*sym), terms.int(*value));
            all.push(Cond { role: Role::Path, term: terms.eq(name, number) });
        }
        self.query.conds = all;
        let (outcome, cost) = linear::decide(self.query);
        self.cost = self.cost.and(cost);
        match outcome {
            Outcome::Sat(solution) => Some(solution),
            Outcome::Unsat(_) | Outcome::Unknown => None,
        }
    }
}

/// Whether a solution fulfils the query.
fn holds(query: &Query, solution: &Solution) -> bool {
    let no_opaque = FxHashMap::default();
    let mut eval = Evaluation::new(&query.terms, solution, &no_opaque);
    query.conds.iter().all(|c| eval.value(c.term).is_some_and(|v| v != 0))
}
