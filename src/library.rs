//! Input without an entry function: a library, analysed from the functions that it offers.
//!
//! Nothing is known of the callers. Each function is analysed separately: its arguments and the content of globals are values that
//! the program reads at run time, so a race that depends on them is a warning at most. The callers decide where two processes are
//! between two synchronisations, so races between processes are notes.

use rma_cfg::Supergraph;
use rma_frontend::api::{Routine, catalog};
use rma_frontend::ir::{FuncId, Linkage, Module};
use rma_reports::{Level, Notice, NoticeKind, Report, RuleId};
use std::collections::BTreeSet;

/// The functions to start from: those visible to callers that communicate, directly or through others, and that no other such
/// function calls.
pub(crate) fn offered(graph: &Supergraph) -> Vec<FuncId> {
    let module = graph.module;
    let visible = |id: FuncId| {
        let function = &module.functions[id];
        !function.is_declaration() && (function.linkage != Linkage::Internal || function.address_taken)
    };
    let communicates = |id: &FuncId| {
        let function = &module.functions[*id];
        function.is_declaration() && catalog().lookup(&function.name).is_some_and(Routine::communicates)
    };
    let reached = |id: FuncId| graph.calls.reachable_from([id]);
    let candidates: Vec<(FuncId, BTreeSet<FuncId>)> = module
        .functions
        .indices()
        .filter(|id| visible(*id))
        .map(|id| (id, reached(id)))
        .filter(|(_, reached)| reached.iter().any(communicates))
        .collect();
    let called = |id: FuncId| candidates.iter().any(|(from, reached)| *from != id && reached.contains(&id));
    let mut covered: BTreeSet<FuncId> = BTreeSet::new();
    let mut roots: Vec<FuncId> = Vec::new();
    // First those that no function calls; then the first of each cycle.
    for pass in [false, true] {
        for (id, reached) in &candidates {
            if (pass || !called(*id)) && !covered.contains(id) {
                covered.extend(reached);
                roots.push(*id);
            }
        }
    }
    roots.sort_unstable();
    roots
}

/// Joins the reports on single functions, with what holds for a library.
pub(crate) fn join(module: &Module, roots: &[FuncId], parts: Vec<Report>) -> Report {
    const SHOWN: usize = 8;
    let mut whole = Report { complete: true, ..Report::default() };
    for part in parts {
        whole.findings.extend(part.findings);
        // All parts are of one program.
        whole.compiled = part.compiled;
        whole.answers.extend(part.answers);
        whole.notices.extend(part.notices);
        whole.assumptions.extend(part.assumptions);
        whole.complete &= part.complete;
        let (sum, add) = (&mut whole.summary, part.summary);
        sum.pairs_checked += add.pairs_checked;
        for (by, count) in add.proved_safe {
            *sum.proved_safe.entry(by).or_default() += count;
        }
        sum.races += add.races;
        sum.likely += add.likely;
        sum.unproven += add.unproven;
        sum.functions = add.functions;
        sum.instructions = add.instructions;
        sum.rma_operations += add.rma_operations;
        sum.windows += add.windows;
    }
    // An epoch that a function leaves open may be closed by another one.
    whole.findings.retain(|finding| finding.rule != RuleId::RMA502);
    for finding in &mut whole.findings {
        if between_processes(finding.rule) {
            finding.level = Level::Note;
        }
    }
    let names: Vec<&str> = roots.iter().take(SHOWN).map(|id| module.functions[*id].display_name()).collect();
    let more = if roots.len() > SHOWN { ", ..." } else { "" };
    let text = format!(
        "no entry function: analysed as a library, each of {} by itself ({}{more}); callers are unknown, so races between processes \
         are notes, and what depends on arguments or globals is a warning at most",
        if roots.len() == 1 { "1 function".to_owned() } else { format!("{} functions", roots.len()) },
        names.join(", "),
    );
    whole.notices.push(Notice { kind: NoticeKind::Other, level: Level::Note, text, location: None });
    whole
}

/// Rules about the accesses of two processes.
fn between_processes(rule: RuleId) -> bool {
    [RuleId::RMA201, RuleId::RMA202, RuleId::RMA203, RuleId::RMA204, RuleId::RMA301, RuleId::RMA302, RuleId::RMA303]
        .contains(&rule)
}
