//! Symbols: global variables, functions without their bodies, ifuncs, aliases, constructors.

use super::Walk;
use super::fold::{Folded, int_value, operand_count};
use super::intrinsics::Intrinsic;
use crate::ffi;
use index_vec::IndexVec;
use llvm_sys::core::*;
use llvm_sys::debuginfo::LLVMGetSubprogram;
use llvm_sys::prelude::{LLVMTypeRef, LLVMValueRef};
use llvm_sys::{LLVMAttributeFunctionIndex, LLVMLinkage, LLVMTypeKind, LLVMValueKind};
use rma_frontend::ir::{Alias, Const, FuncId, Function, Global, GlobalId, Linkage, Param, TypeId};

impl Walk<'_, '_> {
    /// Numbers all functions but debug intrinsics; returns those with a body.
    pub(super) unsafe fn declare_functions(&mut self) -> Vec<(LLVMValueRef, FuncId)> {
        let mut defined = Vec::new();
        unsafe {
            let mut value = LLVMGetFirstFunction(self.module.raw());
            while !value.is_null() {
                let name = name_of(value);
                let intrinsic = Intrinsic::classify(&name);
                if let Some(intrinsic) = intrinsic {
                    self.intrinsics.insert(value, intrinsic);
                }
                if intrinsic != Some(Intrinsic::Debug) {
                    let id = self.declare_function(value, name);
                    if LLVMIsDeclaration(value) == 0 {
                        defined.push((value, id));
                    }
                }
                value = LLVMGetNextFunction(value);
            }
        }
        defined
    }

    unsafe fn declare_function(&mut self, value: LLVMValueRef, name: String) -> FuncId {
        unsafe {
            let ty = LLVMGlobalGetValueType(value);
            let mut function = self.empty_function(name, linkage_of(value), ty);
            for (param, index) in function.params.iter_mut().zip(1..) {
                let attribute = |kind| LLVMGetEnumAttributeAtIndex(value, index, kind);
                let byval = attribute(self.kinds.byval);
                param.byval = (!byval.is_null()).then(|| self.ty(LLVMGetTypeAttributeValue(byval)));
                param.sret = !attribute(self.kinds.sret).is_null();
            }
            function.noreturn =
                !LLVMGetEnumAttributeAtIndex(value, LLVMAttributeFunctionIndex, self.kinds.noreturn).is_null();
            let subprogram = LLVMGetSubprogram(value);
            if !subprogram.is_null() {
                function.source_name = Some(ffi::rma_di_name(subprogram).to_text()).filter(|name| !name.is_empty());
                function.scope = self.scope(subprogram);
            }
            let id = self.out.functions.push(function);
            self.functions.insert(value, id);
            id
        }
    }

    unsafe fn empty_function(&mut self, name: String, linkage: Linkage, ty: LLVMTypeRef) -> Function {
        unsafe {
            let mut params = vec![std::ptr::null_mut(); LLVMCountParamTypes(ty) as usize];
            LLVMGetParamTypes(ty, params.as_mut_ptr());
            Function {
                accesses: None,
                name,
                source_name: None,
                linkage,
                ret: self.ty(LLVMGetReturnType(ty)),
                params: params
                    .into_iter()
                    .map(|param| Param { ty: self.ty(param), var: None, byval: None, sret: false })
                    .collect(),
                varargs: LLVMIsFunctionVarArg(ty) != 0,
                noreturn: false,
                address_taken: false,
                scope: None,
                blocks: IndexVec::new(),
                insts: IndexVec::new(),
            }
        }
    }

    /// The function of an ifunc is selected at run time, so the ifunc is a declaration.
    pub(super) unsafe fn declare_ifuncs(&mut self) {
        unsafe {
            let mut value = LLVMGetFirstGlobalIFunc(self.module.raw());
            while !value.is_null() {
                let ty = LLVMGlobalGetValueType(value);
                if LLVMGetTypeKind(ty) == LLVMTypeKind::LLVMFunctionTypeKind {
                    let function = self.empty_function(name_of(value), linkage_of(value), ty);
                    let id = self.out.functions.push(function);
                    self.functions.insert(value, id);
                }
                value = LLVMGetNextGlobalIFunc(value);
            }
        }
    }

    /// Numbers all global variables but LLVM's own lists (`llvm.used` and the like).
    pub(super) unsafe fn declare_globals(&mut self) -> Vec<(LLVMValueRef, GlobalId)> {
        let mut globals = Vec::new();
        unsafe {
            let mut value = LLVMGetFirstGlobal(self.module.raw());
            while !value.is_null() {
                let name = name_of(value);
                if !name.starts_with("llvm.") {
                    globals.push((value, self.declare_global(value, name)));
                }
                value = LLVMGetNextGlobal(value);
            }
        }
        globals
    }

    unsafe fn declare_global(&mut self, value: LLVMValueRef, name: String) -> GlobalId {
        unsafe {
            let mut global = Global {
                name,
                source_name: None,
                ty: self.ty(LLVMGlobalGetValueType(value)),
                init: None,
                is_const: LLVMIsGlobalConstant(value) != 0,
                thread_local: LLVMIsThreadLocal(value) != 0,
                linkage: linkage_of(value),
                file: None,
                line: 0,
                layout: None,
            };
            let variable = ffi::rma_global_variable(value);
            if !variable.is_null() {
                global.source_name = Some(ffi::rma_di_name(variable).to_text()).filter(|name| !name.is_empty());
                global.line = ffi::rma_di_line(variable);
                global.layout = self.layout(ffi::rma_di_type(variable));
                let file = ffi::rma_di_file(variable);
                global.file = (!file.is_null()).then(|| self.file(file));
            }
            let id = self.out.globals.push(global);
            self.globals.insert(value, id);
            id
        }
    }

