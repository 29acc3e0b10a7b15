//! Communicators of which the program chooses one, the same on all processes (theory, 4.6).
//!
//! A handle that is one of several by a condition that all processes decide alike stands for one communicator: two processes are in it
//! together if they are together in the one that is chosen. So it has a colour, the choice between the colours of the others. Its ranks
//! are symbols of their own.

use crate::interp::{Interp, ObjKey};
use rma_skeleton::facts::Communicator;
use rma_term::ids::{SymId, TermId};
use rma_term::object::{ObjKind, Object};
use rma_term::term::{CommId, SymKind, Term};

/// What a communicator is a part of.
struct Part {
    parent: CommId,
    /// Processes of the parent that have one colour are together.
    colour: TermId,
    /// Under this condition processes with other colours are in other parts, if the program does not determine them.
    doubt: TermId,
    /// The ranks are in the order of those in the parent.
    in_order: bool,
}

impl Interp<'_> {
    /// Makes a communicator for a handle that is one of several.
    pub(super) fn choose_communicator(&mut self, handle: TermId) {
        if !matches!(self.facts.terms.get(handle), Term::Ite(..)) || self.comm(handle) != CommId::Unknown {
            return;
        }
        let Some(Part { parent, colour, doubt, in_order }) = self.part_of_several(handle) else { return };
        let name = "communicator".to_owned();
        let obj = self.object(ObjKey::Chosen(handle), || Object { name, ..Object::of_kind(ObjKind::Comm) });
        let of_all = self.decided_alike(colour);
        let size = of_all.then(|| self.facts.size_of_comm(parent));
        *self.facts.communicators.of_mut(obj) = Communicator {
            id: Some(CommId::Object(obj)),
            parent: Some(parent),
            size,
            colour: (!of_all).then_some(colour),
            doubt: (!self.facts.terms.is_true(doubt)).then_some(doubt),
            split_of: in_order.then_some(parent),
            ..Communicator::default()
        };
        let choice = self.choices_in(handle);
        self.varies_with(obj, &choice);
    }

    /// The conditions that choose one of several handles, and the colours of these.
    fn choices_in(&self, handle: TermId) -> Vec<TermId> {
        match *self.facts.terms.get(handle) {
            Term::Ite(cond, a, b) => [vec![cond], self.choices_in(a), self.choices_in(b)].concat(),
            Term::Addr(obj, _) => self.facts.communicators.of(obj).colour.into_iter().collect(),
            _ => Vec::new(),
        }
    }

    /// The communicator of a handle that is one of several.
    pub(super) fn chosen_communicator(&self, handle: TermId) -> Option<CommId> {
        self.objects.ids.get(&ObjKey::Chosen(handle)).map(|obj| CommId::Object(*obj))
    }

    fn part_of_several(&mut self, handle: TermId) -> Option<Part> {
        let Term::Ite(cond, a, b) = *self.facts.terms.get(handle) else { return self.part_of_one(handle) };
        // A null handle is not used.
        let null = |t: TermId| self.is_no_object(t) && self.comm(t) == CommId::Unknown;
        match (null(a), null(b)) {
            (true, _) => return self.part_of_several(b),
            (_, true) => return self.part_of_several(a),
            _ => {}
        }
        if !self.decided_alike(cond) {
            return None;
        }
        let (a, b) = (self.part_of_several(a)?, self.part_of_several(b)?);
        let colour = self.facts.terms.ite(cond, a.colour, b.colour);
        let doubt = self.facts.terms.ite(cond, a.doubt, b.doubt);
        let in_order = a.in_order && b.in_order;
        (a.parent == b.parent).then_some(Part { parent: a.parent, colour, doubt, in_order })
    }

    /// Whether all processes have the same value in one iteration.
    fn decided_alike(&self, value: TermId) -> bool {
        let syms = &self.facts.terms.syms;
        let differs = |x: SymId| !syms[x].uniform && !matches!(syms[x].kind, SymKind::Counter(_));
        !self.facts.terms.any_sym(value, differs)
    }

    fn part_of_one(&mut self, handle: TermId) -> Option<Part> {
        let (everybody, known) = (self.facts.terms.int(0), self.facts.terms.truth(true));
        match self.comm(handle) {
            CommId::World => Some(Part { parent: CommId::World, colour: everybody, doubt: known, in_order: true }),
            CommId::SelfComm => {
                let colour = self.facts.rank_in_comm(CommId::World);
                Some(Part { parent: CommId::World, colour, doubt: known, in_order: true })
            }
            CommId::Unknown => None,
            CommId::Object(obj) => {
                let comm = self.facts.communicators.of(obj);
                let followed = comm.local_group.is_none() && comm.members.is_none();
                let parent = comm.parent.filter(|p| followed && *p != CommId::Unknown)?;
                let in_order = comm.split_of == Some(parent);
                let (colour, doubt) = (comm.colour.unwrap_or(everybody), comm.doubt.unwrap_or(known));
                Some(Part { parent, colour, doubt, in_order })
            }
        }
    }
}
