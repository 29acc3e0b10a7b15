//! A compiler wrapper for builds with ThreadSanitizer: accesses that need not be watched, according to a list, are not
//! instrumented.
//!
//! The compiler is run in two steps, from the source to the module that it would give to its optimisation passes, and from there to
//! the object. In between the reader marks the accesses that the list drops. The list describes each module as it was when the list
//! was made. A module that has changed since then is compiled with all accesses instrumented, and a message says so.

use super::CompileError;
use super::command::{self, Command, Language, Product};
use crate::load::{self, LoadOptions};
use crate::wire::Marked;
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::{OsStr, OsString};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command as Process, ExitStatus, Stdio};

/// Flags for a module as clang gives it to the passes.
pub(super) const BEFORE_THE_PASSES: [&str; 3] = ["-fsanitize=thread", "-Xclang", "-disable-llvm-passes"];

/// A module of the list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    /// Source file, as the compiler recorded it.
    pub source: PathBuf,
    /// [`crate::ir::Module::fingerprint`].
    pub fingerprint: u64,
    /// The accesses that are dropped, by function.
    pub functions: Vec<Marked>,
}

/// What a run of the wrapper gave.
#[derive(Debug)]
pub struct Outcome {
    /// How the compiler ended.
    pub status: ExitStatus,
    /// The sources that are instrumented completely in a build with ThreadSanitizer, and the reasons.
    pub whole: Vec<String>,
}

/// Runs `words`, a compiler and its arguments.
///
/// # Errors
/// When the compiler cannot be run.
pub fn run(words: &[OsString], list: &[Listed]) -> Result<Outcome, CompileError> {
    // Arguments that are no text occur in file names only, of files that no list has.
    let text: Option<Vec<String>> = words.iter().map(|word| word.to_str().map(str::to_owned)).collect();
    let mut whole = Vec::new();
    if let Some(words) = text
        && let Some(build) = Build::of(&words)
    {
        match build.run(list, &mut whole) {
            Ok(Some(status)) => return Ok(Outcome { status, whole }),
            Ok(None) => {}
            Err(reason) => whole = build.names().map(|name| format!("{name}: {reason}: instrumented whole")).collect(),
        }
    }
    let status = status(words)?;
    Ok(Outcome { status, whole })
}

fn status<W: AsRef<OsStr>>(words: &[W]) -> Result<ExitStatus, CompileError> {
    let cannot = |program: String, reason: String| CompileError::CannotRun {
        program,
        reason,
        option: "rma-static cc -- COMPILER",
    };
    let (compiler, arguments) =
        words.split_first().ok_or_else(|| cannot("the compiler".into(), "none is given".into()))?;
    let run = Process::new(compiler).args(arguments).status();
    run.map_err(|error| cannot(compiler.as_ref().to_string_lossy().into_owned(), error.to_string()))
}

/// A command that compiles for ThreadSanitizer.
struct Build {
    command: Command,
    /// The words that start the compiler, with launchers.
    program: Vec<String>,
    arguments: Vec<String>,
}

impl Build {
    fn of(words: &[String]) -> Option<Build> {
        let command = command::parse(words).filter(|command| command.checks_threads)?;
        let rest = command::without_launchers(words)?;
        let (_, arguments) = rest.split_first()?;
        let program = words.get(..words.len() - arguments.len())?.to_vec();
        let arguments = command::with_response_files(arguments);
        // The small programs by which configure and CMake test the compiler.
        let is_question = |path: &Path| {
            path.file_stem().is_some_and(|stem| stem == "conftest")
                || path.iter().any(|part| part == "CMakeTmp" || part == "CMakeScratch")
        };
        let asked = command.sources.iter().any(|source| is_question(&source.path));
        let compiles = !command.sources.is_empty() && command.product != Product::Other;
        (compiles && !asked).then_some(Build { command, program, arguments })
    }

