//! Bodies of functions.

use super::Walk;
use super::intrinsics::Intrinsic;
use crate::ffi::{self, Record, record};
use index_vec::IndexVec;
use llvm_sys::core::*;
use llvm_sys::debuginfo::{LLVMGetSubprogram, LLVMInstructionGetDebugLoc};
use llvm_sys::prelude::{LLVMBasicBlockRef, LLVMMetadataRef, LLVMValueRef};
use llvm_sys::{LLVMOpcode, LLVMValueKind};
use rma_frontend::ir::{Accesses, Block, BlockId, Fate, FuncId, Inst, InstKind, Operand, RawAccess, ValueId, VarId};
use rustc_hash::FxHashMap;

/// Numbers of the values of one function.
pub(super) struct Locals {
    values: FxHashMap<LLVMValueRef, Operand>,
    blocks: FxHashMap<LLVMBasicBlockRef, BlockId>,
}

impl Locals {
    /// A block of the function. The verifier has seen to it that there is no other.
    pub(super) fn block(&self, block: LLVMBasicBlockRef) -> BlockId {
        self.blocks.get(&block).copied().unwrap_or(BlockId::from_raw(0))
    }
}

impl Walk<'_, '_> {
    /// Fills in blocks and instructions.
    pub(super) unsafe fn define_function(&mut self, function: LLVMValueRef, id: FuncId) {
        let mut locals = Locals { values: FxHashMap::default(), blocks: FxHashMap::default() };
        let mut bindings = Vec::new();
        unsafe {
            for index in 0..LLVMCountParams(function) {
                locals.values.insert(LLVMGetParam(function, index), Operand::Param(index));
            }
            let (blocks, values) = self.number(function, &mut locals, &mut bindings);
            let mut insts = IndexVec::with_capacity(values.len());
            for value in values {
                let inst = Inst {
                    kind: self.inst(value, &locals),
                    ty: self.ty(LLVMTypeOf(value)),
                    loc: self.loc(LLVMInstructionGetDebugLoc(value)),
                    var: None,
                };
                insts.push(inst);
            }
            let accesses = self.accesses(function, &locals);
            if let Some(target) = self.out.functions.get_mut(id) {
                target.blocks = blocks;
                target.insts = insts;
                target.accesses = accesses;
            }
            self.bind_variables(id, &locals, &bindings);
            if LLVMGetSubprogram(function).is_null() {
                self.out.functions_without_debug_info += 1;
            } else {
                self.out.has_debug_info = true;
            }
        }
    }

    /// What touched memory before the passes, and what has become of it.
    unsafe fn accesses(&mut self, function: LLVMValueRef, locals: &Locals) -> Option<Box<Accesses>> {
        let (noted, fingerprint) = unsafe { self.notes?.of(function) };
        let list = noted.iter().map(|access| RawAccess {
            form: access.form(),
            index: access.index,
            // SAFETY: positions belong to the context.
            loc: unsafe { self.loc(access.loc) },
            fate: match locals.values.get(&access.value) {
                Some(Operand::Value(value)) => Fate::At(*value),
                _ if access.local() => Fate::Local,
                _ => Fate::Gone,
            },
        });
        let list = list.collect();
        Some(Box::new(Accesses { module: 0, fingerprint, list }))
    }

    /// Numbers blocks and instructions; collects the debug records before them.
    unsafe fn number(
        &self,
        function: LLVMValueRef,
        locals: &mut Locals,
        bindings: &mut Vec<Record>,
    ) -> (IndexVec<BlockId, Block>, Vec<LLVMValueRef>) {
        let mut blocks = IndexVec::new();
        let mut values = Vec::new();
        unsafe {
            let mut block = LLVMGetFirstBasicBlock(function);
            while !block.is_null() {
                let start = ValueId::from_usize(values.len());
                let mut value = LLVMGetFirstInstruction(block);
                while !value.is_null() {
                    debug_records(value, bindings);
                    let number = ValueId::from_usize(values.len());
                    locals.values.insert(value, Operand::Value(number));
                    values.push(value);
                    value = LLVMGetNextInstruction(value);
                }
                let end = ValueId::from_usize(values.len());
                locals.blocks.insert(block, blocks.push(Block { start, end }));
                block = LLVMGetNextBasicBlock(block);
            }
        }
        (blocks, values)
    }

    /// The intrinsic that an instruction calls, if it has a special form here.
    pub(super) unsafe fn intrinsic_of(&self, value: LLVMValueRef) -> Option<Intrinsic> {
        unsafe {
            if LLVMGetInstructionOpcode(value) != LLVMOpcode::LLVMCall {
                return None;
            }
            self.intrinsics.get(&LLVMGetCalledValue(value)).copied()
        }
    }

