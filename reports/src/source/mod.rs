//! The program's source files: which of them are read, and which parts.
//!
//! Debug information names files, and it comes with the input: it may name `/dev/zero`, a file of another person, or a file
//! that has changed since it was compiled. So a file is read only when it is a regular one below a folder that the user
//! trusts ([`Roots`]), up to [`LARGEST`], and it counts as changed when its checksum is not the one that the compiler
//! recorded. Where the compiler recorded none, a file that is newer than the bitcode may have changed.

mod roots;
pub mod scan;
mod told;

pub use roots::Roots;
pub use told::{doubt, tell};

use md5::{Digest, Md5};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::time::SystemTime;

/// Bytes of a source file up to which it is read.
pub const LARGEST: u64 = 8 << 20;

/// Why the text of a file is not there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Absent {
    /// There is no such file, or it cannot be read.
    Missing,
    /// The file is outside of the folders that may be read.
    Outside,
    /// It is no regular file, or it is too large.
    Refused,
    /// Its text is not the one that was compiled.
    Changed,
    /// Its text may be another one than was compiled.
    Doubtful,
}

/// The text of a source file.
#[derive(Debug)]
pub struct SourceText {
    text: String,
    /// The start of each line, and the end of the text.
    starts: Vec<usize>,
}

impl SourceText {
    /// A text in lines.
    pub fn new(text: String) -> SourceText {
        let mut starts = vec![0];
        starts.extend(text.match_indices('\n').map(|(at, _)| at + 1));
        starts.push(text.len() + 1);
        SourceText { text, starts }
    }

    /// A line, from 1, without its end.
    pub fn line(&self, number: u32) -> Option<&str> {
        let at = (number as usize).checked_sub(1)?;
        let (start, end) = (*self.starts.get(at)?, *self.starts.get(at + 1)?);
        let line = self.text.get(start..end.saturating_sub(1).max(start))?;
        Some(line.strip_suffix('\r').unwrap_or(line))
    }

    /// The text from a line and column (bytes, from 1) on.
    pub fn from(&self, line: u32, col: u32) -> Option<&str> {
        let start = *self.starts.get((line as usize).checked_sub(1)?)?;
        self.text.get(start + (col.max(1) as usize - 1)..)
    }

    /// Whether a word occurs in it.
    pub fn contains(&self, word: &str) -> bool {
        self.text.contains(word)
    }

    /// Number of lines.
    pub fn lines(&self) -> u32 {
        u32::try_from(self.starts.len() - 1).unwrap_or(u32::MAX)
    }
}

/// What is known of the source files from their compilation.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Compiled {
    /// MD5 checksums by path; a file in several compilations may have several.
    pub checksums: BTreeMap<String, Vec<u128>>,
    /// The time of the newest file with bitcode.
    pub latest: Option<SystemTime>,
    /// Files that have other lines than were compiled, though no checksum shows it.
    pub doubtful: BTreeSet<String>,
}

/// The source files that were requested so far.
#[derive(Debug, Default)]
pub struct Sources {
    roots: Roots,
    compiled: Compiled,
    read: RefCell<BTreeMap<String, Result<Rc<SourceText>, Absent>>>,
}

impl Sources {
    /// Files below these folders, as far as they are those that were compiled.
    pub fn new(roots: Roots, compiled: Compiled) -> Sources {
        Sources { roots, compiled, read: RefCell::default() }
    }

    /// Whether the compiler recorded the checksum of a file.
    fn has_checksum(&self, path: &str) -> bool {
        self.compiled.checksums.contains_key(path)
    }

    /// The folders.
    pub fn roots(&self) -> &Roots {
        &self.roots
    }

    /// The text of a file, by its recorded path.
    ///
    /// # Errors
    /// When the file may not be read, cannot be, or has changed.
    pub fn text(&self, path: &str) -> Result<Rc<SourceText>, Absent> {
        if let Some(known) = self.read.borrow().get(path) {
            return known.clone();
        }
        let text = self.load(path);
        self.read.borrow_mut().insert(path.to_owned(), text.clone());
        text
    }

    fn load(&self, path: &str) -> Result<Rc<SourceText>, Absent> {
        let (bytes, written) = self.roots.read(path, LARGEST)?;
        let sum = u128::from_be_bytes(Md5::digest(&bytes).into());
        match self.compiled.checksums.get(path) {
            Some(known) if known.iter().any(|known| *known != sum) => return Err(Absent::Changed),
            Some(_) => {}
            None => {
                let is_newer = written.zip(self.compiled.latest).is_some_and(|(written, compiled)| written > compiled);
                if is_newer || self.compiled.doubtful.contains(path) {
                    return Err(Absent::Doubtful);
                }
            }
        }
        Ok(Rc::new(SourceText::new(String::from_utf8_lossy(&bytes).into_owned())))
    }
}

#[cfg(test)]
mod tests;
