//! Teams: every so many processes of another team, rows and columns of a grid, active sets (OpenSHMEM 1.6, 9.4) (theory, 4.6).

use super::CallSite;
use crate::interp::{Interp, ObjKey};
use rma_frontend::api::OutKind;
use rma_skeleton::facts::Strided;
use rma_term::ids::{ObjId, TermId};
use rma_term::object::{ObjKind, Object};
use rma_term::term::{CommId, Op};

impl Interp<'_> {
    /// The active set of a collective, as a team.
    pub(super) fn active_set(&mut self, call: &CallSite) -> Option<CommId> {
        let (start, log, size) = (call.named("PE_start")?, call.named("logPE_stride")?, call.named("PE_size")?);
        let stride = 1i64.checked_shl(u32::try_from(self.facts.terms.as_const(log)?).ok()?)?;
        let all = self.facts.size_of_comm(CommId::World);
        if self.facts.terms.as_const(start) == Some(0) && stride == 1 && size == all {
            return Some(CommId::World);
        }
        let stride = self.facts.terms.int(stride);
        let key = ObjKey::ActiveSet(start, stride, size);
        let obj = self.object(key, || Object {
            kind: ObjKind::Comm,
            name: "an active set".to_owned(),
            size: None,
            ctx: None,
            loc: None,
            scope: None,
            zeroed: false,
            escaped: false,
        });
        self.strided_team(obj, CommId::World, start, stride, size);
        Some(CommId::Object(obj))
    }

    /// Defines a team of every `stride`-th process.
    pub(super) fn strided_team(&mut self, obj: ObjId, parent: CommId, start: TermId, stride: TermId, size: TermId) {
        let comm = CommId::Object(obj);
        self.facts.communicators.of_mut(obj).id = Some(comm);
        self.facts.communicators.of_mut(obj).parent = Some(parent);
        let rank = self.facts.rank_in_comm(parent);
        let zero = self.facts.terms.int(0);
        let from_start = self.facts.terms.sub(rank, start);
        let (member, own) = if self.facts.terms.as_const(stride) == Some(1) {
            (self.facts.terms.truth(true), from_start)
        } else {
            let rest = self.facts.terms.op(Op::Mod, from_start, stride);
            (self.facts.terms.eq0(rest), self.facts.terms.op(Op::Div, from_start, stride))
        };
        let low = self.facts.terms.le(zero, from_start);
        let high = self.facts.terms.lt(own, size);
        let member = self.facts.terms.all(&[low, member, high]);
        let yes = self.facts.terms.truth(true);
        let name = self.name_of_group(&[(yes, start)]);
        let colour = self.facts.terms.ite(member, name, zero);
        self.facts.communicators.of_mut(obj).colour = Some(colour);
        self.facts.communicators.of_mut(obj).size = Some(size);
        self.facts.communicators.of_mut(obj).rank = Some(own);
        self.stride_of(comm, parent, Strided { start, stride, size });
    }

    /// Records which of all processes are in a team, in ranks of its parent.
    fn stride_of(&mut self, comm: CommId, parent: CommId, of: Strided) {
        let Some(Strided { start, stride, .. }) = self.among_all(parent) else { return };
        let first = self.facts.terms.mul(of.start, stride);
        let start = self.facts.terms.add(start, first);
        let stride = self.facts.terms.mul(of.stride, stride);
        if let CommId::Object(obj) = comm {
            self.facts.communicators.of_mut(obj).strided = Some(Strided { start, stride, size: of.size });
        }
    }

    /// The ranks among all processes of the members of a team, if they are known.
    fn among_all(&mut self, comm: CommId) -> Option<Strided> {
        if comm == CommId::World {
            let (start, stride) = (self.facts.terms.int(0), self.facts.terms.int(1));
            return Some(Strided { start, stride, size: self.facts.size_of_comm(comm) });
        }
        self.facts.communicators.object(comm).and_then(|c| c.strided)
    }

    /// Defines a row or a column of the processes of a team that are numbered row by row, `x` in each; the last row may have
    /// fewer (OpenSHMEM 1.6, 9.4.7).
    pub(super) fn team_of_grid(&mut self, obj: ObjId, parent: CommId, x: TermId, kind: OutKind) {
        let comm = CommId::Object(obj);
        let (rank, all) = (self.facts.rank_in_comm(parent), self.facts.size_of_comm(parent));
        let (row, column) = (self.facts.terms.op(Op::Div, rank, x), self.facts.terms.op(Op::Mod, rank, x));
        let (colour, own, of) = if kind == OutKind::TeamRow {
            let (start, stride) = (self.facts.terms.sub(rank, column), self.facts.terms.int(1));
            let left = self.facts.terms.sub(all, start);
            let full = self.facts.terms.le(x, left);
            (row, column, Strided { start, stride, size: self.facts.terms.ite(full, x, left) })
        } else {
            let from_start = self.facts.terms.sub(all, column);
            let from_start = self.facts.terms.add(from_start, x);
            let rows = self.facts.terms.add_int(from_start, -1);
            (column, row, Strided { start: column, stride: x, size: self.facts.terms.op(Op::Div, rows, x) })
        };
        self.facts.communicators.of_mut(obj).id = Some(comm);
        self.facts.communicators.of_mut(obj).parent = Some(parent);
        self.facts.communicators.of_mut(obj).colour = Some(colour);
        self.facts.communicators.of_mut(obj).rank = Some(own);
        self.facts.communicators.of_mut(obj).size = Some(of.size);
        self.stride_of(comm, parent, of);
    }

    /// The rank in one team of a process of another; -1 if it is in none, or the caller has no such team (OpenSHMEM 1.6, 9.4.5).
    pub(super) fn translated(&mut self, call: &CallSite) -> Option<TermId> {
        let handles = [call.named("src_team")?, call.named("dest_team")?];
        let [from, to] = handles.map(|team| self.comm(team));
        let pe = call.named("src_pe")?;
        if from == to {
            return Some(pe);
        }
        let (from, to) = (self.among_all(from)?, self.among_all(to)?);
        let mut valid: Vec<TermId> = handles.iter().map(|team| self.facts.terms.ne0(*team)).collect();
        valid.push(self.in_range(pe, from.size));
        let by = self.facts.terms.mul(pe, from.stride);
        let process = self.facts.terms.add(from.start, by);
        let from_start = self.facts.terms.sub(process, to.start);
        let rank = if self.facts.terms.as_const(to.stride) == Some(1) {
            from_start
        } else {
            let rest = self.facts.terms.op(Op::Mod, from_start, to.stride);
            valid.push(self.facts.terms.eq0(rest));
            self.facts.terms.op(Op::Div, from_start, to.stride)
        };
        // A member of any team is one of all processes.
        if Some(to.size) != self.among_all(CommId::World).map(|all| all.size) {
            valid.push(self.in_range(rank, to.size));
        }
        let (valid, none) = (self.facts.terms.all(&valid), self.facts.terms.int(-1));
        Some(self.facts.terms.ite(valid, rank, none))
    }

    fn in_range(&mut self, rank: TermId, size: TermId) -> TermId {
        let zero = self.facts.terms.int(0);
        let (low, high) = (self.facts.terms.le(zero, rank), self.facts.terms.lt(rank, size));
        self.facts.terms.all(&[low, high])
    }
}
