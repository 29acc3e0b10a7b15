//! A compiler's command line, by the conventions that gcc, clang and the wrappers of MPI libraries share.

use std::path::{Path, PathBuf};

/// The actions of a command.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Command {
    /// The compiler, as it was called.
    pub compiler: String,
    /// Source files, in order.
    pub sources: Vec<Source>,
    /// What the command makes of them.
    pub product: Product,
    /// The file of `-o`.
    pub output: Option<PathBuf>,
    /// Flags that bear on the meaning of the sources, in order.
    pub flags: Vec<String>,
    /// The folder that module files of Fortran are written to, when a flag names one.
    pub modules: Option<PathBuf>,
    /// Sources are C++ regardless of their names, as the compiler is a C++ compiler.
    pub cxx: bool,
    /// ThreadSanitizer is requested.
    pub checks_threads: bool,
}

/// A file that is compiled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    /// Its name in the command.
    pub path: PathBuf,
    /// What it is written in.
    pub language: Language,
}

/// Languages, as far as they need different compilers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    /// C or C++.
    C,
    /// Fortran of any form.
    Fortran,
}

/// What a compiler makes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Product {
    /// An object for each source (`-c`).
    Object,
    /// A linked file; also what comes of objects alone.
    #[default]
    Linked,
    /// Assembly, preprocessed text, dependencies, or an answer to a question: nothing to analyse.
    Other,
}

/// Programs that run the compiler given to them.
const LAUNCHERS: [&str; 6] = ["ccache", "sccache", "distcc", "icecc", "env", "time"];

/// Flags that the sources need, with a value in the next word or in the same one.
const KEPT_WITH_VALUE: [&str; 31] = [
    "-I",
    "-D",
    "-U",
    "-include",
    "-imacros",
    "-isystem",
    "-iquote",
    "-idirafter",
    "-iprefix",
    "-iwithprefix",
    "-iwithprefixbefore",
    "-isysroot",
    "-x",
    "-target",
    "-Xclang",
    "-Xpreprocessor",
    "--param",
    "-mllvm",
    "-F",
    "-iframework",
    "-iframeworkwithsysroot",
    "-iwithsysroot",
    "-isystem-after",
    "-cxx-isystem",
    "-c-isystem",
    "-include-pch",
    "-ivfsoverlay",
    "-working-directory",
    "-resource-dir",
    "--sysroot",
    "-arch",
];

/// Flags with a value in the next word that bear on linking, dependencies and the like.
const DROPPED_WITH_VALUE: [&str; 15] = [
    "-MF",
    "-MT",
    "-MQ",
    "-MJ",
    "-L",
    "-l",
    "-T",
    "-u",
    "-z",
    "-Xlinker",
    "-Xassembler",
    "-dumpbase",
    "-dumpdir",
    "-aux-info",
    "-fintrinsic-modules-path",
];

/// Flags whose next word is the folder of module files: of gfortran, of Intel and NVIDIA, of flang.
const MODULE_FOLDER: [&str; 3] = ["-J", "-module", "-module-dir"];

/// Flags, and beginnings of flags where they end in `*`, that do not change the meaning of the program, or would change
/// the form of the bitcode: outputs, linking, link-time optimisation, instrumentation.
const DROPPED: [&str; 41] = [
    "-c",
    "-MD",
    "-MMD",
    "-MP",
    "-MG",
    "-MF*",
    "-MT*",
    "-MQ*",
    "-MJ*",
    "-Werror*",
    "-pedantic-errors",
    "-flto*",
    "-fno-lto",
    "-ffat-lto-objects",
    "-fno-fat-lto-objects",
    "-fembed-bitcode*",
    "-fwhole-program*",
    "-fno-whole-program*",
    "-fuse-linker-plugin",
    "-save-temps*",
    "--save-temps*",
    "-fuse-ld=*",
    "-gsplit-dwarf*",
    "-gz*",
    "-fprofile*",
    "-fcoverage-mapping",
    "-ftest-coverage",
    "--coverage",
    "-fsanitize*",
    "-fno-sanitize*",
    "-Wl,*",
    "-Wa,*",
    "-L*",
    "-l*",
    "-shared",
    "-static*",
    "-rdynamic",
    "-pie",
    "-no-pie",
    "-s",
    "-pipe",
];

