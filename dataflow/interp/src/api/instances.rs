//! Objects that a call makes in a loop: what was recorded about them, for the instance that a handle refers to (theory,
//! 4.6).
//!
//! Datatypes, persistent requests and the like are recorded in terms of the iteration that makes them. A use reads the record for the
//! iteration whose handle it has. Where this iteration is not known, memory that depends on it may be any memory.

use crate::interp::Interp;
use rma_skeleton::facts::Facts;
use rma_skeleton::skeleton::Area;
use rma_term::ids::{LoopId, SymId, TermId};
use rma_term::term::{Substitution, Term};

/// Replaces the counters of the loops around a constructor by the iteration that made the object.
#[derive(Debug, Default)]
pub(crate) struct OfInstance {
    by: Substitution,
    /// The loops around the constructor, where they are not those around the use.
    loops: Vec<LoopId>,
    /// Every term so far depends on nothing of these loops but the number of the iteration.
    pub(crate) told: bool,
}

impl Interp<'_> {
    /// From the iterations in which objects are made to the iterations in which this one was made.
    pub(crate) fn for_instance(&self, made: TermId, used: TermId) -> OfInstance {
        let mut out = OfInstance { told: true, ..OfInstance::default() };
        if made == used {
            return out;
        }
        let parts = |t: TermId| match self.facts.terms.get(t) {
            Term::Apply(_, parts) => parts.to_vec(),
            _ => vec![t],
        };
        let (from, to) = (parts(made), parts(used));
        let fit = from.len() == to.len();
        for (n, from) in from.iter().enumerate() {
            let &Term::Sym(counter) = self.facts.terms.get(*from) else { continue };
            out.loops.extend(self.facts.terms.syms[counter].def_loop);
            // Nothing is known of iterations whose number is not known.
            if fit {
                out.by.insert(counter, to[n]);
            }
        }
        out
    }
}

impl OfInstance {
    /// A term as it was when the object was made.
    pub(crate) fn term(&mut self, facts: &mut Facts, t: TermId) -> TermId {
        let varies = |x: SymId| {
            let of = facts.terms.syms[x].def_loop;
            self.by.get(x).is_none() && self.loops.iter().any(|l| facts.loop_within(of, *l))
        };
        self.told &= !facts.terms.any_sym(t, varies);
        facts.terms.subst(t, &mut self.by)
    }

    /// Memory as it was named when the object was made; if that is not known, any memory.
    pub(crate) fn area(mut self, facts: &mut Facts, area: &Area) -> Area {
        let area = area.map(|t| self.term(facts, t));
        Area { unknown: area.unknown || !self.told, ..area }
    }
}
