//! The screening as text: counts, and the assumptions of its claim.

use super::{Class, Screen, Share};
use crate::escape::{message, plain};
use std::fmt::Write;

/// Renders the summary of a screening.
pub fn render(screen: &Screen) -> String {
    let mut out = String::new();
    let counts = &screen.summary;
    let threads = if screen.keep_threads { ", memory that threads share is kept" } else { "" };
    let _ = writeln!(out, "screening with strength `{}`{threads}", screen.strength.as_str());
    let _ = writeln!(out, "  {}", screen.claim);
    if !screen.followed {
        let _ = writeln!(
            out,
            "  the program was not followed to its end: only stack cells that no pointer leads to are dropped (see the notices)"
        );
    } else if !screen.complete {
        let _ = writeln!(
            out,
            "  the search for pairs was cut off: only accesses that can touch no memory of an operation are dropped (see the notices)"
        );
    }
    if screen.library {
        let _ = writeln!(
            out,
            "  the input has no entry function: accesses through pointers that a caller may pass are kept"
        );
    }
    let _ = writeln!(out, "\naccesses by class");
    for class in Class::ALL {
        let what = match class {
            Class::Racy => "takes part in a reported race",
            Class::Watch => "takes part in a pair that is not proved safe",
            Class::Unknown => "stands in code that was not analysed",
            Class::Safe => "may touch memory of an operation; every such pair is proved safe",
            Class::Apart => "can touch no memory of an operation",
        };
        let count = counts.classes.get(class.as_str()).copied().unwrap_or_default();
        let _ = writeln!(out, "  {:<8}{count:>9}  {what}", class.as_str());
    }
    let _ = writeln!(out, "\nkept for the checker");
    let mut row = |name: &str, share: Share| {
        let _ = writeln!(
            out,
            "  {name:<8}{:>9} of {} ({:.1} %){}",
            share.kept,
            share.all,
            share.percent(),
            if share.local > 0 {
                format!("; {} more touch stack cells that no checker watches", share.local)
            } else {
                String::new()
            }
        );
    };
    row("loads", counts.loads);
    row("stores", counts.stores);
    row("copies", counts.copies);
    row("together", counts.memory());
    let _ = writeln!(
        out,
        "  also kept: {} and {} that touch memory; the checker learns the order from them",
        counted(counts.atomics, "atomic access", "es"),
        counted(counts.calls, "call", "s")
    );
    let rewritten = screen.modules.iter().filter_map(|m| Some((&m.file, m.rewritten.as_ref()?)));
    for (file, to) in rewritten {
        let _ = writeln!(out, "\nrewritten: {} -> {}", plain(file), plain(to));
    }
    let others = screen.modules.iter().flat_map(|m| &m.functions).filter(|f| f.replaced).count() as u64;
    if others > 0 {
        let _ = writeln!(
            out,
            "\nkept whole: {}, because another module's body differs and the program uses that one",
            counted(others, "function", "s")
        );
    }
    for notice in &screen.notices {
        let place = notice.location.as_ref().map_or_else(String::new, |l| format!("{l}: "));
        let _ = writeln!(out, "{}: {}{}", notice.level, plain(&place), message(&notice.text));
    }
    let numbers: Vec<String> = screen.assumptions.iter().map(|a| a.id.to_string()).collect();
    let _ = writeln!(out, "\nassumptions: {} (`rma-static --list-assumptions` prints them)", numbers.join(", "));
    out
}

/// "1 call", "2 calls".
fn counted(count: u64, what: &str, plural: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { plural })
}
