//! The folders below which source files may be read, and how paths below them are shown.

use super::Absent;
use crate::paths::display_path;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// Folders below which source files may be read.
#[derive(Debug, Clone, Default)]
pub struct Roots {
    /// The folder that paths in machine-readable formats are relative to; an absolute path.
    base: Option<PathBuf>,
    /// The folder that paths in text are relative to; an absolute path. Relative paths of the program start here, too.
    shown: Option<PathBuf>,
    /// All that may be read, with symbolic links resolved.
    allowed: Vec<PathBuf>,
}

impl Roots {
    /// The folders that the user has named, the first of which paths are relative to; without one the repository around the
    /// working directory, or the working directory itself.
    pub fn new(working_directory: Option<PathBuf>, named: &[PathBuf]) -> Roots {
        let absolute = |path: &PathBuf| match &working_directory {
            Some(working) => working.join(path),
            None => path.clone(),
        };
        let named: Vec<PathBuf> = named.iter().map(absolute).collect();
        let repository = working_directory.as_deref().map(|working| {
            let is_one = |folder: &&Path| [".git", ".hg", ".svn"].iter().any(|name| folder.join(name).exists());
            working.ancestors().find(is_one).unwrap_or(working).to_path_buf()
        });
        let base = named.first().cloned().or_else(|| repository.clone());
        let shown = named.first().cloned().or(working_directory);
        let all = if named.is_empty() { base.iter().cloned().collect() } else { named };
        let allowed = all.into_iter().filter_map(|folder| folder.canonicalize().ok()).collect();
        Roots { base, shown, allowed }
    }

    /// One folder for everything.
    pub fn only(folder: PathBuf) -> Roots {
        let allowed = folder.canonicalize().into_iter().collect();
        Roots { base: Some(folder.clone()), shown: Some(folder), allowed }
    }

    /// The folder that paths in machine-readable formats are relative to.
    pub fn base(&self) -> Option<&Path> {
        self.base.as_deref()
    }

    /// A path as a person reads it, fit for a terminal.
    pub fn shown(&self, path: &str) -> String {
        crate::escape::plain(&display_path(path, self.shown.as_deref())).into_owned()
    }

    /// A path relative to the base, if it is below the base.
    pub fn relative(&self, path: &str) -> String {
        display_path(path, self.base.as_deref())
    }

    /// The path that [`Roots::relative`] was made of, for files below the base.
    pub fn below_base(&self, path: &str) -> Option<String> {
        let whole = self.base.as_deref().map_or_else(|| PathBuf::from(path), |base| base.join(path));
        Some(whole.to_str()?.to_owned())
    }

    /// The content of a regular file below one of the folders, and the time when it was written.
    pub(super) fn read(&self, path: &str, largest: u64) -> Result<(Vec<u8>, Option<SystemTime>), Absent> {
        let path = match &self.shown {
            Some(root) => root.join(path),
            None => PathBuf::from(path),
        };
        let path = path.canonicalize().map_err(|_| Absent::Missing)?;
        if !self.allowed.iter().any(|folder| path.starts_with(folder)) {
            return Err(Absent::Outside);
        }
        // Before it is opened: opening a pipe would wait.
        let data = std::fs::metadata(&path).map_err(|_| Absent::Missing)?;
        if !data.is_file() || data.len() > largest {
            return Err(Absent::Refused);
        }
        let file = std::fs::File::open(&path).map_err(|_| Absent::Missing)?;
        let mut bytes = Vec::new();
        file.take(largest + 1).read_to_end(&mut bytes).map_err(|_| Absent::Missing)?;
        if bytes.len() as u64 > largest { Err(Absent::Refused) } else { Ok((bytes, data.modified().ok())) }
    }
}
