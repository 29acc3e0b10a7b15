//! Modules rewritten by a reader, with some of their accesses marked.

use super::container::Unit;
use super::{LoadError, LoadOptions, Worker, locate, outcome};
use crate::wire::{Marked, Request, Rewrite, Rewritten};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// One module that a reader is to rewrite.
#[derive(Debug, Clone, Copy)]
pub struct Task<'a> {
    /// The file that holds it.
    pub file: &'a Path,
    /// The bytes of the file that it takes up, when it is not the whole file.
    pub range: Option<(u64, u64)>,
    /// What to mark.
    pub functions: &'a [Marked],
    /// The file to make or replace.
    pub output: &'a Path,
    /// The [`crate::ir::Module::fingerprint`] without which it is left alone.
    pub only: Option<u64>,
}

/// Writes modules again, with some of their accesses marked for sanitizers ([`Rewrite`]); one answer a task, in order.
///
/// # Errors
/// The first module that cannot be read or written; those before it have been written.
pub fn rewrite(tasks: &[Task], options: &LoadOptions) -> Result<Vec<Rewritten>, LoadError> {
    let executables = locate::locate(options.reader.as_deref())?;
    let mut workers: Vec<Worker> =
        executables.iter().map(|executable| Worker { executable, options, reader: None }).collect();
    tasks.iter().map(|task| one(&mut workers, task)).collect()
}

fn one(workers: &mut [Worker], task: &Task) -> Result<Rewritten, LoadError> {
    let unit = Unit { range: task.range.map(|(start, end)| start..end), ..Unit::file(task.file) };
    let request = Request {
        path: task.file.as_os_str().as_bytes().to_vec(),
        range: task.range,
        raw: true,
        accesses: false,
        rewrite: Some(Rewrite {
            output: task.output.as_os_str().as_bytes().to_vec(),
            functions: task.functions.to_vec(),
            only: task.only,
        }),
    };
    let mut answer = Err(LoadError::BadReply { path: PathBuf::from(task.file), detail: "no reader".to_owned() });
    for worker in workers {
        answer = worker.ask(&unit, &request, outcome::of_rewriting);
        if !matches!(answer, Err(LoadError::NewerProducer { .. } | LoadError::BadText { .. })) {
            break;
        }
    }
    answer
}
