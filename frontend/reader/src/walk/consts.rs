//! Constants, hash-consed.

use super::Walk;
use super::fold::{Folded, operand_count, sign_extend};
use crate::ffi;
use llvm_sys::LLVMValueKind;
use llvm_sys::core::{LLVMConstRealGetDouble, LLVMGetOperand, LLVMGetValueKind, LLVMTypeOf};
use llvm_sys::prelude::LLVMValueRef;
use rma_frontend::ir::{Const, ConstId, TypeId, TypeKind};

impl Walk<'_, '_> {
    /// The number of a constant. A function in it counts as having its address taken.
    pub(super) unsafe fn constant(&mut self, value: LLVMValueRef) -> ConstId {
        if let Some(&id) = self.consts.get(&value) {
            return id;
        }
        let constant = unsafe { self.convert(value) };
        let id = self.intern(constant);
        self.consts.insert(value, id);
        id
    }

    /// The number of a constant that is already in our form.
    pub(super) fn intern(&mut self, constant: Const) -> ConstId {
        if let Some(&id) = self.const_ids.get(&constant) {
            return id;
        }
        if let Const::Func(function) = constant
            && let Some(function) = self.out.functions.get_mut(function)
        {
            function.address_taken = true;
        }
        let id = self.out.consts.push(constant.clone());
        self.const_ids.insert(constant, id);
        id
    }

    unsafe fn convert(&mut self, value: LLVMValueRef) -> Const {
        use LLVMValueKind::*;
        unsafe {
            let ty = self.ty(LLVMTypeOf(value));
            match LLVMGetValueKind(value) {
                LLVMConstantPointerNullValueKind => Const::Null(ty),
                LLVMUndefValueValueKind | LLVMPoisonValueKind => Const::Undef(ty),
                LLVMConstantAggregateZeroValueKind => Const::Zero(ty),
                LLVMConstantFPValueKind => self.convert_float(value, ty),
                LLVMConstantArrayValueKind | LLVMConstantStructValueKind | LLVMConstantVectorValueKind => {
                    let count = operand_count(value);
                    let elems = (0..count).map(|index| self.constant(LLVMGetOperand(value, index))).collect();
                    Const::Aggregate { ty, elems }
                }
                LLVMConstantDataArrayValueKind | LLVMConstantDataVectorValueKind => {
                    Const::Data { ty, bytes: ffi::rma_data_bytes(value).bytes().to_vec() }
                }
                LLVMConstantIntValueKind
                | LLVMGlobalVariableValueKind
                | LLVMFunctionValueKind
                | LLVMGlobalAliasValueKind
                | LLVMGlobalIFuncValueKind
                | LLVMConstantExprValueKind => {
                    let folded = self.fold(value);
                    self.shape(folded, ty)
                }
                _ => Const::Opaque(ty),
            }
        }
    }

    unsafe fn convert_float(&mut self, value: LLVMValueRef, ty: TypeId) -> Const {
        let mut loses = 0;
        // A splat vector of floats is a constant of this kind too, and has no single value.
        if !matches!(self.kind(ty), Some(TypeKind::Float(_))) {
            return Const::Opaque(ty);
        }
        Const::Float { ty, bits: unsafe { LLVMConstRealGetDouble(value, &raw mut loses) }.to_bits() }
    }

    /// A computed scalar as a constant of the given type.
    pub(super) fn shape(&mut self, folded: Folded, ty: TypeId) -> Const {
        let is_pointer = matches!(self.kind(ty), Some(TypeKind::Ptr));
        match (folded, self.int_width(ty)) {
            (Folded::Int(value), Some(width)) if width <= 64 => Const::Int { ty, value: sign_extend(value, width) },
            (Folded::Int(0), _) if is_pointer => Const::Null(ty),
            (Folded::Int(value), _) if is_pointer => {
                let address = self.address_type();
                let of = self.intern(Const::Int { ty: address, value });
                Const::Reinterpret { ty, of }
            }
            (Folded::Global(global, offset), None) if is_pointer => Const::Global { global, offset },
            (Folded::Func(function), None) if is_pointer => Const::Func(function),
            (Folded::Global(global, offset), Some(_)) => {
                let of = self.intern(Const::Global { global, offset });
                Const::Reinterpret { ty, of }
            }
            (Folded::Func(function), Some(_)) => {
                let of = self.intern(Const::Func(function));
                Const::Reinterpret { ty, of }
            }
            _ => Const::Opaque(ty),
        }
    }
}
