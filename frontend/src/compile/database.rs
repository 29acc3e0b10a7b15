//! Compilation databases: `compile_commands.json`, as CMake, Meson and Bear write it (Clang, "JSON Compilation Database").
//!
//! The commands are run again, in parallel, with bitcode as their output, into a folder that keeps it. A source is compiled again
//! when its command, the compiler, or a file that it read before has changed. Flang does not say which files it reads, so a
//! source of Fortran is compiled in each run.

use super::command::{self, Product};
use super::flang::{Folders, Modules};
use super::job::{self, Job, Outputs};
use super::targets::{Targets, normal};
use super::trust;
use super::wrapper::{self, Wrappers};
use super::{CompileError, CompileOptions, file_error};
use rayon::prelude::*;
use serde::Deserialize;
use sha2::{Digest, Sha256};
use std::collections::{BTreeSet, HashSet};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command as Process;

/// What to make of a database.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Choice {
    /// Only commands whose source or output contains one of these texts; all when empty.
    pub only: Vec<String>,
    /// Only commands whose objects are linked into this file.
    pub link_target: Option<String>,
    /// The folder that keeps the bitcode; `.rma-static` beside the database when not given.
    pub cache: Option<PathBuf>,
    /// Compilers at one time; 0 means the number of cores.
    pub jobs: usize,
}

/// What became of the sources of a database.
#[derive(Debug, Default)]
pub struct Compiled {
    /// Bitcode, in the order of the commands.
    pub bitcode: Vec<PathBuf>,
    /// Sources without, in the order of the commands.
    pub errors: Vec<CompileError>,
    /// The number of sources that were compiled in this run; the bitcode of the others existed.
    pub fresh: usize,
    /// The linked files of the build, as far as its files name them: names for [`Choice::link_target`].
    pub programs: Vec<String>,
}

/// The bitcode of a job, and whether it had to be made.
type Made = Result<(PathBuf, bool), CompileError>;

/// An entry, as the format defines it.
#[derive(Debug, Deserialize)]
struct Entry {
    directory: PathBuf,
    file: PathBuf,
    command: Option<String>,
    arguments: Option<Vec<String>>,
    output: Option<PathBuf>,
}

/// Compiles what a database records.
///
/// # Errors
/// When the database cannot be read, clang is needed and does not run, or no command is left.
pub fn compile(database: &Path, choice: &Choice, options: &CompileOptions) -> Result<Compiled, CompileError> {
    let text = crate::regular::read_text(database).map_err(file_error(database))?;
    let bad = |reason: String| CompileError::Database { path: database.to_owned(), reason };
    let mut entries: Vec<Entry> = serde_json::from_str(&text).map_err(|error| bad(error.to_string()))?;
    let home = std::path::absolute(database).map_err(file_error(database))?;
    let home = home.parent().unwrap_or(Path::new("/"));
    for entry in &mut entries {
        entry.directory = home.join(&entry.directory);
    }
    let cache = match &choice.cache {
        Some(folder) => std::path::absolute(folder).map_err(file_error(folder))?,
        None => home.join(".rma-static"),
    };
    let targets = targets(&entries, home);
    let objects = choice.link_target.as_deref().map(|name| targets.objects(name)).transpose()?;
    let is_linked = |entry: &&Entry| objects.as_ref().is_none_or(|objects| entry.is_part_of(objects, home));

    let wrappers = Wrappers::default();
    let mut errors = Vec::new();
    let mut jobs = Vec::new();
    let mut seen = HashSet::new();
    for entry in entries.iter().filter(|entry| entry.is_chosen(&choice.only)).filter(is_linked) {
        match entry.jobs(home, &wrappers, options).map_err(&bad) {
            // One source in two targets with the same flags is one module.
            Ok(Ok(found)) => jobs.extend(found.into_iter().filter(|job| seen.insert(identity(job)))),
            Ok(Err(error)) => errors.push(error),
            Err(error) => return Err(error),
        }
    }
    if jobs.is_empty() && errors.is_empty() {
        let (path, chosen) = (database.to_owned(), !choice.only.is_empty() || objects.is_some());
        return Err(CompileError::NothingChosen { path, commands: entries.len(), chosen });
    }
    Ok(Compiled { programs: targets.programs(), ..make(&jobs, errors, &cache, choice.jobs, options)? })
}

/// What the build links.
fn targets(entries: &[Entry], home: &Path) -> Targets {
    let mut targets = Targets::of_build(home);
    for entry in entries {
        if let Ok(words) = entry.words() {
            targets.command(&home.join(&entry.directory), &words);
        }
    }
    targets
}

