//! The queries without a solution as text, for another solver to decide again (theory, 8.2).
//!
//! A text is in SMT-LIB 2: the declarations and assertions of one query. For what z3 or the arithmetic before it has
//! refuted they are those that z3 gets, in its own words, with the facts that it was told on the way. For what was refuted by its form
//! they are those that z3 would get if nothing had been simplified (`plain`).

use crate::verdict::SafeBy;
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;
use std::fmt::{Display, Formatter, Result};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Queries that were refuted, each once, and by what.
#[derive(Debug, Default)]
pub struct Refuted(Mutex<Queries>);

#[derive(Debug, Default)]
struct Queries {
    texts: BTreeMap<String, SafeBy>,
    /// Shapes of the queries that were refuted by their form.
    shapes: FxHashSet<Box<[i64]>>,
}

impl Refuted {
    fn queries(&self) -> MutexGuard<'_, Queries> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a query, if it is new.
    pub(crate) fn add(&self, by: SafeBy, text: String) {
        self.queries().texts.entry(text).and_modify(|before| *before = (*before).min(by)).or_insert(by);
    }

    /// Whether a query of this shape was not asked about before.
    pub(crate) fn is_new(&self, shape: Box<[i64]>) -> bool {
        self.queries().shapes.insert(shape)
    }
}

impl Display for Refuted {
    /// All queries as one script: each is a comment with what refuted it, and a level of assertions with one check.
    fn fmt(&self, f: &mut Formatter) -> Result {
        f.write_str("(set-logic ALL)\n")?;
        for (text, by) in &self.queries().texts {
            write!(f, "; {}\n(push 1)\n{}\n(check-sat)\n(pop 1)\n", by.describe(), text.trim_end())?;
        }
        Ok(())
    }
}
