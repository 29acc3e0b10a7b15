//! The part of the program without bitcode in the input.

use super::container::Native;
use super::fortran;
use crate::api::catalog;
use crate::ir::Module;
use std::collections::BTreeSet;
use std::path::PathBuf;

/// What the analysis cannot see, in names and numbers.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Coverage {
    /// Functions in the machine code among the inputs.
    pub native_functions: usize,
    /// The functions without bitcode, by name.
    pub without_bitcode: BTreeSet<String>,
    /// The files with these functions: objects and members with no bitcode at all, and linked files with bitcode
    /// for a part.
    pub files_without_bitcode: Vec<PathBuf>,
    /// Functions that the program mentions and that no module defines, intrinsics of LLVM not counted.
    pub external: BTreeSet<String>,
    /// The functions without a model: neither their code nor their effects are known.
    pub unknown: BTreeSet<String>,
}

/// Functions that every linked file has from the compiler's start-up files.
const START_UP: [&str; 10] = [
    "_start",
    "_init",
    "_fini",
    "_dl_relocate_static_pie",
    "deregister_tm_clones",
    "register_tm_clones",
    "__do_global_dtors_aux",
    "frame_dummy",
    "__libc_csu_init",
    "__libc_csu_fini",
];

/// The coverage of a program: `modules` are all that were read, `natives` the machine code that belongs to it.
pub(super) fn coverage<'a>(linked: &Module, seen: &BTreeSet<String>, natives: &[&'a Native]) -> Coverage {
    let mut coverage = Coverage::default();
    let internal: BTreeSet<&str> = seen.iter().filter_map(|name| fortran::internal(name)).collect();
    for native in natives {
        let is_own = |name: &&String| !START_UP.contains(&name.as_str()) && !fortran::is_generated(name);
        let functions = native.functions.iter().filter(is_own);
        // `pack.cold`, `pack.isra.0`: made of `pack` by the code generator.
        let is_part = |name: &str| {
            name.split_once('.').is_some_and(|(origin, _)| seen.contains(origin) || internal.contains(origin))
        };
        let (covered, missing): (Vec<&'a String>, Vec<&'a String>) =
            functions.partition(|name| seen.contains(*name) || is_part(name));
        coverage.native_functions += covered.len() + missing.len();
        if !missing.is_empty() {
            coverage.files_without_bitcode.push(native.name.clone());
        }
        coverage.without_bitcode.extend(missing.into_iter().cloned());
    }
    for function in linked.functions.iter().filter(|f| f.is_declaration() && !f.name.starts_with("llvm.")) {
        coverage.external.insert(function.name.clone());
        if catalog().lookup(&function.name).is_none() {
            coverage.unknown.insert(function.name.clone());
        }
    }
    coverage
}

/// Every function with a body, by linker name.
pub(super) fn bodies<'a>(modules: impl Iterator<Item = &'a Module>) -> BTreeSet<String> {
    let functions = modules.flat_map(|module| module.functions.iter());
    functions.filter(|function| !function.is_declaration()).map(|function| function.name.clone()).collect()
}
