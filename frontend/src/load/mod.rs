//! Loading: from files to one linked [`Module`], with all errors on the way.
//!
//! Files are read by child processes (see [`crate::wire`]), several at a time; if a child dies or hangs, only its file
//! is lost. The result depends on the order of the paths only where linking does.

mod container;
mod coverage;
mod error;
mod fortran;
#[expect(clippy::indexing_slicing, reason = "ids of a module that is valid")]
mod lines;
mod list;
mod locate;
mod names;
mod outcome;
mod process;
mod producer;
mod rewrite;
mod select;
pub mod sniff;

pub use coverage::Coverage;
pub use error::LoadError;
pub use list::expand;
pub use names::{demangled, qualified};
pub use rewrite::{Task, rewrite};
pub use sniff::FileKind;

use crate::ir::Module;
use crate::link::{self, Conflict};
use crate::wire::{Frame, Request, Status};
use container::{Contents, Native, Unit};
use locate::Executable;
use process::{Reader, Silence};
use select::Symbols;
use std::io::{Read, Seek, SeekFrom};
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
    /// Note the accesses of the functions as the compiler wrote them.
    pub accesses: bool,
    /// Address space that a reader may use, in bytes.
    pub memory_limit: u64,
    /// Time to read one file.
    pub time_limit: Duration,
    /// Readers that run at the same time; 0 means the number of cores.
    pub jobs: usize,
    /// The reader executable, when it is not in its usual place.
    pub reader: Option<PathBuf>,
    /// Functions that the program needs in any case, so that archives give the members that define them.
    pub roots: Vec<String>,
}

impl Default for LoadOptions {
    fn default() -> LoadOptions {
        LoadOptions {
            raw: false,
            accesses: false,
            memory_limit: 4 << 30,
            time_limit: Duration::from_secs(120),
            jobs: 0,
            reader: None,
            roots: vec!["main".to_owned()],
        }
    }
}

/// A file that was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileReport {
    /// The file, or the member of an archive as `libhalo.a(pack.o)`.
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
    /// The file that the module is in.
    pub file: PathBuf,
    /// The bytes of that file that it takes up, when it is not the whole file.
    pub range: Option<(u64, u64)>,
    /// [`Module::fingerprint`].
    pub fingerprint: u64,
    /// The functions with a body, if accesses were requested.
    pub bodies: Vec<Body>,
}

/// A function with a body in one module; the program may have that of another module in its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Body {
    /// Linker name.
    pub name: String,
    /// [`crate::ir::Accesses::fingerprint`].
    pub fingerprint: u64,
    /// Only this module can mean it by its name.
    pub internal: bool,
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
    /// Members of archives that the program does not need.
    pub unneeded: usize,
    /// What has no bitcode.
    pub coverage: Coverage,
}

/// Reads and links files.
///
/// # Errors
/// Only when there is no usable reader; unreadable files are listed in [`Loaded::errors`].
pub fn load(paths: &[PathBuf], options: &LoadOptions) -> Result<Loaded, LoadError> {
    let mut errors = Vec::new();
    let mut contents = Contents::default();
    for path in paths {
        match container::open(path) {
            Ok(mut found) => {
                errors.extend(without_bitcode(path, &found));
                contents.units.append(&mut found.units);
                contents.native.append(&mut found.native);
            }
            Err(error) => errors.push(error),
        }
    }
    let mut read: Vec<(&Unit, Module)> = Vec::new();
    for (unit, result) in contents.units.iter().zip(read_units(&contents.units, options)?) {
        match result {
            Ok(module) => read.push((unit, module)),
            Err(error) => errors.push(error),
        }
    }
    let seen = coverage::bodies(read.iter().map(|(_, module)| module));
    let (modules, natives, unneeded) = choose(read, &contents.native, options);
    errors.extend(natives.iter().filter(|native| native.lazy && !native.has_bitcode).map(|native| no_bitcode(native)));
    let files = modules.iter().map(|(unit, module)| report(unit, module)).collect();
    let numbered = (0..).zip(modules).map(|(number, (_, module))| with_number(module, number)).collect();
    let mut linked = link::link(numbered);
    lines::fill(&mut linked.module);
    names::demangle(&mut linked.module);
    fortran::name(&mut linked.module);
    let coverage = coverage::coverage(&linked.module, &seen, &natives);
    Ok(Loaded { module: linked.module, files, errors, conflicts: linked.conflicts, unneeded, coverage })
}

/// The error for an input that has machine code and no bitcode.
fn without_bitcode(path: &Path, found: &Contents) -> Option<LoadError> {
    if !found.units.is_empty() {
        return None;
    }
    match found.native.as_slice() {
        [native] if !native.lazy => Some(no_bitcode(native)),
        members => Some(LoadError::NoBitcodeInArchive { path: path.to_owned(), members: members.len() }),
    }
}

