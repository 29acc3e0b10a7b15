//! A process that continues because of a word that another process has stored while an operation of that other process was still
//! pending (theory, 7.6).
//!
//! A process that fetches such a word is not ordered after the operation: neither a free lock nor the number of an iteration means
//! that the operation is complete. The fetched value is the value that was stored, so it does not count as data read at run time.
//! The holder of the lock got it in the same way, by the word of an earlier holder. If several processes continue because of one
//! word, one of them is the first.

use super::Product;
use super::active::Active;
use super::copy::Copy;
use super::state::ProductState;
use rma_term::ids::{SymId, TermId};
use rma_term::term::{Process, Substitution};

impl Product<'_, '_> {
    /// For a process that got where it is by a word that the other process stored while its operation was pending: the values that
    /// the two processes have fetched, and further conditions.
    pub(super) fn entered(
        &mut self,
        state: &ProductState,
        copies: &mut [Copy; 2],
        a: &Active,
        b: &Active,
    ) -> Option<(Substitution, Vec<TermId>)> {
        self.entered_after(state, copies, (a, 0), (b, 1)).or_else(|| self.entered_after(state, copies, (b, 1), (a, 0)))
    }

    fn entered_after(
        &mut self,
        state: &ProductState,
        copies: &mut [Copy; 2],
        (holder, who): (&Active, usize),
        (next, other): (&Active, usize),
    ) -> Option<(Substitution, Vec<TermId>)> {
        let published = self.published.get(&holder.at)?.clone();
        let (own, fetched) = (self.fetched_in(holder), self.fetched_in(next));
        // The conditions of the holder contain only fetched values.
        if fetched.is_empty() || own.iter().any(|x| !fetched.contains(x)) {
            return None;
        }
        let contents = self.contents(state.at[who].point);
        for h in published {
            for word in contents.all.iter().filter(|w| w.at == h.by) {
                let mut conds: Vec<TermId> =
                    h.conds.iter().chain(&word.conds).map(|c| copies[who].of(self.facts, *c)).collect();
                conds.push(copies[who].of(self.facts, word.effect.cond));
                let (Some(value), Some(target), Some(win)) = (word.stores, word.target, word.win) else { continue };
                if self.fetched_in(word).iter().any(|x| !fetched.contains(x)) {
                    continue;
                }
                let [block] = &word.effect.area.blocks[..] else { continue };
                let [target, offset, win] = [target, block.offset, win].map(|t| copies[who].of(self.facts, t));
                let mut values = Substitution::new();
                let mut known = true;
                for &x in &fetched {
                    let Some(location) = self.facts.fetched.get(&x).copied() else {
                        known = false;
                        break;
                    };
                    for (mine, theirs) in [(location.target, target), (location.offset, offset)] {
                        let mine = copies[other].of(self.facts, mine);
                        conds.push(self.facts.terms.eq(mine, theirs));
                    }
                    let mine = copies[other].of(self.facts, location.memory);
                    conds.push(self.facts.terms.eq(mine, win));
                    let x = self.facts.terms.sym(x);
                    let (now, then) = (copies[other].of(self.facts, x), copies[who].of(self.facts, x));
                    let stored = copies[who].of(self.facts, value);
                    let earlier = self.made.elsewhere(Process::Target).of(self.facts, value);
                    known &= self.give(&mut values, now, stored) && self.give(&mut values, then, earlier);
                }
                let all = self.facts.terms.all(&conds);
                if known && !self.facts.terms.is_false(all) {
                    return Some((values, conds));
                }
            }
        }
        None
    }

    fn give(&self, values: &mut Substitution, of: TermId, value: TermId) -> bool {
        let rma_term::term::Term::Sym(x) = *self.facts.terms.get(of) else { return false };
        values.insert(x, value);
        // A value that was itself fetched would need an explanation too.
        !self.facts.speaks_of_windows(value)
    }

    /// The fetched values that decide whether an effect takes place.
    fn fetched_in(&self, x: &Active) -> Vec<SymId> {
        let facts = &self.facts;
        let mut out = Vec::new();
        for c in x.conds.iter().filter(|c| facts.speaks_of_windows(**c)) {
            facts.terms.for_each_sym(*c, &mut |s| {
                if facts.is_from_window(s) && !out.contains(&s) {
                    out.push(s);
                }
            });
        }
        out
    }
}
