//! List files: `@files.txt` stands for the inputs that the file names.
//!
//! As with compilers, names are separated by white space, quoted as in a shell, and relative to the working folder. A list may
//! name further lists; `#` starts a comment.

use super::error::LoadError;
use std::path::{Path, PathBuf};

/// Lists within lists that are followed before a circle is suspected.
const DEPTH: usize = 16;

/// The inputs, with every list replaced by what it names.
///
/// # Errors
/// When a list cannot be read.
pub fn expand(inputs: &[PathBuf]) -> Result<Vec<PathBuf>, LoadError> {
    let mut expanded = Vec::new();
    for input in inputs {
        add(input, 0, &mut expanded)?;
    }
    Ok(expanded)
}

fn add(input: &Path, depth: usize, expanded: &mut Vec<PathBuf>) -> Result<(), LoadError> {
    let Some(list) = input.to_str().and_then(|name| name.strip_prefix('@')).filter(|name| !name.is_empty()) else {
        expanded.push(input.to_owned());
        return Ok(());
    };
    let bad = |reason: String| LoadError::BadList { path: PathBuf::from(list), reason };
    if depth == DEPTH {
        return Err(bad("lists name each other in a circle".to_owned()));
    }
    let text = crate::regular::read_text(Path::new(list)).map_err(|error| bad(error.to_string()))?;
    let names = shlex::split(&text).ok_or_else(|| bad("a quote is not closed".to_owned()))?;
    names.iter().try_for_each(|name| add(Path::new(name), depth + 1, expanded))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_name_files_and_lists() {
        let folder = std::env::temp_dir().join(format!("rma-static-list-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let at = |name: &str| folder.join(name).display().to_string();
        std::fs::write(at("inner"), "c.bc\n# nothing\nd.bc").unwrap();
        std::fs::write(at("outer"), format!("'a b.bc' @{}\n", at("inner"))).unwrap();
        std::fs::write(at("circle"), format!("@{}", at("circle"))).unwrap();
        std::fs::write(at("open"), "'a").unwrap();
        let expand = |name: &str| super::expand(&[PathBuf::from(name)]);
        let expected: Vec<PathBuf> = ["a b.bc", "c.bc", "d.bc"].map(PathBuf::from).to_vec();
        assert_eq!(expand(&format!("@{}", at("outer"))), Ok(expected));
        for bad in ["circle", "open", "missing"] {
            assert!(matches!(expand(&format!("@{}", at(bad))), Err(LoadError::BadList { .. })), "{bad}");
        }
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
