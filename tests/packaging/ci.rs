//! The steps of the GitHub Action, as its runner would call them.

use super::{compile, root, run, said};
use std::path::Path;
use std::process::{Command, Output};
use tempfile::TempDir;

/// Runs one script of the GitHub action, with the variables that the action sets.
fn step(folder: &Path, name: &str, variables: &[(&str, &str)]) -> Output {
    let script = root().join("packaging/github").join(name);
    let mut command = Command::new("bash");
    command.arg(script).envs(variables.iter().copied());
    command
        .env("RUNNER_TEMP", folder)
        .env("GITHUB_OUTPUT", folder.join("output"))
        .env("GITHUB_PATH", folder.join("path"));
    run(folder, &mut command)
}

/// A value that one step has passed to later steps.
fn value(folder: &Path, key: &str) -> String {
    let text = std::fs::read_to_string(folder.join("output")).unwrap_or_default();
    text.lines().filter_map(|line| line.strip_prefix(&format!("{key}="))).next_back().unwrap_or_default().to_owned()
}

#[test]
fn the_action_reports_before_it_judges() {
    let folder = TempDir::new().expect("a temporary folder can be made");
    let folder = folder.path();
    let cases = root().join("corpus/mpi/cases");
    compile(folder, "early", &cases.join("lock_put_print_early.c"));
    compile(folder, "a program", &cases.join("lock_put_print_late.c"));
    let installed = step(folder, "install.sh", &[]);
    assert!(installed.status.success(), "{}", said(&installed));

    for (arguments, fail_on, status, outcome) in [
        ("early.bc", "warning", "1", Some(1)),
        ("early.bc", "never", "1", Some(0)),
        ("--strict-spec 'a program.bc'", "error", "0", Some(0)),
    ] {
        let analysed = step(folder, "analyse.sh", &[("RMA_ARGUMENTS", arguments)]);
        assert!(analysed.status.success(), "{arguments}: {}", said(&analysed));
        assert_eq!(value(folder, "status"), status, "{arguments}");
        let sarif = value(folder, "sarif");
        assert!(Path::new(&sarif).is_file());
        let variables = [("RMA_SARIF", sarif.as_str()), ("RMA_STATUS", status), ("RMA_FAIL_ON", fail_on)];
        let judged = step(folder, "judge.sh", &variables);
        assert_eq!(judged.status.code(), outcome, "{arguments}: {}", said(&judged));
    }
    // Nothing in the arguments is run.
    let injected =
        step(folder, "analyse.sh", &[("RMA_ARGUMENTS", "early.bc $(touch was-run) `touch was-run`; touch was-run")]);
    assert_eq!(injected.status.code(), Some(2), "{}", said(&injected));
    assert!(!folder.join("was-run").exists());
    let address = step(folder, "install.sh", &[("RMA_ARCHIVE", "https://localhost/x.tar.zst")]);
    assert!(address.status.code() == Some(2) && said(&address).contains("sha256"), "{}", said(&address));
}

/// The steps that the action names are there, and what it uses of others is pinned to a commit.
#[test]
fn the_action_names_what_is_there() {
    let action = std::fs::read_to_string(root().join("action.yml")).expect("the action");
    for line in action.lines().map(str::trim) {
        if let Some(script) =
            line.strip_prefix("run: '\"$GITHUB_ACTION_PATH/").and_then(|rest| rest.strip_suffix("\"'"))
        {
            assert!(root().join(script).is_file(), "{script}");
        }
        if let Some((_, pin)) = line.strip_prefix("uses: ").and_then(|used| used.split_once('@')) {
            assert!(pin.len() == 40 && pin.bytes().all(|byte| byte.is_ascii_hexdigit()), "not pinned: {line}");
        }
    }
    assert_eq!(action.matches("packaging/github/").count(), 4, "three steps and the comment");
}
