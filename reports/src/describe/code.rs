//! The source text at a position, where the source file can be read.

use super::place::location;
use crate::location::SourceLocation;
use crate::source::{SourceText, Sources, scan};
use rma_frontend::ir::{LocId, Module};
use std::rc::Rc;

/// Lines after a call in which a `return` is searched.
const FUNCTION: u32 = 60;

/// The longest expression that is shown.
const LONG: usize = 48;

/// Looks words up.
#[derive(Clone, Copy)]
pub(super) struct Code<'d> {
    pub module: &'d Module,
    pub sources: &'d Sources,
}

impl Code<'_> {
    /// The location of a position in the source.
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

    /// The variable that the result of the call of `callee` at a position is assigned to.
    pub fn result(&self, loc: LocId, callee: &str) -> Option<String> {
        let (text, line, col) = self.call_at(loc, callee)?;
        scan::assigned(text.line(line)?, col)
    }

    /// The items that the `read` statement of Fortran at a position reads.
    pub fn read_items(&self, loc: LocId) -> Option<Vec<String>> {
        let (text, line, _) = self.text(loc)?;
        scan::read_items(text.line(line)?)
    }

    /// Whether the result of the call of `callee` at a position is returned unchanged.
    pub fn is_return(&self, loc: LocId, callee: &str) -> bool {
        let call = self.call_at(loc, callee);
        call.is_some_and(|(text, line, col)| text.line(line).is_some_and(|line| scan::is_returned(line, col)))
    }

    /// Whether the function returns a variable of this name after a position, unchanged.
    pub fn is_returned(&self, loc: LocId, name: &str) -> bool {
        let Some((text, line, _)) = self.text(loc) else { return false };
        let mut open = 0_usize;
        for line in (line + 1..line.saturating_add(FUNCTION)).map_while(|line| text.line(line)) {
            if line.trim() == format!("return {name};") {
                return true;
            }
            let closed = line.matches('}').count();
            open += line.matches('{').count();
            if open < closed || scan::changes(line, name) {
                return false;
            }
            open -= closed;
        }
        false
    }

    /// The variable that the expression at a position is assigned to.
    pub fn assigned(&self, loc: LocId) -> Option<String> {
        let (text, line, col) = self.text(loc)?;
        scan::assigned(text.line(line)?, col)
    }

    /// The path of members and indices at a position.
    pub fn path(&self, loc: LocId) -> Option<String> {
        let (text, line, col) = self.text(loc)?;
        let start = scan::path_start(text.line(line)?, col.checked_sub(1)? as usize);
        let path = scan::path(text.from(line, u32::try_from(start + 1).ok()?)?);
        // A macro is no variable: `CHECK(...)`.
        let after = text.from(line, u32::try_from(start + 1 + path.len()).ok()?)?;
        let is_macro = after.trim_start().starts_with('(') && !path.chars().any(char::is_lowercase);
        (!path.is_empty() && !is_macro && scan::is_name(path)).then(|| path.to_owned())
    }

    /// The variable that a function of a C++ library allocates memory for: `cells` of `cells.push_back(x)` and of `Cells cells(4)`.
    pub fn container(&self, loc: LocId, callee: &str) -> Option<String> {
        let bare = without_template_arguments(callee);
        let (class, function) = bare.rsplit_once("::")?;
        let (text, line, col) = self.text(loc)?;
        let line_text = text.line(line)?;
        let start = scan::path_start(line_text, col.checked_sub(1)? as usize);
        let path = scan::path(text.from(line, u32::try_from(start + 1).ok()?)?);
        let method = |sign: &str| path.strip_suffix(function)?.strip_suffix(sign);
        let is_constructor = class.rsplit("::").next() == Some(function);
        let name = match method(".").or_else(|| method("->")) {
            Some(of) => of,
            None if is_constructor && !path.contains("::") && path != function => path,
            None => return None,
        };
        scan::is_name(name).then(|| name.to_owned())
    }

    /// The expression at a position that a `!` is before, with it: `!in`, `!(in >> width)`.
    pub fn negated(&self, loc: LocId) -> Option<String> {
        let (text, line, col) = self.text(loc)?;
        let rest = text.from(line, col)?.strip_prefix('!')?.trim_start();
        let operand = if rest.starts_with('(') { scan::in_brackets(rest)? } else { scan::path(rest) };
        let whole = format!("!{operand}");
        (!operand.is_empty() && whole.len() <= LONG && !whole.contains(['`', '\n'])).then_some(whole)
    }

    /// The variable of the loop whose head is at a position, with its first value and step where those are numbers.
    pub fn loop_variable(&self, loc: LocId) -> Option<(String, Option<(i64, i64)>)> {
        let (text, line, _) = self.text(loc)?;
        scan::loop_variable(text.line(line)?)
    }
}

/// A qualified name without what stands in `<>`.
pub(super) fn without_template_arguments(name: &str) -> String {
    let mut depth = 0_usize;
    let kept = name.chars().filter(|c| {
        match c {
            '<' => depth += 1,
            '>' => depth = depth.saturating_sub(1),
            _ => return depth == 0,
        }
        false
    });
    kept.collect()
}
