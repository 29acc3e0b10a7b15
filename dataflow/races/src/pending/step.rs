//! Steps of a walk: along edges, into, out of and round loops (theory, 6.2).
//!
//! Terms of the issue are rewritten in terms of the present iteration: after d iterations the counter `k` becomes `k - d`, and every other
//! value of the loop becomes a new symbol (`Earlier`). Equations relate these symbols: a value at the end of one iteration is the value at
//! the beginning of the next one. After the loop its counter is at most its bound. A loop that is left in its first iteration has changed
//! nothing: its values are the entry values for the branches after it (`while (!done && i < n) { .. } if (!done) wait();`).

use super::Walk;
use super::state::{Follows, Rel, State};
use rma_skeleton::facts::Facts;
use rma_skeleton::skeleton::Edge;
use rma_term::ids::{LoopId, NodeId, SymId, TermId};
use rma_term::limits::Limit;
use rma_term::term::{Knowledge, Substitution, Sym, SymKind, Term};

impl Walk<'_, '_> {
    /// The states after leaving a node along each of its edges.
    pub(super) fn leave(&mut self, node: NodeId, state: &State) -> Vec<(NodeId, State)> {
        let edges = self.skeleton.nodes[node].succs.clone();
        edges.iter().filter_map(|e| self.along(node, state, e).map(|s| (e.to, s))).collect()
    }

    fn along(&mut self, from: NodeId, state: &State, edge: &Edge) -> Option<State> {
        let mut s = state.clone();
        let cond = self.now(&s, edge.cond);
        let cond = self.team_branch(&s, cond);
        if !s.assume(&mut self.facts.terms, cond) || self.contradicts_known(&s, cond) {
            return None;
        }
        if !self.enter_spawned(&mut s, from, edge) {
            return None;
        }
        let (here, there) = (&self.skeleton.nodes[from].loops, &self.skeleton.nodes[edge.to].loops);
        let common = here.iter().zip(there).take_while(|(a, b)| a == b).count();
        let iterated = match edge.iterations {
            Some(l) => Some(l),
            None => {
                there.last().copied().filter(|l| common == there.len() && self.skeleton.loops[*l].begins_at(edge.to))
            }
        };
        let left: Vec<LoopId> = here[common..].iter().rev().copied().collect();
        let entered: Vec<LoopId> = there[common..].to_vec();
        for l in left {
            if !self.exit(&mut s, l) {
                return None;
            }
        }
        if let Some(l) = iterated
            && (!self.iteration(&mut s, l, edge.iterations.is_some()) || self.is_beyond(&s, l))
        {
            return None;
        }
        for l in entered {
            self.enter(&mut s, l);
        }
        Some(s)
    }

    /// A term of the current point under what is known of first iterations.
    pub(super) fn now(&mut self, state: &State, t: TermId) -> TermId {
        let mut t = t;
        if self.facts.terms.as_const(t).is_some() {
            return t;
        }
        if let Some(concurrent) = &self.concurrent {
            let path = concurrent.second.clone();
            return self.as_second(&path, t);
        }
        for &l in &state.first {
            let mut s = match self.first.remove(&l) {
                Some(s) => s,
                None => self.first_values(l),
            };
            t = self.facts.terms.subst(t, &mut s);
            self.first.insert(l, s);
        }
        match state.follows {
            Follows::Team(team) => self.facts.of_all_parts(t, Some(team)),
            _ => t,
        }
    }

    pub(super) fn first_values(&mut self, l: LoopId) -> Substitution {
        let data = &self.skeleton.loops[l];
        let mut s = Substitution::new();
        let zero = self.facts.terms.int(0);
        s.insert(data.counter, zero);
        for v in &data.values {
            s.insert(v.sym, v.init);
        }
        s
    }

    /// A branch excludes what has led to the issue together with the branches since: a program that works in one of several modes still
    /// works in the mode in which it has issued the operation.
    fn contradicts_known(&mut self, state: &State, cond: TermId) -> bool {
        if self.facts.terms.as_const(cond).is_some() {
            return false;
        }
        let mut known: Vec<TermId> = self.reach.clone();
        for r in &mut known {
            *r = self.at_issue(state, *r);
        }
        known.extend(&state.branches);
        known.push(cond);
        if let Some(excluded) = self.contradictions.get(&known) {
            return *excluded;
        }
        let excluded = self.facts.terms.is_contradiction(&known);
        self.contradictions.insert(known, excluded);
        excluded
    }

