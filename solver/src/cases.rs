//! A query as several, one for each value of symbols that choose among alternatives (theory, 8.2).
//!
//! A loop over the four neighbours of a process puts from places, to places and with types that its counter chooses. With a
//! number for the counter each of these terms is one alternative, and arithmetic decides what it could not decide for all
//! four together.
//!
//! Invariant: the cases together have the solutions of the query, and each solution of a case is one of the query.
//!
//! Only symbols with at most 8 values are distinguished.

use crate::level::children;
use crate::query::{Cond, Query};
use rma_dataflow::ids::{SymId, TermId};
use rma_dataflow::term::{Substitution, Term, Terms};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// The number of cases of a query.
const CASES: usize = 64;
/// The number of values of a symbol.
const VALUES: i64 = 8;
/// The number of tests on a symbol that choose between terms. With fewer it is as well to distinguish the terms.
const TESTS: usize = 2;

/// The conditions of each case; none if no symbol with few values chooses among alternatives.
pub(crate) fn of(query: &mut Query) -> Vec<Vec<Cond>> {
    let mut out = Vec::new();
    let conds = query.conds.clone();
    if chooser(&query.terms, &conds, CASES).is_some() {
        split(&mut query.terms, &conds, CASES, &mut out);
    }
    out
}

fn split(terms: &mut Terms, conds: &[Cond], most: usize, out: &mut Vec<Vec<Cond>>) {
    let Some((symbol, lo, hi)) = chooser(terms, conds, most) else {
        out.push(conds.to_vec());
        return;
    };
    let most = most / (hi - lo + 1) as usize;
    for value in lo..=hi {
        if let Some(case) = with(terms, conds, symbol, value) {
            split(terms, &case, most, out);
        }
    }
}

/// The conditions for one value of a symbol; `None` if one of them is false.
fn with(terms: &mut Terms, conds: &[Cond], symbol: SymId, value: i64) -> Option<Vec<Cond>> {
    let mut s = Substitution::new();
    let number = terms.int(value);
    s.insert(symbol, number);
    let mut out = Vec::new();
    for cond in conds {
        let term = terms.subst(cond.term, &mut s);
        let mut stack = vec![terms.ne0(term)];
        while let Some(term) = stack.pop() {
            match terms.get(term) {
                Term::Const(0) => return None,
                Term::Const(_) => {}
                Term::All(parts) => stack.extend(parts.iter().rev()),
                _ => out.push(Cond { term, ..*cond }),
            }
        }
    }
    // What bounds other symbols by this one stays as it was.
    if let Some(role) = conds.first().map(|c| c.role) {
        let this = terms.sym(symbol);
        out.push(Cond { role, term: terms.eq(this, number) });
    }
    let mut seen = FxHashSet::default();
    out.retain(|c| seen.insert(c.term));
    Some(out)
}

/// The symbol whose tests choose between most terms, with its least and its greatest value.
fn chooser(terms: &Terms, conds: &[Cond], most: usize) -> Option<(SymId, i64, i64)> {
    let mut tests: BTreeMap<SymId, FxHashSet<TermId>> = BTreeMap::new();
    let mut bounds: FxHashMap<SymId, (Option<i64>, Option<i64>)> = FxHashMap::default();
    let (mut seen, mut stack) = (FxHashSet::default(), Vec::new());
    for cond in conds {
        // `c + s <= 0` or `c - s <= 0`
        if let Term::Le0(_) = terms.get(cond.term)
            && let Some((symbol, c, n)) = compared(terms, cond.term)
        {
            let (lo, hi) = bounds.entry(symbol).or_default();
            match n {
                1 => *hi = (*hi).into_iter().chain(c.checked_neg()).min(),
                -1 => *lo = (*lo).into_iter().chain([c]).max(),
                _ => {}
            }
        }
        stack.push(cond.term);
    }
    while let Some(t) = stack.pop() {
        if !seen.insert(t) {
            continue;
        }
        if let Term::Ite(test, ..) = terms.get(t)
            && let Some((symbol, ..)) = compared(terms, *test)
        {
            tests.entry(symbol).or_default().insert(*test);
        }
        children(terms.get(t), &mut stack);
    }
    let mut best: Option<(usize, SymId, i64, i64)> = None;
    for (symbol, tests) in tests {
        let own = &terms.syms[symbol];
        let (lo, hi) = bounds.get(&symbol).copied().unwrap_or_default();
        let (lo, hi) = (lo.into_iter().chain(own.lo).max(), hi.into_iter().chain(own.hi).min());
        let Some((lo, hi)) = lo.zip(hi) else { continue };
        let number = hi.saturating_sub(lo).saturating_add(1);
        let fits = (1..=VALUES).contains(&number) && number as usize <= most;
        let better = best.is_none_or(|(n, ..)| tests.len() > n);
        if fits && tests.len() >= TESTS && better {
            best = Some((tests.len(), symbol, lo, hi));
        }
    }
    best.map(|(_, symbol, lo, hi)| (symbol, lo, hi))
}

/// The only symbol of a comparison with a constant: the symbol, the constant and the factor in `c + n·s`.
fn compared(terms: &Terms, test: TermId) -> Option<(SymId, i64, i64)> {
    let inner = match *terms.get(test) {
        Term::Not(inner) => inner,
        _ => test,
    };
    let (Term::Eq0(sum) | Term::Le0(sum)) = *terms.get(inner) else { return None };
    let (c, parts) = terms.linear(sum);
    match parts[..] {
        [(atom, n)] => match *terms.get(atom) {
            Term::Sym(symbol) => Some((symbol, c, n)),
            _ => None,
        },
        _ => None,
    }
}
