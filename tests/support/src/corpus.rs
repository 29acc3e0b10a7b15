//! Finds the programs of the corpus and checks that twins carry opposite labels.

use crate::apps::parse_app;
use crate::labels::{Expectation, LabelError, Labels, parse_program};
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// A program of the corpus: one source file, or one variant of an application.
#[derive(Debug, Clone)]
pub struct Program {
    /// Unique name, such as `mpi/local/ops/put_fence_store_race` or `apps/halo2d/racy`.
    pub name: String,
    /// The row of the scoreboard that it counts in, such as `mpi/local/ops`.
    pub folder: String,
    /// Sources relative to the repository, in link order.
    pub sources: Vec<String>,
    /// Headers of its folder relative to the repository (part of what a cached compilation depends on).
    pub headers: Vec<String>,
    /// What it must give.
    pub labels: Labels,
}

/// A place in the corpus where a program should be, and the program or what is wrong with its label.
#[derive(Debug)]
pub struct Entry {
    /// Name of the program (of the application, when its label file cannot be read).
    pub name: String,
    /// The program, or the error in its labels.
    pub program: Result<Program, LabelError>,
}

impl Program {
    /// The findings expected at an optimisation level.
    pub fn expected(&self, optimised: bool) -> &[Expectation] {
        match (&self.labels.expect_o2, optimised) {
            (Some(expect), true) => expect,
            _ => &self.labels.expect,
        }
    }
}

/// Folders of the corpus with programs of one file each, by model or by what they show of the language.
const FOLDERS: [&str; 7] = ["mpi", "shmem", "gaspi", "cpp", "depth", "fortran", "mixed"];

/// Whether a file is a program, by its name: C, C++ or Fortran.
fn is_source(path: &Path) -> bool {
    path.extension().is_some_and(|ext| ext == "c" || ext == "cpp" || ext == "f90")
}

/// Whether a file is a header of C or C++.
fn is_header(path: &Path) -> bool {
    path.extension().is_some_and(|ext| ext == "h" || ext == "hpp")
}

/// All programs below the folders of the models, `corpus/apps` and `corpus/inputs`, sorted by name.
///
/// # Errors
/// Only when a folder or file cannot be read; label errors are part of the entries.
pub fn discover(root: &Path) -> io::Result<Vec<Entry>> {
    let mut entries = Vec::new();
    let mut files = Vec::new();
    for folder in FOLDERS {
        let folder = root.join("corpus").join(folder);
        if folder.is_dir() {
            walk(&folder, &mut files)?;
        }
    }
    for path in files.iter().filter(|path| is_source(path)) {
        let file = relative(root, path);
        let stem = file.rsplit_once('.').map_or(file.as_str(), |(stem, _)| stem);
        let name = stem.trim_start_matches("corpus/").to_owned();
        let headers = siblings(root, path, &files);
        let program = parse_program(&file, &fs::read_to_string(path)?).map(|labels| Program {
            folder: name.rsplit_once('/').map_or_else(String::new, |(folder, _)| folder.to_owned()),
            name: name.clone(),
            sources: vec![file],
            headers,
            labels,
        });
        entries.push(Entry { name, program });
    }
    check_twins(&mut entries);

    let mut files = Vec::new();
    walk(&root.join("corpus/apps"), &mut files)?;
    let inputs = root.join("corpus/inputs");
    if inputs.is_dir() {
        walk(&inputs, &mut files)?;
    }
    for path in files.iter().filter(|path| path.file_name().is_some_and(|name| name == "labels.toml")) {
        entries.extend(discover_app(root, path)?);
    }
    entries.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(entries)
}

fn discover_app(root: &Path, labels: &Path) -> io::Result<Vec<Entry>> {
    let folder_path = labels.parent().unwrap_or(root);
    let folder = relative(root, folder_path);
    let name = folder.trim_start_matches("corpus/").to_owned();
    let mut paths = Vec::new();
    walk(folder_path, &mut paths)?;
    let mut files = BTreeMap::new();
    for path in &paths {
        if is_source(path) || is_header(path) {
            files.insert(relative(folder_path, path), fs::read_to_string(path)?);
        }
    }
    let in_folder = |file: &String| format!("{folder}/{file}");
    let headers: Vec<String> = files.keys().filter(|file| is_header(Path::new(file))).map(in_folder).collect();
    let mut toml = fs::read_to_string(labels)?;
    let judged = toml.matches("[[variant]]").count();
    // Variants that stand with those of `corpus/next`: their labels must be in order, they are not run.
    let next = folder_path.join("next.toml");
    if next.exists() {
        toml.push('\n');
        toml.push_str(&fs::read_to_string(next)?);
    }
    Ok(match parse_app(&relative(root, labels), &toml, &files) {
        Err(error) => vec![Entry { name, program: Err(error) }],
        Ok(variants) => variants
            .into_iter()
            .take(judged)
            .map(|variant| {
                let program = Program {
                    name: format!("{name}/{}", variant.name),
                    folder: name.clone(),
                    sources: variant.sources.iter().map(in_folder).collect(),
                    headers: headers.clone(),
                    labels: Labels {
                        expect: variant.expect,
                        expect_o2: variant.expect_o2,
                        options: Vec::new(),
                        headers: None,
                        twin: None,
                    },
                };
                Entry { name: program.name.clone(), program: Ok(program) }
            })
            .collect(),
    })
}

