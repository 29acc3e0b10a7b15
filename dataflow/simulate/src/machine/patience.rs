//! When a run has been long enough (theory, 9.4).
//!
//! A time loop does the same in each iteration, so a run shows nothing new after a few iterations. The run ends when, for a number
//! of instructions and for as many calls of the model as before, no new place of the program was executed, no new race was found,
//! and no requested pair has met again [`MANY`](crate::MANY) times.

use super::{Halt, Machine, Result};
use crate::Question;
use crate::log::Race;

/// Instructions between two checks for something new.
const LOOK: u64 = 10_000;
/// Instructions without anything new after which a run ends, if runs have executed both places of every requested pair.
const SHORT: u64 = 150_000;
/// The same limit, if no run has executed some place of a pair yet. Runs with further arguments look for such places, so a run that
/// does not reach one soon ends.
const LONG: u64 = 3_000_000;
/// The same limit, if another run with as many processes was cut off, or any run for the one of one process.
const AGAIN: u64 = 600_000;
/// The same limit in the one run that is made for places that are reached late.
const LONGEST: u64 = 30_000_000;
/// How often a pair that races according to the analysis must have met: more often than the number of iterations before the one of the
/// witness.
const SETTLED: u32 = 16;
/// Calls of the model without anything new after which a run ends: as many as before, but no more than these.
const CALLS: u64 = 64;

/// What a run is for, and what it has seen.
#[derive(Debug, Default)]
pub(crate) struct Patience {
    /// Pairs that were neither proved nor refuted.
    open: Vec<Race>,
    /// Pairs that race in such a run according to the analysis, which the run may contradict. It continues until they have met often
    /// and in the iterations of the witness, or to its end. If they race in late iterations only, it does not matter how often they
    /// meet before.
    held: Vec<Question>,
    /// Positions of the source that runs with other arguments have executed.
    known: Vec<bool>,
    /// It is the run for places that no other run has reached.
    last: bool,
    /// Another run with the same arguments and as many processes was cut off, or any other for a run of one process.
    again: bool,
    looked: u64,
    /// Instructions and calls of the model when something new was seen.
    news: u64,
    calls_at_news: u64,
    seen: Seen,
}

/// How much of the program a run has seen.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
struct Seen {
    places: usize,
    races: usize,
    meetings: u64,
}

impl Patience {
    pub fn new(open: Vec<Race>, held: Vec<Question>, known: Vec<bool>, again: bool) -> Patience {
        Patience { open, held, known, again, ..Patience::default() }
    }

    /// The run for pairs with places that no other run has reached.
    pub fn last(open: Vec<Race>) -> Patience {
        Patience { open, last: true, ..Patience::default() }
    }
}

impl Machine<'_> {
    /// Ends the run where it has seen what it will see.
    pub(super) fn look_for_news(&mut self) -> Result<()> {
        let used = self.steps - self.budget;
        if used - self.patience.looked < LOOK {
            return Ok(());
        }
        self.patience.looked = used;
        if !(self.goes_on)() {
            return Err(Halt::Steps);
        }
        let known = self.patience.known.iter().copied().chain(std::iter::repeat(false));
        let places = self.covered.iter().zip(known).filter(|(covered, known)| **covered && !known).count();
        let seen = Seen { places, races: self.log.races.len(), meetings: self.log.meetings() };
        if seen != self.patience.seen {
            self.patience.seen = seen;
            self.patience.news = used;
            self.patience.calls_at_news = self.calls;
            return Ok(());
        }
        // A run that ends with notifications that are still to be found contradicts nothing.
        if !self.patience.held.is_empty() && self.world.gaspi.has_unfound() {
            return Ok(());
        }
        let quiet = used - self.patience.news;
        if quiet < SHORT || !self.chosen && self.patience.held.iter().any(|question| !self.is_settled(question)) {
            return Ok(());
        }
        let hurries = self.patience.again && self.patience.held.is_empty();
        let repeats = !self.patience.known.is_empty() && self.patience.seen.places == 0;
        let calls = self.calls - self.patience.calls_at_news;
        if !repeats && !hurries && (self.operations == 0 || calls < self.patience.calls_at_news.min(CALLS)) {
            return Ok(());
        }
        let shown = |race: &Race| self.log.races.get(race).is_some_and(|shown| shown.certain);
        let executed = |race: &Race| race.sites.iter().all(|site| self.covered[site.loc.index()]);
        let missing = self.patience.open.iter().any(|race| !shown(race) && !executed(race));
        let limit = match () {
            () if self.patience.last => LONGEST,
            () if hurries => AGAIN,
            () => LONG,
        };
        if missing && !repeats && quiet < limit { Ok(()) } else { Err(Halt::Steps) }
    }

    /// Whether a longer run cannot contradict a race better.
    fn is_settled(&self, question: &Question) -> bool {
        let met = |race: &Race| {
            self.log.met(race).is_some_and(|times| times >= SETTLED) && self.log.has_come_to(race, &question.iterations)
        };
        [question.race, crate::as_updates(&question.race)]
            .iter()
            .any(|race| self.log.races.contains_key(race) || question.late == 0 && met(race))
    }
}
