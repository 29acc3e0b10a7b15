//! The oracle for threads inside the processes: OpenMP's constructs around operations of MPI.
//!
//! [`lang`] is a language of one parallel program: regions with worksharing, single, master and critical constructs, tasks, and
//! code that one given thread runs. [`run`] executes it for some number of processes and threads and leaves happens-before (thesis,
//! chapter 3; OpenMP 5.2, 10 to 15): in each execution, which differ by who runs single constructs and sections and by
//! the order of critical constructs. [`judge`] has the effects and the races. [`phases`] makes programs, [`mutate`] changes them,
//! [`emit`] writes them as C.
//!
//! Plain accesses of two threads are no race of this field, as for the analyzer.

pub mod emit;
pub mod judge;
pub mod lang;
pub mod mutate;
pub mod phases;
pub mod run;

use crate::chance::Chance;
use crate::language::{Language, Settings};
use crate::race::{Invalid, Pair};
use crate::reduce::{changed, without};
use crate::walk::Statement;
use lang::Stmt;
use rma_corpus::compile::Headers;
use std::collections::BTreeSet;

/// Processes, and threads of a team, that are judged.
const SIZES: [(usize, usize); 5] = [(2, 1), (2, 2), (2, 3), (2, 4), (3, 2)];
/// Those that are judged where the analyzer reports what is no race with the others. So are teams that are not alike: how many threads
/// a region gets of those that it asks for may be another number each time (OpenMP 5.2, 10.1.1).
const MORE_SIZES: [(usize, usize); 4] = [(3, 1), (3, 3), (3, 4), (4, 2)];

/// The language of MPI with threads.
#[derive(Debug)]
pub struct Threads;

impl Language for Threads {
    type Program = Vec<Stmt>;

    fn settings(&self) -> &Settings {
        &Settings {
            name: "threads",
            prefix: "threads-",
            headers: Headers::Mpich,
            header: "mpi.h",
            flags: &["-fopenmp"],
            max_statements: 60,
            changes: [0, 1, 1, 1, 1, 1, 1, 2, 2, 3],
            same_races: 20,
        }
    }

    fn skeleton(&self, chance: &mut Chance) -> Vec<Stmt> {
        phases::skeleton(chance)
    }

    fn mutate(&self, chance: &mut Chance, program: &mut Vec<Stmt>) {
        mutate::mutate(chance, program);
    }

    fn emit(&self, program: &mut Vec<Stmt>) -> String {
        emit::emit(program)
    }

    fn judge(&self, program: &Vec<Stmt>) -> Result<BTreeSet<Pair>, Invalid> {
        let mut races = BTreeSet::new();
        for (size, threads) in SIZES {
            races.extend(judge::judge(program, size, [threads; 2])?);
        }
        Ok(races)
    }

    fn judge_more(&self, program: &Vec<Stmt>) -> BTreeSet<Pair> {
        let alike = MORE_SIZES.iter().map(|&(size, threads)| (size, [threads; 2]));
        let pairs = (1..=emit::MAX_THREADS).flat_map(|a| (1..=emit::MAX_THREADS).map(move |b| [a, b]));
        let unlike = pairs.filter(|[a, b]| a != b).map(|teams| (2, teams));
        alike.chain(unlike).filter_map(|(size, teams)| judge::judge(program, size, teams).ok()).flatten().collect()
    }

    fn smaller(&self, program: &Vec<Stmt>, number: usize) -> Vec<Vec<Stmt>> {
        // The sections of a construct stay together.
        let unwrapped = changed(program, number, |block, position| {
            let inside: Vec<Stmt> = block[position].blocks_mut().into_iter().flat_map(std::mem::take).collect();
            !inside.is_empty() && block.splice(position..=position, inside).count() > 0
        });
        without(program, number).into_iter().chain(unwrapped).collect()
    }
}
