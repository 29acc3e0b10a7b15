//! Constant expressions as address plus offset.

use super::Walk;
use crate::ffi;
use llvm_sys::core::{
    LLVMAliasGetAliasee, LLVMConstIntGetSExtValue, LLVMConstIntGetZExtValue, LLVMCountStructElementTypes,
    LLVMGetAggregateElement, LLVMGetArrayLength2, LLVMGetConstOpcode, LLVMGetElementType, LLVMGetGEPSourceElementType,
    LLVMGetIntTypeWidth, LLVMGetNumOperands, LLVMGetOperand, LLVMGetTypeKind, LLVMGetValueKind,
    LLVMStructGetTypeAtIndex, LLVMTypeOf,
};
use llvm_sys::prelude::{LLVMTypeRef, LLVMValueRef};
use llvm_sys::{LLVMOpcode, LLVMTypeKind, LLVMValueKind};
use rma_frontend::ir::{FuncId, GlobalId};

/// A constant scalar as far as it can be computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Folded {
    /// A number, sign-extended.
    Int(i64),
    /// Bytes from the start of a global.
    Global(GlobalId, i64),
    /// A function.
    Func(FuncId),
    /// Anything else.
    Unknown,
}

impl Folded {
    fn plus(self, bytes: i64) -> Folded {
        match self {
            Folded::Int(value) => Folded::Int(value.wrapping_add(bytes)),
            Folded::Global(global, offset) => Folded::Global(global, offset.wrapping_add(bytes)),
            Folded::Func(_) if bytes == 0 => self,
            _ => Folded::Unknown,
        }
    }
}

/// What one index of a `getelementptr` adds to the address.
pub(super) enum Step {
    /// So many bytes.
    Fixed(i64),
    /// Index (an operand's value) times a number of bytes; and the number of elements of the array, if the type has it.
    Scaled(LLVMValueRef, i64, Option<u64>),
}

/// Keeps the low `width` bits, sign-extended (`i1` true is 1).
pub(super) fn sign_extend(value: i64, width: u32) -> i64 {
    match width {
        1 => value & 1,
        2..=63 => value << (64 - width) >> (64 - width),
        _ => value,
    }
}

impl Walk<'_, '_> {
    /// Computes a constant of integer or pointer type. Never marks a function as having its address taken.
    pub(super) unsafe fn fold(&self, value: LLVMValueRef) -> Folded {
        use LLVMValueKind::*;
        unsafe {
            match LLVMGetValueKind(value) {
                LLVMConstantIntValueKind => int_value(value).map_or(Folded::Unknown, Folded::Int),
                LLVMConstantPointerNullValueKind => Folded::Int(0),
                LLVMGlobalVariableValueKind => {
                    self.globals.get(&value).map_or(Folded::Unknown, |&id| Folded::Global(id, 0))
                }
                LLVMFunctionValueKind | LLVMGlobalIFuncValueKind => {
                    self.functions.get(&value).map_or(Folded::Unknown, |&id| Folded::Func(id))
                }
                LLVMGlobalAliasValueKind => self.fold(LLVMAliasGetAliasee(value)),
                LLVMConstantExprValueKind => self.fold_expression(value),
                _ => Folded::Unknown,
            }
        }
    }

    unsafe fn fold_expression(&self, value: LLVMValueRef) -> Folded {
        unsafe {
            let operand = |index| self.fold(LLVMGetOperand(value, index));
            let width = scalar_width(LLVMTypeOf(value)).unwrap_or(self.pointer_bits);
            match LLVMGetConstOpcode(value) {
                LLVMOpcode::LLVMGetElementPtr => {
                    if LLVMGetTypeKind(LLVMTypeOf(value)) != LLVMTypeKind::LLVMPointerTypeKind {
                        return Folded::Unknown;
                    }
                    self.gep_steps(value).into_iter().fold(operand(0), |address, step| match step {
                        Step::Fixed(bytes) => address.plus(bytes),
                        Step::Scaled(index, stride, _) => match self.fold(index) {
                            Folded::Int(index) => address.plus(index.wrapping_mul(stride)),
                            _ => Folded::Unknown,
                        },
                    })
                }
                LLVMOpcode::LLVMBitCast | LLVMOpcode::LLVMAddrSpaceCast => operand(0),
                LLVMOpcode::LLVMPtrToInt | LLVMOpcode::LLVMIntToPtr | LLVMOpcode::LLVMTrunc => match operand(0) {
                    Folded::Int(number) => Folded::Int(sign_extend(number, width)),
                    address if width >= self.pointer_bits => address,
                    _ => Folded::Unknown,
                },
                LLVMOpcode::LLVMAdd => match (operand(0), operand(1)) {
                    (Folded::Int(a), Folded::Int(b)) => Folded::Int(sign_extend(a.wrapping_add(b), width)),
                    (address, Folded::Int(bytes)) | (Folded::Int(bytes), address) => address.plus(bytes),
                    _ => Folded::Unknown,
                },
                // Sizes in flang's array descriptors.
                LLVMOpcode::LLVMMul => match (operand(0), operand(1)) {
                    (Folded::Int(a), Folded::Int(b)) => Folded::Int(sign_extend(a.wrapping_mul(b), width)),
                    _ => Folded::Unknown,
                },
                LLVMOpcode::LLVMSub => match (operand(0), operand(1)) {
                    (Folded::Int(a), Folded::Int(b)) => Folded::Int(sign_extend(a.wrapping_sub(b), width)),
                    (Folded::Global(a, x), Folded::Global(b, y)) if a == b => Folded::Int(x.wrapping_sub(y)),
                    (address, Folded::Int(bytes)) => address.plus(bytes.wrapping_neg()),
                    _ => Folded::Unknown,
                },
                _ => Folded::Unknown,
            }
        }
    }

