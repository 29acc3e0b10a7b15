//! Ranks in communicators that the program makes (theory, 9.2).
//!
//! The solver takes the rank in a part of the processes, and the size of the part, as numbers that only bounds relate to the ranks in
//! the world: it does not count which processes have one colour. So a witness may speak of ranks that no process has. Here the parts are
//! counted, for the number of processes of the witness. If no process has the ranks of the witness, the pair is decided again for each
//! number of processes of [`SIZES`] and each choice of ranks, where all these numbers are known; a race that is then not found is
//! unproven. A witness of more processes than these stands.
//!
//! Which processes a communicator has is not known if its colours depend on more than ranks and the number of processes, or if it is made
//! in another way than by a split in the order of the ranks. There a witness counts as possible, with one exception: whether an index that
//! is a rank in one communicator is beyond a window whose size is that of another one is not decided.

use crate::decide::{SolverOptions, decide};
use crate::verdict::{UnprovenReason, Verdict, Witness};
use index_vec::IndexVec;
use rma_dataflow::Analysis;
use rma_dataflow::candidate::{Candidate, Conflict, Misuse};
use rma_dataflow::ids::{PairId, SymId, TermId};
use rma_dataflow::replay::Groups;
use rma_dataflow::term::{CommId, Process, SymKind, Term, Terms};
use std::collections::{BTreeMap, BTreeSet};

/// Numbers of processes for which a pair is decided again.
const SIZES: std::ops::RangeInclusive<usize> = 2..=8;
/// The largest number of processes for which a witness is checked.
const MOST: usize = 64;
/// Candidates of one pair that are decided again, for all choices of ranks together.
const CANDIDATES: usize = 2_000;

/// The two processes of a race, or the only one.
const PROCESSES: [Process; 3] = [Process::All, Process::FIRST, Process::SECOND];

/// Changes verdicts whose witnesses speak of ranks that no process has.
pub fn count_members(analysis: &mut Analysis, options: &SolverOptions, verdicts: &mut IndexVec<PairId, Verdict>) {
    let mut groups = Parts::default();
    let mut again = Vec::new();
    // A race of more processes, which the program may ask for, may not happen with fewer.
    let is_tried = |n: i64| usize::try_from(n).is_ok_and(|n| n <= *SIZES.end());
    for (pair, verdict) in verdicts.iter_mut_enumerated() {
        let Verdict::Race { witness, .. } = verdict else { continue };
        let of_part: Vec<&(SymId, i64)> =
            witness.assignment.iter().filter(|(x, _)| part_of(&analysis.facts.terms, *x).is_some()).collect();
        if of_part.is_empty() {
            continue;
        }
        let is_beyond = analysis.found.pairs[pair].conflict == Conflict::Misuse(Misuse::BeyondWindow);
        if is_beyond && let Some(names) = groups.unrelated(analysis, witness) {
            let candidate = witness.candidate;
            *verdict = Verdict::Unproven { reason: UnprovenReason::LostData { names }, candidate, witness: None };
        } else if witness.processes.is_none_or(is_tried) && !groups.have(analysis, witness) {
            again.push(pair);
        }
    }
    if again.is_empty() {
        return;
    }
    let (candidates, origin) = groups.of_all_ranks(analysis, &again);
    let code = analysis.code_of_pairs();
    let (facts, pairs) = (&analysis.facts, &analysis.found.pairs);
    let mut decided = decide(&facts.terms, &facts.objects, pairs, &candidates, &code, options);
    for pair in again {
        let candidate = match &verdicts[pair] {
            Verdict::Race { witness, .. } => witness.candidate,
            _ => continue,
        };
        verdicts[pair] = match std::mem::replace(&mut decided[pair], unproven(candidate)) {
            Verdict::Race { certain, mut witness } => {
                witness.candidate = origin[witness.candidate];
                Verdict::Race { certain, witness }
            }
            _ => unproven(candidate),
        };
    }
}

fn unproven(candidate: usize) -> Verdict {
    Verdict::Unproven { reason: UnprovenReason::Apart { processes: *SIZES.end() }, candidate, witness: None }
}

/// The communicator of a rank or size, if it is not the world.
fn part_of(terms: &Terms, x: SymId) -> Option<CommId> {
    match terms.syms[x].kind {
        SymKind::Rank(comm @ CommId::Object(_)) | SymKind::Size(comm @ CommId::Object(_)) => Some(comm),
        _ => None,
    }
}

/// The members of all communicators, for each number of processes that was needed.
#[derive(Default)]
struct Parts {
    of: BTreeMap<usize, Groups>,
}

impl Parts {
    fn with(&mut self, analysis: &Analysis, processes: usize) -> &Groups {
        self.of.entry(processes).or_insert_with(|| analysis.groups(processes))
    }

    /// The value of a rank or size for the process with a rank in the world; `None` if it is not known.
    fn value(&mut self, analysis: &Analysis, x: SymId, processes: usize, rank: usize) -> Option<i64> {
        let number = |n: usize| i64::try_from(n).ok();
        match analysis.facts.terms.syms[x].kind {
            SymKind::Size(CommId::World) => number(processes),
            SymKind::Rank(CommId::World) => number(rank),
            // Of an intercommunicator: the size of the remote group.
            SymKind::Size(comm) => number(self.with(analysis, processes).partners(comm, rank)?.len()),
            SymKind::Rank(comm) => self.with(analysis, processes).rank(comm, rank),
            _ => None,
        }
    }

