//! Where the reader executables are.

use super::error::LoadError;
use std::path::{Path, PathBuf};

/// Name of the executable.
const NAME: &str = "rma-static-reader";

/// Major version of the LLVM that it is built with.
const VERSION: u32 = 19;

/// Name of the executable for bitcode of newer compilers, beside the other, where it was built.
const NEWER_NAME: &str = "rma-static-reader-22";

/// Major version of the LLVM that the newer one is built with.
pub(super) const NEWER_VERSION: u32 = 22;

/// Environment variable that names the executable.
const VARIABLE: &str = "RMA_STATIC_READER";

/// A reader.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Executable {
    /// Where it is.
    pub path: PathBuf,
    /// Major version of its LLVM.
    pub version: u32,
}

/// The readers, in the order in which they are asked: the usual one, and one of a newer LLVM where it was built.
///
/// The usual one is as given, else as the environment names it, else beside the running executable, else in the folder
/// above (test executables lie one folder below the others).
pub(super) fn locate(given: Option<&Path>) -> Result<Vec<Executable>, LoadError> {
    let named = given.map(Path::to_owned).or_else(|| std::env::var_os(VARIABLE).map(PathBuf::from));
    let candidates = match named {
        Some(path) => vec![path],
        None => {
            let executable = std::env::current_exe().unwrap_or_default();
            executable.ancestors().skip(1).take(2).map(|folder| folder.join(NAME)).collect()
        }
    };
    match candidates.iter().find(|path| path.is_file()) {
        Some(path) => {
            let newer = path.with_file_name(NEWER_NAME);
            let mut readers = vec![Executable { path: path.clone(), version: VERSION }];
            if newer.is_file() {
                readers.push(Executable { path: newer, version: NEWER_VERSION });
            }
            Ok(readers)
        }
        None => Err(LoadError::ReaderMissing { tried: candidates }),
    }
}
