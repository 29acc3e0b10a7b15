//! Bitcode in the sections of ELF files.
//!
//! clang writes it into `.llvm.lto` with `-ffat-lto-objects`, which linkers drop, and into `.llvmbc` with `-fembed-bitcode`, which
//! they keep and concatenate, as they do with the section of `rma-static cc`. Of an object that has several, one is read.

use super::{Contents, Native, Place, Unit, beside, split};
use crate::load::fortran;
use object::{Object, ObjectSection, ObjectSymbol, SymbolKind};
use std::path::PathBuf;

const SECTIONS: [&str; 3] = [crate::compile::SECTION, ".llvmbc", ".llvm.lto"];

/// Adds what an ELF file holds.
///
/// # Errors
/// When it is no whole ELF file.
pub(super) fn open(place: &Place, bytes: &[u8], contents: &mut Contents) -> Result<(), ()> {
    let file = object::File::parse(bytes).map_err(|_| ())?;
    let mut units = embedded(place, &file);
    if units.is_empty() && place.start == 0 && !place.lazy {
        let path = beside(place.file);
        units.extend(path.map(|path| Unit::file(&path)));
    }
    let mut native = symbols(&file);
    native.name = place.name.clone();
    native.has_bitcode = !units.is_empty();
    native.lazy = place.lazy;
    contents.native.push(native);
    contents.units.append(&mut units);
    Ok(())
}

fn embedded(place: &Place, file: &object::File) -> Vec<Unit> {
    for name in SECTIONS {
        let Some(section) = file.section_by_name(name) else { continue };
        let (Some((start, _)), Ok(data)) = (section.file_range(), section.data()) else { continue };
        let modules = split::modules(data);
        let several = modules.len() > 1;
        let units: Vec<Unit> = modules
            .into_iter()
            .enumerate()
            .map(|(index, module)| {
                let start = place.start + start;
                Unit {
                    name: if several { numbered(place, index + 1) } else { place.name.clone() },
                    file: place.file.to_owned(),
                    range: Some(start + module.start as u64..start + module.end as u64),
                    lazy: place.lazy,
                }
            })
            .collect();
        if !units.is_empty() {
            return units;
        }
    }
    Vec::new()
}

/// A linked file keeps no names of the objects that its modules came from.
fn numbered(place: &Place, number: usize) -> PathBuf {
    PathBuf::from(format!("{} (module {number})", place.name.display()))
}

fn symbols(file: &object::File) -> Native {
    let mut native = Native::default();
    // A stripped library still has its dynamic symbols.
    let stripped = file.symbols().next().is_none();
    let of_file: Vec<_> = if stripped { file.dynamic_symbols().collect() } else { file.symbols().collect() };
    for symbol in &of_file {
        let Ok(name) = symbol.name() else { continue };
        // `memcpy@GLIBC_2.14` in a symbol table; `f.cold` for a part of `f` that the code generator moved away.
        let name = name.split('@').next().unwrap_or(name);
        if name.is_empty() {
            continue;
        }
        let name = &fortran::of_gfortran(name).unwrap_or_else(|| name.to_owned());
        if symbol.is_undefined() {
            if symbol.is_global() && !symbol.is_weak() {
                native.needs.push(name.clone());
            }
            continue;
        }
        if symbol.is_global() && matches!(symbol.kind(), SymbolKind::Text | SymbolKind::Data) {
            native.defines.push(name.clone());
        }
        if symbol.kind() == SymbolKind::Text && symbol.size() > 0 {
            native.functions.push(name.clone());
        }
    }
    native
}