    /// A term of the issue, expressed in terms of the current point.
    pub(super) fn at_issue(&mut self, state: &State, t: TermId) -> TermId {
        if let Some(concurrent) = &self.concurrent {
            let path = concurrent.first.clone();
            return self.as_first(&path, t);
        }
        if state.same_iteration() && !matches!(state.follows, Follows::Any(_)) {
            return t;
        }
        let key = match state.follows {
            Follows::Any(_) => (state.follows, state.rel.clone()),
            _ => (Follows::Issuer, state.rel.clone()),
        };
        let mut s = match self.shifted.remove(&key) {
            Some(s) => s,
            None => Substitution::new(),
        };
        let mut stale: Vec<SymId> = Vec::new();
        let terms = &self.facts.terms;
        terms.for_each_sym(t, &mut |x| {
            if s.get(x).is_none() && !stale.contains(&x) {
                stale.push(x);
            }
        });
        for x in stale {
            let to = self.shift(&state.rel, x);
            let to = match *self.facts.terms.get(to) {
                Term::Sym(y) => self.of_issuer(state, x, y).unwrap_or(to),
                _ => to,
            };
            s.insert(x, to);
        }
        let out = self.facts.terms.subst(t, &mut s);
        self.shifted.insert(key, s);
        out
    }

    /// A symbol's value at the issue, seen from the current point.
    fn shift(&mut self, rel: &[Rel], x: SymId) -> TermId {
        let Some(i) = self.loop_of(x) else { return self.facts.terms.sym(x) };
        let Some(iterated) = rel[..=i].iter().position(|r| *r != Rel::Ahead(0)) else {
            return self.facts.terms.sym(x);
        };
        let is_counter = self.skeleton.loops[self.loops[i]].counter == x;
        if let (true, true, Rel::Ahead(d)) = (is_counter, iterated == i, rel[i]) {
            let k = self.facts.terms.sym(x);
            return self.facts.terms.add_int(k, -i64::from(d));
        }
        self.earlier(x, 0)
    }

    /// The innermost loop around the issue in which a symbol gets its value.
    fn loop_of(&self, x: SymId) -> Option<usize> {
        let def = self.facts.terms.syms[x].def_loop;
        (0..self.loops.len()).rev().find(|i| self.facts.loop_within(def, self.loops[*i]))
    }

    /// The value of a symbol `round` iterations after the issue, as a separate symbol.
    pub(super) fn earlier(&mut self, x: SymId, round: u32) -> TermId {
        earlier(self.facts, x, round)
    }

    /// A symbol's value in the current iterations, whose relation to the issue is `rel`, for use after these
    /// iterations.
    fn value_then(&mut self, rel: &[Rel], x: SymId) -> TermId {
        let Some(i) = self.loop_of(x) else { return self.facts.terms.sym(x) };
        let here = &rel[..=i];
        let iterated = here.iter().position(|r| *r != Rel::Ahead(0));
        let recursion = self.skeleton.loops[self.loops[i]].recursion;
        let is_counter = self.skeleton.loops[self.loops[i]].counter == x && !recursion;
        match iterated {
            None => self.earlier(x, 0),
            // The issue's iteration plus this number.
            Some(at) if at == i && is_counter && matches!(here[i], Rel::Ahead(_)) => {
                let Rel::Ahead(d) = here[i] else { return self.earlier(x, 0) };
                let then = self.earlier(x, 0);
                self.facts.terms.add_int(then, i64::from(d))
            }
            Some(_) => {
                let moment = moment(here);
                self.earlier(x, moment)
            }
        }
    }

