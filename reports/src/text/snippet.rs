//! The lines that a finding shows, and the marked parts of them.

use crate::escape;
use crate::finding::Access;
use crate::location::SourceLocation;
use crate::source::{Sources, scan};
use codespan_reporting::files::{Error, Files};
use std::collections::BTreeMap;
use std::ops::Range;

/// Lines around a mark that the renderer may show.
const AROUND: u32 = 2;
/// Columns of the margin with the line numbers.
const MARGIN: usize = 10;

/// A place to mark in a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Mark {
    file: String,
    line: u32,
    bytes: Range<usize>,
    /// The macro whose expansion the access is in.
    pub macro_name: Option<String>,
    /// The line has the macro's name and not the word of the access.
    pub hidden: bool,
}

/// The source lines of one finding, made fit for a terminal.
///
/// Files are those lines only; the others are empty. A line that is too wide is cut around what is marked in it.
pub(super) struct Snippets<'s> {
    sources: &'s Sources,
    width: usize,
    marks: Vec<Mark>,
    files: Vec<Shown>,
}

struct Shown {
    path: String,
    name: String,
    source: String,
    /// The start and the end of each shown line in `source`, by its index (line - 1).
    lines: BTreeMap<usize, Range<usize>>,
    /// The shown part of a line: the number of raw bytes that were cut off at its begin, and the text in their place.
    cuts: BTreeMap<usize, (usize, usize)>,
}

impl<'s> Snippets<'s> {
    pub(super) fn new(sources: &'s Sources, width: usize) -> Snippets<'s> {
        Snippets { sources, width, marks: Vec::new(), files: Vec::new() }
    }

    pub(super) fn sources(&self) -> &'s Sources {
        self.sources
    }

    /// What to mark for a position; `None` when the file cannot be read or has no such line. `word` is what the source has for
    /// the access: after the name of a macro the mark goes to it.
    pub(super) fn mark(&mut self, location: &SourceLocation, word: Option<&str>) -> Option<Mark> {
        let found = mark(self.sources, location, word)?;
        self.marks.push(found.clone());
        Some(found)
    }

    /// File and bytes of a mark, once all are known.
    pub(super) fn range(&mut self, mark: &Mark) -> Option<(usize, Range<usize>)> {
        let id = match self.files.iter().position(|file| file.path == mark.file) {
            Some(known) => known,
            None => {
                let shown = self.show(&mark.file)?;
                self.files.push(shown);
                self.files.len() - 1
            }
        };
        let file = self.files.get(id)?;
        let index = mark.line as usize - 1;
        let line = file.lines.get(&index)?;
        let text = self.sources.text(&mark.file).ok()?;
        let raw = text.line(mark.line)?;
        let (cut, stand_in) = file.cuts.get(&index).copied().unwrap_or_default();
        let shown = |byte: usize| Some(stand_in + escape::source_line(raw.get(cut..byte.max(cut))?).len());
        let (start, end) = (line.start + shown(mark.bytes.start)?, line.start + shown(mark.bytes.end)?);
        (start < line.end).then(|| (id, start..end.min(line.end)))
    }

    /// Columns of a shown line up to a byte of the file that [`Snippets::range`] names.
    pub(super) fn column(&self, id: usize, byte: usize) -> usize {
        let before = self.files.get(id).and_then(|file| file.source.get(..byte)).unwrap_or_default();
        let line = before.rsplit('\n').next().unwrap_or_default();
        line.chars().map(|c| if c == '\t' { 4 } else { 1 }).sum()
    }

