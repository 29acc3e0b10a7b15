//! Input that is bad, or partly unreadable: a clear error, status 2, and nothing written.

use crate::{analyzer, compile, screen};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

/// Everything below a folder, with its content.
fn content(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut out: Vec<(String, Vec<u8>)> = Vec::new();
    for entry in fs::read_dir(folder).unwrap().flatten() {
        let path = entry.path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() {
            out.push((format!("{name}/"), Vec::new()));
            out.extend(content(&path).into_iter().map(|(below, bytes)| (format!("{name}/{below}"), bytes)));
        } else {
            out.push((name, fs::read(&path).unwrap()));
        }
    }
    out.sort();
    out
}

/// Two modules of one program in a folder, `main.bc` and `other.bc`.
fn program() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for file in compile(folder.path(), &["main.c", "other.c"], &["-O1"]) {
        fs::rename(&file, folder.path().join(file.file_name().unwrap())).unwrap();
    }
    fs::remove_dir(folder.path().join("whole")).unwrap();
    folder
}

/// Runs it, which must fail with this in its message, and change nothing in the folder.
fn refused(folder: &Path, arguments: &[&str], message: &str) {
    let before = content(folder);
    let output = screen(folder, arguments);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
    assert!(said.contains(message), "{arguments:?}: {said}");
    assert!(said.lines().all(|line| line.starts_with("rma-static: ")), "{arguments:?}: {said}");
    assert!(output.stdout.is_empty(), "{arguments:?}");
    let names = |all: &[(String, Vec<u8>)]| all.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
    let after = content(folder);
    assert!(before == after, "{arguments:?}: {:?}", names(&after));
}

#[test]
fn damaged_cut_and_foreign_files() {
    let folder = program();
    let path = folder.path();
    let other = fs::read(path.join("other.bc")).unwrap();
    fs::write(path.join("cut.bc"), &other[..other.len() / 2]).unwrap();
    let mut damaged = other.clone();
    damaged[other.len() / 3..other.len() / 2].fill(0xa5);
    fs::write(path.join("damaged.bc"), damaged).unwrap();
    fs::write(path.join("text.bc"), "no bitcode").unwrap();
    fs::write(path.join("empty.bc"), "").unwrap();
    for bad in ["cut.bc", "damaged.bc", "text.bc", "empty.bc"] {
        for format in ["text", "json", "must-json", "allow-list", "ignore-list"] {
            let arguments = ["main.bc", bad, "--format", format, "--rewrite", "new/folder", "-o", "list"];
            if format == "json" || bad == "cut.bc" {
                refused(path, &arguments, bad);
            }
        }
    }
    refused(path, &["main.bc", "missing.bc", "--rewrite", "new"], "missing.bc");
    refused(path, &["main.bc", "main.bc", "--rewrite", "new"], "main is defined in");
    // What an earlier run wrote stays.
    fs::create_dir(path.join("old")).unwrap();
    fs::write(path.join("old/main.bc"), "of before").unwrap();
    fs::write(path.join("list"), "of before").unwrap();
    refused(path, &["main.bc", "cut.bc", "--rewrite", "old", "-o", "list"], "nothing is screened, and nothing written");
}

#[test]
fn machine_code_without_bitcode() {
    let folder = program();
    let path = folder.path();
    let object = rma_corpus::sanitized::succeeded(
        std::process::Command::new("clang-19").args(["-c", "other.bc", "-o", "other.o"]).current_dir(path),
    );
    object.unwrap();
    refused(path, &["main.bc", "other.o", "--rewrite", "new"], "other.o");
}

#[test]
fn places_that_cannot_be_written_to() {
    let folder = program();
    let path = folder.path();
    // The second of two modules has no place: the first one is not left there either, and what was there before is back.
    fs::create_dir_all(path.join("taken/other.bc")).unwrap();
    fs::write(path.join("taken/main.bc"), "of before").unwrap();
    refused(path, &["main.bc", "other.bc", "--rewrite", "taken"], "other.bc: cannot be written");
    refused(path, &["main.bc", "other.bc", "--rewrite", "main.bc"], "main.bc: cannot be written");
    refused(path, &["main.bc", "other.bc", "-o", "nowhere/list"], "nowhere/list: cannot be written");
    refused(path, &["main.bc", "other.bc", "-o", "taken"], "taken: cannot be written");
    // The answer is one of the files that are written together.
    refused(path, &["main.bc", "other.bc", "--rewrite", "new/folder", "-o", "nowhere/list"], "nowhere/list");
    refused(path, &["main.bc", "other.bc", "--rewrite", "new/folder", "-o", "taken"], "taken: cannot be written");
}

#[test]
fn wrong_usage() {
    let folder = program();
    let path = folder.path();
    for arguments in [&[][..], &["main.bc", "--screen", "all"], &["main.bc", "--format", "sarif"]] {
        let before = content(path);
        assert_eq!(screen(path, arguments).status.code(), Some(2), "{arguments:?}");
        assert!(before == content(path));
    }
    refused(path, &["main.bc", "other.bc", "--entry", "start", "--rewrite", "new"], "no function `start`");
}

#[test]
fn a_run_that_is_cut_off_writes_nothing() {
    let folder = program();
    refused(folder.path(), &["main.bc", "other.bc", "--memory-limit", "1K", "--rewrite", "new", "-o", "list"], "");
}

#[test]
fn what_is_written_can_be_read_by_others() {
    let folder = program();
    let path = folder.path();
    let output = screen(path, &["main.bc", "other.bc", "--format", "json", "--rewrite", "new", "-o", "list"]);
    assert!(output.status.success() && output.stdout.is_empty() && output.stderr.is_empty());
    fs::write(path.join("usual"), "").unwrap();
    let mode = |name: &str| fs::metadata(path.join(name)).unwrap().permissions().mode() & 0o777;
    assert_eq!([mode("list"), mode("new/main.bc"), mode("new/other.bc")], [mode("usual"); 3]);
    assert_eq!(content(&path.join("new")).len(), 2);
    // The modules are inputs again, and in place of themselves, too.
    let again = screen(path, &["new/main.bc", "new/other.bc", "--format", "json", "--rewrite", "new"]);
    assert!(again.status.success(), "{}", String::from_utf8_lossy(&again.stderr));
    // Two files of one name, and a module inside an object.
    fs::create_dir(path.join("sub")).unwrap();
    fs::copy(path.join("other.bc"), path.join("sub/main.bc")).unwrap();
    let twice = screen(path, &["main.bc", "sub/main.bc", "--rewrite", "numbered"]);
    assert!(twice.status.success(), "{}", String::from_utf8_lossy(&twice.stderr));
    let names: Vec<String> = content(&path.join("numbered")).into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["main-2.bc", "main.bc"]);
    assert!(analyzer().is_file());
}
