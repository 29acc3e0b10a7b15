//! One run of clang or flang that makes bitcode of one source.

use super::command::{Command, Language};
use super::flang::{self, Folders, Modules};
use super::wrapper::Wrappers;
use super::{CompileError, CompileOptions, file_error};
use std::path::{Path, PathBuf};
use std::process::{Command as Process, Stdio};

/// How many flags of other compilers are left out, at most, because the compiler that makes the bitcode does not know them.
const MOST_UNKNOWN: usize = 20;

/// One source and how to compile it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Job {
    /// The folder that paths are relative to.
    pub folder: PathBuf,
    /// The source.
    pub source: PathBuf,
    /// Arguments before the source and the output.
    pub arguments: Vec<String>,
    /// What flang needs besides; a source without is one for clang.
    pub fortran: Option<Folders>,
}

/// The place to which a job writes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Outputs<'a> {
    /// The bitcode.
    pub bitcode: &'a Path,
    /// The file that clang is to list in what it read; flang has no such list.
    pub dependencies: Option<&'a Path>,
    /// Flang's module files.
    pub modules: &'a Modules,
}

/// The jobs of a command, one for each source.
///
/// # Errors
/// When the compiler is a wrapper that cannot be asked for its flags.
pub(super) fn jobs(
    command: &Command,
    folder: &Path,
    wrappers: &Wrappers,
    options: &CompileOptions,
) -> Result<Vec<Job>, CompileError> {
    let mut flags = command.flags.clone();
    flags.extend(wrappers.flags(&command.compiler, folder)?);
    let jobs = command.sources.iter().map(|source| {
        let (arguments, fortran) = match source.language {
            Language::C => (of_clang(command, &flags, options), None),
            Language::Fortran => {
                let (arguments, folders) = flang::arguments(command, source, folder, &flags, options);
                (arguments, Some(folders))
            }
        };
        Job { folder: folder.to_owned(), source: source.path.clone(), arguments, fortran }
    });
    Ok(jobs.collect())
}

fn of_clang(command: &Command, flags: &[String], options: &CompileOptions) -> Vec<String> {
    let mut arguments: Vec<String> = Vec::new();
    if command.cxx {
        arguments.push("--driver-mode=g++".to_owned());
    }
    arguments.extend(flags.iter().chain(&options.flags).cloned());
    if command.checks_threads {
        // As it is given to the passes, of which the sanitizer is one: so a list of accesses fits the code that is compiled with it
        // (super::screened).
        arguments.extend(super::screened::BEFORE_THE_PASSES.map(str::to_owned));
    }
    arguments.extend(["-g", "-emit-llvm", "-c", "-w", "-Qunused-arguments"].map(str::to_owned));
    arguments
}

impl Job {
    /// Makes the bitcode.
    ///
    /// # Errors
    /// When the compiler cannot be run or refuses the source.
    pub fn run(&self, options: &CompileOptions, outputs: Outputs) -> Result<(), CompileError> {
        // The compiler would wait for a pipe, and never end with a device.
        if std::fs::metadata(self.folder.join(&self.source)).is_ok_and(|data| !data.is_file()) {
            let detail = "it is no regular file".to_owned();
            return Err(CompileError::Refused { source_file: self.source.clone(), detail });
        }
        let mut arguments = self.arguments.clone();
        for _ in 0..MOST_UNKNOWN {
            let (mut process, option) = match &self.fortran {
                None => (self.clang(options, &arguments, outputs), "--clang"),
                Some(folders) => (self.flang(options, folders, &arguments, outputs)?, "--flang"),
            };
            process.arg("-o").arg(outputs.bitcode).stdin(Stdio::null());
            let result = process.output().map_err(|error| CompileError::CannotRun {
                program: process.get_program().to_string_lossy().into_owned(),
                reason: error.to_string(),
                option,
            })?;
            if result.status.success() {
                return Ok(());
            }
            let said = String::from_utf8_lossy(&result.stderr);
            let before = arguments.len();
            arguments.retain(|argument| !unknown(&said, argument));
            if arguments.len() == before {
                return Err(self.refused(&said));
            }
        }
        Err(self.refused("too many flags of another compiler"))
    }

    fn clang(&self, options: &CompileOptions, arguments: &[String], outputs: Outputs) -> Process {
        let mut process = Process::new(&options.clang);
        process.current_dir(&self.folder).args(arguments).arg(&self.source);
        if let Some(file) = outputs.dependencies {
            process.arg("-MD").arg("-MF").arg(file);
        }
        process
    }

    /// Runs flang in the folder of its own module files, because flang searches its working folder before all others.
    fn flang(
        &self,
        options: &CompileOptions,
        folders: &Folders,
        arguments: &[String],
        outputs: Outputs,
    ) -> Result<Process, CompileError> {
        let home = outputs.modules.of(&folders.modules);
        std::fs::create_dir_all(&home).map_err(file_error(&home))?;
        let mut process = Process::new(&options.flang);
        process.arg("-J").arg(&home);
        for folder in outputs.modules.search(folders) {
            process.arg("-I").arg(folder);
        }
        process.current_dir(home).args(arguments).arg(self.folder.join(&self.source));
        Ok(process)
    }

    fn refused(&self, said: &str) -> CompileError {
        let is_error = |line: &&str| line.contains("error:");
        // Flang's first line only says that there are errors.
        let error = said.lines().find(|line| is_error(line) && !line.starts_with("error: "));
        let error = error.or_else(|| said.lines().find(is_error)).or_else(|| said.lines().next());
        let detail = error.unwrap_or("the compiler gives no reason").trim();
        let detail = flang::about_modules(detail).unwrap_or_else(|| detail.to_owned());
        CompileError::Refused { source_file: self.source.clone(), detail }
    }
}

/// Whether the compiler refuses this flag: one of another compiler.
fn unknown(said: &str, argument: &str) -> bool {
    argument.starts_with('-')
        && ["unknown argument: '", "unknown argument '", "unsupported option '", "unsupported argument '"]
            .iter()
            .any(|start| said.contains(&format!("{start}{argument}'")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_source_goes_to_the_compiler_of_its_language() {
        let words = shlex::split("gfortran -O2 -J mods -c a.f90 b.c").expect("no open quote");
        let command = super::super::command::parse(&words).expect("a compiler");
        let jobs = jobs(&command, Path::new("/build"), &Wrappers::default(), &CompileOptions::default());
        let jobs = jobs.expect("no wrapper is asked");
        let [fortran, c] = jobs.as_slice() else { panic!("{jobs:?}") };
        assert_eq!(fortran.fortran.as_ref().map(|folders| folders.modules.as_path()), Some(Path::new("/build/mods")));
        assert_eq!((c.source.as_path(), &c.fortran), (Path::new("b.c"), &None));
        assert_eq!(c.arguments, ["-O2", "-g", "-emit-llvm", "-c", "-w", "-Qunused-arguments"]);
    }

    #[test]
    fn the_reason_is_the_first_error_with_a_place() {
        let job = Job { folder: "/".into(), source: "a.f90".into(), arguments: Vec::new(), fortran: None };
        let said = "error: Could not parse a.f90\n./a.f90:1:4: warning: odd\n./a.f90:2:1: error: expected end\n";
        assert_eq!(job.refused(said).to_string(), "a.f90: not compiled to bitcode (./a.f90:2:1: error: expected end)");
        let said = "error: Only -std=f2018 is allowed currently.\n";
        assert_eq!(
            job.refused(said).to_string(),
            "a.f90: not compiled to bitcode (error: Only -std=f2018 is allowed currently.)"
        );
    }
}
