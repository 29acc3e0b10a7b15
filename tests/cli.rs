//! The command line: what it prints and how it ends, without any verdict of the analysis.

use assert_cmd::Command;
use std::path::Path;
use tempfile::TempDir;

/// A folder with one file of every kind that users hand in by mistake, and two correct ones.
fn inputs() -> TempDir {
    let folder = TempDir::new().expect("a temporary folder can be made");
    let put =
        |name: &str, bytes: &[u8]| std::fs::write(folder.path().join(name), bytes).expect("a file can be written");
    put(
        "main.ll",
        b"declare i32 @MPI_Finalize()\ndefine i32 @main() {\n  %r = call i32 @MPI_Finalize()\n  ret i32 0\n}\n",
    );
    put("silent.ll", b"define i32 @main() {\n  ret i32 0\n}\n");
    put("part.ll", b"define i32 @helper() {\n  ret i32 1\n}\n");
    put("main_again.ll", b"define i32 @main() {\n  ret i32 2\n}\n");
    put("half.ll", CALLS_MISSING.as_bytes());
    put("unknown_routine.ll", CALLS_MISSING.replace("exchange_halo", "MPIX_Put_notify").as_bytes());
    put("system.ll", CALLS_MISSING.replace("exchange_halo", "sync").as_bytes());
    put("stuck.ll", ENDS_TOO_EARLY.as_bytes());
    put("bad.ll", b"define i32 @main() {\n  ret i64 0\n}\n");
    put("empty.bc", b"");
    put("truncated.bc", b"BC\xc0\xde\x35\x14\x00\x00");
    put("prog.c", b"int main(void) { return 0; }\n");
    put("prog.o", b"\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x01\x00\x3e\x00\x01\x00\x00\x00");
    put("libprog.a", b"!<arch>\n");
    put("garbage", &[0xfe; 64]);
    std::fs::create_dir(folder.path().join("folder")).expect("a folder can be made");
    folder
}

/// A program with a call of a function in a file that was not given.
const CALLS_MISSING: &str = "\
declare i32 @MPI_Finalize()
declare void @exchange_halo()
define i32 @main() {
  call void @exchange_halo()
  %r = call i32 @MPI_Finalize()
  ret i32 0
}
";

/// A program that ends before its put, by a test that the analysis decides.
const ENDS_TOO_EARLY: &str = "\
declare i32 @MPI_Put(ptr, i32, i32, i32, i64, i32, i32, i32)
declare i32 @MPI_Finalize()
declare void @abort()
define i32 @main() {
entry:
  br i1 true, label %stop, label %on
stop:
  call void @abort()
  unreachable
on:
  %p = call i32 @MPI_Put(ptr null, i32 1, i32 1275069445, i32 0, i64 0, i32 1, i32 1275069445, i32 0)
  %r = call i32 @MPI_Finalize()
  ret i32 0
}
";

fn rma_static(folder: &Path, arguments: &[&str]) -> Command {
    let program = Path::new(env!("CARGO_BIN_EXE_rma-static"));
    let reader = program.with_file_name("rma-static-reader");
    assert!(reader.is_file(), "rma-static-reader is not beside rma-static; run `cargo build --workspace` first");
    let mut command = Command::new(program);
    command.current_dir(folder).args(arguments);
    for variable in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "RMA_STATIC_READER"] {
        command.env_remove(variable);
    }
    command
}

/// Exit status, standard output and standard error as one text.
fn transcript(folder: &Path, arguments: &[&str]) -> String {
    let output = rma_static(folder, arguments).output().expect("rma-static runs");
    format!(
        "$ rma-static {}\nexit status {}\n--- stdout\n{}--- stderr\n{}",
        arguments.join(" "),
        output.status.code().expect("rma-static is not ended by a signal"),
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr),
    )
}

fn transcripts(command_lines: &[&[&str]]) -> String {
    let folder = inputs();
    let texts: Vec<String> = command_lines.iter().map(|line| transcript(folder.path(), line)).collect();
    texts.join("\n\n")
}

#[test]
fn help() {
    insta::assert_snapshot!(transcripts(&[&["--help"]]));
}

#[test]
fn short_help() {
    insta::assert_snapshot!(transcripts(&[&["-h"]]));
}

#[test]
fn explanations() {
    insta::assert_snapshot!(transcripts(&[&["--explain", "RMA101"], &["--list-rules"], &["--list-assumptions"]]));
}

#[test]
fn bad_usage() {
    insta::assert_snapshot!(transcripts(&[
        &[],
        &["--no-such-option", "main.ll"],
        &["--format", "pdf", "main.ll"],
        &["--report", "pdf", "main.ll"],
        &["--fail-on", "always", "main.ll"],
        &["--explain", "RMA999"],
        &["--explain", "races"],
        &["--memory-limit", "lots", "main.ll"],
        &["--time-limit", "0", "main.ll"],
        &["--jobs", "0", "main.ll"],
    ]));
}

#[test]
fn input_that_cannot_be_used() {
    insta::assert_snapshot!(transcripts(&[
        &["missing.bc"],
        &["main.ll", "missing.bc"],
        &["folder"],
        &["empty.bc"],
        &["prog.c"],
        &["prog.o"],
        &["libprog.a"],
        &["garbage"],
        &["part.ll"],
        &["silent.ll"],
        &["main.ll", "--entry", "start"],
        &["prog.c", "empty.bc"],
    ]));
}

