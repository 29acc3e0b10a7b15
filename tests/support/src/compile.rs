//! Compiles programs of the corpus with clang, once for each content of the sources.

use crate::corpus::Program;
use crate::process;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use thiserror::Error;

/// The compiler that the corpus is built with.
pub const CLANG: &str = "clang-19";

/// The compiler for C++.
const CLANG_CPP: &str = "clang++-19";

/// Leaves the C++ bindings of old MPI versions out of the headers.
const C_BINDINGS: [&str; 2] = ["-DMPICH_SKIP_MPICXX", "-DOMPI_SKIP_MPICXX"];

const TIME_LIMIT: Duration = Duration::from_secs(120);

/// The compiler of its Fortran programs.
pub const FLANG: &str = "flang-new-19";

/// Programs of the corpus that use no MPI, by the start of their names.
const OTHER_MODELS: [&str; 5] = ["shmem/", "apps/shmem_", "gaspi/", "apps/gaspi_", "cpp/shmem/"];

/// Folders of programs with threads, which are compiled with OpenMP.
const THREADS: &str = "/threads/";

/// Declarations of other models, relative to the repository.
const OWN_HEADERS: &str = "corpus/include";

/// The headers that a program is compiled against. The handle encodings of the MPI libraries differ; the corpus itself contains the headers
/// of the other models.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Headers {
    /// Handles are integers.
    Mpich,
    /// Handles are addresses of globals.
    OpenMpi,
    /// The standard ABI of MPI 5, `corpus/include/mpi5`: handles are pointers whose values are small integers.
    Mpi5,
    /// `corpus/include`: declarations of other models.
    Own,
}

/// The optimisation levels that are tested.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum OptLevel {
    /// `-O0`, the reference.
    O0,
    /// `-O2`.
    O2,
}

/// Why there is no bitcode.
#[derive(Debug, Error)]
#[allow(missing_docs)] // The messages say it.
pub enum CompileError {
    #[error("{0}: {1}")]
    Io(String, io::Error),
    #[error("no {0} headers; run scripts/setup.sh")]
    NoHeaders(&'static str),
    #[error("the compiler failed on {file}:\n{stderr}")]
    Compiler { file: String, stderr: String },
}

/// Compiles into a cache folder. Safe for use from several threads and processes at once.
#[derive(Debug)]
pub struct Compiler {
    root: PathBuf,
    cache: PathBuf,
    version: String,
}

mod fortran;

impl Headers {
    /// The headers of the installed MPI libraries.
    pub const MPI: [Headers; 2] = [Headers::Mpich, Headers::OpenMpi];

    /// The headers that a program is judged with: the programs of other models are in separate folders, and a label may name one set of
    /// headers.
    pub fn of(program: &Program) -> Vec<Headers> {
        if OTHER_MODELS.iter().any(|folder| program.name.starts_with(folder)) {
            return vec![Headers::Own];
        }
        let only = program.labels.headers.as_deref();
        Self::MPI.into_iter().filter(|headers| only.is_none_or(|name| headers.name() == name)).collect()
    }

    /// Short name.
    pub fn name(self) -> &'static str {
        match self {
            Headers::Mpich => "mpich",
            Headers::OpenMpi => "openmpi",
            Headers::Mpi5 => "mpi5",
            Headers::Own => "own",
        }
    }

    /// The include folder of Debian's package for this machine, or the corpus' own, relative to the repository, from which the compiler runs.
    ///
    /// # Errors
    /// When the package is not installed.
    pub fn include(self) -> Result<PathBuf, CompileError> {
        let triple = format!("{}-linux-gnu", std::env::consts::ARCH);
        let folder = match self {
            Headers::Mpich => format!("/usr/include/{triple}/mpich"),
            Headers::OpenMpi => format!("/usr/lib/{triple}/openmpi/include"),
            Headers::Mpi5 => return Ok(PathBuf::from(OWN_HEADERS).join("mpi5")),
            Headers::Own => return Ok(PathBuf::from(OWN_HEADERS)),
        };
        let folder = PathBuf::from(folder);
        if folder.join("mpi.h").is_file() { Ok(folder) } else { Err(CompileError::NoHeaders(self.name())) }
    }
}

