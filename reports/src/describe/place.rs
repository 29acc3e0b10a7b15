//! Events as positions in the source.

use crate::location::SourceLocation;
use rma_dataflow::Analysis;
use rma_dataflow::ids::CtxId;
use rma_dataflow::skeleton::Item;
use rma_frontend::ir::{LocId, Module, ScopeId, ScopeKind};

/// Looks up positions.
pub(super) struct Places<'d> {
    pub module: &'d Module,
    pub analysis: &'d Analysis<'d>,
}

impl Places<'_> {
    /// The position of an event. An event in a header of the compiler or the system (`std::fill`) has the position of the
    /// program's call.
    pub fn location(&self, item: &Item) -> SourceLocation {
        let function = self.module.functions[self.analysis.facts.contexts.all[item.ctx].func].display_name();
        match self.own(item).or(item.loc) {
            Some(loc) => location(self.module, loc),
            None => SourceLocation::new("", 0, 0, function),
        }
    }

    /// Calls through which the compiler inlined it, innermost first.
    pub fn inlined_at(&self, item: &Item) -> Vec<SourceLocation> {
        let mut out = Vec::new();
        let mut at = self.own(item).or(item.loc).and_then(|l| self.module.locs[l].inlined_at);
        while let Some(l) = at {
            out.push(location(self.module, l));
            at = self.module.locs[l].inlined_at;
        }
        out
    }

    /// The innermost position on the chain of calls that is not in a header of the compiler or the system.
    fn own(&self, item: &Item) -> Option<LocId> {
        self.outside(item.loc?, item.ctx)
    }

    /// Like the function above, for a position in a function instance.
    pub fn outside(&self, at: LocId, of: CtxId) -> Option<LocId> {
        let mut loc = Some(at);
        let mut ctx: Option<CtxId> = Some(of);
        loop {
            while let Some(l) = loc {
                if !self.is_of_system(l) {
                    return Some(l);
                }
                loc = self.module.locs[l].inlined_at;
            }
            let context = &self.analysis.facts.contexts.all[ctx?];
            loc = context.call_loc;
            ctx = context.caller.map(|(up, _)| up);
        }
    }

    pub fn is_of_system(&self, loc: LocId) -> bool {
        is_of_system(self.module, self.module.locs[loc].scope)
    }
}

/// Whether a scope is in a header of the compiler or the system.
pub(super) fn is_of_system(module: &Module, scope: ScopeId) -> bool {
    let file = &module.files[module.scopes[scope].file];
    file.contains("/include/c++/") || file.starts_with("/usr/include/") || file.starts_with("/usr/lib/")
}

/// A position of the debug information.
pub fn location(module: &Module, loc: LocId) -> SourceLocation {
    let loc = module.locs[loc];
    let file = module.scopes[loc.scope].file;
    SourceLocation::new(module.files[file].clone(), loc.line, loc.col, function_of(module, loc.scope))
}

fn function_of(module: &Module, scope: ScopeId) -> String {
    let mut at = Some(scope);
    while let Some(s) = at {
        if let ScopeKind::Function { name, .. } = &module.scopes[s].kind {
            return name.clone();
        }
        at = module.scopes[s].parent;
    }
    String::new()
}
