//! A row as written in a table, and its translation into a [`Routine`].

use super::expand;
use super::model::{ElementType, Epoch, Model, Order, Returns, Routine, Runtime, Scope, Thread};
use super::syntax::{self, Args, SyntaxError};
use serde::Deserialize;

/// A row of a table. Plural cells are arrays of strings; their language is described in [`super::syntax`].
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Row<'a> {
    /// Clause of the standard; without its name, which the table adds.
    #[serde(borrow)]
    pub(super) clause: &'a str,
    /// Argument names, separated by blanks; `...` at the end for variable arguments.
    #[serde(default)]
    pub(super) args: &'a str,
    /// Names of further routines with the same row, separated by blanks.
    #[serde(default)]
    pub(super) also: &'a str,
    #[serde(default)]
    pub(super) large_count: bool,
    /// Counts are `MPI_Count`s, as in the large-count forms of other rows.
    #[serde(default)]
    pub(super) wide: bool,
    /// What it gives is the same for all members of the group.
    #[serde(default)]
    pub(super) alike: bool,
    #[serde(default, borrow)]
    pub(super) reduces: Option<&'a str>,
    /// The form `shmem_ctx_...` exists too, with the context as its first argument.
    #[serde(default)]
    pub(super) context: bool,
    #[serde(default, borrow)]
    pub(super) effects: Vec<&'a str>,
    #[serde(default, borrow)]
    pub(super) completes: Vec<&'a str>,
    pub(super) epoch: Option<Epoch>,
    #[serde(default)]
    pub(super) order: Vec<Order>,
    #[serde(default, borrow)]
    pub(super) outputs: Vec<&'a str>,
    #[serde(default, borrow)]
    pub(super) returns: Option<&'a str>,
    #[serde(default, borrow)]
    pub(super) frees: Option<&'a str>,
    #[serde(default, borrow)]
    pub(super) forgets: Option<&'a str>,
    #[serde(default, borrow)]
    pub(super) exposes: Option<&'a str>,
    #[serde(default, borrow)]
    pub(super) closes: Option<&'a str>,
    #[serde(default)]
    pub(super) noreturn: bool,
    /// The row holds also where the program has the function's body.
    #[serde(default)]
    pub(super) replaces: bool,
    #[serde(default)]
    pub(super) jumps: bool,
    pub(super) runtime: Option<Runtime>,
    #[serde(default, borrow)]
    pub(super) raises: Option<&'a str>,
    pub(super) starts: Option<Scope>,
    #[serde(default, borrow)]
    pub(super) readies: Option<&'a str>,
    pub(super) thread: Option<Thread>,
    #[serde(default)]
    pub(super) calls: &'a str,
    #[serde(default, borrow)]
    pub(super) keeps: Option<&'a str>,
    #[serde(default, borrow)]
    pub(super) runs: Option<&'a str>,
    #[serde(default, borrow)]
    pub(super) format: Option<&'a str>,
}

/// Why a row of a table is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RowError {
    /// A cell does not parse.
    #[error("cell `{cell}`: {error}")]
    Cell {
        /// Text of the cell.
        cell: String,
        /// The mistake.
        error: SyntaxError,
    },
    /// The row does not name the clause that defines the routine.
    #[error("the clause is empty")]
    NoClause,
    /// Two arguments have one name.
    #[error("two arguments are called `{0}`")]
    DuplicateArgument(String),
    /// The name has a set of types that is not listed.
    #[error("no set of types is called `{0}`")]
    UnknownTypes(String),
}

fn cell<T>(text: &str, parse: impl FnOnce(&str) -> Result<T, SyntaxError>) -> Result<T, RowError> {
    parse(text).map_err(|error| RowError::Cell { cell: text.to_owned(), error })
}

