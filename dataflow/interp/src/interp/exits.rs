//! The end of a loop: its final counter, the bounds of the counter, and the values of the loop's variables after the
//! loop (theory, 4.5).
//!
//! Exit conditions bound the counter. After a single exit that gives the final counter, values are those of the last iteration. A part of the
//! condition to stay that no iteration changes is false in the first iteration or never. Loops without such a closed form are in
//! [`super::choices`]: searches that count down to a divisor, and variables that are assigned under a condition.

use super::loops::{LoopState, Shape};
use super::{Frame, Interp};
use crate::memory::{Family, Mem, ObjMem};
use rma_frontend::ir::BlockId;
use rma_skeleton::skeleton::LoopValue;
use rma_term::ids::{LoopId, SymId, TermId};
use rma_term::limits::Limit;
use rma_term::term::{Knowledge, Op, Substitution, SymKind, Term};
use std::collections::BTreeSet;

impl<'a> Interp<'a> {
    /// Records the loop's values and its final counter, and adapts what leaves it. `entry` is the memory before the loop.
    pub(super) fn finish_loop(
        &mut self,
        frame: &mut Frame<'a>,
        l: rma_cfg::LoopId,
        lid: LoopId,
        state: &LoopState,
        entry: &Mem,
    ) {
        self.facts.loops[lid].values = self.values_without_form(state);
        self.settle_choices(lid);
        let exits: Vec<(BlockId, u32)> = self.feasible_exits(frame, l);
        self.facts.loops[lid].bounds = self.exit_bounds(frame, l, lid, &exits);
        let thrown = frame.throws.iter().any(|(b, _)| frame.graph.loop_contains(l, *b));
        if let [(from, i)] = exits[..]
            && !thrown
        {
            let at_header = from == frame.graph.loops[l].header;
            let at_latch = frame.graph.loops[l].latches[..] == [from];
            let over = frame.edges.get(&(from, i)).map(|(_, over)| *over);
            if at_header || at_latch {
                let stay = frame.edges.iter().filter(|((f, j), _)| *f == from && *j != i).map(|(_, (_, c))| *c).min();
                self.facts.loops[lid].trips = stay.and_then(|c| self.counter_at_exit(lid, c));
                // A loop of one block leaves it at its end.
                self.facts.loops[lid].body_at_last = at_latch;
            }
            if is_passed(frame, l, from)
                && let Some(over) = over
            {
                self.settle_iterations(lid, over, state);
            }
        }
        if !thrown {
            self.settle_bounded(frame, l, lid, &exits);
        }
        let (header, blocks) = (frame.graph.loops[l].header, &frame.graph.loops[l].blocks);
        if self.edges_into(frame, header, |b| blocks.contains(&b)).is_empty() && !self.polls.blocks(lid) {
            // There is one iteration only.
            let zero = self.facts.terms.int(0);
            let data = &mut self.facts.loops[lid];
            (data.trips, data.body_at_last, data.bounds) = (Some(zero), true, vec![zero]);
        }
        self.settle_finals(frame, l, lid);
        self.settle_short(lid);
        if self.facts.loops[lid].trips.is_some() || !self.facts.loops[lid].finals.is_empty() {
            for e in exits {
                let Some((mut mem, mut cond)) = frame.edges.remove(&e) else { continue };
                self.finish_memory(&mut mem, entry, lid);
                cond = self.at_last(lid, cond);
                frame.edges.insert(e, (mem, cond));
            }
        }
    }

