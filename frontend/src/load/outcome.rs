//! What a reply, or its absence, means for the user.

use super::error::LoadError;
use super::process::Remains;
use crate::ir::Module;
use crate::wire::{Failure, Frame, Rewritten, Status};
use std::path::{Path, PathBuf};

/// Decodes and checks a reply of a reader with LLVM `version`. `said` is the standard error of the reader, if it ended
/// after this reply.
pub(super) fn of_reply(
    path: &Path,
    frame: &Frame,
    said: &str,
    version: u32,
    memory_limit: u64,
) -> Result<Module, LoadError> {
    let bad = |detail: String| LoadError::BadReply { path: path.to_owned(), detail };
    match frame.status {
        Status::Module => {
            let module: Module = postcard::from_bytes(&frame.payload).map_err(|error| bad(error.to_string()))?;
            module.validate().map_err(|error| bad(error.to_string()))?;
            Ok(module)
        }
        Status::Rewritten => Err(bad("the module was written, not read".to_owned())),
        Status::Failed | Status::Ended => {
            let failure = postcard::from_bytes(&frame.payload).map_err(|error| bad(error.to_string()))?;
            Err(of_failure(path.to_owned(), failure, said, version, memory_limit))
        }
    }
}

/// What the reply to a request to rewrite a module, or its absence, means for the user.
pub(super) fn of_rewriting(
    path: &Path,
    frame: &Frame,
    said: &str,
    version: u32,
    memory_limit: u64,
) -> Result<Rewritten, LoadError> {
    let bad = |detail: String| LoadError::BadReply { path: path.to_owned(), detail };
    match frame.status {
        Status::Rewritten => postcard::from_bytes(&frame.payload).map_err(|error| bad(error.to_string())),
        Status::Module => Err(bad("the module was read, not written".to_owned())),
        Status::Failed | Status::Ended => {
            let failure = postcard::from_bytes(&frame.payload).map_err(|error| bad(error.to_string()))?;
            Err(of_failure(path.to_owned(), failure, said, version, memory_limit))
        }
    }
}

fn of_failure(path: PathBuf, failure: Failure, said: &str, version: u32, memory_limit: u64) -> LoadError {
    match failure {
        Failure::Io(reason) => LoadError::Unreadable { path, reason },
        Failure::Invalid(detail) => LoadError::Invalid { path, detail: shorten(&detail) },
        Failure::Text(detail) => LoadError::BadText { path, detail: shorten(&detail), reader: version },
        Failure::Fatal(detail) if speaks_of_memory(&detail) => LoadError::OutOfMemory { path, limit: memory_limit },
        // The parsers verify modules with debug information themselves, print the reason and give up.
        Failure::Fatal(detail) if detail.contains("Broken module") => {
            LoadError::Invalid { path, detail: shorten(if said.is_empty() { &detail } else { said }) }
        }
        Failure::Bitcode(detail) | Failure::Fatal(detail) => match producer(&detail) {
            Some((producer, of)) if of > version => {
                LoadError::NewerProducer { path, producer, reader: version, detail: shorten(&detail) }
            }
            _ if detail.is_empty() => LoadError::Corrupt { path, detail: "LLVM gives no reason".to_owned() },
            _ => LoadError::Corrupt { path, detail: shorten(&detail) },
        },
    }
}

/// The reader is gone without a reply.
pub(super) fn of_death(path: &Path, remains: &Remains, memory_limit: u64) -> LoadError {
    if speaks_of_memory(&remains.stderr) {
        return LoadError::OutOfMemory { path: path.to_owned(), limit: memory_limit };
    }
    let said = remains.stderr.lines().map(str::trim).find(|line| !line.is_empty());
    let detail = match said {
        Some(line) => format!("{}: {}", remains.status, shorten(line)),
        None => remains.status.clone(),
    };
    LoadError::Crashed { path: path.to_owned(), detail }
}

/// The messages of LLVM, the C++ runtime and Rust about failed allocations.
fn speaks_of_memory(text: &str) -> bool {
    ["out of memory", "bad_alloc", "memory allocation of", "Allocation failed", "length_error"]
        .iter()
        .any(|phrase| text.contains(phrase))
}

/// From `... (Producer: 'LLVM22.1.0' Reader: 'LLVM 19.1.7')`: the producer and its major version.
fn producer(message: &str) -> Option<(String, u32)> {
    let (_, rest) = message.split_once("Producer: '")?;
    let (name, _) = rest.split_once('\'')?;
    let digits: String = name.chars().skip_while(|c| !c.is_ascii_digit()).take_while(char::is_ascii_digit).collect();
    Some((name.to_owned(), digits.parse().ok()?))
}

/// One line of bounded length.
fn shorten(message: &str) -> String {
    const LONGEST: usize = 300;
    let mut line = message.split_whitespace().collect::<Vec<_>>().join(" ");
    if let Some((end, _)) = line.char_indices().nth(LONGEST) {
        line.truncate(end);
        line.push_str("...");
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMIT: u64 = 1 << 20;

    #[test]
    fn the_producer_decides_between_corrupt_and_newer() {
        let path = || PathBuf::from("a.bc");
        let newer = "Unknown attribute kind (91) (Producer: 'LLVM22.1.0' Reader: 'LLVM 19.1.7')".to_owned();
        match of_failure(path(), Failure::Bitcode(newer), "", 19, LIMIT) {
            LoadError::NewerProducer { producer, reader: 19, .. } => assert_eq!(producer, "LLVM22.1.0"),
            other => panic!("{other}"),
        }
        let same = "Invalid record (Producer: 'LLVM19.1.7' Reader: 'LLVM 19.1.7')".to_owned();
        assert!(matches!(of_failure(path(), Failure::Bitcode(same), "", 19, LIMIT), LoadError::Corrupt { .. }));
        assert!(matches!(
            of_failure(path(), Failure::Bitcode(String::new()), "", 19, LIMIT),
            LoadError::Corrupt { .. }
        ));
    }

    #[test]
    fn death_for_want_of_memory_is_recognised() {
        let remains = |stderr: &str| Remains { status: "signal: 6".to_owned(), stderr: stderr.to_owned() };
        let of = |stderr: &str| of_death(Path::new("a.bc"), &remains(stderr), LIMIT);
        assert!(matches!(of("LLVM ERROR: out of memory"), LoadError::OutOfMemory { limit: LIMIT, .. }));
        assert!(matches!(of("memory allocation of 12 bytes failed"), LoadError::OutOfMemory { .. }));
        assert!(matches!(of(""), LoadError::Crashed { .. }));
    }
}
