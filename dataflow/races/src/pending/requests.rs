//! Completions of requests: by the cell that a call stored the handle in, and by the content of the cells that a completion names
//! (theory, 6.3).

use super::Walk;
use super::state::{Rel, State};
use rma_skeleton::skeleton::{Held, RequestRef, Requests};
use rma_term::ids::TermId;
use rma_term::term::{Substitution, Term};

impl Walk<'_, '_> {
    /// Condition under which the operation's request is among those of a completion; `None` when the condition is not
    /// known.
    pub(super) fn covers_request(&mut self, state: &State, own: &RequestRef, requests: &Requests) -> Option<TermId> {
        if requests.cell.unknown {
            return None;
        }
        // The cell may hold another handle by now; then its content says which operation it is.
        let told = requests.known && self.facts.is_copied(own);
        let mut paths = if state.cell && !told { self.in_own_cell(state, own, requests) } else { Vec::new() };
        if paths.iter().any(|w| self.facts.terms.is_true(*w)) {
            return Some(self.facts.terms.truth(true));
        }
        let elsewhere = !own.cell.iter().any(|own| requests.cell.places.iter().any(|p| p.obj == own.obj));
        let one = self.facts.terms.as_const(requests.count) == Some(1);
        if (elsewhere || told) && one && self.facts.terms.as_const(requests.value) != Some(0) {
            // The handle was copied to another cell.
            let same = self.is_handle_of(state, own, requests.value);
            paths.push(same?);
        } else if self.facts.is_copied(own) {
            let mut sure = requests.known;
            for h in &requests.held {
                match self.is_held(state, own, h, requests) {
                    Some(path) => paths.push(path),
                    None => sure = false,
                }
            }
            let covered = self.facts.terms.any(&paths);
            return (sure || self.facts.terms.is_true(covered)).then_some(covered);
        }
        Some(self.facts.terms.any(&paths))
    }

    /// Condition under which the operation is in the partition of a completion; `None` when the operation is not divided.
    pub(super) fn covers_partition(&mut self, state: &State, requests: &Requests) -> Option<TermId> {
        let Some(arrived) = requests.partition else { return Some(self.facts.terms.truth(true)) };
        let own = self.at_issue(state, self.issue.completion.partition?);
        let arrived = self.now(state, arrived);
        Some(self.facts.terms.eq(own, arrived))
    }

    /// The completion names the cell that the request was made in.
    fn in_own_cell(&mut self, state: &State, request: &RequestRef, requests: &Requests) -> Vec<TermId> {
        let mut paths = Vec::new();
        for own in &request.cell {
            for other in requests.cell.places.iter().filter(|p| p.obj == own.obj) {
                let own = self.place_at_issue(state, own);
                let other = self.place_now(state, other);
                let d = self.facts.terms.sub(own.offset, other.offset);
                let in_range = self.in_cells(state, d, requests);
                let same = self.facts.terms.eq(own.inst, other.inst);
                paths.push(self.facts.terms.all(&[own.guard, other.guard, in_range, same]));
            }
        }
        paths
    }

    /// Condition that a cell that the completion names is at this distance in bytes from the first one.
    fn in_cells(&mut self, state: &State, at: TermId, requests: &Requests) -> TermId {
        let n = self.now(state, requests.count);
        let terms = &mut self.facts.terms;
        if terms.as_const(n) == Some(1) {
            return terms.eq0(at);
        }
        let zero = terms.int(0);
        let bytes = terms.scale(n, requests.size);
        let (low, high) = (terms.le(zero, at), terms.lt(at, bytes));
        terms.all(&[low, high])
    }

    /// A handle is that of the operation.
    fn is_handle_of(&mut self, state: &State, own: &RequestRef, handle: TermId) -> Option<TermId> {
        match *self.facts.terms.get(handle) {
            Term::Const(_) => Some(self.facts.terms.truth(false)),
            Term::Addr(o, _) if o != own.obj => Some(self.facts.terms.truth(false)),
            Term::Addr(_, inst) => {
                let (own, inst) = (self.instance_at_issue(state, own), self.now(state, inst));
                let same = self.facts.terms.eq(own?, inst);
                Some(same)
            }
            Term::Ite(c, a, b) => {
                let (a, b) = (self.is_handle_of(state, own, a)?, self.is_handle_of(state, own, b)?);
                let c = self.now(state, c);
                Some(self.facts.terms.ite(c, a, b))
            }
            _ => None,
        }
    }

    /// The iterations in which the handle was made; they do not distinguish activations of a function.
    fn instance_at_issue(&mut self, state: &State, own: &RequestRef) -> Option<TermId> {
        let again = |(l, r): (&rma_term::ids::LoopId, &Rel)| self.skeleton.loops[*l].recursion && *r != Rel::Ahead(0);
        if self.loops.iter().zip(&state.rel).any(again) {
            return None;
        }
        Some(self.at_issue(state, own.inst))
    }

    /// The operation's handle is this one, or one of this row, and is in a cell that the completion names.
    fn is_held(&mut self, state: &State, own: &RequestRef, h: &Held, requests: &Requests) -> Option<TermId> {
        if !self.facts.objects_in(h.handle).contains(&own.obj) {
            // `known` tells what else the cell may contain.
            return Some(self.facts.terms.truth(false));
        }
        let (guard, at) = (self.now(state, h.guard), self.now(state, h.at));
        let Some(row) = h.row else {
            let same = self.is_handle_of(state, own, h.handle)?;
            let named = self.in_cells(state, at, requests);
            return Some(self.facts.terms.all(&[guard, same, named]));
        };
        let Term::Addr(_, inst) = *self.facts.terms.get(h.handle) else { return None };
        let then = self.instance_at_issue(state, own)?;
        let n = self.index_of(inst, then, row.index)?;
        let mut s = Substitution::new();
        s.insert(row.index, n);
        let inst = self.now(state, inst);
        let inst = self.facts.terms.subst(inst, &mut s);
        let bound = self.now(state, row.bound);
        let terms = &mut self.facts.terms;
        let zero = terms.int(0);
        let along = terms.scale(n, row.stride);
        let at = terms.add(at, along);
        let parts = [guard, terms.eq(then, inst), terms.le(zero, n), terms.lt(n, bound)];
        let named = self.in_cells(state, at, requests);
        let in_row = self.facts.terms.all(&parts);
        Some(self.facts.terms.all(&[in_row, named]))
    }

    /// The index for which instances of a row are this one: one of the counters in them grows with it.
    fn index_of(&mut self, row: TermId, then: TermId, index: rma_term::ids::SymId) -> Option<TermId> {
        let terms = &mut self.facts.terms;
        let members = |t: TermId| match terms.get(t) {
            Term::Apply(f, parts) if terms.function_name(*f) == "tuple" => parts.to_vec(),
            _ => vec![t],
        };
        let (row, then) = (members(row), members(then));
        let i = terms.sym(index);
        for (r, t) in row.iter().zip(&then).filter(|_| row.len() == then.len()) {
            let shift = terms.sub(*r, i);
            if let Some(shift) = terms.as_const(shift) {
                return Some(terms.add_int(*t, -shift));
            }
        }
        None
    }
}
