//! The labels of the hand-written corpus, judged by the formal model.

use rma_corpus::corpus::discover;
use rma_oracle::labels::{Opinion, opinion};
use std::collections::BTreeMap;
use std::path::Path;

/// Programs that the interpreter could judge when this was written; fewer mean that it lost something.
const FIT: usize = 400;

#[test]
fn the_labels_agree_with_the_model() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the crate is in the workspace");
    let entries = discover(root).expect("the corpus can be read");
    let programs: Vec<_> =
        entries.into_iter().filter_map(|entry| entry.program.ok()).filter(|p| p.name.starts_with("mpi/")).collect();
    let (mut fit, mut disagree, mut reasons) = (0, Vec::new(), BTreeMap::<String, Vec<String>>::new());
    for program in &programs {
        match opinion(root, program) {
            Opinion::Agrees => fit += 1,
            Opinion::Disagrees(what) => disagree.push(format!("{}: {what}", program.name)),
            Opinion::DoesNotFit(why) => reasons.entry(why).or_default().push(program.name.clone()),
        }
    }
    let mut rows: Vec<_> = reasons.iter().collect();
    rows.sort_by_key(|row| std::cmp::Reverse(row.1.len()));
    let table: String = rows
        .iter()
        .map(|(why, names)| format!("{:4} {why}: {}\n", names.len(), names[..names.len().min(4)].join(" ")))
        .collect();
    let report = format!(
        "{} programs, {fit} agree, {} disagree\n{}\n{table}",
        programs.len(),
        disagree.len(),
        disagree.join("\n")
    );
    println!("{report}");
    assert!(disagree.is_empty(), "{report}");
    assert!(fit >= FIT, "{report}");
}
