//! From a loaded program to a report: supergraph, candidate pairs, verdicts, findings.

use crate::pipeline::Options;
use crate::progress::Progress;
use rma_frontend::load::Loaded;
use rma_reports::{Level, Notice, NoticeKind, Report, Summary};

/// Analyses the program.
///
/// The stages behind the loader are not connected yet: the report says that nothing was analysed, and is incomplete, so
/// that no run ends as clean.
pub(crate) fn analyse(loaded: &Loaded, options: &Options, progress: &Progress) -> Report {
    progress.stage("analysing");
    let summary = Summary {
        functions: loaded.files.iter().map(|file| file.functions as u64).sum(),
        instructions: loaded.files.iter().map(|file| file.instructions as u64).sum(),
        ..Summary::default()
    };
    let text = format!("the program was read but not analysed from `{}`", options.entry);
    let notice = Notice { kind: NoticeKind::GaveUp, level: Level::Error, text, location: None };
    Report { summary, notices: vec![notice], complete: false, ..Report::default() }
}
