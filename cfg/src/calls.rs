//! The call sites of a program and what each can call (theory, 3.2).

use crate::signature::CallShape;
use crate::tables::{Origin, VirtualTables, origin};
use index_vec::IndexVec;
use rma_frontend::ir::{Callee, Const, FuncId, Module, Operand, ValueId};
use std::collections::HashMap;

/// One call or invoke.
#[derive(Debug, Clone)]
pub(crate) struct CallSite {
    pub(crate) value: ValueId,
    pub(crate) target: Target,
    /// Functions whose address is an argument, each once, in order of the arguments.
    pub(crate) callbacks: Vec<FuncId>,
}

/// What a call site names as its callee.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Target {
    Direct(FuncId),
    /// Index into [`CallTable::pointer_targets`].
    Pointer(usize),
    Asm,
}

/// The functions that calls of one shape and origin through a pointer can reach, ascending.
#[derive(Debug, Clone, Default)]
pub(crate) struct PointerTargets {
    pub(crate) defined: Vec<FuncId>,
    pub(crate) declared: Vec<FuncId>,
}

/// All call sites.
#[derive(Debug, Clone, Default)]
pub(crate) struct CallTable {
    /// The call sites of each function, ascending by value.
    pub(crate) sites: IndexVec<FuncId, Vec<CallSite>>,
    pub(crate) pointer_targets: Vec<PointerTargets>,
}

impl CallTable {
    pub(crate) fn new(module: &Module) -> Self {
        let address_taken: Vec<FuncId> =
            module.functions.iter_enumerated().filter(|(_, f)| f.address_taken).map(|(id, _)| id).collect();
        let mut table = Self::default();
        let tables = VirtualTables::new(module);
        let mut known: HashMap<(CallShape, Origin), usize> = HashMap::new();
        for function in &module.functions {
            let mut sites = Vec::new();
            for (value, inst) in function.insts.iter_enumerated() {
                let Some((callee, args)) = inst.kind.as_call() else { continue };
                let target = match callee {
                    Callee::Direct(f) => Target::Direct(f),
                    Callee::Asm => Target::Asm,
                    Callee::Indirect(pointer) => match function_address(module, pointer) {
                        // A call through a constant that hides a function in integer conversions.
                        Some(f) => Target::Direct(f),
                        None => {
                            let shape = CallShape::new(module, function, inst, args);
                            let origin = tables.distinguishes(origin(module, function, pointer, args));
                            let targets = &mut table.pointer_targets;
                            Target::Pointer(*known.entry((shape, origin)).or_insert_with_key(|(shape, origin)| {
                                let may_be =
                                    |f: FuncId| tables.may_call(*origin, f) && shape.fits(module, &module.functions[f]);
                                targets.push(find_targets(module, &address_taken, may_be));
                                targets.len() - 1
                            }))
                        }
                    },
                };
                sites.push(CallSite { value, target, callbacks: function_arguments(module, args) });
            }
            table.sites.push(sites);
        }
        table
    }

    /// The call site at an instruction, if it is one.
    pub(crate) fn site(&self, func: FuncId, value: ValueId) -> Option<&CallSite> {
        let sites = self.sites.get(func)?;
        sites.binary_search_by_key(&value, |s| s.value).ok().map(|i| &sites[i])
    }
}

fn find_targets(module: &Module, address_taken: &[FuncId], may_be: impl Fn(FuncId) -> bool) -> PointerTargets {
    let (declared, defined) =
        address_taken.iter().copied().filter(|&f| may_be(f)).partition(|&f| module.functions[f].is_declaration());
    PointerTargets { defined, declared }
}

fn function_arguments(module: &Module, args: &[Operand]) -> Vec<FuncId> {
    let mut found = Vec::new();
    for f in args.iter().filter_map(|&a| function_address(module, a)) {
        if !found.contains(&f) {
            found.push(f);
        }
    }
    found
}

/// The function whose address an operand is, seen through conversions between pointers and integers.
fn function_address(module: &Module, operand: Operand) -> Option<FuncId> {
    let Operand::Const(mut c) = operand else { return None };
    // Constants are hash-consed from their parts up, so the chain ends; the bound holds for a broken module as well.
    for _ in 0..module.consts.len() {
        match &module.consts[c] {
            Const::Func(f) => return Some(*f),
            Const::Reinterpret { of, .. } => c = *of,
            _ => return None,
        }
    }
    None
}
