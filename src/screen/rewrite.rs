//! Modules written again: beside where they belong first, and all of them renamed when all are whole.

use crate::output::Failure;
use crate::pipeline::{InputError, Options};
use rma_frontend::load::{self, FileReport, LoadOptions, Loaded};
use rma_frontend::wire::Marked;
use rma_reports::screen::{Module, Screen};
use std::collections::BTreeSet;
use std::io::{Error, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// Writes every module of the program into a folder.
///
/// # Errors
/// When one cannot be written; the folder is then as it was before.
pub(super) fn rewrite(folder: &Path, screen: &mut Screen, loaded: &Loaded, options: &Options) -> Result<(), Failure> {
    let is_new = !folder.exists();
    let result = into(folder, screen, loaded, options);
    if result.is_err() && is_new {
        // It is empty, as nothing was moved into it; if not, it stays.
        let _ = std::fs::remove_dir(folder);
    }
    result
}

fn into(folder: &Path, screen: &mut Screen, loaded: &Loaded, options: &Options) -> Result<(), Failure> {
    std::fs::create_dir_all(folder).map_err(failed(folder))?;
    let beside = tempfile::Builder::new().prefix(".rma-static-").tempdir_in(folder).map_err(failed(folder))?;
    let marked: Vec<Vec<Marked>> = screen.modules.iter().map(dropped).collect();
    let names = names(&loaded.files);
    let outputs: Vec<PathBuf> = names.iter().map(|name| beside.path().join(name)).collect();
    let files = loaded.files.iter().zip(&marked).zip(&outputs);
    let tasks: Vec<load::Task> = files.map(|((file, functions), output)| task(file, functions, output)).collect();
    let reading = LoadOptions { memory_limit: options.allowance.memory, ..LoadOptions::default() };
    let input = |error| Failure::Input(InputError::Load(vec![error]));
    let done = load::rewrite(&tasks, &reading).map_err(input)?;
    if let Some((task, _)) = tasks.iter().zip(done).find(|(_, done)| done.refused) {
        let reason = Error::other("its input has changed since it was read");
        return Err(Failure::Output { path: task.output.to_owned(), reason });
    }
    let targets: Vec<PathBuf> = names.iter().map(|name| folder.join(name)).collect();
    replace(&outputs, &targets, beside.path())?;
    for (module, to) in screen.modules.iter_mut().zip(&targets) {
        module.rewritten = Some(to.to_string_lossy().into_owned());
    }
    Ok(())
}

/// Moves files to where they belong, all of them or none: what was there before is kept aside until all are moved.
fn replace(from: &[PathBuf], to: &[PathBuf], aside: &Path) -> Result<(), Failure> {
    let mut moved: Vec<(&PathBuf, Option<PathBuf>)> = Vec::new();
    for (n, (from, to)) in from.iter().zip(to).enumerate() {
        let old = to.exists().then(|| aside.join(format!("old-{n}")));
        let result = match &old {
            Some(_) if !to.is_file() => Err(Error::other("there is something else than a file")),
            Some(old) => std::fs::rename(to, old),
            None => Ok(()),
        };
        let result = result.and_then(|()| {
            moved.push((to, old));
            std::fs::rename(from, to)
        });
        if let Err(reason) = result {
            for (to, old) in moved.iter().rev() {
                // What fails now cannot be helped; the error that is reported came first.
                let _ = match old {
                    Some(old) => std::fs::rename(old, to),
                    None => std::fs::remove_file(to),
                };
            }
            return Err(Failure::Output { path: to.clone(), reason });
        }
    }
    Ok(())
}

fn failed(path: &Path) -> impl FnOnce(Error) -> Failure {
    let path = path.to_owned();
    move |reason| Failure::Output { path, reason }
}

fn task<'a>(file: &'a FileReport, functions: &'a [Marked], output: &'a Path) -> load::Task<'a> {
    load::Task { file: &file.file, range: file.range, functions, output, only: Some(file.fingerprint) }
}

/// The accesses of a module that are dropped.
fn dropped(module: &Module) -> Vec<Marked> {
    let marked = |function: &rma_reports::screen::Function| Marked {
        function: function.name.clone(),
        fingerprint: u64::from_str_radix(&function.fingerprint, 16).unwrap_or_default(),
        accesses: function.accesses.iter().filter(|access| access.dropped).map(|access| access.access).collect(),
        whole: function.unwatched,
    };
    module.functions.iter().map(marked).filter(|marked| marked.whole || !marked.accesses.is_empty()).collect()
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
    // What is no file of its own, such as `/dev/stdout`, cannot be renamed to.
    if path.exists() && !path.is_file() {
        return std::fs::write(path, content).map_err(failed(path));
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    // The system takes from these what the user's mask says, as from those of other files.
    let readable = std::fs::Permissions::from_mode(0o666);
    let mut builder = tempfile::Builder::new();
    let mut beside = builder.prefix(".rma-static-").permissions(readable).tempfile_in(folder).map_err(failed(path))?;
    beside.write_all(content).map_err(failed(path))?;
    beside.persist(path).map_err(|error| failed(path)(error.error))?;
    Ok(())
}
