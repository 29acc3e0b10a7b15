//! Closed forms of loop variables: the value in iteration k, derived from the value at the back edge (theory, 4.5).

use super::form_cases::OPTIONS;
use super::loops::{LoopState, Shape, Var};
use super::{Frame, Interp};
use rma_term::ids::{LoopId, SymId, TermId};
use rma_term::limits::Limit;
use rma_term::term::{Op, Substitution, Term};
use rustc_hash::FxHashMap;

impl<'a> Interp<'a> {
    pub(super) fn header_value(&mut self, lid: LoopId, state: &mut LoopState, n: usize) -> TermId {
        let var = &state.vars[n];
        let counter = self.facts.terms.sym(self.facts.loops[lid].counter);
        match var.shape {
            Shape::Open | Shape::Symbol => self.facts.terms.sym(var.sym),
            Shape::Copy(of) => match state.vars.iter().position(|v| v.sym == of) {
                Some(other) => self.header_value(lid, state, other),
                None => {
                    state.vars[n].shape = Shape::Symbol;
                    self.facts.terms.sym(state.vars[n].sym)
                }
            },
            Shape::Invariant => var.init,
            Shape::Cases(cases) => self.value_by_cases(lid, state, n, cases),
            Shape::PeeledConstant(then) => {
                let zero = self.facts.terms.int(0);
                let first = self.facts.terms.eq(counter, zero);
                let init = state.vars[n].init;
                self.facts.terms.ite(first, init, then)
            }
            Shape::PreviousIteration(then) => {
                let init = state.vars[n].init;
                let last = self.of_previous_iteration(lid, then);
                if self.is_at_first(lid, last, init) {
                    return last;
                }
                let zero = self.facts.terms.int(0);
                let first = self.facts.terms.eq(counter, zero);
                self.facts.terms.ite(first, init, last)
            }
            Shape::Affine(step) => {
                let grown = self.facts.terms.mul(step, counter);
                self.facts.terms.add(var.init, grown)
            }
            Shape::Chunk(first) => self.bound_of_chunk(lid, first, var.init),
            Shape::Remainder { step, modulus } => {
                let grown = self.facts.terms.mul(step, counter);
                let sum = self.facts.terms.add(var.init, grown);
                self.facts.terms.op(Op::Mod, sum, modulus)
            }
            Shape::Geometric(bits) => {
                let init = var.init;
                let by = self.facts.terms.scale(counter, i64::from(bits.abs()));
                self.facts.terms.op(if bits > 0 { Op::Shl } else { Op::Shr }, init, by)
            }
            Shape::Periodic(period) | Shape::EventuallyConstant(period) => {
                let ends = matches!(var.shape, Shape::EventuallyConstant(_));
                let Some(values) = self.orbit(lid, state, n, period, ends) else {
                    state.vars[n].shape = Shape::Symbol;
                    return self.facts.terms.sym(state.vars[n].sym);
                };
                let p = self.facts.terms.int(period as i64);
                let phase = if ends { counter } else { self.facts.terms.op(Op::Mod, counter, p) };
                let mut out = values[period - 1];
                for (i, v) in values.iter().enumerate().take(period - 1).rev() {
                    let i = self.facts.terms.int(i as i64);
                    let here = self.facts.terms.eq(phase, i);
                    out = self.facts.terms.ite(here, *v, out);
                }
                out
            }
        }
    }