impl Row<'_> {
    /// The routine called `name`, one for each type if the name has a set of types in it, with a copy for each name in
    /// `also` and for each form with a context.
    pub fn resolve(&self, name: &str, model: Model) -> Result<Vec<Routine>, RowError> {
        if self.clause.trim().is_empty() {
            return Err(RowError::NoClause);
        }
        let mut out = Vec::new();
        for name in std::iter::once(name).chain(self.also.split_whitespace()) {
            for (name, element) in expand::names(name)? {
                if self.context {
                    out.push(self.routine(&expand::with_context(&name), model, element.as_ref(), "ctx ")?);
                }
                out.push(self.routine(&name, model, element.as_ref(), "")?);
            }
        }
        Ok(out)
    }

    /// One routine; `first` are arguments before those of the row.
    fn routine(
        &self,
        name: &str,
        model: Model,
        element: Option<&ElementType>,
        first: &str,
    ) -> Result<Routine, RowError> {
        let mut args: Vec<String> =
            first.split_whitespace().chain(self.args.split_whitespace()).map(str::to_owned).collect();
        let varargs = args.last().is_some_and(|a| a == "...");
        if varargs {
            args.pop();
        }
        if let Some((_, twin)) =
            args.iter().enumerate().find(|(i, a)| args.iter().take(*i).any(|earlier| earlier == *a))
        {
            return Err(RowError::DuplicateArgument(twin.clone()));
        }
        let names = Args { names: &args, element: element.map(|e| e.size) };
        let (standard, default_returns) = match model {
            Model::Mpi => ("MPI 4.1, ", Returns::Success),
            Model::Shmem => ("OpenSHMEM 1.6, ", Returns::Nothing),
            Model::Gaspi => ("GASPI 17.1, ", Returns::Success),
            Model::Libc => ("", Returns::Nothing),
            Model::User => ("", Returns::Input),
        };
        Ok(Routine {
            name: name.to_owned(),
            model,
            clause: format!("{standard}{}", self.clause),
            varargs,
            element: element.cloned(),
            large_count: self.large_count,
            wide: self.wide,
            alike: self.alike,
            reduces: self.reduces.map(|c| cell(c, |c| syntax::reduces(c, names))).transpose()?,
            effects: all(&self.effects, |c| syntax::effect(c, names))?,
            completes: all(&self.completes, syntax::completion)?,
            epoch: self.epoch,
            order: self.order.clone(),
            outputs: all(&self.outputs, |c| syntax::output(c, names))?,
            returns: self.returns.map_or(Ok(default_returns), |c| cell(c, |c| syntax::returns(c, names)))?,
            frees: self.frees.map(|c| cell(c, |c| names.position(c))).transpose()?,
            forgets: self.forgets.map(|c| cell(c, |c| names.position(c))).transpose()?,
            exposes: self.exposes.map(|c| cell(c, |c| syntax::exposes(c, names))).transpose()?,
            closes: self.closes.map(|c| cell(c, |c| names.position(c))).transpose()?,
            noreturn: self.noreturn,
            jumps: self.jumps,
            runtime: self.runtime,
            raises: self.raises.map(str::to_owned),
            starts: self.starts,
            readies: self.readies.map(|c| cell(c, |c| syntax::readies(c, names))).transpose()?,
            thread: self.thread,
            calls: all(&self.calls.split_whitespace().collect::<Vec<_>>(), |c| syntax::callback(c, names))?,
            keeps: self.keeps.map(|c| cell(c, |c| syntax::keeps(c, names))).transpose()?,
            runs: self.runs.map(|c| cell(c, |c| syntax::runs(c, names))).transpose()?,
            format: self.format.map(|c| cell(c, |c| syntax::format(c, names))).transpose()?,
            args,
            kept: None,
            replaces_body: self.replaces,
            fortran: None,
        })
    }
}

fn all<T>(cells: &[&str], parse: impl Fn(&str) -> Result<T, SyntaxError>) -> Result<Vec<T>, RowError> {
    cells.iter().map(|text| cell(text, &parse)).collect()
}
