//! One file: parse, normalise, walk.

use crate::accesses::Notes;
use crate::ffi;
use crate::llvm::{Context, Module, take_message};
use crate::rewrite;
use crate::walk;
use llvm_sys::LLVMAttributeFunctionIndex;
use llvm_sys::analysis::{LLVMVerifierFailureAction, LLVMVerifyModule};
use llvm_sys::bit_reader::LLVMParseBitcodeInContext2;
use llvm_sys::core::{
    LLVMCreateMemoryBufferWithMemoryRange, LLVMDisposeMemoryBuffer, LLVMGetEnumAttributeKindForName,
    LLVMGetFirstFunction, LLVMGetNextFunction, LLVMRemoveEnumAttributeAtIndex,
};
use llvm_sys::debuginfo::{LLVMDebugMetadataVersion, LLVMGetModuleDebugMetadataVersion};
use llvm_sys::error::LLVMGetErrorMessage;
use llvm_sys::transforms::pass_builder::{LLVMCreatePassBuilderOptions, LLVMDisposePassBuilderOptions, LLVMRunPasses};
use rma_frontend::ir;
use rma_frontend::load::sniff;
use rma_frontend::wire::{Failure, Rewrite, Rewritten};
use std::ffi::{CStr, CString};
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;

/// Turns scalars in memory into values and gives all loops one shape. Neither pass removes a load or store of memory that anything else can
/// see, so no access that takes part in a race is lost.
const PASSES: &CStr = c"function(sroa,loop-simplify)";

/// Reads a file of bitcode or textual IR, or the module in a range of its bytes. `raw` leaves out the passes; `accesses` notes what touched
/// memory before them.
pub fn read(path: &Path, range: Option<(u64, u64)>, raw: bool, accesses: bool) -> Result<ir::Module, Failure> {
    let context = Context::new();
    let module = parse(&context, path, range)?;
    let notes = accesses.then(|| Notes::new(&module));
    if !raw {
        normalise(&module)?;
    }
    // Later versions know no other form than records.
    #[cfg(feature = "llvm-19")]
    // SAFETY: the module is alive.
    unsafe {
        llvm_sys::core::LLVMSetIsNewDbgInfoFormat(module.raw(), 1);
    }
    Ok(walk::walk(&module, notes.as_ref()))
}

/// Writes the module of a file, or of a range of its bytes, again.
pub fn rewrite(path: &Path, range: Option<(u64, u64)>, how: &Rewrite) -> Result<Rewritten, Failure> {
    let context = Context::new();
    let module = parse(&context, path, range)?;
    rewrite::rewrite(&module, how)
}

fn parse<'c>(context: &'c Context, path: &Path, range: Option<(u64, u64)>) -> Result<Module<'c>, Failure> {
    let mut bytes = content(path, range).map_err(|error| Failure::Io(error.to_string()))?;
    let len = bytes.len();
    // Textual IR is scanned up to a zero byte.
    bytes.push(0);
    let name = buffer_name(path);
    let module = if sniff::is_bitcode(&bytes) {
        parse_bitcode(context, &bytes, len, &name)?
    } else {
        parse_text(context, &bytes, len, &name)?
    };
    check(&module)?;
    Ok(module)
}

fn content(path: &Path, range: Option<(u64, u64)>) -> io::Result<Vec<u8>> {
    let Some((start, end)) = range else { return std::fs::read(path) };
    let mut file = File::open(path)?;
    file.seek(SeekFrom::Start(start))?;
    let mut bytes = Vec::new();
    file.take(end.saturating_sub(start)).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// What LLVM calls the file in messages, and the module when it does not name its source.
fn buffer_name(path: &Path) -> CString {
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().replace('\0', "");
    CString::new(name).unwrap_or_default()
}

fn parse_bitcode<'c>(context: &'c Context, bytes: &[u8], len: usize, name: &CStr) -> Result<Module<'c>, Failure> {
    let mut raw = std::ptr::null_mut();
    // SAFETY: `bytes` outlives the buffer; a zero byte follows it; the parser copies what it keeps.
    let failed = unsafe {
        let buffer = LLVMCreateMemoryBufferWithMemoryRange(bytes.as_ptr().cast(), len, name.as_ptr(), 1);
        let failed = LLVMParseBitcodeInContext2(context.raw(), buffer, &raw mut raw);
        LLVMDisposeMemoryBuffer(buffer);
        failed
    };
    let errors = context.take_errors();
    if failed != 0 || raw.is_null() {
        return Err(Failure::Bitcode(with_producer(errors, bytes.get(..len).unwrap_or(bytes))));
    }
    // SAFETY: just parsed into this context.
    let module = unsafe { Module::from_raw(context, raw) };
    if errors.is_empty() { Ok(module) } else { Err(Failure::Bitcode(errors)) }
}