    /// The values that a variable takes in `period` iterations, if it and all that its step reads then are back at their
    /// entry values. With `ends`: if all stay as the last of these iterations has found them, or it is the last of all. Steps may read
    /// remainders of the counter, and of what grows with it, that return within the period.
    pub(super) fn orbit(
        &mut self,
        lid: LoopId,
        state: &LoopState,
        n: usize,
        period: usize,
        ends: bool,
    ) -> Option<Vec<TermId>> {
        let needed = self.read_by(lid, state, n)?;
        let counter = self.facts.loops[lid].counter;
        let mut growing: Vec<(SymId, i64)> = vec![(counter, 1)];
        for &i in needed.iter().filter(|i| **i != n) {
            let own = self.facts.terms.sym(state.vars[i].sym);
            let d = self.facts.terms.sub(state.vars[i].step?, own);
            if let (Some(d @ 1..), Some(0..)) =
                (self.facts.terms.as_const(d), self.facts.terms.as_const(state.vars[i].init))
            {
                growing.push((state.vars[i].sym, d));
            }
        }
        let grows = |x: SymId| growing.iter().any(|(y, _)| x == *y);
        let returning: Vec<usize> = needed.iter().copied().filter(|i| !grows(state.vars[*i].sym)).collect();
        let by_counter =
            returning.iter().any(|i| state.vars[*i].step.is_some_and(|t| self.facts.terms.any_sym(t, grows)));
        let longest = match (ends, by_counter) {
            (true, _) => Limit::EndingValues,
            (false, true) => Limit::CountedPeriod,
            (false, false) => Limit::Period,
        };
        if !self.facts.terms.limits.allows(longest, period) {
            return None;
        }
        for &i in returning.iter().filter(|_| !ends || !by_counter) {
            let step = state.vars[i].step?;
            if growing.iter().any(|(x, d)| !self.comes_round(step, *x, d.wrapping_mul(period as i64))) {
                return None;
            }
        }
        let mut now: Vec<TermId> = state.vars.iter().map(|v| v.init).collect();
        let mut last = now.clone();
        let mut out = Vec::new();
        let known = |x: SymId| {
            x == counter
                || needed.iter().any(|i| state.vars[*i].sym == x)
                || !self.facts.loop_within(self.facts.terms.syms[x].def_loop, lid)
        };
        let iterations = state.iterations.filter(|t| ends && !self.facts.terms.any_sym(*t, |x| !known(x)));
        for k in 0..period {
            // A state that depends on the start of the loop is better kept as a separate symbol.
            if ends && matches!(self.facts.terms.get(now[n]), Term::Ite(..)) {
                return None;
            }
            // Anything but a constant would make terms of all that follows heavier than a symbol does.
            if ends && by_counter && self.facts.terms.as_const(now[n]).is_none() {
                return None;
            }
            out.push(now[n]);
            last.clone_from(&now);
            let mut s = Substitution::new();
            let number = self.facts.terms.int(k as i64);
            s.insert(counter, number);
            for (v, t) in state.vars.iter().zip(&now) {
                s.insert(v.sym, *t);
            }
            // No other iteration follows this one.
            if let Some(iterations) = iterations {
                let iterations = self.facts.terms.subst(iterations, &mut s);
                if self.facts.terms.is_false(iterations) {
                    return (k + 1 == period && self.facts.terms.weight(now[n]) < 32).then_some(out);
                }
            }
            let mut next = now.clone();
            for &i in &needed {
                next[i] = self.facts.terms.subst(state.vars[i].step?, &mut s);
            }
            now = next;
        }
        // What depends on the number of the iteration has been followed to the last one, or is not known.
        if ends && by_counter {
            return None;
        }
        let back = returning.iter().all(|i| now[*i] == if ends { last[*i] } else { state.vars[*i].init });
        (back && self.facts.terms.weight(now[n]) < 32).then_some(out)
    }

    /// Whether a term does not change when a symbol, which is not negative, grows by `growth`, because the term contains only remainders of
    /// it.
    fn comes_round(&self, t: TermId, x: SymId, growth: i64) -> bool {
        if !self.facts.terms.any_sym(t, |s| s == x) {
            return true;
        }
        let below = |ts: &[TermId]| ts.iter().all(|t| self.comes_round(*t, x, growth));
        match self.facts.terms.get(t) {
            Term::Const(_) => true,
            Term::Sym(_) => false,
            Term::Op(op @ (Op::Mod | Op::Rem), a, m) => {
                let Some(m) = self.facts.terms.as_const(*m).filter(|m| *m > 0) else { return false };
                let (c, ts) = self.facts.terms.linear(*a);
                let rest = |ts: &[(TermId, i64)]| ts.iter().all(|(t, _)| self.comes_round(*t, x, growth));
                match ts.iter().position(|(t, _)| *self.facts.terms.get(*t) == Term::Sym(x)) {
                    None => below(&[*a]),
                    // A remainder with a sign comes round where nothing is negative.
                    Some(n) => {
                        let k = ts[n].1;
                        let others: Vec<(TermId, i64)> = ts.iter().copied().filter(|(t, _)| *t != ts[n].0).collect();
                        let signed = *op == Op::Rem && !(k > 0 && c >= 0 && others.is_empty());
                        !signed && growth.wrapping_mul(k) % m == 0 && rest(&others)
                    }
                }
            }
            Term::Op(_, a, b) => below(&[*a, *b]),
            Term::Lin(_, ts) => ts.iter().all(|(t, _)| below(&[*t])),
            Term::Ite(c, a, b) => below(&[*c, *a, *b]),
            Term::Le0(a) | Term::Eq0(a) | Term::Not(a) | Term::Addr(_, a) => below(&[*a]),
            Term::All(ts) | Term::Any(ts) | Term::Apply(_, ts) => below(ts),
        }
    }

