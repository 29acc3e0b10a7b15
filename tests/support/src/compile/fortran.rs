//! Fortran programs: flang, and the modules that they use.
//!
//! The installed module files are those of another compiler; `corpus/include/fortran` declares what programs of the corpus use. Only
//! the declarations are compiled for a program, their bitcode is no input of the analyzer: with an installed library it would be
//! machine code.

use super::{CompileError, Compiler, FLANG, Headers, OptLevel, THREADS, TIME_LIMIT};
use crate::corpus::Program;
use crate::process;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Declarations of MPI's modules, relative to the repository.
const MODULES: &str = "corpus/include/fortran";

/// Whether a file is a source of Fortran.
pub fn is_source(file: &str) -> bool {
    file.ends_with(".f90")
}

/// The bitcode of every source, in the order in which they are listed: a module comes before what uses it.
pub fn bitcode(
    compiler: &Compiler,
    program: &Program,
    headers: Headers,
    include: &Path,
    level: OptLevel,
) -> Result<Vec<PathBuf>, CompileError> {
    let mut sources = Vec::new();
    for module in modules(headers) {
        sources.push((module, false));
    }
    sources.extend(program.sources.iter().map(|source| (source.clone(), true)));
    let key = key(compiler, &sources, include, level)?;
    let stem = |source: &str| source.rsplit('/').next().unwrap_or(source).trim_end_matches(".f90").to_owned();
    let output = |source: &str| compiler.cache.join(format!("{}-{key:016x}.bc", stem(source)));
    let wanted: Vec<PathBuf> = program.sources.iter().map(|source| output(source)).collect();
    if wanted.iter().all(|file| file.is_file()) {
        return Ok(wanted);
    }
    let io = |error| CompileError::Io(program.name.clone(), error);
    let folder = tempfile::tempdir_in(&compiler.cache).map_err(io)?;
    for (source, _) in &sources {
        let mut command = Command::new(FLANG);
        command.current_dir(&compiler.root).args(["-g", "-emit-llvm", "-c"]).arg(format!("-{}", level.name()));
        if program.name.contains(THREADS) {
            command.arg("-fopenmp");
        }
        // The modules of the program before those that are installed with the headers.
        command.arg("-I").arg(folder.path()).arg("-J").arg(folder.path()).arg("-I").arg(include);
        command.arg(source).arg("-o").arg(folder.path().join(format!("{}.bc", stem(source))));
        let finished = process::run(&mut command, TIME_LIMIT).map_err(io)?;
        if finished.code != Some(0) {
            return Err(CompileError::Compiler { file: source.clone(), stderr: finished.stderr });
        }
    }
    for (source, _) in sources.iter().filter(|(_, own)| *own) {
        fs::rename(folder.path().join(format!("{}.bc", stem(source))), output(source)).map_err(io)?;
    }
    Ok(wanted)
}

fn modules(headers: Headers) -> [String; 2] {
    [format!("{MODULES}/mpi.f90"), format!("{MODULES}/mpi_f08_{}.f90", headers.name())]
}

fn key(compiler: &Compiler, sources: &[(String, bool)], include: &Path, level: OptLevel) -> Result<u64, CompileError> {
    let mut hasher = DefaultHasher::new();
    (&compiler.version, FLANG, &compiler.root, include, level).hash(&mut hasher);
    for (file, _) in sources {
        let text = fs::read(compiler.root.join(file)).map_err(|error| CompileError::Io(file.clone(), error))?;
        (file, text).hash(&mut hasher);
    }
    Ok(hasher.finish())
}
