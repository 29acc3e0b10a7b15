//! Makes text of the input safe for a terminal: characters that control a terminal or an editor are shown as escapes.
//!
//! Names, paths and source lines come from the author of the program, or of a file, and cannot be trusted. A line break in a
//! name could forge a line of the report, an escape sequence could colour or move text, a bidirectional mark could reverse it
//! (CVE-2021-42574).

use std::borrow::Cow;
use std::fmt::Write;

/// The text with control, bidirectional, invisible and line-breaking characters as `\n`, `\x1b` or `\u{202e}`.
pub fn plain(text: &str) -> Cow<'_, str> {
    if text.chars().all(|c| !is_active(c)) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        push(&mut out, c);
    }
    Cow::Owned(out)
}

/// Escapes a line of a source file; tabs stay.
pub fn source_line(line: &str) -> Cow<'_, str> {
    if line.chars().all(|c| c == '\t' || !is_active(c)) {
        return Cow::Borrowed(line);
    }
    let mut out = String::with_capacity(line.len() + 16);
    for c in line.chars() {
        if c == '\t' { out.push(c) } else { push(&mut out, c) }
    }
    Cow::Owned(out)
}

/// Escapes a text of several lines, and keeps the lines. All lines but the first are indented, so that none looks like the begin of a
/// message.
pub fn message(text: &str) -> String {
    let lines: Vec<Cow<'_, str>> = text.lines().map(source_line).collect();
    lines.join("\n    ")
}

/// Escapes a text of several lines, and keeps the lines as they are.
pub fn lines(text: &str) -> String {
    text.split_inclusive('\n').map(|line| source_line(line.trim_end_matches('\n')).into_owned() + "\n").collect()
}

/// Escapes a text of JSON, whose texts may hold what the standard does not force to be escaped.
pub fn json(text: &str) -> Cow<'_, str> {
    let is_raw = |c: char| is_active(c) && c != '\n';
    if !text.contains(is_raw) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if is_raw(c) {
            for unit in c.encode_utf16(&mut [0; 2]) {
                let _ = write!(out, "\\u{unit:04x}");
            }
        } else {
            out.push(c);
        }
    }
    Cow::Owned(out)
}

fn push(out: &mut String, c: char) {
    match c {
        _ if !is_active(c) => out.push(c),
        '\n' => out.push_str("\\n"),
        '\r' => out.push_str("\\r"),
        '\t' => out.push_str("\\t"),
        c if u32::from(c) < 0x100 => _ = write!(out, "\\x{:02x}", u32::from(c)),
        c => _ = write!(out, "\\u{{{:x}}}", u32::from(c)),
    }
}

/// Whether a character does something to the text around it instead of being seen.
fn is_active(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_acts_on_is_shown() {
        assert_eq!(plain("a\nerror[RMA201]: no"), "a\\nerror[RMA201]: no");
        assert_eq!(plain("\u{1b}[31mred\u{9b}m\u{7f}"), "\\x1b[31mred\\x9bm\\x7f");
        assert_eq!(plain("a\u{202e}b\u{2066}c\u{2028}d"), "a\\u{202e}b\\u{2066}c\\u{2028}d");
        assert_eq!(plain("Größe_größer λ"), "Größe_größer λ");
        assert_eq!(source_line("\tx\u{7};"), "\tx\\x07;");
        let text = json("{\n \"a\": \"x\u{202e}\u{7f}\u{9b}\u{e0001}\"\n}");
        assert_eq!(text, "{\n \"a\": \"x\\u202e\\u007f\\u009b\\udb40\\udc01\"\n}");
        assert_eq!(message("a\nb\u{1b}"), "a\n    b\\x1b");
    }
}