/// Files of arguments within files of arguments; more are a circle.
const DEPTH: usize = 16;

/// Questions and outputs that are no code.
const OTHER: [&str; 9] = ["-E", "-S", "-M", "-MM", "-fsyntax-only", "--version", "-v", "-dumpversion", "-dumpmachine"];

/// Reads a command line, `words[0]` being the compiler or what launches it; `None` when there is no compiler.
pub fn parse(words: &[String]) -> Option<Command> {
    let (compiler, arguments) = without_launchers(words)?.split_first()?;
    let mut command = Command { compiler: compiler.clone(), cxx: is_cxx(base(compiler)), ..Command::default() };
    let arguments = with_response_files(arguments);
    let mut said = "none";
    let mut arguments = arguments.iter();
    while let Some(argument) = arguments.next() {
        if argument == "-o" {
            command.output = arguments.next().map(PathBuf::from);
        } else if let Some(output) = argument.strip_prefix("-o").filter(|_| !argument.starts_with("-object")) {
            command.output = Some(PathBuf::from(output));
        } else if KEPT_WITH_VALUE.contains(&argument.as_str()) {
            let value = arguments.next().map_or("", String::as_str);
            if argument == "-x" {
                said = value;
            }
            match (argument.as_str(), value) {
                // The sources after it are marked as Fortran.
                ("-x", "f77" | "f95") => {}
                ("-x", "f77-cpp-input" | "f95-cpp-input") => command.flags.push("-cpp".to_owned()),
                _ => command.flags.extend([argument.clone(), value.to_owned()]),
            }
        } else if MODULE_FOLDER.contains(&argument.as_str()) {
            command.modules = arguments.next().map(PathBuf::from);
        } else if let Some(folder) = argument.strip_prefix("-J").or_else(|| argument.strip_prefix("-module-dir")) {
            command.modules = Some(PathBuf::from(folder));
        } else if DROPPED_WITH_VALUE.contains(&argument.as_str()) {
            arguments.next();
        } else if OTHER.contains(&argument.as_str()) || argument.starts_with("-print-") || argument.starts_with("-show")
        {
            command.product = Product::Other;
        } else if argument == "-c" {
            if command.product == Product::Linked {
                command.product = Product::Object;
            }
        } else if let Some(checks) = argument.strip_prefix("-fsanitize=") {
            command.checks_threads |= checks.split(',').any(|check| check == "thread");
        } else if argument == "-fno-sanitize=thread" || argument == "-fno-sanitize=all" {
            command.checks_threads = false;
        } else if DROPPED.iter().any(|flag| matches(flag, argument)) {
        } else if argument.starts_with('-') && argument != "-" {
            command.flags.push(argument.clone());
        } else if let Some(language) = language(Path::new(argument), said) {
            command.sources.push(Source { path: PathBuf::from(argument), language });
        }
    }
    Some(command)
}

/// The compiler and its arguments, without what launches it.
pub(super) fn without_launchers(words: &[String]) -> Option<&[String]> {
    let is_launcher = |word: &String| LAUNCHERS.contains(&base(word)) || is_assignment(word);
    let mut words = words;
    while let [launcher, rest @ ..] = words
        && is_launcher(launcher)
    {
        words = rest;
    }
    if let [own, cc, rest @ ..] = words
        && base(own) == "rma-static"
        && cc == "cc"
    {
        let separator = rest.iter().position(|word| word == "--")?;
        words = rest.get(separator + 1..)?;
    }
    Some(words)
}

/// Whether the next word is the value of this flag.
pub(super) fn takes_value(flag: &str) -> bool {
    flag == "-o"
        || KEPT_WITH_VALUE.contains(&flag)
        || DROPPED_WITH_VALUE.contains(&flag)
        || MODULE_FOLDER.contains(&flag)
}

impl Command {
    /// The object that `-c` makes of a source.
    pub fn object_of(&self, source: &Path) -> PathBuf {
        match (&self.output, self.sources.as_slice()) {
            (Some(output), [_]) => output.clone(),
            _ => Path::new(source.file_name().unwrap_or(source.as_os_str())).with_extension("o"),
        }
    }
}

/// Whether a file is a source that can be compiled, by its name.
pub fn is_source(path: &Path) -> bool {
    language(path, "none").is_some()
}