    /// Facts that tie the iterations of the issue to those of the current point.
    pub(super) fn links(&mut self, state: &State) -> Vec<TermId> {
        let mut out = Vec::new();
        if self.concurrent.is_some() {
            return out;
        }
        for i in 0..self.loops.len() {
            let counter = self.skeleton.loops[self.loops[i]].counter;
            let recursion = self.skeleton.loops[self.loops[i]].recursion;
            match state.rel[i] {
                Rel::Ahead(0) => continue,
                Rel::Ahead(d) => {
                    let k = self.facts.terms.sym(counter);
                    let least = self.facts.terms.int(i64::from(d));
                    out.push(self.facts.terms.le(least, k));
                }
                Rel::Far if !recursion => {
                    let k = self.facts.terms.sym(counter);
                    let then = self.earlier(counter, 0);
                    let gap =
                        self.facts.terms.add_int(then, self.facts.terms.limits.get::<i64>(self.precision.rounds) + 1);
                    out.push(self.facts.terms.le(gap, k));
                }
                Rel::Far => {}
            }
            // After the loop, too, its counter is at most where it has ended.
            for bound in self.skeleton.loops[self.loops[i]].bounds.clone() {
                let bound = self.of_whole_loop(state, bound);
                let k = self.facts.terms.sym(counter);
                out.push(self.facts.terms.le(k, bound));
            }
            break;
        }
        out
    }

    /// Position of a loop around the issue that is still in the issue's iteration of all loops further out.
    fn related(&self, state: &State, l: LoopId) -> Option<usize> {
        let i = self.loops.iter().position(|x| *x == l)?;
        state.rel[..i].iter().all(|r| *r == Rel::Ahead(0)).then_some(i)
    }

    /// `false` if the conditions of the state have no such iteration.
    fn iteration(&mut self, state: &mut State, l: LoopId, recursion: bool) -> bool {
        match self.related(state, l) {
            Some(i) => self.iteration_related(state, l, i, recursion),
            None => {
                self.iteration_other(state, l);
                true
            }
        }
    }

    /// A loop around the issue has no iteration that is so far from the issue's.
    fn is_beyond(&self, state: &State, l: LoopId) -> bool {
        let Some(i) = self.related(state, l) else { return false };
        let rounds: i64 = match state.rel[i] {
            Rel::Ahead(d) => i64::from(d),
            Rel::Far => self.facts.terms.limits.get::<i64>(self.precision.rounds) + 1,
        };
        let around = &self.skeleton.loops[l];
        !around.recursion
            && around.bounds.iter().any(|b| self.facts.terms.as_const(*b).is_some_and(|most| rounds > most))
    }

    /// The next iteration of a loop around the issue; `false` as in [`Walk::iteration`].
    fn iteration_related(&mut self, state: &mut State, l: LoopId, i: usize, recursion: bool) -> bool {
        let round = match state.rel[i] {
            Rel::Ahead(d) if !recursion && self.facts.terms.limits.room(self.precision.rounds, d) => Some(d),
            _ => None,
        };
        let old = state.rel[i];
        let branches = std::mem::take(&mut state.branches);
        let survived = std::mem::take(&mut state.survived);
        let counter = self.skeleton.loops[l].counter;
        let mut s = Substitution::new();
        let mut drop = Vec::new();
        for t in branches.iter().chain(&survived) {
            let mut syms = Vec::new();
            self.facts.terms.for_each_sym(*t, &mut |x| syms.push(x));
            for x in syms {
                if !self.facts.loop_within(self.facts.terms.syms[x].def_loop, l) || s.get(x).is_some() {
                    continue;
                }
                let to = match old {
                    Rel::Ahead(_) if x == counter && round.is_some() => {
                        let k = self.facts.terms.sym(x);
                        Some(self.facts.terms.add_int(k, -1))
                    }
                    Rel::Ahead(_) => Some(self.value_then(&state.rel, x)),
                    Rel::Far => {
                        drop.push(x);
                        None
                    }
                };
                if let Some(to) = to {
                    s.insert(x, to);
                }
            }
        }
        for t in branches {
            if self.facts.terms.any_sym(t, |x| drop.contains(&x)) {
                state.lossy = true;
            } else {
                let t = self.facts.terms.subst(t, &mut s);
                state.branches.push(t);
            }
        }
        for t in survived {
            if self.facts.terms.any_sym(t, |x| drop.contains(&x)) {
                state.lossy = true;
            } else {
                let t = self.facts.terms.subst(t, &mut s);
                state.survived.push(t);
            }
        }
        state.branches.sort_unstable();
        state.survived.sort_unstable();
        let mut possible = true;
        if let Some(d) = round {
            // The values that an iteration passes to the next: a value at the header is the value at the back edge of
            // the last iteration.
            let mut rel = state.rel[..=i].to_vec();
            rel[i] = Rel::Ahead(d);
            self.hand_over(state, l, moment(&rel));
            // As many iterations after the first one, at least.
            let k = self.facts.terms.sym(counter);
            let least = self.facts.terms.int(i64::from(d) + 1);
            let late = self.facts.terms.le(least, k);
            possible = state.assume(&mut self.facts.terms, late);
        }
        if round.is_none() && self.skeleton.loops[l].values.iter().any(|v| self.own_syms.contains(&v.sym)) {
            // The next values of a variable without closed form are not known.
            state.lossy = true;
        }
        state.rel[i] = match round {
            Some(d) => Rel::Ahead(d + 1),
            None => Rel::Far,
        };
        for r in &mut state.rel[i + 1..] {
            *r = Rel::Far;
        }
        state.branches.sort_unstable();
        state.survived.sort_unstable();
        state.branches.dedup();
        state.survived.dedup();
        possible
    }

