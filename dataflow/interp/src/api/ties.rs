//! Which processes are members of the same communicator, where this does not depend on colours that the program computes:
//! processes that share a node (MPI 4.1, 7.4.2; OpenSHMEM 1.6, 9.4), groups that are built process by process (GASPI
//! 17.1, 6.3) (theory, 4.6).

use super::CallSite;
use crate::interp::{Frame, Interp};
use rma_skeleton::facts::SymKey;
use rma_term::ids::{ObjId, SymId, TermId};
use rma_term::term::{CommId, GROUP_OF_PROCESS, Knowledge, Op, Substitution, Sym, SymKind, Term};

impl<'a> Interp<'a> {
    /// The members of a communicator are decided by something outside of the program, which is the same for all that `by`
    /// names: at least two processes agree in it, and others may not.
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
        let all: Option<Vec<TermId>> = calls.values().copied().collect();
        let Some(all) = all else { return self.tied_somehow(obj) };
        let (one, zero) = (self.facts.terms.int(1), self.facts.terms.int(0));
        let member = self.facts.terms.any(&all);
        let colour = self.facts.terms.ite(member, one, zero);
        self.facts.communicators.of_mut(obj).colour = Some(colour);
        self.facts.communicators.of_mut(obj).doubt = None;
    }

    /// Condition that a call which adds `rank` to a group adds the calling process, in any iteration of a loop around it.
    fn is_added(&mut self, frame: &Frame<'a>, rank: TermId) -> Option<TermId> {
        let me = self.facts.rank_in_comm(CommId::World);
        let mut conds = frame.reach.get(&frame.block).cloned().unwrap_or_default();
        let Some(counter) = self.current_loop(frame).map(|l| self.facts.loops[l].counter) else {
            conds.push(self.facts.terms.eq(me, rank));
            return Some(self.facts.terms.all(&conds));
        };
        conds.extend(self.facts.terms.syms[counter].below.map(|end| {
            let k = self.facts.terms.sym(counter);
            self.facts.terms.lt(k, end)
        }));
        let (iteration, exact) = self.iteration_that_gives(rank, counter, me)?;
        let mut known = Substitution::new();
        known.insert(counter, iteration);
        let zero = self.facts.terms.int(0);
        let mut all = vec![exact, self.facts.terms.le(zero, iteration)];
        all.extend(conds.into_iter().map(|c| self.facts.terms.subst(c, &mut known)));
        let all = self.facts.terms.all(&all);
        let varies = self.facts.terms.any_sym(all, |x| self.facts.terms.syms[x].def_loop.is_some());
        (!varies).then_some(all)
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