    /// Initial contents, once every symbol has its number.
    pub(super) unsafe fn initialise_globals(&mut self, globals: &[(LLVMValueRef, GlobalId)]) {
        for &(value, id) in globals {
            unsafe {
                if LLVMIsDeclaration(value) == 0 {
                    let init = self.constant(LLVMGetInitializer(value));
                    if let Some(global) = self.out.globals.get_mut(id) {
                        global.init = Some(init);
                    }
                }
            }
        }
    }

    /// Aliases stay visible to other modules by name.
    pub(super) unsafe fn resolve_aliases(&mut self) {
        unsafe {
            let mut value = LLVMGetFirstGlobalAlias(self.module.raw());
            while !value.is_null() {
                let (name, linkage) = (name_of(value), linkage_of(value));
                let target = match self.fold(value) {
                    Folded::Global(global, offset) => Some(Const::Global { global, offset }),
                    Folded::Func(function) => Some(Const::Func(function)),
                    Folded::Int(_) | Folded::Unknown => None,
                };
                if let Some(target) = target {
                    let target = self.symbol(target);
                    self.out.aliases.push(Alias { name, linkage, target });
                }
                value = LLVMGetNextGlobalAlias(value);
            }
        }
    }

    /// A constant that only names a symbol: not a use of its address.
    fn symbol(&mut self, target: Const) -> rma_frontend::ir::ConstId {
        let named = if let Const::Func(function) = target { Some(function) } else { None };
        let taken = named.and_then(|id| self.out.functions.get(id)).is_some_and(|function| function.address_taken);
        let id = self.intern(target);
        if let Some(function) = named.and_then(|id| self.out.functions.get_mut(id)) {
            function.address_taken = taken;
        }
        id
    }

    /// `llvm.global_ctors`: an array of {priority, function, data}.
    pub(super) unsafe fn list_constructors(&mut self) {
        let mut found = Vec::new();
        unsafe {
            let list = LLVMGetNamedGlobal(self.module.raw(), c"llvm.global_ctors".as_ptr());
            if list.is_null() || LLVMIsDeclaration(list) != 0 {
                return;
            }
            let entries = LLVMGetInitializer(list);
            if LLVMGetValueKind(entries) != LLVMValueKind::LLVMConstantArrayValueKind {
                return;
            }
            for index in 0..operand_count(entries) {
                let entry = LLVMGetOperand(entries, index);
                if LLVMGetValueKind(entry) != LLVMValueKind::LLVMConstantStructValueKind
                    || LLVMGetNumOperands(entry) < 2
                {
                    continue;
                }
                let priority = int_value(LLVMGetOperand(entry, 0)).and_then(|n| u32::try_from(n).ok()).unwrap_or(65535);
                if let Folded::Func(function) = self.fold(LLVMGetOperand(entry, 1)) {
                    found.push((priority, function));
                }
            }
        }
        found.sort_by_key(|&(priority, _)| priority);
        self.out.constructors = found.iter().map(|&(_, function)| function).collect();
        self.out.constructor_priorities = found.iter().map(|&(priority, _)| priority).collect();
    }

    /// A type attribute (`byval`) of an argument at a call.
    pub(super) unsafe fn call_byval(&mut self, call: LLVMValueRef, argument: u32) -> Option<TypeId> {
        unsafe {
            let attribute = LLVMGetCallSiteEnumAttribute(call, argument + 1, self.kinds.byval);
            (!attribute.is_null()).then(|| self.ty(LLVMGetTypeAttributeValue(attribute)))
        }
    }
}

unsafe fn name_of(value: LLVMValueRef) -> String {
    unsafe {
        let mut len = 0;
        let name = LLVMGetValueName2(value, &raw mut len);
        String::from_utf8_lossy(std::slice::from_raw_parts(name.cast::<u8>(), len)).into_owned()
    }
}

unsafe fn linkage_of(value: LLVMValueRef) -> Linkage {
    use LLVMLinkage::*;
    match unsafe { LLVMGetLinkage(value) } {
        LLVMExternalLinkage | LLVMAppendingLinkage | LLVMDLLImportLinkage | LLVMDLLExportLinkage | LLVMGhostLinkage => {
            Linkage::External
        }
        LLVMLinkOnceAnyLinkage
        | LLVMLinkOnceODRLinkage
        | LLVMLinkOnceODRAutoHideLinkage
        | LLVMWeakAnyLinkage
        | LLVMWeakODRLinkage
        | LLVMExternalWeakLinkage
        | LLVMCommonLinkage
        | LLVMLinkerPrivateWeakLinkage => Linkage::Weak,
        LLVMInternalLinkage | LLVMPrivateLinkage | LLVMLinkerPrivateLinkage => Linkage::Internal,
        LLVMAvailableExternallyLinkage => Linkage::AvailableExternally,
    }
}
