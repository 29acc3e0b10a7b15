//! The limits of the analysis, and which of them a run has reached (theory, 1.3).
//!
//! [`Limit`] names them all; [`Limits`] are their values, which tests lower; [`Watch`] holds the values of one run and notes
//! each limit that is reached, with the first place. Reading a value is an array access.
//!
//! [`Budget`] is the time and memory of a whole run; when it is used up, every limit counts as reached.
//!
//! Invariant: no other constant of the analysis limits its work.

use rma_frontend::ir::LocId;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

mod budget;
mod table;
#[cfg(test)]
mod tests;

pub use budget::{Budget, Spent, Stage};
pub use table::Limit;

/// What reaching a limit costs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cost {
    /// Nothing: there is another way, which is as sound and as precise, or which needs more queries.
    Nothing,
    /// A value is not known; findings that depend on it are notes, with this reason.
    Value,
    /// A pair gets a note where it could have had a proof.
    Proof,
    /// Part of the search is left out: the run is incomplete.
    Search,
}

/// The row of a limit in the table.
#[derive(Debug, Clone, Copy)]
pub struct LimitRow {
    /// The name of the variant.
    pub name: &'static str,
    /// The default value.
    pub default: u32,
    /// What it counts.
    pub unit: &'static str,
    /// What reaching it costs.
    pub cost: Cost,
    /// What it bounds.
    pub bounds: &'static str,
    /// What the analysis does when it is reached.
    pub gives: &'static str,
}

/// Makes the enumeration of the limits and the table of their rows.
macro_rules! limits {
    ($($name:ident = $default:literal $unit:ident, $cost:ident: $bounds:literal, $gives:literal;)*) => {
        use super::{Cost, LimitRow};

        /// A limit of the analysis.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Limit {
            $(#[doc = $bounds] $name,)*
        }

        impl Limit {
            /// All limits, in the order of the table.
            pub const ALL: [Limit; COUNT] = [$(Limit::$name),*];

            /// Its row in the table.
            pub fn row(self) -> &'static LimitRow {
                &ROWS[self as usize]
            }
        }

        /// Number of limits.
        pub(super) const COUNT: usize = [$(Limit::$name),*].len();

        const ROWS: [LimitRow; COUNT] = [$(LimitRow {
            name: stringify!($name),
            default: $default,
            unit: stringify!($unit),
            cost: Cost::$cost,
            bounds: $bounds,
            gives: $gives,
        }),*];

        /// The defaults.
        pub(super) const DEFAULTS: [u32; COUNT] = [$($default),*];
    };
}
use limits;

impl Limit {
    /// The limit of this name.
    pub fn named(name: &str) -> Option<Limit> {
        Limit::ALL.into_iter().find(|l| l.row().name == name)
    }

    /// Its name in words.
    pub fn words(self) -> String {
        let mut out = String::new();
        for c in self.row().name.chars() {
            if c.is_uppercase() && !out.is_empty() {
                out.push(' ');
            }
            out.extend(c.to_lowercase());
        }
        out
    }
}

/// The values of all limits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits([u32; table::COUNT]);

impl Default for Limits {
    fn default() -> Limits {
        Limits(table::DEFAULTS)
    }
}

impl Limits {
    /// The same limits with another value of one limit.
    #[must_use]
    pub fn with(mut self, limit: Limit, value: u32) -> Limits {
        self.0[limit as usize] = value;
        self
    }

    /// The value of a limit.
    pub fn get(&self, limit: Limit) -> u32 {
        self.0[limit as usize]
    }
}

/// A number that is held against a limit.
pub trait Amount: Copy {
    /// The number, saturating.
    fn amount(self) -> u64;
    /// A limit as such a number, saturating.
    fn of(limit: u32) -> Self;
}

macro_rules! amounts {
    ($($t:ty)*) => {
        $(impl Amount for $t {
            fn amount(self) -> u64 {
                u64::try_from(self).unwrap_or(0)
            }

            fn of(limit: u32) -> $t {
                <$t>::try_from(limit).unwrap_or(<$t>::MAX)
            }
        })*
    };
}
amounts!(u8 u32 u64 usize i32 i64);

/// A limit that a run has reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reached {
    /// Which.
    pub limit: Limit,
    /// Its value.
    pub value: u32,
    /// The place of the program where it was reached first, if there is one.
    pub first: Option<LocId>,
    /// How often, saturating.
    pub times: u32,
}

