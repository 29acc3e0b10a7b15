//! The functions of `shim/shim.cpp` and `shim/normalise.cpp`.

use llvm_sys::prelude::{LLVMMetadataRef, LLVMModuleRef, LLVMTypeRef, LLVMValueRef};
use llvm_sys::target::LLVMTargetDataRef;

/// A string that belongs to the module.
#[repr(C)]
pub struct Str {
    ptr: *const u8,
    len: usize,
}

impl Str {
    /// A copy, with bytes that are not UTF-8 replaced.
    ///
    /// # Safety
    /// The module that the string came from must still exist.
    pub unsafe fn to_text(&self) -> String {
        String::from_utf8_lossy(unsafe { self.bytes() }).into_owned()
    }

    /// The bytes.
    ///
    /// # Safety
    /// The module that the string came from must outlive the result.
    pub unsafe fn bytes<'a>(&self) -> &'a [u8] {
        if self.len == 0 { &[] } else { unsafe { std::slice::from_raw_parts(self.ptr, self.len) } }
    }
}

/// Kinds of metadata nodes, as `rma_md_kind` numbers them.
pub mod kind {
    pub const SUBPROGRAM: u32 = 1;
    pub const LEXICAL_BLOCK: u32 = 2;
    pub const LEXICAL_BLOCK_FILE: u32 = 3;
    pub const COMMON_BLOCK: u32 = 4;
    pub const DERIVED_TYPE: u32 = 5;
    pub const COMPOSITE_TYPE: u32 = 6;
    pub const SUBROUTINE_TYPE: u32 = 7;
    pub const LOCAL_VARIABLE: u32 = 8;
}

/// The content of a debug record: the variable that a value belongs to, or that the variable is at an address.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Record {
    /// One of [`record`].
    pub kind: u32,
    /// The kind of the expression, as in [`rma_di_expression_kind`].
    pub expression: u32,
    /// The kind of the expression of the address, for [`record::ASSIGN`].
    pub address_expression: u32,
    /// Null for lists of values.
    pub value: LLVMValueRef,
    /// The address, for [`record::ASSIGN`].
    pub address: LLVMValueRef,
    pub variable: LLVMMetadataRef,
}

/// Kinds of debug records, as `rma_debug_records` numbers them.
pub mod record {
    pub const DECLARE: u32 = 1;
    pub const VALUE: u32 = 2;
    pub const ASSIGN: u32 = 3;
}

unsafe extern "C" {
    pub fn rma_normalise(module: LLVMModuleRef);
    pub fn rma_debug_records(inst: LLVMValueRef, out: *mut Record, capacity: u32) -> u32;
    pub fn rma_switch_case(inst: LLVMValueRef, index: u32) -> LLVMValueRef;
    pub fn rma_md_kind(md: LLVMMetadataRef) -> u32;
    pub fn rma_di_name(md: LLVMMetadataRef) -> Str;
    pub fn rma_di_linkage_name(md: LLVMMetadataRef) -> Str;
    pub fn rma_di_directory(md: LLVMMetadataRef) -> Str;
    pub fn rma_di_md5(md: LLVMMetadataRef) -> Str;
    pub fn rma_di_scope(md: LLVMMetadataRef) -> LLVMMetadataRef;
    pub fn rma_di_file(md: LLVMMetadataRef) -> LLVMMetadataRef;
    pub fn rma_di_line(md: LLVMMetadataRef) -> u32;
    pub fn rma_di_arg(md: LLVMMetadataRef) -> u32;
    pub fn rma_di_type(md: LLVMMetadataRef) -> LLVMMetadataRef;
    pub fn rma_di_tag(md: LLVMMetadataRef) -> u32;
    pub fn rma_di_element_count(md: LLVMMetadataRef) -> u32;
    pub fn rma_di_element(md: LLVMMetadataRef, index: u32) -> LLVMMetadataRef;
    pub fn rma_di_offset(md: LLVMMetadataRef) -> u64;
    pub fn rma_di_size(md: LLVMMetadataRef) -> u64;
    pub fn rma_di_range_count(md: LLVMMetadataRef) -> i64;
    pub fn rma_global_variable(global: LLVMValueRef) -> LLVMMetadataRef;
    pub fn rma_bitcode_producer(data: *const u8, len: usize, out: *mut u8, capacity: u32) -> u32;
    pub fn rma_module_producer(module: LLVMModuleRef) -> Str;
    pub fn rma_module_language(module: LLVMModuleRef) -> u32;
    pub fn rma_data_bytes(value: LLVMValueRef) -> Str;
    pub fn rma_alloc_size(layout: LLVMTargetDataRef, ty: LLVMTypeRef) -> u64;
    pub fn rma_field_offset(layout: LLVMTargetDataRef, ty: LLVMTypeRef, index: u32) -> u64;
}
