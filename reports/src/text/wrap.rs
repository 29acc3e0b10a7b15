//! Wraps text to lines of a given width.

/// The text with line ends at blanks, so that no line is wider than `width`; further lines are indented.
pub(crate) fn text(text: &str, width: usize, indent: usize) -> String {
    let mut out = String::with_capacity(text.len());
    let mut column = 0;
    for word in text.split(' ') {
        let length = word.chars().count();
        if column > 0 && column + 1 + length > width {
            out.push('\n');
            out.push_str(&" ".repeat(indent));
            column = indent;
        } else if column > 0 {
            out.push(' ');
            column += 1;
        }
        out.push_str(word);
        column += length;
    }
    out
}

#[cfg(test)]
mod tests {
    #[test]
    fn lines_end_at_blanks() {
        assert_eq!(super::text("one two three four", 9, 2), "one two\n  three\n  four");
        assert_eq!(super::text("averylongword x", 4, 0), "averylongword\nx");
    }
}
