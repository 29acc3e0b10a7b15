//! Variables of nested loops that choose among parameters of the run (theory, 4.5).
//!
//! A loop over the options of the command line stores the options in variables. If an optimiser splits the header of this
//! loop, a nest of loops results, in which the variable of each loop gets its value from the variable of another loop. One
//! of these variables alone is no choice among parameters; all of them together are.

use super::loops::{LoopState, Shape, Var};
use super::tied::{Ties, When};
use super::{Frame, Interp};
use rma_frontend::ir::{BlockId, InstKind};
use rma_skeleton::facts::SymKey;
use rma_skeleton::skeleton::LoopValue;
use rma_term::ids::{LoopId, SymId, TermId};
use rma_term::limits::{Limit, Watch};
use rma_term::term::{CommId, Knowledge, Substitution, Sym, SymKind, Term};
use std::collections::{BTreeMap, BTreeSet};

impl Interp<'_> {
    /// Raises the knowledge of variables of a finished loop, and of other loops in the nest, that together are choices between parameters,
    /// constants and each other. A choice between constants alone is not one of the user, so its knowledge does not change.
    pub(super) fn settle_choices(&mut self, lid: LoopId) {
        let own = self.facts.loops[lid].values.iter().filter(|v| !self.is_settled(v.sym)).copied();
        let mut nest: BTreeMap<SymId, LoopValue> = own.map(|v| (v.sym, v)).collect();
        let mut work: Vec<SymId> = nest.keys().copied().collect();
        while let Some(s) = work.pop() {
            let mut next = Vec::new();
            for t in [nest[&s].init, nest[&s].back] {
                self.facts.terms.for_each_sym(t, &mut |s| next.push(s));
            }
            for s in next {
                if let Some(value) = self.loop_value(s).filter(|_| !nest.contains_key(&s)) {
                    nest.insert(s, value);
                    work.push(s);
                }
            }
            if !self.facts.terms.limits.allows(Limit::NestVariables, nest.len()) {
                return;
            }
        }
        while let Some(s) = nest.values().find(|v| !self.chooses(v, &nest)).map(|v| v.sym) {
            nest.remove(&s);
        }
        let mut all: Vec<LoopValue> = nest.values().copied().collect();
        all.extend(self.facts.loops[lid].values.iter().filter(|v| !nest.contains_key(&v.sym)));
        let ties = self.ties(&all);
        nest.retain(|s, _| !ties.loose.contains(s));
        let mut chosen: Vec<SymId> =
            nest.values().filter(|v| self.mentions(v, |s| self.is_parameter_symbol(s))).map(|v| v.sym).collect();
        let mut at = 0;
        while at < chosen.len() {
            let from = chosen[at];
            let more = nest.values().filter(|v| !chosen.contains(&v.sym) && self.mentions(v, |s| s == from));
            let more: Vec<SymId> = more.map(|v| v.sym).collect();
            chosen.extend(more);
            at += 1;
        }
        for &s in &chosen {
            self.facts.terms.syms[s].knowledge = Knowledge::Known;
        }
        chosen.extend(self.facts.loops[lid].values.iter().map(|v| v.sym).filter(|s| self.is_settled(*s)));
        for s in chosen {
            self.facts.terms.syms[s].fact = self.one_of_several((s, s), &ties);
        }
    }

    /// Like the function above, for a variable that gets its values together with other variables.
    fn one_of_joint(&mut self, when: When, name: TermId, of: SymId) -> Option<TermId> {
        let (value, own) = (self.loop_value(of)?, self.facts.terms.sym(of));
        let values = self.values_of(value.back)?;
        // What another variable had before is not followed.
        let follows = |t: &TermId| {
            self.facts.terms.as_const(*t).is_some() || self.is_made_of_parameters(*t) || self.is_parameter(*t)
        };
        let values: Vec<_> = values.into_iter().filter(|(_, t)| *t != own).collect();
        if !follows(&value.init) || !values.iter().all(|(_, t)| follows(t)) {
            return None;
        }
        let mut taken = Vec::new();
        for (guards, t) in values {
            let has = self.taken_in_some_iteration((name, when), &guards, t);
            taken.push((self.facts.terms.all(&guards), has));
        }
        let at_first = self.facts.terms.eq(name, value.init);
        Some(self.came_about(when, at_first, &taken))
    }

    /// Says of `about` that it is one of the values that a variable is chosen from, if they are constants or computed from parameters.
    fn one_of_several(&mut self, (about, of): (SymId, SymId), ties: &Ties) -> Option<TermId> {
        let name = self.facts.terms.sym(about);
        let when = if about == of { When::Before } else { When::AtEnd };
        if ties.together.contains(&of) {
            return self.one_of_joint(when, name, of);
        }
        // Its relation to another variable does not restrict the values of that variable.
        let tied = self.one_of_chosen((name, when), of, Some(ties))?;
        match self.one_of_chosen((name, when), of, None) {
            Some(alone) => Some(self.facts.terms.all(&[tied, alone])),
            None => Some(tied),
        }
    }

    /// Like the function above, for a variable that gets its values separately. If ties are given, values shared with other variables have
    /// the same names.
    fn one_of_chosen(&mut self, (name, when): (TermId, When), of: SymId, ties: Option<&Ties>) -> Option<TermId> {
        let (mut constants, mut seen, mut work) = (BTreeSet::new(), BTreeSet::from([of]), vec![of]);
        let mut computed = BTreeSet::new();
        while let Some(s) = work.pop() {
            let value = self.loop_value(s)?;
            let (first, more) = (self.values_of(value.init)?, self.values_of(value.back)?);
            for (guards, t) in first.into_iter().chain(more) {
                let joint = ties.is_some_and(|ties| ties.joint.contains(&(s, t)));
                match *self.facts.terms.get(t) {
                    Term::Const(c) => drop(constants.insert(c)),
                    _ if joint
                        || self.is_made_of_parameters(t)
                        || self.is_parameter(t) && !self.told_of(&guards, t).is_empty() =>
                    {
                        computed.insert(self.taken_in_some_iteration((name, when), &guards, t));
                    }
                    Term::Sym(s) if seen.insert(s) => work.push(s),
                    Term::Sym(_) => {}
                    _ if self.facts.terms.is_bool(t) => constants.extend([0, 1]),
                    _ => return None,
                }
            }
            if !self.facts.terms.limits.allows(Limit::Constants, constants.len() + computed.len()) {
                return None;
            }
        }
        let constants: Vec<TermId> = constants.into_iter().map(|c| self.facts.terms.int(c)).collect();
        let is = constants.into_iter().map(|value| self.facts.terms.eq(name, value));
        let each: Vec<TermId> = is.collect::<Vec<_>>().into_iter().chain(computed).collect();
        Some(self.facts.terms.any(&each))
    }

    /// Gives the settled variables of an outermost loop, and of the loops in it, symbols for their final values if every process takes the
    /// same path through the loop: the final values are then uniform. The same holds for program arguments that an iteration reads, except
    /// those that the path out of the loop restricts.
    pub(super) fn settle_finals(&mut self, frame: &Frame<'_>, l: rma_cfg::LoopId, lid: LoopId) {
        if self.facts.loops[lid].parent.is_some() {
            return;
        }
        let inner: Vec<LoopId> = self.facts.loops.indices().filter(|x| self.facts.loop_within(Some(*x), lid)).collect();
        let mut values: Vec<LoopValue> =
            inner.iter().flat_map(|x| self.facts.loops[*x].values.iter().copied()).collect();
        loop {
            let before = values.len();
            let among: BTreeSet<SymId> = values.iter().map(|v| v.sym).collect();
            values.retain(|v| self.is_alike(v.init, lid, &among) && self.is_alike(v.back, lid, &among));
            if values.len() == before {
                break;
            }
        }
        let mut among: BTreeSet<SymId> = values.iter().map(|v| v.sym).collect();
        let read = self.facts.terms.syms.iter_enumerated().filter(|(_, s)| {
            s.uniform
                && s.kind == SymKind::Parameter
                && s.def_loop.is_some_and(|x| self.facts.loop_within(Some(x), lid))
        });
        let read: Vec<SymId> = read.map(|(s, _)| s).collect();
        let exits = self.feasible_exits(frame, l).into_iter().filter_map(|(b, i)| {
            let to = frame.func.terminator(b).kind.successors()[i as usize];
            let edge = frame.edges.get(&(b, i)).filter(|_| !ends_program(&self.facts.terms.limits, frame, to))?;
            Some(edge.1)
        });
        let exits: Vec<TermId> = exits.collect();
        let read: Vec<(SymId, TermId)> =
            read.into_iter().filter_map(|s| Some((s, self.said_at_exit(s, lid, &exits)?))).collect();
        if !self.goes_alike(frame, l, lid, &among) {
            return;
        }
        // What comes of a search for a divisor of the number of processes is not known, but the same everywhere.
        let read_at_run_time =
            |s: SymId| matches!(self.facts.terms.syms[s].kind, SymKind::Parameter | SymKind::Input | SymKind::Lost);
        let is_number = |s: SymId| !self.facts.bases.contains_key(&s) && !self.facts.terms.syms[s].kept;
        let unknown = values.iter().filter(|v| !self.is_settled(v.sym) && is_number(v.sym));
        let unknown = unknown.filter(|v| !self.mentions(v, read_at_run_time)).map(|v| v.sym);
        let unknown: Vec<SymId> = unknown.collect();
        for s in unknown {
            let last = self.last_value(s);
            self.facts.terms.syms[last].fact = self.taken_where(last, s, lid);
            let last = self.facts.terms.sym(last);
            self.facts.loops[lid].finals.push((s, last));
        }
        values.retain(|v| self.is_settled(v.sym));
        among.retain(|s| self.is_settled(*s));
        let ties = self.ties(&values);
        for s in among {
            let last = self.last_value(s);
            self.facts.terms.syms[last].fact = self.one_of_several((last, s), &ties);
            let last = self.facts.terms.sym(last);
            self.facts.loops[lid].finals.push((s, last));
        }
        for (s, said) in read {
            let last = self.last_value(s);
            let value = self.facts.terms.sym(last);
            let mut at_last = Substitution::new();
            at_last.insert(s, value);
            let said = self.facts.terms.subst(said, &mut at_last);
            let fact = self.facts.terms.syms[s].fact.map(|fact| self.facts.terms.subst(fact, &mut at_last));
            let known: Vec<TermId> = fact.into_iter().chain([said]).collect();
            let known = self.facts.terms.all(&known);
            self.facts.terms.syms[last].fact = (!self.facts.terms.is_true(known)).then_some(known);
            self.facts.loops[lid].finals.push((s, value));
        }
    }

    /// A fact about the final value of a variable that takes the number of an iteration under a condition (`if (n % d == 0) best = d;`): it
    /// is the entry value, or a number for which the condition holds. The fact does not say that it is the last such number.
    fn taken_where(&mut self, last: SymId, of: SymId, lid: LoopId) -> Option<TermId> {
        let value = self.loop_value(of)?;
        if self.facts.varies_in(value.init, lid) {
            return None;
        }
        let (counter, own) = (self.facts.loops[lid].counter, self.facts.terms.sym(of));
        let (k, name, zero) = (self.facts.terms.sym(counter), self.facts.terms.sym(last), self.facts.terms.int(0));
        let mut ways = Vec::new();
        for (guards, t) in self.values_of(value.back)? {
            if t == own {
                continue;
            }
            // `t = n·k + rest`, so `k = n·(t - rest)` where `n` is 1 or -1.
            let (c, parts) = self.facts.terms.linear(t);
            let (_, n) = *parts.iter().find(|(part, n)| *part == k && n.abs() == 1)?;
            let rest = self.facts.terms.from_linear(c, parts.into_iter().filter(|(part, _)| *part != k).collect());
            if self.facts.varies_in(rest, lid) {
                return None;
            }
            let past = self.facts.terms.sub(name, rest);
            let iteration = self.facts.terms.scale(past, n);
            let mut all = vec![self.facts.terms.le(zero, iteration)];
            for guard in guards {
                let holds = self.with_value(guard, counter, iteration);
                if !self.facts.varies_in(holds, lid) {
                    all.push(holds);
                }
            }
            ways.push(self.facts.terms.all(&all));
        }
        // The entry value, unless it is one of those numbers itself (1 divides all).
        let numbers = self.facts.terms.any(&ways);
        let at_first = self.with_value(numbers, last, value.init);
        if self.facts.terms.is_true(at_first) {
            return Some(numbers);
        }
        let at_first = self.facts.terms.eq(name, value.init);
        Some(self.facts.terms.any(&[at_first, numbers]))
    }

    /// What the exit conditions of a loop imply for a value that its last iteration has read; `None` if they relate it to something else
    /// that changes in the loop.
    fn said_at_exit(&mut self, s: SymId, lid: LoopId, exits: &[TermId]) -> Option<TermId> {
        let mut cases = Vec::with_capacity(exits.len());
        for &cond in exits {
            let parts: Vec<TermId> = self.facts.terms.conjuncts(cond);
            let parts: Vec<TermId> = parts.into_iter().filter(|p| self.facts.terms.any_sym(*p, |x| x == s)).collect();
            let varies = |x: SymId| self.facts.loop_within(self.facts.terms.syms[x].def_loop, lid);
            if parts.iter().any(|p| self.facts.terms.any_sym(*p, |x| x != s && varies(x))) {
                return None;
            }
            cases.push(self.facts.terms.all(&parts));
        }
        Some(self.facts.terms.any(&cases))
    }

    /// The final value of a counter without closed form (`while ((1 << k) < size) k++`), if every process makes the same tests: the exit
    /// condition `over` holds in the last iteration, and not in the one before.
    pub(super) fn settle_iterations(&mut self, lid: LoopId, over: TermId, state: &LoopState) {
        let data = &self.facts.loops[lid];
        let counter = data.counter;
        let others = |s: SymId| matches!(self.facts.terms.syms[s].kind, SymKind::Counter(_)) && s != counter;
        if data.trips.is_some()
            || data.parent.is_some()
            || !self.facts.terms.any_sym(over, |s| s == counter)
            || self.facts.terms.any_sym(over, others)
            || !self.is_alike(over, lid, &BTreeSet::new())
        {
            return;
        }
        let (sym, last) = match self.counts_down(counter, over, state) {
            Some((var, init)) => {
                let number = self.last_positive(counter, var);
                let value = self.facts.terms.sym(number);
                (number, self.facts.terms.sub(init, value))
            }
            None => {
                let last = self.last_value(counter);
                (last, self.facts.terms.sym(last))
            }
        };
        let before = self.facts.terms.add_int(last, -1);
        let zero = self.facts.terms.int(0);
        let at = [last, before, zero].map(|iteration| self.with_value(over, counter, iteration));
        let first = self.facts.terms.eq(last, zero);
        let goes_on = self.facts.terms.not(at[1]);
        let goes_on = self.facts.terms.any(&[first, goes_on]);
        // A loop that ends at once for each number of processes.
        let at_once = self.facts.terms.is_true(at[2]);
        let mut parts = if at_once { vec![first] } else { vec![at[0], goes_on] };
        parts.push(self.facts.terms.le(zero, last));
        self.facts.terms.syms[sym].fact = Some(self.facts.terms.all(&parts));
        self.facts.loops[lid].finals.push((counter, last));
    }

    /// A variable that starts at 1 or above, is one less in each iteration, and ends the loop at 1 at the latest, with its value on entry: a
    /// search for a divisor (`while (n % d != 0) d--`) goes through all numbers down to 1, and 1 divides all.
    fn counts_down(&mut self, counter: SymId, over: TermId, state: &LoopState) -> Option<(SymId, TermId)> {
        let down = |v: &&Var| matches!(v.shape, Shape::Affine(step) if self.facts.terms.as_const(step) == Some(-1));
        let down: Vec<(SymId, TermId)> = state.vars.iter().filter(down).map(|v| (v.sym, v.init)).collect();
        down.into_iter().find(|(_, init)| {
            let at_one = self.facts.terms.add_int(*init, -1);
            let ends = self.with_value(over, counter, at_one);
            self.facts.terms.range(*init).lo.is_some_and(|least| least >= 1) && self.facts.terms.is_true(ends)
        })
    }

    /// A condition with a value for a symbol, as the counter of a loop.
    fn with_value(&mut self, cond: TermId, symbol: SymId, value: TermId) -> TermId {
        let mut s = Substitution::new();
        s.insert(symbol, value);
        self.facts.terms.subst(cond, &mut s)
    }

    /// The last value of a counter whose loop has several exits, or an exit under a condition that does not determine the value: a
    /// symbol that is at most each of the counter's bounds. It is as well known as the exit conditions of the loop, and the same on
    /// all processes if they are.
    pub(super) fn settle_bounded(
        &mut self,
        frame: &Frame<'_>,
        l: rma_cfg::LoopId,
        lid: LoopId,
        exits: &[(BlockId, u32)],
    ) {
        let data = &self.facts.loops[lid];
        let counter = data.counter;
        let settled = data.trips.is_some() || data.finals.iter().any(|(s, _)| *s == counter);
        let bounds: Vec<TermId> = data.bounds.iter().copied().filter(|b| !self.facts.varies_in(*b, lid)).collect();
        if settled || data.parent.is_some() || bounds.is_empty() {
            return;
        }
        let left = exits.iter().filter_map(|e| frame.edges.get(e)).map(|(_, cond)| *cond);
        let terms = &self.facts.terms;
        let knowledge = left.map(|cond| terms.knowledge(cond)).max().unwrap_or(Knowledge::Known);
        let uniform = self.goes_alike(frame, l, lid, &BTreeSet::new());
        let last = self.last_value(counter);
        let sym = &mut self.facts.terms.syms[last];
        (sym.uniform, sym.knowledge) = (uniform, knowledge);
        if !uniform {
            // Not one value in the whole run: each process and each thread has its own.
            sym.kind = SymKind::Input;
        }
        let value = self.facts.terms.sym(last);
        let within: Vec<TermId> = bounds.iter().map(|b| self.facts.terms.le(value, *b)).collect();
        self.facts.terms.syms[last].fact = Some(self.facts.terms.all(&within));
        self.facts.loops[lid].finals.push((counter, value));
    }

    /// A symbol for the value of another symbol at the end of its loop; all processes have the same value.
    fn last_value(&mut self, of: SymId) -> SymId {
        let last = self.facts.symbol(SymKey::Final(of), |terms| Sym {
            kind: SymKind::Parameter,
            uniform: true,
            def_loop: None,
            fact: None,
            ..terms.syms[of].clone()
        });
        // Another pass over the loop may know more of it.
        self.facts.terms.syms[last].knowledge = self.facts.terms.syms[of].knowledge;
        last
    }

    /// Like [`Interp::last_value`], for a variable that counts down to 1 at most.
    fn last_positive(&mut self, counter: SymId, var: SymId) -> SymId {
        self.facts.symbol(SymKey::FinalPositive(counter), |terms| Sym {
            kind: SymKind::Parameter,
            name: terms.syms[var].name.clone(),
            uniform: true,
            lo: Some(1),
            hi: None,
            def_loop: None,
            fact: None,
            ..terms.syms[counter].clone()
        })
    }

    /// Whether a term is computed from values that are the same on every process in the same iteration.
    fn is_alike(&self, t: TermId, lid: LoopId, among: &BTreeSet<SymId>) -> bool {
        !self.facts.terms.any_sym(t, |s| {
            let sym = &self.facts.terms.syms[s];
            let counts = matches!(sym.kind, SymKind::Counter(x) if self.facts.loop_within(Some(x), lid));
            !(sym.uniform || counts || sym.kind == SymKind::Size(CommId::World) || among.contains(&s))
        })
    }

    /// Whether each branch in a loop takes the same edge on every process; branches that end the program do not count.
    fn goes_alike(&self, frame: &Frame<'_>, l: rma_cfg::LoopId, lid: LoopId, among: &BTreeSet<SymId>) -> bool {
        frame.graph.loops[l].blocks.iter().all(|&b| {
            let to = frame.func.terminator(b).kind.successors();
            let edges = (0u32..).zip(to).filter(|(_, to)| !ends_program(&self.facts.terms.limits, frame, *to));
            let conds: Vec<TermId> = edges.filter_map(|(i, _)| frame.edges.get(&(b, i)).map(|e| e.1)).collect();
            conds.len() < 2 || conds.iter().all(|c| self.is_alike(*c, lid, among))
        })
    }

    fn is_settled(&self, s: SymId) -> bool {
        self.facts.terms.syms[s].knowledge == Knowledge::Known
    }

    /// The recorded values of a variable without closed form.
    fn loop_value(&self, s: SymId) -> Option<LoopValue> {
        match self.facts.terms.syms[s].kind {
            SymKind::LoopPhi(l) => self.facts.loops[l].values.iter().find(|v| v.sym == s).copied(),
            _ => None,
        }
    }

    fn chooses(&self, value: &LoopValue, among: &BTreeMap<SymId, LoopValue>) -> bool {
        self.is_choice_among(value.init, value.sym, among) && self.is_choice_among(value.back, value.sym, among)
    }

    fn is_choice_among(&self, t: TermId, own: SymId, among: &BTreeMap<SymId, LoopValue>) -> bool {
        match *self.facts.terms.get(t) {
            Term::Sym(s) if among.contains_key(&s) => true,
            Term::Ite(_, a, b) => self.is_choice_among(a, own, among) && self.is_choice_among(b, own, among),
            _ => self.is_choice(t, own) || self.is_made_of_parameters(t),
        }
    }

    fn mentions(&self, value: &LoopValue, which: impl Fn(SymId) -> bool + Copy) -> bool {
        self.facts.terms.any_sym(value.init, which) || self.facts.terms.any_sym(value.back, which)
    }

    fn is_parameter_symbol(&self, s: SymId) -> bool {
        self.facts.terms.syms[s].kind == SymKind::Parameter
    }
}

/// Whether nothing but the end of the program follows a block.
pub(super) fn ends_program(limits: &Watch, frame: &Frame<'_>, b: BlockId) -> bool {
    ends_within(limits, frame, b, limits.get(Limit::EndingBlocks))
}

fn ends_within(limits: &Watch, frame: &Frame<'_>, b: BlockId, depth: u32) -> bool {
    let end = &frame.func.terminator(b).kind;
    let next = end.successors();
    if matches!(end, InstKind::Unreachable) || next.is_empty() {
        return matches!(end, InstKind::Unreachable);
    }
    if depth == 0 {
        limits.reached(Limit::EndingBlocks);
    }
    depth > 0 && next.into_iter().all(|s| ends_within(limits, frame, s, depth - 1))
}
