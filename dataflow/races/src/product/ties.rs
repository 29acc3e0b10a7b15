//! Which communicators contain both processes: a collective call orders its members and no other process (MPI 4.1, 6.1) (theory,
//! 7.3).

use super::Product;
use super::state::ProductState;
use rma_term::ids::{ObjId, TermId};
use rma_term::term::CommId;

impl Product<'_, '_> {
    /// Conditions under which both are in one communicator, and whether those are not known. `None`: never.
    pub(super) fn members_alike(&mut self, state: &ProductState, comm: CommId) -> Option<(Vec<TermId>, bool)> {
        match comm {
            CommId::World => Some((Vec::new(), false)),
            CommId::SelfComm => None,
            CommId::Unknown => Some((Vec::new(), true)),
            CommId::Object(_) => Some((vec![self.together_in(state, comm)], false)),
        }
    }

    /// The states after a collective call on a communicator that does not contain both processes: the call gives no order with
    /// the other process.
    pub(super) fn pass_apart(&mut self, state: &ProductState, comm: CommId) -> Option<(ProductState, Vec<TermId>)> {
        let lossy = state.lossy || self.descends_from_unknown(comm);
        let apart = self.apart_in(state, comm);
        Some((ProductState { lossy, ..state.clone() }, vec![apart?]))
    }

    /// Condition that a communicator contains both processes: if it was made from another one, both are in that one and
    /// have the same colour; in an intercommunicator they are in different groups.
    pub(super) fn together_in(&mut self, state: &ProductState, comm: CommId) -> TermId {
        let obj = match comm {
            CommId::Object(obj) => obj,
            other => return self.facts.terms.truth(other != CommId::SelfComm),
        };
        let parent = self.facts.communicators.of(obj).parent.unwrap_or(CommId::World);
        let parent = self.together_in(state, parent);
        let alike = match self.facts.communicators.of(obj).local_group {
            Some(CommId::Object(local)) => self.colours_differ(state, local),
            _ => {
                let differ = self.colours_differ(state, obj);
                differ.map(|d| self.facts.terms.not(d))
            }
        };
        self.facts.terms.all(&[Some(parent), alike].into_iter().flatten().collect::<Vec<_>>())
    }

    /// Condition that a communicator does not contain both processes, with an assumed condition where its members are not
    /// known.
    fn apart_in(&mut self, state: &ProductState, comm: CommId) -> Option<TermId> {
        let obj = match comm {
            CommId::World => return None,
            CommId::SelfComm | CommId::Unknown => return Some(self.facts.terms.truth(true)),
            CommId::Object(obj) => obj,
        };
        if let Some(CommId::Object(local)) = self.facts.communicators.of(obj).local_group {
            let differ = self.colours_differ(state, local)?;
            return Some(self.facts.terms.not(differ));
        }
        let parent = self.facts.communicators.of(obj).parent.unwrap_or(CommId::World);
        let parent = self.apart_in(state, parent);
        let mut own = self.colours_differ(state, obj);
        if let (Some(differ), Some(doubt)) = (own, self.facts.communicators.of(obj).doubt) {
            let doubts = self.copies(state).map(|mut copy| copy.of(self.facts, doubt));
            own = Some(self.facts.terms.all(&[differ, doubts[0], doubts[1]]));
        }
        let paths: Vec<TermId> = [parent, own].into_iter().flatten().collect();
        (!paths.is_empty()).then(|| self.facts.terms.any(&paths))
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

    fn colours_differ(&mut self, state: &ProductState, comm: ObjId) -> Option<TermId> {
        let colour = self.facts.communicators.of(comm).colour?;
        let [x, y] = self.copies(state).map(|mut copy| copy.of(self.facts, colour));
        Some(self.facts.terms.ne(x, y))
    }
}
