//! All formats of one run, and the page in a browser.

use crate::bench::{Bench, root};
use crate::story::{END, WINDOW, program};
use std::path::PathBuf;
use std::process::Command;

/// A bench with the racy stencil of the corpus.
fn stencil() -> Bench {
    let bench = Bench::new();
    let app = root().join("corpus/apps/stencil2d_cart");
    for name in ["exchange_racy.c", "main.c", "relax_racy.c", "tile.c", "tile.h"] {
        std::fs::copy(app.join(name), bench.path().join(name)).unwrap();
    }
    bench.compile(&[], &["exchange_racy.c", "main.c", "relax_racy.c", "tile.c"].map(PathBuf::from));
    bench
}

const INPUTS: &str = "exchange_racy.bc main.bc relax_racy.bc tile.bc";

#[test]
fn one_run_writes_all_formats() {
    let bench = stencil();
    let formats = ["sarif", "html", "short", "json", "github", "gitlab", "junit"];
    let targets: Vec<String> = formats.iter().map(|format| format!("--report {format}=r.{format}")).collect();
    let run = bench.run(&format!("{} --report text {INPUTS}", targets.join(" ")));
    assert_eq!(run.status, 1, "{}", run.stderr);
    assert!(run.stdout.contains("error[RMA203]"), "{}", run.stdout);
    for format in ["short", "github", "junit"] {
        insta::assert_snapshot!(format!("format_{format}"), bench.read(&format!("r.{format}")));
    }
    let issues: serde_json::Value = serde_json::from_str(&bench.read("r.gitlab")).unwrap();
    assert_eq!(issues.as_array().unwrap().len(), 2);
    assert!(issues[0]["location"]["lines"]["begin"].is_u64() && issues[0]["fingerprint"].is_string());
    let log: serde_json::Value = serde_json::from_str(&bench.read("r.sarif")).unwrap();
    let result = &log["runs"][0]["results"][0];
    let region = &result["locations"][0]["physicalLocation"]["region"];
    assert_eq!(region["snippet"]["text"], "MPI_Put");
    assert_eq!(region["endColumn"].as_u64(), region["startColumn"].as_u64().map(|column| column + 7));
    assert!(result["stacks"][0]["frames"].as_array().unwrap().len() > 2);
    let both = bench.run(&format!("--report text=x --format sarif {INPUTS}"));
    assert_eq!(both.status, 2);
    let unknown = bench.run(&format!("--report pdf=x {INPUTS}"));
    assert!(unknown.stderr.contains("there is no format `pdf`"), "{}", unknown.stderr);
}

#[test]
fn a_finding_is_explained_as_a_picture() {
    let bench = stencil();
    let run = bench.run(&format!("--explain-finding 1 {INPUTS}"));
    let picture: Vec<&str> = run.stdout.lines().skip_while(|line| !line.contains("rank 0  ")).collect();
    assert!(picture.len() <= 25 && picture.iter().all(|line| line.chars().count() <= 100), "{}", run.stdout);
    insta::assert_snapshot!(run.stdout);
    // The epoch is a band on the line of the process, and the put goes from its issue to its completion.
    let at = |text: &str| picture.iter().position(|line| line.contains(text)).unwrap_or_else(|| panic!("{text}"));
    let (issue, completion) = (at("(1) MPI_Put"), at("'->"));
    assert!(issue < completion && picture[completion].contains("MPI_Win_fence"), "{}", run.stdout);
    assert!(picture[issue + 1..completion].iter().all(|line| line.contains('║')), "{}", run.stdout);
    assert!(picture.last().is_some_and(|legend| legend.contains("║: in an epoch")), "{}", run.stdout);
    assert!(bench.run(&format!("--explain-finding 99 {INPUTS}")).stdout.contains("there is no finding 99"));
}

