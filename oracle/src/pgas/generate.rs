//! Random programs with their races, and smaller programs with a disagreement.

use super::build::skeleton;
use super::emit::emit;
use super::judge::{judge, judge_some};
use super::lang::{Kind, Model, Program, Stmt};
use super::mutate::mutate;
use super::walk;
use crate::chance::Chance;
use crate::compare::Judged;
use crate::generate::{MOST, SIZES};
use crate::races::Pair;
use crate::unroll::Invalid;
use std::collections::BTreeSet;

/// Changes are tried this often until one leaves a correct program.
const TRIES: usize = 30;
/// Statements of a program at most.
const MAX_STATEMENTS: usize = 70;

/// A program that is correct apart from races, as text, and its races.
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
        if walk::count(&program.main) > MAX_STATEMENTS {
            return Err(Invalid("too many statements"));
        }
        let text = emit(&mut program);
        let mut races = BTreeSet::new();
        for size in SIZES.filter(|&size| size as i64 >= program.min_size) {
            races.extend(judge(&program, size)?);
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
        let more = (SIZES.end() + 1..=MOST).filter_map(|size| judge_some(&self.program, size).ok()).flatten();
        self.races.iter().copied().chain(more).collect()
    }
}

/// Program `index` of `seed`.
pub fn case(model: Model, seed: u64, index: u64) -> Case {
    let mut chance = Chance::new(seed, index);
    loop {
        let base = skeleton(&mut chance, model);
        let Ok(mut case) = Case::new(base) else { continue };
        let changes = match chance.below(10) {
            0 => 0,
            1..=7 => 1,
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
                // Most changes leave a program without races; about half of all programs should have some.
                if let Ok(new) = Case::new(changed)
                    && (new.races != case.races || chance.percent(20))
                {
                    case = new;
                    break;
                }
            }
        }
        return case;
    }
}

/// The smallest program that `keep` still accepts: one statement at a time is removed, or replaced by what is inside it.
pub fn reduce(case: Case, mut keep: impl FnMut(&Case) -> bool) -> Case {
    let mut best = case;
    loop {
        let mut smaller = false;
        let mut number = walk::count(&best.program.main);
        while number > 0 {
            number -= 1;
            let candidates = (0..3).filter_map(|way| without(&best.program, number, way));
            let accepted = candidates.filter_map(|p| Case::new(p).ok()).find(&mut keep);
            if let Some(accepted) = accepted {
                best = accepted;
                smaller = true;
            }
            number = number.min(walk::count(&best.program.main));
        }
        if !smaller {
            return best;
        }
    }
}

fn without(program: &Program, number: usize, way: usize) -> Option<Program> {
    let mut next = program.clone();
    let changed = walk::edit(&mut next, number, |block: &mut Vec<Stmt>, position| {
        let inside = match &mut block[position].kind {
            _ if way == 0 => Some(vec![]),
            Kind::If { then, otherwise, .. } => Some(std::mem::take(if way == 1 { then } else { otherwise })),
            Kind::For { body, .. } if way == 1 => Some(std::mem::take(body)),
            _ => None,
        };
        inside.map(|inside| block.splice(position..=position, inside).count()).is_some()
    });
    (changed == Some(true)).then_some(next)
}
