//! A program with its text and its races.

use crate::language::Language;
use crate::race::{Invalid, Pair};
use crate::reduce::reduce;
use crate::walk;
use std::collections::BTreeSet;

/// A program of a language that is correct apart from races.
#[derive(Debug)]
pub struct Case<L: Language> {
    /// The language that it is written in.
    pub language: &'static L,
    /// The program as data.
    pub program: L::Program,
    /// The program as C.
    pub text: String,
    /// Its races with few processes.
    pub races: BTreeSet<Pair>,
}

impl<L: Language> Clone for Case<L> {
    fn clone(&self) -> Self {
        let (program, text, races) = (self.program.clone(), self.text.clone(), self.races.clone());
        Case { language: self.language, program, text, races }
    }
}

impl<L: Language> Case<L> {
    /// Judges a program.
    ///
    /// # Errors
    /// When it is too large, or not correct for some number of processes that the language judges.
    pub fn new(language: &'static L, mut program: L::Program) -> Result<Case<L>, Invalid> {
        if walk::count(&program) > language.settings().max_statements {
            return Err(Invalid("too many statements"));
        }
        let text = language.emit(&mut program);
        let races = language.judge(&program)?;
        Ok(Case { language, program, text, races })
    }
}

/// A [`Case`] of whichever language.
pub trait Judged: Send + Sync {
    /// The C text.
    fn text(&self) -> &str;
    /// The races with few processes.
    fn races(&self) -> &BTreeSet<Pair>;
    /// The races with few and with more processes. If the program is not correct with more processes,
    /// only those with few.
    fn races_with_more(&self) -> BTreeSet<Pair>;
    /// The smallest program that `keep` still accepts.
    fn reduce(&self, keep: &mut dyn FnMut(&dyn Judged) -> bool) -> Box<dyn Judged>;
}

impl<L: Language> Judged for Case<L> {
    fn text(&self) -> &str {
        &self.text
    }

    fn races(&self) -> &BTreeSet<Pair> {
        &self.races
    }

    fn races_with_more(&self) -> BTreeSet<Pair> {
        self.races.iter().copied().chain(self.language.judge_more(&self.program)).collect()
    }

    fn reduce(&self, keep: &mut dyn FnMut(&dyn Judged) -> bool) -> Box<dyn Judged> {
        Box::new(reduce(self.clone(), |smaller| keep(smaller)))
    }
}
