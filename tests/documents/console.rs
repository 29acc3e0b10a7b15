//! Blocks of the language `console` are executed: `$ command`, and below it what it prints. A line `...` stands for any lines.
//!
//! The blocks of a page run one after another in one shell, in a folder that has the corpus and the executables in it. Blocks
//! marked `sh` are not executed, as they need what a test does not have: a user's own project, or a network. Their options are checked.

use super::{Part, compare, pages, parts, read, root};
use std::collections::BTreeSet;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

const ANALYZER: &str = env!("CARGO_BIN_EXE_rma-static");

/// A folder in which commands of a page run.
fn folder() -> TempDir {
    let folder = TempDir::new().expect("a temporary folder can be made");
    symlink(root().join("corpus"), folder.path().join("corpus")).expect("a link can be made");
    std::fs::create_dir(folder.path().join("target")).expect("a folder can be made");
    let executables = Path::new(ANALYZER).parent().expect("the analyzer stands in a folder");
    symlink(executables, folder.path().join("target/release")).expect("a link can be made");
    folder
}

/// What stands between the outputs of two commands.
const MARK: &str = "\u{1}\n";

/// What each of some command lines of one shell prints, both streams in order.
fn outputs(folder: &Path, commands: &[&str]) -> Vec<String> {
    let executables = Path::new(ANALYZER).parent().expect("the analyzer stands in a folder");
    let path = std::env::var("PATH").unwrap_or_default();
    let marked: Vec<String> = commands.iter().map(|command| format!("echo '\u{1}'\n{command}\n")).collect();
    let mut shell = Command::new("bash");
    shell.args(["-c", &format!("exec 2>&1\n{}", marked.concat())]).current_dir(folder);
    shell.env("PATH", format!("{}:{path}", executables.display())).env("LC_ALL", "C.UTF-8");
    for variable in ["CLICOLOR_FORCE", "RMA_STATIC_READER"] {
        shell.env_remove(variable);
    }
    let output = shell.output().expect("bash runs");
    String::from_utf8_lossy(&output.stdout).split(MARK).skip(1).map(str::to_owned).collect()
}

/// The commands of a block, each with what the page says that it prints.
fn commands<'p>(body: &[&'p str]) -> Vec<(&'p str, Vec<&'p str>)> {
    let mut commands: Vec<(&str, Vec<&str>)> = Vec::new();
    for line in body {
        match (line.strip_prefix("$ "), commands.last_mut()) {
            (Some(command), _) => commands.push((command, Vec::new())),
            (None, Some((_, said))) => said.push(line),
            (None, None) => panic!("a console block begins with `$ `, not with {line}"),
        }
    }
    commands
}

/// Whether lines are as a page says, where `...` stands for any number of lines.
fn agrees(said: &[&str], printed: &[&str]) -> bool {
    match said.split_first() {
        None => printed.is_empty(),
        Some((&"...", rest)) => (0..=printed.len()).any(|n| agrees(rest, &printed[n..])),
        Some((line, rest)) => printed.first() == Some(line) && agrees(rest, &printed[1..]),
    }
}

/// The page with each output as it is now, and the number of commands. What a page leaves out by `...` it leaves out still.
fn as_printed(page: &str) -> (String, usize) {
    let folder = folder();
    let parts = parts(page);
    let bodies = parts.iter().filter_map(|part| match part {
        Part::Code { language: "console", body } => Some(commands(body)),
        _ => None,
    });
    let all: Vec<&str> = bodies.flatten().map(|(command, _)| command).collect();
    let outputs = outputs(folder.path(), &all);
    assert_eq!(outputs.len(), all.len(), "a command has ended the shell: {outputs:#?}");
    let mut outputs = outputs.iter();
    let mut out = String::new();
    for part in &parts {
        match part {
            Part::Text(line) => out.push_str(&format!("{line}\n")),
            Part::Code { language: "console", body } => {
                out.push_str("```console\n");
                for (command, said) in commands(body) {
                    let printed: Vec<&str> = outputs.next().map_or("", |text| text.trim_end()).lines().collect();
                    let printed = if agrees(&said, &printed) { said } else { printed };
                    out.push_str(&format!("$ {command}\n"));
                    printed.iter().for_each(|line| out.push_str(&format!("{}\n", line.trim_end())));
                }
                out.push_str("```\n");
            }
            Part::Code { language, body } => {
                out.push_str(&format!("```{language}\n"));
                body.iter().for_each(|line| out.push_str(&format!("{line}\n")));
                out.push_str("```\n");
            }
        }
    }
    (out, all.len())
}

#[test]
fn commands_print_what_the_pages_say() {
    let mut count = 0;
    for page in pages() {
        let text = read(&page);
        if text.contains("```console\n") {
            let (printed, commands) = as_printed(&text);
            compare(&page, &text, &printed);
            count += commands;
        }
    }
    assert!(count >= 6, "only {count} commands");
}

#[test]
fn options_of_other_commands_exist() {
    let help = outputs(
        root(),
        &["rma-static --help; rma-static cc --help; rma-static merge --help; rma-static screen --help"],
    )
    .concat();
    let known: BTreeSet<&str> = help.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-')).collect();
    let mut count = 0;
    for page in pages() {
        let text = read(&page);
        for part in parts(&text) {
            let Part::Code { language: "sh", body } = part else { continue };
            for line in body {
                let of_ours = line.split_once("rma-static ").map_or("", |(_, behind)| behind);
                // After `--` the options are those of a compiler.
                let words = of_ours.split([' ', '"', '=']).take_while(|word| *word != "--" && *word != "#");
                for option in words.filter(|word| word.starts_with("--")) {
                    assert!(known.contains(option), "{}: `{option}` in `{line}`", page.display());
                    count += 1;
                }
            }
        }
    }
    assert!(count >= 5, "only {count} options");
}

#[test]
fn commands_and_outputs_are_told_apart() {
    assert_eq!(commands(&["$ a b", "x", "", "$ c"]), [("a b", vec!["x", ""]), ("c", vec![])]);
    assert!(agrees(&["a", "...", "d"], &["a", "b", "c", "d"]) && agrees(&["..."], &[]));
    assert!(!agrees(&["a"], &["a", "b"]) && !agrees(&["a", "...", "c"], &["a", "b"]));
    let (printed, count) = as_printed("x\n```console\n$ A=two\n```\n```console\n$ echo one; echo $A >&2\nnine\n```\n");
    let expected = "x\n```console\n$ A=two\n```\n```console\n$ echo one; echo $A >&2\none\ntwo\n```\n";
    assert_eq!((printed.as_str(), count), (expected, 2));
}
