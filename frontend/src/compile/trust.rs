//! The parts of a compilation database that are not executed.
//!
//! A database may be part of an untrusted project, and its commands are run again. So flags that load code into the compiler are
//! refused (`--allow-plugins` permits them), flags that write further files are left out, and files with arguments must be in the
//! tree of the database. A wrapper of MPI is executed to get its flags only if it belongs to the system, or if `--query-driver`
//! names it, as in clangd.

use super::CompileOptions;
use super::targets::normal;
use std::path::{Component, Path, PathBuf};

/// Flags, and beginnings of flags where they end in `*`, that load code.
const PLUGINS: [&str; 7] = ["-fplugin*", "-fpass-plugin*", "-load", "-load=*", "-plugin*", "-add-plugin*", "--config*"];

/// Flags with a file that is written; their value is the next word, or follows `=`.
const OUTPUTS: [&str; 16] = [
    "-serialize-diagnostics",
    "--serialize-diagnostics",
    "-dependency-file",
    "-dependency-dot",
    "-header-include-file",
    "-diagnostic-log-file",
    "-stats-file",
    "-opt-record-file",
    "-split-dwarf-file",
    "-split-dwarf-output",
    "-coverage-data-file",
    "-coverage-notes-file",
    "-module-dependency-dir",
    "-gen-cdb-fragment-path",
    "--gen-cdb-fragment-path",
    "-o",
];

/// Flags that write files whose names follow from them.
const WRITERS: [&str; 16] = [
    "-ftime-trace*",
    "-fsave-optimization-record*",
    "-foptimization-record-file*",
    "-fcrash-diagnostics*",
    "-fmodules-cache-path*",
    "-save-stats*",
    "-fdiagnostics-log*",
    "-fproc-stat-report*",
    "-gen-reproducer*",
    "-fmodule-output*",
    // They change the sources.
    "-fixit*",
    "-objcmt*",
    "-arcmt*",
    "-mt-migrate*",
    "-fthin-link-bitcode*",
    "-index-store-path*",
];

/// Flags that hand the next word on to a part of the compiler.
const HAND_ON: [&str; 4] = ["-Xclang", "-Xpreprocessor", "-Xanalyzer", "-mllvm"];

/// A word of a command line, and the flag that hands it on to a part of the compiler.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Word {
    by: Option<&'static str>,
    text: String,
}

/// The words of a command line. clang has three forms of handing on: `-Xclang word`, `-Xclang=word`, and `-Wp,word,word`.
fn unpacked(flags: &[String]) -> Vec<Word> {
    let mut out = Vec::new();
    let mut words = flags.iter();
    while let Some(word) = words.next() {
        let joined = |by: &&'static str| Some((*by, word.strip_prefix(*by)?.strip_prefix('=')?));
        if let Some(by) = HAND_ON.into_iter().find(|by| by == word) {
            let Some(text) = words.next().cloned() else { continue };
            out.push(Word { by: Some(by), text });
        } else if let Some((by, text)) = HAND_ON.iter().find_map(joined) {
            out.push(Word { by: Some(by), text: text.to_owned() });
        } else if let Some(parts) = word.strip_prefix("-Wp,") {
            // The dependencies of a build: `-Wp,-MMD,file`.
            if !parts.starts_with("-MD") && !parts.starts_with("-MMD") {
                out.extend(parts.split(',').map(|part| Word { by: Some("-Xpreprocessor"), text: part.to_owned() }));
            }
        } else {
            out.push(Word { by: None, text: word.clone() });
        }
    }
    out
}

/// Whether an option of LLVM itself is a switch or a number: those that name files, folders or programs are many.
fn is_plain_option_of_llvm(option: &str) -> bool {
    let value = option.split_once('=').map_or("true", |(_, value)| value);
    let name = option.trim_start_matches('-');
    let harmless = !["view-", "dot-"].iter().any(|start| name.starts_with(start));
    harmless && (value == "true" || value == "false" || value.parse::<i64>().is_ok())
}

