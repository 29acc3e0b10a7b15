//! Groups: which ranks of a communicator are their members (MPI 4.1, 7.3.2) (theory, 4.6).

use super::CallSite;
use crate::interp::{Frame, Interp};
use crate::memory::Mem;
use rma_frontend::api::OutKind;
use rma_skeleton::facts::{Read, Role};
use rma_skeleton::skeleton::Members;
use rma_term::ids::TermId;
use rma_term::limits::Limit;
use rma_term::term::{CommId, SymKind, Term};

/// An entry of a list of ranks that names no member.
const ABSENT: i64 = -1;

impl<'a> Interp<'a> {
    /// The members of a group handle. If the handle may be one of two groups, each rank is a case distinction. A member that exists in one
    /// case only is [`ABSENT`] in the other, which is no process' rank.
    pub(crate) fn group_members(&mut self, group: TermId) -> Members {
        match *self.facts.terms.get(group) {
            Term::Addr(o, _) => self.facts.communicators.of(o).members.clone().unwrap_or(Members::Unknown),
            Term::Ite(c, a, b) => {
                let (a, b) = (self.group_members(a), self.group_members(b));
                let absent = self.facts.terms.int(ABSENT);
                let mut either = |a: &[TermId], b: &[TermId]| -> Vec<TermId> {
                    a.iter().zip(b).map(|(a, b)| self.facts.terms.ite(c, *a, *b)).collect()
                };
                match (a, b) {
                    (Members::Only(mut x), Members::Only(mut y)) => {
                        let longest = x.len().max(y.len());
                        x.resize(longest, absent);
                        y.resize(longest, absent);
                        Members::Only(either(&x, &y))
                    }
                    (Members::Except(x), Members::Except(y)) if x.len() == y.len() => Members::Except(either(&x, &y)),
                    (a, b) if a == b => a,
                    _ => Members::Unknown,
                }
            }
            _ => Members::Unknown,
        }
    }

    /// Condition that the calling process is in the group that a communicator is made for. Also, if processes may name different groups, a
    /// number that identifies the group, as far as it is known.
    pub(super) fn in_group(&mut self, call: &CallSite) -> Option<(TermId, TermId)> {
        let group = call.named("group")?;
        let comm = match call.named("comm") {
            Some(comm) => self.comm(comm),
            None => Some(self.ranked_by(group)).filter(|comm| *comm != CommId::Unknown)?,
        };
        let rank = self.facts.rank_in_comm(comm);
        match self.group_members(group) {
            Members::Only(list) if list.iter().any(|r| self.may_be_absent(*r)) && !self.alike(&list) => None,
            Members::Only(list) => {
                let same: Vec<TermId> = list.iter().map(|r| self.facts.terms.eq(rank, *r)).collect();
                let yes = self.facts.terms.truth(true);
                let members: Vec<(TermId, TermId)> = list.into_iter().map(|r| (yes, r)).collect();
                let name = self.name_of_group(&members);
                Some((self.facts.terms.any(&same), name))
            }
            Members::Except(list) => {
                let others: Vec<TermId> = list.iter().map(|r| self.facts.terms.ne(rank, *r)).collect();
                if !self.alike(&list) {
                    return None;
                }
                let one = self.facts.terms.int(1);
                Some((self.facts.terms.all(&others), one))
            }
            Members::All => Some((self.facts.terms.truth(true), self.facts.terms.int(1))),
            Members::Unknown => None,
        }
    }

    /// The group that a constructor makes, as ranks of the communicator of the first group.
    pub(super) fn new_group(&mut self, call: &CallSite, kind: OutKind, group: TermId, mem: &Mem) {
        let Term::Addr(obj, _) = *self.facts.terms.get(group) else { return };
        let of_all = call.named("group").is_some_and(|g| self.group_members(g) == Members::All);
        let members = match kind {
            OutKind::GroupOfComm | OutKind::GroupOfWin => Some(Members::All),
            OutKind::GroupIncl if of_all => self.listed(call, mem).map(Members::Only),
            OutKind::GroupExcl if of_all => self.listed(call, mem).map(Members::Except),
            OutKind::GroupRangeIncl if of_all => self.ranges(call, mem),
            OutKind::GroupRangeExcl if of_all => match self.ranges(call, mem) {
                Some(Members::Only(list)) => Some(Members::Except(list)),
                Some(Members::Except(list)) => Some(Members::Only(list)),
                _ => None,
            },
            _ => None,
        };
        let of = call.named("group").filter(|_| of_all).map(|g| self.comm(g));
        let unknown = members.is_none();
        let made = self.facts.communicators.of_mut(obj);
        made.members = members;
        made.parent = of.or(made.parent);
        if unknown {
            self.unknown_group(call, obj, mem);
        }
    }

