//! Exact values in the first iterations of loops (theory, 6.2).
//!
//! The value of a variable without closed form is not known for an arbitrary iteration. In the first iteration it is the entry
//! value, and in each later iteration it is the value at the back edge of the iteration before. A candidate that depends on such
//! variables is proposed once more for these iterations: both events in the first iteration of all loops around the operation; or
//! the operation in one of the first iterations of one of these loops, and the access a few iterations later. The same values give
//! the memory that pointers point to (a vector that has grown so many times).

use super::Walk;
use super::state::{Follows, Rel, State};
use rma_skeleton::candidate::{Candidate, Extent};
use rma_term::ids::{SymId, TermId};
use rma_term::limits::Limit;
use rma_term::term::{Knowledge, Substitution, SymKind};
use rustc_hash::{FxHashMap, FxHashSet};

/// The values of symbols in the iterations of one candidate.
#[derive(Default)]
struct FirstIterations {
    /// Position of the loop that has started a new iteration since the operation, among those around it.
    iterated: Option<usize>,
    /// How often.
    distance: u32,
    /// The iteration of that loop, or of all loops, in which the operation is issued.
    issue: u32,
    /// Values in an iteration.
    known: FxHashMap<(SymId, u32), TermId>,
    /// Symbols whose value is being looked for.
    open: FxHashSet<(SymId, u32)>,
    /// A value was needed that an earlier iteration has read or computed.
    unknown: bool,
}

impl FirstIterations {
    /// The iteration in which the access is made.
    fn access(&self) -> u32 {
        self.issue + self.distance
    }
}

impl Walk<'_, '_> {
    /// Proposes a candidate, which is kept, for the first iterations of the loops around the operation.
    pub(super) fn propose_first_iterations(&mut self, state: &State, of: &Candidate) {
        let first = state.rel.iter().position(|r| *r != Rel::Ahead(0));
        let (iterated, distance) = match first.map(|i| (i, state.rel[i])) {
            None => (None, 0),
            Some((i, Rel::Ahead(d))) if self.facts.terms.limits.allows(Limit::IterationDistance, d) => {
                (Some(i), u32::from(d))
            }
            Some(_) => return,
        };
        let recursion = self.loops.iter().any(|l| self.skeleton.loops[*l].recursion);
        if self.loops.is_empty() || recursion || self.concurrent.is_some() || state.follows != Follows::Issuer {
            return;
        }
        if !self.is_unsure(of) {
            return;
        }
        let most = self.facts.terms.limits.get(Limit::FirstIterations);
        for issue in 0..if iterated.is_some() { most } else { 1 } {
            let mut iterations = FirstIterations { iterated, distance, issue, ..FirstIterations::default() };
            let then = self.candidate_in_iterations(&mut iterations, of);
            // What later iterations hold follows from what the first ones have left, or is not known.
            if iterations.unknown {
                return;
            }
            let Some(then) = then else { continue };
            let unsure = self.is_unsure(&then);
            if issue == 0 || !unsure {
                let other = (&then.reach, &then.path, &then.overlaps) != (&of.reach, &of.path, &of.overlaps);
                self.found.candidates.extend(other.then_some(then));
            }
            return;
        }
        if iterated.is_some() {
            self.facts.terms.limits.reached(Limit::FirstIterations);
        }
    }

    /// A candidate in given iterations; nothing if it contradicts itself.
    fn candidate_in_iterations(&mut self, iterations: &mut FirstIterations, of: &Candidate) -> Option<Candidate> {
        let access = iterations.access();
        let mut then = of.clone();
        for t in then.reach.iter_mut().chain(&mut then.path) {
            *t = self.in_iteration(iterations, *t, access);
        }
        for o in &mut then.overlaps {
            for g in &mut o.guards {
                *g = self.in_iteration(iterations, *g, access);
            }
            for e in std::iter::once(&mut o.first).chain(&mut o.second) {
                *e = Extent {
                    inst: self.in_iteration(iterations, e.inst, access),
                    offset: self.in_iteration(iterations, e.offset, access),
                    block: e.block.map(|t| self.in_iteration(iterations, t, access)),
                };
            }
        }
        let terms = &self.facts.terms;
        let never = |t: &TermId| terms.is_false(*t);
        then.overlaps.retain(|o| !o.guards.iter().any(never));
        if then.overlaps.is_empty() && !of.overlaps.is_empty() {
            return None;
        }
        for list in [&mut then.reach, &mut then.path] {
            if list.iter().any(never) {
                return None;
            }
            list.retain(|t| terms.as_const(*t).is_none());
        }
        Some(then)
    }

