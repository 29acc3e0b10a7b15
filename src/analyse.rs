//! From a loaded program to a report: supergraph, candidate pairs, verdicts, findings.

use crate::assumed::{self, Assumed};
use crate::library;
use crate::limits;
use crate::pipeline::Options;
use crate::progress::Progress;
use crate::screen::Classes;
use rma_cfg::Supergraph;
use rma_dataflow::limits::Stage;
use rma_dataflow::{Analysis, Notice as Gap};
use rma_dataflow::{Caller, MemoryModel};
use rma_frontend::ir::FuncId;
use rma_frontend::load::{FileReport, Loaded, demangled};
use rma_reports::describe::Line;
use rma_reports::source::{Compiled, Sources};
use rma_reports::{Level, Notice, NoticeKind, Report, Summary, describe};
use rma_solver::{SolverOptions, Tally};
use std::collections::BTreeMap;

/// Analyses the program, or the library when there is no entry function and all inputs were read. The classes of its accesses are
/// computed if the options request them.
pub(crate) fn analyse(loaded: &Loaded, options: &Options, all_read: bool, progress: &Progress) -> (Report, Classes) {
    let module = &loaded.module;
    let name = options.entry();
    let named = |f: &rma_frontend::ir::Function| f.name == name && !f.is_declaration();
    let entry = module.functions.position(named);
    if entry.is_none() && !all_read {
        let text = format!("the program was not analysed: `{name}` may be in an input that could not be read");
        let notice = Notice { kind: NoticeKind::GaveUp, level: Level::Error, text, location: None };
        return (Report { notices: vec![notice], complete: false, ..Report::default() }, Classes::default());
    }
    progress.stage(format!("building graphs of {} functions", module.functions.len()));
    let graph = Supergraph::build(module);
    match entry {
        Some(entry) => {
            options.reading.budget.share(1);
            from(loaded, &graph, entry, Caller::Launcher, options, progress)
        }
        None => {
            let roots = library::offered(&graph);
            let part = |(position, root): (usize, &FuncId)| {
                options.reading.budget.share(roots.len() - position);
                from(loaded, &graph, *root, Caller::Unknown, options, progress)
            };
            let mut classes = Classes { followed: true, ..Classes::default() };
            let mut reports = Vec::new();
            for (report, of_part) in roots.iter().enumerate().map(part) {
                reports.push(report);
                classes.join(of_part);
            }
            (library::join(module, &roots, reports), classes)
        }
    }
}

/// Analyses what starts in one function.
fn from(
    loaded: &Loaded,
    graph: &Supergraph,
    entry: FuncId,
    caller: Caller,
    options: &Options,
    progress: &Progress,
) -> (Report, Classes) {
    let module = &loaded.module;
    progress.stage(format!("analysing: from `{}`", module.functions[entry].display_name()));
    let reading = rma_dataflow::Options { caller, ..options.reading.clone() };
    let mut analysis = rma_dataflow::analyse(graph, entry, reading);
    progress.stage(format!("solving {} pairs", analysis.found.pairs.len()));
    let timeout_ms = u32::try_from(options.solver_timeout.as_millis()).unwrap_or(u32::MAX);
    let solver = SolverOptions { timeout_ms, jobs: options.jobs, refuted: options.refuted.clone() };
    let mut verdicts = rma_solver::decide(
        &analysis.facts.terms,
        &analysis.facts.objects,
        &analysis.found.pairs,
        &analysis.found.candidates,
        &analysis.code_of_pairs(),
        &solver,
    );
    rma_solver::count_members(&mut analysis, &solver, &mut verdicts);
    rma_solver::confirm(&analysis, &mut verdicts);
    // A library cannot run alone.
    let wanted = rma_solver::wanted(&analysis, &verdicts);
    if caller == Caller::Launcher && !wanted.is_empty() {
        progress.stage("simulating");
        let budget = &options.reading.budget;
        budget.enter(Stage::Simulation);
        let runs = rma_simulate::simulate(module, entry, &wanted, &|| budget.spent().is_none() && !budget.is_late());
        rma_solver::show(&analysis, &runs, &mut verdicts);
    }
    options.reading.budget.enter(Stage::Reporting);
    let tally = Tally::of(&verdicts);
    let sources = sources(loaded, options);
    let answer = |[a, b]: &[Line; 2]| describe::why(module, &analysis, &verdicts, &sources, [a, b]);
    let mut report = Report {
        findings: describe::findings(module, &analysis, &verdicts, &sources),
        compiled: compiled(loaded),
        answers: options.why.iter().map(answer).collect(),
        summary: summary(loaded, &analysis, &tally),
        complete: true,
        ..Report::default()
    };
    let mut used = Assumed::always();
    if options.reading.memory_model == MemoryModel::Unified {
        used.also(assumed::UNIFIED);
    }
    if caller == Caller::Unknown {
        used.also(assumed::CALLERS);
    }
    gaps(module, &analysis, &mut report, &mut used);
    let is_followed = report.complete;
    limits::tell(module, &analysis, options, &mut report);
    report.assumptions = used.list();
    let mut classes =
        if options.reading.screening { Classes::of(module, &analysis, &verdicts) } else { Classes::default() };
    classes.followed &= is_followed;
    (report, classes)
}