    /// The variables of a finished loop that have no closed form; each gets the knowledge of the values from which it is computed.
    fn values_without_form(&mut self, state: &LoopState) -> Vec<LoopValue> {
        let (mut values, mut keeping) = (Vec::new(), BTreeSet::new());
        for var in &state.vars {
            if matches!(var.shape, Shape::Open | Shape::Symbol)
                && let Some(back) = var.back
            {
                values.push(LoopValue { sym: var.sym, init: var.init, back });
                // As well known as what goes into it.
                let own = var.sym;
                let mut k = self.facts.terms.knowledge(var.init);
                let terms = &self.facts.terms;
                terms.for_each_sym(back, &mut |s| {
                    if s != own {
                        k = k.max(terms.syms[s].knowledge);
                    }
                });
                let of_texts = self.is_choice_of_texts(own, &[var.init, back]);
                if of_texts {
                    self.facts.texts.insert(own);
                }
                let free = of_texts || self.is_choice(back, own) && self.is_choice(var.init, own);
                // A recurrence without closed form takes its values in an order that nothing here knows.
                let made_of_itself = self.facts.terms.any_sym(back, |s| s == own);
                let keeps = made_of_itself && self.keeps_or_learns(back, own);
                if keeps {
                    keeping.insert(own);
                }
                let recurs = made_of_itself && !keeps;
                // So does a pointer that the program moves in its own memory: the end of a container.
                self.facts.terms.syms[own].kept = self.counts_up(back, own) || self.facts.bases.contains_key(&own);
                if let Some(least) = self.least_value(var.init, back, own) {
                    let lo = &mut self.facts.terms.syms[own].lo;
                    *lo = Some(lo.map_or(least, |known| known.max(least)));
                }
                self.facts.terms.syms[own].knowledge = match (free, recurs) {
                    (true, _) => Knowledge::Known,
                    (false, true) => Knowledge::Lost,
                    (false, false) => k.max(Knowledge::Input),
                };
            }
        }
        let ties = self.ties(&values);
        for v in &values {
            let known = self.facts.terms.syms[v.sym].knowledge == Knowledge::Known;
            let joint = || ties.joint.iter().any(|(s, _)| *s == v.sym);
            let apart = ties.loose.contains(&v.sym) || !known && joint();
            if apart && (known || keeping.contains(&v.sym)) {
                self.facts.terms.syms[v.sym].knowledge = Knowledge::Lost;
            }
        }
        values
    }

    /// The least value of a variable that an iteration does not change, raises, or sets to a value of at least this number: a count.
    fn least_value(&mut self, init: TermId, back: TermId, own: SymId) -> Option<i64> {
        let before = self.facts.terms.sym(own);
        let mut least = self.facts.terms.range(init).lo?;
        let mut open = vec![back];
        while let Some(t) = open.pop() {
            if let Term::Ite(_, a, b) = *self.facts.terms.get(t) {
                open.extend([a, b]);
                continue;
            }
            let more = self.facts.terms.sub(t, before);
            let raised = !self.facts.terms.any_sym(more, |s| s == own) && self.facts.terms.range(more).is_nonneg();
            if !raised {
                least = least.min(self.facts.terms.range(t).lo?);
            }
        }
        Some(least)
    }

    /// Whether some case of the step adds a constant to the previous value (`if (...) n++`).
    fn counts_up(&self, back: TermId, own: SymId) -> bool {
        match *self.facts.terms.get(back) {
            Term::Ite(_, a, b) => self.counts_up(a, own) || self.counts_up(b, own),
            Term::Lin(c, ref ts) => c != 0 && matches!(ts[..], [(t, 1)] if *self.facts.terms.get(t) == Term::Sym(own)),
            _ => false,
        }
    }

    /// A choice between the value before and a value that is read or given by the user, where the conditions of the choice do not
    /// contain that value.
    fn keeps_or_learns(&mut self, t: TermId, own: SymId) -> bool {
        let Some(values) = self.values_of(t) else { return false };
        values.into_iter().all(|(guards, value)| {
            let terms = &self.facts.terms;
            let learned = |s: SymId| matches!(terms.syms[s].kind, SymKind::Input | SymKind::Parameter);
            let told = |s: SymId| guards.iter().any(|g| terms.any_sym(*g, |x| x == s || x == own));
            *terms.get(value) == Term::Sym(own) || !terms.any_sym(value, |s| !learned(s) || told(s))
        })
    }

