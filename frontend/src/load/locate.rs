//! Where the reader executable is.

use super::error::LoadError;
use std::path::{Path, PathBuf};

/// Name of the executable.
const NAME: &str = "rma-static-reader";

/// Environment variable that names the executable.
const VARIABLE: &str = "RMA_STATIC_READER";

/// The reader: as given, else as the environment names it, else beside the running executable, else in the folder
/// above (test executables lie one folder below the others).
pub(super) fn locate(given: Option<&Path>) -> Result<PathBuf, LoadError> {
    let named = given.map(Path::to_owned).or_else(|| std::env::var_os(VARIABLE).map(PathBuf::from));
    let candidates = match named {
        Some(path) => vec![path],
        None => {
            let executable = std::env::current_exe().unwrap_or_default();
            executable.ancestors().skip(1).take(2).map(|folder| folder.join(NAME)).collect()
        }
    };
    match candidates.iter().find(|path| path.is_file()) {
        Some(path) => Ok(path.clone()),
        None => Err(LoadError::ReaderMissing { tried: candidates }),
    }
}
