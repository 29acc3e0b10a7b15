//! The accesses of a module as the compiler wrote them: recorded before the passes, identified again after them.

use crate::llvm::Module;
use llvm_sys::prelude::{LLVMMetadataRef, LLVMModuleRef, LLVMValueRef};
use rma_frontend::ir::AccessForm;
use std::ffi::c_void;
use std::marker::PhantomData;

/// One access, in the layout of `shim/access.cpp`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Noted {
    /// What the instruction is now; null where it is gone.
    pub value: LLVMValueRef,
    /// Position in the source.
    pub loc: LLVMMetadataRef,
    form: u32,
    /// Its position among the instructions that the compiler wrote.
    pub index: u32,
    local: u32,
}

impl Noted {
    /// Its kind.
    pub fn form(&self) -> AccessForm {
        match self.form {
            1 => AccessForm::Load,
            2 => AccessForm::Store,
            3 => AccessForm::Atomic,
            4 => AccessForm::Copy,
            5 => AccessForm::Fill,
            _ => AccessForm::Call,
        }
    }

    /// Whether the access touched only stack cells that have all become values.
    pub fn local(&self) -> bool {
        self.local != 0
    }
}

unsafe extern "C" {
    fn rma_note_accesses(module: LLVMModuleRef) -> *mut c_void;
    fn rma_noted_fingerprint(notes: *const c_void) -> u64;
    fn rma_forget_accesses(notes: *mut c_void);
    fn rma_accesses_of(
        notes: *mut c_void,
        function: LLVMValueRef,
        out: *mut Noted,
        capacity: u32,
        fingerprint: *mut u64,
    ) -> u32;
}

/// The accesses that a module had when they were noted.
pub struct Notes<'m> {
    raw: *mut c_void,
    module: PhantomData<&'m ()>,
}

impl<'m> Notes<'m> {
    /// Notes them.
    pub fn new(module: &'m Module) -> Notes<'m> {
        // SAFETY: the module is alive, and outlives the notes.
        Notes { raw: unsafe { rma_note_accesses(module.raw()) }, module: PhantomData }
    }

    /// The hash of the module.
    pub fn fingerprint(&self) -> u64 {
        // SAFETY: the notes are alive.
        unsafe { rma_noted_fingerprint(self.raw) }
    }

    /// The accesses of a function, and the hash of its body.
    ///
    /// # Safety
    ///
    /// `function` is one of the module.
    pub unsafe fn of(&self, function: LLVMValueRef) -> (Vec<Noted>, u64) {
        let mut fingerprint = 0;
        // SAFETY: the shim writes at most as many as the given size of the buffer.
        unsafe {
            let count = rma_accesses_of(self.raw, function, std::ptr::null_mut(), 0, &raw mut fingerprint);
            let mut list: Vec<Noted> = Vec::with_capacity(count as usize);
            rma_accesses_of(self.raw, function, list.as_mut_ptr(), count, &raw mut fingerprint);
            list.set_len(count as usize);
            (list, fingerprint)
        }
    }
}

impl Drop for Notes<'_> {
    fn drop(&mut self) {
        // SAFETY: owned.
        unsafe { rma_forget_accesses(self.raw) };
    }
}