    /// An operand of an instruction.
    pub(super) unsafe fn operand(&mut self, value: LLVMValueRef, locals: &Locals) -> Operand {
        use LLVMValueKind::*;
        if let Some(&known) = locals.values.get(&value) {
            return known;
        }
        unsafe {
            match LLVMGetValueKind(value) {
                LLVMArgumentValueKind
                | LLVMInstructionValueKind
                | LLVMBasicBlockValueKind
                | LLVMMetadataAsValueValueKind
                | LLVMInlineAsmValueKind
                | LLVMMemoryUseValueKind
                | LLVMMemoryDefValueKind
                | LLVMMemoryPhiValueKind => Operand::Other,
                _ => Operand::Const(self.constant(value)),
            }
        }
    }

    /// Gives values the names of the source variables that they hold. Precise statements come first: storage
    /// (`dbg.declare`), then whole values, then parts and dereferenced pointers. The first name of a value stays.
    unsafe fn bind_variables(&mut self, id: FuncId, locals: &Locals, bindings: &[Record]) {
        unsafe {
            for pass in [Pass::Storage, Pass::Value, Pass::Part] {
                for binding in bindings {
                    self.bind(id, locals, binding, pass);
                }
            }
        }
        self.name_stored_parameters(id);
    }

    /// A parameter that the compiler keeps in a stack cell is declared there; the store into the cell shows which
    /// parameter it is.
    fn name_stored_parameters(&mut self, id: FuncId) {
        let Some(function) = self.out.functions.get_mut(id) else { return };
        for inst in &function.insts {
            if let InstKind::Store { ptr: Operand::Value(cell), value: Operand::Param(index), .. } = inst.kind
                && let Some(var) = function.insts.get(cell).and_then(|cell| cell.var)
                && self.out.vars.get(var).is_some_and(|var| var.arg > 0)
                && let Some(param) = function.params.get_mut(index as usize)
            {
                param.var.get_or_insert(var);
            }
        }
    }

    unsafe fn bind(&mut self, id: FuncId, locals: &Locals, said: &Record, pass: Pass) {
        unsafe {
            match (said.kind, pass) {
                (record::DECLARE, Pass::Storage) if said.expression == 0 => {
                    self.bind_storage(id, locals, said.value, said.variable);
                }
                (record::DECLARE, Pass::Part) if said.expression != 0 => {
                    self.bind_value(id, locals, said.value, said.variable);
                }
                (record::ASSIGN, Pass::Storage) if said.address_expression == 0 => {
                    self.bind_storage(id, locals, said.address, said.variable);
                }
                (record::VALUE, Pass::Storage) if said.expression == 1 => {
                    self.bind_storage(id, locals, said.value, said.variable);
                }
                (record::VALUE | record::ASSIGN, Pass::Value) if said.expression == 0 => {
                    self.bind_value(id, locals, said.value, said.variable);
                }
                (record::VALUE | record::ASSIGN, Pass::Part) if said.expression == 2 => {
                    self.bind_value(id, locals, said.value, said.variable);
                }
                _ => {}
            }
        }
    }

    unsafe fn bind_value(&mut self, id: FuncId, locals: &Locals, value: LLVMValueRef, variable: LLVMMetadataRef) {
        unsafe {
            if let Some(&operand) = locals.values.get(&value)
                && let Some(var) = self.var(variable)
            {
                self.name(id, operand, var);
            }
        }
    }

    /// The variable is in memory at this address: the stack cell, or the copy or reference that a parameter points to.
    /// Other addresses (a cell of a captured frame, for example) are values that do not get its name.
    unsafe fn bind_storage(&mut self, id: FuncId, locals: &Locals, value: LLVMValueRef, variable: LLVMMetadataRef) {
        unsafe {
            let Some(&operand) = locals.values.get(&value) else { return };
            let storage = match operand {
                Operand::Value(value) => {
                    let inst = self.out.functions.get(id).and_then(|function| function.insts.get(value));
                    let Some(InstKind::Alloca { ty, .. }) = inst.map(|inst| &inst.kind) else { return };
                    Some(*ty)
                }
                _ => None,
            };
            if let Some(var) = self.var(variable) {
                self.name(id, operand, var);
                if let Some(ty) = storage {
                    self.set_storage(var, ty);
                }
            }
        }
    }

    fn name(&mut self, id: FuncId, operand: Operand, var: VarId) {
        let Some(function) = self.out.functions.get_mut(id) else { return };
        let name = match operand {
            Operand::Value(value) => function.insts.get_mut(value).map(|inst| &mut inst.var),
            Operand::Param(index) => function.params.get_mut(index as usize).map(|param| &mut param.var),
            Operand::Const(_) | Operand::Other => None,
        };
        if let Some(name) = name {
            name.get_or_insert(var);
        }
    }
}

/// The debug records before an instruction.
unsafe fn debug_records(inst: LLVMValueRef, into: &mut Vec<Record>) {
    // SAFETY: the shim writes at most as many as the given size of the buffer.
    unsafe {
        let count = ffi::rma_debug_records(inst, std::ptr::null_mut(), 0);
        into.reserve(count as usize);
        ffi::rma_debug_records(inst, into.spare_capacity_mut().as_mut_ptr().cast(), count);
        into.set_len(into.len() + count as usize);
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Pass {
    Storage,
    Value,
    Part,
}
