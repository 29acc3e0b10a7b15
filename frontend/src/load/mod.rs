//! Loading: files in, one linked [`Module`] out, with everything that went wrong on the way.
//!
//! Files are read by child processes (see [`crate::wire`]), several at a time; a child that dies or hangs costs its
//! file and nothing else. The result depends on the order of the paths only where linking does.

mod error;
mod lines;
mod locate;
mod outcome;
mod process;
pub mod sniff;

pub use error::LoadError;
pub use sniff::FileKind;

use crate::ir::Module;
use crate::link::{self, Conflict};
use crate::wire::{Request, Status};
use process::{Reader, Silence};
use std::io::Read;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// How to load.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LoadOptions {
    /// Leave modules as the compiler wrote them: no promotion of stack cells to values, no loop normalisation.
    pub raw: bool,
    /// Address space that a reader may use, in bytes.
    pub memory_limit: u64,
    /// Time to read one file.
    pub time_limit: Duration,
    /// Readers that run at the same time; 0 stands for the number of cores.
    pub jobs: usize,
    /// The reader executable, when it is not in its usual place.
    pub reader: Option<PathBuf>,
}

impl Default for LoadOptions {
    fn default() -> LoadOptions {
        LoadOptions { raw: false, memory_limit: 4 << 30, time_limit: Duration::from_secs(120), jobs: 0, reader: None }
    }
}

/// A file that was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileReport {
    /// The file.
    pub path: PathBuf,
    /// Source file name as recorded in the module.
    pub source: String,
    /// The compiler.
    pub producer: String,
    /// Functions with a body.
    pub functions: usize,
    /// Instructions.
    pub instructions: usize,
    /// Whether there is debug information.
    pub has_debug_info: bool,
    /// Functions with a body but without it.
    pub functions_without_debug_info: u32,
}

/// What became of the files.
#[derive(Debug, Clone, PartialEq)]
pub struct Loaded {
    /// All readable files, linked.
    pub module: Module,
    /// The files that were read, in the order given.
    pub files: Vec<FileReport>,
    /// The files that were not, in the order given.
    pub errors: Vec<LoadError>,
    /// Definitions that exclude each other; the first one was kept.
    pub conflicts: Vec<Conflict>,
}

/// Reads and links files.
///
/// # Errors
/// Only when there is no usable reader; unreadable files are listed in [`Loaded::errors`].
pub fn load(paths: &[PathBuf], options: &LoadOptions) -> Result<Loaded, LoadError> {
    let mut modules = Vec::new();
    let mut files = Vec::new();
    let mut errors = Vec::new();
    for (path, result) in paths.iter().zip(read_modules(paths, options)?) {
        match result {
            Ok(module) => {
                files.push(report(path, &module));
                modules.push(module);
            }
            Err(error) => errors.push(error),
        }
    }
    let mut linked = link::link(modules);
    lines::complete(&mut linked.module);
    Ok(Loaded { module: linked.module, files, errors, conflicts: linked.conflicts })
}

/// Reads files without linking them; one result a path, in order.
///
/// # Errors
/// Only when there is no usable reader.
pub fn read_modules(paths: &[PathBuf], options: &LoadOptions) -> Result<Vec<Result<Module, LoadError>>, LoadError> {
    let executable = locate::locate(options.reader.as_deref())?;
    let cores = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let jobs = if options.jobs == 0 { cores() } else { options.jobs }.min(paths.len()).max(1);
    let next = AtomicUsize::new(0);
    let results: Vec<Mutex<Option<Result<Module, LoadError>>>> = paths.iter().map(|_| Mutex::new(None)).collect();
    std::thread::scope(|scope| {
        for _ in 0..jobs {
            scope.spawn(|| {
                let mut worker = Worker { executable: &executable, options, reader: None };
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(path) = paths.get(index) else { break };
                    let result = check(path).and_then(|()| worker.read(path));
                    if let Ok(mut slot) = results[index].lock() {
                        *slot = Some(result);
                    }
                }
            });
        }
    });
    let lost = |path: &PathBuf| LoadError::BadReply { path: path.clone(), detail: "no result".to_owned() };
    let results: Vec<_> = results
        .into_iter()
        .zip(paths)
        .map(|(slot, path)| slot.into_inner().ok().flatten().unwrap_or_else(|| Err(lost(path))))
        .collect();
    match results.iter().find_map(|result| result.as_ref().err().filter(|error| error.path().is_none())) {
        Some(error) => Err(error.clone()),
        None => Ok(results),
    }
}