    /// Ties values without closed form to symbols that conditions already mention.
    fn hand_over(&mut self, state: &mut State, l: LoopId, round: u32) {
        let values = self.skeleton.loops[l].values.clone();
        let counter = self.skeleton.loops[l].counter;
        for v in values {
            if !self.facts.terms.limits.allows(Limit::BackWeight, self.facts.terms.weight(v.back)) {
                continue;
            }
            let mut mentioned = Vec::new();
            self.facts.terms.for_each_sym(v.back, &mut |x| mentioned.push(x));
            // A value that the program computes itself determines which branches can follow each other.
            let told = self.facts.terms.syms[v.sym].knowledge == Knowledge::Known;
            let branches = if told { &state.branches[..] } else { &[] };
            let led_there = |walk: &Self, x: SymId| walk.reach.iter().any(|t| walk.facts.terms.any_sym(*t, |y| y == x));
            let spoken_of = |walk: &Self, x: SymId| {
                let at_issue = told && round == 0 && led_there(walk, x);
                at_issue
                    || walk.facts.earlier.get(&(x, round)).is_some_and(|old| {
                        state.survived.iter().chain(branches).any(|t| walk.facts.terms.any_sym(*t, |y| y == *old))
                    })
            };
            // A variable that may hold the operation's handle.
            let request = self.issue.completion.request.as_ref().map(|r| r.obj);
            let holds_it = request.is_some_and(|r| self.facts.objects_in(v.back).contains(&r));
            if !self.own_syms.contains(&v.sym) && !holds_it && !mentioned.iter().any(|x| spoken_of(self, *x)) {
                continue;
            }
            let mut s = Substitution::new();
            for x in mentioned {
                if !self.facts.loop_within(self.facts.terms.syms[x].def_loop, l) {
                    continue;
                }
                let old = if x == counter {
                    let k = self.facts.terms.sym(x);
                    self.facts.terms.add_int(k, -1)
                } else {
                    self.earlier(x, round)
                };
                s.insert(x, old);
            }
            let back = self.facts.terms.subst(v.back, &mut s);
            let now = self.facts.terms.sym(v.sym);
            let e = self.facts.terms.eq(now, back);
            state.assume(&mut self.facts.terms, e);
        }
    }

