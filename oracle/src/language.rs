//! The parts of a language of the oracle: programs as data, and how they are generated, written as C, judged and reduced.

use crate::chance::Chance;
use crate::race::{Invalid, Pair};
use crate::reduce::{unwrapped, without};
use crate::walk::Tree;
use rma_corpus::compile::Headers;
use std::collections::BTreeSet;
use std::fmt::Debug;
use std::ops::RangeInclusive;

/// Numbers of processes for which a program is judged, unless its language sets others.
pub const SIZES: RangeInclusive<usize> = 1..=4;
/// The largest number of processes that a judge examines before a report of the analyzer counts as a false alarm.
pub const MOST: usize = 7;

/// The constants of a language.
#[derive(Debug, Clone, Copy)]
pub struct Settings {
    /// Its name, as `--model` takes it.
    pub name: &'static str,
    /// The beginning of the file names of its programs.
    pub prefix: &'static str,
    /// Where its header is.
    pub headers: Headers,
    /// The header that every program includes.
    pub header: &'static str,
    /// Compiler options that its programs need.
    pub flags: &'static [&'static str],
    /// Statements of a program at most.
    pub max_statements: usize,
    /// Numbers of changes that a race-free program gets; one of them is chosen.
    pub changes: [usize; 10],
    /// How many in a hundred are kept of those changes that leave the races as they are. Most changes are of this kind,
    /// and about half of all programs should have races.
    pub same_races: u32,
}

/// A language of programs that the oracle generates and judges. [`crate::table`] lists all of them.
pub trait Language: Debug + Sync + 'static {
    /// A program as data.
    type Program: Tree;

    /// The constants of the language.
    fn settings(&self) -> &Settings;

    /// A program free of races.
    fn skeleton(&self, chance: &mut Chance) -> Self::Program;

    /// Changes one thing in `program`; often the result is not correct, which the caller checks.
    fn mutate(&self, chance: &mut Chance, program: &mut Self::Program);

    /// The C text of a program, one statement a line. The lines of its statements are set.
    fn emit(&self, program: &mut Self::Program) -> String;

    /// The races of a program with few processes, in any of its executions.
    ///
    /// # Errors
    ///
    /// When the program is not correct apart from races.
    fn judge(&self, program: &Self::Program) -> Result<BTreeSet<Pair>, Invalid>;

    /// The races with more processes; none if the program is not correct with these.
    fn judge_more(&self, program: &Self::Program) -> BTreeSet<Pair>;

    /// Programs with less in place of the statement `number`: without it, or with only one of its blocks.
    fn smaller(&self, program: &Self::Program, number: usize) -> Vec<Self::Program> {
        let blocks = (0..2).filter_map(|inner| unwrapped(program, number, inner));
        without(program, number).into_iter().chain(blocks).collect()
    }
}