    /// Whether a candidate depends on unknown values.
    fn is_unsure(&self, of: &Candidate) -> bool {
        let unsure = |t: &TermId| self.facts.terms.knowledge(*t) != Knowledge::Known;
        let in_extent = |e: &Extent| unsure(&e.inst) || unsure(&e.offset);
        of.reach.iter().chain(&of.path).any(unsure)
            || of
                .overlaps
                .iter()
                .any(|o| o.guards.iter().any(unsure) || in_extent(&o.first) || o.second.as_ref().is_some_and(in_extent))
    }

    /// A term with the values that its symbols have in an iteration.
    fn in_iteration(&mut self, iterations: &mut FirstIterations, t: TermId, iteration: u32) -> TermId {
        let mut syms = Vec::new();
        self.facts.terms.for_each_sym(t, &mut |x| syms.push(x));
        let mut s = Substitution::new();
        for x in syms {
            let to = self.value_in_iteration(iterations, x, iteration);
            if self.facts.is_light(to, Limit::IterationWeight) {
                s.insert(x, to);
            }
        }
        self.facts.terms.subst(t, &mut s)
    }

    /// The value of a symbol in an iteration; the symbol itself, if the loops around the operation do not determine it.
    fn value_in_iteration(&mut self, iterations: &mut FirstIterations, x: SymId, iteration: u32) -> TermId {
        if let Some(&known) = iterations.known.get(&(x, iteration)) {
            return known;
        }
        if !iterations.open.insert((x, iteration)) {
            return self.facts.terms.sym(x);
        }
        let value = match self.facts.terms.syms[x].kind {
            SymKind::Earlier(y, 0) => self.value_in_iteration(iterations, y, iterations.issue),
            // A value of an iteration between the two. Which iteration of inner loops it belongs to is not known.
            SymKind::Earlier(y, n) if n < iterations.distance && self.is_of_turned(iterations, y) => {
                self.value_in_iteration(iterations, y, iterations.issue + n)
            }
            SymKind::Earlier(..) => self.facts.terms.sym(x),
            _ => self.find_value(iterations, x, iteration),
        };
        iterations.open.remove(&(x, iteration));
        iterations.known.insert((x, iteration), value);
        value
    }

    fn find_value(&mut self, iterations: &mut FirstIterations, x: SymId, iteration: u32) -> TermId {
        if let Some(behind) = self.facts.behind.get(&x).cloned() {
            let ptr = self.in_iteration(iterations, behind.pointer(), iteration);
            if let Some(found) = self.facts.resolve_behind(&behind, ptr) {
                return found;
            }
        }
        let itself = self.facts.terms.sym(x);
        let def = self.facts.terms.syms[x].def_loop;
        // Outside the loop that has started a new iteration, no value depends on its iterations.
        let inside = iterations.iterated.is_some_and(|at| self.facts.loop_within(def, self.loops[at]));
        let around = self.loops.iter().position(|l| {
            let data = &self.skeleton.loops[*l];
            data.counter == x || data.values.iter().any(|v| v.sym == x)
        });
        let Some(l) = around else {
            if inside && iteration < iterations.issue {
                iterations.unknown = true;
            }
            return match iteration.checked_sub(iterations.issue) {
                Some(n) if inside && iteration < iterations.access() => self.earlier(x, n),
                _ => itself,
            };
        };
        let data = &self.skeleton.loops[self.loops[l]];
        let variable = data.values.iter().find(|v| v.sym == x).copied();
        if inside && iterations.iterated == Some(l) {
            return match variable {
                None => self.facts.terms.int(i64::from(iteration)),
                Some(v) if iteration == 0 => self.in_iteration(iterations, v.init, 0),
                Some(v) => self.in_iteration(iterations, v.back, iteration - 1),
            };
        }
        // An inner loop has started again in the iteration of the access.
        if inside && iteration != iterations.issue {
            iterations.unknown |= iteration != iterations.access();
            return itself;
        }
        match variable {
            None => self.facts.terms.int(0),
            Some(v) => self.in_iteration(iterations, v.init, iteration),
        }
    }

    /// Whether a symbol gets its value in the loop that has started a new iteration, and in none inside it.
    fn is_of_turned(&self, iterations: &FirstIterations, x: SymId) -> bool {
        self.facts.terms.syms[x].def_loop == iterations.iterated.map(|at| self.loops[at])
    }
}
