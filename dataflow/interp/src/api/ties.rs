//! Which processes are members of the same communicator, where this does not depend on colours that the program computes:
//! processes that share a node (MPI 4.1, 7.4.2; OpenSHMEM 1.6, 9.4), groups that are built process by process (GASPI
//! 17.1, 6.3) (theory, 4.6).
//!
//! A process that builds a group lists its ranks. The list gets a number: 1 if all processes list the same ranks, otherwise one more than the
//! lowest rank, or what all its ranks have in common with the caller's. Two processes are in one group if their numbers agree. If a list is
//! not followed, both cases are possible.

use super::CallSite;
use crate::interp::{Frame, Interp};
use rma_skeleton::facts::{Added, SymKey};
use rma_term::ids::{ObjId, SymId, TermId};
use rma_term::term::{CommId, GROUP_OF_PROCESS, Knowledge, Op, Substitution, Sym, SymKind, Term};

impl<'a> Interp<'a> {
    /// A communicator whose members depend on something outside of the program, the same for all processes with equal `by`: at
    /// least two processes are in it together, and others may not be.
    pub(super) fn tied_by(&mut self, obj: ObjId, by: TermId, name: &str, knowledge: Knowledge) -> TermId {
        let colour = self.outside(SymKey::Tie(by, false), name, Knowledge::Known);
        let doubt = self.outside(SymKey::Tie(by, true), &format!("whether {name} is another"), knowledge);
        let doubt = self.facts.terms.ne0(doubt);
        self.facts.communicators.of_mut(obj).doubt = Some(doubt);
        colour
    }

    fn outside(&mut self, key: SymKey, name: &str, knowledge: Knowledge) -> TermId {
        let s = self.facts.symbol(key, |_| Sym { lo: Some(0), ..Sym::new(SymKind::Parameter, name, knowledge) });
        self.facts.terms.sym(s)
    }

    /// The members of a communicator are not followed.
    pub(super) fn tied_somehow(&mut self, obj: ObjId) {
        let by = self.facts.terms.addr(obj);
        let colour = self.tied_by(obj, by, GROUP_OF_PROCESS, Knowledge::Lost);
        self.facts.communicators.of_mut(obj).colour = Some(colour);
    }

    /// A call adds a process to a group.
    pub(super) fn add_member(&mut self, frame: &Frame<'a>, call: &CallSite) {
        let (Some(group), Some(rank)) = (call.named("group"), call.named("rank")) else { return };
        let Term::Addr(obj, _) = *self.facts.terms.get(self.facts.the_object(group)) else { return };
        let added = self.is_added(frame, rank);
        let calls = &mut self.facts.communicators.of_mut(obj).added;
        calls.insert((frame.ctx, call.value), added);
        let all: Option<Vec<Added>> = calls.values().copied().collect();
        let Some(all) = all else { return self.tied_somehow(obj) };
        // What names the group in one way names it in no other.
        if all.len() > 1 && all.iter().any(|a| a.common) {
            return self.tied_somehow(obj);
        }
        let own: Vec<TermId> = all.iter().map(|a| a.own).collect();
        let member = self.facts.terms.any(&own);
        let firsts: Vec<(TermId, TermId)> = all.iter().map(|a| (a.any, a.first)).collect();
        let name = self.name_of_group(&firsts);
        let zero = self.facts.terms.int(0);
        let colour = self.facts.terms.ite(member, name, zero);
        self.facts.communicators.of_mut(obj).colour = Some(colour);
        self.facts.communicators.of_mut(obj).doubt = None;
    }

    /// A number that identifies the group that a process builds: 1 if all processes name the same ranks; otherwise one more than
    /// the lowest of some ranks, each with the condition that it is a member.
    pub(super) fn name_of_group(&mut self, members: &[(TermId, TermId)]) -> TermId {
        let one = self.facts.terms.int(1);
        if members.iter().all(|(when, rank)| self.alike(&[*when, *rank])) {
            return one;
        }
        let mut lowest: Option<TermId> = None;
        for &(when, rank) in members.iter().rev() {
            lowest = Some(match lowest {
                None => rank,
                Some(other) => {
                    let lower = self.facts.terms.lt(rank, other);
                    let lower = self.facts.terms.all(&[when, lower]);
                    self.facts.terms.ite(lower, rank, other)
                }
            });
        }
        lowest.map_or(one, |rank| self.facts.terms.add_int(rank, 1))
    }

