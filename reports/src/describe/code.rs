//! The source text at a position, where the source file can be read.

use super::place::location;
use crate::location::SourceLocation;
use crate::source::{SourceText, Sources, scan};
use rma_frontend::ir::{LocId, Module};
use std::rc::Rc;

/// Looks words up.
#[derive(Clone, Copy)]
pub(super) struct Code<'d> {
    pub module: &'d Module,
    pub sources: &'d Sources,
}

impl Code<'_> {
    /// Where a position is.
    pub fn at(&self, loc: LocId) -> SourceLocation {
        location(self.module, loc)
    }

    fn text(&self, loc: LocId) -> Option<(Rc<SourceText>, u32, u32)> {
        let at = self.module.locs[loc];
        let file = &self.module.files[self.module.scopes[at.scope].file];
        (at.line > 0 && !file.is_empty()).then(|| Some((self.sources.text(file).ok()?, at.line, at.col)))?
    }

    /// The line, and the byte position of a call of `callee` in it; the position of a macro's expansion is that of the
    /// macro.
    fn call_at(&self, loc: LocId, callee: &str) -> Option<(Rc<SourceText>, u32, u32)> {
        let (text, line, col) = self.text(loc)?;
        let at = scan::word(text.line(line)?, callee, col.max(1) as usize - 1)?;
        let col = u32::try_from(at.start + 1).ok()?;
        Some((text, line, col))
    }

    /// The arguments of the call of `callee` at a position.
    pub fn arguments(&self, loc: LocId, callee: &str) -> Option<Vec<String>> {
        let (text, line, col) = self.call_at(loc, callee)?;
        scan::arguments(text.from(line, col)?)
    }

    /// What the call of `callee` at a position is assigned to.
    pub fn result(&self, loc: LocId, callee: &str) -> Option<String> {
        let (text, line, col) = self.call_at(loc, callee)?;
        scan::assigned(text.line(line)?, col)
    }

    /// What the expression at a position is assigned to.
    pub fn assigned(&self, loc: LocId) -> Option<String> {
        let (text, line, col) = self.text(loc)?;
        scan::assigned(text.line(line)?, col)
    }

    /// The path of members and indices at a position.
    pub fn path(&self, loc: LocId) -> Option<String> {
        let (text, line, col) = self.text(loc)?;
        let start = scan::path_start(text.line(line)?, col.checked_sub(1)? as usize);
        let path = scan::path(text.from(line, u32::try_from(start + 1).ok()?)?);
        (!path.is_empty() && scan::is_name(path)).then(|| path.to_owned())
    }

    /// The variable of the loop whose head is at a position, with its first value and step where those are numbers.
    pub fn loop_variable(&self, loc: LocId) -> Option<(String, Option<(i64, i64)>)> {
        let (text, line, _) = self.text(loc)?;
        scan::loop_variable(text.line(line)?)
    }
}
