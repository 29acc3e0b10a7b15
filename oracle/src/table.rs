//! The languages, by name. A further language is a folder (a module of the crate) that implements [`Language`], and a line
//! of [`LANGUAGES`].

use crate::case::Judged;
use crate::generate;
use crate::language::{Language, Settings};

/// All languages; the first is the one that runs when no name is given.
pub const LANGUAGES: &[&dyn AnyLanguage] =
    &[&crate::mpi::Mpi, &crate::threads::Threads, &crate::pgas::Pgas::SHMEM, &crate::pgas::Pgas::GASPI];

/// The language with a name.
pub fn named(name: &str) -> Option<&'static dyn AnyLanguage> {
    LANGUAGES.iter().copied().find(|language| language.settings().name == name)
}

/// A [`Language`] as a trait object, without the type of its programs; every language implements it.
pub trait AnyLanguage: Sync {
    /// The constants of the language.
    fn settings(&self) -> &Settings;
    /// Program `index` of `seed`.
    fn case(&'static self, seed: u64, index: u64) -> Box<dyn Judged>;
}

impl<L: Language> AnyLanguage for L {
    fn settings(&self) -> &Settings {
        Language::settings(self)
    }

    fn case(&'static self, seed: u64, index: u64) -> Box<dyn Judged> {
        Box::new(generate::case(self, seed, index))
    }
}
