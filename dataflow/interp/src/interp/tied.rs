//! Variables of a loop that get their values at the same places: `n = v; m = v + 1` (theory, 4.5).
//!
//! Each variable alone may have any value that the command line gives, but the two values are related. If both get their values
//! under the same conditions, the facts about them name the same parameters; if the conditions differ, nothing is claimed about the
//! later variable.

use super::Interp;
use rma_skeleton::facts::SymKey;
use rma_skeleton::skeleton::LoopValue;
use rma_term::ids::{SymId, TermId};
use rma_term::limits::Limit;
use rma_term::term::{Knowledge, Substitution, Sym, SymKind, Term};
use std::collections::{BTreeMap, BTreeSet};

/// Which variables have values in common.
#[derive(Debug, Default)]
pub(super) struct Ties {
    /// Variables computed from a value from which an earlier variable may be computed in the same iteration, under other conditions.
    pub loose: BTreeSet<SymId>,
    /// Values of a variable that another one shares a part of, under the same conditions.
    pub joint: BTreeSet<(SymId, TermId)>,
    /// Variables that get new values under the same conditions as another one.
    pub together: BTreeSet<SymId>,
}

/// The point of the program to which a fact about a variable refers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum When {
    /// An iteration begins: what it was given, an earlier one has read.
    Before,
    /// The loop has ended.
    AtEnd,
}

/// A value that a variable takes in an iteration, and the conditions for it.
struct Taken {
    var: SymId,
    guards: Vec<TermId>,
    value: TermId,
}

