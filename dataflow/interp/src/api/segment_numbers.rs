//! Segments that a loop makes: a number refers to the segment of the iteration that has given it this number (theory, 4.6).
//!
//! If iteration k gives the number id(k), a use with the number x is of iteration k under the condition id(k) = x, and of none if no k fits.
//! Of several iterations with one number it is the last.

use super::segments::Segment;
use crate::interp::{Frame, Interp};
use rma_frontend::ir::ValueId;
use rma_skeleton::facts::Role;
use rma_term::ids::{LoopId, SymId, TermId};
use rma_term::limits::Limit;
use rma_term::term::{Op, Substitution, SymKind};

/// A use of a segment.
#[derive(Debug, Clone, Copy)]
pub(super) struct Use {
    /// The number that the program names it by.
    pub id: TermId,
    /// The call.
    pub call: ValueId,
    /// The process whose segment it is, if it is not the caller's.
    pub owner: Option<TermId>,
}

/// One of the segments that a place makes.
#[derive(Debug, Clone)]
pub(super) struct Instance {
    /// Condition that the number means it.
    pub cond: TermId,
    /// The iterations of the loops around the place.
    pub by: Substitution,
}

/// The number of the segment that an iteration makes.
struct Numbered {
    number: TermId,
    /// Counters of the loops that it depends on.
    counters: Vec<(SymId, LoopId)>,
}

impl<'a> Interp<'a> {
    /// The segments among those that a place makes, in the iterations of the loops around it, that a number may mean. `made`: the iterations as
    /// they are where the place is.
    pub(super) fn segments_named(
        &mut self,
        frame: &Frame<'a>,
        of: Use,
        segment: &Segment,
        made: TermId,
        there: &mut Substitution,
    ) -> Vec<Instance> {
        let number = self.facts.terms.subst(segment.id, there);
        let counters = self.counters_in(made, number);
        let numbered = Numbered { number, counters };
        let same = self.facts.terms.eq(number, of.id);
        let by = Substitution::new();
        if number == of.id || numbered.counters.is_empty() {
            return if self.facts.terms.is_false(same) { Vec::new() } else { vec![Instance { cond: same, by }] };
        }
        let follows = self.is_about(number, &numbered.counters);
        let found = follows.then(|| self.solved(of, &numbered).or_else(|| self.one_by_one(of, &numbered))).flatten();
        let mut found = found.unwrap_or_else(|| vec![self.some_iteration(frame, of, segment, &numbered)]);
        for instance in &mut found {
            let reached = self.reached_where_made(segment, &numbered, instance, there);
            let known: Vec<TermId> = frame.reach.get(&frame.block).cloned().unwrap_or_default();
            let conds = self.facts.terms.all(&[instance.cond, reached]);
            let conds: Vec<TermId> =
                self.facts.terms.conjuncts(conds).into_iter().filter(|c| !known.contains(c)).collect();
            instance.cond = self.facts.terms.all(&conds);
        }
        found.retain(|i| !self.facts.terms.is_false(i.cond));
        found
    }

    /// The counters of loops around a place that a number depends on.
    fn counters_in(&self, made: TermId, number: TermId) -> Vec<(SymId, LoopId)> {
        let mut out = Vec::new();
        self.facts.terms.for_each_sym(made, &mut |x| {
            if let SymKind::Counter(l) = self.facts.terms.syms[x].kind {
                out.push((x, l));
            }
        });
        out.retain(|(x, _)| self.facts.terms.any_sym(number, |y| y == *x));
        out
    }

    /// The iteration as a term, if the number is linear in it, or if the number is the same function of another loop's iteration.
    fn solved(&mut self, of: Use, numbered: &Numbered) -> Option<Vec<Instance>> {
        let [(x, l)] = numbered.counters[..] else { return None };
        let k = self.facts.terms.sym(x);
        let (constant, mut parts) = self.facts.terms.linear(numbered.number);
        let linear = parts.iter().position(|(t, _)| *t == k).map(|n| parts.swap_remove(n).1);
        let linear = linear.filter(|_| parts.iter().all(|(t, _)| !self.facts.terms.any_sym(*t, |y| y == x)));
        let (at, cond) = if let Some(step) = linear {
            let rest = self.facts.terms.from_linear(constant, parts);
            let steps = self.facts.terms.sub(of.id, rest);
            match self.facts.terms.exact_div(steps, step) {
                Some(at) => (at, self.facts.terms.truth(true)),
                None => {
                    let divisor = self.facts.terms.int(step.checked_abs()?);
                    let quotient = self.facts.terms.op(Op::Div, steps, divisor);
                    let at = self.facts.terms.scale(quotient, step.signum());
                    let back = self.facts.terms.scale(at, step);
                    (at, self.facts.terms.eq(back, steps))
                }
            }
        } else {
            let mut others = Vec::new();
            self.facts.terms.for_each_sym(of.id, &mut |y| {
                if matches!(self.facts.terms.syms[y].kind, SymKind::Counter(_)) && !others.contains(&y) {
                    others.push(y);
                }
            });
            let other = others.into_iter().find_map(|y| {
                let y = self.facts.terms.sym(y);
                let mut by = Substitution::new();
                by.insert(x, y);
                (self.facts.terms.subst(numbered.number, &mut by) == of.id).then_some(y)
            })?;
            let all = self.all_numbers(numbered)?;
            let constant = all.iter().all(|(_, n)| self.facts.terms.as_const(*n).is_some());
            let distinct = all.iter().enumerate().all(|(i, (_, n))| all[..i].iter().all(|(_, m)| m != n));
            if !constant || !distinct {
                return None;
            }
            (other, self.facts.terms.truth(true))
        };
        let range = self.in_loop(at, x, l);
        let cond = self.facts.terms.all(&[cond, range]);
        let mut by = Substitution::new();
        by.insert(x, at);
        Some(vec![Instance { cond, by }])
    }

