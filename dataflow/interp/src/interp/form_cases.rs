//! Forms of loop variables that depend on an option: one for each value that the loop compares the option with (theory, 4.5).
//!
//! A benchmark chooses its way to synchronise by an option, in a `switch` within its loop. The state of the window then has no form that
//! holds for all options, but a simple one for each: with fences it is the same after each iteration, with locks there is no lock left.
//!
//! The step may compare the option with constants and must use it in no other way. So one value that is none of the constants stands for all
//! others.

use super::Interp;
use super::loops::{LoopState, Shape};
use rma_term::ids::{LoopId, SymId, TermId};
use rma_term::limits::Limit;
use rma_term::term::{Substitution, Term};

/// The number of options whose values may distinguish the forms of one variable: the way to synchronise, and the kind of operation.
pub(super) const OPTIONS: u32 = 2;

/// The forms of one variable.
#[derive(Debug, Clone)]
pub(super) struct Cases {
    /// The option: its value does not change in the loop, which only compares it with constants.
    option: SymId,
    /// Each constant, and the form of the variable where the option has this value.
    forms: Vec<(i64, Shape)>,
    /// A value that stands for all others, and the form for it.
    other: (i64, Shape),
}

impl Cases {
    fn all(&self) -> impl Iterator<Item = (i64, Shape)> {
        self.forms.iter().copied().chain([self.other])
    }
}

