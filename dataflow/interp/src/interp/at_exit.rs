//! What runs when the program ends: functions given to `atexit`, destructors of objects with static storage duration
//! (C++20, 6.9.3.4), in the reverse order of their registration (theory, 3.2).

use super::{Frame, Interp};
use crate::memory::Mem;
use rma_frontend::ir::{BlockId, FuncId, ValueId};
use rma_skeleton::options::Caller;
use rma_term::ids::{CtxId, TermId};
use rma_term::object::ObjKind;

/// A function to be called at the end.
#[derive(Debug, Clone)]
pub(crate) struct Handler {
    /// The call that registers it.
    site: (CtxId, ValueId),
    function: FuncId,
    args: Vec<TermId>,
}

/// The end of the program.
#[derive(Debug, Default)]
pub(super) struct AtExit {
    /// The instance that the program starts in.
    pub entry: Option<CtxId>,
    /// Functions that are called when the program ends.
    handlers: Vec<Handler>,
    /// The program ends by a call with, or possibly with, a successful exit status.
    as_meant: bool,
}

impl<'a> Interp<'a> {
    /// A call that ends the program, with this exit status if it has one.
    pub(super) fn ends_with(&mut self, status: Option<TermId>) {
        let fails = status.is_none_or(|s| self.facts.terms.as_const(s).is_some_and(|s| s != 0));
        self.ending.as_meant |= !fails;
    }

    /// Whether some call ends the program without telling a failure.
    pub(crate) fn ends_as_meant(&self) -> bool {
        self.ending.as_meant
    }

    /// Remembers a function, with its arguments; the latest visit of the call counts.
    pub(crate) fn at_exit(&mut self, frame: &Frame<'a>, v: ValueId, function: TermId, args: &[TermId]) {
        let site = (frame.ctx, v);
        self.ending.handlers.retain(|h| h.site != site);
        for p in self.facts.places(function).list {
            if let ObjKind::Function(function) = self.facts.objects[p.obj].kind {
                self.ending.handlers.push(Handler { site, function, args: args.to_vec() });
            }
        }
    }

    /// Calls them where the program's entry function returns.
    pub(super) fn run_exit_handlers(&mut self, frame: &mut Frame<'a>, b: BlockId, mem: &mut Mem) {
        if self.ending.entry != Some(frame.ctx) || self.facts.options.caller != Caller::Launcher {
            return;
        }
        let last = frame.func.blocks[b].end.raw() - 1;
        let loc = frame.func.terminator(b).loc;
        let reach = frame.reach.get(&b).cloned().unwrap_or_default();
        for (n, handler) in self.ending.handlers.clone().into_iter().rev().enumerate() {
            if self.facts.module.functions[handler.function].is_declaration() {
                continue;
            }
            // Each call has a separate instance.
            let v = ValueId::from_raw(last.saturating_sub(n as u32));
            let ctx = self.facts.contexts.get(Some((frame.ctx, v)), handler.function, loc);
            let count = self.facts.module.functions[handler.function].params.len();
            let args: Vec<TermId> =
                (0..count).map(|i| handler.args.get(i).copied().unwrap_or_else(|| self.facts.terms.int(0))).collect();
            self.emit_call(vec![ctx], false);
            let outer = self.current_loop(frame);
            match self.enter(ctx, args, mem.clone(), outer, reach.clone()) {
                Some(out) => *mem = out.mem,
                None => break,
            }
            // What leaves a destructor here ends the program.
            self.exceptions.flying.clear();
        }
    }
}
