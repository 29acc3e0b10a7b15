//! The inputs and outputs of the statements in `build.ninja` (Ninja manual, "Build statements").

use std::path::{Path, PathBuf};

/// Every build statement: its first output, and its explicit and implicit inputs. Inputs that only have to be there before it
/// (`||`) are left out. No statements when there is no such file.
pub(super) fn statements(file: &Path) -> Vec<(PathBuf, Vec<PathBuf>)> {
    let text = crate::regular::read_text(file).unwrap_or_default().replace("$\n", "");
    text.lines().filter_map(|line| statement(line.strip_prefix("build ")?)).collect()
}

/// `OUT ... | OUT ...: RULE IN ... | IN ... || IN ...`
fn statement(line: &str) -> Option<(PathBuf, Vec<PathBuf>)> {
    let mut words = words(line).into_iter();
    let output = PathBuf::from(words.next()?);
    let mut words = words.skip_while(|word| word != ":").skip(1);
    let rule = words.next()?;
    // CMake's and Meson's utility targets.
    if rule == "phony" {
        return None;
    }
    let inputs: Vec<PathBuf> =
        words.take_while(|word| word != "||" && word != "|@").filter(|word| word != "|").map(PathBuf::from).collect();
    let is_part = |path: &PathBuf| {
        let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        ["o", "obj", "a", "so", "lo"].contains(&extension)
    };
    let parts: Vec<PathBuf> = inputs.into_iter().filter(is_part).collect();
    (!parts.is_empty()).then_some((output, parts))
}

/// Words of a statement; the colon after the outputs is a separate word. `$` escapes the next character.
fn words(line: &str) -> Vec<String> {
    let (mut words, mut word) = (Vec::new(), String::new());
    let mut characters = line.chars();
    while let Some(character) = characters.next() {
        match character {
            '$' => word.extend(characters.next()),
            ' ' => words.push(std::mem::take(&mut word)),
            ':' => words.extend([std::mem::take(&mut word), ":".to_owned()]),
            other => word.push(other),
        }
    }
    words.push(word);
    words.retain(|word| !word.is_empty());
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_are_read() {
        let read = |line: &str| statement(line);
        let paths = |names: &[&str]| names.iter().map(PathBuf::from).collect::<Vec<_>>();
        assert_eq!(
            read("app/one$ x: C_EXECUTABLE_LINKER__one_ CMakeFiles/one.dir/a.c.o | libhalo.a || libhalo.a gen.o"),
            Some((PathBuf::from("app/one x"), paths(&["CMakeFiles/one.dir/a.c.o", "libhalo.a"])))
        );
        assert_eq!(read("a.o: C_COMPILER a.c || order"), None);
        assert_eq!(read("all: phony app/one libhalo.a"), None);
        assert_eq!(read("libx.so | libx.so.sym: c_LINKER x.o"), Some((PathBuf::from("libx.so"), paths(&["x.o"]))));
    }
}