fn matches(flag: &str, argument: &str) -> bool {
    match flag.strip_suffix('*') {
        Some(start) => argument.starts_with(start),
        None => argument == flag,
    }
}

/// The flags without those that write files.
///
/// # Errors
/// With the flag, when one loads code and plugins are not allowed.
pub(super) fn checked(flags: &[String], options: &CompileOptions) -> Result<Vec<String>, String> {
    let mut kept: Vec<Word> = Vec::new();
    let mut words = unpacked(flags).into_iter().peekable();
    while let Some(word) = words.next() {
        let meant = word.text.as_str();
        let name = meant.trim_start_matches('-');
        let loads = PLUGINS.iter().any(|flag| matches(flag, meant) || matches(flag, &format!("-{name}")))
            || name.starts_with("load=")
            || name.starts_with("load-pass-plugin");
        if loads && !options.allow_plugins {
            return Err(word.text);
        }
        if OUTPUTS.contains(&meant) {
            // Its value is the next word, handed on or not.
            words.next();
            continue;
        }
        let with_value = |flag: &str| meant.strip_prefix(flag).is_some_and(|rest| rest.starts_with('='));
        if OUTPUTS.iter().any(|flag| with_value(flag)) || WRITERS.iter().any(|flag| matches(flag, meant)) {
            continue;
        }
        let through_clang = word.by == Some("-Xclang") && meant == "-mllvm";
        let option = match word.by {
            Some("-mllvm") => Some(meant),
            _ if through_clang => Some(words.peek().map_or("", |next| next.text.as_str())),
            _ => None,
        };
        let Some(option) = option.filter(|_| !options.allow_plugins) else {
            kept.push(word);
            continue;
        };
        let option_loads = option.trim_start_matches('-').starts_with("load");
        if option_loads {
            return Err(option.to_owned());
        }
        if is_plain_option_of_llvm(option) && option.starts_with('-') {
            kept.push(word);
            if through_clang {
                kept.extend(words.next());
            }
            continue;
        }
        // A word of its own is the value of the option before it.
        if !option.starts_with('-') && kept.last().is_some_and(|last| last.by == word.by) {
            kept.pop();
        }
        if through_clang {
            words.next();
        }
    }
    let spelled = |word: Word| word.by.map(str::to_owned).into_iter().chain([word.text]);
    Ok(kept.into_iter().flat_map(spelled).collect())
}

/// What is wrong with the first of these files of arguments that may not be used: it is outside of the tree, or no regular file.
pub(super) fn foreign_response_file(files: &[PathBuf], folder: &Path, tree: &Path) -> Option<String> {
    let wrong = |file: &PathBuf| {
        let trees = [tree, folder].map(|tree| tree.canonicalize().unwrap_or_else(|_| tree.to_path_buf()));
        let is_inside = |file: &Path| trees.iter().any(|tree| file.starts_with(tree) && *tree != Path::new("/"));
        let target = file.canonicalize().unwrap_or_else(|_| file.clone());
        let name = file.display();
        if !is_inside(&target) {
            let what = if is_inside(file) { "link to a file" } else { "file" };
            return Some(format!("the {what} of arguments {name} outside of the tree"));
        }
        (!target.is_file()).then(|| format!("the file of arguments {name}, which is no regular file,"))
    };
    files.iter().find_map(wrong)
}

/// Whether a wrapper may be executed: it is on the path of the user, belongs to the system, or is named by the user.
/// `folder` is the one of the command.
pub(super) fn may_ask(compiler: &str, folder: &Path, options: &CompileOptions) -> bool {
    let whole = normal(&folder.join(compiler)).to_string_lossy().into_owned();
    let is_named = |pattern: &String| fits(pattern, compiler) || fits(pattern, &whole);
    if !compiler.contains('/') || options.query_drivers.iter().any(is_named) {
        return true;
    }
    let path = Path::new(compiler);
    let plain = path.components().all(|part| !matches!(part, Component::ParentDir));
    plain && ["/usr/", "/opt/", "/sw/", "/apps/"].iter().any(|start| compiler.starts_with(start))
}