    /// Condition that an iteration is one of a loop's.
    fn in_loop(&mut self, at: TermId, counter: SymId, l: LoopId) -> TermId {
        let own = self.facts.terms.sym(counter);
        if at == own {
            return self.facts.terms.truth(true);
        }
        let zero = self.facts.terms.int(0);
        let mut conds = vec![self.facts.terms.le(zero, at)];
        if let Some(end) = self.end_of(l) {
            conds.push(self.facts.terms.lt(at, end));
        }
        self.facts.terms.all(&conds)
    }

    /// How many times the body of a loop is executed, where known.
    fn end_of(&mut self, l: LoopId) -> Option<TermId> {
        let (trips, body_at_last) = (self.facts.loops[l].trips?, self.facts.loops[l].body_at_last);
        Some(self.facts.terms.add_int(trips, i64::from(body_at_last)))
    }

    /// The iterations of loops with few of them, and the number in each.
    fn all_numbers(&mut self, numbered: &Numbered) -> Option<Vec<(Substitution, TermId)>> {
        let mut all: Vec<Substitution> = vec![Substitution::new()];
        for (x, l) in &numbered.counters {
            let end = self.end_of(*l)?;
            let end = self.facts.terms.as_const(end)?;
            let most = end.checked_mul(all.len() as i64)?;
            if !self.facts.terms.limits.allows(Limit::ConcreteIterations, most) {
                return None;
            }
            let mut more = Vec::new();
            for before in &all {
                for n in 0..end {
                    let mut by = before.clone();
                    by.insert(*x, self.facts.terms.int(n));
                    more.push(by);
                }
            }
            all = more;
        }
        Some(
            all.into_iter()
                .map(|by| {
                    let number = self.facts.terms.subst(numbered.number, &mut by.clone());
                    (by, number)
                })
                .collect(),
        )
    }

    /// One segment for each iteration. Of those with one number it is the last.
    fn one_by_one(&mut self, of: Use, numbered: &Numbered) -> Option<Vec<Instance>> {
        let all = self.all_numbers(numbered)?;
        let mut out = Vec::new();
        for (i, (by, number)) in all.iter().enumerate() {
            if all[i + 1..].iter().any(|(_, later)| later == number) {
                continue;
            }
            let cond = self.facts.terms.eq(*number, of.id);
            if !self.facts.terms.is_false(cond) {
                out.push(Instance { cond, by: by.clone() });
            }
        }
        Some(out)
    }

    /// The segment of an iteration that is not known.
    fn some_iteration(&mut self, frame: &Frame<'a>, of: Use, segment: &Segment, numbered: &Numbered) -> Instance {
        let mut by = Substitution::new();
        let mut conds = Vec::new();
        for (x, l) in &numbered.counters {
            let role = Role::SegmentInstance(segment.window, *x, of.id, of.owner.is_some());
            let at = self.lost(frame, of.call, role);
            by.insert(*x, at);
            conds.push(self.in_loop(at, *x, *l));
        }
        let number = self.facts.terms.subst(numbered.number, &mut by.clone());
        conds.push(self.facts.terms.eq(number, of.id));
        Instance { cond: self.facts.terms.all(&conds), by }
    }

    /// The conditions under which the call that makes a segment is reached, as far as they are about the iterations.
    fn reached_where_made(
        &mut self,
        segment: &Segment,
        numbered: &Numbered,
        instance: &Instance,
        there: &mut Substitution,
    ) -> TermId {
        let mut conds = self.facts.terms.conjuncts(segment.reach);
        let counters = &numbered.counters;
        conds.retain(|c| {
            let about = self.facts.terms.any_sym(*c, |x| counters.iter().any(|(y, _)| *y == x));
            about && self.is_about(*c, counters)
        });
        let cond = self.facts.terms.all(&conds);
        let cond = self.facts.terms.subst(cond, there);
        self.facts.terms.subst(cond, &mut instance.by.clone())
    }

    /// Whether all that changes in a term while loops run are their counters.
    fn is_about(&self, t: TermId, counters: &[(SymId, LoopId)]) -> bool {
        !self.facts.terms.any_sym(t, |x| {
            let def = self.facts.terms.syms[x].def_loop;
            counters.iter().all(|(y, _)| *y != x) && counters.iter().any(|(_, l)| self.facts.loop_within(def, *l))
        })
    }
}