    /// The communicator whose ranks the members of a group are.
    fn ranked_by(&mut self, group: TermId) -> CommId {
        match (self.group_members(group), self.facts.terms.get(group)) {
            (Members::All, _) => self.comm(group),
            (Members::Only(_) | Members::Except(_), Term::Addr(obj, _)) => {
                self.facts.communicators.of(*obj).parent.unwrap_or(CommId::Unknown)
            }
            _ => CommId::Unknown,
        }
    }

    /// Ranks of one group as ranks of another (MPI 4.1, 7.3.1): known where both have members of one communicator that are known. Others are
    /// run-time values; those of ranks that differ between processes differ, too.
    pub(super) fn translated_ranks(&mut self, frame: &Frame<'a>, call: &CallSite, to: TermId, mem: &mut Mem) {
        let named = ["group1", "group2", "ranks1", "n"].map(|name| call.named(name));
        let [Some(from_group), Some(to_group), Some(from), Some(n)] = named else { return };
        let few = |n: &i64| *n >= 0 && self.facts.terms.limits.allows(Limit::GroupMembers, *n);
        let Some(n) = self.facts.terms.as_const(n).filter(few) else { return self.clobber(mem, to, None) };
        for i in 0..n {
            let rank = self.array_element(from, i, 4, mem);
            let translated = match rank.and_then(|rank| self.translated_rank([from_group, to_group], rank)) {
                Some(translated) => translated,
                // A rank that is the same on all processes is read at run time by all of them alike.
                None if rank.is_some_and(|rank| !self.differs_by_rank(rank)) => continue,
                None => self.lost(frame, call.value, Role::Read(Read::Argument(i as usize), 0)),
            };
            let at = self.facts.terms.add_int(to, 4 * i);
            self.store(mem, at, 4, translated, false);
        }
    }

    fn differs_by_rank(&self, rank: TermId) -> bool {
        self.facts
            .terms
            .any_sym(rank, |s| !matches!(self.facts.terms.syms[s].kind, SymKind::Size(_) | SymKind::Parameter))
    }

    fn translated_rank(&mut self, groups: [TermId; 2], rank: TermId) -> Option<TermId> {
        let [comm, into] = groups.map(|group| self.ranked_by(group));
        if comm == CommId::Unknown || into == CommId::Unknown {
            return None;
        }
        let [of, among] = groups.map(|group| self.group_members(group));
        if comm == into {
            return self.rank_of_member(&of, rank, comm).and_then(|rank| self.rank_in_group(&among, rank, comm));
        }
        // Between the groups of two communicators that contain the calling process, its own rank in the one is its own rank in the other.
        let own = self.facts.rank_in_comm(comm);
        let all = of == Members::All && among == Members::All;
        (all && rank == own).then(|| self.facts.rank_in_comm(into))
    }

    /// How many of the lowest ranks a group leaves out, if besides them it leaves out only some of the highest ones.
    fn left_out_below(&mut self, except: &[TermId], comm: CommId) -> Option<i64> {
        let size = self.facts.size_of_comm(comm);
        let mut below = 0;
        let (mut lowest, mut highest) = (Vec::new(), Vec::new());
        for rank in except {
            let from_end = self.facts.terms.sub(size, *rank);
            match (self.facts.terms.as_const(*rank), self.facts.terms.as_const(from_end)) {
                (Some(n), _) => lowest.push(n),
                (_, Some(n)) => highest.push(n),
                _ => return None,
            }
        }
        lowest.sort_unstable();
        for n in lowest {
            if n != below {
                return None;
            }
            below += 1;
        }
        highest.sort_unstable();
        highest.iter().zip(1..).all(|(n, k)| *n == k).then_some(below)
    }

    /// The rank in the communicator of the process that has a rank in the group.
    fn rank_of_member(&mut self, group: &Members, rank: TermId, comm: CommId) -> Option<TermId> {
        match group {
            Members::All => Some(rank),
            Members::Only(list) => {
                let (last, others) = list.split_last()?;
                let mut out = *last;
                for (n, member) in others.iter().enumerate().rev() {
                    let n = self.facts.terms.int(n as i64);
                    let here = self.facts.terms.eq(rank, n);
                    out = self.facts.terms.ite(here, *member, out);
                }
                Some(out)
            }
            Members::Except(list) => {
                let below = self.left_out_below(list, comm)?;
                Some(self.facts.terms.add_int(rank, below))
            }
            Members::Unknown => None,
        }
    }

    /// The rank of the calling process in a group; `MPI_UNDEFINED` if it is no member (MPI 4.1, 7.3.1).
    pub(super) fn own_rank_in_group(&mut self, group: TermId) -> Option<TermId> {
        let comm = self.ranked_by(group);
        if comm == CommId::Unknown {
            return None;
        }
        let (members, rank) = (self.group_members(group), self.facts.rank_in_comm(comm));
        self.rank_in_group(&members, rank, comm)
    }

