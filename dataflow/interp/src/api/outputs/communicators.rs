//! Communicators and groups that a call makes, and queries of them (theory, 4.6).

use crate::api::CallSite;
use crate::interp::{Frame, Interp, Made};
use crate::memory::Mem;
use rma_frontend::api::{Model, OutKind, Output};
use rma_skeleton::facts::Leaders;
use rma_term::ids::{ObjId, TermId};
use rma_term::object::ObjKind;
use rma_term::term::{CommId, Knowledge, NODE_OF_PROCESS, SymKind, Term};

/// Ranks that `gaspi_rank_t` can count: it has 16 bits (GASPI 17.1, 4.3).
const GASPI_RANKS: i64 = (1 << 16) - 1;

impl<'a> Interp<'a> {
    /// The rank in a communicator or group, or its size.
    pub(super) fn rank_or_size(&mut self, call: &CallSite, kind: OutKind) -> Option<TermId> {
        let comm = match kind {
            OutKind::GroupRank | OutKind::GroupSize => self.comm(call.named("group")?),
            _ => self.comm_of_call(call),
        };
        if call.routine.model == Model::Gaspi && comm == CommId::World {
            self.facts.most_processes(GASPI_RANKS);
        }
        if kind == OutKind::GroupRank
            && let Some(rank) = call
                .named("group")
                .and_then(|group| self.own_rank_in_group(group))
                .or_else(|| self.rank_in_unknown_group(call))
        {
            return Some(rank);
        }
        Some(match kind {
            OutKind::CommRank | OutKind::GroupRank => self.facts.rank_in_comm(comm),
            _ => self.facts.size_of_comm(comm),
        })
    }

    /// A duplicate of a communicator.
    pub(super) fn duplicate(&mut self, frame: &Frame<'a>, call: &CallSite, out: &Output) -> Option<TermId> {
        let comm = call.named("comm")?;
        let id = self.comm(comm);
        let new = self.new_comm(frame, call, out, Some(id));
        self.same_grid(comm, new);
        Some(new)
    }

    /// The communicator that a split, a create or another such call makes.
    pub(super) fn part_of_comm(
        &mut self,
        frame: &mut Frame<'a>,
        call: &CallSite,
        out: &Output,
        mem: &mut Mem,
    ) -> TermId {
        if let Some(slice) = self.new_slice(frame, call, out, mem) {
            return slice;
        }
        let congruent = self.keeps_ranks(call);
        let new = self.new_comm(frame, call, out, congruent);
        let Term::Addr(obj, _) = *self.facts.terms.get(new) else { return new };
        let in_order = call.named("key").is_none_or(|k| self.in_order(call, k));
        if !in_order && !self.reverses_ranks(call, obj) {
            // The keys decide which process has which rank there.
            let rank = self.facts.rank_in_comm(CommId::Object(obj));
            if let Term::Sym(x) = *self.facts.terms.get(rank) {
                self.facts.terms.syms[x].knowledge = Knowledge::Lost;
            }
        }
        self.connect_groups(call, obj);
        self.contains_both_groups(call, obj);
        if let Some(comm) = call.named("comm") {
            let parent = self.comm(comm);
            self.facts.communicators.of_mut(obj).parent = Some(parent);
        }
        let undefined = self.undefined();
        let colour = self.colour_of_part(call, obj, undefined);
        let members_unknown = colour.is_none();
        let Some(colour) = colour.or_else(|| self.made_for_unknown_group(call, obj)) else {
            if call.named("group").is_some() {
                self.tied_somehow(obj);
            }
            return new;
        };
        self.facts.communicators.of_mut(obj).colour = Some(colour);
        if let (OutKind::CommSplit, Some(comm)) = (&out.kind, call.named("comm")) {
            let parent = self.comm(comm);
            self.facts.communicators.of_mut(obj).split_of = in_order.then_some(parent);
            self.rank_of_part(call, obj, parent);
        }
        self.varies_with(obj, &[Some(colour), call.named("key")].map(|t| t.unwrap_or(undefined)));
        // Only members of a group make the other calls with a group (MPI 4.1, 7.4.2).
        if members_unknown && call.routine.name != "MPI_Comm_create" {
            return new;
        }
        // A process without a colour gets no communicator.
        let without = self.facts.terms.eq(colour, undefined);
        let null = self.null_handle(call, out);
        self.facts.terms.ite(without, null, new)
    }

