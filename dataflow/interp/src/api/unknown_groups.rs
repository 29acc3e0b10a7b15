//! Groups whose members are not known. Their members still have different ranks in them, and a communicator that is made for one group is
//! one communicator for all its members (MPI 4.1, 7.3.1 and 7.4.2) (theory, 4.6).

use super::CallSite;
use crate::interp::Interp;
use crate::memory::Mem;
use rma_skeleton::facts::SymKey;
use rma_skeleton::skeleton::Members;
use rma_term::ids::{ObjId, TermId};
use rma_term::limits::Limit;
use rma_term::term::{CommId, Knowledge, Sym, SymKind, Term};

/// Bytes of a rank in a list.
const RANK: u64 = 4;

impl Interp<'_> {
    /// A new group whose members are not known: it stands for itself, like a communicator.
    pub(super) fn unknown_group(&mut self, call: &CallSite, obj: ObjId, mem: &Mem) {
        self.facts.communicators.of_mut(obj).id = Some(CommId::Object(obj));
        if !self.is_made_alike(call, mem) {
            self.api.alike_groups.remove(&obj);
            return self.tied_somehow(obj);
        }
        self.api.alike_groups.insert(obj);
        // Whoever has a rank there has it in the same group as the others.
        let one = self.facts.terms.int(1);
        let made = self.facts.communicators.of_mut(obj);
        (made.colour, made.doubt) = (Some(one), None);
    }

    /// Whether the calling process is in such a group.
    fn is_member(&mut self, group: ObjId) -> TermId {
        let of = self.facts.terms.addr(group);
        let of = self.facts.terms.apply("member", &[of]);
        let member = self.facts.symbol(SymKey::Tie(of, false), |_| Sym {
            lo: Some(0),
            hi: Some(1),
            ..Sym::new(SymKind::Parameter, "whether the process is in the group", Knowledge::Input)
        });
        let member = self.facts.terms.sym(member);
        self.facts.terms.ne0(member)
    }

    /// Whether all processes that make this group make the same one, from ranks of all processes.
    fn is_made_alike(&mut self, call: &CallSite, mem: &Mem) -> bool {
        let mut of = ["group", "group1", "group2"].into_iter().filter_map(|name| call.named(name)).peekable();
        if of.peek().is_none() {
            return false;
        }
        for group in of {
            if !self.is_alike_group(group) {
                return false;
            }
        }
        if call.routine.arg("n").is_none() {
            return true;
        }
        let Some(n) = call.named("n").filter(|n| self.alike(&[*n])) else { return false };
        let (list, each) = match (call.named("ranks"), call.named("ranges")) {
            (Some(list), _) => (list, 1),
            (None, Some(list)) => (list, 3),
            (None, None) => return false,
        };
        let few = |n: &i64| *n >= 0 && self.facts.terms.limits.allows(Limit::GroupMembers, *n);
        match self.facts.terms.as_const(n).filter(few) {
            Some(n) => (0..n * each).all(|i| {
                let rank = self.array_element(list, i, RANK, mem);
                rank.is_some_and(|rank| self.alike(&[rank]))
            }),
            None => self.is_alike_row(list, mem),
        }
    }

    /// A group that is the same on all processes.
    fn is_alike_group(&mut self, group: TermId) -> bool {
        let Term::Addr(obj, _) = *self.facts.terms.get(group) else { return false };
        match self.group_members(group) {
            Members::All => self.comm(group) == CommId::World,
            Members::Only(list) | Members::Except(list) => {
                self.facts.communicators.of(obj).parent == Some(CommId::World) && self.alike(&list)
            }
            Members::Unknown => self.api.alike_groups.contains(&obj),
        }
    }

    /// Memory that a loop has filled from here on, with what all processes have there.
    fn is_alike_row(&mut self, at: TermId, mem: &Mem) -> bool {
        let places = self.facts.places(at);
        let ([p], false) = (&places.list[..], places.unknown) else { return false };
        let Some(content) = mem.get(p.obj).cloned() else { return false };
        let [row] = &content.families[..] else { return false };
        let of_all = |t: TermId| {
            let terms = &self.facts.terms;
            !terms.any_sym(t, |x| x != row.index && !terms.syms[x].uniform)
        };
        content.entries.is_empty() && row.base == p.offset && row.size == RANK && of_all(row.val) && of_all(row.bound)
    }

    /// The group object of a call, if its members are not known.
    fn unknown_group_of(&mut self, call: &CallSite) -> Option<ObjId> {
        let group = call.named("group")?;
        let Term::Addr(obj, _) = *self.facts.terms.get(group) else { return None };
        let stands_for_itself = self.facts.communicators.of(obj).id == Some(CommId::Object(obj));
        (stands_for_itself && self.group_members(group) == Members::Unknown).then_some(obj)
    }

    /// The rank of the calling process in a group with unknown members; `MPI_UNDEFINED` if it is none of them (MPI 4.1, 7.3.1).
    pub(super) fn rank_in_unknown_group(&mut self, call: &CallSite) -> Option<TermId> {
        let group = self.unknown_group_of(call)?;
        let rank = self.facts.rank_in_comm(CommId::Object(group));
        let (member, undefined) = (self.is_member(group), self.undefined());
        Some(self.facts.terms.ite(member, rank, undefined))
    }

    /// A communicator for a group with unknown members: their ranks are those in the group. Gives the colour of the calling process.
    pub(super) fn made_for_unknown_group(&mut self, call: &CallSite, obj: ObjId) -> Option<TermId> {
        let group = self.unknown_group_of(call)?;
        let of = CommId::Object(group);
        let (rank, size) = (self.facts.rank_in_comm(of), self.facts.size_of_comm(of));
        let made = self.facts.communicators.of(group).clone();
        let (mut colour, mut doubt) = (made.colour, made.doubt);
        if self.api.alike_groups.contains(&group) {
            let member = self.is_member(group);
            let (one, undefined) = (self.facts.terms.int(1), self.undefined());
            colour = Some(self.facts.terms.ite(member, one, undefined));
            self.tied_somehow(obj);
            doubt = self.facts.communicators.of(obj).doubt;
        }
        let new = self.facts.communicators.of_mut(obj);
        (new.rank, new.size, new.colour, new.doubt) = (Some(rank), Some(size), colour, doubt);
        colour
    }
}
