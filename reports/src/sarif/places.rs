//! Positions of the program as SARIF locations.

use super::model::{ArtifactContent, ArtifactLocation, Location, LogicalLocation, Message, PhysicalLocation, Region};
use crate::finding::Access;
use crate::location::SourceLocation;
use crate::paths::to_uri;
use crate::source::Sources;
use crate::text::marked;
use std::ops::Range;

/// The symbolic name of the directory that relative URIs start from.
pub(super) const BASE: &str = "SRCROOT";
/// Lines before and after a place that are its context.
const AROUND: u32 = 2;
/// Characters of a snippet.
const SNIPPET: usize = 400;

/// Turns positions of the program into SARIF locations.
pub(super) struct Places<'a> {
    pub(super) sources: &'a Sources,
}

impl Places<'_> {
    /// The base of relative paths; its URI ends with a slash (clause 3.14.14).
    pub(super) fn root(&self) -> Option<ArtifactLocation> {
        let directory = self.sources.roots().base()?.to_string_lossy().into_owned();
        let mut uri = to_uri(&directory);
        if !uri.ends_with('/') {
            uri.push('/');
        }
        Some(ArtifactLocation { uri, uri_base_id: None })
    }

    /// The position of an access, with its label and its text.
    pub(super) fn access(&self, access: &Access) -> Location {
        let message = Some(Message::plain(&access.label)).filter(|message| !message.text.is_empty());
        Location { message, ..self.word(&access.location, access.word.as_deref()) }
    }

    /// A position.
    pub(super) fn location(&self, location: &SourceLocation) -> Location {
        self.word(location, None)
    }

    /// A position in the sources as they were: without their text.
    pub(super) fn former(&self, location: &SourceLocation) -> Location {
        let physical = PhysicalLocation {
            artifact_location: self.artifact(&location.file),
            region: (location.line > 0).then(|| bare(location)),
            context_region: None,
        };
        Location {
            physical_location: (!location.file.is_empty()).then_some(physical),
            ..self.location(&SourceLocation { file: String::new(), ..location.clone() })
        }
    }

    /// A position, and the word there that is meant.
    pub(super) fn word(&self, location: &SourceLocation, word: Option<&str>) -> Location {
        let logical = LogicalLocation { name: location.function.clone(), kind: "function" };
        Location {
            physical_location: (!location.file.is_empty()).then(|| self.physical(location, word)),
            logical_locations: if location.function.is_empty() { Vec::new() } else { vec![logical] },
            ..Location::default()
        }
    }

    fn physical(&self, location: &SourceLocation, word: Option<&str>) -> PhysicalLocation {
        let (region, context) = self.regions(location, word);
        PhysicalLocation { artifact_location: self.artifact(&location.file), region, context_region: context }
    }

    fn artifact(&self, file: &str) -> ArtifactLocation {
        let file = self.sources.roots().relative(file);
        let relative = !file.starts_with('/') && self.sources.roots().base().is_some();
        ArtifactLocation { uri: to_uri(&file), uri_base_id: relative.then_some(BASE) }
    }

    /// The region of a position, and a larger region around it, with their texts if the file can be
    /// read.
    fn regions(&self, location: &SourceLocation, word: Option<&str>) -> (Option<Region>, Option<Region>) {
        if location.line == 0 {
            return (None, None);
        }
        let bare = bare(location);
        let Ok(text) = self.sources.text(&location.file) else { return (Some(bare), None) };
        let Some(line) = text.line(location.line) else { return (Some(bare), None) };
        let (bytes, _) = marked(line, location.col, word);
        let region = match line.get(bytes.clone()).filter(|marked| !marked.is_empty()) {
            Some(marked) => Region {
                start_line: location.line,
                start_column: Some(column(line, bytes.start)),
                end_line: None,
                end_column: Some(column(line, bytes.end)),
                snippet: Some(ArtifactContent { text: cut(marked) }),
            },
            None => bare,
        };
        let lines = context(location.line, text.lines());
        let shown: Vec<&str> = lines.clone().filter_map(|number| text.line(number)).collect();
        let around = Region {
            start_line: lines.start,
            end_line: Some(lines.end - 1),
            snippet: Some(ArtifactContent { text: cut(&shown.join("\n")) }),
            ..Region::default()
        };
        (Some(region), Some(around))
    }
}

fn bare(location: &SourceLocation) -> Region {
    Region { start_line: location.line, start_column: (location.col > 0).then_some(location.col), ..Region::default() }
}

fn context(line: u32, last: u32) -> Range<u32> {
    line.saturating_sub(AROUND).max(1)..line.saturating_add(AROUND).min(last.max(line)) + 1
}

/// A byte of a line as a column in code points, from 1 (clause 3.30.6; `columnKind`).
fn column(line: &str, byte: usize) -> u32 {
    u32::try_from(line.get(..byte).map_or(byte, |before| before.chars().count()) + 1).unwrap_or(u32::MAX)
}

fn cut(text: &str) -> String {
    text.chars().take(SNIPPET).collect()
}
