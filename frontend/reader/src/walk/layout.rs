//! The members of structures, so that bytes of a variable have a name.

use super::Walk;
use crate::ffi::{self, kind};
use llvm_sys::prelude::LLVMMetadataRef;
use rma_frontend::ir::{Layout, LayoutId, Member};

/// Pointers, qualifiers and names of types that are followed; damaged metadata may be cyclic.
const DEPTH: u32 = 24;

/// The largest number of members that are read; a structure with more has no layout.
const MEMBERS: u32 = 256;

// Tags of the DWARF standard, version 5, section 7.5.3.
const TAG_ARRAY: u32 = 0x01;
const TAG_CLASS: u32 = 0x02;
const TAG_MEMBER: u32 = 0x0d;
const TAG_POINTER: u32 = 0x0f;
const TAG_REFERENCE: u32 = 0x10;
const TAG_STRUCT: u32 = 0x13;
const TAG_TYPEDEF: u32 = 0x16;
const TAG_UNION: u32 = 0x17;
const TAG_CONST: u32 = 0x26;
const TAG_VOLATILE: u32 = 0x35;
const TAG_RESTRICT: u32 = 0x37;

impl Walk<'_, '_> {
    /// The members of the structure that a type is.
    pub(super) unsafe fn layout(&mut self, ty: LLVMMetadataRef) -> Option<LayoutId> {
        // SAFETY: any node, or null, is accepted by the functions of the shim.
        unsafe { self.layout_of(unqualified(ty), DEPTH) }
    }

    /// The members of the structure that a pointer of this type points to.
    pub(super) unsafe fn pointee(&mut self, ty: LLVMMetadataRef) -> Option<LayoutId> {
        // SAFETY: as above.
        unsafe {
            let pointer = unqualified(ty);
            let is_pointer = ffi::rma_md_kind(pointer) == kind::DERIVED_TYPE
                && matches!(ffi::rma_di_tag(pointer), TAG_POINTER | TAG_REFERENCE);
            if is_pointer { self.layout(ffi::rma_di_type(pointer)) } else { None }
        }
    }

    /// The members of a structure, once for each node.
    unsafe fn layout_of(&mut self, ty: LLVMMetadataRef, depth: u32) -> Option<LayoutId> {
        if let Some(&known) = self.debug.layouts.get(&ty) {
            return known;
        }
        // SAFETY: as above.
        unsafe {
            let is_structure = ffi::rma_md_kind(ty) == kind::COMPOSITE_TYPE
                && matches!(ffi::rma_di_tag(ty), TAG_STRUCT | TAG_CLASS | TAG_UNION);
            let count = ffi::rma_di_element_count(ty);
            if !is_structure || depth == 0 || count > MEMBERS {
                return None;
            }
            // An entry before the descent, so that a cycle in damaged metadata ends here.
            self.debug.layouts.insert(ty, None);
            let members: Vec<Member> =
                (0..count).filter_map(|i| self.member(ffi::rma_di_element(ty, i), depth - 1)).collect();
            let id = (!members.is_empty()).then(|| self.out.layouts.push(Layout { members }));
            self.debug.layouts.insert(ty, id);
            id
        }
    }

    unsafe fn member(&mut self, node: LLVMMetadataRef, depth: u32) -> Option<Member> {
        // SAFETY: as above.
        unsafe {
            if ffi::rma_md_kind(node) != kind::DERIVED_TYPE || ffi::rma_di_tag(node) != TAG_MEMBER {
                return None;
            }
            let (offset, size) = (ffi::rma_di_offset(node), ffi::rma_di_size(node));
            // Parts of a byte, and static members of classes.
            if size == 0 || offset % 8 != 0 || size % 8 != 0 {
                return None;
            }
            let mut ty = unqualified(ffi::rma_di_type(node));
            let mut element = None;
            if ffi::rma_md_kind(ty) == kind::COMPOSITE_TYPE && ffi::rma_di_tag(ty) == TAG_ARRAY {
                let count = match ffi::rma_di_element_count(ty) {
                    1 => u64::try_from(ffi::rma_di_range_count(ffi::rma_di_element(ty, 0))).ok(),
                    _ => None,
                };
                element = count.and_then(|count| (size / 8).checked_div(count)).filter(|bytes| *bytes > 0);
                ty = unqualified(ffi::rma_di_type(ty));
            }
            Some(Member {
                name: ffi::rma_di_name(node).to_text(),
                offset: offset / 8,
                size: size / 8,
                element,
                inner: self.layout_of(ty, depth),
            })
        }
    }
}

/// A type without names and qualifiers.
unsafe fn unqualified(mut ty: LLVMMetadataRef) -> LLVMMetadataRef {
    for _ in 0..DEPTH {
        // SAFETY: any node, or null, is accepted.
        unsafe {
            let follows = ffi::rma_md_kind(ty) == kind::DERIVED_TYPE
                && matches!(ffi::rma_di_tag(ty), TAG_TYPEDEF | TAG_CONST | TAG_VOLATILE | TAG_RESTRICT);
            if !follows {
                break;
            }
            ty = ffi::rma_di_type(ty);
        }
    }
    ty
}
