//! Static archives: members that are bitcode, that hold it, or that are machine code alone.
//!
//! Members of a thin archive are files of their own, named relative to the archive.

use super::{Contents, Place, Unit, elf};
use crate::load::error::LoadError;
use crate::load::sniff::{self, FileKind};
use object::read::archive::{ArchiveFile, ArchiveMember};
use std::path::{Path, PathBuf};

/// Adds what an archive holds; every unit of it is lazy.
pub(super) fn open(path: &Path, bytes: &[u8], contents: &mut Contents) -> Result<(), LoadError> {
    let corrupt = |detail: String| LoadError::BadArchive { path: path.to_owned(), detail };
    let archive = ArchiveFile::parse(bytes).map_err(|error| corrupt(error.to_string()))?;
    for member in archive.members() {
        let member = member.map_err(|error| corrupt(error.to_string()))?;
        let name = String::from_utf8_lossy(member.name()).into_owned();
        let shown = PathBuf::from(format!("{}({name})", path.display()));
        if member.is_thin() {
            let file = path.parent().unwrap_or(Path::new("")).join(&name);
            let bytes = std::fs::read(&file).map_err(|error| corrupt(format!("member {name}: {error}")))?;
            add(&Place { name: shown, file: &file, start: 0, lazy: true }, &bytes, contents);
        } else {
            let (start, data) = content(&member, bytes).map_err(|error| corrupt(format!("member {name}: {error}")))?;
            add(&Place { name: shown, file: path, start, lazy: true }, data, contents);
        }
    }
    Ok(())
}

fn content<'a>(member: &ArchiveMember<'a>, bytes: &'a [u8]) -> object::Result<(u64, &'a [u8])> {
    Ok((member.file_range().0, member.data(bytes)?))
}

/// Members of any other kind are no part of a program.
fn add(place: &Place, bytes: &[u8], contents: &mut Contents) {
    match sniff::classify(place.file, bytes.get(..4096).unwrap_or(bytes)) {
        FileKind::Bitcode => contents.units.push(Unit {
            name: place.name.clone(),
            file: place.file.to_owned(),
            range: Some(place.start..place.start + bytes.len() as u64),
            lazy: true,
        }),
        FileKind::ElfObject => {
            // A damaged object is none that a linker would take either.
            let _ = elf::open(place, bytes, contents);
        }
        _ => {}
    }
}