    /// The variables that a variable's step reads, itself included; `None` if it reads other values of the iteration besides the counter.
    pub(super) fn read_by(&self, lid: LoopId, state: &LoopState, n: usize) -> Option<Vec<usize>> {
        let mut needed = vec![n];
        let mut at = 0;
        let counter = self.facts.loops[lid].counter;
        while at < needed.len() {
            let step = state.vars[needed[at]].step?;
            at += 1;
            let mut known = true;
            self.facts.terms.for_each_sym(step, &mut |s| match state.vars.iter().position(|v| v.sym == s) {
                Some(i) if !needed.contains(&i) => needed.push(i),
                Some(_) => {}
                None => known &= s == counter || !self.facts.loop_within(self.facts.terms.syms[s].def_loop, lid),
            });
            if !known {
                return None;
            }
        }
        Some(needed)
    }

    /// Each path through an iteration leaves a variable unchanged, or gives it its entry value again.
    fn stays(&self, back: TermId, own: TermId, init: TermId, lid: LoopId) -> bool {
        back == own
            || (back == init && !self.facts.varies_in(init, lid))
            || matches!(*self.facts.terms.get(back), Term::Ite(_, a, b)
                if self.facts.terms.limits.room(Limit::StayingWeight, self.facts.terms.weight(back)) && self.stays(a, own, init, lid) && self.stays(b, own, init, lid))
    }

    /// Whether the number of the iteration is all that a value depends on of it.
    fn is_of_iteration(&self, t: TermId, lid: LoopId) -> bool {
        let counter = self.facts.loops[lid].counter;
        let other = |s: SymId| s != counter && self.facts.loop_within(self.facts.terms.syms[s].def_loop, lid);
        !self.facts.terms.any_sym(t, other) && self.facts.terms.weight(t) < 32
    }

    /// The number of bits by which an iteration shifts a variable: `d * 2`, `d << 1`, `d / 2`, `d >> 1`. A division by two is a shift if
    /// the value is not negative.
    fn shift_of(&self, own: TermId, init: TermId, back: TermId) -> Option<i32> {
        let power = |m: i64| {
            let bits = m.trailing_zeros() as i32;
            (m > 1 && m.count_ones() == 1 && self.facts.terms.limits.allows(Limit::ShiftedBits, bits)).then_some(bits)
        };
        match self.facts.terms.get(back) {
            Term::Lin(0, ts) => match ts[..] {
                [(t, m)] if t == own => power(m),
                _ => None,
            },
            Term::Op(op @ (Op::Quot | Op::Div), t, m) if *t == own => {
                let floor = *op == Op::Div || self.facts.terms.as_const(init).is_some_and(|c| c >= 0);
                self.facts.terms.as_const(*m).and_then(power).filter(|_| floor).map(|bits| -bits)
            }
            _ => None,
        }
    }