    fn names(&self) -> impl Iterator<Item = std::path::Display<'_>> {
        self.command.sources.iter().map(|source| source.path.display())
    }

    /// Compiles, and links if the command does. `None`: the command is to be run as it is.
    fn run(&self, list: &[Listed], whole: &mut Vec<String>) -> Result<Option<ExitStatus>, String> {
        if self.command.sources.iter().any(|source| source.language == Language::Fortran) {
            return Err("only clang's modules can be screened, of C and C++".to_owned());
        }
        self.is_clang()?;
        let scratch = tempfile::tempdir().map_err(|error| error.to_string())?;
        let mut objects: Vec<String> = Vec::new();
        for (n, source) in self.command.sources.iter().enumerate() {
            let object = match self.command.product {
                Product::Object => self.command.object_of(&source.path),
                _ => scratch.path().join(format!("{n}.o")),
            };
            let module = scratch.path().join(format!("{n}.bc"));
            if !self.to_module(&source.path, &object, &module)? {
                return Ok(None);
            }
            let marked = scratch.path().join(format!("{n}.marked.bc"));
            let to_compile = match mark(list, &source.path, &module, &marked) {
                Ok(()) => marked,
                Err(reason) => {
                    whole.push(format!("{}: {reason}: instrumented whole", source.path.display()));
                    module
                }
            };
            let status = self.to_object(&to_compile, &object)?;
            if !status.success() || self.command.product == Product::Object && n + 1 == self.command.sources.len() {
                return Ok(Some(status));
            }
            objects.push(object.to_string_lossy().into_owned());
        }
        let mut objects = objects.into_iter();
        let mut linked = self.words(|kind, word| match kind {
            Kind::Source => objects.next().into_iter().collect(),
            Kind::Language => Vec::new(),
            _ => vec![word.to_owned()],
        });
        // Flags of compilations have done their work.
        linked.push("-Qunused-arguments".to_owned());
        status(&linked).map(Some).map_err(|error| error.to_string())
    }

    /// Modules are exchanged with clang alone.
    fn is_clang(&self) -> Result<(), String> {
        let (program, launched) = self.program.split_first().ok_or("no compiler")?;
        let mut process = Process::new(program);
        process.args(launched).arg("--version").stdin(Stdio::null()).stderr(Stdio::null());
        let answer = process.output().map_err(|error| error.to_string())?;
        if String::from_utf8_lossy(&answer.stdout).contains("clang version") {
            return Ok(());
        }
        let compiler = &self.command.compiler;
        Err(format!("{compiler} runs another compiler than clang (MPICH_CC and OMPI_CC choose that of mpicc)"))
    }

    /// The first step; returns whether the compiler succeeded. If not, running the original command shows the reason.
    fn to_module(&self, source: &Path, object: &Path, module: &Path) -> Result<bool, String> {
        // Flags about the language of later inputs would apply to no input here, and clang would warn.
        let mut is_behind = false;
        let mut words = self.words(|kind, word| match kind {
            Kind::Source if Path::new(word) == source => {
                is_behind = true;
                vec![word.to_owned()]
            }
            Kind::Source | Kind::Output | Kind::Step => Vec::new(),
            Kind::Language if is_behind => Vec::new(),
            Kind::Language | Kind::Dependencies | Kind::Preprocessing | Kind::Other => vec![word.to_owned()],
        });
        let has = |flags: &[&str]| self.arguments.iter().any(|word| flags.iter().any(|flag| word.starts_with(flag)));
        // Lists of what was read are named after the object.
        if has(&["-MD", "-MMD"]) {
            if !has(&["-MF"]) {
                words.extend(["-MF".to_owned(), object.with_extension("d").to_string_lossy().into_owned()]);
            }
            if !has(&["-MT", "-MQ"]) {
                words.extend(["-MQ".to_owned(), object.to_string_lossy().into_owned()]);
            }
        }
        words.extend(BEFORE_THE_PASSES.map(str::to_owned));
        words.extend(["-g", "-c", "-emit-llvm", "-Qunused-arguments", "-o"].map(str::to_owned));
        words.push(module.to_string_lossy().into_owned());
        let (program, arguments) = words.split_first().ok_or("no compiler")?;
        let result =
            Process::new(program).args(arguments).stdin(Stdio::null()).output().map_err(|error| error.to_string())?;
        if result.status.success() {
            // If the standard error is closed, warnings cannot be shown.
            let _ = std::io::stderr().write_all(&result.stderr);
        }
        Ok(result.status.success())
    }

    /// The second step: passes, the sanitizer among them, and code.
    fn to_object(&self, module: &Path, object: &Path) -> Result<ExitStatus, String> {
        let mut words = self.words(|kind, word| match kind {
            Kind::Other => vec![word.to_owned()],
            _ => Vec::new(),
        });
        words.extend(["-w", "-Qunused-arguments", "-c"].map(str::to_owned));
        words.extend([module.to_string_lossy().into_owned(), "-o".to_owned(), object.to_string_lossy().into_owned()]);
        status(&words).map_err(|error| error.to_string())
    }

    /// The command with each argument replaced; a flag and its value are replaced together.
    fn words(&self, mut replace: impl FnMut(Kind, &str) -> Vec<String>) -> Vec<String> {
        let mut out = self.program.clone();
        let mut of_value = None;
        for word in &self.arguments {
            let kind = match of_value.take() {
                Some(kind) => kind,
                None => {
                    let kind = self.kind(word);
                    of_value = command::takes_value(word).then_some(kind);
                    kind
                }
            };
            out.extend(replace(kind, word));
        }
        out
    }

    fn kind(&self, word: &str) -> Kind {
        const PREPROCESSING: [&str; 2] = ["-include", "-imacros"];
        if self.command.sources.iter().any(|source| source.path == Path::new(word)) {
            Kind::Source
        } else if word == "-c" || word == "-emit-llvm" {
            Kind::Step
        } else if word.starts_with("-o") && !word.starts_with("-object") {
            Kind::Output
        } else if word.starts_with("-x") {
            Kind::Language
        } else if word.starts_with("-M") {
            Kind::Dependencies
        } else if PREPROCESSING.iter().any(|flag| word.starts_with(flag)) {
            Kind::Preprocessing
        } else {
            Kind::Other
        }
    }
}

