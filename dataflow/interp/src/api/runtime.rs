//! Calls that compilers make for the language (theory, 4.6).

use super::CallSite;
use crate::interp::{Frame, Interp};
use crate::memory::Mem;
use rma_frontend::api::{Passed, Runtime};
use rma_term::ids::TermId;

impl<'a> Interp<'a> {
    /// The effect of such a call, and its value if the row does not give it.
    pub(super) fn runtime_call(
        &mut self,
        frame: &mut Frame<'a>,
        call: &CallSite,
        runtime: Runtime,
        mem: &mut Mem,
    ) -> Option<TermId> {
        let first = call.at(0);
        match runtime {
            Runtime::Throw => self.throw(frame, call.value, first?, call.at(1)?, mem),
            Runtime::Rethrow => self.rethrow(frame, call.value, mem),
            Runtime::BeginCatch => self.begin_catch(mem, first?),
            Runtime::TypeId => return self.type_id(first?),
            Runtime::DynamicCast => return Some(self.dynamic_cast(frame, call.value, call.args, mem)),
            Runtime::GuardAcquire => return Some(self.facts.terms.int(1)),
            Runtime::GuardRelease => {
                let done = self.facts.terms.int(1);
                self.store(mem, first?, 1, done, false);
            }
            Runtime::LibraryObject => {
                let table = self.library();
                self.store(mem, first?, 8, table, false);
            }
            Runtime::NeverRehash => {
                let no = self.facts.terms.int(0);
                return Some(self.facts.terms.vector(&[no, no]));
            }
            Runtime::LibraryPointer => return Some(self.library()),
            Runtime::AtExit => {}
            Runtime::ListHook
            | Runtime::ListUnhook
            | Runtime::TreeInsert
            | Runtime::TreeNext
            | Runtime::TreePrevious
            | Runtime::TreeErase => return self.node_call(frame, call, runtime, mem),
            _ => return self.string_call(frame, call, runtime, mem),
        }
        None
    }

    /// Functions that are called when the program ends.
    pub(super) fn register(&mut self, frame: &Frame<'a>, call: &CallSite) {
        for callback in &call.routine.calls {
            let Some(function) = call.at(callback.function) else { continue };
            let passed = |p: &Passed| match *p {
                Passed::Arg(pos) => call.at(pos),
                Passed::Unknown | Passed::Variable => None,
            };
            let args: Vec<TermId> =
                callback.args.iter().map(|p| passed(p).unwrap_or_else(|| self.facts.terms.int(0))).collect();
            self.at_exit(frame, call.value, function, &args);
        }
    }
}
