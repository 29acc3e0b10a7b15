//! C text, line by line.

use std::fmt::Write;

/// A text that is written line by line, with the number of the last line. `context` is the state that a language needs
/// while it writes.
#[derive(Debug)]
#[allow(missing_docs)]
pub struct Writer<C> {
    pub context: C,
    /// How many blocks are around the next line.
    pub depth: usize,
    text: String,
    line: u32,
}

impl<C> Writer<C> {
    /// An empty text.
    pub fn new(context: C) -> Writer<C> {
        Writer { context, depth: 0, text: String::new(), line: 0 }
    }

    /// Adds a line and gives its number.
    pub fn put(&mut self, text: &str) -> u32 {
        let _ = writeln!(self.text, "{:1$}{text}", "", 4 * self.depth);
        self.line += 1;
        self.line
    }

    /// Adds several lines.
    pub fn all(&mut self, lines: &[&str]) {
        for line in lines {
            self.put(line);
        }
    }

    /// Adds what `inside` writes, one block deeper.
    pub fn deeper(&mut self, inside: impl FnOnce(&mut Self)) {
        self.depth += 1;
        inside(self);
        self.depth -= 1;
    }

    /// The number that the next line gets.
    pub fn next_line(&self) -> u32 {
        self.line + 1
    }

    /// The text as it is.
    pub fn finish(self) -> String {
        self.text
    }
}