impl Interp<'_> {
    /// A form by cases, for a variable that has no form for all values of the options. `depth`: how many options may still be
    /// distinguished.
    pub(super) fn form_of_options(
        &mut self,
        lid: LoopId,
        state: &mut LoopState,
        n: usize,
        depth: u32,
    ) -> Option<Shape> {
        let by_cases = self.form_by_cases(lid, state, n, depth);
        by_cases.or_else(|| {
            let var = &state.vars[n];
            self.after_one_iteration(lid, var.back?, var.sym, var.init).map(Shape::PeeledConstant)
        })
    }

    fn form_by_cases(&mut self, lid: LoopId, state: &mut LoopState, n: usize, depth: u32) -> Option<Shape> {
        let depth = depth.checked_sub(1)?;
        let needed = self.read_by(lid, state, n)?;
        let steps: Vec<TermId> = needed.iter().map(|i| state.vars[*i].step).collect::<Option<_>>()?;
        let (option, constants) = self.option_of(&steps, state.vars[n].step?, lid)?;
        let other = constants.last()?.checked_add(1)?;
        let mut forms = Vec::new();
        for &value in constants.iter().chain([&other]) {
            let mut here = state.clone();
            let mut s = Substitution::new();
            s.insert(option, self.facts.terms.int(value));
            for &i in &needed {
                let var = &mut here.vars[i];
                var.init = self.facts.terms.subst(var.init, &mut s);
                var.step = var.step.map(|step| self.facts.terms.subst(step, &mut s));
                var.back = var.step;
            }
            // The other forms are found again from the steps of all variables, which are those of the case here alone.
            let shape = match self.open_form(lid, &here, n) {
                shape @ (Shape::Invariant
                | Shape::PeeledConstant(_)
                | Shape::PreviousIteration(_)
                | Shape::Remainder { .. }
                | Shape::Affine(_)) => shape,
                _ => self.form_of_options(lid, &mut here, n, depth)?,
            };
            state.cases = here.cases;
            forms.push((value, shape));
        }
        let other = forms.pop()?;
        state.cases.push(Cases { option, forms, other });
        Some(Shape::Cases(state.cases.len() - 1))
    }

    /// The value of a variable after the first iteration, if later iterations do not change it. `back` may depend on conditions that the
    /// loop does not change, such as whether an inner loop has any iteration.
    fn after_one_iteration(&mut self, lid: LoopId, back: TermId, own: SymId, init: TermId) -> Option<TermId> {
        if !self.facts.terms.limits.room(Limit::StayingWeight, self.facts.terms.weight(back)) {
            return None;
        }
        let mut with = |value| {
            let mut s = Substitution::new();
            s.insert(own, value);
            self.facts.terms.subst(back, &mut s)
        };
        let first = with(init);
        let second = with(first);
        (first == second && !self.facts.varies_in(first, lid) && self.facts.terms.weight(first) < 32).then_some(first)
    }

    /// The value at the header of a variable with such forms.
    pub(super) fn value_by_cases(&mut self, lid: LoopId, state: &mut LoopState, n: usize, cases: usize) -> TermId {
        let cases = state.cases[cases].clone();
        let own = state.vars[n].shape;
        let mut of = |shape: Shape| {
            state.vars[n].shape = shape;
            self.header_value(lid, state, n)
        };
        let mut value = of(cases.other.1);
        let forms: Vec<(i64, TermId)> = cases.forms.iter().map(|(c, shape)| (*c, of(*shape))).collect();
        state.vars[n].shape = own;
        let option = self.facts.terms.sym(cases.option);
        for (constant, here) in forms.into_iter().rev() {
            let constant = self.facts.terms.int(constant);
            let is = self.facts.terms.eq(option, constant);
            value = self.facts.terms.ite(is, here, value);
        }
        value
    }

    /// Whether a pass over the loop has confirmed the forms of a variable: where the option has a value, the value at the back edge is that
    /// of the form of this case.
    pub(super) fn confirms_cases(
        &mut self,
        lid: LoopId,
        state: &LoopState,
        n: usize,
        cases: usize,
        back: TermId,
    ) -> bool {
        let cases = state.cases[cases].clone();
        if !self.only_compared(back, cases.option) {
            return false;
        }
        cases.all().all(|(value, shape)| {
            let mut here = state.clone();
            let mut s = Substitution::new();
            s.insert(cases.option, self.facts.terms.int(value));
            let back = self.facts.terms.subst(back, &mut s);
            let var = &mut here.vars[n];
            var.init = self.facts.terms.subst(var.init, &mut s);
            var.shape = shape;
            match shape {
                Shape::Invariant => back == here.vars[n].init,
                Shape::PeeledConstant(then) | Shape::PreviousIteration(then) => back == then,
                Shape::Affine(step) => {
                    let now = self.header_value(lid, &mut here, n);
                    self.facts.terms.sub(back, now) == step
                }
                Shape::Remainder { .. } => {
                    let now = self.header_value(lid, &mut here, n);
                    self.remainder_of(now, here.vars[n].init, back, lid) == Some(shape)
                }
                Shape::Cases(inner) => self.confirms_cases(lid, &here, n, inner, back),
                _ => false,
            }
        })
    }

    /// A symbol that the loop does not change and that the steps of variables only compare with constants, and these constants. `own` is
    /// the step that shall become simpler.
    fn option_of(&self, steps: &[TermId], own: TermId, lid: LoopId) -> Option<(SymId, Vec<i64>)> {
        let mut candidates = Vec::new();
        self.facts.terms.for_each_sym(own, &mut |s| {
            if !candidates.contains(&s) && !self.facts.loop_within(self.facts.terms.syms[s].def_loop, lid) {
                candidates.push(s);
            }
        });
        let mut found: Option<(SymId, Vec<i64>)> = None;
        for option in candidates {
            let mut constants = Vec::new();
            if !steps.iter().all(|step| self.comparisons(*step, option, &mut constants)) || constants.is_empty() {
                continue;
            }
            constants.sort_unstable();
            constants.dedup();
            let few = self.facts.terms.limits.allows(Limit::FormCases, constants.len());
            if few && found.as_ref().is_none_or(|(_, before)| before.len() < constants.len()) {
                found = Some((option, constants));
            }
        }
        found
    }

    fn only_compared(&self, t: TermId, option: SymId) -> bool {
        self.comparisons(t, option, &mut Vec::new())
    }

    /// The constants that a symbol is compared with in a term; `false` where it occurs in any other way.
    fn comparisons(&self, t: TermId, option: SymId, found: &mut Vec<i64>) -> bool {
        if !self.facts.terms.any_sym(t, |s| s == option) {
            return true;
        }
        let terms = &self.facts.terms;
        match terms.get(t) {
            Term::Const(_) => true,
            Term::Sym(_) => false,
            Term::Eq0(x) => {
                let (c, parts) = terms.linear(*x);
                match parts[..] {
                    [(part, k @ (1 | -1))] if *terms.get(part) == Term::Sym(option) => {
                        found.push(-c * k);
                        true
                    }
                    _ => self.comparisons(*x, option, found),
                }
            }
            Term::Le0(x) | Term::Not(x) | Term::Addr(_, x) => self.comparisons(*x, option, found),
            Term::Op(_, a, b) => self.comparisons(*a, option, found) && self.comparisons(*b, option, found),
            Term::Lin(_, parts) => parts.iter().all(|(part, _)| self.comparisons(*part, option, found)),
            Term::Ite(c, a, b) => [c, a, b].into_iter().all(|part| self.comparisons(*part, option, found)),
            Term::All(parts) | Term::Any(parts) => parts.iter().all(|part| self.comparisons(*part, option, found)),
            Term::Apply(_, parts) => parts.iter().all(|part| self.comparisons(*part, option, found)),
        }
    }
}
