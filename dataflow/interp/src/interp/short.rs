//! Variables of loops that have few iterations: counts of conditions (`for (c = 0; c < 4; c++) if (first + c < size) n++`), products of
//! extents. Where such a variable has no closed form, its value behind the loop is computed one iteration after the other (theory, 4.5).

use super::Interp;
use rma_skeleton::skeleton::LoopValue;
use rma_term::ids::{LoopId, SymId, TermId};
use rma_term::limits::Limit;
use rma_term::term::Substitution;
use std::collections::BTreeSet;

impl Interp<'_> {
    /// Gives the variables of a finished loop their values at its end, if the number of iterations is known and small.
    pub(super) fn settle_short(&mut self, lid: LoopId) {
        let Some(trips) = self.facts.loops[lid].trips.and_then(|trips| self.facts.terms.as_const(trips)) else {
            return;
        };
        // Beyond these limits the values stay what they are without this computation.
        if trips > self.facts.terms.limits.get(Limit::ConcreteIterations) {
            return;
        }
        let values = self.closed_values(lid);
        let Some(last) = self.after_iterations(lid, &values, trips) else { return };
        let settled: BTreeSet<SymId> = values.iter().map(|v| v.sym).collect();
        let finals = &mut self.facts.loops[lid].finals;
        finals.retain(|(sym, _)| !settled.contains(sym));
        finals.extend(values.iter().map(|v| v.sym).zip(last));
    }

    /// The variables that an iteration computes of nothing but its number and of each other.
    fn closed_values(&self, lid: LoopId) -> Vec<LoopValue> {
        let data = &self.facts.loops[lid];
        let counter = data.counter;
        let mut values = data.values.clone();
        loop {
            let before = values.len();
            let among: BTreeSet<SymId> = values.iter().map(|v| v.sym).collect();
            values.retain(|v| {
                let is_other = |x: SymId| {
                    x != counter
                        && !among.contains(&x)
                        && self.facts.loop_within(self.facts.terms.syms[x].def_loop, lid)
                };
                !self.facts.terms.any_sym(v.back, is_other)
            });
            if values.len() == before {
                return values;
            }
        }
    }

    /// The values of the variables after this many iterations; `None` if the terms become too large.
    fn after_iterations(&mut self, lid: LoopId, values: &[LoopValue], trips: i64) -> Option<Vec<TermId>> {
        let counter = self.facts.loops[lid].counter;
        let mut now: Vec<TermId> = values.iter().map(|v| v.init).collect();
        for iteration in 0..trips {
            let mut s = Substitution::new();
            let number = self.facts.terms.int(iteration);
            s.insert(counter, number);
            values.iter().zip(&now).for_each(|(v, value)| s.insert(v.sym, *value));
            now = values.iter().map(|v| self.facts.terms.subst(v.back, &mut s)).collect();
            let most = self.facts.terms.limits.get(Limit::JoinedWeight);
            if now.iter().any(|t| self.facts.terms.weight(*t) > most) {
                return None;
            }
        }
        Some(now)
    }
}