    /// Whether there may be processes with the ranks of a witness.
    fn have(&mut self, analysis: &Analysis, witness: &Witness) -> bool {
        let terms = &analysis.facts.terms;
        let is_size = |x: SymId| terms.syms[x].kind == SymKind::Size(CommId::World);
        let said = witness.assignment.iter().find(|(x, _)| is_size(*x)).map(|(_, n)| usize::try_from(*n).unwrap_or(0));
        if said.is_some_and(|n| n > MOST) {
            return true;
        }
        let mut sizes = said.map_or(1..=*SIZES.end(), |n| n..=n);
        sizes.any(|n| {
            PROCESSES.iter().all(|process| {
                let of_process = |(x, _): &&(SymId, i64)| {
                    let kind = &terms.syms[*x].kind;
                    terms.syms[*x].process == *process && matches!(kind, SymKind::Rank(_) | SymKind::Size(_))
                };
                let values: Vec<(SymId, i64)> = witness.assignment.iter().filter(of_process).copied().collect();
                values.is_empty()
                    || (0..n).any(|rank| {
                        values.iter().all(|(x, v)| self.value(analysis, *x, n, rank).is_none_or(|is| is == *v))
                    })
            })
        })
    }

    /// The names of ranks and sizes in communicators that a condition relates to those of another communicator, though their members are not
    /// known.
    fn unrelated(&mut self, analysis: &Analysis, witness: &Witness) -> Option<Vec<String>> {
        let terms = &analysis.facts.terms;
        let comm = |x: SymId| match terms.syms[x].kind {
            SymKind::Rank(comm) | SymKind::Size(comm) => Some(comm),
            _ => None,
        };
        let processes = *SIZES.end();
        let parts = witness.assignment.iter().map(|(x, _)| *x).filter(|x| part_of(terms, *x).is_some());
        let unknown: Vec<SymId> =
            parts.filter(|x| (0..processes).all(|rank| self.value(analysis, *x, processes, rank).is_none())).collect();
        let candidate = &analysis.found.candidates[witness.candidate];
        let mut names = BTreeSet::new();
        for condition in candidate.reach.iter().chain(&candidate.path) {
            let one = [*condition];
            let parts = if let Term::All(parts) = terms.get(*condition) { parts } else { &one[..] };
            for part in parts {
                let (mut comms, mut here) = (BTreeSet::new(), Vec::new());
                terms.for_each_sym(*part, &mut |x| {
                    comms.extend(comm(x));
                    here.extend(unknown.contains(&x).then_some(x));
                });
                if comms.len() > 1 {
                    names.extend(here.into_iter().map(|x| terms.syms[x].name.clone()));
                }
            }
        }
        (!names.is_empty()).then(|| names.into_iter().collect())
    }

    /// The candidates of pairs for each number of processes and each choice of ranks, and the number of the candidate that each is made of.
    fn of_all_ranks(&mut self, analysis: &mut Analysis, pairs: &[PairId]) -> (Vec<Candidate>, Vec<usize>) {
        let (mut out, mut origin) = (Vec::new(), Vec::new());
        for pair in pairs {
            let of_pair = analysis.found.candidates.iter().enumerate().filter(|(_, c)| c.pair == *pair);
            let of_pair: Vec<(usize, Candidate)> = of_pair.map(|(n, c)| (n, c.clone())).collect();
            let mut left = CANDIDATES;
            for processes in SIZES {
                for (n, candidate) in &of_pair {
                    let numbers = numbers_of(&analysis.facts.terms, candidate);
                    for ranks in choices(&analysis.facts.terms, &numbers, processes) {
                        if left == 0 {
                            break;
                        }
                        left -= 1;
                        let mut known = Vec::new();
                        for x in &numbers {
                            let process = analysis.facts.terms.syms[*x].process;
                            let of = PROCESSES.iter().position(|p| *p == process).map_or(0, |i| ranks[i]);
                            if let Some(value) = self.value(analysis, *x, processes, of) {
                                let (x, value) = (analysis.facts.terms.sym(*x), analysis.facts.terms.int(value));
                                known.push(analysis.facts.terms.eq(x, value));
                            }
                        }
                        let mut fixed = candidate.clone();
                        fixed.path.extend(known);
                        out.push(fixed);
                        origin.push(*n);
                    }
                }
            }
        }
        (out, origin)
    }
}

/// The ranks and sizes in the conditions of a candidate, of the world and of parts.
fn numbers_of(terms: &Terms, candidate: &Candidate) -> BTreeSet<SymId> {
    let mut open: Vec<TermId> = candidate.reach.iter().chain(&candidate.path).copied().collect();
    for overlap in &candidate.overlaps {
        open.extend(&overlap.guards);
        for extent in [Some(&overlap.first), overlap.second.as_ref()].into_iter().flatten() {
            open.push(extent.block.offset);
            open.extend(extent.block.len);
        }
    }
    let mut out = BTreeSet::new();
    for t in open {
        terms.for_each_sym(t, &mut |x| {
            let of_process = PROCESSES.contains(&terms.syms[x].process);
            if of_process && matches!(terms.syms[x].kind, SymKind::Rank(_) | SymKind::Size(_)) {
                out.insert(x);
            }
        });
    }
    out
}

/// The choices of ranks in the world, for each of [`PROCESSES`] that has some: the two of a race differ.
fn choices(terms: &Terms, numbers: &BTreeSet<SymId>, processes: usize) -> Vec<[usize; 3]> {
    let is_of_one = |x: &SymId| terms.syms[*x].kind != SymKind::Size(CommId::World);
    let has = PROCESSES.map(|p| numbers.iter().any(|x| is_of_one(x) && terms.syms[*x].process == p));
    let ranks = |n: usize| if has[n] { 0..processes } else { 0..1 };
    let mut out = Vec::new();
    for all in ranks(0) {
        for first in ranks(1) {
            out.extend(
                ranks(2).filter(|second| !(has[1] && has[2]) || *second != first).map(|second| [all, first, second]),
            );
        }
    }
    out
}
