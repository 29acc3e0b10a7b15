//! Races that need an array without elements (theory, 8.3).
//!
//! A program that reads a size and allocates memory of it is not meant for sizes below one, and seldom says so. A race that happens for such sizes alone
//! is no finding that helps: it stays unproven. Where the program itself asks for them (`if (n == 0)`), the race counts.

use crate::minimal::{Outcome, Solution};
use crate::query::{Cond, Query, Role};
use crate::verdict::UnprovenReason;
use crate::worker::Worker;
use rma_dataflow::ids::SymId;
use rma_dataflow::object::Objects;
use rma_dataflow::term::{SymKind, Terms};
use rustc_hash::FxHashSet;

/// The parameters and inputs, alike on all processes, that the sizes of objects are computed from.
pub(crate) fn sizes_of(terms: &Terms, objects: &Objects) -> FxHashSet<SymId> {
    let mut out = FxHashSet::default();
    for size in objects.iter().filter_map(|object| object.size) {
        terms.for_each_sym(size, &mut |s| {
            let sym = &terms.syms[s];
            if sym.uniform && matches!(sym.kind, SymKind::Parameter | SymKind::Input) {
                out.insert(s);
            }
        });
    }
    out
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
        if empty.is_empty() {
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
