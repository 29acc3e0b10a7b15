//! The page about adding a routine: its row makes its first program race-free and its second a race, and without the row
//! the call is one of a function that is not known.

use assert_cmd::Command;
use std::path::Path;
use tempfile::TempDir;

const PAGE: &str = include_str!("../docs/adding-a-routine.md");

/// The code blocks of a language, in order.
fn blocks(language: &str) -> Vec<&'static str> {
    let fence = format!("```{language}\n");
    let blocks = PAGE.split(&fence).skip(1);
    blocks.map(|rest| rest.split("```").next().unwrap_or_default()).collect()
}

/// Compiles a program and analyses it; gives the exit status and what was printed.
fn analyse(folder: &Path, program: &str, routines: Option<&str>) -> (i32, String) {
    let source = folder.join("program.c");
    let bitcode = folder.join("program.bc");
    std::fs::write(&source, program).expect("a file can be written");
    let include = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus/include");
    let mut clang = std::process::Command::new("clang-19");
    clang.args(["-g", "-O0", "-emit-llvm", "-c", "-I"]).arg(include).arg(&source).arg("-o").arg(&bitcode);
    assert!(clang.status().expect("clang-19 runs").success());
    let mut command = Command::new(env!("CARGO_BIN_EXE_rma-static"));
    if let Some(text) = routines {
        let table = folder.join("routines.toml");
        std::fs::write(&table, text).expect("a file can be written");
        command.arg("--routines").arg(table);
    }
    let output = command.arg(&bitcode).output().expect("rma-static runs");
    let text = [output.stdout, output.stderr].map(|t| String::from_utf8_lossy(&t).into_owned()).concat();
    (output.status.code().unwrap_or(-1), text)
}

#[test]
fn the_page_says_what_happens() {
    let folder = TempDir::new().expect("a temporary folder can be made");
    let ([row], [clean, racy]) = (&blocks("toml")[..], &blocks("c")[..]) else { panic!("the blocks of the page") };

    let (status, text) = analyse(folder.path(), clean, Some(row));
    assert_eq!(status, 0, "{text}");
    assert!(!text.contains("shmemx_int_put_flag"), "{text}");

    let (status, text) = analyse(folder.path(), racy, Some(row));
    assert_eq!(status, 1, "{text}");
    assert!(text.contains("error[RMA201]") && text.contains("`shmemx_int_put_flag` writes `data`"), "{text}");

    let (status, text) = analyse(folder.path(), racy, None);
    assert!(!text.contains("error[") && text.contains("shmemx_int_put_flag"), "{status}: {text}");
}

#[test]
fn what_the_row_decides() {
    let folder = TempDir::new().expect("a temporary folder can be made");
    let ([row], [_, racy]) = (&blocks("toml")[..], &blocks("c")[..]) else { panic!("the blocks of the page") };
    // The elements are read by the target after a synchronisation that completes nothing.
    let late = racy.replace("else if (me == 1)", "shmem_sync_all();\n    if (me == 1)");
    assert_eq!(analyse(folder.path(), &late, Some(row)).0, 1);
    let over = row.replace("target write dest[nelems elements] until completion", "target write dest[nelems elements]");
    assert_ne!(&over, row);
    assert_eq!(analyse(folder.path(), &late, Some(&over)).0, 0);
}

#[test]
fn tables_that_cannot_be_used() {
    let folder = TempDir::new().expect("a temporary folder can be made");
    let program = "int main(void) { return 0; }\n";
    for (table, complaint) in [
        ("[f]\nclause = \"1\"", "the first line must say the model"),
        ("model = \"shmem\"\n[f]\nclause = \"\"", "the clause is empty"),
        ("model = \"shmem\"\n[shmem_quiet]\nclause = \"1\"", "a second row for shmem_quiet"),
    ] {
        let (status, text) = analyse(folder.path(), program, Some(table));
        assert_eq!(status, 2, "{text}");
        assert!(text.contains(complaint), "{text}");
    }
}
