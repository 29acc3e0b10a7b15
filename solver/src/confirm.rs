//! Changes verdicts about two processes by the runs that were replayed (theory, 9.2).
//!
//! What was unproven and races in a run is an error, with the run as its witness. A race becomes unproven if it does not happen in the run
//! with the number of processes of its witness, or in the largest judged run if the witness counts a part of the processes, or none.
//!
//! Replay has each process of its runs, so it needs no rules for third processes. It never makes a pair safe: pairs that are proved safe are
//! not replayed. Runs with words, locks made of words, or notifications may refute a race but not show one.

use crate::verdict::{Bytes, UnprovenReason, Verdict, Witness};
use index_vec::IndexVec;
use rma_dataflow::Analysis;
use rma_dataflow::candidate::Processes;
use rma_dataflow::ids::{PairId, SymId};
use rma_dataflow::replay::Shown;
use rma_dataflow::term::{CommId, Process, SymKind, Terms};

/// Changes verdicts by the results of replay, which is done for pairs that are not proved safe. A pair that was unproven and races in a
/// run becomes a race. A race whose witness has n processes becomes unproven if the two accesses do not race in the run with n processes.
pub fn confirm(analysis: &Analysis, verdicts: &mut IndexVec<PairId, Verdict>) {
    // Runs show races of two processes only.
    let is_open = |pair: PairId| match verdicts[pair] {
        Verdict::Safe { .. } | Verdict::Unproven { reason: UnprovenReason::NoElements, .. } => false,
        Verdict::Race { .. } => true,
        Verdict::Unproven { .. } => analysis.found.pairs[pair].processes == Processes::Two,
    };
    let replay = analysis.replay(is_open);
    let terms = &analysis.facts.terms;
    for (pair, Shown { processes, ranks, bytes: (obj, start, len) }) in &replay.racing {
        match &mut verdicts[*pair] {
            Verdict::Unproven { reason: UnprovenReason::NoElements, .. } => {}
            Verdict::Unproven { candidate, .. } => {
                let bytes = Bytes { obj: *obj, start: *start, len: *len };
                let witness = witness_of(terms, *processes, *ranks, Some(bytes), *candidate);
                verdicts[*pair] = Verdict::Race { certain: true, witness };
            }
            Verdict::Race { witness, .. } => witness.by_run = true,
            Verdict::Safe { .. } => {}
        }
    }
    for (pair, sizes) in replay.apart.iter().filter(|(pair, _)| !replay.racing.contains_key(pair)) {
        let Verdict::Race { witness, .. } = &verdicts[*pair] else { continue };
        let processes = witness.processes.and_then(|n| usize::try_from(n).ok());
        let of_part = |(x, _): &(SymId, i64)| matches!(terms.syms[*x].kind, SymKind::Size(c) if c != CommId::World);
        // The witness may count the processes of a part of the world, or none.
        let processes = if witness.assignment.iter().any(of_part) || processes.is_none() {
            sizes.last().copied()
        } else {
            processes.filter(|n| sizes.contains(n))
        };
        if let Some(processes) = processes {
            let candidate = witness.candidate;
            let reason = UnprovenReason::Apart { processes };
            verdicts[*pair] = Verdict::Unproven { reason, candidate, witness: None };
        }
    }
}

/// A run as the witness of a race.
pub(crate) fn witness_of(
    terms: &Terms,
    processes: usize,
    ranks: [usize; 2],
    bytes: Option<Bytes>,
    candidate: usize,
) -> Witness {
    let number = |n: usize| i64::try_from(n).unwrap_or(i64::MAX);
    let rank = |process: Process| -> Option<SymId> {
        let of = |s: &rma_dataflow::term::Sym| s.process == process && s.kind == SymKind::Rank(CommId::World);
        terms.syms.iter_enumerated().find(|(_, s)| of(s)).map(|(x, _)| x)
    };
    let ranks: Vec<(SymId, i64)> = [Process::FIRST, Process::SECOND]
        .into_iter()
        .zip(ranks)
        .filter_map(|(p, r)| Some((rank(p)?, number(r))))
        .collect();
    let processes = Some(number(processes));
    Witness { assignment: ranks.clone(), processes, ranks, bytes, candidate, overlap: 0, by_run: true }
}
