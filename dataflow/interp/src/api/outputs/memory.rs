//! Memory that a call makes, and addresses of it (theory, 4.6).

use crate::api::CallSite;
use crate::interp::{Frame, Interp, Made};
use crate::memory::Mem;
use rma_frontend::api::Output;
use rma_skeleton::facts::Role;
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

    pub(super) fn window_attribute(&mut self, frame: &Frame<'a>, call: &CallSite, out: &Output) -> Option<TermId> {
        let constants = self.facts.abi?.constants();
        let key = self.keyval(call)?;
        let window = self.facts.window_used(call.named("win")?).map(|(_, w)| w);
        // C stores the address of the value, Fortran the value (MPI 4.1, 19.3.7); the base is an address itself.
        let value = window.and_then(|w| match key {
            _ if key == constants.win_base => w.base,
            _ if call.routine.fortran.is_none() => None,
            _ if key == constants.win_size => w.size,
            _ if key == constants.win_disp_unit => Some(w.disp_unit),
            _ => None,
        });
        if let Some(value) = value {
            return Some(value);
        }
        Some(self.lost(frame, call.value, Role::Output(out.arg)))
    }

    /// The key of a window's attribute, with its value in C.
    pub(super) fn keyval(&self, call: &CallSite) -> Option<i64> {
        let key = self.facts.terms.as_const(call.named("win_keyval")?)?;
        match self.facts.abi {
            Some(abi) if call.routine.fortran.is_some() => Some(abi.keyval_of_fortran(key)),
            _ => Some(key),
        }
    }
}