    /// The form of a variable that grows by a step modulo a number: `(own + step) % m`, or `own + 1 == m ? 0 : own + 1`. Its entry value is
    /// such a remainder.
    pub(super) fn remainder_of(&mut self, own: TermId, init: TermId, back: TermId, lid: LoopId) -> Option<Shape> {
        let terms = &mut self.facts.terms;
        let (step, modulus) = match terms.get(back).clone() {
            Term::Op(op @ (Op::Mod | Op::Rem), grown, modulus) => {
                let step = terms.sub(grown, own);
                (op == Op::Mod || terms.range(step).is_nonneg()).then_some((step, modulus))?
            }
            Term::Ite(when, then, otherwise) => {
                let (zero, grown) = (terms.int(0), terms.add_int(own, 1));
                let wraps = match (then == zero && otherwise == grown, then == grown && otherwise == zero) {
                    (true, _) => when,
                    (_, true) => terms.not(when),
                    _ => return None,
                };
                (terms.int(1), self.reached_by(grown, wraps)?)
            }
            _ => return None,
        };
        let terms = &mut self.facts.terms;
        let below = terms.sub(init, modulus);
        let entry = init == terms.int(0)
            || terms.range(init).is_nonneg() && terms.range(below).hi.is_some_and(|hi| hi < 0)
            || matches!(*terms.get(init), Term::Op(Op::Mod, _, m) if m == modulus);
        let positive = terms.range(modulus).lo.is_some_and(|lo| lo > 0);
        let fixed = |t: TermId| !self.facts.varies_in(t, lid) && !self.mentions_any_address(t);
        (entry && positive && fixed(step) && fixed(modulus)).then_some(Shape::Remainder { step, modulus })
    }

    /// The value of a term under a condition that says that the term has reached it: `grown == m`, `grown >= m`.
    fn reached_by(&mut self, grown: TermId, when: TermId) -> Option<TermId> {
        let terms = &mut self.facts.terms;
        // `m - grown` is zero or less; the equation may also have the other sign.
        let (distance, equation) = match *terms.get(when) {
            Term::Eq0(t) => (t, true),
            Term::Le0(t) => (t, false),
            _ => return None,
        };
        let [(_, of_grown), (_, of_distance)] = [grown, distance].map(|t| terms.linear(t));
        let (own, _) = *of_grown.iter().find(|(_, k)| *k == 1)?;
        match of_distance.iter().find(|(t, _)| *t == own)?.1 {
            -1 => Some(terms.add(distance, grown)),
            1 if equation => Some(terms.sub(grown, distance)),
            _ => None,
        }
    }

    /// The form of a variable whose value at the back edge is known over the symbols of all variables; `Symbol` if it has none.
    pub(super) fn open_form(&mut self, lid: LoopId, state: &LoopState, n: usize) -> Shape {
        let (init, own) = (state.vars[n].init, self.facts.terms.sym(state.vars[n].sym));
        let Some(back) = state.vars[n].back else { return Shape::Symbol };
        let d = self.facts.terms.sub(back, own);
        if let Some(form) = self.form_over_chunks(lid, state, n) {
            form
        } else if self.stays(back, own, init, lid) || self.orbit(lid, state, n, 1, false).is_some() {
            Shape::Invariant
        } else if !self.facts.varies_in(back, lid) && self.facts.terms.weight(back) < 32 {
            Shape::PeeledConstant(back)
        } else if !self.facts.varies_in(d, lid) && !self.mentions_any_address(d) {
            Shape::Affine(d)
        } else if let Some(bits) = self.shift_of(own, init, back) {
            Shape::Geometric(bits)
        } else {
            // One more than is allowed, so that the limit is noted.
            let of = [Limit::Period, Limit::CountedPeriod, Limit::EndingValues];
            let longest = of.map(|l| self.facts.terms.limits.get::<usize>(l)).into_iter().max();
            let longest = longest.unwrap_or(0) + 1;
            let form =
                |interp: &mut Self, ends| (2..=longest).find(|p| interp.orbit(lid, state, n, *p, ends).is_some());
            let periodic = form(self, false).map(Shape::Periodic);
            let periodic = periodic.or_else(|| self.remainder_of(own, init, back, lid));
            let ending = periodic.or_else(|| form(self, true).map(Shape::EventuallyConstant));
            let previous_iteration = || self.is_of_iteration(back, lid).then_some(Shape::PreviousIteration(back));
            ending.or_else(previous_iteration).unwrap_or(Shape::Symbol)
        }
    }

