//! The comments of a source file: of C and C++ `//` and `/* */`, of Fortran `!` (and in fixed form `C` or `*` in the first column).
//!
//! Texts in quotes are no comments. No language is parsed: a quote that is not closed ends with its line.

use crate::source::SourceText;

/// A line of a source file in its parts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Line {
    /// Whether there is anything besides comments.
    pub has_code: bool,
    /// The texts of its comments, one after the other.
    pub comment: String,
}

/// Whether a file is one of Fortran, and whether in fixed form, by its name.
fn fortran(file: &str) -> (bool, bool) {
    let ending = file.rsplit_once('.').map_or("", |(_, ending)| ending).to_ascii_lowercase();
    let fixed = matches!(ending.as_str(), "f" | "for" | "ftn" | "f77" | "fpp");
    let free = ending.strip_prefix('f').is_some_and(|year| year.len() == 2 && year.bytes().all(|c| c.is_ascii_digit()));
    (fixed || free, fixed)
}

/// The lines of a file, from line 1 on.
pub(super) fn lines(file: &str, text: &SourceText) -> Vec<Line> {
    let (is_fortran, is_fixed) = fortran(file);
    let mut inside = false;
    let of_line = |number| {
        let content = text.line(number).unwrap_or_default();
        if is_fortran { fortran_line(content, is_fixed) } else { c_line(content, &mut inside) }
    };
    (1..=text.lines()).map(of_line).collect()
}

/// `inside`: whether the line begins in a comment `/* */`; and then the next one.
fn c_line(content: &str, inside: &mut bool) -> Line {
    let mut line = Line::default();
    let mut rest = content;
    while !rest.is_empty() {
        if *inside {
            let (comment, behind) = match rest.split_once("*/") {
                Some((comment, behind)) => {
                    *inside = false;
                    (comment, behind)
                }
                None => (rest, ""),
            };
            line.comment.push_str(comment);
            rest = behind;
        } else if let Some(comment) = rest.strip_prefix("//") {
            line.comment.push_str(comment);
            break;
        } else if let Some(behind) = rest.strip_prefix("/*") {
            *inside = true;
            rest = behind;
        } else {
            rest = step(rest, '\\', &mut line.has_code);
        }
    }
    line
}

fn fortran_line(content: &str, is_fixed: bool) -> Line {
    let mut line = Line::default();
    if let Some(comment) = content.strip_prefix(['c', 'C', '*']).filter(|_| is_fixed) {
        comment.clone_into(&mut line.comment);
        return line;
    }
    let mut rest = content;
    while !rest.is_empty() {
        if let Some(comment) = rest.strip_prefix('!') {
            comment.clone_into(&mut line.comment);
            break;
        }
        rest = step(rest, '\0', &mut line.has_code);
    }
    line
}

/// The rest behind a text in quotes, or behind one character.
fn step<'t>(rest: &'t str, escape: char, has_code: &mut bool) -> &'t str {
    let mut chars = rest.char_indices();
    let Some((_, first)) = chars.next() else { return "" };
    *has_code |= !first.is_whitespace();
    if first == '"' || first == '\'' {
        let mut escaped = false;
        for (at, c) in chars.by_ref() {
            if !escaped && c == first {
                return rest.get(at + 1..).unwrap_or_default();
            }
            escaped = !escaped && c == escape;
        }
        // It may have been an apostrophe.
        return if first == '\'' { rest.get(1..).unwrap_or_default() } else { "" };
    }
    chars.as_str()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(file: &str, text: &str) -> Vec<(bool, String)> {
        let text = SourceText::new(text.to_owned());
        lines(file, &text).into_iter().map(|line| (line.has_code, line.comment)).collect()
    }

    fn line(has_code: bool, comment: &str) -> (bool, String) {
        (has_code, comment.to_owned())
    }

    #[test]
    fn comments_of_c() {
        assert_eq!(of("a.c", "s = \"// x\"; // y"), [line(true, " y")]);
        assert_eq!(
            of("a.c", "/* a\n * b\n*/ *p = '\"'; /// c"),
            [line(false, " a"), line(false, " * b"), line(true, "/ c")]
        );
        assert_eq!(of("a.cpp", "n = 1'000; // d"), [line(true, " d")]);
        assert_eq!(of("a.c", "s = \"\\\"// no\";"), [line(true, "")]);
    }

    #[test]
    fn comments_of_fortran() {
        assert_eq!(of("a.f90", "print *, \"! x\" ! y"), [line(true, " y")]);
        assert_eq!(of("a.F90", "print *, 'it''s ! x'"), [line(true, "")]);
        assert_eq!(of("a.f", "C a\n      x = 1"), [line(false, " a"), line(true, "")]);
        assert_eq!(of("a.f08", "call f() ! a // b"), [line(true, " a // b")]);
    }
}
