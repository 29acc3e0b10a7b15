//! Datatypes that a call makes, and queries of them (theory, 4.6).

use crate::api::CallSite;
use crate::interp::{Frame, Interp, Made};
use crate::memory::Mem;
use rma_frontend::api::{OutKind, Output};
use rma_skeleton::facts::Role;
use rma_term::ids::TermId;
use rma_term::object::ObjKind;

impl<'a> Interp<'a> {
    /// A datatype that a constructor makes.
    pub(super) fn new_datatype(&mut self, frame: &Frame<'a>, call: &CallSite, out: &Output, mem: &Mem) -> TermId {
        let layout = self.construct(frame, call, out.kind, mem);
        let obj = self.new_object(frame, call.value, Made::Output(out.arg), ObjKind::Datatype, "datatype".into(), None);
        let inst = self.instance_here(frame);
        self.set_layout(obj, layout, inst);
        // Several member types have no common element.
        let element = call.named("oldtype").and_then(|t| self.basic_element(t));
        if let Some(element) = element {
            self.api.datatypes.elements.insert(obj, element);
        }
        self.facts.terms.addr_of(obj, inst)
    }

    /// Size, lower bound or extent of a datatype.
    pub(super) fn property_of_datatype(&mut self, frame: &Frame<'a>, call: &CallSite, out: &Output) -> Option<TermId> {
        let ty = call.named("datatype")?;
        let layout = self.layout(ty);
        let known = match out.kind {
            OutKind::TypeSize => layout.size,
            OutKind::TypeLb => Some(layout.lb),
            _ => layout.extent,
        };
        Some(known.unwrap_or_else(|| self.lost(frame, call.value, Role::Output(out.arg))))
    }
}