    /// A choice between parameters, constants and the value before: some run has any of them (option parsing loops).
    pub(super) fn is_choice(&self, t: TermId, own: SymId) -> bool {
        match *self.facts.terms.get(t) {
            Term::Const(_) => true,
            Term::Apply(..) => !self.facts.terms.any_sym(t, |_| true),
            // Parameters, and outcomes of test calls.
            Term::Sym(s) => {
                let sym = &self.facts.terms.syms[s];
                s == own
                    || (sym.knowledge == Knowledge::Known
                        && matches!(sym.kind, SymKind::Parameter | SymKind::Input | SymKind::RequestIndex))
            }
            Term::Ite(_, a, b) => self.is_choice(a, own) && self.is_choice(b, own),
            // One or zero, by what some run makes true and another false.
            _ => {
                let told = self.facts.terms.knowledge(t) == Knowledge::Known;
                self.facts.terms.is_bool(t) && told && !self.facts.terms.any_sym(t, |s| s == own)
            }
        }
    }

    /// A choice between texts of the command line, constant strings, null and the value before (`mode = optarg` in an option parsing loop).
    fn is_choice_of_texts(&self, own: SymId, values: &[TermId]) -> bool {
        let mut of_command_line = false;
        let mut open = values.to_vec();
        while let Some(t) = open.pop() {
            match *self.facts.terms.get(t) {
                Term::Ite(_, a, b) => open.extend([a, b]),
                Term::Sym(s) if s == own => {}
                Term::Sym(s) if self.facts.texts.contains(&s) => of_command_line = true,
                Term::Const(0) => {}
                Term::Addr(obj, _) if self.is_constant_text(obj) => {}
                _ => return false,
            }
        }
        of_command_line
    }

    /// Upper bounds of the counter: for each condition that every iteration must pass to continue, its first failure.
    pub(super) fn exit_bounds(
        &mut self,
        frame: &Frame<'a>,
        l: rma_cfg::LoopId,
        lid: LoopId,
        exits: &[(BlockId, u32)],
    ) -> Vec<TermId> {
        let mut out = Vec::new();
        for &(from, i) in exits.iter().filter(|(from, _)| is_passed(frame, l, *from)) {
            let mut stay = frame.edges.iter().filter(|((f, j), _)| *f == from && *j != i).map(|(_, (_, c))| *c);
            let (first, more) = (stay.next(), stay.next());
            let (Some(c), None) = (first, more) else { continue };
            if let Some(bound) = self.final_counter(lid, c, exits.len() == 1) {
                out.push(bound);
                continue;
            }
            // Each part of the condition must hold for the loop to continue.
            let parts = self.facts.terms.conjuncts(c);
            for part in parts.iter().filter(|_| parts.len() > 1) {
                out.extend(self.final_counter(lid, *part, false));
            }
        }
        out
    }

    pub(super) fn feasible_exits(&self, frame: &Frame<'a>, l: rma_cfg::LoopId) -> Vec<(BlockId, u32)> {
        let mut out = Vec::new();
        for &b in &frame.graph.loops[l].blocks {
            for (i, s) in frame.func.terminator(b).kind.successors().into_iter().enumerate() {
                if !frame.graph.loop_contains(l, s) && frame.edges.contains_key(&(b, i as u32)) {
                    out.push((b, i as u32));
                }
            }
        }
        out
    }

    /// The counter's value at the only exit of a loop. A part of the condition to stay that no iteration changes fails in the first one, or
    /// never.
    fn counter_at_exit(&mut self, lid: LoopId, stay: TermId) -> Option<TermId> {
        let last = self.final_counter(lid, stay, true)?;
        let parts = self.facts.terms.conjuncts(stay);
        let lasting: Vec<TermId> = parts.into_iter().filter(|p| !self.facts.varies_in(*p, lid)).collect();
        let goes_on = self.facts.terms.all(&lasting);
        let zero = self.facts.terms.int(0);
        Some(self.facts.terms.ite(goes_on, last, zero))
    }

