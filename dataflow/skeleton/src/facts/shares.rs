//! A team as a whole executes all iterations of a worksharing loop (theory, 6.5).

use super::Facts;
use rma_term::ids::{LoopId, SymId, TermId, ThreadId};
use rma_term::term::{Substitution, SymKind};
use rustc_hash::FxHashSet;

impl Facts<'_> {
    /// Rewrites a term about the part of a worksharing loop that a thread executes to a term about the whole loop: the team
    /// executes all iterations, each of them once (OpenMP 5.2, 11.5).
    pub fn of_all_parts(&mut self, t: TermId, team: Option<ThreadId>) -> TermId {
        if self.threads.shares.is_empty() || self.terms.as_const(t).is_some() {
            return t;
        }
        let mut bounds: Vec<(SymId, TermId)> = Vec::new();
        self.terms.for_each_sym(t, &mut |x| {
            let sym = &self.terms.syms[x];
            if sym.kind == SymKind::Share && team.is_none_or(|s| self.threads.within(sym.thread, s)) {
                bounds.extend(self.bound_of_whole(x).map(|to| (x, to)));
            }
        });
        if bounds.is_empty() {
            return t;
        }
        let mut s = Substitution::new();
        for (x, to) in bounds {
            s.insert(x, to);
        }
        self.terms.subst(t, &mut s)
    }

    /// The bound of the whole worksharing loop, in place of the bound of a part.
    fn bound_of_whole(&self, x: SymId) -> Option<TermId> {
        if let Some(share) = self.threads.shares.get(&x) {
            return share.whole.map(|[lower, _]| lower);
        }
        let mut ends = self.threads.shares.values().filter(|s| s.upper == x && s.behind == 0);
        ends.find_map(|s| s.whole).map(|[_, upper]| upper)
    }

    /// Whether a condition contains a chunk, in one of these loops, of a schedule that is not followed as a whole.
    pub fn asks_for_chunk(&self, cond: TermId, loops: &FxHashSet<LoopId>) -> bool {
        !self.threads.asks.is_empty()
            && self.terms.any_sym(cond, |x| {
                self.threads.asks.contains(&x) && self.terms.syms[x].def_loop.is_some_and(|l| loops.contains(&l))
            })
    }
}
