//! The oracle for OpenSHMEM and GASPI: order by updates of flags and by notifications, whose meaning depends on values.
//!
//! Both models have the same shape: operations on channels (contexts, queues), updates of words that the owner waits
//! for, completion, collectives. [`lang`] is a language for both. [`unroll`] evaluates what each process does; [`shmem`] and
//! [`gaspi`] say what completes and orders its operations (thesis, Table 4.2; OpenSHMEM 1.6; GASPI 17.1); [`explore`] finds which
//! updates each wait can have seen, in all executions; [`judge`] is happens-before and the races. [`build`] makes programs
//! ([`phases_shmem`], [`phases_gaspi`]), [`mutate`] changes them, [`emit`] writes them as C; [`walk`] has the parts of
//! statements.
//!
//! Control depends on ranks and counters only; the values of flags decide when a wait ends, no other value is followed.

pub mod build;
pub mod effects;
pub mod emit;
pub mod explore;
pub mod gaspi;
pub mod judge;
pub mod lang;
pub mod mutate;
pub mod phases_gaspi;
pub mod phases_shmem;
pub mod shmem;
pub mod unroll;
pub mod walk;

use crate::chance::Chance;
use crate::language::{Language, MOST, SIZES, Settings};
use crate::race::{Invalid, Pair};
use lang::{Model, Program};
use rma_corpus::compile::Headers;
use std::collections::BTreeSet;

/// The language of one of the models.
#[derive(Debug)]
pub struct Pgas {
    model: Model,
    settings: Settings,
}

/// What both models have in common.
const fn settings(name: &'static str, prefix: &'static str, header: &'static str) -> Settings {
    Settings {
        name,
        prefix,
        headers: Headers::Own,
        header,
        flags: &[],
        max_statements: 70,
        changes: [0, 1, 1, 1, 1, 1, 1, 1, 2, 3],
        same_races: 20,
    }
}

impl Pgas {
    /// OpenSHMEM.
    pub const SHMEM: Pgas = Pgas { model: Model::Shmem, settings: settings("shmem", "shmem-", "shmem.h") };
    /// GASPI.
    pub const GASPI: Pgas = Pgas { model: Model::Gaspi, settings: settings("gaspi", "gaspi-", "GASPI.h") };
}

impl Language for Pgas {
    type Program = Program;

    fn settings(&self) -> &Settings {
        &self.settings
    }

    fn skeleton(&self, chance: &mut Chance) -> Program {
        build::skeleton(chance, self.model)
    }

    fn mutate(&self, chance: &mut Chance, program: &mut Program) {
        mutate::mutate(chance, program);
    }

    fn emit(&self, program: &mut Program) -> String {
        emit::emit(program)
    }

    fn judge(&self, program: &Program) -> Result<BTreeSet<Pair>, Invalid> {
        let mut races = BTreeSet::new();
        for size in SIZES.filter(|&size| size as i64 >= program.min_size) {
            races.extend(judge::judge(program, size)?);
        }
        Ok(races)
    }

    fn judge_more(&self, program: &Program) -> BTreeSet<Pair> {
        (SIZES.end() + 1..=MOST).filter_map(|size| judge::judge_some(program, size).ok()).flatten().collect()
    }
}