impl Interp<'_> {
    /// Which of these variables have values in common.
    pub(super) fn ties(&mut self, values: &[LoopValue]) -> Ties {
        let (mut out, mut taken, mut conflicts) = (Ties::default(), Vec::new(), BTreeSet::new());
        for v in values {
            let Some(values) = self.values_of(v.back) else {
                out.loose.insert(v.sym);
                continue;
            };
            let own = self.facts.terms.sym(v.sym);
            taken.extend(values.into_iter().filter(|(_, value)| *value != own).map(|(mut guards, value)| {
                guards.sort_unstable();
                Taken { var: v.sym, guards, value }
            }));
        }
        let mut with: BTreeMap<SymId, BTreeSet<usize>> = BTreeMap::new();
        for (n, a) in taken.iter().enumerate() {
            self.facts.terms.for_each_sym(a.value, &mut |s| {
                with.entry(s).or_default().insert(n);
            });
        }
        let pairs: BTreeSet<(usize, usize)> =
            with.values().flat_map(|all| all.iter().flat_map(|a| all.iter().map(|b| (*a, *b)))).collect();
        for (a, b) in pairs.into_iter().map(|(a, b)| (&taken[a], &taken[b])).filter(|(a, b)| a.var != b.var) {
            if a.guards == b.guards {
                out.joint.insert((a.var, a.value));
            } else if !self.exclude(&a.guards, &b.guards) {
                conflicts.insert((a.var.max(b.var), a.var.min(b.var)));
            }
        }
        // The first of two variables may still have any value; nothing is claimed about the other one.
        for (later, earlier) in conflicts {
            if !out.loose.contains(&earlier) {
                out.loose.insert(later);
            }
        }
        let mut ways: BTreeMap<SymId, BTreeSet<Vec<TermId>>> = BTreeMap::new();
        for t in taken {
            ways.entry(t.var).or_default().insert(t.guards);
        }
        let like = |var: &SymId, of: &BTreeSet<_>| ways.iter().any(|(other, theirs)| other != var && theirs == of);
        out.together = ways.iter().filter(|(var, of)| like(var, of)).map(|(var, _)| *var).collect();
        out
    }

    /// Conditions that never hold together.
    fn exclude(&mut self, a: &[TermId], b: &[TermId]) -> bool {
        a.iter().any(|cond| b.contains(&self.facts.terms.not(*cond)))
            || self.facts.terms.is_contradiction(&[a, b].concat())
    }

    /// Each value that a choice may have, and the conditions for it; `None`, if they are too many.
    pub(super) fn values_of(&mut self, t: TermId) -> Option<Vec<(Vec<TermId>, TermId)>> {
        let (mut out, mut work) = (Vec::new(), vec![(Vec::new(), t)]);
        while let Some((guards, t)) = work.pop() {
            if !self.facts.terms.limits.allows(Limit::PointerCases, out.len() + work.len()) {
                return None;
            }
            let Term::Ite(cond, a, b) = *self.facts.terms.get(t) else {
                out.push((guards, t));
                continue;
            };
            for (cond, t) in [(cond, a), (self.facts.terms.not(cond), b)] {
                work.push(([&guards[..], &[cond]].concat(), t));
            }
        }
        Some(out)
    }

    /// Computed from parameters of the run: `2 * atoi(argv[i])`.
    pub(super) fn is_made_of_parameters(&self, t: TermId) -> bool {
        let computed = matches!(self.facts.terms.get(t), Term::Lin(..) | Term::Op(..));
        let mut plain = true;
        self.facts.terms.for_each_node(t, &mut |node| plain &= !matches!(node, Term::Apply(..) | Term::Addr(..)));
        computed && plain && self.is_parameter(t)
    }

    /// The fact about the value of a variable, with one case for each way in which it may have got the value: none of the conditions has
    /// held yet, or one of them held last. Variables that get values under the same conditions have the same cases. `init` and the parts
    /// of `taken` are the facts for each case.
    pub(super) fn came_about(&mut self, when: When, init: TermId, taken: &[(TermId, TermId)]) -> TermId {
        let mut conditions: Vec<TermId> = taken.iter().map(|(cond, _)| *cond).collect();
        conditions.sort_unstable();
        conditions.dedup();
        let function = if when == When::AtEnd { "the last option read" } else { "an option read before" };
        let key = self.facts.terms.apply(function, &conditions);
        let def_loop = self.facts.innermost(key).filter(|_| when == When::Before);
        let way = self.facts.symbol(SymKey::Parameter(key), |_| Sym {
            uniform: true,
            def_loop,
            lo: Some(0),
            ..Sym::new(SymKind::Parameter, function, Knowledge::Known)
        });
        let way = self.facts.terms.sym(way);
        let mut each = Vec::new();
        for (cond, has) in std::iter::once((None, init)).chain(taken.iter().map(|(c, has)| (Some(*c), *has))) {
            let number = cond.map_or(0, |cond| 1 + conditions.partition_point(|c| *c < cond));
            let so = self.facts.terms.int(number as i64);
            let so = self.facts.terms.eq(way, so);
            each.push(self.facts.terms.all(&[so, has]));
        }
        self.facts.terms.any(&each)
    }

    /// Those guards of a value that mention its operands and otherwise only program arguments: `if (v > 0) n = v`.
    pub(super) fn told_of(&self, guards: &[TermId], t: TermId) -> Vec<TermId> {
        let terms = &self.facts.terms;
        let speaks = |g: &&TermId| terms.any_sym(**g, |x| terms.any_sym(t, |y| x == y)) && self.is_parameter(**g);
        guards.iter().filter(speaks).copied().collect()
    }

    /// The condition that the value of a variable is computed from what some iteration has read, the last iteration with these conditions.
    pub(super) fn taken_in_some_iteration(
        &mut self,
        (name, when): (TermId, When),
        guards: &[TermId],
        t: TermId,
    ) -> TermId {
        let told = self.told_of(guards, t);
        let mut read = BTreeSet::new();
        for t in told.iter().chain([&t]) {
            self.facts.terms.for_each_sym(*t, &mut |s| {
                read.insert(s);
            });
        }
        let mut guards = guards.to_vec();
        guards.sort_unstable();
        let conditions = self.facts.terms.all(&guards);
        let function = if when == When::AtEnd { "the last one read" } else { "one read before" };
        let mut some = Substitution::new();
        for s in read {
            let of = self.facts.terms.sym(s);
            let key = self.facts.terms.apply(function, &[of, conditions]);
            let chosen = self.facts.symbol(SymKey::Parameter(key), |terms| {
                let of = &terms.syms[s];
                let def_loop = of.def_loop.filter(|_| when == When::Before);
                let (lo, hi) = (of.lo, of.hi);
                let new = Sym::new(SymKind::Parameter, of.name.clone(), of.knowledge);
                Sym { uniform: true, def_loop, lo, hi, ..new }
            });
            let chosen = self.facts.terms.sym(chosen);
            some.insert(s, chosen);
        }
        let value = self.facts.terms.subst(t, &mut some);
        let mut all = vec![self.facts.terms.eq(name, value)];
        all.extend(told.into_iter().map(|g| self.facts.terms.subst(g, &mut some)));
        self.facts.terms.all(&all)
    }
}
