//! Lines for instructions that have none: clang gives a call that it made of two alike ones (in both branches of an `if`) the
//! line 0, in the scope that contains both.

use crate::ir::{Function, InstKind, Loc, LocId, Module, ScopeId};
use std::collections::HashMap;

/// Gives each position with the line 0 the line of the nearest instruction of its block that is in its scope, or else the line of its scope. In code that was not optimised the line 0 marks what the compiler has added, and stays.
pub(super) fn fill(module: &mut Module) {
    for function in &mut module.functions {
        place_intrinsics(function);
    }
    let optimised = |f: &Function| f.insts.iter().any(|i| matches!(i.kind, InstKind::Lifetime { .. }));
    if !module.functions.iter().any(optimised) {
        return;
    }
    let mut made: HashMap<Loc, LocId> = HashMap::new();
    for f in module.functions.indices() {
        for (value, loc) in without_line(&module.functions[f], module) {
            let id = *made.entry(loc).or_insert_with(|| module.locs.push(loc));
            module.functions[f].insts[value].loc = Some(id);
        }
    }
    for n in module.locs.indices() {
        if module.locs[n].line == 0 {
            module.locs[n].line = scope_line(module, module.locs[n].scope);
        }
    }
}

/// Flang generates loops for `sum`, `maxval` and others, without any position. After inlining they are part of the
/// procedure, and their accesses get the position of the last instruction before them that has one, which is that of the
/// call.
fn place_intrinsics(function: &mut Function) {
    if !function.name.starts_with("_Q") {
        return;
    }
    let mut last = None;
    for inst in &mut function.insts {
        last = inst.loc.or(last);
        if matches!(inst.kind, InstKind::Load { .. } | InstKind::Store { .. } | InstKind::MemCopy { .. }) {
            inst.loc = last;
        }
    }
}

/// The instructions of a function that have the line 0, each with its new position.
fn without_line(func: &Function, module: &Module) -> Vec<(crate::ir::ValueId, Loc)> {
    let mut out = Vec::new();
    for block in &func.blocks {
        let insts = &func.insts.raw[block.start.index()..block.end.index()];
        let loc = |n: usize| insts[n].loc.map(|l| module.locs[l]);
        // The nearest one with a line before and after each.
        for n in (0..insts.len()).filter(|n| loc(*n).is_some_and(|l| l.line == 0)) {
            let Some(mine) = loc(n) else { continue };
            let lined = |m: &usize| {
                loc(*m).is_some_and(|l| {
                    l.line != 0 && l.inlined_at == mine.inlined_at && within(module, l.scope, mine.scope)
                })
            };
            let before = (0..n).rev().take(NEAR).find(lined);
            let after = (n + 1..insts.len()).take(NEAR).find(lined);
            let nearest = match (before, after) {
                (Some(b), Some(a)) => Some(if n - b <= a - n { b } else { a }),
                (one, other) => one.or(other),
            };
            if let Some(line) = nearest.and_then(loc).map(|l| l.line) {
                out.push((block.start + n, Loc { line, col: 0, ..mine }));
            }
        }
    }
    out
}

/// Instructions that are searched in each direction.
const NEAR: usize = 16;

/// Whether a scope is another one or inside it.
fn within(module: &Module, inner: ScopeId, outer: ScopeId) -> bool {
    std::iter::successors(Some(inner), |s| module.scopes[*s].parent).any(|s| s == outer)
}

/// The line at which a scope begins, or one around it; 0 when none is known.
fn scope_line(module: &Module, scope: ScopeId) -> u32 {
    let mut at = Some(scope);
    while let Some(s) = at {
        let scope = &module.scopes[s];
        if scope.line != 0 {
            return scope.line;
        }
        at = scope.parent;
    }
    0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::{Block, FileId, Inst, Linkage, Operand, Scope, ScopeKind, TypeId, ValueId};
    use index_vec::{IndexVec, index_vec};

    /// A module with one function of one block, its instructions at these lines; its scope begins at line 40.
    fn module(lines: &[u32]) -> Module {
        let mut m = Module::default();
        let file = FileId::from_raw(0);
        let scope = m.scopes.push(Scope { kind: ScopeKind::Block, parent: None, file, line: 40 });
        let mut insts: IndexVec<ValueId, Inst> = IndexVec::new();
        for line in lines {
            let loc = Some(m.locs.push(Loc { line: *line, col: 1, scope, inlined_at: None }));
            let kind = InstKind::Lifetime { ptr: Operand::Param(0), start: true };
            insts.push(Inst { kind, ty: TypeId::from_raw(0), loc, var: None });
        }
        let end = ValueId::from_usize(insts.len());
        m.functions.push(Function {
            accesses: None,
            name: "f".to_owned(),
            source_name: None,
            linkage: Linkage::External,
            ret: TypeId::from_raw(0),
            params: Vec::new(),
            varargs: false,
            noreturn: false,
            address_taken: false,
            scope: None,
            blocks: index_vec![Block { start: ValueId::from_raw(0), end }],
            insts,
        });
        m
    }

    fn filled(lines: &[u32]) -> Vec<u32> {
        let mut m = module(lines);
        fill(&mut m);
        m.functions.raw[0].insts.iter().map(|i| i.loc.map_or(0, |l| m.locs[l].line)).collect()
    }

    #[test]
    fn the_nearest_line_is_taken() {
        assert_eq!(filled(&[7, 0, 0, 0, 9]), [7, 7, 7, 9, 9]);
    }

    #[test]
    fn a_neighbour_outside_the_scope_has_another_line() {
        let mut m = module(&[0, 9]);
        let file = FileId::from_raw(0);
        let outer = m.scopes.push(Scope { kind: ScopeKind::Block, parent: None, file, line: 1 });
        m.locs.raw[1].scope = outer;
        fill(&mut m);
        assert_eq!(m.functions.raw[0].insts.raw[0].loc.map(|l| m.locs[l].line), Some(40));
    }

    #[test]
    fn without_a_line_nearby_that_of_the_scope_is_taken() {
        assert_eq!(filled(&[0, 0]), [40, 40]);
    }
}
