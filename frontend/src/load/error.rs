//! Errors of loading files, with messages that tell the user what to do.

use super::locate::NEWER_VERSION;
use super::sniff::FileKind;
use std::path::PathBuf;
use std::time::Duration;
use thiserror::Error;

/// A file (or the reader itself) that failed. Every message tells the user what to do.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum LoadError {
    /// Nothing at this path.
    #[error("{}: no such file; check the path", path.display())]
    NotFound {
        /// The file.
        path: PathBuf,
    },
    /// The operating system refused.
    #[error("{}: cannot be read ({reason}); check that it is a regular file with read permission", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The system's message.
        reason: String,
    },
    /// No bytes.
    #[error("{}: the file is empty; the compiler was probably interrupted, so compile it again", path.display())]
    Empty {
        /// The file.
        path: PathBuf,
    },
    /// Neither bitcode nor textual IR.
    #[error("{}: not LLVM bitcode but {looks_like}; {}", path.display(), looks_like.advice())]
    NotBitcode {
        /// The file.
        path: PathBuf,
        /// What it seems to be.
        looks_like: FileKind,
    },
    /// Machine code that holds no bitcode.
    #[error("{}: machine code without bitcode, so its {} {} not analysed; compile it to bitcode (`clang -g -O0 -flto -c`, \
             or through `rma-static cc -- clang`) and give the result", path.display(), functions_of(functions),
             if functions.len() == 1 { "is" } else { "are" })]
    NoBitcode {
        /// The file, or the member of an archive.
        path: PathBuf,
        /// Its functions.
        functions: Vec<String>,
    },
    /// An archive of machine code.
    #[error("{}: none of the {members} members of this archive has bitcode; compile them to bitcode (`clang -g -O0 -flto -c`, \
             or through `rma-static cc -- clang`)", path.display())]
    NoBitcodeInArchive {
        /// The file.
        path: PathBuf,
        /// Its members that are objects.
        members: usize,
    },
    /// An archive that cannot be read.
    #[error("{}: the archive cannot be read ({detail}); make it again", path.display())]
    BadArchive {
        /// The file.
        path: PathBuf,
        /// The mistake in it.
        detail: String,
    },
    /// A list file that cannot be read.
    #[error("@{}: the list of inputs cannot be read ({reason})", path.display())]
    BadList {
        /// The list.
        path: PathBuf,
        /// Why.
        reason: String,
    },
    /// One module was wanted.
    #[error("{}: holds {modules} modules where one is wanted", path.display())]
    NotOneModule {
        /// The file.
        path: PathBuf,
        /// How many it holds.
        modules: usize,
    },
    /// Bitcode that LLVM cannot read.
    #[error("{}: truncated or corrupt bitcode ({detail}); compile it again", path.display())]
    Corrupt {
        /// The file.
        path: PathBuf,
        /// LLVM's message.
        detail: String,
    },
    /// Textual IR that LLVM cannot read.
    #[error("{}: textual IR that LLVM {reader} cannot read ({detail}); correct it, or make it again with \
             `clang-{reader} -S -emit-llvm`", path.display())]
    BadText {
        /// The file.
        path: PathBuf,
        /// LLVM's message, with line and column.
        detail: String,
        /// Major version of the reader.
        reader: u32,
    },
    /// Written by an LLVM that is newer than the reader.
    #[error("{}: bitcode of {producer}, which is newer than this reader (LLVM {reader}) and uses something that it does \
             not know ({detail}); compile with clang {reader} or older{}", path.display(), newer_reader(*reader))]
    NewerProducer {
        /// The file.
        path: PathBuf,
        /// The producer as the bitcode names it.
        producer: String,
        /// Major version of the reader.
        reader: u32,
        /// LLVM's message.
        detail: String,
    },
    /// Readable, but against the rules of the language reference.
    #[error("{}: LLVM's verifier rejects the module ({detail}); compile it again, or report the compiler", path.display())]
    Invalid {
        /// The file.
        path: PathBuf,
        /// The verifier's message.
        detail: String,
    },
    /// The reader died, twice.
    #[error("{}: the file brings LLVM's reader down ({detail}); it is most likely corrupt, so compile it again", path.display())]
    Crashed {
        /// The file.
        path: PathBuf,
        /// How the process ended, and its last message.
        detail: String,
    },
    /// The time limit was reached.
    #[error("{}: not read within {} s; raise the time limit if the file is really that large, else compile it again", path.display(), limit.as_secs_f64())]
    TimedOut {
        /// The file.
        path: PathBuf,
        /// The limit.
        limit: Duration,
    },
    /// The memory limit was reached.
    #[error("{}: needs more than {} MiB to read; raise the memory limit if the file is really that large, else compile it again", path.display(), limit >> 20)]
    OutOfMemory {
        /// The file.
        path: PathBuf,
        /// The limit in bytes.
        limit: u64,
    },
    /// The reader's answer cannot be used.
    #[error("{}: the reader's answer is inconsistent ({detail}); the file is most likely corrupt, so compile it again, \
             and report this when it happens again", path.display())]
    BadReply {
        /// The file.
        path: PathBuf,
        /// The mistake in it.
        detail: String,
    },
    /// The reader executable was not found.
    #[error("the reader executable rma-static-reader was not found (tried {}); build it with \
             `cargo build -p rma-reader`, or name it in RMA_STATIC_READER", tried.iter().map(|p| p.display().to_string()).collect::<Vec<_>>().join(", "))]
    ReaderMissing {
        /// The paths that were tried.
        tried: Vec<PathBuf>,
    },
    /// The reader executable cannot be run, or belongs to another build.
    #[error("the reader executable {} cannot be used ({reason}); build it again with `cargo build -p rma-reader`", reader.display())]
    ReaderUnusable {
        /// The executable.
        reader: PathBuf,
        /// Why.
        reason: String,
    },
}

