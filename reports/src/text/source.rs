//! Source files on demand, and which part of a line to mark.

use crate::location::SourceLocation;
use crate::paths::display_path;
use codespan_reporting::files::{Error, Files, SimpleFile};
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;

/// The source files that were asked for so far.
pub(super) struct SourceFiles<'a> {
    root: Option<&'a Path>,
    /// By recorded path; `None` when it cannot be read.
    by_path: BTreeMap<String, Option<usize>>,
    files: Vec<SimpleFile<String, String>>,
}

impl<'a> SourceFiles<'a> {
    pub(super) fn new(root: Option<&'a Path>) -> Self {
        Self { root, by_path: BTreeMap::new(), files: Vec::new() }
    }

    /// File and bytes to mark for a position; `None` when the file cannot be read or has no such line, as happens when it
    /// was changed since the program was compiled.
    pub(super) fn range_at(&mut self, location: &SourceLocation) -> Option<(usize, Range<usize>)> {
        if !location.is_known() {
            return None;
        }
        let id = self.open(&location.file)?;
        let file = self.files.get(id)?;
        let line = file.line_range((), location.line as usize - 1).ok()?;
        let text = file.source().get(line.clone())?.trim_end();
        let marked = token_at(text, location.col as usize);
        (!marked.is_empty()).then(|| (id, line.start + marked.start..line.start + marked.end))
    }

    fn open(&mut self, path: &str) -> Option<usize> {
        if let Some(known) = self.by_path.get(path) {
            return *known;
        }
        let on_disk = match self.root {
            Some(root) => root.join(path),
            None => Path::new(path).to_path_buf(),
        };
        let id = std::fs::read(on_disk).ok().map(|bytes| {
            let shown = display_path(path, self.root);
            self.files.push(SimpleFile::new(shown, String::from_utf8_lossy(&bytes).into_owned()));
            self.files.len() - 1
        });
        self.by_path.insert(path.to_owned(), id);
        id
    }
}

/// The identifier or operator at a column (bytes, from 1), or the whole text of the line when the column is unknown or
/// outside.
fn token_at(line: &str, col: usize) -> Range<usize> {
    let whole = line.len() - line.trim_start().len()..line.len();
    let from = |start: usize| line.get(start..).map(|rest| (start, rest));
    let Some((start, rest)) = col.checked_sub(1).and_then(from) else { return whole };
    let Some(first) = rest.chars().next().filter(|first| !first.is_whitespace()) else { return whole };
    let word = |c: char| c.is_alphanumeric() || c == '_';
    let operator = |c: char| "=+-*/%&|^<>!~".contains(c);
    let length = if word(first) {
        rest.find(|c| !word(c))
    } else if operator(first) {
        rest.find(|c| !operator(c))
    } else {
        Some(first.len_utf8())
    };
    start..length.map_or(line.len(), |length| start + length)
}

impl<'a> Files<'a> for SourceFiles<'_> {
    type FileId = usize;
    type Name = &'a str;
    type Source = &'a str;

    fn name(&'a self, id: usize) -> Result<&'a str, Error> {
        self.files.get(id).map(|file| file.name().as_str()).ok_or(Error::FileMissing)
    }

    fn source(&'a self, id: usize) -> Result<&'a str, Error> {
        self.files.get(id).map(|file| file.source().as_str()).ok_or(Error::FileMissing)
    }

    fn line_index(&'a self, id: usize, byte: usize) -> Result<usize, Error> {
        self.files.get(id).ok_or(Error::FileMissing)?.line_index((), byte)
    }

    fn line_range(&'a self, id: usize, line: usize) -> Result<Range<usize>, Error> {
        self.files.get(id).ok_or(Error::FileMissing)?.line_range((), line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_column_marks_its_token() {
        let line = "  MPI_Put(buf, 10); x += 1;";
        assert_eq!(line.get(token_at(line, 3)), Some("MPI_Put"));
        assert_eq!(line.get(token_at(line, 23)), Some("+="));
        assert_eq!(line.get(token_at(line, 19)), Some(";"));
    }

    #[test]
    fn an_unknown_column_marks_the_line() {
        let line = "  ä = 1;";
        for col in [0, 1, 4, 99] {
            assert_eq!(line.get(token_at(line, col)), Some("ä = 1;"), "column {col}");
        }
        assert!(token_at("", 1).is_empty());
    }
}
