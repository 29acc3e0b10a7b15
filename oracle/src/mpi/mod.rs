//! The oracle for one-sided communication of MPI, with the messages and collectives around it.
//!
//! [`judge`] runs a program of the small language in [`lang`] for one number of processes and gives the pairs of lines that
//! race, by the model of chapters 3 and 4 of the thesis and the rules of MPI 4.1. The way there: [`unroll`] evaluates what
//! each process does; [`epochs`] finds what completes each operation; [`world`] matches collectives, fences and exposures,
//! [`matching`] the messages, in every way; [`judge`] has the effects, the table of conflicts and the consistency order.
//! [`skeleton`] makes programs of [`phases`], [`mutate`] changes them, [`emit`] writes them as C; [`walk`] has the parts of
//! statements.

pub mod emit;
pub mod epochs;
pub mod judge;
pub mod lang;
pub mod matching;
pub mod mutate;
pub mod phases;
pub mod skeleton;
pub mod unroll;
pub mod walk;
pub mod world;

use crate::chance::Chance;
use crate::language::{Language, MOST, SIZES, Settings};
use crate::race::{Invalid, Pair};
use crate::reduce::{changed, unwrapped, without};
use lang::{Comm, Kind, Program, Storage};
use rma_corpus::compile::Headers;
use std::collections::BTreeSet;

/// The largest number of processes for a program that runs in both halves of the world, in place of [`MOST`].
const MOST_IN_HALVES: usize = 9;
/// A number of processes that is tried last: larger than any constant rank that a program compares the number of processes
/// with and, for halves, than any index of an array that it uses.
const MANY: usize = 14;

/// The language of MPI.
#[derive(Debug)]
pub struct Mpi;

impl Language for Mpi {
    type Program = Program;

    fn settings(&self) -> &Settings {
        &Settings {
            name: "mpi",
            prefix: "",
            headers: Headers::Mpich,
            header: "mpi.h",
            flags: &[],
            max_statements: 90,
            changes: [0, 0, 1, 1, 1, 1, 1, 1, 2, 3],
            same_races: 15,
        }
    }

    fn skeleton(&self, chance: &mut Chance) -> Program {
        skeleton::skeleton(chance)
    }

    fn mutate(&self, chance: &mut Chance, program: &mut Program) {
        mutate::mutate(chance, program);
    }

    fn emit(&self, program: &mut Program) -> String {
        emit::emit(program)
    }

    fn judge(&self, program: &Program) -> Result<BTreeSet<Pair>, Invalid> {
        let own_memory = !matches!(program.storage, Storage::Allocate | Storage::Shared);
        let distinct: BTreeSet<u8> = program.windows.iter().copied().collect();
        if !own_memory
            && (distinct.len() < program.windows.len() || !program.before.is_empty() || !program.after.is_empty())
        {
            return Err(Invalid("memory of a window is used outside its life"));
        }
        // Three in a part of the world need more in the world.
        let largest = if program.base == Comm::World { *SIZES.end() } else { 6 };
        let sizes: Vec<usize> = (1..=largest).filter(|&size| runs(program, size)).collect();
        if sizes.is_empty() {
            return Err(Invalid("too few processes"));
        }
        let mut races = BTreeSet::new();
        for size in sizes {
            races.extend(judge::judge(program, size)?);
        }
        for size in more_sizes(program) {
            judge::valid(program, size)?;
        }
        Ok(races)
    }

    fn judge_more(&self, program: &Program) -> BTreeSet<Pair> {
        // A constant that a branch compares with the number of processes may be larger than any number that is looked at.
        let most = more_sizes(program).last().unwrap_or(*SIZES.end());
        let many = (most + 1..=MANY).filter(|&size| runs(program, size));
        let more = more_sizes(program).chain(many);
        more.filter_map(|size| judge::judge(program, size).ok()).flatten().collect()
    }

    fn smaller(&self, program: &Program, number: usize) -> Vec<Program> {
        let blocks = [unwrapped(program, number, 0), unwrapped(program, number, 1)];
        let all = [without(program, number), without_pair(program, number)].into_iter().chain(blocks);
        all.chain([inlined(program, number)]).flatten().collect()
    }
}

/// Counts beyond [`SIZES`].
fn more_sizes(program: &Program) -> impl Iterator<Item = usize> {
    let most = if program.base == Comm::World { MOST } else { MOST_IN_HALVES };
    (SIZES.end() + 1..=most).filter(|&size| runs(program, size))
}

/// Whether all parts of the world are large enough with this many processes, so that the program does not end at once.
fn runs(program: &Program, size: usize) -> bool {
    (0..size).all(|rank| unroll::members(program.base, rank, size).len() as i64 >= program.min_size)
}

/// The program without a statement and the statement that closes it: of a pair such as lock and unlock, both go; statements
/// between them may stay.
fn without_pair(program: &Program, number: usize) -> Option<Program> {
    changed(program, number, |block, position| {
        if position + 1 == block.len() {
            return false;
        }
        block.remove(position);
        let partner = (position..block.len()).find(|&k| closes(&block[k].kind));
        partner.map(|k| block.remove(k)).is_some()
    })
}

fn closes(kind: &Kind) -> bool {
    matches!(
        kind,
        Kind::Unlock { .. } | Kind::UnlockAll { .. } | Kind::Complete { .. } | Kind::WinWait { .. } | Kind::Wait { .. }
    )
}

/// The program with the helper's body in place of a call, if the body does not use the helper's argument.
fn inlined(program: &Program, number: usize) -> Option<Program> {
    let mut next = changed(program, number, |block, position| {
        let Kind::Call { helper, .. } = block[position].kind else { return false };
        let Some(body) = program.helpers.get(helper as usize) else { return false };
        block.splice(position..=position, body.iter().cloned());
        true
    })?;
    next.helpers.clear();
    Some(next)
}
