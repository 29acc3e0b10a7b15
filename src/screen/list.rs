//! A list that an earlier screening has written, for a build.

use crate::output::Failure;
use rma_frontend::compile::screened::Listed;
use rma_frontend::wire::Marked;
use rma_reports::screen::SCHEMA;
use serde::Deserialize;
use std::path::Path;

// Of the JSON form, which is long, what a build needs: each compilation reads it.

#[derive(Deserialize)]
struct Head {
    schema: String,
}

#[derive(Deserialize)]
struct List {
    modules: Vec<Module>,
}

#[derive(Deserialize)]
struct Module {
    source: String,
    fingerprint: String,
    functions: Vec<Function>,
}

#[derive(Deserialize)]
struct Function {
    name: String,
    fingerprint: String,
    unwatched: bool,
    accesses: Vec<Access>,
}

#[derive(Deserialize)]
struct Access {
    access: u32,
    dropped: bool,
}

/// Reads the JSON form of a screening.
///
/// # Errors
/// When the file cannot be read, or is something else.
pub(crate) fn read(path: &Path) -> Result<Vec<Listed>, Failure> {
    let bad = |reason: String| Failure::List { path: path.to_owned(), reason };
    let bytes = rma_frontend::regular::read(path).map_err(|error| bad(error.to_string()))?;
    let head: Head = serde_json::from_slice(&bytes).map_err(|error| bad(error.to_string()))?;
    if head.schema != SCHEMA {
        return Err(bad(format!("its `schema` is {:?}, not {SCHEMA:?}", head.schema)));
    }
    let list: List = serde_json::from_slice(&bytes).map_err(|error| bad(error.to_string()))?;
    list.modules
        .iter()
        .map(|module| listed(module).ok_or_else(|| bad("a fingerprint is no number".to_owned())))
        .collect()
}

fn listed(module: &Module) -> Option<Listed> {
    let marked = |function: &Function| {
        Some(Marked {
            function: function.name.clone(),
            fingerprint: u64::from_str_radix(&function.fingerprint, 16).ok()?,
            accesses: function.accesses.iter().filter(|access| access.dropped).map(|access| access.access).collect(),
            whole: function.unwatched,
        })
    };
    Some(Listed {
        source: (&module.source).into(),
        fingerprint: u64::from_str_radix(&module.fingerprint, 16).ok()?,
        functions: module.functions.iter().map(marked).collect::<Option<_>>()?,
    })
}