    /// The ranks that a call adds to a group, over all iterations of a loop around it.
    fn is_added(&mut self, frame: &Frame<'a>, rank: TermId) -> Option<Added> {
        let me = self.facts.rank_in_comm(CommId::World);
        let mut conds = frame.reach.get(&frame.block).cloned().unwrap_or_default();
        let Some(counter) = self.current_loop(frame).map(|l| self.facts.loops[l].counter) else {
            let any = self.facts.terms.all(&conds);
            conds.push(self.facts.terms.eq(me, rank));
            return Some(Added { own: self.facts.terms.all(&conds), any, first: rank, common: false });
        };
        conds.extend(self.facts.terms.syms[counter].below.map(|end| {
            let k = self.facts.terms.sym(counter);
            self.facts.terms.lt(k, end)
        }));
        let left_out: Vec<TermId> = conds.iter().copied().filter(|c| self.leaves_out(*c, counter)).collect();
        let (iteration, exact) = self.iteration_that_gives(rank, counter, me)?;
        let zero = self.facts.terms.int(0);
        let mut at_first = Substitution::new();
        at_first.insert(counter, zero);
        let (any, first) = match left_out[..] {
            [] => {
                let begins: Vec<TermId> = conds.iter().map(|c| self.facts.terms.subst(*c, &mut at_first)).collect();
                (self.facts.terms.all(&begins), self.facts.terms.subst(rank, &mut at_first))
            }
            // The ranks that have something in common with the caller's: what that is names the group.
            [common]
                if self.facts.terms.subst(rank, &mut at_first) == zero
                    && conds.iter().all(|c| *c == common || !self.facts.terms.any_sym(*c, |x| self.is_rank(x))) =>
            {
                (self.facts.terms.truth(true), self.common_with(common, counter)?)
            }
            _ => return None,
        };
        let mut known = Substitution::new();
        known.insert(counter, iteration);
        let mut all = vec![exact, self.facts.terms.le(zero, iteration)];
        all.extend(conds.into_iter().map(|c| self.facts.terms.subst(c, &mut known)));
        let own = self.facts.terms.all(&all);
        let varies = [own, any, first]
            .iter()
            .any(|t| self.facts.terms.any_sym(*t, |x| self.facts.terms.syms[x].def_loop.is_some()));
        (!varies).then_some(Added { own, any, first, common: !left_out.is_empty() })
    }

    /// For a condition that equates a term of the counter with a term of the caller: the caller's term.
    fn common_with(&mut self, cond: TermId, counter: SymId) -> Option<TermId> {
        let Term::Eq0(d) = *self.facts.terms.get(cond) else { return None };
        let (_, parts) = self.facts.terms.linear(d);
        let counts = |t: TermId| self.facts.terms.any_sym(t, |x| x == counter);
        if parts.iter().any(|(t, _)| counts(*t) && self.facts.terms.any_sym(*t, |x| self.is_rank(x))) {
            return None;
        }
        let of_caller: Vec<(TermId, i64)> = parts.into_iter().filter(|(t, _)| !counts(*t)).collect();
        Some(self.facts.terms.from_linear(0, of_caller))
    }

    fn is_rank(&self, x: SymId) -> bool {
        matches!(self.facts.terms.syms[x].kind, SymKind::Rank(_))
    }

    /// A condition that depends on the caller's rank and is no upper bound of a counter: some iterations do not satisfy it.
    fn leaves_out(&self, cond: TermId, counter: SymId) -> bool {
        let terms = &self.facts.terms;
        let own = |x: SymId| self.is_rank(x);
        let counts = |t: TermId| terms.any_sym(t, |x| x == counter);
        if !terms.any_sym(cond, own) || !counts(cond) {
            return false;
        }
        let Term::Le0(d) = *terms.get(cond) else { return true };
        let (_, parts) = terms.linear(d);
        let bounds = |(t, factor): &(TermId, i64)| *terms.get(*t) == Term::Sym(counter) && *factor > 0;
        !parts.iter().all(|part| bounds(part) || !counts(part.0))
    }

    /// The iteration in which a linear term of the counter has a value, and the condition that there is one.
    fn iteration_that_gives(&mut self, term: TermId, counter: SymId, value: TermId) -> Option<(TermId, TermId)> {
        let k = self.facts.terms.sym(counter);
        let (_, parts) = self.facts.terms.linear(term);
        let step = parts.iter().find(|(t, _)| *t == k)?.1;
        let iterations = self.facts.terms.scale(k, step);
        let first = self.facts.terms.sub(term, iterations);
        let beyond = self.facts.terms.sub(value, first);
        match step {
            1 => Some((beyond, self.facts.terms.truth(true))),
            -1 => Some((self.facts.terms.scale(beyond, -1), self.facts.terms.truth(true))),
            step if step > 1 => {
                let (zero, step) = (self.facts.terms.int(0), self.facts.terms.int(step));
                let rest = self.facts.terms.op(Op::Mod, beyond, step);
                let (not_before, exact) = (self.facts.terms.le(zero, beyond), self.facts.terms.eq0(rest));
                let exact = self.facts.terms.all(&[not_before, exact]);
                Some((self.facts.terms.op(Op::Div, beyond, step), exact))
            }
            _ => None,
        }
    }
}
