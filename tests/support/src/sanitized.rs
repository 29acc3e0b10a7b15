//! Programs compiled with ThreadSanitizer, as they are and from modules that the screening has written again, and their runs.

use crate::compile::{CLANG, Headers};
use crate::process::{self, Finished};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

const LIMIT: Duration = Duration::from_secs(300);

/// How a program is built.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Without a sanitizer.
    Plain,
    /// With all of its accesses instrumented.
    Whole,
    /// Only accesses that are not `apart` are instrumented.
    Relevant,
    /// Only accesses that are neither `apart` nor proved safe are instrumented.
    Unproven,
}

impl Kind {
    /// In the order of what a run costs least to most of, but for the first.
    pub const ALL: [Kind; 4] = [Kind::Plain, Kind::Whole, Kind::Relevant, Kind::Unproven];

    /// In words; of a screening, its strength.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Plain => "plain",
            Kind::Whole => "whole",
            Kind::Relevant => "relevant",
            Kind::Unproven => "unproven",
        }
    }
}

/// A program on its way through the compiler.
#[derive(Debug)]
pub struct Build<'a> {
    /// The repository.
    pub root: &'a Path,
    /// The analyzer.
    pub analyzer: &'a Path,
    /// Where everything is written.
    pub folder: &'a Path,
    /// Sources, absolute or relative to the repository.
    pub sources: &'a [String],
    /// Flags of all steps, such as `-O2` and `-fopenmp`.
    pub flags: &'a [&'a str],
    /// Options of the analyzer.
    pub options: &'a [&'a str],
}

/// The modules of a build, and what was said of them.
#[derive(Debug)]
pub struct Modules {
    /// In the order of the sources.
    pub files: Vec<PathBuf>,
    /// The screening, in JSON; empty where there is none.
    pub list: serde_json::Value,
}

impl Build<'_> {
    /// The compiler: one that links the C++ library, too, where there is C++.
    pub fn compiler(&self) -> &'static str {
        if self.sources.iter().any(|source| source.ends_with(".cpp")) { "clang++-19" } else { CLANG }
    }

    /// The modules that clang hands to its passes.
    ///
    /// # Errors
    /// When a source does not compile.
    pub fn whole(&self) -> Result<Modules, String> {
        let folder = self.folder.join("whole");
        std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
        let include = Headers::Mpich.include().map_err(|error| error.to_string())?;
        let mut files = Vec::new();
        for source in self.sources {
            let stem = Path::new(source).file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let output = folder.join(format!("{stem}.bc"));
            let mut command = Command::new(if source.ends_with(".cpp") { "clang++-19" } else { CLANG });
            command.current_dir(self.root).args(self.flags).args([
                "-g",
                "-w",
                "-DMPICH_SKIP_MPICXX",
                "-fsanitize=thread",
            ]);
            command
                .args(["-Xclang", "-disable-llvm-passes", "-emit-llvm", "-c", "-Icorpus/include", "-I"])
                .arg(&include);
            succeeded(command.arg(source).arg("-o").arg(&output))?;
            files.push(output);
        }
        Ok(Modules { files, list: serde_json::Value::Null })
    }

    /// The same modules, screened. The search for pairs may be cut off, but the program must have been followed.
    ///
    /// # Errors
    /// When they cannot be.
    pub fn screened(&self, whole: &Modules, kind: Kind) -> Result<Modules, String> {
        let folder = self.folder.join(kind.name());
        let mut command = Command::new(self.analyzer);
        command.args(["screen", "--screen", kind.name(), "--format", "json", "--rewrite"]).arg(&folder);
        let said = ended(command.args(self.options).args(&whole.files), &[0, 3])?.stdout;
        let list: serde_json::Value = serde_json::from_str(&said).map_err(|error| error.to_string())?;
        if list["followed"] != true {
            return Err("the program was not followed to its end".to_owned());
        }
        let files = whole.files.iter().map(|file| folder.join(file.file_name().unwrap_or_default())).collect();
        Ok(Modules { files, list })
    }

    /// Compiles and links modules.
    ///
    /// # Errors
    /// When that fails.
    pub fn program(&self, modules: &Modules, kind: Kind) -> Result<PathBuf, String> {
        let output = self.folder.join(format!("program-{}", kind.name()));
        let sanitizer: &[&str] = if kind == Kind::Plain { &[] } else { &["-fsanitize=thread"] };
        let mut objects = Vec::new();
        for module in &modules.files {
            let object = module.with_extension(format!("{}.o", kind.name()));
            let mut command = Command::new(CLANG);
            let flags = self.flags.iter().filter(|flag| **flag != "-fopenmp");
            succeeded(command.args(flags).args(sanitizer).args(["-w", "-c"]).arg(module).arg("-o").arg(&object))?;
            objects.push(object);
        }
        let mut command = Command::new(self.compiler());
        command.args(self.flags).args(sanitizer).args(objects).args(["-w", "-lmpich", "-lm", "-lpthread", "-o"]);
        succeeded(command.arg(&output))?;
        Ok(output)
    }
}

/// Runs a program with some processes of MPICH; what it reports of races is not shown.
///
/// # Errors
/// When it does not end well.
pub fn launch(program: &Path, processes: u32, arguments: &[&str]) -> Result<Finished, String> {
    let mut command = Command::new("mpiexec.mpich");
    // UCX patches mmap in place, which ThreadSanitizer does not survive.
    command.envs([("TSAN_OPTIONS", "report_bugs=0"), ("UCX_MEM_MMAP_HOOK_MODE", "none"), ("UCX_MEM_EVENTS", "no")]);
    command.env("OMP_NUM_THREADS", "2").current_dir(program.parent().unwrap_or(Path::new(".")));
    succeeded(command.args(["-n", &processes.to_string()]).arg(program).args(arguments))
}

/// Runs a command that must succeed.
///
/// # Errors
/// With what it said.
pub fn succeeded(command: &mut Command) -> Result<Finished, String> {
    ended(command, &[0])
}

fn ended(command: &mut Command, good: &[i32]) -> Result<Finished, String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let finished = process::run(command, LIMIT).map_err(|error| format!("{name}: {error}"))?;
    match finished.code {
        Some(code) if good.contains(&code) => Ok(finished),
        code => {
            Err(format!("{name}: {code:?}{}\n{}", if finished.timed_out { ", too slow" } else { "" }, finished.stderr))
        }
    }
}
