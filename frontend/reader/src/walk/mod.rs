//! From an LLVM module in memory to [`ir::Module`].
//!
//! Every function here that takes LLVM pointers is private to the walk and relies on one fact: the pointers come
//! from the module given to [`walk`], which is verified and stays unchanged meanwhile.

mod consts;
mod debug;
mod fold;
mod func;
mod globals;
mod inst;
mod intrinsics;
mod layout;
mod spell;
mod types;

use crate::accesses::Notes;
use crate::ffi;
use crate::llvm::Module;
use llvm_sys::core::{LLVMGetEnumAttributeKindForName, LLVMGetSourceFileName};
use llvm_sys::prelude::{LLVMTypeRef, LLVMValueRef};
use llvm_sys::target::{LLVMGetModuleDataLayout, LLVMPointerSize, LLVMTargetDataRef};
use rma_frontend::ir::{self, Const, ConstId, FuncId, GlobalId, Type, TypeId};
use rustc_hash::FxHashMap;

/// State of one walk.
struct Walk<'m, 'c> {
    module: &'m Module<'c>,
    layout: LLVMTargetDataRef,
    pointer_bits: u32,
    out: ir::Module,
    types: FxHashMap<LLVMTypeRef, TypeId>,
    type_ids: FxHashMap<Type, TypeId>,
    consts: FxHashMap<LLVMValueRef, ConstId>,
    const_ids: FxHashMap<Const, ConstId>,
    globals: FxHashMap<LLVMValueRef, GlobalId>,
    functions: FxHashMap<LLVMValueRef, FuncId>,
    intrinsics: FxHashMap<LLVMValueRef, intrinsics::Intrinsic>,
    debug: debug::Nodes,
    kinds: AttributeKinds,
    notes: Option<&'m Notes<'m>>,
}

/// LLVM's numbers of the attributes that matter.
struct AttributeKinds {
    byval: u32,
    sret: u32,
    noreturn: u32,
}

impl AttributeKinds {
    fn new() -> AttributeKinds {
        // SAFETY: each name comes with its length.
        let kind = |name: &str| unsafe { LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len()) };
        AttributeKinds { byval: kind("byval"), sret: kind("sret"), noreturn: kind("noreturn") }
    }
}

/// Walks a verified module whose debug information is in the form of records. `notes`: the accesses that it had before the passes.
pub fn walk<'m>(module: &'m Module, notes: Option<&'m Notes<'m>>) -> ir::Module {
    // SAFETY: the module is alive.
    let (layout, name, producer, language) = unsafe {
        let mut len = 0;
        let name = LLVMGetSourceFileName(module.raw(), &raw mut len);
        let name = if name.is_null() { &[][..] } else { std::slice::from_raw_parts(name.cast::<u8>(), len) };
        (
            LLVMGetModuleDataLayout(module.raw()),
            String::from_utf8_lossy(name).into_owned(),
            ffi::rma_module_producer(module.raw()).to_text(),
            ffi::rma_module_language(module.raw()),
        )
    };
    let mut walk = Walk {
        module,
        layout,
        // SAFETY: the layout belongs to the module.
        pointer_bits: unsafe { LLVMPointerSize(layout) } * 8,
        out: ir::Module {
            name,
            producer,
            fingerprint: notes.map(Notes::fingerprint).unwrap_or_default(),
            ..ir::Module::default()
        },
        types: FxHashMap::default(),
        type_ids: FxHashMap::default(),
        consts: FxHashMap::default(),
        const_ids: FxHashMap::default(),
        globals: FxHashMap::default(),
        functions: FxHashMap::default(),
        intrinsics: FxHashMap::default(),
        debug: debug::Nodes::new(language),
        kinds: AttributeKinds::new(),
        notes,
    };
    // Symbols get their numbers before anything that may refer to them.
    // SAFETY: see the head of this file; the same holds for every call below it.
    unsafe {
        let functions = walk.declare_functions();
        let globals = walk.declare_globals();
        walk.declare_ifuncs();
        walk.initialise_globals(&globals);
        for (value, id) in functions {
            walk.define_function(value, id);
        }
        walk.resolve_aliases();
        walk.list_constructors();
    }
    walk.out
}
