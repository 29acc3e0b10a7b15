//! The first turns of loops, said exactly.
//!
//! What a variable without closed form holds in any iteration is not known, but in the first one it is its entry value, and in each next
//! one what the one before has left at the back edge. A candidate that hangs on such variables is proposed once more for these turns: both events
//! in the first iteration of all loops around the operation, or the operation in one of the first iterations of one of them and the access a
//! few later. Where pointers lead then (a vector that has grown so many times) follows from the same values.

use super::Walk;
use super::state::{Follows, Rel, State};
use rma_skeleton::candidate::{Candidate, Extent};
use rma_term::ids::{SymId, TermId};
use rma_term::limits::Limit;
use rma_term::term::{Knowledge, Substitution, SymKind};
use rustc_hash::{FxHashMap, FxHashSet};

/// The values of symbols in the turns of one candidate.
#[derive(Default)]
struct Turns {
    /// Position of the loop that has turned since the operation, among those around it.
    turned: Option<usize>,
    /// How often.
    distance: u32,
    /// The iteration of that loop, or of all loops, in which the operation is issued.
    issue: u32,
    /// Values in an iteration.
    known: FxHashMap<(SymId, u32), TermId>,
    /// Symbols whose value is being looked for.
    open: FxHashSet<(SymId, u32)>,
    /// A value was asked for that an earlier iteration has read or computed.
    unknown: bool,
}

impl Turns {
    /// The iteration in which the access is made.
    fn access(&self) -> u32 {
        self.issue + self.distance
    }
}

impl Walk<'_, '_> {
    /// Proposes a candidate, which is kept, for the first turns of the loops around the operation.
    pub(super) fn propose_first_turns(&mut self, state: &State, of: &Candidate) {
        let first = state.rel.iter().position(|r| *r != Rel::Ahead(0));
        let (turned, distance) = match first.map(|i| (i, state.rel[i])) {
            None => (None, 0),
            Some((i, Rel::Ahead(d))) if self.facts.terms.limits.allows(Limit::TurnDistance, d) => {
                (Some(i), u32::from(d))
            }
            Some(_) => return,
        };
        let recursion = self.loops.iter().any(|l| self.skeleton.loops[*l].recursion);
        if self.loops.is_empty() || recursion || self.beside.is_some() || state.follows != Follows::Issuer {
            return;
        }
        if !self.is_unsure(of) {
            return;
        }
        let most = self.facts.terms.limits.get(Limit::FirstTurns);
        for issue in 0..if turned.is_some() { most } else { 1 } {
            let mut turns = Turns { turned, distance, issue, ..Turns::default() };
            let then = self.candidate_in_turns(&mut turns, of);
            // What later turns hold follows from what the first ones have left, or is not known.
            if turns.unknown {
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
    }

    /// A candidate in given turns; nothing if it contradicts itself.
    fn candidate_in_turns(&mut self, turns: &mut Turns, of: &Candidate) -> Option<Candidate> {
        let access = turns.access();
        let mut then = of.clone();
        for t in then.reach.iter_mut().chain(&mut then.path) {
            *t = self.in_turn(turns, *t, access);
        }
        for o in &mut then.overlaps {
            for g in &mut o.guards {
                *g = self.in_turn(turns, *g, access);
            }
            for e in std::iter::once(&mut o.first).chain(&mut o.second) {
                *e = Extent {
                    inst: self.in_turn(turns, e.inst, access),
                    offset: self.in_turn(turns, e.offset, access),
                    block: e.block.map(|t| self.in_turn(turns, t, access)),
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

    /// Whether a candidate hangs on what is not known.
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
    fn in_turn(&mut self, turns: &mut Turns, t: TermId, turn: u32) -> TermId {
        let mut syms = Vec::new();
        self.facts.terms.for_each_sym(t, &mut |x| syms.push(x));
        let mut s = Substitution::new();
        for x in syms {
            let to = self.value_in_turn(turns, x, turn);
            let most = self.facts.terms.limits.get(Limit::TurnWeight);
            if self.facts.terms.is_light(to, most) {
                s.insert(x, to);
            }
        }
        self.facts.terms.subst(t, &mut s)
    }

    /// The value of a symbol in an iteration; itself, if the loops around the operation do not tell.
    fn value_in_turn(&mut self, turns: &mut Turns, x: SymId, turn: u32) -> TermId {
        if let Some(&known) = turns.known.get(&(x, turn)) {
            return known;
        }
        if !turns.open.insert((x, turn)) {
            return self.facts.terms.sym(x);
        }
        let value = match self.facts.terms.syms[x].kind {
            SymKind::Earlier(y, 0) => self.value_in_turn(turns, y, turns.issue),
            // Of a turn between the two; of loops further in it is not said which of theirs.
            SymKind::Earlier(y, n) if n < turns.distance && self.is_of_turned(turns, y) => {
                self.value_in_turn(turns, y, turns.issue + n)
            }
            SymKind::Earlier(..) => self.facts.terms.sym(x),
            _ => self.find_value(turns, x, turn),
        };
        turns.open.remove(&(x, turn));
        turns.known.insert((x, turn), value);
        value
    }

    fn find_value(&mut self, turns: &mut Turns, x: SymId, turn: u32) -> TermId {
        if let Some(behind) = self.facts.behind.get(&x).cloned() {
            let ptr = self.in_turn(turns, behind.pointer(), turn);
            if let Some(found) = self.facts.resolve_behind(&behind, ptr) {
                return found;
            }
        }
        let itself = self.facts.terms.sym(x);
        let def = self.facts.terms.syms[x].def_loop;
        // Outside the loop that has turned nothing is different in its iterations.
        let inside = turns.turned.is_some_and(|at| self.facts.loop_within(def, self.loops[at]));
        let around = self.loops.iter().position(|l| {
            let data = &self.skeleton.loops[*l];
            data.counter == x || data.values.iter().any(|v| v.sym == x)
        });
        let Some(l) = around else {
            if inside && turn < turns.issue {
                turns.unknown = true;
            }
            return match turn.checked_sub(turns.issue) {
                Some(n) if inside && turn < turns.access() => self.earlier(x, n),
                _ => itself,
            };
        };
        let data = &self.skeleton.loops[self.loops[l]];
        let variable = data.values.iter().find(|v| v.sym == x).copied();
        if inside && turns.turned == Some(l) {
            return match variable {
                None => self.facts.terms.int(i64::from(turn)),
                Some(v) if turn == 0 => self.in_turn(turns, v.init, 0),
                Some(v) => self.in_turn(turns, v.back, turn - 1),
            };
        }
        // A loop further in has begun anew in the iteration of the access.
        if inside && turn != turns.issue {
            turns.unknown |= turn != turns.access();
            return itself;
        }
        match variable {
            None => self.facts.terms.int(0),
            Some(v) => self.in_turn(turns, v.init, turn),
        }
    }

    /// Whether a symbol gets its value in the loop that has turned, and in none inside it.
    fn is_of_turned(&self, turns: &Turns, x: SymId) -> bool {
        self.facts.terms.syms[x].def_loop == turns.turned.map(|at| self.loops[at])
    }
}
