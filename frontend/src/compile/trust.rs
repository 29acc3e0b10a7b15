//! The parts of a compilation database that are not executed.
//!
//! A database may be part of an untrusted project, and its commands are run again. So flags that load code into the compiler are
//! refused (`--allow-plugins` permits them), flags that write further files are left out, and files with arguments must be in the
//! tree of the database. A wrapper of MPI is executed to get its flags only if it belongs to the system, or if `--query-driver`
//! names it, as in clangd.

use super::CompileOptions;
use std::path::{Component, Path, PathBuf};

/// Flags, and beginnings of flags where they end in `*`, that load code.
const PLUGINS: [&str; 7] = ["-fplugin*", "-fpass-plugin*", "-load", "-load=*", "-plugin*", "-add-plugin*", "--config*"];

/// Flags with a file that is written; their value is the next word, or follows `=`.
const OUTPUTS: [&str; 14] = [
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
    "-o",
];

/// Flags that write files whose names follow from them.
const WRITERS: [&str; 10] = [
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
];

/// Flags that hand the next word on to a part of the compiler.
const HAND_ON: [&str; 3] = ["-Xclang", "-Xpreprocessor", "-mllvm"];

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
    let mut out: Vec<String> = Vec::new();
    let mut words = flags.iter().peekable();
    while let Some(word) = words.next() {
        let handed = HAND_ON.contains(&word.as_str());
        let meant = if handed { words.next().map_or("", String::as_str) } else { word.as_str() };
        let name = meant.trim_start_matches('-');
        let loads = PLUGINS.iter().any(|flag| matches(flag, meant))
            || name.starts_with("load=")
            || name.starts_with("load-pass-plugin");
        if loads && !options.allow_plugins {
            return Err(meant.to_owned());
        }
        let value = OUTPUTS.contains(&meant);
        if value {
            // The value can also be a separate word.
            if handed && words.peek().is_some_and(|next| HAND_ON.contains(&next.as_str())) {
                words.next();
            }
            words.next();
            continue;
        }
        let with_value = |flag: &str| meant.strip_prefix(flag).is_some_and(|rest| rest.starts_with('='));
        if OUTPUTS.iter().any(|flag| with_value(flag)) || WRITERS.iter().any(|flag| matches(flag, meant)) {
            continue;
        }
        out.push(word.clone());
        if handed {
            out.push(meant.to_owned());
        }
    }
    Ok(out)
}

/// The file with arguments that a command names outside of the tree, or that is no regular file.
pub(super) fn foreign_response_file(words: &[String], folder: &Path, tree: &Path) -> Option<PathBuf> {
    let named = words.iter().filter_map(|word| word.strip_prefix('@'));
    let foreign = |file: &PathBuf| {
        let inside = file.canonicalize().is_ok_and(|file| {
            let trees = [tree, folder].map(|tree| tree.canonicalize().unwrap_or_else(|_| tree.to_path_buf()));
            file.is_file() && trees.iter().any(|tree| file.starts_with(tree) && *tree != Path::new("/"))
        });
        file.exists() && !inside
    };
    named.map(|file| folder.join(file)).find(foreign)
}

/// Whether a wrapper may be executed: it is on the path of the user, belongs to the system, or is named by the user.
pub(super) fn may_ask(compiler: &str, options: &CompileOptions) -> bool {
    if !compiler.contains('/') || options.query_drivers.iter().any(|pattern| fits(pattern, compiler)) {
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
    }

    #[test]
    fn what_writes_elsewhere_is_left_out() {
        let line = "-O2 -ftime-trace=/x -Xclang -dependency-file -Xclang /y --serialize-diagnostics /z -Xclang -disable-O0-optnone -g";
        let left = checked(&words(line), &CompileOptions::default());
        assert_eq!(left, Ok(words("-O2 -Xclang -disable-O0-optnone -g")));
    }

    #[test]
    fn wrappers_of_the_system_are_asked() {
        let options =
            CompileOptions { query_drivers: vec!["/home/*/bin/mpi*".to_owned()], ..CompileOptions::default() };
        for yes in ["mpicc", "/usr/bin/mpicc.mpich", "/opt/mpi/bin/mpicc", "/home/a/bin/mpicc"] {
            assert!(may_ask(yes, &options), "{yes}");
        }
        for no in ["./mpicc", "/var/mpicc", "/usr/../var/mpicc", "/home/a/mpicc"] {
            assert!(!may_ask(no, &options), "{no}");
        }
        assert!(fits("a*b", "axb") && !fits("a*b", "axc") && fits("x", "x") && !fits("x", "xy"));
    }
}