    /// The next iteration of a loop that the issue is not in: its symbols get new values.
    fn iteration_other(&mut self, state: &mut State, l: LoopId) {
        let from_first = state.first.remove(&l);
        // From here on the state represents any later iteration. Operations that the iterations in between have completed count
        // only if there is a summary.
        let facts = &self.facts;
        let by_data = |t: &TermId| facts.varies_in(*t, l) && facts.terms.knowledge(*t) == Knowledge::Input;
        let by_data = state.branches.iter().any(by_data);
        state.lossy |= self.ends_unsaid_in(state, l, by_data);
        let values = self.skeleton.loops[l].values.clone();
        let said: Vec<TermId> = state.branches.iter().chain(&state.survived).copied().collect();
        let said = self.facts.terms.all(&said);
        let (mut s, mut left) = (Substitution::new(), Vec::new());
        for v in &values {
            // On this path it may be known which value the iteration leaves.
            let mut back = self.facts.terms.case_where(v.back, said);
            if from_first && matches!(self.facts.terms.get(back), Term::Sym(_)) {
                let mut first = self.first_values(l);
                back = self.facts.terms.subst(back, &mut first);
            }
            let now = self.facts.terms.sym(v.sym);
            match *self.facts.terms.get(back) {
                Term::Sym(x) => s.insert(x, now),
                Term::Const(_) | Term::Addr(..) if self.is_tested_in(l, v.sym) => {
                    left.push(self.facts.terms.eq(now, back));
                    // Conditions compare it with the values that other paths leave.
                    for other in self.constants_in(v.back) {
                        let same = self.facts.terms.eq(back, other);
                        if self.facts.terms.is_false(same) {
                            left.push(self.facts.terms.ne(now, other));
                        }
                    }
                }
                _ => {}
            }
        }
        self.rename_or_drop(state, l, &mut s);
        for known in left {
            state.assume(&mut self.facts.terms, known);
        }
    }

    /// Whether a branch in a loop depends on a value.
    fn is_tested_in(&self, l: LoopId, value: SymId) -> bool {
        let inside = self.skeleton.nodes.iter().filter(|n| n.loops.contains(&l));
        inside.flat_map(|n| &n.succs).any(|e| self.facts.terms.any_sym(e.cond, |x| x == value))
    }

    /// The constants that a value is in some cases.
    fn constants_in(&self, value: TermId) -> Vec<TermId> {
        match *self.facts.terms.get(value) {
            Term::Const(_) => vec![value],
            Term::Ite(_, a, b) => [self.constants_in(a), self.constants_in(b)].concat(),
            _ => Vec::new(),
        }
    }

    /// Replaces or drops conditions about symbols of a loop that are about to change.
    fn rename_or_drop(&mut self, state: &mut State, l: LoopId, s: &mut Substitution) {
        let change = |walk: &mut Self, t: TermId, s: &mut Substitution| {
            let (mut stale, mut free) = (false, true);
            let facts = &walk.facts;
            facts.terms.for_each_sym(t, &mut |x| {
                if s.get(x).is_none() && facts.loop_within(facts.terms.syms[x].def_loop, l) {
                    stale = true;
                    // The outcome of a test call is free in every iteration.
                    let sym = &facts.terms.syms[x];
                    free &= sym.kind == SymKind::Input && sym.hi == Some(1);
                }
            });
            if stale { Err(free) } else { Ok(walk.facts.terms.subst(t, s)) }
        };
        let branches = std::mem::take(&mut state.branches);
        for t in branches {
            match change(self, t, s) {
                Ok(t) => _ = state.assume(&mut self.facts.terms, t),
                // In that iteration a branch went past a completion. It is no longer known whether the program can take
                // this branch.
                Err(free) => {
                    let knowledge = self.facts.terms.knowledge(t);
                    if knowledge != Knowledge::Known && !free && !state.lossy && self.may_end_in(state, l) {
                        match self.by_input(t).filter(|_| knowledge == Knowledge::Input) {
                            Some(some_path) => _ = state.assume(&mut self.facts.terms, some_path),
                            None => state.lossy = true,
                        }
                    }
                }
            }
        }
        let survived = std::mem::take(&mut state.survived);
        for t in survived {
            match change(self, t, s) {
                Ok(t) => {
                    state.survive(&mut self.facts.terms, t);
                }
                Err(free) => state.lossy |= !free && !self.summaries.explains(l),
            }
        }
    }

