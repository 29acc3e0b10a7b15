//! What a file is, from its first bytes and its name.

use std::fmt;
use std::path::Path;

/// Extensions of source files.
const SOURCES: [&str; 16] =
    ["c", "h", "cc", "cpp", "cxx", "c++", "hpp", "hh", "f", "f77", "f90", "f95", "f03", "f08", "for", "rs"];

/// How the first line of textual IR begins.
const STARTS: [&str; 12] = [
    "source_filename",
    "target datalayout",
    "target triple",
    "module asm",
    "define ",
    "declare ",
    "attributes #",
    "@",
    "%",
    "!",
    "$",
    "uselistorder",
];

/// What a file looks like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileKind {
    /// LLVM bitcode, plain or in the wrapper of Apple's tools.
    Bitcode,
    /// LLVM's textual IR.
    Text,
    /// Relocatable ELF object.
    ElfObject,
    /// Linked ELF file.
    ElfExecutable,
    /// `ar` archive of objects.
    Archive,
    /// Mach-O object or executable.
    MachO,
    /// Windows object or executable.
    Coff,
    /// WebAssembly.
    Wasm,
    /// Program text of a source language.
    Source,
    /// Text of another kind.
    PlainText,
    /// Anything else.
    Unknown,
}

impl fmt::Display for FileKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            FileKind::Bitcode => "LLVM bitcode",
            FileKind::Text => "LLVM textual IR",
            FileKind::ElfObject => "a native ELF object",
            FileKind::ElfExecutable => "a linked ELF executable or shared library",
            FileKind::Archive => "an archive of objects",
            FileKind::MachO => "a Mach-O object",
            FileKind::Coff => "a Windows object",
            FileKind::Wasm => "a WebAssembly module",
            FileKind::Source => "a source file",
            FileKind::PlainText => "a text file",
            FileKind::Unknown => "a file of unknown format",
        })
    }
}

impl FileKind {
    /// What to do to get a file that can be read.
    pub fn advice(self) -> &'static str {
        match self {
            FileKind::MachO | FileKind::Coff | FileKind::Wasm => {
                "it holds machine code; compile the source with `clang -g -O0 -emit-llvm -c` and give the result"
            }
            FileKind::ElfObject | FileKind::ElfExecutable | FileKind::Archive => {
                "it is cut off or damaged, so make it again"
            }
            FileKind::Source => "compile it first: `clang -g -O0 -emit-llvm -c` (for MPI, `mpicc -cc=clang` likewise)",
            FileKind::PlainText | FileKind::Unknown | FileKind::Bitcode | FileKind::Text => {
                "give bitcode made with `clang -g -O0 -emit-llvm -c`, or textual IR (.ll)"
            }
        }
    }
}

/// Whether the bytes start as bitcode does.
pub fn is_bitcode(bytes: &[u8]) -> bool {
    bytes.starts_with(b"BC\xC0\xDE") || bytes.starts_with(&[0xDE, 0xC0, 0x17, 0x0B])
}

/// Classifies a file by its first few thousand bytes; the extension decides only between kinds of text.
pub fn classify(path: &Path, head: &[u8]) -> FileKind {
    if is_bitcode(head) {
        return FileKind::Bitcode;
    }
    if head.starts_with(b"\x7fELF") {
        // `e_type` of the ELF header, in the byte order that byte 5 names.
        let elf_type = match (head.get(5), head.get(16), head.get(17)) {
            (Some(2), Some(&high), Some(&low)) | (Some(_), Some(&low), Some(&high)) => u16::from_be_bytes([high, low]),
            _ => return FileKind::ElfObject,
        };
        return if elf_type == 1 { FileKind::ElfObject } else { FileKind::ElfExecutable };
    }
    if head.starts_with(b"!<arch>\n") || head.starts_with(b"!<thin>\n") {
        return FileKind::Archive;
    }
    if head.starts_with(b"\0asm") {
        return FileKind::Wasm;
    }
    if [[0xFE, 0xED, 0xFA, 0xCE], [0xFE, 0xED, 0xFA, 0xCF], [0xCE, 0xFA, 0xED, 0xFE], [0xCF, 0xFA, 0xED, 0xFE]]
        .iter()
        .any(|magic| head.starts_with(magic))
    {
        return FileKind::MachO;
    }
    let extension = path.extension().and_then(|e| e.to_str()).unwrap_or("").to_ascii_lowercase();
    if extension == "ll" {
        return FileKind::Text;
    }
    if !is_text(head) {
        return if head.starts_with(b"MZ") || head.starts_with(&[0x64, 0x86]) {
            FileKind::Coff
        } else {
            FileKind::Unknown
        };
    }
    if SOURCES.contains(&extension.as_str()) {
        return FileKind::Source;
    }
    let text = String::from_utf8_lossy(head);
    if looks_like_ir(&text) {
        FileKind::Text
    } else if text.lines().any(|line| line.trim_start().starts_with("#include")) {
        FileKind::Source
    } else {
        FileKind::PlainText
    }
}

/// Printable, in UTF-8 but for a character cut off at the end.
fn is_text(head: &[u8]) -> bool {
    let valid = match std::str::from_utf8(head) {
        Ok(_) => true,
        Err(error) => error.error_len().is_none(),
    };
    valid && !head.iter().any(|&byte| byte < 0x20 && !matches!(byte, b'\n' | b'\r' | b'\t' | 0x0c))
}

/// The first line that is neither empty nor a comment starts one of the top-level entities of the language
/// reference; in an IR file of comments alone, the first comment shows that it is IR.
fn looks_like_ir(text: &str) -> bool {
    if text.starts_with("; ModuleID") {
        return true;
    }
    let first = text.lines().map(str::trim_start).find(|line| !line.is_empty() && !line.starts_with(';'));
    first.is_some_and(|line| STARTS.iter().any(|start| line.starts_with(start)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(name: &str, head: &[u8]) -> FileKind {
        classify(Path::new(name), head)
    }

    #[test]
    fn magic_numbers_decide() {
        assert_eq!(kind("a.o", b"BC\xC0\xDE...."), FileKind::Bitcode);
        assert_eq!(kind("a.bc", b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x01\0"), FileKind::ElfObject);
        assert_eq!(kind("a.bc", b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x03\0"), FileKind::ElfExecutable);
        assert_eq!(kind("a.bc", b"\x7fELF\x02\x02\x01\0\0\0\0\0\0\0\0\0\0\x01"), FileKind::ElfObject);
        assert_eq!(kind("a", b"\x7fELF"), FileKind::ElfObject);
        assert_eq!(kind("a.bc", b"!<arch>\nfoo.o/"), FileKind::Archive);
        assert_eq!(kind("a.bc", b"\x01\x02\x03\xff\xfe"), FileKind::Unknown);
    }

    #[test]
    fn text_is_told_apart() {
        assert_eq!(kind("a.c", b"int main(void) { return 0; }"), FileKind::Source);
        assert_eq!(kind("a.bc", b"/* x */\n#include <mpi.h>\n"), FileKind::Source);
        assert_eq!(kind("a.txt", b"\n; c\ndefine void @f() {"), FileKind::Text);
        assert_eq!(kind("a.bc", b"; ModuleID = 'x'\n"), FileKind::Text);
        assert_eq!(kind("a.ll", b"nonsense"), FileKind::Text);
        assert_eq!(kind("a.txt", b"hello world\n"), FileKind::PlainText);
        assert_eq!(kind("a.txt", "caf\u{e9}".as_bytes().split_last().unwrap().1), FileKind::PlainText);
    }
}