/// Whether a file is a source of C++, by its name.
pub fn is_cxx_source(path: &Path) -> bool {
    const CXX: [&str; 7] = ["C", "cc", "cp", "cpp", "cxx", "c++", "ii"];
    path.extension().and_then(|extension| extension.to_str()).is_some_and(|extension| CXX.contains(&extension))
}

fn base(program: &str) -> &str {
    program.rsplit('/').next().unwrap_or(program)
}

/// `CCACHE_DISABLE=1` before a command.
fn is_assignment(word: &str) -> bool {
    word.split_once('=').is_some_and(|(name, _)| {
        !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'_' || byte.is_ascii_digit())
    })
}

/// `g++`, `clang++-19`, `x86_64-linux-gnu-g++`, `mpicxx`, `mpic++.openmpi`, `mpiCC`.
fn is_cxx(compiler: &str) -> bool {
    let stem = compiler.split('.').next().unwrap_or(compiler);
    stem.contains("++")
        || stem.ends_with("cxx")
        || stem.ends_with("CC")
        || stem.ends_with("icpc")
        || stem.ends_with("icpx")
}

/// The language of a source after the last `-x` with this value (`none`: by its name); `None` for other files.
fn language(path: &Path, said: &str) -> Option<Language> {
    const C: [&str; 9] = ["c", "i", "C", "cc", "cp", "cpp", "cxx", "c++", "ii"];
    // Each also in capitals.
    const FORTRAN: [&str; 8] = ["f", "for", "ftn", "fpp", "f90", "f95", "f03", "f08"];
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    let is_fortran = |name: &&str| *name == extension || name.to_ascii_uppercase() == extension;
    match said {
        "none" if C.contains(&extension) => Some(Language::C),
        "none" if FORTRAN.iter().any(is_fortran) => Some(Language::Fortran),
        "c" | "c++" | "cpp-output" | "c++-cpp-output" if C.contains(&extension) => Some(Language::C),
        "f77" | "f77-cpp-input" | "f95" | "f95-cpp-input" => Some(Language::Fortran),
        _ => None,
    }
}

fn matches(flag: &str, argument: &str) -> bool {
    match flag.strip_suffix('*') {
        Some(start) => argument.starts_with(start),
        None => argument == flag,
    }
}

/// `@file` is replaced by the words in the file, and so are such words in it; if the file cannot be read, the word is kept, as in
/// compilers.
pub(super) fn with_response_files(arguments: &[String]) -> Vec<String> {
    expanded(arguments, Path::new(""), &mut Vec::new())
}

/// The words with those of files of arguments in their place. The files are named from a folder; all that were found are noted.
pub(super) fn expanded(arguments: &[String], folder: &Path, files: &mut Vec<PathBuf>) -> Vec<String> {
    within(arguments, folder, files, 0)
}