    /// Replaces a condition by a symbol of data read at run time, so that it says only that such data decide it.
    fn by_input(&mut self, t: TermId) -> Option<TermId> {
        let mut of = None;
        self.facts.terms.for_each_sym(t, &mut |s| {
            if self.facts.terms.syms[s].knowledge == Knowledge::Input {
                of = of.or(Some(s));
            }
        });
        let (of, zero) = (self.facts.terms.sym(of?), self.facts.terms.int(0));
        let below = self.facts.terms.apply("flt", &[of, zero]);
        Some(self.facts.terms.ne0(below))
    }

    fn enter(&mut self, state: &mut State, l: LoopId) {
        if self.related(state, l).is_some() {
            // A loop around the issue is re-entered only through an iteration of an outer loop.
            return;
        }
        let mut none = Substitution::new();
        self.rename_or_drop(state, l, &mut none);
        state.first.insert(l);
    }

    /// Control leaves a loop; `false` when the operation is certainly complete after it.
    fn exit(&mut self, state: &mut State, l: LoopId) -> bool {
        if self.related(state, l).is_some() {
            // What comes after the loop calls the last values of its variables by names of their own.
            let skeleton = self.skeleton;
            for (x, last) in &skeleton.loops[l].finals {
                let spoken_of = state.branches.iter().any(|t| self.facts.terms.any_sym(*t, |y| y == *x));
                let now = self.facts.terms.sym(*x);
                let same = self.facts.terms.eq(now, *last);
                if spoken_of && !state.assume(&mut self.facts.terms, same) {
                    return false;
                }
            }
            if let Some(trips) = self.skeleton.loops[l].trips {
                let k = self.facts.terms.sym(self.skeleton.loops[l].counter);
                let e = self.facts.terms.eq(k, trips);
                return state.assume(&mut self.facts.terms, e);
            }
            return true;
        }
        let go_on = self.apply_summary(state, l) && self.heard_itself(state, l);
        if !state.first.remove(&l) {
            return go_on;
        }
        // Values after the loop may be expressed by the number of its last iteration.
        let k = self.facts.terms.sym(self.skeleton.loops[l].counter);
        let none = self.facts.terms.eq0(k);
        // So is what branches after the loop ask for: nothing has changed it.
        let skeleton = self.skeleton;
        let kept = skeleton.loops[l].values.iter().filter(|v| self.summaries.is_asked_after(v.sym));
        let kept: Vec<TermId> = kept
            .map(|v| {
                let now = self.facts.terms.sym(v.sym);
                self.facts.terms.eq(now, v.init)
            })
            .collect();
        go_on
            && state.assume(&mut self.facts.terms, none)
            && kept.iter().all(|t| state.assume(&mut self.facts.terms, *t))
    }
}

/// A number for the time that a relation to the issue means; 0 for the issue itself.
fn moment(rel: &[Rel]) -> u32 {
    rel.iter().fold(0, |n, r| {
        let digit = match r {
            Rel::Ahead(d) => u32::from(*d),
            Rel::Far => 15,
        };
        n.wrapping_mul(16).wrapping_add(digit)
    })
}

/// The value of a symbol `round` iterations after an issue, as a separate symbol.
pub(super) fn earlier(facts: &mut Facts, x: SymId, round: u32) -> TermId {
    if let Some(&known) = facts.earlier.get(&(x, round)) {
        return facts.terms.sym(known);
    }
    let of = facts.terms.syms[x].clone();
    let name = if round == super::team::ISSUER {
        format!("{} (other thread)", of.name)
    } else {
        format!("{} (earlier)", of.name)
    };
    let of_fact = of.fact;
    let sym = Sym { kind: SymKind::Earlier(x, round), name, def_loop: None, fact: None, ..of };
    // In another thread the private values of the fact are others, too: `of_other_thread` adds it.
    let same_thread = round != super::team::ISSUER;
    let fact = of_fact.filter(|fact| same_thread && facts.is_always_so(x, *fact));
    let id = facts.terms.add_sym(sym);
    facts.earlier.insert((x, round), id);
    let then = facts.terms.sym(id);
    if let Some(fact) = fact {
        let mut s = Substitution::new();
        s.insert(x, then);
        facts.terms.syms[id].fact = Some(facts.terms.subst(fact, &mut s));
    }
    then
}
