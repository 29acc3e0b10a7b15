//! Budgets of a check, a pair and a run, in steps of z3, which are the same on every machine (theory, 1.3).

/// Steps that z3 makes in a millisecond, about: measured between 40 (products of products) and 2,000.
const STEPS_PER_MS: u32 = 150;
/// How much slower than that a machine may be before the clock stops a check.
const BRAKE: u32 = 20;
/// The limit for a pair, in limits of one check.
const PAIR_CHECKS: u64 = 3;
/// The limit for a run, in limits of one check.
const RUN_CHECKS: u64 = 12;
/// The limit of a check is divided by this number if the pair is a note at most.
const NOTE_SHARE: u32 = 4;

/// The limit of one check.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Limit {
    ms: u32,
    /// Limit in steps of z3, at least 1.
    pub steps: u32,
}

impl Limit {
    /// About as many steps as z3 makes in this time.
    pub fn of_ms(ms: u32) -> Limit {
        let ms = ms.max(1);
        Limit { ms, steps: ms.saturating_mul(STEPS_PER_MS) }
    }

    /// The limit of one check of a pair that is a note at most: a fraction.
    pub fn for_a_note(self) -> Limit {
        let part = |n: u32| (n / NOTE_SHARE).max(1);
        Limit { ms: part(self.ms), steps: part(self.steps) }
    }

    /// The part of the budget of a pair that such a pair may use.
    pub fn share_of_a_note(budget: u64) -> u64 {
        budget.div_ceil(u64::from(NOTE_SHARE))
    }

    /// Time after which a check is stopped, should steps be far slower than they are known to be.
    pub fn brake_ms(self) -> u32 {
        self.ms.saturating_mul(BRAKE)
    }

    /// The cost that counts for a check that was stopped by the clock: all the time that it took.
    pub fn braked(self) -> u64 {
        u64::from(self.steps) * u64::from(BRAKE)
    }

    /// The limit for each pair of a batch when the run has spent this much.
    pub fn of_pair(self, spent: u64) -> u64 {
        let left = (RUN_CHECKS * u64::from(self.steps)).saturating_sub(spent);
        (PAIR_CHECKS * u64::from(self.steps)).min(left.div_ceil(4))
    }
}
