//! What a language of the oracle has: programs as data, how they are made, written, judged and made smaller.

use crate::chance::Chance;
use crate::race::{Invalid, Pair};
use crate::reduce::{unwrapped, without};
use crate::walk::Tree;
use rma_corpus::compile::Headers;
use std::collections::BTreeSet;
use std::fmt::Debug;
use std::ops::RangeInclusive;

/// Numbers of processes that a program is judged for, unless its language has others.
pub const SIZES: RangeInclusive<usize> = 1..=4;
/// The largest number of processes that a judge looks at before a report of the analyzer counts as a false alarm.
pub const MOST: usize = 7;

/// What is fixed in a language.
#[derive(Debug, Clone, Copy)]
pub struct Settings {
    /// Its name, as `--model` takes it.
    pub name: &'static str,
    /// What the names of files of its programs start with.
    pub prefix: &'static str,
    /// Where its header is.
    pub headers: Headers,
    /// The header that every program includes.
    pub header: &'static str,
    /// Options of the compiler that its programs need.
    pub flags: &'static [&'static str],
    /// Statements of a program at most.
    pub max_statements: usize,
    /// Numbers of changes that a race-free program gets; one of them is chosen.
    pub changes: [usize; 10],
    /// Most changes leave the races as they are. So many in a hundred of those are kept: about half of all programs should
    /// have races.
    pub same_races: u32,
}

/// A language of programs that the oracle generates and judges. [`crate::table`] lists all of them.
pub trait Language: Debug + Sync + 'static {
    /// A program as data.
    type Program: Tree;

    /// What is fixed in it.
    fn settings(&self) -> &Settings;

    /// A program free of races.
    fn skeleton(&self, chance: &mut Chance) -> Self::Program;

    /// Changes one thing of `program`; often the result is not correct, which the caller finds out.
    fn mutate(&self, chance: &mut Chance, program: &mut Self::Program);

    /// The C text of a program, one statement a line. The lines of its statements are set.
    fn emit(&self, program: &mut Self::Program) -> String;

    /// The races of a program with few processes, in any of its executions.
    ///
    /// # Errors
    /// When it is not correct, races aside.
    fn judge(&self, program: &Self::Program) -> Result<BTreeSet<Pair>, Invalid>;

    /// The races with more processes. Where the program is not correct with these, it has none.
    fn judge_more(&self, program: &Self::Program) -> BTreeSet<Pair>;

    /// Programs with less in place of the statement `number`: without it, or with a block of it alone.
    fn smaller(&self, program: &Self::Program, number: usize) -> Vec<Self::Program> {
        let blocks = (0..2).filter_map(|inner| unwrapped(program, number, inner));
        without(program, number).into_iter().chain(blocks).collect()
    }
}
