//! Rewrites a module and marks some of its accesses, so that sanitizers do not instrument them.
//!
//! Nothing else is changed: the module is parsed, marked, verified and written; no pass runs.

use crate::llvm::{Module, take_message};
use llvm_sys::analysis::{LLVMVerifierFailureAction, LLVMVerifyModule};
use llvm_sys::bit_writer::LLVMWriteBitcodeToFile;
use llvm_sys::core::{LLVMGetFirstFunction, LLVMGetNamedFunction, LLVMGetNextFunction, LLVMIsDeclaration};
use llvm_sys::prelude::{LLVMModuleRef, LLVMValueRef};
use rma_frontend::wire::{Failure, Rewrite, Rewritten};
use std::ffi::CString;

unsafe extern "C" {
    fn rma_mark_accesses(function: LLVMValueRef, accesses: *const u32, count: u32) -> u32;
    fn rma_leave_alone(functions: *mut LLVMValueRef, count: u32);
    fn rma_fingerprint(function: LLVMValueRef) -> u64;
    fn rma_module_fingerprint(module: LLVMModuleRef) -> u64;
}

/// Marks accesses and writes the module.
pub fn rewrite(module: &Module, request: &Rewrite) -> Result<Rewritten, Failure> {
    let mut done = Rewritten::default();
    // SAFETY: the module is alive.
    if request.only.is_some_and(|only| only != unsafe { rma_module_fingerprint(module.raw()) }) {
        done.refused = true;
        return Ok(done);
    }
    let mut alone: Vec<LLVMValueRef> = Vec::new();
    for wanted in &request.functions {
        let name = CString::new(wanted.function.as_str()).map_err(|error| Failure::Io(error.to_string()))?;
        // SAFETY: the module is alive; positions past the list mark nothing.
        unsafe {
            let function = LLVMGetNamedFunction(module.raw(), name.as_ptr());
            if function.is_null() || LLVMIsDeclaration(function) != 0 || rma_fingerprint(function) != wanted.fingerprint
            {
                done.changed.push(wanted.function.clone());
                continue;
            }
            let count = u32::try_from(wanted.accesses.len()).unwrap_or(u32::MAX);
            done.marked += u64::from(rma_mark_accesses(function, wanted.accesses.as_ptr(), count));
            if wanted.whole {
                alone.push(function);
            }
        }
    }
    let count = u32::try_from(alone.len()).unwrap_or_default();
    // SAFETY: functions of the module, which is alive.
    unsafe { rma_leave_alone(alone.as_mut_ptr(), count) };
    done.functions = bodies(module);
    verify(module)?;
    let output = CString::new(request.output.clone()).map_err(|error| Failure::Io(error.to_string()))?;
    // SAFETY: the module is alive and the name ends with a zero byte.
    if unsafe { LLVMWriteBitcodeToFile(module.raw(), output.as_ptr()) } != 0 {
        return Err(Failure::Io(format!("{} cannot be written", output.to_string_lossy())));
    }
    Ok(done)
}

fn bodies(module: &Module) -> u64 {
    let mut count = 0;
    // SAFETY: the module is alive.
    unsafe {
        let mut function = LLVMGetFirstFunction(module.raw());
        while !function.is_null() {
            count += u64::from(LLVMIsDeclaration(function) == 0);
            function = LLVMGetNextFunction(function);
        }
    }
    count
}

fn verify(module: &Module) -> Result<(), Failure> {
    let mut message = std::ptr::null_mut();
    // SAFETY: the module is alive; the message is taken over.
    unsafe {
        let action = LLVMVerifierFailureAction::LLVMReturnStatusAction;
        let broken = LLVMVerifyModule(module.raw(), action, &raw mut message) != 0;
        let message = take_message(message);
        if broken { Err(Failure::Invalid(message)) } else { Ok(()) }
    }
}
