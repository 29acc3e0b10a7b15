//! Temporaries of unoptimised code: stack cells that are no variable's and are used in one lexical block only (theory, 4.3).
//!
//! A temporary lives until the end of its full expression, or as long as the reference that it is bound to (C++20, 6.7.7). Its cell has no mark
//! of its end at this level. Where control leaves the block in which all its uses are, its life is over, unless its address was stored in a
//! variable: that may be such a reference.
//!
//! The compiler destroys a temporary earlier than that, at the end of its full expression. Unoptimised code does not show where this is, so a
//! race with the end of a temporary inside the block is missed.

use super::Interp;
use rma_frontend::ir::{Function, InstKind, LocId, Operand, ScopeId, ScopeKind, ValueId};
use rustc_hash::FxHashMap;

/// For each value, the stack cell that it points to.
type Cells = FxHashMap<ValueId, ValueId>;

impl<'a> Interp<'a> {
    /// The temporaries of a function, with the block that each one is used in.
    pub(super) fn temporaries(&self, func: &'a Function) -> Vec<(ValueId, ScopeId)> {
        let cell = |v: ValueId| matches!(func.insts[v].kind, InstKind::Alloca { .. });
        let mut cells: Cells = func.insts.indices().filter(|v| cell(*v)).map(|v| (v, v)).collect();
        let mut scopes: FxHashMap<ValueId, Option<ScopeId>> = cells.keys().map(|v| (*v, None)).collect();
        scopes.retain(|v, _| func.insts[*v].var.is_none());
        if scopes.is_empty() {
            return Vec::new();
        }
        let mut stored_in: Vec<(ValueId, ValueId)> = Vec::new();
        for (v, inst) in func.insts.iter_enumerated() {
            if cell(v) {
                continue;
            }
            let at = |operand: Operand| match operand {
                Operand::Value(x) => cells.get(&x).copied(),
                _ => None,
            };
            let mut used = Vec::new();
            inst.kind.for_each_operand(|operand| used.extend(at(operand)));
            if used.is_empty() {
                continue;
            }
            let scope = self.block_at(inst.loc);
            let keeps =
                |scopes: &mut FxHashMap<ValueId, Option<ScopeId>>, of: ValueId| match (scopes.get(&of).copied(), scope)
                {
                    (Some(None), Some(scope)) => _ = scopes.insert(of, Some(scope)),
                    (Some(before), scope) if before == scope => {}
                    _ => _ = scopes.remove(&of),
                };
            for of in &used {
                keeps(&mut scopes, *of);
            }
            match &inst.kind {
                InstKind::Gep { base, .. } | InstKind::Cast { value: base, .. } => {
                    if let Some(of) = at(*base) {
                        cells.insert(v, of);
                    }
                }
                InstKind::Store { ptr, value, .. } => {
                    if let Some(stored) = at(*value) {
                        match at(*ptr) {
                            Some(into) => stored_in.push((stored, into)),
                            None => _ = scopes.remove(&stored),
                        }
                    }
                }
                InstKind::Load { .. }
                | InstKind::Call { .. }
                | InstKind::Invoke { .. }
                | InstKind::MemCopy { .. }
                | InstKind::MemSet { .. } => {}
                _ => used.iter().for_each(|of| _ = scopes.remove(of)),
            }
        }
        // One whose address is in another temporary lives as long as that one.
        loop {
            let before = scopes.len();
            for (stored, into) in &stored_in {
                if !scopes.contains_key(into) {
                    scopes.remove(stored);
                }
            }
            if scopes.len() == before {
                break;
            }
        }
        let mut out: Vec<(ValueId, ScopeId)> = scopes.into_iter().filter_map(|(v, scope)| Some((v, scope?))).collect();
        out.sort_unstable();
        out
    }

    /// The lexical block of a position in the source.
    fn block_at(&self, loc: Option<LocId>) -> Option<ScopeId> {
        let loc = &self.facts.module.locs[loc?];
        let is_block = !matches!(self.facts.module.scopes[loc.scope].kind, ScopeKind::Function { .. });
        (loc.line != 0 && loc.inlined_at.is_none() && is_block).then_some(loc.scope)
    }
}
