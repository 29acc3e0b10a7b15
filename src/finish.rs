//! The last steps before a report is shown: suppressions, and the comparison with an earlier report.

use crate::cli::Cli;
use crate::config::Suppressions;
use crate::output::Failure;
use rma_reports::baseline::{self, Known};
use rma_reports::source::{self, Sources};
use rma_reports::{Report, suppress};
use std::path::PathBuf;

/// The suppressions and the earlier report, read before the run so that a mistake in them does not cost one.
#[derive(Debug, Clone)]
pub(crate) struct Finish {
    suppressions: Option<Suppressions>,
    baseline: Option<(PathBuf, Vec<Known>)>,
    roots: rma_reports::source::Roots,
}

impl Finish {
    /// # Errors
    /// When the earlier report cannot be read, or a source root is no folder.
    pub(crate) fn new(cli: &Cli, suppressions: &Suppressions) -> Result<Finish, Failure> {
        let read = |path: &PathBuf| {
            let failure = |reason: String| Failure::Baseline { path: path.clone(), reason };
            let text = rma_frontend::regular::read_text(path).map_err(|error| failure(error.to_string()))?;
            baseline::read(&text).map(|known| (path.clone(), known)).map_err(|error| failure(error.to_string()))
        };
        if let Some(path) = cli.source_root.iter().find(|path| !path.is_dir()) {
            return Err(Failure::SourceRoot { path: path.clone() });
        }
        Ok(Finish {
            suppressions: (!cli.no_suppressions).then(|| suppressions.clone()),
            baseline: cli.baseline.as_ref().map(read).transpose()?,
            roots: cli.roots(),
        })
    }

    /// Marks the findings of a report. `files`: the program's source files, for comments.
    pub(crate) fn apply(&self, report: &mut Report, files: &[String]) {
        let read = |report: &Report| Sources::new(self.roots.clone(), report.compiled.clone());
        let sources = read(report);
        source::doubt(report, &sources);
        let sources = read(report);
        if let Some(suppressions) = &self.suppressions {
            suppress::apply(report, &sources, files);
            suppressions.apply(report, &self.roots);
        }
        if let Some((path, known)) = &self.baseline {
            baseline::compare(report, &sources, &path.to_string_lossy(), known.clone());
        }
        source::tell(report, &sources);
    }
}
