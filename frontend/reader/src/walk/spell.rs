//! Names of types as the source language writes them.

use crate::ffi::{self, kind};
use llvm_sys::prelude::LLVMMetadataRef;

/// Levels of pointers, arrays and qualifiers that are followed; damaged metadata may be cyclic.
const DEPTH: u32 = 24;

// Tags of the DWARF standard, version 5, section 7.5.3.
const TAG_ARRAY: u32 = 0x01;
const TAG_CLASS: u32 = 0x02;
const TAG_ENUM: u32 = 0x04;
const TAG_POINTER: u32 = 0x0f;
const TAG_REFERENCE: u32 = 0x10;
const TAG_STRUCT: u32 = 0x13;
const TAG_TYPEDEF: u32 = 0x16;
const TAG_UNION: u32 = 0x17;
const TAG_CONST: u32 = 0x26;
const TAG_VOLATILE: u32 = 0x35;
const TAG_RESTRICT: u32 = 0x37;
const TAG_RVALUE_REFERENCE: u32 = 0x42;
const TAG_ATOMIC: u32 = 0x47;

/// The languages in which a tag such as `struct` is part of a type's name: C89, C, C99, C11, C17.
fn writes_tags(language: u32) -> bool {
    matches!(language, 0x01 | 0x02 | 0x0c | 0x1d | 0x2c)
}

/// The name of a type as in a declaration without the variable: `double *`, `int[8]`, `void (*)(int)`.
///
/// # Safety
/// `ty` is null or a metadata node of a living module.
pub(super) unsafe fn spell_type(ty: LLVMMetadataRef, language: u32) -> String {
    // SAFETY: passed on.
    unsafe { spell(ty, String::new(), language, DEPTH) }
}

/// `inner` is the text in the place of the variable's name.
unsafe fn spell(ty: LLVMMetadataRef, inner: String, language: u32, depth: u32) -> String {
    if ty.is_null() {
        return join("void", &inner);
    }
    if depth == 0 {
        return join("...", &inner);
    }
    let next = |base, inner| unsafe { spell(base, inner, language, depth - 1) };
    // SAFETY: any node is accepted by the functions of the shim.
    unsafe {
        let name = ffi::rma_di_name(ty).to_text();
        let base = ffi::rma_di_type(ty);
        match (ffi::rma_md_kind(ty), ffi::rma_di_tag(ty)) {
            (kind::DERIVED_TYPE, TAG_TYPEDEF) => join(&name, &inner),
            (kind::DERIVED_TYPE, TAG_POINTER) => next(base, pointer(base, "*", &inner)),
            (kind::DERIVED_TYPE, TAG_REFERENCE) => next(base, pointer(base, "&", &inner)),
            (kind::DERIVED_TYPE, TAG_RVALUE_REFERENCE) => next(base, pointer(base, "&&", &inner)),
            (kind::DERIVED_TYPE, TAG_CONST) => qualified(base, "const", inner, next),
            (kind::DERIVED_TYPE, TAG_VOLATILE) => qualified(base, "volatile", inner, next),
            (kind::DERIVED_TYPE, TAG_RESTRICT) => qualified(base, "restrict", inner, next),
            (kind::DERIVED_TYPE, TAG_ATOMIC) => qualified(base, "_Atomic", inner, next),
            (kind::COMPOSITE_TYPE, TAG_ARRAY) => next(base, inner + &dimensions(ty)),
            (kind::SUBROUTINE_TYPE, _) => {
                let count = ffi::rma_di_element_count(ty);
                let mut params: Vec<String> =
                    (1..count).map(|i| parameter(ffi::rma_di_element(ty, i), i + 1 == count, next)).collect();
                if params.is_empty() && writes_tags(language) {
                    params.push("void".to_owned());
                }
                next(ffi::rma_di_element(ty, 0), format!("{inner}({})", params.join(", ")))
            }
            (kind::COMPOSITE_TYPE, tag) => {
                let tag = match tag {
                    TAG_STRUCT => "struct",
                    TAG_UNION => "union",
                    TAG_ENUM => "enum",
                    TAG_CLASS => "class",
                    _ => "",
                };
                match (name.is_empty(), writes_tags(language) && !tag.is_empty()) {
                    (true, _) => join(tag, &inner),
                    (false, true) => join(&format!("{tag} {name}"), &inner),
                    (false, false) => join(&name, &inner),
                }
            }
            _ => join(&name, &inner),
        }
    }
}

/// A null entry at the end of a parameter list is C's `...`, elsewhere `void`.
fn parameter(ty: LLVMMetadataRef, last: bool, next: impl Fn(LLVMMetadataRef, String) -> String) -> String {
    if ty.is_null() && last { "...".to_owned() } else { next(ty, String::new()) }
}

unsafe fn pointer(base: LLVMMetadataRef, mark: &str, inner: &str) -> String {
    // SAFETY: any node, or null, is accepted.
    let binds_tighter = unsafe {
        match ffi::rma_md_kind(base) {
            kind::SUBROUTINE_TYPE => true,
            kind::COMPOSITE_TYPE => ffi::rma_di_tag(base) == TAG_ARRAY,
            _ => false,
        }
    };
    if binds_tighter { format!("({mark}{inner})") } else { format!("{mark}{inner}") }
}

/// A qualifier is written before a plain type, and after the star of a pointer.
unsafe fn qualified(
    base: LLVMMetadataRef,
    word: &str,
    inner: String,
    next: impl Fn(LLVMMetadataRef, String) -> String,
) -> String {
    // SAFETY: any node, or null, is accepted.
    let is_pointer = unsafe {
        ffi::rma_md_kind(base) == kind::DERIVED_TYPE
            && matches!(ffi::rma_di_tag(base), TAG_POINTER | TAG_REFERENCE | TAG_RVALUE_REFERENCE)
    };
    if is_pointer {
        let inner = if inner.is_empty() { word.to_owned() } else { format!("{word} {inner}") };
        next(base, inner)
    } else {
        format!("{word} {}", next(base, inner))
    }
}

unsafe fn dimensions(array: LLVMMetadataRef) -> String {
    // SAFETY: any node is accepted.
    unsafe {
        (0..ffi::rma_di_element_count(array))
            .map(|i| match ffi::rma_di_range_count(ffi::rma_di_element(array, i)) {
                count if count >= 0 => format!("[{count}]"),
                _ => "[]".to_owned(),
            })
            .collect()
    }
}

fn join(name: &str, inner: &str) -> String {
    if name.is_empty() || inner.is_empty() || inner.starts_with('[') {
        format!("{name}{inner}")
    } else {
        format!("{name} {inner}")
    }
}
