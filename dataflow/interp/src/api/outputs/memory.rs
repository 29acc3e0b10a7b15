//! Memory that a call makes, and addresses of it (theory, 4.6).

use crate::api::CallSite;
use crate::interp::{Frame, Interp, Made};
use crate::memory::Mem;
use rma_term::ids::{ObjId, TermId};

impl<'a> Interp<'a> {
    /// The address of the memory that a call makes, of a window or without one.
    pub(super) fn base_pointer(&mut self, frame: &Frame<'a>, call: &CallSite, mem: &mut Mem) -> TermId {
        let size = call.named("size");
        let obj = self.memory_of(frame, call, size, mem);
        let inst = self.instance_here(frame);
        self.facts.terms.addr_of(obj, inst)
    }

    pub(in crate::api) fn memory_of(
        &mut self,
        frame: &Frame<'a>,
        call: &CallSite,
        size: Option<TermId>,
        mem: &mut Mem,
    ) -> ObjId {
        let obj = self.new_memory(frame, call.value, Made::WindowMemory, size, mem);
        // The variable of the call's result is that of its return code.
        self.facts.objects[obj].name = self.name_of_output(frame, call).unwrap_or_else(|| "window memory".into());
        obj
    }

    /// The variable whose address is passed as `baseptr`.
    fn name_of_output(&mut self, _frame: &Frame<'a>, call: &CallSite) -> Option<String> {
        let ptr = call.named("baseptr")?;
        let places = self.facts.places(ptr).list;
        let p = places.first()?;
        Some(self.facts.objects[p.obj].name.clone()).filter(|n| !n.is_empty())
    }
}
