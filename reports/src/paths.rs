//! Paths as a reader of the report sees them.

use std::path::{Component, Path, PathBuf};

/// `file` relative to `root` if it is below `root`, else unchanged; always with `/`.
///
/// Purely textual: nothing is looked up, so the result is the same on every machine.
pub fn display_path(file: &str, root: Option<&Path>) -> String {
    let tidy = tidy(Path::new(file));
    let shown = root.and_then(|root| tidy.strip_prefix(self::tidy(root)).ok().map(Path::to_path_buf)).unwrap_or(tidy);
    shown.to_string_lossy().into_owned()
}

/// The path without `.` and, where the parent is named, without `..`.
fn tidy(path: &Path) -> PathBuf {
    let mut result = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir if matches!(result.components().next_back(), Some(Component::Normal(_))) => {
                result.pop();
            }
            other => result.push(other),
        }
    }
    result
}

/// A `file:` URI of an absolute path, or a relative reference of a relative one (RFC 3986, 3.3 and 4.2).
pub fn to_uri(path: &str) -> String {
    let mut uri = String::from(if path.starts_with('/') { "file://" } else { "" });
    for byte in path.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => uri.push(byte as char),
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}

/// The path of a URI as [`to_uri`] makes it.
pub fn from_uri(uri: &str) -> String {
    let path = uri.strip_prefix("file://").unwrap_or(uri);
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.as_bytes();
    while let Some((byte, after)) = rest.split_first() {
        let code = after.get(..2).filter(|_| *byte == b'%').and_then(|digits| std::str::from_utf8(digits).ok());
        match code.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(code) => {
                bytes.push(code);
                rest = after.get(2..).unwrap_or_default();
            }
            None => {
                bytes.push(*byte);
                rest = after;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_below_the_root_are_relative() {
        let root = Some(Path::new("/home/user/project"));
        assert_eq!(display_path("/home/user/project/src/a.c", root), "src/a.c");
        assert_eq!(display_path("/home/user/project/build/../src/./a.c", root), "src/a.c");
        assert_eq!(display_path("/home/user/projects/a.c", root), "/home/user/projects/a.c");
        assert_eq!(display_path("../lib/a.c", root), "../lib/a.c");
        assert_eq!(display_path("./a.c", None), "a.c");
    }

    #[test]
    fn uris_escape_what_they_must() {
        assert_eq!(to_uri("src/a b.c"), "src/a%20b.c");
        assert_eq!(to_uri("/home/ä.c"), "file:///home/%C3%A4.c");
        assert_eq!(to_uri("a:b.c"), "a%3Ab.c");
        for path in ["src/a b.c", "/home/ä.c", "a:b%.c", "%4", "100%"] {
            assert_eq!(from_uri(&to_uri(path)), path);
        }
    }
}
