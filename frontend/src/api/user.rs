//! Models that a team writes for its own library: `--models FILE`.
//!
//! A row describes a function in simpler words than the built-in tables, and is translated into the same [`Routine`] (the
//! page `docs/models.md` describes the keys). An operation that a function starts is kept under a name or an argument,
//! until a function that finishes it is called: for the engine, this is a request.

use super::catalog::Catalog;
use super::model::{Model, Order};
use super::row::{Row, RowError};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// A row of a user's file.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct UserRow {
    /// Argument names, separated by blanks.
    #[serde(default)]
    args: String,
    /// Names of further functions with the same row.
    #[serde(default)]
    also: String,
    /// `ARG[EXTENT]`: memory that is read; until the operation is finished, when the row starts one.
    #[serde(default)]
    reads: Vec<String>,
    /// Likewise, written.
    #[serde(default)]
    writes: Vec<String>,
    /// Begins an operation, kept under this name or under the argument of this name.
    starts: Option<String>,
    /// Completes what was begun under this name.
    finishes: Option<String>,
    /// All processes of argument `comm`, or of `MPI_COMM_WORLD`, wait for each other.
    #[serde(default)]
    barrier: bool,
    /// The result, as in the built-in tables.
    returns: Option<String>,
    /// Pointer argument whose memory it frees.
    frees: Option<String>,
    /// Never returns.
    #[serde(default)]
    noreturn: bool,
    /// Arguments that are functions which it calls.
    #[serde(default)]
    calls: String,
    /// Holds also where the input has the function's body.
    #[serde(default)]
    replaces: bool,
    /// Takes the place of a built-in row of the same name.
    #[serde(default, rename = "override")]
    overrides: bool,
}

/// Why a file of models is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}:{line}: {message}; docs/models.md describes the keys", path.display())]
pub struct ModelError {
    /// The file.
    pub path: PathBuf,
    /// Line, from 1.
    pub line: usize,
    /// The mistake, in words.
    pub message: String,
}

/// Adds the rows of a file; they come before built-in rows of the same name.
///
/// # Errors
/// On malformed TOML, unknown keys, cells that do not parse, and operations that are finished and never started.
pub(super) fn add(catalog: &mut Catalog, path: &Path, text: &str) -> Result<(), ModelError> {
    let error = |line: usize, message: String| ModelError { path: path.to_owned(), line, message };
    let rows: BTreeMap<String, UserRow> = toml::from_str(text).map_err(|bad| {
        let at = bad.span().map_or(0, |span| span.start);
        error(line_of(text, at), bad.message().to_owned())
    })?;
    let started: Vec<&str> = rows.values().filter_map(|row| row.starts.as_deref()).collect();
    for (name, row) in &rows {
        let here = |word: &str| line_in_row(text, name, word);
        if let Some(kept) = row.finishes.as_deref()
            && !started.contains(&kept)
            && !row.args.split_whitespace().any(|arg| arg == kept)
        {
            return Err(error(here("finishes"), format!("`{name}` finishes `{kept}`, which no row starts")));
        }
        if !row.overrides
            && let Some(known) = std::iter::once(name.as_str())
                .chain(row.also.split_whitespace())
                .find(|name| catalog.lookup(name).is_some_and(|known| !matches!(known.model, Model::User)))
        {
            let text = format!("`{known}` has a built-in model; `override = true` puts this row in its place");
            return Err(error(here(""), text));
        }
        if row.starts.is_some() && row.reads.is_empty() && row.writes.is_empty() {
            return Err(error(here("starts"), format!("`{name}` starts an operation that reads and writes nothing")));
        }
        if row.starts.is_some() && row.finishes.is_some() {
            return Err(error(here("finishes"), format!("`{name}` both starts and finishes an operation")));
        }
        resolve(catalog, name, row).map_err(|bad| {
            let word = match &bad {
                RowError::Cell { cell, .. } => row.cell_of(cell),
                _ => "args".to_owned(),
            };
            error(here(&word), format!("`{name}`: {bad}"))
        })?;
    }
    Ok(())
}

impl UserRow {
    /// The words of the file that a cell of the internal row was made of.
    fn cell_of(&self, cell: &str) -> String {
        let own = self.reads.iter().chain(&self.writes).find(|own| cell.contains(own.as_str()));
        own.cloned().unwrap_or_else(|| cell.to_owned())
    }
}

/// Makes the internal row, and adds its routines.
fn resolve(catalog: &mut Catalog, name: &str, row: &UserRow) -> Result<(), RowError> {
    let kept = row.starts.as_deref().or(row.finishes.as_deref());
    let mut args: Vec<&str> = row.args.split_whitespace().collect();
    // The engine finds the request by its name in the standard. Without an argument for it, there is one more.
    let mut hidden = None;
    if let Some(kept) = kept {
        match args.iter_mut().find(|arg| **arg == kept) {
            Some(argument) => *argument = "request",
            None => {
                args.push("request");
                hidden = Some(kept);
            }
        }
    }
    let args = args.join(" ");
    let until = if row.starts.is_some() { " until completion" } else { "" };
    let reads = row.reads.iter().map(|cell| format!("own read {cell}{until}"));
    let effects: Vec<String> = reads.chain(row.writes.iter().map(|cell| format!("own write {cell}{until}"))).collect();
    let internal = Row {
        clause: "models of the user",
        args: &args,
        also: &row.also,
        effects: effects.iter().map(String::as_str).collect(),
        completes: if row.finishes.is_some() { vec!["both request"] } else { Vec::new() },
        order: if row.barrier { vec![Order::AllToAll] } else { Vec::new() },
        outputs: match (&row.starts, &row.finishes) {
            (Some(_), _) => vec!["request: request"],
            (_, Some(_)) => vec!["request: null_handle"],
            _ => Vec::new(),
        },
        returns: row.returns.as_deref(),
        frees: row.frees.as_deref(),
        noreturn: row.noreturn,
        calls: &row.calls,
        ..Row::default()
    };
    for mut routine in internal.resolve(name, Model::User)? {
        routine.kept = hidden.map(|kept| catalog.kept(kept));
        routine.replaces_body = row.replaces;
        catalog.put(routine);
    }
    Ok(())
}

fn line_of(text: &str, byte: usize) -> usize {
    1 + text.as_bytes().iter().take(byte).filter(|byte| **byte == b'\n').count()
}

/// The first line of a row that contains a word; the line of its header if none does.
fn line_in_row(text: &str, name: &str, word: &str) -> usize {
    let header = |line: &str| {
        let inside = line.trim().strip_prefix('[').and_then(|line| line.split(']').next());
        inside.is_some_and(|inside| inside.trim().trim_matches(['"', '\'']) == name)
    };
    let Some(start) = text.lines().position(header) else { return 1 };
    let in_row = text.lines().skip(start + 1).take_while(|line| !line.trim_start().starts_with('['));
    let offset = in_row.into_iter().position(|line| line.contains(word));
    start + 1 + offset.map_or(0, |offset| offset + 1)
}
