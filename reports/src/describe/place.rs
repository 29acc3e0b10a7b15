//! Events as positions in the source.

use crate::location::SourceLocation;
use rma_dataflow::Analysis;
use rma_dataflow::skeleton::Item;
use rma_frontend::ir::{LocId, Module, ScopeId, ScopeKind};

/// Looks up positions.
pub(super) struct Places<'d> {
    pub module: &'d Module,
    pub analysis: &'d Analysis,
}

impl Places<'_> {
    /// Where an event stands.
    pub fn location(&self, item: &Item) -> SourceLocation {
        let function = self.module.functions[self.analysis.contexts.all[item.ctx].func].display_name();
        match item.loc {
            Some(loc) => location(self.module, loc),
            None => SourceLocation::new("", 0, 0, function),
        }
    }

    /// Calls through which the compiler inlined it, innermost first.
    pub fn inlined_at(&self, item: &Item) -> Vec<SourceLocation> {
        let mut out = Vec::new();
        let mut at = item.loc.and_then(|l| self.module.locs[l].inlined_at);
        while let Some(l) = at {
            out.push(location(self.module, l));
            at = self.module.locs[l].inlined_at;
        }
        out
    }
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
