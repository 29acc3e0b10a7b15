//! Adds bitcode to a file of machine code, in a section that linkers and archivers keep.
//!
//! The section has a name of this project. Where an LLVM plugin is installed for GNU's tools, `ar` and `ld` read `.llvmbc`
//! themselves, and take an object for empty when its bitcode is newer than the plugin.

use super::{CompileError, file_error};
use object::{Object, ObjectSection};
use std::path::Path;
use std::process::{Command, Stdio};

/// The section; what is in it has the form of `.llvmbc`, modules one after another.
pub const SECTION: &str = ".rma_static.bc";

/// GNU's first where both are, as it belongs to the linker that builds use by default.
const TOOLS: [&str; 3] = ["objcopy", "llvm-objcopy-19", "llvm-objcopy"];

/// Appends modules to the section, or makes it; without a tool for that, or when the file is no ELF file, they are left
/// beside it as `FILE.bc`, for one module.
///
/// # Errors
/// When neither is possible.
pub(super) fn embed(file: &Path, modules: &[Vec<u8>], scratch: &Path) -> Result<(), CompileError> {
    let bytes = std::fs::read(file).map_err(file_error(file))?;
    let Ok(elf) = object::File::parse(bytes.as_slice()) else { return leave_beside(file, modules) };
    let mut content = match elf.section_by_name(SECTION).map(|section| section.data()) {
        Some(Ok(data)) => data.to_vec(),
        _ => Vec::new(),
    };
    let replaces = !content.is_empty();
    modules.iter().for_each(|module| content.extend(module));
    let part = scratch.join("section");
    std::fs::write(&part, content).map_err(file_error(&part))?;
    for tool in TOOLS {
        let mut command = Command::new(tool);
        if replaces {
            command.args(["--remove-section", SECTION]);
        }
        command.arg("--add-section").arg(format!("{SECTION}={}", part.display())).arg(file);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        if command.status().is_ok_and(|status| status.success()) {
            return Ok(());
        }
    }
    leave_beside(file, modules)
}

fn leave_beside(file: &Path, modules: &[Vec<u8>]) -> Result<(), CompileError> {
    let mut name = file.as_os_str().to_owned();
    name.push(".bc");
    match modules {
        [module] => std::fs::write(&name, module).map_err(file_error(name)),
        _ => Err(CompileError::File { path: file.to_owned(), reason: "no objcopy that takes it".to_owned() }),
    }
}
