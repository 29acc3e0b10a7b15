//! Damaged input: each file costs itself and nothing else, and its error says what to do.

#![expect(clippy::unwrap_used, reason = "what a test needs is there, or the test fails")]

mod common;

use rma_frontend::load::{FileKind, read_modules};
use rma_frontend::{LoadError, LoadOptions, load};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A program with debug information, loops, globals and calls, as bitcode.
fn sample(folder: &Path) -> Vec<u8> {
    let source = common::own_programs().into_iter().find(|path| path.ends_with("memory.c")).unwrap();
    let bitcode = folder.join("sample.bc");
    common::compile(&source, &["-O1"], &bitcode).unwrap();
    std::fs::read(bitcode).unwrap()
}

fn write(folder: &Path, name: &str, bytes: &[u8]) -> PathBuf {
    let path = folder.join(name);
    std::fs::write(&path, bytes).unwrap();
    path
}

fn advice(error: &LoadError) -> bool {
    let text = error.to_string();
    ["compile", "give ", "check", "raise", "correct it", "make it again"].iter().any(|word| text.contains(word))
}

#[test]
fn damaged_files_give_one_error_each_and_leave_the_rest() {
    let folder = tempfile::tempdir().unwrap();
    let good = sample(folder.path());
    let mut random = fastrand::Rng::with_seed(19);
    let mut paths = Vec::new();
    for index in 0..200 {
        let mut bytes = good.clone();
        match index % 4 {
            0 => bytes.truncate(random.usize(5..good.len())),
            1 => {
                let at = random.usize(4..bytes.len());
                bytes[at] ^= 1 << random.u8(0..8);
            }
            2 => (0..8).for_each(|_| {
                let at = random.usize(4..bytes.len());
                bytes[at] = random.u8(..);
            }),
            _ => {
                let (from, to) = (random.usize(4..bytes.len()), random.usize(4..bytes.len()));
                bytes.copy_within(from.min(to)..from.max(to), 4);
            }
        }
        paths.push(write(folder.path(), &format!("damaged{index}.bc"), &bytes));
        if index % 10 == 9 {
            paths.push(write(folder.path(), &format!("good{index}.bc"), &good));
        }
    }
    let options = LoadOptions { memory_limit: 1 << 30, time_limit: Duration::from_secs(20), ..common::options() };
    let results = read_modules(&paths, &options).expect("the reader itself works");
    assert_eq!(results.len(), paths.len());
    let mut failed = 0;
    for (path, result) in paths.iter().zip(&results) {
        let is_good = path.file_name().unwrap().to_str().unwrap().starts_with("good");
        match result {
            Ok(module) => module.validate().unwrap(),
            Err(error) => {
                assert!(!is_good, "{error}");
                assert_eq!(error.path(), Some(path.as_path()));
                assert!(advice(error), "{error}");
                failed += 1;
            }
        }
    }
    // A changed bit in a name or a number may well go unnoticed; cut and shuffled files may not.
    assert!(failed > 100, "only {failed} of 200 damaged files were noticed");
    let files: Vec<_> =
        results.iter().zip(&paths).filter(|(_, path)| path.to_str().unwrap().contains("good")).collect();
    assert_eq!(files.len(), 20);
    assert!(files.windows(2).all(|pair| pair[0].0 == pair[1].0), "the same file always reads the same");
}

#[test]
fn random_bytes_behind_the_magic_number() {
    let folder = tempfile::tempdir().unwrap();
    let mut random = fastrand::Rng::with_seed(7);
    let paths: Vec<PathBuf> = (0..40)
        .map(|index| {
            let mut bytes = b"BC\xC0\xDE".to_vec();
            bytes.extend((0..random.usize(1..3000)).map(|_| random.u8(..)));
            write(folder.path(), &format!("random{index}.bc"), &bytes)
        })
        .collect();
    let options = LoadOptions { time_limit: Duration::from_secs(20), ..common::options() };
    for (path, result) in paths.iter().zip(read_modules(&paths, &options).unwrap()) {
        let error = result.expect_err("noise is no module");
        assert_eq!(error.path(), Some(path.as_path()));
    }
}

