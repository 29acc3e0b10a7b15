//! In which cases the iterations of a loop with its test at the end are executed (theory, 4.5).
//!
//! `do { .. } while (k * step + first < n)` has an iteration k if it is the first one, or if the test behind iteration k - 1 was true. The
//! counter of such a loop need not have a last value in closed form.

use super::Facts;
use crate::skeleton::Skeleton;
use rma_term::ids::{LoopId, TermId};
use rma_term::limits::Limit;
use rma_term::term::{Knowledge, Substitution};

impl Facts<'_> {
    /// Finds the loops whose iterations have such a condition.
    pub fn find_iterations(&mut self, skeleton: &Skeleton) {
        for l in skeleton.loops.indices() {
            if skeleton.loops[l].trips.is_none()
                && !skeleton.loops[l].recursion
                && let Some(again) = self.tested_at_the_end(skeleton, l)
            {
                let counter = skeleton.loops[l].counter;
                let k = self.terms.sym(counter);
                let before = self.terms.add_int(k, -1);
                let mut s = Substitution::new();
                s.insert(counter, before);
                let (first, again) = (self.terms.eq0(k), self.terms.subst(again, &mut s));
                let executed = self.terms.any(&[first, again]);
                self.iterations.insert(l, executed);
            }
        }
    }

    /// The test after an iteration of a loop, if it depends only on the number of the iteration.
    fn tested_at_the_end(&mut self, skeleton: &Skeleton, l: LoopId) -> Option<TermId> {
        let mut tests = Vec::new();
        for node in skeleton.nodes.iter().filter(|n| n.loops.contains(&l)) {
            tests.extend(node.succs.iter().filter(|e| skeleton.loops[l].begins_at(e.to)).map(|e| e.cond));
        }
        let again = self.terms.any(&tests);
        let counter = skeleton.loops[l].counter;
        let told = self.terms.any_sym(again, |x| x == counter)
            && !self.terms.any_sym(again, |x| x != counter && self.loop_within(self.terms.syms[x].def_loop, l))
            && self.terms.knowledge(again) != Knowledge::Lost
            && self.is_light(again, Limit::BlockCondition);
        told.then_some(again)
    }
}
