//! The report that the tests render: every member is used, every level occurs, some sources are missing.

// Each test crate uses another part of this.
#![allow(dead_code)]

use rma_reports::source::{Compiled, Roots, Sources};
use rma_reports::*;
use std::path::PathBuf;

/// Where the programs of the sample lie.
pub fn fixtures() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures")
}

/// An access to `variable` in function `shift` of `halo.c`.
pub fn access(line: u32, col: u32, kind: &str, variable: &str, label: &str) -> Access {
    Access {
        location: SourceLocation::new("halo.c", line, col, "shift"),
        label: label.to_owned(),
        kind: kind.to_owned(),
        variable: Some(variable.to_owned()),
        word: kind.split(' ').next().filter(|word| word.starts_with("MPI_")).map(str::to_owned),
        ..Access::default()
    }
}

/// The sources of the sample.
pub fn sources() -> Sources {
    Sources::new(Roots::only(fixtures()), Compiled::default())
}

fn step(rank: u64, line: u32, col: u32, text: &str) -> Step {
    Step {
        actor: Some(Actor::Rank(rank)),
        location: SourceLocation::new("halo.c", line, col, "shift"),
        text: text.to_owned(),
        kind: if text.starts_with('`') { StepKind::First } else { StepKind::Second },
        target: None,
        lasts: Lasts::Nothing,
    }
}

/// A store in the iteration after the put, everything known.
pub fn store_against_put() -> Finding {
    let put = access(10, 9, "MPI_Put origin read", "edge", "`MPI_Put` reads `edge[0..10]` until it is completed");
    let store = access(9, 17, "store", "edge", "this store changes `edge[i]`");
    let message = "store to `edge` while a pending `MPI_Put` may still read it";
    let mut finding = Finding::new(RuleId::RMA101, Level::Error, message, put, store);
    finding.reason = "no flush, unlock or fence on `win` lies on a path from the put to the store".to_owned();
    finding.witness = Some(Witness {
        processes: Some(2),
        ranks: vec![Binding::new("origin", 0), Binding::new("target", 1)],
        iterations: vec![Binding::new("i", "0 for the put, 1 for the store")],
        bytes: Some(ByteRange { object: "edge".to_owned(), start: 4, end: 8 }),
        assignments: vec![Binding::new("n", 2)],
    });
    finding.story = vec![
        step(0, 10, 9, "`MPI_Put` starts to read `edge`"),
        Step {
            actor: None,
            location: SourceLocation::default(),
            text: "nothing completes the put".to_owned(),
            kind: StepKind::Other,
            target: None,
            lasts: Lasts::Nothing,
        },
        step(0, 9, 17, "the store changes `edge[1]`"),
    ];
    finding.help = "call `MPI_Win_flush_local(left, win)` before the store, or use one buffer per iteration".to_owned();
    finding.memory = Some(Origin {
        name: "edge".to_owned(),
        text: "declared".to_owned(),
        location: SourceLocation::new("halo.c", 5, 0, ""),
    });
    finding.later.calls = vec![Call {
        caller: "main".to_owned(),
        callee: "shift(left, ...)".to_owned(),
        location: SourceLocation::new("main.c", 20, 5, "main"),
    }];
    finding.earlier.calls.clone_from(&finding.later.calls);
    finding
}

/// A load in an inlined function of another file, a run-time value takes part.
pub fn load_in_another_file() -> Finding {
    let get = access(12, 5, "MPI_Get result write", "cells", "`MPI_Get` writes `cells[0..n]` until it is completed");
    let mut load = access(2, 12, "load", "cells", "this load reads `cells[0]`");
    load.location = SourceLocation::new("halo.h", 2, 12, "use");
    load.inlined_at = vec![SourceLocation::new("halo.c", 13, 5, "shift")];
    load.calls = vec![Call {
        caller: "shift".to_owned(),
        callee: "use".to_owned(),
        location: SourceLocation::new("halo.c", 13, 5, "shift"),
    }];
    let message = "load of `cells` while a pending `MPI_Get` may still write it";
    let mut finding = Finding::new(RuleId::RMA102, Level::Warning, message, get, load);
    finding.reason = "the get is completed only by the unlock at halo.c:14".to_owned();
    finding.witness =
        Some(Witness { assignments: vec![Binding::new("n (read at run time)", 1)], ..Witness::default() });
    finding.help = "call `use` after `MPI_Win_unlock`".to_owned();
    finding
}

/// Unproven, in a file that does not exist, one access without any position.
pub fn lost_return() -> Finding {
    let mut put = access(40, 3, "MPI_Rput origin read", "tmp", "`MPI_Rput` reads `tmp`");
    put.location.file = "/nowhere/gone.c".to_owned();
    let mut end = access(0, 0, "end of lifetime", "tmp", "the function returns");
    end.location = SourceLocation::new("", 0, 0, "helper");
    let mut finding = Finding::new(RuleId::RMA401, Level::Note, "`tmp` may end while `MPI_Rput` reads it", put, end);
    finding.reason = "the request is kept in memory that the analysis has lost".to_owned();
    finding.settle = "describe `keep` with --models".to_owned();
    finding
}

/// All of the above in one report.
pub fn sample() -> Report {
    let mut report = Report {
        tool: Tool { name: "rma-static".to_owned(), version: "1.2.3".to_owned() },
        inputs: vec!["halo.bc".to_owned(), "broken.bc".to_owned()],
        findings: vec![load_in_another_file(), lost_return(), store_against_put()],
        summary: Summary {
            pairs_checked: 12,
            proved_safe: [("different bytes".to_owned(), 7), ("completed before the access".to_owned(), 2)].into(),
            races: 1,
            likely: 1,
            unproven: 1,
            functions: 2,
            instructions: 64,
            rma_operations: 3,
            windows: 1,
        },
        assumptions: vec![
            Assumption { id: 2, text: "No access is out of bounds.".to_owned(), option: None, usual: true },
            Assumption {
                id: 1,
                text: "Offsets do not overflow.".to_owned(),
                option: Some("--wrapping-offsets".to_owned()),
                usual: false,
            },
        ],
        notices: vec![
            Notice {
                kind: NoticeKind::UnmodelledCall,
                level: Level::Note,
                text: "`mystery` has neither body nor model".to_owned(),
                location: Some(SourceLocation::new("halo.c", 13, 5, "shift")),
            },
            Notice {
                kind: NoticeKind::UnreadableInput,
                level: Level::Error,
                text: "broken.bc: not bitcode".to_owned(),
                location: None,
            },
        ],
        complete: false,
        ..Report::default()
    };
    report.normalise();
    report
}

/// A run with nothing to say.
pub fn clean() -> Report {
    Report {
        tool: Tool { name: "rma-static".to_owned(), version: "1.2.3".to_owned() },
        inputs: vec!["clean.bc".to_owned()],
        summary: Summary {
            pairs_checked: 1,
            proved_safe: [("different bytes".to_owned(), 1)].into(),
            functions: 1,
            instructions: 1,
            rma_operations: 1,
            windows: 1,
            ..Summary::default()
        },
        complete: true,
        ..Report::default()
    }
}