/// Runs jobs, or takes what the folder `cache` has of them. `errors` are those that there were before.
///
/// # Errors
/// When clang is needed and does not run, or the folder cannot be made.
pub(super) fn make(
    jobs: &[Job],
    errors: Vec<CompileError>,
    cache: &Path,
    threads: usize,
    options: &CompileOptions,
) -> Result<Compiled, CompileError> {
    std::fs::create_dir_all(cache).map_err(file_error(cache))?;
    // Version control is to leave the folder alone. That it does not is no reason to stop.
    let _ = std::fs::write(cache.join(".gitignore"), "*\n");
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|error| file_error(cache)(std::io::Error::other(format!("no threads: {error}"))))?;
    let results = pool.install(|| results(jobs, cache, options))?;
    let mut compiled = Compiled { errors, ..Compiled::default() };
    for result in results {
        match result {
            Ok((path, fresh)) => {
                compiled.bitcode.push(path);
                compiled.fresh += usize::from(fresh);
            }
            Err(error) => compiled.errors.push(error),
        }
    }
    Ok(compiled)
}

/// What became of the jobs.
///
/// A source of Fortran can need module files that another one makes: those that are refused are tried again as long as a round
/// makes progress.
fn results(jobs: &[Job], cache: &Path, options: &CompileOptions) -> Result<Vec<Made>, CompileError> {
    let modules = Modules::apart(jobs.iter().filter_map(|job| job.fortran.as_ref()))?;
    let version = if jobs.iter().all(|job| job.fortran.is_some()) { String::new() } else { version(options)? };
    let make = |job: &Job| of_cache(job, cache, &version, &modules, options);
    let mut results: Vec<Made> = jobs.par_iter().map(make).collect();
    loop {
        let refused = jobs.iter().zip(&mut results).filter(|(job, made)| job.fortran.is_some() && made.is_err());
        let again = |(job, made): (&Job, &mut Made)| {
            *made = make(job);
            made.is_ok()
        };
        let progress: Vec<bool> = refused.collect::<Vec<_>>().into_par_iter().map(again).collect();
        if !progress.contains(&true) {
            return Ok(results);
        }
    }
}

impl Entry {
    fn is_chosen(&self, only: &[String]) -> bool {
        let named = |text: &String| {
            let of = |path: &Path| path.to_string_lossy().contains(text.as_str());
            of(&self.directory.join(&self.file)) || self.output.as_deref().is_some_and(of) || self.says(text)
        };
        only.is_empty() || only.iter().any(named)
    }

    /// Whether what the command makes is among these files.
    fn is_part_of(&self, objects: &BTreeSet<PathBuf>, home: &Path) -> bool {
        let folder = home.join(&self.directory);
        let parsed = || self.words().ok().and_then(|words| command::parse(&words));
        let written = || match parsed() {
            Some(command) if command.output.is_some() => command.output,
            Some(command) => Some(command.object_of(&self.file)),
            None => None,
        };
        let is_there = |output: &PathBuf| objects.contains(&normal(&folder.join(output)));
        self.output.as_ref().is_some_and(is_there) || written().as_ref().is_some_and(is_there)
    }

    /// Whether the output of the command has the text in it; older versions of CMake give no `output`.
    fn says(&self, text: &str) -> bool {
        let output = self.words().ok().and_then(|words| command::parse(&words)).and_then(|command| command.output);
        output.is_some_and(|output| output.to_string_lossy().contains(text))
    }

    /// The words of the command, with those of files of arguments in their place.
    fn words(&self) -> Result<Vec<String>, String> {
        Ok(self.words_and_files()?.0)
    }

    /// The words of the command, and the files of arguments that they come from. These are named from the folder of the command, not
    /// from that of this process.
    fn words_and_files(&self) -> Result<(Vec<String>, Vec<PathBuf>), String> {
        let words = match (&self.arguments, &self.command) {
            (Some(arguments), _) => arguments.clone(),
            (None, Some(command)) => shlex::split(command).ok_or_else(|| format!("an open quote in: {command}"))?,
            (None, None) => return Err(format!("{} has neither a command nor arguments", self.file.display())),
        };
        let mut files = Vec::new();
        let words = command::expanded(&words, &self.directory, &mut files);
        Ok((words, files))
    }

    /// The jobs of the entry; the outer error is one of the database.
    fn jobs(
        &self,
        home: &Path,
        wrappers: &Wrappers,
        options: &CompileOptions,
    ) -> Result<Result<Vec<Job>, CompileError>, String> {
        let (words, files) = self.words_and_files()?;
        let folder = home.join(&self.directory);
        let refuse = |what: String, option| CompileError::NotTrusted { source_file: self.file.clone(), what, option };
        if !options.allow_plugins
            && let Some(what) = trust::foreign_response_file(&files, &folder, home)
        {
            return Ok(Err(refuse(what, "--allow-plugins")));
        }
        let refused = |detail: String| CompileError::Refused { source_file: self.file.clone(), detail };
        if let Some(file) = words.iter().skip(1).find(|word| word.starts_with('@') && word.len() > 1) {
            return Ok(Err(refused(format!("the file of arguments `{file}` cannot be read"))));
        }
        if !folder.is_dir() {
            return Ok(Err(refused(format!("its folder {} is not there", folder.display()))));
        }
        match command::parse(&words) {
            Some(mut command) if command.product != Product::Other => {
                command.flags = match trust::checked(&command.flags, options) {
                    Ok(flags) => flags,
                    Err(flag) => return Ok(Err(refuse(format!("`{flag}`"), "--allow-plugins"))),
                };
                if wrapper::is_one(&command.compiler) && !trust::may_ask(&command.compiler, &folder, options) {
                    return Ok(Err(refuse(format!("the wrapper `{}`", command.compiler), "--query-driver")));
                }
                Ok(job::jobs(&command, &folder, wrappers, options))
            }
            _ => Ok(Ok(Vec::new())),
        }
    }
}

