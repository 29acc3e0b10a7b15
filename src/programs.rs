//! Inputs with the sources of several programs: the programs, and how to choose one.

use crate::pipeline::Options;
use rma_frontend::compile::database::Compiled;
use rma_frontend::compile::sources;
use rma_frontend::load::{self, Loaded};
use std::collections::BTreeSet;

/// The message when sources that were compiled for this run define the entry function more than once, or anything where the build says
/// that it links several programs (a source of two programs with the same flags is compiled once, so `main` may be there once).
/// Bitcode inputs are linked as far as possible, with a notice for everything that is defined twice.
pub(crate) fn told_apart(loaded: &Loaded, compiled: &Compiled, options: &Options) -> Option<String> {
    let inputs = load::expand(&options.inputs).unwrap_or_default();
    let has_sources = options.database.is_some() || inputs.iter().any(|input| sources::is_source(input));
    let chosen = options.database.as_ref().is_some_and(|database| database.choice.link_target.is_some());
    let several = compiled.programs.len() > 1 && !chosen;
    let twice = loaded.conflicts.iter().filter(|conflict| conflict.symbol == options.entry() || several);
    let first = twice.clone().next().filter(|_| has_sources)?;
    let positions: BTreeSet<usize> = twice
        .filter(|conflict| conflict.symbol == first.symbol)
        .flat_map(|conflict| [conflict.modules.0, conflict.modules.1])
        .collect();
    let sources: Vec<&str> =
        positions.iter().filter_map(|position| loaded.files.get(*position)).map(|file| file.source.as_str()).collect();
    let symbol = &first.symbol;
    let list = sources.join(", ");
    let way = match (&options.database, compiled.programs.as_slice()) {
        (None, _) => "give the sources of one program only".to_owned(),
        (Some(_), []) => "choose the sources of one with --only TEXT".to_owned(),
        (Some(_), programs) => format!("choose one with --link-target: {}", programs.join(", ")),
    };
    Some(format!("`{symbol}` is defined by {} sources, so these are several programs ({list}); {way}", sources.len()))
}
