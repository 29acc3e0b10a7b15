//! Differences between flang and the build's Fortran compiler: flags, and folders of module files.
//!
//! Compilers do not read each other's module files, which have the same names. So flang's module files are in separate folders,
//! one for each folder that the build's compiler writes module files to or searches.

use super::command::{Command, Source};
use super::{CompileError, CompileOptions, file_error};
use std::path::{Component, Path, PathBuf};
use tempfile::TempDir;

/// Folders of module files and of included files, as absolute paths.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Folders {
    /// The folder to which the compiler of the build writes module files.
    pub modules: PathBuf,
    /// What the build's compiler searches, in order.
    pub search: Vec<PathBuf>,
    /// Folders of `--extra-flag`, which are searched first.
    pub extra: Vec<PathBuf>,
}

/// The folder of flang's own module files.
#[derive(Debug)]
pub(super) enum Modules {
    /// The folder `.rma-static` in the build's folder for module files, so that later commands of the build find them.
    Beside,
    /// A temporary folder of the run: all module files are made again.
    Apart(TempDir),
}

/// Flags of other compilers, and what flang calls them.
const SPELLINGS: [(&str, &[&str]); 17] = [
    ("-free", &["-ffree-form"]),
    ("-Mfree", &["-ffree-form"]),
    ("-fixed", &["-ffixed-form"]),
    ("-Mfixed", &["-ffixed-form"]),
    ("-132", &["-ffixed-line-length-132"]),
    ("-extend-source", &["-ffixed-line-length-132"]),
    ("-Mextend", &["-ffixed-line-length-132"]),
    ("-fpp", &["-cpp"]),
    ("-Mpreprocess", &["-cpp"]),
    ("-qopenmp", &["-fopenmp"]),
    ("-fiopenmp", &["-fopenmp"]),
    ("-mp", &["-fopenmp"]),
    ("-i8", &["-fdefault-integer-8"]),
    ("-r8", &["-fdefault-real-8", "-fdefault-double-8"]),
    ("-Og", &["-O1"]),
    ("-Os", &["-O2"]),
    ("-Oz", &["-O2"]),
];

/// Flags with a value in the next word that name a folder.
const FOLDERS: [&str; 4] = ["-I", "-isystem", "-iquote", "-idirafter"];

/// Flags with a value in the next word that mean something to flang.
const KEPT_WITH_VALUE: [&str; 3] = ["-D", "-U", "-mllvm"];

/// Flags of other compilers that have a value in the next word, besides those of C.
const DROPPED_WITH_VALUE: [&str; 11] = [
    "-include",
    "-imacros",
    "-iprefix",
    "-iwithprefix",
    "-iwithprefixbefore",
    "-isysroot",
    "-x",
    "-target",
    "-Xclang",
    "-Xpreprocessor",
    "--param",
];

/// Beginnings of flags that flang refuses without naming them, or takes for something else: warnings, standards, levels of debug
/// information, processors (`-xHost`).
const DROPPED: [&str; 4] = ["-W", "-std=", "-g", "-x"];

/// The arguments of flang for a source, and its folders. `flags` are those of the command and its wrapper.
pub(super) fn arguments(
    command: &Command,
    source: &Source,
    folder: &Path,
    flags: &[String],
    options: &CompileOptions,
) -> (Vec<String>, Folders) {
    let named = command.modules.as_ref().map(|modules| folder.join(modules));
    let modules = named.clone().unwrap_or_else(|| folder.to_owned());
    let search = [folder.to_owned()].into_iter().chain(named).collect();
    let mut folders = Folders { modules, search, extra: Vec::new() };
    // Flang does not know every extension; with `-x` it takes all of them.
    let mut arguments = ["-x", "f95-cpp-input"].map(str::to_owned).to_vec();
    arguments.extend(by_extension(&source.path).into_iter().map(str::to_owned));
    translate(flags, folder, &mut arguments, &mut folders.search);
    translate(&options.flags, folder, &mut arguments, &mut folders.extra);
    arguments.extend(["-g", "-emit-llvm", "-c", "-w"].map(str::to_owned));
    (arguments, folders)
}

/// The form of a source, and whether it is preprocessed, by its name; flags can override it.
fn by_extension(source: &Path) -> Vec<&'static str> {
    let extension = source.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    let lower = extension.to_ascii_lowercase();
    let fixed = ["f", "for", "ftn", "fpp"].contains(&lower.as_str());
    let mut flags = vec![if fixed { "-ffixed-form" } else { "-ffree-form" }];
    if lower == "fpp" || extension != lower {
        flags.push("-cpp");
    }
    flags
}

fn translate(flags: &[String], folder: &Path, arguments: &mut Vec<String>, folders: &mut Vec<PathBuf>) {
    let mut flags = flags.iter();
    while let Some(flag) = flags.next() {
        let word = flag.as_str();
        if FOLDERS.contains(&word) {
            folders.extend(flags.next().map(|path| folder.join(path)));
        } else if let Some(path) = word.strip_prefix("-I") {
            folders.push(folder.join(path));
        } else if KEPT_WITH_VALUE.contains(&word) {
            arguments.push(flag.clone());
            arguments.extend(flags.next().cloned());
        } else if DROPPED_WITH_VALUE.contains(&word) {
            flags.next();
        } else if let Some((_, own)) = SPELLINGS.iter().find(|(other, _)| *other == word) {
            arguments.extend(own.iter().map(|&own| own.to_owned()));
        } else if !DROPPED.iter().any(|start| word.starts_with(start)) {
            arguments.push(flag.clone());
        }
    }
}