impl OptLevel {
    /// Both.
    pub const ALL: [OptLevel; 2] = [OptLevel::O0, OptLevel::O2];

    /// Short name.
    pub fn name(self) -> &'static str {
        match self {
            OptLevel::O0 => "O0",
            OptLevel::O2 => "O2",
        }
    }
}

impl Compiler {
    /// A compiler for the sources of the repository at `root`.
    ///
    /// # Errors
    /// When clang does not run or the cache folder cannot be made.
    pub fn new(root: &Path, cache: &Path) -> Result<Self, CompileError> {
        fs::create_dir_all(cache).map_err(|error| CompileError::Io(cache.display().to_string(), error))?;
        let version = process::run(Command::new(CLANG).arg("--version"), TIME_LIMIT)
            .map_err(|error| CompileError::Io(CLANG.to_owned(), error))?
            .stdout;
        Ok(Compiler { root: root.to_owned(), cache: cache.to_owned(), version })
    }

    /// The bitcode of every source of a program, in link order.
    ///
    /// # Errors
    /// When a source does not compile.
    pub fn bitcode(&self, program: &Program, headers: Headers, level: OptLevel) -> Result<Vec<PathBuf>, CompileError> {
        let include = headers.include()?;
        if program.sources.iter().any(|source| fortran::is_source(source)) {
            return fortran::bitcode(self, program, headers, &include, level);
        }
        program.sources.iter().map(|source| self.compile(program, source, &include, level)).collect()
    }

    fn compile(
        &self,
        program: &Program,
        source: &str,
        include: &Path,
        level: OptLevel,
    ) -> Result<PathBuf, CompileError> {
        let key = self.key(program, source, include, level)?;
        let name = source.rsplit('/').next().unwrap_or(source);
        let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
        let is_cpp = source.ends_with(".cpp");
        let output = self.cache.join(format!("{stem}-{key:016x}.bc"));
        if output.is_file() {
            return Ok(output);
        }
        let io = |error| CompileError::Io(source.to_owned(), error);
        let unfinished = tempfile::Builder::new().suffix(".bc").tempfile_in(&self.cache).map_err(io)?;
        let mut command = Command::new(if is_cpp { CLANG_CPP } else { CLANG });
        if is_cpp {
            command.args(C_BINDINGS);
        }
        command.current_dir(&self.root).args(["-g", "-emit-llvm", "-c"]).arg(format!("-{}", level.name()));
        if program.name.contains(THREADS) {
            command.arg("-fopenmp");
        }
        // Programs may use another model beside MPI.
        command.arg("-I").arg(OWN_HEADERS).arg("-I").arg(include).arg(source).arg("-o").arg(unfinished.path());
        let finished = process::run(&mut command, TIME_LIMIT).map_err(io)?;
        if finished.code != Some(0) {
            return Err(CompileError::Compiler { file: source.to_owned(), stderr: finished.stderr });
        }
        // Renamed when complete, so that nobody reads half a file.
        unfinished.persist(&output).map_err(|error| io(error.error))?;
        Ok(output)
    }

    fn key(&self, program: &Program, source: &str, include: &Path, level: OptLevel) -> Result<u64, CompileError> {
        let mut hasher = DefaultHasher::new();
        (&self.version, &self.root, source, include, level).hash(&mut hasher);
        let own = ["shmem.h", "mpi5/mpi_abi.h"].map(|name| format!("{OWN_HEADERS}/{name}"));
        let declared = own.iter().map(String::as_str).filter(|_| include.starts_with(OWN_HEADERS));
        for file in program.headers.iter().map(String::as_str).chain(declared).chain([source]) {
            let text = fs::read(self.root.join(file)).map_err(|error| CompileError::Io(file.to_owned(), error))?;
            (file, text).hash(&mut hasher);
        }
        Ok(hasher.finish())
    }
}
