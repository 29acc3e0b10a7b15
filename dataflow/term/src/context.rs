//! Function instances: a function together with the chain of calls that leads to it (theory, 3.2).

use crate::ids::CtxId;
use index_vec::IndexVec;
use rma_frontend::ir::{FuncId, LocId, ValueId};
use rustc_hash::FxHashMap;

/// A function instance.
#[derive(Debug, Clone)]
pub struct Ctx {
    /// The function.
    pub func: FuncId,
    /// The calling instance and the call instruction; `None` for the entry.
    pub caller: Option<(CtxId, ValueId)>,
    /// Source position of the call.
    pub call_loc: Option<LocId>,
    /// Number of callers above it.
    pub depth: u32,
}

/// All function instances, hash-consed by caller, call and callee.
#[derive(Debug, Default)]
pub struct Contexts {
    /// All function instances, by id.
    pub all: IndexVec<CtxId, Ctx>,
    ids: FxHashMap<(Option<(CtxId, ValueId)>, FuncId), CtxId>,
}

impl Contexts {
    /// The instance of `func` called by `caller`.
    pub fn get(&mut self, caller: Option<(CtxId, ValueId)>, func: FuncId, call_loc: Option<LocId>) -> CtxId {
        if let Some(&id) = self.ids.get(&(caller, func)) {
            return id;
        }
        let depth = caller.map_or(0, |(c, _)| self.all[c].depth + 1);
        let id = self.all.push(Ctx { func, caller, call_loc, depth });
        self.ids.insert((caller, func), id);
        id
    }

    /// The innermost instance of `func` among `ctx` and its callers.
    pub fn enclosing_instance(&self, ctx: CtxId, func: FuncId) -> Option<CtxId> {
        let mut at = Some(ctx);
        while let Some(c) = at {
            if self.all[c].func == func {
                return Some(c);
            }
            at = self.all[c].caller.map(|(up, _)| up);
        }
        None
    }
}