impl Folders {
    /// All of them.
    pub fn all(&self) -> impl Iterator<Item = &PathBuf> {
        [&self.modules].into_iter().chain(&self.search).chain(&self.extra)
    }
}

impl Modules {
    /// A place for module files of jobs that run independently and in any order. Module files that the build has made may be
    /// older than the sources, so those in the folders to which the build writes are hidden.
    ///
    /// # Errors
    ///
    /// When there is no place for them.
    pub fn apart<'a>(folders: impl Iterator<Item = &'a Folders>) -> Result<Modules, CompileError> {
        let home = tempfile::tempdir().map_err(file_error(std::env::temp_dir()))?;
        let veil = veil(&home);
        std::fs::create_dir_all(&veil).map_err(file_error(&veil))?;
        for entry in folders.flat_map(|folders| folders.modules.read_dir()).flatten().flatten() {
            if entry.path().extension().is_some_and(|extension| extension == "mod") {
                let hidden = veil.join(entry.file_name());
                std::fs::write(&hidden, "").map_err(file_error(&hidden))?;
            }
        }
        Ok(Modules::Apart(home))
    }

    /// Flang's folder in the place of one of the build's.
    pub fn of(&self, folder: &Path) -> PathBuf {
        match self {
            Modules::Beside => folder.join(".rma-static"),
            Modules::Apart(home) => {
                let mut own = home.path().join("modules");
                let depth = own.components().count();
                for component in folder.components() {
                    match component {
                        Component::Normal(name) => own.push(name),
                        Component::ParentDir if own.components().count() > depth => drop(own.pop()),
                        _ => {}
                    }
                }
                own
            }
        }
    }

    /// The folders to search for modules: flang's own folders come before those of the build.
    pub fn search(&self, folders: &Folders) -> Vec<PathBuf> {
        let mut search = folders.extra.clone();
        search.extend(folders.search.iter().map(|folder| self.of(folder)));
        if let Modules::Apart(home) = self {
            search.push(veil(home));
        }
        search.extend(folders.search.iter().cloned());
        search
    }
}

/// Module files without content, whose uses flang does not follow.
fn veil(home: &TempDir) -> PathBuf {
    home.path().join("hidden")
}

/// The message about a module file that is missing or is one of another compiler, if flang's error is about this.
pub(super) fn about_modules(error: &str) -> Option<String> {
    let start = "Cannot read module file for module '";
    let (place, rest) = error.split_once(start)?;
    let (name, _) = rest.split_once('\'')?;
    Some(format!(
        "{place}{start}{name}'; it must be flang's: of a source compiled before, or in a folder given with --extra-flag=-I"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str, options: &CompileOptions) -> (String, Folders) {
        let words = shlex::split(line).expect("no open quote");
        let command = super::super::command::parse(&words).expect("a compiler");
        let (arguments, folders) =
            arguments(&command, &command.sources[0], Path::new("/build"), &command.flags, options);
        let middle = &arguments[2..arguments.len() - 4];
        (middle.join(" "), folders)
    }

    #[test]
    fn flags_of_other_compilers_are_those_of_flang() {
        let flags = |line: &str| read(line, &CompileOptions::default()).0;
        let gfortran = "gfortran -O2 -Og -g3 -Wall -std=f2008 -fopenmp -DN=4 -U M -include x.h -x f95 -c a.f90";
        assert_eq!(flags(gfortran), "-ffree-form -O2 -O1 -fopenmp -DN=4 -U M");
        assert_eq!(
            flags("ifx -xHost -qopenmp -r8 -fpp -free -c a.f"),
            "-ffixed-form -fopenmp -fdefault-real-8 -fdefault-double-8 -cpp -ffree-form"
        );
        for (name, by_name) in [
            ("a.f", "-ffixed-form"),
            ("a.for", "-ffixed-form"),
            ("a.FTN", "-ffixed-form -cpp"),
            ("a.fpp", "-ffixed-form -cpp"),
            ("a.f08", "-ffree-form"),
            ("a.F90", "-ffree-form -cpp"),
        ] {
            assert_eq!(flags(&format!("mpifort -c {name}")), by_name, "{name}");
        }
    }

    #[test]
    fn own_module_files_come_first() {
        let options = CompileOptions { flags: ["-I", "mine"].map(str::to_owned).to_vec(), ..CompileOptions::default() };
        let (_, folders) = read("gfortran -Jmods -I inc -I../lib -c a.f90", &options);
        let searched = Modules::Beside.search(&folders);
        let paths = |folders: &[&str]| folders.iter().map(PathBuf::from).collect::<Vec<_>>();
        let expected = [
            "/build/mine",
            "/build/.rma-static",
            "/build/mods/.rma-static",
            "/build/inc/.rma-static",
            "/build/../lib/.rma-static",
            "/build",
            "/build/mods",
            "/build/inc",
            "/build/../lib",
        ];
        assert_eq!(searched, paths(&expected));

        let apart = Modules::apart(std::iter::empty()).unwrap();
        assert_eq!(apart.of(Path::new("/build/../lib")), apart.of(Path::new("/lib/.")));
        assert_eq!(apart.of(Path::new("/../../lib")), apart.of(Path::new("/lib")));
    }

    #[test]
    fn a_module_file_that_cannot_be_read_is_named() {
        let said =
            "/x/u.f90:2:6: error: Cannot read module file for module 'mpi': bad character (0x1f) in Fortran token";
        let text = about_modules(said).unwrap();
        assert!(
            text.starts_with("/x/u.f90:2:6: error: Cannot read module file for module 'mpi'; it must be"),
            "{text}"
        );
        assert_eq!(about_modules("a.f90:1:1: error: expected '('"), None);
    }
}
