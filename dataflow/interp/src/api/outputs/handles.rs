//! Handles that a call makes or sets to null (theory, 4.6).

use crate::api::CallSite;
use crate::interp::{Frame, Interp, Made};
use rma_frontend::api::{Abi, HandleKey, Output, handle_kind_of_argument};
use rma_term::ids::TermId;
use rma_term::object::ObjKind;
use rma_term::term::CommId;

impl<'a> Interp<'a> {
    pub(super) fn null_handle(&mut self, call: &CallSite, out: &Output) -> TermId {
        let name = call.routine.args.get(out.arg).map_or("", String::as_str);
        let fortran = call.routine.fortran.is_some();
        let null = |abi: Abi, kind| if fortran { abi.fortran_null(kind) } else { abi.null(kind) };
        let key = self.facts.abi.and_then(|a| null(a, handle_kind_of_argument(name)?));
        match key {
            Some(HandleKey::Int(i)) => self.facts.terms.int(i),
            _ => self.facts.terms.int(0),
        }
    }

    pub(super) fn new_handle(
        &mut self,
        frame: &Frame<'a>,
        call: &CallSite,
        out: &Output,
        kind: ObjKind,
        members: Option<CommId>,
    ) -> TermId {
        let name = call.routine.args.get(out.arg).cloned().unwrap_or_default();
        let obj = self.new_object(frame, call.value, Made::Output(out.arg), kind, name, None);
        if let Some(id) = members {
            self.facts.communicators.of_mut(obj).id = Some(id);
        }
        let inst = self.instance_here(frame);
        self.facts.terms.addr_of(obj, inst)
    }
}
