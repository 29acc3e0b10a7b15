//! Closed forms of loop variables: what a variable's value at the back edge says of its value in iteration k.

use super::loops::{LoopState, Shape};
use super::{Frame, Interp};
use crate::skeleton::LoopId;
use crate::term::{Op, Substitution, TermId};

/// Longest period that is recognised.
const MAX_PERIOD: usize = 4;

impl<'a> Interp<'a> {
    pub(super) fn header_value(&mut self, lid: LoopId, state: &mut LoopState, n: usize) -> TermId {
        let var = &state.vars[n];
        let counter = self.terms.sym(self.loops[lid].counter);
        match var.shape {
            Shape::Open | Shape::Symbol => self.terms.sym(var.sym),
            Shape::Invariant => var.init,
            Shape::Settled(then) => {
                let zero = self.terms.int(0);
                let first = self.terms.eq(counter, zero);
                let init = state.vars[n].init;
                self.terms.ite(first, init, then)
            }
            Shape::Linear(step) => {
                let grown = self.terms.mul(step, counter);
                self.terms.add(var.init, grown)
            }
            Shape::Periodic(period) => {
                let Some(values) = self.orbit(lid, state, n, period) else {
                    state.vars[n].shape = Shape::Symbol;
                    return self.terms.sym(state.vars[n].sym);
                };
                let p = self.terms.int(period as i64);
                let phase = self.terms.op(Op::Mod, counter, p);
                let mut out = values[period - 1];
                for (i, v) in values.iter().enumerate().take(period - 1).rev() {
                    let i = self.terms.int(i as i64);
                    let here = self.terms.eq(phase, i);
                    out = self.terms.ite(here, *v, out);
                }
                out
            }
        }
    }

    /// The values that a variable takes in `period` iterations, if it and all that its step reads then are back at their
    /// entry values.
    pub(super) fn orbit(&mut self, lid: LoopId, state: &LoopState, n: usize, period: usize) -> Option<Vec<TermId>> {
        let needed = self.read_by(lid, state, n)?;
        let mut now: Vec<TermId> = state.vars.iter().map(|v| v.init).collect();
        let mut out = Vec::new();
        for _ in 0..period {
            out.push(now[n]);
            let mut s = Substitution::new();
            for (v, t) in state.vars.iter().zip(&now) {
                s.insert(v.sym, *t);
            }
            let mut next = now.clone();
            for &i in &needed {
                next[i] = self.terms.subst(state.vars[i].step?, &mut s);
            }
            now = next;
        }
        let back = needed.iter().all(|i| now[*i] == state.vars[*i].init);
        (back && self.terms.weight(now[n]) < 32).then_some(out)
    }

    /// The variables that a variable's step reads, itself included; `None` when it reads anything else of the iteration.
    pub(super) fn read_by(&self, lid: LoopId, state: &LoopState, n: usize) -> Option<Vec<usize>> {
        let mut needed = vec![n];
        let mut at = 0;
        while at < needed.len() {
            let step = state.vars[needed[at]].step?;
            at += 1;
            let mut known = true;
            self.terms.for_each_sym(step, &mut |s| match state.vars.iter().position(|v| v.sym == s) {
                Some(i) if !needed.contains(&i) => needed.push(i),
                Some(_) => {}
                None => known &= !self.loop_within(self.terms.syms[s].def_loop, lid),
            });
            if !known {
                return None;
            }
        }
        Some(needed)
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
            let own = self.terms.sym(state.vars[n].sym);
            let new = match shape {
                Shape::Open => {
                    let d = self.terms.sub(back, own);
                    if back == own || (back == init && !self.varies_in(init, lid)) {
                        Shape::Invariant
                    } else if !self.varies_in(back, lid) && self.terms.weight(back) < 32 {
                        Shape::Settled(back)
                    } else if !self.varies_in(d, lid) && !self.mentions_any_address(d) {
                        Shape::Linear(d)
                    } else {
                        (2..=MAX_PERIOD)
                            .find(|p| self.orbit(lid, state, n, *p).is_some())
                            .map_or(Shape::Symbol, Shape::Periodic)
                    }
                }
                Shape::Invariant if back != init => Shape::Symbol,
                Shape::Settled(then) if back != then => Shape::Symbol,
                Shape::Linear(step) => {
                    let now = self.header_value(lid, state, n);
                    let d = self.terms.sub(back, now);
                    if d == step { shape } else { Shape::Symbol }
                }
                // The copy of another variable whose form has been found meanwhile.
                Shape::Symbol if !state.vars[n].late => {
                    let form = self.linear_from_back(lid, init, back);
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
        changed
    }

    /// The form of a variable whose value at the back edge is `init + step·(k + 1)`.
    fn linear_from_back(&mut self, lid: LoopId, init: TermId, back: TermId) -> Option<Shape> {
        let k = self.terms.sym(self.loops[lid].counter);
        let (c, ts) = self.terms.linear(back);
        let (_, step) = *ts.iter().find(|(t, _)| *t == k)?;
        let rest = self.terms.from_linear(c, ts.into_iter().filter(|(t, _)| *t != k).collect());
        let next = self.terms.add_int(init, step);
        (rest == next).then(|| Shape::Linear(self.terms.int(step)))
    }

    pub(super) fn mentions_any_address(&self, t: TermId) -> bool {
        !self.objects_in(t).is_empty()
    }
}
