//! Groups: which ranks of a communicator are their members (MPI 4.1, 7.3.2) (theory, 4.6).

use super::CallSite;
use crate::interp::Interp;
use crate::memory::Mem;
use rma_frontend::api::OutKind;
use rma_skeleton::skeleton::Members;
use rma_term::ids::TermId;
use rma_term::limits::Limit;
use rma_term::term::Term;

impl Interp<'_> {
    /// The members of a group handle; of one of two groups with as many ranks each, these ranks by the same condition.
    pub(crate) fn group_members(&mut self, group: TermId) -> Members {
        match *self.facts.terms.get(group) {
            Term::Addr(o, _) => self.facts.communicators.of(o).members.clone().unwrap_or(Members::Unknown),
            Term::Ite(c, a, b) => {
                let (a, b) = (self.group_members(a), self.group_members(b));
                let mut either = |a: &[TermId], b: &[TermId]| -> Vec<TermId> {
                    a.iter().zip(b).map(|(a, b)| self.facts.terms.ite(c, *a, *b)).collect()
                };
                match (&a, &b) {
                    (Members::Only(x), Members::Only(y)) if x.len() == y.len() => Members::Only(either(x, y)),
                    (Members::Except(x), Members::Except(y)) if x.len() == y.len() => Members::Except(either(x, y)),
                    _ if a == b => a,
                    _ => Members::Unknown,
                }
            }
            _ => Members::Unknown,
        }
    }

    /// Condition that the calling process is in the group that a communicator is made for, and a number that tells groups apart
    /// where each process may name another one, where that is known.
    pub(super) fn in_group(&mut self, call: &CallSite) -> Option<(TermId, TermId)> {
        let (comm, group) = (call.named("comm")?, call.named("group")?);
        let comm = self.comm(comm);
        let rank = self.facts.rank_in_comm(comm);
        match self.group_members(group) {
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

    /// What a group constructor makes, as ranks of the communicator that the first group is of.
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
        self.facts.communicators.of_mut(obj).members = members;
    }

    fn listed(&mut self, call: &CallSite, mem: &Mem) -> Option<Vec<TermId>> {
        let n = self
            .facts
            .terms
            .as_const(call.named("n")?)
            .filter(|n| *n >= 0 && self.facts.terms.limits.allows(Limit::GroupMembers, *n))?;
        let ranks = call.named("ranks")?;
        (0..n).map(|i| self.array_element(ranks, i, 4, mem)).collect()
    }

    /// The ranks of triplets (first, last, stride): listed where their number is known, or else those that one triplet leaves
    /// out at both ends.
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
