//! The content of an input file: modules at ranges of bytes, and machine code without a module.
//!
//! Nothing is unpacked: a reader process gets the file and the range. For machine code without bitcode the names of its
//! symbols are kept, so that the report can say how much of the program was not analysed.

mod archive;
mod elf;
mod split;

use super::error::LoadError;
use super::sniff::{self, FileKind};
use std::io::Read;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// One module to read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Unit {
    /// What to call it in messages: the path, or `libhalo.a(pack.o)`.
    pub name: PathBuf,
    /// The file that holds it.
    pub file: PathBuf,
    /// The bytes of the file that it takes up, when it is not the whole file.
    pub range: Option<Range<u64>>,
    /// Member of an archive: part of the program only if it defines a symbol that is missing otherwise, as for a linker.
    pub lazy: bool,
}

impl Unit {
    /// A file that is a module.
    pub fn file(path: &Path) -> Unit {
        Unit { name: path.to_owned(), file: path.to_owned(), range: None, lazy: false }
    }
}

/// An object, shared library or executable, by its symbols.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Native {
    /// What to call it in messages.
    pub name: PathBuf,
    /// Symbols that it offers to others.
    pub defines: Vec<String>,
    /// Symbols that it takes from others.
    pub needs: Vec<String>,
    /// Functions with a body, those that are visible in this file only among them.
    pub functions: Vec<String>,
    /// Whether it holds bitcode, too.
    pub has_bitcode: bool,
    /// Member of an archive.
    pub lazy: bool,
}

/// What was found in one input file.
#[derive(Debug, Default)]
pub(super) struct Contents {
    /// Modules, in order.
    pub units: Vec<Unit>,
    /// Machine code, in order.
    pub native: Vec<Native>,
}

/// Looks into one input file.
///
/// # Errors
/// When it cannot be read, or is neither bitcode nor a container that can hold some.
pub(super) fn open(path: &Path) -> Result<Contents, LoadError> {
    let looks_like = look(path)?;
    let mut contents = Contents::default();
    match looks_like {
        FileKind::Bitcode | FileKind::Text => contents.units.push(Unit::file(path)),
        FileKind::ElfObject | FileKind::ElfExecutable => {
            let bytes = read(path)?;
            let whole = Place { name: path.to_owned(), file: path, start: 0, lazy: false };
            elf::open(&whole, &bytes, &mut contents)
                .map_err(|()| LoadError::NotBitcode { path: path.to_owned(), looks_like })?;
        }
        FileKind::Archive => archive::open(path, &read(path)?, &mut contents)?,
        _ => return Err(LoadError::NotBitcode { path: path.to_owned(), looks_like }),
    }
    Ok(contents)
}

/// The origin of the bytes.
struct Place<'a> {
    /// What to call them.
    name: PathBuf,
    /// The file that holds them.
    file: &'a Path,
    /// Position of the first of them in the file.
    start: u64,
    /// Member of an archive.
    lazy: bool,
}

/// What the first bytes of a file show about it.
fn look(path: &Path) -> Result<FileKind, LoadError> {
    let owned = || path.to_owned();
    let unreadable = |reason: String| LoadError::Unreadable { path: owned(), reason };
    let metadata = std::fs::metadata(path).map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => LoadError::NotFound { path: owned() },
        _ => unreadable(error.to_string()),
    })?;
    if metadata.is_dir() {
        return Err(unreadable("it is a folder".to_owned()));
    }
    if !metadata.is_file() {
        return Err(unreadable("it is no regular file".to_owned()));
    }
    let mut head = Vec::new();
    std::fs::File::open(path)
        .and_then(|file| file.take(4096).read_to_end(&mut head))
        .map_err(|error| unreadable(error.to_string()))?;
    if head.is_empty() {
        return Err(LoadError::Empty { path: owned() });
    }
    Ok(sniff::classify(path, &head))
}

fn read(path: &Path) -> Result<Vec<u8>, LoadError> {
    std::fs::read(path).map_err(|error| LoadError::Unreadable { path: path.to_owned(), reason: error.to_string() })
}

/// The bitcode that `rma-static cc` leaves beside an object that it cannot put it into.
fn beside(object: &Path) -> Option<PathBuf> {
    let mut name = object.as_os_str().to_owned();
    name.push(".bc");
    let path = PathBuf::from(name);
    matches!(look(&path), Ok(FileKind::Bitcode)).then_some(path)
}
