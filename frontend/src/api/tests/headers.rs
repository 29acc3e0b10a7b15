//! Every routine that an installed `mpi.h` declares has a row with as many arguments, of the same names.

use super::super::{Model, catalog};
use std::collections::BTreeMap;
use std::process::Command;

pub(super) const MPICH: &str = "/usr/include/x86_64-linux-gnu/mpich";
pub(super) const OPEN_MPI: &str = "/usr/lib/x86_64-linux-gnu/openmpi/include";
pub(super) const MPI5: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../corpus/include/mpi5");

/// Runs clang-19 on a C source with the headers of a library. C99: Open MPI turns removed names into errors under C11.
pub(super) fn clang(include: &str, flags: &[&str], source: &std::path::Path) -> String {
    assert!(
        ["mpi.h", "shmem.h", "GASPI.h"].iter().any(|h| std::path::Path::new(include).join(h).exists()),
        "{include}/mpi.h is missing: install libmpich-dev and libopenmpi-dev"
    );
    let output = Command::new("clang-19")
        .args(["-std=gnu99", "-w", "-xc", "-o", "-", "-I", include])
        .args(flags)
        .arg(source)
        .output()
        .expect("clang-19 is needed: install clang-19");
    let _ = std::fs::remove_file(source);
    assert!(output.status.success(), "clang-19: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// Writes a source to a temporary file; `name` tells the files of this process apart.
pub(super) fn source_file(name: &str, text: &str) -> std::path::PathBuf {
    let path = std::env::temp_dir().join(format!("rma-api-{}-{name}", std::process::id()));
    std::fs::write(&path, text).expect("temporary file");
    path
}

/// Statements at the outermost level, with attributes and assembler names removed.
fn statements(text: &str) -> Vec<String> {
    let mut out = vec![String::new()];
    let (mut depth, mut rest) = (0i32, text);
    while let Some(c) = rest.chars().next() {
        if let Some(after) = rest.strip_prefix("__attribute__").or_else(|| rest.strip_prefix("__asm__")) {
            let mut nesting = 0;
            let (_, behind) = after
                .split_once(|c| {
                    nesting += i32::from(c == '(') - i32::from(c == ')');
                    c == ')' && nesting == 0
                })
                .expect("closing parenthesis");
            rest = behind;
            continue;
        }
        depth += i32::from("({[".contains(c)) - i32::from(")}]".contains(c));
        match c {
            ';' if depth == 0 => out.push(String::new()),
            c => out.last_mut().expect("never empty").push(if c.is_whitespace() { ' ' } else { c }),
        }
        rest = rest.strip_prefix(c).expect("its first character");
    }
    out
}

/// Name and parameter names of a prototype.
fn prototype(statement: &str) -> Option<(String, Vec<String>)> {
    let statement = statement.trim();
    if statement.starts_with("typedef") {
        return None;
    }
    let (head, tail) = statement.split_once('(')?;
    let name = head.trim().rsplit([' ', '*']).next()?.to_owned();
    if name.is_empty() {
        return None;
    }
    let mut params = vec![String::new()];
    let mut depth = 0;
    for c in tail.trim_end().strip_suffix(')')?.chars() {
        depth += i32::from("([".contains(c)) - i32::from(")]".contains(c));
        match c {
            ',' if depth == 0 => params.push(String::new()),
            c => params.last_mut()?.push(c),
        }
    }
    let params = params.iter().map(|p| p.split('[').next().unwrap_or_default().trim());
    let names = params.filter(|p| !p.is_empty() && *p != "void").map(|p| {
        p.rsplit(|c: char| !c.is_alphanumeric() && c != '_' && c != '.').next().unwrap_or_default().to_owned()
    });
    Some((name, names.collect()))
}

pub(super) fn prototypes(include: &str, name: &str, headers: &[&str]) -> BTreeMap<String, Vec<String>> {
    let includes: String = headers.iter().map(|h| format!("#include <{h}>\n")).collect();
    let file = source_file(&format!("prototypes-{name}.c"), &format!("#define _GNU_SOURCE\n{includes}"));
    let text = clang(include, &["-E", "-P"], &file);
    statements(&text).iter().filter_map(|s| prototype(s)).collect()
}

fn check(include: &str, name: &str, at_least: usize, names_too: bool) {
    let mut prototypes = prototypes(include, name, &["mpi.h"]);
    prototypes.retain(|name, _| name.starts_with("MPI_"));
    assert!(prototypes.len() >= at_least, "{include}: only {} prototypes found", prototypes.len());
    let mut wrong = Vec::new();
    for (name, params) in &prototypes {
        let Some(row) = catalog().lookup(name).filter(|r| r.model == Model::Mpi) else {
            wrong.push(format!("{name}: no row"));
            continue;
        };
        let varargs = params.last().is_some_and(|p| p == "...");
        let params = if varargs { &params[..params.len() - 1] } else { params };
        if row.args.len() != params.len() || row.varargs != varargs {
            wrong.push(format!("{name}: {params:?} in the header, {:?} in the row", row.args));
        }
        for (ours, theirs) in row.args.iter().zip(params) {
            // MPICH avoids the name of the function `index`, and calls the source of a partitioned receive `dest`.
            let known = [("index", "indx"), ("source", "dest")].contains(&(ours.as_str(), theirs.as_str()));
            if names_too && ours != theirs && !known {
                wrong.push(format!("{name}: `{theirs}` in the header, `{ours}` in the row"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn mpich_has_no_routine_without_a_row() {
    check(MPICH, "mpich", 550, true);
}

/// Open MPI names some parameters in its own way.
#[test]
fn open_mpi_has_no_routine_without_a_row() {
    check(OPEN_MPI, "open-mpi", 400, false);
}

/// The rows of the C library have as many arguments as glibc's headers say.
#[test]
fn c_library_rows_have_the_arguments_of_glibc() {
    let headers = [
        "ctype.h",
        "dirent.h",
        "fcntl.h",
        "fenv.h",
        "getopt.h",
        "inttypes.h",
        "malloc.h",
        "math.h",
        "pthread.h",
        "sched.h",
        "setjmp.h",
        "signal.h",
        "stdio.h",
        "stdlib.h",
        "string.h",
        "strings.h",
        "sys/mman.h",
        "sys/resource.h",
        "sys/socket.h",
        "sys/stat.h",
        "sys/time.h",
        "sys/times.h",
        "sys/utsname.h",
        "sys/wait.h",
        "syslog.h",
        "time.h",
        "unistd.h",
    ];
    let mut compared = 0;
    let mut wrong = Vec::new();
    for (name, params) in prototypes(MPICH, "glibc", &headers) {
        let Some(row) = catalog().lookup(&name).filter(|r| r.model == Model::Libc) else { continue };
        compared += 1;
        let varargs = params.last().is_some_and(|p| p == "...");
        if (row.args.len(), row.varargs) != (params.len() - usize::from(varargs), varargs) {
            wrong.push(format!("{name}: {params:?} in the header, {:?} in the row", row.args));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(compared > 400, "only {compared} routines compared");
}
