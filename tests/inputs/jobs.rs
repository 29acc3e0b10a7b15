//! The number of threads decides how long a run takes, and nothing else.

use crate::bench::{Bench, analyzer};
use std::path::Path;

/// Applications with thousands of pairs to decide, and with notes among them.
const APPLICATIONS: [(&str, &[&str]); 2] = [
    ("dht", &["main", "workload", "dht", "insert_racy", "lookup_clean"]),
    ("stencil2d_cart", &["main", "tile", "exchange_racy", "relax_clean"]),
];

#[test]
fn reports_are_alike_for_any_number_of_threads() {
    for (name, sources) in APPLICATIONS {
        let bench = Bench::new();
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus/apps").join(name);
        for entry in std::fs::read_dir(folder).expect("the application is there") {
            let path = entry.expect("an entry").path();
            let to = bench.path().join(path.file_name().expect("a file has a name"));
            std::fs::copy(&path, to).expect("a source can be copied");
        }
        bench.compile(sources, "-O0 -emit-llvm", "bc");
        let inputs: Vec<String> = sources.iter().map(|s| format!("{s}.bc")).collect();
        let run = |jobs: usize| {
            let analyzer = analyzer();
            let line = format!("{} {} --show-notes --format json --jobs {jobs}", analyzer.display(), inputs.join(" "));
            String::from_utf8(bench.try_run(&line).stdout).expect("reports are UTF-8")
        };
        let first = run(1);
        assert!(first.contains("RMA"), "{first}");
        for jobs in [2, 5] {
            assert_eq!(first, run(jobs), "{name} with {jobs} threads");
        }
    }
}
