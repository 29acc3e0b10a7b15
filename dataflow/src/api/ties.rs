//! Which processes are members of a communicator together, where no colour of the program says it: processes that share a
//! node (MPI 4.1, 7.4.2; OpenSHMEM 1.6, 9.4), groups that are built process by process (GASPI 17.1, 6.3).

use super::CallSite;
use crate::interp::{Frame, Interp, SymKey};
use crate::object::ObjId;
use crate::term::{CommId, Knowledge, Op, Substitution, Sym, SymId, SymKind, Term, TermId};

impl<'a> Interp<'a> {
    /// The members of a communicator are decided by something outside of the program, which is the same for all that `by`
    /// names: at least two processes agree in it, and others may not.
    pub(super) fn tied_by(&mut self, obj: ObjId, by: TermId, name: &str, knowledge: Knowledge) -> TermId {
        let colour = self.outside(SymKey::Tie(by, false), name, Knowledge::Known);
        let doubt = self.outside(SymKey::Tie(by, true), &format!("whether {name} is another"), knowledge);
        let doubt = self.terms.is_true(doubt);
        self.api.doubts.insert(obj, doubt);
        colour
    }

    fn outside(&mut self, key: SymKey, name: &str, knowledge: Knowledge) -> TermId {
        let s = self.symbol(key, |_| Sym { lo: Some(0), ..Sym::new(SymKind::Parameter, name, knowledge) });
        self.terms.sym(s)
    }

    /// The members of a communicator are not followed.
    pub(super) fn tied_somehow(&mut self, obj: ObjId) {
        let by = self.terms.addr(obj);
        let colour = self.tied_by(obj, by, "the group of the process", Knowledge::Lost);
        self.api.colours.insert(obj, colour);
    }

    /// A call adds a process to a group.
    pub(super) fn add_member(&mut self, frame: &Frame<'a>, call: &CallSite) {
        let (Some(group), Some(rank)) = (call.named("group"), call.named("rank")) else { return };
        let Term::Addr(obj, _) = *self.terms.get(self.the_object(group)) else { return };
        let added = self.is_added(frame, rank);
        let calls = self.api.added.entry(obj).or_default();
        calls.insert((frame.ctx, call.value), added);
        let all: Option<Vec<TermId>> = calls.values().copied().collect();
        let Some(all) = all else { return self.tied_somehow(obj) };
        let (one, zero) = (self.terms.int(1), self.terms.int(0));
        let member = self.terms.any(&all);
        let colour = self.terms.ite(member, one, zero);
        self.api.colours.insert(obj, colour);
        self.api.doubts.remove(&obj);
    }

    /// Condition that a call which adds `rank` to a group adds the calling process, in any iteration of a loop around it.
    fn is_added(&mut self, frame: &Frame<'a>, rank: TermId) -> Option<TermId> {
        let me = self.rank_in_comm(CommId::World);
        let mut conds = frame.reach.get(&frame.block).cloned().unwrap_or_default();
        let Some(counter) = self.current_loop(frame).map(|l| self.loops[l].counter) else {
            conds.push(self.terms.eq(me, rank));
            return Some(self.terms.all(&conds));
        };
        conds.extend(self.terms.syms[counter].below.map(|end| {
            let k = self.terms.sym(counter);
            self.terms.lt(k, end)
        }));
        let (turn, exact) = self.turn_that_gives(rank, counter, me)?;
        let mut known = Substitution::new();
        known.insert(counter, turn);
        let zero = self.terms.int(0);
        let mut all = vec![exact, self.terms.le(zero, turn)];
        all.extend(conds.into_iter().map(|c| self.terms.subst(c, &mut known)));
        let all = self.terms.all(&all);
        let varies = self.terms.any_sym(all, |x| self.terms.syms[x].def_loop.is_some());
        (!varies).then_some(all)
    }

    /// The iteration in which a linear term of the counter has a value, and the condition that there is one.
    fn turn_that_gives(&mut self, term: TermId, counter: SymId, value: TermId) -> Option<(TermId, TermId)> {
        let k = self.terms.sym(counter);
        let (_, parts) = self.terms.linear(term);
        let step = parts.iter().find(|(t, _)| *t == k)?.1;
        let turns = self.terms.scale(k, step);
        let first = self.terms.sub(term, turns);
        let beyond = self.terms.sub(value, first);
        match step {
            1 => Some((beyond, self.terms.truth(true))),
            -1 => Some((self.terms.scale(beyond, -1), self.terms.truth(true))),
            step if step > 1 => {
                let (zero, step) = (self.terms.int(0), self.terms.int(step));
                let rest = self.terms.op(Op::Mod, beyond, step);
                let (not_before, exact) = (self.terms.le(zero, beyond), self.terms.eq0(rest));
                let exact = self.terms.all(&[not_before, exact]);
                Some((self.terms.op(Op::Div, beyond, step), exact))
            }
            _ => None,
        }
    }
}