    /// If what decides the members of a communicator or their order changes in a loop, its ranks and its size do, too.
    pub(in crate::api) fn varies_with(&mut self, obj: ObjId, by: &[TermId]) {
        let Some(l) = by.iter().find_map(|t| self.facts.innermost(*t)) else { return };
        let comm = CommId::Object(obj);
        for number in [self.facts.rank_in_comm(comm), self.facts.size_of_comm(comm)] {
            if let Term::Sym(x) = *self.facts.terms.get(number)
                && matches!(self.facts.terms.syms[x].kind, SymKind::Rank(of) | SymKind::Size(of) if of == comm)
            {
                self.facts.terms.syms[x].def_loop = Some(l);
            }
        }
    }

    /// Records the local and the remote group of a new intercommunicator.
    fn connect_groups(&mut self, call: &CallSite, obj: ObjId) {
        let local = call.named("local_comm").or_else(|| call.named("local_group"));
        let Some(local) = local else { return };
        let local = self.comm(local);
        self.facts.communicators.of_mut(obj).local_group = Some(local);
        if local != CommId::Unknown {
            // Rank and size are those in the local group (MPI 4.1, 7.6.1).
            let (rank, size) = (self.facts.rank_in_comm(local), self.facts.size_of_comm(local));
            self.facts.communicators.of_mut(obj).rank = Some(rank);
            self.facts.communicators.of_mut(obj).size = Some(size);
        }
        let leaders = (call.named("local_leader"), call.named("peer_comm"), call.named("remote_leader"));
        if let (Some(own), Some(peer), Some(other)) = leaders {
            let peer = self.comm(peer);
            self.facts.communicators.of_mut(obj).leaders = Some(Leaders { own, peer, other });
        }
    }

    /// The merge of an intercommunicator consists of the local group of the calling process and the remote group (MPI 4.1, 7.6.2).
    fn contains_both_groups(&mut self, call: &CallSite, obj: ObjId) {
        if call.routine.name != "MPI_Intercomm_merge" {
            return;
        }
        let Some(inter) = call.named("intercomm").map(|inter| self.comm(inter)) else { return };
        let (local, all) = (self.facts.size_of_comm(inter), self.facts.size_of_comm(CommId::Object(obj)));
        if let Some(remote) = self.facts.remote_size(inter)
            && let Term::Sym(x) = *self.facts.terms.get(all)
        {
            let both = self.facts.terms.add(local, remote);
            self.facts.terms.syms[x].fact = Some(self.facts.terms.eq(all, both));
        }
    }

    /// The colour that processes give which get no communicator.
    pub(in crate::api) fn undefined(&mut self) -> TermId {
        let undefined = self.facts.abi.map_or(i64::MIN, |a| a.constants().undefined);
        self.facts.terms.int(undefined)
    }

    /// The colour of the calling process: processes with the same colour are in one part.
    fn colour_of_part(&mut self, call: &CallSite, obj: ObjId, undefined: TermId) -> Option<TermId> {
        Some(match (call.named("color"), call.named("split_type")) {
            (Some(colour), _) => colour,
            (None, Some(by)) => {
                let place = self.tied_by(obj, by, NODE_OF_PROCESS, Knowledge::Input);
                let none = self.facts.terms.eq(by, undefined);
                self.facts.terms.ite(none, undefined, place)
            }
            // The members of a group have one colour, the others none.
            (None, None) => match self.in_group(call) {
                Some((member, name)) => self.facts.terms.ite(member, name, undefined),
                None => return None,
            },
        })
    }

    /// A new group, to which the program adds processes one at a time.
    pub(super) fn new_group_of_processes(&mut self, frame: &Frame<'a>, call: &CallSite, out: &Output) -> TermId {
        let group = self.new_comm(frame, call, out, None);
        if let Term::Addr(obj, _) = *self.facts.terms.get(group)
            && self.facts.communicators.of(obj).added.is_empty()
        {
            self.tied_somehow(obj);
        }
        group
    }