/// Checks that a twin is a program of the corpus, and that exactly one of the two is race-free.
fn check_twins(entries: &mut [Entry]) {
    let racy: BTreeMap<String, bool> = entries
        .iter()
        .filter_map(|entry| entry.program.as_ref().ok())
        .map(|program| (program.sources[0].clone(), !program.labels.expect.is_empty()))
        .collect();
    for entry in entries {
        let Ok(program) = &entry.program else { continue };
        let (file, Some(twin)) = (program.sources[0].clone(), program.labels.twin.clone()) else { continue };
        let folder = file.rsplit_once('/').map_or("", |(folder, _)| folder);
        let own = !program.labels.expect.is_empty();
        match racy.get(&format!("{folder}/{twin}")) {
            None => entry.program = Err(LabelError::TwinMissing { file, twin }),
            Some(other) if *other == own => entry.program = Err(LabelError::TwinSameLabel { file, twin }),
            Some(_) => {}
        }
    }
}

fn siblings(root: &Path, source: &Path, files: &[PathBuf]) -> Vec<String> {
    let header = |path: &&PathBuf| path.parent() == source.parent() && is_header(path);
    files.iter().filter(header).map(|path| relative(root, path)).collect()
}

fn walk(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path())).collect::<io::Result<_>>()?;
    paths.sort();
    for path in paths {
        if path.is_dir() {
            walk(&path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}

fn relative(root: &Path, path: &Path) -> String {
    path.strip_prefix(root).unwrap_or(path).to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(files: &[(&str, &str)]) -> tempfile::TempDir {
        let root = tempfile::tempdir().unwrap();
        for folder in ["corpus/mpi/x", "corpus/apps/app"] {
            fs::create_dir_all(root.path().join(folder)).unwrap();
        }
        for (name, text) in files {
            fs::write(root.path().join("corpus").join(name), text).unwrap();
        }
        root
    }

    const RACY: &str = "//@ expect: error RMA101 A A\n//@ twin: ok.c\nx; //@ A\n";

    #[test]
    fn programs_and_applications_are_found() {
        let toml = "[[variant]]\nname = \"v\"\nsources = [\"main.c\"]\nexpect = [\"none\"]\n";
        let root = tree(&[
            ("mpi/x/race.c", RACY),
            ("mpi/x/ok.c", "//@ expect: none\n//@ twin: race.c\n"),
            ("apps/app/labels.toml", toml),
            ("apps/app/main.c", ""),
            ("apps/app/main.h", ""),
        ]);
        let entries = discover(root.path()).unwrap();
        let programs: Vec<&Program> = entries.iter().map(|entry| entry.program.as_ref().unwrap()).collect();
        let names: Vec<&str> = programs.iter().map(|program| program.name.as_str()).collect();
        assert_eq!(names, ["apps/app/v", "mpi/x/ok", "mpi/x/race"]);
        assert_eq!(programs[0].headers, ["corpus/apps/app/main.h"]);
        assert_eq!(programs[2].folder, "mpi/x");
        assert_eq!(programs[2].expected(true).len(), 1);
    }

    #[test]
    fn twins_must_exist_and_differ() {
        let root = tree(&[("mpi/x/race.c", RACY)]);
        let entries = discover(root.path()).unwrap();
        assert!(matches!(entries[0].program, Err(LabelError::TwinMissing { .. })));

        let root = tree(&[("mpi/x/race.c", RACY), ("mpi/x/ok.c", &RACY.replace("ok.c", "race.c"))]);
        let entries = discover(root.path()).unwrap();
        assert!(entries.iter().all(|entry| matches!(entry.program, Err(LabelError::TwinSameLabel { .. }))));
    }

    #[test]
    fn a_source_without_labels_is_an_error() {
        let root = tree(&[("mpi/x/forgotten.c", "int main(void) { return 0; }\n")]);
        let entries = discover(root.path()).unwrap();
        assert!(matches!(entries[0].program, Err(LabelError::MissingExpect(_))));
    }
}