fn no_bitcode(native: &Native) -> LoadError {
    LoadError::NoBitcode { path: native.name.clone(), functions: native.functions.clone() }
}

/// The modules and the machine code that belong to the program, and how many modules do not.
fn choose<'a>(
    read: Vec<(&'a Unit, Module)>,
    natives: &'a [Native],
    options: &LoadOptions,
) -> (Vec<(&'a Unit, Module)>, Vec<&'a Native>, usize) {
    let roots: Vec<&str> = options.roots.iter().map(String::as_str).collect();
    let mut parts: Vec<Symbols> = read.iter().map(|(unit, module)| Symbols::of_module(module, unit.lazy)).collect();
    let alone = |native: &&Native| !native.has_bitcode;
    parts.extend(natives.iter().filter(alone).map(Symbols::of_native));
    let taken = select::select(&parts, &roots);
    let (of_modules, of_natives) = taken.split_at(read.len());
    let unneeded = of_modules.iter().filter(|taken| !**taken).count();
    let modules = read.into_iter().zip(of_modules).filter(|(_, taken)| **taken).map(|(module, _)| module).collect();
    let mut of_natives = of_natives.iter();
    let chosen =
        natives.iter().filter(|native| native.has_bitcode || of_natives.next().is_some_and(|taken| *taken)).collect();
    (modules, chosen, unneeded)
}

/// The readers that are there: their files, and the major versions of their LLVM.
pub fn readers() -> Vec<(String, u32)> {
    let found = locate::locate(None).unwrap_or_default();
    found.into_iter().map(|reader| (reader.path.display().to_string(), reader.version)).collect()
}

/// Reads files of one module each without linking them; one result a path, in order.
///
/// # Errors
/// Only when there is no usable reader.
pub fn read_modules(paths: &[PathBuf], options: &LoadOptions) -> Result<Vec<Result<Module, LoadError>>, LoadError> {
    let opened: Vec<Result<Unit, LoadError>> = paths
        .iter()
        .map(|path| match container::open(path)?.units.as_slice() {
            [unit] => Ok(unit.clone()),
            units => Err(LoadError::NotOneModule { path: path.clone(), modules: units.len() }),
        })
        .collect();
    let units: Vec<Unit> = opened.iter().filter_map(|unit| unit.as_ref().ok().cloned()).collect();
    let mut results = read_units(&units, options)?.into_iter();
    let lost = |path: &PathBuf| LoadError::BadReply { path: path.clone(), detail: "no result".to_owned() };
    let of_path = |(unit, path): (Result<Unit, LoadError>, &PathBuf)| match unit {
        Ok(_) => results.next().unwrap_or_else(|| Err(lost(path))),
        Err(error) => Err(error),
    };
    Ok(opened.into_iter().zip(paths).map(of_path).collect())
}

/// One result a unit, in order.
fn read_units(units: &[Unit], options: &LoadOptions) -> Result<Vec<Result<Module, LoadError>>, LoadError> {
    let executables = locate::locate(options.reader.as_deref())?;
    let cores = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let jobs = if options.jobs == 0 { cores() } else { options.jobs }.min(units.len()).max(1);
    let next = AtomicUsize::new(0);
    let results: Vec<Mutex<Option<Result<Module, LoadError>>>> = units.iter().map(|_| Mutex::new(None)).collect();
    std::thread::scope(|scope| {
        for _ in 0..jobs {
            scope.spawn(|| {
                let mut workers: Vec<Worker> =
                    executables.iter().map(|executable| Worker { executable, options, reader: None }).collect();
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some((unit, slot)) = units.get(index).zip(results.get(index)) else { break };
                    let result = read_with(&mut workers, unit);
                    if let Ok(mut slot) = slot.lock() {
                        *slot = Some(result);
                    }
                }
            });
        }
    });
    let lost = |unit: &Unit| LoadError::BadReply { path: unit.name.clone(), detail: "no result".to_owned() };
    let results: Vec<_> = results
        .into_iter()
        .zip(units)
        .map(|(slot, unit)| slot.into_inner().ok().flatten().unwrap_or_else(|| Err(lost(unit))))
        .collect();
    match results.iter().find_map(|result| result.as_ref().err().filter(|error| error.path().is_none())) {
        Some(error) => Err(error.clone()),
        None => Ok(results),
    }
}

