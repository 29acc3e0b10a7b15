//! Owners of LLVM's objects, and its messages.

use llvm_sys::LLVMDiagnosticSeverity;
use llvm_sys::core::{
    LLVMContextCreate, LLVMContextDispose, LLVMContextSetDiagnosticHandler, LLVMDisposeMessage, LLVMDisposeModule,
    LLVMGetDiagInfoDescription, LLVMGetDiagInfoSeverity,
};
use llvm_sys::error_handling::LLVMInstallFatalErrorHandler;
use llvm_sys::prelude::{LLVMContextRef, LLVMDiagnosticInfoRef, LLVMModuleRef};
use rma_frontend::wire::{self, Failure, Status};
use std::cell::RefCell;
use std::ffi::{CStr, c_char, c_void};
use std::io;

/// Takes over a message that LLVM allocated.
///
/// # Safety
/// `message` is null or a string that `LLVMDisposeMessage` may free.
pub unsafe fn take_message(message: *mut c_char) -> String {
    if message.is_null() {
        return String::new();
    }
    // SAFETY: not null, and LLVM ends its messages with a zero byte.
    let text = unsafe { CStr::from_ptr(message) }.to_string_lossy().trim_end().to_owned();
    unsafe { LLVMDisposeMessage(message) };
    text
}

/// An LLVM context that collects its error messages.
pub struct Context {
    raw: LLVMContextRef,
    errors: Box<RefCell<Vec<String>>>,
}

extern "C" fn collect(info: LLVMDiagnosticInfoRef, errors: *mut c_void) {
    // SAFETY: LLVM passes the diagnostic and the pointer given to `LLVMContextSetDiagnosticHandler`, which lives as
    // long as the context.
    unsafe {
        if LLVMGetDiagInfoSeverity(info) == LLVMDiagnosticSeverity::LLVMDSError {
            let text = take_message(LLVMGetDiagInfoDescription(info));
            (*errors.cast::<RefCell<Vec<String>>>()).borrow_mut().push(text);
        }
    }
}

impl Context {
    /// A new context.
    pub fn new() -> Context {
        let errors = Box::new(RefCell::new(Vec::new()));
        // SAFETY: the box keeps its address until the context is gone (see `drop`).
        let raw = unsafe {
            let raw = LLVMContextCreate();
            LLVMContextSetDiagnosticHandler(raw, Some(collect), (&raw const *errors).cast_mut().cast());
            raw
        };
        Context { raw, errors }
    }

    /// LLVM's pointer.
    pub fn raw(&self) -> LLVMContextRef {
        self.raw
    }

    /// Error messages since the last call, joined.
    pub fn take_errors(&self) -> String {
        self.errors.take().join("; ")
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        // SAFETY: every module of the context borrows from it and is gone.
        unsafe { LLVMContextDispose(self.raw) };
    }
}

/// A module and the context that it lives in.
pub struct Module<'c> {
    raw: LLVMModuleRef,
    /// Its context.
    pub context: &'c Context,
}

impl<'c> Module<'c> {
    /// Takes ownership.
    ///
    /// # Safety
    /// `raw` is a module of `context` that nobody else frees.
    pub unsafe fn from_raw(context: &'c Context, raw: LLVMModuleRef) -> Module<'c> {
        Module { raw, context }
    }

    /// LLVM's pointer.
    pub fn raw(&self) -> LLVMModuleRef {
        self.raw
    }
}

impl Drop for Module<'_> {
    fn drop(&mut self) {
        // SAFETY: owned.
        unsafe { LLVMDisposeModule(self.raw) };
    }
}

/// Called by LLVM before it ends the process: the parent gets the reason.
extern "C" fn fatal(reason: *const c_char) {
    let reason =
        if reason.is_null() { String::new() } else { unsafe { CStr::from_ptr(reason) }.to_string_lossy().into_owned() };
    if let Ok(bytes) = postcard::to_stdvec(&Failure::Fatal(reason)) {
        // `File` on the descriptor: the lock of `io::stdout` may be held by the interrupted code.
        let mut output = std::mem::ManuallyDrop::new(stdout_file());
        let _: io::Result<()> = wire::write_frame(&mut *output, Status::Ended, &bytes);
    }
    // SAFETY: ends at once, without the destructors of a process in an unknown state.
    unsafe { libc::_exit(3) };
}

fn stdout_file() -> std::fs::File {
    use std::os::fd::FromRawFd;
    // SAFETY: descriptor 1 is open or the write fails; the caller never drops the file.
    unsafe { std::fs::File::from_raw_fd(1) }
}

/// Makes LLVM's fatal errors a reply instead of a silent exit.
pub fn install_fatal_handler() {
    // SAFETY: `fatal` never returns to LLVM.
    unsafe { LLVMInstallFatalErrorHandler(Some(fatal)) };
}

/// The version of LLVM, as in `19.1.7`.
pub(crate) fn version() -> String {
    let (mut major, mut minor, mut patch) = (0, 0, 0);
    // SAFETY: it writes to the three places and nothing else.
    unsafe { llvm_sys::core::LLVMGetVersion(&raw mut major, &raw mut minor, &raw mut patch) };
    format!("{major}.{minor}.{patch}")
}