#[test]
fn what_is_no_bitcode_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let reader = std::fs::read(env!("CARGO_BIN_EXE_rma-static-reader")).unwrap();
    let paths = [
        folder.path().join("missing.bc"),
        write(folder.path(), "empty.bc", b""),
        write(folder.path(), "program", &reader[..4096]),
        write(folder.path(), "library.a", b"!<arch>\nmember"),
        write(folder.path(), "main.c", b"int main(void) { return 0; }\n"),
        write(folder.path(), "noise.bc", &[1, 2, 3, 255, 254, 0, 17]),
        folder.path().to_owned(),
    ];
    let loaded = load(&paths, &common::options()).unwrap();
    assert!(loaded.files.is_empty());
    assert!(loaded.errors.iter().all(advice), "{:#?}", loaded.errors);
    let kinds: Vec<Option<FileKind>> = loaded
        .errors
        .iter()
        .map(|error| match error {
            LoadError::NotBitcode { looks_like, .. } => Some(*looks_like),
            _ => None,
        })
        .collect();
    let expected =
        [None, None, Some(FileKind::ElfExecutable), None, Some(FileKind::Source), Some(FileKind::Unknown), None];
    assert_eq!(kinds, expected);
    assert!(matches!(loaded.errors[0], LoadError::NotFound { .. }));
    assert!(matches!(loaded.errors[1], LoadError::Empty { .. }));
    assert!(matches!(loaded.errors[3], LoadError::BadArchive { .. }));
    assert!(matches!(loaded.errors[6], LoadError::Unreadable { .. }));
}

#[test]
fn limits_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    let good = write(folder.path(), "good.bc", &sample(folder.path()));
    let mut text = String::from("@big = global [6000000 x i32] [");
    text.push_str(&vec!["i32 7"; 6_000_000].join(", "));
    text.push(']');
    let big = write(folder.path(), "big.ll", text.as_bytes());
    let paths = [big.clone(), good];

    let little_memory = LoadOptions { memory_limit: 200 << 20, jobs: 1, ..common::options() };
    let results = read_modules(&paths, &little_memory).unwrap();
    assert!(
        matches!(&results[0], Err(LoadError::OutOfMemory { path, .. }) if *path == big),
        "{:?}",
        results[0].as_ref().err()
    );
    assert!(results[1].is_ok());

    let little_time = LoadOptions { time_limit: Duration::from_millis(100), jobs: 1, ..common::options() };
    let results = read_modules(&paths[..1], &little_time).unwrap();
    assert!(matches!(&results[0], Err(LoadError::TimedOut { .. })), "{:?}", results[0].as_ref().err());
}

#[test]
fn a_missing_or_foreign_reader_is_said_so() {
    let folder = tempfile::tempdir().unwrap();
    let good = write(folder.path(), "good.bc", &sample(folder.path()));
    let with = |reader: &str| LoadOptions { reader: Some(PathBuf::from(reader)), ..LoadOptions::default() };
    assert!(matches!(
        load(std::slice::from_ref(&good), &with("/nowhere/reader")),
        Err(LoadError::ReaderMissing { .. })
    ));
    assert!(matches!(load(std::slice::from_ref(&good), &with("/bin/false")), Err(LoadError::ReaderUnusable { .. })));
    assert!(matches!(load(&[good], &with("/bin/echo")), Err(LoadError::ReaderUnusable { .. })));
}

#[test]
fn unreadable_files_do_not_stop_the_others() {
    let folder = tempfile::tempdir().unwrap();
    let good = write(folder.path(), "good.bc", &sample(folder.path()));
    let bad = write(folder.path(), "bad.bc", b"BC\xC0\xDEjunk");
    let loaded = load(&[bad, good.clone()], &common::options()).unwrap();
    assert_eq!(loaded.files.len(), 1);
    assert_eq!(loaded.files[0].path, good);
    assert!(loaded.files[0].functions > 3 && loaded.files[0].has_debug_info);
    assert_eq!(loaded.errors.len(), 1);
    assert!(loaded.module.functions.iter().any(|function| function.name == "use" && !function.is_declaration()));
}
