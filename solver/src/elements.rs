//! Races that need an array without elements (theory, 8.3).
//!
//! A program that reads a size and allocates memory of it is not meant for sizes below one, and seldom says so. A race that happens for such sizes alone
//! is no finding that helps: it stays unproven. Where the program itself speaks of them (`if (n == 0)`, `if (n < 0) n = 0`), the race counts.

use crate::level::children;
use crate::minimal::{Outcome, Solution};
use crate::query::{Cond, Query, Role};
use crate::verdict::UnprovenReason;
use crate::worker::Worker;
use rma_dataflow::ids::{SymId, TermId};
use rma_dataflow::object::Objects;
use rma_dataflow::term::{SymKind, Term, Terms};
use rustc_hash::FxHashSet;

/// The parameters and inputs, alike on all processes, that the sizes of objects are computed from.
pub(crate) fn sizes_of(terms: &Terms, objects: &Objects) -> FxHashSet<SymId> {
    let mut out = FxHashSet::default();
    for size in objects.iter().filter_map(|object| object.size) {
        let (_, parts) = terms.linear(size);
        let parts: Vec<FxHashSet<SymId>> = parts.iter().map(|(t, _)| sizes_in(terms, *t)).collect();
        // A sum of several numbers may have zeros among them (`n + 2 * pad`): what multiplies something is a size.
        let Some(common) = parts.iter().cloned().reduce(|a, b| &a & &b).filter(|common| !common.is_empty()) else {
            continue;
        };
        out.extend(parts.into_iter().filter(|part| common.iter().all(|s| part.contains(s))).flatten());
    }
    out
}

/// The parameters and inputs in one part of a size; what decides between cases is none.
fn sizes_in(terms: &Terms, t: TermId) -> FxHashSet<SymId> {
    if let Term::Ite(_, a, b) = *terms.get(t) {
        return &sizes_in(terms, a) | &sizes_in(terms, b);
    }
    let mut out = FxHashSet::default();
    terms.for_each_sym(t, &mut |s| {
        let sym = &terms.syms[s];
        if sym.uniform && matches!(sym.kind, SymKind::Parameter | SymKind::Input) {
            out.insert(s);
        }
    });
    out
}

/// Whether a case distinction, or what is known of a value in several cases, compares one of these sizes with zero or one. A branch that does so is a
/// condition of the query, which then has no solution with elements.
fn speaks_of_none(q: &Query, sizes: &[SymId]) -> bool {
    // Terms, and whether they decide a case.
    let mut stack: Vec<(TermId, bool)> = q.conds.iter().map(|c| (c.term, false)).collect();
    let facts = q.conds.iter().filter(|c| c.role == Role::Assumption);
    stack.extend(facts.filter(|c| matches!(q.terms.get(c.term), Term::Any(_))).map(|c| (c.term, true)));
    let mut seen = FxHashSet::default();
    while let Some((t, decides)) = stack.pop() {
        if !seen.insert((t, decides)) {
            continue;
        }
        let term = q.terms.get(t);
        if let (true, Term::Le0(x) | Term::Eq0(x)) = (decides, term) {
            let (c, parts) = q.terms.linear(*x);
            if matches!(parts[..], [(part, k)] if k.abs() == 1 && c.abs() <= 1 && is_one_of(q, part, sizes)) {
                return true;
            }
        }
        let mut parts = Vec::new();
        children(term, &mut parts);
        let cond = match term {
            Term::Ite(cond, ..) => Some(*cond),
            _ => None,
        };
        stack.extend(parts.into_iter().map(|part| (part, decides || cond == Some(part))));
    }
    false
}

/// Whether a term is one of these symbols, in some case.
fn is_one_of(q: &Query, t: TermId, symbols: &[SymId]) -> bool {
    match *q.terms.get(t) {
        Term::Sym(s) => symbols.contains(&s),
        Term::Ite(_, a, b) => is_one_of(q, a, symbols) || is_one_of(q, b, symbols),
        _ => false,
    }
}

impl Worker<'_, '_> {
    /// Looks for a solution in which sizes of memory are at least one; the query then contains this. The result says why the race is not
    /// proved: none is found, although the conditions of the program alone allow it.
    pub(crate) fn without_elements(&mut self, q: &mut Query, solution: &mut Solution) -> Option<UnprovenReason> {
        let is_size = |s: &SymId| {
            let origin = q.origins[s.index()];
            origin.is_some_and(|o| self.program.sizes_of_memory.contains(&o)) && solution[*s] < 1
        };
        let empty: Vec<SymId> = q.terms.syms.indices().filter(is_size).collect();
        if empty.is_empty() || speaks_of_none(q, &empty) {
            return None;
        }
        let whole = q.conds.clone();
        for s in q.terms.syms.indices().collect::<Vec<_>>() {
            let size = q.origins[s.index()].is_some_and(|o| self.program.sizes_of_memory.contains(&o));
            if size {
                let (one, value) = (q.terms.int(1), q.terms.sym(s));
                let some = q.terms.le(one, value);
                if q.terms.as_const(some).is_none() {
                    q.conds.push(Cond { role: Role::Assumption, term: some });
                }
            }
        }
        match self.solve(q) {
            Outcome::Sat(larger) => {
                *solution = larger;
                return None;
            }
            Outcome::Unknown | Outcome::Unsat(_) => {}
        }
        let with_elements = q.conds.clone();
        q.conds.retain(|c| c.role != Role::Overlap);
        let allowed = !matches!(self.solve(q), Outcome::Unsat(_));
        q.conds = if allowed { with_elements } else { whole };
        allowed.then_some(UnprovenReason::NoElements)
    }
}
