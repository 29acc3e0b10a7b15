//! Manual pages and completions say what the command line has.

use super::{analyzer, root, run, said};
use std::process::Command;

fn generate(what: &str) -> String {
    let output = run(root(), Command::new(analyzer()).args(["--generate", what]));
    assert!(output.status.success(), "{}", said(&output));
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn everything_that_is_asked_for_is_there() {
    for (what, start, has) in [
        ("bash", "_rma__static() {", "--link-target"),
        ("zsh", "#compdef rma-static", "--link-target"),
        ("fish", "# Print an optspec", "link-target"),
        ("man", ".ie \\n(.g .ds Aq", "\\-\\-link\\-target"),
        ("man-cc", ".ie \\n(.g .ds Aq", "rma\\-static\\-cc"),
        ("man-merge", ".ie \\n(.g .ds Aq", "\\-\\-html"),
    ] {
        let text = generate(what);
        assert!(
            text.starts_with(start) && text.contains(has),
            "{what}: {}",
            text.chars().take(300).collect::<String>()
        );
    }
    // The commands that the first word chooses.
    let bash = generate("bash");
    assert!(bash.contains("rma__static,merge)") && bash.contains("rma__static,cc)"));
}

/// bash itself reads its completions.
#[test]
fn bash_takes_them() {
    let folder = tempfile::TempDir::new().expect("a temporary folder can be made");
    std::fs::write(folder.path().join("rma-static.bash"), generate("bash")).expect("a file can be written");
    let script = "source ./rma-static.bash; COMP_WORDS=(rma-static --link); COMP_CWORD=1; \
                  $(complete -p rma-static | sed 's/.*-F \\([^ ]*\\).*/\\1/') rma-static --link rma-static; \
                  printf '%s\\n' \"${COMPREPLY[@]}\"";
    let output = run(folder.path(), Command::new("bash").args(["--norc", "-c", script]));
    assert_eq!(said(&output).trim(), "--link-target");
}