    /// A value at the end of an iteration, in terms of the counter of the next iteration.
    fn of_previous_iteration(&mut self, lid: LoopId, then: TermId) -> TermId {
        let k = self.facts.loops[lid].counter;
        let counter = self.facts.terms.sym(k);
        let then = self.with_shifts(then, k);
        let mut s = Substitution::new();
        s.insert(k, self.facts.terms.add_int(counter, -1));
        self.facts.terms.subst(then, &mut s)
    }

    /// A sum in which what is doubled after a shift by a number with the counter is shifted once more: `2 * (a << k)` as `a << (k + 1)`.
    fn with_shifts(&mut self, t: TermId, counter: SymId) -> TermId {
        let terms = &mut self.facts.terms;
        let (constant, mut parts) = terms.linear(t);
        for (part, times) in &mut parts {
            let Term::Op(Op::Shl, of, by) = *terms.get(*part) else { continue };
            if *times % 2 == 0 && terms.any_sym(by, |s| s == counter) {
                let by = terms.add_int(by, 1);
                (*part, *times) = (terms.op(Op::Shl, of, by), *times / 2);
            }
        }
        terms.from_linear(constant, parts)
    }

    /// Whether a term is this value in the first iteration.
    fn is_at_first(&mut self, lid: LoopId, t: TermId, value: TermId) -> bool {
        let mut s = Substitution::new();
        s.insert(self.facts.loops[lid].counter, self.facts.terms.int(0));
        self.facts.terms.subst(t, &mut s) == value
    }

    /// The form of a variable that the counter alone decides, if the entry value continues it to the first iteration (`1 << k`).
    fn continued(&mut self, lid: LoopId, init: TermId, back: TermId) -> Option<Shape> {
        if !self.is_of_iteration(back, lid) {
            return None;
        }
        let last = self.of_previous_iteration(lid, back);
        self.is_at_first(lid, last, init).then_some(Shape::PreviousIteration(back))
    }

    pub(super) fn classify(&mut self, _frame: &Frame<'a>, lid: LoopId, state: &mut LoopState) -> bool {
        let mut changed = false;
        for var in &mut state.vars {
            if matches!(var.shape, Shape::Open | Shape::Symbol) {
                var.step = var.back;
            }
        }
        for n in 0..state.vars.len() {
            let (shape, init) = (state.vars[n].shape, state.vars[n].init);
            let Some(back) = state.vars[n].back else { continue };
            let new = match shape {
                Shape::Open => match self.open_form(lid, state, n) {
                    Shape::Symbol => self.form_of_options(lid, state, n, OPTIONS).unwrap_or(Shape::Symbol),
                    form => form,
                },
                Shape::Cases(cases) if !self.confirms_cases(lid, state, n, cases, back) => Shape::Symbol,
                Shape::Copy(of) => {
                    let other = state.vars.iter().find(|v| v.sym == of);
                    let same = other.is_some_and(|v| v.init == init && v.back == Some(back));
                    if same { shape } else { Shape::Symbol }
                }
                Shape::Invariant if back != init => Shape::Symbol,
                Shape::PeeledConstant(then) | Shape::PreviousIteration(then) if back != then => Shape::Symbol,
                Shape::Affine(step) => {
                    let now = self.header_value(lid, state, n);
                    let d = self.facts.terms.sub(back, now);
                    if d == step { shape } else { Shape::Symbol }
                }
                Shape::Chunk(_) => self.form_over_chunks(lid, state, n).unwrap_or(Shape::Symbol),
                Shape::Remainder { .. } => {
                    let now = self.header_value(lid, state, n);
                    if self.remainder_of(now, init, back, lid) == Some(shape) { shape } else { Shape::Symbol }
                }
                Shape::Geometric(bits) => {
                    let now = self.header_value(lid, state, n);
                    if self.shift_of(now, init, back) == Some(bits) { shape } else { Shape::Symbol }
                }
                // The copy of another variable whose form has been found meanwhile.
                Shape::Symbol if !state.vars[n].late => {
                    let form = self.linear_from_back(lid, init, back).or_else(|| self.continued(lid, init, back));
                    let form = form.or_else(|| self.form_of_options(lid, state, n, OPTIONS));
                    state.vars[n].late = form.is_some();
                    form.unwrap_or(shape)
                }
                other => other,
            };
            if new != shape {
                state.vars[n].shape = new;
                changed |= !(shape == Shape::Open && new == Shape::Symbol);
            }
        }
        changed | self.find_copies(state)
    }

