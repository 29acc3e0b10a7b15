//! Which communicators contain both processes: a collective call orders its members and no other process (MPI 4.1, 6.1) (theory,
//! 7.3).

use super::Product;
use super::state::{At, ProductState};
use rma_term::ids::{ObjId, TermId};
use rma_term::term::{CommId, Knowledge, Process};

impl Product<'_, '_> {
    /// Conditions under which both are in one communicator at these places, and whether those are not known. `None`: never.
    pub(super) fn members_alike(&mut self, at: &[At; 2], comm: CommId) -> Option<(Vec<TermId>, bool)> {
        match comm {
            CommId::World => Some((Vec::new(), false)),
            CommId::SelfComm => None,
            CommId::Unknown => Some((Vec::new(), true)),
            CommId::Object(_) => Some((vec![self.together_in(at, comm)], false)),
        }
    }

    /// The states after a collective call of one process on a communicator that does not contain both processes: the call gives no
    /// order with the other process.
    pub(super) fn pass_apart(
        &mut self,
        state: &ProductState,
        (who, to): (usize, &At),
        comm: CommId,
    ) -> Option<(ProductState, Vec<TermId>)> {
        let lossy = state.lossy || self.descends_from_unknown(comm);
        let apart = self.apart_in(to, comm)?;
        let mut next = ProductState { lossy, ..state.clone() };
        if self.has_others(comm) {
            next.channels.apart.insert(comm, who as u8);
        }
        Some((next, vec![apart]))
    }

    /// Conditions of the communicators that do not contain both processes in the iterations that they are in.
    pub(super) fn are_apart(&mut self, state: &ProductState) -> Vec<TermId> {
        let apart = state.channels.apart.clone();
        apart.into_iter().filter_map(|(comm, who)| self.apart_in(&state.at[usize::from(who)], comm)).collect()
    }

    /// Condition that a communicator contains both processes: if it was made from another one, both are in that one and
    /// have the same colour; in an intercommunicator they are in different groups.
    pub(super) fn together_in(&mut self, at: &[At; 2], comm: CommId) -> TermId {
        let obj = match comm {
            CommId::Object(obj) => obj,
            other => return self.facts.terms.truth(other != CommId::SelfComm),
        };
        let parent = self.facts.communicators.of(obj).parent.unwrap_or(CommId::World);
        let parent = self.together_in(at, parent);
        let alike = match self.facts.communicators.of(obj).local_group {
            Some(CommId::Object(local)) => self.colours_differ(at, local),
            _ => {
                let differ = self.colours_differ(at, obj);
                differ.map(|d| self.facts.terms.not(d))
            }
        };
        self.facts.terms.all(&[Some(parent), alike].into_iter().flatten().collect::<Vec<_>>())
    }

    /// Condition that a communicator does not contain both processes, so that both may have one rank in it. If its members are not followed,
    /// it is an assumed condition.
    pub(super) fn separate_in(&mut self, at: &[At; 2], comm: CommId) -> TermId {
        let CommId::Object(obj) = comm else { return self.facts.terms.truth(comm == CommId::SelfComm) };
        let made = self.facts.communicators.of(obj);
        let doubt = made.doubt.filter(|doubt| self.facts.terms.knowledge(*doubt) == Knowledge::Lost);
        let (parent, local) = (made.parent.unwrap_or(CommId::World), made.local_group);
        if local.is_some() {
            let together = self.together_in(at, comm);
            return self.facts.terms.not(together);
        }
        let mut paths = vec![self.separate_in(at, parent)];
        if let Some(differ) = self.colours_differ(at, obj) {
            let doubts = doubt.map(|doubt| self.at_places(at, doubt));
            let all: Vec<TermId> = std::iter::once(differ).chain(doubts.into_iter().flatten()).collect();
            paths.push(self.facts.terms.all(&all));
        }
        self.facts.terms.any(&paths)
    }

    /// Condition that a communicator does not contain both processes, with an assumed condition where its members are not
    /// known. It is the one that was made in the iterations of a place.
    fn apart_in(&mut self, at: &At, comm: CommId) -> Option<TermId> {
        let obj = match comm {
            CommId::World => return None,
            CommId::SelfComm | CommId::Unknown => return Some(self.facts.terms.truth(true)),
            CommId::Object(obj) => obj,
        };
        let both = [at.clone(), at.clone()];
        if let Some(CommId::Object(local)) = self.facts.communicators.of(obj).local_group {
            let differ = self.colours_differ(&both, local)?;
            return Some(self.facts.terms.not(differ));
        }
        let parent = self.facts.communicators.of(obj).parent.unwrap_or(CommId::World);
        let parent = self.apart_in(at, parent);
        let mut own = self.colours_differ(&both, obj);
        if let (Some(differ), Some(doubt)) = (own, self.facts.communicators.of(obj).doubt) {
            let doubts = self.at_places(&both, doubt);
            own = Some(self.facts.terms.all(&[differ, doubts[0], doubts[1]]));
        }
        let paths: Vec<TermId> = [parent, own].into_iter().flatten().collect();
        (!paths.is_empty()).then(|| self.facts.terms.any(&paths))
    }

    /// Whether the members of a communicator are others in other iterations of a loop.
    fn has_others(&self, comm: CommId) -> bool {
        let Some(comm) = self.facts.communicators.object(comm) else { return false };
        let syms = &self.facts.terms.syms;
        comm.colour.is_some_and(|c| self.facts.terms.any_sym(c, |x| syms[x].def_loop.is_some()))
            || [comm.parent, comm.local_group].into_iter().flatten().any(|c| self.has_others(c))
    }

    /// Whether the communicator was made, directly or indirectly, from one that is not followed.
    fn descends_from_unknown(&self, comm: CommId) -> bool {
        match comm {
            CommId::World | CommId::SelfComm => false,
            CommId::Unknown => true,
            CommId::Object(obj) => {
                self.facts.communicators.of(obj).parent.is_some_and(|p| self.descends_from_unknown(p))
            }
        }
    }

    /// Whether the two processes have different colours, each at its place.
    fn colours_differ(&mut self, at: &[At; 2], comm: ObjId) -> Option<TermId> {
        let colour = self.facts.communicators.of(comm).colour?;
        let [x, y] = self.at_places(at, colour);
        Some(self.facts.terms.ne(x, y))
    }

    /// A value of the two processes, each at its place.
    fn at_places(&mut self, at: &[At; 2], value: TermId) -> [TermId; 2] {
        [0, 1].map(|who| self.made.at(Process::of(who), &at[who]).of(self.facts, value))
    }
}
