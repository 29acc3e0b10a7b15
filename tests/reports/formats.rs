//! All formats of one run, and the page in a browser.

use crate::bench::{Bench, root};
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