/// Bytes of the name of a producer that are shown.
const ROOM: u32 = 64;

/// LLVM names the producer only in some of its messages; a user needs to know whether it was a newer LLVM.
fn with_producer(message: String, bytes: &[u8]) -> String {
    if message.contains("Producer: '") {
        return message;
    }
    let mut name = [0; ROOM as usize];
    // SAFETY: both lengths are those of the slices.
    let count = unsafe { ffi::rma_bitcode_producer(bytes.as_ptr(), bytes.len(), name.as_mut_ptr(), ROOM) };
    match name.get(..count as usize) {
        None | Some([]) => message,
        Some(name) => format!("{message} (Producer: '{}')", String::from_utf8_lossy(name)),
    }
}

// Version 19 does not have its successor.
#[cfg_attr(feature = "llvm-22", allow(deprecated))]
fn parse_text<'c>(context: &'c Context, bytes: &[u8], len: usize, name: &CStr) -> Result<Module<'c>, Failure> {
    let mut raw = std::ptr::null_mut();
    let mut message = std::ptr::null_mut();
    // SAFETY: as above; the parser frees the buffer itself.
    let failed = unsafe {
        let buffer = LLVMCreateMemoryBufferWithMemoryRange(bytes.as_ptr().cast(), len, name.as_ptr(), 1);
        llvm_sys::ir_reader::LLVMParseIRInContext(context.raw(), buffer, &raw mut raw, &raw mut message)
    };
    // SAFETY: the parser's message, or null.
    let message = unsafe { take_message(message) };
    if failed != 0 || raw.is_null() {
        return Err(Failure::Text(message));
    }
    // SAFETY: just parsed into this context.
    Ok(unsafe { Module::from_raw(context, raw) })
}

/// Verifies a module. Both parsers verify modules with current debug information themselves, so this is for the others.
fn check(module: &Module) -> Result<(), Failure> {
    // SAFETY: the module is alive; the message is taken over.
    unsafe {
        if LLVMGetModuleDebugMetadataVersion(module.raw()) == LLVMDebugMetadataVersion() {
            return Ok(());
        }
        let mut message = std::ptr::null_mut();
        let action = LLVMVerifierFailureAction::LLVMReturnStatusAction;
        let broken = LLVMVerifyModule(module.raw(), action, &raw mut message) != 0;
        let message = take_message(message);
        if broken { Err(Failure::Invalid(message)) } else { Ok(()) }
    }
}

fn normalise(module: &Module) -> Result<(), Failure> {
    // SAFETY: the module is alive, the names are static, the error is taken over.
    unsafe {
        // clang -O0 sets `optnone`, under which the passes would silently do nothing.
        let optnone = LLVMGetEnumAttributeKindForName(c"optnone".as_ptr(), 7);
        let mut function = LLVMGetFirstFunction(module.raw());
        while !function.is_null() {
            LLVMRemoveEnumAttributeAtIndex(function, LLVMAttributeFunctionIndex, optnone);
            function = LLVMGetNextFunction(function);
        }
        let options = LLVMCreatePassBuilderOptions();
        let error = LLVMRunPasses(module.raw(), PASSES.as_ptr(), std::ptr::null_mut(), options);
        LLVMDisposePassBuilderOptions(options);
        if !error.is_null() {
            return Err(Failure::Invalid(take_message(LLVMGetErrorMessage(error))));
        }
        // After the passes: they put members of small structures into registers.
        ffi::rma_normalise(module.raw());
        Ok(())
    }
}
