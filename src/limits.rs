//! The notices of a report about limits that the analysis has reached.

use crate::budget::{ADVICE, Allowance};
use crate::pipeline::Options;
use rma_dataflow::Analysis;
use rma_dataflow::limits::{Cost, Cut, Limit, Reached, Spent, Stage};
use rma_frontend::ir::Module;
use rma_reports::{Level, Notice, NoticeKind, Report, describe};

/// Limits of the search over two processes.
const OF_STATES: [Limit; 7] = [
    Limit::ProductStates,
    Limit::ProductPairs,
    Limit::ProductSteps,
    Limit::LossySteps,
    Limit::CoarsePairs,
    Limit::CoarseProductSteps,
    Limit::SegmentSteps,
];
/// Limits of the walks from one operation.
const OF_WALKS: [Limit; 2] = [Limit::CoarseSteps, Limit::CoarseTargetSteps];
/// Limits whose place a notice of the interpretation names.
const OF_CALLS: [Limit; 3] = [Limit::Instances, Limit::CallDepth, Limit::Functions];

/// A limit of the command line, as in `Places=4`.
pub(crate) fn parse(text: &str) -> Result<(Limit, u32), String> {
    let of = |(name, value): (&str, &str)| Some((Limit::named(name)?, value.parse().ok()?));
    text.split_once('=').and_then(of).ok_or_else(|| "NAME=N is wanted, with the name of a limit".to_owned())
}

/// Adds the notices about limits; a limit that ends a search makes the run incomplete.
pub(crate) fn tell(module: &Module, analysis: &Analysis, options: &Options, report: &mut Report) {
    let cuts = analysis.facts.terms.limits.cuts();
    tell_cuts(module, &cuts, &options.allowance, report);
    // The part that a limit has left out is reported once.
    let told = |reached: &[Reached]| reached.is_empty() && !cuts.is_empty();
    let found = &analysis.found;
    let all = analysis.reached();
    let of = |list: &[Limit]| all.iter().filter(|r| list.contains(&r.limit)).copied().collect::<Vec<_>>();
    if found.limited && !told(&of(&OF_STATES)) {
        let text = "the states of two processes are too many to look at all of them";
        incomplete(module, text, &of(&OF_STATES), report);
    }
    if !found.gave_up.is_empty() && !told(&of(&OF_WALKS)) {
        let n = found.gave_up.len();
        let text = format!("the paths after {n} operations are too many to follow all of them");
        incomplete(module, &text, &of(&OF_WALKS), report);
    }
    for reached in &all {
        let row = reached.limit.row();
        let told = [&OF_STATES[..], &OF_WALKS, &OF_CALLS].concat().contains(&reached.limit);
        if row.cost == Cost::Search && !told {
            incomplete(module, "a part of the program was not looked at", &[*reached], report);
        } else if options.show_limits {
            let text = sentence(reached);
            let location = reached.first.map(|l| describe::location(module, l));
            report.notices.push(Notice { kind: NoticeKind::GaveUp, level: Level::Note, text, location });
        }
    }
}

/// One line on the stages that the end of the time or memory has cut off; the place is that of the first.
fn tell_cuts(module: &Module, cuts: &[Cut], allowance: &Allowance, report: &mut Report) {
    let Some(first) = cuts.first() else { return };
    report.complete = false;
    let over = match first.spent {
        Spent::Time => allowance.time_text(),
        Spent::Memory => allowance.memory_text(),
    };
    let stages: Vec<&str> = cuts.iter().map(|cut| cut.stage.words()).collect();
    let solving = cuts.iter().all(|cut| cut.stage == Stage::Solving);
    let lost = if solving { "the pairs that were left are notes" } else { "races may be missed" };
    let text = format!("the {over} cut off {}: {lost}; {ADVICE}", stages.join(", then "));
    let location = first.at.map(|l| describe::location(module, l));
    report.notices.push(Notice { kind: NoticeKind::GaveUp, level: Level::Warning, text, location });
}

/// The limits that make a line about calls true, in brackets.
pub(crate) fn of_calls(analysis: &Analysis) -> String {
    named(&analysis.reached().iter().filter(|r| OF_CALLS[..2].contains(&r.limit)).copied().collect::<Vec<_>>())
}

fn incomplete(module: &Module, text: &str, reached: &[Reached], report: &mut Report) {
    report.complete = false;
    let text = format!("{text}{}", named(reached));
    let location = reached.iter().find_map(|r| r.first).map(|l| describe::location(module, l));
    report.notices.push(Notice { kind: NoticeKind::GaveUp, level: Level::Warning, text, location });
}

/// The names of limits with what is done there, in brackets.
fn named(reached: &[Reached]) -> String {
    let each: Vec<String> = reached.iter().map(sentence).collect();
    if each.is_empty() { String::new() } else { format!(" ({})", each.join("; ")) }
}

fn sentence(reached: &Reached) -> String {
    let (row, times) = (reached.limit.row(), if reached.times == 1 { "once" } else { "several times" });
    let gives = row.gives.trim_end_matches('.');
    let (words, unit) = (reached.limit.words(), row.unit.replace('_', " "));
    format!("limit \"{words}\" of {} {unit}, reached {times}: {}", reached.value, lower(gives))
}

fn lower(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |c| c.to_lowercase().chain(chars).collect())
}