/// Whether a text fits a pattern in which `*` matches any text.
fn fits(pattern: &str, text: &str) -> bool {
    let mut parts = pattern.split('*');
    let Some(mut rest) = parts.next().and_then(|first| text.strip_prefix(first)) else { return false };
    let mut last = None;
    for part in parts {
        last = Some(part);
        match rest.find(part) {
            Some(at) => rest = rest.get(at + part.len()..).unwrap_or_default(),
            None => return false,
        }
    }
    last.map_or(rest.is_empty(), |last| last.is_empty() || text.ends_with(last))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<String> {
        shlex::split(line).unwrap()
    }

    #[test]
    fn plugins_are_refused_unless_allowed() {
        let options = CompileOptions::default();
        for line in ["-fplugin=x.so", "-O2 -Xclang -load -Xclang x.so", "-fpass-plugin=x", "-mllvm -load=x.so"] {
            assert!(checked(&words(line), &options).is_err(), "{line}");
            let allowed = CompileOptions { allow_plugins: true, ..CompileOptions::default() };
            assert_eq!(checked(&words(line), &allowed), Ok(words(line)));
        }
        for line in [
            "-Xclang=-load -Xclang=x.so",
            "-Wp,-load,x.so",
            "-DN=1 -Wp,-DM=1,-fplugin=x.so",
            "-mllvm=-load=x.so",
            "-mllvm --load=x.so",
            "-Xclang -mllvm -Xclang -load=x.so",
            "-Xanalyzer -load -Xanalyzer x.so",
            "-Xclang --plugin -Xclang x",
        ] {
            assert!(checked(&words(line), &options).is_err(), "{line}");
        }
    }

    #[test]
    fn what_writes_elsewhere_is_left_out() {
        let line = "-O2 -ftime-trace=/x -Xclang -dependency-file -Xclang /y --serialize-diagnostics /z -Xclang -disable-O0-optnone -g";
        let left = checked(&words(line), &CompileOptions::default());
        assert_eq!(left, Ok(words("-O2 -Xclang -disable-O0-optnone -g")));
        for line in [
            "-Xclang=-dependency-file -Xclang=/y",
            "-Xclang -dependency-file=/y",
            "-mllvm -info-output-file=/y",
            "-mllvm -info-output-file -mllvm /y",
            "-mllvm=-ir-dump-directory=/y",
            "-Xclang -mllvm -Xclang -info-output-file=/y",
            "-Wp,-MMD,/y",
            "-Xclang -fixit",
        ] {
            assert_eq!(checked(&words(line), &CompileOptions::default()), Ok(Vec::new()), "{line}");
        }
        for (line, kept) in [
            ("-Wp,-DN=1", "-Xpreprocessor -DN=1"),
            ("-Xclang=-disable-O0-optnone", "-Xclang -disable-O0-optnone"),
            ("-mllvm -tsan-instrument-read-before-write=1", "-mllvm -tsan-instrument-read-before-write=1"),
            ("-mllvm -enable-gvn-hoist", "-mllvm -enable-gvn-hoist"),
        ] {
            assert_eq!(checked(&words(line), &CompileOptions::default()), Ok(words(kept)), "{line}");
        }
    }

    #[test]
    fn wrappers_of_the_system_are_asked() {
        let options =
            CompileOptions { query_drivers: vec!["/home/*/bin/mpi*".to_owned()], ..CompileOptions::default() };
        for yes in ["mpicc", "/usr/bin/mpicc.mpich", "/opt/mpi/bin/mpicc", "/home/a/bin/mpicc"] {
            assert!(may_ask(yes, Path::new("/b"), &options), "{yes}");
        }
        for no in ["./mpicc", "/var/mpicc", "/usr/../var/mpicc", "/home/a/mpicc"] {
            assert!(!may_ask(no, Path::new("/b"), &options), "{no}");
        }
        assert!(may_ask("./mpicc", Path::new("/home/b/bin"), &options));
        assert!(fits("a*b", "axb") && !fits("a*b", "axc") && fits("x", "x") && !fits("x", "xy"));
    }
}