    /// Variables without a form that hold the same value as another one in every iteration: they begin alike, and each iteration leaves the
    /// same in them. Classes of variables that begin alike are split until this holds, as in a partition refinement. Optimised code often
    /// has a value both in a register and in memory.
    fn find_copies(&mut self, state: &mut LoopState) -> bool {
        let copies = |v: &Var| v.shape == Shape::Symbol && !v.late;
        if !state.vars.iter().any(copies) {
            return false;
        }
        let mut members: Vec<(usize, TermId, TermId)> = Vec::new();
        for (n, v) in state.vars.iter().enumerate() {
            members.extend(v.back.map(|back| (n, v.init, back)));
        }
        // Of each class one with a form comes first, and no copy.
        members.sort_by_key(|(n, ..)| match state.vars[*n].shape {
            Shape::Copy(_) => 2,
            Shape::Symbol => 1,
            _ => 0,
        });
        // The first variable of the class of each.
        let first_like = |keys: &[(usize, TermId)]| -> Vec<usize> {
            let mut first = FxHashMap::default();
            keys.iter().enumerate().map(|(n, key)| *first.entry(*key).or_insert(n)).collect()
        };
        let mut class = first_like(&members.iter().map(|(_, init, _)| (0, *init)).collect::<Vec<_>>());
        while class.iter().enumerate().any(|(n, first)| n != *first) {
            let mut s = Substitution::new();
            for (n, first) in class.iter().enumerate().filter(|(n, first)| n != *first) {
                let of = self.facts.terms.sym(state.vars[members[*first].0].sym);
                s.insert(state.vars[members[n].0].sym, of);
            }
            let left: Vec<TermId> = members.iter().map(|(.., back)| self.facts.terms.subst(*back, &mut s)).collect();
            let finer = first_like(&class.iter().copied().zip(left).collect::<Vec<_>>());
            if finer == class {
                break;
            }
            class = finer;
        }
        let mut changed = false;
        for (n, first) in class.into_iter().enumerate() {
            let of = state.vars[members[first].0].sym;
            let var = &mut state.vars[members[n].0];
            if n != first && copies(var) {
                (var.shape, var.late) = (Shape::Copy(of), true);
                changed = true;
            }
        }
        changed
    }

    /// The form of a variable whose value at the back edge is `init + step·(k + 1)`.
    fn linear_from_back(&mut self, lid: LoopId, init: TermId, back: TermId) -> Option<Shape> {
        let k = self.facts.terms.sym(self.facts.loops[lid].counter);
        let (c, ts) = self.facts.terms.linear(back);
        let (mut step, mut rest) = (self.facts.terms.int(0), Vec::new());
        for (t, n) in ts {
            // What an iteration adds to `n·k`, or to `n·(k·by)`.
            let by = match *self.facts.terms.get(t) {
                _ if t == k => Some(self.facts.terms.int(1)),
                Term::Op(Op::Mul, a, b) if a == k && !self.facts.varies_in(b, lid) => Some(b),
                Term::Op(Op::Mul, a, b) if b == k && !self.facts.varies_in(a, lid) => Some(a),
                _ => None,
            };
            match by {
                Some(by) => {
                    let added = self.facts.terms.scale(by, n);
                    step = self.facts.terms.add(step, added);
                }
                None => rest.push((t, n)),
            }
        }
        let rest = self.facts.terms.from_linear(c, rest);
        let next = self.facts.terms.add(init, step);
        (rest == next && self.facts.terms.as_const(step) != Some(0)).then_some(Shape::Affine(step))
    }

    pub(super) fn mentions_any_address(&self, t: TermId) -> bool {
        !self.facts.objects_in(t).is_empty()
    }
}
