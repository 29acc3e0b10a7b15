//! Linking several modules into one, by the rules of a system linker, on the compact representation.
//!
//! External symbols of one name become one. A strong definition beats weak ones, a weak one beats a body that is
//! only available to the optimiser, any body beats a declaration; among equals the first module wins, except that the
//! larger of two tentative definitions does. Two strong definitions are a [`Conflict`]. Internal symbols are never
//! merged. The order of modules matters only where it matters for a linker, and for the numbering of the result.

mod merge;
mod symbols;
#[cfg(test)]
mod tests;

use crate::ir::Module;
use thiserror::Error;

/// Two strong definitions of one symbol. The first one was kept.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error(
    "{symbol} is defined in {first} and again in {second}, which no linker accepts; give only the files of one program"
)]
pub struct Conflict {
    /// Linker name.
    pub symbol: String,
    /// Source name of the module whose definition was kept.
    pub first: String,
    /// Source name of the other module.
    pub second: String,
    /// Positions of the two modules in the input.
    pub modules: (usize, usize),
}

/// The whole program.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Linked {
    /// All modules in one.
    pub module: Module,
    /// Definitions that exclude each other, in the order in which they were met.
    pub conflicts: Vec<Conflict>,
}

/// Links modules that satisfy [`Module::validate`]; the result does, too.
pub fn link(mut modules: Vec<Module>) -> Linked {
    if modules.len() == 1 {
        return Linked { module: modules.remove(0), conflicts: Vec::new() };
    }
    let resolution = symbols::resolve(&modules);
    Linked { module: merge::merge(modules, &resolution.places), conflicts: resolution.conflicts }
}
