//! Receives that the program cancels (theory, 2.2).
//!
//! A receive that is cancelled before a message has matched it completes without a message (MPI 4.1, 3.8.4), so its completion
//! gives no order after the sender. Whether the call came in time is a value of the run. The memory of the request object holds
//! this value, the status of the completion gets it, and `MPI_Test_cancelled` returns it.

use super::CallSite;
use super::arrivals::Arrival;
use crate::interp::{Frame, Interp};
use crate::memory::Mem;
use rma_frontend::api::{ArgPos, Output};
use rma_skeleton::facts::{Read, Role};
use rma_skeleton::skeleton::OrderKind;
use rma_term::ids::TermId;
use rma_term::term::Term;

/// Size in bytes of the cell of a request object.
const OF_REQUEST: u64 = 4;
/// Size in bytes of the cell of a status. No member has this size.
const OF_STATUS: u64 = 3;
/// Position in a status of the flag for a cancelled operation: the field `MPI_ERROR`, after `MPI_SOURCE`. A call that completes
/// one operation does not change this field.
const IN_STATUS: i64 = 8;

impl<'a> Interp<'a> {
    /// The requests that the handle at a pointer may be are cancelled, or a message has matched them already.
    pub(super) fn cancel(&mut self, frame: &mut Frame<'a>, call: &CallSite, arg: ArgPos, ptr: TermId, mem: &mut Mem) {
        let size = self.handle_size(call.routine);
        let handle = if self.is_handle(ptr) { ptr } else { self.load(frame, call.value, mem, ptr, size, false) };
        let in_time = self.input(frame, call.value, Role::Output(arg), "cancelled");
        if let Term::Sym(sym) = *self.facts.terms.get(in_time) {
            let sym = &mut self.facts.terms.syms[sym];
            (sym.lo, sym.hi) = (Some(0), Some(1));
        }
        for (obj, inst, when) in self.request_objects(handle) {
            let Some(Arrival { order, .. }) = self.api.requests.arrivals.get(&obj) else { continue };
            if !matches!(order.kind, OrderKind::Receive { .. }) {
                continue;
            }
            self.api.requests.cancelled.insert(obj);
            let object = self.facts.terms.addr_of(obj, inst);
            let zero = self.facts.terms.int(0);
            let value = self.facts.terms.ite(when, in_time, zero);
            self.store(mem, object, OF_REQUEST, value, false);
        }
    }

    /// A receive begins: it is not cancelled.
    pub(super) fn not_cancelled(&mut self, object: TermId, mem: &mut Mem) {
        if self.facts.objects_in(object).iter().any(|o| self.api.requests.cancelled.contains(o)) {
            let zero = self.facts.terms.int(0);
            self.store(mem, object, OF_REQUEST, zero, false);
        }
    }

    /// Condition that the receive of a handle has got a message, at its completion. The status that the call writes next gets
    /// the same answer.
    pub(super) fn got_message(&mut self, frame: &Frame<'a>, call: &CallSite, handle: TermId, mem: &mut Mem) -> TermId {
        let mut all = self.facts.terms.truth(true);
        for (obj, inst, when) in self.request_objects(handle) {
            if !self.api.requests.cancelled.contains(&obj) {
                continue;
            }
            let object = self.facts.terms.addr_of(obj, inst);
            let cancelled = match mem.get(obj) {
                None => continue,
                Some(_) => self.load_part(frame, (call.value, Read::Cancelled), mem, object, OF_REQUEST, false),
            };
            let got = self.facts.terms.eq0(cancelled);
            let other = self.facts.terms.not(when);
            let got = self.facts.terms.any(&[other, got]);
            all = self.facts.terms.all(&[all, got]);
        }
        if !self.facts.terms.is_true(all) {
            self.api.requests.got_message = Some(all);
        }
        all
    }

    /// A call has written a status: it tells whether the receive was cancelled.
    pub(super) fn note_cancelled(&mut self, status: TermId, mem: &mut Mem) {
        if let Some(got) = self.api.requests.got_message.take() {
            let cancelled = self.facts.terms.not(got);
            let at = self.in_status(status);
            self.store(mem, at, OF_STATUS, cancelled, false);
        }
    }

    fn in_status(&mut self, status: TermId) -> TermId {
        let source = self.facts.abi.map_or(0, |abi| abi.constants().status_source);
        self.facts.terms.add_int(status, source + IN_STATUS)
    }

    /// The flag for a cancelled operation that a status contains.
    pub(super) fn was_cancelled(&mut self, frame: &Frame<'a>, call: &CallSite, out: &Output, mem: &Mem) -> TermId {
        let known = call.named("status").and_then(|status| {
            let at = self.in_status(status);
            self.array_element(at, 0, OF_STATUS, mem)
        });
        known.unwrap_or_else(|| self.input(frame, call.value, Role::Output(out.arg), "flag"))
    }
}
