//! Writes rewritten modules: first under temporary names beside their places, and renamed when all of them are
//! complete.

use crate::output::Failure;
use crate::pipeline::{InputError, Options};
use rma_frontend::load::{self, FileReport, LoadOptions, Loaded};
use rma_frontend::wire::Marked;
use rma_reports::screen::{Module, Screen};
use std::collections::BTreeSet;
use std::io::{Error, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// Modules that are written, but not yet where they belong. Without [`Staged::place`] everything is as before once this is dropped.
#[derive(Debug, Default)]
pub(super) struct Staged {
    beside: Option<TempDir>,
    modules: Vec<Move>,
    /// Folders that were made for them, the innermost first.
    made: Vec<PathBuf>,
}

/// A file that is being written.
#[derive(Debug)]
struct Move {
    from: PathBuf,
    to: PathBuf,
    /// The backup of the old file.
    old: PathBuf,
}

/// Writes every module of the program beside its place in a folder, and notes the places in the answer.
///
/// # Errors
/// When one cannot be written.
pub(super) fn stage(folder: &Path, screen: &mut Screen, loaded: &Loaded, options: &Options) -> Result<Staged, Failure> {
    let is_new = |path: &&Path| !path.as_os_str().is_empty() && !path.exists();
    let made = folder.ancestors().take_while(is_new).map(Path::to_owned).collect();
    let mut staged = Staged { beside: None, modules: Vec::new(), made };
    std::fs::create_dir_all(folder).map_err(failed(folder))?;
    let beside = tempfile::Builder::new().prefix(".rma-static-").tempdir_in(folder).map_err(failed(folder))?;
    let beside = staged.beside.insert(beside).path().to_owned();
    let marked: Vec<Vec<Marked>> = screen.modules.iter().map(dropped).collect();
    let one = |(n, name): (usize, String)| Move {
        from: beside.join(&name),
        to: folder.join(name),
        old: beside.join(format!("old-{n}")),
    };
    staged.modules = names(&loaded.files).into_iter().enumerate().map(one).collect();
    let files = loaded.files.iter().zip(&marked).zip(&staged.modules);
    let tasks: Vec<load::Task> = files.map(|((file, functions), one)| task(file, functions, &one.from)).collect();
    let reading = LoadOptions { memory_limit: options.allowance.memory, ..LoadOptions::default() };
    let input = |error| Failure::Input(InputError::Load(vec![error]));
    let done = load::rewrite(&tasks, &reading).map_err(input)?;
    if let Some((one, _)) = staged.modules.iter().zip(done).find(|(_, done)| done.refused) {
        let reason = Error::other("its input has changed since it was read");
        return Err(Failure::Output { path: one.to.clone(), reason });
    }
    for (module, one) in screen.modules.iter_mut().zip(&staged.modules) {
        module.rewritten = Some(one.to.to_string_lossy().into_owned());
    }
    Ok(staged)
}

impl Staged {
    /// Moves the modules to where they belong, all of them or none, and with them the answer, if a file is named for it.
    ///
    /// # Errors
    /// When one cannot be moved, or the answer not be written; everything is then as it was before.
    pub(super) fn place(mut self, answer: Option<(&Path, &[u8])>) -> Result<(), Failure> {
        // The user's mask applies to these permissions, as to those of other files.
        let readable = std::fs::Permissions::from_mode(0o666);
        let mut last = None;
        if let Some((path, content)) = answer {
            // A special file, such as `/dev/stdout`, cannot be the target of a rename.
            if path.exists() && !path.is_file() {
                std::fs::write(path, content).map_err(failed(path))?;
            } else {
                let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
                let mut builder = tempfile::Builder::new();
                let beside = builder.prefix(".rma-static-").permissions(readable).tempfile_in(folder);
                let mut beside = beside.map_err(failed(path))?;
                beside.write_all(content).map_err(failed(path))?;
                last = Some((beside, path));
            }
        }
        let moved = self.move_all()?;
        if let Some((beside, path)) = last
            && let Err(error) = beside.persist(path)
        {
            put_back(&moved);
            return Err(failed(path)(error.error));
        }
        self.made.clear();
        Ok(())
    }

    /// What was there before is kept aside. Gives which files were moved, and whether there was something.
    fn move_all(&self) -> Result<Vec<(&Move, bool)>, Failure> {
        let mut moved: Vec<(&Move, bool)> = Vec::new();
        for one in &self.modules {
            let is_there = one.to.exists();
            let result = if !is_there {
                Ok(())
            } else if one.to.is_file() {
                std::fs::rename(&one.to, &one.old)
            } else {
                Err(Error::other("there is something else than a file"))
            };
            let result = result.and_then(|()| {
                moved.push((one, is_there));
                std::fs::rename(&one.from, &one.to)
            });
            if let Err(reason) = result {
                put_back(&moved);
                return Err(Failure::Output { path: one.to.clone(), reason });
            }
        }
        Ok(moved)
    }
}

impl Drop for Staged {
    fn drop(&mut self) {
        drop(self.beside.take());
        // They are empty if nothing was moved there; if not, they stay.
        for folder in &self.made {
            let _ = std::fs::remove_dir(folder);
        }
    }
}

/// What fails now cannot be helped; the error that is reported came first.
fn put_back(moved: &[(&Move, bool)]) {
    for (one, was_there) in moved.iter().rev() {
        let _ = if *was_there { std::fs::rename(&one.old, &one.to) } else { std::fs::remove_file(&one.to) };
    }
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