/// LLVM's own words for what is wrong with a file belong to its version; only ours are compared.
#[test]
fn broken_bitcode_is_bad_input() {
    let folder = inputs();
    for file in ["truncated.bc", "bad.ll"] {
        let output = rma_static(folder.path(), &[file]).output().expect("rma-static runs");
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{message}");
        assert!(message.starts_with(&format!("rma-static: {file}: ")), "{message}");
        assert!(output.stdout.is_empty());
    }
}

#[test]
fn output_that_cannot_be_written() {
    insta::assert_snapshot!(transcripts(&[&["main.ll", "--output", "no/such/folder/report.txt"]]));
}

#[test]
fn a_file_that_cannot_be_read_makes_the_run_incomplete() {
    let folder = inputs();
    let output = rma_static(folder.path(), &["main.ll", "garbage", "--format", "json"]).output().expect("it runs");
    assert_eq!(output.status.code(), Some(3));
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("the report is JSON");
    assert_eq!(report["complete"], false);
    assert_eq!(report["inputs"], serde_json::json!(["main.ll", "garbage"]));
    let notices = report["notices"].as_array().expect("notices are a list");
    let unreadable = notices.iter().find(|notice| notice["kind"] == "unreadable-input").expect("garbage is noticed");
    assert!(unreadable["text"].as_str().is_some_and(|text| text.starts_with("garbage: not LLVM bitcode")));
}

/// What a run says of a program, and its exit status.
fn notice_of(arguments: &[&str]) -> (Option<i32>, String) {
    let folder = inputs();
    let output = rma_static(folder.path(), &[arguments, &["--format", "json"]].concat()).output().expect("it runs");
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("the report is JSON");
    let notices = report["notices"].as_array().expect("notices are a list");
    let texts = notices.iter().filter_map(|notice| notice["text"].as_str());
    let about = texts.filter(|text| !text.contains("debug information"));
    (output.status.code(), about.collect::<Vec<_>>().join("\n"))
}

#[test]
fn a_function_without_a_body_makes_the_run_incomplete() {
    let (status, text) = notice_of(&["half.ll"]);
    assert_eq!(status, Some(3));
    assert!(text.contains("`exchange_halo` has no body in the input"), "{text}");
    let (status, text) = notice_of(&["half.ll", "--no-communication", "exchange_*"]);
    assert_eq!(status, Some(0), "{text}");
    let (status, text) = notice_of(&["system.ll"]);
    assert_eq!(status, Some(0), "{text}");
}

#[test]
fn an_unknown_routine_of_a_known_family_makes_the_run_incomplete() {
    let (status, text) = notice_of(&["unknown_routine.ll"]);
    assert_eq!(status, Some(3));
    assert!(text.contains("`MPIX_Put_notify` is a routine of a communication library"), "{text}");
    let (status, text) = notice_of(&["unknown_routine.ll", "--no-communication", "MPIX_Put_notify"]);
    assert_eq!(status, Some(0), "{text}");
}

#[test]
fn one_sided_calls_that_no_run_comes_to_make_the_run_incomplete() {
    let (status, text) = notice_of(&["stuck.ll"]);
    assert_eq!(status, Some(3));
    assert!(text.starts_with("nothing behind this place in `main` is held to be reached"), "{text}");
}

#[test]
fn two_programs_at_once_make_the_run_incomplete() {
    let folder = inputs();
    let output =
        rma_static(folder.path(), &["main.ll", "main_again.ll", "--format", "json"]).output().expect("it runs");
    assert_eq!(output.status.code(), Some(3));
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.contains("`main` is defined in main.ll and again in main_again.ll"), "{text}");
}

#[test]
fn output_goes_to_the_file_and_says_how_the_run_ended() {
    let folder = inputs();
    let arguments = ["main.ll", "part.ll", "--format", "sarif", "--output", "report.sarif"];
    let output = rma_static(folder.path(), &arguments).output().expect("it runs");
    assert!(output.stdout.is_empty() && output.stderr.is_empty(), "{output:?}");
    let text = std::fs::read_to_string(folder.path().join("report.sarif")).expect("the report was written");
    let log: serde_json::Value = serde_json::from_str(&text).expect("the report is JSON");
    let invocation = &log["runs"][0]["invocations"][0];
    assert_eq!(invocation["exitCode"].as_i64(), output.status.code().map(i64::from));
    assert_eq!(invocation["executionSuccessful"] == true, output.status.code() == Some(0));
    assert_eq!(log["runs"][0]["tool"]["driver"]["version"], env!("CARGO_PKG_VERSION"));
}

#[test]
fn the_same_input_gives_the_same_bytes() {
    let folder = inputs();
    for format in ["text", "json", "sarif"] {
        let run = |jobs| {
            let arguments = ["main.ll", "part.ll", "bad.ll", "--format", format, "--jobs", jobs];
            rma_static(folder.path(), &arguments).output().expect("it runs").stdout
        };
        let first = run("1");
        assert!(!first.is_empty());
        assert_eq!(first, run("1"));
        assert_eq!(first, run("4"));
    }
}
