//! Small solutions by trying: most races happen for two processes and the first iterations, and need no solver.
//!
//! Values are tried in the order of the witness, smallest first, so a solution that is found is the witness.

use crate::eval::Evaluation;
use crate::minimal::Solution;
use crate::query::Query;
use crate::shape::symbols;
use rma_dataflow::term::{SymId, SymKind};
use rustc_hash::FxHashMap;

/// Symbols beyond which trying is left to z3.
const MAX_SYMBOLS: usize = 4;
/// Values of a symbol that are tried, from its least.
const VALUES: i128 = 4;

/// A solution with small values, if there is one.
pub(crate) fn find(query: &Query) -> Option<Solution> {
    let order = symbols(&query.terms);
    let syms = &query.terms.syms;
    if order.len() > MAX_SYMBOLS || order.len() != syms.len() {
        return None;
    }
    // The least of negative values is not the smallest number.
    if order.iter().any(|s| syms[*s].lo.is_some_and(|lo| lo < 0)) {
        return None;
    }
    // What ties ranks and sizes of several communicators together is the encoder's business.
    let sizes = order.iter().filter(|s| matches!(syms[**s].kind, SymKind::Size(_))).count();
    if sizes > 1 || order.iter().any(|s| matches!(syms[*s].kind, SymKind::Rank(_)) && syms[*s].below.is_none()) {
        return None;
    }
    let mut solution: Solution = syms.iter().map(|_| 0).collect();
    attempt(query, &order, &mut solution).then_some(solution)
}

fn attempt(query: &Query, order: &[SymId], solution: &mut Solution) -> bool {
    let Some((&s, rest)) = order.split_first() else { return holds(query, solution) };
    let sym = &query.terms.syms[s];
    let least = i128::from(sym.lo.unwrap_or(0));
    let last = sym.hi.map_or(least + VALUES - 1, |hi| i128::from(hi).min(least + VALUES - 1));
    (least..=last).any(|v| {
        solution[s] = v;
        attempt(query, rest, solution)
    })
}

fn holds(query: &Query, solution: &Solution) -> bool {
    let opaque = FxHashMap::default();
    let mut eval = Evaluation::new(&query.terms, solution, &opaque);
    let bounded = query.terms.syms.iter_enumerated().all(|(s, sym)| match sym.below {
        Some(b) => eval.value(b).is_some_and(|b| solution[s] < b),
        None => true,
    });
    bounded && query.conds.iter().all(|c| eval.value(c.term).is_some_and(|v| v != 0))
}
