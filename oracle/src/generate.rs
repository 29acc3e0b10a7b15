//! Random programs with their races: skeletons, and what one change or more makes of them.

use crate::chance::Chance;
use crate::compare::Judged;
use crate::emit::emit;
use crate::lang::{Comm, Program, Storage};
use crate::mutate::mutate;
use crate::races::{Pair, judge, valid};
use crate::skeleton::skeleton;
use crate::unroll::{Invalid, members};
use std::collections::BTreeSet;

/// Process counts that a program is judged for.
pub const SIZES: std::ops::RangeInclusive<usize> = 1..=4;
/// The largest of the further counts, asked before a finding that none of the others has is called a false alarm.
pub(crate) const MOST: usize = 7;
/// The same for a program that runs in both halves of the world.
const MOST_IN_HALVES: usize = 9;
/// More processes than any constant rank that a program compares their number with, and, in halves, than any place in an
/// array that it uses: asked in the end.
const MANY: usize = 14;
/// Changes are tried this often until one leaves a correct program.
const TRIES: usize = 30;
/// Statements of a program at most.
const MAX_STATEMENTS: usize = 90;

/// A program that is correct MPI apart from races, as text, and its races.
#[derive(Debug, Clone)]
#[allow(missing_docs)]
pub struct Case {
    pub program: Program,
    pub text: String,
    pub races: BTreeSet<Pair>,
}

impl Case {
    /// Judges a program.
    ///
    /// # Errors
    /// When it is not correct for some number of processes in [`SIZES`].
    pub fn new(mut program: Program) -> Result<Case, Invalid> {
        let own_memory = !matches!(program.storage, Storage::Allocate | Storage::Shared);
        let distinct: BTreeSet<u8> = program.windows.iter().copied().collect();
        if !own_memory
            && (distinct.len() < program.windows.len() || !program.before.is_empty() || !program.after.is_empty())
        {
            return Err(Invalid("memory of a window is used outside its life"));
        }
        if crate::walk::count(&program) > MAX_STATEMENTS {
            return Err(Invalid("too many statements"));
        }
        let text = emit(&mut program);
        let mut races = BTreeSet::new();
        // Three in a part of the world need more in the world.
        let largest = if program.base == Comm::World { *SIZES.end() } else { 6 };
        if !(1..=largest).any(|size| runs(&program, size)) {
            return Err(Invalid("too few processes"));
        }
        for size in (1..=largest).filter(|&size| runs(&program, size)) {
            races.extend(judge(&program, size)?);
        }
        for size in more_sizes(&program) {
            valid(&program, size)?;
        }
        Ok(Case { program, text, races })
    }
}

impl Judged for Case {
    fn text(&self) -> &str {
        &self.text
    }

    fn races(&self) -> &BTreeSet<Pair> {
        &self.races
    }

    fn races_with_more(&self) -> BTreeSet<Pair> {
        // A constant that a branch compares with the number of processes may be larger than any number that is looked at.
        let most = more_sizes(&self.program).last().unwrap_or(*SIZES.end());
        let many = (most + 1..=MANY).filter(|&size| runs(&self.program, size));
        let more = more_sizes(&self.program).chain(many);
        let more = more.filter_map(|size| judge(&self.program, size).ok()).flatten();
        self.races.iter().copied().chain(more).collect()
    }
}

/// Counts beyond [`SIZES`].
fn more_sizes(program: &Program) -> impl Iterator<Item = usize> {
    let most = if program.base == Comm::World { MOST } else { MOST_IN_HALVES };
    (SIZES.end() + 1..=most).filter(|&size| runs(program, size))
}

/// Whether the program does not end at once with so many processes: all parts of the world are large enough.
fn runs(program: &Program, size: usize) -> bool {
    (0..size).all(|rank| members(program.base, rank, size).len() as i64 >= program.min_size)
}

/// Program `index` of `seed`.
pub fn case(seed: u64, index: u64) -> Case {
    let mut chance = Chance::new(seed, index);
    loop {
        let base = skeleton(&mut chance);
        let Ok(mut case) = Case::new(base) else { continue };
        let changes = match chance.below(10) {
            0 | 1 => 0,
            2..=7 => 1,
            8 => 2,
            _ => 3,
        };
        for _ in 0..changes {
            for _ in 0..TRIES {
                let mut changed = case.program.clone();
                mutate(&mut chance, &mut changed);
                if changed == case.program {
                    continue;
                }
                // Most changes of a correct program leave it without races; about half of all programs should have some.
                if let Ok(new) = Case::new(changed)
                    && (new.races != case.races || chance.percent(15))
                {
                    case = new;
                    break;
                }
            }
        }
        return case;
    }
}