/// Reads one file. Bitcode of an LLVM that is newer than the usual reader goes to the next reader, if there is one. A file that one
/// reader refuses is tried with the others, because vendors use their own version numbers, and textual IR does not name its
/// producer. If no reader can read the file, the answer of the first reader counts.
fn read_with(workers: &mut [Worker], unit: &Unit) -> Result<Module, LoadError> {
    let usual = workers.first().map_or(0, |worker| worker.executable.version);
    let is_newer = written_by(unit).is_some_and(|version| version > usual);
    let mut in_turn: Vec<&mut Worker> = workers.iter_mut().collect();
    if is_newer {
        in_turn.reverse();
    }
    let mut refused = None;
    for worker in in_turn {
        match worker.read(unit) {
            Ok(module) => return Ok(module),
            Err(error) if error.is_refusal() => refused = refused.or(Some(error)),
            Err(error) => return Err(refused.unwrap_or(error)),
        }
    }
    Err(refused.unwrap_or_else(|| LoadError::BadReply { path: unit.name.clone(), detail: "no reader".to_owned() }))
}

/// The major version of the LLVM that wrote a module.
fn written_by(unit: &Unit) -> Option<u32> {
    const HEAD: usize = 512;
    let mut file = std::fs::File::open(&unit.file).ok()?;
    file.seek(SeekFrom::Start(unit.range.as_ref().map_or(0, |range| range.start))).ok()?;
    let mut head = Vec::new();
    file.take(HEAD as u64).read_to_end(&mut head).ok()?;
    producer::llvm_version(&head)
}

/// The result of a reply, from the file, the frame, other output of the reader, its LLVM and its limit of memory.
type Decode<T> = fn(&Path, &Frame, &str, u32, u64) -> Result<T, LoadError>;

/// One reader of one thread of the parent, with its process when it needs one.
struct Worker<'a> {
    executable: &'a Executable,
    options: &'a LoadOptions,
    reader: Option<Reader>,
}

impl Worker<'_> {
    /// Reads one file. After a crash it is tried once more in a fresh process: the files before it, or the memory
    /// that they left used, may have been the cause.
    fn read(&mut self, unit: &Unit) -> Result<Module, LoadError> {
        let options = self.options;
        let request = Request {
            path: unit.file.as_os_str().as_bytes().to_vec(),
            range: unit.range.as_ref().map(|range| (range.start, range.end)),
            raw: options.raw,
            accesses: options.accesses,
            rewrite: None,
        };
        self.ask(unit, &request, outcome::of_reply)
    }

    fn ask<T>(&mut self, unit: &Unit, request: &Request, decode: Decode<T>) -> Result<T, LoadError> {
        match self.attempt(unit, request, decode) {
            Err(LoadError::Crashed { .. } | LoadError::OutOfMemory { .. }) => self.attempt(unit, request, decode),
            result => result,
        }
    }

    fn attempt<T>(&mut self, unit: &Unit, request: &Request, decode: Decode<T>) -> Result<T, LoadError> {
        let path = unit.name.as_path();
        let unusable = |reason| LoadError::ReaderUnusable { reader: self.executable.path.clone(), reason };
        let mut reader = match self.reader.take() {
            Some(reader) => reader,
            None => Reader::start(&self.executable.path, self.options.memory_limit)
                .map_err(|error| unusable(error.to_string()))?,
        };
        match reader.ask(request, self.options.time_limit) {
            Ok(frame) => {
                let said = if frame.status == Status::Ended {
                    reader.bury().stderr
                } else {
                    self.reader = Some(reader);
                    String::new()
                };
                decode(path, &frame, &said, self.executable.version, self.options.memory_limit)
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

/// Notes in each function which module it is from.
fn with_number(mut module: Module, number: u32) -> Module {
    for accesses in module.functions.iter_mut().filter_map(|function| function.accesses.as_mut()) {
        accesses.module = number;
    }
    module
}

fn report(unit: &Unit, module: &Module) -> FileReport {
    let path = &unit.name;
    let body = |function: &crate::ir::Function| {
        let accesses = function.accesses.as_ref()?;
        let internal = function.linkage == crate::ir::Linkage::Internal;
        Some(Body { name: function.name.clone(), fingerprint: accesses.fingerprint, internal })
    };
    let defined = || module.functions.iter().filter(|function| !function.is_declaration());
    FileReport {
        path: path.clone(),
        source: module.name.clone(),
        producer: module.producer.clone(),
        functions: defined().count(),
        instructions: defined().map(|function| function.insts.len()).sum(),
        has_debug_info: module.has_debug_info,
        functions_without_debug_info: module.functions_without_debug_info,
        file: unit.file.clone(),
        range: unit.range.as_ref().map(|range| (range.start, range.end)),
        fingerprint: module.fingerprint,
        bodies: defined().filter_map(body).collect(),
    }
}
