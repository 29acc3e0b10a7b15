//! Iterations on the path of a segment, and values of other iterations in terms of those at its start (theory, 7.1).

use super::{FAR, Followed, SegmentPath, Walker, assume, is_excluded};
use rma_skeleton::facts::{Facts, SymKey};
use rma_skeleton::skeleton::{Event, Skeleton};
use rma_term::ids::{LoopId, SymId, TermId};
use rma_term::limits::Limit;
use rma_term::term::{Substitution, Sym, SymKind, Term};

impl Walker<'_, '_> {
    pub(super) fn iteration(&mut self, path: &mut SegmentPath, l: LoopId) {
        match self.loops.iter().position(|x| *x == l) {
            Some(i) if path.iterations[..i].iter().all(|t| *t == 0) => {
                // Without conditions of states, and with barriers alone, it matters whether there was one, and nothing else.
                let far = self.skeleton.loops[l].recursion
                    || !self.facts.terms.limits.room(Limit::SegmentIterations, path.iterations[i])
                    || self.followed == Followed::Barriers && path.iterations[i] > 0;
                path.iterations[i] = if far { FAR } else { path.iterations[i] + 1 };
                for t in &mut path.iterations[i + 1..] {
                    *t = FAR;
                }
            }
            // Entered again on the path: only its first iteration is distinguished from the others.
            Some(_) => {
                path.entered.remove(&l);
            }
            None => {
                let left = self.left_behind(path, l);
                let next = path
                    .entered
                    .remove(&l)
                    .map(|n| n + 1)
                    .filter(|n| self.facts.terms.limits.allows(Limit::SegmentInnerIterations, *n));
                self.hand_over(path, l);
                if let Some(n) = next {
                    path.entered.insert(l, n);
                }
                for (x, value) in left {
                    let now = self.facts.terms.sym(x);
                    let now = self.canonical(path, now);
                    let known = self.facts.terms.eq(now, value);
                    assume(self.facts, path, known);
                }
            }
        }
    }

    /// The next iteration of a loop that was entered on the path: facts about values that the last iteration passed on
    /// become facts about the header's values, other facts are dropped.
    fn hand_over(&mut self, path: &mut SegmentPath, l: LoopId) {
        let mut s = Substitution::new();
        let skeleton = self.skeleton;
        for v in &skeleton.loops[l].values {
            if !matches!(self.facts.terms.get(v.back), Term::Sym(_)) {
                continue;
            }
            // In later iterations of the loops around it, both are values of later times.
            let now = self.facts.terms.sym(v.sym);
            let (back, now) = (self.canonical(path, v.back), self.canonical(path, now));
            if let Term::Sym(x) = *self.facts.terms.get(back) {
                s.insert(x, now);
            }
        }
        let conds = std::mem::take(&mut path.conds);
        for c in conds {
            let facts = &*self.facts;
            let changes = |x: SymId| facts.loop_within(facts.terms.syms[x].def_loop, l);
            if facts.terms.any_sym(c, |x| changes(x) && s.get(x).is_none()) {
                let counter = self.skeleton.loops[l].counter;
                path.lossy |= self.sync_loops.contains(&l) && facts.terms.any_sym(c, |x| x == counter);
                continue;
            }
            let c = self.facts.terms.subst(c, &mut s);
            assume(self.facts, path, c);
        }
    }

    /// The variables of a loop of which the conditions of the path tell the constant that this iteration leaves.
    fn left_behind(&mut self, path: &SegmentPath, l: LoopId) -> Vec<(SymId, TermId)> {
        let skeleton = self.skeleton;
        let mut out = Vec::new();
        for v in &skeleton.loops[l].values {
            let back = self.canonical(path, v.back);
            if self.facts.terms.as_const(back).is_some() {
                out.push((v.sym, back));
            } else if self.facts.terms.is_bool(back) {
                let not = self.facts.terms.not(back);
                let told = [(not, true), (back, false)].into_iter().find(|(c, _)| is_excluded(self.facts, path, *c));
                out.extend(told.map(|(_, value)| (v.sym, self.facts.terms.truth(value))));
            }
        }
        out
    }

    /// Drops conditions on values of a loop, because the path enters the loop or begins its next iteration.
    pub(super) fn forget(&mut self, path: &mut SegmentPath, l: LoopId) {
        let facts = &*self.facts;
        path.conds.retain(|c| !facts.varies_in(*c, l));
    }

    /// A synchronisation in terms of the iterations at the start.
    pub(super) fn said(&mut self, path: &SegmentPath, event: &Event) -> Event {
        match event {
            Event::Order(o) => Event::Order(Box::new(o.map(|t| self.canonical(path, t)))),
            Event::Epoch(e) => Event::Epoch(Box::new(e.map(|t| self.canonical(path, t)))),
            other => other.clone(),
        }
    }

    /// A term of the current point, expressed in terms of the iterations at the start.
    pub fn canonical(&mut self, path: &SegmentPath, t: TermId) -> TermId {
        if self.facts.terms.as_const(t).is_some() {
            return t;
        }
        let mut t = if self.of_process { self.facts.of_all_parts(t, None) } else { t };
        for (l, n) in &path.entered {
            let mut s = values_in(self.facts, self.skeleton, *l, *n, t);
            t = self.facts.terms.subst(t, &mut s);
        }
        self.moved(&path.iterations, t)
    }

