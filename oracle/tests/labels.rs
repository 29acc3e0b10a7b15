//! The labels of the hand-written corpus, judged by the formal model.

#![allow(clippy::print_stdout)] // The list of programs is what the test is run for by hand.

use rma_corpus::corpus::{Program, discover};
use rma_oracle::labels::{Opinion, opinion};
use std::collections::BTreeMap;
use std::path::Path;

/// Programs that the interpreter could judge when this was written; fewer mean that it lost something.
const FIT: usize = 800;

/// The opinions on all programs, on all processors.
fn opinions(root: &Path, programs: &[Program]) -> Vec<Opinion> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let part = programs.len().div_ceil(threads).max(1);
    std::thread::scope(|scope| {
        let judge = |part| move || Vec::from_iter(<[Program]>::iter(part).map(|program| opinion(root, program)));
        let handles: Vec<_> = programs.chunks(part).map(|part| scope.spawn(judge(part))).collect();
        handles.into_iter().flat_map(|handle| handle.join().expect("the oracle does not panic")).collect()
    })
}

fn programs(root: &Path) -> Vec<Program> {
    let entries = discover(root).expect("the corpus can be read");
    entries.into_iter().filter_map(|entry| entry.program.ok()).filter(|p| p.name.starts_with("mpi/")).collect()
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the crate is in the workspace")
}

#[test]
fn a_wrong_label_is_found() {
    let programs = programs(root());
    let racy = programs.iter().filter(|p| p.name.starts_with("mpi/remote/") && !p.labels.expect.is_empty());
    for program in racy.step_by(8) {
        let mut wrong = program.clone();
        let expected = std::mem::take(&mut wrong.labels.expect);
        if opinion(root(), program) == Opinion::Agrees {
            assert!(matches!(opinion(root(), &wrong), Opinion::Disagrees(_)), "{} without its label", program.name);
            let mut other = expected[0].clone();
            other.places[0].line = 1;
            wrong.labels.expect = vec![expected[0].clone(), other];
            assert!(matches!(opinion(root(), &wrong), Opinion::Disagrees(_)), "{} with one more", program.name);
        }
    }
}

#[test]
fn the_labels_agree_with_the_model() {
    let root = root();
    let programs = programs(root);
    let (mut fit, mut disagree, mut reasons) = (0, Vec::new(), BTreeMap::<String, Vec<&str>>::new());
    for (program, opinion) in programs.iter().zip(opinions(root, &programs)) {
        match opinion {
            Opinion::Agrees => fit += 1,
            Opinion::Disagrees(what) => disagree.push(format!("{}: {what}", program.name)),
            Opinion::DoesNotFit(why) => reasons.entry(why).or_default().push(&program.name),
        }
    }
    let mut rows: Vec<_> = reasons.iter().collect();
    rows.sort_by_key(|row| std::cmp::Reverse(row.1.len()));
    let row = |(why, names): &(&String, &Vec<&str>)| format!("{:4} {why}: {}\n", names.len(), names.join(" "));
    let table: String = rows.iter().map(row).collect();
    let report = format!(
        "{} programs, {fit} agree, {} disagree, {} do not fit\n{}\n{table}",
        programs.len(),
        disagree.len(),
        programs.len() - fit - disagree.len(),
        disagree.join("\n")
    );
    println!("{report}");
    assert!(disagree.is_empty(), "{report}");
    assert!(fit >= FIT, "{report}");
}
