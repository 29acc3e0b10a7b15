//! Lines of accesses that the optimiser has taken away.
//!
//! An access that was moved loses its line, so that debuggers do not jump about; it keeps line 0. The pointer that it goes
//! through, where it was computed for it in the same block and the same function, says where in the source it stood.

use crate::ir::{Function, InstKind, Loc, LocId, Module, Operand, ValueId};
use index_vec::IndexVec;

/// Gives loads and stores of line 0 the position of their pointer's computation.
pub(super) fn complete(module: &mut Module) {
    let locs = &module.locs;
    for function in &mut module.functions {
        for b in function.blocks.indices() {
            let Some(first) = function.block_values(b).next() else { continue };
            for v in function.block_values(b) {
                if let Some(found) = position(function, locs, first, v) {
                    function.insts[v].loc = Some(found);
                }
            }
        }
    }
}

/// The position that an access has lost.
fn position(function: &Function, locs: &IndexVec<LocId, Loc>, first: ValueId, v: ValueId) -> Option<LocId> {
    let (InstKind::Load { ptr: Operand::Value(p), .. } | InstKind::Store { ptr: Operand::Value(p), .. }) =
        function.insts[v].kind
    else {
        return None;
    };
    let (lost, found) = (function.insts[v].loc?, function.insts[p].loc?);
    let same_function = locs[lost].inlined_at == locs[found].inlined_at;
    (p >= first && p < v && locs[lost].line == 0 && locs[found].line != 0 && same_function).then_some(found)
}