    /// A term of these iterations, expressed in terms of those at the start.
    fn moved(&mut self, iterations: &[u8], t: TermId) -> TermId {
        if iterations.iter().all(|n| *n == 0) {
            return t;
        }
        let mut s = self.substitutions.remove(iterations).unwrap_or_default();
        let mut entered: Vec<SymId> = Vec::new();
        self.facts.terms.for_each_sym(t, &mut |x| {
            if s.get(x).is_none() {
                entered.push(x);
            }
        });
        for x in entered {
            let to = self.shifted(iterations, x);
            s.insert(x, to);
        }
        let out = self.facts.terms.subst(t, &mut s);
        self.substitutions.insert(iterations.to_vec(), s);
        out
    }

    fn shifted(&mut self, iterations: &[u8], x: SymId) -> TermId {
        let def = self.facts.terms.syms[x].def_loop;
        let Some(i) = (0..self.loops.len()).rev().find(|i| self.facts.loop_within(def, self.loops[*i])) else {
            return self.facts.terms.sym(x);
        };
        let Some(iterated) = iterations[..=i].iter().position(|t| *t != 0) else { return self.facts.terms.sym(x) };
        if iterated == i && iterations[i] != FAR {
            if self.skeleton.loops[self.loops[i]].counter == x {
                let k = self.facts.terms.sym(x);
                return self.facts.terms.add_int(k, i64::from(iterations[i]));
            }
            if let Some(value) = self.passed_on(iterations, i, x) {
                return value;
            }
        }
        let moment = iterations[..=i].iter().fold(0u32, |n, t| n.wrapping_mul(16).wrapping_add(u32::from(*t & 15)));
        later(self.facts, x, moment)
    }

    /// The value of a loop's variable in a later iteration: what the iteration before has left, where this is a truth value or a constant,
    /// or another variable's value.
    fn passed_on(&mut self, iterations: &[u8], i: usize, x: SymId) -> Option<TermId> {
        let skeleton = self.skeleton;
        let back = skeleton.loops[self.loops[i]].values.iter().find(|v| v.sym == x)?.back;
        let (terms, inner) = (&self.facts.terms, &self.loops[i + 1..]);
        let of_handle = |s: SymId| self.facts.threads.handles.contains_key(&s);
        let plain = terms.as_const(back).is_some()
            || terms.is_bool(back)
            || matches!(terms.get(back), Term::Sym(_))
            || terms.any_sym(back, of_handle);
        // In which of its iterations a loop inside of this one, around the start, was left is forgotten.
        let of_inner = |s: SymId| inner.iter().any(|l| self.facts.loop_within(terms.syms[s].def_loop, *l));
        let of_thread = self.of_process && terms.syms[x].thread.is_some();
        if !plain
            || of_thread
            || terms.any_sym(back, of_inner)
            || self.of_process && self.facts.of_all_parts(back, None) != back
        {
            return None;
        }
        let mut before = iterations.to_vec();
        before[i] -= 1;
        if before[i] == 0 {
            before.fill(0);
        }
        let value = self.moved(&before, back);
        self.facts.terms.limits.allows(Limit::PathsWeight, self.facts.terms.weight(value)).then_some(value)
    }
}

/// A symbol's value at a later moment.
pub(crate) fn later(facts: &mut Facts, x: SymId, moment: u32) -> TermId {
    let of = facts.terms.syms[x].clone();
    let later = facts.symbol(SymKey::Later(x, moment), |_| Sym { kind: SymKind::Earlier(x, moment), fact: None, ..of });
    facts.terms.sym(later)
}

/// The known values of a loop in its `n`-th iteration, for the symbols that a term contains.
fn values_in(facts: &mut Facts, skeleton: &Skeleton, l: LoopId, n: u8, t: TermId) -> Substitution {
    let data = &skeleton.loops[l];
    let mut s = Substitution::new();
    let number = facts.terms.int(i64::from(n));
    s.insert(data.counter, number);
    for v in data.values.iter().filter(|_| n == 0) {
        s.insert(v.sym, v.init);
    }
    if facts.loops[l].parent.is_none() {
        let mut alike: Vec<SymId> = Vec::new();
        facts.terms.for_each_sym(t, &mut |x| {
            let sym = &facts.terms.syms[x];
            if sym.uniform && sym.def_loop == Some(l) && s.get(x).is_none() {
                alike.push(x);
            }
        });
        for x in alike {
            let to = in_turn(facts, x, n);
            s.insert(x, to);
        }
    }
    s
}

/// Moments from here on are iterations of a loop that is entered once, counted from its first one.
const TURNS: u32 = 1 << 26;

/// The symbol for a value that every process reads alike in the `n`-th iteration of a loop that is entered once.
fn in_turn(facts: &mut Facts, x: SymId, n: u8) -> TermId {
    let (of, moment) = (facts.terms.syms[x].clone(), TURNS + u32::from(n));
    let sym = Sym { kind: SymKind::Earlier(x, moment), fact: None, def_loop: None, ..of };
    let then = facts.symbol(SymKey::Later(x, moment), |_| sym);
    facts.terms.sym(then)
}

/// Whether a symbol is a value that all processes read alike in one given iteration.
pub(crate) fn is_of_one_turn(kind: &SymKind) -> bool {
    matches!(kind, SymKind::Earlier(_, moment) if (TURNS..=TURNS + u32::from(u8::MAX)).contains(moment))
}
