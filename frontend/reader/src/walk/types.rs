//! Types and their layout.

use super::Walk;
use crate::ffi;
use llvm_sys::LLVMTypeKind;
use llvm_sys::core::{
    LLVMCountParamTypes, LLVMCountStructElementTypes, LLVMGetArrayLength2, LLVMGetElementType, LLVMGetIntTypeWidth,
    LLVMGetParamTypes, LLVMGetReturnType, LLVMGetStructName, LLVMGetTypeKind, LLVMGetVectorSize, LLVMIntTypeInContext,
    LLVMIsFunctionVarArg, LLVMStructGetTypeAtIndex, LLVMTypeIsSized,
};
use llvm_sys::prelude::LLVMTypeRef;
use llvm_sys::target::LLVMABIAlignmentOfType;
use rma_frontend::ir::{Field, FloatKind, Type, TypeId, TypeKind};
use std::ffi::CStr;

impl Walk<'_, '_> {
    /// The number of a type.
    pub(super) unsafe fn ty(&mut self, ty: LLVMTypeRef) -> TypeId {
        if let Some(&id) = self.types.get(&ty) {
            return id;
        }
        let kind = unsafe { self.type_kind(ty) };
        // SAFETY: only sized types have a layout.
        let (size, align) = unsafe {
            if LLVMTypeIsSized(ty) != 0 {
                (ffi::rma_alloc_size(self.layout, ty), LLVMABIAlignmentOfType(self.layout, ty))
            } else {
                (0, 0)
            }
        };
        let id = self.intern_type(Type { kind, size, align });
        self.types.insert(ty, id);
        id
    }

    fn intern_type(&mut self, ty: Type) -> TypeId {
        if let Some(&id) = self.type_ids.get(&ty) {
            return id;
        }
        let id = self.out.types.push(ty.clone());
        self.type_ids.insert(ty, id);
        id
    }

    /// The integer type of the width of a pointer.
    pub(super) fn address_type(&mut self) -> TypeId {
        // SAFETY: the context outlives the walk; the width is one that LLVM has.
        unsafe { self.ty(LLVMIntTypeInContext(self.module.context.raw(), self.pointer_bits)) }
    }

    /// Width of a scalar integer type, `None` for all others.
    pub(super) fn int_width(&self, ty: TypeId) -> Option<u32> {
        match self.kind(ty) {
            Some(TypeKind::Int(width)) => Some(*width),
            _ => None,
        }
    }

    /// The kind of type that a number denotes.
    pub(super) fn kind(&self, ty: TypeId) -> Option<&TypeKind> {
        self.out.types.get(ty).map(|ty| &ty.kind)
    }

    unsafe fn type_kind(&mut self, ty: LLVMTypeRef) -> TypeKind {
        use LLVMTypeKind::*;
        unsafe {
            match LLVMGetTypeKind(ty) {
                LLVMVoidTypeKind => TypeKind::Void,
                LLVMHalfTypeKind => TypeKind::Float(FloatKind::Half),
                LLVMBFloatTypeKind => TypeKind::Float(FloatKind::BFloat),
                LLVMFloatTypeKind => TypeKind::Float(FloatKind::Float),
                LLVMDoubleTypeKind => TypeKind::Float(FloatKind::Double),
                LLVMX86_FP80TypeKind => TypeKind::Float(FloatKind::X86Fp80),
                LLVMFP128TypeKind => TypeKind::Float(FloatKind::Fp128),
                LLVMPPC_FP128TypeKind => TypeKind::Float(FloatKind::PpcFp128),
                LLVMIntegerTypeKind => TypeKind::Int(LLVMGetIntTypeWidth(ty)),
                LLVMPointerTypeKind => TypeKind::Ptr,
                LLVMArrayTypeKind => {
                    TypeKind::Array { elem: self.ty(LLVMGetElementType(ty)), len: LLVMGetArrayLength2(ty) }
                }
                LLVMVectorTypeKind | LLVMScalableVectorTypeKind => {
                    let scalable = LLVMGetTypeKind(ty) == LLVMScalableVectorTypeKind;
                    let len = u64::from(LLVMGetVectorSize(ty));
                    TypeKind::Vector { elem: self.ty(LLVMGetElementType(ty)), len, scalable }
                }
                LLVMStructTypeKind => self.struct_kind(ty),
                LLVMFunctionTypeKind => {
                    let mut params = vec![std::ptr::null_mut(); LLVMCountParamTypes(ty) as usize];
                    LLVMGetParamTypes(ty, params.as_mut_ptr());
                    TypeKind::Func {
                        ret: self.ty(LLVMGetReturnType(ty)),
                        params: params.into_iter().map(|p| self.ty(p)).collect(),
                        varargs: LLVMIsFunctionVarArg(ty) != 0,
                    }
                }
                // Labels, metadata, tokens, and types of single processors.
                _ => TypeKind::Other,
            }
        }
    }

    unsafe fn struct_kind(&mut self, ty: LLVMTypeRef) -> TypeKind {
        unsafe {
            let name = LLVMGetStructName(ty);
            let name = if name.is_null() { String::new() } else { CStr::from_ptr(name).to_string_lossy().into_owned() };
            let sized = LLVMTypeIsSized(ty) != 0;
            let fields = (0..LLVMCountStructElementTypes(ty))
                .map(|index| Field {
                    offset: if sized { ffi::rma_field_offset(self.layout, ty, index) } else { 0 },
                    ty: self.ty(LLVMStructGetTypeAtIndex(ty, index)),
                })
                .collect();
            TypeKind::Struct { name, fields }
        }
    }
}