    fn show(&self, path: &str) -> Option<Shown> {
        let text = self.sources.text(path).ok()?;
        let mut shown = Shown {
            path: path.to_owned(),
            name: self.sources.roots().shown(path),
            source: String::new(),
            lines: BTreeMap::new(),
            cuts: BTreeMap::new(),
        };
        let marks: Vec<&Mark> = self.marks.iter().filter(|mark| mark.file == path).collect();
        let mut wanted: Vec<u32> = marks
            .iter()
            .flat_map(|mark| {
                mark.line.saturating_sub(AROUND).max(1)..=mark.line.saturating_add(AROUND).min(text.lines())
            })
            .collect();
        wanted.sort_unstable();
        wanted.dedup();
        for line in wanted {
            let raw = text.line(line)?.trim_end();
            let bytes = marks.iter().filter(|mark| mark.line == line).map(|mark| mark.bytes.clone());
            let (text, cut, stand_in) = fit(raw, bytes, self.width.saturating_sub(MARGIN).max(20));
            let start = shown.source.len();
            shown.source.push_str(&text);
            let index = line as usize - 1;
            shown.lines.insert(index, start..shown.source.len());
            shown.cuts.insert(index, (cut, stand_in));
            shown.source.push('\n');
        }
        Some(shown)
    }
}

/// A line shortened to the width: its text, the number of raw bytes that are cut off at the begin, and the length of the text in
/// their place.
fn fit(raw: &str, marked: impl Iterator<Item = Range<usize>>, width: usize) -> (String, usize, usize) {
    let wide = |text: &str| text.chars().map(|c| if c == '\t' { 4 } else { 1 }).sum::<usize>();
    let whole = escape::source_line(raw).into_owned();
    if wide(&whole) <= width {
        return (whole, 0, 0);
    }
    let (mut first, mut last) = (raw.len(), 0);
    for range in marked {
        (first, last) = (first.min(range.start), last.max(range.end));
    }
    if first >= last {
        (first, last) = (0, 0);
    }
    // As much of the begin as fits, with the marked part; else from a little before that on.
    let boundary = |mut at: usize| {
        while at > 0 && !raw.is_char_boundary(at) {
            at -= 1;
        }
        at.min(raw.len())
    };
    let cut = if last + 3 <= width { 0 } else { boundary(first.saturating_sub(width / 4)) };
    let begin = if cut > 0 { "..." } else { "" };
    let rest = escape::source_line(raw.get(cut..).unwrap_or_default()).into_owned();
    let room = width.saturating_sub(begin.len() + 3);
    let mut taken = String::new();
    let mut columns = 0;
    for c in rest.chars() {
        columns += if c == '\t' { 4 } else { 1 };
        if columns > room {
            taken.push_str("...");
            break;
        }
        taken.push(c);
    }
    (format!("{begin}{taken}"), cut, begin.len())
}

/// What to mark for a position of the program.
pub(super) fn mark(sources: &Sources, location: &SourceLocation, word: Option<&str>) -> Option<Mark> {
    if !location.is_known() {
        return None;
    }
    let text = sources.text(&location.file).ok()?;
    let line = text.line(location.line)?;
    let (bytes, macro_name) = marked(line, location.col, word);
    let hidden = macro_name.is_some() && line.get(bytes.clone()) == macro_name.as_deref();
    (!bytes.is_empty()).then(|| Mark { file: location.file.clone(), line: location.line, bytes, macro_name, hidden })
}

/// The column of an access, in bytes from 1: that of its routine where the debug information has the macro around it.
pub(crate) fn column(access: &Access, sources: &Sources) -> u32 {
    let at = &access.location;
    let word = access.word.as_deref().filter(|_| at.is_known() && at.col > 0);
    let text = word.and_then(|_| sources.text(&at.file).ok());
    let line = text.as_ref().and_then(|text| text.line(at.line));
    match line.map(|line| marked(line, at.col, word).0) {
        Some(bytes) if !bytes.is_empty() => u32::try_from(bytes.start + 1).unwrap_or(at.col),
        _ => at.col,
    }
}

