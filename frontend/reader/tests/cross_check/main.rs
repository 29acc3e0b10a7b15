//! Two readers, one answer: every program is read by `rma-static-reader --raw` and by the crate `llvm-ir`, both are
//! written out in one notation, and the texts must be equal: functions, blocks, opcodes, operands, call targets, types
//! and constants.

#[path = "../common/mod.rs"]
mod common;
mod ours;
mod theirs;

use rma_frontend::LoadOptions;
use rma_frontend::load::read_modules;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A constant expression whose value the second reader does not tell (it drops the type that an address is counted in).
pub const UNTOLD: &str = "?";

/// A module in the common notation: symbols and functions by name, with a line for each fact.
pub type Text = BTreeMap<String, Vec<String>>;

/// Whether two lines are equal word by word, and member by member in lists; [`UNTOLD`] in the second reader's text
/// equals anything.
fn line_agrees(ours: &str, theirs: &str, untold: &AtomicUsize) -> bool {
    if ours == theirs {
        return true;
    }
    let (mut a, mut b) = (ours.split(' '), theirs.split(' '));
    loop {
        match (a.next(), b.next()) {
            (None, None) => return true,
            (Some(_), Some(UNTOLD)) => {
                untold.fetch_add(1, Ordering::Relaxed);
            }
            (Some(x), Some(y)) if x == y || list_agrees(x, y) => {}
            _ => return false,
        }
    }
}

/// Whether two lists of constants are equal member by member; [`UNTOLD`] equals any member.
fn list_agrees(ours: &str, theirs: &str) -> bool {
    let members = |list: &str| list.split([',', '(', ')']).map(str::to_owned).collect::<Vec<_>>();
    let (a, b) = (members(ours), members(theirs));
    a.len() == b.len() && a.iter().zip(&b).all(|(x, y)| x == y || y == UNTOLD)
}

fn compare(what: &str, ours: &Text, theirs: &Text, untold: &AtomicUsize) -> Result<usize, String> {
    let names = |text: &Text| text.keys().cloned().collect::<Vec<_>>();
    if names(ours) != names(theirs) {
        return Err(format!("{what}: symbols differ\nours   {:?}\ntheirs {:?}", names(ours), names(theirs)));
    }
    let mut lines = 0;
    for (name, mine) in ours {
        let other = &theirs[name];
        for (a, b) in mine.iter().zip(other) {
            if !line_agrees(a, b, untold) {
                return Err(format!("{what}: {name}\nours   {a}\ntheirs {b}"));
            }
        }
        if mine.len() != other.len() {
            return Err(format!("{what}: {name} has {} lines here, {} there", mine.len(), other.len()));
        }
        lines += mine.len();
    }
    Ok(lines)
}

fn check(source: &Path, flags: &[&str], bitcode: &Path, untold: &AtomicUsize) -> Result<usize, String> {
    let what = format!("{} {flags:?}", source.display());
    common::compile(source, flags, bitcode).map_err(|error| format!("{what}: {error}"))?;
    let options = LoadOptions { raw: true, jobs: 1, ..common::options() };
    let module = read_modules(&[bitcode.to_owned()], &options)
        .map_err(|error| error.to_string())?
        .remove(0)
        .map_err(|error| error.to_string())?;
    let other = llvm_ir::Module::from_bc_path(bitcode)?;
    compare(&what, &ours::text(&module), &theirs::text(&other), untold)
}

/// The project's own declarations of models that no installed package declares.
const PROJECT_HEADERS: &str = concat!("-I", env!("CARGO_MANIFEST_DIR"), "/../../corpus/include");

fn collect(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "c") {
            found.push(path);
        }
    }
}

fn check_all(sources: &[PathBuf]) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let tasks: Vec<(&PathBuf, &str)> = sources.iter().flat_map(|source| [(source, "-O0"), (source, "-O2")]).collect();
    let (next, untold, lines) = (AtomicUsize::new(0), AtomicUsize::new(0), AtomicUsize::new(0));
    let failures = Mutex::new(Vec::new());
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some((source, level)) = tasks.get(index) else { return };
                    let bitcode = folder.path().join(format!("{index}.bc"));
                    match check(source, &[level, PROJECT_HEADERS], &bitcode, &untold) {
                        Ok(count) => drop(lines.fetch_add(count, Ordering::Relaxed)),
                        Err(failure) => failures.lock().expect("no panic").push(failure),
                    }
                    let _ = std::fs::remove_file(&bitcode);
                }
            });
        }
    });
    let failures = failures.into_inner().expect("no panic");
    assert!(failures.is_empty(), "{} of {} differ:\n{}", failures.len(), tasks.len(), failures.join("\n"));
    let (untold, lines) = (untold.into_inner(), lines.into_inner());
    assert!(lines > 100 && untold * 50 < lines, "{untold} words untold in {lines} lines: too little was compared");
}

#[test]
fn own_programs_agree() {
    check_all(&common::own_programs());
}

#[test]
fn corpus_agrees() {
    let mut sources = Vec::new();
    collect(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus"), &mut sources);
    sources.sort();
    assert!(!sources.is_empty(), "there is a corpus");
    check_all(&sources);
}