impl LoadError {
    /// The file that it is about; `None` when it is about the reader.
    pub fn path(&self) -> Option<&std::path::Path> {
        match self {
            LoadError::NotFound { path }
            | LoadError::Unreadable { path, .. }
            | LoadError::Empty { path }
            | LoadError::NotBitcode { path, .. }
            | LoadError::NoBitcode { path, .. }
            | LoadError::NoBitcodeInArchive { path, .. }
            | LoadError::BadArchive { path, .. }
            | LoadError::BadList { path, .. }
            | LoadError::NotOneModule { path, .. }
            | LoadError::Corrupt { path, .. }
            | LoadError::BadText { path, .. }
            | LoadError::NewerProducer { path, .. }
            | LoadError::Invalid { path, .. }
            | LoadError::Crashed { path, .. }
            | LoadError::TimedOut { path, .. }
            | LoadError::OutOfMemory { path, .. }
            | LoadError::BadReply { path, .. } => Some(path),
            LoadError::ReaderMissing { .. } | LoadError::ReaderUnusable { .. } => None,
        }
    }

    /// Whether a reader of another LLVM may take the file.
    pub(super) fn is_refusal(&self) -> bool {
        matches!(
            self,
            LoadError::NewerProducer { .. }
                | LoadError::Corrupt { .. }
                | LoadError::BadText { .. }
                | LoadError::Invalid { .. }
        )
    }
}

/// What else helps when the reader is too old.
fn newer_reader(reader: u32) -> String {
    if reader < NEWER_VERSION {
        format!(", or build the reader for LLVM {NEWER_VERSION} beside it (`make reader-{NEWER_VERSION}`)")
    } else {
        String::new()
    }
}

/// A text such as `3 functions (pack, send, unpack)`; of many names, only the first.
fn functions_of(names: &[String]) -> String {
    const SHOWN: usize = 5;
    let plural = if names.len() == 1 { "" } else { "s" };
    let more = if names.len() > SHOWN { ", ..." } else { "" };
    let shown = names.iter().take(SHOWN).map(String::as_str).collect::<Vec<_>>().join(", ");
    let shown = if names.is_empty() { String::new() } else { format!(" ({shown}{more})") };
    format!("{} function{plural}{shown}", names.len())
}