    /// The counter's value when the condition to stay in the loop first fails; `only`: no other path leads out of it.
    pub(super) fn final_counter(&mut self, lid: LoopId, stay: TermId, only: bool) -> Option<TermId> {
        let k = self.facts.terms.sym(self.facts.loops[lid].counter);
        let parts = self.facts.terms.conjuncts(stay);
        let varying: Vec<TermId> = parts.into_iter().filter(|p| self.facts.varies_in(*p, lid)).collect();
        let [part] = varying[..] else { return self.final_of_bounds(lid, &varying, only) };
        let part = self.ending_part(lid, part);
        let (inner, equal) = match *self.facts.terms.get(part) {
            Term::Le0(t) => (t, false),
            Term::Not(n) => match *self.facts.terms.get(n) {
                Term::Eq0(t) => (t, true),
                _ => return None,
            },
            _ => return None,
        };
        let (c, ts) = self.facts.terms.linear(inner);
        let (_, a) = *ts.iter().find(|(t, _)| *t == k)?;
        let rest = self.facts.terms.from_linear(c, ts.into_iter().filter(|(t, _)| *t != k).collect());
        if self.facts.varies_in(rest, lid) {
            return None;
        }
        if equal {
            // Stepping over the end would run on for ever (no overflow).
            if let Some(last) = self.facts.terms.exact_div(rest, -a) {
                return Some(last);
            }
            if !only || self.facts.terms.as_const(rest).is_some() {
                return None;
            }
            let path = self.facts.terms.scale(rest, -a.signum());
            let step = self.facts.terms.int(a.abs());
            return Some(self.facts.terms.op(Op::Div, path, step));
        }
        if a <= 0 {
            return None;
        }
        let minus = self.facts.terms.scale(rest, -1);
        let by = self.facts.terms.int(a);
        let last = self.facts.terms.op(Op::Div, minus, by);
        let after = self.facts.terms.add_int(last, 1);
        if self.facts.terms.range(after).is_nonneg() {
            return Some(after);
        }
        let runs = self.facts.terms.le0(rest);
        let zero = self.facts.terms.int(0);
        Some(self.facts.terms.ite(runs, after, zero))
    }

    /// For a loop condition that is a disjunction (`i < 0 || 1 < i`, which is `1 < i` of an unsigned `i` that counts down): the part that
    /// becomes false as the counter grows. A part that stays true once it is true holds in no iteration of a loop that ends, because it
    /// would never let the loop end.
    fn ending_part(&mut self, lid: LoopId, part: TermId) -> TermId {
        let k = self.facts.terms.sym(self.facts.loops[lid].counter);
        let Term::Any(ts) = self.facts.terms.get(part).clone() else { return part };
        let mut falling = Vec::new();
        for &p in &ts {
            let Term::Le0(t) = *self.facts.terms.get(p) else { return part };
            let (_, linear) = self.facts.terms.linear(t);
            let slope = linear.iter().find(|(t, _)| *t == k).map_or(0, |(_, a)| *a);
            let rest = self.facts.terms.from_linear(0, linear.into_iter().filter(|(t, _)| *t != k).collect());
            if self.facts.varies_in(rest, lid) || slope == 0 {
                return part;
            }
            if slope > 0 {
                falling.push(p);
            }
        }
        match falling[..] {
            [one] => one,
            _ => part,
        }
    }

    /// For a loop condition that is a conjunction (`0 ≤ i && i < n`): if all other parts stay true, the part that grows with the counter
    /// ends the loop.
    pub(super) fn final_of_bounds(&mut self, lid: LoopId, parts: &[TermId], only: bool) -> Option<TermId> {
        let k = self.facts.terms.sym(self.facts.loops[lid].counter);
        let mut upper = Vec::new();
        for p in parts {
            let Term::Le0(t) = *self.facts.terms.get(*p) else { return None };
            let (_, ts) = self.facts.terms.linear(t);
            let (_, a) = *ts.iter().find(|(t, _)| *t == k)?;
            if a > 0 {
                upper.push(*p);
            }
        }
        match upper[..] {
            [one] if parts.len() > 1 => self.final_counter(lid, one, only),
            _ => None,
        }
    }

    /// A condition of the last iteration of a finished loop, for code after it: in the symbols that its values have there.
    pub(super) fn at_last(&mut self, lid: LoopId, cond: TermId) -> TermId {
        let mut s = Substitution::new();
        self.facts.loops[lid].finals.iter().for_each(|(from, to)| s.insert(*from, *to));
        self.facts.terms.subst(cond, &mut s)
    }