/// The page as Chromium makes it, with a fragment after its address.
fn in_browser(bench: &Bench, fragment: &str) -> String {
    let home = bench.path().join("home");
    let mut command = Command::new("chromium");
    command.args([
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--virtual-time-budget=5000",
    ]);
    command.arg(format!("--user-data-dir={}", home.display())).arg("--dump-dom");
    command.arg(format!("file://{}/r.html{fragment}", bench.path().display()));
    let output = command.output().expect("chromium runs; scripts/setup.sh installs it");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn a_flush_ends_no_epoch_and_a_store_is_over_at_once() {
    let bench = Bench::new();
    let body = format!(
        "    double x = 1;\n    if (size != 2) return 1;\n{WINDOW}    if (rank == 0) {{\n        \
         MPI_Put(&x, 1, MPI_DOUBLE, 1, 0, 1, MPI_DOUBLE, win);\n        MPI_Win_flush_local(1, win);\n    }}\n    \
         MPI_Barrier(MPI_COMM_WORLD);\n    if (rank == 1) x = memory[0];\n{END}"
    );
    bench.program("flush", &program("", &body));
    let text = bench.run("--explain-finding 1 flush.bc").stdout;
    let line =
        |text: &str, of: &str| text.lines().find(|line| line.contains(of)).map(str::to_owned).unwrap_or_default();
    assert!(line(&text, "  5  ").contains('║'), "the epoch goes on behind the flush: {text}");
    assert!(line(&text, "*- MPI_Win_unlock_all").contains("'->"), "{text}");
    let body = "    double *mem, *all;\n    MPI_Win win;\n    MPI_Aint n;\n    int unit;\n    if (size != 2) return 1;\n    \
        MPI_Win_allocate_shared(64, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);\n    \
        MPI_Win_shared_query(win, 0, &n, &unit, &all);\n    MPI_Win_lock_all(0, win);\n    \
        if (rank == 0) all[0] = 1;\n    if (rank == 1 && all[0] > 0) mem[1] = 2;\n    \
        MPI_Win_unlock_all(win);\n    MPI_Win_free(&win);\n";
    bench.program("shared", &program("", body));
    let text = bench.run("--explain-finding 1 shared.bc").stdout;
    assert!(text.contains("X: (1) and (2) meet") && !text.contains("(1) is pending;"), "{text}");
}

#[test]
fn the_page_works_in_a_browser() {
    let bench = stencil();
    bench.run(&format!("--show-notes --report html=r.html {INPUTS}"));
    let page = bench.read("r.html");
    // Nothing comes from the network: no address but names of standards, and a policy that forbids it.
    assert!(page.contains("default-src 'none'"));
    for load in ["src=\"", "href=\"http", "@import", "url(http"] {
        assert!(!page.contains(load), "{load}");
    }
    let findings = |dom: &str| dom.matches("<details class=\"finding").count();
    let hidden = |dom: &str| dom.matches("hidden=\"\"").count();
    let all = in_browser(&bench, "");
    assert!(findings(&all) >= 2 && hidden(&all) == 0, "{all}");
    assert!(all.contains(&format!("{0} of {0} shown", findings(&all))), "the script has run");
    assert_eq!(all.matches("<svg class=\"spacetime\"").count(), 2, "a picture for each finding with a story");
    assert!(all.contains("class=\"epoch\"><title>epoch between fences on"), "epochs are bands");
    assert!(all.contains("(1), from its issue to its completion"), "operations are arrows");
    assert!(all.contains("role=\"img\"") && all.contains("Space-time picture of"));
    let some = in_browser(&bench, "#rule=RMA203");
    assert_eq!(findings(&some) - hidden(&some), 1, "the filter by rule");
    let none = in_browser(&bench, "#q=no-such-word");
    assert_eq!(findings(&none), hidden(&none), "the filter by words");
    let errors = in_browser(&bench, "#level=error");
    assert_eq!(findings(&errors) - hidden(&errors), 2, "the filter by level");
    let notes = in_browser(&bench, "#level=note");
    assert_eq!(findings(&notes), hidden(&notes), "no error is a note");
}