/// What an argument is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Source,
    Output,
    /// The step that a command makes.
    Step,
    Language,
    Dependencies,
    Preprocessing,
    Other,
}

/// Marks in a module the accesses that the list drops, or returns why that is impossible.
fn mark(list: &[Listed], source: &Path, module: &Path, marked: &Path) -> Result<(), String> {
    let same_name: Vec<&Listed> = list.iter().filter(|one| one.source.file_name() == source.file_name()).collect();
    if same_name.is_empty() {
        return Err("not on the list".to_owned());
    }
    let options = LoadOptions { time_limit: std::time::Duration::from_secs(600), ..LoadOptions::default() };
    let fingerprints: BTreeSet<u64> = same_name.iter().map(|one| one.fingerprint).collect();
    for only in fingerprints {
        let functions = common(same_name.iter().copied().filter(|one| one.fingerprint == only));
        let task = load::Task { file: module, range: None, functions: &functions, output: marked, only: Some(only) };
        let done = load::rewrite(&[task], &options).map_err(|error| error.to_string())?;
        if done.iter().all(|done| !done.refused) {
            return Ok(());
        }
    }
    Err("has changed since the list was made, which should be made anew".to_owned())
}

/// What several modules of the same content drop in common: which of them is being compiled is not known.
fn common<'a>(mut modules: impl Iterator<Item = &'a Listed>) -> Vec<Marked> {
    let mut out = modules.next().map(|module| module.functions.clone()).unwrap_or_default();
    for module in modules {
        let here: BTreeMap<(&str, u64), &Marked> =
            module.functions.iter().map(|one| ((one.function.as_str(), one.fingerprint), one)).collect();
        out.retain_mut(|one| {
            let Some(other) = here.get(&(one.function.as_str(), one.fingerprint)) else { return false };
            one.accesses.retain(|access| other.accesses.contains(access));
            one.whole &= other.whole;
            true
        });
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn build(line: &str) -> Build {
        Build::of(&shlex::split(line).expect("no open quote")).expect("a build for the sanitizer")
    }

    #[test]
    fn arguments_keep_their_values() {
        let build = build("ccache clang -MD -MF a.d -I inc -x c a.c -include b.h -fsanitize=thread -O2 -c -o out/a.o");
        let of = |wanted: &[Kind]| {
            build.words(|kind, word| if wanted.contains(&kind) { vec![word.to_owned()] } else { Vec::new() })
        };
        assert_eq!(of(&[]), ["ccache", "clang"]);
        assert_eq!(of(&[Kind::Other])[2..], ["-I", "inc", "-fsanitize=thread", "-O2"]);
        assert_eq!(of(&[Kind::Dependencies])[2..], ["-MD", "-MF", "a.d"]);
        assert_eq!(
            of(&[Kind::Language, Kind::Source, Kind::Preprocessing])[2..],
            ["-x", "c", "a.c", "-include", "b.h"]
        );
        assert_eq!(of(&[Kind::Output, Kind::Step])[2..], ["-c", "-o", "out/a.o"]);
    }

    #[test]
    fn questions_and_other_builds_are_left_alone() {
        for line in [
            "clang -c a.c",
            "clang -fsanitize=thread a.o -o a",
            "clang -fsanitize=thread -c conftest.c",
            "clang -fsanitize=thread -c /b/CMakeFiles/CMakeScratch/T-x/testCCompiler.c",
            "clang -fsanitize=thread -E a.c",
        ] {
            assert!(Build::of(&shlex::split(line).expect("no open quote")).is_none(), "{line}");
        }
    }

    #[test]
    fn equal_modules_drop_what_they_have_in_common() {
        let module = |accesses: &[u32]| Listed {
            source: "a.c".into(),
            fingerprint: 1,
            functions: vec![Marked {
                function: "f".into(),
                fingerprint: 2,
                accesses: accesses.to_vec(),
                whole: accesses.len() > 3,
            }],
        };
        let (first, second, none) =
            (module(&[0, 1, 4, 5]), module(&[1, 2, 4]), Listed { functions: Vec::new(), ..module(&[]) });
        assert_eq!(common([&first, &second].into_iter()), module(&[1, 4]).functions);
        assert_eq!(common([&first, &none].into_iter()), []);
    }
}