/// What can be said without the reader.
fn check(path: &Path) -> Result<(), LoadError> {
    let owned = || path.to_owned();
    let unreadable = |reason: String| LoadError::Unreadable { path: owned(), reason };
    let metadata = std::fs::metadata(path).map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => LoadError::NotFound { path: owned() },
        _ => unreadable(error.to_string()),
    })?;
    if metadata.is_dir() {
        return Err(unreadable("it is a folder".to_owned()));
    }
    let mut head = Vec::new();
    std::fs::File::open(path)
        .and_then(|file| file.take(4096).read_to_end(&mut head))
        .map_err(|error| unreadable(error.to_string()))?;
    if head.is_empty() {
        return Err(LoadError::Empty { path: owned() });
    }
    let looks_like = sniff::classify(path, &head);
    if looks_like.is_readable() { Ok(()) } else { Err(LoadError::NotBitcode { path: owned(), looks_like }) }
}

/// One thread of the parent, with its reader process when it needs one.
struct Worker<'a> {
    executable: &'a Path,
    options: &'a LoadOptions,
    reader: Option<Reader>,
}

impl Worker<'_> {
    /// Reads one file. After a crash it is tried once more in a fresh process: the files before it, or the memory
    /// that they left used, may have been the cause.
    fn read(&mut self, path: &Path) -> Result<Module, LoadError> {
        match self.attempt(path) {
            Err(LoadError::Crashed { .. } | LoadError::OutOfMemory { .. }) => self.attempt(path),
            result => result,
        }
    }

    fn attempt(&mut self, path: &Path) -> Result<Module, LoadError> {
        let unusable = |reason| LoadError::ReaderUnusable { reader: self.executable.to_owned(), reason };
        let mut reader = match self.reader.take() {
            Some(reader) => reader,
            None => Reader::start(self.executable, self.options.memory_limit)
                .map_err(|error| unusable(error.to_string()))?,
        };
        let request = Request { path: path.as_os_str().as_bytes().to_vec(), raw: self.options.raw };
        match reader.ask(&request, self.options.time_limit) {
            Ok(frame) => {
                let said = if frame.status == Status::Ended {
                    reader.bury().stderr
                } else {
                    self.reader = Some(reader);
                    String::new()
                };
                outcome::of_reply(path, &frame, &said, self.options.memory_limit)
            }
            Err(Silence::TimedOut) => {
                Err(LoadError::TimedOut { path: path.to_owned(), limit: self.options.time_limit })
            }
            Err(Silence::Died) => Err(outcome::of_death(path, &reader.bury(), self.options.memory_limit)),
            Err(Silence::Unusable(reason)) => {
                let remains = reader.bury();
                Err(unusable(format!("{reason}; {} {}", remains.status, remains.stderr).trim_end().to_owned()))
            }
        }
    }
}

fn report(path: &Path, module: &Module) -> FileReport {
    let defined = || module.functions.iter().filter(|function| !function.is_declaration());
    FileReport {
        path: path.to_owned(),
        source: module.name.clone(),
        producer: module.producer.clone(),
        functions: defined().count(),
        instructions: defined().map(|function| function.insts.len()).sum(),
        has_debug_info: module.has_debug_info,
        functions_without_debug_info: module.functions_without_debug_info,
    }
}
