//! Positions in the program text.

use serde::Serialize;
use std::fmt;

/// A position in the program text, as the debug information records it.
///
/// The order is the order of the text: file, line, column; unknown lines come first.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct SourceLocation {
    /// Path of the file, absolute or relative to the working directory; empty when the program has no debug
    /// information there.
    pub file: String,
    /// Line, from 1; 0 when unknown.
    pub line: u32,
    /// Column in bytes, from 1; 0 when unknown.
    pub col: u32,
    /// Source name of the enclosing function; its linker name when there is no debug information.
    pub function: String,
}

impl SourceLocation {
    /// A position with everything known.
    pub fn new(file: impl Into<String>, line: u32, col: u32, function: impl Into<String>) -> Self {
        Self { file: file.into(), line, col, function: function.into() }
    }

    /// Whether file and line are known.
    pub fn is_known(&self) -> bool {
        !self.file.is_empty() && self.line > 0
    }
}

/// `file:line:col`, without the parts that are unknown; the function when the file is unknown.
impl fmt::Display for SourceLocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.file.is_empty() {
            return match self.function.as_str() {
                "" => write!(f, "an unknown place"),
                name => write!(f, "function `{name}`"),
            };
        }
        write!(f, "{}", self.file)?;
        if self.line > 0 {
            write!(f, ":{}", self.line)?;
            if self.col > 0 {
                write!(f, ":{}", self.col)?;
            }
        }
        Ok(())
    }
}

/// Words for a function that the compiler has made of a part of another function.
pub(crate) fn outlined(name: &str) -> Option<&'static str> {
    if name.contains(".omp_task_entry") {
        Some("the task")
    } else if name.contains(".omp_outlined") || name.contains("..omp_par") {
        Some("the parallel region")
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_parts_are_left_out() {
        assert_eq!(SourceLocation::new("a.c", 3, 5, "f").to_string(), "a.c:3:5");
        assert_eq!(SourceLocation::new("a.c", 3, 0, "f").to_string(), "a.c:3");
        assert_eq!(SourceLocation::new("a.c", 0, 7, "f").to_string(), "a.c");
        assert_eq!(SourceLocation::new("", 0, 0, "f").to_string(), "function `f`");
        assert_eq!(SourceLocation::default().to_string(), "an unknown place");
    }
}
