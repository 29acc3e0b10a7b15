//! Suppressions in comments and in the configuration, and questions about two lines.

use crate::bench::Bench;

/// The operation on line 12, the store on line 13.
const RACE: &str = "\
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, *base, cell = 0;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    MPI_Win_lock_all(0, win);
    MPI_Put(&cell, 1, MPI_INT, rank, 0, 1, MPI_INT, win);
    cell = 1;
    MPI_Win_flush(rank, win);
    cell = 2;
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
";

#[test]
fn comments_take_findings_back() {
    let bench = Bench::new();
    bench.program("p", &RACE.replace("cell = 1;", "cell = 1; // rma-static: allow(RMA101) nobody reads it"));
    let run = bench.run("--report sarif=p.sarif --report text p.bc");
    assert_eq!(run.status, 0, "{}", run.stdout);
    assert!(run.stdout.contains("result: 0 errors, 0 warnings, 0 notes; 1 suppressed"), "{}", run.stdout);
    let log: serde_json::Value = serde_json::from_str(&bench.read("p.sarif")).unwrap();
    let suppression = &log["runs"][0]["results"][0]["suppressions"][0];
    assert_eq!(
        (suppression["kind"].as_str(), suppression["justification"].as_str()),
        (Some("inSource"), Some("nobody reads it"))
    );
    assert_eq!(bench.run("--no-suppressions p.bc").status, 1);
    // Above the operation, and of a family; one that takes nothing back is told.
    let text = RACE
        .replace("    MPI_Put", "    /* rma-static: allow(RMA1xx) known */\n    MPI_Put")
        .replace("    cell = 2;", "    cell = 2; // rma-static: allow(RMA201, RMA999)");
    bench.program("p", &text);
    let run = bench.run("p.bc");
    assert_eq!(run.status, 0, "{}", run.stdout);
    assert!(run.stdout.contains("warning: p.c:16: `allow(RMA999)`: there is no such rule"), "{}", run.stdout);
    bench.program("p", &RACE.replace("    cell = 2;", "    cell = 2; // rma-static: allow(RMA201)"));
    let run = bench.run("p.bc");
    assert!(
        run.stdout.contains("warning: p.c:15: unused suppression: no finding of RMA201 is at this line"),
        "{}",
        run.stdout
    );
}

#[test]
fn only_comments_suppress_and_all_of_them_are_heard() {
    let bench = Bench::new();
    bench.program("p", &RACE.replace("cell = 1;", "cell = 1; const char *s = \"// rma-static: allow(RMA101) x\";"));
    assert_eq!(bench.run("p.bc").status, 1, "a text is no comment");
    for comment in [
        "/*\n     * rma-static: allow(RMA101) why\n     */",
        "/// rma-static: allow(RMA101)",
        "//rma-static:allow(RMA101)",
    ] {
        bench.program("p", &RACE.replace("    cell = 1;", &format!("    {comment}\n    cell = 1;")));
        let run = bench.run("p.bc");
        assert!(run.status == 0 && run.stdout.contains("1 suppressed"), "{comment}: {}", run.stdout);
    }
    for comment in ["// rma-static: alow(RMA101)", "// rma-static: allow RMA101"] {
        bench.program("p", &RACE.replace("cell = 1;", &format!("cell = 1; {comment}")));
        let run = bench.run("p.bc");
        assert!(
            run.status == 1 && run.stdout.contains("warning: p.c:13: this comment for rma-static"),
            "{}",
            run.stdout
        );
    }
    // An annotation is at the comment.
    let annotated = bench.run("--format github p.bc").stdout;
    assert!(annotated.contains("::warning file=p.c,line=13,title=rma-static::this comment"), "{annotated}");
}

#[test]
fn what_is_suppressed_hides_nothing_of_the_same_group() {
    let bench = Bench::new();
    let two = RACE
        .replace("cell = 0;", "cell[2] = {0, 0};")
        .replace("MPI_Win_allocate(sizeof(int),", "MPI_Win_allocate(2 * sizeof(int),")
        .replace("MPI_Put(&cell, 1, MPI_INT, rank, 0, 1,", "MPI_Put(cell, 2, MPI_INT, rank, 0, 2,")
        .replace("    cell = 1;\n", "    cell[0] = 1; // rma-static: allow(RMA101) not read\n    cell[1] = 1;\n")
        .replace("cell = 2;", "cell[1] = 2;");
    bench.program("two", &two);
    for format in ["text", "short"] {
        let run = bench.run(&format!("--format {format} two.bc"));
        assert_eq!(run.status, 1, "{}", run.stderr);
        assert!(run.stdout.contains("two.c:14:"), "{}", run.stdout);
        assert!(run.stdout.contains("1 error, 0 warnings, 0 notes; 1 suppressed"), "{}", run.stdout);
    }
}