/// A stage that was cut off because the run has used up its time or memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cut {
    /// Which stage.
    pub stage: Stage,
    /// What was used up.
    pub spent: Spent,
    /// The place of the program at which the stage was then, if there is one.
    pub at: Option<LocId>,
}

/// The limits of one run, and how often each was reached.
///
/// The counts are atomic, so that they grow through shared references and terms can go from thread to thread.
#[derive(Debug)]
pub struct Watch {
    limits: Limits,
    times: [AtomicU32; table::COUNT],
    /// One more than the position; zero: none.
    first: [AtomicU32; table::COUNT],
    here: AtomicU32,
    budget: Budget,
    cuts: Mutex<Vec<Cut>>,
}

impl Default for Watch {
    fn default() -> Watch {
        Watch::new(Limits::default(), Budget::default())
    }
}

impl Watch {
    /// Nothing is reached yet.
    pub fn new(limits: Limits, budget: Budget) -> Watch {
        let zeros = || std::array::from_fn(|_| AtomicU32::new(0));
        let (here, cuts) = (AtomicU32::new(0), Mutex::default());
        Watch { limits, times: zeros(), first: zeros(), here, budget, cuts }
    }

    /// A stage of the run begins.
    pub fn enter(&self, stage: Stage) {
        self.budget.enter(stage);
    }

    /// Whether the stage has time and memory left; if not, it is noted as cut off here.
    #[inline]
    pub fn goes_on(&self) -> bool {
        match self.budget.spent() {
            None => true,
            Some(spent) => {
                self.cut(spent);
                false
            }
        }
    }

    #[cold]
    fn cut(&self, spent: Spent) {
        let stage = self.budget.stage();
        let mut cuts = self.cuts.lock().unwrap_or_else(PoisonError::into_inner);
        if cuts.iter().all(|cut| cut.stage != stage) {
            let at = location(self.here.load(Relaxed));
            cuts.push(Cut { stage, spent, at });
        }
    }

    /// The stages that were cut off, in their order.
    pub fn cuts(&self) -> Vec<Cut> {
        self.cuts.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The value of a limit.
    pub fn get<T: Amount>(&self, limit: Limit) -> T {
        T::of(self.limits.get(limit))
    }

    /// Whether this number is within the limit; if not, the limit is reached.
    pub fn allows(&self, limit: Limit, many: impl Amount) -> bool {
        if !self.goes_on() {
            return false;
        }
        let enough = many.amount() <= u64::from(self.limits.get(limit));
        if !enough {
            self.reached(limit);
        }
        enough
    }

    /// Whether there is room for one more than this number; if not, the limit is reached.
    pub fn room(&self, limit: Limit, many: impl Amount) -> bool {
        if !self.goes_on() {
            return false;
        }
        let enough = many.amount() < u64::from(self.limits.get(limit));
        if !enough {
            self.reached(limit);
        }
        enough
    }

    /// A limit is reached where the analysis is.
    pub fn reached(&self, limit: Limit) {
        self.note(limit, self.here.load(Relaxed));
    }

    /// A limit is reached at a place.
    pub fn reached_at(&self, limit: Limit, at: Option<LocId>) {
        self.note(limit, at.map_or(0, position));
    }

    fn note(&self, limit: Limit, at: u32) {
        let n = self.times[limit as usize].load(Relaxed);
        self.times[limit as usize].store(n.saturating_add(1), Relaxed);
        let first = &self.first[limit as usize];
        if first.load(Relaxed) == 0 {
            first.store(at, Relaxed);
        }
    }

    /// The analysis has reached a place.
    pub fn comes_to(&self, at: Option<LocId>) {
        self.here.store(at.map_or(0, position), Relaxed);
    }

    /// The place of the program that the analysis is at, if there is one.
    pub fn here(&self) -> Option<LocId> {
        location(self.here.load(Relaxed))
    }

    /// The limits that were reached, in the order of the table.
    pub fn all_reached(&self) -> Vec<Reached> {
        let of = |limit: Limit| Reached {
            limit,
            value: self.limits.get(limit),
            first: location(self.first[limit as usize].load(Relaxed)),
            times: self.times[limit as usize].load(Relaxed),
        };
        Limit::ALL.into_iter().map(of).filter(|r| r.times > 0).collect()
    }
}

/// The place at a [`position`].
fn location(position: u32) -> Option<LocId> {
    (position as usize).checked_sub(1).map(LocId::from_usize)
}

fn position(at: LocId) -> u32 {
    u32::try_from(at.index() + 1).unwrap_or(0)
}