    /// The byte steps of a `getelementptr` (instruction or constant). An index may be a vector, and its step is one lane's.
    pub(super) unsafe fn gep_steps(&self, gep: LLVMValueRef) -> Vec<Step> {
        unsafe {
            let mut steps = Vec::new();
            let mut ty = LLVMGetGEPSourceElementType(gep);
            for position in 1..operand_count(gep) {
                let index = LLVMGetOperand(gep, position);
                if position == 1 {
                    steps.push(self.stride_step(index, ty, None));
                } else if LLVMGetTypeKind(ty) == LLVMTypeKind::LLVMStructTypeKind {
                    // The verifier has seen to it that the index is a constant in range.
                    let field = int_value(index).or_else(|| first_lane(index)).unwrap_or(0).max(0);
                    let field = u32::try_from(field).unwrap_or(u32::MAX);
                    if field >= LLVMCountStructElementTypes(ty) {
                        break;
                    }
                    steps.push(Step::Fixed(ffi::rma_field_offset(self.layout, ty, field).cast_signed()));
                    ty = LLVMStructGetTypeAtIndex(ty, field);
                } else {
                    // An array of one is how C89 writes one of any length.
                    let is_array = LLVMGetTypeKind(ty) == LLVMTypeKind::LLVMArrayTypeKind;
                    let len = is_array.then(|| LLVMGetArrayLength2(ty)).filter(|n| *n > 1);
                    ty = LLVMGetElementType(ty);
                    steps.push(self.stride_step(index, ty, len));
                }
            }
            steps
        }
    }

    unsafe fn stride_step(&self, index: LLVMValueRef, elem: LLVMTypeRef, len: Option<u64>) -> Step {
        let stride = unsafe { ffi::rma_alloc_size(self.layout, elem) }.cast_signed();
        match unsafe { int_value(index) } {
            Some(index) => Step::Fixed(index.wrapping_mul(stride)),
            None => Step::Scaled(index, stride, len),
        }
    }
}

/// How many operands an instruction or a constant has.
pub(super) unsafe fn operand_count(value: LLVMValueRef) -> u32 {
    u32::try_from(unsafe { LLVMGetNumOperands(value) }).unwrap_or(0)
}

unsafe fn scalar_width(ty: LLVMTypeRef) -> Option<u32> {
    unsafe { (LLVMGetTypeKind(ty) == LLVMTypeKind::LLVMIntegerTypeKind).then(|| LLVMGetIntTypeWidth(ty)) }
}

/// The number that a constant vector of integers starts with: of a member of a struct, all lanes have the same.
unsafe fn first_lane(value: LLVMValueRef) -> Option<i64> {
    unsafe {
        let lane = LLVMGetAggregateElement(value, 0);
        if lane.is_null() { None } else { int_value(lane) }
    }
}

/// Value of an integer constant of at most 64 bits.
pub(super) unsafe fn int_value(value: LLVMValueRef) -> Option<i64> {
    unsafe {
        if LLVMGetValueKind(value) != LLVMValueKind::LLVMConstantIntValueKind {
            return None;
        }
        match scalar_width(LLVMTypeOf(value))? {
            1 => Some(LLVMConstIntGetZExtValue(value).cast_signed()),
            2..=64 => Some(LLVMConstIntGetSExtValue(value)),
            _ => None,
        }
    }
}
