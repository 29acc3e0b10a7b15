//! The hand-written corpus against the oracle: whether the label of a program agrees with the model.

use crate::c::process::{Arguments, Choice};
use crate::c::{Unit, read};
use crate::compare::class;
use crate::race::{Class, Pair};
use rma_corpus::corpus::Program;
use rma_corpus::labels::Severity;
use std::collections::BTreeSet;
use std::path::Path;

/// Process counts that a program is judged for.
const SIZES: std::ops::RangeInclusive<usize> = 1..=5;

/// The oracle's answer about a label.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Opinion {
    /// The races are the ones of the label.
    Agrees,
    /// The program has a race that the label lacks, or the label has a race that the program does not have.
    Disagrees(String),
    /// The oracle does not judge the program, with the reason.
    DoesNotFit(String),
}

/// The opinion on a program of the corpus under `root`.
pub fn opinion(root: &Path, program: &Program) -> Opinion {
    match judged(root, program) {
        Ok(None) => Opinion::Agrees,
        Ok(Some(difference)) => Opinion::Disagrees(difference),
        Err(reason) => Opinion::DoesNotFit(reason),
    }
}

fn judged(root: &Path, program: &Program) -> Result<Option<String>, String> {
    let [source] = &program.sources[..] else { return Err("several files".to_owned()) };
    if !program.labels.options.is_empty() {
        return Err("options of the analyzer".to_owned());
    }
    let (mut expected, mut notes) = (BTreeSet::new(), BTreeSet::new());
    for expectation in &program.labels.expect {
        let [a, b] = &expectation.places;
        let class = class(&expectation.rule).ok_or_else(|| format!("the rule {}", expectation.rule))?;
        let set = if expectation.severity == Severity::Note { &mut notes } else { &mut expected };
        set.insert(Pair::new(class, a.line, b.line));
    }
    let path = root.join(source);
    let text = std::fs::read_to_string(&path).map_err(|error| error.to_string())?;
    if ["#pragma omp", "pthread.h", "threads.h"].iter().any(|sign| text.contains(sign)) {
        return Err("threads".to_owned());
    }
    let unit = read(&path, &root.join("oracle/headers"))?;
    let (races, guessed) = races(&unit, &text)?;
    let lacks: Vec<&Pair> = races.iter().filter(|race| !expected.contains(race) && !notes.contains(race)).collect();
    let more: Vec<&Pair> = expected.iter().filter(|race| !races.contains(race)).collect();
    let list = |pairs: Vec<&Pair>| -> String {
        pairs
            .iter()
            .map(|p| {
                format!(
                    " {}/{}{}",
                    p.lines.0,
                    p.lines.1,
                    if p.class == Class::Reductions { " (operations)" } else { "" }
                )
            })
            .collect()
    };
    match (lacks.is_empty(), more.is_empty()) {
        (true, true) => Ok(None),
        // Some of several conditions on data may hold and others not. That is not tried.
        _ if guessed => Err("a condition on data".to_owned()),
        (false, true) => Ok(Some(format!("the label lacks{}", list(lacks)))),
        (true, false) => Ok(Some(format!("there is no race{}", list(more)))),
        _ => Ok(Some(format!("the label lacks{}, there is no race{}", list(lacks), list(more)))),
    }
}

/// The races in any execution, for all choices that the model leaves open, and whether a condition on data was met.
fn races(unit: &Unit, text: &str) -> Result<(BTreeSet<Pair>, bool), String> {
    let mentions = |words: &[&str]| words.iter().any(|word| text.contains(word));
    let failing: &[u8] = if mentions(&["MPI_Test", "MPI_Win_test"]) { &[0, 1, 12] } else { &[0] };
    let last: &[bool] = if mentions(&["any(", "some("]) { &[false, true] } else { &[false] };
    let line = |count, first, others| Arguments { count, first, others };
    let arguments: Vec<Arguments> = match () {
        () if mentions(&["argv["]) => {
            let numbers = [0, 1, 2, 3, 5];
            let equal = numbers.map(|number| line(4, number, number));
            let unequal = numbers.map(|number| line(4, number, 5 - number));
            equal.into_iter().chain(unequal).chain([line(1, 0, 0)]).collect()
        }
        // In every program it is a parameter of `main` and goes to `MPI_Init`.
        () if text.matches("argc").count() > 2 => (1..8).map(|count| line(count, 0, 0)).collect(),
        () => vec![line(1, 0, 0)],
    };
    let mut races = BTreeSet::new();
    let (mut judged, mut guessed) = (false, false);
    for size in SIZES {
        for &failing in failing {
            for &last in last {
                for &arguments in &arguments {
                    let choice = Choice { truth: false, failing, last, arguments };
                    let Some((found, by_guess)) = one(unit, size, choice)? else { continue };
                    (judged, guessed) = (true, guessed || by_guess);
                    races.extend(found);
                }
            }
        }
    }
    if judged { Ok((races, guessed)) } else { Err("no number of processes that it runs with".to_owned()) }
}

/// The races, and whether a condition on data was met. Such a condition is taken to have both outcomes, and the result must not depend on
/// it. `None` if the program cannot run.
fn one(unit: &Unit, size: usize, choice: Choice) -> Result<Option<(BTreeSet<Pair>, bool)>, String> {
    let first = match unit.judge(size, choice) {
        Ok(judged) => judged,
        Err(why) if why == "a rank out of range" => return Ok(None),
        Err(why) => return Err(why),
    };
    if !first.guessed {
        return Ok(first.complete.then_some((first.races, false)));
    }
    let second = unit.judge(size, Choice { truth: true, ..choice }).map_err(|_| "a condition on data".to_owned())?;
    if !(first.complete && second.complete) || first.races == second.races {
        let races = first.races.into_iter().chain(second.races).collect();
        return Ok((first.complete || second.complete).then_some((races, true)));
    }
    Err("a condition on data".to_owned())
}
