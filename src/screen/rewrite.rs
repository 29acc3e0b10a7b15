//! Modules written again: beside where they belong first, and all of them renamed when all are whole.

use crate::output::Failure;
use crate::pipeline::{InputError, Options};
use rma_frontend::load::{self, FileReport, LoadOptions, Loaded};
use rma_frontend::wire::Marked;
use rma_reports::screen::{Module, Screen};
use std::collections::BTreeSet;
use std::io::Error;
use std::path::{Path, PathBuf};

/// Writes every module of the program into a folder.
///
/// # Errors
/// When one cannot be written; the folder is then as it was before.
pub(super) fn rewrite(folder: &Path, screen: &mut Screen, loaded: &Loaded, options: &Options) -> Result<(), Failure> {
    let failed = |path: &Path| {
        let path = path.to_owned();
        move |reason: Error| Failure::Output { path, reason }
    };
    std::fs::create_dir_all(folder).map_err(failed(folder))?;
    let beside = tempfile::Builder::new().prefix(".rma-static-").tempdir_in(folder).map_err(failed(folder))?;
    let marked: Vec<Vec<Marked>> = screen.modules.iter().map(dropped).collect();
    let names = names(&loaded.files);
    let outputs: Vec<PathBuf> = names.iter().map(|name| beside.path().join(name)).collect();
    let files = loaded.files.iter().zip(&marked).zip(&outputs);
    let tasks: Vec<load::Task> = files.map(|((file, functions), output)| task(file, functions, output)).collect();
    let reading = LoadOptions { memory_limit: options.allowance.memory, ..LoadOptions::default() };
    load::rewrite(&tasks, &reading).map_err(|error| Failure::Input(InputError::Load(vec![error])))?;
    for ((module, name), from) in screen.modules.iter_mut().zip(&names).zip(&outputs) {
        let to = folder.join(name);
        std::fs::rename(from, &to).map_err(failed(&to))?;
        module.rewritten = Some(to.to_string_lossy().into_owned());
    }
    Ok(())
}

fn task<'a>(file: &'a FileReport, functions: &'a [Marked], output: &'a Path) -> load::Task<'a> {
    load::Task { file: &file.file, range: file.range, functions, output }
}

/// The accesses of a module that are dropped.
pub(crate) fn dropped(module: &Module) -> Vec<Marked> {
    let marked = |function: &rma_reports::screen::Function| Marked {
        function: function.name.clone(),
        fingerprint: u64::from_str_radix(&function.fingerprint, 16).unwrap_or_default(),
        accesses: function.accesses.iter().filter(|access| access.dropped).map(|access| access.access).collect(),
    };
    module.functions.iter().map(marked).filter(|marked| !marked.accesses.is_empty()).collect()
}

/// A name for each module: that of its file, with a number where several have it.
fn names(files: &[FileReport]) -> Vec<String> {
    let mut taken: BTreeSet<String> = BTreeSet::new();
    let name = |file: &FileReport| {
        let base = file.path.file_name().unwrap_or(file.path.as_os_str()).to_string_lossy();
        let base = base.replace(['/', '\0'], "_");
        let stem = base.strip_suffix(".bc").or_else(|| base.strip_suffix(".ll")).unwrap_or(&base).to_owned();
        let mut name = format!("{stem}.bc");
        let mut n = 2;
        while !taken.insert(name.clone()) {
            name = format!("{stem}-{n}.bc");
            n += 1;
        }
        name
    };
    files.iter().map(name).collect()
}

/// Writes a file beside its place, and renames it when it is whole.
///
/// # Errors
/// When it cannot be written; a file of before is then as it was.
pub(super) fn write_whole(path: &Path, content: &[u8]) -> Result<(), Failure> {
    use std::io::Write;
    let failed = |reason: Error| Failure::Output { path: path.to_owned(), reason };
    // What is no file of its own, such as `/dev/stdout`, cannot be renamed to.
    if path.exists() && !path.is_file() {
        return std::fs::write(path, content).map_err(failed);
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut beside = tempfile::Builder::new().prefix(".rma-static-").tempfile_in(folder).map_err(failed)?;
    beside.write_all(content).map_err(failed)?;
    beside.persist(path).map_err(|error| failed(error.error))?;
    Ok(())
}
