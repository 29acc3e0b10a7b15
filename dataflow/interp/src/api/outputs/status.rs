//! Results of calls about operations: the status of a message, flags of tests, and which requests are complete (theory,
//! 4.6).

use crate::api::CallSite;
use crate::interp::{Frame, Interp};
use crate::memory::Mem;
use rma_frontend::api::{ArgPos, Mode, Order, Output, When};
use rma_skeleton::facts::Role;
use rma_term::ids::TermId;

impl<'a> Interp<'a> {
    /// The flag of a test; for a call that tests nothing, a value read at run time.
    pub(super) fn flag_output(&mut self, frame: &Frame<'a>, call: &CallSite, out: &Output) -> TermId {
        // The flag of a probe or of a test of an exposure epoch is known by the same name where it has its effect.
        let effect = !call.routine.order.is_empty() || call.routine.epoch.is_some();
        if call.routine.completes.is_empty() && !effect {
            self.input(frame, call.value, Role::Output(out.arg), "flag")
        } else {
            self.flag(frame, call)
        }
    }

    /// The position of a request that is complete.
    pub(super) fn index_output(&mut self, frame: &Frame<'a>, call: &CallSite, out: &Output) -> TermId {
        if call.routine.completes.iter().any(|c| c.when == When::Index) {
            let index = self.index(frame, call);
            // Fortran counts from one.
            let index = self.facts.terms.add_int(index, i64::from(call.routine.fortran.is_some()));
            self.index_or_undefined(frame, call, index)
        } else {
            self.input(frame, call.value, Role::Output(out.arg), "index")
        }
    }

    /// The index, or `MPI_UNDEFINED`: where no request is active, and where a test finds none complete.
    fn index_or_undefined(&mut self, frame: &Frame<'a>, call: &CallSite, index: TermId) -> TermId {
        let (Some(mut none), Some(abi)) = (self.none_active(frame, call), self.facts.abi) else { return index };
        if call.named("flag").is_some() {
            let flag = self.flag(frame, call);
            let fails = self.facts.terms.eq0(flag);
            none = self.facts.terms.any(&[none, fails]);
        }
        let undefined = self.facts.terms.int(abi.constants().undefined);
        self.facts.terms.ite(none, undefined, index)
    }

    /// Whether a window has an attribute: it has the predefined ones.
    pub(super) fn attribute_found(&mut self, frame: &Frame<'a>, call: &CallSite, out: &Output) -> TermId {
        match self.facts.abi.zip(self.keyval(call)) {
            Some((abi, key)) if abi.constants().is_window_attribute(key) => self.facts.terms.int(1),
            _ => self.input(frame, call.value, Role::Output(out.arg), "flag"),
        }
    }

    /// The status of a message, or those of several: of its fields the sender and the tag are known by name.
    pub(super) fn status(&mut self, frame: &mut Frame<'a>, call: &CallSite, arg: ArgPos, ptr: TermId, mem: &mut Mem) {
        if self.facts.places(ptr).list.is_empty() {
            return;
        }
        let constants = self.facts.abi.map(rma_frontend::api::Abi::constants);
        let size = constants.map_or(24, |c| c.status_size);
        let n = self.facts.terms.int(size);
        let several = call.routine.args.get(arg).is_some_and(|name| name.starts_with("array_of"));
        let len = match ["count", "incount"].iter().find_map(|n| call.named(n)).filter(|_| several) {
            Some(count) => self.facts.terms.scale(count, size),
            None => n,
        };
        self.written(frame, call, arg, ptr, Some(len));
        self.clobber(mem, ptr, Some(n));
        self.note_cancelled(ptr, mem);
        let received = call.routine.order.iter().any(|o| matches!(o, Order::Recv | Order::Probe));
        self.tag_in_status(frame, call, received, ptr, mem);
        let (Some(c), Some(source)) = (constants, call.named("source").filter(|_| received)) else { return };
        let sender = if self.facts.terms.as_const(source) == Some(c.any_source) {
            self.sender(frame, call)
        } else {
            (call.routine.mode() == Mode::Blocking).then_some(source)
        };
        if let Some(sender) = sender {
            let at = self.facts.terms.add_int(ptr, c.status_source);
            self.store(mem, at, 4, sender, false);
        }
    }

    /// The tag of a message may give order after earlier events of its sender. If it is not followed which message a receive of
    /// any tag takes, the tag is lost.
    fn tag_in_status(&mut self, frame: &mut Frame<'a>, call: &CallSite, received: bool, ptr: TermId, mem: &mut Mem) {
        let Some(c) = self.facts.abi.map(rma_frontend::api::Abi::constants) else { return };
        let tag = if received {
            let Some(tag) = call.named("recvtag").or_else(|| call.named("tag")) else { return };
            if self.facts.terms.as_const(tag) == Some(c.any_tag) {
                self.tag_in_message(frame, call)
            } else if call.routine.mode() == Mode::Blocking {
                tag
            } else {
                return;
            }
        } else if !call.routine.completes.is_empty() {
            self.tag_in_message(frame, call)
        } else {
            return;
        };
        let at = self.facts.terms.add_int(ptr, c.status_tag);
        self.store(mem, at, 4, tag, false);
    }
}
