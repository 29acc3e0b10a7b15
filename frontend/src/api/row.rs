//! A row as it stands in a table, and how it becomes a [`Routine`].

use super::model::{Epoch, Model, Order, Returns, Routine, Scope};
use super::syntax::{self, Args, SyntaxError};
use serde::Deserialize;

/// A row of a table. Plural cells are arrays of strings; their language is described in [`super::syntax`].
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Row<'a> {
    /// Clause of the standard; without its name, which the table adds.
    #[serde(borrow)]
    clause: &'a str,
    /// Argument names, separated by blanks; `...` at the end for variable arguments.
    #[serde(default)]
    args: &'a str,
    /// Names of further routines with the same row, separated by blanks.
    #[serde(default)]
    also: &'a str,
    #[serde(default)]
    large_count: bool,
    #[serde(default, borrow)]
    effects: Vec<&'a str>,
    #[serde(default, borrow)]
    completes: Vec<&'a str>,
    epoch: Option<Epoch>,
    #[serde(default)]
    order: Vec<Order>,
    #[serde(default, borrow)]
    outputs: Vec<&'a str>,
    #[serde(default, borrow)]
    returns: Option<&'a str>,
    #[serde(default, borrow)]
    frees: Option<&'a str>,
    #[serde(default, borrow)]
    forgets: Option<&'a str>,
    #[serde(default)]
    noreturn: bool,
    #[serde(default)]
    jumps: bool,
    starts: Option<Scope>,
    #[serde(default)]
    calls: &'a str,
    #[serde(default, borrow)]
    format: Option<&'a str>,
}

/// Why a row of a table is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RowError {
    /// A cell does not parse.
    #[error("cell `{cell}`: {error}")]
    Cell {
        /// Text of the cell.
        cell: String,
        /// What is wrong with it.
        error: SyntaxError,
    },
    /// The row does not say where the standard defines the routine.
    #[error("the clause is empty")]
    NoClause,
    /// Two arguments have one name.
    #[error("two arguments are called `{0}`")]
    DuplicateArgument(String),
}

fn cell<T>(text: &str, parse: impl FnOnce(&str) -> Result<T, SyntaxError>) -> Result<T, RowError> {
    parse(text).map_err(|error| RowError::Cell { cell: text.to_owned(), error })
}

impl Row<'_> {
    /// The routine called `name`, and a copy for each name in `also`.
    pub fn resolve(&self, name: &str, model: Model) -> Result<Vec<Routine>, RowError> {
        if self.clause.trim().is_empty() {
            return Err(RowError::NoClause);
        }
        let mut args: Vec<String> = self.args.split_whitespace().map(str::to_owned).collect();
        let varargs = args.last().is_some_and(|a| a == "...");
        if varargs {
            args.pop();
        }
        if let Some((_, twin)) = args.iter().enumerate().find(|(i, a)| args[..*i].contains(a)) {
            return Err(RowError::DuplicateArgument(twin.clone()));
        }
        let names = Args(&args);
        let (standard, default_returns) = match model {
            Model::Mpi => ("MPI 4.1, ", Returns::Success),
            Model::Libc => ("", Returns::Nothing),
        };
        let routine = Routine {
            name: name.to_owned(),
            model,
            clause: format!("{standard}{}", self.clause),
            varargs,
            large_count: self.large_count,
            effects: all(&self.effects, |c| syntax::effect(c, names))?,
            completes: all(&self.completes, syntax::completion)?,
            epoch: self.epoch,
            order: self.order.clone(),
            outputs: all(&self.outputs, |c| syntax::output(c, names))?,
            returns: self.returns.map_or(Ok(default_returns), |c| cell(c, |c| syntax::returns(c, names)))?,
            frees: self.frees.map(|c| cell(c, |c| names.position(c))).transpose()?,
            forgets: self.forgets.map(|c| cell(c, |c| names.position(c))).transpose()?,
            noreturn: self.noreturn,
            jumps: self.jumps,
            starts: self.starts,
            calls: all(&self.calls.split_whitespace().collect::<Vec<_>>(), |c| syntax::callback(c, names))?,
            format: self.format.map(|c| cell(c, |c| syntax::format(c, names))).transpose()?,
            args,
        };
        let also: Vec<Routine> =
            self.also.split_whitespace().map(|name| Routine { name: name.to_owned(), ..routine.clone() }).collect();
        Ok(std::iter::once(routine).chain(also).collect())
    }
}

fn all<T>(cells: &[&str], parse: impl Fn(&str) -> Result<T, SyntaxError>) -> Result<Vec<T>, RowError> {
    cells.iter().map(|text| cell(text, &parse)).collect()
}