    /// The rank in the group of the process that has a rank in the communicator; it may have none.
    fn rank_in_group(&mut self, group: &Members, rank: TermId, comm: CommId) -> Option<TermId> {
        let undefined = self.facts.abi.map(|a| a.constants().undefined)?;
        let mut out = self.facts.terms.int(undefined);
        match group {
            Members::All => return Some(rank),
            Members::Only(list) => {
                for (n, member) in list.iter().enumerate().rev() {
                    let n = self.facts.terms.int(n as i64);
                    let here = self.facts.terms.eq(rank, *member);
                    out = self.facts.terms.ite(here, n, out);
                }
            }
            Members::Except(list) => {
                let below = self.left_out_below(list, comm)?;
                let absent: Vec<TermId> = list.iter().map(|r| self.facts.terms.eq(rank, *r)).collect();
                let absent = self.facts.terms.any(&absent);
                let rank = self.facts.terms.add_int(rank, -below);
                out = self.facts.terms.ite(absent, out, rank);
            }
            Members::Unknown => return None,
        }
        Some(out)
    }

    /// The ranks of a list. Its length may depend on conditions: an element is a member where it is below the length.
    fn listed(&mut self, call: &CallSite, mem: &Mem) -> Option<Vec<TermId>> {
        let n = call.named("n")?;
        let longest = self.facts.terms.range(n).hi?.max(0);
        if !self.facts.terms.limits.allows(Limit::GroupMembers, longest) {
            return None;
        }
        let ranks = call.named("ranks")?;
        let absent = self.facts.terms.int(ABSENT);
        let mut list = Vec::new();
        for i in 0..longest {
            let rank = self.array_element(ranks, i, 4, mem)?;
            let i = self.facts.terms.int(i);
            let listed = self.facts.terms.lt(i, n);
            list.push(self.facts.terms.ite(listed, rank, absent));
        }
        Some(list)
    }

    fn may_be_absent(&self, rank: TermId) -> bool {
        match *self.facts.terms.get(rank) {
            Term::Const(rank) => rank == ABSENT,
            Term::Ite(_, a, b) => self.may_be_absent(a) || self.may_be_absent(b),
            _ => false,
        }
    }

    /// The ranks that triplets (first, last, stride) describe: as a list if their number is known; otherwise, for a single triplet, as all
    /// ranks except those before its first and after its last.
    fn ranges(&mut self, call: &CallSite, mem: &Mem) -> Option<Members> {
        let n = self
            .facts
            .terms
            .as_const(call.named("n")?)
            .filter(|n| *n >= 0 && self.facts.terms.limits.allows(Limit::GroupMembers, *n))?;
        let ranges = call.named("ranges")?;
        let mut list = Vec::new();
        for i in 0..n {
            let mut at = |k: i64| self.array_element(ranges, 3 * i + k, 4, mem);
            let (first, last, stride) = (at(0)?, at(1)?, at(2)?);
            let stride = self.facts.terms.as_const(stride).filter(|s| *s != 0)?;
            let span = self.distance(first, last);
            match self.facts.terms.as_const(span) {
                Some(span) => {
                    let steps = (span / stride).clamp(-1, self.facts.terms.limits.get(Limit::GroupMembers));
                    list.extend((0..=steps).map(|k| self.facts.terms.add_int(first, k * stride)));
                }
                None if n == 1 && stride == 1 => return self.all_but_ends(call, first, last),
                None => return None,
            }
        }
        self.facts.terms.limits.allows(Limit::GroupMembers, list.len()).then_some(Members::Only(list))
    }

    /// `last - first`, also of two values that one condition chooses.
    fn distance(&mut self, first: TermId, last: TermId) -> TermId {
        match (self.facts.terms.get(first), self.facts.terms.get(last)) {
            (&Term::Ite(c, a, b), &Term::Ite(d, x, y)) if c == d => {
                let (yes, no) = (self.distance(a, x), self.distance(b, y));
                self.facts.terms.ite(c, yes, no)
            }
            _ => self.facts.terms.sub(last, first),
        }
    }

    /// All ranks from `first` to `last` of a group of all.
    fn all_but_ends(&mut self, call: &CallSite, first: TermId, last: TermId) -> Option<Members> {
        let comm = self.comm(call.named("group")?);
        let size = self.facts.size_of_comm(comm);
        let limits = self.facts.terms.limits.clone();
        let few = |n: &i64| *n >= 0 && limits.allows(Limit::GroupMembers, *n);
        let before = self.facts.terms.as_const(first).filter(few)?;
        let behind = self.facts.terms.sub(size, last);
        let behind = self.facts.terms.as_const(behind).filter(few)?;
        let mut except: Vec<TermId> = (0..before).map(|r| self.facts.terms.int(r)).collect();
        except.extend((1..behind).map(|k| self.facts.terms.add_int(size, -k)));
        Some(Members::Except(except))
    }
}
