//! Reads whole files, and only regular ones: a pipe could block the run forever, and a device may never end.

use std::io::{Error, ErrorKind, Result};
use std::path::Path;

/// The bytes of a regular file.
///
/// # Errors
///
/// When the file is no regular one, or cannot be read.
pub fn read(path: &Path) -> Result<Vec<u8>> {
    // Before it is opened: opening a pipe waits for its writer.
    let data = std::fs::metadata(path)?;
    if !data.is_file() {
        let what = if data.is_dir() { "a folder" } else { "no regular file" };
        return Err(Error::new(ErrorKind::InvalidInput, what));
    }
    std::fs::read(path)
}

/// The text of a regular file.
///
/// # Errors
///
/// When the file is no regular one, cannot be read, or is not UTF-8.
pub fn read_text(path: &Path) -> Result<String> {
    String::from_utf8(read(path)?).map_err(|_| Error::new(ErrorKind::InvalidData, "no text in UTF-8"))
}