/// What makes two jobs the same.
fn identity(job: &Job) -> String {
    let mut hash = Sha256::new();
    let folder = job.folder.as_os_str().as_encoded_bytes();
    let words = job.arguments.iter().map(String::as_bytes);
    let fortran = job.fortran.iter().flat_map(Folders::all).map(|folder| folder.as_os_str().as_encoded_bytes());
    for part in [folder, job.source.as_os_str().as_encoded_bytes()].into_iter().chain(words).chain(fortran) {
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part);
    }
    hexadecimal(hash.finalize().iter().take(8))
}

fn hexadecimal<'a>(bytes: impl Iterator<Item = &'a u8>) -> String {
    bytes.fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

fn of_cache(job: &Job, cache: &Path, version: &str, modules: &Modules, options: &CompileOptions) -> Made {
    let stem = job.source.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let named = |extension: &str| cache.join(format!("{stem}-{}.{extension}", identity(job)));
    let (bitcode, dependencies, state) = (named("bc"), named("d"), named("state"));
    let now = contents(job, &dependencies, version).and_then(|inputs| Some(inputs + "\n" + &content(&bitcode)?));
    if now.is_some() && crate::regular::read_text(&state).ok() == now {
        return Ok((bitcode, false));
    }
    // Renamed when complete, so that a run that is stopped, or another one at the same time, leaves nothing half made.
    let unfinished = named(&format!("{}.part", std::process::id()));
    job.run(options, Outputs { bitcode: &unfinished, dependencies: Some(&dependencies), modules })?;
    std::fs::rename(&unfinished, &bitcode).map_err(file_error(&bitcode))?;
    let now = contents(job, &dependencies, version).unwrap_or_default();
    let now = now + "\n" + &content(&bitcode).unwrap_or_default();
    std::fs::write(&state, now).map_err(file_error(&state))?;
    Ok((bitcode, true))
}

/// A hash of a file: what somebody has damaged or replaced is compiled again.
fn content(file: &Path) -> Option<String> {
    let bytes = crate::regular::read(file).ok()?;
    Some(hexadecimal(Sha256::digest(&bytes).iter()))
}

/// A hash of the compiler and of every file that the compilation read; `None` when one of them is gone.
fn contents(job: &Job, dependencies: &Path, version: &str) -> Option<String> {
    let text = crate::regular::read_text(dependencies).ok()?;
    let mut hash = Sha256::new();
    hash.update(version);
    for file in prerequisites(&text) {
        let bytes = crate::regular::read(&job.folder.join(&file)).ok()?;
        hash.update((file.len() as u64).to_le_bytes());
        hash.update(&file);
        hash.update((bytes.len() as u64).to_le_bytes());
        hash.update(&bytes);
    }
    Some(hexadecimal(hash.finalize().iter()))
}

/// The files after the colon of a make rule: blanks in names are escaped, lines are continued.
fn prerequisites(rule: &str) -> Vec<String> {
    let Some((_, rest)) = rule.split_once(": ") else { return Vec::new() };
    let (mut files, mut file) = (Vec::new(), String::new());
    let mut characters = rest.chars().peekable();
    while let Some(character) = characters.next() {
        match (character, characters.peek()) {
            ('\\', Some(' ' | '#' | '\\')) | ('$', Some('$')) => file.extend(characters.next()),
            ('\\', Some('\n')) => {}
            (blank, _) if blank.is_whitespace() => files.push(std::mem::take(&mut file)),
            (other, _) => file.push(other),
        }
    }
    files.push(file);
    files.retain(|file| !file.is_empty());
    files
}

fn version(options: &CompileOptions) -> Result<String, CompileError> {
    let output = Process::new(&options.clang).arg("--version").output().map_err(|error| CompileError::CannotRun {
        program: options.clang.to_string_lossy().into_owned(),
        reason: error.to_string(),
        option: "--clang",
    })?;
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_of_make_are_read() {
        let rule = "x.o: src/x.c \\\n  inc/a\\ b.h /usr/c$$.h \\\n  d\\#.h\n";
        assert_eq!(prerequisites(rule), ["src/x.c", "inc/a b.h", "/usr/c$.h", "d#.h"]);
        assert!(prerequisites("").is_empty());
    }
}