    /// Replaces, in the memory after a loop, its counter and other symbols with known final values by these.
    fn finish_memory(&mut self, mem: &mut Mem, entry: &Mem, lid: LoopId) {
        let mut s = self.finals_of(lid);
        for obj in mem.changed(entry) {
            let Some(content) = mem.get(obj) else { continue };
            let last = |t: &TermId| self.facts.terms.any_sym(*t, |x| s.get(x).is_some());
            let touched = content.entries.iter().any(|e| [e.off, e.inst, e.val].iter().any(last))
                || content.families.iter().any(|f| last(&f.bound));
            if !touched {
                continue;
            }
            let mut content = content.clone();
            for e in &mut content.entries {
                e.off = self.facts.terms.subst(e.off, &mut s);
                e.inst = self.facts.terms.subst(e.inst, &mut s);
                e.val = self.facts.terms.subst(e.val, &mut s);
            }
            for f in &mut content.families {
                f.bound = self.facts.terms.subst(f.bound, &mut s);
            }
            self.lengthen(&mut content);
            self.unite_rows(&mut content);
            mem.set(obj, content);
        }
    }

    /// A loop that is left at its end has stored one cell more than its header has seen: the row includes it.
    fn lengthen(&mut self, content: &mut ObjMem) {
        for f in &mut content.families {
            let by = self.facts.terms.scale(f.bound, f.stride);
            let end = self.facts.terms.add(f.base, by);
            let mut s = Substitution::new();
            s.insert(f.index, f.bound);
            let [inst, val] = [f.inst, f.val].map(|t| self.facts.terms.subst(t, &mut s));
            let next = content.entries.iter().position(|e| (e.inst, e.off, e.size, e.val) == (inst, end, f.size, val));
            if let Some(n) = next {
                content.entries.remove(n);
                f.bound = self.facts.terms.add_int(f.bound, 1);
            }
        }
    }
    /// Adjacent rows that one loop stores, several cells in each iteration, are one row, if one term describes all cells:
    /// a loop that the compiler has unrolled.
    fn unite_rows(&mut self, content: &mut ObjMem) {
        let mut n = 0;
        while n < content.families.len() {
            let first = content.families[n];
            n += 1;
            let size = first.size as i64;
            let cells = if size > 0 && first.stride % size == 0 { first.stride / size } else { 0 };
            if cells < 2 || !self.facts.terms.limits.allows(Limit::UnrolledCells, cells) {
                continue;
            }
            let index = self.facts.terms.sym(first.index);
            let mut shrink = Substitution::of_multiple(first.index, cells, index);
            let val = self.facts.terms.subst(first.val, &mut shrink);
            let concurrent: Option<Vec<usize>> = (1..cells)
                .map(|d| {
                    let base = self.facts.terms.add_int(first.base, d * size);
                    let alike = |f: &Family| {
                        (f.inst, f.base, f.stride, f.bound, f.size)
                            == (first.inst, base, first.stride, first.bound, first.size)
                    };
                    let at = content.families.iter().position(alike)?;
                    let f = content.families[at];
                    let mut s = Substitution::new();
                    let row = self.facts.terms.sym(f.index);
                    let row = self.facts.terms.scale(row, cells);
                    s.insert(first.index, self.facts.terms.add_int(row, d));
                    (self.facts.terms.subst(val, &mut s) == f.val).then_some(at)
                })
                .collect();
            let (false, Some(concurrent)) = (shrink.failed(), concurrent) else { continue };
            let united = Family { stride: size, bound: self.facts.terms.scale(first.bound, cells), val, ..first };
            let mut at = 0..;
            content.families.retain(|_| at.next().is_none_or(|k| !concurrent.contains(&k)));
            if let Some(f) = content.families.iter_mut().find(|f| **f == first) {
                *f = united;
            }
            n = 0;
        }
    }
}

/// Whether every iteration of a loop passes a block.
fn is_passed(frame: &Frame, l: rma_cfg::LoopId, block: BlockId) -> bool {
    let latches = &frame.graph.loops[l].latches;
    frame.graph.loop_of[block] == Some(l) && latches.iter().all(|x| frame.graph.dominates(block, *x))
}