/// The source files of the program that may be read.
fn sources(loaded: &Loaded, options: &Options) -> Sources {
    Sources::new(options.roots.clone(), compiled(loaded))
}

fn compiled(loaded: &Loaded) -> Compiled {
    let module = &loaded.module;
    let mut checksums: BTreeMap<String, Vec<u128>> = BTreeMap::new();
    for (file, sum) in &module.checksums {
        checksums.entry(module.files[*file].clone()).or_default().push(*sum);
    }
    let written = |file: &FileReport| std::fs::metadata(&file.file).and_then(|data| data.modified()).ok();
    Compiled { checksums, latest: loaded.files.iter().filter_map(written).max(), ..Compiled::default() }
}

fn summary(loaded: &Loaded, analysis: &Analysis, tally: &Tally) -> Summary {
    let mut safe: std::collections::BTreeMap<String, u64> =
        tally.safe.iter().map(|(by, n)| (by.describe().to_owned(), *n as u64)).collect();
    if analysis.found.apart > 0 {
        *safe.entry("disjoint bytes".to_owned()).or_default() += analysis.found.apart;
    }
    Summary {
        pairs_checked: analysis.found.pairs.len() as u64 + analysis.found.apart,
        proved_safe: safe,
        races: tally.certain as u64,
        likely: tally.likely as u64,
        unproven: tally.unproven as u64,
        functions: loaded.files.iter().map(|file| file.functions as u64).sum(),
        instructions: loaded.files.iter().map(|file| file.instructions as u64).sum(),
        rma_operations: analysis.operations as u64,
        windows: analysis.windows as u64,
    }
}

/// Notices about parts that could not be followed; a limit that was reached makes the run incomplete.
fn gaps(module: &rma_frontend::ir::Module, analysis: &Analysis, report: &mut Report, used: &mut Assumed) {
    for (gap, loc) in &analysis.notices {
        let (kind, level, text) = match gap {
            Gap::Unmodelled(name) => {
                used.also(assumed::EXTERNAL);
                let spelled = demangled(name);
                let symbol = if spelled == *name { String::new() } else { format!(" (`{name}`)") };
                let text = format!(
                    "`{spelled}`{symbol} has neither a body in the input nor a model: memory reachable from its arguments is assumed to be modified"
                );
                (NoticeKind::UnmodelledCall, Level::Note, text)
            }
            Gap::Missing(name) => {
                used.also(assumed::EXTERNAL);
                report.complete = false;
                let spelled = demangled(name);
                let text = format!(
                    "`{spelled}` has no body in the input, and belongs to no library that is known: it may communicate. Give its file, too, \
                     or --no-communication {name} if it does not"
                );
                (NoticeKind::UnmodelledCall, Level::Warning, text)
            }
            Gap::UnknownRoutine(name) => {
                used.also(assumed::EXTERNAL);
                report.complete = false;
                let text = format!(
                    "`{name}` is a routine of a communication library that the tables do not have: what it does was not followed. \
                     Describe it with --routines, or give --no-communication {name} if it does not communicate"
                );
                (NoticeKind::UnmodelledCall, Level::Warning, text)
            }
            Gap::Unreached(name, calls) => {
                report.complete = false;
                let (them, were) = if *calls == 1 { ("one call", "was") } else { ("calls", "were") };
                let number = if *calls == 1 { String::new() } else { format!("{calls} ") };
                let text = format!(
                    "nothing behind this place in `{name}` is held to be reached, though {number}{them} of one-sided communication \
                     {were} left out by that"
                );
                (NoticeKind::GaveUp, Level::Warning, text)
            }
            Gap::IndirectCall(name) => {
                used.also(assumed::POINTERS);
                let text = format!("a call through a pointer in `{name}` was not resolved");
                (NoticeKind::UnmodelledCall, Level::Note, text)
            }
            Gap::Targets(name, n) => {
                used.also(assumed::POINTERS);
                report.complete = false;
                let text = format!(
                    "a call through a pointer in `{name}` may mean {n} functions that communicate: none was followed"
                );
                (NoticeKind::GaveUp, Level::Warning, text)
            }
            Gap::HandedOver(name) => {
                report.complete = false;
                let text = format!(
                    "`{name}` communicates and is handed to code that is not read: when it is called was not followed"
                );
                (NoticeKind::GaveUp, Level::Warning, text)
            }
            Gap::Assembly(name) => {
                let text = format!(
                    "inline assembly in `{name}` is not read: memory reachable from its operands is assumed to be modified"
                );
                (NoticeKind::UnmodelledCall, Level::Note, text)
            }
            Gap::Jump(name) => {
                report.complete = false;
                let text = format!("`{name}` leaves its function; where control goes on was not followed");
                (NoticeKind::GaveUp, Level::Warning, text)
            }
            // One line about the end of the time is enough for all.
            Gap::Budget(_) if limits::of_calls(analysis).is_empty() => {
                report.complete = false;
                continue;
            }
            Gap::Budget(name) => {
                report.complete = false;
                let text =
                    format!("calls of `{name}` were not followed: too many call chains{}", limits::of_calls(analysis));
                (NoticeKind::GaveUp, Level::Warning, text)
            }
        };
        let location = loc.map(|l| describe::location(module, l));
        report.notices.push(Notice { kind, level, text, location });
    }
}