    /// The group of a communicator or a window, or one that is made of another group.
    pub(super) fn group_output(&mut self, frame: &Frame<'a>, call: &CallSite, out: &Output, mem: &Mem) -> TermId {
        let of_comm = matches!(out.kind, OutKind::GroupOfComm | OutKind::GroupOfWin);
        let id = of_comm.then(|| match call.named("comm") {
            Some(c) => self.comm(c),
            None => call.named("win").and_then(|w| self.facts.window(w)).map_or(CommId::Unknown, |(_, w)| w.comm),
        });
        let group = self.new_handle(frame, call, out, ObjKind::Group, id);
        self.new_group(call, out.kind, group, mem);
        group
    }

    /// A split with one colour for all and keys in the order of the ranks gives the same ranks (MPI 4.1, 7.4.2).
    fn keeps_ranks(&mut self, call: &CallSite) -> Option<CommId> {
        let (colour, key) = (call.named("color")?, call.named("key")?);
        let comm = self.comm(call.named("comm")?);
        let undefined = self.facts.abi.map(|a| a.constants().undefined);
        let one_colour = self.facts.terms.as_const(colour).is_some_and(|c| Some(c) != undefined);
        (one_colour && self.in_order(call, key) && comm != CommId::Unknown).then_some(comm)
    }

    /// A split with one colour for all and keys that fall with the ranks: the last process has rank 0 in the new communicator (MPI 4.1,
    /// 7.4.2).
    fn reverses_ranks(&mut self, call: &CallSite, obj: ObjId) -> bool {
        let (Some(colour), Some(key), Some(comm)) = (call.named("color"), call.named("key"), call.named("comm")) else {
            return false;
        };
        let comm = self.comm(comm);
        let undefined = self.facts.abi.map(|a| a.constants().undefined);
        let one_colour = self.facts.terms.as_const(colour).is_some_and(|c| Some(c) != undefined);
        if !one_colour || comm == CommId::Unknown {
            return false;
        }
        let (rank, size) = (self.facts.rank_in_comm(comm), self.facts.size_of_comm(comm));
        // All processes give the same number less the same multiple of their ranks.
        let (_, parts) = self.facts.terms.linear(key);
        let falls = parts.iter().any(|(t, k)| *t == rank && *k < 0);
        let same_for_all = |t: TermId, terms: &rma_term::term::Terms| !terms.any_sym(t, |x| !terms.syms[x].uniform);
        if !falls || parts.iter().any(|(t, _)| *t != rank && !same_for_all(*t, &self.facts.terms)) {
            return false;
        }
        let last = self.facts.terms.add_int(size, -1);
        let rank = self.facts.terms.sub(last, rank);
        let made = self.facts.communicators.of_mut(obj);
        (made.rank, made.size) = (Some(rank), Some(size));
        true
    }

    /// Keys of a split that leave the ranks in their order.
    fn in_order(&mut self, call: &CallSite, key: TermId) -> bool {
        let comm = call.named("comm").map_or(CommId::Unknown, |c| self.comm(c));
        self.facts.terms.as_const(key).is_some() || self.facts.rank_in_comm(comm) == key
    }

    /// If the keys are in the order of the ranks, the rank of a process in its part is at most its rank in the whole (MPI 4.1, 7.4.2).
    fn rank_of_part(&mut self, call: &CallSite, part: ObjId, whole: CommId) {
        let Some(key) = call.named("key").filter(|_| whole != CommId::Unknown) else { return };
        if !self.in_order(call, key) {
            return;
        }
        let (inner, outer) = (self.facts.rank_in_comm(CommId::Object(part)), self.facts.rank_in_comm(whole));
        let fact = self.facts.terms.le(inner, outer);
        if let Term::Sym(rank) = *self.facts.terms.get(inner)
            && self.facts.terms.as_const(fact).is_none()
        {
            self.facts.terms.syms[rank].fact.get_or_insert(fact);
        }
    }

    pub(in crate::api) fn new_comm(
        &mut self,
        frame: &Frame<'a>,
        call: &CallSite,
        out: &Output,
        same_as: Option<CommId>,
    ) -> TermId {
        let obj = self.new_object(frame, call.value, Made::Output(out.arg), ObjKind::Comm, "communicator".into(), None);
        self.facts.communicators.of_mut(obj).id = Some(same_as.unwrap_or(CommId::Object(obj)));
        let inst = self.instance_here(frame);
        self.facts.terms.addr_of(obj, inst)
    }
}
