//! The rules of the house that a compiler does not check.

mod theory;

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The pipeline in the direction of the data: a crate may use those before it, never one after it.
const PIPELINE: [&str; 11] = [
    "rma-frontend",
    "rma-cfg",
    // The floors of `dataflow/`.
    "rma-term",
    "rma-skeleton",
    "rma-interp",
    "rma-races",
    "rma-simulate",
    "rma-dataflow",
    "rma-solver",
    "rma-reports",
    "rma-static",
];

/// Workspace crates beside the pipeline, and the pipeline crates that they may use.
const BESIDE: [(&str, &[&str]); 3] =
    [("rma-reader", &["rma-frontend"]), ("rma-corpus", &[]), ("rma-oracle", &["rma-corpus"])];

/// Floors beside each other: the first must not know the second, though it comes before it in the pipeline.
const APART: [(&str, &str); 1] = [("rma-races", "rma-interp")];

/// External crates that only one crate may touch.
const OWNED: [(&str, &str); 3] = [("llvm-sys", "rma-reader"), ("z3", "rma-solver"), ("z3-sys", "rma-solver")];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Normal and build dependencies of every workspace package.
fn dependencies() -> Vec<(String, Vec<String>)> {
    let mut command = Command::new(std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned()));
    command.current_dir(root()).args(["metadata", "--no-deps", "--offline", "--format-version", "1"]);
    let output = command.output().expect("cargo metadata runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("cargo metadata is JSON");
    let name = |value: &Value| value["name"].as_str().expect("every package has a name").to_owned();
    let packages = metadata["packages"].as_array().expect("cargo metadata lists packages");
    packages
        .iter()
        .map(|package| {
            let all = package["dependencies"].as_array().expect("every package lists dependencies");
            (name(package), all.iter().filter(|dependency| dependency["kind"] != "dev").map(name).collect())
        })
        .collect()
}

#[test]
fn data_flows_one_way() {
    let packages = dependencies();
    assert!(packages.len() >= PIPELINE.len(), "only {} packages", packages.len());
    for (package, uses) in &packages {
        let allowed: &[&str] = match PIPELINE.iter().position(|name| name == package) {
            Some(position) => &PIPELINE[..position],
            None => {
                let beside = BESIDE.iter().find(|(name, _)| name == package);
                beside.unwrap_or_else(|| panic!("{package} has no place in PIPELINE or BESIDE of this test")).1
            }
        };
        let internal = |name: &&String| packages.iter().any(|(package, _)| package == *name);
        for used in uses.iter().filter(internal) {
            let apart = APART.contains(&(package.as_str(), used.as_str()));
            assert!(allowed.contains(&used.as_str()) && !apart, "{package} must not depend on {used}");
        }
    }
}

#[test]
fn llvm_and_z3_stay_behind_their_doors() {
    for (package, uses) in dependencies() {
        for (external, owner) in OWNED {
            let touches = uses.iter().any(|name| name == external);
            assert!(!touches || package == owner, "{package} must not depend on {external}; only {owner} may");
        }
    }
}

#[test]
fn files_stay_short() {
    let too_long: Vec<String> = sources()
        .into_iter()
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .map(|path| (fs::read_to_string(&path).expect("a source file is UTF-8").lines().count(), path))
        .filter(|(lines, _)| *lines >= 800)
        .map(|(lines, path)| format!("{}: {lines} lines", path.display()))
        .collect();
    assert!(too_long.is_empty(), "split these files (200 lines, one idea each): {too_long:#?}");
}

#[test]
fn no_file_names_a_path_of_one_machine() {
    // Written in two halves, so that this file does not name them either.
    let paths = [concat!("/wo", "rk/"), concat!("/ro", "ot/"), concat!("/tm", "p/")];
    let mut found = Vec::new();
    for file in sources() {
        let bytes = fs::read(&file).expect("a file of the repository can be read");
        let lines = bytes.split(|byte| *byte == b'\n').zip(1..);
        for (line, number) in lines {
            if paths.iter().any(|path| names_path(line, path.as_bytes())) {
                found.push(format!("{}:{number}", file.display()));
            }
        }
    }
    assert!(found.is_empty(), "absolute paths of a machine: {found:#?}");
}

/// Whether the path occurs, and not as the tail of a longer one such as `a/b` in `x/a/b`.
fn names_path(line: &[u8], path: &[u8]) -> bool {
    let continues = |byte: u8| byte.is_ascii_alphanumeric() || b"._-~})$".contains(&byte);
    line.windows(path.len())
        .enumerate()
        .any(|(start, window)| window == path && (start == 0 || !continues(line[start - 1])))
}

