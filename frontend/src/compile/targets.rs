//! Which objects a linked file of a build is made of, so that one program of a database with several can be chosen.
//!
//! A compilation database records how sources are compiled, seldom how objects are linked. The linked objects come from files of
//! the build: CMake's `CMakeFiles/TARGET.dir/link.txt` (generators of make), `build.ninja` (CMake, Meson), and link commands in the
//! database itself (Bear).

use super::CompileError;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};

mod ninja;

/// Folders of a build that are looked into for `link.txt`, at most.
const MOST_FOLDERS: usize = 20_000;

/// What every linked file and archive of a build is made of; whole paths.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Targets {
    made_of: BTreeMap<PathBuf, Vec<PathBuf>>,
    home: PathBuf,
}

impl Targets {
    /// Reads the build in the folder `home`.
    pub fn of_build(home: &Path) -> Targets {
        let mut targets = Targets { made_of: BTreeMap::new(), home: normal(home) };
        for (output, inputs) in ninja::statements(&home.join("build.ninja")) {
            targets.add(home, &output, &inputs);
        }
        for (folder, line) in link_lines(home) {
            if let Some(words) = shlex::split(&line) {
                targets.command(&folder, &words);
            }
        }
        targets
    }

    /// Notes a command, run in `folder`, if it links or archives.
    pub fn command(&mut self, folder: &Path, words: &[String]) {
        if let Some((output, inputs)) = link_command(words) {
            self.add(folder, &output, &inputs);
        }
    }

    fn add(&mut self, folder: &Path, output: &Path, inputs: &[PathBuf]) {
        let whole = |path: &PathBuf| normal(&folder.join(path));
        self.made_of.entry(normal(&folder.join(output))).or_insert_with(|| inputs.iter().map(whole).collect());
    }

    /// The linked files that no other is made of, relative to the build, in order.
    pub fn programs(&self) -> Vec<String> {
        let used: BTreeSet<&PathBuf> = self.made_of.values().flatten().collect();
        let is_program = |path: &&PathBuf| !used.contains(path) && is_executable(path);
        let shown = |path: &PathBuf| path.strip_prefix(&self.home).unwrap_or(path).display().to_string();
        self.made_of.keys().filter(is_program).map(shown).collect()
    }

    /// The objects of a target, those of the libraries that it is linked with among them. It is named by its path, whole or relative to the
    /// build or the working folder, or by its file name.
    ///
    /// # Errors
    /// When there is no such target, or several.
    pub fn objects(&self, name: &str) -> Result<BTreeSet<PathBuf>, CompileError> {
        let wanted = Path::new(name);
        let whole = [Some(self.home.join(wanted)), std::path::absolute(wanted).ok()].into_iter().flatten();
        let paths: Vec<PathBuf> = whole.map(|path| normal(&path)).collect();
        let exact = self.made_of.keys().find(|path| paths.contains(path));
        let named: Vec<&PathBuf> = match exact {
            Some(path) => vec![path],
            None => self.made_of.keys().filter(|path| path.file_name() == Some(wanted.as_os_str())).collect(),
        };
        let [target] = named.as_slice() else {
            let programs = if named.is_empty() {
                self.programs()
            } else {
                named.iter().map(|path| path.display().to_string()).collect()
            };
            return Err(CompileError::NoTarget { name: name.to_owned(), found: named.len(), programs });
        };
        let (mut all, mut left) = (BTreeSet::new(), vec![*target]);
        while let Some(path) = left.pop() {
            if all.insert(path.clone()) {
                left.extend(self.made_of.get(path).into_iter().flatten());
            }
        }
        Ok(all)
    }
}

/// Neither an object, nor an archive, nor a shared library, nor a file that a build keeps notes in.
fn is_executable(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let extension = path.extension().unwrap_or_default().to_string_lossy();
    !name.contains(".so.") && ["", "exe", "x", "out", "bin", "mpi"].contains(&extension.as_ref())
}

