//! Random programs with their races, and smaller programs with a disagreement.

use super::emit::emit;
use super::judge::judge;
use super::lang::{Kind, Stmt, blocks_mut, count, edit};
use super::mutate::mutate;
use super::phases::{phase, serial, synchronise};
use crate::chance::Chance;
use crate::compare::Judged;
use crate::races::Pair;
use crate::unroll::Invalid;
use std::collections::BTreeSet;

/// Changes are tried this often until one leaves a correct program.
const TRIES: usize = 30;
/// Statements of a program at most.
const MAX_STATEMENTS: usize = 60;
/// Processes, and threads of a team, that are judged.
const SIZES: [(usize, usize); 5] = [(2, 1), (2, 2), (2, 3), (2, 4), (3, 2)];
/// Those that are judged where the analyzer reports what is no race with the others.
const MORE_SIZES: [(usize, usize); 4] = [(3, 1), (3, 3), (3, 4), (4, 2)];

/// A program that is correct apart from races, as text, and its races.
#[derive(Debug, Clone)]
#[allow(missing_docs)]
pub struct Case {
    pub main: Vec<Stmt>,
    pub text: String,
    pub races: BTreeSet<Pair>,
}

impl Case {
    /// Judges a program.
    ///
    /// # Errors
    /// When it is not correct for some number of processes or threads.
    pub fn new(mut main: Vec<Stmt>) -> Result<Case, Invalid> {
        if count(&main) > MAX_STATEMENTS {
            return Err(Invalid("too many statements"));
        }
        let text = emit(&mut main);
        let mut races = BTreeSet::new();
        for (size, threads) in SIZES {
            races.extend(judge(&main, size, threads)?);
        }
        Ok(Case { main, text, races })
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
        let more = MORE_SIZES.iter().filter_map(|(size, threads)| judge(&self.main, *size, *threads).ok()).flatten();
        self.races.iter().copied().chain(more).collect()
    }
}

fn skeleton(chance: &mut Chance) -> Vec<Stmt> {
    let mut main = Vec::new();
    if chance.percent(40) {
        main.extend(serial(chance));
    }
    for _ in 0..1 + chance.below(2) {
        let mut body = Vec::new();
        for _ in 0..1 + chance.below(3) {
            body.extend(phase(chance));
            body.extend(synchronise(chance));
        }
        main.push(Kind::Region(body).stmt());
        if chance.percent(50) {
            main.extend(serial(chance));
        }
    }
    main
}

/// Program `index` of `seed`.
pub fn case(seed: u64, index: u64) -> Case {
    let mut chance = Chance::new(seed, index);
    loop {
        let Ok(mut case) = Case::new(skeleton(&mut chance)) else { continue };
        let changes = chance.of(&[0, 1, 1, 1, 1, 1, 1, 2, 2, 3]);
        for _ in 0..changes {
            for _ in 0..TRIES {
                let mut changed = case.main.clone();
                mutate(&mut chance, &mut changed);
                if changed == case.main {
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
        let mut number = count(&best.main);
        while number > 0 {
            number -= 1;
            let candidates = [false, true].into_iter().filter_map(|unwrap| without(&best.main, number, unwrap));
            let accepted = candidates.filter_map(|p| Case::new(p).ok()).find(&mut keep);
            if let Some(accepted) = accepted {
                best = accepted;
                smaller = true;
            }
            number = number.min(count(&best.main));
        }
        if !smaller {
            return best;
        }
    }
}

fn without(main: &[Stmt], number: usize, unwrap: bool) -> Option<Vec<Stmt>> {
    let mut next = main.to_vec();
    let changed = edit(&mut next, number, |block: &mut Vec<Stmt>, position| {
        let inside: Vec<Stmt> = blocks_mut(&mut block[position].kind).into_iter().flat_map(std::mem::take).collect();
        if unwrap && inside.is_empty() {
            return false;
        }
        block.splice(position..=position, if unwrap { inside } else { vec![] });
        true
    });
    (changed == Some(true)).then_some(next)
}
