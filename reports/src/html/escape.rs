//! Text of the input in a page.

use crate::escape::{plain, source_line};

/// Text of an element or attribute: control and bidirectional characters as escapes, and no markup.
pub fn text(text: &str) -> String {
    markup(&plain(text))
}

/// A line of source, whose tabs stay.
pub fn line(text: &str) -> String {
    markup(&source_line(text))
}

fn markup(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;").replace('\'', "&#39;")
}