fn within(arguments: &[String], folder: &Path, files: &mut Vec<PathBuf>, depth: usize) -> Vec<String> {
    let mut out = Vec::new();
    for argument in arguments {
        let file = argument.strip_prefix('@').map(|file| folder.join(file)).filter(|file| file.exists());
        let text = file.and_then(|file| {
            let text = crate::regular::read_text(&file).ok();
            files.push(file);
            text.filter(|_| depth < DEPTH)
        });
        match text.and_then(|text| shlex::split(&text)) {
            Some(words) => out.extend(within(&words, folder, files, depth + 1)),
            None => out.push(argument.clone()),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Command {
        parse(&shlex::split(line).unwrap()).unwrap()
    }

    fn paths(command: &Command, language: Language) -> Vec<&str> {
        let of_language = command.sources.iter().filter(|source| source.language == language);
        of_language.filter_map(|source| source.path.to_str()).collect()
    }

    #[test]
    fn what_bears_on_the_meaning_stays() {
        let command = read(
            "ccache /usr/bin/mpicc -I inc -Isys -DN=4 -D M='\"x y\"' -std=c11 -O2 -march=native -fopenmp -include a.h \
             -Wall -Werror -MD -MF x.d -MT x.o -MJ/x.json -MFy.d -ivfsoverlay v.yaml -flto=auto -fsanitize=address -c -o out/x.o src/x.c",
        );
        assert_eq!(command.compiler, "/usr/bin/mpicc");
        assert_eq!(command.product, Product::Object);
        assert_eq!(paths(&command, Language::C), ["src/x.c"]);
        assert_eq!(command.output, Some(PathBuf::from("out/x.o")));
        let flags = [
            "-I",
            "inc",
            "-Isys",
            "-DN=4",
            "-D",
            "M=\"x y\"",
            "-std=c11",
            "-O2",
            "-march=native",
            "-fopenmp",
            "-include",
            "a.h",
            "-Wall",
            "-ivfsoverlay",
            "v.yaml",
        ];
        assert_eq!(command.flags, flags);
    }

    #[test]
    fn a_build_for_thread_sanitizer_is_one() {
        for (line, checks) in [
            ("cc -c a.c -fsanitize=thread", true),
            ("cc -c a.c -fsanitize=undefined,thread", true),
            ("cc -c a.c -fsanitize=address", false),
            ("cc -c a.c -fsanitize=thread -fno-sanitize=all", false),
        ] {
            assert_eq!(read(line).checks_threads, checks, "{line}");
        }
    }

    #[test]
    fn products_are_told_apart() {
        assert_eq!(read("gcc a.c b.o -lm -L/x -o app").product, Product::Linked);
        assert_eq!(paths(&read("gcc a.c b.o -lm -L /x -o app"), Language::C), ["a.c"]);
        for line in ["gcc -E a.c", "gcc -S -c a.c", "gcc -c -M a.c", "clang --version", "mpicc -show"] {
            assert_eq!(read(line).product, Product::Other, "{line}");
        }
        assert!(read("gcc -c start.S other.s -x assembler x.c").sources.is_empty());
        let several = read("gcc -c src/a.c b.c");
        assert_eq!(several.object_of(Path::new("src/a.c")), Path::new("a.o"));
    }

    #[test]
    fn fortran_is_known_by_its_names_and_by_flags() {
        let command = read("mpifort -J mods -c a.f90 b.F c.c d.FOR e.ftn f.f03 g.F08 h.fpp i.f95 j.mod k.Fpp -lm");
        let sources = ["a.f90", "b.F", "d.FOR", "e.ftn", "f.f03", "g.F08", "h.fpp", "i.f95"];
        assert_eq!(paths(&command, Language::Fortran), sources);
        assert_eq!(paths(&command, Language::C), ["c.c"]);
        assert_eq!(command.object_of(Path::new("src/a.f90")), Path::new("a.o"));
        let command = read("gfortran -x f95-cpp-input a.inc -x none b.c c.inc -x c d.f90");
        assert_eq!((paths(&command, Language::Fortran), paths(&command, Language::C)), (vec!["a.inc"], vec!["b.c"]));
    }

    #[test]
    fn folders_of_module_files_are_no_sources() {
        for line in [
            "gfortran -J m.f90 -c a.f90",
            "gfortran -Jm.f90 -c a.f90",
            "ifx -module m.f90 -c a.f90",
            "flang -module-dir m.f90 -c a.f90",
            "flang -module-dirm.f90 -c a.f90",
        ] {
            let command = read(line);
            assert_eq!(command.modules, Some(PathBuf::from("m.f90")), "{line}");
            assert_eq!(paths(&command, Language::Fortran), ["a.f90"], "{line}");
        }
        let command = read("gfortran -fintrinsic-modules-path own.f90 -c a.f90");
        assert_eq!((command.modules, command.sources.len(), command.flags), (None, 1, Vec::new()));
    }

    #[test]
    fn compilers_and_their_launchers_are_recognised() {
        for cxx in ["g++", "clang++-19", "mpicxx", "mpic++.openmpi", "mpiCC", "aarch64-linux-gnu-g++-12"] {
            assert!(read(&format!("{cxx} -c a.c")).cxx, "{cxx}");
        }
        for c in ["cc", "mpicc.mpich", "x86_64-linux-gnu-gcc"] {
            assert!(!read(&format!("{c} -c a.cpp")).cxx, "{c}");
        }
        assert_eq!(read("env A=1 distcc gcc -c a.c").compiler, "gcc");
        assert_eq!(read("/opt/rma-static cc --flag -O0 -- gcc -c a.c").compiler, "gcc");
        assert_eq!(parse(&["ccache".to_owned()]), None);
    }
}
