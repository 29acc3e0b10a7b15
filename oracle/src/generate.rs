//! Random programs with their races: race-free programs, and variants of these with one change or
//! more.

use crate::case::Case;
use crate::chance::Chance;
use crate::language::Language;

/// Number of attempts to find a change that leaves a correct program.
const TRIES: usize = 30;

/// Program `index` of `seed`.
pub fn case<L: Language>(language: &'static L, seed: u64, index: u64) -> Case<L> {
    let settings = language.settings();
    let mut chance = Chance::new(seed, index);
    loop {
        let base = language.skeleton(&mut chance);
        let Ok(mut case) = Case::new(language, base) else { continue };
        for _ in 0..chance.of(&settings.changes) {
            for _ in 0..TRIES {
                let mut changed = case.program.clone();
                language.mutate(&mut chance, &mut changed);
                if changed == case.program {
                    continue;
                }
                if let Ok(new) = Case::new(language, changed)
                    && (new.races != case.races || chance.percent(settings.same_races))
                {
                    case = new;
                    break;
                }
            }
        }
        return case;
    }
}
