//! The screening for people: counts, and what the claim rests on.

use super::{Class, Screen, Share};
use std::fmt::Write;

/// Renders the summary of a screening.
pub fn render(screen: &Screen) -> String {
    let mut out = String::new();
    let counts = &screen.summary;
    let threads = if screen.keep_threads { ", with what threads share kept" } else { "" };
    let _ = writeln!(out, "screening, strength `{}`{threads}", screen.strength.as_str());
    let _ = writeln!(out, "  {}", screen.claim);
    if !screen.followed {
        let _ = writeln!(
            out,
            "  the analysis is incomplete: only stack cells that no pointer leads to are dropped (see the notices)"
        );
    } else if !screen.complete {
        let _ = writeln!(
            out,
            "  the search for pairs is incomplete: only what can touch no memory of an operation is dropped (see the notices)"
        );
    }
    if screen.library {
        let _ = writeln!(out, "  no entry function: whatever may come from a caller is kept");
    }
    let _ = writeln!(out, "\naccesses by class");
    for class in Class::ALL {
        let what = match class {
            Class::Racy => "in a reported pair",
            Class::Watch => "in an unproven pair",
            Class::Unknown => "in code that was not analysed",
            Class::Safe => "meet an operation's memory, every such pair proved",
            Class::Apart => "can touch no memory of an operation",
        };
        let count = counts.classes.get(class.as_str()).copied().unwrap_or_default();
        let _ = writeln!(out, "  {:<8}{count:>9}  {what}", class.as_str());
    }
    let _ = writeln!(out, "\nkept for the checker");
    let mut row = |name: &str, share: Share| {
        let _ = writeln!(
            out,
            "  {name:<8}{:>9} of {} ({:.1} %), and {} of stack cells that no checker watches",
            share.kept,
            share.all,
            share.percent(),
            share.local
        );
    };
    row("loads", counts.loads);
    row("stores", counts.stores);
    row("copies", counts.copies);
    row("together", counts.memory());
    let _ = writeln!(
        out,
        "  all {} atomic accesses and {} calls that touch memory: order is made of them",
        counts.atomics, counts.calls
    );
    let rewritten = screen.modules.iter().filter_map(|m| Some((&m.file, m.rewritten.as_ref()?)));
    for (file, to) in rewritten {
        let _ = writeln!(out, "\nrewritten: {file} -> {to}");
    }
    let others: usize = screen.modules.iter().flat_map(|m| &m.functions).filter(|f| f.replaced).count();
    if others > 0 {
        let _ = writeln!(
            out,
            "\n{others} functions have a body that is no copy of the one that the program uses: kept whole"
        );
    }
    for notice in &screen.notices {
        let place = notice.location.as_ref().map_or_else(String::new, |l| format!("{l}: "));
        let _ = writeln!(out, "{}: {place}{}", notice.level, notice.text);
    }
    let numbers: Vec<String> = screen.assumptions.iter().map(|a| a.id.to_string()).collect();
    let _ = writeln!(out, "\nassumptions: {} (rma-static --list-assumptions)", numbers.join(", "));
    out
}
