//! `--keep-threads`: what two threads of a process may share stays, so that ThreadSanitizer finds their races.

use crate::{Listed, compile, listed, root, screen};

/// Screens a program with and without the flag. Each line is marked with what it must be.
fn check(name: &str, flags: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    let modules = compile(folder.path(), &[name], flags);
    let module = modules[0].to_string_lossy().into_owned();
    let run = |more: &[&str]| -> Vec<Listed> {
        let arguments = [&["--screen", "unproven", "--format", "json", &module], more].concat();
        let output = screen(folder.path(), &arguments);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let list: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(list["keep_threads"], !more.is_empty());
        listed(&list)
    };
    let (usual, kept) = (run(&[]), run(&["--keep-threads"]));
    let source = std::fs::read_to_string(root().join("tests/screen/programs").join(name)).unwrap();
    let mut problems = Vec::new();
    let mut marks = [0; 3];
    for (line, text) in (1..).zip(source.lines()) {
        let any_kept = |list: &[Listed]| {
            let here = list.iter().filter(|access| access.line == line && !access.local);
            here.filter(|access| access.kind == "load" || access.kind == "store").any(|access| !access.dropped)
        };
        let found = [any_kept(&usual), any_kept(&kept)];
        for (n, (mark, wanted)) in
            [("//@ SHARED", [false, true]), ("//@ OWN", [false, false]), ("//@ WINDOW", [true, true])]
                .iter()
                .enumerate()
        {
            if text.contains(mark) {
                marks[n] += 1;
                if found != *wanted {
                    problems.push(format!("{name}:{line}: kept {found:?}, not {wanted:?}: {}", text.trim()));
                }
            }
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    assert!(marks.iter().all(|count| *count > 0), "{marks:?}");
    let dropped = |list: &[Listed]| list.iter().filter(|access| access.dropped).count();
    assert!(dropped(&kept) < dropped(&usual));
    // Nothing that is kept without the flag is dropped with it.
    for (usual, kept) in usual.iter().zip(&kept) {
        assert!(usual.dropped || !kept.dropped, "{kept:?}");
    }
}

#[test]
fn a_team_of_openmp() {
    check("team.c", &["-O1", "-fopenmp"]);
}

#[test]
fn threads_of_posix() {
    check("pthreads.c", &["-O1"]);
}