/// The bytes of an access in a line, and the macro around it.
pub(crate) fn marked(line: &str, col: u32, word: Option<&str>) -> (Range<usize>, Option<String>) {
    let token = token_at(line.trim_end(), col as usize);
    let here = line.get(token.clone()).unwrap_or_default();
    match word.and_then(|word| scan::word(line, word, token.start)) {
        Some(at) if at != token && !here.is_empty() => {
            let is_macro = here.chars().all(|c| c.is_alphanumeric() || c == '_') && at.start > token.start;
            let name = (is_macro && !here.eq_ignore_ascii_case("call")).then(|| here.to_owned());
            (at, name)
        }
        // What the macro calls is not on the line.
        None if word.is_some_and(scan::is_routine) && scan::is_called(line, &token) => {
            let name = (!here.eq_ignore_ascii_case("call")).then(|| here.to_owned());
            (token, name)
        }
        _ => (token, None),
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

impl<'a> Files<'a> for Snippets<'_> {
    type FileId = usize;
    type Name = &'a str;
    type Source = &'a str;

    fn name(&'a self, id: usize) -> Result<&'a str, Error> {
        self.files.get(id).map(|file| file.name.as_str()).ok_or(Error::FileMissing)
    }

    fn source(&'a self, id: usize) -> Result<&'a str, Error> {
        self.files.get(id).map(|file| file.source.as_str()).ok_or(Error::FileMissing)
    }

    fn line_index(&'a self, id: usize, byte: usize) -> Result<usize, Error> {
        let file = self.files.get(id).ok_or(Error::FileMissing)?;
        let before = file.lines.iter().take_while(|(_, range)| range.start <= byte).last();
        before.map(|(index, _)| *index).ok_or(Error::IndexTooLarge { given: byte, max: file.source.len() })
    }

    fn line_range(&'a self, id: usize, index: usize) -> Result<Range<usize>, Error> {
        let file = self.files.get(id).ok_or(Error::FileMissing)?;
        let last = file.lines.keys().next_back().copied().unwrap_or_default();
        // With the line's end, as the interface wants it.
        let with_end = |range: &Range<usize>| range.start..range.end + 1;
        file.lines.get(&index).map(with_end).ok_or(Error::LineTooLarge { given: index, max: last })
    }

    fn column_number(&'a self, id: usize, index: usize, byte: usize) -> Result<usize, Error> {
        // The column of the source, and not of what is shown of it.
        let file = self.files.get(id).ok_or(Error::FileMissing)?;
        let mark = self.marks.iter().find(|mark| mark.file == file.path && mark.line as usize == index + 1);
        let starts = |mark: &&Mark| {
            let line = file.lines.get(&index)?;
            let (cut, stand_in) = file.cuts.get(&index).copied().unwrap_or_default();
            let raw = self.sources.text(&file.path).ok()?;
            let shown = escape::source_line(raw.line(mark.line)?.get(cut..mark.bytes.start)?).len();
            Some(line.start + stand_in + shown)
        };
        let exact = self.marks.iter().filter(|mark| mark.file == file.path && mark.line as usize == index + 1);
        let exact = exact.into_iter().find(|mark| starts(mark) == Some(byte));
        match exact.or(mark) {
            Some(mark) => Ok(mark.bytes.start + 1),
            None => {
                let line = file.lines.get(&index).ok_or(Error::LineTooLarge { given: index, max: 0 })?;
                Ok(byte.saturating_sub(line.start) + 1)
            }
        }
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

    #[test]
    fn in_a_macro_the_routine_is_marked() {
        let line = "    CHECK(MPI_Put(b, n));";
        let (bytes, name) = marked(line, 5, Some("MPI_Put"));
        assert_eq!((line.get(bytes), name.as_deref()), (Some("MPI_Put"), Some("CHECK")));
        let (bytes, name) = marked(line, 5, Some("MPI_Get"));
        assert_eq!((line.get(bytes), name.as_deref()), (Some("CHECK"), Some("CHECK")));
        let (bytes, name) = marked("    x = 1;", 5, Some("MPI_Get"));
        assert_eq!((bytes, name), (4..5, None));
        let (bytes, name) = marked(line, 11, Some("MPI_Put"));
        assert_eq!((line.get(bytes), name), (Some("MPI_Put"), None));
    }

    #[test]
    fn wide_lines_are_cut_around_the_mark() {
        let line = format!("{}MPI_Put(b);{}", "x ".repeat(100), " y".repeat(100));
        let (text, cut, stand_in) = fit(&line, std::iter::once(200..207), 60);
        assert!(text.chars().count() <= 60 && text.contains("MPI_Put"), "{text}");
        assert_eq!(line.get(cut..).unwrap().chars().next(), text.get(stand_in..).unwrap().chars().next());
    }
}
