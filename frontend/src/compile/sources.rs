//! Sources that are given instead of bitcode: they are compiled with the flags that are given with them and those of the MPI library.

use super::database::{self, Compiled};
use super::wrapper::Wrappers;
use super::{CompileError, CompileOptions, command, file_error, job};
use crate::load::sniff::{self, FileKind};
use std::io::Read;
use std::path::{Path, PathBuf};

/// How to compile them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Sources {
    /// Flags of all of them, as a compiler takes them.
    pub flags: Vec<String>,
    /// The folder that keeps the bitcode; `.rma-static` in the working folder when not given.
    pub cache: Option<PathBuf>,
    /// Compilers at one time; 0 means the number of cores.
    pub jobs: usize,
}

/// Whether the name of an input is that of a source of C, C++ or Fortran. A file that holds bitcode or machine code is no source,
/// whatever its name.
pub fn is_source(path: &Path) -> bool {
    let mut head = Vec::new();
    let read = |file: std::fs::File| file.take(64).read_to_end(&mut head);
    command::is_source(path)
        && path.is_file()
        && std::fs::File::open(path).and_then(read).is_ok()
        && matches!(
            sniff::classify(path, &head),
            FileKind::Source | FileKind::PlainText | FileKind::Text | FileKind::Unknown
        )
}

/// Compiles sources, relative to the working folder.
///
/// # Errors
/// When clang is needed and does not run, or a folder cannot be made; a source that is refused is listed in [`Compiled::errors`].
pub fn compile(paths: &[PathBuf], sources: &Sources, options: &CompileOptions) -> Result<Compiled, CompileError> {
    let folder = std::env::current_dir().map_err(file_error("."))?;
    let cache = match &sources.cache {
        Some(cache) => std::path::absolute(cache).map_err(file_error(cache))?,
        None => folder.join(".rma-static"),
    };
    let wrappers = Wrappers::default();
    let (mut jobs, mut errors) = (Vec::new(), Vec::new());
    for path in paths {
        let compiler = if command::is_cxx_source(path) { "c++" } else { "cc" };
        let name = path.to_string_lossy().into_owned();
        let words = [compiler.to_owned(), "-c".to_owned()].into_iter().chain(sources.flags.iter().cloned());
        let words: Vec<String> = words.chain([name]).collect();
        let Some(mut command) = command::parse(&words) else { continue };
        let fortran = command.sources.iter().any(|source| source.language == command::Language::Fortran);
        // After those that are given, so that a folder of another library comes first.
        command.flags.extend(wrappers.of_mpi(fortran, &folder));
        match job::jobs(&command, &folder, &wrappers, options) {
            Ok(found) => jobs.extend(found),
            Err(error) => errors.push(error),
        }
    }
    database::make(&jobs, errors, &cache, sources.jobs, options)
}