#[test]
fn the_configuration_is_found_above_the_input() {
    let bench = Bench::new();
    bench.program("p", RACE);
    std::fs::create_dir(bench.path().join("build")).unwrap();
    std::fs::rename(bench.path().join("p.bc"), bench.path().join("build/p.bc")).unwrap();
    for (text, status, said) in [
        ("fail-on = \"never\"\n", 0, "1 error"),
        ("[rules]\nRMA1xx = \"off\"\n", 0, "1 suppressed"),
        ("[[allow]]\nrules = [\"RMA101\"]\npaths = [\"*.c\"]\nreason = \"old\"\n", 0, "1 suppressed"),
        ("[[allow]]\nfunctions = [\"main\"]\n", 0, "1 suppressed"),
        (
            "[[allow]]\npaths = [\"other/**\"]\n",
            1,
            "unused suppression in rma-static.toml: no finding is of paths other/**",
        ),
        ("max-findings = 0\n", 1, "1 more findings are not shown"),
        ("entry = \"main\"\n[limits]\ntime-limit = \"5m\"\n", 1, "1 error"),
    ] {
        bench.write("rma-static.toml", text);
        let run = bench.run("build/p.bc");
        assert_eq!(run.status, status, "{text}\n{}{}", run.stdout, run.stderr);
        assert!(run.stdout.contains(said), "{text}\n{}", run.stdout);
    }
    bench.write("rma-static.toml", "fail-on = \"never\"\n");
    assert_eq!(bench.run("--fail-on error build/p.bc").status, 1);
    assert_eq!(bench.run("--no-config build/p.bc").status, 1);
    bench.write("rma-static.toml", "fail_on = \"never\"\n");
    let run = bench.run("build/p.bc");
    assert_eq!(run.status, 2);
    assert!(run.stderr.contains("there is no key `fail_on`; did you mean `fail-on`?"), "{}", run.stderr);
    for text in ["fail-on = \"sometimes\"", "max-findings = -1", "[limits]\ntime-limit = \"5 bananas\""] {
        bench.write("rma-static.toml", text);
        let run = bench.run("build/p.bc");
        assert_eq!(run.status, 2);
        assert!(run.stderr.contains("rma-static.toml: invalid value '"), "the file is named: {}", run.stderr);
    }
}

#[test]
fn two_lines_are_asked_about() {
    let bench = Bench::new();
    bench.program("p", RACE);
    let race = bench.run("why p.c:12 p.c:13 p.bc");
    assert!(race.stdout.contains("they race (of one process)"), "{}", race.stdout);
    let ordered = bench.run("why p.c:12 p.c:15 p.bc");
    assert!(ordered.stdout.contains("`MPI_Win_flush`") && ordered.stdout.contains("no race"), "{}", ordered.stdout);
    let nothing = bench.run("why p.c:12 p.c:3 p.bc");
    assert!(nothing.stdout.contains("p.c:3: no access here"), "{}", nothing.stdout);
    assert_eq!(bench.run("why p.c p.c:3 p.bc").status, 2);
    let elsewhere = bench.run("why q.c:12 p.c:13 p.bc");
    assert!(elsewhere.stdout.contains("q.c: the debug information names no such file"), "{}", elsewhere.stdout);
    // Two processes put to different bytes of one window: no barrier orders them, and none is named.
    let apart = RACE
        .replace("allocate(sizeof(int),", "allocate(2 * sizeof(int),")
        .replace("    cell = 1;\n", "    MPI_Put(&cell, 1, MPI_INT, 0, 1, 1, MPI_INT, win);\n")
        .replace("MPI_INT, rank, 0, 1", "MPI_INT, 0, 0, 1");
    bench.program("apart", &apart);
    let run = bench.run("why apart.c:12 apart.c:13 apart.bc");
    let text = run.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains("different bytes of `base`, 0..4 and 4..8"), "{text}");
}