#[test]
fn path_search_is_exact() {
    let path = concat!("/tm", "p/").as_bytes();
    let line = |before: &str| [before.as_bytes(), path, b"x"].concat();
    assert!(names_path(&line(""), path) && names_path(&line("see "), path) && names_path(&line("file://"), path));
    assert!(!names_path(&line("a"), path) && !names_path(&line("$HOME"), path) && !names_path(b"", path));
}

/// Every file of the repository, except what is built or not ours.
fn sources() -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![root().to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder of the repository can be read") {
            let path = entry.expect("a folder entry can be read").path();
            let skipped = ["target", ".git", "demo-out"].iter().any(|name| path == root().join(name));
            match path.is_dir() {
                _ if skipped || path.is_symlink() => {}
                true => folders.push(path),
                false => files.push(path),
            }
        }
    }
    assert!(files.len() > 30, "only {} files found", files.len());
    files.sort();
    files
}

/// That each number in the code has its row, and each row its use, is a test of `src/assumed.rs`. This one is about comments.
#[test]
fn every_assumption_that_a_text_names_is_a_row() {
    let known: Vec<u32> = rma_reports::assumptions::assumptions().iter().map(|assumption| assumption.id).collect();
    let (mut count, mut wrong) = (0, Vec::new());
    for file in sources() {
        let Ok(text) = fs::read_to_string(&file) else { continue };
        let named = assumptions_in(&text);
        count += named.len();
        let unknown: Vec<u32> = named.into_iter().filter(|id| !known.contains(id)).collect();
        if !unknown.is_empty() {
            wrong.push(format!("{}: {unknown:?}", file.display()));
        }
    }
    assert!(count >= 20, "only {count} found");
    assert!(wrong.is_empty(), "docs/assumptions.md has no such rows: {wrong:#?}");
}

/// The numbers after the word, as in "assumption N", "assumptions N and M" and "N, M to K"; comments may break the line.
fn assumptions_in(text: &str) -> Vec<u32> {
    let bare = |line: &str| line.trim().trim_start_matches(['/', '!', '#', '*', ' ']).to_owned();
    let text = text.lines().map(bare).collect::<Vec<_>>().join(" ");
    let mut numbers = Vec::new();
    for behind in text.split("ssumption").skip(1) {
        let mut words = behind.strip_prefix('s').unwrap_or(behind).split([' ', ',']).filter(|word| !word.is_empty());
        let is_number = |word: &&str| word.starts_with(|first: char| first.is_ascii_digit());
        let Some(first) = words.next().filter(is_number) else { continue };
        let more = words.filter(|word| !["and", "to", "or"].contains(word)).take_while(is_number);
        let digits = |word: &str| word.chars().take_while(char::is_ascii_digit).collect::<String>();
        numbers.extend([first].into_iter().chain(more).filter_map(|word| digits(word).parse::<u32>().ok()));
    }
    numbers
}

#[test]
fn numbers_of_assumptions_are_found() {
    // Not written out: the test above reads this file, too.
    let text = |text: &str| text.replace('~', "ssumption");
    assert_eq!(assumptions_in(&text("/// (a~ 3).\n")), [3]);
    assert_eq!(assumptions_in(&text("    // see a~\n    // 99: x")), [99]);
    assert_eq!(assumptions_in(&text("A~s 6, and 19 to 25. Also 7")), [6, 19, 25]);
    assert!(assumptions_in(&text("a~s hold; an a~ of 3; the a~.")).is_empty());
    assert_eq!(assumptions_in(&text("the a~s 1, 2, 3 (see")), [1, 2, 3]);
}

/// `scripts/mutants.sh` takes long; that each of its faults still has its place in the code is seen at once.
#[test]
fn faults_for_the_oracle_fit_the_code() {
    let folder = root().join("oracle/mutants");
    let patches = fs::read_dir(&folder).expect("the faults are there").map(|entry| entry.expect("an entry").path());
    let mut count = 0;
    for path in patches {
        let patch = fs::read_to_string(&path).expect("a fault can be read");
        let lines = || patch.lines().skip_while(|line| !line.starts_with("@@"));
        let file = patch.lines().find_map(|line| line.strip_prefix("+++ b/")).expect("a fault names its file");
        let text = fs::read_to_string(root().join(file)).expect("the file of a fault is there");
        for hunk in lines().collect::<Vec<_>>().split(|line| line.starts_with("@@")).filter(|hunk| !hunk.is_empty()) {
            let old: Vec<&str> =
                hunk.iter().filter(|line| !line.starts_with('+')).filter_map(|line| line.get(1..)).collect();
            let has = text.lines().collect::<Vec<_>>().windows(old.len()).any(|lines| lines == old);
            assert!(has, "{} does not fit {file}", path.display());
        }
        count += 1;
    }
    assert!(count >= 10, "{count} faults");
}