/// The output and the inputs of a command that links or archives.
fn link_command(words: &[String]) -> Option<(PathBuf, Vec<PathBuf>)> {
    let is_input = |word: &&String| {
        let extension = Path::new(word).extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        !word.starts_with('-') && (["o", "obj", "a", "lo"].contains(&extension) || is_shared_library(word))
    };
    let archiver = words.iter().take(2).any(|word| {
        let base = word.rsplit('/').next().unwrap_or(word);
        base == "ar" || base.ends_with("-ar") || base.starts_with("llvm-ar") || base.starts_with("gcc-ar")
    });
    if archiver {
        let at = words.iter().position(|word| word.ends_with(".a"))?;
        let inputs: Vec<PathBuf> = words.iter().skip(at + 1).filter(is_input).map(PathBuf::from).collect();
        return Some((PathBuf::from(words.get(at)?), inputs)).filter(|(_, inputs)| !inputs.is_empty());
    }
    if words.iter().any(|word| ["-c", "-E", "-S", "-M", "-MM"].contains(&word.as_str())) {
        return None;
    }
    let output = words.iter().position(|word| word == "-o")?;
    let operands = words.iter().enumerate().skip(1).filter(|(at, _)| *at != output + 1).map(|(_, word)| word);
    let inputs: Vec<PathBuf> = operands.filter(is_input).map(PathBuf::from).collect();
    Some((PathBuf::from(words.get(output + 1)?), inputs)).filter(|(_, inputs)| !inputs.is_empty())
}

fn is_shared_library(word: &str) -> bool {
    let name = word.rsplit('/').next().unwrap_or(word);
    name.ends_with(".so") || name.contains(".so.")
}

/// The lines of every `CMakeFiles/TARGET.dir/link.txt`, each with the folder that it is run in, in order of the paths.
fn link_lines(home: &Path) -> Vec<(PathBuf, String)> {
    let (mut files, mut folders, mut seen) = (Vec::new(), vec![home.to_owned()], 0);
    while let Some(folder) = folders.pop() {
        seen += 1;
        if seen > MOST_FOLDERS {
            break;
        }
        for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            let kind = entry.file_type();
            if kind.as_ref().is_ok_and(std::fs::FileType::is_dir) {
                folders.push(path);
            } else if entry.file_name() == "link.txt" {
                files.push(path);
            }
        }
    }
    files.sort();
    let mut lines = Vec::new();
    for file in files {
        // X/CMakeFiles/TARGET.dir/link.txt is run in X.
        let Some(folder) = file.ancestors().nth(3) else { continue };
        let text = crate::regular::read_text(&file).unwrap_or_default();
        lines.extend(text.lines().map(|line| (folder.to_owned(), line.to_owned())));
    }
    lines
}

/// A path without `.` and `..`. Symbolic links are not followed: the build uses one name for each file.
pub(super) fn normal(path: &Path) -> PathBuf {
    let mut whole = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => {
                whole.pop();
            }
            other => whole.push(other),
        }
    }
    whole
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paths(names: &[&str]) -> Vec<PathBuf> {
        names.iter().map(PathBuf::from).collect()
    }

    #[test]
    fn commands_that_link() {
        let read = |line: &str| link_command(&shlex::split(line).expect("no open quote"));
        assert_eq!(
            read("/usr/bin/cc -O2 -rdynamic a.o sub/b.c.o -o bin/app -L/x libhalo.a -lm ../libz.so.1.2"),
            Some((PathBuf::from("bin/app"), paths(&["a.o", "sub/b.c.o", "libhalo.a", "../libz.so.1.2"])))
        );
        assert_eq!(
            read("/usr/bin/ar qc libhalo.a x.o y.o"),
            Some((PathBuf::from("libhalo.a"), paths(&["x.o", "y.o"])))
        );
        for other in ["cc -c a.c -o a.o", "ranlib libhalo.a", "cc a.c -o app", "ar t libhalo.a", ""] {
            assert_eq!(read(other), None, "{other}");
        }
    }

    #[test]
    fn a_target_has_the_objects_of_its_libraries() {
        let mut targets = Targets { home: PathBuf::from("/b"), ..Targets::default() };
        for line in ["ar qc libhalo.a x.o", "cc one.o libhalo.a -o app/one", "cc two.o ./libhalo.a -o app/two"] {
            targets.command(Path::new("/b"), &shlex::split(line).expect("no open quote"));
        }
        assert_eq!(targets.programs(), ["app/one", "app/two"]);
        let all: BTreeSet<PathBuf> = paths(&["/b/app/one", "/b/libhalo.a", "/b/one.o", "/b/x.o"]).into_iter().collect();
        for name in ["one", "app/one", "/b/app/one", "/b/./app/../app/one"] {
            assert_eq!(targets.objects(name), Ok(all.clone()), "{name}");
        }
        let missing = targets.objects("three").expect_err("there is none").to_string();
        assert!(missing.contains("three") && missing.contains("app/one, app/two"), "{missing}");
    }
}
