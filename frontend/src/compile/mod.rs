//! Bitcode from the compiler commands of a build.
//!
//! A command that a build ran (or records in `compile_commands.json`) is read as a compiler would read it ([`command`]), whatever
//! compiler it names, and given to clang or flang with the same meaning and bitcode as the output. [`database`] does so for all
//! recorded commands, [`cc`] for the one that is being run, [`screened`] for one whose accesses are on a list, [`sources`] for sources that are given without a build.

pub mod cc;
pub mod command;
pub mod database;
mod embed;
mod flang;
mod job;
pub mod screened;
pub mod sources;
mod targets;
mod trust;
mod wrapper;

pub use embed::SECTION;

use std::ffi::OsString;
use std::path::PathBuf;
use thiserror::Error;

/// How bitcode is made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CompileOptions {
    /// The clang that makes it of C and C++; its major version must not be above that of the reader.
    pub clang: OsString,
    /// The flang that makes it of Fortran, likewise.
    pub flang: OsString,
    /// Further flags, after those of the command, so that they win (`-O0`).
    pub flags: Vec<String>,
    /// Flags of a database that load code into the compiler are kept.
    pub allow_plugins: bool,
    /// Wrappers of MPI that a database may name besides those of the system; `*` matches any text.
    pub query_drivers: Vec<String>,
}

impl Default for CompileOptions {
    fn default() -> CompileOptions {
        CompileOptions {
            clang: "clang-19".into(),
            flang: "flang-new-19".into(),
            flags: Vec::new(),
            allow_plugins: false,
            query_drivers: Vec::new(),
        }
    }
}

/// Why there is no bitcode of a source.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum CompileError {
    /// A file of the build cannot be read or written.
    #[error("{}: {reason}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The system's message.
        reason: String,
    },
    /// The database is no JSON of the form that CMake and others write.
    #[error("{}: not a compilation database ({reason}); `cmake -DCMAKE_EXPORT_COMPILE_COMMANDS=ON` or `bear -- make` \
             writes one", path.display())]
    Database {
        /// The file.
        path: PathBuf,
        /// The mistake in it.
        reason: String,
    },
    /// No command of the database is meant.
    #[error("{}: none of its {commands} commands compiles a file of C, C++ or Fortran{}", path.display(),
             if *chosen { " that --only or --link-target names" } else { "" })]
    NothingChosen {
        /// The file.
        path: PathBuf,
        /// How many commands it has.
        commands: usize,
        /// Whether there was a choice.
        chosen: bool,
    },
    /// No linked file of the build is meant, or several are.
    #[error("--link-target {name}: {}{}", match found {
                0 => "no link command of the build makes it",
                _ => "several linked files have this name",
             }, match programs.as_slice() {
                [] => "; link commands are read from build.ninja, CMake's link.txt and the database".to_owned(),
                programs => format!("; choose one of {}", programs.join(", ")),
             })]
    NoTarget {
        /// The name that was given.
        name: String,
        /// How many linked files have it.
        found: usize,
        /// The programs that can be chosen.
        programs: Vec<String>,
    },
    /// A program cannot be run.
    #[error("{program} cannot be run ({reason}); install it, or name another with {option}")]
    CannotRun {
        /// The program.
        program: String,
        /// The system's message.
        reason: String,
        /// What chooses another one.
        option: &'static str,
    },
    /// A command of the database is not run, because of what it would load or read.
    #[error("{}: {what} is not used, as a database may come from anybody; {option} permits it", source_file.display())]
    NotTrusted {
        /// The source.
        source_file: PathBuf,
        /// The flag, file or wrapper.
        what: String,
        /// The option that permits it.
        option: &'static str,
    },
    /// clang or flang refused.
    #[error("{}: not compiled to bitcode ({detail})", source_file.display())]
    Refused {
        /// The source.
        source_file: PathBuf,
        /// Its first error.
        detail: String,
    },
}

/// A file error in words.
fn file_error(path: impl Into<PathBuf>) -> impl FnOnce(std::io::Error) -> CompileError {
    move |error| CompileError::File { path: path.into(), reason: error.to_string() }
}
