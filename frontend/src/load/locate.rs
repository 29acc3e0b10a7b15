//! Finds the executables of the readers.

use super::error::LoadError;
use std::path::{Path, PathBuf};

/// Name of the executable.
const NAME: &str = "rma-static-reader";

/// Major version of the LLVM that it is built with.
const VERSION: u32 = 19;

/// Name of the executable that reads bitcode of newer compilers; it is beside the other one, if it was built.
const NEWER_NAME: &str = "rma-static-reader-22";

/// Major version of the LLVM that the newer one is built with.
pub(super) const NEWER_VERSION: u32 = 22;

/// Environment variable that names the executable.
const VARIABLE: &str = "RMA_STATIC_READER";

/// The folder of the readers, relative to the executable's folder, if they are not in the latter.
const LIBRARY: &str = "../lib/rma-static";

/// A reader.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Executable {
    /// The path.
    pub path: PathBuf,
    /// Major version of its LLVM.
    pub version: u32,
}

/// The readers, in the order in which they are tried: the usual one, and one of a newer LLVM if it was built.
///
/// The usual reader is the given one, else the one that the environment names, else the one beside the running executable, else
/// the one in the folder above (test executables are one folder deeper than others), else the one in `../lib/rma-static`.
pub(super) fn locate(given: Option<&Path>) -> Result<Vec<Executable>, LoadError> {
    let named = given.map(Path::to_owned).or_else(|| std::env::var_os(VARIABLE).map(PathBuf::from));
    let candidates = match named {
        Some(path) => vec![path],
        None => {
            let executable = own_path();
            let around = executable.ancestors().skip(1).take(2).map(|folder| folder.join(NAME));
            // Where packages put what is not for people.
            let library = executable.parent().map(|folder| folder.join(LIBRARY).join(NAME));
            around.chain(library).collect()
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

/// The running executable. Linux shows it in `/proc`. Where that is not mounted, as in some containers and chroots, it is found by
/// the name by which it was called and the search path, as the shell found it.
fn own_path() -> PathBuf {
    if let Ok(path) = std::env::current_exe() {
        return path;
    }
    let name = std::env::args_os().next().map(PathBuf::from).unwrap_or_default();
    let search = std::env::var_os("PATH").unwrap_or_default();
    let called = called_as(&name, std::env::split_paths(&search));
    std::fs::canonicalize(&called).unwrap_or(called)
}

/// The file that a shell runs for a command: a name with a folder is used as it is, another name is searched for.
fn called_as(name: &Path, search: impl IntoIterator<Item = PathBuf>) -> PathBuf {
    if name.components().count() > 1 {
        return name.to_owned();
    }
    let found = search.into_iter().map(|folder| folder.join(name)).find(|path| path.is_file());
    found.unwrap_or_else(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_executable_is_found_as_a_shell_finds_it() {
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        let (first, second) = (folder.path().join("a"), folder.path().join("b"));
        std::fs::create_dir_all(&first).expect("a folder can be made");
        std::fs::create_dir_all(&second).expect("a folder can be made");
        std::fs::write(second.join("tool"), "").expect("a file can be written");
        let called = |name: &str| called_as(Path::new(name), [first.clone(), second.clone()]);
        assert_eq!(called("tool"), second.join("tool"));
        assert_eq!(called("./tool"), Path::new("./tool"));
        assert_eq!(called("/opt/bin/tool"), Path::new("/opt/bin/tool"));
        assert_eq!(called("other"), Path::new("other"));
    }
}
